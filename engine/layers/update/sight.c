/*
 * sight.c - what a seat may see of an object.
 *
 * Two things hide a face: the zone that an object is in, by its flags, and the
 * flag of the rules that says that it lies face down. Against both stands what
 * players have been shown (world/objects/knowledge.h).
 */
#include "layers/update/sight.h"

#include "world/objects/knowledge.h"
#include "world/objects/zone.h"

bool st_sight_is_hidden(const st_store *store, strata_entity player,
                        uint32_t slot) {
  if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) return false;
  uint32_t of = st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot);
  return st_zone_hides(st_zone_of_slot(store, slot), of,
                       st_entity_slot(store, player)) &&
         !st_knowledge_has(store, slot, player);
}

/* Whether an object lies face down, and who may look under it; 0: nobody. */
static strata_status read_face_down(st_eval *eval, uint32_t slot, bool *is_down,
                                    strata_entity *whose) {
  const strata_rules *rules = eval->rules;
  const uint64_t *words;
  *is_down = false;
  *whose = 0;
  if (rules->face_down == 0) return STRATA_OK;
  strata_status status = st_eval_value(eval, rules->face_down, slot, &words);
  if (status || words[0] == 0) return status;
  *is_down = true;
  if (rules->looks_under == 0) return STRATA_OK;
  status = st_eval_value(eval, rules->looks_under, slot, &words);
  if (!status) *whose = (strata_entity)words[0];
  return status;
}

strata_status st_sight_of(st_eval *eval, strata_entity player, uint32_t slot,
                          strata_sight *out) {
  const st_store *store = eval->store;
  bool is_down = false;
  strata_entity whose = 0;
  *out = STRATA_SIGHT_NOTHING;
  if (st_sight_is_hidden(store, player, slot)) return STRATA_OK;
  strata_status status = read_face_down(eval, slot, &is_down, &whose);
  if (status) return status;
  bool sees_face =
      !is_down || whose == player || st_knowledge_has(store, slot, player);
  *out = sees_face ? STRATA_SIGHT_FACE : STRATA_SIGHT_BACK;
  return STRATA_OK;
}

/* Whether the zone that an entity has left hid it from a player. Its cells are
 * the last-known values, which say where it was, but not whose zone that was;
 * so a zone of a player hid it from everybody. */
static bool was_hidden(const st_store *store, uint32_t slot) {
  strata_attr attr = store->rules->zone_attr;
  if (attr == 0) return false;
  const st_attr *zone = &store->rules->attrs[attr - 1];
  const st_zone *left = st_zone_find(
      store->rules, (strata_symbol)st_entity_base(store, zone, slot));
  return left && left->hidden;
}

strata_status st_sight_of_gone(st_eval *eval, strata_entity player,
                               uint32_t slot, strata_sight *out) {
  const st_store *store = eval->store;
  *out = STRATA_SIGHT_FACE;
  if (!was_hidden(store, slot)) return STRATA_OK;
  *out = STRATA_SIGHT_NOTHING;
  strata_entity now = st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot);
  /* A save may have successors in a circle. */
  for (uint32_t left = st_entity_top(store); now != 0 && left > 0; left--) {
    uint32_t live = st_entity_slot(store, now);
    if (live != 0) return st_sight_of(eval, player, live, out);
    slot = st_entity_last_known_slot(store, now);
    now = slot != 0 ? st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot) : 0;
  }
  return STRATA_OK;
}

strata_status st_sight_is_secret(st_eval *eval, uint32_t slot, bool *out) {
  const st_store *store = eval->store;
  const st_zone *zone = st_zone_of_slot(store, slot);
  strata_entity whose;
  *out = zone && zone->hidden;
  strata_status status =
      *out ? STRATA_OK : read_face_down(eval, slot, out, &whose);
  if (st_knowledge_has(store, slot, ST_ALL_PLAYERS)) *out = false;
  return status;
}
