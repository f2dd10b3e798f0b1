/* Replacement effects, prevention effects and "can't" effects in an action (614
 * to 616). */
#include "replacement_stage.h"

TestSuite(replacement, .timeout = 120);

/* -- Replacement -- */

Test(replacement, doubling_and_one_more_in_both_orders) {
  stage s;
  open_stage(&s);
  start(&s, "twice", s.alice, 0, 0);
  start(&s, "one_more", s.alice, 0, 0);

  cr_assert(act(&s, "gain", s.alice, 3));
  cr_expect(eq(str, s.names, STR("twice, one_more")));
  cr_expect(eq(u64, st_decision_get(&s.world->store, 1).player, s.alice));
  cr_expect(not(answer(&s, 0)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 7));

  cr_assert(act(&s, "gain", s.alice, 3));
  cr_expect(not(answer(&s, 1)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 7 + 8));
  close_stage(&s);
}

Test(replacement, each_applies_once_though_its_result_matches_again) {
  stage s;
  open_stage(&s);
  start(&s, "twice", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.alice, 1)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 2));

  start(&s, "twice", s.bob, 0, 0);
  cr_expect(not(act(&s, "gain", s.alice, 1)), "two, the same in both orders");
  cr_expect(eq(i64, number(&s, s.alice, "life"), 2 + 4));
  close_stage(&s);
}

Test(replacement, equal_ones_are_not_asked_about) {
  stage s;
  open_stage(&s);
  for (int i = 0; i < 3; i++) {
    start(&s, "twice", s.alice, 0, 0);
  }
  cr_expect(not(act(&s, "gain", s.alice, 1)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 8));
  close_stage(&s);
}

Test(replacement, exile_comes_in_place_of_death) {
  stage s;
  open_stage(&s);
  start(&s, "rest_in_peace", s.alice, 0, 0);
  cr_expect(not(act(&s, "die", s.bob, 0)));
  cr_expect(eq(i64, number(&s, s.bob, "deaths"), 0));
  cr_expect(eq(i64, number(&s, s.bob, "exiles"), 1));
  st_log_row replaced;
  st_log_row happened;
  cr_assert(st_log_get(&s.world->store, 1, &replaced));
  cr_assert(st_log_get(&s.world->store, 2, &happened));
  cr_expect(eq(int, replaced.what, ST_LOGGED_REPLACED));
  cr_expect(eq(u32, replaced.watcher_def, code_of(&s, "rest_in_peace")));
  cr_expect(eq(int, happened.what, ST_LOGGED_HAPPENED));
  cr_expect(eq(u64, happened.parent, 1), "it came of the other");
  close_stage(&s);
}

Test(replacement,
     what_comes_instead_is_replaced_in_turn_but_never_by_the_same) {
  stage s;
  open_stage(&s);
  start(&s, "rest_in_peace", s.alice, 0, 0);
  start(&s, "go_home", s.alice, 0, 0);
  start(&s, "back_to_life", s.alice, 0, 0);
  cr_expect(not(act(&s, "die", s.bob, 0)));
  cr_expect(eq(i64, number(&s, s.bob, "deaths"), 1), "all of them had a turn");
  cr_expect(eq(i64, number(&s, s.bob, "exiles"), 0));
  cr_expect(eq(i64, number(&s, s.bob, "shuffled"), 0));
  close_stage(&s);
}

Test(replacement, ranks_come_in_their_order) {
  static const char *const codes[] = {"fifth", "third", "first", "fourth",
                                      "second"};
  stage s;
  open_stage(&s);
  for (size_t i = 0; i < ST_COUNT_OF(codes); i++) {
    start(&s, codes[i], s.alice, 0, 0);
  }
  cr_expect(not(act(&s, "gain", s.alice, 9)), "there is no choice");
  cr_expect(eq(i64, number(&s, s.alice, "life"), 912345));
  close_stage(&s);
}

