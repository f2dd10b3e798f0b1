/*
 * api_effect_draft.c - an effect that is about to be added.
 *
 * Every argument of strata_effect_add is checked here: the floors below trust
 * theirs. Texts are written to the state on the way, so after a failure the
 * caller must undo.
 */
#include "api/world/api_effect_draft.h"

#include "api/world/api_entity.h"
#include "base/hash.h"

static strata_status refuse_effect_memory(strata_world *world) {
  return ST_REFUSE(world, STRATA_ENOMEM, "effect: out of memory");
}

static strata_status intern_predicate(strata_world *world,
                                      const strata_expr *expr, const char *what,
                                      uint32_t *out) {
  if (!expr) return STRATA_OK;
  strata_status status = st_world_check_expr(world, expr, STRATA_FLAG, what);
  return status ? status : st_world_intern_text(world, expr->text, out);
}

/* -- Parts -- */

static strata_status check_effect_layer(const st_effect_draft *d,
                                        strata_layer layer) {
  const strata_rules *rules = d->world->rules;
  if (st_layer_exists(rules, layer)) return STRATA_OK;
  return ST_REFUSE(d->world, STRATA_ENOENT, "effect: no layer ",
                   st_number_format(layer).text, "; these rules have 0 to ",
                   st_number_format((int64_t)rules->layer_count - 1).text);
}

static strata_status check_effect_part(const st_effect_draft *d,
                                       const strata_part *part,
                                       const st_attr **out) {
  strata_world *world = d->world;
  const st_attr *attr = st_world_check_attr(world, "effect", part->attr);
  if (!attr) return STRATA_ENOENT;
  if (!attr->layered) {
    return st_world_refuse_part(world, STRATA_EINVAL, attr,
                                attr->is_zone
                                    ? "it changes by moving alone"
                                    : "it is not layered: set its base "
                                      "value");
  }
  strata_status status = check_effect_layer(d, part->layer);
  if (status) return status;
  if ((unsigned)part->rounding > STRATA_ROUND_UP) {
    return st_world_refuse_part(world, STRATA_EINVAL, attr,
                                "there is no such rounding");
  }
  if (!st_op_suits(attr->type, part->op)) {
    return st_world_refuse_part(world, STRATA_ETYPE, attr,
                                "this operation does not suit its type");
  }
  *out = attr;
  return STRATA_OK;
}

/* Whether a part on the attribute selects the affected entities anew at each
 * evaluation: every part of an effect with a subject does, but of a locked
 * effect only those that change no characteristic (611.2c). */
static bool is_open_part(const st_effect_draft *d, const st_attr *attr) {
  return d->effect.subject != 0 && (!d->desc->lock || attr->open);
}

/* Whether a part on the attribute would be locked to no entity, so that it is
 * left out. */
static bool is_locked_to_nobody(const st_effect_draft *d, const st_attr *attr) {
  return !is_open_part(d, attr) && d->effect.target_count == 0;
}

static strata_status push_draft_part(st_effect_draft *d,
                                     const strata_part *part, strata_attr attr,
                                     uint32_t ordinal, uint32_t flags,
                                     const st_new_part *made) {
  strata_world *world = d->world;
  const st_attr *a = &world->rules->attrs[attr - 1];
  if (is_locked_to_nobody(d, a)) return STRATA_OK;
  uint32_t count = d->effect.part_count;
  if (count >= world->draft_part_capacity &&
      !st_mem_reserve(&world->mem, &world->draft_parts,
                      &world->draft_part_capacity, (size_t)count + 1,
                      sizeof world->draft_parts[0])) {
    return refuse_effect_memory(world);
  }
  if (is_open_part(d, a)) flags |= ST_PART_OPEN;
  world->draft_parts[count] = *made;
  world->draft_parts[count].header =
      st_part_header(part->layer, attr, ordinal, flags, (uint32_t)part->op);
  d->effect.parts = world->draft_parts;
  d->effect.part_count = count + 1;
  return STRATA_OK;
}

/* Add a switch: one part on each of the two attributes, at the same place in
 * the order (613.4d). */
