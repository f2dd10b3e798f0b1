/* Predicates that are functions of the host: what they can read, how often they
 * are called, how they fail. */
#include "game.h"

#include <stdio.h>
#include <string.h>

TestSuite(predicate, .timeout = 120);

enum { CARDS = 100, SYMBOLS = 70 };

/* What functions do, and how often. */
typedef struct spy {
  size_t calls;
  strata_status fails; /* with this, and `text` */
  const char *text;
  const char *reads; /* an attribute that it reads first */
  bool dense;        /* it does not look whether a read was refused */
} spy;

typedef struct scene {
  game g; /* its rules are ours */
  spy spy;
  strata_entity who[CARDS];
} scene;

static strata_attr attr_of(const strata_predicate_context *view,
                           const char *name) {
  return strata_rules_find(strata_predicate_rules(view), STRATA_NAME_ATTRIBUTE,
                           name);
}

static strata_symbol symbol_of(const strata_predicate_context *view,
                               const char *name) {
  return strata_rules_find(strata_predicate_rules(view), STRATA_NAME_SYMBOL,
                           name);
}

static strata_status number(strata_predicate_context *view, strata_entity of,
                            const char *name, int64_t *out) {
  strata_value value;
  strata_status status =
      strata_predicate_get(view, of, attr_of(view, name), &value);
  if (!status) *out = value.integer;
  return status;
}

/* power > 2 */
static strata_status strong(void *user, strata_predicate_context *view,
                            strata_entity it, strata_entity source, bool *out) {
  spy *s = user;
  int64_t power = 0;
  (void)source;
  s->calls++;
  if (s->fails) return strata_predicate_fail(view, s->fails, s->text);
  if (s->reads) {
    strata_value value;
    strata_status status =
        strata_predicate_get(view, it, attr_of(view, s->reads), &value);
    if (status && !s->dense) return status;
  }
  strata_status status = number(view, it, "power", &power);
  *out = power > 2;
  return status;
}

/* Of one's owner: as strong as `this`, and of a kind with it. */
static strata_status kin(void *user, strata_predicate_context *view,
                         strata_entity it, strata_entity source, bool *out) {
  spy *s = user;
  s->calls++;
  strata_value owner;
  strata_status status =
      strata_predicate_get(view, it, attr_of(view, "owner"), &owner);
  int64_t power = 0;
  int64_t other = 0;
  bool same = false;
  if (!status) status = number(view, source, "power", &power);
  if (!status) status = number(view, owner.ref, "power", &other);
  if (!status) {
    status = strata_predicate_has(view, owner.ref, attr_of(view, "types"),
                                  symbol_of(view, "elf"), &same);
  }
  *out = owner.ref == it || (power == other && (same || owner.ref == source));
  return status;
}

/* Everything that there is. */
static strata_status curious(void *user, strata_predicate_context *view,
                             strata_entity it, strata_entity source,
                             bool *out) {
  spy *s = user;
  s->calls++;
  strata_value types;
  strata_value rarity;
  strata_value tapped;
  bool flies = false;
  bool common = true;
  strata_status status =
      strata_predicate_get(view, it, attr_of(view, "types"), &types);
  size_t count = status ? 0 : types.symbol_count;
  bool last =
      count > 0 && types.symbols[count - 1] == symbol_of(view, "word_69");
  if (!status) {
    status = strata_predicate_get(view, it, attr_of(view, "rarity"), &rarity);
  }
  if (!status) {
    status =
        strata_predicate_get(view, source, attr_of(view, "tapped"), &tapped);
  }
  if (!status) {
    status = strata_predicate_has(view, it, attr_of(view, "abilities"),
                                  symbol_of(view, "flying"), &flies);
  }
  if (!status) {
    status = strata_predicate_has(view, it, attr_of(view, "abilities"),
                                  symbol_of(view, "common"), &common);
  }
  cr_expect(status || !common, "it is no ability");
  *out = !status && count >= 2 && last &&
         rarity.symbol == symbol_of(view, "common") && tapped.integer == 1 &&
         flies;
  return status;
}

