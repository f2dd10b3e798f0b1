/*
 * solved_costs.c - solved_costs: what the engine solves in an action: a cost
 * that is paid by ten sources, and ten that are assigned to three places.
 *
 * A payment that uses all ten is done and rolled back. An assignment is begun,
 * up to its first question, and given up: until then the most requirements are
 * found, and the options that can be completed.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { MANY = 10, PLACES = 3 };

typedef struct cost_table {
  strata_world *world;
  strata_act_desc pay, assign;
} cost_table;

#define ARGUMENTS(list)                                                        \
  .arguments = (list), .argument_count = sizeof(list) / sizeof(list)[0]
#define ARGUMENT(field, text)                                                  \
  { .name = (field), .value = (text) }

static const strata_field_desc fields[] = {
    {"who", STRATA_REF}, {"amount", STRATA_INT}, {"kind", STRATA_SYM}};

static void add_event(strata_builder *b, const char *name, const char *attr,
                      const char *value, const char *can) {
  const strata_argument argument = {.value = value};
  const strata_instruction does = {.op = STRATA_DO_ADD,
                                   .what = attr,
                                   .who = "event.who",
                                   .arguments = &argument,
                                   .argument_count = 1};
  const strata_event_type_desc event = {.name = name,
                                        .fields = fields,
                                        .field_count = 3,
                                        .affected = "who",
                                        .amount = "amount",
                                        .can = can,
                                        .does = &does,
                                        .does_count = 1,
                                        .quiet = true};
  stb_must(strata_builder_event_type(b, &event), name);
}

static void add_law(strata_builder *b, const strata_watcher_desc *watcher) {
  stb_must(strata_builder_watcher(b, watcher), watcher->name);
  const strata_law_desc law = {
      .name = watcher->name, .watchers = &watcher->name, .watcher_count = 1};
  stb_must(strata_builder_law(b, &law), watcher->name);
}

/* A player uses a source, once, and has a coin more. */
static void add_source(strata_builder *b) {
  const strata_argument use[] = {ARGUMENT("who", "this"),
                                 ARGUMENT("amount", "1")};
  const strata_argument gain[] = {ARGUMENT("who", "$you"),
                                  ARGUMENT("amount", "1")};
  const strata_instruction program[] = {
      {.op = STRATA_DO_EMIT, .what = "use", ARGUMENTS(use)},
      {.op = STRATA_DO_EMIT, .what = "gain", ARGUMENTS(gain)}};
  add_law(b, &(strata_watcher_desc){.name = "draw",
                                    .role = STRATA_ROLE_ACTION,
                                    .actor = "it.player",
                                    .subject = "it.source",
                                    .pays = "spend",
                                    .paid = 1,
                                    .program = program,
                                    .instruction_count = 2});
}

static void add_pay(strata_builder *b) {
  static const char *const coin[] = {"coin"};
  const strata_argument have[] = {
      {.name = "of", .names = coin, .name_count = 1},
      ARGUMENT("count", "it.coins")};
  const strata_argument need[] = {ARGUMENT("count", "10")};
  const strata_instruction inner[] = {{.op = STRATA_DO_HAVE, ARGUMENTS(have)},
                                      {.op = STRATA_DO_NEED, ARGUMENTS(need)}};
  const strata_instruction pay = {
      .op = STRATA_DO_PAY, .what = "spend", .inner = inner, .inner_count = 2};
  add_law(b, &(strata_watcher_desc){.name = "pay",
                                    .role = STRATA_ROLE_ACTION,
                                    .actor = "it.player",
                                    .paid = 1,
                                    .program = &pay,
                                    .instruction_count = 1});
}

/* Half of the sources must be assigned, and a place takes three. */
static void add_assign(strata_builder *b) {
  const strata_argument use[] = {ARGUMENT("who", "it"),
                                 ARGUMENT("amount", "1")};
  const strata_argument options[] = {
      ARGUMENT("to", "it.place"), ARGUMENT("most", "3"), ARGUMENT("least", "2"),
      ARGUMENT("must", "it.eager"), ARGUMENT("needed", "1")};
  const strata_instruction emit = {
      .op = STRATA_DO_EMIT, .what = "use", ARGUMENTS(use)};
  const strata_instruction assign = {.op = STRATA_DO_ASSIGN,
                                     .who = "it.source",
                                     .as = "place",
                                     ARGUMENTS(options),
                                     .inner = &emit,
                                     .inner_count = 1};
  add_law(b, &(strata_watcher_desc){.name = "assign",
                                    .role = STRATA_ROLE_ACTION,
                                    .actor = "it.player",
                                    .program = &assign,
                                    .instruction_count = 1});
}

