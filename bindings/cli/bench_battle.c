/*
 * bench_battle.c - autobattler_1M: units of 8 kinds with base values of their
 * own in three attributes, and 20 auras, each on one kind or on all.
 *
 * A tick: the aura on all ends, another one begins that gives something else,
 * and all values are read, by a call for each attribute. Every value comes out
 * new. L works out what each kind gets, then runs over columns of base values
 * as wide as the attributes are declared: of 64 bits, or of 32.
 */
#include "baseline.h"
#include "baseline_columns.h"
#include "bench_layers.h"

#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 8, ATTRIBUTES = 3, AURAS = 20, NAME = 32, MILLION = 1000000 };

static const char *const names[ATTRIBUTES] = {"attack", "health", "speed"};

typedef struct battle {
  stc_bench_run *bench;
  strata_rules *rules;
  strata_world *world;
  bool narrow; /* attributes are declared to fit 32 bits */
  uint32_t units;
  strata_attr kind, attrs[ATTRIBUTES];
  strata_entity *handles;
  strata_expr *all;
  strata_effect cry; /* the aura on all */
  uint32_t turn;
  int64_t *values[ATTRIBUTES]; /* what was read, or worked out, last */
  uint32_t *kinds;             /* the baseline's columns */
  int64_t *base64[ATTRIBUTES];
  int32_t *base32[ATTRIBUTES];
} battle;

/* -- Numbers -- */

static uint32_t kind_of(uint32_t unit) {
  return unit % KINDS;
}

static int64_t base_of(uint32_t unit, uint32_t attribute) {
  return (int64_t)unit * (attribute + 1) + attribute;
}

/* What aura i of a kind gives, for all but the last one. */
static int64_t given_by(uint32_t aura, uint32_t attribute) {
  return (int64_t)aura + attribute;
}

/* What the last one gives, on a turn. */
static int64_t cry_of(uint32_t turn, uint32_t attribute) {
  return 1 + (int64_t)(turn % 5) + attribute;
}

static void find_gains(int64_t gains[KINDS], uint32_t turn,
                       uint32_t attribute) {
  for (uint32_t k = 0; k < KINDS; k++) {
    gains[k] = cry_of(turn, attribute);
  }
  for (uint32_t i = 0; i + 1 < AURAS; i++) {
    gains[i % KINDS] += given_by(i, attribute);
  }
}

/* -- The world -- */

static void kind_name(char out[NAME], uint32_t kind) {
  (void)snprintf(out, NAME, "kind%u", kind);
}

static strata_rules *make_rules(stc_bench_run *bench, bool narrow) {
  static const char *const layers[] = {"aura"};
  strata_builder *builder = stc_layers_begin(bench, layers, 1);
  stc_layers_attribute(builder, &(strata_attribute){.name = "kind",
                                                    .type = STRATA_SYM,
                                                    .unlayered = true});
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    stc_layers_attribute(builder,
                         &(strata_attribute){.name = names[a],
                                             .type = STRATA_INT,
                                             .min = narrow ? INT32_MIN : 0,
                                             .max = narrow ? INT32_MAX : 0});
  }
  for (uint32_t k = 0; k < KINDS; k++) {
    char name[NAME];
    kind_name(name, k);
    stc_must(strata_builder_symbol(builder, NULL, name), name);
  }
  return stc_layers_end(builder);
}

static strata_status add_aura(battle *b, const strata_expr *subject,
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

static strata_status cry(battle *b) {
  int64_t given[ATTRIBUTES];
  for (uint32_t a = 0; a < ATTRIBUTES; a++) {
    given[a] = cry_of(b->turn, a);
  }
  return add_aura(b, b->all, given, &b->cry);
}

static void add_auras(battle *b) {
  for (uint32_t i = 0; i + 1 < AURAS; i++) {
    char name[NAME];
    char text[2 * NAME];
    int64_t given[ATTRIBUTES];
    strata_expr *subject = NULL;
    strata_effect effect = {0};
    kind_name(name, i % KINDS);
    (void)snprintf(text, sizeof text, "kind = '%s'", name);
    stc_must(strata_expr_parse(b->rules, text, &subject, NULL), text);
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      given[a] = given_by(i, a);
    }
    stc_must(add_aura(b, subject, given, &effect), "aura");
    strata_expr_free(subject);
  }
  stc_must(strata_expr_parse(b->rules, "true", &b->all, NULL), "true");
  stc_must(cry(b), "cry");
}

