/* entry_order.h - the relative timestamps of objects that enter together
 * (613.7m). */
#ifndef STRATA_PLAY_REPLACE_ENTRY_ORDER_H
#define STRATA_PLAY_REPLACE_ENTRY_ORDER_H

#include "play/execution/execution.h"

/*
 * Before the events of a batch are performed: put the events by which objects
 * of one player enter into an order that the player chooses, as this is the
 * order of their timestamps. The player is asked only where it could make a
 * difference, now or later, by what the static abilities of the objects say
 * (layers/order/commute.h). Objects whose abilities commute with all others
 * keep their places. Batches of results are ordered by themselves. ESUSPEND
 * while a decision is open. Cost O(events) where fewer than two objects have
 * such abilities; else an entry preview of each such object.
 */
strata_status st_entry_order_choose(st_execution *exec, uint32_t batch);

#endif
