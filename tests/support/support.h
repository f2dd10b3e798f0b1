/* support.h - what every unit test includes: Criterion, and an allocator that
 * counts, checks and fails on order. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "strata.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <criterion/theories.h>

/* Criterion 2.4.1's eq(str, ...) wants char *; this keeps literals const. */
#define STR(s) ((char *)(uintptr_t)(s))

#define PARAMS(type, cases)                                                    \
  cr_make_param_array(type, (void *)(uintptr_t)(cases),                        \
                      sizeof(cases) / sizeof((cases)[0]))

/* Zero-initialise and pass as the `user` of probe_alloc. */
typedef struct probe {
  size_t live_blocks;
  size_t live_bytes;
  size_t calls;      /* that asked for memory */
  size_t failures;   /* that were refused on order */
  size_t mistakes;   /* wrong old_size, or bytes in front of a block changed */
  size_t fail_at;    /* this call fails; 0: none */
  bool fail_forever; /* and so do all after it */
} probe;

/* A strata_alloc_fn. Each resize moves the block, so that a pointer kept too
 * long is noticed by the sanitizers. */
void *probe_alloc(void *user, void *ptr, size_t old_size, size_t size);

/* True if a long test is wanted: ./run test --full. */
bool full_test(void);

/* Last line of a test body, never of a .fini: Criterion 2.4.1 ignores failed
 * assertions and leaks in fixtures. */
#define EXPECT_NO_LEAK(probe)                                                  \
  do {                                                                         \
    cr_expect(eq(sz, (probe)->live_blocks, 0), "blocks leaked");               \
    cr_expect(eq(sz, (probe)->live_bytes, 0), "bytes leaked");                 \
    cr_expect(eq(sz, (probe)->mistakes, 0), "wrong sizes or bytes");           \
  } while (0)

#endif
