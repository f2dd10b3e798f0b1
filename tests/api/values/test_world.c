/* Worlds, entities, base values. */
#include "game.h"

#include <stdio.h>
#include <string.h>

TestSuite(world, .timeout = 30);

Test(world, config_may_be_missing) {
  kit_mem mem = {0};
  strata_rules *rules = NULL;
  strata_world *world = NULL;
  OK(kit_rules(&mem, false, &rules));

  cr_expect(eq(int, strata_world_new(rules, NULL, NULL), STRATA_EINVAL));
  cr_expect(eq(ptr, world, NULL));
  OK(strata_world_new(rules, NULL, &world));
  cr_expect(eq(ptr, TEXT(strata_world_rules(world)), TEXT(rules)));
  cr_expect(eq(str, TEXT(strata_world_error(world)), TEXT("")));

  strata_world_free(world);
  strata_rules_free(rules);
  cr_expect(eq(sz, mem.live_bytes, 0));
}

/* Spawn until it is refused: how many there are then. */
static uint64_t fill_world(strata_world *world) {
  strata_entity entity;
  strata_status status = STRATA_OK;
  while (!status) {
    status = strata_spawn(world, &entity);
  }
  cr_expect(eq(int, status, STRATA_ELIMIT));
  cr_expect(ne(ptr, strstr(strata_world_error(world), "entity limit"), NULL));
  return kit_stats(world).entities;
}

Test(world, quotas_are_rounded_up_and_inherited) {
  kit_mem mem = {0};
  strata_rules *rules = NULL;
  strata_world *world = NULL;
  strata_world *fork = NULL;
  strata_world *loaded = NULL;
  uint8_t bytes[1 << 16];
  size_t size = 0;
  OK(kit_rules(&mem, false, &rules));
  strata_world_config config = {.quotas = {.entities = 100, .effects = 1}};
  OK(strata_world_new(rules, &config, &world));
  OK(strata_fork(world, NULL, &fork));
  cr_expect(eq(u64, fill_world(world), 127)); /* slot 0 is nobody's */
  cr_expect(eq(u64, fill_world(fork), 127));
  OK(strata_despawn(world, strata_entity_next(world, 0)));
  cr_expect(eq(u64, fill_world(world), 127)); /* and it may go on */
  OK(strata_save(world, bytes, sizeof bytes, &size));
  config.quotas.entities = 64;
  strata_error error = {0};
  cr_expect(eq(int, strata_load(rules, &config, bytes, size, &loaded, &error),
               STRATA_ELIMIT));
  cr_expect(ne(ptr, strstr(error.text, "entity limit"), NULL));
  config.quotas.entities = 0;
  OK(strata_load(rules, &config, bytes, size, &loaded, &error));
  cr_expect(eq(u64, strata_hash(loaded), strata_hash(world)));
  strata_world_free(loaded);
  strata_world_free(fork);
  strata_world_free(world);
  strata_rules_free(rules);
}

Test(world, entities_have_their_defaults) {
  game g = {0};
  game_open(&g, false);
  strata_value v = {.type = STRATA_INT};

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  cr_expect(eq(i64, game_read(&g, g.card[0], "level"), 3));
  cr_expect(eq(i64, game_read(&g, g.card[0], "tapped"), 1));
  OK(strata_get(g.world, g.card[0], game_attr(&g, "types"), &v));
  cr_expect(eq(sz, v.symbol_count, 0));
  OK(strata_get(g.world, g.card[0], game_attr(&g, "owner"), &v));
  cr_expect(eq(u64, v.ref, 0));
  OK(strata_get(g.world, g.card[0], game_attr(&g, "rarity"), &v));
  cr_expect(eq(u32, v.symbol, 0));
  OK(strata_get(g.world, g.card[0], game_attr(&g, "note"), &v));
  cr_expect(eq(str, TEXT(v.text), TEXT("")));
  game_close(&g);
}

