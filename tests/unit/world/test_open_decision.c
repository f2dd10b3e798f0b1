/* The open action: what is written of it, which answers are legal, and that its
 * hash tells nothing of how the answers came. */
#include "row_stage.h"
#include "world/tables/open_decision.h"

#include <stdio.h>

TestSuite(open_decision, .timeout = 120);

enum { OPTIONS = 200, ASKS = 6 };

static st_new_action_value number_word(int64_t number) {
  return (st_new_action_value){.type = STRATA_INT + 1, .value = {number, 0}};
}

static void begin(rows *r) {
  st_new_action_value what = number_word(7);
  OK(st_decision_begin_action(&r->s.store, 3, &what, 1));
}

/* A decision with `count` options that are numbers. */
static strata_status ask_for(rows *r, st_purpose purpose, uint32_t flags,
                             uint32_t count, const int64_t *bounds) {
  st_new_action_value options[OPTIONS] = {{0}};
  cr_assert(le(u32, count, OPTIONS));
  for (uint32_t i = 0; i < count; i++) {
    options[i] = number_word(100 + (int64_t)i);
  }
  st_new_decision desc = {.purpose = purpose,
                          .flags = flags,
                          .player = r->cards[0],
                          .options = options,
                          .option_count = count,
                          .min = bounds[0],
                          .max = bounds[1],
                          .total = bounds[2]};
  uint32_t decision = 0;
  return st_decision_add(&r->s.store, &desc, &decision);
}

/* -- What is written is read -- */

static void expect_text(const st_store *store, uint32_t row, const char *want) {
  cr_assert(eq(int, row != 0, want != NULL));
  st_mem mem; /* one that does not fail */
  st_mem_init(&mem, NULL, NULL);
  st_text text;
  st_text_init(&text, &mem);
  st_decision_read_text(store, row, &text);
  cr_assert(eq(str, STR(st_text_get(&text)), STR(want ? want : "")));
  st_text_fini(&text);
}

static void expect_word(const st_store *store, st_action_value got,
                        const st_new_action_value *want) {
  cr_assert(eq(u32, got.type, want->type));
  cr_assert(eq(i64, got.value.number, want->value.number));
  cr_assert(eq(u32, got.value.symbol, want->value.symbol));
  expect_text(store, got.text, want->text);
  expect_text(store, got.outcome, want->outcome);
}

static const st_new_action_value words[] = {
    {STRATA_REF + 1, {INT64_MIN, 0}, "8 bytes.", NULL},
    {STRATA_SYM + 1, {0, 2}, "", "gain 7"},
    {0, {0, 0}, "a text of some more bytes than a row has, \xc3\xa4", ""},
    {STRATA_FLAG + 1, {1, 0}, NULL, NULL},
};

static void write_all(rows *r) {
  st_store *store = &r->s.store;
  OK(st_decision_begin_action(store, 3, words, 4));
  st_new_decision desc = {.purpose = ST_PURPOSE_ORDER,
                          .flags =
                              ST_DECISION_ORDERED | ST_DECISION_IRREVERSIBLE,
                          .player = r->cards[1],
                          .source = r->cards[2],
                          .prompt = "in which order?",
                          .options = words,
                          .option_count = 4,
                          .min = 4,
                          .max = 4,
                          .hash = UINT64_MAX};
  uint32_t decision = 0;
  OK(st_decision_add(store, &desc, &decision));
  cr_assert(eq(u32, decision, 1));
  desc = (st_new_decision){.purpose = ST_PURPOSE_NUMBER,
                           .player = r->cards[1],
                           .min = -5,
                           .max = INT64_MAX};
  OK(st_decision_add(store, &desc, &decision));
  cr_assert(eq(u32, decision, 2));
}

