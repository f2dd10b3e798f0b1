/*
 * predicate_cache.c - evaluates predicates that are host functions.
 *
 * A pure function that reads the same values does the same: it reads next what
 * it read the last time, and in the end answers the same. So its behaviour is a
 * tree whose nodes are reads and answers and whose branches are values. To
 * evaluate is to walk down the tree; the function itself is called only where
 * the tree ends, and its call grows the tree. No node ever becomes wrong, and
 * what a function did for one entity is known for all entities with equal
 * values.
 *
 * This requires that a function sees nothing but what it reads. So it gets no
 * handle of the entity in question, but a placeholder that is the same for
 * every entity, and handles that it reads are replaced by the placeholder if
 * they name that entity. For the same reason classes can stand for entities: no
 * reference leads to a class without a handle.
 *
 * Nodes lie in one array and are found by a hash of parent and value: a step of
 * a walk follows one chain. Where many slots are evaluated, the last answer
 * about each slot is tried first: it holds if all reads on its path yield what
 * they yielded then, and numbers are compared a column at a time.
 */
#include "layers/inforce/predicate_cache.h"

#include "base/bits.h"
#include "base/text.h"

#include <string.h>

/* Placeholders for the entity in question and for the source. No handle of an
 * entity has slot 0. */
#define PLACEHOLDER_IT   ((strata_entity)1 << 32)
#define PLACEHOLDER_THIS ((strata_entity)2 << 32)

#define MIN_NODE_LIMIT 4096 /* nodes */
#define MIN_NODE_AGE   8192 /* questions */

/* -- Init and fini -- */

void st_predicate_cache_init(st_predicate_cache *cache, st_mem *mem,
                             const strata_rules *rules) {
  *cache = (st_predicate_cache){
      .mem = mem, .rules = rules, .evict_at = MIN_NODE_LIMIT};
}

static void clear_last_answers(st_predicate_cache *cache) {
  size_t count = cache->rules->names[STRATA_NAME_PREDICATE].count;
  for (size_t i = 0; cache->last_answers && i < count; i++) {
    st_mem_free(cache->mem, cache->last_answers[i].at,
                cache->last_answers[i].capacity,
                sizeof cache->last_answers[i].at[0]);
  }
  st_mem_free(cache->mem, cache->last_answers, cache->last_answers ? count : 0,
              sizeof cache->last_answers[0]);
  cache->last_answers = NULL;
  cache->last_answer_slots = 0;
}

void st_predicate_cache_clear(st_predicate_cache *cache) {
  clear_last_answers(cache);
  st_mem_free(cache->mem, cache->nodes, cache->capacity,
              sizeof cache->nodes[0]);
  st_mem_free(cache->mem, cache->chains, cache->chain_count,
              sizeof cache->chains[0]);
  cache->nodes = NULL;
  cache->chains = NULL;
  cache->count = cache->capacity = cache->chain_count = 0;
  cache->evict_at = MIN_NODE_LIMIT;
}

void st_predicate_cache_fini(st_predicate_cache *cache) {
  if (!cache->mem) return;
  st_predicate_cache_clear(cache);
  st_mem_free(cache->mem, cache->words, cache->word_capacity,
              sizeof cache->words[0]);
  st_mem_free(cache->mem, cache->symbols, cache->symbol_capacity,
              sizeof cache->symbols[0]);
  *cache = (st_predicate_cache){0};
}

size_t st_predicate_cache_bytes(const st_predicate_cache *cache) {
  return cache->capacity * sizeof cache->nodes[0] +
         cache->chain_count * sizeof cache->chains[0] +
         cache->last_answer_slots * sizeof(uint32_t) +
         cache->word_capacity * sizeof cache->words[0] +
         cache->symbol_capacity * sizeof cache->symbols[0];
}

/* -- The tree -- */

static uint32_t *answer_chain_head(const st_predicate_cache *cache,
                                   uint32_t parent, uint64_t value) {
  uint64_t hash =
      (value ^ (uint64_t)parent << 40) * UINT64_C(0xD6E8FEB86659FD93);
  hash = (hash ^ hash >> 32 ^ parent) * UINT64_C(0x9E3779B97F4A7C15);
  return &cache->chains[hash >> 32 & (cache->chain_count - 1)];
}

/* Put all nodes into their chains. */
static void rehash_answer_nodes(st_predicate_cache *cache) {
  memset(cache->chains, 0, cache->chain_count * sizeof cache->chains[0]);
  for (uint32_t i = 1; i < cache->count; i++) {
    st_predicate_node *n = &cache->nodes[i];
    uint32_t *head = answer_chain_head(cache, n->parent, n->value);
    n->next = *head;
    *head = i;
  }
}

