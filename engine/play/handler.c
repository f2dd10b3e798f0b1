/*
 * handler.c - handlers.
 *
 * A handler is the one thing in a run that takes C stack: it is called, and may
 * make something happen before it goes on. Then the loop of the run works off
 * the tasks above those that were there, on the same stack of tasks, and comes
 * back. So the stack is as deep as handlers are nested, and that is limited.
 *
 * What has failed in there has been done in part. It cannot be taken back by
 * itself, so the run is taken back as a whole: `failed` is what a handler gets
 * from then on, and what comes of it, also if it says that all is well.
 */
#include "play/handler.h"

#include "play/batch.h"
#include "play/replace.h"
#include "play/tracer.h"

static const char *name_of(const strata_run *r) {
  return strata_rules_name(r->run->rules, STRATA_KIND_HANDLER, r->handler);
}

/* -- Failing -- */

strata_status st_handler_fail(strata_run *r, strata_status status,
                              const char *text) {
  st_run *run = r->run;
  if (run->failed) return run->failed;
  if (r->said) return status;
  r->said = true;
  return ST_ERROR(run->error, status, 0, "handler '", name_of(r), "': ", text);
}

strata_status st_handler_give_up(strata_run *r, strata_status status) {
  assert(status != STRATA_OK);
  if (r->run->failed == STRATA_OK) r->run->failed = status;
  return r->run->failed;
}

/* Name those that run, the innermost first. */
static strata_status too_deep(st_run *run, strata_handler handler) {
  char bytes[160];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  st_text_str(&text,
              strata_rules_name(run->rules, STRATA_KIND_HANDLER, handler));
  uint32_t shown = 0;
  for (const strata_run *r = run->innermost; r && shown < 4; r = r->outer) {
    st_text_str(&text, "' in '");
    st_text_str(&text, name_of(r));
    shown++;
  }
  return ST_ERROR(run->error, STRATA_ELIMIT, 0, "more than ",
                  st_number_of(ST_HANDLER_DEPTH).text,
                  " handlers run within each other: '", st_text_get(&text),
                  "' ...");
}

/* -- Running one -- */

/* Names that it finds bound. All are looked at before the first is. */
static strata_status bind_names(st_run *run, uint32_t frame,
                                const st_deed *deed) {
  if (deed->count == 0) return STRATA_OK;
  int64_t *values = st_arena_take(&run->arena, deed->count, sizeof *values);
  if (!values) return STRATA_ENOMEM;
  const st_routine *program = st_run_frame(run, frame)->program;
  strata_entity it = st_run_frame(run, frame)->it;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < deed->count; i++) {
    const st_argument *a = &program->arguments[deed->first + i];
    status = st_frame_eval(run, frame, a->value, it, &values[i]);
  }
  for (uint32_t i = 0; !status && i < deed->count; i++) {
    const st_argument *a = &program->arguments[deed->first + i];
    st_run_frame(run, frame)->names[a->to] = values[i];
  }
  return status;
}

/* What comes of what it has returned. */
static strata_status outcome_of(strata_run *r, strata_status status) {
  if (r->run->failed) return r->run->failed;
  if (status == STRATA_OK || r->said) return status;
  if (status == STRATA_ESUSPEND) {
    return st_handler_fail(r, STRATA_ESCRIPT,
                           "it waits for a decision, and has asked nobody");
  }
  return st_handler_fail(r, status, strata_status_text(status));
}

strata_status st_handler_run(st_run *run, const st_task *task,
                             const st_deed *deed) {
  strata_handler handler = deed->what;
  strata_run r = {.run = run,
                  .outer = run->innermost,
                  .handler = handler,
                  .stage = (st_stage)deed->flags,
                  .frame = task->frame,
                  .part = task->part,
                  .collect = task->collect};
  if (!run->host.handle) {
    return st_handler_fail(&r, STRATA_ENOENT,
                           "nobody runs it: say who runs the actions of this "
                           "world (strata_set_runner)");
  }
  if (run->handler_depth >= ST_HANDLER_DEPTH) return too_deep(run, handler);
  strata_status status = bind_names(run, task->frame, deed);
  if (status) return status;
  run->innermost = &r;
  run->handler_depth++;
  status = run->host.handle(&r);
  run->handler_depth--;
  run->innermost = r.outer;
  status = outcome_of(&r, status);
  if (status || !st_is_traced(run)) return status;
  const st_found by = {.self = st_run_frame(run, task->frame)->self};
  uint32_t event = st_run_frame(run, task->frame)->event;
  status = st_trace_of(run, ST_TRACED_HANDLED, event, &by);
  if (!status) run->tracer->notes[run->tracer->count - 1].handler = handler;
  return status;
}

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
