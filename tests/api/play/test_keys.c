/* Keys: what may be done and answered, as texts. */
#include "acts.h"

TestSuite(keys, .timeout = 60);

static const char *text_of(acts *a, strata_legal_action action) {
  static char key[100];
  size_t size = 0;
  OK(strata_legal_key(a->world, action, key, sizeof key, &size));
  cr_expect(eq(sz, size, strlen(key) + 1));
  return key;
}

static void refused(acts *a, strata_status got, strata_status want,
                    uint64_t hash, const char *word) {
  cr_expect(eq(int, got, want), "%s", strata_world_error(a->world));
  cr_expect(strstr(strata_world_error(a->world), word) != NULL, "%s: %s", word,
            strata_world_error(a->world));
  cr_expect(eq(u64, strata_hash(a->world), hash));
}

Test(keys, an_action_is_done_by_its_key) {
  acts a;
  acts_open(&a);
  const strata_legal_action *list = NULL;
  size_t count = 0;
  OK(strata_legal_actions(a.world, a.alice, &list, &count));
  cr_assert(eq(sz, count, 1));
  const strata_legal_action offer = list[0];
  strata_world *twin = NULL;
  OK(strata_fork(a.world, NULL, &twin));
  strata_outcome outcome = STRATA_DONE;

  cr_expect(eq(str, TEXT(text_of(&a, offer)), TEXT("offer #2:1")));
  OK(strata_act_key(a.world, a.alice, "offer #2:1", &outcome));
  cr_expect(eq(int, outcome, STRATA_DECIDE));
  const strata_act_desc same = {
      .watcher_def = offer.action, .source = offer.subject, .you = a.alice};
  OK(strata_act(twin, &same, NULL));
  cr_expect(eq(u64, strata_hash(twin), strata_hash(a.world)));

  strata_world_free(twin);
  acts_close(&a);
}

Test(keys, what_no_key_calls_is_refused) {
  acts a;
  acts_open(&a);
  const uint64_t hash = strata_hash(a.world);
  const strata_legal_action *list = NULL;
  size_t count = 0;
  size_t size = 0;
  char key[4];
  OK(strata_legal_actions(a.world, a.alice, &list, &count));
  const strata_legal_action offer = list[0];

  refused(&a, strata_act_key(a.world, a.alice, "offer #9:1", NULL),
          STRATA_EREFUSED, hash, "'offer #9:1' is none of offer #2:1");
  refused(&a, strata_act_key(a.world, a.alice, NULL, NULL), STRATA_EINVAL, hash,
          "NULL");
  refused(&a, strata_legal_key(a.world, offer, key, sizeof key, &size),
          STRATA_ERANGE, hash, "does not fit");
  cr_expect(eq(sz, size, sizeof "offer #2:1"));
  refused(&a, strata_legal_key(a.world, offer, NULL, 4, &size), STRATA_EINVAL,
          hash, "buffer");
  refused(&a,
          strata_legal_key(a.world, (strata_legal_action){.action = 999}, NULL,
                           0, &size),
          STRATA_ENOENT, hash, "999");
  refused(&a, strata_answer_keys(a.world, 0, NULL, 0, NULL), STRATA_ENOENT,
          hash, "decision");
  acts_close(&a);
}

