/* Lists of abilities, compared with a plain model. Equal lists have equal
 * numbers. */
#include "base/base.h"
#include "kit_classic.h"
#include "layers/inforce/ability_lists.h"
#include "unit/world/state_stage.h"
#include "world/store/strings.h"

#include <string.h>

TestSuite(ability_lists, .timeout = 120);

enum { ITEMS = 60, MADE = 300 };

typedef struct desk {
  state s;
  st_strings strings;
  st_text_cache compiled;
  st_ability_lists lists;
  kit_dice dice;
} desk;

static void desk_open(desk *d, uint64_t seed) {
  *d = (desk){.dice = {seed}};
  OK(kit_classic_rules(NULL, &d->s.rules));
  st_mem_init(&d->s.mem, probe_alloc, &d->s.probe);
  OK(st_store_init(&d->s.store, &d->s.mem, d->s.rules));
  d->compiled = (st_text_cache){.mem = &d->s.mem, .rules = d->s.rules};
  st_ability_lists_init(&d->lists, &d->s.mem, d->s.rules);
}

static void desk_close(desk *d) {
  st_ability_lists_fini(&d->lists);
  st_text_cache_fini(&d->compiled);
  st_strings_fini(&d->strings, &d->s.mem);
  state_close(&d->s);
}

static uint32_t ability(const desk *d, const char *name) {
  const st_attr *a = st_attr_of(d->s.rules, d->s.rules->ability_attr);
  uint32_t place = st_attr_domain_index(a, kit_symbol(d->s.rules, name));
  cr_assert(ne(u32, place, UINT32_MAX), "%s", name);
  return place;
}

static uint32_t of_text(desk *d, const char *names) {
  uint32_t text = 0;
  uint32_t list = 0;
  OK(st_strings_intern(&d->strings, &d->s.store, names, strlen(names), &text));
  OK(st_ability_list_from_text(&d->lists, &d->compiled, &d->s.store, text,
                               &list));
  return list;
}

static void expect_list(desk *d, uint32_t list, const char *want) {
  st_text text;
  st_text_init(&text, &d->s.mem);
  st_ability_list_write(&d->lists, list, ", ", &text);
  cr_expect(eq(str, STR(st_text_get(&text)), STR(want)));
  st_text_fini(&text);
}

/* -- The model ---------------------------------------------------------------
 */

typedef struct model {
  st_ability_instance items[ITEMS];
  uint32_t count;
} model;

static bool is_named(const st_ability_list_op *op, uint32_t wanted) {
  for (uint32_t i = 0; i < op->count; i++) {
    if (op->abilities[i] == wanted) return true;
  }
  return false;
}

static bool is_banned(const model *m, uint32_t wanted) {
  for (uint32_t i = 0; i < m->count; i++) {
    if (m->items[i].forbidden && m->items[i].ability == wanted) return true;
  }
  return false;
}

/* Take out what an operation takes; what is forbidden stays so. */
static void model_take(model *m, const st_ability_list_op *op) {
  model left = {.count = 0};
  for (uint32_t i = 0; i < m->count; i++) {
    const st_ability_instance *x = &m->items[i];
    bool gone = false;
    if (op->op == STRATA_OP_SET || op->op == STRATA_OP_CLEAR ||
        op->op == STRATA_OP_COPY) {
      gone = true;
    } else if (op->op == STRATA_OP_REMOVE || op->op == STRATA_OP_FORBID) {
      gone = is_named(op, x->ability);
    } else if (op->op == STRATA_OP_STRIP) {
      gone = x->origin != STRATA_ORIGIN_GRANTED;
    }
    if (!gone || x->forbidden) left.items[left.count++] = *x;
  }
  *m = left;
}

static void model_give(model *m, const st_ability_list_op *op, uint32_t wanted,
                       uint32_t ordinal) {
  if (is_banned(m, wanted)) return;
  m->items[m->count++] = (st_ability_instance){.ability = wanted,
                                               .origin = op->origin,
                                               .giver = op->giver,
                                               .ordinal = ordinal,
                                               .stamp = op->stamp};
}

