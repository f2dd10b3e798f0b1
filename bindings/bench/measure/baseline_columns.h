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

/* "Creatures of one of these types, of this controller, whose mark is at least
 * `least`, get `power` and `toughness`." */
typedef struct stb_anthem {
  uint32_t types; /* bits */
  uint32_t controller;
  int32_t least; /* INT32_MIN: no condition on the mark */
  int32_t power, toughness;
} stb_anthem;

/* Creatures as columns. Creatures of the same types and controller are of one
 * class. */
typedef struct stb_herd {
  size_t count;
  uint32_t *types, *controllers, *classes;
  int32_t *marks;
  int64_t *power, *toughness; /* base values */
} stb_herd;

enum { STB_CLASSES = 128 };

/* A class, and the sum of what its creatures get. */
typedef struct stb_signature {
  uint32_t types, controller;
  int32_t power, toughness;
} stb_signature;

/* Sum up what each class gets from anthems without a condition on the mark. */
void stb_base_find_gains(stb_signature *classes, const stb_anthem *anthems,
                         size_t count);

/* The grouped limit: the gains of classes, then base value and gain of each. */
void stb_base_grouped(stb_signature *classes, const stb_herd *herd,
                      const stb_anthem *anthems, size_t count, int64_t *power,
                      int64_t *toughness);

/* The column loop: each anthem against each creature, vectors at a time. */
void stb_base_columns(const stb_herd *herd, const stb_anthem *anthems,
                      size_t count, int64_t *power, int64_t *toughness);

/* The delta loop: one anthem begins (`sign` 1) or ends (-1); `out` gets the new
 * powers. */
void stb_base_delta(const stb_herd *herd, const stb_anthem *anthem,
                    int32_t sign, int64_t *power, int64_t *toughness,
                    int64_t *out);

/* The column pass: the base value plus the gain of the unit's kind. */
void stb_base_pass64(const int64_t *base, const uint32_t *kinds,
                     const int64_t *gains, int64_t *out, size_t count);
void stb_base_pass32(const int32_t *base, const uint32_t *kinds,
                     const int64_t *gains, int64_t *out, size_t count);

#endif
