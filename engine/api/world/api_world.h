/* api_world.h - struct strata_world, which only this floor knows, and how
 * public calls begin and end. */
#ifndef STRATA_API_WORLD_API_WORLD_H
#define STRATA_API_WORLD_API_WORLD_H

#include "play/action/action.h"
#include "play/execution/execution.h"

/* Why a world must not be written to. */
typedef enum st_world_lock {
  ST_WORLD_LOCK_NONE,
  ST_WORLD_LOCK_DECISION, /* an action waits for a decision */
  ST_WORLD_LOCK_PEEK,     /* strata_peek made it: it shows an open action */
  ST_WORLD_LOCK_HANDLER, /* an action runs, and in it a handler, which may note,
                            and begin and end effects */
  ST_WORLD_LOCK_EXECUTION, /* an action runs, and the caller is no handler */
  ST_WORLD_LOCK_OBSERVER,  /* an observer is called */
  /* With those from here on the state must not be read as it is. */
  ST_WORLD_LOCK_AHEAD,    /* an action waits for a decision, and its execution
                             is ahead: see st_world_go_back */
  ST_WORLD_LOCK_PREDICATE /* a predicate is called: nothing may be read either,
                             as an evaluation is going on */
} st_world_lock;

/* The outermost call that is going on: what strata_recover goes back to. */
typedef struct st_outer_call {
  st_savepoint savepoint;
  size_t mark_count;
  bool writes;        /* a call that writes is going on */
  uint8_t lock;       /* st_world_lock before the call */
  uint8_t asked_lock; /* before a predicate was called */
  bool asked_busy;
} st_outer_call;

/* How many rows of the open action observers had been told of when it waited
 * for a decision, which is identified by its hash. */
typedef struct st_observed_decision {
  uint64_t hash;
  size_t row_count;
} st_observed_decision;

/* A row of the log that has left the state, and its notes in
 * st_kept_log.notes. */
typedef struct st_kept_log_row {
  st_log_row row; /* its `fields` are gone */
  size_t first_note;
  uint32_t note_count;
} st_kept_log_row;

/* Such rows, for a host that wants them (api_kept_log.c). */
typedef struct st_kept_log {
  st_kept_log_row *rows;
  size_t count, capacity;
  st_note *notes;
  size_t note_count, note_capacity;
} st_kept_log;

/* An observer of the log. */
typedef struct st_observer {
  strata_observer_fn fn;
  void *user;
} st_observer;

/* A remembered action: the state that it began with, in which it is open with
 * all its answers. */
typedef struct st_remembered_action {
  st_store store;
  uint64_t action;   /* 0: none, or one that has failed */
  uint64_t end_hash; /* the hash at its end */
} st_remembered_action;

/* The text of a fault, which is not state. */
typedef struct st_handler_fault_text {
  strata_handler handler;
  uint64_t action;
  char *text; /* owned */
  size_t size;
} st_handler_fault_text;

