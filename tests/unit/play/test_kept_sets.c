/* Sets that are kept for predicates: what a selection finds is what a scan of
 * all entities finds. */
#include "index_events.h"
#include "layers/update/kept_matches.h"
#include "layers/update/kept_sets.h"
#include "rules/model/sba_def.h"

#include <stdio.h>

TestSuite(kept_sets, .timeout = 120);

enum { CHECKS = ST_COUNT_OF(index_checks) };

static const strata_expr *predicate_of(const stage *s, uint32_t n) {
  return st_sba_get(s->rules, n)->subject;
}

static void expect_scan(stage *s, const strata_expr *predicate) {
  st_eval *eval = &s->world->eval;
  const uint64_t *bits;
  uint32_t words;
  st_expr_env env;
  OK(st_eval_select(eval, predicate, 0, &bits, &words));
  OK(st_eval_env(eval, 0, 0, &env));
  uint64_t *scanned = calloc(words + 1u, sizeof *scanned);
  cr_assert(scanned != NULL);
  OK(st_expr_match_live(predicate, &env, scanned));
  for (uint32_t w = 0; w < words; w++) {
    cr_assert(eq(u64, bits[w], scanned[w]), "%s, word %u", predicate->text, w);
  }
  free(scanned);
}

/* Counts of which matches are kept are those of a scan, whoever asks. The last
 * one asks for more counts than there are places while it is matched. */
static const char *const kept_counts[] = {
    "count(power >= 3)",
    "count(types has 'elf' and controller = this.controller)",
    "count(zone = 'battlefield') + count(abilities has 'flying')",
    "sum(power, types has 'wall')",
    "count(this.types has rarity)",
    "count(ask('test:match'))",
    "count(power > count(power = 0) - count(power = 1) + count(power = 2) -"
    " count(power = 3) + count(power = 4) - count(seat = 0) + count(seat = 1) -"
    " count(seat = 2) + count(seat = 3) - count(cost = 0) + count(cost = 1) -"
    " count(cost = 2) + count(cost = 3) - count(charge = 0) +"
    " count(charge = 1) - count(charge = 2) + count(charge = 3))",
};

/* What a count gives by kept matches, and by a scan. */
static void count_both(stage *s, const char *text, uint32_t this, int64_t *kept,
                       int64_t *scanned) {
  st_expr_env env;
  strata_expr *expr = NULL;
  OK(strata_expr_parse(s->rules, text, &expr, NULL));
  OK(st_eval_env(&s->world->eval, 0, this, &env));
  OK(st_expr_eval(expr, &env, scanned));
  env.find_cached_matches = st_kept_matches_find;
  OK(st_expr_eval(expr, &env, kept));
  strata_expr_free(expr);
}

/* Expect the kept count to be that of a scan, and give it. */
static int64_t expect_count(stage *s, const char *text, uint32_t this) {
  int64_t kept = 0;
  int64_t scanned = 0;
  count_both(s, text, this, &kept, &scanned);
  cr_assert(eq(i64, kept, scanned), "%s", text);
  return kept;
}

static void expect_counts(stage *s) {
  for (size_t i = 0; i < ST_COUNT_OF(kept_counts); i++) {
    uint32_t who = 1 + below(s, st_entity_top(&s->world->store));
    if (!st_get_bit(&s->world->store, ST_COLUMN_ENTITY_LIVE, who)) who = 0;
    (void)expect_count(s, kept_counts[i], who);
  }
}

/* Who matches may depend on values of `this`, which lies in another word of
 * slots than most of those that match. */
