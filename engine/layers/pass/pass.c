/*
 * pass.c - the data of a pass, and how expressions read the board.
 *
 * What was applied, to which classes, with which operands and why in this order
 * stays until the next pass begins: single values are evaluated from it, and
 * explanations read it. Data of the length of a pass lies in its arena, which
 * st_pass_begin resets; arrays keep their memory.
 */
#include "layers/pass/pass.h"

#include "base/lanes.h"
#include "world/objects/zone.h"

#include <string.h>

/* Words of the largest value, or of one word for each attribute: attributes
 * that are switched are evaluated together. */
static size_t widest_value_scratch(const strata_rules *rules) {
  size_t together = (size_t)st_attr_count(rules) + 1;
  size_t one = st_attr_max_words(rules);
  return one > together ? one : together;
}

strata_status st_pass_init(st_pass *pass, st_mem *mem, st_text_cache *compiled,
                           const st_in_force *in_force,
                           const st_classes *classes) {
  const st_store *store = classes->store;
  const strata_rules *rules = store->rules;
  *pass = (st_pass){.mem = mem,
                    .rules = rules,
                    .store = store,
                    .compiled = compiled,
                    .in_force = in_force,
                    .classes = classes};
  st_arena_init(&pass->arena, mem);
  st_aggregate_cache_init(&pass->aggregates, mem, &pass->arena);
  st_ability_lists_init(&pass->lists, mem, rules);
  st_clause_variants_init(&pass->variants, mem, rules, &pass->arena,
                          &pass->lists);
  strata_status status = st_board_init(&pass->board, mem, classes, &pass->arena,
                                       &pass->lists, compiled);
  pass->applied_to_attr = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                                        sizeof pass->applied_to_attr[0]);
  pass->sums = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                             sizeof pass->sums[0]);
  pass->masks = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                              sizeof pass->masks[0]);
  pass->step_index.symbols_of_attr =
      st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                    sizeof pass->step_index.symbols_of_attr[0]);
  pass->value_scratch = st_mem_zeroed(mem, widest_value_scratch(rules),
                                      sizeof pass->value_scratch[0]);
  pass->trace_scratch = st_mem_zeroed(mem, widest_value_scratch(rules),
                                      sizeof pass->trace_scratch[0]);
  bool ok = pass->applied_to_attr && pass->sums && pass->masks &&
            pass->step_index.symbols_of_attr && pass->value_scratch &&
            pass->trace_scratch;
  return status || !ok ? STRATA_ENOMEM : STRATA_OK;
}

void st_pass_fini(st_pass *pass) {
  if (!pass->mem) return;
  st_mem *mem = pass->mem;
  st_clause_variants_fini(&pass->variants);
  size_t attrs = (size_t)st_attr_count(pass->rules) + 1;
  for (size_t i = 0; pass->applied_to_attr && i < attrs; i++) {
    st_mem_free(mem, pass->applied_to_attr[i].at,
                pass->applied_to_attr[i].capacity, sizeof(uint32_t));
  }
  for (size_t i = 0; i < pass->bucket_kept; i++) {
    st_mem_free(mem, pass->buckets[i].units, pass->buckets[i].capacity,
                sizeof(uint32_t));
  }
  st_mem_free(mem, pass->applied_to_attr, attrs,
              sizeof pass->applied_to_attr[0]);
  st_mem_free(mem, pass->sums, attrs, sizeof pass->sums[0]);
  st_mem_free(mem, pass->step_index.symbols_of_attr, attrs,
              sizeof pass->step_index.symbols_of_attr[0]);
  st_mem_free(mem, pass->masks, attrs, sizeof pass->masks[0]);
  st_mem_free(mem, pass->buckets, pass->bucket_capacity,
              sizeof pass->buckets[0]);
  st_mem_free(mem, pass->units, pass->unit_capacity, sizeof pass->units[0]);
  st_mem_free(mem, pass->applied, pass->applied_capacity,
              sizeof pass->applied[0]);
  st_mem_free(mem, pass->subjects, pass->subject_capacity,
              sizeof pass->subjects[0]);
  st_mem_free(mem, pass->edges, pass->edge_capacity, sizeof pass->edges[0]);
  st_mem_free(mem, pass->steps, pass->step_capacity, sizeof pass->steps[0]);
  st_mem_free(mem, pass->decisive_trials, pass->decisive_trial_capacity,
              sizeof pass->decisive_trials[0]);
  st_mem_free(mem, pass->reads_others.at, pass->reads_others.capacity,
              sizeof(uint32_t));
  st_mem_free(mem, pass->renewals.at, pass->renewals.capacity,
              sizeof(uint32_t));
  st_aggregate_cache_fini(&pass->aggregates);
  st_mem_free(mem, pass->answers, pass->answer_capacity,
              sizeof pass->answers[0]);
  st_order_scratch_fini(&pass->order, mem);
  st_mem_free(mem, pass->scratch.at, pass->scratch.capacity, sizeof(uint64_t));
  st_mem_free(mem, pass->value_scratch, widest_value_scratch(pass->rules),
              sizeof pass->value_scratch[0]);
  st_mem_free(mem, pass->trace_scratch, widest_value_scratch(pass->rules),
              sizeof pass->trace_scratch[0]);
  st_board_fini(&pass->board);
  st_ability_lists_fini(&pass->lists);
  st_arena_fini(&pass->arena);
  *pass = (st_pass){0};
}

