/*
 * set_masks.c - what a pass does to a SET, as one mask for each class.
 *
 * SET, ADD, REMOVE and CLEAR are all of one form, value & keep | give, and so
 * is any sequence of them. A mask is composed from the newest part back,
 * because what comes before a SET does not matter. Text changes are not of that
 * form, and neither are parts of stacking groups, which depend on each other:
 * where one is met there is no mask, and the value is evaluated part by part.
 *
 * The test unit.set_masks holds masks against applying the parts one after the
 * other.
 */
#include "layers/values/set_masks.h"

#include <string.h>

struct st_set_masks {
  uint64_t *is_stored; /* bitmap of classes */
  uint64_t *words;     /* by class: `keep`, then `give` */
};

static bool is_mask_composable(const st_clause_part *part) {
  return st_part_header_op(part->flags) != STRATA_OP_SUBSTITUTE &&
         !(st_part_header_flags(part->flags) & ST_PART_GROUPED);
}

/* Compose a part with the operand `x` (NULL: none) before `count` words of a
 * mask. */
static void prepend_to_mask(strata_op op, const uint64_t *x, uint32_t count,
                            uint64_t *keep, uint64_t *give) {
  for (uint32_t i = 0; x && i < count; i++) {
    if (op == STRATA_OP_REMOVE) {
      keep[i] &= ~x[i];
    } else {
      give[i] |= keep[i] & x[i];
    }
  }
  if (op == STRATA_OP_ADD || op == STRATA_OP_REMOVE) return;
  memset(keep, 0, count * sizeof *keep);
}

/* Compose a part with an operand of one symbol, or of none if the domain lacks
 * it. */
static void prepend_symbol_to_mask(const st_attr *attr, strata_op op,
                                   strata_symbol symbol, uint64_t *keep,
                                   uint64_t *give) {
  uint32_t place = st_attr_domain_index(attr, symbol);
  bool known = place != UINT32_MAX;
  uint32_t word = known ? place / 64 : 0;
  uint64_t x = known ? (uint64_t)1 << (place % 64) : 0;
  prepend_to_mask(op, &x, 1, keep + word, give + word);
  if (op != STRATA_OP_SET) return;
  memset(keep, 0, attr->word_count * sizeof *keep);
}

static bool keeps_no_symbol(const uint64_t *keep, uint32_t count) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < count; i++) {
    any |= keep[i];
  }
  return any == 0;
}

/* Compose the mask of a class. *done is false if there is none. */
static strata_status compose_class_mask(st_pass *pass, strata_attr attr,
                                        uint32_t class, uint64_t *keep,
                                        uint64_t *give, bool *done) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  memset(keep, 0xFF, a->word_count * sizeof *keep);
  memset(give, 0, a->word_count * sizeof *give);
  *done = false;
  st_applied_iter iter;
  strata_status status = st_applied_iter_begin(pass, attr, class, &iter);
  if (status) return status;
  for (uint32_t at = st_applied_iter_next(pass, &iter); at != 0;
       at = st_applied_iter_next(pass, &iter)) {
    const st_applied_part *applied = &pass->applied[at - 1];
    if (!is_mask_composable(applied->part)) return STRATA_OK;
    strata_op op = st_part_header_op(applied->part->flags);
    const uint64_t *x = st_applied_operand_words(pass, applied, class);
    if (op == STRATA_OP_CLEAR || x) {
      prepend_to_mask(op, op == STRATA_OP_CLEAR ? NULL : x, a->word_count, keep,
                      give);
    } else {
      uint64_t symbol = st_applied_operand_word(pass, applied, class);
      prepend_symbol_to_mask(a, op, (strata_symbol)symbol, keep, give);
    }
    if (keeps_no_symbol(keep, a->word_count)) break;
  }
  *done = true;
  return STRATA_OK;
}

/* -- Stored masks -- */

/* Find or make the stored masks of an attribute; NULL if there is no memory. */
static st_set_masks *reserve_masks(st_pass *pass, strata_attr attr) {
  st_set_masks *masks = pass->masks[attr - 1];
  if (masks) return masks;
  size_t row = 2 * (size_t)pass->rules->attrs[attr - 1].word_count;
  masks = st_arena_alloc(&pass->arena, 1, sizeof *masks);
  if (!masks) return NULL;
  masks->is_stored =
      st_arena_alloc(&pass->arena, pass->words, sizeof(uint64_t));
  masks->words = st_arena_alloc(&pass->arena, (size_t)pass->words * 64,
                                row * sizeof(uint64_t));
  if (!masks->is_stored || !masks->words) return NULL;
  pass->masks[attr - 1] = masks;
  return masks;
}

static uint64_t *mask_row(const st_pass *pass, const st_set_masks *masks,
                          strata_attr attr, uint32_t class) {
  return masks->words +
         (size_t) class * 2 * pass->rules->attrs[attr - 1].word_count;
}

st_set_mask st_set_masks_get_stored(const st_pass *pass, strata_attr attr,
                                    uint32_t class) {
  const st_set_masks *masks = pass->masks[attr - 1];
  if (!masks || !st_bit_test(masks->is_stored, class)) {
    return (st_set_mask){NULL, NULL};
  }
  const uint64_t *row = mask_row(pass, masks, attr, class);
  return (st_set_mask){row, row + pass->rules->attrs[attr - 1].word_count};
}

strata_status st_set_masks_find(st_pass *pass, strata_attr attr, uint32_t class,
                                bool store, st_set_mask *out) {
  assert(pass->rules->attrs[attr - 1].type == STRATA_SET);
  *out = st_set_masks_get_stored(pass, attr, class);
  if (out->keep) return STRATA_OK;
  uint64_t *keep = pass->value_scratch;
  uint64_t *give = pass->trace_scratch;
  st_set_masks *masks = NULL;
  if (store) {
    masks = reserve_masks(pass, attr);
    if (!masks) return STRATA_ENOMEM;
    keep = mask_row(pass, masks, attr, class);
    give = keep + pass->rules->attrs[attr - 1].word_count;
  }
  bool done;
  strata_status status =
      compose_class_mask(pass, attr, class, keep, give, &done);
  if (status || !done) return status;
  if (masks) st_bit_set(masks->is_stored, class, true);
  *out = (st_set_mask){keep, give};
  return STRATA_OK;
}

void st_set_masks_drop(st_pass *pass, strata_attr attr) {
  st_set_masks *masks = pass->masks[attr - 1];
  if (masks) {
    memset(masks->is_stored, 0, pass->words * sizeof masks->is_stored[0]);
  }
}

void st_set_masks_drop_class(st_pass *pass, strata_attr attr, uint32_t class) {
  st_set_masks *masks = pass->masks[attr - 1];
  if (masks) st_bit_set(masks->is_stored, class, false);
}
