/* The cache of state-based actions: the objects that it finds are those of a
 * scan of all entities. */
#include "index_events.h"
#include "rules/model/sba_def.h"

TestSuite(sba_cache, .timeout = 120);

enum { CHECKS = ST_COUNT_OF(index_checks) };

typedef struct looker {
  strata_world *world;
  st_sba_cache scan;
  st_arena arena;
} looker;

static void open_looker(looker *l, strata_world *world) {
  l->world = world;
  /* selections that are compared with it scan all entities */
  OK(strata_world_tune(world, STRATA_TUNE_SETS, STRATA_TUNE_NEVER));
  st_sba_cache_init(&l->scan, &world->change);
  st_arena_init(&l->arena, &world->mem);
}

static void close_looker(looker *l) {
  if (!l->world) return;
  st_sba_cache_fini(&l->scan);
  st_arena_fini(&l->arena);
  l->world = NULL;
}

static const strata_expr *who_of(const looker *l, uint32_t check) {
  return st_sba_get(l->world->change.rules, check)->subject;
}

/* The same by a selection. */
static void compare(looker *l, uint32_t check, const strata_entity *who,
                    uint32_t count) {
  const uint64_t *bits;
  uint32_t words;
  st_eval *eval = l->world->change.eval;
  OK(st_eval_select(eval, who_of(l, check), 0, &bits, &words));
  uint32_t n = 0;
  for (uint32_t slot = 1; slot < words * 64; slot++) {
    if (!(bits[slot / 64] >> (slot % 64) & 1)) continue;
    cr_assert(lt(u32, n, count), "%s: one is missing", index_checks[check - 1]);
    cr_assert(eq(u64, who[n++], st_entity_handle(&l->world->store, slot)), "%s",
              index_checks[check - 1]);
  }
  cr_assert(eq(u32, n, count), "%s: one too many", index_checks[check - 1]);
}

/* Look at some of them, mostly all. */
static void look(looker *l, stage *s) {
  strata_entity *who[CHECKS + 1];
  uint32_t counts[CHECKS + 1] = {0};
  uint32_t least = 1 + (below(s, 8) == 0 ? below(s, CHECKS) : 0);
  st_arena_reset(&l->arena);
  OK(st_sba_cache_refresh(&l->scan));
  for (uint32_t n = least; n <= CHECKS; n++) {
    st_expr_env env;
    OK(st_eval_env(l->world->change.eval, 0, 0, &env));
    OK(st_sba_cache_find(&l->scan, n, &env, &l->arena, &who[n], &counts[n]));
  }
  for (uint32_t n = least; n <= CHECKS; n++) {
    compare(l, n, who[n], counts[n]);
  }
}

static looker *looker_of(looker lookers[2], stage *s) {
  looker *l = lookers[0].world == s->world || !lookers[0].world ? &lookers[0]
                                                                : &lookers[1];
  if (s->loaded) {
    close_looker(l);
    (void)takes_loaded(s);
  }
  if (!l->world) open_looker(l, s->world);
  cr_assert(eq(ptr, l->world, s->world));
  return l;
}

static void wander(uint64_t seed, uint32_t steps, bool clauses) {
  stage s;
  looker lookers[2] = {0};
  open_stage_of(&s, seed, clauses);
  for (uint32_t i = 0; i < steps; i++) {
    happen(&s);
    looker *l = looker_of(lookers, &s);
    if (below(&s, 3) != 0) look(l, &s);
  }
  close_looker(&lookers[0]);
  close_looker(&lookers[1]);
  close_stage(&s);
}

Test(sba_cache, is_what_a_look_at_everybody_finds) {
  wander(1, 40000, true);
}

Test(sba_cache, is_that_where_nothing_is_continuous) {
  wander(2, 20000, false);
}

/* -- How much is asked -- */

Test(sba_cache, subjects_that_begin_alike_share_their_first_condition) {
  stage s;
  looker l = {0};
  open_stage_of(&s, 1, false);
  (void)spawn(&s, "bear");
  open_looker(&l, s.world);
  look(&l, &s);
  const st_sba_cache_entry *all = l.scan.entries;
  cr_expect(eq(u32, all[8].lead, all[9].lead), "power > 0");
  cr_expect(ne(u32, all[8].lead, all[6].lead), "control: power > 1");
  cr_expect(ne(u32, all[8].lead, 0));
  cr_expect(eq(u32, all[5].lead, 0), "it begins with another entity");
  close_looker(&l);
  close_stage(&s);
}

/* Many entities that are no elves, and one that each state-based action may
 * find. */
Test(sba_cache, asks_those_again_who_may_be_others) {
  stage s;
  looker l = {0};
  open_stage_of(&s, 1, false);
  strata_entity last = 0;
  for (uint32_t i = 0; i < 1000; i++) {
    last = spawn(&s, "bear");
  }
  open_looker(&l, s.world);
  look(&l, &s);
  const st_sba_cache_entry *all = l.scan.entries;
  cr_expect(all[0].valid && all[0].reads.is_near);
  cr_expect(eq(u32, all[5].reads.link_count, 1), "it hangs on a controller");
  cr_expect(all[6].reads.has_closed, "it counts");
  cr_expect(eq(int, (int)all[8].reads.reach, ST_SBA_REACH_ANY));
  OK(strata_set_base_int(s.world, last, attr(&s, "power"), 3));
  OK(st_sba_cache_refresh(&l.scan));
  cr_expect(eq(u32, l.scan.tested, 1), "one of a thousand");
  close_looker(&l);
  close_stage(&s);
}

/* What is the same for all entities is noted as all are tested. One that is
 * taken out of what is kept stays out then: who is near and has not changed is
 * not asked again. */
Test(sba_cache, a_test_of_all_is_not_followed_by_another) {
  enum { COUNTS_ELVES = 7 };
  stage s;
  looker l = {0};
  open_stage_of(&s, 1, false);
  strata_entity strong = spawn(&s, "bear");
  OK(strata_set_base_int(s.world, strong, attr(&s, "power"), 2));
  strata_entity last = 0;
  for (int i = 0; i < 4; i++) {
    last = spawn(&s, "elf");
  }
  open_looker(&l, s.world);
  OK(st_sba_cache_refresh(&l.scan));
  st_sba_cache_entry *entry = &l.scan.entries[COUNTS_ELVES - 1];
  cr_assert(eq(u32, entry->near_count, 1));
  cr_assert(eq(u32, entry->count, 1));
  entry->bits[0] = entry->count = 0;
  OK(strata_set_base_int(s.world, last, attr(&s, "power"), 1));
  OK(st_sba_cache_refresh(&l.scan));
  cr_expect(eq(u32, entry->count, 0), "nobody near has changed");
  OK(strata_set_base_int(s.world, strong, attr(&s, "power"), 3));
  OK(st_sba_cache_refresh(&l.scan));
  cr_expect(eq(u32, entry->count, 1), "control: it has changed");
  close_looker(&l);
  close_stage(&s);
}
