/* queue.h - candidates in their order, also such as come later. */
#ifndef STRATA_QUEUE_H
#define STRATA_QUEUE_H

#include "layers/pass/work.h"

/* True if `a` goes before `b`. */
typedef struct st_order {
  bool (*before)(const void *context, uint32_t a, uint32_t b);
  const void *context;
} st_order;

/* Put one at the end; when all are there they are sorted. False if there is no
 * memory. */
bool st_queue_add(st_mem *mem, st_queue *queue, uint32_t candidate);

/*
 * Sort the last `added` ones in. Who neither goes before the other stays in the
 * order of coming. Those that wait are back in the queue then.
 */
bool st_queue_sort(st_mem *mem, st_queue *queue, size_t added, st_order order,
                   st_numbers *room);

#endif
