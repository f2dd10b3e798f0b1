/*
 * work.c - the memory of finding an order.
 *
 * Layers of all sizes follow each other, many times a turn: arrays only grow,
 * and are shared by all layers of a pass.
 */
#include "layers/pass/work.h"

#include <string.h>

static void free_numbers(st_mem *mem, const st_numbers *numbers) {
  st_mem_free(mem, numbers->at, numbers->capacity, sizeof numbers->at[0]);
}

static void free_mentions(st_mem *mem, const st_mentions *mentions) {
  st_mem_free(mem, mentions->at, mentions->capacity, sizeof mentions->at[0]);
}

void st_work_fini(st_work *work, st_mem *mem) {
  for (size_t i = 0; i < work->signature_capacity; i++) {
    st_mem_free(mem, work->signatures[i].at, work->signatures[i].capacity,
                sizeof(uint64_t));
  }
  st_mem_free(mem, work->signatures, work->signature_capacity,
              sizeof work->signatures[0]);
  st_mem_free(mem, work->candidates, work->capacity,
              sizeof work->candidates[0]);
  st_mem_free(mem, work->nodes, work->node_capacity, sizeof work->nodes[0]);
  st_mem_free(mem, work->marks, work->mark_capacity, sizeof work->marks[0]);
  for (int phase = 0; phase < 3; phase++) {
    st_mem_free(mem, work->queues[phase].at, work->queues[phase].capacity,
                sizeof(uint32_t));
  }
  free_mentions(mem, &work->readers);
  free_mentions(mem, &work->writers);
  free_mentions(mem, &work->mention_room);
  st_mem_free(mem, work->trials.at, work->trials.capacity, sizeof(st_trial));
  st_mem_free(mem, work->trials.spare, work->trials.spare_capacity,
              sizeof(st_trial));
  st_mem_free(mem, work->links, work->link_capacity, sizeof work->links[0]);
  const st_numbers *const numbers[] = {
      &work->tokens,    &work->met,  &work->found, &work->others,
      &work->potential, &work->path, &work->walk,  &work->room};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    free_numbers(mem, numbers[i]);
  }
  st_mem_free(mem, work->operands.at, work->operands.capacity,
              sizeof(uint64_t));
  *work = (st_work){0};
}

void st_work_reset(st_work *work) {
  work->count = 0;
  work->node_count = 0;
  work->trials.count = 0;
  work->link_count = 0;
  work->free_link = 0;
  work->tokens.count = 0;
  work->readers.count = 0;
  work->writers.count = 0;
  for (int phase = 0; phase < 3; phase++) {
    st_queue *q = &work->queues[phase];
    *q = (st_queue){.at = q->at, .capacity = q->capacity};
  }
}

bool st_work_nodes(st_work *work, st_mem *mem) {
  size_t old = work->signature_capacity;
  if (!st_mem_reserve(mem, &work->nodes, &work->node_capacity, work->count,
                      sizeof work->nodes[0]) ||
      !st_mem_reserve(mem, &work->marks, &work->mark_capacity, work->count,
                      sizeof work->marks[0]) ||
      !st_mem_reserve(mem, &work->signatures, &work->signature_capacity,
                      2 * work->count, sizeof work->signatures[0])) {
    return false;
  }
  memset(work->signatures + old, 0,
         (work->signature_capacity - old) * sizeof work->signatures[0]);
  size_t added = work->count - work->node_count;
  memset(work->nodes + work->node_count, 0, added * sizeof work->nodes[0]);
  memset(work->marks + work->node_count, 0, added * sizeof work->marks[0]);
  work->node_count = work->count;
  return true;
}

size_t st_work_bytes(const st_work *work) {
  size_t bytes = work->capacity * sizeof work->candidates[0] +
                 work->node_capacity * sizeof work->nodes[0] +
                 work->mark_capacity +
                 work->signature_capacity * sizeof work->signatures[0] +
                 work->link_capacity * sizeof work->links[0];
  for (size_t i = 0; i < work->signature_capacity; i++) {
    bytes += work->signatures[i].capacity * sizeof(uint64_t);
  }
  for (int phase = 0; phase < 3; phase++) {
    bytes += work->queues[phase].capacity * sizeof(uint32_t);
  }
  bytes += (work->readers.capacity + work->writers.capacity +
            work->mention_room.capacity) *
           sizeof(st_mention);
  bytes +=
      (work->trials.capacity + work->trials.spare_capacity) * sizeof(st_trial);
  bytes += (work->tokens.capacity + work->met.capacity + work->found.capacity +
            work->others.capacity + work->potential.capacity +
            work->path.capacity + work->walk.capacity + work->room.capacity) *
           sizeof(uint32_t);
  return bytes + work->operands.capacity * sizeof(uint64_t);
}
