/* A world that moves to other rules: what it keeps, what changes, what is
 * refused. */
#include "play.h"

TestSuite(reload, .timeout = 60);

/* What a pack says before and after somebody has edited it. */
typedef struct edition {
  const char *bonus;  /* what the static ability adds */
  const char *amount; /* what the shield leaves of a hit; NULL: no shield */
  const char *power;  /* of a new token */
  bool has_growth;    /* an ability that some tokens have */
  bool has_spare;     /* an attribute, a zone, an event more, first by name */
  strata_type plus;   /* the type of the counter */
} edition;

static const edition first = {.bonus = "1",
                              .amount = "1",
                              .power = "2",
                              .has_growth = true,
                              .plus = STRATA_INT};

static void add_abilities(strata_builder *b, const edition *e) {
  const strata_clause_part part = {.op = STRATA_OP_ADD,
                                   .attr = "power",
                                   .layer = "one",
                                   .operand = e->bonus};
  const strata_clause clause = {.parts = &part, .part_count = 1};
  static const char *const asks[] = {"asks"};
  OK(strata_builder_ability(
      b, &(strata_ability_desc){.name = "strong",
                                .kind = STRATA_ABILITY_STATIC,
                                .clauses = &clause,
                                .clause_count = 1}));
  OK(strata_builder_ability(
      b, &(strata_ability_desc){.name = "curious",
                                .kind = STRATA_ABILITY_HANDLER,
                                .watchers = asks,
                                .watcher_count = 1}));
  if (!e->has_growth) return;
  OK(strata_builder_ability(
      b, &(strata_ability_desc){.name = "growth",
                                .kind = STRATA_ABILITY_KEYWORD}));
}

static void add_events(strata_builder *b, const edition *e) {
  const strata_event_type_desc hit = {
      .name = "hit",
      FIELDS,
      .affected = "who",
      DOES(
          {D(ADD), .what = "hurt", .who = "event.who", VALUE("event.amount")})};
  OK(strata_builder_event_type(b, &hit));
  if (e->has_spare) {
    OK(strata_builder_event_type(b,
                                 &(strata_event_type_desc){.name = "a_spare"}));
  }
  const strata_watcher_desc asks = {
      .name = "asks",
      .role = STRATA_ROLE_REPLACE,
      .event = "hit",
      .optional = true,
      .when = "event.amount > 0",
      DEEDS({D(CHANGE), .what = "amount", VALUE(e->amount)})};
  OK(strata_builder_watcher(b, &asks));
}

