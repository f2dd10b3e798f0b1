/* The arena: its pieces are zeroed and apart, and its blocks are used again
 * after it was emptied. */
#include "base/arena.h"
#include "kit.h"
#include "support.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

TestSuite(arena, .timeout = 60);

enum { PIECES = 200 };

typedef struct piece {
  unsigned char *bytes;
  size_t size;
} piece;

typedef struct desk {
  probe probe;
  st_mem mem;
  st_arena arena;
} desk;

static void desk_open(desk *d) {
  *d = (desk){0};
  st_mem_init(&d->mem, probe_alloc, &d->probe);
  st_arena_init(&d->arena, &d->mem);
}

static void desk_close(desk *d) {
  st_arena_fini(&d->arena);
  cr_expect(eq(sz, d->arena.total_bytes, 0));
  EXPECT_NO_LEAK(&d->probe);
}

static bool is_all(const piece *p, unsigned char byte) {
  for (size_t i = 0; i < p->size; i++) {
    if (p->bytes[i] != byte) return false;
  }
  return true;
}

/* Mostly small, now and then more than a block. */
static size_t any_size(kit_dice *dice) {
  uint32_t kind = kit_below(dice, 10);
  if (kind == 0) return 10000 + kit_below(dice, 30000);
  return kit_below(dice, kind < 7 ? 100 : 3000);
}

/* Take pieces, each filled with a byte of its own; all stay as they were. */
static void take_many(desk *d, uint64_t seed) {
  static piece pieces[PIECES];
  kit_dice dice = {seed};
  for (size_t i = 0; i < PIECES; i++) {
    piece *p = &pieces[i];
    p->size = any_size(&dice);
    p->bytes = st_arena_alloc(&d->arena, p->size, 1);
    cr_assert(ne(ptr, p->bytes, NULL));
    cr_assert(is_all(p, 0), "piece %zu is not zeroed", i);
    cr_assert(eq(sz, (uintptr_t)p->bytes % alignof(max_align_t), 0));
    memset(p->bytes, (int)(i % 255) + 1, p->size);
  }
  for (size_t i = 0; i < PIECES; i++) {
    cr_assert(is_all(&pieces[i], (unsigned char)(i % 255 + 1)),
              "piece %zu was written over", i);
  }
}

Test(arena, pieces_are_zeroed_and_do_not_overlap) {
  desk d;
  desk_open(&d);
  for (uint64_t seed = 0; seed < 20; seed++) {
    take_many(&d, seed);
    st_arena_reset(&d.arena);
  }
  desk_close(&d);
}

Test(arena, a_second_round_takes_nothing_from_the_allocator) {
  desk d;
  desk_open(&d);
  take_many(&d, 7);
  size_t calls = d.probe.calls;
  size_t bytes = d.arena.total_bytes;
  cr_expect(eq(sz, d.probe.live_bytes, bytes), "all blocks are counted");

  for (int round = 0; round < 5; round++) {
    st_arena_reset(&d.arena);
    take_many(&d, 7);
  }

  cr_expect(eq(sz, d.probe.calls, calls));
  cr_expect(eq(sz, d.arena.total_bytes, bytes));
  desk_close(&d);
}

Test(arena, sizes_that_cannot_be_are_refused) {
  desk d;
  desk_open(&d);
  cr_expect(eq(ptr, st_arena_alloc(&d.arena, SIZE_MAX, 2), NULL));
  cr_expect(eq(ptr, st_arena_alloc(&d.arena, SIZE_MAX, 1), NULL));
  cr_expect(eq(ptr, st_arena_alloc(&d.arena, SIZE_MAX / 2, 3), NULL));
  cr_expect(eq(sz, d.probe.calls, 0), "the allocator was not asked");
  cr_expect(ne(ptr, st_arena_alloc(&d.arena, 0, 8), NULL));
  cr_expect(ne(ptr, st_arena_alloc(&d.arena, 8, 0), NULL));
  desk_close(&d);
}

Test(arena, a_failure_leaves_what_was_taken) {
  desk d;
  desk_open(&d);
  piece first = {.size = 5000};
  first.bytes = st_arena_alloc(&d.arena, first.size, 1);
  cr_assert(ne(ptr, first.bytes, NULL));
  memset(first.bytes, 9, first.size);
  size_t bytes = d.arena.total_bytes;

  d.probe.fail_at = d.probe.calls + 1;
  cr_expect(eq(ptr, st_arena_alloc(&d.arena, 100000, 1), NULL));

  cr_expect(is_all(&first, 9));
  cr_expect(eq(sz, d.arena.total_bytes, bytes));
  piece next = {.size = 100000};
  next.bytes = st_arena_alloc(&d.arena, next.size, 1);
  cr_assert(ne(ptr, next.bytes, NULL));
  cr_expect(is_all(&next, 0));
  memset(next.bytes, 1, next.size);
  cr_expect(is_all(&first, 9));
  desk_close(&d);
}

Test(arena, a_text_is_copied_with_its_end) {
  desk d;
  desk_open(&d);
  char text[] = "two of them";
  char *copy = st_arena_copy_text(&d.arena, text);
  char *nothing = st_arena_copy_text(&d.arena, "");
  text[0] = 'T';
  cr_assert(copy && nothing);
  cr_expect(eq(str, copy, STR("two of them")));
  cr_expect(eq(str, nothing, STR("")));
  desk_close(&d);
  desk_open(&d);
  d.probe.fail_at = d.probe.calls + 1;
  cr_expect(st_arena_copy_text(&d.arena, text) == NULL);
  desk_close(&d);
}
