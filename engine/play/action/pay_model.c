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
 * takes no earlier yield than the one before it.
 */
#include "play/action/pay_model.h"

#include <string.h>

/* A source that is not decided yet. */
#define OPEN UINT32_MAX

typedef struct pay_search {
  const st_pay_model *model;
  uint32_t *chosen; /* of each source its yield, or OPEN */
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
  if (s->chosen[source] != OPEN) {
    return units_of(m, yield_at(m, source, s->chosen[source]), kinds);
  }
  int64_t most = 0;
  for (uint32_t y = 0; y < m->sources[source].yield_count; y++) {
    int64_t units = units_of(m, yield_at(m, source, y), kinds);
    if (units > most) most = units;
  }
  return most;
}

/* The kinds and the units of a set of needs, given as bits. */
static st_pay_need sum_needs(const st_pay_model *m, uint32_t set) {
  st_pay_need sum = {0};
  for (uint32_t n = 0; n < m->need_count; n++) {
    if (!(set >> n & 1) || m->needs[n].count <= 0) continue;
    sum.kinds |= m->needs[n].kinds;
    sum.count = st_sat_add(sum.count, m->needs[n].count);
  }
  return sum;
}

/* Whether each set of needs could find enough. */
static bool could_meet(const pay_search *s) {
  const st_pay_model *m = s->model;
  for (uint32_t set = 1; set < UINT32_C(1) << m->need_count; set++) {
    st_pay_need need = sum_needs(m, set);
    int64_t found = units_of(m, m->pool, need.kinds);
    for (uint32_t i = 0; i < m->source_count && found < need.count; i++) {
      found = st_sat_add(found, most_of(s, i, need.kinds));
    }
    if (found < need.count) return false;
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

/* Whether the bound is exact for a source: it gives one unit, or one of its
 * yields has all that the others have. */
static bool is_simple(const st_pay_model *m, uint32_t source) {
  const st_pay_source *s = &m->sources[source];
  bool is_unit = true;
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
         memcmp(m->sources[a].yields, m->sources[b].yields,
                (size_t)count * m->kind_count * sizeof(int64_t)) == 0;
}

/* The first yield that a source need try. */
static uint32_t first_yield(const pay_search *s, uint32_t source) {
  for (uint32_t i = source; i-- > 0;) {
    if (s->chosen[i] != OPEN && has_equal_yields(s->model, i, source)) {
      return s->chosen[i];
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
  s->chosen[source] = OPEN;
  return can;
}

bool st_pay_model_can(const st_pay_model *model, uint32_t *scratch) {
  pay_search search = {.model = model, .chosen = scratch};
  assert(model->need_count <= ST_MOST_PAY_NEEDS);
  for (uint32_t i = 0; i < model->source_count; i++) {
    scratch[i] = OPEN;
  }
  return search_from(&search, 0);
}

/* The most units that find a need, by the same theorem: all that are needed,
 * less what the set that lacks most lacks. */
bool st_pay_model_takes_all(const st_pay_model *m, const int64_t *units) {
  uint32_t all = (UINT32_C(1) << m->need_count) - 1;
  int64_t lack = 0;
  for (uint32_t set = 1; set <= all; set++) {
    st_pay_need need = sum_needs(m, set);
    int64_t missing = st_sat_sub(need.count, units_of(m, units, need.kinds));
    if (missing > lack) lack = missing;
  }
  int64_t most = st_sat_sub(sum_needs(m, all).count, lack);
  return most >= units_of(m, units, UINT32_MAX);
}
