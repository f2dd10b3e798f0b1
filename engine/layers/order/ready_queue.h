/* queue.h - candidates in their order, also such as come later. */
#ifndef STRATA_LAYERS_ORDER_READY_QUEUE_H
#define STRATA_LAYERS_ORDER_READY_QUEUE_H

#include "layers/pass/order_scratch.h"

/* True if `a` goes before `b`. */
typedef struct st_ready_queue_order {
  bool (*before)(const void *context, uint32_t a, uint32_t b);
  const void *context;
} st_ready_queue_order;

/* Put one at the end; when all are there they are sorted. False if there is no
 * memory. */
bool st_ready_queue_add(st_mem *mem, st_ready_queue *queue, uint32_t unit);

/*
 * Sort the last `added` ones in. Who neither goes before the other stays in the
 * order of coming. Those that wait are back in the queue then.
 */
bool st_ready_queue_sort(st_mem *mem, st_ready_queue *queue, size_t added,
                         st_ready_queue_order order, st_u32_vec *buffer);

#endif
