/* kit_moves.c - plays the random moves of kit_moves.h. */
#include "kit_moves.h"

#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const char *const predicates[] = {
    "types has 'creature'",
    "types has 'land'",
    "subtypes has 'elf'",
    "subtypes has 'swamp' or subtypes has 'human'",
    "abilities has 'flying'",
    "abilities has 'anthem' and it != this",
    "power > 2",
    "power >= toughness",
    "controller = this.controller",
    "colors has 'green' and not types has 'land'",
    "zone = 'battlefield'",
    "count(types has 'creature' and zone = 'battlefield') > 3",
    "count(subtypes has 'elf' and power > outer.power) = 0",
    "abilities = none",
    "subtypes has this.chosen",
    "true",
};
static const char *const numbers[] = {
    "count(types has 'creature')",
    "toughness",
    "plus + 1",
    "this.power",
    "count(abilities has 'flying')",
    "distinct(subtypes, zone = 'battlefield')",
    "min(mana_value, 3)",
    "sum(power, types has 'creature' and it != outer)", /* not in calm games */
};
/* Nor are these, abilities and the cards that have them. */
static const char *const givers[] = {
    "teacher",     "teacher_of_7", "anthem_for_all", "plague",
    "gravedigger", "mirror",       "painter"};

static uint32_t roll(moves *m, size_t limit) {
  return kit_below(&m->dice, (uint32_t)limit);
}

static bool done(moves *m, strata_status status, const char *call) {
  if (status && !m->refused) m->refused = call;
  return status == STRATA_OK;
}

static strata_attr attr(const moves *m, const char *name) {
  return kit_attr(m->rules, name);
}

static strata_layer layer(const moves *m, const char *name) {
  strata_layer layer = -1;
  return strata_rules_layer(m->rules, name, &layer) == STRATA_OK ? layer : -1;
}

/* An entity, or 0. */
static strata_entity any_card(moves *m) {
  strata_entity card = m->card[roll(m, MOVES_CARDS)];
  return strata_is_alive(m->world, card) ? card : 0;
}

static strata_symbol any_of(moves *m, strata_attr set) {
  uint32_t count = 0;
  while (strata_rules_domain(m->rules, set, count) != 0) {
    count++;
  }
  return strata_rules_domain(m->rules, set, roll(m, count));
}

static bool is_giver(const char *name) {
  for (size_t i = 0; i < COUNT_OF(givers); i++) {
    if (!strcmp(givers[i], name)) return true;
  }
  return false;
}

static strata_definition any_definition(moves *m) {
  uint32_t count = strata_rules_count(m->rules, STRATA_NAME_DEFINITION);
  strata_definition definition = 1 + roll(m, count);
  const char *name =
      strata_rules_name(m->rules, STRATA_NAME_DEFINITION, definition);
  return m->calm && is_giver(name) ? 1 : definition;
}

/* To have by itself. */
static strata_symbol any_ability(moves *m) {
  strata_symbol ability = any_of(m, attr(m, "abilities"));
  const char *name = strata_rules_name(m->rules, STRATA_NAME_SYMBOL, ability);
  return m->calm && is_giver(name)
             ? strata_rules_find(m->rules, STRATA_NAME_SYMBOL, "anthem")
             : ability;
}

/* To be given. */
static strata_symbol any_gift(moves *m) {
  static const char *const gifts[] = {"flying", "forestwalk", "haste",
                                      "vigilance", "ping"};
  if (!m->calm) return any_of(m, attr(m, "abilities"));
  const char *name = gifts[roll(m, COUNT_OF(gifts))];
  return strata_rules_find(m->rules, STRATA_NAME_SYMBOL, name);
}

static const strata_expr *any_number(moves *m) {
  return m->number[roll(m, m->number_count - m->calm)];
}

/* -- Cards ------------------------------------------------------------------
 */

static void set_ref(moves *m, strata_entity card, const char *name,
                    strata_entity to) {
  const strata_value value = {.type = STRATA_REF, .ref = to};
  done(m, strata_set_base(m->world, card, attr(m, name), &value), "a ref");
}

static void choose(moves *m, strata_entity card) {
  const strata_value value = {.type = STRATA_SYM,
                              .symbol = any_of(m, attr(m, "subtypes"))};
  done(m, strata_set_base(m->world, card, attr(m, "chosen"), &value), "choose");
}

