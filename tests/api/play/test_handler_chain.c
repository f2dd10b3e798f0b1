/* Handler chains: what hosts and handlers do with them, which overrides are
 * saved, and what a failure leaves. */
#include "game.h"

#include <string.h>

TestSuite(handler_chain, .timeout = 120);

#define OK(call)    cr_assert(eq(int, call, STRATA_OK), "%s", #call)
#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define DEEDS(...)                                                             \
  .program = (const strata_instruction[]){__VA_ARGS__},                        \
  .instruction_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define HANDLER(title, chain)                                                  \
  .name = (title), .role = STRATA_ROLE_HANDLE, .event = "hit", .phase = (chain)
#define MARK(digit)                                                            \
  { D(CHANGE), .what = "n", VALUE("event.n * 10 + " #digit) }

/* -- Rules ------------------------------------------------------------------
 */

static const strata_field_desc hit_of[] = {{"who", STRATA_REF},
                                           {"n", STRATA_INT}};
static const strata_phase_desc phases[] = {
    {.name = "check"}, {.name = "before"}, {.name = "do"}, {.name = "after"}};
static const strata_argument again[] = {{.name = "who", .value = "event.who"},
                                        {.name = "n", .value = "1"}};
static const strata_event_type_desc kinds[] = {
    {.name = "hit",
     .fields = hit_of,
     .field_count = 2,
     .affected = "who",
     .matters = "event.n > 0",
     .phases = phases,
     .phase_count = COUNT(phases),
     .does = &(strata_instruction){D(ADD), .what = "hurt", .who = "event.who",
                                   VALUE("event.n")},
     .does_count = 1},
    {.name = "heal",
     .fields = hit_of,
     .field_count = 2,
     .affected = "who",
     .does = &(strata_instruction){D(ADD), .what = "hurt", .who = "event.who",
                                   VALUE("-event.n")},
     .does_count = 1},
    {.name = "tick",
     .does = &(strata_instruction){D(TICK), .what = "turn"},
     .does_count = 1},
    {.name = "volley",
     .fields = hit_of,
     .field_count = 2,
     .affected = "who",
     .contains = STRATA_CONTAINMENT_RESULTS,
     .parts = &(strata_instruction){D(EMIT), .what = "hit", .arguments = again,
                                    .argument_count = 2, .times = "event.n"},
     .part_count = 1}};
static const strata_field_desc tally = {"count", STRATA_INT};
static const strata_watcher_desc codes[] = {
    {HANDLER("of_all", "before"), .everywhere = true, DEEDS(MARK(1))},
    {HANDLER("printed", "before"), DEEDS(MARK(2))},
    {HANDLER("own", "before"), DEEDS(MARK(3))},
    {HANDLER("first", "before"), .place = STRATA_RANK_HIGH, DEEDS(MARK(4))},
    {HANDLER("hooked", "before"), DEEDS(MARK(5))},
    {HANDLER("halts", "check"), DEEDS({D(HALT)})},
    {HANDLER("nothing", "before"), .place = STRATA_RANK_LOWEST,
     DEEDS({D(CHANGE), .what = "n", VALUE("0")})},
    {HANDLER("counts", "after"), .names = &tally, .name_count = 1,
     DEEDS({D(LET), .as = "count", VALUE("$count + event.n")})},
    {HANDLER("heals", "after"),
     DEEDS({D(EMIT), .what = "heal", .arguments = again, .argument_count = 2})},
    {HANDLER("more", "do"),
     DEEDS({D(ADD), .what = "extra", .who = "event.who", VALUE("7")})},
    {HANDLER("runs", "before"), DEEDS({D(RUN), .what = "hand"})},
    {HANDLER("asks", "before"),
     DEEDS({D(CHOOSE), .what = "number", .as = "much",
            .arguments = &(strata_argument){.name = "most", .value = "9"},
            .argument_count = 1},
           {D(CHANGE), .what = "n", VALUE("event.n * 10 + $much")})},
    {HANDLER("when", "before"), .when = "event.n > 5", DEEDS(MARK(6))}};

static strata_status declare(strata_builder *b) {
  static const char *const printed[] = {"printed", "counts"};
  const strata_definition_desc card = {
      .name = "card", .handlers = printed, .handler_count = 2};
  strata_status status = strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  const strata_attribute attrs[] = {{.name = "hurt", .type = STRATA_INT},
                                    {.name = "extra", .type = STRATA_INT}};
  for (size_t i = 0; !status && i < COUNT(attrs); i++) {
    status = strata_builder_attribute(b, &attrs[i]);
  }
  if (!status) status = strata_builder_clock(b, "turn");
  if (!status) status = strata_builder_handler(b, "hand", 0);
  for (size_t i = 0; !status && i < COUNT(kinds); i++) {
    status = strata_builder_event_type(b, &kinds[i]);
  }
  for (size_t i = 0; !status && i < COUNT(codes); i++) {
    status = strata_builder_watcher(b, &codes[i]);
  }
  return status ? status : strata_builder_definition(b, &card);
}

typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity one, two;
} table;

static void open_table(table *t) {
  *t = (table){0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t->mem, &b));
  strata_status status = declare(b);
  if (!status) status = strata_builder_freeze(b, &t->rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  strata_definition card =
      strata_rules_find(t->rules, STRATA_NAME_DEFINITION, "card");
  OK(strata_spawn_as(t->world, card, &t->one));
  OK(strata_spawn_as(t->world, card, &t->two));
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static strata_watcher_def code_of(const table *t, const char *name) {
  return strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, name);
}

static strata_status hook_for(table *t, strata_entity owner, const char *name,
                              uint64_t ticks) {
  strata_watcher_def code = code_of(t, name);
  return strata_hook_add(t->world,
                         &(strata_hook_desc){.owner = owner,
                                             .watcher_defs = &code,
                                             .watcher_def_count = 1,
                                             .clock = ticks > 0,
                                             .ticks = ticks},
                         NULL);
}

static strata_status unhook(table *t, strata_entity owner, const char *name) {
  strata_watcher_def code = code_of(t, name);
  return strata_hook_remove(t->world,
                            &(strata_hook_desc){.owner = owner,
                                                .watcher_defs = &code,
                                                .watcher_def_count = 1},
                            NULL);
}

static strata_status act(table *t, const char *kind, strata_entity who,
                         int64_t n, strata_outcome *outcome) {
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = who}},
      {"n", {.type = STRATA_INT, .integer = n}}};
  const strata_act_desc desc = {
      .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, kind),
      .given = given,
      .given_count = who != 0 ? 2 : 0};
  return strata_act(t->world, &desc, outcome);
}

