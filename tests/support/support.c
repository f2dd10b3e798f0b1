/* support.c - an allocator for tests that counts, checks and fails on demand.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* In front of each block: its size, which the caller must repeat, and a guard
 * that depends on its address. */
typedef union head {
  struct {
    size_t size;
    size_t guard;
  } is;
  max_align_t align;
} head;

static size_t guard_of(const head *block) {
  return (size_t)(uintptr_t)block ^ block->is.size ^ (size_t)0x5354524154u;
}

static void forget(probe *p, head *block) {
  p->live_blocks--;
  p->live_bytes -= block->is.size;
  free(block);
}

void *probe_alloc(void *user, void *ptr, size_t old_size, size_t size) {
  probe *p = user;
  head *old = ptr ? (head *)ptr - 1 : NULL;
  size_t had = old ? old->is.size : 0;
  if (had != old_size || (old && old->is.guard != guard_of(old))) {
    p->mistakes++;
  }
  if (size == 0) {
    if (old) forget(p, old);
    return NULL;
  }
  p->calls++;
  if (p->fail_at != 0 &&
      (p->fail_forever ? p->calls >= p->fail_at : p->calls == p->fail_at)) {
    p->failures++;
    return NULL;
  }
  head *block = malloc(sizeof *block + size);
  if (!block) return NULL;
  block->is.size = size;
  block->is.guard = guard_of(block);
  p->live_blocks++;
  p->live_bytes += size;
  if (old) {
    memcpy(block + 1, ptr, had < size ? had : size);
    forget(p, old);
  }
  return block + 1;
}

bool full_test(void) {
  return getenv("STRATA_TEST_FULL") != NULL;
}
