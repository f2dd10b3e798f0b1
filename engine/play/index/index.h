/* index.h - who watches for an event. */
#ifndef STRATA_INDEX_H
#define STRATA_INDEX_H

#include "layers/change/change.h"
#include "play/index/keyed.h"

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
typedef struct st_index_code {
  bool plain;   /* what it does is the same whoever has it */
  bool own_key; /* its key hangs on whose it is */
} st_index_code;

/* Entities whose list of abilities says nothing: those of one class, with the
 * same base value, have one list. */
typedef struct st_index_silent {
  uint32_t class, text;
  bool known;
} st_index_silent;

#define ST_INDEX_SILENT 64

typedef struct st_index {
  st_change *change;
  st_keyed keyed;
  st_index_code *codes; /* by code - 1 */
  uint16_t *roles;      /* by kind: those of all codes for it, as bits */
  size_t kinds, code_count;
  uint32_t *of_slot; /* by entity: the first of its watchers, and of those that
                        were started whose key hangs on it */
  size_t slot_capacity;
  uint64_t *lives; /* by entity: who it was when the `you` of a watcher hung on
                      him; UINT64_MAX: nobody; 0: none does */
  size_t life_capacity;
  uint32_t *of_watch; /* by slot of what was started */
  size_t watch_capacity;
  uint32_t *order; /* scratch: all in order; and of sorting */
  size_t order_capacity;
  strata_attr controller, owner; /* by their names; 0: there is none */
  bool any_ability;              /* some ability says something */
  bool prepared, known;
  bool filling;    /* lists are made when all are there */
  uint64_t seen;   /* of the notices */
  uint64_t far;    /* likewise */
  uint64_t hash;   /* the state's, that it is of */
  uint64_t serial; /* how often the state was another */
  uint64_t fills;  /* how often everybody was looked at */
  st_index_silent silent[ST_INDEX_SILENT];
} st_index;

void st_index_init(st_index *index, st_change *change);
void st_index_fini(st_index *index);

/* Give all memory back: whoever asks next looks at everybody. */
void st_index_drop(st_index *index);

size_t st_index_bytes(const st_index *index);

#define ST_INDEX_ROLE(role) (1u << STRATA_ROLE_##role)
#define ST_INDEX_ALL        ((1u << ST_ROLE_COUNT) - 1)

/* Among the roles of a kind: some code for it acts while its object enters;
 * some trigger, or end of a duration, looks back, and some does not. */
#define ST_INDEX_OWN   (1u << 15)
#define ST_INDEX_BACK  (1u << 14)
#define ST_INDEX_AFTER (1u << 13)

/*
 * The first of those in some roles who watch for an event of a kind, which is
 * no alias, in order of timestamps; 0 if nobody does. `words` are the event's
 * fields, as its kind has them: those whose keys these do not fit are left out.
 * Cost O(1) if no code of the rules is of such a role; else O(fields + words of
 * sets + found log lists), and of each whom the notices name what it takes to
 * look at his abilities.
 */
strata_status st_index_look(st_index *index, strata_event_kind kind,
                            const int64_t *words, unsigned roles,
                            uint32_t *first);

/* Whether any code of the rules is of such a role for a kind; it was looked
 * into before. */
static inline bool st_index_may(const st_index *index, strata_event_kind kind,
                                unsigned roles) {
  assert(index->prepared);
  return (index->roles[kind] & roles) != 0;
}

/* It holds until the next look. */
static inline const st_found *st_index_at(const st_index *index, uint32_t n) {
  return st_keyed_at(&index->keyed, n);
}

/* What is written between these two changes nobody who watches: the log, how
 * often something was used. */
static inline bool st_index_hold(const st_index *index) {
  return index->known && index->hash == index->change->store->hash;
}
static inline void st_index_keep(st_index *index, bool held) {
  if (held) index->hash = index->change->store->hash;
}

/* Nobody who watches has changed since the last look, whatever else has. */
static inline bool st_index_is_read(const st_index *index) {
  const st_eval *eval = index->change->eval;
  return index->known && !st_resolve_needed(eval) &&
         index->seen == eval->notice.log.first + eval->notice.log.count &&
         index->far == eval->notice.far;
}

/* Whether those who watch for a kind, or for how things are, are still those
 * that the last look has found for the same fields, as long as no value of
 * those whom these name has changed otherwise than through a clause. */
static inline bool st_index_is_fresh(const st_index *index,
                                     strata_event_kind kind) {
  if (index->prepared && !(index->roles[kind] | index->roles[0])) return true;
  return st_index_is_read(index);
}

/* What one is asked of does not depend on which of the two it is. */
bool st_index_alike(const st_index *index, const st_found *a,
                    const st_found *b);

/* The controller of somebody, by the attribute of that name; else the owner;
 * else who it is, if alive. */
strata_status st_index_controller(const st_index *index, strata_entity who,
                                  strata_entity *out);

#endif