static int64_t read(table *t, strata_entity who, const char *attr) {
  int64_t value = INT64_MIN;
  OK(strata_get_int(t->world, who, kit_attr(t->rules, attr), &value));
  return value;
}

static int64_t counted(table *t, strata_world *world, strata_entity who) {
  strata_value value = {0};
  OK(strata_hook_get(world, who, code_of(t, "counts"), "count", &value));
  return value.integer;
}

/* -- Who is called, and when ------------------------------------------------
 */

Test(handler_chain, three_levels_are_one_chain) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "own", 0));
  OK(hook_for(&t, 0, "hooked", 0));
  OK(hook_for(&t, t.one, "first", 0));

  OK(act(&t, "hit", t.one, 9, NULL));
  OK(act(&t, "hit", t.two, 9, NULL));

  cr_expect(eq(i64, read(&t, t.one, "hurt"), 941235), "rank, then rules, then "
                                                      "in order of hooking");
  cr_expect(eq(i64, read(&t, t.two, "hurt"), 9125), "its own are its own");
  close_table(&t);
}

Test(handler_chain, a_check_that_is_stopped_forbids) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "halts", 0));

  OK(act(&t, "hit", t.one, 9, NULL));

  cr_expect(eq(i64, read(&t, t.one, "hurt"), 0));
  cr_expect(eq(i64, counted(&t, t.world, t.one), 0), "nothing came after it");
  bool refused = false;
  for (uint64_t n = 0; (n = strata_log_next(t.world, n)) != 0;) {
    strata_log_row row;
    OK(strata_log_get(t.world, n, &row));
    refused = refused ||
              (row.what == STRATA_LOG_REFUSED &&
               row.watcher_def == code_of(&t, "halts") && row.source == t.one);
  }
  cr_expect(refused, "the log says who");
  close_table(&t);
}

