/* order_scratch.h - the memory that ordering the units of a layer works with,
 * kept from layer to layer and from pass to pass. */
#ifndef STRATA_LAYERS_PASS_ORDER_SCRATCH_H
#define STRATA_LAYERS_PASS_ORDER_SCRATCH_H

#include "base/mem.h"

typedef struct st_u32_vec {
  uint32_t *at;
  size_t count, capacity;
} st_u32_vec;

typedef struct st_u64_vec {
  uint64_t *at;
  size_t count, capacity;
} st_u64_vec;

static inline bool st_u64_vec_push(st_mem *mem, st_u64_vec *vector,
                                   uint64_t word) {
  if (!st_mem_reserve(mem, &vector->at, &vector->capacity, vector->count + 1,
                      sizeof word)) {
    return false;
  }
  vector->at[vector->count++] = word;
  return true;
}

static inline bool st_u32_vec_push(st_mem *mem, st_u32_vec *numbers,
                                   uint32_t number) {
  if (!st_mem_reserve(mem, &numbers->at, &numbers->capacity, numbers->count + 1,
                      sizeof number)) {
    return false;
  }
  numbers->at[numbers->count++] = number;
  return true;
}

/* Which unit has which item in its read set or write set; sorted, so that
 * ranges can be looked up. */
typedef struct st_rw_index_entry {
  uint32_t item, unit;
} st_rw_index_entry;

typedef struct st_rw_index {
  st_rw_index_entry *at;
  size_t count, capacity;
} st_rw_index;

/* A Bloom filter of items: a clear bit means that no unit has the item. */
typedef struct st_rw_filter {
  uint64_t bits[64];
} st_rw_filter;

/* A unit of the layer that is being ordered; `done` once it is applied. Its
 * read set and write set are ranges of rw_items. */
typedef struct st_pending_unit {
  uint32_t unit;
  uint32_t reads, read_count;
  uint32_t writes, write_count;
  uint16_t text_change; /* the text change under which the sets were found */
  uint8_t phase;
  bool done;
} st_pending_unit;

/*
 * What is known of a pending unit in a layer where some units read what others
 * write. Its sets are ranges of touching_items: `reads` has the items that it
 * reads and some unit writes, `writes` those that it writes and that are in the
 * `reads` of some unit.
 */
typedef struct st_dependency_node {
  uint32_t reads, read_count;
  uint32_t writes, write_count;
  /* the time at which something that it reads was last written */
  uint64_t inputs_changed_at;
  /* the time at which it was last applied in a trial, + 1 */
  uint64_t applied_in_trial_at;
  uint64_t signature_at; /* the time at which its signature was taken, + 1 */
  /* the time + 1 at which its signature was taken in a trial of
   * trial_signature_of */
  uint64_t trial_signature_at;
  uint32_t trial_signature_of;
  uint32_t first_dep, last_dep; /* links to the units that it depends on, + 1 */
  /* the rounds in which these links, and the verdict from them, were found */
  uint64_t deps_round, verdict_round;
  bool ready, on_path; /* on_path: on the path of the search for cycles */
  uint32_t visit_index, low_link; /* of the search for cycles (Tarjan) */
  uint32_t component;             /* units that depend on each other share it */
  uint32_t next_link;             /* where the search continues, + 1 */
  /* the round in which it last had to wait, and for which unit (+ 1) */
  uint64_t wait_round;
  uint32_t waited_for,
      witness_class; /* the class on which the trial showed it */
  uint8_t dependency;
} st_dependency_node;

/* A dependency in a list. */
typedef struct st_dependency_link {
  uint32_t to, next; /* next: its place + 1 */
} st_dependency_link;

/* The result of a trial (613.8a): what applying `other` alone changes of
 * `dependent`. */
typedef struct st_dependency_trial {
  uint64_t made_at; /* the time of the trial, + 1 */
  uint32_t dependent, other;
  uint32_t witness_class; /* the class on which it showed, or 0 */
  uint8_t dependency;
} st_dependency_trial;

/* A hash table of trials by their two units. `capacity` is a power of two. */
typedef struct st_dependency_trials {
  st_dependency_trial *at, *spare;
  size_t capacity, spare_capacity;
  size_t count; /* entries of this layer */
} st_dependency_trials;

/* Pending units of one phase in their order: first those that were passed over,
 * and from `head` on those that were not examined. */
typedef struct st_pending_queue {
  uint32_t *at;
  size_t count, capacity, head, waiting;
  uint64_t asked_round; /* the round in which all waiting units were examined */
} st_pending_queue;

typedef struct st_order_scratch {
  uint64_t time; /* a logical clock, which goes on from layer to layer */
  st_pending_unit *pending_units;
  size_t count, capacity;
  st_dependency_node
      *nodes; /* by pending unit; the last ones may have none yet */
  size_t node_count, node_capacity;
  uint8_t *is_collected; /* by pending unit */
  size_t is_collected_capacity;
  /* two for each pending unit: as it is, and in a trial */
  st_u64_vec *signatures;
  size_t signature_capacity;
  st_pending_queue queues[3]; /* by phase */
  st_rw_filter read_filter, written_filter;
  st_rw_index readers, writers, index_scratch;
  st_dependency_trials trials;
  st_dependency_link *links;
  size_t link_count, link_capacity;
  uint32_t free_link; /* the first free link, + 1 */
  st_u32_vec rw_items, touching_items;
  /* pending units, in use within one function */
  st_u32_vec affected, others, potential_deps;
  st_u32_vec path, visit_stack, sort_scratch;
  st_u64_vec operands;
} st_order_scratch;

void st_order_scratch_fini(st_order_scratch *scratch, st_mem *mem);

/* Empty it for another layer; memory is kept. */
void st_order_scratch_reset(st_order_scratch *scratch);

/* Give the memory back if some layer had very many units: it takes several
 * times what the units themselves do, and would otherwise stay for good. */
void st_order_scratch_trim(st_order_scratch *scratch, st_mem *mem);

/* Make nodes, flags and signatures for all pending units; new ones are zeroed.
 */
bool st_order_scratch_grow_nodes(st_order_scratch *scratch, st_mem *mem);

size_t st_order_scratch_bytes(const st_order_scratch *scratch);

#endif
