/*
 * assign_model.c - assigning each of some assigners to places, or to none,
 * under restrictions and requirements.
 *
 * A search by assigners, and of one by places, with a bound: no assignment
 * fulfils more than what is fulfilled, all that the assigners that are left
 * could fulfil, and the needs of the places that have nobody yet. What fulfils
 * something is tried first, so most often the first try fulfils all that can
 * be. Assigners that nothing tells apart are interchangeable: of two, the later
 * one gets no higher set of places.
 */
#include "play/action/assign_model.h"

#include <assert.h>
#include <string.h>

typedef struct assign_search {
  const st_assign_model *model;
  const st_assign_choice *decided;
  int64_t floor, enough; /* of the score: see st_assign_model_find */
  int64_t found;         /* the best score so far, or below `floor` */
  uint32_t *out;
  uint32_t steps;
  uint32_t places[ST_ASSIGN_MOST_ASSIGNERS];
  /* the most that this assigner and those behind it could fulfil */
  int64_t left[ST_ASSIGN_MOST_ASSIGNERS + 1];
  bool equals_previous[ST_ASSIGN_MOST_ASSIGNERS];
  int64_t counts[ST_ASSIGN_MOST_PLACES];
  int64_t assigned; /* how many assigners have a place */
  int64_t company;  /* the most others that one of these needs */
  int64_t score;
} assign_search;

static bool has_place(uint32_t places, uint32_t place) {
  return places >> place & 1;
}

static int64_t count_of(uint32_t places) {
  int64_t count = 0;
  for (; places != 0; places &= places - 1) {
    count++;
  }
  return count;
}

static int64_t must_to(const st_assign_model *m, uint32_t assigner,
                       uint32_t place) {
  return m->must_to[(size_t)assigner * m->place_count + place];
}

/* -- Preparing -- */

/* The most requirements of its own that an assigner could fulfil. */
static int64_t most_fulfilled(const st_assign_model *m, uint32_t assigner) {
  int64_t most = m->must[assigner];
  for (uint32_t p = 0; p < m->place_count; p++) {
    if (has_place(m->can[assigner], p)) most += must_to(m, assigner, p);
  }
  return most;
}

static bool equals_previous(const assign_search *s, uint32_t a) {
  const st_assign_model *m = s->model;
  size_t size = m->place_count * sizeof m->must_to[0];
  return a > 0 && m->can[a] == m->can[a - 1] && m->each[a] == m->each[a - 1] &&
         m->company[a] == m->company[a - 1] && m->must[a] == m->must[a - 1] &&
         s->decided[a].places == s->decided[a - 1].places &&
         s->decided[a].excluded == s->decided[a - 1].excluded &&
         s->decided[a].is_closed == s->decided[a - 1].is_closed &&
         memcmp(&m->must_to[(size_t)a * m->place_count],
                &m->must_to[(size_t)(a - 1) * m->place_count], size) == 0;
}

static void prepare(assign_search *s) {
  const st_assign_model *m = s->model;
  s->left[m->assigner_count] = 0;
  for (uint32_t a = m->assigner_count; a-- > 0;) {
    s->left[a] = s->left[a + 1] + most_fulfilled(m, a);
    s->equals_previous[a] = equals_previous(s, a);
  }
}

/* -- Bounds -- */

/* Whether the restrictions could still be obeyed, and enough fulfilled, by the
 * assigners from this one on. */
static bool could_do(const assign_search *s, uint32_t assigner) {
  const st_assign_model *m = s->model;
  int64_t left = m->assigner_count - assigner;
  int64_t most = s->score + s->left[assigner];
  for (uint32_t p = 0; p < m->place_count; p++) {
    if (s->counts[p] == 0 && left > 0) most += m->needed[p];
    if (s->counts[p] > 0 && m->least[p] - s->counts[p] > left) return false;
  }
  if (s->assigned > 0 && s->company > s->assigned - 1 + left) return false;
  return most >= s->floor && most > s->found;
}

/* -- Searching -- */

static bool search_assigner(assign_search *s, uint32_t assigner);
static bool search_place(assign_search *s, uint32_t assigner, uint32_t place);

/* Keep an assignment that is whole. True: it is enough. */
static bool end_search(assign_search *s) {
  s->found = s->score;
  memcpy(s->out, s->places, s->model->assigner_count * sizeof s->places[0]);
  return s->found >= s->enough;
}

/* All places of an assigner are decided. */
static bool end_assigner(assign_search *s, uint32_t a) {
  if (s->equals_previous[a] && s->places[a] > s->places[a - 1]) return false;
  bool has_some = s->places[a] != 0;
  int64_t company = s->company;
  if (has_some && s->assigned >= s->model->in_all) return false;
  if (has_some) {
    s->assigned++;
    s->score += s->model->must[a];
    if (s->model->company[a] > company) s->company = s->model->company[a];
  }
  bool done = search_assigner(s, a + 1);
  if (has_some) {
    s->assigned--;
    s->score -= s->model->must[a];
    s->company = company;
  }
  return done;
}

static int64_t gain_of(const assign_search *s, uint32_t a, uint32_t p) {
  return must_to(s->model, a, p) +
         (s->counts[p] == 0 ? s->model->needed[p] : 0);
}

