/* execution.h - one execution of an action, from its beginning to its end or to
 * a decision that is still open. */
#ifndef STRATA_PLAY_EXECUTION_EXECUTION_H
#define STRATA_PLAY_EXECUTION_EXECUTION_H

#include "base/arena.h"
#include "base/text.h"
#include "layers/mutate/mutator.h"
#include "play/execution/equal_candidates_state.h"
#include "play/execution/loop_detector_state.h"
#include "play/execution/task_state.h"
#include "play/index/applied_sets.h"
#include "play/index/legal_cache.h"
#include "play/index/listeners.h"
#include "play/index/sba_cache.h"
#include "play/index/watcher_index.h"
#include "rules/model/watcher_def.h"
#include "world/objects/disabled_handlers.h"
#include "world/store/way_forward.h"
#include "world/tables/event_log.h"
#include "world/tables/open_decision.h"

/*
 * An action that meets a decision without an answer is rolled back whole, and
 * executed again from its beginning when the answer is known. So nothing here
 * is state: events in flight, variables of programs, and tasks live as long as
 * one execution. An execution that waits for an answer may be kept as a cache
 * (st_suspended), so that it need not be executed again. What is still to be
 * done is a stack of tasks and not a C stack; handlers of the host alone take C
 * stack (handler_call.h).
 *
 * Events, batches, frames, previews, follow-ups and chain walks have numbers
 * from 1, and 0 means none. The arrays move when they grow, so a pointer into
 * one holds until the next element is made.
 */

typedef struct st_execution st_execution;

/* The types of what an execution points to stand in the headers of their
 * subjects, all of which come after this one. */
typedef struct st_event st_event;
typedef struct st_batch st_batch;
typedef struct st_frame st_frame;
typedef struct st_entry_preview st_entry_preview;
typedef struct st_replacement_candidate st_replacement_candidate;
typedef struct st_prevention_share st_prevention_share;
typedef struct st_follow_up st_follow_up;
typedef struct st_chain_walk st_chain_walk;
typedef struct st_trigger_match st_trigger_match;
typedef struct st_leave_rows st_leave_rows;
typedef struct st_met_decision st_met_decision;
typedef struct st_known_answer st_known_answer;
typedef struct st_attempt st_attempt;
typedef struct st_execution_trace st_execution_trace;
typedef struct st_action_request st_action_request;
typedef struct st_open_record st_open_record;

/* The failure of a handler that ends the execution; see blame.h. */
typedef struct st_handler_fault {
  st_disabled_handler disabled_row; /* handler 0: no handler has failed yet */
  strata_fault_kind kind; /* as the handler reported; HOST: from its status */
  bool is_not_handlers;   /* the failure is that of a policy or of the host */
  bool stops_action;      /* the handler is one of the rules, which want an
                             action to fail with it: see strata_on_fault */
  st_text reason;         /* what the handler said is wrong */
  st_text report;         /* handler, owner, event and recent log, in words */
} st_handler_fault;

/* The host's part of an execution; each callback may be NULL. */
typedef struct st_execution_host {
  strata_world *world;
  /* Run a handler. */
  strata_status (*run_handler)(strata_handler_call *handler);
  /* Let a handler go on that has waited for an answer. */
  strata_status (*resume_handler)(strata_handler_call *handler);
  /* Free what the host has kept of a handler that waits, and never goes on. */
  void (*forget_handler)(st_execution *exec, void *kept);
  /* Answer decision `number` of the action; ESUSPEND leaves it open. */
  strata_status (*ask_policy)(st_execution *exec, const st_new_decision *ask,
                              uint32_t number, st_new_answer *out);
  /* Report to the observers what has happened so far: before it is rolled back,
   * or, if `done`, before it is kept. On failure no observer has been called.
   */
  strata_status (*notify_observers)(st_execution *exec, bool done);
  /* Rows of the log before a number are about to leave the state. */
  strata_status (*keep_log)(st_execution *exec, uint64_t before);
  /* Save the state that an action begins with (`request` is NULL), and when the
   * action is done, what it was (st_action_save). */
  strata_status (*save_start)(st_execution *exec,
                              const st_action_request *request);
  /* A handler has failed, and the action begins again without it. */
  strata_status (*report_fault)(st_execution *exec);
  bool fail_on_fault; /* a failing handler fails the action instead */
} st_execution_host;

/* The result of an action that passed an event along a chain, and did not let
 * it happen. */
typedef struct st_chain_result {
  uint32_t called_count;
  bool stopped, until_reached;
  strata_watcher_def stopper;
  uint64_t log_row; /* its row of the log */
} st_chain_result;

