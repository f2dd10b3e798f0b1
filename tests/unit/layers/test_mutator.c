/* The mutator writes the state and tells the evaluator. After each change the
 * evaluator gives the values of a fresh one. */
#include "mutator_stage.h"

TestSuite(mutator, .timeout = 60);

/* -- Base values -- */

Test(mutator, a_base_value_is_written_and_known) {
  board b;
  board_open(&b);
  cr_assert(eq(i64, number_of(&b, "power", b.elf), 5), "1 + 1 + 2 + 1");

  OK(set_number(&b, "power", b.elf, 10));
  OK(set_number(&b, "small", b.elf, -8));
  OK(set_number(&b, "owner", b.elf, (int64_t)handle(&b, b.player)));
  const uint64_t none = 0;
  OK(st_mutator_set_base(&b.change, attr_of(&b, "types"), b.elf, &none));

  cr_expect(eq(i64, number_of(&b, "power", b.elf), 12), "it is no elf");
  cr_expect(eq(i64, number_of(&b, "small", b.elf), -8));
  cr_expect(eq(u64, value_of(&b, "owner", b.elf)[0], handle(&b, b.player)));
  cr_expect(eq(u64, value_of(&b, "types", b.elf)[0], 0));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, a_number_out_of_range_is_refused_and_nothing_is_written) {
  board b;
  board_open(&b);
  uint64_t hash = b.o.s.store.hash;

  cr_expect(eq(int, set_number(&b, "small", b.elf, 8), STRATA_ERANGE));
  cr_expect(eq(int, set_number(&b, "small", b.elf, -9), STRATA_ERANGE));
  cr_expect(eq(int, set_number(&b, "charge", b.elf, -1), STRATA_ERANGE));
  cr_expect(eq(int, set_number(&b, "hidden", b.elf, 2), STRATA_ERANGE));

  cr_expect(eq(u64, b.o.s.store.hash, hash));
  OK(set_number(&b, "small", b.elf, 7));
  board_close(&b);
}

Test(mutator, stamps_are_given_where_a_value_becomes_another) {
  board b;
  board_open(&b);
  uint64_t stamp = objects_stamp(&b.o, b.elf);
  const strata_attr modes = attr_of(&b, "modes");
  const uint64_t night = 2;

  OK(set_number(&b, "power", b.elf, 3));
  OK(set_number(&b, "rank", b.elf, 0));
  OK(st_mutator_set_symbol(&b.change, modes, b.elf, 0, false));
  cr_expect(eq(u64, objects_stamp(&b.o, b.elf), stamp), "as it was");
  OK(set_number(&b, "rank", b.elf, 1));
  cr_expect(ge(u64, objects_stamp(&b.o, b.elf), stamp + 1));
  stamp = objects_stamp(&b.o, b.elf);
  OK(st_mutator_set_base(&b.change, modes, b.elf, &night));
  cr_expect(ge(u64, objects_stamp(&b.o, b.elf), stamp + 1));
  stamp = objects_stamp(&b.o, b.elf);
  OK(st_mutator_set_base(&b.change, modes, b.elf, &night));
  OK(st_mutator_set_symbol(&b.change, modes, b.elf, 1, true));
  cr_expect(eq(u64, objects_stamp(&b.o, b.elf), stamp), "as it was");
  OK(st_mutator_set_symbol(&b.change, modes, b.elf, 1, false));
  cr_expect(ge(u64, objects_stamp(&b.o, b.elf), stamp + 1));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, counters_have_a_stamp_and_do_what_their_law_says) {
  board b;
  board_open(&b);
  const st_attr *charge = state_attr(&b.o.s, "charge");
  (void)number_of(&b, "power", b.host);

  OK(set_number(&b, "charge", b.host, 3));

  cr_expect(eq(i64, number_of(&b, "power", b.host), 3));
  cr_expect(
      ne(u64, st_get64(&b.o.s.store, charge->counter_stamp_column, b.host), 0));
  expect_known(&b);
  OK(set_number(&b, "charge", b.host, 0));
  cr_expect(eq(i64, number_of(&b, "power", b.host), 0));
  cr_expect(
      eq(u64, st_get64(&b.o.s.store, charge->counter_stamp_column, b.host), 0));
  board_close(&b);
}

