/*
 * api_effect.c - effects, expressions on worlds, explanations: arguments are
 * checked and texts interned here; the floors below do the work.
 */
#include "api/api_world.h"
#include "layers/why.h"

#include <string.h>

/* An effect on its way in. */
typedef struct draft {
  strata_world *world;
  const strata_effect_desc *desc;
  st_new_effect effect;
  st_new_part parts[2 * ST_PARTS_LIMIT]; /* a switch is two */
  uint32_t *targets;                     /* owned */
  size_t target_capacity;
  uint32_t source; /* slot */
  uint32_t flags;  /* that all parts have */
} draft;

static strata_status refuse_out_of_memory(strata_world *world) {
  return ST_REFUSE(world, STRATA_ENOMEM, "effect: out of memory");
}

/* `what` tells the call and the kind. */
static strata_status unknown_id(strata_world *world, const char *what,
                                uint32_t id, strata_kind kind) {
  return ST_REFUSE(world, STRATA_ENOENT, what, st_number_of(id).text,
                   "; these rules have 1 to ",
                   st_number_of(strata_rules_count(world->rules, kind)).text);
}

/* -- Expressions -- */

static strata_status check_expr(strata_world *world, const strata_expr *expr,
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
  strata_status status = check_expr(world, expr, STRATA_FLAG, what);
  return status ? status : intern(world, expr->text, out);
}

/* -- Parts -- */

