/* The meter of effort: when the host is asked, and what follows if it says to
 * stop. */
#include "base/mem.h"
#include "kit.h"
#include "support.h"

TestSuite(mem, .timeout = 60);

/* Says to stop the first time that it is asked. */
static bool stop_once(void *user) {
  int *asked = user;
  return ++*asked == 1;
}

Test(mem, nothing_is_done_after_an_interrupt) {
  int asked = 0;
  st_mem mem;
  st_mem_init(&mem, NULL, NULL);
  mem.effort.ask = stop_once;
  mem.effort.user = &asked;
  cr_expect(st_mem_work(&mem, STRATA_EFFORT_SLICE - 1));
  cr_expect(eq(int, asked, 0));
  for (int i = 0; i < 3; i++) {
    cr_expect(not(st_mem_work(&mem, 1)), "%d", i);
    cr_expect(not(st_mem_work(&mem, 3 * STRATA_EFFORT_SLICE)), "%d", i);
    cr_expect(eq(int, asked, 1), "asked once");
  }
  mem.effort.is_interrupted = false;
  cr_expect(st_mem_work(&mem, 1), "of the next call");
  cr_expect(eq(int, asked, 2), "the next call asks anew");
  cr_expect(st_mem_work(&mem, STRATA_EFFORT_SLICE - 2));
  cr_expect(eq(int, asked, 2));
}
