/* A hang in a suite without a timeout, which CTest has to end. */
#include <criterion/criterion.h>

Test(trap, stuck) {
  for (volatile int on = 1; on;) {
  }
}
