/* Random sets of replacement, prevention and "can't" effects, compared with a
 * plain model of 614 to 616. */
#include "base/hash.h"
#include "replacement_stage.h"

TestSuite(replacement_random, .timeout = 120);

typedef enum effect_kind {
  CHANGE,
  SPLIT,
  TURN,
  SKIP,
  PREVENT,
  BAN
} effect_kind;

typedef struct effect {
  const char *name, *amount, *rank, *when;
  effect_kind kind;
  int64_t times, plus; /* CHANGE: amount * times + plus */
  int64_t at_least;    /* of the amount; BAN: exactly */
  uint32_t order;      /* of 616.1 */
  int64_t each;        /* PREVENT: so much of each, 0: all */
} effect;

enum { OTHER = 4 };
static const effect effects[] = {
    {"m_double", "event.amount * 2", NULL, NULL, CHANGE, 2, 0, 0, OTHER, 0},
    {"m_plus", "event.amount + 1", NULL, NULL, CHANGE, 1, 1, 0, OTHER, 0},
    {"m_minus", "event.amount - 2", NULL, NULL, CHANGE, 1, -2, 0, OTHER, 0},
    {"m_big", "event.amount - 3", NULL, "event.amount >= 5", CHANGE, 1, -3, 5,
     OTHER, 0},
    {"m_self", "event.amount * 2", "self", NULL, CHANGE, 2, 0, 0, 0, 0},
    {"m_copy", "event.amount + 3", "copy", "event.amount >= 3", CHANGE, 1, 3, 3,
     1, 0},
    {"m_split", NULL, NULL, "event.amount >= 2", SPLIT, 0, 0, 2, OTHER, 0},
    {"m_turn", NULL, NULL, NULL, TURN, 0, 0, 0, OTHER, 0},
    {"m_skip", NULL, NULL, "event.amount >= 8", SKIP, 0, 0, 8, OTHER, 0},
    {"m_pool", NULL, NULL, NULL, PREVENT, 0, 0, 0, OTHER, 0},
    {"m_each", "1", NULL, NULL, PREVENT, 0, 0, 0, OTHER, 1},
    {"m_ban", NULL, NULL, "event.amount = 4", BAN, 0, 0, 4, OTHER, 0},
};

static const strata_field_desc given_other[] = {{"other", STRATA_REF}};

static void random_code(strata_builder *b, const effect *e) {
  strata_watcher_desc code = {.name = e->name,
                              .event = "hurt",
                              .rank = e->rank,
                              .when = e->when,
                              .names = given_other,
                              .name_count = 1};
  strata_instruction change = {
      .op = STRATA_DO_CHANGE, .what = "amount", ONE(e->amount)};
  strata_instruction half[] = {
      {.op = STRATA_DO_EMIT,
       .what = "hurt",
       MANY(ARG("who", "event.who"), ARG("amount", "event.amount - 1"))},
      {.op = STRATA_DO_EMIT,
       .what = "hurt",
       MANY(ARG("who", "$other"), ARG("amount", "event.amount - 1"))}};
  strata_instruction split = {
      .op = STRATA_DO_INSTEAD, .inner = half, .inner_count = 2};
  strata_instruction turn = {
      .op = STRATA_DO_CHANGE, .what = "who", ONE("$other")};
  strata_instruction skip = {.op = STRATA_DO_NOTHING};
  const strata_instruction *deeds[] = {
      [CHANGE] = &change, [SPLIT] = &split, [TURN] = &turn,
      [SKIP] = &skip,     [PREVENT] = NULL, [BAN] = NULL};
  code.program = deeds[e->kind];
  code.instruction_count = code.program != NULL;
  code.role = e->kind == PREVENT ? STRATA_ROLE_PREVENT
              : e->kind == BAN   ? STRATA_ROLE_CANT
                                 : STRATA_ROLE_REPLACE;
  if (e->kind == PREVENT) code.amount = e->amount;
  BUILDER_OK(strata_builder_watcher(b, &code));
}

static uint32_t order_of[ST_COUNT_OF(effects)]; /* 0: the first in the list */

static void random_rules(strata_builder *b) {
  for (size_t i = 0; i < ST_COUNT_OF(effects); i++) {
    random_code(b, &effects[(order_of[i] + i) % ST_COUNT_OF(effects)]);
  }
}

enum { MODEL_EVENTS = 256, MODEL_WATCHERS = 7, MODEL_DECISIONS = 512 };

