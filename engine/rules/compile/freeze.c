/*
 * freeze.c - from a builder to frozen rules.
 *
 * Names come first, because everything else is found by name; then attributes,
 * layers, groups and zones; then the columns; and last what the compilers
 * make, which may read all the rest. The order of declaration makes no
 * difference (test unit.rules_hash).
 */
#include "rules/compile/freeze.h"

#include "base/hash.h"
#include "rules/catalog/column_layout.h"
#include "rules/compile/ability_compile.h"
#include "rules/compile/event_compile.h"
#include "rules/compile/period_compile.h"
#include "rules/compile/rules_hash.h"
#include "rules/compile/sba_compile.h"
#include "rules/declare/old_names.h"

#include <string.h>

static bool freeze_layers(const strata_builder *builder, strata_rules *rules) {
  st_names *names = &rules->names[STRATA_NAME_LAYER];
  rules->numbered_layers = builder->numbered;
  rules->numbered_order = builder->numbered_order;
  if (names->count == 0) return true;
  rules->layers = st_mem_zeroed(&rules->mem, names->count, sizeof(st_layer));
  if (!rules->layers) return false;
  rules->layer_count = names->count;
  for (size_t i = 0; i < names->count; i++) {
    st_layer layer = builder->layers[names->items[i].tag];
    layer.name = names->items[i].text;
    layer.hash = names->items[i].hash;
    size_t at = i;
    for (; at > 0 && rules->layers[at - 1].position > layer.position; at--) {
      rules->layers[at] = rules->layers[at - 1];
    }
    rules->layers[at] = layer;
  }
  for (size_t i = 0; i < names->count; i++) {
    const char *name = rules->layers[i].name;
    uint32_t n = st_names_find(names, name, strlen(name));
    names->items[n].tag = (uint32_t)i + 1;
  }
  return true;
}

/* The symbols that a list attribute may contain, as names. */
static const st_names *attr_domain_names(const st_declared_attr *declared,
                                         const strata_rules *rules) {
  return declared->desc.type == STRATA_ABILITIES
             ? &rules->names[STRATA_NAME_ABILITY]
             : &declared->domain;
}

static bool freeze_domain(const st_names *domain, strata_rules *rules,
                          st_attr *attr) {
  uint32_t count = (uint32_t)domain->count;
  if (count == 0) return true;
  attr->domain = st_mem_zeroed(&rules->mem, count, sizeof(strata_symbol));
  if (!attr->domain) return false;
  attr->domain_count = count;
  if (attr->type == STRATA_SET) attr->word_count = (count + 63) / 64;
  const st_names *symbols = &rules->names[STRATA_NAME_SYMBOL];
  attr->domain_index =
      st_mem_zeroed(&rules->mem, symbols->count, sizeof(uint32_t));
  if (!attr->domain_index) return false;
  attr->symbol_count = (uint32_t)symbols->count;
  for (uint32_t n = 0; n < count; n++) {
    const st_name *symbol = &domain->items[n];
    uint32_t id = st_names_find(symbols, symbol->text, symbol->length);
    attr->domain[n] = id + 1;
    attr->domain_index[id] = n + 1;
  }
  return true;
}

static void freeze_range(const strata_attribute *desc, st_attr *attr) {
  attr->min = INT64_MIN;
  attr->max = INT64_MAX;
  if (desc->type == STRATA_FLAG) {
    attr->min = 0;
    attr->max = 1;
  } else if (desc->min != 0 || desc->max != 0) {
    attr->min = desc->min;
    attr->max = desc->max;
  } else if (desc->counter) {
    attr->min = 0;
  }
  attr->ranged = attr->min != INT64_MIN || attr->max != INT64_MAX;
}

static void compute_narrow_range(st_attr *attr) {
  uint64_t width = (uint64_t)attr->max - (uint64_t)attr->min;
  attr->narrow = attr->type == STRATA_INT && width <= UINT32_MAX &&
                 attr->default_value >= attr->min &&
                 attr->default_value <= attr->max;
  if (attr->narrow) {
    attr->bias = (uint32_t)(attr->default_value - attr->min);
  }
}

