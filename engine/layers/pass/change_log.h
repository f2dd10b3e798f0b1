/* change_log.h - logs of entities that may have changed, for caches that depend
 * on entities and must not scan all of them. */
#ifndef STRATA_LAYERS_PASS_CHANGE_LOG_H
#define STRATA_LAYERS_PASS_CHANGE_LOG_H

#include "layers/pass/pass.h"

/* What a reader of an attribute subscribes to, as bits. OWN: the entity is
 * logged in `entities`. OTHERS: others_count is raised, because values of other
 * entities hang on this one. VALUE: the entity is logged in `values`. */
#define ST_CHANGE_LOG_OWN    1
#define ST_CHANGE_LOG_OTHERS 2
#define ST_CHANGE_LOG_VALUE  4

/* What concerns the log `entities`. */
#define ST_CHANGE_LOG_ENTITIES (ST_CHANGE_LOG_OWN | ST_CHANGE_LOG_OTHERS)

/* In an item: it is the slot of a started watcher, not of an entity. */
#define ST_CHANGE_LOG_WATCHER UINT32_C(0x80000000)

/* In an item of the log `values`: values of the attribute that the other bits
 * number may have changed, of any entity. */
#define ST_CHANGE_LOG_ATTR UINT32_C(0x80000000)

/*
 * Items have numbers that only grow. A reader remembers the number up to which
 * it has read; readers do not know of each other. Old items are dropped, and a
 * reader that needs dropped items must look at all entities.
 *
 * An item says that an entity may have changed; a rollback that restores it is
 * logged as well. Items are added by writes and by the refresh of the evaluator
 * that follows them, so a log is complete when the evaluator is up to date.
 */
typedef struct st_change_log {
  bool is_enabled; /* false: nothing is logged, as nothing reads it */
  uint32_t *items;
  size_t count, capacity;
  uint64_t first_number; /* the number of items[0] */
} st_change_log;

typedef struct st_change_logs {
  st_mem *mem;
  /* by attribute - 1: ST_CHANGE_LOG_ bits; NULL: no subscription */
  uint8_t *attrs;
  uint32_t attr_count;
  st_change_log entities; /* items for OWN */
  /* items for VALUE: a log of its own, so that its readers need not skip items
   * for OWN. Entities that enter or leave the world are in both. */
  st_change_log values;
  /* The number behind the newest item of `values` that is about an attribute,
   * by its bit as in st_rw_mask, and behind the newest about an entity as a
   * whole. */
  uint64_t attr_end[64], entity_end;
  /* raised by each change that readers with OTHERS must act on */
  uint64_t others_count;
} st_change_logs;

void st_change_logs_init(st_change_logs *logs, st_mem *mem,
                         const strata_rules *rules);
void st_change_logs_fini(st_change_logs *logs);

/* Subscribe to changes of an attribute, and to entities that enter or leave the
 * world or get another place or timestamp. False if there is no memory. */
bool st_change_logs_subscribe(st_change_logs *logs, strata_attr attr,
                              unsigned bits);

/* Log entities that enter or leave the world, and watchers. */
static inline void st_change_logs_enable(st_change_logs *logs) {
  logs->entities.is_enabled = true;
}

static inline unsigned st_change_logs_subscribed(const st_change_logs *logs,
                                                 strata_attr attr) {
  return logs->attrs ? logs->attrs[attr - 1] : 0;
}

/* -- Logging -- */

/* Append an item to one log: a slot, or one with ST_CHANGE_LOG_WATCHER. */
void st_change_log_append(st_change_logs *logs, st_change_log *log,
                          uint32_t item);

/* Append an item about one attribute to the log `values`. */
void st_change_logs_append_value(st_change_logs *logs, strata_attr attr,
                                 uint32_t item);

/* Every entity may have changed. */
void st_change_logs_all_changed(st_change_logs *logs);

/* An entity has entered or left the world, or has another place or
 * timestamp. */
static inline void st_change_logs_entity_changed(st_change_logs *logs,
                                                 uint32_t slot) {
  if (logs->values.is_enabled) {
    st_change_log_append(logs, &logs->values, slot);
    logs->entity_end = logs->values.first_number + logs->values.count;
  }
  if (!logs->entities.is_enabled) return;
  logs->others_count++;
  st_change_log_append(logs, &logs->entities, slot);
}

static inline void st_change_logs_watcher_changed(st_change_logs *logs,
                                                  uint32_t slot) {
  if (!logs->entities.is_enabled) return;
  st_change_log_append(logs, &logs->entities, slot | ST_CHANGE_LOG_WATCHER);
}

/* A value of one entity may have changed. */
static inline void st_change_logs_value_changed(st_change_logs *logs,
                                                strata_attr attr,
                                                uint32_t slot) {
  unsigned bits = st_change_logs_subscribed(logs, attr);
  logs->others_count += (bits & ST_CHANGE_LOG_OTHERS) != 0;
  if (bits & ST_CHANGE_LOG_OWN) {
    st_change_log_append(logs, &logs->entities, slot);
  }
  if (bits & ST_CHANGE_LOG_VALUE) {
    st_change_logs_append_value(logs, attr, slot);
  }
}

/* Values of an attribute may have changed, of any entity. */
void st_change_logs_attr_changed(st_change_logs *logs, strata_attr attr);

/* Log the values of an attribute that differ between the boards of two passes.
 * Cost O(classes). */
void st_change_logs_compare_boards(st_change_logs *logs, strata_attr attr,
                                   st_pass *old, st_pass *new);

/* -- Reading -- */

/* Get the items that were logged since `seen`, and advance `seen` to the
 * end. False if some of them were dropped. The items are valid until the
 * next write. */
bool st_change_log_read_since(const st_change_log *log, uint64_t *seen,
                              const uint32_t **items, size_t *count);

/* The attributes, as in st_rw_mask, that the items of `values` since `seen` are
 * about; all of them if one is about an entity as a whole. */
uint64_t st_change_logs_attrs_since(const st_change_logs *logs, uint64_t seen);

/* Whether one of some items of the log `values` is about any entity. */
bool st_change_log_is_about_all(const uint32_t *items, size_t count);

#endif
