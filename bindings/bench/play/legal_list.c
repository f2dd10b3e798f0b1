/*
 * legal_list.c - legal_list: what a player may do now, of actions that laws
 * have with many objects.
 *
 * Each of the actions may be done with each object; one has a cost. The list is
 * asked for again with nothing changed, and after an action that changes an
 * object taken at random. Some objects make others stronger by what that action
 * changes, so it forces a pass: the baseline is that pass, with the values that
 * the list reads. Neither the action nor the rollback behind it counts.
 */
#include "bench/kit/event_stage.h"
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

/* One object of so many leads, and the next one helps those that are led. */
enum { ACTIONS = 12, LEADERS_OF = 5 };

typedef struct legal_table {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_event_type bump;
  strata_entity player;
  strata_attr power;
  strata_entity *objects;
  uint32_t object_count;
  strata_mark mark;
  size_t listed;
  int64_t turn; /* each action differs from the one before */
} legal_table;

/* An action of a law; the first one pays for what it does. */
static void add_action(stb_run *bench, strata_builder *b, uint32_t number) {
  const char *name = stb_text(bench, "action_%u", number);
  const strata_argument arguments[] = {{.name = "who", .value = "this"},
                                       {.name = "amount", .value = "1"}};
  const strata_instruction emit = {.op = STRATA_DO_EMIT,
                                   .what = "bump",
                                   .arguments = arguments,
                                   .argument_count = 2};
  const strata_watcher_desc action = {.name = name,
                                      .role = STRATA_ROLE_ACTION,
                                      .actor = "it.player",
                                      .subject = "not player",
                                      .when = "this.power >= 0",
                                      .paid = number == 0,
                                      .program = &emit,
                                      .instruction_count = 1};
  stb_must(strata_builder_watcher(b, &action), name);
  const strata_law_desc law = {
      .name = name, .watchers = &name, .watcher_count = 1};
  stb_must(strata_builder_law(b, &law), name);
}

static strata_rules *make_legal_rules(stb_run *bench) {
  static const char *const layers[] = {"ability", "kind", "strength"};
  static const char *const led[] = {"led"};
  static const strata_attribute attributes[] = {
      {.name = "player", .type = STRATA_FLAG, .unlayered = true},
      {.name = "score", .type = STRATA_INT, .unlayered = true},
      {.name = "power", .type = STRATA_INT},
      {.name = "kinds", .type = STRATA_SET, .symbols = led, .symbol_count = 1},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  strata_builder *b = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
  const strata_clause_part leads = {.attr = "kinds",
                                    .layer = "kind",
                                    .op = STRATA_OP_ADD,
                                    .names = led,
                                    .name_count = 1};
  const strata_clause_part helps = {.attr = "power",
                                    .layer = "strength",
                                    .op = STRATA_OP_ADD,
                                    .operand = "1"};
  stb_layer_rules_ability(b, "leads", STRATA_ABILITY_STATIC,
                          "not player and score < this.score", &leads, 1);
  stb_layer_rules_ability(b, "helps", STRATA_ABILITY_STATIC, "kinds has 'led'",
                          &helps, 1);
  stb_event_stage_add_bump(b, "event.who.score < 1000");
  for (uint32_t i = 0; i < ACTIONS; i++) {
    add_action(bench, b, i);
  }
  return stb_layer_rules_end(bench, b);
}

static legal_table *legal_table_new(stb_run *bench, uint32_t objects) {
  legal_table *t = stb_alloc(bench, 1, sizeof *t);
  *t = (legal_table){.bench = bench, .rules = make_legal_rules(bench)};
  t->world = stb_world_new(bench, t->rules);
  t->bump = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, "bump");
  stb_must(strata_spawn(t->world, &t->player), "a player");
  stb_must(strata_set_base_int(
               t->world, t->player,
               strata_rules_find(t->rules, STRATA_NAME_ATTRIBUTE, "player"), 1),
           "a player");
  const strata_attr abilities =
      stb_rules_id(t->rules, STRATA_NAME_ATTRIBUTE, "abilities");
  const strata_symbol given[] = {
      stb_rules_id(t->rules, STRATA_NAME_SYMBOL, "leads"),
      stb_rules_id(t->rules, STRATA_NAME_SYMBOL, "helps")};
  t->power = stb_rules_id(t->rules, STRATA_NAME_ATTRIBUTE, "power");
  t->objects = stb_alloc(bench, objects, sizeof *t->objects);
  t->object_count = objects;
  for (uint32_t i = 0; i < objects; i++) {
    t->objects[i] = stb_spawn(t->world);
    if (i % LEADERS_OF > 1) continue;
    stb_set_base_abilities(t->world, t->objects[i], abilities,
                           &given[i % LEADERS_OF], 1);
  }
  stb_must(strata_commit(t->world), "commit");
  return t;
}

static unsigned engine_list(void *context) {
  legal_table *t = context;
  const strata_legal_action *list = NULL;
  return (unsigned)strata_legal_actions(t->world, t->player, &list, &t->listed);
}

static unsigned act(void *context) {
  legal_table *t = context;
  const uint32_t at = (uint32_t)(t->turn++ * 7919) % t->object_count;
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = t->objects[at]}},
      {"amount", {.type = STRATA_INT, .integer = 1 + t->turn % 500}}};
  const strata_act_desc desc = {
      .event = t->bump, .you = t->player, .given = given, .given_count = 2};
  return (unsigned)strata_mark_set(t->world, &t->mark) |
         (unsigned)strata_act(t->world, &desc, NULL);
}

static unsigned back(void *context) {
  legal_table *t = context;
  return (unsigned)strata_rollback(t->world, t->mark);
}

static unsigned base_pass(void *context) {
  legal_table *t = context;
  unsigned failed = 0;
  int64_t power = 0;
  for (uint32_t i = 0; i < t->object_count; i++) {
    failed |=
        (unsigned)strata_get_int(t->world, t->objects[i], t->power, &power);
  }
  return failed;
}

/* An action of a world that has told its list, or its values, before it. */
static unsigned act_behind_list(void *context) {
  return engine_list(context) | act(context);
}

static unsigned act_behind_pass(void *context) {
  return base_pass(context) | act(context);
}

static void size_case_legal(stb_run *bench, uint32_t objects) {
  legal_table *t = legal_table_new(bench, objects);
  (void)engine_list(t);
  stb_expect(bench, t->listed == (size_t)objects * ACTIONS,
             "how many actions there are");
  (void)stb_measure(bench,
                    &(stb_case){.name = stb_text(bench, "%u actions, unchanged",
                                                 objects * ACTIONS),
                                .unit = "list",
                                .subject = {.act = engine_list},
                                .context = t,
                                .goal = STB_GOAL_NS,
                                .limit = 1000,
                                .decides = true});
  (void)stb_measure(
      bench, &(stb_case){.name = stb_text(bench, "%u actions, after an action",
                                          objects * ACTIONS),
                         .unit = "list",
                         .subject = {.act = engine_list,
                                     .begin = act_behind_list,
                                     .back = back},
                         .baseline = {.act = base_pass,
                                      .begin = act_behind_pass,
                                      .back = back},
                         .context = t,
                         .beside = "the pass that the action forces",
                         .goal = STB_GOAL_RATIO,
                         .limit = 1.5,
                         .decides = true});
  stb_release(bench);
}

void stb_workload_legal_list(stb_run *bench) {
  for (uint32_t objects = 5; objects <= (bench->quick ? 50 : 500);
       objects *= 10) {
    size_case_legal(bench, objects);
  }
}
