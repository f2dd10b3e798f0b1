/* classic.h - the game of kit_classic.h for Criterion tests. */
#ifndef STRATA_TESTS_API_KIT_CLASSIC_H
#define STRATA_TESTS_API_KIT_CLASSIC_H

#include "game.h"
#include "kit_classic.h"

/* A card of a definition on the battlefield, or in another zone, under the
 * first player's control: card[0] and card[1] of the game are the players. */
strata_entity classic_enter(game *g, const char *definition);
strata_entity classic_put(game *g, const char *definition, const char *zone);

/* The card moves and is another object. */
strata_entity classic_leave(game *g, strata_entity card, const char *zone);

void classic_set_ref(game *g, strata_entity card, const char *attr,
                     strata_entity to);
void classic_choose(game *g, strata_entity card, const char *symbol);

bool classic_able(game *g, strata_entity card, const char *ability);

/* All abilities in order, separated by ", "; the caller frees it. */
char *classic_abilities(game *g, strata_entity card);
void classic_expect_abilities(game *g, strata_entity card, const char *want);

/* Power and toughness as one number: 100 * power + toughness. */
int64_t classic_body(game *g, strata_entity card);

/* The power that is there after a layer. */
int64_t classic_power_after(game *g, strata_entity card, const char *layer);

/* -- A created effect, a line for each thing that it does -- */

enum { SPELL_PARTS = 8 };

typedef struct spell {
  game *g;
  strata_effect_desc desc;
  strata_entity target;
  strata_part parts[SPELL_PARTS];
  strata_symbol symbols[SPELL_PARTS][4];
  strata_expr *exprs[SPELL_PARTS + 3];
  size_t expr_count;
} spell;

void spell_begin(spell *s, game *g, const char *name);
void spell_on(spell *s, strata_entity target);
void spell_all(spell *s, const char *subject);
void spell_if(spell *s, const char *condition);
void spell_number(spell *s, const char *attr, const char *layer, strata_op op,
                  int64_t value);
void spell_computed(spell *s, const char *attr, const char *layer, strata_op op,
                    const char *expr);
void spell_ref(spell *s, const char *attr, const char *layer, strata_op op,
               strata_entity ref);
void spell_names(spell *s, const char *attr, const char *layer, strata_op op,
                 const char *const *names, size_t count);
void spell_borrow(spell *s, const char *predicate, strata_ability_kind kind);
void spell_switch(spell *s);
strata_effect spell_cast(spell *s);

/* SPELL_NAMES(&s, "types", "type", STRATA_OP_ADD, "elf", "wall") */
#define SPELL_NAMES(s, attr, layer, op, ...)                                   \
  spell_names(s, attr, layer, op, (const char *const[]){__VA_ARGS__},          \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* The usual ones. */
strata_effect classic_pump(game *g, strata_entity card, int64_t power,
                           int64_t toughness);
strata_effect classic_grant(game *g, strata_entity card, const char *ability);
strata_effect classic_lose_all(game *g, strata_entity card);

/* -- Explanations -- */

/* Row n of an explanation, or the first of a name; it must have one. */
const strata_why_row *classic_row(const strata_why *why, size_t n);
const strata_why_row *classic_row_of(const strata_why *why, const char *name);

/* What is applied in a layer, but for laws, has these names, in order; a name
 * once for all parts. NULL ends them. */
void classic_expect_order(game *g, const char *layer, const char *const *names);
#define EXPECT_ORDER(g, layer, ...)                                            \
  classic_expect_order(g, layer, (const char *const[]){__VA_ARGS__, NULL})

#endif
