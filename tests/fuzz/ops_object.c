/* ops_object.c - the calls on objects: spawning, moving, turning, looking back.
 */
#include "kit_why.h"
#include "ops_internal.h"

/* What has moved may be asked about later. */
static void ops_gone_by(ops *o, strata_entity entity) {
  o->gone[o->next_gone++ % OPS_GONE] = entity;
}

void ops_keep(ops *o, strata_entity entity) {
  o->entity[ops_byte(o) % OPS_ENTITIES] = entity;
  o->trace = kit_fold_number(o->trace, entity);
}

/* A game of any length stays small. */
static void ops_make_room(ops *o) {
  if (kit_stats(o->world).entities <= 11) return;
  uint64_t hash = strata_hash(o->world);
  strata_entity first = strata_entity_next(o->world, 0);
  ops_done(o, strata_despawn(o->world, first), hash);
}

/* Its key calls it, and no other entity. */
static void check_key(ops *o, strata_entity entity) {
  char key[200];
  size_t size = 0;
  strata_entity found = 0;
  strata_status s = strata_entity_key(o->world, entity, key, sizeof key, &size);
  if (s == STRATA_OK) s = strata_entity_find(o->world, key, &found);
  if (s != STRATA_ENOMEM && found != entity) {
    ops_break(o, "a key calls another entity");
  }
}

void ops_spawn_as(ops *o) {
  ops_make_room(o);
  uint64_t hash = strata_hash(o->world);
  uint8_t b = ops_byte(o);
  strata_definition definition = b >= 250 ? b : b % 5 + 1u;
  strata_entity entity = 0;
  strata_status s = strata_spawn_as(o->world, definition, &entity);
  if (!ops_done(o, s, hash)) return;
  ops_keep(o, entity);
  if (strata_definition_of(o->world, entity) != definition) {
    ops_break(o, "an entity forgot its definition");
  }
  check_key(o, entity);
}

void ops_spawn_copy(ops *o) {
  ops_make_room(o);
  uint64_t hash = strata_hash(o->world);
  uint8_t b = ops_byte(o);
  strata_entity of = b & 1 ? o->gone[b % OPS_GONE] : ops_entity(o);
  strata_entity entity = 0;
  if (!ops_done(o, strata_spawn_copy(o->world, of, &entity), hash)) return;
  ops_keep(o, entity);
}

void ops_transform(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  uint64_t stamp = strata_timestamp(o->world, entity);
  strata_definition face = ops_byte(o) % 6;
  if (!ops_done(o, strata_transform(o->world, entity, face), hash)) return;
  if (strata_timestamp(o->world, entity) <= stamp) {
    ops_break(o, "turning did not renew a timestamp");
  }
}

void ops_restamp(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  uint64_t stamp = strata_timestamp(o->world, entity);
  if (!ops_done(o, strata_restamp(o->world, entity), hash)) return;
  if (strata_timestamp(o->world, entity) <= stamp) {
    ops_break(o, "a timestamp was not renewed");
  }
}

/* The zone that an entity is in, 0 for none. */
static strata_zone zone_of(const ops *o, strata_entity entity) {
  strata_value v = {.type = STRATA_SYM};
  strata_attr zone = kit_attr(o->rules, "zone");
  if (strata_base(o->world, entity, zone, &v) || v.symbol == 0) return 0;
  const char *name = strata_rules_name(o->rules, STRATA_NAME_SYMBOL, v.symbol);
  return strata_rules_find(o->rules, STRATA_NAME_ZONE, name);
}

static void ops_check_move(ops *o, strata_entity old, strata_entity entity,
                           const strata_move_desc *to) {
  if (to->same != (old == entity)) ops_break(o, "a move mistook who moves");
  if (zone_of(o, entity) != to->zone ||
      strata_zone_player(o->world, entity) != to->player) {
    ops_break(o, "a move ended elsewhere");
  }
  if (to->same) return;
  if (strata_is_alive(o->world, old))
    ops_break(o, "a moved one is still there");
  if (strata_successor(o->world, old) != entity) {
    ops_break(o, "a successor is not who it is");
  }
}

