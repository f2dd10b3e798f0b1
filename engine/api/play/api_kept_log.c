/*
 * api_kept_log.c - the rows of the log that have left the state.
 *
 * They lie beside the world, in the order of their numbers, with their notes in
 * a second array. Going back brings rows back into the state: those that are
 * kept here count only up to the newest that the state has forgotten. When it
 * forgets rows again, the first of them is the first that does not count, so
 * what is kept of a course of events that was taken back is dropped then.
 *
 * Invariant: the rows with numbers up to LOG_FORGOTTEN are those that the state
 * of this world has forgotten, since it was told to keep them.
 */
#include "api/play/api_kept_log.h"

/* The place of the first kept row with this number or a higher one. */
static size_t find_kept_row(const st_kept_log *kept, uint64_t number) {
  size_t low = 0;
  for (size_t high = kept->count; low < high;) {
    size_t middle = low + (high - low) / 2;
    if (kept->rows[middle].row.number < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* -- Reading -- */

/* Whether rows that have left the state can be read: by hosts and observers. A
 * handler would do otherwise in a world that keeps them. */
static bool is_asked_by_host(const strata_world *world) {
  return !world->busy || world->lock == ST_WORLD_LOCK_OBSERVER;
}

/* The place of the first row that counts with this number or a higher one; the
 * number of rows if there is none. */
static size_t find_readable_row(const strata_world *world, uint64_t number) {
  const st_kept_log *kept = &world->kept_log;
  size_t place = find_kept_row(kept, number);
  bool counts = place < kept->count && is_asked_by_host(world) &&
                kept->rows[place].row.number <=
                    st_scalar_get(&world->store, ST_SCALAR_LOG_FORGOTTEN);
  return counts ? place : kept->count;
}

uint64_t st_kept_log_next(const strata_world *world, uint64_t after) {
  const st_kept_log *kept = &world->kept_log;
  if (after == UINT64_MAX) return 0;
  size_t place = find_readable_row(world, after + 1);
  return place < kept->count ? kept->rows[place].row.number : 0;
}

bool st_kept_log_get(const strata_world *world, uint64_t number,
                     st_log_row *out, const st_note **notes, size_t *count) {
  const st_kept_log *kept = &world->kept_log;
  size_t place = find_readable_row(world, number);
  if (place == kept->count || kept->rows[place].row.number != number) {
    return false;
  }
  *out = kept->rows[place].row;
  *notes = kept->notes + kept->rows[place].first_note;
  *count = kept->rows[place].note_count;
  return true;
}

/* -- Keeping -- */

/* Drop the rows from a place on. */
static void truncate_kept_rows(st_kept_log *kept, size_t place) {
  if (place == kept->count) return;
  kept->note_count = kept->rows[place].first_note;
  kept->count = place;
}

static strata_status keep_row(strata_world *world, const st_log_row *row) {
  const st_store *store = &world->store;
  st_kept_log *kept = &world->kept_log;
  if (!st_mem_reserve(&world->mem, &kept->rows, &kept->capacity,
                      kept->count + 1, sizeof *kept->rows)) {
    return STRATA_ENOMEM;
  }
  st_kept_log_row *into = &kept->rows[kept->count];
  *into = (st_kept_log_row){.row = *row, .first_note = kept->note_count};
  uint32_t note = st_notes_first(store, row->fields);
  for (; note != 0; note = st_notes_next(store, note)) {
    if (!st_mem_reserve(&world->mem, &kept->notes, &kept->note_capacity,
                        kept->note_count + 1, sizeof *kept->notes)) {
      kept->note_count = into->first_note;
      return STRATA_ENOMEM;
    }
    kept->notes[kept->note_count++] = st_notes_at(store, note);
    into->note_count++;
  }
  kept->count++;
  return STRATA_OK;
}

/* st_execution_host.keep_log. */
static strata_status keep_rows(st_execution *exec, uint64_t before) {
  strata_world *world = exec->host.world;
  const st_store *store = &world->store;
  uint64_t number = st_log_next(store, 0);
  strata_status status = STRATA_OK;
  truncate_kept_rows(&world->kept_log, find_kept_row(&world->kept_log, number));
  for (; number != 0 && number < before && !status;
       number = st_log_next(store, number)) {
    st_log_row row;
    if (st_log_get(store, number, &row)) status = keep_row(world, &row);
  }
  return status;
}

void st_kept_log_forget(strata_world *world, uint64_t before) {
  st_kept_log *kept = &world->kept_log;
  size_t gone = find_kept_row(kept, before);
  size_t notes =
      gone < kept->count ? kept->rows[gone].first_note : kept->note_count;
  for (size_t i = gone; i < kept->count; i++) {
    kept->rows[i - gone] = kept->rows[i];
    kept->rows[i - gone].first_note -= notes;
  }
  for (size_t i = notes; i < kept->note_count; i++) {
    kept->notes[i - notes] = kept->notes[i];
  }
  kept->count -= gone;
  kept->note_count -= notes;
}

void strata_keep_log(strata_world *world, bool keep) {
  st_world_go_back(world);
  world->execution.host.keep_log = keep ? keep_rows : NULL;
  if (!keep) st_kept_log_fini(world);
}
