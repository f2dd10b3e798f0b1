/* Rows of continuous effects: chains, lists, and a removal that leaves no row
 * behind. */
#include "effect_stage.h"

TestSuite(effect, .timeout = 120);

static uint32_t add_plain(table *t, const char *attr, int64_t value,
                          const uint32_t *targets, size_t count) {
  st_new_part part = table_part(t, attr, 0, 0, STRATA_OP_ADD, (uint64_t)value);
  st_new_effect desc = {.parts = &part,
                        .part_count = 1,
                        .targets = targets,
                        .target_count = count};
  uint32_t effect = 0;
  OK(st_effect_add(&t->s.store, &desc, &effect));
  return effect;
}

/* The effects on one value, as the chain has them. */
static size_t chain_of(const table *t, const char *attr, uint32_t target,
                       uint32_t *effects) {
  const st_store *store = &t->s.store;
  size_t count = 0;
  uint32_t node =
      st_get32(store, state_attr(&t->s, attr)->chain_column, target);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_PREV, node)) {
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    effects[count++] = st_get32(store, ST_COLUMN_PART_EFFECT, part);
  }
  return count;
}

Test(effect, chains_run_from_the_newest_to_the_oldest) {
  table t;
  table_open(&t, 1);
  uint32_t one[] = {t.live[0]};
  uint32_t both[] = {t.live[0], t.live[1]};
  uint32_t a = add_plain(&t, "power", 1, one, 1);
  uint32_t b = add_plain(&t, "power", 2, both, 2);
  uint32_t c = add_plain(&t, "toughness", 3, one, 1);
  uint32_t d = add_plain(&t, "power", 4, one, 1);
  uint32_t chain[8];

  cr_assert(eq(sz, chain_of(&t, "power", t.live[0], chain), 3));
  cr_expect(eq(u32, chain[0], d));
  cr_expect(eq(u32, chain[1], b));
  cr_expect(eq(u32, chain[2], a));
  cr_assert(eq(sz, chain_of(&t, "power", t.live[1], chain), 1));
  cr_expect(eq(u32, chain[0], b));
  cr_assert(eq(sz, chain_of(&t, "toughness", t.live[0], chain), 1));
  cr_expect(eq(u32, chain[0], c));

  OK(st_effect_remove(&t.s.store, b));
  cr_assert(eq(sz, chain_of(&t, "power", t.live[0], chain), 2));
  cr_expect(eq(u32, chain[0], d));
  cr_expect(eq(u32, chain[1], a));
  cr_expect(eq(sz, chain_of(&t, "power", t.live[1], chain), 0));
  table_close(&t);
}

Test(effect, a_removed_effect_leaves_its_number_of_uses_and_the_stamp) {
  table t;
  table_open(&t, 1);
  uint32_t effect = add_plain(&t, "power", 1, &t.live[0], 1);
  uint64_t handle = st_effect_handle(&t.s.store, effect);
  cr_expect(eq(u32, st_effect_slot(&t.s.store, handle), effect));

  OK(st_effect_remove(&t.s.store, effect));
  cr_expect(eq(u32, st_effect_slot(&t.s.store, handle), 0));
  uint64_t stamp = st_scalar_get(&t.s.store, ST_SCALAR_STAMP);
  uint32_t next = add_plain(&t, "power", 1, &t.live[0], 1);

  cr_expect(eq(u32, next, effect));
  cr_expect(eq(u32, st_effect_slot(&t.s.store, handle), 0));
  cr_expect(ne(u64, st_effect_handle(&t.s.store, next), handle));
  cr_expect(eq(u64, st_get_split(&t.s.store, ST_COLUMN_EFFECT_STAMP, next),
               stamp + 1));
  cr_expect(eq(u32, st_effect_slot(&t.s.store, 0), 0));
  cr_expect(eq(u32, st_effect_slot(&t.s.store, UINT64_MAX), 0));
  table_close(&t);
}

Test(effect, a_worn_out_slot_is_not_used_again) {
  table t;
  table_open(&t, 1);
  uint32_t effect = add_plain(&t, "power", 1, &t.live[0], 1);
  OK(st_put32(&t.s.store, ST_COLUMN_EFFECT_ENDED_COUNT, effect,
              ST_EFFECT_ENDED_MAX));
  uint64_t handle = st_effect_handle(&t.s.store, effect);

  OK(st_effect_remove(&t.s.store, effect));

  cr_expect(eq(u32, st_effect_slot(&t.s.store, handle), 0));
  table_check(&t);
  uint32_t next = add_plain(&t, "power", 1, &t.live[0], 1);
  cr_expect(ne(u32, next, effect));
  table_check(&t);
  table_close(&t);
}

