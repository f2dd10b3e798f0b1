/* Zones through strata.h, compared with plain arrays, with every other change
 * of the world in between. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

TestSuite(zones, .timeout = 120);

enum { CARDS = 10, PLACES = 6 };

typedef struct place {
  const char *zone;
  strata_entity player, cards[CARDS];
  uint32_t count;
} place;

typedef struct table {
  game g;
  kit_dice dice;
  strata_entity cards[CARDS];
  place places[PLACES];
} table;

static void open_table(table *t, uint64_t seed) {
  *t = (table){.dice = {seed}};
  game_open_objects(&t->g);
  for (int i = 0; i < CARDS; i++) {
    t->cards[i] = game_spawn_as(&t->g, i % 2 ? "elf" : "lord");
  }
  const place places[PLACES] = {
      {.zone = "library", .player = t->g.card[0]},
      {.zone = "library", .player = t->g.card[1]},
      {.zone = "hand", .player = t->g.card[0]},
      {.zone = "hand", .player = t->g.card[1]},
      {.zone = "field"},
      {.zone = "exile"},
  };
  memcpy(t->places, places, sizeof places);
}

static void compare(const table *t, const strata_world *world) {
  for (int i = 0; i < PLACES; i++) {
    const place *p = &t->places[i];
    strata_zone zone = kit_zone(t->g.rules, p->zone);
    cr_assert(eq(u32, strata_zone_count(world, zone, p->player), p->count));
    strata_entity at = 0;
    for (uint32_t n = 0; n < p->count; n++) {
      at = strata_zone_next(world, zone, p->player, at);
      cr_assert(eq(u64, at, p->cards[n]), "%s, card %u", p->zone, n);
      cr_assert(eq(u64, strata_zone_player(world, at), p->player));
    }
    if (at) at = strata_zone_next(world, zone, p->player, at);
    cr_assert(eq(u64, at, 0), "%s", p->zone);
  }
}

/* What everybody's current values, the zone's too, say. */
static void compare_values(table *t) {
  strata_value v = {.type = STRATA_SYM};
  for (int i = 0; i < PLACES; i++) {
    const place *p = &t->places[i];
    for (uint32_t n = 0; n < p->count; n++) {
      OK(strata_get(t->g.world, p->cards[n], game_attr(&t->g, "zone"), &v));
      cr_assert(eq(u32, v.symbol, game_symbol(&t->g, p->zone)));
    }
  }
}

static void take_out(table *t, strata_entity card) {
  for (int i = 0; i < PLACES; i++) {
    place *p = &t->places[i];
    for (uint32_t n = 0; n < p->count; n++) {
      if (p->cards[n] != card) continue;
      p->count--;
      memmove(&p->cards[n], &p->cards[n + 1],
              (p->count - n) * sizeof p->cards[0]);
    }
  }
}

static void put_in(place *p, strata_entity card, int32_t position) {
  uint32_t at = position > 0   ? (uint32_t)position - 1
                : position < 0 ? p->count + 1 - (uint32_t)-position
                               : p->count;
  memmove(&p->cards[at + 1], &p->cards[at],
          (p->count - at) * sizeof p->cards[0]);
  p->cards[at] = card;
  p->count++;
}

static void move_one(table *t) {
  uint32_t n = kit_below(&t->dice, CARDS);
  strata_entity card = t->cards[n];
  uint32_t to = kit_below(&t->dice, PLACES + 1);
  take_out(t, card);
  place *p = to < PLACES ? &t->places[to] : NULL;
  strata_move_desc desc = {.same = kit_below(&t->dice, 2)};
  if (p) {
    uint32_t reach = p->count + 1;
    desc.zone = kit_zone(t->g.rules, p->zone);
    desc.player = p->player;
    desc.position =
        (int32_t)kit_below(&t->dice, 2 * reach + 1) - (int32_t)reach;
  }
  OK(strata_move(t->g.world, card, &desc, &t->cards[n]));
  cr_assert(eq(int, desc.same, card == t->cards[n]));
  if (p) put_in(p, t->cards[n], desc.position);
}

