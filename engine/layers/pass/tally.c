/*
 * tally.c - what aggregates of a finished pass have found.
 *
 * Whom a predicate takes in changes only with the classes that are told to be
 * others, and only words with one of those are looked at again. What is added
 * up over them is not kept: a class has more entities, or fewer, without being
 * another.
 */
#include "layers/pass/tally.h"

#include <string.h>

/* More of them are too many to look through. */
enum { MOST_TALLIES = 64 };

void st_tallies_init(st_tallies *tallies, st_mem *mem, st_arena *arena) {
  *tallies = (st_tallies){.mem = mem, .arena = arena};
}

void st_tallies_fini(st_tallies *tallies) {
  st_mem_free(tallies->mem, tallies->at, tallies->capacity,
              sizeof tallies->at[0]);
}

void st_tallies_forget(st_tallies *tallies) {
  tallies->count = 0;
  tallies->touched = NULL;
  tallies->now = 0;
  tallies->open = false;
}

strata_status st_tallies_begin(st_tallies *tallies, uint32_t words) {
  if (!tallies->touched) {
    tallies->words = words;
    tallies->touched =
        st_arena_take(tallies->arena, words, sizeof tallies->touched[0]);
    if (!tallies->touched) return STRATA_ENOMEM;
  }
  assert(tallies->words == words);
  tallies->now++;
  return STRATA_OK;
}

static st_tally *find(const st_tallies *tallies, const st_tally *key) {
  for (size_t i = 0; i < tallies->count; i++) {
    st_tally *t = &tallies->at[i];
    if (t->expr == key->expr && t->node == key->node &&
        t->value_count == key->value_count &&
        memcmp(t->values, key->values,
               key->value_count * sizeof key->values[0]) == 0) {
      return t;
    }
  }
  return NULL;
}

static st_tally *add(st_tallies *tallies, const st_tally *key) {
  if (tallies->count == MOST_TALLIES ||
      !st_mem_reserve(tallies->mem, &tallies->at, &tallies->capacity,
                      tallies->count + 1, sizeof tallies->at[0])) {
    return NULL;
  }
  uint64_t *words =
      st_arena_take(tallies->arena, (size_t)tallies->words * 2, sizeof *words);
  if (!words) return NULL;
  st_tally *t = &tallies->at[tallies->count++];
  *t = *key;
  t->bits = words;
  t->found = words + tallies->words;
  return t;
}

bool st_tallies_find(st_tallies *tallies, const st_tally *key, st_kept *out) {
  st_tally *t = find(tallies, key);
  if (!t) t = add(tallies, key);
  if (!t) return false;
  *out = (st_kept){.bits = t->bits,
                   .found = t->found,
                   .touched = tallies->touched,
                   .now = tallies->now + 1};
  return true;
}
