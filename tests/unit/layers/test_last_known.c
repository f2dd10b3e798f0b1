/* Expressions about entities: last-known values, values of today, and values of
 * an entry preview. */
#include "layers/update/last_known.h"
#include "layers/update/sight.h"
#include "mutator_stage.h"

TestSuite(last_known, .timeout = 60);

static strata_expr *parse(board *b, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  strata_status status = st_expr_parse(b->o.s.rules, &b->o.s.mem, text,
                                       strlen(text), &expr, &error);
  cr_assert(eq(int, status, STRATA_OK), "'%s': %s", text, error.text);
  return expr;
}

/* As a frame evaluates it. */
static int64_t ask_past(board *b, const st_last_known_context *past,
                        const char *text, strata_entity it,
                        strata_entity self) {
  strata_expr *expr = parse(b, text);
  st_expr_env env;
  int64_t value = 0;
  const st_store *store = &b->o.s.store;
  OK(st_last_known_env(&b->eval, st_last_known_slot(store, past, it),
                       st_last_known_slot(store, past, self), &env));
  b->eval.frame_context = past;
  OK(st_expr_eval(expr, &env, &value));
  b->eval.frame_context = NULL;
  st_expr_free(expr);
  return value;
}

static int64_t ask(board *b, const char *text, strata_entity self) {
  return ask_past(b, NULL, text, 0, self);
}

/* As statics and queries do. */
static int64_t ask_now(board *b, const char *text, strata_entity self) {
  strata_expr *expr = parse(b, text);
  int64_t value = 0;
  uint32_t slot = st_entity_slot(&b->o.s.store, self);
  OK(st_eval_expr(&b->eval, expr, 0, slot, &value));
  st_expr_free(expr);
  return value;
}

static uint32_t move_to(board *b, uint32_t slot, const char *zone) {
  const st_zone_move move = {.slot = slot, .zone = objects_zone(&b->o, zone)};
  strata_entity out = 0;
  OK(st_mutator_move(&b->change, &move, &out));
  return st_slot_of(out);
}

/* -- Who was -- */

Test(last_known, last_known_values_are_read_as_they_were) { /* 608.2h, 113.7a */
  static const char *const texts[] = {"this.power",
                                      "this.power + this.toughness",
                                      "this.types has 'elf'",
                                      "this.types has 'goblin'",
                                      "this.colors has 'green'",
                                      "this.rarity = 'rare'",
                                      "this.abilities has 'flying'",
                                      "this.abilities has 'haste'",
                                      "this.abilities = none",
                                      "this.colors = none",
                                      "this.modes = none",
                                      "this.zone = 'field'",
                                      "this = none",
                                      "this != this"};
  board b;
  board_open(&b);
  int64_t before[ST_COUNT_OF(texts)];
  strata_entity elf = handle(&b, b.elf);
  for (size_t i = 0; i < ST_COUNT_OF(texts); i++) {
    before[i] = ask_now(&b, texts[i], elf);
    cr_expect(eq(i64, ask(&b, texts[i], elf), before[i]), "%s", texts[i]);
  }
  cr_assert(eq(i64, before[0], 5));

  uint32_t moved = move_to(&b, b.elf, "exile");

  cr_assert(eq(u32, st_entity_slot(&b.o.s.store, elf), 0));
  for (size_t i = 0; i < ST_COUNT_OF(texts); i++) {
    cr_expect(eq(i64, ask(&b, texts[i], elf), before[i]), "%s", texts[i]);
  }
  cr_expect(eq(i64, ask(&b, "this.power", handle(&b, moved)), 3),
            "what it became is another object");
  board_close(&b);
}

Test(last_known, references_lead_to_who_is_gone) {
  board b;
  board_open(&b);
  uint64_t elf = handle(&b, b.elf);
  OK(st_mutator_set_base(&b.change, attr_of(&b, "controller"), b.lord, &elf));
  strata_entity lord = handle(&b, b.lord);
  cr_assert(eq(i64, ask(&b, "this.controller.power", lord), 5));

  move_to(&b, b.elf, "exile");

  cr_expect(eq(i64, ask(&b, "this.controller.power", lord), 5));
  cr_expect(eq(i64, ask(&b, "this.controller.types has 'elf'", lord), 1));
  cr_expect(eq(i64, ask_now(&b, "this.controller.power", lord), 0),
            "statics do not know what was (604.7)");
  board_close(&b);
}

Test(last_known, who_is_counted_is_there) {
  board b;
  board_open(&b);
  strata_entity elf = handle(&b, b.elf);
  int64_t before = ask(&b, "count(zone = 'field')", elf);

  move_to(&b, b.elf, "exile");

  cr_expect(eq(i64, ask(&b, "count(zone = 'field')", elf), before - 1));
  cr_expect(eq(i64, ask(&b, "count(it = this)", elf), 0));
  board_close(&b);
}

