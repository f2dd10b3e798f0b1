/* meaning.h - whether two states mean the same. */
#ifndef STRATA_PLAY_COMPARE_STATE_EQUAL_H
#define STRATA_PLAY_COMPARE_STATE_EQUAL_H

#include "play/compare/state_comparison.h"

/*
 * Whether two states that differ from the one in the store are the same but for
 * the numbers of handles and rows, for timestamps as long as their order is the
 * same, for the log, and for the generator. Both hold as much, in the same
 * order. `strict`: who is in the store has kept his number in both, and it
 * counts also what is known of those of them who went, whether or not somebody
 * names them.
 *
 * True is exact: there is a mapping of the rows of one to those of the other
 * under which all cells agree. It is found by walking from what has kept its
 * name; where two are told apart by nothing on the way, in the order of slots,
 * so false may be said of states that a cleverer mapping would make equal.
 * ENOMEM. Cost O(cells that differ), times the columns for rows that are
 * others; and O(slots) if what was there before has another timestamp.
 */
strata_status st_state_equal_test(const st_store *store,
                                  const st_compared_state *a,
                                  const st_compared_state *b, bool strict,
                                  bool *same);

#endif
