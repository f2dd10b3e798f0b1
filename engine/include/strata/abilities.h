/* strata/abilities.h - operations, clauses, abilities, definitions and laws. */
#ifndef STRATA_ABILITIES_H
#define STRATA_ABILITIES_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Operations and clauses -- */

/*
 * What a part does to a value v with its operand x. Integers saturate at the
 * attribute's range at every step. Division by zero leaves v as it is.
 */
#define STRATA_OP_MAP(X)                                                       \
  X(SET, 0, "set")      /* v = x: every type */                                \
  X(ADD, 1, "add")      /* v + x: int; with the symbols x: set, abilities */   \
  X(SUB, 2, "sub")      /* v - x: int */                                       \
  X(MUL, 3, "mul")      /* v * x: int */                                       \
  X(DIV, 4, "div")      /* v / x, rounded: int */                              \
  X(MIN, 5, "min")      /* the smaller of v and x: int */                      \
  X(MAX, 6, "max")      /* the larger of v and x: int */                       \
  X(AND, 7, "and")      /* bits: int, flag */                                  \
  X(OR, 8, "or")        /* bits: int, flag */                                  \
  X(XOR, 9, "xor")      /* bits: int, flag */                                  \
  X(SCALE, 10, "scale") /* v * x / divisor, exact, rounded once: int */        \
  /* exchange with the value of `other`: int, 613.4d */                        \
  X(SWITCH, 11, "switch")                                                      \
  X(REMOVE, 12, "remove") /* v without the symbols x: set, abilities */        \
  X(CLEAR, 13, "clear")   /* nothing left: set, abilities */                   \
  /* v of another entity: its copiable value, taken when the effect begins     \
   * (707.2b); of a clause: its value at this point. `attr` may be 0 here, for \
   * all attributes that are copiable */                                       \
  X(COPY, 14, "copy")                                                          \
  /* one symbol for another, also in the texts of abilities (612): set, sym,   \
   * abilities */                                                              \
  X(SUBSTITUTE, 15, "substitute")                                              \
  /* does not have and cannot get: abilities (113.11) */                       \
  X(FORBID, 16, "forbid")                                                      \
  /* without abilities that are printed, copied or intrinsic, and with those   \
   * that were granted (305.7): abilities */                                   \
  X(STRIP, 17, "strip")                                                        \
  /* with the abilities of all that satisfy a predicate: abilities */          \
  X(BORROW, 18, "borrow")

typedef enum strata_op {
#define X(name, value, text) STRATA_OP_##name = value,
  STRATA_OP_MAP(X)
#undef X
} strata_op;

/** An operation in words: "add"; "unknown" for none. O(1). */
STRATA_API const char *strata_op_text(strata_op op);

#define STRATA_ROUNDING_MAP(X)                                                 \
  X(DOWN, 0, "down") /* toward negative infinity */                            \
  X(UP, 1, "up")     /* toward positive infinity */

typedef enum strata_rounding {
#define X(name, value, text) STRATA_ROUND_##name = value,
  STRATA_ROUNDING_MAP(X)
#undef X
} strata_rounding;

/** A rounding in words: "down"; "unknown" for none. O(1). */
STRATA_API const char *strata_rounding_text(strata_rounding rounding);

/*
 * One modification of a clause, in names: rules are written down before they
 * have ids. Texts are checked by strata_builder_freeze, which knows all names.
 */
typedef struct strata_clause_part {
  const char *attr;
  const char *layer; /* its name; the number, where layers are numbers */
  strata_op op;
  strata_rounding rounding; /* DIV, SCALE */
  int64_t divisor;          /* SCALE: 1 to 2^31-1 */
  /* An expression that computes the operand of an INT, FLAG, REF or SYM; `it`
   * is the affected entity. For SET, ADD and REMOVE of a SET it is a SYM or a
   * SET; symbols that are not in the domain of `attr` are left out. COPY: a
   * REF, the same for all, so without `it`. BORROW: a predicate in which
   * `outer` is the affected entity. Of a TEXT: the text itself. */
  const char *operand;
  /* The operand of a SET (symbols) or ABILITIES (abilities); SUBSTITUTE: two
   * symbols, the old word and the new; BORROW: the kind of the abilities, or
   * none for all. */
  const char *const *names;
  size_t name_count;
  const char *other; /* SWITCH: the attribute that `attr` is switched with */
  bool capture; /* of an instruction BEGIN: the operand is computed once, as
                   the effect begins; else at each evaluation */
} strata_clause_part;

typedef struct strata_clause {
  const char *subject;   /* a predicate: which entities are affected; NULL:
                            `this` alone */
  const char *condition; /* a predicate without `it`; NULL: always */
  const strata_clause_part *parts;
  size_t part_count; /* 1 to 64 */
} strata_clause;

/* -- Abilities -- */

