/*
 * compiler.c - lookups, expressions and messages for all compilers of rules.
 *
 * Whatever a pack's author got wrong is refused with its place and the nearest
 * known name.
 */
#include "rules/compile/compiler.h"

#include "rules/expr/expr_names.h"
#include "rules/model/watcher_def.h"

#include <assert.h>
#include <string.h>

/* -- Messages -- */

st_compiler_where st_compiler_where_of(const st_compiler *compiler) {
  st_compiler_where where;
  st_text text;
  st_text_init_fixed(&text, where.text, sizeof where.text);
  st_text_add_str(&text, compiler->item_kind);
  st_text_add_str(&text, " '");
  st_text_add_str(
      &text,
      st_quote_of(compiler->item_name, strlen(compiler->item_name)).text);
  st_text_add_str(&text, "'");
  if (compiler->clause_number > 0) {
    st_text_add_str(&text, ", clause ");
    st_text_add_uint(&text, compiler->clause_number);
  }
  if (compiler->part_number > 0) {
    st_text_add_str(&text, ", part ");
    st_text_add_uint(&text, compiler->part_number);
  }
  if (compiler->attr_name) {
    st_text_add_str(&text, " (");
    st_text_add_str(
        &text,
        st_quote_of(compiler->attr_name, strlen(compiler->attr_name)).text);
    st_text_add_str(&text, ")");
  }
  if (compiler->error_path) st_text_add_str(&text, compiler->error_path);
  st_text_add_str(&text, ": ");
  return where;
}

strata_status st_compiler_no_memory(const st_compiler *compiler) {
  return ST_ERROR(compiler->error, STRATA_ENOMEM, 0, "out of memory");
}

strata_status st_compiler_unknown_name(const st_compiler *compiler,
                                       const char *what, const char *name,
                                       const char *near) {
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "no ", what, " '",
                           st_quote_of(name, strlen(name)).text,
                           near ? "'; did you mean '" : "'; declare it",
                           near ? near : "", near ? "'?" : "");
}

st_error_path st_error_path_of(const char *before, const char *word,
                               size_t number, const char *after) {
  st_error_path all;
  st_text text;
  st_text_init_fixed(&text, all.text, sizeof all.text);
  st_text_add_str(&text, before);
  st_text_add_str(&text, word);
  if (number > 0) {
    st_text_add_str(&text, " ");
    st_text_add_uint(&text, number);
  }
  if (after) {
    st_text_add_str(&text, " (");
    st_text_add_str(&text, after);
    st_text_add_str(&text, ")");
  }
  return all;
}

st_error_path st_error_path_of_argument(const char *before, const char *name) {
  st_error_path all;
  st_text text;
  st_text_init_fixed(&text, all.text, sizeof all.text);
  st_text_add_str(&text, before);
  st_text_add_str(&text, ", argument");
  if (name) {
    st_text_add_str(&text, " '");
    st_text_add_str(&text, st_quote_of(name, strlen(name)).text);
    st_text_add_str(&text, "'");
  }
  return all;
}

/* -- Names -- */

strata_status st_compiler_find_id(const st_compiler *compiler,
                                  strata_name_kind kind, const char *what,
                                  const char *name, uint32_t *out) {
  *out = st_rules_find_name(compiler->rules, kind, name);
  if (*out != 0) return STRATA_OK;
  return st_compiler_unknown_name(
      compiler, what, name, st_rules_nearest(compiler->rules, kind, name));
}

strata_status st_compiler_find_attr(const st_compiler *compiler,
                                    const char *name, strata_attr *out) {
  return st_compiler_find_id(compiler, STRATA_NAME_ATTRIBUTE, "attribute", name,
                             out);
}

strata_status st_compiler_find_symbol(const st_compiler *compiler,
                                      const char *name, strata_symbol *out) {
  return st_compiler_find_id(compiler, STRATA_NAME_SYMBOL, "symbol", name, out);
}

strata_status st_compiler_find_ability(const st_compiler *compiler,
                                       const char *name, uint32_t *out) {
  return st_compiler_find_id(compiler, STRATA_NAME_ABILITY, "ability", name,
                             out);
}

