/*
 * listeners.c - the watchers that an event may trigger.
 */
#include "play/index/listeners.h"

#include "play/index/watcher_index_update.h"

void st_listeners_init(st_listeners *listeners, st_watcher_index *index) {
  *listeners = (st_listeners){.index = index};
}

void st_listeners_fini(st_listeners *listeners) {
  if (!listeners->index) return;
  st_mem_free(listeners->index->change->mem, listeners->items,
              listeners->item_capacity, sizeof listeners->items[0]);
  *listeners = (st_listeners){0};
}

static bool is_in_listener_group(const strata_rules *rules,
                                 const st_watcher_def *def,
                                 st_listener_group group) {
  return st_watcher_def_looks_back(rules, def) ==
         (st_listeners_look(group) == ST_WATCHER_INDEX_LOOKS_BACK);
}

/* Whether all definitions for the event type are in the group, so that none
 * need be asked: the triggers of most event types all look back or all look
 * after. A watcher of role MORE or NEVER looks back or not as the trigger does
 * that it modifies, so it is in its group either way. */
static bool is_all_of_group(const st_watcher_index *index,
                            strata_event_type type, st_listener_group group) {
  unsigned looks = index->roles[type] & ST_WATCHER_INDEX_LOOKS_ANY;
  return (looks & ~st_listeners_look(group)) == 0;
}

strata_status st_listeners_find(st_listeners *listeners, strata_event_type type,
                                const int64_t *words, st_listener_group group) {
  const st_mutator *c = listeners->index->change;
  uint32_t n;
  if (!st_listeners_may_be(listeners->index, type, group)) return STRATA_OK;
  strata_status status = st_watcher_index_find(listeners->index, type, words,
                                               st_listeners_role(group), &n);
  bool all = n != 0 && is_all_of_group(listeners->index, type, group);
  for (; !status && n != 0;
       n = st_watcher_index_get(listeners->index, n)->next) {
    strata_watcher_def def =
        st_watcher_index_get(listeners->index, n)->watcher_def;
    if (!all && !is_in_listener_group(
                    c->rules, st_watcher_def_get(c->rules, def), group)) {
      continue;
    }
    if (!st_mem_reserve(c->mem, &listeners->items, &listeners->item_capacity,
                        listeners->item_count + 1,
                        sizeof listeners->items[0])) {
      return STRATA_ENOMEM;
    }
    listeners->items[listeners->item_count++] = n;
  }
  return status;
}