static void expect_loaded(const table *t) {
  size_t size = 0;
  cr_assert(eq(int, strata_save(t->g.world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(t->g.world, bytes, size, &size));
  strata_world *copy = NULL;
  OK(strata_load(t->g.rules, NULL, bytes, size, &copy, NULL));
  cr_assert(eq(u64, strata_hash(copy), strata_hash(t->g.world)));
  compare(t, copy);
  strata_world_free(copy);
  OK(strata_fork(t->g.world, NULL, &copy));
  compare(t, copy);
  strata_world_free(copy);
  free(bytes);
}

Test(zones, is_the_sequence_that_a_plain_array_is) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    table t;
    open_table(&t, seed);
    for (int turn = 0; turn < 10; turn++) {
      strata_mark mark = {0};
      OK(strata_mark_set(t.g.world, &mark));
      table before = t;
      uint64_t hash = strata_hash(t.g.world);
      for (int i = 0; i < 12; i++) {
        move_one(&t);
        compare(&t, t.g.world);
        if (i % 4 == 0) compare_values(&t);
      }
      if (kit_below(&t.dice, 3) == 0) OK(strata_forget_gone(t.g.world));
      expect_loaded(&t);
      if (kit_below(&t.dice, 2)) {
        OK(strata_commit(t.g.world));
        continue;
      }
      OK(strata_rollback(t.g.world, mark));
      memcpy(t.places, before.places, sizeof t.places);
      memcpy(t.cards, before.cards, sizeof t.cards);
      cr_assert(eq(u64, strata_hash(t.g.world), hash));
      compare(&t, t.g.world);
      compare_values(&t);
    }
    game_close(&t.g);
  }
}

Test(zones, questions_about_no_zone_have_no_answer) {
  table t;
  open_table(&t, 1);
  const strata_world *world = t.g.world;
  strata_zone library = kit_zone(t.g.rules, "library");
  strata_zone field = kit_zone(t.g.rules, "field");
  strata_entity player = t.g.card[0];
  strata_entity mine = game_move(&t.g, t.cards[0], "library", player);
  strata_entity shared = game_move(&t.g, t.cards[1], "field", 0);

  cr_expect(eq(u64, strata_zone_next(world, library, player, 0), mine));
  cr_expect(eq(u64, strata_zone_next(world, field, 0, 0), shared));
  cr_expect(eq(u64, strata_zone_next(world, 0, player, 0), 0));
  cr_expect(eq(u64, strata_zone_next(world, 5, player, 0), 0));
  cr_expect(eq(u64, strata_zone_next(world, library, 0, 0), 0));
  cr_expect(eq(u64, strata_zone_next(world, field, player, 0), 0));
  cr_expect(eq(u64, strata_zone_next(world, library, player, shared), 0));
  cr_expect(eq(u64, strata_zone_next(world, library, t.g.card[1], mine), 0));
  cr_expect(eq(u64, strata_zone_next(world, library, player, t.cards[0]), 0),
            "it is somebody else now");
  cr_expect(eq(u32, strata_zone_count(world, 0, player), 0));
  cr_expect(eq(u32, strata_zone_count(world, library, 0), 0));
  cr_expect(eq(u32, strata_zone_count(world, field, player), 0));
  cr_expect(eq(u32, strata_zone_count(world, library, t.cards[0]), 0));
  cr_expect(eq(u64, strata_zone_player(world, shared), 0));
  cr_expect(eq(u64, strata_zone_player(world, 0), 0));
  cr_expect(eq(u64, strata_zone_player(world, mine), player));
  game_close(&t.g);
}

Test(zones, expressions_know_where_somebody_is) {
  table t;
  open_table(&t, 1);
  strata_expr *there = game_expr(&t.g, "count(zone = 'field')");
  strata_value v = {.type = STRATA_INT};
  strata_mark mark = {0};
  OK(strata_mark_set(t.g.world, &mark));
  for (int i = 0; i < 4; i++) {
    (void)game_move(&t.g, t.cards[i], "field", 0);
    OK(strata_expr_eval(t.g.world, there, 0, 0, &v));
    cr_expect(eq(i64, v.integer, i + 1));
  }
  OK(strata_rollback(t.g.world, mark));
  OK(strata_expr_eval(t.g.world, there, 0, 0, &v));
  cr_expect(eq(i64, v.integer, 0));
  strata_expr_free(there);
  game_close(&t.g);
}