static strata_rules *make_rules(stb_run *bench) {
  static const strata_attribute attributes[] = {
      {.name = "player", .type = STRATA_FLAG, .unlayered = true},
      {.name = "source", .type = STRATA_FLAG, .unlayered = true},
      {.name = "place", .type = STRATA_FLAG, .unlayered = true},
      {.name = "used", .type = STRATA_INT, .unlayered = true},
      {.name = "eager", .type = STRATA_INT, .unlayered = true},
      {.name = "coins", .type = STRATA_INT, .unlayered = true}};
  strata_builder *b = stb_layer_rules_begin(
      bench, &(stb_layer_rules){NULL, 0, STB_LIST(attributes)});
  stb_must(strata_builder_symbol(b, NULL, "coin"), "coin");
  add_event(b, "use", "used", "1", "event.who.used = 0");
  add_event(b, "gain", "coins", "event.amount", NULL);
  add_event(b, "spend", "coins", "0 - event.amount", NULL);
  add_source(b);
  add_pay(b);
  add_assign(b);
  return stb_layer_rules_end(bench, b);
}

static strata_entity add_entity(cost_table *t, const strata_rules *rules,
                                const char *flag, int64_t eager) {
  strata_entity one = 0;
  stb_must(strata_spawn(t->world, &one), flag);
  stb_must(strata_set_base_int(
               t->world, one,
               strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, flag), 1),
           flag);
  stb_must(strata_set_base_int(
               t->world, one,
               strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "eager"), eager),
           flag);
  return one;
}

static cost_table *cost_table_new(stb_run *bench) {
  cost_table *t = stb_alloc(bench, 1, sizeof *t);
  strata_rules *rules = make_rules(bench);
  *t = (cost_table){.world = stb_world_new(bench, rules)};
  strata_entity player = add_entity(t, rules, "player", 0);
  for (int i = 0; i < MANY; i++) {
    (void)add_entity(t, rules, "source", i % 2);
  }
  for (int i = 0; i < PLACES; i++) {
    (void)add_entity(t, rules, "place", 0);
  }
  stb_must(strata_commit(t->world), "commit");
  t->pay = (strata_act_desc){
      .watcher_def = strata_rules_find(rules, STRATA_NAME_WATCHER_DEF, "pay"),
      .you = player};
  t->assign = (strata_act_desc){.watcher_def = strata_rules_find(
                                    rules, STRATA_NAME_WATCHER_DEF, "assign"),
                                .you = player};
  return t;
}

static unsigned engine_pay(void *context) {
  cost_table *t = context;
  strata_mark mark = {0};
  return (unsigned)strata_mark_set(t->world, &mark) |
         (unsigned)strata_act(t->world, &t->pay, NULL) |
         (unsigned)strata_rollback(t->world, mark);
}

static unsigned engine_assign(void *context) {
  cost_table *t = context;
  return (unsigned)strata_act(t->world, &t->assign, NULL) |
         (unsigned)strata_cancel(t->world);
}

void stb_workload_solved_costs(stb_run *bench) {
  cost_table *t = cost_table_new(bench);
  stb_expect(bench, engine_pay(t) == 0, "the cost can be paid");
  stb_expect(bench, engine_assign(t) == 0, "the assignment asks");
  (void)stb_measure(bench, &(stb_case){.name = "a cost of 10 by 10 sources",
                                       .unit = "payment",
                                       .subject = {.act = engine_pay},
                                       .context = t});
  (void)stb_measure(bench, &(stb_case){.name = "10 to 3 places, first question",
                                       .unit = "question",
                                       .subject = {.act = engine_assign},
                                       .context = t});
  stb_release(bench);
}
