/*
 * enact.c - abilities, definitions and laws, from words to what is worked with.
 *
 * Nothing is freed here: rules that come to nothing go as a whole.
 */
#include "rules/compile/enact.h"

#include "base/bits.h"
#include "rules/compile/part.h"
#include "rules/model/code.h"

#include <string.h>

/* -- Clauses -- */

static strata_status enact_clause(st_writer *w, const strata_clause *declared,
                                  st_clause_code *out) {
  strata_status status =
      st_write_predicate(w, "subject", declared->subject, &out->subject);
  if (!status) {
    status = st_write_predicate(w, "condition", declared->condition,
                                &out->condition);
  }
  return status ? status : st_write_parts(w, declared, out);
}

/* -- Abilities -- */

static strata_status enact_ability(st_writer *w,
                                   const strata_ability_desc *declared,
                                   st_ability *out) {
  out->symbol = strata_rules_find(w->rules, STRATA_KIND_SYMBOL, declared->name);
  assert(out->symbol != 0);
  out->kind = declared->kind;
  const char *text = declared->text ? declared->text : declared->name;
  out->text = st_mem_text(&w->rules->mem, text, strlen(text));
  if (!out->text) return st_write_no_memory(w);
  strata_status status = st_write_zones(
      w, declared->zones, declared->zone_count, &out->zones, &out->zone_count);
  if (!status) {
    status = st_write_codes(w, declared->codes, declared->code_count,
                            &out->codes, &out->code_count);
  }
  if (status || declared->clause_count == 0) return status;
  if (declared->clause_count > UINT32_MAX) return st_write_no_memory(w);
  out->clauses = st_mem_zeroed(&w->rules->mem, declared->clause_count,
                               sizeof out->clauses[0]);
  if (!out->clauses) return st_write_no_memory(w);
  out->clause_count = (uint32_t)declared->clause_count;
  for (uint32_t i = 0; i < out->clause_count && !status; i++) {
    w->clause = out->clause_count > 1 ? i + 1 : 0;
    status = enact_clause(w, &declared->clauses[i], &out->clauses[i]);
  }
  return status;
}

static strata_status enact_abilities(strata_builder *builder, st_pool *pool,
                                     strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_ABILITY];
  if (names->count == 0) return STRATA_OK;
  rules->abilities =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_ability));
  if (!rules->abilities) return st_builder_no_memory(builder);
  rules->ability_count = (uint32_t)names->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < rules->ability_count && !status; i++) {
    st_writer w = {.rules = rules,
                   .error = &builder->error,
                   .pool = pool,
                   .kind = "ability",
                   .name = names->items[i].text};
    status =
        enact_ability(&w, st_declared_ability(builder, names->items[i].tag),
                      &rules->abilities[i]);
  }
  return status;
}

/* -- Laws -- */

static strata_status enact_counter(const st_writer *w, const char *name,
                                   strata_attr *out) {
  strata_status status = st_write_attr(w, name, out);
  if (status || w->rules->attrs[*out - 1].counter) return status;
  return ST_WRITE_ERROR(w, STRATA_ETYPE, "attribute '", name,
                        "' is no counter");
}

static strata_status enact_law(st_writer *w, const strata_law_desc *declared,
                               st_law *out) {
  out->name = st_mem_text(&w->rules->mem, w->name, strlen(w->name));
  if (!out->name) return st_write_no_memory(w);
  out->last = declared->last;
  out->is_intrinsic = declared->is_intrinsic;
  if (declared->counter) {
    strata_status status = enact_counter(w, declared->counter, &out->counter);
    if (status) return status;
  }
  strata_status status = st_write_codes(
      w, declared->codes, declared->code_count, &out->codes, &out->code_count);
  return status ? status : enact_clause(w, &declared->clause, &out->clause);
}

static strata_status enact_laws(strata_builder *builder, st_pool *pool,
                                strata_rules *rules) {
  const st_names *names = &builder->laws;
  if (names->count == 0) return STRATA_OK;
  rules->laws = st_mem_zeroed(&rules->mem, names->count, sizeof(st_law));
  if (!rules->laws) return st_builder_no_memory(builder);
  rules->law_count = (uint32_t)names->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < rules->law_count && !status; i++) {
    st_writer w = {.rules = rules,
                   .error = &builder->error,
                   .pool = pool,
                   .kind = "law",
                   .name = names->items[i].text};
    status = enact_law(&w, st_declared_law(builder, names->items[i].tag),
                       &rules->laws[i]);
  }
  return status;
}

/* -- Definitions -- */

static strata_status refuse_value(const st_writer *w, const char *want) {
  return ST_WRITE_ERROR(w, STRATA_ETYPE, "give ", want);
}

