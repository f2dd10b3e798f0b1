/* Fuzzes saves. The first byte says whether the bytes stay as they are, get a
 * right checksum, or get the right hash too (which needs private headers of the
 * engine): then only inconsistent rows can be refused. A loaded world is played
 * on. Half of the corpus is made here from seeds; rows of events that no public
 * function writes yet are planted. */
#include "base/hash.h"
#include "ops.h"
#include "world/save/save_format.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"
#include "world/tables/event_log.h"
#include "world/tables/open_decision.h"
#include "world/tables/pending_triggers.h"
#include "world/tables/started_watchers.h"

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

/* Names of events and codes, which builders do not declare yet. */
static void name_events(strata_rules *rules) {
  static const char *const names[] = {"a", "b", "c"};
  for (size_t i = 0; i < ST_COUNT_OF(names); i++) {
    if (!st_names_add(&rules->names[STRATA_NAME_EVENT_TYPE], &rules->mem,
                      names[i], 0) ||
        !st_names_add(&rules->names[STRATA_NAME_WATCHER_DEF], &rules->mem,
                      names[i], 0)) {
      fuzz_found("memory");
    }
  }
}

static void plant_watches(st_store *store, kit_dice *dice) {
  const st_note notes[] = {{9, {1, 0}}, {8, {0, 1}}};
  uint32_t slot = 0;
  for (uint32_t i = kit_below(dice, 5); i > 0; i--) {
    st_new_started_watcher desc = {.watcher_def = 1 + kit_below(dice, 3),
                                   .amount = kit_below(dice, 3),
                                   .uses = kit_below(dice, 3),
                                   .clock = 1,
                                   .ticks = kit_below(dice, 4),
                                   .variables = notes,
                                   .variable_count = kit_below(dice, 3)};
    if (st_started_watcher_add(store, &desc, &slot)) fuzz_found("watch");
    if (kit_below(dice, 3) == 0 && st_started_watcher_remove(store, slot)) {
      fuzz_found("end of a watch");
    }
  }
}

static void plant_fired(st_store *store, kit_dice *dice) {
  const st_note notes[] = {{9, {1, 0}}, {8, {0, 1}}};
  uint32_t row = 0;
  for (uint32_t i = kit_below(dice, 6); i > 0; i--) {
    st_new_pending_trigger desc = {.watcher_def = 1 + kit_below(dice, 3),
                                   .identity = kit_below(dice, 2),
                                   .count = 1 + kit_below(dice, 2),
                                   .variables = notes,
                                   .variable_count = kit_below(dice, 3)};
    if (st_pending_trigger_add(store, &desc, &row)) fuzz_found("fired");
  }
  for (uint32_t slot = 1; slot <= st_entity_top(store); slot++) {
    bool holds =
        kit_below(dice, 3) == 0 && (row = st_pending_trigger_first(store)) != 0;
    if (holds && st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) &&
        st_pending_trigger_place(store, row, 1, slot)) {
      fuzz_found("place");
    }
  }
}

static void plant_log(st_store *store, kit_dice *dice) {
  const st_note notes[] = {{9, {1, 0}}, {8, {0, 1}}};
  uint64_t number = 0;
  for (uint32_t i = kit_below(dice, 100); i > 0; i--) {
    st_new_log_row desc = {.event_type = kit_below(dice, 3),
                           .parent = number / 2,
                           .fields = notes,
                           .field_count = kit_below(dice, 3),
                           .count = 1};
    if (st_log_add(store, &desc, &number)) fuzz_found("log");
  }
  if (st_log_forget(store, kit_below(dice, 60))) fuzz_found("forget");
}

static void plant_asks(st_store *store, kit_dice *dice) {
  const st_new_action_value words[] = {{1, {3, 0}, "one of them", NULL},
                                       {5, {0, 1}, NULL, "that"}};
  const uint32_t options[] = {1, 0};
  uint32_t decision = 0;
  if (kit_below(dice, 2)) return;
  if (st_decision_begin_action(store, 1, words, kit_below(dice, 3)))
    fuzz_found("begin");
  for (uint32_t i = kit_below(dice, 4); i > 0; i--) {
    st_new_decision desc = {.flags = kit_below(dice, 16),
                            .prompt = "which?",
                            .options = words,
                            .option_count = 2,
                            .min = 1,
                            .max = 2};
    st_new_answer answer = {.options = options,
                            .count = 1 + kit_below(dice, 2)};
    if (st_decision_add(store, &desc, &decision)) fuzz_found("ask");
    answer.decision = decision;
    if (kit_below(dice, 2) && st_decision_answer(store, &answer, NULL)) {
      fuzz_found("answer");
    }
  }
}

