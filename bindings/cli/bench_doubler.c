/*
 * bench_doubler.c - token_doubler: so many tokens are created, and eight double
 * that: 32 become 2^13, each an event of its own, all at once.
 *
 * What is timed is the action. What is not: a mark before it, and the rollback.
 * The baseline doubles a number eight times, and fills a column for as many.
 */
#include "baseline.h"
#include "bench_events.h"

#include <stdio.h>
#include <stdlib.h>

enum { DOUBLERS = 8, CREATED = 32, TOKENS = CREATED << DOUBLERS };

typedef struct doubling {
  stc_stage *stage;
  uint32_t created; /* before it is doubled */
  uint32_t tokens;  /* after that */
  uint32_t *column; /* the baseline's */
  strata_mark mark; /* before an action */
} doubling;

static unsigned begin(void *context) {
  doubling *d = context;
  return (unsigned)strata_mark_set(d->stage->world, &d->mark);
}

static unsigned create(void *context) {
  const doubling *d = context;
  return (unsigned)stc_stage_create(d->stage, d->created);
}

static unsigned back(void *context) {
  const doubling *d = context;
  return (unsigned)strata_rollback(d->stage->world, d->mark) |
         (unsigned)strata_commit(d->stage->world);
}

static double engine_create(void *context, uint32_t count) {
  doubling *d = context;
  const stc_undone undone = {.bench = d->stage->bench,
                             .begin = begin,
                             .act = create,
                             .back = back,
                             .context = d,
                             .clock_ns = d->stage->clock_ns};
  return stc_run_undone(&undone, count);
}

static double base_create(void *context, uint32_t count) {
  doubling *d = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    uint32_t tokens = d->created;
    for (uint32_t n = 0; n < DOUBLERS; n++) {
      tokens *= 2;
      stc_use(tokens);
    }
    for (uint32_t n = 0; n < tokens; n++) {
      d->column[n] = n;
    }
    stc_touch(d->column);
  }
  return stc_now_ns() - start;
}

static uint32_t count_all(const stc_stage *stage) {
  uint32_t count = 0;
  for (strata_entity e = strata_entity_next(stage->world, 0); e != 0;
       e = strata_entity_next(stage->world, e)) {
    count++;
  }
  return count;
}

static void check(doubling *d) {
  const uint32_t before = count_all(d->stage);
  stc_must((strata_status)(begin(d) | create(d)), "tokens");
  stc_expect(d->stage->bench, count_all(d->stage) == before + d->tokens,
             "how many tokens there are");
  stc_must((strata_status)back(d), "rollback");
  stc_expect(d->stage->bench, count_all(d->stage) == before, "and were");
}

void stc_bench_doubler(stc_bench_run *bench) {
  char name[64];
  doubling d = {.stage = stc_stage_new(bench, 0, DOUBLERS),
                .created = bench->quick ? 1 : CREATED};
  d.tokens = d.created << DOUBLERS;
  d.column = stc_must_alloc(TOKENS, sizeof *d.column);
  (void)snprintf(name, sizeof name, "%d doublers, %u tokens", DOUBLERS,
                 d.tokens);
  const stc_case what = {.name = name,
                         .unit = "token",
                         .subject = engine_create,
                         .baseline = base_create,
                         .context = &d,
                         .beside = "doubled, and a column filled",
                         .subject_per = d.tokens,
                         .goal = STC_GOAL_NS,
                         .limit = 1000,
                         .decides = true};
  check(&d);
  (void)stc_measure(bench, &what);
  check(&d);
  free(d.column);
  stc_stage_free(d.stage);
}
