/* api_entity.c - entities as objects: spawning, moving, zones, last-known
 * values. */
#include "api/world/api_entity.h"

/* -- Coming -- */

/* The slot of an entity with known copiable values, alive or gone; 0 after
 * refusing. */
static uint32_t check_copiable_entity(strata_world *world, const char *call,
                                      strata_entity entity) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (slot == 0) slot = st_entity_last_known_slot(&world->store, entity);
  if (slot == 0) {
    (void)ST_REFUSE(
        world, STRATA_ESTALE, call, ": entity ", st_handle_text_of(entity).text,
        entity == 0 ? " is nobody" : " is gone, and what it was is not known");
  }
  return slot;
}

strata_status st_world_snapshot_copiable(strata_world *world, strata_entity of,
                                         const char *call, uint32_t *out) {
  uint32_t slot = check_copiable_entity(world, call, of);
  if (slot == 0) return STRATA_ESTALE;
  strata_status status =
      st_mutator_spawn_copy_snapshot(&world->change, slot, out);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status, call, ": ",
                   st_store_status_text(&world->store, status));
}

static strata_status spawn_from_model(strata_world *world, const char *name,
                                      const st_spawn_template *model,
                                      strata_entity *out) {
  st_write_call call;
  strata_status status = st_world_begin_write(world, name, &call);
  if (status) return status;
  strata_entity entity = 0;
  status = st_mutator_spawn(&world->change, model, 1, &entity);
  status = st_world_end_write(world, &call, status);
  if (!status) *out = entity;
  return status;
}

strata_status strata_spawn(strata_world *world, strata_entity *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn: out is NULL");
  return spawn_from_model(world, "spawn", &(st_spawn_template){0}, out);
}

static strata_status refuse_definition_id(strata_world *world, const char *call,
                                          strata_definition definition) {
  uint32_t count = st_rules_count(world->rules, STRATA_NAME_DEFINITION);
  st_number_text most = st_number_format(count);
  return ST_REFUSE(world, STRATA_ENOENT, call, ": no definition ",
                   st_number_format(definition).text, "; these rules have ",
                   count ? "1 to " : "none", count ? most.text : "");
}

strata_status strata_spawn_as(strata_world *world, strata_definition definition,
                              strata_entity *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn_as: out is NULL");
  if (!st_definition_of(world->rules, definition)) {
    return refuse_definition_id(world, "spawn_as", definition);
  }
  return spawn_from_model(world, "spawn_as",
                          &(st_spawn_template){.definition = definition}, out);
}

strata_status strata_spawn_copy(strata_world *world, strata_entity of,
                                strata_entity *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn_copy: out is NULL");
  uint32_t slot = check_copiable_entity(world, "spawn_copy", of);
  if (slot == 0) return STRATA_ESTALE;
  return spawn_from_model(world, "spawn_copy",
                          &(st_spawn_template){.copied = slot}, out);
}

/* -- Going -- */

strata_status strata_despawn(strata_world *world, strata_entity entity) {
  st_world_go_back(world);
  if (st_world_check_entity(world, "despawn", entity) == 0) {
    return STRATA_ESTALE;
  }
  st_write_call call;
  strata_status status = st_world_begin_write(world, "despawn", &call);
  if (status) return status;
  status = st_mutator_remove(&world->change, entity);
  return st_world_end_write(world, &call, status);
}

bool strata_is_alive(const strata_world *world, strata_entity entity) {
  st_world_go_back(world);
  return st_entity_slot(&world->store, entity) != 0;
}

strata_entity strata_entity_next(const strata_world *world,
                                 strata_entity entity) {
  st_world_go_back(world);
  const st_store *store = &world->store;
  uint64_t from = (uint64_t)st_slot_of(entity) + 1;
  uint32_t top = st_entity_top(store);
  if (from > top) return 0;
  uint64_t skip = UINT64_MAX << (from % 64);
  for (uint32_t w = (uint32_t)(from / 64); w <= top / 64; w++) {
    uint64_t live = st_get_bits64(store, ST_COLUMN_ENTITY_LIVE, w) & skip;
    if (live != 0) return st_entity_handle(store, w * 64 + st_lowest_bit(live));
    skip = UINT64_MAX;
  }
  return 0;
}

