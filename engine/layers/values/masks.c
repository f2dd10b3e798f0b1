/*
 * masks.c - what a pass does to a SET, as one step for each class.
 *
 * To set, add, take away and clear are all of one form, value & keep | give,
 * and so is each one after another. They are composed from the newest back:
 * what comes before a setting does not matter. Text changes are not of that
 * form, nor are parts of stacking groups, which look at each other: where one
 * is met, there is no such step, and the value must be folded.
 */
#include "layers/values/masks.h"

#include <string.h>

struct st_masks {
  uint64_t *found; /* bitmap of classes */
  uint64_t *words; /* by class: `keep`, then `give` */
};

static bool is_of_use(const st_clause_part *part) {
  return st_verb_op(part->verb) != STRATA_OP_SUBSTITUTE &&
         !(st_verb_flags(part->verb) & ST_PART_GROUPED);
}

/* Put a part with the operand `x` (NULL: none) before `count` words of a step.
 */
static void compose(strata_op op, const uint64_t *x, uint32_t count,
                    uint64_t *keep, uint64_t *give) {
  for (uint32_t i = 0; x && i < count; i++) {
    if (op == STRATA_OP_REMOVE) {
      keep[i] &= ~x[i];
    } else {
      give[i] |= keep[i] & x[i];
    }
  }
  if (op == STRATA_OP_ADD || op == STRATA_OP_REMOVE) return;
  memset(keep, 0, count * sizeof *keep);
}

/* An operand of one symbol, or none if the domain lacks it. */
static void compose_symbol(const st_attr *attr, strata_op op,
                           strata_symbol symbol, uint64_t *keep,
                           uint64_t *give) {
  uint32_t place = st_attr_domain_index(attr, symbol);
  bool known = place != UINT32_MAX;
  uint32_t word = known ? place / 64 : 0;
  uint64_t x = known ? (uint64_t)1 << (place % 64) : 0;
  compose(op, &x, 1, keep + word, give + word);
  if (op != STRATA_OP_SET) return;
  memset(keep, 0, attr->words * sizeof *keep);
}

static bool is_settled(const uint64_t *keep, uint32_t count) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < count; i++) {
    any |= keep[i];
  }
  return any == 0;
}

/* *done: the step has been found. */
static strata_status find(st_pass *pass, strata_attr attr, uint32_t class,
                          uint64_t *keep, uint64_t *give, bool *done) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  memset(keep, 0xFF, a->words * sizeof *keep);
  memset(give, 0, a->words * sizeof *give);
  *done = false;
  st_walk walk;
  strata_status status = st_walk_begin(pass, attr, class, &walk);
  if (status) return status;
  for (uint32_t at = st_walk_next(pass, &walk); at != 0;
       at = st_walk_next(pass, &walk)) {
    const st_applied *applied = &pass->applied[at - 1];
    if (!is_of_use(applied->part)) return STRATA_OK;
    strata_op op = st_verb_op(applied->part->verb);
    const uint64_t *x = st_applied_words(applied);
    if (op == STRATA_OP_CLEAR || x) {
      compose(op, op == STRATA_OP_CLEAR ? NULL : x, a->words, keep, give);
    } else {
      uint64_t symbol = st_applied_word(pass, applied, class);
      compose_symbol(a, op, (strata_symbol)symbol, keep, give);
    }
    if (is_settled(keep, a->words)) break;
  }
  *done = true;
  return STRATA_OK;
}

/* -- Storing it -- */

/* The masks of an attribute, with room for all classes; NULL if there is no
 * memory. */
static st_masks *make_room(st_pass *pass, strata_attr attr) {
  st_masks *masks = pass->masks[attr - 1];
  if (masks) return masks;
  size_t row = 2 * (size_t)pass->rules->attrs[attr - 1].words;
  masks = st_arena_take(&pass->arena, 1, sizeof *masks);
  if (!masks) return NULL;
  masks->found = st_arena_take(&pass->arena, pass->words, sizeof(uint64_t));
  masks->words = st_arena_take(&pass->arena, (size_t)pass->words * 64,
                               row * sizeof(uint64_t));
  if (!masks->found || !masks->words) return NULL;
  pass->masks[attr - 1] = masks;
  return masks;
}

static uint64_t *row_of(const st_pass *pass, const st_masks *masks,
                        strata_attr attr, uint32_t class) {
  return masks->words + (size_t) class * 2 * pass->rules->attrs[attr - 1].words;
}

st_mask st_masks_stored(const st_pass *pass, strata_attr attr, uint32_t class) {
  const st_masks *masks = pass->masks[attr - 1];
  if (!masks || !st_bit_test(masks->found, class)) {
    return (st_mask){NULL, NULL};
  }
  const uint64_t *row = row_of(pass, masks, attr, class);
  return (st_mask){row, row + pass->rules->attrs[attr - 1].words};
}

strata_status st_masks_find(st_pass *pass, strata_attr attr, uint32_t class,
                            bool store, st_mask *out) {
  assert(pass->rules->attrs[attr - 1].type == STRATA_SET);
  *out = st_masks_stored(pass, attr, class);
  if (out->keep) return STRATA_OK;
  uint64_t *keep = pass->set;
  uint64_t *give = pass->before;
  st_masks *masks = NULL;
  if (store) {
    masks = make_room(pass, attr);
    if (!masks) return STRATA_ENOMEM;
    keep = row_of(pass, masks, attr, class);
    give = keep + pass->rules->attrs[attr - 1].words;
  }
  bool done;
  strata_status status = find(pass, attr, class, keep, give, &done);
  if (status || !done) return status;
  if (masks) st_bit_put(masks->found, class, true);
  *out = (st_mask){keep, give};
  return STRATA_OK;
}

void st_masks_forget(st_pass *pass, strata_attr attr) {
  st_masks *masks = pass->masks[attr - 1];
  if (masks) memset(masks->found, 0, pass->words * sizeof masks->found[0]);
}

void st_masks_forget_class(st_pass *pass, strata_attr attr, uint32_t class) {
  st_masks *masks = pass->masks[attr - 1];
  if (masks) st_bit_put(masks->found, class, false);
}
