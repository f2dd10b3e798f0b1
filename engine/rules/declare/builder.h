/* builder.h - the builder: all declarations until the rules are frozen. */
#ifndef STRATA_RULES_DECLARE_BUILDER_H
#define STRATA_RULES_DECLARE_BUILDER_H

#include "base/text.h"
#include "rules/catalog/rules.h"

typedef struct st_declared_attr {
  /* `name` and `symbols` are unused: see names, `domain`. */
  strata_attribute desc;
  st_names domain;
  char *counter_kind; /* owned; NULL: none */
} st_declared_attr;

/* A declaration with all of its texts, in one block of memory. */
typedef struct st_declared_block {
  void *bytes; /* starts with the public struct, whose pointers point into the
                  block */
  size_t size;
} st_declared_block;

typedef struct st_declared_blocks {
  st_declared_block *items;
  size_t capacity; /* the names table has the count */
} st_declared_blocks;

struct strata_builder {
  uint32_t header_version; /* of its caller: see strata_builder_new_for */
  st_mem mem;
  st_names names[ST_NAME_KIND_COUNT]; /* the tag is the index in the arrays and
                                         lists below */
  st_names law_names;                 /* the tag is the index in law_list */
  st_names replacement_classes; /* classes of 616.1; the tag is the rank */
  st_declared_attr *attrs;
  size_t attr_capacity;
  st_layer *layers; /* `name` is set when the rules are frozen */
  size_t layer_capacity;
  st_stacking_group *groups;
  size_t group_capacity;
  st_zone *zones;
  size_t zone_capacity;
  st_declared_blocks abilities, definitions, predicates, law_list;
  st_declared_blocks event_types, watchers, handlers, sbas, periods;
  st_names play_rules_names; /* contains "play" once the rules of play are
                                declared */
  st_declared_blocks play_rules;
  st_names old_names[ST_NAME_KIND_COUNT]; /* names before renames; the tag is
                                             the index in new_names */
  char **new_names; /* owned: the new name for each old one */
  size_t new_name_count, new_name_capacity;
  bool numbered;
  strata_order numbered_order;
  char *copiable_after; /* owned; NULL: copiable values are the base values */
  char *face_down, *looks_under; /* owned: names of attributes, or NULL */
  strata_error error;
};

/* The functions of the same names in strata/builder.h and the headers after it,
 * which say what they do. */
strata_status st_builder_new(uint32_t version, strata_alloc_fn alloc,
                             void *user, strata_builder **out,
                             strata_error *error);
void st_builder_free(strata_builder *builder);
const char *st_builder_error(const strata_builder *builder);
strata_status st_builder_attribute(strata_builder *builder,
                                   const strata_attribute *attribute);
strata_status st_builder_symbol(strata_builder *builder, const char *attribute,
                                const char *symbol);
strata_status st_builder_layer(strata_builder *builder, const char *name,
                               int32_t position, strata_order order);
strata_status st_builder_copiable_after(strata_builder *builder,
                                        const char *layer);
strata_status st_builder_face_down(strata_builder *builder, const char *flag,
                                   const char *looks_under);
strata_status st_builder_numbered_layers(strata_builder *builder,
                                         strata_order order);
strata_status st_builder_clock(strata_builder *builder, const char *name);
strata_status st_builder_stacking_group(strata_builder *builder,
                                        const char *name,
                                        strata_stacking stacking,
                                        uint32_t limit);
strata_status st_builder_zone(strata_builder *builder,
                              const strata_zone_desc *zone);
strata_status st_builder_ability(strata_builder *builder,
                                 const strata_ability_desc *ability);
strata_status st_builder_revise_ability(strata_builder *builder,
                                        const strata_ability_desc *ability);
strata_status st_builder_definition(strata_builder *builder,
                                    const strata_definition_desc *definition);
strata_status
st_builder_revise_definition(strata_builder *builder,
                             const strata_definition_desc *definition);
strata_status st_builder_law(strata_builder *builder,
                             const strata_law_desc *law);
