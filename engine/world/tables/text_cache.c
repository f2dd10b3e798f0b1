/*
 * text_cache.c - compiled forms of the texts of a state.
 *
 * The state holds expressions as text, so that saves can be read under other
 * rules and by people. Evaluation needs compiled expressions. Each text is
 * compiled when it is first needed, and kept in an array by text id: ids are
 * dense, and a rollback drops the highest ones.
 */
#include "world/tables/text_cache.h"

#include "world/objects/object_values.h"

static strata_status get_cache_entry(st_text_cache *cache, uint32_t text,
                                     st_text_cache_entry **out) {
  if (!st_mem_reserve_zeroed(cache->mem, &cache->texts, &cache->capacity,
                             (size_t)text + 1, sizeof cache->texts[0])) {
    return STRATA_ENOMEM;
  }
  *out = &cache->texts[text];
  return STRATA_OK;
}

/* Compile a text as an expression, or as an inner predicate, into *expr, unless
 * it is there already. */
static strata_status compile_text(st_text_cache *cache, const st_store *store,
                                  uint32_t text, bool within,
                                  strata_expr **expr) {
  if (*expr) return STRATA_OK;
  size_t before = cache->mem->live_bytes;
  st_text source;
  st_text_init(&source, cache->mem);
  st_strings_read(store, text, &source);
  strata_status status = STRATA_ENOMEM;
  if (!source.failed) {
    status = (within ? st_expr_parse_inner : st_expr_parse)(
        cache->rules, cache->mem, st_text_get(&source), source.length, expr,
        NULL);
  }
  st_text_fini(&source);
  cache->bytes += cache->mem->live_bytes - before;
  return status && status != STRATA_ENOMEM ? STRATA_ECORRUPT : status;
}

strata_status st_text_cache_expr(st_text_cache *cache, const st_store *store,
                                 uint32_t text, const strata_expr **out) {
  st_text_cache_entry *entry;
  strata_status status = get_cache_entry(cache, text, &entry);
  if (!status) status = compile_text(cache, store, text, false, &entry->expr);
  if (!status) *out = entry->expr;
  return status;
}

strata_status st_text_cache_expr_within(st_text_cache *cache,
                                        const st_store *store, uint32_t text,
                                        const strata_expr **out) {
  st_text_cache_entry *entry;
  strata_status status = get_cache_entry(cache, text, &entry);
  if (!status) {
    status = compile_text(cache, store, text, true, &entry->expr_within);
  }
  if (!status) *out = entry->expr_within;
  return status;
}

/* Set the bit of each symbol that `text` lists. */
static strata_status parse_symbol_set(const strata_rules *rules,
                                      const st_attr *attr, const char *text,
                                      uint64_t *words) {
  strata_symbol symbol;
  while (st_symbol_list_next(rules, &text, &symbol)) {
    uint32_t place =
        symbol == 0 ? UINT32_MAX : st_attr_domain_index(attr, symbol);
    if (place == UINT32_MAX) return STRATA_ECORRUPT;
    st_bit_set(words, place, true);
  }
  return STRATA_OK;
}

static size_t cached_set_bytes(const st_text_cache *cache,
                               const st_text_cache_set *set) {
  return sizeof *set +
         cache->rules->attrs[set->attr - 1].word_count * sizeof set->words[0];
}

static void free_cached_set(st_text_cache *cache, st_text_cache_set *set) {
  const st_attr *attr = &cache->rules->attrs[set->attr - 1];
  st_mem_free(cache->mem, set->words, attr->word_count, sizeof set->words[0]);
  st_mem_free(cache->mem, set, 1, sizeof *set);
}

static strata_status make_cached_set(st_text_cache *cache,
                                     const st_store *store, uint32_t text,
                                     strata_attr attr_id,
                                     st_text_cache_set **out) {
  const st_attr *attr = &cache->rules->attrs[attr_id - 1];
  st_text source;
  st_text_init(&source, cache->mem);
  st_strings_read(store, text, &source);
  st_text_cache_set *set = st_mem_zeroed(cache->mem, 1, sizeof *set);
  if (set) {
    set->attr = attr_id;
    set->words =
        st_mem_zeroed(cache->mem, attr->word_count, sizeof set->words[0]);
  }
  strata_status status = STRATA_ENOMEM;
  if (set && set->words && !source.failed) {
    status =
        parse_symbol_set(cache->rules, attr, st_text_get(&source), set->words);
  }
  st_text_fini(&source);
  if (status && set) free_cached_set(cache, set);
  *out = set;
  return status;
}