/* -- Expressions on the board -- */

static st_pass *pass_of_env(const st_expr_env *env) {
  return env->context;
}

static strata_status board_env_read(const st_expr_env *env, uint32_t slot,
                                    strata_attr attr, int64_t *out) {
  uint64_t word = 0;
  strata_status status =
      st_board_get(&pass_of_env(env)->board, attr, slot, &word);
  *out = (int64_t)word;
  return status;
}

static strata_status board_env_has(const st_expr_env *env, uint32_t slot,
                                   strata_attr attr, uint32_t index,
                                   bool *out) {
  st_pass *pass = pass_of_env(env);
  if (pass->rules->attrs[attr - 1].type == STRATA_SET) {
    *out = st_board_get_plane(&pass->board, attr, index, slot / 64) >>
               (slot % 64) &
           1;
    return STRATA_OK;
  }
  uint64_t list;
  strata_status status = st_board_get(&pass->board, attr, slot, &list);
  if (!status) *out = st_ability_list_has(&pass->lists, list, index);
  return status;
}

/* Read the base values of shared classes from their keys. */
static const int64_t *shared_base_word(const st_pass *pass, strata_attr attr,
                                       uint32_t word, int64_t *room) {
  const st_classes *classes = pass->classes;
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint32_t first = word * ST_LANES;
  for (uint32_t i = 0; i < ST_LANES; i++) {
    bool used = first + i < classes->count;
    room[i] = used ? st_entity_base_of_cell(
                         a, st_class_key_value(classes, attr, first + i)[0])
                   : 0;
  }
  return room;
}

const int64_t *st_pass_numbers_word(const st_pass *pass, strata_attr attr,
                                    uint32_t word, int64_t *room) {
  const uint64_t *column = pass->board.numbers[attr - 1];
  if (column) return (const int64_t *)column + (size_t)word * ST_LANES;
  if (pass->classes->shared) return shared_base_word(pass, attr, word, room);
  return st_entity_base64(pass->store, &pass->rules->attrs[attr - 1], word,
                          room);
}

uint64_t st_pass_flags_word(const st_pass *pass, strata_attr attr,
                            uint32_t word) {
  const uint64_t *column = pass->board.numbers[attr - 1];
  if (column) {
    return st_lanes_any((const int64_t *)column + (size_t)word * ST_LANES);
  }
  if (pass->classes->shared) {
    int64_t room[ST_LANES];
    return st_lanes_any(shared_base_word(pass, attr, word, room));
  }
  return st_entity_base_flags64(pass->store, &pass->rules->attrs[attr - 1],
                                word);
}

uint64_t st_pass_any_word(const st_pass *pass, strata_attr attr, uint32_t word,
                          uint64_t candidates) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint64_t found = 0;
  for (uint32_t i = 0; i < a->domain_count && found != candidates; i++) {
    found |= candidates & st_board_get_plane(&pass->board, attr, i, word);
  }
  return found;
}

