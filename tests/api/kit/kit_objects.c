/* kit_objects.c - declares the rules of kit_objects.h. */
#include "kit_objects.h"

#include <assert.h>

static const char *const types[] = {"elf", "goblin", "wall"};
static const char *const colors[] = {"red", "green", "blue"};
static const char *const modes[] = {"day", "night"};

static const strata_attribute attributes[] = {
    {.name = "abilities", .type = STRATA_ABILITIES},
    {.name = "attached", .type = STRATA_REF, .stamps = true},
    {.name = "bounty", .type = STRATA_INT, .open = true},
    {.name = "charge", .type = STRATA_INT, .unlayered = true, .counter = true},
    {.name = "colors",
     .type = STRATA_SET,
     .symbols = colors,
     .symbol_count = 3,
     .copiable = true},
    {.name = "controller", .type = STRATA_REF, .open = true},
    {.name = "energy", .type = STRATA_INT, .counter = true, .kept = true},
    {.name = "hidden", .type = STRATA_FLAG, .unlayered = true, .stamps = true},
    {.name = "loyalty", .type = STRATA_INT, .unlayered = true, .counter = true},
    {.name = "modes",
     .type = STRATA_SET,
     .symbols = modes,
     .symbol_count = 2,
     .stamps = true},
    {.name = "motto", .type = STRATA_TEXT, .stamps = true},
    {.name = "owner", .type = STRATA_REF, .unlayered = true, .kept = true},
    {.name = "power", .type = STRATA_INT, .copiable = true},
    {.name = "rank", .type = STRATA_INT, .unlayered = true, .stamps = true},
    {.name = "rarity", .type = STRATA_SYM, .copiable = true},
    {.name = "small", .type = STRATA_INT, .min = -8, .max = 7},
    {.name = "title", .type = STRATA_TEXT, .copiable = true},
    {.name = "toughness", .type = STRATA_INT, .copiable = true},
    {.name = "types",
     .type = STRATA_SET,
     .symbols = types,
     .symbol_count = 3,
     .copiable = true},
};

static const strata_zone_desc zones[] = {
    {.name = "library", .ordered = true, .hidden = true},
    {.name = "hand", .hidden = true},
    {.name = "field", .shared = true},
    {.name = "exile", .shared = true},
};

static strata_status names(strata_builder *b) {
  static const char *const layers[] = {"copy",    "control", "type",
                                       "ability", "pt.set",  "pt.modify"};
  strata_status s = STRATA_OK;
  for (int32_t i = 0; i < 6 && !s; i++) {
    s = strata_builder_layer(b, layers[i], i, STRATA_BY_TIMESTAMP);
  }
  if (!s) s = strata_builder_copiable_after(b, "copy");
  if (!s) s = strata_builder_symbol(b, NULL, "common");
  if (!s) s = strata_builder_symbol(b, NULL, "rare");
  if (!s) s = strata_builder_clock(b, "turn");
  if (!s)
    s = strata_builder_stacking_group(b, "fresh", STRATA_STACK_REFRESH, 1);
  return s;
}

static strata_status abilities(strata_builder *b) {
  static const char *const keywords[] = {"flying", "haste", "reach"};
  strata_status s = STRATA_OK;
  for (int i = 0; i < 3 && !s; i++) {
    s = strata_builder_ability(b, &(strata_ability_desc){.name = keywords[i]});
  }
  const strata_clause_part stronger = {.attr = "power",
                                       .layer = "pt.modify",
                                       .op = STRATA_OP_ADD,
                                       .operand = "1"};
  const strata_clause elves = {.subject = "types has 'elf' and it != this",
                               .parts = &stronger,
                               .part_count = 1};
  const strata_ability_desc lord = {.name = "lord",
                                    .kind = STRATA_ABILITY_STATIC,
                                    .clauses = &elves,
                                    .clause_count = 1};
  if (!s) s = strata_builder_ability(b, &(strata_ability_desc){.name = "lord"});
  if (!s) s = strata_builder_revise_ability(b, &lord);
  for (int i = 0; i < 2 && !s; i++) { /* which one counts, the later one */
    const strata_clause_part level = {.attr = "power",
                                      .layer = "pt.set",
                                      .op = STRATA_OP_SET,
                                      .operand = i ? "9" : "1"};
    const strata_clause walls = {
        .subject = "types has 'wall'", .parts = &level, .part_count = 1};
    s = strata_builder_ability(
        b, &(strata_ability_desc){.name = i ? "raise" : "lower",
                                  .kind = STRATA_ABILITY_STATIC,
                                  .clauses = &walls,
                                  .clause_count = 1});
  }
  const strata_clause_part titled = {
      .attr = "title", .layer = "copy", .op = STRATA_OP_SET, .operand = "Sir"};
  const strata_clause knights = {.parts = &titled, .part_count = 1};
  if (!s) {
    s = strata_builder_ability(
        b, &(strata_ability_desc){.name = "titled",
                                  .kind = STRATA_ABILITY_STATIC,
                                  .clauses = &knights,
                                  .clause_count = 1});
  }
  const strata_clause_part spoken = {.attr = "motto",
                                     .layer = "pt.set",
                                     .op = STRATA_OP_SET,
                                     .operand = "We stand"};
  const strata_law_desc motto = {.name = "motto",
                                 .clause = {.subject = "types has 'wall'",
                                            .parts = &spoken,
                                            .part_count = 1}};
  if (!s) s = strata_builder_law(b, &motto);
  const strata_clause_part charged = {.attr = "power",
                                      .layer = "pt.modify",
                                      .op = STRATA_OP_ADD,
                                      .operand = "charge"};
  const strata_law_desc law = {.name = "charges",
                               .clause = {.parts = &charged, .part_count = 1},
                               .counter = "charge"};
  return s ? s : strata_builder_law(b, &law);
}

