/* Rows H01 to H25: chains of handlers, who is in them, who is called, and what
 * an event is like when it has passed. */
#include "seed_kit.h"

#include <stdio.h>
#include <string.h>

TestSuite(hook, .timeout = 60);

#define OK(call)    cr_assert(eq(int, call, STRATA_OK), "%s", #call)
#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define DEEDS(...)                                                             \
  .program = (const strata_instruction[]){__VA_ARGS__},                        \
  .instruction_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define SET(text)                                                              \
  { D(CHANGE), .what = "n", VALUE(text) }
/* It writes a digit behind those that are there. */
#define MARK(digit) SET("event.n * 10 + " #digit)
#define HANDLER(title, chain)                                                  \
  .name = (title), .role = STRATA_ROLE_HANDLE, .event = "ping", .phase = (chain)

/* -- Rules: something that passes, and handlers of it -----------------------
 */

static const strata_field_desc fields[] = {{"who", STRATA_REF},
                                           {"n", STRATA_INT},
                                           {"hp", STRATA_INT},
                                           {"hello", STRATA_INT}};
static const strata_phase_desc phases[] = {
    {.name = "check"},
    {.name = "before"},
    {.name = "line", .linear = true},
    {.name = "until", .until = "event.hp <= 0"},
    {.name = "do"},
    {.name = "after"}};
static const strata_instruction does[] = {
    {D(ADD), .what = "pings", .who = "event.who", VALUE("1")}};
static const strata_event_type_desc ping = {.name = "ping",
                                            .fields = fields,
                                            .field_count = COUNT(fields),
                                            .affected = "who",
                                            .phases = phases,
                                            .phase_count = COUNT(phases),
                                            .does = does,
                                            .does_count = COUNT(does)};
static const strata_phase_desc loops[] = {
    {.name = "start"}, {.name = "do"}, {.name = "end"}};
static const strata_event_type_desc loop = {
    .name = "loop",
    .fields = &(strata_field_desc){"n", STRATA_INT},
    .field_count = 1,
    .phases = loops,
    .phase_count = COUNT(loops)};
static const strata_event_type_desc die = {
    .name = "die",
    .fields = &(strata_field_desc){"who", STRATA_REF},
    .field_count = 1,
    .affected = "who",
    .phases = (const strata_phase_desc[]){{.name = "do"}, {.name = "after"}},
    .phase_count = 2,
    .does = &(strata_instruction){D(MOVE), .what = "grave", .who = "event.who"},
    .does_count = 1};
static const strata_event_type_desc count_one = {
    .name = "count_one",
    .does = &(strata_instruction){D(ADD), .what = "pings",
                                  .who = "it.is_counter", VALUE("1")},
    .does_count = 1};

static const strata_field_desc tally = {"count", STRATA_INT};
static const strata_argument of_who = {.name = "who", .value = "this"};

