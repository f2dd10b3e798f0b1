/* admit.h - entities that come, go or change under a finished pass. */
#ifndef STRATA_ADMIT_H
#define STRATA_ADMIT_H

#include "layers/values/fold.h"

/*
 * Bring the pass that counts up to date with the news of the classes. *done is
 * false if that cannot be told to give what a new pass would: then one must be
 * run. On an error too.
 * Cost O(units) for each class that has news, O(classes / 64) for each unit
 * that counts entities.
 */
strata_status st_admit(st_eval *eval, bool *done);

#endif
