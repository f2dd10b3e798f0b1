/* Allocation failure at every point of one scenario: the call returns ENOMEM,
 * the hash is unchanged, the call made again succeeds and reads what it reads
 * when nothing fails, and nothing leaks. */
#include "game.h"
#include "kit_why.h"

#include <stdlib.h>
#include <string.h>

TestSuite(oom, .timeout = 300);

/* What the scenario has made so far. */
typedef struct scene {
  kit_mem mem;
  strata_builder *builder;
  strata_rules *rules;
  strata_expr *elves, *count;
  strata_world *world, *fork, *loaded;
  strata_entity card[4];
  strata_effect effect[4];
  strata_mark mark;
  strata_why *why;
  uint8_t *bytes; /* of malloc: the host's */
  size_t size;
  uint64_t sum; /* of all that the last step read */
} scene;

typedef strata_status step(scene *s);

static strata_attr attr(const scene *s, const char *name) {
  return kit_attr(s->rules, name);
}

static strata_status begin(scene *s) {
  return strata_builder_new(kit_alloc, &s->mem, &s->builder);
}

static strata_status power(scene *s) {
  strata_attribute a = {.name = "power", .type = STRATA_INT};
  return strata_builder_attribute(s->builder, &a);
}

static strata_status types(scene *s) {
  static const char *const domain[] = {"elf", "wall"};
  strata_attribute a = {.name = "types",
                        .type = STRATA_SET,
                        .symbols = domain,
                        .symbol_count = 2};
  return strata_builder_attribute(s->builder, &a);
}

static strata_status note(scene *s) {
  strata_attribute a = {.name = "note", .type = STRATA_TEXT};
  return strata_builder_attribute(s->builder, &a);
}

static strata_status symbol(scene *s) {
  return strata_builder_symbol(s->builder, "types", "goblin");
}

static strata_status turn(scene *s) {
  return strata_builder_clock(s->builder, "turn");
}

static strata_status group(scene *s) {
  return strata_builder_stacking_group(s->builder, "fresh",
                                       STRATA_STACK_REFRESH, 1);
}

static strata_status layers(scene *s) {
  return strata_builder_numbered_layers(s->builder, STRATA_BY_TIMESTAMP);
}

static strata_status freeze(scene *s) {
  return strata_builder_freeze(s->builder, &s->rules);
}

static strata_status elves(scene *s) {
  return strata_expr_parse(s->rules, "types has 'elf'", &s->elves, NULL);
}

static strata_status count(scene *s) {
  return strata_expr_parse(s->rules, "count(types has 'elf') + power",
                           &s->count, NULL);
}

static strata_status create(scene *s) {
  strata_world_config config = kit_config(&s->mem);
  return strata_world_new(s->rules, &config, &s->world);
}

static strata_status spawn_next(scene *s) {
  size_t i = 0;
  while (s->card[i]) {
    i++;
  }
  return strata_spawn(s->world, &s->card[i]);
}

static strata_status base(scene *s) {
  return strata_set_base_int(s->world, s->card[0], attr(s, "power"), 2);
}

static strata_status base_symbol(scene *s) {
  return strata_set_base_symbol(s->world, s->card[0], attr(s, "types"),
                                kit_symbol(s->rules, "elf"), true);
}

static strata_status base_text(scene *s) {
  strata_value v = {.type = STRATA_TEXT,
                    .text = "a text that is long enough to need room"};
  return strata_set_base(s->world, s->card[1], attr(s, "note"), &v);
}

static strata_status set_mark(scene *s) {
  return strata_mark_set(s->world, &s->mark);
}

static strata_status add_next(scene *s, strata_effect_desc *desc) {
  size_t i = 0;
  while (s->effect[i].id) {
    i++;
  }
  return strata_effect_add(s->world, desc, &s->effect[i]);
}

static strata_status add_locked(scene *s) {
  strata_part part = {
      .attr = attr(s, "power"), .layer = 1, .op = STRATA_OP_ADD, .value = 3};
  strata_effect_desc desc = {.name = "Growth",
                             .targets = s->card,
                             .target_count = 3,
                             .parts = &part,
                             .part_count = 1,
                             .clock = 1,
                             .ticks = 1};
  return add_next(s, &desc);
}

static strata_status add_open(scene *s) {
  strata_symbol wall = kit_symbol(s->rules, "wall");
  strata_part parts[2] = {{.attr = attr(s, "power"),
                           .layer = 2,
                           .op = STRATA_OP_ADD,
                           .expr = s->count},
                          {.attr = attr(s, "types"),
                           .layer = -1,
                           .op = STRATA_OP_ADD,
                           .symbols = &wall,
                           .symbol_count = 1}};
  strata_effect_desc desc = {
      .subject = s->elves, .parts = parts, .part_count = 2};
  return add_next(s, &desc);
}

