/* Who knows what: what a seat may see, by which ids, what is firm because
 * somebody was shown something, and that a view tells nothing else. */
#include "play.h"

#include <stdlib.h>

TestSuite(seats, .timeout = 60);

enum { CARDS = 6, ROWS = 16 };

static const strata_field_desc card_and_player[] = {{"card", STRATA_REF},
                                                    {"player", STRATA_REF}};
static const strata_field_desc names[] = {
    {"card", STRATA_REF}, {"a", STRATA_REF}, {"b", STRATA_REF}};

#define ON_CARD(title)                                                         \
  .name = (title), .fields = card_and_player, .field_count = 2,                \
  .affected = "card"
#define CARD_AND(whom)                                                         \
  ARGUMENTS({"card", "$card", NULL, 0}, {"player", (whom), NULL, 0})
#define ASKS                                                                   \
  {                                                                            \
    D(CHOOSE), .what = "number", .as = "n",                                    \
               ARGUMENTS({"by", "$a", NULL, 0}, {"most", "9", NULL, 0})        \
  }
#define THEN_ASKS(title, type, whom)                                           \
  {                                                                            \
    .name = (title), .role = STRATA_ROLE_TRIGGER, .event = "idle",             \
    .names = names, .name_count = 3,                                           \
    DEEDS({D(EMIT), .what = (type), CARD_AND(whom)}, ASKS)                     \
  }

static const strata_event_type_desc events[] = {
    {.name = "idle"},
    {ON_CARD("draw"), DOES({D(MOVE), .what = "hand", .who = "event.card",
                            NAMED("player", "event.player")})},
    {ON_CARD("lay"), DOES({D(MOVE), .what = "table", .who = "event.card"})},
    {ON_CARD("bury"), DOES({D(MOVE), .what = "library", .who = "event.card",
                            NAMED("player", "event.player")})},
    {ON_CARD("look"),
     DOES({D(DISCLOSE), .who = "event.card", NAMED("player", "event.player")})},
    {ON_CARD("reveal"), DOES({D(DISCLOSE), .who = "event.card"})},
    {ON_CARD("turn_up"),
     DOES({D(SET), .what = "down", .who = "event.card", VALUE("false")})},
    {ON_CARD("mix"),
     DOES({D(SHUFFLE), .what = "library", .who = "event.player"})},
};

static const strata_watcher_desc codes[] = {
    THEN_ASKS("draws", "draw", "$a"),
    THEN_ASKS("lays", "lay", "$a"),
    THEN_ASKS("buries", "bury", "$a"),
    THEN_ASKS("looks", "look", "$a"),
    THEN_ASKS("reveals", "reveal", "$a"),
    THEN_ASKS("turns", "turn_up", "$a"),
    {.name = "picks",
     .role = STRATA_ROLE_TRIGGER,
     .event = "idle",
     .names = names,
     .name_count = 3,
     DEEDS(
         {D(CHOOSE), .who = "zone = 'library'", .as = "x", NAMED("by", "$a")})},
};

/* A table of Ann and Bob. Each has a library of three cards, 1 to 3 and 4 to 6,
 * of which the last lies on top. */
typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity ann, bob, card[CARDS + 1];
} table;