typedef struct model_watcher {
  const effect *effect;
  int64_t left;                 /* of a pool; -1: none */
  uint32_t uses;                /* UINT32_MAX: no limit */
  int other;                    /* the entity that the event is redirected to */
  int64_t shares[MODEL_EVENTS]; /* -1: none */
  bool shared;
} model_watcher;

typedef struct model_event {
  int who;
  int64_t amount;
  uint32_t marks; /* bits of watchers */
  int parent;     /* whose place it takes, or -1 */
  bool over;
} model_event;

/* Choices that are tried: which option is taken at each, of how many. */
typedef struct model_path {
  uint32_t options[MODEL_DECISIONS], counts[MODEL_DECISIONS];
  uint32_t depth, met;
} model_path;

typedef struct model {
  model_watcher watchers[MODEL_WATCHERS];
  uint32_t watcher_count;
  model_event events[MODEL_EVENTS];
  uint32_t event_count;
  int64_t life[2];
  const uint32_t *picks; /* what was decided, in order */
  uint32_t pick_count, met;
  uint32_t open; /* options of the decision that is not made yet; 0: none */
  bool over_full;
  model_path *path; /* of a trial */
  uint32_t saved;   /* decisions that were not asked */
} model;

/* Zero is no event, and what cannot happen does not. */
static void model_judge(model *m) {
  for (uint32_t i = 0; i < m->event_count; i++) {
    model_event *e = &m->events[i];
    if (e->amount <= 0) e->over = true;
    for (uint32_t w = 0; w < m->watcher_count; w++) {
      const effect *f = m->watchers[w].effect;
      if (f->kind == BAN && e->amount == f->at_least) e->over = true;
    }
  }
}

static bool model_applies(const model *m, uint32_t w, uint32_t e) {
  const model_watcher *x = &m->watchers[w];
  const model_event *event = &m->events[e];
  return x->effect->kind != BAN && !event->over && !(event->marks >> w & 1) &&
         x->uses > 0 && x->left != 0 && event->amount >= x->effect->at_least;
}

static uint32_t model_lowest(const model *m, uint32_t e) {
  uint32_t lowest = UINT32_MAX;
  for (uint32_t w = 0; w < m->watcher_count; w++) {
    uint32_t order = m->watchers[w].effect->order;
    if (model_applies(m, w, e) && order < lowest) lowest = order;
  }
  return lowest;
}

static bool model_due(const model *m, uint32_t w, uint32_t e) {
  return model_applies(m, w, e) &&
         m->watchers[w].effect->order == model_lowest(m, e);
}

/* The answer to a decision; the model stops where there is none yet. */
static bool model_pick(model *m, uint32_t options, uint32_t *out) {
  *out = 0;
  if (options < 2) return true;
  if (m->path) {
    m->open = options;
    return false;
  }
  if (m->met == m->pick_count) {
    m->open = options;
    return false;
  }
  *out = m->picks[m->met++];
  return true;
}

static uint32_t model_events_of(const model *m, uint32_t w, int who,
                                uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t e = 0; e < m->event_count; e++) {
    if (m->events[e].who == who && model_due(m, w, e)) out[count++] = e;
  }
  return count;
}

/* The answer that tests give: all to the option that was picked, and what it
 * cannot take to the others in order. */
static bool model_share(model *m, uint32_t w, uint32_t event) {
  model_watcher *x = &m->watchers[w];
  uint32_t events[MODEL_EVENTS];
  uint32_t count = model_events_of(m, w, m->events[event].who, events);
  int64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    for (int e = (int)events[i]; e >= 0; e = m->events[e].parent) {
      if (x->shares[e] >= 0) return true;
    }
    sum += m->events[events[i]].amount;
  }
  if (count < 2 || x->left >= sum) return true;
  uint32_t picked;
  if (!model_pick(m, count, &picked)) return false;
  int64_t rest = x->left;
  for (uint32_t i = 0; i <= count; i++) {
    uint32_t e = events[i == 0 ? picked : i - 1];
    if (i > 0 && i - 1 == picked) continue;
    int64_t part = rest < m->events[e].amount ? rest : m->events[e].amount;
    x->shares[e] = part;
    rest -= part;
    if (part == 0) m->events[e].marks |= 1u << w;
  }
  return true;
}

static int64_t model_shared(const model *m, uint32_t w, uint32_t event) {
  for (int e = (int)event; e >= 0; e = m->events[e].parent) {
    if (m->watchers[w].shares[e] >= 0) return m->watchers[w].shares[e];
  }
  return INT64_MAX;
}

