/*
 * class_sums.c - the sums that a pass adds to a number, for all classes at
 * once.
 *
 * Most parts that change a number add a small constant to it. The sums of 64
 * classes are kept bit-sliced: plane p has bit p of each sum. Adding a constant
 * to the classes of a bitmap is then a carry through a few words, however many
 * classes there are.
 */
#include "layers/values/class_sums.h"

#include "base/lanes.h"
#include "layers/values/apply.h"

#include <assert.h>
#include <string.h>

enum {
  SUM_BLOCK_WORDS = 8,
  SUM_PLANES = 32
}; /* words of a block; bits of a sum */

/* Sums stay below this, far from the ends of 64 bits. */
#define SUM_MAX (INT64_C(1) << 30)

/* Up to so many classes are added to one by one: before a block has planes, and
 * once it has. */
enum { FEW_WITHOUT_PLANES = 24, FEW_WITH_PLANES = 8 };

/* The sums of a block of classes: of additions and of subtractions. */
typedef struct sum_block {
  uint64_t planes[2][SUM_PLANES][SUM_BLOCK_WORDS];
  uint32_t first, count; /* words */
  bool used; /* the planes are in use; else they are not initialised */
} sum_block;

static bool has_constant_operand(const st_applied_part *a) {
  return a->values == NULL;
}

static int64_t operand_of_class(const st_pass *pass, const st_applied_part *a,
                                uint32_t class) {
  return (int64_t)st_applied_operand_word(pass, a, class);
}

/* -- Whether sums are of use -- */

static int64_t bounded_magnitude(int64_t v) {
  if (v > SUM_MAX || v < -SUM_MAX) return SUM_MAX + 1;
  return v < 0 ? -v : v;
}

/* The largest magnitude of an operand, over the classes that the part
 * affects. */
static int64_t largest_operand(const st_pass *pass, const st_applied_part *a) {
  const st_members *members = &pass->units[a->unit].members;
  if (has_constant_operand(a) || !members->bits) {
    return bounded_magnitude(operand_of_class(pass, a, 0));
  }
  int64_t most = 0;
  for (uint32_t w = 0; w < pass->words; w++) {
    for (uint64_t left = members->bits[w]; left != 0; left &= left - 1) {
      int64_t v = bounded_magnitude(
          operand_of_class(pass, a, w * 64 + st_lowest_bit(left)));
      if (v > most) most = v;
    }
  }
  return most;
}

static bool are_sums_usable(const st_pass *pass, strata_attr attr,
                            st_class_sums *sums) {
  const st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  const st_attr *a = &pass->rules->attrs[attr - 1];
  bool sets = false;
  int64_t farthest = 0; /* the largest magnitude that a class is set to */
  sums->reach = 0;
  for (size_t i = 0; i < to->count; i++) {
    const st_applied_part *applied = &pass->applied[to->at[i]];
    strata_op op = st_part_header_op(applied->part->flags);
    int64_t most = largest_operand(pass, applied);
    if (st_part_header_flags(applied->part->flags) & ST_PART_GROUPED) {
      return false;
    }
    if (op == STRATA_OP_SET) {
      sets = true;
      if (most > farthest) farthest = most;
    } else if (op == STRATA_OP_ADD || op == STRATA_OP_SUB) {
      sums->reach += most;
    } else {
      return false;
    }
    if (sums->reach > SUM_MAX || farthest > SUM_MAX) return false;
  }
  /* The range is so narrow that sums could meet its ends. */
  if (a->max / 2 - a->min / 2 <= sums->reach) return false;
  int64_t from = a->min + sums->reach;
  int64_t to_end = a->max - sums->reach;
  return !sets || (-farthest >= from && farthest <= to_end);
}

/* -- One block -- */

static void add_to_planes(sum_block *b, bool subtract, const uint64_t *bits,
                          uint64_t amount) {
  if (!b->used) memset(b->planes, 0, sizeof b->planes);
  b->used = true;
  uint64_t(*planes)[SUM_BLOCK_WORDS] = b->planes[subtract];
  for (; amount != 0; amount &= amount - 1) {
    uint64_t carry[SUM_BLOCK_WORDS];
    memcpy(carry, bits, sizeof carry);
    uint64_t any = 1;
    for (uint32_t p = st_lowest_bit(amount); any != 0 && p < SUM_PLANES; p++) {
      any = 0;
      for (uint32_t i = 0; i < SUM_BLOCK_WORDS; i++) {
        uint64_t both = planes[p][i] & carry[i];
        planes[p][i] ^= carry[i];
        carry[i] = both;
        any |= both;
      }
    }
  }
}