Test(keys, a_question_is_answered_by_keys) {
  acts a;
  acts_open(&a);
  strata_entity carol = 0;
  OK(strata_spawn(a.world, &carol));
  OK(strata_act_key(a.world, a.alice, "offer #2:1", NULL));
  strata_decision asked;
  OK(strata_decision_get(a.world, 0, &asked));
  cr_assert(eq(int, asked.purpose, STRATA_PURPOSE_TARGET));
  char key[20];
  size_t size = 0;
  OK(strata_option_key(a.world, &asked.options[1], key, sizeof key, &size));
  cr_expect(eq(str, key, TEXT("#3:1")));
  const char *keys = NULL;
  OK(strata_decision_keys(a.world, a.alice, &keys));
  cr_expect(eq(str, (char *)keys, TEXT("#2:1, #3:1")));
  const uint64_t hash = strata_hash(a.world);
  refused(&a, strata_decision_keys(a.world, a.bob, &keys), STRATA_ENOENT, hash,
          "decision");
  refused(&a, strata_decision_keys(a.world, 0, NULL), STRATA_EINVAL, hash,
          "NULL");

  refused(&a, strata_answer_keys(a.world, 0, (const char *[]){"#1:1"}, 1, NULL),
          STRATA_EREFUSED, hash, "'#1:1' is none of #2:1, #3:1");
  refused(&a, strata_answer_keys(a.world, 0, (const char *[]){NULL}, 1, NULL),
          STRATA_EINVAL, hash, "NULL");
  refused(&a,
          strata_answer_keys(a.world, a.bob, (const char *[]){"#2:1"}, 1, NULL),
          STRATA_ENOENT, hash, "decision");
  OK(strata_answer_keys(a.world, a.alice, (const char *[]){"#3:1"}, 1, NULL));
  const uint64_t second = strata_hash(a.world);
  OK(strata_decision_keys(a.world, 0, &keys));
  cr_expect(eq(str, (char *)keys, TEXT("1 to 3")));
  refused(&a, strata_answer_keys(a.world, 0, (const char *[]){"many"}, 1, NULL),
          STRATA_EREFUSED, second, "'many' is no number");
  refused(&a, strata_answer_keys(a.world, 0, (const char *[]){"4"}, 1, NULL),
          STRATA_EREFUSED, second, "3");
  OK(strata_answer_keys(a.world, 0, (const char *[]){"1"}, 1, NULL));
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  acts_close(&a);
}

Test(keys, yes_or_no_and_a_number_are_answered_by_keys) {
  acts a;
  acts_open(&a);
  OK(acts_code(&a, "bargain", NULL));
  strata_decision asked;
  OK(strata_decision_get(a.world, 0, &asked));
  cr_assert(eq(int, asked.purpose, STRATA_PURPOSE_MAY));
  static const char *const words[] = {"yes", "no"};
  for (size_t i = 0; i < COUNT(words); i++) {
    char key[8];
    size_t size = 0;
    OK(strata_option_key(a.world, &asked.options[i], key, sizeof key, &size));
    cr_expect(eq(str, key, TEXT(words[i])));
  }
  const char *keys = NULL;
  OK(strata_decision_keys(a.world, 0, &keys));
  cr_expect(eq(str, (char *)keys, TEXT("yes, no")));
  const uint64_t hash = strata_hash(a.world);
  refused(&a, strata_answer_keys(a.world, 0, (const char *[]){""}, 1, NULL),
          STRATA_EREFUSED, hash, "'' is none of yes, no");
  strata_world *twin = NULL;
  OK(strata_fork(a.world, NULL, &twin));
  OK(strata_answer_keys(twin, 0, (const char *[]){"no"}, 1, NULL));
  cr_expect(eq(sz, strata_decision_count(twin), 0));
  strata_world_free(twin);

  OK(strata_answer_keys(a.world, 0, (const char *[]){"yes"}, 1, NULL));
  const uint64_t second = strata_hash(a.world);
  OK(strata_decision_keys(a.world, 0, &keys));
  cr_expect(eq(str, (char *)keys, TEXT("1 to 5")));
  refused(&a, strata_answer_keys(a.world, 0, NULL, 0, NULL), STRATA_EREFUSED,
          second, "expected one number, 1 to 5");
  refused(&a,
          strata_answer_keys(a.world, 0, (const char *[]){"1", "2"}, 2, NULL),
          STRATA_EREFUSED, second, "expected one number, 1 to 5");
  refused(&a, strata_answer_keys(a.world, 0, (const char *[]){""}, 1, NULL),
          STRATA_EREFUSED, second, "'' is no number, 1 to 5");
  OK(strata_answer_keys(a.world, 0, (const char *[]){"5"}, 1, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), 6));
  acts_close(&a);
}
