/*
 * number_program.c - runs many constant parts over one number.
 *
 * Operations come in any order, so a switch over them would mispredict about
 * every second step (8 ns each). Seven of them have one branch-free form; with
 * saturation added as branches that are never taken, a step costs the latency
 * of and, multiply, add, xor: about 2 ns. The other operations are marked in
 * `ops` and applied by the switch.
 *
 * The values before every 64th step are kept: a part that is added at the end
 * costs one step, one in the middle costs the steps after it.
 *
 * A part is added when its effect is, and becomes a step when the number is
 * read: few are inserted one by one, many are sorted and merged.
 *
 * The test unit.number_program holds programs against applying the parts one
 * after the other.
 */
#include "layers/values/number_program.h"

#include <string.h>

static int64_t clamp_to_range(const st_attr *attr, int64_t v) {
  return attr->ranged ? st_clamp(v, attr->min, attr->max) : v;
}

static int64_t divide_rounded(int64_t v, int64_t x, bool up) {
  if (x == 0) return v;
  return up ? st_ceil_div(v, x) : st_floor_div(v, x);
}

int64_t st_number_apply_op(const st_attr *attr, uint64_t header, int64_t v,
                           uint64_t operand) {
  int64_t x = (int64_t)operand;
  bool up = (st_part_header_flags(header) & ST_PART_ROUND_UP) != 0;
  int64_t r = v;
  switch (st_part_header_op(header)) {
  case STRATA_OP_SET:
    r = x;
    break;
  case STRATA_OP_ADD:
    r = st_sat_add(v, x);
    break;
  case STRATA_OP_SUB:
    r = st_sat_sub(v, x);
    break;
  case STRATA_OP_MUL:
    r = st_sat_mul(v, x);
    break;
  case STRATA_OP_DIV:
    r = divide_rounded(v, x, up);
    break;
  case STRATA_OP_MIN:
    r = v < x ? v : x;
    break;
  case STRATA_OP_MAX:
    r = v > x ? v : x;
    break;
  case STRATA_OP_AND:
    r = v & x;
    break;
  case STRATA_OP_OR:
    r = v | x;
    break;
  case STRATA_OP_XOR:
    r = v ^ x;
    break;
  case STRATA_OP_SCALE:
    r = st_scale(v, (int32_t)(uint32_t)operand, (int32_t)(operand >> 32), up);
    break;
  case STRATA_OP_SWITCH:
  case STRATA_OP_REMOVE:
  case STRATA_OP_CLEAR:
  case STRATA_OP_COPY:
  case STRATA_OP_SUBSTITUTE:
  case STRATA_OP_FORBID:
  case STRATA_OP_STRIP:
  case STRATA_OP_BORROW:
    assert(!"no operation on one number"); /* unreachable */
    break;
  }
  return clamp_to_range(attr, r);
}

/* -- Sorting: without qsort, which may allocate memory behind the allocator
 * hook. Places are unique. -- */

static void reverse_value_parts(st_value_part *entries, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    st_value_part swapped = entries[i];
    entries[i] = entries[count - 1 - i];
    entries[count - 1 - i] = swapped;
  }
}

static bool are_value_parts_sorted(const st_value_part *entries, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (st_sort_key_before(entries[i].place, entries[i - 1].place)) {
      return false;
    }
  }
  return true;
}

static void insertion_sort_value_parts(st_value_part *entries, size_t count) {
  for (size_t i = 1; i < count; i++) {
    st_value_part entry = entries[i];
    size_t at = i;
    for (; at > 0 && st_sort_key_before(entry.place, entries[at - 1].place);
         at--) {
      entries[at] = entries[at - 1];
    }
    entries[at] = entry;
  }
}

static void merge_value_parts(const st_value_part *from, size_t left,
                              size_t right, size_t end, st_value_part *to) {
  size_t i = left;
  size_t j = right;
  for (size_t k = left; k < end; k++) {
    bool take_left =
        i < right &&
        (j >= end || !st_sort_key_before(from[j].place, from[i].place));
    to[k] = take_left ? from[i++] : from[j++];
  }
}

