/* leaf.h - units that decide nothing for others: they are put into a finished
 * pass, taken out of it, and worked out again, and the rest of it stays. */
#ifndef STRATA_LAYERS_UPDATE_LEAF_UNITS_H
#define STRATA_LAYERS_UPDATE_LEAF_UNITS_H

#include "layers/values/evaluate_value.h"

/*
 * A unit is a leaf if nothing in force reads what it changes, and all that it
 * reads was settled in layers before its own. It decides nothing for anybody
 * else, and finds on the finished board what it would have found in its place.
 */
bool st_leaf_unit_is(const st_pass *pass, const st_clause *clause);

/* Either half of that. The first is enough to take a unit out, the second to
 * find out whether it is what it was. */
bool st_leaf_unit_is_unread(const st_in_force *in_force,
                            const st_clause *clause);

bool st_leaf_unit_reads_settled(const st_pass *pass, const st_clause *clause);

/* True if nothing that happened in a layer, or later, changes what an
 * expression reads; of others than the entity in question if `far`. NULL is
 * settled. */
bool st_leaf_unit_expr_is_settled(const st_pass *pass, const strata_expr *expr,
                                  strata_layer layer, bool far);

/*
 * Start and apply units that have just been added to the pass that counts: all
 * leaves, of one effect or one object, in their order. *done is set to false if
 * it cannot be told where they stand.
 */
strata_status st_leaf_units_insert(st_eval *eval, const uint32_t *units,
                                   size_t count, bool *done);

/* Take what a unit did out of the pass that counts. It is unread. */
void st_leaf_unit_remove(st_eval *eval, uint32_t number);

/* Whom a leaf affects, and how, may have changed: find both again. */
strata_status st_leaf_unit_renew(st_eval *eval, uint32_t number);

/* Whether a unit whose reads are settled affects whom it did, as it did. If
 * not, a pass must be run. */
strata_status st_leaf_unit_is_unchanged(st_eval *eval, uint32_t number,
                                        bool *same);

/* -- Created effects -- */

/*
 * Put the plan's new clauses into the pass that counts, which is otherwise up
 * to date. *done is false if that cannot be told to give what a new pass would:
 * then one must be run. On ENOMEM too.
 */
strata_status st_leaf_units_add_new_clauses(st_eval *eval, bool *done);

/* Before the plan forgets the clauses of an effect: take what they do out of
 * the pass that counts. False if a new pass must be run. */
bool st_leaf_units_remove_effect(st_eval *eval, uint32_t effect);

#endif