/* For how many questions an unused node is kept: at least as many as two passes
 * have, the current one included. */
static uint32_t max_node_age(const st_predicate_cache *cache) {
  uint32_t now = cache->question_count - cache->pass_start;
  uint32_t half = MIN_NODE_AGE / 2;
  if (half < cache->last_pass_length) half = cache->last_pass_length;
  if (half < now) half = now;
  return half < UINT32_MAX / 4 ? half * 2 : UINT32_MAX / 2;
}

/* Evict nodes that no question has passed for long. A question that passes a
 * node passes its ancestors, which lie before it; but last_used of ancestors is
 * not always written, so it is first propagated from the last node to the
 * first. */
static void evict_old_nodes(st_predicate_cache *cache) {
  uint32_t age = max_node_age(cache);
  /* by old place: the new place; there are as many chains as nodes */
  uint32_t *now = cache->chains;
  uint32_t kept = 1;
  clear_last_answers(cache);
  now[0] = 0;
  for (size_t i = cache->count; i-- > 1;) {
    st_predicate_node *n = &cache->nodes[i];
    st_predicate_node *above = &cache->nodes[n->parent];
    if (cache->question_count - n->last_used <
        cache->question_count - above->last_used) {
      above->last_used = n->last_used;
    }
  }
  for (uint32_t i = 1; i < cache->count; i++) {
    st_predicate_node node = cache->nodes[i];
    if (cache->question_count - node.last_used > age) continue;
    node.parent = now[node.parent];
    now[i] = kept;
    cache->nodes[kept++] = node;
  }
  cache->count = kept;
  cache->evict_at =
      (size_t)kept * 2 > MIN_NODE_LIMIT ? (size_t)kept * 2 : MIN_NODE_LIMIT;
  rehash_answer_nodes(cache);
}

/* Reserve one more node, and as many chains as nodes. */
static bool reserve_answer_node(st_predicate_cache *cache) {
  if (cache->count == 0) cache->count = 1;
  if (cache->count >= UINT32_MAX / 2 ||
      !st_mem_reserve(cache->mem, &cache->nodes, &cache->capacity,
                      cache->count + 1, sizeof cache->nodes[0])) {
    return false;
  }
  if (cache->count < cache->chain_count) return true;
  size_t size = cache->chain_count ? cache->chain_count * 2 : 256;
  uint32_t *heads = st_mem_zeroed(cache->mem, size, sizeof *heads);
  if (!heads) return false;
  st_mem_free(cache->mem, cache->chains, cache->chain_count,
              sizeof cache->chains[0]);
  cache->chains = heads;
  cache->chain_count = size;
  rehash_answer_nodes(cache);
  return true;
}

/* Go from the current node to its child by the value that was read there, which
 * is added if there is none. */
static strata_status follow_answer_branch(strata_predicate_context *context,
                                          uint64_t value) {
  st_predicate_cache *cache = context->cache;
  if (cache->chain_count > 0) {
    uint32_t i = *answer_chain_head(cache, context->node, value);
    for (; i != 0; i = cache->nodes[i].next) {
      st_predicate_node *n = &cache->nodes[i];
      if (n->parent != context->node || n->value != value) continue;
      n->last_used = cache->question_count;
      context->node = i;
      return STRATA_OK;
    }
  }
  if (!reserve_answer_node(cache)) return STRATA_ENOMEM;
  uint32_t *head = answer_chain_head(cache, context->node, value);
  cache->nodes[cache->count] =
      (st_predicate_node){.value = value,
                          .parent = context->node,
                          .next = *head,
                          .last_used = cache->question_count};
  *head = context->node = (uint32_t)cache->count++;
  return STRATA_OK;
}

/* -- Placeholders -- */

/* The placeholders that a function gets. A source that is asked about itself
 * has one placeholder. */
static strata_entity
placeholder_for_it(const strata_predicate_context *context) {
  return context->env->it_slot != 0 ? PLACEHOLDER_IT : 0;
}

static strata_entity
placeholder_for_this(const strata_predicate_context *context) {
  uint32_t source = context->env->this_slot;
  if (source == 0) return 0;
  return source == context->env->it_slot ? PLACEHOLDER_IT : PLACEHOLDER_THIS;
}

/* The handle or placeholder that a function gets for a reference that it
 * reads. */
