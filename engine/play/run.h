/* run.h - one execution of an action, from its beginning to its end or to a
 * decision that nobody has made yet. */
#ifndef STRATA_PLAY_RUN_H
#define STRATA_PLAY_RUN_H

#include "base/arena.h"
#include "layers/change.h"
#include "play/decision.h"
#include "play/index.h"
#include "play/log.h"
#include "world/code.h"

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

/* An event in flight. Its words are its kind's fields, in their order. */
typedef struct st_event {
  strata_event_kind kind; /* never an alias */
  uint32_t parent;        /* the event that contains it, or 0 */
  uint32_t next;          /* of its batch, or 0 */
  uint32_t batch;
  uint32_t marks;   /* a set of who was applied to it, see watch_id.h */
  uint64_t applied; /* the hash of who was, last; 0: nobody */
  uint32_t rank;    /* the lowest of those who could be applied, if looked at */
  uint32_t own_frame, own_at, own_end; /* deeds of its EMIT about it; 0: none
                                          that were not done */
  bool lends;                          /* its marks are others' too */
  bool looked;   /* it was not changed since its watchers were looked for */
  uint8_t state; /* st_event_state */
  strata_entity made; /* who came of it first */
  uint64_t row;       /* in the log, 0: none yet */
  int64_t *words;
} st_event;

/* What the expressions of a program can name. */
typedef struct st_frame {
  const st_routine *program;
  int64_t *names; /* by place */
  strata_entity self;
  strata_entity it;  /* of EACH, and of an EMIT for each of several */
  uint32_t event;    /* number, or 0 */
  strata_code code;  /* of a watcher that is applied to the event; or 0 */
  uint64_t watch;    /* that one's handle, if it was started */
  int64_t prevented; /* by this application: its event.prevented */
  bool stopped;      /* no more of its program */
} st_frame;

/* Events that happen at the same time. */
typedef struct st_batch {
  uint32_t first, last, count; /* events */
  uint32_t child;              /* the batch of their results, or 0 */
  uint32_t frame, name;        /* what gets who was made: a place + 1, or 0 */
  bool is_result; /* it is performed with what it is contained in */
  uint32_t outer; /* of a batch of results: the one that they are of */
  uint32_t changing, made_before;   /* the event that a watcher is being applied
                                       to, how many events there were before it */
  uint32_t found;                   /* ... and who that is, in the index */
  uint32_t first_rider, last_rider; /* what is done right behind it */
} st_batch;

/* Somebody who could be applied to an event. */
typedef struct st_pair {
  uint32_t event;
  uint32_t found; /* in the index */
  uint32_t rank;
  strata_entity decider;
} st_pair;

/* How much a watcher prevents of one of several events. */
typedef struct st_share {
  uint64_t watch;
  uint32_t event;
  int64_t amount;
} st_share;

/* Deeds of a THEN. */
typedef struct st_rider {
  uint32_t frame, at, end;
  uint32_t next; /* of its batch, or 0 */
  strata_entity it;
} st_rider;

typedef enum st_task_kind {
  ST_TASK_DEEDS,  /* deeds from `at` to `end` of a frame's program */
  ST_TASK_EACH,   /* the same for each of a list */
  ST_TASK_SERIES, /* the events of a deed, each whole before the next */
  ST_TASK_BATCH   /* the events of a batch, from a stage on */
} st_task_kind;

typedef struct st_task {
  uint8_t what;  /* st_task_kind */
  bool part;     /* what is emitted is contained in the frame's event, or comes
                    in its place */
  uint8_t stage; /* of a batch */
  uint32_t frame, at, end;
  uint32_t collect;     /* the batch that takes what is emitted; 0: each deed's
                           events are one by themselves */
  uint32_t batch, next; /* of a batch: the event that is next */
  strata_entity *list;  /* of EACH */
  strata_entity outer;  /* who was `it` before */
  uint32_t count, index;
  int64_t times; /* of a series: so many for each */
} st_task;