struct strata_world {
  st_mem mem;
  const strata_rules *rules;
  uint8_t lock;    /* st_world_lock */
  bool busy;       /* an action runs, or an observer or predicate is called: no
                      other action may begin, and nothing may be taken back */
  bool is_logging; /* the log function is called */
  bool was_recovered; /* blocks of a call that was left may be lost */
  st_outer_call outer;
  /* how many there were when an action began, or went on from where it was
   * open: figures do not take an execution back that is ahead */
  uint64_t entities_before, effects_before;
  st_store store;
  st_strings strings;
  st_eval eval;
  st_mutator change; /* writes to store, strings and eval */
  strata_log_fn log;
  void *log_user;
  strata_quotas quotas; /* as its config gave them */
  strata_error error;
  st_text out_text;           /* texts given out until the next call */
  strata_symbol *out_symbols; /* sets given out until the next call */
  size_t out_symbol_capacity;
  uint64_t *value_words; /* buffer for the words of one value */
  size_t value_word_capacity;
  uint32_t *draft_targets; /* buffer of st_effect_draft */
  size_t draft_target_capacity;
  st_new_part *draft_parts; /* buffer of st_effect_draft */
  size_t draft_part_capacity;
  st_execution execution; /* of the action that runs, or ran last */
  strata_error
      execution_error; /* the error of the last execution that failed */
  st_arena out_arena;  /* rows given out until the next such call */
  /* The open decisions as they were given out in the state with this hash,
   * until another one is asked for; not `has_decisions`: none yet. */
  st_arena decision_arena;
  strata_decision *decisions;
  size_t decision_count;
  uint64_t decisions_hash;
  bool has_decisions;
  strata_handler_runner runner;
  st_observer *observers;
  size_t observer_count, observer_capacity;
  uint64_t last_observed_row; /* number of the newest row that observers know */
  bool observed_any;          /* observers were called by this call */
  uint64_t provisional_base;
  uint64_t *provisional_hashes; /* hashes of the rows from `provisional_base` to
                                   `last_observed_row`, which observers were
                                   told of and which were taken back */
  size_t provisional_count, provisional_capacity;
  st_observed_decision *observed_decisions;
  size_t observed_decision_count, observed_decision_capacity;
  st_kept_log kept_log;
  strata_world *rerun_copy; /* on which an action is run again, or NULL */
  st_remembered_action *remembered; /* a ring, see api_event_explanation.c */
  uint32_t remembered_count, remembered_next;
  st_handler_fault_text *fault_texts;
  size_t fault_text_count, fault_text_capacity;
};

/* Create a world with an empty state. */
strata_status st_world_new(const strata_rules *rules,
                           const strata_world_config *config,
                           strata_world **out);

/* The config with which another world of the same host is made. */
strata_world_config st_world_config_of(const strata_world *world);

/* Whether the call that fails was interrupted. The outermost one ends that. */
bool st_world_end_interrupt(strata_world *world);

/* A call on a copy has failed, for which a call on the world fails: if it was
 * interrupted, so is this. */
static inline void st_world_take_interrupt(strata_world *world,
                                           strata_world *copy) {
  if (copy->mem.effort.is_interrupted) world->mem.effort.is_interrupted = true;
  copy->mem.effort.is_interrupted = false;
}

/* strata_load, which has checked the arguments, without warming the caches. */
strata_status st_world_load(const strata_rules *rules,
                            const strata_world_config *config,
                            const void *bytes, size_t size, strata_world **out,
                            strata_error *error);

/* Make the caches of a world: the evaluator, what writes to it, the execution.
 * Everything in them is derived from the state. ENOMEM. */
strata_status st_world_init_caches(strata_world *world);

/* Set the world's error and log it, for a call that fails; the pieces of the
 * message end with a NULL. */
strata_status st_world_refuse(strata_world *world, strata_status status,
                              const char *const *pieces);

/* ST_REFUSE(world, STRATA_ESTALE, "get: entity ", name, " is gone"): the same,
 * without the NULL. */
#define ST_REFUSE(world, status, ...)                                          \
  st_world_refuse(world, status, (const char *const[]){__VA_ARGS__, NULL})

/* A public call that writes. */
typedef struct st_write_call {
  const char *name; /* for messages */
  st_savepoint savepoint;
} st_write_call;

/* Whether the world must not be written to. While an action waits for a
 * decision, it will be run again from this very state. A cell of the state
 * holds that; reading it makes writes in place a sixth slower, so the world
 * keeps a copy in `lock`. */
static inline bool st_world_is_locked(const strata_world *world) {
  return ST_UNLIKELY(world->lock != ST_WORLD_LOCK_NONE);
}

/* Set the lock anew, after calls that may have opened or closed a decision:
 * actions, and calls that replace the state. */
static inline void st_world_update_lock(strata_world *world) {
  bool open = st_decision_request(&world->store) != 0;
  world->lock = world->execution.suspended.is_ahead ? ST_WORLD_LOCK_AHEAD
                : open                              ? ST_WORLD_LOCK_DECISION
                                                    : ST_WORLD_LOCK_NONE;
}