/* Length of a list of free rows. */
static uint64_t free_rows(const table *t, st_scalar first, uint32_t next) {
  uint64_t count = 0;
  uint32_t slot = (uint32_t)st_scalar_get(&t->s.store, first);
  for (; slot != 0; slot = st_get32(&t->s.store, next, slot)) {
    count++;
  }
  return count;
}

static void check_all_free(const table *t) {
  const st_store *store = &t->s.store;
  cr_expect(
      eq(u64, st_scalar_get(store, ST_SCALAR_EFFECT_TOP),
         free_rows(t, ST_SCALAR_EFFECT_FREE, ST_COLUMN_EFFECT_NEXT_FREE)));
  cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_PART_TOP),
               free_rows(t, ST_SCALAR_PART_FREE, ST_COLUMN_PART_NEXT)));
  cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_NODE_TOP),
               free_rows(t, ST_SCALAR_NODE_FREE, ST_COLUMN_NODE_SIBLING)));
  const st_scalar none[] = {ST_SCALAR_EFFECT_COUNT, ST_SCALAR_WHILE_FIRST,
                            ST_SCALAR_GLOBAL_FIRST,
                            ST_SCALAR_WHILE_SOURCE_COUNT};
  for (size_t i = 0; i < ST_COUNT_OF(none); i++) {
    cr_expect(eq(u64, st_scalar_get(store, none[i]), 0), "scalar %zu", i);
  }
  for (uint32_t c = 0; c < t->s.rules->column_count; c++) {
    bool list = c == ST_COLUMN_EFFECT_NEXT_FREE || c == ST_COLUMN_PART_NEXT ||
                c == ST_COLUMN_NODE_SIBLING ||
                c == ST_COLUMN_EFFECT_ENDED_COUNT;
    uint32_t kind = store->columns[c].table;
    bool rows = kind == ST_TABLE_EFFECT || kind == ST_TABLE_PART ||
                kind == ST_TABLE_NODE;
    if (list || !rows) continue;
    for (uint32_t row = 0; row < store->capacity[kind]; row++) {
      cr_assert(eq(u64, st_get_any(store, c, row), 0), "column %u", c);
    }
  }
}

/* Let a card go, and another come. */
static void replace_card(table *t) {
  uint32_t n = kit_below(&t->dice, CARDS);
  uint32_t slot = t->live[n];
  if (t->live[n] == 0) {
    t->live[n] = st_slot_of(state_spawn(&t->s));
    return;
  }
  OK(st_effect_release_target(&t->s.store, slot));
  OK(st_entity_despawn(&t->s.store, slot));
  t->live[n] = 0;
  table_sweep(t);
}

static void change_ticks(table *t) {
  if (t->effect_count == 0) return;
  uint32_t effect = t->effects[kit_below(&t->dice, t->effect_count)];
  if (st_get32(&t->s.store, ST_COLUMN_EFFECT_CLOCK, effect) == 0) return;
  OK(st_effect_set_ticks(&t->s.store, effect, kit_below(&t->dice, 3)));
}

static void random_step(table *t) {
  uint32_t roll = kit_below(&t->dice, 10);
  if (roll < 5 && t->effect_count < LIMIT) {
    uint32_t effect = 0;
    OK(table_add(t, &effect));
    t->effects[t->effect_count++] = effect;
  } else if (roll < 8 && t->effect_count > 0) {
    table_remove(t, kit_below(&t->dice, t->effect_count));
  } else if (roll == 8) {
    replace_card(t);
  } else {
    change_ticks(t);
  }
}

Test(effect, whatever_happens_the_rows_fit_together_and_are_given_back) {
  int games = full_test() ? 100 : 6;
  for (int g = 0; g < games; g++) {
    table t;
    table_open(&t, (uint64_t)g);
    for (int i = 0; i < 120; i++) {
      random_step(&t);
      table_check(&t);
      cr_assert(eq(u64, st_scalar_get(&t.s.store, ST_SCALAR_EFFECT_COUNT),
                   t.effect_count));
    }
    while (t.effect_count > 0) {
      table_remove(&t, kit_below(&t.dice, t.effect_count));
    }
    table_check(&t);
    check_all_free(&t);
    table_close(&t);
  }
}

