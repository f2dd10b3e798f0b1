/* Zones, compared with plain arrays. */
#include "object_stage.h"
#include "world/save/save_format.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"

#include <stdlib.h>

TestSuite(zone, .timeout = 120);

enum { PLAYERS = 2, CARDS = 12, PLACES = 6 };

/* A zone of a player, and the cards that it must contain. */
typedef struct place {
  const st_zone *zone;
  uint32_t player;
  uint32_t cards[CARDS];
  uint32_t count;
} place;

typedef struct table {
  objects o;
  kit_dice dice;
  uint32_t players[PLAYERS], cards[CARDS];
  place places[PLACES];
} table;

static void table_open(table *t, uint64_t seed) {
  *t = (table){.dice = {seed}};
  objects_open(&t->o);
  for (int i = 0; i < PLAYERS; i++) {
    t->players[i] = objects_spawn(&t->o);
  }
  for (int i = 0; i < CARDS; i++) {
    t->cards[i] = objects_spawn(&t->o);
  }
  static const char *const names[] = {"library", "hand", "field", "exile"};
  uint32_t n = 0;
  for (int i = 0; i < 4; i++) {
    const st_zone *zone = objects_zone(&t->o, names[i]);
    int owners = zone->shared ? 1 : PLAYERS;
    for (int p = 0; p < owners; p++) {
      t->places[n++] =
          (place){.zone = zone, .player = zone->shared ? 0 : t->players[p]};
    }
  }
  cr_assert(eq(u32, n, PLACES));
}

static void table_close(table *t) {
  objects_close(&t->o);
}

/* The zone read from either end is the array. */
static void compare(const table *t) {
  const st_store *store = &t->o.s.store;
  for (int i = 0; i < PLACES; i++) {
    const place *p = &t->places[i];
    uint32_t up = st_zone_bottom(store, p->zone, p->player);
    uint32_t down = st_zone_top(store, p->zone, p->player);
    cr_assert(eq(u32, st_zone_count(store, p->zone, p->player), p->count));
    for (uint32_t n = 0; n < p->count; n++) {
      cr_assert(eq(u32, up, p->cards[n]));
      cr_assert(eq(u32, down, p->cards[p->count - 1 - n]));
      cr_assert(eq(u32, st_zone_nth(store, p->zone, p->player, n + 1), down));
      cr_assert(eq(ptr, (void *)(uintptr_t)st_zone_of_slot(store, up),
                   (void *)(uintptr_t)p->zone));
      up = st_get32(store, ST_COLUMN_ENTITY_ABOVE, up);
      down = st_get32(store, ST_COLUMN_ENTITY_BELOW, down);
    }
    cr_assert(eq(u32, up, 0));
    cr_assert(eq(u32, down, 0));
    cr_assert(eq(u32, st_zone_nth(store, p->zone, p->player, 0), 0));
    cr_assert(eq(u32, st_zone_nth(store, p->zone, p->player, p->count + 1), 0));
  }
  cr_assert(eq(int, st_validate_world(store), STRATA_OK));
}

static void forget_card(table *t, uint32_t card) {
  for (int i = 0; i < PLACES; i++) {
    place *p = &t->places[i];
    for (uint32_t n = 0; n < p->count; n++) {
      if (p->cards[n] != card) continue;
      memmove(&p->cards[n], &p->cards[n + 1],
              (p->count - n - 1) * sizeof p->cards[0]);
      p->count--;
    }
  }
}

static void insert(place *p, uint32_t card, int32_t position) {
  uint32_t at = position > 0 ? (uint32_t)position - 1 : p->count;
  if (position < 0) at = p->count - (uint32_t)(-position - 1);
  memmove(&p->cards[at + 1], &p->cards[at],
          (p->count - at) * sizeof p->cards[0]);
  p->cards[at] = card;
  p->count++;
}

/* All of a zone in the other order. */
static void reverse(table *t) {
  place *p = &t->places[kit_below(&t->dice, PLACES)];
  uint32_t cards[CARDS];
  for (uint32_t n = 0; n < p->count; n++) {
    cards[n] = p->cards[p->count - 1 - n];
  }
  memcpy(p->cards, cards, p->count * sizeof cards[0]);
  OK(st_zone_reorder(&t->o.s.store, p->zone, p->player, cards, p->count));
}

static void move(table *t) {
  st_store *store = &t->o.s.store;
  uint32_t card = t->cards[kit_below(&t->dice, CARDS)];
  OK(st_zone_leave(store, card));
  forget_card(t, card);
  uint32_t to = kit_below(&t->dice, PLACES + 1);
  if (to == PLACES) return; /* into none */
  place *p = &t->places[to];
  int32_t reach = (int32_t)p->count + 1;
  int32_t position =
      (int32_t)kit_below(&t->dice, 2 * (uint32_t)reach + 1) - reach;
  OK(st_zone_enter(store, card, p->zone, p->player, position));
  insert(p, card, position);
}

static void expect_saved(const table *t) {
  const st_store *store = &t->o.s.store;
  size_t size = 0;
  (void)st_save_write(store, NULL, 0, &size);
  uint8_t *bytes = malloc(size);
  cr_assert(st_save_write(store, bytes, size, &size));
  table copy = *t;
  st_mem_init(&copy.o.s.mem, NULL, NULL);
  OK(st_store_init(&copy.o.s.store, &copy.o.s.mem, t->o.s.rules));
  OK(st_save_read(&copy.o.s.store, bytes, size, NULL));
  cr_assert(eq(u64, st_save_hash(&copy.o.s.store), st_save_hash(store)));
  compare(&copy);
  st_store_fini(&copy.o.s.store);
  free(bytes);
}

