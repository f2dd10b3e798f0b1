/* shield.h - prevention: how much of an event does not happen. */
#ifndef STRATA_PLAY_EXECUTION_PREVENTION_H
#define STRATA_PLAY_EXECUTION_PREVENTION_H

#include "play/execution/execution.h"

/* How much a watcher prevents of one of several events. */
typedef struct st_prevention_share {
  uint64_t started_handle;
  uint32_t event;
  int64_t amount;
} st_prevention_share;

/*
 * Before a watcher with a limited amount is applied to the first of several
 * events of a batch: whoever they happen to says how much of each it prevents,
 * if it does not cover them all (615.7). `events` are those that it may be
 * applied to. ESUSPEND: it is asked.
 */
strata_status st_prevention_ask_shares(st_execution *run,
                                       const st_watcher_candidate *candidate,
                                       strata_entity decider,
                                       const uint32_t *events, uint32_t count);

/* What it is to prevent of the event; false: as much as it can. */
bool st_prevention_find_share(const st_execution *run, uint64_t started,
                              uint32_t event, int64_t *amount);

/* Prevent what a deed says, or, if that is NULL, the code: at most what is left
 * of its amount and of the event's. Nothing of what cannot be prevented
 * (615.12). The frame is that of an application. */
strata_status st_prevention_prevent(st_execution *run, uint32_t frame,
                                    const st_instruction *instruction);

/* A replacement takes its part of the event, which a deed binds: at most what
 * is left of its amount, what the deed says, and the event's. */
strata_status st_prevention_take_part(st_execution *run, uint32_t frame,
                                      const st_instruction *instruction);

/* The amount of an event that a code can prevent, or replace. */
int64_t st_prevention_amount(const st_execution *run, strata_watcher_def def,
                             uint32_t event);

#endif
