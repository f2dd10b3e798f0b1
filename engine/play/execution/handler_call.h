/* handler.h - handlers: what data cannot say is done by functions of the
 * host's. */
#ifndef STRATA_PLAY_EXECUTION_HANDLER_CALL_H
#define STRATA_PLAY_EXECUTION_HANDLER_CALL_H

#include "play/execution/execution.h"
#include "play/execution/task.h"
#include "rules/model/program.h"

/* How deep handlers may make things happen in which others run. Each takes a
 * piece of the C stack, which nothing else does. */
#define ST_HANDLER_CALL_DEPTH 40

/* A handler while it runs. */
struct strata_handler_call {
  st_execution *execution;
  strata_handler_call
      *outer_call; /* the handler in what that has made happen it runs */
  strata_handler handler;
  st_program_site stage; /* where its deed stands: what it may do */
  uint32_t frame;
  bool emits_part; /* as of the task of its deed */
  uint32_t collect_batch;
  bool reason_given;            /* run->error says why it fails */
  strata_fault_kind fault_kind; /* of what, HOST: as its status says */
};

/* Do deed RUN. */
strata_status st_handler_call_run(st_execution *run, const st_task *task,
                                  const st_instruction *instruction);

/* Say why a handler fails, unless something else has failed in the run. */
strata_status st_handler_call_fail(strata_handler_call *r, strata_status status,
                                   const char *text);

/* The run has failed: so does the handler, whatever it makes of that. */
strata_status st_handler_call_abort(strata_handler_call *r,
                                    strata_status status);

#endif
