/* Fuzzes calls of the engine: the first byte chooses the rules, the rest is a
 * game for ops.h. A broken law is a finding. */
#include "ops.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  kit_mem mem = {0};
  ops_config config = {.named = data[0] & 1 || data[0] & 8,
                       .objects = data[0] & 8,
                       .why_all = data[0] & 2,
                       .mem = &mem};
  ops o;
  if (!ops_open(&o, &config)) fuzz_found("no game");
  if (data[0] & 4) {
    uint64_t trace = 0;
    o.broken = ops_look_at_rules(o.rules, &trace);
  }
  ops_play(&o, data + 1, size - 1);
  if (!o.broken) ops_check_save(&o);
  const char *law = o.broken;
  ops_close(&o);
  if (!law && mem.live_bytes != 0) law = "bytes leaked";
  if (!law && mem.wrong_size != 0) law = "old_size is not exact";
  if (law) fuzz_found(law);
  return 0;
}
