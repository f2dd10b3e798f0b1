/* Objects: printed values, and what they keep and lose when they move. */
#include "game.h"
#include "kit_why.h"

#include <string.h>

TestSuite(object, .timeout = 60);

static strata_value base(game *g, strata_entity entity, const char *attr) {
  strata_value v = {.type = STRATA_INT};
  OK(strata_base(g->world, entity, game_attr(g, attr), &v));
  return v;
}

static strata_value last(game *g, strata_entity gone, const char *attr) {
  strata_value v = {.type = STRATA_INT};
  strata_status status =
      strata_last_known(g->world, gone, game_attr(g, attr), &v);
  cr_assert(eq(int, status, STRATA_OK), "%s: %s", attr,
            strata_world_error(g->world));
  return v;
}

static void set_ref(game *g, strata_entity entity, const char *attr,
                    strata_entity to) {
  strata_value v = {.type = STRATA_REF, .ref = to};
  OK(strata_set_base(g->world, entity, game_attr(g, attr), &v));
}

/* A list or set is these, and nothing else. */
static void expect_symbols(const game *g, const strata_value *value,
                           const char *want) {
  char text[200] = "";
  for (size_t i = 0; i < value->symbol_count; i++) {
    if (i > 0) strcat(text, " ");
    strcat(text,
           strata_rules_name(g->rules, STRATA_NAME_SYMBOL, value->symbols[i]));
  }
  cr_expect(eq(str, text, TEXT(want)));
}

/* Grant an ability on top of what there is. */
static strata_effect grant(game *g, strata_entity card, const char *ability) {
  strata_symbol symbol = game_symbol(g, ability);
  strata_part part = {.attr = game_attr(g, "abilities"),
                      .layer = game_layer(g, "ability"),
                      .op = STRATA_OP_ADD,
                      .symbols = &symbol,
                      .symbol_count = 1};
  return game_add(g, &(strata_effect_desc){.targets = &card,
                                           .target_count = 1,
                                           .parts = &part,
                                           .part_count = 1});
}

static strata_effect pump(game *g, strata_entity card, int64_t by) {
  game_effect e;
  game_describe(g, &e, card, "power", STRATA_OP_ADD, by);
  e.part.layer = game_layer(g, "pt.modify");
  return game_add(g, &e.desc);
}

/* -- Definitions -- */

Test(object, a_spawned_definition_has_its_base_values) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");

  cr_expect(eq(u32, strata_definition_of(g.world, elf),
               kit_definition(g.rules, "elf")));
  cr_expect(eq(i64, game_read(&g, elf, "power"), 1));
  cr_expect(game_has(&g, elf, "types", "elf"));
  cr_expect(game_has(&g, elf, "abilities", "flying"));
  cr_expect(not(game_has(&g, elf, "abilities", "haste")));
  strata_value list = base(&g, elf, "abilities");
  expect_symbols(&g, &list, "flying");
  cr_expect(eq(u64, strata_zone_player(g.world, elf), 0));
  cr_expect(eq(u32, base(&g, elf, "zone").symbol, 0));
  cr_expect(eq(u32, strata_definition_of(g.world, g.card[0]), 0));
  game_close(&g);
}

