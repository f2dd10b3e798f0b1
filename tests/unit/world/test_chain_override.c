/* Overrides of handler chains, compared with a plain list; inconsistent rows
 * are refused. */
#include "kit.h"
#include "support.h"
#include "world/objects/chain_override.h"
#include "world/objects/entity.h"
#include "world/save/validate_play.h"

#include <string.h>

TestSuite(chain_override, .timeout = 120);

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

enum { OWNERS = 4, CODES = 6, MARKS = 4 };

typedef struct row {
  st_chain_override_form form; /* 0: none */
  uint64_t ends;               /* when its clock stands there; 0: never */
  int64_t note;                /* 0: none */
} row;

typedef struct model {
  row rows[OWNERS][CODES]; /* owner 0 is the world */
  uint64_t clocks[3];
} model;

typedef struct stage {
  probe p;
  st_mem mem;
  strata_rules *rules;
  st_store store;
  kit_dice dice;
  model now, then[MARKS];
  uint64_t marks[MARKS];
  uint64_t hashes[MARKS];
  size_t mark_count;
} stage;

static strata_rules *make_rules(probe *p) {
  static const strata_phase_desc phases[] = {{.name = "before"},
                                             {.name = "do"}};
  const strata_event_type_desc event = {
      .name = "hit", .phases = phases, .phase_count = 2};
  const strata_instruction stop = {.op = STRATA_DO_STOP};
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  OK(strata_builder_new(probe_alloc, p, &b));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_clock(b, "day"));
  OK(strata_builder_clock(b, "turn"));
  OK(strata_builder_event_type(b, &event));
  for (char c = 'a'; c < 'a' + CODES; c++) {
    const char name[] = {c, '\0'};
    OK(strata_builder_watcher(b,
                              &(strata_watcher_desc){.name = name,
                                                     .role = STRATA_ROLE_HANDLE,
                                                     .event = "hit",
                                                     .phase = "before",
                                                     .program = &stop,
                                                     .instruction_count = 1}));
  }
  OK(strata_builder_watcher(b, &(strata_watcher_desc){.name = "z",
                                                      .role = STRATA_ROLE_CANT,
                                                      .event = "hit"}));
  OK(strata_builder_freeze(b, &rules));
  strata_builder_free(b);
  return rules;
}

static void open_stage(stage *s, uint64_t seed) {
  *s = (stage){.dice = {seed}};
  s->rules = make_rules(&s->p);
  st_mem_init(&s->mem, probe_alloc, &s->p);
  OK(st_store_init(&s->store, &s->mem, s->rules));
  for (uint32_t i = 1; i < OWNERS; i++) {
    strata_entity entity;
    OK(st_entity_spawn(&s->store, &entity));
    cr_assert(eq(u32, st_slot_of(entity), i));
  }
}

static void close_stage(stage *s) {
  st_store_fini(&s->store);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->p);
}

/* -- Random rows ------------------------------------------------------------
 */

static void put(stage *s) {
  uint32_t owner = kit_below(&s->dice, OWNERS);
  uint32_t code = kit_below(&s->dice, CODES);
  row *r = &s->now.rows[owner][code];
  uint32_t at = st_chain_override_find(&s->store, owner, code + 1);
  cr_assert(eq(int, at != 0, r->form != 0));
  if (at != 0) {
    OK(st_chain_override_remove(&s->store, at));
    *r = (row){0};
    return;
  }
  *r = (row){.form = (st_chain_override_form)(1 + kit_below(&s->dice, 3)),
             .note = kit_below(&s->dice, 3)};
  strata_clock clock = kit_below(&s->dice, 3);
  uint32_t ticks = clock != 0 ? kit_below(&s->dice, 4) : 0;
  if (ticks != 0) r->ends = s->now.clocks[clock] + ticks;
  if (r->ends != 0) r->ends = r->ends * 4 + clock; /* and of which */
  const st_note note = {7, {r->note, 0}};
  OK(st_chain_override_add(
      &s->store,
      &(st_new_chain_override){.owner = owner,
                               .watcher_def = code + 1,
                               .form = r->form,
                               .clock = ticks != 0 ? clock : 0,
                               .ticks = ticks,
                               .notes = &note,
                               .note_count = r->note != 0},
      &at));
  cr_assert(eq(u32, st_chain_override_first(&s->store, owner), at),
            "the newest");
}

