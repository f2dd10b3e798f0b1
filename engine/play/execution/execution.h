/* execution.h - one execution of an action, from its beginning to its end or to
 * a decision that nobody has made yet. */
#ifndef STRATA_PLAY_EXECUTION_EXECUTION_H
#define STRATA_PLAY_EXECUTION_EXECUTION_H

#include "base/arena.h"
#include "base/text.h"
#include "layers/mutate/mutator.h"
#include "play/execution/equal_candidates_state.h"
#include "play/execution/loop_detector_state.h"
#include "play/index/applied_sets.h"
#include "play/index/listeners.h"
#include "play/index/sba_cache.h"
#include "play/index/watcher_index.h"
#include "rules/model/watcher_def.h"
#include "world/objects/disabled_handlers.h"
#include "world/tables/event_log.h"
#include "world/tables/open_decision.h"

/*
 * Events in flight, the names of programs, and what is still to be done are
 * scratch: an action that meets a decision is taken back whole, and run again
 * with the answer. So nothing of this is state, and no C stack is kept: what is
 * to be done is a stack of tasks.
 */

typedef struct st_execution st_execution;

/* What the parts of an execution are is said by their own headers, all of
 * which come after this one. */
typedef struct st_event st_event;
typedef struct st_batch st_batch;
typedef struct st_frame st_frame;
typedef struct st_task st_task;
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

/* Why a run cannot go on, where it is a handler's fault: see fault.h. */
typedef struct st_handler_fault {
  st_disabled_handler disabled_row; /* handler 0: nobody's, so far */
  strata_fault_kind kind;           /* as the handler says; HOST: it does not */
  bool is_not_handlers;             /* it is that of a policy, or of the host */
  st_text reason, report;           /* by the handler; of it */
} st_handler_fault;

/* Whose run it is, and what it leaves to others; each may be NULL. */
typedef struct st_execution_host {
  strata_world *world;
  /* Run the handler. */
  strata_status (*run_handler)(strata_handler_call *handler);
  /* Answer a decision, which has this number; ESUSPEND: nobody does. */
  strata_status (*ask_policy)(st_execution *run, const st_new_decision *ask,
                              uint32_t number, st_new_answer *out);
  /* Tell those who look on what has happened so far, before it is taken back,
   * or, `done`, kept. On failure nobody was told of anything. */
  strata_status (*notify_observers)(st_execution *run, bool done);
  /* Remember the state as one in which an action begins; and, when it is done,
   * what it was (st_action_save): `request` is NULL before that. */
  strata_status (*save_start)(st_execution *run,
                              const st_action_request *request);
  /* A handler is at fault, and the action begins anew without it. */
  strata_status (*report_fault)(st_execution *run);
  bool fail_on_fault; /* it does not: the action fails */
} st_execution_host;

/* What came of an event that passed along a chain, and did not happen. */
typedef struct st_chain_result {
  uint32_t called_count;
  bool stopped, until_reached;
  strata_watcher_def stopper;
  uint64_t log_row; /* of the log */
} st_chain_result;

