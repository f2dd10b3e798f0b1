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
#include "layers/inforce/ask.h"

#include "base/bits.h"
#include "base/text.h"

#include <string.h>

/* Names of whom a question is about. No handle has slot 0. */
#define IT   ((strata_entity)1 << 32)
#define THIS ((strata_entity)2 << 32)

#define LEAST_LIMIT 4096 /* nodes */
#define LEAST_AGE   8192 /* questions */

/* -- Beginning and end -- */

void st_asks_init(st_asks *asks, st_mem *mem, const strata_rules *rules) {
  *asks = (st_asks){.mem = mem, .rules = rules, .limit = LEAST_LIMIT};
}

static void forget_last(st_asks *asks) {
  size_t count = asks->rules->names[STRATA_KIND_PREDICATE].count;
  for (size_t i = 0; asks->last && i < count; i++) {
    st_mem_free(asks->mem, asks->last[i].at, asks->last[i].capacity,
                sizeof asks->last[i].at[0]);
  }
  st_mem_free(asks->mem, asks->last, asks->last ? count : 0,
              sizeof asks->last[0]);
  asks->last = NULL;
  asks->last_total = 0;
}

void st_asks_forget(st_asks *asks) {
  forget_last(asks);
  st_mem_free(asks->mem, asks->nodes, asks->capacity, sizeof asks->nodes[0]);
  st_mem_free(asks->mem, asks->heads, asks->head_count, sizeof asks->heads[0]);
  asks->nodes = NULL;
  asks->heads = NULL;
  asks->count = asks->capacity = asks->head_count = 0;
  asks->limit = LEAST_LIMIT;
}

void st_asks_fini(st_asks *asks) {
  if (!asks->mem) return;
  st_asks_forget(asks);
  st_mem_free(asks->mem, asks->words, asks->word_capacity,
              sizeof asks->words[0]);
  st_mem_free(asks->mem, asks->symbols, asks->symbol_capacity,
              sizeof asks->symbols[0]);
  *asks = (st_asks){0};
}

size_t st_asks_bytes(const st_asks *asks) {
  return asks->capacity * sizeof asks->nodes[0] +
         asks->head_count * sizeof asks->heads[0] +
         asks->last_total * sizeof(uint32_t) +
         asks->word_capacity * sizeof asks->words[0] +
         asks->symbol_capacity * sizeof asks->symbols[0];
}

/* -- The tree -- */

static uint32_t *head_of(const st_asks *asks, uint32_t parent, uint64_t value) {
  uint64_t hash =
      (value ^ (uint64_t)parent << 40) * UINT64_C(0xD6E8FEB86659FD93);
  hash = (hash ^ hash >> 32 ^ parent) * UINT64_C(0x9E3779B97F4A7C15);
  return &asks->heads[hash >> 32 & (asks->head_count - 1)];
}

/* Put all nodes into chains. */
static void chain_all(st_asks *asks) {
  memset(asks->heads, 0, asks->head_count * sizeof asks->heads[0]);
  for (uint32_t i = 1; i < asks->count; i++) {
    st_ask_node *n = &asks->nodes[i];
    uint32_t *head = head_of(asks, n->parent, n->value);
    n->next = *head;
    *head = i;
  }
}

/* How many questions a node is kept though nobody comes by: as many as there
 * are in two passes at least, of which the one that goes on may be the first.
 */
static uint32_t age_of(const st_asks *asks) {
  uint32_t now = asks->asked - asks->turn;
  uint32_t half = LEAST_AGE / 2;
  if (half < asks->length) half = asks->length;
  if (half < now) half = now;
  return half < UINT32_MAX / 4 ? half * 2 : UINT32_MAX / 2;
}

/* Throw away what nobody has come by for long. Who came by a node came by those
 * above it, which are before it; not all were told. */
static void throw_away(st_asks *asks) {
  uint32_t age = age_of(asks);
  uint32_t *now = asks->heads; /* by old place: there are as many as nodes */
  uint32_t kept = 1;
  forget_last(asks);
  now[0] = 0;
  for (size_t i = asks->count; i-- > 1;) {
    st_ask_node *n = &asks->nodes[i];
    st_ask_node *above = &asks->nodes[n->parent];
    if (asks->asked - n->asked < asks->asked - above->asked) {
      above->asked = n->asked;
    }
  }
  for (uint32_t i = 1; i < asks->count; i++) {
    st_ask_node node = asks->nodes[i];
    if (asks->asked - node.asked > age) continue;
    node.parent = now[node.parent];
    now[i] = kept;
    asks->nodes[kept++] = node;
  }
  asks->count = kept;
  asks->limit = (size_t)kept * 2 > LEAST_LIMIT ? (size_t)kept * 2 : LEAST_LIMIT;
  chain_all(asks);
}

