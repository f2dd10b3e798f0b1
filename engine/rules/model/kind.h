/* kind.h - kinds of events and their aliases, compiled: frozen with the rules.
 */
#ifndef STRATA_KIND_H
#define STRATA_KIND_H

#include "rules/model/deed.h"

#define ST_KIND_FIELDS 60 /* that one may declare */
#define ST_NO_PLACE    UINT32_MAX

typedef struct st_kind_phase {
  const char *name;
  uint32_t of; /* place of the word that says whose chains are passed; or
                  ST_NO_PLACE: only the one of all is */
  const strata_expr *until; /* or NULL */
  bool check;               /* if it is stopped the event cannot happen */
  bool linear, again;
} st_kind_phase;

/*
 * An alias has a kind's fields by way of `of`, and of the rest nothing but
 * `where` and `look_back`: ask st_kind_of for all else.
 */
struct st_kind {
  const char *name;     /* of the names table */
  strata_event_kind of; /* itself, or what it is an alias of */
  strata_field *fields; /* an event's words lie so: those declared, then
                           by, cause, effect, prevented */
  uint32_t field_count;
  uint8_t *place_of;            /* by strata_field - 1: place + 1, or 0 */
  uint32_t affected, amount;    /* places, or ST_NO_PLACE */
  uint32_t merge_by, merge_sum; /* likewise */
  const strata_expr *where, *matters, *can; /* NULL: always */
  strata_containing contains;
  st_routine parts, does;
  st_kind_phase *phases;          /* in order */
  uint32_t phase_count, do_phase; /* do_phase: phase_count if none is "do" */
  bool enters;                    /* it, or an alias of it, does */
  bool enters_as_alias; /* those alone of which such an alias speaks */
  bool look_back, quiet;
  bool moves;            /* it may move whom it affects: see st_kind_is_mover */
  strata_code *handlers; /* all that are printed in the chain of all */
  uint32_t handler_count;
  bool is_handled; /* some code is a handler of it */
  bool is_printed; /* some handler of it is printed somewhere */
  st_touch touch;  /* of matters, can, parts and does, and of what they emit */
};

static inline const st_kind *st_kind_get(const strata_rules *rules,
                                         strata_event_kind kind) {
  assert(kind - 1u < rules->names[STRATA_KIND_EVENT].count);
  return &rules->kinds[kind - 1];
}

/* The kind itself, whose alias this may be. */
static inline const st_kind *st_kind_of(const strata_rules *rules,
                                        strata_event_kind kind) {
  return st_kind_get(rules, st_kind_get(rules, kind)->of);
}

/* Whether a deed of what performing a kind does moves whom it affects. */
bool st_kind_is_mover(const st_kind *kind, const st_deed *deed);

/* Where in an event's words a field lies, or ST_NO_PLACE. */
static inline uint32_t st_kind_place(const strata_rules *rules,
                                     strata_event_kind kind,
                                     strata_field field) {
  const st_kind *k = st_kind_of(rules, kind);
  return k->place_of[field - 1] != 0 ? k->place_of[field - 1] - 1u
                                     : ST_NO_PLACE;
}

#endif