/* -- Definitions and timestamps -- */

strata_definition strata_definition_of(const strata_world *world,
                                       strata_entity entity) {
  st_world_go_back(world);
  uint32_t slot = st_entity_slot(&world->store, entity);
  return st_get32(&world->store, ST_COLUMN_ENTITY_DEFINITION, slot);
}

strata_status strata_transform(strata_world *world, strata_entity entity,
                               strata_definition face) {
  st_world_go_back(world);
  uint32_t slot = st_world_check_entity(world, "transform", entity);
  if (slot == 0) return STRATA_ESTALE;
  if (!st_definition_of(world->rules, face)) {
    return refuse_definition_id(world, "transform", face);
  }
  st_write_call call;
  strata_status status = st_world_begin_write(world, "transform", &call);
  if (status) return status;
  status = st_mutator_turn_face(&world->change, slot, face);
  return st_world_end_write(world, &call, status);
}

uint64_t strata_timestamp(const strata_world *world, strata_entity entity) {
  st_world_go_back(world);
  uint32_t slot = st_entity_slot(&world->store, entity);
  return st_get64(&world->store, ST_COLUMN_ENTITY_STAMP, slot);
}

strata_status strata_restamp(strata_world *world, strata_entity entity) {
  st_world_go_back(world);
  uint32_t slot = st_world_check_entity(world, "restamp", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_write_call call;
  strata_status status = st_world_begin_write(world, "restamp", &call);
  if (status) return status;
  status = st_mutator_restamp(&world->change, slot);
  return st_world_end_write(world, &call, status);
}

/* -- Moving -- */

static strata_status check_zone_player(strata_world *world,
                                       const strata_move_desc *to,
                                       st_zone_move *out) {
  const st_zone *zone = out->zone;
  bool wanted = zone && !zone->shared;
  if (wanted != (to->player != 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "move: zone '",
                     zone ? zone->name : "none",
                     wanted ? "' is one of each player's: say whose"
                            : "' belongs to no player: leave the player out");
  }
  if (!wanted) return STRATA_OK;
  out->player = st_world_check_entity(world, "move: player", to->player);
  if (out->player == 0) return STRATA_ESTALE;
  if (out->player != out->slot) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, "move: entity ",
                   st_handle_text_of(to->player).text,
                   " cannot be in a zone of its own");
}

static strata_status check_move_desc(strata_world *world, strata_entity entity,
                                     const strata_move_desc *to,
                                     st_zone_move *out) {
  if (!to) return ST_REFUSE(world, STRATA_EINVAL, "move: it does not say to");
  *out = (st_zone_move){.slot = st_world_check_entity(world, "move", entity),
                        .zone = st_zone_of(world->rules, to->zone),
                        .position = to->position,
                        .stays_same_object = to->same};
  if (out->slot == 0) return STRATA_ESTALE;
  if (to->zone != 0 && !out->zone) {
    uint32_t count = st_rules_count(world->rules, STRATA_NAME_ZONE);
    st_number_text most = st_number_format(count);
    return ST_REFUSE(world, STRATA_ENOENT, "move: no zone ",
                     st_number_format(to->zone).text, "; these rules have ",
                     count ? "1 to " : "none", count ? most.text : "");
  }
  if (!out->zone && out->position != 0) {
    return ST_REFUSE(world, STRATA_ERANGE, "move: position ",
                     st_number_format(out->position).text, " of no zone");
  }
  return check_zone_player(world, to, out);
}

/* The entity has left its zone already, so positions count the others. */
static strata_status refuse_zone_position(strata_world *world,
                                          const st_zone_move *move) {
  uint32_t count = st_zone_count(&world->store, move->zone, move->player);
  return ST_REFUSE(world, STRATA_ERANGE, "move: position ",
                   st_number_format(move->position).text, " of '",
                   move->zone->name, "', which has ",
                   st_number_format(count).text,
                   " others: from 1 at the bottom, from -1 at the top");
}

