/* pass.h - one pass over the world: units in order, and what they came to. */
#ifndef STRATA_PASS_H
#define STRATA_PASS_H

#include "layers/board.h"
#include "layers/plan.h"

/* Clauses in force in one pass: abilities that give each other could make any
 * number. */
#define ST_UNITS_MAX (UINT32_C(1) << 22)

/* Whom a clause affects: one slot, or a bitmap, or nobody. */
typedef struct st_members {
  uint32_t one;
  uint64_t *bits;
} st_members;

typedef enum st_unit_kind {
  ST_UNIT_EFFECT, /* of a created effect */
  ST_UNIT_ABILITY,
  ST_UNIT_LAW
} st_unit_kind;

/* Within a layer (613.3); laws that are last have no dependency either. */
typedef enum st_phase { ST_PHASE_CDA, ST_PHASE_MAIN, ST_PHASE_LAST } st_phase;

/*
 * A clause in force: of an effect, of a law, or of one ability of one object.
 * In each layer in which it has parts it is applied once, all of them together.
 * The first time starts it: from then on whom it affects is fixed, and it goes
 * on even if its ability is lost (613.6).
 */
typedef struct st_unit {
  const st_clause_code *code;  /* under `subst` */
  const st_clause_code *plain; /* under none */
  const st_created *created;
  st_instance instance; /* of an ability: as its object's list has it */
  uint64_t stamp, object_stamp;
  uint64_t serial; /* of `created`, which may be gone when this is looked at */
  uint32_t object; /* slot of `this`, 0 for nobody */
  uint32_t effect; /* slot */
  uint32_t index;  /* of a law; the clause's of an ability */
  uint32_t position;       /* in the list when it appeared */
  uint32_t priority;       /* as in a place */
  uint32_t next_of_object; /* unit + 1 */
  uint8_t kind, phase;
  bool started, holds;
  st_members members;
} st_unit;

typedef enum st_difference {
  ST_DIFFERENCE_NONE,
  ST_DIFFERENCE_EXISTENCE,
  ST_DIFFERENCE_TEXT,
  ST_DIFFERENCE_SET,
  ST_DIFFERENCE_OPERAND
} st_difference;

/* One part of a unit, applied. */
typedef struct st_applied {
  uint32_t unit;
  const st_clause_part *part;
  st_place place;
  uint64_t value;      /* the operand, if it is the same for all */
  uint64_t *values;    /* or for each slot; of one member, and of SETs, words */
  uint8_t because;     /* strata_because */
  uint8_t difference;  /* st_difference: what the trial showed */
  uint32_t waited_for; /* unit + 1 */
  uint32_t difference_slot; /* on whom, or 0 */
} st_applied;

typedef struct st_bucket {
  strata_layer layer;
  uint32_t *units;
  size_t count, capacity;
} st_bucket;

typedef struct st_numbers {
  uint32_t *at;
  size_t count, capacity;
} st_numbers;

typedef struct st_vector {
  uint64_t *at;
  size_t count, capacity;
} st_vector;

/* A clause's code under a text change. */
typedef struct st_variant {
  const st_clause_code *plain;
  uint16_t subst;
  st_clause_code *code;
} st_variant;

/* Two units of a layer that had to be tried: for graphs. */
typedef struct st_edge {
  uint32_t waits, waited_for;
  strata_layer layer;
  uint8_t difference;
  uint32_t slot;
} st_edge;

typedef struct st_pass {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_compiled *compiled;
  const st_plan *plan;
  st_arena arena;
  st_lists lists;
  st_board board;
  st_unit *units;
  size_t unit_count, unit_capacity;
  uint32_t *first_of_object; /* by slot: unit + 1 */
  st_bucket *buckets;        /* by layer */
  size_t bucket_count, bucket_kept, bucket_capacity;
  st_applied *applied;
  size_t applied_count, applied_capacity;
  st_numbers *of_attr; /* by attribute - 1: places in `applied` */
  st_variant *variants;
  size_t variant_count, variant_capacity;
  st_edge *edges;
  size_t edge_count, edge_capacity;
  bool all_edges; /* find all of them, also those that decide nothing */
  uint32_t words; /* of a bitmap of slots */
  st_place last;  /* of what was applied last in this layer */
  uint32_t applied_in_layer;
  st_vector scratch; /* operands of one unit */
  uint64_t *bits;    /* scratch of two bitmaps */
  uint64_t *set;     /* scratch of one value */
  uint64_t *before;  /* the same, of a trace */
} st_pass;

strata_status st_pass_init(st_pass *pass, st_mem *mem, const st_store *store,
                           st_compiled *compiled, const st_plan *plan);
void st_pass_fini(st_pass *pass);

/* Empty it: nothing has applied, and the board has base values. */
strata_status st_pass_begin(st_pass *pass);

/* -- Shared by the modules of a pass -- */

/* An environment of expressions on the board. */
st_expr_env st_pass_env(st_pass *pass, uint32_t it, uint32_t source);

static inline bool st_member(const st_members *members, uint32_t slot) {
  return members->bits ? st_bit_test(members->bits, slot)
                       : members->one == slot && slot != 0;
}

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

/* Free the codes made for text changes. */
void st_variants_free(st_pass *pass);

size_t st_pass_bytes(const st_pass *pass);

#endif
