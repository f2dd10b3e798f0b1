/* State-based actions (704): rounds until nothing changes, equal results, and
 * which object is kept. */
#include "base/hash.h"
#include "settle_stage.h"

TestSuite(sba, .timeout = 60);

Test(sba, what_is_due_happens_after_the_action) {
  stage s;
  open_stage(&s);
  strata_entity bear = creature(&s, s.alice, 2);
  act(&s, "mark", bear, 1, STRATA_SETTLE_ALL);
  cr_expect(is_in(&s, bear, "battlefield"));
  act(&s, "mark", bear, 1, STRATA_SETTLE_NONE);
  cr_expect(is_in(&s, bear, "battlefield"), "it was not to settle");
  act(&s, "gain", s.alice, 1, STRATA_SETTLE_CHECKS);
  cr_expect(eq(u32, strata_zone_count(s.world, zone_of(&s, "grave"), 0), 1));
  close_stage(&s);
}

Test(sba, the_same_result_of_two_checks_is_one) {
  stage s;
  open_stage(&s);
  strata_entity bear = creature(&s, s.alice, 2);
  write_word(&s, bear, "touched", 1);
  act(&s, "mark", bear, 5, STRATA_SETTLE_ALL);
  cr_expect(eq(u32, happened(&s, "destroy"), 1), "704.7");
  write_word(&s, s.bob, "life", 0);
  act(&s, "draw_none", s.bob, 0, STRATA_SETTLE_ALL);
  cr_expect(eq(i64, word(&s, s.bob, "losses"), 1));
  close_stage(&s);
}

Test(sba, all_are_found_before_anything_is_done) {
  stage s;
  open_stage(&s);
  write_word(&s, s.alice, "life", 0);
  write_word(&s, s.carol, "life", -3);
  act(&s, "gain", s.bob, 1, STRATA_SETTLE_ALL);
  cr_expect(eq(i64, word(&s, s.alice, "losses"), 1));
  cr_expect(eq(i64, word(&s, s.carol, "losses"), 1));
  cr_expect(eq(i64, word(&s, s.bob, "losses"), 0));
  close_stage(&s);
}

Test(sba, what_cannot_happen_is_not_tried_for_ever) {
  stage s;
  open_stage(&s);
  strata_entity rock = creature(&s, s.alice, 2);
  write_word(&s, rock, "hard", 1);
  act(&s, "mark", rock, 5, STRATA_SETTLE_ALL);
  cr_expect(is_in(&s, rock, "battlefield"));
  cr_expect(eq(u32, logged(&s, ST_LOGGED_REFUSED), 1));
  close_stage(&s);
}

Test(sba, what_has_happened_since_the_last_check_is_forgotten) {
  stage s;
  open_stage(&s);
  act(&s, "draw_none", s.alice, 0, STRATA_SETTLE_NONE);
  cr_expect(eq(i64, word(&s, s.alice, "drew"), 1));
  act(&s, "gain", s.bob, 1, STRATA_SETTLE_CHECKS);
  cr_expect(eq(i64, word(&s, s.alice, "losses"), 1), "704.5b");
  cr_expect(eq(i64, word(&s, s.alice, "drew"), 0));
  act(&s, "gain", s.bob, 1, STRATA_SETTLE_CHECKS);
  cr_expect(eq(i64, word(&s, s.alice, "losses"), 1));
  write_word(&s, s.bob, "player", 0);
  act(&s, "draw_none", s.bob, 0, STRATA_SETTLE_CHECKS);
  cr_expect(eq(i64, word(&s, s.bob, "drew"), 0), "though nobody was found");
  close_stage(&s);
}

static strata_entity legend(stage *s, strata_entity of, const char *name) {
  strata_entity who = creature(s, of, 9);
  write_word(s, who, "legendary", 1);
  if (name) write_word(s, who, "rarity", stage_symbol(s->rules, name));
  return who;
}

