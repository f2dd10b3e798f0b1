/* event_compile.h - the compiler of event types, watcher definitions and
 * handlers. */
#ifndef STRATA_RULES_COMPILE_EVENT_COMPILE_H
#define STRATA_RULES_COMPILE_EVENT_COMPILE_H

#include "rules/declare/builder.h"

/* Compile fields, replacement classes, event types, watcher definitions and
 * handlers. The rules must have all else but abilities, laws and definitions.
 * Errors: those of strata_builder_freeze. */
strata_status st_event_compile_all(strata_builder *builder,
                                   strata_rules *rules);

#endif