Test(kept_sets, counts_see_changes_of_this) {
  stage s;
  open_stage_of(&s, 5, false);
  OK(strata_world_tune(s.world, STRATA_TUNE_SETS, STRATA_TUNE_ALWAYS));
  strata_entity lord = spawn(&s, "elf");
  strata_value elf = {.type = STRATA_SYM,
                      .symbol = stage_symbol(s.rules, "elf")};
  for (uint32_t i = 0; i < 199; i++) {
    strata_entity e = spawn(&s, "bear");
    OK(strata_set_base(s.world, e, attr(&s, "rarity"), &elf));
  }
  uint32_t this = st_entity_slot(&s.world->store, lord);
  const char *of_kind = "count(this.types has rarity)";
  const char *as_strong = "count(ask('test:match'))";
  cr_expect(eq(i64, expect_count(&s, of_kind, this), 199));
  cr_expect(eq(i64, expect_count(&s, as_strong, this), 200));
  OK(strata_set_base_symbol(s.world, lord, attr(&s, "types"), elf.symbol,
                            false));
  OK(strata_set_base_int(s.world, lord, attr(&s, "power"), 7));
  cr_expect(eq(i64, expect_count(&s, of_kind, this), 0));
  cr_expect(eq(i64, expect_count(&s, as_strong, this), 1));
  close_stage(&s);
}

/* A count looks at no word in which nothing has changed: a wrong total that is
 * planted stays wrong by as much. */
Test(kept_sets, counts_look_at_words_with_changes_alone) {
  stage s;
  open_stage_of(&s, 1, false);
  OK(strata_world_tune(s.world, STRATA_TUNE_SETS, STRATA_TUNE_ALWAYS));
  const char *strong = "count(power >= 3)";
  strata_entity last = 0;
  for (uint32_t i = 0; i < 1000; i++) {
    last = spawn(&s, "bear");
  }
  int64_t none = expect_count(&s, strong, 0);
  st_kept_match *match = &s.world->eval.kept_matches.places[0];
  cr_assert(match->text != NULL && strcmp(match->text, strong) == 0);
  match->total += 5;
  OK(strata_set_base_int(s.world, last, attr(&s, "power"), 3));
  int64_t kept = 0;
  int64_t scanned = 0;
  count_both(&s, strong, 0, &kept, &scanned);
  cr_expect(eq(i64, scanned, none + 1));
  cr_expect(eq(i64, kept, scanned + 5));
  match->total -= 5;
  OK(strata_despawn(s.world, last));
  cr_expect(eq(i64, expect_count(&s, strong, 0), none));
  close_stage(&s);
}

/* What is taken back may lie in words that there are no more. */
Test(kept_sets, counts_follow_worlds_that_shrink) {
  stage s;
  open_stage_of(&s, 1, false);
  OK(strata_world_tune(s.world, STRATA_TUNE_SETS, STRATA_TUNE_ALWAYS));
  const char *strong = "count(power >= 3)";
  strata_mark mark;
  OK(strata_mark_set(s.world, &mark));
  int64_t before = expect_count(&s, strong, 0);
  for (uint32_t times = 0; times < 2; times++) {
    for (uint32_t i = 0; i < 200; i++) {
      strata_entity e = spawn(&s, "bear");
      OK(strata_set_base_int(s.world, e, attr(&s, "power"), 3));
    }
    cr_expect(eq(i64, expect_count(&s, strong, 0), before + 200));
    OK(strata_rollback(s.world, mark));
    cr_expect(eq(i64, expect_count(&s, strong, 0), before));
  }
  close_stage(&s);
}

static void wander(uint64_t seed, uint32_t steps, bool clauses,
                   strata_tune how) {
  stage s;
  open_stage_of(&s, seed, clauses);
  OK(strata_world_tune(s.world, STRATA_TUNE_SETS, how));
  for (uint32_t i = 0; i < steps; i++) {
    happen(&s);
    if (s.loaded) {
      (void)takes_loaded(&s);
      OK(strata_world_tune(s.world, STRATA_TUNE_SETS, how));
    }
    for (uint32_t n = 1; n <= CHECKS; n++) {
      if (below(&s, 3) != 0) expect_scan(&s, predicate_of(&s, n));
    }
    if (below(&s, 3) != 0) expect_counts(&s);
  }
  close_stage(&s);
}

Test(kept_sets, are_what_a_scan_finds) {
  wander(3, 15000, true, STRATA_TUNE_ALWAYS);
}

Test(kept_sets, are_that_where_nothing_is_continuous) {
  wander(4, 10000, false, STRATA_TUNE_AUTO);
}

/* -- What is kept, and what is asked again -- */