static strata_rules *rules_of(kit_mem *mem, const edition *e) {
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  static const char *const has[] = {"strong"};
  const strata_default defaults[] = {
      {.attr = "power", .text = e->power},
      {.attr = "abilities", .names = has, .name_count = 1}};
  const strata_attribute attributes[] = {
      {.name = "power", .type = STRATA_INT},
      {.name = "hurt", .type = STRATA_INT},
      {.name = "abilities", .type = STRATA_ABILITIES},
      {.name = "plus", .type = e->plus},
      {.name = "a_spare", .type = STRATA_INT}};
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  for (size_t i = 0; i < COUNT(attributes) - !e->has_spare; i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
  OK(strata_builder_zone(b, &(strata_zone_desc){.name = "pile"}));
  if (e->has_spare) {
    OK(strata_builder_zone(b, &(strata_zone_desc){.name = "a_spare"}));
  }
  OK(strata_builder_clock(b, "turn"));
  add_abilities(b, e);
  add_events(b, e);
  OK(strata_builder_definition(
      b, &(strata_definition_desc){.name = "token",
                                   .defaults = defaults,
                                   .default_count = COUNT(defaults)}));
  strata_status status = strata_builder_freeze(b, &rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(b));
  strata_builder_free(b);
  return rules;
}

typedef struct table {
  kit_mem mem;
  strata_rules *rules, *next; /* what the world was made of; edited */
  strata_world *world;
  strata_entity token, bare;
} table;

static void open_table(table *t) {
  *t = (table){0};
  t->rules = rules_of(&t->mem, &first);
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(t->rules, &config, &t->world));
  OK(strata_spawn_as(
      t->world, strata_rules_find(t->rules, STRATA_NAME_DEFINITION, "token"),
      &t->token));
  OK(strata_spawn(t->world, &t->bare));
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  strata_rules_free(t->next);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

static void give(table *t, const char *ability) {
  const strata_rules *rules = strata_world_rules(t->world);
  strata_symbol list[] = {
      strata_rules_find(rules, STRATA_NAME_SYMBOL, "strong"),
      strata_rules_find(rules, STRATA_NAME_SYMBOL, ability)};
  const strata_value value = {
      .type = STRATA_ABILITIES, .symbols = list, .symbol_count = 2};
  OK(strata_set_base(t->world, t->token, kit_attr(rules, "abilities"), &value));
}

static int64_t read(table *t, strata_entity who, const char *attr) {
  int64_t value = INT64_MIN;
  const strata_rules *rules = strata_world_rules(t->world);
  OK(strata_get_int(t->world, who, kit_attr(rules, attr), &value));
  return value;
}

static strata_status hit(table *t, int64_t amount, strata_outcome *outcome) {
  const strata_named_value said[] = {
      {"who", {.type = STRATA_REF, .ref = t->token}},
      {"amount", {.type = STRATA_INT, .integer = amount}}};
  const strata_rules *rules = strata_world_rules(t->world);
  const strata_act_desc desc = {
      .event = strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "hit"),
      .given = said,
      .given_count = 2};
  return strata_act(t->world, &desc, outcome);
}

