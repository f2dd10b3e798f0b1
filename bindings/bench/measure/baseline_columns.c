/*
 * baseline_columns.c - loops over columns.
 *
 * The loops that stand for what a machine can do at most have clones for wider
 * vectors. The grouped loop and the delta loop have none: they stand for the
 * plain C that a programmer writes first.
 */
#include "bench/measure/baseline_columns.h"

#include <stdbool.h>

#if defined(__has_attribute) && defined(__x86_64__) && defined(__linux__)
#if __has_attribute(target_clones) && !defined(__SANITIZE_ADDRESS__) &&        \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#if !defined(CLONES)
#define CLONES
#endif

enum { TILE = 1024 }; /* creatures whose columns stay in the first cache */

/* -- Grouped -- */

void stb_base_find_gains(stb_signature *classes, const stb_anthem *anthems,
                         size_t count) {
  for (size_t c = 0; c < STB_CLASSES; c++) {
    classes[c].power = classes[c].toughness = 0;
  }
  for (size_t i = 0; i < count; i++) {
    const stb_anthem a = anthems[i];
    for (size_t c = 0; c < STB_CLASSES; c++) {
      stb_signature *class = &classes[c];
      const bool match =
          (class->types & a.types) != 0 && class->controller == a.controller;
      class->power += match ? a.power : 0;
      class->toughness += match ? a.toughness : 0;
    }
  }
}

void stb_base_grouped(stb_signature *classes, const stb_herd *herd,
                      const stb_anthem *anthems, size_t count, int64_t *power,
                      int64_t *toughness) {
  stb_base_find_gains(classes, anthems, count);
  for (size_t n = 0; n < herd->count; n++) {
    const stb_signature *class = &classes[herd->classes[n]];
    power[n] = herd->power[n] + class->power;
    toughness[n] = herd->toughness[n] + class->toughness;
  }
}

/* -- Each against each -- */

typedef struct column_tile {
  const uint32_t *types, *controllers;
  const int32_t *marks;
  size_t count;
  int32_t power[TILE], toughness[TILE];
} column_tile;

CLONES static void gain_tile(column_tile *t, const stb_anthem *anthems,
                             size_t count) {
  const uint32_t *types = t->types;
  const uint32_t *controllers = t->controllers;
  const int32_t *marks = t->marks;
  for (size_t i = 0; i < count; i++) {
    const stb_anthem a = anthems[i];
    const size_t members = t->count;
    if (a.least == INT32_MIN) {
      for (size_t n = 0; n < members; n++) {
        const bool match =
            ((types[n] & a.types) != 0) & (controllers[n] == a.controller);
        t->power[n] += match ? a.power : 0;
        t->toughness[n] += match ? a.toughness : 0;
      }
      continue;
    }
    for (size_t n = 0; n < members; n++) {
      const bool match = ((types[n] & a.types) != 0) &
                         (controllers[n] == a.controller) &
                         (marks[n] >= a.least);
      t->power[n] += match ? a.power : 0;
      t->toughness[n] += match ? a.toughness : 0;
    }
  }
}

void stb_base_columns(const stb_herd *herd, const stb_anthem *anthems,
                      size_t count, int64_t *power, int64_t *toughness) {
  for (size_t from = 0; from < herd->count; from += TILE) {
    const size_t left = herd->count - from;
    column_tile t = {.types = herd->types + from,
                     .controllers = herd->controllers + from,
                     .marks = herd->marks + from,
                     .count = left < TILE ? left : TILE};
    gain_tile(&t, anthems, count);
    for (size_t n = 0; n < t.count; n++) {
      power[from + n] = herd->power[from + n] + t.power[n];
      toughness[from + n] = herd->toughness[from + n] + t.toughness[n];
    }
  }
}

/* -- One more, one less -- */

void stb_base_delta(const stb_herd *herd, const stb_anthem *anthem,
                    int32_t sign, int64_t *power, int64_t *toughness,
                    int64_t *out) {
  const stb_anthem a = *anthem;
  for (size_t n = 0; n < herd->count; n++) {
    const bool match = ((herd->types[n] & a.types) != 0) &
                       (herd->controllers[n] == a.controller) &
                       (herd->marks[n] >= a.least);
    power[n] += match ? sign * a.power : 0;
    toughness[n] += match ? sign * a.toughness : 0;
    out[n] = power[n];
  }
}

/* -- A pass -- */

CLONES void stb_base_pass64(const int64_t *restrict base,
                            const uint32_t *restrict kinds,
                            const int64_t *restrict gains,
                            int64_t *restrict out, size_t count) {
  for (size_t n = 0; n < count; n++) {
    out[n] = base[n] + gains[kinds[n]];
  }
}

CLONES void stb_base_pass32(const int32_t *restrict base,
                            const uint32_t *restrict kinds,
                            const int64_t *restrict gains,
                            int64_t *restrict out, size_t count) {
  for (size_t n = 0; n < count; n++) {
    out[n] = base[n] + gains[kinds[n]];
  }
}
