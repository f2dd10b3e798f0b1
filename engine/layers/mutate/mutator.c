/*
 * mutator.c - writes to a game that the evaluator is notified of: base values,
 * timestamps and faces, snapshots, entities that are made, move and go.
 * Created effects are in mutator_effects.c.
 *
 * The evaluator is notified when the write is done.
 *
 * A snapshot is two rows of an entity's values of one moment, taken before
 * anything of the entity is taken apart: current values, which become the
 * cells of the slot that it leaves, and copiable values, which get a slot of
 * their own only where they differ from the current ones.
 */
#include "layers/mutate/mutator.h"

#include <string.h>

void st_mutator_init(st_mutator *mutator, st_store *store, st_strings *strings,
                     st_eval *eval) {
  *mutator = (st_mutator){.mem = store->mem,
                          .rules = store->rules,
                          .store = store,
                          .strings = strings,
                          .eval = eval};
  for (uint32_t i = 0; i < st_attr_count(mutator->rules); i++) {
    mutator->value_words += mutator->rules->attrs[i].word_count;
  }
  st_text_init(&mutator->text, mutator->mem);
}

void st_mutator_fini(st_mutator *mutator) {
  if (!mutator->mem) return;
  st_text_fini(&mutator->text);
  st_mem_free(mutator->mem, mutator->snapshot, mutator->snapshot_capacity,
              sizeof mutator->snapshot[0]);
  st_mem_free(mutator->mem, mutator->ended, mutator->ended_capacity,
              sizeof mutator->ended[0]);
  *mutator = (st_mutator){0};
}

/* -- What players are shown -- */

/* Somebody now knows a face that was hidden. */
static void note_reveal(const st_mutator *mutator) {
  if (mutator->reveals) *mutator->reveals = true;
}

strata_status st_mutator_disclose(st_mutator *mutator, uint32_t slot,
                                  strata_entity player) {
  strata_sight sight = STRATA_SIGHT_FACE;
  bool is_secret = false;
  strata_status status =
      player == ST_ALL_PLAYERS
          ? st_sight_is_secret(mutator->eval, slot, &is_secret)
          : st_sight_of(mutator->eval, player, slot, &sight);
  if (status || (!is_secret && sight == STRATA_SIGHT_FACE)) return status;
  note_reveal(mutator);
  return st_knowledge_add(mutator->store, slot, player);
}

static bool lies_face_down(const st_store *store, uint32_t slot) {
  const strata_attr down = store->rules->face_down;
  return down != 0 &&
         st_entity_base(store, &store->rules->attrs[down - 1], slot) != 0;
}

/* Whether a move lets somebody see a face that was hidden from them by the
 * zone, or as it lay face down: what an object was when it left a zone that all
 * see is known to all. */
static bool move_reveals(const st_store *store, const st_zone_move *move) {
  const st_zone *from = st_zone_of_slot(store, move->slot);
  const st_zone *to = move->zone;
  if (st_knowledge_has(store, move->slot, ST_ALL_PLAYERS)) return false;
  if (!from || !from->hidden) {
    return !move->stays_same_object && lies_face_down(store, move->slot);
  }
  if (!to || !to->hidden) return true;
  uint32_t of = st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, move->slot);
  return !st_zone_hides(to, move->player, move->player) &&
         st_zone_hides(from, of, move->player);
}

/* -- Base values -- */

/* After a base value was written: timestamps and notifications. `changed`: it
 * is another value than before. */
static strata_status finish_base_write(st_mutator *mutator, strata_attr attr,
                                       uint32_t slot, bool changed) {
  const st_attr *a = &mutator->rules->attrs[attr - 1];
  if (changed && a->stamps) { /* 613.7e-g */
    strata_status status = st_entity_restamp(mutator->store, slot);
    if (status) return status;
  }
  st_eval_base_changed(mutator->eval, attr, slot);
  if (changed && (a->stamps || a->counter)) {
    st_eval_entity_changed(mutator->eval, slot);
  }
  return STRATA_OK;
}

