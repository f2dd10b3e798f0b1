/*
 * valid_hook.c - whether loaded rows of chains of handlers fit together.
 *
 * As world/save/validate_play.c: every walk is bounded by the number of rows,
 * and rows that are not in use are blank. What a row says may be in vain, as a
 * mark that something is not there that no definition prints any more: rules
 * may be newer than a save.
 */
#include "world/save/valid_hook.h"

#include "rules/model/watcher_def.h"
#include "world/objects/chain_override.h"
#include "world/save/validate_world.h"

static bool is_blank_override(const st_store *store, uint32_t row) {
  for (uint32_t c = ST_COLUMN_OVERRIDE_FORM; c <= ST_COLUMN_OVERRIDE_NOTES;
       c++) {
    if (st_get_any(store, c, row) != 0) return false;
  }
  return true;
}

static bool override_owner_ok(const st_store *store, uint32_t slot) {
  return slot == 0 || (slot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP) &&
                       (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) ||
                        st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot)));
}

static bool override_row_ok(const st_store *store, uint32_t row) {
  strata_watcher_def code =
      st_get32(store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row);
  uint64_t stamp = st_chain_override_sequence(store, row);
  bool ends = st_get64(store, ST_COLUMN_OVERRIDE_EXPIRES, row) != 0;
  bool timed = st_get32(store, ST_COLUMN_OVERRIDE_CLOCK, row) != 0;
  bool linked = st_get32(store, ST_COLUMN_OVERRIDE_TIMED_NEXT, row) != 0 ||
                st_get32(store, ST_COLUMN_OVERRIDE_TIMED_PREV, row) != 0;
  return st_chain_override_form_of(store, row) <= ST_CHAIN_OVERRIDE_REMOVED &&
         code != 0 &&
         st_watcher_def_get(store->rules, code)->role == STRATA_ROLE_HANDLE &&
         stamp != 0 &&
         stamp <= st_scalar_get(store, ST_SCALAR_OVERRIDE_SEQUENCE) &&
         ends == timed && (ends || !linked) &&
         override_owner_ok(store,
                           st_get32(store, ST_COLUMN_OVERRIDE_OWNER, row));
}

/* The list of one owner, newest first, each code once. */
static bool override_list_ok(const st_store *store, uint32_t owner,
                             uint64_t *met) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_OVERRIDE_TOP);
  uint64_t newer = UINT64_MAX;
  uint32_t row = st_chain_override_first(store, owner);
  while (row != 0) {
    if (row > top ||
        st_chain_override_form_of(store, row) == ST_CHAIN_OVERRIDE_NONE ||
        st_get32(store, ST_COLUMN_OVERRIDE_OWNER, row) != owner ||
        st_chain_override_sequence(store, row) >= newer) {
      return false;
    }
    newer = st_chain_override_sequence(store, row);
    ++*met;
    uint32_t code = st_get32(store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row);
    if (st_chain_override_find(store, owner, code) != row) return false;
    row = st_chain_override_next(store, row);
  }
  return true;
}

/* Those that a clock ends are in one list, newest first. */
static bool timed_overrides_ok(const st_store *store, uint64_t timed) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_OVERRIDE_TOP);
  uint64_t row = st_scalar_get(store, ST_SCALAR_OVERRIDE_TIMED_FIRST);
  uint64_t newer = 0;
  uint64_t length = 0;
  while (row != 0) {
    if (row > top || ++length > timed ||
        st_get64(store, ST_COLUMN_OVERRIDE_EXPIRES, (uint32_t)row) == 0 ||
        st_get32(store, ST_COLUMN_OVERRIDE_TIMED_PREV, (uint32_t)row) !=
            newer) {
      return false;
    }
    newer = row;
    row = st_get32(store, ST_COLUMN_OVERRIDE_TIMED_NEXT, (uint32_t)row);
  }
  return length == timed;
}

bool st_validate_overrides(const st_store *store) {
  const st_row_pool rows = {ST_TABLE_OVERRIDE, ST_SCALAR_OVERRIDE_TOP,
                            ST_SCALAR_OVERRIDE_FREE, ST_COLUMN_OVERRIDE_NEXT};
  uint64_t top = st_scalar_get(store, ST_SCALAR_OVERRIDE_TOP);
  uint64_t used = 0;
  uint64_t timed = 0;
  for (uint32_t row = 1; row <= top; row++) {
    bool is_used =
        st_chain_override_form_of(store, row) != ST_CHAIN_OVERRIDE_NONE;
    if (is_used ? !override_row_ok(store, row) : !is_blank_override(store, row))
      return false;
    used += is_used;
    timed += st_get64(store, ST_COLUMN_OVERRIDE_EXPIRES, row) != 0;
  }
  uint64_t met = 0;
  if (!override_list_ok(store, 0, &met)) return false;
  for (uint32_t slot = 1; slot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
       slot++) {
    if (!override_list_ok(store, slot, &met)) return false;
  }
  uint64_t freed;
  return met == used &&
         used == st_scalar_get(store, ST_SCALAR_OVERRIDE_COUNT) &&
         timed_overrides_ok(store, timed) &&
         st_validate_free_list(store, &rows, ST_COLUMN_OVERRIDE_FORM, &freed) &&
         used + freed == top;
}
