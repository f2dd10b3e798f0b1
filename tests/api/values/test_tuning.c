/* The same random games with classes, sums and updates used where they pay,
 * everywhere, and nowhere, and evaluated from nothing after every move. All
 * values, hashes and explanations are the same. */
#include "game.h"
#include "kit_moves.h"
#include "kit_why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(tuning, .timeout = 300);

enum { WAYS = 4, TOKENS = 300, ROOM = 512, ROWS = 64 };

typedef struct way {
  const char *name;
  strata_tune how;
  bool forgets; /* all caches, after every move */
} way;

static const way ways[WAYS] = {{"auto", STRATA_TUNE_AUTO, false},
                               {"always", STRATA_TUNE_ALWAYS, false},
                               {"never", STRATA_TUNE_NEVER, false},
                               {"afresh", STRATA_TUNE_NEVER, true}};

/* One game, in as many worlds as there are ways. */
typedef struct table {
  moves m[WAYS];
  strata_mark mark[WAYS];
  moves marked[WAYS]; /* as they were then */
  bool is_marked;
  strata_entity token[TOKENS];
  size_t token_count;
  kit_dice dice;
  uint64_t seed;
  int step;
  size_t seen, shared[WAYS]; /* positions, and those with shared classes */
} table;

static bool is_full(void) {
  return getenv("STRATA_TEST_FULL") != NULL;
}

static uint32_t roll(table *t, uint32_t limit) {
  return kit_below(&t->dice, limit);
}

static const char *where(const table *t, int w, const char *what) {
  static char text[160];
  snprintf(text, sizeof text, "game %d, step %d, %s: %s", (int)t->seed, t->step,
           ways[w].name, what);
  return text;
}

static void tune(table *t, int w) {
  strata_world *world = t->m[w].world;
  OK(strata_world_tune(world, STRATA_TUNE_CLASSES, ways[w].how));
  OK(strata_world_tune(world, STRATA_TUNE_SUMS, ways[w].how));
  OK(strata_world_tune(world, STRATA_TUNE_UPDATES, ways[w].how));
}

/* -- Tokens: many alike, some with something on them -- */

static void set_base(moves *m, strata_entity token, const char *attr,
                     strata_value value) {
  OK(strata_set_base(m->world, token, kit_attr(m->rules, attr), &value));
}

static strata_entity make_token(moves *m, size_t i) {
  static const char *const names[] = {"bears", "elf", "human", "elf"};
  strata_entity token = 0;
  OK(strata_spawn_as(m->world, kit_definition(m->rules, names[i / 4 % 4]),
                     &token));
  const strata_move_desc to = {.zone = kit_zone(m->rules, "battlefield"),
                               .same = true};
  OK(strata_move(m->world, token, &to, &token));
  set_base(m, token, "controller",
           (strata_value){.type = STRATA_REF, .ref = m->player[i % 2]});
  if (i % 16 == 3) set_base(m, token, "plus", kit_int((int64_t)(i % 3)));
  if (i % 50 == 1) { /* it stands for an Aura */
    set_base(m, m->card[i % 4], "attached",
             (strata_value){.type = STRATA_REF, .ref = token});
  }
  return token;
}

static void open_table(table *t, const strata_rules *rules, uint64_t seed,
                       size_t tokens) {
  *t = (table){.seed = seed, .dice = {~seed}, .token_count = tokens};
  for (int w = 0; w < WAYS; w++) {
    moves *m = &t->m[w];
    bool opened = tokens > 0 ? moves_open_calm(m, rules, seed)
                             : moves_open(m, rules, seed);
    cr_assert(opened, "%s: %s", m->refused,
              m->world ? strata_world_error(m->world) : "");
    for (size_t i = 0; i < tokens; i++) {
      strata_entity token = make_token(m, i);
      cr_assert(w == 0 || t->token[i] == token);
      t->token[i] = token;
    }
    tune(t, w);
  }
}

static void close_table(table *t) {
  for (int w = 0; w < WAYS; w++) {
    moves_close(&t->m[w]);
  }
}

/* -- Comparing -- */

static void same_values(table *t, int w, strata_entity card) {
  strata_world *world = t->m[w].world;
  const strata_rules *rules = t->m[w].rules;
  uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = 1; attr <= count; attr++) {
    strata_value want;
    strata_value got;
    OK(strata_get(t->m[0].world, card, attr, &want));
    OK(strata_get(world, card, attr, &got));
    if (kit_same_value(&got, &want)) continue;
    cr_fatal("%s of #%d is %lld, not %lld",
             where(t, w, strata_rules_name(rules, STRATA_NAME_ATTRIBUTE, attr)),
             (int)(uint32_t)card, (long long)got.integer,
             (long long)want.integer);
  }
}

