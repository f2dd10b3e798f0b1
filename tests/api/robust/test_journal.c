/* Marks, rollback, commit, fork, hash, save and load. */
#include "game.h"
#include "ops.h"

#include <stdlib.h>
#include <string.h>

TestSuite(journal, .timeout = 60);

static strata_mark mark(game *g) {
  strata_mark m = {0};
  OK(strata_mark_set(g->world, &m));
  return m;
}

static void *saved(strata_world *world, size_t *size) {
  *size = 0;
  cr_assert(eq(int, strata_save(world, NULL, 0, size), STRATA_OK));
  void *bytes = malloc(*size);
  size_t written = 0;
  OK(strata_save(world, bytes, *size, &written));
  cr_assert(le(sz, written, *size));
  *size = written;
  return bytes;
}

Test(journal, rollback_returns_to_the_mark) {
  game g = {0};
  game_open(&g, false);
  game_base(&g, g.card[0], "power", 2);
  strata_effect growth = game_change(&g, g.card[0], "power", STRATA_OP_ADD, 3);
  uint64_t hash = strata_hash(g.world);
  strata_mark m = mark(&g);

  strata_entity extra = 0;
  OK(strata_spawn(g.world, &extra));
  OK(strata_effect_remove(g.world, growth));
  OK(strata_despawn(g.world, g.card[1]));
  game_base(&g, g.card[0], "power", 7);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 7));
  OK(strata_rollback(g.world, m));

  cr_expect(eq(u64, strata_hash(g.world), hash));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 5));
  cr_expect(strata_is_alive(g.world, g.card[1]));
  cr_expect(not(strata_is_alive(g.world, extra)));
  cr_expect(strata_effect_is_alive(g.world, growth));
  strata_entity again = 0;
  OK(strata_spawn(g.world, &again));
  cr_expect(eq(u64, again, extra), "handles are as they were");
  game_close(&g);
}

Test(journal, rollback_takes_one_of_many_effects_back) {
  game g = {0};
  game_open(&g, false);
  strata_effect first = game_change(&g, g.card[0], "power", STRATA_OP_ADD, 1);
  for (int i = 1; i < 12; i++) {
    (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 1);
  }
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 12));
  strata_mark m = mark(&g);

  (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 1);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 13));
  OK(strata_rollback(g.world, m));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 12));
  OK(strata_effect_remove(g.world, first));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 11));
  OK(strata_rollback(g.world, m));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 12));
  game_close(&g);
}

Test(journal, marks_nest_and_can_be_used_again) {
  game g = {0};
  game_open(&g, false);
  uint64_t hash[3];
  strata_mark m[3];
  for (size_t i = 0; i < 3; i++) {
    hash[i] = strata_hash(g.world);
    m[i] = mark(&g);
    game_base(&g, g.card[0], "power", (int64_t)i + 1);
  }

  OK(strata_rollback(g.world, m[1]));
  cr_expect(eq(u64, strata_hash(g.world), hash[1]));
  REFUSED(&g, strata_rollback(g.world, m[2]), STRATA_ESTALE, "mark");
  game_base(&g, g.card[0], "power", 9);
  OK(strata_rollback(g.world, m[1]));
  cr_expect(eq(u64, strata_hash(g.world), hash[1]));
  OK(strata_rollback(g.world, m[0]));
  cr_expect(eq(u64, strata_hash(g.world), hash[0]));
  REFUSED(&g, strata_rollback(g.world, m[1]), STRATA_ESTALE, "mark");
  REFUSED(&g, strata_rollback(g.world, (strata_mark){0}), STRATA_ESTALE,
          "mark");
  REFUSED(&g, strata_rollback(g.world, (strata_mark){UINT64_MAX}),
          STRATA_ESTALE, "mark");
  game_close(&g);
}

Test(journal, a_number_of_a_forgotten_mark_is_not_given_again) {
  game g = {0};
  game_open(&g, false);
  strata_mark first = mark(&g);
  strata_mark second = mark(&g);
  OK(strata_rollback(g.world, first));

  strata_mark third = mark(&g);

  cr_expect(ne(u64, third.id, second.id));
  REFUSED(&g, strata_rollback(g.world, second), STRATA_ESTALE, "mark");
  OK(strata_commit(g.world));
  strata_mark fourth = mark(&g);
  cr_expect(ne(u64, fourth.id, first.id));
  REFUSED(&g, strata_rollback(g.world, first), STRATA_ESTALE, "mark");
  game_close(&g);
}

