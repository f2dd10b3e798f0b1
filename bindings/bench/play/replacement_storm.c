/*
 * replacement_storm.c - replacement_storm: events that none, one or eight
 * replacements apply to, of any number of registered ones.
 *
 * One action is 1,000 events, each performed to its end before the next; timed
 * is the action in a world of that size. Each replacement watches one object of
 * its own, so a scan of all of them would show.
 *
 * The baseline keeps the number of watchers by object in a hash table, calls
 * each of them, and writes the number, with an undo record.
 */
#include "bench/kit/event_stage.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { STORM_EVENTS = 1000 };

/* Of the baseline: an object, and the number of its watchers. */
typedef struct storm_slot {
  uint64_t object;
  uint32_t watchers;
} storm_slot;

typedef struct storm_storm {
  stb_event_stage *stage;
  strata_entity who;
  uint32_t matches;
  bool rises; /* the amount of each event is one more than that of the one
                 before */
  storm_slot *table; /* open addressing */
  uint32_t mask;
  int64_t *scores; /* by the object's low half */
  stb_undo_record *ring;
  int64_t storms; /* events of the engine since the last check */
  int64_t before;
} storm_storm;

static uint32_t slot_of_object(const storm_storm *s, uint64_t object) {
  uint32_t at = (uint32_t)(object * UINT64_C(0x9E3779B97F4A7C15) >> 32);
  while (s->table[at & s->mask].object != 0 &&
         s->table[at & s->mask].object != object) {
    at++;
  }
  return at & s->mask;
}

static void add_slot(storm_storm *s, uint64_t object, uint32_t watchers) {
  s->table[slot_of_object(s, object)] = (storm_slot){object, watchers};
}

static storm_storm *storm_new_storm(stb_run *bench, uint32_t registered,
                                    uint32_t matches, bool rises) {
  storm_storm *s = stb_alloc(bench, 1, sizeof *s);
  *s = (storm_storm){.stage = stb_event_stage_new(bench, registered, 0),
                     .matches = matches,
                     .rises = rises};
  const stb_event_stage *stage = s->stage;
  s->who = matches == 0   ? stage->unwatched
           : matches == 1 ? stage->watched_each[registered / 2]
                          : stage->guarded_by_eight;
  for (s->mask = 15; s->mask < 2 * registered;) {
    s->mask = 2 * s->mask + 1;
  }
  s->table = stb_alloc(bench, (size_t)s->mask + 1, sizeof *s->table);
  s->scores = stb_alloc(bench, (size_t)registered + 8, sizeof *s->scores);
  s->ring = stb_alloc(bench, STB_UNDO_RING, sizeof *s->ring);
  add_slot(s, stage->guarded_by_eight, 8);
  for (uint32_t i = 0; i < registered; i++) {
    add_slot(s, stage->watched_each[i], 1);
  }
  return s;
}

static unsigned engine_storm(void *context) {
  storm_storm *s = context;
  s->storms++;
  return (
      unsigned)(s->rises
                    ? stb_event_stage_rise(s->stage, s->who, STORM_EVENTS)
                    : stb_event_stage_storm(s->stage, s->who, STORM_EVENTS));
}

static int64_t one_more(int64_t amount) {
  stb_use_value(amount);
  return amount + 1;
}

static unsigned base_storm(void *context) {
  storm_storm *s = context;
  const uint32_t at = (uint32_t)s->who;
  for (uint32_t i = 0; i < STORM_EVENTS; i++) {
    stb_touch_memory(s->table);
    const storm_slot *found = &s->table[slot_of_object(s, s->who)];
    int64_t amount = s->rises ? i + 1 : 1;
    for (uint32_t n = 0; n < found->watchers; n++) {
      amount = one_more(amount);
    }
    s->ring[i % STB_UNDO_RING] = (stb_undo_record){at, s->scores[at]};
    s->scores[at] += amount;
  }
  stb_touch_memory(s->scores);
  return STRATA_OK;
}

static int64_t total_score(const storm_storm *s) {
  int64_t value = 0;
  stb_must(strata_get_int(s->stage->world, s->who, s->stage->score, &value),
           "score");
  return value;
}

/* The sum: each event has added its amount, and one for each watcher. */
static void check_storm(storm_storm *s) {
  const int64_t now = total_score(s);
  const int64_t amounts =
      s->rises ? STORM_EVENTS * (STORM_EVENTS + 1) / 2 : STORM_EVENTS;
  const int64_t each = amounts + STORM_EVENTS * (int64_t)s->matches;
  stb_expect(s->stage->bench, now - s->before == s->storms * each, "a score");
  s->before = now;
  s->storms = 0;
  s->scores[(uint32_t)s->who] = 0;
  (void)base_storm(s);
  stb_expect(s->stage->bench, s->scores[(uint32_t)s->who] == each,
             "the baseline of a storm");
}

static void storm_case(stb_run *bench, uint32_t registered, uint32_t matches,
                       bool rises, stb_series *series) {
  const bool decides = matches == 0;
  stb_case what = {.name =
                       stb_text(bench, "%u registered, %u match%s", registered,
                                matches, rises ? ", all differ" : ""),
                   .unit = "event",
                   .subject = {.act = engine_storm},
                   .baseline = {.act = base_storm},
                   .beside = "a hash table of callbacks",
                   .subject_per = STORM_EVENTS,
                   .goal = decides ? STB_GOAL_NS : STB_GOAL_NONE,
                   .limit = 30,
                   .decides = decides,
                   .series = series,
                   .size = registered,
                   .whole = true};
  if (!stb_fits_time(bench, &what)) return;
  storm_storm *s = storm_new_storm(bench, registered, matches, rises);
  what.context = s;
  stb_must((strata_status)engine_storm(s), "a storm");
  check_storm(s);
  (void)stb_measure(bench, &what);
  check_storm(s);
  stb_release(bench);
}

void stb_workload_replacement_storm(stb_run *bench) {
  static const struct {
    uint32_t matches;
    bool rises;
  } kinds[] = {{0, false}, {0, true}, {1, false}, {8, false}};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    stb_series series = {0};
    for (uint32_t n = 10; n <= 10000; n *= 10) {
      if (bench->quick && n > 100) break;
      storm_case(bench, n, kinds[k].matches, kinds[k].rises, &series);
    }
  }
}
