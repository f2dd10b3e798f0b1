/* run.h - one execution of an action, from its beginning to its end or to a
 * decision that nobody has made yet. */
#ifndef STRATA_PLAY_RUN_H
#define STRATA_PLAY_RUN_H

#include "base/arena.h"
#include "layers/change/change.h"
#include "layers/update/past.h"
#include "play/index/index.h"
#include "play/index/listen.h"
#include "play/index/scan.h"
#include "rules/model/code.h"
#include "world/objects/fault.h"
#include "world/tables/decision.h"
#include "world/tables/log.h"

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
typedef struct st_would {
  st_shadow shadow;
  uint32_t own, own_count; /* what it would say of itself, in st_run.own */
  strata_entity you;       /* its controller, or owner */
  strata_event_kind kind;  /* of the event, and what its words were */
  const int64_t *said;
  uint64_t serial;   /* of the scan of the index */
  bool names_itself; /* its row does */
} st_would;

/* An event in flight. Its words are its kind's fields, in their order. */
typedef struct st_event {
  strata_event_kind kind; /* never an alias */
  uint32_t parent;        /* the event that contains it, or 0 */
  uint32_t next;          /* of its batch, or 0 */
  uint32_t batch;
  uint32_t maker;   /* the frame whose program has made it, or 0 */
  uint32_t marks;   /* a set of who was applied to it, see watch_id.h */
  uint64_t applied; /* the hash of who was, last; 0: nobody */
  uint32_t rank;    /* the lowest of those who could be applied, if looked at */
  uint32_t own_frame, own_at, own_end; /* deeds of its EMIT about it; 0: none
                                          that were not done */
  uint32_t last_joined;                /* the newest event that was said to be
                                          part of it, or 0 */
  uint32_t joined_before;              /* of such a one: the one before */
  bool lends;                          /* its marks are others' too */
  bool joins;  /* it is such a part, and knows who enters as its parent does */
  bool looked; /* it was not changed since its watchers were looked for */
  uint8_t state;      /* st_event_state */
  strata_entity made; /* who came of it first */
  strata_entity was;  /* whom it affected, if that one has become another by it:
                         its word is the new one; else 0 */
  uint64_t row;       /* in the log, 0: none yet */
  uint32_t would;     /* what its affected would be; 0: nobody asks */
  uint32_t parts;     /* how many were proposed */
  uint32_t passed;    /* how many of its phases were passed; "do" is one */
  bool handled;       /* somebody was called in one of them */
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
  uint64_t identity; /* of the ability whose trigger it is, for its limits */
  uint32_t check;    /* the state-based action whose deeds these are, or 0 */
  int64_t prevented; /* by this application: its event.prevented */
  bool would;        /* it knows the affected as it would be */
  bool stopped;      /* no more of its program */
  bool looks_back;   /* its event is what it was before it happened */
  uint32_t pass;     /* of a handler of a chain: that pass; else 0 */
} st_frame;

/* Somebody in a chain: see chain.h. */
typedef struct st_in_chain st_in_chain;

/* An event on its way along a chain. */
typedef struct st_passing {
  uint32_t event, phase;
  strata_entity owner;      /* whose chain it is beside that of all, or 0 */
  const st_in_chain *links; /* who is in it, in order; in the arena */
  uint32_t count, next;
  uint32_t frame;        /* of the one who is being called, or 0 */
  const int64_t *stored; /* what its names were before */
  uint32_t outer;        /* the pass in which it is, or 0 */
  uint32_t called;
  strata_code stopper; /* who has stopped it */
  bool whole;          /* ... which does not matter */
  bool stopped, until; /* so nobody else is called */
  bool halts, drops;   /* what the one who is being called has said */
} st_passing;