static strata_entity placeholder_for(const strata_predicate_context *context,
                                     strata_entity handle) {
  const st_expr_env *env = context->env;
  if (handle == 0) return 0;
  if (env->it_slot != 0 && env->handle_of(env, env->it_slot) == handle) {
    return PLACEHOLDER_IT;
  }
  if (env->this_slot != 0 && env->handle_of(env, env->this_slot) == handle) {
    return PLACEHOLDER_THIS;
  }
  return handle;
}

static uint32_t resolve_placeholder(const strata_predicate_context *context,
                                    strata_entity who) {
  if (who == PLACEHOLDER_IT) return context->env->it_slot;
  if (who == PLACEHOLDER_THIS) return context->env->this_slot;
  return who != 0 ? context->env->resolve(context->env, who) : 0;
}

/* The value of the first branch: the predicate, and which of its placeholders
 * are given and equal. */
static uint64_t predicate_root_key(const strata_predicate_context *context) {
  unsigned who = (placeholder_for_it(context) != 0 ? 1u : 0u) |
                 (placeholder_for_this(context) == PLACEHOLDER_THIS ? 2u : 0u) |
                 (placeholder_for_this(context) == PLACEHOLDER_IT ? 4u : 0u);
  return (uint64_t)context->index << 3 | who;
}

static strata_status begin_at_root(strata_predicate_context *context) {
  context->node = 0;
  return follow_answer_branch(context, predicate_root_key(context));
}

/* -- Reading -- */

static strata_status read_set_word(const strata_predicate_context *context,
                                   const st_predicate_node *what, uint32_t slot,
                                   uint64_t *out) {
  st_predicate_cache *cache = context->cache;
  size_t count = cache->rules->attrs[what->attr - 1].word_count;
  if (!st_mem_reserve(cache->mem, &cache->words, &cache->word_capacity, count,
                      sizeof cache->words[0])) {
    return STRATA_ENOMEM;
  }
  memset(cache->words, 0, count * sizeof cache->words[0]);
  strata_status status =
      context->env->join_word(context->env, slot / 64, what->attr,
                              (uint64_t)1 << (slot % 64), cache->words);
  *out = cache->words[what->index];
  return status;
}

/* Read from the environment what a node reads. */
static strata_status read_node_value(const strata_predicate_context *context,
                                     const st_predicate_node *what,
                                     uint64_t *out) {
  const st_expr_env *env = context->env;
  const st_attr *attr = &env->rules->attrs[what->attr - 1];
  uint32_t slot = resolve_placeholder(context, what->owner);
  *out =
      what->kind == ST_PREDICATE_NODE_READ ? (uint64_t)attr->default_value : 0;
  if (slot == 0) return STRATA_OK;
  if (what->kind == ST_PREDICATE_NODE_WORD) {
    return read_set_word(context, what, slot, out);
  }
  if (what->kind == ST_PREDICATE_NODE_HAS) {
    bool has = false;
    strata_status status = env->has(env, slot, what->attr, what->index, &has);
    *out = has;
    return status;
  }
  int64_t value = 0;
  strata_status status = env->read(env, slot, what->attr, &value);
  *out = attr->type == STRATA_REF
             ? placeholder_for(context, (strata_entity)value)
             : (uint64_t)value;
  return status;
}

static strata_status read_and_follow(strata_predicate_context *context,
                                     uint64_t *out) {
  st_predicate_node what = context->cache->nodes[context->node];
  strata_status status = read_node_value(context, &what, out);
  return status ? status : follow_answer_branch(context, *out);
}

/* -- Failing -- */

/* Record a failure, unless one is recorded already. */
#define FAIL_PREDICATE(context, code, ...)                                     \
  ((context)->status                                                           \
       ? (context)->status                                                     \
       : ((context)->status =                                                  \
              ST_ERROR(&(context)->cache->error, (code), 0, "predicate '",     \
                       (context)->predicate->name, "': ", __VA_ARGS__)))

static strata_status fail_predicate(strata_predicate_context *context,
                                    strata_status status) {
  return FAIL_PREDICATE(context, status, st_status_text(status));
}

static strata_status fail_impure_predicate(strata_predicate_context *context) {
  return FAIL_PREDICATE(
      context, STRATA_EINVAL, "it went another way than before, after it ",
      "had read the same; it may look at nothing but what it reads");
}

strata_status st_predicate_context_fail(strata_predicate_context *context,
                                        strata_status status,
                                        const char *text) {
  return FAIL_PREDICATE(context, status, text);
}

/* -- Called by functions -- */