static strata_rules *make_rules(kit_mem *mem) {
  static const strata_attribute attributes[] = {
      {.name = "power", .type = STRATA_INT, .copiable = true},
      {.name = "down", .type = STRATA_FLAG, .unlayered = true},
      {.name = "controller", .type = STRATA_REF}};
  static const strata_zone_desc zones[] = {
      {.name = "hand", .hidden = true},
      {.name = "library", .hidden = true, .ordered = true},
      {.name = "table", .shared = true}};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  for (size_t i = 0; i < COUNT(attributes); i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
  for (size_t i = 0; i < COUNT(zones); i++) {
    OK(strata_builder_zone(b, &zones[i]));
  }
  OK(strata_builder_face_down(b, "down", "controller"));
  for (size_t i = 0; i < COUNT(events); i++) {
    OK(strata_builder_event_type(b, &events[i]));
  }
  for (size_t i = 0; i < COUNT(codes); i++) {
    OK(strata_builder_watcher(b, &codes[i]));
  }
  strata_rules *rules = frozen(b);
  strata_builder_free(b);
  return rules;
}

static strata_zone zone_of(const table *t, const char *name) {
  return strata_rules_find(t->rules, STRATA_NAME_ZONE, name);
}

static strata_entity put(table *t, strata_entity card, const char *zone,
                         strata_entity player) {
  const strata_move_desc to = {.zone = zone_of(t, zone), .player = player};
  strata_entity moved = 0;
  OK(strata_move(t->world, card, &to, &moved));
  return moved;
}

static void open_table(table *t) {
  *t = (table){0};
  t->rules = make_rules(&t->mem);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  OK(strata_spawn(t->world, &t->ann));
  OK(strata_spawn(t->world, &t->bob));
  for (size_t i = 1; i <= CARDS; i++) {
    OK(strata_spawn(t->world, &t->card[i]));
    OK(strata_set_base_int(t->world, t->card[i], kit_attr(t->rules, "power"),
                           (int64_t)i));
    t->card[i] = put(t, t->card[i], "library", i <= 3 ? t->ann : t->bob);
  }
  OK(strata_seat_secret(t->world, 4711));
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static strata_outcome act(table *t, const char *code, strata_entity card) {
  const strata_entity who[] = {card, t->ann, t->bob};
  strata_named_value given[COUNT(names)];
  for (size_t i = 0; i < COUNT(names); i++) {
    given[i] = (strata_named_value){names[i].name,
                                    {.type = STRATA_REF, .ref = who[i]}};
  }
  strata_act_desc desc = {
      .watcher_def = strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, code),
      .given = given,
      .given_count = COUNT(names)};
  strata_outcome outcome;
  cr_assert(eq(int, strata_act(t->world, &desc, &outcome), STRATA_OK), "%s",
            strata_world_error(t->world));
  return outcome;
}

static void emit(table *t, const char *event, strata_entity card,
                 strata_entity player) {
  const strata_named_value given[] = {
      {"card", {.type = STRATA_REF, .ref = card}},
      {"player", {.type = STRATA_REF, .ref = player}}};
  const strata_act_desc desc = {
      .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, event),
      .given = given,
      .given_count = COUNT(given)};
  cr_assert(eq(int, strata_act(t->world, &desc, NULL), STRATA_OK), "%s",
            strata_world_error(t->world));
}

static strata_sight sight(table *t, strata_entity seat, strata_entity card) {
  strata_sight out;
  OK(strata_seat_sight(t->world, seat, card, &out));
  return out;
}

static uint64_t id_of(table *t, strata_entity seat, strata_entity card) {
  uint64_t id = 0;
  OK(strata_seat_id(t->world, seat, card, &id));
  return id;
}

/* -- Firm -- */

/* Whether an action that shows something, and then asks, can be given up. */
static bool can_give_up(const char *code, const char *zone, size_t card,
                        bool is_down) {
  table t;
  open_table(&t);
  strata_entity who = t.card[card];
  if (*zone) {
    who = put(&t, who, zone, strcmp(zone, "table") == 0 ? 0 : t.bob);
  }
  OK(strata_set_base_int(t.world, who, kit_attr(t.rules, "down"), is_down));
  uint64_t hash = strata_hash(t.world);
  cr_assert(eq(int, act(&t, code, who), STRATA_DECIDE));
  strata_decision asked;
  OK(strata_decision_get(t.world, 0, &asked));
  strata_status status = strata_cancel(t.world);
  cr_expect(eq(int, status, asked.firm ? STRATA_EREFUSED : STRATA_OK));
  if (!status) cr_expect(eq(u64, strata_hash(t.world), hash));
  close_table(&t);
  return !status;
}

