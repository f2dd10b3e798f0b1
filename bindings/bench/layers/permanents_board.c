/*
 * permanents_board.c - board: 60 permanents of two players in the middle of a
 * game, with the static abilities of twelve of them.
 *
 * Three abilities depend on others in the layer of types: the swamps on the
 * moon, which takes their ability (existence); the living forests on the moon,
 * which makes forests mountains (set); the goblins on the abilities that make
 * creatures of lands or enchantments (set). All three are older than what they
 * depend on.
 *
 * The baseline does the same to an array of structures, its code in the order
 * that these rules give. The engine's values are compared with its values.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>
#include <string.h>

enum { PERMANENTS = 60, PLAYERS = 2, MOST_NAMES = 8 };

/* -- Names ------------------------------------------------------------------
 */

enum { CREATURE = 1, LAND = 2, ENCHANTMENT = 4, ARTIFACT = 8 };
enum { MOUNTAIN = 1, FOREST = 2, SWAMP = 4, PLAINS = 8, GOBLIN = 16, ELF = 32 };
enum { WHITE = 1, BLACK = 2, RED = 4, GREEN = 8 };

/* Abilities, as bits; the first three are keywords. */
enum {
  FLYING = 1 << 0,
  MOUNTAINWALK = 1 << 1,
  FORESTWALK = 1 << 2,
  GOBLINS = 1 << 3, /* your creatures are goblins too */
  LIVING = 1 << 4,  /* forests are 1/1 creatures */
  SWAMPS = 1 << 5,  /* lands are swamps too */
  ANIMATE = 1 << 6, /* other enchantments are creatures as large as they cost */
  MOON = 1 << 7,    /* nonbasic lands are mountains */
  WHITEN = 1 << 8,  /* enchantments are white */
  CRUSADE = 1 << 9, /* white creatures get +1/+1 */
  KING = 1 << 10,   /* other goblins get +1/+1 and mountainwalk */
  CHAMPION = 1 << 11, /* other elves get +1/+1 and forestwalk */
  LEVITATE = 1 << 12, /* your creatures fly */
  WINDS = 1 << 13,    /* your flying creatures get +1/+1 */
  NIGHTMARE = 1 << 14 /* as large as you have swamps: defines itself */
};

static const char *const type_names[] = {"creature", "land", "enchantment",
                                         "artifact"};
static const char *const subtype_names[] = {"mountain", "forest", "swamp",
                                            "plains",   "goblin", "elf"};
static const char *const color_names[] = {"white", "black", "red", "green"};
static const char *const ability_names[] = {
    "flying", "mountainwalk", "forestwalk", "goblins", "living",
    "swamps", "animate",      "moon",       "whiten",  "crusade",
    "king",   "champion",     "levitate",   "winds",   "nightmare"};

enum { ABILITIES = sizeof ability_names / sizeof *ability_names };

/* One permanent, as the baseline has it. */
typedef struct permanent {
  uint32_t types, subtypes, colors, abilities;
  int64_t power, toughness, cost;
  uint32_t controller;
  bool basic;
} permanent;

typedef struct symbol_set {
  strata_attr attr;
  uint32_t count;
  strata_symbol symbols[ABILITIES];
} symbol_set;

typedef struct table {
  strata_rules *rules;
  strata_world *world;
  symbol_set types, subtypes, colors, abilities;
  strata_attr basic, cost, power, toughness, controller;
  strata_entity players[PLAYERS], entities[PERMANENTS];
  permanent base[PERMANENTS], now[PERMANENTS];
  uint32_t turn;
  int64_t sum; /* of all values read, so that the compiler leaves no read out */
} table;

/* -- Rules ------------------------------------------------------------------
 */

static const strata_attribute board_attributes[] = {
    {.name = "types",
     .type = STRATA_SET,
     .symbols = type_names,
     .symbol_count = 4},
    {.name = "subtypes",
     .type = STRATA_SET,
     .symbols = subtype_names,
     .symbol_count = 6},
    {.name = "colors",
     .type = STRATA_SET,
     .symbols = color_names,
     .symbol_count = 4},
    {.name = "basic", .type = STRATA_FLAG, .unlayered = true},
    {.name = "cost", .type = STRATA_INT, .unlayered = true},
    {.name = "power", .type = STRATA_INT},
    {.name = "toughness", .type = STRATA_INT},
    {.name = "controller", .type = STRATA_REF},
    {.name = "abilities", .type = STRATA_ABILITIES}};

