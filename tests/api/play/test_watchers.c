/* Watchers that hosts start: how they match, what is saved of them, and how
 * they end. */
#include "hands.h"

TestSuite(watchers, .timeout = 60);

static strata_watcher_def code_of(const hands *h, const char *name) {
  return strata_rules_find(h->a.rules, STRATA_NAME_WATCHER_DEF, name);
}

static strata_status stop(hands *h, strata_handler_call *run) {
  h->seen[0] = (int64_t)strata_call_this(run);
  h->seen[1] = (int64_t)strata_call_you(run);
  return strata_event_stop(run, strata_call_event(run));
}

static strata_status gain(hands *h) {
  return acts_event(&h->a, "gain", h->a.bob, "amount", 5, NULL);
}

Test(watchers, one_that_is_started_watches_and_is_used_up) {
  hands h;
  hands_open(&h);
  h.turn = stop;
  strata_watcher watch = {0};
  strata_watcher_start_desc told;
  strata_watcher_start_desc desc = {.watcher_def = code_of(&h, "turned"),
                                    .source = h.a.bob,
                                    .you = h.a.alice};
  OK(strata_watcher_start(h.a.world, &desc, &watch));
  cr_expect(
      eq(u64, strata_watcher_next(h.a.world, STRATA_NO_WATCHER).id, watch.id));
  cr_expect(eq(u64, strata_watcher_next(h.a.world, watch).id, 0));
  OK(strata_watcher_describe(h.a.world, watch, &told));
  cr_expect(eq(u32, told.watcher_def, desc.watcher_def));
  cr_expect(eq(u64, told.source, h.a.bob));
  cr_expect(eq(u64, told.you, h.a.alice));
  cr_expect(eq(u32, told.uses, 1));
  cr_expect(eq(i64, told.left, 0));
  cr_expect(eq(u64, told.ticks, 0));
  cr_expect(eq(sz, told.name_count, 0));
  OK(gain(&h));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  cr_expect(eq(u64, (uint64_t)h.seen[0], h.a.bob));
  cr_expect(eq(u64, (uint64_t)h.seen[1], h.a.alice));
  NO(&h.a, strata_watcher_describe(h.a.world, watch, &told), STRATA_ESTALE,
     "no longer");
  NO(&h.a, strata_watcher_remove(h.a.world, watch), STRATA_ESTALE, "no longer");
  cr_expect(eq(u64, strata_watcher_next(h.a.world, watch).id, 0));
  OK(gain(&h));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 7));
  hands_close(&h);
}

Test(watchers, a_clock_or_the_host_ends_it) {
  hands h;
  hands_open(&h);
  h.turn = stop;
  strata_watcher watch = {0};
  strata_watcher_start_desc told;
  uint64_t hash = strata_hash(h.a.world);
  strata_watcher_start_desc desc = {
      .watcher_def = code_of(&h, "turned"), .left = 4, .clock = 1, .ticks = 2};
  OK(strata_watcher_start(h.a.world, &desc, &watch));
  OK(strata_tick(h.a.world, 1, NULL));
  OK(strata_watcher_describe(h.a.world, watch, &told));
  cr_expect(eq(u64, told.ticks, 1));
  cr_expect(eq(u32, told.clock, 1));
  cr_expect(eq(i64, told.left, 4));
  OK(strata_tick(h.a.world, 1, NULL));
  cr_expect(eq(u64, strata_watcher_next(h.a.world, STRATA_NO_WATCHER).id, 0));
  OK(strata_watcher_start(h.a.world, &desc, NULL));
  OK(strata_watcher_start(h.a.world, &desc, &watch));
  OK(strata_watcher_remove(h.a.world, watch));
  OK(strata_watcher_remove(h.a.world,
                           strata_watcher_next(h.a.world, STRATA_NO_WATCHER)));
  cr_expect(ne(u64, strata_hash(h.a.world), hash), "time has passed");
  OK(gain(&h));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 7));
  hands_close(&h);
}

Test(watchers, it_knows_the_names_that_its_code_is_given) {
  hands h;
  hands_open(&h);
  strata_watcher watch;
  strata_watcher_start_desc told;
  const strata_named_value names[] = {
      {"target", {.type = STRATA_REF, .ref = h.a.bob}}};
  strata_watcher_start_desc desc = {
      .watcher_def = code_of(&h, "both"), .names = names, .name_count = 1};
  OK(strata_watcher_start(h.a.world, &desc, &watch));
  OK(strata_watcher_describe(h.a.world, watch, &told));
  cr_assert(eq(sz, told.name_count, 1));
  cr_expect(eq(str, TEXT(told.names[0].name), TEXT("target")));
  cr_expect(eq(int, told.names[0].value.type, STRATA_REF));
  cr_expect(eq(u64, told.names[0].value.ref, h.a.bob));
  desc.name_count = 0;
  OK(strata_watcher_start(h.a.world, &desc, &watch));
  OK(strata_watcher_describe(h.a.world, watch, &told));
  cr_assert(eq(sz, told.name_count, 1));
  cr_expect(eq(u64, told.names[0].value.ref, 0), "what is not said is nobody");
  hands_close(&h);
}