Test(mutator, a_counter_more_makes_its_law_later_than_what_came_before) {
  board b;
  board_open(&b);
  OK(set_number(&b, "charge", b.host, 1));
  st_new_part none = add_part(&b, "power", 0, 0);
  none.header += (uint64_t)STRATA_OP_SET - STRATA_OP_ADD;
  (void)add_effect(&b, &(st_new_effect){.parts = &none,
                                        .part_count = 1,
                                        .targets = &b.host,
                                        .target_count = 1});
  cr_assert(eq(i64, number_of(&b, "power", b.host), 0), "1, then 0");

  OK(set_number(&b, "charge", b.host, 2));

  cr_expect(eq(i64, number_of(&b, "power", b.host), 2), "0, then 2 more");
  expect_known(&b);
  board_close(&b);
}

Test(mutator, a_short_way_ends_where_the_long_one_does) {
  state s;
  state_open(&s, true);
  st_strings strings = {0};
  st_eval eval;
  st_mutator change;
  OK(st_eval_init(&eval, &s.mem, &s.store));
  st_mutator_init(&change, &s.store, &strings, &eval);
  const strata_attr power = kit_attr(s.rules, "power");
  const strata_attr small = kit_attr(s.rules, "small");
  const strata_attr tapped = kit_attr(s.rules, "tapped");
  const strata_attr owner = kit_attr(s.rules, "owner");
  const strata_attr types = kit_attr(s.rules, "types");
  strata_entity entity = state_spawn(&s);
  uint32_t slot = st_slot_of(entity);
  uint64_t empty = s.store.hash;
  uint64_t seven = (uint64_t)-7;
  uint64_t on = 0; /* the default is 1 */

  cr_expect(
      not(st_mutator_put_number_in_place(&s.store, &eval, power, slot, -7)),
      "no page");
  cr_expect(
      not(st_mutator_put_short_in_place(&s.store, &eval, small, slot, -7)));
  cr_expect(
      not(st_mutator_put_flag_in_place(&s.store, &eval, tapped, slot, false)));
  cr_expect(
      not(st_mutator_put_ref_in_place(&s.store, &eval, owner, slot, entity)));
  cr_expect(not(
      st_mutator_put_symbol_in_place(&s.store, &eval, types, slot, 0, true)));
  cr_expect(eq(u64, s.store.hash, empty), "what was not done was written");
  st_savepoint start = st_store_begin(&s.store);
  OK(st_mutator_set_base(&change, power, slot, &seven));
  OK(st_mutator_set_base(&change, small, slot, &seven));
  OK(st_mutator_set_base(&change, tapped, slot, &on));
  OK(st_mutator_set_base(&change, owner, slot, &entity));
  OK(st_mutator_set_symbol(&change, types, slot, 0, true));
  uint64_t hash = s.store.hash;
  /* The same cells are 0 again, and have their pages. */
  OK(st_put64(&s.store, st_attr_of(s.rules, power)->base_column, slot, 0));
  OK(st_put32(&s.store, st_attr_of(s.rules, small)->base_column, slot, 0));
  OK(st_put_bit(&s.store, st_attr_of(s.rules, tapped)->base_column, slot,
                false));
  OK(st_put64(&s.store, st_attr_of(s.rules, owner)->base_column, slot, 0));
  OK(st_put_bit(&s.store, st_attr_of(s.rules, types)->base_column, slot,
                false));
  cr_assert(eq(u64, s.store.hash, empty));
  st_eval_drop_caches(&eval);
  const uint64_t *words = NULL;
  OK(st_eval_value(&eval, power, slot, &words));
  cr_assert(eq(i64, (int64_t)words[0], 0));

  cr_expect(st_mutator_put_number_in_place(&s.store, &eval, power, slot, -7));
  cr_expect(st_mutator_put_short_in_place(&s.store, &eval, small, slot, -7));
  cr_expect(st_mutator_put_flag_in_place(&s.store, &eval, tapped, slot, false));
  cr_expect(st_mutator_put_ref_in_place(&s.store, &eval, owner, slot, entity));
  cr_expect(
      st_mutator_put_symbol_in_place(&s.store, &eval, types, slot, 0, true));

  cr_expect(eq(u64, s.store.hash, hash));
  OK(st_eval_value(&eval, power, slot, &words));
  cr_expect(eq(i64, (int64_t)words[0], -7), "the evaluator was not told");
  st_store_undo(&s.store, start);
  cr_expect(eq(u64, s.store.hash, empty));
  st_mutator_fini(&change);
  st_eval_fini(&eval);
  st_strings_fini(&strings, &s.mem);
  state_close(&s);
}