/* True if the words are not the base value that is there. */
static bool base_value_differs(const st_store *store, const st_attr *attr,
                               uint32_t slot, const uint64_t *words) {
  if (attr->type != STRATA_SET) {
    return st_entity_base(store, attr, slot) != (int64_t)words[0];
  }
  for (uint32_t i = 0; i < attr->domain_count; i++) {
    if (st_get_bit(store, attr->base_column + i, slot) !=
        st_bit_test(words, i)) {
      return true;
    }
  }
  return false;
}

static bool is_base_in_range(const st_attr *attr, const uint64_t *words) {
  if (attr->type != STRATA_INT && attr->type != STRATA_FLAG) return true;
  int64_t number = (int64_t)words[0];
  return number >= attr->min && number <= attr->max;
}

strata_status st_mutator_set_base(st_mutator *mutator, strata_attr attr,
                                  uint32_t slot, const uint64_t *words) {
  assert(st_attr_of(mutator->rules, attr));
  const st_attr *a = &mutator->rules->attrs[attr - 1];
  if (!is_base_in_range(a, words)) return STRATA_ERANGE;
  bool changed = base_value_differs(mutator->store, a, slot, words);
  if (changed && attr == mutator->rules->face_down && words[0] == 0) {
    note_reveal(mutator);
  }
  strata_status status = st_object_write_value(mutator->store, a, slot, words);
  return status ? status : finish_base_write(mutator, attr, slot, changed);
}

strata_status st_mutator_set_symbol(st_mutator *mutator, strata_attr attr,
                                    uint32_t slot, uint32_t index,
                                    bool present) {
  assert(st_attr_of(mutator->rules, attr));
  const st_attr *a = &mutator->rules->attrs[attr - 1];
  assert(a->type == STRATA_SET && index < a->domain_count);
  uint32_t column = a->base_column + index;
  bool changed = st_get_bit(mutator->store, column, slot) != present;
  strata_status status = st_put_bit(mutator->store, column, slot, present);
  return status ? status : finish_base_write(mutator, attr, slot, changed);
}

strata_status st_mutator_restamp(st_mutator *mutator, uint32_t slot) {
  strata_status status = st_entity_restamp(mutator->store, slot);
  if (!status) st_eval_entity_changed(mutator->eval, slot);
  return status;
}

strata_status st_mutator_turn_face(st_mutator *mutator, uint32_t slot,
                                   strata_definition face) {
  st_store *store = mutator->store;
  strata_status status =
      st_object_turn_to_face(store, mutator->strings, slot, face);
  if (!status) status = st_entity_restamp(store, slot);
  if (status) return status;
  for (uint32_t i = 0; i < st_attr_count(mutator->rules); i++) {
    if (st_attr_stays_on_turn(&mutator->rules->attrs[i])) continue;
    st_eval_base_changed(mutator->eval, i + 1, slot);
  }
  st_eval_entity_changed(mutator->eval, slot);
  return STRATA_OK;
}

/* -- Snapshots -- */

/* Replace the id of a list of abilities by the text of its names. */
static strata_status intern_list_text(st_mutator *mutator, uint64_t *word) {
  st_text *text = &mutator->text;
  st_text_clear(text);
  strata_status status = st_eval_list_text(mutator->eval, *word, text);
  if (!status && text->failed) status = STRATA_ENOMEM;
  if (status) return status;
  uint32_t id;
  status = st_strings_intern(mutator->strings, mutator->store,
                             st_text_get(text), text->length, &id);
  *word = id;
  return status;
}

/* Replace the id of a text of the rules by that of an equal text of the
 * state. */
static strata_status intern_state_text(st_mutator *mutator, uint64_t *word) {
  uint32_t id;
  strata_status status = st_strings_to_state(mutator->strings, mutator->store,
                                             (uint32_t)*word, &id);
  *word = id;
  return status;
}

