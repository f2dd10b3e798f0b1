/* replacement.h - replacement and prevention of events before they happen
 * (614-616). */
#ifndef STRATA_PLAY_REPLACE_REPLACEMENT_H
#define STRATA_PLAY_REPLACE_REPLACEMENT_H

#include "play/execution/execution.h"

/* One step for the events of a batch. It pushes the self-replacements of an
 * event (614.15), if one is left; else it checks whether each changed event can
 * happen (614.7a, 614.17), chooses one candidate, asking its player if needed,
 * and pushes the program of that effect (616.1). *again is false when no event
 * has candidates left. ESUSPEND while a decision is open. */
strata_status st_replacement_step(st_execution *exec, uint32_t batch,
                                  bool *again);

/* -- Instructions of a replacement program -- */

strata_status st_replacement_nothing(st_execution *exec, uint32_t frame);

/* INSTEAD: the instructions inside of the one at `at` make the events that take
 * the place of the replaced one. */
strata_status st_replacement_instead(st_execution *exec, uint32_t frame,
                                     uint32_t at, uint32_t end);

/* ALSO: the events that the inner instructions emit become parts of the event
 * (STRATA_DO_ALSO). */
strata_status st_replacement_also(st_execution *exec, uint32_t frame,
                                  uint32_t at, uint32_t end);

/* A new event is contained in the event `from`, or takes its place: it inherits
 * the applied set, and counts as made by an effect if `from` does, or was
 * replaced. */
void st_replacement_inherit(st_execution *exec, uint32_t event, uint32_t from);

#endif
