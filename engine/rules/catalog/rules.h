/* rules.h - frozen rules: names, attributes, layers, zones and the tables of
 * all that they declare. Frozen rules never change, so threads share them. */
#ifndef STRATA_RULES_CATALOG_RULES_H
#define STRATA_RULES_CATALOG_RULES_H

#include "base/mem.h"
#include "base/names.h"
#include "base/region.h"
#include "rules/catalog/schema.h"

#define ST_NAME_KIND_COUNT 15 /* number of strata_name_kind */

typedef struct st_ability st_ability;
typedef struct st_law st_law;
typedef struct st_definition st_definition;
typedef struct st_event_type st_event_type;
typedef struct st_watcher_def st_watcher_def;
typedef struct st_sba st_sba;
typedef struct st_play_rules st_play_rules;
typedef struct st_period st_period;

/* Which direct write suits a base value that is just a cell: an attribute
 * without timestamps, counters or kept values. */
typedef enum st_direct_write {
  ST_DIRECT_NEVER,
  ST_DIRECT_NUMBER,
  ST_DIRECT_NARROW,
  ST_DIRECT_FLAG,
  ST_DIRECT_REF,
  ST_DIRECT_SET
} st_direct_write;

/* True for types whose values are one word: a number, flag, handle or symbol.
 */
static inline bool st_type_is_word(strata_type type) {
  return type == STRATA_INT || type == STRATA_FLAG || type == STRATA_REF ||
         type == STRATA_SYM;
}

/* True for types whose values contain symbols or abilities. */
static inline bool st_type_is_list(strata_type type) {
  return type == STRATA_SET || type == STRATA_ABILITIES;
}

typedef struct st_attr {
  const char *name; /* owned by the names table */
  uint64_t hash;
  strata_type type;
  int64_t default_value, min, max;
  bool layered;
  bool ranged;   /* min..max is narrower than 64 bits */
  bool narrow;   /* an INT whose cells are NARROW */
  uint32_t bias; /* if narrow: default_value - min */
  st_direct_write direct_write;
  bool copiable, kept, stamps, open, counter, is_zone; /* is_zone: "zone" */
  uint32_t counter_stamp_column; /* column of timestamps, if `counter` */
  uint32_t base_column;  /* base value; SET: the first symbol of the domain;
                            ABILITIES: text id of the list, one name a line */
  uint32_t chain_column; /* if layered: column of the newest node of the parts
                            on a value */
  uint32_t word_count;   /* words of one value: 1, or what the domain needs */
  strata_symbol counter_symbol; /* of a counter: the symbol that events call it
                                   by, or 0 */
  strata_symbol *domain;        /* ascending */
  uint32_t *domain_index; /* by symbol - 1: index in the domain + 1, or 0 */
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
  strata_symbol symbol; /* the value of attribute "zone" */
  bool shared, ordered, hidden;
  uint32_t ends_column; /* column of the bottommost slot; the next column has
                           the topmost. Row: the player's slot, or slot 1 of
                           table WORLD for a shared zone */
} st_zone;

/* A host's function that expressions call. */
typedef struct st_predicate {
  const char *name; /* owned by the names table */
  strata_predicate_fn fn;
  void *user;
  strata_attr *reads; /* ascending */
  uint32_t read_count;
} st_predicate;

/* A handler. Its body belongs to the host that runs actions. */
typedef struct st_handler {
  const char *name;   /* owned by the names table */
  uint64_t body_hash; /* the host's hash of the body, or 0 */
} st_handler;

/* The fields that every event has after the declared ones. */
typedef struct st_common_fields {
  strata_field by, cause, effect, prevented, became;
} st_common_fields;
#define ST_COMMON_FIELDS 5

/* The key of a column under an old name of its owner. */
typedef struct st_old_column {
  uint64_t key;
  uint32_t column;
} st_old_column;

/* Marks the id of a text that belongs to the rules (an operand of an
 * ability or law); the other bits are its index in strata_rules.texts.
 * Current values may be such ids. The state holds none, because other rules
 * have other texts. */
#define ST_TEXT_OF_RULES (UINT32_C(1) << 31)

/* Frozen rules. The struct and everything it points to lie in one region, the
 * struct first, and are freed with the region; nothing is freed separately.
 * rules_image.c lists all pointers. */