static void same_abilities(table *t, int w, strata_entity card) {
  strata_ability_row want[ROWS];
  strata_ability_row got[ROWS];
  size_t want_count = 0;
  size_t count = 0;
  OK(strata_abilities(t->m[0].world, card, want, ROWS, &want_count));
  OK(strata_abilities(t->m[w].world, card, got, ROWS, &count));
  cr_assert(count == want_count, "%s", where(t, w, "abilities"));
  for (size_t i = 0; i < count && i < ROWS; i++) {
    cr_assert(got[i].ability == want[i].ability &&
                  got[i].origin == want[i].origin &&
                  got[i].giver == want[i].giver &&
                  got[i].timestamp == want[i].timestamp,
              "%s %zu of #%d", where(t, w, "ability"), i, (int)(uint32_t)card);
  }
}

/* All at once, and one symbol by itself, before anybody is asked by name. */
static void same_in_bulk(table *t, const strata_entity *all, size_t count) {
  static const char *const numbers[] = {"power", "toughness", "face_down"};
  const char *name = numbers[roll(t, 3)];
  strata_entity one = all[roll(t, (uint32_t)count)];
  const strata_rules *rules = t->m[0].rules;
  strata_attr set = kit_attr(rules, roll(t, 2) ? "subtypes" : "colors");
  strata_symbol symbol = strata_rules_domain(rules, set, roll(t, 4));
  int64_t want[ROOM];
  bool has = false;
  for (int w = 0; w < WAYS; w++) {
    strata_world *world = t->m[w].world;
    int64_t got[ROOM];
    bool got_it;
    OK(strata_get_ints(world, kit_attr(rules, name), all, count, got));
    OK(strata_has(world, one, set, symbol, &got_it));
    if (w == 0) memcpy(want, got, sizeof got);
    if (w == 0) has = got_it;
    cr_assert(memcmp(want, got, count * sizeof *got) == 0, "%s",
              where(t, w, name));
    cr_assert(has == got_it, "%s", where(t, w, "a symbol"));
  }
}

static void same_row(table *t, int w, const strata_why_row *got,
                     const strata_why_row *want) {
  bool same = got->layer == want->layer && got->op == want->op &&
              got->step == want->step && got->effect.id == want->effect.id &&
              got->source == want->source &&
              got->timestamp == want->timestamp && got->attr == want->attr &&
              got->because == want->because && got->value == want->value &&
              got->divisor == want->divisor && got->target == want->target;
  cr_assert(same, "%s %s", where(t, w, "a row of why"), want->effect_name);
  cr_assert(kit_same_value(&got->before, &want->before) &&
                kit_same_value(&got->after, &want->after),
            "%s %s", where(t, w, "before and after"), want->effect_name);
  const char *const texts[][2] = {{got->effect_name, want->effect_name},
                                  {got->layer_name, want->layer_name},
                                  {got->operand, want->operand},
                                  {got->formula, want->formula},
                                  {got->waited_for, want->waited_for},
                                  {got->taken_by, want->taken_by},
                                  {got->rule, want->rule}};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    cr_assert(strcmp(texts[i][0], texts[i][1]) == 0, "%s: '%s' is not '%s'",
              where(t, w, "a text of why"), texts[i][0], texts[i][1]);
  }
  /* On whom a trial made a difference is one of several. */
  bool both = (got->difference[0] == '\0') == (want->difference[0] == '\0');
  cr_assert(both, "%s: '%s' is not '%s'", where(t, w, "difference"),
            got->difference, want->difference);
}

static void same_rows(table *t, int w, const strata_why *got,
                      const strata_why *want) {
  cr_assert(eq(sz, strata_why_count(got), strata_why_count(want)),
            "%s:\n%s\n%s", where(t, w, "rows of why"), kit_why_text(got),
            kit_why_text(want));
  for (size_t i = 0; i < strata_why_count(want); i++) {
    same_row(t, w, strata_why_get(got, i), strata_why_get(want, i));
  }
}

static void same_why(table *t, strata_entity card) {
  const strata_rules *rules = t->m[0].rules;
  uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  strata_attr attr = 1 + roll(t, count);
  strata_why *want = NULL;
  OK(strata_explain(t->m[0].world, card, attr, &want));
  for (int w = 1; w < WAYS; w++) {
    strata_why *got = NULL;
    OK(strata_explain(t->m[w].world, card, attr, &got));
    cr_assert(kit_same_value(strata_why_value(got), strata_why_value(want)) &&
                  kit_same_value(strata_why_base(got), strata_why_base(want)),
              "%s", where(t, w, "what why explains"));
    same_rows(t, w, got, want);
    strata_why_free(got);
  }
  strata_why_free(want);
}