Test(sba, one_of_each_is_kept_by_who_controls_them) {
  stage s;
  open_stage(&s);
  strata_entity a[3] = {legend(&s, s.alice, "elf"), legend(&s, s.alice, "elf"),
                        legend(&s, s.alice, "wall")};
  strata_entity b[3] = {legend(&s, s.bob, "elf"), legend(&s, s.bob, "elf"),
                        legend(&s, s.bob, "elf")};
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_KEEP));
  cr_expect(eq(u64, asked(&s).player, s.bob), "whose turn it is");
  cr_assert(eq(u32, asked(&s).option_count, 3));
  cr_expect(eq(u64, option(&s, 2), b[2]));
  answer(&s, 2);
  cr_expect(eq(u64, asked(&s).player, s.alice));
  cr_assert(eq(u32, asked(&s).option_count, 2));
  answer(&s, 0);
  cr_assert(not(s.open));
  const strata_entity kept[] = {a[0], a[2], b[2]};
  const strata_entity gone[] = {a[1], b[0], b[1]};
  for (int i = 0; i < 3; i++) {
    cr_expect(is_in(&s, kept[i], "battlefield"), "%d", i);
    cr_expect(not(is_in(&s, gone[i], "battlefield")), "%d", i);
  }
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  cr_expect(not(s.open), "those that are left differ");
  write_word(&s, a[2], "rarity", stage_symbol(s.rules, "elf"));
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  cr_expect(s.open && asked(&s).player == s.alice, "two have become equal");
  close_stage(&s);
}

static void add_newest(strata_builder *b) {
  strata_sba_desc check = {
      .name = "newest",
      .who = "zone = 'battlefield' and charge > 0",
      .keep_by = {"charge", "controller"},
      .keep_newest = true,
      DEEDS(program, instruction_count,
            {.op = STRATA_DO_EMIT, .what = "bury", MANY(ARG("who", "it"))})};
  BUILDER_OK(strata_builder_sba(b, &check));
}

static strata_entity charged(stage *s, strata_entity of, int64_t charge) {
  strata_entity who = creature(s, of, 9);
  write_word(s, who, "charge", charge);
  return who;
}

Test(sba, the_newest_of_each_is_kept_and_nobody_is_asked) {
  stage s;
  open_stage_with(&s, &whole_play, add_newest);
  strata_entity a[3] = {charged(&s, s.alice, 1), charged(&s, s.alice, 1),
                        charged(&s, s.alice, 2)};
  strata_entity b[2] = {charged(&s, s.bob, 1), charged(&s, s.bob, 1)};
  OK(strata_restamp(s.world, b[0]));
  act(&s, "gain", s.carol, 1, STRATA_SETTLE_ALL);
  cr_assert(not(s.open));
  const strata_entity kept[] = {a[1], a[2], b[0]};
  const strata_entity gone[] = {a[0], b[1]};
  for (int i = 0; i < 3; i++) {
    cr_expect(is_in(&s, kept[i], "battlefield"), "%d", i);
  }
  for (int i = 0; i < 2; i++) {
    cr_expect(not(is_in(&s, gone[i], "battlefield")), "%d", i);
  }
  close_stage(&s);
}

static void add_homesick(strata_builder *b) {
  add_kind(b, "send_home",
           &(strata_instruction){
               .op = STRATA_DO_MOVE, .what = "stack", .who = "event.who"});
  add_check(b, "homesick", "zone = 'battlefield' and charge > 0", "send_home");
  add_check(b, "tired", "zone = 'battlefield' and charge > 1", "bury");
}

Test(sba, who_would_go_to_two_zones_goes_where_the_controller_says) {
  uint32_t dead = 0;
  uint32_t home = 0;
  for (uint32_t choice = 0; choice <= 1; choice++) {
    stage s;
    open_stage_with(&s, &whole_play, add_homesick);
    strata_entity who = charged(&s, s.alice, 1);
    act(&s, "mark", who, 9, STRATA_SETTLE_CHECKS);
    cr_assert(s.open);
    cr_expect(eq(int, asked(&s).purpose, ST_PURPOSE_CHOOSE));
    cr_expect(eq(u64, asked(&s).player, s.alice));
    cr_expect(eq(u32, asked(&s).option_count, 2));
    answer(&s, choice);
    cr_assert(not(s.open));
    dead += strata_zone_count(s.world, zone_of(&s, "grave"), 0);
    home += strata_zone_count(s.world, zone_of(&s, "stack"), 0);
    close_stage(&s);
  }
  cr_expect(eq(u32, dead, 1));
  cr_expect(eq(u32, home, 1));
}