Test(object, abilities_are_a_list_in_the_order_given) {
  game g = {0};
  game_open_objects(&g);
  strata_symbol symbols[] = {game_symbol(&g, "reach"),
                             game_symbol(&g, "flying"),
                             game_symbol(&g, "reach")};
  strata_value v = {
      .type = STRATA_ABILITIES, .symbols = symbols, .symbol_count = 3};
  strata_attr abilities = game_attr(&g, "abilities");
  OK(strata_set_base(g.world, g.card[0], abilities, &v));

  OK(strata_base(g.world, g.card[0], abilities, &v));
  expect_symbols(&g, &v, "reach flying reach");
  OK(strata_get(g.world, g.card[0], abilities, &v));
  expect_symbols(&g, &v, "reach flying reach");
  OK(strata_set_base(g.world, g.card[1], abilities, &v));
  OK(strata_get(g.world, g.card[1], abilities, &v));
  expect_symbols(&g, &v, "reach flying reach");

  symbols[1] = game_symbol(&g, "elf");
  v = (strata_value){
      .type = STRATA_ABILITIES, .symbols = symbols, .symbol_count = 2};
  REFUSED(&g, strata_set_base(g.world, g.card[0], abilities, &v), STRATA_ENOENT,
          "abilities", "elf");
  v = (strata_value){.type = STRATA_ABILITIES, .symbol_count = 1};
  REFUSED(&g, strata_set_base(g.world, g.card[0], abilities, &v), STRATA_EINVAL,
          "symbols");
  v = (strata_value){.type = STRATA_ABILITIES};
  OK(strata_set_base(g.world, g.card[0], abilities, &v));
  OK(strata_get(g.world, g.card[0], abilities, &v));
  expect_symbols(&g, &v, "");
  game_close(&g);
}

Test(object, turning_keeps_place_counters_effects_and_what_stamps) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  elf = game_move(&g, elf, "hand", g.card[0]);
  set_ref(&g, elf, "owner", g.card[1]);
  game_base(&g, elf, "charge", 2);
  (void)pump(&g, elf, 10);
  cr_expect(eq(i64, game_read(&g, elf, "power"), 13));
  uint64_t stamp = strata_timestamp(g.world, elf);

  OK(strata_transform(g.world, elf, kit_definition(g.rules, "dusk")));

  cr_expect(eq(i64, game_read(&g, elf, "power"), 16));
  cr_expect(eq(i64, game_read(&g, elf, "toughness"), 0));
  cr_expect(eq(i64, game_read(&g, elf, "charge"), 2));
  cr_expect(eq(i64, game_read(&g, elf, "hidden"), 0));
  cr_expect(game_has(&g, elf, "abilities", "haste"));
  cr_expect(not(game_has(&g, elf, "types", "elf")));
  cr_expect(eq(u64, base(&g, elf, "owner").ref, g.card[1]));
  cr_expect(eq(u64, strata_zone_player(g.world, elf), g.card[0]));
  cr_expect(lt(u64, stamp, strata_timestamp(g.world, elf)));

  elf = game_move(&g, elf, "field", 0);
  cr_expect(eq(i64, game_read(&g, elf, "power"), 1),
            "what it moves as remains");
  game_close(&g);
}

/* -- Timestamps -- */

Test(object, a_timestamp_is_renewed_by_what_stamps_and_by_nothing_else) {
  game g = {0};
  game_open_objects(&g);
  strata_entity card = g.card[0];
  strata_value night = {.type = STRATA_SET};
  strata_symbol symbol = game_symbol(&g, "night");
  uint64_t stamp = strata_timestamp(g.world, card);
  strata_value motto = {.type = STRATA_TEXT, .text = "onward"};
  for (int step = 0; step < 18; step++) {
    bool renewed = true;
    switch (step) {
    case 0:
      set_ref(&g, card, "attached", g.card[1]);
      break;
    case 1:
      set_ref(&g, card, "attached", g.card[1]);
      renewed = false;
      break;
    case 2:
      set_ref(&g, card, "attached", 0);
      break;
    case 3:
      game_base(&g, card, "hidden", 1);
      break;
    case 4:
      game_base(&g, card, "hidden", 1);
      renewed = false;
      break;
    case 5:
      game_base(&g, card, "rank", 5);
      break;
    case 6:
      game_base(&g, card, "rank", 5);
      renewed = false;
      break;
    case 7:
      game_put(&g, card, "modes", "day");
      break;
    case 8:
      game_put(&g, card, "modes", "day");
      renewed = false;
      break;
    case 9:
      night.symbols = &symbol;
      night.symbol_count = 1;
      OK(strata_set_base(g.world, card, game_attr(&g, "modes"), &night));
      break;
    case 10:
      OK(strata_set_base(g.world, card, game_attr(&g, "modes"), &night));
      renewed = false;
      break;
    case 11:
      game_base(&g, card, "power", 5);
      set_ref(&g, card, "owner", card);
      game_base(&g, card, "charge", 5);
      renewed = false;
      break;
    case 12:
      OK(strata_restamp(g.world, card));
      break;
    case 13:
      game_shift(&g, card, "field", 0, 0);
      break;
    case 14:
      game_shift(&g, card, NULL, 0, 0);
      break;
    case 15:
      OK(strata_set_base(g.world, card, game_attr(&g, "motto"), &motto));
      break;
    case 16:
      OK(strata_set_base(g.world, card, game_attr(&g, "motto"), &motto));
      renewed = false;
      break;
    default:
      (void)pump(&g, card, 1);
      renewed = false;
    }
    uint64_t now = strata_timestamp(g.world, card);
    cr_expect(renewed ? now > stamp : now == stamp, "step %d", step);
    stamp = now;
  }
  cr_expect(eq(u64, strata_timestamp(g.world, 0), 0));
  OK(strata_despawn(g.world, card));
  cr_expect(eq(u64, strata_timestamp(g.world, card), 0));
  game_close(&g);
}

