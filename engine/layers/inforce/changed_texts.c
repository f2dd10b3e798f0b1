/*
 * changed_texts.c - the expressions of programs as text changes make them.
 *
 * A pass numbers text changes anew, and a program may run when its ability is
 * gone or under another text, so the words themselves are the identity here.
 * Text changes are rare, and few expressions are met under each: both are found
 * by a linear search.
 *
 * Invariant: an entry is never changed or freed before st_changed_texts_fini,
 * so a changed expression can be used while others are made. Bases are
 * expressions of the rules, which live longer.
 */
#include "layers/inforce/changed_texts.h"

#include <string.h>

void st_changed_texts_fini(st_changed_texts *texts) {
  for (size_t i = 0; i < texts->count; i++) {
    st_changed_text *t = &texts->at[i];
    for (size_t k = 0; k < t->expr_count; k++) {
      st_expr_free(t->exprs[k].changed);
    }
    st_mem_free(texts->mem, t->exprs, t->expr_capacity, sizeof t->exprs[0]);
    st_mem_free(texts->mem, t->pairs, 2 * (size_t)t->pair_count,
                sizeof t->pairs[0]);
  }
  st_mem_free(texts->mem, texts->at, texts->capacity, sizeof texts->at[0]);
  texts->at = NULL;
  texts->count = texts->capacity = 0;
}

strata_status st_changed_texts_find(st_changed_texts *texts,
                                    const strata_symbol *pairs,
                                    uint32_t pair_count, uint32_t *out) {
  size_t words = 2 * (size_t)pair_count;
  *out = 0;
  if (pair_count == 0) return STRATA_OK;
  for (size_t i = 0; i < texts->count; i++) {
    const st_changed_text *t = &texts->at[i];
    if (t->pair_count == pair_count &&
        memcmp(t->pairs, pairs, words * sizeof pairs[0]) == 0) {
      *out = (uint32_t)i + 1;
      return STRATA_OK;
    }
  }
  if (!st_mem_reserve(texts->mem, &texts->at, &texts->capacity,
                      texts->count + 1, sizeof texts->at[0])) {
    return STRATA_ENOMEM;
  }
  strata_symbol *own = st_mem_zeroed(texts->mem, words, sizeof own[0]);
  if (!own) return STRATA_ENOMEM;
  memcpy(own, pairs, words * sizeof own[0]);
  texts->at[texts->count++] =
      (st_changed_text){.pairs = own, .pair_count = pair_count};
  *out = (uint32_t)texts->count;
  return STRATA_OK;
}

strata_status st_changed_texts_of_ability(st_changed_texts *texts,
                                          const st_ability_lists *lists,
                                          uint32_t text_change, uint32_t *out) {
  strata_symbol pairs[2 * ST_CHANGED_TEXT_WORDS];
  uint32_t count =
      st_text_change_pairs(lists, text_change, pairs, ST_CHANGED_TEXT_WORDS);
  return st_changed_texts_find(texts, pairs, count, out);
}

strata_status st_changed_texts_expr(st_changed_texts *texts, uint32_t text,
                                    const strata_expr **expr) {
  const strata_expr *base = *expr;
  if (text == 0 || !base) return STRATA_OK;
  st_changed_text *t = &texts->at[text - 1];
  for (size_t i = 0; i < t->expr_count; i++) {
    if (t->exprs[i].nodes == base->nodes &&
        t->exprs[i].node_count == base->node_count) {
      *expr = t->exprs[i].changed;
      return STRATA_OK;
    }
  }
  if (!st_mem_reserve(texts->mem, &t->exprs, &t->expr_capacity,
                      t->expr_count + 1, sizeof t->exprs[0])) {
    return STRATA_ENOMEM;
  }
  strata_expr *changed;
  strata_status status =
      st_expr_substitute(base, t->pairs, t->pair_count, texts->mem, &changed);
  if (status) return status;
  t->exprs[t->expr_count++] =
      (st_changed_expr){base->nodes, base->node_count, changed};
  *expr = changed;
  return STRATA_OK;
}

const strata_symbol *st_changed_texts_pairs(const st_changed_texts *texts,
                                            uint32_t text, uint32_t *count) {
  *count = text != 0 ? texts->at[text - 1].pair_count : 0;
  return text != 0 ? texts->at[text - 1].pairs : NULL;
}

strata_symbol st_changed_texts_symbol(const st_changed_texts *texts,
                                      uint32_t text, strata_symbol symbol) {
  uint32_t count;
  const strata_symbol *pairs = st_changed_texts_pairs(texts, text, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (pairs[2 * (size_t)i] == symbol) return pairs[2 * (size_t)i + 1];
  }
  return symbol;
}

/* -- In the state -- */

/* The key of the old or the new word of a pair. Names of variables have seed 0,
 * and fields 1. */
static uint64_t pair_key(uint32_t pair, bool is_new) {
  const char place[] = {(char)pair, is_new ? 'n' : 'o'};
  return st_note_key(place, sizeof place, 3);
}

uint32_t st_changed_texts_to_notes(const st_changed_texts *texts, uint32_t text,
                                   st_note *notes) {
  uint32_t count;
  const strata_symbol *pairs = st_changed_texts_pairs(texts, text, &count);
  for (uint32_t i = 0; i < 2 * count; i++) {
    notes[i] = (st_note){pair_key(i / 2, i % 2 == 1),
                         st_raw_value_of(STRATA_SYM, pairs[i])};
  }
  return 2 * count;
}

strata_status st_changed_texts_from_notes(st_changed_texts *texts,
                                          const st_store *store,
                                          st_notes_head head, uint32_t *out) {
  strata_symbol pairs[2 * ST_CHANGED_TEXT_WORDS];
  uint32_t count = 0;
  st_raw_value from;
  st_raw_value to;
  while (count < ST_CHANGED_TEXT_WORDS &&
         st_notes_find(store, head, pair_key(count, false), &from) &&
         st_notes_find(store, head, pair_key(count, true), &to)) {
    pairs[2 * (size_t)count] = (strata_symbol)st_raw_value_number(from);
    pairs[2 * (size_t)count + 1] = (strata_symbol)st_raw_value_number(to);
    count++;
  }
  return st_changed_texts_find(texts, pairs, count, out);
}