/* Which values a snapshot takes. */
typedef struct snapshot_mode {
  bool copiable; /* otherwise current values */
  bool as_base;  /* copiable values are base values, but for locked parts */
  bool uses_base_abilities; /* abilities are taken from the base value */
} snapshot_mode;

/* Take one value, in the form in which base values are written. */
static strata_status snapshot_value(st_mutator *mutator, strata_attr attr,
                                    uint32_t slot, snapshot_mode mode,
                                    uint64_t *out) {
  const st_attr *a = &mutator->rules->attrs[attr - 1];
  bool list = a->type == STRATA_ABILITIES;
  bool word = !list && a->type != STRATA_SET;
  strata_status status;
  if (list && mode.uses_base_abilities) {
    *out = (uint64_t)st_entity_base(mutator->store, a, slot);
    return STRATA_OK;
  }
  if (word && st_evaluate_value_is_base(mutator->eval, attr, slot)) {
    *out = (uint64_t)st_entity_base(mutator->store, a, slot);
    status = STRATA_OK;
  } else if (mode.as_base &&
             st_evaluate_value_is_unlocked(mutator->eval, attr, slot)) {
    status = st_evaluate_value_base(mutator->eval, attr, slot, out);
  } else if (mode.copiable) {
    status = st_eval_copiable(mutator->eval, attr, slot, out);
  } else {
    const uint64_t *words;
    status = st_eval_value(mutator->eval, attr, slot, &words);
    if (!status) memcpy(out, words, a->word_count * sizeof *out);
  }
  if (status) return status;
  if (a->type == STRATA_TEXT) return intern_state_text(mutator, out);
  return list ? intern_list_text(mutator, out) : STRATA_OK;
}

strata_status st_mutator_take_snapshot(st_mutator *mutator, uint32_t slot,
                                       uint64_t *snapshot) {
  assert(st_get_bit(mutator->store, ST_COLUMN_ENTITY_LIVE, slot));
  const snapshot_mode current = {.uses_base_abilities =
                                     mutator->base_abilities_only};
  snapshot_mode copiable = current;
  copiable.copiable = true;
  uint64_t *copy = snapshot + mutator->value_words;
  strata_status status = st_eval_ensure_fresh(mutator->eval);
  if (!status) {
    copiable.as_base = st_eval_is_copied_as_base(mutator->eval, slot);
  }
  for (uint32_t i = 0; !status && i < st_attr_count(mutator->rules); i++) {
    const st_attr *attr = &mutator->rules->attrs[i];
    const bool same = st_evaluate_value_is_base(mutator->eval, i + 1, slot);
    status = snapshot_value(mutator, i + 1, slot, current, snapshot);
    if (!status && attr->copiable && same) {
      memcpy(copy, snapshot, attr->word_count * sizeof *copy);
    } else if (!status && attr->copiable) {
      status = snapshot_value(mutator, i + 1, slot, copiable, copy);
    }
    snapshot += attr->word_count;
    copy += attr->word_count;
  }
  return status;
}

/* The copiable values of a live slot, as the first half of a snapshot. */
static strata_status snapshot_copiable_values(st_mutator *mutator,
                                              uint32_t slot,
                                              uint64_t *snapshot) {
  const snapshot_mode mode = {.copiable = true};
  strata_status status = st_eval_ensure_fresh(mutator->eval);
  for (uint32_t i = 0; !status && i < st_attr_count(mutator->rules); i++) {
    const st_attr *attr = &mutator->rules->attrs[i];
    if (attr->copiable) {
      status = snapshot_value(mutator, i + 1, slot, mode, snapshot);
    }
    snapshot += attr->word_count;
  }
  return status;
}

static strata_status reserve_snapshot(st_mutator *mutator) {
  bool made = st_mem_reserve(
      mutator->mem, &mutator->snapshot, &mutator->snapshot_capacity,
      st_mutator_snapshot_words(mutator) + 1, sizeof mutator->snapshot[0]);
  return made ? STRATA_OK : STRATA_ENOMEM;
}

