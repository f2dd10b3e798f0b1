/*
 * api_observer.c - observers: functions that are told of the rows of the log.
 *
 * An action that waits for a decision has been taken back and will be run
 * again. Its rows are then written again and must not be told again. So the
 * hashes of these provisional rows are kept, from `provisional_base` on: as
 * long as the execution writes the same rows, they are skipped. If it writes
 * others, or fewer, after an answer that was taken back or missed, observers
 * are told of the number from which on no row holds, and then of the rows that
 * replace them.
 *
 * Invariant: observers know the rows up to `last_observed_row`. Those above the
 * newest row of the world are provisional rows of its open action;
 * `observed_decisions` has, ascending, how many there were at each decision.
 */
#include "api/play/api_log.h"
#include "play/execution/decisions.h"
#include "play/execution/execution.h"

#include <string.h>

/* -- Telling -- */

static void notify_observers(strata_world *world, const strata_log_row *row) {
  uint8_t closed = world->lock;
  bool busy = world->busy;
  if (!busy && !world->outer.writes) world->outer.lock = closed;
  world->lock = ST_WORLD_LOCK_OBSERVER;
  world->busy = true;
  for (size_t i = 0; i < world->observer_count; i++) {
    world->observers[i].fn(world->observers[i].user, world, row);
  }
  world->lock = closed;
  world->busy = busy;
}

/* Tell observers that the rows from a number on did not happen after all. */
static void notify_rows_missed(strata_world *world, uint64_t number) {
  notify_observers(
      world, &(strata_log_row){.number = number, .what = STRATA_LOG_MISSED});
}

/* Forget all provisional rows but the first `count`. */
static void truncate_provisional_rows(strata_world *world, size_t count) {
  world->provisional_count = count;
  while (
      world->observed_decision_count > 0 &&
      world->observed_decisions[world->observed_decision_count - 1].row_count >
          count) {
    world->observed_decision_count--;
  }
}

/* Tell observers that the rows after a number that they know are gone, if there
 * are any. */
static void retract_rows_after(strata_world *world, uint64_t number) {
  if (world->last_observed_row <= number) return;
  uint64_t base = world->provisional_base;
  world->last_observed_row = number;
  truncate_provisional_rows(world, number > base ? (size_t)(number - base) : 0);
  notify_rows_missed(world, number + 1);
}

/* Note that observers know all rows of the world, and that none is provisional.
 */
static void clear_provisional_rows(strata_world *world) {
  world->provisional_base = st_log_last(&world->store);
  world->provisional_count = 0;
  world->observed_decision_count = 0;
}

static uint64_t hash_log_row(const st_store *store, const st_log_row *row) {
  uint64_t hash = st_mix(row->number, row->what);
  hash = st_mix(hash, (uint64_t)row->event_type << 32 | row->watcher_def);
  hash = st_mix(st_mix(hash, row->parent), row->count);
  hash = st_mix(st_mix(hash, row->who), row->source);
  for (uint32_t note = st_notes_first(store, row->fields); note != 0;
       note = st_notes_next(store, note)) {
    st_note said = st_notes_at(store, note);
    hash = st_mix(st_mix(hash, said.key), (uint64_t)said.value.number);
    hash = st_mix(hash, said.value.symbol);
  }
  return hash;
}

/* The number of the last provisional row that the execution has written again.
 * Rows from before the question that it went on from are not compared again,
 * but for the last: equal rows may have been counted with it since. */
static uint64_t last_matching_row(const strata_world *world, uint64_t last) {
  uint64_t base = world->provisional_base;
  uint64_t known = base + world->provisional_count;
  uint64_t resumed = world->execution.resumed_log;
  uint64_t number = resumed > base ? resumed - 1 : base;
  if (number > known) number = known;
  for (; number < known && number < last; number++) {
    st_log_row row;
    uint64_t hash = world->provisional_hashes[number - base];
    if (!st_log_get(&world->store, number + 1, &row) ||
        hash_log_row(&world->store, &row) != hash) {
      break;
    }
  }
  return number;
}

/* Make the public forms of all new rows, before observers are told of the
 * first: this can fail, telling can not. */
static strata_status collect_unreported_rows(strata_world *world,
                                             uint64_t after, uint64_t last,
                                             strata_log_row **out) {
  st_arena *arena = &world->execution.arena;
  size_t count = (size_t)(last - after);
  strata_log_row *rows = st_arena_alloc(arena, count, sizeof *rows);
  if (!rows ||
      !st_mem_reserve(&world->mem, &world->provisional_hashes,
                      &world->provisional_capacity,
                      (size_t)(last - world->provisional_base),
                      sizeof world->provisional_hashes[0]) ||
      !st_mem_reserve(&world->mem, &world->observed_decisions,
                      &world->observed_decision_capacity,
                      world->observed_decision_count + 1,
                      sizeof world->observed_decisions[0])) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    st_log_row row = {0};
    (void)st_log_get(&world->store, after + 1 + i, &row);
    status = st_log_row_export(world, arena, &row, &rows[i]);
  }
  *out = rows;
  return status;
}

/* Tell observers of the rows that the execution has written so far:
 * st_execution_host.notify_observers. */
