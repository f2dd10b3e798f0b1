/* Old names of renamed things: a save with old names is the same state under
 * the rules of today. */
#include "play.h"

#include <stdio.h>

TestSuite(old_names, .timeout = 60);

/* What a pack calls its things. */
typedef struct names {
  const char *power, *kinds, *imp, *growth, *strong, *watch, *once, *token;
  const char *bare, *turn, *pile, *hit, *layer, *group, *house;
} names;

static const names then = {.power = "might",
                           .kinds = "a_sorts",
                           .imp = "old imp",
                           .growth = "plus",
                           .strong = "core:old.1",
                           .watch = "core:old.2",
                           .once = "core:old_2",
                           .token = "core:old",
                           .bare = "core:z_bare",
                           .turn = "round",
                           .pile = "heap",
                           .hit = "blow",
                           .layer = "first",
                           .group = "bunch",
                           .house = "core:old_h1"};
static const names now = {.power = "power",
                          .kinds = "types",
                          .imp = "imp",
                          .growth = "growth",
                          .strong = "core:new.1",
                          .watch = "core:new.2",
                          .once = "core:new_2",
                          .token = "core:new",
                          .bare = "core:bare",
                          .turn = "turn",
                          .pile = "pile",
                          .hit = "hit",
                          .layer = "one",
                          .group = "flock",
                          .house = "core:new_h1"};

static void add_attributes(strata_builder *b, const names *n) {
  const char *const types[] = {"elf", n->imp};
  const strata_attribute attributes[] = {
      {.name = n->power, .type = STRATA_INT},
      {.name = "narrow", .type = STRATA_INT, .min = -9, .max = 9},
      {.name = n->growth, .type = STRATA_INT, .counter = true},
      {.name = "marked", .type = STRATA_FLAG},
      {.name = "chosen", .type = STRATA_SYM},
      {.name = "abilities", .type = STRATA_ABILITIES},
      {.name = n->kinds,
       .type = STRATA_SET,
       .symbols = types,
       .symbol_count = 2}};
  for (size_t i = 0; i < COUNT(attributes); i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
}

/* A trigger that does something once between two ticks. */
static void add_watcher(strata_builder *b, const names *n) {
  const strata_event_type_desc hit = {
      .name = n->hit,
      FIELDS,
      .affected = "who",
      DOES({D(ADD), .what = "narrow", .who = "event.who", VALUE("1")})};
  const strata_watcher_desc once = {
      .name = n->once,
      .role = STRATA_ROLE_TRIGGER,
      .event = n->hit,
      .per_clock = 1,
      .clock = n->turn,
      DEEDS({D(EMIT), .what = "grow", NAMED("who", "this")})};
  const strata_event_type_desc grow = {
      .name = "grow",
      FIELDS,
      .affected = "who",
      DOES({D(ADD), .what = n->growth, .who = "event.who", VALUE("1")})};
  const char *const codes[] = {n->once};
  OK(strata_builder_event_type(b, &hit));
  OK(strata_builder_event_type(b, &grow));
  OK(strata_builder_watcher(b, &once));
  OK(strata_builder_ability(
      b, &(strata_ability_desc){.name = n->watch,
                                .kind = STRATA_ABILITY_HANDLER,
                                .watchers = codes,
                                .watcher_count = 1}));
}

static strata_builder *builder_of(kit_mem *mem, const names *n) {
  strata_builder *b = NULL;
  const strata_clause_part part = {
      .op = STRATA_OP_ADD, .attr = n->power, .layer = n->layer, .operand = "1"};
  const strata_clause clause = {.parts = &part, .part_count = 1};
  const char *const has[] = {n->strong, n->watch};
  const strata_default defaults[] = {
      {.attr = n->power, .text = "2"},
      {.attr = "abilities", .names = has, .name_count = 2}};
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_layer(b, n->layer, 1, STRATA_BY_TIMESTAMP));
  add_attributes(b, n);
  OK(strata_builder_zone(
      b,
      &(strata_zone_desc){.name = n->pile, .shared = true, .ordered = true}));
  OK(strata_builder_clock(b, n->turn));
  OK(strata_builder_stacking_group(b, n->group, STRATA_STACK_HIGHEST, 0));
  OK(strata_builder_handler(b, n->house, 1));
  OK(strata_builder_ability(
      b, &(strata_ability_desc){.name = n->strong,
                                .kind = STRATA_ABILITY_STATIC,
                                .clauses = &clause,
                                .clause_count = 1}));
  add_watcher(b, n);
  OK(strata_builder_definition(
      b, &(strata_definition_desc){.name = n->token,
                                   .defaults = defaults,
                                   .default_count = COUNT(defaults)}));
  OK(strata_builder_definition(
      b, &(strata_definition_desc){
             .name = n->bare, .defaults = defaults, .default_count = 1}));
  return b;
}

