/*
 * handler_emit.c - events that handlers emit, and decisions that they ask for.
 *
 * Events that a handler emits happen before the handler goes on: their batch is
 * pushed above the present tasks, and the loop of the execution runs until
 * these are on top again. So nested handlers use C stack. If a decision has no
 * answer, the loop ends, and the call keeps what was emitted: the handler goes
 * on by running the loop again.
 */
#include "play/events/handler_emit.h"

#include "play/events/batch.h"
#include "play/events/joined_part.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/resume_point.h"
#include "play/replace/replacement.h"
#include "world/tables/game_end.h"

/* -- Emitting -- */

/* Append the events to a batch; their numbers are consecutive. */
static strata_status make_emitted_events(strata_handler_call *r, uint32_t batch,
                                         st_emission *all, uint32_t count) {
  st_execution *exec = r->execution;
  uint32_t parent = st_frame_get(exec, r->frame)->event;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t event = st_event_new(exec, all[i].event_type, batch);
    if (!event) return STRATA_ENOMEM;
    st_event *e = st_event_get(exec, event);
    uint32_t words = st_event_type_unalias(exec->rules, e->type)->field_count;
    for (uint32_t w = 0; w < words; w++) {
      e->words[w] = all[i].words[w];
    }
    e->parent = parent;
    e->maker_frame = r->frame;
    all[i].first_event = event;
    if (r->emits_part) st_replacement_inherit(exec, event, parent);
    if (r->emits_joined_part) st_joined_part_join(exec, event, parent);
  }
  return STRATA_OK;
}

/* Which of the `count` events from `first` on an event descends from; 0: none.
 */
static uint32_t emission_event_of(const st_execution *exec, uint32_t event,
                                  uint32_t first, uint32_t count) {
  while (event >= first + count) {
    event = exec->events[event - 1].parent;
  }
  return event >= first ? event : 0;
}

/* Count for each emission the events of the batch that happened, and find the
 * first object that it made, by the event itself or one that descends from it.
 */
static void collect_emission_results(const st_execution *exec, uint32_t batch,
                                     st_emission *all, uint32_t count) {
  uint32_t first = all[0].first_event;
  for (uint32_t e = first; e <= exec->event_count; e++) {
    const st_event *event = &exec->events[e - 1];
    uint32_t origin = emission_event_of(exec, e, first, count);
    if (origin == 0 || event->state != ST_EVENT_HAPPENED) continue;
    st_emission *emission = &all[origin - first];
    if (event->batch == batch) emission->happened_count++;
    if (emission->first_made == 0) emission->first_made = event->first_made;
  }
}

strata_status st_handler_emit_go_on(strata_handler_call *r) {
  st_execution *exec = r->execution;
  const st_emitted_batch emitted = r->emitted;
  strata_status status = exec->run_tasks_until(exec, emitted.tasks);
  if (status) return st_handler_call_abort(r, status);
  collect_emission_results(exec, emitted.batch, emitted.all, emitted.count);
  r->emitted.all = NULL;
  return STRATA_OK;
}

strata_status st_handler_emit(strata_handler_call *r, st_emission *all,
                              uint32_t count) {
  st_execution *exec = r->execution;
  assert(count > 0 && exec->failed_status == STRATA_OK);
  /* nothing more happens in a game that has ended (104.1) */
  if (st_game_end(exec->store) != 0) return STRATA_OK;
  uint32_t batch = r->collect_batch ? r->collect_batch : st_batch_new(exec);
  strata_status status = batch ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = make_emitted_events(r, batch, all, count);
  if (!status && !r->collect_batch) {
    r->emitted = (st_emitted_batch){all, count, batch, exec->task_count};
    status = st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
    if (!status) return st_handler_emit_go_on(r);
  }
  return status ? st_handler_call_abort(r, status) : STRATA_OK;
}

/* -- Asking -- */

static bool is_amount_per_option(const st_new_decision *ask) {
  return ask->purpose == ST_PURPOSE_DIVIDE ||
         ask->purpose == ST_PURPOSE_ALLOCATE;
}

/* Whether a decision has only one legal answer. */
static bool has_one_answer(const st_new_decision *ask) {
  if (ask->purpose == ST_PURPOSE_NUMBER) return ask->min == ask->max;
  if (is_amount_per_option(ask)) return ask->option_count == 1;
  if (ask->max == 0 || ask->option_count == 0) return true;
  bool ordered = (ask->flags & ST_DECISION_ORDERED) != 0;
  return ask->min >= ask->option_count && (!ordered || ask->min == 1);
}

static strata_status give_only_answer(st_execution *exec,
                                      const st_new_decision *ask,
                                      const st_new_answer **out) {
  bool number = ask->purpose == ST_PURPOSE_NUMBER;
  bool none = !number && ask->max == 0;
  uint32_t count = number ? 1 : none ? 0 : ask->option_count;
  st_new_answer *answer = st_arena_alloc(&exec->arena, 1, sizeof *answer);
  uint32_t *options = st_arena_alloc(&exec->arena, count + 1u, sizeof *options);
  int64_t *amounts = st_arena_alloc(&exec->arena, 1, sizeof *amounts);
  if (!answer || !options || !amounts) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = i;
  }
  amounts[0] = number ? ask->min : ask->total;
  bool counted = number || is_amount_per_option(ask);
  *answer = (st_new_answer){.options = number ? NULL : options,
                            .amounts = counted ? amounts : NULL,
                            .count = count};
  *out = answer;
  return STRATA_OK;
}

strata_status st_handler_ask(strata_handler_call *r,
                             const st_new_decision *asks, uint32_t count,
                             const st_new_answer **out) {
  st_execution *exec = r->execution;
  assert(count > 0 && exec->failed_status == STRATA_OK);
  st_new_decision *open = st_arena_alloc(&exec->arena, count, sizeof *open);
  const st_new_answer **answers =
      st_arena_alloc(&exec->arena, count, sizeof(const st_new_answer *));
  strata_status status = open && answers ? STRATA_OK : STRATA_ENOMEM;
  uint32_t asked = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (has_one_answer(&asks[i])) {
      status = give_only_answer(exec, &asks[i], &out[i]);
    } else {
      open[asked++] = asks[i];
    }
  }
  if (!status && asked > 0) {
    st_resume_point_set_in_handler(exec);
    status = st_decisions_ask_all(exec, open, asked, answers);
  }
  for (uint32_t i = 0, n = 0; !status && i < count; i++) {
    if (!has_one_answer(&asks[i])) out[i] = answers[n++];
  }
  return status ? st_handler_call_abort(r, status) : STRATA_OK;
}
