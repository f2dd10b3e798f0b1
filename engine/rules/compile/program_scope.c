/*
 * framing.c - what an event or a program can name, and expressions of it.
 *
 * Names are appended to a program as its deeds bind them, so that a deed sees
 * those that were bound before it. There is room for all from the beginning.
 */
#include "rules/compile/program_scope.h"

#include "rules/expr/expr_compile.h"

#include <string.h>

/* -- Names -- */

static strata_status add_variable(const st_compiler *w, st_program *program,
                                  const char *name, strata_type type) {
  assert(program->variables.count < program->variable_capacity);
  char *text = st_mem_copy_text(&w->rules->mem, name, strlen(name));
  if (!text) return st_compiler_no_memory(w);
  program->variables.variables[program->variables.count++] =
      (st_expr_variable){.text = text, .type = type};
  return STRATA_OK;
}

strata_status st_program_scope_bind(const st_compiler *w, st_program *program,
                                    const char *name, strata_type type,
                                    uint32_t *out) {
  uint32_t place = st_program_find_variable(program, name);
  if (!st_is_variable_name(name)) {
    return ST_COMPILER_ERROR(
        w, STRATA_EINVAL, "'", st_quote_of(name, strlen(name)).text,
        "' is no name to bind; it has lower-case letters, ", "digits and _");
  }
  if (place != UINT32_MAX && place < ST_VARIABLE_FIRST_OWN) {
    return ST_COMPILER_ERROR(w, STRATA_EEXIST, "every program has '$", name,
                             "' already; take another name");
  }
  if (place != UINT32_MAX && program->variables.variables[place].type != type) {
    return ST_COMPILER_ERROR(
        w, STRATA_ETYPE, "'$", name, "' would be ", st_compiler_type_text(type),
        ", but is ",
        st_compiler_type_text(program->variables.variables[place].type),
        " before; take another name");
  }
  *out = place;
  if (place != UINT32_MAX) return STRATA_OK;
  *out = program->variables.count;
  return add_variable(w, program, name, type);
}

/* As many as deeds may bind. */
static size_t count_bindings(const strata_instruction *deeds, size_t count) {
  size_t all = 0;
  for (size_t i = 0; i < count; i++) {
    all += (deeds[i].as != NULL) +
           count_bindings(deeds[i].inner, deeds[i].inner_count);
    if (deeds[i].op == STRATA_DO_RUN) all += deeds[i].argument_count;
  }
  return all;
}

strata_status st_program_scope_init(const st_compiler *w,
                                    const strata_field_desc *given,
                                    size_t count,
                                    const strata_instruction *deeds,
                                    size_t deed_count, st_program *program) {
  size_t room =
      ST_VARIABLE_FIRST_OWN + count + count_bindings(deeds, deed_count);
  if (room > UINT16_MAX) {
    return ST_COMPILER_ERROR(w, STRATA_ERANGE,
                             "it binds more than 65,000 names");
  }
  program->variables.variables =
      st_mem_zeroed(&w->rules->mem, room, sizeof(st_expr_variable));
  if (!program->variables.variables) return st_compiler_no_memory(w);
  program->variable_capacity = (uint32_t)room;
  program->parameter_count = (uint32_t)count;
  strata_status status = add_variable(w, program, "you", STRATA_REF);
  if (!status) status = add_variable(w, program, "i", STRATA_INT);
  for (size_t i = 0; i < count && !status; i++) {
    status = add_variable(w, program, given[i].name, given[i].type);
  }
  return status;
}

/* -- Expressions -- */

strata_status st_program_scope_expr(const st_program_scope *c, const char *what,
                                    const char *text, strata_type want, bool it,
                                    const strata_expr **out) {
  if (!text) return STRATA_OK;
  const st_compiler *w = c->compiler;
  st_expr_frame frame = {.rules = w->rules,
                         .variables = &c->program->variables};
  if (c->event_type != 0) {
    frame.field_index_of =
        st_event_type_unalias(w->rules, c->event_type)->field_index_of;
    frame.event_type_name = st_event_type_get(w->rules, c->event_type)->name;
  }
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status = st_expr_parse_frame(&frame, &w->rules->mem, text,
                                             strlen(text), &expr, &inner);
  status = st_compiler_check_parsed(w, status, &inner, what, want, &expr);
  if (status) return status;
  if (expr->uses_it && !it) {
    status = ST_COMPILER_ERROR(w, STRATA_EINVAL, what, " '",
                               st_quote_of(expr->text, expr->text_size).text,
                               "' is about 'it', but nobody is 'it' here; say ",
                               "whose, as in this.x or event.who.x");
    st_expr_free(expr);
    return status;
  }
  st_rw_mask_add_expr(&c->program->rw_mask, expr);
  *out = expr;
  return STRATA_OK;
}

/* -- Fields -- */

strata_status st_program_scope_find_field(const st_compiler *w,
                                          strata_event_type id,
                                          const char *name, strata_field *out) {
  *out = st_rules_find_name(w->rules, STRATA_NAME_FIELD, name);
  const st_event_type *kind = st_event_type_unalias(w->rules, id);
  if (*out != 0 && kind->field_index_of[*out - 1] != 0) return STRATA_OK;
  const st_names *all = &w->rules->names[STRATA_NAME_FIELD];
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    texts[count++] = all->items[kind->fields[i] - 1].text;
  }
  const char *near = st_nearest_text(&w->rules->mem, texts, count, name);
  return ST_COMPILER_ERROR(
      w, STRATA_ENOENT, "event '", st_event_type_get(w->rules, id)->name,
      "' has no field '", st_quote_of(name, strlen(name)).text,
      near ? "'; did you mean '" : "'; declare it", near ? near : "",
      near ? "'?" : "");
}
