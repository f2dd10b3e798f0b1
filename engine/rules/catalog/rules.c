/*
 * rules.c - the memory of frozen rules, and lookups in them.
 *
 * Lookups write nothing, so any number of threads may call them at once.
 */
#include "rules/catalog/rules.h"

#include "base/hash.h"

#include <string.h>

strata_rules *st_rules_new(strata_alloc_fn alloc, void *user, size_t size) {
  assert(size >= sizeof(strata_rules));
  st_region *region = st_region_new(alloc, user, size);
  if (!region) return NULL;
  st_mem mem = st_region_mem(region);
  strata_rules *rules = st_mem_zeroed(&mem, 1, sizeof *rules);
  assert(rules); /* the first block has room for the struct */
  rules->region = region;
  rules->mem = mem;
  return rules;
}

void st_rules_free(strata_rules *rules) {
  if (rules) st_region_free(rules->region);
}

bool st_layer_exists(const strata_rules *rules, strata_layer layer) {
  if (rules->numbered_layers) return true;
  return layer >= 0 && (size_t)layer < rules->layer_count;
}

strata_order st_layer_order(const strata_rules *rules, strata_layer layer) {
  assert(st_layer_exists(rules, layer));
  return rules->numbered_layers ? rules->numbered_order
                                : rules->layers[layer].order;
}

/* Parse a decimal number of 32 bits. */
static bool parse_layer_number(const char *text, int32_t *out) {
  bool negative = *text == '-';
  int64_t number = 0;
  const char *p = text + negative;
  if (*p == '\0') return false;
  for (; *p; p++) {
    if (*p < '0' || *p > '9') return false;
    number = number * 10 + (*p - '0');
    if (number > -(int64_t)INT32_MIN) return false;
  }
  if (negative) number = -number;
  if (number > INT32_MAX) return false;
  *out = (int32_t)number;
  return true;
}

bool st_layer_find(const strata_rules *rules, const char *text,
                   strata_layer *out) {
  if (rules->numbered_layers) return parse_layer_number(text, out);
  uint32_t id = st_rules_find_name(rules, STRATA_NAME_LAYER, text);
  if (id == 0) return false;
  *out = (strata_layer)(id - 1);
  return true;
}

bool st_cell_content_kind(st_cell_content content, strata_name_kind *out) {
  static const uint8_t kinds[ST_CONTENT_COUNT] = {
      /* + 1 */
      [ST_CONTENT_SYMBOL] = STRATA_NAME_SYMBOL + 1,
      [ST_CONTENT_ATTR] = STRATA_NAME_ATTRIBUTE + 1,
      [ST_CONTENT_CLOCK] = STRATA_NAME_CLOCK + 1,
      [ST_CONTENT_GROUP] = STRATA_NAME_GROUP + 1,
      [ST_CONTENT_DEFINITION] = STRATA_NAME_DEFINITION + 1,
      [ST_CONTENT_EVENT_TYPE] = STRATA_NAME_EVENT_TYPE + 1,
      [ST_CONTENT_WATCHER_DEF] = STRATA_NAME_WATCHER_DEF + 1,
      [ST_CONTENT_HANDLER] = STRATA_NAME_HANDLER + 1,
      [ST_CONTENT_PERIOD] = STRATA_NAME_PERIOD + 1};
  assert(content < ST_CONTENT_COUNT);
  if (kinds[content] == 0) return false;
  *out = (strata_name_kind)(kinds[content] - 1);
  return true;
}

const st_names *st_cell_content_names(const strata_rules *rules,
                                      st_cell_content content) {
  strata_name_kind kind;
  return st_cell_content_kind(content, &kind) ? &rules->names[kind] : NULL;
}

static uint64_t hash_of_id(const strata_rules *rules, st_cell_content content,
                           uint64_t id) {
  const st_names *names = st_cell_content_names(rules, content);
  return names && id - 1 < names->count ? names->items[id - 1].hash : id;
}

