/* One long fixed game; prints what must be the same on every machine. */
#include "ops.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GOLDEN_BYTES = 1 << 14, GOLDEN_ROUNDS = 8 };

static void golden_fill(uint8_t *bytes, kit_dice *dice) {
  for (size_t i = 0; i < GOLDEN_BYTES; i++) {
    bytes[i] = (uint8_t)kit_roll(dice);
  }
}

static uint64_t golden_save(ops *o) {
  static uint8_t bytes[1 << 20];
  size_t size = 0;
  if (strata_save(o->world, bytes, sizeof bytes, &size)) return 0;
  return kit_fold(0xcbf29ce484222325, bytes, size);
}

static int golden_play(bool named) {
  static uint8_t bytes[GOLDEN_BYTES];
  kit_mem mem = {0};
  ops_config config = {.named = named, .mem = &mem};
  ops o;
  if (!ops_open(&o, &config)) return 1;
  printf("rules %s %016" PRIx64 "\n", named ? "named" : "numbered",
         strata_rules_hash(o.rules));
  o.broken = ops_look_at_rules(o.rules, &o.trace);
  kit_dice dice = {named};
  for (int round = 0; round < GOLDEN_ROUNDS && !o.broken; round++) {
    golden_fill(bytes, &dice);
    ops_play(&o, bytes, sizeof bytes);
    printf("%d hash %016" PRIx64 " values %016" PRIx64 " save %016" PRIx64
           " trace %016" PRIx64 "\n",
           round, strata_hash(o.world), ops_values(o.world), golden_save(&o),
           o.trace);
  }
  for (int s = 0; s < 12; s++) {
    printf("%s %" PRIu64 "\n", strata_status_text((strata_status)s),
           o.calls[s]);
  }
  const char *law = o.broken;
  ops_close(&o);
  if (!law && mem.live_bytes != 0) law = "bytes leaked";
  if (law) fprintf(stderr, "law broken: %s\n", law);
  return law != NULL;
}

int main(void) {
  return golden_play(false) | golden_play(true);
}
