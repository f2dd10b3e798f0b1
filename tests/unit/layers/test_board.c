/* The board of a pass, compared with plain arrays: a value is the base value
 * until it is written, and the end of a trial restores every value. */
#include "kit_classic.h"
#include "layers/pass/board.h"
#include "unit/world/state_stage.h"
#include "world/store/strings.h"

#include <string.h>

TestSuite(board, .timeout = 120);

enum { CARDS = 70, SYMBOLS = 15, DEPTH = 4 };

/* What the board should say. */
typedef struct model {
  int64_t power[CARDS];
  uint32_t abilities[CARDS]; /* lists */
  bool subtypes[SYMBOLS][CARDS];
} model;

typedef struct desk {
  state s;
  st_strings strings;
  st_text_cache compiled;
  st_ability_lists lists;
  st_arena arena;
  st_classes classes;
  st_board board;
  kit_dice dice;
  strata_attr power, subtypes, abilities;
  uint32_t slot[CARDS];
  uint32_t list[3];
} desk;

static uint32_t base_list(desk *d, uint32_t slot) {
  uint32_t list = 0;
  OK(st_ability_list_from_text(
      &d->lists, &d->compiled, &d->s.store,
      st_get32(&d->s.store, st_attr_of(d->s.rules, d->abilities)->base_column,
               slot),
      &list));
  return list;
}

/* Cards with random base values; `m` gets them. */
static void deal(desk *d, model *m) {
  static const char *const texts[] = {"flying", "haste\nping", "anthem"};
  const st_attr *power = st_attr_of(d->s.rules, d->power);
  const st_attr *subtypes = st_attr_of(d->s.rules, d->subtypes);
  for (uint32_t i = 0; i < CARDS; i++) {
    uint32_t slot = st_slot_of(state_spawn(&d->s));
    d->slot[i] = slot;
    m->power[i] = (int64_t)kit_below(&d->dice, 9) - 4;
    OK(st_entity_set_base(&d->s.store, power, slot, m->power[i]));
    for (uint32_t k = 0; k < SYMBOLS; k++) {
      m->subtypes[k][i] = k < 12 && kit_below(&d->dice, 3) == 0;
      if (!m->subtypes[k][i]) continue;
      OK(st_put_bit(&d->s.store, subtypes->base_column + k, slot, true));
    }
    uint32_t text = 0;
    const char *names = texts[kit_below(&d->dice, 3)];
    OK(st_strings_intern(&d->strings, &d->s.store, names, strlen(names),
                         &text));
    OK(st_entity_set_base(&d->s.store, st_attr_of(d->s.rules, d->abilities),
                          slot, text));
    m->abilities[i] = base_list(d, slot);
    d->list[i % 3] = m->abilities[i];
  }
}

static void desk_open(desk *d, uint64_t seed, model *m) {
  *d = (desk){.dice = {seed}};
  OK(kit_classic_rules(NULL, &d->s.rules));
  st_mem_init(&d->s.mem, probe_alloc, &d->s.probe);
  OK(st_store_init(&d->s.store, &d->s.mem, d->s.rules));
  d->power = kit_attr(d->s.rules, "power");
  d->subtypes = kit_attr(d->s.rules, "subtypes");
  d->abilities = kit_attr(d->s.rules, "abilities");
  d->compiled = (st_text_cache){.mem = &d->s.mem, .rules = d->s.rules};
  st_ability_lists_init(&d->lists, &d->s.mem, d->s.rules);
  st_arena_init(&d->arena, &d->s.mem);
  d->classes = (st_classes){.rules = d->s.rules, .store = &d->s.store};
  OK(st_board_init(&d->board, &d->s.mem, &d->classes, &d->arena, &d->lists,
                   &d->compiled));
  *m = (model){0};
  deal(d, m);
  d->classes.words = d->s.store.capacity[ST_TABLE_ENTITY] / 64;
  OK(st_board_clear(&d->board));
}

static void desk_close(desk *d) {
  st_board_fini(&d->board);
  st_arena_fini(&d->arena);
  st_ability_lists_fini(&d->lists);
  st_text_cache_fini(&d->compiled);
  st_strings_fini(&d->strings, &d->s.mem);
  state_close(&d->s);
}

static void compare(desk *d, const model *m, uint64_t seed) {
  for (uint32_t i = 0; i < CARDS; i++) {
    uint32_t slot = d->slot[i];
    uint64_t power = 0;
    uint64_t list = 0;
    uint64_t set[1] = {0};
    OK(st_board_get(&d->board, d->power, slot, &power));
    OK(st_board_get(&d->board, d->abilities, slot, &list));
    st_board_get_set(&d->board, d->subtypes, slot, set);
    cr_assert(eq(i64, (int64_t)power, m->power[i]), "seed %d", (int)seed);
    cr_assert(eq(u64, list, m->abilities[i]), "seed %d", (int)seed);
    uint64_t sets[64] = {0};
    st_board_get_sets(&d->board, d->subtypes, slot / 64, sets, 1);
    cr_assert(eq(u64, sets[slot % 64], set[0]), "seed %d", (int)seed);
    for (uint32_t k = 0; k < SYMBOLS; k++) {
      bool on = st_board_get_plane(&d->board, d->subtypes, k, slot / 64) >>
                    (slot % 64) &
                1;
      cr_assert(eq(int, on, m->subtypes[k][i]), "seed %d", (int)seed);
      cr_assert(eq(int, st_bit_test(set, k), on), "seed %d", (int)seed);
    }
  }
}

