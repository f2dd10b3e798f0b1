/* The in-force set: the set kept up to date over single changes is the one
 * built from nothing. */
#include "api/world/api_world.h"
#include "kit_moves.h"
#include "layers/inforce/in_force_build.h"
#include "unit/world/state_stage.h"

#include <string.h>

TestSuite(in_force, .timeout = 120);

/* -- One by one -- */

typedef struct desk {
  strata_rules *rules;
  strata_world *world;
  strata_entity card;
} desk;

static void desk_open(desk *d, bool classic) {
  *d = (desk){0};
  OK(classic ? kit_classic_rules(NULL, &d->rules)
             : kit_rules(NULL, false, &d->rules));
  OK(strata_world_new(d->rules, NULL, &d->world));
  OK(strata_spawn(d->world, &d->card));
}

static void desk_close(desk *d) {
  strata_world_free(d->world);
  strata_rules_free(d->rules);
}

/* The in-force set, brought up to date. */
static const st_in_force *plan_of(desk *d) {
  int64_t value = 0;
  OK(strata_get_int(d->world, d->card, kit_attr(d->rules, "power"), &value));
  const st_in_force *plan = &d->world->eval.in_force;
  cr_assert(not(plan->stale));
  return plan;
}

static bool is_kept(desk *d, const char *attr) {
  return plan_of(d)->is_on_board[kit_attr(d->rules, attr) - 1];
}

static bool is_watched(desk *d, const char *attr) {
  return plan_of(d)->is_read[kit_attr(d->rules, attr) - 1];
}

/* An effect of one part; with a subject, or on the card. */
static strata_effect add(desk *d, const char *attr, strata_op op,
                         const char *expr, const char *subject,
                         strata_stacking_group group) {
  strata_expr *operand = NULL;
  strata_expr *whom = NULL;
  if (expr) OK(strata_expr_parse(d->rules, expr, &operand, NULL));
  if (subject) OK(strata_expr_parse(d->rules, subject, &whom, NULL));
  const strata_part part = {
      .attr = kit_attr(d->rules, attr),
      .layer = 1,
      .op = op,
      .value = 1,
      .expr = operand,
      .other = op == STRATA_OP_SWITCH ? kit_attr(d->rules, "toughness") : 0};
  const strata_effect_desc desc = {.subject = whom,
                                   .targets = whom ? NULL : &d->card,
                                   .target_count = whom ? 0 : 1,
                                   .parts = &part,
                                   .part_count = 1,
                                   .group = group};
  strata_effect effect = {0};
  OK(strata_effect_add(d->world, &desc, &effect));
  strata_expr_free(operand);
  strata_expr_free(whom);
  return effect;
}

Test(in_force, plain_parts_need_none) {
  desk d;
  desk_open(&d, false);
  add(&d, "power", STRATA_OP_ADD, NULL, NULL, 0);

  const st_in_force *plan = plan_of(&d);

  cr_expect(not(plan->active));
  cr_expect(eq(sz, plan->clause_count, 0));
  cr_expect(not(is_kept(&d, "power")));
  desk_close(&d);
}

Test(in_force, what_is_read_is_watched_and_what_can_change_is_kept) {
  desk d;
  desk_open(&d, false);
  add(&d, "toughness", STRATA_OP_ADD, "seat + level", "power > 0", 0);

  cr_expect(is_kept(&d, "power") && is_kept(&d, "level"));
  cr_expect(is_watched(&d, "power") && is_watched(&d, "level"));
  cr_expect(is_watched(&d, "seat"));
  cr_expect(not(is_kept(&d, "seat")), "effects do not change it");
  cr_expect(not(is_watched(&d, "toughness")), "it is written, not read");
  cr_expect(plan_of(&d)->active);
  desk_close(&d);
}

