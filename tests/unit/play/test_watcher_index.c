/* The watcher index: the watchers that it finds for an event are those of a
 * scan of all entities. */
#include "index_events.h"
#include "index_scan.h"

TestSuite(watcher_index, .timeout = 280);

static scan found;

/* -- Looking -- */

static unsigned some_roles(stage *s) {
  switch (below(s, 3)) {
  case 0:
    return ST_WATCHER_INDEX_ROLE(CANT);
  case 1:
    return ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT);
  default:
    return UINT8_MAX;
  }
}

static void look(stage *s, st_watcher_index *index, const char *when) {
  uint32_t n;
  strata_event_type touch =
      strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, "touch");
  strata_event_type rest =
      strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, "rest");
  OK(st_watcher_index_find(index, touch, NULL, UINT8_MAX, &n));
  scan_all(&found, index);
  scan_compare(&found, index, touch, NULL, UINT8_MAX, when);
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {0};
  words[0] = (int64_t)somebody(s);
  scan_compare(&found, index, rest, words, some_roles(s), when);
  words[1] = (int64_t)somebody(s);
  words[2] = below(s, 5);
  words[3] = below(s, 2) ? (int64_t)stage_symbol(s->rules, "rare") : 0;
  scan_compare(&found, index, touch, words, some_roles(s), when);
}

/* One is asked after each thing that happens; one now and then, when many have.
 * Both read the notices of one evaluator. */
typedef struct pair {
  strata_world *world;
  st_watcher_index often, seldom;
} pair;

static void open_pair(pair *p, strata_world *world) {
  p->world = world;
  st_watcher_index_init(&p->often, &world->change);
  st_watcher_index_init(&p->seldom, &world->change);
}

static void close_pair(pair *p) {
  if (!p->world) return;
  st_watcher_index_fini(&p->often);
  st_watcher_index_fini(&p->seldom);
}

/* The pair of the world that is played now, which may be a new one. */
static pair *pair_of(pair pairs[2], stage *s) {
  pair *p =
      pairs[0].world == s->world || !pairs[0].world ? &pairs[0] : &pairs[1];
  if (s->loaded) {
    close_pair(p);
    p->world = NULL;
    (void)takes_loaded(s);
  }
  if (!p->world) open_pair(p, s->world);
  cr_assert(eq(ptr, p->world, s->world));
  return p;
}

static void wander(uint64_t seed, uint32_t steps, bool clauses) {
  stage s;
  pair pairs[2] = {0};
  open_stage_of(&s, seed, clauses);
  for (uint32_t i = 0; i < steps; i++) {
    happen(&s);
    pair *p = pair_of(pairs, &s);
    look(&s, &p->often, "often");
    if (below(&s, 16) == 0) look(&s, &p->seldom, "seldom");
  }
  close_pair(&pairs[0]);
  close_pair(&pairs[1]);
  close_stage(&s);
}

Test(watcher_index, is_what_a_look_at_everybody_finds) {
  wander(1, 100000, true);
}

Test(watcher_index, is_that_where_nothing_is_continuous) {
  wander(2, 20000, false);
}

/* -- How much is looked at -- */

/* A board on which nothing ever makes the layers begin anew. */
static void lay_out(stage *s, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    strata_entity e = spawn(s, i % 2 ? "mine_watcher" : "bear");
    move(s, e);
  }
  start_watch(s, "any", 0, 0, 0);
}

static uint32_t find(const stage *s, st_watcher_index *index, const char *event,
                     const int64_t *words) {
  uint32_t count = 0;
  uint32_t n;
  strata_event_type kind =
      strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, event);
  OK(st_watcher_index_find(index, kind, words, UINT8_MAX, &n));
  for (; n != 0; n = st_watcher_index_get(index, n)->next) {
    count++;
  }
  return count;
}