/* Push one name into a set or list of a definition. */
static strata_clause_part with_name(const char *attr, const char *layer,
                                    strata_op op, const char *const *name) {
  return (strata_clause_part){
      .attr = attr, .layer = layer, .op = op, .names = name, .name_count = 1};
}

static strata_clause_part with_value(const char *attr, const char *layer,
                                     strata_op op, const char *operand) {
  return (strata_clause_part){
      .attr = attr, .layer = layer, .op = op, .operand = operand};
}

static void declare_static(strata_builder *builder, const char *name,
                           const char *subject, const strata_clause_part *parts,
                           size_t count) {
  stb_layer_rules_ability(builder, name, STRATA_ABILITY_STATIC, subject, parts,
                          count);
}

/* The changes in the layer of types; some continue in the layer of sizes. */
static void declare_changers(strata_builder *builder) {
  const strata_clause_part goblins =
      with_name("subtypes", "type", STRATA_OP_ADD, &subtype_names[4]);
  declare_static(builder, "goblins",
                 "types has 'creature' and controller = this.controller",
                 &goblins, 1);
  const strata_clause_part living[] = {
      with_name("types", "type", STRATA_OP_ADD, &type_names[0]),
      with_value("power", "pt.set", STRATA_OP_SET, "1"),
      with_value("toughness", "pt.set", STRATA_OP_SET, "1")};
  declare_static(builder, "living", "subtypes has 'forest'", living, 3);
  const strata_clause_part swamps =
      with_name("subtypes", "type", STRATA_OP_ADD, &subtype_names[2]);
  declare_static(builder, "swamps", "types has 'land'", &swamps, 1);
  const strata_clause_part animate[] = {
      with_name("types", "type", STRATA_OP_ADD, &type_names[0]),
      with_value("power", "pt.set", STRATA_OP_SET, "cost"),
      with_value("toughness", "pt.set", STRATA_OP_SET, "cost")};
  declare_static(builder, "animate", "types has 'enchantment' and it != this",
                 animate, 3);
  const strata_clause_part moon[] = {
      with_name("subtypes", "type", STRATA_OP_SET, &subtype_names[0]),
      {.attr = "abilities", .layer = "type", .op = STRATA_OP_STRIP}};
  declare_static(builder, "moon", "types has 'land' and not basic", moon, 2);
}

static void declare_lord(strata_builder *builder, const char *name,
                         const char *subject, const char *const *walk) {
  const strata_clause_part parts[] = {
      with_name("abilities", "ability", STRATA_OP_ADD, walk),
      with_value("power", "pt.modify", STRATA_OP_ADD, "1"),
      with_value("toughness", "pt.modify", STRATA_OP_ADD, "1")};
  declare_static(builder, name, subject, parts, 3);
}

static void declare_others(strata_builder *builder) {
  const strata_clause_part whiten =
      with_name("colors", "color", STRATA_OP_ADD, &color_names[0]);
  declare_static(builder, "whiten", "types has 'enchantment'", &whiten, 1);
  const strata_clause_part larger[] = {
      with_value("power", "pt.modify", STRATA_OP_ADD, "1"),
      with_value("toughness", "pt.modify", STRATA_OP_ADD, "1")};
  declare_static(builder, "crusade",
                 "types has 'creature' and colors has 'white'", larger, 2);
  declare_lord(builder, "king",
               "types has 'creature' and subtypes has 'goblin' and it != this",
               &ability_names[1]);
  declare_lord(builder, "champion",
               "types has 'creature' and subtypes has 'elf' and it != this",
               &ability_names[2]);
  const strata_clause_part levitate =
      with_name("abilities", "ability", STRATA_OP_ADD, &ability_names[0]);
  declare_static(builder, "levitate",
                 "types has 'creature' and controller = this.controller",
                 &levitate, 1);
  declare_static(builder, "winds",
                 "types has 'creature' and abilities has 'flying' and "
                 "controller = this.controller",
                 larger, 2);
  const char *const count =
      "count(subtypes has 'swamp' and controller = this.controller)";
  const strata_clause_part nightmare[] = {
      with_value("power", "pt.cda", STRATA_OP_SET, count),
      with_value("toughness", "pt.cda", STRATA_OP_SET, count)};
  stb_layer_rules_ability(builder, "nightmare", STRATA_ABILITY_CDA, NULL,
                          nightmare, 2);
}

