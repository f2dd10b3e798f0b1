/*
 * legal_cache.c - what players could do when they were asked last.
 *
 * Invariant: a bit of a valid entry tells whether the action could be done with
 * that object when its player was asked for last, but for what the caller asks
 * anew each time. What has changed since is dirty, of each player apart. So
 * behind a refresh only the bits of dirty slots may be wrong. Held by the test
 * lua.legal_all, which compares lists with those of forks, which have no cache.
 *
 * Slots are marked and not words, since players lie in one word with the
 * objects that were made first. A player changes with almost every action, so
 * of players the values themselves are compared; and so are, after a pass that
 * may have changed any value of an attribute, those of all entities.
 */
#include "play/index/legal_cache.h"

#include "base/bits.h"
#include "base/hash.h"
#include "play/index/action_tests.h"
#include "play/index/watcher_index_update.h"

#include <string.h>

/* So many old entries are looked through for the one of a candidate. */
#define MOST_SKIPPED 64

void st_legal_cache_init(st_legal_cache *cache, st_mutator *change) {
  *cache = (st_legal_cache){.change = change, .tests.mem = change->mem};
  st_watched_values_init(&cache->watched, change->mem);
}

static void free_entry(st_legal_cache *cache, st_legal_entry *entry) {
  st_mem_free(cache->change->mem, entry->bits, entry->capacity,
              sizeof entry->bits[0]);
  *entry = (st_legal_entry){0};
}

static void free_player(st_legal_cache *cache, st_legal_of_player *of) {
  for (size_t i = 0; i < of->count; i++) {
    free_entry(cache, &of->entries[i]);
  }
  st_mem_free(cache->change->mem, of->entries, of->capacity,
              sizeof of->entries[0]);
  st_mem_free(cache->change->mem, of->dirty, of->dirty_capacity,
              sizeof of->dirty[0]);
  st_mem_free(cache->change->mem, of->list, of->list_capacity,
              sizeof of->list[0]);
  st_mem_free(cache->change->mem, of->values,
              of->values ? cache->attr_count : 0, sizeof of->values[0]);
  st_tests_of_player_fini(cache->change->mem, &of->tests);
  *of = (st_legal_of_player){0};
}

void st_legal_cache_fini(st_legal_cache *cache) {
  if (!cache->change) return;
  st_mem *mem = cache->change->mem;
  for (uint32_t i = 0; i < ST_LEGAL_PLAYERS; i++) {
    free_player(cache, &cache->players[i]);
  }
  st_mem_free(mem, cache->defs, cache->defs ? cache->def_count : 0,
              sizeof cache->defs[0]);
  st_mem_free(mem, cache->player_attrs,
              cache->player_attrs ? cache->attr_count : 0,
              sizeof cache->player_attrs[0]);
  st_legal_tests_fini(&cache->tests);
  st_mem_free(mem, cache->occupants, cache->occupant_capacity,
              sizeof cache->occupants[0]);
  st_mem_free(mem, cache->fresh, cache->fresh_capacity, sizeof cache->fresh[0]);
  st_watched_values_fini(&cache->watched);
  *cache = (st_legal_cache){0};
}

void st_legal_cache_release(st_legal_cache *cache) {
  st_mutator *change = cache->change;
  st_legal_cache_fini(cache);
  st_legal_cache_init(cache, change);
}

size_t st_legal_cache_bytes(const st_legal_cache *cache) {
  size_t bytes = st_watched_values_bytes(&cache->watched) +
                 st_legal_tests_bytes(&cache->tests) +
                 cache->occupant_capacity * sizeof cache->occupants[0] +
                 cache->fresh_capacity * sizeof cache->fresh[0];
  if (cache->defs) bytes += cache->def_count * sizeof cache->defs[0];
  if (cache->player_attrs) {
    bytes += cache->attr_count * sizeof cache->player_attrs[0];
  }
  for (uint32_t i = 0; i < ST_LEGAL_PLAYERS; i++) {
    const st_legal_of_player *of = &cache->players[i];
    bytes += of->capacity * sizeof of->entries[0] +
             of->dirty_capacity * sizeof of->dirty[0] +
             of->list_capacity * sizeof of->list[0] +
             st_tests_of_player_bytes(&of->tests);
    if (of->values) bytes += cache->attr_count * sizeof of->values[0];
    for (size_t n = 0; n < of->count; n++) {
      bytes += of->entries[n].capacity * sizeof of->entries[n].bits[0];
    }
  }
  return bytes;
}

