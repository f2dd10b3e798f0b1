/* Rows R41, R51 to R53: who must pass; autosaves, branches, and steps that are
 * gone back to. */
#include "seed_kit.h"

#include <string.h>

TestSuite(history, .timeout = 60);

#define OK(call)    cr_assert(eq(int, call, STRATA_OK), "%s", #call)
#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define NAMED(to, text)                                                        \
  .arguments = &(strata_argument){.name = (to), .value = (text)},              \
  .argument_count = 1

/* -- A game of four players, whose work goes on the stack -- */

static const strata_attribute attributes[] = {
    {.name = "seat", .type = STRATA_INT, .unlayered = true},
    {.name = "acting", .type = STRATA_FLAG, .unlayered = true},
    {.name = "active", .type = STRATA_FLAG, .unlayered = true},
    {.name = "next_player", .type = STRATA_REF, .unlayered = true},
    {.name = "done", .type = STRATA_INT, .unlayered = true},
    {.name = "abilities", .type = STRATA_ABILITIES}};
static const strata_field_desc player[] = {{"player", STRATA_REF}};

static const strata_instruction activate = {
    D(SET), .what = "active", .who = "event.player", VALUE("true")};
static const strata_instruction pass_on = {D(PASS), .who = "event.player"};
static const strata_instruction count = {D(ADD), .what = "done",
                                         .who = "event.player", VALUE("1")};
static const strata_instruction finish = {D(EMIT), .what = "finish",
                                          NAMED("player", "event.player")};

#define EVENT(title, deed)                                                     \
  .name = (title), .fields = player, .field_count = 1, .affected = "player",   \
  .does = (deed), .does_count = 1
static const strata_event_type_desc kinds[] = {
    {EVENT("begin", &activate)},
    {EVENT("pass", &pass_on)},
    {.name = "work", .fields = player, .field_count = 1, .affected = "player"},
    {EVENT("finish", &count)}};

static const strata_watcher_desc chore = {.name = "chore",
                                          .role = STRATA_ROLE_TRIGGER,
                                          .event = "work",
                                          .program = &finish,
                                          .instruction_count = 1};
static const strata_period_desc turn = {.name = "turn",
                                        .whose = STRATA_WHOSE_NEXT,
                                        .acts = "it.seat > 0",
                                        .order = STRATA_ACTING_IN_SUCCESSION};
static const strata_play_rules_desc play_rules = {.stack = "stack",
                                                  .starts = "begin",
                                                  .turn_player = "it.active",
                                                  .next_player = "next_player",
                                                  .acting = "acting"};

typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity players[4];
} table;

static void declare(strata_builder *b) {
  static const char *const watchers[] = {"chore"};
  OK(strata_builder_layer(b, "only", 1, STRATA_BY_TIMESTAMP));
  for (size_t i = 0; i < COUNT(attributes); i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
  for (size_t i = 0; i < COUNT(kinds); i++) {
    OK(strata_builder_event_type(b, &kinds[i]));
  }
  OK(strata_builder_zone(b,
                         &(strata_zone_desc){.name = "stack", .shared = true}));
  OK(strata_builder_watcher(b, &chore));
  OK(strata_builder_law(b, &(strata_law_desc){.name = "all",
                                              .watchers = watchers,
                                              .watcher_count = 1}));
  OK(strata_builder_period(b, &turn));
  OK(strata_builder_play_rules(b, &play_rules));
}

static strata_attr attr(const table *t, const char *name) {
  return kit_attr(t->rules, name);
}

static int64_t number(table *t, strata_entity of, const char *name) {
  int64_t value = 0;
  OK(strata_get_int(t->world, of, attr(t, name), &value));
  return value;
}

static void act(table *t, const char *event, size_t seat) {
  const strata_named_value who = {
      "player", {.type = STRATA_REF, .ref = t->players[seat]}};
  const strata_act_desc desc = {
      .event = strata_rules_find(t->rules, STRATA_NAME_EVENT_TYPE, event),
      .given = &who,
      .given_count = 1};
  cr_assert(eq(int, strata_act(t->world, &desc, NULL), STRATA_OK), "%s: %s",
            event, strata_world_error(t->world));
}

static void table_open(table *t) {
  *t = (table){0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &t->mem, &b));
  declare(b);
  cr_assert(eq(int, strata_builder_freeze(b, &t->rules), STRATA_OK), "%s",
            strata_builder_error(b));
  strata_builder_free(b);
  const strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  for (size_t i = 0; i < 4; i++) {
    OK(strata_spawn(t->world, &t->players[i]));
    OK(strata_set_base_int(t->world, t->players[i], attr(t, "seat"),
                           (int64_t)i + 1));
  }
  for (size_t i = 0; i < 4; i++) {
    const strata_value next = {.type = STRATA_REF,
                               .ref = t->players[(i + 1) % 4]};
    OK(strata_set_base(t->world, t->players[i], attr(t, "next_player"), &next));
  }
  act(t, "begin", 0);
}