Test(replacement, zero_is_no_event_before_and_after) {
  stage s;
  open_stage(&s);
  start(&s, "one_more", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.alice, 0)), "nothing to replace");
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));

  start(&s, "none", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.alice, 4)), "nothing, in both orders");
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));
  close_stage(&s);
}

Test(replacement, what_an_emit_says_of_its_event_comes_first) {
  stage s;
  open_stage(&s);
  start(&s, "twice", s.alice, 0, 0);
  cr_expect(not(run_code(&s, "modest", 30, 4, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 8));
  cr_expect(not(run_code(&s, "modest", 3, 4, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 8 + 6));
  close_stage(&s);
}

Test(replacement, parts_that_go_one_by_one_are_replaced_one_by_one) {
  stage s;
  open_stage(&s);
  start(&s, "next_one", s.alice, 0, 1);
  cr_expect(not(act(&s, "many", s.alice, 3)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 4), "the first one alone");
  start(&s, "twice", s.alice, 0, 0);
  cr_expect(not(act(&s, "many", s.alice, 3)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 4 + 6), "each of them");
  close_stage(&s);
}

Test(replacement, an_optional_one_may_be_left) {
  stage s;
  open_stage(&s);
  start(&s, "if_you_like", s.bob, 0, 0);
  cr_assert(act(&s, "gain", s.alice, 1));
  cr_expect(eq(u64, st_decision_get(&s.world->store, 1).player, s.bob));
  cr_expect(not(answer(&s, 0)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 51));
  cr_assert(act(&s, "gain", s.alice, 1));
  cr_expect(not(answer(&s, 1)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 52));
  close_stage(&s);
}

Test(replacement, results_that_are_one_are_replaced_as_one) {
  stage s;
  open_stage(&s);
  start(&s, "fed_more", s.alice, 0, 0);
  cr_expect(not(run_code(&s, "bites", 2, 3, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 2 + 3 + 1));
  close_stage(&s);
}

Test(replacement, what_comes_instead_is_made_by_an_effect) {
  stage s;
  open_stage(&s);
  start(&s, "go_home", s.alice, 0, 0);
  start(&s, "not_by_effects", s.alice, 0, 0);
  cr_expect(not(act(&s, "exile", s.bob, 0)));
  cr_expect(eq(i64, number(&s, s.bob, "shuffled"), 0));
  cr_expect(not(act(&s, "shuffle_in", s.bob, 0)));
  cr_expect(eq(i64, number(&s, s.bob, "shuffled"), 1));
  close_stage(&s);
}

Test(replacement, who_may_apply_again_waits_for_another_change) {
  stage s;
  open_stage(&s);
  start(&s, "again", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.alice, 1)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 2), "not twice in a row");
  start(&s, "twice", s.alice, 0, 0);
  cr_assert(act(&s, "gain", s.alice, 1));
  cr_expect(not(answer(&s, 0)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 2 + (1 + 1) * 2 + 1));
  close_stage(&s);
}

/* Their conditions are keys: after the first change others are found. */
Test(replacement, a_changed_event_has_other_watchers) {
  stage s;
  open_stage(&s);
  start(&s, "from_five", s.alice, 0, 0);
  start(&s, "from_three", s.alice, 0, 0);
  cr_expect(not(act(&s, "gain", s.alice, 4)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 4), "neither is of 4");
  cr_expect(not(act(&s, "gain", s.alice, 3)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 4 + 3 + 2 + 2));
  close_stage(&s);
}

Test(replacement, limits_of_a_turn_end_with_it) {
  stage s;
  open_stage(&s);
  start(&s, "once_a_turn", s.alice, 0, 0);
  int64_t life = 0;
  uint32_t ended;
  strata_clock clock = strata_rules_find(s.rules, STRATA_NAME_CLOCK, "turn");
  for (int turn = 0; turn < 3; turn++) {
    for (int i = 0; i < 3; i++) {
      cr_expect(not(act(&s, "gain", s.alice, 1)));
      life += i == 0 ? 11 : 1;
      cr_expect(eq(i64, number(&s, s.alice, "life"), life), "turn %d", turn);
    }
    OK(strata_tick(s.world, clock, &ended));
  }
  close_stage(&s);
}

Test(replacement, limits_of_laws_are_kept_by_the_world) {
  stage s;
  open_stage(&s);
  cr_expect(not(act(&s, "feed", s.alice, 77)));
  cr_expect(not(act(&s, "feed", s.alice, 77)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 87 + 77));
  close_stage(&s);
}

/* -- Whose they are -- */

static strata_entity put_doubler(stage *s, const char *zone) {
  strata_entity doubler;
  OK(strata_spawn_as(
      s->world, strata_rules_find(s->rules, STRATA_NAME_DEFINITION, "doubler"),
      &doubler));
  strata_move_desc to = {
      .zone = strata_rules_find(s->rules, STRATA_NAME_ZONE, zone)};
  if (strcmp(zone, "library") == 0) to.player = s->alice;
  OK(strata_move(s->world, doubler, &to, &doubler));
  strata_value you = {.type = STRATA_REF, .ref = s->alice};
  OK(strata_set_base(s->world, doubler, stage_attr(s->rules, "controller"),
                     &you));
  return doubler;
}

Test(replacement, abilities_watch_where_they_function_and_two_are_two) {
  stage s;
  open_stage(&s);
  put_doubler(&s, "library");
  cr_expect(not(act(&s, "gain", s.alice, 1)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 1), "not from there");
  put_doubler(&s, "battlefield");
  cr_expect(not(act(&s, "gain", s.alice, 1)), "equal abilities of one object");
  cr_expect(eq(i64, number(&s, s.alice, "life"), 1 + 4));
  cr_expect(not(act(&s, "gain", s.bob, 1)));
  cr_expect(eq(i64, number(&s, s.bob, "life"), 1), "not hers");
  close_stage(&s);
}

Test(replacement, laws_watch) {
  stage s;
  open_stage(&s);
  cr_expect(not(act(&s, "exile", s.bob, 0)));
  cr_expect(eq(i64, number(&s, s.bob, "exiles"), 1));
  strata_value charge = {.type = STRATA_INT, .integer = 1};
  OK(strata_set_base(s.world, s.bob, stage_attr(s.rules, "charge"), &charge));
  cr_expect(not(act(&s, "exile", s.bob, 0)));
  cr_expect(eq(i64, number(&s, s.bob, "exiles"), 1));
  close_stage(&s);
}

Test(replacement, the_controller_of_the_affected_decides) {
  stage s;
  open_stage(&s);
  strata_value you = {.type = STRATA_REF, .ref = s.bob};
  OK(strata_set_base(s.world, s.alice, stage_attr(s.rules, "controller"),
                     &you));
  start(&s, "twice", s.alice, 0, 0);
  start(&s, "one_more", s.alice, 0, 0);
  cr_assert(act(&s, "gain", s.alice, 1));
  cr_expect(eq(u64, st_decision_get(&s.world->store, 1).player, s.bob));
  OK(st_action_cancel(&s.exec));
  close_stage(&s);
}

Test(replacement, a_deed_starts_a_watcher_with_names_and_uses) {
  stage s;
  open_stage(&s);
  cr_expect(not(run_code(&s, "starter", 5, 0, false)));
  uint32_t slot = st_started_watcher_first(&s.world->store);
  cr_assert(ne(u32, slot, 0));
  cr_expect(not(act(&s, "gain", s.alice, 4)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 4));
  cr_expect(not(act(&s, "gain", s.alice, 5)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 4 + 6));
  cr_expect(eq(u32, st_started_watcher_first(&s.world->store), 0),
            "it was used up");
  close_stage(&s);
}

/* -- Prevention and can't -- */

Test(replacement, a_shield_of_3_against_2_has_1_left) {
  stage s;
  open_stage(&s);
  uint64_t shield = start(&s, "shield", s.alice, 3, 0);
  cr_expect(not(act(&s, "hurt", s.alice, 2)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));
  cr_expect(eq(i64, left_of(&s, shield), 1));
  cr_expect(not(act(&s, "hurt", s.alice, 5)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -4));
  cr_expect(eq(u32, st_started_watcher_slot(&s.world->store, shield), 0),
            "it is gone");
  close_stage(&s);
}

Test(replacement, a_pool_is_shared_out_over_simultaneous_events) {
  stage s;
  open_stage(&s);
  uint64_t shield = start(&s, "shield", s.alice, 4, 0);
  cr_assert(run_code(&s, "strike", 3, 5, false));
  st_decision asked = st_decision_get(&s.world->store, 1);
  cr_expect(eq(int, asked.purpose, ST_PURPOSE_ALLOCATE));
  cr_expect(eq(u64, asked.player, s.alice));
  cr_expect(eq(i64, asked.total, 4));
  cr_expect(eq(u32, asked.option_count, 2));
  uint64_t before = strata_hash(s.world);
  bool open = true;
  OK(st_action_answer(&s.exec,
                      &(st_new_answer){.decision = 1,
                                       .options = (const uint32_t[]){0, 1},
                                       .amounts = (const int64_t[]){1, 3},
                                       .count = 2},
                      &open));
  cr_expect(not(open));
  cr_expect(ne(u64, strata_hash(s.world), before));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -(3 - 1) - (5 - 3)));
  cr_expect(eq(u32, st_started_watcher_slot(&s.world->store, shield), 0));

  start(&s, "shield", s.alice, 8, 0);
  cr_expect(not(run_code(&s, "strike", 3, 5, false)), "it covers them all");
  cr_expect(eq(i64, number(&s, s.alice, "life"), -4));
  close_stage(&s);
}

