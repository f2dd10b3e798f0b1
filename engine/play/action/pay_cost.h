/* pay_cost.h - paying a PAY: with what there is, and by actions that give
 * more. */
#ifndef STRATA_PLAY_ACTION_PAY_COST_H
#define STRATA_PLAY_ACTION_PAY_COST_H

#include "play/execution/execution.h"

/*
 * The task of a PAY is on top. Each step sets one unit aside, uses one action,
 * or, once enough is set aside, spends it; so a question amid a payment is one
 * of this task. All that is offered leaves the rest payable, and nothing is
 * asked where every way to pay goes on alike. Units that are set aside are
 * spent together, kind by kind, at the end.
 *
 * In the cost of an action it must be paid, or the action cannot be done.
 * Amid an effect it is paid if it can be, and if the payer wants that where the
 * PAY leaves it to them; its variable is whether it was.
 */
strata_status st_pay_cost_step(st_execution *exec);

#endif
