/*
 * handler_call.c - calling handlers.
 *
 * A handler is the one thing in an execution that takes C stack: it is called,
 * and may emit an event that is executed before it continues
 * (play/events/handler_emit). So the stack is as deep as handlers are nested,
 * which is limited.
 *
 * What fails inside a handler has been done in part and cannot be undone alone,
 * so the execution is rolled back as a whole: from then on every call of the
 * handler gets `failed_status`, which is also the result of the handler, even
 * if it returns OK. Then the action is executed again without the handler at
 * fault (blame.h).
 */
#include "play/execution/handler_call.h"

#include "play/execution/blame.h"
#include "play/execution/frame.h"
#include "play/execution/resume_point.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"

static const char *handler_name(const strata_handler_call *r) {
  return st_rules_name(r->execution->rules, STRATA_NAME_HANDLER, r->handler);
}

/* -- Failing -- */

strata_status st_handler_call_fail(strata_handler_call *r, strata_status status,
                                   const char *text) {
  st_execution *exec = r->execution;
  if (exec->failed_status) return exec->failed_status;
  if (r->reason_given) return status;
  r->reason_given = true;
  st_blame_set_reason(exec, r->fault_kind, text);
  return ST_ERROR(exec->error, status, 0, "handler '", handler_name(r),
                  "': ", text);
}

strata_status st_handler_call_abort(strata_handler_call *r,
                                    strata_status status) {
  assert(status != STRATA_OK);
  if (r->execution->failed_status == STRATA_OK) {
    r->execution->failed_status = status;
  }
  return r->execution->failed_status;
}

/* Fail, and name the running handlers, innermost first. */
static strata_status fail_too_deep(st_execution *exec, strata_handler handler) {
  char bytes[160];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  st_text_add_str(&text,
                  st_rules_name(exec->rules, STRATA_NAME_HANDLER, handler));
  uint32_t shown = 0;
  for (const strata_handler_call *r = exec->innermost_call; r && shown < 4;
       r = r->outer_call) {
    st_text_add_str(&text, "' in '");
    st_text_add_str(&text, handler_name(r));
    shown++;
  }
  st_blame_set_reason(exec, STRATA_FAULT_STACK, "");
  return ST_ERROR(exec->error, STRATA_ELIMIT, 0, "more than ",
                  st_number_format(ST_HANDLER_CALL_DEPTH).text,
                  " handlers run within each other: '", st_text_get(&text),
                  "' ...");
}

/* -- Calling -- */

/* Bind the variables that the handler gets. All values are evaluated before the
 * first is bound. */
static strata_status bind_handler_variables(st_execution *exec, uint32_t frame,
                                            const st_instruction *instruction) {
  if (instruction->argument_count == 0) return STRATA_OK;
  int64_t *values =
      st_arena_alloc(&exec->arena, instruction->argument_count, sizeof *values);
  if (!values) return STRATA_ENOMEM;
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_entity it = st_frame_get(exec, frame)->it;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    status = st_frame_eval(exec, frame, a->value, it, &values[i]);
  }
  for (uint32_t i = 0; !status && i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    st_frame_get(exec, frame)->variables[a->target_id] = values[i];
  }
  return status;
}

/* The status of the execution after a handler has returned. */
static strata_status handler_outcome(strata_handler_call *r,
                                     strata_status status) {
  if (r->execution->mem->effort.is_interrupted) return STRATA_ENOMEM;
  if (r->execution->failed_status) return r->execution->failed_status;
  if (status == STRATA_OK && r->emitted.all) {
    return st_handler_call_fail(
        r, STRATA_EINVAL,
        "it waited while its events were done, and has not gone on with them "
        "(strata_emit_go_on)");
  }
  if (status == STRATA_OK || r->reason_given) return status;
  if (status == STRATA_ESUSPEND) {
    return st_handler_call_fail(
        r, STRATA_ESCRIPT, "it waits for a decision, and has asked nobody");
  }
  return st_handler_call_fail(r, status, st_status_text(status));
}

/* A handler waits. Keep its call, so that it can go on; if that is not
 * possible, none of those around and inside it can. */
static void keep_waiting_call(strata_handler_call *r, bool can_go_on) {
  st_execution *exec = r->execution;
  strata_handler_call *stored = r;
  if (!exec->resume_point.is_set) can_go_on = false;
  if (can_go_on && !r->is_stored) {
    stored = st_arena_alloc(&exec->arena, 1, sizeof *stored);
    if (stored) *stored = *r;
  }
  if (can_go_on && stored) {
    stored->is_stored = true;
    stored->inner_call = exec->waiting_call;
    exec->waiting_call = stored;
    return;
  }
  if (r->kept) exec->host.forget_handler(exec, r->kept);
  if (exec->attempt) return; /* the point is that of the step around it */
  st_handler_call_forget_waiting(exec);
  exec->resume_point.is_set = false;
}