strata_status st_predicate_context_attr(strata_predicate_context *context,
                                        strata_attr id, const st_attr **out,
                                        uint32_t *place) {
  const st_predicate *predicate = context->predicate;
  const st_attr *attr = st_attr_of(context->env->rules, id);
  if (context->status) return context->status;
  if (!attr) {
    return FAIL_PREDICATE(context, STRATA_ENOENT, "it reads no attribute");
  }
  *place = 0;
  while (*place < predicate->read_count && predicate->reads[*place] != id) {
    ++*place;
  }
  if (*place == predicate->read_count) {
    return FAIL_PREDICATE(
        context, STRATA_EINVAL, "it reads '", attr->name,
        "', which is not among what it is declared to read; add it");
  }
  *out = attr;
  return STRATA_OK;
}

strata_status st_predicate_context_read(strata_predicate_context *context,
                                        const st_predicate_node *what,
                                        uint64_t *out) {
  if (context->status) return context->status;
  st_predicate_node *n = &context->cache->nodes[context->node];
  if (n->kind == ST_PREDICATE_NODE_UNKNOWN) {
    n->kind = what->kind;
    n->owner = what->owner;
    n->attr = what->attr;
    n->index = what->index;
  } else if (n->kind != what->kind || n->owner != what->owner ||
             n->attr != what->attr || n->index != what->index) {
    return fail_impure_predicate(context);
  }
  strata_status status = read_and_follow(context, out);
  return status ? fail_predicate(context, status) : STRATA_OK;
}

/* -- Evaluating for one entity -- */

static strata_status record_answer(strata_predicate_context *context,
                                   bool answer) {
  st_predicate_node *n = &context->cache->nodes[context->node];
  if (n->kind == ST_PREDICATE_NODE_UNKNOWN) {
    n->kind = ST_PREDICATE_NODE_ANSWER;
    n->answer = answer;
  }
  if (n->kind == ST_PREDICATE_NODE_ANSWER && n->answer == answer) {
    return STRATA_OK;
  }
  return fail_impure_predicate(context);
}

/* Call the function, which walks and grows the tree by what it reads. */
static ST_NOINLINE strata_status
call_predicate_fn(strata_predicate_context *context, bool *out) {
  st_predicate_cache *cache = context->cache;
  const st_predicate *predicate = context->predicate;
  strata_status status = begin_at_root(context);
  if (status) return status;
  assert(!cache->is_calling); /* a function must not evaluate anything itself */
  cache->is_calling = true;
  cache->calls++;
  bool answer = false;
  if (cache->on_call) cache->on_call(cache->on_call_user, true);
  status = predicate->fn(predicate->user, context, placeholder_for_it(context),
                         placeholder_for_this(context), &answer);
  if (cache->on_call) cache->on_call(cache->on_call_user, false);
  cache->is_calling = false;
  if (context->status) return context->status;
  if (status) return fail_predicate(context, status);
  status = record_answer(context, answer);
  if (!status) *out = answer;
  return status;
}

/* Walk down the tree; call the function where it ends. */
static strata_status find_answer(strata_predicate_context *context, bool *out) {
  st_predicate_cache *cache = context->cache;
  strata_status status = begin_at_root(context);
  while (!status) {
    const st_predicate_node *n = &cache->nodes[context->node];
    if (n->kind == ST_PREDICATE_NODE_UNKNOWN) {
      return call_predicate_fn(context, out);
    }
    if (n->kind == ST_PREDICATE_NODE_ANSWER) {
      *out = n->answer;
      return STRATA_OK;
    }
    uint64_t value;
    status = read_and_follow(context, &value);
  }
  return status;
}

static strata_predicate_context
open_predicate_context(st_predicate_cache *cache, const st_expr_env *env,
                       uint32_t index) {
  cache->error.status = STRATA_OK;
  if (cache->count >= cache->evict_at) evict_old_nodes(cache);
  return (strata_predicate_context){.cache = cache,
                                    .env = env,
                                    .predicate =
                                        &cache->rules->predicates[index],
                                    .index = index};
}

strata_status st_predicate_eval(st_predicate_cache *cache,
                                const st_expr_env *env, uint32_t index,
                                bool *out) {
  strata_predicate_context context = open_predicate_context(cache, env, index);
  cache->question_count++;
  return find_answer(&context, out);
}

/* -- Evaluating for many entities -- */

/* The values of 64 slots of the first declared attributes, loaded when one is
 * first needed. */
#define FIRST_READS 3

typedef struct first_read_columns {
  strata_predicate_context *context;
  uint32_t word;
  uint64_t candidates;
  unsigned loaded; /* bits: the columns that are loaded */
  uint64_t flags[FIRST_READS];
  const int64_t *numbers[FIRST_READS]; /* NULL: the column is in `flags` */
  int64_t room[FIRST_READS][64];
} first_read_columns;

