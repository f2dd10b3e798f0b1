/* api_effect.c - continuous effects: starting, ending and describing them. */
#include "api/world/api_effect_draft.h"
#include "world/objects/chain_override.h"
#include "world/tables/started_watchers.h"

/* -- Refreshing groups -- */

/* An effect of the draft's group gets at least the draft's duration. */
static strata_status refresh_group_effect(st_effect_draft *d, uint32_t effect) {
  st_store *store = &d->world->store;
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, effect);
  uint64_t ends = st_get64(store, ST_COLUMN_EFFECT_EXPIRES, effect);
  if (clock == 0 || clock != d->effect.clock || ends == 0) return STRATA_OK;
  uint64_t now = st_get64(store, st_clock_ticks_column(store->rules, clock), 1);
  if (d->effect.ticks != 0 && now + d->effect.ticks <= ends) return STRATA_OK;
  return st_effect_set_ticks(store, effect, d->effect.ticks);
}

/* The effect of a node, if it is in the draft's group and the node is of its
 * first part, so that each effect is met once; else 0. */
static uint32_t effect_of_group_node(const st_effect_draft *d, uint32_t node) {
  const st_store *store = &d->world->store;
  uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
  bool member =
      st_effect_first_part(store, effect) == part &&
      st_get32(store, ST_COLUMN_EFFECT_GROUP, effect) == d->effect.group;
  return member ? effect : 0;
}

static bool is_newer_effect(const st_store *store, uint32_t effect,
                            uint32_t other) {
  return other == 0 || st_get_split(store, ST_COLUMN_EFFECT_STAMP, effect) >
                           st_get_split(store, ST_COLUMN_EFFECT_STAMP, other);
}

/* Count the group's effects on an entity; with `refresh`, refresh them. */
static strata_status visit_group_effects(st_effect_draft *d, uint32_t slot,
                                         bool refresh, uint32_t *count,
                                         uint32_t *newest) {
  const st_store *store = &d->world->store;
  *count = 0;
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    uint32_t node =
        attr->layered ? st_get32(store, attr->chain_column, slot) : 0;
    for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_PREV, node)) {
      uint32_t effect = effect_of_group_node(d, node);
      if (effect == 0) continue;
      ++*count;
      if (is_newer_effect(store, effect, *newest)) *newest = effect;
      strata_status status =
          refresh ? refresh_group_effect(d, effect) : STRATA_OK;
      if (status) return status;
    }
  }
  return STRATA_OK;
}

/* Remove the targets on which the group is full, after refreshing its effects
 * there. *newest becomes the newest effect that was refreshed in place of the
 * draft. */
static strata_status refresh_full_groups(st_effect_draft *d, uint32_t *newest) {
  *newest = 0;
  strata_stacking_group group = d->effect.group;
  if (group == 0 ||
      d->world->rules->groups[group - 1].stacking != STRATA_STACK_REFRESH) {
    return STRATA_OK;
  }
  uint32_t limit = d->world->rules->groups[group - 1].limit;
  size_t kept = 0;
  for (size_t i = 0; i < d->effect.target_count; i++) {
    uint32_t count;
    uint32_t seen = 0;
    strata_status status = visit_group_effects(d, d->world->draft_targets[i],
                                               false, &count, &seen);
    if (!status && count >= limit) {
      status = visit_group_effects(d, d->world->draft_targets[i], true, &count,
                                   newest);
    } else {
      d->world->draft_targets[kept++] = d->world->draft_targets[i];
    }
    if (status) return ST_REFUSE(d->world, status, "effect: out of memory");
  }
  d->effect.target_count = kept;
  return STRATA_OK;
}

/* -- Adding -- */

/* Free the snapshot of an effect that is not added after all. */
static strata_status free_unused_snapshot(st_effect_draft *d) {
  if (d->effect.snapshot == 0) return STRATA_OK;
  return st_entity_free_last_known(&d->world->store, d->effect.snapshot);
}

/* Add what was drafted, unless another effect is refreshed in its place. */
static strata_status add_drafted_effect(st_effect_draft *d,
                                        strata_effect *out) {
  strata_world *world = d->world;
  uint32_t slot = 0;
  strata_status status = refresh_full_groups(d, &slot);
  if (status) return status;
  bool adds = d->effect.subject != 0 || d->effect.target_count > 0;
  status = adds ? st_mutator_add_effect(&world->change, &d->effect, &slot)
                : free_unused_snapshot(d);
  if (status) {
    return ST_REFUSE(world, status,
                     "effect: ", st_store_status_text(&world->store, status));
  }
  out->id = st_effect_handle(&world->store, slot);
  return STRATA_OK;
}

strata_status strata_effect_add(strata_world *world,
                                const strata_effect_desc *desc,
                                strata_effect *out) {
  st_world_go_back(world);
  if (!desc || !out) {
    return ST_REFUSE(world, STRATA_EINVAL, "effect: an argument is NULL");
  }
  st_write_call call;
  strata_status status = st_world_begin_handler_write(world, "effect", &call);
  if (status) return status;
  st_effect_draft d;
  st_effect_draft_init(&d, world, desc);
  bool begins = false;
  strata_effect added = {0};
  status = st_effect_draft_make(&d);
  if (!status) status = st_effect_draft_begins(&d, &begins);
  if (!status && begins) status = add_drafted_effect(&d, &added);
  if (status || !begins) {
    st_world_undo_write(world, &call);
  } else {
    st_world_keep_write(world);
  }
  if (!status) *out = added;
  return status;
}

