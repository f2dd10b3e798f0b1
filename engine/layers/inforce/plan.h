/* plan.h - what is in force and must be worked out for the whole world: clauses
 * of created effects, abilities that may be in some list, what they all read.
 */
#ifndef STRATA_PLAN_H
#define STRATA_PLAN_H

#include "world/tables/compiled.h"
#include "world/tables/effect.h"

/* A clause of a created effect that has some part which is computed, or on an
 * attribute that something reads. An effect may have two: what is locked to
 * its targets, and what stays open (611.2c). */
typedef struct st_created {
  uint32_t effect;
  uint64_t serial; /* never used twice: rows and memory are */
  uint32_t locked; /* a part whose nodes are its targets; 0: it is open */
  uint32_t unit;   /* in the pass that counts, + 1; 0: it is not there yet */
  st_clause_code code;
  size_t part_capacity;
  struct st_created *next; /* of those that are spare */
} st_created;

/* Of a text that lists abilities. */
#define ST_SEEN         1
#define ST_SEEN_CLAUSES 2 /* some of them do something by themselves */
#define ST_SEEN_EXPR    4 /* or it is an expression: what it reads is known */

typedef struct st_plan {
  st_mem *mem;
  const strata_rules *rules;
  st_created **clauses;
  size_t clause_count, clause_capacity;
  st_created *spare; /* let go of, with their memory: the next ones take it */
  size_t bytes;      /* of clauses, those that are spare among them */
  uint8_t *listed; /* by effect: how many clauses it has here; then none of its
                      parts is a plain one */
  size_t listed_capacity;
  bool *watched;      /* by attribute - 1: some clause reads it */
  uint64_t **symbols; /* ... of a SET these symbols, one by one */
  bool *whole;        /* ... or all of it */
  bool *kept;         /* ... and effects may change it: the board has it */
  bool *grouped;      /* ... and stacking groups are on it */
  uint32_t *switched; /* attributes that are switched with each other share a
                         number; 0: none */
  bool *used;         /* by ability: it may be in somebody's list */
  bool has_clauses;   /* some of these has clauses */
  uint8_t *seen;      /* by text: what of it is accounted for */
  size_t seen_capacity;
  uint64_t next_serial;
  uint64_t made; /* how often it was made */
  bool census;   /* something counts entities */
  bool apart;    /* something tells even equal entities apart */
  bool follows;  /* something reads of whom it names, or a reference does */
  bool grew;     /* something was found that was not known before */
  bool active;   /* there is something to work out */
  bool stale;    /* to be made anew from the state */
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
static inline bool st_plan_knows(const st_plan *plan, uint32_t text) {
  return text == 0 ||
         (text < plan->seen_capacity && (plan->seen[text] & ST_SEEN));
}

/* True if it brings some that do something by themselves. */
static inline bool st_plan_acts(const st_plan *plan, uint32_t text) {
  return text < plan->seen_capacity && (plan->seen[text] & ST_SEEN_CLAUSES);
}

#endif