/* Write the copiable values of half a snapshot into a slot. */
static strata_status write_copiable_values(st_mutator *mutator, uint32_t slot,
                                           const uint64_t *snapshot) {
  for (uint32_t i = 0; i < st_attr_count(mutator->rules); i++) {
    const st_attr *attr = &mutator->rules->attrs[i];
    if (attr->copiable) {
      strata_status status =
          st_object_write_value(mutator->store, attr, slot, snapshot);
      if (status) return status;
    }
    snapshot += attr->word_count;
  }
  return STRATA_OK;
}

/* Write the current values into the cells of an entity that goes, with its zone
 * and its counters, whose timestamps stay. */
static strata_status write_last_known_values(st_mutator *mutator, uint32_t slot,
                                             const uint64_t *snapshot) {
  st_store *store = mutator->store;
  for (uint32_t i = 0; i < st_attr_count(mutator->rules); i++) {
    const st_attr *attr = &mutator->rules->attrs[i];
    strata_status status = STRATA_OK;
    if (attr->type == STRATA_SET) {
      status = st_entity_set_base_symbols(store, attr, slot, snapshot);
    } else if (st_entity_base(store, attr, slot) != (int64_t)snapshot[0]) {
      status = st_entity_set_base(store, attr, slot, (int64_t)snapshot[0]);
    }
    if (status) return status;
    snapshot += attr->word_count;
  }
  return STRATA_OK;
}

static bool copiable_values_differ(const strata_rules *rules,
                                   const uint64_t *current,
                                   const uint64_t *copiable) {
  size_t at = 0;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->copiable && memcmp(current + at, copiable + at,
                                 attr->word_count * sizeof *current) != 0) {
      return true;
    }
    at += attr->word_count;
  }
  return false;
}

/* The last-known slot that holds the copiable values of a last-known entity. */
static uint32_t last_known_copiable_slot(const st_store *store,
                                         uint32_t last_known) {
  uint32_t copiable_slot = st_get32(store, ST_COLUMN_ENTITY_ABOVE, last_known);
  return copiable_slot ? copiable_slot : last_known;
}

/* Take the copiable values of a live slot, as the evaluator knows them now;
 * those of a last-known slot are in its cells. */
static strata_status snapshot_copied_values(st_mutator *mutator, uint32_t of) {
  if (!st_get_bit(mutator->store, ST_COLUMN_ENTITY_LIVE, of)) return STRATA_OK;
  strata_status status = reserve_snapshot(mutator);
  return status ? status
                : snapshot_copiable_values(mutator, of, mutator->snapshot);
}

/* Write the copiable values that snapshot_copied_values has taken into a
 * slot. */
static strata_status write_copied_values(st_mutator *mutator, uint32_t of,
                                         uint32_t slot) {
  st_store *store = mutator->store;
  if (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, of)) {
    return write_copiable_values(mutator, slot, mutator->snapshot);
  }
  assert(st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, of));
  return st_object_copy_copiable(store, last_known_copiable_slot(store, of),
                                 slot);
}

strata_status st_mutator_spawn_copy_snapshot(st_mutator *mutator, uint32_t of,
                                             uint32_t *out) {
  strata_status status = snapshot_copied_values(mutator, of);
  if (!status) status = st_entity_spawn_last_known(mutator->store, out);
  return status ? status : write_copied_values(mutator, of, *out);
}

/* -- Spawning -- */

static strata_status spawn_from_template(st_mutator *mutator,
                                         const st_spawn_template *model,
                                         strata_entity *out) {
  st_store *store = mutator->store;
  if (model->definition != 0) {
    return st_object_spawn(store, mutator->strings, model->definition, out);
  }
  strata_status status = st_entity_spawn(store, out);
  if (status || model->copied == 0) return status;
  return write_copied_values(mutator, model->copied, st_slot_of(*out));
}

