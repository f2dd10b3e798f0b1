/* schema.h - the schema of a world's state: tables, columns and single
 * numbers. */
#ifndef STRATA_RULES_CATALOG_SCHEMA_H
#define STRATA_RULES_CATALOG_SCHEMA_H

#include "base/base.h"

#define ST_ATTR_LIMIT 0x7FFF /* the most attributes that rules can have */

/* All columns of a table share its slots. Slot 0 of every table stays empty. */
typedef enum st_table {
  ST_TABLE_WORLD, /* single numbers of the world: see st_scalar */
  ST_TABLE_ENTITY,
  ST_TABLE_EFFECT,
  ST_TABLE_PART,
  ST_TABLE_NODE,
  ST_TABLE_TEXT,
  ST_TABLE_BYTES,
  ST_TABLE_NOTE,
  ST_TABLE_WATCHER,
  ST_TABLE_TRIGGER,
  ST_TABLE_LOG,
  ST_TABLE_DECISION,
  ST_TABLE_ACTION_VALUE,
  ST_TABLE_OVERRIDE,
  ST_TABLE_DISABLED,
  ST_TABLE_PERIOD,
  ST_TABLE_COUNT
} st_table;

/* A SPLIT cell has 64 bits in two halves, each with pages of its own. The
 * upper half is 0 and costs no memory where numbers fit into 32 bits. */
typedef enum st_cell_width {
  ST_CELL_BIT,
  ST_CELL_32,
  ST_CELL_64,
  ST_CELL_SPLIT
} st_cell_width;

/* What a cell's number means. Every content but RAW and NARROW is, or
 * contains, ids of the rules; hashes and saves hold the hash of the name
 * instead of the id. */
typedef enum st_cell_content {
  ST_CONTENT_RAW,
  ST_CONTENT_SYMBOL,
  ST_CONTENT_ATTR,
  ST_CONTENT_CLOCK,
  ST_CONTENT_GROUP,
  ST_CONTENT_PART_HEADER, /* layer, attribute, operation and flags of a part:
                             see st_part_header */
  ST_CONTENT_DEFINITION,
  ST_CONTENT_NARROW, /* a 64-bit number whose range fits into 32 bits; hashes
                        and saves hold all 64 bits, so they do not depend on the
                        range */
  ST_CONTENT_EVENT_TYPE,
  ST_CONTENT_WATCHER_DEF,
  ST_CONTENT_HANDLER,
  ST_CONTENT_PERIOD,
  ST_CONTENT_COUNT
} st_cell_content;

/*
 * The columns of every world. The columns of clocks, zones and attributes,
 * which depend on the rules, come after them. A cell of 0 is the default and
 * costs no memory until something is written to its page. Append only: saves
 * know each column by its name, a text in column_layout.c.
 */