/* What came of the event that the last action asked for. */
typedef struct st_action_result {
  uint32_t happened_count; /* the event itself, or those in its place */
  const char *why_not;     /* why none did; NULL: some did, or the action was no
                              event, or is not done */
} st_action_result;

/* Where an execution can be entered again: at the top task, as it was then. See
 * resume_point.h. */
typedef struct st_resume_point {
  bool is_set;
  st_task task; /* the top task */
  size_t task_count;
  st_savepoint store;
  uint64_t events, fast_events, steps; /* before the step of the task */
  uint32_t decisions_met;
  bool is_irreversible;
  st_loop_detector loop_detector; /* only if the task settles */
} st_resume_point;

/* An execution that has met a decision and waits for the answer, in its arrays
 * and its resume point. See play/action/suspended.h. */
typedef struct st_suspended {
  bool stands;
  bool is_ahead;          /* it stands, and the state is that of its resume
                             point */
  st_open_record *record; /* how to write the open action into the state that
                             it began with, or NULL */
  uint64_t open_hash;     /* unless it is ahead: of the state in which its
                             action is open */
  st_way_forward way;     /* unless it is ahead: from the state that the action
                             began with to that of the resume point */
  st_action_result action_result; /* of the execution then */
  st_savepoint reopened;          /* where st_suspended_reopen has gone to, */
  size_t reopened_marks;          /* and the marks of the store there */
} st_suspended;

/* The step of the outermost tasks that is being done: its number, and how many
 * decisions were met before it. */
typedef struct st_step_begun {
  uint64_t steps;
  uint32_t decisions_met;
} st_step_begun;

struct st_execution {
  /* What it works on. */
  st_mem *mem;
  st_mutator *change;
  const strata_rules *rules;
  st_store *store;
  strata_error *error; /* gets the text of a failure */
  st_execution_host host;
  st_execution_trace *trace; /* NULL unless the action is to be explained */
  st_arena arena;            /* lives as long as the execution */

  /* Caches of the state; see play/index. */
  st_watcher_index index;
  st_listeners listeners;
  st_sba_cache sba_cache;
  st_legal_cache legal_cache;

  /* Events in flight; see event.h. */
  st_event *events;
  size_t event_count, event_capacity;
  st_batch *batches;
  size_t batch_count, batch_capacity;
  uint64_t forgotten_events; /* events that st_stack_marks_forget_done freed */
  uint64_t fast_events; /* events that were performed without a row of their
                           own, which no limit counts (fast_events.h) */
  uint64_t last_events; /* of the execution that ended last, or waits */
  uint64_t max_events;  /* see event_limit.h */
  uint64_t steps, max_steps;

  /* Programs and what is to be done; see frame.h and task.h. */
  st_frame *frames;
  size_t frame_count, frame_capacity;
  st_task *tasks;
  size_t task_count, task_capacity;
  /* variables of a candidate that is being tested */
  int64_t *scratch_variables;
  size_t scratch_variable_capacity;
  uint64_t *value_words; /* scratch of one value */
  size_t value_word_capacity;
  /* Run the action until at most `tasks` tasks are left. */
  strata_status (*run_tasks_until)(st_execution *exec, size_t tasks);

  /* The cost of an action that is being paid; see payment.h. */
  uint32_t paying_frame;               /* its frame, or 0 */
  strata_event_type unpaid_event_type; /* of an event that did not pay, or 0 */

  /* Handlers; see handler_call.h and blame.h. */
  /* the handler that is running, or NULL */
  strata_handler_call *innermost_call;
  strata_handler_call *waiting_call; /* the outermost that is to go on */
  uint32_t handler_depth;            /* how many handlers are nested */
  strata_status failed_status; /* a failure that only a rollback of the whole
                                  action can undo, or OK */
  st_handler_fault handler_fault;

  /* Decisions; see decisions.h. */
  uint32_t decisions_met;         /* how many were met so far */
  st_met_decision *met_decisions; /* all of them, in order */
  size_t met_capacity;
  uint32_t known_count; /* how many answers were given before this execution */
  uint32_t known_first; /* it has no use for so many of them any more */
  st_known_answer *known_answers; /* the others, in order */
  st_step_begun step_begun;
  uint32_t concession_count; /* how many of those that were met are concessions;
                                see play/action/concession.h */
  bool is_irreversible;      /* chance was used since the last decision, or
                                somebody was shown what was hidden */
  bool no_policy;            /* the policy is not asked */
  /* a known answer counts if the question is the same, whatever the state: a
   * handler was disabled since */
  bool ignores_state_hash;
  /* a handler that failed, in this action or before, was to be called and was
   * not; of the last action, until the next one begins */
  bool skipped_handler;

  /* Options that are tried out and rolled back; see play/compare. */
  st_attempt *attempt;        /* the attempt that is being executed, or NULL */
  uint64_t attempts_followed; /* how many attempts all actions have executed */

