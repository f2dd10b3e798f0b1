/* Entry previews: conditions about an object that enters read the object as it
 * will be on the battlefield (614.12). */
#include "entry_stage.h"

TestSuite(entry_preview, .timeout = 120);

Test(entry_preview, who_has_nothing_to_say_and_nobody_watches_is_not_tried) {
  stage s;
  stage_open(&s);
  have(&s, "anthem");
  strata_entity elf = enter_from(&s, "elf_card", "library");
  cr_expect(ne(u64, elf, 0));
  cr_expect(not(tapped(&s, elf)));
  cr_expect(eq(sz, s.exec.preview_capacity, 0));
  stage_close(&s);
}

Test(entry_preview, what_one_says_of_itself_acts_as_it_enters) { /* 614.1c */
  stage s;
  stage_open(&s);
  strata_entity land = enter_from(&s, "tapland", "library");
  strata_entity hydra = enter_from(&s, "hydra", "library");
  cr_expect(tapped(&s, land));
  cr_expect(eq(i64, number(&s, hydra, "plus"), 2), "its power");
  have(&s, "anthem");
  hydra = enter_from(&s, "hydra", "library");
  cr_expect(eq(i64, number(&s, hydra, "plus"), 5), "as it would be there");
  stage_close(&s);
}

/* T29: a land whose preview has no abilities does not enter tapped. */
Test(entry_preview, effects_that_are_there_count) { /* 614.12 */
  stage s;
  stage_open(&s);
  have(&s, "moon");
  cr_expect(not(tapped(&s, enter_from(&s, "tapland", "library"))));
  stage_close(&s);
}

/* A card that has no abilities in its old zone has them in the preview. */
Test(entry_preview, effects_on_where_it_comes_from_do_not) {
  stage s;
  stage_open(&s);
  have(&s, "jailer");
  cr_expect(tapped(&s, enter_from(&s, "tapland", "graveyard")));
  stage_close(&s);
}

Test(entry_preview, what_others_give_it_counts_as_its_own) {
  stage s;
  stage_open(&s);
  have(&s, "teacher");
  strata_entity elf = enter_from(&s, "elf_card", "library");
  cr_expect(eq(i64, number(&s, elf, "plus"), 2));
  strata_entity hydra = enter_from(&s, "hydra", "library");
  cr_expect(eq(i64, number(&s, hydra, "plus"), 4), "two abilities");
  stage_close(&s);
}

Test(entry_preview, others_ask_what_it_would_be) {
  stage s;
  stage_open(&s);
  have(&s, "kismet");
  have(&s, "chill");
  have(&s, "moon");
  cr_expect(tapped(&s, enter_from(&s, "elf_card", "library")));
  strata_entity land = enter_from(&s, "tapland", "library");
  cr_expect(not(tapped(&s, land)));
  cr_expect(eq(i64, number(&s, land, "plus"), 1), "it would have none");
  strata_entity hydra = enter_from(&s, "hydra", "graveyard");
  cr_expect(eq(i64, number(&s, hydra, "plus"), 2));
  stage_close(&s);
}

/* Where it goes decides: nothing is asked about other moves. */
Test(entry_preview, who_does_not_enter_is_as_it_is) {
  stage s;
  stage_open(&s);
  have(&s, "orb");
  strata_entity land = spawn_there(&s, "tapland", "library");
  bool open = false;
  OK(try_move(&s, land, "graveyard", &open));
  cr_expect(not(tapped(&s, strata_successor(s.world, land))));
  stage_close(&s);
}

/* T31: a ban on entering reads the preview or the card as it is. */
Test(entry_preview, a_ban_asks_what_it_would_be_or_what_it_is) { /* 614.17 */
  stage s;
  stage_open(&s);
  have(&s, "seal");
  cr_expect(ne(u64, enter_from(&s, "elf_card", "graveyard"), 0));
  have(&s, "wall_ban");
  cr_expect(ne(u64, enter_from(&s, "elf_card", "library"), 0));
  cr_expect(eq(u64, enter_from(&s, "wall_card", "library"), 0));
  have(&s, "wave");
  cr_expect(eq(u64, enter_from(&s, "elf_card", "library"), 0), "a wall there");
  have(&s, "cage");
  cr_expect(eq(u64, enter_from(&s, "tapland", "graveyard"), 0));
  cr_expect(ne(u64, enter_from(&s, "tapland", "library"), 0));
  stage_close(&s);
}

Test(entry_preview, a_ban_may_be_its_own) {
  stage s;
  stage_open(&s);
  cr_expect(ne(u64, enter_from(&s, "shy", "library"), 0));
  have(&s, "wave");
  cr_expect(eq(u64, enter_from(&s, "shy", "library"), 0));
  stage_close(&s);
}

/* 614.12: effects of objects that enter at the same time do not apply yet. */
Test(entry_preview, companions_do_not_count) {
  stage s;
  stage_open(&s);
  create(&s, "orb", 2);
  cr_expect(eq(u32, how_many(&s, "tapped and zone = 'battlefield'"), 0));
  create(&s, "anthem", 1);
  create(&s, "hydra", 3);
  cr_expect(eq(u32, how_many(&s, "types has 'elf' and plus = 5 and tapped"), 3),
            "now they do");
  stage_close(&s);
}

