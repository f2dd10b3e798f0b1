/*
 * api_object.c - entities as objects: coming, moving, going, and what they
 * were.
 *
 * What somebody was is two rows of values of one moment, before anything is
 * taken apart: current ones, which become the cells of the slot that is left,
 * and copiable ones, which get a slot of their own only where they differ.
 */
#include "api/api_object.h"

#include "world/object.h"
#include "world/zone.h"

#include <string.h>

/* -- The values of one moment -- */

/* Words of one row of values. */
static size_t row_words(const strata_rules *rules) {
  size_t words = 0;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    words += rules->attrs[i].words;
  }
  return words;
}

/* The text of a list of abilities, in place of the list's id. */
static strata_status intern_list(strata_world *world, uint64_t *word) {
  st_text *text = &world->scratch;
  st_text_clear(text);
  strata_status status = st_eval_list_text(&world->eval, *word, text);
  if (!status && text->failed) status = STRATA_ENOMEM;
  if (status) return status;
  uint32_t id;
  status = st_strings_intern(&world->strings, &world->store, st_text_get(text),
                             text->length, &id);
  *word = id;
  return status;
}

/* One value as base values are written: current, or copiable. */
static strata_status take_value(strata_world *world, strata_attr attr,
                                uint32_t slot, bool copiable, uint64_t *out) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  strata_status status;
  if (copiable) {
    status = st_eval_copiable(&world->eval, attr, slot, out);
  } else {
    const uint64_t *words;
    status = st_eval_value(&world->eval, attr, slot, &words);
    if (!status) memcpy(out, words, a->words * sizeof *out);
  }
  if (status || a->type != STRATA_ABILITIES) return status;
  return intern_list(world, out);
}

/* Room for two rows, the current and the copiable one. */
static strata_status reserve_rows(strata_world *world) {
  bool made =
      st_mem_reserve(&world->mem, &world->values, &world->value_capacity,
                     2 * row_words(world->rules) + 1, sizeof world->values[0]);
  return made ? STRATA_OK : STRATA_ENOMEM;
}

/* A row of a live slot's values; with `copiable` of those alone. */
static strata_status take_row(strata_world *world, uint32_t slot, bool copiable,
                              uint64_t *row) {
  for (uint32_t i = 0; i < st_attr_count(world->rules); i++) {
    const st_attr *attr = &world->rules->attrs[i];
    if (attr->copiable || !copiable) {
      strata_status status = take_value(world, i + 1, slot, copiable, row);
      if (status) return status;
    }
    row += attr->words;
  }
  return STRATA_OK;
}

/* Write the copiable values of a row into a slot. */
static strata_status put_copiable(strata_world *world, uint32_t slot,
                                  const uint64_t *row) {
  for (uint32_t i = 0; i < st_attr_count(world->rules); i++) {
    const st_attr *attr = &world->rules->attrs[i];
    if (attr->copiable) {
      strata_status status = st_object_write(&world->store, attr, slot, row);
      if (status) return status;
    }
    row += attr->words;
  }
  return STRATA_OK;
}

/* Write a row of current values into the cells of somebody who goes: also
 * where it is, and how many counters it has, whose stamps stay. */
static strata_status put_last(strata_world *world, uint32_t slot,
                              const uint64_t *row) {
  st_store *store = &world->store;
  for (uint32_t i = 0; i < st_attr_count(world->rules); i++) {
    const st_attr *attr = &world->rules->attrs[i];
    strata_status status =
        attr->type == STRATA_SET
            ? st_object_write(store, attr, slot, row)
            : st_entity_set_base(store, attr, slot, (int64_t)row[0]);
    if (status) return status;
    row += attr->words;
  }
  return STRATA_OK;
}

static bool rows_differ(const strata_rules *rules, const uint64_t *current,
                        const uint64_t *copiable) {
  size_t at = 0;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->copiable && memcmp(current + at, copiable + at,
                                 attr->words * sizeof *current) != 0) {
      return true;
    }
    at += attr->words;
  }
  return false;
}

/* The gone slot that holds the copiable values of somebody gone. */
static uint32_t copiable_slot(const st_store *store, uint32_t gone) {
  uint32_t apart = st_get32(store, ST_COLUMN_ENTITY_ABOVE, gone);
  return apart ? apart : gone;
}

/* Somebody whose copiable values are known: alive, or gone. */
typedef struct model {
  uint32_t live, gone; /* a slot; the other is 0 */
} model;