Test(effect, adding_and_removing_is_undone_whole) {
  table t;
  table_open(&t, 5);
  for (int i = 0; i < 30; i++) {
    random_step(&t);
  }
  table_text(&t, "elf\nwall");
  uint64_t mark;
  OK(st_store_mark(&t.s.store, &mark));
  uint64_t hash = t.s.store.hash;
  uint64_t layout = state_layout(&t.s.store);

  for (int i = 0; i < 40; i++) {
    random_step(&t);
  }
  OK(st_store_rollback(&t.s.store, mark));

  cr_expect(eq(u64, t.s.store.hash, hash));
  cr_expect(eq(u64, state_layout(&t.s.store), layout));
  table_check(&t);
  table_close(&t);
}

Test(effect, a_released_card_takes_only_its_own_effects_along) {
  table t;
  table_open(&t, 1);
  uint32_t both[] = {t.live[0], t.live[1]};
  uint32_t alone = add_plain(&t, "power", 1, &t.live[0], 1);
  uint32_t shared = add_plain(&t, "power", 1, both, 2);
  uint32_t other = add_plain(&t, "power", 1, &t.live[1], 1);
  cr_expect(eq(u32, st_effect_target_count(&t.s.store, shared), 2));

  OK(st_effect_release_target(&t.s.store, t.live[0]));

  cr_expect(not(st_effect_is_used(&t.s.store, alone)));
  cr_expect(st_effect_is_used(&t.s.store, shared));
  cr_expect(eq(u32, st_effect_target_count(&t.s.store, shared), 1));
  cr_expect(st_effect_is_used(&t.s.store, other));
  table_check(&t);
  table_close(&t);
}

/* -- Places -- */

typedef struct place_case {
  strata_layer layer;
  int32_t priority;
} place_case;

/* In the order of a pass; layer 4 goes by priority, the others do not. */
static const place_case in_order[] = {{0, 9},  {0, -9}, {3, 0}, {4, -1},
                                      {4, -1}, {4, 0},  {4, 7}, {5, -3}};

Test(effect, places_go_by_layer_then_priority_then_time_then_ordinal) {
  table t;
  table_open(&t, 1);
  st_sort_key last = {0};
  for (size_t i = 0; i < ST_COUNT_OF(in_order); i++) {
    st_new_part parts[2];
    for (uint32_t n = 0; n < 2; n++) {
      parts[n] =
          (st_new_part){.header = st_part_header(in_order[i].layer,
                                                 kit_attr(t.s.rules, "power"),
                                                 n, 0, STRATA_OP_ADD)};
    }
    st_new_effect desc = {.priority = in_order[i].priority,
                          .parts = parts,
                          .part_count = 2,
                          .targets = t.live,
                          .target_count = 1};
    uint32_t effect = 0;
    OK(st_effect_add(&t.s.store, &desc, &effect));
    uint32_t part = st_effect_first_part(&t.s.store, effect);
    for (uint32_t n = 0; n < 2; n++) {
      st_sort_key place = st_part_sort_key(&t.s.store, part, parts[n].header);
      cr_expect(st_sort_key_before(last, place), "case %zu part %u", i, n);
      cr_expect(not(st_sort_key_before(place, place)));
      cr_expect(eq(i32, st_sort_key_layer(place), in_order[i].layer));
      last = place;
      part = st_get32(&t.s.store, ST_COLUMN_PART_NEXT, part);
    }
  }
  table_close(&t);
}

Test(effect, negative_layers_come_first) {
  state s;
  state_open(&s, false);
  uint32_t part = 1;
  OK(st_put32(&s.store, ST_COLUMN_PART_EFFECT, part, 1));
  const strata_layer layers[] = {INT32_MIN, -5, -1, 0, 1, INT32_MAX};
  for (size_t i = 1; i < ST_COUNT_OF(layers); i++) {
    st_sort_key a = st_part_sort_key(&s.store, part,
                                     st_part_header(layers[i - 1], 1, 0, 0, 0));
    st_sort_key b =
        st_part_sort_key(&s.store, part, st_part_header(layers[i], 1, 0, 0, 0));
    cr_expect(st_sort_key_before(a, b), "case %zu", i);
  }
  state_close(&s);
}
