/* Base values of an object: timestamps, printed definitions, counters, copies,
 * and last-known values of an object that is gone. */
#include "object_stage.h"

TestSuite(object_values, .timeout = 60);

static void print(objects *o, uint32_t slot, const char *name) {
  OK(st_object_print(&o->s.store, &o->strings, slot,
                     kit_definition(o->s.rules, name)));
}

static void expect_text(objects *o, const char *attr, uint32_t slot,
                        const char *want) {
  st_text text;
  st_text_init(&text, &o->s.mem);
  st_strings_read(&o->s.store, (uint32_t)objects_base(o, attr, slot), &text);
  cr_expect(eq(str, STR(st_text_get(&text)), STR(want)), "%s", attr);
  st_text_fini(&text);
}

static uint64_t set_of(objects *o, const char *attr, uint32_t slot) {
  uint64_t words[1];
  st_entity_base_symbols(&o->s.store, state_attr(&o->s, attr), slot, words);
  return words[0];
}

static void set_bit(objects *o, const char *attr, uint32_t slot,
                    const char *symbol) {
  const st_attr *a = state_attr(&o->s, attr);
  uint32_t place = st_attr_domain_index(a, kit_symbol(o->s.rules, symbol));
  OK(st_put_bit(&o->s.store, a->base_column + place, slot, true));
}

static uint64_t counter_stamp(objects *o, const char *attr, uint32_t slot) {
  return st_get64(&o->s.store, state_attr(&o->s, attr)->counter_stamp_column,
                  slot);
}

static void count(objects *o, const char *attr, uint32_t slot, int64_t n) {
  OK(st_entity_set_counter(&o->s.store, state_attr(&o->s, attr), slot, n));
}

/* -- Timestamps -- */

Test(object_values, timestamps_are_one_sequence) {
  objects o;
  objects_open(&o);
  uint32_t a = objects_spawn(&o);
  uint32_t b = objects_spawn(&o);
  cr_expect(eq(u64, objects_stamp(&o, a), 1));
  cr_expect(eq(u64, objects_stamp(&o, b), 2));

  count(&o, "charge", b, 2);
  OK(st_entity_restamp(&o.s.store, a));
  uint64_t next = 0;
  OK(st_next_stamp(&o.s.store, &next));

  cr_expect(eq(u64, counter_stamp(&o, "charge", b), 3));
  cr_expect(eq(u64, objects_stamp(&o, a), 4));
  cr_expect(eq(u64, objects_stamp(&o, b), 2));
  cr_expect(eq(u64, next, 5));
  objects_close(&o);
}

Test(object_values,
     counters_are_stamped_when_one_is_added_and_no_more_with_the_last) {
  static const struct {
    int64_t count;
    uint64_t stamp; /* 1 is the entity's own */
  } steps[] = {{0, 0}, {2, 2}, {1, 2}, {1, 2}, {0, 0}, {0, 0}, {1, 3}, {4, 4}};
  objects o;
  objects_open(&o);
  uint32_t slot = objects_spawn(&o);
  for (size_t i = 0; i < ST_COUNT_OF(steps); i++) {
    count(&o, "charge", slot, steps[i].count);
    cr_expect(eq(i64, objects_base(&o, "charge", slot), steps[i].count));
    cr_expect(eq(u64, counter_stamp(&o, "charge", slot), steps[i].stamp),
              "step %zu", i);
    cr_expect(eq(u64, counter_stamp(&o, "loyalty", slot), 0));
    cr_expect(eq(u64, objects_stamp(&o, slot), 1));
    cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_OK));
  }
  objects_close(&o);
}

/* -- Definitions -- */

Test(object_values, a_definition_is_printed_into_the_base_values) {
  objects o;
  objects_open(&o);
  uint32_t slot = objects_spawn(&o);
  print(&o, slot, "elf");

  cr_expect(eq(i64, objects_base(&o, "power", slot), 1));
  cr_expect(eq(i64, objects_base(&o, "toughness", slot), 1));
  cr_expect(
      eq(i64, objects_base(&o, "rarity", slot), kit_symbol(o.s.rules, "rare")));
  cr_expect(eq(u64, set_of(&o, "types", slot), 1));
  cr_expect(eq(u64, set_of(&o, "colors", slot), 2)); /* blue green red */
  expect_text(&o, "abilities", slot, "flying");
  expect_text(&o, "title", slot, "");
  cr_expect(eq(u32, st_get32(&o.s.store, ST_COLUMN_ENTITY_DEFINITION, slot),
               kit_definition(o.s.rules, "elf")));

  uint32_t walker = objects_spawn(&o);
  print(&o, walker, "walker");
  cr_expect(eq(i64, objects_base(&o, "loyalty", walker), 3));
  cr_expect(
      lt(u64, objects_stamp(&o, walker), counter_stamp(&o, "loyalty", walker)));
  cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_OK));
  objects_close(&o);
}

