/*
 * explain_value.c - explain: why a value is what it is, in worlds of growing
 * size and for values with growing numbers of effects.
 *
 * The slope says with what the time grows. It is near 0 over entities that have
 * nothing to do with the value, and near 1 over the effects on the value. Where
 * an effect on all asks for the attribute, the effects of the others take part
 * in the pass. All of them leave the entity out, so the pass is run again, to
 * find out whether anything was kept from the value: near 1 over the world.
 *
 * The baseline reads the value.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

typedef struct explain_scene {
  stb_run *bench;
  const strata_rules *rules;
  strata_world *world;
  strata_attr power;
  strata_entity who; /* whose power is explained */
  int64_t power_of_who;
  size_t rows; /* of the last explanation */
} explain_scene;

static strata_rules *declare_power(stb_run *bench) {
  strata_builder *builder;
  strata_rules *rules;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  stb_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
           "layers");
  stb_must(
      strata_builder_attribute(
          builder, &(strata_attribute){.name = "power", .type = STRATA_INT}),
      "power");
  stb_must(strata_builder_freeze(builder, &rules), "rules");
  strata_builder_free(builder);
  return stb_keep_rules(bench, rules);
}

/* Start an effect that adds 1 to the target, or to all entities if the target
 * is 0. */
static void add_effect(const explain_scene *s, strata_entity target) {
  const strata_part part = {
      .attr = s->power, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  strata_effect_desc desc = {.parts = &part, .part_count = 1};
  strata_effect effect;
  if (target != 0) {
    desc.targets = &target;
    desc.target_count = 1;
  } else {
    desc.subject = stb_parse(s->bench, s->rules, "power >= 0");
  }
  stb_must(strata_effect_add(s->world, &desc, &effect), "an effect");
}

typedef struct explain_size {
  uint32_t others;  /* entities beside the one, with eight effects each */
  uint32_t effects; /* locked to the one */
  bool is_open;     /* an effect on all asks for the attribute, too */
} explain_size;

static explain_scene open_scene(stb_run *bench, const explain_size *size) {
  explain_scene s = {.bench = bench, .rules = declare_power(bench)};
  s.world = stb_world_new(bench, s.rules);
  s.power = strata_rules_find(s.rules, STRATA_NAME_ATTRIBUTE, "power");
  s.who = stb_spawn(s.world);
  for (uint32_t n = 0; n < size->others; n++) {
    const strata_entity other = stb_spawn(s.world);
    for (uint32_t k = 0; k < 8; k++) {
      add_effect(&s, other);
    }
  }
  for (uint32_t k = 0; k < size->effects; k++) {
    add_effect(&s, s.who);
  }
  if (size->is_open) add_effect(&s, 0);
  stb_must(strata_commit(s.world), "commit");
  s.power_of_who = (int64_t)size->effects + size->is_open;
  return s;
}

static unsigned explain_power(void *context) {
  explain_scene *s = context;
  strata_why *why = NULL;
  const unsigned failed =
      (unsigned)strata_explain(s->world, s->who, s->power, &why);
  s->rows = failed ? 0 : strata_why_count(why);
  strata_why_free(why);
  return failed;
}

static unsigned read_power(void *context) {
  const explain_scene *s = context;
  int64_t value = 0;
  const unsigned failed =
      (unsigned)strata_get_int(s->world, s->who, s->power, &value);
  return failed | (value == s->power_of_who ? 0 : (unsigned)STRATA_EINVAL);
}

static void measure(stb_run *bench, const char *name, const explain_size *size,
                    double n, stb_series *series) {
  explain_scene s = open_scene(bench, size);
  (void)stb_measure(bench,
                    &(stb_case){.name = stb_text(bench, "%s %.0f", name, n),
                                .unit = "explanation",
                                .subject = {.act = explain_power},
                                .baseline = {.act = read_power},
                                .context = &s,
                                .beside = "the value, read",
                                .series = series,
                                .size = n,
                                .whole = true});
  stb_expect(bench, s.rows == size->effects + size->is_open,
             "the rows of an explanation");
}

void stb_workload_explain(stb_run *bench) {
  const uint32_t least = bench->quick ? 10 : 100;
  stb_series series[3] = {0};
  for (uint32_t n = least; n <= 100 * least; n *= 10) {
    measure(bench, "8 effects, others:", &(explain_size){n, 8, false}, n,
            &series[0]);
  }
  for (uint32_t n = least / 10; n <= 10 * least; n *= 10) {
    measure(bench, "100 others, effects:", &(explain_size){100, n, false}, n,
            &series[1]);
  }
  for (uint32_t n = least; n <= 100 * least; n *= 10) {
    measure(bench, "asked for, others:", &(explain_size){n, 8, true}, n,
            &series[2]);
  }
}
