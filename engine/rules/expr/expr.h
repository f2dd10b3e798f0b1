/* expr.h - compiled expressions (predicates and values): their nodes and their
 * evaluation. */
#ifndef STRATA_RULES_EXPR_EXPR_H
#define STRATA_RULES_EXPR_EXPR_H

#include "base/mem.h"
#include "rules/catalog/rules.h"

#define ST_EXPR_DEPTH 64              /* the deepest nesting of an expression */
#define ST_EXPR_TEXT  ((size_t)65536) /* the longest text, in bytes */

typedef enum st_expr_op {
  /* leaves */
  ST_EXPR_INT,      /* value */
  ST_EXPR_FLAG,     /* value */
  ST_EXPR_SYMBOL,   /* value; 0: "none", compared with a symbol */
  ST_EXPR_REF,      /* who; ST_WHO_HANDLE: value; ST_WHO_NONE */
  ST_EXPR_READ,     /* attr of `who`; ST_WHO_HANDLE: of the entity `value` */
  ST_EXPR_HAS,      /* as READ; `index`: the symbol's index in the domain */
  ST_EXPR_FIELD,    /* `index`: the strata_field, of the frame's event */
  ST_EXPR_VARIABLE, /* `index`: its index in the frame's variables */
  /* one operand: a */
  ST_EXPR_FOLLOW, /* attr of the entity that ref `a` names; of none: the default
                   */
  ST_EXPR_FOLLOW_HAS, /* as FOLLOW; `index` as in HAS */
  ST_EXPR_EMPTY,      /* a: list; is it empty; value 1: is it not empty */
  ST_EXPR_NEGATE,
  ST_EXPR_NOT,
  ST_EXPR_COUNT,    /* a: predicate */
  ST_EXPR_DISTINCT, /* attr; a: predicate */
  ST_EXPR_ASK,      /* `index` + 1: the predicate's id; a: the ref `this` */
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
  ST_EXPR_TOP     /* the b-th from the top of zone `index` of player a */
} st_expr_op;

typedef enum st_who {
  ST_WHO_NONE,
  ST_WHO_IT,
  ST_WHO_THIS,
  ST_WHO_OUTER,
  ST_WHO_HANDLE
} st_who;

/* Marks the slot of a preview: an entity as it would be after it enters. The
 * other bits are the entity's own slot. Such slots belong to no word of 64
 * slots. */
#define ST_PREVIEW_SLOT UINT32_C(0x80000000)

/* Which entities a node's result depends on, as bits. OTHERS are entities to
 * which `it` or `outer` leads, by a reference, a count or the top of a zone;
 * whose list `it` is looked for in; and all that a predicate of the host may
 * read. */
#define ST_EXPR_USES_IT     1
#define ST_EXPR_USES_OUTER  2
#define ST_EXPR_USES_OTHERS 4

/*
 * A node of an expression. Operands come before the node that uses them, and
 * the last node is the root, so the array is in postfix order.
 *
 * Left operands nest as deep as the text is long ("1 + 1 + ..."), so code
 * walks them by `parent` instead of recursion. All other operands nest at most
 * ST_EXPR_DEPTH deep (test unit.expr).
 *
 * A READ or FOLLOW of a SET or ABILITIES is a list: no value of its own, only
 * an operand of HAS, HAS_OF, EMPTY and DISTINCT. One of a SET can also be a
 * whole expression, whose type is SET: see st_expr_eval_set.
 */
typedef struct st_expr_node {
  uint8_t op;   /* st_expr_op */
  uint8_t who;  /* st_who */
  uint8_t type; /* strata_type of the result */
  uint8_t uses; /* ST_EXPR_USES_... */
  uint32_t attr;
  uint32_t index;
  uint32_t a, b;   /* nodes */
  uint32_t parent; /* the node that uses this one; 0 for the root */
  int64_t value;
} st_expr_node;

static inline bool st_expr_node_is_it(const st_expr_node *n) {
  return n->op == ST_EXPR_REF && n->who == ST_WHO_IT;
}

static inline bool st_expr_node_is_none(const st_expr_node *n) {
  return n->op == ST_EXPR_REF && n->who == ST_WHO_NONE;
}

/* A number that is written, also one that says true or names a symbol. */
static inline bool st_expr_node_is_number(const st_expr_node *n) {
  return n->op <= ST_EXPR_SYMBOL;
}