static bool with_place(assign_search *s, uint32_t a, uint32_t p) {
  int64_t gain = gain_of(s, a, p);
  s->places[a] |= UINT32_C(1) << p;
  s->counts[p]++;
  s->score += gain;
  bool done = search_place(s, a, p + 1);
  s->score -= gain;
  s->counts[p]--;
  s->places[a] &= ~(UINT32_C(1) << p);
  return done;
}

/* Whether it is better to try an assigner at a place first than not there. */
static bool is_wanted(const assign_search *s, uint32_t a, uint32_t p) {
  bool completes = s->counts[p] > 0 && s->counts[p] < s->model->least[p];
  return gain_of(s, a, p) > 0 || completes ||
         (s->places[a] == 0 && s->model->must[a] > 0) || s->company > 0;
}

static bool search_place(assign_search *s, uint32_t a, uint32_t p) {
  const st_assign_model *m = s->model;
  if (p == m->place_count) return end_assigner(s, a);
  if (s->steps++ >= ST_ASSIGN_MOST_STEPS) return true;
  const st_assign_choice *decided = &s->decided[a];
  bool has = has_place(decided->places, p);
  bool may = (has || !decided->is_closed) &&
             has_place(m->can[a] & ~decided->excluded, p) &&
             count_of(s->places[a]) < m->each[a] && s->counts[p] < m->most[p];
  if (has) return may && with_place(s, a, p);
  if (!may) return search_place(s, a, p + 1);
  bool first = is_wanted(s, a, p);
  if (first && with_place(s, a, p)) return true;
  if (search_place(s, a, p + 1)) return true;
  return !first && with_place(s, a, p);
}

static bool search_assigner(assign_search *s, uint32_t a) {
  if (!could_do(s, a)) return false;
  return a == s->model->assigner_count ? end_search(s) : search_place(s, a, 0);
}

st_assign_found st_assign_model_find(const st_assign_model *model,
                                     const st_assign_choice *decided,
                                     int64_t floor, int64_t enough,
                                     uint32_t *out, int64_t *score) {
  assign_search search = {.model = model,
                          .decided = decided,
                          .floor = floor,
                          .enough = enough,
                          .found = floor - 1};
  search.out = out;
  assert(model->assigner_count <= ST_ASSIGN_MOST_ASSIGNERS);
  assert(model->place_count <= ST_ASSIGN_MOST_PLACES);
  prepare(&search);
  search_assigner(&search, 0);
  *score = search.found;
  if (search.found >= enough) return ST_ASSIGN_SOME;
  if (search.steps >= ST_ASSIGN_MOST_STEPS) return ST_ASSIGN_TOO_LONG;
  return search.found >= floor ? ST_ASSIGN_SOME : ST_ASSIGN_NONE;
}

/* -- Judging an assignment -- */

static void count_places(const st_assign_model *m, const uint32_t *places,
                         int64_t *counts, int64_t *assigned) {
  memset(counts, 0, m->place_count * sizeof counts[0]);
  *assigned = 0;
  for (uint32_t a = 0; a < m->assigner_count; a++) {
    *assigned += places[a] != 0;
    for (uint32_t p = 0; p < m->place_count; p++) {
      counts[p] += has_place(places[a], p);
    }
  }
}

int64_t st_assign_model_score(const st_assign_model *m,
                              const uint32_t *places) {
  int64_t counts[ST_ASSIGN_MOST_PLACES];
  int64_t assigned;
  int64_t score = 0;
  count_places(m, places, counts, &assigned);
  for (uint32_t a = 0; a < m->assigner_count; a++) {
    if (places[a] != 0) score += m->must[a];
    for (uint32_t p = 0; p < m->place_count; p++) {
      if (has_place(places[a], p)) score += must_to(m, a, p);
    }
  }
  for (uint32_t p = 0; p < m->place_count; p++) {
    if (counts[p] > 0) score += m->needed[p];
  }
  return score;
}

static st_assign_restriction check_assigner(const st_assign_model *m,
                                            uint32_t a, uint32_t places,
                                            int64_t assigned, uint32_t *place) {
  for (uint32_t p = 0; p < m->place_count; p++) {
    *place = p;
    if (has_place(places & ~m->can[a], p)) return ST_ASSIGN_CANNOT;
  }
  if (count_of(places) > m->each[a]) return ST_ASSIGN_TOO_MANY_OF;
  return places != 0 && m->company[a] > assigned - 1 ? ST_ASSIGN_ALONE
                                                     : ST_ASSIGN_OBEYED;
}

st_assign_restriction st_assign_model_check(const st_assign_model *m,
                                            const uint32_t *places,
                                            uint32_t *assigner,
                                            uint32_t *place) {
  int64_t counts[ST_ASSIGN_MOST_PLACES];
  int64_t assigned;
  count_places(m, places, counts, &assigned);
  st_assign_restriction broken = ST_ASSIGN_OBEYED;
  for (uint32_t a = 0; a < m->assigner_count && !broken; a++) {
    *assigner = a;
    broken = check_assigner(m, a, places[a], assigned, place);
  }
  for (uint32_t p = 0; p < m->place_count && !broken; p++) {
    *place = p;
    if (counts[p] > m->most[p]) broken = ST_ASSIGN_TOO_MANY_AT;
    if (counts[p] > 0 && counts[p] < m->least[p]) broken = ST_ASSIGN_TOO_FEW_AT;
  }
  if (!broken && assigned > m->in_all) broken = ST_ASSIGN_TOO_MANY;
  return broken;
}
