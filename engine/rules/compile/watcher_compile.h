/* watcher_compile.h - the compiler of watcher definitions and handler chains;
 * steps of st_event_compile_all, in this order. */
#ifndef STRATA_RULES_COMPILE_WATCHER_COMPILE_H
#define STRATA_RULES_COMPILE_WATCHER_COMPILE_H

#include "rules/declare/builder.h"

/* Names, flags and parameters of watcher definitions. */
strata_status st_watcher_compile_heads(strata_builder *builder,
                                       strata_rules *rules);

/* Their expressions, programs and keys. */
strata_status st_watcher_compile_bodies(strata_builder *builder,
                                        strata_rules *rules);

/* The global chains of event types. False if memory runs out. */
bool st_watcher_compile_chains(strata_rules *rules);

/* What watcher definitions read and write, with the events that they emit. */
void st_watcher_compile_rw(strata_rules *rules);

#endif