Test(object_values, ids_that_the_rules_lack_name_no_definition) {
  objects o;
  objects_open(&o);
  const strata_rules *rules = o.s.rules;
  cr_expect(eq(ptr, (void *)(uintptr_t)st_definition_of(rules, 0), NULL));
  cr_expect(eq(ptr, (void *)(uintptr_t)st_definition_of(rules, 7), NULL));
  const st_definition *elf =
      st_definition_of(rules, kit_definition(rules, "elf"));
  cr_expect(eq(str, STR(elf->name), STR("elf")));
  objects_close(&o);
}

Test(object_values, turning_changes_all_but_what_stays) {
  objects o;
  objects_open(&o);
  uint32_t slot = objects_spawn(&o);
  print(&o, slot, "elf");
  objects_put(&o, "small", slot, -3);
  objects_put(&o, "rank", slot, 9);
  objects_put(&o, "owner", slot, (int64_t)st_handle(1, 1));
  objects_put(&o, "attached", slot, (int64_t)st_handle(1, 1));
  set_bit(&o, "modes", slot, "night");
  count(&o, "charge", slot, 2);
  uint64_t stamp = counter_stamp(&o, "charge", slot);

  OK(st_object_turn_to_face(&o.s.store, &o.strings, slot,
                            kit_definition(o.s.rules, "dusk")));

  cr_expect(eq(i64, objects_base(&o, "power", slot), 4), "printed on the face");
  expect_text(&o, "abilities", slot, "haste");
  cr_expect(eq(i64, objects_base(&o, "toughness", slot), 0), "not on the face");
  cr_expect(eq(i64, objects_base(&o, "small", slot), 0));
  cr_expect(eq(i64, objects_base(&o, "rarity", slot), 0));
  cr_expect(eq(u64, set_of(&o, "types", slot), 0));
  cr_expect(eq(i64, objects_base(&o, "rank", slot), 9), "it stamps");
  cr_expect(eq(i64, objects_base(&o, "hidden", slot), 0), "it stamps");
  cr_expect(eq(u64, set_of(&o, "modes", slot), 2), "it stamps");
  cr_expect(ne(i64, objects_base(&o, "attached", slot), 0), "it stamps");
  cr_expect(ne(i64, objects_base(&o, "owner", slot), 0), "it is kept");
  cr_expect(eq(i64, objects_base(&o, "charge", slot), 2), "it counts");
  cr_expect(eq(u64, counter_stamp(&o, "charge", slot), stamp));
  cr_expect(eq(u32, st_get32(&o.s.store, ST_COLUMN_ENTITY_DEFINITION, slot),
               kit_definition(o.s.rules, "elf")),
            "its definition remains");
  objects_close(&o);
}

/* -- Copies -- */

static void fill(objects *o, uint32_t slot) {
  print(o, slot, "elf");
  objects_put(o, "power", slot, 8);
  objects_put(o, "small", slot, 5);
  objects_put(o, "rank", slot, 5);
  objects_put(o, "owner", slot, (int64_t)st_handle(1, 1));
  count(o, "charge", slot, 1);
}

Test(object_values, a_copy_has_what_is_copiable) {
  objects o;
  objects_open(&o);
  uint32_t from = objects_spawn(&o);
  uint32_t to = objects_spawn(&o);
  fill(&o, from);
  set_bit(&o, "types", to, "wall");

  OK(st_object_copy_copiable(&o.s.store, from, to));

  cr_expect(eq(i64, objects_base(&o, "power", to), 8));
  cr_expect(eq(u64, set_of(&o, "types", to), 1), "and not what it was");
  expect_text(&o, "abilities", to, "flying");
  cr_expect(eq(i64, objects_base(&o, "small", to), 0));
  cr_expect(eq(i64, objects_base(&o, "rank", to), 0));
  cr_expect(eq(i64, objects_base(&o, "owner", to), 0));
  cr_expect(eq(i64, objects_base(&o, "charge", to), 0));
  cr_expect(eq(u32, st_get32(&o.s.store, ST_COLUMN_ENTITY_DEFINITION, to), 0));
  objects_close(&o);
}