static inline bool st_expr_node_is_literal(const st_expr_node *n) {
  return st_expr_node_is_number(n) || st_expr_node_is_none(n);
}

static inline bool st_expr_node_is_list(const st_expr_node *n) {
  return st_type_is_list((strata_type)n->type);
}

static inline bool st_expr_node_is_junction(const st_expr_node *n) {
  return n->op == ST_EXPR_AND || n->op == ST_EXPR_OR;
}

/* The first node of the subtree whose root is `node`. A subtree is
 * contiguous. */
static inline uint32_t st_expr_subtree_first(const st_expr_node *nodes,
                                             uint32_t node) {
  while (nodes[node].op >= ST_EXPR_FOLLOW) {
    node = nodes[node].a;
  }
  return node;
}

/*
 * An attribute that an expression reads. `of_it`: it is read of `it`.
 * `of_others`: it is read of another entity (this, a handle, a followed ref,
 * or the entities that an aggregate looks at). Both may hold. In inner
 * expressions (st_expr_parse_inner), `of_it` means `outer`.
 */
typedef struct st_expr_read {
  strata_attr attr;
  bool of_it, of_others;
} st_expr_read;

/*
 * A variable of a frame, written "$x". A node refers to it by its index. More
 * variables may be appended while expressions of the frame live, because
 * expressions hold a pointer to st_expr_variables.
 */
typedef struct st_expr_variable {
  const char *text;
  strata_type type; /* INT FLAG REF SYM */
} st_expr_variable;

typedef struct st_expr_variables {
  st_expr_variable *variables;
  uint32_t count;
} st_expr_variables;

/* A frame: what the expressions of an event or a program can name in addition
 * to the names of the rules. */
typedef struct st_expr_frame {
  const strata_rules *rules;
  const st_expr_variables *variables;
  const uint8_t *field_index_of; /* by strata_field - 1: 0 if the event lacks
                                    the field; NULL: there is no event */
  const char *event_type_name;   /* for messages */
} st_expr_frame;

struct strata_expr {
  uint32_t extra_refs; /* references besides the owner's */
  st_mem *mem;    /* allocator of this expression; &own_mem if strata_expr_parse
                     made it */
  st_mem own_mem; /* the rules' hook with a count of its own: threads share the
                     rules */
  const strata_rules *rules;
  /* The frame's variables, borrowed; NULL: no frame. */
  const st_expr_variables *variables;
  st_expr_node *nodes;
  uint32_t node_count;
  strata_type type;
  st_expr_read *reads; /* ascending by attribute */
  uint32_t read_count;
  bool is_inner;        /* see st_expr_parse_inner */
  bool uses_it;         /* the value may differ from one `it` to another */
  bool uses_this;       /* the value may differ from one source to another */
  bool follows_refs;    /* reads, or may read, an entity that a handle or a ref
                           names */
  bool counts_entities; /* has an aggregate or asks who is on top of a zone:
                           depends on which entities exist, and where */
  bool asks_tops;       /* asks who is on top of a zone: depends on its order */
  strata_attr required_set; /* a SET in which `it` must have the symbol at
                               required_symbol_index for the predicate to hold;
                               0: none is known */
  uint32_t required_symbol_index;
  char *text;       /* canonical */
  size_t text_size; /* without the NUL */
};

/* Whether the value may depend on the state of the world; otherwise it depends
 * on the frame alone: constants, variables, fields of the event. Cost
 * O(nodes). */
bool st_expr_reads_world(const strata_expr *expr);

/* Whether a predicate reads values of `it` alone: no other entity, event field,
 * variable or host function. Cost O(nodes). */
bool st_expr_depends_on_it_alone(const strata_expr *expr);

/* Cached matches of an aggregate's predicate, by words of slots. `stale` has a
 * bit for each word that must be matched again. Where it is NULL, a word is
 * valid if it was matched after its last change: matched_at[word] >
 * changed_at[word]. */
typedef struct st_cached_matches {
  uint64_t *matches, *stale, *matched_at;
  const uint64_t *changed_at;
  uint64_t now;
  int64_t *total; /* with `stale`: how many matches there are in all words */
} st_cached_matches;

#define ST_CACHED_MATCH_VALUES 4

/*
 * The environment of an evaluation: where an expression gets its values, for
 * example those of one point of a pass. Slots are of entities; slot 0 names
 * none and is never passed to these functions.
 */
