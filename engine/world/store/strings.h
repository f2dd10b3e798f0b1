/* strings.h - texts that are part of a world's state: interned, never freed. */
#ifndef STRATA_WORLD_STORE_STRINGS_H
#define STRATA_WORLD_STORE_STRINGS_H

#include "base/text.h"
#include "world/store/store.h"

/* Finds texts by content. A cache: it may be empty or out of date. */
typedef struct st_strings {
  uint32_t *slots; /* text ids, 0 where free */
  uint32_t capacity;
  uint32_t used_slots;    /* slots that are not free */
  uint32_t indexed_count; /* texts up to this id have been put in */
} st_strings;

/* The id of a text, a new one if it is not there yet; "" is 0. A rolled back
 * text's id may be given again. Cost O(length). */
strata_status st_strings_intern(st_strings *strings, st_store *store,
                                const char *text, size_t length, uint32_t *out);

/* The id in the state of a text that may be one of the rules. Cost O(length) of
 * those, else O(1). */
strata_status st_strings_to_state(st_strings *strings, st_store *store,
                                  uint32_t id, uint32_t *out);

/* Append a text to `out`. Cost O(length). */
void st_strings_read(const st_store *store, uint32_t id, st_text *out);

uint32_t st_strings_length(const st_store *store, uint32_t id);

/* Stands for the content in hashes. Cost O(length). */
uint64_t st_strings_hash(const st_store *store, uint32_t id);

static inline uint32_t st_strings_count(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_TEXT_TOP);
}

/* Forget what was indexed: the state has been replaced. */
void st_strings_reset(st_strings *strings);
void st_strings_fini(st_strings *strings, st_mem *mem);

#endif