Test(object_values, what_is_kept_is_the_card_s) {
  objects o;
  objects_open(&o);
  uint32_t from = objects_spawn(&o);
  uint32_t to = objects_spawn(&o);
  fill(&o, from);
  count(&o, "energy", from, 4);

  OK(st_object_copy_kept(&o.s.store, from, to));

  cr_expect(eq(i64, objects_base(&o, "energy", to), 4));
  cr_expect(lt(u64, counter_stamp(&o, "energy", from),
               counter_stamp(&o, "energy", to)));
  cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_OK));
  cr_expect(eq(i64, objects_base(&o, "owner", to), (int64_t)st_handle(1, 1)));
  cr_expect(eq(i64, objects_base(&o, "power", to), 0));
  cr_expect(eq(i64, objects_base(&o, "charge", to), 0));
  objects_close(&o);
}

/* -- Those gone -- */

Test(object_values, a_frozen_slot_keeps_its_cells_and_is_given_to_nobody) {
  objects o;
  objects_open(&o);
  st_store *store = &o.s.store;
  strata_entity entity = state_spawn(&o.s);
  uint32_t slot = st_slot_of(entity);
  cr_expect(eq(u32, st_entity_last_known_slot(store, entity), 0), "it lives");
  fill(&o, slot);

  OK(st_entity_keep_last_known(store, slot));

  cr_expect(eq(u32, st_entity_slot(store, entity), 0), "its handle is stale");
  cr_expect(eq(u32, st_entity_last_known_slot(store, entity), slot));
  cr_expect(eq(u64, st_entity_last_known_handle(store, slot), entity));
  cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_ENTITY_COUNT), 0));
  cr_expect(eq(i64, objects_base(&o, "power", slot), 8));
  cr_expect(eq(i64, objects_base(&o, "charge", slot), 1));
  cr_expect(eq(int, st_validate_world(store), STRATA_OK));
  cr_expect(ne(u32, objects_spawn(&o), slot), "not free");
  objects_close(&o);
}

Test(object_values, only_the_last_handle_of_a_slot_is_of_somebody_gone) {
  objects o;
  objects_open(&o);
  st_store *store = &o.s.store;
  strata_entity first = state_spawn(&o.s);
  OK(st_entity_despawn(store, 1));
  strata_entity second = state_spawn(&o.s);
  OK(st_entity_keep_last_known(store, 1));
  const strata_entity strangers[] = {0,
                                     first,
                                     st_handle(1, 0),
                                     st_handle(1, 2),
                                     st_handle(1, 4),
                                     st_handle(1, 5),
                                     st_handle(0, UINT32_MAX),
                                     st_handle(2, UINT32_MAX),
                                     st_handle(64, 3),
                                     UINT64_MAX};
  for (size_t i = 0; i < ST_COUNT_OF(strangers); i++) {
    cr_expect(eq(u32, st_entity_last_known_slot(store, strangers[i]), 0),
              "case %zu", i);
  }
  cr_expect(eq(u32, st_entity_last_known_slot(store, second), 1));
  objects_close(&o);
}

Test(object_values, a_released_slot_is_as_if_it_had_been_despawned) {
  objects o[2];
  for (int i = 0; i < 2; i++) {
    objects_open(&o[i]);
    fill(&o[i], objects_spawn(&o[i]));
  }
  OK(st_entity_despawn(&o[0].s.store, 1));

  OK(st_entity_keep_last_known(&o[1].s.store, 1));
  OK(st_put64(&o[1].s.store, ST_COLUMN_ENTITY_SUCCESSOR, 1, 77));
  OK(st_entity_free_last_known(&o[1].s.store, 1));

  cr_expect(eq(u64, o[1].s.store.hash, o[0].s.store.hash));
  cr_expect(eq(u32, objects_spawn(&o[1]), 1));
  objects_close(&o[0]);
  objects_close(&o[1]);
}

Test(object_values, a_slot_of_nobody_holds_values_from_the_start) {
  objects o;
  objects_open(&o);
  st_store *store = &o.s.store;
  uint32_t model = objects_spawn(&o);
  fill(&o, model);
  uint32_t slot = 0;
  OK(st_entity_spawn_last_known(store, &slot));
  OK(st_object_copy_copiable(store, model, slot));

  strata_entity handle = st_entity_last_known_handle(store, slot);
  cr_expect(eq(u32, st_entity_slot(store, handle), 0));
  cr_expect(eq(u32, st_entity_last_known_slot(store, handle), slot));
  cr_expect(eq(i64, objects_base(&o, "power", slot), 8));
  cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_ENTITY_COUNT), 1));
  cr_expect(eq(u64, objects_stamp(&o, slot), 0), "it takes no timestamp");
  cr_expect(eq(int, st_validate_world(store), STRATA_OK));

  OK(st_entity_free_last_known(store, slot));

  cr_expect(eq(u32, st_entity_last_known_slot(store, handle), 0));
  cr_expect(eq(u64, state_spawn(&o.s), st_handle(slot, 3)));
  objects_close(&o);
}

