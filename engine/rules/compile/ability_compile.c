/*
 * enact.c - abilities, definitions and laws, from words to what is worked with.
 *
 * Nothing is freed here: rules that come to nothing go as a whole.
 */
#include "rules/compile/ability_compile.h"

#include "base/bits.h"
#include "rules/compile/clause_compile.h"
#include "rules/model/watcher_def.h"

#include <string.h>

/* -- Clauses -- */

static strata_status
compile_clause(st_compiler *w, const strata_clause *declared, st_clause *out) {
  strata_status status =
      st_compiler_predicate(w, "subject", declared->subject, &out->subject);
  if (!status) {
    status = st_compiler_predicate(w, "condition", declared->condition,
                                   &out->condition);
  }
  return status ? status : st_clause_compile_parts(w, declared, out);
}

/* -- Abilities -- */

static strata_status compile_ability(st_compiler *w,
                                     const strata_ability_desc *declared,
                                     st_ability *out) {
  out->symbol =
      st_rules_find_name(w->rules, STRATA_NAME_SYMBOL, declared->name);
  assert(out->symbol != 0);
  out->kind = declared->kind;
  const char *text = declared->text ? declared->text : declared->name;
  out->text = st_mem_copy_text(&w->rules->mem, text, strlen(text));
  if (!out->text) return st_compiler_no_memory(w);
  strata_status status = st_compiler_find_zones(
      w, declared->zones, declared->zone_count, &out->zones, &out->zone_count);
  if (!status) {
    status = st_compiler_find_watcher_defs(
        w, declared->watchers, declared->watcher_count, &out->watcher_defs,
        &out->watcher_def_count);
  }
  if (status || declared->clause_count == 0) return status;
  if (declared->clause_count > UINT32_MAX) return st_compiler_no_memory(w);
  out->clauses = st_mem_zeroed(&w->rules->mem, declared->clause_count,
                               sizeof out->clauses[0]);
  if (!out->clauses) return st_compiler_no_memory(w);
  out->clause_count = (uint32_t)declared->clause_count;
  for (uint32_t i = 0; i < out->clause_count && !status; i++) {
    w->clause_number = out->clause_count > 1 ? i + 1 : 0;
    status = compile_clause(w, &declared->clauses[i], &out->clauses[i]);
  }
  return status;
}

static strata_status compile_abilities(strata_builder *builder,
                                       st_expr_intern *pool,
                                       strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_ABILITY];
  if (names->count == 0) return STRATA_OK;
  rules->abilities =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_ability));
  if (!rules->abilities) return st_builder_no_memory(builder);
  rules->ability_count = (uint32_t)names->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < rules->ability_count && !status; i++) {
    st_compiler w = {.rules = rules,
                     .error = &builder->error,
                     .interned = pool,
                     .item_kind = "ability",
                     .item_name = names->items[i].text};
    status =
        compile_ability(&w, st_declared_ability(builder, names->items[i].tag),
                        &rules->abilities[i]);
  }
  return status;
}

/* -- Laws -- */

static strata_status find_counter_attr(const st_compiler *w, const char *name,
                                       strata_attr *out) {
  strata_status status = st_compiler_find_attr(w, name, out);
  if (status || w->rules->attrs[*out - 1].counter) return status;
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, "attribute '", name,
                           "' is no counter");
}

static strata_status compile_law(st_compiler *w,
                                 const strata_law_desc *declared, st_law *out) {
  out->name =
      st_mem_copy_text(&w->rules->mem, w->item_name, strlen(w->item_name));
  if (!out->name) return st_compiler_no_memory(w);
  out->last = declared->last;
  out->is_intrinsic = declared->is_intrinsic;
  if (declared->counter) {
    strata_status status =
        find_counter_attr(w, declared->counter, &out->counter);
    if (status) return status;
  }
  strata_status status = st_compiler_find_watcher_defs(
      w, declared->watchers, declared->watcher_count, &out->watcher_defs,
      &out->watcher_def_count);
  return status ? status : compile_clause(w, &declared->clause, &out->clause);
}

static strata_status compile_laws(strata_builder *builder, st_expr_intern *pool,
                                  strata_rules *rules) {
  const st_names *names = &builder->law_names;
  if (names->count == 0) return STRATA_OK;
  rules->laws = st_mem_zeroed(&rules->mem, names->count, sizeof(st_law));
  if (!rules->laws) return st_builder_no_memory(builder);
  rules->law_count = (uint32_t)names->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < rules->law_count && !status; i++) {
    st_compiler w = {.rules = rules,
                     .error = &builder->error,
                     .interned = pool,
                     .item_kind = "law",
                     .item_name = names->items[i].text};
    status = compile_law(&w, st_declared_law(builder, names->items[i].tag),
                         &rules->laws[i]);
  }
  return status;
}

/* -- Definitions -- */

