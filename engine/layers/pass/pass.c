/*
 * pass.c - what a pass works on, and how expressions see the board.
 *
 * What was applied, to whom, with which operand and why there, stays until the
 * next pass: values of single entities are folded from it, and explanations
 * read it.
 */
#include "layers/pass/pass.h"

#include "base/lanes.h"

#include <string.h>

/* A value, or what attributes that are switched have together. */
static size_t widest(const strata_rules *rules) {
  size_t together = (size_t)st_attr_count(rules) + 1;
  size_t one = st_attr_widest(rules);
  return one > together ? one : together;
}

strata_status st_pass_init(st_pass *pass, st_mem *mem, st_compiled *compiled,
                           const st_plan *plan, const st_classes *classes) {
  const st_store *store = classes->store;
  const strata_rules *rules = store->rules;
  *pass = (st_pass){.mem = mem,
                    .rules = rules,
                    .store = store,
                    .compiled = compiled,
                    .plan = plan,
                    .classes = classes};
  st_arena_init(&pass->arena, mem);
  st_tallies_init(&pass->tallies, mem, &pass->arena);
  st_lists_init(&pass->lists, mem, rules);
  strata_status status = st_board_init(&pass->board, mem, classes, &pass->arena,
                                       &pass->lists, compiled);
  pass->of_attr = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                                sizeof pass->of_attr[0]);
  pass->sums = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                             sizeof pass->sums[0]);
  pass->masks = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                              sizeof pass->masks[0]);
  pass->due.of = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                               sizeof pass->due.of[0]);
  pass->set = st_mem_zeroed(mem, widest(rules), sizeof pass->set[0]);
  pass->before = st_mem_zeroed(mem, widest(rules), sizeof pass->before[0]);
  bool ok = pass->of_attr && pass->sums && pass->masks && pass->due.of &&
            pass->set && pass->before;
  return status || !ok ? STRATA_ENOMEM : STRATA_OK;
}

void st_pass_fini(st_pass *pass) {
  if (!pass->mem) return;
  st_mem *mem = pass->mem;
  st_variants_free(pass);
  size_t attrs = (size_t)st_attr_count(pass->rules) + 1;
  for (size_t i = 0; pass->of_attr && i < attrs; i++) {
    st_mem_free(mem, pass->of_attr[i].at, pass->of_attr[i].capacity,
                sizeof(uint32_t));
  }
  for (size_t i = 0; i < pass->bucket_kept; i++) {
    st_mem_free(mem, pass->buckets[i].units, pass->buckets[i].capacity,
                sizeof(uint32_t));
  }
  st_mem_free(mem, pass->of_attr, attrs, sizeof pass->of_attr[0]);
  st_mem_free(mem, pass->sums, attrs, sizeof pass->sums[0]);
  st_mem_free(mem, pass->due.of, attrs, sizeof pass->due.of[0]);
  st_mem_free(mem, pass->masks, attrs, sizeof pass->masks[0]);
  st_mem_free(mem, pass->buckets, pass->bucket_capacity,
              sizeof pass->buckets[0]);
  st_mem_free(mem, pass->units, pass->unit_capacity, sizeof pass->units[0]);
  st_mem_free(mem, pass->applied, pass->applied_capacity,
              sizeof pass->applied[0]);
  st_mem_free(mem, pass->subjects, pass->subject_capacity,
              sizeof pass->subjects[0]);
  st_mem_free(mem, pass->variants, pass->variant_capacity,
              sizeof pass->variants[0]);
  st_mem_free(mem, pass->edges, pass->edge_capacity, sizeof pass->edges[0]);
  st_mem_free(mem, pass->steps, pass->step_capacity, sizeof pass->steps[0]);
  st_mem_free(mem, pass->tried, pass->tried_capacity, sizeof pass->tried[0]);
  st_mem_free(mem, pass->looking.at, pass->looking.capacity, sizeof(uint32_t));
  st_mem_free(mem, pass->renewed.at, pass->renewed.capacity, sizeof(uint32_t));
  st_tallies_fini(&pass->tallies);
  st_mem_free(mem, pass->answers, pass->answer_capacity,
              sizeof pass->answers[0]);
  st_work_fini(&pass->work, mem);
  st_mem_free(mem, pass->scratch.at, pass->scratch.capacity, sizeof(uint64_t));
  st_mem_free(mem, pass->set, widest(pass->rules), sizeof pass->set[0]);
  st_mem_free(mem, pass->before, widest(pass->rules), sizeof pass->before[0]);
  st_board_fini(&pass->board);
  st_lists_fini(&pass->lists);
  st_arena_fini(&pass->arena);
  *pass = (st_pass){0};
}

/* -- Expressions on the board -- */

static st_pass *pass_of(const st_expr_env *env) {
  return env->context;
}

static strata_status env_read(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, int64_t *out) {
  uint64_t word = 0;
  strata_status status = st_board_get(&pass_of(env)->board, attr, slot, &word);
  *out = (int64_t)word;
  return status;
}

