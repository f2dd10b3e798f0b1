/*
 * clause.c - what abilities and laws say: which operations there are, lookups,
 * and the end of it all.
 */
#include "world/clause.h"

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

/* -- The end -- */

/* What is read-only to all others ends here. */
static void *owned(const void *pointer) {
  void *plain;
  memcpy(&plain, &pointer, sizeof plain);
  return plain;
}

void st_free_text(st_mem *mem, const char *text) {
  if (text) st_mem_free(mem, owned(text), strlen(text) + 1, 1);
}

void st_clause_part_fini(const strata_rules *rules, st_mem *mem,
                         st_clause_part *part) {
  const st_attr *attr = st_attr_of(rules, st_verb_attr(part->verb));
  st_expr_free(owned(part->operand));
  if (part->words) {
    assert(attr);
    st_mem_free(mem, owned(part->words), attr->words, sizeof part->words[0]);
  }
  st_mem_free(mem, owned(part->abilities), part->ability_count,
              sizeof part->abilities[0]);
  st_free_text(mem, part->text);
}

void st_clause_fini(const strata_rules *rules, st_mem *mem,
                    st_clause_code *clause) {
  st_expr_free(owned(clause->subject));
  st_expr_free(owned(clause->condition));
  for (uint32_t i = 0; i < clause->part_count; i++) {
    st_clause_part_fini(rules, mem, &clause->parts[i]);
  }
  st_mem_free(mem, clause->parts, clause->part_count, sizeof clause->parts[0]);
}

void st_default_fini(const strata_rules *rules, st_mem *mem,
                     st_default *value) {
  const st_attr *attr = st_attr_of(rules, value->attr);
  if (value->words) {
    assert(attr);
    st_mem_free(mem, owned(value->words), attr->words, sizeof value->words[0]);
  }
  st_free_text(mem, value->text);
}
