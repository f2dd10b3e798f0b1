/* classic.c - the game of kit_classic.h for Criterion tests. */
#include "classic.h"

#include "kit_why.h"

#include <stdlib.h>
#include <string.h>

strata_entity classic_put(game *g, const char *definition, const char *zone) {
  strata_entity card = game_spawn_as(g, definition);
  bool shared = strcmp(zone, "hand") != 0 && strcmp(zone, "library") != 0;
  classic_set_ref(g, card, "controller", g->card[0]);
  game_shift(g, card, zone, shared ? 0 : g->card[0], 0);
  return card;
}

strata_entity classic_enter(game *g, const char *definition) {
  return classic_put(g, definition, "battlefield");
}

strata_entity classic_leave(game *g, strata_entity card, const char *zone) {
  return game_move(g, card, zone, 0);
}

void classic_set_ref(game *g, strata_entity card, const char *attr,
                     strata_entity to) {
  const strata_value value = {.type = STRATA_REF, .ref = to};
  OK(strata_set_base(g->world, card, game_attr(g, attr), &value));
}

void classic_choose(game *g, strata_entity card, const char *symbol) {
  const strata_value value = {.type = STRATA_SYM,
                              .symbol = game_symbol(g, symbol)};
  OK(strata_set_base(g->world, card, game_attr(g, "chosen"), &value));
}

bool classic_able(game *g, strata_entity card, const char *ability) {
  return game_has(g, card, "abilities", ability);
}

char *classic_abilities(game *g, strata_entity card) {
  strata_value value;
  OK(strata_get(g->world, card, game_attr(g, "abilities"), &value));
  size_t size = 1;
  for (size_t i = 0; i < value.symbol_count; i++) {
    size += strlen(strata_rules_name(g->rules, STRATA_NAME_SYMBOL,
                                     value.symbols[i])) +
            2;
  }
  char *text = calloc(size, 1);
  cr_assert(ne(ptr, text, NULL));
  for (size_t i = 0; i < value.symbol_count; i++) {
    if (i > 0) strcat(text, ", ");
    strcat(text,
           strata_rules_name(g->rules, STRATA_NAME_SYMBOL, value.symbols[i]));
  }
  return text;
}

void classic_expect_abilities(game *g, strata_entity card, const char *want) {
  char *got = classic_abilities(g, card);
  cr_expect(eq(str, got, TEXT(want)));
  free(got);
}

int64_t classic_body(game *g, strata_entity card) {
  return 100 * game_read(g, card, "power") + game_read(g, card, "toughness");
}

int64_t classic_power_after(game *g, strata_entity card, const char *layer) {
  strata_value value;
  OK(strata_get_after(g->world, card, game_attr(g, "power"),
                      game_layer(g, layer), &value));
  return value.integer;
}

/* -- Created effects -- */

void spell_begin(spell *s, game *g, const char *name) {
  *s = (spell){.g = g, .desc = {.name = name}};
  s->desc.parts = s->parts;
}

static strata_expr *keep(spell *s, strata_expr *expr) {
  s->exprs[s->expr_count++] = expr;
  return expr;
}

void spell_on(spell *s, strata_entity target) {
  s->target = target;
  s->desc.targets = &s->target;
  s->desc.target_count = 1;
}

void spell_all(spell *s, const char *subject) {
  s->desc.subject = keep(s, game_expr(s->g, subject));
}

void spell_if(spell *s, const char *condition) {
  s->desc.condition = keep(s, game_expr(s->g, condition));
}

static strata_part *add_part(spell *s, const char *attr, const char *layer,
                             strata_op op) {
  cr_assert(lt(sz, s->desc.part_count, SPELL_PARTS));
  strata_part *part = &s->parts[s->desc.part_count++];
  *part = (strata_part){.attr = attr ? game_attr(s->g, attr) : 0,
                        .layer = game_layer(s->g, layer),
                        .op = op};
  return part;
}

void spell_number(spell *s, const char *attr, const char *layer, strata_op op,
                  int64_t value) {
  add_part(s, attr, layer, op)->value = value;
}

