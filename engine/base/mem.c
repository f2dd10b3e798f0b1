/*
 * mem.c - calls to the allocator hook, and to the one that interrupts. No other
 * module calls malloc (lint.floors).
 *
 * Invariant: live_bytes is the exact sum of the sizes of all live blocks
 * (asserted in st_mem_free). The hook receives exact old sizes, so a host can
 * use an arena whose blocks have no headers.
 */
#include "base/mem.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static void *default_alloc(void *user, void *ptr, size_t old_size,
                           size_t size) {
  (void)user;
  (void)old_size;
  if (size == 0) {
    free(ptr);
    return NULL;
  }
  return realloc(ptr, size);
}

void st_mem_init(st_mem *mem, strata_alloc_fn alloc, void *user) {
  mem->alloc = alloc ? alloc : default_alloc;
  mem->user = user;
  mem->live_bytes = 0;
  mem->effort = (st_effort){.slices = 1, .left = STRATA_EFFORT_SLICE};
}

bool st_mem_ask_host(st_mem *mem, uint32_t works) {
  st_effort *effort = &mem->effort;
  if (effort->is_interrupted) return false;
  const uint32_t beyond = works - effort->left;
  effort->is_interrupted = effort->ask && effort->ask(effort->user);
  if (effort->is_interrupted) {
    effort->left = 0; /* no later work of this call succeeds either */
    return false;
  }
  effort->slices += 1 + beyond / STRATA_EFFORT_SLICE;
  effort->left = STRATA_EFFORT_SLICE - beyond % STRATA_EFFORT_SLICE;
  return true;
}

void *st_mem_resize(st_mem *mem, void *ptr, size_t old_count, size_t count,
                    size_t size) {
  assert(count > 0 && size > 0);
  assert((ptr == NULL) == (old_count == 0));
  size_t bytes;
  if (!st_mul_size(count, size, &bytes)) return NULL;
  void *grown = mem->alloc(mem->user, ptr, old_count * size, bytes);
  if (!grown) return NULL;
  mem->live_bytes += bytes - old_count * size;
  return grown;
}

void *st_mem_zeroed(st_mem *mem, size_t count, size_t size) {
  void *block = st_mem_resize(mem, NULL, 0, count, size);
  if (block) memset(block, 0, count * size);
  return block;
}

void st_mem_free(st_mem *mem, void *ptr, size_t count, size_t size) {
  if (!ptr) return;
  assert(mem->live_bytes >= count * size);
  mem->alloc(mem->user, ptr, count * size, 0);
  mem->live_bytes -= count * size;
}

bool st_mem_grow(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                 size_t size) {
  assert(need > *capacity);
  size_t wanted = *capacity < 8 ? 8 : *capacity;
  while (wanted < need) {
    if (wanted > SIZE_MAX / 2) return false;
    wanted *= 2;
  }
  void *old;
  memcpy(&old, ptr,
         sizeof old); /* `ptr` may be the address of a pointer of any type */
  void *grown = st_mem_resize(mem, old, *capacity, wanted, size);
  if (!grown) return false;
  memcpy(ptr, &grown, sizeof grown);
  *capacity = wanted;
  return true;
}

bool st_mem_grow_zeroed(st_mem *mem, void *ptr, size_t *capacity, size_t need,
                        size_t size) {
  size_t old = *capacity;
  if (!st_mem_grow(mem, ptr, capacity, need, size)) return false;
  char *bytes;
  memcpy(&bytes, ptr, sizeof bytes);
  memset(bytes + old * size, 0, (*capacity - old) * size);
  return true;
}

char *st_mem_copy_text(st_mem *mem, const char *text, size_t length) {
  char *copy = st_mem_resize(mem, NULL, 0, length + 1, 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}
