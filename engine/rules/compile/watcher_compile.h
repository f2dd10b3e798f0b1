/* watcher_compile.h - watcher definitions and handler chains. */
#ifndef STRATA_RULES_COMPILE_WATCHER_COMPILE_H
#define STRATA_RULES_COMPILE_WATCHER_COMPILE_H

#include "rules/declare/builder.h"

strata_status st_watcher_compile_heads(strata_builder *builder,
                                       strata_rules *rules);

strata_status st_watcher_compile_bodies(strata_builder *builder,
                                        strata_rules *rules);

bool st_watcher_compile_chains(strata_rules *rules);

void st_watcher_compile_rw(strata_rules *rules);

#endif
