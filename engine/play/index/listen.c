/*
 * listen.c - who is to be asked whether an event sets them off.
 */
#include "play/index/listen.h"

void st_listen_init(st_listen *listen, st_index *index) {
  *listen = (st_listen){.index = index};
}

void st_listen_fini(st_listen *listen) {
  if (!listen->index) return;
  st_mem_free(listen->index->change->mem, listen->heard, listen->heard_capacity,
              sizeof listen->heard[0]);
  *listen = (st_listen){0};
}

static strata_role role_of(st_ears ears) {
  switch (ears) {
  case ST_EARS_UNTIL_BACK:
  case ST_EARS_UNTIL:
    return STRATA_ROLE_UNTIL;
  case ST_EARS_MORE:
    return STRATA_ROLE_MORE;
  case ST_EARS_NEVER:
    return STRATA_ROLE_NEVER;
  case ST_EARS_BACK:
  case ST_EARS_AFTER:
    break;
  }
  return STRATA_ROLE_TRIGGER;
}

/* MORE and NEVER look where the trigger does that they are asked about. */
static bool has_ears(const strata_rules *rules, const st_code *code,
                     st_ears ears) {
  bool back = code->look_back || st_kind_get(rules, code->kind)->look_back;
  bool for_back = ears == ST_EARS_BACK || ears == ST_EARS_UNTIL_BACK;
  return ears == ST_EARS_MORE || ears == ST_EARS_NEVER || back == for_back;
}

/* Whether some code for the kind may have such ears: most kinds have but one
 * sort, and then nobody is looked for in vain. */
static bool may_hear(const st_index *index, strata_event_kind kind,
                     st_ears ears) {
  if (!index->prepared || ears == ST_EARS_MORE || ears == ST_EARS_NEVER) {
    return true;
  }
  bool back = ears == ST_EARS_BACK || ears == ST_EARS_UNTIL_BACK;
  unsigned bit = back ? ST_INDEX_BACK : ST_INDEX_AFTER;
  return (index->roles[kind] & bit) != 0;
}

strata_status st_listen_find(st_listen *listen, strata_event_kind kind,
                             const int64_t *words, st_ears ears) {
  const st_change *c = listen->index->change;
  uint32_t n;
  if (!may_hear(listen->index, kind, ears)) return STRATA_OK;
  strata_status status =
      st_index_look(listen->index, kind, words, 1u << role_of(ears), &n);
  for (; !status && n != 0; n = st_index_at(listen->index, n)->next) {
    strata_code code = st_index_at(listen->index, n)->code;
    if (!has_ears(c->rules, st_code_get(c->rules, code), ears)) continue;
    if (!st_mem_reserve(c->mem, &listen->heard, &listen->heard_capacity,
                        listen->heard_count + 1, sizeof listen->heard[0])) {
      return STRATA_ENOMEM;
    }
    listen->heard[listen->heard_count++] = n;
  }
  return status;
}
