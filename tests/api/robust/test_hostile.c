/* Hostile saves are refused or harmless: no crash, no leak. */
#include "game.h"
#include "ops.h"

#include <stdlib.h>
#include <string.h>

TestSuite(hostile, .timeout = 300);

typedef struct save {
  kit_mem mem;
  strata_rules *rules;
  uint8_t *bytes;
  size_t size;
  uint64_t hash;
} save;

/* A world with something of everything. */
static void save_open(save *s, uint64_t seed, size_t length) {
  static uint8_t stream[1000];
  kit_dice dice = {seed};
  for (size_t i = 0; i < length; i++) {
    stream[i] = (uint8_t)kit_roll(&dice);
  }
  OK(kit_rules(&s->mem, false, &s->rules));
  ops_config config = {.mem = &s->mem, .rules = s->rules};
  ops o;
  cr_assert(ops_open(&o, &config));
  ops_play(&o, stream, length);
  cr_assert(eq(ptr, TEXT(o.broken), NULL), "%s", o.broken);
  cr_assert(eq(int, strata_save(o.world, NULL, 0, &s->size), STRATA_OK));
  s->bytes = malloc(s->size);
  OK(strata_save(o.world, s->bytes, s->size, &s->size));
  s->hash = strata_hash(o.world);
  ops_close(&o);
}

static void save_close(save *s) {
  free(s->bytes);
  strata_rules_free(s->rules);
  cr_expect(eq(sz, s->mem.live_bytes, 0), "bytes leaked");
}

/* Refused with a message, or loaded to a world that can be used. */
static void load(save *s, const uint8_t *bytes, size_t size, size_t place) {
  strata_world_config config = kit_config(&s->mem);
  strata_world *world = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status got =
      strata_load(s->rules, &config, bytes, size, &world, &error);
  if (got) {
    cr_expect(eq(int, error.status, got), "at %zu", place);
    cr_expect(lt(sz, 10, strlen(error.text)), "at %zu", place);
    cr_expect(le(sz, error.offset, size), "at %zu", place);
    cr_expect(eq(ptr, world, NULL), "at %zu", place);
    bool known = got == STRATA_ECORRUPT || got == STRATA_ENOENT;
    cr_expect(known, "at %zu: %s", place, strata_status_text(got));
    return;
  }
  cr_expect(eq(u64, strata_hash(world), s->hash), "at %zu", place);
  ops_values(world);
  strata_world_free(world);
}

Test(hostile, every_truncation) {
  save s = {0};
  save_open(&s, 1, 400);
  for (size_t size = 0; size < s.size; size++) {
    uint8_t *bytes = malloc(size + 1); /* exact, so that ASan sees overreads */
    memcpy(bytes, s.bytes, size);
    uint8_t *exact = realloc(bytes, size ? size : 1);
    load(&s, exact, size, size);
    free(exact);
  }
  save_close(&s);
}

Test(hostile, every_flip_of_a_byte) {
  static const uint8_t flips[] = {0x01, 0x80, 0xff};
  save s = {0};
  save_open(&s, 2, 400);
  for (size_t i = 0; i < s.size; i++) {
    for (size_t f = 0; f < sizeof flips; f++) {
      s.bytes[i] ^= flips[f];
      load(&s, s.bytes, s.size, i);
      s.bytes[i] ^= flips[f];
    }
  }
  load(&s, s.bytes, s.size, s.size);
  save_close(&s);
}

Test(hostile, more_bytes_than_the_save) {
  save s = {0};
  save_open(&s, 3, 200);
  uint8_t *more = calloc(1, s.size + 8);
  memcpy(more, s.bytes, s.size);
  strata_world *world = NULL;

  strata_status got =
      strata_load(s.rules, NULL, more, s.size + 8, &world, NULL);

  cr_expect(eq(int, got, STRATA_ECORRUPT));
  free(more);
  save_close(&s);
}

Test(hostile, random_bytes) {
  save s = {0};
  save_open(&s, 4, 200);
  kit_dice dice = {4};
  for (int i = 0; i < 2000; i++) {
    uint8_t bytes[64];
    for (size_t n = 0; n < sizeof bytes; n++) {
      bytes[n] = (uint8_t)kit_roll(&dice);
    }
    memcpy(bytes, s.bytes, i % 32);
    load(&s, bytes, sizeof bytes, (size_t)i);
  }
  save_close(&s);
}

Test(hostile, an_empty_world_is_saved_too) {
  kit_mem mem = {0};
  strata_rules *rules = NULL;
  strata_world *world = NULL;
  strata_world *twin = NULL;
  uint8_t bytes[4096];
  size_t size = 0;
  OK(kit_rules(&mem, false, &rules));
  OK(strata_world_new(rules, NULL, &world));
  OK(strata_save(world, bytes, sizeof bytes, &size));

  OK(strata_load(rules, NULL, bytes, size, &twin, NULL));

  cr_expect(eq(u64, strata_hash(twin), strata_hash(world)));
  strata_world_free(twin);
  strata_world_free(world);
  strata_rules_free(rules);
}
