/*
 * declare.c - collecting abilities, definitions, predicates and laws.
 *
 * Their texts mean something only when all names are known, so they are kept
 * as they came until the rules are frozen: the public struct with all that it
 * points to, in one block. Blocks are written twice by the same functions, the
 * first time to nowhere, to measure them.
 */
#include "world/builder.h"
#include "world/clause.h"

#include <stdalign.h>
#include <string.h>

/* -- Copies -- */

typedef struct packer {
  char *bytes; /* NULL: only measure */
  size_t used; /* SIZE_MAX: more than there can be */
} packer;

/* Room for an array; NULL while measuring. */
static void *pack(packer *p, size_t count, size_t size) {
  size_t start = (p->used + alignof(max_align_t) - 1) / alignof(max_align_t) *
                 alignof(max_align_t);
  size_t bytes = 0;
  if (p->used > SIZE_MAX / 2 || !st_mul_size(count, size, &bytes) ||
      bytes > SIZE_MAX / 2) {
    assert(!p->bytes);
    p->used = SIZE_MAX;
    return NULL;
  }
  p->used = start + bytes;
  return p->bytes ? p->bytes + start : NULL;
}

static const char *pack_text(packer *p, const char *text) {
  if (!text) return NULL;
  size_t size = strlen(text) + 1;
  char *copy = pack(p, size, 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}

static const char *const *pack_texts(packer *p, const char *const *texts,
                                     size_t count) {
  const char **copy = pack(p, count, sizeof *copy);
  for (size_t i = 0; i < count; i++) {
    const char *text = pack_text(p, texts[i]);
    if (copy) copy[i] = text;
  }
  return copy;
}

static const strata_clause_part *pack_parts(packer *p,
                                            const strata_clause *clause) {
  strata_clause_part *copy = pack(p, clause->part_count, sizeof *copy);
  for (size_t i = 0; i < clause->part_count; i++) {
    strata_clause_part part = clause->parts[i];
    part.attr = pack_text(p, part.attr);
    part.layer = pack_text(p, part.layer);
    part.operand = pack_text(p, part.operand);
    part.names = pack_texts(p, part.names, part.name_count);
    part.other = pack_text(p, part.other);
    if (copy) copy[i] = part;
  }
  return copy;
}

static strata_clause pack_clause(packer *p, const strata_clause *clause) {
  return (strata_clause){.subject = pack_text(p, clause->subject),
                         .condition = pack_text(p, clause->condition),
                         .parts = pack_parts(p, clause),
                         .part_count = clause->part_count};
}

static void pack_ability(packer *p, const void *declared) {
  strata_ability_desc *copy = pack(p, 1, sizeof *copy);
  strata_ability_desc desc = *(const strata_ability_desc *)declared;
  desc.name = pack_text(p, desc.name);
  desc.text = pack_text(p, desc.text);
  desc.zones = pack_texts(p, desc.zones, desc.zone_count);
  strata_clause *clauses = pack(p, desc.clause_count, sizeof *clauses);
  for (size_t i = 0; i < desc.clause_count; i++) {
    strata_clause clause = pack_clause(p, &desc.clauses[i]);
    if (clauses) clauses[i] = clause;
  }
  desc.clauses = clauses;
  if (copy) *copy = desc;
}

static void pack_definition(packer *p, const void *declared) {
  strata_definition_desc *copy = pack(p, 1, sizeof *copy);
  strata_definition_desc desc = *(const strata_definition_desc *)declared;
  desc.name = pack_text(p, desc.name);
  strata_default *defaults = pack(p, desc.default_count, sizeof *defaults);
  for (size_t i = 0; i < desc.default_count; i++) {
    strata_default value = desc.defaults[i];
    value.attr = pack_text(p, value.attr);
    value.text = pack_text(p, value.text);
    value.names = pack_texts(p, value.names, value.name_count);
    if (defaults) defaults[i] = value;
  }
  desc.defaults = defaults;
  if (copy) *copy = desc;
}

static void pack_predicate(packer *p, const void *declared) {
  strata_predicate_desc *copy = pack(p, 1, sizeof *copy);
  strata_predicate_desc desc = *(const strata_predicate_desc *)declared;
  desc.name = pack_text(p, desc.name);
  desc.reads = pack_texts(p, desc.reads, desc.read_count);
  if (copy) *copy = desc;
}

static void pack_law(packer *p, const void *declared) {
  strata_law_desc *copy = pack(p, 1, sizeof *copy);
  strata_law_desc desc = *(const strata_law_desc *)declared;
  desc.name = pack_text(p, desc.name);
  desc.clause = pack_clause(p, &desc.clause);
  desc.counter = pack_text(p, desc.counter);
  if (copy) *copy = desc;
}

/* Keep a copy of what was declared; its tag in `names` is its index. */
static strata_status keep(strata_builder *builder, st_names *names,
                          const char *name, st_block_list *list,
                          void (*pack_it)(packer *, const void *),
                          const void *declared) {
  packer p = {0};
  pack_it(&p, declared);
  size_t size = p.used;
  if (!st_mem_reserve(&builder->mem, &list->items, &list->capacity,
                      names->count + 1, sizeof list->items[0])) {
    return st_builder_no_memory(builder);
  }
  char *bytes = NULL;
  if (size < SIZE_MAX) bytes = st_mem_zeroed(&builder->mem, size, 1);
  if (!bytes ||
      !st_names_add(names, &builder->mem, name, (uint32_t)names->count)) {
    st_mem_free(&builder->mem, bytes, size, 1);
    return st_builder_no_memory(builder);
  }
  p = (packer){.bytes = bytes};
  pack_it(&p, declared);
  assert(p.used == size);
  list->items[names->count - 1] = (st_block){.bytes = bytes, .size = size};
  return STRATA_OK;
}

/* -- Checks -- */

static bool has_texts(const char *const *texts, size_t count) {
  if (count > 0 && !texts) return false;
  for (size_t i = 0; i < count; i++) {
    if (!texts[i]) return false;
  }
  return true;
}

static strata_status refuse(strata_builder *builder, const char *what,
                            const char *name, const char *why) {
  return ST_ERROR(&builder->error, STRATA_EINVAL, 0, what, " '", name,
                  "': ", why);
}

static strata_status check_clause(strata_builder *builder, const char *what,
                                  const char *name,
                                  const strata_clause *clause) {
  if (!clause->parts || clause->part_count == 0 ||
      clause->part_count > ST_CLAUSE_PARTS) {
    return refuse(builder, what, name, "a clause has 1 to 64 parts");
  }
  for (size_t i = 0; i < clause->part_count; i++) {
    const strata_clause_part *part = &clause->parts[i];
    if (!has_texts(part->names, part->name_count)) {
      return refuse(builder, what, name, "a name in its parts is NULL");
    }
  }
  return STRATA_OK;
}

static bool takes_clauses(strata_ability_kind kind) {
  return kind == STRATA_ABILITY_STATIC || kind == STRATA_ABILITY_CDA;
}

static strata_status check_clauses(strata_builder *builder,
                                   const strata_ability_desc *ability) {
  bool cda = ability->kind == STRATA_ABILITY_CDA;
  if (takes_clauses(ability->kind) !=
      (ability->clauses && ability->clause_count > 0)) {
    return refuse(builder, "ability", ability->name,
                  takes_clauses(ability->kind)
                      ? "a static ability or CDA has at least one clause"
                      : "only static abilities and CDAs have clauses");
  }
  for (size_t i = 0; i < ability->clause_count; i++) {
    const strata_clause *clause = &ability->clauses[i];
    if (cda && (clause->subject || clause->condition)) {
      return refuse(builder, "ability", ability->name,
                    "a CDA is about its own object, always: it has no subject "
                    "and no condition"); /* 604.3a */
    }
    strata_status status =
        check_clause(builder, "ability", ability->name, clause);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status check_ability(strata_builder *builder,
                                   const strata_ability_desc *ability) {
  const char *name = ability->name;
  st_names *names = &builder->names[STRATA_KIND_ABILITY];
  strata_status status = st_builder_check_symbol(builder, name);
  if (status) return status;
  if (st_names_find(names, name, strlen(name)) != ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "ability '", name,
                    "' is already declared");
  }
  if ((unsigned)ability->kind > STRATA_ABILITY_HANDLER) {
    return refuse(builder, "ability", name, "no such kind");
  }
  if (!has_texts(ability->zones, ability->zone_count)) {
    return refuse(builder, "ability", name, "a zone is NULL");
  }
  if (ability->kind == STRATA_ABILITY_CDA && ability->zone_count > 0) {
    return refuse(builder, "ability", name,
                  "a CDA functions in every zone"); /* 113.6a */
  }
  return check_clauses(builder, ability);
}

strata_status strata_builder_ability(strata_builder *builder,
                                     const strata_ability_desc *ability) {
  if (!ability) return STRATA_EINVAL;
  strata_status status = check_ability(builder, ability);
  if (!status) status = st_builder_add_symbol(builder, NULL, ability->name);
  if (status) return status;
  return keep(builder, &builder->names[STRATA_KIND_ABILITY], ability->name,
              &builder->abilities, pack_ability, ability);
}

static strata_status check_defaults(strata_builder *builder,
                                    const strata_definition_desc *definition) {
  const char *name = definition->name;
  if (definition->default_count > 0 && !definition->defaults) {
    return refuse(builder, "definition", name, "its base values are NULL");
  }
  for (size_t i = 0; i < definition->default_count; i++) {
    const strata_default *value = &definition->defaults[i];
    if (!value->attr || !has_texts(value->names, value->name_count)) {
      return refuse(builder, "definition", name,
                    "a base value without a name, or with one that is NULL");
    }
    for (size_t n = 0; n < i; n++) {
      if (strcmp(definition->defaults[n].attr, value->attr) != 0) continue;
      return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "definition '", name,
                      "': attribute '", value->attr, "' is given twice");
    }
  }
  return STRATA_OK;
}

strata_status
strata_builder_definition(strata_builder *builder,
                          const strata_definition_desc *definition) {
  if (!definition) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_KIND_DEFINITION];
  strata_status status = st_builder_check_name(builder, names, ST_SPELLED_TITLE,
                                               "definition", definition->name);
  if (!status) status = check_defaults(builder, definition);
  if (status) return status;
  return keep(builder, names, definition->name, &builder->definitions,
              pack_definition, definition);
}

