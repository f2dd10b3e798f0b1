/*
 * sums.c - what a pass adds to a number, for all classes at once.
 *
 * Most of what changes a number adds a small constant to it. The sums of 64
 * classes are kept as bits: plane p has bit p of each. To add a constant to
 * those of a bitmap is then a carry through a few words, whatever their number.
 */
#include "layers/values/sums.h"

#include "base/lanes.h"

#include <assert.h>
#include <string.h>

enum { BLOCK = 8, PLANES = 32 }; /* words at a time; bits of a sum */

/* Sums stay below this, far from where 64 bits end. */
#define MOST (INT64_C(1) << 30)

/* So few are added to one by one, until planes are there or once they are. */
enum { FEW_YET = 24, FEW = 8 };

/* The sums of 64 * BLOCK classes: of what is added, and of what is taken. */
typedef struct block {
  uint64_t planes[2][PLANES][BLOCK];
  uint32_t first, count; /* words */
  bool used;             /* the planes are; else they hold anything */
} block;

static bool is_constant(const st_applied *a) {
  return a->values == NULL;
}

static int64_t operand(const st_pass *pass, const st_applied *a,
                       uint32_t class) {
  if (is_constant(a)) return (int64_t)a->value;
  bool each = pass->units[a->unit].members.bits != NULL;
  return (int64_t)a->values[each ? class : 0];
}

/* -- Whether sums are of use -- */

static int64_t size_of(int64_t v) {
  if (v > MOST || v < -MOST) return MOST + 1;
  return v < 0 ? -v : v;
}

/* The largest operand of those whom it is applied to. */
static int64_t largest(const st_pass *pass, const st_applied *a) {
  const st_members *members = &pass->units[a->unit].members;
  if (is_constant(a) || !members->bits) return size_of(operand(pass, a, 0));
  int64_t most = 0;
  for (uint32_t w = 0; w < pass->words; w++) {
    for (uint64_t left = members->bits[w]; left != 0; left &= left - 1) {
      int64_t v = size_of(operand(pass, a, w * 64 + st_lowest_bit(left)));
      if (v > most) most = v;
    }
  }
  return most;
}

static bool is_of_use(const st_pass *pass, strata_attr attr, st_sums *sums) {
  const st_applied_to *to = &pass->of_attr[attr - 1];
  const st_attr *a = &pass->rules->attrs[attr - 1];
  bool sets = false;
  int64_t farthest = 0; /* that anything is set to */
  sums->reach = 0;
  for (size_t i = 0; i < to->count; i++) {
    const st_applied *applied = &pass->applied[to->at[i]];
    strata_op op = st_verb_op(applied->part->verb);
    int64_t most = largest(pass, applied);
    if (st_verb_flags(applied->part->verb) & ST_PART_GROUPED) return false;
    if (op == STRATA_OP_SET) {
      sets = true;
      if (most > farthest) farthest = most;
    } else if (op == STRATA_OP_ADD || op == STRATA_OP_SUB) {
      sums->reach += most;
    } else {
      return false;
    }
    if (sums->reach > MOST || farthest > MOST) return false;
  }
  /* Ranges so narrow that sums could meet their ends are not for us. */
  if (a->max / 2 - a->min / 2 <= sums->reach) return false;
  int64_t from = a->min + sums->reach;
  int64_t to_end = a->max - sums->reach;
  return !sets || (-farthest >= from && farthest <= to_end);
}

/* -- One block -- */

static void add_bits(block *b, bool minus, const uint64_t *bits,
                     uint64_t amount) {
  if (!b->used) memset(b->planes, 0, sizeof b->planes);
  b->used = true;
  uint64_t(*planes)[BLOCK] = b->planes[minus];
  for (; amount != 0; amount &= amount - 1) {
    uint64_t carry[BLOCK];
    memcpy(carry, bits, sizeof carry);
    uint64_t any = 1;
    for (uint32_t p = st_lowest_bit(amount); any != 0 && p < PLANES; p++) {
      any = 0;
      for (uint32_t i = 0; i < BLOCK; i++) {
        uint64_t both = planes[p][i] & carry[i];
        planes[p][i] ^= carry[i];
        carry[i] = both;
        any |= both;
      }
    }
  }
}

static void set_class(const block *b, st_sums *sums, uint32_t word,
                      uint64_t bits, const st_pass *pass, const st_applied *a) {
  for (; bits != 0; bits &= bits - 1) {
    uint32_t class = (b->first + word) * 64 + st_lowest_bit(bits);
    sums->set[class] = operand(pass, a, class);
    sums->add[class] = 0;
    st_bit_put(sums->was_set, class, true);
  }
}

