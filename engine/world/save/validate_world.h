/* audit.h - whether loaded rows fit together: entities, where they are, their
 * values, texts, notes. Of effects see world/save/validate_effects.h, of what
 * happens world/save/validate_play.h. */
#ifndef STRATA_WORLD_SAVE_VALIDATE_WORLD_H
#define STRATA_WORLD_SAVE_VALIDATE_WORLD_H

#include "world/objects/entity.h"
#include "world/store/strings.h"

/* ECORRUPT if something of the store, effects apart, is not as the engine
 * trusts it to be; ENOMEM. */
strata_status st_validate_world(const st_store *store);

/* A handle that was handed out some time, or nobody. */
bool st_validate_handle(const st_store *store, uint64_t handle);

/* Slots of a table that were given back form one list without a cycle, and
 * none of them is in use: has a cell of `used_column`. */
bool st_validate_free_list(const st_store *store, st_table table,
                           uint32_t used_column, uint64_t *length);

/* A text lists abilities, one on each line; `text` is empty scratch. */
bool st_validate_abilities(const st_store *store, uint32_t id, st_text *text);

#endif
