/*
 * ask.c - predicates that are functions.
 *
 * A pure function that is told the same does the same: it reads next what it
 * read the last time, and in the end answers the same. So what it does is a
 * tree, whose nodes are reads and answers and whose branches are values. To
 * answer is to go down the tree; the function itself is called where the tree
 * ends, and grows it. Nothing is ever invalid, and what equals read and were
 * answered is known for all of them.
 *
 * That needs that it sees nothing but what it reads. Hence it gets no handle of
 * whom it is asked about, but a name that is the same for everybody, and so
 * handles that lead back to them become these names. That also lets classes
 * stand in for entities: a class without a handle is never met by a reference.
 */
#include "layers/inforce/predicate_cache.h"

#include "base/bits.h"
#include "base/text.h"

#include <string.h>

/* Names of whom a question is about. No handle has slot 0. */
#define IT               ((strata_entity)1 << 32)
#define PLACEHOLDER_THIS ((strata_entity)2 << 32)

#define MIN_NODE_LIMIT 4096 /* nodes */
#define MIN_NODE_AGE   8192 /* questions */

/* -- Beginning and end -- */

void st_predicate_cache_init(st_predicate_cache *asks, st_mem *mem,
                             const strata_rules *rules) {
  *asks = (st_predicate_cache){
      .mem = mem, .rules = rules, .evict_at = MIN_NODE_LIMIT};
}

static void clear_last_answers(st_predicate_cache *asks) {
  size_t count = asks->rules->names[STRATA_NAME_PREDICATE].count;
  for (size_t i = 0; asks->last_answers && i < count; i++) {
    st_mem_free(asks->mem, asks->last_answers[i].at,
                asks->last_answers[i].capacity,
                sizeof asks->last_answers[i].at[0]);
  }
  st_mem_free(asks->mem, asks->last_answers, asks->last_answers ? count : 0,
              sizeof asks->last_answers[0]);
  asks->last_answers = NULL;
  asks->last_answer_slots = 0;
}

void st_predicate_cache_clear(st_predicate_cache *asks) {
  clear_last_answers(asks);
  st_mem_free(asks->mem, asks->nodes, asks->capacity, sizeof asks->nodes[0]);
  st_mem_free(asks->mem, asks->chains, asks->chain_count,
              sizeof asks->chains[0]);
  asks->nodes = NULL;
  asks->chains = NULL;
  asks->count = asks->capacity = asks->chain_count = 0;
  asks->evict_at = MIN_NODE_LIMIT;
}

void st_predicate_cache_fini(st_predicate_cache *asks) {
  if (!asks->mem) return;
  st_predicate_cache_clear(asks);
  st_mem_free(asks->mem, asks->words, asks->word_capacity,
              sizeof asks->words[0]);
  st_mem_free(asks->mem, asks->symbols, asks->symbol_capacity,
              sizeof asks->symbols[0]);
  *asks = (st_predicate_cache){0};
}

size_t st_predicate_cache_bytes(const st_predicate_cache *asks) {
  return asks->capacity * sizeof asks->nodes[0] +
         asks->chain_count * sizeof asks->chains[0] +
         asks->last_answer_slots * sizeof(uint32_t) +
         asks->word_capacity * sizeof asks->words[0] +
         asks->symbol_capacity * sizeof asks->symbols[0];
}

/* -- The tree -- */

static uint32_t *answer_chain_head(const st_predicate_cache *asks,
                                   uint32_t parent, uint64_t value) {
  uint64_t hash =
      (value ^ (uint64_t)parent << 40) * UINT64_C(0xD6E8FEB86659FD93);
  hash = (hash ^ hash >> 32 ^ parent) * UINT64_C(0x9E3779B97F4A7C15);
  return &asks->chains[hash >> 32 & (asks->chain_count - 1)];
}

/* Put all nodes into chains. */
static void rehash_answer_nodes(st_predicate_cache *asks) {
  memset(asks->chains, 0, asks->chain_count * sizeof asks->chains[0]);
  for (uint32_t i = 1; i < asks->count; i++) {
    st_predicate_node *n = &asks->nodes[i];
    uint32_t *head = answer_chain_head(asks, n->parent, n->value);
    n->next = *head;
    *head = i;
  }
}

