/* hash.h - hashes that are part of the file format and must never change. Held
 * by test unit.hash. */
#ifndef STRATA_BASE_HASH_H
#define STRATA_BASE_HASH_H

#include "base/base.h"

#include <string.h>

/* Mix a key and a value: every bit of both reaches every bit of the result. */
static inline uint64_t st_mix(uint64_t key, uint64_t value) {
  uint64_t x = (value ^ (key >> 32)) * UINT64_C(0x9FB21C651E98DF25);
  x ^= x >> 35;
  x = (x ^ key) * UINT64_C(0xD6E8FEB86659FD93);
  return x ^ (x >> 32);
}

/* The hash of a name or text; the same on every machine. */
uint64_t st_hash_bytes(const void *bytes, size_t size, uint64_t seed);

/* A checksum at the speed of memory; reads the bytes as little-endian words. */
uint64_t st_checksum(const void *bytes, size_t size);

/* Little-endian words in byte buffers. On little-endian machines a word is one
 * memcpy, which compilers turn into vector code. */
static inline uint64_t st_read_u64(const uint8_t *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t word;
  memcpy(&word, p, sizeof word);
  return word;
#else
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
         (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
         (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
#endif
}
static inline uint32_t st_read_u32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
         (uint32_t)p[3] << 24;
}
static inline void st_write_u64(uint8_t *p, uint64_t v) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(p, &v, sizeof v);
#else
  for (int i = 0; i < 8; i++)
    p[i] = (uint8_t)(v >> (8 * i));
#endif
}
static inline void st_write_u32(uint8_t *p, uint32_t v) {
  for (int i = 0; i < 4; i++) {
    p[i] = (uint8_t)(v >> (8 * i));
  }
}

/* The key of a note. Two abilities that are not linked to each other (607.5)
 * keep separate notes under one name, so the key mixes the name with the
 * ability's `instance`; instance 0 is the name alone. A key is never 0. */
static inline uint64_t st_note_key_of(uint64_t key, uint64_t instance) {
  if (instance != 0) key = st_mix(key, instance);
  return key ? key : 1;
}

static inline uint64_t st_note_key(const char *name, size_t length,
                                   uint64_t instance) {
  return st_note_key_of(st_hash_bytes(name, length, 1), instance);
}

#endif
