/*
 * valid.c - whether loaded rows of what happens fit together, and with the
 * world.
 *
 * As world/save/validate_world.c, which has looked at the notes already: what
 * the rest of the engine trusts is checked once, before a loaded world is
 * handed out. Every walk is bounded by the number of rows. Rows that are not in
 * use are blank.
 */
#include "world/save/validate_play.h"

#include "world/objects/disabled_handlers.h"
#include "world/save/valid_hook.h"
#include "world/save/validate_world.h"
#include "world/tables/event_log.h"
#include "world/tables/open_decision.h"
#include "world/tables/pending_triggers.h"
#include "world/tables/started_watchers.h"

static uint64_t scalar(const st_store *store, st_scalar which) {
  return st_scalar_get(store, which);
}

static uint32_t cell(const st_store *store, uint32_t column, uint32_t row) {
  return st_get32(store, column, row);
}

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
  return st_get_split(store, column, row) <= scalar(store, ST_SCALAR_STAMP);
}

/* Ids are of the rules. A save has names in their place, so it cannot say
 * others; but what is followed is not to hang on how it was written. */
static bool ids_ok(const st_store *store) {
  for (uint32_t c = ST_COLUMN_NOTE_NEXT; c < ST_COLUMN_FIXED_COUNT; c++) {
    const st_column *column = &store->columns[c];
    const st_names *names =
        st_cell_content_names(store->rules, (st_cell_content)column->content);
    if (!names) continue;
    for (uint32_t row = 1; row < store->capacity[column->table]; row++) {
      if (cell(store, c, row) > names->count) return false;
    }
  }
  return true;
}

/* A list of rows in use, linked both ways: from `first` to `last`. */
typedef struct row_links {
  uint64_t first, last;
  uint32_t next, prev, used; /* columns */
  uint64_t top;              /* rows of the table */
} row_links;

static bool row_links_ok(const st_store *store, const row_links *l,
                         uint64_t *length) {
  uint64_t before = 0;
  uint64_t row = l->first;
  uint64_t count = 0;
  while (row != 0) {
    if (row > l->top || ++count > l->top ||
        st_get_any(store, l->used, (uint32_t)row) == 0 ||
        cell(store, l->prev, (uint32_t)row) != before) {
      return false;
    }
    before = row;
    row = cell(store, l->next, (uint32_t)row);
  }
  *length += count;
  return before == l->last;
}

/* -- Watchers -- */

static bool watcher_row_ok(const st_store *store, uint32_t slot) {
  bool ends = st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot) != 0;
  /* One more than what is left, which is not negative. */
  uint64_t left = st_get_split(store, ST_COLUMN_WATCHER_AMOUNT_LEFT, slot);
  return stamp_cell_ok(store, ST_COLUMN_WATCHER_STAMP, slot) &&
         cell(store, ST_COLUMN_WATCHER_DEF, slot) != 0 &&
         handle_ok(store, ST_COLUMN_WATCHER_SOURCE, slot) &&
         handle_ok(store, ST_COLUMN_WATCHER_YOU, slot) &&
         left <= (uint64_t)INT64_MAX + 1 &&
         (ends ? cell(store, ST_COLUMN_WATCHER_CLOCK, slot) != 0
               : is_blank_row(store, ST_COLUMN_WATCHER_TIMED_NEXT,
                              ST_COLUMN_WATCHER_TIMED_PREV, slot)) &&
         cell(store, ST_COLUMN_WATCHER_NEXT_FREE, slot) == 0;
}

/* Those that a clock ends are in its list, and nobody else. */
static bool timed_watchers_ok(const st_store *store, uint64_t timed) {
  uint64_t length = 0;
  uint32_t clocks = st_rules_count(store->rules, STRATA_NAME_CLOCK);
  for (strata_clock clock = 1; clock <= clocks; clock++) {
    row_links l = {
        .first = cell(store, st_clock_watchers_column(store->rules, clock), 1),
        .next = ST_COLUMN_WATCHER_TIMED_NEXT,
        .prev = ST_COLUMN_WATCHER_TIMED_PREV,
        .used = ST_COLUMN_WATCHER_EXPIRES,
        .top = scalar(store, ST_SCALAR_WATCHER_TOP)};
    uint32_t last = 0;
    uint64_t steps = 0;
    for (uint64_t slot = l.first; slot != 0;
         slot = cell(store, ST_COLUMN_WATCHER_TIMED_NEXT, last)) {
      if (slot > l.top || ++steps > l.top) return false;
      last = (uint32_t)slot;
      if (cell(store, ST_COLUMN_WATCHER_CLOCK, last) != clock) return false;
    }
    l.last = last;
    if (!row_links_ok(store, &l, &length)) return false;
  }
  return length == timed;
}

