/*
 * event_stage.c - rules of events, and a world of replacements that watch them.
 */
#include "bench/kit/event_stage.h"

#include "bench/kit/layer_rules.h"
#include "bench/measure/bench_world.h"

static const strata_field_desc who_amount[] = {{"who", STRATA_REF},
                                               {"amount", STRATA_INT}};
static const strata_field_desc who_count[] = {{"who", STRATA_REF},
                                              {"count", STRATA_INT}};
static const strata_field_desc who_alone[] = {{"who", STRATA_REF}};

void stb_event_stage_add_bump(strata_builder *b, const char *can) {
  const strata_argument amount = {.value = "event.amount"};
  const strata_instruction does = {.op = STRATA_DO_ADD,
                                   .what = "score",
                                   .who = "event.who",
                                   .arguments = &amount,
                                   .argument_count = 1};
  const strata_event_type_desc bump = {.name = "bump",
                                       .fields = who_amount,
                                       .field_count = 2,
                                       .affected = "who",
                                       .amount = "amount",
                                       .can = can,
                                       .does = &does,
                                       .does_count = 1,
                                       .quiet = true};
  stb_must(strata_builder_event_type(b, &bump), "bump");
}

static void add_storm(strata_builder *b, const char *name, const char *amount) {
  const strata_argument arguments[] = {{.name = "who", .value = "event.who"},
                                       {.name = "amount", .value = amount}};
  const strata_instruction parts = {.op = STRATA_DO_EMIT,
                                    .what = "bump",
                                    .times = "event.count",
                                    .arguments = arguments,
                                    .argument_count = 2};
  const strata_event_type_desc storm = {.name = name,
                                        .fields = who_count,
                                        .field_count = 2,
                                        .affected = "who",
                                        .contains =
                                            STRATA_CONTAINMENT_ONE_BY_ONE,
                                        .parts = &parts,
                                        .part_count = 1,
                                        .quiet = true};
  stb_must(strata_builder_event_type(b, &storm), name);
}

static void add_create(strata_builder *b) {
  const strata_instruction does = {.op = STRATA_DO_SPAWN, .what = "token"};
  const strata_event_type_desc arrive = {.name = "arrive",
                                         .fields = who_alone,
                                         .field_count = 1,
                                         .affected = "who",
                                         .does = &does,
                                         .does_count = 1,
                                         .quiet = true};
  const strata_argument who = {.name = "who", .value = "event.who"};
  const strata_instruction parts = {.op = STRATA_DO_EMIT,
                                    .what = "arrive",
                                    .times = "event.count",
                                    .arguments = &who,
                                    .argument_count = 1};
  const strata_event_type_desc create = {.name = "create",
                                         .fields = who_count,
                                         .field_count = 2,
                                         .affected = "who",
                                         .contains = STRATA_CONTAINMENT_RESULTS,
                                         .parts = &parts,
                                         .part_count = 1};
  stb_must(strata_builder_event_type(b, &arrive), "arrive");
  stb_must(strata_builder_event_type(b, &create), "create");
}

/* Declare a replacement that changes one field, and an ability that has it. */
static void add_watcher(strata_builder *b, const char *name, const char *event,
                        const char *when, const char *field,
                        const char *value) {
  const strata_argument argument = {.value = value};
  const strata_instruction deed = {.op = STRATA_DO_CHANGE,
                                   .what = field,
                                   .arguments = &argument,
                                   .argument_count = 1};
  const strata_watcher_desc code = {.name = name,
                                    .role = STRATA_ROLE_REPLACE,
                                    .event = event,
                                    .when = when,
                                    .program = &deed,
                                    .instruction_count = 1};
  stb_must(strata_builder_watcher(b, &code), name);
  const strata_ability_desc ability = {.name = name,
                                       .kind = STRATA_ABILITY_STATIC,
                                       .watchers = &name,
                                       .watcher_count = 1};
  stb_must(strata_builder_ability(b, &ability), name);
}

static void add_stage_definition(strata_builder *b, const char *name,
                                 const char *const *abilities, size_t count) {
  const strata_default list = {
      .attr = "abilities", .names = abilities, .name_count = count};
  stb_layer_rules_definition(b, name, &list, count > 0);
}