/* Mostly the battlefield. */
static void move(moves *m, strata_entity *card, bool same) {
  static const char *const names[] = {"graveyard", "hand", "exile", "library"};
  uint32_t n = roll(m, 8);
  const char *name = n < COUNT_OF(names) ? names[n] : "battlefield";
  bool shared = n % 2 == 0 || n >= COUNT_OF(names);
  const strata_move_desc to = {.zone = kit_zone(m->rules, name),
                               .player = shared ? 0 : m->player[roll(m, 2)],
                               .same = same};
  done(m, strata_move(m->world, *card, &to, card), "move");
}

static void enter(moves *m, strata_entity *card) {
  if (!done(m, strata_spawn_as(m->world, any_definition(m), card), "spawn")) {
    return;
  }
  set_ref(m, *card, "controller", m->player[roll(m, 2)]);
  if (roll(m, 2)) set_ref(m, *card, "attached", any_card(m));
  choose(m, *card);
  move(m, card, true);
}

static void come_or_go(moves *m) {
  strata_entity *card = &m->card[roll(m, MOVES_CARDS)];
  if (!strata_is_alive(m->world, *card)) {
    enter(m, card);
  } else if (roll(m, 3) == 0) {
    done(m, strata_despawn(m->world, *card), "despawn");
  } else {
    move(m, card, roll(m, 2));
  }
}

static void set_number(moves *m, strata_entity card, const char *name,
                       int64_t value) {
  done(m, strata_set_base_int(m->world, card, attr(m, name), value), name);
}

static void set_abilities(moves *m, strata_entity card) {
  strata_attr abilities = attr(m, "abilities");
  const strata_symbol some[] = {any_ability(m), any_ability(m)};
  const strata_value value = {.type = STRATA_ABILITIES,
                              .symbols = some,
                              .symbol_count = 1 + roll(m, 2)};
  done(m, strata_set_base(m->world, card, abilities, &value), "abilities");
}

static void change_base(moves *m) {
  static const char *const sets[] = {"types", "subtypes", "colors",
                                     "supertypes"};
  strata_entity card = any_card(m);
  if (!card) return;
  strata_attr set = attr(m, sets[roll(m, COUNT_OF(sets))]);
  switch (roll(m, 11)) {
  case 0:
    set_number(m, card, "power", roll(m, 5));
    break;
  case 1:
    set_number(m, card, "toughness", roll(m, 5));
    break;
  case 2:
    set_number(m, card, "face_down", roll(m, 2));
    break;
  case 3:
    set_number(m, card, roll(m, 2) ? "plus" : "minus", roll(m, 3));
    break;
  case 4:
    set_number(m, m->player[0], "life", 8 + roll(m, 4));
    break;
  case 5:
    set_ref(m, card, "attached", any_card(m));
    break;
  case 6:
    set_ref(m, card, "controller", m->player[roll(m, 2)]);
    break;
  case 7:
    choose(m, card);
    break;
  case 8:
    set_abilities(m, card);
    break;
  default:
    done(m,
         strata_set_base_symbol(m->world, card, set, any_of(m, set),
                                roll(m, 3) > 0),
         "a symbol");
  }
}

static void renew(moves *m) {
  strata_entity card = any_card(m);
  if (!card) return;
  if (roll(m, 2)) {
    done(m, strata_restamp(m->world, card), "restamp");
  } else {
    done(m, strata_transform(m->world, card, any_definition(m)), "transform");
  }
}

/* -- Effects ----------------------------------------------------------------
 */

enum { PARTS = 3 };

/* Room for what a description points to. */
typedef struct drawn {
  strata_effect_desc desc;
  strata_part parts[PARTS];
  strata_symbol symbols[PARTS][2];
  strata_entity targets[2];
  bool borrows; /* all abilities: two of these would double lists each time */
} drawn;

static strata_part *add(moves *m, drawn *d, const char *name, const char *in,
                        strata_op op) {
  strata_part *part = &d->parts[d->desc.part_count++];
  *part = (strata_part){
      .attr = name ? attr(m, name) : 0, .layer = layer(m, in), .op = op};
  return part;
}

static void draw_number(moves *m, drawn *d) {
  static const strata_op ops[] = {STRATA_OP_ADD, STRATA_OP_SUB, STRATA_OP_MAX,
                                  STRATA_OP_MIN, STRATA_OP_MUL};
  bool set = roll(m, 2);
  strata_part *part = add(m, d, roll(m, 2) ? "power" : "toughness",
                          set ? "pt.set" : "pt.modify",
                          set ? STRATA_OP_SET : ops[roll(m, COUNT_OF(ops))]);
  part->value = (int64_t)roll(m, 6) - 2;
  if (roll(m, 2)) {
    part->expr = any_number(m);
    part->capture = roll(m, 6) == 0;
  }
}

