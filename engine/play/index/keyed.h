/* keyed.h - watchers in lists by what they are found by: the kind of event, the
 * role, and the key of their code. */
#ifndef STRATA_KEYED_H
#define STRATA_KEYED_H

#include "play/index/watch_id.h"
#include "rules/model/code.h"

#define ST_ROLE_COUNT 8

typedef struct st_found {
  st_watch_id id;
  strata_entity self, you; /* whose it is; that one's controller */
  strata_code code;
  uint32_t next;  /* the next one that was found, or 0 */
  uint64_t watch; /* the handle of what was started, or 0 */
  uint64_t stamp;
  int64_t key;    /* ST_KEY_IS: what the field must be */
  int64_t *names; /* of the code's program, by place; owned */
  /* The rest is the index's own. Where stamps are equal: laws in their order,
   * then objects, then what was started; of those by slot, and by place. */
  uint32_t group, holder, place;
  uint32_t list;          /* in which it is, or 0 */
  uint32_t before, after; /* of the same holder */
} st_found;

/* The form of the keys of some codes of one kind and role. */
typedef struct st_key_group {
  uint8_t form;   /* st_key_form */
  bool far;       /* the value hangs on more than whose it is */
  uint32_t field; /* its place in the kind's events */
  strata_attr attr;
  uint32_t next;  /* of the kind and role, number + 1 */
  uint32_t first; /* of its lists, number */
  uint32_t count; /* watchers */
} st_key_group;

/* All watchers of one group of keys and one value, in order. */
typedef struct st_key_list {
  uint32_t *items;
  size_t capacity;
  uint32_t count;
  uint32_t group;
  int64_t value;
  uint32_t next;          /* in its chain of the table, or of free ones */
  uint32_t before, after; /* of its group */
} st_key_list;

/*
 * Watchers and lists have numbers from 1. A list is there as long as somebody
 * is in it. An event is of few values, so it looks up few lists, whoever else
 * watches.
 */
typedef struct st_keyed {
  st_mem *mem;
  const strata_rules *rules;
  st_found *items;
  size_t item_count, item_capacity;
  uint32_t free_item;
  st_key_group *groups;
  size_t group_count, group_capacity;
  uint32_t *group_of;  /* by code - 1 */
  uint32_t *groups_of; /* by kind and role: the first group, number + 1 */
  uint32_t *counts;    /* likewise: watchers */
  uint16_t *present;   /* by kind: roles that somebody has, as bits */
  size_t kinds, codes;
  st_key_list *lists;
  size_t list_count, list_capacity;
  uint32_t free_list;
  uint32_t *table; /* chains of lists by hash */
  size_t table_size, used_lists;
  uint32_t *chains; /* scratch: the lists that an event finds */
  size_t chain_capacity;
} st_keyed;

void st_keyed_init(st_keyed *keyed, st_mem *mem, const strata_rules *rules);
void st_keyed_fini(st_keyed *keyed);

/* Whether the value that a field must be hangs on others than whose it is. */
bool st_key_is_far(const st_key *key);

/* The groups of all codes. False if there is no memory. */
bool st_keyed_prepare(st_keyed *keyed);

/* Let go of all watchers. */
void st_keyed_empty(st_keyed *keyed);

/* What its tables take, without what each list and watcher has of its own. */
size_t st_keyed_bytes(const st_keyed *keyed);

static inline st_found *st_keyed_at(const st_keyed *keyed, uint32_t n) {
  assert(n - 1u < keyed->item_count);
  return &keyed->items[n - 1];
}

/* The kind under which a code is found; STATE: 0. */
static inline strata_event_kind st_keyed_kind(const strata_rules *rules,
                                              const st_code *code) {
  return code->kind != 0 ? st_kind_get(rules, code->kind)->of : 0;
}

/* A watcher that is in no list yet, with room for its names; 0 if there is no
 * memory. */
uint32_t st_keyed_take(st_keyed *keyed, const st_found *found);

/* Let go of one, in a list or not. */
void st_keyed_give(st_keyed *keyed, uint32_t n);

/* Put one into the list of its key, or out of it. False if there is no memory.
 * Cost O(log list) to find the place; none if it is the last one. */
bool st_keyed_put(st_keyed *keyed, uint32_t n);
void st_keyed_take_out(st_keyed *keyed, uint32_t n);

/* Whether anybody who watches for a kind is found by a field. */
bool st_keyed_asks(const st_keyed *keyed, strata_event_kind kind,
                   uint32_t place);

/* Whether one stands before another. */
bool st_keyed_before(const st_found *a, const st_found *b);

/*
 * The first of those whose key fits an event of a kind, by their `next`; 0 if
 * there is none. `words` are its fields; NULL if it has none. Whoever is named
 * by a field and not alive may fulfil any key about him.
 * Cost O(fields + words of sets + found log lists).
 */
strata_status st_keyed_find(st_keyed *keyed, st_eval *eval,
                            strata_event_kind kind, const int64_t *words,
                            unsigned roles, uint32_t *first);

#endif
