/* row.h - one row of an explanation. */
#ifndef STRATA_LAYERS_EXPLAIN_EXPLAIN_ROW_H
#define STRATA_LAYERS_EXPLAIN_EXPLAIN_ROW_H

#include "layers/explain/public_value.h"
#include "layers/pass/layer_unit.h"

typedef struct st_explain_row {
  strata_why_row public_row;
  st_sort_key place;
  char *texts[6]; /* owned: those that the view points to */
} st_explain_row;

struct strata_why {
  st_mem *mem;
  st_eval *eval; /* only while it is made */
  strata_attr attr;
  uint32_t source, effect; /* whose rows alone are kept; 0: all */
  st_explain_row *rows;
  size_t count, capacity;
  strata_value base, value;
  st_text text, dot;
  strata_status status; /* of a visit that could not say so */
};

/* A new explanation without rows; NULL if no memory. */
strata_why *st_explain_new(st_eval *eval, strata_attr attr);

/* As strata_why_free. */
void st_why_free(strata_why *why);

/* Add a row of an entry on the attribute `why->attr`; `before` and `after` are
 * words, or NULL where nothing was folded. */
strata_status st_explain_row_add(strata_why *why, const st_value_part *entry,
                                 const uint64_t *before, const uint64_t *after);

/* Add a row of a part that never came to apply. `took` tells by whom it was
 * lost, NULL for none. */
strata_status st_explain_row_add_lost(strata_why *why,
                                      const st_layer_unit *unit,
                                      const st_clause_part *part,
                                      strata_why_step step, const char *took);

/* Who a unit is of, as a person would say it. */
void st_explain_row_unit_name(const st_eval *eval, const st_pass *pass,
                              uint32_t unit, st_text *text);

/* What a trial showed, on whom. */
void st_explain_row_dependency(const st_eval *eval,
                               st_dependency_kind difference, uint32_t class,
                               st_text *text);

/* All rows as lines of text, in columns. */
void st_explain_row_write_all(strata_why *why, bool with_attr);

#endif
