/* legal_ways.h - how many ways there are to do what a player may do, and one of
 * them by chance. */
#ifndef STRATA_PLAY_ACTION_LEGAL_WAYS_H
#define STRATA_PLAY_ACTION_LEGAL_WAYS_H

#include "play/action/legal_actions.h"

/* So many ways are looked at one by one unless a caller says otherwise. */
#define ST_WAYS_LOOKED_AT 4096

typedef struct st_ways {
  uint64_t count;
  bool at_least; /* there may be more */
} st_ways;

/*
 * A way is an action with all that it announces. Choices that nothing later
 * reads, neither a choice nor the cost, multiply what follows; the ways through
 * all others are looked at one by one, at most `most` of them, and of a number
 * the 256 least values.
 *
 * Count the ways to do the action of a request, with what is given; or, of a
 * request without an action, all that its player may do. EREFUSED with the
 * reason if the action cannot be done.
 */
strata_status st_legal_ways_count(st_execution *exec,
                                  const st_action_request *request,
                                  uint64_t most, st_ways *out);

/* One way. */
typedef struct st_legal_way {
  strata_watcher_def def; /* 0: nothing can be done */
  strata_entity subject;
  uint32_t frame;  /* its choices are bound there */
  uint64_t asked;  /* which choices are made, by number */
  bool is_uniform; /* every way was as likely */
} st_legal_way;

/*
 * Take one of the ways that st_legal_ways_count counts, by a stream of random
 * numbers. Where the count is exact, each way is as likely as any other. Where
 * it is "at least", an action is taken first, each as likely, and then what it
 * announces, choice by choice.
 */
strata_status st_legal_ways_take(st_execution *exec,
                                 const st_action_request *request,
                                 uint64_t most, uint64_t *random,
                                 st_legal_way *out);

#endif
