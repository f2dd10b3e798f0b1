/* assigning.h - the instruction ASSIGN: assigners are assigned to places. */
#ifndef STRATA_PLAY_ACTION_ASSIGNING_H
#define STRATA_PLAY_ACTION_ASSIGNING_H

#include "play/execution/execution.h"

/*
 * The task of an ASSIGN is on top. Its restrictions and requirements are read
 * once, at its beginning, and with them how many requirements can be fulfilled.
 * Then each step decides for one assigner: what is offered can be completed so
 * that as many are fulfilled, and nothing is asked where only one thing can be.
 * At the end the inner events happen, all at the same time.
 */
strata_status st_assigning_step(st_execution *exec);

#endif
