/* enact_play.h - kinds of events, what watchers say and handlers, from words to
 * what is worked with. */
#ifndef STRATA_RULES_COMPILE_EVENT_COMPILE_H
#define STRATA_RULES_COMPILE_EVENT_COMPILE_H

#include "rules/declare/builder.h"

/* Make the fields, classes, kinds, codes and handlers of rules that have all
 * else but abilities, laws and definitions. Errors: those of
 * strata_builder_freeze. */
strata_status st_event_compile_all(strata_builder *builder,
                                   strata_rules *rules);

#endif
