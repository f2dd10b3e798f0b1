/*
 * api_seat.c - seats: what a player may see, view ids, views.
 *
 * A view id is a number enciphered under a key of its seat, which is made of
 * the secret of the world and of the player. The number is a handle or, with
 * the highest bit set, a place: a zone, the slot of its player, and how far up.
 * So an id is found again by deciphering it, and no id is ever written down.
 */
#include "api/world/api_world.h"
#include "base/hash.h"
#include "layers/update/sight.h"
#include "world/objects/zone.h"
#include "world/store/cell_walk.h"

/* -- What a seat sees -- */

/* The last-known slot of an entity that is gone, 0 after refusing. */
static uint32_t check_gone(strata_world *world, strata_entity entity) {
  uint32_t slot = st_entity_last_known_slot(&world->store, entity);
  return slot != 0 ? slot : st_world_check_entity(world, "seat_sight", entity);
}

strata_status strata_seat_sight(strata_world *world, strata_entity player,
                                strata_entity entity, strata_sight *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "seat_sight: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "seat_sight");
  }
  if (st_entity_last_known_slot(&world->store, player) == 0 &&
      st_world_check_entity(world, "seat_sight: player", player) == 0) {
    return STRATA_ESTALE;
  }
  uint32_t slot = st_entity_slot(&world->store, entity);
  const bool is_gone = slot == 0;
  if (is_gone) slot = check_gone(world, entity);
  if (slot == 0) return STRATA_ESTALE;
  strata_sight sight;
  strata_status status = (is_gone ? st_sight_of_gone : st_sight_of)(
      &world->eval, player, slot, &sight);
  if (status) {
    return ST_REFUSE(world, status, "seat_sight: ", st_status_text(status));
  }
  *out = sight;
  return STRATA_OK;
}

strata_status strata_seat_disclose(strata_world *world, strata_entity player,
                                   strata_entity entity) {
  st_world_go_back(world);
  uint32_t slot = st_world_check_entity(world, "seat_disclose", entity);
  if (slot == 0) return STRATA_ESTALE;
  if (player != 0 &&
      st_world_check_entity(world, "seat_disclose: player", player) == 0) {
    return STRATA_ESTALE;
  }
  st_write_call call;
  strata_status status = st_world_begin_write(world, "seat_disclose", &call);
  if (status) return status;
  status = st_mutator_disclose(&world->change, slot, player);
  return st_world_end_write(world, &call, status);
}

/* -- The cipher -- */

enum { ROUNDS = 8 };

/* The key of the ids of a seat. */
static uint64_t key_of_seat(const strata_world *world, strata_entity player) {
  return st_mix(st_scalar_get(&world->store, ST_SCALAR_SEAT_SECRET), player);
}

static uint32_t cipher_round(uint64_t key, uint32_t round, uint32_t half) {
  return (uint32_t)(st_mix(key, (uint64_t)round << 32 | half) >> 16);
}

/* A Feistel network is a permutation, whatever its rounds compute. */
static uint64_t encipher_once(uint64_t key, uint64_t plain) {
  uint32_t left = (uint32_t)(plain >> 32);
  uint32_t right = (uint32_t)plain;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t next = left ^ cipher_round(key, round, right);
    left = right;
    right = next;
  }
  return (uint64_t)left << 32 | right;
}

static uint64_t decipher_once(uint64_t key, uint64_t id) {
  uint32_t left = (uint32_t)(id >> 32);
  uint32_t right = (uint32_t)id;
  for (uint32_t round = ROUNDS; round-- > 0;) {
    uint32_t before = right ^ cipher_round(key, round, left);
    right = left;
    left = before;
  }
  return (uint64_t)left << 32 | right;
}

/* No number is 0, and no id may be, so what would become 0 becomes what 0
 * would. */
static uint64_t encipher(uint64_t key, uint64_t plain) {
  uint64_t id = encipher_once(key, plain);
  return id != 0 ? id : encipher_once(key, 0);
}

static uint64_t decipher(uint64_t key, uint64_t id) {
  uint64_t plain = decipher_once(key, id);
  return plain != 0 ? plain : decipher_once(key, 0);
}

/* -- View ids -- */

/* The number of a place: its highest bit, 15 bits of the zone, 24 bits each of
 * the player's slot and of the place. */
#define PLACE_BIT (UINT64_C(1) << 63)
enum { ZONE_BITS = 15, PLACE_BITS = 24 };

