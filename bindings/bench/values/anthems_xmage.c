/*
 * anthems_xmage.c - anthems_xmage and idle_check: bears of one player, and
 * permanents of that player whose static ability makes creatures larger.
 *
 * anthems_xmage: one thing changes, and all powers are read by one call. A bear
 * stops being a creature or becomes one again (L copies what did not change);
 * or one more of these permanents enters or leaves (L is the delta loop).
 *
 * idle_check: nothing changes, and all values are read.
 */
#include "bench/kit/anthem_field.h"
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/baseline_columns.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <string.h>

enum { POWER = 2, XMAGE_VERSION = 7 };

typedef struct field {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_attr types, controller, power;
  strata_symbol creature;
  strata_definition bear, glory;
  strata_entity player, more; /* the permanent that comes and goes, or 0 */
  uint32_t bears, glories;
  strata_entity *handles;
  strata_expr *large; /* a predicate */
  int64_t *got;       /* what the engine gave last */
  stb_herd herd;      /* the baseline's */
  int64_t *out;
  stb_cell *cells; /* by slot */
  size_t cell_count;
  bool changed; /* the bear in the middle is no creature now */
  uint32_t turn;
  bool found; /* the newest result */
  int64_t sum;
} field;

/* -- Rules -- */

static void define_xmage(strata_builder *builder, const char *name,
                         const char *const *type, const char *power,
                         const char *const *ability) {
  const strata_default defaults[] = {
      {.attr = "types", .names = type, .name_count = 1},
      {.attr = "power", .text = power},
      {.attr = "abilities", .names = ability, .name_count = ability != NULL}};
  const strata_definition_desc desc = {
      .name = name, .defaults = defaults, .default_count = 3};
  stb_must(strata_builder_definition(builder, &desc), name);
}

static strata_rules *make_xmage_rules(stb_run *bench) {
  static const char *const layers[] = {"pt"};
  static const char *const types[] = {"creature", "enchantment"};
  static const char *const glory[] = {"glory"};
  strata_builder *builder = stb_layer_rules_begin(bench, layers, 1);
  stb_layer_rules_attribute(builder, &(strata_attribute){.name = "types",
                                                         .type = STRATA_SET,
                                                         .symbols = types,
                                                         .symbol_count = 2});
  stb_layer_rules_attribute(
      builder, &(strata_attribute){.name = "controller", .type = STRATA_REF});
  stb_layer_rules_attribute(
      builder, &(strata_attribute){.name = "power", .type = STRATA_INT});
  stb_layer_rules_attribute(
      builder,
      &(strata_attribute){.name = "abilities", .type = STRATA_ABILITIES});
  const strata_clause_part larger = {
      .attr = "power", .layer = "pt", .op = STRATA_OP_ADD, .operand = "1"};
  stb_layer_rules_ability(
      builder, "glory", STRATA_ABILITY_STATIC,
      "types has 'creature' and controller = this.controller", &larger, 1);
  define_xmage(builder, "bear", &types[0], "2", NULL);
  define_xmage(builder, "glory", &types[1], "0", glory);
  return stb_layer_rules_end(builder);
}

static void find_xmage_names(field *f) {
  const strata_rules *rules = f->rules;
  f->types = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "types");
  f->controller = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "controller");
  f->power = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "power");
  f->creature = stb_rules_id(rules, STRATA_NAME_SYMBOL, "creature");
  f->bear = stb_rules_id(rules, STRATA_NAME_DEFINITION, "bear");
  f->glory = stb_rules_id(rules, STRATA_NAME_DEFINITION, "glory");
}

/* -- The field -- */

static unsigned spawn_xmage(field *f, strata_definition what,
                            strata_entity *out) {
  const strata_value player = {.type = STRATA_REF, .ref = f->player};
  return (unsigned)strata_spawn_as(f->world, what, out) |
         (unsigned)strata_set_base(f->world, *out, f->controller, &player);
}

static void make_xmage_world(field *f) {
  f->world = stb_world_new(f->bench, f->rules);
  f->player = stb_spawn(f->world);
  unsigned failed = 0;
  for (uint32_t n = 0; n < f->glories; n++) {
    strata_entity glory = 0;
    failed |= spawn_xmage(f, f->glory, &glory);
  }
  for (uint32_t n = 0; n < f->bears; n++) {
    failed |= spawn_xmage(f, f->bear, &f->handles[n]);
  }
  stb_must((strata_status)failed, "a bear");
  stb_must(strata_expr_parse(f->rules, "types has 'creature' and power > 3",
                             &f->large, NULL),
           "a predicate");
  stb_must(strata_commit(f->world), "commit");
}