/* Find it, and take its row while it is as the evaluator knows it. */
static strata_status take_model(strata_world *world, strata_entity of,
                                const char *call, model *out) {
  *out = (model){.live = st_entity_slot(&world->store, of),
                 .gone = st_entity_gone_slot(&world->store, of)};
  if (out->gone != 0) return STRATA_OK;
  if (out->live == 0) {
    return ST_REFUSE(
        world, STRATA_ESTALE, call, ": entity ", st_handle_text_of(of).text,
        of == 0 ? " is nobody" : " is gone, and what it was is not known");
  }
  strata_status status = reserve_rows(world);
  if (!status) status = take_row(world, out->live, true, world->values);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status, call, ": ", strata_status_text(status));
}

/* Give a slot the copiable values of the model just taken. */
static strata_status put_model(strata_world *world, const model *from,
                               uint32_t slot) {
  if (from->live) return put_copiable(world, slot, world->values);
  st_store *store = &world->store;
  return st_object_copy(store, copiable_slot(store, from->gone), slot);
}

strata_status st_world_snapshot(strata_world *world, strata_entity of,
                                const char *call, uint32_t *out) {
  model from;
  strata_status status = take_model(world, of, call, &from);
  if (status) return status;
  status = st_entity_spawn_gone(&world->store, out);
  if (!status) status = put_model(world, &from, *out);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status, call, ": ", strata_status_text(status));
}

/* -- Coming -- */

/* End a call that has made an entity. */
static strata_status finish_spawn(strata_world *world, st_savepoint start,
                                  strata_status status, const char *call,
                                  strata_entity entity, strata_entity *out) {
  status = st_world_finish(world, start, status, call);
  if (status) return status;
  st_eval_spawned(&world->eval, st_slot_of(entity));
  *out = entity;
  return STRATA_OK;
}

strata_status strata_spawn(strata_world *world, strata_entity *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn: out is NULL");
  st_savepoint start = st_store_begin(&world->store);
  strata_entity entity = 0;
  strata_status status = st_entity_spawn(&world->store, &entity);
  return finish_spawn(world, start, status, "spawn", entity, out);
}

static strata_status unknown_definition(strata_world *world, const char *call,
                                        strata_definition definition) {
  uint32_t count = strata_rules_count(world->rules, STRATA_KIND_DEFINITION);
  st_number most = st_number_of(count);
  return ST_REFUSE(world, STRATA_ENOENT, call, ": no definition ",
                   st_number_of(definition).text, "; these rules have ",
                   count ? "1 to " : "none", count ? most.text : "");
}

strata_status strata_spawn_as(strata_world *world, strata_definition definition,
                              strata_entity *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn_as: out is NULL");
  if (!st_definition_of(world->rules, definition)) {
    return unknown_definition(world, "spawn_as", definition);
  }
  st_savepoint start = st_store_begin(&world->store);
  strata_entity entity = 0;
  strata_status status =
      st_object_spawn(&world->store, &world->strings, definition, &entity);
  return finish_spawn(world, start, status, "spawn_as", entity, out);
}

strata_status strata_spawn_copy(strata_world *world, strata_entity of,
                                strata_entity *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn_copy: out is NULL");
  st_savepoint start = st_store_begin(&world->store);
  model from;
  strata_status status = take_model(world, of, "spawn_copy", &from);
  if (status) {
    st_world_undo(world, start);
    return status;
  }
  strata_entity entity = 0;
  status = st_entity_spawn(&world->store, &entity);
  if (!status) status = put_model(world, &from, st_slot_of(entity));
  return finish_spawn(world, start, status, "spawn_copy", entity, out);
}

/* -- Going -- */

/* Effects that were to last while this source does. */
static strata_status end_sourced(strata_world *world, strata_entity source) {
  st_store *store = &world->store;
  if (st_scalar_get(store, ST_SCALAR_WHILE_SOURCE) == 0) return STRATA_OK;
  for (uint32_t slot = 1; slot <= st_effect_top(store); slot++) {
    if (!st_get_bit(store, ST_COLUMN_EFFECT_WHILE_SOURCE, slot) ||
        st_get64(store, ST_COLUMN_EFFECT_SOURCE, slot) != source) {
      continue;
    }
    st_eval_effect_going(&world->eval, slot);
    strata_status status = st_effect_remove(store, slot);
    if (status) return status;
  }
  return STRATA_OK;
}

