/*
 * compiled.c - the cache of what texts of the state mean.
 *
 * State holds expressions as text, so that saves survive other rules and a
 * person can read them; evaluation wants programs. Each text is compiled when
 * first needed.
 */
#include "world/tables/text_cache.h"

#include "rules/model/clause.h"

#include <string.h>

static strata_status get_cache_entry(st_text_cache *compiled, uint32_t text,
                                     st_text_cache_entry **out) {
  size_t old = compiled->capacity;
  if (!st_mem_reserve(compiled->mem, &compiled->texts, &compiled->capacity,
                      (size_t)text + 1, sizeof compiled->texts[0])) {
    return STRATA_ENOMEM;
  }
  if (compiled->capacity > old) {
    memset(compiled->texts + old, 0,
           (compiled->capacity - old) * sizeof compiled->texts[0]);
  }
  *out = &compiled->texts[text];
  return STRATA_OK;
}

/* Compile a text in one of the two ways, once. */
static strata_status compile_text(st_text_cache *compiled,
                                  const st_store *store, uint32_t text,
                                  bool within, strata_expr **expr) {
  if (*expr) return STRATA_OK;
  size_t before = compiled->mem->live_bytes;
  st_text source;
  st_text_init(&source, compiled->mem);
  st_strings_read(store, text, &source);
  strata_status status = STRATA_ENOMEM;
  if (!source.failed) {
    status = (within ? st_expr_parse_inner : st_expr_parse)(
        compiled->rules, compiled->mem, st_text_get(&source), source.length,
        expr, NULL);
  }
  st_text_fini(&source);
  compiled->bytes += compiled->mem->live_bytes - before;
  return status && status != STRATA_ENOMEM ? STRATA_ECORRUPT : status;
}

strata_status st_text_cache_expr(st_text_cache *compiled, const st_store *store,
                                 uint32_t text, const strata_expr **out) {
  st_text_cache_entry *item;
  strata_status status = get_cache_entry(compiled, text, &item);
  if (!status) status = compile_text(compiled, store, text, false, &item->expr);
  if (!status) *out = item->expr;
  return status;
}

strata_status st_text_cache_expr_within(st_text_cache *compiled,
                                        const st_store *store, uint32_t text,
                                        const strata_expr **out) {
  st_text_cache_entry *item;
  strata_status status = get_cache_entry(compiled, text, &item);
  if (!status)
    status = compile_text(compiled, store, text, true, &item->expr_within);
  if (!status) *out = item->expr_within;
  return status;
}

/* Set the bit of each symbol that is named on a line of `source`. */
static strata_status parse_symbol_set(const strata_rules *rules,
                                      const st_attr *attr, const char *source,
                                      uint64_t *words) {
  while (*source) {
    size_t length = strcspn(source, "\n");
    strata_symbol symbol =
        st_rules_find(rules, STRATA_NAME_SYMBOL, source, length);
    uint32_t place =
        symbol == 0 ? UINT32_MAX : st_attr_domain_index(attr, symbol);
    if (place == UINT32_MAX) return STRATA_ECORRUPT;
    st_bit_set(words, place, true);
    source += length + (source[length] != '\0');
  }
  return STRATA_OK;
}

static size_t cached_set_bytes(const st_text_cache *compiled,
                               const st_text_cache_set *set) {
  return sizeof *set + compiled->rules->attrs[set->attr - 1].word_count *
                           sizeof set->words[0];
}

static void free_cached_set(st_text_cache *compiled, st_text_cache_set *set) {
  const st_attr *attr = &compiled->rules->attrs[set->attr - 1];
  st_mem_free(compiled->mem, set->words, attr->word_count,
              sizeof set->words[0]);
  st_mem_free(compiled->mem, set, 1, sizeof *set);
}

static strata_status make_cached_set(st_text_cache *compiled,
                                     const st_store *store, uint32_t text,
                                     strata_attr attr_id,
                                     st_text_cache_set **out) {
  const st_attr *attr = &compiled->rules->attrs[attr_id - 1];
  st_text source;
  st_text_init(&source, compiled->mem);
  st_strings_read(store, text, &source);
  st_text_cache_set *set = st_mem_zeroed(compiled->mem, 1, sizeof *set);
  if (set) {
    set->attr = attr_id;
    set->words =
        st_mem_zeroed(compiled->mem, attr->word_count, sizeof set->words[0]);
  }
  strata_status status = STRATA_ENOMEM;
  if (set && set->words && !source.failed) {
    status = parse_symbol_set(compiled->rules, attr, st_text_get(&source),
                              set->words);
  }
  st_text_fini(&source);
  if (status && set) free_cached_set(compiled, set);
  *out = set;
  return status;
}

