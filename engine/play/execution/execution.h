/* run.h - one execution of an action, from its beginning to its end or to a
 * decision that nobody has made yet. */
#ifndef STRATA_PLAY_EXECUTION_EXECUTION_H
#define STRATA_PLAY_EXECUTION_EXECUTION_H

#include "base/arena.h"
#include "layers/mutate/mutator.h"
#include "layers/update/last_known.h"
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

typedef enum st_event_state {
  ST_EVENT_PROPOSED,
  ST_EVENT_DROPPED,  /* it is no event (614.7a) */
  ST_EVENT_REFUSED,  /* it cannot happen (614.17) */
  ST_EVENT_REPLACED, /* nothing, or something else, takes its place */
  ST_EVENT_HAPPENED
} st_event_state;

/* What the affected of an event would be if it happened, and nothing else: see
 * enter.h. */
typedef struct st_entry_preview {
  st_preview_values shadow;
  uint32_t own_first,
      own_count; /* what it would say of itself, in st_execution.own */
  strata_entity controller;     /* its controller, or owner */
  strata_event_type event_type; /* of the event, and what its words were */
  const int64_t *event_words;
  uint64_t index_serial; /* of the scan of the index */
  bool refers_to_itself; /* its row does */
} st_entry_preview;

/* An event in flight. Its words are its kind's fields, in their order. */
typedef struct st_event {
  strata_event_type type; /* never an alias */
  uint32_t parent;        /* the event that contains it, or 0 */
  uint32_t next;          /* of its batch, or 0 */
  uint32_t batch;
  uint32_t maker_frame; /* the frame whose program has made it, or 0 */
  uint32_t applied_set; /* a set of who was applied to it, see watch_id.h */
  uint64_t last_applied_hash; /* the hash of who was, last; 0: nobody */
  uint32_t
      lowest_class; /* the lowest of those who could be applied, if looked at */
  uint32_t self_frame, self_at, self_end; /* deeds of its EMIT about it; 0: none
                                          that were not done */
  uint32_t last_joined;    /* the newest event that was said to be
                              part of it, or 0 */
  uint32_t prev_joined;    /* of such a one: the one before */
  bool shares_applied_set; /* its marks are others' too */
  bool is_joined_part; /* it is such a part, and knows who enters as its parent
                          does */
  bool candidates_known;    /* it was not changed since its watchers were looked
                               for */
  uint8_t state;            /* st_event_state */
  strata_entity first_made; /* who came of it first */
  strata_entity affected_before; /* whom it affected, if that one has become
                        another by it: its word is the new one; else 0 */
  uint64_t log_row;              /* in the log, 0: none yet */
  uint32_t entry_preview; /* what its affected would be; 0: nobody asks */
  uint32_t part_count;    /* how many were proposed */
  uint32_t phases_passed; /* how many of its phases were passed; "do" is one */
  bool handler_called;    /* somebody was called in one of them */
  int64_t *words;
} st_event;

/* What the expressions of a program can name. */
typedef struct st_frame {
  const st_program *program;
  int64_t *variables; /* by place */
  strata_entity self;
  strata_entity it; /* of EACH, and of an EMIT for each of several */
  uint32_t event;   /* number, or 0 */
  strata_watcher_def
      watcher_def;         /* of a watcher that is applied to the event; or 0 */
  uint64_t started_handle; /* that one's handle, if it was started */
  uint64_t limits_key; /* of the ability whose trigger it is, for its limits */
  uint32_t sba;        /* the state-based action whose deeds these are, or 0 */
  int64_t prevented;   /* by this application: its event.prevented */
  bool uses_preview;   /* it knows the affected as it would be */
  bool stopped;        /* no more of its program */
  bool looks_back;     /* its event is what it was before it happened */
  uint32_t chain_walk; /* of a handler of a chain: that pass; else 0 */
} st_frame;

/* Somebody in a chain: see chain.h. */
typedef struct st_chain_link st_chain_link;