void st_pass_join_word(const st_pass *pass, strata_attr attr, uint32_t word,
                       uint64_t candidates, uint64_t *set) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  for (uint32_t i = 0; i < a->domain_count; i++) {
    if (st_bit_test(set, i)) continue;
    if (candidates & st_board_get_plane(&pass->board, attr, i, word)) {
      st_bit_set(set, i, true);
    }
  }
}

static strata_status board_env_read_word(const st_expr_env *env, uint32_t word,
                                         strata_attr attr, uint64_t candidates,
                                         int64_t *room, const int64_t **out) {
  (void)candidates;
  *out = st_pass_numbers_word(pass_of_env(env), attr, word, room);
  return STRATA_OK;
}

static strata_status board_env_flag_word(const st_expr_env *env, uint32_t word,
                                         strata_attr attr, uint64_t candidates,
                                         uint64_t *out) {
  *out = candidates & st_pass_flags_word(pass_of_env(env), attr, word);
  return STRATA_OK;
}

/* Which of the candidates have an ability in their list; with UINT32_MAX, any
 * ability. Neighbours often have the same list, so the last answer is kept. */
static strata_status ability_lists_word(st_pass *pass, uint32_t word,
                                        strata_attr attr, uint32_t index,
                                        uint64_t candidates, uint64_t *out) {
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
      has = index != UINT32_MAX ? st_ability_list_has(&pass->lists, list, index)
                                : st_ability_list_has_any(&pass->lists, list);
      last = list;
    }
    hits |= (uint64_t)has << bit;
  }
  *out = hits;
  return STRATA_OK;
}

static strata_status board_env_has_word(const st_expr_env *env, uint32_t word,
                                        strata_attr attr, uint32_t index,
                                        uint64_t candidates, uint64_t *out) {
  st_pass *pass = pass_of_env(env);
  if (pass->rules->attrs[attr - 1].type != STRATA_SET) {
    return ability_lists_word(pass, word, attr, index, candidates, out);
  }
  *out = candidates & st_board_get_plane(&pass->board, attr, index, word);
  return STRATA_OK;
}

static strata_status board_env_any_word(const st_expr_env *env, uint32_t word,
                                        strata_attr attr, uint64_t candidates,
                                        uint64_t *out) {
  st_pass *pass = pass_of_env(env);
  if (pass->rules->attrs[attr - 1].type != STRATA_SET) {
    return ability_lists_word(pass, word, attr, UINT32_MAX, candidates, out);
  }
  *out = st_pass_any_word(pass, attr, word, candidates);
  return STRATA_OK;
}

static strata_status board_env_join_word(const st_expr_env *env, uint32_t word,
                                         strata_attr attr, uint64_t candidates,
                                         uint64_t *set) {
  st_pass_join_word(pass_of_env(env), attr, word, candidates, set);
  return STRATA_OK;
}

static uint64_t board_env_live_word(const st_expr_env *env, uint32_t word) {
  return st_class_live(pass_of_env(env)->classes, word);
}

static uint32_t board_env_size(const st_expr_env *env, uint32_t class) {
  return st_class_size(pass_of_env(env)->classes, class);
}

/* A shared class has a handle of no entity: handles are compared only with
 * those of entities that have a class of their own. */
static strata_entity board_env_handle(const st_expr_env *env, uint32_t class) {
  const st_pass *pass = pass_of_env(env);
  uint32_t slot = st_class_sole_slot(pass->classes, class);
  return slot != 0 || class == 0 ? st_entity_handle(pass->store, slot)
                                 : UINT64_MAX;
}

static uint32_t board_env_resolve(const st_expr_env *env,
                                  strata_entity handle) {
  const st_pass *pass = pass_of_env(env);
  return st_class_of_slot(pass->classes, st_entity_slot(pass->store, handle));
}

static strata_entity board_env_top(const st_expr_env *env, strata_zone zone,
                                   strata_entity player, int64_t n) {
  return st_zone_nth_of_player(pass_of_env(env)->store,
                               &env->rules->zones[zone - 1], player, n);
}

static strata_status board_env_ask(const st_expr_env *env, uint32_t index,
                                   bool *out) {
  return st_predicate_eval(pass_of_env(env)->predicate_cache, env, index, out);
}

