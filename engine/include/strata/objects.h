/* strata/objects.h - definitions, zones, moves, abilities, last-known values.
 */
#ifndef STRATA_OBJECTS_H
#define STRATA_OBJECTS_H

#include "strata/abilities.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Create an entity with the base values of a definition, in no zone.
 *
 * Errors   ENOENT; ENOMEM; ERANGE past 2^31 entities
 * Cost     O(base values)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_spawn_as(
    strata_world *world, strata_definition definition, strata_entity *out);

/**
 * Create an entity whose base values are the copiable values of another: a
 * token that is a copy (707.2). It is in no zone and has no definition.
 *
 * of       alive, or gone and last known
 * Errors   ESTALE; ENOMEM; ERANGE past 2^31 entities
 * Cost     O(attributes), and that of what they read
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_spawn_copy(strata_world *world, strata_entity of, strata_entity *out);

/** The definition that an entity was spawned from, 0 for none. Cost O(1). */
STRATA_API strata_definition strata_definition_of(const strata_world *world,
                                                  strata_entity entity);

/**
 * Write the key of an entity: a text that calls it in this state, and in each
 * fork, save, process and platform that has this state: the name of its
 * definition, "duel:bear"; of others with the same one in the order of their
 * slots "duel:bear#2"; of an entity without a definition its handle, "#3:1".
 * When the state changes, a key may call another entity.
 *
 * buffer   room for `capacity` bytes; NULL, with a capacity of 0, to ask for
 *          the size alone
 * size     bytes needed, with the NUL at the end; written also if they do not
 *          fit
 * Errors   ERANGE if there is a buffer and they do not fit in it; ESTALE;
 *          EINVAL; ENOMEM
 * Cost     O(entities)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_entity_key(strata_world *world, strata_entity entity, char *buffer,
                  size_t capacity, size_t *size);

/**
 * Find the entity that a key calls.
 *
 * key      as strata_entity_key writes it, also with an old name
 * out      the entity, which is alive
 * Errors   ENOENT if it calls none; EINVAL; ENOMEM
 * Cost     O(entities)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_entity_find(strata_world *world, const char *key, strata_entity *out);

/**
 * Turn an entity to another face: base values become those of `face`, but for
 * attributes that are kept, hold counters or stamp, which stay, as do zone and
 * effects. The entity gets a new timestamp. Its definition remains: after a
 * move it has the base values of that again.
 *
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(base values)
 * Rule     712.8, 613.7g
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_transform(
    strata_world *world, strata_entity entity, strata_definition face);

/** The timestamp of an entity, which it gets as it enters its zone or anew
 * later; 0 for a stale handle. Timestamps of entities, counters and effects are
 * of one sequence. Cost O(1). */
STRATA_API uint64_t strata_timestamp(const strata_world *world,
                                     strata_entity entity);

/**
 * Give an entity a new timestamp (613.7d-j).
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(1)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_restamp(strata_world *world,
                                                          strata_entity entity);

typedef struct strata_move_desc {
  strata_zone zone;     /* 0: out of all zones */
  strata_entity player; /* whose zone; 0 for a shared one */
  /* Where in the zone: from 1 at the bottom, from -1 at the top; 0: on top. */
  int32_t position;
  bool same; /* it stays the same object, with handle, effects and counters */
} strata_move_desc;

/**
 * Move an entity. It becomes a new object with the base values of its
 * definition (without one: those of its base values that are copiable) and
 * those that are kept. Effects on the old object end, and its handle is stale:
 * strata_successor gives the new object, strata_last_known the values that it
 * had. It gets a new timestamp. Entities in a zone of the old object's own are
 * in no zone from then on.
 *
 * out      its new handle, or the same; may be NULL
 * Errors   ESTALE for entity or player; ENOENT; EINVAL for a player with a
 *          shared zone, none with one of each player's, the entity itself as
 *          player; ERANGE for a position beyond the zone's ends, or of none;
 *          ENOMEM
 * Cost     O(attributes), and that of what they read; O(position)
 * Rule     400.7
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_move(strata_world *world, strata_entity entity,
            const strata_move_desc *to, strata_entity *out);

/** How many entities are in a zone; `player` 0 for a shared one. Cost O(the
 * number). */
STRATA_API uint32_t strata_zone_count(const strata_world *world,
                                      strata_zone zone, strata_entity player);

/** The bottommost entity of a zone, or the one above `below`; 0 past the top.
 * `player` 0 for a shared one. Cost O(1). */
STRATA_API strata_entity strata_zone_next(const strata_world *world,
                                          strata_zone zone,
                                          strata_entity player,
                                          strata_entity below);

/** The player whose zone an entity is in, 0 for a shared zone or none. Cost
 * O(1). */
STRATA_API strata_entity strata_zone_player(const strata_world *world,
                                            strata_entity entity);

/** The object that a moved one has become, 0 if it has not moved or is
 * forgotten; the new object may have moved on. Rule 400.7. Cost O(1). */
STRATA_API strata_entity strata_successor(const strata_world *world,
                                          strata_entity gone);

/**
 * Read a value as it was just before an entity moved and became another object.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE if it is alive, or nothing is known of it any more; ENOENT;
 *          ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Rule     608.2h
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_last_known(strata_world *world, strata_entity gone, strata_attr attr,
                  strata_value *out);

/**
 * Forget the last-known values of entities that are gone: for a host to call
 * when nothing refers to them any more, such as at the end of a turn.
 *
 * Errors   ENOMEM
 * Cost     O(slots of entities)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_forget_gone(strata_world *world);

/* Where an ability comes from: 305.7 takes away by it, 707.2 copies by it. */
#define STRATA_ORIGIN_MAP(X)                                                   \
  X(PRINTED, 0, "printed")     /* base value, or given by a copy effect */     \
  X(INTRINSIC, 1, "intrinsic") /* given by a law */                            \
  X(GRANTED, 2, "granted")

typedef enum strata_ability_origin {
#define X(name, value, text) STRATA_ORIGIN_##name = value,
  STRATA_ORIGIN_MAP(X)
#undef X
} strata_ability_origin;

/** An origin in words: "printed"; "unknown" for none. O(1). */
STRATA_API const char *strata_ability_origin_text(strata_ability_origin origin);

typedef struct strata_ability_row {
  strata_symbol ability;
  strata_ability_origin origin;
  strata_entity giver; /* the source of the effect that granted it, or 0 */
  uint64_t timestamp;  /* of its effects (613.7a) */
} strata_ability_row;

/**
 * List the abilities that an entity has now, in order.
 *
 * buffer   room for `capacity` rows; NULL if that is 0
 * count    how many there are, also if they do not fit
 * Errors   ESTALE; ETYPE if the rules have no attribute of this type; ENOMEM
 * Cost     O(abilities), and a pass if something has changed
 * Rule     113
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_abilities(strata_world *world, strata_entity entity,
                 strata_ability_row *buffer, size_t capacity, size_t *count);

/**
 * Read a value as it stands after a layer: base power is power after the layer
 * that sets it (208.4b).
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     as strata_explain
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_get_after(strata_world *world, strata_entity entity, strata_attr attr,
                 strata_layer layer, strata_value *out);

#ifdef __cplusplus
}
#endif

#endif
