/* replace.h - what becomes of events before they happen. */
#ifndef STRATA_PLAY_REPLACE_REPLACEMENT_H
#define STRATA_PLAY_REPLACE_REPLACEMENT_H

#include "play/execution/execution.h"

/* One step for the events of a batch: what the deed that emitted one says of it
 * (614.15) is pushed; or whether there is each event, and it can happen, is
 * looked at (614.7a, 614.17) and then the deeds of one watcher are pushed that
 * is applied to one event (616.1), or it is asked which. Not again: no event
 * has any left. */
strata_status st_replacement_step(st_execution *run, uint32_t batch,
                                  bool *again);

/* -- Deeds about an event -- */

strata_status st_replacement_change(st_execution *run, uint32_t frame,
                                    const st_instruction *instruction);
strata_status st_replacement_nothing(st_execution *run, uint32_t frame);

/* The inner deeds of the deed at `at` are what happens in place of it. */
strata_status st_replacement_instead(st_execution *run, uint32_t frame,
                                     uint32_t at, uint32_t end);

/* What they emit is part of the event: see STRATA_DO_ALSO. */
strata_status st_replacement_also(st_execution *run, uint32_t frame,
                                  uint32_t at, uint32_t end);

/* A new event is contained in another, or comes in its place: it has its marks,
 * and is of an effect if that one is, or was replaced. */
void st_replacement_inherit(st_execution *run, uint32_t event, uint32_t from);

#endif