static strata_status draft_switch(st_effect_draft *d, const strata_part *part,
                                  const st_attr *attr, uint32_t ordinal) {
  strata_world *world = d->world;
  const st_attr *other = st_world_check_attr(world, "effect", part->other);
  if (!other) return STRATA_ENOENT;
  if (other == attr || other->type != STRATA_INT || !other->layered ||
      other->min != attr->min || other->max != attr->max) {
    return st_world_refuse_part(
        world, STRATA_ETYPE, attr,
        "it is switched with another layered int of its "
        "range");
  }
  if (is_open_part(d, attr) != is_open_part(d, other)) {
    return st_world_refuse_part(world, STRATA_ETYPE, attr,
                                "it is switched with one that is open too, or "
                                "locked too");
  }
  uint32_t flags = d->flags | ST_PART_SWITCH;
  strata_status status =
      push_draft_part(d, part, part->attr, ordinal, flags,
                      &(st_new_part){.other_attr = part->other});
  if (status) return status;
  return push_draft_part(d, part, part->other, ordinal, flags,
                         &(st_new_part){.other_attr = part->attr});
}

/* The entity that COPY parts copy: the same for all parts of an effect. */
static strata_status check_copied_entity(st_effect_draft *d,
                                         const strata_part *part) {
  strata_world *world = d->world;
  int64_t word = (int64_t)part->ref;
  if (part->expr) {
    strata_status status = st_world_capture(world, part->expr, STRATA_REF,
                                            "whom it copies", d->source, &word);
    if (status) return status;
  }
  strata_entity of = (strata_entity)word;
  if (d->copied_from != 0 && of != d->copied_from) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: all of its copy parts copy one entity, not ",
                     st_handle_text_of(d->copied_from).text, " and ",
                     st_handle_text_of(of).text);
  }
  d->copied_from = of;
  if (st_entity_slot(&world->store, of) ||
      st_entity_last_known_slot(&world->store, of)) {
    return STRATA_OK;
  }
  return ST_REFUSE(world, STRATA_ESTALE, "effect: it copies entity ",
                   st_handle_text_of(of).text,
                   of == 0 ? ", who is nobody"
                           : ", who is gone, and what it was is not known");
}

/* Add the copy of one attribute. The first one takes the snapshot (707.2b). */
static strata_status draft_copy_attr(st_effect_draft *d,
                                     const strata_part *part, strata_attr attr,
                                     uint32_t ordinal) {
  strata_world *world = d->world;
  if (is_locked_to_nobody(d, &world->rules->attrs[attr - 1])) return STRATA_OK;
  if (d->effect.snapshot == 0) {
    strata_status status = st_world_snapshot_copiable(
        world, d->copied_from, "effect", &d->effect.snapshot);
    if (status) return status;
  }
  st_new_part made = {
      .value = st_entity_last_known_handle(&world->store, d->effect.snapshot)};
  return push_draft_part(d, part, attr, ordinal, d->flags, &made);
}

/* Add the copies of all copiable attributes, in the order of their ids. */
static strata_status draft_copy_all(st_effect_draft *d, const strata_part *part,
                                    uint32_t ordinal) {
  strata_world *world = d->world;
  strata_status status = check_effect_layer(d, part->layer);
  if (!status) status = check_copied_entity(d, part);
  if (status) return status;
  bool any = false;
  for (uint32_t i = 0; i < st_attr_count(world->rules); i++) {
    const st_attr *attr = &world->rules->attrs[i];
    if (!attr->copiable || !attr->layered) continue;
    any = true;
    status = draft_copy_attr(d, part, i + 1, ordinal);
    if (status) return status;
  }
  if (any) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL,
                   "effect: it copies all that is copiable, and no attribute "
                   "of these rules is");
}

static strata_status draft_copy(st_effect_draft *d, const strata_part *part,
                                const st_attr *attr, uint32_t ordinal) {
  if (!attr->copiable) {
    return st_world_refuse_part(d->world, STRATA_ETYPE, attr,
                                "it cannot be copied: declare it as copiable");
  }
  strata_status status = check_copied_entity(d, part);
  return status ? status : draft_copy_attr(d, part, part->attr, ordinal);
}

