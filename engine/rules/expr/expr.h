/* expr.h - compiled predicates and values: their form and their evaluation. */
#ifndef STRATA_RULES_EXPR_EXPR_H
#define STRATA_RULES_EXPR_EXPR_H

#include "base/mem.h"
#include "rules/catalog/rules.h"

#define ST_EXPR_DEPTH 64              /* how deep an expression may nest */
#define ST_EXPR_TEXT  ((size_t)65536) /* how long its text may be */

typedef enum st_expr_op {
  /* leaves */
  ST_EXPR_INT,      /* value */
  ST_EXPR_FLAG,     /* value */
  ST_EXPR_SYMBOL,   /* value; 0: "none" beside another symbol */
  ST_EXPR_REF,      /* who; ST_WHO_HANDLE: value; ST_WHO_NONE */
  ST_EXPR_READ,     /* attr of who; ST_WHO_HANDLE: value */
  ST_EXPR_HAS,      /* as READ; `index` is the symbol's place in the domain */
  ST_EXPR_FIELD,    /* `index` is the strata_field: of the frame's event */
  ST_EXPR_VARIABLE, /* `index` is its place among the frame's names */
  /* one operand: a */
  ST_EXPR_FOLLOW,     /* attr of whom the ref `a` names; nobody: the default */
  ST_EXPR_FOLLOW_HAS, /* likewise; `index` as of HAS */
  ST_EXPR_EMPTY,      /* a: list; value 1: whether it is not */
  ST_EXPR_NEGATE,
  ST_EXPR_NOT,
  ST_EXPR_COUNT,    /* a: predicate */
  ST_EXPR_DISTINCT, /* attr; a: predicate */
  ST_EXPR_ASK,      /* `index` + 1 is the predicate's id; a: the ref `this` */
  /* two operands: a, b */
  ST_EXPR_ADD,
  ST_EXPR_SUB,
  ST_EXPR_MUL,
  ST_EXPR_DIV,
  ST_EXPR_MIN,
  ST_EXPR_MAX,
  ST_EXPR_EQ,
  ST_EXPR_NE,
  ST_EXPR_LT,
  ST_EXPR_LE,
  ST_EXPR_GT,
  ST_EXPR_GE,
  ST_EXPR_AND,
  ST_EXPR_OR,
  ST_EXPR_SUM,    /* a: value, b: predicate */
  ST_EXPR_HAS_OF, /* a: list, b: symbol */
  ST_EXPR_TOP     /* the b-th from the top of zone `index` of the player a */
} st_expr_op;

typedef enum st_who {
  ST_WHO_NONE,
  ST_WHO_IT,
  ST_WHO_THIS,
  ST_WHO_OUTER,
  ST_WHO_HANDLE
} st_who;

/* Slots with this bit are not among those that words of slots are of: they are
 * of somebody as he is said to be otherwise, whose own slot is the rest. */
#define ST_PREVIEW_SLOT UINT32_C(0x80000000)

/* Whose values a node's result depends on, as bits. */
#define ST_EXPR_USES_IT    1
#define ST_EXPR_USES_OUTER 2

/*
 * A list is a READ or FOLLOW of a SET or ABILITIES, which only some take.
 *
 * Operands stand before the node that uses them; the last node is the root.
 * Left operands nest as deep as a text is long ("1 + 1 + ..."), so they are
 * walked by `up`, not by recursion; all else nests ST_EXPR_DEPTH deep.
 */
typedef struct st_expr_node {
  uint8_t op;   /* st_expr_op */
  uint8_t who;  /* st_who */
  uint8_t type; /* strata_type of the result */
  uint8_t uses; /* ST_EXPR_USES_... */
  uint32_t attr;
  uint32_t index;
  uint32_t a, b;   /* nodes */
  uint32_t parent; /* the node that uses this one; of the root 0 */
  int64_t value;
} st_expr_node;

