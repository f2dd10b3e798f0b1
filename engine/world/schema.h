/* schema.h - the columns of a world: what its state consists of. */
#ifndef STRATA_SCHEMA_H
#define STRATA_SCHEMA_H

#include "base/base.h"

#define ST_ATTR_LIMIT 0x7FFF /* attributes of one rules */

/* Rows of one table share their slots. Slot 0 of each is nobody. */
typedef enum st_table {
  ST_TABLE_WORLD, /* single numbers of the world, see st_scalar */
  ST_TABLE_ENTITY,
  ST_TABLE_EFFECT,
  ST_TABLE_PART,
  ST_TABLE_NODE,
  ST_TABLE_TEXT,
  ST_TABLE_BYTES,
  ST_TABLE_NOTE,
  ST_TABLE_WATCH,
  ST_TABLE_FIRED,
  ST_TABLE_LOG,
  ST_TABLE_ASK,
  ST_TABLE_WORD,
  ST_TABLE_HOOK,
  ST_TABLE_FAULT,
  ST_TABLE_COUNT
} st_table;

/* A SPLIT cell has 64 bits in two halves, each with pages of its own: the upper
 * one is 0, and costs nothing, where a number is as good as one of 32 bits. */
typedef enum st_cell {
  ST_CELL_BIT,
  ST_CELL_32,
  ST_CELL_64,
  ST_CELL_SPLIT
} st_cell;

/* What a cell's number stands for. All but RAW and SHORT are ids of the rules:
 * hashes and saves put the name's hash in their place. */
typedef enum st_meaning {
  ST_RAW,
  ST_SYMBOL,
  ST_ATTR,
  ST_CLOCK,
  ST_GROUP,
  ST_VERB, /* a part's layer, attribute, operation and flags: see st_verb */
  ST_DEFINITION,
  ST_SHORT, /* a number of 64 bits whose range lets 32 say it; hashes and saves
               have all 64, so they do not depend on the range */
  ST_EVENT, /* a kind of event */
  ST_CODE,  /* what a watcher says */
  ST_HANDLER,
  ST_MEANING_COUNT
} st_meaning;

/*
 * The columns that every world has. Those of attributes and clocks come after
 * them, as the rules say. A zero cell is the default and costs no memory until
 * its page is written. Append only: the save format knows them by their names,
 * which are texts in columns.c.
 */
