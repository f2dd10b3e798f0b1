/* joined_part.h - events that are a part of another because a replacement
 * effect says so (614.16). */
#ifndef STRATA_PLAY_EVENTS_JOINED_PART_H
#define STRATA_PLAY_EVENTS_JOINED_PART_H

#include "play/execution/execution.h"

/*
 * Make an event a part of another one. An object that does not exist yet has no
 * handle, so the part affects no entity until the object has entered. Where the
 * entering object makes the part happen, the object that it becomes is its
 * cause: what is linked to it stays linked (607.2, 400.7).
 */
void st_joined_part_join(st_execution *exec, uint32_t event, uint32_t parent);

#endif