typedef struct st_expr_env st_expr_env;
struct st_expr_env {
  const strata_rules *rules;
  uint32_t it_slot, outer_slot, this_slot;
  uint32_t word_count; /* all slots are below 64 * word_count */
  /* The value of an INT, FLAG, REF (a handle) or SYM. */
  strata_status (*read)(const st_expr_env *env, uint32_t slot, strata_attr attr,
                        int64_t *out);
  strata_status (*has)(const st_expr_env *env, uint32_t slot, strata_attr attr,
                       uint32_t index, bool *out);

  /* The functions on words do the same for the slots 64*word .. +63 that are
   * in `candidates`, all of which are live. read_word gives the values of an
   * INT, REF or SYM: 64 numbers, in `room` or where they are stored; numbers
   * of slots outside `candidates` are undefined. */
  strata_status (*read_word)(const st_expr_env *env, uint32_t word,
                             strata_attr attr, uint64_t candidates,
                             int64_t *room, const int64_t **out);
  /* Bitmaps: which candidates have the FLAG; have the symbol in a list; have
   * anything in a list. */
  strata_status (*flag_word)(const st_expr_env *env, uint32_t word,
                             strata_attr attr, uint64_t candidates,
                             uint64_t *out);
  strata_status (*has_word)(const st_expr_env *env, uint32_t word,
                            strata_attr attr, uint32_t index,
                            uint64_t candidates, uint64_t *out);
  strata_status (*any_word)(const st_expr_env *env, uint32_t word,
                            strata_attr attr, uint64_t candidates,
                            uint64_t *out);
  /* Add the sets of all candidates to `set`, of st_attr.word_count words. */
  strata_status (*join_word)(const st_expr_env *env, uint32_t word,
                             strata_attr attr, uint64_t candidates,
                             uint64_t *set);

  uint64_t (*live_word)(const st_expr_env *env, uint32_t word);
  /* How many equal entities a slot stands for; NULL: one each. */
  uint32_t (*multiplicity)(const st_expr_env *env, uint32_t slot);
  strata_entity (*handle_of)(const st_expr_env *env, uint32_t slot);
  uint32_t (*resolve)(const st_expr_env *env,
                      strata_entity handle); /* 0: no live entity */
  /* What the host's predicate at `index` answers about it_slot and this_slot,
   * either of which may be 0. */
  strata_status (*ask)(const st_expr_env *env, uint32_t index, bool *out);
  /* The same for the slots 64*word .. +63 as `it`: a bitmap of those for which
   * it holds. */
  strata_status (*ask_word)(const st_expr_env *env, uint32_t index,
                            uint32_t word, uint64_t candidates, uint64_t *out);
  /* Find the cached matches of an aggregate that does not vary with `it`
   * and has these closed values; false if there are none. NULL: nothing is
   * cached. */
  bool (*find_cached_matches)(const st_expr_env *env, const strata_expr *expr,
                              uint32_t node, const int64_t *values,
                              size_t count, st_cached_matches *out);
  /* The value of a field of the frame's event, and of a variable of the frame.
   * NULL where expressions have no frame. */
  strata_status (*field)(const st_expr_env *env, strata_field field,
                         int64_t *out);
  strata_status (*variable)(const st_expr_env *env, uint32_t index,
                            int64_t *out);
  /* The n-th entity from the top of a player's zone, 0 if there is none. */
  strata_entity (*top)(const st_expr_env *env, strata_zone zone,
                       strata_entity player, int64_t n);
  st_mem *mem; /* for the union of a DISTINCT */
  void *context;
};

/* Evaluate to one word: the number; 0 or 1; a handle; a symbol. */
strata_status st_expr_eval(const strata_expr *expr, const st_expr_env *env,
                           int64_t *out);

/* Evaluate an expression of type SET to the words of a value of the SET `to`:
 * symbols that `to` cannot hold are left out. */
strata_status st_expr_eval_set(const strata_expr *expr, const st_expr_env *env,
                               const st_attr *to, uint64_t *out);

/* Evaluate a predicate for up to 64 entities at once: which of `candidates`,
 * slots 64*word .. +63, satisfy it. Ignores env->it_slot. */
strata_status st_expr_match(const strata_expr *expr, const st_expr_env *env,
                            uint32_t word, uint64_t candidates, uint64_t *out);