/* tapped, and before or after it power: as it pleases. */
static strata_status moody(void *user, strata_predicate_context *view,
                           strata_entity it, strata_entity source, bool *out) {
  spy *s = user;
  int64_t power = 0;
  int64_t tapped = 0;
  (void)source;
  s->calls++;
  bool first = s->calls > 1;
  strata_status status = first ? number(view, it, "tapped", &tapped)
                               : number(view, it, "power", &power);
  if (!status) status = number(view, it, "tapped", &tapped);
  *out = tapped == 0;
  return status;
}

static void declare_attributes(strata_builder *b) {
  char words[SYMBOLS][16];
  const char *symbols[SYMBOLS + 1] = {"elf"};
  for (int i = 0; i < SYMBOLS; i++) {
    (void)snprintf(words[i], sizeof words[i], "word_%02d", i);
    symbols[i + 1] = words[i];
  }
  const strata_attribute attributes[] = {
      {.name = "power", .type = STRATA_INT, .default_value = 1},
      {.name = "bonus", .type = STRATA_INT},
      {.name = "tapped", .type = STRATA_FLAG},
      {.name = "types",
       .type = STRATA_SET,
       .symbols = symbols,
       .symbol_count = SYMBOLS + 1},
      {.name = "owner", .type = STRATA_REF},
      {.name = "rarity", .type = STRATA_SYM},
      {.name = "note", .type = STRATA_TEXT},
      {.name = "abilities", .type = STRATA_ABILITIES}};
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
  OK(strata_builder_symbol(b, NULL, "common"));
  OK(strata_builder_ability(b, &(strata_ability_desc){.name = "flying"}));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
}

static strata_status declare(strata_builder *b, spy *s) {
  const strata_predicate_desc predicates[] = {
      {.name = "strong",
       .fn = strong,
       .user = s,
       .reads = (const char *const[]){"power", "abilities", "power"},
       .read_count = 3},
      {.name = "kin",
       .fn = kin,
       .user = s,
       .reads = (const char *const[]){"types", "power", "owner"},
       .read_count = 3},
      {.name = "test:curious",
       .fn = curious,
       .user = s,
       .reads = (const char *const[]){"tapped", "rarity", "abilities", "types"},
       .read_count = 4},
      {.name = "moody",
       .fn = moody,
       .user = s,
       .reads = (const char *const[]){"tapped", "power"},
       .read_count = 2}};
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < 4; i++) {
    status = strata_builder_predicate(b, &predicates[i]);
  }
  return status;
}

static void scene_open(scene *s) {
  *s = (scene){0};
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, &s->g.mem, &b));
  declare_attributes(b);
  OK(declare(b, &s->spy));
  OK(strata_builder_freeze(b, &s->g.rules));
  strata_builder_free(b);
  strata_world_config config = kit_config(&s->g.mem);
  config.log = game_log;
  config.log_user = &s->g;
  OK(strata_world_new(s->g.rules, &config, &s->g.world));
  for (size_t i = 0; i < CARDS; i++) {
    OK(strata_spawn(s->g.world, &s->who[i]));
  }
}

static bool ask(scene *s, const char *text, strata_entity it,
                strata_entity source) {
  strata_expr *expr = game_expr(&s->g, text);
  strata_value value;
  OK(strata_expr_eval(s->g.world, expr, it, source, &value));
  strata_expr_free(expr);
  return value.integer != 0;
}

static void own(scene *s, strata_entity who, strata_entity owner) {
  strata_value value = {.type = STRATA_REF, .ref = owner};
  OK(strata_set_base(s->g.world, who, game_attr(&s->g, "owner"), &value));
}

static strata_effect bless(scene *s, const char *subject, int64_t bonus) {
  strata_expr *all = game_expr(&s->g, subject);
  game_effect e;
  game_describe(&s->g, &e, 0, "bonus", STRATA_OP_ADD, bonus);
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = all;
  e.part.layer = 5;
  strata_effect effect = game_add(&s->g, &e.desc);
  strata_expr_free(all);
  return effect;
}

static uint64_t calls_of(const scene *s) {
  uint64_t calls = kit_stats(s->g.world).predicate_calls;
  cr_expect(eq(u64, calls, s->spy.calls));
  return calls;
}