Test(watcher_index, looks_at_those_who_changed) {
  stage s;
  st_watcher_index index;
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {0};
  open_stage(&s, 3);
  lay_out(&s, 50); /* as many as are no classes yet */
  st_watcher_index_init(&index, &s.world->change);
  words[1] = (int64_t)somebody(&s);
  cr_expect(eq(u32, find(&s, &index, "touch", words), 2)); /* lawful, any */
  for (uint32_t i = 0; i < 100; i++) {
    strata_entity who = somebody(&s);
    strata_entity to = somebody(&s);
    strata_value value = {.type = STRATA_REF, .ref = to};
    OK(strata_set_base(s.world, who, attr(&s, "controller"), &value));
    start_watch(&s, "mine", who, to, 0);
    words[1] = (int64_t)to;
    uint32_t all = find(&s, &index, "touch", words);
    cr_expect(ge(u32, all, 3), "and the one that was started");
  }
  cr_expect(eq(u64, index.rebuild_count, 1));
  strata_event_type touch =
      strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "touch");
  for (strata_entity e = strata_entity_next(s.world, 0); e != 0;
       e = strata_entity_next(s.world, e)) {
    OK(strata_restamp(s.world, e)); /* more than classes take note of */
  }
  scan_all(&found, &index);
  scan_compare(&found, &index, touch, NULL, UINT8_MAX, "all are new");
  strata_mark mark;
  OK(strata_mark_set(s.world, &mark));
  OK(strata_despawn(s.world, strata_entity_next(s.world, 0)));
  find(&s, &index, "touch", words);
  OK(strata_rollback(s.world, mark));
  uint64_t fills = index.rebuild_count;
  scan_all(&found, &index);
  scan_compare(&found, &index, touch, words, UINT8_MAX, "back");
  cr_expect(le(u64, index.rebuild_count, fills + 1));
  st_watcher_index_fini(&index);
  close_stage(&s);
}

/* No condition is evaluated for an event that no watcher matches. */
Test(watcher_index, of_other_kinds_nothing_is_known) {
  stage s;
  st_watcher_index index;
  open_stage(&s, 4);
  lay_out(&s, 4);
  st_watcher_index_init(&index, &s.world->change);
  uint32_t n = 7;
  strata_event_type rest =
      strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "rest");
  OK(st_watcher_index_find(&index, rest, NULL, ST_WATCHER_INDEX_ROLE(REPLACE),
                           &n));
  cr_expect(eq(u32, n, 0));
  cr_expect(eq(u64, index.rebuild_count, 0));
  OK(st_watcher_index_find(&index, rest, NULL, ST_WATCHER_INDEX_ROLE(CANT),
                           &n));
  cr_expect(ne(u32, n, 0));
  cr_expect(eq(u64, index.rebuild_count, 1));
  st_watcher_index_fini(&index);
  close_stage(&s);
}

/* The index does not read last-known values: for an entity that is gone it
 * finds every watcher. */
Test(watcher_index, whoever_is_gone_may_be_anybody) {
  stage s;
  st_watcher_index index;
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {0};
  open_stage(&s, 8);
  st_watcher_index_init(&index, &s.world->change);
  strata_entity elf = spawn(&s, "elf");
  words[0] = (int64_t)elf;
  uint32_t before = find(&s, &index, "touch", words);
  start_watch(&s, "elf", 0, 0, 0);
  start_watch(&s, "wall", 0, 0, 0);
  start_watch(&s, "flyer", 0, 0, 0);
  cr_expect(eq(u32, find(&s, &index, "touch", words), before + 1));
  OK(strata_despawn(s.world, elf));
  cr_expect(eq(u32, find(&s, &index, "touch", words), before + 3));
  words[0] = 0;
  cr_expect(eq(u32, find(&s, &index, "touch", words), before));
  st_watcher_index_fini(&index);
  close_stage(&s);
}

/* -- The order of registration -- */

enum { REGISTERED = 60, SHUFFLES = 20, EVENTS = 12 };

static void shuffle(stage *s, uint32_t *order) {
  for (uint32_t i = 0; i < REGISTERED; i++) {
    uint32_t k = below(s, i + 1);
    order[i] = order[k];
    order[k] = i;
  }
}

/* Count the candidates of an event by watcher definition. */
static void tell(const stage *s, st_watcher_index *index, const int64_t *words,
                 uint32_t counts[ST_COUNT_OF(index_codes)]) {
  uint32_t n;
  strata_event_type touch =
      strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, "touch");
  memset(counts, 0, ST_COUNT_OF(index_codes) * sizeof counts[0]);
  OK(st_watcher_index_find(index, touch, words, UINT8_MAX, &n));
  uint64_t stamp = 0;
  for (; n != 0; n = st_watcher_index_get(index, n)->next) {
    const st_watcher_candidate *f = st_watcher_index_get(index, n);
    cr_assert(ge(u64, f->stamp, stamp));
    stamp = f->stamp;
    counts[f->watcher_def - 1]++;
  }
}