static void draw_switch(moves *m, drawn *d) {
  strata_part *part = add(m, d, "power", "pt.switch", STRATA_OP_SWITCH);
  part->other = attr(m, "toughness");
}

static void draw_set(moves *m, drawn *d) {
  static const char *const names[] = {"types", "subtypes", "colors"};
  static const char *const ins[] = {"type", "type", "color"};
  static const strata_op ops[] = {STRATA_OP_ADD, STRATA_OP_ADD,
                                  STRATA_OP_REMOVE, STRATA_OP_SET,
                                  STRATA_OP_CLEAR};
  uint32_t n = roll(m, COUNT_OF(names));
  strata_part *part = add(m, d, names[n], ins[n], ops[roll(m, COUNT_OF(ops))]);
  strata_symbol *symbols = d->symbols[d->desc.part_count - 1];
  if (part->op == STRATA_OP_CLEAR) return;
  symbols[0] = any_of(m, part->attr);
  symbols[1] = any_of(m, part->attr);
  part->symbols = symbols;
  part->symbol_count = 1 + roll(m, 2);
}

static void draw_abilities(moves *m, drawn *d) {
  static const strata_op ops[] = {
      STRATA_OP_ADD,    STRATA_OP_ADD,   STRATA_OP_ADD,    STRATA_OP_REMOVE,
      STRATA_OP_FORBID, STRATA_OP_CLEAR, STRATA_OP_BORROW, STRATA_OP_STRIP};
  strata_op op = ops[roll(m, COUNT_OF(ops))];
  if (m->calm && op == STRATA_OP_BORROW) op = STRATA_OP_ADD;
  strata_part *part =
      add(m, d, "abilities", op == STRATA_OP_STRIP ? "type" : "ability", op);
  strata_symbol *symbols = d->symbols[d->desc.part_count - 1];
  bool gives = op == STRATA_OP_ADD;
  symbols[0] = gives ? any_gift(m) : any_of(m, part->attr);
  symbols[1] = gives ? any_gift(m) : any_of(m, part->attr);
  if (op == STRATA_OP_BORROW) {
    bool all = m->borrowing.id == 0 && !d->borrows && roll(m, 2);
    part->expr = m->others;
    part->kind = all ? STRATA_ABILITY_KEYWORD : STRATA_ABILITY_ACTIVATED;
    d->borrows = d->borrows || all;
  } else if (op != STRATA_OP_CLEAR && op != STRATA_OP_STRIP) {
    part->symbols = symbols;
    part->symbol_count = 1 + roll(m, 2);
  }
}

/* With an exception now and then. */
static void draw_copy(moves *m, drawn *d) {
  strata_entity card = any_card(m);
  strata_entity of = card ? card : m->player[0];
  add(m, d, NULL, "copy.effects", STRATA_OP_COPY)->ref = of;
  if (roll(m, 2)) {
    add(m, d, "power", "copy.effects", STRATA_OP_SET)->value = roll(m, 9);
  }
  if (roll(m, 3) == 0) {
    strata_part *part = add(m, d, "abilities", "copy.effects", STRATA_OP_ADD);
    strata_symbol *symbols = d->symbols[d->desc.part_count - 1];
    symbols[0] = any_of(m, part->attr);
    part->symbols = symbols;
    part->symbol_count = 1;
  }
}

/* One word for another, or one ability for another. */
static void draw_words(moves *m, drawn *d) {
  static const char *const names[] = {"abilities", "subtypes"};
  bool abilities = !m->calm && roll(m, 3) == 0;
  strata_attr domain = attr(m, names[abilities ? 0 : 1]);
  strata_symbol from = any_of(m, domain);
  strata_symbol to = any_of(m, domain);
  for (int i = m->calm; i < (abilities ? 1 : 2); i++) {
    strata_part *part = add(m, d, names[i], "text", STRATA_OP_SUBSTITUTE);
    strata_symbol *symbols = d->symbols[d->desc.part_count - 1];
    symbols[0] = from;
    symbols[1] = to;
    part->symbols = symbols;
    part->symbol_count = 2;
  }
}