/* How many questions a node is kept though nobody comes by: as many as there
 * are in two passes at least, of which the one that goes on may be the first.
 */
static uint32_t max_node_age(const st_predicate_cache *asks) {
  uint32_t now = asks->question_count - asks->pass_start;
  uint32_t half = MIN_NODE_AGE / 2;
  if (half < asks->last_pass_length) half = asks->last_pass_length;
  if (half < now) half = now;
  return half < UINT32_MAX / 4 ? half * 2 : UINT32_MAX / 2;
}

/* Throw away what nobody has come by for long. Who came by a node came by those
 * above it, which are before it; not all were told. */
static void evict_old_nodes(st_predicate_cache *asks) {
  uint32_t age = max_node_age(asks);
  uint32_t *now = asks->chains; /* by old place: there are as many as nodes */
  uint32_t kept = 1;
  clear_last_answers(asks);
  now[0] = 0;
  for (size_t i = asks->count; i-- > 1;) {
    st_predicate_node *n = &asks->nodes[i];
    st_predicate_node *above = &asks->nodes[n->parent];
    if (asks->question_count - n->last_used <
        asks->question_count - above->last_used) {
      above->last_used = n->last_used;
    }
  }
  for (uint32_t i = 1; i < asks->count; i++) {
    st_predicate_node node = asks->nodes[i];
    if (asks->question_count - node.last_used > age) continue;
    node.parent = now[node.parent];
    now[i] = kept;
    asks->nodes[kept++] = node;
  }
  asks->count = kept;
  asks->evict_at =
      (size_t)kept * 2 > MIN_NODE_LIMIT ? (size_t)kept * 2 : MIN_NODE_LIMIT;
  rehash_answer_nodes(asks);
}

/* Room for one node more, and for as many chains. */
static bool reserve_answer_node(st_predicate_cache *asks) {
  if (asks->count == 0) asks->count = 1;
  if (asks->count >= UINT32_MAX / 2 ||
      !st_mem_reserve(asks->mem, &asks->nodes, &asks->capacity, asks->count + 1,
                      sizeof asks->nodes[0])) {
    return false;
  }
  if (asks->count < asks->chain_count) return true;
  size_t size = asks->chain_count ? asks->chain_count * 2 : 256;
  uint32_t *heads = st_mem_zeroed(asks->mem, size, sizeof *heads);
  if (!heads) return false;
  st_mem_free(asks->mem, asks->chains, asks->chain_count,
              sizeof asks->chains[0]);
  asks->chains = heads;
  asks->chain_count = size;
  rehash_answer_nodes(asks);
  return true;
}

/* Go on from a node by the value that was read there. */
static strata_status follow_answer_branch(strata_predicate_context *view,
                                          uint64_t value) {
  st_predicate_cache *asks = view->cache;
  if (asks->chain_count > 0) {
    uint32_t i = *answer_chain_head(asks, view->node, value);
    for (; i != 0; i = asks->nodes[i].next) {
      st_predicate_node *n = &asks->nodes[i];
      if (n->parent != view->node || n->value != value) continue;
      n->last_used = asks->question_count;
      view->node = i;
      return STRATA_OK;
    }
  }
  if (!reserve_answer_node(asks)) return STRATA_ENOMEM;
  uint32_t *head = answer_chain_head(asks, view->node, value);
  asks->nodes[asks->count] =
      (st_predicate_node){.value = value,
                          .parent = view->node,
                          .next = *head,
                          .last_used = asks->question_count};
  *head = view->node = (uint32_t)asks->count++;
  return STRATA_OK;
}

/* -- Whom it is about -- */

/* The names that a function gets; who is asked about himself has one. */
static strata_entity placeholder_for_it(const strata_predicate_context *view) {
  return view->env->it_slot != 0 ? IT : 0;
}

static strata_entity
placeholder_for_this(const strata_predicate_context *view) {
  uint32_t source = view->env->this_slot;
  if (source == 0) return 0;
  return source == view->env->it_slot ? IT : PLACEHOLDER_THIS;
}

/* What a ref says. */
static strata_entity placeholder_for(const strata_predicate_context *view,
                                     strata_entity handle) {
  const st_expr_env *env = view->env;
  if (handle == 0) return 0;
  if (env->it_slot != 0 && env->handle_of(env, env->it_slot) == handle)
    return IT;
  if (env->this_slot != 0 && env->handle_of(env, env->this_slot) == handle)
    return PLACEHOLDER_THIS;
  return handle;
}