/* Parts of one value are gathered newest first, unless a pass has applied some,
 * and added oldest first. Then only layer and priority are left to sort by, in
 * a stable way. Both are small numbers, so a radix sort by the bits in which
 * the parts differ takes one round or two, in whatever order they were added.
 */

enum { RADIX_BITS = 11, RADIX_ROUNDS = 3, RADIX_FEWEST = 64 };

/* How parts stand before they are sorted. */
typedef struct parts_order {
  bool newest_first; /* as the first two stand */
  bool by_time;      /* all stand so, and no pass has applied any */
  bool by_layer;     /* their layers then go the same way */
  uint64_t bits;     /* in which the upper halves of their places differ */
} parts_order;

static parts_order find_parts_order(const st_value_part *entries,
                                    size_t count) {
  parts_order order = {entries[1].place.low < entries[0].place.low,
                       entries[0].place.sequence == 0, true, 0};
  for (size_t i = 1; i < count && order.by_time; i++) {
    const st_sort_key *older = &entries[i - !order.newest_first].place;
    const st_sort_key *newer = &entries[i - order.newest_first].place;
    order.by_time = older->low < newer->low && entries[i].place.sequence == 0;
    order.by_layer = order.by_layer && older->high <= newer->high;
    order.bits |= older->high ^ newer->high;
  }
  return order;
}

/* Sort by RADIX_BITS bits; `back`: the last of equal ones is the first then. */
static void do_radix_round(const st_value_part *from, size_t count,
                           unsigned shift, bool back, st_value_part *to) {
  uint32_t starts[1 << RADIX_BITS] = {0};
  const uint64_t mask = (1u << RADIX_BITS) - 1;
  for (size_t i = 0; i < count; i++) {
    starts[from[i].place.high >> shift & mask]++;
  }
  uint32_t start = 0;
  for (size_t i = 0; i <= mask; i++) {
    uint32_t here = starts[i];
    starts[i] = start;
    start += here;
  }
  for (size_t n = 0; n < count; n++) {
    const st_value_part *entry = &from[back ? count - 1 - n : n];
    to[starts[entry->place.high >> shift & mask]++] = *entry;
  }
}

/* Sort parts that stand by time by layer and priority; false, and nothing is
 * done, if that takes too many rounds. */
static bool radix_sort_value_parts(st_value_part *entries, st_value_part *spare,
                                   size_t count, parts_order order) {
  uint64_t bits = order.bits;
  if (count < RADIX_FEWEST || count > UINT32_MAX || bits == 0) return false;
  unsigned shift = st_lowest_bit(bits);
  if (bits >> shift >> (RADIX_BITS * RADIX_ROUNDS) != 0) return false;
  st_value_part *from = entries;
  st_value_part *to = spare;
  const unsigned first = shift;
  for (; shift < 64 && bits >> shift != 0; shift += RADIX_BITS) {
    bool back = order.newest_first && shift == first;
    do_radix_round(from, count, shift, back, to);
    st_value_part *swapped = from;
    from = to;
    to = swapped;
  }
  if (from != entries) memcpy(entries, from, count * sizeof *entries);
  return true;
}

static void merge_sort_value_parts(st_value_part *entries, st_value_part *spare,
                                   size_t count) {
  enum { RUN = 8 };
  for (size_t at = 0; at < count; at += RUN) {
    insertion_sort_value_parts(entries + at,
                               count - at < RUN ? count - at : RUN);
  }
  st_value_part *from = entries;
  st_value_part *to = spare;
  for (size_t width = RUN; width < count; width *= 2) {
    for (size_t left = 0; left < count; left += 2 * width) {
      size_t right = left + width < count ? left + width : count;
      size_t end = left + 2 * width < count ? left + 2 * width : count;
      merge_value_parts(from, left, right, end, to);
    }
    st_value_part *swapped = from;
    from = to;
    to = swapped;
  }
  if (from != entries) memcpy(entries, from, count * sizeof *entries);
}

void st_value_parts_sort(st_value_part *entries, st_value_part *spare,
                         size_t count) {
  if (count < 2) return;
  parts_order order = find_parts_order(entries, count);
  if (order.by_time && !order.by_layer &&
      radix_sort_value_parts(entries, spare, count, order)) {
    return;
  }
  if (order.newest_first) reverse_value_parts(entries, count);
  if (order.by_time && order.by_layer) return;
  if (are_value_parts_sorted(entries, count)) return;
  merge_sort_value_parts(entries, spare, count);
}