Test(seats, whatever_shows_somebody_something_is_firm) {
  cr_expect(not(can_give_up("draws", "", 3, false)), "a card that is drawn");
  cr_expect(not(can_give_up("draws", "hand", 3, false)), "taken from a hand");
  cr_expect(not(can_give_up("lays", "hand", 3, false)), "laid from a hand");
  cr_expect(not(can_give_up("looks", "", 3, false)), "looked at");
  cr_expect(not(can_give_up("reveals", "hand", 3, false)), "revealed");
  cr_expect(not(can_give_up("turns", "table", 3, true)), "turned up");
  cr_expect(not(can_give_up("picks", "", 3, false)), "offered");
  cr_expect(not(can_give_up("draws", "table", 3, true)), "a back is taken");
  cr_expect(not(can_give_up("buries", "table", 3, true)), "a back is buried");
}

Test(seats, what_shows_nobody_anything_is_not) {
  cr_expect(can_give_up("buries", "table", 3, false), "from the table");
  cr_expect(can_give_up("buries", "hand", 3, false), "from a hand");
  cr_expect(can_give_up("draws", "table", 3, false), "into a hand");
  cr_expect(can_give_up("looks", "table", 3, false), "seen before");
  cr_expect(can_give_up("reveals", "table", 3, false), "known to all");
  cr_expect(can_give_up("turns", "table", 3, false), "lay face up");
}

/* -- Sight -- */

Test(seats, zones_and_backs_hide_what_was_not_shown) {
  table t;
  open_table(&t);
  strata_entity top = t.card[6];
  cr_expect(eq(int, sight(&t, t.bob, top), STRATA_SIGHT_NOTHING));
  strata_entity held = put(&t, top, "hand", t.bob);
  cr_expect(eq(int, sight(&t, t.bob, held), STRATA_SIGHT_FACE));
  cr_expect(eq(int, sight(&t, t.ann, held), STRATA_SIGHT_NOTHING));
  cr_expect(eq(int, sight(&t, t.ann, t.bob), STRATA_SIGHT_FACE), "no zone");
  strata_entity lies = put(&t, held, "table", 0);
  cr_expect(eq(int, sight(&t, t.ann, lies), STRATA_SIGHT_FACE));
  cr_expect(eq(int, sight(&t, t.ann, held), STRATA_SIGHT_FACE),
            "it is known what it was");
  OK(strata_set_base_int(t.world, lies, kit_attr(t.rules, "down"), 1));
  const strata_value bob = {.type = STRATA_REF, .ref = t.bob};
  OK(strata_set_base(t.world, lies, kit_attr(t.rules, "controller"), &bob));
  cr_expect(eq(int, sight(&t, t.ann, lies), STRATA_SIGHT_BACK));
  cr_expect(eq(int, sight(&t, t.bob, lies), STRATA_SIGHT_FACE));
  OK(strata_seat_disclose(t.world, t.ann, lies));
  cr_expect(eq(int, sight(&t, t.ann, lies), STRATA_SIGHT_FACE));
  strata_entity deep = put(&t, lies, "library", t.bob);
  cr_expect(eq(int, sight(&t, t.ann, deep), STRATA_SIGHT_NOTHING));
  cr_expect(eq(int, sight(&t, t.ann, held), STRATA_SIGHT_NOTHING),
            "what it was then tells what it is");
  close_table(&t);
}

