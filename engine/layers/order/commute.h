/* apart.h - whether two abilities could mind which of them applies first. */
#ifndef STRATA_LAYERS_ORDER_COMMUTE_H
#define STRATA_LAYERS_ORDER_COMMUTE_H

#include "rules/catalog/rules.h"

/* True if the ability is static, so that its place in a layer hangs on its
 * timestamp: CDAs come before all of that (613.3). */
bool st_commute_depends_on_timestamp(const strata_rules *rules,
                                     uint32_t ability);

/*
 * Whether the effects of two static abilities, by their places in the domain,
 * come to the same in either order, whoever has them and whatever there is:
 * in no layer does one read what the other writes, or write what the other does
 * in a way that it makes a difference. By what they say, not by trying, so it
 * holds for all that comes later too; false where that cannot be told. Two of
 * one ability are apart if it speaks of its object only as of somebody's.
 * Cost: their parts, and what they read, times each other.
 */
bool st_commute(const strata_rules *rules, uint32_t a, uint32_t b);

#endif
