/* destination_choice.h - objects that several events would move to different
 * zones at once (400.6). */
#ifndef STRATA_PLAY_REPLACE_DESTINATION_CHOICE_H
#define STRATA_PLAY_REPLACE_DESTINATION_CHOICE_H

#include "play/execution/execution.h"

/*
 * Among the events of a batch and of its results, find those that would move
 * one entity to different zones, and keep those that lead to one of them: the
 * controller of the entity, or its owner, chooses which, the players in turn
 * order (101.4). Called before any of them is performed. ESUSPEND while a
 * decision is open. Cost O(events), and where something is chosen
 * O(entities^2 + moves of one entity^2).
 */
strata_status st_destination_choice_ask(st_execution *exec, uint32_t batch);

#endif
