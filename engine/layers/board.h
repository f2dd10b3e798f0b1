/* board.h - values as they stand at some point of a pass: columns that are
 * copied when they are first written, and a way back for trials. */
#ifndef STRATA_BOARD_H
#define STRATA_BOARD_H

#include "base/arena.h"
#include "layers/lists.h"
#include "world/entity.h"

typedef struct st_board_undo {
  uint64_t *where, old;
} st_board_undo;

/*
 * Only attributes that the plan keeps change here: those that something reads.
 * A column that nothing has written is not there, and the base
 * values stand for it.
 */
typedef struct st_board {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_arena *arena;
  st_lists *lists;
  st_compiled *compiled;
  uint64_t **numbers; /* by attribute - 1: a word for each slot, or NULL */
  uint64_t ***planes; /* of a SET: a bitmap of slots for each symbol, or NULL */
  uint32_t words;     /* of a bitmap of slots */
  unsigned trials;    /* open ones: writes can be taken back */
  st_board_undo *undo;
  size_t undo_count, undo_capacity;
} st_board;

strata_status st_board_init(st_board *board, st_mem *mem, const st_store *store,
                            st_arena *arena, st_lists *lists,
                            st_compiled *compiled);
void st_board_fini(st_board *board);

/* Base values again. */
void st_board_empty(st_board *board);

/* The word of a value; not of a SET. Of ABILITIES a list. */
strata_status st_board_get(st_board *board, strata_attr attr, uint32_t slot,
                           uint64_t *out);
strata_status st_board_put(st_board *board, strata_attr attr, uint32_t slot,
                           uint64_t value);

/* Which of slots 64*word .. +63 have the symbol at `index` of a SET's domain.
 */
static inline uint64_t st_board_plane(const st_board *board, strata_attr attr,
                                      uint32_t index, uint32_t word) {
  uint64_t **planes = board->planes[attr - 1];
  if (planes && planes[index]) return planes[index][word];
  return st_get_word(board->store, board->rules->attrs[attr - 1].column + index,
                     word);
}
strata_status st_board_put_plane(st_board *board, strata_attr attr,
                                 uint32_t index, uint32_t word, uint64_t bits);

/* True if nobody has the symbol and nobody ever had. */
bool st_board_plane_is_empty(const st_board *board, strata_attr attr,
                             uint32_t index);

/* The words of one entity's SET. */
void st_board_get_set(const st_board *board, strata_attr attr, uint32_t slot,
                      uint64_t *words);

/* Trials nest: each st_board_try has its st_board_take_back, which undoes all
 * that was written since. */
size_t st_board_try(st_board *board);
void st_board_take_back(st_board *board, size_t to);

size_t st_board_bytes(const st_board *board);

#endif
