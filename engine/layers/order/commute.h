/* commute.h - whether the order of two static abilities makes a difference. */
#ifndef STRATA_LAYERS_ORDER_COMMUTE_H
#define STRATA_LAYERS_ORDER_COMMUTE_H

#include "rules/catalog/rules.h"

/* True if the ability has effects whose place in a layer depends on its
 * timestamp: characteristic-defining abilities apply before all others
 * (613.3). */
bool st_commute_depends_on_timestamp(const strata_rules *rules,
                                     uint32_t ability);

/*
 * Whether two static abilities, given by their index in the domain, have the
 * same effects in either order, whatever objects have them and whatever else
 * is in the game: in no layer does one read what the other writes, or write
 * what the other writes unless the two writes commute. The answer comes from
 * the clauses and not from a trial, so it holds for every later state; it is
 * false where the clauses do not tell. Two instances of one ability commute if
 * it mentions its own object only to read its controller.
 *
 * Cost: the parts of one times the parts of the other, times what they read.
 */
bool st_commute(const strata_rules *rules, uint32_t a, uint32_t b);

#endif
