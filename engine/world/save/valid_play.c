/*
 * valid.c - whether loaded rows of what happens fit together, and with the
 * world.
 *
 * As world/save/audit.c, which has looked at the notes already: what the rest
 * of the engine trusts is checked once, before a loaded world is handed out.
 * Every walk is bounded by the number of rows. Rows that are not in use are
 * blank.
 */
#include "world/save/valid_play.h"

#include "world/objects/fault.h"
#include "world/save/audit.h"
#include "world/save/valid_hook.h"
#include "world/tables/decision.h"
#include "world/tables/fired.h"
#include "world/tables/log.h"
#include "world/tables/watcher.h"

static uint64_t scalar(const st_store *store, st_scalar which) {
  return st_scalar_get(store, which);
}

static uint32_t cell(const st_store *store, uint32_t column, uint32_t row) {
  return st_get32(store, column, row);
}

/* All cells of a row in columns first .. last are 0. */
static bool is_blank(const st_store *store, uint32_t first, uint32_t last,
                     uint32_t row) {
  for (uint32_t c = first; c <= last; c++) {
    if (st_get_any(store, c, row) != 0) return false;
  }
  return true;
}

static bool handle_ok(const st_store *store, uint32_t column, uint32_t row) {
  return st_audit_handle(store, st_get64(store, column, row));
}

static bool stamp_ok(const st_store *store, uint32_t column, uint32_t row) {
  return st_get_split(store, column, row) <= scalar(store, ST_SCALAR_STAMP);
}

/* Ids are of the rules. A save has names in their place, so it cannot say
 * others; but what is followed is not to hang on how it was written. */
static bool ids_ok(const st_store *store) {
  for (uint32_t c = ST_COLUMN_NOTE_NEXT; c < ST_COLUMN_FIXED; c++) {
    const st_column *column = &store->columns[c];
    const st_names *names =
        st_meaning_names(store->rules, (st_meaning)column->meaning);
    if (!names) continue;
    for (uint32_t row = 1; row < store->capacity[column->table]; row++) {
      if (cell(store, c, row) > names->count) return false;
    }
  }
  return true;
}

/* A list of rows in use, linked both ways: from `first` to `last`. */
typedef struct list {
  uint64_t first, last;
  uint32_t next, prev, used; /* columns */
  uint64_t top;              /* rows of the table */
} list;

