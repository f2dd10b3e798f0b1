/*
 * validate_play.c - checks that the loaded rows of play/ agree with each other
 * and with the entities.
 *
 * Each table is checked in the same way: rows in use one by one, all other rows
 * blank, then the lists, whose lengths must equal the number of rows that
 * belong into them. Every walk is bounded by the number of rows.
 * world/save/validate_world.c has checked the notes before. The
 * unit test of this module plants one damage at a time.
 */
#include "world/save/validate_play.h"

#include "rules/model/watcher_def.h"
#include "world/objects/chain_override.h"
#include "world/objects/disabled_handlers.h"
#include "world/save/validate_world.h"
#include "world/store/cell_walk.h"
#include "world/tables/course_rows.h"
#include "world/tables/event_log.h"
#include "world/tables/open_decision.h"
#include "world/tables/pending_triggers.h"
#include "world/tables/started_watchers.h"

/* All cells of a row in columns first .. last are 0. */
static bool is_blank_row(const st_store *store, uint32_t first, uint32_t last,
                         uint32_t row) {
  for (uint32_t c = first; c <= last; c++) {
    if (st_get_any(store, c, row) != 0) return false;
  }
  return true;
}

static bool handle_ok(const st_store *store, uint32_t column, uint32_t row) {
  return st_validate_handle(store, st_get64(store, column, row));
}

static bool stamp_cell_ok(const st_store *store, uint32_t column,
                          uint32_t row) {
  return st_get_split(store, column, row) <=
         st_scalar_get(store, ST_SCALAR_STAMP);
}

/* Whether all ids of the rules exist. A save has names in their place, so the
 * reader cannot produce others; the check does not rely on that. */
static bool ids_ok(const st_store *store) {
  for (uint32_t c = ST_COLUMN_NOTE_NEXT; c < ST_COLUMN_FIXED_COUNT; c++) {
    const st_column *column = &store->columns[c];
    const st_names *names =
        st_cell_content_names(store->rules, (st_cell_content)column->content);
    if (!names) continue;
    const uint32_t end = store->capacity[column->table];
    uint32_t row = 0;
    while ((row = st_cell_walk_next(store, c, row + 1, end)) < end) {
      if (st_get32(store, c, row) > names->count) return false;
    }
  }
  return true;
}

/* A list of rows in use, linked both ways. */
typedef struct row_links {
  uint64_t first, last;      /* rows; `last` only for lists that store it */
  uint32_t next, prev, used; /* columns */
  uint64_t top;              /* rows of the table */
} row_links;

/* Add the number of rows to *length and write the last row, 0 if the list is
 * empty. False if the list is broken. */
static bool walk_row_links(const st_store *store, const row_links *l,
                           uint64_t *length, uint64_t *last) {
  uint64_t row = l->first;
  uint64_t count = 0;
  *last = 0;
  while (row != 0) {
    if (row > l->top || ++count > l->top ||
        st_get_any(store, l->used, (uint32_t)row) == 0 ||
        st_get32(store, l->prev, (uint32_t)row) != *last) {
      return false;
    }
    *last = row;
    row = st_get32(store, l->next, (uint32_t)row);
  }
  *length += count;
  return true;
}

static bool row_links_ok(const st_store *store, const row_links *l,
                         uint64_t *length) {
  uint64_t last;
  return walk_row_links(store, l, length, &last) && last == l->last;
}

/* -- Watchers -- */

static bool watcher_row_ok(const st_store *store, uint32_t slot) {
  bool ends = st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot) != 0;
  /* Stored as what is left plus one; what is left is not negative. */
  uint64_t left = st_get_split(store, ST_COLUMN_WATCHER_AMOUNT_LEFT, slot);
  return stamp_cell_ok(store, ST_COLUMN_WATCHER_STAMP, slot) &&
         st_get32(store, ST_COLUMN_WATCHER_DEF, slot) != 0 &&
         handle_ok(store, ST_COLUMN_WATCHER_SOURCE, slot) &&
         handle_ok(store, ST_COLUMN_WATCHER_YOU, slot) &&
         left <= (uint64_t)INT64_MAX + 1 &&
         (ends ? st_get32(store, ST_COLUMN_WATCHER_CLOCK, slot) != 0
               : is_blank_row(store, ST_COLUMN_WATCHER_TIMED_NEXT,
                              ST_COLUMN_WATCHER_TIMED_PREV, slot)) &&
         st_get32(store, ST_COLUMN_WATCHER_NEXT_FREE, slot) == 0;
}

