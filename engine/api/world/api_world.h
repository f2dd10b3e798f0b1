/* api_world.h - struct strata_world, known to this floor alone. */
#ifndef STRATA_API_WORLD_API_WORLD_H
#define STRATA_API_WORLD_API_WORLD_H

#include "play/action/action.h"
#include "play/execution/execution.h"

/* Why a world cannot be written to. */
typedef enum st_world_lock {
  ST_WORLD_LOCK_NONE,
  ST_WORLD_LOCK_DECISION,  /* an action waits for a decision */
  ST_WORLD_LOCK_PEEK,      /* it shows the middle of one */
  ST_WORLD_LOCK_HANDLER,   /* an action runs, and in it a handler: it may note,
                          and   begin and end effects */
  ST_WORLD_LOCK_EXECUTION, /* an action runs, and somebody else looks */
  ST_WORLD_LOCK_OBSERVER   /* a view is told what has happened */
} st_world_lock;

/* How many rows of the open action views were told of when it came to wait for
 * a decision, which is known by its hash. */
typedef struct st_observed_decision {
  uint64_t hash;
  size_t row_count;
} st_observed_decision;

/* Somebody who is told of the rows of the log. */
typedef struct st_observer {
  strata_observer_fn fn;
  void *user;
} st_observer;

/* What an action began with, in which it is open with all its answers. */
typedef struct st_remembered_action {
  st_store store;
  uint64_t action;   /* 0: none, or one that has failed */
  uint64_t end_hash; /* the hash at its end */
} st_remembered_action;

/* What was told when a handler failed; not state. */
typedef struct st_handler_fault_text {
  strata_handler handler;
  uint64_t action;
  char *text; /* owned */
  size_t size;
} st_handler_fault_text;

struct strata_world {
  st_mem mem;
  const strata_rules *rules;
  uint8_t lock; /* st_world_lock */
  bool busy;    /* an action runs, or a view is told: no other may begin, and
                   nothing be taken back */
  st_store store;
  st_strings strings;
  st_eval eval;
  st_mutator change; /* works on these three */
  strata_log_fn log;
  void *log_user;
  strata_quotas quotas; /* as its maker said them */
  strata_error error;
  st_text out_text;           /* texts given out until the next call */
  strata_symbol *out_symbols; /* sets given out until the next call */
  size_t out_symbol_capacity;
  uint64_t *value_words; /* scratch: the words of one value */
  size_t value_word_capacity;
  uint32_t *draft_targets; /* scratch of an effect on its way in */
  size_t draft_target_capacity;
  st_new_part *draft_parts; /* likewise */
  size_t draft_part_capacity;
  st_execution execution;       /* scratch of actions */
  strata_error execution_error; /* what the last run that failed had to say */
  st_arena
      out_arena; /* decisions and rows given out until the next such call */
  strata_handler_runner runner;
  st_observer *observers;
  size_t observer_count, observer_capacity;
  uint64_t
      last_observed_row; /* number of the newest row that the viewers know */
  bool observed_any;     /* by this call */
  uint64_t provisional_base;
  uint64_t *provisional_hashes; /* hashes of rows after `middle_base` that were
                       told and taken back: up to `told` */
  size_t provisional_count, provisional_capacity;
  st_observed_decision *observed_decisions;
  size_t observed_decision_count, observed_decision_capacity;
  st_remembered_action *remembered; /* a ring, see api_account.c */
  uint32_t remembered_count, remembered_next;
  st_handler_fault_text *fault_texts;
  size_t fault_text_count, fault_text_capacity;
};

/* A world without state. */
strata_status st_world_new(const strata_rules *rules,
                           const strata_world_config *config,
                           strata_world **out);

/* Remember and log why a call is refused; the pieces end with a NULL. */
strata_status st_world_refuse(strata_world *world, strata_status status,
                              const char *const *pieces);

/* ST_REFUSE(world, STRATA_ESTALE, "get: entity ", name, " is gone") */
#define ST_REFUSE(world, status, ...)                                          \
  st_world_refuse(world, status, (const char *const[]){__VA_ARGS__, NULL})

/* A public call that writes. */
typedef struct st_write_call {
  const char *name; /* for messages */
  st_savepoint savepoint;
} st_write_call;

