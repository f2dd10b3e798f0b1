/*
 * strings.c - texts as state, and a hash table to find them by content.
 *
 * Names of entities and effects, and the expressions of effects, repeat: a
 * game has some hundreds of different ones and thousands of uses. So they are
 * interned, and never freed within a world. The bytes lie in a column of
 * 64-bit words, the first byte lowest, so pages are the same on every machine.
 *
 * The hash table is a cache and is not informed of rollbacks. A look-up
 * believes an entry only if its id exists and its bytes are equal, so stale
 * entries do no harm (unit test strings.stale_entries_of_the_index_do_no_harm).
 * Its hashes have a key that differs from process to process, so that it is
 * hard to write texts that all meet in one slot; what is found does not depend
 * on it.
 */
#include "world/store/strings.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

#define TEXT_LIMIT (UINT32_C(1) << 24) /* bytes in one text */

uint64_t st_strings_pack(const char *text, size_t length, size_t at) {
  uint64_t word = 0;
  size_t end = length - at < 8 ? length - at : 8;
  for (size_t i = 0; i < end; i++) {
    word |= (uint64_t)(unsigned char)text[at + i] << (8 * i);
  }
  return word;
}

/* A text of the rules; NULL if the id is one of the state. */
static const char *find_rules_text(const st_store *store, uint32_t id) {
  if (!(id & ST_TEXT_OF_RULES)) return NULL;
  size_t place = id & ~ST_TEXT_OF_RULES;
  assert(place < store->rules->text_count);
  return store->rules->texts[place];
}

uint32_t st_strings_length(const st_store *store, uint32_t id) {
  const char *text = find_rules_text(store, id);
  if (text) return (uint32_t)strlen(text);
  return id == 0 ? 0 : st_get32(store, ST_COLUMN_TEXT_LENGTH, id);
}

/* The key of the hashes that are part of the state. */
enum { STATE_KEY = 3 };

static uint64_t hash_text(uint64_t key, const char *text, size_t length) {
  uint64_t h = st_mix(key, length);
  for (size_t at = 0; at < length; at += 8) {
    h = st_mix(h, st_strings_pack(text, length, at));
  }
  return h;
}

static uint64_t hash_stored(const st_store *store, uint64_t key, uint32_t id) {
  const char *text = find_rules_text(store, id);
  if (text) return hash_text(key, text, strlen(text));
  uint32_t length = st_strings_length(store, id);
  uint64_t h = st_mix(key, length);
  if (length == 0) return h;
  uint32_t start = st_get32(store, ST_COLUMN_TEXT_START, id);
  for (uint32_t i = 0; i < (length + 7) / 8; i++) {
    h = st_mix(h, st_get64(store, ST_COLUMN_BYTES, start + i));
  }
  return h;
}

uint64_t st_strings_hash(const st_store *store, uint32_t id) {
  return hash_stored(store, STATE_KEY, id);
}

static bool text_equals(const st_store *store, uint32_t id, const char *text,
                        size_t length) {
  if (id > st_strings_count(store)) return false;
  if (st_strings_length(store, id) != length) return false;
  uint32_t start = st_get32(store, ST_COLUMN_TEXT_START, id);
  for (size_t at = 0; at < length; at += 8) {
    uint64_t word =
        st_get64(store, ST_COLUMN_BYTES, start + (uint32_t)(at / 8));
    if (word != st_strings_pack(text, length, at)) return false;
  }
  return true;
}

void st_strings_read(const st_store *store, uint32_t id, st_text *out) {
  const char *text = find_rules_text(store, id);
  if (text) {
    st_text_add_str(out, text);
    return;
  }
  uint32_t length = st_strings_length(store, id);
  if (length == 0) return;
  uint32_t start = st_get32(store, ST_COLUMN_TEXT_START, id);
  for (uint32_t at = 0; at < length; at += 8) {
    uint8_t bytes[8];
    st_write_u64(bytes, st_get64(store, ST_COLUMN_BYTES, start + at / 8));
    uint32_t n = length - at < 8 ? length - at : 8;
    st_text_add(out, (const char *)bytes, n);
  }
}

/* -- The index -- */

