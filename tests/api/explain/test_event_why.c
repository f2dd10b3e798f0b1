/* Explanations of events: how an event came about, and why a watcher did not
 * act on it. */
#include "kit_acts.h"
#include "kit_why.h"
#include "play.h"

TestSuite(event_why, .timeout = 120);

/* Kinds gain and hit (who, amount, to), and row: gains at once. */
typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity who[2];
} table;

static const strata_argument of_both[] = {
    {.name = "who", .value = "event.who"},
    {.name = "amount", .value = "event.amount"}};

static void add_kinds(strata_builder *b) {
  static const strata_argument twice[] = {
      {.name = "who", .value = "event.who"},
      {.name = "amount", .value = "event.amount + $i"}};
  OK(strata_builder_event_type(
      b, &(strata_event_type_desc){
             .name = "gain",
             FIELDS,
             .affected = "who",
             .amount = "amount",
             .matters = "event.amount > 0",
             DOES({D(ADD), .what = "life", .who = "event.who",
                   VALUE("event.amount")})}));
  OK(strata_builder_event_type(
      b, &(strata_event_type_desc){
             .name = "hit",
             FIELDS,
             .affected = "who",
             .amount = "amount",
             .matters = "event.amount > 0",
             DOES({D(ADD), .what = "life", .who = "event.who",
                   VALUE("0 - event.amount")})}));
  const strata_instruction all[] = {{D(EMIT), .what = "hit", .times = "2",
                                     .arguments = twice, .argument_count = 2}};
  OK(strata_builder_event_type(
      b, &(strata_event_type_desc){.name = "row",
                                   FIELDS,
                                   .affected = "who",
                                   .contains = STRATA_CONTAINMENT_RESULTS,
                                   .parts = all,
                                   .part_count = 1}));
}

#define REPLACES(text, kind)                                                   \
  .name = (text), .role = STRATA_ROLE_REPLACE, .event = (kind)

static void add_codes(strata_builder *b) {
  const strata_watcher_desc codes[] = {
      {REPLACES("test:twice", "gain"), .when = "event.amount > 1",
       DEEDS({D(CHANGE), .what = "amount", VALUE("event.amount * 2")})},
      {REPLACES("test:more", "gain"), .optional = true,
       DEEDS({D(CHANGE), .what = "amount", VALUE("event.amount + 1")})},
      {REPLACES("test:turn", "gain"), .when = "event.amount > 4",
       DEEDS({D(INSTEAD), INSIDE({D(EMIT), .what = "hit", .arguments = of_both,
                                  .argument_count = 2})})},
      {REPLACES("test:back", "hit"), .when = "event.amount = 3",
       DEEDS({D(INSTEAD), INSIDE({D(EMIT), .what = "gain", .arguments = of_both,
                                  .argument_count = 2})})},
      {REPLACES("test:none", "hit"), .when = "event.amount > 9",
       DEEDS({D(NOTHING)})},
      {.name = "test:ward",
       .role = STRATA_ROLE_PREVENT,
       .event = "hit",
       .amount = "1"},
      {.name = "test:seal",
       .role = STRATA_ROLE_CANT,
       .event = "gain",
       .when = "event.amount = 7"},
      {.name = "test:bell",
       .role = STRATA_ROLE_TRIGGER,
       .event = "hit",
       .when = "event.amount > 2 and event.who != none",
       DEEDS({D(NOTE), .what = "rang", .who = "$you", VALUE("event.amount")})},
  };
  for (size_t i = 0; i < COUNT(codes); i++) {
    OK(strata_builder_watcher(b, &codes[i]));
  }
}

static strata_watcher_def code_of(const table *t, const char *name) {
  strata_watcher_def code =
      strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, name);
  cr_assert(ne(u32, code, 0), "%s", name);
  return code;
}

static void watch(const table *t, const char *code, int64_t left) {
  OK(strata_watcher_start(
      t->world,
      &(strata_watcher_start_desc){.watcher_def = code_of(t, code),
                                   .source = t->who[0],
                                   .you = t->who[0],
                                   .left = left},
      NULL));
}

