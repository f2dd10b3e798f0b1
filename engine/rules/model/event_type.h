/* kind.h - kinds of events and their aliases, compiled: frozen with the rules.
 */
#ifndef STRATA_RULES_MODEL_EVENT_TYPE_H
#define STRATA_RULES_MODEL_EVENT_TYPE_H

#include "rules/model/program.h"

#define ST_EVENT_TYPE_FIELDS 60 /* that one may declare */
#define ST_NO_FIELD_INDEX    UINT32_MAX

typedef struct st_event_phase {
  const char *name;
  uint32_t chain_owner_index; /* place of the word that says whose chains are
                  passed; or ST_NO_FIELD_INDEX: only the one of all is */
  const strata_expr *until;   /* or NULL */
  bool is_check;              /* if it is stopped the event cannot happen */
  bool is_unranked, is_reentrant;
} st_event_phase;

/*
 * An alias has a kind's fields by way of `of`, and of the rest nothing but
 * `where` and `look_back`: ask st_event_type_unalias for all else.
 */
struct st_event_type {
  const char *name;            /* of the names table */
  strata_event_type unaliased; /* itself, or what it is an alias of */
  strata_field *fields;        /* an event's words lie so: those declared, then
                                  by, cause, effect, prevented */
  uint32_t field_count;
  uint8_t *field_index_of; /* by strata_field - 1: place + 1, or 0 */
  uint32_t affected_index, amount_index;    /* places, or ST_NO_FIELD_INDEX */
  uint32_t merge_by_index, merge_sum_index; /* likewise */
  const strata_expr *where, *matters, *can; /* NULL: always */
  strata_part_timing contains;
  st_program contained_program, perform_program;
  st_event_phase *phases;         /* in order */
  uint32_t phase_count, do_phase; /* do_phase: phase_count if none is "do" */
  bool enters;                    /* it, or an alias of it, does */
  bool enters_as_alias; /* those alone of which such an alias speaks */
  bool look_back, quiet;
  bool may_move_affected;       /* it may move whom it affects: see
                                   st_instruction_moves_affected */
  strata_watcher_def *handlers; /* all that are printed in the chain of all */
  uint32_t handler_count;
  bool has_handlers;         /* some code is a handler of it */
  bool has_printed_handlers; /* some handler of it is printed somewhere */
  st_rw_mask
      rw_mask; /* of matters, can, parts and does, and of what they emit */
};

static inline const st_event_type *st_event_type_get(const strata_rules *rules,
                                                     strata_event_type kind) {
  assert(kind - 1u < rules->names[STRATA_NAME_EVENT_TYPE].count);
  return &rules->event_types[kind - 1];
}

/* The kind itself, whose alias this may be. */
static inline const st_event_type *
st_event_type_unalias(const strata_rules *rules, strata_event_type kind) {
  return st_event_type_get(rules, st_event_type_get(rules, kind)->unaliased);
}

/* Whether a deed of what performing a kind does moves whom it affects. */
bool st_instruction_moves_affected(const st_event_type *kind,
                                   const st_instruction *deed);

/* Of the events that it emits: their fields are their own affair. */
void st_program_add_emitted_rw(const strata_rules *rules,
                               const st_program *program, st_rw_mask *touch);

/* Where in an event's words a field lies, or ST_NO_FIELD_INDEX. */
static inline uint32_t st_event_type_field_index(const strata_rules *rules,
                                                 strata_event_type kind,
                                                 strata_field field) {
  const st_event_type *k = st_event_type_unalias(rules, kind);
  return k->field_index_of[field - 1] != 0 ? k->field_index_of[field - 1] - 1u
                                           : ST_NO_FIELD_INDEX;
}

#endif
