/* Profiles: what they count, for which ability or effect, and that they change
 * nothing else. */
#include "classic.h"

#include <string.h>

TestSuite(profiles, .timeout = 60);

/* Goes up by one each time. */
static uint64_t tick(void *user) {
  return ++*(uint64_t *)user;
}

static const strata_profile_row *row_of(const game *g, const char *layer,
                                        const char *name, const char *card) {
  for (size_t i = 0; i < strata_profile_count(g->world); i++) {
    const strata_profile_row *row = strata_profile_get(g->world, i);
    if (strcmp(row->layer_name, layer) == 0 && strcmp(row->name, name) == 0 &&
        strcmp(row->card, card) == 0) {
      return row;
    }
  }
  cr_fatal("no row of %s in %s", name, layer);
  return NULL;
}

static uint64_t times_done(const game *g, strata_profile_kind what) {
  for (size_t i = 0; i < strata_profile_count(g->world); i++) {
    const strata_profile_row *row = strata_profile_get(g->world, i);
    if (row->what == what) return row->count;
  }
  return 0;
}

#define COUNTS(row, how_often, to_how_many, tried)                             \
  do {                                                                         \
    const strata_profile_row *row_ = (row);                                    \
    cr_expect(eq(u64, row_->count, how_often));                                \
    cr_expect(eq(u64, row_->members, to_how_many));                            \
    cr_expect(eq(u64, row_->subjects, tried));                                 \
  } while (0)

/* -- Rows -- */

Test(profiles, equal_abilities_are_one_row) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  (void)classic_enter(&g, "bears");
  for (int i = 0; i < 3; i++) {
    (void)classic_enter(&g, "anthem");
  }
  OK(strata_profile_begin(g.world, tick, &now));
  cr_expect(eq(i64, classic_body(&g, bears), 505));

  const strata_profile_row *row = row_of(&g, "pt.modify", "anthem", "anthem");
  cr_expect(eq(int, row->what, STRATA_PROFILE_ABILITY));
  cr_expect(eq(int, row->layer, game_layer(&g, "pt.modify")));
  COUNTS(row, 3, 6, 1);
  cr_expect(eq(str, (char *)row->ability, (char *)"anthem"));
  cr_expect(eq(u64, row->trials + row->caused, 0));
  strata_profile total = kit_profile(g.world);
  cr_expect(total.running);
  cr_expect(eq(u64, total.passes, 1));
  cr_expect(eq(u64, total.values, 2));
  cr_expect(eq(u64, total.classes, kit_stats(g.world).entities));
  cr_expect(eq(u64, times_done(&g, STRATA_PROFILE_VALUES), 2));
  cr_expect(eq(u64, times_done(&g, STRATA_PROFILE_UNITS), 1));
  size_t rows = strata_profile_count(g.world);

  cr_expect(eq(i64, classic_body(&g, bears), 505)); /* from the cache */
  COUNTS(row, 3, 6, 1);
  strata_world_drop_caches(g.world);
  cr_expect(eq(i64, classic_body(&g, bears), 505));
  COUNTS(row, 6, 12, 2);
  cr_expect(eq(u64, kit_profile(g.world).passes, 2));
  cr_expect(eq(u64, kit_profile(g.world).values, 4));
  cr_expect(strata_profile_count(g.world) >= rows);
  game_close(&g);
}

Test(profiles, effects_are_told_apart_by_name_card_and_layer) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  strata_entity elves = classic_enter(&g, "elf_lord");
  spell s;
  for (int i = 0; i < 3; i++) {
    spell_begin(&s, &g, i < 2 ? "Rise" : "Shine");
    s.desc.source = i == 1 ? elves : bears;
    spell_all(&s, "types has 'creature'");
    spell_number(&s, "power", "pt.set", STRATA_OP_SET, 4);
    spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
    spell_cast(&s);
  }
  OK(strata_profile_begin(g.world, tick, &now));
  cr_expect(eq(i64, game_read(&g, bears, "power"), 7));

  COUNTS(row_of(&g, "pt.set", "Rise", "bears"), 1, 2, 1);
  COUNTS(row_of(&g, "pt.set", "Rise", "elf_lord"), 1, 2, 0); /* as before */
  COUNTS(row_of(&g, "pt.set", "Shine", "bears"), 1, 2, 0);
  COUNTS(row_of(&g, "pt.modify", "Shine", "bears"), 1, 2, 0);
  cr_expect(eq(int, row_of(&g, "pt.set", "Shine", "bears")->what,
               STRATA_PROFILE_EFFECT));

  /* Who is gone has been of a card. */
  (void)classic_leave(&g, elves, "graveyard");
  cr_expect(eq(i64, game_read(&g, bears, "power"), 7));
  COUNTS(row_of(&g, "pt.set", "Rise", "elf_lord"), 2, 4, 0);
  game_close(&g);
}

