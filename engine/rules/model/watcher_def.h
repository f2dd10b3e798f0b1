/* code.h - what watchers say, compiled: frozen with the rules. */
#ifndef STRATA_RULES_MODEL_WATCHER_DEF_H
#define STRATA_RULES_MODEL_WATCHER_DEF_H

#include "rules/model/event_type.h"

typedef struct st_field_test {
  strata_field field;
  const strata_expr *predicate; /* `it` is whom the field names */
} st_field_test;

/* A cheap condition that an event must fulfil for a code to apply: an index of
 * watchers is by it. */
typedef enum st_watcher_key_kind {
  ST_WATCHER_KEY_NONE,
  ST_WATCHER_KEY_EQUALS_EXPR, /* the field is what `value` gives, an expression
                                 of `this` */
  ST_WATCHER_KEY_EQUALS_WORD, /* the field is `word` */
  ST_WATCHER_KEY_HAS_SYMBOL /* whom the field names has the symbol at `word` of
                               list `attr` */
} st_watcher_key_kind;

typedef struct st_watcher_key {
  uint8_t kind; /* st_watcher_key_kind */
  strata_field field;
  strata_attr attr;
  int64_t word;
  const strata_expr *value;           /* of no frame */
  const strata_expr *exact_condition; /* the condition, or predicate of a test,
                               that says this and nothing else; or NULL */
} st_watcher_key;

struct st_watcher_def {
  const char *name; /* of the names table */
  strata_watcher_role role;
  uint32_t replacement_class;   /* class of 616.1; of none: behind all */
  strata_event_type event_type; /* or alias; STATE: 0 */
  st_field_test *tests;         /* the cheapest first */
  uint32_t test_count;
  const strata_expr *when, *only_if, *amount; /* or NULL */
  strata_symbol *zones;                       /* none: everywhere */
  uint32_t zone_count;
  st_watcher_key key;
  uint32_t uses, uses_per_clock;
  strata_clock clock;
  bool once_per_batch, look_back, optional, affects_own_entry,
      tests_unmodified_entry, immediate, may_apply_again, always_ask;
  bool counts_done;
  uint32_t phase;     /* HANDLE: of its kind */
  int32_t chain_rank; /* HANDLE: its rank */
  bool everywhere;    /* HANDLE: it is printed in the chain of all */
  st_program program; /* its names are those of all expressions here */
  st_rw_mask rw_mask; /* of everything here, and of what the deeds emit */
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
st_watcher_def_get(const strata_rules *rules, strata_watcher_def code) {
  assert(code - 1u < rules->names[STRATA_NAME_WATCHER_DEF].count);
  return &rules->watcher_defs[code - 1];
}

/* Whether a watcher sees the state as it was before its event (603.10): by its
 * own definition, or since all watchers of the event type do. */
static inline bool st_watcher_def_looks_back(const strata_rules *rules,
                                             const st_watcher_def *def) {
  return def->look_back || st_event_type_get(rules, def->event_type)->look_back;
}

/* The code whose program it is, 0: it is of something else, or NULL. Cost O(1).
 */
static inline strata_watcher_def
st_watcher_def_of_program(const strata_rules *rules,
                          const st_program *program) {
  uintptr_t first = (uintptr_t)rules->watcher_defs;
  uintptr_t at = (uintptr_t)program;
  size_t count = rules->names[STRATA_NAME_WATCHER_DEF].count;
  if (at < first || at >= first + count * sizeof rules->watcher_defs[0])
    return 0;
  return (strata_watcher_def)((at - first) / sizeof rules->watcher_defs[0] + 1);
}

/* Choose the key of a code that is compiled, and has none yet. Errors: ENOMEM.
 */
strata_status st_watcher_def_choose_key(st_watcher_def *code,
                                        const strata_rules *rules, st_mem *mem);

#endif