static void lay(table *t, uint32_t remembered) {
  strata_builder *b = NULL;
  *t = (table){0};
  OK(strata_builder_new(kit_alloc, &t->mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "life", .type = STRATA_INT}));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "name", .type = STRATA_TEXT}));
  add_kinds(b);
  add_codes(b);
  OK(strata_builder_freeze(b, &t->rules));
  strata_builder_free(b);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  for (size_t i = 0; i < 2; i++) {
    OK(strata_spawn(t->world, &t->who[i]));
    OK(strata_set_base(
        t->world, t->who[i], kit_attr(t->rules, "name"),
        &(strata_value){.type = STRATA_TEXT, .text = i ? "Bob" : "Alice"}));
  }
  OK(strata_remember(t->world, remembered));
}

static void clear(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, t->mem.wrong_size, 0), "old_size was not exact");
}

static strata_status happen(const table *t, const char *kind, size_t who,
                            int64_t amount, strata_outcome *out) {
  const strata_named_value values[] = {
      {"who", {.type = STRATA_REF, .ref = t->who[who]}},
      {"amount", {.type = STRATA_INT, .integer = amount}}};
  return strata_act(
      t->world,
      &(strata_act_desc){
          .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, kind),
          .you = t->who[who],
          .given = values,
          .given_count = 2},
      out);
}

