/* Watcher definitions in frozen rules, and the keys by which an index finds
 * them. */
#include "kit.h"
#include "watcher_stage.h"

TestSuite(watcher_def, .timeout = 60);

#define D(name) .op = STRATA_DO_##name

static strata_rules *with(probe *p, const strata_watcher_desc *code) {
  strata_builder *b = play_builder(p);
  play_event_types(b);
  BUILDER_OK(strata_builder_watcher(b, code));
  strata_rules *rules = play_freeze(b);
  strata_builder_free(b);
  return rules;
}

Test(watcher_def, what_was_declared_is_there) {
  probe probe = {0};
  const strata_field_desc names[] = {{"target", STRATA_REF}};
  const strata_event_test tests[] = {
      {"who", "controller = this.controller and count(power > 1) > 2"},
      {"source", "types has 'elf' and it != $target"}};
  const char *zones[] = {"library", "battlefield"};
  strata_watcher_desc desc = {.name = "pack:1_x",
                              .role = STRATA_ROLE_REPLACE,
                              .event = "hit",
                              .rank = "copy",
                              .names = names,
                              .name_count = 1,
                              .tests = tests,
                              .test_count = 2,
                              .when = "event.amount > 1 and $target.power > 0",
                              .zones = zones,
                              .zone_count = 2,
                              DEEDS(program, instruction_count, {D(NOTHING)}),
                              .uses = 4,
                              .per_clock = 2,
                              .clock = "turn",
                              .optional = true,
                              .own = true,
                              .again = true,
                              .always_ask = true};
  strata_rules *rules = with(&probe, &desc);
  const st_watcher_def *code = play_watcher_def(rules, "pack:1_x");
  cr_expect(eq(int, (int)code->role, STRATA_ROLE_REPLACE));
  cr_expect(eq(u32, code->replacement_class, 1));
  cr_expect(eq(u32, code->event_type,
               strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "hit")));
  cr_assert(eq(u32, code->test_count, 2));
  cr_expect(eq(u32, code->tests[0].field, play_field(rules, "source")),
            "the cheapest first");
  cr_expect(eq(str, code->tests[0].predicate->text,
               STR("types has 'elf' and it != $target")));
  cr_expect(
      eq(str, code->when->text, STR("event.amount > 1 and $target.power > 0")));
  cr_assert(eq(u32, code->zone_count, 2));
  cr_expect(eq(u32, code->zones[0], stage_symbol(rules, "library")));
  cr_expect(eq(u32, code->uses, 4));
  cr_expect(eq(u32, code->uses_per_clock, 2));
  cr_expect(eq(u32, code->clock, 1));
  cr_expect(code->optional && code->affects_own_entry &&
            code->may_apply_again && code->always_ask);
  cr_expect(not(code->once_per_batch || code->look_back || code->immediate));
  cr_expect(eq(u32, code->program.parameter_count, 1));
  uint64_t reads = st_rw_mask_bit(stage_attr(rules, "controller")) |
                   st_rw_mask_bit(stage_attr(rules, "power")) |
                   st_rw_mask_bit(stage_attr(rules, "types"));
  cr_expect(eq(u64, code->rw_mask.reads, reads));
  cr_expect(eq(u64, rules->handlers[0].body_hash, 17));
  strata_rules_free(rules);
  EXPECT_NO_LEAK(&probe);
}

Test(watcher_def, of_no_class_is_behind_all) {
  probe probe = {0};
  strata_watcher_desc desc = {.name = "x",
                              .role = STRATA_ROLE_REPLACE,
                              .event = "hit",
                              DEEDS(program, instruction_count, {D(NOTHING)})};
  strata_rules *rules = with(&probe, &desc);
  cr_expect(eq(u32, play_watcher_def(rules, "x")->replacement_class, 2));
  strata_rules_free(rules);
  EXPECT_NO_LEAK(&probe);
}

struct key_case {
  const char *event, *when, *field, *test;
  st_watcher_key_kind form;
  const char *of, *value; /* the field; WORD, HAS: the symbol; IS: the text */
};