/* -- Steps -- */

/*
 * How the step of an operation is made of its operand x, without a branch that
 * would be mispredicted:
 *
 *   and_mask = (x & and_x) ^ and_bits
 *   factor   = (x & factor_x) + factor
 *   addend   = negated x & addend_x
 *   xor_mask = x & xor_x
 *
 * `odd`: a step cannot express it. Its operand is the addend.
 */
typedef struct step_form {
  uint64_t and_x, and_bits, factor_x, factor, addend_x, negate, xor_x;
  bool odd;
} step_form;

#define ALL_BITS UINT64_MAX
static const step_form odd_form = {0, ALL_BITS, 0, 1, ALL_BITS, 0, 0, true};
static const step_form step_forms[] = {
    [STRATA_OP_SET] = {0, 0, 0, 1, ALL_BITS, 0, 0, false},
    [STRATA_OP_ADD] = {0, ALL_BITS, 0, 1, ALL_BITS, 0, 0, false},
    [STRATA_OP_SUB] = {0, ALL_BITS, 0, 1, ALL_BITS, ALL_BITS, 0, false},
    [STRATA_OP_MUL] = {0, ALL_BITS, ALL_BITS, 0, 0, 0, 0, false},
    [STRATA_OP_DIV] = {0, ALL_BITS, 0, 1, ALL_BITS, 0, 0, true},
    [STRATA_OP_MIN] = {0, ALL_BITS, 0, 1, ALL_BITS, 0, 0, true},
    [STRATA_OP_MAX] = {0, ALL_BITS, 0, 1, ALL_BITS, 0, 0, true},
    [STRATA_OP_AND] = {ALL_BITS, 0, 0, 1, 0, 0, 0, false},
    [STRATA_OP_OR] = {ALL_BITS, ALL_BITS, 0, 1, 0, 0, ALL_BITS, false},
    [STRATA_OP_XOR] = {0, ALL_BITS, 0, 1, 0, 0, ALL_BITS, false}};

/* Make the step of a part. Returns its operation + 1 if a step cannot express
 * it, else 0. */
static uint8_t make_number_step(const st_value_part *entry,
                                st_number_step *out) {
  uint64_t x = entry->value;
  strata_op op = st_part_header_op(entry->verb);
  const step_form *form =
      op < ST_COUNT_OF(step_forms) ? &step_forms[op] : &odd_form;
  /* -INT64_MIN is no number */
  if (ST_UNLIKELY((x == (uint64_t)INT64_MIN) & (form->negate != 0))) {
    form = &odd_form;
  }
  out->and_mask = (x & form->and_x) ^ form->and_bits;
  out->factor = (int64_t)((x & form->factor_x) + form->factor);
  out->addend = (int64_t)(((x ^ form->negate) - form->negate) & form->addend_x);
  out->xor_mask = x & form->xor_x;
  bool up = (st_part_header_flags(entry->verb) & ST_PART_ROUND_UP) != 0;
  uint8_t code = (uint8_t)((uint8_t)(op + 1) | (up ? 0x80 : 0));
  return form->odd ? code : 0;
}

static int64_t run_odd_step(const st_attr *attr, uint8_t op,
                            const st_number_step *s, int64_t v) {
  uint32_t flags = op & 0x80 ? ST_PART_ROUND_UP : 0;
  uint64_t header = st_part_header(0, 0, 0, flags, (op & 0x7fu) - 1);
  return st_number_apply_op(attr, header, v, (uint64_t)s->addend);
}

static int64_t run_number_steps(const st_number_program *p, const st_attr *attr,
                                uint32_t begin, uint32_t end, int64_t v) {
  const st_number_step *steps = p->steps;
  const uint8_t *ops = p->ops;
  if (attr->ranged) {
    int64_t lo = attr->min;
    int64_t hi = attr->max;
    for (uint32_t i = begin; i < end; i++) {
      v = ST_UNLIKELY(ops[i])
              ? run_odd_step(attr, ops[i], &steps[i], v)
              : st_clamp(st_number_step_run(&steps[i], v), lo, hi);
    }
    return v;
  }
  for (uint32_t i = begin; i < end; i++) {
    v = ST_UNLIKELY(ops[i]) ? run_odd_step(attr, ops[i], &steps[i], v)
                            : st_number_step_run(&steps[i], v);
  }
  return v;
}

