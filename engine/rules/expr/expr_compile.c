/*
 * compile.c - what an expression means, as the parser recognises it: names are
 * looked up, types checked, and what is read noted down.
 *
 * Nodes are appended when their operands are complete, so the whole is in
 * postfix order and needs no pointers.
 */
#include "rules/expr/expr_compile.h"

#include "rules/expr/expr_print.h"

#include <string.h>

static strata_status compile_no_memory(st_expr_compiler *c) {
  return ST_ERROR(c->lexer.error, STRATA_ENOMEM, 0, "out of memory");
}

st_quote st_expr_compile_quote(const st_expr_compiler *c, st_text_span where) {
  return st_quote_of(c->lexer.text + where.start, where.end - where.start);
}

/* -- Nodes --------------------------------------------------------------- */

static uint8_t node_uses(const st_expr_compiler *c, const st_expr_node *n) {
  unsigned uses = 0;
  if (n->who == ST_WHO_IT) uses = ST_EXPR_USES_IT;
  if (n->who == ST_WHO_OUTER) uses = ST_EXPR_USES_OUTER;
  if (n->op >= ST_EXPR_FOLLOW) uses |= c->nodes[n->a].uses;
  if (n->op >= ST_EXPR_ADD) uses |= c->nodes[n->b].uses;
  if (n->op == ST_EXPR_COUNT || n->op == ST_EXPR_DISTINCT ||
      n->op == ST_EXPR_SUM) {
    /* Its `it` is its own affair, and its `outer` is our `it`. */
    return uses & ST_EXPR_USES_OUTER ? ST_EXPR_USES_IT : 0;
  }
  return (uint8_t)uses;
}

strata_status st_expr_compile_add_node(st_expr_compiler *c, st_expr_node node) {
  if (!st_mem_reserve(c->mem, &c->nodes, &c->node_capacity, c->node_count + 1,
                      sizeof c->nodes[0])) {
    return compile_no_memory(c);
  }
  uint32_t self = (uint32_t)c->node_count;
  node.uses = node_uses(c, &node);
  if (node.op >= ST_EXPR_FOLLOW) c->nodes[node.a].parent = self;
  if (node.op >= ST_EXPR_ADD) c->nodes[node.b].parent = self;
  c->nodes[c->node_count++] = node;
  return STRATA_OK;
}

/* Of which entity it is read decides what a change of the attribute can
 * change: see st_expr_read. */
static strata_status add_attribute_read(st_expr_compiler *c, strata_attr attr,
                                        st_who who) {
  size_t i = c->read_count;
  while (i > 0 && c->reads[i - 1].attr >= attr) {
    i--;
  }
  if (i == c->read_count || c->reads[i].attr != attr) {
    if (!st_mem_reserve(c->mem, &c->reads, &c->read_capacity, c->read_count + 1,
                        sizeof c->reads[0])) {
      return compile_no_memory(c);
    }
    memmove(c->reads + i + 1, c->reads + i,
            (c->read_count - i) * sizeof c->reads[0]);
    c->read_count++;
    c->reads[i] = (st_expr_read){.attr = attr};
  }
  if ((who == ST_WHO_IT && c->aggregate_depth == 0) ||
      (who == ST_WHO_OUTER && c->aggregate_depth == 1)) {
    c->reads[i].of_it = true;
  } else {
    c->reads[i].of_others = true;
  }
  return STRATA_OK;
}

/* -- Types --------------------------------------------------------------- */

static const char *expr_type_text(const st_expr_node *n) {
  switch ((strata_type)n->type) {
  case STRATA_INT:
    return "an int";
  case STRATA_FLAG:
    return "a predicate";
  case STRATA_SET:
    return "a set";
  case STRATA_REF:
    return "a ref";
  case STRATA_SYM:
    return "a symbol";
  case STRATA_ABILITIES:
    return "a list of abilities";
  case STRATA_TEXT:
    break;
  }
  return "nothing"; /* unreachable: no node is of another type */
}

/* What to do about a value where one of type `want` is wanted. */
static const char *type_mismatch_advice(const st_expr_node *have,
                                        strata_type want) {
  if (have->type == STRATA_SET) {
    return "ask a set for a symbol, as in types has 'elf', or write types = "
           "none";
  }
  if (have->type == STRATA_ABILITIES) {
    return "ask for one of them, as in abilities has 'flying'";
  }
  if (want == STRATA_FLAG) return "compare it with something";
  if (have->type == STRATA_FLAG) return "count(p) makes a number of one";
  return "only ints are numbers";
}

