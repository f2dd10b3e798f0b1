/*
 * baseline_columns.h - what anthems and auras cost on columns laid out for them
 * alone: the baselines of the workloads with many equal entities.
 *
 * Columns of numbers that are compared are 32 bits wide, values 64, as the
 * engine's are.
 */
#ifndef STRATA_BENCH_MEASURE_BASELINE_COLUMNS_H
#define STRATA_BENCH_MEASURE_BASELINE_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* "Those of one of these types, with this controller, whose mark is this at
 * least, get so much." */
typedef struct stb_anthem {
  uint32_t types; /* bits */
  uint32_t controller;
  int32_t least; /* INT32_MIN: marks are not looked at */
  int32_t power, toughness;
} stb_anthem;

/* Creatures as columns, and their classes: those that are of the same types
 * and controller are of one. */
typedef struct stb_herd {
  size_t count;
  uint32_t *types, *controllers, *classes;
  int32_t *marks;
  int64_t *power, *toughness; /* base values */
} stb_herd;

enum { STB_CLASSES = 128 };

/* A class, and what its creatures get in all. */
typedef struct stb_signature {
  uint32_t types, controller;
  int32_t power, toughness;
} stb_signature;

/* What all classes get of anthems that look at no marks. */
void stb_base_find_gains(stb_signature *classes, const stb_anthem *anthems,
                         size_t count);

/* The grouped limit: the gains of classes, then base value and gain of each. */
void stb_base_grouped(stb_signature *classes, const stb_herd *herd,
                      const stb_anthem *anthems, size_t count, int64_t *power,
                      int64_t *toughness);

/* The column loop: each anthem against each creature, vectors at a time. */
void stb_base_columns(const stb_herd *herd, const stb_anthem *anthems,
                      size_t count, int64_t *power, int64_t *toughness);

/* The delta loop: one anthem comes (`sign` 1) or goes (-1); `out` gets what
 * the powers have become. */
void stb_base_delta(const stb_herd *herd, const stb_anthem *anthem,
                    int32_t sign, int64_t *power, int64_t *toughness,
                    int64_t *out);

/* The column pass: base value and the gain of its kind. */
void stb_base_pass64(const int64_t *base, const uint32_t *kinds,
                     const int64_t *gains, int64_t *out, size_t count);
void stb_base_pass32(const int32_t *base, const uint32_t *kinds,
                     const int64_t *gains, int64_t *out, size_t count);

#endif
