/* Rows S01 to S17: which replacement effects there are for an event, which of
 * them is next, who says so, and what comes of it. */
#include "seed_kit.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(replace, .timeout = 300);

#define OK(call)    cr_assert(eq(int, call, STRATA_OK), "%s", #call)
#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define EMIT(kind, who, much)                                                  \
  {                                                                            \
    D(EMIT),                                                                   \
        .what = (kind),                                                        \
        .arguments = (const strata_argument[]){{"who", (who), NULL, 0},        \
                                               {"amount", (much), NULL, 0}},   \
        .argument_count = 2                                                    \
  }

/* -- Rules: seven things that happen, and cards that have something to say --
 */

static const strata_field_desc fields[] = {{"who", STRATA_REF},
                                           {"amount", STRATA_INT}};
static const strata_instruction changes[] = {
    {D(ADD), .what = "life", .who = "event.who", VALUE("event.amount")},
    {D(ADD), .what = "drawn", .who = "event.who", VALUE("event.amount")},
    {D(ADD), .what = "damage", .who = "event.who", VALUE("event.amount")},
    {D(ADD), .what = "life", .who = "event.who", VALUE("-event.amount")},
    {D(ADD), .what = "milled", .who = "event.who", VALUE("event.amount")},
    {D(SPAWN), .what = "token", .times = "event.amount"},
    {D(ADD), .what = "entered", .who = "event.who", VALUE("event.amount")}};
static const char *const kinds[] = {"gain", "draw",   "hurt", "lose",
                                    "mill", "create", "enter"};

#define CHANGE(text)                                                           \
  .program = &(strata_instruction){D(CHANGE), .what = "amount", VALUE(text)},  \
  .instruction_count = 1
#define INSTEAD(...)                                                           \
  .program =                                                                   \
      &(strata_instruction){                                                   \
          D(INSTEAD), .inner = (const strata_instruction[]){__VA_ARGS__},      \
          .inner_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))},  \
  .instruction_count = 1
#define ON(title, kind)                                                        \
  .name = (title), .role = STRATA_ROLE_REPLACE, .event = (kind)

/* Each is what the one ability of a card of its name says. */
static const strata_watcher_desc codes[] = {
    {ON("double", "gain"), CHANGE("event.amount * 2")},
    {ON("more", "gain"), CHANGE("event.amount + 1")},
    {ON("triple", "gain"), CHANGE("event.amount * 3")},
    {ON("less", "gain"), CHANGE("event.amount - 1")},
    {ON("once", "gain"), CHANGE("event.amount + 1"), .uses = 1},
    {ON("lich", "gain"), INSTEAD(EMIT("draw", "event.who", "event.amount"))},
    {ON("same", "gain"), INSTEAD(EMIT("gain", "event.who", "event.amount"))},
    {ON("study", "draw"), CHANGE("event.amount * 2")},
    {ON("bleed", "hurt"), INSTEAD(EMIT("lose", "event.who", "event.amount"))},
    {ON("rot", "lose"), INSTEAD(EMIT("mill", "event.who", "event.amount"))},
    {ON("harder", "hurt"), CHANGE("event.amount + 1")},
    {ON("worse", "hurt"), CHANGE("event.amount * 2")},
    {ON("one_more", "create"), CHANGE("event.amount + 1")},
    {ON("and_one", "create"),
     INSTEAD(EMIT("create", "event.who", "event.amount"),
             EMIT("create", "event.who", "1"))},
    {ON("by_others", "enter"), CHANGE("event.amount * 10 + 5")},
    {ON("face_down", "enter"), .rank = "back", CHANGE("event.amount * 10 + 4")},
    {ON("as_a_copy", "enter"), .rank = "copy", CHANGE("event.amount * 10 + 3")},
    {ON("controlled", "enter"), .rank = "control",
     CHANGE("event.amount * 10 + 2")},
    {ON("itself", "enter"), .rank = "self", CHANGE("event.amount * 10 + 1")},
    {.name = "shield", .role = STRATA_ROLE_PREVENT, .event = "hurt"}};

