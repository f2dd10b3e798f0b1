/* state_equal.h - whether two states are equal but for numbers of rows and
 * handles. */
#ifndef STRATA_PLAY_COMPARE_STATE_EQUAL_H
#define STRATA_PLAY_COMPARE_STATE_EQUAL_H

#include "play/compare/state_comparison.h"

/*
 * Set *same if two states, both given by what differs from the store, are equal
 * but for the numbers of handles and rows, for timestamps whose order is the
 * same, for the log, and for the random generator. Both keep as many words
 * beside them, in the same order. With `strict`, entities that are in the store
 * must have the same number in both states, and last-known rows of entities
 * that have gone are compared although no handle names them.
 *
 * True is exact: there is a mapping from the rows of one state to those of the
 * other under which all cells agree. The mapping starts from rows with the same
 * identity and follows references; rows that nothing tells apart are matched in
 * the order of their slots. So the result may be false for states that another
 * mapping would make equal. ENOMEM.
 *
 * Cost O(cells that differ), times the columns of a table for rows that are
 * matched to another row; and O(slots) if an entity that was there before has a
 * new timestamp.
 */
strata_status st_state_equal_test(const st_store *store,
                                  const st_compared_state *a,
                                  const st_compared_state *b, bool strict,
                                  bool *same);

#endif
