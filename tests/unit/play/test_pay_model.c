/* Paying: what the model finds is what trying all ways finds. */
#include "base/hash.h"
#include "kit.h"
#include "play/action/pay_model.h"
#include "support.h"

#include <string.h>

TestSuite(pay_model, .timeout = 120);

enum {
  KINDS = 3,
  NEEDS = 3,
  EITHERS = 2,
  SOURCES = 4,
  YIELDS = 3,
  CASES = 20000
};

/* A small random case. */
typedef struct pay_case {
  st_pay_need needs[NEEDS];
  st_pay_either eithers[EITHERS];
  uint8_t way_needs[EITHERS * NEEDS];
  int64_t units[EITHERS * NEEDS];
  int64_t pool[KINDS];
  int64_t yields[SOURCES][YIELDS * KINDS];
  st_pay_source sources[SOURCES];
  st_pay_model model;
} pay_case;

static uint64_t next(uint64_t *state, uint64_t below) {
  *state = st_mix(*state, 0x9e3779b97f4a7c15u);
  return *state % below;
}

static void make_case(pay_case *c, uint64_t seed) {
  uint64_t s = st_mix(seed, 7);
  *c = (pay_case){0};
  c->model = (st_pay_model){.kind_count = KINDS,
                            .need_count = 1 + (uint32_t)next(&s, NEEDS),
                            .source_count = (uint32_t)next(&s, SOURCES + 1),
                            .needs = c->needs,
                            .eithers = c->eithers,
                            .pool = c->pool,
                            .sources = c->sources};
  for (uint32_t n = 0; n < c->model.need_count; n++) {
    c->needs[n].kinds = 1 + (uint32_t)next(&s, (1u << KINDS) - 1);
    c->needs[n].count = (int64_t)next(&s, 3);
  }
  for (uint32_t k = 0; k < KINDS; k++) {
    c->pool[k] = (int64_t)next(&s, 2);
  }
  uint64_t most = 1 + next(&s, 2); /* of a kind, in one yield */
  for (uint32_t i = 0; i < c->model.source_count; i++) {
    c->sources[i].yields = c->yields[i];
    c->sources[i].yield_count = 1 + (uint32_t)next(&s, YIELDS);
    for (uint32_t y = 0; y < c->sources[i].yield_count * KINDS; y++) {
      c->yields[i][y] = next(&s, 2) ? (int64_t)next(&s, most + 1) : 0;
    }
  }
}

/* Add what is met in one of several ways: each of them adds to a need. */
static void add_eithers(pay_case *c, uint64_t seed) {
  uint64_t s = st_mix(seed, 11);
  uint32_t way = 0;
  c->model.either_count = (uint32_t)next(&s, EITHERS + 1);
  for (uint32_t e = 0; e < c->model.either_count; e++) {
    st_pay_either *either = &c->eithers[e];
    *either = (st_pay_either){.count = (int64_t)next(&s, 3),
                              .needs = &c->way_needs[way],
                              .units = &c->units[way],
                              .way_count = 1 + (uint32_t)next(&s, NEEDS)};
    for (uint32_t w = 0; w < either->way_count; w++, way++) {
      c->way_needs[way] = (uint8_t)next(&s, c->model.need_count);
      c->units[way] = 1 + (int64_t)next(&s, 3);
    }
  }
}

/* Let some yields take units of the last kind, which is needed alone or not at
 * all, as what is paid apart is; some sources must be used. */
static void add_takers(pay_case *c, uint64_t seed) {
  uint64_t s = st_mix(seed, 13);
  const uint32_t last = KINDS - 1;
  for (uint32_t n = 0; n < c->model.need_count; n++) {
    uint32_t others = c->needs[n].kinds & ~(1u << last);
    c->needs[n].kinds = n == 0 || others == 0 ? 1u << last : others;
  }
  c->pool[last] = (int64_t)next(&s, 4);
  for (uint32_t i = 0; i < c->model.source_count; i++) {
    c->sources[i].is_used = next(&s, 4) == 0;
    for (uint32_t y = 0; y < c->sources[i].yield_count; y++) {
      if (next(&s, 2)) c->yields[i][y * KINDS + last] = -(int64_t)next(&s, 3);
    }
  }
}

/* Give a unit to each need that is left, one by one. */
static bool meet_all(const pay_case *c, int64_t *units, const int64_t *left) {
  int64_t rest[NEEDS];
  memcpy(rest, left, sizeof rest);
  uint32_t n = 0;
  while (n < c->model.need_count && rest[n] <= 0) {
    n++;
  }
  if (n == c->model.need_count) return true;
  rest[n]--;
  for (uint32_t k = 0; k < KINDS; k++) {
    if (!(c->needs[n].kinds >> k & 1) || units[k] == 0) continue;
    units[k]--;
    bool can = meet_all(c, units, rest);
    units[k]++;
    if (can) return true;
  }
  return false;
}