/* Numbers of events, frames and batches begin with 1. */
struct st_execution {
  st_mem *mem;
  st_mutator *change;
  const strata_rules *rules;
  st_store *store;
  st_arena arena;
  st_event *events;
  size_t event_count, event_capacity;
  st_frame *frames;
  size_t frame_count, frame_capacity;
  st_batch *batches;
  size_t batch_count, batch_capacity;
  st_task *tasks;
  size_t task_count, task_capacity;
  st_watcher_index index;          /* who watches */
  st_applied_sets applied_sets;    /* who was applied to what */
  st_listeners listeners;          /* who of those who watch may be meant */
  st_sba_cache sba_cache;          /* whom state-based actions are about */
  uint32_t condition_frame;        /* a frame for their conditions, or 0 */
  uint32_t fast_event, fast_frame; /* of the last storm, or 0; see plain.c */
  st_entry_preview *previews;      /* number - 1 */
  size_t preview_count, preview_capacity;
  st_watcher_candidate
      *own_candidates; /* who watch for nothing but their own entering */
  size_t own_candidate_count, own_candidate_capacity;
  uint64_t previews_performed; /* how often an event was performed to see what
                                  would be */
  st_replacement_candidate
      *candidates; /* of the batch `pairs_of`, by that scan of the index */
  size_t candidate_count, candidate_capacity;
  st_replacement_candidate *old_candidates; /* scratch of renewing them */
  size_t old_candidate_capacity;
  uint32_t candidates_batch;
  uint32_t candidates_last_event; /* the last event of the batch that was looked
                                     at */
  uint32_t candidates_stale_count; /* how many others were changed since */
  uint64_t candidates_index_serial;
  st_prevention_share *shares;
  size_t share_count, share_capacity;
  st_follow_up *follow_ups; /* number - 1 */
  size_t follow_up_count, follow_up_capacity;
  st_chain_walk *chain_walks; /* number - 1 */
  size_t chain_walk_count, chain_walk_capacity;
  st_chain_result chain_result; /* of the last action, if it was that */
  uint32_t innermost_walk; /* the innermost of those that are not over, or 0 */
  uint64_t *used_started;  /* handles of watchers that were applied */
  size_t used_started_count, used_started_capacity;
  st_trigger_match
      *matches; /* of batches that are not done, one behind the other */
  size_t match_count, match_capacity;
  int64_t *scratch_variables; /* scratch: names of one who is asked */
  size_t scratch_variable_capacity;
  st_leave_rows *leave_rows; /* of batches that are being performed */
  size_t leave_rows_count, leave_rows_capacity;
  strata_entity *leavers; /* those whose rows were taken */
  size_t leaver_capacity;
  uint64_t *leaver_rows;
  size_t leaver_row_capacity;
  uint32_t *leaver_table; /* of `gone`, place + 1; open addressing */
  size_t leaver_table_capacity;
  strata_entity
      *turn_order; /* players in turn order, as of the state `turn_hash` */
  size_t turn_count, turn_capacity;
  uint64_t turn_hash;
  uint32_t turn_frame; /* a frame for asking whose turn it is, or 0 */
  bool turn_known;
  bool no_sba_due; /* of the state `quiet_hash`: no state-based action is due */
  uint64_t no_sba_hash;
  uint64_t *value_words; /* scratch of one value */
  size_t value_word_capacity;
  uint32_t decisions_met; /* decisions met so far */
  uint32_t known_count;   /* of these, such as were answered before the run */
  st_known_answer *known_answers; /* they, in order */
  st_met_decision *met_decisions; /* all that were met, in order */
  size_t met_capacity;
  bool is_irreversible; /* something was rolled since the last one */
  bool no_policy;       /* what nobody has answered before is left open */
  st_loop_detector loop_detector;
  st_equal_candidates equal_candidates;
  st_attempt
      *attempt; /* all of this will be taken back; NULL: it is in earnest */
  uint64_t
      attempts_followed; /* ways that were followed as trials, by any action */
  uint64_t steps, max_steps;
  uint64_t forgotten_events; /* so many events more there were; see
                                st_stack_marks_forget_done */
  uint64_t max_events;
  strata_error *error; /* says what has failed */
  st_execution_host host;
  strata_handler_call *innermost_call; /* the handler that is running, if any */
  uint32_t handler_depth;              /* how many are, one within another */
  strata_status
      failed_status; /* in something that cannot be taken back alone */
  st_handler_fault handler_fault;
  bool ignores_state_hash;   /* of answers that are known, what is asked must be
                       the same, not the state: a handler is disabled since */
  st_execution_trace *trace; /* NULL: nobody wants an account of it */
  /* Until there are no more than so many tasks; of its action. */
  strata_status (*run_tasks_until)(st_execution *run, size_t tasks);
};

/* So many events there were. */
static inline uint64_t st_execution_event_total(const st_execution *run) {
  return run->event_count + run->forgotten_events;
}

/* Found in the index, or own. */
#define ST_OWN_CANDIDATE UINT32_C(0x80000000)

static inline const st_watcher_candidate *
st_execution_candidate(const st_execution *run, uint32_t n) {
  if (!(n & ST_OWN_CANDIDATE)) return st_watcher_index_get(&run->index, n);
  assert((n & ~ST_OWN_CANDIDATE) < run->own_candidate_count);
  return &run->own_candidates[n & ~ST_OWN_CANDIDATE];
}

#endif