Test(world, a_handle_never_names_another) {
  game g = {0};
  game_open(&g, false);
  strata_entity old = g.card[1];
  strata_entity seen[64];
  OK(strata_despawn(g.world, old));

  for (size_t i = 0; i < 64; i++) {
    OK(strata_spawn(g.world, &seen[i]));
    cr_expect(ne(u64, seen[i], old));
    cr_expect(not(strata_is_alive(g.world, old)));
    if (i % 2) OK(strata_despawn(g.world, seen[i]));
  }
  REFUSED(&g, strata_despawn(g.world, old), STRATA_ESTALE, "#");
  REFUSED(&g, strata_despawn(g.world, 0), STRATA_ESTALE, "#");
  game_close(&g);
}

Test(world, entities_are_walked_and_counted) {
  game g = {0};
  game_open(&g, false);
  OK(strata_despawn(g.world, g.card[1]));

  strata_entity first = strata_entity_next(g.world, 0);
  strata_entity second = strata_entity_next(g.world, first);

  cr_expect(eq(u64, first, g.card[0]));
  cr_expect(eq(u64, second, g.card[2]));
  cr_expect(eq(u64, strata_entity_next(g.world, second), 0));
  cr_expect(eq(u64, kit_stats(g.world).entities, 2));
  cr_expect(eq(u64, kit_stats(g.world).effects, 0));
  game_close(&g);
}

Test(world, stats_count_the_bytes_of_the_hook) {
  game g = {0};
  game_open(&g, false);
  kit_mem mem = {0};
  strata_world_config config = kit_config(&mem);
  strata_world *world = NULL;
  OK(strata_world_new(g.rules, &config, &world));
  strata_entity card = 0;
  OK(strata_spawn(world, &card));

  strata_stats stats = kit_stats(world);

  cr_expect(eq(u64, stats.live_bytes, mem.live_bytes));
  cr_expect(lt(u64, 0, stats.state_bytes));
  cr_expect(le(u64, stats.state_bytes + stats.cache_bytes + stats.journal_bytes,
               stats.live_bytes));
  strata_world_free(world);
  cr_expect(eq(sz, mem.live_bytes, 0));
  game_close(&g);
}

Test(world, tuning_refuses_what_there_is_not) {
  game g = {0};
  game_open(&g, false);

  for (int what = -1; what <= STRATA_TUNE_SETS + 1; what++) {
    for (int how = -1; how <= STRATA_TUNE_ALWAYS + 1; how++) {
      bool is_what = what >= 0 && what <= STRATA_TUNE_SETS;
      bool is_how = how >= 0 && how <= STRATA_TUNE_ALWAYS;
      strata_status status =
          strata_world_tune(g.world, (strata_tuning)what, (strata_tune)how);
      cr_expect(eq(int, status, is_what &&is_how ? STRATA_OK : STRATA_EINVAL),
                "%d, %d", what, how);
    }
  }
  REFUSED(&g, strata_world_tune(g.world, STRATA_TUNE_SUMS, (strata_tune)(-1)),
          STRATA_EINVAL, "tune", "AUTO, NEVER or ALWAYS");
  REFUSED(&g, strata_world_tune(g.world, (strata_tuning)99, STRATA_TUNE_AUTO),
          STRATA_EINVAL, "tune", "no such tuning");
  game_close(&g);
}

/* Many alike are in few classes, but for whom an effect names. */
Test(world, stats_count_the_classes_of_entities) {
  game g = {0};
  game_open(&g, false);
  OK(strata_world_tune(g.world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
  game_base(&g, g.card[2], "toughness", 7);
  strata_expr *subject = game_expr(&g, "toughness < 5");
  const strata_part part = {.attr = game_attr(&g, "power"),
                            .layer = 1,
                            .op = STRATA_OP_ADD,
                            .value = 1};
  strata_effect_desc desc = {
      .subject = subject, .parts = &part, .part_count = 1};
  cr_expect(eq(u64, kit_stats(g.world).classes, 0));

  game_add(&g, &desc);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 1));
  cr_expect(eq(u64, kit_stats(g.world).classes, 2));

  desc.source = g.card[0];
  game_add(&g, &desc);
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 2));
  cr_expect(eq(u64, kit_stats(g.world).classes, 3));

  OK(strata_world_tune(g.world, STRATA_TUNE_CLASSES, STRATA_TUNE_NEVER));
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 2));
  cr_expect(eq(u64, kit_stats(g.world).classes, 0));
  strata_expr_free(subject);
  game_close(&g);
}