#define ST_COLUMN_MAP(X)                                                       \
  X(SCALAR, WORLD, 64, RAW)                                                    \
  X(ENTITY_GENERATION, ENTITY, 32, RAW)                                        \
  X(ENTITY_NEXT_FREE, ENTITY, 32, RAW)                                         \
  X(ENTITY_LIVE, ENTITY, BIT, RAW)                                             \
  X(ENTITY_GONE, ENTITY, BIT, RAW)     /* what it was is kept: see entity.h */ \
  X(ENTITY_STAMP, ENTITY, 64, RAW)     /* its timestamp */                     \
  X(ENTITY_SUCCESSOR, ENTITY, 64, RAW) /* of one gone: what it has become */   \
  X(ENTITY_DEFINITION, ENTITY, 32, DEFINITION)                                 \
  X(ENTITY_ZONE, ENTITY, 32, SYMBOL)                                           \
  X(ENTITY_ZONE_PLAYER, ENTITY, 32, RAW) /* slot */                            \
  X(ENTITY_ABOVE, ENTITY, 32, RAW)       /* slots, in the same zone */         \
  X(ENTITY_BELOW, ENTITY, 32, RAW)                                             \
  X(TEXT_START, TEXT, 32, RAW)                                                 \
  X(TEXT_LENGTH, TEXT, 32, RAW)                                                \
  X(BYTES, BYTES, 64, RAW)                                                     \
  X(EFFECT_ENDED, EFFECT, 32, RAW) /* how many the slot had: a generation less \
                                      1 */                                     \
  X(EFFECT_NEXT_FREE, EFFECT, 32, RAW)                                         \
  X(EFFECT_STAMP, EFFECT, SPLIT, RAW)                                          \
  X(EFFECT_SOURCE, EFFECT, 64, RAW)                                            \
  X(EFFECT_PARTS, EFFECT, 32, RAW)                                             \
  X(EFFECT_NAME, EFFECT, 32, RAW)                                              \
  X(EFFECT_SUBJECT, EFFECT, 32, RAW)                                           \
  X(EFFECT_CONDITION, EFFECT, 32, RAW)                                         \
  X(EFFECT_WHILE, EFFECT, 32, RAW)                                             \
  X(EFFECT_CLOCK, EFFECT, 32, CLOCK)                                           \
  X(EFFECT_EXPIRES, EFFECT, 64, RAW)                                           \
  X(EFFECT_GROUP, EFFECT, 32, GROUP)                                           \
  X(EFFECT_PRIORITY, EFFECT, 32, RAW)                                          \
  X(EFFECT_COPIED, EFFECT, 32, RAW) /* slot of what a COPY took */             \
  X(EFFECT_WHILE_SOURCE, EFFECT, BIT, RAW)                                     \
  X(EFFECT_TIMED_NEXT, EFFECT, 32, RAW)                                        \
  X(EFFECT_TIMED_PREV, EFFECT, 32, RAW)                                        \
  X(EFFECT_WATCHED_NEXT, EFFECT, 32, RAW)                                      \
  X(EFFECT_WATCHED_PREV, EFFECT, 32, RAW)                                      \
  X(EFFECT_PLANNED_NEXT, EFFECT, 32, RAW)                                      \
  X(EFFECT_PLANNED_PREV, EFFECT, 32, RAW)                                      \
  X(PART_NEXT, PART, 32, RAW) /* next of the effect; or next free */           \
  X(PART_EFFECT, PART, 32, RAW)                                                \
  X(PART_VERB, PART, SPLIT, VERB)                                              \
  X(PART_VALUE, PART, SPLIT, RAW)                                              \
  X(PART_SYMBOL, PART, 32, SYMBOL)                                             \
  X(PART_TEXT, PART, 32, RAW) /* expression, set or text operand */            \
  X(PART_OTHER, PART, 32, ATTR)                                                \
  X(PART_NODES, PART, 32, RAW)                                                 \
  X(NODE_PART, NODE, 32, RAW)                                                  \
  X(NODE_TARGET, NODE, 32, RAW)                                                \
  X(NODE_PREV, NODE, 32, RAW)    /* older on the same value */                 \
  X(NODE_NEXT, NODE, 32, RAW)    /* newer on the same value */                 \
  X(NODE_SIBLING, NODE, 32, RAW) /* next target of the part; or next free */   \
  /* What is remembered, in chains of which the newest comes first. */         \
  X(NOTE_NEXT, NOTE, 32, RAW) /* next of the chain; or next free */            \
  X(NOTE_KEY, NOTE, 64, RAW)  /* never 0 */                                    \
  X(NOTE_NUMBER, NOTE, SPLIT, RAW)                                             \
  X(NOTE_SYMBOL, NOTE, 32, SYMBOL)                                             \
  X(ENTITY_NOTES, ENTITY, 32, RAW)                                             \
  X(ENTITY_FIRED, ENTITY, 32, RAW) /* the row that it holds: see FIRED */      \
  /* Watchers that actions have made. */                                       \
  X(WATCH_ENDED, WATCH, 32, RAW) /* as EFFECT_ENDED */                         \
  X(WATCH_NEXT_FREE, WATCH, 32, RAW)                                           \
  X(WATCH_STAMP, WATCH, SPLIT, RAW)                                            \
  X(WATCH_CODE, WATCH, 32, CODE)                                               \
  X(WATCH_SOURCE, WATCH, 64, RAW)                                              \
  X(WATCH_YOU, WATCH, 64, RAW)                                                 \
  X(WATCH_LEFT, WATCH, SPLIT, RAW) /* the amount left + 1; 0: no limit */      \
  X(WATCH_USES, WATCH, 32, RAW)    /* the uses left + 1; 0: no limit */        \
  X(WATCH_CLOCK, WATCH, 32, CLOCK)                                             \
  X(WATCH_EXPIRES, WATCH, 64, RAW)                                             \
  X(WATCH_TIMED_NEXT, WATCH, 32, RAW)                                          \
  X(WATCH_TIMED_PREV, WATCH, 32, RAW)                                          \
  X(WATCH_NOTES, WATCH, 32, RAW) /* names that were captured */                \
  X(WATCH_NEXT, WATCH, 32, RAW)  /* of all, newer */                           \
  X(WATCH_PREV, WATCH, 32, RAW)                                                \
  /* Abilities that have triggered, and what objects on the stack are. */      \
  X(FIRED_NEXT, FIRED, 32, RAW) /* later in the queue; or next free */         \
  X(FIRED_PREV, FIRED, 32, RAW)                                                \
  X(FIRED_HOLDER, FIRED, 32, RAW) /* slot of the object; 0: in the queue */    \
  X(FIRED_STAMP, FIRED, SPLIT, RAW)                                            \
  X(FIRED_CODE, FIRED, 32, CODE)                                               \
  X(FIRED_SOURCE, FIRED, 64, RAW)                                              \
  X(FIRED_YOU, FIRED, 64, RAW)                                                 \
  X(FIRED_IDENTITY, FIRED, 64, RAW) /* of the ability */                       \
  X(FIRED_COUNT, FIRED, 32, RAW)    /* equal ones: a run */                    \
  X(FIRED_NOTES, FIRED, 32, RAW)                                               \
  /* The log: the place of a row follows from its number. */                   \
  X(LOG_COUNT, LOG, 32, RAW) /* equal rows are one: so many */                 \
  X(LOG_WHAT, LOG, 32, RAW)                                                    \
  X(LOG_KIND, LOG, 32, EVENT)                                                  \
  X(LOG_CODE, LOG, 32, CODE)                                                   \
  X(LOG_ACTION, LOG, SPLIT, RAW)                                               \
  X(LOG_PARENT, LOG, SPLIT, RAW) /* number of a row */                         \
  X(LOG_WHO, LOG, 64, RAW)                                                     \
  X(LOG_SOURCE, LOG, 64, RAW)                                                  \
  X(LOG_NOTES, LOG, 32, RAW) /* the other fields */                            \
  /* An action that waits: what it asks, and the words of all that. */         \
  X(ASK_PURPOSE, ASK, 32, RAW)                                                 \
  X(ASK_FLAGS, ASK, 32, RAW)                                                   \
  X(ASK_PLAYER, ASK, 64, RAW)                                                  \
  X(ASK_SOURCE, ASK, 64, RAW)                                                  \
  X(ASK_PROMPT, ASK, 32, RAW) /* first row of a text in WORD */                \
  X(ASK_LEAST, ASK, 64, RAW)                                                   \
  X(ASK_MOST, ASK, 64, RAW)                                                    \
  X(ASK_TOTAL, ASK, 64, RAW)                                                   \
  X(ASK_HASH, ASK, 64, RAW)    /* of the state where it is asked */            \
  X(ASK_OPTIONS, ASK, 32, RAW) /* rows of WORD, one behind the other */        \
  X(ASK_OPTION_COUNT, ASK, 32, RAW)                                            \
  X(ASK_ANSWERS, ASK, 32, RAW)  /* likewise: room for any answer */            \
  X(ASK_ANSWERED, ASK, 32, RAW) /* how many of them are + 1; 0: no answer */   \
  X(WORD_NUMBER, WORD, 64, RAW) /* of a text 8 bytes, the first lowest */      \
  X(WORD_SYMBOL, WORD, 32, SYMBOL)                                             \
  X(WORD_TYPE, WORD, 32, RAW) /* strata_type + 1; 0: only a text */            \
  X(WORD_TEXT, WORD, 32, RAW) /* first row of it */                            \
  X(WORD_OUTCOME, WORD, 32, RAW)                                               \
  /* What a chain of handlers has more, and less, than rules print. */         \
  X(ENTITY_HOOKS, ENTITY, 32, RAW) /* newest row of it */                      \
  X(HOOK_NEXT, HOOK, 32, RAW)      /* older of the same owner; next free */    \
  X(HOOK_FORM, HOOK, 32, RAW)      /* st_hook_form; 0: not in use */           \
  X(HOOK_OWNER, HOOK, 32, RAW)     /* slot of an entity; 0: the world */       \
  X(HOOK_CODE, HOOK, 32, CODE)                                                 \
  X(HOOK_STAMP, HOOK, SPLIT, RAW) /* which was hooked first */                 \
  X(HOOK_CLOCK, HOOK, 32, CLOCK)                                               \
  X(HOOK_EXPIRES, HOOK, 64, RAW)                                               \
  X(HOOK_TIMED_NEXT, HOOK, 32, RAW) /* of all that a clock ends, older */      \
  X(HOOK_TIMED_PREV, HOOK, 32, RAW)                                            \
  X(HOOK_NOTES, HOOK, 32, RAW) /* its store */                                 \
  /* Handlers that are disabled: see fault.h. */                               \
  X(FAULT_HANDLER, FAULT, 32, HANDLER)                                         \
  X(FAULT_CODE, FAULT, 32, CODE)                                               \
  X(FAULT_KIND, FAULT, 32, RAW)                                                \
  X(FAULT_ACTION, FAULT, SPLIT, RAW)