/* What has symbols and is no value. */
static bool is_list_node(const st_expr_node *n) {
  return n->type == STRATA_SET || n->type == STRATA_ABILITIES;
}

static bool is_none_node(const st_expr_node *n) {
  return n->op == ST_EXPR_REF && n->who == ST_WHO_NONE;
}

/* "types = none": whether there is anything in a list. */
static bool compares_list_to_none(const st_expr_compiler *c,
                                  const st_expr_node *node) {
  return is_list_node(&c->nodes[node->a]) && is_none_node(&c->nodes[node->b]);
}

/* "rarity = none": beside a symbol it is no symbol. */
static void retype_none_as_symbol(const st_expr_node *beside, st_expr_node *n) {
  if (beside->type != STRATA_SYM || !is_none_node(n)) return;
  n->op = ST_EXPR_SYMBOL;
  n->type = STRATA_SYM;
}

static strata_status check_node_type(st_expr_compiler *c, uint32_t node,
                                     strata_type want, st_text_span where,
                                     const char *user) {
  const st_expr_node *have = &c->nodes[node];
  if (have->type == want) return STRATA_OK;
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ETYPE, where.start, "'", user, "' wants ",
      want == STRATA_INT ? "an int" : "a predicate", ", but '",
      st_expr_compile_quote(c, where).text, "' is ", expr_type_text(have), "; ",
      type_mismatch_advice(have, want));
}

strata_status st_expr_compile_expect_type(st_expr_compiler *c, strata_type want,
                                          st_text_span where,
                                          const char *user) {
  return check_node_type(c, st_expr_compile_last_index(c), want, where, user);
}

/* Operands of "=" and "!=". */
static strata_status check_comparable_types(st_expr_compiler *c,
                                            const st_expr_node *node,
                                            st_text_span left,
                                            st_text_span right) {
  st_expr_node *x = &c->nodes[node->a];
  st_expr_node *y = &c->nodes[node->b];
  retype_none_as_symbol(x, y);
  retype_none_as_symbol(y, x);
  const char *sign = st_expr_op_text((st_expr_op)node->op);
  const st_expr_node *list = is_list_node(x) ? x : is_list_node(y) ? y : NULL;
  if (list) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, list == x ? left.start : right.start, "'", sign,
        "' compares no ", list->type == STRATA_SET ? "sets; " : "abilities; ",
        type_mismatch_advice(list, STRATA_FLAG));
  }
  if (x->type == y->type) return STRATA_OK;
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ETYPE, right.start, "'", sign, "' wants equal types, but '",
      st_expr_compile_quote(c, left).text, "' is ", expr_type_text(x), " and '",
      st_expr_compile_quote(c, right).text, "' is ", expr_type_text(y));
}

strata_status st_expr_compile_infix(st_expr_compiler *c, st_expr_node node,
                                    st_text_span left, st_text_span right) {
  st_expr_op op = (st_expr_op)node.op;
  bool number = op >= ST_EXPR_ADD && op <= ST_EXPR_DIV;
  bool junction = op == ST_EXPR_AND || op == ST_EXPR_OR;
  node.type = number ? STRATA_INT : STRATA_FLAG;
  strata_status status;
  if (op == ST_EXPR_EQ || op == ST_EXPR_NE) {
    if (compares_list_to_none(c, &node)) {
      c->node_count--; /* none */
      return st_expr_compile_add_node(
          c, (st_expr_node){.op = ST_EXPR_EMPTY,
                            .type = STRATA_FLAG,
                            .a = node.a,
                            .value = op == ST_EXPR_NE});
    }
    status = check_comparable_types(c, &node, left, right);
  } else {
    strata_type want = junction ? STRATA_FLAG : STRATA_INT;
    status = check_node_type(c, node.a, want, left, st_expr_op_text(op));
    if (!status) {
      status = check_node_type(c, node.b, want, right, st_expr_op_text(op));
    }
  }
  return status ? status : st_expr_compile_add_node(c, node);
}

