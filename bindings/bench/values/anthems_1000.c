/*
 * anthems_1000.c - anthems_1000: 10,000 creatures of 128 signatures, 1,000
 * anthems.
 *
 * "In full": caches are dropped, and both values of all are read, by two calls.
 * L is the grouped limit; of distinct creatures the column loop, and the engine
 * with the search for equal entities switched off: the cost of a search in
 * vain.
 *
 * "One anthem": it begins, and all powers are read by one call; then it ends,
 * and they are read again. L is the delta loop, which writes the powers out
 * too.
 */
#include "bench/kit/anthem_field.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/baseline_columns.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

static unsigned drop_caches(void *context) {
  const stb_anthem_field *f = context;
  strata_world_drop_caches(f->world);
  return STRATA_OK;
}

static unsigned engine_full(void *context) {
  return stb_anthem_field_read(context);
}

/* An evaluator without classes. Switching them off and on drops all caches,
 * which is not timed. */
static unsigned without_classes(void *context) {
  const stb_anthem_field *f = context;
  return (unsigned)strata_world_tune(f->world, STRATA_TUNE_CLASSES,
                                     STRATA_TUNE_NEVER);
}

static unsigned with_classes(void *context) {
  const stb_anthem_field *f = context;
  return (unsigned)strata_world_tune(f->world, STRATA_TUNE_CLASSES,
                                     STRATA_TUNE_AUTO);
}

static const stb_work full_work = {.act = engine_full, .begin = drop_caches};
static const stb_work alone_work = {
    .act = engine_full, .begin = without_classes, .back = with_classes};

static unsigned base_grouped(void *context) {
  stb_anthem_field *f = context;
  stb_base_grouped(f->classes, &f->herd, f->anthems, f->desc.anthems, f->power,
                   f->toughness);
  stb_touch_memory(f->power);
  stb_touch_memory(f->toughness);
  return STRATA_OK;
}

static unsigned base_columns(void *context) {
  stb_anthem_field *f = context;
  stb_base_columns(&f->herd, f->anthems, f->desc.anthems, f->power,
                   f->toughness);
  stb_touch_memory(f->power);
  stb_touch_memory(f->toughness);
  return STRATA_OK;
}

static const stb_work grouped_work = {.act = base_grouped};
static const stb_work columns_work = {.act = base_columns};

static unsigned read_powers(stb_anthem_field *f) {
  const unsigned failed = (unsigned)strata_commit(f->world);
  return failed | (unsigned)strata_get_ints(f->world, f->power_attr,
                                            f->creatures, f->desc.creatures,
                                            f->got_power);
}

/* The signature of the anthem of a turn. */
static uint32_t class_of_anthems(const stb_anthem_field *f) {
  return f->turn * 37 % STB_CLASSES;
}

static unsigned engine_churn(void *context) {
  stb_anthem_field *f = context;
  strata_effect effect = {0};
  f->turn++;
  unsigned failed = (unsigned)stb_anthem_field_add(
      f, f->subjects[class_of_anthems(f)], &effect);
  failed |= read_powers(f);
  failed |= (unsigned)strata_effect_remove(f->world, effect);
  return failed | read_powers(f);
}

static unsigned base_churn(void *context) {
  stb_anthem_field *f = context;
  f->turn++;
  const stb_anthem anthem = stb_anthem_field_anthem(class_of_anthems(f));
  for (int32_t sign = 1; sign >= -1; sign -= 2) {
    stb_base_delta(&f->herd, &anthem, sign, f->power, f->toughness, f->out);
    stb_touch_memory(f->out);
  }
  return STRATA_OK;
}

static const stb_work churn_work = {.act = engine_churn};
static const stb_work delta_work = {.act = base_churn};

/* -- Checking -- */

static void check_full(stb_anthem_field *f) {
  stb_run_once(f->bench, &alone_work, f);
  stb_anthem_field_check(f, f->got_power, f->got_toughness,
                         "a size without classes");
  stb_run_once(f->bench, &full_work, f);
  stb_anthem_field_check(f, f->got_power, f->got_toughness,
                         "a creature's size");
  (void)(f->desc.distinct ? base_columns : base_grouped)(f);
  stb_anthem_field_check(f, f->power, f->toughness, "the baseline of anthems");
}