static void model_prevent(model *m, uint32_t w, uint32_t event) {
  model_watcher *x = &m->watchers[w];
  int64_t part = m->events[event].amount;
  if (x->effect->each > 0 && part > x->effect->each) part = x->effect->each;
  if (part > model_shared(m, w, event)) part = model_shared(m, w, event);
  if (x->left >= 0 && part > x->left) part = x->left;
  if (x->left > 0) x->left -= part;
  m->events[event].amount -= part;
}

static void model_split(model *m, uint32_t w, uint32_t event) {
  if (m->event_count + 2 > MODEL_EVENTS) {
    m->over_full = true;
    return;
  }
  model_event e = m->events[event];
  m->events[event].over = true;
  for (int i = 0; i < 2; i++) {
    m->events[m->event_count++] =
        (model_event){.who = i == 0 ? e.who : m->watchers[w].other,
                      .amount = e.amount - 1,
                      .marks = e.marks,
                      .parent = (int)event};
  }
}

/* False: a decision is met that is not made. */
static bool model_apply(model *m, uint32_t w, uint32_t event) {
  model_watcher *x = &m->watchers[w];
  if (x->left >= 0 && !model_share(m, w, event)) return false;
  model_event *e = &m->events[event];
  if (model_shared(m, w, event) == 0) {
    e->marks |= 1u << w;
    return true;
  }
  e->marks |= 1u << w;
  if (x->uses != UINT32_MAX) x->uses--;
  switch (x->effect->kind) {
  case CHANGE:
    e->amount = e->amount * x->effect->times + x->effect->plus;
    break;
  case SPLIT:
    model_split(m, w, event);
    break;
  case TURN:
    e->who = x->other;
    break;
  case SKIP:
    e->over = true;
    break;
  case PREVENT:
    model_prevent(m, w, event);
    break;
  case BAN:
    break;
  }
  return true;
}

/* Who differs in nothing from one who is listed is not asked about. */
static bool model_is_listed(const model *m, uint32_t w, uint32_t pairs[][2],
                            uint32_t count) {
  const model_watcher *x = &m->watchers[w];
  for (uint32_t i = 0; i < count; i++) {
    const model_watcher *y = &m->watchers[pairs[i][0]];
    if (x->effect == y->effect && x->left == y->left && x->uses == y->uses &&
        x->other == y->other) {
      return true;
    }
  }
  return false;
}

static void model_run(model *m);

static bool model_is_spent(const model_watcher *w) {
  return w->left == 0 || w->uses == 0;
}

/* What is left when all has happened. */
static bool model_is_same(const model *a, const model *b) {
  for (uint32_t i = 0; i < a->watcher_count; i++) {
    const model_watcher *x = &a->watchers[i];
    const model_watcher *y = &b->watchers[i];
    if (model_is_spent(x) && model_is_spent(y)) continue;
    if (x->left != y->left || x->uses != y->uses) return false;
  }
  return a->life[0] == b->life[0] && a->life[1] == b->life[1];
}

static bool model_next_path(model_path *path) {
  uint32_t depth = path->met;
  while (depth > 0 && path->options[depth - 1] + 1 >= path->counts[depth - 1]) {
    depth--;
  }
  path->depth = depth;
  path->met = 0;
  if (depth > 0) path->options[depth - 1]++;
  return depth > 0;
}

/* All ways to go on are gone, up to 24. *same: they come to the same, and none
 * meets a decision of another kind; *differ: two do not. */
static void model_try(const model *m, bool *same, bool *differ) {
  static model first, leaf;
  static model_path path;
  bool done = false;
  uint32_t leaves = 0;
  path.depth = path.met = 0;
  *same = true;
  *differ = false;
  do {
    if (leaves++ == 24) {
      *same = false;
      return;
    }
    leaf = *m;
    leaf.path = &path;
    model_run(&leaf);
    if (leaf.open != 0) {
      *same = false;
    } else if (!done) {
      first = leaf;
      done = true;
    } else if (!model_is_same(&first, &leaf)) {
      *differ = true;
    }
  } while (model_next_path(&path));
  *same = *same && !*differ;
}

/* One changes the amount and one who is meant, of the same event: neither minds
 * the other. */