static const strata_watcher_desc codes[] = {
    {HANDLER("counts", "before"), .names = &tally, .name_count = 1,
     DEEDS({D(LET), .as = "count", VALUE("$count + 1")})},
    {HANDLER("plus_one", "before"), .place = -1, DEEDS(SET("event.n + 1"))},
    {HANDLER("is_five", "before"), .place = -2, DEEDS(SET("5"))},
    {HANDLER("stops", "before"), .place = 10, DEEDS(MARK(1), {D(HALT)})},
    {HANDLER("second", "before"), DEEDS(MARK(2))},
    {HANDLER("third", "before"), DEEDS(MARK(3))},
    {HANDLER("removes_b", "before"), .place = 1,
     DEEDS(MARK(1), {D(UNHOOK), .what = "b", .who = "this",
                     .flags = STRATA_INSTRUCTION_TRY})},
    {HANDLER("b", "before"), DEEDS(MARK(2))},
    {HANDLER("adds_b", "before"), .place = 1,
     DEEDS(MARK(1), {D(HOOK), .what = "b", .who = "this",
                     .flags = STRATA_INSTRUCTION_TRY})},
    {HANDLER("highest", "before"), .place = STRATA_RANK_HIGHEST,
     DEEDS(MARK(1))},
    {HANDLER("high", "before"), .place = STRATA_RANK_HIGH, DEEDS(MARK(2))},
    {HANDLER("m1", "before"), .place = STRATA_RANK_MEDIUM, DEEDS(MARK(3))},
    {HANDLER("m2", "before"), .place = STRATA_RANK_MEDIUM, DEEDS(MARK(4))},
    {HANDLER("low", "before"), .place = STRATA_RANK_LOW, DEEDS(MARK(5))},
    {HANDLER("lowest", "before"), .place = STRATA_RANK_LOWEST, DEEDS(MARK(6))},
    {HANDLER("m_plus_1", "before"), .place = STRATA_RANK_MEDIUM + 1,
     DEEDS(MARK(7))},
    {HANDLER("line_a", "line"), DEEDS(MARK(1))},
    {HANDLER("line_b", "line"), DEEDS(MARK(2))},
    {HANDLER("line_c", "line"), DEEDS(MARK(3))},
    {HANDLER("drops", "line"), DEEDS(MARK(2), {D(DROP)})},
    {HANDLER("adds_c", "line"),
     DEEDS(MARK(1), {D(HOOK), .what = "line_c", .who = "this",
                     .flags = STRATA_INSTRUCTION_TRY})},
    {HANDLER("again", "before"),
     DEEDS(
         {D(EMIT), .what = "ping", .arguments = &of_who, .argument_count = 1})},
    {HANDLER("hurts_1", "until"),
     DEEDS(MARK(1), {D(CHANGE), .what = "hp", VALUE("event.hp - 1")})},
    {HANDLER("hurts_2", "until"),
     DEEDS(MARK(2), {D(CHANGE), .what = "hp", VALUE("event.hp - 5")})},
    {HANDLER("hurts_3", "until"), DEEDS(MARK(3))},
    {HANDLER("one_field", "before"),
     DEEDS({D(CHANGE), .what = "hello", VALUE("event.hello + 1")},
           {D(EMIT), .what = "count_one"})},
    {HANDLER("printed_1", "before"), DEEDS(MARK(1))},
    {HANDLER("printed_2", "before"), DEEDS(MARK(2))},
    {HANDLER("printed_3", "line"), DEEDS(MARK(3))},
    {.name = "on_death",
     .role = STRATA_ROLE_HANDLE,
     .event = "die",
     .phase = "after",
     DEEDS({D(EMIT), .what = "count_one"})},
    {.name = "at_start",
     .role = STRATA_ROLE_HANDLE,
     .event = "loop",
     .phase = "start",
     DEEDS({D(EMIT), .what = "count_one"})},
    {.name = "at_end",
     .role = STRATA_ROLE_HANDLE,
     .event = "loop",
     .phase = "end",
     DEEDS({D(EMIT), .what = "count_one"})}};

static strata_status declare(strata_builder *b) {
  static const strata_event_type_desc *const kinds[] = {&ping, &loop, &die,
                                                        &count_one};
  static const char *const printed[] = {"printed_1", "printed_2", "printed_3"};
  static const char *const death[] = {"on_death"};
  const strata_definition_desc cards[] = {
      {.name = "template", .handlers = printed, .handler_count = 3},
      {.name = "mortal", .handlers = death, .handler_count = 1},
      {.name = "plain"}};
  strata_status status = strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  const strata_attribute attrs[] = {
      {.name = "pings", .type = STRATA_INT},
      {.name = "is_counter", .type = STRATA_FLAG}};
  for (size_t i = 0; !status && i < COUNT(attrs); i++) {
    status = strata_builder_attribute(b, &attrs[i]);
  }
  const strata_zone_desc grave = {.name = "grave", .shared = true};
  if (!status) status = strata_builder_zone(b, &grave);
  for (size_t i = 0; !status && i < COUNT(kinds); i++) {
    status = strata_builder_event_type(b, kinds[i]);
  }
  for (size_t i = 0; !status && i < COUNT(codes); i++) {
    status = strata_builder_watcher(b, &codes[i]);
  }
  for (size_t i = 0; !status && i < COUNT(cards); i++) {
    status = strata_builder_definition(b, &cards[i]);
  }
  return status;
}

/* -- A world with somebody in it --------------------------------------------
 */

typedef struct bench {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity one, counter;
} bench;

