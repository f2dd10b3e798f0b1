/* knowledge.c - the rows of who knows the face of an object. */
#include "world/objects/knowledge.h"

bool st_knowledge_has(const st_store *store, uint32_t slot,
                      strata_entity player) {
  uint32_t row = st_notes_first(store, st_knowledge_of_entity(slot));
  for (; row != 0; row = st_notes_next(store, row)) {
    strata_entity who = (strata_entity)st_notes_at(store, row).value.number;
    if (who == player || who == ST_ALL_PLAYERS) return true;
  }
  return false;
}

strata_status st_knowledge_add(st_store *store, uint32_t slot,
                               strata_entity player) {
  if (st_knowledge_has(store, slot, player)) return STRATA_OK;
  strata_status status = STRATA_OK;
  if (player == ST_ALL_PLAYERS) status = st_knowledge_forget(store, slot);
  if (status) return status;
  return st_notes_add(store, st_knowledge_of_entity(slot), ST_KNOWLEDGE_KEY,
                      (st_raw_value){.number = (int64_t)player});
}

strata_status st_knowledge_forget(st_store *store, uint32_t slot) {
  return st_notes_clear(store, st_knowledge_of_entity(slot));
}