Test(replacement, what_cannot_be_prevented_keeps_the_pool_and_does_the_rest) {
  stage s;
  open_stage(&s);
  uint64_t ward = start(&s, "ward", s.alice, 4, 0);
  cr_expect(not(run_code(&s, "strike", 3, 0, true)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -3));
  cr_expect(eq(i64, left_of(&s, ward), 4));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 100), "0 prevented");
  cr_expect(not(run_code(&s, "strike", 3, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -3));
  cr_expect(eq(i64, left_of(&s, ward), 1));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 100 + 103));
  close_stage(&s);
}

/* Its part of the harm is saved, the rest is done. */
static void add_pass_on(strata_builder *b, const char *name,
                        const strata_argument *most) {
  add_code(
      b, (strata_watcher_desc){
             .name = name,
             .role = STRATA_ROLE_REPLACE,
             .event = "hurt",
             DEEDS(program, instruction_count,
                   {.op = STRATA_DO_TAKE,
                    .as = "moved",
                    .arguments = most,
                    .argument_count = most ? 1 : 0},
                   {.op = STRATA_DO_INSTEAD,
                    INSIDE({.op = STRATA_DO_EMIT,
                            .what = "hurt",
                            MANY(ARG("who", "event.who"),
                                 ARG("source", "event.source"),
                                 ARG("amount", "event.amount - $moved"),
                                 ARG("unpreventable", "event.unpreventable"))},
                           {.op = STRATA_DO_EMIT,
                            .what = "save",
                            MANY(ARG("who", "event.who"),
                                 ARG("amount", "$moved"))})})});
}

