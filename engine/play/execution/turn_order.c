/*
 * turn_order.c - turn order.
 *
 * The rules declare whose turn it is by an expression, and the next player by
 * an attribute. The order is kept with the hash of the state that it was read
 * from, and read again when the state has another hash.
 */
#include "play/execution/turn_order.h"

#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/index/watcher_index_update.h"
#include "rules/model/sba_def.h"

/* -- The order of players -- */

static bool is_in_turn_order(const st_execution *exec, strata_entity player) {
  for (size_t i = 0; i < exec->turn_count; i++) {
    if (exec->turn_order[i] == player) return true;
  }
  return false;
}

static strata_status add_to_turn_order(st_execution *exec,
                                       strata_entity player) {
  if (!st_mem_reserve(exec->mem, &exec->turn_order, &exec->turn_capacity,
                      exec->turn_count + 1, sizeof exec->turn_order[0])) {
    return STRATA_ENOMEM;
  }
  exec->turn_order[exec->turn_count++] = player;
  return STRATA_OK;
}

/* The player whose turn it is; 0: none. */
static strata_status find_turn_player(st_execution *exec, strata_entity *out) {
  const st_play_rules *play = exec->rules->play;
  strata_entity *who;
  uint32_t count;
  if (exec->turn_frame == 0) {
    exec->turn_frame = st_frame_new(exec, &play->variables_program, 0, 0, 0);
    if (exec->turn_frame == 0) return STRATA_ENOMEM;
  }
  *out = 0;
  strata_status status =
      st_frame_select(exec, exec->turn_frame, play->turn_player, &who, &count);
  if (!status && count > 0 && st_entity_slot(exec->store, who[0]) != 0) {
    *out = who[0];
  }
  return status;
}

strata_status st_turn_order_next(st_execution *exec, strata_entity player,
                                 strata_entity *out) {
  const uint64_t *words;
  strata_attr attr = exec->rules->play->next_player;
  uint32_t slot = st_entity_slot(exec->store, player);
  *out = 0;
  if (attr == 0 || slot == 0) return STRATA_OK;
  strata_status status = st_eval_value(exec->change->eval, attr, slot, &words);
  if (!status && words[0] != 0 && st_entity_slot(exec->store, words[0]) != 0) {
    *out = words[0];
  }
  return status;
}

strata_status st_turn_order_refresh(st_execution *exec) {
  if (!exec->rules->play->turn_player) return STRATA_OK;
  uint64_t hash = exec->store->hash;
  if (exec->turn_known && exec->turn_hash == hash) return STRATA_OK;
  exec->turn_known = false;
  exec->turn_count = 0;
  strata_entity player;
  strata_status status = find_turn_player(exec, &player);
  while (!status && player != 0 && !is_in_turn_order(exec, player)) {
    status = add_to_turn_order(exec, player);
    if (!status) status = st_turn_order_next(exec, player, &player);
  }
  exec->turn_known = status == STRATA_OK;
  exec->turn_hash = hash;
  return status;
}

uint32_t st_turn_order_place(const st_execution *exec, strata_entity player) {
  uint32_t place = 0;
  while (place < exec->turn_count && exec->turn_order[place] != player) {
    place++;
  }
  return place;
}

/* -- Deciders -- */

strata_status st_turn_order_controller(st_execution *exec, strata_entity who,
                                       strata_entity *out) {
  uint32_t unused_first;
  strata_status status =
      st_watcher_index_find(&exec->index, 0, NULL, 0, &unused_first);
  return status ? status : st_watcher_index_controller(&exec->index, who, out);
}

/* The player who controlled, or else owned, an object that is gone, as far as
 * that is known (608.2h); 0: none who is still there. */
static strata_entity last_controller(const st_execution *exec,
                                     strata_entity who) {
  const st_store *store = exec->store;
  const strata_attr attrs[] = {exec->index.controller, exec->index.owner};
  uint32_t slot = who != 0 && st_entity_slot(store, who) == 0
                      ? st_entity_last_known_slot(store, who)
                      : 0;
  for (size_t i = 0; slot != 0 && i < ST_COUNT_OF(attrs); i++) {
    if (attrs[i] == 0) continue;
    const st_attr *attr = &exec->rules->attrs[attrs[i] - 1];
    strata_entity player = (strata_entity)st_entity_base(store, attr, slot);
    if (player != 0 && st_entity_slot(store, player) != 0) return player;
  }
  return 0;
}

strata_status st_turn_order_decider(st_execution *exec, uint32_t event,
                                    strata_entity *out) {
  const st_event *e = st_event_get(exec, event);
  strata_entity who = st_event_affected(exec, e);
  strata_status status = st_turn_order_controller(exec, who, out);
  const st_entry_preview *preview = st_event_entry_preview(exec, event);
  if (!status && who == 0 && preview) {
    *out = st_entity_unless_preview(preview->controller);
  }
  if (!status && *out == 0) *out = last_controller(exec, who);
  if (!status && *out == 0) {
    *out = (strata_entity)st_event_word(exec, event,
                                        exec->rules->common_fields.by);
  }
  return status;
}

/* -- Sorting events -- */

void st_turn_order_relink_batch(st_execution *exec, uint32_t batch,
                                const uint32_t *events, uint32_t count) {
  st_batch *b = st_batch_get(exec, batch);
  b->first = events[0];
  b->last = events[count - 1];
  for (uint32_t i = 0; i < count; i++) {
    st_event_get(exec, events[i])->next = i + 1 < count ? events[i + 1] : 0;
  }
}

/* Counting sort by place, as there may be many events of few players. */
static strata_status sort_events_by_place(st_execution *exec,
                                          const uint32_t *all,
                                          const uint32_t *places,
                                          uint32_t count, uint32_t *out) {
  uint32_t most = (uint32_t)exec->turn_count;
  uint32_t *next = st_arena_alloc(&exec->arena, most + 2u, sizeof *next);
  if (!next) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    next[places[i] + 1]++;
  }
  for (uint32_t p = 1; p <= most; p++) {
    next[p] += next[p - 1];
  }
  for (uint32_t i = 0; i < count; i++) {
    out[next[places[i]]++] = all[i];
  }
  return STRATA_OK;
}

strata_status st_turn_order_sort_batch(st_execution *exec, uint32_t batch) {
  uint32_t count = st_batch_get(exec, batch)->count;
  strata_status status = count > 1 ? st_turn_order_refresh(exec) : STRATA_OK;
  if (status || count < 2 || exec->turn_count < 2) return status;
  uint32_t *all = st_arena_alloc(&exec->arena, 3 * (size_t)count, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  uint32_t *places = all + count;
  uint32_t *order = places + count;
  uint32_t n = 0;
  for (uint32_t e = st_batch_get(exec, batch)->first; !status && e != 0;
       e = st_event_get(exec, e)->next) {
    strata_entity decider;
    status = st_turn_order_decider(exec, e, &decider);
    if (status) return status;
    all[n] = e;
    places[n] = st_turn_order_place(exec, decider);
    n++;
  }
  assert(n == count);
  if (!status) status = sort_events_by_place(exec, all, places, n, order);
  if (!status) st_turn_order_relink_batch(exec, batch, order, n);
  return status;
}
