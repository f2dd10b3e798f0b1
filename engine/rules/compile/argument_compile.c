/*
 * argument_compile.c - the arguments of an instruction.
 *
 * The signature in the table of model/program.c decides what arguments name:
 * options, fields of the emitted event, parameters of a watcher definition, or
 * new variables.
 */
#include "rules/compile/argument_compile.h"

#include "rules/expr/expr_names.h"

#include <string.h>

/* Compile names of symbols, which stand in place of an expression. */
static strata_status compile_symbol_list(const st_compiler *compiler,
                                         const strata_argument *declared,
                                         const st_attr *set, st_argument *out) {
  strata_symbol *symbols = st_mem_zeroed(
      &compiler->rules->mem, declared->name_count, sizeof symbols[0]);
  if (!symbols) return st_compiler_no_memory(compiler);
  out->symbols = symbols;
  out->symbol_count = (uint32_t)declared->name_count;
  for (uint32_t i = 0; i < out->symbol_count; i++) {
    strata_status status =
        st_compiler_find_symbol(compiler, declared->names[i], &symbols[i]);
    if (!status && set) {
      uint32_t index = 0; /* only the check matters */
      status =
          st_compiler_find_in_domain(compiler, set, declared->names[i], &index);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status compile_argument_value(const st_instruction_block *block,
                                            const strata_argument *declared,
                                            strata_type want,
                                            st_argument *out) {
  const st_compiler *compiler = block->scope.compiler;
  if (declared->name_count > 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it takes an expression, not names of symbols");
  }
  if (!declared->value) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it has no value; write one, as "
                             "text");
  }
  return st_program_scope_expr(&block->scope, "its value", declared->value,
                               want, block->has_it, &out->value);
}

/* Compile the argument of SET, whose form depends on the attribute. */
static strata_status compile_set_argument(const st_instruction_block *block,
                                          const strata_argument *declared,
                                          strata_attr id, st_argument *out) {
  const st_attr *attr = &block->scope.compiler->rules->attrs[id - 1];
  if (attr->type != STRATA_SET) {
    return compile_argument_value(block, declared, attr->type, out);
  }
  if (declared->value) {
    return ST_COMPILER_ERROR(block->scope.compiler, STRATA_EINVAL,
                             "a set takes names of symbols, not an expression");
  }
  return compile_symbol_list(block->scope.compiler, declared, attr, out);
}

/* Compile an unnamed argument. */
static strata_status compile_unnamed_argument(const st_instruction_block *block,
                                              const strata_argument *declared,
                                              const st_instruction *instruction,
                                              st_argument *out) {
  const st_compiler *compiler = block->scope.compiler;
  if (declared->name) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "its argument has no name; leave it out");
  }
  out->target_id = ST_OPTION_VALUE;
  if (instruction->op == STRATA_DO_SET) {
    return compile_set_argument(block, declared, instruction->what, out);
  }
  strata_type want = STRATA_INT; /* the type for ADD, PREVENT, ROLL and TAKE */
  if (instruction->op == STRATA_DO_CHANGE) {
    want = (strata_type)compiler->rules->field_types[instruction->what - 1];
  } else if (instruction->op == STRATA_DO_LET ||
             instruction->op == STRATA_DO_NOTE) {
    want = 0;
  }
  return compile_argument_value(block, declared, want, out);
}

static strata_status compile_option_argument(const st_instruction_block *block,
                                             const strata_argument *declared,
                                             const st_instruction_form *form,
                                             const st_instruction *instruction,
                                             st_argument *out) {
  const st_compiler *compiler = block->scope.compiler;
  st_option option = st_instruction_find_option(form, declared->name);
  if (option == ST_OPTION_NUMBER) {
    st_error_path options = {""};
    st_text text;
    st_text_init_fixed(&text, options.text, sizeof options.text);
    for (int i = 0; i < ST_OPTION_NUMBER; i++) {
      if (!(form->options >> i & 1)) continue;
      if (text.length > 0) st_text_add_str(&text, ", ");
      st_text_add_str(&text, st_option_text((st_option)i));
    }
    return ST_COMPILER_ERROR(compiler, STRATA_ENOENT,
                             "there is no such option; it has ", options.text);
  }
  out->target_id = (uint32_t)option;
  bool lists_symbols = instruction->op == STRATA_DO_CHOOSE ||
                       instruction->op == STRATA_DO_HAVE ||
                       instruction->op == STRATA_DO_NEED;
  if (option == ST_OPTION_OF && lists_symbols && declared->name_count > 0) {
    return compile_symbol_list(compiler, declared, NULL, out);
  }
  return compile_argument_value(block, declared, st_option_type(option), out);
}

