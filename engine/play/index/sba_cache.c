/*
 * sba_cache.c - the entities that match the subject of each state-based action.
 *
 * Invariant: behind a refresh the bits of a valid entry are those of a test of
 * all entities. Held by test unit.sba_cache, which compares them.
 *
 * An entity is tested again if the log of changed values has it, if a reference
 * that the subject follows from it led to an entity that the log has, and if a
 * part of the subject that is the same for all entities has another value.
 * Slots are marked and not words, as a board of a game lies in a few words.
 */
#include "play/index/sba_cache.h"

#include "base/bits.h"
#include "rules/model/sba_def.h"

#include <string.h>

void st_sba_cache_init(st_sba_cache *cache, st_mutator *change) {
  *cache = (st_sba_cache){.change = change};
}

static void free_entry(st_mem *mem, st_sba_cache_entry *entry) {
  st_mem_free(mem, entry->near, entry->near_capacity, sizeof entry->near[0]);
  st_mem_free(mem, entry->bits, entry->capacity, sizeof entry->bits[0]);
  st_mem_free(mem, entry->targets, entry->target_capacity,
              sizeof entry->targets[0]);
  st_mem_free(mem, entry->led_to, entry->led_capacity, sizeof entry->led_to[0]);
}

void st_sba_cache_fini(st_sba_cache *cache) {
  if (!cache->change) return;
  st_mem *mem = cache->change->mem;
  for (uint32_t n = 0; cache->entries && n < cache->entry_count; n++) {
    free_entry(mem, &cache->entries[n]);
  }
  for (uint32_t n = 0; cache->leads && n < cache->lead_count; n++) {
    st_mem_free(mem, cache->leads[n].bits, cache->leads[n].capacity,
                sizeof cache->leads[n].bits[0]);
  }
  for (uint32_t n = 0; cache->resets && n < cache->reset_count; n++) {
    st_mem_free(mem, cache->resets[n].bits, cache->resets[n].capacity,
                sizeof cache->resets[n].bits[0]);
  }
  st_mem_free(mem, cache->entries, cache->entries ? cache->entry_count : 0,
              sizeof cache->entries[0]);
  st_mem_free(mem, cache->leads, cache->leads ? cache->entry_count : 0,
              sizeof cache->leads[0]);
  st_mem_free(mem, cache->resets, cache->resets ? cache->reset_count : 0,
              sizeof cache->resets[0]);
  st_mem_free(mem, cache->dirty, cache->dirty_capacity, sizeof cache->dirty[0]);
  st_mem_free(mem, cache->dirty_words, cache->word_capacity,
              sizeof cache->dirty_words[0]);
  *cache = (st_sba_cache){0};
}

void st_sba_cache_release(st_sba_cache *cache) {
  st_mutator *change = cache->change;
  st_sba_cache_fini(cache);
  st_sba_cache_init(cache, change);
}

void st_sba_cache_forget(st_sba_cache *cache) {
  for (uint32_t n = 0; cache->entries && n < cache->entry_count; n++) {
    cache->entries[n].valid = false;
  }
  cache->resets_valid = false;
  cache->is_refreshed = false;
}

size_t st_sba_cache_bytes(const st_sba_cache *cache) {
  size_t bytes = cache->dirty_capacity * sizeof cache->dirty[0] +
                 cache->word_capacity * sizeof cache->dirty_words[0];
  if (cache->entries) bytes += cache->entry_count * sizeof cache->entries[0];
  if (cache->leads) bytes += cache->entry_count * sizeof cache->leads[0];
  for (uint32_t n = 0; cache->leads && n < cache->lead_count; n++) {
    bytes += cache->leads[n].capacity * sizeof cache->leads[n].bits[0];
  }
  if (cache->resets) bytes += cache->reset_count * sizeof cache->resets[0];
  for (uint32_t n = 0; cache->entries && n < cache->entry_count; n++) {
    const st_sba_cache_entry *e = &cache->entries[n];
    bytes +=
        (e->near_capacity + e->capacity + e->led_capacity) * sizeof e->bits[0] +
        e->target_capacity * sizeof e->targets[0];
  }
  for (uint32_t n = 0; cache->resets && n < cache->reset_count; n++) {
    bytes += cache->resets[n].capacity * sizeof cache->resets[n].bits[0];
  }
  return bytes;
}

