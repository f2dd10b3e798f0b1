/*
 * baseline.h - the least that a machine must do for each workload.
 *
 * Each loop is what a program without any engine would run on data laid out
 * for it alone, compiled with the engine's flags. Nothing here checks, hashes
 * or explains; that is what the ratios are about. They return something of
 * what they computed, so that it can be compared, and pass every result
 * through a barrier, so that the compiler cannot leave the work out.
 */
#ifndef STRATA_BENCH_MEASURE_BASELINE_H
#define STRATA_BENCH_MEASURE_BASELINE_H

#include "bench/measure/plain_values.h"

#include <stddef.h>
#include <stdint.h>

/* Make the compiler believe that the value is used. */
#if defined(__GNUC__)
static inline void stb_use_value(int64_t value) {
  __asm__ volatile("" : : "r"(value));
}
/* Make the compiler believe that the memory behind the pointer has changed. */
static inline void stb_touch_memory(void *memory) {
  __asm__ volatile("" : : "r"(memory) : "memory");
}
#else
void stb_use_value(int64_t value);
void stb_touch_memory(void *memory);
#endif

/* A dependent chain of 50,000 multiplications and additions. */
uint64_t stb_calibration_loop(void);

/* A cell with a generation and the version that its value was computed at. */
typedef struct stb_cell {
  int64_t value;
  uint32_t generation, version;
} stb_cell;

/* Read `count` cells, in the order of `handles` (slot low, generation high),
 * each only if the generation fits and the value is of this version. */
int64_t stb_base_read(const stb_cell *cells, const uint64_t *handles,
                      size_t handle_count, uint32_t version, uint32_t count);

/* Write `count` cells, each with an undo record in a ring of 1024. */
typedef struct stb_undo_record {
  uint32_t offset;
  int64_t old;
} stb_undo_record;

enum { STB_UNDO_RING = 1024 };

void stb_base_write(stb_cell *cells, const uint64_t *handles,
                    size_t handle_count, stb_undo_record *ring, uint32_t count);

/* ((v & keep) * mul + add) ^ flip */
typedef struct stb_affine {
  int64_t keep, mul, add, flip;
} stb_affine;

/* A step as an affine one, exact modulo 2^64. */
stb_affine stb_affine_of_step(const stb_step *step);

int64_t stb_base_run_affine(int64_t base, const stb_affine *steps,
                            size_t count);

/* A step with its key, sorted by layer. */
typedef struct stb_slot {
  int64_t layer;
  stb_affine step;
} stb_slot;

/* Insert behind all slots of the same or a lower layer: at once if it belongs
 * at the end, else binary search and memmove. There is room. */
void stb_base_insert_slot(stb_slot *slots, size_t count, const stb_slot *slot);

/* As stb_base_run_affine, over the steps of slots. */
int64_t stb_base_run_slots(int64_t base, const stb_slot *slots, size_t count);

/* Journal `count` writes to words, then undo them. */
typedef struct stb_write {
  uint32_t offset;
  int64_t value;
} stb_write;

void stb_base_undo_writes(int64_t *words, const stb_write *writes, size_t count,
                          stb_undo_record *journal);

/* Draw one of a list of 128 times five kinds, of a given kind. */
enum { STB_WRITE_KINDS = 5, STB_DRAW_LIST = 128 * STB_WRITE_KINDS };

static inline size_t stb_draw(uint64_t *seed, size_t kind) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)(*seed >> 57) * STB_WRITE_KINDS + kind;
}

/* As stb_base_undo_writes, where each write is drawn from the list during the
 * loop; `count` is a multiple of STB_WRITE_KINDS. */
void stb_base_playout(int64_t *words, const stb_write *list, size_t count,
                      stb_undo_record *journal, uint64_t *seed);

/* `count` writes, each with an incremental hash: the sum of what a mix makes
 * of each word and its place. */
uint64_t stb_base_hash_writes(int64_t *words, const stb_write *writes,
                              size_t count, uint64_t hash);

#endif