static strata_status env_has(const st_expr_env *env, uint32_t slot,
                             strata_attr attr, uint32_t index, bool *out) {
  st_pass *pass = pass_of(env);
  if (pass->rules->attrs[attr - 1].type == STRATA_SET) {
    *out =
        st_board_plane(&pass->board, attr, index, slot / 64) >> (slot % 64) & 1;
    return STRATA_OK;
  }
  uint64_t list;
  strata_status status = st_board_get(&pass->board, attr, slot, &list);
  if (!status) *out = st_list_has(&pass->lists, list, index);
  return status;
}

/* Base values of shared classes, from their keys. */
static const int64_t *shared_word(const st_pass *pass, strata_attr attr,
                                  uint32_t word, int64_t *room) {
  const st_classes *classes = pass->classes;
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint32_t first = word * ST_LANES;
  for (uint32_t i = 0; i < ST_LANES; i++) {
    bool used = first + i < classes->count;
    room[i] =
        used ? st_base_of_cell(a, st_class_key(classes, attr, first + i)[0])
             : 0;
  }
  return room;
}

const int64_t *st_pass_word(const st_pass *pass, strata_attr attr,
                            uint32_t word, int64_t *room) {
  const uint64_t *column = pass->board.numbers[attr - 1];
  if (column) return (const int64_t *)column + (size_t)word * ST_LANES;
  if (pass->classes->shared) return shared_word(pass, attr, word, room);
  return st_entity_base_word(pass->store, &pass->rules->attrs[attr - 1], word,
                             room);
}

uint64_t st_pass_flags(const st_pass *pass, strata_attr attr, uint32_t word) {
  const uint64_t *column = pass->board.numbers[attr - 1];
  if (column) {
    return st_lanes_any((const int64_t *)column + (size_t)word * ST_LANES);
  }
  if (pass->classes->shared) {
    int64_t room[ST_LANES];
    return st_lanes_any(shared_word(pass, attr, word, room));
  }
  return st_entity_base_flags(pass->store, &pass->rules->attrs[attr - 1], word);
}

uint64_t st_pass_any(const st_pass *pass, strata_attr attr, uint32_t word,
                     uint64_t candidates) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint64_t found = 0;
  for (uint32_t i = 0; i < a->domain_count && found != candidates; i++) {
    found |= candidates & st_board_plane(&pass->board, attr, i, word);
  }
  return found;
}

void st_pass_join(const st_pass *pass, strata_attr attr, uint32_t word,
                  uint64_t candidates, uint64_t *set) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  for (uint32_t i = 0; i < a->domain_count; i++) {
    if (st_bit_test(set, i)) continue;
    if (candidates & st_board_plane(&pass->board, attr, i, word)) {
      st_bit_put(set, i, true);
    }
  }
}

static strata_status env_read_word(const st_expr_env *env, uint32_t word,
                                   strata_attr attr, uint64_t candidates,
                                   int64_t *room, const int64_t **out) {
  (void)candidates;
  *out = st_pass_word(pass_of(env), attr, word, room);
  return STRATA_OK;
}

static strata_status env_flag_word(const st_expr_env *env, uint32_t word,
                                   strata_attr attr, uint64_t candidates,
                                   uint64_t *out) {
  *out = candidates & st_pass_flags(pass_of(env), attr, word);
  return STRATA_OK;
}

/* Which of the candidates' lists have an ability; with UINT32_MAX, any. Lists
 * are the same for many, often one after the other. */
static strata_status lists_word(st_pass *pass, uint32_t word, strata_attr attr,
                                uint32_t index, uint64_t candidates,
                                uint64_t *out) {
  uint64_t hits = 0;
  uint64_t last = UINT64_MAX; /* no list */
  bool has = false;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    uint64_t list;
    strata_status status =
        st_board_get(&pass->board, attr, word * 64 + bit, &list);
    if (status) return status;
    if (list != last) {
      has = index != UINT32_MAX ? st_list_has(&pass->lists, list, index)
                                : st_list_has_any(&pass->lists, list);
      last = list;
    }
    hits |= (uint64_t)has << bit;
  }
  *out = hits;
  return STRATA_OK;
}

static strata_status env_has_word(const st_expr_env *env, uint32_t word,
                                  strata_attr attr, uint32_t index,
                                  uint64_t candidates, uint64_t *out) {
  st_pass *pass = pass_of(env);
  if (pass->rules->attrs[attr - 1].type != STRATA_SET) {
    return lists_word(pass, word, attr, index, candidates, out);
  }
  *out = candidates & st_board_plane(&pass->board, attr, index, word);
  return STRATA_OK;
}

static strata_status env_any_word(const st_expr_env *env, uint32_t word,
                                  strata_attr attr, uint64_t candidates,
                                  uint64_t *out) {
  st_pass *pass = pass_of(env);
  if (pass->rules->attrs[attr - 1].type != STRATA_SET) {
    return lists_word(pass, word, attr, UINT32_MAX, candidates, out);
  }
  *out = st_pass_any(pass, attr, word, candidates);
  return STRATA_OK;
}

