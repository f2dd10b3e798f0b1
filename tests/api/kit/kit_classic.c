/* kit_classic.c - declares the rules of kit_classic.h: the tables of
 * abilities, definitions and laws. */
#include "kit_classic.h"

#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* -- Attributes, layers, zones -- */

static const char *const types[] = {"artifact", "creature", "enchantment",
                                    "land"};
static const char *const subtypes[] = {
    "bear",   "elf",    "human", "saproling", "wall",
    "zombie", "forest", "swamp", "mountain",  "aura",
    "link1",  "link2",  "link3", "link4",     "link5"};
static const char *const supertypes[] = {"basic", "legendary"};
static const char *const colors[] = {"black", "green", "red", "white"};

#define SET_OF(names) .symbols = (names), .symbol_count = COUNT_OF(names)
#define INT_RANGE     .min = INT32_MIN, .max = INT32_MAX
#define COUNTER                                                                \
  .type = STRATA_INT, .unlayered = true, .counter = true, .max = 1000

static const strata_attribute attributes[] = {
    {.name = "abilities", .type = STRATA_ABILITIES},
    {.name = "attached", .type = STRATA_REF, .unlayered = true, .stamps = true},
    {.name = "charge", COUNTER},
    {.name = "chosen", .type = STRATA_SYM, .unlayered = true},
    {.name = "colors", .type = STRATA_SET, SET_OF(colors), .copiable = true},
    {.name = "controller", .type = STRATA_REF, .open = true},
    {.name = "face_down",
     .type = STRATA_FLAG,
     .unlayered = true,
     .stamps = true},
    {.name = "life", .type = STRATA_INT, .unlayered = true},
    {.name = "mana_value", .type = STRATA_INT, INT_RANGE, .copiable = true},
    {.name = "minus", COUNTER},
    {.name = "my_pack:soul", COUNTER},
    {.name = "name", .type = STRATA_TEXT, .copiable = true},
    {.name = "owner", .type = STRATA_REF, .unlayered = true, .kept = true},
    {.name = "plus", COUNTER},
    {.name = "power", .type = STRATA_INT, INT_RANGE, .copiable = true},
    {.name = "subtypes",
     .type = STRATA_SET,
     SET_OF(subtypes),
     .copiable = true},
    {.name = "supertypes",
     .type = STRATA_SET,
     SET_OF(supertypes),
     .copiable = true},
    {.name = "toughness", .type = STRATA_INT, INT_RANGE, .copiable = true},
    {.name = "types", .type = STRATA_SET, SET_OF(types), .copiable = true},
};

static const char *const layers[] = {"copy.effects", "copy.facedown", "control",
                                     "text",         "type",          "color",
                                     "ability",      "pt.cda",        "pt.set",
                                     "pt.modify",    "pt.switch"};

static const strata_zone_desc zones[] = {
    {.name = "library", .ordered = true, .hidden = true},
    {.name = "hand", .hidden = true},
    {.name = "battlefield", .shared = true},
    {.name = "exile", .shared = true},
    {.name = "graveyard", .shared = true},
};

static strata_status declare_names(strata_builder *b) {
  strata_status s = STRATA_OK;
  for (size_t i = 0; i < COUNT_OF(attributes) && !s; i++) {
    s = strata_builder_attribute(b, &attributes[i]);
  }
  for (size_t i = 0; i < COUNT_OF(layers) && !s; i++) {
    s = strata_builder_layer(b, layers[i], (int32_t)i, STRATA_BY_TIMESTAMP);
  }
  for (size_t i = 0; i < COUNT_OF(zones) && !s; i++) {
    s = strata_builder_zone(b, &zones[i]);
  }
  if (!s) s = strata_builder_copiable_after(b, "copy.facedown");
  if (!s) s = strata_builder_clock(b, "turn");
  if (!s)
    s = strata_builder_stacking_group(b, "highest", STRATA_STACK_HIGHEST, 0);
  return s ? s
           : strata_builder_stacking_group(b, "latest", STRATA_STACK_LATEST, 0);
}

/* -- Abilities -- */

