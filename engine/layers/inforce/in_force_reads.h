/* in_force_reads.h - records which attributes, symbols and abilities the
 * clauses in force read or give. */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_READS_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_READS_H

#include "layers/inforce/in_force.h"

/* Record what a clause reads: its subject, its condition, its operands, and
 * what must be known of an entity to apply its parts. */
void st_in_force_add_clause_reads(st_in_force *in_force,
                                  const st_clause *clause);
/* Mark the abilities that a SET or ADD part gives as used, and record what
 * their clauses read. */
void st_in_force_add_given_abilities(st_in_force *in_force,
                                     const st_clause_part *part);
/* Mark the abilities of all base lists as used. Slots of entities that are gone
 * count too, because a copy effect may have copied such an entity.
 * Cost O(entities). */
strata_status st_in_force_add_printed_abilities(st_in_force *in_force,
                                                const st_store *store,
                                                st_text_cache *compiled);
/* Record what laws read, and the counters that they hang on. */
void st_in_force_add_law_reads(st_in_force *in_force);
/* Record what an expression of the state reads; 0 is no expression. Effects
 * share texts, so a text is recorded once. */
strata_status st_in_force_add_text_reads(st_in_force *in_force,
                                         const st_store *store,
                                         st_text_cache *compiled,
                                         uint32_t text);

#endif