static strata_status env_join_word(const st_expr_env *env, uint32_t word,
                                   strata_attr attr, uint64_t candidates,
                                   uint64_t *set) {
  st_pass_join(pass_of(env), attr, word, candidates, set);
  return STRATA_OK;
}

static uint64_t env_live_word(const st_expr_env *env, uint32_t word) {
  return st_class_live(pass_of(env)->classes, word);
}

static uint32_t env_size(const st_expr_env *env, uint32_t class) {
  return st_class_size(pass_of(env)->classes, class);
}

/* Of a class that is shared nobody's: it is only held against handles of those
 * who are alone. */
static strata_entity env_handle(const st_expr_env *env, uint32_t class) {
  const st_pass *pass = pass_of(env);
  uint32_t slot = st_class_slot(pass->classes, class);
  return slot != 0 || class == 0 ? st_entity_handle(pass->store, slot)
                                 : UINT64_MAX;
}

static uint32_t env_resolve(const st_expr_env *env, strata_entity handle) {
  const st_pass *pass = pass_of(env);
  return st_class_of(pass->classes, st_entity_slot(pass->store, handle));
}

static strata_status env_ask(const st_expr_env *env, uint32_t index,
                             bool *out) {
  return st_ask(pass_of(env)->asks, env, index, out);
}

static strata_status env_ask_word(const st_expr_env *env, uint32_t index,
                                  uint32_t word, uint64_t candidates,
                                  uint64_t *out) {
  return st_ask_word(pass_of(env)->asks, env, index, word, candidates, out);
}

static bool env_keep(const st_expr_env *env, const strata_expr *expr,
                     uint32_t node, const int64_t *values, size_t count,
                     st_kept *out) {
  st_tally key = {.expr = expr, .node = node, .value_count = (uint32_t)count};
  memcpy(key.values, values, count * sizeof key.values[0]);
  return st_tallies_find(&pass_of(env)->tallies, &key, out);
}

st_expr_env st_pass_env(st_pass *pass, uint32_t it, uint32_t source) {
  return (st_expr_env){
      .rules = pass->rules,
      .it = it,
      .source = source,
      .word_count = pass->classes->shared
                        ? pass->words
                        : st_words_for(st_entity_top(pass->store) + 1),
      .read = env_read,
      .has = env_has,
      .read_word = env_read_word,
      .flag_word = env_flag_word,
      .has_word = env_has_word,
      .any_word = env_any_word,
      .join_word = env_join_word,
      .live_word = env_live_word,
      .size = pass->classes->shared ? env_size : NULL,
      .handle = env_handle,
      .resolve = env_resolve,
      .ask = env_ask,
      .ask_word = env_ask_word,
      .keep = pass->tallies.open ? env_keep : NULL,
      .mem = pass->mem,
      .context = pass,
  };
}

/* -- Beginning -- */

strata_status st_pass_begin(st_pass *pass) {
  if (pass->asks) st_asks_turn(pass->asks);
  st_variants_free(pass);
  st_arena_empty(&pass->arena);
  st_lists_empty(&pass->lists);
  strata_status status = st_board_empty(&pass->board);
  if (status) return status;
  pass->words = pass->board.words;
  pass->of_classes = pass->classes->serial;
  pass->clause = pass->plan->next_serial;
  pass->updates = 0;
  pass->orphans = 0;
  pass->takers = 0;
  pass->unit_count = 0;
  pass->applied_count = 0;
  pass->edge_count = 0;
  pass->step_count = 0;
  pass->looking.count = 0;
  st_tallies_forget(&pass->tallies);
  pass->due = (st_due){.of = pass->due.of};
  pass->looked = 0;
  pass->tried_count = 0;
  pass->subject_count = 0;
  memset(pass->subject_of, 0, sizeof pass->subject_of);
  pass->bucket_count = 0;
  for (uint32_t i = 0; i < st_attr_count(pass->rules); i++) {
    st_applied_to *to = &pass->of_attr[i];
    *to = (st_applied_to){.at = to->at, .capacity = to->capacity};
    pass->sums[i] = NULL;
    pass->masks[i] = NULL;
    pass->due.of[i] = NULL;
  }
  pass->found = NULL;
  pass->bits =
      st_arena_take(&pass->arena, (size_t)pass->words * 2, sizeof(uint64_t));
  return pass->bits ? STRATA_OK : STRATA_ENOMEM;
}

size_t st_pass_bytes(const st_pass *pass) {
  return pass->arena.bytes + st_board_bytes(&pass->board) +
         pass->unit_capacity * sizeof pass->units[0] +
         pass->applied_capacity * sizeof pass->applied[0] +
         pass->step_capacity * sizeof pass->steps[0] +
         pass->tallies.capacity * sizeof pass->tallies.at[0] +
         pass->tried_capacity * sizeof pass->tried[0] +
         pass->lists.item_capacity * sizeof pass->lists.items[0] +
         st_work_bytes(&pass->work);
}
