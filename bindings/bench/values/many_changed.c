/*
 * many_changed.c - many_changed: what one instruction does to many entities
 * while an effect reads what it writes, and despawning entities that one effect
 * names. Each row is the time for one entity, so rows of two sizes show whether
 * the whole grows faster than its size.
 *
 * The baseline writes as many numbers, each with an undo record.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

typedef struct many_scene {
  stb_run *bench;
  const strata_rules *rules;
  strata_world *world;
  strata_attr power;
  strata_event_type storm;
  strata_entity *who;
  uint32_t count;
  int64_t *column; /* the baseline's */
  stb_undo_record *ring;
  strata_mark mark;
} many_scene;

static strata_rules *declare_storm(stb_run *bench) {
  static const strata_argument amount = {.value = "event.amount"};
  static const strata_instruction adds = {.op = STRATA_DO_ADD,
                                          .what = "power",
                                          .who = "power >= 0",
                                          .arguments = &amount,
                                          .argument_count = 1};
  static const strata_field_desc field = {"amount", STRATA_INT};
  strata_builder *builder;
  strata_rules *rules;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  stb_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
           "layers");
  stb_must(
      strata_builder_attribute(
          builder, &(strata_attribute){.name = "power", .type = STRATA_INT}),
      "power");
  stb_must(strata_builder_event_type(
               builder, &(strata_event_type_desc){.name = "storm",
                                                  .fields = &field,
                                                  .field_count = 1,
                                                  .does = &adds,
                                                  .does_count = 1}),
           "storm");
  stb_must(strata_builder_freeze(builder, &rules), "rules");
  strata_builder_free(builder);
  return stb_keep_rules(bench, rules);
}

static many_scene open_scene(stb_run *bench, uint32_t count) {
  many_scene s = {.bench = bench,
                  .rules = declare_storm(bench),
                  .who = stb_alloc(bench, count, sizeof *s.who),
                  .count = count,
                  .column = stb_alloc(bench, count, sizeof *s.column),
                  .ring = stb_alloc(bench, STB_UNDO_RING, sizeof *s.ring)};
  s.world = stb_world_new(bench, s.rules);
  s.power = strata_rules_find(s.rules, STRATA_NAME_ATTRIBUTE, "power");
  s.storm = strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "storm");
  for (uint32_t n = 0; n < count; n++) {
    s.who[n] = stb_spawn(s.world);
    stb_must(strata_set_base_int(s.world, s.who[n], s.power, n), "power");
  }
  return s;
}

/* An effect on all, which is open and reads power, or is locked to them. */
static void add_effect(const many_scene *s, bool locked) {
  const strata_part part = {
      .attr = s->power, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  strata_effect_desc desc = {.parts = &part, .part_count = 1};
  strata_effect effect;
  int64_t value;
  if (locked) {
    desc.targets = s->who;
    desc.target_count = s->count;
  } else {
    desc.subject = stb_parse(s->bench, s->rules, "power >= 10");
  }
  stb_must(strata_effect_add(s->world, &desc, &effect), "an effect");
  stb_must(strata_get_int(s->world, s->who[0], s->power, &value), "a value");
}

static unsigned begin_many(void *context) {
  many_scene *s = context;
  return (unsigned)strata_mark_set(s->world, &s->mark);
}

static unsigned storm_over_all(void *context) {
  const many_scene *s = context;
  const strata_named_value amount = {"amount",
                                     {.type = STRATA_INT, .integer = 3}};
  return (unsigned)strata_act(
      s->world,
      &(strata_act_desc){.event = s->storm, .given = &amount, .given_count = 1},
      NULL);
}

static unsigned despawn_all(void *context) {
  const many_scene *s = context;
  unsigned failed = 0;
  for (uint32_t n = 0; n < s->count; n++) {
    failed |= (unsigned)strata_despawn(s->world, s->who[n]);
  }
  return failed;
}

static unsigned back_many(void *context) {
  const many_scene *s = context;
  const unsigned failed = (unsigned)strata_rollback(s->world, s->mark);
  return failed | (unsigned)strata_commit(s->world);
}

static unsigned base_writes(void *context) {
  many_scene *s = context;
  for (uint32_t n = 0; n < s->count; n++) {
    s->ring[n % STB_UNDO_RING] = (stb_undo_record){n, s->column[n]};
    s->column[n] += 3;
  }
  stb_touch_memory(s->column);
  return STRATA_OK;
}

static int64_t power_of_last(const many_scene *s) {
  int64_t value;
  stb_must(strata_get_int(s->world, s->who[s->count - 1], s->power, &value),
           "power");
  return value;
}

static void measure(many_scene *s, bool despawns, stb_series *series) {
  const stb_case what = {
      .name = stb_text(s->bench, "%s %u", despawns ? "despawn" : "add to",
                       s->count),
      .unit = "entity",
      .subject = {.act = despawns ? despawn_all : storm_over_all,
                  .begin = begin_many,
                  .back = back_many},
      .baseline = {.act = base_writes},
      .context = s,
      .beside = "a number written, with an undo record",
      .subject_per = s->count,
      .baseline_per = s->count,
      .series = series,
      .size = s->count};
  const int64_t before = power_of_last(s);
  (void)stb_measure(s->bench, &what);
  stb_expect(s->bench, power_of_last(s) == before, "the power after it");
}

void stb_workload_many_changed(stb_run *bench) {
  const uint32_t least = bench->quick ? 50 : 1000;
  for (int despawns = 0; despawns < 2; despawns++) {
    stb_series series = {0};
    for (uint32_t times = 1; times <= 8; times *= 8) {
      many_scene s = open_scene(bench, least * times);
      add_effect(&s, despawns);
      measure(&s, despawns, &series);
    }
  }
}