static inline bool st_expr_node_is_it(const st_expr_node *n) {
  return n->op == ST_EXPR_REF && n->who == ST_WHO_IT;
}

static inline bool st_expr_node_is_none(const st_expr_node *n) {
  return n->op == ST_EXPR_REF && n->who == ST_WHO_NONE;
}

static inline bool st_expr_node_is_literal(const st_expr_node *n) {
  return n->op <= ST_EXPR_SYMBOL || st_expr_node_is_none(n);
}

static inline bool st_expr_node_is_list(const st_expr_node *n) {
  return n->type == STRATA_SET || n->type == STRATA_ABILITIES;
}

static inline bool st_expr_node_is_junction(const st_expr_node *n) {
  return n->op == ST_EXPR_AND || n->op == ST_EXPR_OR;
}

/* The first node of the subtree whose root is `node`. */
static inline uint32_t st_expr_subtree_first(const st_expr_node *nodes,
                                             uint32_t node) {
  while (nodes[node].op >= ST_EXPR_FOLLOW) {
    node = nodes[node].a;
  }
  return node;
}

/*
 * One attribute that an expression reads. `near`: of the entity in question.
 * `far`: of anybody else (this, outer beyond the entity in question, a handle,
 * or the entities that a count, sum or distinct looks at). Both may hold.
 */
typedef struct st_expr_read {
  strata_attr attr;
  bool of_it, of_others;
} st_expr_read;

/*
 * What "$x" can be in a frame, in order: a node has its place. More may be
 * appended while expressions of the frame live, which hold on to this struct.
 */
typedef struct st_expr_variable {
  const char *text;
  strata_type type; /* INT FLAG REF SYM */
} st_expr_variable;

typedef struct st_expr_variables {
  st_expr_variable *variables;
  uint32_t count;
} st_expr_variables;

/* What the expressions of a frame, that is of an event or of a program, may
 * name besides what all others may. */
typedef struct st_expr_frame {
  const strata_rules *rules;
  const st_expr_variables *variables;
  const uint8_t *field_index_of; /* by strata_field - 1: 0 if its event has no
                              such field; NULL: it has no event */
  const char *event_type_name;   /* the event's kind, for messages */
} st_expr_frame;

struct strata_expr {
  uint32_t extra_refs; /* how many have it besides its owner */
  st_mem *mem;         /* what it lives in; &own if strata_expr_parse made it */
  st_mem own_mem; /* the rules' hook, counted apart: threads share the rules */
  const strata_rules *rules;
  const st_expr_variables
      *variables; /* of its frame, borrowed; NULL: it is of none */
  st_expr_node *nodes;
  uint32_t node_count;
  strata_type type;
  st_expr_read *reads; /* ascending by attr */
  uint32_t read_count;
  bool is_inner;  /* see st_expr_parse_inner */
  bool uses_it;   /* its value may differ between entities in question */
  bool uses_this; /* ... and between those whose ability or effect it is of */
  bool follows_refs; /* reads, or may read, of whom it or a reference names */
  bool counts_entities; /* counts entities: depends on who exists */
  strata_attr
      required_set; /* a SET of which `it` has the symbol at `needs_index`, or
                the predicate is false; 0: nothing so simple */
  uint32_t required_symbol_index;
  char *text;       /* canonical */
  size_t text_size; /* without its NUL */
};

/* Who satisfies the predicate of an aggregate, by words of slots, as it was
 * found when: what was found later than its word was touched still holds. */
typedef struct st_cached_matches {
  uint64_t *matches, *matched_at;
  const uint64_t *changed_at;
  uint64_t now;
} st_cached_matches;

#define ST_CACHED_MATCH_VALUES 4

/*
 * Where an expression gets its values: as they stand at some point of a pass.
 * The evaluator hands down its own. Slots are of entities, 0 is nobody, and is
 * never passed to these functions.
 */