strata_status st_text_cache_symbol_set(st_text_cache *compiled,
                                       const st_store *store, uint32_t text,
                                       strata_attr attr, const uint64_t **out) {
  st_text_cache_entry *item;
  strata_status status = get_cache_entry(compiled, text, &item);
  if (status) return status;
  st_text_cache_set *set = item->symbol_sets;
  while (set && set->attr != attr) {
    set = set->next;
  }
  if (!set) {
    status = make_cached_set(compiled, store, text, attr, &set);
    if (status) return status;
    set->next = item->symbol_sets;
    item->symbol_sets = set;
    compiled->bytes += cached_set_bytes(compiled, set);
  }
  *out = set->words;
  return STRATA_OK;
}

/* The symbol on the line that starts at `line`; *next is where the line after
 * it starts. 0 if the rules lack it. */
static strata_symbol parse_symbol_line(const strata_rules *rules,
                                       const char *line, const char **next) {
  size_t length = strcspn(line, "\n");
  *next = line + length + (line[length] != '\0');
  return st_rules_find(rules, STRATA_NAME_SYMBOL, line, length);
}

/* The places of the abilities that some lines name; NULL if there is no memory.
 */
static uint32_t *parse_ability_places(st_text_cache *compiled, const char *line,
                                      size_t room, uint32_t *count) {
  const strata_rules *rules = compiled->rules;
  const st_attr *attr = &rules->attrs[rules->ability_attr - 1];
  uint32_t *places = st_mem_zeroed(compiled->mem, room, sizeof *places);
  uint32_t n = 0;
  while (places && *line) {
    strata_symbol symbol = parse_symbol_line(rules, line, &line);
    uint32_t place = symbol ? st_attr_domain_index(attr, symbol) : UINT32_MAX;
    if (place != UINT32_MAX) places[n++] = place;
  }
  if (!places) return NULL;
  uint32_t *cut =
      st_mem_resize(compiled->mem, places, room, (size_t)n + 1, sizeof *places);
  if (!cut) st_mem_free(compiled->mem, places, room, sizeof *places);
  *count = n;
  return cut;
}

strata_status st_text_cache_abilities(st_text_cache *compiled,
                                      const st_store *store, uint32_t text,
                                      const uint32_t **out, uint32_t *count) {
  *count = 0;
  *out = NULL;
  st_text_cache_entry *item;
  if (text == 0) return STRATA_OK;
  strata_status status = get_cache_entry(compiled, text, &item);
  if (status) return status;
  if (!item->abilities) {
    st_text source;
    st_text_init(&source, compiled->mem);
    st_strings_read(store, text, &source);
    size_t room = source.length / 2 + 1; /* a name and its line's end */
    if (!source.failed) {
      item->abilities = parse_ability_places(compiled, st_text_get(&source),
                                             room, &item->ability_count);
    }
    st_text_fini(&source);
    if (!item->abilities) return STRATA_ENOMEM;
    compiled->bytes += ((size_t)item->ability_count + 1) * sizeof(uint32_t);
  }
  *out = item->abilities;
  *count = item->ability_count;
  return STRATA_OK;
}

strata_status st_text_cache_substitution(st_text_cache *compiled,
                                         const st_store *store, uint32_t text,
                                         strata_symbol *from,
                                         strata_symbol *to) {
  st_text source;
  st_text_init(&source, compiled->mem);
  st_strings_read(store, text, &source);
  strata_status status = source.failed ? STRATA_ENOMEM : STRATA_OK;
  if (!status) {
    const char *line = st_text_get(&source);
    *from = parse_symbol_line(compiled->rules, line, &line);
    *to = parse_symbol_line(compiled->rules, line, &line);
  }
  st_text_fini(&source);
  return status;
}

void st_text_cache_forget(st_text_cache *compiled, uint32_t from) {
  size_t before = compiled->mem->live_bytes;
  for (size_t i = from; i < compiled->capacity; i++) {
    st_text_cache_entry *item = &compiled->texts[i];
    st_expr_free(item->expr);
    st_expr_free(item->expr_within);
    while (item->symbol_sets) {
      st_text_cache_set *next = item->symbol_sets->next;
      free_cached_set(compiled, item->symbol_sets);
      item->symbol_sets = next;
    }
    item->expr = NULL;
    item->expr_within = NULL;
    st_mem_free(compiled->mem, item->abilities,
                item->abilities ? (size_t)item->ability_count + 1 : 0,
                sizeof item->abilities[0]);
    item->abilities = NULL;
    item->ability_count = 0;
  }
  compiled->bytes -= before - compiled->mem->live_bytes;
}

void st_text_cache_fini(st_text_cache *compiled) {
  if (!compiled->mem) return;
  st_text_cache_forget(compiled, 0);
  st_mem_free(compiled->mem, compiled->texts, compiled->capacity,
              sizeof compiled->texts[0]);
  compiled->texts = NULL;
  compiled->capacity = 0;
}
