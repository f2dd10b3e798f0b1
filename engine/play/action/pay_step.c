/*
 * pay_step.c - one step of a payment: what is needed, what there is, and what
 * could give more.
 *
 * Needs of the same kinds are one. A NEED with others inside is met in one of
 * several ways, each of which adds to a need; until the payer has taken one,
 * the model tries all of them.
 */
#include "play/action/pay_step.h"

#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "rules/model/pay_form.h"

#include <string.h>

const st_program *st_pay_step_program(const st_pay_step *s) {
  return st_frame_get(s->exec, s->payment.frame)->program;
}

/* The number of the need with some kinds. */
static uint32_t find_need(st_pay_step *s, uint32_t kinds) {
  uint32_t n = 0;
  while (n < s->model.need_count && s->needs[n].kinds != kinds) {
    n++;
  }
  if (n == s->model.need_count) {
    assert(n < ST_MOST_PAY_NEEDS);
    s->needs[s->model.need_count++].kinds = kinds;
  }
  return n;
}

/* -- The form -- */

static strata_status read_kinds(st_pay_step *s) {
  const st_program *program = st_pay_step_program(s);
  uint32_t at = s->payment.at;
  strata_symbol *kinds =
      st_arena_alloc(&s->exec->arena, ST_MOST_PAY_KINDS, sizeof *kinds);
  if (!kinds) return STRATA_ENOMEM;
  s->payment.kinds = kinds;
  for (uint32_t i = at + 1; i < program->instructions[at].end; i++) {
    const st_instruction *have = &program->instructions[i];
    const strata_symbol *named = NULL;
    if (have->op != STRATA_DO_HAVE) break;
    st_pay_kinds_of(program, have, &named);
    assert(named != NULL);
    if (have->what != 0) {
      s->payment.apart |= UINT32_C(1) << s->payment.kind_count;
    }
    kinds[s->payment.kind_count++] = named[0];
  }
  s->model.kind_count = s->payment.kind_count;
  return STRATA_OK;
}

/* How often something is needed: 0 if its condition does not hold. */
static strata_status count_need(st_pay_step *s, const st_instruction *need,
                                int64_t *out) {
  bool holds;
  strata_status status =
      st_frame_holds(s->exec, s->payment.frame, need->when, &holds);
  *out = 0;
  if (status || !holds) return status;
  status =
      st_frame_option(s->exec, s->payment.frame, need, ST_OPTION_COUNT, 1, out);
  if (*out < 0) *out = 0;
  return status;
}

/* Read the ways to meet a NEED, which stand behind it. */
static strata_status read_either(st_pay_step *s, uint32_t at, bool is_first,
                                 uint32_t *way) {
  const st_program *program = st_pay_step_program(s);
  st_pay_either *either = &s->eithers[s->model.either_count++];
  strata_status status = STRATA_OK;
  *either = (st_pay_either){.needs = &s->way_needs[*way],
                            .units = &s->now.units[*way]};
  for (uint32_t i = at + 1; !status && i < program->instructions[at].end; i++) {
    const st_instruction *need = &program->instructions[i];
    s->way_needs[*way] =
        (uint8_t)find_need(s, st_pay_need_kinds(program, s->payment.at, need));
    if (is_first) status = count_need(s, need, &s->now.units[*way]);
    either->way_count++;
    ++*way;
  }
  return status;
}

static strata_status read_needs(st_pay_step *s, bool is_first) {
  const st_program *program = st_pay_step_program(s);
  uint32_t way = 0;
  uint32_t i = s->payment.at + 1 + s->payment.kind_count;
  strata_status status = STRATA_OK;
  while (!status && i < program->instructions[s->payment.at].end) {
    const st_instruction *need = &program->instructions[i];
    int64_t count = 0;
    if (is_first) status = count_need(s, need, &count);
    if (!status && need->end != i + 1) {
      if (is_first) s->now.eithers[s->model.either_count] = count;
      status = read_either(s, i, is_first, &way);
    } else if (!status) {
      uint32_t kinds = st_pay_need_kinds(program, s->payment.at, need);
      int64_t *needed = &s->now.needed[find_need(s, kinds)];
      *needed = st_sat_add(*needed, count);
    }
    i = need->end;
  }
  return status;
}