void ops_move(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  uint8_t b = ops_byte(o);
  strata_move_desc to = {.zone = b >= 250 ? b : b % 5, .same = b & 32};
  bool shared = to.zone == 0 || to.zone == kit_zone(o->rules, "field") ||
                to.zone == kit_zone(o->rules, "exile");
  uint8_t p = ops_byte(o);
  if (!shared || p == 255) to.player = ops_entity(o);
  to.position = p % 4 ? 0 : (int32_t)ops_number(o);
  strata_entity moved = 0;
  strata_status s = strata_move(o->world, entity, &to, &moved);
  if (!ops_done(o, s, hash)) return;
  o->trace = kit_fold_number(o->trace, moved);
  ops_check_move(o, entity, moved, &to);
  if (!to.same) ops_gone_by(o, entity);
  for (size_t i = 0; i < OPS_ENTITIES; i++) {
    if (o->entity[i] == entity && b % 8) o->entity[i] = moved;
  }
}

uint64_t ops_gone(ops *o) {
  uint64_t sum = 0;
  for (size_t i = 0; i < OPS_GONE; i++) {
    sum = kit_fold_number(sum, strata_successor(o->world, o->gone[i]));
    for (strata_attr a = 1; a <= o->attrs; a++) {
      strata_value value = {.type = STRATA_INT};
      strata_status s = strata_last_known(o->world, o->gone[i], a, &value);
      sum = kit_fold_number(sum, (uint64_t)s);
      if (!s) sum = kit_fold_value(sum, o->rules, &value);
    }
  }
  return sum;
}

/* The view of a seat has each entity once, by an id that is found again. */
static void check_view(ops *o, strata_world *world, strata_entity player) {
  strata_seat_row rows[64];
  size_t count = 0;
  strata_status s = strata_seat_view(world, player, rows, 64, &count);
  if (s == STRATA_ENOMEM) return;
  if (s || count != kit_stats(world).entities) ops_break(o, "a view has gaps");
  for (size_t i = 0; !s && i < count && i < 64; i++) {
    strata_entity found = 0;
    uint64_t id = 0;
    strata_sight sight = STRATA_SIGHT_NOTHING;
    s = strata_seat_find(world, player, rows[i].id, &found);
    if (!s) s = strata_seat_id(world, player, found, &id);
    if (!s) s = strata_seat_sight(world, player, found, &sight);
    if (!s && (found != rows[i].entity || id != rows[i].id ||
               sight != rows[i].sight)) {
      ops_break(o, "a row of a view is not what it says");
    }
  }
  if (s && s != STRATA_ENOMEM) ops_break(o, "an id of a view is lost");
}

/* Who is shown something sees it; in a copy, so that the game goes on as it
 * was. */
static void check_seat(ops *o) {
  strata_entity player = strata_entity_next(o->world, 0);
  strata_world *copy = NULL;
  if (player == 0 || strata_fork(o->world, NULL, &copy)) return;
  check_view(o, copy, player);
  strata_sight sight = STRATA_SIGHT_FACE;
  strata_entity last = player;
  for (strata_entity e = player; e != 0; e = strata_entity_next(copy, e)) {
    last = e;
  }
  strata_status s = strata_seat_secret(copy, o->trace);
  if (!s) s = strata_seat_disclose(copy, player, last);
  if (!s) s = strata_seat_sight(copy, player, last, &sight);
  if (!s && sight != STRATA_SIGHT_FACE) ops_break(o, "who was shown is blind");
  check_view(o, copy, player);
  strata_world_free(copy);
}

void ops_look_back(ops *o) {
  uint64_t hash = strata_hash(o->world);
  check_seat(o);
  o->trace = kit_fold_number(o->trace, ops_gone(o));
  strata_value value = {.type = STRATA_INT};
  strata_entity entity = ops_entity(o);
  strata_attr attr = ops_attr(o);
  strata_status s = strata_last_known(o->world, entity, attr, &value);
  if (ops_done(o, s, hash) && strata_is_alive(o->world, entity)) {
    ops_break(o, "somebody alive has a last value");
  }
  if (strata_hash(o->world) != hash) ops_break(o, "looking back wrote");
}

