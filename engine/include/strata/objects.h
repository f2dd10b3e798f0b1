/* strata/objects.h - definitions, zones, abilities that are there, what is
 * gone. */
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
 * Cost     O(attributes), and what they read
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_spawn_copy(strata_world *world, strata_entity of, strata_entity *out);

/** The definition that an entity was spawned from, 0 for none. Cost O(1). */
STRATA_API strata_definition strata_definition_of(const strata_world *world,
                                                  strata_entity entity);

/**
 * Turn to another face: base values become those of `face`, but for attributes
 * that are kept or hold counters, which stay, as do zone, effects and whatever
 * stamps. The entity gets a new timestamp. Its definition remains: when it
 * moves, it is that again.
 *
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(base values)
 * Rule     712.8, 613.7g
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_transform(
    strata_world *world, strata_entity entity, strata_definition face);

/** When the entity entered its zone or was last renewed; 0 for a stale handle.
 * Timestamps of entities, counters and effects are of one sequence. O(1). */
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
  strata_entity player; /* whose; 0 for a shared one */
  /* Where in the zone: from 1 at the bottom, from -1 at the top; 0: on top. */
  int32_t position;
  bool same; /* it stays the same object: handle, effects, counters */
} strata_move_desc;

/**
 * Move an entity. It becomes a new object with the base values of its
 * definition (without one: those of its base values that are copiable) and
 * those that are kept; effects on the old one end, and its handle is stale:
 * strata_successor tells what has become of it, strata_last_known what it was.
 * It gets a new timestamp. Whoever is in a zone of the old object's own is in
 * none from then on.
 *
 * out      its new handle, or the same; may be NULL
 * Errors   ESTALE for entity or player; ENOENT; EINVAL for a player with a
 *          shared zone, none with one of each player's, the entity itself as
 *          player; ERANGE for a position beyond the zone's ends, or of none;
 *          ENOMEM
 * Cost     O(attributes), and what they read; O(position)
 * Rule     400.7
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_move(strata_world *world, strata_entity entity,
            const strata_move_desc *to, strata_entity *out);

/** How many entities are in a zone; `player` 0 for a shared one. O(them). */
STRATA_API uint32_t strata_zone_count(const strata_world *world,
                                      strata_zone zone, strata_entity player);

/** The bottommost entity of a zone, or the one above `below`; 0 past the top.
 * `player` 0 for a shared one. Cost O(1). */
STRATA_API strata_entity strata_zone_next(const strata_world *world,
                                          strata_zone zone,
                                          strata_entity player,
                                          strata_entity below);

/** Whose zone an entity is in, 0 for a shared one or none. Cost O(1). */
STRATA_API strata_entity strata_zone_player(const strata_world *world,
                                            strata_entity entity);

/** The object that a moved one has become, 0 if it has not moved or what it
 * was is forgotten; that one may have moved on. Rule 400.7. Cost O(1). */
STRATA_API strata_entity strata_successor(const strata_world *world,
                                          strata_entity gone);

/**
 * Read a value as it was just before an entity moved and became another object.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE if it is alive, or nothing is known of it; ENOENT; ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Rule     608.2h
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_last_known(strata_world *world, strata_entity gone, strata_attr attr,
                  strata_value *out);

/**
 * Forget what entities were: for a host to call when nothing refers to them any
 * more, such as at the end of a turn.
 *
 * Errors   ENOMEM
 * Cost     O(entities ever)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_forget_gone(strata_world *world);

/* Where an ability comes from: 305.7 takes away by it, 707.2 copies by it. */
typedef enum strata_ability_origin {
  STRATA_ORIGIN_PRINTED = 0,   /* base value, or given by a copy effect */
  STRATA_ORIGIN_INTRINSIC = 1, /* a law's */
  STRATA_ORIGIN_GRANTED = 2
} strata_ability_origin;

typedef struct strata_ability_row {
  strata_symbol ability;
  strata_ability_origin origin;
  strata_entity giver; /* the source of the effect that granted it, or 0 */
  uint64_t timestamp;  /* what an effect of it gets (613.7a) */
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