static strata_rules *make_stage_rules(stb_run *bench) {
  static const strata_attribute attributes[] = {
      {.name = "abilities", .type = STRATA_ABILITIES},
      {.name = "controller", .type = STRATA_REF},
      {.name = "score", .type = STRATA_INT, .unlayered = true}};
  static const char *const eight[] = {"more", "more", "more", "more",
                                      "more", "more", "more", "more"};
  static const char *const doubling[] = {"doubled"};
  strata_builder *b = stb_layer_rules_begin(
      bench, &(stb_layer_rules){NULL, 0, STB_LIST(attributes)});
  stb_event_stage_add_bump(b, NULL);
  add_storm(b, "storm", "1");
  add_storm(b, "rise", "$i");
  add_create(b);
  add_watcher(b, "more", "bump", "event.who = this", "amount",
              "event.amount + 1");
  add_watcher(b, "doubled", "create", NULL, "count", "event.count * 2");
  add_stage_definition(b, "token", NULL, 0);
  add_stage_definition(b, "guard", eight, 1);
  add_stage_definition(b, "warded", STB_LIST(eight));
  add_stage_definition(b, "doubler", STB_LIST(doubling));
  return stb_layer_rules_end(bench, b);
}

static strata_entity spawn_stage(const stb_event_stage *stage,
                                 const char *name) {
  strata_entity entity = 0;
  const strata_definition definition =
      strata_rules_find(stage->rules, STRATA_NAME_DEFINITION, name);
  stb_must(strata_spawn_as(stage->world, definition, &entity), name);
  return entity;
}

static void add_doublers(const stb_event_stage *stage, uint32_t count) {
  const strata_attr controller =
      strata_rules_find(stage->rules, STRATA_NAME_ATTRIBUTE, "controller");
  for (uint32_t i = 0; i < count; i++) {
    const strata_entity doubler = spawn_stage(stage, "doubler");
    stb_must(stb_set_ref(stage->world, doubler, controller, stage->player),
             "controller");
  }
}

stb_event_stage *stb_event_stage_new(stb_run *bench, uint32_t guards,
                                     uint32_t doublers) {
  stb_event_stage *stage = stb_alloc(bench, 1, sizeof *stage);
  *stage = (stb_event_stage){.bench = bench, .guard_count = guards};
  stage->rules = make_stage_rules(bench);
  stage->world = stb_world_new(bench, stage->rules);
  stage->score =
      strata_rules_find(stage->rules, STRATA_NAME_ATTRIBUTE, "score");
  stage->storm =
      strata_rules_find(stage->rules, STRATA_NAME_EVENT_TYPE, "storm");
  stage->rise = strata_rules_find(stage->rules, STRATA_NAME_EVENT_TYPE, "rise");
  stage->create =
      strata_rules_find(stage->rules, STRATA_NAME_EVENT_TYPE, "create");
  stage->player = spawn_stage(stage, "token");
  stage->unwatched = spawn_stage(stage, "token");
  stage->guarded_by_eight = spawn_stage(stage, "warded");
  stage->watched_each =
      stb_alloc(bench, guards + 1, sizeof *stage->watched_each);
  for (uint32_t i = 0; i < guards; i++) {
    stage->watched_each[i] = spawn_stage(stage, "guard");
  }
  add_doublers(stage, doublers);
  stb_must(strata_commit(stage->world), "commit");
  return stage;
}

static strata_status act_on_stage(stb_event_stage *stage,
                                  strata_event_type event, strata_entity who,
                                  uint32_t count) {
  const strata_named_value given[] = {
      {.name = "who", .value = {.type = STRATA_REF, .ref = who}},
      {.name = "count", .value = {.type = STRATA_INT, .integer = count}}};
  const strata_act_desc desc = {
      .event = event, .you = stage->player, .given = given, .given_count = 2};
  strata_outcome outcome = STRATA_DECIDE;
  const strata_status status = strata_act(stage->world, &desc, &outcome);
  if (status) {
    stb_must(status, strata_world_error(stage->world));
  }
  stb_expect(stage->bench, outcome == STRATA_DONE, "a decision is open");
  return status;
}

strata_status stb_event_stage_storm(stb_event_stage *stage, strata_entity who,
                                    uint32_t count) {
  return act_on_stage(stage, stage->storm, who, count);
}

strata_status stb_event_stage_rise(stb_event_stage *stage, strata_entity who,
                                   uint32_t count) {
  return act_on_stage(stage, stage->rise, who, count);
}

strata_status stb_event_stage_create(stb_event_stage *stage, uint32_t count) {
  return act_on_stage(stage, stage->create, stage->player, count);
}