struct strata_rules {
  uint32_t header_version; /* of their caller: see strata_builder_new_for */
  st_region *region;
  st_mem mem; /* allocates from the region */
  uint64_t hash;
  st_names names[ST_NAME_KIND_COUNT]; /* of layers: the tag is the index + 1 */
  /* Names before a rename; the tag is the id of what has a new name now. */
  st_names old_names[ST_NAME_KIND_COUNT];
  st_attr *attrs;   /* by id - 1 */
  st_layer *layers; /* by position */
  size_t layer_count;
  bool numbered_layers;
  bool has_handlers; /* an event type has handlers */
  strata_order numbered_order;
  st_stacking_group *groups; /* by id - 1 */
  st_zone *zones;            /* by id - 1 */
  st_ability *abilities;     /* by index in the domain of ABILITIES */
  uint32_t ability_count;
  st_law *laws; /* sorted by name */
  uint32_t law_count;
  const char **texts; /* operands of parts on a TEXT; each part owns its text */
  size_t text_count, text_capacity;
  st_definition *definitions; /* by id - 1 */
  st_predicate *predicates;   /* by id - 1 */
  uint8_t *field_types;       /* strata_type, by strata_field - 1 */
  uint64_t *field_keys; /* by strata_field - 1: the key of a note that holds the
                           field */
  st_common_fields common_fields; /* all 0 if there are no event types */
  st_event_type *event_types;     /* by id - 1 */
  st_watcher_def *watcher_defs;   /* by id - 1 */
  st_handler *handlers;           /* by id - 1 */
  st_sba *sbas;                   /* by id - 1 */
  st_play_rules *play;            /* never NULL in frozen rules */
  st_period *periods;             /* by id - 1 */
  st_names replacement_classes;   /* classes of 616.1; the tag is the rank */
  strata_attr ability_attr;       /* the attribute of type ABILITIES, or 0 */
  strata_attr zone_attr;          /* the attribute "zone", or 0 */
  strata_attr face_down;          /* the FLAG of what lies face down, or 0 */
  strata_attr looks_under;        /* the REF to who may look under that, or 0 */
  bool prints_handlers;    /* some definition prints handlers of chains */
  bool has_copiable_layer; /* if false, copiable values are the base values */
  strata_layer copiable_after;
  uint32_t first_clock_column; /* three columns for each clock: ticks so far,
                                  newest timed effect, newest timed watcher */
  st_column_spec *columns;
  uint32_t column_count;
  st_old_column *old_columns;
  size_t old_column_count, old_column_capacity;
};

/* Empty rules whose region has room for `size` bytes in one piece, the struct
 * included. NULL if memory runs out. */
strata_rules *st_rules_new(strata_alloc_fn alloc, void *user, size_t size);

/* The words of the widest value, at least 1. Cost O(attributes). */
size_t st_attr_max_words(const strata_rules *rules);

static inline uint32_t st_attr_count(const strata_rules *rules) {
  return (uint32_t)rules->names[STRATA_NAME_ATTRIBUTE].count;
}

/* NULL for an id that the rules do not have. */
static inline const st_attr *st_attr_of(const strata_rules *rules,
                                        strata_attr attr) {
  return attr - 1u < st_attr_count(rules) ? &rules->attrs[attr - 1] : NULL;
}

/* The index of a symbol in a set's domain, UINT32_MAX if the domain lacks
 * it. */
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

/* The id of a name, or of what had the name before a rename; 0 if there is
 * none. */
uint32_t st_rules_find(const strata_rules *rules, strata_name_kind kind,
                       const char *name, size_t length);
/* The same, by the hash that identifies the name in saves. */
uint32_t st_rules_find_by_hash(const strata_rules *rules, strata_name_kind kind,
                               uint64_t hash);

/* True if anything was renamed. */
bool st_rules_has_old_names(const strata_rules *rules);

/* The first name of something, before all renames. Identities of watchers are
 * hashes of first names (watcher_id.h), so what is stored under them survives
 * a rename. If two things were merged, the name of one of them counts. */
const char *st_rules_first_name(const strata_rules *rules,
                                strata_name_kind kind, uint32_t id);

bool st_layer_exists(const strata_rules *rules, strata_layer layer);
/* Find the layer of this name, or of this number where layers are numbers. */
bool st_layer_find(const strata_rules *rules, const char *text,
                   strata_layer *out);
strata_order st_layer_order(const strata_rules *rules, strata_layer layer);

/* Find which names the ids in cells of a content belong to; false if the cells
 * hold no ids. Hashes, saves and loads all decide by this function. */
bool st_cell_content_kind(st_cell_content content, strata_name_kind *out);
const st_names *st_cell_content_names(const strata_rules *rules,
                                      st_cell_content content);

/* The number that hashes and saves hold for a cell. Defined for every number:
 * a number that is no id of the rules stands for itself. */
uint64_t st_rules_canonical_number(const strata_rules *rules,
                                   st_cell_content content, uint64_t value);

#endif
