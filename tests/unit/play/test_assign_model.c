/* Assignments: what the search finds is what trying all of them finds. */
#include "base/hash.h"
#include "kit.h"
#include "play/action/assign_model.h"
#include "support.h"

TestSuite(assign_model, .timeout = 120);

enum { ASSIGNERS = 4, PLACES = 3, CASES = 4000 };

/* A small random case. */
typedef struct assign_case {
  uint32_t can[ASSIGNERS];
  int64_t each[ASSIGNERS], company[ASSIGNERS], must[ASSIGNERS];
  int64_t must_to[ASSIGNERS * PLACES];
  int64_t least[PLACES], most[PLACES], needed[PLACES];
  st_assign_choice decided[ASSIGNERS];
  st_assign_model model;
} assign_case;

static uint64_t next(uint64_t *state, uint64_t below) {
  *state = st_mix(*state, 0x9e3779b97f4a7c15u);
  return *state % below;
}

static int64_t seldom(uint64_t *state, uint64_t most) {
  return next(state, 3) == 0 ? (int64_t)next(state, most + 1) : 0;
}

static void make_case(assign_case *c, uint64_t seed) {
  uint64_t s = st_mix(seed, 5);
  *c = (assign_case){0};
  c->model =
      (st_assign_model){.assigner_count = (uint32_t)next(&s, ASSIGNERS) + 1,
                        .place_count = (uint32_t)next(&s, PLACES) + 1,
                        .can = c->can,
                        .each = c->each,
                        .company = c->company,
                        .least = c->least,
                        .most = c->most,
                        .in_all = next(&s, 3) ? 9 : (int64_t)next(&s, 4),
                        .must = c->must,
                        .must_to = c->must_to,
                        .needed = c->needed};
  uint32_t all = (1u << c->model.place_count) - 1;
  for (uint32_t a = 0; a < c->model.assigner_count; a++) {
    c->can[a] = next(&s, 2) ? all : (uint32_t)next(&s, all + 1u);
    c->each[a] = 1 + seldom(&s, 2);
    c->company[a] = seldom(&s, 2);
    c->must[a] = seldom(&s, 2);
    for (uint32_t p = 0; p < c->model.place_count; p++) {
      c->must_to[a * c->model.place_count + p] = seldom(&s, 2);
    }
  }
  for (uint32_t p = 0; p < c->model.place_count; p++) {
    c->least[p] = seldom(&s, 3);
    c->most[p] = next(&s, 2) ? 9 : (int64_t)next(&s, 4);
    c->needed[p] = seldom(&s, 2);
  }
}

/* Whether an assignment goes on from what is decided. */
static bool goes_on(const assign_case *c, const uint32_t *places) {
  for (uint32_t a = 0; a < c->model.assigner_count; a++) {
    const st_assign_choice *d = &c->decided[a];
    if ((d->places & ~places[a]) != 0) return false;
    if ((d->excluded & places[a]) != 0) return false;
    if (d->is_closed && places[a] != d->places) return false;
  }
  return true;
}

/* Whether an assignment obeys all restrictions, said in another way than the
 * model says it. */
static bool obeys(const assign_case *c, const uint32_t *places) {
  int64_t assigned = 0;
  for (uint32_t a = 0; a < c->model.assigner_count; a++) {
    assigned += places[a] != 0;
  }
  for (uint32_t a = 0; a < c->model.assigner_count; a++) {
    int64_t count = 0;
    for (uint32_t p = 0; p < c->model.place_count; p++) {
      if (!(places[a] >> p & 1)) continue;
      count++;
      if (!(c->can[a] >> p & 1)) return false;
    }
    if (count > c->each[a]) return false;
    if (count > 0 && assigned < c->company[a] + 1) return false;
  }
  for (uint32_t p = 0; p < c->model.place_count; p++) {
    int64_t count = 0;
    for (uint32_t a = 0; a < c->model.assigner_count; a++) {
      count += places[a] >> p & 1;
    }
    if (count != 0 && (count < c->least[p] || count > c->most[p])) return false;
  }
  return assigned <= c->model.in_all;
}

/* Try all assignments from an assigner on; -1: none obeys. */
static int64_t best_of(const assign_case *c, uint32_t *places, uint32_t a) {
  if (a == c->model.assigner_count) {
    return obeys(c, places) && goes_on(c, places)
               ? st_assign_model_score(&c->model, places)
               : -1;
  }
  int64_t best = -1;
  for (uint32_t set = 0; set < 1u << c->model.place_count; set++) {
    places[a] = set;
    int64_t score = best_of(c, places, a + 1);
    if (score > best) best = score;
  }
  return best;
}

