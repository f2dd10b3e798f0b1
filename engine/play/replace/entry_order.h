/* stamps.h - the timestamps of those who enter together. */
#ifndef STRATA_PLAY_REPLACE_ENTRY_ORDER_H
#define STRATA_PLAY_REPLACE_ENTRY_ORDER_H

#include "play/execution/execution.h"

/*
 * Before the events of a batch are performed: put those by which objects of one
 * player enter into the order that he likes, and so their timestamps (613.7m).
 * He is asked only where it could make a difference by what their static
 * abilities say, now or later (layers/order/commute.h): those with whom nobody
 * of the others has anything to do stay where they are. Results are ordered by
 * themselves. ESUSPEND: it is asked. Cost: O(events) where fewer than two have
 * such abilities; else of judging each of these as it enters.
 */
strata_status st_entry_order_choose(st_execution *run, uint32_t batch);

#endif
