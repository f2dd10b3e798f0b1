/* watcher_index.h - the index of all watchers of the current state. */
#ifndef STRATA_PLAY_INDEX_WATCHER_INDEX_H
#define STRATA_PLAY_INDEX_WATCHER_INDEX_H

#include "layers/mutate/mutator.h"
#include "play/index/watcher_buckets.h"

/*
 * The index holds all watchers of the current state: those of abilities that
 * are in force, where the abilities function; those of laws; and those that
 * actions started. It answers which of them may care about an event. Of a
 * watcher's conditions it tests the key alone; play/execution/applicability
 * tests the rest.
 *
 * The index is a cache and no state. Before a find it reads the evaluator's
 * change logs and re-indexes the entities that may have changed, rollbacks
 * included; where the logs no longer reach back far enough, it is rebuilt. So a
 * world may have several indexes, and each can be freed at any time.
 *
 * Invariant: when `valid`, the candidates are the watchers of the state with
 * hash `hash`. Held by test unit.watcher_index.
 */

/* What the rules alone tell of a watcher definition. */
typedef struct st_watcher_index_def {
  bool source_independent; /* it never reads its source, so equal watchers of
                              different objects act the same */
  bool key_of_source;  /* the value of its key is an expression of its source */
  bool only_changes;   /* it is a replacement that only changes fields of its
                          event, always and without a limit, and asks nobody */
  bool asks_key_alone; /* it is a trigger without limits, and triggers on each
                          event whose field has the number of its key */
} st_watcher_index_def;

/* A remembered ability list that has no watchers. Entities of one equivalence
 * class with the same base value have the same list, so a rebuild looks at it
 * once. */
typedef struct st_watcher_index_silent {
  uint32_t class, text;
  bool known;
} st_watcher_index_silent;

#define ST_WATCHER_INDEX_SILENT_SIZE 64

typedef struct st_watcher_index {
  st_mutator *change;
  st_watcher_buckets buckets;
  st_watcher_index_def *defs; /* by definition - 1 */
  uint16_t *roles; /* by event type: roles of all definitions for it, and the
                      LOOK and OWN bits below */
  uint64_t *key_places; /* by event type: the fields that keys of its watchers
                           look at, as bits by place, modulo 64 */
  size_t type_count, def_count;
  uint32_t *first_of_entity; /* by entity slot: first candidate that the entity
                                holds; a started watcher whose key reads an
                                entity is in that entity's list too */
  size_t slot_capacity;
  /* by entity slot: the handle that was there when the `you` of a candidate was
   * computed from that entity; UINT64_MAX: the slot was empty; 0: no candidate
   * depends on the slot */
  uint64_t *occupants;
  size_t occupant_capacity;
  uint32_t *of_started; /* by slot of a started watcher: its candidate */
  size_t started_capacity;
  uint32_t *order; /* scratch: candidates in order, and room to sort them */
  size_t order_capacity;
  /* attributes of these names; 0: the rules have none */
  strata_attr controller, owner;
  bool any_ability; /* some ability of the rules has watchers */
  /* the laws with watchers that are of entities that have a counter are among
   * these */
  uint32_t counter_law_first, counter_law_end;
  bool prepared, valid;
  bool filling; /* a rebuild is collecting candidates; buckets are filled at its
                   end */
  uint64_t notices_read;  /* entries of the entity change log that were read */
  uint64_t nonlocal_read; /* value of others_count that was read */
  uint64_t hash;          /* hash of the state that the index is of */
  uint64_t serial; /* grows with each update; numbers of candidates hold within
                      one serial */
  uint64_t candidate_changes; /* grows as candidates come and go */
  uint64_t rebuild_count; /* how often the index was built from all entities */
  st_watcher_index_silent silent[ST_WATCHER_INDEX_SILENT_SIZE];
} st_watcher_index;

void st_watcher_index_init(st_watcher_index *index, st_mutator *change);
void st_watcher_index_fini(st_watcher_index *index);

/* Free all memory; the next find rebuilds the index. */
void st_watcher_index_release(st_watcher_index *index);

size_t st_watcher_index_bytes(const st_watcher_index *index);

