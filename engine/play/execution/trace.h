/* trace.h - what an execution notes of itself when an action is to be
 * explained. */
#ifndef STRATA_PLAY_EXECUTION_TRACE_H
#define STRATA_PLAY_EXECUTION_TRACE_H

#include "play/execution/execution.h"

/*
 * An execution has a trace only when an action is executed again to be
 * explained; see play/action/event_explanation.h. Every place that adds a note
 * tests one pointer first, and that is all it costs otherwise. The trace is no
 * state, and nothing in it changes what the execution does.
 */

typedef enum st_trace_note_type {
  ST_TRACE_PROPOSED,
  ST_TRACE_SELF_REPLACED, /* an instruction of its own EMIT replaced it (616.1a)
                           */
  ST_TRACE_APPLIED,       /* a replacement or prevention was applied */
  ST_TRACE_DECLINED,      /* its player declined an optional watcher */
  ST_TRACE_NOTHING_PREVENTED, /* its share of the prevention is 0 (615.7) */
  ST_TRACE_DECIDED,
  ST_TRACE_REFUSED,
  ST_TRACE_DROPPED,
  ST_TRACE_HAPPENED,
  ST_TRACE_TRIGGERED,
  ST_TRACE_UNDONE, /* a trigger does nothing as it is placed or resolves */
  ST_TRACE_HANDLED,
  ST_TRACE_LEFT_OUT,
  ST_TRACE_WHY_NOT /* why the watcher in question did nothing, or that it could
                      apply */
} st_trace_note_type;

typedef struct st_trace_note {
  uint8_t type;    /* st_trace_note_type */
  uint8_t verdict; /* of UNDONE and WHY_NOT: strata_verdict */
  /* of APPLIED and SELF_REPLACED: st_event_state afterwards */
  uint8_t state_after;
  bool prevents;     /* of APPLIED: it is a prevention */
  bool could_apply;  /* of WHY_NOT: the watcher could be applied */
  uint32_t event;    /* or 0 */
  uint32_t frame;    /* the frame whose program was running, or 0 */
  uint32_t decision; /* of DECIDED: number of the decision */
  uint32_t class;    /* of APPLIED: class of 616.1 */
  strata_watcher_def watcher_def;
  strata_handler handler;
  strata_entity self, who;
  uint64_t log_row; /* its row of the log, or 0 */
  int64_t *words;   /* the event's fields before it */
  /* of APPLIED and SELF_REPLACED: the fields afterwards */
  int64_t *words_after;
  uint32_t count;   /* of TRIGGERED: how many times */
  const char *text; /* in the arena of the execution, or NULL */
} st_trace_note;

typedef struct st_execution_trace {
  st_mem *mem;
  st_trace_note *notes;
  size_t count, capacity;
  size_t open_application; /* number of the APPLIED note that is not finished,
                              or 0 */
  uint32_t decided_event;  /* the event that a decision is about */
  uint32_t proposed_until; /* events up to this number have a PROPOSED note */
  /* The why-not question, if there is one. */
  uint32_t asked_event; /* the event that the question is about; 0: it has not
                           come yet */
  strata_watcher_def asked_watcher_def;
  /* the objects that one card has been; with asked_object_count 0 every
   * object */
  const strata_entity *asked_objects;
  uint32_t asked_object_count;
  const char *asked_name; /* the card's name in the world that asks */
} st_execution_trace;

void st_trace_init(st_execution_trace *trace, st_mem *mem);
void st_trace_fini(st_execution_trace *trace);

static inline bool st_trace_is_on(const st_execution *exec) {
  return ST_UNLIKELY(exec->trace != NULL);
}

/* Add a note with the event's fields as they are now; NULL if there is no
 * memory. The pointer holds until the next note is added. */
st_trace_note *st_trace_add(st_execution *exec, st_trace_note_type what,
                            uint32_t event);

/* Add a PROPOSED note for each event of a batch that has none. */
strata_status st_trace_add_proposed(st_execution *exec, uint32_t batch);

/* A watcher (NULL: the event's own EMIT) begins to be applied to an event; and
 * the application has ended, if its event is in this batch. */
strata_status st_trace_begin_applied(st_execution *exec, uint32_t event,
                                     const st_watcher_candidate *candidate);
strata_status st_trace_end_applied(st_execution *exec, uint32_t batch);

/* Add a note about a watcher and an event. */
strata_status st_trace_add_watcher(st_execution *exec, st_trace_note_type what,
                                   uint32_t event,
                                   const st_watcher_candidate *candidate);

/* Note that there is no such event, because `what` is false. */
strata_status st_trace_add_dropped(st_execution *exec, uint32_t event,
                                   const char *what);

/* Write the name of an entity: by its attribute `name`, else its definition,
 * else its handle. */
void st_trace_write_name(st_execution *exec, strata_entity who, st_text *text);

/* Write the value of a field or variable for a person to read. */
void st_trace_write_word(st_execution *exec, strata_type type, int64_t word,
                         st_text *text);

#endif
