/*
 * change_log.c - logs of entities that may have changed.
 *
 * Items are kept in the order of their coming. When there are CHANGE_LOG_MAX,
 * the older half is dropped: a reader that reads often never misses one, and a
 * reader that has missed thousands is faster when it looks at all entities.
 */
#include "layers/pass/change_log.h"

#include <string.h>

#define CHANGE_LOG_MAX (1 << 14)

void st_change_logs_init(st_change_logs *logs, st_mem *mem,
                         const strata_rules *rules) {
  *logs = (st_change_logs){.mem = mem,
                           .attr_count = st_attr_count(rules),
                           .entities = {.first_number = 1},
                           .values = {.first_number = 1},
                           .others_count = 1};
}

void st_change_logs_fini(st_change_logs *logs) {
  if (!logs->mem) return;
  st_mem_free(logs->mem, logs->attrs, logs->attrs ? logs->attr_count : 0,
              sizeof(uint8_t));
  st_mem_free(logs->mem, logs->entities.items, logs->entities.capacity,
              sizeof(uint32_t));
  st_mem_free(logs->mem, logs->values.items, logs->values.capacity,
              sizeof(uint32_t));
  *logs = (st_change_logs){0};
}

bool st_change_logs_subscribe(st_change_logs *logs, strata_attr attr,
                              unsigned bits) {
  if (!logs->attrs) {
    logs->attrs = st_mem_zeroed(logs->mem, logs->attr_count, 1);
    if (!logs->attrs) return false;
  }
  logs->attrs[attr - 1] |= (uint8_t)bits;
  logs->values.is_enabled =
      logs->values.is_enabled || (bits & ST_CHANGE_LOG_VALUE) != 0;
  return true;
}

/* -- Logging -- */

/* Skip a number, so that every reader has missed an item. */
static void drop_log_items(st_change_log *log) {
  log->first_number += log->count + 1;
  log->count = 0;
}

void st_change_logs_all_changed(st_change_logs *logs) {
  drop_log_items(&logs->entities);
  drop_log_items(&logs->values);
  logs->others_count++;
}

static bool reserve_log_item(st_mem *mem, st_change_log *log) {
  if (log->count < CHANGE_LOG_MAX) {
    return st_mem_reserve(mem, &log->items, &log->capacity, log->count + 1,
                          sizeof log->items[0]);
  }
  size_t kept = log->count / 2;
  size_t gone = log->count - kept;
  memmove(log->items, log->items + gone, kept * sizeof log->items[0]);
  log->count = kept;
  log->first_number += gone;
  return true;
}

void st_change_log_append(st_change_logs *logs, st_change_log *log,
                          uint32_t item) {
  if (!reserve_log_item(logs->mem, log)) {
    drop_log_items(log);
    logs->others_count++;
    return;
  }
  log->items[log->count++] = item;
}

void st_change_logs_append_value(st_change_logs *logs, strata_attr attr,
                                 uint32_t item) {
  st_change_log_append(logs, &logs->values, item);
  logs->attr_end[(attr - 1) % 64] =
      logs->values.first_number + logs->values.count;
}

void st_change_logs_attr_changed(st_change_logs *logs, strata_attr attr) {
  unsigned bits = st_change_logs_subscribed(logs, attr);
  logs->others_count += (bits & ST_CHANGE_LOG_ENTITIES) != 0;
  if (bits & ST_CHANGE_LOG_ENTITIES) drop_log_items(&logs->entities);
  if (bits & ST_CHANGE_LOG_VALUE) {
    st_change_logs_append_value(logs, attr, attr | ST_CHANGE_LOG_ATTR);
  }
}

/* -- Comparing two passes -- */

typedef struct board_comparison {
  st_pass *old, *new;
  uint64_t before, after; /* the ability lists that were compared last */
  bool known, same;
} board_comparison;

/* Whether a unit of one pass and a unit of another are the same clause in
 * force. */
static bool is_same_layer_unit(const st_layer_unit *a, const st_layer_unit *b) {
  return a->kind == b->kind && a->object == b->object &&
         a->effect == b->effect && a->index == b->index &&
         a->serial == b->serial &&
         st_ability_instance_same(&a->instance, &b->instance);
}