static strata_status draft_part(st_effect_draft *d, const strata_part *part,
                                uint32_t ordinal) {
  if (part->op == STRATA_OP_COPY && part->attr == 0) {
    return draft_copy_all(d, part, ordinal);
  }
  const st_attr *attr = NULL;
  strata_status status = check_effect_part(d, part, &attr);
  if (status || !attr) return status;
  if (part->op == STRATA_OP_SWITCH) {
    return draft_switch(d, part, attr, ordinal);
  }
  if (part->op == STRATA_OP_COPY) return draft_copy(d, part, attr, ordinal);
  st_part_operand operand = {.world = d->world,
                             .source = d->source,
                             .attr = attr,
                             .part = part,
                             .flags = d->flags};
  if (part->rounding == STRATA_ROUND_UP &&
      (part->op == STRATA_OP_DIV || part->op == STRATA_OP_SCALE)) {
    operand.flags |= ST_PART_ROUND_UP;
  }
  status = st_part_operand_make(&operand);
  if (status) return status;
  return push_draft_part(d, part, part->attr, ordinal, operand.flags,
                         &operand.result);
}

static bool has_valid_part_count(const strata_effect_desc *desc) {
  return desc->parts && desc->part_count > 0 &&
         desc->part_count <= ST_PARTS_LIMIT;
}

static strata_status draft_all_parts(st_effect_draft *d) {
  const strata_effect_desc *desc = d->desc;
  if (!has_valid_part_count(desc)) {
    return ST_REFUSE(d->world, STRATA_EINVAL, "effect: it takes 1 to 64 parts");
  }
  if (d->effect.condition) d->flags |= ST_PART_CONDITIONAL;
  if (d->effect.group) d->flags |= ST_PART_GROUPED;
  for (size_t i = 0; i < desc->part_count; i++) {
    strata_status status = draft_part(d, &desc->parts[i], (uint32_t)i);
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Targets -- */

static strata_status add_draft_target(st_effect_draft *d, uint32_t slot) {
  strata_world *world = d->world;
  if (!st_mem_reserve(&world->mem, &world->draft_targets,
                      &world->draft_target_capacity, d->effect.target_count + 1,
                      sizeof world->draft_targets[0])) {
    return refuse_effect_memory(world);
  }
  world->draft_targets[d->effect.target_count++] = slot;
  d->effect.targets = world->draft_targets;
  return STRATA_OK;
}

/* Whether a part, which is not checked yet, is on an open attribute. */
static bool part_changes_open_attr(const strata_rules *rules,
                                   const strata_part *part) {
  const st_attr *attr = st_attr_of(rules, part->attr);
  if (attr) {
    const st_attr *other =
        part->op == STRATA_OP_SWITCH ? st_attr_of(rules, part->other) : NULL;
    return attr->open || (other && other->open);
  }
  bool open = false; /* it copies all attributes */
  for (strata_attr id = 1; id <= st_attr_count(rules); id++) {
    attr = st_attr_of(rules, id);
    open = open || (attr && attr->open && attr->copiable);
  }
  return open;
}

/* Whether some part of a locked effect is on an open attribute. */
static bool has_open_part(const st_effect_draft *d) {
  const strata_effect_desc *desc = d->desc;
  for (size_t i = 0; has_valid_part_count(desc) && i < desc->part_count; i++) {
    if (part_changes_open_attr(d->world->rules, &desc->parts[i])) return true;
  }
  return false;
}

/* Lock the effect to all entities that satisfy the subject now. */
static strata_status lock_subject_members(st_effect_draft *d) {
  strata_world *world = d->world;
  const uint64_t *members;
  uint32_t words;
  strata_status status = st_eval_select(&world->eval, d->desc->subject,
                                        d->source, &members, &words);
  if (status) {
    return ST_REFUSE(world, status,
                     "effect: ", st_store_status_text(&world->store, status));
  }
  for (uint32_t w = 0; w < words; w++) {
    for (uint64_t left = members[w]; left != 0; left &= left - 1) {
      status = add_draft_target(d, w * 64 + st_lowest_bit(left));
      if (status) return status;
    }
  }
  return STRATA_OK;
}

/* Insert a slot into a table of a power of two of places; false if it is
 * there. */
static bool insert_slot(uint32_t *table, size_t room, uint32_t slot) {
  size_t at = (size_t)st_mix(slot, 0) & (room - 1);
  while (table[at] != 0 && table[at] != slot) {
    at = (at + 1) & (room - 1);
  }
  if (table[at] == slot) return false;
  table[at] = slot;
  return true;
}

/* Lock the effect to the listed targets, each once. */
static strata_status add_listed_targets(st_effect_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->target_count == 1) {
    uint32_t slot = st_world_check_entity(world, "effect", desc->targets[0]);
    return slot == 0 ? STRATA_ESTALE : add_draft_target(d, slot);
  }
  /* a table of the targets, not of all entities: otherwise many small effects
   * in a large world would cost their product */
  size_t room = 4;
  while (room < 2 * desc->target_count) {
    room *= 2;
  }
  uint32_t *seen = st_mem_zeroed(&world->mem, room, sizeof *seen);
  if (!seen) return refuse_effect_memory(world);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < desc->target_count; i++) {
    uint32_t slot = st_world_check_entity(world, "effect", desc->targets[i]);
    if (slot == 0) {
      status = STRATA_ESTALE;
    } else if (insert_slot(seen, room, slot)) {
      status = add_draft_target(d, slot);
    }
  }
  st_mem_free(&world->mem, seen, room, sizeof *seen);
  return status;
}

