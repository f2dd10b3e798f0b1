/* object_values.h - writing many base values of an entity at once: from a
 * definition, from another face, from another entity; and lists of symbols. */
#ifndef STRATA_WORLD_OBJECTS_OBJECT_VALUES_H
#define STRATA_WORLD_OBJECTS_OBJECT_VALUES_H

#include "rules/model/clause.h"
#include "world/objects/entity.h"
#include "world/store/strings.h"

/* The definition with an id; NULL for 0 and for an id that the rules do not
 * have. */
const st_definition *st_definition_of(const strata_rules *rules,
                                      strata_definition definition);

/* Write a base value of any type, given as words that suit the type: one word,
 * or the bits of a SET. Counters get their timestamp. */
strata_status st_object_write_value(st_store *store, const st_attr *attr,
                                    uint32_t slot, const uint64_t *words);

/* Write the base values of a definition into a slot with default base values,
 * and the definition's id. */
strata_status st_object_print(st_store *store, st_strings *strings,
                              uint32_t slot, strata_definition definition);

/* Spawn an entity with the base values of a definition. */
strata_status st_object_spawn(st_store *store, st_strings *strings,
                              strata_definition definition, strata_entity *out);

/* Whether an attribute's base value stays when an entity turns to another face:
 * a kept attribute, counters, an attribute that renews the timestamp, the zone.
 */
static inline bool st_attr_stays_on_turn(const st_attr *attr) {
  return attr->kept || attr->counter || attr->stamps || attr->is_zone;
}

/* Write the base values of another face (712.8), except those that stay. The
 * entity keeps its definition, with which it will move to another zone. */
strata_status st_object_turn_to_face(st_store *store, st_strings *strings,
                                     uint32_t slot, strata_definition face);

/* Copy the base values of the copiable attributes, or of the kept ones. */
strata_status st_object_copy_copiable(st_store *store, uint32_t from,
                                      uint32_t to);
strata_status st_object_copy_kept(st_store *store, uint32_t from, uint32_t to);

/*
 * A list of symbols is a text with a name on each line. Read the line that
 * starts at *at and move *at past it; false at the end of the text. A name that
 * the rules lack gives symbol 0.
 */
bool st_symbol_list_next(const strata_rules *rules, const char **at,
                         strata_symbol *out);

/* Append a symbol to such a list. */
void st_symbol_list_add(const strata_rules *rules, st_text *list,
                        strata_symbol symbol);

/* Append the symbols of a value of the SET `attr`. */
void st_symbol_list_add_set(const strata_rules *rules, st_text *list,
                            const st_attr *attr, const uint64_t *words);

#endif