  /* Replacement and prevention; see play/replace. */
  st_applied_sets applied_sets;
  st_replacement_candidate *candidates; /* of candidates_batch */
  size_t candidate_count, candidate_capacity;
  st_replacement_candidate *old_candidates; /* scratch of refreshing them */
  size_t old_candidate_capacity;
  uint32_t condition_frame; /* borrowed to test conditions of watchers, or 0 */
  uint32_t candidates_batch;
  uint32_t candidates_last_event;   /* the batch's last event when they were
                                       collected */
  uint32_t candidates_stale_count;  /* events that were changed since */
  uint64_t candidates_index_serial; /* of the index they were found in */
  st_equal_candidates equal_candidates;
  st_prevention_share *shares;
  size_t share_count, share_capacity;
  uint64_t *used_started; /* handles of started watchers that were applied */
  size_t used_started_count, used_started_capacity;

  /* Objects as they would enter; see play/perform/entry_preview.h. */
  st_entry_preview *previews;
  size_t preview_count, preview_capacity;
  st_watcher_candidate *own_candidates; /* watchers of entering objects that
                                           affect their own entry (614.12) */
  size_t own_candidate_count, own_candidate_capacity;
  uint64_t previews_performed; /* how often an event was performed to see its
                                  result; for tests of the cost */

  /* Performing; see play/perform. */
  uint32_t fast_event, fast_frame; /* reused by fast_events.c, or 0 */
  st_follow_up *follow_ups;
  size_t follow_up_count, follow_up_capacity;
  st_chain_walk *chain_walks;
  size_t chain_walk_count, chain_walk_capacity;
  uint32_t innermost_walk; /* the innermost walk that is not over, or 0 */
  uint32_t asked_walk, walked_event; /* that the action asks for, or 0 */
  st_chain_result chain_result;
  st_leave_rows *leave_rows; /* of the batches that are being performed */
  size_t leave_rows_count, leave_rows_capacity;
  strata_entity *leavers; /* the objects whose rows were taken */
  size_t leaver_capacity;
  uint64_t *leaver_rows;
  size_t leaver_row_capacity;
  uint32_t *leaver_table; /* open addressing: index of `leavers` + 1, or 0 */
  size_t leaver_table_capacity;

  /* Triggers that matched, of all batches that are not done, in a row. */
  st_trigger_match *matches;
  size_t match_count, match_capacity;

  st_action_result action_result;

  const st_action_request *request; /* of the action, while it is executed */
  /* Waiting for answers; see resume_point.h and play/action/suspended.h. */
  st_resume_point resume_point;
  st_suspended suspended;
  bool may_stay_ahead; /* its owner lets st_suspended_go_back come before
                          whatever else is done with the state */
  bool bars_going_on;  /* one of the handlers that run could not go on after
                          an answer */
  bool is_resumed;     /* it was entered again at its resume point */
  bool is_settling; /* what the action asks for is done, and its result known */
  uint64_t resumed_count; /* how often an execution was gone on with */
  uint64_t resumed_log;   /* the last row of the log when it was, or 0 */

  /* Turn order of the state with hash turn_hash; see turn_order.h. */
  strata_entity *turn_order;
  size_t turn_count, turn_capacity;
  uint64_t turn_hash;
  /* a frame for the expression of whose turn it is, or 0 */
  uint32_t turn_frame;
  bool turn_known;

  /* Settling; see play/settle. */
  bool advances; /* the host lets the course go on up to one more period */
  strata_period advances_into; /* which one, or 0 */
  bool no_sba_due; /* no state-based action applies in the state no_sba_hash */
  uint64_t no_sba_hash;
  st_loop_detector loop_detector;
};

/* The number of events that the execution has made. */
static inline uint64_t st_execution_event_total(const st_execution *exec) {
  return exec->event_count + exec->forgotten_events;
}

/* How many events there were: of the execution that runs, else of the last. */
static inline uint64_t st_execution_events_told(const st_execution *exec) {
  bool runs = exec->task_count > 0 && !exec->suspended.stands;
  return runs ? st_execution_event_total(exec) + exec->fast_events
              : exec->last_events;
}

/* A candidate number with this bit is an index of own_candidates; one without
 * it is a number of the watcher index. */
#define ST_OWN_CANDIDATE UINT32_C(0x80000000)

static inline const st_watcher_candidate *
st_execution_candidate(const st_execution *exec, uint32_t n) {
  if (!(n & ST_OWN_CANDIDATE)) return st_watcher_index_get(&exec->index, n);
  assert((n & ~ST_OWN_CANDIDATE) < exec->own_candidate_count);
  return &exec->own_candidates[n & ~ST_OWN_CANDIDATE];
}

#endif