static void open_bench(bench *t) {
  *t = (bench){0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t->mem, &b));
  strata_status status = declare(b);
  if (!status) status = strata_builder_freeze(b, &t->rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  OK(strata_spawn(t->world, &t->one));
  OK(strata_spawn(t->world, &t->counter));
  strata_attr flag = kit_attr(t->rules, "is_counter");
  OK(strata_set_base_int(t->world, t->counter, flag, 1));
}

static void close_bench(bench *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static strata_watcher_def code_of(const bench *t, const char *name) {
  strata_watcher_def code =
      strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, name);
  cr_assert(ne(u32, code, 0), "%s", name);
  return code;
}

static strata_event_type kind_of(const bench *t, const char *name) {
  return strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, name);
}

static strata_status hook_to(bench *t, strata_entity owner, const char *name) {
  strata_watcher_def code = code_of(t, name);
  return strata_hook_add(t->world,
                         &(strata_hook_desc){.owner = owner,
                                             .watcher_defs = &code,
                                             .watcher_def_count = 1},
                         NULL);
}

static strata_status unhook_from(bench *t, strata_entity owner,
                                 const char *name) {
  strata_watcher_def code = code_of(t, name);
  return strata_hook_remove(t->world,
                            &(strata_hook_desc){.owner = owner,
                                                .watcher_defs = &code,
                                                .watcher_def_count = 1},
                            NULL);
}

static void hook_all(bench *t, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    OK(hook_to(t, t->one, names[i]));
  }
}
#define HOOK(...)                                                              \
  hook_all(&t, (const char *const[]){__VA_ARGS__},                             \
           COUNT(((const char *const[]){__VA_ARGS__})))

/* What came of an event that passed. */
typedef struct result {
  strata_walk_result passed;
  int64_t n, hp, hello;
} result;

static int64_t field_of(const strata_log_row *row, const char *name) {
  for (size_t i = 0; i < row->field_count; i++) {
    if (strcmp(row->fields[i].name, name) == 0) {
      return row->fields[i].value.integer;
    }
  }
  cr_fatal("no field %s", name);
}

static result pass_with(bench *t, const char *phase, int64_t n, bool whole) {
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = t->one}},
      {"n", {.type = STRATA_INT, .integer = n}},
      {"hp", {.type = STRATA_INT, .integer = 3}},
      {"hello", {.type = STRATA_INT, .integer = 1}}};
  const strata_walk_desc desc = {.event = {.event = kind_of(t, "ping"),
                                           .given = given,
                                           .given_count = COUNT(given)},
                                 .phase = phase,
                                 .whole = whole};
  result r = {0};
  cr_assert(eq(int, strata_walk_chain(t->world, &desc, &r.passed), STRATA_OK),
            "%s", strata_world_error(t->world));
  strata_log_row row;
  OK(strata_log_get(t->world, r.passed.row, &row));
  r.n = field_of(&row, "n");
  r.hp = field_of(&row, "hp");
  r.hello = field_of(&row, "hello");
  return r;
}

static int64_t passed(bench *t, const char *phase) {
  return pass_with(t, phase, 0, false).n;
}

static strata_status act_on(bench *t, const char *kind, strata_entity who) {
  const strata_named_value given = {"who", {.type = STRATA_REF, .ref = who}};
  return strata_act(t->world,
                    &(strata_act_desc){.event = kind_of(t, kind),
                                       .given = &given,
                                       .given_count = who != 0},
                    NULL);
}

static int64_t counted(bench *t) {
  int64_t value = -1;
  OK(strata_get_int(t->world, t->counter, kit_attr(t->rules, "pings"), &value));
  return value;
}

static size_t links_of(bench *t, strata_entity owner, const char *phase) {
  const strata_chain_row *rows;
  size_t count = 0;
  OK(strata_chain_list(t->world, owner, kind_of(t, "ping"), phase, &rows,
                       &count));
  return count;
}

/* -- Rows -------------------------------------------------------------------
 */

Test(hook, seed_H01_handlers_are_called_and_stay) {
  bench t;
  open_bench(&t);
  HOOK("counts");

  passed(&t, "before");
  passed(&t, "before");

  strata_value count;
  OK(strata_hook_get(t.world, t.one, code_of(&t, "counts"), "count", &count));
  SEED_EXPECT(count.integer, "H01", 0);
  SEED_EXPECT(strata_hook_has(t.world, t.one, code_of(&t, "counts")), "H01", 1);
  close_bench(&t);
}

