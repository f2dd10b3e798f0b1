/*
 * part.c - one part of a clause, from words to numbers.
 *
 * Here is refused whatever a pack's author got wrong, with the place and the
 * nearest name: the floors above trust a compiled part.
 */
#include "rules/compile/clause_compile.h"

#include "rules/expr/expr_compile.h"
#include "rules/model/watcher_def.h"

#include <assert.h>
#include <string.h>

/* -- Messages -- */

st_compiler_where st_compiler_where_of(const st_compiler *w) {
  st_compiler_where where;
  st_text text;
  st_text_init_fixed(&text, where.text, sizeof where.text);
  st_text_add_str(&text, w->item_kind);
  st_text_add_str(&text, " '");
  st_text_add_str(&text, st_quote_of(w->item_name, strlen(w->item_name)).text);
  st_text_add_str(&text, "'");
  if (w->clause_number > 0) {
    st_text_add_str(&text, ", clause ");
    st_text_add_uint(&text, w->clause_number);
  }
  if (w->part_number > 0) {
    st_text_add_str(&text, ", part ");
    st_text_add_uint(&text, w->part_number);
  }
  if (w->attr_name) {
    st_text_add_str(&text, " (");
    st_text_add_str(&text,
                    st_quote_of(w->attr_name, strlen(w->attr_name)).text);
    st_text_add_str(&text, ")");
  }
  if (w->error_path) st_text_add_str(&text, w->error_path);
  st_text_add_str(&text, ": ");
  return where;
}

strata_status st_compiler_no_memory(const st_compiler *w) {
  return ST_ERROR(w->error, STRATA_ENOMEM, 0, "out of memory");
}

strata_status st_compiler_unknown_name(const st_compiler *w, const char *what,
                                       const char *name, const char *near) {
  return ST_COMPILER_ERROR(w, STRATA_ENOENT, "no ", what, " '",
                           st_quote_of(name, strlen(name)).text,
                           near ? "'; did you mean '" : "'; declare it",
                           near ? near : "", near ? "'?" : "");
}

/* -- Names -- */

static strata_status find_named_id(const st_compiler *w, strata_name_kind kind,
                                   const char *what, const char *name,
                                   uint32_t *out) {
  *out = st_rules_find_name(w->rules, kind, name);
  if (*out != 0) return STRATA_OK;
  return st_compiler_unknown_name(w, what, name,
                                  st_rules_nearest(w->rules, kind, name));
}

strata_status st_compiler_find_attr(const st_compiler *w, const char *name,
                                    strata_attr *out) {
  return find_named_id(w, STRATA_NAME_ATTRIBUTE, "attribute", name, out);
}

strata_status st_compiler_find_symbol(const st_compiler *w, const char *name,
                                      strata_symbol *out) {
  return find_named_id(w, STRATA_NAME_SYMBOL, "symbol", name, out);
}

strata_status st_compiler_find_ability(const st_compiler *w, const char *name,
                                       uint32_t *out) {
  return find_named_id(w, STRATA_NAME_ABILITY, "ability", name, out);
}

strata_status st_compiler_find_id(const st_compiler *w, strata_name_kind kind,
                                  const char *what, const char *name,
                                  uint32_t *out) {
  return find_named_id(w, kind, what, name, out);
}

strata_status st_compiler_find_zones(const st_compiler *w,
                                     const char *const *names, size_t count,
                                     strata_symbol **out, uint32_t *out_count) {
  if (count == 0) return STRATA_OK;
  if (count > UINT32_MAX) return st_compiler_no_memory(w);
  *out = st_mem_zeroed(&w->rules->mem, count, sizeof **out);
  if (!*out) return st_compiler_no_memory(w);
  *out_count = (uint32_t)count;
  for (uint32_t i = 0; i < *out_count; i++) {
    uint32_t id = 0;
    strata_status status =
        find_named_id(w, STRATA_NAME_ZONE, "zone", names[i], &id);
    if (status) return status;
    (*out)[i] = w->rules->zones[id - 1].symbol;
  }
  return STRATA_OK;
}

