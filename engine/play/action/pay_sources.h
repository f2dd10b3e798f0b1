/* pay_sources.h - the actions that may be done amid a PAY, and what they would
 * give. */
#ifndef STRATA_PLAY_ACTION_PAY_SOURCES_H
#define STRATA_PLAY_ACTION_PAY_SOURCES_H

#include "play/action/pay_model.h"
#include "play/execution/execution.h"

/* The limits of what is looked at: of one payment, and of one object. */
#define ST_PAY_MOST_OBJECTS       256
#define ST_PAY_MOST_YIELDS        64
#define ST_PAY_MOST_ANNOUNCEMENTS 4
#define ST_PAY_MOST_USES          16

/* A PAY that is being paid. */
typedef struct st_payment {
  uint32_t frame, at; /* of the PAY */
  strata_entity player;
  uint32_t kind_count;
  const strata_symbol *kinds;
  uint32_t apart; /* as bits: kinds that are spent by an event of their own, so
                     what gives others may take some of them */
  int64_t needed; /* so many units, in all */
} st_payment;

/* A way to use an object: one of its actions, with what it announces. */
typedef struct st_pay_way {
  strata_watcher_def def;
  uint32_t object;
  int64_t announced[ST_PAY_MOST_ANNOUNCEMENTS];
} st_pay_way;

/* An object, or a law, with what using it would give: by one way, or by several
 * ways one after the other if it can be used again. */
typedef struct st_pay_object {
  strata_entity subject; /* 0: a law without one, which has one definition */
  strata_watcher_def def;
  int64_t *yields;     /* a number of each kind, ST_PAY_MOST_YIELDS times */
  uint32_t *first_way; /* of each yield: the way that is used first */
  uint32_t yield_count;
} st_pay_object;

typedef struct st_pay_sources {
  st_pay_object *objects;
  uint32_t object_count;
  st_pay_way *ways;
  uint32_t way_count;
} st_pay_sources;

/* What the payer has of each kind; at least 0. */
strata_status st_pay_sources_pool(st_execution *exec, const st_payment *payment,
                                  int64_t *out);

/*
 * Find what the payer could use: each way is used and rolled back, so what it
 * gives is known exactly, whatever the rules make of it. Left out are ways that
 * ask something, run a handler, or pay from a pool themselves. The result is in
 * the arena. Cost that of using each way.
 */
strata_status st_pay_sources_find(st_execution *exec, const st_payment *payment,
                                  st_pay_sources *out);

/* Begin to use a way: its tasks are pushed. EREFUSED if it cannot be used. */
strata_status st_pay_sources_use(st_execution *exec, const st_payment *payment,
                                 strata_entity subject, const st_pay_way *way);

#endif