Test(handler_chain, what_is_nothing_after_its_handlers_does_not_happen) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "nothing", 0));
  OK(act(&t, "hit", t.one, 9, NULL));
  for (uint64_t n = 0; (n = strata_log_next(t.world, n)) != 0;) {
    strata_log_row row;
    OK(strata_log_get(t.world, n, &row));
    cr_expect(ne(int, row.what, STRATA_LOG_HAPPENED));
  }
  cr_expect(eq(i64, read(&t, t.one, "hurt"), 0));
  cr_expect(eq(i64, counted(&t, t.world, t.one), 0));
  close_table(&t);
}

Test(handler_chain, handlers_do_and_let_happen) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "more", 0));
  OK(hook_for(&t, t.one, "heals", 0));
  OK(act(&t, "hit", t.one, 9, NULL));
  cr_expect(eq(i64, read(&t, t.one, "extra"), 7), "in 'do' they write");
  cr_expect(eq(i64, read(&t, t.one, "hurt"), 911),
            "912 by two marks, one less");
  cr_expect(eq(i64, counted(&t, t.world, t.one), 912), "what has happened");
  cr_expect(eq(i64, counted(&t, t.world, t.two), 0), "each stores its own");
  close_table(&t);
}

Test(handler_chain, results_pass_too) {
  table t;
  open_table(&t);
  OK(act(&t, "volley", t.one, 3, NULL));
  cr_expect(eq(i64, read(&t, t.one, "hurt"), 3 * 112));
  cr_expect(eq(i64, counted(&t, t.world, t.one), 3 * 112));
  close_table(&t);
}

Test(handler_chain, a_handler_says_when) {
  table t;
  open_table(&t);
  OK(unhook(&t, 0, "of_all"));
  OK(unhook(&t, t.one, "printed"));
  OK(hook_for(&t, t.one, "when", 0));
  OK(act(&t, "hit", t.one, 5, NULL));
  cr_expect(eq(i64, read(&t, t.one, "hurt"), 5));
  OK(act(&t, "hit", t.one, 6, NULL));
  cr_expect(eq(i64, read(&t, t.one, "hurt"), 5 + 66));
  close_table(&t);
}

Test(handler_chain, a_clock_ends_it) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "halts", 2));
  OK(hook_for(&t, t.two, "halts", 1));
  OK(strata_tick(t.world, 1, NULL));
  cr_expect(strata_hook_has(t.world, t.one, code_of(&t, "halts")));
  cr_expect(not(strata_hook_has(t.world, t.two, code_of(&t, "halts"))));
  OK(act(&t, "tick", 0, 0, NULL));
  cr_expect(not(strata_hook_has(t.world, t.one, code_of(&t, "halts"))),
            "a deed ticks as well");
  close_table(&t);
}

/* -- What is kept -----------------------------------------------------------
 */