static void expect_all(const rows *r, const st_store *store) {
  cr_expect(eq(u32, st_decision_request(store), 3));
  cr_assert(eq(u32, st_decision_request_values(store), 4));
  cr_assert(eq(u32, st_decision_count(store), 2));
  for (uint32_t i = 0; i < 4; i++) {
    expect_word(store, st_decision_request_value(store, i), &words[i]);
    expect_word(store, st_decision_option(store, 1, i), &words[i]);
  }
  st_decision asked = st_decision_get(store, 1);
  cr_expect(eq(int, asked.purpose, ST_PURPOSE_ORDER));
  cr_expect(
      eq(u32, asked.flags, ST_DECISION_ORDERED | ST_DECISION_IRREVERSIBLE));
  cr_expect(eq(u64, asked.player, r->cards[1]));
  cr_expect(eq(u64, asked.source, r->cards[2]));
  cr_expect(eq(u64, asked.hash, UINT64_MAX));
  cr_expect(eq(u32, asked.option_count, 4));
  expect_text(store, asked.prompt, "in which order?");
  asked = st_decision_get(store, 2);
  cr_expect(eq(i64, asked.min, -5));
  cr_expect(eq(i64, asked.max, INT64_MAX));
  expect_text(store, asked.prompt, NULL);
}

Test(open_decision, what_is_written_is_read_also_after_a_fork_and_a_load) {
  rows r;
  rows copy;
  rows_open(&r, 1);
  write_all(&r);
  expect_all(&r, &r.s.store);
  OK(rows_judge(&r.s.store));

  const uint32_t order[] = {3, 0, 2, 1};
  OK(st_decision_answer(
      &r.s.store, &(st_new_answer){.decision = 1, .options = order, .count = 4},
      NULL));
  cr_expect(eq(u32, st_decision_find_unanswered(&r.s.store), 2));
  OK(rows_judge(&r.s.store));

  for (int n = 0; n < 2; n++) {
    n ? rows_load(&copy, &r) : rows_fork(&copy, &r);
    expect_all(&r, &copy.s.store);
    st_decision asked = st_decision_get(&copy.s.store, 1);
    cr_assert(asked.answered && asked.answer_count == 4);
    for (uint32_t i = 0; i < 4; i++) {
      cr_expect(eq(i64, st_decision_answer_at(&copy.s.store, 1, i), order[i]));
    }
    const int64_t five = 5;
    OK(st_decision_answer(
        &copy.s.store,
        &(st_new_answer){.decision = 2, .amounts = &five, .count = 1}, NULL));
    cr_expect(eq(u32, st_decision_find_unanswered(&copy.s.store), 0));
    OK(rows_judge(&copy.s.store));
    rows_close(&copy);
  }
  cr_expect(eq(u32, st_decision_find_unanswered(&r.s.store), 2),
            "a fork's answer is its own");
  rows_close(&r);
}

/* -- Nothing is seen later -- */

static const char *some_text(rows *r, char *buffer) {
  uint32_t length = kit_below(&r->dice, 30);
  if (length == 29) return NULL;
  memset(buffer, 'a' + (int)kit_below(&r->dice, 26), length);
  buffer[length] = '\0';
  return buffer;
}

static uint32_t some_question(rows *r) {
  char texts[9][32];
  st_new_action_value options[8] = {{0}};
  uint32_t count = kit_below(&r->dice, 9);
  for (uint32_t i = 0; i < count; i++) {
    options[i] = number_word((int64_t)kit_roll(&r->dice));
    options[i].text = some_text(r, texts[i]);
  }
  st_new_decision desc = {.purpose = (st_purpose)kit_below(&r->dice, 12),
                          .flags = kit_below(&r->dice, 16),
                          .player = rows_card(r),
                          .source = rows_card(r),
                          .prompt = some_text(r, texts[8]),
                          .options = options,
                          .option_count = count,
                          .min = kit_below(&r->dice, 3),
                          .max = kit_below(&r->dice, 12),
                          .total = kit_below(&r->dice, 20),
                          .hash = kit_roll(&r->dice)};
  uint32_t decision = 0;
  strata_status status = st_decision_add(&r->s.store, &desc, &decision);
  cr_assert(status == STRATA_OK || status == STRATA_EINVAL);
  return decision;
}