strata_status st_mutator_spawn(st_mutator *mutator,
                               const st_spawn_template *model, uint32_t count,
                               strata_entity *out) {
  assert(model->definition == 0 || model->copied == 0);
  strata_status status = STRATA_OK;
  if (model->copied != 0) {
    status = snapshot_copied_values(mutator, model->copied);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    strata_entity entity;
    status = spawn_from_template(mutator, model, &entity);
    if (status) break;
    st_eval_spawned(mutator->eval, st_slot_of(entity));
    out[i] = entity;
  }
  return status;
}

/* -- Removing -- */

/* End the effects that last as long as this source. */
static strata_status end_effects_of_source(st_mutator *mutator,
                                           strata_entity source) {
  const st_store *store = mutator->store;
  if (st_scalar_get(store, ST_SCALAR_WHILE_SOURCE_COUNT) == 0) return STRATA_OK;
  strata_status status = STRATA_OK;
  for (uint32_t w = 0; !status && w <= st_effect_top(store) / 64; w++) {
    uint64_t left = st_get_bits64(store, ST_COLUMN_EFFECT_WHILE_SOURCE, w);
    for (; !status && left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      if (st_get64(store, ST_COLUMN_EFFECT_SOURCE, slot) != source) continue;
      status = st_mutator_end_effect(mutator, slot);
    }
  }
  return status;
}

/* Notify the evaluator: a slot is in another zone than before, or has entered
 * its zone again. */
static void on_zone_changed(st_mutator *mutator, uint32_t slot) {
  strata_attr zone = mutator->rules->zone_attr;
  if (zone) st_eval_base_changed(mutator->eval, zone, slot);
  st_eval_entity_changed(mutator->eval, slot);
}

/* Take all entities out of the zones that belong to the player that goes. */
static strata_status empty_own_zones(st_mutator *mutator, uint32_t player) {
  st_store *store = mutator->store;
  for (size_t i = 0; i < mutator->rules->names[STRATA_NAME_ZONE].count; i++) {
    const st_zone *zone = &mutator->rules->zones[i];
    if (zone->shared) continue;
    uint32_t slot;
    while ((slot = st_zone_top(store, zone, player)) != 0) {
      strata_status status = st_zone_leave(store, slot);
      if (status) return status;
      on_zone_changed(mutator, slot);
    }
  }
  return STRATA_OK;
}

/* Detach an entity that is about to go: from its effects, its zone and its own
 * zones. */
static strata_status detach_entity(st_mutator *mutator, uint32_t slot) {
  st_store *store = mutator->store;
  strata_status status =
      end_effects_of_source(mutator, st_entity_handle(store, slot));
  if (!status) status = st_effect_release_target(store, slot);
  if (!status) status = st_zone_leave(store, slot);
  if (!status) status = empty_own_zones(mutator, slot);
  return status;
}

strata_status st_mutator_remove(st_mutator *mutator, strata_entity entity) {
  uint32_t slot = st_entity_slot(mutator->store, entity);
  assert(slot != 0);
  strata_status status = detach_entity(mutator, slot);
  if (!status) status = st_entity_despawn(mutator->store, slot);
  if (!status) st_eval_despawned(mutator->eval, slot);
  return status;
}

/* True if a last-known slot is what an effect copies: it is freed with the
 * effect. */
static bool is_copy_snapshot(const st_store *store, uint32_t slot) {
  return st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) != 0;
}

strata_status st_mutator_forget_last_known(st_mutator *mutator) {
  st_store *store = mutator->store;
  strata_status status = STRATA_OK;
  uint32_t top = st_entity_top(store);
  for (uint32_t w = 0; !status && w <= top / 64; w++) {
    uint64_t last_known = st_get_bits64(store, ST_COLUMN_ENTITY_LAST_KNOWN, w);
    for (; !status && last_known != 0; last_known &= last_known - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(last_known);
      if (!is_copy_snapshot(store, slot)) {
        status = st_entity_free_last_known(store, slot);
      }
    }
  }
  st_change_logs_all_changed(&mutator->eval->changes);
  return status;
}