static strata_rules *make_permanents_rules(stb_run *bench) {
  static const char *const layers[] = {
      "control", "type", "color", "ability", "pt.cda", "pt.set", "pt.modify"};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(board_attributes)});
  for (size_t i = 0; i < 3; i++) {
    stb_layer_rules_ability(builder, ability_names[i], STRATA_ABILITY_KEYWORD,
                            NULL, NULL, 0);
  }
  declare_changers(builder);
  declare_others(builder);
  return stb_layer_rules_end(bench, builder);
}

static void find_set(const strata_rules *rules, const char *name,
                     const char *const *symbols, uint32_t count,
                     symbol_set *out) {
  out->attr = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, name);
  out->count = count;
  for (uint32_t i = 0; i < count; i++) {
    out->symbols[i] = stb_rules_id(rules, STRATA_NAME_SYMBOL, symbols[i]);
  }
}

static void find_permanents_names(table *t) {
  const strata_rules *rules = t->rules;
  find_set(rules, "types", type_names, 4, &t->types);
  find_set(rules, "subtypes", subtype_names, 6, &t->subtypes);
  find_set(rules, "colors", color_names, 4, &t->colors);
  find_set(rules, "abilities", ability_names, ABILITIES, &t->abilities);
  t->basic = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "basic");
  t->cost = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "cost");
  t->power = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "power");
  t->toughness = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "toughness");
  t->controller = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "controller");
}

/* -- The permanents ---------------------------------------------------------
 */

/* Those with an ability, oldest first; the moon is younger than all that wait
 * for it. */
static const permanent special_permanents[] = {
    {.types = ENCHANTMENT, .colors = RED, .cost = 5, .abilities = GOBLINS},
    {.types = ENCHANTMENT, .colors = GREEN, .cost = 4, .abilities = LIVING},
    {.types = LAND, .abilities = SWAMPS},
    {.types = ENCHANTMENT, .colors = WHITE, .cost = 4, .abilities = ANIMATE},
    {.types = ENCHANTMENT, .colors = RED, .cost = 3, .abilities = MOON},
    {.types = ENCHANTMENT, .colors = BLACK, .cost = 2, .abilities = WHITEN},
    {.types = ENCHANTMENT, .colors = WHITE, .cost = 2, .abilities = CRUSADE},
    {.types = CREATURE,
     .subtypes = GOBLIN,
     .colors = RED,
     .abilities = KING,
     .power = 2,
     .toughness = 2,
     .cost = 3},
    {.types = CREATURE,
     .subtypes = ELF,
     .colors = GREEN,
     .abilities = CHAMPION,
     .power = 2,
     .toughness = 2,
     .cost = 3},
    {.types = ENCHANTMENT, .colors = GREEN, .cost = 4, .abilities = LEVITATE},
    {.types = ENCHANTMENT, .colors = WHITE, .cost = 2, .abilities = WINDS},
    {.types = CREATURE,
     .colors = BLACK,
     .abilities = FLYING | NIGHTMARE,
     .cost = 6},
};

enum {
  SPECIAL = sizeof special_permanents / sizeof *special_permanents,
  LANDS = 23
};

static permanent make_land(uint32_t i) {
  static const uint32_t kinds[] = {MOUNTAIN, FOREST, SWAMP, PLAINS};
  permanent p = {.types = LAND, .subtypes = kinds[i % 4], .basic = i % 3 != 0};
  if (!p.basic) p.subtypes |= kinds[(i + 1) % 4];
  return p;
}

static permanent make_creature(uint32_t i) {
  static const uint32_t kinds[] = {GOBLIN, ELF, 0};
  permanent p = {.types = CREATURE,
                 .subtypes = kinds[i % 3],
                 .colors = UINT32_C(1) << (i % 4),
                 .power = 1 + i % 4,
                 .toughness = 1 + i % 5,
                 .cost = 1 + i % 6};
  if (i % 5 == 0) p.abilities = FLYING;
  if (i % 8 == 7) p.types |= ARTIFACT;
  return p;
}