/* A slot is in another zone than before, or in it anew. */
static void place_changed(strata_world *world, uint32_t slot) {
  strata_attr zone = world->rules->zone_attr;
  if (zone) st_eval_changed(&world->eval, zone, slot);
  st_eval_entity_changed(&world->eval, slot);
}

/* Whoever is in a zone of the entity's own is in none from now on. */
static strata_status empty_zones(strata_world *world, uint32_t player) {
  st_store *store = &world->store;
  for (size_t i = 0; i < world->rules->names[STRATA_KIND_ZONE].count; i++) {
    const st_zone *zone = &world->rules->zones[i];
    if (zone->shared) continue;
    uint32_t slot;
    while ((slot = st_zone_top(store, zone, player)) != 0) {
      strata_status status = st_zone_leave(store, slot);
      if (status) return status;
      place_changed(world, slot);
    }
  }
  return STRATA_OK;
}

/* Take an entity that is about to go out of all that knows it. */
static strata_status let_go(strata_world *world, strata_entity entity) {
  uint32_t slot = st_slot_of(entity);
  strata_status status = end_sourced(world, entity);
  if (!status) status = st_effect_release(&world->store, slot);
  if (!status) status = st_zone_leave(&world->store, slot);
  if (!status) status = empty_zones(world, slot);
  return status;
}

strata_status strata_despawn(strata_world *world, strata_entity entity) {
  uint32_t slot = st_world_entity(world, "despawn", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = let_go(world, entity);
  if (!status) status = st_entity_despawn(&world->store, slot);
  status = st_world_finish(world, start, status, "despawn");
  if (!status) st_eval_despawned(&world->eval, slot);
  return status;
}

bool strata_is_alive(const strata_world *world, strata_entity entity) {
  return st_entity_slot(&world->store, entity) != 0;
}

strata_entity strata_entity_next(const strata_world *world,
                                 strata_entity entity) {
  const st_store *store = &world->store;
  uint64_t from = (uint64_t)st_slot_of(entity) + 1;
  uint32_t top = st_entity_top(store);
  if (from > top) return 0;
  uint64_t skip = UINT64_MAX << (from % 64);
  for (uint32_t w = (uint32_t)(from / 64); w <= top / 64; w++) {
    uint64_t live = st_get_word(store, ST_COLUMN_ENTITY_LIVE, w) & skip;
    if (live != 0) return st_entity_handle(store, w * 64 + st_lowest_bit(live));
    skip = UINT64_MAX;
  }
  return 0;
}

/* -- Definitions and timestamps -- */

strata_definition strata_definition_of(const strata_world *world,
                                       strata_entity entity) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  return st_get32(&world->store, ST_COLUMN_ENTITY_DEFINITION, slot);
}

strata_status strata_transform(strata_world *world, strata_entity entity,
                               strata_definition face) {
  uint32_t slot = st_world_entity(world, "transform", entity);
  if (slot == 0) return STRATA_ESTALE;
  if (!st_definition_of(world->rules, face)) {
    return unknown_definition(world, "transform", face);
  }
  st_store *store = &world->store;
  st_savepoint start = st_store_begin(store);
  strata_status status = st_object_turn(store, &world->strings, slot, face);
  if (!status) status = st_entity_restamp(store, slot);
  status = st_world_finish(world, start, status, "transform");
  if (status) return status;
  for (uint32_t i = 0; i < st_attr_count(world->rules); i++) {
    if (st_attr_stays(&world->rules->attrs[i])) continue;
    st_eval_changed(&world->eval, i + 1, slot);
  }
  st_eval_entity_changed(&world->eval, slot);
  return STRATA_OK;
}

uint64_t strata_timestamp(const strata_world *world, strata_entity entity) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  return st_get64(&world->store, ST_COLUMN_ENTITY_STAMP, slot);
}

strata_status strata_restamp(strata_world *world, strata_entity entity) {
  uint32_t slot = st_world_entity(world, "restamp", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = st_entity_restamp(&world->store, slot);
  status = st_world_finish(world, start, status, "restamp");
  if (!status) st_eval_entity_changed(&world->eval, slot);
  return status;
}

/* -- Moving -- */

/* A move whose arguments are checked. */
typedef struct move {
  strata_world *world;
  uint32_t slot; /* of who moves */
  const st_zone *zone;
  uint32_t player; /* slot */
  int32_t position;
  bool refused; /* and why has been said */
} move;

static strata_status check_player(move *m, const strata_move_desc *to) {
  strata_world *world = m->world;
  bool wanted = m->zone && !m->zone->shared;
  if (wanted != (to->player != 0)) {
    const char *name = m->zone ? m->zone->name : "none";
    return ST_REFUSE(world, STRATA_EINVAL, "move: zone '", name,
                     wanted ? "' is one of each player's: say whose"
                            : "' belongs to no player: leave the player out");
  }
  if (!wanted) return STRATA_OK;
  m->player = st_world_entity(world, "move: player", to->player);
  if (m->player == 0) return STRATA_ESTALE;
  if (m->player != m->slot) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, "move: entity ",
                   st_handle_text_of(to->player).text,
                   " cannot be in a zone of its own");
}

