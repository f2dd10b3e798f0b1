/* strata/event_types.h - event types: fields, phases and parts. */
#ifndef STRATA_EVENT_TYPES_H
#define STRATA_EVENT_TYPES_H

#include "strata/programs.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A phase of an event type. A handler of it (STRATA_ROLE_HANDLE) is in the
 * common chain, in the chain of a definition, which its entities share, or in
 * that of one entity. An event walks through all of these as one chain: the
 * highest rank first; of equal ranks the handlers that rules print, first in
 * the common chain, then in that of the definition; then those that were
 * hooked, in order. Phases before "do" are walked when it is known what
 * happens; of these "check" before replacements are looked for, and an event
 * that is stopped there cannot happen. Phases after "do" are walked when it is
 * known what has triggered.
 */
typedef struct strata_phase_desc {
  const char *name;  /* "check", "before", "do" */
  const char *of;    /* a REF field: the event walks the chain of this entity;
                        NULL: of the affected one */
  const char *until; /* a predicate on the event: once it holds, no further
                        handler is called */
  bool linear;       /* there are no ranks: in order of registration */
  bool again;        /* a handler may make an event walk the chain that it is
                        in */
} strata_phase_desc;

/* Ranks, highest first; numbers between them are ranks too. */
enum {
  STRATA_RANK_HIGHEST = 2000000,
  STRATA_RANK_HIGH = 1000000,
  STRATA_RANK_MEDIUM = 0,
  STRATA_RANK_LOW = -1000000,
  STRATA_RANK_LOWEST = -2000000
};

/* How the parts of an event happen. */
#define STRATA_CONTAINMENT_MAP(X)                                              \
  X(NONE, 0, "none")             /* there are none */                          \
  X(ONE_BY_ONE, 1, "one by one") /* each whole before the next (121.2) */      \
  X(RESULTS, 2, "results")       /* decided and performed together (120.4) */

typedef enum strata_part_timing {
#define X(name, value, text) STRATA_CONTAINMENT_##name = value,
  STRATA_CONTAINMENT_MAP(X)
#undef X
} strata_part_timing;

/** A timing of parts in words: "one by one"; "unknown" for none. O(1). */
STRATA_API const char *strata_part_timing_text(strata_part_timing timing);

typedef struct strata_event_type_desc {
  const char *name; /* as an attribute's */
  const char *of;   /* an alias: of what event type; it has no more than `where`
                       and `look_back` then */
  const char *where; /* an alias: a predicate that selects its events */
  const strata_field_desc *fields; /* at most 60 */
  size_t field_count;
  const char *affected; /* the REF field of the entity that it happens to */
  const char *amount;   /* the INT field that prevention takes from */
  const char *matters;  /* a predicate: false is no event at all (614.7a) */
  const char *can;      /* a predicate: false cannot happen (614.17); about what
                           is there, also where it lets an object enter */
  strata_part_timing contains;
  const strata_instruction *parts; /* the events that it contains */
  size_t part_count;
  const strata_instruction *does; /* the program that performs it */
  size_t does_count;
  /* Its chains of handlers in order; "do", where the event happens, is one. */
  const strata_phase_desc *phases;
  size_t phase_count;
  /* Results of one event that are of this type, happen to the same entity and
   * are equal in `merge_by` happen as one; its `merge_sum` is their sum
   * (702.15). */
  const char *merge_by, *merge_sum;
  bool enters;    /* it may bring its affected entity into play (614.12). Of a
                     type with aliases that have this flag, only their events
                     do; else all */
  bool look_back; /* its triggers are those of before it (603.10) */
  bool quiet;     /* it is not logged */
} strata_event_type_desc;

/**
 * Declare an event type, or an alias of one.
 *
 * event    borrowed; see strata_event_type_desc
 * Errors   EINVAL for a malformed name, field or phase, parts where nothing is
 *          contained, an alias with more than it may have, malformed
 *          instructions; ETYPE for a field that has another type in another
 *          event type; EEXIST; ENOMEM. Texts and instructions are checked by
 *          strata_builder_freeze
 * Cost     O(its texts + fields of all event types)
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
