/* fates.h - who would go to two zones at once (400.6). */
#ifndef STRATA_PLAY_REPLACE_DESTINATION_CHOICE_H
#define STRATA_PLAY_REPLACE_DESTINATION_CHOICE_H

#include "play/execution/execution.h"

/*
 * Of events of a batch and of what is contained in it that would move the same
 * one to different zones, all but one are dropped: its controller, or owner,
 * chooses where it goes. Nothing has happened yet. ESUSPEND: it is asked.
 * O(events).
 */
strata_status st_destination_choice_ask(st_execution *run, uint32_t batch);

#endif
