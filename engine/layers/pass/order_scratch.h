/* work.h - what finding the order of a layer works on: kept from layer to layer
 * and from pass to pass, so that a pass like the last one allocates nothing. */
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

/* Who mentions which token; sorted, so that ranges can be looked up. */
typedef struct st_rw_index_entry {
  uint32_t item, unit;
} st_rw_index_entry;

typedef struct st_rw_index {
  st_rw_index_entry *at;
  size_t count, capacity;
} st_rw_index;

/* Tokens that somebody mentions, or such as share a bit with one. */
typedef struct st_rw_filter {
  uint64_t bits[64];
} st_rw_filter;

/* A unit of the layer. Its tokens are in `tokens` of the work. */
typedef struct st_ready_unit {
  uint32_t unit;
  uint32_t reads, read_count;
  uint32_t writes, write_count;
  uint16_t text_change; /* the text change that they were found under */
  uint8_t phase;
  bool done;
} st_ready_unit;

/*
 * What is known of a candidate where some read what others write. Its tokens
 * are in `met`: only those that meet one of somebody.
 */
typedef struct st_dependency_node {
  uint32_t reads, read_count;
  uint32_t writes, write_count;
  uint64_t inputs_changed_at;   /* when something changed that it reads */
  uint64_t applied_in_trial_at; /* when it was applied in a trial, + 1 */
  uint64_t signature_at;        /* when its signature was made, + 1 */
  uint64_t trial_signature_at;  /* that of a trial of `then_of` */
  uint32_t trial_signature_of;
  uint32_t first_dep, last_dep;       /* links to whom it depends on, + 1 */
  uint64_t deps_round, verdict_round; /* the rounds in which that was found, and
                               what follows of it */
  bool ready, on_path;                /* open: on the way of a walk */
  uint32_t visit_index, low_link;     /* of the walk */
  uint32_t component;  /* those that wait for each other share it */
  uint32_t next_link;  /* where the walk is, + 1 */
  uint64_t wait_round; /* the round in which it was passed over last: */
  uint32_t waited_for,
      witness_class; /* unit + 1; on whom the trial showed it */
  uint8_t dependency;
} st_dependency_node;

/* One of a list of candidates. */
typedef struct st_dependency_link {
  uint32_t to, next; /* next: a place + 1 */
} st_dependency_link;

/* What applying `b` alone would change of `a`. */
typedef struct st_dependency_trial {
  uint64_t made_at; /* + 1 */
  uint32_t dependent, other;
  uint32_t witness_class; /* on whom, or 0 */
  uint8_t dependency;
} st_dependency_trial;

/* By pairs: a hash table of which a power of two is the capacity. */
typedef struct st_dependency_trials {
  st_dependency_trial *at, *spare;
  size_t capacity, spare_capacity;
  size_t count; /* of this layer */
} st_dependency_trials;

/* Candidates of one phase in their order: those passed over at the beginning,
 * and from `head` on those that have not been asked. */
typedef struct st_ready_queue {
  uint32_t *at;
  size_t count, capacity, head, waiting;
  uint64_t asked_round; /* the round in which all that wait were asked */
} st_ready_queue;

typedef struct st_order_scratch {
  uint64_t time; /* goes on from layer to layer */
  st_ready_unit *ready_units;
  size_t count, capacity;
  st_dependency_node
      *nodes; /* by candidate; fewer if the last ones have none */
  size_t node_count, node_capacity;
  uint8_t *is_collected; /* by candidate */
  size_t is_collected_capacity;
  st_u64_vec *signatures; /* two of each candidate: as it is, and in a trial */
  size_t signature_capacity;
  st_ready_queue queues[3]; /* by phase */
  st_rw_filter read_filter, written_filter;
  st_rw_index readers, writers, index_scratch;
  st_dependency_trials trials;
  st_dependency_link *links;
  size_t link_count, link_capacity;
  uint32_t free_link; /* + 1 */
  st_u32_vec rw_items, touching_items;
  st_u32_vec affected, others, potential_deps; /* candidates, for a moment */
  st_u32_vec path, visit_stack, sort_scratch;
  st_u64_vec operands;
} st_order_scratch;

void st_order_scratch_fini(st_order_scratch *scratch, st_mem *mem);

/* Empty it for another layer; what was allocated stays. */
void st_order_scratch_reset(st_order_scratch *scratch);

/* Nodes, marks and signatures for all candidates; new ones are zeroed. */
bool st_order_scratch_grow_nodes(st_order_scratch *scratch, st_mem *mem);

size_t st_order_scratch_bytes(const st_order_scratch *scratch);

#endif