/* What starts an effect that is nobody's. */
#define START(code)                                                            \
  { D(WATCH), .what = (code) }
static const strata_instruction starts[] = {
    {D(WATCH), .what = "shield",
     .arguments = &(strata_argument){.name = "left", .value = "3"},
     .argument_count = 1},
    START("once"),
    START("one_more"),
    START("and_one"),
    START("same")};
static const strata_instruction own = {D(CHANGE), .what = "amount",
                                       VALUE("event.amount + 1")};
static const strata_instruction alone = {
    D(EMIT),
    .what = "gain",
    .arguments = (const strata_argument[]){{"who", "$you", NULL, 0},
                                           {"amount", "2", NULL, 0}},
    .argument_count = 2,
    .inner = &own,
    .inner_count = 1};
#define ACT(title, deed)                                                       \
  {                                                                            \
    .name = (title), .role = STRATA_ROLE_TRIGGER, .event = "gain",             \
    .program = (deed), .instruction_count = 1                                  \
  }
static const strata_watcher_desc acts[] = {
    ACT("start_shield", &starts[0]),   ACT("start_once", &starts[1]),
    ACT("start_one_more", &starts[2]), ACT("start_and_one", &starts[3]),
    ACT("start_same", &starts[4]),     ACT("alone", &alone)};

static strata_status add_card(strata_builder *b,
                              const strata_watcher_desc *code) {
  strata_ability_desc ability = {.name = code->name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .watchers = &code->name,
                                 .watcher_count = 1};
  strata_default has = {
      .attr = "abilities", .names = &code->name, .name_count = 1};
  strata_definition_desc card = {
      .name = code->name, .defaults = &has, .default_count = 1};
  strata_status status = strata_builder_watcher(b, code);
  if (!status) status = strata_builder_ability(b, &ability);
  return status ? status : strata_builder_definition(b, &card);
}

static strata_status add_kinds(strata_builder *b) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(kinds); i++) {
    strata_event_type_desc kind = {.name = kinds[i],
                                   .fields = fields,
                                   .field_count = 2,
                                   .affected = "who",
                                   .amount = "amount",
                                   .matters = "event.amount > 0",
                                   .does = &changes[i],
                                   .does_count = 1};
    status = strata_builder_event_type(b, &kind);
  }
  return status;
}

/* The cards are declared in an order: places in `codes`. */
static strata_status declare(strata_builder *b, const uint32_t *order) {
  static const char *const numbers[] = {"life", "drawn", "damage", "milled",
                                        "entered"};
  static const char *const ranks[] = {"self", "control", "copy", "back"};
  strata_status status = strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  for (size_t i = 0; !status && i < COUNT(numbers); i++) {
    status = strata_builder_attribute(
        b, &(strata_attribute){.name = numbers[i], .type = STRATA_INT});
  }
  strata_attribute more[] = {{.name = "controller", .type = STRATA_REF},
                             {.name = "abilities", .type = STRATA_ABILITIES}};
  for (size_t i = 0; !status && i < COUNT(more); i++) {
    status = strata_builder_attribute(b, &more[i]);
  }
  for (size_t i = 0; !status && i < COUNT(ranks); i++) {
    status = strata_builder_replacement_class(b, ranks[i]);
  }
  strata_definition_desc token = {.name = "token"};
  if (!status) status = strata_builder_definition(b, &token);
  if (!status) status = add_kinds(b);
  for (size_t i = 0; !status && i < COUNT(acts); i++) {
    status = strata_builder_watcher(b, &acts[i]);
  }
  for (size_t i = 0; !status && i < COUNT(codes); i++) {
    status = add_card(b, &codes[order ? order[i] : i]);
  }
  return status;
}

/* -- A world with two players -- */

typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity one, two;
} table;

static void open_table(table *t, const uint32_t *order) {
  *t = (table){0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t->mem, &b));
  strata_status status = declare(b, order);
  if (!status) status = strata_builder_freeze(b, &t->rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  OK(strata_spawn(t->world, &t->one));
  OK(strata_spawn(t->world, &t->two));
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static void give(table *t, strata_entity what, strata_entity to) {
  strata_value value = {.type = STRATA_REF, .ref = to};
  strata_attr controller =
      strata_rules_find(t->rules, STRATA_NAME_ATTRIBUTE, "controller");
  OK(strata_set_base(t->world, what, controller, &value));
}

/* It is the first player's. */
static strata_entity put(table *t, const char *card) {
  strata_entity out;
  OK(strata_spawn_as(t->world,
                     strata_rules_find(t->rules, STRATA_NAME_DEFINITION, card),
                     &out));
  give(t, out, t->one);
  return out;
}

static int64_t number(table *t, strata_entity who, const char *name) {
  int64_t value;
  OK(strata_get_int(t->world, who,
                    strata_rules_find(t->rules, STRATA_NAME_ATTRIBUTE, name),
                    &value));
  return value;
}

static strata_outcome propose(table *t, const char *kind, strata_entity who,
                              int64_t amount) {
  const strata_named_value given[] = {
      {"who", {.type = STRATA_REF, .ref = who}},
      {"amount", {.type = STRATA_INT, .integer = amount}}};
  strata_outcome outcome;
  strata_act_desc act = {
      .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, kind),
      .given = given,
      .given_count = 2};
  cr_assert(eq(int, strata_act(t->world, &act, &outcome), STRATA_OK), "%s",
            strata_world_error(t->world));
  return outcome;
}

static void run(table *t, const char *code) {
  strata_act_desc act = {
      .watcher_def = strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, code),
      .you = t->one};
  strata_outcome outcome;
  OK(strata_act(t->world, &act, &outcome));
  cr_assert(eq(int, outcome, STRATA_DONE));
}

static strata_decision asked(table *t) {
  strata_decision d;
  cr_assert(eq(sz, strata_decision_count(t->world), 1));
  OK(strata_decision_get(t->world, 0, &d));
  return d;
}

static strata_outcome answer(table *t, uint32_t option) {
  strata_outcome outcome;
  OK(strata_answer(t->world,
                   &(strata_answer_desc){.options = &option, .count = 1},
                   &outcome));
  return outcome;
}

/* How many rows of the log say so, of a watcher or, NULL, of any. */
static int64_t rows(table *t, strata_log_kind what, const char *code) {
  strata_watcher_def of =
      code ? strata_rules_find(t->rules, STRATA_NAME_WATCHER_DEF, code) : 0;
  int64_t count = 0;
  for (uint64_t n = strata_log_next(t->world, 0); n != 0;
       n = strata_log_next(t->world, n)) {
    strata_log_row row;
    OK(strata_log_get(t->world, n, &row));
    if (row.what == what && (of == 0 || row.watcher_def == of))
      count += row.count;
  }
  return count;
}

static int64_t entities(const table *t) {
  int64_t count = 0;
  for (strata_entity e = strata_entity_next(t->world, 0); e != 0;
       e = strata_entity_next(t->world, e)) {
    count++;
  }
  return count;
}

/* -- The rows ---------------------------------------------------------------
 */

Test(replace, seed_S01_only_what_is_for_the_event_is_a_candidate) {
  table t;
  open_table(&t, NULL);
  put(&t, "bleed");
  put(&t, "double");
  put(&t, "study");
  SEED_EXPECT(propose(&t, "gain", t.one, 2), "S01", 0);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, NULL), "S01", 1);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, "double"), "S01", 2);
  close_table(&t);
}