Test(seats, what_was_shown_is_known_until_it_moves_or_is_shuffled) {
  table t;
  open_table(&t);
  uint64_t hash = strata_hash(t.world);
  OK(strata_seat_disclose(t.world, t.ann, t.bob));
  cr_expect(eq(u64, strata_hash(t.world), hash), "seen anyway: not written");
  emit(&t, "look", t.card[4], t.ann);
  cr_expect(eq(int, sight(&t, t.ann, t.card[4]), STRATA_SIGHT_FACE));
  cr_expect(eq(int, sight(&t, t.bob, t.card[4]), STRATA_SIGHT_NOTHING));
  emit(&t, "look", t.card[5], 0);
  cr_expect(eq(int, sight(&t, t.ann, t.card[5]), STRATA_SIGHT_NOTHING),
            "shown to nobody");
  emit(&t, "reveal", t.card[4], 0);
  cr_expect(eq(int, sight(&t, t.bob, t.card[4]), STRATA_SIGHT_FACE));
  strata_world *fork = NULL;
  OK(strata_fork(t.world, NULL, &fork));
  strata_sight in_fork;
  OK(strata_seat_sight(fork, t.bob, t.card[4], &in_fork));
  cr_expect(eq(int, in_fork, STRATA_SIGHT_FACE));
  strata_world_free(fork);
  emit(&t, "mix", t.card[4], t.bob);
  cr_expect(eq(int, sight(&t, t.ann, t.card[4]), STRATA_SIGHT_NOTHING));
  OK(strata_seat_disclose(t.world, 0, t.card[4]));
  emit(&t, "bury", t.card[4], t.bob);
  strata_entity now = strata_successor(t.world, t.card[4]);
  cr_expect(eq(int, sight(&t, t.bob, now), STRATA_SIGHT_NOTHING));
  close_table(&t);
}

/* The hash of a position in which a card is shown to Ann, Bob or both. */
static uint64_t position_after(bool ann_first, bool bob_too) {
  table t;
  open_table(&t);
  uint64_t hash = 0;
  const strata_entity first = ann_first ? t.ann : t.bob;
  OK(strata_seat_disclose(t.world, first, t.card[4]));
  if (bob_too) {
    const strata_entity last = ann_first ? t.bob : t.ann;
    OK(strata_seat_disclose(t.world, last, t.card[4]));
  }
  OK(strata_position_hash(t.world, &hash));
  close_table(&t);
  return hash;
}

Test(seats, in_which_order_players_were_shown_a_face_is_no_position) {
  const uint64_t both = position_after(true, true);
  cr_expect(eq(u64, position_after(false, true), both));
  const uint64_t ann = position_after(true, false);
  cr_expect(ne(u64, ann, both), "who knows it is one");
  cr_expect(ne(u64, ann, position_after(false, false)));
}

Test(seats, knowledge_is_saved) {
  table t;
  open_table(&t);
  OK(strata_seat_disclose(t.world, t.ann, t.card[4]));
  size_t size = 0;
  OK(strata_save(t.world, NULL, 0, &size));
  void *bytes = malloc(size);
  OK(strata_save(t.world, bytes, size, &size));
  strata_world *loaded = NULL;
  strata_world_config config = kit_config(&t.mem);
  OK(strata_load(t.rules, &config, bytes, size, &loaded, NULL));
  cr_expect(eq(u64, strata_hash(loaded), strata_hash(t.world)));
  strata_sight out;
  OK(strata_seat_sight(loaded, t.ann, t.card[4], &out));
  cr_expect(eq(int, out, STRATA_SIGHT_FACE));
  uint64_t id;
  OK(strata_seat_id(loaded, t.ann, t.card[4], &id));
  cr_expect(eq(u64, id, id_of(&t, t.ann, t.card[4])));
  strata_world_free(loaded);
  free(bytes);
  close_table(&t);
}

/* -- View ids -- */

Test(seats, an_id_is_found_again_and_is_one_seats) {
  table t;
  open_table(&t);
  strata_entity lies = put(&t, t.card[3], "table", 0);
  const strata_entity all[] = {lies, t.card[1], t.card[5], t.ann};
  for (size_t i = 0; i < COUNT(all); i++) {
    uint64_t id = id_of(&t, t.ann, all[i]);
    strata_entity found = 0;
    OK(strata_seat_find(t.world, t.ann, id, &found));
    cr_expect(eq(u64, found, all[i]), "%zu", i);
    cr_expect(ne(u64, id, id_of(&t, t.bob, all[i])), "of one seat");
    cr_expect(ne(u64, id, all[i]), "no handle");
    cr_expect(eq(int, strata_seat_find(t.world, t.ann, id + 1, &found),
                 STRATA_ENOENT));
  }
  uint64_t before = id_of(&t, t.ann, lies);
  strata_entity found;
  OK(strata_seat_secret(t.world, 4712));
  cr_expect(ne(u64, id_of(&t, t.ann, lies), before));
  OK(strata_seat_secret(t.world, 4711));
  const strata_move_desc under = {
      .zone = zone_of(&t, "library"), .player = t.ann, .same = true};
  OK(strata_move(t.world, lies, &under, &lies));
  cr_expect(
      eq(int, strata_seat_find(t.world, t.ann, before, &found), STRATA_ENOENT),
      "it is not followed into a library");
  OK(strata_move(
      t.world, lies,
      &(strata_move_desc){.zone = zone_of(&t, "table"), .same = true}, &lies));
  OK(strata_seat_find(t.world, t.ann, before, &found));
  put(&t, lies, "library", t.ann);
  cr_expect(
      eq(int, strata_seat_find(t.world, t.ann, before, &found), STRATA_ENOENT),
      "it is another object now");
  cr_expect(
      eq(int, strata_seat_find(t.world, t.ann, 0, &found), STRATA_ENOENT));
  close_table(&t);
}