/* Put the table's world under an edition of its rules. */
static void edit(table *t, const edition *e) {
  strata_world *made = NULL;
  strata_error error = {0};
  t->next = rules_of(&t->mem, e);
  strata_status status = strata_reload(t->world, t->next, &made, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  strata_world_free(t->world);
  t->world = made;
}

/* -- What it keeps, what is new -- */

Test(reload, state_is_kept_and_rules_are_new) {
  table t;
  open_table(&t);
  OK(hit(&t, 3, NULL));
  const uint64_t hash = strata_hash(t.world);
  cr_expect(eq(i64, read(&t, t.token, "power"), 3));

  edition e = first;
  e.bonus = "10";
  e.power = "5";
  e.has_spare = true; /* every id is another one now */
  edit(&t, &e);

  cr_expect(eq(u64, strata_hash(t.world), hash), "a reload is no change");
  cr_expect(eq(i64, read(&t, t.token, "power"), 12), "base 2, the new bonus");
  cr_expect(eq(i64, read(&t, t.token, "hurt"), 3));
  cr_expect(strata_is_alive(t.world, t.bare), "handles are as they were");
  strata_entity fresh = 0;
  OK(strata_spawn_as(t.world,
                     strata_rules_find(t.next, STRATA_NAME_DEFINITION, "token"),
                     &fresh));
  cr_expect(eq(i64, read(&t, fresh, "power"), 15), "what is new is as printed");
  OK(hit(&t, 4, NULL));
  cr_expect(eq(i64, read(&t, t.token, "hurt"), 7), "and play goes on");
  close_table(&t);
}

Test(reload, there_and_back_is_the_same_world) {
  table t;
  open_table(&t);
  give(&t, "curious");
  const uint64_t hash = strata_hash(t.world);
  edition e = first;
  e.has_spare = true;
  edit(&t, &e);
  strata_world *back = NULL;
  OK(strata_reload(t.world, t.rules, &back, NULL));
  cr_expect(eq(u64, strata_hash(back), hash));
  strata_world_free(t.world);
  t.world = back;
  cr_expect(eq(i64, read(&t, t.token, "power"), 3));
  close_table(&t);
}

Test(reload, a_decision_stays_open_and_its_answer_is_under_the_new_rules) {
  table t;
  open_table(&t);
  give(&t, "curious");
  strata_outcome outcome = STRATA_DONE;
  OK(hit(&t, 9, &outcome));
  cr_assert(eq(int, outcome, STRATA_DECIDE));

  edition e = first;
  e.amount = "2";
  edit(&t, &e);

  cr_assert(eq(sz, strata_decision_count(t.world), 1));
  /* Until it is answered nothing is written, a list of abilities neither. */
  const uint64_t asked = strata_hash(t.world);
  const strata_value none = {.type = STRATA_ABILITIES};
  const strata_attr abilities = kit_attr(t.rules, "abilities");
  cr_expect(eq(int, strata_set_base(t.world, t.bare, abilities, &none),
               STRATA_EOPEN));
  cr_expect(eq(u64, strata_hash(t.world), asked));
  const uint32_t yes = 0;
  OK(strata_answer(t.world, &(strata_answer_desc){.options = &yes, .count = 1},
                   &outcome));
  cr_assert(eq(int, outcome, STRATA_DONE));
  cr_expect(eq(i64, read(&t, t.token, "hurt"), 2));
  close_table(&t);
}

/* -- Views -- */

typedef struct heard {
  size_t rows, missed;
  const strata_world *world;
} heard;

static void hear(void *user, strata_world *world, const strata_log_row *row) {
  heard *h = user;
  h->rows++;
  h->missed += row->what == STRATA_LOG_MISSED;
  h->world = world;
}

Test(reload, views_go_with_it) {
  table t;
  heard h = {0};
  open_table(&t);
  OK(strata_subscribe(t.world, hear, &h));
  OK(hit(&t, 1, NULL));
  const size_t before = h.rows;
  cr_assert(ne(sz, before, 0));
  edition e = first;
  e.has_spare = true;
  edit(&t, &e);
  cr_expect(eq(sz, h.rows, before), "a reload is no event");
  OK(hit(&t, 1, NULL));
  cr_expect(eq(sz, h.rows, 2 * before), "each row once");
  cr_expect(eq(sz, h.missed, 0));
  cr_expect(eq(ptr, (void *)(uintptr_t)h.world, t.world));
  close_table(&t);
}

Test(reload, what_was_told_of_an_open_action_is_told_anew) {
  table t;
  heard h = {0};
  open_table(&t);
  give(&t, "curious");
  OK(strata_subscribe(t.world, hear, &h));
  OK(hit(&t, 9, NULL));
  const size_t middle = h.rows;
  edit(&t, &first);
  cr_expect(eq(sz, h.missed, middle > 0));
  close_table(&t);
}

/* -- What is refused -- */

/* Before a call each member has a value that no refusal leaves. */
static const strata_error no_error = {
    .status = STRATA_OK, .offset = 77, .text = "nothing"};

/* What is wrong with rules is at no byte of a text, so the offset is 0. */
static void expect_error(const strata_error *error, strata_status status,
                         const char *says) {
  cr_expect(eq(int, error->status, status));
  cr_expect(eq(sz, error->offset, 0));
  cr_expect(strstr(error->text, says) != NULL, "%s", error->text);
}

typedef struct lacks {
  size_t count;
  strata_name_kind kind;
  char name[64];
} lacks;

static void note_lack(void *user, strata_name_kind kind, const char *name) {
  lacks *l = user;
  l->count++;
  l->kind = kind;
  (void)strncpy(l->name, name, sizeof l->name - 1);
}

/* A world that uses a name, and rules that lack it: it stays as it was. */
static void expect_lack(table *t, const edition *e, strata_name_kind kind,
                        const char *name) {
  lacks found = {0};
  strata_world *made = NULL;
  strata_error error = no_error;
  const uint64_t hash = strata_hash(t->world);
  t->next = rules_of(&t->mem, e);
  OK(strata_missing_names(t->world, t->next, note_lack, &found));
  cr_assert(eq(sz, found.count, 1));
  cr_expect(eq(int, found.kind, kind));
  cr_expect(eq(str, found.name, (char *)(uintptr_t)name));
  strata_status status = strata_reload(t->world, t->next, &made, &error);
  cr_expect(eq(int, status, STRATA_ENOENT));
  expect_error(&error, STRATA_ENOENT, name);
  cr_expect(made == NULL);
  cr_expect(eq(u64, strata_hash(t->world), hash));
  cr_expect(eq(i64, read(t, t->token, "power"), 3));
}

Test(reload, finding_MU11_an_ability_that_somebody_has_may_not_go) {
  table t;
  open_table(&t);
  give(&t, "growth");
  edition e = first;
  e.has_growth = false;
  expect_lack(&t, &e, STRATA_NAME_ABILITY, "growth");
  close_table(&t);
}

Test(reload, an_ability_that_nobody_has_may_go) {
  table t;
  open_table(&t);
  edition e = first;
  e.has_growth = false;
  edit(&t, &e);
  cr_expect(eq(i64, read(&t, t.token, "power"), 3));
  close_table(&t);
}

Test(reload, an_attribute_keeps_its_type) {
  table t;
  open_table(&t);
  OK(strata_set_base_int(t.world, t.bare, kit_attr(t.rules, "plus"), 4));
  edition e = first;
  e.plus = STRATA_FLAG;
  expect_lack(&t, &e, STRATA_NAME_ATTRIBUTE, "plus");
  close_table(&t);
}

Test(reload, a_zone_with_something_in_it_stays) {
  table t;
  edition e = first;
  e.has_spare = true;
  open_table(&t);
  edit(&t, &e);
  strata_rules_free(t.rules);
  t.rules = t.next;
  t.next = NULL;
  OK(strata_move(t.world, t.token,
                 &(strata_move_desc){.zone = strata_rules_find(
                                         t.rules, STRATA_NAME_ZONE, "a_spare"),
                                     .player = t.bare},
                 &t.token));
  lacks found = {0};
  t.next = rules_of(&t.mem, &first);
  OK(strata_missing_names(t.world, t.next, note_lack, &found));
  cr_assert(ne(sz, found.count, 0));
  strata_world *made = NULL;
  cr_expect(
      eq(int, strata_reload(t.world, t.next, &made, NULL), STRATA_ENOENT));
  close_table(&t);
}

Test(reload, what_is_nothing_is_refused) {
  table t;
  open_table(&t);
  strata_world *made = NULL;
  strata_error error = {0};
  cr_expect(
      eq(int, strata_reload(t.world, NULL, &made, &error), STRATA_EINVAL));
  expect_error(&error, STRATA_EINVAL, "an argument is NULL");
  cr_expect(
      eq(int, strata_reload(t.world, t.rules, NULL, &error), STRATA_EINVAL));
  expect_error(&error, STRATA_EINVAL, "an argument is NULL");
  cr_expect(eq(int, strata_missing_names(t.world, t.rules, NULL, NULL),
               STRATA_EINVAL));
  close_table(&t);
}

Test(reload, without_memory_nothing_is_changed) {
  table t;
  open_table(&t);
  give(&t, "curious");
  const uint64_t hash = strata_hash(t.world);
  const size_t live = t.mem.live_bytes;
  strata_status status = STRATA_ENOMEM;
  for (size_t n = 1; status == STRATA_ENOMEM; n++) {
    strata_world *made = NULL;
    strata_error error = no_error;
    t.mem.fail_at = t.mem.calls + n;
    status = strata_reload(t.world, t.rules, &made, &error);
    t.mem.fail_at = 0;
    cr_expect(eq(u64, strata_hash(t.world), hash));
    cr_assert(status == STRATA_ENOMEM || status == STRATA_OK);
    if (status == STRATA_OK) {
      cr_expect(eq(u64, strata_hash(made), hash));
      strata_world_free(made);
    } else {
      expect_error(&error, STRATA_ENOMEM, "out of memory");
    }
    cr_expect(eq(sz, t.mem.live_bytes, live));
    cr_assert(lt(sz, n, 2000));
  }
  close_table(&t);
}