static void compare(table *t) {
  strata_entity all[ROOM];
  size_t count = 0;
  strata_entity card = 0;
  while ((card = strata_entity_next(t->m[0].world, card)) != 0) {
    cr_assert(count < ROOM);
    all[count++] = card;
  }
  for (int w = 0; w < WAYS; w++) {
    if (ways[w].forgets) strata_world_drop_caches(t->m[w].world);
  }
  if (roll(t, 2)) same_in_bulk(t, all, count);
  if (roll(t, 4) == 0) same_why(t, all[roll(t, (uint32_t)count)]);
  for (int w = 1; w < WAYS; w++) {
    cr_assert(strata_hash(t->m[w].world) == strata_hash(t->m[0].world), "%s",
              where(t, w, "hash"));
    for (size_t i = 0; i < count; i++) {
      same_values(t, w, all[i]);
      same_abilities(t, w, all[i]);
    }
  }
  t->seen++;
  for (int w = 0; w < WAYS; w++) {
    bool shares = kit_stats(t->m[w].world).classes > 0;
    t->shared[w] += shares;
    if (ways[w].how == STRATA_TUNE_NEVER) cr_assert(not(shares));
  }
}

/* -- Moves -- */

static void mark_or_go_back(table *t) {
  for (int w = 0; w < WAYS; w++) {
    moves *m = &t->m[w];
    if (!t->is_marked) {
      OK(strata_mark_set(m->world, &t->mark[w]));
      t->marked[w] = *m;
      continue;
    }
    OK(strata_rollback(m->world, t->mark[w]));
    memcpy(m->card, t->marked[w].card, sizeof m->card);
    memcpy(m->effect, t->marked[w].effect, sizeof m->effect);
    m->borrowing = t->marked[w].borrowing;
  }
  t->is_marked = !t->is_marked;
}

/* Go on in a copy of the world. */
static void fork_all(table *t) {
  for (int w = 0; w < WAYS; w++) {
    strata_world *copy = NULL;
    OK(strata_fork(t->m[w].world, NULL, &copy));
    strata_world_free(t->m[w].world);
    t->m[w].world = copy;
    tune(t, w);
  }
  t->is_marked = false;
}

static void step(table *t) {
  uint32_t n = roll(t, 40);
  if (n < 3) mark_or_go_back(t);
  if (n == 3) fork_all(t);
  /* What follows is sometimes done with tokens. */
  size_t place = roll(t, MOVES_CARDS);
  size_t token = t->token_count ? roll(t, (uint32_t)t->token_count) : 0;
  for (int w = 0; w < WAYS; w++) {
    moves *m = &t->m[w];
    if (n % 3 == 0 && t->token_count) m->card[place] = t->token[token];
    moves_step(m);
    cr_assert(m->refused == NULL, "%s: %s", where(t, w, m->refused),
              strata_world_error(m->world));
  }
}

static void play(table *t, int steps) {
  for (t->step = 0; t->step < steps; t->step++) {
    step(t);
    /* Also several changes at once. */
    if (t->seed % 2 || roll(t, 3) == 0) compare(t);
  }
  compare(t);
}

/* A game of each seed. The way `w` must have shared classes in at least so many
 * percent of the positions. */
static void play_all(uint64_t first, uint64_t games, size_t tokens, int w,
                     size_t least) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  size_t seen = 0;
  size_t shared = 0;
  for (uint64_t seed = first; seed < first + games; seed++) {
    table t;
    open_table(&t, rules, seed, tokens);
    play(&t, 40);
    seen += t.seen;
    shared += t.shared[w];
    close_table(&t);
  }
  cr_expect(ge(sz, 100 * shared, least * seen), "%zu of %zu", shared, seen);
  strata_rules_free(rules);
}

/* Few enough for everything that cards do to each other. */
Test(tuning, changes_nothing_between_cards_of_all_kinds) {
  play_all(4000, is_full() ? 500 : 60, 0, 1, 5);
}

Test(tuning, changes_nothing_in_small_worlds) {
  play_all(5000, is_full() ? 2000 : 80, 12, 1, 90);
}

Test(tuning, changes_nothing_where_many_are_alike) {
  play_all(9000, is_full() ? 300 : 20, TOKENS, 0, 75);
}

/* -- Who is meant himself has no equal -- */

enum { ALIKE = 8 };

