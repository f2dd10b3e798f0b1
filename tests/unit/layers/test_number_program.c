/* Number programs, compared with applying one operation after the other. */
#include "kit.h"
#include "layers/values/number_program.h"
#include "support.h"

#include <string.h>

TestSuite(number_program, .timeout = 120);

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

enum { MOST = 300 };

static const st_attr unranged = {
    .type = STRATA_INT, .min = INT64_MIN, .max = INT64_MAX};
static const st_attr ranged = {
    .type = STRATA_INT, .min = -8, .max = 7, .ranged = true};
static const st_attr wide = {
    .type = STRATA_INT, .min = INT32_MIN, .max = INT32_MAX, .ranged = true};

typedef struct bench {
  probe probe;
  st_mem mem;
  kit_dice dice;
  st_value_part entries[MOST + 1]; /* sorted */
  uint32_t count;
  st_number_program *program;
} bench;

static void bench_open(bench *b, uint64_t seed) {
  *b = (bench){.dice = {seed}};
  st_mem_init(&b->mem, probe_alloc, &b->probe);
}

static void bench_close(bench *b) {
  st_number_program_free(b->program, &b->mem);
  EXPECT_NO_LEAK(&b->probe);
}

static uint64_t operand(kit_dice *dice) {
  static const int64_t edges[] = {0,  1,  -1,        2,         -2,
                                  10, -7, INT64_MAX, INT64_MIN, INT32_MAX};
  if (kit_below(dice, 3)) {
    return (uint64_t)edges[kit_below(dice, ST_COUNT_OF(edges))];
  }
  return kit_roll(dice) >> kit_below(dice, 64);
}

/* Any operation on a number; multiplications are rare, so that values do not
 * all stick to the ends of the range. */
static st_value_part any_entry(kit_dice *dice, uint64_t high, uint64_t low) {
  uint32_t op = kit_below(dice, STRATA_OP_SCALE + 1);
  if (op == STRATA_OP_MUL && kit_below(dice, 2)) op = STRATA_OP_XOR;
  uint32_t flags = kit_below(dice, 2) ? ST_PART_ROUND_UP : 0;
  uint64_t value = operand(dice);
  if (op == STRATA_OP_SCALE) {
    value = (uint64_t)(1 + kit_below(dice, 9)) << 32 | (uint32_t)value;
  }
  return (st_value_part){.place = {.high = high, .low = low},
                         .verb = st_part_header(0, 1, 0, flags, op),
                         .value = value};
}

static int64_t fold(const bench *b, const st_attr *attr, int64_t v) {
  for (uint32_t i = 0; i < b->count; i++) {
    v = st_number_apply_op(attr, b->entries[i].verb, v, b->entries[i].value);
  }
  return v;
}

static void make(bench *b, uint32_t count) {
  b->count = count;
  for (uint32_t i = 0; i < count; i++) {
    b->entries[i] = any_entry(&b->dice, 2 * i / 3, 2 * (uint64_t)i);
  }
  OK(st_number_program_build(&b->program, &b->mem, b->entries, count));
}

static void check(bench *b, const st_attr *attr, int64_t base) {
  int64_t want = fold(b, attr, base);
  int64_t got = st_number_program_run(b->program, attr, base);
  cr_assert(eq(i64, got, want), "%u steps from %lld", b->count,
            (long long)base);
}

static void check_bases(bench *b, const st_attr *attr) {
  static const int64_t bases[] = {0, 0, 5, -3, 5, 5};
  for (size_t i = 0; i < ST_COUNT_OF(bases); i++) {
    check(b, attr, bases[i]);
  }
  if (attr == &ranged) return; /* a base value is in its range */
  check(b, attr, attr->max);
  check(b, attr, attr->min);
}

static const st_attr *const attrs[] = {&unranged, &ranged, &wide};