static void some_answer(rows *r, uint32_t decision) {
  uint32_t options[8];
  int64_t amounts[8];
  for (int i = 0; i < 8; i++) {
    options[i] = kit_below(&r->dice, 8);
    amounts[i] = kit_below(&r->dice, 8);
  }
  uint32_t kind = kit_below(&r->dice, 3);
  st_new_answer answer = {.decision = decision,
                          .options = kind != 1 ? options : NULL,
                          .amounts = kind != 0 ? amounts : NULL,
                          .count = kit_below(&r->dice, 9)};
  st_store *store = &r->s.store;
  uint64_t hash = store->hash;
  strata_error why = {.status = STRATA_OK};
  strata_status status = st_decision_answer(store, &answer, &why);
  if (!status) return;
  cr_assert(eq(int, status, STRATA_EREFUSED));
  cr_assert(eq(u64, store->hash, hash), "refused, but written");
  cr_assert(ne(int, why.text[0], 0));
}

Test(open_decision, the_hash_is_the_same_whatever_was_asked_before) {
  size_t answered = 0;
  int games = full_test() ? 2000 : 200;
  for (int g = 0; g < games; g++) {
    rows r;
    rows_open(&r, (uint64_t)g);
    uint64_t before = r.s.store.hash;
    for (int round = 0; round < 4; round++) {
      begin(&r);
      for (uint32_t n = kit_below(&r.dice, ASKS); n > 0; n--) {
        uint32_t decision = some_question(&r);
        for (int i = 0; decision && i < 30; i++) {
          some_answer(&r, decision);
        }
        answered += decision && st_decision_get(&r.s.store, decision).answered;
        OK(rows_judge(&r.s.store));
      }
      rows copy;
      rows_load(&copy, &r);
      rows_close(&copy);
      OK(st_decision_end_action(&r.s.store));
      cr_assert(eq(u64, r.s.store.hash, before));
      cr_assert(eq(u32, st_decision_request(&r.s.store), 0));
      cr_assert(eq(u32, st_decision_count(&r.s.store), 0));
      OK(rows_judge(&r.s.store));
    }
    /* And so is what is asked then. */
    write_all(&r);
    rows fresh;
    rows_open(&fresh, 1);
    write_all(&fresh);
    cr_assert(eq(u64, r.s.store.hash, fresh.s.store.hash));
    rows_close(&fresh);
    rows_close(&r);
  }
  cr_expect(lt(sz, (size_t)games, answered), "few answers were legal");
}

/* Four decisions of one moment, answered in any order. */
static uint64_t hash_in_order(const uint32_t *order, bool backwards) {
  rows r;
  rows_open(&r, 1);
  begin(&r);
  const int64_t some[] = {1, 2, 0};
  const int64_t shared[] = {0, 5, 5};
  const int64_t number[] = {0, 9, 0};
  uint32_t together = ST_DECISION_HIDDEN | ST_DECISION_SAME_MOMENT;
  OK(ask_for(&r, ST_PURPOSE_CHOOSE, ST_DECISION_HIDDEN, 3, some));
  OK(ask_for(&r, ST_PURPOSE_CHOOSE, together, 3, some));
  OK(ask_for(&r, ST_PURPOSE_DIVIDE, together, 2, shared));
  OK(ask_for(&r, ST_PURPOSE_NUMBER, together, 0, number));
  const uint32_t options[2][2] = {{0, 2}, {2, 0}};
  const int64_t amounts[2][2] = {{2, 3}, {3, 2}};
  const uint32_t places[2][2] = {{0, 1}, {1, 0}};
  const int64_t nine = 9;
  st_new_answer answers[] = {
      {.options = options[backwards], .count = 2},
      {.options = options[0], .count = 1},
      {.options = places[backwards], .amounts = amounts[backwards], .count = 2},
      {.amounts = &nine, .count = 1}};
  for (int i = 0; i < 4; i++) {
    st_new_answer answer = answers[order[i]];
    answer.decision = order[i] + 1;
    answer.who = r.cards[0];
    OK(st_decision_answer(&r.s.store, &answer, NULL));
    OK(rows_judge(&r.s.store));
  }
  cr_expect(eq(i64, st_decision_answer_at(&r.s.store, 1, 0), 0));
  cr_expect(eq(i64, st_decision_answer_at(&r.s.store, 1, 1), 2));
  cr_expect(eq(i64, st_decision_answer_at(&r.s.store, 3, 0), 2));
  cr_expect(eq(i64, st_decision_answer_at(&r.s.store, 3, 1), 3));
  cr_expect(eq(i64, st_decision_answer_at(&r.s.store, 4, 0), 9));
  uint64_t hash = r.s.store.hash;
  rows_close(&r);
  return hash;
}

