/*
 * api_operand.c - the operand of a part on its way in.
 *
 * What an operand is follows from the operation and the attribute's type; what
 * becomes of it in the state stands in effect.h.
 */
#include "api/world/api_operand.h"

#include "world/objects/object.h"

#include <string.h>

strata_status st_world_unknown_id(strata_world *world, const char *what,
                                  uint32_t id, strata_kind kind) {
  return ST_REFUSE(world, STRATA_ENOENT, what, st_number_of(id).text,
                   "; these rules have 1 to ",
                   st_number_of(strata_rules_count(world->rules, kind)).text);
}

strata_status st_world_bad_part(strata_world *world, strata_status status,
                                const st_attr *attr, const char *why) {
  return ST_REFUSE(world, status, "effect: attribute '", attr->name,
                   "': ", why);
}

static strata_status check_type(strata_world *world, const strata_expr *expr,
                                strata_type type, const char *what) {
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
  strata_status status = check_type(world, expr, type, what);
  if (status || !expr->within) return status;
  return ST_REFUSE(
      world, STRATA_EINVAL, "effect: ", what, " '", expr->text,
      "' is asked of others, as borrow asks: use strata_expr_parse");
}

strata_status st_world_intern(strata_world *world, const char *text,
                              uint32_t *out) {
  if (!text) text = "";
  strata_status status = st_strings_intern(&world->strings, &world->store, text,
                                           strlen(text), out);
  if (!status) return status;
  return ST_REFUSE(world, status,
                   "effect: ", st_store_reason(&world->store, status));
}

strata_status st_world_capture(strata_world *world, const strata_expr *expr,
                               strata_type type, const char *what,
                               uint32_t source, int64_t *out) {
  strata_status status = st_world_check_expr(world, expr, type, what);
  if (status) return status;
  status = st_eval_expr(&world->eval, expr, 0, source, out);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status,
                   "effect: ", st_store_reason(&world->store, status));
}

static strata_status bad(const st_operand *o, const char *why) {
  return st_world_bad_part(o->world, STRATA_ETYPE, o->attr, why);
}

static bool is_symbol(const st_operand *o, strata_symbol symbol) {
  return symbol <= strata_rules_count(o->world->rules, STRATA_KIND_SYMBOL);
}

static strata_status unknown_symbol(const st_operand *o, strata_symbol symbol) {
  return st_world_unknown_id(o->world, "effect: no symbol ", symbol,
                             STRATA_KIND_SYMBOL);
}

/* -- Lists of symbols -- */

/* All of the part's symbols are known; a set or abilities can hold them. */
static strata_status check_symbols(const st_operand *o) {
  const strata_part *part = o->part;
  if (part->symbol_count > 0 && !part->symbols) {
    return ST_REFUSE(o->world, STRATA_EINVAL, "effect: symbols is NULL");
  }
  bool domain =
      o->attr->type == STRATA_SET ||
      (o->attr->type == STRATA_ABILITIES && part->op != STRATA_OP_SUBSTITUTE);
  for (size_t i = 0; i < part->symbol_count; i++) {
    strata_symbol symbol = part->symbols[i];
    if (symbol == 0 || !is_symbol(o, symbol)) return unknown_symbol(o, symbol);
    if (domain && st_attr_domain_index(o->attr, symbol) == UINT32_MAX) {
      return ST_REFUSE(
          o->world, STRATA_ENOENT, "effect: '", o->attr->name,
          "' has no such symbol in its domain: ",
          strata_rules_name(o->world->rules, STRATA_KIND_SYMBOL, symbol));
    }
  }
  return STRATA_OK;
}

static strata_status intern_list(st_operand *o) {
  const st_text *text = &o->world->scratch;
  if (text->failed) {
    return ST_REFUSE(o->world, STRATA_ENOMEM, "effect: out of memory");
  }
  return st_world_intern(o->world, st_text_get(text), &o->made.text);
}

/* The symbols as text, in the order given. */
static strata_status list_operand(st_operand *o) {
  strata_status status = check_symbols(o);
  if (status) return status;
  st_text_clear(&o->world->scratch);
  for (size_t i = 0; i < o->part->symbol_count; i++) {
    st_symbols_add(o->world->rules, &o->world->scratch, o->part->symbols[i]);
  }
  return intern_list(o);
}

/* The symbols of a set as text, in the order of the domain and each once: one
 * set is one text. */
static strata_status set_operand(st_operand *o) {
  strata_status status = check_symbols(o);
  if (status) return status;
  const strata_part *part = o->part;
  st_text_clear(&o->world->scratch);
  for (uint32_t n = 0; n < o->attr->domain_count; n++) {
    bool named = false;
    for (size_t i = 0; i < part->symbol_count; i++) {
      named = named || part->symbols[i] == o->attr->domain[n];
    }
    if (!named) continue;
    st_symbols_add(o->world->rules, &o->world->scratch, o->attr->domain[n]);
  }
  return intern_list(o);
}

static strata_status substitution(st_operand *o) {
  if (o->part->symbol_count != 2) {
    return ST_REFUSE(o->world, STRATA_EINVAL, "effect: attribute '",
                     o->attr->name,
                     "': substitute takes two symbols, the old word and the "
                     "new");
  }
  return list_operand(o);
}

/* -- Constants -- */

static strata_status scale_operand(st_operand *o, int64_t numerator) {
  const strata_part *part = o->part;
  bool fits = part->divisor >= 1 && part->divisor <= INT32_MAX &&
              numerator >= INT32_MIN && numerator <= INT32_MAX;
  if (!fits) {
    return st_world_bad_part(o->world, STRATA_ERANGE, o->attr,
                             "scale takes a numerator of 32 bits and a "
                             "divisor from 1 to 2147483647");
  }
  o->made.value = (uint64_t)part->divisor << 32 | (uint32_t)(int32_t)numerator;
  return STRATA_OK;
}