/* After a rollback a text's number may be another one's. */
Test(profiles, names_count_by_what_they_say) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  OK(strata_profile_begin(g.world, tick, &now));
  static const char *const names[] = {"One", "Two", "One"};
  for (int i = 0; i < 3; i++) {
    strata_mark mark;
    OK(strata_mark_set(g.world, &mark));
    spell s;
    spell_begin(&s, &g, names[i]);
    spell_all(&s, "types has 'creature'");
    spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, 1);
    spell_cast(&s);
    cr_expect(eq(i64, game_read(&g, bears, "power"), 3));
    OK(strata_rollback(g.world, mark));
  }
  COUNTS(row_of(&g, "pt.modify", "One", ""), 2, 2, 2);
  COUNTS(row_of(&g, "pt.modify", "Two", ""), 1, 1, 1);
  game_close(&g);
}

Test(profiles, layers_that_are_numbers) {
  game g = {0};
  uint64_t now = 0;
  game_open(&g, false);
  strata_expr *all = game_expr(&g, "power >= 0");
  game_effect e;
  game_describe(&g, &e, g.card[0], "power", STRATA_OP_ADD, 1);
  e.desc.target_count = 0;
  e.desc.subject = all;
  e.desc.name = "Up";
  e.part.layer = -72;
  game_add(&g, &e.desc);
  OK(strata_profile_begin(g.world, tick, &now));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 1));
  COUNTS(row_of(&g, "-72", "Up", ""), 1, 3, 1);
  strata_expr_free(all);
  game_close(&g);
}

/* -- Trials -- */

Test(profiles, trials_have_two_sides) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity land = classic_enter(&g, "wasteland");
  (void)classic_enter(&g, "urborg");
  (void)classic_enter(&g, "blood_moon");
  OK(strata_profile_begin(g.world, tick, &now));
  cr_expect(not(classic_able(&g, land, "black_mana")));

  const strata_profile_row *urborg = row_of(&g, "type", "urborg", "urborg");
  const strata_profile_row *moon =
      row_of(&g, "type", "blood_moon", "blood_moon");
  cr_expect(urborg->trials > 0 && moon->caused > 0);
  cr_expect(urborg->trial_time > 0 && moon->trial_time > 0);
  cr_expect(eq(u64, urborg->count, 0)); /* it loses its ability */
  cr_expect(eq(u64, moon->count, 1));
  uint64_t trials = 0;
  uint64_t caused = 0;
  for (size_t i = 0; i < strata_profile_count(g.world); i++) {
    const strata_profile_row *row = strata_profile_get(g.world, i);
    trials += row->trials;
    caused += row->caused;
  }
  cr_expect(eq(u64, trials, caused));
  game_close(&g);
}

/* -- Time -- */

Test(profiles, no_moment_is_counted_twice) {
  uint64_t times[2] = {0};
  for (int again = 0; again < 2; again++) {
    game g = {0};
    uint64_t now = 0;
    game_open_classic(&g);
    strata_entity bears = classic_enter(&g, "bears");
    (void)classic_enter(&g, "humility");
    (void)classic_enter(&g, "opalescence");
    (void)classic_enter(&g, "anthem");
    OK(strata_profile_begin(g.world, tick, &now));
    (void)classic_body(&g, bears);
    game_base(&g, bears, "power", 7);
    (void)classic_body(&g, bears);

    uint64_t sum = 0;
    for (size_t i = 0; i < strata_profile_count(g.world); i++) {
      const strata_profile_row *row = strata_profile_get(g.world, i);
      uint64_t parts = row->subject_time + row->trial_time + row->apply_time;
      cr_expect(
          eq(u64, parts, row->what <= STRATA_PROFILE_LAW ? row->time : 0));
      cr_expect(row->time > 0);
      sum += row->time;
    }
    strata_profile total = kit_profile(g.world);
    cr_expect(eq(u64, total.time, sum));
    cr_expect(total.elapsed > total.time);
    times[again] = total.elapsed;
    game_close(&g);
  }
  cr_expect(eq(u64, times[0], times[1])); /* the same steps each time */
}

