/* Entities: handles, slots, and cells as differences from the defaults. */
#include "state_stage.h"

TestSuite(entity, .timeout = 60);

Test(entity, a_handle_names_its_entity_and_nobody_else) {
  state s;
  state_open(&s, true);
  strata_entity a = state_spawn(&s);
  strata_entity b = state_spawn(&s);

  cr_expect(eq(u64, a, st_handle(1, 1)));
  cr_expect(eq(u64, b, st_handle(2, 1)));
  cr_expect(eq(u32, st_entity_slot(&s.store, a), 1));
  cr_expect(eq(u32, st_entity_slot(&s.store, b), 2));
  cr_expect(eq(u64, st_entity_handle(&s.store, 2), b));
  cr_expect(eq(u64, st_entity_handle(&s.store, 0), 0));
  state_close(&s);
}

Test(entity, handles_that_were_never_given_out_name_nobody) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  strata_entity gone = state_spawn(&s);
  OK(st_entity_despawn(&s.store, 2));
  const strata_entity none[] = {0,
                                st_handle(0, 1),
                                st_handle(1, 0),
                                st_handle(1, 2),
                                st_handle(1, 3),
                                gone,
                                st_handle(2, 2), /* the free slot's own */
                                st_handle(3, 0),
                                st_handle(3, 1),
                                st_handle(63, 1),
                                st_handle(64, 1),
                                UINT64_MAX};
  for (size_t i = 0; i < ST_COUNT_OF(none); i++) {
    cr_expect(eq(u32, st_entity_slot(&s.store, none[i]), 0), "case %zu", i);
  }
  state_close(&s);
}

Test(entity, a_slot_used_again_has_another_handle) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  for (uint32_t use = 0; use < 5; use++) {
    strata_entity entity = state_spawn(&s);
    cr_expect(eq(u64, entity, st_handle(2, 2 * use + 1)));
    cr_expect(st_get_bit(&s.store, ST_COLUMN_ENTITY_LIVE, 2));
    cr_expect(eq(u64, st_scalar_get(&s.store, ST_SCALAR_ENTITY_COUNT), 2));

    OK(st_entity_despawn(&s.store, 2));

    cr_expect(eq(u32, st_entity_slot(&s.store, entity), 0));
    cr_expect(not(st_get_bit(&s.store, ST_COLUMN_ENTITY_LIVE, 2)));
    cr_expect(eq(u64, st_scalar_get(&s.store, ST_SCALAR_ENTITY_COUNT), 1));
  }
  cr_expect(eq(u32, st_entity_top(&s.store), 2));
  state_close(&s);
}

Test(entity, free_slots_are_used_before_new_ones) {
  state s;
  state_open(&s, true);
  for (int i = 0; i < 4; i++) {
    (void)state_spawn(&s);
  }
  OK(st_entity_despawn(&s.store, 2));
  OK(st_entity_despawn(&s.store, 4));

  cr_expect(eq(u64, state_spawn(&s), st_handle(4, 3)));
  cr_expect(eq(u64, state_spawn(&s), st_handle(2, 3)));
  cr_expect(eq(u64, state_spawn(&s), st_handle(5, 1)));
  state_close(&s);
}

Test(entity, a_worn_out_slot_is_not_used_again) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  uint32_t last = ST_GENERATION_EXHAUSTED - 1;
  OK(st_put32(&s.store, ST_COLUMN_ENTITY_GENERATION, 1, last));
  strata_entity entity = st_handle(1, last);
  cr_expect(eq(u32, st_entity_slot(&s.store, entity), 1));

  OK(st_entity_despawn(&s.store, 1));

  cr_expect(eq(u32, st_entity_slot(&s.store, entity), 0));
  cr_expect(eq(u32, st_get32(&s.store, ST_COLUMN_ENTITY_GENERATION, 1),
               ST_GENERATION_EXHAUSTED));
  cr_expect(eq(u64, st_scalar_get(&s.store, ST_SCALAR_ENTITY_FREE), 0));
  cr_expect(eq(u64, state_spawn(&s), st_handle(2, 1)));
  state_close(&s);
}

