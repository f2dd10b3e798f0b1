/* strata/expressions.h - expressions: compile, evaluate, select. */
#ifndef STRATA_EXPRESSIONS_H
#define STRATA_EXPRESSIONS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A predicate ("types has 'elf' and power >= 3") or a value ("count(types has
 * 'elf') + 1") over the world, compiled. Inside it
 *
 *   power            of the entity in question, the same as it.power
 *   this.power       of the effect's source
 *   outer.power      inside count, sum, distinct: of the entity outside
 *   #3:1.power       of one entity, by slot and generation
 *   owner.power      of the entity that a ref names, and so on:
 *                    this.attached.owner.power
 *   it this outer #3:1 none     entities, to be compared with refs; `none` also
 *                    with symbols
 *   'elf'            a symbol; "set has 'elf'", "set has this.chosen"; a set or
 *                    the abilities are empty: "set = none"
 *   + - * // min(a, b) max(a, b) -a      integers; they saturate, // rounds
 *                    down, and anything // 0 is 0
 *   = != < <= > >=   integers; = and != also flags, refs, symbols
 *   and or not true false
 *   count(p)         how many entities satisfy p
 *   sum(v, p)        the sum of v over them, exact, which saturates at the end
 *   distinct(set, p) how many different symbols their sets hold
 *   top('library', this.owner, 1)     the first entity from the top of a
 *                    player's zone, or none. The player of a zone that all
 *                    share is none. The expression reads the order of the zone
 *                    even if it is hidden from players
 *   this.types       as the operand of a part on a set: what that set has
 *   ask('strong')    the answer of a predicate of the rules, a function, about
 *                    the entity in question and `this`
 *
 * A ref that names no entity has every attribute at its default. An attribute
 * keeps the handle of an entity that is gone, which equals no other; `this` and
 * #3:1 of an entity that is gone are none.
 */
typedef struct strata_expr strata_expr;

/**
 * Compile an expression.
 *
 * rules    must outlive the expression; their allocator is used
 * text     at most 64 KiB, nested at most 64 deep
 * out      owned: free it with strata_expr_free
 * error    may be NULL; gets offset and text of a failure
 * Errors   ESYNTAX; ENOENT for an unknown name; ETYPE; ERANGE for a number or
 *          text too large; ENOMEM
 * Cost     O(length * log names)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_expr_parse(const strata_rules *rules, const char *text,
                  strata_expr **out, strata_error *error);

/**
 * Compile a predicate on other entities, as inside count: `it` is the entity
 * that is tested, `outer` the affected entity. Only BORROW takes one.
 *
 * out      as the other arguments, those of strata_expr_parse
 * Errors   those of strata_expr_parse
 * Cost     O(length * log names)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_expr_parse_inner(const strata_rules *rules, const char *text,
                        strata_expr **out, strata_error *error);

/** Free an expression; effects made with it keep their own copy. NULL is
 * allowed. Cost O(1). */
STRATA_API void strata_expr_free(strata_expr *expr);

/** The expression as text in one canonical form, which strata_expr_parse reads
 * back as the same expression. Lives as long as the expression. Cost O(1). */
STRATA_API const char *strata_expr_text(const strata_expr *expr);

/** The type of an expression: INT, FLAG (a predicate), REF or SYM; SET if it is
 * a set of some entity, which nothing but a part on a SET takes. Cost O(1). */
STRATA_API strata_type strata_expr_type(const strata_expr *expr);

/** The n-th (from 0) attribute that the expression reads, in the order of
 * their ids, 0 past the end. Cost O(attributes read). */
STRATA_API strata_attr strata_expr_reads(const strata_expr *expr, uint32_t n);

/**
 * Evaluate an expression on current values.
 *
 * it       the entity in question, or 0
 * source   the entity `this`, or 0
 * Errors   ESTALE; EINVAL if the expression is of other rules; ETYPE if it is
 *          a set; ENOMEM
 * Cost     O(nodes), times the entities for each count, sum and distinct
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_expr_eval(strata_world *world, const strata_expr *expr, strata_entity it,
                 strata_entity source, strata_value *out);

/**
 * Collect the entities that satisfy a predicate, in the order of their slots.
 *
 * buffer    room for `capacity` handles; NULL if that is 0
 * count     how many there are, also if they do not fit
 * Errors    ETYPE if `expr` is no predicate; ESTALE for `source`; EINVAL;
 *           ENOMEM. More entities than room is no error
 * Cost      O(entities); for a predicate that reads `it` alone and is asked
 *           again, O(entities / 64), and O(1) for each entity that may have
 *           changed since (STRATA_TUNE_SETS)
 * Since     0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_select(
    strata_world *world, const strata_expr *expr, strata_entity source,
    strata_entity *buffer, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