/* -- Beginning and end -- */

Test(profiles, without_one_there_is_nothing) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  for (int i = 0; i < 2; i++) {
    strata_profile total = kit_profile(g.world);
    cr_expect(not(total.running));
    cr_expect(eq(u64, total.passes + total.values + total.elapsed, 0));
    cr_expect(eq(sz, strata_profile_count(g.world), 0));
    cr_expect(strata_profile_get(g.world, 0) == NULL);
    strata_profile_end(g.world);
    if (i == 0) OK(strata_profile_begin(g.world, tick, &now));
    (void)classic_body(&g, bears);
    cr_expect(strata_profile_get(g.world, 1000) == NULL);
    strata_profile_end(g.world);
    strata_world_drop_caches(g.world);
    uint64_t then = now;
    (void)classic_body(&g, bears);
    cr_expect(eq(u64, now, then)); /* nobody looks at the clock */
  }
  REFUSED(&g, strata_profile_begin(g.world, NULL, NULL), STRATA_EINVAL,
          "profile", "time");
  game_close(&g);
}

Test(profiles, a_second_one_begins_anew) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  (void)classic_enter(&g, "anthem");
  for (int i = 0; i < 2; i++) {
    OK(strata_profile_begin(g.world, tick, &now));
    cr_expect(eq(sz, strata_profile_count(g.world), 0));
    strata_world_drop_caches(g.world);
    (void)classic_body(&g, bears);
    COUNTS(row_of(&g, "pt.modify", "anthem", "anthem"), 1, 1, 1);
    cr_expect(eq(u64, kit_profile(g.world).values, 2));
  }
  game_close(&g); /* it ends with its world */
}

Test(profiles, state_and_forks_know_nothing_of_it) {
  game g = {0};
  uint64_t now = 0;
  game_open_classic(&g);
  strata_entity bears = classic_enter(&g, "bears");
  (void)classic_enter(&g, "anthem");
  uint64_t hash = strata_hash(g.world);
  OK(strata_profile_begin(g.world, tick, &now));
  cr_expect(eq(i64, classic_body(&g, bears), 303));
  cr_expect(eq(u64, strata_hash(g.world), hash));

  strata_world *fork = NULL;
  OK(strata_fork(g.world, NULL, &fork));
  cr_expect(not(kit_profile(fork).running));
  uint64_t then = now;
  int64_t power = 0;
  OK(strata_get_int(fork, bears, game_attr(&g, "power"), &power));
  cr_expect(eq(i64, power, 3));
  cr_expect(eq(u64, now, then));
  strata_world_free(fork);
  cr_expect(kit_profile(g.world).running);
  game_close(&g);
}

/* Each call for memory fails once: a value is refused, or a row is lost. */
Test(profiles, without_memory_evaluation_goes_on) {
  bool was_lost = false;
  bool is_over = false;
  for (size_t n = 1; !is_over; n++) {
    game g = {0};
    uint64_t now = 0;
    game_open_classic(&g);
    strata_entity bears = classic_enter(&g, "bears");
    (void)classic_enter(&g, "anthem");
    (void)classic_enter(&g, "humility");
    int64_t power = 0;
    g.mem.fail_at = g.mem.calls + n;
    strata_status begun = strata_profile_begin(g.world, tick, &now);
    strata_status status =
        strata_get_int(g.world, bears, game_attr(&g, "power"), &power);
    is_over = g.mem.failures == 0;
    g.mem.fail_at = 0;
    cr_expect(begun == STRATA_OK || begun == STRATA_ENOMEM);
    cr_expect(status == STRATA_OK || status == STRATA_ENOMEM);
    if (!status) cr_expect(eq(i64, power, 2), "allocation %zu", n);
    uint64_t lost = kit_profile(g.world).lost;
    cr_expect(not(is_over && lost > 0));
    /* What is only worth keeping may be lost without a word. */
    was_lost = was_lost || (!begun && !status && lost > 0);
    cr_expect(eq(i64, game_read(&g, bears, "power"), 2));
    game_close(&g);
  }
  cr_expect(was_lost);
}