static strata_status check_move(move *m, strata_entity entity,
                                const strata_move_desc *to) {
  strata_world *world = m->world;
  if (!to) return ST_REFUSE(world, STRATA_EINVAL, "move: it does not say to");
  m->slot = st_world_entity(world, "move", entity);
  if (m->slot == 0) return STRATA_ESTALE;
  m->zone = st_zone_of(world->rules, to->zone);
  m->position = to->position;
  if (to->zone != 0 && !m->zone) {
    uint32_t count = strata_rules_count(world->rules, STRATA_KIND_ZONE);
    st_number most = st_number_of(count);
    return ST_REFUSE(world, STRATA_ENOENT, "move: no zone ",
                     st_number_of(to->zone).text, "; these rules have ",
                     count ? "1 to " : "none", count ? most.text : "");
  }
  if (!m->zone && m->position != 0) {
    return ST_REFUSE(world, STRATA_ERANGE, "move: position ",
                     st_number_of(m->position).text, " of no zone");
  }
  return check_player(m, to);
}

/* Let a slot that is in no zone enter the one moved to. */
static strata_status enter(move *m, uint32_t slot) {
  if (!m->zone) return STRATA_OK;
  st_store *store = &m->world->store;
  strata_status status =
      st_zone_enter(store, slot, m->zone, m->player, m->position);
  if (status != STRATA_ERANGE) return status;
  m->refused = true;
  uint32_t count = st_zone_count(store, m->zone, m->player);
  return ST_REFUSE(m->world, status, "move: position ",
                   st_number_of(m->position).text, " of '", m->zone->name,
                   "', which has ", st_number_of(count).text,
                   " others: from 1 at the bottom, from -1 at the top");
}

static strata_status move_same(move *m) {
  st_store *store = &m->world->store;
  strata_status status = st_zone_leave(store, m->slot);
  if (!status) status = enter(m, m->slot);
  if (!status) status = st_entity_restamp(store, m->slot);
  return status;
}

/* The new object, of which nothing but its printed and kept values is as the
 * old one was (400.7). */
static strata_status move_anew(move *m, strata_entity *out) {
  strata_world *world = m->world;
  st_store *store = &world->store;
  strata_status status = st_entity_spawn(store, out);
  if (status) return status;
  uint32_t slot = st_slot_of(*out);
  strata_definition definition =
      st_get32(store, ST_COLUMN_ENTITY_DEFINITION, m->slot);
  status = definition
               ? st_object_print(store, &world->strings, slot, definition)
               : st_object_copy(store, m->slot, slot);
  if (!status) status = st_object_keep(store, m->slot, slot);
  if (!status) status = enter(m, slot);
  return status;
}

/* Keep what the old object was, as the rows tell. */
static strata_status keep_last(const move *m, strata_entity successor) {
  strata_world *world = m->world;
  st_store *store = &world->store;
  const uint64_t *current = world->values;
  const uint64_t *copiable = current + row_words(world->rules);
  strata_status status = put_last(world, m->slot, current);
  if (!status) status = st_entity_freeze(store, m->slot);
  if (!status) {
    status = st_put64(store, ST_COLUMN_ENTITY_SUCCESSOR, m->slot, successor);
  }
  if (status || !rows_differ(world->rules, current, copiable)) return status;
  uint32_t apart;
  status = st_entity_spawn_gone(store, &apart);
  if (!status) status = put_copiable(world, apart, copiable);
  if (status) return status;
  return st_put32(store, ST_COLUMN_ENTITY_ABOVE, m->slot, apart);
}