strata_status st_expr_compile_pop_set(st_expr_compiler *c, st_text_span where,
                                      strata_attr *out) {
  const st_expr_node *set = st_expr_compile_last(c);
  if (set->type != STRATA_SET || set->who != ST_WHO_IT) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, where.start, "'distinct' wants a set attribute, but '",
        st_expr_compile_quote(c, where).text, "' is ",
        set->type == STRATA_SET ? "of somebody else" : expr_type_text(set),
        "; write distinct(set, predicate)");
  }
  *out = set->attr;
  c->node_count--;
  return STRATA_OK;
}

/* -- Frames -------------------------------------------------------------- */

static const st_expr_variables *compiler_variables(const st_expr_compiler *c) {
  return c->frame ? c->frame->variables : c->reparse_variables;
}

/* The field of this name that the frame's event has, or 0. */
static strata_field find_event_field(const st_expr_compiler *c,
                                     st_text_span where) {
  uint32_t i =
      st_names_find(&c->rules->names[STRATA_NAME_FIELD],
                    c->lexer.text + where.start, where.end - where.start);
  if (i == ST_NAME_NONE) return 0;
  bool has = c->frame
                 ? c->frame->field_index_of && c->frame->field_index_of[i] != 0
                 : true;
  return has ? i + 1 : 0;
}

/* Where among the frame's names one stands, or ST_NAME_NONE. */
static uint32_t find_variable_index(const st_expr_compiler *c,
                                    st_text_span where) {
  const st_expr_variables *names = compiler_variables(c);
  size_t length = where.end - where.start;
  for (uint32_t i = 0; i < names->count; i++) {
    const char *text = names->variables[i].text;
    if (strlen(text) == length &&
        memcmp(text, c->lexer.text + where.start, length) == 0) {
      return i;
    }
  }
  return ST_NAME_NONE;
}

const char *st_nearest_text(st_mem *mem, const char *const *texts, size_t count,
                            const char *text) {
  st_names names = {0};
  bool listed = true;
  for (size_t i = 0; i < count && listed; i++) {
    listed =
        st_names_find(&names, texts[i], strlen(texts[i])) != ST_NAME_NONE ||
        st_names_add(&names, mem, texts[i], (uint32_t)i);
  }
  const char *found = listed ? st_names_nearest(&names, text) : NULL;
  const char *near = NULL;
  for (size_t i = 0; found && i < count; i++) {
    if (strcmp(texts[i], found) == 0) near = texts[i]; /* outlives the table */
  }
  st_names_fini(&names, mem);
  return near;
}

static strata_status refuse_unknown_field(st_expr_compiler *c,
                                          st_text_span where) {
  assert(c->frame); /* of others any field will do */
  const char *texts[UINT8_MAX];
  size_t count = 0;
  const st_names *all = &c->rules->names[STRATA_NAME_FIELD];
  for (size_t i = 0; i < all->count && count < ST_COUNT_OF(texts); i++) {
    if (c->frame->field_index_of[i] != 0) texts[count++] = all->items[i].text;
  }
  st_quote text = st_expr_compile_quote(c, where);
  const char *near = st_nearest_text(c->mem, texts, count, text.text);
  return ST_EXPR_COMPILE_ERROR(c, STRATA_ENOENT, where.start, "event '",
                               c->frame->event_type_name, "' has no field '",
                               text.text,
                               near ? "'; did you mean '" : "'; declare it",
                               near ? near : "", near ? "'?" : "");
}

static strata_status refuse_unknown_variable(st_expr_compiler *c,
                                             st_text_span where) {
  const st_expr_variables *names = compiler_variables(c);
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (uint32_t i = 0; i < names->count && count < ST_COUNT_OF(texts); i++) {
    texts[count++] = names->variables[i].text;
  }
  st_quote text = st_expr_compile_quote(c, where);
  const char *near = st_nearest_text(c->mem, texts, count, text.text);
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ENOENT, where.start, "nothing is bound to '$", text.text,
      near ? "' here; did you mean '$" : "' here; ",
      near ? near : "bind it before", near ? "'?" : "");
}

/* -- Names --------------------------------------------------------------- */

