/*
 * fates.c - who would go to two zones at once.
 *
 * Each such event stands in the batch, or in one that is contained in it, and
 * all are decided before anything is performed: so those of one moment are
 * looked through once, by whom they move.
 */
#include "play/replace/fates.h"

#include "base/hash.h"
#include "play/execution/judge.h"
#include "play/execution/turn.h"

typedef struct st_fates {
  st_run *run;
  uint32_t *table; /* of events, by whom they move; open addressing */
  uint32_t mask;
} st_fates;

static bool moves(const st_run *run, const st_event *event) {
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  return kind->moves && st_event_is_alive(event) &&
         event->words[kind->affected] != 0;
}

static uint32_t count_moves(const st_run *run, uint32_t batch) {
  uint32_t count = 0;
  for (; batch != 0; batch = run->batches[batch - 1].child) {
    uint32_t e = run->batches[batch - 1].first;
    for (; e != 0; e = run->events[e - 1].next) {
      count += moves(run, &run->events[e - 1]);
    }
  }
  return count;
}

static int64_t moved_by(const st_run *run, const st_event *event) {
  return event->words[st_kind_get(run->rules, event->kind)->affected];
}

/* The event that moves the same one, or where this belongs. */
static uint32_t *find(const st_fates *f, const st_event *event) {
  int64_t who = moved_by(f->run, event);
  uint32_t at = (uint32_t)st_mix((uint64_t)who, 0) & f->mask;
  while (f->table[at] != 0 &&
         moved_by(f->run, st_run_event(f->run, f->table[at])) != who) {
    at = (at + 1) & f->mask;
  }
  return &f->table[at];
}

/* To which zone an event moves whom it affects; 0: it does not, after all. */
static strata_status zone_of(st_run *run, uint32_t event, int64_t *out) {
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, event)->kind);
  uint32_t frame = st_judge_frame(run, event, &kind->does);
  strata_status status = frame != 0 ? STRATA_OK : STRATA_ENOMEM;
  *out = 0;
  for (uint32_t i = 0; !status && *out == 0 && i < kind->does.deed_count; i++) {
    const st_deed *deed = &kind->does.deeds[i];
    bool holds = false;
    if (!st_kind_is_mover(kind, deed)) continue;
    status = st_frame_holds(run, frame, deed->when, &holds);
    if (status || !holds) continue;
    if (deed->what != 0) {
      *out = (int64_t)run->rules->zones[deed->what - 1].symbol;
      continue;
    }
    status = st_frame_option(run, frame, deed, ST_OPTION_TO, 0, out);
  }
  return status;
}

/* Ask which of two happens; the other is dropped. */
static strata_status choose(st_run *run, const uint32_t *events,
                            const int64_t *zones, uint32_t *kept) {
  strata_entity who =
      (strata_entity)moved_by(run, st_run_event(run, events[0]));
  st_offer *options = st_arena_take(&run->arena, 2, sizeof options[0]);
  if (!options) return STRATA_ENOMEM;
  for (int i = 0; i < 2; i++) {
    options[i] = (st_offer){.type = STRATA_SYM + 1,
                            .value = {.symbol = (strata_symbol)zones[i]}};
  }
  st_new_decision ask = {.purpose = ST_PURPOSE_CHOOSE,
                         .source = who,
                         .options = options,
                         .option_count = 2,
                         .least = 1,
                         .most = 1};
  const st_decided *answer;
  strata_status status = st_turn_controller(run, who, &ask.player);
  if (!status) status = st_run_ask(run, &ask, &answer);
  if (status) return status;
  *kept = events[answer->options[0]];
  st_run_event(run, events[1 - answer->options[0]])->state = ST_EVENT_DROPPED;
  return STRATA_OK;
}

static strata_status meet(const st_fates *f, uint32_t event) {
  uint32_t *at = find(f, st_run_event(f->run, event));
  if (*at == 0) {
    *at = event;
    return STRATA_OK;
  }
  const uint32_t both[] = {*at, event};
  int64_t zones[2];
  strata_status status = zone_of(f->run, both[0], &zones[0]);
  if (!status) status = zone_of(f->run, both[1], &zones[1]);
  if (status || zones[0] == zones[1] || zones[0] == 0 || zones[1] == 0) {
    return status;
  }
  return choose(f->run, both, zones, at);
}

strata_status st_fates_choose(st_run *run, uint32_t batch) {
  uint32_t count = count_moves(run, batch);
  st_fates f = {.run = run, .mask = 3};
  if (count < 2) return STRATA_OK;
  while (f.mask < 2 * count) {
    f.mask = 2 * f.mask + 1;
  }
  f.table = st_arena_take(&run->arena, f.mask + 1u, sizeof *f.table);
  if (!f.table) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (; !status && batch != 0; batch = st_run_batch(run, batch)->child) {
    uint32_t e = st_run_batch(run, batch)->first;
    for (; !status && e != 0; e = st_run_event(run, e)->next) {
      if (moves(run, st_run_event(run, e))) status = meet(&f, e);
    }
  }
  return status;
}
