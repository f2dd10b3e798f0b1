/* index.h - who watches for an event. */
#ifndef STRATA_INDEX_H
#define STRATA_INDEX_H

#include "layers/change.h"
#include "play/watch_id.h"
#include "world/code.h"

/*
 * All watchers of the current state: abilities that are in force, by the lists
 * that the layers come to, where they function; laws; and what actions have
 * started. Whether one applies is not asked here, but for its key.
 *
 * It is a scan of all objects, done when somebody asks and the state is no
 * longer that of the last one, which the hash of the state tells. What is
 * asked goes through st_index_look alone, so that lists kept by notices of
 * what has changed can come in its place.
 */
typedef struct st_found {
  st_watch_id id;
  strata_entity self, you; /* whose it is; that one's controller */
  strata_code code;
  uint32_t next;  /* the next one for this kind of event, or 0 */
  uint64_t watch; /* the handle of what was started, or 0 */
  uint64_t stamp;
  int64_t key;    /* ST_KEY_IS: what the field must be */
  int64_t *names; /* of the code's program, by place */
} st_found;

/* What is known of a code before any state. */
typedef struct st_index_code {
  bool plain; /* what it does is the same whoever has it */
} st_index_code;

typedef struct st_index {
  st_change *change;
  st_arena arena; /* names, until the next scan */
  st_found *items;
  size_t count, capacity;
  st_found *spare; /* scratch of sorting */
  size_t spare_capacity;
  uint32_t *first;      /* by kind: who watches for it first; 0: nobody */
  uint32_t *last;       /* likewise */
  uint16_t *roles;      /* by kind: those of all codes for it, as bits */
  st_index_code *codes; /* by code - 1 */
  size_t kinds, code_count;
  strata_attr controller, owner; /* by their names; 0: there is none */
  bool prepared, known;
  uint64_t hash;   /* the state's, that it is of */
  uint64_t serial; /* of the scan */
} st_index;

void st_index_init(st_index *index, st_change *change);
void st_index_fini(st_index *index);

#define ST_INDEX_ROLE(role) (1u << STRATA_ROLE_##role)

/*
 * The first of those who watch for events of a kind, which is no alias, in
 * order of timestamps; 0 if nobody does in one of the roles. Those of other
 * roles are among them. Cost O(1) if no code of the rules is of such a role,
 * or nothing has changed since; else O(objects + watchers log watchers).
 */
strata_status st_index_look(st_index *index, strata_event_kind kind,
                            unsigned roles, uint32_t *first);

/* It holds until the next look. */
static inline const st_found *st_index_at(const st_index *index, uint32_t n) {
  assert(n - 1u < index->count);
  return &index->items[n - 1];
}

/* What is written between these two changes nobody who watches: the log, how
 * often something was used. */
static inline bool st_index_hold(const st_index *index) {
  return index->known && index->hash == index->change->store->hash;
}
static inline void st_index_keep(st_index *index, bool held) {
  if (held) index->hash = index->change->store->hash;
}

/* What one is asked of does not depend on which of the two it is. */
bool st_index_alike(const st_index *index, const st_found *a,
                    const st_found *b);

/* The controller of somebody, by the attribute of that name; else the owner;
 * else who it is, if alive. */
strata_status st_index_controller(const st_index *index, strata_entity who,
                                  strata_entity *out);

#endif
