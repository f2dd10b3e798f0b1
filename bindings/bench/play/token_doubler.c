/*
 * token_doubler.c - token_doubler: 32 tokens are created, and eight
 * replacements double the number: 2^13 tokens, each an event of its own, all at
 * once.
 *
 * Timed is the action, not the mark before it and the rollback. The baseline
 * doubles a number eight times, and fills a column of as many.
 */
#include "bench/kit/event_stage.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { DOUBLERS = 8, CREATED = 32, DOUBLER_TOKENS = CREATED << DOUBLERS };

typedef struct doubler_scene {
  stb_event_stage *stage;
  uint32_t created; /* before doubling */
  uint32_t tokens;  /* after doubling */
  uint32_t *column; /* the baseline's */
  strata_mark mark; /* before an action */
} doubler_scene;

static unsigned begin_doubler(void *context) {
  doubler_scene *d = context;
  return (unsigned)strata_mark_set(d->stage->world, &d->mark);
}

static unsigned create_tokens(void *context) {
  const doubler_scene *d = context;
  return (unsigned)stb_event_stage_create(d->stage, d->created);
}

static unsigned back_doubler(void *context) {
  const doubler_scene *d = context;
  const unsigned failed = (unsigned)strata_rollback(d->stage->world, d->mark);
  return failed | (unsigned)strata_commit(d->stage->world);
}

static unsigned base_create(void *context) {
  const doubler_scene *d = context;
  uint32_t tokens = d->created;
  for (uint32_t n = 0; n < DOUBLERS; n++) {
    tokens *= 2;
    stb_use_value(tokens);
  }
  for (uint32_t n = 0; n < tokens; n++) {
    d->column[n] = n;
  }
  stb_touch_memory(d->column);
  return STRATA_OK;
}

static uint32_t count_all(const stb_event_stage *stage) {
  uint32_t count = 0;
  for (strata_entity e = strata_entity_next(stage->world, 0); e != 0;
       e = strata_entity_next(stage->world, e)) {
    count++;
  }
  return count;
}

static void check_doubler(doubler_scene *d) {
  const uint32_t before = count_all(d->stage);
  stb_must((strata_status)begin_doubler(d), "a mark");
  stb_must((strata_status)create_tokens(d), "tokens");
  stb_expect(d->stage->bench, count_all(d->stage) == before + d->tokens,
             "how many tokens there are");
  stb_must((strata_status)back_doubler(d), "rollback");
  stb_expect(d->stage->bench, count_all(d->stage) == before, "and were");
}

void stb_workload_token_doubler(stb_run *bench) {
  doubler_scene d = {.stage = stb_event_stage_new(bench, 0, DOUBLERS),
                     .created = bench->quick ? 1 : CREATED};
  d.tokens = d.created << DOUBLERS;
  d.column = stb_alloc(bench, DOUBLER_TOKENS, sizeof *d.column);
  const stb_case what = {
      .name = stb_text(bench, "%d doublers, %u tokens", DOUBLERS, d.tokens),
      .unit = "token",
      .subject = {.act = create_tokens,
                  .begin = begin_doubler,
                  .back = back_doubler},
      .baseline = {.act = base_create},
      .context = &d,
      .beside = "doubled, and a column filled",
      .subject_per = d.tokens,
      .goal = STB_GOAL_NS,
      .limit = 1000,
      .decides = true};
  check_doubler(&d);
  (void)stb_measure(bench, &what);
  check_doubler(&d);
}
