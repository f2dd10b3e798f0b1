/* program.h - the constant parts on one number, in order, ready to run. */
#ifndef STRATA_LAYERS_VALUES_NUMBER_PROGRAM_H
#define STRATA_LAYERS_VALUES_NUMBER_PROGRAM_H

#include "world/tables/effect.h"

/* One gathered part of a value: what apply and sort need to know of it. */
typedef struct st_value_part {
  st_sort_key place;
  uint64_t verb;
  union {                  /* the operand */
    uint64_t value;        /* a number, handle, symbol, text or list */
    const uint64_t *words; /* symbols of a SET, if `has_words` */
  };
  uint32_t origin; /* a part of a chain; or if the place has a sequence, what a
                    pass has applied, its place there + 1 */
  uint8_t step; /* strata_why_step: whether it applies, and if not, why not */
  bool has_words;
} st_value_part;

/* Ten thousand of them, twice for sorting, fit into a cache of the second
 * level. */
static_assert(sizeof(st_value_part) <= 48, "an entry is small");

/* What a part does to a number, without a branch: ((v & a) * m + b) ^ x. */
typedef struct st_number_step {
  uint64_t and_mask;
  int64_t factor, addend;
  uint64_t xor_mask;
} st_number_step;

/* Programs shorter than this are not worth their memory. */
#define ST_NUMBER_PROGRAM_MIN 8
/* Steps between two values that are kept, so that a change in the middle
 * costs the steps after it. */
#define ST_NUMBER_PROGRAM_STRIDE 64

typedef struct st_number_program {
  st_number_step *steps;
  st_sort_key *places;
  uint8_t *ops; /* 0: the step says it all; else the operation + 1, with its
                   operand in `addend` */
  int64_t
      *checkpoints; /* the value before each ST_NUMBER_PROGRAM_STRIDE-th step */
  uint32_t count, capacity;
  uint32_t steps_done; /* steps that `value` has behind it, for `base` */
  uint32_t pending;    /* newest nodes of the chain that are not steps yet */
  bool stale;          /* to be made anew */
  bool has_odd_ops;    /* some step needs its entry in `ops` */
  int64_t base, value;
  uint64_t serial; /* of the state that it was made from */
  uint64_t
      fresh_serial; /* the same while it is neither stale nor behind, else 0 */
} st_number_program;

static inline int64_t st_number_step_run(const st_number_step *step,
                                         int64_t v) {
  v = (int64_t)((uint64_t)v & step->and_mask);
  v = st_sat_add(st_sat_mul(v, step->factor), step->addend);
  return (int64_t)((uint64_t)v ^ step->xor_mask);
}

/* The result of one operation; `operand` as in PART_VALUE. Not for SWITCH. */
int64_t st_number_apply_op(const st_attr *attr, uint64_t header, int64_t v,
                           uint64_t operand);

/* Sort by place; entries that were gathered newest first are turned round at
 * little cost. `spare` has room for `count` entries. */
void st_value_parts_sort(st_value_part *entries, st_value_part *spare,
                         size_t count);

/* Make `*program` (created if NULL) of sorted plain entries. */
strata_status st_number_program_build(st_number_program **program, st_mem *mem,
                                      const st_value_part *entries,
                                      uint32_t count);

/* Put one more part into its place. */
strata_status st_number_program_insert(st_number_program *program, st_mem *mem,
                                       const st_value_part *entry);

/* True if the steps of a short program are all that there is to it: no ranges,
 * no odd operations, no values on the way worth keeping. */
static inline bool st_number_program_is_short(const st_number_program *program,
                                              const st_attr *attr) {
  return program->count <= ST_NUMBER_PROGRAM_STRIDE && !program->has_odd_ops &&
         !attr->ranged;
}

/* The value for a base value. Cost O(steps after the first changed one). */
int64_t st_number_program_run(st_number_program *program, const st_attr *attr,
                              int64_t base);

void st_number_program_free(st_number_program *program, st_mem *mem);

#endif
