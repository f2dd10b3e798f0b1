/* Histories: what is noted, where one can go, what is refused. */
#include "acts.h"

#include <stdlib.h>

TestSuite(history, .timeout = 120);

static strata_history *history_of(acts *a, const strata_history_desc *desc) {
  strata_history *history = NULL;
  OK(strata_history_new(a->world, desc, &history));
  return history;
}

static uint64_t note(acts *a, strata_history *history, const char *text) {
  uint64_t step = 0;
  OK(strata_history_note(history, a->world, text, &step));
  return step;
}

static void set_life(acts *a, int64_t life) {
  OK(strata_set_base_int(a->world, a->alice, kit_attr(a->rules, "life"), life));
}

static const char *text_of(const strata_history *history, uint64_t step) {
  strata_history_step_desc desc = {.text = ""};
  OK(strata_history_step_get(history, step, &desc));
  return desc.text;
}

static void refused(acts *a, strata_status got, strata_status want,
                    uint64_t hash, const char *word) {
  cr_expect(eq(int, got, want));
  cr_expect(strstr(strata_world_error(a->world), word) != NULL, "%s: %s", word,
            strata_world_error(a->world));
  cr_expect(eq(u64, strata_hash(a->world), hash));
}

Test(history, a_step_is_called_as_the_log_calls_it) {
  acts a;
  acts_open(&a);
  strata_history *history = history_of(&a, NULL);

  OK(acts_event(&a, "gain", a.alice, "amount", 2, NULL));
  cr_expect(eq(u64, note(&a, history, NULL), 1));
  set_life(&a, 9);
  cr_expect(eq(u64, note(&a, history, NULL), 2));
  cr_expect(eq(u64, note(&a, history, "again"), 2), "nothing has changed");
  set_life(&a, 8);
  (void)note(&a, history, "eight");

  cr_expect(eq(str, TEXT(text_of(history, 0)), TEXT("")));
  cr_expect(eq(str, TEXT(text_of(history, 1)), TEXT("gain")));
  cr_expect(eq(str, TEXT(text_of(history, 2)), TEXT("a change")));
  cr_expect(eq(str, TEXT(text_of(history, 3)), TEXT("eight")));
  strata_history_free(history);
  acts_close(&a);
}

Test(history, a_known_state_is_the_step_that_it_was) {
  acts a;
  acts_open(&a);
  strata_history *history = history_of(&a, NULL);
  set_life(&a, 5);
  (void)note(&a, history, NULL);
  strata_mark mark = {0};
  OK(strata_mark_set(a.world, &mark));
  set_life(&a, 6);
  (void)note(&a, history, NULL);

  OK(strata_rollback(a.world, mark));
  cr_expect(eq(u64, note(&a, history, NULL), 1));
  set_life(&a, 6);
  cr_expect(eq(u64, note(&a, history, NULL), 2));
  cr_expect(eq(sz, strata_history_branch_count(history), 1));
  OK(strata_history_undo(history, a.world, 1, NULL));
  set_life(&a, 7);
  cr_expect(eq(u64, note(&a, history, NULL), 2));
  cr_expect(eq(sz, strata_history_branch_count(history), 2), "control");

  strata_history_free(history);
  acts_close(&a);
}

/* So many that their tables get more pages. */
Test(history, what_is_new_is_there_again) {
  acts a;
  acts_open(&a);
  strata_history *history = history_of(&a, NULL);
  strata_entity last = 0;
  for (int i = 0; i < 200; i++) {
    OK(strata_spawn(a.world, &last));
  }
  const uint64_t hash = strata_hash(a.world);
  (void)note(&a, history, NULL);

  OK(strata_history_undo(history, a.world, 1, NULL));
  cr_expect(not(strata_is_alive(a.world, last)));
  OK(strata_history_redo(history, a.world, 1, NULL));
  cr_expect(strata_is_alive(a.world, last));
  cr_expect(eq(u64, strata_hash(a.world), hash));
  size_t size = 0;
  strata_world *twin = NULL;
  strata_error error = {0};
  OK(strata_save(a.world, NULL, 0, &size));
  uint8_t *bytes = calloc(1, size);
  OK(strata_save(a.world, bytes, size, &size));
  cr_expect(eq(int, strata_load(a.rules, NULL, bytes, size, &twin, &error),
               STRATA_OK),
            "%s", error.text);

  free(bytes);
  strata_world_free(twin);
  strata_history_free(history);
  acts_close(&a);
}