/* -- What the rules tell once -- */

/* Subscribe to what an expression reads; NULL reads nothing. */
static bool subscribe_to_expr(st_legal_cache *cache, const strata_expr *expr) {
  return (!expr || st_eval_subscribe_to_reads(cache->change->eval, expr)) &&
         st_watched_values_add(&cache->watched, expr);
}

static bool subscribe_to_program(st_legal_cache *cache,
                                 const st_program *program, uint32_t first,
                                 uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    const st_instruction *one = &program->instructions[i];
    if (!subscribe_to_expr(cache, one->when) ||
        !subscribe_to_expr(cache, one->who)) {
      return false;
    }
    for (uint32_t k = 0; k < one->argument_count; k++) {
      if (!subscribe_to_expr(
              cache, program->arguments[one->first_argument + k].value)) {
        return false;
      }
    }
  }
  return true;
}

static bool subscribe_to_cost(st_legal_cache *cache,
                              const st_watcher_def *def) {
  const st_program *program = &def->program;
  const uint32_t first = program->on_stack_count;
  const uint32_t end = program->effect_first;
  if (!subscribe_to_program(cache, program, first, end)) return false;
  for (uint32_t i = first; i < end; i++) {
    const st_event_type *type = st_event_type_unalias(
        cache->change->rules, program->instructions[i].what);
    const st_program *does = &type->perform_program;
    if (!subscribe_to_expr(cache, type->can) ||
        !subscribe_to_expr(cache, type->matters) ||
        !subscribe_to_program(cache, does, 0, does->instruction_count)) {
      return false;
    }
  }
  return true;
}

static bool subscribe_to_def(st_legal_cache *cache, const st_watcher_def *def,
                             const st_action_reads *reads) {
  if (!reads->conditions_near) return true;
  return (!st_action_actor_reads_object(def) ||
          subscribe_to_expr(cache, def->actor)) &&
         subscribe_to_expr(cache, def->subject) &&
         subscribe_to_expr(cache, def->when) &&
         (!reads->cost_near || subscribe_to_cost(cache, def));
}

/* Of what an action of a law asks the tests are kept. */
static bool add_tests(st_legal_cache *cache, const st_watcher_def *def,
                      st_legal_def *of) {
  st_action_tests tests;
  if (st_action_tests_of(cache->change->rules, def, &of->reads,
                         cache->change->mem, &tests) != STRATA_OK) {
    return false;
  }
  of->has_cost_test = tests.has_cost;
  bool kept =
      st_legal_tests_add(&cache->tests, tests.conditions, &of->conditions);
  return st_legal_tests_add(&cache->tests, tests.cost, &of->cost) && kept;
}

static bool prepare_def(st_legal_cache *cache, strata_watcher_def number,
                        uint64_t *of_player) {
  const strata_rules *rules = cache->change->rules;
  const st_watcher_def *def = st_watcher_def_get(rules, number);
  st_legal_def *of = &cache->defs[number - 1];
  if (def->role != STRATA_ROLE_ACTION || def->unlisted) return true;
  of->reads = st_action_reads_of(rules, def);
  *of_player |= of->reads.of_player | of->reads.of_actor;
  return subscribe_to_def(cache, def, &of->reads) && add_tests(cache, def, of);
}

/* The attributes of these bits whose values can be compared. */
static bool list_player_attrs(st_legal_cache *cache, uint64_t of_player) {
  const strata_rules *rules = cache->change->rules;
  cache->attr_count = st_attr_count(rules) + 1;
  cache->player_attrs = st_mem_zeroed(cache->change->mem, cache->attr_count,
                                      sizeof cache->player_attrs[0]);
  if (!cache->player_attrs) return false;
  for (strata_attr attr = 1; attr <= st_attr_count(rules); attr++) {
    if ((of_player & st_rw_mask_bit(attr)) &&
        rules->attrs[attr - 1].type != STRATA_ABILITIES) {
      cache->player_attrs[cache->player_attr_count++] = attr;
    }
  }
  return true;
}