static void model_apply(model *m, const st_ability_list_op *op,
                        const model *from) {
  model_take(m, op);
  for (uint32_t i = 0; i < op->count; i++) {
    if (op->op == STRATA_OP_SET || op->op == STRATA_OP_ADD) {
      model_give(m, op, op->abilities[i], i);
    } else if (op->op == STRATA_OP_FORBID && !is_banned(m, op->abilities[i])) {
      m->items[m->count++] =
          (st_ability_instance){.ability = op->abilities[i], .forbidden = 1};
    }
  }
  bool takes_over = op->op == STRATA_OP_COPY || op->op == STRATA_OP_BORROW;
  for (uint32_t i = 0; takes_over && i < from->count; i++) {
    if (!from->items[i].forbidden) model_give(m, op, from->items[i].ability, i);
  }
}

static bool same_items(const st_ability_instance *a,
                       const st_ability_instance *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!st_ability_instance_same(&a[i], &b[i]) ||
        a[i].text_change != b[i].text_change || a[i].stamp != b[i].stamp) {
      return false;
    }
  }
  return true;
}

static void expect_model(const desk *d, uint32_t list, const model *m) {
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&d->lists, list, &count);
  cr_assert(eq(u32, count, m->count));
  cr_assert(same_items(items, m->items, count));
}

/* -- Random operations --------------------------------------------------------
 */

typedef struct made {
  uint32_t number[MADE];
  model items[MADE];
  size_t count;
} made;

static const strata_op drawn[] = {
    STRATA_OP_SET,   STRATA_OP_ADD,    STRATA_OP_ADD,   STRATA_OP_ADD,
    STRATA_OP_ADD,   STRATA_OP_REMOVE, STRATA_OP_CLEAR, STRATA_OP_FORBID,
    STRATA_OP_STRIP, STRATA_OP_BORROW, STRATA_OP_COPY};

static st_ability_list_op draw(desk *d, uint32_t room[3]) {
  st_ability_list_op op = {
      .op = drawn[kit_below(&d->dice, sizeof drawn / sizeof drawn[0])],
      .origin = (uint8_t)kit_below(&d->dice, 3),
      .giver = kit_below(&d->dice, 4),
      .stamp = kit_below(&d->dice, 3),
      .abilities = room};
  if (op.op == STRATA_OP_CLEAR || op.op == STRATA_OP_STRIP ||
      op.op == STRATA_OP_COPY || op.op == STRATA_OP_BORROW) {
    return op;
  }
  op.count = 1 + kit_below(&d->dice, 3);
  for (uint32_t i = 0; i < op.count; i++) {
    room[i] = kit_below(&d->dice, 6);
  }
  return op;
}

/* Equal items, equal numbers, and the other way round. */
static void check_interning(const made *all, uint32_t number, const model *m) {
  for (size_t i = 0; i < all->count; i++) {
    const model *other = &all->items[i];
    bool same = other->count == m->count &&
                same_items(other->items, m->items, m->count);
    cr_assert(eq(int, all->number[i] == number, same), "list %zu", i);
  }
}

Test(ability_lists, operations_do_what_the_model_does) {
  static made all;
  for (uint64_t seed = 0; seed < 40; seed++) {
    desk d;
    desk_open(&d, seed);
    all.count = 1;
    all.number[0] = 0; /* the empty one */
    all.items[0] = (model){.count = 0};
    while (all.count < MADE) {
      size_t from = kit_below(&d.dice, (uint32_t)all.count);
      size_t other = kit_below(&d.dice, (uint32_t)all.count);
      model m = all.items[from];
      if (m.count + all.items[other].count + 3 >= ITEMS) continue;
      uint32_t room[3];
      st_ability_list_op op = draw(&d, room);
      op.list = all.number[other];
      uint32_t list = 0;

      OK(st_ability_list_apply(&d.lists, &op, all.number[from], &list));
      model_apply(&m, &op, &all.items[other]);

      expect_model(&d, list, &m);
      check_interning(&all, list, &m);
      all.number[all.count] = list;
      all.items[all.count++] = m;
    }
    for (size_t i = 0; i < all.count; i++) { /* they are immutable */
      expect_model(&d, all.number[i], &all.items[i]);
    }
    desk_close(&d);
  }
}

