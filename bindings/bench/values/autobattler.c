/*
 * autobattler.c - autobattler_1M: units of 8 kinds with base values of their
 * own in three attributes, and 20 auras, each on one kind or on all.
 *
 * A tick: the aura on all ends, another one begins that gives another amount,
 * and all values are read, by a call for each attribute. Every value changes. L
 * computes the gain of each kind, then runs over columns of base values as wide
 * as the attributes are declared: of 64 bits, or of 32.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/baseline_columns.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <math.h>
#include <stdio.h>
#include <strata.h>

enum {
  BATTLE_KINDS = 8,
  ATTRIBUTES = 3,
  AURAS = 20,
  BATTLE_NAME = 32,
  MILLION = 1000000
};

static const char *const battle_attributes[ATTRIBUTES] = {"attack", "health",
                                                          "speed"};

typedef struct battle_scene {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  bool narrow; /* attributes are declared to fit 32 bits */
  uint32_t units;
  strata_attr kind, attrs[ATTRIBUTES];
  strata_entity *handles;
  strata_expr *all;
  strata_effect cry; /* the aura on all */
  uint32_t turn;
  int64_t *values[ATTRIBUTES]; /* the newest results of the engine, or of the
                                  baseline */
  uint32_t *kinds;             /* the baseline's columns */
  int64_t *base64[ATTRIBUTES];
  int32_t *base32[ATTRIBUTES];
} battle_scene;

/* -- Numbers -- */

static uint32_t kind_of_battle(uint32_t unit) {
  return unit % BATTLE_KINDS;
}

static int64_t base_of(uint32_t unit, uint32_t attribute) {
  return (int64_t)unit * (attribute + 1) + attribute;
}

/* The gain of aura i of a kind; not of the last aura, which is on all. */
static int64_t given_by(uint32_t aura, uint32_t attribute) {
  return (int64_t)aura + attribute;
}

/* The gain of the last aura, on a turn. */
static int64_t cry_of(uint32_t turn, uint32_t attribute) {
  return 1 + (int64_t)(turn % 5) + attribute;
}

static void find_gains(int64_t gains[BATTLE_KINDS], uint32_t turn,
                       uint32_t attribute) {
  for (uint32_t k = 0; k < BATTLE_KINDS; k++) {
    gains[k] = cry_of(turn, attribute);
  }
  for (uint32_t i = 0; i + 1 < AURAS; i++) {
    gains[i % BATTLE_KINDS] += given_by(i, attribute);
  }
}

/* -- The world -- */

static void kind_name(char out[BATTLE_NAME], uint32_t kind) {
  (void)snprintf(out, BATTLE_NAME, "kind%u", kind);
}

static strata_rules *make_battle_rules(stb_run *bench, bool narrow) {
  static const char *const layers[] = {"aura"};
  strata_attribute attributes[ATTRIBUTES + 1] = {
      {.name = "kind", .type = STRATA_SYM, .unlayered = true}};
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    attributes[a + 1] = (strata_attribute){.name = battle_attributes[a],
                                           .type = STRATA_INT,
                                           .min = narrow ? INT32_MIN : 0,
                                           .max = narrow ? INT32_MAX : 0};
  }
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
  for (uint32_t k = 0; k < BATTLE_KINDS; k++) {
    char name[BATTLE_NAME];
    kind_name(name, k);
    stb_must(strata_builder_symbol(builder, NULL, name), name);
  }
  return stb_layer_rules_end(bench, builder);
}

static strata_status add_aura(battle_scene *b, const strata_expr *subject,
                              const int64_t given[ATTRIBUTES],
                              strata_effect *out) {
  strata_part parts[ATTRIBUTES];
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    parts[a] = (strata_part){
        .attr = b->attrs[a], .op = STRATA_OP_ADD, .value = given[a]};
  }
  return strata_effect_add(b->world,
                           &(strata_effect_desc){.subject = subject,
                                                 .parts = parts,
                                                 .part_count = ATTRIBUTES},
                           out);
}

static strata_status cast_cry(battle_scene *b) {
  int64_t given[ATTRIBUTES];
  for (uint32_t a = 0; a < ATTRIBUTES; a++) {
    given[a] = cry_of(b->turn, a);
  }
  return add_aura(b, b->all, given, &b->cry);
}

