/* No test at all: Criterion exits with 0. */
#include <criterion/criterion.h>

TestSuite(trap, .timeout = 10);