static void give_ability(game *g, strata_entity card, const char *name) {
  strata_symbol symbol = game_symbol(g, name);
  strata_value v = {
      .type = STRATA_ABILITIES, .symbols = &symbol, .symbol_count = 1};
  OK(strata_set_base(g->world, card, game_attr(g, "abilities"), &v));
}

/* What is later counts, by whatever it became so. */
Test(object, a_new_timestamp_moves_what_its_abilities_do) {
  game g = {0};
  game_open_objects(&g);
  strata_entity high = g.card[0];
  strata_entity low = g.card[1];
  strata_entity wall = g.card[2];
  game_put(&g, wall, "types", "wall");
  give_ability(&g, high, "raise");
  give_ability(&g, low, "lower");
  cr_expect(eq(i64, game_read(&g, wall, "power"), 1));
  strata_mark mark = {0};
  OK(strata_mark_set(g.world, &mark));
  for (int how = 0; how < 6; how++) {
    if (how == 0) OK(strata_restamp(g.world, high));
    if (how == 1) set_ref(&g, high, "attached", wall);
    if (how == 2) game_base(&g, high, "hidden", 1);
    if (how == 3) game_put(&g, high, "modes", "day");
    if (how == 4) game_shift(&g, high, "field", 0, 0);
    if (how == 5) (void)game_move(&g, high, "field", 0);
    cr_expect(eq(i64, game_read(&g, wall, "power"), 9), "case %d", how);
    OK(strata_rollback(g.world, mark));
    cr_expect(eq(i64, game_read(&g, wall, "power"), 1), "case %d", how);
  }
  game_close(&g);
}

/* -- Moving -- */

Test(object, a_moved_card_is_a_new_object) {
  game g = {0};
  game_open_objects(&g);
  strata_entity old = game_spawn_as(&g, "elf");
  set_ref(&g, old, "owner", g.card[0]);
  set_ref(&g, old, "attached", g.card[1]);
  game_base(&g, old, "toughness", 9);
  game_base(&g, old, "charge", 3);
  game_base(&g, old, "small", 4);
  strata_effect effect = pump(&g, old, 5);
  set_ref(&g, g.card[2], "attached", old);
  uint64_t stamp = strata_timestamp(g.world, old);

  strata_entity card = game_move(&g, old, "field", 0);

  cr_expect(ne(u64, card, old));
  cr_expect(not(strata_is_alive(g.world, old)));
  cr_expect(not(strata_effect_is_alive(g.world, effect)));
  cr_expect(lt(u64, stamp, strata_timestamp(g.world, card)));
  cr_expect(eq(i64, game_read(&g, card, "power"), 1), "as printed");
  cr_expect(eq(i64, game_read(&g, card, "toughness"), 1), "as printed");
  cr_expect(eq(i64, game_read(&g, card, "charge"), 0));
  cr_expect(eq(i64, game_read(&g, card, "small"), 0));
  cr_expect(eq(u64, base(&g, card, "owner").ref, g.card[0]), "it is kept");
  cr_expect(eq(u64, base(&g, card, "attached").ref, 0));
  cr_expect(eq(u32, strata_definition_of(g.world, card),
               kit_definition(g.rules, "elf")));
  cr_expect(eq(u64, base(&g, g.card[2], "attached").ref, old),
            "it holds on to nobody");
  cr_expect(eq(u64, strata_successor(g.world, old), card));
  game_close(&g);
}