static bool model_commutes(const model *m, uint32_t pairs[][2],
                           uint32_t count) {
  if (count != 2 || pairs[0][1] != pairs[1][1]) return false;
  effect_kind a = m->watchers[pairs[0][0]].effect->kind;
  effect_kind b = m->watchers[pairs[1][0]].effect->kind;
  return (a == CHANGE && b == TURN) || (a == TURN && b == CHANGE);
}

/* Which pair is applied: asked only if it matters. */
static bool model_choose(model *m, uint32_t pairs[][2], uint32_t count,
                         uint32_t *out) {
  *out = 0;
  if (count < 2) return true;
  if (m->path) {
    model_path *path = m->path;
    if (path->met == path->depth) path->options[path->depth++] = 0;
    path->counts[path->met] = count;
    *out = path->options[path->met++];
    return true;
  }
  bool same = false;
  bool differ = false;
  if (count <= 4) model_try(m, &same, &differ);
  if (same || (!differ && model_commutes(m, pairs, count))) {
    m->saved++;
    return true;
  }
  return model_pick(m, count, out);
}

/* One turn of the loop; false: it is over, or a decision is met. */
static bool model_turn(model *m) {
  uint32_t e = 0;
  uint32_t pairs[MODEL_EVENTS * MODEL_WATCHERS][2];
  uint32_t count = 0;
  model_judge(m);
  while (e < m->event_count && model_lowest(m, e) == UINT32_MAX) {
    e++;
  }
  if (e == m->event_count || m->over_full) return false;
  for (uint32_t w = 0; w < m->watcher_count; w++) {
    if (!model_due(m, w, e) || model_is_listed(m, w, pairs, count)) continue;
    pairs[count][0] = w;
    pairs[count++][1] = e;
  }
  uint32_t own = count;
  for (uint32_t i = 0; i < own; i++) {
    uint32_t events[MODEL_EVENTS];
    uint32_t w = pairs[i][0];
    uint32_t all = model_events_of(m, w, m->events[e].who, events);
    if (m->watchers[w].uses == UINT32_MAX || m->watchers[w].uses >= all) {
      continue;
    }
    for (uint32_t n = 0; n < all; n++) {
      if (events[n] == e) continue;
      pairs[count][0] = w;
      pairs[count++][1] = events[n];
    }
  }
  uint32_t picked;
  if (!model_choose(m, pairs, count, &picked)) return false;
  return model_apply(m, pairs[picked][0], pairs[picked][1]);
}

static void model_run(model *m) {
  while (model_turn(m)) {
  }
  for (uint32_t i = 0; m->open == 0 && i < m->event_count; i++) {
    if (!m->events[i].over) m->life[m->events[i].who] -= m->events[i].amount;
  }
}

typedef struct dice {
  uint64_t seed, count;
} dice;

static uint32_t roll(dice *d, uint32_t sides) {
  return (uint32_t)(st_mix(d->seed, ++d->count) >> 33) % sides;
}

/* The same watchers in a world and in a model. */
static void draw(stage *s, dice *d, model *m) {
  *m = (model){.watcher_count = 1 + roll(d, MODEL_WATCHERS)};
  for (uint32_t i = 0; i < m->watcher_count; i++) {
    uint32_t n = roll(d, ST_COUNT_OF(effects));
    bool same = i > 0 && roll(d, 3) == 0;
    if (same) n = (uint32_t)(m->watchers[i - 1].effect - effects);
    model_watcher *w = &m->watchers[i];
    *w = (model_watcher){.effect = &effects[n],
                         .left = -1,
                         .uses = roll(d, 3) == 0 ? 1 + roll(d, 2) : UINT32_MAX,
                         .other = (int)roll(d, 2)};
    bool pool = effects[n].kind == PREVENT && effects[n].each == 0;
    if (pool) w->left = 1 + roll(d, 6);
    for (uint32_t e = 0; e < MODEL_EVENTS; e++) {
      w->shares[e] = -1;
    }
    strata_entity other = w->other == 0 ? s->alice : s->bob;
    st_note note = {st_note_key("other", 5, 0), {.number = (int64_t)other}};
    uint32_t slot;
    OK(st_started_watcher_add(
        &s->world->store,
        &(st_new_started_watcher){.watcher_def = code_of(s, effects[n].name),
                                  .amount = pool ? w->left : 0,
                                  .uses = w->uses == UINT32_MAX ? 0 : w->uses,
                                  .variables = &note,
                                  .variable_count = 1},
        &slot));
  }
}