int64_t st_number_program_run(st_number_program *p, const st_attr *attr,
                              int64_t base) {
  if (p->base != base || p->steps_done == 0) {
    p->base = base;
    p->steps_done = 0;
    p->value = base;
  }
  uint32_t at = p->steps_done;
  int64_t v = p->value;
  while (at < p->count) {
    if (at % ST_NUMBER_PROGRAM_STRIDE == 0) {
      p->checkpoints[at / ST_NUMBER_PROGRAM_STRIDE] = v;
    }
    uint32_t end =
        (at / ST_NUMBER_PROGRAM_STRIDE + 1) * ST_NUMBER_PROGRAM_STRIDE;
    if (end > p->count) end = p->count;
    v = run_number_steps(p, attr, at, end, v);
    at = end;
  }
  p->steps_done = at;
  p->value = v;
  return v;
}

/* -- Memory -- */

static uint32_t checkpoint_count(uint32_t capacity) {
  return capacity / ST_NUMBER_PROGRAM_STRIDE + 1;
}

static void free_program_arrays(st_number_program *p, st_mem *mem) {
  uint32_t n = p->capacity;
  st_mem_free(mem, p->steps, n, sizeof p->steps[0]);
  st_mem_free(mem, p->places, n, sizeof p->places[0]);
  st_mem_free(mem, p->ops, n, 1);
  st_mem_free(mem, p->checkpoints, checkpoint_count(n),
              sizeof p->checkpoints[0]);
}

void st_number_program_free(st_number_program *program, st_mem *mem) {
  if (!program) return;
  if (program->capacity > 0) free_program_arrays(program, mem);
  st_mem_free(mem, program->added, program->added_capacity,
              sizeof program->added[0]);
  st_mem_free(mem, program, 1, sizeof *program);
}

static strata_status grow_program(st_number_program *p, st_mem *mem,
                                  uint32_t need) {
  if (need <= p->capacity) return STRATA_OK;
  uint32_t n = p->capacity ? p->capacity : 16;
  while (n < need) {
    n *= 2;
  }
  st_number_program bigger = *p;
  bigger.steps = st_mem_resize(mem, NULL, 0, n, sizeof p->steps[0]);
  bigger.places = st_mem_resize(mem, NULL, 0, n, sizeof p->places[0]);
  bigger.ops = st_mem_resize(mem, NULL, 0, n, 1);
  bigger.checkpoints = st_mem_resize(mem, NULL, 0, checkpoint_count(n),
                                     sizeof p->checkpoints[0]);
  bigger.capacity = n;
  if (!bigger.steps || !bigger.places || !bigger.ops || !bigger.checkpoints) {
    free_program_arrays(&bigger, mem);
    return STRATA_ENOMEM;
  }
  if (p->capacity > 0) {
    memcpy(bigger.steps, p->steps, p->count * sizeof p->steps[0]);
    memcpy(bigger.places, p->places, p->count * sizeof p->places[0]);
    memcpy(bigger.ops, p->ops, p->count);
    memcpy(bigger.checkpoints, p->checkpoints,
           checkpoint_count(p->capacity) * sizeof p->checkpoints[0]);
    free_program_arrays(p, mem);
  }
  *p = bigger;
  return STRATA_OK;
}

strata_status st_number_program_build(st_number_program **program, st_mem *mem,
                                      const st_value_part *entries,
                                      uint32_t count) {
  if (!*program) {
    *program = st_mem_zeroed(mem, 1, sizeof **program);
    if (!*program) return STRATA_ENOMEM;
    (*program)->stale = true;
  }
  st_number_program *p = *program;
  strata_status status = grow_program(p, mem, count);
  if (status) return status;
  for (uint32_t i = 0; i < count; i++) {
    p->ops[i] = make_number_step(&entries[i], &p->steps[i]);
    p->places[i] = entries[i].place;
  }
  p->has_odd_ops = false;
  for (uint32_t i = 0; i < count; i++) {
    p->has_odd_ops = p->has_odd_ops || p->ops[i] != 0;
  }
  p->count = count;
  p->steps_done = 0;
  p->added_count = 0;
  p->stale = false;
  return STRATA_OK;
}

