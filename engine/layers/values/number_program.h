/* number_program.h - the constant parts on one number, in order, as steps that
 * run without branches. */
#ifndef STRATA_LAYERS_VALUES_NUMBER_PROGRAM_H
#define STRATA_LAYERS_VALUES_NUMBER_PROGRAM_H

#include "world/tables/effect.h"

/* A gathered part of a value: what applying and sorting need to know of it. */
typedef struct st_value_part {
  st_sort_key place;
  uint64_t verb;           /* the header of the part */
  union {                  /* the operand */
    uint64_t value;        /* a number, handle, symbol, text or list */
    const uint64_t *words; /* symbols of a SET, if `has_words` */
  };
  /* a part locked to the entity; or, if the place has a sequence, a part that
   * the pass has applied: its index in `applied`, + 1 */
  uint32_t origin;
  uint8_t step; /* strata_why_step: whether it applies, and if not, why not */
  bool has_words;
} st_value_part;

/* Ten thousand parts, twice for sorting, fit into a second-level cache. */
static_assert(sizeof(st_value_part) <= 48, "an entry is small");

/* What a part does to a number v, without a branch: ((v & and_mask) * factor +
 * addend) ^ xor_mask. */
typedef struct st_number_step {
  uint64_t and_mask;
  int64_t factor, addend;
  uint64_t xor_mask;
} st_number_step;

/* Shorter programs are not worth their memory. */
#define ST_NUMBER_PROGRAM_MIN 8
/* Steps between two checkpoints: a change in the middle of a program costs only
 * the steps after the checkpoint before it. */
#define ST_NUMBER_PROGRAM_STRIDE 64

typedef struct st_number_program {
  st_number_step *steps;
  st_sort_key *places;
  /* 0: the step is complete; else the operation + 1, whose operand is
   * `addend` */
  uint8_t *ops;
  /* the values before each ST_NUMBER_PROGRAM_STRIDE-th step */
  int64_t *checkpoints;
  uint32_t count, capacity;
  uint32_t steps_done; /* the steps that `value` has run, from `base` */
  /* parts that are no steps yet, oldest first; none while it is stale */
  st_value_part *added;
  size_t added_count, added_capacity;
  bool stale;       /* steps and `added` are not all parts of the value */
  bool has_odd_ops; /* some step has an operation in `ops` */
  int64_t base, value;
  uint64_t serial; /* st_eval.serial when it was built */
  /* `serial` while it is neither stale nor behind its chain, else 0 */
  uint64_t fresh_serial;
} st_number_program;

static inline int64_t st_number_step_run(const st_number_step *step,
                                         int64_t v) {
  v = (int64_t)((uint64_t)v & step->and_mask);
  v = st_sat_add(st_sat_mul(v, step->factor), step->addend);
  return (int64_t)((uint64_t)v ^ step->xor_mask);
}

/* The result of one operation of a part with this header. Not for SWITCH and
 * for operations on SETs and lists (asserted). */
int64_t st_number_apply_op(const st_attr *attr, uint64_t header, int64_t v,
                           uint64_t operand);

/* Sort by place. Parts that are newest first are only reversed, unless the
 * order of their layers is another one. `spare` has room for `count` parts. */
void st_value_parts_sort(st_value_part *entries, st_value_part *spare,
                         size_t count);

/* Build `*program` (created if NULL) from sorted constant parts. */
strata_status st_number_program_build(st_number_program **program, st_mem *mem,
                                      const st_value_part *entries,
                                      uint32_t count);

/* Let a program begin anew with no parts, fresh in `serial`. */
void st_number_program_restart(st_number_program *program, uint64_t serial);

/* It must be built again, or restarted. */
void st_number_program_make_stale(st_number_program *program);

/* Add a part, which is newer than all others. It becomes a step later. */
strata_status st_number_program_add(st_number_program *program, st_mem *mem,
                                    const st_value_part *entry);

/* Make steps of the parts that were added. `spare` has room for these. */
strata_status st_number_program_insert_added(st_number_program *program,
                                             st_mem *mem, st_value_part *spare);

/* True if a program is nothing but its steps: no range, no operation in `ops`,
 * no checkpoint that is worth keeping. */
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
