/* What the header promises of costs: evaluations and passes are counted, no
 * clock is read. The same is done with few and with many entities. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

TestSuite(costs, .timeout = 120);

enum { FEW = 64, MANY = 512, MOST = MANY };

static uint64_t tick(void *user) {
  uint64_t *now = user;
  return ++*now;
}

/* A world of entities, half of which are elves, under an effect that reads the
 * power of all. */
typedef struct crowd {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_attr power, kinds;
  strata_entity who[MOST];
  size_t count;
  uint64_t now;
} crowd;

#define PROGRAM(...)                                                           \
  (const strata_instruction[]) {                                               \
    __VA_ARGS__                                                                \
  }
#define ARGUMENT(...)                                                          \
  .arguments = &(const strata_argument){__VA_ARGS__}, .argument_count = 1
#define ELVES .who = "kinds has 'elf'"

static const strata_clause_part growth = {.attr = "power",
                                          .layer = "1",
                                          .op = STRATA_OP_ADD,
                                          .operand = "it.power",
                                          .capture = true};
static const strata_clause growing = {.parts = &growth, .part_count = 1};

/* Events that do something to all elves. */
static void declare_storms(strata_builder *b) {
  const strata_field_desc amount = {"amount", STRATA_INT};
  const struct {
    const char *name;
    const strata_instruction *does;
  } storms[] = {
      {"add", PROGRAM({.op = STRATA_DO_ADD,
                       .what = "power",
                       ELVES,
                       ARGUMENT(.value = "event.amount")})},
      {"grow", PROGRAM({.op = STRATA_DO_ADD,
                        .what = "power",
                        ELVES,
                        ARGUMENT(.value = "power")})},
      {"set", PROGRAM({.op = STRATA_DO_SET,
                       .what = "power",
                       ELVES,
                       ARGUMENT(.value = "power + 1")})},
      {"begin", PROGRAM({.op = STRATA_DO_BEGIN, ELVES, .clause = &growing})},
      {"move", PROGRAM({.op = STRATA_DO_MOVE, .what = "grave", ELVES})},
      {"stamp", PROGRAM({.op = STRATA_DO_STAMP, ELVES})},
      {"note", PROGRAM({.op = STRATA_DO_NOTE,
                        .what = "seen",
                        ELVES,
                        ARGUMENT(.value = "event.amount")})},
      {"remove", PROGRAM({.op = STRATA_DO_REMOVE, ELVES})},
  };
  for (size_t i = 0; i < sizeof storms / sizeof storms[0]; i++) {
    OK(strata_builder_event_type(
        b, &(strata_event_type_desc){.name = storms[i].name,
                                     .fields = &amount,
                                     .field_count = 1,
                                     .does = storms[i].does,
                                     .does_count = 1}));
  }
}

static void declare_hail(strata_builder *b) {
  const strata_field_desc fields[] = {{"who", STRATA_REF},
                                      {"amount", STRATA_INT}};
  const strata_argument values[] = {
      {.name = "who", .value = "it"},
      {.name = "amount", .value = "event.amount"}};
  OK(strata_builder_event_type(
      b, &(strata_event_type_desc){
             .name = "hit",
             .affected = "who",
             .fields = fields,
             .field_count = 2,
             .does = PROGRAM({.op = STRATA_DO_ADD,
                              .what = "power",
                              .who = "event.who",
                              ARGUMENT(.value = "event.amount")}),
             .does_count = 1}));
  OK(strata_builder_event_type(
      b, &(strata_event_type_desc){.name = "hail",
                                   .fields = &fields[1],
                                   .field_count = 1,
                                   .contains = STRATA_CONTAINMENT_RESULTS,
                                   .parts = PROGRAM({.op = STRATA_DO_EMIT,
                                                     .what = "hit",
                                                     ELVES,
                                                     .arguments = values,
                                                     .argument_count = 2}),
                                   .part_count = 1}));
}

static strata_rules *crowd_rules(kit_mem *mem) {
  static const char *const kinds[] = {"elf", "orc"};
  strata_builder *b;
  strata_rules *rules;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "power", .type = STRATA_INT}));
  OK(strata_builder_attribute(b, &(strata_attribute){.name = "kinds",
                                                     .type = STRATA_SET,
                                                     .symbols = kinds,
                                                     .symbol_count = 2}));
  OK(strata_builder_zone(b,
                         &(strata_zone_desc){.name = "grave", .shared = true}));
  declare_storms(b);
  declare_hail(b);
  strata_status status = strata_builder_freeze(b, &rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  return rules;
}

