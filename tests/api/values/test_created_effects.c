/* Created effects that copy, change text, change abilities, have computed sets,
 * or are locked in part. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

TestSuite(created_effects, .timeout = 60);

/* An effect of some parts on the first card, or on what `desc` says. */
typedef struct change {
  strata_part parts[6];
  strata_effect_desc desc;
  strata_entity target;
} change;

static strata_part *add_part(game *g, change *c, const char *attr,
                             const char *layer, strata_op op) {
  strata_part *part = &c->parts[c->desc.part_count++];
  *part = (strata_part){.layer = game_layer(g, layer), .op = op};
  if (attr) part->attr = game_attr(g, attr);
  return part;
}

static void begin(change *c, strata_entity target) {
  *c = (change){.target = target};
  c->desc.targets = &c->target;
  c->desc.target_count = 1;
  c->desc.parts = c->parts;
}

/* Whom the next effect has: it must not move before it is added. */
static strata_effect finish(game *g, change *c) {
  c->desc.parts = c->parts;
  if (c->desc.targets) c->desc.targets = &c->target;
  return game_add(g, &c->desc);
}

static void expect_list(game *g, strata_entity card, const char *attr,
                        const char *want) {
  strata_value v = {.type = STRATA_ABILITIES};
  OK(strata_get(g->world, card, game_attr(g, attr), &v));
  char text[200] = "";
  for (size_t i = 0; i < v.symbol_count; i++) {
    if (i > 0) strcat(text, " ");
    strcat(text, strata_rules_name(g->rules, STRATA_NAME_SYMBOL, v.symbols[i]));
  }
  cr_expect(eq(str, text, TEXT(want)), "%s", attr);
}

static strata_symbol rarity(game *g, strata_entity card) {
  strata_value v = {.type = STRATA_SYM};
  OK(strata_get(g->world, card, game_attr(g, "rarity"), &v));
  return v.symbol;
}

/* -- Copies -- */

Test(created_effects, a_copy_is_of_the_values_when_it_begins) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  change c;
  begin(&c, g.card[0]);
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  strata_effect effect = finish(&g, &c);
  game_base(&g, elf, "power", 9);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 1));
  cr_expect(eq(i64, game_read(&g, g.card[0], "toughness"), 1));
  cr_expect(eq(u32, rarity(&g, g.card[0]), game_symbol(&g, "rare")));
  expect_list(&g, g.card[0], "types", "elf");
  expect_list(&g, g.card[0], "abilities", "flying");
  (void)game_move(&g, elf, "exile", 0);
  OK(strata_forget_gone(g.world));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 1));
  cr_expect(eq(u64, kit_stats(g.world).entities, 4));

  OK(strata_effect_remove(g.world, effect));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  expect_list(&g, g.card[0], "abilities", "");
  game_close(&g);
}

Test(created_effects, later_parts_of_a_copy_are_its_exceptions) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  strata_symbol haste = game_symbol(&g, "haste");
  change c;
  begin(&c, g.card[0]);
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  add_part(&g, &c, "power", "copy", STRATA_OP_SET)->value = 7;
  strata_part *also = add_part(&g, &c, "abilities", "copy", STRATA_OP_ADD);
  also->symbols = &haste;
  also->symbol_count = 1;
  (void)finish(&g, &c);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 7));
  cr_expect(eq(i64, game_read(&g, g.card[0], "toughness"), 1));
  expect_list(&g, g.card[0], "abilities", "flying haste");

  begin(&c, g.card[1]); /* a copy of the copy has the exceptions too (707.3) */
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = g.card[0];
  (void)finish(&g, &c);
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 7));
  expect_list(&g, g.card[1], "abilities", "flying haste");
  game_close(&g);
}