Test(number_program, runs_as_its_entries_one_after_the_other) {
  static const uint32_t sizes[] = {0,   1,   2,   3,   7,   8,   9,
                                   62,  63,  64,  65,  66,  127, 128,
                                   129, 191, 192, 193, 256, 300};
  for (size_t a = 0; a < ST_COUNT_OF(attrs); a++) {
    for (size_t n = 0; n < ST_COUNT_OF(sizes); n++) {
      for (uint64_t seed = 0; seed < 20; seed++) {
        bench b;
        bench_open(&b, seed);
        make(&b, sizes[n]);
        check_bases(&b, attrs[a]);
        make(&b, sizes[(n + 5) % ST_COUNT_OF(sizes)]); /* the same one anew */
        check_bases(&b, attrs[a]);
        bench_close(&b);
      }
    }
  }
}

/* Every operation alone, with operands at the edges. */
Test(number_program, one_step_is_one_operation) {
  bench b;
  bench_open(&b, 1);
  static const int64_t values[] = {INT64_MIN, INT64_MIN + 1, -8, -1, 0, 1,
                                   7,         INT64_MAX};
  for (int i = 0; i < 20000; i++) {
    b.count = 1;
    b.entries[0] = any_entry(&b.dice, 0, 0);
    OK(st_number_program_build(&b.program, &b.mem, b.entries, 1));
    const st_attr *attr = attrs[kit_below(&b.dice, 3)];
    int64_t base = values[kit_below(&b.dice, ST_COUNT_OF(values))];
    check(&b, attr, st_clamp(base, attr->min, attr->max));
  }
  bench_close(&b);
}

/* Insert an entry into the plain array by its place. */
static void put_in(bench *b, const st_value_part *entry) {
  uint32_t at = b->count++;
  for (; at > 0 && st_sort_key_before(entry->place, b->entries[at - 1].place);
       at--) {
    b->entries[at] = b->entries[at - 1];
  }
  b->entries[at] = *entry;
}

static void add_one(bench *b, uint32_t n) {
  uint64_t high = kit_below(&b->dice, 3) ? kit_below(&b->dice, 40) : 1000;
  st_value_part entry = any_entry(&b->dice, high, n);
  put_in(b, &entry);
  OK(st_number_program_add(b->program, &b->mem, &entry));
}

static strata_status insert_added(bench *b) {
  st_value_part spare[MOST];
  return st_number_program_insert_added(b->program, &b->mem, spare);
}

static void expect_places(const bench *b) {
  for (uint32_t i = 0; i < b->count; i++) {
    cr_assert(eq(u64, b->program->places[i].high, b->entries[i].place.high));
    cr_assert(eq(u64, b->program->places[i].low, b->entries[i].place.low));
  }
}

/* Parts are inserted after every second one or so, or as they are many. */
Test(number_program, parts_that_are_added_take_their_places) {
  for (uint64_t seed = 0; seed < 90; seed++) {
    bench b;
    bench_open(&b, seed);
    const st_attr *attr = attrs[seed % ST_COUNT_OF(attrs)];
    const uint32_t between = seed % 2 ? 2 : 24;
    int64_t base = 1;
    make(&b, 0);
    for (uint32_t n = 0; n < MOST; n++) {
      add_one(&b, n);
      if (kit_below(&b.dice, between) != 0) continue;
      if (kit_below(&b.dice, 8) == 0)
        base = (int64_t)kit_below(&b.dice, 16) - 8;
      OK(insert_added(&b));
      check(&b, attr, base);
    }
    OK(insert_added(&b));
    check(&b, attr, base);
    expect_places(&b);
    bench_close(&b);
  }
}