static strata_status refuse_default_form(const st_compiler *w,
                                         const char *want) {
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, "give ", want);
}

static strata_status compile_number_default(const st_compiler *w,
                                            const st_attr *attr,
                                            const strata_default *declared,
                                            st_default *out) {
  if (!declared->text || declared->name_count > 0) {
    return refuse_default_form(w, attr->type == STRATA_INT
                                      ? "a constant as its text, as 3"
                                      : "true or false as its text");
  }
  strata_status status =
      st_compiler_constant(w, declared->text, attr->type, &out->value);
  if (status || (out->value >= attr->min && out->value <= attr->max)) {
    return status;
  }
  return ST_COMPILER_ERROR(w, STRATA_ERANGE, st_number_format(out->value).text,
                           " is not in ", st_number_format(attr->min).text,
                           "..", st_number_format(attr->max).text);
}

static strata_status compile_text_default(const st_compiler *w,
                                          const strata_default *declared,
                                          st_default *out) {
  if (declared->name_count > 0)
    return refuse_default_form(w, "a text and no names");
  const char *text = declared->text ? declared->text : "";
  out->text = st_mem_copy_text(&w->rules->mem, text, strlen(text));
  return out->text ? STRATA_OK : st_compiler_no_memory(w);
}

/* The names of abilities, one on each line, in the order of the card. */
static strata_status compile_abilities_default(const st_compiler *w,
                                               const strata_default *declared,
                                               st_default *out) {
  size_t size = declared->name_count > 0 ? 0 : 1;
  for (size_t i = 0; i < declared->name_count; i++) {
    uint32_t id = 0;
    strata_status status = st_compiler_find_ability(w, declared->names[i], &id);
    if (status) return status;
    size += strlen(declared->names[i]) + 1;
  }
  char *text = st_mem_resize(&w->rules->mem, NULL, 0, size, 1);
  if (!text) return st_compiler_no_memory(w);
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

static strata_status compile_default_value(const st_compiler *w,
                                           const st_attr *attr,
                                           const strata_default *declared,
                                           st_default *out) {
  strata_symbol symbol = 0;
  strata_status status;
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return compile_number_default(w, attr, declared, out);
  case STRATA_TEXT:
    return compile_text_default(w, declared, out);
  case STRATA_SYM:
    if (declared->text || declared->name_count != 1) {
      return refuse_default_form(w, "one symbol by its name");
    }
    status = st_compiler_find_symbol(w, declared->names[0], &symbol);
    out->value = symbol;
    return status;
  case STRATA_REF:
    return refuse_default_form(
        w, "no base value: rules know no entities, so a ref "
           "starts as none");
  case STRATA_SET:
  case STRATA_ABILITIES:
    break;
  }
  if (declared->text) return refuse_default_form(w, "names and no text");
  if (attr->type == STRATA_ABILITIES)
    return compile_abilities_default(w, declared, out);
  return st_compiler_set_words(w, attr, declared->names, declared->name_count,
                               &out->words);
}

static strata_status compile_default(st_compiler *w,
                                     const strata_default *declared,
                                     st_default *out) {
  w->attr_name = declared->attr;
  strata_status status = st_compiler_find_attr(w, declared->attr, &out->attr);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[out->attr - 1];
  if (attr->is_zone) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "an entity gets into a zone by moving there");
  }
  return compile_default_value(w, attr, declared, out);
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
static void add_initial_cell(const strata_rules *rules, st_row_template *fresh,
                             uint32_t column, uint64_t number) {
  if (number == 0) return;
  const st_column_spec *spec = &rules->columns[column];
  uint32_t last = fresh->count++;
  uint32_t at = spec->width == ST_CELL_BIT  ? fresh->bit_end++
                : spec->width == ST_CELL_32 ? fresh->end32
                                            : last;
  if (spec->width != ST_CELL_64) fresh->end32++;
  if (!fresh->cells) return;
  memmove(fresh->cells + at + 1, fresh->cells + at,
          (last - at) * sizeof fresh->cells[0]);
  uint64_t counts =
      st_rules_canonical_number(rules, (st_cell_content)spec->content, number);
  fresh->cells[at] = (st_row_template_cell){
      .column = column, .bits = number, .fold = st_cell_fold(counts)};
}

/* The cells of a base value, if it is nothing else. */
static void add_default_cells(const strata_rules *rules,
                              st_definition *definition, st_default *value) {
  const st_attr *attr = &rules->attrs[value->attr - 1];
  st_row_template *fresh = &definition->initial_cells;
  uint64_t number = (uint64_t)value->value;
  uint64_t origin = (uint64_t)attr->default_value;
  value->is_in_template =
      !attr->counter && !value->text &&
      rules->columns[attr->base_column].width != ST_CELL_SPLIT;
  if (!value->is_in_template) {
    definition->written_default_count++;
    return;
  }
  if (attr->type != STRATA_SET) {
    number = attr->type == STRATA_INT ? number - origin : number ^ origin;
    add_initial_cell(rules, fresh, attr->base_column, number);
    return;
  }
  for (uint32_t i = 0; value->words && i < attr->domain_count; i++) {
    bool has = st_bit_test(value->words, i);
    add_initial_cell(rules, fresh, attr->base_column + i, has);
  }
}