static uint32_t resolve_placeholder(const strata_predicate_context *view,
                                    strata_entity who) {
  if (who == IT) return view->env->it_slot;
  if (who == PLACEHOLDER_THIS) return view->env->this_slot;
  return who != 0 ? view->env->resolve(view->env, who) : 0;
}

/* All questions about one predicate begin alike but for who is who. */
static uint64_t predicate_root_key(const strata_predicate_context *view) {
  unsigned who = (placeholder_for_it(view) != 0 ? 1u : 0u) |
                 (placeholder_for_this(view) == PLACEHOLDER_THIS ? 2u : 0u) |
                 (placeholder_for_this(view) == IT ? 4u : 0u);
  return (uint64_t)view->index << 3 | who;
}

static strata_status begin_at_root(strata_predicate_context *view) {
  view->node = 0;
  return follow_answer_branch(view, predicate_root_key(view));
}

/* -- Reading -- */

/* One word of a SET. */
static strata_status read_set_word(const strata_predicate_context *view,
                                   const st_predicate_node *what, uint32_t slot,
                                   uint64_t *out) {
  st_predicate_cache *asks = view->cache;
  size_t count = asks->rules->attrs[what->attr - 1].word_count;
  if (!st_mem_reserve(asks->mem, &asks->words, &asks->word_capacity, count,
                      sizeof asks->words[0])) {
    return STRATA_ENOMEM;
  }
  memset(asks->words, 0, count * sizeof asks->words[0]);
  strata_status status =
      view->env->join_word(view->env, slot / 64, what->attr,
                           (uint64_t)1 << (slot % 64), asks->words);
  *out = asks->words[what->index];
  return status;
}

/* What is there now, of what a node wants to know. */
static strata_status read_node_value(const strata_predicate_context *view,
                                     const st_predicate_node *what,
                                     uint64_t *out) {
  const st_expr_env *env = view->env;
  const st_attr *attr = &env->rules->attrs[what->attr - 1];
  uint32_t slot = resolve_placeholder(view, what->owner);
  *out =
      what->kind == ST_PREDICATE_NODE_READ ? (uint64_t)attr->default_value : 0;
  if (slot == 0) return STRATA_OK;
  if (what->kind == ST_PREDICATE_NODE_WORD)
    return read_set_word(view, what, slot, out);
  if (what->kind == ST_PREDICATE_NODE_HAS) {
    bool has = false;
    strata_status status = env->has(env, slot, what->attr, what->index, &has);
    *out = has;
    return status;
  }
  int64_t value = 0;
  strata_status status = env->read(env, slot, what->attr, &value);
  *out = attr->type == STRATA_REF ? placeholder_for(view, (strata_entity)value)
                                  : (uint64_t)value;
  return status;
}

static strata_status read_and_follow(strata_predicate_context *view,
                                     uint64_t *out) {
  st_predicate_node what = view->cache->nodes[view->node];
  strata_status status = read_node_value(view, &what, out);
  return status ? status : follow_answer_branch(view, *out);
}

/* -- Failing -- */

/* Only the first failure counts. */
#define FAIL_PREDICATE(view, code, ...)                                        \
  ((view)->status ? (view)->status                                             \
                  : ((view)->status = ST_ERROR(                                \
                         &(view)->cache->error, (code), 0, "predicate '",      \
                         (view)->predicate->name, "': ", __VA_ARGS__)))

static strata_status fail_predicate(strata_predicate_context *view,
                                    strata_status status) {
  return FAIL_PREDICATE(view, status, st_status_text(status));
}

static strata_status fail_impure_predicate(strata_predicate_context *view) {
  return FAIL_PREDICATE(
      view, STRATA_EINVAL, "it went another way than before, after it ",
      "had read the same; it may look at nothing but what it reads");
}

strata_status st_predicate_context_fail(strata_predicate_context *view,
                                        strata_status status,
                                        const char *text) {
  return FAIL_PREDICATE(view, status, text);
}

/* -- What functions ask -- */

