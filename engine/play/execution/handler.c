/*
 * handler.c - handlers.
 *
 * A handler is the one thing in a run that takes C stack: it is called, and may
 * make something happen before it goes on (play/events/emitting). So the stack
 * is as deep as handlers are nested, and that is limited.
 *
 * What has failed in there has been done in part. It cannot be taken back by
 * itself, so the run is taken back as a whole: `failed` is what a handler gets
 * from then on, and what comes of it, also if it says that all is well. Then it
 * is run again without the handler whose fault it was (fault.h).
 */
#include "play/execution/handler.h"

#include "play/execution/fault.h"
#include "play/execution/tracer.h"

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
  st_fault_say(run, r->kind, text);
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
  st_fault_say(run, STRATA_FAULT_STACK, "");
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
  if (st_fault_find(run->store, handler) != 0) {
    return st_fault_skip(run, task->frame);
  }
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
  if (status) st_fault_blame(run, handler, task->frame, r.said, status);
  if (status || !st_is_traced(run)) return status;
  const st_found by = {.self = st_run_frame(run, task->frame)->self};
  uint32_t event = st_run_frame(run, task->frame)->event;
  status = st_trace_of(run, ST_TRACED_HANDLED, event, &by);
  if (!status) run->tracer->notes[run->tracer->count - 1].handler = handler;
  return status;
}