/* The first card is a wall; the host, which is newer, has the last word on its
 * power, which is 9, and 1 if the elf has. */
static void add_quarrel(board *b) {
  const uint64_t wall = 4;
  OK(st_mutator_set_base(&b->change, attr_of(b, "types"), b->first, &wall));
  OK(set_number(b, "abilities", b->elf, intern(b, "lower")));
  OK(set_number(b, "abilities", b->host, intern(b, "raise")));
  cr_assert(eq(i64, number_of(b, "power", b->first), 9));
}

Test(mutator, who_gets_a_new_stamp_has_the_later_ability) {
  board b;
  board_open(&b);
  add_quarrel(&b);

  OK(st_mutator_restamp(&b.change, b.elf));

  cr_expect(eq(i64, number_of(&b, "power", b.first), 1));
  OK(set_number(&b, "rank", b.host, 1)); /* stamps, too */
  cr_expect(eq(i64, number_of(&b, "power", b.first), 9));
  put(&b, b.elf, "exile", 0);
  cr_expect(eq(i64, number_of(&b, "power", b.first), 1));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, who_turns_has_the_values_of_its_other_face) {
  board b;
  board_open(&b);
  expect_known(&b);
  uint64_t stamp = objects_stamp(&b.o, b.lord);

  OK(st_mutator_turn_face(&b.change, b.lord,
                          kit_definition(b.o.s.rules, "dusk")));

  cr_expect(eq(i64, number_of(&b, "power", b.lord), 4));
  cr_expect(eq(i64, number_of(&b, "power", b.elf), 4), "the lord is none");
  cr_expect(ge(u64, objects_stamp(&b.o, b.lord), stamp + 1));
  expect_known(&b);
  board_close(&b);
}

/* -- Coming -- */

Test(mutator, several_of_one_model_are_as_if_spawned_one_by_one) {
  board a;
  board b;
  board_open(&a);
  board_open(&b);
  expect_known(&b);
  const st_spawn_template model = {.definition =
                                       kit_definition(a.o.s.rules, "lord")};
  strata_entity one[3] = {0};
  strata_entity all[3] = {0};

  for (int i = 0; i < 3; i++) {
    OK(st_mutator_spawn(&a.change, &model, 1, &one[i]));
  }
  OK(st_mutator_spawn(&b.change, &model, 3, all));

  cr_expect(eq(u64, a.o.s.store.hash, b.o.s.store.hash));
  for (int i = 0; i < 3; i++) {
    cr_expect(eq(u64, one[i], all[i]));
  }
  cr_expect(eq(i64, number_of(&b, "power", b.elf), 8));
  expect_known(&b);
  board_close(&b);
  board_close(&a);
}

/* Its copiable power is how many elves there are. */
static void count_elves(board *b, uint32_t slot) {
  strata_layer layer =
      (strata_layer)strata_rules_find(b->o.s.rules, STRATA_NAME_LAYER, "copy") -
      1;
  const st_new_part part = {.header =
                                st_part_header(layer, attr_of(b, "power"), 0,
                                               ST_PART_COMPUTED, STRATA_OP_SET),
                            .text = intern(b, "count(types has 'elf')")};
  (void)add_effect(b, &(st_new_effect){.parts = &part,
                                       .part_count = 1,
                                       .targets = &slot,
                                       .target_count = 1});
}

Test(mutator, copies_are_of_what_was_there_before_the_first_of_them) {
  board b;
  board_open(&b);
  count_elves(&b, b.elf);
  cr_assert(eq(i64, number_of(&b, "power", b.elf), 6), "2 and 4");
  strata_entity copies[2] = {0};

  OK(st_mutator_spawn(&b.change, &(st_spawn_template){.copied = b.elf}, 2,
                      copies));

  cr_expect(eq(i64, objects_base(&b.o, "power", st_slot_of(copies[0])), 2));
  cr_expect(eq(i64, objects_base(&b.o, "power", st_slot_of(copies[1])), 2));
  cr_expect(eq(i64, number_of(&b, "power", b.elf), 8), "there are four elves");
  expect_known(&b);
  board_close(&b);
}