Test(predicate, expressions_ask_them) {
  scene s;
  scene_open(&s);
  game_base(&s.g, s.who[0], "power", 3);

  cr_expect(ask(&s, "ask('strong')", s.who[0], 0));
  cr_expect(not(ask(&s, "ask('strong')", s.who[1], 0)));
  cr_expect(not(ask(&s, "ask('strong')", 0, 0)), "nobody has the default");
  cr_expect(ask(&s, "count(ask('strong')) = 1", 0, 0));
  cr_expect(ask(&s, "not ask('strong') and power = 1", s.who[1], 0));

  strata_expr *expr = game_expr(&s.g, "not(ask ( 'test:curious' ))");
  cr_expect(
      eq(str, TEXT(strata_expr_text(expr)), TEXT("not ask('test:curious')")));
  cr_expect(eq(int, strata_expr_type(expr), STRATA_FLAG));
  cr_expect(eq(u32, strata_expr_reads(expr, 3), game_attr(&s.g, "types")));
  cr_expect(eq(u32, strata_expr_reads(expr, 4), 0));
  strata_expr_free(expr);
  cr_expect(eq(u32, strata_rules_count(s.g.rules, STRATA_NAME_PREDICATE), 4));
  cr_expect(eq(
      u32, strata_rules_find(s.g.rules, STRATA_NAME_PREDICATE, "strong"), 3));
  game_close(&s.g);
}

Test(predicate, values_of_every_type_are_told) {
  scene s;
  scene_open(&s);
  strata_entity it = s.who[0];
  strata_entity lord = s.who[1];
  cr_expect(not(ask(&s, "ask('test:curious')", it, lord)));
  game_put(&s.g, it, "types", "elf");
  game_put(&s.g, it, "types", "word_69");
  game_base(&s.g, lord, "tapped", 1);
  strata_value common = {.type = STRATA_SYM,
                         .symbol = game_symbol(&s.g, "common")};
  OK(strata_set_base(s.g.world, it, game_attr(&s.g, "rarity"), &common));
  cr_expect(not(ask(&s, "ask('test:curious')", it, lord)));
  strata_symbol flying = game_symbol(&s.g, "flying");
  strata_value list = {
      .type = STRATA_ABILITIES, .symbols = &flying, .symbol_count = 1};
  OK(strata_set_base(s.g.world, it, game_attr(&s.g, "abilities"), &list));
  cr_expect(ask(&s, "ask('test:curious')", it, lord));
  cr_expect(not(ask(&s, "ask('test:curious')", it, it)));
  game_close(&s.g);
}

/* Whose values they are does not matter, but who is who does. */
Test(predicate, refs_lead_to_it_and_this) {
  scene s;
  scene_open(&s);
  strata_entity lord = s.who[0];
  own(&s, s.who[1], lord);
  own(&s, s.who[2], s.who[3]);
  own(&s, s.who[4], s.who[4]);
  own(&s, s.who[6], s.who[7]);
  game_put(&s.g, s.who[7], "types", "elf");
  const char *kin_of = "ask('kin')";
  cr_expect(ask(&s, kin_of, s.who[1], lord), "of this");
  cr_expect(not(ask(&s, kin_of, s.who[2], lord)), "of another");
  cr_expect(ask(&s, kin_of, s.who[4], lord), "of itself");
  cr_expect(not(ask(&s, kin_of, s.who[5], lord)), "of nobody");
  cr_expect(ask(&s, kin_of, s.who[6], lord), "of a kind");
  cr_expect(not(ask(&s, kin_of, s.who[1], s.who[2])), "of another this");
  cr_expect(not(ask(&s, kin_of, s.who[1], 0)), "there is no this");
  own(&s, lord, lord);
  cr_expect(ask(&s, kin_of, lord, lord), "this itself");
  OK(strata_despawn(s.g.world, s.who[7]));
  cr_expect(not(ask(&s, kin_of, s.who[6], lord)), "of somebody gone");
  uint64_t calls = calls_of(&s);
  own(&s, s.who[8], lord);
  own(&s, s.who[9], s.who[9]);
  cr_expect(ask(&s, kin_of, s.who[8], lord));
  cr_expect(ask(&s, kin_of, s.who[9], lord));
  cr_expect(eq(u64, calls_of(&s), calls), "known of others");
  game_close(&s.g);
}

