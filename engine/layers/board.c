/*
 * board.c - values as they stand at some point of a pass.
 *
 * A trial application (613.8a) writes here like a real one and is taken back
 * word by word, so what it changes is exactly what the real one would.
 */
#include "layers/board.h"

#include <string.h>

strata_status st_board_init(st_board *board, st_mem *mem, const st_store *store,
                            st_arena *arena, st_lists *lists,
                            st_compiled *compiled) {
  const strata_rules *rules = store->rules;
  size_t count = st_attr_count(rules) + 1; /* never 0 */
  *board = (st_board){.mem = mem,
                      .rules = rules,
                      .store = store,
                      .arena = arena,
                      .lists = lists,
                      .compiled = compiled};
  board->numbers = st_mem_zeroed(mem, count, sizeof board->numbers[0]);
  board->planes = st_mem_zeroed(mem, count, sizeof board->planes[0]);
  return board->numbers && board->planes ? STRATA_OK : STRATA_ENOMEM;
}

void st_board_fini(st_board *board) {
  if (!board->mem) return;
  size_t count = st_attr_count(board->rules) + 1;
  st_mem_free(board->mem, board->numbers, count, sizeof board->numbers[0]);
  st_mem_free(board->mem, board->planes, count, sizeof board->planes[0]);
  st_mem_free(board->mem, board->undo, board->undo_capacity,
              sizeof board->undo[0]);
  *board = (st_board){0};
}

void st_board_empty(st_board *board) {
  size_t count = st_attr_count(board->rules);
  memset(board->numbers, 0, count * sizeof board->numbers[0]);
  memset(board->planes, 0, count * sizeof board->planes[0]);
  board->words = board->store->capacity[ST_TABLE_ENTITY] / 64;
  board->trials = 0;
  board->undo_count = 0;
}

/* -- The way back -- */

static strata_status write_word(st_board *board, uint64_t *where,
                                uint64_t value) {
  if (*where == value) return STRATA_OK;
  if (board->trials > 0) {
    if (!st_mem_reserve(board->mem, &board->undo, &board->undo_capacity,
                        board->undo_count + 1, sizeof board->undo[0])) {
      return STRATA_ENOMEM;
    }
    board->undo[board->undo_count++] = (st_board_undo){where, *where};
  }
  *where = value;
  return STRATA_OK;
}

size_t st_board_try(st_board *board) {
  board->trials++;
  return board->undo_count;
}

void st_board_take_back(st_board *board, size_t to) {
  while (board->undo_count > to) {
    const st_board_undo *undo = &board->undo[--board->undo_count];
    *undo->where = undo->old;
  }
  board->trials--;
}

/* -- Numbers -- */

static strata_status base_word(st_board *board, strata_attr attr, uint32_t slot,
                               uint64_t *out) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  *out = (uint64_t)st_entity_base(board->store, a, slot);
  if (a->type != STRATA_ABILITIES) return STRATA_OK;
  uint32_t list = 0;
  strata_status status = st_list_of_text(board->lists, board->compiled,
                                         board->store, (uint32_t)*out, &list);
  *out = list;
  return status;
}

/* Base values are copied when the first one changes: taking that back leaves a
 * column of base values. */
static strata_status make_column(st_board *board, strata_attr attr) {
  uint64_t *column =
      st_arena_take(board->arena, (size_t)board->words * 64, sizeof *column);
  if (!column) return STRATA_ENOMEM;
  const st_store *store = board->store;
  uint32_t top = st_entity_top(store);
  for (uint32_t slot = 1; slot <= top; slot++) {
    if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) continue;
    strata_status status = base_word(board, attr, slot, &column[slot]);
    if (status) return status;
  }
  board->numbers[attr - 1] = column;
  return STRATA_OK;
}

strata_status st_board_get(st_board *board, strata_attr attr, uint32_t slot,
                           uint64_t *out) {
  const uint64_t *column = board->numbers[attr - 1];
  if (!column) return base_word(board, attr, slot, out);
  *out = column[slot];
  return STRATA_OK;
}

strata_status st_board_put(st_board *board, strata_attr attr, uint32_t slot,
                           uint64_t value) {
  if (!board->numbers[attr - 1]) {
    strata_status status = make_column(board, attr);
    if (status) return status;
  }
  return write_word(board, &board->numbers[attr - 1][slot], value);
}

/* -- Sets -- */

static strata_status make_plane(st_board *board, strata_attr attr,
                                uint32_t index) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  uint64_t ***planes = &board->planes[attr - 1];
  if (!*planes) {
    *planes = st_arena_take(board->arena, a->domain_count, sizeof **planes);
    if (!*planes) return STRATA_ENOMEM;
  }
  uint64_t *plane = st_arena_take(board->arena, board->words, sizeof *plane);
  if (!plane) return STRATA_ENOMEM;
  for (uint32_t w = 0; w < board->words; w++) {
    plane[w] = st_get_word(board->store, a->column + index, w);
  }
  (*planes)[index] = plane;
  return STRATA_OK;
}

strata_status st_board_put_plane(st_board *board, strata_attr attr,
                                 uint32_t index, uint32_t word, uint64_t bits) {
  if (st_board_plane(board, attr, index, word) == bits) return STRATA_OK;
  if (!board->planes[attr - 1] || !board->planes[attr - 1][index]) {
    strata_status status = make_plane(board, attr, index);
    if (status) return status;
  }
  return write_word(board, &board->planes[attr - 1][index][word], bits);
}

bool st_board_plane_is_empty(const st_board *board, strata_attr attr,
                             uint32_t index) {
  uint64_t **planes = board->planes[attr - 1];
  if (planes && planes[index]) return false;
  const st_store *store = board->store;
  uint32_t column = board->rules->attrs[attr - 1].column + index;
  uint32_t slots = board->words * 64;
  for (uint32_t slot = 0; slot < slots; slot += ST_PAGE_BYTES * 8) {
    if (st_store_page(store, column, slot, ST_SHIFT_BIT) != store->arena) {
      return false;
    }
  }
  return true;
}

void st_board_get_set(const st_board *board, strata_attr attr, uint32_t slot,
                      uint64_t *words) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  if (!board->planes[attr - 1]) {
    st_entity_base_set(board->store, a, slot, words);
    return;
  }
  memset(words, 0, a->words * sizeof *words);
  for (uint32_t i = 0; i < a->domain_count; i++) {
    if (st_board_plane(board, attr, i, slot / 64) >> (slot % 64) & 1) {
      words[i / 64] |= (uint64_t)1 << (i % 64);
    }
  }
}

size_t st_board_bytes(const st_board *board) {
  return board->undo_capacity * sizeof board->undo[0];
}