static void set_block_word(const sum_block *b, st_class_sums *sums,
                           uint32_t word, uint64_t bits, const st_pass *pass,
                           const st_applied_part *a) {
  for (; bits != 0; bits &= bits - 1) {
    uint32_t class = (b->first + word) * 64 + st_lowest_bit(bits);
    sums->set[class] = operand_of_class(pass, a, class);
    sums->add[class] = 0;
    st_bit_set(sums->was_set, class, true);
  }
}

/* Apply a SET: what was added before it is dropped. */
static void set_sum_block(sum_block *b, st_class_sums *sums,
                          const uint64_t *bits, const st_pass *pass,
                          const st_applied_part *a) {
  for (uint32_t p = 0; b->used && p < SUM_PLANES; p++) {
    for (uint32_t i = 0; i < SUM_BLOCK_WORDS; i++) {
      b->planes[0][p][i] &= ~bits[i];
      b->planes[1][p][i] &= ~bits[i];
    }
  }
  for (uint32_t i = 0; i < b->count; i++) {
    set_block_word(b, sums, i, bits[i], pass, a);
  }
}

static bool are_few_members(const sum_block *b, const uint64_t *bits) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->count; i++) {
    count += st_count_bits(bits[i]);
  }
  return count <= (b->used ? FEW_WITH_PLANES : FEW_WITHOUT_PLANES);
}

/* Add operands that differ between classes one by one. */
static void add_block_one_by_one(const sum_block *b, st_class_sums *sums,
                                 const uint64_t *bits, const st_pass *pass,
                                 const st_applied_part *a, bool subtract) {
  for (uint32_t i = 0; i < b->count; i++) {
    for (uint64_t left = bits[i]; left != 0; left &= left - 1) {
      uint32_t class = (b->first + i) * 64 + st_lowest_bit(left);
      int64_t v = operand_of_class(pass, a, class);
      sums->add[class] += subtract ? -v : v;
    }
  }
}

