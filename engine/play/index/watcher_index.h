/* index.h - who watches for an event. */
#ifndef STRATA_PLAY_INDEX_WATCHER_INDEX_H
#define STRATA_PLAY_INDEX_WATCHER_INDEX_H

#include "layers/mutate/mutator.h"
#include "play/index/watcher_buckets.h"

/*
 * All watchers of the current state: abilities that are in force, by the lists
 * that the layers come to, where they function; laws; and what actions have
 * started. Whether one applies is not asked here, but for its key.
 *
 * It is a cache, of no state: when somebody asks, those are entered anew of
 * whom the evaluator has noticed that they may have changed since, also by a
 * rollback; all of them if that is not known. So several may stand beside each
 * other, and each lives as long as it likes.
 */

/* What is known of a code before any state. */
typedef struct st_watcher_index_def {
  bool source_independent; /* what it does is the same whoever has it */
  bool key_of_source;      /* its key hangs on whose it is */
} st_watcher_index_def;

/* Entities whose list of abilities says nothing: those of one class, with the
 * same base value, have one list. */
typedef struct st_watcher_index_silent {
  uint32_t class, text;
  bool known;
} st_watcher_index_silent;

#define ST_WATCHER_INDEX_SILENT_SIZE 64

typedef struct st_watcher_index {
  st_mutator *change;
  st_watcher_buckets buckets;
  st_watcher_index_def *defs; /* by code - 1 */
  uint16_t *roles;            /* by kind: those of all codes for it, as bits */
  size_t type_count, def_count;
  uint32_t *first_of_entity; /* by entity: the first of its watchers, and of
                        those that were started whose key hangs on it */
  size_t slot_capacity;
  uint64_t *occupants; /* by entity: who it was when the `you` of a watcher hung
                      on him; UINT64_MAX: nobody; 0: none does */
  size_t occupant_capacity;
  uint32_t *of_started; /* by slot of what was started */
  size_t started_capacity;
  uint32_t *order; /* scratch: all in order; and of sorting */
  size_t order_capacity;
  strata_attr controller, owner; /* by their names; 0: there is none */
  bool any_ability;              /* some ability says something */
  bool prepared, valid;
  bool filling;           /* lists are made when all are there */
  uint64_t notices_read;  /* of the notices */
  uint64_t nonlocal_read; /* likewise */
  uint64_t hash;          /* the state's, that it is of */
  uint64_t serial;        /* how often the state was another */
  uint64_t rebuild_count; /* how often everybody was looked at */
  st_watcher_index_silent silent[ST_WATCHER_INDEX_SILENT_SIZE];
} st_watcher_index;

void st_watcher_index_init(st_watcher_index *index, st_mutator *change);
void st_watcher_index_fini(st_watcher_index *index);

/* Give all memory back: whoever asks next looks at everybody. */
void st_watcher_index_release(st_watcher_index *index);

size_t st_watcher_index_bytes(const st_watcher_index *index);

#define ST_WATCHER_INDEX_ROLE(role) (1u << STRATA_ROLE_##role)
#define ST_WATCHER_INDEX_ALL_ROLES  ((1u << ST_ROLE_COUNT) - 1)

/* Among the roles of a kind: some code for it acts while its object enters;
 * some trigger, or end of a duration, looks back, and some does not. */
#define ST_WATCHER_INDEX_OWN_ENTERING (1u << 15)
#define ST_WATCHER_INDEX_LOOKS_BACK   (1u << 14)
#define ST_WATCHER_INDEX_LOOKS_AFTER  (1u << 13)

/* Whether any code of the rules is of such a role for a kind; it was looked
 * into before. */
static inline bool st_watcher_index_may_have(const st_watcher_index *index,
                                             strata_event_type type,
                                             unsigned roles) {
  assert(index->prepared);
  return (index->roles[type] & roles) != 0;
}

/* It holds until the next look. */
static inline const st_watcher_candidate *
st_watcher_index_get(const st_watcher_index *index, uint32_t n) {
  return st_watcher_buckets_get(&index->buckets, n);
}

/* What is written between these two changes nobody who watches: the log, how
 * often something was used. */
static inline bool st_watcher_index_is_current(const st_watcher_index *index) {
  return index->valid && index->hash == index->change->store->hash;
}
static inline void st_watcher_index_stay_current(st_watcher_index *index,
                                                 bool held) {
  if (held) index->hash = index->change->store->hash;
}

/* Nobody who watches has changed since the last look, whatever else has. */
static inline bool
st_watcher_index_is_unaffected(const st_watcher_index *index) {
  const st_eval *eval = index->change->eval;
  return index->valid && !st_eval_needs_refresh(eval) &&
         index->notices_read == eval->changes.entities.first_number +
                                    eval->changes.entities.count &&
         index->nonlocal_read == eval->changes.others_count;
}

/* Whether those who watch for a kind, or for how things are, are still those
 * that the last look has found for the same fields, as long as no value of
 * those whom these name has changed otherwise than through a clause. */
static inline bool st_watcher_index_still_valid(const st_watcher_index *index,
                                                strata_event_type type) {
  if (index->prepared && !(index->roles[type] | index->roles[0])) return true;
  return st_watcher_index_is_unaffected(index);
}

/* What one is asked of does not depend on which of the two it is. */
bool st_watcher_index_is_equivalent(const st_watcher_index *index,
                                    const st_watcher_candidate *a,
                                    const st_watcher_candidate *b);

/* The controller of somebody, by the attribute of that name; else the owner;
 * else who it is, if alive. */
strata_status st_watcher_index_controller(const st_watcher_index *index,
                                          strata_entity who,
                                          strata_entity *out);

/* The same; `named` gets of whom it depends who it is, 0 where there is none.
 */
strata_status st_watcher_index_find_controller(const st_watcher_index *index,
                                               strata_entity who,
                                               strata_entity named[2],
                                               strata_entity *out);

/* Look what the rules say of watchers, once before the first state is looked
 * at. False if there is no memory. */
bool st_watcher_index_prepare(st_watcher_index *index);

#endif