/* One write, also to the model. */
static void write_some(desk *d, model *m) {
  uint32_t i = kit_below(&d->dice, CARDS);
  uint32_t slot = d->slot[i];
  switch (kit_below(&d->dice, 3)) {
  case 0:
    m->power[i] = (int64_t)kit_below(&d->dice, 9) - 4;
    OK(st_board_put(&d->board, d->power, slot, (uint64_t)m->power[i]));
    break;
  case 1:
    m->abilities[i] = d->list[kit_below(&d->dice, 3)];
    OK(st_board_put(&d->board, d->abilities, slot, m->abilities[i]));
    break;
  default: {
    uint32_t k = kit_below(&d->dice, SYMBOLS);
    uint64_t bits = st_board_get_plane(&d->board, d->subtypes, k, slot / 64);
    m->subtypes[k][i] = kit_below(&d->dice, 2);
    uint64_t bit = (uint64_t)1 << (slot % 64);
    bits = m->subtypes[k][i] ? bits | bit : bits & ~bit;
    OK(st_board_put_plane(&d->board, d->subtypes, k, slot / 64, bits));
  }
  }
}

/* Write, try deeper, take back. */
static void try_nested(desk *d, model *m, int depth, uint64_t seed) {
  for (uint32_t i = kit_below(&d->dice, 12); i > 0; i--) {
    write_some(d, m);
  }
  compare(d, m, seed);
  for (uint32_t i = depth > 0 ? kit_below(&d->dice, 3) : 0; i > 0; i--) {
    model before = *m;
    size_t mark = st_board_begin_trial(&d->board);
    try_nested(d, m, depth - 1, seed);
    st_board_end_trial(&d->board, mark);
    *m = before;
    compare(d, m, seed);
  }
}

Test(board, trials_are_taken_back_exactly) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    desk d;
    model m;
    desk_open(&d, seed, &m);
    compare(&d, &m, seed);
    try_nested(&d, &m, DEPTH, seed);
    cr_expect(eq(u32, d.board.trials, 0));
    desk_close(&d);
  }
}

Test(board, emptied_it_has_base_values_again) {
  desk d;
  model base;
  desk_open(&d, 1, &base);
  for (int round = 0; round < 3; round++) {
    model m = base;
    for (int i = 0; i < 50; i++) {
      write_some(&d, &m);
    }
    compare(&d, &m, 1);
    st_arena_reset(&d.arena);
    st_board_clear(&d.board);
    compare(&d, &base, 1);
  }
  desk_close(&d);
}

Test(board, only_what_is_written_is_copied) {
  desk d;
  model m;
  desk_open(&d, 2, &m);
  size_t bytes = d.arena.total_bytes;
  compare(&d, &m, 2);
  cr_expect(eq(sz, d.arena.total_bytes, bytes), "reading copies nothing");
  for (uint32_t w = 0; w < d.board.words; w++) { /* the same again */
    uint64_t bits = st_board_get_plane(&d.board, d.subtypes, 1, w);
    OK(st_board_put_plane(&d.board, d.subtypes, 1, w, bits));
  }
  cr_expect(eq(sz, d.arena.total_bytes, bytes),
            "writing the same copies nothing");

  OK(st_board_put(&d.board, d.power, d.slot[0], 77));

  cr_expect(ne(ptr, d.board.numbers[d.power - 1], NULL));
  cr_expect(eq(ptr, d.board.numbers[d.abilities - 1], NULL));
  cr_expect(eq(ptr, d.board.planes[d.subtypes - 1], NULL));
  desk_close(&d);
}

Test(board, a_symbol_that_nobody_has_is_empty) {
  desk d;
  model m;
  desk_open(&d, 3, &m);
  cr_expect(not(st_bit_test(st_board_used_symbols(&d.board, d.subtypes), 13)));
  cr_expect(st_bit_test(st_board_used_symbols(&d.board, d.subtypes), 0));

  OK(st_board_put_plane(&d.board, d.subtypes, 13, 0, 4));

  cr_expect(st_bit_test(st_board_used_symbols(&d.board, d.subtypes), 13));
  desk_close(&d);
}

Test(board, want_of_memory_in_a_trial_can_be_taken_back) {
  for (size_t n = 1; n < 12; n++) {
    desk d;
    model m;
    desk_open(&d, n, &m);
    d.s.probe.fail_at = d.s.probe.calls + n;
    size_t mark = st_board_begin_trial(&d.board);
    bool failed = false;
    for (uint32_t i = 0; i < CARDS && !failed; i++) {
      uint64_t bits = st_board_get_plane(&d.board, d.subtypes, i % SYMBOLS, 0);
      failed = st_board_put(&d.board, d.power, d.slot[i], 50 + i) ||
               st_board_put(&d.board, d.abilities, d.slot[i], d.list[0]) ||
               st_board_put_plane(&d.board, d.subtypes, i % SYMBOLS, 0, ~bits);
    }
    cr_expect(eq(int, failed, d.s.probe.failures == 1));
    st_board_end_trial(&d.board, mark);
    compare(&d, &m, n);
    desk_close(&d);
  }
}