Test(object, without_a_definition_a_moved_one_has_its_copiable_base_values) {
  game g = {0};
  game_open_objects(&g);
  strata_entity token = g.card[2];
  game_base(&g, token, "power", 3);
  game_base(&g, token, "small", 3);
  game_put(&g, token, "types", "goblin");
  set_ref(&g, token, "owner", g.card[0]);
  (void)pump(&g, token, 5);

  token = game_move(&g, token, "exile", 0);

  cr_expect(eq(i64, game_read(&g, token, "power"), 3));
  cr_expect(eq(i64, game_read(&g, token, "small"), 0));
  cr_expect(game_has(&g, token, "types", "goblin"));
  cr_expect(eq(u64, base(&g, token, "owner").ref, g.card[0]));
  game_close(&g);
}

Test(object, one_that_stays_the_same_keeps_everything) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  game_base(&g, elf, "charge", 3);
  strata_effect effect = pump(&g, elf, 5);
  game_shift(&g, elf, "hand", g.card[0], 0);

  cr_expect(strata_is_alive(g.world, elf));
  cr_expect(strata_effect_is_alive(g.world, effect));
  cr_expect(eq(i64, game_read(&g, elf, "power"), 9));
  cr_expect(eq(u64, strata_successor(g.world, elf), 0));
  cr_expect(eq(u32, base(&g, elf, "zone").symbol, game_symbol(&g, "hand")));
  game_close(&g);
}

Test(object, effects_that_last_as_long_as_their_source_end_when_it_moves) {
  game g = {0};
  game_open_objects(&g);
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.source = g.card[1];
  e.desc.while_source = true;
  strata_effect effect = game_add(&g, &e.desc);

  game_shift(&g, g.card[1], "field", 0, 0);
  cr_expect(strata_effect_is_alive(g.world, effect));
  (void)game_move(&g, g.card[1], "exile", 0);

  cr_expect(not(strata_effect_is_alive(g.world, effect)));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  game_close(&g);
}

Test(object, whoever_is_in_a_zone_of_somebody_gone_is_in_none) {
  for (int how = 0; how < 3; how++) {
    game g = {0};
    game_open_objects(&g);
    strata_entity bag = g.card[0];
    strata_entity one = game_move(&g, game_spawn_as(&g, "elf"), "hand", bag);
    strata_entity two = game_move(&g, game_spawn_as(&g, "elf"), "library", bag);
    strata_mark mark = {0};
    OK(strata_mark_set(g.world, &mark));
    uint64_t hash = strata_hash(g.world);

    if (how == 0) OK(strata_despawn(g.world, bag));
    if (how == 1) (void)game_move(&g, bag, "exile", 0);
    if (how == 2) game_shift(&g, bag, "exile", 0, 0);

    bool stays = how == 2;
    cr_expect(eq(u64, strata_zone_player(g.world, one), stays ? bag : 0));
    cr_expect(eq(u64, strata_zone_player(g.world, two), stays ? bag : 0));
    strata_value zone = {.type = STRATA_SYM};
    OK(strata_get(g.world, two, game_attr(&g, "zone"), &zone));
    cr_expect(eq(u32, zone.symbol, stays ? game_symbol(&g, "library") : 0));
    OK(strata_rollback(g.world, mark));
    cr_expect(eq(u64, strata_hash(g.world), hash));
    cr_expect(eq(u64, strata_zone_player(g.world, two), bag));
    OK(strata_get(g.world, two, game_attr(&g, "zone"), &zone));
    cr_expect(eq(u32, zone.symbol, game_symbol(&g, "library")));
    game_close(&g);
  }
}

