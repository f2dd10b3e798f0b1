/* notice.h - which entities may be another than they were: for caches that hang
 * on what entities are, and would rather not look at all of them. */
#ifndef STRATA_NOTICE_H
#define STRATA_NOTICE_H

#include "layers/pass/pass.h"

/* What a reader wants to hear of, as bits. */
#define ST_NOTICE_OWN   1 /* whose value it is */
#define ST_NOTICE_FAR   2 /* that there is a change: somebody else reads it */
#define ST_NOTICE_VALUE 4 /* whose value it is, in a log of its own */

/* What is told in the first log. */
#define ST_NOTICE_LOG (ST_NOTICE_OWN | ST_NOTICE_FAR)

/* In an item: it is the slot of a watcher that an action has started. */
#define ST_NOTICE_WATCH UINT32_C(0x80000000)

/*
 * Items have numbers that only grow. A reader remembers up to which it has
 * read; readers do not know of each other. What nobody reads is let go of, and
 * whoever comes too late has to look at everybody.
 *
 * A notice says that something may have changed, also where a rollback puts it
 * back. It comes when a write is made, or when the evaluator is brought up to
 * date after it; so it is up to date itself when the evaluator is.
 */
typedef struct st_notice_log {
  bool on; /* somebody listens */
  uint32_t *items;
  size_t count, capacity;
  uint64_t first; /* number of items[0] */
} st_notice_log;

typedef struct st_notice {
  st_mem *mem;
  uint8_t *attrs; /* by attribute - 1: ST_NOTICE_ bits */
  uint32_t attr_count;
  st_notice_log log;    /* of OWN */
  st_notice_log values; /* of VALUE: those who listen to the one need not hear
                           of the other. Who comes and goes is in both */
  uint64_t far;         /* changes that readers of others must hear of */
} st_notice;

void st_notice_init(st_notice *notice, st_mem *mem, const strata_rules *rules);
void st_notice_fini(st_notice *notice);

/* From now on values of an attribute are noticed, and who comes, goes, or gets
 * another place or timestamp. False if there is no memory. */
bool st_notice_listen(st_notice *notice, strata_attr attr, unsigned bits);

/* Who comes and goes, and watchers. */
static inline void st_notice_begin(st_notice *notice) {
  notice->log.on = true;
}

static inline unsigned st_notice_of(const st_notice *notice, strata_attr attr) {
  return notice->attrs ? notice->attrs[attr - 1] : 0;
}

/* -- Telling -- */

/* A slot, or one of a watcher; in one log. */
void st_notice_add(st_notice *notice, st_notice_log *log, uint32_t item);

/* Everybody may be another. */
void st_notice_all(st_notice *notice);

/* Somebody has come, gone, or is at another place or of another time. */
static inline void st_notice_entity(st_notice *notice, uint32_t slot) {
  if (notice->values.on) st_notice_add(notice, &notice->values, slot);
  if (!notice->log.on) return;
  notice->far++;
  st_notice_add(notice, &notice->log, slot);
}

static inline void st_notice_watch(st_notice *notice, uint32_t slot) {
  if (!notice->log.on) return;
  st_notice_add(notice, &notice->log, slot | ST_NOTICE_WATCH);
}

/* A value of somebody's. */
static inline void st_notice_value(st_notice *notice, strata_attr attr,
                                   uint32_t slot) {
  unsigned bits = st_notice_of(notice, attr);
  notice->far += (bits & ST_NOTICE_FAR) != 0;
  if (bits & ST_NOTICE_OWN) st_notice_add(notice, &notice->log, slot);
  if (bits & ST_NOTICE_VALUE) st_notice_add(notice, &notice->values, slot);
}

/* Values of anybody. */
void st_notice_values(st_notice *notice, strata_attr attr);

/* What the board of a new pass has of an attribute that the board of the one
 * before it had otherwise. Cost O(classes). */
void st_notice_boards(st_notice *notice, strata_attr attr, st_pass *old,
                      st_pass *new);

/* -- Reading -- */

/* What has come to a log since `seen`, which becomes what is read now. False:
 * not all of that is known any more. They live until the next write. */
bool st_notice_since(const st_notice_log *log, uint64_t *seen,
                     const uint32_t **items, size_t *count);

#endif
