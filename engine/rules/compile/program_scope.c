/*
 * program_scope.c - the scope of a program or event.
 *
 * Variables are appended to a program as its instructions bind them, so an
 * instruction sees only those bound before it (test unit.program).
 *
 * Invariant: the array has room for all variables from the start and never
 * moves, because expressions point to it.
 */
#include "rules/compile/program_scope.h"

#include "rules/expr/expr_names.h"

#include <string.h>

/* -- Variables -- */

static strata_status add_variable(const st_compiler *compiler,
                                  st_program *program, const char *name,
                                  strata_type type) {
  assert(program->variables.count < program->variable_capacity);
  char *text = st_mem_copy_text(&compiler->rules->mem, name, strlen(name));
  if (!text) return st_compiler_no_memory(compiler);
  program->variables.variables[program->variables.count++] =
      (st_expr_variable){.text = text, .type = type};
  return STRATA_OK;
}

strata_status st_program_scope_bind(const st_compiler *compiler,
                                    st_program *program, const char *name,
                                    strata_type type, uint32_t *out) {
  uint32_t index = st_program_find_variable(program, name);
  if (!st_is_variable_name(name)) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL, "'", st_quote_of(name, strlen(name)).text,
        "' is no name to bind; it has lower-case letters, ", "digits and _");
  }
  if (index != UINT32_MAX && index < ST_VARIABLE_FIRST_OWN) {
    return ST_COMPILER_ERROR(compiler, STRATA_EEXIST, "every program has '$",
                             name, "' already; take another name");
  }
  if (index != UINT32_MAX && program->variables.variables[index].type != type) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_ETYPE, "'$", name, "' would be ",
        st_compiler_type_text(type), ", but is ",
        st_compiler_type_text(program->variables.variables[index].type),
        " before; take another name");
  }
  *out = index;
  if (index != UINT32_MAX) return STRATA_OK;
  *out = program->variables.count;
  return add_variable(compiler, program, name, type);
}

/* The most variables that instructions can bind. */
static size_t count_bindings(const strata_instruction *instructions,
                             size_t count) {
  size_t all = 0;
  for (size_t i = 0; i < count; i++) {
    all += (instructions[i].as != NULL) +
           count_bindings(instructions[i].inner, instructions[i].inner_count);
    if (instructions[i].op == STRATA_DO_RUN) {
      all += instructions[i].argument_count;
    }
  }
  return all;
}

strata_status st_program_scope_init(const st_compiler *compiler,
                                    const strata_field_desc *parameters,
                                    size_t count,
                                    const strata_instruction *instructions,
                                    size_t instruction_count,
                                    st_program *program) {
  size_t room = ST_VARIABLE_FIRST_OWN + count +
                count_bindings(instructions, instruction_count);
  if (room > UINT16_MAX) {
    return ST_COMPILER_ERROR(compiler, STRATA_ERANGE,
                             "it binds more than 65,000 names");
  }
  program->variables.variables =
      st_mem_zeroed(&compiler->rules->mem, room, sizeof(st_expr_variable));
  if (!program->variables.variables) return st_compiler_no_memory(compiler);
  program->variable_capacity = (uint32_t)room;
  program->parameter_count = (uint32_t)count;
  strata_status status = add_variable(compiler, program, "you", STRATA_REF);
  if (!status) status = add_variable(compiler, program, "i", STRATA_INT);
  for (size_t i = 0; i < count && !status; i++) {
    status =
        add_variable(compiler, program, parameters[i].name, parameters[i].type);
  }
  return status;
}

/* -- Expressions -- */

st_expr_frame st_program_scope_frame(const st_program_scope *scope) {
  const strata_rules *rules = scope->compiler->rules;
  st_expr_frame frame = {.rules = rules,
                         .variables = &scope->program->variables};
  if (scope->event_type != 0) {
    frame.field_index_of =
        st_event_type_unalias(rules, scope->event_type)->field_index_of;
    frame.event_type_name = st_event_type_get(rules, scope->event_type)->name;
  }
  return frame;
}

strata_status st_program_scope_expr(const st_program_scope *scope,
                                    const char *what, const char *text,
                                    strata_type want, bool it,
                                    const strata_expr **out) {
  if (!text) return STRATA_OK;
  const st_compiler *compiler = scope->compiler;
  st_expr_frame frame = st_program_scope_frame(scope);
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status = st_expr_parse_frame(&frame, &compiler->rules->mem,
                                             text, strlen(text), &expr, &inner);
  status =
      st_compiler_check_parsed(compiler, status, &inner, what, want, &expr);
  if (status) return status;
  if (expr->uses_it && !it) {
    status = ST_COMPILER_ERROR(compiler, STRATA_EINVAL, what, " '",
                               st_quote_of(expr->text, expr->text_size).text,
                               "' is about 'it', but nobody is 'it' here; say ",
                               "whose, as in this.x or event.who.x");
    st_expr_free(expr);
    return status;
  }
  st_rw_mask_add_expr(&scope->program->rw_mask, expr);
  *out = expr;
  return STRATA_OK;
}

/* -- Fields -- */

strata_status st_program_scope_find_field(const st_compiler *compiler,
                                          strata_event_type id,
                                          const char *name, strata_field *out) {
  *out = st_rules_find_name(compiler->rules, STRATA_NAME_FIELD, name);
  const st_event_type *type = st_event_type_unalias(compiler->rules, id);
  if (*out != 0 && type->field_index_of[*out - 1] != 0) return STRATA_OK;
  const st_names *all = &compiler->rules->names[STRATA_NAME_FIELD];
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (uint32_t i = 0; i < type->field_count; i++) {
    texts[count++] = all->items[type->fields[i] - 1].text;
  }
  const char *near = st_nearest_text(&compiler->rules->mem, texts, count, name);
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "event '",
                           st_event_type_get(compiler->rules, id)->name,
                           "' has no field '",
                           st_quote_of(name, strlen(name)).text,
                           near ? "'; did you mean '" : "'; declare it",
                           near ? near : "", near ? "'?" : "");
}

strata_status st_program_scope_find_typed_field(
    const st_compiler *compiler, strata_event_type event_type, const char *what,
    const char *name, strata_type want, strata_field *out) {
  if (!name) return STRATA_OK;
  strata_status status =
      st_program_scope_find_field(compiler, event_type, name, out);
  if (status || want == 0) return status;
  strata_type type = (strata_type)compiler->rules->field_types[*out - 1];
  if (type == want) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, what, " '", name, "' is ",
                           st_compiler_type_text(type), ", not ",
                           st_compiler_type_text(want));
}