/* With every way of evaluation. */
static void count_calls(scene *s) {
  for (size_t i = 0; i < CARDS; i++) {
    game_base(&s->g, s->who[i], "power", (int64_t)(i % 10));
  }
  (void)bless(s, "ask('strong')", 1);
  cr_assert(eq(i64, game_read(&s->g, s->who[3], "bonus"), 1));
  cr_assert(eq(i64, game_read(&s->g, s->who[2], "bonus"), 0));
  cr_expect(eq(u64, calls_of(s), 10), "one for each power");

  game_base(&s->g, s->who[3], "power", 2);
  cr_expect(eq(i64, game_read(&s->g, s->who[3], "bonus"), 0));
  cr_expect(eq(u64, calls_of(s), 10), "that was known");
  game_base(&s->g, s->who[3], "power", 20);
  cr_expect(eq(i64, game_read(&s->g, s->who[3], "bonus"), 1));
  cr_expect(eq(u64, calls_of(s), 11), "one card has changed");
  game_base(&s->g, s->who[4], "tapped", 1);
  game_put(&s->g, s->who[5], "types", "elf");
  cr_expect(eq(i64, game_read(&s->g, s->who[5], "bonus"), 1));
  cr_expect(eq(u64, calls_of(s), 11), "nobody reads that");

  game_effect e;
  game_describe(&s->g, &e, s->who[3], "power", STRATA_OP_SUB, 30);
  strata_effect effect = game_add(&s->g, &e.desc);
  cr_expect(eq(i64, game_read(&s->g, s->who[3], "bonus"), 0));
  cr_expect(eq(u64, calls_of(s), 12), "as it stands in that layer");
  OK(strata_effect_remove(s->g.world, effect));
  cr_expect(eq(i64, game_read(&s->g, s->who[3], "bonus"), 1));
  cr_expect(eq(u64, calls_of(s), 12), "as before");
  (void)bless(s, "ask('strong') and tapped", 10);
  cr_expect(eq(i64, game_read(&s->g, s->who[4], "bonus"), 11));
  cr_expect(eq(u64, calls_of(s), 12), "another effect asks the same");

  strata_world_drop_caches(s->g.world);
  cr_expect(eq(i64, game_read(&s->g, s->who[4], "bonus"), 11));
  cr_expect(eq(u64, calls_of(s), 12 + 11), "all is forgotten");
  strata_world *copy = NULL;
  OK(strata_fork(s->g.world, NULL, &copy));
  strata_value bonus;
  OK(strata_get(copy, s->who[4], game_attr(&s->g, "bonus"), &bonus));
  cr_expect(eq(i64, bonus.integer, 11));
  strata_world_free(copy);
}

Test(predicate, functions_run_only_where_something_that_they_read_changed) {
  static const strata_tune ways[] = {STRATA_TUNE_AUTO, STRATA_TUNE_NEVER,
                                     STRATA_TUNE_ALWAYS};
  for (size_t i = 0; i < 3; i++) {
    scene s;
    scene_open(&s);
    OK(strata_world_tune(s.g.world, STRATA_TUNE_CLASSES, ways[i]));
    count_calls(&s);
    game_close(&s.g);
  }
}

/* What nobody comes by any more is thrown away. */
Test(predicate, memory_is_bounded_by_what_is_in_use) {
  scene s;
  scene_open(&s);
  (void)bless(&s, "ask('strong')", 1);
  uint64_t most = 0;
  for (int64_t n = 0; n < 60000; n++) {
    game_base(&s.g, s.who[n % CARDS], "power", n * 7919);
    (void)game_read(&s.g, s.who[0], "bonus");
    uint64_t bytes = kit_stats(s.g.world).cache_bytes;
    if (n <= 12000 && bytes > most) most = bytes;
    cr_assert(n <= 12000 || bytes <= most);
  }
  cr_expect(eq(u64, calls_of(&s), 60001), "one, and each new one");
  for (size_t i = 0; i < CARDS; i++) {
    cr_assert(eq(i64, game_read(&s.g, s.who[i], "bonus"), 1));
  }
  game_close(&s.g);
}

