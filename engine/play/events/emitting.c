/*
 * emitting.c - what handlers let happen, and what they ask.
 *
 * What a handler emits happens before it goes on: the loop of the run works off
 * the tasks above those that were there, on the same stack of tasks, and comes
 * back.
 */
#include "play/events/emitting.h"

#include "play/events/batch.h"
#include "play/replace/replace.h"

/* -- Emitting -- */

/* The events are put at the end of a batch, their numbers in a row. */
static strata_status make_events(strata_run *r, uint32_t batch,
                                 st_emission *all, uint32_t count) {
  st_run *run = r->run;
  uint32_t parent = st_run_frame(run, r->frame)->event;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t event = st_run_new_event(run, all[i].kind, batch);
    if (!event) return STRATA_ENOMEM;
    st_event *e = st_run_event(run, event);
    uint32_t words = st_kind_of(run->rules, e->kind)->field_count;
    for (uint32_t w = 0; w < words; w++) {
      e->words[w] = all[i].words[w];
    }
    e->parent = parent;
    e->maker = r->frame;
    all[i].event = event;
    if (r->part) st_replace_inherit(run, event, parent);
  }
  return STRATA_OK;
}

/* The one of `count` events from `first` on of which another came; 0: none. */
static uint32_t origin_of(const st_run *run, uint32_t event, uint32_t first,
                          uint32_t count) {
  while (event >= first + count) {
    event = run->events[event - 1].parent;
  }
  return event >= first ? event : 0;
}

/* What came of them: how many of the batch happened, for each, and who was
 * made, by it or whatever it set off. */
static void find_out(const st_run *run, uint32_t batch, st_emission *all,
                     uint32_t count) {
  uint32_t first = all[0].event;
  for (uint32_t e = first; e <= run->event_count; e++) {
    const st_event *event = &run->events[e - 1];
    uint32_t origin = origin_of(run, e, first, count);
    if (origin == 0 || event->state != ST_EVENT_HAPPENED) continue;
    st_emission *emission = &all[origin - first];
    if (event->batch == batch) emission->happened++;
    if (emission->made == 0) emission->made = event->made;
  }
}

strata_status st_handler_emit(strata_run *r, st_emission *all, uint32_t count) {
  st_run *run = r->run;
  assert(count > 0 && run->failed == STRATA_OK);
  uint32_t batch = r->collect ? r->collect : st_run_new_batch(run);
  strata_status status = batch ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = make_events(r, batch, all, count);
  if (!status && !r->collect) {
    size_t tasks = run->task_count;
    status = st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
    if (!status) status = run->loop(run, tasks);
    if (!status) find_out(run, batch, all, count);
  }
  return status ? st_handler_give_up(r, status) : STRATA_OK;
}

/* -- Asking -- */

static bool is_shared_out(const st_new_decision *ask) {
  return ask->purpose == ST_PURPOSE_DIVIDE ||
         ask->purpose == ST_PURPOSE_ALLOCATE;
}

/* Whether there is but one answer to it. */
static bool is_forced(const st_new_decision *ask) {
  if (ask->purpose == ST_PURPOSE_NUMBER) return ask->least == ask->most;
  if (is_shared_out(ask)) return ask->option_count == 1;
  if (ask->most == 0 || ask->option_count == 0) return true;
  bool ordered = (ask->flags & ST_DECISION_ORDERED) != 0;
  return ask->least >= ask->option_count && (!ordered || ask->least == 1);
}

static strata_status answer_forced(st_run *run, const st_new_decision *ask,
                                   const st_decided **out) {
  bool number = ask->purpose == ST_PURPOSE_NUMBER;
  bool none = !number && ask->most == 0;
  uint32_t count = number ? 1 : none ? 0 : ask->option_count;
  st_decided *answer = st_arena_take(&run->arena, 1, sizeof *answer);
  uint32_t *options = st_arena_take(&run->arena, count + 1u, sizeof *options);
  int64_t *amounts = st_arena_take(&run->arena, 1, sizeof *amounts);
  if (!answer || !options || !amounts) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = i;
  }
  amounts[0] = number ? ask->least : ask->total;
  bool counted = number || is_shared_out(ask);
  *answer = (st_decided){.options = number ? NULL : options,
                         .amounts = counted ? amounts : NULL,
                         .count = count};
  *out = answer;
  return STRATA_OK;
}

strata_status st_handler_ask(strata_run *r, const st_new_decision *asks,
                             uint32_t count, const st_decided **out) {
  st_run *run = r->run;
  assert(count > 0 && run->failed == STRATA_OK);
  st_new_decision *due = st_arena_take(&run->arena, count, sizeof *due);
  const st_decided **answers =
      st_arena_take(&run->arena, count, sizeof(const st_decided *));
  strata_status status = due && answers ? STRATA_OK : STRATA_ENOMEM;
  uint32_t asked = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (is_forced(&asks[i])) {
      status = answer_forced(run, &asks[i], &out[i]);
    } else {
      due[asked++] = asks[i];
    }
  }
  if (!status && asked > 0) status = st_run_ask_all(run, due, asked, answers);
  for (uint32_t i = 0, n = 0; !status && i < count; i++) {
    if (!is_forced(&asks[i])) out[i] = answers[n++];
  }
  return status ? st_handler_give_up(r, status) : STRATA_OK;
}