/* Each type, written and read back, as base and as current value. */
Test(world, base_values_of_every_type) {
  game g = {0};
  game_open(&g, false);
  strata_symbol set[2] = {game_symbol(&g, "wall"), game_symbol(&g, "elf")};
  strata_symbol by_name[2] = {set[1], set[0]};
  const struct {
    const char *attr;
    strata_value value;
  } cases[] = {
      {"power", {.type = STRATA_INT, .integer = INT64_MIN}},
      {"small", {.type = STRATA_INT, .integer = -8}},
      {"seat", {.type = STRATA_INT, .integer = INT64_MAX}},
      {"flying", {.type = STRATA_FLAG, .integer = 1}},
      {"owner", {.type = STRATA_REF, .ref = g.card[2]}},
      {"rarity", {.type = STRATA_SYM, .symbol = game_symbol(&g, "rare")}},
      {"note", {.type = STRATA_TEXT, .text = "\xc3\xa4 b"}},
      {"types", {.type = STRATA_SET, .symbols = set, .symbol_count = 2}},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    strata_attr attr = game_attr(&g, cases[i].attr);
    strata_value want = cases[i].value;
    strata_value got = {.type = STRATA_INT};
    uint64_t hash = strata_hash(g.world);
    OK(strata_set_base(g.world, g.card[0], attr, &want));
    cr_expect(ne(u64, strata_hash(g.world), hash), "%s", cases[i].attr);
    if (want.type == STRATA_SET) want.symbols = by_name;
    OK(strata_base(g.world, g.card[0], attr, &got));
    cr_expect(kit_same_value(&got, &want), "base %s", cases[i].attr);
    OK(strata_get(g.world, g.card[0], attr, &got));
    cr_expect(kit_same_value(&got, &want), "%s", cases[i].attr);
    OK(strata_base(g.world, g.card[1], attr, &got));
    cr_expect(not(kit_same_value(&got, &want)), "other %s", cases[i].attr);
  }
  game_close(&g);
}

Test(world, symbols_come_and_go_one_by_one) {
  game g = {0};
  game_open(&g, false);
  strata_attr types = game_attr(&g, "types");
  strata_symbol elf = game_symbol(&g, "elf");
  uint64_t hash = strata_hash(g.world);

  OK(strata_set_base_symbol(g.world, g.card[0], types, elf, true));
  cr_expect(game_has(&g, g.card[0], "types", "elf"));
  cr_expect(not(game_has(&g, g.card[0], "types", "wall")));
  cr_expect(not(game_has(&g, g.card[1], "types", "elf")));
  OK(strata_set_base_symbol(g.world, g.card[0], types, elf, false));

  cr_expect(not(game_has(&g, g.card[0], "types", "elf")));
  cr_expect(eq(u64, strata_hash(g.world), hash), "as if never");
  game_close(&g);
}

Test(world, the_hash_does_not_remember_the_way) {
  game g = {0};
  game_open(&g, false);
  uint64_t hash = strata_hash(g.world);

  game_base(&g, g.card[0], "power", 5);
  game_base(&g, g.card[1], "power", 6);
  uint64_t there = strata_hash(g.world);
  game_base(&g, g.card[0], "power", 0);
  game_base(&g, g.card[1], "power", 0);
  cr_expect(eq(u64, strata_hash(g.world), hash));
  game_base(&g, g.card[1], "power", 6);
  game_base(&g, g.card[0], "power", 5);

  cr_expect(eq(u64, strata_hash(g.world), there));
  cr_expect(ne(u64, there, hash));
  game_close(&g);
}