Test(journal, commit_forgets_marks_and_keeps_the_state) {
  game g = {0};
  game_open(&g, false);
  strata_mark m = mark(&g);
  game_base(&g, g.card[0], "power", 2);
  uint64_t hash = strata_hash(g.world);

  OK(strata_commit(g.world));

  cr_expect(eq(u64, strata_hash(g.world), hash));
  REFUSED(&g, strata_rollback(g.world, m), STRATA_ESTALE, "mark");
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 2));
  game_close(&g);
}

Test(journal, forks_go_their_own_way) {
  game g = {0};
  game_open(&g, false);
  game_base(&g, g.card[0], "power", 2);
  strata_effect growth = game_change(&g, g.card[0], "power", STRATA_OP_ADD, 3);
  strata_attr power = game_attr(&g, "power");
  strata_mark m = mark(&g);
  uint64_t hash = strata_hash(g.world);
  strata_world *fork = NULL;
  int64_t value = 0;

  OK(strata_fork(g.world, NULL, &fork));
  cr_expect(eq(u64, strata_hash(fork), hash));
  OK(strata_get_int(fork, g.card[0], power, &value));
  cr_expect(eq(i64, value, 5));
  OK(strata_effect_remove(fork, growth));
  OK(strata_set_base_int(fork, g.card[0], power, 9));
  OK(strata_get_int(fork, g.card[0], power, &value));
  cr_expect(eq(i64, value, 9));

  cr_expect(eq(u64, strata_hash(g.world), hash));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 5));
  cr_expect(eq(int, strata_rollback(fork, m), STRATA_ESTALE), "no marks");
  OK(strata_rollback(g.world, m));
  strata_world_free(fork);
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 5));
  game_close(&g);
}

Test(journal, a_fork_can_fill_another_world) {
  game g = {0};
  game other = {0};
  game_open(&g, false);
  game_open(&other, false);
  game_base(&g, g.card[0], "power", 2);
  strata_world_config config = kit_config(&g.mem);
  strata_world *into = NULL;
  strata_world *out = NULL;
  OK(strata_world_new(g.rules, &config, &into));

  OK(strata_fork(g.world, into, &out));
  cr_expect(eq(ptr, out, into));
  cr_expect(eq(u64, strata_hash(into), strata_hash(g.world)));
  game_base(&g, g.card[0], "power", 3);
  cr_expect(ne(u64, strata_hash(into), strata_hash(g.world)));
  OK(strata_fork(g.world, into, NULL));
  cr_expect(eq(u64, strata_hash(into), strata_hash(g.world)));

  out = NULL;
  REFUSED(&g, strata_fork(g.world, g.world, &out), STRATA_EINVAL, "same");
  REFUSED(&other, strata_fork(g.world, other.world, &out), STRATA_EINVAL,
          "rules");
  g.told = 0;
  cr_expect(eq(int, strata_fork(g.world, NULL, NULL), STRATA_EINVAL));
  cr_expect(eq(int, g.told, 1), "the log alone is told");
  cr_expect(eq(ptr, out, NULL));
  strata_world_free(into);
  game_close(&other);
  game_close(&g);
}

/* A random game of a few hundred calls. */
static void play(ops *o, kit_mem *mem, uint64_t seed, bool named) {
  uint8_t bytes[2000];
  kit_dice dice = {seed};
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = (uint8_t)kit_roll(&dice);
  }
  ops_config config = {.named = named, .mem = mem};
  cr_assert(ops_open(o, &config));
  ops_play(o, bytes, sizeof bytes);
  cr_expect(eq(ptr, TEXT(o->broken), NULL), "seed %d: %s", (int)seed,
            o->broken);
}

/* Every law that ops checks: refused calls, marks, forks, saves, reads. */
Test(journal, laws_hold_in_random_games) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    kit_mem mem = {0};
    ops o;
    play(&o, &mem, seed, seed % 2);
    ops_close(&o);
    cr_expect(eq(sz, mem.live_bytes, 0));
    cr_expect(eq(sz, mem.wrong_size, 0));
  }
}

Test(journal, saves_are_the_same_bytes_again) {
  for (uint64_t seed = 100; seed < 110; seed++) {
    kit_mem mem = {0};
    ops o;
    strata_world *twin = NULL;
    size_t size = 0;
    size_t size2 = 0;
    strata_error error = {.status = STRATA_OK};
    play(&o, &mem, seed, false);
    char *bytes = saved(o.world, &size);
    strata_world_config config = kit_config(&mem);

    cr_assert(eq(int, strata_load(o.rules, &config, bytes, size, &twin, &error),
                 STRATA_OK),
              "%s", error.text);
    char *bytes2 = saved(twin, &size2);

    cr_expect(eq(sz, size2, size));
    cr_expect(eq(int, memcmp(bytes, bytes2, size), 0), "canonical bytes");
    cr_expect(eq(u64, strata_hash(twin), strata_hash(o.world)));
    cr_expect(eq(u64, ops_values(twin), ops_values(o.world)));
    free(bytes);
    free(bytes2);
    strata_world_free(twin);
    ops_close(&o);
  }
}