strata_status st_compiler_find_watcher_defs(const st_compiler *w,
                                            const char *const *names,
                                            size_t count,
                                            strata_watcher_def **out,
                                            uint32_t *out_count) {
  if (count == 0) return STRATA_OK;
  if (count > UINT32_MAX) return st_compiler_no_memory(w);
  *out = st_mem_zeroed(&w->rules->mem, count, sizeof **out);
  if (!*out) return st_compiler_no_memory(w);
  *out_count = (uint32_t)count;
  for (uint32_t i = 0; i < *out_count; i++) {
    strata_status status =
        find_named_id(w, STRATA_NAME_WATCHER_DEF, "code", names[i], &(*out)[i]);
    if (status) return status;
    if (st_watcher_def_get(w->rules, (*out)[i])->role == STRATA_ROLE_HANDLE) {
      static const char what[] =
          "' is a handler of a chain: say it in 'handlers', or that it is "
          "'everywhere'";
      return ST_COMPILER_ERROR(w, STRATA_EINVAL, "code '", names[i], what);
    }
  }
  return STRATA_OK;
}

strata_status st_compiler_find_layer(const st_compiler *w, const char *name,
                                     strata_layer *out) {
  if (!name) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "it is in no layer; name one");
  }
  if (st_layer_find(w->rules, name, out)) return STRATA_OK;
  if (w->rules->numbered_layers) {
    return ST_COMPILER_ERROR(w, STRATA_ENOENT, "no layer '",
                             st_quote_of(name, strlen(name)).text,
                             "'; these are numbers of 32 bits");
  }
  return st_compiler_unknown_name(
      w, "layer", name, st_rules_nearest(w->rules, STRATA_NAME_LAYER, name));
}

/* Where in a set's domain a symbol stands. */
static strata_status find_domain_place(const st_compiler *w,
                                       const st_attr *attr, const char *name,
                                       uint32_t *out) {
  strata_symbol symbol = st_rules_find_name(w->rules, STRATA_NAME_SYMBOL, name);
  *out = symbol ? st_attr_domain_index(attr, symbol) : UINT32_MAX;
  if (*out != UINT32_MAX) return STRATA_OK;
  const char *near =
      st_attr_domain_nearest(w->rules, &w->rules->mem, attr, name);
  return ST_COMPILER_ERROR(w, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' is not in the domain of '", attr->name,
                           near ? "'; did you mean '" : "'; declare it",
                           near ? near : "", near ? "'?" : "");
}

strata_status st_compiler_set_words(const st_compiler *w, const st_attr *attr,
                                    const char *const *names, size_t count,
                                    const uint64_t **out) {
  st_mem *mem = &w->rules->mem;
  uint64_t *words = st_mem_zeroed(mem, attr->word_count, sizeof words[0]);
  if (!words) return st_compiler_no_memory(w);
  for (size_t i = 0; i < count; i++) {
    uint32_t place = 0;
    strata_status status = find_domain_place(w, attr, names[i], &place);
    if (status) {
      st_mem_free(mem, words, attr->word_count, sizeof words[0]);
      return status;
    }
    words[place / 64] |= UINT64_C(1) << place % 64;
  }
  *out = words;
  return STRATA_OK;
}

/* -- Expressions -- */

const char *st_compiler_type_text(strata_type type) {
  switch (type) {
  case STRATA_INT:
    return "an int";
  case STRATA_FLAG:
    return "a predicate";
  case STRATA_REF:
    return "a ref";
  case STRATA_SYM:
    return "a symbol";
  case STRATA_SET:
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return "no value"; /* unreachable: expressions give none of these */
}

/* Rules are older than any entity. */
static bool expr_names_entity(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    if (expr->nodes[i].who == ST_WHO_HANDLE) return true;
  }
  return false;
}

/* "none" by itself is a ref, but where a symbol is wanted, no symbol. */
static void convert_none_to_symbol(strata_expr *expr) {
  st_expr_node *root = &expr->nodes[expr->node_count - 1];
  if (root->op != ST_EXPR_REF || root->who != ST_WHO_NONE) return;
  root->op = ST_EXPR_SYMBOL;
  root->type = STRATA_SYM;
  expr->type = STRATA_SYM;
}

strata_status st_compiler_check_parsed(const st_compiler *w,
                                       strata_status status,
                                       const strata_error *inner,
                                       const char *what, strata_type want,
                                       strata_expr **expr) {
  if (status) {
    return ST_ERROR(w->error, status, inner->offset,
                    st_compiler_where_of(w).text, what, ": ", inner->text);
  }
  if (want == STRATA_SYM) convert_none_to_symbol(*expr);
  const strata_expr *e = *expr;
  if (want != 0 && e->type != want) {
    status = ST_COMPILER_ERROR(w, STRATA_ETYPE, what, " '",
                               st_quote_of(e->text, e->text_size).text, "' is ",
                               st_compiler_type_text(e->type), ", not ",
                               st_compiler_type_text(want));
  } else if (expr_names_entity(e)) {
    status = ST_COMPILER_ERROR(w, STRATA_EINVAL, what, " '",
                               st_quote_of(e->text, e->text_size).text,
                               "' names an entity of one world");
  }
  if (status) {
    st_expr_free(*expr);
    *expr = NULL;
  }
  return status;
}