static bool list_ok(const st_store *store, const list *l, uint64_t *length) {
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

static bool watch_ok(const st_store *store, uint32_t slot) {
  bool ends = st_get64(store, ST_COLUMN_WATCH_EXPIRES, slot) != 0;
  /* One more than what is left, which is not negative. */
  uint64_t left = st_get_split(store, ST_COLUMN_WATCH_LEFT, slot);
  return stamp_ok(store, ST_COLUMN_WATCH_STAMP, slot) &&
         cell(store, ST_COLUMN_WATCH_CODE, slot) != 0 &&
         handle_ok(store, ST_COLUMN_WATCH_SOURCE, slot) &&
         handle_ok(store, ST_COLUMN_WATCH_YOU, slot) &&
         left <= (uint64_t)INT64_MAX + 1 &&
         (ends ? cell(store, ST_COLUMN_WATCH_CLOCK, slot) != 0
               : is_blank(store, ST_COLUMN_WATCH_TIMED_NEXT,
                          ST_COLUMN_WATCH_TIMED_PREV, slot)) &&
         cell(store, ST_COLUMN_WATCH_NEXT_FREE, slot) == 0;
}

/* Those that a clock ends are in its list, and nobody else. */
static bool timed_ok(const st_store *store, uint64_t timed) {
  uint64_t length = 0;
  uint32_t clocks = strata_rules_count(store->rules, STRATA_KIND_CLOCK);
  for (strata_clock clock = 1; clock <= clocks; clock++) {
    list l = {.first = cell(store, st_clock_watches(store->rules, clock), 1),
              .next = ST_COLUMN_WATCH_TIMED_NEXT,
              .prev = ST_COLUMN_WATCH_TIMED_PREV,
              .used = ST_COLUMN_WATCH_EXPIRES,
              .top = scalar(store, ST_SCALAR_WATCH_TOP)};
    uint32_t last = 0;
    uint64_t steps = 0;
    for (uint64_t slot = l.first; slot != 0;
         slot = cell(store, ST_COLUMN_WATCH_TIMED_NEXT, last)) {
      if (slot > l.top || ++steps > l.top) return false;
      last = (uint32_t)slot;
      if (cell(store, ST_COLUMN_WATCH_CLOCK, last) != clock) return false;
    }
    l.last = last;
    if (!list_ok(store, &l, &length)) return false;
  }
  return length == timed;
}

static bool watches_ok(const st_store *store) {
  const st_rows rows = {ST_TABLE_WATCH, ST_SCALAR_WATCH_TOP,
                        ST_SCALAR_WATCH_FREE, ST_COLUMN_WATCH_NEXT_FREE};
  uint64_t top = scalar(store, ST_SCALAR_WATCH_TOP);
  uint64_t used = 0;
  uint64_t timed = 0;
  uint64_t worn = 0;
  for (uint32_t slot = 1; slot <= top; slot++) {
    uint32_t ended = cell(store, ST_COLUMN_WATCH_ENDED, slot);
    bool is_used = st_watch_used(store, slot);
    if (ended > ST_WATCHES_MOST) return false;
    used += is_used;
    worn += !is_used && ended == ST_WATCHES_MOST;
    timed += st_get64(store, ST_COLUMN_WATCH_EXPIRES, slot) != 0;
    if (is_used ? !watch_ok(store, slot)
                : !is_blank(store, ST_COLUMN_WATCH_STAMP, ST_COLUMN_WATCH_PREV,
                            slot)) {
      return false;
    }
  }
  const list all = {.first = scalar(store, ST_SCALAR_WATCH_FIRST),
                    .last = scalar(store, ST_SCALAR_WATCH_LAST),
                    .next = ST_COLUMN_WATCH_NEXT,
                    .prev = ST_COLUMN_WATCH_PREV,
                    .used = ST_COLUMN_WATCH_STAMP,
                    .top = top};
  uint64_t length = 0;
  uint64_t freed;
  return list_ok(store, &all, &length) && length == used &&
         timed_ok(store, timed) &&
         st_audit_free_list(store, &rows, ST_COLUMN_WATCH_STAMP, &freed) &&
         used + worn + freed == top;
}

/* -- What has triggered -- */

static bool is_somebody(const st_store *store, uint32_t slot) {
  return slot != 0 && slot <= scalar(store, ST_SCALAR_ENTITY_TOP) &&
         (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) ||
          st_get_bit(store, ST_COLUMN_ENTITY_GONE, slot));
}

/* Nobody holds it, or somebody who says so, and then it is in no queue. */
static bool holder_ok(const st_store *store, uint32_t row) {
  uint32_t holder = cell(store, ST_COLUMN_FIRED_HOLDER, row);
  if (holder == 0) return true;
  return is_somebody(store, holder) && st_fired_of(store, holder) == row &&
         cell(store, ST_COLUMN_FIRED_NEXT, row) == 0 &&
         cell(store, ST_COLUMN_FIRED_PREV, row) == 0;
}

static bool fired_row_ok(const st_store *store, uint32_t row) {
  return stamp_ok(store, ST_COLUMN_FIRED_STAMP, row) &&
         cell(store, ST_COLUMN_FIRED_CODE, row) != 0 &&
         cell(store, ST_COLUMN_FIRED_COUNT, row) != 0 &&
         handle_ok(store, ST_COLUMN_FIRED_SOURCE, row) &&
         handle_ok(store, ST_COLUMN_FIRED_YOU, row) && holder_ok(store, row);
}

/* Whoever says that he holds a row does. */
static bool holders_ok(const st_store *store, uint64_t held) {
  uint64_t count = 0;
  uint64_t top = scalar(store, ST_SCALAR_FIRED_TOP);
  for (uint32_t slot = 1; slot <= scalar(store, ST_SCALAR_ENTITY_TOP); slot++) {
    uint32_t row = st_fired_of(store, slot);
    if (row == 0) continue;
    if (row > top || cell(store, ST_COLUMN_FIRED_HOLDER, row) != slot) {
      return false;
    }
    count++;
  }
  return count == held;
}