/* After a load, the two play on alike: clocks, timestamps, free slots. */
Test(journal, a_loaded_world_plays_on_alike) {
  game g = {0};
  game_open(&g, false);
  OK(strata_despawn(g.world, g.card[1]));
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 3);
  e.desc.clock = game_clock(&g, "turn");
  e.desc.ticks = 2;
  game_add(&g, &e.desc);
  size_t size = 0;
  void *bytes = saved(g.world, &size);
  strata_world_config config = kit_config(&g.mem);
  strata_world *twin = NULL;
  OK(strata_load(g.rules, &config, bytes, size, &twin, NULL));
  free(bytes);
  strata_world *worlds[] = {g.world, twin};
  strata_entity spawned[2] = {0};
  strata_effect added[2] = {0};

  for (size_t i = 0; i < 2; i++) {
    OK(strata_spawn(worlds[i], &spawned[i]));
    OK(strata_effect_add(worlds[i], &e.desc, &added[i]));
    OK(strata_tick(worlds[i], e.desc.clock, NULL));
    OK(strata_tick(worlds[i], e.desc.clock, NULL));
  }

  cr_expect(eq(u64, spawned[0], spawned[1]));
  cr_expect(eq(u64, added[0].id, added[1].id));
  cr_expect(eq(u64, strata_hash(twin), strata_hash(g.world)));
  strata_world_free(twin);
  game_close(&g);
}

Test(journal, a_save_needs_room) {
  game g = {0};
  game_open(&g, false);
  size_t size = 0;
  char *bytes = saved(g.world, &size);
  size_t need = 0;

  for (size_t room = 1; room < size; room++) {
    char *small = malloc(room);
    cr_assert(eq(int, strata_save(g.world, small, room, &need), STRATA_ERANGE),
              "%zu of %zu", room, size);
    free(small);
  }

  free(bytes);
  game_close(&g);
}

Test(journal, loading_needs_the_names_that_are_used) {
  game g = {0};
  game_open(&g, true);
  game_base(&g, g.card[0], "power", 2);
  size_t size = 0;
  void *bytes = saved(g.world, &size);
  strata_builder *b = NULL;
  strata_rules *poor = NULL;
  strata_world *world = NULL;
  strata_error error = {.status = STRATA_OK};
  OK(strata_builder_new(NULL, NULL, &b));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_freeze(b, &poor));
  strata_builder_free(b);

  cr_expect(eq(int, strata_load(poor, NULL, bytes, size, &world, &error),
               STRATA_ENOENT));
  cr_expect(eq(int, error.status, STRATA_ENOENT));
  cr_expect(strstr(error.text, "attribute") != NULL, "%s", error.text);
  cr_expect(eq(ptr, world, NULL));
  cr_expect(eq(int, strata_load(g.rules, NULL, NULL, 4, &world, &error),
               STRATA_EINVAL));
  cr_expect(eq(int, strata_load(g.rules, NULL, bytes, size, NULL, &error),
               STRATA_EINVAL));

  free(bytes);
  strata_rules_free(poor);
  game_close(&g);
}

Test(journal, the_position_fails_without_memory_and_changes_nothing) {
  game g = {0};
  game_open(&g, false);
  (void)game_change(&g, g.card[0], "power", STRATA_OP_ADD, 1);
  uint64_t want = 0;
  uint64_t hash = strata_hash(g.world);
  OK(strata_position_hash(g.world, &want));
  REFUSED(&g, strata_position_hash(g.world, NULL), STRATA_EINVAL, "position");

  strata_status status = STRATA_ENOMEM;
  size_t failed = 0;
  for (size_t n = 1; status != STRATA_OK && n < 100; n++) {
    uint64_t got = 1;
    g.mem.fail_at = g.mem.calls + n;
    status = strata_position_hash(g.world, &got);
    cr_expect(eq(u64, got, status ? 1 : want), "not written on failure");
    failed += status == STRATA_ENOMEM;
  }
  g.mem.fail_at = 0;

  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 1, failed));
  cr_expect(eq(u64, strata_hash(g.world), hash));
  game_close(&g);
}