static strata_status compile_shared_expr(const st_compiler *w, const char *what,
                                         const char *text, strata_type want,
                                         strata_expr **out) {
  st_expr_intern *pool = w->expr_scope ? NULL : w->interned;
  if (pool) {
    *out = st_expr_intern_find(pool, text, want);
    if (*out) return STRATA_OK;
  }
  st_mem *mem = &w->rules->mem;
  size_t length = strlen(text);
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status =
      w->expr_scope
          ? st_expr_parse_frame(w->expr_scope, mem, text, length, &expr, &inner)
          : st_expr_parse(w->rules, mem, text, length, &expr, &inner);
  status = st_compiler_check_parsed(w, status, &inner, what, want, &expr);
  if (status) return status;
  if (pool && !st_expr_intern_add(pool, text, want, expr)) {
    st_expr_free(expr);
    return st_compiler_no_memory(w);
  }
  *out = expr;
  return STRATA_OK;
}

strata_status st_compiler_predicate(const st_compiler *w, const char *what,
                                    const char *text, const strata_expr **out) {
  if (!text) return STRATA_OK;
  strata_expr *expr = NULL;
  strata_status status = compile_shared_expr(w, what, text, STRATA_FLAG, &expr);
  if (!status) *out = expr;
  return status;
}

static int64_t fold_constant(const strata_expr *expr) {
  assert(st_expr_is_constant(expr));
  st_expr_env env = {.rules = expr->rules};
  int64_t value = 0;
  strata_status status = st_expr_eval(expr, &env, &value);
  assert(status == STRATA_OK); /* as nothing is read */
  (void)status;
  return value;
}

strata_status st_compiler_constant(const st_compiler *w, const char *text,
                                   strata_type want, int64_t *out) {
  strata_expr *expr = NULL;
  strata_status status = compile_shared_expr(w, "the value", text, want, &expr);
  if (status || !expr) return status;
  if (st_expr_is_constant(expr)) {
    *out = fold_constant(expr);
  } else {
    status = ST_COMPILER_ERROR(w, STRATA_ETYPE, "'",
                               st_quote_of(expr->text, expr->text_size).text,
                               "' is no constant");
  }
  st_expr_free(expr);
  return status;
}

/* -- Operands -- */

/* An operand as a number, if it is one; else as an expression. */
static strata_status compile_computed_operand(const st_compiler *w,
                                              const strata_clause_part *part,
                                              strata_type want,
                                              st_clause_part *out,
                                              uint32_t *flags) {
  if (!part->operand) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "it has no operand; write one, as text");
  }
  strata_expr *expr = NULL;
  strata_status status =
      compile_shared_expr(w, "operand", part->operand, want, &expr);
  if (status || !expr) return status;
  if (!st_expr_is_constant(expr)) {
    out->operand = expr;
    *flags |= ST_PART_COMPUTED;
    return STRATA_OK;
  }
  out->value = (uint64_t)fold_constant(expr);
  st_expr_free(expr);
  return STRATA_OK;
}

/* All members of a copy effect become copies of one (707.2b). */
static strata_status compile_copy_operand(const st_compiler *w,
                                          const strata_clause_part *part,
                                          st_clause_part *out,
                                          uint32_t *flags) {
  strata_status status =
      compile_computed_operand(w, part, STRATA_REF, out, flags);
  if (status || !out->operand || !out->operand->uses_it) return status;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                           "all become copies of one, so the operand of 'copy' "
                           "cannot read 'it'; say whose value it is, as in "
                           "'this.x'");
}