/* What people call things elsewhere, as long as no attribute is called so. */
static const char *translate_foreign_word(const char *bytes, size_t length) {
  static const struct {
    const char *word, *ours;
  } table[] = {{"nil", "none"}, {"null", "none"}, {"self", "it"}};
  for (size_t i = 0; i < ST_COUNT_OF(table); i++) {
    if (strlen(table[i].word) == length &&
        memcmp(bytes, table[i].word, length) == 0) {
      return table[i].ours;
    }
  }
  return NULL;
}

/* Id of the name at `where`, 0 if there is none. */
static uint32_t find_rules_name(const st_expr_compiler *c,
                                strata_name_kind kind, st_text_span where) {
  return st_rules_find(c->rules, kind, c->lexer.text + where.start,
                       where.end - where.start);
}

static strata_status refuse_unknown_name(st_expr_compiler *c,
                                         strata_name_kind kind,
                                         st_text_span where) {
  const char *what = kind == STRATA_NAME_SYMBOL      ? "symbol"
                     : kind == STRATA_NAME_PREDICATE ? "predicate"
                     : kind == STRATA_NAME_ZONE      ? "zone"
                                                     : "attribute";
  const char *near = NULL;
  if (kind == STRATA_NAME_ATTRIBUTE && c->frame) {
    const char *sign = find_event_field(c, where) != 0 ? "event."
                       : find_variable_index(c, where) != ST_NAME_NONE ? "$"
                                                                       : NULL;
    if (sign) {
      return ST_EXPR_COMPILE_ERROR(
          c, STRATA_ENOENT, where.start, "unknown attribute '",
          st_expr_compile_quote(c, where).text, "'; write ", sign,
          st_expr_compile_quote(c, where).text);
    }
  }
  if (kind == STRATA_NAME_ATTRIBUTE) {
    near = translate_foreign_word(c->lexer.text + where.start,
                                  where.end - where.start);
  }
  if (!near) {
    near =
        st_rules_nearest(c->rules, kind, st_expr_compile_quote(c, where).text);
  }
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ENOENT, where.start, "unknown ", what, " '",
      st_expr_compile_quote(c, where).text, "'; ",
      near ? "did you mean '" : "declare it in the rules", near ? near : "",
      near ? "'?" : "");
}

strata_status st_expr_compile_field(st_expr_compiler *c, st_text_span name) {
  if (!compiler_variables(c) || (c->frame && !c->frame->field_index_of)) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ESYNTAX, name.start,
        "there is no event here; only what an event, or a ",
        "watcher of one, says can name its fields");
  }
  strata_field field = find_event_field(c, name);
  if (field == 0) return refuse_unknown_field(c, name);
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_FIELD,
                        .type = (uint8_t)c->rules->field_types[field - 1],
                        .index = field});
}

strata_status st_expr_compile_variable(st_expr_compiler *c, st_text_span name) {
  if (!compiler_variables(c)) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ESYNTAX, name.start,
        "nothing is bound to a name here; only programs of ",
        "events and their watchers bind names");
  }
  uint32_t place = find_variable_index(c, name);
  if (place == ST_NAME_NONE) return refuse_unknown_variable(c, name);
  return st_expr_compile_add_node(
      c, (st_expr_node){
             .op = ST_EXPR_VARIABLE,
             .type = (uint8_t)compiler_variables(c)->variables[place].type,
             .index = place});
}

bool st_expr_compile_is_attr(const st_expr_compiler *c, st_text_span name) {
  return find_rules_name(c, STRATA_NAME_ATTRIBUTE, name) != 0;
}

/* The attribute whose name stands at `name`, read of `who`. */
static strata_status resolve_attribute(st_expr_compiler *c, st_who who,
                                       st_text_span name, strata_attr *out) {
  strata_attr attr = find_rules_name(c, STRATA_NAME_ATTRIBUTE, name);
  if (attr == 0) return refuse_unknown_name(c, STRATA_NAME_ATTRIBUTE, name);
  if (c->rules->attrs[attr - 1].type == STRATA_TEXT) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, name.start, "'", st_expr_compile_quote(c, name).text,
        "' is a text, which expressions cannot read; use a ", "sym or a set");
  }
  *out = attr;
  return add_attribute_read(c, attr, who);
}