Test(mutator, a_snapshot_is_of_copiable_values_of_the_living_and_the_gone) {
  board b;
  board_open(&b);
  count_elves(&b, b.elf);
  uint32_t alive = 0;
  OK(st_mutator_spawn_copy_snapshot(&b.change, b.elf, &alive));
  const st_zone_move away = {.slot = b.elf};
  strata_entity moved = 0;
  OK(st_mutator_move(&b.change, &away, &moved));
  uint32_t gone = 0;

  OK(st_mutator_spawn_copy_snapshot(&b.change, b.elf, &gone));

  cr_expect(st_get_bit(&b.o.s.store, ST_COLUMN_ENTITY_LAST_KNOWN, gone));
  cr_expect(eq(i64, objects_base(&b.o, "power", alive), 2));
  cr_expect(eq(i64, objects_base(&b.o, "power", gone), 2));
  cr_expect(eq(i64, objects_base(&b.o, "toughness", gone), 1), "2 is no copy");
  expect_known(&b);
  board_close(&b);
}

Test(mutator, who_becomes_a_copy_is_what_is_copiable) { /* 707.2 */
  board b;
  board_open(&b);
  OK(st_mutator_become_copy(&b.change, b.host, b.elf, layer_of(&b, "copy")));
  cr_expect(eq(i64, number_of(&b, "toughness", b.host), 1), "2 is no copy");
  cr_expect(eq(i64, number_of(&b, "power", b.host), 1 + 1 + 1),
            "an elf, by anthem and lord");
  expect_known(&b);
  OK(st_mutator_become_copy(&b.change, b.lord, b.host, layer_of(&b, "copy")));
  cr_expect(eq(i64, number_of(&b, "toughness", b.lord), 1));
  cr_expect(eq(i64, number_of(&b, "power", b.host), 1 + 1), "no lord is left");
  expect_known(&b);
  board_close(&b);
}

/* -- Moving -- */

static uint32_t move_away(board *b, uint32_t slot, const uint64_t *row) {
  const st_zone_move move = {
      .slot = slot, .zone = objects_zone(&b->o, "exile"), .snapshot = row};
  strata_entity out = 0;
  OK(st_mutator_move(&b->change, &move, &out));
  return st_slot_of(out);
}

Test(mutator, a_move_takes_the_row_of_what_was) {
  board b;
  board_open(&b);
  strata_entity old = handle(&b, b.elf);
  const st_store *store = &b.o.s.store;
  OK(set_number(&b, "energy", b.elf, 4));

  uint32_t moved = move_away(&b, b.elf, NULL);

  cr_expect(eq(u32, st_entity_slot(store, old), 0));
  cr_assert(eq(u32, st_entity_last_known_slot(store, old), b.elf));
  cr_expect(eq(u64, st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, b.elf),
               handle(&b, moved)));
  cr_expect(eq(i64, objects_base(&b.o, "power", b.elf), 5));
  cr_expect(eq(i64, objects_base(&b.o, "toughness", b.elf), 2));
  uint32_t apart = st_get32(store, ST_COLUMN_ENTITY_ABOVE, b.elf);
  cr_expect(eq(i64, objects_base(&b.o, "power", apart), 1), "copiable");
  cr_expect(eq(i64, objects_base(&b.o, "power", moved), 1));
  cr_expect(eq(i64, number_of(&b, "toughness", moved), 1), "locked to the old");
  cr_expect(eq(i64, objects_base(&b.o, "energy", moved), 4), "it is kept");
  cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_of_slot(store, moved),
               (void *)(uintptr_t)objects_zone(&b.o, "exile")));
  cr_expect(eq(u32, st_effect_is_used(store, b.pump), 0), "nobody has it");
  expect_known(&b);
  board_close(&b);
}