/* Where the slots lie differs from process to process on most systems. */
static uint64_t index_key(const st_strings *strings) {
  return st_mix((uint64_t)(uintptr_t)strings->slots, strings->capacity);
}

static void add_index_slot(st_strings *strings, uint64_t hash, uint32_t id) {
  uint32_t mask = strings->capacity - 1;
  uint32_t i = (uint32_t)hash & mask;
  while (strings->slots[i] != 0) {
    i = (i + 1) & mask;
  }
  strings->slots[i] = id;
  strings->used_slots++;
}

/* Add all texts of the store that are not in the table yet, and keep half of
 * its slots free. Entries that a rollback made stale count as used until the
 * table is built again. */
static strata_status index_new_texts(st_strings *strings,
                                     const st_store *store) {
  uint32_t count = st_strings_count(store);
  if (strings->indexed_count > count) strings->indexed_count = count;
  if (2 * (strings->used_slots + (count - strings->indexed_count) + 1) >
      strings->capacity) {
    uint32_t wanted = 64;
    while (wanted < 4 * (count + 1)) {
      wanted *= 2;
    }
    uint32_t *slots = st_mem_zeroed(store->mem, wanted, sizeof *slots);
    if (!slots) return STRATA_ENOMEM;
    st_strings_fini(strings, store->mem);
    *strings = (st_strings){.slots = slots, .capacity = wanted};
  }
  while (strings->indexed_count < count) {
    uint32_t id = ++strings->indexed_count;
    add_index_slot(strings, hash_stored(store, index_key(strings), id), id);
  }
  return STRATA_OK;
}

static strata_status append_text(st_store *store, const char *text,
                                 size_t length, uint32_t *out) {
  uint32_t id = st_strings_count(store) + 1;
  uint64_t start = st_scalar_get(store, ST_SCALAR_BYTES_TOP);
  uint64_t end = start + (length + 7) / 8;
  if (length > TEXT_LIMIT || end > UINT32_C(1) << 31) return STRATA_ERANGE;
  strata_status status = st_store_reserve(store, ST_TABLE_TEXT, id + 1);
  if (!status) status = st_store_reserve(store, ST_TABLE_BYTES, (uint32_t)end);
  if (!status) status = st_scalar_put(store, ST_SCALAR_TEXT_TOP, id);
  if (!status) status = st_scalar_put(store, ST_SCALAR_BYTES_TOP, end);
  if (!status) {
    status = st_put32(store, ST_COLUMN_TEXT_START, id, (uint32_t)start);
  }
  if (!status) {
    status = st_put32(store, ST_COLUMN_TEXT_LENGTH, id, (uint32_t)length);
  }
  for (size_t at = 0; !status && at < length; at += 8) {
    status = st_put64(store, ST_COLUMN_BYTES, (uint32_t)(start + at / 8),
                      st_strings_pack(text, length, at));
  }
  *out = id;
  return status;
}

strata_status st_strings_intern(st_strings *strings, st_store *store,
                                const char *text, size_t length,
                                uint32_t *out) {
  *out = 0;
  if (length == 0) return STRATA_OK;
  strata_status status = index_new_texts(strings, store);
  if (status) return status;
  uint32_t mask = strings->capacity - 1;
  uint32_t i = (uint32_t)hash_text(index_key(strings), text, length) & mask;
  for (; strings->slots[i] != 0; i = (i + 1) & mask) {
    if (text_equals(store, strings->slots[i], text, length)) {
      *out = strings->slots[i];
      return STRATA_OK;
    }
  }
  return append_text(store, text, length, out);
}

strata_status st_strings_to_state(st_strings *strings, st_store *store,
                                  uint32_t id, uint32_t *out) {
  const char *text = find_rules_text(store, id);
  *out = id;
  return text ? st_strings_intern(strings, store, text, strlen(text), out)
              : STRATA_OK;
}

void st_strings_reset(st_strings *strings) {
  if (strings->used_slots > 0) {
    memset(strings->slots, 0, strings->capacity * sizeof strings->slots[0]);
  }
  strings->used_slots = 0;
  strings->indexed_count = 0;
}

void st_strings_fini(st_strings *strings, st_mem *mem) {
  st_mem_free(mem, strings->slots, strings->capacity, sizeof strings->slots[0]);
  *strings = (st_strings){0};
}
