/* rules.h - what never changes: attributes, symbols, layers, clocks, groups,
 * and the columns that a world of them has. Frozen, so shared by threads. */
#ifndef STRATA_RULES_CATALOG_RULES_H
#define STRATA_RULES_CATALOG_RULES_H

#include "base/mem.h"
#include "base/names.h"
#include "base/region.h"
#include "rules/catalog/schema.h"

#define ST_NAME_KIND_COUNT 14 /* of strata_name_kind */

typedef struct st_ability st_ability;
typedef struct st_law st_law;
typedef struct st_definition st_definition;
typedef struct st_event_type st_event_type;
typedef struct st_watcher_def st_watcher_def;
typedef struct st_sba st_sba;
typedef struct st_play_rules st_play_rules;

/* How a base value may be written that is a cell and nothing else: without
 * stamps, counters, or an owner. */
typedef enum st_direct_write {
  ST_DIRECT_NEVER,
  ST_DIRECT_NUMBER,
  ST_DIRECT_NARROW,
  ST_DIRECT_FLAG,
  ST_DIRECT_REF,
  ST_DIRECT_SET
} st_direct_write;

typedef struct st_attr {
  const char *name; /* of the names table */
  uint64_t hash;
  strata_type type;
  int64_t default_value, min, max;
  bool layered;
  bool ranged;   /* min..max is less than all 64 bits */
  bool narrow;   /* of an INT: its cells are SHORT */
  uint32_t bias; /* how far below the default `min` is, if narrow */
  st_direct_write direct_write;
  bool copiable, kept, stamps, open, counter, is_zone; /* owned: "zone" */
  uint32_t counter_stamp_column; /* column of timestamps, if `counter` */
  uint32_t base_column;  /* base value; of a SET the first of the domain's; of
                       ABILITIES the text that lists them, one on each line */
  uint32_t chain_column; /* newest node of the parts locked to it, if layered */
  uint32_t word_count;   /* of one value: 1, or what the domain needs */
  strata_symbol counter_symbol; /* of a counter: what events call it, or 0 */
  strata_symbol *domain;        /* ascending */
  uint32_t *domain_index;       /* of each symbol, its place + 1, or 0 */
  uint32_t domain_count, symbol_count;
} st_attr;

typedef struct st_layer {
  const char *name;
  uint64_t hash;
  int32_t position;
  strata_order order;
} st_layer;

typedef struct st_stacking_group {
  strata_stacking stacking;
  uint32_t limit;
} st_stacking_group;

typedef struct st_zone {
  const char *name;
  strata_symbol symbol; /* the value of "zone" */
  bool shared, ordered, hidden;
  uint32_t
      ends_column; /* columns of its bottommost and topmost slot, by the slot of
               the player, of a shared zone 1 of the table of the world */
} st_zone;

/* A function that expressions ask. */
typedef struct st_predicate {
  const char *name; /* of the names table */
  strata_predicate_fn fn;
  void *user;
  strata_attr *reads; /* ascending */
  uint32_t read_count;
} st_predicate;

/* A handler: what it does is known to whoever runs actions. */
typedef struct st_handler {
  const char *name;   /* of the names table */
  uint64_t body_hash; /* a hash of it, or 0 */
} st_handler;

/* Fields that every event has, behind its own. */
typedef struct st_common_fields {
  strata_field by, cause, effect, prevented, became;
} st_common_fields;
#define ST_COMMON_FIELDS 5

/* The key that a column had while its owner had another name. */
typedef struct st_old_column {
  uint64_t key;
  uint32_t column;
} st_old_column;

/* Marks the id of a text of the rules, which parts of abilities and laws give:
 * the rest of the id is its index among them. A current value may be such an
 * id; the state holds none, because other rules have other texts. */
#define ST_TEXT_OF_RULES (UINT32_C(1) << 31)

/* All of it lies in a region of its own, the struct first, and goes with it:
 * nothing in it is freed by itself. What points to what is said in image.c. */
struct strata_rules {
  uint32_t header_version; /* of their caller: see strata_builder_new_for */
  st_region *region;
  st_mem mem; /* what is taken of the region */
  uint64_t hash;
  st_names names[ST_NAME_KIND_COUNT]; /* of layers, the tag is index + 1 */
  st_names
      old_names[ST_NAME_KIND_COUNT]; /* the tag is the id of what it is now */
  st_attr *attrs;                    /* id - 1 */
  st_layer *layers;                  /* by position */
  size_t layer_count;
  bool numbered_layers;
  bool has_handlers; /* some kind of event has handlers */
  strata_order numbered_order;
  st_stacking_group *groups; /* id - 1 */
  st_zone *zones;            /* id - 1 */
  st_ability *abilities;     /* by their place in the domain of ABILITIES */
  uint32_t ability_count;
  st_law *laws; /* by name */
  uint32_t law_count;
  const char **texts; /* what parts give a TEXT, and own */
  size_t text_count, text_capacity;
  st_definition *definitions; /* id - 1 */
  st_predicate *predicates;   /* id - 1 */
  uint8_t *field_types;       /* strata_type, by strata_field - 1 */
  uint64_t *field_keys;       /* likewise: under which a note has its word */
  st_common_fields common_fields; /* all 0 without kinds of events */
  st_event_type *event_types;     /* id - 1 */
  st_watcher_def *watcher_defs;   /* id - 1 */
  st_handler *handlers;           /* id - 1 */
  st_sba *sbas;                   /* id - 1 */
  st_play_rules *play;            /* never NULL, once frozen */
  st_names replacement_classes;   /* of replacements; the tag is the rank */
  strata_attr ability_attr;       /* the one of type ABILITIES, or 0 */
  strata_attr zone_attr;          /* "zone", or 0 */
  bool has_copiable_layer;        /* else copiable values are the base values */
  strata_layer copiable_after;
  uint32_t first_clock_column; /* per clock: ticks so far, newest timed effect
                             and watcher */
  st_column_spec *columns;
  uint32_t column_count;
  st_old_column *old_columns;
  size_t old_column_count, old_column_capacity;
};