static bool fired_ok(const st_store *store) {
  const st_rows rows = st_fired_rows();
  uint64_t top = scalar(store, ST_SCALAR_FIRED_TOP);
  uint64_t used = 0;
  uint64_t held = 0;
  for (uint32_t row = 1; row <= top; row++) {
    bool is_used = st_fired_used(store, row);
    used += is_used;
    held += cell(store, ST_COLUMN_FIRED_HOLDER, row) != 0;
    if (is_used ? !fired_row_ok(store, row)
                : !is_blank(store, ST_COLUMN_FIRED_PREV, ST_COLUMN_FIRED_NOTES,
                            row)) {
      return false;
    }
  }
  const list queue = {.first = scalar(store, ST_SCALAR_FIRED_FIRST),
                      .last = scalar(store, ST_SCALAR_FIRED_LAST),
                      .next = ST_COLUMN_FIRED_NEXT,
                      .prev = ST_COLUMN_FIRED_PREV,
                      .used = ST_COLUMN_FIRED_STAMP,
                      .top = top};
  uint64_t queued = 0;
  uint64_t freed;
  return list_ok(store, &queue, &queued) && queued + held == used &&
         holders_ok(store, held) &&
         st_audit_free_list(store, &rows, ST_COLUMN_FIRED_STAMP, &freed) &&
         used + freed == top;
}

/* -- The log -- */

static bool log_row_ok(const st_store *store, uint64_t number, uint32_t row) {
  st_log_row r;
  bool kept = st_log_get(store, number, &r);
  return kept && r.count != 0 && (unsigned)r.what < ST_LOGGED_COUNT &&
         r.parent < number && r.action != 0 &&
         r.action <= scalar(store, ST_SCALAR_ACTIONS) + 1 &&
         handle_ok(store, ST_COLUMN_LOG_WHO, row) &&
         handle_ok(store, ST_COLUMN_LOG_SOURCE, row);
}

static bool log_ok(const st_store *store) {
  uint64_t room = scalar(store, ST_SCALAR_LOG_ROOM);
  uint64_t last = scalar(store, ST_SCALAR_LOG_LAST);
  uint64_t forgotten = scalar(store, ST_SCALAR_LOG_FORGOTTEN);
  if ((room & (room - 1)) != 0 || forgotten > last || last - forgotten > room ||
      room > st_log_most(last - forgotten) ||
      (room != 0 && room < ST_LOG_LEAST)) {
    return false;
  }
  for (uint64_t n = forgotten + 1; n <= last; n++) {
    if (!log_row_ok(store, n, st_log_place(n, room))) return false;
  }
  /* The numbers that come next would lie on what is not in use. */
  for (uint64_t n = last + 1; n <= forgotten + room; n++) {
    if (!is_blank(store, ST_COLUMN_LOG_COUNT, ST_COLUMN_LOG_NOTES,
                  st_log_place(n, room))) {
      return false;
    }
  }
  return true;
}

/* -- The open action: every row of WORD is where it is written -- */

typedef struct cursor {
  const st_store *store;
  uint64_t at, end; /* the next row, and the one after the last */
  strata_status status;
} cursor;

/* The next `count` rows, of which the first is said to be `first`. */
static bool rows_ok(cursor *c, uint32_t first, uint64_t count) {
  if (first != c->at || count > c->end - c->at) return false;
  c->at += count;
  return true;
}

static bool is_bytes(const st_store *store, uint32_t row) {
  return is_blank(store, ST_COLUMN_WORD_SYMBOL, ST_COLUMN_WORD_OUTCOME, row);
}

