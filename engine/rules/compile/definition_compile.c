/*
 * definition_compile.c - the compiler of definitions: base values, chain
 * handlers and the cells that new entities start with.
 *
 * Most base values are plain cells. They go into a template of the
 * definition, so an entity is made by writing the template's cells instead of
 * setting one value after the other.
 */
#include "rules/compile/definition_compile.h"

#include "base/bits.h"
#include "rules/compile/compiler.h"
#include "rules/model/watcher_def.h"

#include <string.h>

/* -- Base values -- */

static strata_status refuse_default_form(const st_compiler *compiler,
                                         const char *want) {
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "give ", want);
}

static strata_status compile_number_default(const st_compiler *compiler,
                                            const st_attr *attr,
                                            const strata_default *declared,
                                            st_default *out) {
  if (!declared->text || declared->name_count > 0) {
    return refuse_default_form(compiler, attr->type == STRATA_INT
                                             ? "a constant as its text, as 3"
                                             : "true or false as its text");
  }
  strata_status status =
      st_compiler_constant(compiler, declared->text, attr->type, &out->value);
  if (status || (out->value >= attr->min && out->value <= attr->max)) {
    return status;
  }
  return ST_COMPILER_ERROR(
      compiler, STRATA_ERANGE, st_number_format(out->value).text, " is not in ",
      st_number_format(attr->min).text, "..", st_number_format(attr->max).text);
}

static strata_status compile_text_default(const st_compiler *compiler,
                                          const strata_default *declared,
                                          st_default *out) {
  if (declared->name_count > 0) {
    return refuse_default_form(compiler, "a text and no names");
  }
  const char *text = declared->text ? declared->text : "";
  out->text = st_mem_copy_text(&compiler->rules->mem, text, strlen(text));
  return out->text ? STRATA_OK : st_compiler_no_memory(compiler);
}

/* Join the names of abilities, one on each line, in the order of the card. */
static strata_status compile_abilities_default(const st_compiler *compiler,
                                               const strata_default *declared,
                                               st_default *out) {
  size_t size = declared->name_count > 0 ? 0 : 1;
  for (size_t i = 0; i < declared->name_count; i++) {
    uint32_t id = 0;
    strata_status status =
        st_compiler_find_ability(compiler, declared->names[i], &id);
    if (status) return status;
    size += strlen(declared->names[i]) + 1;
  }
  char *text = st_mem_resize(&compiler->rules->mem, NULL, 0, size, 1);
  if (!text) return st_compiler_no_memory(compiler);
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

static strata_status compile_default_value(const st_compiler *compiler,
                                           const st_attr *attr,
                                           const strata_default *declared,
                                           st_default *out) {
  strata_symbol symbol = 0;
  strata_status status;
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return compile_number_default(compiler, attr, declared, out);
  case STRATA_TEXT:
    return compile_text_default(compiler, declared, out);
  case STRATA_SYM:
    if (declared->text || declared->name_count != 1) {
      return refuse_default_form(compiler, "one symbol by its name");
    }
    status = st_compiler_find_symbol(compiler, declared->names[0], &symbol);
    out->value = symbol;
    return status;
  case STRATA_REF:
    return refuse_default_form(
        compiler, "no base value: rules know no entities, so a ref "
                  "starts as none");
  case STRATA_SET:
  case STRATA_ABILITIES:
    break;
  }
  if (declared->text) return refuse_default_form(compiler, "names and no text");
  if (attr->type == STRATA_ABILITIES) {
    return compile_abilities_default(compiler, declared, out);
  }
  return st_compiler_set_words(compiler, attr, declared->names,
                               declared->name_count, &out->words);
}

static strata_status compile_default(st_compiler *compiler,
                                     const strata_default *declared,
                                     st_default *out) {
  compiler->attr_name = declared->attr;
  strata_status status =
      st_compiler_find_attr(compiler, declared->attr, &out->attr);
  if (status) return status;
  const st_attr *attr = &compiler->rules->attrs[out->attr - 1];
  if (attr->is_zone) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "an entity gets into a zone by moving there");
  }
  return compile_default_value(compiler, attr, declared, out);
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

/* -- Initial cells -- */

/* Add a cell to a template, sorted by width. The first pass has no array yet
 * and only counts. */
