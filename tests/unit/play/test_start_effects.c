/* Continuous effects that programs start: the affected set, the operands, the
 * duration. */
#include "replacement_stage.h"

TestSuite(start_effects, .timeout = 60);

#define PART(name, in, how, text)                                              \
  { .attr = (name), .layer = (in), .op = STRATA_OP_##how, .operand = (text) }
#define TAKEN(name, in, how, text)                                             \
  {                                                                            \
    .attr = (name), .layer = (in), .op = STRATA_OP_##how, .operand = (text),   \
    .capture = true                                                            \
  }
#define CLAUSE(...)                                                            \
  .clause = &(strata_clause) {                                                 \
    .parts = (const strata_clause_part[]){__VA_ARGS__},                        \
    .part_count = ST_COUNT_OF(((const strata_clause_part[]){__VA_ARGS__}))     \
  }
#define BEGINS(title, whom) .op = STRATA_DO_BEGIN, .what = (title), .who = whom

/* A watcher definition whose program is run with $who, $first, $second and
 * $hard. */
static void add_run(strata_builder *b, const char *name,
                    strata_instruction deed) {
  add_code(b, (strata_watcher_desc){.name = name,
                                    .role = STRATA_ROLE_TRIGGER,
                                    .event = "die",
                                    .names = given_two,
                                    .name_count = 4,
                                    .program = &deed,
                                    .instruction_count = 1});
}

static void add_runs(strata_builder *b) {
  add_run(
      b, "grow",
      (strata_instruction){BEGINS("Growth", "$who"), .clock = "turn",
                           MANY(ARG("ticks", "2")),
                           CLAUSE(TAKEN("power", "pt.modify", ADD,
                                        "$first + count(types has 'elf')"))});
  add_run(b, "double",
          (strata_instruction){
              BEGINS(NULL, "types has 'elf'"),
              CLAUSE(TAKEN("power", "pt.modify", ADD, "it.power"))});
  add_run(
      b, "count_on",
      (strata_instruction){BEGINS(NULL, "$who"),
                           CLAUSE(PART("power", "pt.modify", ADD,
                                       "$first + count(types has 'elf')"))});
  add_run(
      b, "seize",
      (strata_instruction){BEGINS(NULL, "types has 'elf'"),
                           CLAUSE(TAKEN("controller", "control", SET, "$you"),
                                  PART("toughness", "pt.modify", ADD, "1"))});
  add_run(b, "while_rich",
          (strata_instruction){BEGINS(NULL, "$who"),
                               .lasts = "$who.life > $first",
                               CLAUSE(PART("power", "pt.modify", ADD, "1"))});
  add_run(b, "while_there",
          (strata_instruction){BEGINS(NULL, "$who"),
                               .flags = STRATA_INSTRUCTION_WHILE_SOURCE,
                               CLAUSE(PART("power", "pt.modify", ADD, "1"))});
  add_run(
      b, "mirror",
      (strata_instruction){
          BEGINS(NULL, "$who"),
          CLAUSE({.layer = "copy", .op = STRATA_OP_COPY, .operand = "this"})});
  add_run(b, "turn_round",
          (strata_instruction){BEGINS(NULL, "$who"),
                               CLAUSE({.attr = "power",
                                       .layer = "pt.switch",
                                       .op = STRATA_OP_SWITCH,
                                       .other = "toughness"})});
  add_run(b, "often",
          (strata_instruction){BEGINS(NULL, "$who"), .clock = "turn",
                               MANY(ARG("ticks", "$first")),
                               CLAUSE(PART("power", "pt.modify", ADD, "1"))});
}

static void open_begin(stage *s) {
  open_stage_with(s, add_runs);
}

static void set(stage *s, strata_entity who, const char *name, int64_t value) {
  OK(strata_set_base_int(s->world, who, stage_attr(s->rules, name), value));
}

static void set_elf(stage *s, strata_entity who) {
  OK(strata_set_base_symbol(
      s->world, who, stage_attr(s->rules, "types"),
      strata_rules_find(s->rules, STRATA_NAME_SYMBOL, "elf"), true));
}

static void tick(stage *s) {
  OK(strata_tick(s->world,
                 strata_rules_find(s->rules, STRATA_NAME_CLOCK, "turn"), NULL));
}

/* -- Operands -- */

Test(start_effects, what_is_taken_stays_as_it_was_then) {
  stage s;
  open_begin(&s);
  set(&s, s.alice, "power", 1);
  set_elf(&s, s.bob);
  cr_expect(not(run_code(&s, "grow", 10, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1 + 10 + 1));
  set_elf(&s, s.alice);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 12), "611.2d");
  strata_effect effect = strata_effect_next(s.world, STRATA_NO_EFFECT);
  strata_effect_info info;
  OK(strata_effect_describe(s.world, effect, &info));
  cr_expect(eq(str, (char *)info.name, STR("Growth")));
  cr_expect(eq(u64, info.source, s.bob));
  cr_expect(eq(u64, info.ticks_left, 2));
  tick(&s);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 12));
  tick(&s);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  close_stage(&s);
}

Test(start_effects, what_is_taken_is_of_each_by_himself) {
  stage s;
  open_begin(&s);
  set_elf(&s, s.alice);
  set_elf(&s, s.bob);
  set(&s, s.alice, "power", 2);
  set(&s, s.bob, "power", 5);
  cr_expect(not(run_code(&s, "double", 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 4));
  cr_expect(eq(i64, number(&s, s.bob, "power"), 10));
  set(&s, s.alice, "power", 20);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 22), "twice what it was");
  close_stage(&s);
}