static void put_set(table *t, strata_entity entity, const symbol_set *set,
                    uint32_t bits) {
  for (uint32_t i = 0; i < set->count; i++) {
    if (!(bits >> i & 1)) continue;
    stb_must(strata_set_base_symbol(t->world, entity, set->attr,
                                    set->symbols[i], true),
             "symbol");
  }
}

static void put_abilities(table *t, strata_entity entity, uint32_t bits) {
  strata_symbol symbols[ABILITIES];
  size_t count = 0;
  for (uint32_t i = 0; i < ABILITIES; i++) {
    if (bits >> i & 1) symbols[count++] = t->abilities.symbols[i];
  }
  stb_set_base_abilities(t->world, entity, t->abilities.attr, symbols, count);
}

static void put_int(table *t, strata_entity entity, strata_attr attr,
                    int64_t value) {
  stb_must(strata_set_base_int(t->world, entity, attr, value), "number");
}

static void spawn_permanents(table *t, uint32_t n) {
  const permanent *p = &t->base[n];
  const strata_entity entity = stb_spawn(t->world);
  t->entities[n] = entity;
  put_set(t, entity, &t->types, p->types);
  put_set(t, entity, &t->subtypes, p->subtypes);
  put_set(t, entity, &t->colors, p->colors);
  put_abilities(t, entity, p->abilities);
  put_int(t, entity, t->basic, p->basic);
  put_int(t, entity, t->cost, p->cost);
  put_int(t, entity, t->power, p->power);
  put_int(t, entity, t->toughness, p->toughness);
  stb_must(
      stb_set_ref(t->world, entity, t->controller, t->players[p->controller]),
      "controller");
}

static table *table_new(stb_run *bench) {
  table *t = stb_alloc(bench, 1, sizeof *t);
  t->rules = make_permanents_rules(bench);
  find_permanents_names(t);
  t->world = stb_world_new(bench, t->rules);
  for (size_t i = 0; i < PLAYERS; i++) {
    t->players[i] = stb_spawn(t->world);
  }
  for (uint32_t n = 0; n < PERMANENTS; n++) {
    t->base[n] = n < SPECIAL           ? special_permanents[n]
                 : n < SPECIAL + LANDS ? make_land(n - SPECIAL)
                                       : make_creature(n - SPECIAL - LANDS);
    t->base[n].controller = n % PLAYERS;
    spawn_permanents(t, n);
  }
  stb_must(strata_commit(t->world), "commit");
  return t;
}

/* -- The baseline -----------------------------------------------------------
 */

/* The permanent that has an ability now, at most one; NULL without one. */
static const permanent *permanent_with(const table *t, uint32_t ability) {
  for (size_t n = 0; n < PERMANENTS; n++) {
    if (t->now[n].abilities & ability) return &t->now[n];
  }
  return NULL;
}

static bool is_controllers(const permanent *p, const permanent *source) {
  return p->controller == source->controller;
}

/* The order is that of 613.8: the enchantments come alive, the moon rises, then
 * the forests, and the goblins last. The swamps' ability is gone by then, if it
 * is on a land that is not basic. */
static void change_types(table *t) {
  const permanent *animate = permanent_with(t, ANIMATE);
  for (size_t n = 0; animate && n < PERMANENTS; n++) {
    permanent *p = &t->now[n];
    if ((p->types & ENCHANTMENT) && p != animate) p->types |= CREATURE;
  }
  const permanent *moon = permanent_with(t, MOON);
  for (size_t n = 0; moon && n < PERMANENTS; n++) {
    permanent *p = &t->now[n];
    if (!(p->types & LAND) || p->basic) continue;
    p->subtypes = MOUNTAIN;
    p->abilities = 0;
  }
  const permanent *living = permanent_with(t, LIVING);
  for (size_t n = 0; living && n < PERMANENTS; n++) {
    permanent *p = &t->now[n];
    if (p->subtypes & FOREST) p->types |= CREATURE;
  }
  const permanent *goblins = permanent_with(t, GOBLINS);
  for (size_t n = 0; goblins && n < PERMANENTS; n++) {
    permanent *p = &t->now[n];
    if ((p->types & CREATURE) && is_controllers(p, goblins)) {
      p->subtypes |= GOBLIN;
    }
  }
  const permanent *swamps = permanent_with(t, SWAMPS);
  for (size_t n = 0; swamps && n < PERMANENTS; n++) {
    if (t->now[n].types & LAND) t->now[n].subtypes |= SWAMP;
  }
}