static void tick(stage *s) {
  strata_clock clock = 1 + kit_below(&s->dice, 2);
  uint64_t now = ++s->now.clocks[clock];
  OK(st_put64(&s->store, st_clock_ticks_column(s->rules, clock), 1, now));
  OK(st_chain_override_expire(&s->store, clock));
  for (uint32_t o = 0; o < OWNERS; o++) {
    for (uint32_t c = 0; c < CODES; c++) {
      row *r = &s->now.rows[o][c];
      if (r->ends % 4 == clock && r->ends / 4 <= now) *r = (row){0};
    }
  }
}

static void drop(stage *s) {
  uint32_t owner = 1 + kit_below(&s->dice, OWNERS - 1);
  OK(st_chain_override_remove_all(&s->store, owner));
  memset(s->now.rows[owner], 0, sizeof s->now.rows[owner]);
}

static void look(const stage *s) {
  const st_store *store = &s->store;
  uint64_t count = 0;
  for (uint32_t o = 0; o < OWNERS; o++) {
    uint64_t newer = UINT64_MAX;
    uint32_t at = st_chain_override_first(store, o);
    for (; at != 0; at = st_chain_override_next(store, at)) {
      cr_assert(lt(u64, st_chain_override_sequence(store, at), newer));
      newer = st_chain_override_sequence(store, at);
      count++;
    }
    for (uint32_t c = 0; c < CODES; c++) {
      const row *r = &s->now.rows[o][c];
      at = st_chain_override_find(store, o, c + 1);
      cr_assert(eq(int, at != 0, r->form != 0), "%u %u", o, c);
      if (at == 0) continue;
      st_raw_value word = {0};
      (void)st_notes_find(store, st_chain_override_notes(at), 7, &word);
      cr_assert(
          eq(int, (int)st_chain_override_form_of(store, at), (int)r->form));
      cr_assert(eq(i64, word.number, r->note));
      count--;
    }
  }
  cr_assert(eq(u64, count, 0));
  cr_assert(st_validate_overrides(store));
}

static void mark(stage *s) {
  if (s->mark_count == MARKS) return;
  OK(st_store_mark(&s->store, &s->marks[s->mark_count]));
  s->hashes[s->mark_count] = s->store.hash;
  s->then[s->mark_count++] = s->now;
}

static void go_back(stage *s) {
  if (s->mark_count == 0) return;
  size_t to = kit_below(&s->dice, (uint32_t)s->mark_count);
  OK(st_store_rollback(&s->store, s->marks[to]));
  s->now = s->then[to];
  s->mark_count = to + 1;
  cr_assert(eq(u64, s->store.hash, s->hashes[to]));
}

Test(chain_override, rows_are_what_a_plain_list_says) {
  for (uint64_t seed = 1; seed <= 40; seed++) {
    stage s;
    open_stage(&s, seed);
    for (int i = 0; i < 300; i++) {
      uint32_t what = kit_below(&s.dice, 16);
      if (what < 10) {
        put(&s);
      } else if (what < 12) {
        tick(&s);
      } else if (what == 12) {
        drop(&s);
      } else if (what == 13) {
        mark(&s);
      } else if (what == 14) {
        go_back(&s);
      }
      look(&s);
    }
    close_stage(&s);
  }
}

Test(chain_override, rows_go_with_their_entity) {
  stage s;
  open_stage(&s, 1);
  uint64_t before = s.store.hash;
  strata_entity entity;
  OK(st_entity_spawn(&s.store, &entity));
  uint32_t at;
  OK(st_chain_override_add(
      &s.store,
      &(st_new_chain_override){.owner = st_slot_of(entity),
                               .watcher_def = 1,
                               .form = ST_CHAIN_OVERRIDE_ADDED,
                               .clock = 1,
                               .ticks = 1},
      &at));
  cr_expect(not(st_chain_override_is_none(&s.store)));
  OK(st_entity_despawn(&s.store, st_slot_of(entity)));
  cr_expect(st_chain_override_is_none(&s.store));
  cr_expect(st_validate_overrides(&s.store));
  cr_expect(ne(u64, s.store.hash, before), "its generation, and a stamp");
  close_stage(&s);
}

/* -- What does not fit together ---------------------------------------------
 */

