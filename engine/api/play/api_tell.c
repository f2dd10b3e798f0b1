/*
 * api_tell.c - views: functions that are told what has happened.
 *
 * An action that waits has been taken back, and will be run again; what was
 * told of it happens again then, and must not be told again. So the hashes of
 * such rows are kept, from `middle_base` on: as long as the run writes the same
 * rows, they are passed over. Where it writes others, or fewer, since an answer
 * was taken back or has missed, views are told from which number on nothing
 * holds, and then what came in its place.
 *
 * Invariant: views know the rows up to `told`. Of these the ones above the
 * newest that the world has are the middle of its open action; `stops` says at
 * which decision how many of them there were, ascending.
 */
#include "api/play/api_log.h"

#include <string.h>

/* -- Telling -- */

static void tell_all(strata_world *world, const strata_log_row *row) {
  uint8_t closed = world->closed;
  bool busy = world->busy;
  world->closed = ST_CLOSED_VIEW;
  world->busy = true;
  for (size_t i = 0; i < world->viewer_count; i++) {
    world->viewers[i].fn(world->viewers[i].user, world, row);
  }
  world->closed = closed;
  world->busy = busy;
}

/* What was told from a row on did not happen after all. */
static void tell_missed(strata_world *world, uint64_t number) {
  tell_all(world,
           &(strata_log_row){.number = number, .what = STRATA_LOGGED_MISSED});
}

/* The first of the rows of the open action stay known, the others not. */
static void keep_middle(strata_world *world, size_t count) {
  world->middle_count = count;
  while (world->stop_count > 0 &&
         world->stops[world->stop_count - 1].count > count) {
    world->stop_count--;
  }
}

/* Rows above this one that views know of are no more. */
static void go_back_to(strata_world *world, uint64_t number) {
  if (world->told <= number) return;
  uint64_t base = world->middle_base;
  world->told = number;
  keep_middle(world, number > base ? (size_t)(number - base) : 0);
  tell_missed(world, number + 1);
}

/* What there is, views know; nothing is in the middle. */
static void settle(strata_world *world) {
  world->middle_base = st_log_last(&world->store);
  world->middle_count = 0;
  world->stop_count = 0;
}

static uint64_t row_hash(const st_store *store, const st_log_row *row) {
  uint64_t hash = st_mix(row->number, row->what);
  hash = st_mix(hash, (uint64_t)row->kind << 32 | row->code);
  hash = st_mix(st_mix(hash, row->parent), row->count);
  hash = st_mix(st_mix(hash, row->who), row->source);
  for (uint32_t note = st_note_first(store, row->fields); note != 0;
       note = st_note_next(store, note)) {
    st_note said = st_note_at(store, note);
    hash = st_mix(st_mix(hash, said.key), (uint64_t)said.word.number);
    hash = st_mix(hash, said.word.symbol);
  }
  return hash;
}

/* The number of the last row that was told and has come again. */
static uint64_t known_again(const strata_world *world, uint64_t last) {
  uint64_t number = world->middle_base;
  for (size_t i = 0; i < world->middle_count && number < last; i++) {
    st_log_row row;
    if (!st_log_get(&world->store, number + 1, &row) ||
        row_hash(&world->store, &row) != world->middle[i]) {
      break;
    }
    number++;
  }
  return number;
}

/* The rows that are to be told, looked at before the first of them is. */
static strata_status take_rows(strata_world *world, uint64_t after,
                               uint64_t last, strata_log_row **out) {
  st_arena *arena = &world->run.arena;
  size_t count = (size_t)(last - after);
  strata_log_row *rows = st_arena_take(arena, count, sizeof *rows);
  if (!rows ||
      !st_mem_reserve(&world->mem, &world->middle, &world->middle_capacity,
                      (size_t)(last - world->middle_base),
                      sizeof world->middle[0]) ||
      !st_mem_reserve(&world->mem, &world->stops, &world->stop_capacity,
                      world->stop_count + 1, sizeof world->stops[0])) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    st_log_row row = {0};
    (void)st_log_get(&world->store, after + 1 + i, &row);
    status = st_log_give(world, arena, &row, &rows[i]);
  }
  *out = rows;
  return status;
}