strata_status st_predicate_context_attr(strata_predicate_context *view,
                                        strata_attr id, const st_attr **out,
                                        uint32_t *place) {
  const st_predicate *predicate = view->predicate;
  const st_attr *attr = st_attr_of(view->env->rules, id);
  if (view->status) return view->status;
  if (!attr)
    return FAIL_PREDICATE(view, STRATA_ENOENT, "it reads no attribute");
  *place = 0;
  while (*place < predicate->read_count && predicate->reads[*place] != id) {
    ++*place;
  }
  if (*place == predicate->read_count) {
    return FAIL_PREDICATE(
        view, STRATA_EINVAL, "it reads '", attr->name,
        "', which is not among what it is declared to read; add it");
  }
  *out = attr;
  return STRATA_OK;
}

strata_status st_predicate_context_read(strata_predicate_context *view,
                                        const st_predicate_node *what,
                                        uint64_t *out) {
  if (view->status) return view->status;
  st_predicate_node *n = &view->cache->nodes[view->node];
  if (n->kind == ST_PREDICATE_NODE_UNKNOWN) {
    n->kind = what->kind;
    n->owner = what->owner;
    n->attr = what->attr;
    n->index = what->index;
  } else if (n->kind != what->kind || n->owner != what->owner ||
             n->attr != what->attr || n->index != what->index) {
    return fail_impure_predicate(view);
  }
  strata_status status = read_and_follow(view, out);
  return status ? fail_predicate(view, status) : STRATA_OK;
}

/* -- Asking -- */

static strata_status record_answer(strata_predicate_context *view,
                                   bool answer) {
  st_predicate_node *n = &view->cache->nodes[view->node];
  if (n->kind == ST_PREDICATE_NODE_UNKNOWN) {
    n->kind = ST_PREDICATE_NODE_ANSWER;
    n->answer = answer;
  }
  if (n->kind == ST_PREDICATE_NODE_ANSWER && n->answer == answer)
    return STRATA_OK;
  return fail_impure_predicate(view);
}

/* Let the function itself answer. */
static ST_NOINLINE strata_status
call_predicate_fn(strata_predicate_context *view, bool *out) {
  st_predicate_cache *asks = view->cache;
  const st_predicate *predicate = view->predicate;
  strata_status status = begin_at_root(view);
  if (status) return status;
  assert(!asks->is_calling); /* a function called something on the world */
  asks->is_calling = true;
  asks->calls++;
  bool answer = false;
  status = predicate->fn(predicate->user, view, placeholder_for_it(view),
                         placeholder_for_this(view), &answer);
  asks->is_calling = false;
  if (view->status) return view->status;
  if (status) return fail_predicate(view, status);
  status = record_answer(view, answer);
  if (!status) *out = answer;
  return status;
}

/* By going down the tree. */
static strata_status find_answer(strata_predicate_context *view, bool *out) {
  st_predicate_cache *asks = view->cache;
  strata_status status = begin_at_root(view);
  while (!status) {
    const st_predicate_node *n = &asks->nodes[view->node];
    if (n->kind == ST_PREDICATE_NODE_UNKNOWN)
      return call_predicate_fn(view, out);
    if (n->kind == ST_PREDICATE_NODE_ANSWER) {
      *out = n->answer;
      return STRATA_OK;
    }
    uint64_t value;
    status = read_and_follow(view, &value);
  }
  return status;
}

static strata_predicate_context open_predicate_context(st_predicate_cache *asks,
                                                       const st_expr_env *env,
                                                       uint32_t index) {
  asks->error.status = STRATA_OK;
  if (asks->count >= asks->evict_at) evict_old_nodes(asks);
  return (strata_predicate_context){.cache = asks,
                                    .env = env,
                                    .predicate =
                                        &asks->rules->predicates[index],
                                    .index = index};
}

strata_status st_predicate_eval(st_predicate_cache *asks,
                                const st_expr_env *env, uint32_t index,
                                bool *out) {
  strata_predicate_context view = open_predicate_context(asks, env, index);
  asks->question_count++;
  return find_answer(&view, out);
}

/* -- Asking about many -- */

/* What 64 slots have of what is read first: found when it is first needed. */
#define FIRST_READS 3

