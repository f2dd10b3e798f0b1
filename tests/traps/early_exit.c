/* An exit in the middle of a body: what follows is never checked. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

TestSuite(trap, .timeout = 10);

Test(trap, early_exit) {
  exit(0);
  cr_assert(eq(int, 1 + 1, 3));
}
