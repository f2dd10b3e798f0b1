/*
 * entity.c - entities: slots with generations, and cells of base values.
 *
 * A cell holds the difference between the base value and the attribute's
 * default (numbers: subtraction, other types: xor). So a new entity is all
 * zeros, and an attribute with its default value costs nothing.
 *
 * The generation of a slot grows when the slot is taken and when its entity
 * ends: it is odd while the slot is live, and no handle ever names two
 * entities (asserted where a generation is written). A slot whose generations
 * are exhausted is not used again.
 *
 * Keeping last-known information is the first half of despawning. The handle is
 * stale already, so code that looks for live entities needs no further test.
 * The second half, st_entity_free_last_known, follows when nothing refers to
 * the slot any more.
 */
#include "world/objects/entity.h"

#include "base/lanes.h"
#include "world/objects/chain_override.h"
#include "world/objects/knowledge.h"
#include "world/store/cell_writer.h"
#include "world/store/notes.h"
#include "world/store/raw_writer.h"

#include <string.h>

strata_status st_next_stamp(st_store *store, uint64_t *out) {
  *out = st_scalar_get(store, ST_SCALAR_STAMP) + 1;
  return st_scalar_put(store, ST_SCALAR_STAMP, *out);
}

strata_status st_entity_restamp(st_store *store, uint32_t slot) {
  uint64_t stamp;
  strata_status status = st_next_stamp(store, &stamp);
  if (status) return status;
  return st_put64(store, ST_COLUMN_ENTITY_STAMP, slot, stamp);
}

/* Take a slot and add `step` to its generation. */
static strata_status take_entity_slot(st_store *store, uint32_t step,
                                      uint32_t *slot, uint32_t *generation) {
  strata_status status = st_row_pool_alloc(store, ST_TABLE_ENTITY, slot);
  if (status) return status;
  *generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, *slot) + step;
  return st_put32(store, ST_COLUMN_ENTITY_GENERATION, *slot, *generation);
}

static strata_status add_live_count(st_store *store, int change) {
  uint64_t count = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT);
  return st_scalar_put(store, ST_SCALAR_ENTITY_COUNT,
                       count + (uint64_t)(int64_t)change);
}

strata_status st_entity_spawn_with(st_store *store,
                                   const st_row_template *row_template,
                                   strata_entity *out) {
  st_raw_writer w = st_raw_writer_begin(store);
  uint32_t slot = 0;
  if (st_raw_writer_make_room(&w, (size_t)row_template->count + 7)) {
    slot = st_raw_writer_take_row(&w, ST_TABLE_ENTITY);
  }
  if (slot == 0) return st_raw_writer_end(&w);
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot) + 1;
  uint64_t live = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT);
  uint64_t stamp = st_scalar_get(store, ST_SCALAR_STAMP) + 1;
  assert(generation % 2 == 1);
  st_raw_writer_change_scalar(&w, ST_SCALAR_ENTITY_COUNT, live, live + 1);
  st_raw_writer_change_scalar(&w, ST_SCALAR_STAMP, stamp - 1, stamp);
  st_raw_writer_change32(&w, ST_COLUMN_ENTITY_GENERATION, slot, generation - 1,
                         generation);
  st_raw_writer_set_bit(&w, ST_COLUMN_ENTITY_LIVE, slot);
  st_raw_writer_change64(&w, ST_COLUMN_ENTITY_STAMP, slot, 0, stamp);
  st_raw_writer_put_template(&w, slot, row_template);
  strata_status status = st_raw_writer_end(&w);
  if (!status) *out = st_handle(slot, generation);
  return status;
}

strata_status st_entity_spawn(st_store *store, strata_entity *out) {
  return st_entity_spawn_with(store, &(st_row_template){0}, out);
}

strata_status st_entity_spawn_last_known(st_store *store, uint32_t *out) {
  uint32_t generation;
  strata_status status = take_entity_slot(store, 2, out, &generation);
  if (status) return status;
  assert(generation % 2 == 0);
  return st_put_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, *out, true);
}

strata_status st_pending_trigger_free(st_store *store, uint32_t row) {
  st_cell_writer w = {.store = store};
  w.status =
      st_notes_clear(store, (st_notes_head){ST_COLUMN_TRIGGER_VARIABLES, row});
  st_cell_writer_clear(&w, ST_COLUMN_TRIGGER_NEXT, ST_COLUMN_TRIGGER_VARIABLES,
                       row);
  st_cell_writer_free_row(&w, ST_TABLE_TRIGGER, row);
  return w.status;
}