Test(entity, no_handle_ever_names_two_entities) {
  state s;
  state_open(&s, true);
  strata_entity given[64];
  (void)state_spawn(&s);
  OK(st_put32(&s.store, ST_COLUMN_ENTITY_GENERATION, 1, UINT32_MAX - 10));
  for (size_t n = 0; n < ST_COUNT_OF(given); n++) {
    given[n] = n == 0 ? st_entity_handle(&s.store, 1) : state_spawn(&s);
    uint32_t slot = st_slot_of(given[n]);
    cr_assert(eq(u32, st_entity_slot(&s.store, given[n]), slot));
    for (size_t i = 0; i < n; i++) {
      cr_assert(ne(u64, given[i], given[n]), "given out twice");
    }
    OK(st_entity_despawn(&s.store, slot));
    cr_assert(eq(u32, st_entity_slot(&s.store, given[n]), 0), "use %zu", n);
  }
  state_close(&s);
}

/* -- Base values -- */

typedef struct base_case {
  const char *attr;
  int64_t value;
  uint64_t cell;
} base_case;

static const base_case base_cases[] = {
    {"power", 0, 0},
    {"power", 5, 5},
    {"power", -1, UINT64_MAX},
    {"power", INT64_MIN, UINT64_C(1) << 63},
    {"level", 3, 0}, /* its default */
    {"level", 4, 1},
    {"level", 2, UINT32_MAX}, /* its range is one of 32 bits */
    {"level", INT32_MIN, UINT64_C(0x7ffffffd)},
    {"level", INT32_MAX, UINT64_C(0x7ffffffc)},
    {"flying", 0, 0},
    {"flying", 1, 1},
    {"tapped", 1, 0}, /* its default */
    {"tapped", 0, 1},
    {"owner", (int64_t)UINT64_C(0xfffffffd00000001),
     UINT64_C(0xfffffffd00000001)},
    {"rarity", 2, 2},
    {"note", 77, 77},
};

Test(entity, a_cell_holds_the_difference_to_the_default) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  for (size_t i = 0; i < ST_COUNT_OF(base_cases); i++) {
    const base_case *c = &base_cases[i];
    const st_attr *attr = state_attr(&s, c->attr);

    OK(st_entity_set_base(&s.store, attr, 1, c->value));

    cr_expect(eq(u64, st_get_any(&s.store, attr->base_column, 1), c->cell),
              "%zu", i);
    cr_expect(eq(i64, st_entity_base(&s.store, attr, 1), c->value), "%zu", i);
  }
  state_close(&s);
}

Test(entity, a_new_entity_has_every_default) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  for (uint32_t i = 0; i < st_attr_count(s.rules); i++) {
    const st_attr *attr = &s.rules->attrs[i];
    if (attr->type == STRATA_SET) continue;
    cr_expect(eq(i64, st_entity_base(&s.store, attr, 1), attr->default_value),
              "%s", attr->name);
  }
  uint64_t words[1] = {77};
  st_entity_base_symbols(&s.store, state_attr(&s, "types"), 1, words);
  cr_expect(eq(u64, words[0], 0));
  state_close(&s);
}

Test(entity, a_set_is_a_column_for_each_symbol) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  const st_attr *types = state_attr(&s, "types");
  const st_attr *colors = state_attr(&s, "colors");
  uint32_t wall = st_attr_domain_index(types, kit_symbol(s.rules, "wall"));
  OK(st_put_bit(&s.store, types->base_column + wall, 1, true));
  OK(st_put_bit(&s.store, types->base_column, 1, true));

  uint64_t words[1];
  st_entity_base_symbols(&s.store, types, 1, words);
  cr_expect(eq(u64, words[0], UINT64_C(1) << wall | 1));
  st_entity_base_symbols(&s.store, colors, 1, words);
  cr_expect(eq(u64, words[0], 0));
  state_close(&s);
}

static void change_all(state *s) {
  for (uint32_t i = 0; i < st_attr_count(s->rules); i++) {
    const st_attr *attr = &s->rules->attrs[i];
    uint32_t columns = attr->type == STRATA_SET ? attr->domain_count : 1;
    for (uint32_t c = 0; c < columns; c++) {
      OK(st_put_any(&s->store, attr->base_column + c, 1, 1));
    }
  }
}