/* Ten players, and what is given for each of them, in any order. */
static void try_order(const uint32_t *order,
                      uint32_t counts[EVENTS][ST_COUNT_OF(index_codes)]) {
  stage s;
  st_watcher_index index;
  strata_entity players[10];
  open_stage(&s, 5);
  st_watcher_index_init(&index, &s.world->change);
  for (size_t i = 0; i < ST_COUNT_OF(players); i++) {
    players[i] = spawn(&s, i % 2 ? "elf" : "bear");
  }
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {0};
  for (uint32_t i = 0; i < REGISTERED; i++) {
    const char *code = index_codes[order[i] % INDEX_STARTED].name;
    strata_entity self = players[order[i] % ST_COUNT_OF(players)];
    start_watch(&s, code, self, self, 0);
    words[0] = (int64_t)self;
    if (i % 7 == 0) tell(&s, &index, words, counts[0]);
  }
  for (uint32_t e = 0; e < EVENTS; e++) {
    words[0] = (int64_t)players[e % ST_COUNT_OF(players)];
    words[1] = (int64_t)players[e * 3 % ST_COUNT_OF(players)];
    words[2] = e;
    tell(&s, &index, words, counts[e]);
  }
  st_watcher_index_fini(&index);
  close_stage(&s);
}

Test(watcher_index, the_order_of_registration_finds_the_same) {
  static uint32_t first[EVENTS][ST_COUNT_OF(index_codes)];
  static uint32_t other[EVENTS][ST_COUNT_OF(index_codes)];
  stage dice = {.dice = 9};
  uint32_t order[REGISTERED];
  for (uint32_t i = 0; i < REGISTERED; i++) {
    order[i] = i;
  }
  try_order(order, first);
  for (uint32_t n = 0; n < SHUFFLES; n++) {
    shuffle(&dice, order);
    try_order(order, other);
    cr_assert(eq(int, memcmp(first, other, sizeof first), 0), "shuffle %u", n);
  }
}

/* -- Without memory -- */

/* It fails, and then knows what is so, whatever it knew before. */
static bool fails_at(size_t n, bool late) {
  stage s;
  st_watcher_index index;
  uint32_t number = 0;
  open_stage(&s, 6);
  strata_world_free(s.world);
  strata_world_config config = {.alloc = probe_alloc, .alloc_user = &s.probe};
  OK(strata_world_new(s.rules, &config, &s.world));
  lay_out(&s, 8);
  st_watcher_index_init(&index, &s.world->change);
  strata_event_type touch =
      strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "touch");
  if (late) {
    OK(st_watcher_index_find(&index, touch, NULL, UINT8_MAX, &number));
    lay_out(&s, 40);
    add_effect(&s,
               (strata_part){.attr = attr(&s, "controller"),
                             .layer = 3,
                             .op = STRATA_OP_SET,
                             .ref = somebody(&s)},
               true);
  }
  s.probe.fail_at = s.probe.calls + n;
  strata_status status =
      st_watcher_index_find(&index, touch, NULL, UINT8_MAX, &number);
  bool failed = s.probe.failures > 0;
  s.probe.fail_at = 0;
  /* A value that found no room may be found without. */
  if (status != STRATA_OK) cr_assert(eq(int, status, STRATA_ENOMEM));
  OK(st_watcher_index_find(&index, touch, NULL, UINT8_MAX, &number));
  scan_all(&found, &index);
  scan_compare(&found, &index, touch, NULL, UINT8_MAX, "after ENOMEM");
  st_watcher_index_fini(&index);
  close_stage(&s);
  return failed;
}

Test(watcher_index, whatever_fails_it_knows_later) {
  for (int late = 0; late < 2; late++) {
    size_t n = 1;
    while (fails_at(n, late)) {
      n++;
    }
    cr_expect(lt(sz, 10, n));
  }
}
