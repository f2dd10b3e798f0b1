/* plan.h - what is in force and must be worked out for the whole world: clauses
 * of created effects, abilities that may be in some list, what they all read.
 */
#ifndef STRATA_PLAN_H
#define STRATA_PLAN_H

#include "layers/compiled.h"
#include "layers/effect.h"

/* A clause of a created effect that has some part which is computed, or on an
 * attribute that something reads. An effect may have two: what is locked to
 * its targets, and what stays open (611.2c). */
typedef struct st_created {
  uint32_t effect;
  uint64_t serial; /* never used twice: rows and memory are */
  uint32_t locked; /* a part whose nodes are its targets; 0: it is open */
  st_clause_code code;
  size_t part_capacity;
} st_created;

typedef struct st_plan {
  st_mem *mem;
  const strata_rules *rules;
  st_created **clauses;
  size_t clause_count, clause_capacity;
  uint8_t *listed; /* by effect: how many clauses it has here; then none of its
                      parts is a plain one */
  size_t listed_capacity;
  bool *watched;      /* by attribute - 1: some clause reads it */
  bool *kept;         /* ... and effects may change it: the board has it */
  bool *grouped;      /* ... and stacking groups are on it */
  uint32_t *switched; /* attributes that are switched with each other share a
                         number; 0: none */
  bool *used;         /* by ability: it may be in somebody's list */
  bool has_clauses;   /* some of these has clauses */
  bool *seen;         /* by text: a list of abilities that is accounted for */
  size_t seen_capacity;
  uint64_t next_serial;
  bool active; /* there is something to work out */
  bool stale;  /* to be made anew from the state */
} st_plan;

strata_status st_plan_init(st_plan *plan, st_mem *mem,
                           const strata_rules *rules);
void st_plan_fini(st_plan *plan);

/* Make the plan anew. On ENOMEM it is still stale. Cost O(entities + effects).
 */
strata_status st_plan_build(st_plan *plan, const st_store *store,
                            st_compiled *compiled);

/* A new effect: put its clauses in, or make the plan stale if more than that
 * changes. False if it needs no plan. */
bool st_plan_add(st_plan *plan, const st_store *store, st_compiled *compiled,
                 uint32_t effect);

/* Take an effect's clauses out; false if there are none. */
bool st_plan_remove(st_plan *plan, uint32_t effect);

/* True if clauses of the effect are in. */
static inline bool st_plan_has(const st_plan *plan, uint32_t effect) {
  return effect < plan->listed_capacity && plan->listed[effect] != 0;
}

/* True if a base list of abilities brings none that is not accounted for. */
bool st_plan_knows(const st_plan *plan, uint32_t text);

#endif