static strata_status first_option(strata_world *world) {
  strata_decision asked;
  uint32_t options[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t amounts[8] = {0};
  OK(strata_decision_get(world, 0, &asked));
  amounts[0] = asked.total;
  bool shares = asked.purpose == STRATA_PURPOSE_ALLOCATE;
  return strata_answer(
      world,
      &(strata_answer_desc){.options = options,
                            .amounts = shares ? amounts : NULL,
                            .count = shares ? asked.option_count
                                            : (size_t)asked.least},
      NULL);
}

static void finish(const table *t) {
  while (strata_decision_count(t->world) > 0) {
    OK(first_option(t->world));
  }
}

static void expect_verdict(const table *t, uint64_t row, const char *code,
                           strata_verdict verdict, const char *says) {
  strata_event_why *account = NULL;
  OK(strata_explain_why_not(t->world, row, code_of(t, code), t->who[0],
                            &account));
  const strata_event_why_row *last =
      strata_event_why_get(account, strata_event_why_count(account) - 1);
  cr_expect(eq(int, last->step, STRATA_EVENT_WHY_VERDICT));
  cr_expect(eq(int, last->verdict, verdict), "%s", kit_event_why_text(account));
  cr_expect(eq(str, (char *)last->says, (char *)says));
  strata_event_why_free(account);
}

Test(event_why, is_told_in_order) {
  table t;
  lay(&t, 4);
  watch(&t, "test:twice", 0);
  OK(happen(&t, "gain", 1, 2, NULL));
  strata_event_why *account = NULL;
  uint64_t hash = strata_hash(t.world);
  strata_stats stats = kit_stats(t.world);
  OK(strata_explain_event(t.world, 2, &account));
  cr_expect(eq(str, (char *)kit_event_why_text(account),
               "proposed||who:  -> Bob|amount:  -> 2|by:  -> Bob|\n"
               "replaced|Alice, test:twice|amount: 2 -> 4|\n"
               "happened||who:  -> Bob|amount:  -> 4|by:  -> Bob|\n"));
  const strata_explained_event *event = strata_event_why_event(account);
  cr_expect(eq(u64, event->row, 2));
  cr_expect(eq(u64, event->action, 1));
  cr_expect(eq(u32, event->event_type,
               strata_rules_find(t.rules, STRATA_NAME_EVENT_TYPE, "gain")));
  cr_expect(eq(u64, strata_hash(t.world), hash));
  cr_expect(eq(u64, kit_stats(t.world).state_bytes, stats.state_bytes));
  cr_assert(eq(sz, strata_event_why_count(account), 3));
  cr_expect(strata_event_why_get(account, 3) == NULL);
  const strata_event_why_row *row = strata_event_why_get(account, 1);
  cr_expect(eq(int, row->step, STRATA_EVENT_WHY_REPLACED));
  cr_expect(eq(u32, row->watcher_def, code_of(&t, "test:twice")));
  cr_expect(eq(u64, row->source, t.who[0]));
  cr_expect(eq(u64, row->row, 1));
  cr_expect(eq(i64, row->fields[0].before.integer, 2));
  cr_expect(eq(i64, row->fields[0].after.integer, 4));
  row = strata_event_why_get(account, 2);
  cr_expect(not(row->fields[1].names_maker), "the amount is no maker");
  cr_expect(row->fields[2].names_maker, "'by' is the maker");
  strata_event_why_free(account);
  strata_event_why_free(NULL);
  clear(&t);
}

/* 615.7: what is not enough for all of them goes to the first. */
Test(event_why, tells_of_shares) {
  table t;
  lay(&t, 4);
  watch(&t, "test:ward", 1);
  OK(happen(&t, "row", 1, 1, NULL));
  cr_expect(lt(sz, 0, strata_decision_count(t.world)));
  finish(&t);
  uint64_t last = 0;
  for (uint64_t at = 0; (at = strata_log_next(t.world, at)) != 0;) {
    strata_log_row row;
    OK(strata_log_get(t.world, at, &row));
    bool hit = row.event_type ==
               strata_rules_find(t.rules, STRATA_NAME_EVENT_TYPE, "hit");
    if (hit && row.what == STRATA_LOG_HAPPENED) last = at;
  }
  expect_verdict(&t, last, "test:ward", STRATA_VERDICT_SHARE,
                 "its share was nothing (615.7)");
  clear(&t);
}

static void expect_refused(const table *t, strata_status status,
                           strata_status want, const char *text) {
  cr_expect(eq(int, status, want), "%s", strata_world_error(t->world));
  cr_expect(strstr(strata_world_error(t->world), text) != NULL, "%s",
            strata_world_error(t->world));
}

Test(event_why, is_refused) {
  table t;
  strata_event_why *a = NULL;
  lay(&t, 2);
  strata_watcher_def twice = code_of(&t, "test:twice");
  expect_refused(&t, strata_explain_event(t.world, 1, &a), STRATA_ENOENT,
                 "account_event: row 1 is yet to come");
  expect_refused(&t, strata_explain_why_not(t.world, 0, twice, 0, &a),
                 STRATA_ENOENT, "account_doubt: the log tells of no 'gain'");
  OK(happen(&t, "gain", 1, 2, NULL));
  expect_refused(&t, strata_explain_event(t.world, 1, NULL), STRATA_EINVAL,
                 "account_event: out is NULL");
  expect_refused(&t, strata_explain_why_not(t.world, 1, twice, 0, NULL),
                 STRATA_EINVAL, "account_doubt: out is NULL");
  expect_refused(&t, strata_explain_why_not(t.world, 1, 0, 0, &a),
                 STRATA_ENOENT, "no code 0; these rules have 1 to 8");
  expect_refused(&t, strata_explain_why_not(t.world, 1, 9, 0, &a),
                 STRATA_ENOENT, "no code 9");
  expect_refused(&t, strata_explain_why_not(t.world, 1, twice, 99, &a),
                 STRATA_ESTALE, "was never in this world");
  expect_refused(&t, strata_remember(t.world, 65537), STRATA_ERANGE,
                 "remember: at most 65536 actions, not 65537");
  OK(happen(&t, "gain", 1, 2, NULL));
  OK(happen(&t, "gain", 1, 2, NULL));
  expect_refused(&t, strata_explain_event(t.world, 1, &a), STRATA_EREFUSED,
                 "row 1 is of action 1, which this world does not remember");
  OK(strata_explain_event(t.world, 2, &a));
  strata_event_why_free(a);
  OK(strata_remember(t.world, 0));
  expect_refused(&t, strata_explain_event(t.world, 2, &a), STRATA_EREFUSED,
                 "and this world remembers none");
  clear(&t);
}

/* Who takes an action back and does another one in its place asks about that.
 */
Test(event_why, is_of_what_was_not_taken_back) {
  table t;
  strata_event_why *a = NULL;
  strata_mark mark;
  lay(&t, 8);
  OK(strata_mark_set(t.world, &mark));
  OK(happen(&t, "gain", 0, 2, NULL));
  OK(strata_rollback(t.world, mark));
  expect_refused(&t, strata_explain_event(t.world, 1, &a), STRATA_ENOENT,
                 "yet to come");
  OK(happen(&t, "gain", 1, 3, NULL));
  OK(strata_explain_event(t.world, 1, &a));
  const strata_event_why_row *row = strata_event_why_get(a, 0);
  cr_expect(eq(u64, row->fields[0].after.ref, t.who[1]));
  strata_event_why_free(a);
  strata_world *fork = NULL;
  OK(strata_fork(t.world, NULL, &fork));
  cr_expect(eq(int, strata_explain_event(fork, 1, &a), STRATA_EREFUSED));
  OK(strata_rollback(t.world, mark));
  OK(strata_fork(fork, t.world, NULL));
  OK(strata_explain_event(t.world, 1, &a));
  strata_event_why_free(a);
  strata_world_free(fork);
  clear(&t);
}

/* It did, if the account of the event says so, and else did not. */
static bool did(const strata_event_why *account, strata_watcher_def code) {
  for (size_t i = 0; i < strata_event_why_count(account); i++) {
    const strata_event_why_row *row = strata_event_why_get(account, i);
    bool acts = row->step == STRATA_EVENT_WHY_REPLACED ||
                row->step == STRATA_EVENT_WHY_PREVENTED ||
                row->step == STRATA_EVENT_WHY_REFUSED ||
                row->step == STRATA_EVENT_WHY_TRIGGERED;
    if (acts && row->watcher_def == code) return true;
  }
  return false;
}

static void ask_all(const table *t, uint64_t row, size_t *accounts) {
  strata_status status;
  const char *law = kit_account_law(t->world, row, &status);
  cr_assert(law == NULL, "row %d: %s", (int)row, law);
  if (status) {
    cr_expect(eq(int, status, STRATA_ENOENT), "%s",
              strata_world_error(t->world));
    return;
  }
  strata_event_why *account = NULL;
  OK(strata_explain_event(t->world, row, &account));
  uint32_t codes = strata_rules_count(t->rules, STRATA_NAME_WATCHER_DEF);
  for (strata_watcher_def code = 1; code <= codes; code++) {
    strata_event_why *doubt = NULL;
    OK(strata_explain_why_not(t->world, row, code, 0, &doubt));
    const strata_event_why_row *last =
        strata_event_why_get(doubt, strata_event_why_count(doubt) - 1);
    bool done = last->verdict == STRATA_VERDICT_DONE;
    if (last->verdict != STRATA_VERDICT_KIND) {
      cr_expect(eq(int, done, did(account, code)), "%s\n%s",
                kit_event_why_text(account), kit_event_why_text(doubt));
    }
    cr_expect(ne(int, last->verdict, STRATA_VERDICT_NOT_MET), "%s\n%s",
              kit_event_why_text(account), kit_event_why_text(doubt));
    strata_event_why_free(doubt);
    (*accounts)++;
  }
  strata_event_why_free(account);
}

/* Whatever watches, each step of an account takes up what the one before left,
 * and the last one is what the log says. */
Test(event_why, holds_together) {
  static const char *const kinds[] = {"gain", "hit", "row"};
  static const char *const codes[] = {"test:twice", "test:more", "test:turn",
                                      "test:back",  "test:none", "test:ward",
                                      "test:seal",  "test:bell"};
  size_t accounts = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    kit_dice dice = {seed};
    table t;
    lay(&t, 3);
    for (size_t i = 0; i < COUNT(codes); i++) {
      if (kit_below(&dice, 2)) watch(&t, codes[i], 0);
    }
    for (int i = 0; i < 3; i++) {
      uint64_t after = 0;
      for (uint64_t at = 0; (at = strata_log_next(t.world, at)) != 0;) {
        after = at;
      }
      OK(happen(&t, kinds[kit_below(&dice, 3)], kit_below(&dice, 2),
                kit_below(&dice, 10), NULL));
      finish(&t);
      while ((after = strata_log_next(t.world, after)) != 0) {
        ask_all(&t, after, &accounts);
      }
    }
    clear(&t);
  }
  cr_expect(lt(sz, 500, accounts));
}

