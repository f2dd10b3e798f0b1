/* A sound test: if this one is reported as failed, the others prove nothing. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

TestSuite(trap, .timeout = 10);

Test(trap, control) {
  cr_expect(eq(int, 1 + 1, 2));
}