void ops_forget_gone(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint64_t values = ops_values(o->world);
  if (ops_byte(o) % 2) return;
  if (!ops_done(o, strata_forget_gone(o->world), hash)) return;
  if (ops_values(o->world) != values) ops_break(o, "forgetting changed values");
  for (size_t i = 0; i < OPS_GONE; i++) {
    if (strata_successor(o->world, o->gone[i])) ops_break(o, "not forgotten");
  }
}

/* A list of abilities, and what it says as a value. */
void ops_abilities(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  strata_ability_row rows[6] = {{.ability = 0}};
  size_t count = 0;
  strata_status s = strata_abilities(o->world, entity, rows, 6, &count);
  if (ops_done(o, s, hash)) {
    strata_value v = {.type = STRATA_ABILITIES};
    strata_attr attr = kit_attr(o->rules, "abilities");
    if (strata_get(o->world, entity, attr, &v)) ops_break(o, "no abilities");
    if (v.symbol_count != count) ops_break(o, "abilities miscounted");
    for (size_t i = 0; i < count && i < 6; i++) {
      if (v.symbols[i] != rows[i].ability) ops_break(o, "another ability");
      o->trace = kit_fold_number(o->trace, rows[i].timestamp);
      o->trace = kit_fold_number(o->trace, (uint64_t)rows[i].origin);
    }
  }
  strata_value after = {.type = STRATA_INT};
  strata_layer layer = ops_byte(o) % 7;
  strata_attr attr = ops_attr(o);
  s = strata_get_after(o->world, entity, attr, layer, &after);
  if (ops_done(o, s, hash)) {
    o->trace = kit_fold_value(o->trace, o->rules, &after);
    strata_value now = {.type = STRATA_INT};
    if (layer == 5 && (strata_get(o->world, entity, attr, &now) ||
                       now.integer != after.integer)) {
      ops_break(o, "after the last layer, another value");
    }
  }
  if (strata_hash(o->world) != hash) ops_break(o, "listing wrote");
}

void ops_explain_more(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_why *why = NULL;
  uint8_t b = ops_byte(o);
  strata_effect effect = b & 1 ? ops_effect(o) : STRATA_NO_EFFECT;
  strata_entity source = b & 1 ? 0 : ops_entity(o);
  strata_status s =
      b & 2 ? strata_explain_layer(o->world, (strata_layer)(b % 7), &why)
            : strata_explain_source(o->world, ops_entity(o), source, effect,
                                    &why);
  if (!ops_done(o, s, hash)) return;
  o->trace = kit_fold_text(o->trace, kit_why_text(why));
  o->trace = kit_fold_text(o->trace, strata_why_dot(why));
  o->trace = kit_fold_number(o->trace, strata_why_count(why));
  strata_why_free(why);
  if (strata_hash(o->world) != hash) ops_break(o, "explaining wrote");
}

/* -- Zones ------------------------------------------------------------------
 */

/* How many are in one zone; -1 if one of them says otherwise. */
static int64_t walk(const strata_world *world, strata_zone zone,
                    strata_entity player) {
  uint32_t count = strata_zone_count(world, zone, player);
  strata_entity at = strata_zone_next(world, zone, player, 0);
  for (uint32_t n = 0; n < count; n++) {
    if (!strata_is_alive(world, at)) return -1;
    if (strata_zone_player(world, at) != player) return -1;
    at = strata_zone_next(world, zone, player, at);
  }
  return at == 0 ? (int64_t)count : -1;
}

const char *ops_check_zones(const strata_world *world) {
  const strata_rules *rules = strata_world_rules(world);
  uint32_t zones = strata_rules_count(rules, STRATA_NAME_ZONE);
  uint64_t inside = 0;
  for (strata_zone z = 1; z <= zones; z++) {
    strata_zone_desc desc = {.name = NULL};
    if (strata_rules_zone(rules, z, &desc)) return "a lost zone";
    strata_entity player = desc.shared ? 0 : strata_entity_next(world, 0);
    do {
      int64_t count = walk(world, z, player);
      if (count < 0) return "a zone is no sequence of those in it";
      inside += (uint64_t)count;
      player = player ? strata_entity_next(world, player) : 0;
    } while (player);
  }
  return inside <= kit_stats(world).entities ? NULL
                                             : "somebody is in two zones";
}