static strata_status add_fresh(scene *s) {
  strata_part part = {.attr = attr(s, "note"), .layer = 3, .text = "fresh"};
  strata_effect_desc desc = {.targets = s->card,
                             .target_count = 1,
                             .parts = &part,
                             .part_count = 1,
                             .group = 1,
                             .clock = 1,
                             .ticks = 5};
  return add_next(s, &desc);
}

static strata_status read_all(scene *s) {
  static const char *const names[] = {"power", "types", "note"};
  for (size_t i = 0; i < 9; i++) {
    strata_value v;
    strata_status status =
        strata_get(s->world, s->card[i / 3], attr(s, names[i % 3]), &v);
    if (status) return status;
    s->sum = kit_fold_value(s->sum, s->rules, &v);
  }
  return STRATA_OK;
}

static strata_status evaluate(scene *s) {
  strata_value v = {.type = STRATA_INT};
  strata_status status =
      strata_expr_eval(s->world, s->count, s->card[0], 0, &v);
  if (!status) s->sum = kit_fold_value(s->sum, s->rules, &v);
  return status;
}

static strata_status choose(scene *s) {
  strata_entity found[4];
  size_t n = 99;
  strata_status status = strata_select(s->world, s->elves, 0, found, 4, &n);
  if (status) return status;
  s->sum = kit_fold_number(s->sum, n);
  for (size_t i = 0; i < n && i < 4; i++) {
    s->sum = kit_fold_number(s->sum, found[i]);
  }
  return STRATA_OK;
}

static strata_status explain(scene *s) {
  strata_why_free(s->why);
  s->why = NULL;
  strata_status status =
      strata_explain(s->world, s->card[0], attr(s, "power"), &s->why);
  if (!status) s->sum = kit_fold_text(s->sum, kit_why_text(s->why));
  return status;
}

static strata_status describe(scene *s) {
  strata_effect_info info;
  strata_status status = strata_effect_describe(s->world, s->effect[1], &info);
  if (status) return status;
  s->sum = kit_fold_number(s->sum, info.part_count);
  s->sum = kit_fold_text(s->sum, info.subject);
  return STRATA_OK;
}

static strata_status refresh(scene *s) {
  return strata_effect_refresh(s->world, s->effect[0], 2);
}

static strata_status tick(scene *s) {
  return strata_tick(s->world, 1, NULL);
}

static strata_status clear(scene *s) {
  return strata_effect_clear(s->world, s->card[2]);
}

static strata_status drop(scene *s) {
  return strata_effect_remove(s->world, s->effect[1]);
}

static strata_status despawn(scene *s) {
  return strata_despawn(s->world, s->card[1]);
}

static strata_status copy(scene *s) {
  return strata_fork(s->world, NULL, &s->fork);
}

static strata_status copy_again(scene *s) {
  return strata_fork(s->world, s->fork, NULL);
}

static strata_status roll_back(scene *s) {
  return strata_rollback(s->world, s->mark);
}

static strata_status commit(scene *s) {
  return strata_commit(s->world);
}

static strata_status save(scene *s) {
  size_t size = 0;
  strata_status status = strata_save(s->world, NULL, 0, &size);
  if (status) return status;
  free(s->bytes);
  s->bytes = malloc(size);
  return strata_save(s->world, s->bytes, size, &s->size);
}

static strata_status load(scene *s) {
  strata_world_config config = kit_config(&s->mem);
  strata_world_free(s->loaded);
  s->loaded = NULL;
  return strata_load(s->rules, &config, s->bytes, s->size, &s->loaded, NULL);
}

static const struct {
  const char *name;
  step *run;
} steps[] = {
    {"builder", begin},
    {"power", power},
    {"types", types},
    {"note", note},
    {"symbol", symbol},
    {"clock", turn},
    {"group", group},
    {"layers", layers},
    {"freeze", freeze},
    {"elves", elves},
    {"count", count},
    {"world", create},
    {"spawn 0", spawn_next},
    {"spawn 1", spawn_next},
    {"spawn 2", spawn_next},
    {"base", base},
    {"base symbol", base_symbol},
    {"base text", base_text},
    {"mark", set_mark},
    {"add locked", add_locked},
    {"add open", add_open},
    {"read", read_all},
    {"add fresh", add_fresh},
    {"refresh the group", add_fresh},
    {"read again", read_all},
    {"evaluate", evaluate},
    {"select", choose},
    {"select again", choose},
    {"select what is kept", choose},
    {"explain", explain},
    {"describe", describe},
    {"refresh", refresh},
    {"tick", tick},
    {"clear", clear},
    {"fork", copy},
    {"save", save},
    {"load", load},
    {"remove", drop},
    {"despawn", despawn},
    {"fork into", copy_again},
    {"explain again", explain},
    {"roll back", roll_back},
    {"read the past", read_all},
    {"spawn 3", spawn_next},
    {"tick twice", tick},
    {"commit", commit},
    {"save again", save},
    {"load again", load},
};

enum { STEPS = sizeof steps / sizeof steps[0] };