/* -- Failing -- */

static strata_status read_bonus(scene *s) {
  int64_t bonus;
  return strata_get_int(s->g.world, s->who[0], game_attr(&s->g, "bonus"),
                        &bonus);
}

static strata_status select_strong(scene *s) {
  strata_expr *expr = game_expr(&s->g, "ask('strong')");
  size_t count;
  strata_status status = strata_select(s->g.world, expr, 0, NULL, 0, &count);
  strata_expr_free(expr);
  return status;
}

static strata_status explain_bonus(scene *s) {
  strata_why *why = NULL;
  return strata_explain(s->g.world, s->who[0], game_attr(&s->g, "bonus"), &why);
}

static strata_status read_many(scene *s) {
  int64_t values[CARDS];
  return strata_get_ints(s->g.world, game_attr(&s->g, "bonus"), s->who, CARDS,
                         values);
}

static strata_status lock_strong(scene *s) {
  strata_expr *all = game_expr(&s->g, "ask('strong')");
  game_effect e;
  strata_effect effect;
  game_describe(&s->g, &e, 0, "bonus", STRATA_OP_ADD, 1);
  e.desc.targets = NULL;
  e.desc.target_count = 0;
  e.desc.subject = all;
  e.desc.lock = true;
  strata_status status = strata_effect_add(s->g.world, &e.desc, &effect);
  strata_expr_free(all);
  return status;
}

static strata_status copy_card(scene *s) {
  strata_entity token;
  return strata_spawn_copy(s->g.world, s->who[0], &token);
}

static strata_status commit(scene *s) {
  return strata_commit(s->g.world);
}

static void while_strong(scene *s) {
  strata_expr *some = game_expr(&s->g, "count(ask('strong')) < 9");
  game_effect e;
  game_describe(&s->g, &e, s->who[0], "tapped", STRATA_OP_SET, 1);
  e.desc.while_on = some;
  (void)game_add(&s->g, &e.desc);
  strata_expr_free(some);
}

Test(predicate, a_failure_is_that_of_the_call_and_changes_nothing) {
  static strata_status (*const calls[])(scene *) = {
      read_bonus,  select_strong, explain_bonus, read_many,
      lock_strong, copy_card,     commit};
  scene s;
  scene_open(&s);
  while_strong(&s);
  (void)bless(&s, "ask('strong')", 1);
  cr_assert(eq(i64, game_read(&s.g, s.who[0], "bonus"), 0));
  game_base(&s.g, s.who[0], "power", 5);
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    s.spy.fails = STRATA_ESCRIPT;
    s.spy.text = "not today";
    REFUSED(&s.g, calls[i](&s), STRATA_ESCRIPT,
            "predicate 'strong': not today");
    s.spy.fails = STRATA_ERANGE;
    s.spy.text = NULL;
    REFUSED(&s.g, calls[i](&s), STRATA_ERANGE, "predicate 'strong'", "reason");
  }
  REFUSED(&s.g, strata_despawn(s.g.world, 77), STRATA_ESTALE, "#77:0");
  s.spy.fails = STRATA_OK;
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    if (calls[i] != explain_bonus) OK(calls[i](&s));
  }
  cr_expect(eq(i64, game_read(&s.g, s.who[0], "bonus"), 2));
  game_close(&s.g);
}

