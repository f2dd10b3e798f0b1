/* zone.h - where entities are: a zone is a sequence, from bottom to top. */
#ifndef STRATA_WORLD_OBJECTS_ZONE_H
#define STRATA_WORLD_OBJECTS_ZONE_H

#include "world/objects/entity.h"

/* NULL for an id that the rules do not have, 0 included. */
static inline const st_zone *st_zone_of(const strata_rules *rules,
                                        strata_zone zone) {
  return zone - 1u < rules->names[STRATA_NAME_ZONE].count
             ? &rules->zones[zone - 1]
             : NULL;
}

/* The zone whose name a symbol is, NULL if it is none's. */
const st_zone *st_zone_find(const strata_rules *rules, strata_symbol symbol);

/* The zone that a slot is in, NULL for none. */
static inline const st_zone *st_zone_of_slot(const st_store *store,
                                             uint32_t slot) {
  return st_zone_find(store->rules,
                      st_get32(store, ST_COLUMN_ENTITY_ZONE, slot));
}

/* The ends of a zone, 0 if it is empty. `player` is a slot, 0 if the zone is
 * shared. */
uint32_t st_zone_bottom(const st_store *store, const st_zone *zone,
                        uint32_t player);
uint32_t st_zone_top(const st_store *store, const st_zone *zone,
                     uint32_t player);

/* How many are in it. Cost O(them). */
uint32_t st_zone_count(const st_store *store, const st_zone *zone,
                       uint32_t player);

/* The n-th from the top, 0 if there are fewer. Cost O(n). */
uint32_t st_zone_nth(const st_store *store, const st_zone *zone,
                     uint32_t player, int64_t n);

/* Let all of a zone lie in another order: `slots` are they, from the bottom
 * up. What they are, and since when, stays. */
strata_status st_zone_reorder(st_store *store, const st_zone *zone,
                              uint32_t player, const uint32_t *slots,
                              uint32_t count);

/* Put a live slot that is in no zone into one; `position` as in
 * strata_move_desc. ERANGE beyond its ends. Cost O(position). */
strata_status st_zone_enter(st_store *store, uint32_t slot, const st_zone *zone,
                            uint32_t player, int32_t position);

/* Take a slot out of its zone, if it is in one. Cost O(1). */
strata_status st_zone_leave(st_store *store, uint32_t slot);

#endif
