/*
 * program.c - running many constant parts over one number.
 *
 * Operations come in any order, so a switch over them would mispredict about
 * every second step (8 ns each). Seven of them have one branch-free form; with
 * saturation added as branches that are never taken, a step costs the latency
 * of and, multiply, add, xor: about 2 ns. The rest are marked and applied one
 * by one.
 *
 * Values before every 64th step are kept: a part that is added at the top
 * costs one step, one in the middle the steps above it.
 */
#include "layers/values/program.h"

#include <string.h>

static int64_t clamp_to(const st_attr *attr, int64_t v) {
  return attr->ranged ? st_clamp(v, attr->min, attr->max) : v;
}

static int64_t divide(int64_t v, int64_t x, bool up) {
  if (x == 0) return v;
  return up ? st_ceil_div(v, x) : st_floor_div(v, x);
}

int64_t st_apply_int(const st_attr *attr, uint64_t verb, int64_t v,
                     uint64_t operand) {
  int64_t x = (int64_t)operand;
  bool up = (st_verb_flags(verb) & ST_PART_ROUND_UP) != 0;
  int64_t r = v;
  switch (st_verb_op(verb)) {
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
    r = divide(v, x, up);
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
  return clamp_to(attr, r);
}

/* -- Sorting: bottom-up merge sort, since places are unique and qsort may
 * allocate behind the hook's back. -- */

static void reverse(st_entry *entries, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    st_entry swapped = entries[i];
    entries[i] = entries[count - 1 - i];
    entries[count - 1 - i] = swapped;
  }
}

static bool is_sorted(const st_entry *entries, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (st_place_before(entries[i].place, entries[i - 1].place)) return false;
  }
  return true;
}

static void insertion_sort(st_entry *entries, size_t count) {
  for (size_t i = 1; i < count; i++) {
    st_entry entry = entries[i];
    size_t at = i;
    for (; at > 0 && st_place_before(entry.place, entries[at - 1].place);
         at--) {
      entries[at] = entries[at - 1];
    }
    entries[at] = entry;
  }
}

static void merge(const st_entry *from, size_t left, size_t right, size_t end,
                  st_entry *to) {
  size_t i = left;
  size_t j = right;
  for (size_t k = left; k < end; k++) {
    bool take_left = i < right && (j >= end || !st_place_before(from[j].place,
                                                                from[i].place));
    to[k] = take_left ? from[i++] : from[j++];
  }
}

void st_entries_sort(st_entry *entries, st_entry *spare, size_t count) {
  reverse(entries, count);
  if (is_sorted(entries, count)) return;
  enum { RUN = 8 };
  for (size_t at = 0; at < count; at += RUN) {
    insertion_sort(entries + at, count - at < RUN ? count - at : RUN);
  }
  st_entry *from = entries;
  st_entry *to = spare;
  for (size_t width = RUN; width < count; width *= 2) {
    for (size_t left = 0; left < count; left += 2 * width) {
      size_t right = left + width < count ? left + width : count;
      size_t end = left + 2 * width < count ? left + 2 * width : count;
      merge(from, left, right, end, to);
    }
    st_entry *swapped = from;
    from = to;
    to = swapped;
  }
  if (from != entries) memcpy(entries, from, count * sizeof *entries);
}

/* -- Steps -- */

static const st_step identity = {UINT64_MAX, 1, 0, 0};

