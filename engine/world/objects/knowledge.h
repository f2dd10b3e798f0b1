/* knowledge.h - who knows the face of an object beyond what its zone shows. */
#ifndef STRATA_WORLD_OBJECTS_KNOWLEDGE_H
#define STRATA_WORLD_OBJECTS_KNOWLEDGE_H

#include "world/store/notes.h"

/*
 * What zones show to whom follows from the rules and is not written down. Only
 * exceptions are rows: notes under one key in a list of the object, each with
 * the handle of a player who has been shown its face, or 0 for all players. So
 * a state in which nothing was shown has no cell of this.
 *
 * Invariants: a row of all players is the only row of its object; no player
 * has two rows; only live entities have rows. The rows go when the object moves
 * or ceases to exist, and when its zone is shuffled, as nobody can then follow
 * it by eye.
 */
#define ST_KNOWLEDGE_KEY UINT64_C(1)
#define ST_ALL_PLAYERS   ((strata_entity)0)

static inline st_notes_head st_knowledge_of_entity(uint32_t slot) {
  return (st_notes_head){ST_COLUMN_ENTITY_KNOWN_BY, slot};
}

/* Whether a player has been shown the face of an entity, alone or with all
 * others; with ST_ALL_PLAYERS whether all have. Cost O(its rows). */
bool st_knowledge_has(const st_store *store, uint32_t slot,
                      strata_entity player);

/* Note that a player, or all, now know it. Cost O(its rows). */
strata_status st_knowledge_add(st_store *store, uint32_t slot,
                               strata_entity player);

/* Nobody knows it any more by what was shown. Cost O(its rows). */
strata_status st_knowledge_forget(st_store *store, uint32_t slot);

#endif
