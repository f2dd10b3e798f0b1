/* Undefined behaviour: the sanitizer prints it and goes on. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <limits.h>

TestSuite(trap, .timeout = 10);

Test(trap, undefined) {
  volatile int most = INT_MAX;
  cr_expect(ne(int, most + 1, 0));
}