/* What explanations said, all together. */
typedef struct sayings {
  char text[1 << 14];
} sayings;

static void add_saying(sayings *said, const strata_event_why *account) {
  const char *text = kit_event_why_text(account);
  size_t used = strlen(said->text);
  cr_assert(lt(sz, used + strlen(text), sizeof said->text));
  strcpy(said->text + used, text);
}

/* Explain the events of rows 1 to `last`, and why the bell did not ring. */
static strata_status explain_all(const table *t, uint64_t last, sayings *said) {
  said->text[0] = '\0';
  for (uint64_t row = 1; row <= last; row++) {
    strata_event_why *account = NULL;
    strata_status status = strata_explain_event(t->world, row, &account);
    if (status == STRATA_ENOENT) continue; /* it tells of no event */
    if (status) return status;
    add_saying(said, account);
    strata_event_why_free(account);
  }
  strata_event_why *doubt = NULL;
  strata_status status = strata_explain_why_not(
      t->world, 0, code_of(t, "test:bell"), t->who[0], &doubt);
  if (status) return status;
  add_saying(said, doubt);
  strata_event_why_free(doubt);
  return STRATA_OK;
}

static uint64_t last_row(const table *t) {
  uint64_t last = 0;
  for (uint64_t row = 0; (row = strata_log_next(t->world, row)) != 0;) {
    last = row;
  }
  return last;
}