Test(created_effects,
     one_attribute_can_be_copied_also_of_somebody_gone_or_computed) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  game_base(&g, elf, "power", 5);
  strata_value v = {.type = STRATA_REF, .ref = elf};
  OK(strata_set_base(g.world, g.card[2], game_attr(&g, "owner"), &v));
  strata_expr *owner = game_expr(&g, "this.owner");
  change c;
  begin(&c, g.card[1]);
  add_part(&g, &c, "toughness", "copy", STRATA_OP_COPY)->expr = owner;
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->expr = owner;
  c.desc.source = g.card[2];
  (void)finish(&g, &c);
  (void)game_move(&g, elf, "exile", 0);
  begin(&c, g.card[0]);
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->ref = elf;
  (void)finish(&g, &c);

  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 5));
  cr_expect(eq(i64, game_read(&g, g.card[0], "toughness"), 0));
  cr_expect(eq(i64, game_read(&g, g.card[1], "power"), 5));
  cr_expect(eq(i64, game_read(&g, g.card[1], "toughness"), 1));
  strata_expr_free(owner);
  game_close(&g);
}

/* Entities and slots that are taken: handles show which are used again. */
static uint32_t next_slot(game *g) {
  strata_mark mark = {0};
  strata_entity entity = 0;
  OK(strata_mark_set(g->world, &mark));
  OK(strata_spawn(g->world, &entity));
  OK(strata_rollback(g->world, mark));
  return (uint32_t)entity;
}

Test(created_effects, a_snapshot_is_freed_when_its_effect_ends) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  uint32_t slot = next_slot(&g);
  for (int how = 0; how < 5; how++) {
    change c;
    begin(&c, g.card[0]);
    add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
    c.desc.source = g.card[1];
    c.desc.while_source = true;
    c.desc.clock = 1;
    c.desc.ticks = 1;
    strata_effect effect = finish(&g, &c);
    cr_expect(ne(u32, next_slot(&g), slot), "it takes a slot");
    strata_mark mark = {0};
    OK(strata_mark_set(g.world, &mark));
    uint64_t hash = strata_hash(g.world);

    if (how == 0) OK(strata_effect_remove(g.world, effect));
    if (how == 1) OK(strata_tick(g.world, 1, NULL));
    if (how == 2) OK(strata_effect_clear(g.world, g.card[0]));
    if (how == 3) OK(strata_despawn(g.world, g.card[0]));
    if (how == 4) OK(strata_despawn(g.world, g.card[1]));

    cr_expect(not(strata_effect_is_alive(g.world, effect)));
    if (how < 3) cr_expect(eq(u32, next_slot(&g), slot), "case %d", how);
    OK(strata_rollback(g.world, mark));
    cr_expect(eq(u64, strata_hash(g.world), hash), "case %d", how);
    cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 1), "case %d", how);
    OK(strata_effect_remove(g.world, effect));
    cr_expect(eq(u32, next_slot(&g), slot), "case %d", how);
  }
  game_close(&g);
}

Test(created_effects, a_copy_is_saved_and_forked_with_what_it_copied) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  change c;
  begin(&c, g.card[0]);
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  (void)finish(&g, &c);
  OK(strata_despawn(g.world, elf));
  size_t size = 0;
  cr_assert(eq(int, strata_save(g.world, NULL, 0, &size), STRATA_OK));
  void *bytes = malloc(size);
  OK(strata_save(g.world, bytes, size, &size));
  strata_world *copies[2] = {NULL, NULL};
  OK(strata_load(g.rules, NULL, bytes, size, &copies[0], NULL));
  OK(strata_fork(g.world, NULL, &copies[1]));
  for (int i = 0; i < 2; i++) {
    int64_t power = 0;
    bool has = false;
    cr_expect(eq(u64, strata_hash(copies[i]), strata_hash(g.world)));
    OK(strata_get_int(copies[i], g.card[0], game_attr(&g, "power"), &power));
    OK(strata_has(copies[i], g.card[0], game_attr(&g, "abilities"),
                  game_symbol(&g, "flying"), &has));
    cr_expect(eq(i64, power, 1));
    cr_expect(has);
    strata_world_free(copies[i]);
  }
  free(bytes);
  game_close(&g);
}