/* Whether nothing may be written. While an action waits for a decision it will
 * be run again from here. A cell says so; it is too far away for writes in
 * place, which it makes a sixth slower, so it is kept here. */
static inline bool st_world_is_locked(const strata_world *world) {
  return ST_UNLIKELY(world->lock != ST_WORLD_LOCK_NONE);
}

/* Look again, after what may have opened or closed one: actions, and whatever
 * puts another state in place of this one. */
static inline void st_world_update_lock(strata_world *world) {
  bool open = st_decision_request(&world->store) != 0;
  world->lock = open ? ST_WORLD_LOCK_DECISION : ST_WORLD_LOCK_NONE;
}

/* Refuse a call because the world is closed, or busy. */
strata_status st_world_refuse_locked(strata_world *world, const char *name);

/* Begin a writing call that goes on with an open action. */
static inline st_write_call st_world_resume_write(const strata_world *world,
                                                  const char *name) {
  return (st_write_call){.name = name,
                         .savepoint = st_store_begin(&world->store)};
}

/* Begin a writing call, its arguments once checked. All of them begin with one
 * of these three, so that here is where they are refused as long as a decision
 * is open; writes in place, which have no time for this, look for themselves
 * (api_value.c). This one is for what games are made of: a handler may do it
 * where performing an event does. */
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

/* The same for what every handler may do. */
static inline strata_status st_world_begin_handler_write(strata_world *world,
                                                         const char *name,
                                                         st_write_call *out) {
  if (world->lock != ST_WORLD_LOCK_HANDLER) {
    return st_world_begin_write(world, name, out);
  }
  *out = st_world_resume_write(world, name);
  return STRATA_OK;
}

/* The same for what nobody may do while something runs. */
static inline strata_status st_world_begin_idle_write(strata_world *world,
                                                      const char *name,
                                                      st_write_call *out) {
  if (world->busy) {
    st_world_refuse_locked(world, name);
    return STRATA_EOPEN;
  }
  return st_world_begin_write(world, name, out);
}

/* Take back what a call wrote. */
void st_world_undo_write(strata_world *world, const st_write_call *call);

/* End a writing call: keep what it wrote, or take it back and say why. */
strata_status st_world_end_write(strata_world *world, const st_write_call *call,
                                 strata_status status);

/* Put another state of the same rules in place of this one; nothing runs. */
strata_status st_world_replace_state(strata_world *world,
                                     const st_store *state);

/* Forget what is remembered of actions (api_account.c). */
void st_remembered_actions_free(strata_world *world);

/* A handler has failed (api_fault.c): remember what is to be told of it, and
 * tell the runner. */
strata_status st_handler_fault_report(st_execution *run);
void st_handler_fault_texts_free(strata_world *world);

/* Views (api_tell.c): an earlier state was put in place of this one, or one of
 * another world; a call that runs an action begins, and has ended. They are
 * told if what they were told of is no more. */
void st_observers_rewind(strata_world *world);
void st_observers_restart(strata_world *world);
void st_observers_begin(strata_world *world);
void st_observers_end(strata_world *world, strata_status status);

/* A fresh world has the state of another one, and its views with it. ENOMEM. */
strata_status st_observers_copy(strata_world *to, const strata_world *from);

/* The attribute, NULL after refusing an unknown one. */
const st_attr *st_world_check_attr(strata_world *world, const char *call,
                                   strata_attr attr);

/* The slot of an entity, 0 after refusing a stale one. */
uint32_t st_world_check_entity(strata_world *world, const char *call,
                               strata_entity entity);

/* A value of the evaluator's as the public form, its text and symbols in the
 * world's scratch. Of ABILITIES the word is a list's id. */
strata_status st_world_export_value(strata_world *world, strata_attr attr,
                                    const uint64_t *words, strata_value *out);

/* The same of what the cells of a slot hold, alive or gone. */
strata_status st_world_export_base_value(strata_world *world, strata_attr attr,
                                         uint32_t slot, strata_value *out);

/* "#3:1" for messages. */
typedef struct st_handle_text {
  char text[48];
} st_handle_text;

st_handle_text st_handle_text_of(uint64_t handle);

#endif
