/* A leak: LeakSanitizer reports it as the child ends; Criterion exits with 0.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

static void *volatile lost;

TestSuite(trap, .timeout = 10);

Test(trap, leak) {
  lost = malloc(100);
  cr_expect(ne(ptr, lost, NULL));
  lost = NULL;
}