/* Use each source in all ways, or not at all. */
static bool meet_from(const pay_case *c, int64_t *units, uint32_t source) {
  if (source == c->model.source_count) {
    int64_t left[NEEDS] = {0};
    for (uint32_t k = 0; k < KINDS; k++) {
      if (units[k] < 0) return false;
    }
    for (uint32_t n = 0; n < c->model.need_count; n++) {
      left[n] = c->needs[n].count;
    }
    return meet_all(c, units, left);
  }
  bool can = !c->sources[source].is_used && meet_from(c, units, source + 1);
  for (uint32_t y = 0; !can && y < c->sources[source].yield_count; y++) {
    int64_t more[KINDS];
    for (uint32_t k = 0; k < KINDS; k++) {
      more[k] = units[k] + c->yields[source][y * KINDS + k];
    }
    can = meet_from(c, more, source + 1);
  }
  return can;
}

/* Take each way, for one after the other. */
static bool meet_eithers(pay_case *c, uint32_t either, int64_t done) {
  if (either == c->model.either_count) return meet_from(c, c->pool, 0);
  const st_pay_either *e = &c->eithers[either];
  if (done == e->count) return meet_eithers(c, either + 1, 0);
  bool can = false;
  for (uint32_t w = 0; !can && w < e->way_count; w++) {
    c->needs[e->needs[w]].count += e->units[w];
    can = meet_eithers(c, either, done + 1);
    c->needs[e->needs[w]].count -= e->units[w];
  }
  return can;
}

/* Find a need for each unit, one by one. */
static bool place_all(const pay_case *c, int64_t *units, int64_t *left) {
  uint32_t k = 0;
  while (k < KINDS && units[k] == 0) {
    k++;
  }
  if (k == KINDS) return true;
  bool can = false;
  units[k]--;
  for (uint32_t n = 0; !can && n < c->model.need_count; n++) {
    if (!(c->needs[n].kinds >> k & 1) || left[n] == 0) continue;
    left[n]--;
    can = place_all(c, units, left);
    left[n]++;
  }
  units[k]++;
  return can;
}

Test(pay_model, can_is_what_trying_all_ways_finds) {
  uint32_t yes = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    pay_case c;
    uint32_t scratch[SOURCES];
    make_case(&c, seed);
    bool want = meet_from(&c, c.pool, 0);
    yes += want;
    cr_expect(eq(int, st_pay_model_can(&c.model, scratch), want), "case %d",
              (int)seed);
  }
  cr_expect(lt(u32, CASES / 10, yes)); /* and neither is rare */
  cr_expect(lt(u32, yes, CASES - CASES / 10));
}

Test(pay_model, ways_and_takers_are_what_trying_all_of_them_finds) {
  uint32_t yes = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    pay_case c;
    uint32_t scratch[SOURCES];
    make_case(&c, seed);
    add_eithers(&c, seed);
    if (seed % 2) add_takers(&c, seed);
    bool want = meet_eithers(&c, 0, 0);
    yes += want;
    cr_expect(eq(int, st_pay_model_can(&c.model, scratch), want), "case %d",
              (int)seed);
  }
  cr_expect(lt(u32, CASES / 10, yes));
  cr_expect(lt(u32, yes, CASES - CASES / 10));
}

Test(pay_model, takes_all_is_what_placing_each_unit_finds) {
  uint32_t yes = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    pay_case c;
    int64_t left[NEEDS] = {0};
    make_case(&c, seed);
    for (uint32_t n = 0; n < c.model.need_count; n++) {
      left[n] = c.needs[n].count;
    }
    bool want = place_all(&c, c.pool, left);
    yes += want;
    cr_expect(eq(int, st_pay_model_takes_all(&c.model, c.pool), want),
              "case %d", (int)seed);
  }
  cr_expect(lt(u32, CASES / 10, yes));
  cr_expect(lt(u32, yes, CASES - CASES / 10));
}

/* Twenty sources that give two of one kind or two of another, and needs that
 * are just beyond them: equal ones are not tried in all orders. */
Test(pay_model, equal_sources_are_not_tried_in_all_orders) {
  enum { MANY = 20 };
  static const int64_t yields[] = {2, 0, 0, 2};
  st_pay_source sources[MANY];
  uint32_t scratch[MANY];
  const int64_t pool[2] = {0, 0};
  st_pay_need needs[2] = {{1, 21}, {2, 19}};
  for (int i = 0; i < MANY; i++) {
    sources[i] = (st_pay_source){.yields = yields, .yield_count = 2};
  }
  const st_pay_model model = {.kind_count = 2,
                              .need_count = 2,
                              .source_count = MANY,
                              .needs = needs,
                              .pool = pool,
                              .sources = sources};

  cr_expect(not(st_pay_model_can(&model, scratch)));

  needs[0].count = 20;
  cr_expect(st_pay_model_can(&model, scratch));
}
