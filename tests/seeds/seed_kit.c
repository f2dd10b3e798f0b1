/* seed_kit.c - the world of one entity that the tables of the seeds are about.
 */
#include "seed_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct seed_row {
  const char *id;
  size_t count;
  int64_t want[12];
} seed_row;

#define SEED_COUNT(...) (sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
#define ROW(id, ...)    {#id, SEED_COUNT(__VA_ARGS__), {__VA_ARGS__}},
static const seed_row seed_rows[] = {
#include "expected.inc"
};
#undef ROW

enum { SEED_ROWS = sizeof seed_rows / sizeof seed_rows[0] };

int64_t seed_want(const char *row, size_t index) {
  const char *text = getenv("STRATA_MUTATE");
  size_t mutated = text ? (size_t)strtoul(text, NULL, 10) : 0;
  size_t before = 0;
  for (size_t i = 0; i < SEED_ROWS; i++) {
    const seed_row *r = &seed_rows[i];
    if (strcmp(r->id, row) == 0) {
      cr_assert(lt(sz, index, r->count), "%s has no value %zu", row, index);
      return r->want[index] + (mutated == before + index + 1);
    }
    before += r->count;
  }
  cr_fatal("no row %s", row);
}

bool seed_is_full(void) {
  return getenv("STRATA_TEST_FULL") != NULL;
}

static strata_status seed_rules(seed *s) {
  static const char *const names[SEED_KEYS] = {
      "not_assigned", "power",    "toughness",  "loyalty",    "color",
      "types",        "subtypes", "supertypes", "mana_value", "controller"};
  strata_builder *b = NULL;
  strata_status status = strata_builder_new(kit_alloc, &s->mem, &b);
  for (size_t i = 0; i < SEED_KEYS && !status; i++) {
    strata_attribute a = {.name = names[i],
                          .type = STRATA_INT,
                          .min = INT32_MIN,
                          .max = INT32_MAX};
    status = strata_builder_attribute(b, &a);
  }
  if (!status) {
    status = strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  }
  if (!status) status = strata_builder_clock(b, "turn");
  if (!status) {
    status =
        strata_builder_stacking_group(b, "highest", STRATA_STACK_HIGHEST, 0);
  }
  if (!status) status = strata_builder_freeze(b, &s->rules);
  strata_builder_free(b);
  for (size_t i = 0; i < SEED_KEYS && !status; i++) {
    s->key[i] = kit_attr(s->rules, names[i]);
  }
  return status;
}

static void seed_log(void *user, strata_status status, const char *line) {
  seed *s = user;
  s->told++;
  s->status = status;
  snprintf(s->line, sizeof s->line, "%s", line);
}

strata_world_config seed_config(seed *s, bool log) {
  strata_world_config config = kit_config(&s->mem);
  config.log = log ? seed_log : NULL;
  config.log_user = s;
  return config;
}

void seed_open(seed *s, const strata_world_config *config) {
  strata_world_config usual = seed_config(s, false);
  cr_assert(eq(int, seed_rules(s), STRATA_OK));
  cr_assert(eq(int,
               strata_world_new(s->rules, config ? config : &usual, &s->world),
               STRATA_OK));
  cr_assert(eq(int, strata_spawn(s->world, &s->one), STRATA_OK));
}

void seed_close(seed *s) {
  strata_world_free(s->world);
  strata_rules_free(s->rules);
  cr_expect(eq(sz, s->mem.live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, s->mem.live_blocks, 0), "blocks leaked");
  cr_expect(eq(sz, s->mem.wrong_size, 0), "old_size was not exact");
}

strata_entity seed_spawn(seed *s, int64_t power, int64_t toughness) {
  strata_entity entity = 0;
  cr_assert(eq(int, strata_spawn(s->world, &entity), STRATA_OK));
  seed_base(s, entity, SEED_POWER, power);
  seed_base(s, entity, SEED_TOUGHNESS, toughness);
  return entity;
}

void seed_base(seed *s, strata_entity entity, enum seed_key key,
               int64_t value) {
  cr_assert(eq(int, strata_set_base_int(s->world, entity, s->key[key], value),
               STRATA_OK));
}

int64_t seed_read(seed *s, strata_entity entity, enum seed_key key) {
  int64_t value = INT64_MIN;
  cr_assert(eq(int, strata_get_int(s->world, entity, s->key[key], &value),
               STRATA_OK));
  return value;
}

strata_effect seed_add(seed *s, strata_entity entity, enum seed_key key,
                       strata_op op, int64_t value, strata_layer layer) {
  strata_part part = {
      .attr = s->key[key], .layer = layer, .op = op, .value = value};
  strata_effect_desc desc = {
      .targets = &entity, .target_count = 1, .parts = &part, .part_count = 1};
  strata_effect effect = {0};
  cr_assert(eq(int, strata_effect_add(s->world, &desc, &effect), STRATA_OK),
            "%s", strata_world_error(s->world));
  return effect;
}

void seed_remove(seed *s, strata_effect effect) {
  cr_assert(eq(int, strata_effect_remove(s->world, effect), STRATA_OK));
}

void seed_add_l10(seed *s, strata_entity entity, int n) {
  static const struct {
    strata_op op;
    int64_t value;
    strata_layer layer;
  } steps[] = {{STRATA_OP_ADD, 1, 2},
               {STRATA_OP_SET, 4, 0},
               {STRATA_OP_MUL, 2, 1},
               {STRATA_OP_ADD, -1, 2}};
  seed_add(s, entity, SEED_POWER, steps[n].op, steps[n].value, steps[n].layer);
}
