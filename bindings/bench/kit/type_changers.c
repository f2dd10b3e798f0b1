/*
 * type_changers.c - type changers as static abilities of permanents, and the
 * turns that are measured.
 *
 * On every turn the last permanent loses or gets its first type, so every pass
 * has something to compute, and its result is one of two.
 */
#include "bench/kit/type_changers.h"

#include "bench/kit/layer_rules.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_world.h"

#include <stdio.h>
#include <string.h>

enum { CHANGERS_NAME = 96 };

/* -- Rules -- */

static void type_name_changers(char out[CHANGERS_NAME], uint32_t type) {
  (void)snprintf(out, CHANGERS_NAME, "type%03u", type);
}

static void changer_name(char out[CHANGERS_NAME], uint32_t changer) {
  (void)snprintf(out, CHANGERS_NAME, "changer%03u", changer);
}

static void declare_changer(strata_builder *builder, const stb_changer *c,
                            uint32_t i) {
  char name[CHANGERS_NAME];
  char need[CHANGERS_NAME];
  char gives[CHANGERS_NAME];
  char subject[2 * CHANGERS_NAME];
  changer_name(name, i);
  type_name_changers(need, c->need);
  type_name_changers(gives, c->gives);
  int length = snprintf(subject, sizeof subject, "types has '%s'", need);
  if (c->dearest != STB_ANY_COST) {
    (void)snprintf(subject + length, sizeof subject - (size_t)length,
                   " and cost <= %u", c->dearest);
  }
  const char *const given[] = {gives};
  const strata_clause_part part = {.attr = "types",
                                   .layer = "type",
                                   .op =
                                       c->only ? STRATA_OP_SET : STRATA_OP_ADD,
                                   .names = given,
                                   .name_count = 1};
  stb_layer_rules_ability(builder, name, STRATA_ABILITY_STATIC, subject, &part,
                          1);
}

static strata_rules *make_changers_rules(stb_run *bench,
                                         const stb_type_changers_desc *desc) {
  static const char *const layers[] = {"type"};
  static const strata_attribute attributes[] = {
      {.name = "types", .type = STRATA_SET},
      {.name = "cost", .type = STRATA_INT, .unlayered = true},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
  for (uint32_t t = 0; t < desc->types; t++) {
    char name[CHANGERS_NAME];
    type_name_changers(name, t);
    stb_must(strata_builder_symbol(builder, "types", name), name);
  }
  for (uint32_t i = 0; i < desc->count; i++) {
    declare_changer(builder, &desc->changers[i], i);
  }
  return stb_layer_rules_end(bench, builder);
}

/* -- The world and its plain twin -- */

static uint32_t start_type(const stb_type_changers *c, uint32_t n) {
  return n % c->desc.start_types;
}

/* The changer that the n-th permanent has, for n below their number. */
static uint32_t changer_of(const stb_type_changers *c, uint32_t n) {
  return c->desc.against ? c->desc.count - 1 - n : n;
}

static void spawn_changers(stb_type_changers *c, strata_attr abilities,
                           strata_attr cost, uint32_t n) {
  const strata_entity entity = stb_spawn(c->world);
  c->entities[n] = entity;
  stb_must(strata_set_base_symbol(c->world, entity, c->attr,
                                  c->symbols[start_type(c, n)], true),
           "types");
  stb_must(strata_set_base_int(c->world, entity, cost, n % c->desc.costs),
           "cost");
  if (n >= c->desc.count) return;
  char name[CHANGERS_NAME];
  changer_name(name, changer_of(c, n));
  const strata_symbol ability =
      stb_rules_id(c->rules, STRATA_NAME_SYMBOL, name);
  stb_set_base_abilities(c->world, entity, abilities, &ability, 1);
}

static void make_changers_world(stb_run *bench, stb_type_changers *c) {
  const strata_rules *rules = c->rules;
  c->attr = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "types");
  const strata_attr cost = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "cost");
  const strata_attr abilities =
      stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "abilities");
  for (uint32_t t = 0; t < c->desc.types; t++) {
    char name[CHANGERS_NAME];
    type_name_changers(name, t);
    c->symbols[t] = stb_rules_id(rules, STRATA_NAME_SYMBOL, name);
  }
  c->world = stb_world_new(bench, rules);
  /* Otherwise a turn would only move an entity to another class, without a
   * pass. */
  stb_must(strata_world_tune(c->world, STRATA_TUNE_UPDATES, STRATA_TUNE_NEVER),
           "tuning");
  for (uint32_t n = 0; n < c->desc.permanents; n++) {
    spawn_changers(c, abilities, cost, n);
  }
  stb_must(strata_commit(c->world), "commit");
}

static uint64_t *last_word(const stb_type_changers *c) {
  const uint32_t last = c->desc.permanents - 1;
  return &c->plain
              ->base[(size_t)start_type(c, last) * c->plain->words + last / 64];
}

/* The base types on a turn. */
static void turn_plain(stb_type_changers *c, uint32_t turn) {
  const uint64_t bit = UINT64_C(1) << ((c->desc.permanents - 1) % 64);
  uint64_t *word = last_word(c);
  *word = turn % 2 == 0 ? *word | bit : *word & ~bit;
}