/* A setting: what was added before it is gone. */
static void set_block(block *b, st_sums *sums, const uint64_t *bits,
                      const st_pass *pass, const st_applied *a) {
  for (uint32_t p = 0; b->used && p < PLANES; p++) {
    for (uint32_t i = 0; i < BLOCK; i++) {
      b->planes[0][p][i] &= ~bits[i];
      b->planes[1][p][i] &= ~bits[i];
    }
  }
  for (uint32_t i = 0; i < b->count; i++) {
    set_class(b, sums, i, bits[i], pass, a);
  }
}

static bool are_few(const block *b, const uint64_t *bits) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->count; i++) {
    count += st_count_bits(bits[i]);
  }
  return count <= (b->used ? FEW : FEW_YET);
}

/* Operands that differ are added one by one. */
static void add_each(const block *b, st_sums *sums, const uint64_t *bits,
                     const st_pass *pass, const st_applied *a, bool minus) {
  for (uint32_t i = 0; i < b->count; i++) {
    for (uint64_t left = bits[i]; left != 0; left &= left - 1) {
      uint32_t class = (b->first + i) * 64 + st_lowest_bit(left);
      int64_t v = operand(pass, a, class);
      sums->add[class] += minus ? -v : v;
    }
  }
}

/* Whom it affects, of a block's classes. False if nobody. */
static bool members_of(const st_pass *pass, const st_applied *a, const block *b,
                       uint64_t *bits) {
  const st_unit *unit = &pass->units[a->unit];
  const st_members *members = &unit->members;
  memset(bits, 0, BLOCK * sizeof *bits);
  if (!unit->holds) return false;
  if (members->bits) {
    memcpy(bits, members->bits + b->first, b->count * sizeof *bits);
    return true;
  }
  uint32_t word = members->one / 64;
  if (members->one == 0 || word < b->first || word >= b->first + b->count) {
    return false;
  }
  bits[word - b->first] = (uint64_t)1 << (members->one % 64);
  return true;
}

static void apply_block(const st_pass *pass, const st_applied *a, block *b,
                        st_sums *sums) {
  uint64_t bits[BLOCK];
  if (!members_of(pass, a, b, bits)) return;
  strata_op op = st_verb_op(a->part->verb);
  if (op == STRATA_OP_SET) {
    set_block(b, sums, bits, pass, a);
  } else if (!is_constant(a) || are_few(b, bits)) {
    add_each(b, sums, bits, pass, a, op == STRATA_OP_SUB);
  } else {
    int64_t v = (int64_t)a->value;
    bool minus = (v < 0) != (op == STRATA_OP_SUB);
    add_bits(b, minus, bits, (uint64_t)size_of(v));
  }
}

/* From planes to numbers: what was bit k of each plane becomes number k. */
static void write_word(const block *b, uint32_t i, bool minus, int64_t *add) {
  uint64_t lanes[ST_LANES] = {0};
  uint64_t any = 0;
  for (uint32_t p = 0; p < PLANES; p++) {
    lanes[p] = b->planes[minus][p][i];
    any |= lanes[p];
  }
  if (any == 0) return;
  st_lanes_transpose(lanes);
  for (uint32_t k = 0; k < ST_LANES; k++) {
    add[k] += minus ? -(int64_t)lanes[k] : (int64_t)lanes[k];
  }
}

static void write_block(const block *b, st_sums *sums) {
  for (uint32_t i = 0; b->used && i < b->count; i++) {
    int64_t *add = sums->add + (size_t)(b->first + i) * ST_LANES;
    write_word(b, i, false, add);
    write_word(b, i, true, add);
  }
}

/* -- The whole -- */

