/* Random actions, with checks at every decision: a fork, a save loaded by fresh
 * rules, answers that are not legal, taking back and giving up. After each of
 * them the hash is the expected one. */
#include "acts.h"

#include <stdlib.h>

TestSuite(moments, .timeout = 300);

enum { DEPTH = 64 };

typedef struct moments {
  acts a;
  kit_mem fresh_mem;
  strata_rules *fresh; /* declared alike and more, so that ids are others */
  kit_dice dice;
  uint64_t before;      /* the hash when the action began */
  uint64_t open[DEPTH]; /* and at each decision that is open or answered */
  size_t depth;
  bool firm; /* there is no way back to `before` */
  size_t decisions, retracted, cancelled, firm_ones, wrong;
} moments;

static uint32_t below(moments *m, uint32_t limit) {
  return kit_below(&m->dice, limit);
}

static strata_entity somebody(moments *m) {
  uint32_t skip = below(m, 6);
  strata_entity e = strata_entity_next(m->a.world, 0);
  while (skip-- > 0) {
    strata_entity next = strata_entity_next(m->a.world, e);
    if (next == 0) break;
    e = next;
  }
  return e;
}

/* -- Answers -- */

typedef struct reply {
  uint32_t option;
  int64_t amount;
  strata_answer_desc desc;
} reply;

static void legal(moments *m, const strata_decision *d, reply *out) {
  *out = (reply){.desc = {.decision = below(m, 2) ? d->id : 0,
                          .who = below(m, 2) ? d->who : 0,
                          .count = 1}};
  if (d->purpose == STRATA_PURPOSE_NUMBER) {
    uint32_t range = (uint32_t)(d->most - d->least + 1);
    out->amount = d->least + (int64_t)below(m, range);
    out->desc.amounts = &out->amount;
  } else {
    out->option = below(m, (uint32_t)d->option_count);
    out->desc.options = &out->option;
  }
}

static void try_wrong(moments *m, const strata_decision *d) {
  const uint32_t options[] = {(uint32_t)d->option_count, 0};
  const int64_t amounts[] = {d->most + 1, 0};
  strata_answer_desc wrong = {.decision = below(m, 4) ? d->id : d->id + 1,
                              .options = below(m, 2) ? options : NULL,
                              .amounts = below(m, 2) ? amounts : NULL,
                              .count = below(m, 3)};
  uint64_t hash = strata_hash(m->a.world);
  strata_status got = strata_answer(m->a.world, &wrong, NULL);
  cr_expect(eq(int, got, STRATA_EREFUSED));
  cr_expect(eq(u64, strata_hash(m->a.world), hash));
  m->wrong++;
}

/* -- Copies -- */

