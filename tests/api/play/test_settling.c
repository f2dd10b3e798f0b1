/* What follows an action for a host: state-based actions, triggered abilities
 * on the stack, how far an action goes, and the declarations of all this. */
#include "game.h"

#include <string.h>

TestSuite(settling, .timeout = 60);

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define DEEDS(...)                                                             \
  .program = (const strata_instruction[]){__VA_ARGS__},                        \
  .instruction_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define ARGUMENTS(...)                                                         \
  .arguments = (const strata_argument[]){__VA_ARGS__},                         \
  .argument_count = COUNT(((const strata_argument[]){__VA_ARGS__}))

/* -- Rules -- */

static const strata_field_desc hurt_of[] = {{"who", STRATA_REF},
                                            {"amount", STRATA_INT}};
static const strata_field_desc one[] = {{"who", STRATA_REF}};
static const char *const field_zone[] = {"field"};

static const strata_sba_desc dying = {
    .name = "dying",
    .who = "zone = 'field' and life <= 0",
    DEEDS({D(EMIT), .what = "bury", ARGUMENTS({"who", "it", NULL, 0})})};
static const strata_play_rules_desc play = {.turn_player = "active",
                                            .next_player = "following",
                                            .stack = "stack",
                                            .resolved = "bury",
                                            .on_loop = "hurt",
                                            .log_clock = "turn"};

static strata_status add_zones(strata_builder *b) {
  static const char *const names[] = {"field", "grave", "stack"};
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(names); i++) {
    strata_zone_desc zone = {.name = names[i], .shared = true, .ordered = true};
    status = strata_builder_zone(b, &zone);
  }
  return status;
}

static strata_status add_attributes(strata_builder *b) {
  static const strata_attribute attributes[] = {
      {.name = "life", .type = STRATA_INT, .unlayered = true},
      {.name = "active", .type = STRATA_FLAG, .unlayered = true},
      {.name = "following", .type = STRATA_REF, .unlayered = true},
      {.name = "owner", .type = STRATA_REF, .unlayered = true},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(attributes); i++) {
    status = strata_builder_attribute(b, &attributes[i]);
  }
  return status;
}

static strata_status add_kinds(strata_builder *b) {
  static const strata_argument less = {.value = "0 - event.amount"};
  static const strata_instruction loses = {
      D(ADD), .what = "life", .who = "event.who", .arguments = &less,
      .argument_count = 1};
  static const strata_instruction buries = {D(MOVE), .what = "grave",
                                            .who = "event.who"};
  const strata_event_type_desc hurt = {.name = "hurt",
                                       .fields = hurt_of,
                                       .field_count = 2,
                                       .affected = "who",
                                       .does = &loses,
                                       .does_count = 1};
  const strata_event_type_desc bury = {.name = "bury",
                                       .fields = one,
                                       .field_count = 1,
                                       .affected = "who",
                                       .does = &buries,
                                       .does_count = 1};
  strata_status status = strata_builder_event_type(b, &hurt);
  return status ? status : strata_builder_event_type(b, &bury);
}

/* Whoever has it hurts another whenever somebody is hurt for 5. */
static strata_status add_avenger(strata_builder *b) {
  static const char *const codes[] = {"revenge"};
  static const char *const list[] = {"revenge"};
  const strata_watcher_desc revenge = {
      .name = "revenge",
      .role = STRATA_ROLE_TRIGGER,
      .event = "hurt",
      .when = "event.amount = 5",
      DEEDS({D(CHOOSE), .who = "zone = 'field' and it != this", .as = "whom",
             .flags = STRATA_INSTRUCTION_TARGET},
            {D(EMIT), .what = "hurt",
             ARGUMENTS({"who", "$whom", NULL, 0}, {"amount", "2", NULL, 0})})};
  const strata_ability_desc ability = {.name = "revenge",
                                       .kind = STRATA_ABILITY_TRIGGERED,
                                       .zones = field_zone,
                                       .zone_count = 1,
                                       .watchers = codes,
                                       .watcher_count = 1};
  const strata_default has = {
      .attr = "abilities", .names = list, .name_count = 1};
  const strata_definition_desc avenger = {
      .name = "avenger", .defaults = &has, .default_count = 1};
  strata_status status = strata_builder_watcher(b, &revenge);
  if (!status) status = strata_builder_ability(b, &ability);
  return status ? status : strata_builder_definition(b, &avenger);
}

