/* in_force_reads.h - which values the clauses in force read. */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_READS_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_READS_H

#include "layers/inforce/in_force.h"

void st_in_force_add_clause_reads(st_in_force *in_force,
                                  const st_clause *clause);
void st_in_force_add_given_abilities(st_in_force *in_force,
                                     const st_clause_part *part);
strata_status st_in_force_add_printed_abilities(st_in_force *in_force,
                                                const st_store *store,
                                                st_text_cache *compiled);
void st_in_force_add_law_reads(st_in_force *in_force);
strata_status st_in_force_add_text_reads(st_in_force *in_force,
                                         const st_store *store,
                                         st_text_cache *compiled,
                                         uint32_t text);

#endif