static bool prepare_legal_cache(st_legal_cache *cache) {
  uint32_t count =
      st_rules_count(cache->change->rules, STRATA_NAME_WATCHER_DEF);
  uint64_t of_player = 0;
  cache->defs =
      st_mem_zeroed(cache->change->mem, count + 1u, sizeof cache->defs[0]);
  if (!cache->defs) return false;
  cache->def_count = count + 1;
  bool done = true;
  for (uint32_t n = 1; done && n <= count; n++) {
    done = prepare_def(cache, n, &of_player);
  }
  done = done && list_player_attrs(cache, of_player);
  if (!done) st_legal_cache_release(cache);
  return done;
}

/* -- Players -- */

/* The place of a player, who comes first from now on. */
static st_legal_of_player *find_player(st_legal_cache *cache,
                                       strata_entity player) {
  uint32_t at = 0;
  if (cache->players[0].player == player) return &cache->players[0];
  while (at + 1 < ST_LEGAL_PLAYERS && cache->players[at].player != player) {
    at++;
  }
  st_legal_of_player found = cache->players[at];
  if (found.player != player) {
    free_player(cache, &found);
    found.player = player;
    found.all_dirty = found.any_dirty = true;
  }
  memmove(cache->players + 1, cache->players, at * sizeof cache->players[0]);
  cache->players[0] = found;
  return &cache->players[0];
}

/* Hash the player's values that actions read, and note which have changed. */
static strata_status compare_player_values(st_legal_cache *cache,
                                           st_legal_of_player *of) {
  st_eval *eval = cache->change->eval;
  const uint32_t slot = st_entity_slot(eval->store, of->player);
  of->changed = 0;
  if (!of->values) {
    of->values = st_mem_zeroed(cache->change->mem, cache->attr_count,
                               sizeof of->values[0]);
    if (!of->values) return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < cache->player_attr_count; i++) {
    const strata_attr attr = cache->player_attrs[i];
    const uint64_t *words;
    uint64_t now = 0;
    strata_status status = st_eval_value(eval, attr, slot, &words);
    if (status) return status;
    for (uint32_t w = 0; w < eval->rules->attrs[attr - 1].word_count; w++) {
      now = st_mix(st_mix(now, attr), words[w]);
    }
    if (now != of->values[i]) of->changed |= st_rw_mask_bit(attr);
    of->values[i] = now;
  }
  return STRATA_OK;
}

/* -- Entries -- */

static bool is_entry_of(const st_legal_entry *entry,
                        const st_watcher_candidate *c) {
  return entry->def == c->watcher_def && entry->self == c->self &&
         entry->started_handle == c->started_handle;
}

/* Move the old entry of a candidate to `out`. Old entries come in the order of
 * candidates too, but for those that have moved. */
static void take_old_entry(st_legal_of_player *old, size_t *at,
                           const st_watcher_candidate *c, st_legal_entry *out) {
  for (size_t i = *at; i < old->count && i < *at + MOST_SKIPPED; i++) {
    if (!is_entry_of(&old->entries[i], c)) continue;
    *out = old->entries[i];
    old->entries[i] = (st_legal_entry){0};
    *at = i + 1;
    return;
  }
}

static void fill_entry(const st_legal_cache *cache,
                       const st_watcher_candidate *c, st_legal_entry *entry) {
  const st_watcher_def *def =
      st_watcher_def_get(cache->change->rules, c->watcher_def);
  bool of_rules = c->self == 0 && c->started_handle == 0;
  entry->valid = entry->valid && entry->you == c->you && c->text == 0;
  entry->may_known = entry->may_known && entry->you == c->you && c->text == 0;
  entry->def = c->watcher_def;
  entry->self = c->self;
  entry->you = c->you;
  entry->started_handle = c->started_handle;
  entry->text = c->text;
  entry->by_object = of_rules && def->subject;
}

static bool is_listed(const st_legal_cache *cache,
                      const st_watcher_candidate *c) {
  return !st_watcher_def_get(cache->change->rules, c->watcher_def)->unlisted;
}

