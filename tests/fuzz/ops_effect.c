/* ops_effect.c - the calls on continuous effects. */
#include "kit_why.h"
#include "ops_internal.h"

#include <string.h>

static const strata_layer ops_layers[] = {-5, 0, 1, 2, 3, 4, 1000, INT32_MIN};

/* Room for what a description points to. */
typedef struct ops_desc {
  strata_effect_desc desc;
  strata_entity targets[4];
  strata_part parts[4];
  strata_symbol symbols[4][2];
} ops_desc;

/* An operation that suits the type, unless the byte says otherwise. */
static strata_op ops_op(ops *o, strata_type type) {
  static const strata_op set[] = {STRATA_OP_SET, STRATA_OP_ADD,
                                  STRATA_OP_REMOVE, STRATA_OP_CLEAR};
  static const strata_op flag[] = {STRATA_OP_SET, STRATA_OP_AND, STRATA_OP_OR,
                                   STRATA_OP_XOR};
  static const strata_op list[] = {
      STRATA_OP_SET,    STRATA_OP_ADD,   STRATA_OP_ADD,   STRATA_OP_ADD,
      STRATA_OP_REMOVE, STRATA_OP_CLEAR, STRATA_OP_STRIP, STRATA_OP_SUBSTITUTE,
      STRATA_OP_FORBID, STRATA_OP_BORROW};
  uint8_t b = ops_byte(o);
  if (b == 255) return (strata_op)(ops_byte(o) % 20);
  if (o->config.objects && b % 16 == 15) return STRATA_OP_COPY;
  if (o->config.objects && b % 16 == 14 &&
      (type == STRATA_SET || type == STRATA_SYM)) {
    return STRATA_OP_SUBSTITUTE;
  }
  switch (type) {
  case STRATA_INT:
    return (strata_op)(b % 12);
  case STRATA_FLAG:
    return flag[b % 4];
  case STRATA_SET:
    return set[b % 4];
  case STRATA_ABILITIES:
    return list[b % 10];
  case STRATA_REF:
  case STRATA_SYM:
  case STRATA_TEXT:
    return STRATA_OP_SET;
  }
  return STRATA_OP_SET;
}

static void ops_operand(ops *o, strata_part *part, strata_type type,
                        strata_symbol symbols[2]) {
  static const char *const notes[] = {"", "b", "sleeps", "\xe2\x82\xac"};
  uint8_t b = ops_byte(o);
  part->value = type == STRATA_FLAG ? b & 1 : ops_number(o);
  part->ref = type == STRATA_REF && b % 4 ? ops_entity(o) : 0;
  part->symbol = type == STRATA_SYM && b % 4 ? ops_symbol(o) : 0;
  part->text = type == STRATA_TEXT ? notes[b % 4] : NULL;
  symbols[0] = strata_rules_domain(o->rules, part->attr, b & 3);
  symbols[1] = strata_rules_domain(o->rules, part->attr, 0);
  bool has_set = (type == STRATA_SET || type == STRATA_ABILITIES) &&
                 part->op != STRATA_OP_CLEAR;
  bool has_two = part->op == STRATA_OP_SUBSTITUTE && b != 255;
  if (part->op == STRATA_OP_SUBSTITUTE && type != STRATA_SET) {
    symbols[1] = ops_symbol(o);
    symbols[0] = ops_symbol(o);
  }
  part->symbols = has_set || has_two ? symbols : NULL;
  part->symbol_count = has_two ? 2 : has_set ? (size_t)(b % 2 + 1) : 0;
  if (part->op == STRATA_OP_COPY) {
    part->ref = b % 8 ? ops_entity(o) : o->gone[b % OPS_GONE];
    if (b % 2) part->attr = 0;
  }
  if (part->op == STRATA_OP_BORROW) {
    part->expr = b % 2 ? o->within : ops_expr(o, STRATA_FLAG);
    part->kind = (strata_ability_kind)(b % 9);
  }
  if (part->op == STRATA_OP_SCALE) {
    part->divisor = b % 7 + (b != 255);
  }
  if (part->op == STRATA_OP_SWITCH) {
    strata_attr a = kit_attr(o->rules, "power");
    strata_attr t = kit_attr(o->rules, "toughness");
    part->other = part->attr == a ? t : a;
    part->value = 0;
  }
}

/* The attribute of a part. By the rules of objects most would be refused, so
 * there one that is not layered makes way for the next, mostly. */