/* An event on its way along a chain. */
typedef struct st_chain_walk {
  uint32_t event, phase;
  strata_entity owner;        /* whose chain it is beside that of all, or 0 */
  const st_chain_link *links; /* who is in it, in order; in the arena */
  uint32_t count, next;
  uint32_t frame;                  /* of the one who is being called, or 0 */
  const int64_t *stored_variables; /* what its names were before */
  uint32_t outer_walk;             /* the pass in which it is, or 0 */
  uint32_t called_count;
  strata_watcher_def stopper;  /* who has stopped it */
  bool cannot_be_stopped;      /* ... which does not matter */
  bool stopped, until_reached; /* so nobody else is called */
  bool halt_requested,
      unhook_requested; /* what the one who is being called has said */
} st_chain_walk;

/* Events that happen at the same time. */
typedef struct st_batch {
  uint32_t first, last, count;   /* events */
  uint32_t result_batch;         /* the batch of their results, or 0 */
  uint32_t frame, made_variable; /* what gets who was made: a place + 1, or 0 */
  bool is_result;          /* it is performed with what it is contained in */
  bool has_deferred_costs; /* ALSO has put something into it that is done to
                    others than whose event it is part of: see promise.h */
  uint32_t outer_batch;    /* of a batch of results: the one that they are of */
  uint32_t replaced_event,
      event_count_before;     /* the event that a watcher is being applied
                    to, how many events there were before it */
  uint32_t applied_candidate; /* ... and who that is, in the index */
  uint32_t self_done_until; /* up to this event none has anything left that its
                       EMIT says of it */
  uint32_t first_follow_up, last_follow_up; /* what is done right behind it */
  size_t match_first, match_end;            /* who is set off by it; places */
  size_t match_next;           /* of these: the one that is next to act */
  uint32_t triggered_once_set; /* a set of those who are set off once by all of
                                  it, or 0 */
} st_batch;

/* Somebody who could be applied to an event. */
typedef struct st_replacement_candidate {
  uint32_t event;
  uint32_t candidate; /* in the index */
  uint32_t class;
  strata_entity decider;
} st_replacement_candidate;

/* How much a watcher prevents of one of several events. */
typedef struct st_prevention_share {
  uint64_t started_handle;
  uint32_t event;
  int64_t amount;
} st_prevention_share;

/* Deeds of a THEN. */
typedef struct st_follow_up {
  uint32_t frame, at, end;
  uint32_t next; /* of its batch, or 0 */
  strata_entity it;
} st_follow_up;

/* Somebody who is set off by an event, or by how things are. */
typedef struct st_trigger_match {
  strata_watcher_def watcher_def;
  uint32_t event;  /* or 0 */
  uint32_t count;  /* how often; of those who act: how often still */
  bool looks_back; /* see st_frame */
  bool ends_duration,
      acts_at_once; /* of a role that ends; it acts at once, or ends */
  strata_entity self, controller;
  st_watcher_id id; /* of the ability */
  const int64_t
      *given_variables; /* what it was given, by place; in the arena */
} st_trigger_match;

/* Rows that one batch has taken: see leaving.h. */
typedef struct st_leave_rows {
  size_t first, count;            /* in `gone` and `gone_rows` */
  size_t table_first, table_size; /* in `gone_table` */
} st_leave_rows;

/* What a run held at some time. */
typedef struct st_stack_marks {
  size_t events, frames, batches, previews, own_candidates, follow_ups;
  st_arena_position arena;
  uint32_t decisions_met;
} st_stack_marks;

typedef enum st_task_kind {
  ST_TASK_INSTRUCTIONS, /* deeds from `at` to `end` of a frame's program */
  ST_TASK_EACH,         /* the same for each of a list */
  ST_TASK_SERIES,       /* the events of a deed, each whole before the next */
  ST_TASK_BATCH,        /* the events of a batch, from a stage on */
  ST_TASK_CHAIN_WALK,   /* an event passes along a chain */
  ST_TASK_SBA,          /* what state-based actions want is all in a batch */
  ST_TASK_SETTLE,       /* state-based actions, and what has triggered */
  ST_TASK_RESOLVE       /* what has triggered, or an object of the stack */
} st_task_kind;

