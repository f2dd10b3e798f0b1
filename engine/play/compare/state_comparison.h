/* state_comparison.h - two states under comparison: which row of one state
 * matches which row of the other. */
#ifndef STRATA_PLAY_COMPARE_STATE_COMPARISON_H
#define STRATA_PLAY_COMPARE_STATE_COMPARISON_H

#include "play/compare/cell_forms.h"
#include "play/compare/state_diff.h"

/* A word that is kept outside of the state, as a variable of a frame. */
typedef struct st_held_word {
  int64_t word;
  bool is_ref;
} st_held_word;

/* A state, and the words that are kept beside it. */
typedef struct st_compared_state {
  const st_state_diff *diff;
  const st_held_word *held_words;
  size_t held_word_count;
} st_compared_state;

/* Rows of one state by the rows of the other that they match. Open addressing;
 * the size is a power of two, and `mask` is one less. */
typedef struct st_row_map {
  uint64_t *keys, *values;
  size_t mask;
} st_row_map;

typedef struct st_row_pair {
  st_table table;
  uint32_t a, b;
} st_row_pair;

typedef struct st_timestamp_pair {
  uint64_t a, b;
} st_timestamp_pair;

typedef struct st_state_comparison {
  const st_store *store;
  const st_compared_state *a, *b;
  st_arena arena;
  st_cell_forms cells;
  st_row_map a_to_b, b_to_a;
  st_row_map ignored_notes_a,
      ignored_notes_b; /* notes of the log and of unnamed last-known rows */
  st_row_pair *queue;
  size_t queue_next, queue_count, queue_capacity;
  st_timestamp_pair *stamps;
  size_t stamp_count, stamp_capacity;
  bool strict, differs, out_of_memory;
} st_state_comparison;

/* Prepare a comparison whose store, states and arena are set. False if there is
 * no memory. */
bool st_state_comparison_init(st_state_comparison *w);

/* Match the rows that hold the same entity, effect or watcher in both states.
 */
void st_state_comparison_match_same(st_state_comparison *w);

/* Match the rows that two handles name, one in each state. */
void st_state_comparison_match_handles(st_state_comparison *w, uint64_t a,
                                       uint64_t b);

/* Compare the matched rows that wait in the queue, and all rows that they lead
 * to. */
void st_state_comparison_compare_queued(st_state_comparison *w);

/* Match the rows of a table that are in use and not matched yet, in the order
 * of their slots, and compare them. */
void st_state_comparison_match_remaining(st_state_comparison *w,
                                         st_table table);

/* Match the rows of tables whose rows have an owner (pending triggers, parts,
 * nodes, overrides, notes) and that are not matched yet, each to itself, and
 * compare them. */
void st_state_comparison_match_owned(st_state_comparison *w);

#endif