static void draw_parts(moves *m, drawn *d) {
  switch (roll(m, 8)) {
  case 0:
    if (m->calm) break;
    draw_copy(m, d);
    return;
  case 1:
    draw_words(m, d);
    return;
  case 2:
    add(m, d, "controller", "control", STRATA_OP_SET)->ref =
        m->player[roll(m, 2)];
    return;
  default:
    break;
  }
  uint32_t count = 1 + roll(m, 2);
  while (d->desc.part_count < count) {
    uint32_t kind = roll(m, 8);
    if (kind < 2) draw_number(m, d);
    if (kind == 2) draw_switch(m, d);
    if (kind == 3 || kind == 4) draw_set(m, d);
    if (kind > 4) draw_abilities(m, d);
  }
}

static void add_effect(moves *m) {
  if (!strata_effect_is_alive(m->world, m->borrowing)) {
    m->borrowing = STRATA_NO_EFFECT;
  }
  strata_effect *slot = &m->effect[roll(m, MOVES_EFFECTS)];
  drawn d = {.desc = {.name = "Random", .source = any_card(m)}};
  d.desc.parts = d.parts;
  d.targets[0] = any_card(m);
  draw_parts(m, &d);
  if (d.targets[0] && roll(m, 3) > 0) {
    d.desc.targets = d.targets;
    d.desc.target_count = 1;
  } else {
    d.desc.subject = m->predicate[roll(m, m->predicate_count)];
    d.desc.lock = roll(m, 4) == 0;
  }
  if (roll(m, 5) == 0) {
    d.desc.condition = m->predicate[roll(m, m->predicate_count)];
  }
  if (roll(m, 6) == 0) d.desc.group = 1 + roll(m, 2);
  d.desc.while_source = d.desc.source && roll(m, 5) == 0;
  if (strata_effect_is_alive(m->world, *slot)) {
    done(m, strata_effect_remove(m->world, *slot), "remove");
  }
  done(m, strata_effect_add(m->world, &d.desc, slot), "effect");
  if (d.borrows) m->borrowing = *slot;
}

static void remove_effect(moves *m) {
  strata_effect effect = m->effect[roll(m, MOVES_EFFECTS)];
  if (!strata_effect_is_alive(m->world, effect)) return;
  done(m, strata_effect_remove(m->world, effect), "remove");
}

/* -- The game ----------------------------------------------------------------
 */

void moves_step(moves *m) {
  uint32_t n = roll(m, 20);
  if (n < 7) {
    add_effect(m);
  } else if (n < 9) {
    remove_effect(m);
  } else if (n < 13) {
    come_or_go(m);
  } else if (n < 14) {
    renew(m);
  } else {
    change_base(m);
  }
}

void moves_play(moves *m, int steps) {
  for (int i = 0; i < steps && !m->refused; i++) {
    moves_step(m);
  }
}

static bool parse_all(moves *m) {
  strata_status s = STRATA_OK;
  for (; m->predicate_count < COUNT_OF(predicates) && !s;
       m->predicate_count += !s) {
    s = strata_expr_parse(m->rules, predicates[m->predicate_count],
                          &m->predicate[m->predicate_count], NULL);
  }
  for (; m->number_count < COUNT_OF(numbers) && !s; m->number_count += !s) {
    s = strata_expr_parse(m->rules, numbers[m->number_count],
                          &m->number[m->number_count], NULL);
  }
  if (!s) {
    s = strata_expr_parse_inner(m->rules, "zone = 'graveyard' or it != outer",
                                &m->others, NULL);
  }
  return done(m, s, "parse");
}

static bool open_moves(moves *m, const strata_rules *rules, uint64_t seed,
                       bool calm) {
  *m = (moves){.rules = rules, .dice = {seed}, .calm = calm};
  if (!parse_all(m) ||
      !done(m, strata_world_new(rules, NULL, &m->world), "world")) {
    return false;
  }
  for (int i = 0; i < 2; i++) {
    if (!done(m, strata_spawn(m->world, &m->player[i]), "spawn")) return false;
    set_number(m, m->player[i], "life", 10);
  }
  for (size_t i = 0; i < MOVES_CARDS / 2; i++) {
    enter(m, &m->card[i]);
  }
  return !m->refused;
}

bool moves_open(moves *m, const strata_rules *rules, uint64_t seed) {
  return open_moves(m, rules, seed, false);
}

bool moves_open_calm(moves *m, const strata_rules *rules, uint64_t seed) {
  return open_moves(m, rules, seed, true);
}

void moves_close(moves *m) {
  strata_world_free(m->world);
  for (size_t i = 0; i < m->predicate_count; i++) {
    strata_expr_free(m->predicate[i]);
  }
  for (size_t i = 0; i < m->number_count; i++) {
    strata_expr_free(m->number[i]);
  }
  strata_expr_free(m->others);
}