typedef struct st_task {
  uint8_t kind;    /* st_task_kind */
  bool emits_part; /* what is emitted is contained in the frame's event, or
                comes in its place */
  bool emits_joined_part; /* ... and is such as ALSO adds to it */
  uint8_t stage;          /* of a batch */
  uint32_t frame, at, end;
  uint32_t collect_batch; /* the batch that takes what is emitted; 0: each
                       deed's events are one by themselves */
  uint32_t batch, next; /* of a batch: the event that is next; of a pass: it */
  strata_entity *list;  /* of EACH */
  strata_entity outer_it; /* who was `it` before; of RESOLVE: the object */
  uint32_t count, index;
  int64_t times_each; /* of a series: so many for each; of RESOLVE: so often */
  st_stack_marks
      *marks; /* of a series, and SETTLE: when it began; in the arena */
} st_task;

/* A decision that the run has met. */
typedef struct st_met_decision {
  st_new_decision ask;
  const st_new_answer *answer; /* NULL: there is none yet */
} st_met_decision;

/* What is known of one that was met by an earlier run of the same action. */
typedef struct st_known_answer {
  st_new_answer answer;
  uint64_t hash;         /* of how it was met then */
  bool was_missed;       /* it had been asked before that, and met otherwise */
  const char **outcomes; /* of its options, NULL where nothing was known */
  uint32_t option_count;
} st_known_answer;

/* Choices that are made to see what comes of them: see branch.h. */
#define ST_ATTEMPT_MAX_CHOICES 32
typedef struct st_attempt {
  uint32_t
      chosen[ST_ATTEMPT_MAX_CHOICES]; /* which option is taken at each choice */
  uint32_t option_counts[ST_ATTEMPT_MAX_CHOICES]; /* of how many */
  uint32_t chosen_count;                          /* so many are said */
  uint32_t met_count;                             /* so many were met */
  bool first_choice_only;                         /* the first alone is made */
  bool stops_after_resolving; /* until the stack is as high as it was */
  uint32_t stack_top;
} st_attempt;

/* Those who could be applied to one event: see alike.h. */
typedef struct st_equal_group {
  size_t first_free, end; /* places: those before are no longer free */
} st_equal_group;

typedef struct st_equal_candidates {
  uint32_t event; /* 0: of none */
  uint32_t
      recorded_event; /* the one that is looked at; 0: it is not to be kept */
  uint64_t index_serial; /* of the scan of the index */
  uint64_t key_places;   /* places of its words that keys look at, as bits */
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  uint32_t *items;
  size_t item_count, item_capacity;
  st_equal_group *groups;
  size_t group_count, group_capacity;
} st_equal_candidates;

/* A state that the run was in between two rounds: see standing.h. */
typedef struct st_loop_detector {
  uint64_t rounds;         /* so far */
  bool has_snapshot;       /* one is remembered, and the rest is of it */
  uint64_t snapshot_round; /* after so many */
  size_t journal_place;    /* a place in it */
  uint32_t decisions_met;
  uint64_t chance_state, last_log_row;
  uint64_t fingerprints[2];
  uint64_t last_timestamp; /* the last that was given */
  uint32_t stack_top;      /* of the stack: its slot, or 0 */
} st_loop_detector;

/* Why a run cannot go on, where it is a handler's fault: see fault.h. */
typedef struct st_handler_fault {
  st_disabled_handler disabled_row; /* handler 0: nobody's, so far */
  strata_fault_kind kind;           /* as the handler says; HOST: it does not */
  bool is_not_handlers;             /* it is that of a policy, or of the host */
  st_text reason, report;           /* by the handler; of it */
} st_handler_fault;

typedef struct st_execution st_execution;
struct st_execution_trace;
struct st_action_request;

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
                              const struct st_action_request *request);
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
  bool ignores_state_hash; /* of answers that are known, what is asked must be
                     the same, not the state: a handler is disabled since */
  struct st_execution_trace *trace; /* NULL: nobody wants an account of it */
  /* Until there are no more than so many tasks; of its action. */
  strata_status (*run_tasks_until)(struct st_execution *run, size_t tasks);
};

void st_execution_init(st_execution *run, st_mutator *change,
                       strata_error *error);
void st_execution_fini(st_execution *run);

/* How many events it may have; 0: as many as most have use for. */
void st_event_limit_set(st_execution *run, uint64_t events);

/* Forget all events, frames and tasks; memory is kept. */
void st_execution_reset(st_execution *run);

