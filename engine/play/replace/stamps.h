/* stamps.h - the timestamps of those who enter together. */
#ifndef STRATA_STAMPS_H
#define STRATA_STAMPS_H

#include "play/execution/run.h"

/*
 * Before the events of a batch are performed: put those by which objects of one
 * player enter into the order that he likes, and so their timestamps (613.7m).
 * He is asked only where it could make a difference by what their static
 * abilities say, now or later (layers/order/apart.h): those with whom nobody of
 * the others has anything to do stay where they are. Results are ordered by
 * themselves. ESUSPEND: it is asked. Cost: O(events) where fewer than two have
 * such abilities; else of judging each of these as it enters.
 */
strata_status st_stamps_choose(st_run *run, uint32_t batch);

#endif