/* Whether the state may be read as it is. */
static inline bool st_world_is_current(const strata_world *world) {
  return ST_LIKELY(world->lock < ST_WORLD_LOCK_AHEAD);
}

/* Take an execution that is ahead back; for st_world_go_back. Cost O(what its
 * action has written). */
void st_world_leave_ahead(strata_world *world);

/*
 * The door of all public calls. While an action waits for a decision, its
 * execution may be ahead (play/action/suspended.h); then the store has the
 * state in the middle of the action, and no row of the open action. So each
 * call takes it back before it looks at the world, but for those that are about
 * the open decisions alone. A call that is fast leaves it to its slow path. The
 * test lint.door holds the list.
 *
 * A world that is only read goes back as well, which is why reading, too,
 * belongs to one thread. Going back cannot fail.
 *
 * An interrupt belongs to one outermost call. One that succeeded although
 * something in it was interrupted, such as an observer, leaves the mark of
 * that, and it ends here.
 */
static inline void st_world_go_back(const strata_world *world) {
  if (ST_UNLIKELY(world->lock == ST_WORLD_LOCK_AHEAD)) {
    st_world_leave_ahead(world->execution.host.world);
  }
  if (ST_UNLIKELY(world->mem.effort.is_interrupted) && !world->busy) {
    (void)st_world_end_interrupt(world->execution.host.world);
  }
}

/* Refuse a call because the world is locked, or busy. */
strata_status st_world_refuse_locked(strata_world *world, const char *name);

/* Whether the world must not be read either: its caches are being made. */
static inline bool st_world_is_unreadable(const strata_world *world) {
  return ST_UNLIKELY(world->lock == ST_WORLD_LOCK_PREDICATE);
}

/* Begin a call that writes and goes on with an open action, which may be ahead:
 * whoever lets it fail then begins anew, in the state that it went back to. */
static inline st_write_call st_world_resume_write(strata_world *world,
                                                  const char *name) {
  st_savepoint savepoint = st_store_begin(&world->store);
  if (!world->busy) {
    world->mem.effort.is_interrupted = false; /* by a call that did not say */
    world->outer = (st_outer_call){.savepoint = savepoint,
                                   .mark_count = world->store.mark_count,
                                   .writes = true,
                                   .lock = world->lock};
  }
  return (st_write_call){.name = name, .savepoint = savepoint};
}

/* A call that writes has succeeded. */
static inline void st_world_keep_write(strata_world *world) {
  if (!world->busy) world->outer.writes = false;
  st_store_end(&world->store);
}

/* Begin a call that writes, after its arguments were checked. Every such call
 * begins with one of these three functions, which refuse it while a decision is
 * open; only the writes in place of api_base_value.c, for which this is too
 * slow, test the lock themselves. This one is for calls that change objects of
 * the game: a handler may make them only in a program that performs an event.
 */
static inline strata_status st_world_begin_write(strata_world *world,
                                                 const char *name,
                                                 st_write_call *out) {
  if (st_world_is_locked(world)) {
    st_world_refuse_locked(world, name);
    return STRATA_EOPEN;
  }
  *out = st_world_resume_write(world, name);
  return STRATA_OK;
}

/* The same for calls that every handler may make. */
static inline strata_status st_world_begin_handler_write(strata_world *world,
                                                         const char *name,
                                                         st_write_call *out) {
  if (world->lock != ST_WORLD_LOCK_HANDLER) {
    return st_world_begin_write(world, name, out);
  }
  *out = st_world_resume_write(world, name);
  return STRATA_OK;
}

/* The same for calls that are refused while an action runs. */
static inline strata_status st_world_begin_idle_write(strata_world *world,
                                                      const char *name,
                                                      st_write_call *out) {
  if (world->busy) {
    st_world_refuse_locked(world, name);
    return STRATA_EOPEN;
  }
  return st_world_begin_write(world, name, out);
}

