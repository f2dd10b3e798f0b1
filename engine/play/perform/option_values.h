/* option_values.h - the values of an instruction's options for all entities
 * that it is about. */
#ifndef STRATA_PLAY_PERFORM_OPTION_VALUES_H
#define STRATA_PLAY_PERFORM_OPTION_VALUES_H

#include "play/execution/execution.h"
#include "rules/model/program.h"

/* Values by entity, and for each by argument of the instruction. */
typedef struct st_option_values {
  int64_t *values; /* in the arena; NULL: there are none */
  uint32_t argument_count;
} st_option_values;

/*
 * Evaluate the options for each of several entities, before the first of them
 * is written. What an instruction does to all of them happens at once, so no
 * value depends on which of them comes first; and one evaluation does not bring
 * up to date what the write before it has changed. Of gone entities nothing is
 * evaluated. ENOMEM; errors of the expressions.
 */
strata_status st_option_values_eval(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction,
                                    const strata_entity *who, uint32_t count,
                                    st_option_values *out);

/* The values for the n-th entity; NULL if there are none. */
static inline const int64_t *st_option_values_of(const st_option_values *values,
                                                 uint32_t n) {
  return values->values ? values->values + (size_t)n * values->argument_count
                        : NULL;
}

/* The value of an option among the values of one entity; `fallback` if the
 * instruction does not have the option. */
int64_t st_option_values_get(const st_program *program,
                             const st_instruction *instruction,
                             const int64_t *values, st_option option,
                             int64_t fallback);

#endif
