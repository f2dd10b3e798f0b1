/*
 * bench_anthems.c - anthems_1000: 10,000 creatures of 128 signatures, 1,000
 * anthems.
 *
 * In full: caches are dropped, and both values of all are read, by two calls.
 * L is the grouped limit; for distinct creatures the column loop, and the
 * engine told not to look for equal ones: what looking in vain costs.
 *
 * One anthem: it comes, and all powers are read by one call; then it goes, and
 * they are read again. L is the delta loop, which hands out the powers as well.
 */
#include "baseline.h"
#include "bench_field.h"

#include <stdio.h>

static double engine_full(void *context, uint32_t count) {
  stc_field *f = context;
  unsigned failed = 0;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    strata_world_drop_caches(f->world);
    const double start = stc_now_ns();
    failed |= stc_field_read(f);
    took += stc_now_ns() - start;
  }
  stc_must((strata_status)failed, "read");
  return took;
}

/* The same by an evaluator that looks for no classes. That is switched, which
 * drops all caches, where nobody looks at the clock. */
static double engine_alone(void *context, uint32_t count) {
  stc_field *f = context;
  stc_must(strata_world_tune(f->world, STRATA_TUNE_CLASSES, STRATA_TUNE_NEVER),
           "tune");
  const double took = engine_full(context, count);
  stc_must(strata_world_tune(f->world, STRATA_TUNE_CLASSES, STRATA_TUNE_AUTO),
           "tune");
  return took;
}

static double base_grouped(void *context, uint32_t count) {
  stc_field *f = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    stc_base_grouped(f->classes, &f->herd, f->anthems, f->desc.anthems,
                     f->power, f->toughness);
    stc_touch(f->power);
    stc_touch(f->toughness);
  }
  return stc_now_ns() - start;
}

static double base_columns(void *context, uint32_t count) {
  stc_field *f = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    stc_base_columns(&f->herd, f->anthems, f->desc.anthems, f->power,
                     f->toughness);
    stc_touch(f->power);
    stc_touch(f->toughness);
  }
  return stc_now_ns() - start;
}

static unsigned read_powers(stc_field *f) {
  return (unsigned)strata_get_ints(f->world, f->power_attr, f->creatures,
                                   f->desc.creatures, f->got_power);
}

/* The signature of the anthem of a turn. */
static uint32_t class_of(const stc_field *f) {
  return f->turn * 37 % STC_CLASSES;
}

static double engine_churn(void *context, uint32_t count) {
  stc_field *f = context;
  unsigned failed = 0;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    strata_effect effect = {0};
    f->turn++;
    failed |= (unsigned)stc_field_add(f, f->subjects[class_of(f)], &effect) |
              (unsigned)strata_commit(f->world) | read_powers(f) |
              (unsigned)strata_effect_remove(f->world, effect) |
              (unsigned)strata_commit(f->world) | read_powers(f);
  }
  const double took = stc_now_ns() - start;
  stc_must((strata_status)failed, "churn");
  return took;
}

static double base_churn(void *context, uint32_t count) {
  stc_field *f = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    f->turn++;
    const stc_anthem anthem = stc_field_anthem(class_of(f));
    for (int32_t sign = 1; sign >= -1; sign -= 2) {
      stc_base_delta(&f->herd, &anthem, sign, f->power, f->toughness, f->out);
      stc_touch(f->out);
    }
  }
  return stc_now_ns() - start;
}

/* -- Checking -- */

static void check_full(stc_field *f) {
  (void)engine_alone(f, 1);
  stc_field_check(f, f->got_power, f->got_toughness, "a size without classes");
  (void)engine_full(f, 1);
  stc_field_check(f, f->got_power, f->got_toughness, "a creature's size");
  f->desc.distinct ? (void)base_columns(f, 1) : (void)base_grouped(f, 1);
  stc_field_check(f, f->power, f->toughness, "the baseline of anthems");
}