static strata_status compile_number_operand(const st_compiler *w,
                                            const strata_clause_part *part,
                                            st_clause_part *out,
                                            uint32_t *flags) {
  strata_status status =
      compile_computed_operand(w, part, STRATA_INT, out, flags);
  if (status) return status;
  int64_t value = (int64_t)out->value;
  if (part->op == STRATA_OP_DIV && !out->operand && value == 0) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "division by the constant 0");
  }
  if (part->op != STRATA_OP_SCALE) return STRATA_OK;
  if (part->divisor < 1 || part->divisor > INT32_MAX || value < INT32_MIN ||
      value > INT32_MAX) {
    return ST_COMPILER_ERROR(w, STRATA_ERANGE,
                             "scale takes a numerator of 32 bits and a divisor "
                             "from 1 to 2147483647");
  }
  out->value = (uint64_t)part->divisor << 32 | (uint32_t)(int32_t)value;
  return STRATA_OK;
}

/* SET, ADD, REMOVE on a set: names, or one symbol. */
static strata_status compile_set_operand(const st_compiler *w,
                                         const st_attr *attr,
                                         const strata_clause_part *part,
                                         st_clause_part *out, uint32_t *flags) {
  if (!part->operand) {
    return st_compiler_set_words(w, attr, part->names, part->name_count,
                                 &out->words);
  }
  strata_status status =
      compile_computed_operand(w, part, STRATA_SYM, out, flags);
  if (status || out->operand) return status;
  strata_symbol symbol = (strata_symbol)out->value;
  const char *name = st_rules_name(w->rules, STRATA_NAME_SYMBOL, symbol);
  bool held = st_attr_domain_index(attr, symbol) != UINT32_MAX;
  out->value = 0;
  return st_compiler_set_words(w, attr, &name, held ? 1 : 0, &out->words);
}

static strata_status compile_ability_operand(const st_compiler *w,
                                             const strata_clause_part *part,
                                             st_clause_part *out) {
  if (part->name_count == 0) return STRATA_OK;
  if (part->name_count > UINT32_MAX) return st_compiler_no_memory(w);
  uint32_t *places =
      st_mem_zeroed(&w->rules->mem, part->name_count, sizeof places[0]);
  if (!places) return st_compiler_no_memory(w);
  out->abilities = places;
  out->ability_count = (uint32_t)part->name_count;
  for (uint32_t i = 0; i < out->ability_count; i++) {
    strata_status status =
        st_compiler_find_ability(w, part->names[i], &places[i]);
    if (status) return status;
    places[i]--; /* places follow the names, as ids do */
  }
  return STRATA_OK;
}

static strata_status compile_substitution(const st_compiler *w,
                                          const st_attr *attr,
                                          const strata_clause_part *part,
                                          st_clause_part *out) {
  if (part->name_count != 2) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "'substitute' wants two symbols: the old word and "
                             "the new");
  }
  strata_status status = st_compiler_find_symbol(w, part->names[0], &out->from);
  if (!status) status = st_compiler_find_symbol(w, part->names[1], &out->to);
  if (status || attr->type != STRATA_SET) return status;
  uint32_t place = 0; /* only to see that the domain has them */
  status = find_domain_place(w, attr, part->names[0], &place);
  return status ? status : find_domain_place(w, attr, part->names[1], &place);
}