/* 8 bytes of a text: NULs, if any, at the end; *more if there are none. */
static bool bytes_ok(uint64_t word, bool *more) {
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
static bool text_ok(cursor *c, uint32_t first) {
  if (first == 0) return true;
  bool more = true;
  if (first != c->at) return false;
  while (more) {
    if (c->at >= c->end) return false;
    uint32_t row = (uint32_t)c->at++;
    uint64_t word = st_get64(c->store, ST_COLUMN_WORD_NUMBER, row);
    if (!is_bytes(c->store, row) || !bytes_ok(word, &more)) return false;
  }
  return true;
}

static bool word_ok(const st_store *store, uint32_t row) {
  bool number = st_get64(store, ST_COLUMN_WORD_NUMBER, row) != 0;
  bool symbol = cell(store, ST_COLUMN_WORD_SYMBOL, row) != 0;
  uint32_t type = cell(store, ST_COLUMN_WORD_TYPE, row);
  return type <= STRATA_ABILITIES + 1 && !(number && symbol);
}

/* Words and room for an answer come before the texts of the words. */
static bool words_ok(const st_store *store, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!word_ok(store, first + i)) return false;
  }
  return true;
}

static bool texts_ok(cursor *c, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!text_ok(c, cell(c->store, ST_COLUMN_WORD_TEXT, first + i)) ||
        !text_ok(c, cell(c->store, ST_COLUMN_WORD_OUTCOME, first + i))) {
      return false;
    }
  }
  return true;
}

static bool request_ok(cursor *c) {
  const st_store *store = c->store;
  uint32_t count = st_decision_words(store);
  if (st_decision_what(store) == 0) {
    return count == 0 && st_decision_count(store) == 0 && c->end == 1;
  }
  return rows_ok(c, 1, count) && words_ok(store, 1, count) &&
         texts_ok(c, 1, count);
}

/* Read an answer back into arrays, and ask whether it is legal. */
static bool answer_legal(cursor *c, const st_decision *asked,
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
  const st_decided answer = {.decision = decision,
                             .options = chosen ? options : NULL,
                             .amounts = chosen ? NULL : amounts,
                             .count = count};
  strata_status status = STRATA_EINVAL;
  if (ok) status = st_decision_check(c->store, asked, &answer, NULL);
  if (status == STRATA_ENOMEM) c->status = status;
  st_mem_free(mem, options, count + 1, sizeof *options);
  st_mem_free(mem, amounts, count + 1, sizeof *amounts);
  return status == STRATA_OK;
}

/* Room for an answer: numbers as far as there is one, and nothing else. */
static bool room_ok(cursor *c, const st_decision *asked, uint32_t decision) {
  uint32_t first = cell(c->store, ST_COLUMN_ASK_ANSWERS, decision);
  uint32_t room = st_decision_room(asked);
  if (!rows_ok(c, first, room) || asked->answer_count > room) return false;
  for (uint32_t i = 0; i < room; i++) {
    if (!is_bytes(c->store, first + i)) return false;
    if (i >= asked->answer_count &&
        st_get64(c->store, ST_COLUMN_WORD_NUMBER, first + i) != 0) {
      return false;
    }
  }
  return true;
}

static bool ask_ok(cursor *c, uint32_t decision) {
  const st_store *store = c->store;
  st_decision asked = st_decision_get(store, decision);
  uint32_t options = cell(store, ST_COLUMN_ASK_OPTIONS, decision);
  if ((unsigned)asked.purpose >= ST_PURPOSE_COUNT ||
      asked.flags > ST_DECISION_FLAGS || !st_decision_is_fair(&asked) ||
      !rows_ok(c, options, asked.option_count) ||
      !words_ok(store, options, asked.option_count) ||
      !room_ok(c, &asked, decision) || !text_ok(c, asked.prompt) ||
      !texts_ok(c, options, asked.option_count)) {
    return false;
  }
  return !asked.answered || answer_legal(c, &asked, decision);
}

static bool action_ok(cursor *c) {
  if (!request_ok(c)) return false;
  uint32_t count = st_decision_count(c->store);
  for (uint32_t decision = 1; decision <= count; decision++) {
    if (!ask_ok(c, decision)) return false;
  }
  return c->at == c->end;
}

/* -- All of it -- */

strata_status st_play_valid(const st_store *store) {
  cursor c = {
      .store = store, .at = 1, .end = scalar(store, ST_SCALAR_WORD_TOP) + 1};
  bool ok = ids_ok(store) && watches_ok(store) && fired_ok(store) &&
            log_ok(store) && action_ok(&c) && st_hooks_valid(store) &&
            st_faults_valid(store);
  if (c.status) return c.status;
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}
