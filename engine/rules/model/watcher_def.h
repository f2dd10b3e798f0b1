/* watcher_def.h - watcher definitions: what triggers, replacements,
 * preventions and chain handlers listen to and do. Frozen with the rules. */
#ifndef STRATA_RULES_MODEL_WATCHER_DEF_H
#define STRATA_RULES_MODEL_WATCHER_DEF_H

#include "rules/model/event_type.h"

typedef struct st_field_test {
  strata_field field;
  const strata_expr *predicate; /* `it` is the entity that the field names */
} st_field_test;

/* The key of a watcher definition: a cheap condition that an event must
 * fulfil. The index of watchers is built on keys. */
typedef enum st_watcher_key_kind {
  ST_WATCHER_KEY_NONE,
  ST_WATCHER_KEY_EQUALS_EXPR, /* the field equals `value`, an expression of
                                 `this` */
  ST_WATCHER_KEY_EQUALS_WORD, /* the field equals `word` */
  ST_WATCHER_KEY_HAS_SYMBOL   /* the entity that the field names has symbol
                                 `word`, an index in the domain of `attr` */
} st_watcher_key_kind;

typedef struct st_watcher_key {
  uint8_t kind; /* st_watcher_key_kind */
  strata_field field;
  strata_attr attr;
  int64_t word;
  const strata_expr *value;           /* an expression without a frame */
  const strata_expr *exact_condition; /* the whole condition or test, if it says
                                         no more than the key; else NULL */
} st_watcher_key;

struct st_watcher_def {
  const char *name; /* owned by the names table */
  strata_watcher_role role;
  /* Class of 616.1; the last one if none was declared. */
  uint32_t replacement_class;
  strata_event_type event_type; /* an event type or alias; STATE: 0 */
  st_field_test *tests;         /* cheapest first */
  uint32_t test_count;
  const strata_expr *when, *only_if, *amount; /* or NULL */
  strata_symbol *zones;                       /* none: every zone */
  uint32_t zone_count;
  st_watcher_key key;
  uint32_t uses, uses_per_clock;
  strata_clock clock;
  bool once_per_batch, look_back, optional, affects_own_entry,
      tests_unmodified_entry, immediate, may_apply_again, always_ask;
  bool counts_done;
  bool bars_prevention; /* CANT: the event can happen, but not be prevented */
  uint32_t phase;       /* HANDLE: index of its phase */
  int32_t chain_rank;   /* HANDLE: its rank in the chain */
  bool everywhere;      /* HANDLE: it is in the global chain */
  const strata_expr *actor, *subject; /* ACTION; or NULL */
  strata_event_type pays; /* ACTION: it may be done amid a PAY of that type; 0:
                             it may not */
  bool unlisted;          /* ACTION: the list of legal actions leaves it out */
  bool stacked;       /* ACTION: the rest of its program waits on the stack */
  st_program program; /* its variables are those of all expressions here */
  st_rw_mask rw_mask; /* of all expressions and the program, and of what the
                         program emits */
};

/* Whether a watcher or ability that names `zones` functions in `zone`: one that
 * names none functions everywhere. */
static inline bool st_zones_contain(const strata_symbol *zones, uint32_t count,
                                    strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

static inline const st_watcher_def *
st_watcher_def_get(const strata_rules *rules, strata_watcher_def id) {
  assert(id - 1u < rules->names[STRATA_NAME_WATCHER_DEF].count);
  return &rules->watcher_defs[id - 1];
}

/* Whether a watcher sees the state as it was before its event (603.10): by its
 * own definition, or since all watchers of the event type do. */
static inline bool st_watcher_def_looks_back(const strata_rules *rules,
                                             const st_watcher_def *def) {
  return def->look_back || st_event_type_get(rules, def->event_type)->look_back;
}

/* The watcher definition that a program belongs to; 0 if the program is
 * another's or NULL. Cost O(1). */
static inline strata_watcher_def
st_watcher_def_of_program(const strata_rules *rules,
                          const st_program *program) {
  uintptr_t first = (uintptr_t)rules->watcher_defs;
  uintptr_t at = (uintptr_t)program;
  size_t count = rules->names[STRATA_NAME_WATCHER_DEF].count;
  if (at < first || at >= first + count * sizeof rules->watcher_defs[0]) {
    return 0;
  }
  return (strata_watcher_def)((at - first) / sizeof rules->watcher_defs[0] + 1);
}

#endif