typedef struct st_expr_env st_expr_env;
struct st_expr_env {
  const strata_rules *rules;
  uint32_t it_slot, outer_slot, this_slot;
  uint32_t word_count; /* slots are below 64 * word_count */
  /* The word of an INT, FLAG, REF (handle) or SYM. */
  strata_status (*read)(const st_expr_env *env, uint32_t slot, strata_attr attr,
                        int64_t *out);
  strata_status (*has)(const st_expr_env *env, uint32_t slot, strata_attr attr,
                       uint32_t index, bool *out);

  /* The same of slots 64*word .. +63, for those among them that are
   * `candidates`, which are live. First the words of an INT, REF or SYM: 64
   * numbers, in `room` or where they lie; the others may be anything. */
  strata_status (*read_word)(const st_expr_env *env, uint32_t word,
                             strata_attr attr, uint64_t candidates,
                             int64_t *room, const int64_t **out);
  /* Which of them have the FLAG; the symbol; anything in the list. */
  strata_status (*flag_word)(const st_expr_env *env, uint32_t word,
                             strata_attr attr, uint64_t candidates,
                             uint64_t *out);
  strata_status (*has_word)(const st_expr_env *env, uint32_t word,
                            strata_attr attr, uint32_t index,
                            uint64_t candidates, uint64_t *out);
  strata_status (*any_word)(const st_expr_env *env, uint32_t word,
                            strata_attr attr, uint64_t candidates,
                            uint64_t *out);
  /* Or the sets of all of them into `set` (st_attr.words words). */
  strata_status (*join_word)(const st_expr_env *env, uint32_t word,
                             strata_attr attr, uint64_t candidates,
                             uint64_t *set);

  uint64_t (*live_word)(const st_expr_env *env, uint32_t word);
  /* For how many a slot stands; NULL: each for one. */
  uint32_t (*multiplicity)(const st_expr_env *env, uint32_t slot);
  strata_entity (*handle_of)(const st_expr_env *env, uint32_t slot);
  uint32_t (*resolve)(const st_expr_env *env, strata_entity handle); /* or 0 */
  /* What the predicate at `index` of the rules answers about env->it and
   * env->source, either of whom may be nobody. */
  strata_status (*ask)(const st_expr_env *env, uint32_t index, bool *out);
  /* The same of slots 64*word .. +63 in place of env->it: for whom it is yes.
   */
  strata_status (*ask_word)(const st_expr_env *env, uint32_t index,
                            uint32_t word, uint64_t candidates, uint64_t *out);
  /* What is kept of an aggregate that is the same whoever `it` is, and whose
   * closed values are these; false: nothing. NULL: never anything. */
  bool (*find_cached_matches)(const st_expr_env *env, const strata_expr *expr,
                              uint32_t node, const int64_t *values,
                              size_t count, st_cached_matches *out);
  /* The word of a field of the frame's event, and of what a name of the frame
   * is bound to. NULL where expressions are of no frame. */
  strata_status (*field)(const st_expr_env *env, strata_field field,
                         int64_t *out);
  strata_status (*variable)(const st_expr_env *env, uint32_t place,
                            int64_t *out);
  /* The n-th from the top of a zone, 0 if there is none; likewise of a frame.
   */
  strata_entity (*top)(const st_expr_env *env, strata_zone zone,
                       strata_entity player, int64_t n);
  st_mem *mem; /* for DISTINCT's union */
  void *context;
};

/* Evaluate to a word: the number; 0 or 1; a handle; a symbol. */
strata_status st_expr_eval(const strata_expr *expr, const st_expr_env *env,
                           int64_t *out);

/* Evaluate a predicate for up to 64 entities at once: which of `candidates`,
 * slots 64*word .. +63, satisfy it. env->it is not looked at. */
strata_status st_expr_match(const strata_expr *expr, const st_expr_env *env,
                            uint32_t word, uint64_t candidates, uint64_t *out);