/* What there is now; and the same in the arena, NULL: no memory. */
st_stack_marks st_stack_marks_get(const st_execution *run);
st_stack_marks *st_stack_marks_new(st_execution *run);

/* One frame was made since then, and all that was done in it is done: it is
 * given back unless something has come of it that may speak of it. */
void st_stack_marks_drop_frame(st_execution *run, const st_stack_marks *room);

/* All that has happened since then is done, and nothing that is still to be
 * done speaks of it: its events, frames and batches are forgotten where there
 * are many. Not while a handler runs, which may ask about them, nor where
 * something was decided, which is told of later: then the room becomes one of
 * now. */
void st_stack_marks_forget_done(st_execution *run, st_stack_marks *room);

/* So many events there were. */
static inline uint64_t st_execution_event_total(const st_execution *run) {
  return run->event_count + run->forgotten_events;
}

/* -- What there is; pointers hold until the next one is made -- */

static inline st_event *st_event_get(st_execution *run, uint32_t number) {
  assert(number - 1u < run->event_count);
  return &run->events[number - 1];
}

/* Whom an event happens to; 0: nobody, or its kind does not say. */
static inline strata_entity st_event_affected(const st_execution *run,
                                              const st_event *event) {
  const st_event_type *kind = st_event_type_get(run->rules, event->type);
  return kind->affected_index != ST_NO_FIELD_INDEX
             ? (strata_entity)event->words[kind->affected_index]
             : 0;
}
static inline st_frame *st_frame_get(st_execution *run, uint32_t number) {
  assert(number - 1u < run->frame_count);
  return &run->frames[number - 1];
}
static inline st_batch *st_batch_get(st_execution *run, uint32_t number) {
  assert(number - 1u < run->batch_count);
  return &run->batches[number - 1];
}

/* Each returns a number, or 0 if there is no memory. An event is of a kind, its
 * words are 0, and it is put at the end of the batch. */
uint32_t st_batch_new(st_execution *run);
uint32_t st_event_new(st_execution *run, strata_event_type kind,
                      uint32_t batch);
uint32_t st_frame_new(st_execution *run, const st_program *program,
                      strata_entity self, strata_entity you, uint32_t event);

/* The batch of the results of a batch: the one that it has, or a new one; 0 if
 * there is no memory. */
uint32_t st_batch_results(st_execution *run, uint32_t batch);

/* The batch with which a batch is performed: it, or what it is a result of. */
static inline uint32_t st_batch_outermost(const st_execution *run,
                                          uint32_t batch) {
  while (run->batches[batch - 1].is_result) {
    batch = run->batches[batch - 1].outer_batch;
  }
  return batch;
}

/* Too much happens: ELIMIT, and which events come again and again. */
strata_status st_event_limit_fail(st_execution *run);

/* To be done next; false if there is no memory. */
bool st_task_push(st_execution *run, st_task task);

/* The word of a field; ST_NO_FIELD_INDEX of its kind is 0. */
int64_t st_event_word(const st_execution *run, uint32_t event,
                      strata_field field);

/* The same as it was before the event happened: whom it affected may have
 * become another by it (400.7). */
int64_t st_event_word_before(const st_execution *run, uint32_t event,
                             strata_field field);

/* -- Who would be -- */

/* What the affected of an event would be; NULL if nobody asks, or there is
 * somebody to look at, as it has happened. */
static inline const st_entry_preview *
st_event_entry_preview(const st_execution *run, uint32_t event) {
  assert(event - 1u < run->event_count);
  const st_event *e = &run->events[event - 1];
  bool is = e->entry_preview != 0 && e->state != ST_EVENT_HAPPENED;
  return is ? &run->previews[e->entry_preview - 1] : NULL;
}

/* Its words, for who has a key: NULL where what it is about would be another
 * than it is, so that nothing is known of it yet. */
static inline const int64_t *st_event_key_words(const st_execution *run,
                                                uint32_t event) {
  return st_event_entry_preview(run, event) ? NULL
                                            : run->events[event - 1].words;
}

/* Whom a field names, as those see it who know the affected as it would be: one
 * who is yet to be made has a name too. */
strata_entity st_event_entity(const st_execution *run, uint32_t event,
                              strata_field field);

