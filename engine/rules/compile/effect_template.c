/*
 * effect_template.c - the compiler of BEGIN: effects that programs start.
 *
 * The expressions of such an effect belong to the program's frame: they may
 * name "$x" and "event.amount". A captured operand is evaluated in the frame
 * when the effect starts. An expression that the effect evaluates again later
 * becomes an expression without a frame, in which constants replace variables
 * and fields (st_expr_inline_frame). An expression that asks for the top of a
 * zone is evaluated again at each moment, with the entity that is on top then.
 */
#include "rules/compile/effect_template.h"

#include "rules/compile/clause_compile.h"

#include <string.h>

/* True if a captured operand differs from one affected entity to another. */
static bool differs_per_target(const strata_rules *rules,
                               const st_clause_part *part) {
  const st_attr *attr = st_attr_of(rules, st_part_header_attr(part->flags));
  return part->capture && part->operand && part->operand->uses_it &&
         !attr->open;
}

static strata_status compile_template_parts(const st_program_scope *scope,
                                            const strata_clause *declared,
                                            st_effect_template *out) {
  const strata_rules *rules = scope->compiler->rules;
  st_expr_frame frame = st_program_scope_frame(scope);
  scope->compiler->frame = &frame;
  strata_status status =
      st_clause_compile_parts(scope->compiler, declared, &out->clause);
  scope->compiler->frame = NULL;
  for (uint32_t i = 0; !status && i < out->clause.part_count; i++) {
    const st_clause_part *part = &out->clause.parts[i];
    out->per_entity = out->per_entity || differs_per_target(rules, part);
  }
  return status;
}

strata_status st_effect_template_compile(const st_program_scope *scope,
                                         const strata_instruction *declared,
                                         uint32_t *out) {
  const st_compiler *compiler = scope->compiler;
  st_program *program = scope->program;
  assert(program->effect_template_count < program->effect_template_capacity);
  st_effect_template *effect =
      &program->effect_templates[program->effect_template_count++];
  *out = program->effect_template_count;
  if (declared->clause->subject) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL,
        "whom it affects, 'who' says; leave the subject of "
        "its clause out");
  }
  if (declared->what) {
    effect->title = st_mem_copy_text(&compiler->rules->mem, declared->what,
                                     strlen(declared->what));
    if (!effect->title) return st_compiler_no_memory(compiler);
  }
  strata_status status =
      st_program_scope_expr(scope, "condition", declared->clause->condition,
                            STRATA_FLAG, false, &effect->clause.condition);
  if (!status) {
    status = st_program_scope_expr(scope, "lasts", declared->lasts, STRATA_FLAG,
                                   false, &effect->lasts);
  }
  return status ? status
                : compile_template_parts(scope, declared->clause, effect);
}
