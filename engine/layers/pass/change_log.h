/* notice.h - which entities may be another than they were: for caches that hang
 * on what entities are, and would rather not look at all of them. */
#ifndef STRATA_LAYERS_PASS_CHANGE_LOG_H
#define STRATA_LAYERS_PASS_CHANGE_LOG_H

#include "layers/pass/pass.h"

/* What a reader wants to hear of, as bits. */
#define ST_CHANGE_LOG_OWN 1 /* whose value it is */
#define ST_CHANGE_LOG_OTHERS                                                   \
  2 /* that there is a change: somebody else reads it */
#define ST_CHANGE_LOG_VALUE 4 /* whose value it is, in a log of its own */

/* What is told in the first log. */
#define ST_CHANGE_LOG_ENTITIES (ST_CHANGE_LOG_OWN | ST_CHANGE_LOG_OTHERS)

/* In an item: it is the slot of a watcher that an action has started. */
#define ST_CHANGE_LOG_WATCHER UINT32_C(0x80000000)

/*
 * Items have numbers that only grow. A reader remembers up to which it has
 * read; readers do not know of each other. What nobody reads is let go of, and
 * whoever comes too late has to look at everybody.
 *
 * A notice says that something may have changed, also where a rollback puts it
 * back. It comes when a write is made, or when the evaluator is brought up to
 * date after it; so it is up to date itself when the evaluator is.
 */
typedef struct st_change_log {
  bool is_enabled; /* somebody listens */
  uint32_t *items;
  size_t count, capacity;
  uint64_t first_number; /* number of items[0] */
} st_change_log;

typedef struct st_change_logs {
  st_mem *mem;
  uint8_t *attrs; /* by attribute - 1: ST_NOTICE_ bits */
  uint32_t attr_count;
  st_change_log entities; /* of OWN */
  st_change_log values;   /* of VALUE: those who listen to the one need not hear
                             of the other. Who comes and goes is in both */
  uint64_t others_count;  /* changes that readers of others must hear of */
} st_change_logs;

void st_change_logs_init(st_change_logs *logs, st_mem *mem,
                         const strata_rules *rules);
void st_change_logs_fini(st_change_logs *logs);

/* From now on values of an attribute are noticed, and who comes, goes, or gets
 * another place or timestamp. False if there is no memory. */
bool st_change_logs_subscribe(st_change_logs *logs, strata_attr attr,
                              unsigned bits);

/* Who comes and goes, and watchers. */
static inline void st_change_logs_enable(st_change_logs *logs) {
  logs->entities.is_enabled = true;
}

static inline unsigned st_change_logs_subscribed(const st_change_logs *logs,
                                                 strata_attr attr) {
  return logs->attrs ? logs->attrs[attr - 1] : 0;
}

/* -- Telling -- */

/* A slot, or one of a watcher; in one log. */
void st_change_log_append(st_change_logs *logs, st_change_log *log,
                          uint32_t item);

/* Everybody may be another. */
void st_change_logs_all_changed(st_change_logs *logs);

/* Somebody has come, gone, or is at another place or of another time. */
static inline void st_change_logs_entity_changed(st_change_logs *logs,
                                                 uint32_t slot) {
  if (logs->values.is_enabled) st_change_log_append(logs, &logs->values, slot);
  if (!logs->entities.is_enabled) return;
  logs->others_count++;
  st_change_log_append(logs, &logs->entities, slot);
}

static inline void st_change_logs_watcher_changed(st_change_logs *logs,
                                                  uint32_t slot) {
  if (!logs->entities.is_enabled) return;
  st_change_log_append(logs, &logs->entities, slot | ST_CHANGE_LOG_WATCHER);
}

/* A value of somebody's. */
static inline void st_change_logs_value_changed(st_change_logs *logs,
                                                strata_attr attr,
                                                uint32_t slot) {
  unsigned bits = st_change_logs_subscribed(logs, attr);
  logs->others_count += (bits & ST_CHANGE_LOG_OTHERS) != 0;
  if (bits & ST_CHANGE_LOG_OWN)
    st_change_log_append(logs, &logs->entities, slot);
  if (bits & ST_CHANGE_LOG_VALUE)
    st_change_log_append(logs, &logs->values, slot);
}

/* Values of anybody. */
void st_change_logs_attr_changed(st_change_logs *logs, strata_attr attr);

/* What the board of a new pass has of an attribute that the board of the one
 * before it had otherwise. Cost O(classes). */
void st_change_logs_compare_boards(st_change_logs *logs, strata_attr attr,
                                   st_pass *old, st_pass *new);

/* -- Reading -- */

/* What has come to a log since `seen`, which becomes what is read now. False:
 * not all of that is known any more. They live until the next write. */
bool st_change_log_read_since(const st_change_log *log, uint64_t *seen,
                              const uint32_t **items, size_t *count);

#endif
