/* save.h - canonical bytes: writing, reading what may be hostile, the hash. */
#ifndef STRATA_WORLD_SAVE_SAVE_H
#define STRATA_WORLD_SAVE_SAVE_H

#include "base/text.h"
#include "world/store/store.h"

/* The state's hash: of what a save says, the order of its columns apart. */
uint64_t st_save_hash(const st_store *store);

/* Write the state. False if it does not fit; *size is what it takes either way.
 * Cost O(state). */
bool st_save_write(const st_store *store, uint8_t *buffer, size_t capacity,
                   size_t *size);

/* Fill an empty store. Cells are checked one by one; whether they fit together
 * is for the floors above to say. */
strata_status st_save_read(st_store *store, const uint8_t *bytes, size_t size,
                           strata_error *error);

#endif
