/*
 * class_keys.c - class keys: the base values of an entity that some clause
 * reads.
 *
 * A key is a row of raw cells. Cells are never decoded here: two cells of an
 * attribute are equal exactly if their values are. Of a SET a key has one bit
 * for each symbol that some clause tests.
 *
 * Keys of 64 slots are read and hashed together: 64 slots of a column are one
 * or two pages or a word of one, so a block copies whole pages and its loops
 * have no branches.
 */
#include "layers/inforce/class_keys.h"

#include <string.h>

/* -- Beginning and end -- */

static size_t attr_bitmap_words(const strata_rules *rules) {
  return (size_t)st_attr_count(rules) / 64 + 1;
}

/* Words of a key that has every attribute. */
static size_t widest_key_words(const strata_rules *rules) {
  size_t words = 1;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    words += rules->attrs[i].word_count;
  }
  return words;
}

strata_status st_class_keys_init(st_class_keys *keys, st_mem *mem,
                                 const st_store *store) {
  const strata_rules *rules = store->rules;
  size_t attrs = (size_t)st_attr_count(rules) + 1; /* at least 1 */
  size_t widest = widest_key_words(rules);
  *keys = (st_class_keys){.mem = mem, .rules = rules, .store = store};
  keys->fields = st_mem_zeroed(mem, attrs, sizeof keys->fields[0]);
  keys->attr_offsets = st_mem_zeroed(mem, attrs, sizeof keys->attr_offsets[0]);
  keys->partial_sets = st_mem_zeroed(mem, attr_bitmap_words(rules),
                                     sizeof keys->partial_sets[0]);
  keys->key_scratch = st_mem_zeroed(mem, widest, sizeof keys->key_scratch[0]);
  keys->block_scratch = st_mem_resize(mem, NULL, 0, widest * ST_CLASS_KEY_BLOCK,
                                      sizeof keys->block_scratch[0]);
  bool ok = keys->fields && keys->attr_offsets && keys->partial_sets &&
            keys->key_scratch && keys->block_scratch;
  return ok ? STRATA_OK : STRATA_ENOMEM;
}

void st_class_keys_fini(st_class_keys *keys) {
  if (!keys->mem) return;
  st_mem *mem = keys->mem;
  size_t attrs = (size_t)st_attr_count(keys->rules) + 1;
  size_t widest = widest_key_words(keys->rules);
  st_mem_free(mem, keys->fields, attrs, sizeof keys->fields[0]);
  st_mem_free(mem, keys->attr_offsets, attrs, sizeof keys->attr_offsets[0]);
  st_mem_free(mem, keys->partial_sets, attr_bitmap_words(keys->rules),
              sizeof keys->partial_sets[0]);
  st_mem_free(mem, keys->key_scratch, widest, sizeof keys->key_scratch[0]);
  st_mem_free(mem, keys->block_scratch, widest * ST_CLASS_KEY_BLOCK,
              sizeof keys->block_scratch[0]);
  *keys = (st_class_keys){0};
}

/* -- Which attributes, and where -- */

void st_class_keys_select_attrs(st_class_keys *keys,
                                const st_in_force *in_force) {
  keys->field_count = 0;
  keys->words = 0;
  memset(keys->partial_sets, 0,
         attr_bitmap_words(keys->rules) * sizeof keys->partial_sets[0]);
  for (uint32_t i = 0; i < st_attr_count(keys->rules); i++) {
    const st_attr *a = &keys->rules->attrs[i];
    keys->attr_offsets[i] = 0;
    if (!in_force->is_read[i]) continue;
    keys->attr_offsets[i] = keys->words + 1;
    st_class_key_field field = {.attr = i + 1,
                                .offset = keys->words,
                                .words = a->word_count,
                                .column = a->base_column,
                                .type = (uint8_t)a->type,
                                .cell =
                                    keys->store->columns[a->base_column].width};
    if (a->type == STRATA_SET) {
      field.cell = ST_CELL_BIT;
      field.domain_count = a->domain_count;
    }
    if (a->type == STRATA_SET && !in_force->reads_whole_set[i]) {
      field.mask = in_force->read_symbols[i];
      st_bit_set(keys->partial_sets, i, true);
    }
    keys->fields[keys->field_count++] = field;
    keys->words += a->word_count;
  }
}

/* The symbols 64*k .. +63 of the domain of a SET that a key has. */
static uint64_t relevant_symbols(const st_class_key_field *field, uint32_t k) {
  if (field->mask) return field->mask[k];
  uint32_t left = field->domain_count - k * 64;
  return left >= 64 ? UINT64_MAX : ((uint64_t)1 << left) - 1;
}

/* The symbols of the key that a slot has. The columns of a domain follow one
 * another, and so do their pages in the directory. */
