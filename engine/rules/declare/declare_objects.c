/*
 * declare_objects.c - declarations of abilities, definitions, predicates and
 * laws.
 *
 * Their texts refer to names that may be declared later, so they are kept
 * unread until the rules are frozen: see declared_copy.h. Here only mistakes
 * are refused that no other declaration can mend.
 */
#include "rules/declare/declared_copy.h"
#include "rules/model/clause.h"

#include <string.h>

/* -- Copies -- */

static const strata_clause_part *
copy_clause_parts(st_declared_copy *p, const strata_clause *clause) {
  strata_clause_part *copy =
      st_declared_copy_reserve(p, clause->part_count, sizeof *copy);
  for (size_t i = 0; i < clause->part_count; i++) {
    strata_clause_part part = clause->parts[i];
    part.attr = st_declared_copy_text(p, part.attr);
    part.layer = st_declared_copy_text(p, part.layer);
    part.operand = st_declared_copy_text(p, part.operand);
    part.names = st_declared_copy_texts(p, part.names, part.name_count);
    part.other = st_declared_copy_text(p, part.other);
    if (copy) copy[i] = part;
  }
  return copy;
}

strata_clause st_declared_copy_clause(st_declared_copy *p,
                                      const strata_clause *clause) {
  return (strata_clause){.subject = st_declared_copy_text(p, clause->subject),
                         .condition =
                             st_declared_copy_text(p, clause->condition),
                         .parts = copy_clause_parts(p, clause),
                         .part_count = clause->part_count};
}

