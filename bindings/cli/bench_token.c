/*
 * bench_token.c - token_enters: a creature token enters into anthems.
 *
 * What is timed are 8 tokens, one after the other: it is spawned as its type
 * says, gets its player, and its power is read. It is of a class that exists,
 * and each of another one. What is not timed: a mark before them; the rollback
 * to it; and a read afterwards, so that whatever the rollback has made stale is
 * known again when the next ones enter.
 *
 * L appends the token to the columns, and looks up what its class gets.
 */
#include "baseline.h"
#include "bench_field.h"

#include <stdio.h>

enum { TOKENS = 8 };

typedef struct scene {
  stc_field *field;
  stc_herd herd;          /* room for the tokens */
  int64_t powers[TOKENS]; /* what was read last */
  strata_mark mark;       /* before the tokens */
} scene;

static uint32_t class_of(uint32_t turn, uint32_t n) {
  return (turn * TOKENS + n * 5) % STC_CLASSES;
}

static unsigned enter(scene *s, uint32_t n) {
  stc_field *f = s->field;
  const uint32_t class = class_of(f->turn, n);
  strata_entity token = 0;
  return (unsigned)strata_spawn_as(
             f->world, f->definitions[stc_field_type(class)], &token) |
         (unsigned)stc_field_set_player(f, token, stc_field_player(class)) |
         (unsigned)strata_get_int(f->world, token, f->power_attr,
                                  &s->powers[n]);
}

static unsigned begin(void *context) {
  scene *s = context;
  s->field->turn++;
  return (unsigned)strata_mark_set(s->field->world, &s->mark);
}

static unsigned enter_all(void *context) {
  unsigned failed = 0;
  for (uint32_t n = 0; n < TOKENS; n++) {
    failed |= enter(context, n);
  }
  return failed;
}

static unsigned back(void *context) {
  const scene *s = context;
  const stc_field *f = s->field;
  int64_t power = 0;
  return (unsigned)strata_rollback(f->world, s->mark) |
         (unsigned)strata_commit(f->world) |
         (unsigned)strata_get_int(f->world, f->creatures[0], f->power_attr,
                                  &power);
}

static double engine_enters(void *context, uint32_t count) {
  scene *s = context;
  const stc_undone undone = {.bench = s->field->bench,
                             .begin = begin,
                             .act = enter_all,
                             .back = back,
                             .context = s,
                             .clock_ns = s->field->clock_ns};
  return stc_run_undone(&undone, count);
}

static double base_enters(void *context, uint32_t count) {
  scene *s = context;
  stc_field *f = s->field;
  stc_herd *h = &s->herd;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    f->turn++;
    h->count = 0;
    for (uint32_t n = 0; n < TOKENS; n++) {
      const uint32_t class = class_of(f->turn, n);
      const size_t at = h->count++;
      h->types[at] = UINT32_C(1) << stc_field_type(class);
      h->controllers[at] = stc_field_player(class);
      h->classes[at] = class;
      h->power[at] = stc_field_type(class) + 1;
      h->toughness[at] = stc_field_type(class) + 1;
      s->powers[n] = h->power[at] + f->classes[class].power;
      stc_use(s->powers[n]);
    }
    stc_touch(s->herd.types);
  }
  return stc_now_ns() - start;
}

/* What the tokens of this turn should have. */
static void check_powers(const scene *s, const char *what) {
  const stc_field *f = s->field;
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < TOKENS; n++) {
    const uint32_t class = class_of(f->turn, n);
    const uint32_t more = class < f->desc.anthems % STC_CLASSES;
    wrong += s->powers[n] != (int64_t)stc_field_type(class) + 1 +
                                 f->desc.anthems / STC_CLASSES + more;
  }
  stc_expect(f->bench, wrong == 0, what);
}

static void check(scene *s) {
  stc_field *f = s->field;
  for (int i = 0; i < 2; i++) {
    (void)engine_enters(s, 1);
    check_powers(s, "a token's power");
    (void)base_enters(s, 1);
    check_powers(s, "the baseline of a token");
  }
  stc_must((strata_status)stc_field_read(f), "read");
  stc_field_check(f, f->got_power, f->got_toughness, "a size after tokens");
}

static void size_case(stc_bench_run *bench, uint32_t anthems,
                      stc_series *series) {
  const stc_field_desc desc = {.creatures = bench->quick ? 1000 : 10000,
                               .anthems = anthems};
  const bool largest = anthems == 1000;
  char name[64];
  (void)snprintf(name, sizeof name, "%u anthems, %u creatures", anthems,
                 desc.creatures);
  stc_case what = {.name = name,
                   .unit = "token",
                   .subject = engine_enters,
                   .baseline = base_enters,
                   .beside = "append, and the sum of its class",
                   .subject_per = TOKENS,
                   .goal = largest ? STC_GOAL_NS : STC_GOAL_NONE,
                   .limit = 60,
                   .decides = largest,
                   .series = series,
                   .size = anthems,
                   .whole = true};
  if (!stc_fits(bench, &what)) return;
  scene s = {.field = stc_field_new(bench, &desc)};
  s.herd = stc_herd_new(TOKENS);
  stc_base_gains(s.field->classes, s.field->anthems, anthems);
  what.context = &s;
  check(&s);
  (void)stc_measure(bench, &what);
  check(&s);
  stc_herd_free(&s.herd);
  stc_field_free(s.field);
}

void stc_bench_token(stc_bench_run *bench) {
  stc_series series = {0};
  for (uint32_t anthems = 10; anthems <= 1000; anthems *= 10) {
    if (bench->quick && anthems > 100) break;
    size_case(bench, anthems, &series);
  }
}