/* A watcher with an expiry is in the list of its clock, and those lists hold
 * no other watcher. */
static bool timed_watchers_ok(const st_store *store, uint64_t timed) {
  uint64_t length = 0;
  uint32_t clocks = st_rules_count(store->rules, STRATA_NAME_CLOCK);
  for (strata_clock clock = 1; clock <= clocks; clock++) {
    const row_links list = {
        .first =
            st_get32(store, st_clock_watchers_column(store->rules, clock), 1),
        .next = ST_COLUMN_WATCHER_TIMED_NEXT,
        .prev = ST_COLUMN_WATCHER_TIMED_PREV,
        .used = ST_COLUMN_WATCHER_EXPIRES,
        .top = st_scalar_get(store, ST_SCALAR_WATCHER_TOP)};
    uint64_t last;
    if (!walk_row_links(store, &list, &length, &last)) return false;
    uint32_t slot = (uint32_t)list.first;
    for (; slot != 0;
         slot = st_get32(store, ST_COLUMN_WATCHER_TIMED_NEXT, slot)) {
      if (st_get32(store, ST_COLUMN_WATCHER_CLOCK, slot) != clock) return false;
    }
  }
  return length == timed;
}

static bool watcher_rows_ok(const st_store *store) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_WATCHER_TOP);
  uint64_t used = 0;
  uint64_t timed = 0;
  uint64_t exhausted = 0;
  for (uint32_t slot = 1; slot <= top; slot++) {
    uint32_t ended = st_get32(store, ST_COLUMN_WATCHER_ENDED_COUNT, slot);
    bool is_used = st_started_watcher_is_used(store, slot);
    if (ended > ST_STARTED_WATCHER_ENDED_MAX) return false;
    used += is_used;
    exhausted += !is_used && ended == ST_STARTED_WATCHER_ENDED_MAX;
    timed += st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot) != 0;
    if (is_used ? !watcher_row_ok(store, slot)
                : !is_blank_row(store, ST_COLUMN_WATCHER_STAMP,
                                ST_COLUMN_WATCHER_PREV, slot)) {
      return false;
    }
  }
  const row_links all = {.first = st_scalar_get(store, ST_SCALAR_WATCHER_FIRST),
                         .last = st_scalar_get(store, ST_SCALAR_WATCHER_LAST),
                         .next = ST_COLUMN_WATCHER_NEXT,
                         .prev = ST_COLUMN_WATCHER_PREV,
                         .used = ST_COLUMN_WATCHER_STAMP,
                         .top = top};
  uint64_t length = 0;
  uint64_t freed;
  return row_links_ok(store, &all, &length) && length == used &&
         timed_watchers_ok(store, timed) &&
         st_validate_free_list(store, ST_TABLE_WATCHER, ST_COLUMN_WATCHER_STAMP,
                               &freed) &&
         used + exhausted + freed == top;
}

/* -- Pending triggers -- */

static bool is_known_slot(const st_store *store, uint32_t slot) {
  return slot != 0 && slot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP) &&
         (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) ||
          st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot));
}

/* The holder of a row, if there is one, names the row, and the row is not in
 * the queue. */
static bool trigger_holder_ok(const st_store *store, uint32_t row) {
  uint32_t holder = st_get32(store, ST_COLUMN_TRIGGER_HOLDER, row);
  if (holder == 0) return true;
  return is_known_slot(store, holder) &&
         st_pending_trigger_held_by(store, holder) == row &&
         st_get32(store, ST_COLUMN_TRIGGER_NEXT, row) == 0 &&
         st_get32(store, ST_COLUMN_TRIGGER_PREV, row) == 0;
}