/* -- What was -- */

Test(object, what_it_was_is_what_it_was_just_before_it_moved) {
  game g = {0};
  game_open_objects(&g);
  strata_entity lord = game_spawn_as(&g, "lord");
  strata_entity elf = game_spawn_as(&g, "elf");
  lord = game_move(&g, lord, "field", 0);
  elf = game_move(&g, elf, "hand", g.card[0]);
  game_base(&g, elf, "charge", 2);
  set_ref(&g, elf, "owner", g.card[1]);
  (void)pump(&g, elf, 3);
  (void)grant(&g, elf, "haste");
  strata_value text = {.type = STRATA_TEXT, .text = "Llanowar"};
  OK(strata_set_base(g.world, elf, game_attr(&g, "title"), &text));
  cr_expect(eq(i64, game_read(&g, elf, "power"), 7), "1 + 1 + 2 + 3");

  strata_entity moved = game_move(&g, elf, "exile", 0);
  OK(strata_despawn(g.world, lord));

  cr_expect(eq(i64, last(&g, elf, "power").integer, 7));
  cr_expect(eq(i64, last(&g, elf, "toughness").integer, 1));
  cr_expect(eq(i64, last(&g, elf, "charge").integer, 2));
  cr_expect(eq(u64, last(&g, elf, "owner").ref, g.card[1]));
  cr_expect(eq(u32, last(&g, elf, "rarity").symbol, game_symbol(&g, "rare")));
  cr_expect(eq(u32, last(&g, elf, "zone").symbol, game_symbol(&g, "hand")));
  cr_expect(eq(str, TEXT(last(&g, elf, "title").text), TEXT("Llanowar")));
  strata_value list = last(&g, elf, "abilities");
  cr_expect(eq(int, list.type, STRATA_ABILITIES));
  expect_symbols(&g, &list, "flying haste");
  strata_value types = last(&g, elf, "types");
  expect_symbols(&g, &types, "elf");
  cr_expect(eq(i64, game_read(&g, moved, "power"), 1));
  game_close(&g);
}

/* -- Texts that rules give -- */

static void expect_text(game *g, strata_entity card, const char *attr,
                        const char *want) {
  strata_value v = {.type = STRATA_INT};
  OK(strata_get(g->world, card, game_attr(g, attr), &v));
  cr_assert(eq(int, v.type, STRATA_TEXT));
  cr_expect(eq(str, TEXT(v.text), TEXT(want)), "%s", attr);
}

Test(object, abilities_and_laws_give_texts) {
  game g = {0};
  game_open_objects(&g);

  strata_entity knight = game_spawn_as(&g, "knight");

  expect_text(&g, knight, "title", "Sir");
  expect_text(&g, knight, "motto", "We stand");
  cr_expect(eq(str, TEXT(base(&g, knight, "title").text), TEXT("Page")));
  strata_why *why = NULL;
  OK(strata_explain(g.world, knight, game_attr(&g, "title"), &why));
  cr_expect(strstr(kit_why_text(why), "set \"Sir\"") != NULL, "%s",
            kit_why_text(why));
  cr_assert(eq(sz, strata_why_count(why), 1));
  const strata_why_row *row = strata_why_get(why, 0);
  cr_expect(eq(str, TEXT(row->before.text), TEXT("Page")));
  cr_expect(eq(str, TEXT(row->after.text), TEXT("Sir")));
  strata_why_free(why);
  game_close(&g);
}