Test(object_values, a_gone_slot_wears_out_too) {
  objects o;
  objects_open(&o);
  st_store *store = &o.s.store;
  for (int kind = 0; kind < 2; kind++) {
    uint32_t slot = objects_spawn(&o);
    if (kind == 0) {
      OK(st_put32(store, ST_COLUMN_ENTITY_GENERATION, slot,
                  ST_GENERATION_EXHAUSTED - 1));
      OK(st_entity_keep_last_known(store, slot));
    } else {
      OK(st_put32(store, ST_COLUMN_ENTITY_GENERATION, slot,
                  ST_GENERATION_EXHAUSTED - 3));
      OK(st_entity_despawn(store, slot));
      OK(st_entity_spawn_last_known(store, &slot));
    }
    cr_expect(eq(u32, st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot),
                 ST_GENERATION_EXHAUSTED));
    cr_expect(eq(int, st_validate_world(store), STRATA_OK));

    OK(st_entity_free_last_known(store, slot));

    cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_ENTITY_FREE), 0));
    cr_expect(eq(int, st_validate_world(store), STRATA_OK));
  }
  objects_close(&o);
}

/* -- Lists of symbols -- */

Test(object_values, lists_of_symbols_are_lines) {
  objects o;
  objects_open(&o);
  strata_symbol elf = kit_symbol(o.s.rules, "elf");
  strata_symbol wall = kit_symbol(o.s.rules, "wall");
  st_text list;
  st_text_init(&list, &o.s.mem);
  st_symbol_list_add(o.s.rules, &list, wall);
  st_symbol_list_add(o.s.rules, &list, elf);
  st_symbol_list_add(o.s.rules, &list, wall);
  st_text_add_str(&list, "\nwal\n");
  cr_expect(eq(str, STR(st_text_get(&list)), STR("wall\nelf\nwall\nwal\n")));

  const strata_symbol want[] = {wall, elf, wall, 0};
  const char *at = st_text_get(&list);
  strata_symbol symbol = UINT32_MAX;
  for (size_t i = 0; i < ST_COUNT_OF(want); i++) {
    cr_assert(st_symbol_list_next(o.s.rules, &at, &symbol));
    cr_expect(eq(u32, symbol, want[i]), "line %zu", i);
  }
  cr_expect(not(st_symbol_list_next(o.s.rules, &at, &symbol)));
  at = "";
  cr_expect(not(st_symbol_list_next(o.s.rules, &at, &symbol)));
  st_text_fini(&list);
  objects_close(&o);
}

/* -- Without memory -- */

static strata_status step(objects *o, int i, uint32_t slots[8]) {
  st_store *store = &o->s.store;
  uint32_t *slot = &slots[i % 8];
  strata_entity entity = 0;
  strata_status status = st_entity_spawn(store, &entity);
  if (!status && *slot) status = st_entity_keep_last_known(store, *slot);
  if (!status && *slot) status = st_entity_free_last_known(store, *slot);
  if (!status) {
    status = st_object_print(store, &o->strings, st_slot_of(entity),
                             kit_definition(o->s.rules, "elf"));
  }
  if (!status) {
    status = st_object_turn_to_face(store, &o->strings, st_slot_of(entity),
                                    kit_definition(o->s.rules, "bears"));
  }
  if (!status) *slot = st_slot_of(entity);
  return status;
}

Test(object_values, without_memory_each_step_can_be_undone) {
  size_t failures = 0;
  for (size_t n = 1; n < 60; n++) {
    objects o;
    objects_open(&o);
    uint64_t mark;
    OK(st_store_mark(&o.s.store, &mark));
    uint32_t slots[8] = {0};
    o.s.probe.fail_at = o.s.probe.calls + n;
    for (int i = 0; i < 100; i++) {
      st_savepoint start = st_store_begin(&o.s.store);
      uint64_t layout = state_layout(&o.s.store);
      strata_status status = step(&o, i, slots);
      if (!status) continue;
      cr_assert(eq(int, status, STRATA_ENOMEM));
      st_store_undo(&o.s.store, start);
      cr_assert(eq(u64, o.s.store.hash, start.hash));
      cr_assert(eq(u64, state_layout(&o.s.store), layout));
    }
    failures += o.s.probe.failures;
    o.s.probe.fail_at = 0;
    cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_OK));
    objects_close(&o);
  }
  cr_expect(lt(sz, 5, failures));
}
