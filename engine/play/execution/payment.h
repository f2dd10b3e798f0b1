/* payment.h - whether the cost of a player's action is paid. */
#ifndef STRATA_PLAY_EXECUTION_PAYMENT_H
#define STRATA_PLAY_EXECUTION_PAYMENT_H

#include "play/execution/execution.h"

/* The cost of an action is a program whose events must all happen. What happens
 * in the place of such an event pays too, and so does an amount of 0 (118.5);
 * an event that cannot happen, would change nothing, or is about nobody does
 * not pay (118.3).
 */

/* The programs of a frame are the cost of an action from now on. */
void st_payment_begin(st_execution *exec, uint32_t frame);

/* Whether an event of that frame has not paid: its type, or 0. The payment is
 * over. */
strata_event_type st_payment_end(st_execution *exec);

/* Note that an event does not happen: it was refused, or has no effect. */
void st_payment_note(st_execution *exec, uint32_t event);

/* Note an event that was made: one about nobody pays nothing. */
void st_payment_note_made(st_execution *exec, uint32_t event);

#endif
