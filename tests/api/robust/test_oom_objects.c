/* Allocation failure at every point of a game with zones, copies and last-known
 * values: the call returns ENOMEM, the hash is unchanged, and the call made
 * again succeeds and reads what it reads when nothing fails. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

TestSuite(oom_objects, .timeout = 300);

typedef struct scene {
  kit_mem mem;
  strata_rules *rules;
  strata_expr *elves, *others;
  strata_world *world, *loaded;
  strata_entity player, elf, old, lord, token;
  strata_effect effect[4];
  strata_mark mark;
  uint8_t *bytes; /* of malloc: the host's */
  size_t size;
  uint64_t sum; /* of all that the last step read */
} scene;

typedef strata_status step(scene *s);

static strata_attr attr(const scene *s, const char *name) {
  return kit_attr(s->rules, name);
}

static strata_layer layer(const scene *s, const char *name) {
  strata_layer layer = -1;
  return strata_rules_layer(s->rules, name, &layer) == STRATA_OK ? layer : -1;
}

static strata_status rules(scene *s) {
  return kit_object_rules(&s->mem, &s->rules);
}

static strata_status elves(scene *s) {
  return strata_expr_parse(s->rules, "types has 'elf'", &s->elves, NULL);
}

static strata_status others(scene *s) {
  return strata_expr_parse_inner(s->rules, "it != outer", &s->others, NULL);
}

static strata_status create(scene *s) {
  strata_world_config config = kit_config(&s->mem);
  return strata_world_new(s->rules, &config, &s->world);
}

static strata_status spawn_player(scene *s) {
  return strata_spawn(s->world, &s->player);
}

static strata_status spawn_elf(scene *s) {
  return strata_spawn_as(s->world, kit_definition(s->rules, "elf"), &s->elf);
}

static strata_status spawn_lord(scene *s) {
  return strata_spawn_as(s->world, kit_definition(s->rules, "lord"), &s->lord);
}

static strata_status count(scene *s) {
  return strata_set_base_int(s->world, s->elf, attr(s, "charge"), 2);
}

static strata_status attach(scene *s) {
  strata_value v = {.type = STRATA_REF, .ref = s->lord};
  return strata_set_base(s->world, s->elf, attr(s, "attached"), &v);
}

static strata_status write_abilities(scene *s) {
  strata_symbol both[] = {kit_symbol(s->rules, "reach"),
                          kit_symbol(s->rules, "haste")};
  strata_value v = {
      .type = STRATA_ABILITIES, .symbols = both, .symbol_count = 2};
  return strata_set_base(s->world, s->elf, attr(s, "abilities"), &v);
}

static strata_status write_modes(scene *s) {
  strata_symbol night = kit_symbol(s->rules, "night");
  strata_value v = {.type = STRATA_SET, .symbols = &night, .symbol_count = 1};
  return strata_set_base(s->world, s->elf, attr(s, "modes"), &v);
}

static strata_status set_mark(scene *s) {
  return strata_mark_set(s->world, &s->mark);
}

static strata_status add(scene *s, const strata_part *parts, size_t count,
                         const strata_expr *subject) {
  int i = 0;
  while (s->effect[i].id) {
    i++;
  }
  strata_effect_desc desc = {.name = "Something",
                             .parts = parts,
                             .part_count = count,
                             .subject = subject,
                             .lock = subject != NULL};
  if (!subject) {
    desc.targets = &s->elf;
    desc.target_count = 1;
  }
  return strata_effect_add(s->world, &desc, &s->effect[i]);
}

static strata_status add_copy(scene *s) {
  strata_part part = {
      .layer = layer(s, "copy"), .op = STRATA_OP_COPY, .ref = s->lord};
  return add(s, &part, 1, NULL);
}

static strata_status add_borrow(scene *s) {
  strata_symbol words[] = {kit_symbol(s->rules, "elf"),
                           kit_symbol(s->rules, "wall")};
  strata_part parts[] = {{.attr = attr(s, "abilities"),
                          .layer = layer(s, "ability"),
                          .op = STRATA_OP_BORROW,
                          .expr = s->others},
                         {.attr = attr(s, "types"),
                          .layer = layer(s, "type"),
                          .op = STRATA_OP_SUBSTITUTE,
                          .symbols = words,
                          .symbol_count = 2}};
  return add(s, parts, 2, NULL);
}

static strata_status add_open(scene *s) {
  strata_part parts[] = {{.attr = attr(s, "controller"),
                          .layer = layer(s, "control"),
                          .ref = s->player},
                         {.attr = attr(s, "power"),
                          .layer = layer(s, "pt.modify"),
                          .op = STRATA_OP_ADD,
                          .value = 1}};
  return add(s, parts, 2, s->elves);
}

static strata_status read_all(scene *s) {
  static const char *const names[] = {"power", "abilities", "types"};
  for (strata_entity e = strata_entity_next(s->world, 0); e;
       e = strata_entity_next(s->world, e)) {
    s->sum = kit_fold_number(s->sum, e);
    for (size_t i = 0; i < 3; i++) {
      strata_value v;
      strata_status status = strata_get(s->world, e, attr(s, names[i]), &v);
      if (status) return status;
      s->sum = kit_fold_value(s->sum, s->rules, &v);
    }
  }
  return STRATA_OK;
}

