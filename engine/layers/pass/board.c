/*
 * board.c - the working values of a pass.
 *
 * A trial application (613.8a) writes to the board like a real one and is
 * undone word by word, so what the trial shows is exactly what the real
 * application does.
 *
 * Numbers are columns of words and SETs are a bitmap for each symbol, because
 * the evaluator reads and writes 64 classes at a time.
 */
#include "layers/pass/board.h"

#include "base/lanes.h"

#include <string.h>

static strata_status alloc_used_symbols(st_board *board) {
  const strata_rules *rules = board->rules;
  size_t count = 1;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    if (rules->attrs[i].type == STRATA_SET) count += rules->attrs[i].word_count;
  }
  board->used_symbol_word_count = count;
  board->used_symbol_words = st_mem_zeroed(board->mem, count, sizeof(uint64_t));
  if (!board->used_symbol_words) return STRATA_ENOMEM;
  uint64_t *at = board->used_symbol_words;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    if (rules->attrs[i].type != STRATA_SET) continue;
    board->used_symbols[i] = at;
    at += rules->attrs[i].word_count;
  }
  return STRATA_OK;
}

strata_status st_board_init(st_board *board, st_mem *mem,
                            const st_classes *classes, st_arena *arena,
                            st_ability_lists *lists, st_text_cache *compiled) {
  const strata_rules *rules = classes->rules;
  size_t count = st_attr_count(rules) + 1; /* never 0 */
  *board = (st_board){.mem = mem,
                      .rules = rules,
                      .store = classes->store,
                      .classes = classes,
                      .arena = arena,
                      .lists = lists,
                      .compiled = compiled};
  board->numbers = st_mem_zeroed(mem, count, sizeof board->numbers[0]);
  board->planes = st_mem_zeroed(mem, count, sizeof board->planes[0]);
  board->used_symbols =
      st_mem_zeroed(mem, count, sizeof board->used_symbols[0]);
  board->used_symbols_known =
      st_mem_zeroed(mem, count, sizeof board->used_symbols_known[0]);
  board->set_scratch = st_mem_zeroed(mem, st_attr_max_words(rules),
                                     sizeof board->set_scratch[0]);
  if (!board->numbers || !board->planes || !board->used_symbols ||
      !board->used_symbols_known || !board->set_scratch) {
    return STRATA_ENOMEM;
  }
  return alloc_used_symbols(board);
}

void st_board_fini(st_board *board) {
  if (!board->mem) return;
  size_t count = st_attr_count(board->rules) + 1;
  st_mem_free(board->mem, board->numbers, count, sizeof board->numbers[0]);
  st_mem_free(board->mem, board->planes, count, sizeof board->planes[0]);
  st_mem_free(board->mem, board->used_symbols, count,
              sizeof board->used_symbols[0]);
  st_mem_free(board->mem, board->used_symbols_known, count,
              sizeof board->used_symbols_known[0]);
  st_mem_free(board->mem, board->set_scratch, st_attr_max_words(board->rules),
              sizeof board->set_scratch[0]);
  st_mem_free(board->mem, board->used_symbol_words,
              board->used_symbol_word_count,
              sizeof board->used_symbol_words[0]);
  st_mem_free(board->mem, board->undo, board->undo_capacity,
              sizeof board->undo[0]);
  *board = (st_board){0};
}

/* Put a class into the planes of the symbols in its key. */
static bool add_key_to_planes(st_board *board, uint64_t **planes,
                              const uint64_t *key, uint32_t words,
                              uint32_t class) {
  for (uint32_t k = 0; k < words; k++) {
    for (uint64_t left = key[k]; left != 0; left &= left - 1) {
      uint64_t **plane = &planes[k * 64 + st_lowest_bit(left)];
      if (!*plane) {
        *plane = st_arena_alloc(board->arena, board->words, sizeof **plane);
        if (!*plane) return false;
      }
      st_bit_set(*plane, class, true);
    }
  }
  return true;
}

/* Build the planes of a SET for shared classes from their keys. */
static strata_status build_shared_planes(st_board *board, strata_attr attr) {
  const st_classes *classes = board->classes;
  const st_attr *a = &board->rules->attrs[attr - 1];
  uint64_t **planes =
      st_arena_alloc(board->arena, a->domain_count, sizeof *planes);
  uint64_t *used = board->used_symbols[attr - 1];
  if (!planes) return STRATA_ENOMEM;
  memset(used, 0, a->word_count * sizeof *used);
  for (uint32_t c = 1; c < classes->count; c++) {
    const uint64_t *key = st_class_key_value(classes, attr, c);
    if (!add_key_to_planes(board, planes, key, a->word_count, c)) {
      return STRATA_ENOMEM;
    }
    for (uint32_t k = 0; k < a->word_count; k++) {
      used[k] |= key[k];
    }
  }
  board->planes[attr - 1] = planes;
  board->used_symbols_known[attr - 1] = true;
  return STRATA_OK;
}

