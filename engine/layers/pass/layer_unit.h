/* unit.h - clauses in force: where they come from, whether they exist, whom
 * they affect, what stands first. */
#ifndef STRATA_LAYERS_PASS_LAYER_UNIT_H
#define STRATA_LAYERS_PASS_LAYER_UNIT_H

#include "layers/pass/pass.h"

/* All units that there are before anything applies. */
strata_status st_layer_units_make(st_pass *pass);

/* The list of an object, the only one of its class, has changed: units for
 * abilities that are new in it, in layers from `from` on. */
strata_status st_layer_units_add_abilities(st_pass *pass, uint32_t class,
                                           uint64_t list, strata_layer from);

/* A unit for a clause of a created effect, the last one. */
strata_status st_layer_unit_add_effect(st_pass *pass,
                                       const st_created_clause *created);

/* What its expressions see: `this` is its object. */
st_expr_env st_layer_unit_env(st_pass *pass, const st_layer_unit *unit,
                              uint32_t it);

/* Whether an ability does anything where its object is (113.6). */
bool st_layer_unit_functions(const st_pass *pass, const st_ability *ability,
                             uint32_t slot);

/* True unless it is of an ability that its object has lost. *subst is the text
 * change that it is under. */
strata_status st_layer_unit_exists(st_pass *pass, const st_layer_unit *unit,
                                   bool *exists, uint16_t *text_change);

/* The unit's code under a text change. */
strata_status st_layer_unit_clause(st_pass *pass, const st_layer_unit *unit,
                                   uint16_t text_change, const st_clause **out);

/* Whom it would affect if it started now. A bitmap is written into `bits`,
 * which has room for one; or it is one that stays as it is as long as the pass.
 */
strata_status st_layer_unit_members(st_pass *pass, const st_layer_unit *unit,
                                    const st_clause *clause, uint64_t *bits,
                                    st_members *out, bool *holds);

/* From now on this is whom it affects, whatever happens (613.6). A bitmap in
 * the pass's scratch is copied. */
/* Whether it takes in one class, as that is now, if its condition holds. */
strata_status st_layer_unit_affects(st_pass *pass, const st_layer_unit *unit,
                                    uint32_t class, bool *out);

strata_status st_layer_unit_start(st_pass *pass, st_layer_unit *unit,
                                  st_members members, bool holds);

/* True if `a` comes before `b` when neither waits for the other (613.7). */
bool st_layer_unit_before(const st_layer_unit *a, const st_layer_unit *b,
                          strata_layer layer, const strata_rules *rules);

/* The place of a unit's parts in a layer, but for what it had to wait for. */
st_sort_key st_layer_unit_place(const st_pass *pass, const st_layer_unit *unit,
                                strata_layer layer);

/* The handle of who it is of: its source. */
strata_entity st_layer_unit_source(const st_pass *pass,
                                   const st_layer_unit *unit);

#endif
