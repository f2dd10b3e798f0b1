/*
 * api_draft.c - an effect on its way in.
 *
 * Every argument of strata_effect_add is checked here, before the floors below
 * see it: they trust what they are given. Texts are put into the state on the
 * way, so a failure half-way leaves something for the caller to undo.
 */
#include "api/api_draft.h"

#include <string.h>

static strata_status refuse_out_of_memory(strata_world *world) {
  return ST_REFUSE(world, STRATA_ENOMEM, "effect: out of memory");
}

strata_status st_world_unknown_id(strata_world *world, const char *what,
                                  uint32_t id, strata_kind kind) {
  return ST_REFUSE(world, STRATA_ENOENT, what, st_number_of(id).text,
                   "; these rules have 1 to ",
                   st_number_of(strata_rules_count(world->rules, kind)).text);
}

/* -- Expressions -- */

strata_status st_world_check_expr(strata_world *world, const strata_expr *expr,
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

static strata_status intern(strata_world *world, const char *text,
                            uint32_t *out) {
  if (!text) text = "";
  strata_status status = st_strings_intern(&world->strings, &world->store, text,
                                           strlen(text), out);
  if (!status) return status;
  return ST_REFUSE(world, status, "effect: ", strata_status_text(status));
}

static strata_status intern_predicate(strata_world *world,
                                      const strata_expr *expr, const char *what,
                                      uint32_t *out) {
  if (!expr) return STRATA_OK;
  strata_status status = st_world_check_expr(world, expr, STRATA_FLAG, what);
  return status ? status : intern(world, expr->text, out);
}

/* -- Parts -- */

static strata_status bad_part(const st_draft *d, const st_attr *attr,
                              const char *why) {
  return ST_REFUSE(d->world, STRATA_ETYPE, "effect: attribute '", attr->name,
                   "': ", why);
}

static bool op_suits(strata_type type, strata_op op) {
  uint32_t ints =
      1u << STRATA_OP_SET | 1u << STRATA_OP_ADD | 1u << STRATA_OP_SUB |
      1u << STRATA_OP_MUL | 1u << STRATA_OP_DIV | 1u << STRATA_OP_MIN |
      1u << STRATA_OP_MAX | 1u << STRATA_OP_AND | 1u << STRATA_OP_OR |
      1u << STRATA_OP_XOR | 1u << STRATA_OP_SCALE | 1u << STRATA_OP_SWITCH;
  uint32_t flags = 1u << STRATA_OP_SET | 1u << STRATA_OP_AND |
                   1u << STRATA_OP_OR | 1u << STRATA_OP_XOR;
  uint32_t sets = 1u << STRATA_OP_SET | 1u << STRATA_OP_ADD |
                  1u << STRATA_OP_REMOVE | 1u << STRATA_OP_CLEAR;
  if ((unsigned)op > STRATA_OP_CLEAR) return false;
  switch (type) {
  case STRATA_INT:
    return ints >> op & 1;
  case STRATA_FLAG:
    return flags >> op & 1;
  case STRATA_SET:
    return sets >> op & 1;
  case STRATA_REF:
  case STRATA_SYM:
  case STRATA_TEXT:
    break;
  }
  return op == STRATA_OP_SET;
}

/* The symbols of a set operand as text, one on a line, in their order. */
static strata_status set_operand(const st_draft *d, const st_attr *attr,
                                 const strata_part *part, uint32_t *out) {
  strata_world *world = d->world;
  st_text *text = &world->scratch;
  for (size_t i = 0; i < part->symbol_count; i++) {
    if (st_attr_domain_index(attr, part->symbols[i]) != UINT32_MAX) continue;
    return ST_REFUSE(world, STRATA_ENOENT, "effect: '", attr->name,
                     "' has no such symbol in its domain");
  }
  st_text_clear(text);
  for (uint32_t n = 0; n < attr->domain_count; n++) {
    bool named = false;
    for (size_t i = 0; i < part->symbol_count; i++) {
      named = named || part->symbols[i] == attr->domain[n];
    }
    if (!named) continue;
    if (text->length > 0) st_text_str(text, "\n");
    st_text_str(text, strata_rules_name(world->rules, STRATA_KIND_SYMBOL,
                                        attr->domain[n]));
  }
  if (text->failed) return refuse_out_of_memory(world);
  return intern(world, st_text_get(text), out);
}

static strata_status scale_operand(const st_draft *d, const st_attr *attr,
                                   const strata_part *part, uint64_t *out) {
  bool fits = part->divisor >= 1 && part->divisor <= INT32_MAX &&
              part->value >= INT32_MIN && part->value <= INT32_MAX;
  if (!fits) {
    return ST_REFUSE(d->world, STRATA_ERANGE, "effect: attribute '", attr->name,
                     "': scale takes a numerator of 32 bits and a "
                     "divisor from 1 to 2147483647");
  }
  *out = (uint64_t)part->divisor << 32 | (uint32_t)(int32_t)part->value;
  return STRATA_OK;
}

static strata_status constant_operand(const st_draft *d, const st_attr *attr,
                                      const strata_part *part,
                                      st_new_part *out) {
  strata_world *world = d->world;
  switch (attr->type) {
  case STRATA_FLAG:
    if (part->value < 0 || part->value > 1) {
      return bad_part(d, attr, "a flag's operand is 0 or 1");
    }
    out->value = (uint64_t)part->value;
    return STRATA_OK;
  case STRATA_INT:
    if (part->op == STRATA_OP_SCALE) {
      return scale_operand(d, attr, part, &out->value);
    }
    if (part->op == STRATA_OP_DIV && part->value == 0) {
      return ST_REFUSE(world, STRATA_EINVAL, "effect: attribute '", attr->name,
                       "': division by the constant 0");
    }
    out->value = (uint64_t)part->value;
    return STRATA_OK;
  case STRATA_REF:
    if (part->ref != 0 && !st_world_entity(world, "effect", part->ref)) {
      return STRATA_ESTALE;
    }
    out->value = part->ref;
    return STRATA_OK;
  case STRATA_SYM:
    if (part->symbol > strata_rules_count(world->rules, STRATA_KIND_SYMBOL)) {
      return st_world_unknown_id(world, "effect: no symbol ", part->symbol,
                                 STRATA_KIND_SYMBOL);
    }
    out->symbol = part->symbol;
    return STRATA_OK;
  case STRATA_TEXT:
    return intern(world, part->text, &out->text);
  case STRATA_SET:
    break;
  }
  if (part->symbol_count > 0 && !part->symbols) {
    return ST_REFUSE(world, STRATA_EINVAL, "effect: symbols is NULL");
  }
  return set_operand(d, attr, part, &out->text);
}

/* An operand that an expression gives: now if captured, else when needed. */
static strata_status computed_operand(const st_draft *d, const st_attr *attr,
                                      const strata_part *part, st_new_part *out,
                                      uint32_t *flags) {
  strata_world *world = d->world;
  if (attr->type == STRATA_SET || attr->type == STRATA_TEXT) {
    return bad_part(d, attr, "an expression gives no set and no text");
  }
  strata_status status =
      st_world_check_expr(world, part->expr, attr->type, "the operand");
  if (status) return status;
  strata_part constant = *part;
  if (!part->capture) {
    *flags |= ST_PART_COMPUTED;
    status = intern(world, part->expr->text, &out->text);
    if (part->op != STRATA_OP_SCALE || status) return status;
    constant.value = 0;
    return scale_operand(d, attr, &constant, &out->value);
  }
  int64_t word = 0;
  status = st_eval_expr(&world->eval, part->expr, 0, d->source, &word);
  if (status) {
    return ST_REFUSE(world, status, "effect: ", strata_status_text(status));
  }
  constant.value = word;
  constant.symbol = (strata_symbol)word;
  constant.ref = (strata_entity)word;
  if (attr->type == STRATA_INT && part->op == STRATA_OP_DIV && word == 0) {
    out->value = 0; /* divides nothing, as any computed 0 */
    return STRATA_OK;
  }
  if (attr->type == STRATA_REF) {
    out->value = constant.ref; /* also of somebody gone, as when computed */
    return STRATA_OK;
  }
  if (part->op == STRATA_OP_SCALE) {
    constant.value = st_clamp(word, INT32_MIN, INT32_MAX);
  }
  return constant_operand(d, attr, &constant, out);
}

static strata_status check_part(const st_draft *d, const strata_part *part,
                                const st_attr **out) {
  strata_world *world = d->world;
  const st_attr *attr = st_world_attr(world, "effect", part->attr);
  if (!attr) return STRATA_ENOENT;
  if (!attr->layered) {
    return ST_REFUSE(world, STRATA_EINVAL, "effect: attribute '", attr->name,
                     "' is not layered: set its base value");
  }
  if (!st_layer_exists(world->rules, part->layer)) {
    return ST_REFUSE(world, STRATA_ENOENT, "effect: no layer ",
                     st_number_of(part->layer).text, "; these rules have 0 to ",
                     st_number_of((int64_t)world->rules->layer_count - 1).text);
  }
  if (!op_suits(attr->type, part->op)) {
    return bad_part(d, attr, "this operation does not suit its type");
  }
  *out = attr;
  return STRATA_OK;
}

/* A switch is one part on each of the two, at one place. */
static strata_status draft_switch(st_draft *d, const strata_part *part,
                                  const st_attr *attr, uint32_t ordinal) {
  const st_attr *other = st_world_attr(d->world, "effect", part->other);
  if (!other) return STRATA_ENOENT;
  if (other == attr || other->type != STRATA_INT || !other->layered ||
      other->min != attr->min || other->max != attr->max) {
    return bad_part(d, attr,
                    "it is switched with another layered int of its range");
  }
  uint32_t flags = d->flags | ST_PART_SWITCH;
  strata_attr pair[2] = {part->attr, part->other};
  for (int i = 0; i < 2; i++) {
    d->parts[d->effect.part_count++] = (st_new_part){
        .verb = st_verb(part->layer, pair[i], ordinal, flags, STRATA_OP_SWITCH),
        .other = pair[1 - i]};
  }
  return STRATA_OK;
}

static strata_status draft_part(st_draft *d, const strata_part *part,
                                uint32_t ordinal) {
  const st_attr *attr = NULL;
  strata_status status = check_part(d, part, &attr);
  if (status || !attr) return status;
  if (part->op == STRATA_OP_SWITCH) {
    return draft_switch(d, part, attr, ordinal);
  }
  uint32_t flags = d->flags;
  if (part->rounding == STRATA_ROUND_UP &&
      (part->op == STRATA_OP_DIV || part->op == STRATA_OP_SCALE)) {
    flags |= ST_PART_ROUND_UP;
  }
  st_new_part made = {0};
  status = part->expr ? computed_operand(d, attr, part, &made, &flags)
                      : constant_operand(d, attr, part, &made);
  if (status) return status;
  made.verb =
      st_verb(part->layer, part->attr, ordinal, flags, (uint32_t)part->op);
  d->parts[d->effect.part_count++] = made;
  return STRATA_OK;
}

static strata_status draft_parts(st_draft *d) {
  const strata_effect_desc *desc = d->desc;
  if (!desc->parts || desc->part_count == 0 ||
      desc->part_count > ST_PARTS_LIMIT) {
    return ST_REFUSE(d->world, STRATA_EINVAL, "effect: it takes 1 to 64 parts");
  }
  if (d->effect.subject) d->flags |= ST_PART_OPEN;
  if (d->effect.condition) d->flags |= ST_PART_CONDITIONAL;
  if (d->effect.group) d->flags |= ST_PART_GROUPED;
  for (size_t i = 0; i < desc->part_count; i++) {
    strata_status status = draft_part(d, &desc->parts[i], (uint32_t)i);
    if (status) return status;
  }
  d->effect.parts = d->parts;
  return STRATA_OK;
}

/* -- Targets -- */

static strata_status add_target(st_draft *d, uint32_t slot) {
  strata_world *world = d->world;
  if (!st_mem_reserve(&world->mem, &world->targets, &world->target_capacity,
                      d->effect.target_count + 1, sizeof world->targets[0])) {
    return refuse_out_of_memory(world);
  }
  world->targets[d->effect.target_count++] = slot;
  d->effect.targets = world->targets;
  return STRATA_OK;
}

/* All who satisfy the subject now. */
static strata_status lock_subject(st_draft *d) {
  strata_world *world = d->world;
  uint32_t words = st_words_for(st_entity_top(&world->store) + 1);
  for (uint32_t w = 0; w < words; w++) {
    uint64_t members;
    strata_status status =
        st_eval_match(&world->eval, d->desc->subject, w, d->source, &members);
    if (status) {
      return ST_REFUSE(world, status, "effect: ", strata_status_text(status));
    }
    for (; members != 0; members &= members - 1) {
      status = add_target(d, w * 64 + st_lowest_bit(members));
      if (status) return status;
    }
  }
  return STRATA_OK;
}

/* The listed ones, each once. */
static strata_status list_targets(st_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->target_count == 1) {
    uint32_t slot = st_world_entity(world, "effect", desc->targets[0]);
    return slot == 0 ? STRATA_ESTALE : add_target(d, slot);
  }
  size_t words = world->store.capacity[ST_TABLE_ENTITY] / 64;
  uint64_t *seen = st_mem_zeroed(&world->mem, words, sizeof *seen);
  if (!seen) return refuse_out_of_memory(world);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < desc->target_count; i++) {
    uint32_t slot = st_world_entity(world, "effect", desc->targets[i]);
    if (slot == 0) {
      status = STRATA_ESTALE;
    } else if (!st_bit_test(seen, slot)) {
      st_bit_put(seen, slot, true);
      status = add_target(d, slot);
    }
  }
  st_mem_free(&world->mem, seen, words, sizeof *seen);
  return status;
}