static bool watcher_rows_ok(const st_store *store) {
  const st_row_pool rows = {ST_TABLE_WATCHER, ST_SCALAR_WATCHER_TOP,
                            ST_SCALAR_WATCHER_FREE,
                            ST_COLUMN_WATCHER_NEXT_FREE};
  uint64_t top = scalar(store, ST_SCALAR_WATCHER_TOP);
  uint64_t used = 0;
  uint64_t timed = 0;
  uint64_t worn = 0;
  for (uint32_t slot = 1; slot <= top; slot++) {
    uint32_t ended = cell(store, ST_COLUMN_WATCHER_ENDED_COUNT, slot);
    bool is_used = st_started_watcher_is_used(store, slot);
    if (ended > ST_STARTED_WATCHER_ENDED_MAX) return false;
    used += is_used;
    worn += !is_used && ended == ST_STARTED_WATCHER_ENDED_MAX;
    timed += st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot) != 0;
    if (is_used ? !watcher_row_ok(store, slot)
                : !is_blank_row(store, ST_COLUMN_WATCHER_STAMP,
                                ST_COLUMN_WATCHER_PREV, slot)) {
      return false;
    }
  }
  const row_links all = {.first = scalar(store, ST_SCALAR_WATCHER_FIRST),
                         .last = scalar(store, ST_SCALAR_WATCHER_LAST),
                         .next = ST_COLUMN_WATCHER_NEXT,
                         .prev = ST_COLUMN_WATCHER_PREV,
                         .used = ST_COLUMN_WATCHER_STAMP,
                         .top = top};
  uint64_t length = 0;
  uint64_t freed;
  return row_links_ok(store, &all, &length) && length == used &&
         timed_watchers_ok(store, timed) &&
         st_validate_free_list(store, &rows, ST_COLUMN_WATCHER_STAMP, &freed) &&
         used + worn + freed == top;
}

/* -- What has triggered -- */

static bool is_known_slot(const st_store *store, uint32_t slot) {
  return slot != 0 && slot <= scalar(store, ST_SCALAR_ENTITY_TOP) &&
         (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) ||
          st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot));
}

/* Nobody holds it, or somebody who says so, and then it is in no queue. */
static bool trigger_holder_ok(const st_store *store, uint32_t row) {
  uint32_t holder = cell(store, ST_COLUMN_TRIGGER_HOLDER, row);
  if (holder == 0) return true;
  return is_known_slot(store, holder) &&
         st_pending_trigger_held_by(store, holder) == row &&
         cell(store, ST_COLUMN_TRIGGER_NEXT, row) == 0 &&
         cell(store, ST_COLUMN_TRIGGER_PREV, row) == 0;
}

static bool trigger_row_ok(const st_store *store, uint32_t row) {
  return stamp_cell_ok(store, ST_COLUMN_TRIGGER_STAMP, row) &&
         cell(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) != 0 &&
         cell(store, ST_COLUMN_TRIGGER_COUNT, row) != 0 &&
         handle_ok(store, ST_COLUMN_TRIGGER_SOURCE, row) &&
         handle_ok(store, ST_COLUMN_TRIGGER_YOU, row) &&
         trigger_holder_ok(store, row);
}

/* Whoever says that he holds a row does. */
static bool trigger_holders_ok(const st_store *store, uint64_t held) {
  uint64_t count = 0;
  uint64_t top = scalar(store, ST_SCALAR_TRIGGER_TOP);
  for (uint32_t slot = 1; slot <= scalar(store, ST_SCALAR_ENTITY_TOP); slot++) {
    uint32_t row = st_pending_trigger_held_by(store, slot);
    if (row == 0) continue;
    if (row > top || cell(store, ST_COLUMN_TRIGGER_HOLDER, row) != slot) {
      return false;
    }
    count++;
  }
  return count == held;
}

static bool trigger_rows_ok(const st_store *store) {
  const st_row_pool rows = st_pending_trigger_rows();
  uint64_t top = scalar(store, ST_SCALAR_TRIGGER_TOP);
  uint64_t used = 0;
  uint64_t held = 0;
  for (uint32_t row = 1; row <= top; row++) {
    bool is_used = st_pending_trigger_is_used(store, row);
    used += is_used;
    held += cell(store, ST_COLUMN_TRIGGER_HOLDER, row) != 0;
    if (is_used ? !trigger_row_ok(store, row)
                : !is_blank_row(store, ST_COLUMN_TRIGGER_PREV,
                                ST_COLUMN_TRIGGER_VARIABLES, row)) {
      return false;
    }
  }
  const row_links queue = {.first = scalar(store, ST_SCALAR_TRIGGER_FIRST),
                           .last = scalar(store, ST_SCALAR_TRIGGER_LAST),
                           .next = ST_COLUMN_TRIGGER_NEXT,
                           .prev = ST_COLUMN_TRIGGER_PREV,
                           .used = ST_COLUMN_TRIGGER_STAMP,
                           .top = top};
  uint64_t queued = 0;
  uint64_t freed;
  return row_links_ok(store, &queue, &queued) && queued + held == used &&
         trigger_holders_ok(store, held) &&
         st_validate_free_list(store, &rows, ST_COLUMN_TRIGGER_STAMP, &freed) &&
         used + freed == top;
}

/* -- The log -- */