static void rename_all(strata_builder *b, const names *from, const names *to) {
  const struct {
    strata_name_kind kind;
    const char *old, *now;
  } all[] = {{STRATA_NAME_ATTRIBUTE, from->power, to->power},
             {STRATA_NAME_ATTRIBUTE, from->kinds, to->kinds},
             {STRATA_NAME_ATTRIBUTE, from->growth, to->growth},
             {STRATA_NAME_SYMBOL, from->imp, to->imp},
             {STRATA_NAME_ABILITY, from->strong, to->strong},
             {STRATA_NAME_ABILITY, from->watch, to->watch},
             {STRATA_NAME_WATCHER_DEF, from->once, to->once},
             {STRATA_NAME_DEFINITION, from->token, to->token},
             {STRATA_NAME_DEFINITION, from->bare, to->bare},
             {STRATA_NAME_CLOCK, from->turn, to->turn},
             {STRATA_NAME_ZONE, from->pile, to->pile},
             {STRATA_NAME_EVENT_TYPE, from->hit, to->hit},
             {STRATA_NAME_LAYER, from->layer, to->layer},
             {STRATA_NAME_GROUP, from->group, to->group},
             {STRATA_NAME_HANDLER, from->house, to->house}};
  for (size_t i = 0; i < COUNT(all); i++) {
    OK(strata_builder_rename(b, all[i].kind, all[i].old, all[i].now));
  }
}

/* Rules of names, whose things were called as `old` says; NULL: always so. */
static strata_rules *rules_of(kit_mem *mem, const names *n, const names *old) {
  strata_builder *b = builder_of(mem, n);
  if (old) rename_all(b, old, n);
  strata_rules *rules = frozen(b);
  strata_builder_free(b);
  return rules;
}

/* -- A game -- */

/* How much of a state are texts, which keep the names that they have: none,
 * lists of abilities, expressions too. */
typedef enum texts { BARE, ABLE, WORDY } texts;

typedef struct table {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity token;
} table;

static uint32_t id_of(const table *t, strata_name_kind kind, const char *name) {
  uint32_t id = strata_rules_find(t->rules, kind, name);
  cr_assert(ne(u32, id, 0), "%s '%s'", strata_name_kind_text(kind), name);
  return id;
}

static int64_t read(const table *t, const char *attr) {
  int64_t value = INT64_MIN;
  OK(strata_get_int(t->world, t->token, id_of(t, STRATA_NAME_ATTRIBUTE, attr),
                    &value));
  return value;
}

static void put(table *t, const char *attr, const strata_value *value) {
  OK(strata_set_base(t->world, t->token, id_of(t, STRATA_NAME_ATTRIBUTE, attr),
                     value));
}

static void hit(table *t, const names *n) {
  const strata_named_value said[] = {
      {"who", {.type = STRATA_REF, .ref = t->token}}};
  const strata_act_desc desc = {.event =
                                    id_of(t, STRATA_NAME_EVENT_TYPE, n->hit),
                                .given = said,
                                .given_count = 1};
  OK(strata_act(t->world, &desc, NULL));
}