static void expect_found(const assign_case *c, uint64_t seed) {
  uint32_t places[ASSIGNERS] = {0};
  uint32_t found[ASSIGNERS] = {0};
  int64_t score;
  int64_t want = best_of(c, places, 0);

  st_assign_found got =
      st_assign_model_find(&c->model, c->decided, 0, INT64_MAX, found, &score);

  cr_expect(eq(int, got == ST_ASSIGN_SOME, want >= 0), "case %d", (int)seed);
  if (want < 0) return;
  cr_expect(eq(i64, score, want), "case %d", (int)seed);
  cr_expect(obeys(c, found) && goes_on(c, found), "case %d", (int)seed);
  cr_expect(eq(i64, st_assign_model_score(&c->model, found), want), "case %d",
            (int)seed);
  got = st_assign_model_find(&c->model, c->decided, want, want, found, &score);
  cr_expect(eq(int, got, ST_ASSIGN_SOME), "case %d", (int)seed);
  got = st_assign_model_find(&c->model, c->decided, want + 1, want + 1, found,
                             &score);
  cr_expect(eq(int, got, ST_ASSIGN_NONE), "case %d", (int)seed);
}

Test(assign_model, the_most_is_what_trying_all_finds) {
  for (uint64_t seed = 0; seed < CASES; seed++) {
    assign_case c;
    make_case(&c, seed);
    expect_found(&c, seed);
  }
}

Test(assign_model, so_it_is_when_some_is_decided) {
  for (uint64_t seed = 0; seed < CASES; seed++) {
    assign_case c;
    uint64_t s = st_mix(seed, 11);
    make_case(&c, seed);
    for (uint32_t a = 0; a < c.model.assigner_count; a++) {
      c.decided[a].places =
          (uint32_t)next(&s, 1u << c.model.place_count) & c.can[a];
      if (next(&s, 2)) c.decided[a].places = 0;
      c.decided[a].excluded =
          (uint32_t)next(&s, 1u << c.model.place_count) & ~c.decided[a].places;
      if (next(&s, 2)) c.decided[a].excluded = 0;
      c.decided[a].is_closed = next(&s, 2);
    }
    expect_found(&c, seed);
  }
}

Test(assign_model, a_check_names_a_restriction_exactly_if_one_is_broken) {
  uint32_t broken = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    assign_case c;
    uint64_t s = st_mix(seed, 13);
    uint32_t places[ASSIGNERS] = {0};
    uint32_t a;
    uint32_t p;
    make_case(&c, seed);
    for (uint32_t i = 0; i < c.model.assigner_count; i++) {
      places[i] = (uint32_t)next(&s, 1u << c.model.place_count);
    }
    st_assign_restriction why = st_assign_model_check(&c.model, places, &a, &p);
    broken += why != ST_ASSIGN_OBEYED;
    cr_expect(eq(int, why == ST_ASSIGN_OBEYED, obeys(&c, places)), "case %d",
              (int)seed);
  }
  cr_expect(lt(u32, CASES / 10, broken));
  cr_expect(lt(u32, broken, CASES - CASES / 10));
}

/* Twenty assigners that must be assigned, and three places that take five each,
 * of which none may have fewer than three. */
Test(assign_model, many_equal_assigners_are_no_many_ways) {
  enum { MANY = 20 };
  uint32_t can[MANY];
  uint32_t out[MANY];
  int64_t ones[MANY];
  int64_t none[MANY * PLACES] = {0};
  static const int64_t least[PLACES] = {3, 3, 3};
  static const int64_t most[PLACES] = {5, 5, 5};
  st_assign_choice decided[MANY] = {{0}};
  int64_t score;
  for (int i = 0; i < MANY; i++) {
    can[i] = 7;
    ones[i] = 1;
  }
  const st_assign_model model = {.assigner_count = MANY,
                                 .place_count = PLACES,
                                 .can = can,
                                 .each = ones,
                                 .company = none,
                                 .least = least,
                                 .most = most,
                                 .in_all = MANY,
                                 .must = ones,
                                 .must_to = none,
                                 .needed = none};

  cr_expect(eq(int,
               st_assign_model_find(&model, decided, 0, INT64_MAX, out, &score),
               ST_ASSIGN_SOME));

  cr_expect(eq(i64, score, 15));
}