static bool trigger_row_ok(const st_store *store, uint32_t row) {
  return stamp_cell_ok(store, ST_COLUMN_TRIGGER_STAMP, row) &&
         st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) != 0 &&
         st_get32(store, ST_COLUMN_TRIGGER_COUNT, row) != 0 &&
         handle_ok(store, ST_COLUMN_TRIGGER_SOURCE, row) &&
         handle_ok(store, ST_COLUMN_TRIGGER_YOU, row) &&
         trigger_holder_ok(store, row);
}

/* Whether each row that an entity names as held names that entity. */
static bool trigger_holders_ok(const st_store *store, uint64_t held) {
  uint64_t count = 0;
  uint64_t top = st_scalar_get(store, ST_SCALAR_TRIGGER_TOP);
  for (uint32_t slot = 1; slot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
       slot++) {
    uint32_t row = st_pending_trigger_held_by(store, slot);
    if (row == 0) continue;
    if (row > top || st_get32(store, ST_COLUMN_TRIGGER_HOLDER, row) != slot) {
      return false;
    }
    count++;
  }
  return count == held;
}

static bool trigger_rows_ok(const st_store *store) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_TRIGGER_TOP);
  uint64_t used = 0;
  uint64_t held = 0;
  for (uint32_t row = 1; row <= top; row++) {
    bool is_used = st_pending_trigger_is_used(store, row);
    used += is_used;
    held += st_get32(store, ST_COLUMN_TRIGGER_HOLDER, row) != 0;
    if (is_used ? !trigger_row_ok(store, row)
                : !is_blank_row(store, ST_COLUMN_TRIGGER_PREV,
                                ST_COLUMN_TRIGGER_VARIABLES, row)) {
      return false;
    }
  }
  const row_links queue = {.first =
                               st_scalar_get(store, ST_SCALAR_TRIGGER_FIRST),
                           .last = st_scalar_get(store, ST_SCALAR_TRIGGER_LAST),
                           .next = ST_COLUMN_TRIGGER_NEXT,
                           .prev = ST_COLUMN_TRIGGER_PREV,
                           .used = ST_COLUMN_TRIGGER_STAMP,
                           .top = top};
  uint64_t queued = 0;
  uint64_t freed;
  return row_links_ok(store, &queue, &queued) && queued + held == used &&
         trigger_holders_ok(store, held) &&
         st_validate_free_list(store, ST_TABLE_TRIGGER, ST_COLUMN_TRIGGER_STAMP,
                               &freed) &&
         used + freed == top;
}

/* -- The log -- */

static bool log_row_ok(const st_store *store, uint64_t number, uint32_t row) {
  st_log_row r;
  bool kept = st_log_get(store, number, &r);
  return kept && r.count != 0 && (unsigned)r.what < ST_LOGGED_COUNT &&
         r.parent < number && r.action != 0 &&
         r.action <= st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED) + 1 &&
         handle_ok(store, ST_COLUMN_LOG_WHO, row) &&
         handle_ok(store, ST_COLUMN_LOG_SOURCE, row);
}

static bool log_ok(const st_store *store) {
  uint64_t capacity = st_scalar_get(store, ST_SCALAR_LOG_CAPACITY);
  uint64_t last = st_scalar_get(store, ST_SCALAR_LOG_LAST);
  uint64_t forgotten = st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN);
  if ((capacity & (capacity - 1)) != 0 || forgotten > last ||
      st_scalar_get(store, ST_SCALAR_LOG_TICK) > last ||
      last - forgotten > capacity ||
      capacity > st_log_max_capacity(last - forgotten) ||
      (capacity != 0 && capacity < ST_LOG_MIN_CAPACITY)) {
    return false;
  }
  for (uint64_t n = forgotten + 1; n <= last; n++) {
    if (!log_row_ok(store, n, st_log_row_index(n, capacity))) return false;
  }
  /* The slots of the next numbers are not in use. */
  for (uint64_t n = last + 1; n <= forgotten + capacity; n++) {
    if (!is_blank_row(store, ST_COLUMN_LOG_COUNT, ST_COLUMN_LOG_FIELDS,
                      st_log_row_index(n, capacity))) {
      return false;
    }
  }
  return true;
}

