/* event.h - events in flight, and the batches of events that happen at the same
 * time. */
#ifndef STRATA_PLAY_EXECUTION_EVENT_H
#define STRATA_PLAY_EXECUTION_EVENT_H

#include "layers/update/last_known.h"
#include "play/execution/execution.h"
#include "rules/model/event_type.h"

typedef enum st_event_state {
  ST_EVENT_PROPOSED,
  ST_EVENT_DROPPED,  /* there is no such event (614.7a) */
  ST_EVENT_REFUSED,  /* it cannot happen (614.17) */
  ST_EVENT_REPLACED, /* it was replaced, by other events or by nothing */
  ST_EVENT_HAPPENED
} st_event_state;

/* The object that an event affects, as it would be if the event happened and
 * nothing else did (614.12); see play/perform/entry_preview.h. */
typedef struct st_entry_preview {
  st_preview_values values;
  uint32_t own_first, own_count; /* its watchers that affect its own entry: a
                                    range of st_execution.own_candidates */
  strata_entity controller;      /* of the object, or its owner */
  /* the event, as it was when the preview was made */
  strata_event_type event_type;
  const int64_t *event_words;
  uint64_t index_serial; /* of the watcher index at that time */
  bool refers_to_itself; /* one of its values refers to the object itself */
} st_entry_preview;

/* An event in flight. `words` are its fields in the order of its type. */
typedef struct st_event {
  strata_event_type type; /* aliases are resolved */
  uint32_t parent;        /* the event that it is part of or replaces, or 0 */
  uint32_t next;          /* the next event of its batch, or 0 */
  uint32_t batch;
  uint32_t maker_frame; /* the frame whose program emitted it, or 0 */
  /* the set of watchers that were applied to it (614.5) */
  uint32_t applied_set;
  uint64_t last_applied_hash; /* identity hash of the last watcher that was
                                 applied; 0: none was */
  uint32_t lowest_class; /* the lowest class (616.1) among its candidates, once
                            they were collected */
  /* instructions of its EMIT that replace it before all others (616.1a);
   * self_frame 0: none are left */
  uint32_t self_frame, self_at, self_end;
  uint32_t last_joined; /* the newest event that ALSO made part of it, or 0 */
  uint32_t prev_joined; /* of such a part: the part before it, or 0 */
  bool shares_applied_set; /* other events have the same applied set: copy it
                              before adding to it */
  bool is_joined_part;     /* ALSO made it part of its parent, and it sees the
                              parent's entry previews */
  bool is_unpreventable;   /* nothing of it can be prevented: see
                              st_prevention_find_bar */
  bool has_no_parts;       /* it did not happen, as it consists of parts and
                              had none */
  bool affects_entrant;    /* such a part affects the object that its parent is
                              yet to create, and not nobody */
  /* such a part: the object that enters by its parent is its cause */
  bool is_caused_by_entrant;
  bool candidates_known;         /* it was not changed since its candidates were
                                    collected */
  uint8_t state;                 /* st_event_state */
  strata_entity first_made;      /* the first entity that it created or moved */
  strata_entity affected_before; /* the affected object before the event moved
                                    it, which made it a new object (400.7): the
                                    field holds the new one; 0: it did not */
  uint32_t text_before;   /* the text change that this object was under then, if
                             handlers of chains may say it; see frame.h */
  uint64_t log_row;       /* its row of the log, or 0 */
  uint32_t entry_preview; /* number of the preview of its affected object; 0:
                             none was needed */
  uint32_t part_count;    /* how many parts were proposed */
  uint32_t phases_passed; /* how many of its phases it has passed; performing it
                             is one of them */
  bool handler_called;    /* a handler was called in one of the phases */
  int64_t *words;
} st_event;