Test(number_program, one_that_restarts_has_only_what_is_added_then) {
  bench b;
  bench_open(&b, 7);
  make(&b, 100);
  check(&b, &unranged, 4);
  add_one(&b, 1000);
  st_number_program_make_stale(b.program);
  cr_expect(eq(sz, b.program->added_count, 0));

  st_number_program_restart(b.program, 9);

  b.count = 0;
  cr_expect(not(b.program->stale));
  cr_expect(eq(u64, b.program->fresh_serial, 9));
  check(&b, &unranged, 4);
  for (uint32_t n = 0; n < 40; n++) {
    add_one(&b, n);
  }
  cr_expect(eq(u64, b.program->fresh_serial, 0), "not while parts are added");
  OK(insert_added(&b));
  check(&b, &unranged, 4);
  expect_places(&b);
  bench_close(&b);
}

Test(number_program, an_insert_without_memory_leaves_the_steps) {
  bench b;
  bench_open(&b, 3);
  make(&b, 64); /* its room is full */
  check(&b, &unranged, 4);
  st_value_part entry = any_entry(&b.dice, 5, 1000);
  b.probe.fail_at = b.probe.calls + 1;
  cr_expect(
      eq(int, st_number_program_add(b.program, &b.mem, &entry), STRATA_ENOMEM));
  cr_expect(eq(sz, b.program->added_count, 0));
  b.probe.fail_at = 0;
  OK(st_number_program_add(b.program, &b.mem, &entry));
  for (size_t n = 1; n <= 4; n++) {
    b.probe.fail_at = b.probe.calls + n;
    b.probe.fail_forever = n % 2;
    cr_expect(eq(int, insert_added(&b), STRATA_ENOMEM));
    check(&b, &unranged, 4);
    check(&b, &unranged, -4);
  }
  b.probe.fail_at = 0;
  OK(insert_added(&b));
  put_in(&b, &entry);
  check(&b, &unranged, 4);
  bench_close(&b);
}

Test(number_program, building_without_memory_leaves_a_stale_one_or_none) {
  bench b;
  for (size_t n = 1; n <= 5; n++) {
    bench_open(&b, 4);
    b.probe.fail_at = n;
    st_value_part entry = any_entry(&b.dice, 0, 0);
    cr_expect(eq(int, st_number_program_build(&b.program, &b.mem, &entry, 1),
                 STRATA_ENOMEM));
    if (b.program) cr_expect(b.program->stale, "allocation %zu", n);
    bench_close(&b);
  }
}

typedef struct apply_case {
  strata_op op;
  bool up;
  int64_t v;
  int64_t x;
  int64_t want, want_small; /* in all 64 bits, in -8 .. 7 */
} apply_case;

static const apply_case apply_cases[] = {
    {STRATA_OP_SET, false, 3, 9, 9, 7},
    {STRATA_OP_ADD, false, 3, INT64_MAX, INT64_MAX, 7},
    {STRATA_OP_SUB, false, -3, INT64_MAX, INT64_MIN, -8},
    {STRATA_OP_SUB, false, 0, INT64_MIN, INT64_MAX, 7},
    {STRATA_OP_MUL, false, -3, 2, -6, -6},
    {STRATA_OP_DIV, false, -7, 2, -4, -4},
    {STRATA_OP_DIV, true, -7, 2, -3, -3},
    {STRATA_OP_DIV, true, 5, 0, 5, 5},
    {STRATA_OP_MIN, false, 3, -1, -1, -1},
    {STRATA_OP_MAX, false, 3, 10, 10, 7},
    {STRATA_OP_AND, false, 6, 3, 2, 2},
    {STRATA_OP_OR, false, 6, 8, 14, 7},
    {STRATA_OP_XOR, false, 6, -1, -7, -7},
    {STRATA_OP_SCALE, false, 5, INT64_C(2) << 32 | 3, 7, 7},
    {STRATA_OP_SCALE, true, 5, INT64_C(2) << 32 | 3, 8, 7},
    {STRATA_OP_SCALE, false, 5, INT64_C(2) << 32 | UINT32_MAX, -3, -3},
};