static void add_initial_cell(const strata_rules *rules, st_row_template *row,
                             uint32_t column, uint64_t number) {
  if (number == 0) return;
  const st_column_spec *spec = &rules->columns[column];
  uint32_t last = row->count++;
  uint32_t at = spec->width == ST_CELL_BIT  ? row->bit_end++
                : spec->width == ST_CELL_32 ? row->end32
                                            : last;
  if (spec->width != ST_CELL_64) row->end32++;
  if (!row->cells) return;
  memmove(row->cells + at + 1, row->cells + at,
          (last - at) * sizeof row->cells[0]);
  uint64_t counts =
      st_rules_canonical_number(rules, (st_cell_content)spec->content, number);
  row->cells[at] = (st_row_template_cell){
      .column = column, .bits = number, .fold = st_cell_fold(counts)};
}

/* Add the cells of a base value, if it consists of cells alone. */
static void add_default_cells(const strata_rules *rules,
                              st_definition *definition, st_default *value) {
  const st_attr *attr = &rules->attrs[value->attr - 1];
  st_row_template *row = &definition->initial_cells;
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
    add_initial_cell(rules, row, attr->base_column, number);
    return;
  }
  for (uint32_t i = 0; value->words && i < attr->domain_count; i++) {
    bool has = st_bit_test(value->words, i);
    add_initial_cell(rules, row, attr->base_column + i, has);
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

/* Build the template of the cells that each new entity of a definition starts
 * with. */
static strata_status compile_initial_cells(const st_compiler *compiler,
                                           st_definition *definition) {
  st_row_template *row = &definition->initial_cells;
  collect_initial_cells(compiler->rules, definition);
  row->cells =
      st_mem_zeroed(&compiler->rules->mem, row->count, sizeof row->cells[0]);
  if (!row->cells) return st_compiler_no_memory(compiler);
  collect_initial_cells(compiler->rules, definition);
  return STRATA_OK;
}

/* -- Definitions -- */

/* Find the chain handlers of a definition; each may occur once. */
static strata_status
compile_printed_handlers(const st_compiler *compiler,
                         const strata_definition_desc *declared,
                         st_definition *out) {
  strata_rules *rules = compiler->rules;
  if (declared->handler_count == 0) return STRATA_OK;
  out->handlers = st_mem_zeroed(&rules->mem, declared->handler_count,
                                sizeof out->handlers[0]);
  if (!out->handlers) return st_compiler_no_memory(compiler);
  out->handler_count = (uint32_t)declared->handler_count;
  rules->prints_handlers = true;
  for (uint32_t i = 0; i < out->handler_count; i++) {
    const char *name = declared->handlers[i];
    uint32_t id = 0;
    strata_status status = st_compiler_find_id(
        compiler, STRATA_NAME_WATCHER_DEF, "handler", name, &id);
    if (status) return status;
    const st_watcher_def *def = st_watcher_def_get(rules, id);
    const char *wrong = def->role != STRATA_ROLE_HANDLE
                            ? "' is no handler of a chain"
                        : def->everywhere ? "' is in the chain of all already"
                                          : NULL;
    for (uint32_t n = 0; n < i; n++) {
      if (out->handlers[n] == id) wrong = "' is printed twice";
    }
    if (wrong) {
      return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "handler '", name,
                               wrong);
    }
    out->handlers[i] = id;
    rules->event_types[st_event_type_get(rules, def->event_type)->unaliased - 1]
        .has_printed_handlers = true;
  }
  return STRATA_OK;
}

static strata_status compile_definition(st_compiler *compiler,
                                        const strata_definition_desc *declared,
                                        st_definition *out) {
  out->name = compiler->item_name; /* owned by the rules' names table */
  strata_status handlers = compile_printed_handlers(compiler, declared, out);
  if (handlers) return handlers;
  if (declared->default_count == 0) return compile_initial_cells(compiler, out);
  out->defaults = st_mem_zeroed(&compiler->rules->mem, declared->default_count,
                                sizeof out->defaults[0]);
  if (!out->defaults) return st_compiler_no_memory(compiler);
  /* At most one for each attribute, because none is given twice. */
  out->default_count = (uint32_t)declared->default_count;
  for (uint32_t i = 0; i < out->default_count; i++) {
    strata_status status =
        compile_default(compiler, &declared->defaults[i], &out->defaults[i]);
    if (status) return status;
  }
  sort_defaults(out);
  return compile_initial_cells(compiler, out);
}

strata_status st_definition_compile_all(strata_builder *builder,
                                        st_expr_intern *interned,
                                        strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_DEFINITION];
  if (names->count == 0) return STRATA_OK;
  rules->definitions =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_definition));
  if (!rules->definitions) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_compiler compiler = st_compiler_of(rules, &builder->error, "definition",
                                          names->items[i].text);
    compiler.interned = interned;
    status = compile_definition(
        &compiler, st_declared_definition(builder, names->items[i].tag),
        &rules->definitions[i]);
  }
  return status;
}