/* -- One by one -- */

Test(ability_lists, a_text_is_a_list) {
  desk d;
  desk_open(&d, 0);
  uint32_t list = of_text(&d, "haste\nflying\nhaste");

  expect_list(&d, list, "haste, flying, haste");
  cr_expect(eq(u32, of_text(&d, "haste\nflying\nhaste"), list));
  cr_expect(ne(u32, of_text(&d, "flying\nhaste\nhaste"), list));
  cr_expect(st_ability_list_has(&d.lists, list, ability(&d, "flying")));
  cr_expect(not(st_ability_list_has(&d.lists, list, ability(&d, "ping"))));
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&d.lists, list, &count);
  cr_assert(eq(u32, count, 3));
  for (uint32_t i = 0; i < 3; i++) {
    cr_expect(eq(int, items[i].origin, STRATA_ORIGIN_PRINTED));
    cr_expect(eq(u32, items[i].giver, 0));
    cr_expect(eq(u32, items[i].ordinal, i), "two that are the same differ");
  }
  desk_close(&d);
}

Test(ability_lists, number_0_is_empty_and_so_is_one_that_is_none) {
  desk d;
  desk_open(&d, 0);
  cr_expect(not(st_ability_list_has(&d.lists, 0, 0)));
  cr_expect(not(st_ability_list_has(&d.lists, 12345, 0)));
  expect_list(&d, 0, "");
  uint32_t list = of_text(&d, "flying");
  cr_expect(ne(u32, list, 0));
  const st_ability_list_op clear = {.op = STRATA_OP_CLEAR};
  OK(st_ability_list_apply(&d.lists, &clear, list, &list));
  cr_expect(eq(u32, list, 0));
  desk_close(&d);
}

Test(ability_lists, lists_with_clauses_say_so) {
  desk d;
  desk_open(&d, 0);
  static const struct {
    const char *names;
    bool has;
  } cases[] = {{"flying", false},
               {"ping\nblack_mana", false},
               {"flying\nanthem", true},
               {"graveyard_size", true}};
  for (size_t i = 0; i < 4; i++) {
    uint32_t list = of_text(&d, cases[i].names);
    cr_expect(eq(int, d.lists.lists[list].acts, cases[i].has), "%s",
              cases[i].names);
  }
  uint32_t anthem = ability(&d, "anthem");
  const st_ability_list_op forbid = {
      .op = STRATA_OP_FORBID, .abilities = &anthem, .count = 1};
  uint32_t list = 0;
  OK(st_ability_list_apply(&d.lists, &forbid, of_text(&d, "anthem"), &list));
  cr_expect(not(d.lists.lists[list].acts), "what is forbidden is none");
  desk_close(&d);
}

Test(ability_lists, an_ability_is_known_by_all_but_its_words) {
  desk d;
  desk_open(&d, 0);
  uint32_t list = of_text(&d, "forester\nflying\nforester");
  uint32_t count;
  st_ability_instance second = st_ability_list_items(&d.lists, list, &count)[2];
  const st_ability_list_op words = {.op = STRATA_OP_SUBSTITUTE,
                                    .from = kit_symbol(d.s.rules, "elf"),
                                    .to = kit_symbol(d.s.rules, "human")};
  uint32_t changed = 0;

  OK(st_ability_list_apply(&d.lists, &words, list, &changed));

  cr_expect(ne(u32, changed, list));
  const st_ability_instance *found =
      st_ability_list_find(&d.lists, changed, &second);
  cr_assert(ne(ptr, (void *)(uintptr_t)found, NULL));
  cr_expect(eq(u32, found->ordinal, 2));
  cr_expect(ne(int, found->text_change, 0));
  second.ordinal = 7;
  cr_expect(eq(ptr,
               (void *)(uintptr_t)st_ability_list_find(&d.lists, list, &second),
               NULL));
  desk_close(&d);
}