static void make_plain(stb_run *bench, stb_type_changers *c) {
  const stb_type_changers_desc *d = &c->desc;
  uint32_t *costs = stb_alloc(bench, d->permanents, sizeof *costs);
  for (uint32_t n = 0; n < d->permanents; n++) {
    costs[n] = n % d->costs;
  }
  c->plain = stb_plain_changers_new(bench, d->changers, d->count, d->types,
                                    costs, d->permanents);
  for (uint32_t i = 0; i < d->count; i++) {
    c->plain->by_time[i] = changer_of(c, i);
  }
  for (uint32_t n = 0; n < d->permanents; n++) {
    c->plain->base[(size_t)start_type(c, n) * c->plain->words + n / 64] |=
        UINT64_C(1) << (n % 64);
  }
  const size_t size = (size_t)d->types * c->plain->words;
  for (uint32_t turn = 0; turn < 2; turn++) {
    c->orders[turn] = stb_alloc(bench, d->count, sizeof(uint32_t));
    c->results[turn] = stb_alloc(bench, size, sizeof(uint64_t));
    turn_plain(c, turn);
    stb_plain_apply_tried(c->plain, c->results[turn], c->orders[turn]);
  }
  c->planes = stb_alloc(bench, size, sizeof *c->planes);
  c->order = stb_alloc(bench, d->count, sizeof *c->order);
}

stb_type_changers *stb_type_changers_new(stb_run *bench,
                                         const stb_type_changers_desc *desc) {
  stb_type_changers *c = stb_alloc(bench, 1, sizeof *c);
  c->desc = *desc;
  c->symbols = stb_alloc(bench, desc->types, sizeof *c->symbols);
  c->entities = stb_alloc(bench, desc->permanents, sizeof *c->entities);
  c->rules = make_changers_rules(bench, desc);
  make_changers_world(bench, c);
  make_plain(bench, c);
  return c;
}

/* -- Turns -- */

static unsigned next_turn(stb_type_changers *c) {
  const uint32_t last = c->desc.permanents - 1;
  c->turn++;
  const unsigned failed = (unsigned)strata_set_base_symbol(
      c->world, c->entities[last], c->attr, c->symbols[start_type(c, last)],
      c->turn % 2 == 0);
  return failed | (unsigned)strata_commit(c->world);
}

unsigned stb_engine_read_one(void *context) {
  stb_type_changers *c = context;
  const unsigned failed = next_turn(c);
  return failed | (unsigned)strata_has(c->world, c->entities[0], c->attr,
                                       c->symbols[c->desc.types - 1],
                                       &c->found);
}

unsigned stb_engine_read_all(void *context) {
  stb_type_changers *c = context;
  const strata_symbol symbol = c->symbols[c->desc.types - 1];
  unsigned failed = next_turn(c);
  c->sum = 0;
  for (uint32_t n = 0; n < c->desc.permanents; n++) {
    failed |= (unsigned)strata_has(c->world, c->entities[n], c->attr, symbol,
                                   &c->found);
    c->sum += c->found;
  }
  return failed;
}

unsigned stb_base_read_known(void *context) {
  stb_type_changers *c = context;
  c->turn++;
  turn_plain(c, c->turn);
  stb_plain_apply_known(c->plain, c->orders[c->turn % 2], c->planes);
  stb_touch_memory(c->planes);
  return STRATA_OK;
}

unsigned stb_base_read_all_known(void *context) {
  stb_type_changers *c = context;
  (void)stb_base_read_known(c);
  c->sum = 0;
  for (uint32_t n = 0; n < c->desc.permanents; n++) {
    c->sum += stb_plain_changers_has(c->plain, c->planes, c->desc.types - 1, n);
    stb_use_value(c->sum);
  }
  return STRATA_OK;
}

unsigned stb_base_read_tried(void *context) {
  stb_type_changers *c = context;
  c->turn++;
  turn_plain(c, c->turn);
  stb_plain_apply_tried(c->plain, c->planes, c->order);
  stb_touch_memory(c->planes);
  return STRATA_OK;
}

/* -- Checking -- */

static uint32_t engine_differs(const stb_type_changers *c,
                               const uint64_t *planes) {
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < c->desc.permanents; n++) {
    for (uint32_t t = 0; t < c->desc.types; t++) {
      bool has = false;
      stb_must(
          strata_has(c->world, c->entities[n], c->attr, c->symbols[t], &has),
          "has");
      wrong += has != stb_plain_changers_has(c->plain, planes, t, n);
    }
  }
  return wrong;
}

static bool planes_are(const stb_type_changers *c, const uint64_t *planes) {
  const size_t size = (size_t)c->desc.types * c->plain->words;
  return memcmp(c->planes, planes, size * sizeof *planes) == 0;
}

void stb_type_changers_check(stb_run *bench, stb_type_changers *c) {
  for (int i = 0; i < 2; i++) {
    stb_must((strata_status)stb_engine_read_all(c), "types");
    const uint32_t sum = c->sum;
    const uint64_t *want = c->results[c->turn % 2];
    stb_expect(bench, engine_differs(c, want) == 0, "types after changers");
    c->turn--; /* the baselines count the same turns */
    (void)stb_base_read_all_known(c);
    stb_expect(bench, planes_are(c, want) && c->sum == sum,
               "the baseline of changers");
    c->turn--;
    (void)stb_base_read_tried(c);
    stb_expect(bench, planes_are(c, want), "the order of changers, tried");
  }
}