/* Found in the index, or own. */
#define ST_OWN_CANDIDATE UINT32_C(0x80000000)

static inline const st_watcher_candidate *
st_execution_candidate(const st_execution *run, uint32_t n) {
  if (!(n & ST_OWN_CANDIDATE)) return st_watcher_index_get(&run->index, n);
  assert((n & ~ST_OWN_CANDIDATE) < run->own_candidate_count);
  return &run->own_candidates[n & ~ST_OWN_CANDIDATE];
}

/* Who is yet to be made is nobody to whoever looks at a decision or log. */
static inline strata_entity st_entity_unless_preview(strata_entity who) {
  return who == st_preview_nobody() ? 0 : who;
}

/* -- Expressions of a frame -- */

/* The value of an expression; `it` may be nobody. Of those who are gone it has
 * what was last known of them (608.2h). Cost: its nodes. */
strata_status st_frame_eval(st_execution *run, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out);

/* An expression of the frame as one of no frame, which is the caller's to free:
 * see st_expr_inline_frame. */
strata_status st_frame_detach_expr(st_execution *run, uint32_t frame,
                                   const strata_expr *expr, strata_expr **out);

/* True if there is no such condition, or it holds. */
strata_status st_frame_holds(st_execution *run, uint32_t frame,
                             const strata_expr *condition, bool *out);

/* Those whom a deed speaks of, in the arena: whom a reference names, who may be
 * gone; or all who are alive and satisfy a predicate, in the order of their
 * slots. */
strata_status st_frame_select(st_execution *run, uint32_t frame,
                              const strata_expr *who, strata_entity **out,
                              uint32_t *count);

/* Whom a state-based action is about, see st_sba_cache_find; the frame is of
 * its deeds. */
strata_status st_frame_select_sba(st_execution *run, uint32_t frame,
                                  uint32_t check, strata_entity **out,
                                  uint32_t *count);

/* The argument of a deed for an option; `fallback` if it has none. */
strata_status st_frame_option(st_execution *run, uint32_t frame,
                              const st_instruction *deed, st_option option,
                              int64_t fallback, int64_t *out);

/* Say why a deed of a frame's program fails: "event 'hit', set ". */
strata_status st_frame_fail(st_execution *run, uint32_t frame,
                            const st_instruction *deed, strata_status status,
                            const char *what);

/* -- Decisions -- */

/* In a trial: which of several options is tried; ESUSPEND: none. */
strata_status st_decisions_try_option(st_execution *run, uint32_t count,
                                      uint32_t *out);

/* A choice that makes no difference is not asked: the log says so, and which
 * of the options is taken; of an order all, as they stand. Nobody who watches
 * is changed by it. */
strata_status st_decisions_log_left_out(st_execution *run,
                                        const st_new_decision *ask,
                                        strata_event_type kind);

/* How many tasks there are below the one of that batch. */
size_t st_task_count_below(const st_execution *run, uint32_t batch);

/* Whether an earlier run has met just this, here, and asked for it: so it is to
 * be asked, and what would come of each option is known from then. */
bool st_decisions_recall_outcomes(const st_execution *run,
                                  const st_new_decision *ask,
                                  const char ***outcomes);

/* The answer to a decision, ESUSPEND if there is none yet: then the run ends,
 * and goes from its beginning when it is known. What it points to is in the
 * arena, as must be what is asked. Answers to what is met otherwise than it was
 * when they were given, as the rules have changed, count no more, nor do later
 * ones. EREFUSED for an answer of a policy that is not legal. */
strata_status st_decisions_ask(st_execution *run, const st_new_decision *ask,
                               const st_new_answer **out);

/* The same of several at once: all of them are open if one has no answer. */
strata_status st_decisions_ask_all(st_execution *run,
                                   const st_new_decision *asks, uint32_t count,
                                   const st_new_answer **out);

/* The action will be run again, from another state: let only what is asked tell
 * whether an answer still counts. How many answers there are; nothing else is
 * asked from now on. */
uint32_t st_decisions_forgive_state(st_execution *run);

/* Let a decision be whether to do something: yes, the first option, or no.
 * False if there is no memory. */
bool st_decisions_offer_may(st_execution *run, st_new_decision *ask);

#endif
