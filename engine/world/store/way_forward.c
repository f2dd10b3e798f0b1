/*
 * way_forward.c - from a state that was rolled back forward again.
 *
 * The journal has the words that were overwritten, so at its end the store has
 * the words that a rollback is about to take away: these are kept. A word that
 * was written a hundred times, such as the number of the newest log row, is
 * kept once, so the way is about half as long as the journal.
 */
#include "world/store/way_forward.h"

void st_way_forward_fini(st_way_forward *way, st_mem *mem) {
  st_mem_free(mem, way->words, way->capacity, sizeof way->words[0]);
  *way = (st_way_forward){0};
}

/* The directory entry, relative to the column's first, of the page that a
 * record of the journal wrote to. */
static uint32_t place_of_record(const st_store *store, const st_column *column,
                                const st_journal_record *record) {
  uint32_t page = (uint32_t)record->column_and_word / ST_PAGE_WORDS;
  if (column->width != ST_CELL_SPLIT) return record->index >> column->shift;
  uint32_t low = st_split_page(record->index, 0);
  bool is_low = store->directory[column->first_entry + low] == page;
  return is_low ? low : st_split_page(record->index, 1);
}

/* Whether the word of a cell has to be kept; `met` has two bits for each word
 * of the arena, one for each half. Cells of one bit are kept each time, and so
 * are those without a page, which all columns share. */
static bool is_first_met(uint64_t *met, const st_column *column, uint32_t index,
                         size_t word) {
  if (column->width == ST_CELL_BIT || word < ST_PAGE_WORDS) return true;
  uint32_t half = (uint32_t)(2 * word + index % 2);
  if (st_bit_test(met, half)) return false;
  st_bit_set(met, half, true);
  return true;
}

/* Keep a word that `of` names, unless it is kept already for this cell. */
static void keep_word(st_way_forward *way, const st_store *store, uint64_t *met,
                      st_forward_word of) {
  const st_column *c = &store->columns[of.column];
  size_t page = store->directory[c->first_entry + of.place];
  size_t word = page * ST_PAGE_WORDS + of.at;
  if (!is_first_met(met, c, of.index, word)) return;
  of.word = store->arena[word];
  way->words[way->count++] = of;
}

/* The word of a cell in its page; the column has no cells of one bit. */
static uint32_t word_of_cell(const st_column *column, uint32_t index) {
  assert(column->width != ST_CELL_BIT);
  return column->width == ST_CELL_64 ? index % ST_PAGE_WORDS
                                     : index / 2 % ST_PAGE_WORDS;
}

/* Keep the words of a fresh row. Those without a page are 0, as they were. */
static void keep_fresh_row(st_way_forward *way, const st_store *store,
                           uint64_t *met, const st_journal_record *r) {
  for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
    st_forward_word of = {.column = st_fresh_row_column(r, left),
                          .index = r->index};
    const st_column *c = &store->columns[of.column];
    bool is_split = c->width == ST_CELL_SPLIT;
    of.at = word_of_cell(c, r->index);
    for (uint32_t half = 0; half <= is_split; half++) {
      of.place =
          is_split ? st_split_page(r->index, half) : r->index >> c->shift;
      if (store->directory[c->first_entry + of.place] == 0) continue;
      keep_word(way, store, met, of);
    }
  }
}

static void keep_words(st_way_forward *way, const st_store *store, size_t from,
                       uint64_t *met) {
  way->count = 0;
  for (size_t i = from; i < store->journal_count; i++) {
    const st_journal_record *r = &store->journal[i];
    uint32_t column = st_journal_record_column(r);
    if (column & ST_JOURNAL_NEW_PAGE) continue;
    if (st_journal_record_is_row(r)) {
      keep_fresh_row(way, store, met, r);
      continue;
    }
    keep_word(way, store, met,
              (st_forward_word){
                  .column = column,
                  .index = r->index,
                  .place = place_of_record(store, &store->columns[column], r),
                  .at = (uint32_t)r->column_and_word % ST_PAGE_WORDS});
  }
}

/* At most so many words are kept: the two halves of a cell of a fresh row may
 * be words of their own. */
static size_t count_words(const st_store *store, size_t from) {
  size_t count = 0;
  for (size_t i = from; i < store->journal_count; i++) {
    const st_journal_record *r = &store->journal[i];
    count += st_journal_record_is_row(r) ? 2 * st_count_bits(r->old_word) : 1;
  }
  return count;
}

strata_status st_way_forward_keep(st_way_forward *way, const st_store *store,
                                  st_savepoint from) {
  size_t most = count_words(store, from.journal_count);
  size_t halves = (size_t)store->page_count * ST_PAGE_WORDS * 2;
  uint64_t *met = st_mem_zeroed(store->mem, halves / 64, sizeof *met);
  bool has_room = met && st_mem_reserve(store->mem, &way->words, &way->capacity,
                                        most, sizeof way->words[0]);
  if (has_room) {
    keep_words(way, store, from.journal_count, met);
    way->from_hash = from.hash;
    way->to_hash = store->hash;
  }
  st_mem_free(store->mem, met, met ? halves / 64 : 0, sizeof *met);
  return has_room ? STRATA_OK : STRATA_ENOMEM;
}

/* Write one word. The journal has space for two records. A word that is 0 needs
 * no page; its record then names the zero page, as one of st_store_touch. */
static strata_status write_forward_word(st_store *store,
                                        const st_forward_word *f) {
  const st_column *column = &store->columns[f->column];
  assert(f->index < store->capacity[column->table]);
  const uint32_t *entry = &store->directory[column->first_entry + f->place];
  if (*entry == 0 && f->word != 0) {
    strata_status status = st_store_add_page(store, f->column, f->place);
    if (status) return status;
  }
  uint64_t *word = &store->arena[(size_t)*entry * ST_PAGE_WORDS + f->at];
  st_journal_add_word(store, word, f->column, f->index);
  if (*word != f->word) *word = f->word; /* the zero page is never written */
  return STRATA_OK;
}

strata_status st_way_forward_go(const st_way_forward *way, st_store *store) {
  assert(store->hash == way->from_hash);
  size_t from = store->journal_count;
  if (!st_store_has_room(store, 2 * way->count) &&
      !st_store_grow_journal(store, 2 * way->count)) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < way->count; i++) {
    status = write_forward_word(store, &way->words[i]);
  }
  if (status) return status;
  store->hash = way->to_hash;
  if (store->on_undo) {
    store->on_undo(store->on_undo_user, store->journal + from,
                   store->journal_count - from);
  }
  return STRATA_OK;
}
