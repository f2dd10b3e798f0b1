/* pay_form.h - what the instruction PAY says: kinds, needs, and the fields of
 * the event that spends. */
#ifndef STRATA_RULES_MODEL_PAY_FORM_H
#define STRATA_RULES_MODEL_PAY_FORM_H

#include "rules/model/event_type.h"

/* The kinds that a HAVE or NEED names in its option `of`, and their number;
 * `symbols` may be NULL. */
static inline uint32_t st_pay_kinds_of(const st_program *program,
                                       const st_instruction *instruction,
                                       const strata_symbol **symbols) {
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    if (a->target_id != ST_OPTION_OF) continue;
    if (symbols) *symbols = a->symbols;
    return a->symbol_count;
  }
  return 0;
}

/* The kinds that a NEED of the PAY at `pay` can be met with, as bits in the
 * order of its HAVEs. Without `of` these are all but those that are spent by
 * an event of their own. */
static inline uint32_t st_pay_need_kinds(const st_program *program,
                                         uint32_t pay,
                                         const st_instruction *need) {
  const strata_symbol *named = NULL;
  const strata_symbol *kind = NULL;
  uint32_t count = st_pay_kinds_of(program, need, &named);
  uint32_t bits = 0;
  for (uint32_t i = pay + 1; i < program->instructions[pay].end; i++) {
    const st_instruction *have = &program->instructions[i];
    if (have->op != STRATA_DO_HAVE) break;
    st_pay_kinds_of(program, have, &kind);
    bool fits = count == 0 && have->what == 0;
    for (uint32_t k = 0; k < count; k++) {
      if (kind && named[k] == kind[0]) fits = true;
    }
    if (fits) bits |= UINT32_C(1) << (i - pay - 1);
  }
  return bits;
}

/* The index of the field that says the kind: the only one of type SYM. */
static inline uint32_t st_pay_kind_index(const strata_rules *rules,
                                         const st_event_type *type) {
  uint32_t found = ST_NO_FIELD_INDEX;
  for (uint32_t i = 0; i < type->field_count; i++) {
    if (rules->field_types[type->fields[i] - 1] != STRATA_SYM) continue;
    if (found != ST_NO_FIELD_INDEX) return ST_NO_FIELD_INDEX;
    found = i;
  }
  return found;
}

#endif