/* Numbers of events, frames and batches begin with 1. */
typedef struct st_run {
  st_mem *mem;
  st_change *change;
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
  st_index index;     /* who watches */
  st_lineage lineage; /* who was applied to what */
  uint32_t judging;   /* a frame for their conditions, or 0 */
  st_pair *pairs;     /* of the batch `pairs_of`, by that scan of the index */
  size_t pair_count, pair_capacity;
  st_pair *old_pairs; /* scratch of renewing them */
  size_t old_pair_capacity;
  uint32_t pairs_of;
  uint64_t pairs_serial;
  st_share *shares;
  size_t share_count, share_capacity;
  st_rider *riders; /* number - 1 */
  size_t rider_count, rider_capacity;
  uint64_t *used; /* handles of watchers that were applied */
  size_t used_count, used_capacity;
  uint64_t *words; /* scratch of one value */
  size_t word_capacity;
  uint32_t asked;        /* decisions met so far */
  uint32_t known;        /* of these, such as were answered before */
  st_decided *answers;   /* to them, in order */
  uint64_t *met;         /* likewise: hashes of where they were met then */
  st_new_decision *asks; /* those that were met, in order */
  size_t ask_capacity;
  bool is_firm; /* something was rolled since the last one */
  uint64_t steps, most_steps;
  strata_error *error; /* says what has failed */
} st_run;

void st_run_init(st_run *run, st_change *change, strata_error *error);
void st_run_fini(st_run *run);

/* Forget all events, frames and tasks; memory is kept. */
void st_run_empty(st_run *run);

/* -- What there is; pointers hold until the next one is made -- */

static inline st_event *st_run_event(st_run *run, uint32_t number) {
  assert(number - 1u < run->event_count);
  return &run->events[number - 1];
}
static inline st_frame *st_run_frame(st_run *run, uint32_t number) {
  assert(number - 1u < run->frame_count);
  return &run->frames[number - 1];
}
static inline st_batch *st_run_batch(st_run *run, uint32_t number) {
  assert(number - 1u < run->batch_count);
  return &run->batches[number - 1];
}

/* Each returns a number, or 0 if there is no memory. An event is of a kind, its
 * words are 0, and it is put at the end of the batch. */
uint32_t st_run_new_batch(st_run *run);
uint32_t st_run_new_event(st_run *run, strata_event_kind kind, uint32_t batch);
uint32_t st_run_new_frame(st_run *run, const st_routine *program,
                          strata_entity self, strata_entity you,
                          uint32_t event);

/* To be done next; false if there is no memory. */
bool st_run_push(st_run *run, st_task task);

/* The word of a field; ST_NO_PLACE of its kind is 0. */
int64_t st_event_word(const st_run *run, uint32_t event, strata_field field);

/* -- Expressions of a frame -- */

/* The value of an expression; `it` may be nobody. Cost: its nodes. */
strata_status st_frame_eval(st_run *run, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out);

/* True if there is no such condition, or it holds. */
strata_status st_frame_holds(st_run *run, uint32_t frame,
                             const strata_expr *condition, bool *out);

/* Those whom a deed speaks of, by a reference or a predicate, in the order of
 * their slots; in the arena. */
strata_status st_frame_who(st_run *run, uint32_t frame, const strata_expr *who,
                           strata_entity **out, uint32_t *count);

/* The argument of a deed for an option; `fallback` if it has none. */
strata_status st_frame_option(st_run *run, uint32_t frame, const st_deed *deed,
                              st_option option, int64_t fallback, int64_t *out);

/* Say why a deed of a frame's program fails: "event 'hit', set ". */
strata_status st_frame_fail(st_run *run, uint32_t frame, const st_deed *deed,
                            strata_status status, const char *what);

/* -- Decisions -- */

/* The answer to a decision, ESUSPEND if there is none yet: then the run ends,
 * and goes from its beginning when it is known. What it points to is in the
 * arena. Answers to what is met otherwise than it was when they were given, as
 * the rules have changed, count no more, nor do later ones. */
strata_status st_run_ask(st_run *run, const st_new_decision *ask,
                         const st_decided **out);

#endif