/* Read a save, add what happens, and write it again. */
static uint8_t *plant(const strata_rules *rules, kit_dice *dice, uint8_t *bytes,
                      size_t *size) {
  st_mem mem;
  st_store store;
  st_mem_init(&mem, NULL, NULL);
  if (st_store_init(&store, &mem, rules) ||
      st_save_read(&store, bytes, *size, NULL)) {
    fuzz_found("no store");
  }
  free(bytes);
  plant_watches(&store, dice);
  plant_fired(&store, dice);
  plant_log(&store, dice);
  plant_asks(&store, dice);
  if (st_notes_add(&store, st_notes_of_world(), 9, (st_raw_value){1, 0})) {
    fuzz_found("note");
  }
  if (st_save_write(&store, NULL, 0, size)) fuzz_found("a save of nothing");
  bytes = malloc(*size);
  if (!bytes || !st_save_write(&store, bytes, *size, size)) fuzz_found("save");
  st_store_fini(&store);
  return bytes;
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
  if (strata_save(o.world, NULL, 0, size) != STRATA_OK) {
    fuzz_found("a save of nothing");
  }
  uint8_t *bytes = malloc(*size);
  if (!bytes || strata_save(o.world, bytes, *size, size)) fuzz_found("save");
  ops_close(&o);
  bytes = plant(rules, &dice, bytes, size);
  for (size_t i = 1; i + 2 < data_size; i += 3) {
    size_t place = (size_t)(data[i] | data[i + 1] << 8) % *size;
    bytes[place] ^= data[i + 2];
  }
  return bytes;
}

static uint8_t *raw_save(const strata_rules *rules, const uint8_t *data,
                         size_t data_size, size_t *size) {
  static const uint8_t magic[12] = {'S',  'T',  'R', 'A', 'T', 'A',
                                    0x1a, '\n', 4,   0,   0,   0};
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

/* Give an open action up, which a roll forbids; then nothing else is written.
 */
static bool close_action(strata_world *world) {
  strata_status s = strata_commit(world);
  if (s == STRATA_OK) return true;
  if (s != STRATA_EOPEN) fuzz_found("commit of an open action");
  size_t count = strata_decision_count(world);
  for (size_t n = 0; n < count; n++) {
    strata_decision d;
    if (strata_decision_get(world, n, &d)) fuzz_found("a decision");
  }
  s = strata_cancel(world);
  if (s && s != STRATA_EREFUSED) fuzz_found("cancel");
  return s == STRATA_OK;
}

static void no_lack(void *user, strata_name_kind kind, const char *name) {
  (void)user;
  (void)kind;
  (void)name;
  fuzz_found("its own rules lack a name");
}

/* Under its own rules a world is what it was. */
static void reload(strata_rules *rules, strata_world *world) {
  strata_world *again = NULL;
  uint64_t hash = strata_hash(world);
  if (strata_missing_names(world, rules, no_lack, NULL)) fuzz_found("lacks");
  if (strata_reload(world, rules, &again, NULL)) fuzz_found("reload");
  if (strata_hash(again) != hash) fuzz_found("reloaded with another hash");
  if (ops_values(again) != ops_values(world)) {
    fuzz_found("reloaded with other values");
  }
  strata_world_free(again);
}

/* What was loaded is a world like any other. */
static void play_on(strata_rules *rules, strata_world *world) {
  strata_world *twin = NULL;
  uint64_t hash = strata_hash(world);
  uint64_t values = ops_values(world);
  const char *law = ops_check_why(world);
  if (law) fuzz_found(law);
  reload(rules, world);
  if (strata_fork(world, NULL, &twin)) fuzz_found("fork");
  strata_world_drop_caches(twin);
  if (strata_hash(twin) != hash) fuzz_found("another hash");
  if (ops_values(twin) != values) fuzz_found("other values");
  if (!close_action(twin)) {
    strata_world_free(twin);
    return;
  }
  uint32_t clocks = strata_rules_count(rules, STRATA_NAME_CLOCK);
  for (strata_clock c = 1; c <= clocks; c++) {
    if (strata_tick(twin, c, NULL)) fuzz_found("tick");
  }
  if (strata_forget_gone(twin)) fuzz_found("forget");
  if (strata_commit(twin)) fuzz_found("commit");
  strata_entity e = 0;
  while ((e = strata_entity_next(twin, e)) != 0) {
    if (strata_despawn(twin, e)) fuzz_found("despawn");
  }
  strata_effect f = {0};
  while ((f = strata_effect_next(twin, f)).id != 0) {
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
  name_events(rules);
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