/* The seed counts places: 1 comes before 2. A rank is the other way round. */
Test(hook, seed_H02_higher_ranks_come_first) {
  bench t;
  open_bench(&t);
  HOOK("is_five", "plus_one");

  SEED_EXPECT(passed(&t, "before"), "H02", 0);
  close_bench(&t);
}

Test(hook, seed_H03_who_was_removed_is_not_called) {
  bench t;
  open_bench(&t);
  HOOK("is_five", "plus_one");
  int64_t first = passed(&t, "before");

  OK(unhook_from(&t, t.one, "is_five"));

  SEED_EXPECT(pass_with(&t, "before", first, false).n, "H03", 0);
  close_bench(&t);
}

Test(hook, seed_H04_a_handler_stops_the_pass) {
  bench t;
  open_bench(&t);
  HOOK("second", "stops", "third");

  result r = pass_with(&t, "before", 0, false);

  SEED_EXPECT(r.n, "H04", 0);
  SEED_EXPECT(r.passed.called, "H04", 1);
  SEED_EXPECT(!r.passed.stopped, "H04", 2);
  cr_expect(eq(u32, r.passed.stopper, code_of(&t, "stops")));
  close_bench(&t);
}

Test(hook, seed_H05_a_pass_may_go_on_whoever_stops_it) {
  bench t;
  open_bench(&t);
  HOOK("second", "stops", "third");

  result r = pass_with(&t, "before", 0, true);

  SEED_EXPECT(r.n, "H05", 0);
  SEED_EXPECT(r.passed.called, "H05", 1);
  close_bench(&t);
}

Test(hook, seed_H06_who_is_removed_meanwhile_is_still_called_once) {
  bench t;
  open_bench(&t);
  HOOK("b", "removes_b");

  SEED_EXPECT(passed(&t, "before"), "H06", 0);
  SEED_EXPECT(passed(&t, "before"), "H06", 1);
  close_bench(&t);
}

Test(hook, seed_H07_who_is_added_meanwhile_is_called_the_next_time) {
  bench t;
  open_bench(&t);
  HOOK("adds_b");

  SEED_EXPECT(passed(&t, "before"), "H07", 0);
  SEED_EXPECT(passed(&t, "before"), "H07", 1);
  close_bench(&t);
}

Test(hook, seed_H08_a_pass_ends_when_a_condition_holds) {
  bench t;
  open_bench(&t);
  HOOK("hurts_1", "hurts_2", "hurts_3");

  result r = pass_with(&t, "until", 0, false);

  SEED_EXPECT(r.passed.called, "H08", 0);
  SEED_EXPECT(r.passed.until, "H08", 1);
  cr_expect(not(r.passed.stopped));
  close_bench(&t);
}

Test(hook, seed_H09_from_the_highest_rank_to_the_lowest) {
  bench t;
  open_bench(&t);
  HOOK("low", "highest", "m1", "m2", "lowest", "high");

  SEED_EXPECT(passed(&t, "before"), "H09", 0);
  close_bench(&t);
}

Test(hook, seed_H10_of_one_rank_in_order_of_registration) {
  bench t;
  open_bench(&t);
  HOOK("m2", "m1");
  SEED_EXPECT(passed(&t, "before"), "H10", 0);
  OK(unhook_from(&t, t.one, "m2"));
  HOOK("m2");
  SEED_EXPECT(passed(&t, "before"), "H10", 1);
  close_bench(&t);
}

Test(hook, seed_H11_numbers_between_ranks) {
  bench t;
  open_bench(&t);
  HOOK("m1", "m_plus_1");

  SEED_EXPECT(passed(&t, "before"), "H11", 0);
  close_bench(&t);
}

/* Rules with so many handlers of one rank. */
static strata_status declare_many(strata_builder *b, size_t count) {
  strata_status status = strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  if (!status) {
    status = strata_builder_attribute(
        b, &(strata_attribute){.name = "pings", .type = STRATA_INT});
  }
  if (!status) status = strata_builder_event_type(b, &ping);
  for (size_t i = 0; !status && i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "h%zu", i);
    status = strata_builder_watcher(
        b, &(strata_watcher_desc){HANDLER(name, "before"), DEEDS(MARK(1))});
  }
  return status;
}

