/*
 * lord_chain.c - lord_chain: each lord gives all permanents of the type that it
 * needs the type that the next lord needs; each lord has the type that it needs
 * from the start, as without that no lord would depend on another.
 *
 * In timestamp order no lord waits, which has to be found out; against it all
 * do, and each application frees one. The work of applying alone grows with
 * the square of the number of lords (L).
 */
#include "bench/kit/plain_changers.h"
#include "bench/kit/type_changers.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

enum { LORDS_MOST = 200 };

static void size_case_lords(stb_run *bench, uint32_t lords, bool against,
                            stb_series *series) {
  stb_changer changers[LORDS_MOST];
  for (uint32_t i = 0; i < lords; i++) {
    changers[i] =
        (stb_changer){.need = i, .gives = i + 1, .dearest = STB_ANY_COST};
  }
  const stb_type_changers_desc desc = {.changers = changers,
                                       .count = lords,
                                       .types = lords + 1,
                                       .permanents = lords,
                                       .start_types = lords,
                                       .costs = 1,
                                       .against = against};
  stb_case what = {.name = stb_text(bench, "%u lords, %s timestamp order",
                                    lords, against ? "against" : "in"),
                   .unit = "turn",
                   .subject = {.act = stb_engine_read_all},
                   .baseline = {.act = stb_base_read_all_known},
                   .beside = "bitmaps, in a known order",
                   .series = series,
                   .size = lords,
                   .whole = true};
  if (!stb_fits_time(bench, &what)) return;
  stb_type_changers *c = stb_type_changers_new(bench, &desc);
  what.context = c;
  (void)stb_measure(bench, &what);
  stb_type_changers_check(bench, c);
  stb_release(bench);
}

void stb_workload_lord_chain(stb_run *bench) {
  for (int against = 0; against < 2; against++) {
    stb_series series = {0};
    for (uint32_t lords = 25; lords <= LORDS_MOST; lords *= 2) {
      if (bench->quick && lords > 50) break;
      size_case_lords(bench, lords, against != 0, &series);
    }
  }
}
