/*
 * order_scratch.c - the memory of ordering a layer.
 *
 * Layers of all sizes follow each other, many times in a turn. Arrays only grow
 * and are shared by all layers of a pass, so a pass like the last one allocates
 * nothing.
 */
#include "layers/pass/order_scratch.h"

#include <string.h>

static void free_u32_vec(st_mem *mem, const st_u32_vec *numbers) {
  st_mem_free(mem, numbers->at, numbers->capacity, sizeof numbers->at[0]);
}

static void free_rw_index(st_mem *mem, const st_rw_index *index) {
  st_mem_free(mem, index->at, index->capacity, sizeof index->at[0]);
}

void st_order_scratch_fini(st_order_scratch *scratch, st_mem *mem) {
  for (size_t i = 0; i < scratch->signature_capacity; i++) {
    st_mem_free(mem, scratch->signatures[i].at, scratch->signatures[i].capacity,
                sizeof(uint64_t));
  }
  st_mem_free(mem, scratch->signatures, scratch->signature_capacity,
              sizeof scratch->signatures[0]);
  st_mem_free(mem, scratch->pending_units, scratch->capacity,
              sizeof scratch->pending_units[0]);
  st_mem_free(mem, scratch->nodes, scratch->node_capacity,
              sizeof scratch->nodes[0]);
  st_mem_free(mem, scratch->is_collected, scratch->is_collected_capacity,
              sizeof scratch->is_collected[0]);
  for (int phase = 0; phase < 3; phase++) {
    st_mem_free(mem, scratch->queues[phase].at, scratch->queues[phase].capacity,
                sizeof(uint32_t));
  }
  free_rw_index(mem, &scratch->readers);
  free_rw_index(mem, &scratch->writers);
  free_rw_index(mem, &scratch->index_scratch);
  st_mem_free(mem, scratch->trials.at, scratch->trials.capacity,
              sizeof(st_dependency_trial));
  st_mem_free(mem, scratch->trials.spare, scratch->trials.spare_capacity,
              sizeof(st_dependency_trial));
  st_mem_free(mem, scratch->links, scratch->link_capacity,
              sizeof scratch->links[0]);
  const st_u32_vec *const numbers[] = {
      &scratch->rw_items,    &scratch->touching_items, &scratch->affected,
      &scratch->others,      &scratch->potential_deps, &scratch->path,
      &scratch->visit_stack, &scratch->sort_scratch};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    free_u32_vec(mem, numbers[i]);
  }
  st_mem_free(mem, scratch->operands.at, scratch->operands.capacity,
              sizeof(uint64_t));
  *scratch = (st_order_scratch){0};
}

/* The memory of so many units, some 3 MB, is kept for the next pass. */
enum { UNITS_KEPT = 8192 };

void st_order_scratch_trim(st_order_scratch *scratch, st_mem *mem) {
  if (scratch->capacity <= UNITS_KEPT) return;
  uint64_t time = scratch->time;
  st_order_scratch_fini(scratch, mem);
  scratch->time = time;
}

void st_order_scratch_reset(st_order_scratch *scratch) {
  scratch->count = 0;
  scratch->node_count = 0;
  scratch->trials.count = 0;
  scratch->link_count = 0;
  scratch->free_link = 0;
  scratch->rw_items.count = 0;
  scratch->readers.count = 0;
  scratch->writers.count = 0;
  for (int phase = 0; phase < 3; phase++) {
    st_pending_queue *q = &scratch->queues[phase];
    *q = (st_pending_queue){.at = q->at, .capacity = q->capacity};
  }
}

bool st_order_scratch_grow_nodes(st_order_scratch *scratch, st_mem *mem) {
  if (!st_mem_reserve(mem, &scratch->nodes, &scratch->node_capacity,
                      scratch->count, sizeof scratch->nodes[0]) ||
      !st_mem_reserve(mem, &scratch->is_collected,
                      &scratch->is_collected_capacity, scratch->count,
                      sizeof scratch->is_collected[0]) ||
      !st_mem_reserve_zeroed(mem, &scratch->signatures,
                             &scratch->signature_capacity, 2 * scratch->count,
                             sizeof scratch->signatures[0])) {
    return false;
  }
  size_t added = scratch->count - scratch->node_count;
  memset(scratch->nodes + scratch->node_count, 0,
         added * sizeof scratch->nodes[0]);
  memset(scratch->is_collected + scratch->node_count, 0,
         added * sizeof scratch->is_collected[0]);
  scratch->node_count = scratch->count;
  return true;
}

size_t st_order_scratch_bytes(const st_order_scratch *scratch) {
  size_t bytes = scratch->capacity * sizeof scratch->pending_units[0] +
                 scratch->node_capacity * sizeof scratch->nodes[0] +
                 scratch->is_collected_capacity +
                 scratch->signature_capacity * sizeof scratch->signatures[0] +
                 scratch->link_capacity * sizeof scratch->links[0];
  for (size_t i = 0; i < scratch->signature_capacity; i++) {
    bytes += scratch->signatures[i].capacity * sizeof(uint64_t);
  }
  for (int phase = 0; phase < 3; phase++) {
    bytes += scratch->queues[phase].capacity * sizeof(uint32_t);
  }
  bytes += (scratch->readers.capacity + scratch->writers.capacity +
            scratch->index_scratch.capacity) *
           sizeof(st_rw_index_entry);
  bytes += (scratch->trials.capacity + scratch->trials.spare_capacity) *
           sizeof(st_dependency_trial);
  bytes += (scratch->rw_items.capacity + scratch->touching_items.capacity +
            scratch->affected.capacity + scratch->others.capacity +
            scratch->potential_deps.capacity + scratch->path.capacity +
            scratch->visit_stack.capacity + scratch->sort_scratch.capacity) *
           sizeof(uint32_t);
  return bytes + scratch->operands.capacity * sizeof(uint64_t);
}