Test(hook, seed_H12_no_two_have_the_same_place) {
  enum { MANY = 1000 };
  bench t = {0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t.mem, &b));
  OK(declare_many(b, MANY));
  OK(strata_builder_freeze(b, &t.rules));
  strata_builder_free(b);
  OK(strata_world_new(t.rules, NULL, &t.world));
  OK(strata_spawn(t.world, &t.one));
  for (strata_watcher_def code = 1; code <= MANY; code++) {
    OK(strata_hook_add(t.world,
                       &(strata_hook_desc){.owner = t.one,
                                           .watcher_defs = &code,
                                           .watcher_def_count = 1},
                       NULL));
  }

  const strata_chain_row *rows;
  size_t count;
  OK(strata_chain_list(t.world, t.one, kind_of(&t, "ping"), "before", &rows,
                       &count));

  size_t different = count > 0;
  for (size_t i = 1; i < count; i++) {
    different += rows[i].place > rows[i - 1].place &&
                 rows[i].hooked > rows[i - 1].hooked &&
                 rows[i].rank == rows[i - 1].rank;
  }
  SEED_EXPECT(count, "H12", 0);
  SEED_EXPECT(different, "H12", 1);
  close_bench(&t);
}

Test(hook, seed_H13_a_linear_chain_has_no_ranks) {
  bench t;
  open_bench(&t);
  HOOK("line_c", "line_a", "line_b");

  SEED_EXPECT(passed(&t, "line"), "H13", 0);

  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t.mem, &b));
  OK(declare(b));
  strata_watcher_desc ranked = {HANDLER("ranked", "line"), .place = 1,
                                DEEDS(MARK(1))};
  OK(strata_builder_watcher(b, &ranked));
  strata_rules *rules = NULL;
  SEED_EXPECT(strata_builder_freeze(b, &rules), "H13", 1);
  strata_builder_free(b);
  close_bench(&t);
}

Test(hook, seed_H14_a_handler_leaves_by_itself) {
  bench t;
  open_bench(&t);
  HOOK("line_a", "drops", "line_c");

  SEED_EXPECT(pass_with(&t, "line", 0, false).passed.called, "H14", 0);
  SEED_EXPECT(pass_with(&t, "line", 0, false).passed.called, "H14", 1);
  close_bench(&t);
}

Test(hook, seed_H15_who_is_added_while_others_leave) {
  bench t;
  open_bench(&t);
  HOOK("adds_c", "drops");

  SEED_EXPECT(passed(&t, "line"), "H15", 0);
  SEED_EXPECT(passed(&t, "line"), "H15", 1);
  close_bench(&t);
}

Test(hook, seed_H16_a_chain_within_itself_is_an_error) {
  bench t;
  open_bench(&t);
  HOOK("again", "m2");
  uint64_t before = strata_hash(t.world);

  strata_status status = act_on(&t, "ping", t.one);

  SEED_EXPECT(status, "H16", 0);
  SEED_EXPECT(strata_hash(t.world) == before, "H16", 1);
  cr_expect(strstr(strata_world_error(t.world), "'again'") != NULL, "%s",
            strata_world_error(t.world));
  cr_expect(strstr(strata_world_error(t.world), "'before'") != NULL);
  OK(unhook_from(&t, t.one, "again"));
  OK(act_on(&t, "ping", t.one));
  int64_t pings = 0;
  OK(strata_get_int(t.world, t.one, kit_attr(t.rules, "pings"), &pings));
  SEED_EXPECT(pings, "H16", 2);
  close_bench(&t);
}