/* -- What the rules tell once -- */

static bool prepare_resets(st_sba_cache *cache) {
  const strata_rules *rules = cache->change->rules;
  uint32_t count = 0;
  for (uint32_t n = 1; n <= cache->entry_count; n++) {
    count += st_sba_get(rules, n)->reset_count;
  }
  if (count == 0) return true;
  cache->resets =
      st_mem_zeroed(cache->change->mem, count, sizeof cache->resets[0]);
  if (!cache->resets) return false;
  cache->reset_count = count;
  count = 0;
  for (uint32_t n = 1; n <= cache->entry_count; n++) {
    const st_sba *sba = st_sba_get(rules, n);
    for (uint32_t i = 0; i < sba->reset_count; i++) {
      cache->resets[count++].attr = sba->resets[i];
      if (!st_eval_subscribe(cache->change->eval, sba->resets[i],
                             ST_CHANGE_LOG_VALUE)) {
        return false;
      }
    }
  }
  return true;
}

/* The place of the first condition of a subject + 1; 0 if it begins with
 * none. */
static uint32_t find_lead(st_sba_cache *cache, const strata_expr *subject,
                          uint32_t end) {
  if (end == 0) return 0;
  uint32_t n = 0;
  while (n < cache->lead_count &&
         (cache->leads[n].end != end ||
          !st_sba_reads_begin_alike(cache->leads[n].subject, subject, end))) {
    n++;
  }
  if (n == cache->lead_count) {
    cache->leads[n] = (st_sba_lead){.subject = subject, .end = end};
    cache->lead_count++;
  }
  return n + 1;
}

static bool prepare_sba_cache(st_sba_cache *cache) {
  const strata_rules *rules = cache->change->rules;
  st_mem *mem = cache->change->mem;
  uint32_t count = st_rules_count(rules, STRATA_NAME_SBA);
  st_sba_cache_entry *entries = st_mem_zeroed(mem, count, sizeof entries[0]);
  cache->entries = entries;
  cache->entry_count = count;
  cache->leads = st_mem_zeroed(mem, count, sizeof cache->leads[0]);
  if (!entries || !cache->leads) return false;
  for (uint32_t n = 0; n < count; n++) {
    st_eval *eval = cache->change->eval;
    const st_sba *sba = st_sba_get(rules, n + 1);
    entries[n].reads = st_sba_reads_of(sba->subject);
    entries[n].attrs = entries[n].reads.attrs;
    entries[n].lead = find_lead(cache, sba->subject, entries[n].reads.lead_end);
    if (!st_eval_subscribe_to_reads(eval, sba->subject)) return false;
    for (uint32_t i = 0; i < sba->keep_count; i++) {
      entries[n].attrs |= st_rw_mask_bit(sba->keep_by[i]);
      if (!st_eval_subscribe(eval, sba->keep_by[i], ST_CHANGE_LOG_VALUE)) {
        return false;
      }
    }
  }
  return prepare_resets(cache);
}

/* -- Slots to test again -- */

static uint32_t entity_word_count(const st_sba_cache *cache) {
  return st_bit_words(st_entity_top(cache->change->store) + 1);
}

static bool reserve_dirty(st_sba_cache *cache) {
  st_mem *mem = cache->change->mem;
  uint32_t words = entity_word_count(cache);
  return st_mem_reserve_zeroed(mem, &cache->dirty, &cache->dirty_capacity,
                               words, sizeof cache->dirty[0]) &&
         st_mem_reserve(mem, &cache->dirty_words, &cache->word_capacity, words,
                        sizeof cache->dirty_words[0]);
}