static bool is_column_read(const first_read_columns *c,
                           const st_predicate_node *what) {
  return what->kind == ST_PREDICATE_NODE_READ &&
         what->owner == PLACEHOLDER_IT && what->index < FIRST_READS &&
         c->context->env->rules->attrs[what->attr - 1].type != STRATA_REF;
}

static strata_status load_column(first_read_columns *c,
                                 const st_predicate_node *what) {
  const st_expr_env *env = c->context->env;
  uint32_t i = what->index;
  strata_status status;
  c->numbers[i] = NULL;
  if (env->rules->attrs[what->attr - 1].type == STRATA_FLAG) {
    status =
        env->flag_word(env, c->word, what->attr, c->candidates, &c->flags[i]);
  } else {
    status = env->read_word(env, c->word, what->attr, c->candidates, c->room[i],
                            &c->numbers[i]);
  }
  if (!status) c->loaded |= 1u << i;
  return status;
}

/* Read what a node reads, from a loaded column if it is a number or flag of
 * `it`. */
static strata_status read_from_columns(first_read_columns *c,
                                       const st_predicate_node *what,
                                       uint64_t *out) {
  if (!is_column_read(c, what)) return read_node_value(c->context, what, out);
  uint32_t i = what->index;
  uint32_t bit = c->context->env->it_slot % 64;
  if (!(c->loaded >> i & 1)) {
    strata_status status = load_column(c, what);
    if (status) return status;
  }
  *out = c->numbers[i] ? (uint64_t)c->numbers[i][bit] : c->flags[i] >> bit & 1;
  return STRATA_OK;
}

/* Whether all values on the path to an answer are still the same. */
static bool answer_still_holds(first_read_columns *c, uint32_t answer) {
  const st_predicate_node *nodes = c->context->cache->nodes;
  uint32_t at = answer;
  for (; nodes[at].parent != 0; at = nodes[at].parent) {
    uint64_t value;
    /* A failure here occurs again in the walk, which reports it. */
    if (read_from_columns(c, &nodes[nodes[at].parent], &value)) return false;
    if (value != nodes[at].value) return false;
  }
  return nodes[at].value == predicate_root_key(c->context);
}

#define LAST_ANSWERS_MAX                                                       \
  ((size_t)1 << 22) /* slots of all predicates together */

/* The last answers of a predicate; NULL where they are not worth their memory,
 * or if there is none. Then every evaluation walks the tree. */
static uint32_t *last_answers_for(st_predicate_cache *cache,
                                  const st_expr_env *env, uint32_t index) {
  size_t count = cache->rules->names[STRATA_NAME_PREDICATE].count;
  size_t slots = (size_t)env->word_count * 64;
  if (!cache->last_answers) {
    cache->last_answers =
        st_mem_zeroed(cache->mem, count, sizeof cache->last_answers[0]);
    if (!cache->last_answers) return NULL;
  }
  st_predicate_last_answers *last = &cache->last_answers[index];
  size_t old = last->capacity;
  if (old >= slots) return last->at;
  if (cache->last_answer_slots + slots * 2 > LAST_ANSWERS_MAX ||
      !st_mem_reserve_zeroed(cache->mem, &last->at, &last->capacity, slots,
                             sizeof last->at[0])) {
    return NULL;
  }
  cache->last_answer_slots += last->capacity - old;
  return last->at;
}

strata_status st_predicate_eval_word(st_predicate_cache *cache,
                                     const st_expr_env *env, uint32_t index,
                                     uint32_t word, uint64_t candidates,
                                     uint64_t *out) {
  st_expr_env one = *env;
  strata_predicate_context context = open_predicate_context(cache, &one, index);
  first_read_columns c;
  c.context = &context;
  c.word = word;
  c.candidates = candidates;
  c.loaded = 0;
  uint32_t *last = last_answers_for(cache, env, index);
  uint64_t hits = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    one.it_slot = word * 64 + bit;
    cache->question_count++;
    uint32_t known = last ? last[one.it_slot] : 0;
    bool yes = false;
    if (known != 0 && answer_still_holds(&c, known)) {
      cache->nodes[known].last_used = cache->question_count;
      yes = cache->nodes[known].answer;
    } else {
      strata_status status = find_answer(&context, &yes);
      if (status) return status;
      if (last) last[one.it_slot] = context.node;
    }
    hits |= (uint64_t)yes << bit;
  }
  *out = hits;
  return STRATA_OK;
}