/* Compile a field of the emitted event. */
static strata_status compile_field_argument(const st_instruction_block *block,
                                            const strata_argument *declared,
                                            strata_event_type type,
                                            st_argument *out) {
  const strata_rules *rules = block->scope.compiler->rules;
  strata_status status = st_program_scope_find_field(
      block->scope.compiler, type, declared->name, &out->target_id);
  if (status) return status;
  if (st_field_is_engine_written(rules, out->target_id)) {
    return ST_COMPILER_ERROR(block->scope.compiler, STRATA_EINVAL,
                             "the engine says this of an event; leave it out");
  }
  out->kind = ST_ARGUMENT_FIELD;
  return compile_argument_value(
      block, declared, (strata_type)rules->field_types[out->target_id - 1],
      out);
}

static strata_status refuse_unknown_parameter(const st_compiler *compiler,
                                              strata_watcher_def id,
                                              const char *name) {
  const st_watcher_def *def = st_watcher_def_get(compiler->rules, id);
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (; count < def->program.parameter_count && count < ST_COUNT_OF(texts);
       count++) {
    texts[count] =
        def->program.variables.variables[ST_VARIABLE_FIRST_OWN + count].text;
  }
  const char *near = st_nearest_text(&compiler->rules->mem, texts, count, name);
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "code '", def->name,
                           near ? "' is given no such name; did you mean '"
                                : "' is given no such name; declare it there",
                           near ? near : "", near ? "'?" : "");
}

/* Compile a parameter of a watcher definition, or an option. */
static strata_status compile_parameter_argument(
    const st_instruction_block *block, const strata_argument *declared,
    const st_instruction_form *form, const st_instruction *instruction,
    st_argument *out) {
  const st_program *callee =
      &st_watcher_def_get(block->scope.compiler->rules, instruction->what)
           ->program;
  for (uint32_t i = 0; i < callee->parameter_count; i++) {
    const st_expr_variable *name =
        &callee->variables.variables[ST_VARIABLE_FIRST_OWN + i];
    if (strcmp(name->text, declared->name) != 0) continue;
    out->kind = ST_ARGUMENT_VARIABLE;
    out->target_id = ST_VARIABLE_FIRST_OWN + i;
    return compile_argument_value(block, declared, name->type, out);
  }
  if (st_instruction_find_option(form, declared->name) != ST_OPTION_NUMBER) {
    return compile_option_argument(block, declared, form, instruction, out);
  }
  return refuse_unknown_parameter(block->scope.compiler, instruction->what,
                                  declared->name);
}

/* Compile a variable that a handler finds bound. */
static strata_status compile_handler_argument(const st_instruction_block *block,
                                              const strata_argument *declared,
                                              st_argument *out) {
  strata_status status = compile_argument_value(block, declared, 0, out);
  if (status) return status;
  out->kind = ST_ARGUMENT_VARIABLE;
  return st_program_scope_bind(block->scope.compiler, block->scope.program,
                               declared->name, out->value->type,
                               &out->target_id);
}

static strata_status compile_argument(const st_instruction_block *block,
                                      const strata_argument *declared,
                                      const st_instruction_form *form,
                                      const st_instruction *instruction,
                                      st_argument *out) {
  if (form->signature == ST_SIGNATURE_VALUE ||
      form->signature == ST_SIGNATURE_OPTIONAL_VALUE) {
    return compile_unnamed_argument(block, declared, instruction, out);
  }
  if (!declared->name) {
    return ST_COMPILER_ERROR(block->scope.compiler, STRATA_EINVAL,
                             "an argument has no name; say what it is for");
  }
  switch ((st_signature)form->signature) {
  case ST_SIGNATURE_FIELDS:
    return compile_field_argument(block, declared, instruction->what, out);
  case ST_SIGNATURE_PARAMETERS:
    return compile_parameter_argument(block, declared, form, instruction, out);
  case ST_SIGNATURE_VARIABLES:
    return compile_handler_argument(block, declared, out);
  case ST_SIGNATURE_OPTIONS:
  case ST_SIGNATURE_VALUE:
  case ST_SIGNATURE_OPTIONAL_VALUE:
    break;
  }
  return compile_option_argument(block, declared, form, instruction, out);
}

