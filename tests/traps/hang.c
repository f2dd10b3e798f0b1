/* A hang that the suite's own timeout ends. */
#include <criterion/criterion.h>

TestSuite(trap, .timeout = 1);

Test(trap, hang) {
  for (volatile int on = 1; on;) {
  }
}
