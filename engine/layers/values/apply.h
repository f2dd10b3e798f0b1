/* apply.h - applies parts to a value, one after the other, and resolves
 * stacking groups. */
#ifndef STRATA_LAYERS_VALUES_APPLY_H
#define STRATA_LAYERS_VALUES_APPLY_H

#include "layers/pass/pass.h"
#include "layers/values/number_program.h"

/* The applied part that a gathered part stands for; NULL if it is a part locked
 * to the entity. */
static inline const st_applied_part *
st_value_part_applied(const st_pass *pass, const st_value_part *entry) {
  return entry->place.sequence ? &pass->applied[entry->origin - 1] : NULL;
}

/* The slot of the effect of a part, or 0. */
uint32_t st_value_part_effect(const st_pass *pass, const st_value_part *entry);

/* Mark the parts that another part of their stacking group suppresses. The
 * parts are sorted by place. */
void st_apply_stacking(const st_pass *pass, st_value_part *entries,
                       size_t count);

/* Apply one part to a value of its own attribute, given as words. */
strata_status st_apply_part(st_pass *pass, strata_attr attr,
                            const st_value_part *entry, uint64_t *value);

/* The operation on ability lists of a part of a unit; `operand` is the list of
 * a COPY or BORROW. */
st_ability_list_op st_apply_list_op(const st_pass *pass, uint32_t unit,
                                    const st_clause_part *part,
                                    uint64_t operand);

/* Called with each part on the evaluated value, in order, and the words of the
 * value before and after it. */
typedef struct st_value_trace {
  strata_status (*on_part)(void *user, const st_value_part *entry,
                           const uint64_t *before, const uint64_t *after);
  void *user;
} st_value_trace;

typedef struct st_value_parts {
  const st_value_part *at;
  size_t count;
} st_value_parts;

/* The owner of an evaluated value: an entity of a class, or any entity of
 * the class (slot 0), of which only the values in the key of the class are
 * known. */
typedef struct st_value_owner {
  uint32_t slot, class;
} st_value_owner;

/*
 * Apply sorted parts to the base value of an owner. `words` gets the value; if
 * the attribute is switched with others, one word for each attribute of the
 * rules, of which those of its switch group are set. It has room for
 * st_apply_word_count words. `trace` may be NULL.
 */
strata_status st_apply_parts(st_pass *pass, strata_attr attr,
                             st_value_owner owner, st_value_parts entries,
                             const st_value_trace *trace, uint64_t *words);
size_t st_apply_word_count(const st_pass *pass, strata_attr attr);

/* Read the base value as words; of ABILITIES a list. */
strata_status st_apply_base(st_pass *pass, strata_attr attr,
                            st_value_owner owner, uint64_t *words);

/* The operand of an applied part for one class. Of a SET its words, or NULL if
 * the operand is one symbol; then, and of all other types, one word. */
static inline const uint64_t *
st_applied_operand_words(const st_pass *pass, const st_applied_part *applied,
                         uint32_t class) {
  const st_clause_part *part = applied->part;
  if (st_part_header_op(part->flags) == STRATA_OP_COPY) return applied->values;
  if (!st_clause_part_takes_set(part)) return part->words;
  strata_attr attr = st_part_header_attr(part->flags);
  bool each = part->operand->uses_it && pass->units[applied->unit].members.bits;
  return applied->values +
         (each ? (size_t) class * pass->rules->attrs[attr - 1].word_count : 0);
}
static inline uint64_t st_applied_operand_word(const st_pass *pass,
                                               const st_applied_part *applied,
                                               uint32_t class) {
  if (!applied->values) return applied->value;
  bool each = pass->units[applied->unit].members.bits != NULL;
  return applied->values[each ? class : 0];
}

/* The gathered part of an applied part, for one class. */
st_value_part st_apply_value_part(const st_pass *pass, uint32_t applied,
                                  uint32_t class);

/* An iterator over the parts that were applied to an attribute and affect a
 * class, from the last place to the first. */
typedef struct st_applied_iter {
  uint32_t class, single_chain, wide_chain;
} st_applied_iter;

/* Unlink all applied parts of an attribute from their chains, because their
 * order has changed or some are gone. The next iterator links them again. */
void st_applied_unlink(st_pass *pass, strata_attr attr);

/* Begin an iteration. ENOMEM if there is no memory for the chains. */
strata_status st_applied_iter_begin(st_pass *pass, strata_attr attr,
                                    uint32_t class, st_applied_iter *iter);

/* The index of the next part in `applied`, + 1; 0 at the end. */
uint32_t st_applied_iter_next(const st_pass *pass, st_applied_iter *iter);

/* Remove the part that was applied last. */
void st_applied_pop(st_pass *pass);

#endif