Test(replace, seed_S02_without_a_candidate_it_happens_unchanged) {
  table t;
  open_table(&t, NULL);
  SEED_EXPECT(propose(&t, "gain", t.one, 2), "S02", 0);
  SEED_EXPECT(number(&t, t.one, "life"), "S02", 1);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, NULL), "S02", 2);
  close_table(&t);
}

Test(replace, seed_S03_the_first_group_that_is_not_empty_decides) {
  table t;
  open_table(&t, NULL);
  put(&t, "by_others");
  put(&t, "as_a_copy");
  put(&t, "itself");
  put(&t, "face_down");
  put(&t, "controlled");
  SEED_EXPECT(propose(&t, "enter", t.one, 9), "S03", 0);
  SEED_EXPECT(number(&t, t.one, "entered"), "S03", 1);
  close_table(&t);
}

Test(replace, seed_S04_one_candidate_applies_without_a_question) {
  table t;
  open_table(&t, NULL);
  put(&t, "more");
  SEED_EXPECT(propose(&t, "gain", t.one, 2), "S04", 0);
  SEED_EXPECT(strata_decision_count(t.world), "S04", 1);
  SEED_EXPECT(number(&t, t.one, "life"), "S04", 2);
  close_table(&t);
}

Test(replace, seed_S05_of_several_a_player_chooses) {
  for (uint32_t choice = 0; choice < 2; choice++) {
    table t;
    open_table(&t, NULL);
    put(&t, "double");
    put(&t, "more");
    cr_expect(eq(int, propose(&t, "gain", t.one, 2), STRATA_DECIDE));
    strata_decision d = asked(&t);
    SEED_EXPECT(strata_decision_count(t.world), "S05", 0);
    SEED_EXPECT(d.option_count, "S05", 1);
    cr_expect(eq(str, (char *)d.options[0].text, "double"));
    cr_expect(eq(str, (char *)d.options[1].text, "more"));
    cr_expect(eq(int, answer(&t, choice), STRATA_DONE), "one question");
    SEED_EXPECT(number(&t, t.one, "life"), "S05", 2 + choice);
    close_table(&t);
  }
}

Test(replace, seed_S06_an_effect_applies_once_to_an_event) {
  table t;
  open_table(&t, NULL);
  put(&t, "double");
  propose(&t, "gain", t.one, 2);
  SEED_EXPECT(number(&t, t.one, "life"), "S06", 0);
  close_table(&t);
}

Test(replace, seed_S07_boon_reflection_and_nefarious_lich) {
  for (uint32_t choice = 0; choice < 2; choice++) {
    table t;
    open_table(&t, NULL);
    put(&t, "double");
    put(&t, "lich");
    cr_expect(eq(int, propose(&t, "gain", t.one, 2), STRATA_DECIDE));
    cr_expect(eq(int, answer(&t, choice), STRATA_DONE));
    SEED_EXPECT(number(&t, t.one, "drawn"), "S07", choice);
    SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, NULL), "S07", 2 + choice);
    cr_expect(eq(i64, number(&t, t.one, "life"), 0));
    close_table(&t);
  }
}

Test(replace, seed_S08_what_applies_is_looked_up_for_the_new_event) {
  table t;
  open_table(&t, NULL);
  put(&t, "rot");
  put(&t, "bleed");
  propose(&t, "hurt", t.one, 3);
  SEED_EXPECT(number(&t, t.one, "milled"), "S08", 0);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, "bleed"), "S08", 1);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, "rot"), "S08", 2);
  SEED_EXPECT(number(&t, t.one, "life"), "S08", 3);
  SEED_EXPECT(number(&t, t.one, "damage"), "S08", 4);
  close_table(&t);
}

Test(replace, seed_S09_two_copies_both_apply) {
  table t;
  open_table(&t, NULL);
  put(&t, "double");
  put(&t, "double");
  SEED_EXPECT(propose(&t, "gain", t.one, 2), "S09", 0);
  SEED_EXPECT(number(&t, t.one, "life"), "S09", 1);
  close_table(&t);
}