static strata_status move_new(move *m, strata_entity entity,
                              strata_entity *out) {
  strata_world *world = m->world;
  strata_status status = reserve_rows(world);
  uint64_t *copiable = world->values + row_words(world->rules);
  if (!status) status = take_row(world, m->slot, false, world->values);
  if (!status) status = take_row(world, m->slot, true, copiable);
  if (!status) status = let_go(world, entity);
  if (!status) status = move_anew(m, out);
  if (!status) status = keep_last(m, *out);
  return status;
}

strata_status strata_move(strata_world *world, strata_entity entity,
                          const strata_move_desc *to, strata_entity *out) {
  move m = {.world = world};
  strata_status status = check_move(&m, entity, to);
  if (status) return status;
  strata_entity moved = entity;
  st_savepoint start = st_store_begin(&world->store);
  status = to->same ? move_same(&m) : move_new(&m, entity, &moved);
  if (m.refused) {
    st_world_undo(world, start);
    return status;
  }
  status = st_world_finish(world, start, status, "move");
  if (status) return status;
  if (to->same) {
    place_changed(world, m.slot);
  } else {
    st_eval_despawned(&world->eval, m.slot);
    st_eval_spawned(&world->eval, st_slot_of(moved));
  }
  if (out) *out = moved;
  return STRATA_OK;
}

/* -- Zones -- */

/* The zone and the player's slot that a question names; false if there is no
 * such. */
static bool find_zone(const strata_world *world, strata_zone id,
                      strata_entity player, const st_zone **zone,
                      uint32_t *slot) {
  *zone = st_zone_of(world->rules, id);
  *slot = st_entity_slot(&world->store, player);
  return *zone && ((*zone)->shared ? player == 0 : *slot != 0);
}

uint32_t strata_zone_count(const strata_world *world, strata_zone zone,
                           strata_entity player) {
  const st_zone *of;
  uint32_t slot;
  if (!find_zone(world, zone, player, &of, &slot)) return 0;
  return st_zone_count(&world->store, of, slot);
}

strata_entity strata_zone_next(const strata_world *world, strata_zone zone,
                               strata_entity player, strata_entity below) {
  const st_store *store = &world->store;
  const st_zone *of;
  uint32_t slot;
  if (!find_zone(world, zone, player, &of, &slot)) return 0;
  if (below == 0) {
    return st_entity_handle(store, st_zone_bottom(store, of, slot));
  }
  uint32_t at = st_entity_slot(store, below);
  if (st_zone_around(store, at) != of ||
      st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, at) != slot) {
    return 0;
  }
  return st_entity_handle(store, st_get32(store, ST_COLUMN_ENTITY_ABOVE, at));
}

strata_entity strata_zone_player(const strata_world *world,
                                 strata_entity entity) {
  const st_store *store = &world->store;
  uint32_t slot = st_entity_slot(store, entity);
  return st_entity_handle(store,
                          st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot));
}

/* -- What was -- */

strata_entity strata_successor(const strata_world *world, strata_entity gone) {
  uint32_t slot = st_entity_gone_slot(&world->store, gone);
  return st_get64(&world->store, ST_COLUMN_ENTITY_SUCCESSOR, slot);
}

strata_status strata_last_known(strata_world *world, strata_entity gone,
                                strata_attr attr, strata_value *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "last_known: out is NULL");
  if (!st_world_attr(world, "last_known", attr)) return STRATA_ENOENT;
  uint32_t slot = st_entity_gone_slot(&world->store, gone);
  if (slot != 0) return st_world_give_cells(world, attr, slot, out);
  bool alive = st_entity_slot(&world->store, gone) != 0;
  return ST_REFUSE(world, STRATA_ESTALE, "last_known: entity ",
                   st_handle_text_of(gone).text,
                   gone == 0 ? " is nobody"
                   : alive   ? " is alive: get tells what it is"
                             : " did not move, or what it was is forgotten");
}

/* True if a gone slot is what an effect copies: it ends with the effect. */
static bool is_snapshot(const st_store *store, uint32_t slot) {
  return st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) != 0;
}

strata_status strata_forget_gone(strata_world *world) {
  st_store *store = &world->store;
  st_savepoint start = st_store_begin(store);
  strata_status status = STRATA_OK;
  uint32_t top = st_entity_top(store);
  for (uint32_t w = 0; !status && w <= top / 64; w++) {
    uint64_t gone = st_get_word(store, ST_COLUMN_ENTITY_GONE, w);
    for (; !status && gone != 0; gone &= gone - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(gone);
      if (!is_snapshot(store, slot)) status = st_entity_release(store, slot);
    }
  }
  return st_world_finish(world, start, status, "forget_gone");
}