/* -- Ending -- */

static uint32_t check_effect_handle(strata_world *world, const char *call,
                                    strata_effect effect) {
  uint32_t slot = st_effect_slot(&world->store, effect.id);
  if (slot == 0) {
    (void)ST_REFUSE(world, STRATA_ESTALE, call, ": effect ",
                    st_effect_text_of(effect.id).text,
                    " does not exist, or no longer");
  }
  return slot;
}

strata_status strata_effect_remove(strata_world *world, strata_effect effect) {
  st_world_go_back(world);
  uint32_t slot = check_effect_handle(world, "remove", effect);
  if (slot == 0) return STRATA_ESTALE;
  st_write_call call;
  strata_status status = st_world_begin_handler_write(world, "remove", &call);
  if (status) return status;
  status = st_mutator_end_effect(&world->change, slot);
  return st_world_end_write(world, &call, status);
}

strata_status strata_effect_clear(strata_world *world, strata_entity entity) {
  st_world_go_back(world);
  uint32_t slot = st_world_check_entity(world, "clear", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_write_call call;
  strata_status status = st_world_begin_handler_write(world, "clear", &call);
  if (status) return status;
  status = st_effect_release_target(&world->store, slot);
  return st_world_end_write(world, &call, status);
}

strata_status strata_effect_refresh(strata_world *world, strata_effect effect,
                                    uint32_t ticks) {
  st_world_go_back(world);
  uint32_t slot = check_effect_handle(world, "refresh", effect);
  if (slot == 0) return STRATA_ESTALE;
  if (st_get32(&world->store, ST_COLUMN_EFFECT_CLOCK, slot) == 0) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "refresh: this effect was made "
                     "without a clock");
  }
  st_write_call call;
  strata_status status = st_world_begin_handler_write(world, "refresh", &call);
  if (status) return status;
  status = st_effect_set_ticks(&world->store, slot, ticks);
  return st_world_end_write(world, &call, status);
}

strata_status strata_tick(strata_world *world, strata_clock clock,
                          uint32_t *ended) {
  st_world_go_back(world);
  if (clock == 0 || clock > st_rules_count(world->rules, STRATA_NAME_CLOCK)) {
    return st_world_refuse_id(world, "tick: no clock ", clock,
                              STRATA_NAME_CLOCK);
  }
  st_write_call call;
  strata_status status = st_world_begin_write(world, "tick", &call);
  if (status) return status;
  uint32_t count = 0;
  status = st_mutator_tick_clock(&world->change, clock, &count);
  uint32_t watches; /* started watchers do not count as effects */
  if (!status) {
    status = st_started_watcher_expire(&world->store, clock, &watches);
  }
  if (!status) status = st_chain_override_expire(&world->store, clock);
  status = st_world_end_write(world, &call, status);
  if (!status && ended) *ended = count;
  return status;
}

/* -- Looking -- */

bool strata_effect_is_alive(const strata_world *world, strata_effect effect) {
  st_world_go_back(world);
  return st_effect_slot(&world->store, effect.id) != 0;
}

strata_effect strata_effect_next(const strata_world *world,
                                 strata_effect effect) {
  st_world_go_back(world);
  const st_store *store = &world->store;
  uint64_t top = st_effect_top(store);
  for (uint64_t n = (uint64_t)st_slot_of(effect.id) + 1; n <= top; n++) {
    if (st_effect_is_used(store, (uint32_t)n)) {
      return (strata_effect){st_effect_handle(store, (uint32_t)n)};
    }
  }
  return STRATA_NO_EFFECT;
}

static uint32_t count_effect_parts(const st_store *store, uint32_t slot) {
  uint32_t count = 0;
  uint32_t part = st_effect_first_part(store, slot);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    count++;
  }
  return count;
}

strata_status strata_effect_describe(strata_world *world, strata_effect effect,
                                     strata_effect_info *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "describe: out is NULL");
  uint32_t slot = check_effect_handle(world, "describe", effect);
  if (slot == 0) return STRATA_ESTALE;
  const st_store *store = &world->store;
  st_text *text = &world->out_text; /* name and subject, one after the other */
  st_text_clear(text);
  st_strings_read(store, st_get32(store, ST_COLUMN_EFFECT_NAME, slot), text);
  size_t name_length = text->length;
  st_text_add(text, "", 1);
  st_strings_read(store, st_get32(store, ST_COLUMN_EFFECT_SUBJECT, slot), text);
  if (text->failed) return ST_REFUSE(world, STRATA_ENOMEM, "out of memory");
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, slot);
  uint64_t ends = st_get64(store, ST_COLUMN_EFFECT_EXPIRES, slot);
  uint64_t now =
      clock ? st_get64(store, st_clock_ticks_column(world->rules, clock), 1)
            : 0;
  *out = (strata_effect_info){
      .effect = effect,
      .name = text->bytes,
      .source = st_get64(store, ST_COLUMN_EFFECT_SOURCE, slot),
      .timestamp = st_get_split(store, ST_COLUMN_EFFECT_STAMP, slot),
      .clock = clock,
      .ticks_left = ends > now ? ends - now : 0,
      .group = st_get32(store, ST_COLUMN_EFFECT_GROUP, slot),
      .priority = (int32_t)st_get32(store, ST_COLUMN_EFFECT_PRIORITY, slot),
      .part_count = count_effect_parts(store, slot),
      .target_count = st_effect_target_count(store, slot),
      .subject = text->bytes + name_length + 1};
  return STRATA_OK;
}