static strata_status move_to(scene *s, const char *zone, strata_entity player,
                             bool same) {
  const strata_move_desc to = {
      .zone = kit_zone(s->rules, zone), .player = player, .same = same};
  strata_entity before = s->elf;
  strata_status status = strata_move(s->world, before, &to, &s->elf);
  if (!status && !same) s->old = before;
  return status;
}

static strata_status to_hand(scene *s) {
  return move_to(s, "hand", s->player, true);
}

static strata_status to_field(scene *s) {
  return move_to(s, "field", 0, false);
}

static strata_status to_library(scene *s) {
  return move_to(s, "library", s->player, false);
}

static strata_status copy_old(scene *s) {
  return strata_spawn_copy(s->world, s->old, &s->token);
}

static strata_status copy_live(scene *s) {
  return strata_spawn_copy(s->world, s->lord, &s->token);
}

static strata_status look_back(scene *s) {
  strata_value v = {.type = STRATA_INT};
  strata_attr all[] = {attr(s, "power"), attr(s, "types"), attr(s, "title"),
                       attr(s, "abilities")};
  strata_status status = STRATA_OK;
  for (int i = 0; i < 4 && !status; i++) {
    status = strata_last_known(s->world, s->old, all[i], &v);
    if (!status) s->sum = kit_fold_value(s->sum, s->rules, &v);
  }
  return status;
}

static strata_status turn(scene *s) {
  return strata_transform(s->world, s->elf, kit_definition(s->rules, "dusk"));
}

static strata_status restamp(scene *s) {
  return strata_restamp(s->world, s->elf);
}

static strata_status drop(scene *s) {
  strata_status status = strata_effect_remove(s->world, s->effect[2]);
  if (!status) s->effect[2] = STRATA_NO_EFFECT;
  return status;
}

static strata_status forget(scene *s) {
  return strata_forget_gone(s->world);
}

static strata_status leave(scene *s) {
  return strata_despawn(s->world, s->player);
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
    {"rules", rules},
    {"elves", elves},
    {"others", others},
    {"world", create},
    {"player", spawn_player},
    {"elf", spawn_elf},
    {"lord", spawn_lord},
    {"count", count},
    {"attach", attach},
    {"abilities", write_abilities},
    {"modes", write_modes},
    {"copy effect", add_copy},
    {"read", read_all},
    {"to hand", to_hand},
    {"borrow", add_borrow},
    {"open", add_open},
    {"read again", read_all},
    {"mark", set_mark},
    {"to field", to_field},
    {"look back", look_back},
    {"copy of what was", copy_old},
    {"copy", copy_live},
    {"turn", turn},
    {"restamp", restamp},
    {"save", save},
    {"load", load},
    {"to library", to_library},
    {"look back again", look_back},
    {"drop", drop},
    {"leave", leave},
    {"forget", forget},
    {"read it all", read_all},
    {"save it all", save},
    {"load it all", load},
};

enum { STEPS = sizeof steps / sizeof steps[0] };

static void finish(scene *s, size_t n) {
  strata_world_free(s->loaded);
  strata_world_free(s->world);
  strata_expr_free(s->elves);
  strata_expr_free(s->others);
  strata_rules_free(s->rules);
  free(s->bytes);
  cr_expect(eq(sz, s->mem.live_bytes, 0), "bytes leaked, allocation %zu", n);
  cr_expect(eq(sz, s->mem.live_blocks, 0), "blocks leaked, allocation %zu", n);
  cr_expect(eq(sz, s->mem.wrong_size, 0), "wrong size, allocation %zu", n);
}

/* One step, which may be refused for want of memory and changes nothing then.
 * True if it was done. */
static bool take(scene *s, size_t i, size_t n) {
  uint64_t hash = s->world ? strata_hash(s->world) : 0;
  size_t failures = s->mem.failures;
  s->sum = 0;
  strata_status got = steps[i].run(s);
  if (got == STRATA_OK) return true;
  cr_assert(eq(int, got, STRATA_ENOMEM), "%s, allocation %zu: %s",
            steps[i].name, n, s->world ? strata_world_error(s->world) : "");
  cr_expect(lt(sz, failures, s->mem.failures), "%s, allocation %zu",
            steps[i].name, n);
  if (s->world) {
    cr_expect(eq(u64, strata_hash(s->world), hash), "%s, allocation %zu",
              steps[i].name, n);
  }
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
  OK(roll_back(&s));
  OK(commit(&s));
  finish(&s, 0);
  return out;
}

Test(oom_objects, each_allocation_fails_once) {
  outcome want = reference();
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

Test(oom_objects, all_allocations_fail_from_one_on_and_memory_comes_back) {
  outcome want = reference();
  for (size_t n = 1; n <= want.calls; n++) {
    scene s = {0};
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