typedef struct zone_place {
  const st_zone *zone;
  uint32_t player, place;
} zone_place;

/* False if it has too large a number for an id. */
static bool number_of_place(const strata_rules *rules, const zone_place *p,
                            uint64_t *out) {
  uint64_t zone = (uint64_t)(p->zone - rules->zones);
  *out = PLACE_BIT | zone << 2 * PLACE_BITS |
         (uint64_t)p->player << PLACE_BITS | p->place;
  return zone >> ZONE_BITS == 0 && p->player >> PLACE_BITS == 0 &&
         p->place >> PLACE_BITS == 0;
}

/* The entity at a place, 0 for none. */
static uint32_t slot_of_place(const strata_world *world, uint64_t number) {
  const uint64_t low = (UINT64_C(1) << PLACE_BITS) - 1;
  uint64_t zone = (number & ~PLACE_BIT) >> 2 * PLACE_BITS;
  uint32_t player = (uint32_t)(number >> PLACE_BITS & low);
  const st_store *store = &world->store;
  if (zone >= world->rules->names[STRATA_NAME_ZONE].count) return 0;
  const st_zone *at = &world->rules->zones[zone];
  bool has_one =
      at->shared ? player == 0 : player != 0 && player <= st_entity_top(store);
  uint32_t slot = has_one ? st_zone_bottom(store, at, player) : 0;
  for (uint64_t left = number & low; slot != 0 && left != 1; left--) {
    if (left == 0) return 0;
    slot = st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot);
  }
  return slot;
}

/* Whether a seat knows an object by its place alone. */
static bool is_known_by_place(const strata_world *world, uint32_t seat,
                              uint32_t slot) {
  const st_store *store = &world->store;
  return st_zone_hides(st_zone_of_slot(store, slot),
                       st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot),
                       seat);
}

static uint32_t place_of(const strata_world *world, uint32_t slot) {
  uint32_t place = 0;
  for (; slot != 0; place++) {
    slot = st_get32(&world->store, ST_COLUMN_ENTITY_BELOW, slot);
  }
  return place;
}

/* The id of an object at a known place. */
static strata_status make_id(strata_world *world, strata_entity player,
                             uint32_t slot, uint32_t place, uint64_t *out) {
  uint64_t number = st_entity_handle(&world->store, slot);
  bool has_room = (number & PLACE_BIT) == 0;
  if (is_known_by_place(world, st_slot_of(player), slot)) {
    const zone_place at = {
        st_zone_of_slot(&world->store, slot),
        st_get32(&world->store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot), place};
    has_room = number_of_place(world->rules, &at, &number);
  }
  if (!has_room) {
    return ST_REFUSE(world, STRATA_ERANGE,
                     "seat_id: no id has room for this place or handle");
  }
  *out = encipher(key_of_seat(world, player), number);
  return STRATA_OK;
}

strata_status strata_seat_secret(strata_world *world, uint64_t secret) {
  st_world_go_back(world);
  st_write_call call;
  strata_status status = st_world_begin_idle_write(world, "seat_secret", &call);
  if (status) return status;
  status = st_scalar_put(&world->store, ST_SCALAR_SEAT_SECRET, secret);
  return st_world_end_write(world, &call, status);
}

strata_status strata_seat_id(strata_world *world, strata_entity player,
                             strata_entity entity, uint64_t *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "seat_id: out is NULL");
  if (st_world_check_entity(world, "seat_id: player", player) == 0) {
    return STRATA_ESTALE;
  }
  uint32_t slot = st_world_check_entity(world, "seat_id", entity);
  if (slot == 0) return STRATA_ESTALE;
  uint32_t place = is_known_by_place(world, st_slot_of(player), slot)
                       ? place_of(world, slot)
                       : 0;
  return make_id(world, player, slot, place, out);
}

strata_status strata_seat_find(strata_world *world, strata_entity player,
                               uint64_t id, strata_entity *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "seat_find: out is NULL");
  if (st_world_check_entity(world, "seat_find: player", player) == 0) {
    return STRATA_ESTALE;
  }
  uint64_t number = decipher(key_of_seat(world, player), id);
  const bool is_place = (number & PLACE_BIT) != 0;
  uint32_t slot = is_place ? slot_of_place(world, number)
                           : st_entity_slot(&world->store, number);
  if (id == 0 || slot == 0 ||
      is_known_by_place(world, st_slot_of(player), slot) != is_place) {
    return ST_REFUSE(world, STRATA_ENOENT,
                     "seat_find: nothing has this view id for this player now");
  }
  *out = st_entity_handle(&world->store, slot);
  return STRATA_OK;
}