Test(chain_override, a_row_that_lies_is_found) {
  stage s;
  open_stage(&s, 1);
  uint32_t at;
  const st_note note = {7, {3, 0}};
  for (uint32_t i = 0; i < 4; i++) {
    OK(st_chain_override_add(
        &s.store,
        &(st_new_chain_override){.owner = i % 2,
                                 .watcher_def = 1 + i,
                                 .form = ST_CHAIN_OVERRIDE_ADDED,
                                 .clock = 1,
                                 .ticks = 1 + i,
                                 .notes = &note,
                                 .note_count = 1},
        &at));
  }
  OK(st_chain_override_remove(&s.store, 4));
  cr_assert(st_validate_overrides(&s.store));
  static const struct {
    const char *name;
    uint32_t column, row;
    uint64_t value;
  } lies[] = {
      {"a row of nobody", ST_COLUMN_OVERRIDE_OWNER, 2, 2},
      {"an owner that was never there", ST_COLUMN_OVERRIDE_OWNER, 2, 9},
      {"no form", ST_COLUMN_OVERRIDE_FORM, 2, 0},
      {"no such form", ST_COLUMN_OVERRIDE_FORM, 2, 4},
      {"no code", ST_COLUMN_OVERRIDE_WATCHER_DEF, 2, 0},
      {"a code that is no handler", ST_COLUMN_OVERRIDE_WATCHER_DEF, 2, 7},
      {"a code twice", ST_COLUMN_OVERRIDE_WATCHER_DEF, 3, 1},
      {"no stamp", ST_COLUMN_OVERRIDE_SEQUENCE, 2, 0},
      {"a stamp to come", ST_COLUMN_OVERRIDE_SEQUENCE, 2, 99},
      {"older before newer", ST_COLUMN_OVERRIDE_SEQUENCE, 1, 4},
      {"no clock", ST_COLUMN_OVERRIDE_CLOCK, 2, 0},
      {"no end", ST_COLUMN_OVERRIDE_EXPIRES, 2, 0},
      {"another before it", ST_COLUMN_OVERRIDE_TIMED_PREV, 2, 1},
      {"a list of timed ones that is cut", ST_COLUMN_OVERRIDE_TIMED_NEXT, 3, 1},
      {"a list that is cut", ST_COLUMN_OVERRIDE_NEXT, 3, 0},
      {"a list in a circle", ST_COLUMN_OVERRIDE_NEXT, 1, 3},
      {"a free row with an owner", ST_COLUMN_OVERRIDE_OWNER, 4, 1},
      {"a free row with notes", ST_COLUMN_OVERRIDE_NOTES, 4, 1},
      {"an owner who knows nothing of it", ST_COLUMN_ENTITY_OVERRIDES, 1, 0},
      {"another owner's row", ST_COLUMN_ENTITY_OVERRIDES, 2, 2},
      {"fewer rows", ST_COLUMN_SCALAR, ST_SCALAR_OVERRIDE_COUNT, 2},
      {"no timed ones", ST_COLUMN_SCALAR, ST_SCALAR_OVERRIDE_TIMED_FIRST, 0},
      {"nothing free", ST_COLUMN_SCALAR, ST_SCALAR_OVERRIDE_FREE, 0},
      {"none of the world's", ST_COLUMN_SCALAR, ST_SCALAR_WORLD_OVERRIDES, 0}};
  for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
    uint64_t was = st_get_any(&s.store, lies[i].column, lies[i].row);
    cr_assert(ne(u64, was, lies[i].value), "%s", lies[i].name);
    OK(st_put_any(&s.store, lies[i].column, lies[i].row, lies[i].value));
    cr_expect(not(st_validate_overrides(&s.store)), "%s", lies[i].name);
    OK(st_put_any(&s.store, lies[i].column, lies[i].row, was));
  }
  cr_expect(st_validate_overrides(&s.store));
  close_stage(&s);
}

/* -- Without memory ---------------------------------------------------------
 */

Test(chain_override, without_memory_what_was_begun_can_be_undone) {
  for (size_t left = 1;; left++) {
    stage s;
    open_stage(&s, 1);
    uint64_t before = s.store.hash;
    st_savepoint start = st_store_begin(&s.store);
    const st_note note = {7, {3, 0}};
    uint32_t at = 0;
    strata_status status = STRATA_OK;
    s.p.fail_at = s.p.calls + left;
    for (uint32_t code = 1; !status && code <= CODES; code++) {
      status = st_chain_override_add(
          &s.store,
          &(st_new_chain_override){.owner = 1,
                                   .watcher_def = code,
                                   .form = ST_CHAIN_OVERRIDE_ADDED,
                                   .clock = 1,
                                   .ticks = 2,
                                   .notes = &note,
                                   .note_count = 1},
          &at);
    }
    s.p.fail_at = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM));
      st_store_undo(&s.store, start);
      cr_expect(eq(u64, s.store.hash, before));
      cr_expect(st_validate_overrides(&s.store) &&
                st_chain_override_is_none(&s.store));
    }
    close_stage(&s);
    if (!status) {
      cr_expect(lt(sz, 1, left));
      break;
    }
  }
}