typedef struct first_read_columns {
  strata_predicate_context *view;
  uint32_t word;
  uint64_t candidates;
  unsigned found; /* bits */
  uint64_t flags[FIRST_READS];
  const int64_t *numbers[FIRST_READS]; /* NULL: flags */
  int64_t room[FIRST_READS][64];
} first_read_columns;

static bool is_column_read(const first_read_columns *c,
                           const st_predicate_node *what) {
  return what->kind == ST_PREDICATE_NODE_READ && what->owner == IT &&
         what->index < FIRST_READS &&
         c->view->env->rules->attrs[what->attr - 1].type != STRATA_REF;
}

static strata_status load_column(first_read_columns *c,
                                 const st_predicate_node *what) {
  const st_expr_env *env = c->view->env;
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
  if (!status) c->found |= 1u << i;
  return status;
}

/* As `look` of the view's `it`. */
static strata_status read_from_columns(first_read_columns *c,
                                       const st_predicate_node *what,
                                       uint64_t *out) {
  if (!is_column_read(c, what)) return read_node_value(c->view, what, out);
  uint32_t i = what->index;
  uint32_t bit = c->view->env->it_slot % 64;
  if (!(c->found >> i & 1)) {
    strata_status status = load_column(c, what);
    if (status) return status;
  }
  *out = c->numbers[i] ? (uint64_t)c->numbers[i][bit] : c->flags[i] >> bit & 1;
  return STRATA_OK;
}

/* Whether all that led to an answer reads the same as then. */
static bool answer_still_holds(first_read_columns *c, uint32_t answer) {
  const st_predicate_node *nodes = c->view->cache->nodes;
  uint32_t at = answer;
  for (; nodes[at].parent != 0; at = nodes[at].parent) {
    uint64_t value;
    /* What fails here fails again where it is told. */
    if (read_from_columns(c, &nodes[nodes[at].parent], &value)) return false;
    if (value != nodes[at].value) return false;
  }
  return nodes[at].value == predicate_root_key(c->view);
}

#define LAST_ANSWERS_MAX                                                       \
  ((size_t)1 << 22) /* slots of all predicates together */

/* The last answers of a predicate; NULL where they are not worth their memory,
 * or there is none: then all go down the tree. */
static uint32_t *last_answers_for(st_predicate_cache *asks,
                                  const st_expr_env *env, uint32_t index) {
  size_t count = asks->rules->names[STRATA_NAME_PREDICATE].count;
  size_t slots = (size_t)env->word_count * 64;
  if (!asks->last_answers) {
    asks->last_answers =
        st_mem_zeroed(asks->mem, count, sizeof asks->last_answers[0]);
    if (!asks->last_answers) return NULL;
  }
  st_predicate_last_answers *last = &asks->last_answers[index];
  size_t old = last->capacity;
  if (old >= slots) return last->at;
  if (asks->last_answer_slots + slots * 2 > LAST_ANSWERS_MAX ||
      !st_mem_reserve(asks->mem, &last->at, &last->capacity, slots,
                      sizeof last->at[0])) {
    return NULL;
  }
  memset(last->at + old, 0, (last->capacity - old) * sizeof last->at[0]);
  asks->last_answer_slots += last->capacity - old;
  return last->at;
}

strata_status st_predicate_eval_word(st_predicate_cache *asks,
                                     const st_expr_env *env, uint32_t index,
                                     uint32_t word, uint64_t candidates,
                                     uint64_t *out) {
  st_expr_env one = *env;
  strata_predicate_context view = open_predicate_context(asks, &one, index);
  first_read_columns c;
  c.view = &view;
  c.word = word;
  c.candidates = candidates;
  c.found = 0;
  uint32_t *last = last_answers_for(asks, env, index);
  uint64_t hits = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    one.it_slot = word * 64 + bit;
    asks->question_count++;
    uint32_t known = last ? last[one.it_slot] : 0;
    bool yes = false;
    if (known != 0 && answer_still_holds(&c, known)) {
      asks->nodes[known].last_used = asks->question_count;
      yes = asks->nodes[known].answer;
    } else {
      strata_status status = find_answer(&view, &yes);
      if (status) return status;
      if (last) last[one.it_slot] = view.node;
    }
    hits |= (uint64_t)yes << bit;
  }
  *out = hits;
  return STRATA_OK;
}
