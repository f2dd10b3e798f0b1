/*
 * zone.c - zones as doubly linked sequences.
 *
 * An entity stores the links to its neighbours. A zone stores its two ends, in
 * two columns indexed by the slot of the player whose zone it is. So drawing,
 * discarding and putting on the bottom cost the same however large a library
 * is, and an empty zone costs nothing.
 *
 * Invariant: ENTITY_ZONE and ENTITY_ZONE_PLAYER name the sequence that an
 * entity is linked in; an entity in no zone has no links (checked for loaded
 * rows by zones_ok in world/save/validate_world.c).
 */
#include "world/objects/zone.h"

#include "world/objects/knowledge.h"

const st_zone *st_zone_find(const strata_rules *rules, strata_symbol symbol) {
  if (symbol == 0) return NULL;
  for (size_t i = 0; i < rules->names[STRATA_NAME_ZONE].count; i++) {
    if (rules->zones[i].symbol == symbol) return &rules->zones[i];
  }
  return NULL;
}

/* The row of the columns of a zone's ends that is of one player. */
static uint32_t ends_row(const st_zone *zone, uint32_t player) {
  assert(zone->shared == (player == 0));
  return zone->shared ? 1 : player;
}

uint32_t st_zone_bottom(const st_store *store, const st_zone *zone,
                        uint32_t player) {
  return st_get32(store, zone->ends_column, ends_row(zone, player));
}

uint32_t st_zone_top(const st_store *store, const st_zone *zone,
                     uint32_t player) {
  return st_get32(store, zone->ends_column + 1, ends_row(zone, player));
}

uint32_t st_zone_count(const st_store *store, const st_zone *zone,
                       uint32_t player) {
  uint32_t count = 0;
  uint32_t slot = st_zone_bottom(store, zone, player);
  for (; slot != 0; slot = st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot)) {
    count++;
  }
  return count;
}

/* Find the two neighbours of a position, 0 for none, walking from the end that
 * the position counts from. False if the position lies beyond the ends. */
static bool find_position(const st_store *store, const st_zone *zone,
                          uint32_t player, int32_t position, uint32_t *below,
                          uint32_t *above) {
  *below = 0;
  *above = 0;
  if (position > 0) {
    *above = st_zone_bottom(store, zone, player);
    for (int32_t n = 1; n < position; n++) {
      if (*above == 0) return false;
      *below = *above;
      *above = st_get32(store, ST_COLUMN_ENTITY_ABOVE, *above);
    }
    return true;
  }
  *below = st_zone_top(store, zone, player);
  for (int32_t n = -1; n > position; n--) {
    if (*below == 0) return false;
    *above = *below;
    *below = st_get32(store, ST_COLUMN_ENTITY_BELOW, *below);
  }
  return true;
}

/* Make two entities neighbours in a zone. 0 for one of them makes the other an
 * end of the zone. */
static strata_status link_neighbours(st_store *store, const st_zone *zone,
                                     uint32_t player, uint32_t below,
                                     uint32_t above) {
  uint32_t row = ends_row(zone, player);
  strata_status status =
      below ? st_put32(store, ST_COLUMN_ENTITY_ABOVE, below, above)
            : st_put32(store, zone->ends_column, row, above);
  if (status) return status;
  return above ? st_put32(store, ST_COLUMN_ENTITY_BELOW, above, below)
               : st_put32(store, zone->ends_column + 1, row, below);
}

uint32_t st_zone_nth(const st_store *store, const st_zone *zone,
                     uint32_t player, int64_t n) {
  if (n < 1) return 0;
  uint32_t slot = st_zone_top(store, zone, player);
  for (; slot != 0 && n > 1; n--) {
    slot = st_get32(store, ST_COLUMN_ENTITY_BELOW, slot);
  }
  return slot;
}

strata_entity st_zone_nth_of_player(const st_store *store, const st_zone *zone,
                                    strata_entity player, int64_t n) {
  uint32_t whose = zone->shared ? 0 : st_entity_slot(store, player);
  if (!zone->shared && whose == 0) return 0;
  return st_entity_handle(store, st_zone_nth(store, zone, whose, n));
}

strata_status st_zone_reorder(st_store *store, const st_zone *zone,
                              uint32_t player, const uint32_t *slots,
                              uint32_t count) {
  strata_status status = STRATA_OK;
  uint32_t below = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    assert(st_zone_of_slot(store, slots[i]) == zone);
    status = link_neighbours(store, zone, player, below, slots[i]);
    if (!status) status = st_knowledge_forget(store, slots[i]);
    below = slots[i];
  }
  return status ? status : link_neighbours(store, zone, player, below, 0);
}

strata_status st_zone_enter(st_store *store, uint32_t slot, const st_zone *zone,
                            uint32_t player, int32_t position) {
  assert(st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) && slot != player);
  assert(st_get32(store, ST_COLUMN_ENTITY_ZONE, slot) == 0);
  uint32_t below;
  uint32_t above;
  if (!find_position(store, zone, player, position, &below, &above)) {
    return STRATA_ERANGE;
  }
  strata_status status =
      st_put32(store, ST_COLUMN_ENTITY_ZONE, slot, zone->symbol);
  if (!status) {
    status = st_put32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot, player);
  }
  if (!status) status = link_neighbours(store, zone, player, below, slot);
  if (!status) status = link_neighbours(store, zone, player, slot, above);
  return status;
}

strata_status st_zone_leave(st_store *store, uint32_t slot) {
  const st_zone *zone = st_zone_of_slot(store, slot);
  strata_status status = st_knowledge_forget(store, slot);
  if (status || !zone) return status;
  uint32_t player = st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot);
  uint32_t below = st_get32(store, ST_COLUMN_ENTITY_BELOW, slot);
  uint32_t above = st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot);
  status = link_neighbours(store, zone, player, below, above);
  for (uint32_t c = ST_COLUMN_ENTITY_ZONE;
       !status && c <= ST_COLUMN_ENTITY_BELOW; c++) {
    status = st_put32(store, c, slot, 0);
  }
  return status;
}