Test(world, bad_handles_are_refused) {
  game g = {0};
  game_open(&g, false);
  strata_attr power = game_attr(&g, "power");
  strata_attr types = game_attr(&g, "types");
  strata_symbol elf = game_symbol(&g, "elf");
  strata_value v = kit_int(1);
  int64_t n = 77;
  bool has = true;
  OK(strata_despawn(g.world, g.card[1]));
  const strata_entity bad[] = {0, g.card[1], 999, UINT64_MAX};

  for (size_t i = 0; i < 4; i++) {
    strata_entity e = bad[i];
    REFUSED(&g, strata_get(g.world, e, power, &v), STRATA_ESTALE, "#");
    REFUSED(&g, strata_get_int(g.world, e, power, &n), STRATA_ESTALE, "#");
    REFUSED(&g, strata_has(g.world, e, types, elf, &has), STRATA_ESTALE, "#");
    REFUSED(&g, strata_base(g.world, e, power, &v), STRATA_ESTALE, "#");
    REFUSED(&g, strata_set_base(g.world, e, power, &v), STRATA_ESTALE, "#");
    REFUSED(&g, strata_set_base_int(g.world, e, power, 1), STRATA_ESTALE, "#");
    REFUSED(&g, strata_set_base_symbol(g.world, e, types, elf, true),
            STRATA_ESTALE, "#");
  }
  cr_expect(eq(i64, n, 77), "an out-parameter is written only on OK");
  cr_expect(has);
  game_close(&g);
}

Test(world, bad_attributes_are_refused) {
  game g = {0};
  game_open(&g, false);
  strata_entity e = g.card[0];
  strata_value v = kit_int(1);
  int64_t n = 77;
  bool has = true;
  const strata_attr bad[] = {0, 99, UINT32_MAX};
  const char *const words[] = {"0", "99", "-1"};

  for (size_t i = 0; i < 3; i++) {
    strata_attr a = bad[i];
    const char *w = words[i];
    REFUSED(&g, strata_get(g.world, e, a, &v), STRATA_ENOENT, w);
    REFUSED(&g, strata_get_int(g.world, e, a, &n), STRATA_ENOENT, w);
    REFUSED(&g, strata_has(g.world, e, a, 1, &has), STRATA_ENOENT, w);
    REFUSED(&g, strata_base(g.world, e, a, &v), STRATA_ENOENT, w);
    REFUSED(&g, strata_set_base(g.world, e, a, &v), STRATA_ENOENT, w);
    REFUSED(&g, strata_set_base_int(g.world, e, a, 1), STRATA_ENOENT, w);
    REFUSED(&g, strata_set_base_symbol(g.world, e, a, 1, true), STRATA_ENOENT,
            w);
  }
  cr_expect(eq(i64, n, 77));
  game_close(&g);
}

Test(world, wrong_types_are_refused) {
  game g = {0};
  game_open(&g, false);
  strata_entity e = g.card[0];
  strata_attr power = game_attr(&g, "power");
  strata_attr note = game_attr(&g, "note");
  strata_symbol elf = game_symbol(&g, "elf");
  strata_value text = {.type = STRATA_TEXT, .text = "x"};
  int64_t n = 0;
  bool has = false;

  REFUSED(&g, strata_get_int(g.world, e, note, &n), STRATA_ETYPE, "note");
  REFUSED(&g, strata_has(g.world, e, power, elf, &has), STRATA_ETYPE, "power");
  REFUSED(&g, strata_set_base(g.world, e, power, &text), STRATA_ETYPE, "power");
  REFUSED(&g, strata_set_base_int(g.world, e, note, 1), STRATA_ETYPE, "note");
  REFUSED(&g, strata_set_base_symbol(g.world, e, power, elf, true),
          STRATA_ETYPE, "power");
  game_close(&g);
}

