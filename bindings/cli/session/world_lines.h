/*
 * world_lines.h - a world as lines of text on standard output.
 */
#ifndef STRATA_CLI_SESSION_WORLD_LINES_H
#define STRATA_CLI_SESSION_WORLD_LINES_H

#include <stdbool.h>
#include <strata.h>

/* Each prints; false, and the error on standard error, if the engine refused.
 */

/* An entity's attributes: current values, and base values where they differ. */
bool stc_print_entity(strata_world *world, strata_entity entity);

/* One line for each entity. */
bool stc_print_entities(strata_world *world);

/* One line for each effect, in the order of their timestamps. */
bool stc_print_effects(strata_world *world);

#endif