static st_kept_set *find_kept(stage *s, const strata_expr *predicate) {
  for (uint32_t i = 0; i < ST_KEPT_SETS; i++) {
    st_kept_set *set = &s->world->eval.kept_sets[i];
    if (set->text && strcmp(set->text, predicate->text) == 0) return set;
  }
  return NULL;
}

static bool is_kept(stage *s, const strata_expr *predicate) {
  return find_kept(s, predicate) != NULL;
}

static uint64_t select_word(stage *s, const strata_expr *predicate,
                            uint32_t word) {
  const uint64_t *bits;
  uint32_t words;
  OK(st_eval_select(&s->world->eval, predicate, 0, &bits, &words));
  cr_assert(lt(u32, word, words));
  return bits[word];
}

/* finding_RW04: selections look for nothing where nothing may have changed. A
 * wrong bit that is planted in a set stays until something in its word may have
 * changed: so nothing else is asked again. */
Test(kept_sets, only_words_with_changes_are_asked_again) {
  stage s;
  open_stage_of(&s, 1, false);
  const strata_expr *predicate = predicate_of(&s, 1);
  strata_entity last = 0;
  for (uint32_t i = 0; i < 1000; i++) {
    last = spawn(&s, "bear");
  }
  (void)select_word(&s, predicate, 0);
  cr_expect(find_kept(&s, predicate)->bits == NULL, "it was asked once");
  uint64_t right = select_word(&s, predicate, 2);
  st_kept_set *set = find_kept(&s, predicate);
  cr_assert(set->bits != NULL, "it was asked again");
  uint32_t word = st_entity_slot(&s.world->store, last) / 64;
  set->bits[2] ^= 1;
  cr_expect(eq(u64, select_word(&s, predicate, 2), right ^ 1), "unchanged");
  OK(strata_set_base_int(s.world, last, attr(&s, "power"), 3));
  cr_expect(eq(u64, select_word(&s, predicate, 2), right ^ 1),
            "word %u has changed, not this one", word);
  OK(strata_set_base_int(s.world, st_entity_handle(&s.world->store, 2 * 64 + 1),
                         attr(&s, "power"), 3));
  cr_expect(eq(u64, select_word(&s, predicate, 2), right | 2), "asked again");
  close_stage(&s);
}

Test(kept_sets, are_not_kept_of_what_reads_others) {
  stage s;
  open_stage_of(&s, 1, false);
  OK(strata_world_tune(s.world, STRATA_TUNE_SETS, STRATA_TUNE_ALWAYS));
  expect_scan(&s, predicate_of(&s, 6)); /* it hangs on a controller */
  expect_scan(&s, predicate_of(&s, 7)); /* it counts */
  cr_expect(not(is_kept(&s, predicate_of(&s, 6))));
  cr_expect(not(is_kept(&s, predicate_of(&s, 7))));
  expect_scan(&s, predicate_of(&s, 1));
  cr_expect(is_kept(&s, predicate_of(&s, 1)));
  OK(strata_world_tune(s.world, STRATA_TUNE_SETS, STRATA_TUNE_NEVER));
  expect_scan(&s, predicate_of(&s, 1));
  cr_expect(not(is_kept(&s, predicate_of(&s, 1))), "control");
  close_stage(&s);
}

/* As many as there are places are kept, and the one that was asked longest ago
 * makes room. */
Test(kept_sets, the_oldest_makes_room) {
  stage s;
  open_stage_of(&s, 1, false);
  strata_expr *all[ST_KEPT_SETS + 1];
  for (uint32_t i = 0; i <= ST_KEPT_SETS; i++) {
    char text[32];
    (void)snprintf(text, sizeof text, "power = %u", i);
    OK(strata_expr_parse(s.rules, text, &all[i], NULL));
  }
  for (uint32_t i = 0; i <= ST_KEPT_SETS; i++) {
    expect_scan(&s, all[i]);
    expect_scan(&s, all[0]);
  }
  cr_expect(is_kept(&s, all[0]), "it is asked all the time");
  cr_expect(not(is_kept(&s, all[1])));
  cr_expect(is_kept(&s, all[2]) && is_kept(&s, all[ST_KEPT_SETS]));
  for (uint32_t i = 0; i <= ST_KEPT_SETS; i++) {
    strata_expr_free(all[i]);
  }
  close_stage(&s);
}
