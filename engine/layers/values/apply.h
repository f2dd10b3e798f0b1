/* apply.h - what parts do to a value: one after the other, those of a stacking
 * group among themselves. */
#ifndef STRATA_APPLY_H
#define STRATA_APPLY_H

#include "layers/pass/pass.h"
#include "layers/values/program.h"

/* What an entry is of: NULL if it is the part of a chain. */
static inline const st_applied *st_entry_applied(const st_pass *pass,
                                                 const st_entry *entry) {
  return entry->place.sequence ? &pass->applied[entry->from - 1] : NULL;
}

/* The slot of its effect, or 0. */
uint32_t st_entry_effect(const st_pass *pass, const st_entry *entry);

/* Which entries of stacking groups count. They are in order of places. */
void st_apply_stacking(const st_pass *pass, st_entry *entries, size_t count);

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

/* Whose value is worked out: an entity of a class, or any (slot 0), of whom
 * only that is known which the class knows. */
typedef struct st_whom {
  uint32_t slot, class;
} st_whom;

/*
 * Fold sorted entries over somebody's base value. `words` gets the value; if
 * the attribute is switched with others, one word for each attribute, of those
 * that go together; it has room for st_apply_room words. `trace` may be NULL.
 */
strata_status st_apply_all(st_pass *pass, strata_attr attr, st_whom whom,
                           st_entries entries, const st_trace *trace,
                           uint64_t *words);
size_t st_apply_room(const st_pass *pass, strata_attr attr);

/* The base value as words; of ABILITIES a list. */
strata_status st_apply_base(st_pass *pass, strata_attr attr, st_whom whom,
                            uint64_t *words);

/* The operand of something applied, for one class: of a SET its words, or NULL
 * if it is one symbol; of others, and then, a word. */
static inline const uint64_t *st_applied_words(const st_applied *applied) {
  return st_verb_op(applied->part->verb) == STRATA_OP_COPY
             ? applied->values
             : applied->part->words;
}
static inline uint64_t st_applied_word(const st_pass *pass,
                                       const st_applied *applied,
                                       uint32_t class) {
  if (!applied->values) return applied->value;
  bool each = pass->units[applied->unit].members.bits != NULL;
  return applied->values[each ? class : 0];
}

/* The entry of something applied, for one class. */
st_entry st_apply_entry(const st_pass *pass, uint32_t applied, uint32_t class);

/* On the way over what was applied to an attribute and takes a class in, from
 * the last place to the first. */
typedef struct st_walk {
  uint32_t class, one, wide;
} st_walk;

/* What was applied to an attribute is in another order now, or not all there:
 * it must be found anew. */
void st_apply_unlink(st_pass *pass, strata_attr attr);

/* ENOMEM if there is no memory to find them by class. */
strata_status st_walk_begin(st_pass *pass, strata_attr attr, uint32_t class,
                            st_walk *walk);

/* The next one's place in `applied` + 1; 0 at the end. */
uint32_t st_walk_next(const st_pass *pass, st_walk *walk);

/* Take back what was applied last. */
void st_apply_forget_last(st_pass *pass);

#endif