/* Room for one node more, and for as many chains. */
static bool make_room(st_asks *asks) {
  if (asks->count == 0) asks->count = 1;
  if (asks->count >= UINT32_MAX / 2 ||
      !st_mem_reserve(asks->mem, &asks->nodes, &asks->capacity, asks->count + 1,
                      sizeof asks->nodes[0])) {
    return false;
  }
  if (asks->count < asks->head_count) return true;
  size_t size = asks->head_count ? asks->head_count * 2 : 256;
  uint32_t *heads = st_mem_zeroed(asks->mem, size, sizeof *heads);
  if (!heads) return false;
  st_mem_free(asks->mem, asks->heads, asks->head_count, sizeof asks->heads[0]);
  asks->heads = heads;
  asks->head_count = size;
  chain_all(asks);
  return true;
}

/* Go on from a node by the value that was read there. */
static strata_status follow(strata_view *view, uint64_t value) {
  st_asks *asks = view->asks;
  if (asks->head_count > 0) {
    uint32_t i = *head_of(asks, view->at, value);
    for (; i != 0; i = asks->nodes[i].next) {
      st_ask_node *n = &asks->nodes[i];
      if (n->parent != view->at || n->value != value) continue;
      n->asked = asks->asked;
      view->at = i;
      return STRATA_OK;
    }
  }
  if (!make_room(asks)) return STRATA_ENOMEM;
  uint32_t *head = head_of(asks, view->at, value);
  asks->nodes[asks->count] = (st_ask_node){
      .value = value, .parent = view->at, .next = *head, .asked = asks->asked};
  *head = view->at = (uint32_t)asks->count++;
  return STRATA_OK;
}

/* -- Whom it is about -- */

/* The names that a function gets; who is asked about himself has one. */
static strata_entity name_of_it(const strata_view *view) {
  return view->env->it != 0 ? IT : 0;
}

static strata_entity name_of_this(const strata_view *view) {
  uint32_t source = view->env->source;
  if (source == 0) return 0;
  return source == view->env->it ? IT : THIS;
}

/* What a ref says. */
static strata_entity name_of(const strata_view *view, strata_entity handle) {
  const st_expr_env *env = view->env;
  if (handle == 0) return 0;
  if (env->it != 0 && env->handle(env, env->it) == handle) return IT;
  if (env->source != 0 && env->handle(env, env->source) == handle) return THIS;
  return handle;
}

static uint32_t slot_of(const strata_view *view, strata_entity who) {
  if (who == IT) return view->env->it;
  if (who == THIS) return view->env->source;
  return who != 0 ? view->env->resolve(view->env, who) : 0;
}

/* All questions about one predicate begin alike but for who is who. */
static uint64_t question_of(const strata_view *view) {
  unsigned who = (name_of_it(view) != 0 ? 1u : 0u) |
                 (name_of_this(view) == THIS ? 2u : 0u) |
                 (name_of_this(view) == IT ? 4u : 0u);
  return (uint64_t)view->index << 3 | who;
}

static strata_status begin(strata_view *view) {
  view->at = 0;
  return follow(view, question_of(view));
}

/* -- Reading -- */