static void change_abilities(table *t) {
  const permanent *whiten = permanent_with(t, WHITEN);
  const permanent *king = permanent_with(t, KING);
  const permanent *champion = permanent_with(t, CHAMPION);
  const permanent *levitate = permanent_with(t, LEVITATE);
  for (size_t n = 0; n < PERMANENTS; n++) {
    permanent *p = &t->now[n];
    if ((p->types & ENCHANTMENT) && whiten) p->colors |= WHITE;
    if (!(p->types & CREATURE)) continue;
    const bool goblin = (p->subtypes & GOBLIN) && p != king;
    const bool elf = (p->subtypes & ELF) && p != champion;
    if (king && goblin) p->abilities |= MOUNTAINWALK;
    if (champion && elf) p->abilities |= FORESTWALK;
    if (levitate && is_controllers(p, levitate)) p->abilities |= FLYING;
  }
}

static int64_t swamps_of(const table *t, const permanent *source) {
  int64_t count = 0;
  for (size_t n = 0; n < PERMANENTS; n++) {
    count += (t->now[n].subtypes & SWAMP) && is_controllers(&t->now[n], source);
  }
  return count;
}

static void change_sizes(table *t) {
  const permanent *animate = permanent_with(t, ANIMATE);
  const permanent *king = permanent_with(t, KING);
  const permanent *champion = permanent_with(t, CHAMPION);
  const permanent *winds = permanent_with(t, WINDS);
  for (size_t n = 0; n < PERMANENTS; n++) {
    permanent *p = &t->now[n];
    if (p->abilities & NIGHTMARE) p->power = p->toughness = swamps_of(t, p);
    if (p->subtypes & FOREST) p->power = p->toughness = 1;
    if ((p->types & ENCHANTMENT) && p != animate) {
      p->power = p->toughness = p->cost;
    }
    if (!(p->types & CREATURE)) continue;
    int64_t more = (p->colors & WHITE) != 0;
    more += (p->subtypes & GOBLIN) && p != king;
    more += (p->subtypes & ELF) && p != champion;
    more += winds && (p->abilities & FLYING) && is_controllers(p, winds);
    p->power += more;
    p->toughness += more;
  }
}

static void work_out_permanents(table *t) {
  memcpy(t->now, t->base, sizeof t->now);
  change_types(t);
  change_abilities(t);
  change_sizes(t);
  stb_touch_memory(t->now);
}

static unsigned base_all(void *context) {
  table *t = context;
  work_out_permanents(t);
  t->sum = 0;
  for (size_t n = 0; n < PERMANENTS; n++) {
    const permanent *p = &t->now[n];
    t->sum += p->types + p->subtypes + p->colors + p->abilities +
              p->controller + p->power + p->toughness;
    stb_use_value(t->sum);
  }
  return STRATA_OK;
}

/* -- The engine -------------------------------------------------------------
 */

/* All seven values of each permanent. */
static unsigned read_all(void *context) {
  table *t = context;
  const strata_attr attrs[] = {
      t->types.attr, t->subtypes.attr, t->colors.attr, t->abilities.attr,
      t->controller, t->power,         t->toughness};
  unsigned failed = 0;
  t->sum = 0;
  for (size_t n = 0; n < PERMANENTS; n++) {
    for (size_t a = 0; a < sizeof attrs / sizeof *attrs; a++) {
      strata_value value = {0};
      failed |=
          (unsigned)strata_get(t->world, t->entities[n], attrs[a], &value);
      t->sum += value.integer;
    }
  }
  return failed;
}

static unsigned drop_caches(void *context) {
  const table *t = context;
  strata_world_drop_caches(t->world);
  return STRATA_OK;
}

/* The last permanent becomes an elf, or stops being one: some subject asks for
 * that, so everything has to be looked at. */
