/* pending_queue.h - the pending units of one phase, in their order. */
#ifndef STRATA_LAYERS_ORDER_PENDING_QUEUE_H
#define STRATA_LAYERS_ORDER_PENDING_QUEUE_H

#include "layers/pass/order_scratch.h"

/* True if unit `a` goes before unit `b`. */
typedef struct st_pending_queue_order {
  bool (*before)(const void *context, uint32_t a, uint32_t b);
  const void *context;
} st_pending_queue_order;

/* Append a unit; when all new units are appended they are sorted. False if
 * there is no memory. */
bool st_pending_queue_add(st_mem *mem, st_pending_queue *queue, uint32_t unit);

/*
 * Merge the last `added` units into the order. Units neither of which goes
 * before the other keep the order in which they came. Units that wait are put
 * back into the queue. False if there is no memory.
 */
bool st_pending_queue_sort(st_mem *mem, st_pending_queue *queue, size_t added,
                           st_pending_queue_order order, st_u32_vec *buffer);

#endif