static strata_status board_env_ask_word(const st_expr_env *env, uint32_t index,
                                        uint32_t word, uint64_t candidates,
                                        uint64_t *out) {
  return st_predicate_eval_word(pass_of_env(env)->predicate_cache, env, index,
                                word, candidates, out);
}

static bool board_env_keep(const st_expr_env *env, const strata_expr *expr,
                           uint32_t node, const int64_t *values, size_t count,
                           st_cached_matches *out) {
  st_aggregate key = {
      .expr = expr, .node = node, .value_count = (uint32_t)count};
  memcpy(key.values, values, count * sizeof key.values[0]);
  return st_aggregate_cache_find(&pass_of_env(env)->aggregates, &key, out);
}

st_expr_env st_pass_env(st_pass *pass, uint32_t it, uint32_t source) {
  return (st_expr_env){
      .rules = pass->rules,
      .it_slot = it,
      .this_slot = source,
      .word_count = pass->classes->shared
                        ? pass->words
                        : st_bit_words(st_entity_top(pass->store) + 1),
      .read = board_env_read,
      .has = board_env_has,
      .read_word = board_env_read_word,
      .flag_word = board_env_flag_word,
      .has_word = board_env_has_word,
      .any_word = board_env_any_word,
      .join_word = board_env_join_word,
      .live_word = board_env_live_word,
      .multiplicity = pass->classes->shared ? board_env_size : NULL,
      .handle_of = board_env_handle,
      .resolve = board_env_resolve,
      .ask = board_env_ask,
      .ask_word = board_env_ask_word,
      .top = board_env_top,
      .find_cached_matches = pass->aggregates.is_usable ? board_env_keep : NULL,
      .mem = pass->mem,
      .context = pass,
  };
}

/* -- Begin -- */

strata_status st_pass_begin(st_pass *pass) {
  if (pass->predicate_cache) {
    st_predicate_cache_begin_pass(pass->predicate_cache);
  }
  st_clause_variants_clear(&pass->variants);
  st_arena_reset(&pass->arena);
  st_ability_lists_clear(&pass->lists);
  strata_status status = st_board_clear(&pass->board);
  if (status) return status;
  pass->words = pass->board.words;
  pass->classes_serial = pass->classes->serial;
  pass->last_clause = pass->in_force->next_serial;
  pass->updates = 0;
  pass->orphan_count = 0;
  pass->taker_count = 0;
  pass->unit_count = 0;
  pass->applied_count = 0;
  pass->edge_count = 0;
  pass->step_count = 0;
  pass->reads_others.count = 0;
  st_aggregate_cache_clear(&pass->aggregates);
  pass->step_index =
      (st_step_index){.symbols_of_attr = pass->step_index.symbols_of_attr};
  pass->reads_others_known = 0;
  pass->decisive_trial_count = 0;
  pass->subject_count = 0;
  memset(pass->subject_of, 0, sizeof pass->subject_of);
  pass->bucket_count = 0;
  for (uint32_t i = 0; i < st_attr_count(pass->rules); i++) {
    st_attr_applied *to = &pass->applied_to_attr[i];
    *to = (st_attr_applied){.at = to->at, .capacity = to->capacity};
    pass->sums[i] = NULL;
    pass->masks[i] = NULL;
    pass->step_index.symbols_of_attr[i] = NULL;
  }
  pass->borrow_scratch = NULL;
  pass->bitmap_scratch =
      st_arena_alloc(&pass->arena, (size_t)pass->words * 2, sizeof(uint64_t));
  return pass->bitmap_scratch ? STRATA_OK : STRATA_ENOMEM;
}

size_t st_pass_bytes(const st_pass *pass) {
  return pass->arena.total_bytes + st_board_bytes(&pass->board) +
         pass->unit_capacity * sizeof pass->units[0] +
         pass->applied_capacity * sizeof pass->applied[0] +
         pass->step_capacity * sizeof pass->steps[0] +
         pass->aggregates.capacity * sizeof pass->aggregates.at[0] +
         pass->decisive_trial_capacity * sizeof pass->decisive_trials[0] +
         pass->lists.item_capacity * sizeof pass->lists.items[0] +
         st_order_scratch_bytes(&pass->order);
}
