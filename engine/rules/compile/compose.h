/* compose.h - programs, from words to data. */
#ifndef STRATA_COMPOSE_H
#define STRATA_COMPOSE_H

#include "rules/compile/framing.h"

/* Compile the deeds into the program, which was begun for them. `title` is what
 * messages call them: "does". */
strata_status st_compose(st_framing *c, st_stage stage, const char *title,
                         const strata_deed *deeds, size_t count);

#endif