Test(handler_chain, what_differs_is_saved_forked_and_taken_back) {
  table t;
  open_table(&t);
  uint64_t bare = strata_hash(t.world);
  strata_mark mark;
  OK(strata_mark_set(t.world, &mark));
  OK(hook_for(&t, t.one, "own", 3));
  OK(unhook(&t, t.one, "printed"));
  OK(hook_for(&t, 0, "hooked", 0));
  OK(act(&t, "hit", t.two, 1, NULL));
  cr_expect(ne(u64, strata_hash(t.world), bare));

  size_t size = 0;
  cr_assert(eq(int, strata_save(t.world, NULL, 0, &size), STRATA_ERANGE));
  char *bytes = malloc(size);
  OK(strata_save(t.world, bytes, size, &size));
  strata_world *loaded = NULL;
  strata_world *fork = NULL;
  strata_world_config config = kit_config(&t.mem);
  OK(strata_load(t.rules, &config, bytes, size, &loaded, NULL));
  OK(strata_fork(t.world, NULL, &fork));
  strata_world *const all[] = {t.world, loaded, fork};
  for (size_t i = 0; i < COUNT(all); i++) {
    strata_world *w = all[i];
    cr_expect(eq(u64, strata_hash(w), strata_hash(t.world)), "%zu", i);
    cr_expect(strata_hook_has(w, t.one, code_of(&t, "own")), "%zu", i);
    cr_expect(not(strata_hook_has(w, t.one, code_of(&t, "printed"))));
    cr_expect(strata_hook_has(w, t.two, code_of(&t, "printed")));
    cr_expect(eq(i64, counted(&t, w, t.two), 1125), "%zu", i);
    const strata_chain_row *rows;
    size_t count = 0;
    OK(strata_chain_list(
        w, t.one, strata_rules_find(t.rules, STRATA_NAME_EVENT_TYPE, "hit"),
        "before", &rows, &count));
    cr_assert(eq(sz, count, 3));
    cr_expect(rows[0].watcher_def == code_of(&t, "of_all") &&
              rows[0].owner == 0);
    cr_expect(rows[1].watcher_def == code_of(&t, "own") &&
              rows[1].owner == t.one);
    cr_expect(rows[2].watcher_def == code_of(&t, "hooked") &&
              rows[2].owner == 0);
  }
  strata_world_free(loaded);
  strata_world_free(fork);
  free(bytes);
  OK(strata_rollback(t.world, mark));
  cr_expect(eq(u64, strata_hash(t.world), bare));
  cr_expect(strata_hook_has(t.world, t.one, code_of(&t, "printed")));
  close_table(&t);
}

/* Nothing is left behind that no load would accept. */
static void expect_loads(table *t) {
  char bytes[20000];
  size_t size = 0;
  strata_world *loaded = NULL;
  strata_world_config config = kit_config(&t->mem);
  OK(strata_save(t->world, bytes, sizeof bytes, &size));
  strata_error error = {.status = STRATA_OK};
  strata_status status =
      strata_load(t->rules, &config, bytes, size, &loaded, &error);
  cr_expect(eq(int, status, STRATA_OK), "%s", error.text);
  strata_world_free(loaded);
}

/* Rows that are free are rows all the same: the last of them, alone on its
 * page, was given back first and has no cell. */
Test(handler_chain, rows_that_are_free_are_loaded) {
  enum { MANY = 1024 };
  static strata_entity many[MANY];
  table t;
  open_table(&t);
  for (size_t i = 0; i < MANY; i++) {
    OK(strata_spawn(t.world, &many[i]));
    OK(hook_for(&t, many[i], "own", 0));
  }
  for (size_t i = MANY; i-- > 0;) {
    OK(strata_despawn(t.world, many[i]));
  }
  static uint8_t bytes[1 << 18];
  size_t size = 0;
  OK(strata_save(t.world, bytes, sizeof bytes, &size));
  strata_world_config config = kit_config(&t.mem);
  strata_world *loaded = NULL;
  strata_error error = {0};
  OK(strata_load(t.rules, &config, bytes, size, &loaded, &error));
  cr_expect(eq(u64, strata_hash(loaded), strata_hash(t.world)));
  strata_world_free(t.world);
  t.world = loaded;
  OK(strata_spawn(t.world, &many[0]));
  OK(hook_for(&t, many[0], "own", 0));
  OK(act(&t, "hit", many[0], 9, NULL));
  cr_expect(eq(i64, read(&t, many[0], "hurt"), 913));
  close_table(&t);
}