/* One word of a SET. */
static strata_status read_set(const strata_view *view, const st_ask_node *what,
                              uint32_t slot, uint64_t *out) {
  st_asks *asks = view->asks;
  size_t count = asks->rules->attrs[what->attr - 1].words;
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
static strata_status look(const strata_view *view, const st_ask_node *what,
                          uint64_t *out) {
  const st_expr_env *env = view->env;
  const st_attr *attr = &env->rules->attrs[what->attr - 1];
  uint32_t slot = slot_of(view, what->who);
  *out = what->kind == ST_ASK_READ ? (uint64_t)attr->default_value : 0;
  if (slot == 0) return STRATA_OK;
  if (what->kind == ST_ASK_WORD) return read_set(view, what, slot, out);
  if (what->kind == ST_ASK_HAS) {
    bool has = false;
    strata_status status = env->has(env, slot, what->attr, what->index, &has);
    *out = has;
    return status;
  }
  int64_t value = 0;
  strata_status status = env->read(env, slot, what->attr, &value);
  *out = attr->type == STRATA_REF ? name_of(view, (strata_entity)value)
                                  : (uint64_t)value;
  return status;
}

static strata_status look_and_follow(strata_view *view, uint64_t *out) {
  st_ask_node what = view->asks->nodes[view->at];
  strata_status status = look(view, &what, out);
  return status ? status : follow(view, *out);
}

/* -- Failing -- */

/* Only the first failure counts. */
#define FAIL(view, code, ...)                                                  \
  ((view)->status ? (view)->status                                             \
                  : ((view)->status = ST_ERROR(                                \
                         &(view)->asks->error, (code), 0, "predicate '",       \
                         (view)->predicate->name, "': ", __VA_ARGS__)))

static strata_status fail(strata_view *view, strata_status status) {
  return FAIL(view, status, strata_status_text(status));
}

static strata_status fail_impure(strata_view *view) {
  return FAIL(view, STRATA_EINVAL, "it went another way than before, after it ",
              "had read the same; it may look at nothing but what it reads");
}

strata_status st_view_refuse(strata_view *view, strata_status status,
                             const char *text) {
  return FAIL(view, status, text);
}

/* -- What functions ask -- */

strata_status st_view_attr(strata_view *view, strata_attr id,
                           const st_attr **out, uint32_t *place) {
  const st_predicate *predicate = view->predicate;
  const st_attr *attr = st_attr_of(view->env->rules, id);
  if (view->status) return view->status;
  if (!attr) return FAIL(view, STRATA_ENOENT, "it reads no attribute");
  *place = 0;
  while (*place < predicate->read_count && predicate->reads[*place] != id) {
    ++*place;
  }
  if (*place == predicate->read_count) {
    return FAIL(view, STRATA_EINVAL, "it reads '", attr->name,
                "', which is not among what it is declared to read; add it");
  }
  *out = attr;
  return STRATA_OK;
}

strata_status st_view_read(strata_view *view, const st_ask_node *what,
                           uint64_t *out) {
  if (view->status) return view->status;
  st_ask_node *n = &view->asks->nodes[view->at];
  if (n->kind == ST_ASK_UNKNOWN) {
    n->kind = what->kind;
    n->who = what->who;
    n->attr = what->attr;
    n->index = what->index;
  } else if (n->kind != what->kind || n->who != what->who ||
             n->attr != what->attr || n->index != what->index) {
    return fail_impure(view);
  }
  strata_status status = look_and_follow(view, out);
  return status ? fail(view, status) : STRATA_OK;
}

/* -- Asking -- */

static strata_status conclude(strata_view *view, bool answer) {
  st_ask_node *n = &view->asks->nodes[view->at];
  if (n->kind == ST_ASK_UNKNOWN) {
    n->kind = ST_ASK_ANSWER;
    n->answer = answer;
  }
  if (n->kind == ST_ASK_ANSWER && n->answer == answer) return STRATA_OK;
  return fail_impure(view);
}

/* Let the function itself answer. */
static ST_NOINLINE strata_status run(strata_view *view, bool *out) {
  st_asks *asks = view->asks;
  const st_predicate *predicate = view->predicate;
  strata_status status = begin(view);
  if (status) return status;
  assert(!asks->is_running); /* a function called something on the world */
  asks->is_running = true;
  asks->calls++;
  bool answer = false;
  status = predicate->fn(predicate->user, view, name_of_it(view),
                         name_of_this(view), &answer);
  asks->is_running = false;
  if (view->status) return view->status;
  if (status) return fail(view, status);
  status = conclude(view, answer);
  if (!status) *out = answer;
  return status;
}

/* By going down the tree. */
static strata_status find_answer(strata_view *view, bool *out) {
  st_asks *asks = view->asks;
  strata_status status = begin(view);
  while (!status) {
    const st_ask_node *n = &asks->nodes[view->at];
    if (n->kind == ST_ASK_UNKNOWN) return run(view, out);
    if (n->kind == ST_ASK_ANSWER) {
      *out = n->answer;
      return STRATA_OK;
    }
    uint64_t value;
    status = look_and_follow(view, &value);
  }
  return status;
}

static strata_view start(st_asks *asks, const st_expr_env *env,
                         uint32_t index) {
  asks->error.status = STRATA_OK;
  if (asks->count >= asks->limit) throw_away(asks);
  return (strata_view){.asks = asks,
                       .env = env,
                       .predicate = &asks->rules->predicates[index],
                       .index = index};
}

strata_status st_ask(st_asks *asks, const st_expr_env *env, uint32_t index,
                     bool *out) {
  strata_view view = start(asks, env, index);
  asks->asked++;
  return find_answer(&view, out);
}

/* -- Asking about many -- */

/* What 64 slots have of what is read first: found when it is first needed. */
#define COLUMNS 3

typedef struct columns {
  strata_view *view;
  uint32_t word;
  uint64_t candidates;
  unsigned found; /* bits */
  uint64_t flags[COLUMNS];
  const int64_t *numbers[COLUMNS]; /* NULL: flags */
  int64_t room[COLUMNS][64];
} columns;

static bool has_column(const columns *c, const st_ask_node *what) {
  return what->kind == ST_ASK_READ && what->who == IT &&
         what->index < COLUMNS &&
         c->view->env->rules->attrs[what->attr - 1].type != STRATA_REF;
}

static strata_status find_column(columns *c, const st_ask_node *what) {
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
static strata_status look_at(columns *c, const st_ask_node *what,
                             uint64_t *out) {
  if (!has_column(c, what)) return look(c->view, what, out);
  uint32_t i = what->index;
  uint32_t bit = c->view->env->it % 64;
  if (!(c->found >> i & 1)) {
    strata_status status = find_column(c, what);
    if (status) return status;
  }
  *out = c->numbers[i] ? (uint64_t)c->numbers[i][bit] : c->flags[i] >> bit & 1;
  return STRATA_OK;
}

/* Whether all that led to an answer reads the same as then. */
static bool still_holds(columns *c, uint32_t answer) {
  const st_ask_node *nodes = c->view->asks->nodes;
  uint32_t at = answer;
  for (; nodes[at].parent != 0; at = nodes[at].parent) {
    uint64_t value;
    /* What fails here fails again where it is told. */
    if (look_at(c, &nodes[nodes[at].parent], &value)) return false;
    if (value != nodes[at].value) return false;
  }
  return nodes[at].value == question_of(c->view);
}

#define LAST_MOST ((size_t)1 << 22) /* slots of all predicates together */

/* The last answers of a predicate; NULL where they are not worth their memory,
 * or there is none: then all go down the tree. */
static uint32_t *last_of(st_asks *asks, const st_expr_env *env,
                         uint32_t index) {
  size_t count = asks->rules->names[STRATA_KIND_PREDICATE].count;
  size_t slots = (size_t)env->word_count * 64;
  if (!asks->last) {
    asks->last = st_mem_zeroed(asks->mem, count, sizeof asks->last[0]);
    if (!asks->last) return NULL;
  }
  st_ask_last *last = &asks->last[index];
  size_t old = last->capacity;
  if (old >= slots) return last->at;
  if (asks->last_total + slots * 2 > LAST_MOST ||
      !st_mem_reserve(asks->mem, &last->at, &last->capacity, slots,
                      sizeof last->at[0])) {
    return NULL;
  }
  memset(last->at + old, 0, (last->capacity - old) * sizeof last->at[0]);
  asks->last_total += last->capacity - old;
  return last->at;
}

strata_status st_ask_word(st_asks *asks, const st_expr_env *env, uint32_t index,
                          uint32_t word, uint64_t candidates, uint64_t *out) {
  st_expr_env one = *env;
  strata_view view = start(asks, &one, index);
  columns c;
  c.view = &view;
  c.word = word;
  c.candidates = candidates;
  c.found = 0;
  uint32_t *last = last_of(asks, env, index);
  uint64_t hits = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    one.it = word * 64 + bit;
    asks->asked++;
    uint32_t known = last ? last[one.it] : 0;
    bool yes = false;
    if (known != 0 && still_holds(&c, known)) {
      asks->nodes[known].asked = asks->asked;
      yes = asks->nodes[known].answer;
    } else {
      strata_status status = find_answer(&view, &yes);
      if (status) return status;
      if (last) last[one.it] = view.at;
    }
    hits |= (uint64_t)yes << bit;
  }
  *out = hits;
  return STRATA_OK;
}
