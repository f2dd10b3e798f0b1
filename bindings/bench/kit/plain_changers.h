/*
 * plain_changers.h - type changers and their order (613.8), as plainly as
 * possible: the baseline of type_changers.h.
 */
#ifndef STRATA_BENCH_KIT_PLAIN_CHANGERS_H
#define STRATA_BENCH_KIT_PLAIN_CHANGERS_H

#include "bench/measure/bench_run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STB_ANY_COST UINT32_MAX

/* "Each permanent of type `need` and of cost `dearest` at most is also of type
 * `gives`", or of that type alone. */
typedef struct stb_changer {
  uint32_t need, gives, dearest;
  bool only;
} stb_changer;

/* A board: for each type a bitmap of the permanents that are of it. */
typedef struct stb_plain_changers {
  uint32_t count, permanents, types, words;
  const stb_changer *changers;
  uint32_t *by_time; /* changers in the order of timestamps */
  uint64_t *base;    /* `words` of each type */
  uint64_t
      *masks; /* of each changer: the permanents whose cost is low enough */
  uint64_t *sets,
      *trial; /* the permanents that each affects; a copy of the board */
  uint64_t *edges, *reach; /* a bitmap of changers for each changer */
  uint32_t *left;          /* those not yet applied, oldest first */
} stb_plain_changers;

/* `costs` has a cost for each permanent. All bitmaps are empty. */
stb_plain_changers *stb_plain_changers_new(stb_run *bench,
                                           const stb_changer *changers,
                                           uint32_t count, uint32_t types,
                                           const uint32_t *costs,
                                           uint32_t permanents);

/* Write the base types, then apply all changers in a known order. */
void stb_plain_apply_known(const stb_plain_changers *plain,
                           const uint32_t *order, uint64_t *planes);

/* Write the base types, then apply all changers in the order of 613.8, which is
 * written to `order`: before each application every pair is tried. */
void stb_plain_apply_tried(const stb_plain_changers *plain, uint64_t *planes,
                           uint32_t *order);

static inline bool stb_plain_changers_has(const stb_plain_changers *plain,
                                          const uint64_t *planes, uint32_t type,
                                          uint32_t n) {
  return planes[(size_t)type * plain->words + n / 64] >> (n % 64) & 1;
}

#endif