typedef enum st_column_id {
#define X(name, table, cell, meaning) ST_COLUMN_##name,
  ST_COLUMN_MAP(X)
#undef X
      ST_COLUMN_FIXED /* the rules' own columns start here */
} st_column_id;

/* Cells of ST_COLUMN_SCALAR. */
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
  ST_SCALAR_WATCHED,      /* newest effect with a while_on */
  ST_SCALAR_PLANNED,      /* newest effect that needs the plan */
  ST_SCALAR_WHILE_SOURCE, /* how many effects last as long as their source */
  ST_SCALAR_NOTE_TOP,
  ST_SCALAR_NOTE_FREE,
  ST_SCALAR_WORLD_NOTES, /* newest note of the world itself */
  ST_SCALAR_WATCH_TOP,
  ST_SCALAR_WATCH_FREE,
  ST_SCALAR_WATCH_FIRST, /* oldest of all */
  ST_SCALAR_WATCH_LAST,
  ST_SCALAR_FIRED_TOP,
  ST_SCALAR_FIRED_FREE,
  ST_SCALAR_FIRED_FIRST, /* of the queue */
  ST_SCALAR_FIRED_LAST,
  ST_SCALAR_LOG_ROOM,      /* rows of the log, a power of two, or none */
  ST_SCALAR_LOG_FORGOTTEN, /* number of the newest row that was let go */
  ST_SCALAR_LOG_LAST,      /* number of the newest row */
  ST_SCALAR_ASK_TOP,
  ST_SCALAR_WORD_TOP,
  ST_SCALAR_ACTION_WHAT, /* what is asked of the open action; 0: none is open */
  ST_SCALAR_ACTION_WORDS, /* how many words of it, the first rows of WORD */
  ST_SCALAR_ACTIONS,      /* how many have ended */
  ST_SCALAR_CHANCE,       /* word of the generator */
  ST_SCALAR_HOOK_TOP,
  ST_SCALAR_HOOK_FREE,
  ST_SCALAR_HOOK_COUNT,  /* rows in use */
  ST_SCALAR_HOOK_STAMP,  /* how often something was hooked */
  ST_SCALAR_HOOK_TIMED,  /* newest that a clock ends */
  ST_SCALAR_WORLD_HOOKS, /* newest row of the world's own chains */
  ST_SCALAR_FAULT_TOP,   /* handlers that are disabled */
  ST_SCALAR_COUNT
} st_scalar;

