/*
 * loop_detector.c - whether an action is in an endless loop (104.4b).
 *
 * This is Brent's cycle detection: the state after 16, 32, 64 ... rounds is
 * remembered, as a place in the journal, and the following rounds are compared
 * with it. Only MOST_LOOP_ROUNDS rounds are; a loop of more rounds is stopped
 * by the limit of events, as are loops that grow. So an action of r rounds
 * remembers O(log r) states, and each comparison costs what a few rounds have
 * written.
 *
 * A decision or a roll inside of the loop could have another result the next
 * time. Either restarts the search.
 */
#include "play/settle/loop_detector.h"

#include "play/compare/state_comparison.h"
#include "play/compare/state_diff.h"
#include "play/compare/state_equal.h"
#include "play/execution/loop_detector_state.h"
#include "play/settle/stack.h"
#include "world/store/strings.h"
#include "world/tables/event_log.h"

#include <string.h>

/* The first round that is remembered, and the most rounds of a loop that is
 * detected. */
#define FIRST_REMEMBERED_ROUND 16
#define MOST_LOOP_ROUNDS       64

/* Two counts that differ between most unequal states. They are compared first,
 * because comparing whole states is expensive. */
static const st_scalar quick_scalars[] = {ST_SCALAR_ENTITY_COUNT,
                                          ST_SCALAR_EFFECT_COUNT};

static bool has_same_scalars(const st_execution *exec) {
  const st_loop_detector *s = &exec->loop_detector;
  for (size_t i = 0; i < ST_COUNT_OF(quick_scalars); i++) {
    if (st_scalar_get(exec->store, quick_scalars[i]) != s->fingerprints[i]) {
      return false;
    }
  }
  return true;
}

static uint32_t top_stack_slot(const st_execution *exec) {
  const st_zone *stack = st_stack_zone(exec->rules);
  return stack ? st_zone_top(exec->store, stack, 0) : 0;
}

/* Whether the object on top of the stack was on the stack in the remembered
 * state, below the top. Then the stack has shrunk, and the states differ. */
static bool has_stack_shrunk(const st_execution *exec) {
  const st_loop_detector *s = &exec->loop_detector;
  uint32_t top = top_stack_slot(exec);
  if (top == s->stack_top) return false;
  return top == 0 || st_get64(exec->store, ST_COLUMN_ENTITY_STAMP, top) <=
                         s->last_timestamp;
}

static void remember_round(st_execution *exec) {
  st_loop_detector *s = &exec->loop_detector;
  static_assert(ST_COUNT_OF(quick_scalars) == ST_COUNT_OF(s->fingerprints),
                "one fingerprint for each quick scalar");
  s->has_snapshot = true;
  s->snapshot_round = s->rounds;
  s->journal_place = exec->store->journal_count;
  s->decisions_met = exec->decisions_met;
  s->chance_state = st_scalar_get(exec->store, ST_SCALAR_CHANCE);
  s->last_log_row = st_log_last(exec->store);
  s->last_timestamp = st_scalar_get(exec->store, ST_SCALAR_STAMP);
  s->stack_top = top_stack_slot(exec);
  for (size_t i = 0; i < ST_COUNT_OF(quick_scalars); i++) {
    s->fingerprints[i] = st_scalar_get(exec->store, quick_scalars[i]);
  }
}

static strata_status is_remembered_state(st_execution *exec, bool *same) {
  st_state_diff was;
  st_state_diff now; /* empty: the state in the store */
  st_state_diff_init(&was, exec->mem);
  st_state_diff_init(&now, exec->mem);
  strata_status status = STRATA_ENOMEM;
  if (st_state_diff_read_before(&was, exec->store,
                                exec->loop_detector.journal_place)) {
    st_state_diff_drop_equal(&was, exec->store);
    const st_compared_state a = {.diff = &was};
    const st_compared_state b = {.diff = &now};
    status = st_state_equal_test(exec->store, &a, &b, false, same);
  }
  st_state_diff_fini(&was);
  st_state_diff_fini(&now);
  return status;
}

strata_status st_loop_detector_step(st_execution *exec, bool *again) {
  st_loop_detector *s = &exec->loop_detector;
  *again = false;
  if (exec->attempt) return STRATA_OK; /* its limit of steps ends a loop */
  s->rounds++;
  bool changed =
      s->has_snapshot &&
      (s->decisions_met != exec->decisions_met ||
       s->chance_state != st_scalar_get(exec->store, ST_SCALAR_CHANCE));
  bool is_snapshot_round =
      s->rounds >= FIRST_REMEMBERED_ROUND && (s->rounds & (s->rounds - 1)) == 0;
  if (is_snapshot_round || changed) {
    remember_round(exec);
    return STRATA_OK;
  }
  if (!s->has_snapshot || s->rounds - s->snapshot_round > MOST_LOOP_ROUNDS ||
      !has_same_scalars(exec) || has_stack_shrunk(exec)) {
    return STRATA_OK;
  }
  return is_remembered_state(exec, again);
}

/* -- The members of a loop -- */

static void write_definition_name(const st_execution *exec, strata_entity who,
                                  st_text *out) {
  const st_store *store = exec->store;
  const st_names *variables = &exec->rules->names[STRATA_NAME_DEFINITION];
  uint32_t slot = st_entity_slot(store, who);
  if (slot == 0) slot = st_entity_last_known_slot(store, who);
  uint32_t definition =
      slot != 0 ? st_get32(store, ST_COLUMN_ENTITY_DEFINITION, slot) : 0;
  if (definition - 1u < variables->count) {
    st_text_add_str(out, " of ");
    st_text_add_str(out, variables->items[definition - 1].text);
  }
}

/* Whether a row is the first of its watcher definition since the remembered
 * round. */
static bool is_first_mention(const st_execution *exec, const st_log_row *row) {
  for (uint64_t n = exec->loop_detector.last_log_row + 1; n < row->number;
       n++) {
    st_log_row other;
    if (st_log_get(exec->store, n, &other) && other.what == row->what &&
        other.watcher_def == row->watcher_def) {
      return false;
    }
  }
  return true;
}

static bool is_part_of_loop(const st_log_row *row) {
  return row->watcher_def != 0 &&
         (row->what == ST_LOGGED_TRIGGERED || row->what == ST_LOGGED_REPLACED ||
          row->what == ST_LOGGED_PREVENTED);
}

strata_status st_loop_detector_fail(st_execution *exec, const char *sba_name) {
  char bytes[200];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  uint64_t last = st_log_last(exec->store);
  for (uint64_t n = exec->loop_detector.last_log_row + 1; n <= last; n++) {
    st_log_row row;
    if (!st_log_get(exec->store, n, &row) || !is_part_of_loop(&row) ||
        !is_first_mention(exec, &row)) {
      continue;
    }
    st_text_add_str(&text, text.length > 0 ? ", '" : "'");
    st_text_add_str(&text,
                    st_watcher_def_get(exec->rules, row.watcher_def)->name);
    st_text_add_str(&text, "'");
    write_definition_name(exec, row.source, &text);
  }
  if (sba_name[0] != '\0') {
    st_text_add_str(&text, text.length > 0 ? ", check '" : "check '");
    st_text_add_str(&text, sba_name);
    st_text_add_str(&text, "'");
  }
  const char *names = text.length > 0 ? st_text_get(&text)
                                      : "the course of the game, in which "
                                        "nobody may act";
  return ST_ERROR(exec->error, STRATA_ELOOP, 0,
                  "it goes round in a circle, and nobody can decide anything "
                  "in it: ",
                  names);
}