/* Remove what a slot owns in other tables. */
static strata_status clear_owned_rows(st_store *store, uint32_t slot) {
  strata_status status = st_notes_clear(store, st_notes_of_entity(slot));
  if (!status) status = st_knowledge_forget(store, slot);
  if (!status) status = st_chain_override_remove_all(store, slot);
  uint32_t trigger = st_get32(store, ST_COLUMN_ENTITY_TRIGGER, slot);
  if (status || trigger == 0) return status;
  status = st_pending_trigger_free(store, trigger);
  return status ? status : st_put32(store, ST_COLUMN_ENTITY_TRIGGER, slot, 0);
}

/* Clear all cells of a slot except its generation, LIVE and LAST_KNOWN. */
static strata_status clear_entity_row(st_store *store, uint32_t slot) {
  st_cell_writer w = {.store = store};
  st_cell_writer_clear(&w, ST_COLUMN_ENTITY_STAMP, ST_COLUMN_ENTITY_BELOW,
                       slot);
  if (!w.status) w.status = clear_owned_rows(store, slot);
  for (uint32_t i = 0; !w.status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    assert(!attr->layered || st_get32(store, attr->chain_column, slot) == 0);
    st_cell_writer_clear(&w, attr->base_column,
                         attr->base_column + st_attr_column_count(attr) - 1,
                         slot);
    if (attr->counter) {
      st_cell_writer_put64(&w, attr->counter_stamp_column, slot, 0);
    }
  }
  return w.status;
}

/* Make the handle of a live slot stale. */
static strata_status invalidate_handle(st_store *store, uint32_t slot) {
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  assert(generation % 2 == 1);
  assert(st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot) == 0);
  assert(st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot) == 0);
  assert(st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) == 0);
  strata_status status = st_put_bit(store, ST_COLUMN_ENTITY_LIVE, slot, false);
  if (!status) status = add_live_count(store, -1);
  if (status) return status;
  return st_put32(store, ST_COLUMN_ENTITY_GENERATION, slot, generation + 1);
}

static strata_status free_entity_slot(st_store *store, uint32_t slot) {
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  if (generation >= ST_GENERATION_EXHAUSTED) return STRATA_OK;
  return st_row_pool_free(store, ST_TABLE_ENTITY, slot);
}

strata_status st_entity_despawn(st_store *store, uint32_t slot) {
  strata_status status = invalidate_handle(store, slot);
  if (!status) status = clear_entity_row(store, slot);
  return status ? status : free_entity_slot(store, slot);
}

strata_status st_entity_keep_last_known(st_store *store, uint32_t slot) {
  strata_status status = invalidate_handle(store, slot);
  if (status) return status;
  return st_put_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot, true);
}

strata_status st_entity_free_last_known(st_store *store, uint32_t slot) {
  assert(st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot));
  strata_status status = clear_entity_row(store, slot);
  if (!status) {
    status = st_put_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot, false);
  }
  return status ? status : free_entity_slot(store, slot);
}

strata_status st_entity_set_counter(st_store *store, const st_attr *attr,
                                    uint32_t slot, int64_t count) {
  assert(attr->counter && count >= 0);
  int64_t before = st_entity_base(store, attr, slot);
  strata_status status = st_entity_set_base(store, attr, slot, count);
  if (status || (count > 0 && count <= before)) return status;
  uint64_t stamp = 0;
  if (count > before) status = st_next_stamp(store, &stamp);
  if (status) return status;
  return st_put64(store, attr->counter_stamp_column, slot, stamp);
}

/* 64 cells of 64 bits are two pages. In the arena the second often follows the
 * first, and then the cells can be returned in place. */
static const int64_t *read_base64_wide(const st_store *store,
                                       const st_attr *attr, uint32_t word,
                                       int64_t *room) {
  static_assert(ST_PAGE_WORDS == 32, "64 cells are two pages");
  uint32_t slot = word * 64;
  uint64_t default_value = (uint64_t)attr->default_value;
  const uint64_t *low =
      st_store_page(store, attr->base_column, slot, ST_SHIFT_64);
  const uint64_t *high = st_store_page(store, attr->base_column,
                                       slot + ST_PAGE_WORDS, ST_SHIFT_64);
  if (default_value == 0 && high == low + ST_PAGE_WORDS) {
    return (const int64_t *)low;
  }
  if (attr->type != STRATA_INT) { /* the default of a REF is 0 */
    memcpy(room, low, ST_PAGE_BYTES);
    memcpy(room + ST_PAGE_WORDS, high, ST_PAGE_BYTES);
    return room;
  }
  for (uint32_t i = 0; i < ST_PAGE_WORDS; i++) {
    room[i] = (int64_t)(low[i] + default_value);
    room[i + ST_PAGE_WORDS] = (int64_t)(high[i] + default_value);
  }
  return room;
}

