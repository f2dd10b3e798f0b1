/*
 * program_compile.c - the compiler of programs: blocks of instructions.
 *
 * Every mistake in a program is refused here, in operand_compile.c or in
 * argument_compile.c, so the interpreter trusts programs without checks (tests
 * unit.deed and api.declare_deeds).
 *
 * Invariant: arrays have their final size from the start, because the size is
 * measured first; compiled instructions never move.
 */
#include "rules/compile/program_compile.h"

#include "rules/compile/argument_compile.h"
#include "rules/compile/effect_template.h"

#include <string.h>

static strata_type result_type(const st_program *program,
                               const st_instruction *deed) {
  static const uint8_t chosen[] = {[ST_CHOICE_ENTITY] = STRATA_REF,
                                   [ST_CHOICE_MAY] = STRATA_FLAG,
                                   [ST_CHOICE_NUMBER] = STRATA_INT,
                                   [ST_CHOICE_WORD] = STRATA_SYM};
  if (deed->op == STRATA_DO_CHOOSE) return (strata_type)chosen[deed->what];
  if (deed->op == STRATA_DO_ROLL || deed->op == STRATA_DO_TAKE) {
    return STRATA_INT;
  }
  if (deed->op != STRATA_DO_LET) return STRATA_REF;
  return program->arguments[deed->first_argument].value->type;
}

static strata_status bind_result(const st_instruction_block *l,
                                 const char *name, st_instruction *out) {
  if (!name) return STRATA_OK;
  uint32_t place = 0;
  strata_status status =
      st_program_scope_bind(l->scope.compiler, l->scope.program, name,
                            result_type(l->scope.program, out), &place);
  if (!status) out->bound_variable = (uint16_t)(place + 1);
  return status;
}

/* -- Instructions -- */

static strata_status compile_instructions(st_instruction_block *l,
                                          const strata_instruction *deeds,
                                          size_t count);

/* The block of the instructions nested in an instruction. */
static st_instruction_block inner_block(const st_instruction_block *l,
                                        const st_instruction *deed,
                                        const char *title) {
  st_instruction_block inside = *l;
  inside.error_title = title;
  inside.has_it = l->has_it || deed->who;
  strata_instruction_op op = (strata_instruction_op)deed->op;
  if (op == STRATA_DO_EMIT) {
    inside.stage = ST_SITE_REPLACE;
    inside.scope.event_type = deed->what;
  } else if (op == STRATA_DO_TOGETHER || op == STRATA_DO_INSTEAD ||
             op == STRATA_DO_ALSO) {
    inside.stage = ST_SITE_CONTAINED;
  } else if (op == STRATA_DO_THEN) {
    inside.stage = ST_SITE_ACT;
  }
  return inside;
}

static strata_status compile_clock(const st_compiler *w, const char *name,
                                   st_instruction *out) {
  if (!name) return STRATA_OK;
  return st_compiler_find_id(w, STRATA_NAME_CLOCK, "clock", name, &out->clock);
}

/* Choices of targets and modes, made as the ability is put on the stack, must
 * be the first instructions. */
