/*
 * token_enters.c - token_enters: a creature token enters under 1,000 anthems.
 *
 * Timed are 8 tokens, one after the other: each is spawned of its definition,
 * gets its player, and its power is read. Each is of a class that exists, and
 * of another class than the one before. Not timed are a mark before them, the
 * rollback to it, and a read afterwards, which fills the caches that the
 * rollback made stale.
 *
 * L appends the token to the columns, and looks up the gain of its class.
 */
#include "bench/kit/anthem_field.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/baseline_columns.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <stdio.h>
#include <strata.h>

enum { TOKEN_TOKENS = 8 };

typedef struct token_scene {
  stb_anthem_field *field;
  stb_herd herd;                /* room for the tokens */
  int64_t powers[TOKEN_TOKENS]; /* what was read last */
  strata_mark mark;             /* before the tokens */
} token_scene;

static uint32_t class_of_token(uint32_t turn, uint32_t n) {
  return (turn * TOKEN_TOKENS + n * 5) % STB_CLASSES;
}

static unsigned enter_token(token_scene *s, uint32_t n) {
  stb_anthem_field *f = s->field;
  const uint32_t class = class_of_token(f->turn, n);
  strata_entity token = 0;
  return (unsigned)strata_spawn_as(
             f->world, f->definitions[stb_anthem_field_type(class)], &token) |
         (unsigned)stb_anthem_field_set_player(f, token,
                                               stb_anthem_field_player(class)) |
         (unsigned)strata_get_int(f->world, token, f->power_attr,
                                  &s->powers[n]);
}

static unsigned begin_token(void *context) {
  token_scene *s = context;
  s->field->turn++;
  return (unsigned)strata_mark_set(s->field->world, &s->mark);
}

static unsigned enter_all_token(void *context) {
  unsigned failed = 0;
  for (uint32_t n = 0; n < TOKEN_TOKENS; n++) {
    failed |= enter_token(context, n);
  }
  return failed;
}

static unsigned back_token(void *context) {
  const token_scene *s = context;
  const stb_anthem_field *f = s->field;
  int64_t power = 0;
  return (unsigned)strata_rollback(f->world, s->mark) |
         (unsigned)strata_commit(f->world) |
         (unsigned)strata_get_int(f->world, f->creatures[0], f->power_attr,
                                  &power);
}

static double engine_enters(void *context, uint32_t count) {
  token_scene *s = context;
  const stb_undone_case undone = {.bench = s->field->bench,
                                  .begin = begin_token,
                                  .act = enter_all_token,
                                  .back = back_token,
                                  .context = s,
                                  .clock_ns = s->field->clock_ns};
  return stb_run_undone(&undone, count);
}

static double base_enters(void *context, uint32_t count) {
  token_scene *s = context;
  stb_anthem_field *f = s->field;
  stb_herd *h = &s->herd;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    f->turn++;
    h->count = 0;
    for (uint32_t n = 0; n < TOKEN_TOKENS; n++) {
      const uint32_t class = class_of_token(f->turn, n);
      const size_t at = h->count++;
      h->types[at] = UINT32_C(1) << stb_anthem_field_type(class);
      h->controllers[at] = stb_anthem_field_player(class);
      h->classes[at] = class;
      h->power[at] = stb_anthem_field_type(class) + 1;
      h->toughness[at] = stb_anthem_field_type(class) + 1;
      s->powers[n] = h->power[at] + f->classes[class].power;
      stb_use_value(s->powers[n]);
    }
    stb_touch_memory(s->herd.types);
  }
  return stb_clock_now_ns() - start;
}

/* The expected powers of the tokens of this turn. */
static void check_powers(const token_scene *s, const char *what) {
  const stb_anthem_field *f = s->field;
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < TOKEN_TOKENS; n++) {
    const uint32_t class = class_of_token(f->turn, n);
    const uint32_t more = class < f->desc.anthems % STB_CLASSES;
    wrong += s->powers[n] != (int64_t)stb_anthem_field_type(class) + 1 +
                                 f->desc.anthems / STB_CLASSES + more;
  }
  stb_expect(f->bench, wrong == 0, what);
}

static void check_token(token_scene *s) {
  stb_anthem_field *f = s->field;
  for (int i = 0; i < 2; i++) {
    (void)engine_enters(s, 1);
    check_powers(s, "a token's power");
    (void)base_enters(s, 1);
    check_powers(s, "the baseline of a token");
  }
  stb_must((strata_status)stb_anthem_field_read(f), "read");
  stb_anthem_field_check(f, f->got_power, f->got_toughness,
                         "a size after tokens");
}

static void size_case_token(stb_run *bench, uint32_t anthems,
                            stb_series *series) {
  const stb_anthem_field_desc desc = {.creatures = bench->quick ? 1000 : 10000,
                                      .anthems = anthems};
  const bool largest = anthems == 1000;
  char name[64];
  (void)snprintf(name, sizeof name, "%u anthems, %u creatures", anthems,
                 desc.creatures);
  stb_case what = {.name = name,
                   .unit = "token",
                   .subject = engine_enters,
                   .baseline = base_enters,
                   .beside = "append, and the sum of its class",
                   .subject_per = TOKEN_TOKENS,
                   .goal = largest ? STB_GOAL_NS : STB_GOAL_NONE,
                   .limit = 60,
                   .decides = largest,
                   .series = series,
                   .size = anthems,
                   .whole = true};
  if (!stb_fits_time(bench, &what)) return;
  token_scene s = {.field = stb_anthem_field_new(bench, &desc)};
  s.herd = stb_herd_new(TOKEN_TOKENS);
  stb_base_find_gains(s.field->classes, s.field->anthems, anthems);
  what.context = &s;
  check_token(&s);
  (void)stb_measure(bench, &what);
  check_token(&s);
  stb_herd_free(&s.herd);
  stb_anthem_field_free(s.field);
}

void stb_workload_token_enters(stb_run *bench) {
  stb_series series = {0};
  for (uint32_t anthems = 10; anthems <= 1000; anthems *= 10) {
    if (bench->quick && anthems > 100) break;
    size_case_token(bench, anthems, &series);
  }
}