typedef struct st_column_spec {
  uint64_t key; /* of its name: in hashes and saves */
  uint8_t table, cell, meaning;
  uint32_t below; /* SHORT: how far below 0 its least number is */
} st_column_spec;

/* The number of a SHORT cell. */
static inline uint64_t st_short_number(uint32_t below, uint32_t cell) {
  return (uint64_t)(uint32_t)(cell + below) - below;
}

/* Whether a SHORT cell can say a number. */
static inline bool st_is_short(uint32_t below, uint64_t number) {
  return number + below <= UINT32_MAX;
}

/*
 * A part's verb, one cell, since its fields are always read together: layer
 * 32 bits, attribute 15, ordinal within its effect 6, flags 6, operation 5. The
 * lower 7 bits of the layer and 8 of the attribute are in its lower half, which
 * is all that most verbs have.
 */
#define ST_VERB_LOW UINT64_C(0x1FFFF) /* all but layer and attribute */
static inline uint64_t st_verb(int32_t layer, uint32_t attr, uint32_t ordinal,
                               uint32_t flags, uint32_t op) {
  assert(attr <= ST_ATTR_LIMIT && ordinal < 64 && flags < 64 && op < 32);
  uint64_t where = (uint32_t)layer;
  return where >> 7 << 39 | (where & 0x7f) << 25 | (uint64_t)(attr >> 8) << 32 |
         (attr & 0xff) << 17 | ordinal << 11 | flags << 5 | op;
}
static inline int32_t st_verb_layer(uint64_t verb) {
  return (int32_t)((uint32_t)(verb >> 39) << 7 | ((uint32_t)verb >> 25));
}
static inline uint32_t st_verb_attr(uint64_t verb) {
  return (uint32_t)(verb >> 32 & 0x7f) << 8 | ((uint32_t)verb >> 17 & 0xff);
}
static inline uint32_t st_verb_ordinal(uint64_t verb) {
  return (uint32_t)(verb >> 11) & 63;
}
static inline uint32_t st_verb_flags(uint64_t verb) {
  return (uint32_t)(verb >> 5) & 63;
}
static inline strata_op st_verb_op(uint64_t verb) {
  return (strata_op)(verb & 31);
}

#endif
