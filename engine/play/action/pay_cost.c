/*
 * pay_cost.c - paying a PAY: with what there is, and by actions that give more.
 *
 * Which unit is for which need makes no difference to what is spent, so that is
 * neither asked nor kept: units are set aside as long as each of them can have
 * a need of its own. If the needs can be met, and the units that are set aside
 * all find a need, then there is a way to pay that does both (the theorem of
 * Mendelsohn and Dulmage), so the two are looked at one by one.
 *
 * Invariant: after each step the rest can be paid, unless the use of an action
 * came out otherwise than when it was tried; then it is not paid. What was to
 * be the cost of an action rolls all of that back. Amid the effect of a program
 * nothing is spent then, and what was used stays used: the player could have
 * used it before.
 */
#include "play/action/pay_cost.h"

#include "play/action/pay_options.h"
#include "play/events/batch.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/task.h"
#include "rules/model/pay_form.h"

#include <assert.h>
#include <string.h>

static const st_instruction *get_pay(const st_pay_step *s) {
  return &st_pay_step_program(s)->instructions[s->payment.at];
}

/* -- The end -- */

/* The payment is over, and was made or not. */
static strata_status end_payment(st_pay_step *s, bool paid) {
  const st_instruction *pay = get_pay(s);
  s->exec->task_count--;
  if (s->is_cost && !paid) s->exec->unpaid_event_type = pay->what;
  if (pay->bound_variable != 0) {
    st_interpreter_bind(s->exec, s->payment.frame, pay, paid);
  }
  return STRATA_OK;
}

/* The event of a kind that is set aside. */
static uint32_t new_spending(st_pay_step *s, uint32_t batch, uint32_t kind) {
  st_execution *exec = s->exec;
  const st_program *program = st_pay_step_program(s);
  strata_event_type type = program->instructions[s->payment.at + 1 + kind].what;
  if (type == 0) type = get_pay(s)->what;
  const st_event_type *t = st_event_type_get(exec->rules, type);
  strata_entity cause =
      st_entity_unless_preview(st_frame_get(exec, s->payment.frame)->self);
  uint32_t event = st_event_new_about(exec, type, batch, s->payment.player,
                                      s->payment.player, cause);
  if (!event) return 0;
  st_event *e = st_event_get(exec, event);
  uint32_t place = st_pay_kind_index(exec->rules, t);
  e->maker_frame = s->payment.frame;
  e->words[t->amount_index] = s->now.aside[kind];
  if (place != ST_NO_FIELD_INDEX) e->words[place] = s->payment.kinds[kind];
  return event;
}

/* Spend what is set aside: an event for each kind, all at once. Amid an effect
 * the task stays, to see whether they happened. */
static strata_status spend(st_pay_step *s) {
  st_execution *exec = s->exec;
  if (s->payment.needed == 0) return end_payment(s, true);
  if (s->is_cost) {
    exec->task_count--;
  } else {
    s->now.is_spent = true;
    s->now.outer_frame = exec->paying_frame;
    s->now.outer_unpaid = exec->unpaid_event_type;
    strata_status status = st_pay_step_keep(s);
    if (status) return status;
    st_payment_begin(exec, s->payment.frame);
  }
  uint32_t batch = st_batch_new(exec);
  if (!batch) return STRATA_ENOMEM;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (s->now.aside[k] == 0) continue;
    uint32_t event = new_spending(s, batch, k);
    if (!event) return STRATA_ENOMEM;
    st_payment_note_made(exec, event);
  }
  return st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* What was set aside has been spent, or has not happened. */
static strata_status end_spending(st_pay_step *s) {
  bool paid = st_payment_end(s->exec) == 0;
  s->exec->paying_frame = s->now.outer_frame;
  s->exec->unpaid_event_type = s->now.outer_unpaid;
  return end_payment(s, paid);
}

/* -- What is used without a question -- */

/* Whether every way to pay uses an object, and by the same way of its own. */
static bool is_certain(st_pay_step *s, uint32_t object, uint32_t *ways) {
  const st_pay_option option = {.is_object = true, .index = object};
  return st_pay_is_needed(s, option) && st_pay_list_ways(s, object, ways) == 1;
}

/* Leave out what is not needed, what could give the most other things first. */
static void leave_out_unneeded(st_pay_step *s) {
  for (uint32_t yields = ST_PAY_MOST_YIELDS; yields > 0; yields--) {
    for (uint32_t i = 0; i < s->sources.object_count; i++) {
      const st_pay_source all = s->model_sources[i];
      if (all.yield_count != yields) continue;
      s->model_sources[i].yield_count = 0;
      if (!st_pay_step_can(s)) s->model_sources[i] = all;
    }
  }
}

/* Plan which objects are used, one behind the other, and without a question. As
 * long as each gives what it gave when it was tried, nothing is tried again. */
static strata_status make_plan(st_pay_step *s) {
  uint32_t most = s->sources.object_count;
  strata_entity *subjects =
      st_arena_alloc(&s->exec->arena, most + 1u, sizeof *subjects);
  st_pay_way *plan = st_arena_alloc(&s->exec->arena, most + 1u, sizeof *plan);
  uint32_t *ways =
      st_arena_alloc(&s->exec->arena, s->sources.way_count + 1u, sizeof *ways);
  if (!subjects || !plan || !ways) return STRATA_ENOMEM;
  s->now.plan_subjects = subjects;
  s->now.plan = plan;
  s->now.plan_count = s->now.plan_at = 0;
  if (st_pay_asks_nothing(s)) leave_out_unneeded(s);
  for (uint32_t w = 0; w < s->sources.way_count; w++) {
    const st_pay_way *way = &s->sources.ways[w];
    bool is_open = s->model_sources[way->object].yield_count ==
                   s->sources.objects[way->object].yield_count;
    bool is_planned = s->now.plan_count > 0 &&
                      plan[s->now.plan_count - 1].object == way->object;
    if (!is_open || is_planned || !st_pay_can_use(s, w)) continue;
    if (!st_pay_asks_nothing(s) && !is_certain(s, way->object, ways)) continue;
    s->model_sources[way->object] = st_pay_source_of_way(s, w);
    subjects[s->now.plan_count] = s->sources.objects[way->object].subject;
    plan[s->now.plan_count++] = *way;
  }
  return STRATA_OK;
}