Test(open_decision, the_order_in_which_answers_arrive_leaves_no_trace) {
  static const uint32_t orders[][4] = {
      {0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
  uint64_t want = hash_in_order(orders[0], false);
  for (size_t i = 0; i < ST_COUNT_OF(orders); i++) {
    cr_expect(eq(u64, hash_in_order(orders[i], i % 2), want), "order %zu", i);
  }
}

/* -- Legality -- */

typedef struct legal_case {
  const char *name;
  st_purpose purpose;
  uint32_t flags, option_count;
  int64_t bounds[3]; /* least, most, total */
  bool has_options, has_amounts;
  uint32_t options[3];
  int64_t amounts[3];
  size_t count;
  const char *message; /* NULL: it is legal */
} legal_case;

#define CHOOSE(least, most)                                                    \
  ST_PURPOSE_CHOOSE, 0, 3, {                                                   \
    least, most, 0                                                             \
  }
#define NUMBER                                                                 \
  ST_PURPOSE_NUMBER, 0, 0, {                                                   \
    -2, 5, 0                                                                   \
  }
#define DIVIDE                                                                 \
  ST_PURPOSE_DIVIDE, 0, 3, {                                                   \
    1, 9, 6                                                                    \
  }
#define ALLOCATE                                                               \
  ST_PURPOSE_ALLOCATE, 0, 3, {                                                 \
    0, 4, 5                                                                    \
  }
#define THESE   true, false
#define SO_MUCH false, true
#define BOTH    true, true

static const legal_case legal_cases[] = {
    {"one", CHOOSE(1, 2), THESE, {2}, {0}, 1, NULL},
    {"two", CHOOSE(1, 2), THESE, {2, 0}, {0}, 2, NULL},
    {"none", CHOOSE(0, 2), THESE, {0}, {0}, 0, NULL},
    {"none without a list", CHOOSE(0, 2), false, false, {0}, {0}, 0, NULL},
    {"all, of more than all", CHOOSE(0, 9), THESE, {1, 0, 2}, {0}, 3, NULL},
    {"too few",
     CHOOSE(1, 2),
     THESE,
     {0},
     {0},
     0,
     "0 options are named, and 1 to 2 asked for"},
    {"too many",
     CHOOSE(1, 2),
     THESE,
     {0, 1, 2},
     {0},
     3,
     "3 options are named, and 1 to 2 asked for"},
    {"not just two",
     CHOOSE(2, 2),
     THESE,
     {0},
     {0},
     1,
     "1 options are named, and just 2 asked for"},
    {"no such option",
     CHOOSE(1, 2),
     THESE,
     {3},
     {0},
     1,
     "there is no option 3; there are 0 to 2"},
    {"one twice",
     CHOOSE(1, 2),
     THESE,
     {1, 1},
     {0},
     2,
     "option 1 is named twice"},
    {"amounts",
     CHOOSE(1, 2),
     BOTH,
     {1},
     {1},
     1,
     "options are asked for, not amounts"},
    {"no list",
     CHOOSE(1, 2),
     false,
     false,
     {0},
     {0},
     1,
     "options are asked for, not amounts"},
    {"an order",
     ST_PURPOSE_ORDER_TRIGGERS,
     ST_DECISION_ORDERED,
     3,
     {3, 3, 0},
     THESE,
     {2, 0, 1},
     {0},
     3,
     NULL},
    {"half an order",
     ST_PURPOSE_ORDER_TRIGGERS,
     ST_DECISION_ORDERED,
     3,
     {3, 3, 0},
     THESE,
     {2, 0},
     {0},
     2,
     "2 options are named, and just 3 asked for"},
    {"an order with one twice",
     ST_PURPOSE_ORDER_STAMPS,
     ST_DECISION_ORDERED,
     3,
     {3, 3, 0},
     THESE,
     {2, 0, 2},
     {0},
     3,
     "option 2 is named twice"},
    {"the least", NUMBER, SO_MUCH, {0}, {-2}, 1, NULL},
    {"the most", NUMBER, SO_MUCH, {0}, {5}, 1, NULL},
    {"too little", NUMBER, SO_MUCH, {0}, {-3}, 1, "-3 is not from -2 to 5"},
    {"too much", NUMBER, SO_MUCH, {0}, {6}, 1, "6 is not from -2 to 5"},
    {"two numbers",
     NUMBER,
     SO_MUCH,
     {0},
     {1, 2},
     2,
     "one number is asked for, and no option"},
    {"an option for a number",
     NUMBER,
     BOTH,
     {0},
     {1},
     1,
     "one number is asked for, and no option"},
    {"no number",
     NUMBER,
     THESE,
     {0},
     {0},
     1,
     "one number is asked for, and no option"},
    {"a share for each", DIVIDE, SO_MUCH, {0}, {1, 4, 1}, 3, NULL},
    {"named shares", DIVIDE, BOTH, {2, 0, 1}, {1, 4, 1}, 3, NULL},
    {"nothing for one",
     DIVIDE,
     SO_MUCH,
     {0},
     {0, 5, 1},
     3,
     "an amount of 0 is not from 1 to 9"},
    {"one left out",
     DIVIDE,
     BOTH,
     {0, 1},
     {3, 3},
     2,
     "an amount of 0 is not from 1 to 9"},
    {"too much in all",
     DIVIDE,
     SO_MUCH,
     {0},
     {1, 5, 1},
     3,
     "the amounts are together 7, not 6"},
    {"too little in all",
     DIVIDE,
     SO_MUCH,
     {0},
     {1, 1, 1},
     3,
     "the amounts are together 3, not 6"},
    {"two shares for three",
     DIVIDE,
     SO_MUCH,
     {0},
     {3, 3},
     2,
     "an amount for each of 3 options is asked for"},
    {"no shares",
     DIVIDE,
     THESE,
     {0, 1, 2},
     {0},
     3,
     "an amount for each of 3 options is asked for"},
    {"a share of no option",
     DIVIDE,
     BOTH,
     {0, 1, 3},
     {2, 2, 2},
     3,
     "there is no option 3; there are 0 to 2"},
    {"two shares for one",
     DIVIDE,
     BOTH,
     {0, 1, 1},
     {2, 2, 2},
     3,
     "option 1 is named twice"},
    {"from some", ALLOCATE, BOTH, {2, 0}, {4, 1}, 2, NULL},
    {"more than one has",
     ALLOCATE,
     BOTH,
     {2, 0},
     {5, 0},
     2,
     "an amount of 5 is not from 0 to 4"},
    {"less than nothing",
     ALLOCATE,
     SO_MUCH,
     {0},
     {4, 4, -3},
     3,
     "an amount of -3 is not from 0 to 4"},
};

Test(open_decision, answers_are_legal_or_refused_with_the_reason) {
  for (size_t i = 0; i < ST_COUNT_OF(legal_cases); i++) {
    const legal_case *c = &legal_cases[i];
    rows r;
    rows_open(&r, 1);
    begin(&r);
    OK(ask_for(&r, c->purpose, c->flags, c->option_count, c->bounds));
    st_new_answer answer = {.decision = 1,
                            .options = c->has_options ? c->options : NULL,
                            .amounts = c->has_amounts ? c->amounts : NULL,
                            .count = c->count};
    uint64_t hash = r.s.store.hash;
    strata_error why = {.status = STRATA_OK};

    strata_status status = st_decision_answer(&r.s.store, &answer, &why);

    cr_expect(eq(int, status, c->message ? STRATA_EREFUSED : STRATA_OK), "%s",
              c->name);
    cr_expect(eq(str, why.text, STR(c->message ? c->message : "")), "%s",
              c->name);
    cr_expect(eq(int, r.s.store.hash == hash, c->message != NULL), "%s",
              c->name);
    cr_expect(eq(int, st_decision_get(&r.s.store, 1).answered, !c->message),
              "%s", c->name);
    OK(rows_judge(&r.s.store));
    rows_close(&r);
  }
}

static void expect_refused(rows *r, st_new_answer answer, const char *message) {
  strata_error why = {.status = STRATA_OK};
  uint64_t hash = r->s.store.hash;
  cr_expect(
      eq(int, st_decision_answer(&r->s.store, &answer, &why), STRATA_EREFUSED));
  cr_expect(eq(str, why.text, STR(message)));
  cr_expect(eq(int, why.status, STRATA_EREFUSED));
  cr_expect(eq(u64, r->s.store.hash, hash));
  cr_expect(
      eq(int, st_decision_answer(&r->s.store, &answer, NULL), STRATA_EREFUSED));
}

Test(open_decision, who_may_answer_what_and_once) {
  rows r;
  rows_open(&r, 1);
  const uint32_t first = 0;
  st_new_answer answer = {.decision = 1, .options = &first, .count = 1};
  expect_refused(&r, answer, "there is no decision 1; there are 0");
  begin(&r);
  const int64_t one[] = {1, 1, 0};
  OK(ask_for(&r, ST_PURPOSE_TARGET, 0, 2, one));
  answer.decision = 0;
  expect_refused(&r, answer, "there is no decision 0; there are 1");
  answer.decision = 2;
  expect_refused(&r, answer, "there is no decision 2; there are 1");
  answer.decision = 1;
  answer.who = r.cards[1];
  expect_refused(&r, answer, "decision 1 is not for entity 2 but for entity 1");
  answer.who = r.cards[0];
  OK(st_decision_answer(&r.s.store, &answer, NULL));
  expect_refused(&r, answer, "decision 1 is answered already");
  rows_close(&r);
}

Test(open_decision, what_has_no_answer_is_not_asked) {
  static const struct {
    st_purpose purpose;
    uint32_t count;
    int64_t bounds[3];
    strata_status want;
  } cases[] = {
      {ST_PURPOSE_CHOOSE, 2, {3, 3, 0}, STRATA_EINVAL},
      {ST_PURPOSE_CHOOSE, 2, {-1, 1, 0}, STRATA_EINVAL},
      {ST_PURPOSE_CHOOSE, 2, {2, 1, 0}, STRATA_EINVAL},
      {ST_PURPOSE_CHOOSE, 0, {0, 0, 0}, STRATA_OK},
      {ST_PURPOSE_CHOOSE, 2, {2, INT64_MAX, 0}, STRATA_OK},
      {ST_PURPOSE_NUMBER, 0, {5, 4, 0}, STRATA_EINVAL},
      {ST_PURPOSE_NUMBER, 1, {4, 5, 0}, STRATA_EINVAL},
      {ST_PURPOSE_NUMBER, 0, {INT64_MIN, INT64_MAX, 0}, STRATA_OK},
      {ST_PURPOSE_DIVIDE, 0, {0, 5, 0}, STRATA_EINVAL},
      {ST_PURPOSE_DIVIDE, 3, {1, 5, 2}, STRATA_EINVAL},
      {ST_PURPOSE_DIVIDE, 3, {1, 5, 16}, STRATA_EINVAL},
      {ST_PURPOSE_DIVIDE, 3, {-1, 5, 3}, STRATA_EINVAL},
      {ST_PURPOSE_DIVIDE, 3, {1, 5, 15}, STRATA_OK},
      {ST_PURPOSE_ALLOCATE, 3, {1, INT64_MAX, INT64_MAX}, STRATA_OK},
  };
  rows r;
  rows_open(&r, 1);
  begin(&r);
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    st_savepoint start = st_store_begin(&r.s.store);
    uint64_t hash = r.s.store.hash;
    strata_status status =
        ask_for(&r, cases[i].purpose, 0, cases[i].count, cases[i].bounds);
    cr_expect(eq(int, status, cases[i].want), "case %zu", i);
    cr_expect(eq(int, r.s.store.hash == hash, status != STRATA_OK));
    OK(rows_judge(&r.s.store));
    st_store_undo(&r.s.store, start);
  }
  rows_close(&r);
}

Test(open_decision, amounts_that_would_overflow_are_not_their_sum) {
  rows r;
  rows_open(&r, 1);
  begin(&r);
  const int64_t bounds[] = {0, INT64_MAX, 1};
  OK(ask_for(&r, ST_PURPOSE_DIVIDE, 0, 3, bounds));
  const int64_t amounts[] = {INT64_MAX, INT64_MAX, 3}; /* 1, modulo 2^64 */
  expect_refused(&r,
                 (st_new_answer){.decision = 1, .amounts = amounts, .count = 3},
                 "the amounts are together 9223372036854775807, not 1");
  rows_close(&r);
}

/* -- Many options, little memory -- */

Test(open_decision, a_choice_of_many_is_sorted_unless_its_order_counts) {
  for (uint32_t flags = 0; flags <= ST_DECISION_ORDERED; flags++) {
    rows r;
    rows_open(&r, 1);
    begin(&r);
    const int64_t all[] = {OPTIONS, OPTIONS, 0};
    OK(ask_for(&r, ST_PURPOSE_KEEP, flags, OPTIONS, all));
    uint32_t options[OPTIONS];
    for (uint32_t i = 0; i < OPTIONS; i++) {
      options[i] = OPTIONS - 1 - i;
    }
    OK(st_decision_answer(
        &r.s.store,
        &(st_new_answer){.decision = 1, .options = options, .count = OPTIONS},
        NULL));
    for (uint32_t i = 0; i < OPTIONS; i++) {
      uint32_t want = flags ? options[i] : i;
      cr_assert(eq(i64, st_decision_answer_at(&r.s.store, 1, i), want));
    }
    OK(rows_judge(&r.s.store));
    rows_close(&r);
  }
}

static strata_status many_calls(rows *r) {
  st_store *store = &r->s.store;
  strata_status status = st_decision_begin_action(store, 3, words, 4);
  const int64_t all[] = {OPTIONS, OPTIONS, 0};
  uint32_t options[OPTIONS];
  for (uint32_t i = 0; i < OPTIONS; i++) {
    options[i] = i;
  }
  if (!status) status = ask_for(r, ST_PURPOSE_KEEP, 0, OPTIONS, all);
  if (!status) {
    st_new_answer answer = {
        .decision = 1, .options = options, .count = OPTIONS};
    status = st_decision_answer(store, &answer, NULL);
  }
  return status ? status : st_decision_end_action(store);
}

Test(open_decision, calls_without_memory_are_undone_whole) {
  rows_without_memory(NULL, many_calls);
}