#define ST_COLUMN_MAP(X)                                                       \
  X(SCALAR, WORLD, 64, RAW)                                                    \
  X(ENTITY_GENERATION, ENTITY, 32, RAW)                                        \
  X(ENTITY_NEXT_FREE, ENTITY, 32, RAW)                                         \
  X(ENTITY_LIVE, ENTITY, BIT, RAW)                                             \
  X(ENTITY_LAST_KNOWN, ENTITY, BIT,                                            \
    RAW) /* last-known values are kept: see entity.h */                        \
  X(ENTITY_STAMP, ENTITY, 64, RAW) /* timestamp */                             \
  X(ENTITY_SUCCESSOR, ENTITY, 64,                                              \
    RAW) /* of an entity that is gone: its new object */                       \
  X(ENTITY_DEFINITION, ENTITY, 32, DEFINITION)                                 \
  X(ENTITY_ZONE, ENTITY, 32, SYMBOL)                                           \
  X(ENTITY_ZONE_PLAYER, ENTITY, 32, RAW) /* slot of the player */              \
  X(ENTITY_ABOVE, ENTITY, 32,                                                  \
    RAW) /* slot of the next entity above, in the same zone */                 \
  X(ENTITY_BELOW, ENTITY, 32, RAW)                                             \
  X(TEXT_START, TEXT, 32, RAW)                                                 \
  X(TEXT_LENGTH, TEXT, 32, RAW)                                                \
  X(BYTES, BYTES, 64, RAW)                                                     \
  X(EFFECT_ENDED_COUNT, EFFECT, 32,                                            \
    RAW) /* generation - 1: how many effects of the slot have ended */         \
  X(EFFECT_NEXT_FREE, EFFECT, 32, RAW)                                         \
  X(EFFECT_STAMP, EFFECT, SPLIT, RAW)                                          \
  X(EFFECT_SOURCE, EFFECT, 64, RAW)                                            \
  X(EFFECT_PARTS, EFFECT, 32, RAW)                                             \
  X(EFFECT_NAME, EFFECT, 32, RAW)                                              \
  X(EFFECT_SUBJECT, EFFECT, 32, RAW)                                           \
  X(EFFECT_CONDITION, EFFECT, 32, RAW)                                         \
  X(EFFECT_WHILE_ON, EFFECT, 32, RAW)                                          \
  X(EFFECT_CLOCK, EFFECT, 32, CLOCK)                                           \
  X(EFFECT_EXPIRES, EFFECT, 64, RAW)                                           \
  X(EFFECT_GROUP, EFFECT, 32, GROUP)                                           \
  X(EFFECT_PRIORITY, EFFECT, 32, RAW)                                          \
  X(EFFECT_SNAPSHOT, EFFECT, 32,                                               \
    RAW) /* slot of the entity whose values a COPY took */                     \
  X(EFFECT_WHILE_SOURCE, EFFECT, BIT, RAW)                                     \
  X(EFFECT_TIMED_NEXT, EFFECT, 32, RAW)                                        \
  X(EFFECT_TIMED_PREV, EFFECT, 32, RAW)                                        \
  X(EFFECT_WHILE_NEXT, EFFECT, 32, RAW)                                        \
  X(EFFECT_WHILE_PREV, EFFECT, 32, RAW)                                        \
  X(EFFECT_GLOBAL_NEXT, EFFECT, 32, RAW)                                       \
  X(EFFECT_GLOBAL_PREV, EFFECT, 32, RAW)                                       \
  X(PART_NEXT, PART, 32, RAW) /* next part of the effect, or next free row */  \
  X(PART_EFFECT, PART, 32, RAW)                                                \
  X(PART_HEADER, PART, SPLIT, PART_HEADER)                                     \
  X(PART_VALUE, PART, SPLIT, RAW)                                              \
  X(PART_SYMBOL, PART, 32, SYMBOL)                                             \
  X(PART_TEXT, PART, 32,                                                       \
    RAW) /* text id of the operand: expression, set or text */                 \
  X(PART_OTHER_ATTR, PART, 32, ATTR)                                           \
  X(PART_NODES, PART, 32, RAW)                                                 \
  X(NODE_PART, NODE, 32, RAW)                                                  \
  X(NODE_TARGET, NODE, 32, RAW)                                                \
  X(NODE_PREV, NODE, 32, RAW) /* next older node of the same value */          \
  X(NODE_NEXT, NODE, 32, RAW) /* next newer node of the same value */          \
  X(NODE_SIBLING, NODE, 32,                                                    \
    RAW) /* next target of the part, or next free row */                       \
  /* Notes (key and value), in lists whose newest row is first. */             \
  X(NOTE_NEXT, NOTE, 32, RAW) /* next of the list, or next free row */         \
  X(NOTE_KEY, NOTE, 64, RAW)  /* never 0 */                                    \
  X(NOTE_NUMBER, NOTE, SPLIT, RAW)                                             \
  X(NOTE_SYMBOL, NOTE, 32, SYMBOL)                                             \
  X(ENTITY_NOTES, ENTITY, 32, RAW)                                             \
  X(ENTITY_TRIGGER, ENTITY, 32,                                                \
    RAW) /* row of TRIGGER that the object on the stack holds */               \
  /* Started watchers: delayed triggers and floating replacements. */          \
  X(WATCHER_ENDED_COUNT, WATCHER, 32, RAW) /* as EFFECT_ENDED_COUNT */         \
  X(WATCHER_NEXT_FREE, WATCHER, 32, RAW)                                       \
  X(WATCHER_STAMP, WATCHER, SPLIT, RAW)                                        \
  X(WATCHER_DEF, WATCHER, 32, WATCHER_DEF)                                     \
  X(WATCHER_SOURCE, WATCHER, 64, RAW)                                          \
  X(WATCHER_YOU, WATCHER, 64, RAW)                                             \
  X(WATCHER_AMOUNT_LEFT, WATCHER, SPLIT,                                       \
    RAW) /* amount left to prevent + 1; 0: no limit */                         \
  X(WATCHER_USES_LEFT, WATCHER, 32, RAW) /* uses left + 1; 0: no limit */      \
  X(WATCHER_CLOCK, WATCHER, 32, CLOCK)                                         \
  X(WATCHER_EXPIRES, WATCHER, 64, RAW)                                         \
  X(WATCHER_TIMED_NEXT, WATCHER, 32, RAW)                                      \
  X(WATCHER_TIMED_PREV, WATCHER, 32, RAW)                                      \
  X(WATCHER_VARIABLES, WATCHER, 32, RAW) /* captured variables, as notes */    \
  X(WATCHER_NEXT, WATCHER, 32, RAW)      /* next newer watcher */              \
  X(WATCHER_PREV, WATCHER, 32, RAW)                                            \
  /* Pending triggers, and triggered abilities that objects on the stack       \
   * hold. */                                                                  \
  X(TRIGGER_NEXT, TRIGGER, 32, RAW) /* next in the queue, or next free row */  \
  X(TRIGGER_PREV, TRIGGER, 32, RAW)                                            \
  X(TRIGGER_HOLDER, TRIGGER, 32,                                               \
    RAW) /* slot of the object on the stack; 0: in the queue */                \
  X(TRIGGER_STAMP, TRIGGER, SPLIT, RAW)                                        \
  X(TRIGGER_WATCHER_DEF, TRIGGER, 32, WATCHER_DEF)                             \
  X(TRIGGER_SOURCE, TRIGGER, 64, RAW)                                          \
  X(TRIGGER_YOU, TRIGGER, 64, RAW)                                             \
  X(TRIGGER_IDENTITY, TRIGGER, 64, RAW) /* identity of the ability */          \
  X(TRIGGER_COUNT, TRIGGER, 32,                                                \
    RAW) /* how many equal triggers the row stands for */                      \
  X(TRIGGER_VARIABLES, TRIGGER, 32, RAW)                                       \
  /* The log. A row's number gives its slot. */                                \
  X(LOG_COUNT, LOG, 32, RAW) /* how many equal rows this row stands for */     \
  X(LOG_WHAT, LOG, 32, RAW)                                                    \
  X(LOG_EVENT_TYPE, LOG, 32, EVENT_TYPE)                                       \
  X(LOG_WATCHER_DEF, LOG, 32, WATCHER_DEF)                                     \
  X(LOG_ACTION, LOG, SPLIT, RAW)                                               \
  X(LOG_PARENT, LOG, SPLIT, RAW) /* number of the parent's row */              \
  X(LOG_WHO, LOG, 64, RAW)                                                     \
  X(LOG_SOURCE, LOG, 64, RAW)                                                  \
  X(LOG_FIELDS, LOG, 32, RAW) /* the event's other fields, as notes */         \
  /* The open action: its decisions, and the rows of its request and options.  \
   */                                                                          \
  X(DECISION_PURPOSE, DECISION, 32, RAW)                                       \
  X(DECISION_FLAGS, DECISION, 32, RAW)                                         \
  X(DECISION_PLAYER, DECISION, 64, RAW)                                        \
  X(DECISION_SOURCE, DECISION, 64, RAW)                                        \
  X(DECISION_PROMPT, DECISION, 32,                                             \
    RAW) /* first row of a text in ACTION_VALUE */                             \
  X(DECISION_MIN, DECISION, 64, RAW)                                           \
  X(DECISION_MAX, DECISION, 64, RAW)                                           \
  X(DECISION_TOTAL, DECISION, 64, RAW)                                         \
  X(DECISION_HASH, DECISION, 64,                                               \
    RAW) /* hash of the state when it was asked */                             \
  X(DECISION_OPTIONS, DECISION, 32,                                            \
    RAW) /* first of consecutive rows of ACTION_VALUE */                       \
  X(DECISION_OPTION_COUNT, DECISION, 32, RAW)                                  \
  X(DECISION_ANSWERS, DECISION, 32,                                            \
    RAW) /* first row of those reserved for answers */                         \
  X(DECISION_ANSWER_COUNT, DECISION, 32,                                       \
    RAW) /* count of answers + 1; 0: not answered */                           \
  X(ACTION_VALUE_NUMBER, ACTION_VALUE, 64,                                     \
    RAW) /* in a text: 8 bytes, lowest first */                                \
  X(ACTION_VALUE_SYMBOL, ACTION_VALUE, 32, SYMBOL)                             \
  X(ACTION_VALUE_TYPE, ACTION_VALUE, 32,                                       \
    RAW) /* strata_type + 1; 0: a text without a value */                      \
  X(ACTION_VALUE_TEXT, ACTION_VALUE, 32, RAW) /* first row of its text */      \
  X(ACTION_VALUE_OUTCOME, ACTION_VALUE, 32, RAW)                               \
  /* Chain overrides: how handler chains differ from those that rules print.   \
   */                                                                          \
  X(ENTITY_OVERRIDES, ENTITY, 32, RAW) /* newest row of the entity */          \
  X(OVERRIDE_NEXT, OVERRIDE, 32,                                               \
    RAW) /* next older of the owner, or next free row */                       \
  X(OVERRIDE_FORM, OVERRIDE, 32,                                               \
    RAW) /* st_chain_override_form; 0: free row */                             \
  X(OVERRIDE_OWNER, OVERRIDE, 32, RAW) /* slot of an entity; 0: the world */   \
  X(OVERRIDE_WATCHER_DEF, OVERRIDE, 32, WATCHER_DEF)                           \
  X(OVERRIDE_SEQUENCE, OVERRIDE, SPLIT,                                        \
    RAW) /* order in which handlers were hooked */                             \
  X(OVERRIDE_CLOCK, OVERRIDE, 32, CLOCK)                                       \
  X(OVERRIDE_EXPIRES, OVERRIDE, 64, RAW)                                       \
  X(OVERRIDE_TIMED_NEXT, OVERRIDE, 32,                                         \
    RAW) /* next older of the rows that clocks end */                          \
  X(OVERRIDE_TIMED_PREV, OVERRIDE, 32, RAW)                                    \
  X(OVERRIDE_NOTES, OVERRIDE, 32, RAW) /* notes that the handler stored */     \
  /* Disabled handlers: see disabled_handlers.h. */                            \
  X(DISABLED_HANDLER, DISABLED, 32, HANDLER)                                   \
  X(DISABLED_WATCHER_DEF, DISABLED, 32, WATCHER_DEF)                           \
  X(DISABLED_REASON, DISABLED, 32, RAW)                                        \
  X(DISABLED_ACTION, DISABLED, SPLIT, RAW)                                     \
  /* The course of the game: see course_rows.h. */                             \
  X(PERIOD_ID, PERIOD, 32, PERIOD)                                             \
  X(PERIOD_PLAYER, PERIOD, 64, RAW)                                            \
  X(PERIOD_AFTER, PERIOD, 32, PERIOD)                                          \
  X(ENTITY_KNOWN_BY, ENTITY, 32, RAW) /* newest row: see knowledge.h */