Test(watchers, mistakes_are_refused) {
  hands h;
  hands_open(&h);
  strata_world *w = h.a.world;
  strata_watcher_start_desc told;
  strata_watcher_def both = code_of(&h, "both");
  const strata_named_value twice[] = {
      {"target", {.type = STRATA_REF, .ref = h.a.bob}},
      {"target", {.type = STRATA_REF, .ref = h.a.bob}}};
  const strata_named_value number = {"target", {.type = STRATA_INT}};
  const strata_named_value unknown = {"aim", {.type = STRATA_REF}};
#define ADD(...)                                                               \
  strata_watcher_start(w, &(strata_watcher_start_desc){__VA_ARGS__}, NULL)
  NO(&h.a, strata_watcher_start(w, NULL, NULL), STRATA_EINVAL, "NULL");
  NO(&h.a, ADD(.watcher_def = 0), STRATA_ENOENT, "no code 0");
  NO(&h.a, ADD(.watcher_def = 999), STRATA_ENOENT, "no code 999");
  NO(&h.a, ADD(.watcher_def = both, .clock = 7), STRATA_ENOENT, "no clock 7");
  NO(&h.a, ADD(.watcher_def = both, .ticks = 1), STRATA_EINVAL, "no clock");
  NO(&h.a, ADD(.watcher_def = both, .clock = 1, .ticks = 1ull << 32),
     STRATA_ERANGE, "too many");
  NO(&h.a, ADD(.watcher_def = both, .left = -1), STRATA_ERANGE, "-1");
  NO(&h.a, ADD(.watcher_def = both, .you = 77), STRATA_ESTALE, "watch: you");
  NO(&h.a, ADD(.watcher_def = both, .name_count = 1), STRATA_EINVAL,
     "names is NULL");
  NO(&h.a, ADD(.watcher_def = both, .names = twice, .name_count = 2),
     STRATA_EINVAL, "twice");
  NO(&h.a, ADD(.watcher_def = both, .names = &number, .name_count = 1),
     STRATA_ETYPE, "'target'");
  NO(&h.a, ADD(.watcher_def = both, .names = &unknown, .name_count = 1),
     STRATA_ENOENT, "'aim'");
  NO(&h.a, strata_watcher_describe(w, (strata_watcher){12345}, NULL),
     STRATA_EINVAL, "NULL");
  NO(&h.a, strata_watcher_describe(w, (strata_watcher){12345}, &told),
     STRATA_ESTALE, "watcher");
  OK(acts_code(&h.a, "bargain", NULL));
  NO(&h.a, ADD(.watcher_def = both), STRATA_EOPEN, "decision");
  hands_close(&h);
}

/* The index of watchers is a cache: without it they are found as before, and
 * its memory is given back. */
Test(watchers, are_found_when_all_caches_are_dropped) {
  hands h;
  hands_open(&h);
  h.turn = stop;
  size_t live = 0;
  for (int i = 1; i <= 20; i++) {
    OK(strata_watcher_start(
        h.a.world,
        &(strata_watcher_start_desc){.watcher_def = code_of(&h, "turned"),
                                     .source = h.a.bob,
                                     .you = h.a.alice},
        NULL));
    OK(gain(&h));
    cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2), "not 7: it is turned");
    strata_world_drop_caches(h.a.world);
    if (i == 10) live = h.a.mem.live_blocks;
    if (i > 10) cr_expect(le(sz, h.a.mem.live_blocks, live + 4));
  }
  hands_close(&h);
}

static strata_status start_one(hands *h, strata_handler_call *run) {
  return strata_watcher_start(
      strata_call_world(run),
      &(strata_watcher_start_desc){.watcher_def = code_of(h, "turned")}, NULL);
}

Test(watchers, a_handler_may_start_one) {
  hands h;
  hands_open(&h);
  h.house = start_one;
  h.turn = stop;
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(ne(u64, strata_watcher_next(h.a.world, STRATA_NO_WATCHER).id, 0));
  OK(gain(&h));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 2));
  hands_close(&h);
}

Test(watchers, memory_may_be_lacking) {
  size_t failed = 0;
  for (size_t n = 1;; n++) {
    hands h;
    hands_open(&h);
    strata_watcher watch = {0};
    strata_watcher_start_desc told;
    const strata_named_value name = {"target",
                                     {.type = STRATA_REF, .ref = h.a.bob}};
    strata_watcher_start_desc desc = {.watcher_def = code_of(&h, "both"),
                                      .names = &name,
                                      .name_count = 1,
                                      .clock = 1,
                                      .ticks = 1};
    uint64_t hash = strata_hash(h.a.world);
    h.a.mem.fail_from = h.a.mem.calls + n;
    strata_status got = strata_watcher_start(h.a.world, &desc, &watch);
    if (got) cr_expect(eq(u64, strata_hash(h.a.world), hash), "%zu", n);
    if (!got) got = strata_watcher_describe(h.a.world, watch, &told);
    if (!got) got = strata_watcher_remove(h.a.world, watch);
    h.a.mem.fail_from = 0;
    if (got) cr_expect(eq(int, got, STRATA_ENOMEM), "%zu", n);
    failed += got != STRATA_OK;
    /* With memory back it is started, described and removed as ever. */
    if (got && strata_watcher_next(h.a.world, STRATA_NO_WATCHER).id == 0) {
      OK(strata_watcher_start(h.a.world, &desc, &watch));
    }
    if (got) OK(strata_watcher_describe(h.a.world, watch, &told));
    cr_expect(eq(u32, told.watcher_def, desc.watcher_def), "%zu", n);
    cr_expect(eq(u64, told.ticks, 1), "%zu", n);
    cr_expect(eq(u32, told.clock, 1), "%zu", n);
    if (got) OK(strata_watcher_remove(h.a.world, watch));
    cr_expect(eq(u64, strata_watcher_next(h.a.world, STRATA_NO_WATCHER).id, 0));
    hands_close(&h);
    if (!got) break;
  }
  cr_expect(eq(int, failed > 0, 1));
}