/* -- Views -- */

typedef struct view {
  strata_world *world;
  strata_entity player;
  strata_seat_row *rows;
  size_t capacity, count;
} view;

static strata_status add_view_row(view *v, const zone_place *at,
                                  uint32_t slot) {
  strata_world *world = v->world;
  if (v->count++ >= v->capacity) return STRATA_OK;
  strata_seat_row *row = &v->rows[v->count - 1];
  *row = (strata_seat_row){.entity = st_entity_handle(&world->store, slot),
                           .place = at->place};
  if (at->zone) row->zone = (strata_zone)(at->zone - world->rules->zones) + 1;
  if (at->player != 0) {
    row->whose = st_entity_handle(&world->store, at->player);
  }
  strata_status status = make_id(world, v->player, slot, at->place, &row->id);
  if (status) return status;
  status = st_sight_of(&world->eval, v->player, slot, &row->sight);
  return status
             ? ST_REFUSE(world, status, "seat_view: ", st_status_text(status))
             : STRATA_OK;
}

static strata_status add_zone(view *v, const st_zone *zone, uint32_t player) {
  const st_store *store = &v->world->store;
  strata_status status = STRATA_OK;
  zone_place at = {zone, player, 0};
  uint32_t slot = st_zone_bottom(store, zone, player);
  for (; !status && slot != 0;
       slot = st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot)) {
    at.place++;
    status = add_view_row(v, &at, slot);
  }
  return status;
}

/* A zone of each player: in the order of their slots, which no shuffle
 * changes. */
static strata_status add_zones(view *v) {
  const strata_rules *rules = v->world->rules;
  const st_store *store = &v->world->store;
  const uint32_t end = st_entity_top(store) + 1;
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < rules->names[STRATA_NAME_ZONE].count; i++) {
    const st_zone *zone = &rules->zones[i];
    if (zone->shared) {
      status = add_zone(v, zone, 0);
      continue;
    }
    uint32_t player = 0;
    while (!status && (player = st_cell_walk_next(store, zone->ends_column,
                                                  player + 1, end)) < end) {
      status = add_zone(v, zone, player);
    }
  }
  return status;
}

/* An entity in no zone. */
typedef struct loose_entity {
  uint64_t stamp;
  uint32_t slot;
} loose_entity;

static bool is_later(loose_entity a, loose_entity b) {
  return a.stamp != b.stamp ? a.stamp > b.stamp : a.slot > b.slot;
}

static void sort_loose(loose_entity *all, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2) {
    for (size_t i = gap; i < count; i++) {
      const loose_entity one = all[i];
      size_t k = i;
      for (; k >= gap && is_later(all[k - gap], one); k -= gap) {
        all[k] = all[k - gap];
      }
      all[k] = one;
    }
  }
}

static strata_status add_loose(view *v) {
  const st_store *store = &v->world->store;
  const zone_place nowhere = {NULL, 0, 0};
  const uint32_t top = st_entity_top(store);
  size_t count = 0;
  loose_entity *all = st_mem_zeroed(&v->world->mem, top + 1u, sizeof *all);
  if (!all) return ST_REFUSE(v->world, STRATA_ENOMEM, "seat_view: no memory");
  for (uint32_t slot = 1; slot <= top; slot++) {
    if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) continue;
    if (st_zone_of_slot(store, slot)) continue;
    all[count++] =
        (loose_entity){st_get64(store, ST_COLUMN_ENTITY_STAMP, slot), slot};
  }
  sort_loose(all, count);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    status = add_view_row(v, &nowhere, all[i].slot);
  }
  st_mem_free(&v->world->mem, all, top + 1u, sizeof *all);
  return status;
}

strata_status strata_seat_view(strata_world *world, strata_entity player,
                               strata_seat_row *buffer, size_t capacity,
                               size_t *count) {
  st_world_go_back(world);
  if (!count || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "seat_view: ", count ? "buffer is NULL" : "count is NULL");
  }
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "seat_view");
  }
  if (st_world_check_entity(world, "seat_view: player", player) == 0) {
    return STRATA_ESTALE;
  }
  view v = {world, player, buffer, capacity, 0};
  strata_status status = add_zones(&v);
  if (!status) status = add_loose(&v);
  if (!status) *count = v.count;
  return status;
}
