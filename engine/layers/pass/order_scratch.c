/*
 * work.c - the memory of finding an order.
 *
 * Layers of all sizes follow each other, many times a turn: arrays only grow,
 * and are shared by all layers of a pass.
 */
#include "layers/pass/order_scratch.h"

#include <string.h>

static void free_u32_vec(st_mem *mem, const st_u32_vec *numbers) {
  st_mem_free(mem, numbers->at, numbers->capacity, sizeof numbers->at[0]);
}

static void free_rw_index(st_mem *mem, const st_rw_index *mentions) {
  st_mem_free(mem, mentions->at, mentions->capacity, sizeof mentions->at[0]);
}

void st_order_scratch_fini(st_order_scratch *work, st_mem *mem) {
  for (size_t i = 0; i < work->signature_capacity; i++) {
    st_mem_free(mem, work->signatures[i].at, work->signatures[i].capacity,
                sizeof(uint64_t));
  }
  st_mem_free(mem, work->signatures, work->signature_capacity,
              sizeof work->signatures[0]);
  st_mem_free(mem, work->ready_units, work->capacity,
              sizeof work->ready_units[0]);
  st_mem_free(mem, work->nodes, work->node_capacity, sizeof work->nodes[0]);
  st_mem_free(mem, work->is_collected, work->is_collected_capacity,
              sizeof work->is_collected[0]);
  for (int phase = 0; phase < 3; phase++) {
    st_mem_free(mem, work->queues[phase].at, work->queues[phase].capacity,
                sizeof(uint32_t));
  }
  free_rw_index(mem, &work->readers);
  free_rw_index(mem, &work->writers);
  free_rw_index(mem, &work->index_scratch);
  st_mem_free(mem, work->trials.at, work->trials.capacity,
              sizeof(st_dependency_trial));
  st_mem_free(mem, work->trials.spare, work->trials.spare_capacity,
              sizeof(st_dependency_trial));
  st_mem_free(mem, work->links, work->link_capacity, sizeof work->links[0]);
  const st_u32_vec *const numbers[] = {
      &work->rw_items,    &work->touching_items, &work->affected,
      &work->others,      &work->potential_deps, &work->path,
      &work->visit_stack, &work->sort_scratch};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    free_u32_vec(mem, numbers[i]);
  }
  st_mem_free(mem, work->operands.at, work->operands.capacity,
              sizeof(uint64_t));
  *work = (st_order_scratch){0};
}

void st_order_scratch_reset(st_order_scratch *work) {
  work->count = 0;
  work->node_count = 0;
  work->trials.count = 0;
  work->link_count = 0;
  work->free_link = 0;
  work->rw_items.count = 0;
  work->readers.count = 0;
  work->writers.count = 0;
  for (int phase = 0; phase < 3; phase++) {
    st_ready_queue *q = &work->queues[phase];
    *q = (st_ready_queue){.at = q->at, .capacity = q->capacity};
  }
}

bool st_order_scratch_grow_nodes(st_order_scratch *work, st_mem *mem) {
  size_t old = work->signature_capacity;
  if (!st_mem_reserve(mem, &work->nodes, &work->node_capacity, work->count,
                      sizeof work->nodes[0]) ||
      !st_mem_reserve(mem, &work->is_collected, &work->is_collected_capacity,
                      work->count, sizeof work->is_collected[0]) ||
      !st_mem_reserve(mem, &work->signatures, &work->signature_capacity,
                      2 * work->count, sizeof work->signatures[0])) {
    return false;
  }
  memset(work->signatures + old, 0,
         (work->signature_capacity - old) * sizeof work->signatures[0]);
  size_t added = work->count - work->node_count;
  memset(work->nodes + work->node_count, 0, added * sizeof work->nodes[0]);
  memset(work->is_collected + work->node_count, 0,
         added * sizeof work->is_collected[0]);
  work->node_count = work->count;
  return true;
}

size_t st_order_scratch_bytes(const st_order_scratch *work) {
  size_t bytes = work->capacity * sizeof work->ready_units[0] +
                 work->node_capacity * sizeof work->nodes[0] +
                 work->is_collected_capacity +
                 work->signature_capacity * sizeof work->signatures[0] +
                 work->link_capacity * sizeof work->links[0];
  for (size_t i = 0; i < work->signature_capacity; i++) {
    bytes += work->signatures[i].capacity * sizeof(uint64_t);
  }
  for (int phase = 0; phase < 3; phase++) {
    bytes += work->queues[phase].capacity * sizeof(uint32_t);
  }
  bytes += (work->readers.capacity + work->writers.capacity +
            work->index_scratch.capacity) *
           sizeof(st_rw_index_entry);
  bytes += (work->trials.capacity + work->trials.spare_capacity) *
           sizeof(st_dependency_trial);
  bytes += (work->rw_items.capacity + work->touching_items.capacity +
            work->affected.capacity + work->others.capacity +
            work->potential_deps.capacity + work->path.capacity +
            work->visit_stack.capacity + work->sort_scratch.capacity) *
           sizeof(uint32_t);
  return bytes + work->operands.capacity * sizeof(uint64_t);
}
