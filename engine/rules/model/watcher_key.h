/* watcher_key.h - the choice of a watcher definition's key. */
#ifndef STRATA_RULES_MODEL_WATCHER_KEY_H
#define STRATA_RULES_MODEL_WATCHER_KEY_H

#include "rules/model/watcher_def.h"

/* Choose the key of a compiled watcher definition that has none yet. Errors:
 * ENOMEM. */
strata_status st_watcher_key_choose(st_watcher_def *def,
                                    const strata_rules *rules, st_mem *mem);

#endif
