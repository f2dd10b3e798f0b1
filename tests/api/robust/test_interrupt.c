/* A host that interrupts: in the middle of a pass, and of an action. The call
 * fails with EINTERRUPTED and the state is as it was; nothing that is computed
 * later is wrong, and no handler is disabled. */
#include "hands.h"

#include <stdio.h>

TestSuite(interrupt, .timeout = 120);

/* Says no the `ends_at`-th time that it is asked; 0: never. */
typedef struct patience {
  size_t asked, ends_at;
} patience;

static bool is_over(void *user) {
  patience *p = user;
  return ++p->asked == p->ends_at;
}

static void begin_patience(patience *p, size_t ends_at) {
  *p = (patience){.ends_at = ends_at};
}

/* -- In a pass ------------------------------------------------------------- */

enum { CARDS = 200, EFFECTS = 24 };

/* Effects that count what the others do, so each may depend on each. */
typedef struct crowd {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity card[CARDS];
  patience patience;
} crowd;

static strata_expr *parsed(const crowd *c, const char *format, size_t number) {
  char text[80];
  strata_expr *expr = NULL;
  (void)snprintf(text, sizeof text, format, number);
  OK(strata_expr_parse(c->rules, text, &expr, NULL));
  return expr;
}

static void add_effect(const crowd *c, size_t number) {
  strata_expr *subject =
      parsed(c, "level >= count(it.power > outer.power + %zu)", number);
  strata_expr *operand = parsed(c, "count(it.level > %zu)", number);
  const strata_part parts[] = {{.attr = kit_attr(c->rules, "power"),
                                .layer = 1,
                                .op = STRATA_OP_ADD,
                                .expr = operand},
                               {.attr = kit_attr(c->rules, "level"),
                                .layer = 1,
                                .op = STRATA_OP_ADD,
                                .value = 1}};
  const strata_effect_desc desc = {
      .subject = subject, .parts = parts, .part_count = COUNT(parts)};
  strata_effect effect;
  OK(strata_effect_add(c->world, &desc, &effect));
  strata_expr_free(subject);
  strata_expr_free(operand);
}

static void crowd_open(crowd *c, size_t effects) {
  *c = (crowd){0};
  OK(kit_rules(&c->mem, false, &c->rules));
  strata_world_config config = kit_config(&c->mem);
  config.interrupt = is_over;
  config.interrupt_user = &c->patience;
  OK(strata_world_new(c->rules, &config, &c->world));
  for (size_t i = 0; i < CARDS; i++) {
    OK(strata_spawn(c->world, &c->card[i]));
    OK(strata_set_base_int(c->world, c->card[i], kit_attr(c->rules, "power"),
                           (int64_t)i));
  }
  for (size_t i = 0; i < effects; i++) {
    add_effect(c, i);
  }
}

static void crowd_close(crowd *c) {
  strata_world_free(c->world);
  strata_rules_free(c->rules);
  cr_expect(eq(sz, c->mem.live_bytes, 0), "bytes leaked");
}

/* All values, folded. */
static uint64_t all_values(const crowd *c) {
  uint64_t sum = 0;
  for (size_t i = 0; i < CARDS; i++) {
    int64_t power = 0;
    int64_t level = 0;
    OK(strata_get_int(c->world, c->card[i], kit_attr(c->rules, "power"),
                      &power));
    OK(strata_get_int(c->world, c->card[i], kit_attr(c->rules, "level"),
                      &level));
    sum = kit_fold_number(sum, (uint64_t)power);
    sum = kit_fold_number(sum, (uint64_t)level);
  }
  return sum;
}

static strata_status read_one(const crowd *c) {
  int64_t value = 0;
  return strata_get_int(c->world, c->card[0], kit_attr(c->rules, "power"),
                        &value);
}

Test(interrupt, a_pass_that_was_interrupted_anywhere_is_made_anew) {
  crowd c;
  crowd_open(&c, EFFECTS);
  const uint64_t right = all_values(&c);
  const uint64_t hash = strata_hash(c.world);
  cr_expect(lt(sz, 4, c.patience.asked), "asked %zu times", c.patience.asked);

  size_t at = 0;
  strata_status status = STRATA_EINTERRUPTED;
  while (status == STRATA_EINTERRUPTED) {
    strata_world_drop_caches(c.world);
    begin_patience(&c.patience, ++at);
    status = read_one(&c);
    if (status == STRATA_EINTERRUPTED) {
      const char *text = strata_world_error(c.world);
      cr_expect(eq(str, (char *)text, "the host has interrupted it"));
    }
    begin_patience(&c.patience, 0);
    cr_expect(eq(u64, strata_hash(c.world), hash));
    cr_expect(eq(u64, all_values(&c), right), "interrupted at %zu", at);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 4, at));
  crowd_close(&c);
}

Test(interrupt, an_update_of_a_pass_is_as_sound) {
  crowd c;
  crowd_open(&c, EFFECTS);
  (void)all_values(&c);
  const strata_attr power = kit_attr(c.rules, "power");
  size_t interrupted = 0;
  for (size_t at = 1; at < 6; at++) {
    OK(strata_set_base_int(c.world, c.card[at], power, 40 + (int64_t)at));
    begin_patience(&c.patience, at % 3 + 1);
    const strata_status status = read_one(&c);
    if (status != STRATA_OK) {
      cr_expect(eq(int, status, STRATA_EINTERRUPTED));
      interrupted++;
    }
    begin_patience(&c.patience, 0);
    const uint64_t here = all_values(&c);
    strata_world_drop_caches(c.world);
    cr_expect(eq(u64, all_values(&c), here), "after %zu", at);
  }
  cr_expect(lt(sz, 0, interrupted));
  crowd_close(&c);
}