/* Undo what a call wrote. */
void st_world_undo_write(strata_world *world, const st_write_call *call);

/* End a call that writes: keep what it wrote, or undo it and set the message.
 */
strata_status st_world_end_write(strata_world *world, const st_write_call *call,
                                 strata_status status);

/* Replace the state by another one of the same rules. No action runs. */
strata_status st_world_replace_state(strata_world *world,
                                     const st_store *state);

/* Forget all remembered actions (api_event_explanation.c). */
void st_remembered_actions_free(strata_world *world);

/* Drop the rows of the log that have left the state (api_kept_log.c), of a
 * world whose state is replaced; and give back their memory. */
static inline void st_kept_log_clear(strata_world *world) {
  world->kept_log.count = world->kept_log.note_count = 0;
}
static inline void st_kept_log_fini(strata_world *world) {
  st_kept_log *kept = &world->kept_log;
  st_mem_free(&world->mem, kept->rows, kept->capacity, sizeof *kept->rows);
  st_mem_free(&world->mem, kept->notes, kept->note_capacity,
              sizeof *kept->notes);
  *kept = (st_kept_log){0};
}

/* A handler has failed (api_handler_fault.c): keep the text of its fault, and
 * call the runner's `fault` function. */
strata_status st_handler_fault_report(st_execution *exec);
void st_handler_fault_texts_free(strata_world *world);

/* Observers (api_observer.c), in this order: the state was replaced by an
 * earlier one; or by that of another world; a call that runs an action begins;
 * and has ended. Each tells observers if rows that they know are gone. */
void st_observers_rewind(strata_world *world);
void st_observers_restart(strata_world *world);
void st_observers_begin(strata_world *world);
void st_observers_end(strata_world *world, strata_status status);

/* Copy the observers of another world to a new one with the same state. Errors:
 * ENOMEM. */
strata_status st_observers_copy(strata_world *to, const strata_world *from);

/* Refuse a text that is not UTF-8; `what`: "the name". NULL is no text. */
strata_status st_world_check_text(strata_world *world, const char *call,
                                  const char *what, const char *text);

/* "; these rules have 1 to 7", or "; these rules have none". */
typedef struct st_range_text {
  char text[56];
} st_range_text;

st_range_text st_range_text_of(uint32_t count);

/* The attribute, NULL after refusing an unknown one. */
const st_attr *st_world_check_attr(strata_world *world, const char *call,
                                   strata_attr attr);

/* Refuse a call because the attribute's type is another; `wanted`: "set". */
strata_status st_world_refuse_attr_type(strata_world *world, const char *call,
                                        const st_attr *attr,
                                        const char *wanted);

/* The watcher definition, NULL after refusing an unknown one. */
const st_watcher_def *st_world_check_watcher_def(strata_world *world,
                                                 const char *call,
                                                 strata_watcher_def code);

/* The slot of an entity, 0 after refusing a stale one. */
uint32_t st_world_check_entity(strata_world *world, const char *call,
                               strata_entity entity);

/* Convert a value of the evaluator to its public form, whose text and symbols
 * are in buffers of the world. Of ABILITIES the word is the id of a list. */
strata_status st_world_export_value(strata_world *world, strata_attr attr,
                                    const uint64_t *words, strata_value *out);

/* The same for the cells of a slot, alive or gone. */
strata_status st_world_export_base_value(strata_world *world, strata_attr attr,
                                         uint32_t slot, strata_value *out);

/* "#3:1" for messages. */
typedef struct st_handle_text {
  char text[48];
} st_handle_text;

st_handle_text st_handle_text_of(uint64_t handle);

/* The same of an effect, "~3:1": effects and entities count apart. */
st_handle_text st_effect_text_of(uint64_t handle);

/* Let the handlers of a world be run as those of another one. */
void st_world_take_handlers(strata_world *to, const strata_world *from);

#endif