typedef struct crowd {
  game g;
  strata_entity player[2];
  strata_entity bear[ALIKE];
} crowd;

static void crowd_open(crowd *c) {
  *c = (crowd){.player = {0}};
  game_open_classic(&c->g);
  OK(strata_world_tune(c->g.world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS));
  for (int i = 0; i < 2; i++) {
    OK(strata_spawn(c->g.world, &c->player[i]));
  }
  for (int i = 0; i < ALIKE; i++) {
    c->bear[i] = game_spawn_as(&c->g, "bears");
    game_shift(&c->g, c->bear[i], "battlefield", 0, 0);
  }
}

static void set_ref(crowd *c, strata_entity card, const char *attr,
                    strata_entity to) {
  const strata_value value = {.type = STRATA_REF, .ref = to};
  OK(strata_set_base(c->g.world, card, game_attr(&c->g, attr), &value));
}

/* One bear alone has a controller; all others have none. */
static void expect_taken(crowd *c, int taken) {
  for (int i = 0; i < ALIKE; i++) {
    strata_value value;
    OK(strata_get(c->g.world, c->bear[i], game_attr(&c->g, "controller"),
                  &value));
    cr_expect(eq(u64, value.ref, i == taken ? c->player[1] : 0), "bear %d", i);
  }
  cr_expect(lt(u64, kit_stats(c->g.world).classes, ALIKE));
}

Test(tuning, whoever_something_alone_turns_to_is_told_from_his_equals) {
  crowd c;
  crowd_open(&c);
  strata_entity thief = game_spawn_as(&c.g, "thief");
  game_shift(&c.g, thief, "battlefield", 0, 0);
  set_ref(&c, thief, "controller", c.player[1]);
  set_ref(&c, thief, "attached", c.bear[1]);
  expect_taken(&c, 1);

  set_ref(&c, thief, "attached", c.bear[4]);

  expect_taken(&c, 4);
  game_close(&c.g);
}

Test(tuning, whoever_comes_back_is_told_from_his_equals) {
  crowd c;
  crowd_open(&c);
  strata_expr *subject = game_expr(&c.g, "it = this");
  const strata_part part = {.attr = game_attr(&c.g, "controller"),
                            .layer = game_layer(&c.g, "control"),
                            .op = STRATA_OP_SET,
                            .ref = c.player[1]};
  game_add(&c.g, &(strata_effect_desc){.source = c.bear[2],
                                       .subject = subject,
                                       .parts = &part,
                                       .part_count = 1});
  expect_taken(&c, 2);
  strata_mark mark = {0};
  OK(strata_mark_set(c.g.world, &mark));
  OK(strata_despawn(c.g.world, c.bear[2]));
  strata_world_drop_caches(c.g.world); /* classes are made without him */
  int64_t power = 0;
  OK(strata_get_int(c.g.world, c.bear[0], game_attr(&c.g, "power"), &power));

  OK(strata_rollback(c.g.world, mark));

  expect_taken(&c, 2);
  strata_expr_free(subject);
  game_close(&c.g);
}

/* -- Updates and sums -- */

Test(tuning, two_parts_that_come_late_take_their_places_before_others) {
  crowd c;
  crowd_open(&c);
  OK(strata_world_tune(c.g.world, STRATA_TUNE_SUMS, STRATA_TUNE_ALWAYS));
  OK(strata_world_tune(c.g.world, STRATA_TUNE_UPDATES, STRATA_TUNE_ALWAYS));
  strata_expr *subject = game_expr(&c.g, "types has 'creature'");
  const strata_attr power = game_attr(&c.g, "power");
  const strata_part add = {.attr = power,
                           .layer = game_layer(&c.g, "pt.modify"),
                           .op = STRATA_OP_ADD,
                           .value = 1};
  const strata_part set[2] = {{.attr = power,
                               .layer = game_layer(&c.g, "pt.set"),
                               .op = STRATA_OP_SET,
                               .value = 5},
                              {.attr = power,
                               .layer = game_layer(&c.g, "pt.set"),
                               .op = STRATA_OP_SET,
                               .value = 10}};
  strata_effect_desc desc = {
      .subject = subject, .parts = &add, .part_count = 1};
  game_add(&c.g, &desc);
  cr_expect(eq(i64, game_read(&c.g, c.bear[0], "power"), 3));

  desc.parts = set;
  desc.part_count = 2;
  game_add(&c.g, &desc);

  cr_expect(eq(i64, game_read(&c.g, c.bear[0], "power"), 11));
  cr_expect(eq(i64, game_read(&c.g, c.bear[7], "power"), 11));
  strata_expr_free(subject);
  game_close(&c.g);
}
