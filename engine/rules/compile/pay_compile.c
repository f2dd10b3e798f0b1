/*
 * pay_compile.c - what a PAY must be, so that the search of a payment can trust
 * it.
 *
 * Programs of all kinds can have one, as the deeds within an emitted event may
 * be anywhere.
 */
#include "rules/compile/pay_compile.h"

#include "rules/model/pay_form.h"

/* What is wrong with an instruction in a PAY, NULL if nothing is. */
static const char *pay_part_error_text(const st_program *program, uint32_t pay,
                                       uint32_t at) {
  const st_instruction *part = &program->instructions[at];
  if (part->op == STRATA_DO_HAVE) {
    const strata_symbol *kind = NULL;
    return st_pay_kinds_of(program, part, &kind) != 1
               ? "a 'have' names one kind in 'of'"
               : NULL;
  }
  if (st_pay_need_kinds(program, pay, part) == 0) {
    return "a 'need' names kinds that it has, or none";
  }
  if (part->end == at + 1) return NULL;
  if (st_pay_kinds_of(program, part, NULL) > 0) {
    return "a 'need' names kinds, or has others inside";
  }
  for (uint32_t i = at + 1; i < part->end; i++) {
    if (program->instructions[i].op != STRATA_DO_NEED ||
        program->instructions[i].end != i + 1) {
      return "inside of a 'need' are plain ones, one for each way to meet it";
    }
  }
  return NULL;
}

/* How many sets of kinds the needs of a PAY have that are not the same. */
static uint32_t count_pay_needs(const st_program *program, uint32_t pay) {
  uint32_t all[ST_MOST_PAY_PARTS];
  uint32_t count = 0;
  for (uint32_t i = pay + 1; i < program->instructions[pay].end; i++) {
    const st_instruction *need = &program->instructions[i];
    if (need->op != STRATA_DO_NEED || need->end != i + 1) continue;
    uint32_t kinds = st_pay_need_kinds(program, pay, need);
    uint32_t n = 0;
    while (n < count && all[n] != kinds) {
      n++;
    }
    if (n == count) all[count++] = kinds;
  }
  return count;
}

/* What is wrong with what a PAY has and needs, NULL if nothing is. */
static const char *pay_inner_error_text(const st_program *program,
                                        uint32_t at) {
  uint32_t haves = 0;
  uint32_t needs = 0;
  for (uint32_t i = at + 1; i < program->instructions[at].end; i++) {
    bool is_need = program->instructions[i].op == STRATA_DO_NEED;
    if (!is_need && needs > 0) return "a 'have' stands before all 'need'";
    *(is_need ? &needs : &haves) += 1;
  }
  if (haves > ST_MOST_PAY_KINDS) return "it has more than 32 'have'";
  if (needs > ST_MOST_PAY_PARTS) return "it has more than 32 'need'";
  if (haves == 0 || needs == 0) return "it has a 'have' and a 'need'";
  for (uint32_t i = at + 1; i < program->instructions[at].end; i++) {
    const char *wrong = pay_part_error_text(program, at, i);
    if (wrong) return wrong;
  }
  return count_pay_needs(program, at) > ST_MOST_PAY_NEEDS
             ? "it needs more than 12 different kinds, or sets of them"
             : NULL;
}

/* Refuse an event that cannot spend from a pool: it must say whose units it
 * takes and how many, and of which kind where the pool has several. */
static strata_status check_spending(const st_compiler *compiler,
                                    strata_event_type id, bool says_kind) {
  const st_event_type *type = st_event_type_get(compiler->rules, id);
  bool knows = type->affected_index != ST_NO_FIELD_INDEX &&
               type->amount_index != ST_NO_FIELD_INDEX;
  if (knows && (!says_kind || st_pay_kind_index(compiler->rules, type) !=
                                  ST_NO_FIELD_INDEX)) {
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "event '", type->name,
                           "' is to pay with: it needs 'affected', 'amount'",
                           says_kind ? " and one field of type sym" : "");
}

strata_status st_pay_check(const st_compiler *compiler,
                           const st_program *program, uint32_t at) {
  const st_instruction *pay = &program->instructions[at];
  strata_status status = check_spending(compiler, pay->what, true);
  for (uint32_t i = at + 1; !status && i < pay->end; i++) {
    const st_instruction *have = &program->instructions[i];
    if (have->op != STRATA_DO_HAVE || have->what == 0) continue;
    status = check_spending(compiler, have->what, false);
  }
  if (status) return status;
  const char *wrong = pay_inner_error_text(program, at);
  return wrong ? ST_COMPILER_ERROR(compiler, STRATA_EINVAL, wrong) : STRATA_OK;
}
