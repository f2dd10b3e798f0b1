/*
 * bench_layers_chain.c - lord_chain: lords that each give the type that the
 * next one needs to all of the type that it needs itself; each has that type
 * from the start, or nobody would wait for a lord that has nobody to give to.
 *
 * In timestamp order nobody waits, which has to be found out; against it, all
 * do, and each application frees one. The work of applying alone grows with
 * the square of the lords (L).
 */
#include "bench_layers.h"

#include <stdio.h>

enum { MOST = 200 };

static void size_case(stc_bench_run *bench, uint32_t lords, bool against,
                      stc_series *series) {
  stc_changer changers[MOST];
  for (uint32_t i = 0; i < lords; i++) {
    changers[i] =
        (stc_changer){.need = i, .gives = i + 1, .dearest = STC_ANY_COST};
  }
  const stc_changers_desc desc = {.changers = changers,
                                  .count = lords,
                                  .types = lords + 1,
                                  .permanents = lords,
                                  .start_types = lords,
                                  .costs = 1,
                                  .against = against};
  char name[64];
  (void)snprintf(name, sizeof name, "%u lords, %s timestamp order", lords,
                 against ? "against" : "in");
  stc_case what = {.name = name,
                   .unit = "turn",
                   .subject = stc_changers_all,
                   .baseline = stc_changers_known_all,
                   .beside = "bitmaps, in a known order",
                   .series = series,
                   .size = lords,
                   .whole = true};
  if (!stc_fits(bench, &what)) return;
  stc_changers *c = stc_changers_new(bench, &desc);
  what.context = c;
  (void)stc_measure(bench, &what);
  stc_changers_check(bench, c);
  stc_changers_free(c);
}

void stc_bench_lords(stc_bench_run *bench) {
  for (int against = 0; against < 2; against++) {
    stc_series series = {0};
    for (uint32_t lords = 25; lords <= MOST; lords *= 2) {
      if (bench->quick && lords > 50) break;
      size_case(bench, lords, against != 0, &series);
    }
  }
}