static void mark_dirty(st_sba_cache *cache, uint32_t slot) {
  uint32_t word = slot / 64;
  /* what is kept is no longer than the list of words */
  if (word >= cache->dirty_capacity || word >= cache->word_capacity) return;
  if (cache->dirty[word] == 0) cache->dirty_words[cache->dirty_count++] = word;
  cache->dirty[word] |= UINT64_C(1) << (slot % 64);
}

/* Slots beyond the last one in use are marked too: a rollback may have freed
 * them. */
static void mark_items_dirty(st_sba_cache *cache, const uint32_t *items,
                             size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (items[i] & ST_CHANGE_LOG_ATTR) {
      cache->dirty_attrs |= st_rw_mask_bit(items[i] & ~ST_CHANGE_LOG_ATTR);
    } else {
      mark_dirty(cache, items[i]);
    }
  }
}

static strata_status read_changes(st_sba_cache *cache) {
  st_eval *eval = cache->change->eval;
  const uint32_t *items;
  size_t count;
  if (!cache->entries && !prepare_sba_cache(cache)) {
    st_sba_cache_release(cache);
    return STRATA_ENOMEM;
  }
  strata_status status = st_eval_ensure_fresh(eval);
  if (!status && !reserve_dirty(cache)) status = STRATA_ENOMEM;
  if (status) return status;
  cache->logged_attrs =
      st_change_logs_attrs_since(&eval->changes, cache->notices_read);
  cache->all_dirty = !st_change_log_read_since(
      &eval->changes.values, &cache->notices_read, &items, &count);
  if (!cache->all_dirty) mark_items_dirty(cache, items, count);
  return STRATA_OK;
}

static void clear_dirty(st_sba_cache *cache) {
  cache->tested = 0;
  for (uint32_t i = 0; i < cache->dirty_count; i++) {
    uint64_t *word = &cache->dirty[cache->dirty_words[i]];
    cache->tested += st_count_bits(*word);
    *word = 0;
  }
  cache->dirty_count = 0;
  cache->dirty_attrs = 0;
}

/* -- One subject -- */

/* A test of one subject: of all entities, or of those that are dirty. */
typedef struct st_subject_test {
  st_sba_cache *cache;
  st_sba_cache_entry *entry;
  const strata_expr *subject;
  const st_expr_env *env;
  bool whole;
} st_subject_test;

/* The words that a test goes through: their number, and the n-th. */
static uint32_t test_word_count(const st_subject_test *t, bool whole) {
  return whole ? entity_word_count(t->cache) : t->cache->dirty_count;
}

static uint32_t test_word(const st_subject_test *t, bool whole, uint32_t n) {
  return whole ? n : t->cache->dirty_words[n];
}

static bool reserve_entry(const st_subject_test *t) {
  st_sba_cache_entry *e = t->entry;
  st_mem *mem = t->cache->change->mem;
  uint32_t words = entity_word_count(t->cache);
  return st_mem_reserve_zeroed(mem, &e->bits, &e->capacity, words,
                               sizeof e->bits[0]) &&
         (e->reads.is_near ||
          st_mem_reserve_zeroed(mem, &e->near, &e->near_capacity, words,
                                sizeof e->near[0])) &&
         (e->reads.link_count == 0 ||
          (st_mem_reserve_zeroed(mem, &e->led_to, &e->led_capacity, words,
                                 sizeof e->led_to[0]) &&
           st_mem_reserve_zeroed(mem, &e->targets, &e->target_capacity,
                                 (size_t)words * 64 * e->reads.link_count,
                                 sizeof e->targets[0])));
}

static void replace_word(uint64_t *bits, uint32_t word, uint64_t now,
                         uint32_t *count) {
  if (bits[word] == now) return;
  *count += st_count_bits(now);
  *count -= st_count_bits(bits[word]);
  bits[word] = now;
}