/* Events that happen at the same time (a linked list). */
typedef struct st_batch {
  uint32_t first, last, count; /* of its events */
  uint32_t result_batch; /* the batch of the parts that performing these events
                            needs, or 0 */
  uint32_t frame, made_variable; /* the variable of `frame` that gets the entity
                                    made: place + 1, or 0 */
  bool is_result; /* it is the result batch of another, and performed together
                     with it */
  bool has_deferred_costs; /* ALSO added parts that affect other objects than
                              the event does; see play/events/deferred_cost.h */
  /* of a result batch: the batch whose results these are */
  uint32_t outer_batch;
  /* the event that a watcher is being applied to, and how many events there
   * were before */
  uint32_t replaced_event, event_count_before;
  uint32_t applied_candidate; /* the number of that candidate */
  uint32_t self_done_until;   /* up to this event no self replacement of an EMIT
                                 is left */
  /* instructions that follow the batch; see play/perform/follow_up.h */
  uint32_t first_follow_up, last_follow_up;
  /* its triggers: a range of st_execution.matches */
  size_t match_first, match_end;
  size_t match_next;           /* the next of these to be placed */
  uint32_t triggered_once_set; /* the set of triggers that trigger once on all
                                  of the batch (603.2c), or 0 */
} st_batch;

/* -- By number; a pointer holds until the next one is made -- */

static inline st_event *st_event_get(st_execution *exec, uint32_t number) {
  assert(number - 1u < exec->event_count);
  return &exec->events[number - 1];
}

static inline st_batch *st_batch_get(st_execution *exec, uint32_t number) {
  assert(number - 1u < exec->batch_count);
  return &exec->batches[number - 1];
}

/* The batch that a batch is performed with: itself, or the one that it holds
 * results of. */
static inline uint32_t st_batch_outermost(const st_execution *exec,
                                          uint32_t batch) {
  while (exec->batches[batch - 1].is_result) {
    batch = exec->batches[batch - 1].outer_batch;
  }
  return batch;
}

/* The entity that an event affects; 0: none, or its type does not say which
 * field names it. */
static inline strata_entity st_event_affected(const st_execution *exec,
                                              const st_event *event) {
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  return type->affected_index != ST_NO_FIELD_INDEX
             ? (strata_entity)event->words[type->affected_index]
             : 0;
}

static inline bool st_event_is_proposed(const st_event *event) {
  return event->state == ST_EVENT_PROPOSED;
}

/* Make a batch; or an event of a type, with all fields 0, at the end of a
 * batch. Both return a number, or 0 if there is no memory. */
uint32_t st_batch_new(st_execution *exec);

uint32_t st_event_new(st_execution *exec, strata_event_type type,
                      uint32_t batch);

/* The same for an event that the engine emits itself: to `affected`, by a
 * player, caused by an object. The type says what it affects. */
uint32_t st_event_new_about(st_execution *exec, strata_event_type type,
                            uint32_t batch, strata_entity affected,
                            strata_entity by, strata_entity cause);

/* The result batch of a batch, which is made if there is none; 0 if there is no
 * memory. */
uint32_t st_batch_results(st_execution *exec, uint32_t batch);

/* The value of a field; 0 if the event's type does not have the field. */
int64_t st_event_word(const st_execution *exec, uint32_t event,
                      strata_field field);

/* The same before the event happened: the object that it affected may have
 * become a new one by it (400.7). */
int64_t st_event_word_before(const st_execution *exec, uint32_t event,
                             strata_field field);

/* The entity in a field, as watchers see it that know the entry preview: an
 * object that the event is yet to create has a placeholder
 * (st_preview_nobody). */
strata_entity st_event_entity(const st_execution *exec, uint32_t event,
                              strata_field field);

/* -- Entry previews -- */

/* The entry preview of an event; NULL if it has none, or has happened, so that
 * the real object is there. */
static inline const st_entry_preview *
st_event_entry_preview(const st_execution *exec, uint32_t event) {
  assert(event - 1u < exec->event_count);
  const st_event *e = &exec->events[event - 1];
  bool is = e->entry_preview != 0 && e->state != ST_EVENT_HAPPENED;
  return is ? &exec->previews[e->entry_preview - 1] : NULL;
}

/* The event's fields for a find by keys: NULL while its affected object has a
 * preview, since the index knows the object as it is and not as it would be. */
static inline const int64_t *st_event_key_words(const st_execution *exec,
                                                uint32_t event) {
  return st_event_entry_preview(exec, event) ? NULL
                                             : exec->events[event - 1].words;
}

/* The entity, but 0 for an object that does not exist yet: decisions and the
 * log name only entities that exist. */
static inline strata_entity st_entity_unless_preview(strata_entity who) {
  return who == st_preview_nobody() ? 0 : who;
}

#endif