static strata_status check_placing_choice(const st_instruction_block *l,
                                          const st_instruction *deed) {
  st_program *program = l->scope.program;
  if (!(deed->flags & STRATA_INSTRUCTION_TARGET)) return STRATA_OK;
  if (l->stage == ST_SITE_ACT &&
      (uint32_t)(deed - program->instructions) == program->on_stack_count) {
    program->on_stack_count++;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(
      l->scope.compiler, STRATA_EINVAL,
      l->stage == ST_SITE_ACT
          ? "targets and modes are chosen before all else is done; write it "
            "before all deeds that choose none"
          : "only what triggers has targets and modes; choose without "
            "'target'");
}

/* Compile an instruction without its nested ones. */
static strata_status
compile_instruction_head(const st_instruction_block *l,
                         const strata_instruction *declared,
                         st_instruction *out) {
  const st_instruction_form *form = st_instruction_form_get(declared->op);
  st_program *program = l->scope.program;
  out->op = (uint8_t)declared->op;
  out->flags = (uint8_t)declared->flags;
  if (declared->op == STRATA_DO_RUN) out->flags = (uint8_t)l->stage;
  strata_status status = st_operands_check(l, declared, form);
  if (!status)
    status =
        st_operand_compile_what(l, declared, (st_referent)form->referent, out);
  if (!status) {
    status = st_program_scope_expr(&l->scope, "when", declared->when,
                                   STRATA_FLAG, l->has_it, &out->when);
  }
  if (!status) {
    status = st_program_scope_expr(&l->scope, "times", declared->times,
                                   STRATA_INT, l->has_it, &out->times);
  }
  if (!status) status = st_operand_compile_who(l, declared, out);
  if (!status) status = compile_clock(l->scope.compiler, declared->clock, out);
  if (!status && declared->op == STRATA_DO_BEGIN) {
    status = st_effect_template_compile(&l->scope, declared, &out->what);
  }
  if (status) return status;
  out->first_argument = program->argument_count;
  out->argument_count = (uint32_t)declared->argument_count;
  program->argument_count += out->argument_count;
  status = st_arguments_compile(l, declared, form, out);
  const char *wrong = status ? NULL : st_arguments_error_text(program, out);
  if (wrong) return ST_COMPILER_ERROR(l->scope.compiler, STRATA_EINVAL, wrong);
  if (!status) status = check_placing_choice(l, out);
  if (!status) status = bind_result(l, declared->as, out);
  if (!status) st_instruction_add_rw(out, &program->rw_mask);
  return status;
}

static strata_status compile_instruction(st_instruction_block *l,
                                         const strata_instruction *declared) {
  st_program *program = l->scope.program;
  st_instruction *out = &program->instructions[program->instruction_count++];
  strata_status status = compile_instruction_head(l, declared, out);
  if (!status && declared->inner_count > 0) {
    st_error_path title =
        st_error_path_of(l->scope.compiler->error_path, ", inner", 0, NULL);
    st_instruction_block inside = inner_block(l, out, title.text);
    status =
        compile_instructions(&inside, declared->inner, declared->inner_count);
  }
  out->end = program->instruction_count;
  return status;
}

static strata_status compile_instructions(st_instruction_block *l,
                                          const strata_instruction *deeds,
                                          size_t count) {
  st_compiler *w = l->scope.compiler;
  const char *before = w->error_path;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < count && !status; i++) {
    st_error_path here = st_error_path_of(l->error_title, "", i + 1,
                                          st_instruction_op_text(deeds[i].op));
    w->error_path = here.text;
    status = compile_instruction(l, &deeds[i]);
  }
  w->error_path = before;
  return status;
}

/* The sizes of a program's arrays. */
typedef struct program_size {
  size_t instructions, arguments, effect_templates;
} program_size;

static void measure_program(const strata_instruction *deeds, size_t count,
                            program_size *all) {
  all->instructions += count;
  for (size_t i = 0; i < count; i++) {
    all->arguments += deeds[i].argument_count;
    all->effect_templates += deeds[i].op == STRATA_DO_BEGIN;
    measure_program(deeds[i].inner, deeds[i].inner_count, all);
  }
}

static strata_status reserve_program(const st_compiler *w,
                                     const program_size *all,
                                     st_program *program) {
  st_mem *mem = &w->rules->mem;
  if (all->instructions > UINT32_MAX || all->arguments > UINT32_MAX) {
    return st_compiler_no_memory(w);
  }
  program->rules = w->rules;
  program->instructions =
      st_mem_zeroed(mem, all->instructions, sizeof(st_instruction));
  if (!program->instructions) return st_compiler_no_memory(w);
  program->instruction_capacity = (uint32_t)all->instructions;
  if (all->arguments > 0) {
    program->arguments =
        st_mem_zeroed(mem, all->arguments, sizeof(st_argument));
    if (!program->arguments) return st_compiler_no_memory(w);
    program->argument_capacity = (uint32_t)all->arguments;
  }
  if (all->effect_templates > 0) {
    program->effect_templates =
        st_mem_zeroed(mem, all->effect_templates, sizeof(st_effect_template));
    if (!program->effect_templates) return st_compiler_no_memory(w);
    program->effect_template_capacity = (uint32_t)all->effect_templates;
  }
  return STRATA_OK;
}

strata_status st_program_compile(st_program_scope *c, st_program_site stage,
                                 const char *title,
                                 const strata_instruction *deeds,
                                 size_t count) {
  st_program *program = c->program;
  program_size all = {0};
  assert(program->variables.variables && !program->instructions);
  measure_program(deeds, count, &all);
  if (all.instructions == 0) return STRATA_OK;
  strata_status status = reserve_program(c->compiler, &all, program);
  if (status) return status;
  st_error_path first = st_error_path_of(", ", title, 0, NULL);
  st_instruction_block l = {.scope = *c,
                            .stage = stage,
                            .error_title = first.text,
                            .has_it = c->has_it};
  return compile_instructions(&l, deeds, count);
}