Test(in_force, plain_parts_on_what_is_kept_are_in) {
  desk d;
  desk_open(&d, false);
  strata_effect reader =
      add(&d, "toughness", STRATA_OP_ADD, NULL, "power > 0", 0);
  cr_expect(eq(sz, plan_of(&d)->clause_count, 1));

  strata_effect plain = add(&d, "power", STRATA_OP_ADD, NULL, NULL, 0);
  add(&d, "level", STRATA_OP_ADD, NULL, NULL, 0);

  cr_expect(eq(sz, plan_of(&d)->clause_count, 2), "but no others are");
  cr_expect(st_in_force_has_effect(plan_of(&d), st_slot_of(plain.id)));
  OK(strata_effect_remove(d.world, plain));
  cr_expect(eq(sz, plan_of(&d)->clause_count, 1));
  cr_expect(not(st_in_force_has_effect(plan_of(&d), st_slot_of(plain.id))));
  OK(strata_effect_remove(d.world, reader));
  cr_expect(eq(sz, plan_of(&d)->clause_count, 0));
  desk_close(&d);
}

Test(in_force, what_is_switched_goes_together) {
  desk d;
  desk_open(&d, false);
  add(&d, "power", STRATA_OP_SWITCH, NULL, NULL, 0);
  const st_in_force *plan = plan_of(&d);
  uint32_t power = plan->switch_group[kit_attr(d.rules, "power") - 1];
  cr_expect(ne(u32, power, 0));
  cr_expect(
      eq(u32, plan->switch_group[kit_attr(d.rules, "toughness") - 1], power));
  cr_expect(eq(u32, plan->switch_group[kit_attr(d.rules, "level") - 1], 0));
  cr_expect(not(is_kept(&d, "toughness")), "nobody reads either");

  add(&d, "level", STRATA_OP_ADD, NULL, "power > 0", 0);

  cr_expect(is_kept(&d, "power") && is_kept(&d, "toughness"));
  desk_close(&d);
}

Test(in_force, groups_spread_to_what_is_switched) {
  for (int anew = 0; anew < 2; anew++) {
    desk d;
    desk_open(&d, false);
    add(&d, "power", STRATA_OP_SWITCH, NULL, NULL, 0);
    add(&d, "level", STRATA_OP_ADD, NULL, "power > 0", 0);
    cr_expect(not(plan_of(&d)->has_stacking[kit_attr(d.rules, "power") - 1]));
    strata_stacking_group highest =
        strata_rules_find(d.rules, STRATA_NAME_GROUP, "highest");

    add(&d, "toughness", STRATA_OP_ADD, NULL, NULL, highest);
    if (anew) strata_world_drop_caches(d.world);

    const st_in_force *plan = plan_of(&d);
    cr_expect(plan->has_stacking[kit_attr(d.rules, "toughness") - 1]);
    cr_expect(plan->has_stacking[kit_attr(d.rules, "power") - 1], "anew: %d",
              anew);
    cr_expect(not(plan->has_stacking[kit_attr(d.rules, "level") - 1]));
    desk_close(&d);
  }
}

static bool is_used(desk *d, const char *ability) {
  const st_attr *a = st_attr_of(d->rules, d->rules->ability_attr);
  uint32_t place = st_attr_domain_index(a, kit_symbol(d->rules, ability));
  return plan_of(d)->ability_in_use[place];
}

Test(in_force, abilities_in_lists_are_used_and_what_they_give) {
  desk d;
  desk_open(&d, true);
  cr_expect(not(plan_of(&d)->abilities_act), "mana abilities have none");
  cr_expect(is_used(&d, "black_mana"), "a law may give it");
  cr_expect(not(is_used(&d, "teacher")));
  strata_entity card = 0;
  OK(strata_spawn_as(d.world, kit_definition(d.rules, "teacher"), &card));

  cr_expect(is_used(&d, "teacher"));
  cr_expect(is_used(&d, "becomes_3") && is_used(&d, "becomes_5"));
  cr_expect(not(is_used(&d, "becomes_7")));
  cr_expect(plan_of(&d)->abilities_act);
  desk_close(&d);
}