Test(last_known, who_is_forgotten_is_nobody) {
  board b;
  board_open(&b);
  strata_entity elf = handle(&b, b.elf);
  move_to(&b, b.elf, "exile");
  OK(st_mutator_forget_last_known(&b.change));

  cr_expect(eq(u32, st_last_known_slot(&b.o.s.store, NULL, elf), 0));
  cr_expect(eq(i64, ask(&b, "this.power", elf), 0));
  board_close(&b);
}

/* -- Entry previews -- */

/* A preview with the values that a slot has now, except for its power. */
static st_preview_values preview_of(board *b, uint32_t slot, strata_entity who,
                                    int64_t power, uint64_t *words) {
  static const uint32_t no_abilities[1];
  size_t at = 0;
  for (strata_attr a = 1; a <= st_attr_count(b->o.s.rules); a++) {
    const st_attr *attr = &b->o.s.rules->attrs[a - 1];
    const uint64_t *value;
    OK(st_eval_value(&b->eval, a, slot, &value));
    memcpy(words + at, value, attr->word_count * sizeof *words);
    if (a == attr_of(b, "power")) words[at] = (uint64_t)power;
    at += attr->word_count;
  }
  return (st_preview_values){
      .who = who, .words = words, .abilities = no_abilities};
}

Test(last_known, somebody_is_read_as_he_would_be) { /* 614.12 */
  board b;
  board_open(&b);
  uint64_t words[256];
  strata_entity elf = handle(&b, b.elf);
  strata_entity lord = handle(&b, b.lord);
  uint64_t ref = elf;
  OK(st_mutator_set_base(&b.change, attr_of(&b, "controller"), b.lord, &ref));
  st_preview_values preview = preview_of(&b, b.elf, elf, 77, words);
  st_last_known_context past = {&preview};

  cr_expect(eq(i64, ask_past(&b, &past, "this.power", 0, elf), 77));
  cr_expect(eq(i64, ask_past(&b, &past, "power", elf, lord), 77));
  cr_expect(eq(i64, ask_past(&b, &past, "this.controller.power", 0, lord), 77));
  cr_expect(eq(i64, ask_past(&b, &past, "types has 'elf'", elf, lord), 1));
  cr_expect(eq(i64, ask_past(&b, &past, "abilities has 'flying'", elf, 0), 0));
  cr_expect(eq(i64, ask_past(&b, &past, "abilities = none", elf, 0), 1));
  cr_expect(eq(i64, ask_past(&b, &past, "colors = none", elf, 0), 0));
  cr_expect(eq(i64, ask_past(&b, &past, "it = this", elf, elf), 1));
  cr_expect(eq(i64, ask_past(&b, &past, "it = this", elf, lord), 0));
  cr_expect(eq(i64, ask_past(&b, &past, "this.power", 0, lord), 3));
  board_close(&b);
}

Test(last_known, who_is_counted_is_not_looked_at_as_he_would_be) {
  board b;
  board_open(&b);
  uint64_t words[256];
  strata_entity elf = handle(&b, b.elf);
  st_preview_values preview = preview_of(&b, b.elf, elf, 77, words);
  st_last_known_context past = {&preview};

  cr_expect(eq(i64, ask_past(&b, &past, "count(power = 77)", 0, elf), 0));
  cr_expect(eq(i64, ask_past(&b, &past, "count(it = this)", 0, elf), 1),
            "he is the same");
  cr_expect(
      eq(i64, ask_past(&b, &past, "count(power < this.power)", 0, elf), 6));
  board_close(&b);
}

Test(last_known, who_is_not_there_yet_can_be_somebody) {
  board b;
  board_open(&b);
  uint64_t words[256];
  strata_entity nobody = st_preview_nobody();
  st_preview_values preview = preview_of(&b, b.elf, nobody, 77, words);
  st_last_known_context past = {&preview};

  cr_expect(eq(i64, ask_past(&b, &past, "this.power", 0, nobody), 77));
  cr_expect(eq(i64, ask_past(&b, &past, "it = this", nobody, nobody), 1));
  cr_expect(eq(i64, ask_past(&b, &past, "count(it = this)", 0, nobody), 0));
  cr_expect(eq(u32, st_last_known_slot(&b.o.s.store, NULL, nobody), 0));
  board_close(&b);
}

Test(last_known, successors_in_a_circle_end) {
  board b;
  board_open(&b);
  st_store *store = &b.o.s.store;
  const uint32_t gone = b.first;
  const strata_entity was = handle(&b, gone);
  const uint32_t now = move_to(&b, gone, "field");
  strata_sight sight = STRATA_SIGHT_NOTHING;
  OK(st_sight_of_gone(&b.eval, handle(&b, b.player), gone, &sight));
  cr_expect(eq(int, sight, STRATA_SIGHT_FACE), "it lies open now");
  cr_expect(ne(u32, now, gone));
  OK(st_put_any(store, ST_COLUMN_ENTITY_SUCCESSOR, gone, was));
  OK(st_sight_of_gone(&b.eval, handle(&b, b.player), gone, &sight));
  cr_expect(eq(int, sight, STRATA_SIGHT_NOTHING));
  board_close(&b);
}