static void choose_direct_write(const strata_attribute *desc, st_attr *attr) {
  if (desc->stamps || desc->counter) return;
  if (desc->type == STRATA_INT) {
    attr->direct_write = attr->narrow ? ST_DIRECT_NARROW : ST_DIRECT_NUMBER;
  } else if (desc->type == STRATA_FLAG) {
    attr->direct_write = ST_DIRECT_FLAG;
  } else if (desc->type == STRATA_REF) {
    attr->direct_write = ST_DIRECT_REF;
  } else if (desc->type == STRATA_SET) {
    attr->direct_write = ST_DIRECT_SET;
  }
}

static bool freeze_attr(const st_declared_attr *declared, strata_rules *rules,
                        uint32_t i) {
  const strata_attribute *desc = &declared->desc;
  st_attr *attr = &rules->attrs[i];
  const st_name *name = &rules->names[STRATA_NAME_ATTRIBUTE].items[i];
  *attr =
      (st_attr){.name = name->text,
                .hash = name->hash,
                .type = desc->type,
                .default_value = desc->default_value,
                .layered = !desc->unlayered && !desc->counter,
                /* a copy has the abilities (707.2) */
                .copiable = desc->copiable || desc->type == STRATA_ABILITIES,
                .kept = desc->kept,
                .stamps = desc->stamps,
                .open = desc->open,
                .counter = desc->counter,
                .word_count = 1};
  attr->counter_symbol =
      st_rules_find_name(rules, STRATA_NAME_SYMBOL, declared->counter_kind);
  freeze_range(desc, attr);
  compute_narrow_range(attr);
  choose_direct_write(desc, attr);
  return freeze_domain(attr_domain_names(declared, rules), rules, attr);
}

/* The declaration of "zone", whose tag lies behind all declared attributes. */
static const st_declared_attr zone_attr_declaration = {
    .desc = {.type = STRATA_SYM, .unlayered = true}};

static bool freeze_attrs(const strata_builder *builder, strata_rules *rules) {
  st_names *names = &rules->names[STRATA_NAME_ATTRIBUTE];
  uint32_t declared = (uint32_t)names->count;
  if (rules->names[STRATA_NAME_ZONE].count > 0 &&
      !st_names_add(names, &rules->mem, "zone", declared)) {
    return false;
  }
  uint32_t count = (uint32_t)names->count;
  if (count == 0) return true;
  rules->attrs = st_mem_zeroed(&rules->mem, count, sizeof(st_attr));
  if (!rules->attrs) return false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t tag = names->items[i].tag;
    const st_declared_attr *from =
        tag < declared ? &builder->attrs[tag] : &zone_attr_declaration;
    if (!freeze_attr(from, rules, i)) return false;
    if (from == &zone_attr_declaration) {
      rules->attrs[i].is_zone = true;
      rules->zone_attr = i + 1;
    } else if (from->desc.type == STRATA_ABILITIES) {
      rules->ability_attr = i + 1;
    }
  }
  return true;
}

static bool freeze_groups(const strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_GROUP];
  if (names->count == 0) return true;
  rules->groups =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_stacking_group));
  if (!rules->groups) return false;
  for (size_t i = 0; i < names->count; i++) {
    rules->groups[i] = builder->groups[names->items[i].tag];
  }
  return true;
}

static bool freeze_zones(const strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_ZONE];
  if (names->count == 0) return true;
  rules->zones = st_mem_zeroed(&rules->mem, names->count, sizeof(st_zone));
  if (!rules->zones) return false;
  for (size_t i = 0; i < names->count; i++) {
    rules->zones[i] = builder->zones[names->items[i].tag];
    rules->zones[i].name = names->items[i].text;
    rules->zones[i].symbol =
        st_rules_find_name(rules, STRATA_NAME_SYMBOL, names->items[i].text);
  }
  return true;
}