static void add_limited(strata_builder *b) {
  add_pass_on(b, "pass_on", NULL);
  add_pass_on(b, "pass_one", &(strata_argument){.value = "1"});
  add_code(b, (strata_watcher_desc){
                  .name = "joint",
                  .role = STRATA_ROLE_PREVENT,
                  .event = "hurt",
                  .amount = "2",
                  .batch = true,
                  DEEDS(program, instruction_count, {.op = STRATA_DO_PREVENT},
                        {.op = STRATA_DO_THEN,
                         INSIDE({.op = STRATA_DO_EMIT,
                                 .what = "save",
                                 MANY(ARG("who", "event.who"),
                                      ARG("amount", "event.prevented"))})})});
}

Test(replacement, a_limited_part_is_taken_until_nothing_is_left) {
  stage s;
  open_stage_with(&s, add_limited);
  uint64_t way = start(&s, "pass_on", s.alice, 3, 0);
  cr_expect(not(act(&s, "hurt", s.alice, 2)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 102));
  cr_expect(eq(i64, left_of(&s, way), 1));
  cr_expect(not(act(&s, "hurt", s.alice, 5)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -4));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 102 + 101));
  cr_expect(eq(u32, st_started_watcher_slot(&s.world->store, way), 0),
            "it is gone");
  start(&s, "pass_one", s.alice, 0, 0);
  cr_expect(not(act(&s, "hurt", s.alice, 5)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -8), "one of each");
  close_stage(&s);
}

