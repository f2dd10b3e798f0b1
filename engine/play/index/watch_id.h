/* watch_id.h - who a watcher is, for as long as there is one; and who has been
 * applied to an event. */
#ifndef STRATA_WATCH_ID_H
#define STRATA_WATCH_ID_H

#include "layers/update/evaluate.h"

/*
 * What a watcher is called, the same in every pass, fork and save: what an
 * object has by its own ability, by somebody else's, and what was started are
 * told apart, and so are two equal abilities of one object.
 */
typedef struct st_watch_id {
  uint64_t object;  /* handle of whose it is, or of the watch; 0: of all */
  uint64_t giver;   /* 0: it is printed, or was started */
  strata_code code; /* what it says */
  uint32_t ordinal; /* of the ability, among what its giver gave */
  uint32_t place;   /* of the code, among what the ability says */
  bool started;     /* `object` is a watch */
  uint64_t hash;    /* of all this, for tables of one run; not 0 */
} st_watch_id;

/* `instance` is in the current list of the slot, and says `code` at `place`. */
st_watch_id st_watch_id_of_ability(const st_eval *eval, uint32_t slot,
                                   const st_instance *instance,
                                   strata_code code, uint32_t place);
st_watch_id st_watch_id_of_law(const st_eval *eval, uint32_t law,
                               uint32_t holder, strata_code code,
                               uint32_t place);
st_watch_id st_watch_id_of_started(uint64_t watch, strata_code code);
/* Of what a program of somebody's lets trigger (603.12). */
st_watch_id st_watch_id_of_deed(strata_entity self, strata_code code);

/* The same of another object: of one that is as that one is. */
st_watch_id st_watch_id_of_other(const st_watch_id *id, uint64_t object);

static inline bool st_watch_id_same(const st_watch_id *a,
                                    const st_watch_id *b) {
  return a->hash == b->hash && a->object == b->object && a->giver == b->giver &&
         a->code == b->code && a->ordinal == b->ordinal &&
         a->place == b->place && a->started == b->started;
}

/* For what is kept in saves: it goes by the names of what the rules say, not by
 * their numbers. Never 0. */
uint64_t st_watch_id_key(const st_watch_id *id, const strata_rules *rules);

/*
 * Sets of watchers that were applied to an event: each begins as what its
 * parent has, and goes on by itself. Sets have numbers from 1; 0 is empty.
 */
typedef struct st_marked {
  st_watch_id id;
  uint32_t set;
} st_marked;

typedef struct st_lineage {
  st_mem *mem;
  uint32_t *parents; /* by set - 1 */
  size_t set_count, set_capacity;
  st_marked *items;
  size_t count, capacity;
  uint32_t *table; /* of items, their place + 1; open addressing */
  size_t table_size;
} st_lineage;

void st_lineage_init(st_lineage *lineage, st_mem *mem);
void st_lineage_fini(st_lineage *lineage);
void st_lineage_empty(st_lineage *lineage);

/* Forget the sets and what was added after there were so many of either. */
void st_lineage_cut(st_lineage *lineage, size_t sets, size_t items);

/* A new set; 0 if there is no memory. The parent gets no more from now on. */
uint32_t st_lineage_begin(st_lineage *lineage, uint32_t parent);

/* False if there is no memory. */
bool st_lineage_add(st_lineage *lineage, uint32_t set, const st_watch_id *id);

/* Cost O(sets on the way to the first one). */
bool st_lineage_has(const st_lineage *lineage, uint32_t set,
                    const st_watch_id *id);

#endif