typedef enum st_column_id {
#define X(name, table, width, content) ST_COLUMN_##name,
  ST_COLUMN_MAP(X)
#undef X
      ST_COLUMN_FIXED_COUNT /* the columns that depend on the rules start here
                             */
} st_column_id;

/* The single numbers of a world: cells of ST_COLUMN_SCALAR. */
typedef enum st_scalar {
  ST_SCALAR_NONE, /* slot 0 */
  ST_SCALAR_STAMP,
  ST_SCALAR_ENTITY_TOP,
  ST_SCALAR_ENTITY_FREE,
  ST_SCALAR_ENTITY_COUNT,
  ST_SCALAR_TEXT_TOP,
  ST_SCALAR_BYTES_TOP,
  ST_SCALAR_EFFECT_TOP,
  ST_SCALAR_EFFECT_FREE,
  ST_SCALAR_EFFECT_COUNT,
  ST_SCALAR_PART_TOP,
  ST_SCALAR_PART_FREE,
  ST_SCALAR_NODE_TOP,
  ST_SCALAR_NODE_FREE,
  ST_SCALAR_WHILE_FIRST,  /* newest effect with a `while_on` condition */
  ST_SCALAR_GLOBAL_FIRST, /* newest global effect: see st_effect_is_global */
  ST_SCALAR_WHILE_SOURCE_COUNT, /* effects that last as long as their source */
  ST_SCALAR_NOTE_TOP,
  ST_SCALAR_NOTE_FREE,
  ST_SCALAR_WORLD_NOTES, /* newest note of the world */
  ST_SCALAR_WATCHER_TOP,
  ST_SCALAR_WATCHER_FREE,
  ST_SCALAR_WATCHER_FIRST, /* oldest started watcher */
  ST_SCALAR_WATCHER_LAST,
  ST_SCALAR_TRIGGER_TOP,
  ST_SCALAR_TRIGGER_FREE,
  ST_SCALAR_TRIGGER_FIRST, /* first pending trigger */
  ST_SCALAR_TRIGGER_LAST,
  ST_SCALAR_LOG_CAPACITY,  /* capacity in rows: a power of two, or 0 */
  ST_SCALAR_LOG_FORGOTTEN, /* number of the newest row that was dropped */
  ST_SCALAR_LOG_LAST,      /* number of the newest row */
  ST_SCALAR_DECISION_TOP,
  ST_SCALAR_ACTION_VALUE_TOP,
  ST_SCALAR_ACTION_REQUEST, /* request of the open action; 0: no action is open
                             */
  ST_SCALAR_ACTION_REQUEST_VALUES, /* rows of the request, the first of
                                      ACTION_VALUE */
  ST_SCALAR_ACTIONS_ENDED,         /* actions ended so far */
  ST_SCALAR_CHANCE,                /* state of the random generator */
  ST_SCALAR_OVERRIDE_TOP,
  ST_SCALAR_OVERRIDE_FREE,
  ST_SCALAR_OVERRIDE_COUNT,       /* rows in use */
  ST_SCALAR_OVERRIDE_SEQUENCE,    /* handlers hooked so far */
  ST_SCALAR_OVERRIDE_TIMED_FIRST, /* newest row that a clock ends */
  ST_SCALAR_WORLD_OVERRIDES,      /* newest row of the world */
  ST_SCALAR_DISABLED_TOP,         /* disabled handlers */
  ST_SCALAR_GAME_END, /* number of the action in which the game ended, or 0 */
  ST_SCALAR_COURSE_STATE, /* st_course_state */
  ST_SCALAR_PERIOD_TOP,   /* rows of PERIOD; 0: the game has not begun */
  ST_SCALAR_PERIOD_DEPTH, /* periods that are open */
  ST_SCALAR_PASSES,       /* passes in succession */
  ST_SCALAR_PASSED_IN,    /* number of the action of the last pass */
  ST_SCALAR_LOG_TICK, /* number of the newest row at the last tick of the log's
                         clock, where rows leave by it */
  ST_SCALAR_SEAT_SECRET, /* from which the view ids of all seats are made */
  ST_SCALAR_COUNT
} st_scalar;

