/* work.h - what finding the order of a layer works on: kept from layer to layer
 * and from pass to pass, so that a pass like the last one allocates nothing. */
#ifndef STRATA_WORK_H
#define STRATA_WORK_H

#include "base/mem.h"

typedef struct st_numbers {
  uint32_t *at;
  size_t count, capacity;
} st_numbers;

typedef struct st_vector {
  uint64_t *at;
  size_t count, capacity;
} st_vector;

static inline bool st_push(st_mem *mem, st_vector *vector, uint64_t word) {
  if (!st_mem_reserve(mem, &vector->at, &vector->capacity, vector->count + 1,
                      sizeof word)) {
    return false;
  }
  vector->at[vector->count++] = word;
  return true;
}

static inline bool st_push_number(st_mem *mem, st_numbers *numbers,
                                  uint32_t number) {
  if (!st_mem_reserve(mem, &numbers->at, &numbers->capacity, numbers->count + 1,
                      sizeof number)) {
    return false;
  }
  numbers->at[numbers->count++] = number;
  return true;
}

/* Who mentions which token; sorted, so that ranges can be looked up. */
typedef struct st_mention {
  uint32_t token, candidate;
} st_mention;

typedef struct st_mentions {
  st_mention *at;
  size_t count, capacity;
} st_mentions;

/* Tokens that somebody mentions, or such as share a bit with one. */
typedef struct st_filter {
  uint64_t bits[64];
} st_filter;

/* A unit of the layer. Its tokens are in `tokens` of the work. */
typedef struct st_candidate {
  uint32_t unit;
  uint32_t reads, read_count;
  uint32_t writes, write_count;
  uint16_t subst; /* the text change that they were found under */
  uint8_t phase;
  bool done;
} st_candidate;

/*
 * What is known of a candidate where some read what others write. Its tokens
 * are in `met`: only those that meet one of somebody.
 */
typedef struct st_node {
  uint32_t reads, read_count;
  uint32_t writes, write_count;
  uint64_t touched; /* when something changed that it reads */
  uint64_t tried;   /* when it was applied in a trial, + 1 */
  uint64_t now_at;  /* when its signature was made, + 1 */
  uint64_t then_at; /* that of a trial of `then_of` */
  uint32_t then_of;
  uint32_t first, last;      /* links to whom it depends on, + 1 */
  uint64_t deps_at, judged;  /* the rounds in which that was found, and what
                                follows of it */
  bool ready, open;          /* open: on the way of a walk */
  uint32_t index, low;       /* of the walk */
  uint32_t component;        /* those that wait for each other share it */
  uint32_t link;             /* where the walk is, + 1 */
  uint64_t noted;            /* the round in which it was passed over last: */
  uint32_t waited_for, slot; /* unit + 1; on whom the trial showed it */
  uint8_t difference;
} st_node;

/* One of a list of candidates. */
typedef struct st_link {
  uint32_t to, next; /* next: a place + 1 */
} st_link;

/* What applying `b` alone would change of `a`. */
typedef struct st_trial {
  uint64_t time; /* + 1 */
  uint32_t a, b;
  uint32_t slot; /* on whom, or 0 */
  uint8_t difference;
} st_trial;

/* By pairs: a hash table of which a power of two is the capacity. */
typedef struct st_trials {
  st_trial *at, *spare;
  size_t capacity, spare_capacity;
  size_t count; /* of this layer */
} st_trials;

/* Candidates of one phase in their order: those passed over at the beginning,
 * and from `head` on those that have not been asked. */
typedef struct st_queue {
  uint32_t *at;
  size_t count, capacity, head, waiting;
  uint64_t settled; /* the round in which all that wait were asked */
} st_queue;

typedef struct st_work {
  uint64_t time; /* goes on from layer to layer */
  st_candidate *candidates;
  size_t count, capacity;
  st_node *nodes; /* by candidate; fewer if the last ones have none */
  size_t node_count, node_capacity;
  uint8_t *marks; /* by candidate */
  size_t mark_capacity;
  st_vector *signatures; /* two of each candidate: as it is, and in a trial */
  size_t signature_capacity;
  st_queue queues[3]; /* by phase */
  st_filter read, written;
  st_mentions readers, writers, mention_room;
  st_trials trials;
  st_link *links;
  size_t link_count, link_capacity;
  uint32_t free_link; /* + 1 */
  st_numbers tokens, met;
  st_numbers found, others, potential; /* candidates, for a moment */
  st_numbers path, walk, room;
  st_vector operands;
} st_work;

void st_work_fini(st_work *work, st_mem *mem);

/* Empty it for another layer; what was allocated stays. */
void st_work_reset(st_work *work);

/* Nodes, marks and signatures for all candidates; new ones are zeroed. */
bool st_work_nodes(st_work *work, st_mem *mem);

size_t st_work_bytes(const st_work *work);

#endif