Test(object, texts_of_rules_are_copied_kept_and_saved) {
  game g = {0};
  game_open_objects(&g);
  strata_entity knight = game_spawn_as(&g, "knight");
  knight = game_move(&g, knight, "field", 0);
  strata_entity token = 0;

  OK(strata_spawn_copy(g.world, knight, &token));
  strata_entity bears = game_spawn_as(&g, "bears");
  (void)game_move(&g, knight, "exile", 0);

  cr_expect(eq(str, TEXT(base(&g, token, "title").text), TEXT("Sir")));
  cr_expect(eq(str, TEXT(last(&g, knight, "title").text), TEXT("Sir")));
  cr_expect(eq(str, TEXT(last(&g, knight, "motto").text), TEXT("We stand")));
  expect_text(&g, bears, "title", "Bears");
  static char bytes[1 << 16];
  size_t size = 0;
  OK(strata_save(g.world, bytes, sizeof bytes, &size));
  strata_world_config config = kit_config(&g.mem);
  strata_world *loaded = NULL;
  OK(strata_load(g.rules, &config, bytes, size, &loaded, NULL));
  strata_value v = {.type = STRATA_INT};
  OK(strata_base(loaded, token, game_attr(&g, "title"), &v));
  cr_expect(eq(str, TEXT(v.text), TEXT("Sir")));
  cr_expect(eq(u64, strata_hash(loaded), strata_hash(g.world)));
  strata_world_free(loaded);
  game_close(&g);
}

Test(object, successors_are_followed_one_by_one) {
  game g = {0};
  game_open_objects(&g);
  strata_entity chain[5] = {game_spawn_as(&g, "elf")};
  for (int i = 1; i < 5; i++) {
    chain[i] = game_move(&g, chain[i - 1], i % 2 ? "field" : "exile", 0);
  }
  for (int i = 0; i < 4; i++) {
    cr_expect(eq(u64, strata_successor(g.world, chain[i]), chain[i + 1]));
  }
  cr_expect(eq(u64, strata_successor(g.world, chain[4]), 0));
  cr_expect(eq(u64, strata_successor(g.world, 0), 0));
  OK(strata_despawn(g.world, chain[4]));
  cr_expect(eq(u64, strata_successor(g.world, chain[3]), chain[4]),
            "it is named, though it is gone");
  cr_expect(eq(u64, strata_successor(g.world, chain[4]), 0));

  OK(strata_forget_gone(g.world));
  for (int i = 0; i < 5; i++) {
    cr_expect(eq(u64, strata_successor(g.world, chain[i]), 0));
  }
  game_close(&g);
}

Test(object, forgetting_leaves_a_world_as_if_nobody_had_moved) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  (void)grant(&g, elf, "haste"); /* its copiable values are kept apart */
  strata_entity moved = game_move(&g, elf, "field", 0);
  strata_mark mark = {0};
  OK(strata_mark_set(g.world, &mark));
  uint64_t hash = strata_hash(g.world);

  OK(strata_forget_gone(g.world));

  REFUSED(&g,
          strata_last_known(g.world, elf, game_attr(&g, "power"),
                            &(strata_value){.type = STRATA_INT}),
          STRATA_ESTALE, "last_known", "forgotten");
  strata_entity reused = 0;
  REFUSED(&g, strata_spawn_copy(g.world, elf, &reused), STRATA_ESTALE,
          "spawn_copy", "gone");
  uint64_t forgotten = strata_hash(g.world);
  OK(strata_forget_gone(g.world));
  cr_expect(eq(u64, strata_hash(g.world), forgotten), "twice is once");
  for (int i = 0; i < 2; i++) { /* both slots are free again */
    OK(strata_spawn(g.world, &reused));
    cr_expect(lt(u32, (uint32_t)reused, (uint32_t)moved + 2));
  }
  OK(strata_rollback(g.world, mark));
  cr_expect(eq(u64, strata_hash(g.world), hash));
  cr_expect(eq(i64, last(&g, elf, "power").integer, 1));
  game_close(&g);
}