/* Events that happen at the same time. */
typedef struct st_batch {
  uint32_t first, last, count; /* events */
  uint32_t child;              /* the batch of their results, or 0 */
  uint32_t frame, name;        /* what gets who was made: a place + 1, or 0 */
  bool is_result; /* it is performed with what it is contained in */
  bool promises;  /* ALSO has put something into it that is done to others than
                     whose event it is part of: see promise.h */
  uint32_t outer; /* of a batch of results: the one that they are of */
  uint32_t changing, made_before; /* the event that a watcher is being applied
                                     to, how many events there were before it */
  uint32_t found;                 /* ... and who that is, in the index */
  uint32_t self_at; /* up to this event none has anything left that its EMIT
                       says of it */
  uint32_t first_rider, last_rider; /* what is done right behind it */
  size_t match_first, match_end;    /* who is set off by it; places */
  size_t match_next;                /* of these: the one that is next to act */
  uint32_t once; /* a set of those who are set off once by all of it, or 0 */
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

/* Somebody who is set off by an event, or by how things are. */
typedef struct st_match {
  strata_code code;
  uint32_t event;  /* or 0 */
  uint32_t count;  /* how often; of those who act: how often still */
  bool looks_back; /* see st_frame */
  bool ends, acts; /* of a role that ends; it acts at once, or ends */
  strata_entity self, you;
  st_watch_id id;       /* of the ability */
  const int64_t *names; /* what it was given, by place; in the arena */
} st_match;

/* Rows that one batch has taken: see leaving.h. */
typedef struct st_leaving {
  size_t first, count;      /* in `gone` and `gone_rows` */
  size_t table, table_size; /* in `gone_table` */
} st_leaving;

/* What a run held at some time. */
typedef struct st_room {
  size_t events, frames, batches, woulds, own, riders;
  st_arena_mark arena;
  uint32_t asked;
} st_room;

typedef enum st_task_kind {
  ST_TASK_DEEDS,  /* deeds from `at` to `end` of a frame's program */
  ST_TASK_EACH,   /* the same for each of a list */
  ST_TASK_SERIES, /* the events of a deed, each whole before the next */
  ST_TASK_BATCH,  /* the events of a batch, from a stage on */
  ST_TASK_PASS,   /* an event passes along a chain */
  ST_TASK_CHECK,  /* what state-based actions want is all in a batch */
  ST_TASK_SETTLE, /* state-based actions, and what has triggered */
  ST_TASK_RESOLVE /* what has triggered, or an object of the stack */
} st_task_kind;

typedef struct st_task {
  uint8_t what;  /* st_task_kind */
  bool part;     /* what is emitted is contained in the frame's event, or comes
                    in its place */
  bool joins;    /* ... and is such as ALSO adds to it */
  uint8_t stage; /* of a batch */
  uint32_t frame, at, end;
  uint32_t collect;     /* the batch that takes what is emitted; 0: each deed's
                           events are one by themselves */
  uint32_t batch, next; /* of a batch: the event that is next; of a pass: it */
  strata_entity *list;  /* of EACH */
  strata_entity outer;  /* who was `it` before; of RESOLVE: the object */
  uint32_t count, index;
  int64_t times; /* of a series: so many for each; of RESOLVE: so often */
  st_room *room; /* of a series, and SETTLE: when it began; in the arena */
} st_task;

/* A decision that the run has met. */
typedef struct st_met {
  st_new_decision ask;
  const st_decided *answer; /* NULL: there is none yet */
} st_met;

/* What is known of one that was met by an earlier run of the same action. */
typedef struct st_known {
  st_decided answer;
  uint64_t hash;         /* of how it was met then */
  bool missed;           /* it had been asked before that, and met otherwise */
  const char **outcomes; /* of its options, NULL where nothing was known */
  uint32_t option_count;
} st_known;

/* Choices that are made to see what comes of them: see branch.h. */
#define ST_ATTEMPT_CHOICES 32
typedef struct st_attempt {
  uint32_t path[ST_ATTEMPT_CHOICES]; /* which option is taken at each choice */
  uint32_t counts[ST_ATTEMPT_CHOICES]; /* of how many */
  uint32_t depth;                      /* so many are said */
  uint32_t met;                        /* so many were met */
  bool once;                           /* the first alone is made */
  bool resolves; /* until the stack is as high as it was */
  uint32_t stack_top;
} st_attempt;

/* Those who could be applied to one event: see alike.h. */
typedef struct st_alike {
  size_t at, end; /* places: those before are no longer free */
} st_alike;

typedef struct st_alikes {
  uint32_t event;  /* 0: of none */
  uint32_t of;     /* the one that is looked at; 0: it is not to be kept */
  uint64_t serial; /* of the scan of the index */
  uint64_t keyed;  /* places of its words that keys look at, as bits */
  int64_t words[ST_KIND_FIELDS + ST_COMMON_FIELDS];
  uint32_t *items;
  size_t item_count, item_capacity;
  st_alike *groups;
  size_t group_count, group_capacity;
} st_alikes;

/* A state that the run was in between two rounds: see standing.h. */
typedef struct st_standing {
  uint64_t rounds; /* so far */
  bool known;      /* one is remembered, and the rest is of it */
  uint64_t since;  /* after so many */
  size_t journal;  /* a place in it */
  uint32_t asked;
  uint64_t chance, log;
  uint64_t signs[2];
  uint64_t stamp; /* the last that was given */
  uint32_t top;   /* of the stack: its slot, or 0 */
} st_standing;

/* Why a run cannot go on, where it is a handler's fault: see fault.h. */
typedef struct st_fault {
  st_fault_row row;       /* handler 0: nobody's, so far */
  strata_fault_kind kind; /* as the handler says; HOST: it does not */
  bool other;             /* it is that of a policy, or of the host */
  st_text said, told;     /* by the handler; of it */
} st_fault;

typedef struct st_run st_run;
struct st_tracer;
struct st_request;

/* Whose run it is, and what it leaves to others; each may be NULL. */
typedef struct st_host {
  strata_world *world;
  /* Run the handler. */
  strata_status (*handle)(strata_run *handler);
  /* Answer a decision, which has this number; ESUSPEND: nobody does. */
  strata_status (*decide)(st_run *run, const st_new_decision *ask,
                          uint32_t number, st_decided *out);
  /* Tell those who look on what has happened so far, before it is taken back,
   * or, `done`, kept. On failure nobody was told of anything. */
  strata_status (*tell)(st_run *run, bool done);
  /* Remember the state as one in which an action begins; and, when it is done,
   * what it was (st_action_keep): `request` is NULL before that. */
  strata_status (*remember)(st_run *run, const struct st_request *request);
  /* A handler is at fault, and the action begins anew without it. */
  strata_status (*blame)(st_run *run);
  bool strict; /* it does not: the action fails */
} st_host;

/* What came of an event that passed along a chain, and did not happen. */
typedef struct st_passed {
  uint32_t called;
  bool stopped, until;
  strata_code stopper;
  uint64_t row; /* of the log */
} st_passed;

/* Numbers of events, frames and batches begin with 1. */
struct st_run {
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
  st_index index;                    /* who watches */
  st_lineage lineage;                /* who was applied to what */
  st_listen listen;                  /* who of those who watch may be meant */
  st_scan scan;                      /* whom state-based actions are about */
  uint32_t judging;                  /* a frame for their conditions, or 0 */
  uint32_t plain_event, plain_frame; /* of the last storm, or 0; see plain.c */
  st_would *woulds;                  /* number - 1 */
  size_t would_count, would_capacity;
  st_found *own; /* who watch for nothing but their own entering */
  size_t own_count, own_capacity;
  uint64_t trials; /* how often an event was performed to see what would be */
  st_pair *pairs;  /* of the batch `pairs_of`, by that scan of the index */
  size_t pair_count, pair_capacity;
  st_pair *old_pairs; /* scratch of renewing them */
  size_t old_pair_capacity;
  uint32_t pairs_of;
  uint32_t pairs_last; /* the last event of the batch that was looked at */
  uint32_t stale;      /* how many others were changed since */
  uint64_t pairs_serial;
  st_share *shares;
  size_t share_count, share_capacity;
  st_rider *riders; /* number - 1 */
  size_t rider_count, rider_capacity;
  st_passing *passes; /* number - 1 */
  size_t pass_count, pass_capacity;
  st_passed passed; /* of the last action, if it was that */
  uint32_t passing; /* the innermost of those that are not over, or 0 */
  uint64_t *used;   /* handles of watchers that were applied */
  size_t used_count, used_capacity;
  st_match *matches; /* of batches that are not done, one behind the other */
  size_t match_count, match_capacity;
  int64_t *lent; /* scratch: names of one who is asked */
  size_t lent_capacity;
  st_leaving *leavings; /* of batches that are being performed */
  size_t leaving_count, leaving_capacity;
  strata_entity *gone; /* those whose rows were taken */
  size_t gone_capacity;
  uint64_t *gone_rows;
  size_t gone_row_capacity;
  uint32_t *gone_table; /* of `gone`, place + 1; open addressing */
  size_t gone_table_capacity;
  strata_entity *turns; /* players in turn order, as of the state `turn_hash` */
  size_t turn_count, turn_capacity;
  uint64_t turn_hash;
  uint32_t turn_frame; /* a frame for asking whose turn it is, or 0 */
  bool turn_known;
  bool is_quiet; /* of the state `quiet_hash`: no state-based action is due */
  uint64_t quiet_hash;
  uint64_t *words; /* scratch of one value */
  size_t word_capacity;
  uint32_t asked;   /* decisions met so far */
  uint32_t known;   /* of these, such as were answered before the run */
  st_known *before; /* they, in order */
  st_met *met;      /* all that were met, in order */
  size_t met_capacity;
  bool is_firm;     /* something was rolled since the last one */
  bool leaves_open; /* what nobody has answered before is left open */
  st_standing standing;
  st_alikes alikes;
  st_attempt
      *trial;     /* all of this will be taken back; NULL: it is in earnest */
  uint64_t tried; /* ways that were followed as trials, by any action */
  uint64_t steps, most_steps;
  uint64_t let_go; /* so many events more there were; see st_run_let_go */
  uint64_t most_events;
  strata_error *error; /* says what has failed */
  st_host host;
  strata_run *innermost;  /* the handler that is running, if any */
  uint32_t handler_depth; /* how many are, one within another */
  strata_status failed;   /* in something that cannot be taken back alone */
  st_fault fault;
  bool forgiving; /* of answers that are known, what is asked must be the same,
                     not the state: a handler is disabled since */
  struct st_tracer *tracer; /* NULL: nobody wants an account of it */
  /* Until there are no more than so many tasks; of its action. */
  strata_status (*loop)(struct st_run *run, size_t tasks);
};

void st_run_init(st_run *run, st_change *change, strata_error *error);
void st_run_fini(st_run *run);

/* How many events it may have; 0: as many as most have use for. */
void st_run_limit(st_run *run, uint64_t events);

/* Forget all events, frames and tasks; memory is kept. */
void st_run_empty(st_run *run);

/* What there is now; and the same in the arena, NULL: no memory. */
st_room st_run_room(const st_run *run);
st_room *st_run_take_room(st_run *run);

/* One frame was made since then, and all that was done in it is done: it is
 * given back unless something has come of it that may speak of it. */
void st_run_give_back(st_run *run, const st_room *room);

/* All that has happened since then is done, and nothing that is still to be
 * done speaks of it: its events, frames and batches are forgotten where there
 * are many. Not while a handler runs, which may ask about them, nor where
 * something was decided, which is told of later: then the room becomes one of
 * now. */
void st_run_let_go(st_run *run, st_room *room);

/* So many events there were. */
static inline uint64_t st_run_events(const st_run *run) {
  return run->event_count + run->let_go;
}

/* -- What there is; pointers hold until the next one is made -- */

static inline st_event *st_run_event(st_run *run, uint32_t number) {
  assert(number - 1u < run->event_count);
  return &run->events[number - 1];
}

/* Whom an event happens to; 0: nobody, or its kind does not say. */
static inline strata_entity st_event_affected(const st_run *run,
                                              const st_event *event) {
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  return kind->affected != ST_NO_PLACE
             ? (strata_entity)event->words[kind->affected]
             : 0;
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

/* The batch of the results of a batch: the one that it has, or a new one; 0 if
 * there is no memory. */
uint32_t st_run_results_of(st_run *run, uint32_t batch);

/* The batch with which a batch is performed: it, or what it is a result of. */
static inline uint32_t st_run_outermost(const st_run *run, uint32_t batch) {
  while (run->batches[batch - 1].is_result) {
    batch = run->batches[batch - 1].outer;
  }
  return batch;
}

/* Too much happens: ELIMIT, and which events come again and again. */
strata_status st_run_fail_limit(st_run *run);

/* To be done next; false if there is no memory. */
bool st_run_push(st_run *run, st_task task);

/* The word of a field; ST_NO_PLACE of its kind is 0. */
int64_t st_event_word(const st_run *run, uint32_t event, strata_field field);

/* The same as it was before the event happened: whom it affected may have
 * become another by it (400.7). */
int64_t st_event_word_before(const st_run *run, uint32_t event,
                             strata_field field);

/* -- Who would be -- */

/* What the affected of an event would be; NULL if nobody asks, or there is
 * somebody to look at, as it has happened. */
static inline const st_would *st_event_would(const st_run *run,
                                             uint32_t event) {
  assert(event - 1u < run->event_count);
  const st_event *e = &run->events[event - 1];
  bool is = e->would != 0 && e->state != ST_EVENT_HAPPENED;
  return is ? &run->woulds[e->would - 1] : NULL;
}

/* Its words, for who has a key: NULL where what it is about would be another
 * than it is, so that nothing is known of it yet. */
static inline const int64_t *st_event_key_words(const st_run *run,
                                                uint32_t event) {
  return st_event_would(run, event) ? NULL : run->events[event - 1].words;
}

/* Whom a field names, as those see it who know the affected as it would be: one
 * who is yet to be made has a name too. */
strata_entity st_event_who(const st_run *run, uint32_t event,
                           strata_field field);

/* Found in the index, or own. */
#define ST_OWN_FOUND UINT32_C(0x80000000)

static inline const st_found *st_run_found(const st_run *run, uint32_t n) {
  if (!(n & ST_OWN_FOUND)) return st_index_at(&run->index, n);
  assert((n & ~ST_OWN_FOUND) < run->own_count);
  return &run->own[n & ~ST_OWN_FOUND];
}

/* Who is yet to be made is nobody to whoever looks at a decision or log. */
static inline strata_entity st_named(strata_entity who) {
  return who == st_shadow_nobody() ? 0 : who;
}

/* -- Expressions of a frame -- */

/* The value of an expression; `it` may be nobody. Of those who are gone it has
 * what was last known of them (608.2h). Cost: its nodes. */
strata_status st_frame_eval(st_run *run, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out);

/* An expression of the frame as one of no frame, which is the caller's to free:
 * see st_expr_settle. */
strata_status st_frame_settle(st_run *run, uint32_t frame,
                              const strata_expr *expr, strata_expr **out);

/* True if there is no such condition, or it holds. */
strata_status st_frame_holds(st_run *run, uint32_t frame,
                             const strata_expr *condition, bool *out);

/* Those whom a deed speaks of, in the arena: whom a reference names, who may be
 * gone; or all who are alive and satisfy a predicate, in the order of their
 * slots. */
strata_status st_frame_who(st_run *run, uint32_t frame, const strata_expr *who,
                           strata_entity **out, uint32_t *count);

/* Whom a state-based action is about, see st_scan_find; the frame is of its
 * deeds. */
strata_status st_frame_scan(st_run *run, uint32_t frame, uint32_t check,
                            strata_entity **out, uint32_t *count);

/* The argument of a deed for an option; `fallback` if it has none. */
strata_status st_frame_option(st_run *run, uint32_t frame, const st_deed *deed,
                              st_option option, int64_t fallback, int64_t *out);

/* Say why a deed of a frame's program fails: "event 'hit', set ". */
strata_status st_frame_fail(st_run *run, uint32_t frame, const st_deed *deed,
                            strata_status status, const char *what);

/* -- Decisions -- */

/* In a trial: which of several options is tried; ESUSPEND: none. */
strata_status st_run_try(st_run *run, uint32_t count, uint32_t *out);

/* A choice that makes no difference is not asked: the log says so, and which
 * of the options is taken; of an order all, as they stand. Nobody who watches
 * is changed by it. */
strata_status st_run_leave_out(st_run *run, const st_new_decision *ask,
                               strata_event_kind kind);

/* How many tasks there are below the one of that batch. */
size_t st_run_tasks_below(const st_run *run, uint32_t batch);

/* Whether an earlier run has met just this, here, and asked for it: so it is to
 * be asked, and what would come of each option is known from then. */
bool st_run_recalls(const st_run *run, const st_new_decision *ask,
                    const char ***outcomes);

/* The answer to a decision, ESUSPEND if there is none yet: then the run ends,
 * and goes from its beginning when it is known. What it points to is in the
 * arena, as must be what is asked. Answers to what is met otherwise than it was
 * when they were given, as the rules have changed, count no more, nor do later
 * ones. EREFUSED for an answer of a policy that is not legal. */
strata_status st_run_ask(st_run *run, const st_new_decision *ask,
                         const st_decided **out);

/* The same of several at once: all of them are open if one has no answer. */
strata_status st_run_ask_all(st_run *run, const st_new_decision *asks,
                             uint32_t count, const st_decided **out);

/* The action will be run again, from another state: let only what is asked tell
 * whether an answer still counts. How many answers there are; nothing else is
 * asked from now on. */
uint32_t st_run_forgive(st_run *run);

/* Let a decision be whether to do something: yes, the first option, or no.
 * False if there is no memory. */
bool st_run_offer_may(st_run *run, st_new_decision *ask);

#endif
