/* kit_acts.h - rules with events, programs, handlers and decisions. Plain C, as
 * kit.h. */
#ifndef STRATA_TESTS_API_KIT_KIT_ACTS_H
#define STRATA_TESTS_API_KIT_KIT_ACTS_H

#include "kit.h"

/*
 * Attributes life, small (-8 to 7), open (flag), owner (ref), words and colour
 * (blue, green, red); zone pile, shared; definition token; clock turn; handlers
 * act, house, parts, turn, write. Event types:
 *   gain    player, amount: the player gains that much life, if it is not 0
 *   series  player, count: gains of 1, 2, ... one by one; only below 1000 life
 *   storm   player, amount: each entity with life gains it, as results
 *   make    player, count: creates that many tokens; the first goes to the pile
 *   end     player: the player ceases to exist
 *   shrink  player, amount: sets small
 *   paint   player, colour
 *   mix     player: an instruction that no program executes
 *   large   of gain: more than 5
 *   labour  player, amount: handler write performs it; $much
 *   heap    player, count: handler parts emits what it contains, as results
 *   paces   the same, one by one
 *   pay      player, amount: the player loses that much life; only if there is
 * Watcher definitions, all triggers but `never`:
 *   bargain  may; if so, a number 1 to 5; then a gain of that number
 *   pick     an entity, a colour for it, and a number 0 to 3: a series
 *   dice     may; roll 6; may: a gain of the number rolled
 *   each     each entity with life may gain 1, and gets the note "asked"
 *   both     together: a gain of 2 for `target`, and a token
 *   forever  more gains than an action may have
 *   late, inner: instructions that no program executes
 *   run      a gain of 1, and handler house
 *   watch    a gain of 1, and starts `never`
 *   act      handler act with $number 3, $who you; a gain of $number, if not 0
 *   all      a gain of 1 together with the events that handler parts emits
 *   turned   a replacement by handler turn; another: handler parts emits the
 *            events that happen instead, and handler act those that follow.
 *            Each applies once; arm and arm_another start them
 * An action of a law:
 *   offer    who has life, with another who has: `one`, a number `much` of 1 to
 *            3, which is paid; then `one` gains that much
 */
strata_status kit_act_rules(kit_mem *mem, strata_rules **out);

/* The rules of kit_act_rules with more declarations: every id differs, and the
 * event type gain has one more field, before the others. */
strata_status kit_act_more_rules(kit_mem *mem, strata_rules **out);

/* Check the explanation of the event of a log row: each step starts with the
 * values that the step before left, the last values are those of the log, and
 * explaining changes nothing. Returns the law that is broken, or NULL; *status
 * tells whether there is an explanation. */
const char *kit_account_law(strata_world *world, uint64_t row,
                            strata_status *status);

#endif
