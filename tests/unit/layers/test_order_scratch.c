/* The memory of ordering a layer: what it counts is what it has, nodes of new
 * units are zero, and an unusually large one is given back. */
#include "kit.h"
#include "layers/pass/order_scratch.h"
#include "support.h"

TestSuite(order_scratch, .timeout = 60);

enum { FEW = 3, MANY = 9000 };

typedef struct desk {
  probe p;
  st_mem mem;
  st_order_scratch scratch;
} desk;

static void open_desk(desk *d) {
  *d = (desk){0};
  st_mem_init(&d->mem, probe_alloc, &d->p);
}

static void close_desk(desk *d) {
  st_order_scratch_fini(&d->scratch, &d->mem);
  EXPECT_NO_LEAK(&d->p);
}

/* So many pending units, with nodes. */
static void fill(desk *d, size_t count) {
  st_order_scratch *s = &d->scratch;
  cr_assert(st_mem_reserve(&d->mem, &s->pending_units, &s->capacity, count,
                           sizeof s->pending_units[0]));
  s->count = count;
  cr_assert(st_order_scratch_grow_nodes(s, &d->mem));
  cr_expect(eq(sz, s->node_count, count));
}

Test(order_scratch, its_bytes_are_those_that_it_has) {
  desk d;
  open_desk(&d);
  st_order_scratch *s = &d.scratch;
  cr_expect(eq(sz, st_order_scratch_bytes(s), 0));
  fill(&d, FEW);
  st_u32_vec *const numbers[] = {&s->rw_items,       &s->touching_items,
                                 &s->affected,       &s->others,
                                 &s->potential_deps, &s->path,
                                 &s->visit_stack,    &s->sort_scratch};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    cr_assert(st_u32_vec_push(&d.mem, numbers[i], 1));
    cr_expect(eq(sz, st_order_scratch_bytes(s), d.p.live_bytes), "%zu", i);
  }
  cr_assert(st_u64_vec_push(&d.mem, &s->operands, 1));
  cr_assert(st_u64_vec_push(&d.mem, &s->signatures[2 * FEW - 1], 1));
  cr_expect(eq(sz, st_order_scratch_bytes(s), d.p.live_bytes));
  close_desk(&d);
}

Test(order_scratch, only_the_nodes_of_new_units_are_cleared) {
  desk d;
  open_desk(&d);
  st_order_scratch *s = &d.scratch;
  fill(&d, FEW);
  for (size_t i = 0; i < FEW; i++) {
    s->nodes[i].component = 7;
    s->is_collected[i] = 1;
  }
  fill(&d, FEW + 1);
  cr_expect(eq(u32, s->nodes[FEW - 1].component, 7));
  cr_expect(eq(int, s->is_collected[FEW - 1], 1));

  st_order_scratch_reset(s);
  fill(&d, FEW + 1);

  for (size_t i = 0; i <= FEW; i++) {
    cr_expect(eq(u32, s->nodes[i].component, 0), "%zu", i);
    cr_expect(eq(int, s->is_collected[i], 0), "%zu", i);
  }
  close_desk(&d);
}

Test(order_scratch, only_a_large_one_is_given_back) {
  desk d;
  open_desk(&d);
  fill(&d, FEW);
  size_t bytes = d.p.live_bytes;
  st_order_scratch_trim(&d.scratch, &d.mem);
  cr_expect(eq(sz, d.p.live_bytes, bytes));
  fill(&d, MANY);
  d.scratch.time = 5;
  st_order_scratch_trim(&d.scratch, &d.mem);
  cr_expect(eq(sz, d.p.live_bytes, 0));
  cr_expect(eq(u64, d.scratch.time, 5), "the clock goes on");
  close_desk(&d);
}
