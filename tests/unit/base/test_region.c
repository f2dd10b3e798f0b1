/* Regions: pieces keep their content, the piece taken last is used again, and
 * all is freed at once. */
#include "base/region.h"
#include "kit.h"
#include "support.h"

#include <string.h>

TestSuite(region, .timeout = 60);

enum { PIECES = 300 };

typedef struct piece {
  uint8_t *bytes;
  size_t size;
  uint8_t mark;
} piece;

typedef struct desk {
  probe probe;
  st_region *region;
  st_mem mem;
  piece pieces[PIECES];
} desk;

static void desk_open(desk *d) {
  *d = (desk){0};
  d->region = st_region_new(probe_alloc, &d->probe, 100);
  cr_assert(ne(ptr, d->region, NULL));
  d->mem = st_region_mem(d->region);
}

static void desk_close(desk *d) {
  st_region_free(d->region);
  EXPECT_NO_LEAK(&d->probe);
}

static void expect_all(const piece *p) {
  for (size_t i = 0; i < p->size; i++) {
    cr_assert(eq(u8, p->bytes[i], p->mark));
  }
}

static size_t any_size(kit_dice *dice) {
  return 1 + kit_below(dice, kit_below(dice, 8) == 0 ? 9000 : 60);
}

/* Take a piece, or let one grow, shrink or go. */
static void change(desk *d, kit_dice *dice) {
  piece *p = &d->pieces[kit_below(dice, PIECES)];
  size_t size = any_size(dice);
  expect_all(p);
  if (p->bytes && kit_below(dice, 3) == 0) {
    st_mem_free(&d->mem, p->bytes, p->size, 1);
    *p = (piece){0};
    return;
  }
  p->bytes = st_mem_resize(&d->mem, p->bytes, p->size, size, 1);
  cr_assert(ne(ptr, p->bytes, NULL));
  cr_assert(eq(sz, (uintptr_t)p->bytes % 8, 0));
  for (size_t i = 0; i < size && i < p->size; i++) {
    cr_assert(eq(u8, p->bytes[i], p->mark));
  }
  p->size = size;
  p->mark = (uint8_t)(1 + kit_below(dice, 255));
  memset(p->bytes, p->mark, size);
}

Test(region, pieces_keep_what_is_in_them_and_the_rest_is_zero) {
  static desk d;
  static uint8_t copy[8 << 20];
  desk_open(&d);
  kit_dice dice = {7};
  for (int i = 0; i < 5000; i++) {
    change(&d, &dice);
  }
  size_t size = st_region_size(d.region);
  cr_assert(lt(sz, size, sizeof copy));
  st_region_copy(d.region, copy);
  for (size_t i = 0; i < PIECES; i++) {
    const piece *p = &d.pieces[i];
    expect_all(p);
    if (!p->bytes) continue;
    size_t at = st_region_offset(d.region, p->bytes);
    cr_assert(le(sz, at + p->size, size));
    cr_assert(eq(int, memcmp(copy + at, p->bytes, p->size), 0));
    memset(copy + at, 0, p->size);
  }
  for (size_t i = 0; i < size; i++) {
    cr_assert(eq(u8, copy[i], 0), "byte %zu is nobody's", i);
  }
  desk_close(&d);
}

Test(region, what_was_taken_last_is_used_again) {
  desk d;
  desk_open(&d);
  uint8_t *first = st_mem_zeroed(&d.mem, 5, 1);
  uint8_t *second = st_mem_zeroed(&d.mem, 24, 1);
  cr_expect(eq(ptr, second, first + 8));
  size_t size = st_region_size(d.region);
  cr_expect(eq(ptr, st_mem_resize(&d.mem, second, 24, 40, 1), second));
  cr_expect(eq(sz, st_region_size(d.region), size + 16));
  st_mem_free(&d.mem, second, 40, 1);
  cr_expect(eq(sz, st_region_size(d.region), size - 24));
  cr_expect(eq(ptr, st_mem_zeroed(&d.mem, 8, 1), second));
  desk_close(&d);
}

Test(region, what_is_not_in_it_lies_nowhere) {
  desk d;
  desk_open(&d);
  uint8_t *piece = st_mem_zeroed(&d.mem, 8, 1);
  cr_expect(eq(sz, st_region_offset(d.region, piece), 0));
  cr_expect(eq(sz, st_region_offset(d.region, piece + 7), 7));
  cr_expect(eq(sz, st_region_offset(d.region, piece + 8), SIZE_MAX));
  cr_expect(eq(sz, st_region_offset(d.region, &d), SIZE_MAX));
  cr_expect(eq(sz, st_region_offset(d.region, NULL), SIZE_MAX));
  desk_close(&d);
}

Test(region, without_memory_it_stays_as_it_was) {
  probe probe = {.fail_at = 1};
  cr_expect(eq(ptr, st_region_new(probe_alloc, &probe, 100), NULL));
  probe = (struct probe){.fail_at = 2};
  cr_expect(eq(ptr, st_region_new(probe_alloc, &probe, 100), NULL));
  EXPECT_NO_LEAK(&probe);
  desk d;
  desk_open(&d);
  uint8_t *piece = st_mem_zeroed(&d.mem, 50, 1);
  memset(piece, 9, 50);
  size_t size = st_region_size(d.region);
  d.probe.fail_at = d.probe.calls + 1;
  cr_expect(eq(ptr, st_mem_zeroed(&d.mem, 20000, 1), NULL));
  d.probe.fail_at = d.probe.calls + 1;
  cr_expect(eq(ptr, st_mem_resize(&d.mem, piece, 50, 20000, 1), NULL));
  cr_expect(eq(sz, st_region_size(d.region), size));
  cr_expect(eq(u8, piece[49], 9));
  cr_expect(eq(ptr, st_mem_zeroed(&d.mem, SIZE_MAX - 3, 1), NULL));
  desk_close(&d);
}
