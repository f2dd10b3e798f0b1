/* Entry previews of random objects equal the objects that have entered; an
 * allocation failure leaves no trace. */
#include "entry_stage.h"
#include "kit.h"
#include "play/execution/event.h"
#include "play/perform/entry_preview.h"
#include "world/save/validate_world.h"

#include <stdlib.h>

TestSuite(entry_random, .timeout = 300);

/* -- Previews compared with entered objects -- */

static void populate(stage *s, kit_dice *dice) {
  static const char *const cards[] = {"anthem", "moon",  "jailer",   "wave",
                                      "anthem", "hydra", "elf_card", "orb",
                                      "kismet", "shy",   "wall_card"};
  static const char *const zones[] = {"battlefield", "graveyard", "library"};
  have(s, "seal"); /* it watches, and changes no value */
  uint32_t count = kit_below(dice, 9);
  for (uint32_t i = 0; i < count; i++) {
    const char *card = cards[kit_below(dice, ST_COUNT_OF(cards))];
    bool watches = strcmp(card, "orb") == 0 || strcmp(card, "kismet") == 0;
    const char *zone = zones[kit_below(dice, 3)];
    spawn_there(s, card, watches ? "library" : zone);
  }
}

/* Propose, in an execution, the event by which an object enters. */
static uint32_t propose(stage *s, kit_dice *dice) {
  static const char *const cards[] = {"elf_card", "wall_card", "anthem",
                                      "moon",     "wave",      "jailer"};
  static const char *const zones[] = {"graveyard", "library"};
  const char *card = cards[kit_below(dice, ST_COUNT_OF(cards))];
  bool is_token = kit_below(dice, 3) == 0;
  strata_entity who =
      is_token ? 0 : spawn_there(s, card, zones[kit_below(dice, 2)]);
  st_execution_reset(&s->exec);
  uint32_t batch = st_batch_new(&s->exec);
  uint32_t event = st_event_new(
      &s->exec, strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, "move"),
      batch);
  cr_assert(ne(u32, event, 0));
  const int64_t words[] = {(int64_t)who,
                           stage_symbol(s->rules, "battlefield"),
                           is_token ? (int64_t)s->alice : 0,
                           kit_below(dice, 2),
                           kit_below(dice, 3),
                           is_token ? stage_symbol(s->rules, card) : 0,
                           kit_below(dice, 4) ? 0
                                              : (int64_t)have(s, "elf_card")};
  memcpy(st_event_get(&s->exec, event)->words, words, sizeof words);
  return event;
}

/* Do it indeed. */
static strata_entity perform(stage *s, const int64_t *words) {
  int64_t all[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {0};
  memcpy(all, words, 7 * sizeof all[0]);
  st_action_request request = {
      .event_type = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE, "move"),
      .words = all};
  uint32_t top = st_entity_top(&s->world->store);
  bool open = false;
  OK(st_action_begin(&s->exec, &request, &open));
  cr_assert(not(open));
  if (words[0] != 0) {
    return strata_successor(s->world, (strata_entity)words[0]);
  }
  strata_entity made = st_entity_handle(&s->world->store, top + 1);
  cr_assert(ne(u32, st_entity_slot(&s->world->store, made), 0));
  return made;
}

static bool has_ability(const st_preview_values *preview, uint32_t ability) {
  for (uint32_t i = 0; i < preview->ability_count; i++) {
    if (preview->abilities[i] == ability) return true;
  }
  return false;
}

static void compare(stage *s, const st_preview_values *preview,
                    const uint64_t *words, strata_entity is) {
  const uint64_t *at = words;
  for (strata_attr a = 1; a <= st_attr_count(s->rules); a++) {
    const st_attr *attr = &s->rules->attrs[a - 1];
    const uint64_t *now;
    OK(st_eval_value(&s->world->eval, a, st_slot_of(is), &now));
    if (attr->type == STRATA_ABILITIES) {
      for (uint32_t i = 0; i < s->rules->ability_count; i++) {
        bool has;
        OK(st_eval_has(&s->world->eval, a, st_slot_of(is), i, &has));
        cr_expect(eq(int, has_ability(preview, i), has), "ability %u", i);
      }
    } else {
      cr_expect(zero(int, memcmp(at, now, attr->word_count * sizeof *at)), "%s",
                attr->name);
    }
    at += attr->word_count;
  }
}

Test(entry_random, what_would_be_is_what_comes_to_be) {
  for (uint64_t seed = 1; seed <= 300; seed++) {
    stage s;
    kit_dice dice = {seed};
    stage_open(&s);
    populate(&s, &dice);
    uint32_t event = propose(&s, &dice);
    uint64_t hash = s.world->store.hash;

    OK(st_entry_preview_refresh(&s.exec, event));

    const st_entry_preview *would = st_event_entry_preview(&s.exec, event);
    cr_assert(ne(ptr, (void *)(uintptr_t)would, NULL));
    cr_assert(eq(u64, s.world->store.hash, hash));
    /* The arena is freed with the execution. */
    size_t size = s.exec.change->value_words;
    uint64_t *words = calloc(size, sizeof *words);
    uint32_t abilities[64];
    st_preview_values preview = would->values;
    cr_assert(le(u32, preview.ability_count, 64));
    memcpy(words, preview.words, size * sizeof *words);
    memcpy(abilities, preview.abilities,
           preview.ability_count * sizeof abilities[0]);
    preview.abilities = abilities;
    int64_t said[7];
    memcpy(said, st_event_get(&s.exec, event)->words, sizeof said);
    compare(&s, &preview, words, perform(&s, said));
    free(words);
    stage_close(&s);
  }
}

/* -- Without memory -- */

typedef strata_status act(stage *s, strata_entity who);

static strata_status enter_one(stage *s, strata_entity who) {
  bool open = false;
  return try_move(s, who, "battlefield", &open);
}

static strata_status create_some(stage *s, strata_entity who) {
  (void)who;
  int64_t words[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS] = {
      (int64_t)s->alice, 20, stage_symbol(s->rules, "hydra")};
  st_action_request request = {.event_type = strata_rules_find(
                                   s->rules, STRATA_NAME_EVENT_TYPE, "create"),
                               .words = words};
  bool open = false;
  return st_action_begin(&s->exec, &request, &open);
}

static void fail_everywhere(const char *card, const char *watcher, act *todo) {
  for (size_t at = 1;; at++) {
    stage s;
    stage_open(&s);
    if (watcher) have(&s, watcher);
    have(&s, "anthem");
    have(&s, "teacher");
    strata_entity who = card ? spawn_there(&s, card, "library") : 0;
    uint64_t hash = s.world->store.hash;
    s.probe.fail_at = s.probe.calls + at;
    strata_status status = todo(&s, who);
    bool failed = s.probe.calls >= s.probe.fail_at;
    s.probe.fail_at = 0;
    if (!failed) {
      cr_expect(eq(int, status, STRATA_OK));
      cr_expect(lt(sz, 5, at));
      stage_close(&s);
      return;
    }
    if (status) { /* or it did without */
      cr_assert(eq(int, status, STRATA_ENOMEM), "at %zu", at);
      cr_assert(eq(u64, s.world->store.hash, hash), "at %zu", at);
      OK(todo(&s, who));
    }
    OK(st_validate_world(&s.world->store));
    stage_close(&s);
  }
}

Test(entry_random, without_memory_nothing_is_left) {
  fail_everywhere("hydra", NULL, enter_one);
  fail_everywhere("elf_card", "kismet", enter_one);
  fail_everywhere("clone", "chill", enter_one);
  fail_everywhere(NULL, NULL, create_some);
}
