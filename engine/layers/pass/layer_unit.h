/* layer_unit.h - makes the units of a pass and tells whether they exist, which
 * classes they affect, and which of two comes first. */
#ifndef STRATA_LAYERS_PASS_LAYER_UNIT_H
#define STRATA_LAYERS_PASS_LAYER_UNIT_H

#include "layers/pass/pass.h"

/* Make all units that exist before anything is applied. */
strata_status st_layer_units_make(st_pass *pass);

/* The ability list of an object with a class of its own has changed: make units
 * for the abilities that are new in it, in layers from `from` on. ERANGE at
 * ST_LAYER_UNITS_MAX. */
strata_status st_layer_units_add_abilities(st_pass *pass, uint32_t class,
                                           uint64_t list, strata_layer from);

/* Make a unit for a clause of a created effect; it becomes the last one. */
strata_status st_layer_unit_add_effect(st_pass *pass,
                                       const st_created_clause *created);

/* The environment of its expressions: `this` is its object. */
st_expr_env st_layer_unit_env(st_pass *pass, const st_layer_unit *unit,
                              uint32_t it);

/* Whether an ability functions in the zone of its object (113.6). */
bool st_layer_unit_functions(const st_pass *pass, const st_ability *ability,
                             uint32_t slot);

/* Whether a unit exists: false if its ability is lost. *text_change is the text
 * change that the ability is under. */
strata_status st_layer_unit_exists(st_pass *pass, const st_layer_unit *unit,
                                   bool *exists, uint16_t *text_change);

/* The clause of a unit under a text change. */
strata_status st_layer_unit_clause(st_pass *pass, const st_layer_unit *unit,
                                   uint16_t text_change, const st_clause **out);

/* The classes that a unit affects if it starts now. A bitmap is written into
 * `bits`, which has room for one, or is one that stays unchanged as long as the
 * pass. *holds is false if its condition is false. */
strata_status st_layer_unit_members(st_pass *pass, const st_layer_unit *unit,
                                    const st_clause *clause, uint64_t *bits,
                                    st_members *out, bool *holds);

/* Whether a clause that is locked to its targets has a target of a class. */
bool st_layer_unit_targets(const st_pass *pass, const st_created_clause *locked,
                           uint32_t class);

/* Whether the subject or the targets of a unit take in one class, as that is on
 * the board. The condition of the unit is not evaluated. */
strata_status st_layer_unit_affects(st_pass *pass, const st_layer_unit *unit,
                                    uint32_t class, bool *out);

/* Start a unit: from now on it affects these classes, whatever happens (613.6).
 * A bitmap in the scratch of the pass is copied. */
strata_status st_layer_unit_start(st_pass *pass, st_layer_unit *unit,
                                  st_members members, bool holds);

/* Count a clause of an ability as started, or (-1) not, for the other clauses
 * of the same ability of the same object; they are units beside it. */
void st_layer_unit_count_sibling(st_pass *pass, uint32_t number, int by);

/* Whether a unit is a part of an effect that has started (613.6): it exists
 * even if its ability is lost. */
static inline bool st_layer_unit_goes_on(const st_layer_unit *unit) {
  return unit->started || unit->started_siblings > 0;
}

/* True if `a` comes before `b` where neither depends on the other (613.7). */
bool st_layer_unit_before(const st_layer_unit *a, const st_layer_unit *b,
                          strata_layer layer, const strata_rules *rules);

/* The sort key of the parts of a unit in a layer, without what it had to wait
 * for. */
st_sort_key st_layer_unit_place(const st_pass *pass, const st_layer_unit *unit,
                                strata_layer layer);

/* The handle of the source of a unit. */
strata_entity st_layer_unit_source(const st_pass *pass,
                                   const st_layer_unit *unit);

#endif
