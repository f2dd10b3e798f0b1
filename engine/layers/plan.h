/* plan.h - what must be worked out for the whole world before a value can be:
 * whom a subject takes in, whether a condition holds, what an operand is. */
#ifndef STRATA_PLAN_H
#define STRATA_PLAN_H

#include "layers/cells.h"
#include "layers/compiled.h"
#include "layers/effect.h"

typedef struct st_clause st_clause;

/* A part of a clause. */
typedef struct st_planned {
  st_clause *clause;
  uint32_t part;
  uint64_t verb;
  st_place place;
  const strata_expr *operand; /* NULL: a constant */
  uint64_t value;   /* the constant, or what the operand is for everybody */
  uint64_t *values; /* what it is for each slot, if it reads `it` */
  uint64_t *dirty;  /* slots whose value is to be found anew */
  bool dirty_all, dirty_some;
} st_planned;

/*
 * An effect that needs the plan, worked out at the place of its first part:
 * whether its condition holds and whom it affects are then fixed for the rest
 * of the pass (613.6).
 */
struct st_clause {
  uint32_t effect;
  st_place start;
  const strata_expr *subject, *condition; /* NULL: none */
  bool holds;
  uint64_t *members; /* slots: those that satisfy it, or that it is locked to */
  uint64_t *dirty;
  bool dirty_all, dirty_some;
  st_planned *parts;
  uint32_t part_count;
};

/* One thing to work out; in the order of places. */
typedef struct st_item {
  st_place place;
  st_clause *clause;
  st_planned *planned; /* NULL: the clause's start */
} st_item;

typedef struct st_reader {
  st_item item;
  bool near, far; /* as st_expr_read */
} st_reader;

typedef struct st_plan_attr {
  st_planned **open; /* parts of subjects, in the order of places */
  size_t open_count, open_capacity;
  st_reader *readers; /* what reads the attribute */
  size_t reader_count, reader_capacity;
  uint32_t switched; /* attributes that are switched with each other share a
                        number; 0: none */
} st_plan_attr;

typedef struct st_plan {
  st_mem *mem;
  const strata_rules *rules;
  st_item *items;
  size_t item_count, item_capacity;
  st_clause **clauses;
  size_t clause_count, clause_capacity;
  st_planned **by_part; /* by the part's slot */
  size_t by_part_capacity;
  st_plan_attr *attrs;
  uint32_t words; /* of a bitmap of slots */
  bool stale;     /* to be made anew from the state */
  bool dirty;     /* some item is */
} st_plan;

strata_status st_plan_init(st_plan *plan, st_mem *mem,
                           const strata_rules *rules);
void st_plan_fini(st_plan *plan);

/* Make the plan anew from the state's list of planned effects, all dirty. */
strata_status st_plan_build(st_plan *plan, const st_store *store,
                            st_compiled *compiled);

/* Put one more planned effect in. On ENOMEM the plan is stale. */
strata_status st_plan_add(st_plan *plan, const st_store *store,
                          st_compiled *compiled, uint32_t effect);

/* Take one out; its clause is the caller's until st_plan_free_clause. NULL if
 * it is not in. */
st_clause *st_plan_remove(st_plan *plan, uint32_t effect);
void st_plan_free_clause(st_plan *plan, st_clause *clause);

static inline st_planned *st_plan_part(const st_plan *plan, uint32_t part) {
  return part < plan->by_part_capacity ? plan->by_part[part] : NULL;
}

/* What an entity's attribute has become matters to those items after `after`
 * (NULL: to all) that read it. */
void st_plan_mark(st_plan *plan, strata_attr attr, uint32_t slot,
                  const st_place *after);

/* An entity came or went. */
void st_plan_mark_population(st_plan *plan, uint32_t slot);

#endif
