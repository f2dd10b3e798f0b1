/*
 * program_compile.c - the compiler of programs: blocks of instructions.
 *
 * Every mistake in a program is refused here, in operand_compile.c or in
 * argument_compile.c, so the interpreter trusts programs without checks (tests
 * unit.program and api.declare_programs).
 *
 * Invariant: arrays have their final size from the start, because the size is
 * measured first; compiled instructions never move.
 */
#include "rules/compile/program_compile.h"

#include "base/enum_texts.h"
#include "rules/compile/argument_compile.h"
#include "rules/compile/effect_template.h"
#include "rules/compile/pay_compile.h"

#include <string.h>

static strata_type result_type(const st_program *program,
                               const st_instruction *instruction) {
  static const uint8_t chosen[] = {[ST_CHOICE_ENTITY] = STRATA_REF,
                                   [ST_CHOICE_MAY] = STRATA_FLAG,
                                   [ST_CHOICE_NUMBER] = STRATA_INT,
                                   [ST_CHOICE_WORD] = STRATA_SYM};
  if (instruction->op == STRATA_DO_CHOOSE) {
    return (strata_type)chosen[instruction->what];
  }
  if (instruction->op == STRATA_DO_ROLL || instruction->op == STRATA_DO_TAKE) {
    return STRATA_INT;
  }
  if (instruction->op == STRATA_DO_PAY) return STRATA_FLAG;
  if (instruction->op != STRATA_DO_LET) return STRATA_REF;
  return program->arguments[instruction->first_argument].value->type;
}

static strata_status bind_result(const st_instruction_block *block,
                                 const char *name, st_instruction *out) {
  if (!name) return STRATA_OK;
  uint32_t index = 0;
  strata_status status =
      st_program_scope_bind(block->scope.compiler, block->scope.program, name,
                            result_type(block->scope.program, out), &index);
  if (!status) out->bound_variable = (uint16_t)(index + 1);
  return status;
}

/* -- Instructions -- */

static strata_status
compile_instructions(st_instruction_block *block,
                     const strata_instruction *instructions, size_t count);

/* The block of the instructions nested in an instruction. */
static st_instruction_block inner_block(const st_instruction_block *block,
                                        const st_instruction *instruction,
                                        const char *title) {
  st_instruction_block inside = *block;
  inside.error_title = title;
  inside.has_it = block->has_it || instruction->who;
  strata_instruction_op op = (strata_instruction_op)instruction->op;
  if (op == STRATA_DO_EMIT) {
    inside.site = ST_SITE_REPLACE;
    inside.scope.event_type = instruction->what;
  } else if (op == STRATA_DO_TOGETHER || op == STRATA_DO_INSTEAD ||
             op == STRATA_DO_ALSO || op == STRATA_DO_ASSIGN) {
    inside.site = ST_SITE_CONTAINED;
  } else if (op == STRATA_DO_THEN) {
    inside.site = ST_SITE_ACT;
  } else if (op == STRATA_DO_PAY) {
    inside.site = ST_SITE_PAY;
    inside.has_it = true; /* who pays */
  }
  return inside;
}

static strata_status compile_clock(const st_compiler *compiler,
                                   const char *name, st_instruction *out) {
  if (!name) return STRATA_OK;
  return st_compiler_find_id(compiler, STRATA_NAME_CLOCK, "clock", name,
                             &out->clock);
}

/* Choices of targets and modes, made as the ability is put on the stack or the
 * action is announced, must be the first instructions. */