static const struct key_case key_cases[] = {
    {"hit", NULL, NULL, NULL, ST_WATCHER_KEY_NONE, NULL, NULL},
    {"hit", "event.amount > 1", NULL, NULL, ST_WATCHER_KEY_NONE, NULL, NULL},
    {"hit", "event.who = this", NULL, NULL, ST_WATCHER_KEY_EQUALS_EXPR, "who",
     "this"},
    {"hit", "this.controller = event.who and event.amount > 1", NULL, NULL,
     ST_WATCHER_KEY_EQUALS_EXPR, "who", "this.controller"},
    {"hit", "event.amount > 1 and event.amount < 9 and event.source = this",
     NULL, NULL, ST_WATCHER_KEY_EQUALS_EXPR, "source", "this"},
    {"hit", "event.who = this or event.amount > 1", NULL, NULL,
     ST_WATCHER_KEY_NONE, NULL, NULL},
    {"hit", "event.who = event.source", NULL, NULL, ST_WATCHER_KEY_NONE, NULL,
     NULL},
    {"hit", "event.who = $you", NULL, NULL, ST_WATCHER_KEY_NONE, NULL, NULL},
    {"hit", "not event.who = this", NULL, NULL, ST_WATCHER_KEY_NONE, NULL,
     NULL},
    {"hit", "event.amount = count(true)", NULL, NULL, ST_WATCHER_KEY_NONE, NULL,
     NULL},
    {"hit", "event.amount = count(types has 'elf')", NULL, NULL,
     ST_WATCHER_KEY_NONE, NULL, NULL},
    {"move", "event.to = 'library'", NULL, NULL, ST_WATCHER_KEY_EQUALS_WORD,
     "to", "library"},
    {"move", "event.to = 'library' and event.player = this.controller", NULL,
     NULL, ST_WATCHER_KEY_EQUALS_EXPR, "player", "this.controller"},
    {"enter", NULL, NULL, NULL, ST_WATCHER_KEY_EQUALS_WORD, "to",
     "battlefield"},
    {"enter", NULL, "who", "types has 'elf' and power > 1",
     ST_WATCHER_KEY_HAS_SYMBOL, "who", "elf"},
    {"enter", NULL, "who", "power > 1", ST_WATCHER_KEY_EQUALS_WORD, "to",
     "battlefield"},
    {"move", "event.to = 'library'", "who", "power > 1 and types has 'wall'",
     ST_WATCHER_KEY_HAS_SYMBOL, "who", "wall"},
    {"move", "event.who = this", "who", "types has 'wall'",
     ST_WATCHER_KEY_EQUALS_EXPR, "who", "this"},
    {"move", NULL, "who", "it = this", ST_WATCHER_KEY_EQUALS_EXPR, "who",
     "this"},
    {"hit", NULL, "source", "power > 1 and this.controller = it",
     ST_WATCHER_KEY_EQUALS_EXPR, "source", "this.controller"},
    {"hit", "event.amount > 1", "who", "it = $you", ST_WATCHER_KEY_NONE, NULL,
     NULL},
    {"move", "event.who = this", "who", "it = this.controller",
     ST_WATCHER_KEY_EQUALS_EXPR, "who", "this"},
    {"move", NULL, "who", "not types has 'wall'", ST_WATCHER_KEY_NONE, NULL,
     NULL},
    {"move", NULL, "who", "this.types has 'wall'", ST_WATCHER_KEY_NONE, NULL,
     NULL},
};

Test(watcher_def, keys_are_what_must_hold_in_any_case) {
  for (size_t i = 0; i < ST_COUNT_OF(key_cases); i++) {
    const struct key_case *c = &key_cases[i];
    probe probe = {0};
    strata_event_test test = {c->field, c->test};
    strata_watcher_desc desc = {.name = "x",
                                .role = STRATA_ROLE_TRIGGER,
                                .event = c->event,
                                .when = c->when,
                                .tests = &test,
                                .test_count = c->test != NULL};
    strata_rules *rules = with(&probe, &desc);
    const st_watcher_key *key = &play_watcher_def(rules, "x")->key;
    cr_expect(eq(u32, key->kind, (uint32_t)c->form), "case %zu", i);
    if (c->form != ST_WATCHER_KEY_NONE) {
      cr_expect(eq(u32, key->field, play_field(rules, c->of)), "case %zu", i);
    }
    if (c->form == ST_WATCHER_KEY_EQUALS_EXPR) {
      cr_assert(ne(ptr, (void *)key->value, NULL));
      cr_expect(eq(str, key->value->text, STR(c->value)), "case %zu", i);
      cr_expect(zero(ptr, (void *)key->value->variables), "of no frame");
    } else if (c->form == ST_WATCHER_KEY_EQUALS_WORD) {
      cr_expect(eq(i64, key->word, stage_symbol(rules, c->value)));
    } else if (c->form == ST_WATCHER_KEY_HAS_SYMBOL) {
      cr_expect(eq(u32, key->attr, stage_attr(rules, "types")));
      cr_expect(eq(u32,
                   strata_rules_domain(rules, key->attr, (uint32_t)key->word),
                   stage_symbol(rules, c->value)));
    }
    strata_rules_free(rules);
    EXPECT_NO_LEAK(&probe);
  }
}

/* -- Who has them -- */

