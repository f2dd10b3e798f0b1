/* rules_stage.h - fixture: a builder with attributes, layers, zones and
 * keywords, to which tests add abilities, definitions and laws. */
#ifndef STRATA_TESTS_UNIT_RULES_RULES_STAGE_H
#define STRATA_TESTS_UNIT_RULES_RULES_STAGE_H

#include "rules/model/clause.h"
#include "support.h"

#include <string.h>

/* The layers in order; copiable values end after "copy". */
static const char *const stage_layers[] = {"copy",      "text",     "type",
                                           "control",   "ability",  "pt.set",
                                           "pt.modify", "pt.switch"};

static const char *const stage_types[] = {"elf", "forest", "island", "wall"};

static const strata_attribute stage_attrs[] = {
    {.name = "abilities", .type = STRATA_ABILITIES},
    {.name = "charge", .type = STRATA_INT, .counter = true},
    {.name = "colors", .type = STRATA_SET, .copiable = true},
    {.name = "controller", .type = STRATA_REF, .open = true},
    {.name = "cost", .type = STRATA_INT, .copiable = true, .max = 99},
    {.name = "note", .type = STRATA_TEXT},
    {.name = "power", .type = STRATA_INT, .copiable = true},
    {.name = "rarity", .type = STRATA_SYM},
    {.name = "seat", .type = STRATA_INT, .unlayered = true, .stamps = true},
    {.name = "small", .type = STRATA_INT, .min = -8, .max = 7},
    {.name = "tapped", .type = STRATA_FLAG, .default_value = 1},
    {.name = "toughness", .type = STRATA_INT, .copiable = true},
    {.name = "types",
     .type = STRATA_SET,
     .symbols = stage_types,
     .symbol_count = 4},
};

static const strata_zone_desc stage_zones[] = {
    {.name = "battlefield", .shared = true},
    {.name = "library", .ordered = true, .hidden = true}};

#define BUILDER_OK(call)                                                       \
  cr_assert(eq(int, call, STRATA_OK), "%s: %s", #call, strata_builder_error(b))

/* A builder with these declarations, and the keywords flying, haste and reach.
 */
static inline strata_builder *stage_builder(probe *p) {
  strata_builder *b = NULL;
  cr_assert(eq(int, strata_builder_new(probe_alloc, p, &b), STRATA_OK));
  for (size_t i = 0; i < ST_COUNT_OF(stage_attrs); i++) {
    BUILDER_OK(strata_builder_attribute(b, &stage_attrs[i]));
  }
  for (size_t i = 0; i < ST_COUNT_OF(stage_layers); i++) {
    BUILDER_OK(strata_builder_layer(b, stage_layers[i], (int32_t)i,
                                    STRATA_BY_TIMESTAMP));
  }
  for (size_t i = 0; i < ST_COUNT_OF(stage_zones); i++) {
    BUILDER_OK(strata_builder_zone(b, &stage_zones[i]));
  }
  static const char *const keywords[] = {"reach", "flying", "haste"};
  for (size_t i = 0; i < ST_COUNT_OF(keywords); i++) {
    strata_ability_desc keyword = {.name = keywords[i]};
    BUILDER_OK(strata_builder_ability(b, &keyword));
  }
  BUILDER_OK(strata_builder_symbol(b, "colors", "red"));
  BUILDER_OK(strata_builder_symbol(b, NULL, "rare"));
  BUILDER_OK(strata_builder_copiable_after(b, "copy"));
  return b;
}

static inline strata_symbol stage_symbol(const strata_rules *rules,
                                         const char *name) {
  strata_symbol symbol = strata_rules_find(rules, STRATA_NAME_SYMBOL, name);
  cr_assert(symbol != 0, "no symbol %s", name);
  return symbol;
}

static inline strata_attr stage_attr(const strata_rules *rules,
                                     const char *name) {
  strata_attr attr = strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, name);
  cr_assert(attr != 0, "no attribute %s", name);
  return attr;
}

/* Check the status of the builder call that has just failed, and that its
 * message has all of `words`, which NULL ends. */
static inline void expect_builder_refused(const strata_builder *b,
                                          strata_status got, strata_status want,
                                          const char *name,
                                          const char *const *words) {
  const char *text = strata_builder_error(b);
  cr_expect(eq(int, got, want), "%s: %s", name, text);
  for (; *words; words++) {
    cr_expect(strstr(text, *words) != NULL, "%s: no '%s' in: %s", name, *words,
              text);
  }
}

#endif