#define CREATURE "types has 'creature' and zone = 'battlefield'"
#define LAND     "types has 'land' and zone = 'battlefield'"
#define YOURS    " and controller = this.controller"

#define NUMBER(attr_, layer_, op_, operand_)                                   \
  {                                                                            \
    .attr = (attr_), .layer = (layer_), .op = STRATA_OP_##op_,                 \
    .operand = (operand_)                                                      \
  }
#define NAMES(attr_, layer_, op_, ...)                                         \
  {                                                                            \
    .attr = (attr_), .layer = (layer_), .op = STRATA_OP_##op_,                 \
    .names = (const char *const[]){__VA_ARGS__},                               \
    .name_count = COUNT_OF(((const char *const[]){__VA_ARGS__}))               \
  }
#define ALONE(attr_, layer_, op_)                                              \
  { .attr = (attr_), .layer = (layer_), .op = STRATA_OP_##op_ }

#define POWER_SET(x)     NUMBER("power", "pt.set", SET, x)
#define TOUGHNESS_SET(x) NUMBER("toughness", "pt.set", SET, x)
#define POWER_ADD(x)     NUMBER("power", "pt.modify", ADD, x)
#define TOUGHNESS_ADD(x) NUMBER("toughness", "pt.modify", ADD, x)

/* A clause of an ability; rows of one name are clauses of one ability. */
typedef struct row {
  const char *name;
  strata_ability_kind kind;
  const char *subject, *condition;
  strata_clause_part parts[6]; /* up to one without a layer */
  bool anywhere;               /* not on the battlefield alone */
} row;

static const row abilities[] = {
    {.name = "flying"},
    {.name = "forestwalk"},
    {.name = "haste"},
    {.name = "vigilance"},
    {.name = "ping", .kind = STRATA_ABILITY_ACTIVATED},
    {.name = "regenerate", .kind = STRATA_ABILITY_ACTIVATED},
    {.name = "black_mana", .kind = STRATA_ABILITY_MANA},
    {.name = "green_mana", .kind = STRATA_ABILITY_MANA},
    {.name = "red_mana", .kind = STRATA_ABILITY_MANA},

    /* Abilities and types. */
    {"humility",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {ALONE("abilities", "ability", CLEAR), POWER_SET("1"), TOUGHNESS_SET("1")},
     false},
    {"opalescence",
     STRATA_ABILITY_STATIC,
     "types has 'enchantment' and not subtypes has 'aura' and it != this and "
     "zone = 'battlefield'",
     NULL,
     {NAMES("types", "type", ADD, "creature"), POWER_SET("mana_value"),
      TOUGHNESS_SET("mana_value")},
     false},
    {"blood_moon",
     STRATA_ABILITY_STATIC,
     LAND " and not supertypes has 'basic'",
     NULL,
     {NAMES("subtypes", "type", SET, "mountain"),
      ALONE("abilities", "type", STRIP)},
     false},
    {"urborg",
     STRATA_ABILITY_STATIC,
     LAND,
     NULL,
     {NAMES("subtypes", "type", ADD, "swamp")},
     false},
    {"life_and_limb",
     STRATA_ABILITY_STATIC,
     "(types has 'land' and subtypes has 'forest' or subtypes has 'saproling') "
     "and zone = 'battlefield'",
     NULL,
     {NAMES("types", "type", ADD, "creature", "land"),
      NAMES("subtypes", "type", ADD, "saproling", "forest"),
      NAMES("colors", "color", SET, "green"), POWER_SET("1"),
      TOUGHNESS_SET("1")},
     false},
    {"kormus_bell",
     STRATA_ABILITY_STATIC,
     LAND " and subtypes has 'swamp'",
     NULL,
     {NAMES("types", "type", ADD, "creature"),
      NAMES("colors", "color", SET, "black"), POWER_SET("1"),
      TOUGHNESS_SET("1")},
     false},
    {"xenograft",
     STRATA_ABILITY_STATIC,
     CREATURE YOURS,
     NULL,
     {NUMBER("subtypes", "type", ADD, "this.chosen")},
     false},
    {"all_elves",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {NAMES("subtypes", "type", SET, "elf")},
     false},
    {"elf_lord",
     STRATA_ABILITY_STATIC,
     CREATURE " and subtypes has 'elf'",
     NULL,
     {NAMES("abilities", "ability", ADD, "forestwalk"), POWER_ADD("1"),
      TOUGHNESS_ADD("1")},
     false},
    {"changeling",
     STRATA_ABILITY_CDA,
     NULL,
     NULL,
     {NAMES("subtypes", "type", ADD, "bear", "elf", "human", "saproling",
            "wall", "zombie")},
     false},

    /* Five that wait for one another. */
    {"link_1",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {NAMES("subtypes", "type", ADD, "link1")},
     false},
    {"link_2",
     STRATA_ABILITY_STATIC,
     "subtypes has 'link1'",
     NULL,
     {NAMES("subtypes", "type", ADD, "link2")},
     false},
    {"link_3",
     STRATA_ABILITY_STATIC,
     "subtypes has 'link2'",
     NULL,
     {NAMES("subtypes", "type", ADD, "link3")},
     false},
    {"link_4",
     STRATA_ABILITY_STATIC,
     "subtypes has 'link3'",
     NULL,
     {NAMES("subtypes", "type", ADD, "link4")},
     false},
    {"link_5",
     STRATA_ABILITY_STATIC,
     "subtypes has 'link4'",
     NULL,
     {NAMES("subtypes", "type", ADD, "link5")},
     false},

    /* Power and toughness. */
    {"anthem",
     STRATA_ABILITY_STATIC,
     CREATURE YOURS,
     NULL,
     {POWER_ADD("1"), TOUGHNESS_ADD("1")},
     false},
    {"rich_anthem",
     STRATA_ABILITY_STATIC,
     CREATURE YOURS,
     "this.controller.life >= 10",
     {POWER_ADD("1"), TOUGHNESS_ADD("1")},
     false},
    {"red_anthem",
     STRATA_ABILITY_STATIC,
     CREATURE " and colors has 'red'",
     NULL,
     {POWER_ADD("1")},
     false},
    {"flying_anthem",
     STRATA_ABILITY_STATIC,
     CREATURE " and abilities has 'flying'",
     NULL,
     {POWER_ADD("1")},
     false},
    {"graveyard_size",
     STRATA_ABILITY_CDA,
     NULL,
     NULL,
     {NUMBER("power", "pt.cda", SET, "distinct(types, zone = 'graveyard')"),
      NUMBER("toughness", "pt.cda", SET,
             "distinct(types, zone = 'graveyard') + 1")},
     false},
    {"herd",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {POWER_SET("count(" CREATURE ")"), TOUGHNESS_SET("power")},
     false},
    {"becomes_3",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {POWER_SET("3"), TOUGHNESS_SET("3")},
     true},
    {"becomes_5",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {POWER_SET("5"), TOUGHNESS_SET("5")},
     true},
    {"becomes_7",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {POWER_SET("7"), TOUGHNESS_SET("7")},
     true},
    {"twofold",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {POWER_SET("3"), POWER_ADD("power")},
     true},
    {"twofold",
     STRATA_ABILITY_STATIC,
     CREATURE " and power > 5",
     NULL,
     {POWER_SET("4"), NUMBER("power", "pt.switch", SWITCH, NULL)},
     true},

    /* Abilities that give and take. */
    {"teacher",
     STRATA_ABILITY_STATIC,
     CREATURE " and it != this",
     NULL,
     {NAMES("abilities", "ability", ADD, "becomes_5", "becomes_3")},
     false},
    {"teacher_of_7",
     STRATA_ABILITY_STATIC,
     CREATURE " and it != this",
     NULL,
     {NAMES("abilities", "ability", ADD, "becomes_7")},
     false},
    {"anthem_for_all",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {NAMES("abilities", "ability", ADD, "anthem", "flying")},
     false},
    {"plague",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {NAMES("abilities", "ability", ADD, "plague"), POWER_ADD("1")},
     false},
    {"grounded",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {NAMES("abilities", "ability", FORBID, "flying")},
     false},
    {"unmaker",
     STRATA_ABILITY_STATIC,
     "it = this.attached",
     NULL,
     {NAMES("abilities", "ability", REMOVE, "anthem", "elf_lord")},
     false},
    {"gravedigger",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {{.attr = "abilities",
       .layer = "ability",
       .op = STRATA_OP_BORROW,
       .operand = "types has 'creature' and zone = 'graveyard' and it != outer",
       .names = (const char *const[]){"activated"},
       .name_count = 1}},
     false},
    {"mirror",
     STRATA_ABILITY_STATIC,
     NULL,
     "this.attached != none",
     {{.layer = "copy.effects",
       .op = STRATA_OP_COPY,
       .operand = "this.attached"}},
     false},

    /* What a text change reaches. */
    {"forester",
     STRATA_ABILITY_STATIC,
     CREATURE " and subtypes has 'elf'",
     NULL,
     {NAMES("subtypes", "type", ADD, "zombie"), POWER_ADD("1")},
     false},
    {"counter_of_elves",
     STRATA_ABILITY_STATIC,
     NULL,
     NULL,
     {POWER_SET("count(subtypes has 'elf' and zone = 'battlefield')")},
     false},
    {"painter",
     STRATA_ABILITY_STATIC,
     CREATURE,
     NULL,
     {{.attr = "abilities",
       .layer = "text",
       .op = STRATA_OP_SUBSTITUTE,
       .names = (const char *const[]){"elf", "human"},
       .name_count = 2},
      {.attr = "subtypes",
       .layer = "text",
       .op = STRATA_OP_SUBSTITUTE,
       .names = (const char *const[]){"elf", "human"},
       .name_count = 2}},
     false},
    {"thief",
     STRATA_ABILITY_STATIC,
     "it = this.attached",
     NULL,
     {NUMBER("controller", "control", SET, "this.controller")},
     false},
};

static size_t count_parts(const strata_clause_part *parts) {
  size_t count = 0;
  while (count < 6 && parts[count].layer) {
    count++;
  }
  return count;
}

/* The one switch of the tables is of toughness. */
static strata_clause_part with_other(strata_clause_part part) {
  if (part.op == STRATA_OP_SWITCH) part.other = "toughness";
  return part;
}

/* The ability of the rows from `first` on; `next` is the row after them. */
static strata_status declare_ability(strata_builder *b, size_t first,
                                     size_t *next) {
  static const char *const field[] = {"battlefield"};
  const row *r = &abilities[first];
  strata_clause_part parts[2][6];
  strata_clause clauses[2];
  strata_ability_desc desc = {.name = r->name, .kind = r->kind};
  size_t i = first;
  for (; i < COUNT_OF(abilities) && !strcmp(abilities[i].name, r->name); i++) {
    const row *clause = &abilities[i];
    size_t n = i - first;
    size_t count = count_parts(clause->parts);
    if (count == 0) continue;
    for (size_t p = 0; p < count; p++) {
      parts[n][p] = with_other(clause->parts[p]);
    }
    clauses[n] = (strata_clause){.subject = clause->subject,
                                 .condition = clause->condition,
                                 .parts = parts[n],
                                 .part_count = count};
    desc.clause_count++;
  }
  *next = i;
  desc.clauses = desc.clause_count ? clauses : NULL;
  if (r->kind == STRATA_ABILITY_STATIC && !r->anywhere) {
    desc.zones = field;
    desc.zone_count = 1;
  }
  return strata_builder_ability(b, &desc);
}

static strata_status declare_abilities(strata_builder *b) {
  strata_status s = STRATA_OK;
  for (size_t i = 0; i < COUNT_OF(abilities) && !s;) {
    s = declare_ability(b, i, &i);
  }
  return s;
}

/* -- Laws -- */

static const strata_clause_part face_down[] = {
    NUMBER("name", "copy.facedown", SET, ""),
    NUMBER("mana_value", "copy.facedown", SET, "0"),
    NAMES("types", "copy.facedown", SET, "creature"),
    ALONE("subtypes", "copy.facedown", CLEAR),
    ALONE("supertypes", "copy.facedown", CLEAR),
    ALONE("colors", "copy.facedown", CLEAR),
    ALONE("abilities", "copy.facedown", CLEAR),
    NUMBER("power", "copy.facedown", SET, "2"),
    NUMBER("toughness", "copy.facedown", SET, "2"),
};
static const strata_clause_part more[] = {POWER_ADD("plus"),
                                          TOUGHNESS_ADD("plus")};
static const strata_clause_part less[] = {
    NUMBER("power", "pt.modify", SUB, "minus"),
    NUMBER("toughness", "pt.modify", SUB, "minus")};
static const strata_clause_part untyped[] = {
    NAMES("subtypes", "type", REMOVE, "bear", "elf", "human", "saproling",
          "wall", "zombie")};
static const strata_clause_part black[] = {
    NAMES("abilities", "type", ADD, "black_mana")};
static const strata_clause_part green[] = {
    NAMES("abilities", "type", ADD, "green_mana")};
static const strata_clause_part red[] = {
    NAMES("abilities", "type", ADD, "red_mana")};

#define CLAUSE(subject_, parts_)                                               \
  .clause = {.subject = (subject_),                                            \
             .parts = (parts_),                                                \
             .part_count = COUNT_OF(parts_)}
#define BASIC "types has 'land' and subtypes has "

static const strata_law_desc laws[] = {
    {.name = "face_down",
     CLAUSE("face_down and zone = 'battlefield'", face_down)},
    {.name = "plus", CLAUSE(NULL, more), .counter = "plus"},
    {.name = "minus", CLAUSE(NULL, less), .counter = "minus"},
    {.name = "creature_types",
     CLAUSE("not types has 'creature'", untyped),
     .last = true},
    {.name = "swamp",
     CLAUSE(BASIC "'swamp'", black),
     .last = true,
     .is_intrinsic = true},
    {.name = "forest",
     CLAUSE(BASIC "'forest'", green),
     .last = true,
     .is_intrinsic = true},
    {.name = "mountain",
     CLAUSE(BASIC "'mountain'", red),
     .last = true,
     .is_intrinsic = true},
};

static strata_status declare_laws(strata_builder *b) {
  strata_status s = STRATA_OK;
  for (size_t i = 0; i < COUNT_OF(laws) && !s; i++) {
    s = strata_builder_law(b, &laws[i]);
  }
  return s;
}

/* -- Definitions -- */

typedef struct card {
  const char *name, *type, *subtype, *supertype, *color;
  const char *power, *toughness, *mana_value;
  const char *abilities[2];
} card;

/* A permanent with the one ability that it is named for. */
#define ENCHANTMENT(name_)                                                     \
  {                                                                            \
    .name = (name_), .type = "enchantment", .mana_value = "4", .abilities = {  \
      name_                                                                    \
    }                                                                          \
  }
#define CREATURE_WITH(name_)                                                   \
  {                                                                            \
    .name = (name_), .type = "creature", .power = "2", .toughness = "2",       \
    .mana_value = "3", .abilities = {                                          \
      name_                                                                    \
    }                                                                          \
  }

static const card cards[] = {
    {.name = "nothing"},
    {.name = "bears",
     .type = "creature",
     .subtype = "bear",
     .color = "green",
     .power = "2",
     .toughness = "2",
     .mana_value = "2"},
    {.name = "elf",
     .type = "creature",
     .subtype = "elf",
     .color = "green",
     .power = "1",
     .toughness = "1",
     .mana_value = "1"},
    {.name = "human",
     .type = "creature",
     .subtype = "human",
     .color = "white",
     .power = "2",
     .toughness = "2",
     .mana_value = "2"},
    {.name = "flyer",
     .type = "creature",
     .subtype = "human",
     .color = "white",
     .power = "2",
     .toughness = "2",
     .mana_value = "3",
     .abilities = {"flying"}},
    {.name = "saproling",
     .type = "creature",
     .subtype = "saproling",
     .color = "green",
     .power = "1",
     .toughness = "1"},
    {.name = "pinger",
     .type = "creature",
     .power = "1",
     .toughness = "1",
     .mana_value = "3",
     .abilities = {"ping", "flying"}},
    {.name = "artifact", .type = "artifact", .mana_value = "1"},
    {.name = "forest",
     .type = "land",
     .subtype = "forest",
     .supertype = "basic"},
    {.name = "swamp", .type = "land", .subtype = "swamp", .supertype = "basic"},
    {.name = "grove", .type = "land", .subtype = "forest"},
    {.name = "wasteland", .type = "land", .abilities = {"regenerate", "haste"}},
    {.name = "urborg",
     .type = "land",
     .supertype = "legendary",
     .abilities = {"urborg"}},
    ENCHANTMENT("humility"),
    ENCHANTMENT("opalescence"),
    ENCHANTMENT("blood_moon"),
    ENCHANTMENT("life_and_limb"),
    ENCHANTMENT("xenograft"),
    ENCHANTMENT("all_elves"),
    ENCHANTMENT("anthem"),
    ENCHANTMENT("rich_anthem"),
    ENCHANTMENT("red_anthem"),
    ENCHANTMENT("flying_anthem"),
    ENCHANTMENT("teacher"),
    ENCHANTMENT("teacher_of_7"),
    ENCHANTMENT("anthem_for_all"),
    ENCHANTMENT("plague"),
    ENCHANTMENT("grounded"),
    ENCHANTMENT("unmaker"),
    ENCHANTMENT("forester"),
    ENCHANTMENT("painter"),
    ENCHANTMENT("thief"),
    ENCHANTMENT("link_1"),
    ENCHANTMENT("link_2"),
    ENCHANTMENT("link_3"),
    ENCHANTMENT("link_4"),
    ENCHANTMENT("link_5"),
    {.name = "kormus_bell",
     .type = "artifact",
     .mana_value = "4",
     .abilities = {"kormus_bell"}},
    CREATURE_WITH("elf_lord"),
    CREATURE_WITH("changeling"),
    CREATURE_WITH("herd"),
    CREATURE_WITH("becomes_7"),
    CREATURE_WITH("twofold"),
    CREATURE_WITH("gravedigger"),
    CREATURE_WITH("mirror"),
    CREATURE_WITH("counter_of_elves"),
    {.name = "graveyard_size",
     .type = "creature",
     .color = "green",
     .mana_value = "2",
     .abilities = {"graveyard_size"}},
};

static void put(strata_default *defaults, size_t *count, const char *attr,
                const char *text, const char *const *names, size_t n) {
  if (!text && n == 0) return;
  defaults[(*count)++] = (strata_default){
      .attr = attr, .text = text, .names = names, .name_count = n};
}

static strata_status define(strata_builder *b, const card *c) {
  strata_default d[9];
  size_t n = 0;
  put(d, &n, "name", c->name, NULL, 0);
  put(d, &n, "types", NULL, &c->type, c->type != NULL);
  put(d, &n, "subtypes", NULL, &c->subtype, c->subtype != NULL);
  put(d, &n, "supertypes", NULL, &c->supertype, c->supertype != NULL);
  put(d, &n, "colors", NULL, &c->color, c->color != NULL);
  put(d, &n, "power", c->power, NULL, 0);
  put(d, &n, "toughness", c->toughness, NULL, 0);
  put(d, &n, "mana_value", c->mana_value, NULL, 0);
  put(d, &n, "abilities", NULL, c->abilities,
      (size_t)(c->abilities[0] != NULL) + (c->abilities[1] != NULL));
  const strata_definition_desc desc = {
      .name = c->name, .defaults = d, .default_count = n};
  return strata_builder_definition(b, &desc);
}

strata_status kit_classic_rules(kit_mem *mem, strata_rules **out) {
  strata_builder *b = NULL;
  strata_status s = strata_builder_new(mem ? kit_alloc : NULL, mem, &b);
  if (!s) s = declare_names(b);
  if (!s) s = declare_abilities(b);
  if (!s) s = declare_laws(b);
  for (size_t i = 0; i < COUNT_OF(cards) && !s; i++) {
    s = define(b, &cards[i]);
  }
  if (!s) s = strata_builder_freeze(b, out);
  strata_builder_free(b);
  return s;
}