/* Ask the first condition of a subject, unless another subject has. */
static strata_status ask_lead(const st_subject_test *t, st_sba_lead *lead) {
  st_sba_asked asked = t->whole ? ST_SBA_ASKED_ALL : ST_SBA_ASKED_DIRTY;
  if (lead->asked >= asked) return STRATA_OK;
  if (!st_mem_reserve_zeroed(t->cache->change->mem, &lead->bits,
                             &lead->capacity, entity_word_count(t->cache),
                             sizeof lead->bits[0])) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  uint32_t count = test_word_count(t, t->whole);
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t word = test_word(t, t->whole, i);
    if (word >= lead->capacity || word >= t->env->word_count) continue;
    uint64_t who = t->env->live_word(t->env, word);
    if (!t->whole) who &= t->cache->dirty[word];
    status = st_expr_match_part(lead->subject, lead->end, t->env, word, who,
                                &lead->bits[word]);
  }
  lead->asked = status ? ST_SBA_ASKED_NOBODY : asked;
  return status;
}

/* Which of the entities in `asked` satisfy the first conditions. */
static strata_status match_near_word(const st_subject_test *t, uint32_t word,
                                     uint64_t asked, uint64_t *now) {
  const st_sba_reads *reads = &t->entry->reads;
  *now = 0;
  if (word >= t->env->word_count) return STRATA_OK;
  if (reads->near_end == 0) {
    *now = t->env->live_word(t->env, word) & asked;
    return STRATA_OK;
  }
  const st_sba_lead *lead = &t->cache->leads[t->entry->lead - 1];
  *now = word < lead->capacity ? lead->bits[word] & asked : 0;
  if (reads->near_end == reads->lead_end) return STRATA_OK;
  return st_expr_match_part(t->subject, reads->near_end, t->env, word, *now,
                            now);
}

/* Bring the bits of the first conditions up to date. */
static strata_status test_near(const st_subject_test *t, uint64_t *bits,
                               size_t capacity, uint32_t *bit_count) {
  strata_status status = STRATA_OK;
  if (t->whole) {
    memset(bits, 0, capacity * sizeof bits[0]);
    *bit_count = 0;
  }
  if (t->entry->lead != 0) {
    status = ask_lead(t, &t->cache->leads[t->entry->lead - 1]);
  }
  uint32_t count = test_word_count(t, t->whole);
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t word = test_word(t, t->whole, i);
    if (word >= capacity) continue;
    uint64_t asked = t->whole ? UINT64_MAX : t->cache->dirty[word];
    uint64_t now;
    status = match_near_word(t, word, asked, &now);
    replace_word(bits, word, (bits[word] & ~asked) | now, bit_count);
  }
  return status;
}

/* Whether parts that are the same for all entities have other values. */
static strata_status compare_closed_parts(const st_subject_test *t,
                                          bool *changed) {
  st_sba_cache_entry *e = t->entry;
  int64_t now[ST_SBA_CLOSED] = {0};
  strata_status status = STRATA_OK;
  if (e->near_count == 0) {
    e->closed_known = *changed = false;
    return STRATA_OK;
  }
  size_t count =
      st_expr_closed_values(t->subject, t->env, now, ST_SBA_CLOSED, &status);
  *changed = !e->closed_known || count > ST_SBA_CLOSED ||
             memcmp(now, e->closed, sizeof now) != 0;
  memcpy(e->closed, now, sizeof now);
  e->closed_known = true;
  return status;
}

/* Whether an entity is dirty to which one that is near led. */
static bool is_target_dirty(const st_subject_test *t) {
  const st_sba_cache_entry *e = t->entry;
  for (uint32_t i = 0; e->reads.link_count > 0 && i < t->cache->dirty_count;
       i++) {
    uint32_t word = t->cache->dirty_words[i];
    if (word < e->led_capacity && e->led_to[word] & t->cache->dirty[word]) {
      return true;
    }
  }
  return false;
}

/* Those of a word of near entities whose links led to one that is dirty. */
static uint64_t led_to_dirty(const st_subject_test *t, uint32_t word) {
  const st_sba_cache_entry *e = t->entry;
  const uint32_t links = e->reads.link_count;
  uint64_t led = 0;
  for (uint64_t left = e->near[word]; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    const uint32_t *targets = &e->targets[(size_t)(word * 64 + bit) * links];
    for (uint32_t k = 0; k < links; k++) {
      if (targets[k] / 64 < t->cache->dirty_capacity &&
          st_bit_test(t->cache->dirty, targets[k])) {
        led |= UINT64_C(1) << bit;
      }
    }
  }
  return led;
}