static strata_status trace_handled(st_execution *exec,
                                   const strata_handler_call *r) {
  if (!st_trace_is_on(exec)) return STRATA_OK;
  const st_watcher_candidate by = {.self = st_frame_get(exec, r->frame)->self};
  uint32_t event = st_frame_get(exec, r->frame)->event;
  strata_status status =
      st_trace_add_watcher(exec, ST_TRACE_HANDLED, event, &by);
  if (!status) {
    exec->trace->notes[exec->trace->count - 1].handler = r->handler;
  }
  return status;
}

/* Call a handler, or let it go on: `run` does. */
static strata_status run_call(strata_handler_call *r,
                              strata_status (*run)(strata_handler_call *)) {
  st_execution *exec = r->execution;
  r->outer_call = exec->innermost_call;
  r->bars_outer = exec->bars_going_on;
  exec->bars_going_on = r->bars_outer || !r->kept;
  exec->innermost_call = r;
  exec->handler_depth++;
  strata_status status = run(r);
  /* A handler that has ended has nothing to go on with, whatever it returns. */
  if (status != STRATA_ESUSPEND) st_handler_call_keep(r, NULL);
  bool can_go_on = !st_resume_point_is_barred(exec);
  exec->handler_depth--;
  exec->innermost_call = r->outer_call;
  exec->bars_going_on = r->bars_outer;
  status = handler_outcome(r, status);
  if (status == STRATA_ESUSPEND) {
    keep_waiting_call(r, can_go_on);
  } else {
    if (r->kept) exec->host.forget_handler(exec, r->kept);
    st_resume_point_forget(exec); /* what it has done is not done again */
  }
  if (status) {
    st_blame_handler(exec, r->handler, r->frame, r->reason_given, status);
  }
  return status ? status : trace_handled(exec, r);
}

strata_status st_handler_call_prepare(st_execution *exec, const st_task *task,
                                      const st_instruction *instruction,
                                      strata_handler_call *r, bool *runs) {
  strata_handler handler = instruction->what;
  uint32_t row = st_disabled_handler_find(exec->store, handler);
  *runs = row == 0;
  if (row != 0) {
    bool failed =
        st_disabled_handler_get(exec->store, row).reason != STRATA_FAULT_HOST;
    if (failed && !exec->attempt) exec->skipped_handler = true;
    return st_blame_log_skipped(exec, task->frame);
  }
  *r = (strata_handler_call){.execution = exec,
                             .outer_call = exec->innermost_call,
                             .is_amid_step = task->is_amid_step,
                             .handler = handler,
                             .stage = (st_program_site)instruction->flags,
                             .frame = task->frame,
                             .emits_part = task->emits_part,
                             .emits_joined_part = task->emits_joined_part,
                             .collect_batch = task->collect_batch};
  if (!exec->host.run_handler) {
    return st_handler_call_fail(
        r, STRATA_ENOENT,
        "nobody runs it: say who runs the actions of this "
        "world (strata_set_handler_runner)");
  }
  return exec->handler_depth >= ST_HANDLER_CALL_DEPTH
             ? fail_too_deep(exec, handler)
             : STRATA_OK;
}

strata_status st_handler_call_make(strata_handler_call *r,
                                   const st_instruction *instruction) {
  st_execution *exec = r->execution;
  r->reason_given = false; /* of the call before, which did not fail */
  r->fault_kind = STRATA_FAULT_HOST;
  strata_status status = bind_handler_variables(exec, r->frame, instruction);
  return status ? status : run_call(r, exec->host.run_handler);
}

strata_status st_handler_call_run(st_execution *exec, const st_task *task,
                                  const st_instruction *instruction) {
  strata_handler_call r;
  bool runs;
  strata_status status =
      st_handler_call_prepare(exec, task, instruction, &r, &runs);
  return status || !runs ? status : st_handler_call_make(&r, instruction);
}

/* -- Going on -- */

void st_handler_call_keep(strata_handler_call *r, void *kept) {
  st_execution *exec = r->execution;
  assert(exec->innermost_call == r);
  r->kept = kept;
  exec->bars_going_on = r->bars_outer || !kept;
}

strata_status st_handler_call_go_on(st_execution *exec) {
  strata_handler_call *r = exec->waiting_call;
  exec->waiting_call = r->inner_call;
  strata_status status = run_call(r, exec->host.resume_handler);
  /* the loop of tasks counts the step anew in which it was called */
  if (!status && r->is_amid_step) exec->steps--;
  return status;
}

void st_handler_call_forget_waiting(st_execution *exec) {
  while (exec->waiting_call) {
    strata_handler_call *r = exec->waiting_call;
    exec->waiting_call = r->inner_call;
    exec->host.forget_handler(exec, r->kept);
  }
}
