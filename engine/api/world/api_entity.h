/* api_entity.h - snapshots of the copiable values of an entity, and its key. */
#ifndef STRATA_API_WORLD_API_ENTITY_H
#define STRATA_API_WORLD_API_ENTITY_H

#include "api/world/api_world.h"

/* Take a slot of an entity that is gone and write the copiable values of `of`
 * to its cells. `of` is alive, or gone with last-known values; `call` is for
 * the message. On failure the caller undoes what was written. */
strata_status st_world_snapshot_copiable(strata_world *world, strata_entity of,
                                         const char *call, uint32_t *out);

/* Write the key of an entity that is alive. */
void st_entity_key_write(const strata_world *world, strata_entity entity,
                         st_text *out);

#endif
