/* board.h - the working values of a pass: columns that are copied when first
 * written, and undo for trials. */
#ifndef STRATA_LAYERS_PASS_BOARD_H
#define STRATA_LAYERS_PASS_BOARD_H

#include "base/arena.h"
#include "layers/inforce/ability_lists.h"
#include "layers/inforce/classes.h"

typedef struct st_board_undo {
  uint64_t *where, old;
} st_board_undo;

/*
 * Values are kept by class; where nothing is shared that is a slot. Only
 * attributes that the in-force set keeps on the board change
 * (st_in_force.is_on_board). A column that was never written does not exist,
 * and base values stand for it.
 *
 * Invariants, held by test unit.board: while a trial is open, each
 * write is in `undo`, and ending the trial restores every value; two moments
 * with the same version have the same values, and st_board_clear never brings
 * an old version back.
 */
typedef struct st_board {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  const st_classes *classes;
  st_arena *arena;
  st_ability_lists *lists;
  st_text_cache *compiled;
  uint64_t **numbers; /* by attribute - 1: a word for each class, or NULL */
  /* by attribute - 1, of a SET: a bitmap of classes for each symbol, or NULL.
   * For shared classes, a NULL symbol means that no class has it. */
  uint64_t ***planes;
  uint64_t **used_symbols;  /* of a SET: the symbols that some class may have */
  bool *used_symbols_known; /* used_symbols of the SET is known */
  uint64_t *used_symbol_words;
  size_t used_symbol_word_count;
  uint64_t *set_scratch;          /* scratch: one SET */
  uint32_t words;                 /* the length of a bitmap of classes */
  unsigned trials;                /* open trials */
  uint64_t version, next_version; /* see above */
  uint64_t versions[4];           /* the versions before the outermost trials */
  st_board_undo *undo;
  size_t undo_count, undo_capacity;
} st_board;

strata_status st_board_init(st_board *board, st_mem *mem,
                            const st_classes *classes, st_arena *arena,
                            st_ability_lists *lists, st_text_cache *compiled);
void st_board_fini(st_board *board);

/* Drop all columns: the board has the base values of the classes as they are
 * now. */
strata_status st_board_clear(st_board *board);

/* Give a class its base values: the class is new, or they have changed. No
 * trial may be open (asserted). */
strata_status st_board_reset_class(st_board *board, uint32_t class);

/* Give the board a new version, so that nothing that was computed from it is
 * reused. */
static inline void st_board_bump_version(st_board *board) {
  board->version = ++board->next_version;
}

/* Read or write the word of a value, not of a SET. Of ABILITIES it is a
 * list. */
strata_status st_board_get(st_board *board, strata_attr attr, uint32_t class,
                           uint64_t *out);
strata_status st_board_put(st_board *board, strata_attr attr, uint32_t class,
                           uint64_t value);

/* Which of classes 64*word .. +63 have the symbol at `index` in the domain of a
 * SET, as bits. */
static inline uint64_t st_board_get_plane(const st_board *board,
                                          strata_attr attr, uint32_t index,
                                          uint32_t word) {
  uint64_t **planes = board->planes[attr - 1];
  if (planes && planes[index]) return planes[index][word];
  if (board->classes->shared) return 0;
  return st_get_bits64(board->store,
                       board->rules->attrs[attr - 1].base_column + index, word);
}
strata_status st_board_put_plane(st_board *board, strata_attr attr,
                                 uint32_t index, uint32_t word, uint64_t bits);

/* Give a symbol to members, or take it from them: `words` are bits of classes
 * 64*first and up. */
typedef struct st_board_class_words {
  const uint64_t *words;
  uint32_t first, count;
} st_board_class_words;
strata_status st_board_put_symbol(st_board *board, strata_attr attr,
                                  uint32_t index, st_board_class_words members,
                                  bool on);

/* The symbols of a SET that some class has or had since the last
 * st_board_clear; no class has others. */
const uint64_t *st_board_used_symbols(st_board *board, strata_attr attr);

/* The base value of a shared class: the number; of ABILITIES the text; of a SET
 * the symbols that clauses test. */
void st_board_get_base(const st_board *board, strata_attr attr, uint32_t class,
                       uint64_t *words);

/* Read the SET of one class. */
void st_board_get_set(st_board *board, strata_attr attr, uint32_t class,
                      uint64_t *words);

/* Read the SETs of classes 64*word .. +63 into rows that are `stride` words
 * apart. */
void st_board_get_sets(st_board *board, strata_attr attr, uint32_t word,
                       uint64_t *words, size_t stride);

/* Trials nest. Each st_board_begin_trial has its st_board_end_trial, which
 * undoes all writes since then. */
size_t st_board_begin_trial(st_board *board);
void st_board_end_trial(st_board *board, size_t to);

size_t st_board_bytes(const st_board *board);

#endif
