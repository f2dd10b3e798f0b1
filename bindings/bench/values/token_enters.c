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
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

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
  unsigned failed = (unsigned)strata_spawn_as(
      f->world, f->definitions[stb_anthem_field_type(class)], &token);
  failed |= (unsigned)stb_anthem_field_set_player(
      f, token, stb_anthem_field_player(class));
  return failed | (unsigned)strata_get_int(f->world, token, f->power_attr,
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
  unsigned failed = (unsigned)strata_rollback(f->world, s->mark);
  failed |= (unsigned)strata_commit(f->world);
  return failed | (unsigned)strata_get_int(f->world, f->creatures[0],
                                           f->power_attr, &power);
}

static const stb_work token_work = {
    .act = enter_all_token, .begin = begin_token, .back = back_token};

static unsigned base_enters(void *context) {
  token_scene *s = context;
  stb_anthem_field *f = s->field;
  stb_herd *h = &s->herd;
  f->turn++;
  for (uint32_t n = 0; n < TOKEN_TOKENS; n++) {
    const uint32_t class = class_of_token(f->turn, n);
    h->types[n] = UINT32_C(1) << stb_anthem_field_type(class);
    h->controllers[n] = stb_anthem_field_player(class);
    h->classes[n] = class;
    h->power[n] = stb_anthem_field_type(class) + 1;
    h->toughness[n] = stb_anthem_field_type(class) + 1;
    s->powers[n] = h->power[n] + f->classes[class].power;
    stb_use_value(s->powers[n]);
  }
  stb_touch_memory(h->types);
  return STRATA_OK;
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
    stb_run_once(f->bench, &token_work, s);
    check_powers(s, "a token's power");
    (void)base_enters(s);
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
  stb_case what = {.name = stb_text(bench, "%u anthems, %u creatures", anthems,
                                    desc.creatures),
                   .unit = "token",
                   .subject = token_work,
                   .baseline = {.act = base_enters},
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
  s.herd = stb_herd_new(bench, TOKEN_TOKENS);
  stb_base_find_gains(s.field->classes, s.field->anthems, anthems);
  what.context = &s;
  check_token(&s);
  (void)stb_measure(bench, &what);
  check_token(&s);
  stb_release(bench);
}

void stb_workload_token_enters(stb_run *bench) {
  stb_series series = {0};
  for (uint32_t anthems = 10; anthems <= 1000; anthems *= 10) {
    if (bench->quick && anthems > 100) break;
    size_case_token(bench, anthems, &series);
  }
}