Test(hook, seed_H17_chains_of_a_definition_are_shared_until_changed) {
  bench t;
  open_bench(&t);
  strata_definition template =
      strata_rules_find(t.rules, STRATA_NAME_DEFINITION, "template");
  strata_entity all[3];
  strata_entity other; /* so that there is a page of definitions */
  OK(strata_spawn_as(
      t.world, strata_rules_find(t.rules, STRATA_NAME_DEFINITION, "plain"),
      &other));
  uint64_t bytes = kit_stats(t.world).state_bytes;
  for (size_t i = 0; i < COUNT(all); i++) {
    OK(strata_spawn_as(t.world, template, &all[i]));
  }
  cr_expect(eq(u64, kit_stats(t.world).state_bytes, bytes),
            "what is printed costs a world nothing");

  OK(hook_to(&t, all[0], "m1"));

  static const char *const chains[] = {"before", "line", "after"};
  for (size_t i = 0; i < COUNT(all); i++) {
    for (size_t c = 0; c < COUNT(chains); c++) {
      SEED_EXPECT(links_of(&t, all[i], chains[c]), "H17", 3 * i + c);
    }
  }
  strata_entity fresh;
  OK(strata_spawn_as(t.world, template, &fresh));
  SEED_EXPECT(links_of(&t, fresh, "before"), "H17", 9);
  close_bench(&t);
}

Test(hook, seed_H18_a_pass_ends_at_who_made_the_condition_hold) {
  bench t;
  open_bench(&t);
  HOOK("hurts_3", "hurts_1", "hurts_2", "counts");
  strata_watcher_def last = code_of(&t, "hurts_3");
  OK(strata_hook_remove(t.world,
                        &(strata_hook_desc){.owner = t.one,
                                            .watcher_defs = &last,
                                            .watcher_def_count = 1},
                        NULL));
  HOOK("hurts_3");

  result r = pass_with(&t, "until", 0, false);

  SEED_EXPECT(r.n, "H18", 0);
  SEED_EXPECT(r.hp, "H18", 1);
  close_bench(&t);
}

Test(hook, seed_H19_the_only_handler_is_removed) {
  bench t;
  open_bench(&t);
  HOOK("line_a");
  OK(unhook_from(&t, t.one, "line_a"));

  result r = pass_with(&t, "line", 0, false);

  SEED_EXPECT(r.passed.called, "H19", 0);
  SEED_EXPECT(r.n, "H19", 1);
  close_bench(&t);
}

Test(hook, seed_H20_a_chain_that_nobody_uses_costs_nothing) {
  bench t;
  open_bench(&t);
  strata_entity plain;
  strata_entity mortal;
  OK(strata_spawn_as(
      t.world, strata_rules_find(t.rules, STRATA_NAME_DEFINITION, "plain"),
      &plain));
  OK(strata_spawn_as(
      t.world, strata_rules_find(t.rules, STRATA_NAME_DEFINITION, "mortal"),
      &mortal));

  OK(act_on(&t, "die", plain));
  SEED_EXPECT(counted(&t), "H20", 0);
  uint64_t next = strata_log_next(t.world, 0);
  SEED_EXPECT(strata_log_next(t.world, next) == 0, "H20", 1);

  OK(act_on(&t, "die", mortal));
  SEED_EXPECT(counted(&t), "H20", 2);
  close_bench(&t);
}

Test(hook, seed_H21_chains_of_all) {
  bench t;
  open_bench(&t);
  OK(hook_to(&t, 0, "at_start"));
  OK(act_on(&t, "loop", 0));
  SEED_EXPECT(counted(&t), "H21", 0);

  OK(unhook_from(&t, 0, "at_start"));
  OK(act_on(&t, "loop", 0));
  SEED_EXPECT(counted(&t), "H21", 1);

  OK(hook_to(&t, 0, "at_end"));
  OK(act_on(&t, "loop", 0));
  SEED_EXPECT(counted(&t), "H21", 2);
  close_bench(&t);
}

Test(hook, seed_H22_a_handler_takes_the_fields_that_it_needs) {
  bench t;
  open_bench(&t);
  HOOK("one_field");

  result r = pass_with(&t, "before", 7, false);

  SEED_EXPECT(r.hello, "H22", 0);
  SEED_EXPECT(counted(&t), "H22", 1);
  SEED_EXPECT(r.n, "H22", 2);
  close_bench(&t);
}

/* What the script printed. */
typedef struct output {
  char text[600];
} output;

static void gather(void *user, const char *line) {
  output *out = user;
  size_t size = strlen(out->text);
  snprintf(out->text + size, sizeof out->text - size, "%s\n", line);
}