/* A call that fails says why, and nothing of an interrupt of an earlier one. */
static void expect_clean_meter(strata_world *world, const char *name) {
  const strata_attr attr = kit_attr(strata_world_rules(world), name);
  int64_t value = 0;
  cr_expect(eq(int, strata_get_int(world, UINT64_C(9) << 33 | 1, attr, &value),
               STRATA_ESTALE));
  const char *text = strata_world_error(world);
  cr_expect(ne(str, (char *)text, "the host has interrupted it"));
}

/* Read until the host is asked, and say what that read has come to. */
static strata_status read_until_asked(crowd *c) {
  const strata_attr power = kit_attr(c->rules, "power");
  strata_status status = STRATA_OK;
  for (int64_t i = 0; c->patience.asked == 0; i++) {
    OK(strata_set_base_int(c->world, c->card[i % CARDS], power, 40 + i));
    status = read_one(c);
  }
  return status;
}

Test(interrupt, a_read_that_was_interrupted_says_so) {
  crowd c;
  crowd_open(&c, 1); /* a pass is a part of a slice */
  (void)all_values(&c);
  for (size_t i = 0; i < 20; i++) {
    begin_patience(&c.patience, 1);
    cr_expect(eq(int, read_until_asked(&c), STRATA_EINTERRUPTED));
    expect_clean_meter(c.world, "power");
    begin_patience(&c.patience, 0);
    OK(read_one(&c));
  }
  crowd_close(&c);
}

Test(interrupt, forks_are_asked_too_and_explanations) {
  crowd c;
  crowd_open(&c, EFFECTS);
  strata_world *fork = NULL;
  OK(strata_fork(c.world, NULL, &fork));
  int64_t value = 0;
  begin_patience(&c.patience, 1);
  cr_expect(eq(
      int, strata_get_int(fork, c.card[0], kit_attr(c.rules, "power"), &value),
      STRATA_EINTERRUPTED));
  strata_why *why = NULL;
  begin_patience(&c.patience, 1);
  cr_expect(eq(
      int, strata_explain(c.world, c.card[0], kit_attr(c.rules, "power"), &why),
      STRATA_EINTERRUPTED));
  strata_world_set_interrupt(c.world, NULL, NULL);
  OK(read_one(&c));
  strata_world_free(fork);
  crowd_close(&c);
}

/* -- In an action ---------------------------------------------------------- */

/* Emits more than any host would wait for, and hides that it was interrupted:
 * seen[0] is 1 then. */
static strata_status emit_for_ever(hands *h, strata_handler_call *run) {
  for (int64_t i = 0; i < 4000; i++) {
    if (hands_emit(run, "gain", h->a.bob, "amount", 1, NULL)) {
      h->seen[0] = 1;
      return STRATA_OK;
    }
  }
  h->seen[1] = 1;
  return STRATA_OK;
}

Test(interrupt, an_action_is_taken_back_whatever_its_handler_makes_of_it) {
  hands h;
  patience p = {0};
  hands_open(&h);
  h.house = emit_for_ever;
  strata_world_set_interrupt(h.a.world, is_over, &p);
  const uint64_t hash = strata_hash(h.a.world);
  for (size_t at = 1; at <= 2; at++) {
    begin_patience(&p, at);
    h.seen[0] = h.seen[1] = 0;
    cr_expect(eq(int, acts_code(&h.a, "run", NULL), STRATA_EINTERRUPTED));
    cr_expect(eq(i64, h.seen[1], 0), "it went on");
    cr_expect(eq(u64, strata_hash(h.a.world), hash));
    cr_expect(eq(u32, strata_disabled_count(h.a.world), 0));
  }

  begin_patience(&p, 0);
  OK(acts_code(&h.a, "run", NULL));
  cr_expect(eq(i64, h.seen[1], 1));
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 4002));
  hands_close(&h);
}

/* Reads until it is interrupted, and makes nothing of that. */
static void read_for_ever(void *user, strata_world *world,
                          const strata_log_row *row) {
  hands *h = user;
  strata_expr *expr = NULL;
  strata_value value;
  (void)row;
  OK(strata_expr_parse(strata_world_rules(world), "count(it.life > 0)", &expr,
                       NULL));
  strata_status status = STRATA_OK;
  for (int64_t i = 0; !status && i < 100000; i++) {
    status = strata_expr_eval(world, expr, h->a.bob, 0, &value);
  }
  h->seen[0] = status;
  strata_expr_free(expr);
}

Test(interrupt, what_an_observer_makes_nothing_of_ends_with_the_call) {
  hands h;
  patience p = {0};
  hands_open(&h);
  OK(strata_subscribe(h.a.world, read_for_ever, &h));
  strata_world_set_interrupt(h.a.world, is_over, &p);
  begin_patience(&p, 1);
  OK(acts_event(&h.a, "gain", h.a.bob, "amount", 1, NULL));
  cr_expect(eq(i64, h.seen[0], STRATA_EINTERRUPTED));
  expect_clean_meter(h.a.world, "life");
  cr_expect(eq(i64, acts_life(&h.a, h.a.bob), 3));
  hands_close(&h);
}