/* Build a column of numbers for shared classes, which predicates read by the
 * column. */
static strata_status build_shared_numbers(st_board *board, strata_attr attr) {
  const st_classes *classes = board->classes;
  const st_attr *a = &board->rules->attrs[attr - 1];
  uint64_t *column =
      st_arena_alloc(board->arena, (size_t)board->words * 64, sizeof *column);
  if (!column) return STRATA_ENOMEM;
  for (uint32_t c = 1; c < classes->count; c++) {
    uint64_t cell = st_class_key_value(classes, attr, c)[0];
    column[c] = (uint64_t)st_entity_base_of_cell(a, cell);
  }
  board->numbers[attr - 1] = column;
  return STRATA_OK;
}

/* Build what shared classes have of an attribute, if something reads it. */
static strata_status build_shared_column(st_board *board, strata_attr attr) {
  if (board->classes->keys.attr_offsets[attr - 1] == 0) return STRATA_OK;
  switch (board->rules->attrs[attr - 1].type) {
  case STRATA_SET:
    return build_shared_planes(board, attr);
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_SYM:
    return build_shared_numbers(board, attr);
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return STRATA_OK;
}

strata_status st_board_clear(st_board *board) {
  size_t count = st_attr_count(board->rules);
  memset(board->numbers, 0, count * sizeof board->numbers[0]);
  memset(board->planes, 0, count * sizeof board->planes[0]);
  memset(board->used_symbols_known, 0,
         count * sizeof board->used_symbols_known[0]);
  board->words = board->classes->words;
  board->trials = 0;
  board->undo_count = 0;
  board->version = ++board->next_version;
  if (!board->classes->shared) return STRATA_OK;
  strata_status status = STRATA_OK;
  for (strata_attr a = 1; !status && a <= count; a++) {
    status = build_shared_column(board, a);
  }
  return status;
}

/* -- Writes and trials -- */

static strata_status write_board_word(st_board *board, uint64_t *where,
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
  board->version = ++board->next_version;
  return STRATA_OK;
}

size_t st_board_begin_trial(st_board *board) {
  enum { ROOM = sizeof board->versions / sizeof board->versions[0] };
  if (board->trials < ROOM) board->versions[board->trials] = board->version;
  board->trials++;
  return board->undo_count;
}

void st_board_end_trial(st_board *board, size_t to) {
  while (board->undo_count > to) {
    const st_board_undo *undo = &board->undo[--board->undo_count];
    *undo->where = undo->old;
  }
  board->trials--;
  enum { ROOM = sizeof board->versions / sizeof board->versions[0] };
  board->version = board->trials < ROOM ? board->versions[board->trials]
                                        : ++board->next_version;
}

/* -- Numbers -- */

static int64_t base_board_number(const st_board *board, strata_attr attr,
                                 uint32_t class) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  if (!board->classes->shared) return st_entity_base(board->store, a, class);
  const uint64_t *key = st_class_key_value(board->classes, attr, class);
  return st_entity_base_of_cell(a, key[0]);
}

static strata_status base_board_word(st_board *board, strata_attr attr,
                                     uint32_t class, uint64_t *out) {
  *out = (uint64_t)base_board_number(board, attr, class);
  if (board->rules->attrs[attr - 1].type != STRATA_ABILITIES) return STRATA_OK;
  uint32_t list = 0;
  strata_status status = st_ability_list_from_text(
      board->lists, board->compiled, board->store, (uint32_t)*out, &list);
  *out = list;
  return status;
}

/* Make a column of base values before the first write: when the write is
 * undone, base values are left. */
static strata_status make_number_column(st_board *board, strata_attr attr) {
  uint64_t *column =
      st_arena_alloc(board->arena, (size_t)board->words * 64, sizeof *column);
  if (!column) return STRATA_ENOMEM;
  for (uint32_t w = 0; w < board->words; w++) {
    uint64_t live = st_class_live(board->classes, w);
    for (; live != 0; live &= live - 1) {
      uint32_t class = w * 64 + st_lowest_bit(live);
      strata_status status =
          base_board_word(board, attr, class, &column[class]);
      if (status) return status;
    }
  }
  board->numbers[attr - 1] = column;
  return STRATA_OK;
}