static void collect_initial_cells(const strata_rules *rules,
                                  st_definition *definition) {
  definition->initial_cells =
      (st_row_template){.cells = definition->initial_cells.cells};
  definition->written_default_count = 0;
  for (uint32_t i = 0; i < definition->default_count; i++) {
    add_default_cells(rules, definition, &definition->defaults[i]);
  }
  uint64_t id = (uint64_t)(definition - rules->definitions) + 1;
  add_initial_cell(rules, &definition->initial_cells,
                   ST_COLUMN_ENTITY_DEFINITION, id);
}

/* What every entity of a definition has in its cells when it comes. */
static strata_status compile_initial_cells(const st_compiler *w,
                                           st_definition *definition) {
  st_row_template *fresh = &definition->initial_cells;
  collect_initial_cells(w->rules, definition);
  fresh->cells =
      st_mem_zeroed(&w->rules->mem, fresh->count, sizeof fresh->cells[0]);
  if (!fresh->cells) return st_compiler_no_memory(w);
  collect_initial_cells(w->rules, definition);
  return STRATA_OK;
}

/* Handlers that are printed in its chains, each once. */
static strata_status
compile_printed_handlers(const st_compiler *w,
                         const strata_definition_desc *declared,
                         st_definition *out) {
  strata_rules *rules = w->rules;
  if (declared->handler_count == 0) return STRATA_OK;
  out->handlers = st_mem_zeroed(&rules->mem, declared->handler_count,
                                sizeof out->handlers[0]);
  if (!out->handlers) return st_compiler_no_memory(w);
  out->handler_count = (uint32_t)declared->handler_count;
  for (uint32_t i = 0; i < out->handler_count; i++) {
    const char *name = declared->handlers[i];
    uint32_t id = 0;
    strata_status status =
        st_compiler_find_id(w, STRATA_NAME_WATCHER_DEF, "handler", name, &id);
    if (status) return status;
    const st_watcher_def *code = st_watcher_def_get(rules, id);
    const char *wrong = code->role != STRATA_ROLE_HANDLE
                            ? "' is no handler of a chain"
                        : code->everywhere ? "' is in the chain of all already"
                                           : NULL;
    for (uint32_t n = 0; n < i; n++) {
      if (out->handlers[n] == id) wrong = "' is printed twice";
    }
    if (wrong) {
      return ST_COMPILER_ERROR(w, STRATA_EINVAL, "handler '", name, wrong);
    }
    out->handlers[i] = id;
    rules
        ->event_types[st_event_type_get(rules, code->event_type)->unaliased - 1]
        .has_printed_handlers = true;
  }
  return STRATA_OK;
}

static strata_status compile_definition(st_compiler *w,
                                        const strata_definition_desc *declared,
                                        st_definition *out) {
  out->name = w->item_name; /* of the rules' own table */
  strata_status handlers = compile_printed_handlers(w, declared, out);
  if (handlers) return handlers;
  if (declared->default_count == 0) return compile_initial_cells(w, out);
  out->defaults = st_mem_zeroed(&w->rules->mem, declared->default_count,
                                sizeof out->defaults[0]);
  if (!out->defaults) return st_compiler_no_memory(w);
  /* No more than attributes: none is given twice. */
  out->default_count = (uint32_t)declared->default_count;
  for (uint32_t i = 0; i < out->default_count; i++) {
    strata_status status =
        compile_default(w, &declared->defaults[i], &out->defaults[i]);
    if (status) return status;
  }
  sort_defaults(out);
  return compile_initial_cells(w, out);
}

static strata_status compile_definitions(strata_builder *builder,
                                         st_expr_intern *pool,
                                         strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_DEFINITION];
  if (names->count == 0) return STRATA_OK;
  rules->definitions =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_definition));
  if (!rules->definitions) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_compiler w = {.rules = rules,
                     .error = &builder->error,
                     .interned = pool,
                     .item_kind = "definition",
                     .item_name = names->items[i].text};
    status = compile_definition(
        &w, st_declared_definition(builder, names->items[i].tag),
        &rules->definitions[i]);
  }
  return status;
}

strata_status st_ability_compile_all(strata_builder *builder,
                                     strata_rules *rules) {
  st_expr_intern pool = {.mem = &builder->mem};
  strata_status status = compile_abilities(builder, &pool, rules);
  if (!status) status = compile_laws(builder, &pool, rules);
  if (!status) status = compile_definitions(builder, &pool, rules);
  st_expr_intern_fini(&pool);
  return status;
}