static strata_status draft_targets(st_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  bool listed = desc->targets && desc->target_count > 0;
  if (listed == (desc->subject != NULL)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: give either targets or a subject");
  }
  if (listed) return list_targets(d);
  strata_status status =
      st_world_check_expr(world, desc->subject, STRATA_FLAG, "the subject");
  if (status) return status;
  if (desc->lock) return lock_subject(d);
  return intern(world, desc->subject->text, &d->effect.subject);
}

/* -- The rest of an effect -- */

static strata_status draft_duration(st_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->clock > strata_rules_count(world->rules, STRATA_KIND_CLOCK)) {
    return st_world_unknown_id(world, "effect: no clock ", desc->clock,
                               STRATA_KIND_CLOCK);
  }
  if (desc->clock == 0 && desc->ticks > 0) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: ticks are of a clock, and none is given");
  }
  if (desc->while_source && desc->source == 0) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: while_source, but it has no source");
  }
  d->effect.clock = desc->clock;
  d->effect.ticks = desc->ticks;
  d->effect.while_source = desc->while_source;
  strata_status status = intern_predicate(
      world, desc->condition, "the condition", &d->effect.condition);
  if (status) return status;
  return intern_predicate(world, desc->while_on, "while_on",
                          &d->effect.while_on);
}