void spell_computed(spell *s, const char *attr, const char *layer, strata_op op,
                    const char *expr) {
  add_part(s, attr, layer, op)->expr = keep(s, game_expr(s->g, expr));
}

void spell_ref(spell *s, const char *attr, const char *layer, strata_op op,
               strata_entity ref) {
  add_part(s, attr, layer, op)->ref = ref;
}

void spell_names(spell *s, const char *attr, const char *layer, strata_op op,
                 const char *const *names, size_t count) {
  strata_part *part = add_part(s, attr, layer, op);
  strata_symbol *symbols = s->symbols[s->desc.part_count - 1];
  for (size_t i = 0; i < count; i++) {
    symbols[i] = game_symbol(s->g, names[i]);
  }
  part->symbols = symbols;
  part->symbol_count = count;
}

void spell_borrow(spell *s, const char *predicate, strata_ability_kind kind) {
  strata_part *part = add_part(s, "abilities", "ability", STRATA_OP_BORROW);
  strata_expr *expr = NULL;
  OK(strata_expr_parse_inner(s->g->rules, predicate, &expr, NULL));
  part->expr = keep(s, expr);
  part->kind = kind;
}

void spell_switch(spell *s) {
  add_part(s, "power", "pt.switch", STRATA_OP_SWITCH)->other =
      game_attr(s->g, "toughness");
}

strata_effect spell_cast(spell *s) {
  strata_effect effect = game_add(s->g, &s->desc);
  for (size_t i = 0; i < s->expr_count; i++) {
    strata_expr_free(s->exprs[i]);
  }
  s->expr_count = 0;
  return effect;
}

strata_effect classic_pump(game *g, strata_entity card, int64_t power,
                           int64_t toughness) {
  spell s;
  spell_begin(&s, g, "Pump");
  spell_on(&s, card);
  spell_number(&s, "power", "pt.modify", STRATA_OP_ADD, power);
  spell_number(&s, "toughness", "pt.modify", STRATA_OP_ADD, toughness);
  return spell_cast(&s);
}

strata_effect classic_grant(game *g, strata_entity card, const char *ability) {
  spell s;
  spell_begin(&s, g, "Grant");
  spell_on(&s, card);
  SPELL_NAMES(&s, "abilities", "ability", STRATA_OP_ADD, ability);
  return spell_cast(&s);
}

strata_effect classic_lose_all(game *g, strata_entity card) {
  spell s;
  spell_begin(&s, g, "Lose all");
  spell_on(&s, card);
  spell_names(&s, "abilities", "ability", STRATA_OP_CLEAR, NULL, 0);
  return spell_cast(&s);
}

/* -- Explanations -- */

const strata_why_row *classic_row(const strata_why *why, size_t n) {
  cr_assert(lt(sz, n, strata_why_count(why)), "%s", kit_why_text(why));
  return strata_why_get(why, n);
}

const strata_why_row *classic_row_of(const strata_why *why, const char *name) {
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    if (strcmp(row->effect_name, name) == 0) return row;
  }
  cr_fatal("no %s in\n%s", name, kit_why_text(why));
}

void classic_expect_order(game *g, const char *layer,
                          const char *const *names) {
  strata_why *why = NULL;
  OK(strata_explain_layer(g->world, game_layer(g, layer), &why));
  const char *last = "";
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    const char *name = row->effect_name;
    if (row->because == STRATA_REASON_LAW || row->step == STRATA_STEP_LOST ||
        strcmp(name, last) == 0) {
      continue;
    }
    last = name;
    cr_assert(ne(ptr, TEXT(*names), NULL), "too many:\n%s", kit_why_text(why));
    cr_expect(eq(str, TEXT(name), TEXT(*names)), "%s", kit_why_text(why));
    names++;
  }
  cr_expect(eq(ptr, TEXT(*names), NULL), "missing %s:\n%s", *names,
            kit_why_text(why));
  strata_why_free(why);
}
