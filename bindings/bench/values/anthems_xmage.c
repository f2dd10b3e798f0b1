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
  stb_layer_rules_definition(builder, name, STB_LIST(defaults));
}

static strata_rules *make_xmage_rules(stb_run *bench) {
  static const char *const layers[] = {"pt"};
  static const char *const types[] = {"creature", "enchantment"};
  static const char *const glory[] = {"glory"};
  static const strata_attribute attributes[] = {
      {.name = "types",
       .type = STRATA_SET,
       .symbols = types,
       .symbol_count = 2},
      {.name = "controller", .type = STRATA_REF},
      {.name = "power", .type = STRATA_INT},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
  const strata_clause_part larger = {
      .attr = "power", .layer = "pt", .op = STRATA_OP_ADD, .operand = "1"};
  stb_layer_rules_ability(
      builder, "glory", STRATA_ABILITY_STATIC,
      "types has 'creature' and controller = this.controller", &larger, 1);
  define_xmage(builder, "bear", &types[0], "2", NULL);
  define_xmage(builder, "glory", &types[1], "0", glory);
  return stb_layer_rules_end(bench, builder);
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
  const unsigned failed = (unsigned)strata_spawn_as(f->world, what, out);
  return failed |
         (unsigned)stb_set_ref(f->world, *out, f->controller, f->player);
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
  f->large =
      stb_parse(f->bench, f->rules, "types has 'creature' and power > 3");
  stb_must(strata_commit(f->world), "commit");
}

/* The baseline starts with all values as they are. */
static void make_xmage_columns(field *f) {
  f->cell_count = (size_t)f->bears + f->glories + 2;
  f->cells = stb_alloc(f->bench, f->cell_count, sizeof *f->cells);
  f->herd = stb_herd_new(f->bench, f->bears);
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
  field *f = stb_alloc(bench, 1, sizeof *f);
  *f = (field){.bench = bench, .bears = bears, .glories = glories};
  f->handles = stb_alloc(bench, bears, sizeof *f->handles);
  f->got = stb_alloc(bench, bears, sizeof *f->got);
  f->out = stb_alloc(bench, bears, sizeof *f->out);
  f->rules = make_xmage_rules(bench);
  find_xmage_names(f);
  make_xmage_world(f);
  make_xmage_columns(f);
  return f;
}

/* -- One change -- */

static unsigned read_xmage_all(field *f) {
  const unsigned failed = (unsigned)strata_commit(f->world);
  return failed | (unsigned)strata_get_ints(f->world, f->power, f->handles,
                                            f->bears, f->got);
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

/* A change and its opposite, each followed by a read. */
static unsigned change_twice(field *f, unsigned (*change)(field *f)) {
  unsigned failed = 0;
  for (int i = 0; i < 2; i++) {
    failed |= change(f);
    failed |= read_xmage_all(f);
  }
  return failed;
}

static unsigned engine_bear(void *context) {
  return change_twice(context, change_bear);
}

static unsigned engine_glory(void *context) {
  return change_twice(context, change_glory);
}

static unsigned base_bear(void *context) {
  field *f = context;
  const uint32_t n = f->bears / 2;
  for (int i = 0; i < 2; i++) {
    f->herd.types[n] ^= 1;
    f->herd.power[n] = POWER + (f->herd.types[n] != 0 ? f->glories : 0);
    memcpy(f->out, f->herd.power, f->bears * sizeof *f->out);
    stb_touch_memory(f->out);
  }
  return STRATA_OK;
}

static unsigned base_glory(void *context) {
  field *f = context;
  const stb_anthem glory = {.types = 1, .least = INT32_MIN, .power = 1};
  for (int32_t sign = 1; sign >= -1; sign -= 2) {
    stb_base_delta(&f->herd, &glory, sign, f->herd.power, f->herd.toughness,
                   f->out);
    stb_touch_memory(f->out);
  }
  return STRATA_OK;
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
    stb_must((strata_status)failed, "a change");
    stb_must((strata_status)read_xmage_all(f), "a read");
    check_values_xmage(f, f->got, f->changed, f->more != 0, "a bear's power");
  }
  (void)base_bear(f);
  check_values_xmage(f, f->out, false, false, "the baseline of a bear");
  (void)base_glory(f);
  check_values_xmage(f, f->out, false, false, "the baseline of a glory");
}

/* -- Nothing changes -- */

/* Ask each bear in turn by a function, which adds its answer to the sum. */
typedef strata_status (*idle_ask)(field *f, strata_entity bear);

static inline double run_asks(field *f, uint32_t count, idle_ask ask) {
  unsigned failed = 0;
  uint32_t next = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= (unsigned)ask(f, f->handles[next]);
    next = next + 1 == f->bears ? 0 : next + 1;
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "an idle read");
  return took;
}

static inline strata_status ask_power(field *f, strata_entity bear) {
  int64_t power = 0;
  const strata_status status = strata_get_int(f->world, bear, f->power, &power);
  f->sum += power;
  return status;
}

static inline strata_status ask_after_commit(field *f, strata_entity bear) {
  const strata_status status = strata_commit(f->world);
  return status ? status : ask_power(f, bear);
}

static inline strata_status ask_type(field *f, strata_entity bear) {
  const strata_status status =
      strata_has(f->world, bear, f->types, f->creature, &f->found);
  f->sum += f->found;
  return status;
}

static inline strata_status ask_predicate(field *f, strata_entity bear) {
  strata_value value = {0};
  const strata_status status =
      strata_expr_eval(f->world, f->large, bear, 0, &value);
  f->sum += value.integer;
  return status;
}

static double idle_commit(void *context, uint32_t count) {
  return run_asks(context, count, ask_after_commit);
}

static double idle_read(void *context, uint32_t count) {
  return run_asks(context, count, ask_power);
}

static double idle_has(void *context, uint32_t count) {
  return run_asks(context, count, ask_type);
}

static double idle_asked(void *context, uint32_t count) {
  return run_asks(context, count, ask_predicate);
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
  stb_turn subject, baseline;
} xmage_variant;

typedef struct xmage_size {
  uint32_t bears, glories;
  double limit_ns;
} xmage_size;

static void size_case_xmage(stb_run *bench, const xmage_variant *v,
                            const xmage_size *s, stb_series *series) {
  stb_case what = {
      .name = stb_text(bench, "%u x %u, %s", s->bears, s->glories, v->name),
      .unit = "change",
      .subject = {.act = v->subject},
      .baseline = {.act = v->baseline},
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
  stb_release(bench);
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
    (void)stb_measure(
        bench, &(stb_case){.name = stb_text(bench, "%u x %u, %s", permanents,
                                            permanents / 10, asks[i].name),
                           .unit = "ask",
                           .subject = {.loop = asks[i].loop},
                           .baseline = {.loop = base_idle},
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
  stb_release(bench);
}

void stb_workload_idle_check(stb_run *bench) {
  stb_series series[4] = {{0}};
  for (uint32_t permanents = 100; permanents <= 10000; permanents *= 10) {
    if (bench->quick && permanents > 1000) break;
    idle_case(bench, permanents, series);
  }
}