static strata_type ops_part_attr(ops *o, strata_part *part) {
  part->attr = ops_attr(o);
  strata_attribute info = {.type = STRATA_INT};
  bool known = !strata_rules_attribute(o->rules, part->attr, &info);
  while (o->config.objects && known && info.unlayered && ops_byte(o) % 8) {
    part->attr = part->attr % o->attrs + 1;
    known = !strata_rules_attribute(o->rules, part->attr, &info);
  }
  return known ? info.type : STRATA_INT;
}

static void ops_part(ops *o, strata_part *part, strata_symbol symbols[2]) {
  strata_type type = ops_part_attr(o, part);
  part->layer = ops_layers[ops_byte(o) % 8];
  if (o->config.named && part->layer != INT32_MIN) {
    part->layer = (strata_layer)((uint32_t)part->layer % 6);
  }
  part->op = ops_op(o, type);
  part->rounding = (strata_rounding)(ops_byte(o) & 1);
  ops_operand(o, part, type, symbols);
  uint8_t b = ops_byte(o);
  bool can = type == STRATA_INT || type == STRATA_FLAG || type == STRATA_REF;
  if (o->config.objects && type == STRATA_SET) {
    type = STRATA_SYM;
    can = part->op != STRATA_OP_CLEAR && part->op != STRATA_OP_SUBSTITUTE;
  }
  if (part->op == STRATA_OP_COPY) type = STRATA_REF;
  if (can && b % 3 == 0 && part->op != STRATA_OP_SWITCH) {
    part->expr = ops_expr(o, type);
    part->capture = b & 1;
  }
}

static void ops_duration(ops *o, strata_effect_desc *desc) {
  uint8_t b = ops_byte(o);
  if (b % 3 == 0) {
    desc->clock = b % 2 + 1u;
    desc->ticks = b % 5;
  }
  if (b % 11 == 1) desc->while_on = ops_expr(o, STRATA_FLAG);
  desc->while_source = b % 7 == 2;
  if (b % 5 == 3) desc->group = ops_byte(o) % 7;
  desc->priority = (int32_t)(b % 4) - 1;
}

static void ops_describe(ops *o, ops_desc *d) {
  static const char *const names[] = {NULL, "Growth", "a \"b\"", "\xc3\xa9"};
  strata_effect_desc *desc = &d->desc;
  uint8_t b = ops_byte(o);
  desc->name = names[b & 3];
  desc->source = b & 4 ? ops_entity(o) : 0;
  if (b & 8) {
    desc->subject = ops_expr(o, STRATA_FLAG);
    desc->lock = b & 16;
  }
  if (!(b & 8) || b == 255) {
    desc->target_count = b % 3 + (b != 254);
    for (size_t i = 0; i < desc->target_count; i++) {
      d->targets[i] = ops_entity(o);
    }
    desc->targets = d->targets;
  }
  if (b & 32) desc->condition = ops_expr(o, STRATA_FLAG);
  ops_duration(o, desc);
  desc->part_count = (b >> 6) + (b != 3);
  for (size_t i = 0; i < desc->part_count; i++) {
    ops_part(o, &d->parts[i], d->symbols[i]);
  }
  desc->parts = d->parts;
}

void ops_add_effect(ops *o) {
  ops_desc d = {0};
  uint64_t hash = strata_hash(o->world);
  ops_describe(o, &d);
  if (kit_stats(o->world).effects > 30) {
    strata_effect first = strata_effect_next(o->world, STRATA_NO_EFFECT);
    ops_done(o, strata_effect_remove(o->world, first), hash);
    hash = strata_hash(o->world);
  }
  uint64_t before = kit_stats(o->world).effects;
  strata_effect effect = {0};
  strata_status s = strata_effect_add(o->world, &d.desc, &effect);
  if (!ops_done(o, s, hash)) return;
  o->effect[o->next_effect++ % OPS_EFFECTS] = effect;
  o->trace = kit_fold_number(o->trace, effect.id);
  uint64_t after = kit_stats(o->world).effects;
  if (after > before && strata_hash(o->world) == hash) {
    ops_break(o, "an effect has no hash");
  }
}

void ops_remove_effect(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_effect effect = ops_effect(o);
  if (!ops_done(o, strata_effect_remove(o->world, effect), hash)) return;
  if (strata_effect_is_alive(o->world, effect)) {
    ops_break(o, "undead effect");
  }
}