static strata_status declare(strata_builder *b) {
  strata_status status = strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP);
  if (!status) status = add_zones(b);
  if (!status) status = add_attributes(b);
  if (!status) status = strata_builder_clock(b, "turn");
  if (!status) status = add_kinds(b);
  if (!status) status = add_avenger(b);
  if (!status) status = strata_builder_sba(b, &dying);
  return status ? status : strata_builder_play_rules(b, &play);
}

/* A function of the host, which a state-based action asks. */
static strata_status never(void *user, strata_predicate_context *context,
                           strata_entity it, strata_entity source, bool *out) {
  (void)user;
  (void)context;
  (void)it;
  (void)source;
  *out = false;
  return STRATA_OK;
}

static strata_status declare_never(strata_builder *b) {
  const strata_sba_desc asking = {
      .name = "asking",
      .who = "ask('never')",
      DEEDS({D(EMIT), .what = "bury", ARGUMENTS({"who", "it", NULL, 0})})};
  const strata_predicate_desc predicate = {.name = "never", .fn = never};
  strata_status status = strata_builder_predicate(b, &predicate);
  return status ? status : strata_builder_sba(b, &asking);
}

static strata_status make_rules_asking(kit_mem *mem, bool asks,
                                       strata_rules **out) {
  strata_builder *b = NULL;
  strata_status status = strata_builder_new(kit_alloc, mem, &b);
  if (status) return status;
  status = declare(b);
  if (!status && asks) status = declare_never(b);
  if (!status) status = strata_builder_freeze(b, out);
  strata_builder_free(b);
  return status;
}

static strata_status make_rules(kit_mem *mem, strata_rules **out) {
  return make_rules_asking(mem, false, out);
}

/* -- A world of them: two avengers of two players, and somebody to be hurt --
 */

typedef struct board {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity alice, bob, first, second, bear;
} board;

static void put(board *t, strata_entity who, const char *attr,
                strata_value value) {
  OK(strata_set_base(t->world, who, kit_attr(t->rules, attr), &value));
}

static void put_ref(board *t, strata_entity who, const char *attr,
                    strata_entity to) {
  put(t, who, attr, (strata_value){.type = STRATA_REF, .ref = to});
}

static strata_entity add(board *t, const char *definition, strata_entity of) {
  strata_entity who = 0;
  if (definition) {
    OK(strata_spawn_as(
        t->world,
        strata_rules_find(t->rules, STRATA_NAME_DEFINITION, definition), &who));
  } else {
    OK(strata_spawn(t->world, &who));
  }
  strata_move_desc to = {
      .zone = strata_rules_find(t->rules, STRATA_NAME_ZONE, "field")};
  OK(strata_move(t->world, who, &to, &who));
  OK(strata_set_base_int(t->world, who, kit_attr(t->rules, "life"), 6));
  put_ref(t, who, "owner", of);
  return who;
}

static void open_board(board *t) {
  *t = (board){0};
  OK(make_rules(&t->mem, &t->rules));
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  OK(strata_spawn(t->world, &t->alice));
  OK(strata_spawn(t->world, &t->bob));
  put(t, t->bob, "active", (strata_value){.type = STRATA_FLAG, .integer = 1});
  put_ref(t, t->bob, "following", t->alice);
  put_ref(t, t->alice, "following", t->bob);
  t->first = add(t, "avenger", t->alice);
  t->second = add(t, "avenger", t->bob);
  t->bear = add(t, NULL, t->bob);
}

static void close_board(board *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_blocks, 0), "blocks leaked");
}

static strata_status hurt(board *t, strata_entity who, int64_t amount,
                          strata_settle_mode how, strata_outcome *out) {
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = who}},
      {"amount", {.type = STRATA_INT, .integer = amount}}};
  return strata_act(
      t->world,
      &(strata_act_desc){
          .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, "hurt"),
          .given = given,
          .given_count = 2,
          .settling = how},
      out);
}

static strata_status resolve(board *t, strata_settle_mode how,
                             strata_outcome *out) {
  return strata_act(t->world,
                    &(strata_act_desc){.resolve = true, .settling = how}, out);
}

static int64_t life(const board *t, strata_entity who) {
  int64_t value = 0;
  OK(strata_get_int(t->world, who, kit_attr(t->rules, "life"), &value));
  return value;
}

static uint32_t stacked(const board *t) {
  return strata_zone_count(
      t->world, strata_rules_find(t->rules, STRATA_NAME_ZONE, "stack"), 0);
}

static strata_outcome choose(board *t, uint32_t option) {
  strata_outcome out;
  OK(strata_answer(
      t->world, &(strata_answer_desc){.options = &option, .count = 1}, &out));
  return out;
}