Test(replacement, a_limited_part_is_taken_of_what_cannot_be_prevented) {
  stage s;
  open_stage_with(&s, add_limited);
  uint64_t way = start(&s, "pass_on", s.alice, 4, 0);
  cr_expect(not(run_code(&s, "strike", 3, 0, true)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 103));
  cr_expect(eq(i64, left_of(&s, way), 1));
  close_stage(&s);
}

Test(replacement, a_limited_part_is_shared_out_over_simultaneous_events) {
  stage s;
  open_stage_with(&s, add_limited);
  uint64_t way = start(&s, "pass_on", s.alice, 4, 0);
  cr_assert(run_code(&s, "strike", 3, 5, true));
  st_decision asked = st_decision_get(&s.world->store, 1);
  cr_expect(eq(int, asked.purpose, ST_PURPOSE_ALLOCATE));
  cr_expect(eq(i64, asked.total, 4));
  bool open = true;
  OK(st_action_answer(&s.exec,
                      &(st_new_answer){.decision = 1,
                                       .options = (const uint32_t[]){0, 1},
                                       .amounts = (const int64_t[]){1, 3},
                                       .count = 2},
                      &open));
  cr_expect(not(open));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -(3 - 1) - (5 - 3)));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 101 + 103));
  cr_expect(eq(u32, st_started_watcher_slot(&s.world->store, way), 0));
  close_stage(&s);
}

Test(replacement, what_is_said_once_of_a_moment_knows_all_that_is_prevented) {
  stage s;
  open_stage_with(&s, add_limited);
  start(&s, "joint", s.alice, 0, 0);
  cr_expect(not(run_code(&s, "strike", 3, 5, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -(3 - 2) - (5 - 2)));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 100 + 2 + 2));
  cr_expect(not(run_code(&s, "strike", 1, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "saved"), 104 + 101), "another one");
  close_stage(&s);
}

Test(replacement, a_static_amount_is_of_each_event) {
  stage s;
  open_stage(&s);
  start(&s, "one_of_each", s.alice, 0, 0);
  cr_expect(not(run_code(&s, "strike", 3, 5, false)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), -(3 - 1) - (5 - 1)));
  close_stage(&s);
}

Test(replacement, cant_is_before_all_and_after_each_change) {
  stage s;
  open_stage(&s);
  uint64_t shield = start(&s, "shield", s.alice, 3, 0);
  start(&s, "cannot", s.bob, 0, 0);
  cr_expect(not(act(&s, "hurt", s.alice, 7)));
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));
  cr_expect(eq(i64, left_of(&s, shield), 3), "nothing to prevent");
  st_log_row row;
  cr_assert(st_log_get(&s.world->store, 1, &row));
  cr_expect(eq(int, row.what, ST_LOGGED_REFUSED));
  cr_expect(eq(u32, row.watcher_def, code_of(&s, "cannot")));

  cr_expect(not(act(&s, "hurt", s.alice, 10)), "10 - 3 is what cannot be");
  cr_expect(eq(i64, number(&s, s.alice, "life"), 0));
  close_stage(&s);
}