/* -- Moving -- */

/* Put a slot that is in no zone into the target zone. */
static strata_status enter_target_zone(st_mutator *mutator,
                                       const st_zone_move *move,
                                       uint32_t slot) {
  if (!move->zone) return STRATA_OK;
  return st_zone_enter(mutator->store, slot, move->zone, move->player,
                       move->position);
}

static strata_status move_same_object(st_mutator *mutator,
                                      const st_zone_move *move,
                                      strata_entity *out) {
  st_store *store = mutator->store;
  strata_status status = st_zone_leave(store, move->slot);
  if (!status) status = enter_target_zone(mutator, move, move->slot);
  if (!status) status = st_entity_restamp(store, move->slot);
  if (status) return status;
  on_zone_changed(mutator, move->slot);
  *out = st_entity_handle(store, move->slot);
  return STRATA_OK;
}

/* Make the new object: only its printed and kept values are the old object's
 * (400.7). */
static strata_status move_as_new_object(st_mutator *mutator,
                                        const st_zone_move *move,
                                        strata_entity *out) {
  st_store *store = mutator->store;
  strata_status status = st_entity_spawn(store, out);
  if (status) return status;
  uint32_t slot = st_slot_of(*out);
  strata_definition definition =
      st_get32(store, ST_COLUMN_ENTITY_DEFINITION, move->slot);
  status = definition
               ? st_object_print(store, mutator->strings, slot, definition)
               : st_object_copy_copiable(store, move->slot, slot);
  if (!status) status = st_object_copy_kept(store, move->slot, slot);
  if (!status) status = enter_target_zone(mutator, move, slot);
  return status;
}

/* Store the last-known values of the old object from its snapshot. */
static strata_status store_last_known(st_mutator *mutator, uint32_t slot,
                                      const uint64_t *current,
                                      strata_entity successor) {
  st_store *store = mutator->store;
  const uint64_t *copiable = current + mutator->value_words;
  strata_status status = write_last_known_values(mutator, slot, current);
  if (!status) status = st_entity_keep_last_known(store, slot);
  if (!status) {
    status = st_put64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot, successor);
  }
  if (status || !copiable_values_differ(mutator->rules, current, copiable)) {
    return status;
  }
  uint32_t copiable_slot;
  status = st_entity_spawn_last_known(store, &copiable_slot);
  if (!status) status = write_copiable_values(mutator, copiable_slot, copiable);
  if (status) return status;
  return st_put32(store, ST_COLUMN_ENTITY_ABOVE, slot, copiable_slot);
}

/* The snapshot that the move has, or one that is taken now. */
static strata_status find_move_snapshot(st_mutator *mutator,
                                        const st_zone_move *move,
                                        const uint64_t **out) {
  *out = move->snapshot;
  if (*out) return STRATA_OK;
  strata_status status = reserve_snapshot(mutator);
  *out = mutator->snapshot;
  return status
             ? status
             : st_mutator_take_snapshot(mutator, move->slot, mutator->snapshot);
}

strata_status st_mutator_move(st_mutator *mutator, const st_zone_move *move,
                              strata_entity *out) {
  if (move_reveals(mutator->store, move)) note_reveal(mutator);
  if (move->stays_same_object) return move_same_object(mutator, move, out);
  const uint64_t *snapshot;
  strata_entity moved;
  strata_status status = find_move_snapshot(mutator, move, &snapshot);
  if (!status) status = detach_entity(mutator, move->slot);
  if (!status) status = move_as_new_object(mutator, move, &moved);
  if (!status) status = store_last_known(mutator, move->slot, snapshot, moved);
  if (status) return status;
  st_eval_despawned(mutator->eval, move->slot);
  st_eval_spawned(mutator->eval, st_slot_of(moved));
  *out = moved;
  return STRATA_OK;
}