strata_status st_text_cache_symbol_set(st_text_cache *cache,
                                       const st_store *store, uint32_t text,
                                       strata_attr attr, const uint64_t **out) {
  st_text_cache_entry *entry;
  strata_status status = get_cache_entry(cache, text, &entry);
  if (status) return status;
  st_text_cache_set *set = entry->symbol_sets;
  while (set && set->attr != attr) {
    set = set->next;
  }
  if (!set) {
    status = make_cached_set(cache, store, text, attr, &set);
    if (status) return status;
    set->next = entry->symbol_sets;
    entry->symbol_sets = set;
    cache->bytes += cached_set_bytes(cache, set);
  }
  *out = set->words;
  return STRATA_OK;
}

/* The domain indexes of the abilities that a text lists, at most `capacity`;
 * NULL if there is no memory. */
static uint32_t *parse_ability_places(st_text_cache *cache, const char *line,
                                      size_t capacity, uint32_t *count) {
  const strata_rules *rules = cache->rules;
  const st_attr *attr = &rules->attrs[rules->ability_attr - 1];
  uint32_t *places = st_mem_zeroed(cache->mem, capacity, sizeof *places);
  uint32_t n = 0;
  strata_symbol symbol;
  while (places && st_symbol_list_next(rules, &line, &symbol)) {
    uint32_t place = symbol ? st_attr_domain_index(attr, symbol) : UINT32_MAX;
    if (place != UINT32_MAX) places[n++] = place;
  }
  if (!places) return NULL;
  uint32_t *cut = st_mem_resize(cache->mem, places, capacity, (size_t)n + 1,
                                sizeof *places);
  if (!cut) st_mem_free(cache->mem, places, capacity, sizeof *places);
  *count = n;
  return cut;
}

strata_status st_text_cache_abilities(st_text_cache *cache,
                                      const st_store *store, uint32_t text,
                                      const uint32_t **out, uint32_t *count) {
  *count = 0;
  *out = NULL;
  st_text_cache_entry *entry;
  if (text == 0) return STRATA_OK;
  strata_status status = get_cache_entry(cache, text, &entry);
  if (status) return status;
  if (!entry->abilities) {
    st_text source;
    st_text_init(&source, cache->mem);
    st_strings_read(store, text, &source);
    size_t capacity = source.length / 2 + 1; /* a name and a line end each */
    if (!source.failed) {
      entry->abilities = parse_ability_places(cache, st_text_get(&source),
                                              capacity, &entry->ability_count);
    }
    st_text_fini(&source);
    if (!entry->abilities) return STRATA_ENOMEM;
    cache->bytes += ((size_t)entry->ability_count + 1) * sizeof(uint32_t);
  }
  *out = entry->abilities;
  *count = entry->ability_count;
  return STRATA_OK;
}

strata_status st_text_cache_substitution(st_text_cache *cache,
                                         const st_store *store, uint32_t text,
                                         strata_symbol *from,
                                         strata_symbol *to) {
  st_text source;
  st_text_init(&source, cache->mem);
  st_strings_read(store, text, &source);
  strata_status status = source.failed ? STRATA_ENOMEM : STRATA_OK;
  *from = 0;
  *to = 0;
  if (!status) {
    const char *line = st_text_get(&source);
    (void)st_symbol_list_next(cache->rules, &line, from);
    (void)st_symbol_list_next(cache->rules, &line, to);
  }
  st_text_fini(&source);
  return status;
}

void st_text_cache_forget(st_text_cache *cache, uint32_t from) {
  size_t before = cache->mem->live_bytes;
  for (size_t i = from; i < cache->capacity; i++) {
    st_text_cache_entry *entry = &cache->texts[i];
    st_expr_free(entry->expr);
    st_expr_free(entry->expr_within);
    while (entry->symbol_sets) {
      st_text_cache_set *next = entry->symbol_sets->next;
      free_cached_set(cache, entry->symbol_sets);
      entry->symbol_sets = next;
    }
    entry->expr = NULL;
    entry->expr_within = NULL;
    st_mem_free(cache->mem, entry->abilities,
                entry->abilities ? (size_t)entry->ability_count + 1 : 0,
                sizeof entry->abilities[0]);
    entry->abilities = NULL;
    entry->ability_count = 0;
  }
  cache->bytes -= before - cache->mem->live_bytes;
}

void st_text_cache_fini(st_text_cache *cache) {
  if (!cache->mem) return;
  st_text_cache_forget(cache, 0);
  st_mem_free(cache->mem, cache->texts, cache->capacity,
              sizeof cache->texts[0]);
  cache->texts = NULL;
  cache->capacity = 0;
}