static bool freeze_names(const strata_builder *builder, strata_rules *rules) {
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    if (!st_names_copy(&builder->names[kind], &rules->mem,
                       &rules->names[kind])) {
      return false;
    }
  }
  return true;
}

/* Add an attribute to the reads of a predicate, in ascending order. */
static void add_predicate_read(st_predicate *predicate, strata_attr attr) {
  uint32_t at = predicate->read_count;
  while (at > 0 && predicate->reads[at - 1] > attr) {
    at--;
  }
  if (at > 0 && predicate->reads[at - 1] == attr) return;
  memmove(predicate->reads + at + 1, predicate->reads + at,
          (predicate->read_count - at) * sizeof predicate->reads[0]);
  predicate->reads[at] = attr;
  predicate->read_count++;
}

static strata_status freeze_read(strata_builder *builder,
                                 const strata_rules *rules,
                                 st_predicate *predicate, const char *name) {
  strata_attr attr = st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, name);
  if (attr == 0) {
    const char *near = st_rules_nearest(rules, STRATA_NAME_ATTRIBUTE, name);
    return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "predicate '",
                    predicate->name, "': it reads the unknown attribute '",
                    name, near ? "'; did you mean '" : "'", near ? near : "",
                    near ? "'?" : "");
  }
  if (rules->attrs[attr - 1].type == STRATA_TEXT) {
    return ST_ERROR(&builder->error, STRATA_ETYPE, 0, "predicate '",
                    predicate->name, "': '", name,
                    "' is a text, and predicates read none; use a sym");
  }
  add_predicate_read(predicate, attr);
  return STRATA_OK;
}

static strata_status freeze_predicate(strata_builder *builder,
                                      strata_rules *rules, size_t i) {
  const st_name *name = &rules->names[STRATA_NAME_PREDICATE].items[i];
  const strata_predicate_desc *desc = st_declared_predicate(builder, name->tag);
  st_predicate *predicate = &rules->predicates[i];
  predicate->name = name->text;
  predicate->fn = desc->fn;
  predicate->user = desc->user;
  if (desc->read_count == 0) return STRATA_OK;
  predicate->reads =
      st_mem_zeroed(&rules->mem, desc->read_count, sizeof(strata_attr));
  if (!predicate->reads) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t r = 0; !status && r < desc->read_count; r++) {
    status = freeze_read(builder, rules, predicate, desc->reads[r]);
  }
  return status;
}

static strata_status freeze_predicates(strata_builder *builder,
                                       strata_rules *rules) {
  size_t count = rules->names[STRATA_NAME_PREDICATE].count;
  if (count == 0) return STRATA_OK;
  rules->predicates = st_mem_zeroed(&rules->mem, count, sizeof(st_predicate));
  if (!rules->predicates) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    status = freeze_predicate(builder, rules, i);
  }
  return status;
}

static strata_status freeze_copiable(strata_builder *builder,
                                     strata_rules *rules) {
  const char *name = builder->copiable_after;
  if (!name) return STRATA_OK;
  rules->has_copiable_layer =
      st_layer_find(rules, name, &rules->copiable_after);
  if (rules->has_copiable_layer) return STRATA_OK;
  const char *near = NULL;
  if (!rules->numbered_layers) {
    near = st_rules_nearest(rules, STRATA_NAME_LAYER, name);
  }
  return ST_ERROR(&builder->error, STRATA_ENOENT, 0,
                  "copiable values end after layer '", name,
                  near ? "', which is not declared; did you mean '"
                       : "', which is not declared",
                  near ? near : "", near ? "'?" : "");
}

