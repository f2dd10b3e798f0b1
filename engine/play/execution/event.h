/* event.h - events in flight, and the batches of those that happen at the same
 * time. */
#ifndef STRATA_PLAY_EXECUTION_EVENT_H
#define STRATA_PLAY_EXECUTION_EVENT_H

#include "layers/update/last_known.h"
#include "play/execution/execution.h"
#include "rules/model/event_type.h"

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
  st_preview_values values;
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

/* -- Events and batches by number; pointers hold until the next is made -- */

static inline st_event *st_event_get(st_execution *run, uint32_t number) {
  assert(number - 1u < run->event_count);
  return &run->events[number - 1];
}

static inline st_batch *st_batch_get(st_execution *run, uint32_t number) {
  assert(number - 1u < run->batch_count);
  return &run->batches[number - 1];
}

/* The batch with which a batch is performed: it, or what it is a result of. */
static inline uint32_t st_batch_outermost(const st_execution *run,
                                          uint32_t batch) {
  while (run->batches[batch - 1].is_result) {
    batch = run->batches[batch - 1].outer_batch;
  }
  return batch;
}

/* Whom an event happens to; 0: nobody, or its kind does not say. */
static inline strata_entity st_event_affected(const st_execution *run,
                                              const st_event *event) {
  const st_event_type *type = st_event_type_get(run->rules, event->type);
  return type->affected_index != ST_NO_FIELD_INDEX
             ? (strata_entity)event->words[type->affected_index]
             : 0;
}

static inline bool st_event_is_proposed(const st_event *event) {
  return event->state == ST_EVENT_PROPOSED;
}

/* Each returns a number, or 0 if there is no memory. An event is of a kind, its
 * words are 0, and it is put at the end of the batch. */
uint32_t st_batch_new(st_execution *run);

uint32_t st_event_new(st_execution *run, strata_event_type type,
                      uint32_t batch);

/* The batch of the results of a batch: the one that it has, or a new one; 0 if
 * there is no memory. */
uint32_t st_batch_results(st_execution *run, uint32_t batch);

/* The word of a field; ST_NO_FIELD_INDEX of its kind is 0. */
int64_t st_event_word(const st_execution *run, uint32_t event,
                      strata_field field);

/* The same as it was before the event happened: whom it affected may have
 * become another by it (400.7). */
int64_t st_event_word_before(const st_execution *run, uint32_t event,
                             strata_field field);

/* Whom a field names, as those see it who know the affected as it would be: one
 * who is yet to be made has a name too. */
strata_entity st_event_entity(const st_execution *run, uint32_t event,
                              strata_field field);

/* -- Entry previews -- */

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

/* Who is yet to be made is nobody to whoever looks at a decision or log. */
static inline strata_entity st_entity_unless_preview(strata_entity who) {
  return who == st_preview_nobody() ? 0 : who;
}

#endif
