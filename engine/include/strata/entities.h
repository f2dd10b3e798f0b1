/* strata/entities.h - entities and their values. */
#ifndef STRATA_ENTITIES_H
#define STRATA_ENTITIES_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Create an entity; all of its attributes have their defaults.
 *
 * Errors   ENOMEM; ERANGE past 2^31 entities
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_spawn(strata_world *world,
                                                        strata_entity *out);

/**
 * Remove an entity. Its handle is stale from now on and never names another;
 * nothing is kept of what it was. Effects locked to it lose it; an effect that
 * is locked to no other entity, or lasts while this source does, ends. Entities
 * in a zone of its own are in no zone from then on.
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(attributes + symbols + its effects)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_despawn(strata_world *world,
                                                          strata_entity entity);

/** True if the handle names an entity of this world now. Cost O(1). */
STRATA_API bool strata_is_alive(const strata_world *world,
                                strata_entity entity);

/** The entity in the next slot after `entity` (0: the first one), 0 at the
 * end. Entities may be removed on the way. Cost O(1) amortised. */
STRATA_API strata_entity strata_entity_next(const strata_world *world,
                                            strata_entity entity);

/**
 * Read the current value: the base value after all continuous effects.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE; ENOENT for an unknown attribute; ENOMEM
 * Cost     O(1) if cached, else O(parts on this value) and that of what they
 *          read
 * Rule     613.1
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_get(strata_world *world,
                                                      strata_entity entity,
                                                      strata_attr attr,
                                                      strata_value *out);

/**
 * Read the current value of an INT or FLAG: strata_get for hot loops.
 *
 * Errors   ESTALE; ENOENT; ETYPE; ENOMEM
 * Cost     O(1) if cached, else O(parts on this value) and that of what they
 *          read
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_get_int(strata_world *world,
                                                          strata_entity entity,
                                                          strata_attr attr,
                                                          int64_t *out);

/**
 * Read the current value of one INT or FLAG for many entities.
 *
 * entities `count` handles; the same one may come twice. NULL if count is 0
 * out      caller's, room for `count` values, in the order of the entities. Its
 *          content is undefined if the call fails
 * Errors   ESTALE, and the message has the index; ENOENT; ETYPE; EINVAL for a
 *          NULL; ENOMEM
 * Cost     O(count) if cached, else like strata_get_int of each; least where
 *          entities come in the order in which they were spawned. Allocates
 *          nothing once all values have been read before
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_get_ints(strata_world *world, strata_attr attr,
                const strata_entity *entities, size_t count, int64_t *out);

/**
 * Tell whether the current value of a SET or ABILITIES holds a symbol.
 *
 * Errors   ESTALE; ENOENT for an unknown attribute or symbol; ETYPE; ENOMEM
 * Cost     O(1) if cached, else as strata_get
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_has(strata_world *world,
                                                      strata_entity entity,
                                                      strata_attr attr,
                                                      strata_symbol symbol,
                                                      bool *out);

/**
 * Read the base value, before all effects.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_base(strata_world *world,
                                                       strata_entity entity,
                                                       strata_attr attr,
                                                       strata_value *out);

/**
 * Change the base value.
 *
 * value    `type` must be the attribute's
 * Errors   ESTALE for `entity` or the ref; ENOENT for an unknown attribute, or
 *          a symbol that is not in the set's domain; ETYPE; ERANGE outside of
 *          the attribute's range; EINVAL for "zone", which only strata_move
 *          changes; ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_set_base(strata_world *world, strata_entity entity, strata_attr attr,
                const strata_value *value);

/**
 * Change the base value of an INT or FLAG: strata_set_base for hot loops.
 *
 * Errors   ESTALE; ENOENT; ETYPE; ERANGE; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_set_base_int(
    strata_world *world, strata_entity entity, strata_attr attr, int64_t value);

/**
 * Put one symbol into the base value of a SET, or take it out.
 *
 * Errors   ESTALE; ENOENT; ETYPE; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_set_base_symbol(strata_world *world, strata_entity entity,
                       strata_attr attr, strata_symbol symbol, bool present);

#ifdef __cplusplus
}
#endif

#endif