static strata_status number_operand(st_operand *o) {
  const strata_part *part = o->part;
  if (part->op == STRATA_OP_SCALE) return scale_operand(o, part->value);
  if (part->op == STRATA_OP_DIV && part->value == 0) {
    return st_world_bad_part(o->world, STRATA_EINVAL, o->attr,
                             "division by the constant 0");
  }
  o->made.value = (uint64_t)part->value;
  return STRATA_OK;
}

static strata_status constant_operand(st_operand *o) {
  const strata_part *part = o->part;
  switch (o->attr->type) {
  case STRATA_INT:
    return number_operand(o);
  case STRATA_FLAG:
    if (part->value < 0 || part->value > 1) {
      return bad(o, "a flag's operand is 0 or 1");
    }
    o->made.value = (uint64_t)part->value;
    return STRATA_OK;
  case STRATA_REF:
    if (part->ref != 0 && !st_world_entity(o->world, "effect", part->ref)) {
      return STRATA_ESTALE;
    }
    o->made.value = part->ref;
    return STRATA_OK;
  case STRATA_SYM:
    if (!is_symbol(o, part->symbol)) return unknown_symbol(o, part->symbol);
    o->made.symbol = part->symbol;
    return STRATA_OK;
  case STRATA_TEXT:
    return st_world_intern(o->world, part->text, &o->made.text);
  case STRATA_SET:
    return set_operand(o);
  case STRATA_ABILITIES:
    break;
  }
  return list_operand(o);
}

/* -- Expressions -- */

/* The type of an expression that gives an operand; 0 if none does. */
static strata_type operand_type(const st_operand *o) {
  switch (o->attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_SYM:
    return o->attr->type;
  case STRATA_SET:
    return STRATA_SYM;
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return (strata_type)0;
}

/* What an expression came to, as a constant. */
static strata_status captured_operand(st_operand *o, int64_t word) {
  strata_symbol symbol = (strata_symbol)word;
  switch (o->attr->type) {
  case STRATA_INT:
    if (o->part->op == STRATA_OP_SCALE) {
      return scale_operand(o, st_clamp(word, INT32_MIN, INT32_MAX));
    }
    o->made.value = (uint64_t)word; /* a divisor of 0 divides nothing */
    return STRATA_OK;
  case STRATA_FLAG:
  case STRATA_REF: /* also of somebody gone, as when computed later */
    o->made.value = (uint64_t)word;
    return STRATA_OK;
  case STRATA_SYM:
    o->made.symbol = symbol;
    return STRATA_OK;
  case STRATA_SET: /* what the set cannot hold is nothing */
    st_text_clear(&o->world->scratch);
    if (st_attr_domain_index(o->attr, symbol) != UINT32_MAX) {
      st_symbols_add(o->world->rules, &o->world->scratch, symbol);
    }
    return intern_list(o);
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  assert(!"a type that is computed"); /* unreachable */
  return STRATA_OK;
}

/* An operand that an expression gives: now if captured (611.2d), else when
 * needed. */
static strata_status computed_operand(st_operand *o) {
  const strata_part *part = o->part;
  strata_type type = operand_type(o);
  if (type == 0) return bad(o, "an expression gives no text and no abilities");
  if (part->capture) {
    int64_t word;
    strata_status status = st_world_capture(o->world, part->expr, type,
                                            "the operand", o->source, &word);
    return status ? status : captured_operand(o, word);
  }
  strata_status status =
      st_world_check_expr(o->world, part->expr, type, "the operand");
  if (status) return status;
  o->flags |= ST_PART_COMPUTED;
  status = st_world_intern(o->world, part->expr->text, &o->made.text);
  if (part->op != STRATA_OP_SCALE || status) return status;
  return scale_operand(o, 0);
}

static strata_status borrowing(st_operand *o) {
  const strata_part *part = o->part;
  if (!part->expr || part->capture) {
    return st_world_bad_part(
        o->world, STRATA_EINVAL, o->attr,
        part->expr ? "borrow looks at the world whenever it applies, so it "
                     "cannot be captured: add the abilities"
                   : "borrow takes a predicate: whose abilities");
  }
  if ((unsigned)part->kind > STRATA_ABILITY_HANDLER) {
    return st_world_bad_part(o->world, STRATA_EINVAL, o->attr,
                             "there is no such kind of ability to borrow");
  }
  strata_status status =
      check_type(o->world, part->expr, STRATA_FLAG, "what it borrows from");
  if (status) return status;
  o->flags |= ST_PART_COMPUTED;
  o->made.value = (uint64_t)part->kind;
  return st_world_intern(o->world, part->expr->text, &o->made.text);
}

strata_status st_operand_make(st_operand *o) {
  const strata_part *part = o->part;
  strata_op op = part->op;
  assert(op != STRATA_OP_COPY && op != STRATA_OP_SWITCH);
  if (op == STRATA_OP_BORROW) return borrowing(o);
  bool computes = op != STRATA_OP_SUBSTITUTE && op != STRATA_OP_CLEAR &&
                  op != STRATA_OP_STRIP;
  if (part->expr && !computes) {
    return bad(o, "this operation takes no expression");
  }
  if (op == STRATA_OP_SUBSTITUTE) return substitution(o);
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) return STRATA_OK;
  return part->expr ? computed_operand(o) : constant_operand(o);
}
