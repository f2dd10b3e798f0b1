/*
 * begin_request.c - the first tasks of an action, of each form that a request
 * has.
 */
#include "play/action/begin_request.h"

#include "play/action/player_action.h"
#include "play/events/batch.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/perform/chain_walk.h"

strata_status st_begin_request_event(st_execution *exec,
                                     const st_action_request *r) {
  uint32_t batch = st_batch_new(exec);
  uint32_t event = batch ? st_event_new(exec, r->event_type, batch) : 0;
  if (!event || !st_batch_begin(exec, batch)) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < st_action_request_word_count(exec, r); i++) {
    st_event_get(exec, event)->words[i] = st_action_request_word(r, i);
  }
  return STRATA_OK;
}

strata_status st_begin_request_walk(st_execution *exec,
                                    const st_action_request *r) {
  uint32_t batch = st_batch_new(exec);
  uint32_t event = batch ? st_event_new(exec, r->event_type, batch) : 0;
  if (!event) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < st_action_request_word_count(exec, r); i++) {
    st_event_get(exec, event)->words[i] = st_action_request_word(r, i);
  }
  exec->walked_event = event;
  return st_chain_walk_begin(exec, event, r->phase, r->ignores_stop,
                             &exec->asked_walk);
}

strata_status st_begin_request_end_walk(st_execution *exec) {
  uint32_t walk = exec->asked_walk;
  st_chain_walk none = {0};
  const st_chain_walk *p = walk != 0 ? st_chain_walk_get(exec, walk) : &none;
  st_chain_result result = {.called_count = p->called_count,
                            .stopped = p->stopped,
                            .until_reached = p->until_reached,
                            .stopper = p->stopper};
  strata_status status = st_event_log_write_words(
      exec, exec->walked_event, ST_LOGGED_PASSED, p->stopper, &result.log_row);
  exec->chain_result = result;
  return status;
}

strata_status st_begin_request_program(st_execution *exec,
                                       const st_action_request *r) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, r->watcher_def);
  const st_program *program = &def->program;
  if (def->role == STRATA_ROLE_ACTION) {
    return r->resolves ? st_player_action_resolve(exec, r)
                       : st_player_action_begin(exec, r);
  }
  uint32_t frame = st_frame_new(exec, program, r->self, r->controller, 0);
  if (!frame ||
      !st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                    .frame = frame,
                                    .end = program->instruction_count})) {
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < program->parameter_count; i++) {
    st_frame_get(exec, frame)->variables[ST_VARIABLE_FIRST_OWN + i] =
        st_action_request_word(r, i);
  }
  return STRATA_OK;
}