static void spawn_all(battle *b) {
  strata_symbol symbols[KINDS];
  for (uint32_t k = 0; k < KINDS; k++) {
    char name[NAME];
    kind_name(name, k);
    symbols[k] = stc_layers_id(b->rules, STRATA_NAME_SYMBOL, name);
  }
  for (uint32_t n = 0; n < b->units; n++) {
    const strata_value kind = {.type = STRATA_SYM,
                               .symbol = symbols[kind_of(n)]};
    const strata_entity unit = stc_bench_spawn(b->world);
    b->handles[n] = unit;
    stc_must(strata_set_base(b->world, unit, b->kind, &kind), "kind");
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      stc_must(strata_set_base_int(b->world, unit, b->attrs[a], base_of(n, a)),
               "base");
    }
  }
}

static void make_world(battle *b) {
  strata_world_config config = stc_bench_config(b->bench);
  config.reserve_entities = b->units;
  b->rules = make_rules(b->bench, b->narrow);
  b->kind = stc_layers_id(b->rules, STRATA_NAME_ATTRIBUTE, "kind");
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    b->attrs[a] = stc_layers_id(b->rules, STRATA_NAME_ATTRIBUTE, names[a]);
  }
  stc_must(strata_world_new(b->rules, &config, &b->world), "world");
  spawn_all(b);
  add_auras(b);
  stc_must(strata_commit(b->world), "commit");
}

static void make_columns(battle *b) {
  for (uint32_t n = 0; n < b->units; n++) {
    b->kinds[n] = kind_of(n);
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      b->base64[a][n] = base_of(n, a);
      b->base32[a][n] = (int32_t)base_of(n, a);
    }
  }
}

static battle *battle_new(stc_bench_run *bench, uint32_t units, bool narrow) {
  battle *b = stc_must_alloc(1, sizeof *b);
  *b = (battle){.bench = bench, .narrow = narrow, .units = units};
  b->handles = stc_must_alloc(units, sizeof *b->handles);
  b->kinds = stc_must_alloc(units, sizeof *b->kinds);
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    b->values[a] = stc_must_alloc(units, sizeof *b->values[a]);
    b->base64[a] = stc_must_alloc(units, sizeof *b->base64[a]);
    b->base32[a] = stc_must_alloc(units, sizeof *b->base32[a]);
  }
  make_columns(b);
  make_world(b);
  return b;
}

static void battle_free(battle *b) {
  strata_expr_free(b->all);
  strata_world_free(b->world);
  strata_rules_free(b->rules);
  free(b->handles);
  free(b->kinds);
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    free(b->values[a]);
    free(b->base64[a]);
    free(b->base32[a]);
  }
  free(b);
}

/* -- Ticks -- */

static unsigned read_all(battle *b) {
  unsigned failed = 0;
  for (size_t a = 0; a < ATTRIBUTES; a++) {
    failed |= (unsigned)strata_get_ints(b->world, b->attrs[a], b->handles,
                                        b->units, b->values[a]);
  }
  return failed;
}

static double engine_tick(void *context, uint32_t count) {
  battle *b = context;
  unsigned failed = 0;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    b->turn++;
    failed |= (unsigned)strata_effect_remove(b->world, b->cry) |
              (unsigned)cry(b) | (unsigned)strata_commit(b->world) |
              read_all(b);
  }
  const double took = stc_now_ns() - start;
  stc_must((strata_status)failed, "tick");
  return took;
}

static double engine_dropped(void *context, uint32_t count) {
  battle *b = context;
  unsigned failed = 0;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    strata_world_drop_caches(b->world);
    const double start = stc_now_ns();
    failed |= read_all(b);
    took += stc_now_ns() - start;
  }
  stc_must((strata_status)failed, "read");
  return took;
}

static double base_tick(void *context, uint32_t count) {
  battle *b = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    b->turn++;
    for (uint32_t a = 0; a < ATTRIBUTES; a++) {
      int64_t gains[KINDS];
      find_gains(gains, b->turn, a);
      if (b->narrow) {
        stc_base_pass32(b->base32[a], b->kinds, gains, b->values[a], b->units);
      } else {
        stc_base_pass64(b->base64[a], b->kinds, gains, b->values[a], b->units);
      }
      stc_touch(b->values[a]);
    }
  }
  return stc_now_ns() - start;
}