Test(sba, who_would_go_to_two_zones_by_three_is_asked_about_until_one_is_left) {
  stage s;
  open_stage_with(&s, &whole_play, add_homesick);
  strata_entity who = charged(&s, s.bob, 2);
  act(&s, "mark", who, 9, STRATA_SETTLE_CHECKS);
  cr_assert(s.open);
  answer(&s, 0);
  if (s.open) answer(&s, 0);
  cr_assert(not(s.open));
  cr_expect(eq(u32,
               strata_zone_count(s.world, zone_of(&s, "grave"), 0) +
                   strata_zone_count(s.world, zone_of(&s, "stack"), 0),
               1));
  close_stage(&s);
}

Test(sba, who_would_go_to_one_zone_twice_is_not_asked_about) {
  stage s;
  open_stage_with(&s, &whole_play, add_homesick);
  strata_entity elf = creature(&s, s.alice, 1);
  strata_entity far = charged(&s, s.alice, 1);
  write_word(&s, elf, "touched", 1);
  act(&s, "mark", elf, 5, STRATA_SETTLE_CHECKS);
  cr_expect(not(s.open), "each goes to one");
  cr_expect(not(is_in(&s, elf, "battlefield")));
  cr_expect(not(is_in(&s, far, "battlefield")));
  close_stage(&s);
}

static void add_keeping(strata_builder *b) {
  add_kind(b, "bury_whole",
           &(strata_instruction){.op = STRATA_DO_MOVE,
                                 .what = "grave",
                                 .who = "event.who",
                                 MANY(ARG("counters", "event.who.hard"))});
}

Test(sba, counters_stay_on_what_moves_if_the_deed_says_so) {
  stage s;
  open_stage_with(&s, &whole_play, add_keeping);
  for (int hard = 0; hard <= 1; hard++) {
    strata_entity who = charged(&s, s.alice, 3);
    write_word(&s, who, "damage", 1);
    write_word(&s, who, "hard", hard);
    act(&s, "bury_whole", who, 0, STRATA_SETTLE_NONE);
    strata_entity now = strata_successor(s.world, who);
    cr_expect(eq(i64, word(&s, now, "charge"), hard ? 3 : 0));
    cr_expect(eq(i64, word(&s, now, "damage"), 0), "it is no counter");
  }
  close_stage(&s);
}

/* It does nothing about what it is about. */
static void add_endless(strata_builder *b) {
  add_check(b, "endless", "player and life > 1000", "triggered");
}

Test(sba, what_goes_round_says_which_it_is) {
  stage s;
  open_stage_with(&s, &whole_play, add_endless);
  uint64_t hash = strata_hash(s.world);
  cr_expect(eq(int, try_event(&s, "gain", s.bob, 2000, STRATA_SETTLE_ALL),
               STRATA_ELOOP));
  cr_expect(strstr(s.error.text, "'endless'") != NULL, "%s", s.error.text);
  cr_expect(eq(u64, strata_hash(s.world), hash));
  close_stage(&s);
}

Test(sba, an_unchanged_board_is_not_looked_at_again) {
  stage s;
  open_stage(&s);
  act(&s, "gain", s.bob, 1, STRATA_SETTLE_ALL);
  cr_assert(s.exec.no_sba_due);
  uint64_t hash = s.exec.no_sba_hash;
  write_word(&s, s.alice, "life", 0);
  act(&s, "gain", s.bob, 1, STRATA_SETTLE_ALL);
  cr_expect(ne(u64, s.exec.no_sba_hash, hash));
  cr_expect(eq(i64, word(&s, s.alice, "losses"), 1), "it has changed");
  close_stage(&s);
}

/* -- Against a plain model -- */

enum { PEOPLE = 12, CHECKS = 5 };

typedef struct model {
  int64_t life[PEOPLE];
} model;