Test(settling, all_of_it_happens_by_one_action) {
  board t;
  open_board(&t);
  strata_outcome out;
  strata_decision d;
  OK(hurt(&t, t.bear, 5, STRATA_SETTLE_ALL, &out));
  cr_assert(eq(int, out, STRATA_DECIDE));
  OK(strata_decision_get(t.world, 0, &d));
  cr_expect(eq(int, d.purpose, STRATA_PURPOSE_TARGET));
  cr_expect(eq(u64, d.who, t.bob), "it is his turn");
  cr_expect(eq(u64, d.source, t.second));
  cr_assert(eq(sz, d.option_count, 2));
  cr_expect(eq(u64, d.options[1].value.ref, t.bear));
  cr_assert(eq(int, choose(&t, 1), STRATA_DECIDE));
  OK(strata_decision_get(t.world, 0, &d));
  cr_expect(eq(u64, d.who, t.alice));
  cr_expect(eq(int, choose(&t, 0), STRATA_DONE));
  cr_expect(eq(i64, life(&t, t.second), 4));
  cr_expect(not(strata_is_alive(t.world, t.bear)), "hurt again, it died");
  cr_expect(eq(u32, stacked(&t), 0));
  close_board(&t);
}

Test(settling, an_action_can_stop_on_the_stack) {
  board t;
  open_board(&t);
  strata_outcome out;
  OK(hurt(&t, t.bear, 5, STRATA_SETTLE_PLACE, &out));
  choose(&t, 1);
  cr_assert(eq(int, choose(&t, 1), STRATA_DONE));
  cr_expect(eq(u32, stacked(&t), 2));
  cr_expect(eq(i64, life(&t, t.bear), 1));
  OK(resolve(&t, STRATA_SETTLE_NONE, &out));
  cr_expect(eq(u32, stacked(&t), 1));
  cr_expect(eq(i64, life(&t, t.bear), -1), "nothing was checked");
  OK(resolve(&t, STRATA_SETTLE_CHECKS, &out));
  cr_expect(eq(u32, stacked(&t), 0));
  cr_expect(not(strata_is_alive(t.world, t.bear)));
  cr_expect(eq(int, resolve(&t, STRATA_SETTLE_ALL, &out), STRATA_ENOENT));
  close_board(&t);
}

/* Saved at each decision, and gone on with in a world of rules made anew. */
Test(settling, what_waits_goes_through_a_save) {
  board t;
  open_board(&t);
  strata_outcome out;
  OK(hurt(&t, t.bear, 5, STRATA_SETTLE_ALL, &out));
  size_t size = 0;
  uint8_t bytes[1 << 16];
  OK(strata_save(t.world, bytes, sizeof bytes, &size));
  board other = {0};
  OK(make_rules(&other.mem, &other.rules));
  strata_world_config config = kit_config(&other.mem);
  OK(strata_load(other.rules, &config, bytes, size, &other.world, NULL));
  cr_assert(eq(u64, strata_hash(other.world), strata_hash(t.world)));
  for (int i = 0; i < 2; i++) {
    cr_expect(eq(int, choose(&other, 1), choose(&t, 1)), "%d", i);
    cr_expect(eq(u64, strata_hash(other.world), strata_hash(t.world)), "%d", i);
  }
  close_board(&other);
  close_board(&t);
}

/* How many bytes of caches a world has once it is loaded, more than without
 * any. */
static uint64_t bytes_after_load(const board *t, bool asks) {
  size_t size = 0;
  uint8_t bytes[1 << 16];
  OK(strata_save(t->world, bytes, sizeof bytes, &size));
  board other = {0};
  OK(make_rules_asking(&other.mem, asks, &other.rules));
  strata_world_config config = kit_config(&other.mem);
  OK(strata_load(other.rules, &config, bytes, size, &other.world, NULL));
  cr_expect(eq(u64, kit_stats(other.world).predicate_calls, 0));
  uint64_t loaded = kit_stats(other.world).cache_bytes;
  strata_world_drop_caches(other.world);
  loaded -= kit_stats(other.world).cache_bytes;
  close_board(&other);
  return loaded;
}

Test(settling, a_load_fills_the_caches_but_asks_no_function_of_the_host) {
  board t;
  open_board(&t);
  cr_expect(lt(u64, 0, bytes_after_load(&t, false)));
  cr_expect(eq(u64, bytes_after_load(&t, true), 0));
  close_board(&t);
}