Test(entry_preview, tokens_are_asked_about_before_they_are_there) {
  stage s;
  stage_open(&s);
  have(&s, "kismet");
  create(&s, "elf_card", 3);
  create(&s, "hydra", 2);
  create(&s, "tapland", 1);
  cr_expect(eq(u32, how_many(&s, "types has 'elf' and tapped"), 5));
  cr_expect(eq(u32, how_many(&s, "types has 'elf' and plus = 2"), 2));
  cr_expect(eq(u32, how_many(&s, "types has 'island' and tapped"), 1));
  have(&s, "wall_ban");
  create(&s, "wall_card", 2);
  cr_expect(eq(u32, how_many(&s, "types has 'wall'"), 0));
  stage_close(&s);
}

/* 614.12, 616.1f: what it copies is what it is, and acts as it enters. */
Test(entry_preview, a_copy_enters_as_what_it_copies) {
  stage s;
  stage_open(&s);
  strata_entity hydra = have(&s, "hydra");
  strata_entity copy = enter_from(&s, "clone", "library");
  cr_expect(eq(i64, number(&s, copy, "plus"), 2), "by the hydra's ability");
  OK(strata_despawn(s.world, hydra));
  have(&s, "moon");
  have(&s, "teacher");
  copy = enter_from(&s, "clone", "library");
  cr_expect(eq(i64, number(&s, copy, "plus"), 2 + 2),
            "the hydra's, which is copied, and the teacher's");
  stage_close(&s);
}

Test(entry_preview,
     who_enters_cannot_be_chosen_by_what_modifies_it) { /* 614.13 */
  stage s;
  stage_open(&s);
  strata_entity copy = enter_from(&s, "clone", "library");
  cr_expect(eq(i64, number(&s, copy, "plus"), 0), "there is no elf");
  create(&s, "clone", 2);
  cr_expect(eq(u32, how_many(&s, "types has 'elf'"), 3));
  stage_close(&s);
}

/* 616.1d, 616.1f: first it is a copy, then others look at what that is. */
Test(entry_preview, copying_comes_before_all_others) {
  stage s;
  stage_open(&s);
  have(&s, "tapland");
  have(&s, "hydra");
  have(&s, "kismet");
  have(&s, "chill");
  strata_entity card = spawn_there(&s, "clone", "library");
  bool open = false;
  OK(try_move(&s, card, "battlefield", &open));
  cr_assert(not(open), "kismet and what is copied: the same in both orders");
  strata_entity copy = strata_successor(s.world, card);
  cr_expect(tapped(&s, copy));
  cr_expect(eq(i64, number(&s, copy, "plus"), 2), "it would have abilities");
  stage_close(&s);
}

Test(entry_preview, what_it_copies_is_asked_and_can_be_taken_back) {
  stage s;
  stage_open(&s);
  strata_entity elves[] = {have(&s, "hydra"), have(&s, "elf_card")};
  strata_entity card = spawn_there(&s, "clone", "library");
  uint64_t hash = s.world->store.hash;
  for (uint32_t i = 0; i < 2; i++) {
    bool open = false;
    OK(try_move(&s, card, "battlefield", &open));
    cr_assert(open);
    st_action_value option = st_decision_option(&s.world->store, 1, i);
    cr_expect(eq(i64, option.value.number, (int64_t)elves[i]));
    if (i == 0) {
      OK(st_action_cancel(&s.exec));
      cr_expect(eq(u64, s.world->store.hash, hash));
      continue;
    }
    st_new_answer answer = {.decision = 1, .options = &i, .count = 1};
    OK(st_action_answer(&s.exec, &answer, &open));
    cr_assert(not(open));
  }
  strata_entity copy = strata_successor(s.world, card);
  cr_expect(eq(i64, number(&s, copy, "plus"), 0), "of the plain elf");
  stage_close(&s);
}

/* The preview of one object does not contain another that enters together with
 * it. */
Test(entry_preview, each_of_several_is_what_it_would_be) {
  stage s;
  stage_open(&s);
  static const char *const cards[] = {
      "hydra",   "tapland", "elf_card",  "hydra",    "anthem", "elf_card",
      "tapland", "orb",     "wall_card", "elf_card", "hydra"};
  strata_entity all[ST_COUNT_OF(cards)];
  for (size_t i = 0; i < ST_COUNT_OF(cards); i++) {
    all[i] = spawn_there(&s, cards[i], "library");
  }
  have(&s, "wave");
  have(&s, "chill");
  st_action_request request = {.watcher_def = strata_rules_find(
                                   s.rules, STRATA_NAME_WATCHER_DEF, "all_in")};
  bool open = false;
  OK(st_action_begin(&s.exec, &request, &open));
  cr_assert(not(open), "no two apply to one");
  for (size_t i = 0; i < ST_COUNT_OF(cards); i++) {
    strata_entity is = strata_successor(s.world, all[i]);
    bool hydra = strcmp(cards[i], "hydra") == 0;
    bool land = strcmp(cards[i], "tapland") == 0;
    bool plain = strstr(cards[i], "_card") != NULL;
    cr_expect(eq(int, tapped(&s, is), land), "%zu", i);
    cr_expect(eq(i64, number(&s, is, "plus"),
                 hydra   ? 2
                 : plain ? 1
                         : 0),
              "%zu", i);
  }
  cr_expect(le(u64, s.exec.previews_performed, 12),
            "equal ones are tried once");
  stage_close(&s);
}

/* Equal ones are judged once for each thing that happens to all of them. */
Test(entry_preview, eight_thousand_equal_tokens_are_tried_but_twice) {
  stage s;
  stage_open(&s);
  create(&s, "hydra", 8192);
  cr_expect(eq(u32, how_many(&s, "types has 'elf' and plus = 2"), 8192));
  cr_expect(le(u64, s.exec.previews_performed, 2));
  stage_close(&s);
}