/* The classes of a block that a part affects. False if there are none. */
static bool block_members(const st_pass *pass, const st_applied_part *a,
                          const sum_block *b, uint64_t *bits) {
  const st_layer_unit *unit = &pass->units[a->unit];
  const st_members *members = &unit->members;
  memset(bits, 0, SUM_BLOCK_WORDS * sizeof *bits);
  if (!unit->condition_holds) return false;
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

static void apply_to_sum_block(const st_pass *pass, const st_applied_part *a,
                               sum_block *b, st_class_sums *sums) {
  uint64_t bits[SUM_BLOCK_WORDS];
  if (!block_members(pass, a, b, bits)) return;
  strata_op op = st_part_header_op(a->part->flags);
  if (op == STRATA_OP_SET) {
    set_sum_block(b, sums, bits, pass, a);
  } else if (!has_constant_operand(a) || are_few_members(b, bits)) {
    add_block_one_by_one(b, sums, bits, pass, a, op == STRATA_OP_SUB);
  } else {
    int64_t v = (int64_t)a->value;
    bool subtract = (v < 0) != (op == STRATA_OP_SUB);
    add_to_planes(b, subtract, bits, (uint64_t)bounded_magnitude(v));
  }
}

/* Add planes to sums: a transposition turns bit k of each plane into number
 * k. */
static void add_planes_to_sums(const sum_block *b, uint32_t i, bool subtract,
                               int64_t *add) {
  uint64_t lanes[ST_LANES] = {0};
  uint64_t any = 0;
  for (uint32_t p = 0; p < SUM_PLANES; p++) {
    lanes[p] = b->planes[subtract][p][i];
    any |= lanes[p];
  }
  if (any == 0) return;
  st_lanes_transpose(lanes);
  for (uint32_t k = 0; k < ST_LANES; k++) {
    add[k] += subtract ? -(int64_t)lanes[k] : (int64_t)lanes[k];
  }
}

static void flush_sum_block(const sum_block *b, st_class_sums *sums) {
  for (uint32_t i = 0; b->used && i < b->count; i++) {
    int64_t *add = sums->add + (size_t)(b->first + i) * ST_LANES;
    add_planes_to_sums(b, i, false, add);
    add_planes_to_sums(b, i, true, add);
  }
}

/* -- All classes -- */

static strata_status alloc_sums(st_pass *pass, strata_attr attr,
                                st_class_sums *sums) {
  size_t classes = (size_t)pass->words * 64;
  sums->add = st_arena_alloc(&pass->arena, classes, sizeof sums->add[0]);
  if (!sums->add) return STRATA_ENOMEM;
  const st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  for (size_t i = 0; i < to->count && !sums->set; i++) {
    uint64_t header = pass->applied[to->at[i]].part->flags;
    if (st_part_header_op(header) != STRATA_OP_SET) continue;
    sums->set = st_arena_alloc(&pass->arena, classes, sizeof sums->set[0]);
    sums->was_set =
        st_arena_alloc(&pass->arena, pass->words, sizeof sums->was_set[0]);
    if (!sums->set || !sums->was_set) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* Add one amount to the sums of all classes of a bitmap. */
static void shift_bitmap_sums(int64_t *add, const uint64_t *bits,
                              uint32_t words, int64_t v) {
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

/* Add the operands of a part to the sums of its members, or subtract them. */
static void shift_member_sums(const st_pass *pass, st_class_sums *sums,
                              const st_applied_part *a, bool subtract) {
  const st_members *members = &pass->units[a->unit].members;
  if (!members->bits) {
    int64_t v = operand_of_class(pass, a, members->one);
    sums->add[members->one] += subtract ? -v : v;
    return;
  }
  if (has_constant_operand(a)) {
    int64_t v = subtract ? -(int64_t)a->value : (int64_t)a->value;
    shift_bitmap_sums(sums->add, members->bits, pass->words, v);
    return;
  }
  for (uint32_t w = 0; w < pass->words; w++) {
    for (uint64_t left = members->bits[w]; left != 0; left &= left - 1) {
      uint32_t class = w * 64 + st_lowest_bit(left);
      int64_t v = operand_of_class(pass, a, class);
      sums->add[class] += subtract ? -v : v;
    }
  }
}

static void begin_sum_block(sum_block *b, const st_pass *pass, uint32_t word) {
  uint32_t left = pass->words - word;
  b->first = word;
  b->count = left < SUM_BLOCK_WORDS ? left : SUM_BLOCK_WORDS;
  b->used = false;
}

/* Sum in order, because a SET drops what was added before it. */
static void sum_in_order(const st_pass *pass, strata_attr attr,
                         st_class_sums *sums) {
  const st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  sum_block b;
  for (uint32_t w = 0; w < pass->words; w += SUM_BLOCK_WORDS) {
    begin_sum_block(&b, pass, w);
    for (size_t i = 0; i < to->count; i++) {
      apply_to_sum_block(pass, &pass->applied[to->at[i]], &b, sums);
    }
    flush_sum_block(&b, sums);
  }
}

/* The total that is added to the classes of one bitmap: a hundred lords ask one
 * question, and share one bitmap of matches (subject.c). */
typedef struct addend {
  const uint64_t *bits;
  int64_t amount;
} addend;

/* A hash table of addends by the address of the bitmap, at most half full. */
typedef struct addends {
  addend *at;
  size_t size; /* a power of two */
} addends;

static addend *find_addend(const addends *all, const uint64_t *bits) {
  size_t i = st_bitmap_address_hash(bits) & (all->size - 1);
  while (all->at[i].bits && all->at[i].bits != bits) {
    i = (i + 1) & (all->size - 1);
  }
  return &all->at[i];
}

/* Add parts that affect one class, or whose operand differs between classes;
 * collect the rest in *all. */
static void gather_addends(st_pass *pass, strata_attr attr, st_class_sums *sums,
                           addends *all) {
  const st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  for (size_t i = 0; i < to->count; i++) {
    const st_applied_part *a = &pass->applied[to->at[i]];
    const st_layer_unit *unit = &pass->units[a->unit];
    bool subtract = st_part_header_op(a->part->flags) == STRATA_OP_SUB;
    if (!unit->condition_holds) continue;
    if (!unit->members.bits || !has_constant_operand(a)) {
      shift_member_sums(pass, sums, a, subtract);
      continue;
    }
    addend *found = find_addend(all, unit->members.bits);
    found->bits = unit->members.bits;
    found->amount += subtract ? -(int64_t)a->value : (int64_t)a->value;
  }
}

/* Add to a few members one by one: the cost of planes does not depend on how
 * many members there are. */
static bool add_to_few_members(const st_pass *pass, st_class_sums *sums,
                               const addend *a) {
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

/* Sum additions alone, which give the same in any order. */
static strata_status sum_in_any_order(st_pass *pass, strata_attr attr,
                                      st_class_sums *sums) {
  addends all = {.size = 16};
  while (all.size < 2 * pass->applied_to_attr[attr - 1].count) {
    all.size *= 2;
  }
  all.at = st_arena_alloc(&pass->arena, all.size, sizeof all.at[0]);
  if (!all.at) return STRATA_ENOMEM;
  gather_addends(pass, attr, sums, &all);
  size_t count = 0;
  for (size_t i = 0; i < all.size; i++) {
    const addend *a = &all.at[i];
    if (a->amount != 0 && !add_to_few_members(pass, sums, a)) {
      all.at[count++] = *a;
    }
  }
  sum_block b;
  for (uint32_t w = 0; count > 0 && w < pass->words; w += SUM_BLOCK_WORDS) {
    begin_sum_block(&b, pass, w);
    for (size_t i = 0; i < count; i++) {
      uint64_t bits[SUM_BLOCK_WORDS] = {0};
      memcpy(bits, all.at[i].bits + w, b.count * sizeof bits[0]);
      int64_t amount = all.at[i].amount;
      add_to_planes(&b, amount < 0, bits, (uint64_t)bounded_magnitude(amount));
    }
    flush_sum_block(&b, sums);
  }
  return STRATA_OK;
}

static strata_status compute_sums(st_pass *pass, strata_attr attr,
                                  st_class_sums *sums) {
  sums->usable = are_sums_usable(pass, attr, sums);
  if (!sums->usable) return STRATA_OK;
  strata_status status = alloc_sums(pass, attr, sums);
  if (status) return status;
  if (!sums->set) return sum_in_any_order(pass, attr, sums);
  sum_in_order(pass, attr, sums);
  return STRATA_OK;
}

strata_status st_class_sums_find(st_pass *pass, strata_attr attr,
                                 const st_class_sums **out) {
  st_class_sums *sums = pass->sums[attr - 1];
  *out = sums;
  if (sums) return STRATA_OK;
  sums = st_arena_alloc(&pass->arena, 1, sizeof *sums);
  if (!sums) return STRATA_ENOMEM;
  strata_status status = compute_sums(pass, attr, sums);
  if (status) return status;
  pass->sums[attr - 1] = sums;
  *out = sums;
  return STRATA_OK;
}

/* -- Updates -- */

void st_class_sums_change(st_pass *pass, strata_attr attr, uint32_t at,
                          bool added) {
  st_class_sums *sums = pass->sums[attr - 1];
  const st_applied_part *a = &pass->applied[at];
  const st_attr *of = &pass->rules->attrs[attr - 1];
  if (!sums) return;
  strata_op op = st_part_header_op(a->part->flags);
  bool plain = op == STRATA_OP_ADD || op == STRATA_OP_SUB;
  bool grouped = st_part_header_flags(a->part->flags) & ST_PART_GROUPED;
  int64_t reach = sums->reach + (added ? largest_operand(pass, a) : 0);
  /* Operands by class may have grown since they were added. */
  bool is_known = added || has_constant_operand(a);
  if (!sums->usable || sums->set || !plain || !is_known || grouped ||
      reach > SUM_MAX || of->max / 2 - of->min / 2 <= reach) {
    pass->sums[attr - 1] = NULL; /* to be computed again */
    return;
  }
  if (pass->units[a->unit].condition_holds) {
    shift_member_sums(pass, sums, a, (op == STRATA_OP_SUB) == added);
  }
  sums->reach = added ? reach : reach - largest_operand(pass, a);
  assert(sums->reach >= 0); /* a part was removed twice */
}

void st_class_sums_renew(st_pass *pass, strata_attr attr, uint32_t class) {
  st_class_sums *sums = pass->sums[attr - 1];
  const st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  if (!sums || !sums->usable) return;
  sums->add[class] = 0;
  if (sums->set) st_bit_set(sums->was_set, class, false);
  for (size_t i = 0; i < to->count; i++) {
    const st_applied_part *a = &pass->applied[to->at[i]];
    const st_layer_unit *unit = &pass->units[a->unit];
    if (!has_constant_operand(a)) {
      /* an operand may reach farther than before */
      pass->sums[attr - 1] = NULL;
      return;
    }
    if (!unit->condition_holds || !st_members_has(&unit->members, class)) {
      continue;
    }
    int64_t v = (int64_t)a->value;
    strata_op op = st_part_header_op(a->part->flags);
    if (op == STRATA_OP_SET && sums->set) {
      sums->set[class] = v;
      sums->add[class] = 0;
      st_bit_set(sums->was_set, class, true);
    } else {
      sums->add[class] += op == STRATA_OP_SUB ? -v : v;
    }
  }
}