/* Whether the entries are those of the candidates already. */
static bool are_entries_of(st_legal_cache *cache, const st_watcher_index *index,
                           uint32_t first, st_legal_of_player *of) {
  size_t at = 0;
  for (uint32_t n = first; n != 0; n = st_watcher_index_get(index, n)->next) {
    const st_watcher_candidate *c = st_watcher_index_get(index, n);
    if (!is_listed(cache, c)) continue;
    if (at == of->count || !is_entry_of(&of->entries[at], c)) return false;
    fill_entry(cache, c, &of->entries[at++]);
  }
  return at == of->count;
}

/* Make the entries those of the candidates. */
static strata_status match_entries(st_legal_cache *cache,
                                   const st_watcher_index *index,
                                   uint32_t first, st_legal_of_player *of) {
  if (are_entries_of(cache, index, first, of)) return STRATA_OK;
  of->listed = false;
  st_legal_of_player old = {
      .entries = of->entries, .count = of->count, .capacity = of->capacity};
  size_t count = 1;
  size_t at = 0;
  for (uint32_t n = first; n != 0; n = st_watcher_index_get(index, n)->next) {
    count += is_listed(cache, st_watcher_index_get(index, n));
  }
  of->entries = st_mem_zeroed(cache->change->mem, count, sizeof of->entries[0]);
  of->capacity = of->entries ? count : 0;
  of->count = 0;
  if (!of->entries) {
    free_player(cache, &old);
    return STRATA_ENOMEM;
  }
  for (uint32_t n = first; n != 0; n = st_watcher_index_get(index, n)->next) {
    const st_watcher_candidate *c = st_watcher_index_get(index, n);
    if (!is_listed(cache, c)) continue;
    st_legal_entry *entry = &of->entries[of->count++];
    take_old_entry(&old, &at, c, entry);
    fill_entry(cache, c, entry);
  }
  free_player(cache, &old);
  return STRATA_OK;
}

static bool has_whiles(const st_legal_cache *cache) {
  return st_scalar_get(cache->change->store, ST_SCALAR_WHILE_FIRST) != 0;
}

/* Whether watchers may have a say in the payment of a cost. */
static bool is_cost_watched(const st_legal_cache *cache,
                            const st_watcher_index *index,
                            const st_watcher_def *def) {
  const st_program *program = &def->program;
  const uint16_t *present = index->buckets.roles_present;
  const unsigned actions = ST_WATCHER_INDEX_ROLE(ACTION);
  if (has_whiles(cache) || (present[0] & ~actions) != 0) return true;
  for (uint32_t i = program->on_stack_count; i < program->effect_first; i++) {
    strata_event_type type =
        st_event_type_get(cache->change->rules, program->instructions[i].what)
            ->unaliased;
    if (present[type] != 0) return true;
  }
  return false;
}

static void judge_entry(const st_legal_cache *cache,
                        const st_watcher_index *index,
                        const st_legal_of_player *of, st_legal_entry *entry) {
  const st_legal_def *known = st_legal_cache_def(cache, entry->def);
  const st_action_reads *reads = &known->reads;
  const st_watcher_def *def =
      st_watcher_def_get(cache->change->rules, entry->def);
  bool paid_near = reads->cost_near &&
                   (!reads->has_cost || !is_cost_watched(cache, index, def));
  bool by_tests = entry->by_object && (!paid_near || known->has_cost_test);
  entry->tests[0] = by_tests ? known->conditions : 0;
  entry->tests[1] = by_tests && paid_near ? known->cost : 0;
  entry->valid = entry->valid && !of->all_dirty && reads->conditions_near &&
                 paid_near == entry->paid_near &&
                 (of->changed & reads->of_player) == 0;
  entry->may_known = entry->may_known && !of->all_dirty && reads->actor_near &&
                     (of->changed & reads->of_actor) == 0;
  entry->changed = entry->changed || paid_near != entry->paid_near;
  entry->paid_near = paid_near;
  entry->is_plain = paid_near && def->program.on_stack_count == 0;
}