Test(watcher_def, abilities_and_laws_carry_codes) {
  probe probe = {0};
  strata_builder *b = play_builder(&probe);
  play_event_types(b);
  const char *names[] = {"z", "a"};
  for (int i = 0; i < 2; i++) {
    strata_watcher_desc desc = {
        .name = names[i], .role = STRATA_ROLE_CANT, .event = "enter"};
    BUILDER_OK(strata_builder_watcher(b, &desc));
  }
  strata_ability_desc ability = {.name = "watches",
                                 .kind = STRATA_ABILITY_STATIC,
                                 .watchers = names,
                                 .watcher_count = 2};
  strata_law_desc law = {.name = "stun",
                         .counter = "charge",
                         .watchers = names,
                         .watcher_count = 1};
  BUILDER_OK(strata_builder_ability(b, &ability));
  BUILDER_OK(strata_builder_law(b, &law));
  strata_rules *rules = play_freeze(b);
  uint32_t id = strata_rules_find(rules, STRATA_NAME_ABILITY, "watches");
  const st_ability *got = &rules->abilities[id - 1];
  cr_assert(eq(u32, got->watcher_def_count, 2));
  cr_expect(eq(u32, got->watcher_defs[0], 2), "in the order of the card");
  cr_expect(eq(u32, got->watcher_defs[1], 1));
  cr_expect(eq(u32, rules->laws[0].watcher_def_count, 1));
  cr_expect(eq(u32, rules->laws[0].watcher_defs[0], 2));

  /* A law without parts is in no pass: neither what there is nor who comes
   * later is affected, or known apart. */
  strata_world *world = NULL;
  cr_assert(eq(int, strata_world_new(rules, NULL, &world), STRATA_OK));
  cr_assert(
      eq(int, strata_world_tune(world, STRATA_TUNE_CLASSES, STRATA_TUNE_ALWAYS),
         STRATA_OK));
  cr_assert(
      eq(int, strata_world_tune(world, STRATA_TUNE_UPDATES, STRATA_TUNE_ALWAYS),
         STRATA_OK));
  const strata_part part = {.attr = stage_attr(rules, "power"),
                            .layer = 6,
                            .op = STRATA_OP_ADD,
                            .value = 3};
  strata_effect begun = {0};
  strata_expr *subject = NULL;
  cr_assert(
      eq(int, strata_expr_parse(rules, "tapped", &subject, NULL), STRATA_OK));
  const strata_effect_desc effect = {
      .subject = subject, .parts = &part, .part_count = 1};
  cr_assert(eq(int, strata_effect_add(world, &effect, &begun), STRATA_OK));
  for (int i = 0; i < 3; i++) {
    strata_entity entity = 0;
    cr_assert(eq(int, strata_spawn(world, &entity), STRATA_OK));
    if (i > 0) {
      cr_assert(
          eq(int,
             strata_set_base_int(world, entity, stage_attr(rules, "charge"), 2),
             STRATA_OK));
    }
    int64_t power = -1;
    cr_assert(eq(
        int, strata_get_int(world, entity, stage_attr(rules, "power"), &power),
        STRATA_OK));
    cr_expect(eq(i64, power, 3));
    cr_expect(eq(u64, kit_stats(world).classes, 1));
  }
  strata_expr_free(subject);
  strata_world_free(world);

  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
}

/* -- The hash of rules -- */

static uint64_t hash_of(const strata_watcher_desc *code, const char *other) {
  probe probe = {0};
  strata_builder *b = play_builder(&probe);
  play_event_types(b);
  if (other) BUILDER_OK(strata_builder_handler(b, other, 1));
  BUILDER_OK(strata_builder_watcher(b, code));
  strata_rules *rules = play_freeze(b);
  uint64_t hash = strata_rules_hash(rules);
  strata_rules_free(rules);
  strata_builder_free(b);
  return hash;
}

Test(watcher_def, whatever_is_said_changes_the_hash_and_blanks_do_not) {
  const strata_instruction change = {D(CHANGE), .what = "amount", ONE("1")};
  const strata_instruction other = {D(CHANGE), .what = "amount", ONE("2")};
  const strata_event_test test = {"who", "power > 1"};
  const char *zone = "library";
  const strata_watcher_desc plain = {.name = "x",
                                     .role = STRATA_ROLE_REPLACE,
                                     .event = "hit",
                                     .when = "event.amount > 1",
                                     .program = &change,
                                     .instruction_count = 1};
  strata_watcher_desc list[14];
  for (size_t i = 0; i < ST_COUNT_OF(list); i++) {
    list[i] = plain;
  }
  list[1].name = "y";
  list[2].uses = 2;
  list[3].when = "event.amount > 2";
  list[4].program = &other;
  list[5].tests = &test;
  list[5].test_count = 1;
  list[6].zones = &zone;
  list[6].zone_count = 1;
  list[7].uses = 1;
  list[8].rank = "self";
  list[9].own = true;
  list[10].again = true;
  list[11].optional = true;
  list[12].clock = "turn";
  list[12].per_clock = 1;
  list[13].always_ask = true;
  uint64_t hashes[ST_COUNT_OF(list)];
  for (size_t i = 0; i < ST_COUNT_OF(list); i++) {
    hashes[i] = hash_of(&list[i], NULL);
    for (size_t n = 0; n < i; n++) {
      cr_expect(ne(u64, hashes[n], hashes[i]), "%zu and %zu", n, i);
    }
  }
  strata_watcher_desc blank = plain;
  blank.when = " event.amount>1";
  cr_expect(eq(u64, hash_of(&blank, NULL), hashes[0]));
  cr_expect(ne(u64, hash_of(&plain, "villa"), hashes[0]));
  const strata_instruction run = {D(RUN), .what = "villa"};
  strata_watcher_desc code = plain;
  code.program = &run;
  const uint64_t replacement = hash_of(&code, "villa");
  code.role = STRATA_ROLE_PREVENT;
  cr_expect(ne(u64, hash_of(&code, "villa"), replacement));
}
