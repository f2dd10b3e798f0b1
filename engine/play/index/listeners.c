/*
 * listen.c - who is to be asked whether an event sets them off.
 */
#include "play/index/listeners.h"

#include "play/index/watcher_index_update.h"

void st_listeners_init(st_listeners *listen, st_watcher_index *index) {
  *listen = (st_listeners){.index = index};
}

void st_listeners_fini(st_listeners *listen) {
  if (!listen->index) return;
  st_mem_free(listen->index->change->mem, listen->items, listen->item_capacity,
              sizeof listen->items[0]);
  *listen = (st_listeners){0};
}

static strata_watcher_role role_of_group(st_listener_group ears) {
  switch (ears) {
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

/* MORE and NEVER look where the trigger does that they are asked about. */
static bool is_in_listener_group(const strata_rules *rules,
                                 const st_watcher_def *code,
                                 st_listener_group ears) {
  bool back =
      code->look_back || st_event_type_get(rules, code->event_type)->look_back;
  bool for_back =
      ears == ST_LISTENERS_LOOK_BACK || ears == ST_LISTENERS_UNTIL_LOOK_BACK;
  return ears == ST_LISTENERS_TRIGGER_MORE ||
         ears == ST_LISTENERS_TRIGGER_NEVER || back == for_back;
}

/* Whether some code for the kind may have such ears: most kinds have but one
 * sort, and then nobody is looked for in vain. */
static bool may_have_listeners(const st_watcher_index *index,
                               strata_event_type kind, st_listener_group ears) {
  if (!index->prepared || ears == ST_LISTENERS_TRIGGER_MORE ||
      ears == ST_LISTENERS_TRIGGER_NEVER) {
    return true;
  }
  bool back =
      ears == ST_LISTENERS_LOOK_BACK || ears == ST_LISTENERS_UNTIL_LOOK_BACK;
  unsigned bit =
      back ? ST_WATCHER_INDEX_LOOKS_BACK : ST_WATCHER_INDEX_LOOKS_AFTER;
  return (index->roles[kind] & bit) != 0;
}

strata_status st_listeners_find(st_listeners *listen, strata_event_type kind,
                                const int64_t *words, st_listener_group ears) {
  const st_mutator *c = listen->index->change;
  uint32_t n;
  if (!may_have_listeners(listen->index, kind, ears)) return STRATA_OK;
  strata_status status = st_watcher_index_find(listen->index, kind, words,
                                               1u << role_of_group(ears), &n);
  for (; !status && n != 0; n = st_watcher_index_get(listen->index, n)->next) {
    strata_watcher_def code =
        st_watcher_index_get(listen->index, n)->watcher_def;
    if (!is_in_listener_group(c->rules, st_watcher_def_get(c->rules, code),
                              ears))
      continue;
    if (!st_mem_reserve(c->mem, &listen->items, &listen->item_capacity,
                        listen->item_count + 1, sizeof listen->items[0])) {
      return STRATA_ENOMEM;
    }
    listen->items[listen->item_count++] = n;
  }
  return status;
}
