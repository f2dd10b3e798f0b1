/* keyed.h - watchers in lists by what they are found by: the kind of event, the
 * role, and the key of their code. */
#ifndef STRATA_PLAY_INDEX_WATCHER_BUCKETS_H
#define STRATA_PLAY_INDEX_WATCHER_BUCKETS_H

#include "play/index/watcher_id.h"
#include "rules/model/watcher_def.h"

#define ST_ROLE_COUNT 8

typedef struct st_watcher_candidate {
  st_watcher_id id;
  strata_entity self, you; /* whose it is; that one's controller */
  strata_watcher_def watcher_def;
  uint32_t next;           /* the next one that was found, or 0 */
  uint64_t started_handle; /* the handle of what was started, or 0 */
  uint64_t stamp;
  int64_t key_value;  /* ST_WATCHER_KEY_EQUALS_EXPR: what the field must be */
  int64_t *variables; /* of the code's program, by place; owned */
  /* The rest is the index's own. Where stamps are equal: laws in their order,
   * then objects, then what was started; of those by slot, and by place. */
  uint32_t order_group, holder, place;
  uint32_t bucket;                         /* in which it is, or 0 */
  uint32_t prev_of_holder, next_of_holder; /* of the same holder */
} st_watcher_candidate;

/* The form of the keys of some codes of one kind and role. */
typedef struct st_watcher_bucket_group {
  uint8_t form;         /* st_watcher_key_kind */
  bool reads_others;    /* the value hangs on more than whose it is */
  uint32_t field_place; /* its place in the kind's events */
  strata_attr attr;
  uint32_t next;         /* of the kind and role, number + 1 */
  uint32_t first_bucket; /* of its lists, number */
  uint32_t count;        /* watchers */
} st_watcher_bucket_group;

/* All watchers of one group of keys and one value, in order. */
typedef struct st_watcher_bucket {
  uint32_t *items;
  size_t capacity;
  uint32_t count;
  uint32_t group;
  int64_t value;
  uint32_t next; /* in its chain of the table, or of free ones */
  uint32_t prev_of_group, next_of_group; /* of its group */
} st_watcher_bucket;

/*
 * Watchers and lists have numbers from 1. A list is there as long as somebody
 * is in it. An event is of few values, so it looks up few lists, whoever else
 * watches.
 */
typedef struct st_watcher_buckets {
  st_mem *mem;
  const strata_rules *rules;
  st_watcher_candidate *items;
  size_t item_count, item_capacity;
  uint32_t free_item;
  st_watcher_bucket_group *groups;
  size_t group_count, group_capacity;
  uint32_t *group_of_def;  /* by code - 1 */
  uint32_t *first_group;   /* by kind and role: the first group, number + 1 */
  uint32_t *counts;        /* likewise: watchers */
  uint16_t *roles_present; /* by kind: roles that somebody has, as bits */
  size_t type_count, def_count;
  st_watcher_bucket *buckets;
  size_t bucket_count, bucket_capacity;
  uint32_t free_bucket;
  uint32_t *table; /* chains of lists by hash */
  size_t table_size, used_buckets;
  uint32_t *chains; /* scratch: the lists that an event finds */
  size_t chain_capacity;
} st_watcher_buckets;

void st_watcher_buckets_init(st_watcher_buckets *buckets, st_mem *mem,
                             const strata_rules *rules);
void st_watcher_buckets_fini(st_watcher_buckets *buckets);

/* Whether the value that a field must be hangs on others than whose it is. */
bool st_watcher_bucket_reads_others(const st_watcher_key *key);

/* The groups of all codes. False if there is no memory. */
bool st_watcher_buckets_prepare(st_watcher_buckets *buckets);

/* Let go of all watchers. */
void st_watcher_buckets_clear(st_watcher_buckets *buckets);

/* What its tables take, without what each list and watcher has of its own. */
size_t st_watcher_buckets_bytes(const st_watcher_buckets *buckets);

static inline st_watcher_candidate *
st_watcher_buckets_get(const st_watcher_buckets *buckets, uint32_t n) {
  assert(n - 1u < buckets->item_count);
  return &buckets->items[n - 1];
}

/* The kind under which a code is found; STATE: 0. */
static inline strata_event_type
st_watcher_buckets_event_type(const strata_rules *rules,
                              const st_watcher_def *def) {
  return def->event_type != 0
             ? st_event_type_get(rules, def->event_type)->unaliased
             : 0;
}

/* A watcher that is in no list yet, with room for its names; 0 if there is no
 * memory. */
uint32_t st_watcher_buckets_new(st_watcher_buckets *buckets,
                                const st_watcher_candidate *candidate);

/* Let go of one, in a list or not. */
void st_watcher_buckets_free(st_watcher_buckets *buckets, uint32_t n);

/* Put one into the list of its key, or out of it. False if there is no memory.
 * Cost O(log list) to find the place; none if it is the last one. */
bool st_watcher_buckets_insert(st_watcher_buckets *buckets, uint32_t n);
void st_watcher_buckets_remove(st_watcher_buckets *buckets, uint32_t n);

/* Whether anybody who watches for a kind is found by a field. */
bool st_watcher_buckets_use_field(const st_watcher_buckets *buckets,
                                  strata_event_type type, uint32_t place);

/* Whether one stands before another. */
bool st_watcher_buckets_is_before(const st_watcher_candidate *a,
                                  const st_watcher_candidate *b);

/*
 * The first of those whose key fits an event of a kind, by their `next`; 0 if
 * there is none. `words` are its fields; NULL if it has none. Whoever is named
 * by a field and not alive may fulfil any key about him.
 * Cost O(fields + words of sets + found log lists).
 */
strata_status st_watcher_buckets_find(st_watcher_buckets *buckets,
                                      st_eval *eval, strata_event_type type,
                                      const int64_t *words, unsigned roles,
                                      uint32_t *first);

#endif