static strata_status enact_number(const st_writer *w, const st_attr *attr,
                                  const strata_default *declared,
                                  st_default *out) {
  if (!declared->text || declared->name_count > 0) {
    return refuse_value(w, attr->type == STRATA_INT
                               ? "a constant as its text, as 3"
                               : "true or false as its text");
  }
  strata_status status =
      st_write_constant(w, declared->text, attr->type, &out->value);
  if (status || (out->value >= attr->min && out->value <= attr->max)) {
    return status;
  }
  return ST_WRITE_ERROR(w, STRATA_ERANGE, st_number_of(out->value).text,
                        " is not in ", st_number_of(attr->min).text, "..",
                        st_number_of(attr->max).text);
}

static strata_status enact_text(const st_writer *w,
                                const strata_default *declared,
                                st_default *out) {
  if (declared->name_count > 0) return refuse_value(w, "a text and no names");
  const char *text = declared->text ? declared->text : "";
  out->text = st_mem_text(&w->rules->mem, text, strlen(text));
  return out->text ? STRATA_OK : st_write_no_memory(w);
}

/* The names of abilities, one on each line, in the order of the card. */
static strata_status enact_list(const st_writer *w,
                                const strata_default *declared,
                                st_default *out) {
  size_t size = declared->name_count > 0 ? 0 : 1;
  for (size_t i = 0; i < declared->name_count; i++) {
    uint32_t id = 0;
    strata_status status = st_write_ability(w, declared->names[i], &id);
    if (status) return status;
    size += strlen(declared->names[i]) + 1;
  }
  char *text = st_mem_resize(&w->rules->mem, NULL, 0, size, 1);
  if (!text) return st_write_no_memory(w);
  char *at = text;
  for (size_t i = 0; i < declared->name_count; i++) {
    size_t length = strlen(declared->names[i]);
    if (i > 0) *at++ = '\n';
    memcpy(at, declared->names[i], length);
    at += length;
  }
  *at = '\0';
  out->text = text;
  return STRATA_OK;
}

static strata_status enact_value(const st_writer *w, const st_attr *attr,
                                 const strata_default *declared,
                                 st_default *out) {
  strata_symbol symbol = 0;
  strata_status status;
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return enact_number(w, attr, declared, out);
  case STRATA_TEXT:
    return enact_text(w, declared, out);
  case STRATA_SYM:
    if (declared->text || declared->name_count != 1) {
      return refuse_value(w, "one symbol by its name");
    }
    status = st_write_symbol(w, declared->names[0], &symbol);
    out->value = symbol;
    return status;
  case STRATA_REF:
    return refuse_value(w, "no base value: rules know no entities, so a ref "
                           "starts as none");
  case STRATA_SET:
  case STRATA_ABILITIES:
    break;
  }
  if (declared->text) return refuse_value(w, "names and no text");
  if (attr->type == STRATA_ABILITIES) return enact_list(w, declared, out);
  return st_write_set(w, attr, declared->names, declared->name_count,
                      &out->words);
}

static strata_status enact_default(st_writer *w, const strata_default *declared,
                                   st_default *out) {
  w->attr = declared->attr;
  strata_status status = st_write_attr(w, declared->attr, &out->attr);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[out->attr - 1];
  if (attr->owned) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "an entity gets into a zone by moving there");
  }
  return enact_value(w, attr, declared, out);
}

static void sort_defaults(st_definition *definition) {
  for (uint32_t i = 1; i < definition->default_count; i++) {
    st_default value = definition->defaults[i];
    uint32_t at = i;
    for (; at > 0 && definition->defaults[at - 1].attr > value.attr; at--) {
      definition->defaults[at] = definition->defaults[at - 1];
    }
    definition->defaults[at] = value;
  }
}

/* One cell more, which is only counted while there is no room for any. They
 * are put in their order by size. */
static void add_cell(const strata_rules *rules, st_fresh *fresh,
                     uint32_t column, uint64_t number) {
  if (number == 0) return;
  const st_column_spec *spec = &rules->columns[column];
  uint32_t last = fresh->count++;
  uint32_t at = spec->cell == ST_CELL_BIT  ? fresh->bits++
                : spec->cell == ST_CELL_32 ? fresh->shorts
                                           : last;
  if (spec->cell != ST_CELL_64) fresh->shorts++;
  if (!fresh->cells) return;
  memmove(fresh->cells + at + 1, fresh->cells + at,
          (last - at) * sizeof fresh->cells[0]);
  uint64_t counts =
      st_rules_canonical(rules, (st_meaning)spec->meaning, number);
  fresh->cells[at] = (st_fresh_cell){
      .column = column, .bits = number, .fold = st_cell_fold(counts)};
}