/* Kinds of abilities. The engine itself acts on static ones and CDAs. */
#define STRATA_ABILITY_MAP(X)                                                  \
  X(KEYWORD, 0, "keyword") /* a word that rules and expressions ask for */     \
  X(STATIC, 1, "static")   /* its clauses apply while it is there (604) */     \
  X(CDA, 2, "cda") /* on its own object, in every zone, first (604.3)*/        \
  X(ACTIVATED, 3, "activated")                                                 \
  X(TRIGGERED, 4, "triggered")                                                 \
  X(REPLACEMENT, 5, "replacement")                                             \
  X(MANA, 6, "mana")                                                           \
  X(HANDLER, 7, "handler")

typedef enum strata_ability_kind {
#define X(name, value, text) STRATA_ABILITY_##name = value,
  STRATA_ABILITY_MAP(X)
#undef X
} strata_ability_kind;

/** A kind of abilities in words: "static"; "unknown" for none. O(1). */
STRATA_API const char *strata_ability_kind_text(strata_ability_kind kind);

typedef struct strata_ability_desc {
  const char *name; /* any symbol: "flying", "classic:humility.1" */
  strata_ability_kind kind;
  const char *text; /* for explanations; NULL: its name */
  /* Zones in which a STATIC ability functions; none: in every zone, and in no
   * zone at all. A CDA functions everywhere (113.6a). */
  const char *const *zones;
  size_t zone_count;
  /* STATIC and CDA: at least one. A CDA's have no subject and no condition. */
  const strata_clause *clauses;
  size_t clause_count;
  /* Names of its watchers (strata_builder_watcher). A STATIC ability with
   * watchers needs no clause; a KEYWORD and a CDA have no watchers. */
  const char *const *watchers;
  size_t watcher_count;
} strata_ability_desc;

/**
 * Declare an ability. Its name becomes a symbol, and joins what the attribute
 * of type ABILITIES can hold: "abilities has 'flying'".
 *
 * Errors   EINVAL for a malformed name, clauses where there may be none, or
 *          none where there must be; EEXIST; ENOMEM. The texts of the clauses
 *          are checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     113, 604
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_ability(
    strata_builder *builder, const strata_ability_desc *ability);

/**
 * Declare a declared ability anew, all of it. Rules that were frozen before
 * stay what they are; to freeze the builder again costs less than to declare
 * everything that has not changed.
 *
 * Errors   as strata_builder_ability, but for EEXIST; ENOENT if no ability has
 *          this name. On failure the ability stays as it was
 * Cost     O(its texts)
 * Rule     113, 604
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_revise_ability(
    strata_builder *builder, const strata_ability_desc *ability);

/* -- Definitions -- */

/* A base value in names. */
typedef struct strata_default {
  const char *attr;
  const char *text; /* INT, FLAG: a constant expression; TEXT: the text */
  const char *const *names; /* SYM: one; SET: symbols; ABILITIES: abilities */
  size_t name_count;
} strata_default;

typedef struct strata_definition_desc {
  const char *name; /* "classic:grizzly_bears" */
  const strata_default *defaults;
  size_t default_count;
  const char *const *handlers; /* watchers of the role HANDLE that are printed
                                  in its chains, in order */
  size_t handler_count;
} strata_definition_desc;

/**
 * Declare a definition: the base values that entities are spawned with.
 *
 * Errors   EINVAL for a malformed name or an attribute given twice; EEXIST;
 *          ENOMEM. Values are checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     109.3
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_definition(
    strata_builder *builder, const strata_definition_desc *definition);

/**
 * Declare a declared definition anew, as strata_builder_revise_ability does
 * with an ability.
 *
 * Errors   as strata_builder_definition, but for EEXIST; ENOENT if no
 *          definition has this name. On failure the definition stays as it was
 * Cost     O(its texts)
 * Rule     109.3
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_revise_definition(
    strata_builder *builder, const strata_definition_desc *definition);

/* -- Laws -- */

/*
 * A law: a clause of the rules themselves. It belongs to no object and always
 * applies: what being face down means, what counters do, which abilities a
 * basic land type gives (305.6).
 */
typedef struct strata_law_desc {
  const char *name; /* for explanations */
  strata_clause clause;
  /* NULL; or a counter attribute: then the law applies once for each entity
   * with such counters, which is `this`, with their timestamp (613.7c). */
  const char *counter;
  bool last;         /* after all else in each of its layers, not before it */
  bool is_intrinsic; /* abilities that it grants are intrinsic, not granted */
  /* Names of its watchers (122.1c); a law with watchers needs no parts. */
  const char *const *watchers;
  size_t watcher_count;
} strata_law_desc;

/**
 * Declare a law.
 *
 * Errors   EINVAL for a malformed name; EEXIST; ENOMEM. Its texts are checked
 *          by strata_builder_freeze
 * Cost     O(its texts)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_law(strata_builder *builder, const strata_law_desc *law);

#ifdef __cplusplus
}
#endif

#endif
