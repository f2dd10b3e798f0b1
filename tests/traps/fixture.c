/* A failed assertion in .fini: Criterion prints it and exits with 0. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static void check_late(void) {
  cr_assert(eq(int, 1 + 1, 3));
}

TestSuite(trap, .timeout = 10, .fini = check_late);

Test(trap, fixture) {
  cr_expect(eq(int, 1 + 1, 2));
}
