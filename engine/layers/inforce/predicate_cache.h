/* predicate_cache.h - evaluates predicates that are host functions, and caches
 * what they read and answered. */
#ifndef STRATA_LAYERS_INFORCE_PREDICATE_CACHE_H
#define STRATA_LAYERS_INFORCE_PREDICATE_CACHE_H

#include "rules/expr/expr.h"

typedef enum st_predicate_node_kind {
  ST_PREDICATE_NODE_UNKNOWN, /* no call has come to this node yet */
  ST_PREDICATE_NODE_READ,    /* the function reads an attribute */
  ST_PREDICATE_NODE_HAS,     /* ... reads whether a SET or list has a symbol */
  ST_PREDICATE_NODE_WORD,    /* ... reads one word of a SET */
  ST_PREDICATE_NODE_ANSWER   /* the function answers */
} st_predicate_node_kind;

/* A node of the tree: what a function does next once it has read the values
 * that lead here. */
typedef struct st_predicate_node {
  uint64_t value; /* the value that was read at the parent */
  /* the entity that it reads of next, or a placeholder (predicate_cache.c) */
  strata_entity owner;
  uint32_t parent; /* the node that read `value`; 0: none */
  uint32_t next;   /* in its chain of the hash table, or 0 */
  strata_attr attr;
  /* of READ the place of the attribute among the declared reads; of HAS the
   * place of the symbol in the domain; of WORD the word */
  uint32_t index;
  uint32_t last_used; /* the last question that passed this node, modulo 2^32 */
  uint8_t kind;       /* st_predicate_node_kind */
  bool answer;
} st_predicate_node;

/* The last answer about each slot: a node of kind ANSWER, or 0. */
typedef struct st_predicate_last_answers {
  uint32_t *at;
  size_t capacity;
} st_predicate_last_answers;

/*
 * What functions have read and answered, as one tree. The path from the root to
 * a node is the sequence of values that a function read; whose values they were
 * does not matter. Nothing in the tree depends on the state of the world, so no
 * change of the world makes a node wrong. Invariant: a parent has a lower place
 * in `nodes` than its children.
 */
typedef struct st_predicate_cache {
  st_mem *mem;
  const strata_rules *rules;
  /* [0] stands for the root; its fields are not used */
  st_predicate_node *nodes;
  size_t count, capacity;
  uint32_t *chains; /* chains by hash; their number is a power of 2 */
  size_t chain_count;
  st_predicate_last_answers *last_answers; /* by predicate; NULL: not kept */
  size_t last_answer_slots; /* slots in all last answers together */
  size_t evict_at;          /* with this many nodes, old ones are evicted */
  uint32_t question_count;  /* questions so far, modulo 2^32 */
  uint32_t pass_start;      /* question_count when the current pass began */
  /* questions between the last two beginnings of passes */
  uint32_t last_pass_length;
  uint64_t *words; /* scratch: the words of a SET */
  strata_symbol *symbols;
  size_t word_capacity, symbol_capacity;
  uint64_t calls;  /* calls of functions */
  bool is_calling; /* a function is being called */
  /* Called before and after each call of a function, so that the world can
   * refuse what the function calls on it. NULL: nothing */
  void (*on_call)(void *user, bool begins);
  void *on_call_user;
  /* why the last failed call failed; OK once it was reported */
  strata_error error;
} st_predicate_cache;

/* One evaluation of a predicate: what its function reads through. */
struct strata_predicate_context {
  st_predicate_cache *cache;
  const st_expr_env *env;
  const st_predicate *predicate;
  uint32_t index;       /* the index of the predicate */
  uint32_t node;        /* the current node */
  strata_status status; /* the first failure */
};

void st_predicate_cache_init(st_predicate_cache *cache, st_mem *mem,
                             const strata_rules *rules);
void st_predicate_cache_fini(st_predicate_cache *cache);

/* Drop all answers. */
void st_predicate_cache_clear(st_predicate_cache *cache);

/* Note the beginning of a pass, which is what the age of nodes is measured
 * by. */
static inline void st_predicate_cache_begin_pass(st_predicate_cache *cache) {
  cache->last_pass_length = cache->question_count - cache->pass_start;
  cache->pass_start = cache->question_count;
}

/* Evaluate the predicate at `index` for env->it and env->source. Errors:
 * ENOMEM; errors of the environment and of the function. */
strata_status st_predicate_eval(st_predicate_cache *cache,
                                const st_expr_env *env, uint32_t index,
                                bool *out);

/* Evaluate the predicate for each of the candidates, as bits of slots 64*word
 * .. +63, in place of env->it. *out gets those for which it answers true. */
strata_status st_predicate_eval_word(st_predicate_cache *cache,
                                     const st_expr_env *env, uint32_t index,
                                     uint32_t word, uint64_t candidates,
                                     uint64_t *out);

/* -- For the functions of the API that predicates call -- */

/* Find an attribute and its place among the declared reads of the predicate.
 * Fails if the predicate does not declare it. */
strata_status st_predicate_context_attr(strata_predicate_context *context,
                                        strata_attr id, const st_attr **out,
                                        uint32_t *place);

/* Read a number, whether there is a symbol, or a word of a SET, as the fields
 * owner, attr, index and kind of `what` say. The attribute must have passed
 * st_predicate_context_attr. */
strata_status st_predicate_context_read(strata_predicate_context *context,
                                        const st_predicate_node *what,
                                        uint64_t *out);

/* Record a failure, unless one is recorded already. Returns the first
 * failure. */
strata_status st_predicate_context_fail(strata_predicate_context *context,
                                        strata_status status, const char *text);

size_t st_predicate_cache_bytes(const st_predicate_cache *cache);

#endif
