/* pay_options.h - what may be paid next, and asking the payer for it. */
#ifndef STRATA_PLAY_ACTION_PAY_OPTIONS_H
#define STRATA_PLAY_ACTION_PAY_OPTIONS_H

#include "play/action/pay_step.h"

/* A unit of a kind that is set aside, or an object that is used: one of `count`
 * that nothing tells apart. */
typedef struct st_pay_option {
  bool is_object;
  uint32_t index;
  uint32_t count;
  const uint32_t *objects; /* all of them, if they are several */
} st_pay_option;

/* What an object gives if a way is used first. */
st_pay_source st_pay_source_of_way(const st_pay_step *s, uint32_t way);

/* Whether the rest can be paid once a way is used. */
bool st_pay_can_use(st_pay_step *s, uint32_t way);

/* The ways to use an object after which the rest can be paid. */
uint32_t st_pay_list_ways(st_pay_step *s, uint32_t object, uint32_t *out);

/* Whether every way to pay uses an option. */
bool st_pay_is_needed(st_pay_step *s, st_pay_option option);

/* Whether nobody is asked: the payer wants no more questions, or it is only
 * tried whether a cost can be paid. */
bool st_pay_asks_nothing(const st_pay_step *s);

/* Choose what is paid next, of all after which the rest can be paid; what must
 * be is chosen without a question. *some is false if there is nothing. */
strata_status st_pay_choose_option(st_pay_step *s, st_pay_option *out,
                                   bool *some);

/* Choose a way to use an object. */
strata_status st_pay_choose_way(st_pay_step *s, uint32_t object, uint32_t *out);

/* Choose how many of an option's objects are used at once, and list a way for
 * each: that of the first is `way`, those of the others are like it. */
strata_status st_pay_choose_ways(st_pay_step *s, st_pay_option option,
                                 uint32_t way, uint32_t *ways, uint32_t *count);

/* Choose, for one unit of an either, the way in which it is met; *some is false
 * if with none of them the rest can be paid. */
strata_status st_pay_choose_either(st_pay_step *s, uint32_t either, bool *some);

/* Ask whether the payer wants to pay. */
strata_status st_pay_ask_may(st_pay_step *s, bool *yes);

#endif
