/* expr_eval64.h - the evaluator for 64 entities, as aggregates use it. */
#ifndef STRATA_RULES_EXPR_EXPR_EVAL64_H
#define STRATA_RULES_EXPR_EXPR_EVAL64_H

#include "rules/expr/expr_eval.h"

/* The candidates among slots 64*word .. +63; never empty. */
typedef struct st_candidate_word {
  uint32_t word;
  uint64_t candidates;
} st_candidate_word;

/* A number for each candidate. */
typedef struct st_lane_numbers {
  const int64_t *each; /* NULL: all numbers are `same` */
  int64_t same;
} st_lane_numbers;

/* The values of an INT, REF or SYM node for the candidates. `room` is for 64
 * numbers and may be used for the result. */
strata_status st_expr_scope_eval_numbers(st_expr_scope *s, uint32_t node,
                                         st_candidate_word at, int64_t *room,
                                         st_lane_numbers *out);

/* The candidates for which a FLAG node holds. */
strata_status st_expr_scope_match(st_expr_scope *s, uint32_t node,
                                  st_candidate_word at, uint64_t *out);

#endif