strata_status st_compiler_find_zones(const st_compiler *compiler,
                                     const char *const *names, size_t count,
                                     strata_symbol **out, uint32_t *out_count) {
  if (count == 0) return STRATA_OK;
  if (count > UINT32_MAX) return st_compiler_no_memory(compiler);
  *out = st_mem_zeroed(&compiler->rules->mem, count, sizeof **out);
  if (!*out) return st_compiler_no_memory(compiler);
  *out_count = (uint32_t)count;
  for (uint32_t i = 0; i < *out_count; i++) {
    uint32_t id = 0;
    strata_status status =
        st_compiler_find_id(compiler, STRATA_NAME_ZONE, "zone", names[i], &id);
    if (status) return status;
    (*out)[i] = compiler->rules->zones[id - 1].symbol;
  }
  return STRATA_OK;
}

strata_status st_compiler_find_watcher_defs(const st_compiler *compiler,
                                            const char *const *names,
                                            size_t count,
                                            strata_watcher_def **out,
                                            uint32_t *out_count) {
  if (count == 0) return STRATA_OK;
  if (count > UINT32_MAX) return st_compiler_no_memory(compiler);
  *out = st_mem_zeroed(&compiler->rules->mem, count, sizeof **out);
  if (!*out) return st_compiler_no_memory(compiler);
  *out_count = (uint32_t)count;
  for (uint32_t i = 0; i < *out_count; i++) {
    strata_status status = st_compiler_find_id(
        compiler, STRATA_NAME_WATCHER_DEF, "code", names[i], &(*out)[i]);
    if (status) return status;
    if (st_watcher_def_get(compiler->rules, (*out)[i])->role ==
        STRATA_ROLE_HANDLE) {
      static const char what[] =
          "' is a handler of a chain: say it in 'handlers', or that it is "
          "'everywhere'";
      return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "code '", names[i],
                               what);
    }
  }
  return STRATA_OK;
}

strata_status st_compiler_find_layer(const st_compiler *compiler,
                                     const char *name, strata_layer *out) {
  if (!name) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it is in no layer; name one");
  }
  if (st_layer_find(compiler->rules, name, out)) return STRATA_OK;
  if (compiler->rules->numbered_layers) {
    return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "no layer '",
                             st_quote_of(name, strlen(name)).text,
                             "'; these are numbers of 32 bits");
  }
  return st_compiler_unknown_name(
      compiler, "layer", name,
      st_rules_nearest(compiler->rules, STRATA_NAME_LAYER, name));
}

strata_status st_compiler_find_in_domain(const st_compiler *compiler,
                                         const st_attr *attr, const char *name,
                                         uint32_t *out) {
  strata_symbol symbol =
      st_rules_find_name(compiler->rules, STRATA_NAME_SYMBOL, name);
  *out = symbol ? st_attr_domain_index(attr, symbol) : UINT32_MAX;
  if (*out != UINT32_MAX) return STRATA_OK;
  const char *near = st_attr_domain_nearest(compiler->rules,
                                            &compiler->rules->mem, attr, name);
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' is not in the domain of '", attr->name,
                           near ? "'; did you mean '" : "'; declare it",
                           near ? near : "", near ? "'?" : "");
}

strata_status st_compiler_set_words(const st_compiler *compiler,
                                    const st_attr *attr,
                                    const char *const *names, size_t count,
                                    const uint64_t **out) {
  st_mem *mem = &compiler->rules->mem;
  uint64_t *words = st_mem_zeroed(mem, attr->word_count, sizeof words[0]);
  if (!words) return st_compiler_no_memory(compiler);
  for (size_t i = 0; i < count; i++) {
    uint32_t index = 0;
    strata_status status =
        st_compiler_find_in_domain(compiler, attr, names[i], &index);
    if (status) {
      st_mem_free(mem, words, attr->word_count, sizeof words[0]);
      return status;
    }
    words[index / 64] |= UINT64_C(1) << index % 64;
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
    return "a set or a symbol";
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return "no value"; /* unreachable: no expression has another type */
}

/* True if an expression names an entity by handle. Rules exist before any
 * entity, so they may not. */
static bool expr_names_entity(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    if (expr->nodes[i].who == ST_WHO_HANDLE) return true;
  }
  return false;
}