/* An effect on the token for two turns, and one of a group on all of a kind. */
static void add_effects(table *t, const names *n, texts has) {
  const strata_part part = {.op = STRATA_OP_ADD,
                            .attr = id_of(t, STRATA_NAME_ATTRIBUTE, n->power),
                            .value = 10};
  strata_effect_desc desc = {.targets = &t->token,
                             .target_count = 1,
                             .clock = id_of(t, STRATA_NAME_CLOCK, n->turn),
                             .ticks = 2,
                             .group = id_of(t, STRATA_NAME_GROUP, n->group),
                             .parts = &part,
                             .part_count = 1};
  strata_effect made;
  OK(strata_effect_add(t->world, &desc, &made));
  if (has != WORDY) return;
  char text[64];
  strata_expr *where = NULL;
  (void)snprintf(text, sizeof text, "%s has '%s'", n->kinds, n->imp);
  OK(strata_expr_parse(t->rules, text, &where, NULL));
  desc =
      (strata_effect_desc){.subject = where, .parts = &part, .part_count = 1};
  OK(strata_effect_add(t->world, &desc, &made));
  strata_expr_free(where);
}

/* Play a little under rules that call things so. */
static void play(table *t, strata_rules *rules, const names *n, texts has) {
  *t = (table){.mem = t->mem, .rules = rules};
  strata_world_config config = kit_config(&t->mem);
  OK(strata_world_new(rules, &config, &t->world));
  const char *what = has == BARE ? n->bare : n->token;
  OK(strata_spawn_as(t->world, id_of(t, STRATA_NAME_DEFINITION, what),
                     &t->token));
  const strata_move_desc to = {.zone = id_of(t, STRATA_NAME_ZONE, n->pile)};
  OK(strata_move(t->world, t->token, &to, &t->token));
  const strata_symbol imp = id_of(t, STRATA_NAME_SYMBOL, n->imp);
  put(t, n->kinds,
      &(strata_value){.type = STRATA_SET, .symbols = &imp, .symbol_count = 1});
  put(t, "chosen", &(strata_value){.type = STRATA_SYM, .symbol = imp});
  put(t, "marked", &(strata_value){.type = STRATA_FLAG, .integer = 1});
  put(t, n->growth, &(strata_value){.type = STRATA_INT, .integer = 3});
  put(t, n->power, &(strata_value){.type = STRATA_INT, .integer = 4});
  add_effects(t, n, has);
  OK(strata_disable_handler(
      t->world,
      &(strata_fault){.handler = id_of(t, STRATA_NAME_HANDLER, n->house)}));
  uint32_t ended;
  OK(strata_tick(t->world, id_of(t, STRATA_NAME_CLOCK, n->turn), &ended));
  hit(t, n);
}

static void close_table(table *t) {
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  cr_expect(eq(sz, t->mem.live_bytes, 0), "bytes leaked");
}

/* Put the table's world under rules by a save. */
static strata_status load(table *t, strata_rules *rules, strata_error *error) {
  static uint8_t bytes[200000];
  size_t size = 0;
  strata_world *made = NULL;
  OK(strata_save(t->world, bytes, sizeof bytes, &size));
  strata_world_config config = kit_config(&t->mem);
  strata_status status = strata_load(rules, &config, bytes, size, &made, error);
  if (status) return status;
  strata_world_free(t->world);
  strata_rules_free(t->rules);
  t->world = made;
  t->rules = rules;
  return STRATA_OK;
}

/* -- What a save of then is now -- */