Test(created_effects, a_refreshed_copy_takes_no_second_snapshot) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  change c;
  begin(&c, g.card[0]);
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  c.desc.group = game_group(&g, "fresh");
  c.desc.clock = 1;
  c.desc.ticks = 2;
  strata_effect effect = finish(&g, &c);
  uint32_t slot = next_slot(&g);
  OK(strata_tick(g.world, 1, NULL));

  cr_expect(eq(u64, finish(&g, &c).id, effect.id));

  cr_expect(eq(u32, next_slot(&g), slot));
  OK(strata_effect_remove(g.world, effect));
  cr_expect(ne(u32, next_slot(&g), slot));
  game_close(&g);
}

/* -- Abilities -- */

typedef struct list_case {
  strata_op op;
  const char *symbols[3];
  const char *want;
} list_case;

/* The card has flying, and reach was granted. */
static const list_case list_cases[] = {
    {STRATA_OP_ADD, {"haste", "flying"}, "flying reach haste flying"},
    {STRATA_OP_REMOVE, {"flying", "haste"}, "reach"},
    {STRATA_OP_SET, {"haste", "flying"}, "haste flying"},
    {STRATA_OP_FORBID, {"reach"}, "flying"},
    {STRATA_OP_CLEAR, {NULL}, ""},
    {STRATA_OP_STRIP, {NULL}, "reach"},
    {STRATA_OP_SUBSTITUTE, {"elf", "goblin"}, "flying reach"},
};

static strata_part *list_part(game *g, change *c, const char *attr,
                              const char *layer, strata_op op,
                              const char *const *names, strata_symbol *room) {
  strata_part *part = add_part(g, c, attr, layer, op);
  part->symbols = room;
  for (; part->symbol_count < 3 && names[part->symbol_count];
       part->symbol_count++) {
    room[part->symbol_count] = game_symbol(g, names[part->symbol_count]);
  }
  return part;
}

Test(created_effects, operations_on_abilities_do_what_they_say) {
  for (size_t i = 0; i < sizeof list_cases / sizeof list_cases[0]; i++) {
    game g = {0};
    game_open_objects(&g);
    strata_entity elf = game_spawn_as(&g, "elf");
    strata_symbol room[3];
    const char *const reach[3] = {"reach"};
    change c;
    begin(&c, elf);
    (void)list_part(&g, &c, "abilities", "ability", STRATA_OP_ADD, reach, room);
    (void)finish(&g, &c);
    begin(&c, elf);
    (void)list_part(&g, &c, "abilities", "ability", list_cases[i].op,
                    list_cases[i].symbols, room);
    strata_effect effect = finish(&g, &c);

    expect_list(&g, elf, "abilities", list_cases[i].want);
    OK(strata_effect_remove(g.world, effect));
    expect_list(&g, elf, "abilities", "flying reach");
    game_close(&g);
  }
}

Test(created_effects, what_is_forbidden_cannot_be_got) {
  game g = {0};
  game_open_objects(&g);
  strata_symbol room[3];
  const char *const reach[3] = {"reach"};
  change c;
  begin(&c, g.card[0]);
  (void)list_part(&g, &c, "abilities", "ability", STRATA_OP_FORBID, reach,
                  room);
  strata_effect forbid = finish(&g, &c);
  begin(&c, g.card[0]);
  (void)list_part(&g, &c, "abilities", "ability", STRATA_OP_ADD, reach, room);
  (void)finish(&g, &c);

  expect_list(&g, g.card[0], "abilities", "");
  cr_expect(not(game_has(&g, g.card[0], "abilities", "reach")));
  OK(strata_effect_remove(g.world, forbid));
  expect_list(&g, g.card[0], "abilities", "reach");
  game_close(&g);
}