/* With one more anthem, and again without. */
static void check_churn(stc_field *f) {
  uint32_t wrong = 0;
  strata_effect effect = {0};
  const stc_anthem anthem = stc_field_anthem(3);
  stc_must(stc_field_add(f, f->subjects[3], &effect), "anthem");
  stc_must((strata_status)stc_field_read(f), "read");
  stc_base_delta(&f->herd, &anthem, 1, f->power, f->toughness, f->out);
  for (uint32_t n = 0; n < f->desc.creatures; n++) {
    wrong += f->got_power[n] != f->out[n];
    wrong += f->got_toughness[n] != f->toughness[n];
  }
  stc_expect(f->bench, wrong == 0, "a size after one more anthem");
  stc_must(strata_effect_remove(f->world, effect), "remove");
  stc_must((strata_status)stc_field_read(f), "read");
  stc_base_delta(&f->herd, &anthem, -1, f->power, f->toughness, f->out);
  stc_field_check(f, f->got_power, f->got_toughness, "a size after an anthem");
  stc_field_check(f, f->power, f->toughness, "the baseline of one anthem");
}

/* -- Cases -- */

typedef struct variant {
  const char *name, *unit, *beside;
  stc_loop subject, baseline;
  bool distinct;
  double per, limit;
  double most_ns; /* 0, or the limit times what L takes on the machine that
                     the targets were written for */
} variant;

/* How long it takes does not depend on how well the compiler does with L. */
static void absolute(stc_bench_run *bench, const variant *v,
                     const stc_row *row) {
  char name[64];
  (void)snprintf(name, sizeof name, "%s, scaled", v->name);
  stc_figure(bench,
             &(stc_case){.name = name,
                         .unit = "ns",
                         .goal = STC_GOAL_VALUE,
                         .limit = v->most_ns,
                         .decides = true},
             row->ns * STC_REFERENCE_NS / row->calibration_ns);
}

static void size_case(stc_bench_run *bench, const variant *v, uint32_t anthems,
                      stc_series *series) {
  const stc_field_desc desc = {.creatures = bench->quick ? 1000 : 10000,
                               .anthems = anthems,
                               .distinct = v->distinct};
  const bool largest = anthems == 1000;
  char name[64];
  (void)snprintf(name, sizeof name, "%u x %u, %s", desc.creatures, anthems,
                 v->name);
  stc_case what = {.name = name,
                   .unit = v->unit,
                   .subject = v->subject,
                   .baseline = v->baseline,
                   .beside = v->beside,
                   .subject_per = v->per,
                   .goal = largest ? STC_GOAL_RATIO : STC_GOAL_NONE,
                   .limit = v->limit,
                   .decides = largest,
                   .series = series,
                   .size = anthems,
                   .whole = true};
  if (!stc_fits(bench, &what)) return;
  stc_field *f = stc_field_new(bench, &desc);
  what.context = f;
  check_full(f);
  const stc_row row = stc_measure(bench, &what);
  if (largest && v->most_ns > 0) absolute(bench, v, &row);
  check_churn(f);
  check_full(f);
  stc_field_free(f);
}

void stc_bench_anthems(stc_bench_run *bench) {
  static const variant variants[] = {
      {"in full", "turn", "grouped by signature", engine_full, base_grouped,
       false, 1, 3.5, 3.5 * 75e3},
      {"distinct, in full", "turn", "each against each, in vectors",
       engine_full, base_columns, true, 1, 3, 0},
      {"distinct, in full", "turn", "the engine without classes", engine_full,
       engine_alone, true, 1, 1.2, 0},
      {"one more, one less", "change", "delta loop", engine_churn, base_churn,
       false, 2, 2.5, 0}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    stc_series series = {0};
    for (uint32_t anthems = 10; anthems <= 1000; anthems *= 10) {
      if (bench->quick && anthems > 100) break;
      size_case(bench, &variants[i], anthems, &series);
    }
  }
}
