/* log.h - the log: what has happened, as rows with numbers. History, views and
 * explanations read it. */
#ifndef STRATA_WORLD_TABLES_EVENT_LOG_H
#define STRATA_WORLD_TABLES_EVENT_LOG_H

#include "world/objects/entity.h"
#include "world/store/notes.h"

/* What a row says. Append only: the numbers are part of the save format. */
typedef enum st_logged {
  ST_LOGGED_HAPPENED,
  ST_LOGGED_REPLACED,
  ST_LOGGED_PREVENTED,
  ST_LOGGED_REFUSED,
  ST_LOGGED_DROPPED,
  ST_LOGGED_TRIGGERED,
  ST_LOGGED_PLACED,
  ST_LOGGED_RESOLVED,
  ST_LOGGED_DECIDED,
  ST_LOGGED_LEFT_OUT,
  ST_LOGGED_HANDLED,
  ST_LOGGED_MISSED,
  ST_LOGGED_PASSED,
  ST_LOGGED_SKIPPED,
  ST_LOGGED_COUNT
} st_logged;

typedef struct st_new_log_row {
  st_logged what;
  uint32_t event_type, watcher_def; /* ids of the rules, or 0 */
  uint64_t parent;                  /* number of an earlier row, or 0 */
  strata_entity who, source;
  const st_note *fields; /* the others, by the keys of their names */
  uint32_t field_count;
  uint32_t count;   /* how many equal ones happen at once; from 1 */
  bool is_separate; /* does not join the row before it, though it equals it:
                 that one has been told to somebody */
} st_new_log_row;

typedef struct st_log_row {
  uint64_t number; /* from 1, in order, never given twice */
  uint64_t action; /* in which it happened: 1 for the first */
  uint64_t parent; /* may be of a row that is forgotten */
  st_logged what;
  uint32_t event_type, watcher_def;
  strata_entity who, source;
  uint32_t count;
  st_notes_head fields; /* a walk meets them as they were given */
} st_log_row;

/* What a row DECIDED says: notes with these keys, in this order. Its purpose,
 * and then for each option that was chosen its number, its value, by the type,
 * and the amount that it gets; for a number that alone. */
#define ST_DECIDED_MAP(X)                                                      \
  X(PURPOSE, INT, "purpose", "purpose")                                        \
  X(OPTION, INT, "option", "option")                                           \
  X(AMOUNT, INT, "amount", "amount")                                           \
  X(CHOSEN_INT, INT, "chosen", "chosen int")                                   \
  X(CHOSEN_FLAG, FLAG, "chosen", "chosen flag")                                \
  X(CHOSEN_REF, REF, "chosen", "chosen ref")                                   \
  X(CHOSEN_SYM, SYM, "chosen", "chosen sym")

typedef enum st_decided_field {
#define X(word, type, name, key) ST_DECIDED_##word,
  ST_DECIDED_MAP(X)
#undef X
      ST_DECIDED_FIELD_COUNT
} st_decided_field;

/* The key of one, what it is called, its type. */
uint64_t st_decided_key(st_decided_field word);
const char *st_decided_name(st_decided_field word);
strata_type st_decided_type(st_decided_field word);

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Write a row, or let the newest one count for more if it says the same of the
 * same action; the number of either. Cost O(fields), amortized. */
strata_status st_log_add(st_store *store, const st_new_log_row *desc,
                         uint64_t *number);

/* Let all rows before a number go. Cost O(them). */
strata_status st_log_forget(st_store *store, uint64_t before);

/* The number of the oldest row that comes after a number, 0 if there is none.
 * Cost O(1). */
uint64_t st_log_next(const st_store *store, uint64_t after);

/* The number of the newest row ever, 0 for none. */
static inline uint64_t st_log_last(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_LOG_LAST);
}

/* Read a row; false if it is forgotten or is yet to come. Cost O(1). */
bool st_log_get(const st_store *store, uint64_t number, st_log_row *out);

/* The ring has at least so many places, once it has any, and never more than
 * its rows warrant. */
#define ST_LOG_MIN_CAPACITY 64
static inline uint64_t st_log_max_capacity(uint64_t kept) {
  return 4 * kept > ST_LOG_MIN_CAPACITY ? 4 * kept : ST_LOG_MIN_CAPACITY;
}

/* Where a row with this number is. */
static inline uint32_t st_log_row_index(uint64_t number, uint64_t capacity) {
  assert(number != 0 && capacity != 0 && (capacity & (capacity - 1)) == 0);
  return 1 + (uint32_t)((number - 1) & (capacity - 1));
}

#endif