Test(created_effects,
     abilities_are_borrowed_of_those_that_satisfy_a_predicate) {
  game g = {0};
  game_open_objects(&g);
  strata_entity lord = game_spawn_as(&g, "lord");
  strata_entity elf = game_spawn_as(&g, "elf");
  game_base(&g, g.card[0], "toughness", 2);
  strata_expr *same = NULL;
  OK(strata_expr_parse_inner(g.rules,
                             "toughness <= outer.toughness and it != "
                             "outer",
                             &same, NULL));
  change c;
  begin(&c, g.card[0]);
  add_part(&g, &c, "abilities", "ability", STRATA_OP_BORROW)->expr = same;
  strata_effect effect = finish(&g, &c);
  expect_list(&g, g.card[0], "abilities", "lord flying");
  cr_expect(eq(i64, game_read(&g, elf, "power"), 3), "of both lords");
  game_base(&g, g.card[0], "toughness", 1);
  expect_list(&g, g.card[0], "abilities", "flying");
  OK(strata_effect_remove(g.world, effect));

  game_base(&g, g.card[0], "toughness", 2);
  begin(&c, g.card[0]);
  strata_part *part =
      add_part(&g, &c, "abilities", "ability", STRATA_OP_BORROW);
  part->expr = same;
  part->kind = STRATA_ABILITY_STATIC;
  (void)finish(&g, &c);
  expect_list(&g, g.card[0], "abilities", "lord");
  cr_expect(eq(i64, game_read(&g, lord, "power"), 3));
  strata_expr_free(same);
  game_close(&g);
}

/* -- Sets and words -- */

Test(created_effects, a_set_can_be_computed_from_a_symbol) {
  game g = {0};
  game_open_objects(&g);
  strata_entity card = g.card[0];
  strata_value elf = {.type = STRATA_SYM, .symbol = game_symbol(&g, "elf")};
  strata_value rare = {.type = STRATA_SYM, .symbol = game_symbol(&g, "rare")};
  strata_attr attr = game_attr(&g, "rarity");
  strata_expr *word = game_expr(&g, "this.rarity");
  game_put(&g, card, "types", "wall");
  for (int captured = 0; captured < 2; captured++) {
    static const struct {
      strata_op op;
      const char *with_elf, *with_rare;
    } cases[] = {{STRATA_OP_ADD, "elf wall", "wall"},
                 {STRATA_OP_SET, "elf", ""},
                 {STRATA_OP_REMOVE, "wall", "wall"}};
    for (size_t i = 0; i < 3; i++) {
      OK(strata_set_base(g.world, g.card[1], attr, &elf));
      change c;
      begin(&c, card);
      strata_part *part = add_part(&g, &c, "types", "type", cases[i].op);
      part->expr = word;
      part->capture = captured;
      c.desc.source = g.card[1];
      strata_effect first = finish(&g, &c);
      expect_list(&g, card, "types", cases[i].with_elf);
      OK(strata_set_base(g.world, g.card[1], attr, &rare));
      expect_list(&g, card, "types",
                  captured ? cases[i].with_elf : cases[i].with_rare);
      OK(strata_effect_remove(g.world, first));
      strata_effect second = finish(&g, &c); /* of a word no set can hold */
      expect_list(&g, card, "types", cases[i].with_rare);
      OK(strata_effect_remove(g.world, second));
    }
  }
  strata_expr_free(word);
  game_close(&g);
}

Test(created_effects, one_word_stands_for_another) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  strata_symbol room[6];
  const char *const types[3] = {"elf", "goblin"};
  const char *const words[3] = {"rare", "common"};
  change c;
  begin(&c, elf);
  (void)list_part(&g, &c, "types", "type", STRATA_OP_SUBSTITUTE, types, room);
  (void)list_part(&g, &c, "rarity", "type", STRATA_OP_SUBSTITUTE, words,
                  room + 3);
  strata_effect effect = finish(&g, &c);

  expect_list(&g, elf, "types", "goblin");
  cr_expect(eq(u32, rarity(&g, elf), game_symbol(&g, "common")));
  game_put(&g, elf, "types", "wall");
  expect_list(&g, elf, "types", "goblin wall");
  OK(strata_effect_remove(g.world, effect));
  expect_list(&g, elf, "types", "elf wall");
  game_close(&g);
}

/* -- Locked in part -- */

static strata_entity controller(game *g, strata_entity card) {
  strata_value v = {.type = STRATA_REF};
  OK(strata_get(g->world, card, game_attr(g, "controller"), &v));
  return v.ref;
}

/* Elves get +2 power, and card 0 controls them; locked. */
static strata_effect take_elves(game *g, strata_expr *elves) {
  change c;
  begin(&c, 0);
  c.desc.targets = NULL;
  c.desc.target_count = 0;
  c.desc.subject = elves;
  c.desc.lock = true;
  add_part(g, &c, "controller", "control", STRATA_OP_SET)->ref = g->card[0];
  add_part(g, &c, "power", "pt.modify", STRATA_OP_ADD)->value = 2;
  return finish(g, &c);
}