Test(old_names, a_save_is_what_it_would_be_under_the_present_names) {
  table t = {0};
  table other = {0};
  strata_error error = {0};
  play(&t, rules_of(&t.mem, &then, NULL), &then, BARE);
  play(&other, rules_of(&other.mem, &now, &then), &now, BARE);
  cr_expect(ne(u64, strata_hash(t.world), strata_hash(other.world)));
  strata_status status = load(&t, rules_of(&t.mem, &now, &then), &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  cr_expect(eq(u64, strata_hash(t.world), strata_hash(other.world)));
  hit(&t, &now);
  hit(&other, &now);
  cr_expect(eq(i64, read(&t, "narrow"), 2));
  cr_expect(eq(u64, strata_hash(t.world), strata_hash(other.world)));
  strata_rules *clean = rules_of(&t.mem, &now, NULL);
  OK(load(&t, clean, &error)); /* saved again it has present names */
  cr_expect(eq(u64, strata_hash(t.world), strata_hash(other.world)));
  close_table(&t);
  close_table(&other);
}

Test(old_names, play_goes_on) {
  table t = {0};
  play(&t, rules_of(&t.mem, &then, NULL), &then, ABLE);
  OK(load(&t, rules_of(&t.mem, &now, &then), NULL));
  cr_expect(eq(i64, read(&t, "power"), 15), "4, the ability 1, the effect 10");
  cr_expect(eq(i64, read(&t, "growth"), 4));
  hit(&t, &now);
  cr_expect(eq(i64, read(&t, "growth"), 4), "once a turn, and it was");
  uint32_t ended;
  OK(strata_tick(t.world, id_of(&t, STRATA_NAME_CLOCK, "turn"), &ended));
  cr_expect(eq(u32, ended, 1), "its second turn is over");
  hit(&t, &now);
  cr_expect(eq(i64, read(&t, "growth"), 5));
  const strata_zone pile = id_of(&t, STRATA_NAME_ZONE, "pile");
  cr_expect(eq(u32, strata_zone_count(t.world, pile, 0), 1));
  close_table(&t);
}

Test(old_names, a_word_of_a_set_alone) {
  table t = {0};
  names one = then;
  one.imp = "imp";
  play(&t, rules_of(&t.mem, &then, NULL), &then, BARE);
  strata_builder *b = builder_of(&t.mem, &one);
  OK(strata_builder_rename(b, STRATA_NAME_SYMBOL, "old imp", "imp"));
  strata_rules *rules = frozen(b);
  strata_builder_free(b);
  OK(load(&t, rules, NULL));
  bool has = false;
  OK(strata_has(t.world, t.token, id_of(&t, STRATA_NAME_ATTRIBUTE, "a_sorts"),
                id_of(&t, STRATA_NAME_SYMBOL, "imp"), &has));
  cr_expect(has);
  close_table(&t);
}

Test(old_names, texts_may_have_old_names) {
  table t = {0};
  play(&t, rules_of(&t.mem, &then, NULL), &then, WORDY);
  OK(load(&t, rules_of(&t.mem, &now, &then), NULL));
  cr_expect(eq(i64, read(&t, "power"), 25));
  OK(load(&t, rules_of(&t.mem, &now, &then), NULL));
  cr_expect(eq(i64, read(&t, "power"), 25), "what is saved again has them");
  close_table(&t);
}

Test(old_names, names_that_are_not_renamed_are_lacking) {
  table t = {0};
  strata_error error = {0};
  play(&t, rules_of(&t.mem, &then, NULL), &then, ABLE);
  const uint64_t hash = strata_hash(t.world);
  strata_rules *rules = rules_of(&t.mem, &now, NULL);
  cr_expect(eq(int, load(&t, rules, &error), STRATA_ENOENT));
  cr_expect(ne(ptr, strstr(error.text, "the rules lack "), NULL));
  cr_expect(eq(u64, strata_hash(t.world), hash));
  strata_rules_free(rules);
  close_table(&t);
}

Test(old_names, a_reload_takes_old_names_too) {
  table t = {0};
  strata_error error = {0};
  play(&t, rules_of(&t.mem, &then, NULL), &then, WORDY);
  strata_rules *rules = rules_of(&t.mem, &now, &then);
  strata_world *made = NULL;
  strata_status status = strata_reload(t.world, rules, &made, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  strata_world_free(t.world);
  strata_rules_free(t.rules);
  t.world = made;
  t.rules = rules;
  cr_expect(eq(i64, read(&t, "power"), 25));
  close_table(&t);
}

/* -- What cannot be -- */

static void refused(const char *const renames[][2], size_t count,
                    strata_status want, const char *message) {
  kit_mem mem = {0};
  strata_builder *b = builder_of(&mem, &now);
  strata_rules *rules = NULL;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < count && !status; i++) {
    status = strata_builder_rename(b, STRATA_NAME_ATTRIBUTE, renames[i][0],
                                   renames[i][1]);
  }
  if (!status) status = strata_builder_freeze(b, &rules);
  refuses(b, status, want, message);
  strata_rules_free(rules);
  close_builder(b, &mem);
}

Test(old_names, what_leads_nowhere_or_has_its_name_again_is_refused) {
  refused((const char *const[][2]){{"might", "pover"}}, 1, STRATA_ENOENT,
          "rename 'might': there is no attribute 'pover'; did you mean "
          "'power'?");
  refused((const char *const[][2]){{"narrow", "power"}}, 1, STRATA_EEXIST,
          "rename 'narrow': there is again attribute 'narrow'; one of them "
          "needs another name");
  refused((const char *const[][2]){{"a", "b"}, {"b", "a"}}, 2, STRATA_EINVAL,
          "rename 'a': it comes back to itself");
  refused((const char *const[][2]){{"a", "power"}, {"a", "narrow"}}, 2,
          STRATA_EEXIST, "rename 'a': it is 'power'");
  refused((const char *const[][2]){{"a", "a"}}, 1, STRATA_EINVAL,
          "rename 'a': it is called so");
  refused((const char *const[][2]){{"", "power"}}, 1, STRATA_EINVAL,
          "symbol '': it has 1 to 200 bytes, no quotes, no control characters");
}

Test(old_names, fields_keep_their_names) {
  kit_mem mem = {0};
  strata_builder *b = builder_of(&mem, &now);
  refuses(b, strata_builder_rename(b, STRATA_NAME_FIELD, "a", "who"),
          STRATA_EINVAL, "rename: what is of this kind keeps its name");
  close_builder(b, &mem);
}

/* -- Chains -- */

Test(old_names, a_name_may_have_been_changed_twice) {
  table t = {0};
  names between = now;
  between.power = "strength";
  between.once = "core:mid_2";
  between.watch = "core:mid.2";
  play(&t, rules_of(&t.mem, &then, NULL), &then, WORDY);
  strata_builder *b = builder_of(&t.mem, &now);
  rename_all(b, &then, &between);
  OK(strata_builder_rename(b, STRATA_NAME_ATTRIBUTE, "strength", "power"));
  OK(strata_builder_rename(b, STRATA_NAME_ABILITY, "core:mid.2", now.watch));
  OK(strata_builder_rename(b, STRATA_NAME_WATCHER_DEF, "core:mid_2", now.once));
  strata_rules *rules = frozen(b);
  strata_builder_free(b);
  cr_expect(eq(u32, strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "strength"),
               kit_attr(rules, "power")));
  OK(load(&t, rules_of(&t.mem, &between, &then), NULL));
  OK(load(&t, rules, NULL));
  cr_expect(eq(i64, read(&t, "power"), 25));
  hit(&t, &now);
  cr_expect(eq(i64, read(&t, "growth"), 4), "once a turn, over both names");
  close_table(&t);
}

Test(old_names, without_memory_nothing_is_lost) {
  for (size_t n = 1; n < 4000; n++) {
    kit_mem mem = {0};
    strata_rules *rules = NULL;
    strata_builder *b = builder_of(&mem, &now);
    mem.fail_at = mem.calls + n;
    strata_status status =
        strata_builder_rename(b, STRATA_NAME_ATTRIBUTE, "a", "b");
    if (!status) {
      status = strata_builder_rename(b, STRATA_NAME_ATTRIBUTE, "b", now.kinds);
    }
    if (!status) status = strata_builder_freeze(b, &rules);
    strata_rules_free(rules);
    close_builder(b, &mem);
    if (!status) return;
    cr_assert(eq(int, status, STRATA_ENOMEM));
  }
  cr_assert(false, "it never succeeds");
}