/* By itself "none" is a ref; where a symbol is wanted it is no symbol. */
static void convert_none_to_symbol(strata_expr *expr) {
  st_expr_node *root = &expr->nodes[expr->node_count - 1];
  if (root->op != ST_EXPR_REF || root->who != ST_WHO_NONE) return;
  root->op = ST_EXPR_SYMBOL;
  root->type = STRATA_SYM;
  expr->type = STRATA_SYM;
}

strata_status st_compiler_check_parsed(const st_compiler *compiler,
                                       strata_status status,
                                       const strata_error *inner,
                                       const char *what, strata_type want,
                                       strata_expr **expr) {
  if (status) {
    return ST_ERROR(compiler->error, status, inner->offset,
                    st_compiler_where_of(compiler).text, what, ": ",
                    inner->text);
  }
  bool may_be_set = want == STRATA_SET;
  if (want == STRATA_SYM || may_be_set) convert_none_to_symbol(*expr);
  const strata_expr *e = *expr;
  bool is_symbol_of_set = may_be_set && e->type == STRATA_SYM;
  if (e->type == STRATA_SET && !may_be_set) {
    status = ST_COMPILER_ERROR(compiler, STRATA_ETYPE, what, " '",
                               st_quote_of(e->text, e->text_size).text,
                               "' is a set, which only a part on a set takes; ",
                               "ask it for a symbol, as in types has 'elf', ",
                               "or write types = none");
  } else if (want != 0 && e->type != want && !is_symbol_of_set) {
    status = ST_COMPILER_ERROR(compiler, STRATA_ETYPE, what, " '",
                               st_quote_of(e->text, e->text_size).text, "' is ",
                               st_compiler_type_text(e->type), ", not ",
                               st_compiler_type_text(want));
  } else if (expr_names_entity(e)) {
    status = ST_COMPILER_ERROR(compiler, STRATA_EINVAL, what, " '",
                               st_quote_of(e->text, e->text_size).text,
                               "' names an entity of one world");
  }
  if (status) {
    st_expr_free(*expr);
    *expr = NULL;
  }
  return status;
}

strata_status st_compiler_expr(const st_compiler *compiler, const char *what,
                               const char *text, strata_type want,
                               strata_expr **out) {
  st_expr_intern *interned = compiler->frame ? NULL : compiler->interned;
  if (interned) {
    *out = st_expr_intern_find(interned, text, want);
    if (*out) return STRATA_OK;
  }
  st_mem *mem = &compiler->rules->mem;
  size_t length = strlen(text);
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status =
      compiler->frame
          ? st_expr_parse_frame(compiler->frame, mem, text, length, &expr,
                                &inner)
          : st_expr_parse(compiler->rules, mem, text, length, &expr, &inner);
  status =
      st_compiler_check_parsed(compiler, status, &inner, what, want, &expr);
  if (status) return status;
  if (interned && !st_expr_intern_add(interned, text, want, expr)) {
    st_expr_free(expr);
    return st_compiler_no_memory(compiler);
  }
  *out = expr;
  return STRATA_OK;
}

strata_status st_compiler_predicate(const st_compiler *compiler,
                                    const char *what, const char *text,
                                    const strata_expr **out) {
  if (!text) return STRATA_OK;
  strata_expr *expr = NULL;
  strata_status status =
      st_compiler_expr(compiler, what, text, STRATA_FLAG, &expr);
  if (!status) *out = expr;
  return status;
}

int64_t st_compiler_fold(const strata_expr *expr) {
  assert(st_expr_is_constant(expr));
  st_expr_env env = {.rules = expr->rules};
  int64_t value = 0;
  strata_status status = st_expr_eval(expr, &env, &value);
  assert(status ==
         STRATA_OK); /* a constant reads nothing, so nothing can fail */
  (void)status;
  return value;
}

strata_status st_compiler_constant(const st_compiler *compiler,
                                   const char *text, strata_type want,
                                   int64_t *out) {
  strata_expr *expr = NULL;
  strata_status status =
      st_compiler_expr(compiler, "the value", text, want, &expr);
  if (status || !expr) return status;
  if (st_expr_is_constant(expr)) {
    *out = st_compiler_fold(expr);
  } else {
    status = ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "'",
                               st_quote_of(expr->text, expr->text_size).text,
                               "' is no constant");
  }
  st_expr_free(expr);
  return status;
}
