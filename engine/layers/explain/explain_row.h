/* explain_row.h - one row of an explanation, and the explanation as a list of
 * rows. */
#ifndef STRATA_LAYERS_EXPLAIN_EXPLAIN_ROW_H
#define STRATA_LAYERS_EXPLAIN_EXPLAIN_ROW_H

#include "layers/explain/missing_units.h"
#include "layers/explain/public_value.h"

typedef struct st_explain_row {
  strata_why_row public_row;
  st_sort_key place;
  char *texts[7]; /* owned: the texts of public_row */
} st_explain_row;

struct strata_why {
  st_mem *mem;
  st_eval *eval; /* used while the explanation is made, not after */
  strata_attr attr;
  uint32_t source, effect; /* only their rows are kept; 0: all rows are */
  const st_missing_units *missing; /* NULL: no unit is missing */
  st_explain_row *rows;
  size_t count, capacity;
  strata_value base, value;
  st_text dot;
};

/* A new explanation without rows; NULL if there is no memory. */
strata_why *st_explain_new(st_eval *eval, strata_attr attr);

/* Give out a finished explanation, or free it if something failed. */
strata_status st_explain_finish(strata_why *why, strata_status status,
                                strata_why **out);

/* As strata_why_free. */
void st_why_free(strata_why *why);

/* Add a row for a part that applies to the attribute why->attr, or could have.
 * `before` and `after` are the words of the value, or NULL where no value was
 * evaluated. `taken_by` names the effect that kept it from applying; NULL for
 * none. */
strata_status st_explain_row_add(strata_why *why, const st_value_part *entry,
                                 const uint64_t *before, const uint64_t *after,
                                 const char *taken_by);

/* Add a row for a part of an ability that was never applied. `taken_by` names
 * the effect that took the ability away; NULL for none. */
strata_status st_explain_row_add_lost(strata_why *why,
                                      const st_layer_unit *unit,
                                      const st_clause_part *part,
                                      strata_why_step step,
                                      const char *taken_by);

/* Add the name of the effect, law or ability that a unit is of. */
void st_explain_row_unit_name(const st_eval *eval, const st_pass *pass,
                              uint32_t unit, st_text *text);

/* Add in words what a trial has shown, and on which entity. */
void st_explain_row_dependency(const st_eval *eval,
                               st_dependency_kind dependency, uint32_t class,
                               st_text *text);

#endif