Test(entity, despawning_sets_every_base_value_back) {
  state s;
  state_open(&s, true);
  (void)state_spawn(&s);
  OK(st_entity_despawn(&s.store, 1));
  uint64_t hash = s.store.hash;
  OK(st_put32(&s.store, ST_COLUMN_ENTITY_GENERATION, 1, 0));
  (void)state_spawn(&s);
  change_all(&s);
  cr_expect(ne(u64, s.store.hash, hash));

  OK(st_entity_despawn(&s.store, 1));
  OK(st_scalar_put(&s.store, ST_SCALAR_STAMP,
                   1)); /* the one thing that stays */

  cr_expect(eq(u64, s.store.hash, hash));
  state_close(&s);
}

Test(entity, without_memory_a_spawn_or_despawn_can_be_undone) {
  size_t failures = 0;
  for (size_t n = 1; n < 40; n++) {
    state s;
    state_open(&s, true);
    uint64_t mark;
    OK(st_store_mark(&s.store, &mark));
    s.probe.fail_at = s.probe.calls + n;
    for (int i = 0; i < 200; i++) {
      st_savepoint start = st_store_begin(&s.store);
      uint64_t layout = state_layout(&s.store);
      strata_entity entity = 0;
      bool spawn = i % 7 != 6;
      strata_status status =
          spawn ? st_entity_spawn(&s.store, &entity)
                : st_entity_despawn(&s.store, (uint32_t)i / 7 + 1);
      if (!status) continue;
      cr_assert(eq(int, status, STRATA_ENOMEM));
      cr_assert(eq(u64, entity, 0));
      st_store_undo(&s.store, start);
      cr_assert(eq(u64, s.store.hash, start.hash));
      cr_assert(eq(u64, state_layout(&s.store), layout));
    }
    failures += s.probe.failures;
    state_close(&s);
  }
  cr_expect(lt(sz, 5, failures));
}

/* -- Words -- */

Test(entity, base_values_of_a_word_are_those_of_its_slots) {
  static const char *const names[] = {"power", "level", "owner", "rarity"};
  state s;
  state_open(&s, true);
  for (int i = 0; i < 150; i++) {
    (void)state_spawn(&s);
  }
  /* First no page, then those of the last slots, then all. */
  static const uint32_t starts[] = {151, 140, 100, 70, 1};
  for (size_t start = 0; start < ST_COUNT_OF(starts); start++) {
    for (size_t n = 0; n < ST_COUNT_OF(names); n++) {
      const st_attr *attr = state_attr(&s, names[n]);
      for (uint32_t slot = starts[start]; slot <= 150; slot += 3) {
        OK(st_entity_set_base(&s.store, attr, slot, (int64_t)slot % 7));
      }
      for (uint32_t word = 0; word < 3; word++) {
        int64_t room[64];
        const int64_t *got = st_entity_base64(&s.store, attr, word, room);
        for (uint32_t i = 0; i < 64; i++) {
          int64_t want = st_entity_base(&s.store, attr, 64 * word + i);
          cr_expect(eq(i64, got[i], want), "%s of %u", names[n], 64 * word + i);
        }
      }
    }
  }
  state_close(&s);
}

Test(entity, base_flags_of_a_word_are_those_of_its_slots) {
  static const char *const names[] = {"flying", "tapped"};
  state s;
  state_open(&s, true);
  for (int i = 0; i < 150; i++) {
    (void)state_spawn(&s);
  }
  for (size_t n = 0; n < ST_COUNT_OF(names); n++) {
    const st_attr *attr = state_attr(&s, names[n]);
    for (uint32_t slot = 1; slot < 150; slot += 3) {
      OK(st_entity_set_base(&s.store, attr, slot, slot % 2));
    }
    for (uint32_t slot = 0; slot < 192; slot++) {
      uint64_t flags = st_entity_base_flags64(&s.store, attr, slot / 64);
      int64_t want = st_entity_base(&s.store, attr, slot);
      cr_expect(eq(i64, (int64_t)(flags >> slot % 64 & 1), want), "%u", slot);
    }
  }
  state_close(&s);
}
