/*
 * use_limits.c - how often a watcher may be applied.
 *
 * A started watcher has its uses in its own row. Of all others the count is a
 * note, on the source object or on the world, under the watcher's save key: so
 * it survives saves, and is gone with the object. The names of these notes
 * ("used", "times", "tick") are part of saves.
 */
#include "play/execution/use_limits.h"

#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_id.h"
#include "world/store/notes.h"
#include "world/tables/started_watchers.h"

#include <string.h>

/* The notes that the count is kept in. */
static st_notes_head use_notes_home(const st_execution *exec,
                                    const st_watcher_candidate *candidate) {
  if (candidate->started_handle != 0) {
    return st_started_watcher_variables(
        st_started_watcher_slot(exec->store, candidate->started_handle));
  }
  uint32_t slot =
      candidate->self != 0 ? st_entity_slot(exec->store, candidate->self) : 0;
  return slot != 0 ? st_notes_of_entity(slot) : st_notes_of_world();
}

/* The notes and the key of a watcher's counts. */
typedef struct use_counter {
  st_notes_head home;
  uint64_t identity;
} use_counter;

static use_counter
use_counter_of_watcher(const st_execution *exec,
                       const st_watcher_candidate *candidate) {
  return (use_counter){use_notes_home(exec, candidate),
                       st_watcher_id_save_key(&candidate->id, exec->rules)};
}

uint64_t st_use_limits_note_key(st_use_note which, uint64_t identity) {
  static const char *const names[ST_USE_NOTE_COUNT] = {"used", "times", "tick"};
  return st_note_key(names[which], strlen(names[which]), identity);
}

static int64_t get_use_note(const st_execution *exec, const use_counter *of,
                            st_use_note which) {
  st_raw_value word = {0};
  uint64_t key = st_use_limits_note_key(which, of->identity);
  bool known = st_notes_find(exec->store, of->home, key, &word);
  return known ? word.number : 0;
}

static strata_status set_use_note(st_execution *exec, const use_counter *of,
                                  st_use_note which, int64_t number) {
  uint64_t key = st_use_limits_note_key(which, of->identity);
  return st_notes_set(exec->store, of->home, key,
                      (st_raw_value){.number = number});
}

/* The number of the present tick of the definition's clock, from 1. */
static int64_t current_tick(const st_execution *exec,
                            const st_watcher_def *def) {
  return 1 + (int64_t)st_get64(exec->store,
                               st_clock_ticks_column(exec->rules, def->clock),
                               1);
}

static uint32_t uses_remaining(uint32_t limit, int64_t used) {
  return used < (int64_t)limit ? limit - (uint32_t)used : 0;
}

/* The uses since the last tick of the clock. */
static int64_t uses_since_tick(const st_execution *exec,
                               const st_watcher_def *def,
                               const use_counter *of) {
  bool now =
      get_use_note(exec, of, ST_USE_NOTE_TICK) == current_tick(exec, def);
  return now ? get_use_note(exec, of, ST_USE_NOTE_TIMES) : 0;
}

static strata_status count_use_since_tick(st_execution *exec,
                                          const st_watcher_def *def,
                                          const use_counter *of) {
  int64_t times = uses_since_tick(exec, def, of);
  strata_status status = set_use_note(exec, of, ST_USE_NOTE_TIMES, times + 1);
  return status ? status
                : set_use_note(exec, of, ST_USE_NOTE_TICK,
                               current_tick(exec, def));
}

uint32_t st_use_limits_left(const st_execution *exec,
                            const st_watcher_candidate *candidate) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  uint32_t uses = UINT32_MAX;
  if (candidate->started_handle == 0 && def->uses == 0 &&
      def->uses_per_clock == 0) {
    return uses;
  }
  use_counter of = use_counter_of_watcher(exec, candidate);
  if (candidate->started_handle != 0) {
    uint32_t slot =
        st_started_watcher_slot(exec->store, candidate->started_handle);
    if (slot == 0 || st_started_watcher_is_spent(exec->store, slot)) return 0;
    uint32_t left;
    if (st_started_watcher_uses_left(exec->store, slot, &left)) uses = left;
  } else if (def->uses != 0) {
    uses = uses_remaining(def->uses, get_use_note(exec, &of, ST_USE_NOTE_USED));
  }
  if (def->uses_per_clock != 0) {
    uint32_t left =
        uses_remaining(def->uses_per_clock, uses_since_tick(exec, def, &of));
    if (left < uses) uses = left;
  }
  return uses;
}

strata_status st_use_limits_count_use(st_execution *exec,
                                      const st_watcher_candidate *candidate) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  strata_status status = STRATA_OK;
  if (candidate->started_handle != 0) {
    status = st_started_watcher_use(
        exec->store,
        st_started_watcher_slot(exec->store, candidate->started_handle));
  } else if (def->uses != 0) {
    use_counter of = use_counter_of_watcher(exec, candidate);
    status = set_use_note(exec, &of, ST_USE_NOTE_USED,
                          get_use_note(exec, &of, ST_USE_NOTE_USED) + 1);
  }
  if (status || def->uses_per_clock == 0 || def->counts_done) return status;
  use_counter of = use_counter_of_watcher(exec, candidate);
  return count_use_since_tick(exec, def, &of);
}

/* The counts of the trigger whose program a frame runs. */
static use_counter use_counter_of_frame(const st_execution *exec,
                                        uint32_t frame) {
  const st_frame *f = &exec->frames[frame - 1];
  uint32_t slot = st_entity_slot(exec->store, f->self);
  return (use_counter){slot != 0 ? st_notes_of_entity(slot)
                                 : st_notes_of_world(),
                       f->limits_key};
}

strata_status st_use_limits_try(st_execution *exec, strata_watcher_def id,
                                uint32_t frame, bool *yes) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, id);
  const st_frame *f = st_frame_get(exec, frame);
  *yes = true;
  if (!def->counts_done && !def->optional) return STRATA_OK;
  use_counter of = use_counter_of_frame(exec, frame);
  *yes =
      !def->counts_done ||
      uses_remaining(def->uses_per_clock, uses_since_tick(exec, def, &of)) > 0;
  if (!*yes) return STRATA_OK;
  strata_status status = st_decisions_ask_optional(
      exec, id, f->self, (strata_entity)f->variables[ST_VARIABLE_YOU], yes);
  if (status || !*yes || !def->counts_done) return status;
  return count_use_since_tick(exec, def, &of);
}

bool st_use_limits_allow(const st_execution *exec,
                         const st_watcher_candidate *candidate,
                         uint32_t event) {
  const st_event *e = &exec->events[event - 1];
  /* A watcher that may apply again is barred only while it was the last one
   * that was applied. */
  bool again =
      st_watcher_def_get(exec->rules, candidate->watcher_def)->may_apply_again;
  bool was = again ? e->last_applied_hash == candidate->id.hash
                   : st_applied_sets_has(&exec->applied_sets, e->applied_set,
                                         &candidate->id);
  return !was && st_use_limits_left(exec, candidate) > 0;
}