strata_status st_expr_compile_read(st_expr_compiler *c, st_who who,
                                   uint64_t handle, st_text_span name) {
  strata_attr attr = 0;
  strata_status status = resolve_attribute(c, who, name, &attr);
  if (status) return status;
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_READ,
                        .who = (uint8_t)who,
                        .type = (uint8_t)c->rules->attrs[attr - 1].type,
                        .attr = attr,
                        .value = (int64_t)handle});
}

strata_status st_expr_compile_follow(st_expr_compiler *c, st_text_span name) {
  assert(st_expr_compile_last(c)->type == STRATA_REF);
  strata_attr attr = 0;
  /* Whomever the ref names: somebody else. */
  strata_status status = resolve_attribute(c, ST_WHO_NONE, name, &attr);
  if (status) return status;
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_FOLLOW,
                        .type = (uint8_t)c->rules->attrs[attr - 1].type,
                        .attr = attr,
                        .a = st_expr_compile_last_index(c)});
}

strata_status st_expr_compile_symbol(st_expr_compiler *c, st_text_span name) {
  strata_symbol symbol = find_rules_name(c, STRATA_NAME_SYMBOL, name);
  if (symbol == 0) return refuse_unknown_name(c, STRATA_NAME_SYMBOL, name);
  return st_expr_compile_add_node(c, (st_expr_node){.op = ST_EXPR_SYMBOL,
                                                    .type = STRATA_SYM,
                                                    .value = symbol});
}

strata_status st_expr_compile_zone(st_expr_compiler *c, st_text_span name,
                                   strata_zone *out) {
  if (!compiler_variables(c)) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ESYNTAX, name.start,
        "who is on top of a zone is not known here; only programs of ",
        "events and their watchers ask that");
  }
  *out = find_rules_name(c, STRATA_NAME_ZONE, name);
  return *out != 0 ? STRATA_OK : refuse_unknown_name(c, STRATA_NAME_ZONE, name);
}

strata_status st_expr_compile_top(st_expr_compiler *c, strata_zone zone,
                                  uint32_t player, st_text_span whose,
                                  st_text_span nth) {
  const st_expr_node *ref = &c->nodes[player];
  if (ref->type != STRATA_REF) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, whose.start, "'top' wants a ref, but '",
        st_expr_compile_quote(c, whose).text, "' is ", expr_type_text(ref),
        "; name whose zone it is, or none for one that all share");
  }
  strata_status status = st_expr_compile_expect_type(c, STRATA_INT, nth, "top");
  if (!status && c->rules->zone_attr != 0) {
    status = add_attribute_read(c, c->rules->zone_attr, ST_WHO_NONE);
  }
  if (status) return status;
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_TOP,
                        .type = STRATA_REF,
                        .index = zone,
                        .a = player,
                        .b = st_expr_compile_last_index(c)});
}

/* It may read what it reads of anybody whom it comes to know. */
strata_status st_expr_compile_ask(st_expr_compiler *c, st_text_span name) {
  uint32_t id = find_rules_name(c, STRATA_NAME_PREDICATE, name);
  if (id == 0) return refuse_unknown_name(c, STRATA_NAME_PREDICATE, name);
  const st_predicate *predicate = &c->rules->predicates[id - 1];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < predicate->read_count; i++) {
    status = add_attribute_read(c, predicate->reads[i], ST_WHO_IT);
    if (!status)
      status = add_attribute_read(c, predicate->reads[i], ST_WHO_NONE);
  }
  if (!status) {
    status = st_expr_compile_add_node(c, (st_expr_node){.op = ST_EXPR_REF,
                                                        .who = ST_WHO_THIS,
                                                        .type = STRATA_REF});
  }
  if (status) return status;
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_ASK,
                        .who = ST_WHO_IT,
                        .type = STRATA_FLAG,
                        .index = id - 1,
                        .a = st_expr_compile_last_index(c)});
}

/* A domain is ascending, and so can be a table of names as it stands. */
const char *st_attr_domain_nearest(const strata_rules *rules, st_mem *mem,
                                   const st_attr *attr, const char *text) {
  const st_names *all = &rules->names[STRATA_NAME_SYMBOL];
  st_names domain = {.count = attr->domain_count};
  if (domain.count == 0) return NULL;
  domain.items = st_mem_zeroed(mem, domain.count, sizeof domain.items[0]);
  if (!domain.items) return NULL; /* the message then lacks it */
  for (size_t i = 0; i < domain.count; i++) {
    domain.items[i] = all->items[attr->domain[i] - 1];
  }
  const char *near = st_names_nearest(&domain, text);
  st_mem_free(mem, domain.items, domain.count, sizeof domain.items[0]);
  return near;
}

