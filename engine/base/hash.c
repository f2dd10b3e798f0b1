/*
 * hash.c - the byte hashes.
 *
 * Names are short, so st_hash_bytes is simple and byte by byte in effect.
 * Checksums run over whole saves, where one multiplication at a time would be
 * the bottleneck: eight independent lanes keep the multiplier full.
 */
#include "base/hash.h"

#define LANES 8

uint64_t st_hash_bytes(const void *bytes, size_t size, uint64_t seed) {
  const uint8_t *p = bytes;
  uint64_t h = st_mix(seed, size);
  for (; size >= 8; p += 8, size -= 8)
    h = st_mix(h, st_read_u64(p));
  uint64_t tail = 0;
  for (size_t i = 0; i < size; i++)
    tail |= (uint64_t)p[i] << (8 * i);
  return st_mix(h + 1, tail);
}

uint64_t st_checksum(const void *bytes, size_t size) {
  const uint8_t *p = bytes;
  uint64_t lane[LANES];
  for (unsigned i = 0; i < LANES; i++) {
    lane[i] = (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
  }
  size_t rest = size;
  for (; rest >= LANES * 8; p += LANES * 8, rest -= LANES * 8) {
    for (unsigned i = 0; i < LANES; i++) {
      uint64_t x = lane[i] ^ st_read_u64(p + 8 * i);
      x *= UINT64_C(0xD6E8FEB86659FD93);
      lane[i] = x ^ (x >> 32);
    }
  }
  uint64_t h = st_hash_bytes(p, rest, size);
  for (unsigned i = 0; i < LANES; i++)
    h = st_mix(h, lane[i]);
  return h;
}