/* The cells of a base value, if it is nothing else. */
static void add_default(const strata_rules *rules, st_definition *definition,
                        st_default *value) {
  const st_attr *attr = &rules->attrs[value->attr - 1];
  st_fresh *fresh = &definition->fresh;
  uint64_t number = (uint64_t)value->value;
  uint64_t origin = (uint64_t)attr->default_value;
  value->is_fresh = !attr->counter && !value->text &&
                    rules->columns[attr->column].cell != ST_CELL_SPLIT;
  if (!value->is_fresh) {
    definition->other_count++;
    return;
  }
  if (attr->type != STRATA_SET) {
    number = attr->type == STRATA_INT ? number - origin : number ^ origin;
    add_cell(rules, fresh, attr->column, number);
    return;
  }
  for (uint32_t i = 0; value->words && i < attr->domain_count; i++) {
    bool has = st_bit_test(value->words, i);
    add_cell(rules, fresh, attr->column + i, has);
  }
}

static void add_cells(const strata_rules *rules, st_definition *definition) {
  definition->fresh = (st_fresh){.cells = definition->fresh.cells};
  definition->other_count = 0;
  for (uint32_t i = 0; i < definition->default_count; i++) {
    add_default(rules, definition, &definition->defaults[i]);
  }
  uint64_t id = (uint64_t)(definition - rules->definitions) + 1;
  add_cell(rules, &definition->fresh, ST_COLUMN_ENTITY_DEFINITION, id);
}

/* What every entity of a definition has in its cells when it comes. */
static strata_status enact_cells(const st_writer *w,
                                 st_definition *definition) {
  st_fresh *fresh = &definition->fresh;
  add_cells(w->rules, definition);
  fresh->cells =
      st_mem_zeroed(&w->rules->mem, fresh->count, sizeof fresh->cells[0]);
  if (!fresh->cells) return st_write_no_memory(w);
  add_cells(w->rules, definition);
  return STRATA_OK;
}

/* Handlers that are printed in its chains, each once. */
static strata_status enact_handlers(const st_writer *w,
                                    const strata_definition_desc *declared,
                                    st_definition *out) {
  strata_rules *rules = w->rules;
  if (declared->handler_count == 0) return STRATA_OK;
  out->handlers = st_mem_zeroed(&rules->mem, declared->handler_count,
                                sizeof out->handlers[0]);
  if (!out->handlers) return st_write_no_memory(w);
  out->handler_count = (uint32_t)declared->handler_count;
  for (uint32_t i = 0; i < out->handler_count; i++) {
    const char *name = declared->handlers[i];
    uint32_t id = 0;
    strata_status status =
        st_write_id(w, STRATA_KIND_CODE, "handler", name, &id);
    if (status) return status;
    const st_code *code = st_code_get(rules, id);
    const char *wrong = code->role != STRATA_ROLE_HANDLE
                            ? "' is no handler of a chain"
                        : code->everywhere ? "' is in the chain of all already"
                                           : NULL;
    for (uint32_t n = 0; n < i; n++) {
      if (out->handlers[n] == id) wrong = "' is printed twice";
    }
    if (wrong) {
      return ST_WRITE_ERROR(w, STRATA_EINVAL, "handler '", name, wrong);
    }
    out->handlers[i] = id;
    rules->kinds[st_kind_get(rules, code->kind)->of - 1].is_printed = true;
  }
  return STRATA_OK;
}

static strata_status enact_definition(st_writer *w,
                                      const strata_definition_desc *declared,
                                      st_definition *out) {
  out->name = w->name; /* of the rules' own table */
  strata_status handlers = enact_handlers(w, declared, out);
  if (handlers) return handlers;
  if (declared->default_count == 0) return enact_cells(w, out);
  out->defaults = st_mem_zeroed(&w->rules->mem, declared->default_count,
                                sizeof out->defaults[0]);
  if (!out->defaults) return st_write_no_memory(w);
  /* No more than attributes: none is given twice. */
  out->default_count = (uint32_t)declared->default_count;
  for (uint32_t i = 0; i < out->default_count; i++) {
    strata_status status =
        enact_default(w, &declared->defaults[i], &out->defaults[i]);
    if (status) return status;
  }
  sort_defaults(out);
  return enact_cells(w, out);
}

static strata_status enact_definitions(strata_builder *builder, st_pool *pool,
                                       strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_DEFINITION];
  if (names->count == 0) return STRATA_OK;
  rules->definitions =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_definition));
  if (!rules->definitions) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_writer w = {.rules = rules,
                   .error = &builder->error,
                   .pool = pool,
                   .kind = "definition",
                   .name = names->items[i].text};
    status = enact_definition(
        &w, st_declared_definition(builder, names->items[i].tag),
        &rules->definitions[i]);
  }
  return status;
}

strata_status st_enact(strata_builder *builder, strata_rules *rules) {
  st_pool pool = {.mem = &builder->mem};
  strata_status status = enact_abilities(builder, &pool, rules);
  if (!status) status = enact_laws(builder, &pool, rules);
  if (!status) status = enact_definitions(builder, &pool, rules);
  st_pool_fini(&pool);
  return status;
}