strata_status st_board_get(st_board *board, strata_attr attr, uint32_t class,
                           uint64_t *out) {
  const uint64_t *column = board->numbers[attr - 1];
  if (!column) return base_board_word(board, attr, class, out);
  *out = column[class];
  return STRATA_OK;
}

strata_status st_board_put(st_board *board, strata_attr attr, uint32_t class,
                           uint64_t value) {
  if (!board->numbers[attr - 1]) {
    strata_status status = make_number_column(board, attr);
    if (status) return status;
  }
  return write_board_word(board, &board->numbers[attr - 1][class], value);
}

void st_board_get_base(const st_board *board, strata_attr attr, uint32_t class,
                       uint64_t *words) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  assert(board->classes->shared);
  if (a->type != STRATA_SET) {
    words[0] = (uint64_t)base_board_number(board, attr, class);
    return;
  }
  memcpy(words, st_class_key_value(board->classes, attr, class),
         a->word_count * sizeof *words);
}

/* -- Sets -- */

/* True if no page of the base column of a symbol was ever written. */
static bool is_base_symbol_unused(const st_board *board, uint32_t column) {
  const st_store *store = board->store;
  uint32_t slots = board->words * 64;
  for (uint32_t slot = 0; slot < slots; slot += ST_PAGE_BYTES * 8) {
    if (st_store_page(store, column, slot, ST_SHIFT_BIT) != store->arena) {
      return false;
    }
  }
  return true;
}

const uint64_t *st_board_used_symbols(st_board *board, strata_attr attr) {
  uint64_t *used = board->used_symbols[attr - 1];
  if (board->used_symbols_known[attr - 1]) return used;
  const st_attr *a = &board->rules->attrs[attr - 1];
  uint64_t **planes = board->planes[attr - 1];
  for (uint32_t i = 0; i < a->domain_count; i++) {
    bool is_made = planes && planes[i];
    st_bit_set(used, i,
               is_made || !is_base_symbol_unused(board, a->base_column + i));
  }
  board->used_symbols_known[attr - 1] = true;
  return used;
}

static strata_status make_symbol_plane(st_board *board, strata_attr attr,
                                       uint32_t index) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  uint64_t ***planes = &board->planes[attr - 1];
  if (!*planes) {
    *planes = st_arena_alloc(board->arena, a->domain_count, sizeof **planes);
    if (!*planes) return STRATA_ENOMEM;
  }
  uint64_t *plane = st_arena_alloc(board->arena, board->words, sizeof *plane);
  if (!plane) return STRATA_ENOMEM;
  for (uint32_t w = 0; w < board->words && !board->classes->shared; w++) {
    plane[w] = st_get_bits64(board->store, a->base_column + index, w);
  }
  (*planes)[index] = plane;
  st_bit_set(board->used_symbols[attr - 1], index, true);
  return STRATA_OK;
}

strata_status st_board_put_plane(st_board *board, strata_attr attr,
                                 uint32_t index, uint32_t word, uint64_t bits) {
  if (st_board_get_plane(board, attr, index, word) == bits) return STRATA_OK;
  if (!board->planes[attr - 1] || !board->planes[attr - 1][index]) {
    strata_status status = make_symbol_plane(board, attr, index);
    if (status) return status;
  }
  return write_board_word(board, &board->planes[attr - 1][index][word], bits);
}

strata_status st_board_put_symbol(st_board *board, strata_attr attr,
                                  uint32_t index, st_board_class_words members,
                                  bool on) {
  for (uint32_t i = 0; i < members.count; i++) {
    if (members.words[i] == 0) continue;
    uint32_t word = members.first + i;
    uint64_t bits = st_board_get_plane(board, attr, index, word);
    uint64_t changed = members.words[i] & (on ? ~bits : bits);
    if (changed == 0) continue;
    strata_status status =
        st_board_put_plane(board, attr, index, word, bits ^ changed);
    if (status) return status;
  }
  return STRATA_OK;
}

void st_board_get_set(st_board *board, strata_attr attr, uint32_t class,
                      uint64_t *words) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  const uint64_t *used = st_board_used_symbols(board, attr);
  for (uint32_t k = 0; k < a->word_count; k++) {
    words[k] = 0;
    for (uint64_t left = used[k]; left != 0; left &= left - 1) {
      uint32_t bit = st_lowest_bit(left);
      uint64_t plane =
          st_board_get_plane(board, attr, k * 64 + bit, class / 64);
      words[k] |= (plane >> (class % 64) & 1) << bit;
    }
  }
}