Test(seats, an_id_of_what_is_hidden_is_a_place) {
  table t;
  open_table(&t);
  uint64_t places[3];
  for (size_t i = 0; i < 3; i++) {
    places[i] = id_of(&t, t.ann, t.card[4 + i]);
  }
  OK(strata_seed(t.world, 3));
  emit(&t, "mix", t.card[4], t.bob);
  size_t moved = 0;
  for (size_t i = 0; i < 3; i++) {
    strata_entity found;
    OK(strata_seat_find(t.world, t.ann, places[i], &found));
    moved += found != t.card[4 + i];
    OK(strata_seat_disclose(t.world, t.ann, found));
    cr_expect(eq(u64, id_of(&t, t.ann, found), places[i]), "shown or not");
  }
  cr_expect(ne(sz, moved, 0), "the shuffle moved something");
  close_table(&t);
}

/* -- Views -- */

/* All that a seat can read of its view, folded. */
static uint64_t fold_view(table *t, strata_entity seat) {
  strata_seat_row rows[ROWS];
  size_t count = 0;
  OK(strata_seat_view(t->world, seat, rows, ROWS, &count));
  cr_assert(le(sz, count, (size_t)ROWS));
  uint64_t sum = kit_fold_number(0, count);
  for (size_t i = 0; i < count; i++) {
    const strata_seat_row *row = &rows[i];
    strata_entity found = 0;
    OK(strata_seat_find(t->world, seat, row->id, &found));
    cr_expect(eq(u64, found, row->entity));
    sum = kit_fold_number(kit_fold_number(sum, row->id), row->sight);
    sum = kit_fold_number(kit_fold_number(sum, row->zone), row->place);
    if (row->whose) sum = kit_fold_number(sum, id_of(t, seat, row->whose));
    if (row->sight == STRATA_SIGHT_NOTHING) continue;
    int64_t power;
    OK(strata_get_int(t->world, found, kit_attr(t->rules, "power"), &power));
    sum = kit_fold_number(sum, (uint64_t)power);
  }
  return sum;
}

/* Exchange the faces of two cards. */
static void exchange(table *t, strata_entity a, strata_entity b) {
  strata_attr power = kit_attr(t->rules, "power");
  int64_t x;
  int64_t y;
  OK(strata_get_int(t->world, a, power, &x));
  OK(strata_get_int(t->world, b, power, &y));
  OK(strata_set_base_int(t->world, a, power, y));
  OK(strata_set_base_int(t->world, b, power, x));
}

Test(seats, a_view_tells_nothing_of_hidden_faces) {
  table t;
  open_table(&t);
  strata_entity held = put(&t, t.card[6], "hand", t.bob);
  strata_entity own = put(&t, t.card[3], "hand", t.ann);
  uint64_t view = fold_view(&t, t.ann);
  exchange(&t, held, t.card[4]);
  exchange(&t, t.card[1], t.card[5]);
  cr_expect(eq(u64, fold_view(&t, t.ann), view), "hidden faces");
  exchange(&t, own, t.card[4]);
  cr_expect(ne(u64, fold_view(&t, t.ann), view), "a face that is seen");
  exchange(&t, own, t.card[4]);
  /* A hole: Ann has been shown what she should not have been. */
  OK(strata_seat_disclose(t.world, t.ann, held));
  view = fold_view(&t, t.ann);
  exchange(&t, held, t.card[4]);
  cr_expect(ne(u64, fold_view(&t, t.ann), view), "the hole is found");
  close_table(&t);
}

