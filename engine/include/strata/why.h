/* strata/why.h - why a value is what it is. */
#ifndef STRATA_WHY_H
#define STRATA_WHY_H

#include "strata/abilities.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct strata_why strata_why;

/* Whether a part changed the value, and if not, why not. */
#define STRATA_STEP_MAP(X)                                                     \
  X(APPLIED, 0, "applied")                                                     \
  X(CONDITION, 1, "condition") /* its condition does not hold */               \
  X(SUBJECT, 2, "subject")     /* its subject leaves this entity out */        \
  X(STACKING, 3, "stacking")   /* another of its group counts instead */       \
  X(LOST, 4, "lost") /* its ability was lost before it could start */          \
  X(ZONE, 5, "zone") /* its ability does not function in this zone */

typedef enum strata_why_step {
#define X(name, value, text) STRATA_STEP_##name = value,
  STRATA_STEP_MAP(X)
#undef X
} strata_why_step;

/** A step in words: "applied"; "unknown" for none. O(1). */
STRATA_API const char *strata_why_step_text(strata_why_step step);

/* Why a part stands where it does among those of its layer. */
#define STRATA_REASON_MAP(X)                                                   \
  X(TIMESTAMP, 0, "timestamp")                                                 \
  X(PRIORITY, 1, "priority")                                                   \
  X(CDA, 2, "cda")         /* before all that are no CDAs (613.3) */           \
  X(LAW, 3, "law")         /* a law is first or last */                        \
  X(DEPENDS, 4, "depends") /* it waited for another (613.8a) */                \
  X(LOOP, 5, "loop") /* by timestamp, as they wait for each other (613.8b) */

typedef enum strata_order_reason {
#define X(name, value, text) STRATA_REASON_##name = value,
  STRATA_REASON_MAP(X)
#undef X
} strata_order_reason;

/** A reason in words: "timestamp"; "unknown" for none. O(1). */
STRATA_API const char *strata_order_reason_text(strata_order_reason reason);

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
  strata_value before, after; /* equal unless APPLIED; empty (type 0) where no
                                 value was evaluated: LOST, ZONE, a layer */
  strata_attr attr;
  strata_order_reason because;
  const char *waited_for; /* DEPENDS, LOOP: the other's name; else "" */
  const char
      *difference;      /* DEPENDS: what the trial of 613.8a showed; else "" */
  const char *taken_by; /* LOST: the name of the effect that took the ability
                           away; SUBJECT: of the effect by which the subject
                           came to leave the entity out; "" if there is none */
  const char *rule; /* APPLIED: the rule of its place; else the rule by which it
                       does nothing: "613.6"; "" if there is none */
  strata_entity target; /* of an effect that is locked to one entity; else 0 */
} strata_why_row;

/**
 * Explain a current value: a row for each part that is in force for it, and for
 * each that would be, had nothing in this pass kept it from that: its ability
 * was lost (LOST), its condition does not hold (CONDITION), another of its
 * group counts (STACKING), or an earlier effect made its subject leave the
 * entity out (SUBJECT). Each row stands at its place in the order. Of a law
 * there is a row only where it changes the value. What was never about the
 * value has no row: strata_explain_source tells of that.
 *
 * out      owned: free it with strata_why_free, before the world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(parts on the value + clauses in force), not O(entities); if such a
 *          clause is about the attribute, not the entity, one pass, or two
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain(strata_world *world,
                                                          strata_entity entity,
                                                          strata_attr attr,
                                                          strata_why **out);

/**
 * Explain what the abilities and effects of a source do to an entity, and why
 * not: a row for each of their parts, over all attributes, whether it applies
 * or its ability was lost, does not function, has a condition that fails or a
 * subject that leaves the entity out.
 *
 * source   the entity whose abilities and effects they are; 0 with an `effect`
 * effect   one effect; STRATA_NO_EFFECT with a `source`
 * out      owned: free it with strata_why_free, before the world
 * Errors   ESTALE; EINVAL for neither or both; ENOMEM
 * Cost     one pass with a trace
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain_source(
    strata_world *world, strata_entity entity, strata_entity source,
    strata_effect effect, strata_why **out);

/**
 * Explain the order within one layer: which part waits for which, and why.
 * Constant parts that are locked to their targets are left out of the graph
 * where nothing reads what they change: they wait for no part, and no part
 * waits for them.
 *
 * out      owned: one row for each part applied or lost, in order;
 *          strata_why_dot tells the same as a graph
 * Errors   ENOENT; ENOMEM
 * Cost     one pass, with all pairs of the layer tried; O(effects)
 * Rule     613.8
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_explain_layer(strata_world *world, strata_layer layer, strata_why **out);

/** A layer's order as a Graphviz graph, "" of other explanations. Cost O(1). */
STRATA_API const char *strata_why_dot(const strata_why *why);

/** Free an explanation. NULL is allowed. Cost O(rows). */
STRATA_API void strata_why_free(strata_why *why);

/** Number of rows, the base value not counted. Cost O(1). */
STRATA_API size_t strata_why_count(const strata_why *why);

/** The n-th row (from 0), in the order of application; NULL past the end.
 * It lives as long as the explanation. Cost O(1). */
STRATA_API const strata_why_row *strata_why_get(const strata_why *why,
                                                size_t n);

/** The base value; the current value is that after the last row. Cost O(1). */
STRATA_API const strata_value *strata_why_base(const strata_why *why);

/** The current value. Cost O(1). */
STRATA_API const strata_value *strata_why_value(const strata_why *why);

#ifdef __cplusplus
}
#endif

#endif
