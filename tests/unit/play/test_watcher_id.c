/* Identities of watchers: the same in every pass and fork, and different for
 * different watchers. */
#include "api/world/api_world.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "unit/rules/watcher_stage.h"

TestSuite(watcher_id, .timeout = 60);

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

static const char *const codes[] = {"more"};
static const char *const taught[] = {"watching", "watching"};
static const char *const teaching[] = {"teaching"};

static const strata_clause_part lesson = {.attr = "abilities",
                                          .layer = "ability",
                                          .op = STRATA_OP_ADD,
                                          .names = taught,
                                          .name_count = 2};

static void declare(strata_builder *b) {
  strata_watcher_desc more = {
      .name = "more",
      .role = STRATA_ROLE_REPLACE,
      .event = "hit",
      DEEDS(
          program, instruction_count,
          {.op = STRATA_DO_CHANGE, .what = "amount", ONE("event.amount + 1")})};
  BUILDER_OK(strata_builder_watcher(b, &more));
  strata_ability_desc watching = {.name = "watching",
                                  .kind = STRATA_ABILITY_STATIC,
                                  .watchers = codes,
                                  .watcher_count = 1};
  BUILDER_OK(strata_builder_ability(b, &watching));
  strata_clause clause = {
      .subject = "types has 'elf'", .parts = &lesson, .part_count = 1};
  strata_ability_desc teach = {.name = "teaching",
                               .kind = STRATA_ABILITY_STATIC,
                               .clauses = &clause,
                               .clause_count = 1};
  BUILDER_OK(strata_builder_ability(b, &teach));
  const char *const elf[] = {"elf"};
  strata_default types = {.attr = "types", .names = elf, .name_count = 1};
  strata_default abilities = {
      .attr = "abilities", .names = teaching, .name_count = 1};
  strata_definition_desc pupil = {
      .name = "pupil", .defaults = &types, .default_count = 1};
  strata_definition_desc teacher = {
      .name = "teacher", .defaults = &abilities, .default_count = 1};
  BUILDER_OK(strata_builder_definition(b, &pupil));
  BUILDER_OK(strata_builder_definition(b, &teacher));
}

static strata_entity spawn(strata_world *world, const strata_rules *rules,
                           const char *name) {
  strata_entity out;
  OK(strata_spawn_as(
      world, strata_rules_find(rules, STRATA_NAME_DEFINITION, name), &out));
  return out;
}

enum { MOST = 16 };

/* All who watch for a hit, in order. */
static uint32_t look(strata_world *world, st_watcher_id *ids) {
  st_watcher_index index;
  uint32_t n;
  uint32_t count = 0;
  st_watcher_index_init(&index, &world->change);
  strata_event_type hit =
      strata_rules_find(world->rules, STRATA_NAME_EVENT_TYPE, "hit");
  OK(st_watcher_index_find(&index, hit, NULL, ST_WATCHER_INDEX_ROLE(REPLACE),
                           &n));
  for (; n != 0 && count < MOST; n = st_watcher_index_get(&index, n)->next) {
    ids[count++] = st_watcher_index_get(&index, n)->id;
  }
  st_watcher_index_fini(&index);
  return count;
}

static bool has(const st_watcher_id *ids, uint32_t count,
                const st_watcher_id *id) {
  for (uint32_t i = 0; i < count; i++) {
    if (st_watcher_id_same(&ids[i], id)) return true;
  }
  return false;
}

Test(watcher_id, granted_abilities_are_the_same_in_every_pass_and_fork) {
  probe p = {0};
  strata_builder *b = play_builder(&p);
  play_event_types(b);
  declare(b);
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b);
  strata_world *world;
  strata_world *fork = NULL;
  OK(strata_world_new(rules, NULL, &world));
  strata_entity gone = spawn(world, rules, "teacher");
  spawn(world, rules, "teacher");
  spawn(world, rules, "pupil");
  spawn(world, rules, "pupil");

  st_watcher_id all[MOST];
  uint32_t count = look(world, all);
  cr_assert(eq(u32, count, 8), "two teachers give two pupils two each");
  for (uint32_t i = 0; i < count; i++) {
    cr_expect(not(has(all + i + 1, count - i - 1, &all[i])), "%u is another",
              i);
    cr_expect(ne(u64, all[i].giver, 0));
  }

  st_watcher_id later[MOST];
  for (int i = 0; i < 20; i++) {
    st_eval_drop_caches(&world->eval);
    cr_assert(eq(u32, look(world, later), count));
    for (uint32_t k = 0; k < count; k++) {
      cr_assert(st_watcher_id_same(&all[k], &later[k]), "pass %d", i);
    }
  }
  OK(strata_fork(world, NULL, &fork));
  cr_assert(eq(u32, look(fork, later), count));
  for (uint32_t k = 0; k < count; k++) {
    cr_expect(st_watcher_id_same(&all[k], &later[k]), "in a fork");
    cr_expect(eq(u64, st_watcher_id_save_key(&all[k], rules),
                 st_watcher_id_save_key(&later[k], rules)));
  }

  /* The units of the other teacher now have other numbers. */
  OK(strata_despawn(world, gone));
  cr_assert(eq(u32, look(world, later), 4));
  for (uint32_t k = 0; k < 4; k++) {
    cr_expect(has(all, count, &later[k]), "they are who they were");
  }
  strata_world_free(fork);
  strata_world_free(world);
  strata_rules_free(rules);
  EXPECT_NO_LEAK(&p);
}

static st_watcher_id id_of(uint64_t n) {
  return st_watcher_id_of_started(n, 1);
}

Test(watcher_id, a_set_has_what_its_parents_had_and_not_what_others_get) {
  probe p = {0};
  st_mem mem;
  st_applied_sets lineage;
  st_mem_init(&mem, probe_alloc, &p);
  st_applied_sets_init(&lineage, &mem);
  uint32_t root = st_applied_sets_new(&lineage, 0);
  st_watcher_id first = id_of(1);
  cr_assert(st_applied_sets_add(&lineage, root, &first));
  uint32_t left = st_applied_sets_new(&lineage, root);
  uint32_t right = st_applied_sets_new(&lineage, root);
  for (uint64_t n = 2; n < 1000; n++) {
    st_watcher_id id = id_of(n);
    cr_assert(st_applied_sets_add(&lineage, n % 2 == 0 ? left : right, &id));
  }
  for (uint64_t n = 1; n < 1000; n++) {
    st_watcher_id id = id_of(n);
    cr_assert(eq(int, st_applied_sets_has(&lineage, root, &id), n == 1));
    cr_assert(eq(int, st_applied_sets_has(&lineage, left, &id),
                 n == 1 || n % 2 == 0));
    cr_assert(eq(int, st_applied_sets_has(&lineage, right, &id),
                 n == 1 || n % 2 == 1));
  }
  st_applied_sets_clear(&lineage);
  cr_expect(not(st_applied_sets_has(&lineage, 0, &first)));
  st_applied_sets_fini(&lineage);
  EXPECT_NO_LEAK(&p);
}

Test(watcher_id, what_was_started_is_nobody_who_has_an_ability) {
  st_watcher_id started = st_watcher_id_of_started(7, 3);
  st_watcher_id other = started;
  other.started = false;
  cr_expect(not(st_watcher_id_same(&started, &other)));
}