Test(created_effects,
     parts_on_open_attributes_look_anew_though_the_rest_is_locked) {
  game g = {0};
  game_open_objects(&g);
  strata_expr *elves = game_expr(&g, "types has 'elf'");
  strata_entity early = game_spawn_as(&g, "elf");
  strata_effect effect = take_elves(&g, elves);
  strata_entity late = game_spawn_as(&g, "elf");

  cr_expect(eq(i64, game_read(&g, early, "power"), 3));
  cr_expect(eq(i64, game_read(&g, late, "power"), 1));
  cr_expect(eq(u64, controller(&g, early), g.card[0]));
  cr_expect(eq(u64, controller(&g, late), g.card[0]));
  strata_effect_info info;
  OK(strata_effect_describe(g.world, effect, &info));
  cr_expect(eq(u32, info.target_count, 1));
  cr_expect(eq(str, TEXT(info.subject), TEXT("types has 'elf'")));

  OK(strata_set_base_symbol(g.world, early, game_attr(&g, "types"),
                            game_symbol(&g, "elf"), false));
  cr_expect(eq(i64, game_read(&g, early, "power"), 3), "it is locked");
  cr_expect(eq(u64, controller(&g, early), 0), "it is no elf any more");
  OK(strata_despawn(g.world, early));
  cr_expect(strata_effect_is_alive(g.world, effect), "there are open parts");
  cr_expect(eq(u64, controller(&g, late), g.card[0]));
  OK(strata_effect_remove(g.world, effect));
  cr_expect(eq(u64, controller(&g, late), 0));
  strata_expr_free(elves);
  game_close(&g);
}

Test(created_effects, open_parts_begin_though_there_is_nobody_to_lock) {
  game g = {0};
  game_open_objects(&g);
  strata_expr *elves = game_expr(&g, "types has 'elf'");
  strata_effect effect = take_elves(&g, elves);
  cr_assert(ne(u64, effect.id, 0));
  strata_effect_info info;
  OK(strata_effect_describe(g.world, effect, &info));
  cr_expect(eq(u32, info.part_count, 1));
  strata_entity late = game_spawn_as(&g, "elf");
  cr_expect(eq(i64, game_read(&g, late, "power"), 1));
  cr_expect(eq(u64, controller(&g, late), g.card[0]));

  change c;
  begin(&c, 0);
  c.desc.targets = NULL;
  c.desc.target_count = 0;
  strata_expr *goblins = game_expr(&g, "types has 'goblin'");
  c.desc.subject = goblins;
  c.desc.lock = true;
  add_part(&g, &c, "power", "pt.modify", STRATA_OP_ADD)->value = 2;
  uint64_t hash = strata_hash(g.world);
  cr_expect(eq(u64, finish(&g, &c).id, 0), "nothing is open, nobody is locked");
  cr_expect(eq(u64, strata_hash(g.world), hash));
  strata_expr_free(elves);
  strata_expr_free(goblins);
  game_close(&g);
}

Test(created_effects,
     a_locked_copy_takes_its_snapshot_for_those_who_are_there) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  strata_expr *elves = game_expr(&g, "types has 'elf'");
  strata_expr *goblins = game_expr(&g, "types has 'goblin'");
  change c;
  begin(&c, 0);
  c.desc.targets = NULL;
  c.desc.target_count = 0;
  c.desc.lock = true;
  c.desc.subject = elves;
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  strata_effect effect = finish(&g, &c);
  strata_effect_info info;
  OK(strata_effect_describe(g.world, effect, &info));
  cr_expect(eq(str, TEXT(info.subject), TEXT("")), "nothing of it is open");
  cr_expect(eq(u32, info.target_count, 1));

  uint32_t slot = next_slot(&g);
  c.desc.subject = goblins;
  add_part(&g, &c, "bounty", "pt.set", STRATA_OP_SET)->value = 3;
  effect = finish(&g, &c);
  OK(strata_effect_describe(g.world, effect, &info));
  cr_expect(eq(u32, info.part_count, 1), "the copy is locked to nobody");
  cr_expect(eq(u32, next_slot(&g), slot), "and copies nothing");
  strata_expr_free(elves);
  strata_expr_free(goblins);
  game_close(&g);
}