strata_status st_builder_predicate(strata_builder *builder,
                                   const strata_predicate_desc *predicate);
strata_status st_builder_event_type(strata_builder *builder,
                                    const strata_event_type_desc *event);
strata_status st_builder_replacement_class(strata_builder *builder,
                                           const char *name);
strata_status st_builder_watcher(strata_builder *builder,
                                 const strata_watcher_desc *code);
strata_status st_builder_handler(strata_builder *builder, const char *name,
                                 uint64_t body);
strata_status st_builder_sba(strata_builder *builder,
                             const strata_sba_desc *check);
strata_status st_builder_play_rules(strata_builder *builder,
                                    const strata_play_rules_desc *play);
strata_status st_builder_period(strata_builder *builder,
                                const strata_period_desc *period);
strata_status st_builder_rename(strata_builder *builder, strata_name_kind kind,
                                const char *old, const char *now);

/* How names of a kind are spelled. */
typedef enum st_name_spelling {
  ST_SPELLED_WORD,  /* "power", "classic:power" */
  ST_SPELLED_LAYER, /* "pt.set", "7.1" */
  ST_SPELLED_TITLE  /* as a word; after the colon a digit may come first:
                       "classic:1_with_nature" */
} st_name_spelling;

/* Refuse a name that is malformed or in `names` already. `what` is the kind of
 * thing, for the message. */
strata_status st_builder_check_name(strata_builder *builder,
                                    const st_names *names,
                                    st_name_spelling spelling, const char *what,
                                    const char *name);

/* Refuse a text that cannot be a symbol, or NULL. */
strata_status st_builder_check_symbol(strata_builder *builder,
                                      const char *symbol);

/* Declare a symbol unless it exists, and add it to `domain` unless that is
 * NULL. */
strata_status st_builder_add_symbol(strata_builder *builder, st_names *domain,
                                    const char *symbol);

/* Refuse for want of memory. */
strata_status st_builder_no_memory(strata_builder *builder);

/* Refuse a number that its enum does not have: "layer 'a': there is no order
 * 99". */
strata_status st_builder_refuse_enum(strata_builder *builder, const char *what,
                                     const char *name, const char *field,
                                     int64_t number);

/* The copy of a declaration whose name has this tag. */
static inline const strata_ability_desc *
st_declared_ability(const strata_builder *builder, uint32_t tag) {
  return builder->abilities.items[tag].bytes;
}
static inline const strata_definition_desc *
st_declared_definition(const strata_builder *builder, uint32_t tag) {
  return builder->definitions.items[tag].bytes;
}
static inline const strata_predicate_desc *
st_declared_predicate(const strata_builder *builder, uint32_t tag) {
  return builder->predicates.items[tag].bytes;
}
static inline const strata_law_desc *
st_declared_law(const strata_builder *builder, uint32_t tag) {
  return builder->law_list.items[tag].bytes;
}
static inline const strata_event_type_desc *
st_declared_event_type(const strata_builder *builder, uint32_t tag) {
  return builder->event_types.items[tag].bytes;
}
static inline const strata_watcher_desc *
st_declared_watcher(const strata_builder *builder, uint32_t tag) {
  return builder->watchers.items[tag].bytes;
}
static inline const st_handler *
st_declared_handler(const strata_builder *builder, uint32_t tag) {
  return builder->handlers.items[tag].bytes;
}

static inline const strata_sba_desc *
st_declared_sba(const strata_builder *builder, uint32_t tag) {
  return builder->sbas.items[tag].bytes;
}

static inline const strata_period_desc *
st_declared_period(const strata_builder *builder, uint32_t tag) {
  return builder->periods.items[tag].bytes;
}

/* NULL if the rules of play are not declared. */
static inline const strata_play_rules_desc *
st_declared_play_rules(const strata_builder *builder) {
  return builder->play_rules_names.count > 0
             ? builder->play_rules.items[0].bytes
             : NULL;
}

#endif
