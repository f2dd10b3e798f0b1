/* handler_call.h - calling handlers: functions of the host that do what
 * instructions cannot express. */
#ifndef STRATA_PLAY_EXECUTION_HANDLER_CALL_H
#define STRATA_PLAY_EXECUTION_HANDLER_CALL_H

#include "play/execution/execution.h"
#include "play/execution/task.h"
#include "rules/model/program.h"

/* How deep handlers may be nested by the events that they emit. Each level
 * takes C stack, which nothing else in an execution does. */
#define ST_HANDLER_CALL_DEPTH 40

/* A handler while it is running. */
struct strata_handler_call {
  st_execution *execution;
  strata_handler_call *outer_call; /* the enclosing handler, whose emitted event
                                      led to this one */
  strata_handler handler;
  /* where its instruction stands, which says what it may do */
  st_program_site stage;
  uint32_t frame;
  bool emits_part; /* these three as in the task of its instruction */
  bool emits_joined_part;
  uint32_t collect_batch;
  bool reason_given;            /* execution->error holds its reason */
  strata_fault_kind fault_kind; /* HOST: the kind follows from the status */
};

/* Execute instruction RUN. */
strata_status st_handler_call_run(st_execution *exec, const st_task *task,
                                  const st_instruction *instruction);

/* Set the error text of a handler that fails, unless the execution has failed
 * already. Returns the status to fail with. */
strata_status st_handler_call_fail(strata_handler_call *r, strata_status status,
                                   const char *text);

/* The execution has failed, and the handler must fail too, whatever it
 * returns. */
strata_status st_handler_call_abort(strata_handler_call *r,
                                    strata_status status);

#endif
