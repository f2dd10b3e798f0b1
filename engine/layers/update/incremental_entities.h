/* admit.h - entities that come, go or change under a finished pass. */
#ifndef STRATA_LAYERS_UPDATE_INCREMENTAL_ENTITIES_H
#define STRATA_LAYERS_UPDATE_INCREMENTAL_ENTITIES_H

#include "layers/values/evaluate_value.h"

/*
 * Bring the pass that counts up to date with the news of the classes. *done is
 * false if that cannot be told to give what a new pass would: then one must be
 * run. On an error too.
 * Cost O(units) for each class that has news, O(classes / 64) for each unit
 * that counts entities.
 */
strata_status st_incremental_entities_update(st_eval *eval, bool *done);

#endif
