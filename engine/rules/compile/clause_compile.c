/*
 * clause_compile.c - the compiler of clauses.
 *
 * Every mistake in a part is refused here, so the layers trust compiled parts
 * without checks (test unit.clause_compile).
 */
#include "rules/compile/clause_compile.h"

#include "base/enum_texts.h"

#include <assert.h>
#include <string.h>

/* -- Operands -- */

/* Compile an operand to a number if it is constant, else to an expression. */
static strata_status compile_computed_operand(const st_compiler *compiler,
                                              const strata_clause_part *part,
                                              strata_type want,
                                              st_clause_part *out,
                                              uint32_t *flags) {
  if (!part->operand) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it has no operand; write one, as text");
  }
  strata_expr *expr = NULL;
  strata_status status =
      st_compiler_expr(compiler, "operand", part->operand, want, &expr);
  if (status || !expr) return status;
  if (!st_expr_is_constant(expr)) {
    out->operand = expr;
    *flags |= ST_PART_COMPUTED;
    return STRATA_OK;
  }
  out->value = (uint64_t)st_compiler_fold(expr);
  st_expr_free(expr);
  return STRATA_OK;
}

/* All affected entities become copies of the same one (707.2b). */
static strata_status compile_copy_operand(const st_compiler *compiler,
                                          const strata_clause_part *part,
                                          st_clause_part *out,
                                          uint32_t *flags) {
  strata_status status =
      compile_computed_operand(compiler, part, STRATA_REF, out, flags);
  if (status || !out->operand || !out->operand->uses_it) return status;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                           "all become copies of one, so the operand of 'copy' "
                           "cannot read 'it'; say whose value it is, as in "
                           "'this.x'");
}

static strata_status compile_number_operand(const st_compiler *compiler,
                                            const strata_clause_part *part,
                                            st_clause_part *out,
                                            uint32_t *flags) {
  strata_status status =
      compile_computed_operand(compiler, part, STRATA_INT, out, flags);
  if (status) return status;
  int64_t value = (int64_t)out->value;
  if (part->op == STRATA_OP_DIV && !out->operand && value == 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "division by the constant 0");
  }
  if (part->op != STRATA_OP_SCALE) return STRATA_OK;
  if (part->divisor < 1 || part->divisor > INT32_MAX || value < INT32_MIN ||
      value > INT32_MAX) {
    return ST_COMPILER_ERROR(compiler, STRATA_ERANGE,
                             "scale takes a numerator of 32 bits and a divisor "
                             "from 1 to 2147483647");
  }
  out->value = (uint64_t)part->divisor << 32 | (uint32_t)(int32_t)value;
  return STRATA_OK;
}

/* The operand of SET, ADD and REMOVE on a set: names, one symbol, or what a set
 * of some entity has. */
static strata_status compile_set_operand(const st_compiler *compiler,
                                         const st_attr *attr,
                                         const strata_clause_part *part,
                                         st_clause_part *out, uint32_t *flags) {
  if (!part->operand) {
    return st_compiler_set_words(compiler, attr, part->names, part->name_count,
                                 &out->words);
  }
  strata_status status =
      compile_computed_operand(compiler, part, STRATA_SET, out, flags);
  if (status || out->operand) return status;
  strata_symbol symbol = (strata_symbol)out->value;
  const char *name = st_rules_name(compiler->rules, STRATA_NAME_SYMBOL, symbol);
  bool held = st_attr_domain_index(attr, symbol) != UINT32_MAX;
  out->value = 0;
  return st_compiler_set_words(compiler, attr, &name, held ? 1 : 0,
                               &out->words);
}

static strata_status compile_ability_operand(const st_compiler *compiler,
                                             const strata_clause_part *part,
                                             st_clause_part *out) {
  if (part->name_count == 0) return STRATA_OK;
  if (part->name_count > UINT32_MAX) return st_compiler_no_memory(compiler);
  uint32_t *indexes =
      st_mem_zeroed(&compiler->rules->mem, part->name_count, sizeof indexes[0]);
  if (!indexes) return st_compiler_no_memory(compiler);
  out->abilities = indexes;
  out->ability_count = (uint32_t)part->name_count;
  for (uint32_t i = 0; i < out->ability_count; i++) {
    strata_status status =
        st_compiler_find_ability(compiler, part->names[i], &indexes[i]);
    if (status) return status;
    indexes[i]--; /* ids are indexes in the name table + 1 */
  }
  return STRATA_OK;
}