Test(predicate, what_it_may_not_read_it_does_not_read) {
  static const struct {
    const char *reads;
    strata_status status;
    const char *text;
  } cases[] = {
      {"tapped", STRATA_EINVAL, "'tapped', which is not among what it is"},
      {"note", STRATA_EINVAL, "'note', which is not among what it is"},
      {"nothing", STRATA_ENOENT, "it reads no attribute"},
      {"abilities", STRATA_ETYPE, "a list of abilities is no value"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (int dense = 0; dense < 2; dense++) {
      scene s;
      scene_open(&s);
      (void)bless(&s, "ask('strong')", 1);
      s.spy.reads = cases[i].reads;
      s.spy.dense = dense != 0;
      REFUSED(&s.g, read_bonus(&s), cases[i].status,
              "predicate 'strong': ", cases[i].text);
      s.spy.reads = NULL;
      cr_expect(eq(i64, game_read(&s.g, s.who[0], "bonus"), 0));
      game_close(&s.g);
    }
  }
}

/* What it does after the same answers is found out when it is called for
 * others. */
Test(predicate, another_way_after_the_same_answers_is_refused) {
  scene s;
  scene_open(&s);
  (void)bless(&s, "ask('moody')", 1);
  cr_assert(eq(i64, game_read(&s.g, s.who[0], "bonus"), 1));
  game_base(&s.g, s.who[0], "tapped", 1);
  REFUSED(&s.g, read_bonus(&s), STRATA_EINVAL, "predicate 'moody'",
          "went another way than before");
  strata_world_drop_caches(s.g.world);
  cr_expect(eq(i64, game_read(&s.g, s.who[0], "bonus"), 0));
  game_close(&s.g);
}

/* -- Declaring -- */

static strata_status nothing(void *user, strata_predicate_context *view,
                             strata_entity it, strata_entity source,
                             bool *out) {
  (void)user;
  (void)view;
  (void)it;
  (void)source;
  (void)out;
  return STRATA_OK;
}

static void refused(strata_builder *b, const strata_predicate_desc *desc,
                    strata_status status, const char *text) {
  cr_expect(eq(int, strata_builder_predicate(b, desc), status), "%s", text);
  const char *got = strata_builder_error(b);
  cr_expect(strstr(got, text) != NULL, "%s: %s", text, got);
}

Test(predicate, wrong_declarations_are_refused) {
  strata_builder *b = NULL;
  OK(strata_builder_new(NULL, NULL, &b));
  declare_attributes(b);
  const char *const none[] = {NULL};
  strata_predicate_desc desc = {.name = "Strong", .fn = nothing};
  cr_expect(eq(int, strata_builder_predicate(b, NULL), STRATA_EINVAL));
  refused(b, &desc, STRATA_EINVAL, "predicate 'Strong': a name has");
  desc.name = NULL;
  refused(b, &desc, STRATA_EINVAL, "a name has");
  desc = (strata_predicate_desc){.name = "strong"};
  refused(b, &desc, STRATA_EINVAL, "predicate 'strong': it has no function");
  desc.fn = nothing;
  desc.read_count = 1;
  refused(b, &desc, STRATA_EINVAL, "something it reads is NULL");
  desc.reads = none;
  refused(b, &desc, STRATA_EINVAL, "something it reads is NULL");
  desc.read_count = 0;
  OK(strata_builder_predicate(b, &desc));
  refused(b, &desc, STRATA_EEXIST, "'strong' is already declared");
  strata_builder_free(b);
}

static void not_frozen(const char *reads, strata_status status,
                       const char *text) {
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  OK(strata_builder_new(NULL, NULL, &b));
  declare_attributes(b);
  const strata_predicate_desc desc = {
      .name = "strong", .fn = nothing, .reads = &reads, .read_count = 1};
  OK(strata_builder_predicate(b, &desc));
  cr_expect(eq(int, strata_builder_freeze(b, &rules), status));
  cr_expect(strstr(strata_builder_error(b), text) != NULL, "%s",
            strata_builder_error(b));
  strata_builder_free(b);
}

Test(predicate, what_they_read_must_be_there) {
  not_frozen("powr", STRATA_ENOENT, "unknown attribute 'powr'; did you mean");
  not_frozen("note", STRATA_ETYPE, "predicate 'strong': 'note' is a text");
}

/* Answers do not hang on a name of nobody's, nor on an unwritten answer. */
Test(predicate, nothing_answered_is_no) {
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  strata_world *world = NULL;
  strata_expr *expr = NULL;
  size_t count = 7;
  OK(strata_builder_new(NULL, NULL, &b));
  declare_attributes(b);
  OK(strata_builder_predicate(
      b, &(strata_predicate_desc){.name = "empty", .fn = nothing}));
  OK(strata_builder_freeze(b, &rules));
  OK(strata_world_new(rules, NULL, &world));
  strata_entity who;
  OK(strata_spawn(world, &who));
  OK(strata_expr_parse(rules, "ask('empty')", &expr, NULL));
  OK(strata_select(world, expr, 0, NULL, 0, &count));
  cr_expect(eq(sz, count, 0));
  strata_expr_free(expr);
  strata_error error;
  cr_expect(eq(int, strata_expr_parse(rules, "ask('emty')", &expr, &error),
               STRATA_ENOENT));
  cr_expect(strstr(error.text, "unknown predicate 'emty'; did you mean "
                               "'empty'?") != NULL,
            "%s", error.text);
  const char *const wrong[] = {"ask",        "ask(",        "ask()",
                               "ask(empty)", "ask('empty'", "ask('empty', it)"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    cr_expect(eq(int, strata_expr_parse(rules, wrong[i], &expr, NULL),
                 STRATA_ESYNTAX),
              "%s", wrong[i]);
  }
  strata_world_free(world);
  strata_rules_free(rules);
  strata_builder_free(b);
}

/* -- No memory -- */

static strata_status play(kit_mem *mem, spy *s, strata_rules **rules,
                          strata_world **world) {
  strata_builder *b = NULL;
  strata_status status = strata_builder_new(NULL, NULL, &b);
  if (status) return status;
  declare_attributes(b);
  status = declare(b, s);
  if (!status) status = strata_builder_freeze(b, rules);
  strata_builder_free(b);
  strata_world_config config = kit_config(mem);
  if (!status) status = strata_world_new(*rules, &config, world);
  return status;
}

static strata_status ask_all(strata_world *world, const strata_expr *expr) {
  size_t count = 0;
  strata_status status = strata_select(world, expr, 0, NULL, 0, &count);
  if (!status) cr_assert(eq(sz, count, 3));
  return status;
}

Test(predicate, without_memory_it_fails_and_then_answers) {
  for (size_t fail = 1;; fail++) {
    kit_mem mem = {0};
    spy s = {0};
    strata_rules *rules = NULL;
    strata_world *world = NULL;
    strata_expr *expr = NULL;
    OK(play(&mem, &s, &rules, &world));
    strata_attr power = kit_attr(rules, "power");
    for (int64_t i = 0; i < 6; i++) {
      strata_entity who;
      OK(strata_spawn(world, &who));
      OK(strata_set_base_int(world, who, power, i));
    }
    OK(strata_expr_parse(
        rules, "ask('strong') and ask('kin') and not ask('test:curious')",
        &expr, NULL));
    uint64_t hash = strata_hash(world);
    mem.fail_at = mem.calls + fail;
    strata_status status = ask_all(world, expr);
    cr_assert(eq(u64, strata_hash(world), hash));
    bool enough = mem.failures == 0;
    cr_assert(status == STRATA_OK || (!enough && status == STRATA_ENOMEM));
    OK(ask_all(world, expr));
    strata_expr_free(expr);
    strata_world_free(world);
    strata_rules_free(rules);
    cr_assert(eq(sz, mem.live_bytes, 0));
    cr_assert(eq(sz, mem.wrong_size, 0));
    if (enough) break;
    cr_assert(fail < 100);
  }
}

Test(predicate, rules_need_memory) {
  for (size_t fail = 1;; fail++) {
    kit_mem mem = {0};
    spy s = {0};
    strata_builder *b = NULL;
    strata_rules *rules = NULL;
    OK(strata_builder_new(kit_alloc, &mem, &b));
    declare_attributes(b);
    mem.fail_at = mem.calls + fail;
    strata_status status = declare(b, &s);
    if (!status) status = strata_builder_freeze(b, &rules);
    bool enough = mem.failures == 0;
    cr_assert(eq(int, status, enough ? STRATA_OK : STRATA_ENOMEM));
    strata_builder_free(b);
    strata_rules_free(rules);
    cr_assert(eq(sz, mem.live_bytes, 0));
    cr_assert(eq(sz, mem.wrong_size, 0));
    if (enough) break;
  }
}