/* Transpose a block: bit i of word k becomes bit k of the word at i *
 * stride. A few bits are moved one by one, which is faster than the full
 * transposition. */
static void transpose_block(uint64_t *block, uint64_t used, uint64_t *words,
                            size_t stride) {
  enum { FEW = 128 };
  uint32_t count = 0;
  for (uint64_t left = used; left != 0; left &= left - 1) {
    count += st_count_bits(block[st_lowest_bit(left)]);
  }
  if (count > FEW) {
    st_lanes_transpose(block);
    for (uint32_t i = 0; i < ST_LANES; i++) {
      words[i * stride] = block[i];
    }
    return;
  }
  for (uint32_t i = 0; i < ST_LANES; i++) {
    words[i * stride] = 0;
  }
  for (uint64_t left = used; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    for (uint64_t some = block[bit]; some != 0; some &= some - 1) {
      words[st_lowest_bit(some) * stride] |= (uint64_t)1 << bit;
    }
  }
}

void st_board_get_sets(st_board *board, strata_attr attr, uint32_t word,
                       uint64_t *words, size_t stride) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  const uint64_t *used = st_board_used_symbols(board, attr);
  for (uint32_t k = 0; k < a->word_count; k++) {
    uint64_t block[ST_LANES] = {0};
    for (uint64_t left = used[k]; left != 0; left &= left - 1) {
      uint32_t bit = st_lowest_bit(left);
      block[bit] = st_board_get_plane(board, attr, k * 64 + bit, word);
    }
    transpose_block(block, used[k], words + k, stride);
  }
}

/* -- New and changed classes -- */

/* Read the base SET of a class; of shared classes the symbols in the key. */
static void read_base_set(const st_board *board, strata_attr attr,
                          uint32_t class, uint64_t *words) {
  if (board->classes->shared) {
    st_board_get_base(board, attr, class, words);
  } else {
    st_entity_base_symbols(board->store, &board->rules->attrs[attr - 1], class,
                           words);
  }
}

/* Write whether a class has a symbol. A symbol that has no plane needs none as
 * long as base values say the same: those of each class, or, where classes are
 * shared, that none has it. */
static strata_status reset_class_symbol(st_board *board, strata_attr attr,
                                        uint32_t class, uint32_t index,
                                        bool has) {
  uint64_t **planes = board->planes[attr - 1];
  if (!planes || !planes[index]) {
    if (!has || !board->classes->shared) return STRATA_OK;
    strata_status status = make_symbol_plane(board, attr, index);
    if (status) return status;
    planes = board->planes[attr - 1];
  }
  st_bit_set(planes[index], class, has);
  return STRATA_OK;
}

static strata_status reset_class_set(st_board *board, strata_attr attr,
                                     uint32_t class) {
  const st_attr *a = &board->rules->attrs[attr - 1];
  uint64_t *used = board->used_symbols[attr - 1];
  const uint64_t *base = board->set_scratch;
  bool shared = board->classes->shared;
  if (shared && board->classes->keys.attr_offsets[attr - 1] == 0) {
    return STRATA_OK;
  }
  if (!board->planes[attr - 1] && !board->used_symbols_known[attr - 1]) {
    return STRATA_OK; /* nothing was made of base values yet */
  }
  read_base_set(board, attr, class, board->set_scratch);
  for (uint32_t k = 0; k < a->word_count; k++) {
    used[k] |= base[k]; /* it may have a symbol that no class had */
    if (!board->planes[attr - 1] && !shared) continue;
    for (uint64_t left = used[k]; left != 0; left &= left - 1) {
      uint32_t i = k * 64 + st_lowest_bit(left);
      strata_status status =
          reset_class_symbol(board, attr, class, i, st_bit_test(base, i));
      if (status) return status;
    }
  }
  return STRATA_OK;
}

strata_status st_board_reset_class(st_board *board, uint32_t class) {
  assert(board->trials == 0);
  st_board_bump_version(board);
  for (strata_attr attr = 1; attr <= st_attr_count(board->rules); attr++) {
    strata_status status = STRATA_OK;
    if (board->rules->attrs[attr - 1].type == STRATA_SET) {
      status = reset_class_set(board, attr, class);
    } else if (board->numbers[attr - 1]) {
      status =
          base_board_word(board, attr, class, &board->numbers[attr - 1][class]);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

size_t st_board_bytes(const st_board *board) {
  return board->undo_capacity * sizeof board->undo[0];
}