/* The baseline starts with all values as they are. */
static void make_xmage_columns(field *f) {
  f->cell_count = (size_t)f->bears + f->glories + 2;
  f->cells = stb_must_alloc(f->cell_count, sizeof *f->cells);
  f->herd = stb_herd_new(f->bears);
  for (uint32_t n = 0; n < f->bears; n++) {
    const strata_entity handle = f->handles[n];
    f->herd.types[n] = 1;
    f->herd.power[n] = POWER + f->glories;
    f->cells[handle & UINT32_MAX] =
        (stb_cell){.value = f->herd.power[n],
                   .generation = (uint32_t)(handle >> 32),
                   .version = XMAGE_VERSION};
  }
}

static field *field_new(stb_run *bench, uint32_t bears, uint32_t glories) {
  field *f = stb_must_alloc(1, sizeof *f);
  *f = (field){.bench = bench, .bears = bears, .glories = glories};
  f->handles = stb_must_alloc(bears, sizeof *f->handles);
  f->got = stb_must_alloc(bears, sizeof *f->got);
  f->out = stb_must_alloc(bears, sizeof *f->out);
  f->rules = make_xmage_rules(bench);
  find_xmage_names(f);
  make_xmage_world(f);
  make_xmage_columns(f);
  return f;
}

static void field_free(field *f) {
  strata_expr_free(f->large);
  strata_world_free(f->world);
  strata_rules_free(f->rules);
  free(f->handles);
  free(f->got);
  free(f->out);
  free(f->cells);
  stb_herd_free(&f->herd);
  free(f);
}

/* -- One change -- */

static unsigned read_xmage_all(field *f) {
  return (unsigned)strata_commit(f->world) |
         (unsigned)strata_get_ints(f->world, f->power, f->handles, f->bears,
                                   f->got);
}

static unsigned change_bear(field *f) {
  f->changed = !f->changed;
  return (unsigned)strata_set_base_symbol(f->world, f->handles[f->bears / 2],
                                          f->types, f->creature, !f->changed);
}

static unsigned change_glory(field *f) {
  if (!f->more) return spawn_xmage(f, f->glory, &f->more);
  const strata_entity gone = f->more;
  f->more = 0;
  return (unsigned)strata_despawn(f->world, gone);
}

static double run_changes(field *f, uint32_t count,
                          unsigned (*change)(field *f)) {
  unsigned failed = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < 2 * count; i++) {
    failed |= change(f) | read_xmage_all(f);
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "a change");
  return took;
}

static double engine_bear(void *context, uint32_t count) {
  return run_changes(context, count, change_bear);
}

static double engine_glory(void *context, uint32_t count) {
  return run_changes(context, count, change_glory);
}

static double base_bear(void *context, uint32_t count) {
  field *f = context;
  const uint32_t n = f->bears / 2;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < 2 * count; i++) {
    f->herd.types[n] ^= 1;
    f->herd.power[n] = POWER + (f->herd.types[n] != 0 ? f->glories : 0);
    memcpy(f->out, f->herd.power, f->bears * sizeof *f->out);
    stb_touch_memory(f->out);
  }
  return stb_clock_now_ns() - start;
}

static double base_glory(void *context, uint32_t count) {
  field *f = context;
  const stb_anthem glory = {.types = 1, .least = INT32_MIN, .power = 1};
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < 2 * count; i++) {
    stb_base_delta(&f->herd, &glory, i % 2 == 0 ? 1 : -1, f->herd.power,
                   f->herd.toughness, f->out);
    stb_touch_memory(f->out);
  }
  return stb_clock_now_ns() - start;
}

static void check_values_xmage(const field *f, const int64_t *values,
                               bool changed, bool more, const char *what) {
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < f->bears; n++) {
    const bool creature = !changed || n != f->bears / 2;
    wrong += values[n] != POWER + (creature ? f->glories + more : 0);
  }
  stb_expect(f->bench, wrong == 0, what);
}

static void check_xmage(field *f) {
  for (int i = 0; i < 4; i++) {
    const unsigned failed = i % 2 == 0 ? change_bear(f) : change_glory(f);
    stb_must((strata_status)(failed | read_xmage_all(f)), "a change");
    check_values_xmage(f, f->got, f->changed, f->more != 0, "a bear's power");
  }
  (void)base_bear(f, 1);
  check_values_xmage(f, f->out, false, false, "the baseline of a bear");
  (void)base_glory(f, 1);
  check_values_xmage(f, f->out, false, false, "the baseline of a glory");
}

/* -- Nothing changes -- */

static double idle_reads(void *context, uint32_t count, bool commit) {
  field *f = context;
  unsigned failed = 0;
  uint32_t next = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    int64_t power = 0;
    if (commit) failed |= (unsigned)strata_commit(f->world);
    failed |=
        (unsigned)strata_get_int(f->world, f->handles[next], f->power, &power);
    f->sum += power;
    next = next + 1 == f->bears ? 0 : next + 1;
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "read");
  return took;
}

static double idle_commit(void *context, uint32_t count) {
  return idle_reads(context, count, true);
}

static double idle_read(void *context, uint32_t count) {
  return idle_reads(context, count, false);
}