static bool is_same_ability_instance(const board_comparison *c,
                                     const st_ability_instance *a,
                                     const st_ability_instance *b) {
  if (a->ability != b->ability || a->origin != b->origin ||
      a->forbidden != b->forbidden ||
      !st_text_change_same(&c->old->lists, a->text_change, &c->new->lists,
                           b->text_change) ||
      a->ordinal != b->ordinal || a->stamp != b->stamp) {
    return false;
  }
  if (a->giver == 0 || b->giver == 0) return a->giver == b->giver;
  return is_same_layer_unit(&c->old->units[a->giver - 1],
                            &c->new->units[b->giver - 1]);
}

static bool is_same_ability_list(const board_comparison *c, uint64_t before,
                                 uint64_t after) {
  uint32_t count;
  uint32_t other;
  const st_ability_instance *a =
      st_ability_list_items(&c->old->lists, before, &count);
  const st_ability_instance *b =
      st_ability_list_items(&c->new->lists, after, &other);
  if (count != other) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_same_ability_instance(c, &a[i], &b[i])) return false;
  }
  return true;
}

/* Many entities have the same list, so the last comparison is remembered. */
static bool are_lists_same_cached(board_comparison *c, uint64_t before,
                                  uint64_t after) {
  if (c->known && c->before == before && c->after == after) return c->same;
  c->before = before;
  c->after = after;
  c->known = true;
  c->same = is_same_ability_list(c, before, after);
  return c->same;
}

/* Whether a class has the same value of an attribute on both boards. */
static bool is_same_board_value(board_comparison *c, strata_attr attr,
                                uint32_t class) {
  uint64_t before = 0;
  uint64_t after = 0;
  if (st_board_get(&c->old->board, attr, class, &before) ||
      st_board_get(&c->new->board, attr, class, &after)) {
    return false;
  }
  if (c->new->rules->attrs[attr - 1].type != STRATA_ABILITIES) {
    return before == after;
  }
  return are_lists_same_cached(c, before, after);
}

void st_change_logs_compare_boards(st_change_logs *logs, strata_attr attr,
                                   st_pass *old, st_pass *new) {
  const st_classes *classes = new->classes;
  if (st_change_logs_subscribed(logs, attr) == 0) return;
  board_comparison c = {.old = old, .new = new};
  bool comparable = old->classes_serial == new->classes_serial;
  if (old->words != new->words) comparable = false;
  if (new->rules->attrs[attr - 1].type == STRATA_SET) comparable = false;
  if (!st_class_key_is_complete(classes, attr)) comparable = false;
  for (uint32_t w = 0; comparable && w < new->words; w++) {
    for (uint64_t live = st_class_live(classes, w); live; live &= live - 1) {
      uint32_t class = w * 64 + st_lowest_bit(live);
      if (is_same_board_value(&c, attr, class)) continue;
      uint32_t slot = st_class_sole_slot(classes, class);
      comparable = comparable && slot != 0;
      if (slot != 0) st_change_logs_value_changed(logs, attr, slot);
    }
  }
  if (!comparable) st_change_logs_attr_changed(logs, attr);
}

/* -- Reading -- */

bool st_change_log_read_since(const st_change_log *log, uint64_t *seen,
                              const uint32_t **items, size_t *count) {
  uint64_t from = *seen;
  *seen = log->first_number + log->count;
  *items = NULL;
  *count = 0;
  if (from < log->first_number) return false;
  *count = (size_t)(*seen - from);
  if (*count > 0) *items = log->items + (from - log->first_number);
  return true;
}

uint64_t st_change_logs_attrs_since(const st_change_logs *logs, uint64_t seen) {
  if (seen == logs->values.first_number + logs->values.count) return 0;
  uint64_t attrs = logs->entity_end > seen ? UINT64_MAX : 0;
  for (uint32_t i = 0; i < 64; i++) {
    attrs |= (uint64_t)(logs->attr_end[i] > seen) << i;
  }
  return attrs;
}

bool st_change_log_is_about_all(const uint32_t *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (items[i] & ST_CHANGE_LOG_ATTR) return true;
  }
  return false;
}