Test(object, values_of_the_living_and_of_the_unknown_are_no_last_ones) {
  game g = {0};
  game_open_objects(&g);
  strata_value v = {.type = STRATA_INT};
  strata_attr power = game_attr(&g, "power");
  REFUSED(&g, strata_last_known(g.world, g.card[0], power, &v), STRATA_ESTALE,
          "last_known", "alive");
  REFUSED(&g, strata_last_known(g.world, 0, power, &v), STRATA_ESTALE,
          "last_known", "nobody");
  OK(strata_despawn(g.world, g.card[0]));
  REFUSED(&g, strata_last_known(g.world, g.card[0], power, &v), STRATA_ESTALE,
          "last_known", "did not move");
  (void)game_move(&g, g.card[1], "field", 0);
  REFUSED(&g, strata_last_known(g.world, g.card[1], 99, &v), STRATA_ENOENT,
          "99");
  REFUSED(&g, strata_last_known(g.world, g.card[1], power, NULL), STRATA_EINVAL,
          "NULL");
  game_close(&g);
}

/* -- Copies -- */

Test(object, a_token_copy_has_the_copiable_values) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_move(&g, game_spawn_as(&g, "elf"), "field", 0);
  game_base(&g, elf, "power", 4);
  game_base(&g, elf, "charge", 2);
  game_base(&g, elf, "small", 2);
  (void)pump(&g, elf, 3);
  (void)grant(&g, elf, "haste");

  for (int gone = 0; gone < 2; gone++) {
    strata_entity token = 0;
    if (gone) (void)game_move(&g, elf, "exile", 0);
    OK(strata_spawn_copy(g.world, elf, &token));

    cr_expect(eq(i64, game_read(&g, token, "power"), 4), "gone: %d", gone);
    cr_expect(eq(i64, game_read(&g, token, "toughness"), 1));
    cr_expect(eq(i64, game_read(&g, token, "charge"), 0));
    cr_expect(eq(i64, game_read(&g, token, "small"), 0));
    cr_expect(eq(u32, strata_definition_of(g.world, token), 0));
    cr_expect(eq(u64, strata_zone_player(g.world, token), 0));
    strata_value list = base(&g, token, "abilities");
    expect_symbols(&g, &list, "flying");
    cr_expect(eq(u32, base(&g, token, "zone").symbol, 0));
  }
  game_close(&g);
}

Test(object, a_copy_sees_copy_effects_and_nothing_later) {
  game g = {0};
  game_open_objects(&g);
  strata_entity bears = game_spawn_as(&g, "bears");
  game_effect e;
  game_describe(&g, &e, bears, "power", STRATA_OP_SET, 6);
  e.part.layer = game_layer(&g, "copy");
  (void)game_add(&g, &e.desc);
  e.part.layer = game_layer(&g, "pt.set");
  e.part.value = 9;
  (void)game_add(&g, &e.desc);
  strata_entity live = 0;
  strata_entity late = 0;

  OK(strata_spawn_copy(g.world, bears, &live));
  (void)game_move(&g, bears, "field", 0);
  OK(strata_spawn_copy(g.world, bears, &late));

  cr_expect(eq(i64, last(&g, bears, "power").integer, 9));
  cr_expect(eq(i64, game_read(&g, live, "power"), 6));
  cr_expect(eq(i64, game_read(&g, late, "power"), 6));
  game_close(&g);
}

/* -- Refusals -- */