Test(start_effects, what_is_not_taken_goes_on_counting) {
  stage s;
  open_begin(&s);
  cr_expect(not(run_code(&s, "count_on", -3, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), -3));
  set_elf(&s, s.bob);
  cr_expect(eq(i64, number(&s, s.alice, "power"), -2));
  close_stage(&s);
}

/* The least number has no text: what goes on asking it takes its neighbour. */
Test(start_effects, numbers_at_the_end_of_their_range_are_written_down) {
  stage s;
  open_begin(&s);
  set_elf(&s, s.bob);
  cr_expect(not(run_code(&s, "count_on", INT64_MIN, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), -INT64_MAX + 1));
  close_stage(&s);
}

/* -- The affected set -- */

Test(start_effects, characteristics_are_locked_and_others_are_not) {
  stage s;
  open_begin(&s);
  strata_attr controller = stage_attr(s.rules, "controller");
  strata_value who;
  set_elf(&s, s.bob);
  cr_expect(not(run_code(&s, "seize", 0, 0, false)));
  strata_entity late;
  OK(strata_spawn(s.world, &late));
  set_elf(&s, late);
  OK(strata_get(s.world, s.bob, controller, &who));
  cr_expect(eq(u64, who.ref, s.alice));
  cr_expect(eq(i64, number(&s, s.bob, "toughness"), 1));
  OK(strata_get(s.world, late, controller, &who));
  cr_expect(eq(u64, who.ref, s.alice), "looked at anew, as rules say (611.2c)");
  cr_expect(eq(i64, number(&s, late, "toughness"), 0));
  close_stage(&s);
}

Test(start_effects, what_looks_anew_begins_on_nobody) {
  stage s;
  open_begin(&s);
  cr_expect(not(run_code(&s, "seize", 0, 0, false)));
  set_elf(&s, s.bob);
  strata_value who;
  OK(strata_get(s.world, s.bob, stage_attr(s.rules, "controller"), &who));
  cr_expect(eq(u64, who.ref, s.alice));
  cr_expect(eq(i64, number(&s, s.bob, "toughness"), 0));
  close_stage(&s);
}

Test(start_effects, nothing_begins_on_nobody) {
  stage s;
  open_begin(&s);
  cr_expect(not(run_code(&s, "double", 0, 0, false)));
  cr_expect(eq(u64, strata_effect_next(s.world, STRATA_NO_EFFECT).id, 0));
  close_stage(&s);
}

/* -- How long -- */

Test(start_effects, it_lasts_as_long_as_its_condition_holds) {
  stage s;
  open_begin(&s);
  set(&s, s.alice, "life", 3);
  cr_expect(not(run_code(&s, "while_rich", 5, 0, false)));
  cr_expect(eq(u64, strata_effect_next(s.world, STRATA_NO_EFFECT).id, 0),
            "611.2b");
  set(&s, s.alice, "life", 9);
  cr_expect(not(run_code(&s, "while_rich", 5, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  cr_expect(not(act(&s, "hurt", s.alice, 4)), "to 5");
  set(&s, s.alice, "life", 9);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 0), "over for good");
  close_stage(&s);
}

Test(start_effects, it_lasts_as_long_as_its_source) {
  stage s;
  open_begin(&s);
  cr_expect(not(run_code(&s, "while_there", 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  OK(strata_despawn(s.world, s.bob));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 0));
  cr_expect(not(run_code(&s, "while_there", 0, 0, false)));
  cr_expect(eq(u64, strata_effect_next(s.world, STRATA_NO_EFFECT).id, 0));
  close_stage(&s);
}

Test(start_effects, a_wrong_number_of_ticks_fails_and_leaves_all_as_it_was) {
  stage s;
  open_begin(&s);
  uint64_t before = strata_hash(s.world);
  int64_t words[4] = {(int64_t)s.alice, -1, 0, 0};
  st_action_request request = {.settling = STRATA_SETTLE_NONE,
                               .watcher_def = code_of(&s, "often"),
                               .self = s.bob,
                               .controller = s.alice,
                               .words = words};
  bool open = false;
  cr_expect(eq(int, st_action_begin(&s.exec, &request, &open), STRATA_ERANGE));
  cr_expect(eq(str, s.error.text,
               STR("deed 'begin': 'ticks' is no number of ticks")));
  cr_expect(eq(u64, strata_hash(s.world), before));
  close_stage(&s);
}

/* -- Operations that look at more than one value -- */

Test(start_effects, copies_are_of_what_is_copied_then) {
  stage s;
  open_begin(&s);
  set(&s, s.bob, "power", 4);
  cr_expect(not(run_code(&s, "mirror", 0, 0, false)));
  set(&s, s.bob, "power", 9);
  cr_expect(eq(i64, number(&s, s.alice, "power"), 4), "707.2b");
  close_stage(&s);
}

Test(start_effects, switches_exchange_both) {
  stage s;
  open_begin(&s);
  set(&s, s.alice, "power", 4);
  set(&s, s.alice, "toughness", 1);
  cr_expect(not(run_code(&s, "turn_round", 0, 0, false)));
  cr_expect(eq(i64, number(&s, s.alice, "power"), 1));
  cr_expect(eq(i64, number(&s, s.alice, "toughness"), 4));
  close_stage(&s);
}
