/* names.h - a sorted table of names. */
#ifndef STRATA_BASE_NAMES_H
#define STRATA_BASE_NAMES_H

#include "base/base.h"
#include "base/mem.h"

#define ST_NAME_NONE UINT32_MAX

typedef struct st_name {
  char *text; /* owned */
  size_t length;
  uint64_t hash; /* stands for the name in saves and hashes */
  uint32_t tag;  /* whatever the owner wants to find by the name */
  const char
      *original_text; /* borrowed: the name that it had first; NULL: this one */
} st_name;

/* Sorted by bytes, so that an index does not tell who was declared first. */
typedef struct st_names {
  st_name *items;
  size_t count, capacity;
  char *shared_texts; /* of those that were copied together, one block */
  size_t shared_size;
  uint32_t *slots;   /* of a copy of many: indexes + 1 by hash; NULL: none */
  size_t slot_count; /* a power of two */
} st_names;

/* Index of a name, ST_NAME_NONE if absent. Cost O(log n), of a copy O(1). */
uint32_t st_names_find(const st_names *names, const char *text, size_t length);

/* Index of the name with this hash, the first of several; ST_NAME_NONE if
 * absent. Cost O(n), of a copy O(1). */
uint32_t st_names_find_by_hash(const st_names *names, uint64_t hash);

/* Add a name that is absent; a copy becomes a table as others. False if there
 * is no memory. Cost O(n). */
bool st_names_add(st_names *names, st_mem *mem, const char *text, uint32_t tag);

/* The name nearest by spelling, NULL if none is near. Cost O(n * length^2). */
const char *st_names_nearest(const st_names *names, const char *text);

/* Copy what is not going to grow. False if there is no memory; *copy is empty
 * then. Cost O(n), in two blocks, or three for many. */
bool st_names_copy(const st_names *names, st_mem *mem, st_names *copy);

void st_names_fini(st_names *names, st_mem *mem);

#endif