/* -- The open action: the rows of ACTION_VALUE are in the order in which
 *    world/tables/open_decision.c writes them -- */

typedef struct value_cursor {
  const st_store *store;
  uint64_t at, end; /* the next row, and the one after the last */
  strata_status status;
} value_cursor;

/* Whether the next `count` rows begin with `first`; advances past them. */
static bool take_rows_ok(value_cursor *c, uint32_t first, uint64_t count) {
  if (first != c->at || count > c->end - c->at) return false;
  c->at += count;
  return true;
}

static bool is_number_only(const st_store *store, uint32_t row) {
  return is_blank_row(store, ST_COLUMN_ACTION_VALUE_SYMBOL,
                      ST_COLUMN_ACTION_VALUE_OUTCOME, row);
}

/* 8 bytes of a text: NULs only at their end. *more: there are none, so the text
 * goes on in the next row. */
static bool text_bytes_ok(uint64_t word, bool *more) {
  bool ended = false;
  for (int b = 0; b < 8; b++) {
    bool nul = (word >> (8 * b) & 0xff) == 0;
    if (ended && !nul) return false;
    ended = nul;
  }
  *more = !ended;
  return true;
}

/* Whether a text begins in the next row, `first`; advances past it. 0: there is
 * no text. */
static bool decision_text_ok(value_cursor *c, uint32_t first) {
  if (first == 0) return true;
  bool more = true;
  if (first != c->at) return false;
  while (more) {
    if (c->at >= c->end) return false;
    uint32_t row = (uint32_t)c->at++;
    uint64_t word = st_get64(c->store, ST_COLUMN_ACTION_VALUE_NUMBER, row);
    if (!is_number_only(c->store, row) || !text_bytes_ok(word, &more)) {
      return false;
    }
  }
  return true;
}

static bool action_value_ok(const st_store *store, uint32_t row) {
  bool number = st_get64(store, ST_COLUMN_ACTION_VALUE_NUMBER, row) != 0;
  bool symbol = st_get32(store, ST_COLUMN_ACTION_VALUE_SYMBOL, row) != 0;
  uint32_t type = st_get32(store, ST_COLUMN_ACTION_VALUE_TYPE, row);
  return type <= STRATA_ABILITIES + 1 && !(number && symbol);
}

/* Whether `count` values from row `first` on are well-formed. Their texts lie
 * further on: see action_texts_ok. */
static bool action_values_ok(const st_store *store, uint32_t first,
                             uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!action_value_ok(store, first + i)) return false;
  }
  return true;
}

static bool action_texts_ok(value_cursor *c, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!decision_text_ok(
            c, st_get32(c->store, ST_COLUMN_ACTION_VALUE_TEXT, first + i)) ||
        !decision_text_ok(
            c, st_get32(c->store, ST_COLUMN_ACTION_VALUE_OUTCOME, first + i))) {
      return false;
    }
  }
  return true;
}

static bool request_ok(value_cursor *c) {
  const st_store *store = c->store;
  uint32_t count = st_decision_request_values(store);
  if (st_decision_request(store) == 0) {
    return count == 0 && st_decision_count(store) == 0 && c->end == 1;
  }
  return take_rows_ok(c, 1, count) && action_values_ok(store, 1, count) &&
         action_texts_ok(c, 1, count);
}

