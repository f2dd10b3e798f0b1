/* Hostile saves. The first byte says how hostile: as they are; with a right
 * checksum; or with the right hash too, which takes a look inside of the
 * engine: what is refused then is refused because its rows do not fit. What is
 * loaded is played on. Half of the corpus is made here, by seed. */
#include "base/hash.h"
#include "ops.h"
#include "world/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 48, AT_SIZE = 16, AT_RULES = 24, AT_HASH = 32, AT_SUM = 40 };

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

static void fix_checksum(uint8_t *bytes, size_t size) {
  st_write_u64(bytes + AT_SIZE, size);
  uint64_t sum = st_mix(st_checksum(bytes, HEADER - 8),
                        st_checksum(bytes + HEADER, size - HEADER));
  st_write_u64(bytes + AT_SUM, sum);
}

/* Read the cells as the engine does, and say the hash that they have. */
static void fix_hash(const strata_rules *rules, uint8_t *bytes, size_t size) {
  st_mem mem;
  st_store store;
  strata_error error;
  st_mem_init(&mem, NULL, NULL);
  if (st_store_init(&store, &mem, rules)) fuzz_found("no store");
  if (st_save_read(&store, bytes, size, &error)) {
    st_write_u64(bytes + AT_HASH, st_save_hash(&store));
    fix_checksum(bytes, size);
  }
  st_store_fini(&store);
}

/* A save of a random game, changed where the input says: pairs of a place (16
 * bits) and a byte; then perhaps cut. */
static uint8_t *made_save(strata_rules *rules, bool objects,
                          const uint8_t *data, size_t data_size, size_t *size) {
  static uint8_t stream[300];
  kit_dice dice = {data[0]};
  size_t length = 20 + kit_below(&dice, sizeof stream - 20);
  for (size_t i = 0; i < length; i++) {
    stream[i] = (uint8_t)kit_roll(&dice);
  }
  ops_config config = {.rules = rules, .named = objects, .objects = objects};
  ops o;
  if (!ops_open(&o, &config)) fuzz_found("no game");
  ops_play(&o, stream, length);
  if (o.broken) fuzz_found(o.broken);
  if (strata_save(o.world, NULL, 0, size) != STRATA_ERANGE) {
    fuzz_found("a save of nothing");
  }
  uint8_t *bytes = malloc(*size);
  if (!bytes || strata_save(o.world, bytes, *size, size)) fuzz_found("save");
  ops_close(&o);
  for (size_t i = 1; i + 2 < data_size; i += 3) {
    size_t place = (size_t)(data[i] | data[i + 1] << 8) % *size;
    bytes[place] ^= data[i + 2];
  }
  return bytes;
}

static uint8_t *raw_save(const strata_rules *rules, const uint8_t *data,
                         size_t data_size, size_t *size) {
  static const uint8_t magic[12] = {'S',  'T',  'R', 'A', 'T', 'A',
                                    0x1a, '\n', 2,   0,   0,   0};
  *size = data_size < HEADER ? HEADER : data_size;
  uint8_t *bytes = calloc(1, *size);
  if (!bytes) fuzz_found("memory");
  memcpy(bytes, data, data_size);
  if (data_size >= HEADER) {
    memcpy(bytes, magic, sizeof magic);
    st_write_u64(bytes + AT_RULES, strata_rules_hash(rules));
  }
  return bytes;
}

/* What was loaded is a world like any other. */
static void play_on(strata_rules *rules, strata_world *world) {
  strata_world *twin = NULL;
  uint64_t hash = strata_hash(world);
  uint64_t values = ops_values(world);
  const char *law = ops_check_why(world);
  if (law) fuzz_found(law);
  if (strata_fork(world, NULL, &twin)) fuzz_found("fork");
  strata_world_drop_caches(twin);
  if (strata_hash(twin) != hash) fuzz_found("another hash");
  if (ops_values(twin) != values) fuzz_found("other values");
  uint32_t clocks = strata_rules_count(rules, STRATA_KIND_CLOCK);
  for (strata_clock c = 1; c <= clocks; c++) {
    if (strata_tick(twin, c, NULL)) fuzz_found("tick");
  }
  if (strata_forget_gone(twin)) fuzz_found("forget");
  if (strata_commit(twin)) fuzz_found("commit");
  strata_entity e = 0;
  while ((e = strata_entity_next(twin, e)) != 0) {
    if (strata_despawn(twin, e)) fuzz_found("despawn");
  }
  strata_effect f = 0;
  while ((f = strata_effect_next(twin, f)) != 0) {
    if (strata_effect_remove(twin, f)) fuzz_found("remove");
  }
  strata_world_free(twin);
}

static void load(strata_rules *rules, const uint8_t *bytes, size_t size) {
  kit_mem mem = {0};
  strata_world_config config = kit_config(&mem);
  strata_world *world = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status s = strata_load(rules, &config, bytes, size, &world, &error);
  if (s && error.status != s) fuzz_found("status of an error");
  if (s && error.offset > size) fuzz_found("an error past the end");
  if (s && error.text[0] == '\0') fuzz_found("an error that says nothing");
  if (!s) play_on(rules, world);
  strata_world_free(world);
  if (mem.live_bytes != 0) fuzz_found("bytes leaked");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  strata_rules *rules = NULL;
  bool objects = data[0] & 16;
  if (objects ? kit_object_rules(NULL, &rules)
              : kit_rules(NULL, data[0] & 8, &rules)) {
    fuzz_found("no rules");
  }
  size_t save_size = 0;
  uint8_t *bytes =
      data[0] & 4 ? raw_save(rules, data + 1, size - 1, &save_size)
                  : made_save(rules, objects, data + 1, size - 1, &save_size);
  if (data[0] & 3) fix_checksum(bytes, save_size);
  if ((data[0] & 3) > 1) fix_hash(rules, bytes, save_size);
  load(rules, bytes, save_size);
  free(bytes);
  strata_rules_free(rules);
  return 0;
}
