/* validate_world.h - checks that loaded rows agree with each other: entities,
 * zones, base values, texts, notes. validate_effects.h has the checks of
 * effects, validate_play.h those of watchers, triggers, log and decisions. */
#ifndef STRATA_WORLD_SAVE_VALIDATE_WORLD_H
#define STRATA_WORLD_SAVE_VALIDATE_WORLD_H

#include "world/objects/entity.h"
#include "world/store/strings.h"

/* ECORRUPT if some row breaks an invariant that the engine trusts; ENOMEM. Cost
 * O(state). */
strata_status st_validate_world(const st_store *store);

/* Whether a handle is 0, or was handed out at some time. */
bool st_validate_handle(const st_store *store, uint64_t handle);

/* Whether the free slots of a table form one list without a cycle, and none of
 * them is in use, which is to say has a cell in `used_column`. *length is the
 * length of the list. */
bool st_validate_free_list(const st_store *store, st_table table,
                           uint32_t used_column, uint64_t *length);

/* Whether the text with an id lists abilities, one on each line. `text` is a
 * buffer for it. */
bool st_validate_abilities(const st_store *store, uint32_t id, st_text *text);

#endif