/* Rules of which nothing is known, with room for `size` bytes of them in one
 * piece, the struct among these. NULL if there is no memory. */
strata_rules *st_rules_new(strata_alloc_fn alloc, void *user, size_t size);

/* Words of the widest value, at least 1. Cost O(attributes). */
size_t st_attr_max_words(const strata_rules *rules);

static inline uint32_t st_attr_count(const strata_rules *rules) {
  return (uint32_t)rules->names[STRATA_NAME_ATTRIBUTE].count;
}

/* NULL for an id that the rules do not have. */
static inline const st_attr *st_attr_of(const strata_rules *rules,
                                        strata_attr attr) {
  return attr - 1u < st_attr_count(rules) ? &rules->attrs[attr - 1] : NULL;
}

/* Place of a symbol in a set's domain, UINT32_MAX if it is not in it. */
static inline uint32_t st_attr_domain_index(const st_attr *attr,
                                            strata_symbol symbol) {
  return symbol - 1 < attr->symbol_count ? attr->domain_index[symbol - 1] - 1
                                         : UINT32_MAX;
}

static inline uint32_t st_clock_ticks_column(const strata_rules *rules,
                                             strata_clock clock) {
  return rules->first_clock_column + 3 * (clock - 1);
}
static inline uint32_t st_clock_effects_column(const strata_rules *rules,
                                               strata_clock clock) {
  return rules->first_clock_column + 3 * (clock - 1) + 1;
}
static inline uint32_t st_clock_watchers_column(const strata_rules *rules,
                                                strata_clock clock) {
  return rules->first_clock_column + 3 * (clock - 1) + 2;
}

/* Free rules. NULL is allowed. */
void st_rules_free(strata_rules *rules);

/* Number of names of a kind, 0 for no kind; the name of an id, NULL for none;
 * the nearest name by spelling, or NULL; a kind in words. */
uint32_t st_rules_count(const strata_rules *rules, strata_name_kind kind);
const char *st_rules_name(const strata_rules *rules, strata_name_kind kind,
                          uint32_t id);
const char *st_rules_nearest(const strata_rules *rules, strata_name_kind kind,
                             const char *name);
const char *st_name_kind_text(strata_name_kind kind);

/* The n-th symbol of the domain of a set, 0 past the last. */
strata_symbol st_attr_domain_symbol(const strata_rules *rules, strata_attr attr,
                                    uint32_t n);

/* The id of a name, or of what had it before; 0 if there is none. `name` may be
 * NULL. */
uint32_t st_rules_find_name(const strata_rules *rules, strata_name_kind kind,
                            const char *name);
/* The same of a name of `length` bytes. */
uint32_t st_rules_find(const strata_rules *rules, strata_name_kind kind,
                       const char *name, size_t length);
/* The same by the hash that stands for the name in saves. */
uint32_t st_rules_find_by_hash(const strata_rules *rules, strata_name_kind kind,
                               uint64_t hash);

/* Whether anything had another name. */
bool st_rules_has_old_names(const strata_rules *rules);

/* The first name that something had, under which more is remembered of it than
 * saves know by name. Of two things that have become one, one counts. */
const char *st_rules_first_name(const strata_rules *rules,
                                strata_name_kind kind, uint32_t id);

bool st_layer_exists(const strata_rules *rules, strata_layer layer);
/* The layer of this name, or number where layers are numbers. */
bool st_layer_find(const strata_rules *rules, const char *text,
                   strata_layer *out);
strata_order st_layer_order(const strata_rules *rules, strata_layer layer);

/* The kind of the names whose ids cells of a meaning are, false where they are
 * none; and these names, or NULL. The one place that knows: hashes, saves and
 * loads go by it. */
bool st_cell_content_kind(st_cell_content meaning, strata_name_kind *out);
const st_names *st_cell_content_names(const strata_rules *rules,
                                      st_cell_content meaning);

/* What stands for a cell's number in hashes and saves. Total: a number that is
 * no id of the rules stands for itself. */
uint64_t st_rules_canonical_number(const strata_rules *rules,
                                   st_cell_content meaning, uint64_t value);

#endif