Test(number_program, operations_do_what_the_header_says) {
  for (size_t i = 0; i < ST_COUNT_OF(apply_cases); i++) {
    const apply_case *c = &apply_cases[i];
    uint64_t verb =
        st_part_header(0, 1, 0, c->up ? ST_PART_ROUND_UP : 0, c->op);
    cr_expect(eq(i64, st_number_apply_op(&unranged, verb, c->v, (uint64_t)c->x),
                 c->want),
              "case %zu", i);
    cr_expect(eq(i64, st_number_apply_op(&ranged, verb, c->v, (uint64_t)c->x),
                 c->want_small),
              "case %zu, in range", i);
  }
}

/* -- Sorting -- */

static void shuffle(kit_dice *dice, st_value_part *entries, uint32_t count) {
  for (uint32_t i = count; i > 1; i--) {
    uint32_t j = kit_below(dice, i);
    st_value_part other = entries[i - 1];
    entries[i - 1] = entries[j];
    entries[j] = other;
  }
}

static void turn_round(st_value_part *entries, uint32_t count) {
  for (uint32_t i = 0; i < count / 2; i++) {
    st_value_part other = entries[i];
    entries[i] = entries[count - 1 - i];
    entries[count - 1 - i] = other;
  }
}

Test(number_program, sorting_puts_each_entry_into_its_place) {
  kit_dice dice = {9};
  st_value_part want[MOST];
  st_value_part got[MOST];
  st_value_part spare[MOST];
  for (uint32_t i = 0; i < MOST; i++) {
    want[i] = any_entry(&dice, i / 7 * UINT64_C(0x0100000000000001), i);
    want[i].origin = i;
  }
  for (uint32_t count = 0; count <= MOST; count++) {
    for (int order = 0; order < 4; order++) {
      memcpy(got, want, sizeof got);
      if (order == 1) turn_round(got, count);
      if (order >= 2) shuffle(&dice, got, count);

      st_value_parts_sort(got, spare, count);

      for (uint32_t i = 0; i < count; i++) {
        if (got[i].origin == i) continue;
        cr_assert(eq(u32, got[i].origin, i), "%u of order %d", count, order);
      }
      cr_assert(memcmp(got, want, count * sizeof got[0]) == 0);
    }
  }
}

/* As parts are gathered: newest first, with timestamps that descend. `odd` is
 * one that stands where its timestamp does not belong. */
static void make_gathered(kit_dice *dice, st_value_part *out, uint32_t count,
                          uint64_t layers, uint32_t odd) {
  for (uint32_t i = 0; i < count; i++) {
    out[i] = (st_value_part){.origin = i};
    out[i].place.low = i == odd ? 1 : 2 * (uint64_t)(count - i) + 1;
    out[i].place.high = kit_roll(dice) & layers;
  }
}

Test(number_program, sorting_by_layer_keeps_the_order_of_timestamps) {
  enum { MANY = 3000, NOBODY = MANY };
  static st_value_part got[MANY];
  static st_value_part spare[MANY];
  static const uint64_t layers[] = {0,          UINT64_C(1) << 63,
                                    0x7ff,      UINT64_C(0x3fff) << 32,
                                    UINT64_MAX, UINT64_C(0x1ffffffff) << 31,
                                    7,          UINT64_C(0x3ffffffff) << 30};
  kit_dice dice = {4};
  for (size_t n = 0; n < ST_COUNT_OF(layers); n++) {
    for (uint32_t odd = NOBODY; odd <= NOBODY; odd -= MANY - 5) {
      bool seen[MANY] = {false};
      make_gathered(&dice, got, MANY, layers[n], odd);

      st_value_parts_sort(got, spare, MANY);

      for (uint32_t i = 0; i < MANY; i++) {
        cr_assert(not(seen[got[i].origin]));
        seen[got[i].origin] = true;
        if (i == 0) continue;
        cr_assert(st_sort_key_before(got[i - 1].place, got[i].place),
                  "%u of layers %zu", i, n);
      }
    }
  }
}
