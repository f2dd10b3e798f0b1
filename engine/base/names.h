/* names.h - a sorted table of names with an owner's tag for each. */
#ifndef STRATA_BASE_NAMES_H
#define STRATA_BASE_NAMES_H

#include "base/base.h"
#include "base/mem.h"

#define ST_NAME_NONE UINT32_MAX

typedef struct st_name {
  char *text; /* owned */
  size_t length;
  uint64_t hash;             /* identifies the name in saves and hashes */
  uint32_t tag;              /* the owner's number for the name */
  const char *original_text; /* borrowed: the first name of what was renamed;
                                NULL: it was never renamed */
} st_name;

/* Sorted by bytes, so indexes do not depend on the order of declaration. Held
 * by test unit.names. */
typedef struct st_names {
  st_name *items;
  size_t count, capacity;
  char *shared_texts; /* one block with all texts that st_names_copy copied */
  size_t shared_size;
  uint32_t *slots; /* only in large copies: index + 1 by hash, open addressing;
                      else NULL */
  size_t slot_count; /* a power of two */
} st_names;

/* The index of a name, ST_NAME_NONE if it is absent. Cost O(log n), in a large
 * copy O(1). */
uint32_t st_names_find(const st_names *names, const char *text, size_t length);

/* The index of the first name with this hash, ST_NAME_NONE if there is none.
 * Cost O(n), in a large copy O(1). */
uint32_t st_names_find_by_hash(const st_names *names, uint64_t hash);

/* Add a name that is absent. A copy loses its hash table and becomes an
 * ordinary table. Returns false if memory runs out. Cost O(n). */
bool st_names_add(st_names *names, st_mem *mem, const char *text, uint32_t tag);

/* The name nearest by spelling, NULL if none is near. Cost O(n * length^2). */
const char *st_names_nearest(const st_names *names, const char *text);

/* Copy a table that will not grow. Returns false and leaves *copy empty if
 * memory runs out. Cost O(n); takes two blocks, or three if there are many
 * names. */
bool st_names_copy(const st_names *names, st_mem *mem, st_names *copy);

void st_names_fini(st_names *names, st_mem *mem);

#endif
