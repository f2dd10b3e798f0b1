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

/* Whether a cell is met for the first time; `met` has two bits for each word of
 * the arena, one for each half. Cells of one bit count as met for the first
 * time, and so do those without a page, which all columns share. */
static bool is_first_record(uint64_t *met, const st_column *column,
                            const st_journal_record *record) {
  uint32_t word = (uint32_t)record->column_and_word;
  if (column->width == ST_CELL_BIT || word < ST_PAGE_WORDS) return true;
  uint32_t half = 2 * word + record->index % 2;
  if (st_bit_test(met, half)) return false;
  st_bit_set(met, half, true);
  return true;
}

static void keep_words(st_way_forward *way, const st_store *store, size_t from,
                       uint64_t *met) {
  way->count = 0;
  for (size_t i = from; i < store->journal_count; i++) {
    const st_journal_record *r = &store->journal[i];
    uint32_t column = st_journal_record_column(r);
    if (column & ST_JOURNAL_NEW_PAGE) continue;
    const st_column *c = &store->columns[column];
    if (!is_first_record(met, c, r)) continue;
    uint32_t at = (uint32_t)r->column_and_word % ST_PAGE_WORDS;
    uint32_t place = place_of_record(store, c, r);
    size_t page = store->directory[c->first_entry + place];
    way->words[way->count++] =
        (st_forward_word){.word = store->arena[page * ST_PAGE_WORDS + at],
                          .column = column,
                          .index = r->index,
                          .place = place,
                          .at = at};
  }
}

strata_status st_way_forward_keep(st_way_forward *way, const st_store *store,
                                  st_savepoint from) {
  size_t records = store->journal_count - from.journal_count;
  size_t halves = (size_t)store->page_count * ST_PAGE_WORDS * 2;
  uint64_t *met = st_mem_zeroed(store->mem, halves / 64, sizeof *met);
  bool has_room = met && st_mem_reserve(store->mem, &way->words, &way->capacity,
                                        records, sizeof way->words[0]);
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