static void add_reader(crowd *c) {
  strata_expr *subject;
  strata_effect effect;
  OK(strata_expr_parse(c->rules, "kinds has 'elf' and power >= 10", &subject,
                       NULL));
  const strata_part part = {
      .attr = c->power, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  OK(strata_effect_add(c->world,
                       &(strata_effect_desc){
                           .subject = subject, .parts = &part, .part_count = 1},
                       &effect));
  strata_expr_free(subject);
}

static void open_crowd(crowd *c, size_t count) {
  *c = (crowd){.count = count};
  c->rules = crowd_rules(&c->mem);
  c->power = kit_attr(c->rules, "power");
  c->kinds = kit_attr(c->rules, "kinds");
  strata_symbol elf = kit_symbol(c->rules, "elf");
  strata_world_config config = kit_config(&c->mem);
  OK(strata_world_new(c->rules, &config, &c->world));
  for (size_t i = 0; i < count; i++) {
    OK(strata_spawn(c->world, &c->who[i]));
    OK(strata_set_base_int(c->world, c->who[i], c->power, (int64_t)i));
    if (i % 2 == 0) {
      OK(strata_set_base_symbol(c->world, c->who[i], c->kinds, elf, true));
    }
  }
}

static void close_crowd(crowd *c) {
  strata_world_free(c->world);
  strata_rules_free(c->rules);
  cr_expect(eq(sz, c->mem.live_bytes, 0), "bytes leaked");
}

static void read_all(crowd *c, int64_t *out) {
  OK(strata_get_ints(c->world, c->power, c->who, c->count, out));
}

/* -- Instructions -- */

/* How many passes an event takes. */
static uint64_t passes_of(const char *event, size_t count) {
  crowd c;
  int64_t power[MOST];
  open_crowd(&c, count);
  add_reader(&c);
  read_all(&c, power);
  OK(strata_profile_begin(c.world, tick, &c.now));
  const strata_named_value amount = {"amount", kit_int(3)};
  OK(strata_act(c.world,
                &(strata_act_desc){.event = strata_rules_find(
                                       c.rules, STRATA_NAME_EVENT_TYPE, event),
                                   .given = &amount,
                                   .given_count = 1},
                NULL));
  uint64_t passes = kit_profile(c.world).passes;
  strata_profile_end(c.world);
  close_crowd(&c);
  return passes;
}

static void check_passes(const char *event) {
  uint64_t few = passes_of(event, FEW);
  uint64_t many = passes_of(event, MANY);
  cr_expect(le(u64, many, few + 2), "%s: %d passes for %d, %d for %d", event,
            (int)few, FEW, (int)many, MANY);
  cr_expect(le(u64, many, 8), "%s: %d passes", event, (int)many);
}

Test(costs, finding_EM02_adding_to_many_takes_no_pass_for_each) {
  check_passes("add");
}

Test(costs, finding_EM02_adding_what_each_has_takes_no_pass_for_each) {
  check_passes("grow");
}

Test(costs, finding_EM02_setting_many_takes_no_pass_for_each) {
  check_passes("set");
}

Test(costs, finding_EM02_effects_on_many_take_no_pass_for_each) {
  check_passes("begin");
}

Test(costs, finding_EM02_removing_many_takes_no_pass_for_each) {
  check_passes("remove");
}

Test(costs, finding_EM02_moving_many_takes_no_pass_for_each) {
  check_passes("move");
}

Test(costs, finding_EM02_stamping_and_noting_many_takes_no_pass_for_each) {
  check_passes("stamp");
  check_passes("note");
}

Test(costs, finding_EM02_events_of_many_take_no_pass_for_each) {
  check_passes("hail");
}

/* All values are those of before the instruction, whoever comes first: the sum
 * counts no entity that the instruction has changed already. */
Test(costs, finding_EM02_an_instruction_changes_all_at_once) {
  crowd c;
  int64_t before[MOST];
  int64_t after[MOST];
  open_crowd(&c, FEW);
  read_all(&c, before);
  OK(strata_act(
      c.world,
      &(strata_act_desc){
          .event = strata_rules_find(c.rules, STRATA_NAME_EVENT_TYPE, "grow")},
      NULL));
  read_all(&c, after);
  for (size_t i = 0; i < FEW; i++) {
    cr_expect(eq(i64, after[i], i % 2 == 0 ? 2 * before[i] : before[i]));
  }
  close_crowd(&c);
}

/* -- Despawning -- */

/* How many bytes of the journal, which has a record for each cell that is
 * written, and how many seconds nobody counts: the walk itself leaves no trace,
 * so the time limit of this test is what fails if it is quadratic. */
Test(costs, finding_EM03_despawning_what_an_effect_names_is_not_quadratic) {
  enum { TARGETS = 60000 };
  kit_mem mem = {0};
  strata_rules *rules = crowd_rules(&mem);
  strata_world *world;
  strata_world_config config = kit_config(&mem);
  strata_entity *who = calloc(TARGETS, sizeof *who);
  cr_assert(who != NULL);
  OK(strata_world_new(rules, &config, &world));
  for (size_t i = 0; i < TARGETS; i++) {
    OK(strata_spawn(world, &who[i]));
  }
  const strata_part part = {.attr = kit_attr(rules, "power"),
                            .layer = 1,
                            .op = STRATA_OP_ADD,
                            .value = 1};
  strata_effect effect;
  OK(strata_effect_add(world,
                       &(strata_effect_desc){.targets = who,
                                             .target_count = TARGETS,
                                             .parts = &part,
                                             .part_count = 1},
                       &effect));
  /* the oldest first, which are last in the list; then from both ends */
  for (size_t i = 0; i < TARGETS / 2; i++) {
    OK(strata_despawn(world, who[i]));
  }
  for (size_t i = 0; i < TARGETS / 4; i++) {
    OK(strata_despawn(world, who[TARGETS - 1 - i]));
    OK(strata_despawn(world, who[TARGETS / 2 + i]));
  }
  cr_expect(eq(u64, kit_stats(world).effects, 0), "it has no target left");
  strata_world_free(world);
  strata_rules_free(rules);
  free(who);
  cr_expect(eq(sz, mem.live_bytes, 0), "bytes leaked");
}

/* Rolled back and done in another order: what is remembered of the list is
 * checked before it is used. */
Test(costs, finding_EM03_despawning_after_a_rollback_unlinks_the_right_target) {
  crowd c;
  kit_dice dice = {3};
  int64_t power[MOST];
  open_crowd(&c, MANY);
  const strata_part part = {
      .attr = c.power, .layer = 1, .op = STRATA_OP_ADD, .value = 1000};
  strata_effect effect;
  OK(strata_effect_add(c.world,
                       &(strata_effect_desc){.targets = c.who,
                                             .target_count = MANY,
                                             .parts = &part,
                                             .part_count = 1},
                       &effect));
  for (int round = 0; round < 20; round++) {
    strata_mark mark;
    uint64_t hash = strata_hash(c.world);
    OK(strata_mark_set(c.world, &mark));
    for (int i = 0; i < 40; i++) {
      strata_entity victim = c.who[kit_below(&dice, MANY)];
      if (strata_is_alive(c.world, victim)) OK(strata_despawn(c.world, victim));
    }
    for (size_t i = 0; i < MANY; i++) {
      if (!strata_is_alive(c.world, c.who[i])) continue;
      OK(strata_get_int(c.world, c.who[i], c.power, &power[i]));
      cr_assert(eq(i64, power[i], 1000 + (int64_t)i));
    }
    OK(strata_rollback(c.world, mark));
    cr_assert(eq(u64, strata_hash(c.world), hash));
  }
  close_crowd(&c);
}

/* -- Effects -- */

/* What the allocator gives for an effect on two targets does not grow with the
 * world. */
static size_t bytes_for_effect(size_t count) {
  crowd c;
  open_crowd(&c, count);
  strata_effect effect;
  const strata_part part = {
      .attr = c.power, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  const strata_effect_desc desc = {
      .targets = c.who, .target_count = 2, .parts = &part, .part_count = 1};
  OK(strata_effect_add(c.world, &desc, &effect));
  size_t before = c.mem.calls;
  OK(strata_effect_add(c.world, &desc, &effect));
  size_t calls = c.mem.calls - before;
  close_crowd(&c);
  return calls;
}

Test(costs, an_effect_on_two_allocates_the_same_in_any_world) {
  cr_expect(eq(sz, bytes_for_effect(FEW), bytes_for_effect(MANY)));
}

/* The caches of effects that a predicate reads beside: so many bytes each. */
Test(costs, finding_EM11_an_effect_beside_a_predicate_keeps_few_bytes) {
  enum { EFFECTS = 20000 };
  crowd c;
  int64_t power[MOST];
  open_crowd(&c, MANY);
  add_reader(&c);
  read_all(&c, power);
  const strata_part part = {
      .attr = c.power, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  for (size_t i = 0; i < EFFECTS; i++) {
    strata_effect effect;
    OK(strata_effect_add(c.world,
                         &(strata_effect_desc){.targets = &c.who[i % MANY],
                                               .target_count = 1,
                                               .parts = &part,
                                               .part_count = 1},
                         &effect));
  }
  read_all(&c, power);
  uint64_t each = kit_stats(c.world).cache_bytes / EFFECTS;
  cr_expect(le(u64, each, 700), "%d bytes for each effect", (int)each);
  close_crowd(&c);
}

/* -- Forks -- */

Test(costs, a_fork_into_a_world_that_is_kept_allocates_nothing) {
  crowd c;
  strata_world *kept = NULL;
  open_crowd(&c, FEW);
  size_t before = c.mem.calls;
  OK(strata_fork(c.world, NULL, &kept));
  size_t new_world = c.mem.calls - before;
  cr_expect(le(sz, new_world, 80), "%d allocations", (int)new_world);
  OK(strata_set_base_int(c.world, c.who[0], c.power, 9));
  before = c.mem.calls;
  OK(strata_fork(c.world, kept, NULL));
  cr_expect(eq(sz, c.mem.calls - before, 0), "%d allocations",
            (int)(c.mem.calls - before));
  cr_expect(eq(u64, strata_hash(kept), strata_hash(c.world)));
  strata_world_free(kept);
  close_crowd(&c);
}