/* Aura after aura, unit after unit. */
static void check_values(const battle *b, const char *what) {
  uint32_t wrong = 0;
  for (uint32_t a = 0; a < ATTRIBUTES; a++) {
    for (uint32_t n = 0; n < b->units; n++) {
      int64_t value = base_of(n, a) + cry_of(b->turn, a);
      for (uint32_t i = kind_of(n); i + 1 < AURAS; i += KINDS) {
        value += given_by(i, a);
      }
      wrong += b->values[a][n] != value;
    }
  }
  stc_expect(b->bench, wrong == 0, what);
}

static void check(battle *b) {
  (void)base_tick(b, 1);
  check_values(b, "the baseline of a tick");
  (void)engine_tick(b, 1);
  check_values(b, "a unit's value");
}

/* -- Cases -- */

static stc_case bytes_case(const char *name, uint32_t units, bool narrow) {
  const bool largest = units == MILLION;
  return (stc_case){.name = name,
                    .unit = "B",
                    .goal = largest ? STC_GOAL_VALUE : STC_GOAL_NONE,
                    .limit = narrow ? 48 : 96,
                    .decides = largest};
}

/* The bytes of units that were not run are unknown, and their target missed. */
static void not_counted(stc_bench_run *bench, uint32_t units, bool narrow) {
  char name[64];
  (void)snprintf(name, sizeof name, "%u units%s, state and caches", units,
                 narrow ? ", 32 bits" : "");
  const stc_case what = bytes_case(name, units, narrow);
  stc_not_run(bench, &what);
}

static void bytes(const battle *b) {
  const double units = b->units;
  char name[64];
  (void)snprintf(name, sizeof name, "%u units%s, state and caches", b->units,
                 b->narrow ? ", 32 bits" : "");
  stc_case what = bytes_case(name, b->units, b->narrow);
  stc_figure(b->bench, &what, stc_bench_bytes(b->world) / units);
  what.goal = STC_GOAL_NONE;
  what.decides = false;
  (void)snprintf(name, sizeof name, "%u units%s, all memory", b->units,
                 b->narrow ? ", 32 bits" : "");
  strata_stats stats;
  strata_world_stats(b->world, &stats);
  stc_figure(b->bench, &what, (double)stats.live_bytes / units);
}

static void size_case(stc_bench_run *bench, uint32_t units, bool narrow,
                      stc_series series[2]) {
  const bool largest = units == MILLION;
  char name[64];
  (void)snprintf(name, sizeof name, "%u units%s, a tick", units,
                 narrow ? ", 32 bits" : "");
  stc_case what = {.name = name,
                   .unit = "tick",
                   .subject = engine_tick,
                   .baseline = base_tick,
                   .beside = narrow ? "pass over columns of 32 bits"
                                    : "pass over columns of 64 bits",
                   .goal = largest ? STC_GOAL_RATIO : STC_GOAL_NONE,
                   .limit = 2.5,
                   .decides = largest,
                   .series = &series[0],
                   .size = units,
                   .whole = true};
  if (!stc_fits(bench, &what)) {
    not_counted(bench, units, narrow);
    return;
  }
  battle *b = battle_new(bench, units, narrow);
  what.context = b;
  check(b);
  (void)stc_measure(bench, &what);
  check(b);
  bytes(b);
  (void)snprintf(name, sizeof name, "%u units%s, caches dropped", units,
                 narrow ? ", 32 bits" : "");
  what.subject = engine_dropped;
  what.goal = STC_GOAL_NONE;
  what.decides = false;
  what.series = &series[1];
  if (stc_fits(bench, &what)) (void)stc_measure(bench, &what);
  check(b);
  battle_free(b);
}

void stc_bench_battle(stc_bench_run *bench) {
  for (int narrow = 0; narrow < 2; narrow++) {
    stc_series series[2] = {{0}};
    for (uint32_t units = 10000; units <= MILLION; units *= 10) {
      if (bench->quick && units > 10000) break;
      size_case(bench, units, narrow != 0, series);
    }
  }
}