Test(world, values_out_of_range_are_refused) {
  game g = {0};
  game_open(&g, false);
  strata_entity e = g.card[0];
  strata_attr small = game_attr(&g, "small");
  strata_attr flying = game_attr(&g, "flying");
  strata_attr types = game_attr(&g, "types");
  strata_symbol red = game_symbol(&g, "red");
  strata_value v = kit_int(8);
  strata_value set = {.type = STRATA_SET, .symbols = &red, .symbol_count = 1};
  strata_value ref = {.type = STRATA_REF, .ref = 12345};
  strata_value symbol = {.type = STRATA_SYM, .symbol = 99};
  bool has = false;

  REFUSED(&g, strata_set_base_int(g.world, e, small, 8), STRATA_ERANGE, "small",
          "8");
  REFUSED(&g, strata_set_base_int(g.world, e, small, -9), STRATA_ERANGE,
          "small", "-9");
  REFUSED(&g, strata_set_base(g.world, e, small, &v), STRATA_ERANGE, "small");
  REFUSED(&g, strata_set_base_int(g.world, e, flying, 2), STRATA_ERANGE,
          "flying");
  REFUSED(&g, strata_set_base(g.world, e, types, &set), STRATA_ENOENT, "symbol",
          "types");
  REFUSED(&g, strata_set_base_symbol(g.world, e, types, red, true),
          STRATA_ENOENT, "symbol", "types");
  REFUSED(&g, strata_set_base(g.world, e, game_attr(&g, "owner"), &ref),
          STRATA_ESTALE, "#");
  REFUSED(&g, strata_set_base(g.world, e, game_attr(&g, "rarity"), &symbol),
          STRATA_ENOENT, "symbol");
  REFUSED(&g, strata_has(g.world, e, types, 99, &has), STRATA_ENOENT, "symbol");
  game_close(&g);
}

Test(world, null_pointers_are_refused) {
  game g = {0};
  game_open(&g, false);
  strata_entity e = g.card[0];
  strata_attr power = game_attr(&g, "power");

  REFUSED(&g, strata_spawn(g.world, NULL), STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_get(g.world, e, power, NULL), STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_get_int(g.world, e, power, NULL), STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_base(g.world, e, power, NULL), STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_set_base(g.world, e, power, NULL), STRATA_EINVAL, "value");
  REFUSED(&g, strata_mark_set(g.world, NULL), STRATA_EINVAL, "NULL");
  REFUSED(&g, strata_save(g.world, NULL, 0, NULL), STRATA_EINVAL, "size");
  REFUSED(&g, strata_effect_add(g.world, NULL, NULL), STRATA_EINVAL, "NULL");
  game_close(&g);
}

Test(world, a_ref_to_somebody_gone_reads_as_nobody) {
  game g = {0};
  game_open(&g, false);
  char text[40];
  snprintf(text, sizeof text, "#%d:%d.level", (int)(g.card[1] & UINT32_MAX),
           (int)(g.card[1] >> 32));
  strata_expr *level = game_expr(&g, text);
  strata_value v = {.type = STRATA_INT};
  game_base(&g, g.card[1], "level", 9);
  OK(strata_expr_eval(g.world, level, 0, 0, &v));
  cr_expect(eq(i64, v.integer, 9));

  OK(strata_despawn(g.world, g.card[1]));

  OK(strata_expr_eval(g.world, level, 0, 0, &v));
  cr_expect(eq(i64, v.integer, 3), "the default");
  strata_entity next = 0;
  OK(strata_spawn(g.world, &next));
  game_base(&g, next, "level", 8);
  OK(strata_expr_eval(g.world, level, 0, 0, &v));
  cr_expect(eq(i64, v.integer, 3), "never another's");
  strata_expr_free(level);
  game_close(&g);
}
