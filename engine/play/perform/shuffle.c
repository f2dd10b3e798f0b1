/*
 * shuffle.c - putting a zone into a random order.
 */
#include "play/perform/shuffle.h"

#include "world/store/chance.h"

/* Fisher-Yates: every order is equally likely. The generator advances, so
 * observers cannot go back behind it. */
static strata_status shuffle_slots(st_store *store, uint32_t *slots,
                                   uint32_t count) {
  for (uint32_t left = count; left > 1; left--) {
    int64_t rolled;
    strata_status status = st_chance_roll(store, left, &rolled);
    if (status) return status;
    uint32_t at = (uint32_t)rolled - 1;
    uint32_t last = slots[left - 1];
    slots[left - 1] = slots[at];
    slots[at] = last;
  }
  return STRATA_OK;
}

strata_status st_shuffle_zone(st_execution *exec, const st_zone *zone,
                              uint32_t player) {
  uint32_t count = st_zone_count(exec->store, zone, player);
  uint32_t *slots = st_arena_alloc(&exec->arena, count + 1u, sizeof *slots);
  if (!slots) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    slots[i] =
        i == 0 ? st_zone_bottom(exec->store, zone, player)
               : st_get32(exec->store, ST_COLUMN_ENTITY_ABOVE, slots[i - 1]);
  }
  exec->is_irreversible = true;
  strata_status status = shuffle_slots(exec->store, slots, count);
  if (status) return status;
  st_eval_zone_reordered(exec->change->eval);
  return st_zone_reorder(exec->store, zone, player, slots, count);
}