typedef struct st_column_spec {
  /* Hash of the name: identifies the column in hashes and saves. */
  uint64_t key;
  uint8_t table, width, content;
  uint32_t bias; /* NARROW: how far the least number lies below 0 */
} st_column_spec;

/* The number that a NARROW cell holds. */
static inline uint64_t st_narrow_number(uint32_t below, uint32_t cell) {
  return (uint64_t)(uint32_t)(cell + below) - below;
}

/* True if a NARROW cell can hold a number. */
static inline bool st_narrow_fits(uint32_t below, uint64_t number) {
  return number + below <= UINT32_MAX;
}

/*
 * The header of a part is one cell, because its fields are always read
 * together: layer 32 bits, attribute 15, ordinal within the effect 6, flags 6,
 * operation 5. The lower half holds the low 7 bits of the layer and the low 8
 * of the attribute, which is all that most headers use. Held by test
 * unit.clause_compile.
 */
#define ST_PART_HEADER_LOW                                                     \
  UINT64_C(0x1FFFF) /* all bits but layer and attribute */
static inline uint64_t st_part_header(int32_t layer, uint32_t attr,
                                      uint32_t ordinal, uint32_t flags,
                                      uint32_t op) {
  assert(attr <= ST_ATTR_LIMIT && ordinal < 64 && flags < 64 && op < 32);
  uint64_t where = (uint32_t)layer;
  return where >> 7 << 39 | (where & 0x7f) << 25 | (uint64_t)(attr >> 8) << 32 |
         (attr & 0xff) << 17 | ordinal << 11 | flags << 5 | op;
}
static inline int32_t st_part_header_layer(uint64_t header) {
  return (int32_t)((uint32_t)(header >> 39) << 7 | ((uint32_t)header >> 25));
}
static inline uint32_t st_part_header_attr(uint64_t header) {
  return (uint32_t)(header >> 32 & 0x7f) << 8 | ((uint32_t)header >> 17 & 0xff);
}
static inline uint32_t st_part_header_ordinal(uint64_t header) {
  return (uint32_t)(header >> 11) & 63;
}
static inline uint32_t st_part_header_flags(uint64_t header) {
  return (uint32_t)(header >> 5) & 63;
}
static inline strata_op st_part_header_op(uint64_t header) {
  return (strata_op)(header & 31);
}

/* A number's part in the state hash, before it is multiplied by the factor of
 * its cell (st_cell_factor). */
static inline uint64_t st_cell_fold(uint64_t number) {
  return number ^ number >> 32;
}

/* A cell that a new row starts with: its bits, and its number folded for the
 * hash. The cells of a template are sorted by width: bits, then 32, then 64. */
typedef struct st_row_template_cell {
  uint32_t column;
  uint64_t bits, fold;
} st_row_template_cell;

typedef struct st_row_template {
  st_row_template_cell *cells;
  uint32_t bit_end, end32,
      count; /* ends of the 1-bit and of the 32-bit cells */
} st_row_template;

#endif