static bool log_row_ok(const st_store *store, uint64_t number, uint32_t row) {
  st_log_row r;
  bool kept = st_log_get(store, number, &r);
  return kept && r.count != 0 && (unsigned)r.what < ST_LOGGED_COUNT &&
         r.parent < number && r.action != 0 &&
         r.action <= scalar(store, ST_SCALAR_ACTIONS_ENDED) + 1 &&
         handle_ok(store, ST_COLUMN_LOG_WHO, row) &&
         handle_ok(store, ST_COLUMN_LOG_SOURCE, row);
}

static bool log_ok(const st_store *store) {
  uint64_t room = scalar(store, ST_SCALAR_LOG_CAPACITY);
  uint64_t last = scalar(store, ST_SCALAR_LOG_LAST);
  uint64_t forgotten = scalar(store, ST_SCALAR_LOG_FORGOTTEN);
  if ((room & (room - 1)) != 0 || forgotten > last || last - forgotten > room ||
      room > st_log_max_capacity(last - forgotten) ||
      (room != 0 && room < ST_LOG_MIN_CAPACITY)) {
    return false;
  }
  for (uint64_t n = forgotten + 1; n <= last; n++) {
    if (!log_row_ok(store, n, st_log_row_index(n, room))) return false;
  }
  /* The numbers that come next would lie on what is not in use. */
  for (uint64_t n = last + 1; n <= forgotten + room; n++) {
    if (!is_blank_row(store, ST_COLUMN_LOG_COUNT, ST_COLUMN_LOG_FIELDS,
                      st_log_row_index(n, room))) {
      return false;
    }
  }
  return true;
}

/* -- The open action: every row of WORD is where it is written -- */

typedef struct value_cursor {
  const st_store *store;
  uint64_t at, end; /* the next row, and the one after the last */
  strata_status status;
} value_cursor;

/* The next `count` rows, of which the first is said to be `first`. */
static bool take_rows_ok(value_cursor *c, uint32_t first, uint64_t count) {
  if (first != c->at || count > c->end - c->at) return false;
  c->at += count;
  return true;
}

static bool is_number_only(const st_store *store, uint32_t row) {
  return is_blank_row(store, ST_COLUMN_ACTION_VALUE_SYMBOL,
                      ST_COLUMN_ACTION_VALUE_OUTCOME, row);
}

/* 8 bytes of a text: NULs, if any, at the end; *more if there are none. */
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

/* A text that is said to begin in a row; 0: there is none. */
static bool decision_text_ok(value_cursor *c, uint32_t first) {
  if (first == 0) return true;
  bool more = true;
  if (first != c->at) return false;
  while (more) {
    if (c->at >= c->end) return false;
    uint32_t row = (uint32_t)c->at++;
    uint64_t word = st_get64(c->store, ST_COLUMN_ACTION_VALUE_NUMBER, row);
    if (!is_number_only(c->store, row) || !text_bytes_ok(word, &more))
      return false;
  }
  return true;
}

static bool action_value_ok(const st_store *store, uint32_t row) {
  bool number = st_get64(store, ST_COLUMN_ACTION_VALUE_NUMBER, row) != 0;
  bool symbol = cell(store, ST_COLUMN_ACTION_VALUE_SYMBOL, row) != 0;
  uint32_t type = cell(store, ST_COLUMN_ACTION_VALUE_TYPE, row);
  return type <= STRATA_ABILITIES + 1 && !(number && symbol);
}

/* Words and room for an answer come before the texts of the words. */
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
            c, cell(c->store, ST_COLUMN_ACTION_VALUE_TEXT, first + i)) ||
        !decision_text_ok(
            c, cell(c->store, ST_COLUMN_ACTION_VALUE_OUTCOME, first + i))) {
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

/* Read an answer back into arrays, and ask whether it is legal. */
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

/* Room for an answer: numbers as far as there is one, and nothing else. */
static bool answer_rows_ok(value_cursor *c, const st_decision *asked,
                           uint32_t decision) {
  uint32_t first = cell(c->store, ST_COLUMN_DECISION_ANSWERS, decision);
  uint32_t room = st_decision_answer_capacity(asked);
  if (!take_rows_ok(c, first, room) || asked->answer_count > room) return false;
  for (uint32_t i = 0; i < room; i++) {
    if (!is_number_only(c->store, first + i)) return false;
    if (i >= asked->answer_count &&
        st_get64(c->store, ST_COLUMN_ACTION_VALUE_NUMBER, first + i) != 0) {
      return false;
    }
  }
  return true;
}

static bool decision_ok(value_cursor *c, uint32_t decision) {
  const st_store *store = c->store;
  st_decision asked = st_decision_get(store, decision);
  uint32_t options = cell(store, ST_COLUMN_DECISION_OPTIONS, decision);
  if ((unsigned)asked.purpose >= ST_PURPOSE_COUNT ||
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

/* -- All of it -- */

strata_status st_validate_play(const st_store *store) {
  value_cursor c = {.store = store,
                    .at = 1,
                    .end = scalar(store, ST_SCALAR_ACTION_VALUE_TOP) + 1};
  bool ok = ids_ok(store) && watcher_rows_ok(store) && trigger_rows_ok(store) &&
            log_ok(store) && open_action_ok(&c) &&
            st_validate_overrides(store) &&
            st_disabled_handler_rows_valid(store);
  if (c.status) return c.status;
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}
