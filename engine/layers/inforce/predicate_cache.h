/* ask.h - predicates that are functions: asked through a view that notes what
 * they read, and not asked again while all of that reads the same. */
#ifndef STRATA_LAYERS_INFORCE_PREDICATE_CACHE_H
#define STRATA_LAYERS_INFORCE_PREDICATE_CACHE_H

#include "rules/expr/expr.h"

typedef enum st_predicate_node_kind {
  ST_PREDICATE_NODE_UNKNOWN, /* the function has not come so far */
  ST_PREDICATE_NODE_READ,    /* it reads an attribute */
  ST_PREDICATE_NODE_HAS,     /* ... whether there is a symbol in one */
  ST_PREDICATE_NODE_WORD,    /* ... one word of a SET */
  ST_PREDICATE_NODE_ANSWER   /* it answers */
} st_predicate_node_kind;

/* What a function does next once it has read what leads here. */
typedef struct st_predicate_node {
  uint64_t value;      /* what was read last */
  strata_entity owner; /* of whom it reads next: see ask.c */
  uint32_t parent;     /* the node that read `value`; 0 is none */
  uint32_t next;       /* in its chain of equal hashes, or 0 */
  strata_attr attr;
  uint32_t index; /* of READ the attribute's place among the reads, of HAS the
                     symbol's in the domain, of WORD the word */
  uint32_t last_used; /* the last question that came by, modulo 2^32 */
  uint8_t kind;       /* st_predicate_node_kind */
  bool answer;
} st_predicate_node;

/* What was answered last about each slot: a node, or 0. */
typedef struct st_predicate_last_answers {
  uint32_t *at;
  size_t capacity;
} st_predicate_last_answers;

/*
 * Everything that functions ever read and answered, as one tree: a path from
 * its root says in order what one of them read, by values and not by whose they
 * were. It is cache, and holds in every state of the world.
 */
typedef struct st_predicate_cache {
  st_mem *mem;
  const strata_rules *rules;
  st_predicate_node *nodes; /* [0] is nobody's */
  size_t count, capacity;
  uint32_t *chains; /* chains by hash; as many as a power of 2 */
  size_t chain_count;
  st_predicate_last_answers *last_answers; /* by predicate; NULL: not kept */
  size_t last_answer_slots;                /* slots in all of them */
  size_t evict_at;           /* with so many nodes, old ones are thrown away */
  uint32_t question_count;   /* questions so far, modulo 2^32 */
  uint32_t pass_start;       /* how many there had been when the pass began */
  uint32_t last_pass_length; /* how many were between the two passes before */
  uint64_t *words;           /* scratch: a SET */
  strata_symbol *symbols;
  size_t word_capacity, symbol_capacity;
  uint64_t calls;
  bool is_calling;    /* a function */
  strata_error error; /* why one failed last; OK once somebody was told */
} st_predicate_cache;

/* One question, while it is worked on. */
struct strata_predicate_context {
  st_predicate_cache *cache;
  const st_expr_env *env;
  const st_predicate *predicate;
  uint32_t index;       /* of the predicate */
  uint32_t node;        /* the node that says what it does next */
  strata_status status; /* the first failure */
};

void st_predicate_cache_init(st_predicate_cache *cache, st_mem *mem,
                             const strata_rules *rules);
void st_predicate_cache_fini(st_predicate_cache *cache);

/* Forget all answers. */
void st_predicate_cache_clear(st_predicate_cache *cache);

/* A pass begins. */
static inline void st_predicate_cache_begin_pass(st_predicate_cache *cache) {
  cache->last_pass_length = cache->question_count - cache->pass_start;
  cache->pass_start = cache->question_count;
}

/* What the predicate at `index` answers about env->it and env->source. Errors:
 * ENOMEM; those of the environment and of the function. */
strata_status st_predicate_eval(st_predicate_cache *cache,
                                const st_expr_env *env, uint32_t index,
                                bool *out);

/* The same about each of the candidates, slots 64*word .. +63, in place of
 * env->it: who gets a yes. */
strata_status st_predicate_eval_word(st_predicate_cache *cache,
                                     const st_expr_env *env, uint32_t index,
                                     uint32_t word, uint64_t candidates,
                                     uint64_t *out);

/* -- For what is called by functions -- */

/* The attribute, if the predicate may read it, and its place among what it
 * reads; else it fails. */
strata_status st_predicate_context_attr(strata_predicate_context *context,
                                        strata_attr id, const st_attr **out,
                                        uint32_t *place);

/* Read what `what` says in who, attr, index and kind: a number, whether there
 * is a symbol, or a word of a SET. The attribute may be read. */
strata_status st_predicate_context_read(strata_predicate_context *context,
                                        const st_predicate_node *what,
                                        uint64_t *out);

/* Fail, if it has not failed before; returns what it has failed with. */
strata_status st_predicate_context_fail(strata_predicate_context *context,
                                        strata_status status, const char *text);

size_t st_predicate_cache_bytes(const st_predicate_cache *cache);

#endif
