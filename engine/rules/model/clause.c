/*
 * clause.c - what abilities and laws say: which operations there are, lookups.
 */
#include "rules/model/clause.h"

#include <string.h>

#define BIT(op) (UINT32_C(1) << STRATA_OP_##op)

bool st_op_suits(strata_type type, strata_op op) {
  static const uint32_t suits[] = {
      [STRATA_INT] = BIT(SET) | BIT(ADD) | BIT(SUB) | BIT(MUL) | BIT(DIV) |
                     BIT(MIN) | BIT(MAX) | BIT(AND) | BIT(OR) | BIT(XOR) |
                     BIT(SCALE) | BIT(SWITCH) | BIT(COPY),
      [STRATA_FLAG] = BIT(SET) | BIT(AND) | BIT(OR) | BIT(XOR) | BIT(COPY),
      [STRATA_SET] = BIT(SET) | BIT(ADD) | BIT(REMOVE) | BIT(CLEAR) |
                     BIT(COPY) | BIT(SUBSTITUTE),
      [STRATA_REF] = BIT(SET) | BIT(COPY),
      [STRATA_SYM] = BIT(SET) | BIT(COPY) | BIT(SUBSTITUTE),
      [STRATA_TEXT] = BIT(SET) | BIT(COPY),
      [STRATA_ABILITIES] = BIT(SET) | BIT(ADD) | BIT(REMOVE) | BIT(CLEAR) |
                           BIT(COPY) | BIT(SUBSTITUTE) | BIT(FORBID) |
                           BIT(STRIP) | BIT(BORROW),
  };
  if ((unsigned)type >= ST_COUNT_OF(suits)) return false;
  return (unsigned)op <= STRATA_OP_BORROW && suits[type] >> op & 1;
}

strata_status strata_rules_ability(const strata_rules *rules,
                                   strata_symbol ability,
                                   strata_ability_info *out) {
  const char *name = strata_rules_name(rules, STRATA_KIND_SYMBOL, ability);
  uint32_t id = strata_rules_find(rules, STRATA_KIND_ABILITY, name);
  if (id == 0) return STRATA_ENOENT;
  if (!out) return STRATA_EINVAL;
  const st_ability *found = &rules->abilities[id - 1];
  assert(found->symbol == ability);
  *out = (strata_ability_info){.name = name,
                               .text = found->text,
                               .kind = found->kind,
                               .clause_count = found->clause_count};
  return STRATA_OK;
}