/* Make a model of what was read. So many units are needed at most, all in
 * all. */
static void make_model(st_pay_step *s) {
  for (uint32_t n = 0; n < s->model.need_count; n++) {
    s->needs[n].count = s->now.needed[n];
    s->payment.needed = st_sat_add(s->payment.needed, s->needs[n].count);
  }
  for (uint32_t e = 0; e < s->model.either_count; e++) {
    int64_t most = 0;
    st_pay_either *either = &s->eithers[e];
    either->count = s->now.eithers[e];
    for (uint32_t w = 0; w < either->way_count; w++) {
      if (either->units[w] > most) most = either->units[w];
    }
    s->payment.needed =
        st_sat_add(s->payment.needed, st_sat_mul(either->count, most));
  }
  s->model.needs = s->needs;
  s->model.eithers = s->eithers;
  s->model.pool = s->pool;
}

/* Set aside what the last step gave, if all of it will be needed. */
static void set_aside_new(st_pay_step *s) {
  int64_t aside[ST_MOST_PAY_KINDS];
  if (!s->now.has_used) return;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    int64_t more = st_sat_sub(s->pool[k], s->now.before[k]);
    aside[k] = st_sat_add(s->now.aside[k], more > 0 ? more : 0);
  }
  s->now.has_used = false;
  if (st_pay_model_takes_all(&s->model, aside)) {
    memcpy(s->now.aside, aside, sizeof aside);
  }
}

/* Who pays: who does the program, unless the PAY says another. */
static strata_status find_payer(st_pay_step *s) {
  const st_frame *frame = st_frame_get(s->exec, s->payment.frame);
  int64_t by = 0;
  strata_status status = st_frame_option(
      s->exec, s->payment.frame, &frame->program->instructions[s->payment.at],
      ST_OPTION_BY, frame->variables[ST_VARIABLE_YOU], &by);
  s->payment.player = (strata_entity)by;
  return status;
}

strata_status st_pay_step_begin(st_pay_step *s, st_execution *exec) {
  const st_task *task = st_task_top(exec);
  *s = (st_pay_step){.exec = exec,
                     .payment = {.frame = task->frame, .at = task->at}};
  s->is_cost = task->at < st_pay_step_program(s)->effect_first;
  if (task->pay) s->now = *task->pay;
  strata_status status = find_payer(s);
  if (!status) status = read_kinds(s);
  if (!status) status = read_needs(s, task->pay == NULL);
  if (status) return status;
  make_model(s);
  status = st_pay_sources_pool(exec, &s->payment, s->pool);
  if (!status) set_aside_new(s);
  return status;
}

/* -- Sources -- */

strata_status st_pay_step_find(st_pay_step *s, bool to_choose, bool *can) {
  s->scratch = st_arena_alloc(&s->exec->arena, ST_PAY_MOST_OBJECTS + 1u,
                              sizeof *s->scratch);
  if (!s->scratch) return STRATA_ENOMEM;
  *can = st_pay_step_can(s);
  if (*can && (s->exec->attempt || !to_choose)) return STRATA_OK;
  /* a payment amid the use of a source would look at all sources again */
  if (s->exec->attempt && !s->is_cost) return STRATA_ESUSPEND;
  strata_status status = st_pay_sources_find(s->exec, &s->payment, &s->sources);
  if (status) return status;
  uint32_t count = s->sources.object_count;
  s->model_sources =
      st_arena_alloc(&s->exec->arena, count + 1u, sizeof *s->model_sources);
  if (!s->model_sources) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    s->model_sources[i] =
        (st_pay_source){.yields = s->sources.objects[i].yields,
                        .yield_count = s->sources.objects[i].yield_count};
  }
  s->model.sources = s->model_sources;
  s->model.source_count = count;
  *can = st_pay_step_can(s);
  return STRATA_OK;
}

strata_status st_pay_step_keep(st_pay_step *s) {
  st_pay_progress *kept = st_arena_alloc(&s->exec->arena, 1, sizeof *kept);
  if (!kept) return STRATA_ENOMEM;
  *kept = s->now;
  st_task_top(s->exec)->pay = kept;
  return STRATA_OK;
}
