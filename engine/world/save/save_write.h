/* save_write.h - the state of a store as a save. */
#ifndef STRATA_WORLD_SAVE_SAVE_WRITE_H
#define STRATA_WORLD_SAVE_SAVE_WRITE_H

#include "world/store/store.h"

/* Write the state into `buffer`. False if it does not fit; *size gets the bytes
 * that the save takes either way. Cost O(state). */
bool st_save_write(const st_store *store, uint8_t *buffer, size_t capacity,
                   size_t *size);

#endif
