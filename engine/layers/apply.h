/* apply.h - what parts do to a value: one after the other, those of a stacking
 * group among themselves. */
#ifndef STRATA_APPLY_H
#define STRATA_APPLY_H

#include "layers/pass.h"
#include "layers/program.h"

/* Which entries of stacking groups count. They are in order of places. */
void st_apply_stacking(const st_store *store, st_entry *entries, size_t count);

/* One entry on a value of its own attribute, given as words. */
strata_status st_apply(st_pass *pass, strata_attr attr, const st_entry *entry,
                       uint64_t *value);

/* What the part of a unit does to lists; `operand` is the list of a COPY or
 * BORROW. */
st_list_op st_apply_list_op(const st_pass *pass, uint32_t unit,
                            const st_clause_part *part, uint64_t operand);

/* Told of each entry on the value that is folded, in order, with the words of
 * the value before and after it. */
typedef struct st_trace {
  strata_status (*row)(void *user, const st_entry *entry,
                       const uint64_t *before, const uint64_t *after);
  void *user;
} st_trace;

typedef struct st_entries {
  const st_entry *at;
  size_t count;
} st_entries;

/*
 * Fold sorted entries over a slot's base value. `words` gets the value; if the
 * attribute is switched with others, one word for each attribute, of those that
 * go together; it has room for st_apply_room words. `trace` may be NULL.
 */
strata_status st_apply_all(st_pass *pass, strata_attr attr, uint32_t slot,
                           st_entries entries, const st_trace *trace,
                           uint64_t *words);
size_t st_apply_room(const st_pass *pass, strata_attr attr);

/* The base value as words; of ABILITIES a list. */
strata_status st_apply_base(st_pass *pass, strata_attr attr, uint32_t slot,
                            uint64_t *words);

/* The entry of something applied, for one slot. */
st_entry st_apply_entry(const st_pass *pass, uint32_t applied, uint32_t slot);

#endif