/* Checks on `life`: from where, to where, and by how much it moves. */
static const struct {
  const char *name, *who;
  int64_t least, most, more;
} moves[CHECKS] = {
    {"m_up", "player and life < -5", INT64_MIN, -6, 3},
    {"m_down", "player and life > 30", 31, INT64_MAX, -7},
    {"m_seven", "player and life = 7", 7, 7, 5},
    {"m_teen", "player and life >= 13 and life < 16", 13, 15, 6},
    {"m_big", "player and life > 40", 41, INT64_MAX, -2},
};

static void add_moves(strata_builder *b) {
  for (int i = 0; i < CHECKS; i++) {
    /* Each has a kind of its own, so that no two results are the same. */
    st_number_text more = st_number_format(moves[i].more);
    add_sum(b, moves[i].name, "life", more.text);
    add_check(b, moves[i].name, moves[i].who, moves[i].name);
  }
}

static bool model_round(model *m) {
  model was = *m;
  bool any = false;
  for (int i = 0; i < PEOPLE; i++) {
    for (int c = 0; c < CHECKS; c++) {
      if (was.life[i] < moves[c].least || was.life[i] > moves[c].most) continue;
      m->life[i] += moves[c].more;
      any = true;
    }
  }
  return any;
}

static uint32_t roll(uint64_t *seed, uint32_t sides) {
  *seed = st_mix(*seed, 1);
  return (uint32_t)(*seed % sides);
}

Test(sba, random_boards_come_to_the_same_end) {
  stage s;
  open_stage_with(&s, &whole_play, add_moves);
  strata_entity people[PEOPLE];
  for (int i = 0; i < PEOPLE; i++) {
    OK(strata_spawn(s.world, &people[i]));
    write_word(&s, people[i], "player", 1);
    write_word(&s, people[i], "losses", 1);
  }
  uint64_t seed = 5;
  for (int round = 0; round < 300; round++) {
    model m;
    for (int i = 0; i < PEOPLE; i++) {
      m.life[i] = (int64_t)roll(&seed, 90) - 30;
      write_word(&s, people[i], "life", m.life[i]);
    }
    act(&s, "draw_none", s.alice, 0, STRATA_SETTLE_ALL);
    int rounds = 0;
    while (model_round(&m)) {
      rounds++;
      cr_assert(rounds < 100);
    }
    for (int i = 0; i < PEOPLE; i++) {
      cr_expect(eq(i64, word(&s, people[i], "life"), m.life[i]), "%d: %d",
                round, i);
    }
  }
  close_stage(&s);
}

/* -- No memory -- */

static void fail_at(size_t n, bool *failed) {
  stage s;
  open_stage_with(&s, &whole_play, add_homesick);
  strata_entity bear = creature(&s, s.alice, 2);
  legend(&s, s.bob, "elf");
  legend(&s, s.bob, "elf");
  write_word(&s, bear, "touched", 1);
  write_word(&s, charged(&s, s.alice, 1), "touched", 1);
  write_word(&s, s.carol, "life", 0);
  uint64_t hash = strata_hash(s.world);
  s.probe.fail_at = s.probe.calls + n;
  strata_status got = try_event(&s, "mark", bear, 4, STRATA_SETTLE_ALL);
  *failed = got != STRATA_OK;
  if (*failed) {
    cr_assert(eq(int, got, STRATA_ENOMEM), "%zu", n);
    cr_expect(eq(u64, strata_hash(s.world), hash), "%zu", n);
    act(&s, "mark", bear, 4, STRATA_SETTLE_ALL);
  }
  s.probe.fail_at = 0;
  answer(&s, 1);
  cr_assert(s.open, "%zu: where who is torn goes", n);
  answer(&s, 0);
  cr_expect(not(s.open), "%zu", n);
  cr_expect(eq(i64, word(&s, s.carol, "losses"), 1), "%zu", n);
  close_stage(&s);
}

Test(sba, each_allocation_fails_once) {
  bool failed = true;
  size_t n = 0;
  while (failed) {
    fail_at(++n, &failed);
  }
  cr_expect(n > 10, "%zu allocations", n);
}
