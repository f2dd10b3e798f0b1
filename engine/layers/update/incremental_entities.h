/* incremental_entities.h - entities that come, go or change under a finished
 * pass. */
#ifndef STRATA_LAYERS_UPDATE_INCREMENTAL_ENTITIES_H
#define STRATA_LAYERS_UPDATE_INCREMENTAL_ENTITIES_H

#include "layers/values/evaluate_value.h"

/*
 * Bring the current pass up to date with the changes that the classes have
 * recorded. *done becomes false if the result might not be that of a new pass:
 * then one must be run, and on an error too. Cost O(units) for each changed
 * class, O(classes / 64) for each unit that counts entities.
 */
strata_status st_incremental_entities_update(st_eval *eval, bool *done);

#endif