static double idle_has(void *context, uint32_t count) {
  field *f = context;
  unsigned failed = 0;
  uint32_t next = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= (unsigned)strata_has(f->world, f->handles[next], f->types,
                                   f->creature, &f->found);
    f->sum += f->found;
    next = next + 1 == f->bears ? 0 : next + 1;
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "has");
  return took;
}

static double idle_asked(void *context, uint32_t count) {
  field *f = context;
  unsigned failed = 0;
  uint32_t next = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    strata_value value = {0};
    failed |= (unsigned)strata_expr_eval(f->world, f->large, f->handles[next],
                                         0, &value);
    f->sum += value.integer;
    next = next + 1 == f->bears ? 0 : next + 1;
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "a predicate");
  return took;
}

static double base_idle(void *context, uint32_t count) {
  field *f = context;
  const double start = stb_clock_now_ns();
  f->sum += stb_base_read(f->cells, f->handles, f->bears, XMAGE_VERSION, count);
  return stb_clock_now_ns() - start;
}

/* All bears once, by each of the loops. */
static void check_idle(field *f) {
  static const stb_loop loops[] = {idle_commit, idle_read, idle_has, idle_asked,
                                   base_idle};
  const int64_t powers = f->bears * (int64_t)(POWER + f->glories);
  const int64_t sums[] = {powers, powers, f->bears,
                          POWER + f->glories > 3 ? f->bears : 0, powers};
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    f->sum = 0;
    (void)loops[i](f, f->bears);
    stb_expect(f->bench, f->sum == sums[i], "what an idle field says");
  }
}

/* -- Cases -- */

typedef struct xmage_variant {
  const char *name, *beside;
  stb_loop subject, baseline;
} xmage_variant;

typedef struct xmage_size {
  uint32_t bears, glories;
  double limit_ns;
} xmage_size;

static void size_case_xmage(stb_run *bench, const xmage_variant *v,
                            const xmage_size *s, stb_series *series) {
  char name[64];
  (void)snprintf(name, sizeof name, "%u x %u, %s", s->bears, s->glories,
                 v->name);
  stb_case what = {.name = name,
                   .unit = "change",
                   .subject = v->subject,
                   .baseline = v->baseline,
                   .beside = v->beside,
                   .subject_per = 2,
                   .goal = STB_GOAL_NS,
                   .limit = s->limit_ns,
                   .decides = true,
                   .series = series,
                   .size = s->bears,
                   .whole = true};
  if (!stb_fits_time(bench, &what)) return;
  field *f = field_new(bench, s->bears, s->glories);
  what.context = f;
  check_xmage(f);
  (void)stb_measure(bench, &what);
  check_xmage(f);
  field_free(f);
}

void stb_workload_anthems_xmage(stb_run *bench) {
  static const xmage_variant variants[] = {
      {"a bear changes", "one value, and a copy of all", engine_bear,
       base_bear},
      {"an anthem comes or goes", "delta loop", engine_glory, base_glory}};
  static const xmage_size sizes[] = {
      {100, 10, 2e3}, {1000, 100, 15e3}, {10000, 10, 30e3}};
  for (size_t v = 0; v < 2; v++) {
    stb_series series = {0};
    for (size_t s = 0; s < 3; s++) {
      if (bench->quick && s > 0) break;
      size_case_xmage(bench, &variants[v], &sizes[s], &series);
    }
  }
}

static void idle_case(stb_run *bench, uint32_t permanents,
                      stb_series series[4]) {
  static const struct {
    const char *name;
    stb_loop loop;
    double limit_ns;
  } asks[] = {{"commit, and a power", idle_commit, 20},
              {"a power", idle_read, 20},
              {"whether it has a type", idle_has, 20},
              {"a predicate", idle_asked, 0}};
  field *f = field_new(bench, permanents - permanents / 10, permanents / 10);
  check_idle(f);
  for (size_t i = 0; i < 4; i++) {
    const bool decides = asks[i].limit_ns > 0 && permanents == 10000;
    char name[64];
    (void)snprintf(name, sizeof name, "%u x %u, %s", permanents,
                   permanents / 10, asks[i].name);
    (void)stb_measure(bench,
                      &(stb_case){.name = name,
                                  .unit = "ask",
                                  .subject = asks[i].loop,
                                  .baseline = base_idle,
                                  .context = f,
                                  .beside = "read of an array of cells",
                                  .goal = decides ? STB_GOAL_NS : STB_GOAL_NONE,
                                  .limit = asks[i].limit_ns,
                                  .decides = decides,
                                  .series = &series[i],
                                  .size = permanents,
                                  .whole = true});
  }
  check_idle(f);
  field_free(f);
}

void stb_workload_idle_check(stb_run *bench) {
  stb_series series[4] = {{0}};
  for (uint32_t permanents = 100; permanents <= 10000; permanents *= 10) {
    if (bench->quick && permanents > 1000) break;
    idle_case(bench, permanents, series);
  }
}