static void finish(scene *s, size_t n) {
  strata_why_free(s->why);
  strata_world_free(s->loaded);
  strata_world_free(s->fork);
  strata_world_free(s->world);
  strata_expr_free(s->elves);
  strata_expr_free(s->count);
  strata_rules_free(s->rules);
  strata_builder_free(s->builder);
  free(s->bytes);
  cr_expect(eq(sz, s->mem.live_bytes, 0), "bytes leaked, allocation %zu", n);
  cr_expect(eq(sz, s->mem.live_blocks, 0), "blocks leaked, allocation %zu", n);
  cr_expect(eq(sz, s->mem.wrong_size, 0), "wrong size, allocation %zu", n);
}

/* One step, which may be refused for want of memory and changes nothing then.
 * True if it was done. */
static bool take(scene *s, size_t i, size_t n) {
  uint64_t hash = s->world ? strata_hash(s->world) : 0;
  uint64_t loaded_hash = s->loaded ? strata_hash(s->loaded) : 0;
  size_t failures = s->mem.failures;
  s->sum = 0;
  strata_status got = steps[i].run(s);
  if (got == STRATA_OK) return true;
  cr_assert(eq(int, got, STRATA_ENOMEM), "%s, allocation %zu", steps[i].name,
            n);
  cr_expect(lt(sz, failures, s->mem.failures), "%s, allocation %zu",
            steps[i].name, n);
  if (s->world) {
    cr_expect(eq(u64, strata_hash(s->world), hash), "%s, allocation %zu",
              steps[i].name, n);
    /* of a new fork the log alone is told, of a load a strata_error */
    const bool elsewhere = steps[i].run == copy || steps[i].run == load;
    cr_expect(elsewhere || strlen(strata_world_error(s->world)) > 0, "%s",
              steps[i].name);
  }
  if (s->loaded) cr_expect(eq(u64, strata_hash(s->loaded), loaded_hash));
  return false;
}

/* How a scenario ends, and what each of its steps reads, when nothing fails. */
typedef struct outcome {
  uint64_t hash, sums[STEPS];
  size_t calls;
} outcome;

static outcome reference(void) {
  outcome out = {0};
  scene s = {0};
  for (size_t i = 0; i < STEPS; i++) {
    cr_assert(take(&s, i, 0), "%s", steps[i].name);
    out.sums[i] = s.sum;
  }
  out.hash = strata_hash(s.world);
  out.calls = s.mem.calls;
  cr_expect(eq(u64, strata_hash(s.loaded), out.hash));
  finish(&s, 0);
  return out;
}

Test(oom, each_allocation_fails_once) {
  outcome want = reference();
  cr_assert(lt(sz, 50, want.calls), "the scenario allocates");
  size_t failed = 0;

  for (size_t n = 1; n <= want.calls; n++) {
    scene s = {.mem = {.fail_at = n}};
    for (size_t i = 0; i < STEPS; i++) {
      if (!take(&s, i, n)) {
        failed++;
        cr_assert(take(&s, i, n), "%s, again, allocation %zu", steps[i].name,
                  n);
      }
      cr_expect(eq(u64, s.sum, want.sums[i]), "%s, allocation %zu",
                steps[i].name, n);
    }
    cr_expect(eq(u64, strata_hash(s.world), want.hash), "allocation %zu", n);
    cr_expect(eq(u64, strata_hash(s.loaded), want.hash), "allocation %zu", n);
    finish(&s, n);
  }

  cr_expect(lt(sz, want.calls / 2, failed), "%zu of %zu were noticed", failed,
            want.calls);
}

/* From the n-th on nothing is to be had: each later step is refused or done,
 * a rollback is always done, and with memory back the game goes on. */
Test(oom, all_allocations_fail_from_one_on) {
  outcome want = reference();
  for (size_t n = 1; n <= want.calls; n++) {
    scene s = {.mem = {.fail_from = n}};
    size_t i = 0;
    while (i < STEPS && take(&s, i, n)) {
      i++;
    }
    for (int again = 0; again < 3 && i < STEPS; again++) {
      cr_expect(not(take(&s, i, n)), "%s, allocation %zu", steps[i].name, n);
    }
    if (s.mark.id && i < STEPS - 3) {
      cr_expect(eq(int, roll_back(&s), STRATA_OK), "needs no memory");
    }
    finish(&s, n);
  }
}

/* As before, but memory comes back after each refusal: all that is read, and
 * the end, is the same. */
Test(oom, memory_that_comes_back_is_used) {
  outcome want = reference();
  for (size_t n = 1; n <= want.calls; n++) {
    scene s = {.mem = {.fail_from = n}};
    for (size_t i = 0; i < STEPS; i++) {
      s.mem.fail_from = n;
      if (!take(&s, i, n)) {
        s.mem.fail_from = 0;
        cr_assert(take(&s, i, n), "%s, allocation %zu", steps[i].name, n);
      }
      cr_expect(eq(u64, s.sum, want.sums[i]), "%s, allocation %zu",
                steps[i].name, n);
    }
    cr_expect(eq(u64, strata_hash(s.world), want.hash), "allocation %zu", n);
    finish(&s, n);
  }
}
