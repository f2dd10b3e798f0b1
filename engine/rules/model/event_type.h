/* event_type.h - event types and their aliases, frozen with the rules. */
#ifndef STRATA_RULES_MODEL_EVENT_TYPE_H
#define STRATA_RULES_MODEL_EVENT_TYPE_H

#include "rules/model/program.h"

#define ST_EVENT_TYPE_FIELDS 60 /* the most that an event type may declare */
#define ST_NO_FIELD_INDEX    UINT32_MAX

typedef struct st_event_phase {
  const char *name;
  uint32_t chain_owner_index; /* index of the field that names the owner of the
                                 chain; ST_NO_FIELD_INDEX: only the global chain
                                 is walked */
  const strata_expr *until;   /* the walk ends when this holds; or NULL */
  bool is_check; /* a handler that stops this walk makes the event impossible */
  bool is_unranked, is_reentrant;
} st_event_phase;

/*
 * An event type, or an alias that narrows one by `where`. An alias has only
 * `unaliased`, `where`, `look_back` and flags of its own; use
 * st_event_type_unalias for the rest.
 */
struct st_event_type {
  const char *name;            /* owned by the names table */
  strata_event_type unaliased; /* itself, or the type that it is an alias of */
  strata_field *fields; /* the order of an event's fields: the declared ones,
                           then st_common_fields */
  uint32_t field_count;
  /* By strata_field - 1: index in `fields` + 1, or 0. */
  uint8_t *field_index_of;
  /* Indexes in `fields`, or ST_NO_FIELD_INDEX. */
  uint32_t affected_index, amount_index;
  /* Indexes in `fields`, or ST_NO_FIELD_INDEX. */
  uint32_t merge_by_index, merge_sum_index;
  const strata_expr *where, *matters, *can; /* NULL: always */
  strata_part_timing contains;
  st_program contained_program, perform_program;
  st_event_phase *phases;         /* in the order in which they are walked */
  uint32_t phase_count, do_phase; /* do_phase: index of "do", or phase_count */
  bool enters; /* it, or one of its aliases, may bring an object into play
                  (614.12) */
  bool enters_as_alias; /* only events that match such an alias do */
  bool look_back, quiet;
  bool may_move_affected; /* performing it may move the affected entity: see
                             st_instruction_moves_affected */
  strata_watcher_def *handlers; /* chain handlers printed in the global chain */
  uint32_t handler_count;
  bool has_handlers;         /* some watcher definition handles it */
  bool has_printed_handlers; /* rules print some handler of it, globally or on a
                                definition */
  /* Of matters, can, both programs, and of what they emit. */
  st_rw_mask rw_mask;
};

static inline const st_event_type *st_event_type_get(const strata_rules *rules,
                                                     strata_event_type type) {
  assert(type - 1u < rules->names[STRATA_NAME_EVENT_TYPE].count);
  return &rules->event_types[type - 1];
}

/* The event type itself, where `type` may be an alias. */
static inline const st_event_type *
st_event_type_unalias(const strata_rules *rules, strata_event_type type) {
  return st_event_type_get(rules, st_event_type_get(rules, type)->unaliased);
}

/* True if an instruction of the type's perform_program moves the affected
 * entity. */
bool st_instruction_moves_affected(const st_event_type *type,
                                   const st_instruction *instruction);

/* Add the reads and writes of the event types that a program emits. Their
 * fields do not count: they are fields of other events. */
void st_program_add_emitted_rw(const strata_rules *rules,
                               const st_program *program, st_rw_mask *mask);

/* The index of a field in the events of a type, or ST_NO_FIELD_INDEX. */
static inline uint32_t st_event_type_field_index(const strata_rules *rules,
                                                 strata_event_type type,
                                                 strata_field field) {
  const st_event_type *unaliased = st_event_type_unalias(rules, type);
  return unaliased->field_index_of[field - 1] != 0
             ? unaliased->field_index_of[field - 1] - 1u
             : ST_NO_FIELD_INDEX;
}

#endif
