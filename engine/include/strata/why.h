/* strata/why.h - why a value is what it is. */
#ifndef STRATA_WHY_H
#define STRATA_WHY_H

#include "strata/abilities.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct strata_why strata_why;

/* Whether a part changed the value, and if not, why not. */
typedef enum strata_why_step {
  STRATA_STEP_APPLIED = 0,
  STRATA_STEP_CONDITION = 1, /* its condition does not hold */
  STRATA_STEP_SUBJECT = 2,   /* its subject leaves this entity out */
  STRATA_STEP_STACKING = 3,  /* another of its group counts instead */
  STRATA_STEP_LOST = 4,      /* its ability was lost before it could start */
  STRATA_STEP_ZONE = 5       /* its ability does not function in this zone */
} strata_why_step;

/* Why a part stands where it does among those of its layer. */
typedef enum strata_order_reason {
  STRATA_REASON_TIMESTAMP = 0,
  STRATA_REASON_PRIORITY = 1,
  STRATA_REASON_CDA = 2,     /* before all that are not (613.3) */
  STRATA_REASON_LAW = 3,     /* the rules' own, first or last */
  STRATA_REASON_DEPENDS = 4, /* it waited for another (613.8a) */
  STRATA_REASON_LOOP = 5     /* by timestamp, as they wait for each other
                                 (613.8b) */
} strata_order_reason;

typedef struct strata_why_row {
  strata_layer layer;
  strata_op op;
  strata_why_step step;
  strata_effect effect;
  strata_entity source;
  uint64_t timestamp;
  const char *effect_name; /* "" for none */
  const char *layer_name;  /* the number, where layers are numbers */
  const char *operand;     /* as text: "add 3", "switch toughness" */
  const char *formula;     /* the expression that gave the operand, or "" */
  int64_t value, divisor;  /* the operand of an INT or FLAG as a number */
  strata_rounding rounding;
  strata_value before, after; /* equal unless APPLIED */
  strata_attr attr;
  strata_order_reason because;
  const char *waited_for; /* DEPENDS, LOOP: the other's name; else "" */
  const char *difference; /* DEPENDS: what the trial showed; LOST: who took it
                             away; else "" */
} strata_why_row;

/**
 * Explain a current value: the evaluator itself with its trace kept.
 *
 * out      owned: free it with strata_why_free, before the world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(parts that could touch the value) and what they read
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain(strata_world *world,
                                                          strata_entity entity,
                                                          strata_attr attr,
                                                          strata_why **out);

/**
 * Explain what somebody's abilities and effects do to an entity, and why not:
 * a row for each of their parts, over all attributes, whether it applies or
 * its ability was lost, does not function, has a condition that fails or a
 * subject that leaves the entity out.
 *
 * source   whose; 0 with an `effect`
 * effect   or one effect; 0 with a `source`
 * out      owned: free it with strata_why_free, before the world
 * Errors   ESTALE; EINVAL for neither or both; ENOMEM
 * Cost     one pass with a trace
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain_source(
    strata_world *world, strata_entity entity, strata_entity source,
    strata_effect effect, strata_why **out);

/**
 * Explain the order within one layer: who waits for whom, and because of what.
 * Constant parts that are locked to their targets are not among them where
 * nothing reads what they change: they wait for nobody, and nobody for them.
 *
 * out      owned: rows are one for each part applied, in order; its text is a
 *          line for each, strata_why_dot the same as a graph
 * Errors   ENOENT; ENOMEM
 * Cost     one pass, with all pairs of the layer tried
 * Rule     613.8
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_explain_layer(strata_world *world, strata_layer layer, strata_why **out);

/** A layer's order as a Graphviz graph, "" of other explanations. O(1). */
STRATA_API const char *strata_why_dot(const strata_why *why);

/** Free an explanation. NULL is allowed. Cost O(rows). */
STRATA_API void strata_why_free(strata_why *why);

/** Number of rows, the base value not counted. Cost O(1). */
STRATA_API size_t strata_why_count(const strata_why *why);

/** The n-th row (from 0), in the order of application; NULL past the end.
 * It lives as long as the explanation. Cost O(1). */
STRATA_API const strata_why_row *strata_why_get(const strata_why *why,
                                                size_t n);

/** The base value; the current one is what the last row leaves. O(1). */
STRATA_API const strata_value *strata_why_base(const strata_why *why);

/** The current value. Cost O(1). */
STRATA_API const strata_value *strata_why_value(const strata_why *why);

/** All of it as lines of text, without a final newline. Lives as long as the
 * explanation. Cost O(1). */
STRATA_API const char *strata_why_text(const strata_why *why);

#ifdef __cplusplus
}
#endif

#endif
