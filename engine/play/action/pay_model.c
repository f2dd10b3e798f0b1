/*
 * pay_model.c - whether needs can be met by what there is and what sources
 * give.
 *
 * By Hall's theorem the needs are met if and only if each set of needs finds as
 * many units of its kinds as it needs. There are at most 12 needs, so all sets
 * are looked at, and no flow has to be computed. This holds for units that are
 * there, and for a source that gives one unit of one of several kinds: it is
 * such a unit. Of a source that gives several, as two of one kind or two of
 * another, the most that it could give for each set tells only that something
 * is impossible; so these are decided one after the other, in a search that
 * this bound cuts short. Sources with the same yields are interchangeable: each
 * takes no earlier yield than the one before it. A source that takes something
 * may also be left alone, which is one more yield.
 *
 * What is paid in either of several ways makes a list of needs for each split
 * among the ways. These are searched too, and the bound of the part that is
 * split already cuts that short.
 */
#include "play/action/pay_model.h"

#include <string.h>

/* A source that is not decided yet, and one that is left alone. */
#define OPEN UINT32_MAX
#define NONE (UINT32_MAX - 1)

typedef struct pay_search {
  const st_pay_model *model;
  st_pay_need needs[ST_MOST_PAY_NEEDS]; /* with what is split so far */
  uint32_t *chosen; /* of each source its yield, NONE, or OPEN */
  bool takes_some;  /* some source could take units */
  uint32_t steps;
} pay_search;

static const int64_t *yield_at(const st_pay_model *m, uint32_t source,
                               uint32_t yield) {
  return &m->sources[source].yields[(size_t)yield * m->kind_count];
}

static int64_t units_of(const st_pay_model *m, const int64_t *units,
                        uint32_t kinds) {
  int64_t sum = 0;
  for (uint32_t k = 0; k < m->kind_count; k++) {
    if (kinds >> k & 1) sum = st_sat_add(sum, units[k]);
  }
  return sum;
}

/* The most units of some kinds that a source could give. */
static int64_t most_of(const pay_search *s, uint32_t source, uint32_t kinds) {
  const st_pay_model *m = s->model;
  if (s->chosen[source] == NONE) return 0;
  if (s->chosen[source] != OPEN) {
    return units_of(m, yield_at(m, source, s->chosen[source]), kinds);
  }
  int64_t most = m->sources[source].is_used ? INT64_MIN : 0;
  for (uint32_t y = 0; y < m->sources[source].yield_count; y++) {
    int64_t units = units_of(m, yield_at(m, source, y), kinds);
    if (units > most) most = units;
  }
  return most;
}

/* The kinds and the units of a set of needs, given as bits. */
static st_pay_need sum_needs(const st_pay_need *needs, uint32_t count,
                             uint32_t set) {
  st_pay_need sum = {0};
  for (uint32_t n = 0; n < count; n++) {
    if (!(set >> n & 1) || needs[n].count <= 0) continue;
    sum.kinds |= needs[n].kinds;
    sum.count = st_sat_add(sum.count, needs[n].count);
  }
  return sum;
}

/* Whether so many units of some kinds could be found. */
static bool could_find(const pay_search *s, st_pay_need need) {
  const st_pay_model *m = s->model;
  int64_t found = units_of(m, m->pool, need.kinds);
  for (uint32_t i = 0; i < m->source_count; i++) {
    if (found >= need.count && !s->takes_some) break;
    found = st_sat_add(found, most_of(s, i, need.kinds));
  }
  return found >= need.count;
}

/* Whether each set of needs could find enough, and no more is taken of any kind
 * than there is. */
static bool could_meet(const pay_search *s) {
  const st_pay_model *m = s->model;
  for (uint32_t set = 1; set < UINT32_C(1) << m->need_count; set++) {
    if (!could_find(s, sum_needs(s->needs, m->need_count, set))) return false;
  }
  for (uint32_t k = 0; s->takes_some && k < m->kind_count; k++) {
    if (!could_find(s, (st_pay_need){UINT32_C(1) << k, 0})) return false;
  }
  return true;
}

static bool has_all_of(const st_pay_model *m, const int64_t *more,
                       const int64_t *less) {
  for (uint32_t k = 0; k < m->kind_count; k++) {
    if (more[k] < less[k]) return false;
  }
  return true;
}

/* Whether some yield of a source takes units. */
static bool takes_some(const st_pay_model *m, uint32_t source) {
  const st_pay_source *s = &m->sources[source];
  for (size_t i = 0; i < (size_t)s->yield_count * m->kind_count; i++) {
    if (s->yields[i] < 0) return true;
  }
  return false;
}

/* Whether the bound is exact for a source: it gives one unit, or one of its
 * yields has all that the others have. */