Test(in_force, lists_that_are_accounted_for_are_known) {
  desk d;
  desk_open(&d, true);
  strata_entity card = 0;
  OK(strata_spawn_as(d.world, kit_definition(d.rules, "anthem"), &card));
  strata_attr abilities = kit_attr(d.rules, "abilities");
  uint32_t text =
      st_get32(&d.world->store, d.rules->attrs[abilities - 1].base_column,
               st_slot_of(card));

  cr_expect(st_in_force_knows_list(plan_of(&d), text));
  cr_expect(st_in_force_knows_list(plan_of(&d), 0), "none at all");
  cr_expect(not(st_in_force_knows_list(plan_of(&d), text + 100)));
  OK(strata_spawn_as(d.world, kit_definition(d.rules, "anthem"), &card));
  cr_expect(not(d.world->eval.in_force.stale), "it brings nothing new");
  OK(strata_spawn_as(d.world, kit_definition(d.rules, "humility"), &card));
  cr_expect(d.world->eval.in_force.stale, "but this does");
  desk_close(&d);
}

/* -- Texts that a rollback takes away -- */

static strata_mark mark_of(desk *d) {
  strata_mark mark = {0};
  (void)plan_of(d);
  OK(strata_mark_set(d->world, &mark));
  return mark;
}

Test(in_force, only_texts_that_a_clause_borrows_make_it_stale) {
  desk d;
  desk_open(&d, false);
  add(&d, "toughness", STRATA_OP_ADD, "seat + level", "power > 0", 0);
  const strata_mark mark = mark_of(&d);
  uint32_t id;
  OK(st_strings_intern(d.world->change.strings, &d.world->store, "nobody's", 8,
                       &id));
  OK(strata_rollback(d.world, mark));
  cr_expect(not(d.world->eval.in_force.stale));

  add(&d, "power", STRATA_OP_ADD, "seat + 1", "level > 0", 0);
  (void)plan_of(&d);
  OK(strata_rollback(d.world, mark));

  cr_expect(d.world->eval.in_force.stale, "control: these were borrowed");
  cr_expect(eq(sz, plan_of(&d)->clause_count, 1));
  desk_close(&d);
}

Test(in_force, another_list_may_come_under_the_number_of_one_that_went) {
  desk d;
  strata_entity card = 0;
  desk_open(&d, true);
  const strata_mark mark = mark_of(&d);
  OK(strata_spawn_as(d.world, kit_definition(d.rules, "anthem"), &card));
  cr_expect(is_used(&d, "anthem") && !is_used(&d, "humility"));
  OK(strata_rollback(d.world, mark));

  OK(strata_spawn_as(d.world, kit_definition(d.rules, "humility"), &card));

  cr_expect(is_used(&d, "humility"));
  desk_close(&d);
}

/* -- Random games -- */

typedef struct fresh {
  st_mem mem;
  st_text_cache compiled;
  st_in_force plan;
} fresh;

static void build(fresh *f, const strata_world *world) {
  st_mem_init(&f->mem, NULL, NULL);
  f->compiled = (st_text_cache){.mem = &f->mem, .rules = world->rules};
  OK(st_in_force_init(&f->plan, &f->mem, world->rules));
  OK(st_in_force_build(&f->plan, &world->store, &f->compiled));
}

static void free_fresh(fresh *f) {
  st_in_force_fini(&f->plan);
  st_text_cache_fini(&f->compiled);
  cr_expect(eq(sz, f->mem.live_bytes, 0));
}

static const st_created_clause *find(const st_in_force *plan,
                                     const st_created_clause *clause) {
  for (size_t i = 0; i < plan->clause_count; i++) {
    const st_created_clause *c = plan->clauses[i];
    bool locked = c->locked_part != 0;
    if (c->effect == clause->effect && locked == (clause->locked_part != 0)) {
      return c;
    }
  }
  return NULL;
}