Test(zone, is_the_sequence_that_a_plain_array_is) {
  for (uint64_t seed = 0; seed < 30; seed++) {
    table t;
    table_open(&t, seed);
    for (int turn = 0; turn < 12; turn++) {
      uint64_t mark;
      uint64_t layout = state_layout(&t.o.s.store);
      OK(st_store_mark(&t.o.s.store, &mark));
      place before[PLACES];
      memcpy(before, t.places, sizeof before);
      for (int i = 0; i < 15; i++) {
        move(&t);
        if (kit_below(&t.dice, 8) == 0) reverse(&t);
        compare(&t);
      }
      expect_saved(&t);
      if (kit_below(&t.dice, 2)) continue;
      OK(st_store_rollback(&t.o.s.store, mark));
      memcpy(t.places, before, sizeof before);
      compare(&t);
      cr_assert(eq(u64, state_layout(&t.o.s.store), layout));
    }
    table_close(&t);
  }
}

Test(zone, positions_count_from_the_bottom_and_from_the_top) {
  static const struct {
    int32_t position;
    uint32_t above; /* which of the three it comes to lie on; 3: ERANGE */
  } cases[] = {{0, 2},           {1, UINT32_MAX}, {2, 0},  {3, 1},
               {4, 2},           {-1, 2},         {-2, 1}, {-3, 0},
               {-4, UINT32_MAX}, {5, 3},          {-5, 3}, {INT32_MAX, 3},
               {INT32_MIN, 3}};
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    table t;
    table_open(&t, 1);
    st_store *store = &t.o.s.store;
    const place *library = &t.places[0];
    for (int n = 0; n < 3; n++) {
      OK(st_zone_enter(store, t.cards[n], library->zone, library->player, 0));
    }
    st_savepoint start = st_store_begin(store);

    strata_status status = st_zone_enter(store, t.cards[3], library->zone,
                                         library->player, cases[i].position);

    uint32_t below = st_get32(store, ST_COLUMN_ENTITY_BELOW, t.cards[3]);
    if (cases[i].above == 3) {
      cr_expect(eq(int, status, STRATA_ERANGE), "case %zu", i);
      cr_expect(eq(u64, store->hash, start.hash), "case %zu", i);
    } else {
      uint32_t want =
          cases[i].above == UINT32_MAX ? 0 : t.cards[cases[i].above];
      cr_expect(eq(int, status, STRATA_OK), "case %zu", i);
      cr_expect(eq(u32, below, want), "case %zu", i);
      cr_expect(
          eq(u32, st_zone_count(store, library->zone, library->player), 4));
    }
    table_close(&t);
  }
}

Test(zone, leaving_none_changes_nothing_and_leaving_one_leaves_no_trace) {
  table t;
  table_open(&t, 1);
  st_store *store = &t.o.s.store;
  uint64_t hash = store->hash;
  OK(st_zone_leave(store, t.cards[0]));
  cr_expect(eq(u64, store->hash, hash));

  OK(st_zone_enter(store, t.cards[0], t.places[1].zone, t.players[1], 0));
  cr_expect(ne(u64, store->hash, hash));
  cr_expect(eq(u32, st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, t.cards[0]),
               t.players[1]));
  OK(st_zone_leave(store, t.cards[0]));

  cr_expect(eq(u64, store->hash, hash));
  table_close(&t);
}

Test(zone, a_zone_is_found_by_its_name_s_symbol) {
  table t;
  table_open(&t, 1);
  const strata_rules *rules = t.o.s.rules;
  cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_find(rules, 0), NULL));
  cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_find(rules, UINT32_MAX), NULL));
  strata_symbol elf = kit_symbol(rules, "elf");
  cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_find(rules, elf), NULL));
  for (strata_zone id = 1; id <= 4; id++) {
    const st_zone *zone = st_zone_of(rules, id);
    cr_assert(ne(ptr, (void *)(uintptr_t)zone, NULL));
    cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_find(rules, zone->symbol),
                 (void *)(uintptr_t)zone));
    cr_expect(
        eq(str, STR(zone->name),
           STR(strata_rules_name(rules, STRATA_NAME_SYMBOL, zone->symbol))));
  }
  cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_of(rules, 0), NULL));
  cr_expect(eq(ptr, (void *)(uintptr_t)st_zone_of(rules, 5), NULL));
  table_close(&t);
}

Test(zone, without_memory_a_move_can_be_undone) {
  size_t failures = 0;
  for (size_t n = 1; n < 30; n++) {
    table t;
    table_open(&t, n);
    st_store *store = &t.o.s.store;
    uint64_t mark;
    OK(st_store_mark(store, &mark));
    t.o.s.probe.fail_at = t.o.s.probe.calls + n;
    for (int i = 0; i < 200; i++) {
      st_savepoint start = st_store_begin(store);
      uint64_t layout = state_layout(store);
      const place *p = &t.places[kit_below(&t.dice, PLACES)];
      uint32_t card = t.cards[kit_below(&t.dice, CARDS)];
      strata_status status = st_zone_leave(store, card);
      if (!status) {
        status = st_zone_enter(store, card, p->zone, p->player, 0);
      }
      if (!status) continue;
      cr_assert(eq(int, status, STRATA_ENOMEM));
      st_store_undo(store, start);
      cr_assert(eq(u64, state_layout(store), layout));
    }
    failures += t.o.s.probe.failures;
    t.o.s.probe.fail_at = 0;
    cr_expect(eq(int, st_validate_world(store), STRATA_OK));
    table_close(&t);
  }
  cr_expect(lt(sz, 3, failures));
}