static strata_status check_placing_choice(const st_instruction_block *block,
                                          const st_instruction *instruction) {
  st_program *program = block->scope.program;
  if (instruction->op != STRATA_DO_CHOOSE ||
      !(instruction->flags & ST_INSTRUCTION_ANNOUNCES)) {
    return STRATA_OK;
  }
  if (block->site == ST_SITE_ACT &&
      (uint32_t)(instruction - program->instructions) ==
          program->on_stack_count) {
    program->on_stack_count++;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(
      block->scope.compiler, STRATA_EINVAL,
      block->site == ST_SITE_ACT
          ? "targets and modes are chosen before all else is done; write it "
            "before all deeds that choose none"
          : "only what triggers has targets and modes; choose without "
            "'target'");
}

/* Compile an instruction without its nested ones. */
static strata_status
compile_instruction_head(const st_instruction_block *block,
                         const strata_instruction *declared,
                         st_instruction *out) {
  const st_instruction_form *form = st_instruction_form_get(declared->op);
  st_program *program = block->scope.program;
  out->op = (uint8_t)declared->op;
  out->flags = (uint8_t)declared->flags;
  if (declared->op == STRATA_DO_RUN) out->flags = (uint8_t)block->site;
  strata_status status = st_operands_check(block, declared, form);
  if (!status) {
    status = st_operand_compile_what(block, declared,
                                     (st_referent)form->referent, out);
  }
  if (!status) {
    status = st_program_scope_expr(&block->scope, "when", declared->when,
                                   STRATA_FLAG, block->has_it, &out->when);
  }
  if (!status) {
    status = st_program_scope_expr(&block->scope, "times", declared->times,
                                   STRATA_INT, block->has_it, &out->times);
  }
  if (!status) status = st_operand_compile_who(block, declared, out);
  if (!status) {
    status = compile_clock(block->scope.compiler, declared->clock, out);
  }
  if (!status && declared->op == STRATA_DO_BEGIN) {
    status = st_effect_template_compile(&block->scope, declared, &out->what);
  }
  if (!status && declared->op == STRATA_DO_ASSIGN) {
    status = bind_result(block, declared->as, out); /* its arguments name it */
  }
  if (status) return status;
  out->first_argument = program->argument_count;
  out->argument_count = (uint32_t)declared->argument_count;
  program->argument_count += out->argument_count;
  status = st_arguments_compile(block, declared, form, out);
  const char *wrong = status ? NULL : st_arguments_error_text(program, out);
  if (wrong) {
    return ST_COMPILER_ERROR(block->scope.compiler, STRATA_EINVAL, wrong);
  }
  if (!status) status = check_placing_choice(block, out);
  if (!status) status = bind_result(block, declared->as, out);
  if (!status) st_instruction_add_rw(out, &program->rw_mask);
  return status;
}

static strata_status compile_instruction(st_instruction_block *block,
                                         const strata_instruction *declared) {
  st_program *program = block->scope.program;
  st_instruction *out = &program->instructions[program->instruction_count++];
  strata_status status = compile_instruction_head(block, declared, out);
  if (!status && declared->inner_count > 0) {
    st_error_path title =
        st_error_path_of(block->scope.compiler->error_path, ", inner", 0, NULL);
    st_instruction_block inside = inner_block(block, out, title.text);
    status =
        compile_instructions(&inside, declared->inner, declared->inner_count);
  }
  out->end = program->instruction_count;
  if (!status && out->op == STRATA_DO_PAY) {
    status = st_pay_check(block->scope.compiler, program,
                          (uint32_t)(out - program->instructions));
  }
  return status;
}

static strata_status
compile_instructions(st_instruction_block *block,
                     const strata_instruction *instructions, size_t count) {
  st_compiler *compiler = block->scope.compiler;
  const char *before = compiler->error_path;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < count && !status; i++) {
    st_error_path here =
        st_error_path_of(block->error_title, "", i + 1,
                         st_instruction_op_text(instructions[i].op));
    compiler->error_path = here.text;
    status = compile_instruction(block, &instructions[i]);
  }
  compiler->error_path = before;
  return status;
}

/* The sizes of a program's arrays. */
typedef struct program_size {
  size_t instructions, arguments, effect_templates;
} program_size;

static void measure_program(const strata_instruction *instructions,
                            size_t count, program_size *size) {
  size->instructions += count;
  for (size_t i = 0; i < count; i++) {
    size->arguments += instructions[i].argument_count;
    size->effect_templates += instructions[i].op == STRATA_DO_BEGIN;
    measure_program(instructions[i].inner, instructions[i].inner_count, size);
  }
}

static strata_status reserve_program(const st_compiler *compiler,
                                     const program_size *size,
                                     st_program *program) {
  st_mem *mem = &compiler->rules->mem;
  if (size->instructions > UINT32_MAX || size->arguments > UINT32_MAX) {
    return st_compiler_no_memory(compiler);
  }
  program->rules = compiler->rules;
  program->instructions =
      st_mem_zeroed(mem, size->instructions, sizeof(st_instruction));
  if (!program->instructions) return st_compiler_no_memory(compiler);
  program->instruction_capacity = (uint32_t)size->instructions;
  if (size->arguments > 0) {
    program->arguments =
        st_mem_zeroed(mem, size->arguments, sizeof(st_argument));
    if (!program->arguments) return st_compiler_no_memory(compiler);
    program->argument_capacity = (uint32_t)size->arguments;
  }
  if (size->effect_templates > 0) {
    program->effect_templates =
        st_mem_zeroed(mem, size->effect_templates, sizeof(st_effect_template));
    if (!program->effect_templates) return st_compiler_no_memory(compiler);
    program->effect_template_capacity = (uint32_t)size->effect_templates;
  }
  return STRATA_OK;
}

strata_status st_program_compile(st_program_scope *scope, st_program_site site,
                                 const char *title,
                                 const strata_instruction *instructions,
                                 size_t count) {
  st_program *program = scope->program;
  program_size size = {0};
  assert(program->variables.variables && !program->instructions);
  measure_program(instructions, count, &size);
  if (size.instructions == 0) return STRATA_OK;
  strata_status status = reserve_program(scope->compiler, &size, program);
  if (status) return status;
  st_error_path first = st_error_path_of(", ", title, 0, NULL);
  st_instruction_block block = {.scope = *scope,
                                .site = site,
                                .error_title = first.text,
                                .has_it = scope->has_it};
  return compile_instructions(&block, instructions, count);
}