static strata_status draft_group(st_draft *d) {
  strata_world *world = d->world;
  strata_group group = d->desc->group;
  if (group > strata_rules_count(world->rules, STRATA_KIND_GROUP)) {
    return st_world_unknown_id(world, "effect: no group ", group,
                               STRATA_KIND_GROUP);
  }
  if (group != 0 && d->effect.subject &&
      world->rules->groups[group - 1].stacking == STRATA_STACK_REFRESH) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: a group that refreshes "
                     "takes targets, or a locked "
                     "subject");
  }
  d->effect.group = group;
  d->effect.priority = d->desc->priority;
  return STRATA_OK;
}

/* -- The whole -- */

void st_draft_init(st_draft *d, strata_world *world,
                   const strata_effect_desc *desc) {
  d->world = world;
  d->desc = desc;
  d->effect = (st_new_effect){0};
  d->source = 0;
  d->flags = 0;
}

strata_status st_draft_make(st_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->source != 0) {
    d->source = st_world_entity(world, "effect", desc->source);
    if (d->source == 0) return STRATA_ESTALE;
  }
  d->effect.source = desc->source;
  strata_status status = draft_targets(d);
  if (!status) status = draft_duration(d);
  if (!status) status = draft_group(d);
  if (!status) status = draft_parts(d);
  if (!status) status = intern(world, desc->name, &d->effect.name);
  return status;
}