/* Use what is planned next; if it cannot be any more, look anew. */
static strata_status use_planned(st_pay_step *s) {
  uint32_t next = s->now.plan_at++;
  s->now.has_used = true;
  memcpy(s->now.before, s->pool, sizeof s->pool);
  strata_status status = st_pay_step_keep(s);
  if (!status) {
    status = st_pay_sources_use(s->exec, &s->payment,
                                s->now.plan_subjects[next], &s->now.plan[next]);
  }
  if (status != STRATA_EREFUSED) return status;
  s->now.plan_at = s->now.plan_count = 0;
  return st_pay_step_keep(s);
}

/* -- Steps -- */

/* Plan to use the object of an option, and others like it, and use the first.
 */
static strata_status use_objects(st_pay_step *s, st_pay_option option) {
  st_arena *arena = &s->exec->arena;
  uint32_t way;
  uint32_t count;
  strata_entity *subjects =
      st_arena_alloc(arena, option.count, sizeof *subjects);
  st_pay_way *plan = st_arena_alloc(arena, option.count, sizeof *plan);
  uint32_t *ways = st_arena_alloc(arena, option.count, sizeof *ways);
  if (!subjects || !plan || !ways) return STRATA_ENOMEM;
  strata_status status = st_pay_choose_way(s, option.index, &way);
  if (!status) status = st_pay_choose_ways(s, option, way, ways, &count);
  if (status) return status;
  for (uint32_t i = 0; i < count; i++) {
    plan[i] = s->sources.ways[ways[i]];
    subjects[i] = s->sources.objects[plan[i].object].subject;
  }
  s->now.plan_subjects = subjects;
  s->now.plan = plan;
  s->now.plan_count = count;
  s->now.plan_at = 0;
  return use_planned(s);
}

static int64_t units_aside(const st_pay_step *s) {
  int64_t sum = 0;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    sum = st_sat_add(sum, s->now.aside[k]);
  }
  return sum;
}

/* Set one unit aside, or use an object. */
static strata_status pay_some(st_pay_step *s) {
  st_pay_option option;
  bool some;
  strata_status status = st_pay_choose_option(s, &option, &some);
  if (status) return status;
  if (!some) return end_payment(s, false);
  if (option.is_object) return use_objects(s, option);
  s->now.aside[option.index]++;
  return st_pay_step_keep(s);
}

/* Take a way for what is met in one of several ways. */
static strata_status take_way(st_pay_step *s, uint32_t either) {
  bool some;
  strata_status status = st_pay_choose_either(s, either, &some);
  if (status) return status;
  if (!some) return end_payment(s, false);
  for (uint32_t n = 0; n < s->model.need_count; n++) {
    s->now.needed[n] = s->needs[n].count;
  }
  s->now.eithers[either] = s->eithers[either].count;
  return st_pay_step_keep(s);
}

/* The first of what is met in one of several ways, and has none yet. */
static uint32_t find_open_either(const st_pay_step *s) {
  uint32_t e = 0;
  while (e < s->model.either_count && s->eithers[e].count == 0) {
    e++;
  }
  return e;
}

/* Amid an effect: who can pay, and may leave it, is asked first. */
static strata_status begin_effect(st_pay_step *s, bool can) {
  int64_t least = 1;
  bool yes = true;
  strata_status status = st_frame_option(s->exec, s->payment.frame, get_pay(s),
                                         ST_OPTION_LEAST, 1, &least);
  if (!status && can && least <= 0) status = st_pay_ask_may(s, &yes);
  if (status) return status;
  return can && yes ? st_pay_step_keep(s) : end_payment(s, false);
}

strata_status st_pay_cost_step(st_execution *exec) {
  bool begins = st_task_top(exec)->pay == NULL;
  st_pay_step s;
  bool can;
  strata_status status = st_pay_step_begin(&s, exec);
  if (status) return status;
  if (s.now.is_spent) return end_spending(&s);
  bool is_there = st_entity_slot(exec->store, s.payment.player) != 0;
  if (!is_there && !s.is_cost) return end_payment(&s, false);
  uint32_t either = find_open_either(&s);
  bool is_whole =
      either == s.model.either_count && units_aside(&s) == s.payment.needed;
  if (is_whole && (s.is_cost || !begins)) return spend(&s);
  if (s.now.plan_at < s.now.plan_count) return use_planned(&s);
  bool asks = begins && !s.is_cost;
  bool is_open = either < s.model.either_count;
  status = st_pay_step_find(&s, is_open && !asks, &can);
  if (status) return status;
  if (asks) return begin_effect(&s, can);
  if (!can) return end_payment(&s, false);
  if (is_open) return take_way(&s, either);
  if (s.sources.object_count > 0) {
    status = make_plan(&s);
    if (status) return status;
    if (s.now.plan_count > 0) return use_planned(&s);
  }
  return pay_some(&s);
}