static uint64_t read_slot_symbols(const st_store *store,
                                  const st_class_key_field *field, uint32_t k,
                                  uint32_t slot) {
  const st_column *columns = &store->columns[field->column];
  const uint32_t *first =
      store->directory + columns[0].first_entry + (slot >> ST_SHIFT_BIT);
  size_t step = field->domain_count > 1
                    ? columns[1].first_entry - columns[0].first_entry
                    : 0;
  const uint64_t *words = store->arena + slot / 64 % ST_PAGE_WORDS;
  uint64_t present = 0;
  for (uint64_t left = relevant_symbols(field, k); left != 0;
       left &= left - 1) {
    uint32_t i = st_lowest_bit(left);
    uint32_t page = first[step * (k * 64 + i)];
    uint64_t has = words[(size_t)page * ST_PAGE_WORDS] >> (slot % 64) & 1;
    present |= has << i;
  }
  return present;
}

void st_class_keys_read(const st_class_keys *keys, uint32_t slot,
                        uint64_t *key) {
  const st_store *store = keys->store;
  const st_class_key_field *end = keys->fields + keys->field_count;
  for (const st_class_key_field *f = keys->fields; f != end; f++) {
    if (f->type == STRATA_SET) {
      for (uint32_t k = 0; k < f->words; k++) {
        key[f->offset + k] = read_slot_symbols(store, f, k, slot);
      }
    } else if (f->cell == ST_CELL_64) {
      key[f->offset] = st_get64(store, f->column, slot);
    } else if (f->cell == ST_CELL_32) {
      key[f->offset] = st_get32(store, f->column, slot);
    } else {
      key[f->offset] = st_get_bit(store, f->column, slot);
    }
  }
}

/* The symbols of a SET for 64 slots. */
static void read_block_symbols(const st_store *store,
                               const st_class_key_field *field, uint32_t word,
                               uint64_t *block) {
  memset(block, 0, (size_t)field->words * ST_CLASS_KEY_BLOCK * sizeof *block);
  for (uint32_t k = 0; k < field->words; k++, block += ST_CLASS_KEY_BLOCK) {
    for (uint64_t left = relevant_symbols(field, k); left != 0;
         left &= left - 1) {
      uint32_t i = st_lowest_bit(left);
      uint64_t has = st_get_bits64(store, field->column + k * 64 + i, word);
      for (; has != 0; has &= has - 1) {
        block[st_lowest_bit(has)] |= (uint64_t)1 << i;
      }
    }
  }
}

static void read_block_cells(const st_store *store,
                             const st_class_key_field *field, uint32_t word,
                             uint64_t *block) {
  static_assert(ST_CLASS_KEY_BLOCK == 2 * ST_PAGE_WORDS,
                "64 cells are two pages or one");
  uint32_t slot = word * ST_CLASS_KEY_BLOCK;
  if (field->cell == ST_CELL_64) {
    memcpy(block, st_store_page(store, field->column, slot, ST_SHIFT_64),
           ST_PAGE_BYTES);
    slot += ST_PAGE_WORDS;
    memcpy(block + ST_PAGE_WORDS,
           st_store_page(store, field->column, slot, ST_SHIFT_64),
           ST_PAGE_BYTES);
  } else if (field->cell == ST_CELL_32) {
    const uint32_t *cells =
        (const void *)st_store_page(store, field->column, slot, ST_SHIFT_32);
    for (uint32_t i = 0; i < ST_CLASS_KEY_BLOCK; i++) {
      block[i] = cells[i];
    }
  } else {
    uint64_t bits = st_get_bits64(store, field->column, word);
    for (uint32_t i = 0; i < ST_CLASS_KEY_BLOCK; i++) {
      block[i] = bits >> i & 1;
    }
  }
}

void st_class_keys_read_block(st_class_keys *keys, uint32_t word) {
  for (uint32_t i = 0; i < keys->field_count; i++) {
    const st_class_key_field *field = &keys->fields[i];
    uint64_t *block =
        keys->block_scratch + (size_t)field->offset * ST_CLASS_KEY_BLOCK;
    if (field->type == STRATA_SET) {
      read_block_symbols(keys->store, field, word, block);
    } else {
      read_block_cells(keys->store, field, word, block);
    }
  }
}

static uint64_t mix_key_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0xD6E8FEB86659FD93);
  return hash ^ hash >> 32;
}

#define KEY_HASH_SEED UINT64_C(0x9E3779B97F4A7C15)

uint64_t st_class_keys_hash(const st_class_keys *keys, const uint64_t *key) {
  uint64_t hash = KEY_HASH_SEED;
  for (uint32_t i = 0; i < keys->words; i++) {
    hash = mix_key_word(hash, key[i]);
  }
  return hash;
}

void st_class_keys_hash_block(const st_class_keys *keys, uint64_t *hashes) {
  for (uint32_t i = 0; i < ST_CLASS_KEY_BLOCK; i++) {
    hashes[i] = KEY_HASH_SEED;
  }
  for (uint32_t k = 0; k < keys->words; k++) {
    const uint64_t *words =
        keys->block_scratch + (size_t)k * ST_CLASS_KEY_BLOCK;
    for (uint32_t i = 0; i < ST_CLASS_KEY_BLOCK; i++) {
      hashes[i] = mix_key_word(hashes[i], words[i]);
    }
  }
}