static strata_status compile_substitution(const st_compiler *compiler,
                                          const st_attr *attr,
                                          const strata_clause_part *part,
                                          st_clause_part *out) {
  if (part->name_count != 2) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "'substitute' wants two symbols: the old word and "
                             "the new");
  }
  strata_status status =
      st_compiler_find_symbol(compiler, part->names[0], &out->from);
  if (!status) {
    status = st_compiler_find_symbol(compiler, part->names[1], &out->to);
  }
  if (status || attr->type != STRATA_SET) return status;
  uint32_t index = 0; /* only the check matters */
  status = st_compiler_find_in_domain(compiler, attr, part->names[0], &index);
  return status ? status
                : st_compiler_find_in_domain(compiler, attr, part->names[1],
                                             &index);
}

static strata_status find_borrowed_ability_kind(const st_compiler *compiler,
                                                const char *name,
                                                strata_ability_kind *out) {
  /* start at 1: KEYWORD, which is 0, stands for all kinds */
  for (int i = 1; i <= (int)STRATA_ABILITY_HANDLER; i++) {
    *out = (strata_ability_kind)i;
    if (strcmp(st_ability_kind_text(*out), name) == 0) return STRATA_OK;
  }
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' is no kind of ability to borrow; ",
                           "name another, as 'activated', or none for all");
}

static strata_status compile_borrow_operand(const st_compiler *compiler,
                                            const strata_clause_part *part,
                                            st_clause_part *out,
                                            uint32_t *flags) {
  if (!part->operand || part->name_count > 1) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL,
        "'borrow' wants a predicate, and at most one kind");
  }
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status =
      st_expr_parse_inner(compiler->rules, &compiler->rules->mem, part->operand,
                          strlen(part->operand), &expr, &inner);
  status = st_compiler_check_parsed(compiler, status, &inner, "operand",
                                    STRATA_FLAG, &expr);
  if (status) return status;
  out->operand = expr;
  *flags |= ST_PART_COMPUTED;
  return part->name_count > 0
             ? find_borrowed_ability_kind(compiler, part->names[0],
                                          &out->ability_kind)
             : STRATA_OK;
}

static strata_status compile_text_operand(const st_compiler *compiler,
                                          const strata_clause_part *part,
                                          st_clause_part *out) {
  strata_rules *rules = compiler->rules;
  const char *text = part->operand ? part->operand : "";
  if (!st_mem_reserve(&rules->mem, &rules->texts, &rules->text_capacity,
                      rules->text_count + 1, sizeof rules->texts[0])) {
    return st_compiler_no_memory(compiler);
  }
  out->text = st_mem_copy_text(&rules->mem, text, strlen(text));
  if (!out->text) return st_compiler_no_memory(compiler);
  assert(rules->text_count < ST_TEXT_OF_RULES);
  out->value = ST_TEXT_OF_RULES | (uint32_t)rules->text_count;
  rules->texts[rules->text_count++] = out->text;
  return STRATA_OK;
}

/* -- Parts -- */

/* Check that a part has the operands that its operation takes, and no
 * others. */
static strata_status check_part_fields(const st_compiler *compiler,
                                       const st_attr *attr,
                                       const strata_clause_part *part) {
  bool list = st_type_is_list(attr->type);
  bool lists =
      list && (part->op == STRATA_OP_SET || part->op == STRATA_OP_ADD ||
               part->op == STRATA_OP_REMOVE || part->op == STRATA_OP_FORBID);
  bool borrows = part->op == STRATA_OP_BORROW;
  bool names = lists || borrows || part->op == STRATA_OP_SUBSTITUTE;
  bool operand =
      borrows || part->op == STRATA_OP_COPY ||
      (lists ? attr->type == STRATA_SET : part->op < STRATA_OP_SWITCH);
  if (part->name_count > 0 && !names) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "this operation takes no names");
  }
  if (part->operand && !operand) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL, "this operation takes no ",
        lists ? "expression, but names of abilities" : "operand");
  }
  if (part->other && part->op != STRATA_OP_SWITCH) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "only 'switch' takes another attribute");
  }
  if (part->capture && (!compiler->frame || borrows)) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL,
        borrows ? "'borrow' looks at the world whenever it applies"
                : "only an effect that a deed begins can take something once");
  }
  if (lists && part->operand && part->name_count > 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it takes names or an expression, not both");
  }
  if (lists && part->op != STRATA_OP_SET && !part->operand &&
      part->name_count == 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it says not which; name some");
  }
  return STRATA_OK;
}