Test(mutator, who_go_together_are_remembered_as_they_were_together) {
  board b;
  board_open(&b);
  uint64_t *rows[2];
  size_t words = st_mutator_snapshot_words(&b.change);
  rows[0] = calloc(words, sizeof(uint64_t));
  rows[1] = calloc(words, sizeof(uint64_t));
  cr_assert(rows[0] && rows[1]);
  OK(st_mutator_take_snapshot(&b.change, b.lord, rows[0]));
  OK(st_mutator_take_snapshot(&b.change, b.elf, rows[1]));

  uint32_t lord = move_away(&b, b.lord, rows[0]);
  (void)set_number(&b, "abilities", lord, 0);
  (void)move_away(&b, b.elf, rows[1]);

  cr_expect(eq(i64, objects_base(&b.o, "power", b.elf), 5), "with the lord");
  cr_expect(eq(i64, objects_base(&b.o, "power", b.lord), 3), "with the anthem");
  expect_known(&b);
  free(rows[0]);
  free(rows[1]);
  board_close(&b);
}

Test(mutator, a_row_is_of_the_moment_at_which_it_is_taken) {
  board b;
  board_open(&b);

  uint32_t lord = move_away(&b, b.lord, NULL);
  OK(set_number(&b, "abilities", lord, 0));
  (void)move_away(&b, b.elf, NULL);

  cr_expect(eq(i64, objects_base(&b.o, "power", b.elf), 4), "no lord");
  expect_known(&b);
  board_close(&b);
}

Test(mutator, who_moves_as_the_same_has_another_place_and_a_new_stamp) {
  board b;
  board_open(&b);
  uint64_t stamp = objects_stamp(&b.o, b.elf);
  (void)value_of(&b, "zone", b.elf);

  put(&b, b.elf, "exile", 0);

  cr_expect(eq(i64, number_of(&b, "zone", b.elf),
               (int64_t)kit_symbol(b.o.s.rules, "exile")));
  cr_expect(ge(u64, objects_stamp(&b.o, b.elf), stamp + 1));
  cr_expect(eq(i64, number_of(&b, "power", b.elf), 5));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, a_position_beyond_the_ends_is_out_of_range) {
  board b;
  board_open(&b);
  st_zone_move move = {.slot = b.first,
                       .player = b.player,
                       .zone = objects_zone(&b.o, "library"),
                       .position = 2};
  strata_entity out = 0;
  for (int same = 0; same < 2; same++) {
    move.stays_same_object = same;
    uint64_t hash = b.o.s.store.hash;
    uint64_t layout = state_layout(&b.o.s.store);
    uint64_t mark = 0;
    OK(st_store_mark(&b.o.s.store, &mark));

    cr_expect(eq(int, st_mutator_move(&b.change, &move, &out), STRATA_ERANGE));

    cr_expect(eq(u64, out, 0));
    OK(st_store_rollback(&b.o.s.store, mark));
    cr_expect(eq(u64, b.o.s.store.hash, hash));
    cr_expect(eq(u64, state_layout(&b.o.s.store), layout));
    expect_known(&b);
  }
  board_close(&b);
}

/* -- Going -- */