strata_status strata_move(strata_world *world, strata_entity entity,
                          const strata_move_desc *to, strata_entity *out) {
  st_world_go_back(world);
  st_zone_move move = {0};
  strata_status status = check_move_desc(world, entity, to, &move);
  if (status) return status;
  st_write_call call;
  status = st_world_begin_write(world, "move", &call);
  if (status) return status;
  strata_entity moved = entity;
  status = st_mutator_move(&world->change, &move, &moved);
  if (status == STRATA_ERANGE && move.zone && move.position != 0) {
    status = refuse_zone_position(world, &move);
    st_world_undo_write(world, &call);
    return status;
  }
  status = st_world_end_write(world, &call, status);
  if (!status && out) *out = moved;
  return status;
}

/* -- Zones -- */

/* Resolve a zone and the slot of its player; false if there is no such zone. */
static bool find_zone_of_player(const strata_world *world, strata_zone id,
                                strata_entity player, const st_zone **zone,
                                uint32_t *slot) {
  *zone = st_zone_of(world->rules, id);
  *slot = st_entity_slot(&world->store, player);
  return *zone && ((*zone)->shared ? player == 0 : *slot != 0);
}

uint32_t strata_zone_count(const strata_world *world, strata_zone zone,
                           strata_entity player) {
  st_world_go_back(world);
  const st_zone *of;
  uint32_t slot;
  if (!find_zone_of_player(world, zone, player, &of, &slot)) return 0;
  return st_zone_count(&world->store, of, slot);
}

strata_entity strata_zone_next(const strata_world *world, strata_zone zone,
                               strata_entity player, strata_entity below) {
  st_world_go_back(world);
  const st_store *store = &world->store;
  const st_zone *of;
  uint32_t slot;
  if (!find_zone_of_player(world, zone, player, &of, &slot)) return 0;
  if (below == 0) {
    return st_entity_handle(store, st_zone_bottom(store, of, slot));
  }
  uint32_t at = st_entity_slot(store, below);
  if (st_zone_of_slot(store, at) != of ||
      st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, at) != slot) {
    return 0;
  }
  return st_entity_handle(store, st_get32(store, ST_COLUMN_ENTITY_ABOVE, at));
}

strata_entity strata_zone_player(const strata_world *world,
                                 strata_entity entity) {
  st_world_go_back(world);
  const st_store *store = &world->store;
  uint32_t slot = st_entity_slot(store, entity);
  return st_entity_handle(store,
                          st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot));
}

/* -- What was -- */

strata_entity strata_successor(const strata_world *world, strata_entity gone) {
  st_world_go_back(world);
  uint32_t slot = st_entity_last_known_slot(&world->store, gone);
  return st_get64(&world->store, ST_COLUMN_ENTITY_SUCCESSOR, slot);
}

strata_status strata_last_known(strata_world *world, strata_entity gone,
                                strata_attr attr, strata_value *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "last_known: out is NULL");
  if (!st_world_check_attr(world, "last_known", attr)) return STRATA_ENOENT;
  uint32_t slot = st_entity_last_known_slot(&world->store, gone);
  if (slot != 0) return st_world_export_base_value(world, attr, slot, out);
  bool alive = st_entity_slot(&world->store, gone) != 0;
  return ST_REFUSE(world, STRATA_ESTALE, "last_known: entity ",
                   st_handle_text_of(gone).text,
                   gone == 0 ? " is nobody"
                   : alive   ? " is alive: get tells what it is"
                             : " did not move, or what it was is forgotten");
}

strata_status strata_forget_gone(strata_world *world) {
  st_world_go_back(world);
  st_write_call call;
  strata_status status = st_world_begin_idle_write(world, "forget_gone", &call);
  if (status) return status;
  status = st_mutator_forget_last_known(&world->change);
  return st_world_end_write(world, &call, status);
}