static strata_world *loaded(moments *m) {
  size_t size = 0;
  strata_world *world = NULL;
  strata_world_config config = kit_config(&m->fresh_mem);
  cr_assert(eq(int, strata_save(m->a.world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(m->a.world, bytes, size, &size));
  strata_error why = {.status = STRATA_OK};
  cr_assert(eq(int, strata_load(m->fresh, &config, bytes, size, &world, &why),
               STRATA_OK),
            "%s", why.text);
  free(bytes);
  return world;
}

static bool same_text(const char *a, const char *b) {
  return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static const char *symbol_name(const strata_world *world, strata_symbol s) {
  return strata_rules_name(strata_world_rules(world), STRATA_NAME_SYMBOL, s);
}

/* The decision is the same in a copy. */
static void expect_decision(const strata_world *world, strata_world *copy,
                            const strata_decision *d) {
  strata_decision other;
  cr_assert(eq(sz, strata_decision_count(copy), 1));
  OK(strata_decision_get(copy, 0, &other));
  cr_expect(eq(u32, other.id, d->id));
  cr_expect(eq(int, other.purpose, d->purpose));
  cr_expect(eq(u64, other.who, d->who));
  cr_expect(same_text(other.prompt, d->prompt));
  cr_expect(eq(i64, other.least, d->least));
  cr_expect(eq(i64, other.most, d->most));
  cr_expect(eq(int, other.firm, d->firm));
  cr_assert(eq(sz, other.option_count, d->option_count));
  for (size_t i = 0; i < d->option_count; i++) {
    const strata_option *x = &d->options[i];
    const strata_option *y = &other.options[i];
    cr_expect(eq(int, x->value.type, y->value.type));
    cr_expect(x->value.ref == y->value.ref);
    cr_expect(x->value.integer == y->value.integer);
    cr_expect(same_text(symbol_name(world, x->value.symbol),
                        symbol_name(copy, y->value.symbol)));
    cr_expect(same_text(x->text, y->text));
  }
}

/* Answer it here, in a fork and in what was loaded: all come out the same. */
static strata_outcome answer(moments *m, const strata_decision *d) {
  reply r;
  strata_outcome here, there, elsewhere;
  strata_world *fork = NULL;
  OK(strata_fork(m->a.world, NULL, &fork));
  strata_world *copy = loaded(m);
  uint64_t hash = strata_hash(m->a.world);
  cr_expect(eq(u64, strata_hash(fork), hash));
  cr_expect(eq(u64, strata_hash(copy), hash));
  expect_decision(m->a.world, fork, d);
  expect_decision(m->a.world, copy, d);
  legal(m, d, &r);
  OK(strata_answer(fork, &r.desc, &there));
  OK(strata_answer(copy, &r.desc, &elsewhere));
  cr_expect(eq(u64, strata_hash(m->a.world), hash), "a copy is by itself");
  OK(strata_answer(m->a.world, &r.desc, &here));
  cr_expect(eq(int, there, here));
  cr_expect(eq(int, elsewhere, here));
  cr_expect(eq(u64, strata_hash(fork), strata_hash(m->a.world)));
  cr_expect(eq(u64, strata_hash(copy), strata_hash(m->a.world)));
  strata_world_free(fork);
  strata_world_free(copy);
  return here;
}

/* -- Back -- */

static void retract(moments *m, bool firm) {
  uint64_t hash = strata_hash(m->a.world);
  strata_status got = strata_retract(m->a.world);
  if (m->depth == 1 || firm) {
    cr_expect(eq(int, got, STRATA_EREFUSED));
    cr_expect(eq(u64, strata_hash(m->a.world), hash));
    return;
  }
  cr_assert(eq(int, got, STRATA_OK));
  m->depth--;
  m->retracted++;
  cr_expect(eq(u64, strata_hash(m->a.world), m->open[m->depth - 1]));
}

static bool cancel(moments *m) {
  uint64_t hash = strata_hash(m->a.world);
  strata_status got = strata_cancel(m->a.world);
  if (m->firm) {
    cr_expect(eq(int, got, STRATA_EREFUSED));
    cr_expect(eq(u64, strata_hash(m->a.world), hash));
    return false;
  }
  cr_assert(eq(int, got, STRATA_OK));
  m->cancelled++;
  cr_expect(eq(u64, strata_hash(m->a.world), m->before));
  return true;
}

/* -- Games -- */

static strata_outcome begin(moments *m) {
  static const char *const codes[] = {"bargain", "pick", "dice", "each"};
  static const char *const events[] = {"gain", "series", "make", "storm"};
  strata_outcome outcome = STRATA_DONE;
  strata_act_desc desc;
  m->before = strata_hash(m->a.world);
  m->depth = 0;
  m->firm = false;
  if (below(m, 3) == 0) {
    uint32_t which = below(m, 4);
    const char *field = which == 1 || which == 2 ? "count" : "amount";
    OK(acts_event(&m->a, events[which], somebody(m), field, below(m, 5),
                  &outcome));
    return outcome;
  }
  desc = acts_code_desc(&m->a, codes[below(m, COUNT(codes))]);
  desc.you = somebody(m);
  desc.source = below(m, 2) ? somebody(m) : 0;
  OK(strata_act(m->a.world, &desc, &outcome));
  return outcome;
}

static void decide(moments *m) {
  strata_outcome outcome = STRATA_DECIDE;
  while (outcome == STRATA_DECIDE) {
    strata_decision d;
    strata_entity e;
    cr_assert(m->depth < DEPTH);
    OK(strata_decision_get(m->a.world, 0, &d));
    cr_expect(eq(u32, d.id, m->depth + 1));
    m->open[m->depth++] = strata_hash(m->a.world);
    m->decisions++;
    m->firm |= d.firm;
    m->firm_ones += d.firm;
    if (below(m, 4) == 0) try_wrong(m, &d);
    cr_expect(eq(int, strata_spawn(m->a.world, &e), STRATA_EOPEN));
    if (below(m, 8) == 0 && cancel(m)) return;
    if (below(m, 4) == 0) {
      retract(m, d.firm);
      m->depth--;
      m->decisions--;
      continue;
    }
    OK(strata_decision_get(m->a.world, 0, &d));
    outcome = answer(m, &d);
    cr_expect(m->depth < DEPTH);
  }
}

static void play(moments *m, uint64_t seed) {
  acts_open(&m->a);
  m->fresh_mem = (kit_mem){0};
  OK(kit_act_more_rules(&m->fresh_mem, &m->fresh));
  m->dice.state = seed;
  OK(strata_seed(m->a.world, seed));
  for (int i = 0; i < 12; i++) {
    strata_mark mark;
    bool marked = below(m, 3) == 0;
    if (marked) OK(strata_mark_set(m->a.world, &mark));
    if (begin(m) == STRATA_DECIDE) decide(m);
    cr_expect(eq(sz, strata_decision_count(m->a.world), 0));
    if (marked && below(m, 2)) {
      OK(strata_rollback(m->a.world, mark));
      cr_expect(eq(u64, strata_hash(m->a.world), m->before));
    }
    if (below(m, 4) == 0) OK(strata_commit(m->a.world));
  }
  strata_rules_free(m->fresh);
  cr_expect(eq(sz, m->fresh_mem.live_bytes, 0));
  acts_close(&m->a);
}

Test(moments, every_decision_is_a_state_like_any_other) {
  const char *full = getenv("STRATA_TEST_FULL");
  uint64_t games = full && full[0] ? 4000 : 150;
  moments m = {.decisions = 0};
  for (uint64_t seed = 1; seed <= games; seed++) {
    play(&m, seed);
  }
  cr_expect(lt(sz, 10 * games, m.decisions), "%zu", m.decisions);
  cr_expect(lt(sz, games, m.retracted), "%zu", m.retracted);
  cr_expect(lt(sz, games / 2, m.cancelled), "%zu", m.cancelled);
  cr_expect(lt(sz, games / 4, m.firm_ones), "%zu", m.firm_ones);
  cr_expect(lt(sz, games, m.wrong), "%zu", m.wrong);
}
