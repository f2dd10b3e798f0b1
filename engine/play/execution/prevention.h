/* prevention.h - preventing a part of an event (615), and replacing a part. */
#ifndef STRATA_PLAY_EXECUTION_PREVENTION_H
#define STRATA_PLAY_EXECUTION_PREVENTION_H

#include "play/execution/execution.h"

/* How much a started watcher prevents of one of several events. */
typedef struct st_prevention_share {
  uint64_t started_handle;
  uint32_t event;
  int64_t amount;
} st_prevention_share;

/* Find out whether a "can't" effect says that nothing of an event can be
 * prevented, before a prevention effect is applied to it: st_prevention_amount
 * knows of it from then on. Cost O("can't" effects of its type). */
strata_status st_prevention_find_bar(st_execution *exec, uint32_t event);

/*
 * Before a watcher with a limited amount is applied to the first of several
 * events of a batch: if it does not cover them all, the decider says how much
 * of each it prevents (615.7). `events` are those that it may be applied to.
 * ESUSPEND: the decision is open.
 */
strata_status st_prevention_ask_shares(st_execution *exec,
                                       const st_watcher_candidate *candidate,
                                       strata_entity decider,
                                       const uint32_t *events, uint32_t count);

/* The share of an event, if one was decided; false: as much as possible. */
bool st_prevention_find_share(const st_execution *exec, uint64_t started,
                              uint32_t event, int64_t *amount);

/* Prevent as much as an instruction says, or, if it is NULL, the definition: at
 * most what is left of the watcher's amount and of the event's. Nothing is
 * prevented of an event that cannot be prevented (615.12). The frame is that of
 * an application. */
strata_status st_prevention_prevent(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction);

/* Bind to the instruction's variable the part of the event that a replacement
 * takes: at most what the instruction says, what is left of its amount, and the
 * event's amount. */
strata_status st_prevention_take_part(st_execution *exec, uint32_t frame,
                                      const st_instruction *instruction);

/* The amount of an event that a watcher can prevent or replace. */
int64_t st_prevention_amount(const st_execution *exec, strata_watcher_def def,
                             uint32_t event);

#endif
