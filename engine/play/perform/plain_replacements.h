/* plain_replacements.h - replacement effects that only change fields of their
 * event, applied without a batch (616.1). */
#ifndef STRATA_PLAY_PERFORM_PLAIN_REPLACEMENTS_H
#define STRATA_PLAY_PERFORM_PLAIN_REPLACEMENTS_H

#include "play/execution/execution.h"

/* The instruction CHANGE of the program of a frame: write a field of the
 * frame's event, if that has it. Errors: those of evaluating its value; nothing
 * is written then. Cost: O(the expression). */
strata_status st_plain_replacement_change(st_execution *exec, uint32_t frame,
                                          const st_instruction *instruction);

/*
 * Apply the replacements of an event that is alone: it is the only one of its
 * batch, no part of an object's entry, and can happen. `first` is the chain of
 * all watchers that the index has found for it; those in the applied set
 * `applied` are not applied again (614.5).
 *
 * *done is false, and fields of the event may have changed, if this needs the
 * loop of 616: a watcher does more than to change fields, may be used so often
 * only, or is optional, or there are different effects to choose from. Nothing
 * but fields and the count of steps has changed then, so the caller can begin
 * with the event anew.
 *
 * Errors: those of evaluating conditions and values, STRATA_ENOMEM. Cost:
 * O(watchers * different ones + replacements applied * different ones), and a
 * find whenever a field changes that watchers are found by.
 */
strata_status st_plain_replacements_apply(st_execution *exec, uint32_t event,
                                          uint32_t applied, uint32_t first,
                                          bool *done);

#endif