static void table_close(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static strata_history *history_of(table *t, const strata_history_desc *desc) {
  strata_history *history = NULL;
  OK(strata_history_new(t->world, desc, &history));
  return history;
}

/* Play an action and note it; the hash afterwards. */
static uint64_t step(table *t, strata_history *history, size_t n) {
  act(t, n % 3 == 2 ? "pass" : "finish", n % 4);
  OK(strata_history_note(history, t->world, NULL, NULL));
  return strata_hash(t->world);
}

/* The seat of the player who may act. */
static int64_t acting(table *t) {
  for (size_t i = 0; i < 4; i++) {
    if (number(t, t->players[i], "acting")) return (int64_t)i + 1;
  }
  return 0;
}

static int64_t done(table *t) {
  return number(t, t->players[0], "done");
}

Test(history, seed_R41_all_must_pass) {
  table t;
  table_open(&t);
  act(&t, "work", 0);

  for (size_t seat = 0; seat < 3; seat++) {
    act(&t, "pass", seat);
  }
  SEED_EXPECT(done(&t), "R41", 0);
  act(&t, "pass", 3);
  SEED_EXPECT(done(&t), "R41", 1);
  SEED_EXPECT(acting(&t), "R41", 2);

  act(&t, "work", 0);
  act(&t, "pass", 0);
  act(&t, "pass", 1);
  act(&t, "finish", 2); /* somebody acts in between */
  act(&t, "pass", 2);
  act(&t, "pass", 3);
  act(&t, "pass", 0);
  SEED_EXPECT(done(&t), "R41", 3);
  act(&t, "pass", 1);
  SEED_EXPECT(done(&t), "R41", 4);

  table_close(&t);
}

typedef struct autosaves {
  size_t count, slots[16];
  uint64_t hashes[16];
} autosaves;

static strata_status autosave(void *user, strata_world *world,
                              const strata_autosave *due) {
  autosaves *made = user;
  made->slots[made->count] = due->slot;
  made->hashes[made->count++] = strata_hash(world);
  cr_expect(eq(u64, due->number, made->count));
  return STRATA_OK;
}

Test(history, seed_R51_the_oldest_autosave_goes) {
  table t;
  table_open(&t);
  autosaves made = {0};
  const strata_history_desc desc = {
      .every = 7, .autosave = autosave, .user = &made};
  strata_history *history = history_of(&t, &desc);

  uint64_t hash = 0;
  for (size_t n = 1; n <= 14; n++) {
    hash = step(&t, history, n);
  }
  SEED_EXPECT(made.count, "R51", 0);
  SEED_EXPECT(made.slots[0], "R51", 1);
  SEED_EXPECT(made.slots[1], "R51", 2);
  cr_expect(eq(u64, made.hashes[1], hash));
  for (size_t n = 15; n <= 77; n++) {
    (void)step(&t, history, n);
  }
  SEED_EXPECT(made.slots[9] + 1, "R51", 3);
  SEED_EXPECT(made.slots[10], "R51", 4);

  strata_history_free(history);
  table_close(&t);
}

static strata_branch branch(const strata_history *history, size_t n) {
  strata_branch found = {0};
  OK(strata_history_branch_get(history, n, &found));
  return found;
}

Test(history, seed_R52_the_old_line_stays) {
  table t;
  table_open(&t);
  strata_history *history = history_of(&t, NULL);
  uint64_t hash = 0;
  size_t most = 0;
  for (size_t n = 1; n <= 10; n++) {
    hash = step(&t, history, n);
  }

  OK(strata_history_undo(history, t.world, 3, NULL));
  act(&t, "finish", 3);
  OK(strata_history_note(history, t.world, "otherwise", NULL));

  SEED_EXPECT(strata_history_branch_count(history), "R52", 0);
  SEED_EXPECT(branch(history, 0).steps, "R52", 1);
  SEED_EXPECT(branch(history, 1).steps, "R52", 2);
  OK(strata_history_branch(history, t.world, "main"));
  SEED_EXPECT(strata_hash(t.world) == hash, "R52", 3);
  for (size_t n = 11; n <= 4000; n++) {
    (void)step(&t, history, n);
    const size_t states = branch(history, 0).states;
    if (states > most) most = states;
  }
  SEED_EXPECT(most, "R52", 4);

  strata_history_free(history);
  table_close(&t);
}

Test(history, seed_R53_steps_are_gone_to) {
  table t;
  table_open(&t);
  strata_history *history = history_of(&t, NULL);
  uint64_t hashes[21] = {strata_hash(t.world)};
  for (size_t n = 1; n <= 20; n++) {
    hashes[n] = step(&t, history, n);
  }
  strata_world *other = NULL;
  OK(strata_fork(t.world, NULL, &other));

  OK(strata_history_go(history, other, 5));
  SEED_EXPECT(strata_hash(other) == hashes[5], "R53", 0);
  OK(strata_history_redo(history, other, 15, NULL));
  SEED_EXPECT(strata_hash(other) == hashes[20], "R53", 1);
  int64_t same = 0;
  for (size_t n = 0; n <= 20; n++) {
    OK(strata_history_at(history, other, n));
    same += strata_hash(other) == hashes[n];
  }
  SEED_EXPECT(same, "R53", 2);

  strata_history_free(history);
  strata_world_free(other);
  table_close(&t);
}