/* -- Beginning -- */

Test(created_effects, an_effect_whose_duration_is_over_never_begins) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  strata_expr *strong = game_expr(&g, "this.power > 2");
  change c;
  begin(&c, g.card[0]);
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  c.desc.name = "a name that is new to this world";
  c.desc.source = elf;
  c.desc.while_on = strong;
  uint64_t hash = strata_hash(g.world);
  uint32_t slot = next_slot(&g);

  cr_expect(eq(u64, finish(&g, &c).id, 0));

  cr_expect(eq(u64, strata_hash(g.world), hash));
  cr_expect(eq(u32, next_slot(&g), slot));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 0));
  game_base(&g, elf, "power", 3);
  cr_expect(ne(u64, finish(&g, &c).id, 0));
  cr_expect(eq(i64, game_read(&g, g.card[0], "power"), 3));
  strata_expr_free(strong);
  game_close(&g);
}

/* -- Refusals -- */

#define CHANGE_REFUSED(g, c, want, ...)                                        \
  do {                                                                         \
    strata_effect made_ = {77};                                                \
    (c)->desc.parts = (c)->parts;                                              \
    REFUSED(g, strata_effect_add((g)->world, &(c)->desc, &made_), want,        \
            __VA_ARGS__);                                                      \
    cr_expect(eq(u64, made_.id, 77));                                          \
    begin(c, (g)->card[0]);                                                    \
  } while (0)

Test(created_effects, copies_that_cannot_be_are_refused) {
  game g = {0};
  game_open_objects(&g);
  strata_entity elf = game_spawn_as(&g, "elf");
  strata_entity gone = game_spawn_as(&g, "elf");
  OK(strata_despawn(g.world, gone));
  strata_expr *nobody = game_expr(&g, "none");
  strata_expr *number = game_expr(&g, "power");
  change c;
  begin(&c, g.card[0]);
  (void)add_part(&g, &c, "power", "copy", STRATA_OP_COPY);
  CHANGE_REFUSED(&g, &c, STRATA_ESTALE, "copies", "nobody");
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->ref = gone;
  CHANGE_REFUSED(&g, &c, STRATA_ESTALE, "copies", "gone");
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->expr = nobody;
  CHANGE_REFUSED(&g, &c, STRATA_ESTALE, "nobody");
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->expr = number;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "copies", "power");
  add_part(&g, &c, "small", "copy", STRATA_OP_COPY)->ref = elf;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "small", "copiable");
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->ref = elf;
  add_part(&g, &c, "toughness", "copy", STRATA_OP_COPY)->ref = g.card[1];
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "one entity");
  add_part(&g, &c, NULL, "copy", STRATA_OP_COPY)->ref = elf;
  c.parts[0].layer = 17;
  CHANGE_REFUSED(&g, &c, STRATA_ENOENT, "17");
  (void)add_part(&g, &c, NULL, "copy", STRATA_OP_SET);
  CHANGE_REFUSED(&g, &c, STRATA_ENOENT, "no attribute 0");
  add_part(&g, &c, "power", "copy", STRATA_OP_COPY)->ref = elf;
  add_part(&g, &c, "power", "copy", STRATA_OP_CLEAR)->ref = elf;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "power", "suit");
  strata_expr_free(nobody);
  strata_expr_free(number);
  game_close(&g);
}