/* Bring the entries in line with the candidates and with what has changed. */
static strata_status judge_entries(st_legal_cache *cache,
                                   st_watcher_index *index,
                                   st_legal_of_player *of) {
  uint32_t first;
  strata_status status = st_watcher_index_refresh(index);
  bool same = of->candidate_changes == index->candidate_changes &&
              of->has_whiles == has_whiles(cache);
  if (status || (same && !of->all_dirty && of->changed == 0)) return status;
  of->by_tests_alone = false;
  status = st_watcher_index_find(index, 0, NULL, ST_WATCHER_INDEX_ROLE(ACTION),
                                 &first);
  if (!status) status = match_entries(cache, index, first, of);
  for (size_t i = 0; !status && i < of->count; i++) {
    judge_entry(cache, index, of, &of->entries[i]);
  }
  of->candidate_changes = index->candidate_changes;
  of->has_whiles = has_whiles(cache);
  return status;
}

/* -- Changes -- */

/* Players that are kept come first: who is asked for comes to the front. */
static bool has_player(const st_legal_cache *cache, uint32_t i) {
  return i < ST_LEGAL_PLAYERS && cache->players[i].player != 0;
}

/* Mark slots of a word as dirty for all players. */
static bool mark_dirty(st_legal_cache *cache, uint32_t word, uint64_t slots) {
  if (slots == 0) return true;
  for (uint32_t i = 0; has_player(cache, i); i++) {
    st_legal_of_player *of = &cache->players[i];
    if (of->all_dirty) continue;
    if (!st_mem_reserve_zeroed(cache->change->mem, &of->dirty,
                               &of->dirty_capacity, word + 1u,
                               sizeof of->dirty[0])) {
      return false;
    }
    of->dirty[word] |= slots;
    of->any_dirty = true;
  }
  return true;
}

/* Compare the values of some attributes with what they were. */
static strata_status compare_all(st_legal_cache *cache, const st_expr_env *env,
                                 uint64_t attrs) {
  strata_status status = STRATA_OK;
  for (uint32_t w = 0; !status && attrs != 0 && w < env->word_count; w++) {
    uint64_t changed = 0;
    status = st_watched_values_compare(&cache->watched, env, w, attrs,
                                       env->live_word(env, w), &changed);
    if (!status && !mark_dirty(cache, w, changed)) status = STRATA_ENOMEM;
  }
  return status;
}

/* Another entity in the slot of one that was listed: no list has its place. */
static strata_status note_occupant(st_legal_cache *cache, uint32_t slot) {
  const st_store *store = cache->change->store;
  if (!st_mem_reserve_zeroed(cache->change->mem, &cache->occupants,
                             &cache->occupant_capacity, slot + 1u,
                             sizeof cache->occupants[0])) {
    return STRATA_ENOMEM;
  }
  strata_entity was = cache->occupants[slot];
  strata_entity now = st_entity_handle(store, slot);
  cache->occupants[slot] = now;
  for (uint32_t i = 0; was != 0 && was != now && has_player(cache, i); i++) {
    cache->players[i].listed = false;
  }
  return STRATA_OK;
}

static strata_status note_occupants(st_legal_cache *cache,
                                    const st_expr_env *env, uint32_t word,
                                    uint64_t slots) {
  strata_status status = STRATA_OK;
  uint64_t left = env->live_word(env, word) & slots;
  for (; !status && left != 0; left &= left - 1) {
    status = note_occupant(cache, word * 64 + st_lowest_bit(left));
  }
  return status;
}

/* The log does not tell what has changed. */
static strata_status note_all(st_legal_cache *cache, const st_expr_env *env) {
  strata_status status = STRATA_OK;
  st_legal_cache_forget(cache);
  for (uint32_t w = 0; !status && w < env->word_count; w++) {
    status = note_occupants(cache, env, w, UINT64_MAX);
  }
  return status ? status : compare_all(cache, env, UINT64_MAX);
}

/* Entities that may have changed are dirty, and what is watched of them is what
 * it is now. Slots beyond the last one in use were freed by a rollback. */
