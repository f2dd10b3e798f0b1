/* entry_preview.h - the object that an event affects, as it would be once it
 * has entered. */
#ifndef STRATA_PLAY_PERFORM_ENTRY_PREVIEW_H
#define STRATA_PLAY_PERFORM_ENTRY_PREVIEW_H

#include "play/execution/execution.h"

/*
 * Replacement effects that modify how an object enters are tested against the
 * object as it would be there: under the effects that exist now, with what was
 * already decided about its entry, and without the objects that enter together
 * with it (614.12). To see that, the event is performed and rolled back. A
 * preview is no state: where no watcher could tell the difference none is made.
 */

/*
 * Make the preview of an event's affected object, if the event would bring the
 * object into play and a watcher could apply; to be called again when the event
 * has changed (616.1f). From then on watchers of the event, and their programs,
 * see the object as previewed. Cost: of performing the event and of an
 * evaluation pass; O(attributes) if an equal object of the batch has a preview.
 */
strata_status st_entry_preview_refresh(st_execution *exec, uint32_t event);

/* The same, even if no watcher could apply. */
strata_status st_entry_preview_make(st_execution *exec, uint32_t event);

/* Whether an event brings an object into play. */
strata_status st_entry_preview_is_entering(st_execution *exec, uint32_t event,
                                           bool *out);

#endif