static strata_status bad_part(const draft *d, const st_attr *attr,
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
static strata_status set_operand(const draft *d, const st_attr *attr,
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

static strata_status scale_operand(const draft *d, const st_attr *attr,
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

static strata_status constant_operand(const draft *d, const st_attr *attr,
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
      return unknown_id(world, "effect: no symbol ", part->symbol,
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
static strata_status computed_operand(const draft *d, const st_attr *attr,
                                      const strata_part *part, st_new_part *out,
                                      uint32_t *flags) {
  strata_world *world = d->world;
  if (attr->type == STRATA_SET || attr->type == STRATA_TEXT) {
    return bad_part(d, attr, "an expression gives no set and no text");
  }
  strata_status status =
      check_expr(world, part->expr, attr->type, "the operand");
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

static strata_status check_part(const draft *d, const strata_part *part,
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
static strata_status draft_switch(draft *d, const strata_part *part,
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

static strata_status draft_part(draft *d, const strata_part *part,
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

static strata_status draft_parts(draft *d) {
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

static strata_status add_target(draft *d, uint32_t slot) {
  if (!st_mem_reserve(&d->world->mem, &d->targets, &d->target_capacity,
                      d->effect.target_count + 1, sizeof d->targets[0])) {
    return refuse_out_of_memory(d->world);
  }
  d->targets[d->effect.target_count++] = slot;
  d->effect.targets = d->targets;
  return STRATA_OK;
}

/* All who satisfy the subject now. */
static strata_status lock_subject(draft *d) {
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
static strata_status list_targets(draft *d) {
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

static strata_status draft_targets(draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  bool listed = desc->targets && desc->target_count > 0;
  if (listed == (desc->subject != NULL)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: give either targets or a subject");
  }
  if (listed) return list_targets(d);
  strata_status status =
      check_expr(world, desc->subject, STRATA_FLAG, "the subject");
  if (status) return status;
  if (desc->lock) return lock_subject(d);
  return intern(world, desc->subject->text, &d->effect.subject);
}

/* -- The rest of an effect -- */

static strata_status draft_duration(draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->clock > strata_rules_count(world->rules, STRATA_KIND_CLOCK)) {
    return unknown_id(world, "effect: no clock ", desc->clock,
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

static strata_status draft_group(draft *d) {
  strata_world *world = d->world;
  strata_group group = d->desc->group;
  if (group > strata_rules_count(world->rules, STRATA_KIND_GROUP)) {
    return unknown_id(world, "effect: no group ", group, STRATA_KIND_GROUP);
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

/* -- Refreshing groups -- */

/* An effect of the draft's group gets at least the draft's duration. */
static strata_status refresh_one(draft *d, uint32_t effect) {
  st_store *store = &d->world->store;
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, effect);
  uint64_t ends = st_get64(store, ST_COLUMN_EFFECT_EXPIRES, effect);
  if (clock == 0 || clock != d->effect.clock || ends == 0) return STRATA_OK;
  uint64_t now = st_get64(store, st_clock_ticks(store->rules, clock), 1);
  if (d->effect.ticks != 0 && now + d->effect.ticks <= ends) return STRATA_OK;
  return st_effect_set_ticks(store, effect, d->effect.ticks);
}

/* The effect that a node is of, if it is of the draft's group and the node is
 * of its first part, so that each effect is met once; else 0. */
static uint32_t group_member(const draft *d, uint32_t node) {
  const st_store *store = &d->world->store;
  uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
  bool member =
      st_effect_parts(store, effect) == part &&
      st_get32(store, ST_COLUMN_EFFECT_GROUP, effect) == d->effect.group;
  return member ? effect : 0;
}

static bool is_newer(const st_store *store, uint32_t effect, uint32_t other) {
  return other == 0 || st_get64(store, ST_COLUMN_EFFECT_STAMP, effect) >
                           st_get64(store, ST_COLUMN_EFFECT_STAMP, other);
}

/* Count the group's effects on an entity; with `refresh`, refresh them. */
static strata_status visit_group(draft *d, uint32_t slot, bool refresh,
                                 uint32_t *count, uint32_t *newest) {
  const st_store *store = &d->world->store;
  *count = 0;
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    uint32_t node = attr->layered ? st_get32(store, attr->chain, slot) : 0;
    for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_PREV, node)) {
      uint32_t effect = group_member(d, node);
      if (effect == 0) continue;
      ++*count;
      if (is_newer(store, effect, *newest)) *newest = effect;
      strata_status status = refresh ? refresh_one(d, effect) : STRATA_OK;
      if (status) return status;
    }
  }
  return STRATA_OK;
}

/* Take out the targets on which the group is full, after refreshing there.
 * *newest is the newest effect that stands for the draft then. */
static strata_status refresh_full(draft *d, uint32_t *newest) {
  *newest = 0;
  strata_group group = d->effect.group;
  if (group == 0 ||
      d->world->rules->groups[group - 1].stacking != STRATA_STACK_REFRESH) {
    return STRATA_OK;
  }
  uint32_t limit = d->world->rules->groups[group - 1].limit;
  size_t kept = 0;
  for (size_t i = 0; i < d->effect.target_count; i++) {
    uint32_t count;
    uint32_t seen = 0;
    strata_status status = visit_group(d, d->targets[i], false, &count, &seen);
    if (!status && count >= limit) {
      status = visit_group(d, d->targets[i], true, &count, newest);
    } else {
      d->targets[kept++] = d->targets[i];
    }
    if (status) return refuse_out_of_memory(d->world);
  }
  d->effect.target_count = kept;
  return STRATA_OK;
}

/* -- Adding -- */

static strata_status make_draft(draft *d) {
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

/* Add what was drafted. Nobody to be locked to: nothing to add. */
static strata_status add_draft(draft *d, strata_effect *out) {
  strata_world *world = d->world;
  uint32_t slot = 0;
  strata_status status = refresh_full(d, &slot);
  if (status) return status;
  if (d->effect.subject || d->effect.target_count > 0) {
    status = st_effect_add(&world->store, &d->effect, &slot);
    if (status) {
      return ST_REFUSE(world, status, "effect: ", strata_status_text(status));
    }
    st_eval_effect_added(&world->eval, slot);
  }
  *out = st_effect_handle(&world->store, slot);
  return STRATA_OK;
}

strata_status strata_effect_add(strata_world *world,
                                const strata_effect_desc *desc,
                                strata_effect *out) {
  if (!desc || !out) {
    return ST_REFUSE(world, STRATA_EINVAL, "effect: an argument is NULL");
  }
  draft d;
  d.world = world;
  d.desc = desc;
  d.effect = (st_new_effect){0};
  d.targets = NULL;
  d.target_capacity = 0;
  d.source = 0;
  d.flags = 0;
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = make_draft(&d);
  if (!status) status = add_draft(&d, out);
  if (status) {
    st_world_undo(world, start);
  } else {
    st_store_end(&world->store);
  }
  st_mem_free(&world->mem, d.targets, d.target_capacity, sizeof d.targets[0]);
  return status;
}

/* -- Ending -- */

static uint32_t known_effect(strata_world *world, const char *call,
                             strata_effect effect) {
  uint32_t slot = st_effect_slot(&world->store, effect);
  if (slot == 0) {
    (void)ST_REFUSE(world, STRATA_ESTALE, call, ": effect ",
                    st_handle_text_of(effect).text,
                    " does not exist, or no longer");
  }
  return slot;
}

static strata_status remove_effect(strata_world *world, uint32_t slot) {
  st_eval_effect_going(&world->eval, slot);
  return st_effect_remove(&world->store, slot);
}

strata_status strata_effect_remove(strata_world *world, strata_effect effect) {
  uint32_t slot = known_effect(world, "remove", effect);
  if (slot == 0) return STRATA_ESTALE;
  st_savepoint start = st_store_begin(&world->store);
  return st_world_finish(world, start, remove_effect(world, slot), "remove");
}

strata_status strata_effect_clear(strata_world *world, strata_entity entity) {
  uint32_t slot = st_world_entity(world, "clear", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_savepoint start = st_store_begin(&world->store);
  return st_world_finish(world, start, st_effect_release(&world->store, slot),
                         "clear");
}

strata_status strata_effect_refresh(strata_world *world, strata_effect effect,
                                    uint32_t ticks) {
  uint32_t slot = known_effect(world, "refresh", effect);
  if (slot == 0) return STRATA_ESTALE;
  if (st_get32(&world->store, ST_COLUMN_EFFECT_CLOCK, slot) == 0) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "refresh: this effect was made "
                     "without a clock");
  }
  st_savepoint start = st_store_begin(&world->store);
  return st_world_finish(
      world, start, st_effect_set_ticks(&world->store, slot, ticks), "refresh");
}

/* End what is due, oldest first: the list is newest first, so it is walked to
 * its end and back. */
static strata_status end_due(strata_world *world, strata_clock clock,
                             uint64_t now, uint32_t *ended) {
  const st_store *store = &world->store;
  uint32_t slot = st_get32(store, st_clock_timed(world->rules, clock), 1);
  uint32_t oldest = slot;
  for (; slot != 0; slot = st_get32(store, ST_COLUMN_EFFECT_TIMED_NEXT, slot)) {
    oldest = slot;
  }
  for (slot = oldest; slot != 0;) {
    uint32_t newer = st_get32(store, ST_COLUMN_EFFECT_TIMED_PREV, slot);
    if (st_get64(store, ST_COLUMN_EFFECT_EXPIRES, slot) <= now) {
      strata_status status = remove_effect(world, slot);
      if (status) return status;
      ++*ended;
    }
    slot = newer;
  }
  return STRATA_OK;
}

strata_status strata_tick(strata_world *world, strata_clock clock,
                          uint32_t *ended) {
  if (clock == 0 ||
      clock > strata_rules_count(world->rules, STRATA_KIND_CLOCK)) {
    return unknown_id(world, "tick: no clock ", clock, STRATA_KIND_CLOCK);
  }
  st_savepoint start = st_store_begin(&world->store);
  uint32_t column = st_clock_ticks(world->rules, clock);
  uint64_t now = st_get64(&world->store, column, 1) + 1;
  uint32_t count = 0;
  strata_status status = st_put64(&world->store, column, 1, now);
  if (!status) status = end_due(world, clock, now, &count);
  status = st_world_finish(world, start, status, "tick");
  if (!status && ended) *ended = count;
  return status;
}

/* -- Looking -- */

bool strata_effect_is_alive(const strata_world *world, strata_effect effect) {
  return st_effect_slot(&world->store, effect) != 0;
}

strata_effect strata_effect_next(const strata_world *world,
                                 strata_effect effect) {
  const st_store *store = &world->store;
  uint64_t top = st_effect_top(store);
  for (uint64_t n = (uint64_t)st_slot_of(effect) + 1; n <= top; n++) {
    if (st_effect_used(store, (uint32_t)n)) {
      return st_effect_handle(store, (uint32_t)n);
    }
  }
  return 0;
}

static uint32_t count_parts(const st_store *store, uint32_t slot) {
  uint32_t count = 0;
  uint32_t part = st_effect_parts(store, slot);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    count++;
  }
  return count;
}

strata_status strata_effect_describe(strata_world *world, strata_effect effect,
                                     strata_effect_info *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "describe: out is NULL");
  uint32_t slot = known_effect(world, "describe", effect);
  if (slot == 0) return STRATA_ESTALE;
  const st_store *store = &world->store;
  st_text *text = &world->scratch; /* both texts, one after the other */
  st_text_clear(text);
  st_strings_read(store, st_get32(store, ST_COLUMN_EFFECT_NAME, slot), text);
  size_t name_length = text->length;
  st_text_add(text, "", 1);
  st_strings_read(store, st_get32(store, ST_COLUMN_EFFECT_SUBJECT, slot), text);
  if (text->failed) return ST_REFUSE(world, STRATA_ENOMEM, "out of memory");
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, slot);
  uint64_t ends = st_get64(store, ST_COLUMN_EFFECT_EXPIRES, slot);
  uint64_t now =
      clock ? st_get64(store, st_clock_ticks(world->rules, clock), 1) : 0;
  *out = (strata_effect_info){
      .effect = effect,
      .name = text->bytes,
      .source = st_get64(store, ST_COLUMN_EFFECT_SOURCE, slot),
      .timestamp = st_get64(store, ST_COLUMN_EFFECT_STAMP, slot),
      .clock = clock,
      .ticks_left = ends > now ? ends - now : 0,
      .group = st_get32(store, ST_COLUMN_EFFECT_GROUP, slot),
      .priority = (int32_t)st_get32(store, ST_COLUMN_EFFECT_PRIORITY, slot),
      .part_count = count_parts(store, slot),
      .target_count = st_effect_target_count(store, slot),
      .subject = text->bytes + name_length + 1};
  return STRATA_OK;
}

/* -- Expressions on a world -- */

static strata_status check_foreign(strata_world *world, const char *call,
                                   const strata_expr *expr) {
  if (expr && expr->rules == world->rules) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call,
                   ": the expression was compiled for other rules");
}

strata_status strata_expr_eval(strata_world *world, const strata_expr *expr,
                               strata_entity it, strata_entity source,
                               strata_value *out) {
  strata_status status = check_foreign(world, "eval", expr);
  if (status) return status;
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "eval: out is NULL");
  uint32_t it_slot = it ? st_world_entity(world, "eval", it) : 0;
  uint32_t this_slot = source ? st_world_entity(world, "eval", source) : 0;
  if ((it && !it_slot) || (source && !this_slot)) return STRATA_ESTALE;
  int64_t word;
  status = st_eval_expr(&world->eval, expr, it_slot, this_slot, &word);
  if (status) {
    return ST_REFUSE(world, status, "eval: ", strata_status_text(status));
  }
  strata_value value = {.type = expr->type};
  if (expr->type == STRATA_REF) {
    value.ref = (strata_entity)word;
  } else if (expr->type == STRATA_SYM) {
    value.symbol = (strata_symbol)word;
  } else {
    value.integer = word;
  }
  *out = value;
  return STRATA_OK;
}

strata_status strata_select(strata_world *world, const strata_expr *expr,
                            strata_entity source, strata_entity *buffer,
                            size_t capacity, size_t *count) {
  strata_status status = check_foreign(world, "select", expr);
  if (status) return status;
  if (!count || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "select: an argument is NULL");
  }
  status = check_expr(world, expr, STRATA_FLAG, "the selection");
  if (status) return status;
  uint32_t slot = source ? st_world_entity(world, "select", source) : 0;
  if (source && !slot) return STRATA_ESTALE;
  uint32_t words = st_words_for(st_entity_top(&world->store) + 1);
  size_t found = 0;
  for (uint32_t w = 0; w < words; w++) {
    uint64_t members;
    status = st_eval_match(&world->eval, expr, w, slot, &members);
    if (status) {
      return ST_REFUSE(world, status, "select: ", strata_status_text(status));
    }
    for (; members != 0; members &= members - 1, found++) {
      if (found >= capacity) continue;
      buffer[found] =
          st_entity_handle(&world->store, w * 64 + st_lowest_bit(members));
    }
  }
  *count = found;
  return STRATA_OK;
}

strata_status strata_explain(strata_world *world, strata_entity entity,
                             strata_attr attr, strata_why **out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "why: out is NULL");
  if (!st_world_attr(world, "why", attr)) return STRATA_ENOENT;
  if (!st_world_entity(world, "why", entity)) return STRATA_ESTALE;
  strata_status status = st_why_make(&world->eval, entity, attr, out);
  if (!status) return status;
  return ST_REFUSE(world, status, "why: ", strata_status_text(status));
}