/* 2 and 1 is 3, twice is 6; the other way round it would be 5. */
Test(replace, seed_S10_a_group_goes_before_any_preference) {
  table t;
  open_table(&t, NULL);
  put(&t, "double");
  run(&t, "alone");
  SEED_EXPECT(strata_decision_count(t.world), "S10", 0);
  SEED_EXPECT(number(&t, t.one, "life"), "S10", 1);
  close_table(&t);
}

Test(replace, seed_S11_the_affected_side_chooses) {
  table t;
  open_table(&t, NULL);
  strata_entity permanent = put(&t, "token");
  put(&t, "harder");
  put(&t, "worse");
  give(&t, permanent, t.two);
  cr_expect(eq(int, propose(&t, "hurt", permanent, 1), STRATA_DECIDE));
  SEED_EXPECT(asked(&t).who == t.two, "S11", 0);
  close_table(&t);
}

Test(replace, seed_S12_it_ends) {
  enum { MANY = 50 };
  table t;
  open_table(&t, NULL);
  for (int i = 0; i < MANY; i++) {
    run(&t, "start_same");
  }
  propose(&t, "gain", t.one, 2);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, NULL), "S12", 0);
  SEED_EXPECT(number(&t, t.one, "life"), "S12", 1);
  close_table(&t);
}

static void *propose_deep(void *user) {
  table *t = user;
  cr_expect(eq(int, propose(t, "gain", t->one, 2), STRATA_DONE));
  return NULL;
}

/* A thread with a quarter of a megabyte: 26 bytes for each of them. */
Test(replace, seed_S13_ten_thousand_take_no_more_stack_than_one) {
  enum { MANY = 10000 };
  table t;
  open_table(&t, NULL);
  for (int i = 0; i < MANY; i++) {
    run(&t, "start_once");
  }
  pthread_attr_t small;
  pthread_t thread;
  cr_assert(eq(int, pthread_attr_init(&small), 0));
  cr_assert(eq(int, pthread_attr_setstacksize(&small, 1 << 18), 0));
  cr_assert(eq(int, pthread_create(&thread, &small, propose_deep, &t), 0));
  cr_assert(eq(int, pthread_join(thread, NULL), 0));
  pthread_attr_destroy(&small);
  SEED_EXPECT(number(&t, t.one, "life"), "S13", 0);
  SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, NULL), "S13", 1);
  close_table(&t);
}

/* What another process makes of a saved question: the hash, by a pipe. It ends
 * by a signal: to exit would be to end the test. */
static void answer_elsewhere(const void *bytes, size_t size, int out) {
  table t;
  open_table(&t, NULL);
  strata_world_free(t.world);
  OK(strata_load(t.rules, NULL, bytes, size, &t.world, NULL));
  answer(&t, 1);
  uint64_t hash = strata_hash(t.world);
  if (write(out, &hash, sizeof hash) == sizeof hash) raise(SIGKILL);
  raise(SIGABRT);
}

Test(replace, seed_S14_the_choice_can_wait) {
  static unsigned char bytes[1 << 16];
  table t;
  size_t size;
  int ends[2];
  uint64_t elsewhere = 0;
  open_table(&t, NULL);
  put(&t, "double");
  put(&t, "more");
  SEED_EXPECT(propose(&t, "gain", t.one, 2), "S14", 0);
  OK(strata_save(t.world, bytes, sizeof bytes, &size));
  cr_assert(eq(int, pipe(ends), 0));
  pid_t child = fork();
  cr_assert(ge(int, (int)child, 0));
  if (child == 0) answer_elsewhere(bytes, size, ends[1]);
  ssize_t got = read(ends[0], &elsewhere, sizeof elsewhere);
  cr_assert(eq(int, (int)got, (int)sizeof elsewhere));
  cr_assert(eq(int, (int)waitpid(child, NULL, 0), (int)child));
  answer(&t, 1);
  SEED_EXPECT(strata_hash(t.world) == elsewhere, "S14", 1);
  SEED_EXPECT(number(&t, t.one, "life"), "S14", 2);
  close_table(&t);
}