/* The step of an entry; its operation + 1 if a step cannot say it. */
static uint8_t make_step(const st_entry *entry, st_step *out) {
  int64_t x = (int64_t)entry->value;
  *out = identity;
  strata_op op = st_verb_op(entry->verb);
  switch (op) {
  case STRATA_OP_SET:
    out->and_mask = 0;
    out->addend = x;
    return 0;
  case STRATA_OP_ADD:
    out->addend = x;
    return 0;
  case STRATA_OP_SUB:
    if (x == INT64_MIN) break; /* its negative is no number */
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
  bool up = (st_verb_flags(entry->verb) & ST_PART_ROUND_UP) != 0;
  return (uint8_t)(op + 1) | (up ? 0x80 : 0);
}

static int64_t run_odd(const st_attr *attr, uint8_t op, const st_step *s,
                       int64_t v) {
  uint32_t flags = op & 0x80 ? ST_PART_ROUND_UP : 0;
  uint64_t verb = st_verb(0, 0, 0, flags, (op & 0x7fu) - 1);
  return st_apply_int(attr, verb, v, (uint64_t)s->addend);
}

static int64_t run_steps(const st_program *p, const st_attr *attr,
                         uint32_t begin, uint32_t end, int64_t v) {
  const st_step *steps = p->steps;
  const uint8_t *ops = p->ops;
  if (attr->ranged) {
    int64_t lo = attr->min;
    int64_t hi = attr->max;
    for (uint32_t i = begin; i < end; i++) {
      v = ST_UNLIKELY(ops[i]) ? run_odd(attr, ops[i], &steps[i], v)
                              : st_clamp(st_step_run(&steps[i], v), lo, hi);
    }
    return v;
  }
  for (uint32_t i = begin; i < end; i++) {
    v = ST_UNLIKELY(ops[i]) ? run_odd(attr, ops[i], &steps[i], v)
                            : st_step_run(&steps[i], v);
  }
  return v;
}

int64_t st_program_run(st_program *p, const st_attr *attr, int64_t base) {
  if (p->base != base || p->ready == 0) {
    p->base = base;
    p->ready = 0;
    p->value = base;
  }
  uint32_t at = p->ready;
  int64_t v = p->value;
  while (at < p->count) {
    if (at % ST_PROGRAM_STRIDE == 0) p->before[at / ST_PROGRAM_STRIDE] = v;
    uint32_t end = (at / ST_PROGRAM_STRIDE + 1) * ST_PROGRAM_STRIDE;
    if (end > p->count) end = p->count;
    v = run_steps(p, attr, at, end, v);
    at = end;
  }
  p->ready = at;
  p->value = v;
  return v;
}

/* -- Memory -- */

static uint32_t before_count(uint32_t capacity) {
  return capacity / ST_PROGRAM_STRIDE + 1;
}

static void free_arrays(st_program *p, st_mem *mem) {
  uint32_t n = p->capacity;
  st_mem_free(mem, p->steps, n, sizeof p->steps[0]);
  st_mem_free(mem, p->places, n, sizeof p->places[0]);
  st_mem_free(mem, p->ops, n, 1);
  st_mem_free(mem, p->before, before_count(n), sizeof p->before[0]);
}

void st_program_free(st_program *program, st_mem *mem) {
  if (!program) return;
  if (program->capacity > 0) free_arrays(program, mem);
  st_mem_free(mem, program, 1, sizeof *program);
}

static strata_status grow(st_program *p, st_mem *mem, uint32_t need) {
  if (need <= p->capacity) return STRATA_OK;
  uint32_t n = p->capacity ? p->capacity : 16;
  while (n < need) {
    n *= 2;
  }
  st_program bigger = *p;
  bigger.steps = st_mem_resize(mem, NULL, 0, n, sizeof p->steps[0]);
  bigger.places = st_mem_resize(mem, NULL, 0, n, sizeof p->places[0]);
  bigger.ops = st_mem_resize(mem, NULL, 0, n, 1);
  bigger.before =
      st_mem_resize(mem, NULL, 0, before_count(n), sizeof p->before[0]);
  bigger.capacity = n;
  if (!bigger.steps || !bigger.places || !bigger.ops || !bigger.before) {
    free_arrays(&bigger, mem);
    return STRATA_ENOMEM;
  }
  if (p->capacity > 0) {
    memcpy(bigger.steps, p->steps, p->count * sizeof p->steps[0]);
    memcpy(bigger.places, p->places, p->count * sizeof p->places[0]);
    memcpy(bigger.ops, p->ops, p->count);
    memcpy(bigger.before, p->before,
           before_count(p->capacity) * sizeof p->before[0]);
    free_arrays(p, mem);
  }
  *p = bigger;
  return STRATA_OK;
}

strata_status st_program_build(st_program **program, st_mem *mem,
                               const st_entry *entries, uint32_t count) {
  if (!*program) {
    *program = st_mem_zeroed(mem, 1, sizeof **program);
    if (!*program) return STRATA_ENOMEM;
    (*program)->stale = true;
  }
  st_program *p = *program;
  strata_status status = grow(p, mem, count);
  if (status) return status;
  for (uint32_t i = 0; i < count; i++) {
    p->ops[i] = make_step(&entries[i], &p->steps[i]);
    p->places[i] = entries[i].place;
  }
  p->odd = false;
  for (uint32_t i = 0; i < count; i++) {
    p->odd = p->odd || p->ops[i] != 0;
  }
  p->count = count;
  p->ready = 0;
  p->pending = 0;
  p->stale = false;
  return STRATA_OK;
}

strata_status st_program_insert(st_program *p, st_mem *mem,
                                const st_entry *entry) {
  strata_status status = grow(p, mem, p->count + 1);
  if (status) return status;
  uint32_t low = 0;
  uint32_t high = p->count;
  if (high > 0 && st_place_before(p->places[high - 1], entry->place)) {
    low = high;
  }
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (st_place_before(p->places[mid], entry->place)) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  uint32_t after = p->count - low;
  memmove(p->steps + low + 1, p->steps + low, after * sizeof p->steps[0]);
  memmove(p->places + low + 1, p->places + low, after * sizeof p->places[0]);
  memmove(p->ops + low + 1, p->ops + low, after);
  p->ops[low] = make_step(entry, &p->steps[low]);
  p->odd = p->odd || p->ops[low] != 0;
  p->places[low] = entry->place;
  p->count++;
  if (low < p->ready) {
    p->ready = low / ST_PROGRAM_STRIDE * ST_PROGRAM_STRIDE;
    p->value = p->ready == 0 ? p->base : p->before[low / ST_PROGRAM_STRIDE];
  }
  return STRATA_OK;
}
