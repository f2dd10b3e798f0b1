/*
 * baseline.c - the loops that the engine is measured against.
 */
#include "bench/measure/baseline.h"

#include <strata.h>
#include <string.h>

#if !defined(__GNUC__)
static volatile int64_t sink;
static void *volatile touched;

void stb_use_value(int64_t value) {
  sink = value;
}
void stb_touch_memory(void *memory) {
  touched = memory;
}
#endif

enum { CALIBRATION_TURNS = 50000 };

uint64_t stb_calibration_loop(void) {
  uint64_t x = 1;
  for (int i = 0; i < CALIBRATION_TURNS; i++) {
    x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    stb_use_value((int64_t)x);
  }
  return x;
}

int64_t stb_base_read(const stb_cell *cells, const uint64_t *handles,
                      size_t handle_count, uint32_t version, uint32_t count) {
  int64_t sum = 0;
  size_t next = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t handle = handles[next];
    const stb_cell *cell = &cells[(uint32_t)handle];
    if (cell->generation == (uint32_t)(handle >> 32) &&
        cell->version == version) {
      sum += cell->value;
    }
    stb_use_value(sum);
    next = next + 1 == handle_count ? 0 : next + 1;
  }
  return sum;
}

void stb_base_write(stb_cell *cells, const uint64_t *handles,
                    size_t handle_count, stb_undo_record *ring,
                    uint32_t count) {
  size_t next = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t handle = handles[next];
    const uint32_t slot = (uint32_t)handle;
    if (cells[slot].generation == (uint32_t)(handle >> 32)) {
      ring[i % STB_UNDO_RING] = (stb_undo_record){slot, cells[slot].value};
      cells[slot].value = (int64_t)i;
    }
    stb_touch_memory(cells);
    next = next + 1 == handle_count ? 0 : next + 1;
  }
}

stb_affine stb_affine_of_step(const stb_step *step) {
  const int64_t x = step->value;
  stb_affine form = {.keep = -1, .mul = 1, .add = 0, .flip = 0};
  if (step->op == STRATA_OP_ADD) {
    form.add = x;
  } else if (step->op == STRATA_OP_SUB) {
    form.add = -x;
  } else if (step->op == STRATA_OP_MUL) {
    form.mul = x;
  } else if (step->op == STRATA_OP_AND) {
    form.keep = x;
  } else if (step->op == STRATA_OP_OR) {
    form.keep = ~x;
    form.flip = x;
  } else if (step->op == STRATA_OP_XOR) {
    form.flip = x;
  } else { /* set */
    form.keep = 0;
    form.add = x;
  }
  return form;
}

static int64_t apply_affine(int64_t value, const stb_affine *step) {
  uint64_t v = (uint64_t)value & (uint64_t)step->keep;
  v = v * (uint64_t)step->mul + (uint64_t)step->add;
  return (int64_t)(v ^ (uint64_t)step->flip);
}

int64_t stb_base_run_affine(int64_t base, const stb_affine *steps,
                            size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = apply_affine(base, &steps[i]);
  }
  return base;
}

void stb_base_insert_slot(stb_slot *slots, size_t count, const stb_slot *slot) {
  size_t low = count;
  if (count != 0 && slots[count - 1].layer > slot->layer) {
    low = 0;
    for (size_t high = count; low < high;) {
      const size_t middle = low + (high - low) / 2;
      if (slots[middle].layer > slot->layer) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    memmove(&slots[low + 1], &slots[low], (count - low) * sizeof *slots);
  }
  slots[low] = *slot;
  stb_touch_memory(slots);
}

int64_t stb_base_run_slots(int64_t base, const stb_slot *slots, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = apply_affine(base, &slots[i].step);
  }
  return base;
}

static void undo_words(int64_t *words, size_t count,
                       const stb_undo_record *journal) {
  for (size_t i = count; i-- > 0;) {
    words[journal[i].offset] = journal[i].old;
  }
  stb_touch_memory(words);
}

void stb_base_undo_writes(int64_t *words, const stb_write *writes, size_t count,
                          stb_undo_record *journal) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t offset = writes[i].offset;
    journal[i] = (stb_undo_record){offset, words[offset]};
    words[offset] = writes[i].value;
  }
  stb_touch_memory(words);
  stb_touch_memory(journal);
  undo_words(words, count, journal);
}

void stb_base_playout(int64_t *words, const stb_write *list, size_t count,
                      stb_undo_record *journal, uint64_t *seed) {
  uint64_t state = *seed;
  size_t i = 0;
  while (i < count) {
    for (size_t kind = 0; kind < STB_WRITE_KINDS; kind++, i++) {
      const stb_write *write = &list[stb_draw(&state, kind)];
      journal[i] = (stb_undo_record){write->offset, words[write->offset]};
      words[write->offset] = write->value;
    }
  }
  *seed = state;
  stb_touch_memory(words);
  stb_touch_memory(journal);
  undo_words(words, count, journal);
}

static uint64_t mix_word(uint64_t place, uint64_t value) {
  uint64_t x = (value ^ (place >> 32)) * UINT64_C(0x9FB21C651E98DF25);
  x ^= x >> 35;
  return (x ^ place) * UINT64_C(0xD6E8FEB86659FD93);
}

uint64_t stb_base_hash_writes(int64_t *words, const stb_write *writes,
                              size_t count, uint64_t hash) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t offset = writes[i].offset;
    hash -= mix_word(offset, (uint64_t)words[offset]);
    hash += mix_word(offset, (uint64_t)writes[i].value);
    words[offset] = writes[i].value;
    stb_use_value((int64_t)hash);
  }
  return hash;
}