/* An option of the open decision, by chance, in the way that models take it. */
static bool answer_any(stage *s, uint32_t pick) {
  uint32_t decision = st_decision_find_unanswered(&s->world->store);
  st_decision asked = st_decision_get(&s->world->store, decision);
  if (asked.purpose != ST_PURPOSE_ALLOCATE) return answer(s, pick);
  bool open = false;
  uint32_t options[MODEL_EVENTS];
  int64_t amounts[MODEL_EVENTS];
  int64_t rest = asked.total;
  for (uint32_t i = 0; i < asked.option_count; i++) {
    options[i] = i == 0 ? pick : i - (i <= pick);
    amounts[i] = st_min(rest, asked.max);
    rest -= amounts[i];
  }
  OK(st_action_answer(&s->exec,
                      &(st_new_answer){.decision = decision,
                                       .options = options,
                                       .amounts = amounts,
                                       .count = asked.option_count},
                      &open));
  s->asked++;
  if (open) read_options(s, st_decision_find_unanswered(&s->world->store));
  return open;
}

static void play_random(stage *s, uint64_t seed, uint32_t *decisions,
                        uint32_t *saved) {
  dice d = {.seed = seed};
  model begun;
  uint32_t picks[MODEL_DECISIONS];
  uint32_t count = 0;
  close_world(s);
  open_world(s);
  draw(s, &d, &begun);
  begun.event_count = 2;
  for (int i = 0; i < 2; i++) {
    begun.events[i] = (model_event){.amount = roll(&d, 8), .parent = -1};
  }
  bool open = run_code(s, "strike", begun.events[0].amount,
                       begun.events[1].amount, false);
  for (;;) {
    model m = begun;
    m.picks = picks;
    m.pick_count = count;
    model_run(&m);
    cr_assert(not(m.over_full));
    cr_assert(eq(u32, open ? s->most : 0, m.open), "seed %d, decision %u: %s",
              (int)seed, count, s->names);
    if (!open) {
      *saved += m.saved;
      cr_assert(eq(i64, number(s, s->alice, "life"), m.life[0]), "seed %d",
                (int)seed);
      cr_assert(eq(i64, number(s, s->bob, "life"), m.life[1]), "seed %d",
                (int)seed);
      return;
    }
    picks[count] = roll(&d, m.open);
    open = answer_any(s, picks[count++]);
    ++*decisions;
  }
}

Test(replacement_random, random_sets_do_what_the_rules_say) {
  stage s;
  uint32_t decisions = 0;
  uint32_t saved = 0;
  open_stage_with(&s, random_rules);
  uint64_t games = full_test() ? 50000 : 600;
  for (uint64_t seed = 1; seed <= games; seed++) {
    play_random(&s, seed, &decisions, &saved);
  }
  cr_expect(decisions > games / 2, "there was something to decide: %u",
            decisions);
  cr_expect(saved > games / 2, "and what made no difference: %u", saved);
  close_stage(&s);
}

/* What is offered, and what comes of it, as a hash. */
static uint64_t hash_of_game(stage *s, uint64_t seed) {
  dice d = {.seed = seed};
  model begun;
  close_world(s);
  open_world(s);
  draw(s, &d, &begun);
  bool open = run_code(s, "strike", roll(&d, 8), roll(&d, 8), false);
  uint64_t hash = 1;
  while (open) {
    hash = st_mix(hash, st_hash_bytes(s->names, strlen(s->names), 1));
    hash = st_mix(hash, s->most);
    open = answer_any(s, roll(&d, s->most));
  }
  return st_mix(hash, strata_hash(s->world));
}

/* Rules are the same in whatever order they were declared. */
Test(replacement_random, the_order_of_registration_makes_no_difference) {
  enum { SHUFFLES = 20, GAMES = 25, COUNT = ST_COUNT_OF(effects) };
  uint64_t want[GAMES] = {0};
  dice d = {.seed = 7};
  for (uint32_t n = 0; n <= SHUFFLES; n++) {
    uint32_t all[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
      uint32_t at = n == 0 ? i : roll(&d, i + 1);
      all[i] = all[at];
      all[at] = i;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
      order_of[i] = (all[i] + COUNT - i) % COUNT;
    }
    stage s;
    open_stage_with(&s, random_rules);
    for (uint32_t game = 0; game < GAMES; game++) {
      uint64_t hash = hash_of_game(&s, 100 + game);
      if (n == 0) want[game] = hash;
      cr_assert(eq(u64, hash, want[game]), "shuffle %u, game %u", n, game);
    }
    close_stage(&s);
  }
}