static strata_status take_room(st_pass *pass, strata_attr attr, st_sums *sums) {
  size_t classes = (size_t)pass->words * 64;
  sums->add = st_arena_take(&pass->arena, classes, sizeof sums->add[0]);
  if (!sums->add) return STRATA_ENOMEM;
  const st_applied_to *to = &pass->of_attr[attr - 1];
  for (size_t i = 0; i < to->count && !sums->set; i++) {
    uint64_t verb = pass->applied[to->at[i]].part->verb;
    if (st_verb_op(verb) != STRATA_OP_SET) continue;
    sums->set = st_arena_take(&pass->arena, classes, sizeof sums->set[0]);
    sums->was_set =
        st_arena_take(&pass->arena, pass->words, sizeof sums->was_set[0]);
    if (!sums->set || !sums->was_set) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* Add to those of a bitmap what is the same for all of them. */
static void shift_all(int64_t *add, const uint64_t *bits, uint32_t words,
                      int64_t v) {
  for (uint32_t w = 0; w < words; w++, add += ST_LANES) {
    if (bits[w] == UINT64_MAX) {
      for (uint32_t i = 0; i < ST_LANES; i++) {
        add[i] += v;
      }
      continue;
    }
    for (uint64_t left = bits[w]; left != 0; left &= left - 1) {
      add[st_lowest_bit(left)] += v;
    }
  }
}

/* Add to those of a bitmap, or to one. */
static void shift(const st_pass *pass, st_sums *sums, const st_applied *a,
                  bool minus) {
  const st_members *members = &pass->units[a->unit].members;
  if (!members->bits) {
    int64_t v = operand(pass, a, members->one);
    sums->add[members->one] += minus ? -v : v;
    return;
  }
  if (is_constant(a)) {
    int64_t v = minus ? -(int64_t)a->value : (int64_t)a->value;
    shift_all(sums->add, members->bits, pass->words, v);
    return;
  }
  for (uint32_t w = 0; w < pass->words; w++) {
    for (uint64_t left = members->bits[w]; left != 0; left &= left - 1) {
      uint32_t class = w * 64 + st_lowest_bit(left);
      int64_t v = operand(pass, a, class);
      sums->add[class] += minus ? -v : v;
    }
  }
}

static void begin_block(block *b, const st_pass *pass, uint32_t word) {
  uint32_t left = pass->words - word;
  b->first = word;
  b->count = left < BLOCK ? left : BLOCK;
  b->used = false;
}

/* In order, for settings forget what was added before them. */
static void make_in_order(const st_pass *pass, strata_attr attr,
                          st_sums *sums) {
  const st_applied_to *to = &pass->of_attr[attr - 1];
  block b;
  for (uint32_t w = 0; w < pass->words; w += BLOCK) {
    begin_block(&b, pass, w);
    for (size_t i = 0; i < to->count; i++) {
      apply_block(pass, &pass->applied[to->at[i]], &b, sums);
    }
    write_block(&b, sums);
  }
}

/* All that is added to those of one bitmap: a hundred lords ask one question,
 * and have the answer of subject.c. */
typedef struct addend {
  const uint64_t *bits;
  int64_t amount;
} addend;

/* Addends by the address of the bitmap: half of the places stay empty. */
typedef struct addends {
  addend *at;
  size_t size; /* a power of two */
} addends;

static addend *find_addend(const addends *all, const uint64_t *bits) {
  size_t i = st_hash_of_bits(bits) & (all->size - 1);
  while (all->at[i].bits && all->at[i].bits != bits) {
    i = (i + 1) & (all->size - 1);
  }
  return &all->at[i];
}

/* Add what is applied to one, or differs between those that it is applied to;
 * leave the rest in *all. */
static void gather(st_pass *pass, strata_attr attr, st_sums *sums,
                   addends *all) {
  const st_applied_to *to = &pass->of_attr[attr - 1];
  for (size_t i = 0; i < to->count; i++) {
    const st_applied *a = &pass->applied[to->at[i]];
    const st_unit *unit = &pass->units[a->unit];
    bool minus = st_verb_op(a->part->verb) == STRATA_OP_SUB;
    if (!unit->holds) continue;
    if (!unit->members.bits || !is_constant(a)) {
      shift(pass, sums, a, minus);
      continue;
    }
    addend *found = find_addend(all, unit->members.bits);
    found->bits = unit->members.bits;
    found->amount += minus ? -(int64_t)a->value : (int64_t)a->value;
  }
}

/* To a handful one by one: planes cost the same for nobody as for all. */
static bool add_to_few(const st_pass *pass, st_sums *sums, const addend *a) {
  uint32_t count = 0;
  for (uint32_t w = 0; w < pass->words; w++) {
    count += st_count_bits(a->bits[w]);
  }
  if (count > pass->words + 8) return false;
  for (uint32_t w = 0; w < pass->words; w++) {
    for (uint64_t left = a->bits[w]; left != 0; left &= left - 1) {
      sums->add[w * 64 + st_lowest_bit(left)] += a->amount;
    }
  }
  return true;
}

/* Additions alone: they come to the same in any order. */
static strata_status make_at_once(st_pass *pass, strata_attr attr,
                                  st_sums *sums) {
  addends all = {.size = 16};
  while (all.size < 2 * pass->of_attr[attr - 1].count) {
    all.size *= 2;
  }
  all.at = st_arena_take(&pass->arena, all.size, sizeof all.at[0]);
  if (!all.at) return STRATA_ENOMEM;
  gather(pass, attr, sums, &all);
  size_t count = 0;
  for (size_t i = 0; i < all.size; i++) {
    const addend *a = &all.at[i];
    if (a->amount != 0 && !add_to_few(pass, sums, a)) all.at[count++] = *a;
  }
  block b;
  for (uint32_t w = 0; count > 0 && w < pass->words; w += BLOCK) {
    begin_block(&b, pass, w);
    for (size_t i = 0; i < count; i++) {
      uint64_t bits[BLOCK] = {0};
      memcpy(bits, all.at[i].bits + w, b.count * sizeof bits[0]);
      int64_t amount = all.at[i].amount;
      add_bits(&b, amount < 0, bits, (uint64_t)size_of(amount));
    }
    write_block(&b, sums);
  }
  return STRATA_OK;
}

static strata_status make(st_pass *pass, strata_attr attr, st_sums *sums) {
  sums->usable = is_of_use(pass, attr, sums);
  if (!sums->usable) return STRATA_OK;
  strata_status status = take_room(pass, attr, sums);
  if (status) return status;
  if (!sums->set) return make_at_once(pass, attr, sums);
  make_in_order(pass, attr, sums);
  return STRATA_OK;
}

strata_status st_sums_find(st_pass *pass, strata_attr attr,
                           const st_sums **out) {
  st_sums *sums = pass->sums[attr - 1];
  *out = sums;
  if (sums) return STRATA_OK;
  sums = st_arena_take(&pass->arena, 1, sizeof *sums);
  if (!sums) return STRATA_ENOMEM;
  strata_status status = make(pass, attr, sums);
  if (status) return status;
  pass->sums[attr - 1] = sums;
  *out = sums;
  return STRATA_OK;
}

/* -- Keeping them -- */

void st_sums_change(st_pass *pass, strata_attr attr, uint32_t at, bool added) {
  st_sums *sums = pass->sums[attr - 1];
  const st_applied *a = &pass->applied[at];
  const st_attr *of = &pass->rules->attrs[attr - 1];
  if (!sums) return;
  strata_op op = st_verb_op(a->part->verb);
  bool plain = op == STRATA_OP_ADD || op == STRATA_OP_SUB;
  bool grouped = st_verb_flags(a->part->verb) & ST_PART_GROUPED;
  int64_t reach = sums->reach + (added ? largest(pass, a) : 0);
  /* Operands by class may have become larger since they were added. */
  bool is_known = added || is_constant(a);
  if (!sums->usable || sums->set || !plain || !is_known || grouped ||
      reach > MOST || of->max / 2 - of->min / 2 <= reach) {
    pass->sums[attr - 1] = NULL; /* to be found anew */
    return;
  }
  if (pass->units[a->unit].holds) {
    shift(pass, sums, a, (op == STRATA_OP_SUB) == added);
  }
  sums->reach = added ? reach : reach - largest(pass, a);
  assert(sums->reach >= 0); /* else something was taken back twice */
}

void st_sums_renew(st_pass *pass, strata_attr attr, uint32_t class) {
  st_sums *sums = pass->sums[attr - 1];
  const st_applied_to *to = &pass->of_attr[attr - 1];
  if (!sums || !sums->usable) return;
  sums->add[class] = 0;
  if (sums->set) st_bit_put(sums->was_set, class, false);
  for (size_t i = 0; i < to->count; i++) {
    const st_applied *a = &pass->applied[to->at[i]];
    const st_unit *unit = &pass->units[a->unit];
    if (!is_constant(a)) {
      pass->sums[attr - 1] = NULL; /* it may reach farther than any before */
      return;
    }
    if (!unit->holds || !st_member(&unit->members, class)) continue;
    int64_t v = (int64_t)a->value;
    strata_op op = st_verb_op(a->part->verb);
    if (op == STRATA_OP_SET && sums->set) {
      sums->set[class] = v;
      sums->add[class] = 0;
      st_bit_put(sums->was_set, class, true);
    } else {
      sums->add[class] += op == STRATA_OP_SUB ? -v : v;
    }
  }
}