Test(handler_chain, what_is_hooked_and_unhooked_leaves_its_number_alone) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "own", 2));
  OK(strata_hook_set(t.world, t.one, code_of(&t, "counts"), "count",
                     &(strata_value){.type = STRATA_INT, .integer = 4}));
  cr_expect(eq(i64, counted(&t, t.world, t.one), 4));
  OK(unhook(&t, t.one, "counts"));
  strata_value gone;
  cr_expect(
      eq(int,
         strata_hook_get(t.world, t.one, code_of(&t, "counts"), "count", &gone),
         STRATA_ENOENT),
      "the store goes with it");
  expect_loads(&t);
  OK(hook_for(&t, t.one, "counts", 0));
  cr_expect(eq(i64, counted(&t, t.world, t.one), 0));
  OK(strata_despawn(t.world, t.one));
  OK(act(&t, "hit", t.two, 1, NULL));
  close_table(&t);
}

/* -- Who asks, and who fails ------------------------------------------------
 */

Test(handler_chain, a_handler_asks_and_the_answer_goes_on) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "asks", 0));
  uint64_t before = strata_hash(t.world);
  strata_outcome outcome;
  OK(act(&t, "hit", t.one, 1, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
  const strata_answer_desc seven = {.amounts = &(int64_t){7}, .count = 1};
  OK(strata_cancel(t.world));
  cr_expect(eq(u64, strata_hash(t.world), before));
  OK(act(&t, "hit", t.one, 1, &outcome));
  OK(strata_answer(t.world, &seven, &outcome));
  cr_expect(eq(i64, read(&t, t.one, "hurt"), 1127));
  close_table(&t);
}

Test(handler_chain, a_pass_that_asks_goes_on_after_a_save) {
  table t;
  open_table(&t);
  OK(hook_for(&t, t.one, "asks", 0));
  const strata_named_value who = {"who", {.type = STRATA_REF, .ref = t.one}};
  strata_walk_result passed = {0};
  OK(strata_walk_chain(
      t.world,
      &(strata_walk_desc){.event = {.event = strata_rules_find(
                                        t.rules, STRATA_NAME_EVENT_TYPE, "hit"),
                                    .given = &who,
                                    .given_count = 1},
                          .phase = "before",
                          .whole = true},
      &passed));
  cr_assert(eq(int, passed.outcome, STRATA_DECIDE));
  char bytes[20000];
  size_t size = 0;
  OK(strata_save(t.world, bytes, sizeof bytes, &size));
  strata_world *loaded = NULL;
  strata_world_config config = kit_config(&t.mem);
  OK(strata_load(t.rules, &config, bytes, size, &loaded, NULL));
  const strata_answer_desc three = {.amounts = &(int64_t){3}, .count = 1};
  strata_outcome outcome;
  OK(strata_answer(loaded, &three, &outcome));
  cr_expect(eq(int, outcome, STRATA_DONE));
  strata_log_row row = {0};
  for (uint64_t n = 0; (n = strata_log_next(loaded, n)) != 0;) {
    OK(strata_log_get(loaded, n, &row));
  }
  cr_expect(eq(int, row.what, STRATA_LOG_PASSED));
  cr_expect(eq(i64, row.fields[1].value.integer, 123),
            "by 1, 2, and the answer");
  strata_world_free(loaded);
  close_table(&t);
}

static strata_status fail(void *user, strata_handler_call *run,
                          strata_handler handler) {
  int *calls = user;
  strata_value value = {.type = STRATA_INT, .integer = 5};
  (void)handler;
  ++*calls;
  cr_expect(strata_call_in_chain(run));
  OK(strata_event_set(
      run, strata_call_event(run),
      strata_rules_find(strata_world_rules(strata_call_world(run)),
                        STRATA_NAME_FIELD, "n"),
      &value));
  OK(strata_note(strata_call_world(run), 0, "noted", &value));
  return strata_call_fail(run, STRATA_EINVAL, "it will not");
}

static strata_status leave(void *user, strata_handler_call *run,
                           strata_handler handler) {
  int *calls = user;
  (void)handler;
  ++*calls;
  OK(strata_call_drop(run));
  return strata_call_halt(run);
}

Test(handler_chain, a_handler_that_fails_leaves_nothing) {
  table t;
  open_table(&t);
  int calls = 0;
  OK(hook_for(&t, t.one, "runs", 0));
  strata_handler_runner runner = {
      .handle = fail, .handle_user = &calls, .strict = true};
  OK(strata_set_handler_runner(t.world, &runner));
  uint64_t before = strata_hash(t.world);
  cr_expect(eq(int, act(&t, "hit", t.one, 1, NULL), STRATA_EINVAL));
  cr_expect(strstr(strata_world_error(t.world), "it will not") != NULL);
  cr_expect(eq(u64, strata_hash(t.world), before));

  runner.handle = leave;
  OK(strata_set_handler_runner(t.world, &runner));
  OK(act(&t, "hit", t.one, 1, NULL));
  OK(act(&t, "hit", t.one, 1, NULL));
  cr_expect(eq(int, calls, 2), "it has left");
  close_table(&t);
}

Test(handler_chain, without_memory_nothing_is_changed) {
  table t;
  uint64_t end = 0; /* of a copy for which no allocation failed */
  open_table(&t);
  OK(hook_for(&t, t.one, "own", 1));
  OK(act(&t, "hit", t.one, 1, NULL));
  end = strata_hash(t.world);
  close_table(&t);
  open_table(&t);
  for (size_t left = 1;; left++) {
    strata_world *copy = NULL;
    OK(strata_fork(t.world, NULL, &copy));
    uint64_t before = strata_hash(copy);
    strata_world *own = t.world;
    t.world = copy;
    t.mem.fail_at = t.mem.calls + left;
    strata_status status = hook_for(&t, t.one, "own", 1);
    uint64_t hooked = strata_hash(copy);
    if (!status) status = act(&t, "hit", t.one, 1, NULL);
    bool failed = status == STRATA_ENOMEM;
    t.mem.fail_at = 0;
    uint64_t after = strata_hash(copy);
    bool same = after == before || after == hooked;
    cr_expect(same || !failed, "%zu", left);
    /* What failed is done again, and the end is the same. */
    if (failed && after == before) OK(hook_for(&t, t.one, "own", 1));
    if (failed) OK(act(&t, "hit", t.one, 1, NULL));
    cr_expect(eq(u64, strata_hash(copy), end), "%zu", left);
    t.world = own;
    strata_world_free(copy);
    if (!failed) {
      OK(status);
      cr_expect(lt(sz, 3, left));
      break;
    }
  }
  close_table(&t);
}

/* -- What is refused --------------------------------------------------------
 */

static void refuses(const table *t, strata_status got, strata_status want,
                    const char *text) {
  cr_expect(eq(int, got, want), "%s", text);
  cr_expect(strstr(strata_world_error(t->world), text) != NULL, "%s",
            strata_world_error(t->world));
}

Test(handler_chain, what_cannot_be_hooked_is_refused) {
  table t;
  open_table(&t);
  uint64_t before = strata_hash(t.world);
  strata_watcher_def none = 99;
  strata_hook_desc desc = {.owner = t.one};
  refuses(&t, strata_hook_add(t.world, NULL, NULL), STRATA_EINVAL,
          "no handlers");
  refuses(&t, strata_hook_add(t.world, &desc, NULL), STRATA_EINVAL,
          "no handlers");
  desc.watcher_defs = &none;
  desc.watcher_def_count = 1;
  refuses(&t, strata_hook_add(t.world, &desc, NULL), STRATA_ENOENT, "no code");
  refuses(&t, hook_for(&t, t.one, "printed", 0), STRATA_EEXIST,
          "'printed' is already in the chain hit.before");
  refuses(&t, unhook(&t, t.one, "own"), STRATA_ENOENT,
          "'own' is not in the chain hit.before");
  refuses(&t, unhook(&t, 0, "own"), STRATA_ENOENT, "of all");
  refuses(&t, hook_for(&t, 12345, "own", 0), STRATA_ESTALE, "entity");
  strata_watcher_start_desc watch = {.watcher_def = code_of(&t, "own")};
  refuses(&t, strata_watcher_start(t.world, &watch, NULL), STRATA_EINVAL,
          "handler of a chain");
  strata_act_desc code = {.watcher_def = code_of(&t, "own")};
  refuses(&t, strata_act(t.world, &code, NULL), STRATA_EINVAL, "'own'");
  strata_value value;
  refuses(&t,
          strata_hook_get(t.world, t.one, code_of(&t, "counts"), "x", &value),
          STRATA_ENOENT, "stores no 'x'");
  strata_walk_desc pass = {
      .event = {.event =
                    strata_rules_find(t.rules, STRATA_NAME_EVENT_TYPE, "hit")},
      .phase = "behind"};
  refuses(&t, strata_walk_chain(t.world, &pass, NULL), STRATA_ENOENT,
          "'behind'");
  cr_expect(eq(u64, strata_hash(t.world), before));
  close_table(&t);
}

struct mistake {
  strata_watcher_desc code;
  const char *text;
};

static const struct mistake mistakes[] = {
    {{HANDLER("x", NULL), DEEDS(MARK(1))}, "in which phase"},
    {{HANDLER("x", "before")}, "needs deeds"},
    {{HANDLER("x", "before"), .uses = 1, DEEDS(MARK(1))}, "whenever its chain"},
    {{.name = "x",
      .role = STRATA_ROLE_TRIGGER,
      .event = "hit",
      .phase = "before",
      DEEDS({D(STOP)})},
     "only a handler has a phase"},
    {{HANDLER("x", "after"), DEEDS(MARK(1))}, "the event has happened"},
    {{HANDLER("x", "do"), DEEDS({D(EMIT), .what = "tick"})}, "no place"},
    {{.name = "x",
      .role = STRATA_ROLE_HANDLE,
      .event = "heal",
      .phase = "before",
      DEEDS({D(STOP)})},
     "declare its phases"},
    {{.name = "x",
      .role = STRATA_ROLE_TRIGGER,
      .event = "hit",
      DEEDS({D(HALT)})},
     "no place"},
    {{HANDLER("x", "before"), DEEDS({D(WATCH), .what = "own"})},
     "'hook' puts it"},
    {{HANDLER("x", "before"),
      DEEDS({D(EMIT), .what = "tick", .flags = STRATA_INSTRUCTION_TRY})},
     "only a handler is tried"}};

Test(handler_chain, handlers_that_are_none_are_refused) {
  for (size_t i = 0; i < COUNT(mistakes); i++) {
    strata_builder *b = NULL;
    strata_rules *rules = NULL;
    OK(strata_builder_new(NULL, NULL, &b));
    OK(declare(b));
    strata_status status = strata_builder_watcher(b, &mistakes[i].code);
    if (!status) status = strata_builder_freeze(b, &rules);
    cr_expect(ne(int, status, STRATA_OK), "%zu", i);
    cr_expect(strstr(strata_builder_error(b), mistakes[i].text) != NULL,
              "%zu: %s", i, strata_builder_error(b));
    strata_builder_free(b);
  }
}
