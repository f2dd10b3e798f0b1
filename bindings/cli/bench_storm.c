/*
 * bench_storm.c - replacement_storm: events of which nobody, one or eight who
 * watch have something to say, of any number who are registered.
 *
 * One action is 1,000 events, each whole before the next one is looked at; what
 * is timed is the action, its world as big as it is. Whoever is registered
 * watches for one object of his own, so a look at everybody would show.
 *
 * The baseline keeps who watches in a hash table by the object, calls each of
 * them, and writes the number, with an undo record.
 */
#include "baseline.h"
#include "bench_events.h"

#include <stdio.h>
#include <stdlib.h>

enum { EVENTS = 1000 };

/* Of the baseline: an object, and how many watch for it. */
typedef struct slot {
  uint64_t object;
  uint32_t watchers;
} slot;

typedef struct storm {
  stc_stage *stage;
  strata_entity who;
  uint32_t matches;
  bool rises;  /* each event is of one more than the one before */
  slot *table; /* open addressing */
  uint32_t mask;
  int64_t *scores; /* by the object's low half */
  stc_undo *ring;
  int64_t storms; /* of the engine since the last check */
  int64_t before;
} storm;

static uint32_t place_of(const storm *s, uint64_t object) {
  uint32_t at = (uint32_t)(object * UINT64_C(0x9E3779B97F4A7C15) >> 32);
  while (s->table[at & s->mask].object != 0 &&
         s->table[at & s->mask].object != object) {
    at++;
  }
  return at & s->mask;
}

static void add_slot(storm *s, uint64_t object, uint32_t watchers) {
  s->table[place_of(s, object)] = (slot){object, watchers};
}

static storm *storm_new(stc_bench_run *bench, uint32_t registered,
                        uint32_t matches, bool rises) {
  storm *s = stc_must_alloc(1, sizeof *s);
  *s = (storm){.stage = stc_stage_new(bench, registered, 0),
               .matches = matches,
               .rises = rises};
  const stc_stage *stage = s->stage;
  s->who = matches == 0   ? stage->nobody
           : matches == 1 ? stage->guards[registered / 2]
                          : stage->warded;
  for (s->mask = 15; s->mask < 2 * registered;) {
    s->mask = 2 * s->mask + 1;
  }
  s->table = stc_must_alloc((size_t)s->mask + 1, sizeof *s->table);
  s->scores = stc_must_alloc((size_t)registered + 8, sizeof *s->scores);
  s->ring = stc_must_alloc(STC_UNDO_RING, sizeof *s->ring);
  add_slot(s, stage->warded, 8);
  for (uint32_t i = 0; i < registered; i++) {
    add_slot(s, stage->guards[i], 1);
  }
  return s;
}

static void storm_free(storm *s) {
  stc_stage_free(s->stage);
  free(s->table);
  free(s->scores);
  free(s->ring);
  free(s);
}

static double engine_storm(void *context, uint32_t count) {
  storm *s = context;
  unsigned failed = 0;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= (unsigned)(s->rises ? stc_stage_rise(s->stage, s->who, EVENTS)
                                  : stc_stage_storm(s->stage, s->who, EVENTS));
  }
  const double took = stc_now_ns() - start - s->stage->clock_ns;
  stc_must((strata_status)failed, "a storm");
  s->storms += count;
  return took;
}

static int64_t one_more(int64_t amount) {
  stc_use(amount);
  return amount + 1;
}

static double base_storm(void *context, uint32_t count) {
  storm *s = context;
  const uint32_t at = (uint32_t)s->who;
  uint32_t undone = 0;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count * EVENTS; i++) {
    stc_touch(s->table);
    const slot *found = &s->table[place_of(s, s->who)];
    int64_t amount = s->rises ? i % EVENTS + 1 : 1;
    for (uint32_t n = 0; n < found->watchers; n++) {
      amount = one_more(amount);
    }
    s->ring[undone++ % STC_UNDO_RING] = (stc_undo){at, s->scores[at]};
    s->scores[at] += amount;
  }
  stc_touch(s->scores);
  return stc_now_ns() - start;
}

static int64_t score(const storm *s) {
  int64_t value = 0;
  stc_must(strata_get_int(s->stage->world, s->who, s->stage->score, &value),
           "score");
  return value;
}

/* Each event has added its amount, and one for each who watches. */
static void check(storm *s) {
  const int64_t now = score(s);
  const int64_t amounts = s->rises ? EVENTS * (EVENTS + 1) / 2 : EVENTS;
  const int64_t each = amounts + EVENTS * (int64_t)s->matches;
  stc_expect(s->stage->bench, now - s->before == s->storms * each, "a score");
  s->before = now;
  s->storms = 0;
  s->scores[(uint32_t)s->who] = 0;
  (void)base_storm(s, 1);
  stc_expect(s->stage->bench, s->scores[(uint32_t)s->who] == each,
             "the baseline of a storm");
}

static void storm_case(stc_bench_run *bench, uint32_t registered,
                       uint32_t matches, bool rises, stc_series *series) {
  char name[64];
  (void)snprintf(name, sizeof name, "%u registered, %u match%s", registered,
                 matches, rises ? ", all differ" : "");
  const bool decides = matches == 0;
  stc_case what = {.name = name,
                   .unit = "event",
                   .subject = engine_storm,
                   .baseline = base_storm,
                   .beside = "a hash table of callbacks",
                   .subject_per = EVENTS,
                   .goal = decides ? STC_GOAL_NS : STC_GOAL_NONE,
                   .limit = 30,
                   .decides = decides,
                   .series = series,
                   .size = registered,
                   .whole = true};
  if (!stc_fits(bench, &what)) return;
  storm *s = storm_new(bench, registered, matches, rises);
  what.context = s;
  (void)engine_storm(s, 1);
  check(s);
  (void)stc_measure(bench, &what);
  check(s);
  storm_free(s);
}

void stc_bench_replacements(stc_bench_run *bench) {
  static const struct {
    uint32_t matches;
    bool rises;
  } kinds[] = {{0, false}, {0, true}, {1, false}, {8, false}};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    stc_series series = {0};
    for (uint32_t n = 10; n <= 10000; n *= 10) {
      if (bench->quick && n > 100) break;
      storm_case(bench, n, kinds[k].matches, kinds[k].rises, &series);
    }
  }
}