void st_number_program_make_stale(st_number_program *p) {
  p->stale = true;
  p->fresh_serial = 0;
  p->added_count = 0;
}

void st_number_program_restart(st_number_program *p, uint64_t serial) {
  p->serial = serial;
  p->fresh_serial = serial;
  p->count = 0;
  p->steps_done = 0;
  p->added_count = 0;
  p->has_odd_ops = false;
  p->stale = false;
}

/* -- Adding parts -- */

strata_status st_number_program_add(st_number_program *p, st_mem *mem,
                                    const st_value_part *entry) {
  assert(!p->stale);
  if (!st_mem_reserve(mem, &p->added, &p->added_capacity, p->added_count + 1,
                      sizeof p->added[0])) {
    return STRATA_ENOMEM;
  }
  p->added[p->added_count++] = *entry;
  p->fresh_serial = 0;
  return STRATA_OK;
}

/* The steps from `low` on are others: what has been run of them is void. */
static void change_steps_from(st_number_program *p, uint32_t low) {
  if (low < p->steps_done) {
    p->steps_done = low / ST_NUMBER_PROGRAM_STRIDE * ST_NUMBER_PROGRAM_STRIDE;
    p->value = p->steps_done == 0
                   ? p->base
                   : p->checkpoints[low / ST_NUMBER_PROGRAM_STRIDE];
  }
}

static void put_step(st_number_program *p, uint32_t at,
                     const st_value_part *entry) {
  p->ops[at] = make_number_step(entry, &p->steps[at]);
  p->has_odd_ops = p->has_odd_ops || p->ops[at] != 0;
  p->places[at] = entry->place;
}

/* Insert one part at its place. There is room for a step. */
static void insert_step(st_number_program *p, const st_value_part *entry) {
  uint32_t low = 0;
  uint32_t high = p->count;
  if (high > 0 && st_sort_key_before(p->places[high - 1], entry->place)) {
    low = high;
  }
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (st_sort_key_before(p->places[mid], entry->place)) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  uint32_t after = p->count - low;
  memmove(p->steps + low + 1, p->steps + low, after * sizeof p->steps[0]);
  memmove(p->places + low + 1, p->places + low, after * sizeof p->places[0]);
  memmove(p->ops + low + 1, p->ops + low, after);
  put_step(p, low, entry);
  p->count++;
  change_steps_from(p, low);
}

/* Merge sorted parts into the steps, from the last one on. There is room. */
static void merge_steps(st_number_program *p, const st_value_part *entries,
                        uint32_t count) {
  uint32_t kept = p->count; /* steps that are not at their new place yet */
  p->count += count;
  for (uint32_t to = p->count; count > 0; to--) {
    const st_value_part *entry = &entries[count - 1];
    if (kept > 0 && st_sort_key_before(entry->place, p->places[kept - 1])) {
      kept--;
      p->steps[to - 1] = p->steps[kept];
      p->places[to - 1] = p->places[kept];
      p->ops[to - 1] = p->ops[kept];
    } else {
      put_step(p, to - 1, entry);
      count--;
    }
  }
  change_steps_from(p, kept);
}

/* Up to so many parts are inserted one by one: a memmove is faster than a
 * merge. */
enum { FEW_ADDED = 16 };

strata_status st_number_program_insert_added(st_number_program *p, st_mem *mem,
                                             st_value_part *spare) {
  size_t count = p->added_count;
  if (count > UINT32_MAX / 4 - p->count) return STRATA_ERANGE;
  strata_status status = grow_program(p, mem, p->count + (uint32_t)count);
  if (status) return status;
  if (count <= FEW_ADDED) {
    for (size_t i = 0; i < count; i++) {
      insert_step(p, &p->added[i]);
    }
  } else {
    st_value_parts_sort(p->added, spare, count);
    merge_steps(p, p->added, (uint32_t)count);
  }
  p->added_count = 0;
  return STRATA_OK;
}