static void copy_ability_desc(st_declared_copy *p, const void *declared) {
  strata_ability_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_ability_desc desc = *(const strata_ability_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.text = st_declared_copy_text(p, desc.text);
  desc.zones = st_declared_copy_texts(p, desc.zones, desc.zone_count);
  strata_clause *clauses =
      st_declared_copy_reserve(p, desc.clause_count, sizeof *clauses);
  for (size_t i = 0; i < desc.clause_count; i++) {
    strata_clause clause = st_declared_copy_clause(p, &desc.clauses[i]);
    if (clauses) clauses[i] = clause;
  }
  desc.clauses = clauses;
  desc.watchers = st_declared_copy_texts(p, desc.watchers, desc.watcher_count);
  if (copy) *copy = desc;
}

static void copy_definition_desc(st_declared_copy *p, const void *declared) {
  strata_definition_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_definition_desc desc = *(const strata_definition_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  strata_default *defaults =
      st_declared_copy_reserve(p, desc.default_count, sizeof *defaults);
  for (size_t i = 0; i < desc.default_count; i++) {
    strata_default value = desc.defaults[i];
    value.attr = st_declared_copy_text(p, value.attr);
    value.text = st_declared_copy_text(p, value.text);
    value.names = st_declared_copy_texts(p, value.names, value.name_count);
    if (defaults) defaults[i] = value;
  }
  desc.defaults = defaults;
  desc.handlers = st_declared_copy_texts(p, desc.handlers, desc.handler_count);
  if (copy) *copy = desc;
}

static void copy_predicate_desc(st_declared_copy *p, const void *declared) {
  strata_predicate_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_predicate_desc desc = *(const strata_predicate_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.reads = st_declared_copy_texts(p, desc.reads, desc.read_count);
  if (copy) *copy = desc;
}

static void copy_law_desc(st_declared_copy *p, const void *declared) {
  strata_law_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_law_desc desc = *(const strata_law_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.clause = st_declared_copy_clause(p, &desc.clause);
  desc.counter = st_declared_copy_text(p, desc.counter);
  desc.watchers = st_declared_copy_texts(p, desc.watchers, desc.watcher_count);
  if (copy) *copy = desc;
}

/* -- Checks -- */

static strata_status check_declared_clause(strata_builder *builder,
                                           const char *what, const char *name,
                                           const strata_clause *clause,
                                           bool some) {
  bool none = !some && clause->part_count == 0;
  if ((!clause->parts && !none) || (clause->part_count == 0 && !none) ||
      clause->part_count > ST_CLAUSE_PARTS) {
    return st_builder_refuse(builder, what, name, "a clause has 1 to 64 parts");
  }
  for (size_t i = 0; i < clause->part_count; i++) {
    const strata_clause_part *part = &clause->parts[i];
    if (!st_has_all_texts(part->names, part->name_count)) {
      return st_builder_refuse(builder, what, name,
                               "a name in its parts is NULL");
    }
  }
  return STRATA_OK;
}

static bool takes_clauses(strata_ability_kind kind) {
  return kind == STRATA_ABILITY_STATIC || kind == STRATA_ABILITY_CDA;
}

static strata_status check_ability_clauses(strata_builder *builder,
                                           const strata_ability_desc *ability) {
  bool cda = ability->kind == STRATA_ABILITY_CDA;
  bool watches = ability->kind == STRATA_ABILITY_STATIC &&
                 ability->watcher_count > 0 && ability->clause_count == 0;
  if (!watches && takes_clauses(ability->kind) !=
                      (ability->clauses && ability->clause_count > 0)) {
    return st_builder_refuse(
        builder, "ability", ability->name,
        takes_clauses(ability->kind)
            ? "a static ability or CDA has at least one clause"
            : "only static abilities and CDAs have clauses");
  }
  for (size_t i = 0; i < ability->clause_count; i++) {
    const strata_clause *clause = &ability->clauses[i];
    if (cda && (clause->subject || clause->condition)) {
      return st_builder_refuse(
          builder, "ability", ability->name,
          "a CDA is about its own object, always: it has no subject "
          "and no condition"); /* 604.3a */
    }
    strata_status status =
        check_declared_clause(builder, "ability", ability->name, clause, true);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status check_ability_desc(strata_builder *builder,
                                        const strata_ability_desc *ability) {
  const char *name = ability->name;
  if ((unsigned)ability->kind > STRATA_ABILITY_HANDLER) {
    return st_builder_refuse(builder, "ability", name, "no such kind");
  }
  if (!st_has_all_texts(ability->zones, ability->zone_count)) {
    return st_builder_refuse(builder, "ability", name, "a zone is NULL");
  }
  if (ability->kind == STRATA_ABILITY_CDA && ability->zone_count > 0) {
    return st_builder_refuse(builder, "ability", name,
                             "a CDA functions in every zone"); /* 113.6a */
  }
  if (!st_has_all_texts(ability->watchers, ability->watcher_count)) {
    return st_builder_refuse(builder, "ability", name, "a code is NULL");
  }
  if (ability->watcher_count > 0 && (ability->kind == STRATA_ABILITY_CDA ||
                                     ability->kind == STRATA_ABILITY_KEYWORD)) {
    return st_builder_refuse(builder, "ability", name,
                             "a keyword and a CDA watch for nothing; give the "
                             "codes to an ability of another kind");
  }
  return check_ability_clauses(builder, ability);
}

strata_status st_builder_ability(strata_builder *builder,
                                 const strata_ability_desc *ability) {
  if (!ability) return STRATA_EINVAL;
  const char *name = ability->name;
  strata_status status = st_builder_check_symbol(builder, name);
  if (status) return status;
  const st_names *names = &builder->names[STRATA_NAME_ABILITY];
  if (st_names_find(names, name, strlen(name)) != ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "ability '", name,
                    "' is already declared");
  }
  status = check_ability_desc(builder, ability);
  if (!status) status = st_builder_add_symbol(builder, NULL, ability->name);
  if (status) return status;
  return st_builder_add_copy(builder, &builder->names[STRATA_NAME_ABILITY],
                             ability->name, &builder->abilities,
                             copy_ability_desc, ability);
}

/* Find the tag of a declared thing. */
static strata_status find_declared_tag(strata_builder *builder,
                                       strata_name_kind kind, const char *name,
                                       uint32_t *tag) {
  const st_names *names = &builder->names[kind];
  uint32_t i = name ? st_names_find(names, name, strlen(name)) : ST_NAME_NONE;
  if (i != ST_NAME_NONE) {
    *tag = names->items[i].tag;
    return STRATA_OK;
  }
  return ST_ERROR(&builder->error, STRATA_ENOENT, 0, st_name_kind_text(kind),
                  " '", name ? name : "",
                  "' is not declared, so it cannot be said anew");
}

strata_status st_builder_revise_ability(strata_builder *builder,
                                        const strata_ability_desc *ability) {
  if (!ability) return STRATA_EINVAL;
  uint32_t tag = 0;
  strata_status status =
      find_declared_tag(builder, STRATA_NAME_ABILITY, ability->name, &tag);
  if (!status) status = check_ability_desc(builder, ability);
  if (status) return status;
  return st_builder_replace_copy(builder, tag, &builder->abilities,
                                 copy_ability_desc, ability);
}

static strata_status
check_definition_defaults(strata_builder *builder,
                          const strata_definition_desc *definition) {
  const char *name = definition->name;
  if (definition->default_count > 0 && !definition->defaults) {
    return st_builder_refuse(builder, "definition", name,
                             "its base values are NULL");
  }
  if (!st_has_all_texts(definition->handlers, definition->handler_count)) {
    return st_builder_refuse(builder, "definition", name, "a handler is NULL");
  }
  for (size_t i = 0; i < definition->default_count; i++) {
    const strata_default *value = &definition->defaults[i];
    if (!value->attr || !st_has_all_texts(value->names, value->name_count)) {
      return st_builder_refuse(
          builder, "definition", name,
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

strata_status st_builder_definition(strata_builder *builder,
                                    const strata_definition_desc *definition) {
  if (!definition) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_DEFINITION];
  strata_status status = st_builder_check_name(builder, names, ST_SPELLED_TITLE,
                                               "definition", definition->name);
  if (!status) status = check_definition_defaults(builder, definition);
  if (status) return status;
  return st_builder_add_copy(builder, names, definition->name,
                             &builder->definitions, copy_definition_desc,
                             definition);
}

strata_status
st_builder_revise_definition(strata_builder *builder,
                             const strata_definition_desc *definition) {
  if (!definition) return STRATA_EINVAL;
  uint32_t tag = 0;
  strata_status status = find_declared_tag(builder, STRATA_NAME_DEFINITION,
                                           definition->name, &tag);
  if (!status) status = check_definition_defaults(builder, definition);
  if (status) return status;
  return st_builder_replace_copy(builder, tag, &builder->definitions,
                                 copy_definition_desc, definition);
}

strata_status st_builder_predicate(strata_builder *builder,
                                   const strata_predicate_desc *predicate) {
  if (!predicate) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_PREDICATE];
  const char *name = predicate->name;
  strata_status status =
      st_builder_check_name(builder, names, ST_SPELLED_WORD, "predicate", name);
  if (status) return status;
  if (!predicate->fn) {
    return st_builder_refuse(builder, "predicate", name, "it has no function");
  }
  if (!st_has_all_texts(predicate->reads, predicate->read_count)) {
    return st_builder_refuse(builder, "predicate", name,
                             "something it reads is NULL");
  }
  return st_builder_add_copy(builder, names, name, &builder->predicates,
                             copy_predicate_desc, predicate);
}

strata_status st_builder_law(strata_builder *builder,
                             const strata_law_desc *law) {
  if (!law) return STRATA_EINVAL;
  strata_status status = st_builder_check_name(
      builder, &builder->law_names, ST_SPELLED_TITLE, "law", law->name);
  bool watches = law->watcher_count > 0;
  if (!status) {
    status = check_declared_clause(builder, "law", law->name, &law->clause,
                                   !watches);
  }
  if (status) return status;
  if (!st_has_all_texts(law->watchers, law->watcher_count)) {
    return st_builder_refuse(builder, "law", law->name, "a code is NULL");
  }
  bool acts = law->clause.part_count > 0;
  if (acts && !law->clause.subject && !law->counter) {
    return st_builder_refuse(
        builder, "law", law->name,
        "it has no object, so say whom it affects: give its clause "
        "a subject");
  }
  return st_builder_add_copy(builder, &builder->law_names, law->name,
                             &builder->law_list, copy_law_desc, law);
}
