/* enter.h - what somebody would be once it has entered. */
#ifndef STRATA_PLAY_PERFORM_ENTRY_PREVIEW_H
#define STRATA_PLAY_PERFORM_ENTRY_PREVIEW_H

#include "play/execution/execution.h"

/*
 * Whether something applies to how an object enters is asked of it as it would
 * be there: under the effects that are there now, with what was decided of it
 * so far, and alone, as whoever enters with it is not there yet (614.12). To
 * see that, its event is performed in a mark that is rolled back. Nothing of
 * this is state: where it is not seen, as nobody would ask, all is the same.
 */

/*
 * Look at what the affected of an event would be, if it would come into play by
 * it, and somebody might apply: to be asked anew when the event has changed
 * (616.1f). Then watchers, and what they do to the event, know it so. Cost: of
 * performing it and a pass; of one that is as another of the same batch was,
 * O(attributes).
 */
strata_status st_entry_preview_refresh(st_execution *run, uint32_t event);

/* The same though nobody who watches asks. */
strata_status st_entry_preview_make(st_execution *run, uint32_t event);

/* Whether it is one of those events that bring somebody into play. */
strata_status st_entry_preview_is_entering(st_execution *run, uint32_t event,
                                           bool *out);

#endif
