/* tracer.h - what a run notes of itself while somebody wants an account of it.
 */
#ifndef STRATA_PLAY_TRACER_H
#define STRATA_PLAY_TRACER_H

#include "play/execution/run.h"

/*
 * A run has no tracer unless it is run again for an account, see account.h. So
 * each place that notes something asks one pointer first, and that is all it
 * costs otherwise. Nothing here is state, and nothing that is noted changes
 * what the run does.
 */

typedef enum st_traced {
  ST_TRACED_PROPOSED,
  ST_TRACED_SELF,     /* what its own EMIT says of it was done (616.1a) */
  ST_TRACED_APPLIED,  /* a replacement or prevention */
  ST_TRACED_DECLINED, /* its player lets it be */
  ST_TRACED_PASSED,   /* its share of what is prevented is nothing */
  ST_TRACED_DECIDED,
  ST_TRACED_REFUSED,
  ST_TRACED_DROPPED,
  ST_TRACED_HAPPENED,
  ST_TRACED_TRIGGERED,
  ST_TRACED_UNDONE, /* what had triggered does nothing as it resolves */
  ST_TRACED_HANDLED,
  ST_TRACED_LEFT_OUT,
  ST_TRACED_DOUBT /* what is to be said of whom the question is about */
} st_traced;

typedef struct st_trace_note {
  uint8_t what;    /* st_traced */
  uint8_t verdict; /* strata_verdict; of UNDONE and DOUBT */
  uint8_t state;   /* of APPLIED and SELF: st_event_state after it */
  bool prevents;   /* of APPLIED */
  bool looked;     /* of DOUBT: it could be applied */
  uint32_t event;  /* or 0 */
  uint32_t frame;  /* whose program was running, or 0 */
  uint32_t met;    /* of DECIDED: which, + 1 */
  uint32_t rank;   /* of APPLIED */
  strata_code code;
  strata_handler handler;
  strata_entity self, who;
  uint64_t row;     /* of the log, or 0 */
  int64_t *words;   /* the event's, before it */
  int64_t *after;   /* of APPLIED and SELF */
  uint32_t count;   /* of TRIGGERED */
  const char *text; /* in the arena of the run, or NULL */
} st_trace_note;

typedef struct st_tracer {
  st_mem *mem;
  st_trace_note *notes;
  size_t count, capacity;
  size_t open;    /* place + 1 of an application that is being done */
  uint32_t about; /* the event about which somebody decides */
  uint32_t known; /* events up to this one are noted as proposed */
  /* The question, if there is one. */
  uint32_t event; /* which the run is asked about; 0: none yet */
  strata_code code;
  const strata_entity *whos; /* one card as the objects that it was; or all */
  uint32_t who_count;
  const char *name; /* what they are called in the world that asks */
} st_tracer;

void st_tracer_init(st_tracer *tracer, st_mem *mem);
void st_tracer_fini(st_tracer *tracer);

static inline bool st_is_traced(const st_run *run) {
  return ST_UNLIKELY(run->tracer != NULL);
}

/* A note with what its event's words are now; NULL: no memory. It holds until
 * the next one is made. */
st_trace_note *st_trace_add(st_run *run, st_traced what, uint32_t event);

/* Note those of a batch that are not noted yet as proposed. */
strata_status st_trace_proposed(st_run *run, uint32_t batch);

/* A watcher is applied to an event: its program comes now. And it was, if it
 * is one of this batch. */
strata_status st_trace_apply(st_run *run, uint32_t event,
                             const st_found *found);
strata_status st_trace_applied(st_run *run, uint32_t batch);

/* Something that a watcher did not do, or that ends an event. */
strata_status st_trace_of(st_run *run, st_traced what, uint32_t event,
                          const st_found *found);

/* It is no event, as this is not so. */
strata_status st_trace_dropped(st_run *run, uint32_t event, const char *what);

/* All decisions from `first` on, as they have been made. */
strata_status st_trace_decided(st_run *run, uint32_t first);

/* What somebody is called: by his name, his definition's, else his handle. */
void st_trace_title(st_run *run, strata_entity who, st_text *text);

/* The word of a field or name as a person reads it. */
void st_trace_word(st_run *run, strata_type type, int64_t word, st_text *text);

/* A copy in the arena of the run; NULL: no memory. */
const char *st_trace_keep(st_run *run, const st_text *text);

#endif
