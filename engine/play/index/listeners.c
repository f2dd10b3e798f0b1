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

static strata_watcher_role role_of_group(st_listener_group group) {
  switch (group) {
  case ST_LISTENERS_UNTIL_LOOK_BACK:
  case ST_LISTENERS_UNTIL_LOOK_AFTER:
    return STRATA_ROLE_UNTIL;
  case ST_LISTENERS_TRIGGER_MORE:
    return STRATA_ROLE_MORE;
  case ST_LISTENERS_TRIGGER_NEVER:
    return STRATA_ROLE_NEVER;
  case ST_LISTENERS_LOOK_BACK:
  case ST_LISTENERS_LOOK_AFTER:
    break;
  }
  return STRATA_ROLE_TRIGGER;
}

/* A watcher of role MORE or NEVER looks back or not as the trigger does that it
 * modifies, so it is in its group either way. */
static bool is_in_listener_group(const strata_rules *rules,
                                 const st_watcher_def *def,
                                 st_listener_group group) {
  bool back = st_watcher_def_looks_back(rules, def);
  bool for_back =
      group == ST_LISTENERS_LOOK_BACK || group == ST_LISTENERS_UNTIL_LOOK_BACK;
  return group == ST_LISTENERS_TRIGGER_MORE ||
         group == ST_LISTENERS_TRIGGER_NEVER || back == for_back;
}

/* Whether some definition for the event type may be in the group. The triggers
 * of most event types all look back or all look after, so this saves the find
 * of the other group. */
static bool may_have_listeners(const st_watcher_index *index,
                               strata_event_type type,
                               st_listener_group group) {
  if (!index->prepared || group == ST_LISTENERS_TRIGGER_MORE ||
      group == ST_LISTENERS_TRIGGER_NEVER) {
    return true;
  }
  bool back =
      group == ST_LISTENERS_LOOK_BACK || group == ST_LISTENERS_UNTIL_LOOK_BACK;
  unsigned bit =
      back ? ST_WATCHER_INDEX_LOOKS_BACK : ST_WATCHER_INDEX_LOOKS_AFTER;
  return (index->roles[type] & bit) != 0;
}

strata_status st_listeners_find(st_listeners *listeners, strata_event_type type,
                                const int64_t *words, st_listener_group group) {
  const st_mutator *c = listeners->index->change;
  uint32_t n;
  if (!may_have_listeners(listeners->index, type, group)) return STRATA_OK;
  strata_status status = st_watcher_index_find(listeners->index, type, words,
                                               1u << role_of_group(group), &n);
  for (; !status && n != 0;
       n = st_watcher_index_get(listeners->index, n)->next) {
    strata_watcher_def def =
        st_watcher_index_get(listeners->index, n)->watcher_def;
    if (!is_in_listener_group(c->rules, st_watcher_def_get(c->rules, def),
                              group)) {
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
