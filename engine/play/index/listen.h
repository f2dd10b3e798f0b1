/* listen.h - who is to be asked whether an event sets them off. */
#ifndef STRATA_LISTEN_H
#define STRATA_LISTEN_H

#include "play/index/index.h"

/*
 * Whom an index finds holds until somebody is looked for in it again, which
 * those who are asked may do. So they are written down here first, a range for
 * each who asks.
 */
typedef enum st_ears {
  ST_EARS_BACK,       /* triggers that look back (603.10) */
  ST_EARS_AFTER,      /* those that do not */
  ST_EARS_UNTIL_BACK, /* ends of durations, likewise */
  ST_EARS_UNTIL,
  ST_EARS_MORE, /* what lets triggers trigger more often, or not at all */
  ST_EARS_NEVER
} st_ears;

typedef struct st_listen {
  st_index *index;
  uint32_t *heard; /* items of the index */
  size_t heard_count, heard_capacity;
} st_listen;

void st_listen_init(st_listen *listen, st_index *index);
void st_listen_fini(st_listen *listen);

/*
 * Those of such ears who may be meant by an event of a kind with these words:
 * items of the index, by timestamp, at `heard` from its end on. They are not
 * judged yet. Who has done with them sets heard_count back. Cost: a look into
 * the index, and O(those found).
 */
strata_status st_listen_find(st_listen *listen, strata_event_kind kind,
                             const int64_t *words, st_ears ears);

#endif
