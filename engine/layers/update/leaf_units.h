/* leaf_units.h - units that decide nothing for other units: a finished pass
 * takes them in, drops them and evaluates them again while the rest of it
 * stays. */
#ifndef STRATA_LAYERS_UPDATE_LEAF_UNITS_H
#define STRATA_LAYERS_UPDATE_LEAF_UNITS_H

#include "layers/values/evaluate_value.h"

/*
 * A unit is a leaf if nothing in force reads what it changes, all that it reads
 * was settled in layers before its own, and its layers go by timestamp. Such a
 * unit makes no difference to any other, and finds on the finished board what
 * it would have found at its place in the order.
 */
bool st_leaf_unit_is(const st_pass *pass, const st_clause *clause);

/* The first and the second of these conditions. An unread unit may be removed;
 * a unit whose reads are settled can be checked for being unchanged. */
bool st_leaf_unit_is_unread(const st_in_force *in_force,
                            const st_clause *clause);

bool st_leaf_unit_reads_settled(const st_pass *pass, const st_clause *clause);

/* True if nothing that was applied in `layer` or later changes what the
 * expression reads; with `far`, only reads of other entities than the one in
 * question count. NULL is settled. */
bool st_leaf_unit_expr_is_settled(const st_pass *pass, const strata_expr *expr,
                                  strata_layer layer, bool far);

/*
 * Start and apply units that were just added to the current pass: all of them
 * leaves, of one effect or of one object, in their order. *done becomes false
 * if their place among the applied parts is not certain; then a new pass must
 * be run.
 */
strata_status st_leaf_units_insert(st_eval *eval, const uint32_t *units,
                                   size_t count, bool *done);

/* Remove what an unread unit has applied from the current pass. */
void st_leaf_unit_remove(st_eval *eval, uint32_t number);

/* Find a leaf's members and operands again. */
strata_status st_leaf_unit_renew(st_eval *eval, uint32_t number);

/* Whether a unit whose reads are settled still has the same members and
 * operands. If not, a new pass must be run. */
strata_status st_leaf_unit_is_unchanged(st_eval *eval, uint32_t number,
                                        bool *same);

/* -- Created effects -- */

/*
 * Add the clauses that are new in force to the current pass, which is up to
 * date otherwise. *done becomes false if the result might not be that of a new
 * pass: then one must be run, and on ENOMEM too.
 */
strata_status st_leaf_units_add_new_clauses(st_eval *eval, bool *done);

/* Remove what an effect's clauses have applied from the current pass, before
 * the in-force set drops the clauses. False if a new pass must be run. */
bool st_leaf_units_remove_effect(st_eval *eval, uint32_t effect);

#endif