static strata_status compile_part_operand(const st_compiler *compiler,
                                          const st_attr *attr,
                                          const strata_clause_part *part,
                                          st_clause_part *out,
                                          uint32_t *flags) {
  if (part->op == STRATA_OP_COPY) {
    return compile_copy_operand(compiler, part, out, flags);
  }
  if (part->op == STRATA_OP_SUBSTITUTE) {
    return compile_substitution(compiler, attr, part, out);
  }
  if (part->op == STRATA_OP_BORROW) {
    return compile_borrow_operand(compiler, part, out, flags);
  }
  if (part->op == STRATA_OP_CLEAR || part->op == STRATA_OP_STRIP) {
    return STRATA_OK;
  }
  switch (attr->type) {
  case STRATA_INT:
    return compile_number_operand(compiler, part, out, flags);
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_SYM:
    return compile_computed_operand(compiler, part, attr->type, out, flags);
  case STRATA_SET:
    return compile_set_operand(compiler, attr, part, out, flags);
  case STRATA_TEXT:
    return compile_text_operand(compiler, part, out);
  case STRATA_ABILITIES:
    break;
  }
  return compile_ability_operand(compiler, part, out);
}

/* Find the attribute of a part: it must be layered and suit the operation. */
static strata_status check_part_attr(const st_compiler *compiler,
                                     const char *name, strata_op op,
                                     strata_attr *out) {
  strata_status status = st_compiler_find_attr(compiler, name, out);
  if (status) return status;
  const st_attr *attr = &compiler->rules->attrs[*out - 1];
  if (!attr->layered) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "'",
                             st_quote_of(name, strlen(name)).text,
                             "' is not layered, so no effect changes it");
  }
  if (!st_op_suits(attr->type, op)) {
    return ST_COMPILER_ERROR(compiler, STRATA_ETYPE,
                             "this operation does not suit the type of '",
                             st_quote_of(name, strlen(name)).text, "'");
  }
  return STRATA_OK;
}

static strata_status check_part_rounding(const st_compiler *compiler,
                                         const strata_clause_part *part) {
  if ((unsigned)part->rounding <= STRATA_ROUND_UP) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "there is no rounding ",
                           st_number_format((int64_t)part->rounding).text);
}

static strata_status compile_single_part(const st_compiler *compiler,
                                         const strata_clause_part *part,
                                         strata_attr id, strata_layer layer,
                                         st_clause_part *out) {
  const st_attr *attr = &compiler->rules->attrs[id - 1];
  uint32_t ordinal = (uint32_t)compiler->part_number - 1;
  uint32_t flags = 0;
  if (part->rounding == STRATA_ROUND_UP &&
      (part->op == STRATA_OP_DIV || part->op == STRATA_OP_SCALE)) {
    flags |= ST_PART_ROUND_UP;
  }
  /* set even if the part fails, because freeing it needs its attribute */
  out->flags = st_part_header(layer, id, ordinal, flags, (uint32_t)part->op);
  out->capture = part->capture;
  strata_status status = check_part_rounding(compiler, part);
  if (!status) status = check_part_fields(compiler, attr, part);
  if (!status) status = compile_part_operand(compiler, attr, part, out, &flags);
  out->flags = st_part_header(layer, id, ordinal, flags, (uint32_t)part->op);
  return status;
}

/* A switch becomes one part on each of the two attributes, with the same
 * ordinal (613.4d). */
