/*
 * baseline.c - the loops that the engine is measured against.
 */
#include "baseline.h"

#include <string.h>

#if !defined(__GNUC__)
static volatile int64_t sink;
static void *volatile touched;

void stc_use(int64_t value) {
  sink = value;
}
void stc_touch(void *memory) {
  touched = memory;
}
#endif

enum { CALIBRATION_TURNS = 50000 };

uint64_t stc_calibration_loop(void) {
  uint64_t x = 1;
  for (int i = 0; i < CALIBRATION_TURNS; i++) {
    x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    stc_use((int64_t)x);
  }
  return x;
}

int64_t stc_base_read(const stc_cell *cells, const uint64_t *handles,
                      size_t handle_count, uint32_t version, uint32_t count) {
  int64_t sum = 0;
  size_t next = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t handle = handles[next];
    const stc_cell *cell = &cells[(uint32_t)handle];
    if (cell->generation == (uint32_t)(handle >> 32) &&
        cell->version == version) {
      sum += cell->value;
    }
    stc_use(sum);
    next = next + 1 == handle_count ? 0 : next + 1;
  }
  return sum;
}

void stc_base_write(stc_cell *cells, const uint64_t *handles,
                    size_t handle_count, stc_undo *ring, uint32_t count) {
  size_t next = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t handle = handles[next];
    const uint32_t slot = (uint32_t)handle;
    if (cells[slot].generation == (uint32_t)(handle >> 32)) {
      ring[i % STC_UNDO_RING] = (stc_undo){slot, cells[slot].value};
      cells[slot].value = (int64_t)i;
    }
    stc_touch(cells);
    next = next + 1 == handle_count ? 0 : next + 1;
  }
}

stc_affine stc_affine_of(const stc_step *step) {
  const int64_t x = step->value;
  stc_affine form = {.keep = -1, .mul = 1, .add = 0, .flip = 0};
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

static int64_t affine(int64_t value, const stc_affine *step) {
  uint64_t v = (uint64_t)value & (uint64_t)step->keep;
  v = v * (uint64_t)step->mul + (uint64_t)step->add;
  return (int64_t)(v ^ (uint64_t)step->flip);
}

int64_t stc_base_affine(int64_t base, const stc_affine *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = affine(base, &steps[i]);
  }
  return base;
}

void stc_base_insert(stc_slot *slots, size_t count, const stc_slot *slot) {
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
  stc_touch(slots);
}

int64_t stc_base_slots(int64_t base, const stc_slot *slots, size_t count) {
  for (size_t i = 0; i < count; i++) {
    base = affine(base, &slots[i].step);
  }
  return base;
}

static void undo(int64_t *words, size_t count, const stc_undo *journal) {
  for (size_t i = count; i-- > 0;) {
    words[journal[i].offset] = journal[i].old;
  }
  stc_touch(words);
}

void stc_base_undo(int64_t *words, const stc_write *writes, size_t count,
                   stc_undo *journal) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t offset = writes[i].offset;
    journal[i] = (stc_undo){offset, words[offset]};
    words[offset] = writes[i].value;
  }
  stc_touch(words);
  stc_touch(journal);
  undo(words, count, journal);
}

void stc_base_playout(int64_t *words, const stc_write *list, size_t count,
                      stc_undo *journal, uint64_t *seed) {
  uint64_t state = *seed;
  size_t i = 0;
  while (i < count) {
    for (size_t kind = 0; kind < STC_KINDS; kind++, i++) {
      const stc_write *write = &list[stc_draw(&state, kind)];
      journal[i] = (stc_undo){write->offset, words[write->offset]};
      words[write->offset] = write->value;
    }
  }
  *seed = state;
  stc_touch(words);
  stc_touch(journal);
  undo(words, count, journal);
}

static uint64_t mix(uint64_t place, uint64_t value) {
  uint64_t x = (value ^ (place >> 32)) * UINT64_C(0x9FB21C651E98DF25);
  x ^= x >> 35;
  return (x ^ place) * UINT64_C(0xD6E8FEB86659FD93);
}

uint64_t stc_base_hash(int64_t *words, const stc_write *writes, size_t count,
                       uint64_t hash) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t offset = writes[i].offset;
    hash -= mix(offset, (uint64_t)words[offset]);
    hash += mix(offset, (uint64_t)writes[i].value);
    words[offset] = writes[i].value;
    stc_use((int64_t)hash);
  }
  return hash;
}
