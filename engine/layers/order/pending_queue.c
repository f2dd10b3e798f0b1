/*
 * pending_queue.c - the pending units of one phase, in their order.
 *
 * at[0] to at[waiting - 1] are units that were passed over, at[head] to
 * at[count - 1] those that have not been considered; each of the two is in
 * order.
 *
 * Units mostly come in order, in a few long runs, and a merge sort looks at
 * each unit of a run only once. Slots are reused last freed first, so runs in
 * reverse order occur as well and must not cost more than others.
 */
#include "layers/order/pending_queue.h"

#include "base/base.h"

#include <string.h>

bool st_pending_queue_add(st_mem *mem, st_pending_queue *queue, uint32_t unit) {
  if (!st_mem_reserve(mem, &queue->at, &queue->capacity, queue->count + 1,
                      sizeof queue->at[0])) {
    return false;
  }
  queue->at[queue->count++] = unit;
  return true;
}

static void merge_sort_units(uint32_t *at, size_t count,
                             st_pending_queue_order order, uint32_t *buffer) {
  if (count < 2) return;
  size_t half = count / 2;
  merge_sort_units(at, half, order, buffer);
  merge_sort_units(at + half, count - half, order, buffer);
  if (!order.before(order.context, at[half], at[half - 1])) return;
  memcpy(buffer, at, half * sizeof *at);
  size_t left = 0;
  size_t right = half;
  for (size_t i = 0; left < half; i++) {
    bool take_right =
        right < count && order.before(order.context, at[right], buffer[left]);
    at[i] = take_right ? at[right++] : buffer[left++];
  }
}

/* Put the waiting units back before those that have not been considered. */
static void requeue_waiting_units(st_pending_queue *queue) {
  if (queue->waiting == 0) return;
  assert(queue->waiting <= queue->head);
  queue->head -= queue->waiting;
  memmove(queue->at + queue->head, queue->at,
          queue->waiting * sizeof queue->at[0]);
  queue->waiting = 0;
}

bool st_pending_queue_sort(st_mem *mem, st_pending_queue *queue, size_t added,
                           st_pending_queue_order order, st_u32_vec *buffer) {
  if (added == 0) return true;
  if (!st_mem_reserve(mem, &buffer->at, &buffer->capacity, added,
                      sizeof buffer->at[0])) {
    return false;
  }
  requeue_waiting_units(queue);
  size_t old = queue->count - added;
  assert(queue->head <= old);
  merge_sort_units(queue->at + old, added, order, buffer->at);
  if (old == queue->head ||
      !order.before(order.context, queue->at[old], queue->at[old - 1])) {
    return true;
  }
  memcpy(buffer->at, queue->at + old, added * sizeof buffer->at[0]);
  size_t left = old;
  size_t right = added;
  for (size_t i = queue->count; right > 0;) {
    bool take_left =
        left > queue->head &&
        order.before(order.context, buffer->at[right - 1], queue->at[left - 1]);
    queue->at[--i] = take_left ? queue->at[--left] : buffer->at[--right];
  }
  return true;
}