strata_status strata_builder_predicate(strata_builder *builder,
                                       const strata_predicate_desc *predicate) {
  if (!predicate) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_KIND_PREDICATE];
  const char *name = predicate->name;
  strata_status status =
      st_builder_check_name(builder, names, ST_SPELLED_WORD, "predicate", name);
  if (status) return status;
  if (!predicate->fn) {
    return refuse(builder, "predicate", name, "it has no function");
  }
  if (!has_texts(predicate->reads, predicate->read_count)) {
    return refuse(builder, "predicate", name, "something it reads is NULL");
  }
  return keep(builder, names, name, &builder->predicates, pack_predicate,
              predicate);
}

strata_status strata_builder_law(strata_builder *builder,
                                 const strata_law_desc *law) {
  if (!law) return STRATA_EINVAL;
  strata_status status = st_builder_check_name(
      builder, &builder->laws, ST_SPELLED_TITLE, "law", law->name);
  if (!status) status = check_clause(builder, "law", law->name, &law->clause);
  if (status) return status;
  if (!law->clause.subject && !law->counter) {
    return refuse(builder, "law", law->name,
                  "it has no object, so say whom it affects: give its clause "
                  "a subject");
  }
  return keep(builder, &builder->laws, law->name, &builder->law_list, pack_law,
              law);
}