/* Refuse what has no symbols, at `left`. */
static strata_status check_list_node(st_expr_compiler *c, uint32_t node,
                                     st_text_span left) {
  const st_expr_node *list = &c->nodes[node];
  if (is_list_node(list)) return STRATA_OK;
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ETYPE, left.start, "only a set has symbols, but '",
      st_expr_compile_quote(c, left).text, "' is ", expr_type_text(list),
      list->type == STRATA_SYM ? "; write = instead" : "; name a set");
}

static strata_status refuse_outside_domain(st_expr_compiler *c,
                                           const st_attr *attr,
                                           st_text_span symbol) {
  bool is_set = attr->type == STRATA_SET;
  st_quote text = st_expr_compile_quote(c, symbol);
  const char *near = st_attr_domain_nearest(c->rules, c->mem, attr, text.text);
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ENOENT, symbol.start, "'", text.text, "' is ",
      is_set ? "not in the domain of '" : "no ability, which '",
      st_quote_of(attr->name, strlen(attr->name)).text,
      is_set ? "'; " : "' could hold; ",
      near ? "did you mean '" : "declare it in the rules", near ? near : "",
      near ? "'?" : "");
}

strata_status st_expr_compile_has(st_expr_compiler *c, st_text_span left,
                                  st_text_span symbol) {
  st_expr_node *list = st_expr_compile_last(c);
  strata_status status =
      check_list_node(c, st_expr_compile_last_index(c), left);
  if (status) return status;
  const st_attr *attr = &c->rules->attrs[list->attr - 1];
  strata_symbol id = find_rules_name(c, STRATA_NAME_SYMBOL, symbol);
  uint32_t index = id != 0 ? st_attr_domain_index(attr, id) : UINT32_MAX;
  if (index == UINT32_MAX) return refuse_outside_domain(c, attr, symbol);
  list->op =
      list->op == ST_EXPR_FOLLOW ? ST_EXPR_FOLLOW_HAS : (uint8_t)ST_EXPR_HAS;
  list->type = STRATA_FLAG;
  list->index = index;
  return STRATA_OK;
}

strata_status st_expr_compile_has_of(st_expr_compiler *c, uint32_t list,
                                     st_text_span left, st_text_span right) {
  const st_expr_node *symbol = st_expr_compile_last(c);
  strata_status status = check_list_node(c, list, left);
  if (status) return status;
  if (symbol->type != STRATA_SYM) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ETYPE, right.start, "'has' wants a symbol, but '",
        st_expr_compile_quote(c, right).text, "' is ", expr_type_text(symbol));
  }
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_HAS_OF,
                        .type = STRATA_FLAG,
                        .a = list,
                        .b = st_expr_compile_last_index(c)});
}

/* -- The whole ----------------------------------------------------------- */

/* Make an array exactly as large as it is. */
static bool shrink_array(st_mem *mem, void *array, size_t *capacity,
                         size_t count, size_t size) {
  if (*capacity == count) return true;
  void *old;
  memcpy(&old, array, sizeof old); /* `array` is the address of any pointer */
  void *exact = st_mem_resize(mem, old, *capacity, count, size);
  if (!exact) return false;
  memcpy(array, &exact, sizeof exact);
  *capacity = count;
  return true;
}

/* The canonical text has to be parsed again one day, so it must not be longer
 * than a text may be. */
static strata_status print_canonical_text(st_expr_compiler *c, st_text *out) {
  st_expr_print(c->rules, compiler_variables(c), c->nodes,
                st_expr_compile_last_index(c), out);
  if (out->failed) return compile_no_memory(c);
  if (out->length > ST_EXPR_TEXT) {
    return ST_ERROR(c->lexer.error, STRATA_ERANGE, 0,
                    "the expression is longer than 64 KiB when written with ",
                    "spaces; split it");
  }
  if (!shrink_array(c->mem, &out->bytes, &out->capacity, out->length + 1, 1)) {
    return compile_no_memory(c);
  }
  return STRATA_OK;
}