Test(created_effects, operands_that_do_not_suit_are_refused) {
  game g = {0};
  game_open_objects(&g);
  strata_expr *number = game_expr(&g, "power");
  strata_expr *flag = game_expr(&g, "power > 1");
  strata_expr *word = game_expr(&g, "rarity");
  strata_expr *others = NULL;
  OK(strata_expr_parse_inner(g.rules, "it != outer", &others, NULL));
  strata_symbol room[3];
  const char *const types[3] = {"elf", "wall"};
  const char *const mixed[3] = {"elf", "rare"};
  const char *const one[3] = {"elf"};
  const char *const three[3] = {"elf", "wall", "goblin"};
  change c;
  begin(&c, g.card[0]);
  (void)list_part(&g, &c, "abilities", "ability", STRATA_OP_ADD, types, room);
  CHANGE_REFUSED(&g, &c, STRATA_ENOENT, "abilities", "elf");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_ADD)->expr = word;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "abilities", "expression");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_CLEAR)->expr = word;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "abilities", "no expression");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_STRIP)->expr = word;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "abilities", "no expression");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_ADD)->symbol_count = 1;
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "symbols");
  (void)add_part(&g, &c, "abilities", "ability", STRATA_OP_BORROW);
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "borrow", "predicate");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_BORROW)->expr = number;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "borrows", "predicate");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_BORROW)->expr = flag;
  c.parts[0].capture = true;
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "captured");
  add_part(&g, &c, "abilities", "ability", STRATA_OP_BORROW)->expr = flag;
  c.parts[0].kind = (strata_ability_kind)8;
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "kind");
  (void)list_part(&g, &c, "types", "type", STRATA_OP_SUBSTITUTE, mixed, room);
  CHANGE_REFUSED(&g, &c, STRATA_ENOENT, "types", "rare");
  (void)list_part(&g, &c, "types", "type", STRATA_OP_SUBSTITUTE, one, room);
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "two symbols");
  (void)list_part(&g, &c, "rarity", "type", STRATA_OP_SUBSTITUTE, three, room);
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "two symbols");
  add_part(&g, &c, "types", "type", STRATA_OP_ADD)->expr = number;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "power");
  add_part(&g, &c, "types", "type", STRATA_OP_FORBID)->expr = word;
  CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "types", "suit");
  add_part(&g, &c, "power", "pt.set", STRATA_OP_SET)->value = 1;
  c.desc.condition = others;
  CHANGE_REFUSED(&g, &c, STRATA_EINVAL, "asked of others");
  strata_value v = {.type = STRATA_FLAG};
  REFUSED(&g, strata_expr_eval(g.world, others, 0, 0, &v), STRATA_EINVAL,
          "eval", "asked of others");
  strata_expr_free(number);
  strata_expr_free(flag);
  strata_expr_free(word);
  strata_expr_free(others);
  game_close(&g);
}

Test(created_effects, a_switch_is_not_torn_apart_by_a_lock) {
  game g = {0};
  game_open_objects(&g);
  strata_expr *all = game_expr(&g, "true");
  game_base(&g, g.card[0], "power", 2);
  for (int lock = 0; lock < 2; lock++) {
    change c;
    begin(&c, g.card[0]);
    c.desc.targets = NULL;
    c.desc.target_count = 0;
    c.desc.subject = all;
    c.desc.lock = lock;
    add_part(&g, &c, "power", "pt.set", STRATA_OP_SWITCH)->other =
        game_attr(&g, "bounty");
    if (lock) {
      CHANGE_REFUSED(&g, &c, STRATA_ETYPE, "power", "switched", "open");
    } else {
      (void)finish(&g, &c);
      cr_expect(eq(i64, game_read(&g, g.card[0], "bounty"), 2));
    }
  }
  strata_expr_free(all);
  game_close(&g);
}

Test(created_effects, the_ends_of_the_priorities_are_the_rules_own) {
  game g = {0};
  game_open_objects(&g);
  static const int32_t ends[] = {INT32_MIN, INT32_MAX};
  change c;
  begin(&c, g.card[0]);
  for (int i = 0; i < 2; i++) {
    add_part(&g, &c, "power", "pt.set", STRATA_OP_SET)->value = 1;
    c.desc.priority = ends[i];
    CHANGE_REFUSED(&g, &c, STRATA_ERANGE, "priority");
    add_part(&g, &c, "power", "pt.set", STRATA_OP_SET)->value = 1;
    c.desc.priority = ends[i] + (i ? -1 : 1);
    cr_expect(ne(u64, finish(&g, &c).id, 0));
    begin(&c, g.card[0]);
  }
  game_close(&g);
}