/* Read an answer back into arrays and check whether it is legal. */
static bool answer_legal(value_cursor *c, const st_decision *asked,
                         uint32_t decision) {
  st_mem *mem = c->store->mem;
  size_t count = asked->answer_count;
  bool chosen = asked->purpose != ST_PURPOSE_NUMBER &&
                asked->purpose != ST_PURPOSE_DIVIDE &&
                asked->purpose != ST_PURPOSE_ALLOCATE;
  int64_t *amounts = st_mem_zeroed(mem, count + 1, sizeof *amounts);
  uint32_t *options = st_mem_zeroed(mem, count + 1, sizeof *options);
  bool ok = amounts && options;
  if (!ok) c->status = STRATA_ENOMEM;
  for (uint32_t i = 0; ok && i < count; i++) {
    amounts[i] = st_decision_answer_at(c->store, decision, i);
    options[i] = (uint32_t)amounts[i];
    if (!chosen) continue;
    ok = amounts[i] >= 0 && amounts[i] < asked->option_count;
    if (i == 0 || (asked->flags & ST_DECISION_ORDERED)) continue;
    ok = ok && options[i - 1] < options[i];
  }
  const st_new_answer answer = {.decision = decision,
                                .options = chosen ? options : NULL,
                                .amounts = chosen ? NULL : amounts,
                                .count = count};
  strata_status status = STRATA_EINVAL;
  if (ok) status = st_decision_check_answer(c->store, asked, &answer, NULL);
  if (status == STRATA_ENOMEM) c->status = status;
  st_mem_free(mem, options, count + 1, sizeof *options);
  st_mem_free(mem, amounts, count + 1, sizeof *amounts);
  return status == STRATA_OK;
}

/* The rows that are reserved for an answer: the numbers of the answer, then
 * blank rows. */
static bool answer_rows_ok(value_cursor *c, const st_decision *asked,
                           uint32_t decision) {
  uint32_t first = st_get32(c->store, ST_COLUMN_DECISION_ANSWERS, decision);
  uint32_t capacity = st_decision_answer_capacity(asked);
  if (!take_rows_ok(c, first, capacity) || asked->answer_count > capacity) {
    return false;
  }
  for (uint32_t i = 0; i < capacity; i++) {
    if (!is_number_only(c->store, first + i)) return false;
    if (i >= asked->answer_count &&
        st_get64(c->store, ST_COLUMN_ACTION_VALUE_NUMBER, first + i) != 0) {
      return false;
    }
  }
  return true;
}

/* A concession, and what one has made void, have their answers. */
static bool is_never_asked(const st_decision *asked) {
  return asked->purpose == ST_PURPOSE_CONCEDE ||
         (asked->flags & ST_DECISION_VOID) != 0;
}

static bool decision_ok(value_cursor *c, uint32_t decision) {
  const st_store *store = c->store;
  st_decision asked = st_decision_get(store, decision);
  uint32_t options = st_get32(store, ST_COLUMN_DECISION_OPTIONS, decision);
  if ((unsigned)asked.purpose >= ST_PURPOSE_COUNT ||
      (is_never_asked(&asked) && !asked.answered) ||
      asked.flags > ST_DECISION_FLAG_MASK ||
      !st_decision_is_answerable(&asked) ||
      !take_rows_ok(c, options, asked.option_count) ||
      !action_values_ok(store, options, asked.option_count) ||
      !answer_rows_ok(c, &asked, decision) ||
      !decision_text_ok(c, asked.prompt) ||
      !action_texts_ok(c, options, asked.option_count)) {
    return false;
  }
  return !asked.answered || answer_legal(c, &asked, decision);
}

static bool open_action_ok(value_cursor *c) {
  if (!request_ok(c)) return false;
  uint32_t count = st_decision_count(c->store);
  for (uint32_t decision = 1; decision <= count; decision++) {
    if (!decision_ok(c, decision)) return false;
  }
  return c->at == c->end;
}

/* -- Chain overrides -- */