/* What the run has written so far: st_host.tell. */
static strata_status tell(st_run *run, bool done) {
  strata_world *world = run->host.world;
  uint64_t last = st_log_last(&world->store);
  uint64_t known = known_again(world, last);
  strata_log_row *rows = NULL;
  strata_status status = take_rows(world, known, last, &rows);
  if (status) return status;
  world->told_any = true;
  go_back_to(world, known);
  for (uint64_t number = known + 1; number <= last; number++) {
    st_log_row row = {0};
    (void)st_log_get(&world->store, number, &row);
    world->middle[number - world->middle_base - 1] =
        row_hash(&world->store, &row);
    world->told = number;
    tell_all(world, &rows[number - known - 1]);
  }
  if (done) {
    settle(world);
    return STRATA_OK;
  }
  world->middle_count = (size_t)(last - world->middle_base);
  world->stops[world->stop_count++] =
      (st_told_stop){run->met[run->asked - 1].ask.hash, world->middle_count};
  return STRATA_OK;
}

/* -- When another state is put in place of this one -- */

/* How many rows of the open action views were told of when it last waited for
 * the decision for which it does now. */
static size_t middle_now(const strata_world *world) {
  const st_store *store = &world->store;
  uint32_t count = st_decision_count(store);
  if (count == 0 || world->middle_base != st_log_last(store)) return 0;
  uint64_t hash = st_decision_get(store, count).hash;
  size_t n = world->stop_count;
  while (n > 0 && world->stops[n - 1].hash != hash) {
    n--;
  }
  return n > 0 ? world->stops[n - 1].count : 0;
}

void st_views_look_back(strata_world *world) {
  if (world->viewer_count == 0) return;
  size_t middle = middle_now(world);
  go_back_to(world, st_log_last(&world->store) + middle);
  if (middle == 0) settle(world);
}

void st_views_begin(strata_world *world) {
  world->told_any = false;
}

void st_views_end(strata_world *world, strata_status status) {
  if (world->viewer_count == 0) return;
  if (status && world->told_any) {
    go_back_to(world, st_log_last(&world->store));
  }
  st_views_look_back(world);
}

void st_views_start_anew(strata_world *world) {
  if (world->viewer_count == 0) return;
  go_back_to(world, 0);
  world->told = st_log_last(&world->store);
  settle(world);
}

/* -- Who is told -- */

static size_t find(const strata_world *world, strata_view_fn view,
                   const void *user) {
  size_t n = 0;
  while (n < world->viewer_count &&
         (world->viewers[n].fn != view || world->viewers[n].user != user)) {
    n++;
  }
  return n;
}

strata_status strata_subscribe(strata_world *world, strata_view_fn view,
                               void *user) {
  if (!view) return ST_REFUSE(world, STRATA_EINVAL, "subscribe: view is NULL");
  if (world->busy) return st_world_refuse_closed(world, "subscribe");
  if (find(world, view, user) < world->viewer_count) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "subscribe: this view is told already");
  }
  if (!st_mem_reserve(&world->mem, &world->viewers, &world->viewer_capacity,
                      world->viewer_count + 1, sizeof world->viewers[0])) {
    return ST_REFUSE(world, STRATA_ENOMEM, "subscribe: out of memory");
  }
  if (world->viewer_count == 0) {
    world->told = st_log_last(&world->store);
    settle(world);
  }
  world->viewers[world->viewer_count++] = (st_viewer){view, user};
  world->run.host.tell = tell;
  return STRATA_OK;
}

strata_status strata_unsubscribe(strata_world *world, strata_view_fn view,
                                 void *user) {
  if (world->busy) return st_world_refuse_closed(world, "unsubscribe");
  size_t n = find(world, view, user);
  if (n == world->viewer_count) {
    return ST_REFUSE(world, STRATA_ENOENT,
                     "unsubscribe: this view is not told");
  }
  world->viewer_count--;
  for (; n < world->viewer_count; n++) {
    world->viewers[n] = world->viewers[n + 1];
  }
  if (world->viewer_count == 0) world->run.host.tell = NULL;
  return STRATA_OK;
}

strata_status st_views_take_over(strata_world *to, const strata_world *from) {
  if (from->viewer_count == 0) return STRATA_OK;
  if (!st_mem_reserve(&to->mem, &to->viewers, &to->viewer_capacity,
                      from->viewer_count, sizeof to->viewers[0])) {
    return STRATA_ENOMEM;
  }
  memcpy(to->viewers, from->viewers,
         from->viewer_count * sizeof to->viewers[0]);
  to->viewer_count = from->viewer_count;
  to->run.host.tell = tell;
  to->told = from->told;
  settle(to);
  go_back_to(to, st_log_last(&to->store)); /* the middle is told again */
  return STRATA_OK;
}
