/* strings.h - the texts of a state: interned under ids, and never freed. */
#ifndef STRATA_WORLD_STORE_STRINGS_H
#define STRATA_WORLD_STORE_STRINGS_H

#include "base/text.h"
#include "world/store/store.h"

/* A hash table from content to text id. It is a cache beside the state: it may
 * be empty, and after a rollback it may hold ids that no longer exist. */
typedef struct st_strings {
  uint32_t *slots; /* text ids; 0: free */
  uint32_t capacity;
  uint32_t used_slots;    /* slots that are not free, stale ids included */
  uint32_t indexed_count; /* texts with ids up to this one are in the table */
} st_strings;

/* Find the id of a text, or add the text with a new id. The empty text has id
 * 0. The id of a text that was rolled back may be given to another. ERANGE for
 * a text above 16 MB. Cost O(length). */
strata_status st_strings_intern(st_strings *strings, st_store *store,
                                const char *text, size_t length, uint32_t *out);

/* Convert a text id that may be one of the rules (ST_TEXT_OF_RULES) to an id of
 * the state. Cost O(length) for a text of the rules, else O(1). */
strata_status st_strings_to_state(st_strings *strings, st_store *store,
                                  uint32_t id, uint32_t *out);

/* Append a text, of the state or of the rules, to `out`. Cost O(length). */
void st_strings_read(const st_store *store, uint32_t id, st_text *out);

uint32_t st_strings_length(const st_store *store, uint32_t id);

/* The hash of a text's content, the same under every id. Cost O(length). */
uint64_t st_strings_hash(const st_store *store, uint32_t id);

/* The 8 bytes of a text from byte `at` on, which is at most its length, as one
 * word: the first byte lowest, 0 past the end. */
uint64_t st_strings_pack(const char *text, size_t length, size_t at);

static inline uint32_t st_strings_count(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_TEXT_TOP);
}

/* Empty the table, because the state was replaced by another. */
void st_strings_reset(st_strings *strings);
void st_strings_fini(st_strings *strings, st_mem *mem);

#endif
