/* tracer.h - what a run notes of itself while somebody wants an account of it.
 */
#ifndef STRATA_PLAY_EXECUTION_TRACE_H
#define STRATA_PLAY_EXECUTION_TRACE_H

#include "play/execution/execution.h"

/*
 * A run has no tracer unless it is run again for an account, see account.h. So
 * each place that notes something asks one pointer first, and that is all it
 * costs otherwise. Nothing here is state, and nothing that is noted changes
 * what the run does.
 */

typedef enum st_trace_note_type {
  ST_TRACE_PROPOSED,
  ST_TRACE_SELF_REPLACED, /* what its own EMIT says of it was done (616.1a) */
  ST_TRACE_APPLIED,       /* a replacement or prevention */
  ST_TRACE_DECLINED,      /* its player lets it be */
  ST_TRACE_NOTHING_PREVENTED, /* its share of what is prevented is nothing */
  ST_TRACE_DECIDED,
  ST_TRACE_REFUSED,
  ST_TRACE_DROPPED,
  ST_TRACE_HAPPENED,
  ST_TRACE_TRIGGERED,
  ST_TRACE_UNDONE, /* what had triggered does nothing as it resolves */
  ST_TRACE_HANDLED,
  ST_TRACE_LEFT_OUT,
  ST_TRACE_WHY_NOT /* what is to be said of whom the question is about */
} st_trace_note_type;

typedef struct st_trace_note {
  uint8_t type;        /* st_trace_note_type */
  uint8_t verdict;     /* strata_verdict; of UNDONE and DOUBT */
  uint8_t state_after; /* of APPLIED and SELF: st_event_state after it */
  bool prevents;       /* of APPLIED */
  bool could_apply;    /* of DOUBT: it could be applied */
  uint32_t event;      /* or 0 */
  uint32_t frame;      /* whose program was running, or 0 */
  uint32_t decision;   /* of DECIDED: which, + 1 */
  uint32_t class;      /* of APPLIED */
  strata_watcher_def watcher_def;
  strata_handler handler;
  strata_entity self, who;
  uint64_t log_row;     /* of the log, or 0 */
  int64_t *words;       /* the event's, before it */
  int64_t *words_after; /* of APPLIED and SELF */
  uint32_t count;       /* of TRIGGERED */
  const char *text;     /* in the arena of the run, or NULL */
} st_trace_note;

typedef struct st_execution_trace {
  st_mem *mem;
  st_trace_note *notes;
  size_t count, capacity;
  size_t open_application; /* place + 1 of an application that is being done */
  uint32_t decided_event;  /* the event about which somebody decides */
  uint32_t proposed_until; /* events up to this one are noted as proposed */
  /* The question, if there is one. */
  uint32_t asked_event; /* which the run is asked about; 0: none yet */
  strata_watcher_def asked_watcher_def;
  const strata_entity
      *asked_objects; /* one card as the objects that it was; or all */
  uint32_t asked_object_count;
  const char *asked_name; /* what they are called in the world that asks */
} st_execution_trace;

void st_trace_init(st_execution_trace *trace, st_mem *mem);
void st_trace_fini(st_execution_trace *trace);

static inline bool st_trace_is_on(const st_execution *run) {
  return ST_UNLIKELY(run->trace != NULL);
}

/* A note with what its event's words are now; NULL: no memory. It holds until
 * the next one is made. */
st_trace_note *st_trace_add(st_execution *run, st_trace_note_type what,
                            uint32_t event);

/* Note those of a batch that are not noted yet as proposed. */
strata_status st_trace_add_proposed(st_execution *run, uint32_t batch);

/* A watcher is applied to an event: its program comes now. And it was, if it
 * is one of this batch. */
strata_status st_trace_begin_applied(st_execution *run, uint32_t event,
                                     const st_watcher_candidate *candidate);
strata_status st_trace_end_applied(st_execution *run, uint32_t batch);

/* Something that a watcher did not do, or that ends an event. */
strata_status st_trace_add_watcher(st_execution *run, st_trace_note_type what,
                                   uint32_t event,
                                   const st_watcher_candidate *candidate);

/* It is no event, as this is not so. */
strata_status st_trace_add_dropped(st_execution *run, uint32_t event,
                                   const char *what);

/* What somebody is called: by his name, his definition's, else his handle. */
void st_trace_write_name(st_execution *run, strata_entity who, st_text *text);

/* The word of a field or name as a person reads it. */
void st_trace_write_word(st_execution *run, strata_type type, int64_t word,
                         st_text *text);

/* A copy in the arena of the run; NULL: no memory. */
const char *st_trace_copy_text(st_execution *run, const st_text *text);

#endif
