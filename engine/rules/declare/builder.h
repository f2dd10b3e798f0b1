/* builder.h - what was declared, until it is frozen. */
#ifndef STRATA_BUILDER_H
#define STRATA_BUILDER_H

#include "base/text.h"
#include "rules/catalog/rules.h"

typedef struct st_declared_attr {
  strata_attribute desc; /* name and symbols are not used here */
  st_names domain;
  char *kind; /* owned; or NULL */
} st_declared_attr;

/* A declaration and all of its texts, in one piece of memory. */
typedef struct st_block {
  void *bytes; /* begins with the public struct, whose pointers lead inside */
  size_t size;
} st_block;

typedef struct st_block_list {
  st_block *items;
  size_t capacity; /* as many are in use as there are names */
} st_block_list;

struct strata_builder {
  st_mem mem;
  st_names names[ST_KIND_COUNT]; /* the tag is the index in what follows */
  st_names laws;                 /* and of these */
  st_names classes;              /* of replacements; the tag is the rank */
  st_declared_attr *attrs;
  size_t attr_capacity;
  st_layer *layers; /* names are looked up when frozen */
  size_t layer_capacity;
  st_group *groups;
  size_t group_capacity;
  st_zone *zones;
  size_t zone_capacity;
  st_block_list abilities, definitions, predicates, law_list;
  st_block_list events, codes, handlers, checks;
  st_names play_names; /* "play", once it is declared */
  st_block_list play;
  st_names renames[ST_KIND_COUNT]; /* old names; the tag is the index in: */
  char **renamed;                  /* owned: what each of them became */
  size_t renamed_count, renamed_capacity;
  bool numbered;
  strata_order numbered_order;
  char *copiable_after; /* owned; NULL: copiable values are the base values */
  strata_error error;
};

/* How names of a kind are spelled. */
typedef enum st_spelling {
  ST_SPELLED_WORD,  /* "power", "classic:power" */
  ST_SPELLED_LAYER, /* "pt.set", "7.1" */
  ST_SPELLED_TITLE  /* as a word, but also "classic:1_with_nature" */
} st_spelling;

/* Refuse a name that is malformed, or in `names` already; `what` it names. */
strata_status st_builder_check_name(strata_builder *builder,
                                    const st_names *names, st_spelling spelling,
                                    const char *what, const char *name);

/* Refuse what can be no symbol; NULL is none. */
strata_status st_builder_check_symbol(strata_builder *builder,
                                      const char *symbol);

/* Declare a symbol unless it is there; put it into `domain` unless NULL. */
strata_status st_builder_add_symbol(strata_builder *builder, st_names *domain,
                                    const char *symbol);

strata_status st_builder_no_memory(strata_builder *builder);

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
static inline const strata_event_desc *
st_declared_event(const strata_builder *builder, uint32_t tag) {
  return builder->events.items[tag].bytes;
}
static inline const strata_code_desc *
st_declared_code(const strata_builder *builder, uint32_t tag) {
  return builder->codes.items[tag].bytes;
}
static inline const st_handler *
st_declared_handler(const strata_builder *builder, uint32_t tag) {
  return builder->handlers.items[tag].bytes;
}

static inline const strata_check_desc *
st_declared_check(const strata_builder *builder, uint32_t tag) {
  return builder->checks.items[tag].bytes;
}

/* NULL: it is not declared. */
static inline const strata_play_desc *
st_declared_play(const strata_builder *builder) {
  return builder->play_names.count > 0 ? builder->play.items[0].bytes : NULL;
}

#endif
