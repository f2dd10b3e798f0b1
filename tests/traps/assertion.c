/* A failed assertion in a body. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

TestSuite(trap, .timeout = 10);

Test(trap, assertion) {
  cr_assert(eq(int, 1 + 1, 3));
}