/* -- Many -- */

enum { CHAIN = 10000 };

/* An allocator that measures the depth of the C stack at allocations. */
typedef struct depth {
  strata_alloc_fn alloc; /* what it hands on to */
  void *user;
  uintptr_t low, high;
} depth;

static void *watch_stack(void *user, void *ptr, size_t old_size, size_t size) {
  depth *d = user;
  volatile char here = 0;
  uintptr_t at = (uintptr_t)&here;
  if (d->low == 0 || at < d->low) d->low = at;
  if (at > d->high) d->high = at;
  return d->alloc(d->user, ptr, old_size, size);
}

static size_t stack_of(stage *s, bool equal, uint32_t count) {
  close_world(s);
  open_world(s);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t slot;
    const char *name = equal ? "next_one" : "at_step";
    st_raw_value at = {.number = (int64_t)i + 1};
    st_note note = {st_note_key("at", 2, 0), at};
    OK(st_started_watcher_add(
        &s->world->store,
        &(st_new_started_watcher){.watcher_def = code_of(s, name),
                                  .uses = 1,
                                  .variables = &note,
                                  .variable_count = equal ? 0 : 1},
        &slot));
  }
  depth d = {0};
  st_mem *mem = s->exec.mem;
  strata_alloc_fn alloc = mem->alloc;
  void *user = mem->user;
  d.alloc = alloc;
  d.user = user;
  mem->alloc = watch_stack;
  mem->user = &d;
  cr_expect(not(act(s, "gain", s->alice, 1)));
  mem->alloc = alloc;
  mem->user = user;
  cr_expect(eq(i64, number(s, s->alice, "life"), 1 + (int64_t)count));
  cr_expect(eq(u32, st_started_watcher_first(&s->world->store), 0),
            "all are used up");
  cr_assert(d.low != 0, "nobody has looked");
  return d.high - d.low;
}

Test(replacement, ten_thousand_of_one_use_take_no_more_stack_than_ten) {
  stage s;
  open_stage(&s);
  for (int equal = 0; equal < 2; equal++) {
    size_t few = stack_of(&s, equal, 10);
    /* Who is equal to another is not judged anew; the others take long. */
    size_t all = stack_of(&s, equal, equal || full_test() ? CHAIN : CHAIN / 5);
    cr_expect(all <= few + 4096, "%zu bytes, %zu for ten", all, few);
  }
  close_stage(&s);
}

/* -- Memory -- */

Test(replacement, without_memory_nothing_has_happened) {
  stage s;
  open_stage(&s);
  start(&s, "ward", s.alice, 4, 0);
  start(&s, "one_of_each", s.alice, 0, 0);
  strata_status status = STRATA_ENOMEM;
  for (size_t n = 1; status == STRATA_ENOMEM; n++) {
    close_world(&s);
    open_world(&s);
    start(&s, "ward", s.alice, 4, 0);
    uint64_t before = strata_hash(s.world);
    int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {(int64_t)s.alice,
                                                              0, 6};
    st_action_request request = {.event_type = strata_rules_find(
                                     s.rules, STRATA_NAME_EVENT_TYPE, "hurt"),
                                 .words = words};
    bool open = false;
    s.probe.calls = 0;
    s.probe.fail_at = n;
    status = st_action_begin(&s.exec, &request, &open);
    s.probe.fail_at = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM));
      cr_assert(eq(u64, strata_hash(s.world), before));
    }
  }
  cr_expect(eq(i64, number(&s, s.alice, "life"), -2));
  close_stage(&s);
}