/* All that was asked, as it was listed, and what came of it. */
static void play_shuffled(kit_dice *dice, char *out, size_t size) {
  static const char *const cards[] = {"double", "more", "triple", "less"};
  uint32_t order[COUNT(codes)];
  uint32_t places[COUNT(cards)] = {0, 1, 2, 3};
  strata_entity all[COUNT(cards)];
  table t;
  for (uint32_t i = 0; i < COUNT(codes); i++) {
    uint32_t at = kit_below(dice, i + 1);
    order[i] = order[at];
    order[at] = i;
  }
  for (uint32_t i = COUNT(cards); i > 1; i--) {
    uint32_t at = kit_below(dice, i);
    uint32_t last = places[i - 1];
    places[i - 1] = places[at];
    places[at] = last;
  }
  open_table(&t, order);
  for (size_t i = 0; i < COUNT(cards); i++) {
    all[places[i]] = put(&t, cards[places[i]]);
  }
  for (size_t i = 0; i < COUNT(cards); i++) {
    OK(strata_restamp(t.world, all[i]));
  }
  size_t used = 0;
  strata_outcome outcome = propose(&t, "gain", t.one, 5);
  while (outcome == STRATA_DECIDE) {
    strata_decision d = asked(&t);
    for (size_t i = 0; i < d.option_count; i++) {
      used +=
          (size_t)snprintf(out + used, size - used, "%s ", d.options[i].text);
    }
    used += (size_t)snprintf(out + used, size - used, "| ");
    outcome = answer(&t, (uint32_t)d.option_count - 1);
  }
  snprintf(out + used, size - used, "%d", (int)number(&t, t.one, "life"));
  close_table(&t);
}

Test(replace, seed_S15_the_order_in_storage_does_not_matter) {
  enum { SHUFFLES = 20 };
  kit_dice dice = {15};
  char first[200];
  char next[200];
  int64_t same = 0;
  play_shuffled(&dice, first, sizeof first);
  for (int i = 0; i < SHUFFLES; i++) {
    play_shuffled(&dice, next, sizeof next);
    same += strcmp(first, next) == 0;
    cr_expect(eq(str, next, first));
  }
  cr_expect(eq(str, first,
               "double more triple less | double more triple | "
               "double more | 26"));
  SEED_EXPECT(same, "S15", 0);
}

Test(replace, seed_S16_it_may_become_nothing) {
  table t;
  open_table(&t, NULL);
  run(&t, "start_shield");
  propose(&t, "hurt", t.one, 2);
  SEED_EXPECT(rows(&t, STRATA_LOG_HAPPENED, NULL), "S16", 0);
  SEED_EXPECT(number(&t, t.one, "damage"), "S16", 1);
  propose(&t, "hurt", t.one, 2);
  SEED_EXPECT(number(&t, t.one, "damage"), "S16", 2);
  close_table(&t);
}

/* As one event that is larger, and as two events: there the second effect
 * applies to each of them. */
Test(replace, seed_S17_it_may_become_several) {
  static const char *const cards[] = {"start_one_more", "start_and_one"};
  for (size_t i = 0; i < COUNT(cards); i++) {
    table t;
    open_table(&t, NULL);
    run(&t, cards[i]);
    run(&t, cards[i]);
    int64_t before = entities(&t);
    cr_expect(eq(int, propose(&t, "create", t.one, 1), STRATA_DONE));
    SEED_EXPECT(entities(&t) - before, "S17", i * 2);
    SEED_EXPECT(rows(&t, STRATA_LOG_REPLACED, NULL), "S17", i * 2 + 1);
    close_table(&t);
  }
}