/* The same for the part of a predicate whose root is the node before `end`. */
strata_status st_expr_match_part(const strata_expr *expr, uint32_t end,
                                 const st_expr_env *env, uint32_t word,
                                 uint64_t candidates, uint64_t *out);

/* The same for all live slots: writes env->word_count words to `bits`. What
 * does not depend on the entity is evaluated once for all of them. */
strata_status st_expr_match_live(const strata_expr *expr,
                                 const st_expr_env *env, uint64_t *bits);

/* True if the value does not depend on `it`. What the expression reads of the
 * frame does not depend on `it` either. */
static inline bool st_expr_is_closed(const strata_expr *expr) {
  return !(expr->nodes[expr->node_count - 1].uses & ST_EXPR_USES_IT);
}

/*
 * The closed values of an expression: the values of its largest subexpressions
 * that do not depend on `it` and are no constants. For example "controller =
 * this.controller" has one, that of this.controller. Their order depends on
 * the nodes alone. A list has no value, so the slot of its entity stands for
 * it. Hence two environments on the same board give the same predicate if
 * these values are the same.
 *
 * Returns how many there are; evaluates and writes up to `room` of them.
 * Errors: those of the environment, in *status.
 */
size_t st_expr_closed_values(const strata_expr *expr, const st_expr_env *env,
                             int64_t *values, size_t room,
                             strata_status *status);

/* Compile `length` bytes of text; the result lives in `mem`. The public
 * strata_expr_parse uses an allocator of its own (own_mem). */
strata_status st_expr_parse(const strata_rules *rules, st_mem *mem,
                            const char *text, size_t length, strata_expr **out,
                            strata_error *error);

/*
 * The same for an inner predicate, as inside a count: it is evaluated for
 * other entities as `it`, on behalf of the entity `outer`, and
 * st_expr_read.of_it means that entity. Its canonical text is no ordinary
 * expression if it names `outer`.
 */
strata_status st_expr_parse_inner(const strata_rules *rules, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error);

/*
 * The same in a frame, which adds "event.amount", "event.who.power" and "$x".
 * `frame` itself is read only during the call; its variables must outlive the
 * expression.
 */
strata_status st_expr_parse_frame(const st_expr_frame *frame, st_mem *mem,
                                  const char *text, size_t length,
                                  strata_expr **out, strata_error *error);

/* The same for a canonical text of a frame with these variables. The text was
 * accepted before, so every field counts as known. */
strata_status st_expr_reparse_frame(const strata_rules *rules,
                                    const st_expr_variables *names, st_mem *mem,
                                    const char *text, size_t length,
                                    strata_expr **out);

/*
 * A copy in which each symbol pairs[2i] is replaced by pairs[2i + 1], all at
 * once (612.2). Where a set's domain lacks the new symbol, "has" becomes
 * false. Errors: ENOMEM; ERANGE if the text becomes too long.
 */
strata_status st_expr_substitute(const strata_expr *expr,
                                 const strata_symbol *pairs,
                                 uint32_t pair_count, st_mem *mem,
                                 strata_expr **out);

/*
 * A copy without a frame, in which constants replace variables and fields by
 * their values in the environment. Errors: ENOMEM; ERANGE if the text becomes
 * too long; those of the environment.
 */
strata_status st_expr_inline_frame(const strata_expr *expr,
                                   const st_expr_env *env, st_mem *mem,
                                   strata_expr **out);

/*
 * The read set of an expression, as keys: attribute << 16 for a whole
 * attribute; with the index in the domain + 1 in the low bits, if it fits, for
 * one symbol of a list ("has"). Each key once. Writes up to `room` keys and
 * returns how many there are, which is at most the count of nodes and reads.
 */
uint32_t st_expr_read_set(const strata_expr *expr, uint32_t *out,
                          uint32_t room);

/* True if the expression reads nothing, so its value never changes. */
bool st_expr_is_constant(const strata_expr *expr);

/* Add a reference; st_expr_free drops one. Not thread-safe: only for rules
 * that are being frozen. */
static inline strata_expr *st_expr_retain(strata_expr *expr) {
  expr->extra_refs++;
  return expr;
}

/* Drop one reference; the last one frees the expression. NULL is allowed. */
void st_expr_free(strata_expr *expr);

/* True for reserved words, which no attribute may have as its name. */
bool st_expr_is_reserved(const char *name);

#endif
