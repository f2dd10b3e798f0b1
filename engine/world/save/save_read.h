/* save_read.h - reading a save, which may be hostile, into an empty store. */
#ifndef STRATA_WORLD_SAVE_SAVE_READ_H
#define STRATA_WORLD_SAVE_SAVE_READ_H

#include "base/text.h"
#include "world/store/store.h"

/* Fill an empty store from a save. Each cell is checked by itself; whether the
 * rows fit together, the modules validate_world, validate_effects and
 * validate_play check. ECORRUPT for damaged bytes, ENOENT for a name that the
 * rules lack, EEXIST where renames make two names one, ELIMIT, ENOMEM; the
 * store is then good for st_store_fini alone. Cost O(bytes). */
strata_status st_save_read(st_store *store, const uint8_t *bytes, size_t size,
                           strata_error *error);

#endif