Test(settling, what_is_no_action_is_refused) {
  board t;
  open_board(&t);
  const strata_named_value given = {"who", {.type = STRATA_REF, .ref = t.bear}};
  const strata_act_desc wrong[] = {
      {.resolve = true, .event = 1},
      {.resolve = true, .watcher_def = 1},
      {.resolve = true, .you = t.bob},
      {.resolve = true, .given = &given, .given_count = 1},
      {.event = 1, .settling = (strata_settle_mode)4},
      {.event = 1, .settling = (strata_settle_mode)-1}};
  uint64_t hash = strata_hash(t.world);
  for (size_t i = 0; i < COUNT(wrong); i++) {
    cr_expect(eq(int, strata_act(t.world, &wrong[i], NULL), STRATA_EINVAL),
              "%zu", i);
    cr_expect(strncmp(strata_world_error(t.world), "act: ", 5) == 0, "%zu", i);
    cr_expect(eq(u64, strata_hash(t.world), hash), "%zu", i);
  }
  strata_outcome out;
  cr_expect(eq(int, resolve(&t, STRATA_SETTLE_ALL, &out), STRATA_ENOENT));
  cr_expect(strstr(strata_world_error(t.world), "nothing is on the stack") !=
            NULL);
  close_board(&t);
}

/* -- Declaring it -- */

static strata_builder *new_builder(kit_mem *mem) {
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(declare(b));
  return b;
}

static const char *const null_text[] = {NULL};
static const strata_instruction unmade[] = {
    {D(EMIT), .flags = 256, .what = "hurt"}};

static const struct check_mistake {
  strata_sba_desc check;
  strata_status status;
  const char *text;
} check_mistakes[] = {
    {{.name = "Dying"}, STRATA_EINVAL, "check 'Dying': a name has"},
    {{.name = "dying"}, STRATA_EEXIST, "check 'dying' is already declared"},
    {{.name = "x"}, STRATA_EINVAL, "check 'x': say whom it is about"},
    {{.name = "x", .who = "true"},
     STRATA_EINVAL,
     "check 'x': say what happens to them"},
    {{.name = "x", .who = "true", .instruction_count = 1},
     STRATA_EINVAL,
     "check 'x': its deeds are NULL"},
    {{.name = "x", .who = "true", .program = unmade, .instruction_count = 1},
     STRATA_EINVAL,
     "check 'x': a deed has no such flags"},
    {{.name = "x", .who = "true", .keep_by = {NULL, "life"}, DEEDS({D(STOP)})},
     STRATA_EINVAL,
     "check 'x': its first attribute to keep by is NULL"},
    {{.name = "x", .who = "true", .keep_newest = true, DEEDS({D(STOP)})},
     STRATA_EINVAL,
     "check 'x': it keeps the newest, and says of no attribute to keep by"},
    {{.name = "x",
      .who = "true",
      .keep_by = {"life", "life"},
      DEEDS({D(STOP)})},
     STRATA_EINVAL,
     "check 'x': it keeps by one attribute twice"},
    {{.name = "x",
      .who = "true",
      .resets = null_text,
      .reset_count = 1,
      DEEDS({D(STOP)})},
     STRATA_EINVAL,
     "check 'x': an attribute that it resets is NULL"},
};

