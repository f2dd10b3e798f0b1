/* apply.h - what parts do to a value: one after the other, those of a stacking
 * group among themselves. */
#ifndef STRATA_LAYERS_VALUES_APPLY_H
#define STRATA_LAYERS_VALUES_APPLY_H

#include "layers/pass/pass.h"
#include "layers/values/number_program.h"

/* What an entry is of: NULL if it is the part of a chain. */
static inline const st_applied_part *
st_value_part_applied(const st_pass *pass, const st_value_part *entry) {
  return entry->place.sequence ? &pass->applied[entry->origin - 1] : NULL;
}

/* The slot of its effect, or 0. */
uint32_t st_value_part_effect(const st_pass *pass, const st_value_part *entry);

/* Which entries of stacking groups count. They are in order of places. */
void st_apply_stacking(const st_pass *pass, st_value_part *entries,
                       size_t count);

/* One entry on a value of its own attribute, given as words. */
strata_status st_apply_part(st_pass *pass, strata_attr attr,
                            const st_value_part *entry, uint64_t *value);

/* What the part of a unit does to lists; `operand` is the list of a COPY or
 * BORROW. */
st_ability_list_op st_apply_list_op(const st_pass *pass, uint32_t unit,
                                    const st_clause_part *part,
                                    uint64_t operand);

/* Told of each entry on the value that is folded, in order, with the words of
 * the value before and after it. */
typedef struct st_value_trace {
  strata_status (*on_part)(void *user, const st_value_part *entry,
                           const uint64_t *before, const uint64_t *after);
  void *user;
} st_value_trace;

typedef struct st_value_parts {
  const st_value_part *at;
  size_t count;
} st_value_parts;

/* Whose value is worked out: an entity of a class, or any (slot 0), of whom
 * only that is known which the class knows. */
typedef struct st_value_owner {
  uint32_t slot, class;
} st_value_owner;

/*
 * Fold sorted entries over somebody's base value. `words` gets the value; if
 * the attribute is switched with others, one word for each attribute, of those
 * that go together; it has room for st_apply_word_count words. `trace` may be
 * NULL.
 */
strata_status st_apply_parts(st_pass *pass, strata_attr attr,
                             st_value_owner owner, st_value_parts entries,
                             const st_value_trace *trace, uint64_t *words);
size_t st_apply_word_count(const st_pass *pass, strata_attr attr);

/* The base value as words; of ABILITIES a list. */
strata_status st_apply_base(st_pass *pass, strata_attr attr,
                            st_value_owner owner, uint64_t *words);

/* The operand of something applied, for one class: of a SET its words, or NULL
 * if it is one symbol; of others, and then, a word. */
static inline const uint64_t *
st_applied_operand_words(const st_applied_part *applied) {
  return st_part_header_op(applied->part->flags) == STRATA_OP_COPY
             ? applied->values
             : applied->part->words;
}
static inline uint64_t st_applied_operand_word(const st_pass *pass,
                                               const st_applied_part *applied,
                                               uint32_t class) {
  if (!applied->values) return applied->value;
  bool each = pass->units[applied->unit].members.bits != NULL;
  return applied->values[each ? class : 0];
}

/* The entry of something applied, for one class. */
st_value_part st_apply_value_part(const st_pass *pass, uint32_t applied,
                                  uint32_t class);

/* On the way over what was applied to an attribute and takes a class in, from
 * the last place to the first. */
typedef struct st_applied_iter {
  uint32_t class, single_chain, wide_chain;
} st_applied_iter;

/* What was applied to an attribute is in another order now, or not all there:
 * it must be found anew. */
void st_applied_unlink(st_pass *pass, strata_attr attr);

/* ENOMEM if there is no memory to find them by class. */
strata_status st_applied_iter_begin(st_pass *pass, strata_attr attr,
                                    uint32_t class, st_applied_iter *iter);

/* The next one's place in `applied` + 1; 0 at the end. */
uint32_t st_applied_iter_next(const st_pass *pass, st_applied_iter *iter);

/* Take back what was applied last. */
void st_applied_pop(st_pass *pass);

#endif