typedef struct seed_views {
  uint64_t ann, bob;
} seed_views;

/* From another seed a library is in another order; the cards that are drawn
 * from it take other slots, which later objects use again. */
static seed_views play_seed(uint64_t seed, bool has_equal_faces) {
  table t;
  open_table(&t);
  strata_attr power = kit_attr(t.rules, "power");
  for (size_t i = 1; i <= CARDS && has_equal_faces; i++) {
    OK(strata_set_base_int(t.world, t.card[i], power, 1));
  }
  OK(strata_seed(t.world, seed));
  strata_zone library = zone_of(&t, "library");
  emit(&t, "mix", t.card[4], t.bob);
  for (int i = 0; i < 2; i++) {
    strata_entity top = 0;
    strata_entity next = 0;
    while ((next = strata_zone_next(t.world, library, t.bob, top)) != 0) {
      top = next;
    }
    emit(&t, "draw", top, t.bob);
  }
  OK(strata_despawn(t.world, t.card[1]));
  strata_entity late;
  OK(strata_spawn(t.world, &late));
  const seed_views views = {fold_view(&t, t.ann), fold_view(&t, t.bob)};
  close_table(&t);
  return views;
}

Test(seats, a_view_tells_nothing_of_a_shuffle) {
  const seed_views alike = play_seed(1, true); /* the order is all */
  const seed_views first = play_seed(1, false);
  bool is_told_to_bob = false; /* who sees the cards that he draws */
  for (uint64_t seed = 2; seed < 12; seed++) {
    const seed_views views = play_seed(seed, false);
    cr_expect(eq(u64, play_seed(seed, true).ann, alike.ann), "seed %d",
              (int)seed);
    cr_expect(eq(u64, views.ann, first.ann), "seed %d", (int)seed);
    is_told_to_bob = is_told_to_bob || views.bob != first.bob;
  }
  cr_expect(is_told_to_bob);
}

/* -- Refusals -- */

Test(seats, mistakes_are_refused) {
  table t;
  open_table(&t);
  strata_entity gone;
  OK(strata_spawn(t.world, &gone));
  OK(strata_despawn(t.world, gone));
  strata_sight seen;
  strata_entity found;
  uint64_t id;
  size_t count;
  strata_world *w = t.world;
  cr_expect(eq(int, strata_seat_sight(w, t.ann, t.bob, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_seat_sight(w, gone, t.bob, &seen), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_sight(w, t.ann, gone, &seen), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_disclose(w, gone, t.bob), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_disclose(w, t.ann, gone), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_id(w, t.ann, t.bob, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_seat_id(w, gone, t.bob, &id), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_id(w, t.ann, gone, &id), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_find(w, t.ann, 1, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_seat_find(w, gone, 1, &found), STRATA_ESTALE));
  cr_expect(eq(int, strata_seat_view(w, t.ann, NULL, 0, NULL), STRATA_EINVAL));
  cr_expect(
      eq(int, strata_seat_view(w, t.ann, NULL, 1, &count), STRATA_EINVAL));
  cr_expect(eq(int, strata_seat_view(w, gone, NULL, 0, &count), STRATA_ESTALE));
  OK(strata_seat_view(w, t.ann, NULL, 0, &count));
  cr_expect(eq(sz, count, CARDS + 2));
  count = 77;
  t.mem.fail_at = t.mem.calls + 1;
  cr_expect(
      eq(int, strata_seat_view(w, t.ann, NULL, 0, &count), STRATA_ENOMEM));
  cr_expect(eq(sz, count, 77), "not written");
  close_table(&t);
}
