/* board.h - values as they stand at some point of a pass: columns that are
 * copied when they are first written, and a way back for trials. */
#ifndef STRATA_LAYERS_PASS_BOARD_H
#define STRATA_LAYERS_PASS_BOARD_H

#include "base/arena.h"
#include "layers/inforce/ability_lists.h"
#include "layers/inforce/classes.h"

typedef struct st_board_undo {
  uint64_t *where, old;
} st_board_undo;

/*
 * Everybody is a class here; where nothing is shared that is a slot. Only
 * attributes that the plan keeps change: those that something reads. A column
 * that nothing has written is not there, and the base values stand for it.
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
  uint64_t ***planes; /* of a SET: a bitmap of classes for each symbol, or NULL;
                         where classes are shared, there if anybody has it */
  uint64_t **used_symbols;  /* of a SET: the symbols that somebody may have */
  bool *used_symbols_known; /* that is worked out */
  uint64_t *used_symbol_words;
  size_t used_symbol_word_count;
  uint64_t *set_scratch;          /* scratch of one SET */
  uint32_t words;                 /* of a bitmap of classes */
  unsigned trials;                /* open ones: writes can be taken back */
  uint64_t version, next_version; /* two times of one version are alike */
  uint64_t versions[4];           /* from which the outermost trials began */
  st_board_undo *undo;
  size_t undo_count, undo_capacity;
} st_board;

strata_status st_board_init(st_board *board, st_mem *mem,
                            const st_classes *classes, st_arena *arena,
                            st_ability_lists *lists, st_text_cache *compiled);
void st_board_fini(st_board *board);

/* Base values again, of the classes as they are now. */
strata_status st_board_clear(st_board *board);

/* A class is new, or its base values are others: it has those now. Nothing is
 * being tried. */
strata_status st_board_reset_class(st_board *board, uint32_t class);

/* What was found on the board as it was is not to be used again. */
static inline void st_board_bump_version(st_board *board) {
  board->version = ++board->next_version;
}

/* The word of a value; not of a SET. Of ABILITIES a list. */
strata_status st_board_get(st_board *board, strata_attr attr, uint32_t class,
                           uint64_t *out);
strata_status st_board_put(st_board *board, strata_attr attr, uint32_t class,
                           uint64_t value);

/* Which of classes 64*word .. +63 have the symbol at `index` of a SET's
 * domain. */
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

/* Give or take a symbol: of `count` words the first one is of classes 64*first
 * .. +63. */
typedef struct st_board_class_words {
  const uint64_t *words;
  uint32_t first, count;
} st_board_class_words;
strata_status st_board_put_symbol(st_board *board, strata_attr attr,
                                  uint32_t index, st_board_class_words members,
                                  bool on);

/* The symbols of a SET, as one, that somebody has or had; nobody has others. */
const uint64_t *st_board_used_symbols(st_board *board, strata_attr attr);

/* The base value of a class that is shared: the number, of ABILITIES the text,
 * of a SET the symbols that matter. */
void st_board_get_base(const st_board *board, strata_attr attr, uint32_t class,
                       uint64_t *words);

/* The words of one class's SET. */
void st_board_get_set(st_board *board, strata_attr attr, uint32_t class,
                      uint64_t *words);

/* Of classes 64*word .. +63, each `stride` words behind the one before. */
void st_board_get_sets(st_board *board, strata_attr attr, uint32_t word,
                       uint64_t *words, size_t stride);

/* Trials nest: each st_board_begin_trial has its st_board_end_trial, which
 * undoes all that was written since. */
size_t st_board_begin_trial(st_board *board);
void st_board_end_trial(st_board *board, size_t to);

size_t st_board_bytes(const st_board *board);

#endif