/* 64 NARROW cells are one page. */
static void read_base64_narrow(const st_attr *attr,
                               const uint32_t *restrict cells,
                               int64_t *restrict room) {
  uint32_t bias = attr->bias;
  int64_t min = attr->min;
  for (uint32_t i = 0; i < 64; i++) {
    room[i] = (int64_t)(uint32_t)(cells[i] + bias) + min;
  }
}

const int64_t *st_entity_base64(const st_store *store, const st_attr *attr,
                                uint32_t word, int64_t *room) {
  static_assert(ST_PAGE_BYTES / sizeof(uint32_t) == 64, "a page is a word");
  if (!attr->narrow && attr->type != STRATA_SYM) {
    return read_base64_wide(store, attr, word, room);
  }
  const uint32_t *cells = (const void *)st_store_page(store, attr->base_column,
                                                      word * 64, ST_SHIFT_32);
  if (attr->narrow) {
    read_base64_narrow(attr, cells, room);
    return room;
  }
  assert(attr->type == STRATA_SYM);
  uint32_t default_value = (uint32_t)attr->default_value;
  for (uint32_t i = 0; i < 64; i++) {
    room[i] = (int64_t)(cells[i] ^ default_value);
  }
  return room;
}

/* Which of symbols 64 * k and up of a SET some entity may have, as bits: the
 * columns of a domain follow one another, and most of them have no page. */
static uint64_t present_symbols(const st_store *store, const st_attr *attr,
                                uint32_t k) {
  uint32_t count = attr->domain_count - k * 64;
  uint64_t paged = st_store_paged_columns(store, attr->base_column + k * 64);
  return count < 64 ? paged & ((UINT64_C(1) << count) - 1) : paged;
}

/* Symbols 64 * k and up of a SET. */
static uint64_t read_symbol_word(const st_store *store, const st_attr *attr,
                                 uint32_t slot, uint32_t k) {
  assert(slot < store->capacity[ST_TABLE_ENTITY]);
  const st_column *columns = &store->columns[attr->base_column + k * 64];
  const uint32_t *pages = store->directory + (slot >> ST_SHIFT_BIT);
  const uint64_t *cells = store->arena + slot / 64 % ST_PAGE_WORDS;
  uint64_t word = 0;
  for (uint64_t left = present_symbols(store, attr, k); left != 0;
       left &= left - 1) {
    uint32_t i = st_lowest_bit(left);
    size_t page = pages[columns[i].first_entry];
    word |= (cells[page * ST_PAGE_WORDS] >> (slot % 64) & 1) << i;
  }
  return word;
}

void st_entity_base_symbols(const st_store *store, const st_attr *attr,
                            uint32_t slot, uint64_t *words) {
  for (uint32_t k = 0; k < attr->word_count; k++) {
    words[k] = read_symbol_word(store, attr, slot, k);
  }
}

strata_status st_entity_set_base_symbols(st_store *store, const st_attr *attr,
                                         uint32_t slot, const uint64_t *words) {
  for (uint32_t k = 0; k < attr->word_count; k++) {
    uint64_t changed = read_symbol_word(store, attr, slot, k) ^ words[k];
    for (; changed != 0; changed &= changed - 1) {
      uint32_t i = k * 64 + st_lowest_bit(changed);
      strata_status status =
          st_put_bit(store, attr->base_column + i, slot, st_bit_test(words, i));
      if (status) return status;
    }
  }
  return STRATA_OK;
}

void st_entity_base_symbols64(const st_store *store, const st_attr *attr,
                              uint32_t k, uint32_t word, uint64_t *words) {
  uint64_t any = 0;
  memset(words, 0, ST_LANES * sizeof *words);
  for (uint64_t left = present_symbols(store, attr, k); left != 0;
       left &= left - 1) {
    uint32_t i = st_lowest_bit(left);
    words[i] = st_get_bits64(store, attr->base_column + k * 64 + i, word);
    any |= words[i];
  }
  if (any != 0) st_lanes_transpose(words);
}
