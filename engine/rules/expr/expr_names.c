/*
 * expr_names.c - names in an expression: fields, variables, attributes,
 * symbols, zones and predicates.
 *
 * A name is looked up when the parser meets it. An unknown name is refused
 * with the nearest known one.
 */
#include "rules/expr/expr_names.h"

#include <string.h>

/* -- Frames -- */

/* The field of this name, or 0 if the frame's event has none. */
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

/* The index of a variable in the frame, or ST_NAME_NONE. */
static uint32_t find_variable_index(const st_expr_compiler *c,
                                    st_text_span where) {
  const st_expr_variables *names = st_expr_compile_variables(c);
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
  const char *nearest = listed ? st_names_nearest(&names, text) : NULL;
  const char *near = NULL;
  for (size_t i = 0; nearest && i < count; i++) {
    if (strcmp(texts[i], nearest) == 0) {
      near = texts[i]; /* the result must outlive the table */
    }
  }
  st_names_fini(&names, mem);
  return near;
}

static strata_status refuse_unknown_field(st_expr_compiler *c,
                                          st_text_span where) {
  assert(c->frame); /* without a frame every field counts as known */
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
  const st_expr_variables *names = st_expr_compile_variables(c);
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

/* -- Names -- */

/* The word that stands for a word of other languages; attributes of that name
 * go first. */
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

/* The id of the name at `where`, 0 if there is none. */
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
  if (!st_expr_compile_variables(c) ||
      (c->frame && !c->frame->field_index_of)) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ESYNTAX, name.start, "there is no event here, so no 'event.",
        st_expr_compile_quote(c, name).text,
        "'; only what an event, or a watcher of one, says can name its fields");
  }
  strata_field field = find_event_field(c, name);
  if (field == 0) return refuse_unknown_field(c, name);
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_FIELD,
                        .type = (uint8_t)c->rules->field_types[field - 1],
                        .index = field});
}

strata_status st_expr_compile_variable(st_expr_compiler *c, st_text_span name) {
  if (!st_expr_compile_variables(c)) {
    return ST_EXPR_COMPILE_ERROR(
        c, STRATA_ESYNTAX, name.start, "nothing is bound to '$",
        st_expr_compile_quote(c, name).text,
        "' here; only programs of events and their watchers bind names");
  }
  uint32_t index = find_variable_index(c, name);
  if (index == ST_NAME_NONE) return refuse_unknown_variable(c, name);
  return st_expr_compile_add_node(
      c,
      (st_expr_node){
          .op = ST_EXPR_VARIABLE,
          .type = (uint8_t)st_expr_compile_variables(c)->variables[index].type,
          .index = index});
}

bool st_expr_compile_is_attr(const st_expr_compiler *c, st_text_span name) {
  return find_rules_name(c, STRATA_NAME_ATTRIBUTE, name) != 0;
}

/* Find the attribute and record that it is read of `who`. */
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
  return st_expr_compile_add_read(c, attr, who);
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
  /* A ref may name any entity, so this is a read of another entity. */
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
        st_expr_compile_quote(c, whose).text, "' is ",
        st_expr_node_type_text(ref),
        "; name whose zone it is, or none for one that all share");
  }
  strata_status status = st_expr_compile_expect_type(c, STRATA_INT, nth, "top");
  if (!status && c->rules->zone_attr != 0) {
    status = st_expr_compile_add_read(c, c->rules->zone_attr, ST_WHO_NONE);
  }
  if (status) return status;
  c->counts_entities = true;
  c->asks_tops = true;
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_TOP,
                        .type = STRATA_REF,
                        .index = zone,
                        .a = player,
                        .b = st_expr_compile_last_index(c)});
}

/* A predicate may read its attributes of every entity that it reaches. */
strata_status st_expr_compile_ask(st_expr_compiler *c, st_text_span name) {
  uint32_t id = find_rules_name(c, STRATA_NAME_PREDICATE, name);
  if (id == 0) return refuse_unknown_name(c, STRATA_NAME_PREDICATE, name);
  const st_predicate *predicate = &c->rules->predicates[id - 1];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < predicate->read_count; i++) {
    status = st_expr_compile_add_read(c, predicate->reads[i], ST_WHO_IT);
    if (!status) {
      status = st_expr_compile_add_read(c, predicate->reads[i], ST_WHO_NONE);
    }
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

/* A domain is ascending by symbol and so by name: it can serve as a name
 * table. */
const char *st_attr_domain_nearest(const strata_rules *rules, st_mem *mem,
                                   const st_attr *attr, const char *text) {
  const st_names *all = &rules->names[STRATA_NAME_SYMBOL];
  st_names domain = {.count = attr->domain_count};
  if (domain.count == 0) return NULL;
  domain.items = st_mem_zeroed(mem, domain.count, sizeof domain.items[0]);
  if (!domain.items) return NULL; /* the message does without it */
  for (size_t i = 0; i < domain.count; i++) {
    domain.items[i] = all->items[attr->domain[i] - 1];
  }
  const char *near = st_names_nearest(&domain, text);
  st_mem_free(mem, domain.items, domain.count, sizeof domain.items[0]);
  return near;
}

/* Refuse a left operand of "has" that is no list. */
static strata_status check_list_node(st_expr_compiler *c, uint32_t node,
                                     st_text_span left) {
  const st_expr_node *list = &c->nodes[node];
  if (st_expr_node_is_list(list)) return STRATA_OK;
  return ST_EXPR_COMPILE_ERROR(
      c, STRATA_ETYPE, left.start, "only a set has symbols, but '",
      st_expr_compile_quote(c, left).text, "' is ",
      st_expr_node_type_text(list),
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
    return ST_EXPR_COMPILE_ERROR(c, STRATA_ETYPE, right.start,
                                 "'has' wants a symbol, but '",
                                 st_expr_compile_quote(c, right).text, "' is ",
                                 st_expr_node_type_text(symbol));
  }
  return st_expr_compile_add_node(
      c, (st_expr_node){.op = ST_EXPR_HAS_OF,
                        .type = STRATA_FLAG,
                        .a = list,
                        .b = st_expr_compile_last_index(c)});
}
