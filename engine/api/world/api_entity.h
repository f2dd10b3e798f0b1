/* api_object.h - what an entity is at one moment, kept. */
#ifndef STRATA_API_WORLD_API_ENTITY_H
#define STRATA_API_WORLD_API_ENTITY_H

#include "api/world/api_world.h"

/* Take a slot of somebody gone whose cells are the copiable values of `of`, who
 * is alive, or gone and last known; `call` is for the message. What it writes
 * is the caller's to undo. */
strata_status st_world_snapshot_copiable(strata_world *world, strata_entity of,
                                         const char *call, uint32_t *out);

#endif
