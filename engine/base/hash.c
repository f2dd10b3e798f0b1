/*
 * hash.c - the hash of names and the checksum of saves.
 *
 * Names are short, so st_hash_bytes is a simple loop. A checksum covers whole
 * saves at the speed of memory: eight lanes of sums and of sums of sums, which
 * compilers turn into vector code. A single changed word and two swapped words
 * always change the checksum. The checksum detects damage, not malice; the
 * reader of saves checks every value itself.
 */
#include "base/hash.h"

#define CHECKSUM_LANES ((size_t)8)

uint64_t st_hash_bytes(const void *bytes, size_t size, uint64_t seed) {
  const uint8_t *p = bytes;
  uint64_t h = st_mix(seed, size);
  for (; size >= 8; p += 8, size -= 8) {
    h = st_mix(h, st_read_u64(p));
  }
  uint64_t tail = 0;
  for (size_t i = 0; i < size; i++) {
    tail |= (uint64_t)p[i] << (8 * i);
  }
  return st_mix(h + 1, tail);
}

uint64_t st_checksum(const void *bytes, size_t size) {
  const uint8_t *p = bytes;
  uint64_t sum[CHECKSUM_LANES] = {0};
  uint64_t sum_of_sums[CHECKSUM_LANES] = {0};
  size_t rest = size;
  for (; rest >= CHECKSUM_LANES * 8;
       p += CHECKSUM_LANES * 8, rest -= CHECKSUM_LANES * 8) {
    for (size_t i = 0; i < CHECKSUM_LANES; i++) {
      sum[i] += st_read_u64(p + 8 * i);
      sum_of_sums[i] += sum[i];
    }
  }
  uint64_t whole = size;
  uint64_t h = st_hash_bytes(p, rest, whole);
  for (size_t i = 0; i < CHECKSUM_LANES; i++) {
    h = st_mix(st_mix(h, sum[i]), sum_of_sums[i]);
  }
  return h;
}