Test(ability_lists, words_are_changed_in_turn) {
  desk d;
  desk_open(&d, 0);
  strata_symbol elf = kit_symbol(d.s.rules, "elf");
  strata_symbol human = kit_symbol(d.s.rules, "human");
  strata_symbol wall = kit_symbol(d.s.rules, "wall");
  uint32_t list = of_text(&d, "forester");
  const strata_symbol pairs[][2] = {{elf, human}, {human, wall}, {wall, elf}};
  const strata_symbol want[] = {human, wall, elf};
  cr_expect(eq(u32, st_text_change_symbol(&d.lists, 0, elf), elf));
  for (size_t i = 0; i < 3; i++) {
    const st_ability_list_op op = {
        .op = STRATA_OP_SUBSTITUTE, .from = pairs[i][0], .to = pairs[i][1]};
    uint32_t count;
    OK(st_ability_list_apply(&d.lists, &op, list, &list));
    uint32_t subst = st_ability_list_items(&d.lists, list, &count)->text_change;
    cr_expect(eq(u32, st_text_change_symbol(&d.lists, subst, elf), want[i]));
  }
  desk_close(&d);
}

Test(ability_lists, collecting_takes_one_kind) {
  desk d;
  desk_open(&d, 0);
  uint32_t pinger = of_text(&d, "ping\nflying\nanthem");
  uint32_t other = of_text(&d, "flying\nregenerate");
  uint32_t list = 0;

  OK(st_ability_list_collect(&d.lists, 0, pinger, STRATA_ABILITY_KEYWORD,
                             &list));
  OK(st_ability_list_collect(&d.lists, list, other, STRATA_ABILITY_KEYWORD,
                             &list));
  expect_list(&d, list, "ping, flying, anthem, flying, regenerate");
  OK(st_ability_list_collect(&d.lists, 0, pinger, STRATA_ABILITY_ACTIVATED,
                             &list));
  OK(st_ability_list_collect(&d.lists, list, other, STRATA_ABILITY_ACTIVATED,
                             &list));
  expect_list(&d, list, "ping, regenerate");
  OK(st_ability_list_collect(&d.lists, 0, pinger, STRATA_ABILITY_STATIC,
                             &list));
  expect_list(&d, list, "anthem");
  desk_close(&d);
}

Test(ability_lists, emptied_they_begin_anew) {
  desk d;
  desk_open(&d, 0);
  uint32_t list = of_text(&d, "flying\nhaste");
  of_text(&d, "haste");
  size_t calls = d.s.probe.calls;

  st_ability_lists_clear(&d.lists);

  cr_expect(not(st_ability_list_has(&d.lists, list, ability(&d, "flying"))));
  cr_expect(eq(u32, of_text(&d, "flying\nhaste"), list));
  cr_expect(eq(sz, d.s.probe.calls, calls), "memory is kept");
  desk_close(&d);
}

Test(ability_lists, want_of_memory_changes_nothing) {
  for (size_t n = 1; n < 40; n++) {
    desk d;
    desk_open(&d, n);
    uint32_t list = of_text(&d, "flying");
    uint32_t some[3] = {0, 1, 2};
    bool failed = false;
    d.s.probe.fail_at = d.s.probe.calls + n;
    for (uint32_t i = 0; i < 60; i++) {
      const st_ability_list_op op = {.op = STRATA_OP_ADD,
                                     .giver = i,
                                     .abilities = some,
                                     .count = 3,
                                     .list = 0};
      uint32_t before = list;
      uint32_t count = 0;
      strata_status status = st_ability_list_apply(&d.lists, &op, list, &list);
      if (status) {
        cr_expect(eq(int, status, STRATA_ENOMEM));
        cr_expect(eq(u32, list, before));
        failed = true;
        OK(st_ability_list_apply(&d.lists, &op, list, &list));
      }
      (void)st_ability_list_items(&d.lists, list, &count);
      cr_assert(eq(u32, count, 1 + 3 * (i + 1)));
    }
    cr_expect(failed || d.s.probe.calls < d.s.probe.fail_at, "%zu", n);
    desk_close(&d);
  }
}
