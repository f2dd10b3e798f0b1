/* watcher_buckets.h - watchers in buckets by event type, role and key. */
#ifndef STRATA_PLAY_INDEX_WATCHER_BUCKETS_H
#define STRATA_PLAY_INDEX_WATCHER_BUCKETS_H

#include "play/index/watcher_id.h"
#include "rules/model/watcher_def.h"

#define ST_ROLE_COUNT 10 /* roles; HANDLE is never in the index */

typedef struct st_watcher_candidate {
  st_watcher_id id;
  strata_entity self, you; /* the object that has the watcher, and the
                              controller of that object */
  strata_watcher_def watcher_def;
  uint32_t next;           /* the next candidate of the last find, or 0 */
  uint64_t started_handle; /* handle of the started watcher, or 0 */
  uint64_t stamp;
  int64_t key_value; /* for ST_WATCHER_KEY_EQUALS_EXPR, and under a text change:
                        the value that the field must have, or the symbol */
  uint32_t text; /* the text change that its ability is under, as a number of
                    eval->changed_texts; 0: none */
  int64_t *variables; /* of the definition's program, by place; owned by the
                         buckets */
  /* The rest belongs to the index. Candidates are ordered by timestamp; where
   * timestamps are equal, laws come first in the order of the rules, then
   * objects, then started watchers, and within one order group by slot
   * (`holder`) and by `place` in the holder's list. */
  uint32_t order_group, holder, place;
  uint32_t bucket;                         /* number of its bucket, or 0 */
  uint32_t prev_of_holder, next_of_holder; /* links of the holder's list; see
                                              watcher_index_update.c */
} st_watcher_candidate;

/* A group holds the watchers of one event type and role whose keys have one
 * form: they test the same field in the same way, so an event computes one
 * value and finds one bucket of the group. */
typedef struct st_watcher_bucket_group {
  uint8_t form;         /* st_watcher_key_kind */
  bool reads_others;    /* the key's value reads more than its own object */
  uint32_t field_place; /* index of the field in events of the type */
  strata_attr attr;
  /* the next group of the event type and role: number + 1, or 0 */
  uint32_t next;
  uint32_t first_bucket; /* number of its first bucket, or 0 */
  uint32_t count;        /* watchers in its buckets */
} st_watcher_bucket_group;

/* A bucket holds the watchers of one group whose keys have one value, as a
 * sorted array of candidate numbers. */
typedef struct st_watcher_bucket {
  uint32_t *items;
  size_t capacity;
  uint32_t count;
  uint32_t group;
  int64_t value;
  uint32_t next; /* next bucket of its hash chain, or of the free ones */
  /* links of the list of its group's buckets */
  uint32_t prev_of_group, next_of_group;
} st_watcher_bucket;

/*
 * Candidates and buckets have numbers from 1. Invariant: a bucket exists while
 * it has at least one candidate, so the table has no empty buckets.
 *
 * An event has few field values, so it looks up few buckets however many other
 * watchers there are.
 */
typedef struct st_watcher_buckets {
  st_mem *mem;
  const strata_rules *rules;
  st_watcher_candidate *items;
  size_t item_count, item_capacity;
  uint32_t free_item;
  st_watcher_bucket_group *groups;
  size_t group_count, group_capacity;
  uint32_t *group_of_def; /* by definition - 1: index of its group */
  uint32_t *first_group; /* by event type and role: the first group, number + 1,
                            or 0 */
  uint32_t *counts;      /* by event type and role: how many watchers */
  /* by event type: roles that some watcher has, as bits */
  uint16_t *roles_present;
  size_t type_count, def_count;
  st_watcher_bucket *buckets;
  size_t bucket_count, bucket_capacity;
  uint32_t free_bucket;
  uint32_t *table; /* hash chains of buckets: number of the first */
  size_t table_size, used_buckets;
  /* scratch of a find: the first candidate of each bucket found */
  uint32_t *chains;
  size_t chain_capacity;
} st_watcher_buckets;

void st_watcher_buckets_init(st_watcher_buckets *buckets, st_mem *mem,
                             const strata_rules *rules);
void st_watcher_buckets_fini(st_watcher_buckets *buckets);

/* Whether the value of a key reads other entities than its own object, so that
 * a change of any of them may change it. */
bool st_watcher_bucket_reads_others(const st_watcher_key *key);

/* Assign each watcher definition of the rules to its group. False if there is
 * no memory. */
bool st_watcher_buckets_prepare(st_watcher_buckets *buckets);

/* Free all candidates and buckets; groups stay. */
void st_watcher_buckets_clear(st_watcher_buckets *buckets);

/* Bytes of the tables, without the arrays that each bucket and candidate
 * owns. */
size_t st_watcher_buckets_bytes(const st_watcher_buckets *buckets);

static inline st_watcher_candidate *
st_watcher_buckets_get(const st_watcher_buckets *buckets, uint32_t n) {
  assert(n - 1u < buckets->item_count);
  return &buckets->items[n - 1];
}

/* The event type under which a definition is found, with aliases resolved; 0
 * for definitions that watch the state and not an event. */
static inline strata_event_type
st_watcher_buckets_event_type(const strata_rules *rules,
                              const st_watcher_def *def) {
  return def->event_type != 0
             ? st_event_type_get(rules, def->event_type)->unaliased
             : 0;
}

/* Copy a candidate, with zeroed variables; it is in no bucket yet. Returns its
 * number, or 0 if there is no memory. */
uint32_t st_watcher_buckets_new(st_watcher_buckets *buckets,
                                const st_watcher_candidate *candidate);

/* Free a candidate, and take it out of its bucket if it is in one. */
void st_watcher_buckets_free(st_watcher_buckets *buckets, uint32_t n);

/* Put a candidate into the bucket of its key, or take it out. Insert returns
 * false if there is no memory. Cost O(log bucket) to find the place, and O(1)
 * at the end of the bucket, where a candidate with a new timestamp goes; then
 * the entries behind it move. */
bool st_watcher_buckets_insert(st_watcher_buckets *buckets, uint32_t n);
void st_watcher_buckets_remove(st_watcher_buckets *buckets, uint32_t n);

/* Whether some watcher for an event type is found by a field: if not, events
 * that differ in that field alone have the same watchers. */
bool st_watcher_buckets_use_field(const st_watcher_buckets *buckets,
                                  strata_event_type type, uint32_t place);

/* The order of candidates: timestamp, order group, holder, place. */
bool st_watcher_buckets_is_before(const st_watcher_candidate *a,
                                  const st_watcher_candidate *b);

/* Merge sort of candidate numbers in that order; `spare` has the same length.
 */
void st_watcher_buckets_sort(const st_watcher_buckets *buckets, uint32_t *all,
                             uint32_t *spare, size_t count);

/*
 * Find the candidates in some roles whose keys fit an event of a type, in
 * order; *first is 0 if there are none, and the others follow by `next` until
 * the next find. `words` are the event's fields, or NULL where they are not
 * known: then every key fits. A field that names an entity that is not alive
 * fits every key about the symbols of that entity, as its values are not in the
 * store.
 *
 * Cost O(fields + words of sets + found log buckets).
 */
strata_status st_watcher_buckets_find(st_watcher_buckets *buckets,
                                      st_eval *eval, strata_event_type type,
                                      const int64_t *words, unsigned roles,
                                      uint32_t *first);

#endif
