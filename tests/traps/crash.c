/* A crash. */
#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(trap, .timeout = 10);

Test(trap, crash) {
  abort();
}
