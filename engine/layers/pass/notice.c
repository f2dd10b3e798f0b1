/*
 * notice.c - which entities may be another than they were.
 *
 * Items are kept in the order of their coming. When there are too many, the
 * older half of them is forgotten: who reads often never misses any, and a
 * reader that has missed thousands is faster if it looks at everybody.
 */
#include "layers/pass/notice.h"

#include <string.h>

#define ITEMS_MOST (1 << 14)

void st_notice_init(st_notice *notice, st_mem *mem, const strata_rules *rules) {
  *notice = (st_notice){.mem = mem,
                        .attr_count = st_attr_count(rules),
                        .log = {.first = 1},
                        .values = {.first = 1},
                        .far = 1};
}

void st_notice_fini(st_notice *notice) {
  if (!notice->mem) return;
  st_mem_free(notice->mem, notice->attrs,
              notice->attrs ? notice->attr_count : 0, sizeof(uint8_t));
  st_mem_free(notice->mem, notice->log.items, notice->log.capacity,
              sizeof(uint32_t));
  st_mem_free(notice->mem, notice->values.items, notice->values.capacity,
              sizeof(uint32_t));
  *notice = (st_notice){0};
}

bool st_notice_listen(st_notice *notice, strata_attr attr, unsigned bits) {
  if (!notice->attrs) {
    notice->attrs = st_mem_zeroed(notice->mem, notice->attr_count, 1);
    if (!notice->attrs) return false;
  }
  notice->attrs[attr - 1] |= (uint8_t)bits;
  notice->values.on = notice->values.on || (bits & ST_NOTICE_VALUE) != 0;
  return true;
}

/* -- Telling -- */

/* Nobody has read this far, so everybody has missed something. */
static void miss(st_notice_log *log) {
  log->first += log->count + 1;
  log->count = 0;
}

void st_notice_all(st_notice *notice) {
  miss(&notice->log);
  miss(&notice->values);
  notice->far++;
}

void st_notice_values(st_notice *notice, strata_attr attr) {
  unsigned bits = st_notice_of(notice, attr);
  notice->far += (bits & ST_NOTICE_LOG) != 0;
  if (bits & ST_NOTICE_LOG) miss(&notice->log);
  if (bits & ST_NOTICE_VALUE) miss(&notice->values);
}

static bool make_room(st_mem *mem, st_notice_log *log) {
  if (log->count < ITEMS_MOST) {
    return st_mem_reserve(mem, &log->items, &log->capacity, log->count + 1,
                          sizeof log->items[0]);
  }
  size_t kept = log->count / 2;
  size_t gone = log->count - kept;
  memmove(log->items, log->items + gone, kept * sizeof log->items[0]);
  log->count = kept;
  log->first += gone;
  return true;
}

void st_notice_add(st_notice *notice, st_notice_log *log, uint32_t item) {
  if (!make_room(notice->mem, log)) {
    miss(log);
    notice->far++;
    return;
  }
  log->items[log->count++] = item;
}

/* -- Two passes -- */

typedef struct comparing {
  st_pass *old, *new;
  uint64_t before, after; /* the lists that were compared last */
  bool known, same;
} comparing;

/* Whether two units, of one pass each, are one and the same. */
static bool is_same_unit(const st_unit *a, const st_unit *b) {
  return a->kind == b->kind && a->object == b->object &&
         a->effect == b->effect && a->index == b->index &&
         a->serial == b->serial && st_instance_same(&a->instance, &b->instance);
}

static bool is_same_instance(const comparing *c, const st_instance *a,
                             const st_instance *b) {
  if (a->ability != b->ability || a->origin != b->origin ||
      a->banned != b->banned || a->subst != b->subst ||
      a->ordinal != b->ordinal || a->stamp != b->stamp) {
    return false;
  }
  if (a->giver == 0 || b->giver == 0) return a->giver == b->giver;
  return is_same_unit(&c->old->units[a->giver - 1],
                      &c->new->units[b->giver - 1]);
}

static bool is_same_list(const comparing *c, uint64_t before, uint64_t after) {
  uint32_t count;
  uint32_t other;
  const st_instance *a = st_list_items(&c->old->lists, before, &count);
  const st_instance *b = st_list_items(&c->new->lists, after, &other);
  if (count != other) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_same_instance(c, &a[i], &b[i])) return false;
  }
  return true;
}

/* Many have the same list, so what was compared last is remembered. */
static bool are_alike(comparing *c, uint64_t before, uint64_t after) {
  if (c->known && c->before == before && c->after == after) return c->same;
  c->before = before;
  c->after = after;
  c->known = true;
  c->same = is_same_list(c, before, after);
  return c->same;
}

/* Whether a class has the same of an attribute on both boards. */
static bool is_same_value(comparing *c, strata_attr attr, uint32_t class) {
  uint64_t before = 0;
  uint64_t after = 0;
  if (st_board_get(&c->old->board, attr, class, &before) ||
      st_board_get(&c->new->board, attr, class, &after)) {
    return false;
  }
  if (c->new->rules->attrs[attr - 1].type != STRATA_ABILITIES) {
    return before == after;
  }
  return are_alike(c, before, after);
}

void st_notice_boards(st_notice *notice, strata_attr attr, st_pass *old,
                      st_pass *new) {
  const st_classes *classes = new->classes;
  if (st_notice_of(notice, attr) == 0) return;
  comparing c = {.old = old, .new = new};
  bool comparable = old->of_classes == new->of_classes &&
                    old->words ==
                        new->words &&new->rules->attrs[attr - 1].type !=
                        STRATA_SET &&st_class_knows(classes, attr);
  for (uint32_t w = 0; comparable && w < new->words; w++) {
    for (uint64_t live = st_class_live(classes, w); live; live &= live - 1) {
      uint32_t class = w * 64 + st_lowest_bit(live);
      if (is_same_value(&c, attr, class)) continue;
      uint32_t slot = st_class_slot(classes, class);
      comparable = comparable && slot != 0;
      if (slot != 0) st_notice_value(notice, attr, slot);
    }
  }
  if (!comparable) st_notice_values(notice, attr);
}

/* -- Reading -- */

bool st_notice_since(const st_notice_log *log, uint64_t *seen,
                     const uint32_t **items, size_t *count) {
  uint64_t from = *seen;
  *seen = log->first + log->count;
  *items = NULL;
  *count = 0;
  if (from < log->first) return false;
  *count = (size_t)(*seen - from);
  if (*count > 0) *items = log->items + (from - log->first);
  return true;
}
