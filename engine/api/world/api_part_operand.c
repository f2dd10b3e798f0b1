/*
 * api_part_operand.c - the operand of a part that is about to be added.
 *
 * The operation and the attribute's type determine what an operand is; its form
 * in the state is in world/tables/effect.h.
 */
#include "api/world/api_part_operand.h"

#include "world/objects/object_values.h"

#include <string.h>

strata_status st_world_refuse_id(strata_world *world, const char *what,
                                 uint32_t id, strata_name_kind kind) {
  return ST_REFUSE(world, STRATA_ENOENT, what, st_number_format(id).text,
                   st_range_text_of(st_rules_count(world->rules, kind)).text);
}

strata_status st_world_refuse_part(strata_world *world, strata_status status,
                                   const st_attr *attr, const char *why) {
  return ST_REFUSE(world, status, "effect: attribute '", attr->name,
                   "': ", why);
}

static strata_status check_expr_type(strata_world *world,
                                     const strata_expr *expr, strata_type type,
                                     const char *what) {
  if (expr->rules != world->rules) {
    return ST_REFUSE(world, STRATA_EINVAL, "effect: ", what,
                     " was compiled for other rules");
  }
  if (expr->type != type) {
    return ST_REFUSE(world, STRATA_ETYPE, "effect: ", what, " '", expr->text,
                     type == STRATA_FLAG ? "' is a value, not a predicate: "
                                           "compare it with something"
                                         : "' is of the wrong type");
  }
  return STRATA_OK;
}

strata_status st_world_check_expr(strata_world *world, const strata_expr *expr,
                                  strata_type type, const char *what) {
  strata_status status = check_expr_type(world, expr, type, what);
  if (status || !expr->is_inner) return status;
  return ST_REFUSE(
      world, STRATA_EINVAL, "effect: ", what, " '", expr->text,
      "' is asked of others, as borrow asks: use strata_expr_parse");
}

strata_status st_world_intern_text(strata_world *world, const char *text,
                                   uint32_t *out) {
  *out = 0;
  if (!text || text[0] == '\0') return STRATA_OK;
  strata_status status = st_world_check_text(world, "effect", "a text", text);
  if (status) return status;
  status = st_strings_intern(&world->strings, &world->store, text, strlen(text),
                             out);
  if (!status) return status;
  return ST_REFUSE(world, status,
                   "effect: ", st_store_status_text(&world->store, status));
}

strata_status st_world_capture(strata_world *world, const strata_expr *expr,
                               strata_type type, const char *what,
                               uint32_t source, int64_t *out) {
  strata_status status = st_world_check_expr(world, expr, type, what);
  if (status) return status;
  status = st_eval_expr(&world->eval, expr, 0, source, out);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status,
                   "effect: ", st_store_status_text(&world->store, status));
}

static strata_status refuse_operand_type(const st_part_operand *o,
                                         const char *why) {
  return st_world_refuse_part(o->world, STRATA_ETYPE, o->attr, why);
}

static bool is_symbol_id(const st_part_operand *o, strata_symbol symbol) {
  return symbol <= st_rules_count(o->world->rules, STRATA_NAME_SYMBOL);
}

static strata_status refuse_symbol_id(const st_part_operand *o,
                                      strata_symbol symbol) {
  return st_world_refuse_id(o->world, "effect: no symbol ", symbol,
                            STRATA_NAME_SYMBOL);
}

/* -- Lists of symbols -- */

/* Check that all symbols of the part exist, and that the set or abilities can
 * hold them. */
static strata_status check_operand_symbols(const st_part_operand *o) {
  const strata_part *part = o->part;
  if (part->symbol_count > 0 && !part->symbols) {
    return ST_REFUSE(o->world, STRATA_EINVAL, "effect: symbols is NULL");
  }
  bool domain =
      o->attr->type == STRATA_SET ||
      (o->attr->type == STRATA_ABILITIES && part->op != STRATA_OP_SUBSTITUTE);
  for (size_t i = 0; i < part->symbol_count; i++) {
    strata_symbol symbol = part->symbols[i];
    if (symbol == 0 || !is_symbol_id(o, symbol)) {
      return refuse_symbol_id(o, symbol);
    }
    if (domain && st_attr_domain_index(o->attr, symbol) == UINT32_MAX) {
      return ST_REFUSE(
          o->world, STRATA_ENOENT, "effect: '", o->attr->name,
          "' has no such symbol in its domain: ",
          st_rules_name(o->world->rules, STRATA_NAME_SYMBOL, symbol));
    }
  }
  return STRATA_OK;
}