static strata_status shrink_compiler_arrays(st_expr_compiler *c) {
  bool done = shrink_array(c->mem, &c->nodes, &c->node_capacity, c->node_count,
                           sizeof c->nodes[0]) &&
              shrink_array(c->mem, &c->reads, &c->read_capacity, c->read_count,
                           sizeof c->reads[0]);
  return done ? STRATA_OK : compile_no_memory(c);
}

/* A function of the host's is told whose it is. */
static bool expr_uses_this(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->who == ST_WHO_THIS || n->op == ST_EXPR_ASK) return true;
  }
  return false;
}

/* A function of the host's that reads a reference may go on to whom it names.
 */
static bool predicate_reads_refs(const strata_rules *rules,
                                 uint32_t predicate) {
  const st_predicate *p = &rules->predicates[predicate];
  for (uint32_t i = 0; i < p->read_count; i++) {
    if (rules->attrs[p->reads[i] - 1].type == STRATA_REF) return true;
  }
  return false;
}

static bool expr_follows_refs(const strata_expr *expr) {
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->who == ST_WHO_HANDLE || n->op == ST_EXPR_FOLLOW ||
        n->op == ST_EXPR_FOLLOW_HAS ||
        (n->op == ST_EXPR_ASK && predicate_reads_refs(expr->rules, n->index))) {
      return true;
    }
  }
  return false;
}

static bool is_set_test_of_it(const strata_expr *expr, uint32_t node) {
  const st_expr_node *n = &expr->nodes[node];
  return n->op == ST_EXPR_HAS && n->who == ST_WHO_IT &&
         expr->rules->attrs[n->attr - 1].type == STRATA_SET;
}

/* The first symbol without which a predicate cannot hold. */
static void find_required_symbol(strata_expr *expr) {
  uint32_t node = expr->node_count - 1;
  uint32_t found = UINT32_MAX;
  while (expr->nodes[node].op == ST_EXPR_AND) {
    if (is_set_test_of_it(expr, expr->nodes[node].b)) {
      found = expr->nodes[node].b;
    }
    node = expr->nodes[node].a;
  }
  if (is_set_test_of_it(expr, node)) found = node;
  if (found == UINT32_MAX) return;
  expr->required_set = expr->nodes[found].attr;
  expr->required_symbol_index = expr->nodes[found].index;
}

strata_status st_expr_compile_finish(st_expr_compiler *c, strata_expr **out) {
  const st_expr_node *root = st_expr_compile_last(c);
  if (is_list_node(root)) {
    return ST_EXPR_COMPILE_ERROR(c, STRATA_ETYPE, 0, expr_type_text(root),
                                 " is no value; ",
                                 type_mismatch_advice(root, STRATA_FLAG));
  }
  st_text text;
  st_text_init(&text, c->mem);
  strata_expr *expr = NULL;
  strata_status status = print_canonical_text(c, &text);
  if (!status) status = shrink_compiler_arrays(c);
  if (!status) expr = st_mem_zeroed(c->mem, 1, sizeof *expr);
  if (!expr) {
    st_text_fini(&text);
    return status ? status : compile_no_memory(c);
  }
  root = st_expr_compile_last(c);
  expr->mem = c->mem;
  expr->rules = c->rules;
  expr->variables = compiler_variables(c);
  expr->nodes = c->nodes;
  expr->node_count = (uint32_t)c->node_count;
  expr->type = (strata_type)root->type;
  expr->reads = c->reads;
  expr->read_count = (uint32_t)c->read_count;
  expr->is_inner = c->is_inner;
  expr->uses_it =
      root->uses & (c->is_inner ? ST_EXPR_USES_OUTER : ST_EXPR_USES_IT);
  expr->uses_this = expr_uses_this(expr);
  expr->follows_refs = expr_follows_refs(expr);
  expr->counts_entities = c->counts_entities;
  if (!c->is_inner) find_required_symbol(expr);
  expr->text = text.bytes;
  expr->text_size = text.length;
  c->nodes = NULL;
  c->reads = NULL;
  *out = expr;
  return STRATA_OK;
}

void st_expr_compile_fini(st_expr_compiler *c) {
  st_mem_free(c->mem, c->nodes, c->node_capacity, sizeof c->nodes[0]);
  st_mem_free(c->mem, c->reads, c->read_capacity, sizeof c->reads[0]);
}
