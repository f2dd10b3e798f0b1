/*
 * plain_changers.c - type changers on bitmaps.
 *
 * With a known order, applying them is the least that a machine must do. The
 * order is found by the letter of 613.8: before each application, each changer
 * that is left is applied alone to a copy of the board; a changer that then
 * affects other permanents than before depends on the one applied. Changers
 * that depend on each other, also through others, do not wait (613.8b); of
 * those that do not wait the oldest is applied.
 */
#include "bench/kit/plain_changers.h"

#include "bench/measure/bench_world.h"

#include <string.h>

static uint32_t words_for(uint32_t bits) {
  return (bits + 63) / 64;
}

static bool bit_test(const uint64_t *bits, uint32_t n) {
  return bits[n / 64] >> (n % 64) & 1;
}

static void bit_set(uint64_t *bits, uint32_t n) {
  bits[n / 64] |= UINT64_C(1) << (n % 64);
}

stb_plain_changers *stb_plain_changers_new(stb_run *bench,
                                           const stb_changer *changers,
                                           uint32_t count, uint32_t types,
                                           const uint32_t *costs,
                                           uint32_t permanents) {
  stb_plain_changers *p = stb_alloc(bench, 1, sizeof *p);
  const uint32_t words = words_for(permanents);
  const size_t graph = (size_t)count * words_for(count);
  *p = (stb_plain_changers){.count = count,
                            .permanents = permanents,
                            .types = types,
                            .words = words,
                            .changers = changers};
  p->by_time = stb_alloc(bench, count, sizeof *p->by_time);
  p->base = stb_alloc(bench, (size_t)types * words, sizeof *p->base);
  p->masks = stb_alloc(bench, (size_t)count * words, sizeof *p->masks);
  p->sets = stb_alloc(bench, (size_t)count * words, sizeof *p->sets);
  p->trial = stb_alloc(bench, (size_t)types * words, sizeof *p->trial);
  p->edges = stb_alloc(bench, graph, sizeof *p->edges);
  p->reach = stb_alloc(bench, graph, sizeof *p->reach);
  p->left = stb_alloc(bench, count, sizeof *p->left);
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t n = 0; n < permanents; n++) {
      if (costs[n] > changers[i].dearest) continue;
      bit_set(p->masks + (size_t)i * words, n);
    }
  }
  return p;
}

/* -- In a known order -- */

static void apply_changer(const stb_plain_changers *p, uint32_t i,
                          uint64_t *planes) {
  const stb_changer *c = &p->changers[i];
  const uint32_t words = p->words;
  const uint64_t *mask = p->masks + (size_t)i * words;
  const uint64_t *need = planes + (size_t)c->need * words;
  uint64_t *gives = planes + (size_t)c->gives * words;
  for (uint32_t w = 0; w < words; w++) {
    const uint64_t members = need[w] & mask[w];
    for (uint32_t t = 0; c->only && t < p->types; t++) {
      planes[(size_t)t * words + w] &= ~members;
    }
    gives[w] |= members;
  }
}

void stb_plain_apply_known(const stb_plain_changers *plain,
                           const uint32_t *order, uint64_t *planes) {
  const size_t size = (size_t)plain->types * plain->words;
  memcpy(planes, plain->base, size * sizeof *planes);
  for (uint32_t i = 0; i < plain->count; i++) {
    apply_changer(plain, order[i], planes);
  }
}

/* -- Finding the order -- */

static void find_affected(const stb_plain_changers *p, uint32_t i,
                          const uint64_t *planes, uint64_t *out) {
  const uint64_t *mask = p->masks + (size_t)i * p->words;
  const uint64_t *need = planes + (size_t)p->changers[i].need * p->words;
  for (uint32_t w = 0; w < p->words; w++) {
    out[w] = need[w] & mask[w];
  }
}

static bool would_differ(const stb_plain_changers *p, uint32_t i) {
  const uint64_t *mask = p->masks + (size_t)i * p->words;
  const uint64_t *set = p->sets + (size_t)i * p->words;
  const uint64_t *need = p->trial + (size_t)p->changers[i].need * p->words;
  uint64_t differs = 0;
  for (uint32_t w = 0; w < p->words; w++) {
    differs |= (need[w] & mask[w]) ^ set[w];
  }
  return differs != 0;
}

/* Which changers depend on which, among those left (613.8a). */
static void find_edges(const stb_plain_changers *p, uint32_t left,
                       const uint64_t *planes) {
  const uint32_t row = words_for(p->count);
  memset(p->edges, 0, (size_t)p->count * row * sizeof *p->edges);
  for (uint32_t i = 0; i < left; i++) {
    const uint32_t a = p->left[i];
    find_affected(p, a, planes, p->sets + (size_t)a * p->words);
  }
  for (uint32_t i = 0; i < left; i++) {
    const uint32_t b = p->left[i];
    memcpy(p->trial, planes, (size_t)p->types * p->words * sizeof *p->trial);
    apply_changer(p, b, p->trial);
    for (uint32_t k = 0; k < left; k++) {
      const uint32_t a = p->left[k];
      if (a != b && would_differ(p, a)) bit_set(p->edges + (size_t)a * row, b);
    }
  }
}

/* Dependencies through others: reach is the transitive closure of edges. */
static void find_reach(const stb_plain_changers *p, uint32_t left) {
  const uint32_t row = words_for(p->count);
  memcpy(p->reach, p->edges, (size_t)p->count * row * sizeof *p->reach);
  for (uint32_t i = 0; i < left; i++) {
    const uint64_t *through = p->reach + (size_t)p->left[i] * row;
    for (uint32_t k = 0; k < left; k++) {
      uint64_t *from = p->reach + (size_t)p->left[k] * row;
      if (!bit_test(from, p->left[i])) continue;
      for (uint32_t w = 0; w < row; w++) {
        from[w] |= through[w];
      }
    }
  }
}

/* True if all changers that it depends on also depend on it. */
static bool is_free(const stb_plain_changers *p, uint32_t a) {
  const uint32_t row = words_for(p->count);
  for (uint32_t b = 0; b < p->count; b++) {
    if (bit_test(p->edges + (size_t)a * row, b) &&
        !bit_test(p->reach + (size_t)b * row, a)) {
      return false;
    }
  }
  return true;
}

void stb_plain_apply_tried(const stb_plain_changers *plain, uint64_t *planes,
                           uint32_t *order) {
  const stb_plain_changers *p = plain;
  memcpy(planes, p->base, (size_t)p->types * p->words * sizeof *planes);
  memcpy(p->left, p->by_time, p->count * sizeof *p->left);
  for (uint32_t left = p->count; left > 0; left--) {
    find_edges(p, left, planes);
    find_reach(p, left);
    uint32_t at = 0;
    while (at + 1 < left && !is_free(p, p->left[at])) {
      at++;
    }
    order[p->count - left] = p->left[at];
    apply_changer(p, p->left[at], planes);
    memmove(&p->left[at], &p->left[at + 1], (left - at - 1) * sizeof *p->left);
  }
}