static strata_status compile_switch_parts(const st_compiler *compiler,
                                          const strata_clause_part *part,
                                          strata_attr id, strata_layer layer,
                                          st_clause_part *out) {
  strata_attr other = 0;
  if (!part->other) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "'switch' wants another attribute");
  }
  const st_attr *x = &compiler->rules->attrs[id - 1];
  strata_status status = check_part_fields(compiler, x, part);
  if (!status) {
    status = check_part_attr(compiler, part->other, part->op, &other);
  }
  if (status) return status;
  const st_attr *y = &compiler->rules->attrs[other - 1];
  if (x == y || x->min != y->min || x->max != y->max) {
    return ST_COMPILER_ERROR(compiler, STRATA_ETYPE,
                             "it is switched with another int of its range, ",
                             "which '", y->name, "' is not");
  }
  strata_attr switched[2] = {id, other};
  for (int i = 0; i < 2; i++) {
    out[i].flags =
        st_part_header(layer, switched[i], (uint32_t)compiler->part_number - 1,
                       ST_PART_SWITCH, STRATA_OP_SWITCH);
    out[i].switched_attr = switched[1 - i];
  }
  return STRATA_OK;
}

static strata_status compile_copy_all_parts(const st_compiler *compiler,
                                            const strata_clause_part *part,
                                            strata_layer layer,
                                            st_clause_part *out) {
  if (st_clause_compiled_part_count(compiler->rules, part) == 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it copies all that is copiable, and no attribute "
                             "is");
  }
  for (strata_attr id = 1; id <= st_attr_count(compiler->rules); id++) {
    if (!compiler->rules->attrs[id - 1].copiable) continue;
    strata_status status =
        compile_single_part(compiler, part, id, layer, out++);
    if (status) return status;
  }
  return STRATA_OK;
}

uint32_t st_clause_compiled_part_count(const strata_rules *rules,
                                       const strata_clause_part *part) {
  if (part->op == STRATA_OP_SWITCH) return 2;
  if (part->op != STRATA_OP_COPY || part->attr) return 1;
  uint32_t count = 0;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    count += rules->attrs[i].copiable;
  }
  return count;
}

strata_status st_clause_compile_part(st_compiler *compiler,
                                     const strata_clause_part *part,
                                     st_clause_part *out) {
  strata_layer layer = 0;
  strata_attr id = 0;
  compiler->attr_name = part->attr;
  strata_status status = st_compiler_find_layer(compiler, part->layer, &layer);
  if (status) return status;
  if (!part->attr) {
    if (part->op == STRATA_OP_COPY) {
      return compile_copy_all_parts(compiler, part, layer, out);
    }
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it changes no attribute; name one");
  }
  status = check_part_attr(compiler, part->attr, part->op, &id);
  if (status) return status;
  if (part->op == STRATA_OP_SWITCH) {
    return compile_switch_parts(compiler, part, id, layer, out);
  }
  return compile_single_part(compiler, part, id, layer, out);
}

/* -- Clauses -- */

/* Sort by layer; parts of one layer keep their order. */
static void sort_clause_parts(st_clause *clause) {
  for (uint32_t i = 1; i < clause->part_count; i++) {
    st_clause_part part = clause->parts[i];
    strata_layer layer = st_part_header_layer(part.flags);
    uint32_t at = i;
    for (; at > 0 && st_part_header_layer(clause->parts[at - 1].flags) > layer;
         at--) {
      clause->parts[at] = clause->parts[at - 1];
    }
    clause->parts[at] = part;
  }
}

strata_status st_clause_compile_parts(st_compiler *compiler,
                                      const strata_clause *declared,
                                      st_clause *out) {
  uint32_t count = 0;
  for (size_t i = 0; i < declared->part_count; i++) {
    count +=
        st_clause_compiled_part_count(compiler->rules, &declared->parts[i]);
  }
  if (count > 0) {
    out->parts =
        st_mem_zeroed(&compiler->rules->mem, count, sizeof out->parts[0]);
    if (!out->parts) return st_compiler_no_memory(compiler);
    out->part_count = count;
  }
  st_clause_part *next = out->parts;
  for (size_t i = 0; i < declared->part_count; i++) {
    compiler->part_number = i + 1;
    strata_status status =
        st_clause_compile_part(compiler, &declared->parts[i], next);
    if (status) return status;
    next += st_clause_compiled_part_count(compiler->rules, &declared->parts[i]);
  }
  compiler->part_number = 0;
  compiler->attr_name = NULL;
  sort_clause_parts(out);
  return STRATA_OK;
}
