/* pay_step.h - one step of a payment: what is needed, what there is, and what
 * could give more. */
#ifndef STRATA_PLAY_ACTION_PAY_STEP_H
#define STRATA_PLAY_ACTION_PAY_STEP_H

#include "play/action/pay_sources.h"

/* How far a payment is. In the arena, and never changed: a step that goes on
 * makes another one. */
struct st_pay_progress {
  bool is_auto;                   /* the payer wants no more questions */
  bool has_used;                  /* the last step used an action */
  bool is_spent;                  /* all is set aside, and its events happen */
  uint32_t outer_frame;           /* then: the frame that paid before, */
  strata_event_type outer_unpaid; /* and what did not pay there */
  const strata_entity *plan_subjects; /* what is used next, without a look at */
  const st_pay_way *plan;             /* what else there is */
  uint32_t plan_count, plan_at;
  /* As it was when the payment began, with the ways that were taken since. */
  int64_t needed[ST_MOST_PAY_NEEDS];
  int64_t eithers[ST_MOST_PAY_PARTS]; /* for how many no way is taken yet */
  int64_t units[ST_MOST_PAY_PARTS];   /* of each way of all eithers */
  int64_t aside[ST_MOST_PAY_KINDS];
  int64_t before[ST_MOST_PAY_KINDS]; /* the pool before that action was used */
};

typedef struct st_pay_step {
  st_execution *exec;
  st_payment payment;
  bool is_cost; /* of an action, which is given up if it cannot be paid */
  st_pay_progress now;
  st_pay_need needs[ST_MOST_PAY_NEEDS];
  st_pay_either eithers[ST_MOST_PAY_PARTS];
  uint8_t way_needs[ST_MOST_PAY_PARTS]; /* as `units` of the progress */
  int64_t pool[ST_MOST_PAY_KINDS];
  st_pay_sources sources;
  st_pay_source *model_sources;
  uint32_t *scratch; /* of the model */
  st_pay_model model;
} st_pay_step;

/* Begin a step: read who pays, what is needed, and what there is. How much is
 * needed is evaluated in the first step, as a cost is locked in before it is
 * paid (601.2f). */
strata_status st_pay_step_begin(st_pay_step *s, st_execution *exec);

/* The program of which the payment is a part. */
const st_program *st_pay_step_program(const st_pay_step *s);

/* Find what could be used, unless the pool alone will do; *can is whether the
 * rest can be paid. What is used by choice although the pool would do is used
 * before, as an action of its own; but where one of several ways is
 * `to_choose`, those that something else could give are known, too. ESUSPEND if
 * that cannot be told amid an attempt. */
strata_status st_pay_step_find(st_pay_step *s, bool to_choose, bool *can);

/* Whether what is known by now can be paid. */
static inline bool st_pay_step_can(st_pay_step *s) {
  return st_pay_model_can(&s->model, s->scratch);
}

/* Go on with the next step. */
strata_status st_pay_step_keep(st_pay_step *s);

#endif