#define ONE(name) (const char *const[]){name}, 1

static strata_status define(strata_builder *b, const char *name,
                            const strata_default *defaults, size_t count) {
  const strata_definition_desc desc = {
      .name = name, .defaults = defaults, .default_count = count};
  strata_status s =
      strata_builder_definition(b, &(strata_definition_desc){.name = name});
  return s ? s : strata_builder_revise_definition(b, &desc);
}

static strata_status definitions(strata_builder *b) {
  const strata_default bears[] = {{"power", "2", NULL, 0},
                                  {"title", "Bears", NULL, 0},
                                  {"toughness", "2", NULL, 0}};
  const strata_default elf[] = {{"abilities", NULL, ONE("flying")},
                                {"colors", NULL, ONE("green")},
                                {"power", "1", NULL, 0},
                                {"rarity", NULL, ONE("rare")},
                                {"toughness", "1", NULL, 0},
                                {"types", NULL, ONE("elf")}};
  const strata_default lord[] = {{"abilities", NULL, ONE("lord")},
                                 {"power", "2", NULL, 0},
                                 {"toughness", "2", NULL, 0},
                                 {"types", NULL, ONE("elf")}};
  const strata_default walker[] = {{"loyalty", "3", NULL, 0}};
  const strata_default dusk[] = {{"abilities", NULL, ONE("haste")},
                                 {"charge", "7", NULL, 0},
                                 {"hidden", "true", NULL, 0},
                                 {"power", "4", NULL, 0}};
  const strata_default knight[] = {{"abilities", NULL, ONE("titled")},
                                   {"title", "Page", NULL, 0},
                                   {"types", NULL, ONE("wall")}};
  strata_status s = define(b, "bears", bears, 3);
  if (!s) s = define(b, "knight", knight, 3);
  if (!s) s = define(b, "elf", elf, 6);
  if (!s) s = define(b, "lord", lord, 4);
  if (!s) s = define(b, "walker", walker, 1);
  return s ? s : define(b, "dusk", dusk, 4);
}

strata_status kit_object_rules(kit_mem *mem, strata_rules **out) {
  strata_builder *b = NULL;
  strata_status s = strata_builder_new(mem ? kit_alloc : NULL, mem, &b);
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0] && !s; i++) {
    s = strata_builder_attribute(b, &attributes[i]);
  }
  for (size_t i = 0; i < sizeof zones / sizeof zones[0] && !s; i++) {
    s = strata_builder_zone(b, &zones[i]);
  }
  if (!s) s = names(b);
  if (!s) s = abilities(b);
  if (!s) s = definitions(b);
  if (!s) s = strata_builder_freeze(b, out);
  strata_builder_free(b);
  return s;
}

strata_zone kit_zone(const strata_rules *rules, const char *name) {
  strata_zone zone = strata_rules_find(rules, STRATA_NAME_ZONE, name);
  assert(zone != 0);
  return zone;
}

strata_definition kit_definition(const strata_rules *rules, const char *name) {
  strata_definition found =
      strata_rules_find(rules, STRATA_NAME_DEFINITION, name);
  assert(found != 0);
  return found;
}
