/*
 * effect_builder.c - makes the parts of a created effect from a clause of the
 * rules.
 *
 * A created effect is state, so nothing in it may depend on expressions: an
 * operand is evaluated once and becomes a constant, and names of symbols and
 * abilities become texts of the state.
 */
#include "layers/mutate/effect_builder.h"

#include <string.h>

static strata_status intern_built_text(st_mutator *mutator, uint32_t *out) {
  if (mutator->text.failed) return STRATA_ENOMEM;
  return st_strings_intern(mutator->strings, mutator->store,
                           st_text_get(&mutator->text), mutator->text.length,
                           out);
}

strata_status st_effect_builder_set_text(st_mutator *mutator,
                                         const st_attr *attr,
                                         const uint64_t *words, int64_t *out) {
  st_text_clear(&mutator->text);
  st_symbol_list_add_set(mutator->rules, &mutator->text, attr, words);
  uint32_t text = 0;
  strata_status status = intern_built_text(mutator, &text);
  *out = text;
  return status;
}

static void add_symbol_text(st_effect_builder *builder, strata_symbol symbol) {
  st_symbol_list_add(builder->mutator->rules, &builder->mutator->text, symbol);
}

/* Add the symbols of a SET operand as text. */
static void add_set_text(st_effect_builder *builder, const st_attr *attr,
                         const st_clause_part *part, uint64_t word) {
  if (part->operand) {
    strata_symbol symbol = (strata_symbol)word;
    bool held = st_attr_domain_index(attr, symbol) != UINT32_MAX;
    if (held) add_symbol_text(builder, symbol);
    return;
  }
  for (uint32_t n = 0; n < attr->domain_count; n++) {
    if (st_bit_test(part->words, n)) add_symbol_text(builder, attr->domain[n]);
  }
}

static strata_status build_list_operand(st_effect_builder *builder,
                                        const st_attr *attr,
                                        const st_clause_part *part,
                                        uint64_t word, st_new_part *out) {
  st_text_clear(&builder->mutator->text);
  if (st_part_header_op(part->flags) == STRATA_OP_SUBSTITUTE) {
    add_symbol_text(builder, part->from);
    add_symbol_text(builder, part->to);
  } else if (attr->type == STRATA_SET) {
    add_set_text(builder, attr, part, word);
  } else {
    for (uint32_t i = 0; i < part->ability_count; i++) {
      add_symbol_text(builder, attr->domain[part->abilities[i]]);
    }
  }
  return intern_built_text(builder->mutator, &out->text);
}

static strata_status build_number_operand(const st_clause_part *part,
                                          uint64_t word, st_new_part *out) {
  out->value = word;
  if (st_part_header_op(part->flags) == STRATA_OP_SCALE && part->operand) {
    int64_t numerator = st_clamp((int64_t)word, INT32_MIN, INT32_MAX);
    out->value = part->value >> 32 << 32 | (uint32_t)(int32_t)numerator;
  }
  return STRATA_OK;
}

strata_status st_effect_builder_operand(st_effect_builder *builder,
                                        const st_clause_part *part,
                                        st_new_part *out) {
  const st_attr *attr =
      st_attr_of(builder->mutator->rules, st_part_header_attr(part->flags));
  strata_op op = (strata_op)st_part_header_op(part->flags);
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) return STRATA_OK;
  uint64_t word = part->value;
  if (part->operand) {
    int64_t value = 0;
    strata_status status = builder->evaluate(builder->context, part, &value);
    if (status) return status;
    word = (uint64_t)value;
  }
  if (st_clause_part_takes_set(part)) {
    out->text = (uint32_t)word;
    return STRATA_OK;
  }
  if (op == STRATA_OP_SUBSTITUTE) {
    return build_list_operand(builder, attr, part, word, out);
  }
  switch (attr->type) {
  case STRATA_SET:
  case STRATA_ABILITIES:
    return build_list_operand(builder, attr, part, word, out);
  case STRATA_SYM:
    out->symbol = (uint32_t)word;
    return STRATA_OK;
  case STRATA_TEXT:
    st_text_clear(&builder->mutator->text);
    st_text_add_str(&builder->mutator->text, part->text ? part->text : "");
    return intern_built_text(builder->mutator, &out->text);
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
    break;
  }
  return build_number_operand(part, word, out);
}

void st_effect_builder_push_part(st_effect_builder *builder,
                                 const st_clause_part *part, uint32_t ordinal,
                                 uint32_t flags, st_new_part made) {
  assert(builder->count < ST_PARTS_LIMIT);
  flags |= st_part_header_flags(part->flags) & ST_PART_ROUND_UP;
  made.header = st_part_header(st_part_header_layer(part->flags),
                               st_part_header_attr(part->flags), ordinal, flags,
                               (uint32_t)st_part_header_op(part->flags));
  builder->parts[builder->count++] = made;
}