static strata_status note_fresh(st_legal_cache *cache, const st_expr_env *env) {
  strata_status status = STRATA_OK;
  for (uint32_t w = 0; !status && w < cache->fresh_capacity; w++) {
    uint64_t slots = cache->fresh[w];
    uint64_t changed;
    if (slots == 0) continue;
    cache->fresh[w] = 0;
    if (!mark_dirty(cache, w, slots)) return STRATA_ENOMEM;
    if (w >= env->word_count) continue;
    status = note_occupants(cache, env, w, slots);
    if (status) return status;
    status =
        st_watched_values_compare(&cache->watched, env, w, UINT64_MAX,
                                  env->live_word(env, w) & slots, &changed);
  }
  return status;
}

/* The same slots are logged again and again, so they are collected first. */
static strata_status read_changes(st_legal_cache *cache,
                                  const st_expr_env *env) {
  const st_change_log *log = &cache->change->eval->changes.values;
  const uint32_t *items;
  size_t count;
  uint64_t attrs = 0;
  if (!st_change_log_read_since(log, &cache->notices_read, &items, &count)) {
    return note_all(cache, env);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t item = items[i];
    if (item & ST_CHANGE_LOG_ATTR) {
      attrs |= st_rw_mask_bit(item & ~ST_CHANGE_LOG_ATTR);
      continue;
    }
    if (!st_mem_reserve_zeroed(cache->change->mem, &cache->fresh,
                               &cache->fresh_capacity, item / 64 + 1u,
                               sizeof cache->fresh[0])) {
      return STRATA_ENOMEM;
    }
    st_bit_set(cache->fresh, item, true);
  }
  strata_status status = note_fresh(cache, env);
  return status ? status : compare_all(cache, env, attrs);
}

strata_status st_legal_cache_refresh(st_legal_cache *cache,
                                     st_watcher_index *index,
                                     const st_expr_env *env,
                                     strata_entity player,
                                     st_legal_of_player **out) {
  if (!cache->defs && !prepare_legal_cache(cache)) return STRATA_ENOMEM;
  st_legal_of_player *of = find_player(cache, player);
  *out = of;
  strata_status status = read_changes(cache, env);
  if (!status) status = compare_player_values(cache, of);
  if (!status) status = judge_entries(cache, index, of);
  const st_test_changes changes = st_legal_cache_changes(of);
  if (!status && !st_legal_tests_begin(&cache->tests, &of->tests, &changes)) {
    return STRATA_ENOMEM;
  }
  return status;
}

strata_status st_legal_cache_settle(st_legal_cache *cache,
                                    st_legal_of_player *of) {
  st_eval *eval = cache->change->eval;
  const uint32_t *items;
  size_t count;
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  (void)st_change_log_read_since(&eval->changes.values, &cache->notices_read,
                                 &items, &count);
  const st_test_changes changes = st_legal_cache_changes(of);
  st_legal_tests_end(&cache->tests, &of->tests, &changes);
  if (of->any_dirty && of->dirty_capacity > 0) {
    memset(of->dirty, 0, of->dirty_capacity * sizeof of->dirty[0]);
  }
  of->all_dirty = of->any_dirty = false;
  of->listed = true;
  of->hash = eval->store->hash;
  of->rules_hash = eval->rules->hash;
  return STRATA_OK;
}

const st_legal_of_player *st_legal_cache_current(const st_legal_cache *cache,
                                                 strata_entity player) {
  const st_store *store = cache->change ? cache->change->store : NULL;
  for (uint32_t i = 0; store && player != 0 && i < ST_LEGAL_PLAYERS; i++) {
    const st_legal_of_player *of = &cache->players[i];
    if (of->player != player) continue;
    return of->listed && of->hash == store->hash &&
                   of->rules_hash == store->rules->hash
               ? of
               : NULL;
  }
  return NULL;
}

bool st_legal_cache_reserve(st_legal_cache *cache, st_legal_entry *entry) {
  size_t words = entry->by_object
                     ? st_bit_words(st_entity_top(cache->change->store) + 1)
                     : 1;
  return st_mem_reserve_zeroed(cache->change->mem, &entry->bits,
                               &entry->capacity, words, sizeof entry->bits[0]);
}

void st_legal_cache_forget(st_legal_cache *cache) {
  for (uint32_t i = 0; i < ST_LEGAL_PLAYERS; i++) {
    cache->players[i].all_dirty = cache->players[i].any_dirty = true;
    cache->players[i].listed = false;
  }
}