static strata_status answer_least(strata_world *world) {
  strata_decision asked;
  OK(strata_decision_get(world, 0, &asked));
  const bool is_number = asked.purpose == STRATA_PURPOSE_NUMBER;
  return strata_answer(
      world,
      &(strata_answer_desc){.options = is_number ? NULL : &(uint32_t){0},
                            .amounts = is_number ? &asked.least : NULL,
                            .count = 1},
      NULL);
}

Test(history, a_question_is_a_state_as_any_other) {
  acts a;
  acts_open(&a);
  strata_history *history = history_of(&a, NULL);
  const uint64_t before = strata_hash(a.world);
  strata_outcome outcome = STRATA_DONE;
  const strata_act_desc offer = {.watcher_def = strata_rules_find(
                                     a.rules, STRATA_NAME_WATCHER_DEF, "offer"),
                                 .source = a.bob,
                                 .you = a.alice};
  OK(strata_act(a.world, &offer, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  const uint64_t asked = strata_hash(a.world);
  (void)note(&a, history, NULL);
  OK(answer_least(a.world));
  const uint64_t answered = strata_hash(a.world);
  (void)note(&a, history, NULL);

  OK(strata_history_undo(history, a.world, 1, NULL));
  cr_expect(eq(u64, strata_hash(a.world), asked));
  cr_expect(eq(sz, strata_decision_count(a.world), 1));
  OK(answer_least(a.world));
  cr_expect(eq(u64, strata_hash(a.world), answered));
  OK(strata_history_undo(history, a.world, 2, NULL));
  cr_expect(eq(u64, strata_hash(a.world), before));
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  cr_expect(eq(str, TEXT(text_of(history, 1)), TEXT("a question")));

  strata_history_free(history);
  acts_close(&a);
}

Test(history, what_is_not_there_is_refused) {
  acts a;
  acts_open(&a);
  strata_history *history = history_of(&a, NULL);
  set_life(&a, 5);
  (void)note(&a, history, NULL);
  const uint64_t hash = strata_hash(a.world);
  strata_branch branch;
  strata_history_step_desc step;

  refused(&a, strata_history_go(history, a.world, 2), STRATA_ENOENT, hash,
          "'main' has 1 steps, and 2 is none of them");
  refused(&a, strata_history_at(history, a.world, 7), STRATA_ENOENT, hash,
          "7 is none of them");
  refused(&a, strata_history_branch(history, a.world, ""), STRATA_EINVAL, hash,
          "name");
  refused(&a, strata_history_branch(history, a.world, "\xff"), STRATA_EINVAL,
          hash, "UTF-8");
  refused(&a, strata_history_note(history, a.world, "\xff", NULL),
          STRATA_EINVAL, hash, "UTF-8");
  refused(&a, strata_history_new(a.world, NULL, NULL), STRATA_EINVAL, hash,
          "out");
  cr_expect(
      eq(int, strata_history_branch_get(history, 1, &branch), STRATA_ENOENT));
  cr_expect(eq(int, strata_history_step_get(history, 2, &step), STRATA_ENOENT));

  strata_history_free(history);
  strata_history_free(NULL);
  acts_close(&a);
}

static strata_status fail_once(void *user, strata_world *world,
                               const strata_autosave *due) {
  (void)world;
  (void)due;
  size_t *calls = user;
  return ++*calls == 1 ? STRATA_ESCRIPT : STRATA_OK;
}

Test(history, an_autosave_that_fails_is_told_and_made_later) {
  acts a;
  acts_open(&a);
  size_t calls = 0;
  const strata_history_desc desc = {
      .every = 2, .autosave = fail_once, .user = &calls};
  strata_history *history = history_of(&a, &desc);
  uint64_t step = 0;
  set_life(&a, 10);
  (void)note(&a, history, NULL);
  set_life(&a, 11);
  const uint64_t hash = strata_hash(a.world);

  refused(&a, strata_history_note(history, a.world, NULL, &step),
          STRATA_ESCRIPT, hash, "autosave");
  cr_expect(eq(u64, step, 2), "the step is there");
  set_life(&a, 12);
  (void)note(&a, history, NULL);
  cr_expect(eq(sz, calls, 2));
  set_life(&a, 13);
  (void)note(&a, history, NULL);
  cr_expect(eq(sz, calls, 2));
  strata_history_autosave(history, 1);
  set_life(&a, 14);
  (void)note(&a, history, NULL);
  cr_expect(eq(sz, calls, 3));

  strata_history_free(history);
  acts_close(&a);
}

/* Other rules with the same names. */
Test(history, steps_before_a_change_of_rules_are_gone_to) {
  acts a;
  acts_open(&a);
  strata_history *history = history_of(&a, NULL);
  set_life(&a, 5);
  (void)note(&a, history, NULL);
  strata_rules *rules = acts_rules(&a.mem);
  strata_world *reloaded = NULL;
  OK(strata_reload(a.world, rules, &reloaded, NULL));
  strata_world *old = a.world;
  a.world = reloaded;
  cr_expect(eq(u64, note(&a, history, NULL), 1), "the same state");
  set_life(&a, 6);
  (void)note(&a, history, NULL);

  OK(strata_history_go(history, a.world, 0));
  cr_expect(eq(i64, acts_life(&a, a.alice), 1));
  OK(strata_history_go(history, a.world, 2));
  cr_expect(eq(i64, acts_life(&a, a.alice), 6));
  OK(strata_history_go(history, a.world, 1));
  set_life(&a, 7);
  cr_expect(eq(u64, note(&a, history, NULL), 2));
  OK(strata_history_undo(history, a.world, 1, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), 5));

  strata_history_free(history);
  strata_world_free(reloaded);
  strata_rules_free(rules);
  a.world = old;
  acts_close(&a);
}

/* All calls fail without memory, change nothing then, and succeed again. */
Test(history, memory_may_end_anywhere) {
  acts a;
  acts_open(&a);
  strata_history *history = NULL;
  size_t failed = 0;
  for (int64_t life = 2; life < 140; life++) {
    set_life(&a, life);
    strata_status status = STRATA_ENOMEM;
    for (size_t n = 1; status != STRATA_OK; n++) {
      const uint64_t hash = strata_hash(a.world);
      a.mem.fail_at = a.mem.calls + n;
      status = history ? strata_history_note(history, a.world, "text", NULL)
                       : strata_history_new(a.world, NULL, &history);
      if (!status && life % 64 == 0) {
        a.mem.fail_at = a.mem.calls + n;
        status = strata_history_undo(history, a.world, 1, NULL);
        if (!status) {
          a.mem.fail_at = 0;
          OK(strata_history_redo(history, a.world, 1, NULL));
        }
      }
      failed += status == STRATA_ENOMEM;
      cr_assert(eq(u64, strata_hash(a.world), hash));
    }
    a.mem.fail_at = 0;
  }
  cr_expect(lt(sz, 200, failed));
  for (uint64_t step = 137; step-- > 0;) {
    OK(strata_history_go(history, a.world, step));
    cr_expect(eq(i64, acts_life(&a, a.alice), (int64_t)step + 2));
  }
  strata_history_free(history);
  acts_close(&a);
}