static unsigned change_type(table *t) {
  permanent *p = &t->base[PERMANENTS - 1];
  t->turn++;
  p->subtypes ^= ELF;
  const unsigned failed = (unsigned)strata_set_base_symbol(
      t->world, t->entities[PERMANENTS - 1], t->subtypes.attr,
      t->subtypes.symbols[5], (p->subtypes & ELF) != 0);
  return failed | (unsigned)strata_commit(t->world);
}

/* No predicate reads power. */
static unsigned change_power(table *t) {
  permanent *p = &t->base[PERMANENTS - 1];
  t->turn++;
  p->power = t->turn % 10;
  const unsigned failed = (unsigned)strata_set_base_int(
      t->world, t->entities[PERMANENTS - 1], t->power, p->power);
  return failed | (unsigned)strata_commit(t->world);
}

static unsigned engine_type(void *context) {
  const unsigned failed = change_type(context);
  return failed | read_all(context);
}

static unsigned engine_power(void *context) {
  const unsigned failed = change_power(context);
  return failed | read_all(context);
}

static unsigned engine_one(void *context) {
  table *t = context;
  int64_t power = 0;
  unsigned failed = change_type(t);
  failed |=
      (unsigned)strata_get_int(t->world, t->entities[0], t->power, &power);
  t->sum += power;
  return failed;
}

/* -- Checking ---------------------------------------------------------------
 */

static uint32_t bits_of(table *t, strata_entity entity, const symbol_set *set) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < set->count; i++) {
    bool has = false;
    stb_must(strata_has(t->world, entity, set->attr, set->symbols[i], &has),
             "has");
    bits |= (uint32_t)has << i;
  }
  return bits;
}

static bool is_right(table *t, uint32_t n) {
  const permanent *p = &t->now[n];
  const strata_entity entity = t->entities[n];
  int64_t power = 0;
  int64_t toughness = 0;
  strata_value controller = {0};
  stb_must(strata_get_int(t->world, entity, t->power, &power), "get");
  stb_must(strata_get_int(t->world, entity, t->toughness, &toughness), "get");
  stb_must(strata_get(t->world, entity, t->controller, &controller), "get");
  return bits_of(t, entity, &t->types) == p->types &&
         bits_of(t, entity, &t->subtypes) == p->subtypes &&
         bits_of(t, entity, &t->colors) == p->colors &&
         bits_of(t, entity, &t->abilities) == p->abilities &&
         power == p->power && toughness == p->toughness &&
         controller.ref == t->players[p->controller];
}

static void check_permanents(stb_run *bench, table *t) {
  uint32_t wrong = 0;
  work_out_permanents(t);
  for (uint32_t n = 0; n < PERMANENTS; n++) {
    wrong += !is_right(t, n);
  }
  stb_expect(bench, wrong == 0, "a permanent on the board");
}

/* Measured are a full evaluation, and one change. */
typedef struct permanents_row {
  const char *name;
  stb_work subject;
  double limit_ns;
  bool decides;
} permanents_row;

static void measure_permanents(stb_run *bench, table *t,
                               const permanents_row *r) {
  (void)stb_measure(bench, &(stb_case){.name = r->name,
                                       .unit = "turn",
                                       .subject = r->subject,
                                       .baseline = {.act = base_all},
                                       .context = t,
                                       .beside = "the rules as C code",
                                       .goal = STB_GOAL_NS,
                                       .limit = r->limit_ns,
                                       .decides = r->decides});
  for (int i = 0; i < 3; i++) {
    check_permanents(bench, t);
    stb_must((strata_status)(i == 0 ? change_type(t) : change_power(t)),
             "change");
  }
}

/* The target of a change is 3 us until its result is read. The row of 420 calls
 * that each read one value does not decide, as the calls are a cost of their
 * own. */
void stb_workload_board(stb_run *bench) {
  static const permanents_row rows[] = {
      {"caches dropped, all read",
       {.act = read_all, .begin = drop_caches},
       20e3,
       true},
      {"a type changed, all read", {.act = engine_type}, 3e3, false},
      {"a type changed, one read", {.act = engine_one}, 3e3, true},
      {"a power changed, all read", {.act = engine_power}, 3e3, false}};
  table *t = table_new(bench);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    measure_permanents(bench, t, &rows[i]);
  }
}
