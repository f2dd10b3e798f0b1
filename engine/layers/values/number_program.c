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

/* Parts of one value are gathered newest first, unless a pass has applied some.
 * Then only layer and priority are left to sort by, in a stable way: these are
 * small numbers, so a radix sort by the bits in which they differ takes a round
 * or two, whatever the order in which the parts were added. */

enum { RADIX_BITS = 11, RADIX_ROUNDS = 3, RADIX_FEWEST = 64 };

/* How parts stand as they are gathered. */
typedef struct gathered_order {
  bool newest_first;
  bool highest_first;
  uint64_t bits; /* in which the upper halves of their places differ */
} gathered_order;

static gathered_order find_gathered_order(const st_value_part *entries,
                                          size_t count) {
  gathered_order order = {entries[0].place.sequence == 0, true, 0};
  for (size_t i = 1; i < count && order.newest_first; i++) {
    const st_sort_key *newer = &entries[i - 1].place;
    const st_sort_key *place = &entries[i].place;
    order.newest_first = place->low < newer->low && place->sequence == 0;
    order.highest_first = order.highest_first && place->high <= newer->high;
    order.bits |= place->high ^ newer->high;
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

/* Sort parts that are newest first by layer and priority; false, and nothing is
 * done, if that takes too many rounds. */
static bool radix_sort_value_parts(st_value_part *entries, st_value_part *spare,
                                   size_t count, uint64_t bits) {
  if (count < RADIX_FEWEST || count > UINT32_MAX || bits == 0) return false;
  unsigned shift = st_lowest_bit(bits);
  if (bits >> shift >> (RADIX_BITS * RADIX_ROUNDS) != 0) return false;
  st_value_part *from = entries;
  st_value_part *to = spare;
  const unsigned first = shift;
  for (; shift < 64 && bits >> shift != 0; shift += RADIX_BITS) {
    do_radix_round(from, count, shift, shift == first, to);
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
  gathered_order order = find_gathered_order(entries, count);
  bool turned = order.newest_first && order.highest_first;
  if (order.newest_first && !turned &&
      radix_sort_value_parts(entries, spare, count, order.bits)) {
    return;
  }
  reverse_value_parts(entries, count);
  if (turned || are_value_parts_sorted(entries, count)) return;
  merge_sort_value_parts(entries, spare, count);
}

/* -- Steps -- */

static const st_number_step identity_step = {UINT64_MAX, 1, 0, 0};

/* Make the step of a part. Returns its operation + 1 if a step cannot express
 * it, else 0. */
static uint8_t make_number_step(const st_value_part *entry,
                                st_number_step *out) {
  int64_t x = (int64_t)entry->value;
  *out = identity_step;
  strata_op op = st_part_header_op(entry->verb);
  switch (op) {
  case STRATA_OP_SET:
    out->and_mask = 0;
    out->addend = x;
    return 0;
  case STRATA_OP_ADD:
    out->addend = x;
    return 0;
  case STRATA_OP_SUB:
    if (x == INT64_MIN) break; /* -INT64_MIN is no number */
    out->addend = -x;
    return 0;
  case STRATA_OP_MUL:
    out->factor = x;
    return 0;
  case STRATA_OP_AND:
    out->and_mask = entry->value;
    return 0;
  case STRATA_OP_OR:
    out->and_mask = ~entry->value;
    out->xor_mask = entry->value;
    return 0;
  case STRATA_OP_XOR:
    out->xor_mask = entry->value;
    return 0;
  case STRATA_OP_DIV:
  case STRATA_OP_MIN:
  case STRATA_OP_MAX:
  case STRATA_OP_SCALE:
  case STRATA_OP_SWITCH:
  case STRATA_OP_REMOVE:
  case STRATA_OP_CLEAR:
  case STRATA_OP_COPY:
  case STRATA_OP_SUBSTITUTE:
  case STRATA_OP_FORBID:
  case STRATA_OP_STRIP:
  case STRATA_OP_BORROW:
    break;
  }
  out->addend = x;
  bool up = (st_part_header_flags(entry->verb) & ST_PART_ROUND_UP) != 0;
  return (uint8_t)(op + 1) | (up ? 0x80 : 0);
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
  p->pending = 0;
  p->stale = false;
  return STRATA_OK;
}

strata_status st_number_program_insert(st_number_program *p, st_mem *mem,
                                       const st_value_part *entry) {
  strata_status status = grow_program(p, mem, p->count + 1);
  if (status) return status;
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
  p->ops[low] = make_number_step(entry, &p->steps[low]);
  p->has_odd_ops = p->has_odd_ops || p->ops[low] != 0;
  p->places[low] = entry->place;
  p->count++;
  if (low < p->steps_done) {
    p->steps_done = low / ST_NUMBER_PROGRAM_STRIDE * ST_NUMBER_PROGRAM_STRIDE;
    p->value = p->steps_done == 0
                   ? p->base
                   : p->checkpoints[low / ST_NUMBER_PROGRAM_STRIDE];
  }
  return STRATA_OK;
}