static strata_status find_borrowed_ability_kind(const st_compiler *w,
                                                const char *name,
                                                strata_ability_kind *out) {
  static const char *const kinds[] = {
#define X(kind, value, text) [value] = text,
      STRATA_ABILITY_MAP(X)
#undef X
  };
  /* KEYWORD, which is 0, stands for all of them. */
  for (size_t i = 1; i < ST_COUNT_OF(kinds); i++) {
    if (strcmp(kinds[i], name) != 0) continue;
    *out = (strata_ability_kind)i;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(w, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' is no kind of ability to borrow; ",
                           "name another, as 'activated', or none for all");
}

static strata_status compile_borrow_operand(const st_compiler *w,
                                            const strata_clause_part *part,
                                            st_clause_part *out,
                                            uint32_t *flags) {
  if (!part->operand || part->name_count > 1) {
    return ST_COMPILER_ERROR(
        w, STRATA_EINVAL, "'borrow' wants a predicate, and at most one kind");
  }
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status =
      st_expr_parse_inner(w->rules, &w->rules->mem, part->operand,
                          strlen(part->operand), &expr, &inner);
  status = st_compiler_check_parsed(w, status, &inner, "operand", STRATA_FLAG,
                                    &expr);
  if (status) return status;
  out->operand = expr;
  *flags |= ST_PART_COMPUTED;
  return part->name_count > 0
             ? find_borrowed_ability_kind(w, part->names[0], &out->ability_kind)
             : STRATA_OK;
}

static strata_status compile_text_operand(const st_compiler *w,
                                          const strata_clause_part *part,
                                          st_clause_part *out) {
  strata_rules *rules = w->rules;
  const char *text = part->operand ? part->operand : "";
  if (!st_mem_reserve(&rules->mem, &rules->texts, &rules->text_capacity,
                      rules->text_count + 1, sizeof rules->texts[0])) {
    return st_compiler_no_memory(w);
  }
  out->text = st_mem_copy_text(&rules->mem, text, strlen(text));
  if (!out->text) return st_compiler_no_memory(w);
  assert(rules->text_count < ST_TEXT_OF_RULES);
  out->value = ST_TEXT_OF_RULES | (uint32_t)rules->text_count;
  rules->texts[rules->text_count++] = out->text;
  return STRATA_OK;
}

/* -- Parts -- */

/* What an operation takes is given, and nothing else. */
static strata_status check_part_fields(const st_compiler *w,
                                       const st_attr *attr,
                                       const strata_clause_part *part) {
  bool list = attr->type == STRATA_SET || attr->type == STRATA_ABILITIES;
  bool lists =
      list && (part->op == STRATA_OP_SET || part->op == STRATA_OP_ADD ||
               part->op == STRATA_OP_REMOVE || part->op == STRATA_OP_FORBID);
  bool borrows = part->op == STRATA_OP_BORROW;
  bool names = lists || borrows || part->op == STRATA_OP_SUBSTITUTE;
  bool operand =
      borrows || part->op == STRATA_OP_COPY ||
      (lists ? attr->type == STRATA_SET : part->op < STRATA_OP_SWITCH);
  if (part->name_count > 0 && !names) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "this operation takes no names");
  }
  if (part->operand && !operand) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "this operation takes no ",
                             lists ? "expression, but names of abilities"
                                   : "operand");
  }
  if (part->other && part->op != STRATA_OP_SWITCH) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "only 'switch' takes another attribute");
  }
  if (part->capture && (!w->expr_scope || borrows)) {
    return ST_COMPILER_ERROR(
        w, STRATA_EINVAL,
        borrows ? "'borrow' looks at the world whenever it applies"
                : "only an effect that a deed begins can take something once");
  }
  if (lists && part->operand && part->name_count > 0) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "it takes names or an expression, not both");
  }
  if (lists && part->op != STRATA_OP_SET && !part->operand &&
      part->name_count == 0) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "it says not which; name some");
  }
  return STRATA_OK;
}

static strata_status compile_part_operand(const st_compiler *w,
                                          const st_attr *attr,
                                          const strata_clause_part *part,
                                          st_clause_part *out,
                                          uint32_t *flags) {
  if (part->op == STRATA_OP_COPY)
    return compile_copy_operand(w, part, out, flags);
  if (part->op == STRATA_OP_SUBSTITUTE) {
    return compile_substitution(w, attr, part, out);
  }
  if (part->op == STRATA_OP_BORROW)
    return compile_borrow_operand(w, part, out, flags);
  if (part->op == STRATA_OP_CLEAR || part->op == STRATA_OP_STRIP) {
    return STRATA_OK;
  }
  switch (attr->type) {
  case STRATA_INT:
    return compile_number_operand(w, part, out, flags);
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_SYM:
    return compile_computed_operand(w, part, attr->type, out, flags);
  case STRATA_SET:
    return compile_set_operand(w, attr, part, out, flags);
  case STRATA_TEXT:
    return compile_text_operand(w, part, out);
  case STRATA_ABILITIES:
    break;
  }
  return compile_ability_operand(w, part, out);
}

/* A layered attribute that the operation suits. */
static strata_status check_part_attr(const st_compiler *w, const char *name,
                                     strata_op op, strata_attr *out) {
  strata_status status = st_compiler_find_attr(w, name, out);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[*out - 1];
  if (!attr->layered) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "'",
                             st_quote_of(name, strlen(name)).text,
                             "' is not layered, so no effect changes it");
  }
  if (!st_op_suits(attr->type, op)) {
    return ST_COMPILER_ERROR(w, STRATA_ETYPE,
                             "this operation does not suit the type of '",
                             st_quote_of(name, strlen(name)).text, "'");
  }
  return STRATA_OK;
}