static void add_auras(battle_scene *b) {
  for (uint32_t i = 0; i + 1 < AURAS; i++) {
    char name[BATTLE_NAME];
    char text[2 * BATTLE_NAME];
    int64_t given[ATTRIBUTES];
    strata_effect effect = {0};
    kind_name(name, i % BATTLE_KINDS);
    (void)snprintf(text, sizeof text, "kind = '%s'", name);
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      given[a] = given_by(i, a);
    }
    stb_must(add_aura(b, stb_parse(b->bench, b->rules, text), given, &effect),
             "aura");
  }
  b->all = stb_parse(b->bench, b->rules, "true");
  stb_must(cast_cry(b), "cry");
}

static void spawn_battle_all(battle_scene *b) {
  strata_symbol symbols[BATTLE_KINDS];
  for (uint32_t k = 0; k < BATTLE_KINDS; k++) {
    char name[BATTLE_NAME];
    kind_name(name, k);
    symbols[k] = stb_rules_id(b->rules, STRATA_NAME_SYMBOL, name);
  }
  for (uint32_t n = 0; n < b->units; n++) {
    const strata_value kind = {.type = STRATA_SYM,
                               .symbol = symbols[kind_of_battle(n)]};
    const strata_entity unit = stb_spawn(b->world);
    b->handles[n] = unit;
    stb_must(strata_set_base(b->world, unit, b->kind, &kind), "kind");
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      stb_must(strata_set_base_int(b->world, unit, b->attrs[a], base_of(n, a)),
               "base");
    }
  }
}

static void make_battle_world(battle_scene *b) {
  strata_world_config config = stb_world_config(b->bench);
  config.reserve_entities = b->units;
  b->rules = make_battle_rules(b->bench, b->narrow);
  b->kind = stb_rules_id(b->rules, STRATA_NAME_ATTRIBUTE, "kind");
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    b->attrs[a] =
        stb_rules_id(b->rules, STRATA_NAME_ATTRIBUTE, battle_attributes[a]);
  }
  stb_must(strata_world_new(b->rules, &config, &b->world), "world");
  spawn_battle_all(b);
  add_auras(b);
  stb_must(strata_commit(b->world), "commit");
}

static void make_battle_columns(battle_scene *b) {
  for (uint32_t n = 0; n < b->units; n++) {
    b->kinds[n] = kind_of_battle(n);
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      b->base64[a][n] = base_of(n, a);
      b->base32[a][n] = (int32_t)base_of(n, a);
    }
  }
}

static battle_scene *battle_new(stb_run *bench, uint32_t units, bool narrow) {
  battle_scene *b = stb_alloc(bench, 1, sizeof *b);
  *b = (battle_scene){.bench = bench, .narrow = narrow, .units = units};
  b->handles = stb_alloc(bench, units, sizeof *b->handles);
  b->kinds = stb_alloc(bench, units, sizeof *b->kinds);
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    b->values[a] = stb_alloc(bench, units, sizeof *b->values[a]);
    b->base64[a] = stb_alloc(bench, units, sizeof *b->base64[a]);
    b->base32[a] = stb_alloc(bench, units, sizeof *b->base32[a]);
  }
  make_battle_columns(b);
  make_battle_world(b);
  return b;
}

/* -- Ticks -- */

static unsigned read_all(void *context) {
  battle_scene *b = context;
  unsigned failed = 0;
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    failed |= (unsigned)strata_get_ints(b->world, b->attrs[a], b->handles,
                                        b->units, b->values[a]);
  }
  return failed;
}

static unsigned engine_tick(void *context) {
  battle_scene *b = context;
  b->turn++;
  unsigned failed = (unsigned)strata_effect_remove(b->world, b->cry);
  failed |= (unsigned)cast_cry(b);
  failed |= (unsigned)strata_commit(b->world);
  return failed | read_all(b);
}

static unsigned drop_caches(void *context) {
  const battle_scene *b = context;
  strata_world_drop_caches(b->world);
  return STRATA_OK;
}