static const char returns_false[] =
    "local rules = strata.rules {\n"
    "  layers = 'numbers', attributes = { pings = 'int' },\n"
    "  events = { ping = { fields = { n = 'int' },\n"
    "    phases = { 'before', 'do' } } },\n"
    "  codes = {\n"
    "    a = { 'handle', 'ping', phase = 'before', place = 2,\n"
    "          { 'run', 'says_no' } },\n"
    "    b = { 'handle', 'ping', phase = 'before', place = 1,\n"
    "          { 'change', 'n', value = 'event.n + 10' } } },\n"
    "  handlers = { says_no = function(ctx)\n"
    "    ctx.event.n = ctx.event.n + 1\n"
    "    return false\n"
    "  end } }\n"
    "local world = rules:world()\n"
    "world:hook { 'a', 'b' }\n"
    "local event, passed = world:pass('ping', 'before')\n"
    "print(event.n, passed.called, passed.stopped)\n";

Test(hook, seed_H23_returning_false_stops_the_pass) {
  output out = {{0}};
  strata_vm_config config = {.print = gather, .print_user = &out};
  strata_vm *vm = NULL;
  strata_error error = {.status = STRATA_OK};
  OK(strata_vm_new(&config, &vm));

  strata_status status = strata_vm_run(vm, NULL, "=h23", returns_false, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);

  int n = 0;
  int called = 0;
  char stopped[8] = "";
  cr_assert(eq(int, sscanf(out.text, "%d %d %7s", &n, &called, stopped), 3));
  SEED_EXPECT(n, "H23", 0);
  SEED_EXPECT(called, "H23", 1);
  SEED_EXPECT(strcmp(stopped, "true") == 0, "H23", 2);
  strata_vm_free(vm);
}

Test(hook, seed_H24_trying_to_hook) {
  bench t;
  open_bench(&t);
  strata_watcher_def code = code_of(&t, "m1");
  strata_hook_desc desc = {.owner = t.one,
                           .watcher_defs = &code,
                           .watcher_def_count = 1,
                           .try_only = true};
  size_t done = 9;

  OK(strata_hook_add(t.world, &desc, NULL));
  OK(strata_hook_add(t.world, &desc, &done));
  SEED_EXPECT(links_of(&t, t.one, "before"), "H24", 0);
  cr_expect(eq(sz, done, 0), "the second one did nothing");
  OK(unhook_from(&t, t.one, "m1"));
  SEED_EXPECT(links_of(&t, t.one, "before"), "H24", 1);
  SEED_EXPECT(unhook_from(&t, t.one, "m1"), "H24", 2);
  cr_expect(strstr(strata_world_error(t.world), "ping.before") != NULL, "%s",
            strata_world_error(t.world));

  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t.mem, &b));
  OK(declare(b));
  strata_watcher_desc lost = {HANDLER("lost", "nowhere"), DEEDS(MARK(1))};
  OK(strata_builder_watcher(b, &lost));
  strata_rules *rules = NULL;
  SEED_EXPECT(strata_builder_freeze(b, &rules), "H24", 3);
  cr_expect(strstr(strata_builder_error(b), "'nowhere'") != NULL, "%s",
            strata_builder_error(b));
  strata_builder_free(b);
  close_bench(&t);
}

Test(hook, seed_H25_groups_are_hooked_together) {
  bench t;
  open_bench(&t);
  strata_watcher_def group[] = {code_of(&t, "m1"), code_of(&t, "low"),
                                code_of(&t, "high")};
  strata_hook_desc desc = {
      .owner = t.one, .watcher_defs = group, .watcher_def_count = 3};

  OK(strata_hook_add(t.world, &desc, NULL));
  SEED_EXPECT(links_of(&t, t.one, "before"), "H25", 0);
  uint64_t before = strata_hash(t.world);
  SEED_EXPECT(strata_hook_add(t.world, &desc, NULL), "H25", 1);
  cr_expect(eq(u64, strata_hash(t.world), before));
  OK(strata_hook_remove(t.world, &desc, NULL));
  SEED_EXPECT(links_of(&t, t.one, "before"), "H25", 2);

  OK(hook_to(&t, t.one, "low"));
  SEED_EXPECT(strata_hook_add(t.world, &desc, NULL), "H25", 1);
  SEED_EXPECT(links_of(&t, t.one, "before"), "H25", 3);
  close_bench(&t);
}
