/* strata/effects.h - continuous effects. */
#ifndef STRATA_EFFECTS_H
#define STRATA_EFFECTS_H

#include "strata/abilities.h"
#include "strata/expressions.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct strata_part {
  strata_attr attr;
  strata_layer layer;
  strata_op op;
  strata_rounding rounding; /* DIV, SCALE */
  int64_t value;            /* the operand of an INT or FLAG */
  int64_t divisor;          /* SCALE: 1 to 2^31-1; `value` is then of 32 bits */
  strata_entity ref;        /* the operand of a REF; COPY: the entity to copy */
  strata_symbol symbol;     /* the operand of a SYM */
  const char *text;         /* the operand of a TEXT */
  const strata_symbol *symbols; /* the operand of a SET or ABILITIES;
                                   SUBSTITUTE: the old word and the new */
  size_t symbol_count;
  strata_attr other;        /* SWITCH: exchanged with `attr`; same range */
  const strata_expr *expr;  /* computes the operand in place of `value`, `ref`,
                               `symbol`, or one of `symbols`, or all that a SET
                               has and `attr` can hold, `it` being the
                               affected entity; BORROW: the predicate, `outer`
                               being the affected entity */
  strata_ability_kind kind; /* BORROW: only these; KEYWORD: all */
  bool capture; /* compute `expr` once, now; `it` is then none (611.2d) */
} strata_part;

typedef struct strata_effect_desc {
  const char *name;     /* for explanations; NULL for none */
  strata_entity source; /* 0 for none */
  /* The affected entities: these, or all that satisfy `subject`. */
  const strata_entity *targets;
  size_t target_count;
  const strata_expr *subject;
  bool lock; /* it affects for good those that satisfy `subject` now, but for
                parts on attributes that are open (611.2c) */
  const strata_expr *condition; /* applies only while it holds; `it` is none */
  const strata_part *parts;     /* 1 to 64 */
  size_t part_count;
  /* How long: for ever, or until whichever of these comes first. */
  strata_clock clock;          /* 0, or with `ticks` from 1: that many ticks */
  uint32_t ticks;              /* 0: the clock does not end it */
  const strata_expr *while_on; /* ends for good if false at a commit */
  bool while_source;           /* ends when the source is removed */
  strata_stacking_group group; /* stacking; 0 for none */
  int32_t priority; /* for layers ordered by priority: neither INT32_MIN nor
                       INT32_MAX, which are for the parts of laws */
} strata_effect_desc;

/**
 * Start a continuous effect. It gets the next timestamp.
 *
 * desc     borrowed, copied
 * out      its handle; none if no entity satisfies a locked subject and no part
 *          is open, or if `while_on` is false already (611.2b), and then
 *          nothing was added. A REFRESH group that is full on every target
 *          gives the handle of the newest effect that was refreshed instead
 * Errors   ESTALE for source, targets or refs; ENOENT for attributes, layers,
 *          symbols, clock, group; ETYPE for an operation or operand that does
 *          not suit the attribute, a subject that is no predicate; EINVAL for
 *          neither targets nor subject, both, no parts, an unlayered
 *          attribute, a constant divisor of 0, two entities to copy; ERANGE;
 *          ENOMEM
 * Cost     O(parts * targets)
 * Rule     611.2, 613.7
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_effect_add(
    strata_world *world, const strata_effect_desc *desc, strata_effect *out);

/**
 * End one effect. The values are then exactly those that they would be without
 * it.
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(parts * targets)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_effect_remove(strata_world *world, strata_effect effect);

/**
 * End all effects that are locked to one entity, for that entity.
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(its effects)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_effect_clear(strata_world *world, strata_entity entity);

/**
 * Give an effect a new duration in ticks of its clock, from now.
 *
 * ticks    0: the clock does not end it any more
 * Errors   ESTALE; EINVAL if it was made without a clock; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_effect_refresh(
    strata_world *world, strata_effect effect, uint32_t ticks);

typedef struct strata_effect_info {
  strata_effect effect;
  const char *name; /* "" for none; lives until the next call on the world */
  strata_entity source;
  uint64_t timestamp;
  strata_clock clock;
  uint64_t ticks_left; /* 0: the clock does not end it */
  strata_stacking_group group;
  int32_t priority;
  uint32_t part_count;
  uint32_t target_count; /* entities that parts are locked to */
  const char *subject;   /* of its open parts, "" for none; lives as `name` */
} strata_effect_info;

/**
 * Describe an effect.
 *
 * Errors   ESTALE
 * Cost     O(parts + targets)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_effect_describe(
    strata_world *world, strata_effect effect, strata_effect_info *out);

/** True if the handle names an effect of this world now. Cost O(1). */
STRATA_API bool strata_effect_is_alive(const strata_world *world,
                                       strata_effect effect);

/** The effect in the next slot after `effect` (STRATA_NO_EFFECT: the first
 * one), none at the end. Timestamps tell their order. Cost O(1) amortised. */
STRATA_API strata_effect strata_effect_next(const strata_world *world,
                                            strata_effect effect);

/**
 * Let a clock tick: effects of which this is the last tick end, oldest first.
 *
 * ended    how many ended; may be NULL
 * Errors   ENOENT; ENOMEM
 * Cost     O(effects of this clock)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_tick(strata_world *world,
                                                       strata_clock clock,
                                                       uint32_t *ended);

#ifdef __cplusplus
}
#endif

#endif