static bool is_simple(const st_pay_model *m, uint32_t source) {
  const st_pay_source *s = &m->sources[source];
  bool is_unit = true;
  if (takes_some(m, source)) return false;
  for (uint32_t y = 0; y < s->yield_count; y++) {
    const int64_t *yield = yield_at(m, source, y);
    if (units_of(m, yield, UINT32_MAX) > 1) is_unit = false;
    uint32_t other = 0;
    while (other < s->yield_count &&
           has_all_of(m, yield, yield_at(m, source, other))) {
      other++;
    }
    if (other == s->yield_count) return true;
  }
  return is_unit;
}

static bool has_equal_yields(const st_pay_model *m, uint32_t a, uint32_t b) {
  uint32_t count = m->sources[a].yield_count;
  return count == m->sources[b].yield_count &&
         m->sources[a].is_used == m->sources[b].is_used &&
         memcmp(m->sources[a].yields, m->sources[b].yields,
                (size_t)count * m->kind_count * sizeof(int64_t)) == 0;
}

/* The first yield that a source need try. */
static uint32_t first_yield(const pay_search *s, uint32_t source) {
  for (uint32_t i = source; i-- > 0;) {
    if (s->chosen[i] != OPEN && has_equal_yields(s->model, i, source)) {
      return s->chosen[i]; /* behind NONE there is no other */
    }
  }
  return 0;
}

/* Recursion is as deep as there are sources. */
static bool search_from(pay_search *s, uint32_t source) {
  const st_pay_model *m = s->model;
  if (s->steps++ >= ST_PAY_MOST_STEPS || !could_meet(s)) return false;
  while (source < m->source_count && is_simple(m, source)) {
    source++;
  }
  if (source == m->source_count) return true;
  bool can = false;
  for (uint32_t y = first_yield(s, source);
       !can && y < m->sources[source].yield_count; y++) {
    s->chosen[source] = y;
    can = search_from(s, source + 1);
  }
  if (!can && !m->sources[source].is_used && takes_some(m, source)) {
    s->chosen[source] = NONE;
    can = search_from(s, source + 1);
  }
  s->chosen[source] = OPEN;
  return can;
}

/* Split what is left of an either among its ways from one on, and then the
 * eithers behind it. Recursion is as deep as there are ways. */
static bool split_from(pay_search *s, uint32_t either, uint32_t way,
                       int64_t left) {
  const st_pay_model *m = s->model;
  while (left <= 0 && either < m->either_count) {
    way = 0;
    either++;
    left = either < m->either_count ? m->eithers[either].count : 0;
  }
  if (either == m->either_count) return search_from(s, 0);
  if (s->steps++ >= ST_PAY_MOST_STEPS || !could_meet(s)) return false;
  const st_pay_either *e = &m->eithers[either];
  st_pay_need *need = &s->needs[e->needs[way]];
  const int64_t before = need->count;
  bool can = false;
  bool is_last = way + 1 == e->way_count;
  for (int64_t taken = is_last ? left : 0; !can && taken <= left; taken++) {
    if (s->steps >= ST_PAY_MOST_STEPS) break;
    need->count = st_sat_add(before, st_sat_mul(taken, e->units[way]));
    can = is_last ? split_from(s, either, way, 0)
                  : split_from(s, either, way + 1, left - taken);
  }
  need->count = before;
  return can;
}

bool st_pay_model_can(const st_pay_model *model, uint32_t *scratch) {
  pay_search search = {.model = model, .chosen = scratch};
  assert(model->need_count <= ST_MOST_PAY_NEEDS);
  for (uint32_t n = 0; n < model->need_count; n++) {
    search.needs[n] = model->needs[n];
    if (search.needs[n].count < 0) search.needs[n].count = 0;
  }
  for (uint32_t i = 0; i < model->source_count; i++) {
    scratch[i] = OPEN;
    if (takes_some(model, i)) search.takes_some = true;
  }
  if (model->either_count == 0) return search_from(&search, 0);
  return split_from(&search, 0, 0, model->eithers[0].count);
}

/* The most units that find a need, by the same theorem: all that are needed,
 * less what the set that lacks most lacks. */
bool st_pay_model_takes_all(const st_pay_model *m, const int64_t *units) {
  uint32_t all = (UINT32_C(1) << m->need_count) - 1;
  int64_t lack = 0;
  for (uint32_t set = 1; set <= all; set++) {
    st_pay_need need = sum_needs(m->needs, m->need_count, set);
    int64_t missing = st_sat_sub(need.count, units_of(m, units, need.kinds));
    if (missing > lack) lack = missing;
  }
  int64_t most =
      st_sat_sub(sum_needs(m->needs, m->need_count, all).count, lack);
  return most >= units_of(m, units, UINT32_MAX);
}
