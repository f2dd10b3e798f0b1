/* event_log.h - the log of what happened, as numbered rows of state. History,
 * player views and explanations read it. */
#ifndef STRATA_WORLD_TABLES_EVENT_LOG_H
#define STRATA_WORLD_TABLES_EVENT_LOG_H

#include "world/objects/entity.h"
#include "world/store/notes.h"

/* The type of a row. Append only: the numbers are part of the save format. */
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
  ST_LOGGED_ACTED,
  ST_LOGGED_COUNT
} st_logged;

typedef struct st_new_log_row {
  st_logged what;
  uint32_t event_type, watcher_def; /* ids of the rules, or 0 */
  uint64_t parent;                  /* number of an earlier row, or 0 */
  strata_entity who, source;
  const st_note *fields; /* further fields of the event, by st_note_key */
  uint32_t field_count;
  uint32_t count; /* how many equal events happen at once; from 1 */
} st_new_log_row;

typedef struct st_log_row {
  uint64_t number; /* from 1, in order, never used twice */
  uint64_t action; /* number of the action in which it happened, from 1 */
  uint64_t parent; /* number of a row, which may be forgotten */
  st_logged what;
  uint32_t event_type, watcher_def;
  strata_entity who, source;
  uint32_t count;
  st_notes_head fields; /* a walk meets them in the order of st_log_add */
} st_log_row;

/* The fields of a DECIDED row, as notes in this order: the purpose; then for
 * each chosen option its index, its value (under the key of its type) and the
 * amount assigned to it. For a decision of purpose NUMBER the number, as an
 * amount, follows the purpose. */
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

/* The note key of a field, its name for scripts, and its type. */
uint64_t st_decided_key(st_decided_field field);
const char *st_decided_name(st_decided_field field);
strata_type st_decided_type(st_decided_field field);

/* -- Writing. On failure the caller undoes to its savepoint. -- */

/* Add a row; or, if the newest row is equal and of the same action, add to its
 * count. *number is the number of the row. Cost O(fields), amortized. */
strata_status st_log_add(st_store *store, const st_new_log_row *desc,
                         uint64_t *number);

/* Forget all rows before a number. Cost O(rows forgotten). */
strata_status st_log_forget(st_store *store, uint64_t before);

/* A clock has ticked: if rows leave by it (strata_log_lasts), note how far the
 * log goes. */
strata_status st_log_note_tick(st_store *store, strata_clock clock);

/* The number of the first row that stays when the action that is going on ends,
 * as the rules say (strata_log_lasts): it forgets all before it. Its own rows
 * stay. Cost O(rows that go). */
uint64_t st_log_first_lasting(const st_store *store);

/* The number of the oldest kept row after a number, 0 if there is none. Cost
 * O(1). */
uint64_t st_log_next(const st_store *store, uint64_t after);

/* The number of the newest row ever added, 0 for none. */
static inline uint64_t st_log_last(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_LOG_LAST);
}

/* Read a row; false if it is forgotten or does not exist yet. Cost O(1). */
bool st_log_get(const st_store *store, uint64_t number, st_log_row *out);

/* The capacity of the ring: 0, or at least ST_LOG_MIN_CAPACITY and at most
 * st_log_max_capacity for the rows that it keeps. */
#define ST_LOG_MIN_CAPACITY 64
static inline uint64_t st_log_max_capacity(uint64_t kept) {
  return 4 * kept > ST_LOG_MIN_CAPACITY ? 4 * kept : ST_LOG_MIN_CAPACITY;
}

/* The slot of the row with this number, in a ring of this capacity. */
static inline uint32_t st_log_row_index(uint64_t number, uint64_t capacity) {
  assert(number != 0 && capacity != 0 && (capacity & (capacity - 1)) == 0);
  return 1 + (uint32_t)((number - 1) & (capacity - 1));
}

#endif