Test(object, what_cannot_be_is_refused) {
  game g = {0};
  game_open_objects(&g);
  strata_entity out = 77;
  strata_entity gone = g.card[2];
  OK(strata_despawn(g.world, gone));
  strata_definition elf = kit_definition(g.rules, "elf");

  REFUSED(&g, strata_spawn_as(g.world, 0, &out), STRATA_ENOENT, "spawn_as",
          "6");
  REFUSED(&g, strata_spawn_as(g.world, 7, &out), STRATA_ENOENT, "spawn_as",
          "7");
  REFUSED(&g, strata_spawn_as(g.world, elf, NULL), STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_spawn_copy(g.world, gone, &out), STRATA_ESTALE, "gone");
  REFUSED(&g, strata_spawn_copy(g.world, 0, &out), STRATA_ESTALE, "nobody");
  REFUSED(&g, strata_spawn_copy(g.world, g.card[0], NULL), STRATA_EINVAL,
          "NULL");
  REFUSED(&g, strata_transform(g.world, gone, elf), STRATA_ESTALE, "transform");
  REFUSED(&g, strata_transform(g.world, g.card[0], 9), STRATA_ENOENT, "9");
  REFUSED(&g, strata_restamp(g.world, gone), STRATA_ESTALE, "restamp");
  cr_expect(eq(u64, out, 77));
  cr_expect(eq(u32, strata_definition_of(g.world, gone), 0));
  strata_value zone = {.type = STRATA_SYM, .symbol = game_symbol(&g, "hand")};
  strata_attr attr = game_attr(&g, "zone");
  REFUSED(&g, strata_set_base(g.world, g.card[0], attr, &zone), STRATA_EINVAL,
          "zone", "strata_move");
  game_effect e;
  game_describe(&g, &e, g.card[0], "zone", STRATA_OP_SET, 0);
  strata_effect effect = {0};
  REFUSED(&g, strata_effect_add(g.world, &e.desc, &effect), STRATA_EINVAL,
          "zone", "moving");
  REFUSED(&g,
          strata_set_base_int(g.world, g.card[0], game_attr(&g, "charge"), -1),
          STRATA_ERANGE, "charge");
  game_close(&g);
}

Test(object, moves_that_cannot_be_are_refused_whole) {
  game g = {0};
  game_open_objects(&g);
  strata_entity card = game_spawn_as(&g, "elf");
  strata_entity gone = g.card[2];
  OK(strata_despawn(g.world, gone));
  (void)pump(&g, card, 1);
  strata_entity out = 77;
  REFUSED(&g, strata_move(g.world, card, NULL, &out), STRATA_EINVAL, "move");
  REFUSED(&g, strata_move(g.world, gone, &(strata_move_desc){0}, &out),
          STRATA_ESTALE, "move");
  REFUSED(&g, strata_move(g.world, card, &(strata_move_desc){.zone = 5}, &out),
          STRATA_ENOENT, "5", "1 to 4");
  REFUSED(&g, game_try_move(&g, card, "field", g.card[0], 0, &out),
          STRATA_EINVAL, "field", "no player");
  REFUSED(&g, game_try_move(&g, card, NULL, g.card[0], 0, &out), STRATA_EINVAL,
          "no player");
  REFUSED(&g, game_try_move(&g, card, "hand", 0, 0, &out), STRATA_EINVAL,
          "hand", "whose");
  REFUSED(&g, game_try_move(&g, card, "hand", gone, 0, &out), STRATA_ESTALE,
          "player");
  REFUSED(&g, game_try_move(&g, card, "hand", card, 0, &out), STRATA_EINVAL,
          "its own");
  REFUSED(&g, game_try_move(&g, card, NULL, 0, 1, &out), STRATA_ERANGE,
          "position 1", "no zone");
  REFUSED(&g, game_try_move(&g, card, "library", g.card[0], 2, &out),
          STRATA_ERANGE, "position 2", "library", "0 others");
  REFUSED(&g, game_try_move(&g, card, "field", 0, -2, &out), STRATA_ERANGE,
          "position -2", "field");
  cr_expect(eq(u64, out, 77));
  cr_expect(eq(i64, game_read(&g, card, "power"), 2), "the effect is there");
  OK(game_try_move(&g, card, "library", g.card[0], -1, NULL));
  game_close(&g);
}
