/* row_stage.h - fixture: a store for the tests of world/tables: rules with
 * names of event types and watcher definitions, some entities, marks, and
 * random values.
 */
#ifndef STRATA_TESTS_UNIT_WORLD_ROW_STAGE_H
#define STRATA_TESTS_UNIT_WORLD_ROW_STAGE_H

#include "state_stage.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"
#include "world/save/validate_effects.h"
#include "world/save/validate_play.h"
#include "world/save/validate_world.h"
#include "world/store/notes.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_CARDS = 5, ROWS_CODES = 6, ROWS_MARKS = 5 };

typedef struct rows {
  state s;
  kit_dice dice;
  strata_entity cards[ROWS_CARDS];
  /* The marks that are set, with hash and layout at each. */
  uint64_t marks[ROWS_MARKS];
  uint64_t hashes[ROWS_MARKS], layouts[ROWS_MARKS];
  size_t mark_count;
} rows;

/* Add names a, b, ... of a kind to the rules, without declarations. */
static inline void rows_name(strata_rules *rules, uint32_t kind) {
  for (char c = 'a'; c < 'a' + ROWS_CODES; c++) {
    const char name[] = {c, '\0'};
    cr_assert(st_names_add(&rules->names[kind], &rules->mem, name, 0));
  }
}

static inline void rows_open_bare(rows *r) {
  *r = (rows){0};
  state_open(&r->s, true);
  rows_name(r->s.rules, STRATA_NAME_EVENT_TYPE);
  rows_name(r->s.rules, STRATA_NAME_WATCHER_DEF);
}

static inline void rows_open(rows *r, uint64_t seed) {
  rows_open_bare(r);
  r->dice = (kit_dice){seed};
  for (int i = 0; i < ROWS_CARDS; i++) {
    r->cards[i] = state_spawn(&r->s);
  }
}

static inline void rows_close(rows *r) {
  state_close(&r->s);
}

/* Validate all rows, as loading a world does. */
static inline strata_status rows_judge(const st_store *store) {
  strata_status status = st_validate_world(store);
  if (!status) status = st_validate_effects(store);
  return status ? status : st_validate_play(store);
}

/* A random entity, or 0. */
static inline strata_entity rows_card(rows *r) {
  uint32_t n = kit_below(&r->dice, ROWS_CARDS + 1);
  return n < ROWS_CARDS ? r->cards[n] : 0;
}

/* Random notes from a small range, so that equal ones occur. */
static inline uint32_t rows_notes(rows *r, st_note *notes, uint32_t most) {
  uint32_t count = kit_below(&r->dice, most + 1);
  for (uint32_t i = 0; i < count; i++) {
    bool symbol = kit_below(&r->dice, 2);
    uint32_t value = kit_below(&r->dice, 2);
    notes[i] = (st_note){1 + kit_below(&r->dice, 2), {0, 0}};
    if (symbol) notes[i].value.symbol = 1 + value;
    if (!symbol) notes[i].value.number = -(int64_t)value;
  }
  return count;
}

/* Set a mark. Returns its index, by which the caller keeps its own copy of the
 * state; -1 if there are ROWS_MARKS already. */
static inline int rows_mark(rows *r) {
  if (r->mark_count == ROWS_MARKS) return -1;
  size_t n = r->mark_count++;
  OK(st_store_mark(&r->s.store, &r->marks[n]));
  r->hashes[n] = r->s.store.hash;
  r->layouts[n] = state_layout(&r->s.store);
  return (int)n;
}

/* Go back to a random mark and check hash and layout. Returns its index; -1 if
 * there is none. */
static inline int rows_back(rows *r) {
  if (r->mark_count == 0) return -1;
  size_t n = kit_below(&r->dice, (uint32_t)r->mark_count);
  OK(st_store_rollback(&r->s.store, r->marks[n]));
  r->mark_count = n + 1;
  cr_assert(eq(u64, r->s.store.hash, r->hashes[n]), "the hash is another");
  cr_assert(eq(u64, state_layout(&r->s.store), r->layouts[n]),
            "pages lie elsewhere");
  return (int)n;
}

/* Open `copy` as a fork of `from`, or as a store that has loaded its save.
 * Close a fork before `from`: it uses the rules of `from`. */
static inline void rows_fork(rows *copy, const rows *from) {
  rows_open_bare(copy);
  st_store_fini(&copy->s.store);
  OK(st_store_init(&copy->s.store, &copy->s.mem, from->s.rules));
  OK(st_store_copy(&copy->s.store, &from->s.store));
  OK(rows_judge(&copy->s.store));
}

static inline void rows_load(rows *copy, const rows *from) {
  rows_open_bare(copy);
  size_t size = 0;
  cr_assert(not(st_save_write(&from->s.store, NULL, 0, &size)));
  uint8_t *bytes = malloc(size);
  cr_assert(ne(ptr, bytes, NULL));
  cr_assert(st_save_write(&from->s.store, bytes, size, &size));
  OK(st_save_read(&copy->s.store, bytes, size, NULL));
  free(bytes);
  OK(rows_judge(&copy->s.store));
  cr_assert(eq(u64, copy->s.store.hash, from->s.store.hash));
}

/* Let the n-th allocation of `calls` fail, for n = 1, 2, ... until it succeeds,
 * and check that each failure can be undone completely. */
static inline void rows_without_memory(void (*before)(rows *),
                                       strata_status (*calls)(rows *)) {
  strata_status status = STRATA_ENOMEM;
  size_t n = 1;
  for (; status && n < 400; n++) {
    rows r;
    rows_open(&r, n);
    if (before) before(&r);
    uint64_t mark;
    OK(st_store_mark(&r.s.store, &mark));
    uint64_t hash = r.s.store.hash;
    st_savepoint start = st_store_begin(&r.s.store);
    size_t blocks = r.s.probe.live_blocks;
    r.s.probe.fail_at = r.s.probe.calls + n;
    r.s.probe.fail_forever = n % 2;
    status = calls(&r);
    r.s.probe.fail_at = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM), "allocation %zu", n);
      st_store_undo(&r.s.store, start);
      cr_assert(eq(u64, r.s.store.hash, hash), "allocation %zu", n);
      cr_assert(le(sz, r.s.probe.live_blocks, blocks + 3), "blocks left");
    }
    OK(rows_judge(&r.s.store));
    rows_close(&r);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 4, n), "nothing was allocated");
}

#endif