/* Replace the header's layer and attribute by the hash of their names. */
static uint64_t canonical_part_header(const strata_rules *rules,
                                      uint64_t header) {
  strata_layer layer = st_part_header_layer(header);
  uint64_t layer_hash = (uint64_t)(uint32_t)layer;
  if (!rules->numbered_layers && st_layer_exists(rules, layer)) {
    layer_hash = rules->layers[layer].hash;
  }
  uint64_t attr =
      hash_of_id(rules, ST_CONTENT_ATTR, st_part_header_attr(header));
  return st_mix(layer_hash, attr) + (header & ST_PART_HEADER_LOW);
}

uint64_t st_rules_canonical_number(const strata_rules *rules,
                                   st_cell_content content, uint64_t value) {
  return content == ST_CONTENT_PART_HEADER ? canonical_part_header(rules, value)
                                           : hash_of_id(rules, content, value);
}

uint32_t st_rules_count(const strata_rules *rules, strata_name_kind kind) {
  if ((unsigned)kind >= ST_NAME_KIND_COUNT) return 0;
  return (uint32_t)rules->names[kind].count;
}

uint32_t st_rules_find(const strata_rules *rules, strata_name_kind kind,
                       const char *name, size_t length) {
  const st_names *names = &rules->names[kind];
  uint32_t i = st_names_find(names, name, length);
  if (i != ST_NAME_NONE) {
    return kind == STRATA_NAME_LAYER ? names->items[i].tag : i + 1;
  }
  i = st_names_find(&rules->old_names[kind], name, length);
  return i == ST_NAME_NONE ? 0 : rules->old_names[kind].items[i].tag;
}

uint32_t st_rules_find_by_hash(const strata_rules *rules, strata_name_kind kind,
                               uint64_t hash) {
  const st_names *names = &rules->names[kind];
  uint32_t i = st_names_find_by_hash(names, hash);
  if (i != ST_NAME_NONE) {
    return kind == STRATA_NAME_LAYER ? names->items[i].tag : i + 1;
  }
  i = st_names_find_by_hash(&rules->old_names[kind], hash);
  return i == ST_NAME_NONE ? 0 : rules->old_names[kind].items[i].tag;
}

bool st_rules_has_old_names(const strata_rules *rules) {
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    if (rules->old_names[kind].count > 0) return true;
  }
  return false;
}

const char *st_rules_first_name(const strata_rules *rules,
                                strata_name_kind kind, uint32_t id) {
  assert(kind != STRATA_NAME_LAYER && id - 1u < rules->names[kind].count);
  const st_name *name = &rules->names[kind].items[id - 1];
  return name->original_text ? name->original_text : name->text;
}

uint32_t st_rules_find_name(const strata_rules *rules, strata_name_kind kind,
                            const char *name) {
  if ((unsigned)kind >= ST_NAME_KIND_COUNT || !name) return 0;
  return st_rules_find(rules, kind, name, strlen(name));
}

const char *st_rules_name(const strata_rules *rules, strata_name_kind kind,
                          uint32_t id) {
  if (id - 1 >= st_rules_count(rules, kind)) return NULL;
  if (kind == STRATA_NAME_LAYER) return rules->layers[id - 1].name;
  return rules->names[kind].items[id - 1].text;
}

const char *st_name_kind_text(strata_name_kind kind) {
  static const char *const texts[ST_NAME_KIND_COUNT] = {
      "attribute", "symbol",  "layer",      "clock",     "group",
      "zone",      "ability", "definition", "predicate", "event",
      "field",     "code",    "handler",    "check",     "period"};
  return (unsigned)kind < ST_NAME_KIND_COUNT ? texts[kind] : "name";
}

const char *st_rules_nearest(const strata_rules *rules, strata_name_kind kind,
                             const char *name) {
  if ((unsigned)kind >= ST_NAME_KIND_COUNT || !name) return NULL;
  return st_names_nearest(&rules->names[kind], name);
}

strata_symbol st_attr_domain_symbol(const strata_rules *rules, strata_attr attr,
                                    uint32_t n) {
  const st_attr *a = st_attr_of(rules, attr);
  return a && n < a->domain_count ? a->domain[n] : 0;
}

size_t st_attr_max_words(const strata_rules *rules) {
  size_t most = 1;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    if (rules->attrs[i].word_count > most) most = rules->attrs[i].word_count;
  }
  return most;
}
