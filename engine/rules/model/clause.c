/*
 * clause.c - which operation suits which type, and lookups of definitions.
 */
#include "rules/model/clause.h"

#include <string.h>

#define OP_BIT(op) (UINT32_C(1) << STRATA_OP_##op)

bool st_op_suits(strata_type type, strata_op op) {
  static const uint32_t suits[] = {
      [STRATA_INT] = OP_BIT(SET) | OP_BIT(ADD) | OP_BIT(SUB) | OP_BIT(MUL) |
                     OP_BIT(DIV) | OP_BIT(MIN) | OP_BIT(MAX) | OP_BIT(AND) |
                     OP_BIT(OR) | OP_BIT(XOR) | OP_BIT(SCALE) | OP_BIT(SWITCH) |
                     OP_BIT(COPY),
      [STRATA_FLAG] =
          OP_BIT(SET) | OP_BIT(AND) | OP_BIT(OR) | OP_BIT(XOR) | OP_BIT(COPY),
      [STRATA_SET] = OP_BIT(SET) | OP_BIT(ADD) | OP_BIT(REMOVE) |
                     OP_BIT(CLEAR) | OP_BIT(COPY) | OP_BIT(SUBSTITUTE),
      [STRATA_REF] = OP_BIT(SET) | OP_BIT(COPY),
      [STRATA_SYM] = OP_BIT(SET) | OP_BIT(COPY) | OP_BIT(SUBSTITUTE),
      [STRATA_TEXT] = OP_BIT(SET) | OP_BIT(COPY),
      [STRATA_ABILITIES] = OP_BIT(SET) | OP_BIT(ADD) | OP_BIT(REMOVE) |
                           OP_BIT(CLEAR) | OP_BIT(COPY) | OP_BIT(SUBSTITUTE) |
                           OP_BIT(FORBID) | OP_BIT(STRIP) | OP_BIT(BORROW),
  };
  if ((unsigned)type >= ST_COUNT_OF(suits)) return false;
  return (unsigned)op <= STRATA_OP_BORROW && suits[type] >> op & 1;
}

strata_definition st_definition_with_word(const strata_rules *rules,
                                          strata_symbol word) {
  strata_definition found = 0;
  size_t count = rules->names[STRATA_NAME_DEFINITION].count;
  for (size_t i = 0; i < count; i++) {
    const st_definition *definition = &rules->definitions[i];
    for (uint32_t k = 0; k < definition->default_count; k++) {
      const st_default *value = &definition->defaults[k];
      if (rules->attrs[value->attr - 1].type != STRATA_SYM ||
          value->value != (int64_t)word) {
        continue;
      }
      if (found != 0) return 0;
      found = (strata_definition)(i + 1);
    }
  }
  return found;
}
