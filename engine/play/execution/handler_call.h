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

/* The events that a handler has emitted, while they are being done; see
 * play/events/handler_emit.h. */
typedef struct st_emission st_emission;
typedef struct st_emitted_batch {
  st_emission *all; /* in the arena; NULL: it emits nothing now */
  uint32_t count, batch;
  size_t tasks; /* how many are below those of the batch */
} st_emitted_batch;

/*
 * A handler while it is running, or while it waits for an answer.
 *
 * A handler waits on no C stack: it returns ESUSPEND, and all that surround it
 * do. Where the host can go on with each of them (`kept`), their calls stay in
 * the arena, from `waiting_call` of the execution inwards, and the action can
 * go on amid them (play/action/suspended.h): the host goes on with the
 * outermost, which goes on with the events that it was emitting, amid which the
 * next one goes on, and so forth, until C stack and Lua's are what they were.
 * Where it cannot, the handlers are called again from their beginning.
 */
struct strata_handler_call {
  st_execution *execution;
  strata_handler_call *outer_call; /* the enclosing handler, whose emitted event
                                      led to this one */
  strata_handler_call *inner_call; /* of one that waits: the next one inwards */
  void *kept;        /* by this the host goes on with it; NULL: it cannot */
  bool bars_outer;   /* a handler around it could not go on */
  bool is_stored;    /* it lies in the arena, and not on the C stack */
  bool is_amid_step; /* as in the task of its instruction */
  st_emitted_batch emitted;
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

/* Execute instruction RUN: prepare a call, and make it. *runs is false if the
 * handler is disabled, which the log then says. A call from which the handler
 * has returned OK can be made again, in the same frame. */
strata_status st_handler_call_run(st_execution *exec, const st_task *task,
                                  const st_instruction *instruction);
strata_status st_handler_call_prepare(st_execution *exec, const st_task *task,
                                      const st_instruction *instruction,
                                      strata_handler_call *r, bool *runs);
strata_status st_handler_call_make(strata_handler_call *r,
                                   const st_instruction *instruction);

/* The host can go on with the running handler by `kept` if it waits; NULL: it
 * cannot, or can no more. */
void st_handler_call_keep(strata_handler_call *r, void *kept);

/* Go on with the outermost handler that waits, whose instruction has been
 * executed up to there. */
strata_status st_handler_call_go_on(st_execution *exec);

/* Forget all handlers that wait; the host frees what it has kept of them. */
void st_handler_call_forget_waiting(st_execution *exec);

/* Set the error text of a handler that fails, unless the execution has failed
 * already. Returns the status to fail with. */
strata_status st_handler_call_fail(strata_handler_call *r, strata_status status,
                                   const char *text);

/* The execution has failed, and the handler must fail too, whatever it
 * returns. */
strata_status st_handler_call_abort(strata_handler_call *r,
                                    strata_status status);

#endif