void ops_clear_effects(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  ops_done(o, strata_effect_clear(o->world, entity), hash);
}

void ops_refresh_effect(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_effect effect = ops_effect(o);
  uint32_t ticks = ops_byte(o) % 4;
  ops_done(o, strata_effect_refresh(o->world, effect, ticks), hash);
}

void ops_describe_effect(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_effect at = {0};
  uint64_t count = 0;
  while ((at = strata_effect_next(o->world, at)).id != 0) {
    strata_effect_info info = {0};
    strata_status s = strata_effect_describe(o->world, at, &info);
    if (!ops_done(o, s, hash)) return;
    o->trace = kit_fold_text(o->trace, info.name);
    o->trace = kit_fold_text(o->trace, info.subject);
    o->trace = kit_fold_number(o->trace, info.timestamp);
    o->trace = kit_fold_number(o->trace, info.ticks_left);
    o->trace = kit_fold_number(o->trace, info.part_count);
    o->trace = kit_fold_number(o->trace, info.target_count);
    count++;
  }
  if (count != kit_stats(o->world).effects) {
    ops_break(o, "effects walked differ from effects counted");
  }
}

void ops_tick(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint8_t b = ops_byte(o);
  strata_clock clock = b == 255 ? b : b % 2 + 1u;
  uint32_t ended = 0;
  uint64_t before = kit_stats(o->world).effects;
  if (!ops_done(o, strata_tick(o->world, clock, &ended), hash)) return;
  o->trace = kit_fold_number(o->trace, ended);
  if (before - ended != kit_stats(o->world).effects) {
    ops_break(o, "effects ended differ from effects gone");
  }
}

/* -- Explanations -----------------------------------------------------------
 */

/* A lost ability has found no value and left none: the rows beside it go on
 * from one to the next. */
static const char *ops_check_rows(const strata_why *why) {
  strata_value at = *strata_why_base(why);
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (row->step == STRATA_STEP_LOST) {
      if (row->before.type || row->after.type) return "a lost row has a value";
      continue;
    }
    if (!kit_same_value(&row->before, &at)) return "a gap between two rows";
    if (row->step != STRATA_STEP_APPLIED &&
        !kit_same_value(&row->before, &row->after)) {
      return "a row that does not apply changes the value";
    }
    at = row->after;
  }
  if (!kit_same_value(&at, strata_why_value(why))) {
    return "the rows do not lead to the value";
  }
  return NULL;
}

static const char *ops_check_one(strata_world *world, strata_entity entity,
                                 strata_attr attr) {
  strata_why *why = NULL;
  if (strata_explain(world, entity, attr, &why)) return "no explanation";
  const char *law = ops_check_rows(why);
  strata_value value = {.type = STRATA_INT};
  if (!law && strata_get(world, entity, attr, &value)) law = "no value";
  if (!law && !kit_same_value(&value, strata_why_value(why))) {
    law = "the explained value is not the one that is read";
  }
  if (!law && strata_base(world, entity, attr, &value)) law = "no base";
  if (!law && !kit_same_value(&value, strata_why_base(why))) {
    law = "the explained base is not the one that is read";
  }
  strata_why_free(why);
  return law;
}

const char *ops_check_why(strata_world *world) {
  uint64_t hash = strata_hash(world);
  const char *law = NULL;
  strata_attr attrs =
      strata_rules_count(strata_world_rules(world), STRATA_NAME_ATTRIBUTE);
  strata_entity e = 0;
  while (!law && (e = strata_entity_next(world, e)) != 0) {
    for (strata_attr a = 1; a <= attrs && !law; a++) {
      law = ops_check_one(world, e, a);
    }
  }
  if (!law && strata_hash(world) != hash) law = "explaining wrote";
  return law;
}

void ops_explain(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  strata_attr attr = ops_attr(o);
  strata_why *why = NULL;
  strata_status s = strata_explain(o->world, entity, attr, &why);
  if (!ops_done(o, s, hash)) return;
  o->trace = kit_fold_text(o->trace, kit_why_text(why));
  o->trace = kit_fold_number(o->trace, strata_why_count(why));
  if (strata_why_get(why, strata_why_count(why))) {
    ops_break(o, "a row past the end");
  }
  strata_why_free(why);
  const char *law = ops_check_one(o->world, entity, attr);
  if (law) ops_break(o, law);
}