/* Note where the links of entities lead, also to what is gone: a rollback may
 * bring it back. */
static strata_status note_targets(const st_subject_test *t, uint32_t word,
                                  uint64_t slots) {
  st_sba_cache_entry *e = t->entry;
  const uint32_t links = e->reads.link_count;
  strata_status status = STRATA_OK;
  for (uint64_t left = links > 0 ? slots : 0; !status && left != 0;
       left &= left - 1) {
    uint32_t slot = word * 64 + st_lowest_bit(left);
    for (uint32_t k = 0; !status && k < links; k++) {
      int64_t handle = 0;
      status = t->env->read(t->env, slot, e->reads.links[k], &handle);
      uint32_t to = st_slot_of((uint64_t)handle);
      e->targets[(size_t)slot * links + k] = to;
      if (to / 64 < e->led_capacity) st_bit_set(e->led_to, to, true);
    }
  }
  return status;
}

/* Test the whole subject of entities that are near: all of them, those that are
 * dirty, or also those that led to one that is. */
static strata_status test_rest(const st_subject_test *t, bool all, bool led) {
  st_sba_cache_entry *e = t->entry;
  strata_status status = STRATA_OK;
  const bool whole = all || led;
  const uint32_t count = test_word_count(t, whole);
  if (t->whole) {
    memset(e->bits, 0, e->capacity * sizeof e->bits[0]);
    e->count = 0;
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t word = test_word(t, whole, i);
    if (word >= e->capacity) continue;
    uint64_t asked = all ? UINT64_MAX : t->cache->dirty[word];
    if (led && !all) asked |= led_to_dirty(t, word);
    uint64_t now = 0;
    uint64_t near = e->near[word] & asked;
    status = st_expr_match(t->subject, t->env, word, near, &now);
    if (!status) status = note_targets(t, word, near);
    replace_word(e->bits, word, (e->bits[word] & ~asked) | now, &e->count);
  }
  return status;
}

static strata_status test_subject(const st_subject_test *t) {
  st_sba_cache_entry *e = t->entry;
  if (!reserve_entry(t)) return STRATA_ENOMEM;
  if (e->reads.is_near) {
    return test_near(t, e->bits, e->capacity, &e->count);
  }
  bool all = t->whole || e->reads.reach == ST_SBA_REACH_ANY;
  strata_status status =
      test_near(t, e->near, e->near_capacity, &e->near_count);
  if (status || e->reads.reach == ST_SBA_REACH_UNTOLD) return status;
  bool other_parts = false;
  if (e->reads.has_closed && e->reads.reach != ST_SBA_REACH_ANY) {
    status = compare_closed_parts(t, &other_parts);
  }
  all = all || other_parts;
  return status ? status : test_rest(t, all, !all && is_target_dirty(t));
}

/* Bring an entry up to date. It is, unless the log has a value that it reads,
 * or an entity as a whole. */
static strata_status refresh_entry(st_sba_cache *cache, uint32_t n,
                                   const st_expr_env *env) {
  st_sba_cache_entry *entry = &cache->entries[n];
  st_subject_test t = {.cache = cache,
                       .entry = entry,
                       .subject =
                           st_sba_get(cache->change->rules, n + 1)->subject,
                       .env = env};
  t.whole = cache->all_dirty || !entry->valid ||
            (cache->dirty_attrs & entry->reads.attrs) != 0;
  const bool logged = cache->logged_attrs == UINT64_MAX ||
                      (cache->logged_attrs & entry->attrs) != 0;
  if (t.whole || logged) entry->all_kept = false;
  if (!t.whole && !(logged && cache->dirty_count > 0)) return STRATA_OK;
  strata_status status = test_subject(&t);
  entry->valid = status == STRATA_OK;
  return status;
}

/* -- Attributes that are reset -- */