/* All that is found anew is there; what has gone may have left traces. */
static void expect_covered(const st_in_force *plan, const st_in_force *anew,
                           int seed) {
  for (uint32_t i = 0; i < st_attr_count(plan->rules); i++) {
    const char *name = plan->rules->attrs[i].name;
    cr_assert(plan->is_read[i] || !anew->is_read[i], "%d: %s", seed, name);
    cr_assert(plan->is_on_board[i] || !anew->is_on_board[i], "%d: %s", seed,
              name);
    cr_assert(plan->has_stacking[i] || !anew->has_stacking[i], "%d: %s", seed,
              name);
    for (uint32_t k = 0; k < i; k++) {
      bool together = anew->switch_group[i] &&
                      anew->switch_group[i] == anew->switch_group[k];
      cr_assert(plan->switch_group[i] == plan->switch_group[k] || !together);
    }
  }
  for (uint32_t i = 0; i < plan->rules->ability_count; i++) {
    cr_assert(plan->ability_in_use[i] || !anew->ability_in_use[i], "%d: %s",
              seed, plan->rules->abilities[i].text);
  }
  cr_assert(plan->abilities_act || !anew->abilities_act, "%d", seed);
  cr_assert(plan->active || !anew->active, "%d", seed);
  for (size_t i = 0; i < anew->clause_count; i++) {
    const st_created_clause *clause = find(plan, anew->clauses[i]);
    cr_assert(clause != NULL, "%d: effect %u", seed, anew->clauses[i]->effect);
    cr_assert(
        ge(u32, clause->clause.part_count, anew->clauses[i]->clause.part_count),
        "%d", seed);
  }
}

/* No clause is of an effect that has gone, or there twice. */
static void expect_no_leftovers(const strata_world *world,
                                const st_in_force *plan) {
  for (size_t i = 0; i < plan->clause_count; i++) {
    cr_assert(st_effect_is_used(&world->store, plan->clauses[i]->effect));
    cr_assert(find(plan, plan->clauses[i]) == plan->clauses[i]);
  }
}

Test(in_force, step_by_step_it_covers_one_built_anew) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  size_t compared = 0;
  for (int seed = 0; seed < 60; seed++) {
    moves m;
    cr_assert(moves_open(&m, rules, 7000 + (uint64_t)seed));
    for (int i = 0; i < 60; i++) {
      moves_step(&m);
      const st_in_force *plan = &m.world->eval.in_force;
      if (plan->stale) {
        int64_t value = 0;
        OK(strata_get_int(m.world, m.player[0], kit_attr(rules, "power"),
                          &value));
        continue;
      }
      fresh f;
      build(&f, m.world);
      expect_covered(plan, &f.plan, seed);
      expect_no_leftovers(m.world, plan);
      free_fresh(&f);
      compared++;
    }
    moves_close(&m);
  }
  cr_expect(lt(sz, 500, compared), "it is not always stale");
  strata_rules_free(rules);
}

Test(in_force, want_of_memory_leaves_it_stale) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  moves m;
  cr_assert(moves_open(&m, rules, 3));
  moves_play(&m, 60);
  probe p = {0};
  bool built = false;
  for (size_t n = 1; !built; n++) {
    fresh f;
    p = (probe){.fail_at = n};
    st_mem_init(&f.mem, probe_alloc, &p);
    f.compiled = (st_text_cache){.mem = &f.mem, .rules = rules};
    strata_status status = st_in_force_init(&f.plan, &f.mem, rules);
    bool begun = status == STRATA_OK;
    if (begun) {
      status = st_in_force_build(&f.plan, &m.world->store, &f.compiled);
      cr_expect(eq(int, f.plan.stale, status != STRATA_OK));
    }
    cr_expect(eq(int, status, p.failures ? STRATA_ENOMEM : STRATA_OK));
    built = p.failures == 0;
    if (begun && !built) { /* and again */
      OK(st_in_force_build(&f.plan, &m.world->store, &f.compiled));
      cr_expect(not(f.plan.stale));
    }
    st_in_force_fini(&f.plan);
    st_text_cache_fini(&f.compiled);
    EXPECT_NO_LEAK(&p);
  }
  cr_expect(lt(sz, 5, p.calls));
  moves_close(&m);
  strata_rules_free(rules);
}
