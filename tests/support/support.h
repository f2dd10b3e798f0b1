/* support.h - what every unit test includes: Criterion, and an allocator that
 * counts, checks its callers, and fails when told to. */
#ifndef STRATA_TESTS_SUPPORT_SUPPORT_H
#define STRATA_TESTS_SUPPORT_SUPPORT_H

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

/* The state of probe_alloc. Initialise it with zeros and pass it as `user`. */
typedef struct probe {
  size_t live_blocks;
  size_t live_bytes;
  size_t calls;      /* calls that asked for memory */
  size_t failures;   /* calls that failed because of fail_at */
  size_t mistakes;   /* wrong old_size, or bytes in front of a block changed */
  size_t fail_at;    /* the number of the call that fails; 0: none */
  bool fail_forever; /* all later calls fail too */
} probe;

/* A strata_alloc_fn. Each resize moves the block, so the sanitizers find the
 * use of a pointer to the old one. */
void *probe_alloc(void *user, void *ptr, size_t old_size, size_t size);

/* Whether tests take their long counts: ./run test --long. */
bool full_test(void);

/* Check that all memory was freed: the last line of a test body, never of a
 * .fini, because Criterion 2.4.1 ignores failed assertions in fixtures. */
#define EXPECT_NO_LEAK(probe)                                                  \
  do {                                                                         \
    cr_expect(eq(sz, (probe)->live_blocks, 0), "blocks leaked");               \
    cr_expect(eq(sz, (probe)->live_bytes, 0), "bytes leaked");                 \
    cr_expect(eq(sz, (probe)->mistakes, 0), "wrong sizes or bytes");           \
  } while (0)

#endif