static strata_status compile_single_part(const st_compiler *w,
                                         const strata_clause_part *part,
                                         strata_attr id, strata_layer layer,
                                         st_clause_part *out) {
  const st_attr *attr = &w->rules->attrs[id - 1];
  uint32_t ordinal = (uint32_t)w->part_number - 1;
  uint32_t flags = 0;
  if (part->rounding == STRATA_ROUND_UP &&
      (part->op == STRATA_OP_DIV || part->op == STRATA_OP_SCALE)) {
    flags |= ST_PART_ROUND_UP;
  }
  /* Also of a part that fails: what it owns is freed by its attribute. */
  out->flags = st_part_header(layer, id, ordinal, flags, (uint32_t)part->op);
  out->capture = part->capture;
  strata_status status = check_part_fields(w, attr, part);
  if (!status) status = compile_part_operand(w, attr, part, out, &flags);
  out->flags = st_part_header(layer, id, ordinal, flags, (uint32_t)part->op);
  return status;
}

/* A switch is one part on each of the two, at one place (613.4d). */
static strata_status compile_switch_parts(const st_compiler *w,
                                          const strata_clause_part *part,
                                          strata_attr id, strata_layer layer,
                                          st_clause_part *out) {
  strata_attr other = 0;
  if (!part->other) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "'switch' wants another attribute");
  }
  const st_attr *x = &w->rules->attrs[id - 1];
  strata_status status = check_part_fields(w, x, part);
  if (!status) status = check_part_attr(w, part->other, part->op, &other);
  if (status) return status;
  const st_attr *y = &w->rules->attrs[other - 1];
  if (x == y || x->min != y->min || x->max != y->max) {
    return ST_COMPILER_ERROR(w, STRATA_ETYPE,
                             "it is switched with another int of its range, ",
                             "which '", y->name, "' is not");
  }
  strata_attr pair[2] = {id, other};
  for (int i = 0; i < 2; i++) {
    out[i].flags = st_part_header(layer, pair[i], (uint32_t)w->part_number - 1,
                                  ST_PART_SWITCH, STRATA_OP_SWITCH);
    out[i].switched_attr = pair[1 - i];
  }
  return STRATA_OK;
}

static strata_status compile_copy_all_parts(const st_compiler *w,
                                            const strata_clause_part *part,
                                            strata_layer layer,
                                            st_clause_part *out) {
  if (st_clause_compiled_part_count(w->rules, part) == 0) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "it copies all that is copiable, and no attribute "
                             "is");
  }
  for (strata_attr id = 1; id <= st_attr_count(w->rules); id++) {
    if (!w->rules->attrs[id - 1].copiable) continue;
    strata_status status = compile_single_part(w, part, id, layer, out++);
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

strata_status st_clause_compile_part(st_compiler *w,
                                     const strata_clause_part *part,
                                     st_clause_part *out) {
  strata_layer layer = 0;
  strata_attr id = 0;
  w->attr_name = part->attr;
  strata_status status = st_compiler_find_layer(w, part->layer, &layer);
  if (status) return status;
  if (!part->attr) {
    if (part->op == STRATA_OP_COPY)
      return compile_copy_all_parts(w, part, layer, out);
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "it changes no attribute; name one");
  }
  status = check_part_attr(w, part->attr, part->op, &id);
  if (status) return status;
  if (part->op == STRATA_OP_SWITCH) {
    return compile_switch_parts(w, part, id, layer, out);
  }
  return compile_single_part(w, part, id, layer, out);
}

/* -- All of a clause -- */

/* By layer; parts of one layer stay as they were written. */
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

strata_status st_clause_compile_parts(st_compiler *w,
                                      const strata_clause *declared,
                                      st_clause *out) {
  uint32_t count = 0;
  for (size_t i = 0; i < declared->part_count; i++) {
    count += st_clause_compiled_part_count(w->rules, &declared->parts[i]);
  }
  if (count > 0) {
    out->parts = st_mem_zeroed(&w->rules->mem, count, sizeof out->parts[0]);
    if (!out->parts) return st_compiler_no_memory(w);
    out->part_count = count;
  }
  st_clause_part *next = out->parts;
  for (size_t i = 0; i < declared->part_count; i++) {
    w->part_number = i + 1;
    strata_status status = st_clause_compile_part(w, &declared->parts[i], next);
    if (status) return status;
    next += st_clause_compiled_part_count(w->rules, &declared->parts[i]);
  }
  w->part_number = 0;
  w->attr_name = NULL;
  sort_clause_parts(out);
  return STRATA_OK;
}
