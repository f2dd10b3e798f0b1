/* Random games by rules with zones, abilities and definitions: every law that
 * tests/fuzz/ops.h checks holds, and explanations lead to the values that are
 * read. */
#include "game.h"
#include "ops.h"

TestSuite(games, .timeout = 120);

static void play(ops *o, kit_mem *mem, uint64_t seed, bool why_all) {
  uint8_t bytes[2000];
  kit_dice dice = {seed};
  size_t size = why_all ? 200 : sizeof bytes;
  for (size_t i = 0; i < size; i++) {
    bytes[i] = (uint8_t)kit_roll(&dice);
  }
  ops_config config = {
      .named = true, .objects = true, .why_all = why_all, .mem = mem};
  cr_assert(ops_open(o, &config));
  ops_play(o, bytes, size);
  if (!o->broken) ops_check_save(o);
  cr_assert(eq(ptr, TEXT(o->broken), NULL), "seed %d: %s", (int)seed,
            o->broken);
}

Test(games, laws_hold_with_objects) {
  uint64_t calls[12] = {0};
  for (uint64_t seed = 0; seed < 60; seed++) {
    kit_mem mem = {0};
    ops o;
    play(&o, &mem, seed, false);
    for (int i = 0; i < 12; i++) {
      calls[i] += o.calls[i];
    }
    ops_close(&o);
    cr_expect(eq(sz, mem.live_bytes, 0), "seed %d", (int)seed);
    cr_expect(eq(sz, mem.wrong_size, 0), "seed %d", (int)seed);
  }
  cr_expect(lt(u64, calls[STRATA_ESTALE], calls[STRATA_OK]));
}

Test(games, explanations_lead_to_the_values_of_objects) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    kit_mem mem = {0};
    ops o;
    play(&o, &mem, seed, true);
    ops_close(&o);
    cr_expect(eq(sz, mem.live_bytes, 0), "seed %d", (int)seed);
  }
}