static strata_status notify_new_rows(st_execution *exec, bool done) {
  strata_world *world = exec->host.world;
  uint64_t last = st_log_last(&world->store);
  uint64_t known = last_matching_row(world, last);
  strata_log_row *rows = NULL;
  strata_status status = collect_unreported_rows(world, known, last, &rows);
  if (status) return status;
  world->observed_any = true;
  retract_rows_after(world, known);
  for (uint64_t number = known + 1; number <= last; number++) {
    st_log_row row = {0};
    (void)st_log_get(&world->store, number, &row);
    world->provisional_hashes[number - world->provisional_base - 1] =
        hash_log_row(&world->store, &row);
    world->last_observed_row = number;
    notify_observers(world, &rows[number - known - 1]);
  }
  if (done) {
    clear_provisional_rows(world);
    return STRATA_OK;
  }
  world->provisional_count = (size_t)(last - world->provisional_base);
  world->observed_decisions[world->observed_decision_count++] =
      (st_observed_decision){
          exec->met_decisions[exec->decisions_met - 1].ask.hash,
          world->provisional_count};
  return STRATA_OK;
}

/* -- When another state is put in place of this one -- */

/* How many provisional rows observers had been told of when the open action
 * last waited for the decision that is open now. */
static size_t count_provisional_rows(const strata_world *world) {
  const st_store *store = &world->store;
  uint32_t count = st_decision_count(store);
  if (count == 0 || world->provisional_base != st_log_last(store)) return 0;
  uint64_t hash = st_decision_get(store, count).hash;
  size_t n = world->observed_decision_count;
  while (n > 0 && world->observed_decisions[n - 1].hash != hash) {
    n--;
  }
  return n > 0 ? world->observed_decisions[n - 1].row_count : 0;
}

void st_observers_rewind(strata_world *world) {
  if (world->observer_count == 0) return;
  size_t middle = count_provisional_rows(world);
  retract_rows_after(world, st_log_last(&world->store) + middle);
  if (middle == 0) clear_provisional_rows(world);
}

void st_observers_begin(strata_world *world) {
  world->observed_any = false;
}

void st_observers_end(strata_world *world, strata_status status) {
  if (world->observer_count == 0 || world->lock == ST_WORLD_LOCK_AHEAD) return;
  if (status && world->observed_any) {
    retract_rows_after(world, st_log_last(&world->store));
  }
  st_observers_rewind(world);
}

void st_observers_restart(strata_world *world) {
  if (world->observer_count == 0) return;
  retract_rows_after(world, 0);
  world->last_observed_row = st_log_last(&world->store);
  clear_provisional_rows(world);
}

/* -- Who is told -- */

static size_t find_observer(const strata_world *world, strata_observer_fn view,
                            const void *user) {
  size_t n = 0;
  while (n < world->observer_count &&
         (world->observers[n].fn != view || world->observers[n].user != user)) {
    n++;
  }
  return n;
}

strata_status strata_subscribe(strata_world *world, strata_observer_fn observer,
                               void *user) {
  st_world_go_back(world);
  if (!observer) {
    return ST_REFUSE(world, STRATA_EINVAL, "subscribe: view is NULL");
  }
  if (world->busy) return st_world_refuse_locked(world, "subscribe");
  if (find_observer(world, observer, user) < world->observer_count) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "subscribe: this view is told already");
  }
  if (!st_mem_reserve(&world->mem, &world->observers, &world->observer_capacity,
                      world->observer_count + 1, sizeof world->observers[0])) {
    return ST_REFUSE(world, STRATA_ENOMEM, "subscribe: out of memory");
  }
  if (world->observer_count == 0) {
    world->last_observed_row = st_log_last(&world->store);
    clear_provisional_rows(world);
  }
  world->observers[world->observer_count++] = (st_observer){observer, user};
  world->execution.host.notify_observers = notify_new_rows;
  return STRATA_OK;
}

strata_status strata_unsubscribe(strata_world *world,
                                 strata_observer_fn observer, void *user) {
  st_world_go_back(world);
  if (world->busy) return st_world_refuse_locked(world, "unsubscribe");
  size_t n = find_observer(world, observer, user);
  if (n == world->observer_count) {
    return ST_REFUSE(world, STRATA_ENOENT,
                     "unsubscribe: this view is not told");
  }
  world->observer_count--;
  for (; n < world->observer_count; n++) {
    world->observers[n] = world->observers[n + 1];
  }
  if (world->observer_count == 0) world->execution.host.notify_observers = NULL;
  return STRATA_OK;
}

strata_status st_observers_copy(strata_world *to, const strata_world *from) {
  if (from->observer_count == 0) return STRATA_OK;
  if (!st_mem_reserve(&to->mem, &to->observers, &to->observer_capacity,
                      from->observer_count, sizeof to->observers[0])) {
    return STRATA_ENOMEM;
  }
  memcpy(to->observers, from->observers,
         from->observer_count * sizeof to->observers[0]);
  to->observer_count = from->observer_count;
  to->execution.host.notify_observers = notify_new_rows;
  to->last_observed_row = from->last_observed_row;
  clear_provisional_rows(to);
  retract_rows_after(
      to, st_log_last(&to->store)); /* all provisional rows are told again */
  return STRATA_OK;
}
