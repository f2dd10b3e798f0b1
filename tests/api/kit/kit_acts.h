/* kit_acts.h - rules in which much can happen and be asked. Plain C. */
#ifndef STRATA_TESTS_API_KIT_KIT_ACTS_H
#define STRATA_TESTS_API_KIT_KIT_ACTS_H

#include "kit.h"

/*
 * Attributes life, small (-8 to 7), open (flag), owner (ref), words and colour
 * (blue, green, red); zone pile, shared; definition token; clock turn; handlers
 * act, house, parts, turn, write. Kinds:
 *   gain    player, amount: so much life more, if it is any
 *   series  player, count: gains of 1, 2, ... one by one; only below 1000 life
 *   storm   player, amount: whoever has life gains so much, as results
 *   make    player, count: so many tokens, of which the first is in the pile
 *   end     player: ceases to exist
 *   shrink  player, amount: small becomes that
 *   paint   player, colour
 *   mix     player: a deed that nothing runs
 *   large   of gain: more than 5
 *   labour  player, amount: handler write performs it; $much
 *   heap    player, count: handler parts says what it contains, as results
 *   paces   the same, one by one
 * Codes, all triggers but `never`:
 *   bargain  may; a number 1 to 5 if so; then a gain of that
 *   pick     one of all, a colour for that, and a number 0 to 3: a series
 *   dice     may; roll 6; may: a gain of what was rolled
 *   each     of all that have life: may gain 1; and it is noted as "asked"
 *   both     together: a gain of 2 for `target`, and a token
 *   forever  more gains than an action may have
 *   late, inner: deeds that nothing runs
 *   run      a gain of 1, and handler house
 *   watch    a gain of 1, and starts `never`
 *   act      handler act with $number 3, $who you; a gain of $number, if any
 *   all      a gain of 1 together with what handler parts emits
 *   turned   a replacement: handler turn; another: handler parts says what
 *            happens instead, and handler act what happens then. Each once;
 *            arm and arm_another start them
 */
strata_status kit_act_rules(kit_mem *mem, strata_rules **out);

/* The same and more: nothing has the id that it has there, and events of kind
 * gain have one more field, before the others. */
strata_status kit_act_more_rules(kit_mem *mem, strata_rules **out);

/*
 * What is wrong with the account of a row's event; NULL: nothing, or there is
 * none, which *status tells. Each step takes up the values where the one before
 * it has left them, the last ones are those of the log, and asking changes
 * nothing.
 */
const char *kit_account_law(strata_world *world, uint64_t row,
                            strata_status *status);

#endif
