/*
 * baseline.h - the least that a machine must do for each workload.
 *
 * Each loop is what a program without any engine would run on data laid out
 * for it alone, compiled with the engine's flags. Nothing here checks, hashes
 * or explains; that is what the ratios are about. They return something of
 * what they computed, so that it can be compared, and pass every result
 * through a barrier, so that the compiler cannot leave the work out.
 */
#ifndef STC_BASELINE_H
#define STC_BASELINE_H

#include "bench.h"

#include <stddef.h>
#include <stdint.h>

/* Make the compiler believe that somebody looks at the value. */
#if defined(__GNUC__)
static inline void stc_use(int64_t value) {
  __asm__ volatile("" : : "r"(value));
}
/* ... and that the memory behind the pointer has changed. */
static inline void stc_touch(void *memory) {
  __asm__ volatile("" : : "r"(memory) : "memory");
}
#else
void stc_use(int64_t value);
void stc_touch(void *memory);
#endif

/* A dependent chain of 50,000 multiplications and additions. */
uint64_t stc_calibration_loop(void);

/* A cell with a generation and the version that its value was computed at. */
typedef struct stc_cell {
  int64_t value;
  uint32_t generation, version;
} stc_cell;

/* Read `count` cells, in the order of `handles` (slot low, generation high),
 * each only if the generation fits and the value is of this version. */
int64_t stc_base_read(const stc_cell *cells, const uint64_t *handles,
                      size_t handle_count, uint32_t version, uint32_t count);

/* Write `count` cells, each with an undo record in a ring of 1024. */
typedef struct stc_undo {
  uint32_t offset;
  int64_t old;
} stc_undo;

enum { STC_UNDO_RING = 1024 };

void stc_base_write(stc_cell *cells, const uint64_t *handles,
                    size_t handle_count, stc_undo *ring, uint32_t count);

/* ((v & keep) * mul + add) ^ flip */
typedef struct stc_affine {
  int64_t keep, mul, add, flip;
} stc_affine;

/* A step in this form, exact modulo 2^64. */
stc_affine stc_affine_of(const stc_step *step);

int64_t stc_base_affine(int64_t base, const stc_affine *steps, size_t count);

/* A step with its key, sorted by layer. */
typedef struct stc_slot {
  int64_t layer;
  stc_affine step;
} stc_slot;

/* Insert behind all slots of the same or a lower layer: at once if it belongs
 * at the end, else binary search and memmove. There is room. */
void stc_base_insert(stc_slot *slots, size_t count, const stc_slot *slot);

/* As stc_base_affine, over slots. */
int64_t stc_base_slots(int64_t base, const stc_slot *slots, size_t count);

/* Journal `count` writes to words, then undo them. */
typedef struct stc_write {
  uint32_t offset;
  int64_t value;
} stc_write;

void stc_base_undo(int64_t *words, const stc_write *writes, size_t count,
                   stc_undo *journal);

/* Draw one of a list of 128 times five kinds, of a given kind. */
enum { STC_KINDS = 5, STC_DRAW_LIST = 128 * STC_KINDS };

static inline size_t stc_draw(uint64_t *seed, size_t kind) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)(*seed >> 57) * STC_KINDS + kind;
}

/* As stc_base_undo, each write being drawn from the list on the way; `count` is
 * a multiple of the kinds. */
void stc_base_playout(int64_t *words, const stc_write *list, size_t count,
                      stc_undo *journal, uint64_t *seed);

/* `count` writes, each with an incremental hash: the sum of what a mix makes
 * of each word and its place. */
uint64_t stc_base_hash(int64_t *words, const stc_write *writes, size_t count,
                       uint64_t hash);

#endif