static bool refresh_reset(st_sba_cache *cache, const st_expr_env *env,
                          st_sba_reset *reset) {
  const st_store *store = cache->change->store;
  const st_attr *attr = &cache->change->rules->attrs[reset->attr - 1];
  uint32_t words = entity_word_count(cache);
  bool whole = cache->all_dirty || !cache->resets_valid ||
               (cache->dirty_attrs & st_rw_mask_bit(reset->attr)) != 0;
  if (!whole && (cache->logged_attrs & st_rw_mask_bit(reset->attr)) == 0) {
    return true;
  }
  if (!st_mem_reserve_zeroed(cache->change->mem, &reset->bits, &reset->capacity,
                             words, sizeof reset->bits[0])) {
    return false;
  }
  for (uint32_t i = 0; i < (whole ? words : cache->dirty_count); i++) {
    uint32_t word = whole ? i : cache->dirty_words[i];
    if (word >= reset->capacity) continue;
    uint64_t asked = whole ? UINT64_MAX : cache->dirty[word];
    reset->bits[word] &= ~asked;
    asked &= word < env->word_count ? env->live_word(env, word) : 0;
    for (; asked != 0; asked &= asked - 1) {
      uint32_t slot = word * 64 + st_lowest_bit(asked);
      if (st_entity_base(store, attr, slot) != attr->default_value) {
        st_bit_set(reset->bits, slot, true);
      }
    }
  }
  return true;
}

/* Whether the last refresh has left nothing to do. */
static bool is_unchanged(st_sba_cache *cache) {
  if (!cache->is_refreshed || cache->all_dirty || cache->dirty_count > 0 ||
      cache->dirty_attrs != 0) {
    return false;
  }
  cache->tested = 0;
  return true;
}

strata_status st_sba_cache_refresh(st_sba_cache *cache) {
  st_expr_env env;
  strata_status status = read_changes(cache);
  if (!status && is_unchanged(cache)) return STRATA_OK;
  for (uint32_t n = 0; n < cache->lead_count; n++) {
    cache->leads[n].asked = ST_SBA_ASKED_NOBODY;
  }
  if (!status) status = st_eval_env(cache->change->eval, 0, 0, &env);
  for (uint32_t n = 0; !status && n < cache->entry_count; n++) {
    status = refresh_entry(cache, n, &env);
  }
  for (uint32_t n = 0; !status && n < cache->reset_count; n++) {
    if (!refresh_reset(cache, &env, &cache->resets[n])) status = STRATA_ENOMEM;
  }
  cache->resets_valid = true;
  cache->is_refreshed = true;
  if (status) st_sba_cache_forget(cache);
  clear_dirty(cache);
  return status;
}

/* -- Finding -- */

/* Ask all entities that are near, where no log tells of what is read. */
static strata_status match_untold(st_sba_cache_entry *entry,
                                  const strata_expr *subject,
                                  const st_expr_env *env) {
  strata_status status = STRATA_OK;
  entry->count = 0;
  for (uint32_t w = 0; !status && w < entry->near_capacity; w++) {
    status = st_expr_match(subject, env, w, entry->near[w], &entry->bits[w]);
    entry->count += st_count_bits(entry->bits[w]);
  }
  return status;
}

strata_status st_sba_cache_find(st_sba_cache *cache, uint32_t number,
                                const st_expr_env *env, st_arena *arena,
                                strata_entity **who, uint32_t *count) {
  st_sba_cache_entry *entry = &cache->entries[number - 1];
  strata_status status = STRATA_OK;
  if (entry->reads.reach == ST_SBA_REACH_UNTOLD) {
    status = match_untold(
        entry, st_sba_get(cache->change->rules, number)->subject, env);
  }
  if (status) return status;
  *count = entry->count;
  *who = st_arena_alloc(arena, entry->count + 1u, sizeof **who);
  if (!*who) return STRATA_ENOMEM;
  uint32_t n = 0;
  for (uint32_t w = 0; n < entry->count; w++) {
    for (uint64_t left = entry->bits[w]; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      (*who)[n++] = st_entity_handle(cache->change->store, slot);
    }
  }
  return STRATA_OK;
}
