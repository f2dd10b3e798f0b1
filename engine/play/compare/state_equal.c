/*
 * state_equal.c - whether two states are equal but for numbers of rows and
 * handles.
 *
 * The rows are matched and compared by state_comparison.h. What is left to this
 * file is the order of timestamps: timestamps may differ as numbers, as long as
 * any two of them are in the same order in both states. The pairs that were met
 * are sorted by the one state and must then ascend in the other.
 */
#include "play/compare/state_equal.h"

#include "play/compare/cell_forms.h"
#include "play/compare/state_diff.h"

/* -- Timestamps -- */

static void sort_timestamp_pairs(st_timestamp_pair *all, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2) {
    for (size_t i = gap; i < count; i++) {
      st_timestamp_pair one = all[i];
      size_t k = i;
      for (; k >= gap && all[k - gap].a > one.a; k -= gap) {
        all[k] = all[k - gap];
      }
      all[k] = one;
    }
  }
}

/* How many of the recorded timestamps of one state are earlier than a given
 * one. The pairs are sorted, and both sides ascend. */
static size_t count_earlier_timestamps(const st_state_comparison *w,
                                       uint64_t stamp, bool is_a) {
  size_t low = 0;
  size_t high = w->stamp_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const st_timestamp_pair *s = &w->stamps[middle];
    if ((is_a ? s->a : s->b) < stamp) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool diff_has_cell(const st_state_diff *diff, uint64_t key) {
  size_t at = st_state_diff_lower_bound(diff, key);
  return at < diff->count && diff->keys[at] == key;
}

/* A timestamp that neither state has written must lie between the same recorded
 * timestamps in both states. */
static void compare_kept_timestamps(st_state_comparison *w, uint32_t column) {
  st_table table = (st_table)w->store->columns[column].table;
  for (uint32_t row = 1; row < w->store->capacity[table]; row++) {
    uint64_t stamp = st_get_any(w->store, column, row);
    uint64_t key = st_state_diff_key(table, row, column);
    if (stamp == 0 || diff_has_cell(w->a->diff, key) ||
        diff_has_cell(w->b->diff, key)) {
      continue;
    }
    stamp ^= w->cells.xor_masks[column];
    if (count_earlier_timestamps(w, stamp, true) !=
        count_earlier_timestamps(w, stamp, false)) {
      w->differs = true;
    }
  }
}

/* Whether a recorded timestamp has changed and one of the pair is not new. A
 * new timestamp is later than all kept ones, so it needs no comparison with
 * them. */
static bool reaches_kept_timestamps(const st_state_comparison *w,
                                    uint64_t origin, st_scalar last) {
  uint64_t newest = st_scalar_get(w->store, last);
  for (size_t i = 0; i < w->stamp_count; i++) {
    const st_timestamp_pair *s = &w->stamps[i];
    bool before = s->a - origin <= newest || s->b - origin <= newest;
    if (s->a != s->b && before) return true;
  }
  return false;
}

static void compare_timestamp_order(st_state_comparison *w) {
  sort_timestamp_pairs(w->stamps, w->stamp_count);
  for (size_t i = 1; i < w->stamp_count; i++) {
    const st_timestamp_pair *s = &w->stamps[i];
    if ((s->a == s[-1].a) != (s->b == s[-1].b) || s->b < s[-1].b) {
      w->differs = true;
    }
  }
  if (w->differs) return;
  bool reach = reaches_kept_timestamps(w, 0, ST_SCALAR_STAMP);
  bool reach_overrides = reaches_kept_timestamps(w, ST_OVERRIDE_STAMP_BASE,
                                                 ST_SCALAR_OVERRIDE_SEQUENCE);
  for (uint32_t c = 0; c < w->store->rules->column_count; c++) {
    bool is_override = w->cells.xor_masks[c] == ST_OVERRIDE_STAMP_BASE;
    bool needed = is_override ? reach_overrides : reach;
    if (needed && w->cells.forms[c] == ST_CELL_FORM_TIMESTAMP) {
      compare_kept_timestamps(w, c);
    }
  }
}

/* -- Comparing two states -- */

static void compare_held_words(st_state_comparison *w) {
  if (w->a->held_word_count != w->b->held_word_count) w->differs = true;
  for (size_t i = 0; !w->differs && i < w->a->held_word_count; i++) {
    const st_held_word *a = &w->a->held_words[i];
    const st_held_word *b = &w->b->held_words[i];
    if (a->is_ref && b->is_ref) {
      st_state_comparison_match_handles(w, (uint64_t)a->word,
                                        (uint64_t)b->word);
    } else {
      w->differs = a->word != b->word || a->is_ref != b->is_ref;
    }
  }
}

strata_status st_state_equal_test(const st_store *store,
                                  const st_compared_state *a,
                                  const st_compared_state *b, bool strict,
                                  bool *same) {
  st_state_comparison w = {.store = store, .a = a, .b = b, .strict = strict};
  *same = false;
  st_arena_init(&w.arena, store->mem);
  if (!st_state_comparison_init(&w)) {
    w.out_of_memory = true;
  } else {
    st_state_comparison_match_same(&w);
    compare_held_words(&w);
    st_state_comparison_compare_queued(&w);
    st_state_comparison_match_remaining(&w, ST_TABLE_ENTITY);
    st_state_comparison_match_remaining(&w, ST_TABLE_EFFECT);
    st_state_comparison_match_remaining(&w, ST_TABLE_WATCHER);
    if (!w.differs && !w.out_of_memory) st_state_comparison_match_owned(&w);
    if (!w.differs && !w.out_of_memory) compare_timestamp_order(&w);
  }
  st_arena_fini(&w.arena);
  *same = !w.differs && !w.out_of_memory;
  return w.out_of_memory ? STRATA_ENOMEM : STRATA_OK;
}