static strata_status draft_affected(st_effect_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  bool listed = desc->targets && desc->target_count > 0;
  if (listed == (desc->subject != NULL)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: give either targets or a subject");
  }
  if (listed) return add_listed_targets(d);
  strata_status status =
      st_world_check_expr(world, desc->subject, STRATA_FLAG, "the subject");
  if (status) return status;
  if (desc->lock) status = lock_subject_members(d);
  if (status || (desc->lock && !has_open_part(d))) return status;
  return st_world_intern_text(world, desc->subject->text, &d->effect.subject);
}

/* -- The rest of an effect -- */

static strata_status draft_duration(st_effect_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->clock > st_rules_count(world->rules, STRATA_NAME_CLOCK)) {
    return st_world_refuse_id(world, "effect: no clock ", desc->clock,
                              STRATA_NAME_CLOCK);
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

static strata_status draft_group(st_effect_draft *d) {
  strata_world *world = d->world;
  strata_stacking_group group = d->desc->group;
  if (group > st_rules_count(world->rules, STRATA_NAME_GROUP)) {
    return st_world_refuse_id(world, "effect: no group ", group,
                              STRATA_NAME_GROUP);
  }
  if (group != 0 && d->effect.subject &&
      world->rules->groups[group - 1].stacking == STRATA_STACK_REFRESH) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "effect: a group that refreshes takes targets, or a "
                     "locked subject and no part that stays open");
  }
  if (d->desc->priority == INT32_MIN || d->desc->priority == INT32_MAX) {
    return ST_REFUSE(world, STRATA_ERANGE,
                     "effect: a priority is of 32 bits, but for the least and "
                     "the greatest, where the rules' own parts stand");
  }
  d->effect.group = group;
  d->effect.priority = d->desc->priority;
  return STRATA_OK;
}

/* -- The whole -- */

void st_effect_draft_init(st_effect_draft *d, strata_world *world,
                          const strata_effect_desc *desc) {
  d->world = world;
  d->desc = desc;
  d->effect = (st_new_effect){0};
  d->source = 0;
  d->flags = 0;
  d->copied_from = 0;
}

strata_status st_effect_draft_make(st_effect_draft *d) {
  strata_world *world = d->world;
  const strata_effect_desc *desc = d->desc;
  if (desc->source != 0) {
    d->source = st_world_check_entity(world, "effect", desc->source);
    if (d->source == 0) return STRATA_ESTALE;
  }
  d->effect.source = desc->source;
  strata_status status = draft_affected(d);
  if (!status) status = draft_duration(d);
  if (!status) status = draft_group(d);
  if (!status) status = draft_all_parts(d);
  if (!status) {
    status = st_world_intern_text(world, desc->name, &d->effect.name);
  }
  return status;
}

strata_status st_effect_draft_begins(const st_effect_draft *d, bool *out) {
  *out = d->effect.part_count > 0;
  const strata_expr *while_on = d->desc->while_on;
  if (!*out || !while_on) return STRATA_OK;
  int64_t holds;
  strata_status status = st_world_capture(d->world, while_on, STRATA_FLAG,
                                          "while_on", d->source, &holds);
  if (!status) *out = holds != 0;
  return status;
}