static strata_status intern_operand_text(st_part_operand *o) {
  const st_text *text = &o->world->out_text;
  if (text->failed) {
    return ST_REFUSE(o->world, STRATA_ENOMEM, "effect: out of memory");
  }
  return st_world_intern_text(o->world, st_text_get(text), &o->result.text);
}

/* The symbols as text, in the order given. */
static strata_status make_list_operand(st_part_operand *o) {
  strata_status status = check_operand_symbols(o);
  if (status) return status;
  st_text_clear(&o->world->out_text);
  for (size_t i = 0; i < o->part->symbol_count; i++) {
    st_symbol_list_add(o->world->rules, &o->world->out_text,
                       o->part->symbols[i]);
  }
  return intern_operand_text(o);
}

/* The symbols of a set as text, in the order of the domain and each once, so
 * that equal sets have equal texts. */
static strata_status make_set_operand(st_part_operand *o) {
  strata_status status = check_operand_symbols(o);
  if (status) return status;
  const strata_part *part = o->part;
  st_text_clear(&o->world->out_text);
  for (uint32_t n = 0; n < o->attr->domain_count; n++) {
    bool named = false;
    for (size_t i = 0; i < part->symbol_count; i++) {
      named = named || part->symbols[i] == o->attr->domain[n];
    }
    if (!named) continue;
    st_symbol_list_add(o->world->rules, &o->world->out_text,
                       o->attr->domain[n]);
  }
  return intern_operand_text(o);
}

static strata_status make_substitute_operand(st_part_operand *o) {
  if (o->part->symbol_count != 2) {
    return ST_REFUSE(o->world, STRATA_EINVAL, "effect: attribute '",
                     o->attr->name,
                     "': substitute takes two symbols, the old word and the "
                     "new");
  }
  return make_list_operand(o);
}

/* -- Constants -- */

static strata_status make_scale_operand(st_part_operand *o, int64_t numerator) {
  const strata_part *part = o->part;
  bool fits = part->divisor >= 1 && part->divisor <= INT32_MAX &&
              numerator >= INT32_MIN && numerator <= INT32_MAX;
  if (!fits) {
    return st_world_refuse_part(o->world, STRATA_ERANGE, o->attr,
                                "scale takes a numerator of 32 bits and a "
                                "divisor from 1 to 2147483647");
  }
  o->result.value =
      (uint64_t)part->divisor << 32 | (uint32_t)(int32_t)numerator;
  return STRATA_OK;
}

static strata_status make_number_operand(st_part_operand *o) {
  const strata_part *part = o->part;
  if (part->op == STRATA_OP_SCALE) return make_scale_operand(o, part->value);
  if (part->op == STRATA_OP_DIV && part->value == 0) {
    return st_world_refuse_part(o->world, STRATA_EINVAL, o->attr,
                                "division by the constant 0");
  }
  o->result.value = (uint64_t)part->value;
  return STRATA_OK;
}

static strata_status make_constant_operand(st_part_operand *o) {
  const strata_part *part = o->part;
  switch (o->attr->type) {
  case STRATA_INT:
    return make_number_operand(o);
  case STRATA_FLAG:
    if (part->value < 0 || part->value > 1) {
      return refuse_operand_type(o, "a flag's operand is 0 or 1");
    }
    o->result.value = (uint64_t)part->value;
    return STRATA_OK;
  case STRATA_REF:
    if (part->ref != 0 &&
        !st_world_check_entity(o->world, "effect", part->ref)) {
      return STRATA_ESTALE;
    }
    o->result.value = part->ref;
    return STRATA_OK;
  case STRATA_SYM:
    if (!is_symbol_id(o, part->symbol)) {
      return refuse_symbol_id(o, part->symbol);
    }
    o->result.symbol = part->symbol;
    return STRATA_OK;
  case STRATA_TEXT:
    return st_world_intern_text(o->world, part->text, &o->result.text);
  case STRATA_SET:
    return make_set_operand(o);
  case STRATA_ABILITIES:
    break;
  }
  return make_list_operand(o);
}

/* -- Expressions -- */

