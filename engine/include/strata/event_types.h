/* strata/event_types.h - declare events, their fields, phases and parts. */
#ifndef STRATA_EVENT_TYPES_H
#define STRATA_EVENT_TYPES_H

#include "strata/programs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A field of events, or a name that is given to a program. */
typedef struct strata_field_desc {
  const char *name; /* as an attribute's; any word will do */
  strata_type type; /* INT, FLAG, REF or SYM: of a field the same in all kinds*/
} strata_field_desc;

/*
 * A phase of a kind. A handler of it (STRATA_ROLE_HANDLE) is in the chain of
 * all, or in that of a definition, which its entities share, or of one entity.
 * An event passes through all of these as one chain: the highest rank first; of
 * equal ranks those that rules print, of all, then of the definition; then
 * those that were hooked, in order. Phases before "do" are passed when it is
 * known what happens; of these "check" before replacements are looked for, and
 * if it is stopped the event cannot happen. Those after "do" are passed when
 * what has triggered is known.
 */
typedef struct strata_phase_desc {
  const char *name;  /* "check", "before", "do" */
  const char *of;    /* a REF field: the chains of whom it names; NULL: of the
                        affected */
  const char *until; /* a predicate on the event: when it holds, nobody else is
                        called */
  bool linear;       /* there are no ranks: in order of registration */
  bool again;        /* a handler may pass the chain that it is in */
} strata_phase_desc;

/* Ranks, highest first; numbers between them are ranks too. */
enum {
  STRATA_RANK_HIGHEST = 2000000,
  STRATA_RANK_HIGH = 1000000,
  STRATA_RANK_MEDIUM = 0,
  STRATA_RANK_LOW = -1000000,
  STRATA_RANK_LOWEST = -2000000
};

/* How the parts of a kind happen. */
typedef enum strata_part_timing {
  STRATA_CONTAINMENT_NONE,       /* there are none */
  STRATA_CONTAINMENT_ONE_BY_ONE, /* each whole before the next (121.2) */
  STRATA_CONTAINMENT_RESULTS     /* decided and performed together (120.4) */
} strata_part_timing;

typedef struct strata_event_type_desc {
  const char *name;  /* as an attribute's */
  const char *of;    /* an alias: of what kind; it has no more than `where` and
                        `look_back` then */
  const char *where; /* which of them: a predicate */
  const strata_field_desc *fields; /* at most 60 */
  size_t field_count;
  const char *affected; /* the REF field of whom it happens to */
  const char *amount;   /* the INT field of which prevention takes */
  const char *matters;  /* a predicate: false is no event at all (614.7a) */
  const char *can;      /* a predicate: false cannot happen (614.17) */
  strata_part_timing contains;
  const strata_instruction *parts; /* the events that it contains */
  size_t part_count;
  const strata_instruction *does; /* what performing it does */
  size_t does_count;
  /* Chains of handlers in order; "do", which is where it happens, is one. */
  const strata_phase_desc *phases;
  size_t phase_count;
  /* Of this kind, results of one event that happen to the same and are equal in
   * `merge_by` happen as one, `merge_sum` being summed (702.15). */
  const char *merge_by, *merge_sum;
  bool enters;    /* it may bring its affected into play (614.12): an alias
                     says which of its kind do; without one that says so, all */
  bool look_back; /* its triggers are those of before it (603.10) */
  bool quiet;     /* it is not logged */
} strata_event_type_desc;

/**
 * Declare a kind of event, or an alias of one.
 *
 * event    borrowed; see strata_event_type_desc
 * Errors   EINVAL for a malformed name, field or phase, parts where nothing is
 *          contained, an alias that says more than it may, deeds that are no
 *          deeds; ETYPE for a field that is of another type in another kind;
 *          EEXIST; ENOMEM. What texts and deeds say is checked by
 *          strata_builder_freeze
 * Cost     O(its texts + fields of all kinds)
 * Rule     614.7a, 614.17
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_event_type(
    strata_builder *builder, const strata_event_type_desc *event);

/**
 * Declare the next class of replacement effects: those of earlier ones are
 * applied first, those of no class last.
 *
 * name     as an attribute's
 * Errors   EINVAL for a malformed name, or more than 200; EEXIST; ENOMEM
 * Cost     O(classes)
 * Rule     616.1
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_replacement_class(strata_builder *builder, const char *name);

#ifdef __cplusplus
}
#endif

#endif