/* The same for all live slots: `bits` has env->word_count words, all written.
 * What does not depend on the entity is evaluated once for all of them. */
strata_status st_expr_match_live(const strata_expr *expr,
                                 const st_expr_env *env, uint64_t *bits);

/* True if its value is the same whoever `it` is: also what it reads of the
 * frame is. */
static inline bool st_expr_is_closed(const strata_expr *expr) {
  return !(expr->nodes[expr->node_count - 1].uses & ST_EXPR_USES_IT);
}

/*
 * The values of its largest parts that are the same whoever `it` is and are no
 * constants, in an order that its nodes alone decide: of
 * "controller = this.controller" the one of this.controller. Of a list, whose
 * it is (a slot) stands for it. So one expression of two environments on the
 * same board is the same predicate if these values are the same.
 * Returns how many there are; up to `room` are evaluated and written.
 * Errors: those of the environment, in *status.
 */
size_t st_expr_closed_values(const strata_expr *expr, const st_expr_env *env,
                             int64_t *values, size_t room,
                             strata_status *status);

/* Compile `length` bytes of text; `mem` is where all of it lives. The public
 * strata_expr_parse gives a hook of its own (expr->own). */
strata_status st_expr_parse(const strata_rules *rules, st_mem *mem,
                            const char *text, size_t length, strata_expr **out,
                            strata_error *error);

/*
 * The same for a predicate that is asked of others, as inside a count: `it` is
 * whom it is asked of, `outer` the entity in question, and near and far mean
 * that one. Its canonical text is no ordinary expression if it says `outer`.
 */
strata_status st_expr_parse_inner(const strata_rules *rules, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error);

/*
 * The same in a frame: "event.amount", "event.who.power", "$x", and
 * "top('library', $you, 1)", who is on top of a zone. `frame` is looked at now;
 * its names must outlive the expression.
 */
strata_status st_expr_parse_frame(const st_expr_frame *frame, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error);

/* The same of a canonical text of some frame with these names, any field of
 * which is known to be there. */
strata_status st_expr_reparse_frame(const strata_rules *rules,
                                    const st_expr_variables *names, st_mem *mem,
                                    const char *text, size_t length,
                                    strata_expr **out);

/*
 * A copy in which each symbol that is pairs[2i] is pairs[2i + 1], all at once.
 * Where a set cannot hold the new symbol, "has" is false. Rule 612.2.
 * Errors: ENOMEM; ERANGE if its text becomes too long.
 */
strata_status st_expr_substitute(const strata_expr *expr,
                                 const strata_symbol *pairs,
                                 uint32_t pair_count, st_mem *mem,
                                 strata_expr **out);

/*
 * The same as an expression of no frame: what the names and the event's fields
 * are now in the environment stands in their place. It may name no top of a
 * zone. Errors: ENOMEM; ERANGE if its text becomes too long; the environment's.
 */
strata_status st_expr_inline_frame(const strata_expr *expr,
                                   const st_expr_env *env, st_mem *mem,
                                   strata_expr **out);

/*
 * What it reads: attribute << 16 for all of an attribute, with the place in
 * the domain + 1 below for one symbol of a list ("has"), if that fits. Each
 * once; up to `room` are written, and their whole number is returned, which is
 * at most that of its nodes and reads.
 */
uint32_t st_expr_read_set(const strata_expr *expr, uint32_t *out,
                          uint32_t room);

/* True if it is the same everywhere and always: it reads nothing. */
bool st_expr_is_constant(const strata_expr *expr);

/* It is had once more, and freed when it has been freed so often. Only for what
 * one thread makes: rules that are being frozen. */
static inline strata_expr *st_expr_retain(strata_expr *expr) {
  expr->extra_refs++;
  return expr;
}

/* NULL is allowed. */
void st_expr_free(strata_expr *expr);

/* True for words that no attribute may have as its name. */
bool st_expr_is_reserved(const char *name);

#endif
