/*
 * mutator_effects.c - created effects: they begin, end by clocks and
 * conditions, and make copies.
 *
 * The evaluator is notified when an effect has begun, but before an effect
 * ends: it needs the rows that tell what ends. If ending then fails, the
 * in-force set lacks an effect that is still in force, and no rollback would
 * restore it, so the set becomes stale.
 */
#include "layers/mutate/mutator.h"
#include "world/tables/event_log.h"

strata_status st_mutator_add_effect(st_mutator *mutator,
                                    const st_new_effect *desc, uint32_t *out) {
  strata_status status = st_effect_add(mutator->store, desc, out);
  if (!status) st_eval_effect_added(mutator->eval, *out, desc);
  return status;
}

strata_status st_mutator_end_effect(st_mutator *mutator, uint32_t effect) {
  st_eval_effect_ending(mutator->eval, effect);
  strata_status status = st_effect_remove(mutator->store, effect);
  if (status) mutator->eval->in_force.stale = true;
  return status;
}

/* Make a COPY part for each copiable attribute with layers. Returns how
 * many. */
static uint32_t make_copy_parts(const st_mutator *mutator, strata_layer layer,
                                uint64_t of, st_new_part *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < st_attr_count(mutator->rules); i++) {
    const st_attr *attr = &mutator->rules->attrs[i];
    if (!attr->copiable || !attr->layered) continue;
    out[count++] = (st_new_part){
        .header = st_part_header(layer, i + 1, 0, 0, STRATA_OP_COPY),
        .value = of};
  }
  return count;
}

strata_status st_mutator_become_copy(st_mutator *mutator, uint32_t slot,
                                     uint32_t of, strata_layer layer) {
  st_new_effect desc = {.targets = &slot, .target_count = 1};
  size_t room = st_attr_count(mutator->rules);
  st_new_part *parts = st_mem_zeroed(mutator->mem, room, sizeof *parts);
  if (!parts) return STRATA_ENOMEM;
  desc.parts = parts;
  desc.part_count = make_copy_parts(mutator, layer, 0, parts);
  strata_status status = STRATA_OK;
  uint32_t effect;
  if (desc.part_count > 0) {
    status = st_mutator_spawn_copy_snapshot(mutator, of, &desc.snapshot);
    if (!status) {
      uint64_t taken =
          st_entity_last_known_handle(mutator->store, desc.snapshot);
      make_copy_parts(mutator, layer, taken, parts);
      status = st_mutator_add_effect(mutator, &desc, &effect);
    }
  }
  st_mem_free(mutator->mem, parts, room, sizeof *parts);
  return status;
}

/* End the effects of a clock that are due. The clock's list is newest first, so
 * it is walked to its end and back. */
static strata_status end_due_effects(st_mutator *mutator, strata_clock clock,
                                     uint64_t now, uint32_t *ended) {
  const st_store *store = mutator->store;
  uint32_t slot =
      st_get32(store, st_clock_effects_column(mutator->rules, clock), 1);
  uint32_t oldest = slot;
  for (; slot != 0; slot = st_get32(store, ST_COLUMN_EFFECT_TIMED_NEXT, slot)) {
    oldest = slot;
  }
  for (slot = oldest; slot != 0;) {
    uint32_t newer = st_get32(store, ST_COLUMN_EFFECT_TIMED_PREV, slot);
    if (st_get64(store, ST_COLUMN_EFFECT_EXPIRES, slot) <= now) {
      strata_status status = st_mutator_end_effect(mutator, slot);
      if (status) return status;
      ++*ended;
    }
    slot = newer;
  }
  return STRATA_OK;
}

strata_status st_mutator_tick_clock(st_mutator *mutator, strata_clock clock,
                                    uint32_t *ended) {
  st_store *store = mutator->store;
  uint32_t column = st_clock_ticks_column(mutator->rules, clock);
  uint64_t now = st_get64(store, column, 1) + 1;
  uint32_t count = 0;
  strata_status status = st_put64(store, column, 1, now);
  if (!status) status = st_log_note_tick(store, clock);
  if (!status) status = end_due_effects(mutator, clock, now, &count);
  if (!status) *ended = count;
  return status;
}

static strata_status evaluate_while_on(st_mutator *mutator, uint32_t effect,
                                       bool *holds) {
  const st_store *store = mutator->store;
  st_eval *eval = mutator->eval;
  uint32_t text = st_get32(store, ST_COLUMN_EFFECT_WHILE_ON, effect);
  const strata_expr *expr;
  strata_status status =
      st_text_cache_expr(&eval->compiled, store, text, &expr);
  int64_t value = 0;
  strata_entity source = st_get64(store, ST_COLUMN_EFFECT_SOURCE, effect);
  if (!status) {
    status = st_eval_expr(eval, expr, 0, st_entity_slot(store, source), &value);
  }
  *holds = value != 0;
  return status;
}

/* Collect in mutator->ended the effects whose while_on is false, newest
 * first. */
static strata_status find_effects_to_end(st_mutator *mutator, size_t *count) {
  const st_store *store = mutator->store;
  *count = 0;
  uint32_t slot = (uint32_t)st_scalar_get(store, ST_SCALAR_WHILE_FIRST);
  for (; slot != 0; slot = st_get32(store, ST_COLUMN_EFFECT_WHILE_NEXT, slot)) {
    bool holds;
    strata_status status = evaluate_while_on(mutator, slot, &holds);
    if (status) return status;
    if (holds) continue;
    if (!st_mem_reserve(mutator->mem, &mutator->ended, &mutator->ended_capacity,
                        *count + 1, sizeof mutator->ended[0])) {
      return STRATA_ENOMEM;
    }
    mutator->ended[(*count)++] = slot;
  }
  return STRATA_OK;
}

strata_status st_mutator_end_expired(st_mutator *mutator) {
  size_t count;
  do {
    strata_status status = find_effects_to_end(mutator, &count);
    for (size_t i = count; !status && i > 0; i--) {
      status = st_mutator_end_effect(mutator, mutator->ended[i - 1]);
    }
    if (status) return status;
  } while (count > 0);
  return STRATA_OK;
}
