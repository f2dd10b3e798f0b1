/* zone.h - zones: each is a sequence of entities from bottom to top. */
#ifndef STRATA_WORLD_OBJECTS_ZONE_H
#define STRATA_WORLD_OBJECTS_ZONE_H

#include "world/objects/entity.h"

/* The zone with an id; NULL for 0 and for an id that the rules do not have. */
static inline const st_zone *st_zone_of(const strata_rules *rules,
                                        strata_zone zone) {
  return zone - 1u < rules->names[STRATA_NAME_ZONE].count
             ? &rules->zones[zone - 1]
             : NULL;
}

/* The zone whose name a symbol is; NULL if no zone has that name. */
const st_zone *st_zone_find(const strata_rules *rules, strata_symbol symbol);

/* The zone that an entity is in, or NULL. */
static inline const st_zone *st_zone_of_slot(const st_store *store,
                                             uint32_t slot) {
  return st_zone_find(store->rules,
                      st_get32(store, ST_COLUMN_ENTITY_ZONE, slot));
}

/* Whether a zone of player `of` hides the faces in it from player `seat`, both
 * as slots: players see their own objects in a hidden zone, unless it is
 * ordered; then nobody may look at it. `zone` may be NULL: none. */
static inline bool st_zone_hides(const st_zone *zone, uint32_t of,
                                 uint32_t seat) {
  return zone && zone->hidden && (zone->ordered || of == 0 || of != seat);
}

/* The lowest and the highest entity of a zone, 0 if the zone is empty. Here and
 * below `player` is the slot of the player whose zone it is, 0 for a shared
 * zone. */
uint32_t st_zone_bottom(const st_store *store, const st_zone *zone,
                        uint32_t player);
uint32_t st_zone_top(const st_store *store, const st_zone *zone,
                     uint32_t player);

/* How many entities are in a zone. Cost O(count). */
uint32_t st_zone_count(const st_store *store, const st_zone *zone,
                       uint32_t player);

/* The n-th entity from the top, from 1; 0 if there are fewer. Cost O(n). */
uint32_t st_zone_nth(const st_store *store, const st_zone *zone,
                     uint32_t player, int64_t n);

/* The handle of the n-th entity from the top of the zone of a player, who is
 * ignored for a shared zone; 0 if there is none. Cost O(n). */
strata_entity st_zone_nth_of_player(const st_store *store, const st_zone *zone,
                                    strata_entity player, int64_t n);

/* Change the order of a zone, in which nobody can follow an entity by eye: what
 * was shown of it is forgotten. `slots` lists all of its entities from bottom
 * to top. Entities keep their handles and timestamps. Cost O(count). */
strata_status st_zone_reorder(st_store *store, const st_zone *zone,
                              uint32_t player, const uint32_t *slots,
                              uint32_t count);

/* Put a live entity that is in no zone into a zone. `position` counts as in
 * strata_move_desc; ERANGE if it lies beyond the ends. Cost O(position). */
strata_status st_zone_enter(st_store *store, uint32_t slot, const st_zone *zone,
                            uint32_t player, int32_t position);

/* Take an entity out of its zone, if it is in one. Cost O(1). */
strata_status st_zone_leave(st_store *store, uint32_t slot);

#endif