/* Find an attribute that is named, of one type. */
static strata_status find_face_down_attr(strata_builder *builder,
                                         const strata_rules *rules,
                                         const char *name, strata_type type,
                                         strata_attr *out) {
  if (!name) return STRATA_OK;
  *out = st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, name);
  if (*out == 0) {
    const char *near = st_rules_nearest(rules, STRATA_NAME_ATTRIBUTE, name);
    return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "face_down: '", name,
                    near ? "' is no attribute; did you mean '"
                         : "' is no attribute",
                    near ? near : "", near ? "'?" : "");
  }
  if (rules->attrs[*out - 1].type == type) return STRATA_OK;
  return ST_ERROR(&builder->error, STRATA_ETYPE, 0, "face_down: '", name,
                  type == STRATA_FLAG ? "' is no flag" : "' is no ref");
}

/* An object that is turned up must be noticed at each write of the flag, so the
 * flag is never written in place. */
static strata_status freeze_face_down(strata_builder *builder,
                                      strata_rules *rules) {
  strata_status status = find_face_down_attr(builder, rules, builder->face_down,
                                             STRATA_FLAG, &rules->face_down);
  if (!status) {
    status = find_face_down_attr(builder, rules, builder->looks_under,
                                 STRATA_REF, &rules->looks_under);
  }
  if (!status && rules->face_down != 0) {
    rules->attrs[rules->face_down - 1].direct_write = ST_DIRECT_NEVER;
  }
  return status;
}

/* Saves and hashes of worlds know names by their hashes alone, and whoever
 * wants to can find a name with the hash of another: such names are refused. */
static strata_status check_hashes(strata_builder *builder,
                                  const strata_rules *rules,
                                  strata_name_kind kind) {
  const st_names *names = &rules->names[kind];
  const st_names *olds = &rules->old_names[kind];
  for (size_t i = 0; i < names->count + olds->count; i++) {
    const st_name *name =
        i < names->count ? &names->items[i] : &olds->items[i - names->count];
    const uint32_t same = st_names_find_by_hash(names, name->hash);
    const st_name *other = same != ST_NAME_NONE ? &names->items[same] : NULL;
    if (i >= names->count && other == NULL) {
      other = &olds->items[st_names_find_by_hash(olds, name->hash)];
    }
    assert(other != NULL); /* a name is found by its own hash */
    if (other == NULL || other == name) continue;
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "the names '",
                    other->text, "' and '", name->text, "' (",
                    st_name_kind_text(kind),
                    ") have one hash, and saves could not tell them apart; ",
                    "rename one of them");
  }
  return STRATA_OK;
}

static strata_status freeze_rules(strata_builder *builder,
                                  strata_rules *rules) {
  if (!freeze_names(builder, rules) || !freeze_attrs(builder, rules) ||
      !freeze_layers(builder, rules) || !freeze_groups(builder, rules) ||
      !freeze_zones(builder, rules) || !st_column_layout_make(rules)) {
    return st_builder_no_memory(builder);
  }
  strata_status status = st_old_names_freeze(builder, rules);
  for (int kind = 0; !status && kind < ST_NAME_KIND_COUNT; kind++) {
    status = check_hashes(builder, rules, (strata_name_kind)kind);
  }
  if (!status) status = freeze_copiable(builder, rules);
  if (!status) status = freeze_face_down(builder, rules);
  if (!status) status = freeze_predicates(builder, rules);
  if (!status) status = st_event_compile_all(builder, rules);
  if (!status) status = st_sba_compile_all(builder, rules);
  if (!status) status = st_period_compile_all(builder, rules);
  return status ? status : st_ability_compile_all(builder, rules);
}

strata_status st_builder_freeze(strata_builder *builder, strata_rules **out) {
  if (!out) return STRATA_EINVAL;
  if (!builder->numbered && builder->names[STRATA_NAME_LAYER].count == 0) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "rules need layers: name some, or let them be numbers");
  }
  strata_rules *rules =
      st_rules_new(builder->mem.alloc, builder->mem.user, sizeof *rules);
  if (!rules) return st_builder_no_memory(builder);
  rules->header_version = builder->header_version;
  strata_status status = freeze_rules(builder, rules);
  if (status) {
    st_rules_free(rules);
    return status;
  }
  rules->hash = st_rules_hash_compute(rules);
  *out = rules;
  return STRATA_OK;
}