static bool override_row_ok(const st_store *store, uint32_t row) {
  strata_watcher_def def = st_get32(store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row);
  uint32_t owner = st_get32(store, ST_COLUMN_OVERRIDE_OWNER, row);
  uint64_t sequence = st_chain_override_sequence(store, row);
  bool ends = st_get64(store, ST_COLUMN_OVERRIDE_EXPIRES, row) != 0;
  bool timed = st_get32(store, ST_COLUMN_OVERRIDE_CLOCK, row) != 0;
  bool linked = st_get32(store, ST_COLUMN_OVERRIDE_TIMED_NEXT, row) != 0 ||
                st_get32(store, ST_COLUMN_OVERRIDE_TIMED_PREV, row) != 0;
  return st_chain_override_form_of(store, row) <= ST_CHAIN_OVERRIDE_REMOVED &&
         def != 0 &&
         st_watcher_def_get(store->rules, def)->role == STRATA_ROLE_HANDLE &&
         sequence != 0 &&
         sequence <= st_scalar_get(store, ST_SCALAR_OVERRIDE_SEQUENCE) &&
         ends == timed && (ends || !linked) &&
         (owner == 0 || is_known_slot(store, owner));
}

/* The list of one owner: newest first, each watcher definition once. The rows
 * are added to *listed. */
static bool override_list_ok(const st_store *store, uint32_t owner,
                             uint64_t *listed) {
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
    ++*listed;
    uint32_t def = st_get32(store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row);
    if (st_chain_override_find(store, owner, def) != row) return false;
    row = st_chain_override_next(store, row);
  }
  return true;
}

/* Overrides with an expiry are in one list. */
static bool timed_overrides_ok(const st_store *store, uint64_t timed) {
  const row_links list = {
      .first = st_scalar_get(store, ST_SCALAR_OVERRIDE_TIMED_FIRST),
      .next = ST_COLUMN_OVERRIDE_TIMED_NEXT,
      .prev = ST_COLUMN_OVERRIDE_TIMED_PREV,
      .used = ST_COLUMN_OVERRIDE_EXPIRES,
      .top = st_scalar_get(store, ST_SCALAR_OVERRIDE_TOP)};
  uint64_t length = 0;
  uint64_t last;
  return walk_row_links(store, &list, &length, &last) && length == timed;
}

bool st_validate_overrides(const st_store *store) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_OVERRIDE_TOP);
  uint64_t used = 0;
  uint64_t timed = 0;
  for (uint32_t row = 1; row <= top; row++) {
    bool is_used =
        st_chain_override_form_of(store, row) != ST_CHAIN_OVERRIDE_NONE;
    if (is_used ? !override_row_ok(store, row)
                : !is_blank_row(store, ST_COLUMN_OVERRIDE_FORM,
                                ST_COLUMN_OVERRIDE_NOTES, row)) {
      return false;
    }
    used += is_used;
    timed += st_get64(store, ST_COLUMN_OVERRIDE_EXPIRES, row) != 0;
  }
  uint64_t listed = 0;
  if (!override_list_ok(store, 0, &listed)) return false;
  for (uint32_t slot = 1; slot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
       slot++) {
    if (!override_list_ok(store, slot, &listed)) return false;
  }
  uint64_t freed;
  return listed == used &&
         used == st_scalar_get(store, ST_SCALAR_OVERRIDE_COUNT) &&
         timed_overrides_ok(store, timed) &&
         st_validate_free_list(store, ST_TABLE_OVERRIDE,
                               ST_COLUMN_OVERRIDE_FORM, &freed) &&
         used + freed == top;
}

/* -- All of it -- */

strata_status st_validate_play(const st_store *store) {
  value_cursor c = {.store = store,
                    .at = 1,
                    .end =
                        st_scalar_get(store, ST_SCALAR_ACTION_VALUE_TOP) + 1};
  bool ok =
      ids_ok(store) && watcher_rows_ok(store) && trigger_rows_ok(store) &&
      log_ok(store) && open_action_ok(&c) && st_validate_overrides(store) &&
      st_disabled_handler_rows_valid(store) && st_course_rows_valid(store);
  if (c.status) return c.status;
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}