Test(mutator, who_is_removed_ends_what_was_locked_to_it) {
  board b;
  board_open(&b);
  const st_store *store = &b.o.s.store;

  OK(st_mutator_remove(&b.change, handle(&b, b.elf)));

  cr_expect(eq(u32, st_effect_is_used(store, b.pump), 0));
  cr_expect(eq(u32, st_effect_is_used(store, b.timed), 0));
  cr_expect(eq(u32, st_effect_is_used(store, b.anthem), 1));
  cr_expect(eq(u32, st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, b.elf), 0));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, who_is_removed_does_nothing_any_more) {
  board b;
  board_open(&b);
  cr_assert(eq(i64, number_of(&b, "power", b.elf), 5));

  OK(st_mutator_remove(&b.change, handle(&b, b.lord)));

  cr_expect(eq(i64, number_of(&b, "power", b.elf), 4));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, who_is_removed_ends_what_lasted_as_long_as_it) {
  board b;
  board_open(&b);
  cr_assert(eq(i64, number_of(&b, "power", b.elf), 5));

  OK(st_mutator_remove(&b.change, handle(&b, b.host)));

  cr_expect(eq(u32, st_effect_is_used(&b.o.s.store, b.anthem), 0));
  cr_expect(eq(u32, st_effect_is_used(&b.o.s.store, b.pump), 1));
  cr_expect(eq(i64, number_of(&b, "power", b.elf), 4));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, a_player_who_is_removed_leaves_cards_that_are_nowhere) {
  board b;
  board_open(&b);
  cr_assert(ne(i64, number_of(&b, "zone", b.second), 0));

  OK(st_mutator_remove(&b.change, handle(&b, b.player)));

  cr_expect(eq(i64, number_of(&b, "zone", b.first), 0));
  cr_expect(eq(i64, number_of(&b, "zone", b.second), 0));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, what_was_is_forgotten_but_for_what_effects_copy) {
  board b;
  board_open(&b);
  const st_store *store = &b.o.s.store;
  uint32_t copied = 0;
  OK(st_mutator_spawn_copy_snapshot(&b.change, b.lord, &copied));
  strata_layer layer =
      (strata_layer)strata_rules_find(b.o.s.rules, STRATA_NAME_LAYER, "copy") -
      1;
  const st_new_part part = {
      .header =
          st_part_header(layer, attr_of(&b, "power"), 0, 0, STRATA_OP_COPY),
      .value = st_entity_last_known_handle(store, copied)};
  (void)add_effect(&b, &(st_new_effect){.parts = &part,
                                        .part_count = 1,
                                        .targets = &b.host,
                                        .target_count = 1,
                                        .snapshot = copied});
  (void)move_away(&b, b.elf, NULL);
  uint32_t apart = st_get32(store, ST_COLUMN_ENTITY_ABOVE, b.elf);

  OK(st_mutator_forget_last_known(&b.change));

  cr_expect(eq(u32, st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, b.elf), 0));
  cr_expect(eq(u32, st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, apart), 0));
  cr_expect(eq(u32, st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, copied), 1));
  cr_expect(eq(i64, number_of(&b, "power", b.host), 2));
  expect_known(&b);
  board_close(&b);
}

/* -- Effects -- */

Test(mutator, a_tick_ends_what_is_due) {
  board b;
  board_open(&b);
  uint32_t ended = 9;

  OK(st_mutator_tick_clock(&b.change, 1, &ended));
  cr_expect(eq(u32, ended, 0));
  cr_expect(eq(i64, number_of(&b, "toughness", b.elf), 2));
  OK(st_mutator_tick_clock(&b.change, 1, &ended));

  cr_expect(eq(u32, ended, 1));
  cr_expect(eq(u32, st_effect_is_used(&b.o.s.store, b.timed), 0));
  cr_expect(eq(i64, number_of(&b, "toughness", b.elf), 1));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, effects_expire_until_the_rest_holds) {
  board b;
  board_open(&b);
  const st_store *store = &b.o.s.store;
  /* The host's power is 4; only the first is over at the first look. */
  uint32_t over = add_while(&b, b.host, "power", 3, "count(power > 99) > 0");
  uint32_t next = add_while(&b, b.host, "bounty", 1, "sum(power, true) >= 13");
  uint32_t stays = add_while(&b, b.host, "power", 1, "sum(power, true) >= 10");
  cr_assert(eq(i64, number_of(&b, "power", b.host), 4));

  OK(st_mutator_end_expired(&b.change));

  cr_expect(eq(u32, st_effect_is_used(store, over), 0));
  cr_expect(eq(u32, st_effect_is_used(store, next), 0));
  cr_expect(eq(u32, st_effect_is_used(store, stays), 1));
  cr_expect(eq(i64, number_of(&b, "power", b.host), 1));
  expect_known(&b);
  board_close(&b);
}

Test(mutator, effects_of_which_one_look_says_so_expire_together) {
  board b;
  board_open(&b);
  /* If one effect ended before the other was checked, the condition of the
   * other holds. */
  uint32_t a = add_while(&b, b.host, "bounty", 1, "sum(bounty, true) < 2");
  uint32_t c = add_while(&b, b.host, "bounty", 1, "sum(bounty, true) < 2");

  OK(st_mutator_end_expired(&b.change));

  cr_expect(eq(u32, st_effect_is_used(&b.o.s.store, a), 0));
  cr_expect(eq(u32, st_effect_is_used(&b.o.s.store, c), 0));
  board_close(&b);
}