Test(settling, checks_that_are_none_are_refused) {
  kit_mem mem = {0};
  strata_builder *b = new_builder(&mem);
  for (size_t i = 0; i < COUNT(check_mistakes); i++) {
    const struct check_mistake *m = &check_mistakes[i];
    cr_expect(eq(int, strata_builder_sba(b, &m->check), m->status), "%zu", i);
    const char *text = strata_builder_error(b);
    cr_expect(strncmp(text, m->text, strlen(m->text)) == 0, "%s", text);
  }
  cr_expect(eq(int, strata_builder_sba(b, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_builder_play_rules(b, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_builder_play_rules(b, &play), STRATA_EEXIST));
  strata_rules *rules = NULL;
  strata_rules *same = NULL;
  OK(strata_builder_freeze(b, &rules));
  OK(make_rules(&mem, &same));
  cr_expect(eq(u64, strata_rules_hash(rules), strata_rules_hash(same)),
            "what is refused leaves no trace");
  cr_expect(eq(u32, strata_rules_count(rules, STRATA_NAME_SBA), 1));
  strata_rules_free(same);
  strata_rules_free(rules);
  strata_builder_free(b);
  cr_expect(eq(sz, mem.live_blocks, 0));
}

/* What is said is part of the rules' hash. */
Test(settling, another_play_is_another_hash) {
  static const strata_play_rules_desc plays[] = {
      {.always_ask = false},
      {.always_ask = true},
      {.stack = "stack"},
      {.stack = "grave"},
      {.stack = "stack", .resolved = "bury"},
      {.turn_player = "active"},
      {.turn_player = "active", .next_player = "following"},
      {.turn_player = "active", .next_player = "owner"},
      {.on_loop = "bury"},
      {.log_clock = "turn"},
      {.log_lasts = STRATA_LOG_LASTS_ACTION},
      {.log_clock = "turn", .log_lasts = STRATA_LOG_LASTS_TICK}};
  uint64_t hashes[COUNT(plays)];
  kit_mem mem = {0};
  for (size_t i = 0; i < COUNT(plays); i++) {
    strata_builder *b = NULL;
    strata_rules *rules = NULL;
    OK(strata_builder_new(kit_alloc, &mem, &b));
    OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
    OK(add_zones(b));
    OK(add_attributes(b));
    OK(strata_builder_clock(b, "turn"));
    OK(add_kinds(b));
    OK(strata_builder_play_rules(b, &plays[i]));
    OK(strata_builder_freeze(b, &rules));
    hashes[i] = strata_rules_hash(rules);
    for (size_t n = 0; n < i; n++) {
      cr_expect(ne(u64, hashes[n], hashes[i]), "%zu, %zu", n, i);
    }
    strata_rules_free(rules);
    strata_builder_free(b);
  }
  cr_expect(eq(sz, mem.live_blocks, 0));
}

Test(settling, each_allocation_of_declaring_fails_once) {
  kit_mem mem = {0};
  strata_status got = STRATA_ENOMEM;
  size_t n = 0;
  while (got) {
    strata_rules *rules = NULL;
    mem.fail_at = mem.calls + ++n;
    got = make_rules(&mem, &rules);
    mem.fail_at = 0;
    if (got) cr_assert(eq(int, got, STRATA_ENOMEM), "allocation %zu", n);
    strata_rules_free(rules);
    cr_assert(eq(sz, mem.live_blocks, 0), "allocation %zu", n);
  }
  cr_expect(n > 50, "%zu allocations", n);
}

/* -- Rows of the log that leave -- */

/* Two actions whose rows last until the next one; each allocation of the second
 * fails once, and then the host has the row of the first all the same. */
Test(settling, rows_that_leave_are_kept_whichever_allocation_fails) {
  kit_mem mem = {0};
  strata_builder *b = NULL;
  board t = {0};
  OK(strata_builder_new(kit_alloc, &mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  OK(add_zones(b));
  OK(add_attributes(b));
  OK(add_kinds(b));
  OK(strata_builder_play_rules(
      b, &(strata_play_rules_desc){.log_lasts = STRATA_LOG_LASTS_ACTION}));
  OK(strata_builder_freeze(b, &t.rules));
  strata_builder_free(b);
  strata_world_config config = kit_config(&mem);
  size_t n = 0;
  for (strata_status got = STRATA_ENOMEM; got;) {
    strata_log_row row;
    OK(strata_world_new(t.rules, &config, &t.world));
    strata_keep_log(t.world, true);
    OK(strata_spawn(t.world, &t.bear));
    OK(hurt(&t, t.bear, 1, STRATA_SETTLE_NONE, NULL));
    mem.fail_at = mem.calls + ++n;
    got = hurt(&t, t.bear, 2, STRATA_SETTLE_NONE, NULL);
    mem.fail_at = 0;
    if (got) {
      cr_assert(eq(int, got, STRATA_ENOMEM), "allocation %zu", n);
      OK(hurt(&t, t.bear, 2, STRATA_SETTLE_NONE, NULL));
    }
    cr_assert(eq(u64, strata_log_next(t.world, 0), 1), "allocation %zu", n);
    cr_assert(eq(u64, strata_log_next(t.world, 1), 2), "allocation %zu", n);
    OK(strata_log_get(t.world, 1, &row));
    cr_assert(eq(i64, row.fields[1].value.integer, 1), "allocation %zu", n);
    strata_keep_log(t.world, false);
    cr_assert(eq(u64, strata_log_next(t.world, 0), 2), "control: it has left");
    cr_assert(eq(int, strata_log_get(t.world, 1, &row), STRATA_ENOENT));
    strata_world_free(t.world);
  }
  cr_expect(n > 1, "%zu allocations", n);
  strata_rules_free(t.rules);
  cr_expect(eq(sz, mem.live_blocks, 0));
}
