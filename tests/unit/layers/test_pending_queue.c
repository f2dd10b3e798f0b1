/* The queue of pending units, compared with insertion into a sorted list. */
#include "kit.h"
#include "layers/order/pending_queue.h"
#include "support.h"

TestSuite(pending_queue, .timeout = 60);

enum { MOST = 400 };

typedef struct line {
  uint32_t key[MOST]; /* by candidate */
  uint32_t count;
  size_t looks;
} line;

static bool before(const void *context, uint32_t a, uint32_t b) {
  union { /* the count of looks is no part of the order */
    const void *in;
    line *out;
  } l = {.in = context};
  l.out->looks++;
  return l.out->key[a] < l.out->key[b];
}

typedef struct desk {
  probe p;
  st_mem mem;
  line line;
  st_pending_queue queue;
  st_u32_vec room;
  uint32_t model[MOST]; /* those not taken, in order */
  size_t count, asked;  /* `asked`: so many of these were passed over */
} desk;

static void open_desk(desk *d) {
  *d = (desk){0};
  st_mem_init(&d->mem, probe_alloc, &d->p);
}

static void close_desk(desk *d) {
  st_mem_free(&d->mem, d->queue.at, d->queue.capacity, sizeof(uint32_t));
  st_mem_free(&d->mem, d->room.at, d->room.capacity, sizeof(uint32_t));
  EXPECT_NO_LEAK(&d->p);
}

static void add(desk *d, uint32_t key) {
  uint32_t c = d->line.count++;
  d->line.key[c] = key;
  cr_assert(st_pending_queue_add(&d->mem, &d->queue, c));
  size_t at = d->count++;
  for (; at > 0 && key < d->line.key[d->model[at - 1]]; at--) {
    d->model[at] = d->model[at - 1];
  }
  d->model[at] = c;
  d->asked = 0;
}

static void sort(desk *d, size_t added) {
  st_pending_queue_order order = {before, &d->line};
  cr_assert(st_pending_queue_sort(&d->mem, &d->queue, added, order, &d->room));
}

/* The next one is asked: it goes, or waits. */
static void ask(desk *d, bool waits) {
  st_pending_queue *q = &d->queue;
  cr_assert(lt(sz, q->head, q->count));
  uint32_t c = q->at[q->head++];
  cr_assert(eq(u32, c, d->model[d->asked]));
  if (waits) {
    q->at[q->waiting++] = c;
    d->asked++;
    return;
  }
  d->count--;
  for (size_t i = d->asked; i < d->count; i++) {
    d->model[i] = d->model[i + 1];
  }
}

Test(pending_queue, others_may_come_at_any_time) {
  kit_dice dice = {7};
  for (int game = 0; game < 300; game++) {
    desk d;
    open_desk(&d);
    while (d.line.count + 40 < MOST) {
      size_t added = kit_below(&dice, 30);
      for (size_t i = 0; i < added; i++) {
        add(&d, kit_below(&dice, 50));
      }
      sort(&d, added);
      while (d.asked < d.count && kit_below(&dice, 12) > 0) {
        ask(&d, kit_below(&dice, 3) == 0);
      }
      cr_assert(eq(sz, d.queue.waiting, d.asked));
      cr_assert(eq(sz, d.queue.count - d.queue.head, d.count - d.asked));
    }
    close_desk(&d);
  }
}

Test(pending_queue, those_in_order_are_looked_at_once) {
  desk d;
  open_desk(&d);
  for (uint32_t i = 0; i < MOST; i++) {
    add(&d, i / 3);
  }
  sort(&d, MOST);

  cr_expect(eq(sz, d.line.looks, MOST - 1));
  close_desk(&d);
}

Test(pending_queue, the_wrong_way_round_takes_no_square_of_looks) {
  desk d;
  open_desk(&d);
  for (uint32_t i = 0; i < MOST; i++) {
    add(&d, MOST - i);
  }
  sort(&d, MOST);

  cr_expect(lt(sz, d.line.looks, MOST * 10));
  for (uint32_t i = 0; i < MOST; i++) {
    ask(&d, false);
  }
  close_desk(&d);
}

Test(pending_queue, one_that_comes_last_is_looked_at_once) {
  desk d;
  open_desk(&d);
  for (uint32_t i = 0; i < MOST - 1; i++) {
    add(&d, i);
  }
  sort(&d, MOST - 1);
  d.line.looks = 0;
  add(&d, MOST);
  sort(&d, 1);

  cr_expect(eq(sz, d.line.looks, 1));
  close_desk(&d);
}
