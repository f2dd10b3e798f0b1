/*
 * legal_list.c - legal_list: what a player may do now, of actions that laws
 * have with many objects.
 *
 * Each of the actions may be done with each object; one has a cost, which is
 * paid and rolled back for each. The list is asked for again with nothing
 * changed, and after an action that changes one object. The baseline of the
 * latter is the action alone, with the same rollback.
 */
#include "bench/kit/event_stage.h"
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { ACTIONS = 12 };

typedef struct legal_table {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_event_type bump;
  strata_entity player;
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
                                      .when = "this.score >= 0",
                                      .paid = number == 0,
                                      .program = &emit,
                                      .instruction_count = 1};
  stb_must(strata_builder_watcher(b, &action), name);
  const strata_law_desc law = {
      .name = name, .watchers = &name, .watcher_count = 1};
  stb_must(strata_builder_law(b, &law), name);
}

static strata_rules *make_legal_rules(stb_run *bench) {
  static const strata_attribute attributes[] = {
      {.name = "player", .type = STRATA_FLAG, .unlayered = true},
      {.name = "score", .type = STRATA_INT, .unlayered = true}};
  strata_builder *b = stb_layer_rules_begin(
      bench, &(stb_layer_rules){NULL, 0, STB_LIST(attributes)});
  stb_event_stage_add_bump(b, "event.who.score < 1000");
  for (uint32_t i = 0; i < ACTIONS; i++) {
    add_action(bench, b, i);
  }
  return stb_layer_rules_end(bench, b);
}

static legal_table *legal_table_new(stb_run *bench, uint32_t objects) {
  legal_table *t = stb_alloc(bench, 1, sizeof *t);
  strata_entity one = 0;
  *t = (legal_table){.bench = bench, .rules = make_legal_rules(bench)};
  t->world = stb_world_new(bench, t->rules);
  t->bump = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, "bump");
  stb_must(strata_spawn(t->world, &t->player), "a player");
  stb_must(strata_set_base_int(
               t->world, t->player,
               strata_rules_find(t->rules, STRATA_NAME_ATTRIBUTE, "player"), 1),
           "a player");
  for (uint32_t i = 0; i < objects; i++) {
    stb_must(strata_spawn(t->world, &one), "an object");
  }
  stb_must(strata_commit(t->world), "commit");
  return t;
}

static unsigned engine_list(void *context) {
  legal_table *t = context;
  const strata_legal_action *list = NULL;
  return (unsigned)strata_legal_actions(t->world, t->player, &list, &t->listed);
}

static unsigned act(legal_table *t) {
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = t->player}},
      {"amount", {.type = STRATA_INT, .integer = 1 + t->turn++ % 500}}};
  const strata_act_desc desc = {
      .event = t->bump, .you = t->player, .given = given, .given_count = 2};
  return (unsigned)strata_mark_set(t->world, &t->mark) |
         (unsigned)strata_act(t->world, &desc, NULL);
}

static unsigned back(legal_table *t) {
  return (unsigned)strata_rollback(t->world, t->mark);
}

static unsigned engine_act_and_list(void *context) {
  return act(context) | engine_list(context) | back(context);
}

static unsigned base_act(void *context) {
  return act(context) | back(context);
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
                         .subject = {.act = engine_act_and_list},
                         .baseline = {.act = base_act},
                         .context = t,
                         .beside = "the action alone"});
  stb_release(bench);
}

void stb_workload_legal_list(stb_run *bench) {
  for (uint32_t objects = 5; objects <= (bench->quick ? 50 : 500);
       objects *= 10) {
    size_case_legal(bench, objects);
  }
}
