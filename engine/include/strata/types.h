/* strata/types.h - ids and handles, types and values: what all other headers
 * use. */
#ifndef STRATA_TYPES_H
#define STRATA_TYPES_H

#include "strata/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Rules are what never changes during a game: attributes, symbols, layers,
 * clocks, stacking groups and so on. A builder collects them in any order;
 * freezing sorts them by name, so ids and hash depend on what was declared and
 * not on the order in which packs were loaded. A world is the state of one
 * game.
 */
typedef struct strata_builder strata_builder;
typedef struct strata_rules strata_rules;
typedef struct strata_world strata_world;

/* Ids of the rules, from 1; 0 is none. Rules that are frozen anew may give
 * other ids to the same names. */
typedef uint32_t strata_attr;           /* an attribute */
typedef uint32_t strata_symbol;         /* an interned name */
typedef uint32_t strata_clock;          /* a clock */
typedef uint32_t strata_stacking_group; /* a stacking group */
typedef uint32_t strata_definition;     /* a definition */
typedef uint32_t strata_zone;           /* a zone */
typedef uint32_t strata_event_type;     /* an event type, or an alias of one */
typedef uint32_t strata_field;          /* a field of events */
typedef uint32_t strata_watcher_def;    /* the definition of a watcher */
typedef uint32_t strata_handler;        /* a handler of the host */
typedef uint32_t strata_period;         /* a period of the game */

/* Named layers: the index in their order, from 0. Numbered: the number. */
typedef int32_t strata_layer;

/* An entity of a world: slot in the low, generation in the high 32 bits; 0
 * names nothing. */
typedef uint64_t strata_entity;

/* An effect and a started watcher of a world are structs, so that a compiler
 * refuses one where an entity or the other is expected. An id of 0 names
 * nothing: STRATA_NO_EFFECT and STRATA_NO_WATCHER, or `= {0}`. Two handles name
 * the same thing if their ids are equal. */
typedef struct strata_effect {
  uint64_t id; /* slot in the low, generation in the high 32 bits */
} strata_effect;

typedef struct strata_watcher {
  uint64_t id; /* slot in the low, generation in the high 32 bits */
} strata_watcher;

#ifdef __cplusplus
#define STRATA_NO_EFFECT  (strata_effect{0})
#define STRATA_NO_WATCHER (strata_watcher{0})
#else
#define STRATA_NO_EFFECT  ((strata_effect){0})
#define STRATA_NO_WATCHER ((strata_watcher){0})
#endif

#define STRATA_TYPE_MAP(X)                                                     \
  X(INT, 1, "int")                                                             \
  X(FLAG, 2, "flag")                                                           \
  X(SET, 3, "set")                                                             \
  X(REF, 4, "ref")                                                             \
  X(SYM, 5, "sym")                                                             \
  X(TEXT, 6, "text")                                                           \
  X(ABILITIES, 7, "abilities") /* a list; rules declare at most one */

typedef enum strata_type {
#define X(name, value, text) STRATA_##name = value,
  STRATA_TYPE_MAP(X)
#undef X
} strata_type;

/** A type in words: "int"; "unknown" for no type. The text lives forever. Cost
 * O(1). */
STRATA_API const char *strata_type_text(strata_type type);

typedef struct strata_value {
  strata_type type; /* tells which field counts */
  int64_t integer;  /* INT; FLAG: 0 or 1 */
  strata_entity ref;
  strata_symbol symbol;
  const char *text;             /* TEXT: "" for none */
  const strata_symbol *symbols; /* SET, in the order of their names */
  size_t symbol_count;
} strata_value;

/* A value with a name: a field of an event, or a variable of a program. */
typedef struct strata_named_value {
  const char *name;
  strata_value value;
} strata_named_value;

/* What a name can name; names of one kind do not clash with those of another.
 */
typedef enum strata_name_kind {
  STRATA_NAME_ATTRIBUTE = 0,
  STRATA_NAME_SYMBOL = 1,
  STRATA_NAME_LAYER = 2, /* its id is the layer's index + 1 */
  STRATA_NAME_CLOCK = 3,
  STRATA_NAME_GROUP = 4,
  STRATA_NAME_ZONE = 5,
  STRATA_NAME_ABILITY = 6,
  STRATA_NAME_DEFINITION = 7,
  STRATA_NAME_PREDICATE = 8,
  STRATA_NAME_EVENT_TYPE = 9,
  STRATA_NAME_FIELD = 10, /* of events */
  STRATA_NAME_WATCHER_DEF = 11,
  STRATA_NAME_HANDLER = 12,
  STRATA_NAME_SBA = 13,
  STRATA_NAME_PERIOD = 14
} strata_name_kind;

/** A kind of names in words, for messages: "attribute"; "name" for no kind. The
 * text lives forever. Cost O(1). */
STRATA_API const char *strata_name_kind_text(strata_name_kind kind);

#ifdef __cplusplus
}
#endif

#endif
