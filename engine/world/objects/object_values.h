/* object.h - entities as objects: printed from definitions, copied, turned;
 * and the lists of symbols that texts of the state are. */
#ifndef STRATA_WORLD_OBJECTS_OBJECT_VALUES_H
#define STRATA_WORLD_OBJECTS_OBJECT_VALUES_H

#include "rules/model/clause.h"
#include "world/objects/entity.h"
#include "world/store/strings.h"

/* NULL for an id that the rules do not have, 0 included. */
const st_definition *st_definition_of(const strata_rules *rules,
                                      strata_definition definition);

/* Write a base value given as words, which must suit the type; counters get
 * their stamp. */
strata_status st_object_write_value(st_store *store, const st_attr *attr,
                                    uint32_t slot, const uint64_t *words);

/* Write the base values of a definition into a slot that has the defaults, and
 * remember it there. */
strata_status st_object_print(st_store *store, st_strings *strings,
                              uint32_t slot, strata_definition definition);

/* Spawn an entity and print it. */
strata_status st_object_spawn(st_store *store, st_strings *strings,
                              strata_definition definition, strata_entity *out);

/* Whether an attribute's base value stays when an entity turns: it is kept, it
 * counts, it stamps, or it is the zone. */
static inline bool st_attr_stays_on_turn(const st_attr *attr) {
  return attr->kept || attr->counter || attr->stamps || attr->is_zone;
}

/* Let base values be those of another definition, but for those that stay; what
 * it moves as remains. */
strata_status st_object_turn_to_face(st_store *store, st_strings *strings,
                                     uint32_t slot, strata_definition face);

/* Copy the base values that are copiable, or those that are kept. */
strata_status st_object_copy_copiable(st_store *store, uint32_t from,
                                      uint32_t to);
strata_status st_object_copy_kept(st_store *store, uint32_t from, uint32_t to);

/*
 * Lists of symbols are texts, a name on each line. Reads the line that *at
 * begins with and moves *at past it: false at the end. A name that the rules
 * lack gives 0.
 */
bool st_symbol_list_next(const strata_rules *rules, const char **at,
                         strata_symbol *out);

/* Append a symbol to such a list. */
void st_symbol_list_add(const strata_rules *rules, st_text *list,
                        strata_symbol symbol);

#endif