/* With one more anthem, and again without. */
static void check_churn(stb_anthem_field *f) {
  uint32_t wrong = 0;
  strata_effect effect = {0};
  const stb_anthem anthem = stb_anthem_field_anthem(3);
  stb_must(stb_anthem_field_add(f, f->subjects[3], &effect), "anthem");
  stb_must((strata_status)stb_anthem_field_read(f), "read");
  stb_base_delta(&f->herd, &anthem, 1, f->power, f->toughness, f->out);
  for (uint32_t n = 0; n < f->desc.creatures; n++) {
    wrong += f->got_power[n] != f->out[n];
    wrong += f->got_toughness[n] != f->toughness[n];
  }
  stb_expect(f->bench, wrong == 0, "a size after one more anthem");
  stb_must(strata_effect_remove(f->world, effect), "remove");
  stb_must((strata_status)stb_anthem_field_read(f), "read");
  stb_base_delta(&f->herd, &anthem, -1, f->power, f->toughness, f->out);
  stb_anthem_field_check(f, f->got_power, f->got_toughness,
                         "a size after an anthem");
  stb_anthem_field_check(f, f->power, f->toughness,
                         "the baseline of one anthem");
}

/* -- Cases -- */

typedef struct anthems_variant {
  const char *name, *unit, *beside;
  const stb_work *subject, *baseline;
  bool distinct;
  double per, limit;
  double most_ns; /* 0, or the limit times what L takes on the machine that
                     the targets were written for */
} anthems_variant;

/* The target is a time: a ratio would depend on how well the compiler
 * vectorizes L. */
static void absolute_anthems(stb_run *bench, const anthems_variant *v,
                             const stb_row *row) {
  stb_row_figure(bench,
                 &(stb_case){.name = stb_text(bench, "%s, scaled", v->name),
                             .unit = "ns",
                             .goal = STB_GOAL_VALUE,
                             .limit = v->most_ns,
                             .decides = true},
                 row->ns * STB_REFERENCE_NS / row->calibration_ns);
}

static void size_case_anthems(stb_run *bench, const anthems_variant *v,
                              uint32_t anthems, stb_series *series) {
  const stb_anthem_field_desc desc = {.creatures = bench->quick ? 1000 : 10000,
                                      .anthems = anthems,
                                      .distinct = v->distinct};
  const bool largest = anthems == 1000;
  stb_case what = {
      .name = stb_text(bench, "%u x %u, %s", desc.creatures, anthems, v->name),
      .unit = v->unit,
      .subject = *v->subject,
      .baseline = *v->baseline,
      .beside = v->beside,
      .subject_per = v->per,
      .goal = largest ? STB_GOAL_RATIO : STB_GOAL_NONE,
      .limit = v->limit,
      .decides = largest,
      .series = series,
      .size = anthems,
      .whole = true};
  if (!stb_fits_time(bench, &what)) return;
  stb_anthem_field *f = stb_anthem_field_new(bench, &desc);
  what.context = f;
  check_full(f);
  const stb_row row = stb_measure(bench, &what);
  if (largest && v->most_ns > 0) absolute_anthems(bench, v, &row);
  check_churn(f);
  check_full(f);
  stb_release(bench);
}

void stb_workload_anthems_1000(stb_run *bench) {
  static const anthems_variant variants[] = {
      {"in full", "turn", "grouped by signature", &full_work, &grouped_work,
       false, 1, 3.5, 3.5 * 75e3},
      {"distinct, in full", "turn", "each against each, in vectors", &full_work,
       &columns_work, true, 1, 3, 0},
      {"distinct, in full", "turn", "the engine without classes", &full_work,
       &alone_work, true, 1, 1.2, 0},
      {"one more, one less", "change", "delta loop", &churn_work, &delta_work,
       false, 2, 2.5, 0}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    stb_series series = {0};
    for (uint32_t anthems = 10; anthems <= 1000; anthems *= 10) {
      if (bench->quick && anthems > 100) break;
      size_case_anthems(bench, &variants[i], anthems, &series);
    }
  }
}