static bool is_repeated_argument(const st_argument *arguments, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (arguments[i].kind == arguments[n].kind &&
        arguments[i].target_id == arguments[n].target_id) {
      return true;
    }
  }
  return false;
}

static strata_status check_argument_count(const st_compiler *compiler,
                                          st_signature signature,
                                          size_t count) {
  if (signature == ST_SIGNATURE_VALUE && count != 1) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "it takes one argument");
  }
  if (signature == ST_SIGNATURE_OPTIONAL_VALUE && count > 1) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it takes at most one argument");
  }
  return STRATA_OK;
}

strata_status st_arguments_compile(const st_instruction_block *block,
                                   const strata_instruction *declared,
                                   const st_instruction_form *form,
                                   const st_instruction *instruction) {
  st_compiler *compiler = block->scope.compiler;
  st_program *program = block->scope.program;
  strata_status status = check_argument_count(
      compiler, (st_signature)form->signature, declared->argument_count);
  if (status || instruction->argument_count == 0) return status;
  st_instruction_block inside = *block;
  inside.has_it = block->has_it || instruction->who;
  const char *before = compiler->error_path;
  st_argument *arguments = &program->arguments[instruction->first_argument];
  for (uint32_t i = 0; i < instruction->argument_count && !status; i++) {
    const strata_argument *argument = &declared->arguments[i];
    st_error_path here = st_error_path_of_argument(before, argument->name);
    compiler->error_path = here.text;
    status =
        compile_argument(&inside, argument, form, instruction, &arguments[i]);
    if (!status && is_repeated_argument(arguments, i)) {
      status = ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "it is given twice");
    }
    compiler->error_path = before;
  }
  return status;
}

/* -- Combinations of operands -- */

static const st_argument *
find_option_argument(const st_program *program,
                     const st_instruction *instruction, st_option option) {
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *argument =
        &program->arguments[instruction->first_argument + i];
    if (argument->kind == ST_ARGUMENT_OPTION &&
        argument->target_id == (uint32_t)option) {
      return argument;
    }
  }
  return NULL;
}

/* What is wrong with the ways in which a CHOOSE names its options, NULL if
 * nothing is. */
static const char *choice_error_text(const st_program *program,
                                     const st_instruction *instruction) {
  bool of = find_option_argument(program, instruction, ST_OPTION_OF);
  if ((instruction->what == ST_CHOICE_ENTITY) != (instruction->who != NULL)) {
    return "of whom an entity is chosen, 'who' says, and of nothing else";
  }
  if ((instruction->what == ST_CHOICE_WORD) != of) {
    return "of which symbols a word is chosen, option 'of' says";
  }
  return NULL;
}

const char *st_arguments_error_text(const st_program *program,
                                    const st_instruction *instruction) {
  strata_instruction_op op = (strata_instruction_op)instruction->op;
  bool what = instruction->what != 0;
  bool goes = op == STRATA_DO_MOVE || op == STRATA_DO_SHUFFLE;
  if (goes && what == (find_option_argument(program, instruction,
                                            ST_OPTION_TO) != NULL)) {
    return "say the zone by 'what' or by option 'to'";
  }
  bool of = find_option_argument(program, instruction, ST_OPTION_OF);
  if (op == STRATA_DO_SPAWN && what + of + (instruction->who != NULL) != 1) {
    return "say what by 'what', by option 'of', or by 'who' for a copy";
  }
  bool kind = find_option_argument(program, instruction, ST_OPTION_KIND);
  if (op == STRATA_DO_COUNT && what == kind) {
    return "say the counter by 'what' or by option 'kind'";
  }
  if (op == STRATA_DO_COPY &&
      !find_option_argument(program, instruction, ST_OPTION_WHOM) &&
      !find_option_argument(program, instruction, ST_OPTION_EXCEPT)) {
    return "say of whom it becomes a copy by option 'whom', or what it is by "
           "'except'";
  }
  bool ticks = find_option_argument(program, instruction, ST_OPTION_TICKS);
  if (st_instruction_takes_clock(op) && ticks != (instruction->clock != 0)) {
    return "'clock' and option 'ticks' go together";
  }
  if (op == STRATA_DO_ASSIGN &&
      !find_option_argument(program, instruction, ST_OPTION_PLACES)) {
    return "say to whom by option 'to'";
  }
  return op == STRATA_DO_CHOOSE ? choice_error_text(program, instruction)
                                : NULL;
}
