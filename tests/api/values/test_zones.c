/* Zones through strata.h, compared with plain arrays, with every other change
 * of the world in between. */
#include "game.h"

#include <stdio.h>
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

/* -- Effects that ask who is on top -- */

/* The card on top of the library of player 0 or 1, or 0. */
static strata_entity top_card(const table *t, int player) {
  const place *p = &t->places[player];
  return p->count ? p->cards[p->count - 1] : 0;
}

static strata_expr *about_tops(table *t, const char *form, int player) {
  char text[160];
  uint64_t who = t->g.card[player];
  snprintf(text, sizeof text, form, (unsigned)(who & UINT32_MAX),
           (unsigned)(who >> 32));
  return game_expr(&t->g, text);
}

static void change_asker(table *t, strata_part part, const char *attr,
                         const char *layer, const strata_expr *condition) {
  part.attr = game_attr(&t->g, attr);
  part.layer = game_layer(&t->g, layer);
  game_add(&t->g, &(strata_effect_desc){.targets = &t->g.card[2],
                                        .target_count = 1,
                                        .parts = &part,
                                        .part_count = 1,
                                        .condition = condition});
}

/* What is on top gives card 2 its power, its colours and its types; it is
 * itself tougher; and card 2 is tougher while the other library is empty. */
static void begin_to_ask(table *t) {
  strata_expr *power = about_tops(t, "top('library', #%u:%u, 1).power", 0);
  strata_expr *colors = about_tops(t, "top('library', #%u:%u, 1).colors", 0);
  strata_expr *types = about_tops(t, "top('library', #%u:%u, 1).types", 1);
  strata_expr *on_top = about_tops(t, "it = top('library', #%u:%u, 1)", 0);
  strata_expr *empty = about_tops(t, "top('library', #%u:%u, 1) = none", 1);
  change_asker(t, (strata_part){.op = STRATA_OP_ADD, .expr = power}, "power",
               "pt.modify", NULL);
  change_asker(t, (strata_part){.op = STRATA_OP_SET, .expr = colors}, "colors",
               "type", NULL);
  change_asker(t, (strata_part){.op = STRATA_OP_ADD, .expr = types}, "types",
               "type", NULL);
  change_asker(t, (strata_part){.op = STRATA_OP_ADD, .value = 100}, "toughness",
               "pt.modify", empty);
  strata_part ten = {.attr = game_attr(&t->g, "toughness"),
                     .layer = game_layer(&t->g, "pt.modify"),
                     .op = STRATA_OP_ADD,
                     .value = 10};
  game_add(&t->g, &(strata_effect_desc){
                      .subject = on_top, .parts = &ten, .part_count = 1});
  strata_expr_free(power);
  strata_expr_free(colors);
  strata_expr_free(types);
  strata_expr_free(on_top);
  strata_expr_free(empty);
}

static bool is_elf(const table *t, strata_entity card) {
  for (int i = 1; card && i < CARDS; i += 2) {
    if (t->cards[i] == card) return true;
  }
  return false;
}

static void compare_asked(table *t) {
  strata_entity asker = t->g.card[2];
  strata_entity top = top_card(t, 0);
  strata_entity other = top_card(t, 1);
  int64_t power = top ? game_read(&t->g, top, "power") : 0;
  /* all cards are elves, and lords make the other elves stronger */
  if (other) power += CARDS / 2;
  cr_assert(eq(i64, game_read(&t->g, asker, "power"), power));
  cr_assert(eq(i64, game_read(&t->g, asker, "toughness"), other ? 0 : 100));
  cr_assert(eq(int, game_has(&t->g, asker, "colors", "green"), is_elf(t, top)));
  cr_assert(eq(int, game_has(&t->g, asker, "types", "elf"), other != 0));
  for (int i = 0; i < CARDS; i++) {
    int64_t want = (i % 2 ? 1 : 2) + (t->cards[i] == top ? 10 : 0);
    cr_assert(eq(i64, game_read(&t->g, t->cards[i], "toughness"), want));
  }
}

static void compare_asked_copies(table *t) {
  table copy = *t;
  size_t size = 0;
  cr_assert(eq(int, strata_save(t->g.world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(t->g.world, bytes, size, &size));
  OK(strata_load(t->g.rules, NULL, bytes, size, &copy.g.world, NULL));
  compare_asked(&copy);
  strata_world_free(copy.g.world);
  OK(strata_fork(t->g.world, NULL, &copy.g.world));
  compare_asked(&copy);
  strata_world_free(copy.g.world);
  free(bytes);
}

static void play_with_asker(table *t) {
  for (int turn = 0; turn < 8; turn++) {
    strata_mark mark = {0};
    OK(strata_mark_set(t->g.world, &mark));
    table before = *t;
    for (int i = 0; i < 12; i++) {
      move_one(t);
      if (kit_below(&t->dice, 3) > 0) compare_asked(t);
    }
    compare_asked_copies(t);
    if (kit_below(&t->dice, 2)) {
      OK(strata_commit(t->g.world));
      continue;
    }
    OK(strata_rollback(t->g.world, mark));
    memcpy(t->places, before.places, sizeof t->places);
    memcpy(t->cards, before.cards, sizeof t->cards);
    compare_asked(t);
  }
}

/* Values that depend on the top card are right after each move, however the
 * evaluator is tuned. */
Test(zones, effects_follow_who_is_on_top) {
  static const strata_tune ways[] = {STRATA_TUNE_AUTO, STRATA_TUNE_ALWAYS,
                                     STRATA_TUNE_NEVER};
  for (uint64_t seed = 0; seed < 24; seed++) {
    table t;
    open_table(&t, seed);
    OK(strata_world_tune(t.g.world, STRATA_TUNE_CLASSES, ways[seed % 3]));
    OK(strata_world_tune(t.g.world, STRATA_TUNE_UPDATES, ways[seed / 3 % 3]));
    begin_to_ask(&t);
    play_with_asker(&t);
    game_close(&t.g);
  }
}

/* An operand that is taken once stays when the top card goes (611.2d); a set
 * is nothing that can be evaluated by itself. */
Test(zones, a_set_can_be_taken_once) {
  table t;
  open_table(&t, 1);
  strata_entity top = game_move(&t.g, t.cards[1], "library", t.g.card[0]);
  strata_expr *colors = about_tops(&t, "top('library', #%u:%u, 1).colors", 0);
  cr_expect(eq(int, strata_expr_type(colors), STRATA_SET));
  change_asker(
      &t, (strata_part){.op = STRATA_OP_SET, .expr = colors, .capture = true},
      "colors", "type", NULL);
  (void)game_move(&t.g, top, "hand", t.g.card[0]);
  cr_expect(game_has(&t.g, t.g.card[2], "colors", "green"));
  strata_value v = {0};
  cr_expect(
      eq(int, strata_expr_eval(t.g.world, colors, 0, 0, &v), STRATA_ETYPE));
  strata_expr_free(colors);
  game_close(&t.g);
}