#define ST_WATCHER_INDEX_ROLE(role) (1u << STRATA_ROLE_##role)
#define ST_WATCHER_INDEX_ALL_ROLES  ((1u << ST_ROLE_COUNT) - 1)

/* Further bits of `roles`: some definition for the event type affects how its
 * own object enters (614.12); some trigger or UNTIL looks back (603.10); some
 * looks at the state after the event. */
#define ST_WATCHER_INDEX_OWN_ENTERING (1u << 15)
#define ST_WATCHER_INDEX_LOOKS_BACK   (1u << 14)
#define ST_WATCHER_INDEX_LOOKS_AFTER  (1u << 13)
#define ST_WATCHER_INDEX_LOOKS_ANY                                             \
  (ST_WATCHER_INDEX_LOOKS_BACK | ST_WATCHER_INDEX_LOOKS_AFTER)

/* Whether some definition of the rules has one of these roles for an event
 * type. Call it after a first find. */
static inline bool st_watcher_index_may_have(const st_watcher_index *index,
                                             strata_event_type type,
                                             unsigned roles) {
  assert(index->prepared);
  return (index->roles[type] & roles) != 0;
}

/* Whether a key of some definition for an event type looks at a field. */
static inline bool st_watcher_index_is_key(const st_watcher_index *index,
                                           strata_event_type type,
                                           strata_field field) {
  uint32_t place = st_event_type_field_index(index->change->rules, type, field);
  return place != ST_NO_FIELD_INDEX &&
         (index->key_places[type] >> place % 64 & 1) != 0;
}

/* The pointer holds until the next find. */
static inline const st_watcher_candidate *
st_watcher_index_get(const st_watcher_index *index, uint32_t n) {
  return st_watcher_buckets_get(&index->buckets, n);
}

/* The word of a key under a text change (612); of HAS_SYMBOL the place of the
 * symbol in the domain, UINT32_MAX if it is outside. */
int64_t st_watcher_index_key_word(const st_watcher_index *index,
                                  const st_watcher_key *key, uint32_t text);

/* Writes between st_watcher_index_is_current and st_watcher_index_stay_current
 * change no watcher, so the index takes over the new state hash: rows of the
 * log, counts of uses. */
static inline bool st_watcher_index_is_current(const st_watcher_index *index) {
  return index->valid && index->hash == index->change->store->hash;
}
static inline void st_watcher_index_stay_current(st_watcher_index *index,
                                                 bool held) {
  if (held) index->hash = index->change->store->hash;
}

/* No watcher has changed since the last update, whatever else has. */
static inline bool
st_watcher_index_is_unaffected(const st_watcher_index *index) {
  const st_eval *eval = index->change->eval;
  return index->valid && !st_eval_needs_refresh(eval) &&
         index->notices_read == eval->changes.entities.first_number +
                                    eval->changes.entities.count &&
         index->nonlocal_read == eval->changes.others_count;
}

/* Whether a find for an event type, or for watchers of the state, would return
 * the same candidates as the last one for the same fields, as long as the
 * values of the entities that the fields name changed only by continuous
 * effects. */
static inline bool st_watcher_index_still_valid(const st_watcher_index *index,
                                                strata_event_type type) {
  if (index->prepared && !(index->roles[type] | index->roles[0])) return true;
  return st_watcher_index_is_unaffected(index);
}

/* Whether two candidates test and do the same, so that one result serves for
 * both. */
bool st_watcher_index_is_equivalent(const st_watcher_index *index,
                                    const st_watcher_candidate *a,
                                    const st_watcher_candidate *b);

/* The controller of an entity: its attribute `controller`, else its attribute
 * `owner`, else the entity itself if it is alive. An attribute whose entity is
 * not alive does not count. */
strata_status st_watcher_index_controller(const st_watcher_index *index,
                                          strata_entity who,
                                          strata_entity *out);

/* The same; `named` gets the entities that the two attributes name, alive or
 * not, on whose existence the result depends. */
strata_status st_watcher_index_find_controller(const st_watcher_index *index,
                                               strata_entity who,
                                               strata_entity named[2],
                                               strata_entity *out);

/* Build the tables that depend on the rules alone, and subscribe to the
 * attributes that watchers depend on. The first find calls it. False if there
 * is no memory. */
bool st_watcher_index_prepare(st_watcher_index *index);

#endif