static unsigned base_tick(void *context) {
  battle_scene *b = context;
  b->turn++;
  for (uint32_t a = 0; a < ATTRIBUTES; a++) {
    int64_t gains[BATTLE_KINDS];
    find_gains(gains, b->turn, a);
    if (b->narrow) {
      stb_base_pass32(b->base32[a], b->kinds, gains, b->values[a], b->units);
    } else {
      stb_base_pass64(b->base64[a], b->kinds, gains, b->values[a], b->units);
    }
    stb_touch_memory(b->values[a]);
  }
  return STRATA_OK;
}

/* The expected values: aura after aura, unit after unit. */
static void check_values_battle(const battle_scene *b, const char *what) {
  uint32_t wrong = 0;
  for (uint32_t a = 0; a < ATTRIBUTES; a++) {
    for (uint32_t n = 0; n < b->units; n++) {
      int64_t value = base_of(n, a) + cry_of(b->turn, a);
      for (uint32_t i = kind_of_battle(n); i + 1 < AURAS; i += BATTLE_KINDS) {
        value += given_by(i, a);
      }
      wrong += b->values[a][n] != value;
    }
  }
  stb_expect(b->bench, wrong == 0, what);
}

static void check_battle(battle_scene *b) {
  (void)base_tick(b);
  check_values_battle(b, "the baseline of a tick");
  stb_must((strata_status)engine_tick(b), "tick");
  check_values_battle(b, "a unit's value");
}

/* -- Cases -- */

static const char *case_name(stb_run *bench, uint32_t units, bool narrow,
                             const char *what) {
  return stb_text(bench, "%u units%s, %s", units, narrow ? ", 32 bits" : "",
                  what);
}

/* Bytes for a unit; NAN for a size that was not run: its target is missed. */
static void bytes_row(stb_run *bench, uint32_t units, bool narrow,
                      double bytes) {
  const bool largest = units == MILLION;
  stb_row_figure(
      bench,
      &(stb_case){.name = case_name(bench, units, narrow, "state and caches"),
                  .unit = "B",
                  .goal = largest ? STB_GOAL_VALUE : STB_GOAL_NONE,
                  .limit = narrow ? 48 : 96,
                  .decides = largest},
      bytes / units);
}

static void bytes_battle(const battle_scene *b) {
  strata_stats stats;
  strata_world_stats(b->world, &stats);
  bytes_row(b->bench, b->units, b->narrow, stb_world_bytes(b->world));
  stb_row_figure(b->bench,
                 &(stb_case){.name = case_name(b->bench, b->units, b->narrow,
                                               "all memory"),
                             .unit = "B"},
                 (double)stats.live_bytes / b->units);
}

static void size_case_battle(stb_run *bench, uint32_t units, bool narrow,
                             stb_series series[2]) {
  const bool largest = units == MILLION;
  stb_case what = {.name = case_name(bench, units, narrow, "a tick"),
                   .unit = "tick",
                   .subject = {.act = engine_tick},
                   .baseline = {.act = base_tick},
                   .beside = narrow ? "pass over columns of 32 bits"
                                    : "pass over columns of 64 bits",
                   .goal = largest ? STB_GOAL_RATIO : STB_GOAL_NONE,
                   .limit = 2.5,
                   .decides = largest,
                   .series = &series[0],
                   .size = units,
                   .whole = true};
  if (!stb_fits_time(bench, &what)) {
    bytes_row(bench, units, narrow, (double)NAN);
    return;
  }
  battle_scene *b = battle_new(bench, units, narrow);
  what.context = b;
  check_battle(b);
  (void)stb_measure(bench, &what);
  check_battle(b);
  bytes_battle(b);
  what.name = case_name(bench, units, narrow, "caches dropped");
  what.subject = (stb_work){.act = read_all, .begin = drop_caches};
  what.goal = STB_GOAL_NONE;
  what.decides = false;
  what.series = &series[1];
  if (stb_fits_time(bench, &what)) (void)stb_measure(bench, &what);
  check_battle(b);
  strata_world_free(b->world);
  stb_release(bench);
}

void stb_workload_autobattler(stb_run *bench) {
  for (int narrow = 0; narrow < 2; narrow++) {
    stb_series series[2] = {{0}};
    for (uint32_t units = 10000; units <= MILLION; units *= 10) {
      if (bench->quick && units > 10000) break;
      size_case_battle(bench, units, narrow != 0, series);
    }
  }
}