/* Wherever memory runs out, the world is as it was, and what is asked again is
 * told in full. The event `row` contains others. */
Test(event_why, finding_MU05_survives_running_out_of_memory) {
  static sayings want;
  static sayings got;
  table t;
  lay(&t, 4);
  watch(&t, "test:twice", 0);
  watch(&t, "test:more", 0);
  watch(&t, "test:bell", 0);
  OK(happen(&t, "gain", 1, 2, NULL));
  finish(&t);
  OK(happen(&t, "row", 1, 1, NULL));
  finish(&t);
  OK(happen(&t, "hit", 1, 2, NULL));
  const uint64_t last = last_row(&t);
  OK(explain_all(&t, last, &want));
  cr_assert(strstr(want.text, "contains|") != NULL, "%s", want.text);
  uint64_t hash = strata_hash(t.world);
  size_t blocks = t.mem.live_blocks;
  bool done = false;
  for (size_t n = 1; !done; n++) {
    t.mem.failures = 0;
    t.mem.fail_at = t.mem.calls + n;
    strata_status status = explain_all(&t, last, &got);
    t.mem.fail_at = 0;
    done = t.mem.failures == 0;
    cr_assert(eq(int, status, done ? STRATA_OK : STRATA_ENOMEM), "%d", (int)n);
    cr_assert(eq(u64, strata_hash(t.world), hash));
    OK(explain_all(&t, last, &got));
    cr_assert(eq(str, got.text, want.text), "allocation %d", (int)n);
  }
  cr_expect(le(sz, t.mem.live_blocks, blocks + 8), "what is kept is scratch");
  expect_verdict(&t, 0, "test:bell", STRATA_VERDICT_CONDITION,
                 "event.amount > 2 is false: event.amount = 2");
  clear(&t);
}

/* So does remembering, and then nothing has happened. */
Test(event_why, remembers_all_or_nothing) {
  table t;
  bool done = false;
  lay(&t, 0);
  for (size_t n = 1; !done; n++) {
    uint64_t hash = strata_hash(t.world);
    t.mem.failures = 0;
    t.mem.fail_at = t.mem.calls + n;
    strata_status status = strata_remember(t.world, 2);
    if (!status) status = happen(&t, "gain", 1, 2, NULL);
    t.mem.fail_at = 0;
    done = t.mem.failures == 0;
    if (!done) cr_assert(eq(int, status, STRATA_ENOMEM));
    if (!done) cr_assert(eq(u64, strata_hash(t.world), hash));
    if (!done) OK(strata_remember(t.world, 0));
  }
  cr_expect(eq(u64, strata_log_next(t.world, 0), 1));
  clear(&t);
}