/* The type of an expression that gives an operand; 0 if none does. */
static strata_type operand_expr_type(const st_part_operand *o) {
  switch (o->attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_SYM:
    return o->attr->type;
  case STRATA_SET:
    return o->part->expr->type == STRATA_SET ? STRATA_SET : STRATA_SYM;
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return (strata_type)0;
}

/* Make the value of an expression a constant operand. */
static strata_status make_captured_operand(st_part_operand *o, int64_t word) {
  strata_symbol symbol = (strata_symbol)word;
  switch (o->attr->type) {
  case STRATA_INT:
    if (o->part->op == STRATA_OP_SCALE) {
      return make_scale_operand(o, st_clamp(word, INT32_MIN, INT32_MAX));
    }
    o->result.value =
        (uint64_t)word; /* a division by 0 leaves the value as it is */
    return STRATA_OK;
  case STRATA_FLAG:
  case STRATA_REF: /* the ref may name an entity that is gone, as when it is
                      computed later */
    o->result.value = (uint64_t)word;
    return STRATA_OK;
  case STRATA_SYM:
    o->result.symbol = symbol;
    return STRATA_OK;
  case STRATA_SET: /* a symbol that the set cannot hold is none */
    st_text_clear(&o->world->out_text);
    if (st_attr_domain_index(o->attr, symbol) != UINT32_MAX) {
      st_symbol_list_add(o->world->rules, &o->world->out_text, symbol);
    }
    return intern_operand_text(o);
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  assert(!"a type that is computed"); /* unreachable */
  return STRATA_OK;
}

/* Make what a set has now a constant operand. */
static strata_status make_captured_set(st_part_operand *o) {
  strata_world *world = o->world;
  st_mem *mem = world->eval.mem;
  strata_status status =
      st_world_check_expr(world, o->part->expr, STRATA_SET, "the operand");
  if (status) return status;
  uint64_t *words = st_mem_zeroed(mem, o->attr->word_count, sizeof words[0]);
  status = words ? st_eval_set(&world->eval, o->part->expr, o->source, o->attr,
                               words)
                 : STRATA_ENOMEM;
  st_text_clear(&world->out_text);
  if (!status) {
    st_symbol_list_add_set(world->rules, &world->out_text, o->attr, words);
  }
  st_mem_free(mem, words, o->attr->word_count, sizeof words[0]);
  if (!status) return intern_operand_text(o);
  return ST_REFUSE(world, status,
                   "effect: ", st_store_status_text(&world->store, status));
}

/* Make an operand of an expression: its value now if it is captured (611.2d),
 * else the expression. */
static strata_status make_computed_operand(st_part_operand *o) {
  const strata_part *part = o->part;
  strata_type type = operand_expr_type(o);
  if (type == 0) {
    return refuse_operand_type(o,
                               "an expression gives no text and no abilities");
  }
  if (part->capture && type == STRATA_SET) return make_captured_set(o);
  if (part->capture) {
    int64_t word;
    strata_status status = st_world_capture(o->world, part->expr, type,
                                            "the operand", o->source, &word);
    return status ? status : make_captured_operand(o, word);
  }
  strata_status status =
      st_world_check_expr(o->world, part->expr, type, "the operand");
  if (status) return status;
  o->flags |= ST_PART_COMPUTED;
  status = st_world_intern_text(o->world, part->expr->text, &o->result.text);
  if (part->op != STRATA_OP_SCALE || status) return status;
  return make_scale_operand(o, 0);
}

static strata_status make_borrow_operand(st_part_operand *o) {
  const strata_part *part = o->part;
  if (!part->expr || part->capture) {
    return st_world_refuse_part(
        o->world, STRATA_EINVAL, o->attr,
        part->expr ? "borrow looks at the world whenever it applies, so it "
                     "cannot be captured: add the abilities"
                   : "borrow takes a predicate: whose abilities");
  }
  if ((unsigned)part->kind > STRATA_ABILITY_HANDLER) {
    return st_world_refuse_part(o->world, STRATA_EINVAL, o->attr,
                                "there is no such kind of ability to borrow");
  }
  strata_status status = check_expr_type(o->world, part->expr, STRATA_FLAG,
                                         "what it borrows from");
  if (status) return status;
  o->flags |= ST_PART_COMPUTED;
  o->result.value = (uint64_t)part->kind;
  return st_world_intern_text(o->world, part->expr->text, &o->result.text);
}

strata_status st_part_operand_make(st_part_operand *o) {
  const strata_part *part = o->part;
  strata_op op = part->op;
  assert(op != STRATA_OP_COPY && op != STRATA_OP_SWITCH);
  if (op == STRATA_OP_BORROW) return make_borrow_operand(o);
  bool computes = op != STRATA_OP_SUBSTITUTE && op != STRATA_OP_CLEAR &&
                  op != STRATA_OP_STRIP;
  if (part->expr && !computes) {
    return refuse_operand_type(o, "this operation takes no expression");
  }
  if (op == STRATA_OP_SUBSTITUTE) return make_substitute_operand(o);
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) return STRATA_OK;
  return part->expr ? make_computed_operand(o) : make_constant_operand(o);
}
