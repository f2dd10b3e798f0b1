/*
 * strata.h - the one public header of Strata, a scriptable rules engine.
 *
 * Reading order: statuses, rules (what never changes), worlds (one game's
 * state), entities and values, expressions, effects, actions and decisions,
 * handlers and policies, watchers, notes and the log, explanations, profiles,
 * the journal (mark, rollback, fork, hash, save), scripts.
 *
 * What holds for every function, so that it is said once:
 *  - A function that can fail returns a strata_status; its result goes to an
 *    out-parameter, which is written only on STRATA_OK.
 *  - A function that fails leaves the world exactly as it was, hash included.
 *    strata_world_error tells what was wrong, where, and what to do.
 *  - ENOMEM is possible wherever memory is; EINVAL where a pointer that must
 *    not be NULL is. A NULL `rules`, `world` or other first argument is the
 *    one mistake that is not checked. Where values are computed, a predicate
 *    of the host's (strata_builder_predicate) may fail with a status of its
 * own.
 *  - Pointers are borrowed unless the comment says "owned". Text is UTF-8 and
 *    ends in a NUL.
 *  - Ids and handles are 0 for "none"; every struct may be zero-initialised,
 *    and zero always means "the default".
 *  - A rules object is immutable and may be shared by any number of threads.
 *    A world is used by one thread at a time; two worlds share nothing but
 *    their rules, which must outlive both.
 *  - Reading never changes what can be observed. It may fill caches, which is
 *    why a world, also one that is only read, belongs to one thread.
 */
#ifndef STRATA_H
#define STRATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STRATA_VERSION_MAJOR 0
#define STRATA_VERSION_MINOR 3
#define STRATA_VERSION_PATCH 0
#define STRATA_VERSION                                                         \
  (STRATA_VERSION_MAJOR * 10000 + STRATA_VERSION_MINOR * 100 +                 \
   STRATA_VERSION_PATCH)
#define STRATA_VERSION_TEXT "0.3.0"

#if defined(STRATA_STATIC)
#define STRATA_API
#elif defined(__GNUC__)
#define STRATA_API __attribute__((visibility("default")))
#else
#define STRATA_API
#endif

/* A status that nobody looks at is a bug; gcc reports it even after (void). */
#if defined(__GNUC__)
#define STRATA_MUST_CHECK __attribute__((warn_unused_result))
#else
#define STRATA_MUST_CHECK
#endif

/* -- Statuses ------------------------------------------------------------ */

/* Codes are part of the ABI: append only, never renumber. */
#define STRATA_STATUS_MAP(X)                                                   \
  X(OK, 0, "ok")                                                               \
  X(ENOMEM, 1, "out of memory")                                                \
  X(EINVAL, 2, "invalid argument")                                             \
  X(ERANGE, 3, "number out of range")                                          \
  X(ESTALE, 4, "handle of something that no longer exists")                    \
  X(ENOENT, 5, "no such name or id")                                           \
  X(EEXIST, 6, "already declared")                                             \
  X(ETYPE, 7, "wrong type")                                                    \
  X(ESYNTAX, 8, "syntax error")                                                \
  X(ECORRUPT, 9, "damaged or foreign bytes")                                   \
  X(ESCRIPT, 10, "a script failed")                                            \
  X(EIO, 11, "a file could not be read")                                       \
  X(ESUSPEND, 12, "a decision is needed")                                      \
  X(EOPEN, 13, "a decision is open")                                           \
  X(ELIMIT, 14, "too much happens")                                            \
  X(EREFUSED, 15, "not a legal answer")                                        \
  X(ELOOP, 16, "it goes round in a circle")

typedef enum strata_status {
#define X(name, value, text) STRATA_##name = value,
  STRATA_STATUS_MAP(X)
#undef X
} strata_status;

/* What went wrong: for calls that have no world to remember it. */
typedef struct strata_error {
  strata_status status;
  size_t offset;  /* byte where it was noticed, in a text or a save; else 0 */
  char text[232]; /* what, where and what to do; cut if it does not fit */
} strata_error;

/* Version of the library that is linked, comparable with STRATA_VERSION. */
STRATA_API uint32_t strata_version(void);

/* Static text for a status, never NULL, also for codes it does not know. */
STRATA_API const char *strata_status_text(strata_status status);

/*
 * Allocator hook, as lua_Alloc: size 0 frees `ptr` and returns NULL; otherwise
 * as realloc. It must not call back into Strata. `old_size` is exact.
 */
typedef void *(*strata_alloc_fn)(void *user, void *ptr, size_t old_size,
                                 size_t size);

/* Gets one line, without a newline, for each call that is refused. */
typedef void (*strata_log_fn)(void *user, strata_status status,
                              const char *line);

/* -- Rules --------------------------------------------------------------- */

/*
 * Rules are what never changes during a game: attributes, symbols, layers,
 * clocks, stacking groups. A builder collects them in any order; freezing
 * sorts them by name, so ids and hash depend on what was declared and not on
 * the order in which packs were loaded.
 */
typedef struct strata_builder strata_builder;
typedef struct strata_rules strata_rules;

typedef uint32_t strata_attr;   /* an attribute of these rules, from 1 */
typedef uint32_t strata_symbol; /* an interned name of these rules, from 1 */
typedef uint32_t strata_clock;  /* a clock of these rules, from 1 */
typedef uint32_t
    strata_stacking_group; /* a stacking group of these rules, from 1 */
typedef uint32_t strata_event_type; /* a kind of event of these rules, from 1 */
typedef uint32_t strata_field;      /* a field of events, from 1 */
typedef uint32_t strata_watcher_def; /* what a watcher says, from 1 */
typedef uint32_t strata_handler;     /* a handler of these rules, from 1 */

/* Named layers: the index in their order, from 0. Numbered: the number. */
typedef int32_t strata_layer;

/* An entity of a world: slot in the low, generation in the high 32 bits; 0
 * names nothing. */
typedef uint64_t strata_entity;

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

typedef struct strata_attribute {
  const char *name; /* lower-case letters, digits, _ ; may have a "pack:" */
  strata_type type;
  int64_t default_value;      /* INT: in min..max; FLAG: 0 or 1; else 0 */
  int64_t min, max;           /* INT: both 0 for all 64 bits; a range of 32
                                 takes half the memory */
  const char *const *symbols; /* SET: its domain; more by builder_symbol */
  size_t symbol_count;
  bool unlayered; /* effects may not change it */
  bool copiable;  /* a copy has it too (707.2); layered. ABILITIES always are*/
  bool kept;      /* stays with the card when it moves (400.7): its owner */
  bool stamps;  /* a change of its base value gives the entity a new timestamp:
                   what it is attached to, whether it is face down (613.7e-g) */
  bool open;    /* no characteristic: parts of locked effects on it look anew
                   at whom they affect (611.2c) */
  bool counter; /* INT, from 0, unlayered: counters of one kind. They have a
                   timestamp of their own, renewed when one is added (613.7c)*/
  const char *kind; /* of a counter: the symbol by which events call it, no
                       other counter's; NULL: none */
} strata_attribute;

/* How parts of one layer are ordered. */
typedef enum strata_order {
  STRATA_BY_TIMESTAMP = 0, /* 613.7 */
  STRATA_BY_PRIORITY = 1   /* the effect's priority, low first; then timestamp*/
} strata_order;

/* Which parts of one group count, among those on one value in one layer. An
 * expression that looks from the middle of the layer sees what the parts before
 * it come to: one that is put out only later still counts for it. Of a REFRESH
 * group at most `limit` are on one entity: one more is not added, but those of
 * its clock that would end sooner get its duration. */
#define STRATA_STACKING_MAP(X)                                                 \
  X(ALL, 0, "all")                                                             \
  X(HIGHEST, 1, "highest")  /* the largest operand; of equals the oldest */    \
  X(LOWEST, 2, "lowest")    /* the smallest operand; of equals the oldest */   \
  X(LATEST, 3, "latest")    /* the newest */                                   \
  X(BY_SOURCE, 4, "source") /* of each source the newest */                    \
  X(REFRESH, 5, "refresh")  /* all there are, which are few: see above */

typedef enum strata_stacking {
#define X(name, value, text) STRATA_STACK_##name = value,
  STRATA_STACKING_MAP(X)
#undef X
} strata_stacking;

/**
 * Start to collect rules.
 *
 * alloc    NULL for malloc; must stay valid for the builder and its rules
 * user     passed to `alloc`
 * out      owned: free it with strata_builder_free
 * Errors   ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_new(strata_alloc_fn alloc, void *user, strata_builder **out);

/** Free a builder; the rules that it froze stay. NULL is allowed. Cost O(n). */
STRATA_API void strata_builder_free(strata_builder *builder);

/** Text of the last call that failed on this builder, "" if none did. */
STRATA_API const char *strata_builder_error(const strata_builder *builder);

/**
 * Declare an attribute.
 *
 * attribute  borrowed; see strata_attribute for the ranges of its fields
 * Errors     EINVAL for a malformed name, one that expressions use for
 *            something else ("count", "it", ...), a bad range, or flags that
 *            contradict each other; EEXIST, also for a second attribute of
 *            type ABILITIES; ENOMEM
 * Cost       O(attributes)
 * Since      0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_attribute(
    strata_builder *builder, const strata_attribute *attribute);

/**
 * Declare a symbol, or put one into the domain of a set.
 *
 * attribute  name of a SET attribute declared before, or NULL for none
 * symbol     any text without control characters, quotes or backslashes, of
 *            1 to 200 bytes; declaring it again is fine
 * Errors     EINVAL; ENOENT; ETYPE if `attribute` is no set; ENOMEM
 * Cost       O(symbols)
 * Since      0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_symbol(
    strata_builder *builder, const char *attribute, const char *symbol);

/**
 * Declare a named layer. Sublayers are layers with a dot in their name.
 *
 * name       lower-case letters, digits, _ and dots
 * position   its place among the layers; two layers may not share one
 * order      how its parts are ordered
 * Errors     EINVAL, also once strata_builder_numbered_layers was called;
 *            EEXIST for a name or position in use; ENOMEM
 * Cost       O(layers)
 * Rule       613.1
 * Since      0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_layer(strata_builder *builder, const char *name,
                     int32_t position, strata_order order);

/**
 * Say where copiable values end: they are the values after this layer. Without
 * it they are the base values.
 *
 * layer    its name, declared by the time of freezing; where layers are
 *          numbers, the number as text
 * Errors   EINVAL for a second one; ENOMEM
 * Cost     O(1)
 * Rule     613.2c, 707.2
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_copiable_after(strata_builder *builder, const char *layer);

/**
 * Let every number of 32 bits be a layer, small numbers first.
 *
 * order    how the parts of each layer are ordered
 * Errors   EINVAL once a layer was named
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_numbered_layers(strata_builder *builder, strata_order order);

/**
 * Declare a clock: something that ticks, such as "turn", and ends durations.
 *
 * Errors   EINVAL for a malformed name; EEXIST; ENOMEM
 * Cost     O(clocks)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_clock(strata_builder *builder, const char *name);

/**
 * Declare a stacking group.
 *
 * limit    REFRESH: how many of the group may be on one entity, from 1; else 0
 * Errors   EINVAL for a malformed name or limit; EEXIST; ENOMEM
 * Cost     O(groups)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_stacking_group(strata_builder *builder, const char *name,
                              strata_stacking stacking, uint32_t limit);

/*
 * Zones. Declaring the first one declares the attribute "zone" too: a SYM whose
 * base value is the zone's name, or none for an entity that is in no zone. It
 * changes by moving alone (strata_move), and no effect changes it.
 */
typedef struct strata_zone_desc {
  const char *name; /* as an attribute's */
  bool shared;      /* one for all players, not one for each */
  bool ordered;     /* entities have positions that matter: a library */
  bool hidden;      /* not everybody may look into it */
} strata_zone_desc;

/**
 * Declare a zone.
 *
 * Errors   EINVAL for a malformed name, or if an attribute "zone" was declared
 *          by hand; EEXIST; ENOMEM
 * Cost     O(zones)
 * Rule     400
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_zone(strata_builder *builder, const strata_zone_desc *zone);

/*
 * What a part does to a value v with its operand x. Integers saturate at the
 * attribute's range at every step. Division by zero leaves v as it is.
 */
#define STRATA_OP_MAP(X)                                                        \
  X(SET, 0, "set")      /* v = x: every type */                                 \
  X(ADD, 1, "add")      /* v + x: int; with the symbols x: set, abilities */    \
  X(SUB, 2, "sub")      /* v - x: int */                                        \
  X(MUL, 3, "mul")      /* v * x: int */                                        \
  X(DIV, 4, "div")      /* v / x, rounded: int */                               \
  X(MIN, 5, "min")      /* the smaller of v and x: int */                       \
  X(MAX, 6, "max")      /* the larger of v and x: int */                        \
  X(AND, 7, "and")      /* bits: int, flag */                                   \
  X(OR, 8, "or")        /* bits: int, flag */                                   \
  X(XOR, 9, "xor")      /* bits: int, flag */                                   \
  X(SCALE, 10, "scale") /* v * x / divisor, exact, rounded once: int */         \
  X(SWITCH, 11,                                                                 \
    "switch") /* exchange with the value of `other`: int, 613.4d */             \
  X(REMOVE, 12, "remove") /* v without the symbols x: set, abilities */         \
  X(CLEAR, 13, "clear")   /* nothing left: set, abilities */                    \
  X(COPY, 14, "copy")     /* v of another entity: its copiable value, taken     \
                             when the effect begins (707.2b); of a clause: its  \
                             value at this point. `attr` may be 0 here, for all \
                             that are copiable */                               \
  X(SUBSTITUTE, 15,                                                             \
    "substitute") /* one symbol for another, also in what abilities say (612):  \
                     set, sym, abilities */                                     \
  X(FORBID, 16, "forbid") /* has not, and cannot get: abilities (113.11) */     \
  X(STRIP, 17, "strip")   /* without what is printed, copied or intrinsic, and  \
                             with what was granted (305.7): abilities */        \
  X(BORROW, 18, "borrow") /* with the abilities of all that satisfy a           \
                             predicate: abilities */

typedef enum strata_op {
#define X(name, value, text) STRATA_OP_##name = value,
  STRATA_OP_MAP(X)
#undef X
} strata_op;

typedef enum strata_rounding {
  STRATA_ROUND_DOWN = 0, /* toward negative infinity */
  STRATA_ROUND_UP = 1    /* toward positive infinity */
} strata_rounding;

/*
 * What a clause does, in names: rules are written down before they have ids.
 * Texts are checked by strata_builder_freeze, which knows all names.
 */
typedef struct strata_clause_part {
  const char *attr;
  const char *layer; /* its name; the number, where layers are numbers */
  strata_op op;
  strata_rounding rounding; /* DIV, SCALE */
  int64_t divisor;          /* SCALE: 1 to 2^31-1 */
  /* The operand of an INT, FLAG, REF or SYM, and of a SET's SET, ADD, REMOVE a
   * SYM (nothing if it is not in the domain): an expression, `it` being the
   * affected entity. COPY: a REF, the same for all, so without `it`. BORROW: a
   * predicate, `outer` being the affected entity. Of a TEXT: the text itself.
   */
  const char *operand;
  /* The operand of a SET (symbols) or ABILITIES (abilities); SUBSTITUTE: two
   * symbols, the old word and the new; BORROW: a kind of ability, or none for
   * all. */
  const char *const *names;
  size_t name_count;
  const char *other; /* SWITCH: the attribute that `attr` is switched with */
  bool capture; /* of a deed: what the operand is now; else it goes on being
                   worked out */
} strata_clause_part;

typedef struct strata_clause {
  const char *subject;   /* a predicate; NULL: `this` alone */
  const char *condition; /* a predicate on nobody; NULL: always */
  const strata_clause_part *parts;
  size_t part_count; /* 1 to 64 */
} strata_clause;

/* What an ability is. The engine itself acts on static ones and CDAs. */
#define STRATA_ABILITY_MAP(X)                                                  \
  X(KEYWORD, 0, "keyword") /* a word that rules and expressions ask for */     \
  X(STATIC, 1, "static")   /* its clauses apply while it is there (604) */     \
  X(CDA, 2, "cda") /* on its own object, in every zone, first (604.3)*/        \
  X(ACTIVATED, 3, "activated")                                                 \
  X(TRIGGERED, 4, "triggered")                                                 \
  X(REPLACEMENT, 5, "replacement")                                             \
  X(MANA, 6, "mana")                                                           \
  X(HANDLER, 7, "handler")

typedef enum strata_ability_kind {
#define X(name, value, text) STRATA_ABILITY_##name = value,
  STRATA_ABILITY_MAP(X)
#undef X
} strata_ability_kind;

typedef struct strata_ability_desc {
  const char *name; /* any symbol: "flying", "classic:humility.1" */
  strata_ability_kind kind;
  const char *text; /* for explanations; NULL: its name */
  /* Zones in which a STATIC ability functions; none: in every one, and in no
   * zone at all. A CDA functions everywhere (113.6a). */
  const char *const *zones;
  size_t zone_count;
  /* STATIC and CDA: at least one. A CDA's have no subject and no condition. */
  const strata_clause *clauses;
  size_t clause_count;
  /* What it watches for (strata_builder_watcher). A STATIC one that has some
   * needs no clause; a KEYWORD and a CDA have none. */
  const char *const *codes;
  size_t code_count;
} strata_ability_desc;

/**
 * Declare an ability. Its name becomes a symbol, and joins what the attribute
 * of type ABILITIES can hold: "abilities has 'flying'".
 *
 * Errors   EINVAL for a malformed name, clauses where there may be none, or
 *          none where there must be; EEXIST; ENOMEM. What the clauses say is
 *          checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     113, 604
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_ability(
    strata_builder *builder, const strata_ability_desc *ability);

/**
 * Say anew what a declared ability is, all of it. Rules that were frozen before
 * stay what they are; to freeze the builder again costs less than to declare
 * all that has not changed.
 *
 * Errors   as strata_builder_ability, but for EEXIST; ENOENT if no ability has
 *          this name. The ability stays what it was then
 * Cost     O(its texts)
 * Rule     113, 604
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_revise_ability(
    strata_builder *builder, const strata_ability_desc *ability);

/* A base value in names. */
typedef struct strata_default {
  const char *attr;
  const char *text; /* INT, FLAG: a constant expression; TEXT: the text */
  const char *const *names; /* SYM: one; SET: symbols; ABILITIES: abilities */
  size_t name_count;
} strata_default;

typedef struct strata_definition_desc {
  const char *name; /* "classic:grizzly_bears" */
  const strata_default *defaults;
  size_t default_count;
  const char *const *handlers; /* codes: printed in its chains, in order */
  size_t handler_count;
} strata_definition_desc;

/**
 * Declare a definition: the base values that entities are spawned with.
 *
 * Errors   EINVAL for a malformed name or an attribute given twice; EEXIST;
 *          ENOMEM. Values are checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     109.3
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_definition(
    strata_builder *builder, const strata_definition_desc *definition);

/**
 * Say anew what a declared definition is, as strata_builder_revise_ability
 * does.
 *
 * Errors   as strata_builder_definition, but for EEXIST; ENOENT if no
 *          definition has this name. The definition stays what it was then
 * Cost     O(its texts)
 * Rule     109.3
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_revise_definition(
    strata_builder *builder, const strata_definition_desc *definition);

/*
 * A law: a clause of the rules themselves. It belongs to no object and always
 * applies: what being face down means, what counters do, which abilities a
 * basic land type gives (305.6).
 */
typedef struct strata_law_desc {
  const char *name; /* for explanations */
  strata_clause clause;
  /* NULL; or a counter attribute: then the law applies once for each entity
   * with such counters, which is `this`, with their timestamp (613.7c). */
  const char *counter;
  bool last;         /* after all else in each of its layers, not before it */
  bool is_intrinsic; /* abilities that it grants are intrinsic, not granted */
  /* What it watches for (122.1c); a law that has some needs no parts. */
  const char *const *codes;
  size_t code_count;
} strata_law_desc;

/**
 * Declare a law.
 *
 * Errors   EINVAL for a malformed name; EEXIST; ENOMEM. What it says is checked
 *          by strata_builder_freeze
 * Cost     O(its texts)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_law(strata_builder *builder, const strata_law_desc *law);

/*
 * Predicates that no expression can say: functions of the host, which
 * expressions ask by name, as in "ask('strong')". While one runs it may look at
 * the world through its view alone, and may read those attributes alone that
 * it was declared with.
 *
 * It must be pure: what it answers hangs on what it has read and on nothing
 * else. What it has read is remembered with what it answered, so it is not
 * called again while all of that reads the same, whoever it is asked about. If
 * it reads on in another way than before, after the same answers, that is found
 * out and refused; other impurity is not, and gives old answers.
 */
typedef struct strata_predicate_context strata_predicate_context;

/*
 * it, source  stand for the entity in question and for `this`, either may be 0,
 *             nobody. They are no handles: they can be given to this view, and
 *             compared with each other and with what it says of refs
 * out         the answer; false if it is not written
 * Returns     STRATA_OK, or what the evaluation fails with:
 * strata_predicate_fail says it in words
 */
typedef strata_status (*strata_predicate_fn)(void *user,
                                             strata_predicate_context *view,
                                             strata_entity it,
                                             strata_entity source, bool *out);

typedef struct strata_predicate_desc {
  const char *name; /* as an attribute's */
  strata_predicate_fn fn;
  void *user;               /* handed to `fn` */
  const char *const *reads; /* the attributes that it may read, no TEXT */
  size_t read_count;
} strata_predicate_desc;

/**
 * Declare a predicate. Worlds of these rules call its function, those of
 * several threads at the same time; it must not call anything on a world. The
 * hash of the rules knows its name and what it reads, but not what it does.
 *
 * Errors   EINVAL for a malformed name, no function, or a read that is NULL;
 *          EEXIST; ENOMEM. Whether there are such attributes is checked by
 *          strata_builder_freeze
 * Cost     O(its texts)
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_predicate(
    strata_builder *builder, const strata_predicate_desc *predicate);

/*
 * Events: what happens in a game, happens as an event of a declared kind, and
 * watchers say what they do about it. All of it is declared here as data: texts
 * of expressions and deeds. Rules hold it, and strata_act runs it.
 *
 * Expressions of events and watchers can say more than others: "event.amount"
 * is a field of the event in question, "$x" what a deed before has bound. Every
 * event has the fields "by" (REF: the player who makes it), "cause" (REF: the
 * object that does), "effect" (FLAG: an effect makes it), "prevented" (INT: how
 * much of it was) and "became" (REF: who came of it, as the new object that its
 * affected is since; for look-back triggers, too). Every program has "$you"
 * (REF: whose it is) and "$i" (INT: which of several an EMIT is at, from 1). A
 * name whose deed was passed by is 0, false, or nobody.
 */
#define STRATA_ROLE_MAP(X)                                                         \
  X(REPLACE, 0, "replace") /* something else happens instead (614) */              \
  X(PREVENT, 1, "prevent") /* less of it happens (615) */                          \
  X(CANT, 2, "cant")       /* it cannot happen (614.17) */                         \
  X(TRIGGER, 3, "trigger") /* an ability triggers (603) */                         \
  X(STATE, 4, "state")     /* likewise, by how things are: no event (603.8) */     \
  X(MORE, 5,                                                                       \
    "more")            /* what triggers does once more, or `amount` (603.2d);      \
                          its   names source and controller (REF), if it has them, \
                          are   whose trigger it is, and whose that one is */      \
  X(NEVER, 6, "never") /* likewise: nothing triggers */                            \
  X(UNTIL, 7, "until") /* a duration that an event ends (610.3) */                 \
  X(HANDLE, 8, "handle") /* a handler of a chain: see strata_phase_desc */

typedef enum strata_watcher_role {
#define X(name, value, text) STRATA_ROLE_##name = value,
  STRATA_ROLE_MAP(X)
#undef X
} strata_watcher_role;

/*
 * What a deed does. Where one may stand: [a] in what triggers, states and ends
 * of durations do, and in THEN; [h] in what handlers of chains do (those of the
 * phase "do" have [d]); [r] in what replacements and preventions do,
 * and self-replacements; [p] among the parts of a kind, in TOGETHER and
 * INSTEAD; [d] in what performing a kind does. Append only: numbers are part of
 * the ABI.
 */
#define STRATA_INSTRUCTION_MAP(X)                                              \
  X(EMIT, 0, "emit")         /* a p: an event of kind `what`; with `who` one   \
                                for each, who is `it`. Arguments: fields. `as` \
                                is the REF of what came of it. Inner: [r] on   \
                                it, its self-replacements (614.15) */          \
  X(TOGETHER, 1, "together") /* a: the inner events at once */                 \
  X(WHEN, 2, "when")         /* a r p d: the inner deeds if `when` holds */    \
  X(EACH, 3, "each")         /* a r p d: the inner deeds for each of `who` in  \
                                turn, who is `it` */                           \
  X(CHOOSE, 4, "choose")     /* a r: ask for `as`. `what`: NULL a REF, one of  \
                                `who`; "may" a FLAG; "number" an INT; "word" a \
                                SYM out of argument `of`. Options: by (REF),   \
                                least, most (INT) */                           \
  X(LET, 5, "let")           /* a r p d: `as` is the argument */               \
  X(RUN, 6, "run")           /* a r p d: the handler `what`; arguments: names  \
                                that it finds bound */                         \
  X(STOP, 7, "stop")         /* a r p d: no more of this program */            \
  X(CHANGE, 8, "change")     /* r: field `what` becomes the argument */        \
  X(INSTEAD, 9, "instead")   /* r: the inner events take its place */          \
  X(NOTHING, 10, "nothing")  /* r: it does not happen */                       \
  X(PREVENT, 11, "prevent")  /* r, of preventions: so much less; without an    \
                                argument as much as the watcher says */        \
  X(THEN, 12, "then")        /* r: the inner deeds right after it happened */  \
  X(SET, 13, "set")          /* d: the base value `what` of each of `who`      \
                                becomes the argument */                        \
  X(ADD, 14, "add")          /* d: the base number `what` of each of `who`     \
                                becomes so much more */                        \
  X(MOVE, 15, "move")        /* d: each of `who` to zone `what`, or to that    \
                                which option `to` (SYM) names. Options: player \
                                (REF), position (INT), same (FLAG: it stays    \
                                the same object), counters (FLAG: they stay on \
                                it). `as`: REF */                              \
  X(SPAWN, 16, "spawn")      /* d: `times` entities of definition `what`, of   \
                                that which option `of` (SYM) names, or copies  \
                                of `who`. `as`: REF */                         \
  X(REMOVE, 17, "remove")    /* d: each of `who` ceases to exist */            \
  X(STAMP, 18, "stamp")      /* d: each of `who` gets a new timestamp */       \
  X(TICK, 19, "tick")        /* d: the clock `what` ticks */                   \
  X(WATCH, 20, "watch")      /* a r d: start a watcher of code `what`.         \
                                Arguments: its names, and options source, you  \
                                (REF), left, ticks (INT); with `ticks` until   \
                                `clock` has ticked so often */                 \
  X(NOTE, 21, "note")        /* a r d: remember the argument as `what` on each \
                                of `who` */                                    \
  X(FORGET, 22, "forget")    /* a r d: what is remembered as `what` */         \
  X(TRIGGER, 23, "trigger")  /* a: the code `what`, a trigger, triggers now    \
                                (603.12). Arguments: its names */              \
  X(ROLL, 24, "roll")        /* a r: `as` is 1 to the argument, by chance */   \
  X(COUNT, 25, "count")      /* d: so many counters more on each of `who`: of  \
                                the attribute `what`, or of that whose kind    \
                                option `kind` (SYM) is. Option: count (INT) */ \
  X(SHUFFLE, 26, "shuffle")  /* d: zone `what`, or that which option `to`      \
                                (SYM) names, of the player `who` */            \
  X(COPY, 27, "copy")        /* d: each of `who` becomes a copy of whom option \
                                `whom` (REF) names, by an effect in the layer  \
                                `what`; with option `except` (SYM) but for     \
                                what the ability of that name says of `this`,  \
                                in that layer (707.9): constants, of clauses   \
                                whose condition holds for what it is then;     \
                                without `whom` it is that besides */           \
  X(ALSO, 28, "also")        /* r: the inner events are part of it: decided    \
                                with it when all else is, performed right      \
                                behind it; who enters by it is in them who     \
                                that has become (614.16, 616.1g) */            \
  X(TAKE, 29, "take")        /* r, of replacements: `as` is how much of the    \
                                event is this watcher's: what is left of its   \
                                amount, at most the argument and the event's   \
                                amount; so much less is left (614.9, 615.7) */ \
  X(HALT, 30, "halt")        /* h: nobody behind it in the chain is called */  \
  X(DROP, 31, "drop")        /* h: this handler leaves the chain */            \
  X(HOOK, 32, "hook")        /* a r d h: the handler `what` joins the chain of \
                                each of `who`; without `who` that of all.      \
                                Arguments: its names, and option ticks (INT),  \
                                with `clock` as WATCH */                       \
  X(UNHOOK, 33, "unhook")    /* a r d h: the handler `what` leaves it */       \
  X(BEGIN, 34, "begin")      /* a r d h: a continuous effect, called `what`,   \
                                begins on `who`: those whom a predicate finds  \
                                now, but for parts on open attributes, which   \
                                look anew (611.2c); or one. It does what       \
                                `clause` says, which has no subject; operands  \
                                with `capture` are taken now, of each affected \
                                by himself (611.2d). It lasts while `lasts`    \
                                holds (611.2b), and by option ticks (INT) with \
                                `clock` as WATCH; or for good */

typedef enum strata_instruction_op {
#define X(name, value, text) STRATA_DO_##name = value,
  STRATA_INSTRUCTION_MAP(X)
#undef X
} strata_instruction_op;

/* Flags of CHOOSE, of HOOK and UNHOOK, and of BEGIN. */
enum {
  STRATA_INSTRUCTION_HIDDEN = 1,  /* others see it once all who choose now have:
                              those  of hidden choices right behind it are asked
                              at the  same time, unless they hang on it */
  STRATA_INSTRUCTION_ORDERED = 2, /* the order of what is chosen counts */
  /* Of what triggers: it is chosen as its ability is put on the stack, a REF as
   * a target, a SYM as a mode (603.3d, 601.2b-c). Such deeds come first in a
   * program. Where one that must be chosen has no option, the ability is put
   * nowhere. Option `least` 0: a target may be left out. */
  STRATA_INSTRUCTION_TARGET = 4,
  /* Of HOOK and UNHOOK: it is no mistake if the handler is there already, or is
   * not there. */
  STRATA_INSTRUCTION_TRY = 8,
  /* Of BEGIN: it ends when its source leaves; of no source it does not begin.
   */
  STRATA_INSTRUCTION_WHILE_SOURCE = 16
};

typedef struct strata_argument {
  const char *name;         /* a field, an option, a name; NULL: the argument of
                               a deed that has just one */
  const char *value;        /* an expression of its type */
  const char *const *names; /* in place of it, symbols: SET of a SET; `of` of
                               CHOOSE */
  size_t name_count;
} strata_argument;

typedef struct strata_instruction {
  strata_instruction_op op;
  const char *what;
  const char *who;   /* a predicate on `it`, or a REF */
  const char *when;  /* any deed: only if this holds */
  const char *times; /* EMIT, SPAWN: so many; NULL: one */
  const char *as;    /* the name that it binds */
  const char *clock; /* WATCH, HOOK, BEGIN */
  const char *lasts; /* BEGIN: a predicate on nobody; NULL: whatever happens */
  const strata_clause *clause; /* BEGIN */
  const strata_argument *arguments;
  size_t argument_count;
  const struct strata_instruction *inner; /* nested at most 16 deep */
  size_t inner_count;
  uint32_t flags;
} strata_instruction;

/* A field of events, or a name that is given to a program. */
typedef struct strata_field_desc {
  const char *name; /* as an attribute's; any word will do */
  strata_type type; /* INT, FLAG, REF or SYM: of a field the same in all kinds*/
} strata_field_desc;

/*
 * A phase of a kind. A handler of it (STRATA_ROLE_HANDLE) is in the chain of
 * all, or in that of a definition, which its entities share, or of one entity.
 * An event passes through all of these as one chain: the highest rank first; of
 * equal ranks those that rules print, of all, then of the definition; then
 * those that were hooked, in order. Phases before "do" are passed when it is
 * known what happens; of these "check" before replacements are looked for, and
 * if it is stopped the event cannot happen. Those after "do" are passed when
 * what has triggered is known.
 */
typedef struct strata_phase_desc {
  const char *name;  /* "check", "before", "do" */
  const char *of;    /* a REF field: the chains of whom it names; NULL: of the
                        affected */
  const char *until; /* a predicate on the event: when it holds, nobody else is
                        called */
  bool linear;       /* there are no ranks: in order of registration */
  bool again;        /* a handler may pass the chain that it is in */
} strata_phase_desc;

/* Ranks, highest first; numbers between them are ranks too. */
enum {
  STRATA_RANK_HIGHEST = 2000000,
  STRATA_RANK_HIGH = 1000000,
  STRATA_RANK_MEDIUM = 0,
  STRATA_RANK_LOW = -1000000,
  STRATA_RANK_LOWEST = -2000000
};

/* How the parts of a kind happen. */
typedef enum strata_part_timing {
  STRATA_CONTAINMENT_NONE,       /* there are none */
  STRATA_CONTAINMENT_ONE_BY_ONE, /* each whole before the next (121.2) */
  STRATA_CONTAINMENT_RESULTS     /* decided and performed together (120.4) */
} strata_part_timing;

typedef struct strata_event_type_desc {
  const char *name;  /* as an attribute's */
  const char *of;    /* an alias: of what kind; it has no more than `where` and
                        `look_back` then */
  const char *where; /* which of them: a predicate */
  const strata_field_desc *fields; /* at most 60 */
  size_t field_count;
  const char *affected; /* the REF field of whom it happens to */
  const char *amount;   /* the INT field of which prevention takes */
  const char *matters;  /* a predicate: false is no event at all (614.7a) */
  const char *can;      /* a predicate: false cannot happen (614.17) */
  strata_part_timing contains;
  const strata_instruction *parts; /* the events that it contains */
  size_t part_count;
  const strata_instruction *does; /* what performing it does */
  size_t does_count;
  /* Chains of handlers in order; "do", which is where it happens, is one. */
  const strata_phase_desc *phases;
  size_t phase_count;
  /* Of this kind, results of one event that happen to the same and are equal in
   * `merge_by` happen as one, `merge_sum` being summed (702.15). */
  const char *merge_by, *merge_sum;
  bool enters;    /* it may bring its affected into play (614.12): an alias
                     says which of its kind do; without one that says so, all */
  bool look_back; /* its triggers are those of before it (603.10) */
  bool quiet;     /* it is not logged */
} strata_event_type_desc;

/**
 * Declare a kind of event, or an alias of one.
 *
 * event    borrowed; see strata_event_type_desc
 * Errors   EINVAL for a malformed name, field or phase, parts where nothing is
 *          contained, an alias that says more than it may, deeds that are no
 *          deeds; ETYPE for a field that is of another type in another kind;
 *          EEXIST; ENOMEM. What texts and deeds say is checked by
 *          strata_builder_freeze
 * Cost     O(its texts + fields of all kinds)
 * Rule     614.7a, 614.17
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_event_type(
    strata_builder *builder, const strata_event_type_desc *event);

/**
 * Declare the next class of replacement effects: those of earlier ones are
 * applied first, those of no class last.
 *
 * name     as an attribute's
 * Errors   EINVAL for a malformed name, or more than 200; EEXIST; ENOMEM
 * Cost     O(classes)
 * Rule     616.1
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_replacement_class(strata_builder *builder, const char *name);

/**
 * Declare a handler: something that deeds run and whoever runs actions knows by
 * its name.
 *
 * name     as a definition's
 * body     a hash of what it does, for the hash of the rules; 0: unknown
 * Errors   EINVAL for a malformed name; EEXIST; ENOMEM
 * Cost     O(handlers)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_handler(
    strata_builder *builder, const char *name, uint64_t body);

/* What is asked of somebody whom an event names. */
typedef struct strata_event_test {
  const char *field;     /* REF */
  const char *predicate; /* `it` is whom the field names */
} strata_event_test;

typedef struct strata_watcher_desc {
  const char *name; /* as a definition's: "classic:soul_warden.1" */
  strata_watcher_role role;
  const char *event; /* a kind or alias; STATE: NULL */
  const char *rank;  /* REPLACE: its class; NULL: the last of all */
  const strata_field_desc *names; /* what whoever starts it gives: "$target" */
  size_t name_count;
  const strata_event_test *tests; /* all must hold */
  size_t test_count;
  const char *when; /* a predicate on the event, `this` and names; STATE: must
                       be given */
  const char *only_if; /* TRIGGER, STATE: the intervening if (603.4) */
  const char *amount;  /* PREVENT: so much; MORE: so often; NULL: all; once */
  const char *const *zones; /* where its ability functions; none: everywhere */
  size_t zone_count;
  const strata_instruction *deeds;
  size_t deed_count;
  uint32_t uses;      /* at most so often in all; 0: no limit */
  uint32_t per_clock; /* and so often between two ticks of `clock` */
  const char *clock;
  bool batch;      /* once for all events that happen at once; PREVENT: its
                      THEN is, with what it has prevented in all */
  bool look_back;  /* also where its kind does not (603.10) */
  bool optional;   /* its player may let it be */
  bool own;        /* of what enters itself: acts while it enters (614.12) */
  bool as_is;      /* CANT: asks what enters as it is, not as it would be */
  bool immediate;  /* does not wait on a stack */
  bool again;      /* not only once for an event (903.9b) */
  bool always_ask; /* its order is asked for even where it makes no difference*/
  bool counts_done; /* of what triggers and is on `clock`: not how often it
                       triggers is limited, but how often it is done, if its
                       player does not let it be (603.2i); it triggers no more
                       once it was */
  /* HANDLE: it is called in this phase of its kind, with `event` being what
   * passes, `this` whose chain it is in (of the chain of all: the cause), $you
   * its player. Its names are its store: they are kept for each owner whose
   * chain it is in, with what its program leaves in them. */
  const char *phase;
  int32_t place;   /* its rank: see STRATA_RANK_MEDIUM */
  bool everywhere; /* it is printed in the chain of all */
} strata_watcher_desc;

/**
 * Declare what a watcher says: abilities have it (strata_ability_desc.codes),
 * laws, or deeds start it.
 *
 * Errors   EINVAL for a malformed name, a role that takes no deeds or wants
 *          some, a field that the role does not have; EEXIST; ENOMEM. What
 *          texts and deeds say is checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     603, 614-616
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_watcher(
    strata_builder *builder, const strata_watcher_desc *code);

/* A state-based action (704). */
typedef struct strata_sba_desc {
  const char *name; /* as a definition's */
  const char *who;  /* whom it is about: a predicate on `it` */
  /* At most two attributes; NULL: none. Of those who are equal in them, one is
   * kept, which their controller chooses (704.5j), and it is about the others:
   * about nobody where there is but one. INT, FLAG, REF or SYM. */
  const char *keep_by[2];
  bool keep_newest; /* and nobody is asked: the newest is kept (704.5z) */
  /* [p], done for each of them, who is `it`. All that all checks find happens
   * at once; what is the same kind of event for the same one by several checks
   * is one event (704.7). */
  const strata_instruction *deeds;
  size_t deed_count;
  /* Attributes of what has happened since the last check (704.5b, 704.5h): when
   * all checks have looked, all base values of them are the default again. INT,
   * FLAG, REF or SYM. */
  const char *const *resets;
  size_t reset_count;
} strata_sba_desc;

/**
 * Declare a state-based action: something that is done, whenever an action
 * settles, about all who are in some state.
 *
 * check    borrowed; see strata_sba_desc
 * Errors   EINVAL for a malformed name, without a predicate or deeds; EEXIST;
 *          ENOMEM. What texts and deeds say is checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     704
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_sba(strata_builder *builder, const strata_sba_desc *check);

/* How a game goes on; NULL: there is no such thing. */
typedef struct strata_play_rules_desc {
  const char *turn_player; /* whose turn it is: a predicate on `it`, or a REF.
                              Where several must decide, or have triggered
                              abilities, they go in turn order (101.4) */
  const char *next_player; /* a REF attribute of players: who comes next */
  const char *stack; /* a shared zone, on which triggered abilities are put. In
                        rules without one they are done right away */
  const char *resolved;  /* a kind of event that happens to a card, or whatever
                            has a definition, that was on the stack, and still
                            is when it has been done (608.2n); without one it
                            stays. An ability ceases to exist by itself */
  const char *on_loop;   /* a kind of event that happens where an action goes
                            round in a circle (104.4b), and ends it; without
                            one the action fails with ELOOP */
  const char *log_clock; /* whose ticks begin and end turns, for what is told of
                            the past */
  bool always_ask; /* orders are asked for even where they make no difference */
  const char *triggered; /* a kind of event that happens whenever abilities have
                            triggered, as far as anybody watches for it: to
                            whose ability it is, `by` that one's player, for its
                            amount as often as it has. What triggers on it is
                            put above all else on the stack, and tells of
                            nothing itself (603.3b) */
} strata_play_rules_desc;

/**
 * Say whose turn it is, what the stack is, and the like.
 *
 * play     borrowed; see strata_play_rules_desc
 * Errors   EINVAL for a next player without one whose turn it is, or `resolved`
 *          without a stack; EEXIST if it was said before; ENOMEM. Names are
 *          looked up by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     101.4, 405, 603.3b
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_play_rules(
    strata_builder *builder, const strata_play_rules_desc *play);

/**
 * Make rules of what was declared. The builder can go on and freeze again.
 *
 * out      owned: free it with strata_rules_free after all of its worlds
 * Errors   EINVAL without any layer; EINVAL, ESYNTAX, ENOENT, ETYPE, ERANGE for
 *          what an ability, law, definition, predicate, event, code or check
 *          says: the text names it, the part, and the nearest word; ENOMEM
 * Cost     O(n log n)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_freeze(strata_builder *builder, strata_rules **out);

/** Free rules; no world of theirs may be left. NULL is allowed. Cost O(1), but
 * for the allocator's. */
STRATA_API void strata_rules_free(strata_rules *rules);

/**
 * Write rules as bytes, from which this build of the library has them again in
 * the time that it takes to copy them: for a cache, or for processes that work
 * for one. To keep or to ship what rules say, keep what they were made of.
 *
 * buffer    room for `capacity` bytes; NULL if that is 0
 * size      bytes needed; written also if they do not fit
 * Errors    ERANGE if they do not fit; EINVAL; ENOMEM
 * Cost      O(what rules take)
 * Since     0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_image(
    const strata_rules *rules, void *buffer, size_t capacity, size_t *size);

/* Bytes that strata_rules_image wrote; and what these cannot say. */
typedef struct strata_image_desc {
  const void *bytes; /* looked at only while the rules are made */
  size_t size;
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  /* The function of each predicate of the rules, by its name. `reads` is not
   * looked at: the rules know it. */
  const strata_predicate_desc *predicates;
  size_t predicate_count;
} strata_image_desc;

/**
 * Make rules of an image. They are those that were written: names, ids and hash
 * too. What an image of another build, or one that was damaged, says is not
 * used. It is no file for strangers: like a program, an image of somebody whom
 * you do not trust can do harm.
 *
 * desc     the bytes, the allocator, the functions of predicates
 * out      owned: free it with strata_rules_free after all of its worlds
 * error    may be NULL; gets the text of a failure
 * Errors   ECORRUPT for bytes that are none of this build's; ENOENT for a
 *          predicate without a function; EINVAL; ENOMEM
 * Cost     O(size), about that of copying it; two blocks of memory
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_from_image(
    const strata_image_desc *desc, strata_rules **out, strata_error *error);

/** Hash of all that was declared, the same on every machine. Cost O(1). */
STRATA_API uint64_t strata_rules_hash(const strata_rules *rules);

/* What a name can be; names of one kind do not clash with those of another. */
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
  STRATA_NAME_SBA = 13
} strata_name_kind;

/**
 * Say what something was called before: what saves, texts and callers say by
 * the old name is about what it is called now, itself or by another rename.
 * Hashes and saves have present names, so that a save that is loaded has
 * another hash than it had; texts in the state (expressions, lists of
 * abilities) keep those that they have, so old names are of use for good. What
 * was counted of an ability goes on; of an open action, answers that were given
 * are asked for again.
 *
 * kind     any but FIELD; of an ability and a zone the symbol is meant too
 * old      1 to 200 bytes, as a symbol
 * now      likewise
 * Errors   EINVAL for a malformed name, or where it is the same; EEXIST if the
 *          old name was said to be another; ENOMEM. strata_builder_freeze says
 *          EEXIST if something has the old name again, ENOENT if nothing has
 *          the new one, EINVAL if it leads back to itself
 * Cost     O(renames)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_rename(strata_builder *builder, strata_name_kind kind,
                      const char *old, const char *now);

/** Number of names of a kind; ids run from 1 to it. Cost O(1). */
STRATA_API uint32_t strata_rules_count(const strata_rules *rules,
                                       strata_name_kind kind);

/** Id of a name, or of what had it before (strata_builder_rename); 0 if there
 * is none. Cost O(log n). */
STRATA_API uint32_t strata_rules_find(const strata_rules *rules,
                                      strata_name_kind kind, const char *name);

/** A kind in words, for messages: "attribute"; "name" if it is none. The text
 * lives forever. Cost O(1). */
STRATA_API const char *strata_name_kind_text(strata_name_kind kind);

/** Name of an id, NULL if there is none; lives as long as the rules. O(1). */
STRATA_API const char *strata_rules_name(const strata_rules *rules,
                                         strata_name_kind kind, uint32_t id);

/** The declared name nearest to `name` by spelling, NULL if none is near.
 * Cost O(n * length^2): for error messages. */
STRATA_API const char *strata_rules_nearest(const strata_rules *rules,
                                            strata_name_kind kind,
                                            const char *name);

/** True if every number is a layer. Cost O(1). */
STRATA_API bool strata_rules_is_numbered(const strata_rules *rules);

/**
 * Tell what was declared of an attribute.
 *
 * out      its texts live as long as the rules; `symbols` is NULL here, and
 *          `symbol_count` the size of the domain
 * Errors   ENOENT
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_attribute(
    const strata_rules *rules, strata_attr attr, strata_attribute *out);

/** The n-th symbol (from 0) that a SET or ABILITIES can hold, 0 past the last;
 * they are in ascending order. Cost O(1). */
STRATA_API strata_symbol strata_rules_domain(const strata_rules *rules,
                                             strata_attr attr, uint32_t n);

/**
 * Tell what was declared of a zone.
 *
 * zone     from 1
 * out      its name lives as long as the rules
 * Errors   ENOENT
 * Cost     O(1)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_zone(
    const strata_rules *rules, uint32_t zone, strata_zone_desc *out);

/* What was declared of an ability. */
typedef struct strata_ability_info {
  const char *name;
  const char *text;
  strata_ability_kind kind;
  uint32_t clause_count;
} strata_ability_info;

/**
 * Tell what was declared of an ability.
 *
 * ability  its symbol
 * out      texts live as long as the rules
 * Errors   ENOENT
 * Cost     O(1)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_ability(
    const strata_rules *rules, strata_symbol ability, strata_ability_info *out);

/** The type of a field of events, 0 for no field. Cost O(1). */
STRATA_API uint32_t strata_rules_field_type(const strata_rules *rules,
                                            strata_field field);

/** The n-th field (from 0) of a kind of event, an alias's being its kind's: as
 * it was declared, then by, cause, effect, prevented and became; 0 past the
 * last. Cost
 * O(1). */
STRATA_API strata_field strata_rules_event_type_field(const strata_rules *rules,
                                                      strata_event_type kind,
                                                      uint32_t n);

/** The kind that an alias is of; a kind itself; 0 for neither. Cost O(1). */
STRATA_API strata_event_type
strata_rules_event_type_of(const strata_rules *rules, strata_event_type kind);

/* -- Worlds -------------------------------------------------------------- */

typedef struct strata_world strata_world;

/* How much a world may hold; 0: no limit. Whoever wants more is refused with
 * ELIMIT, and the message names what there is too much of: "entity limit",
 * "modifier limit", "watcher limit", "hook limit", "note limit", "log limit",
 * "text limit". It is looked at where room is made, which is in powers of two:
 * so each is rounded up to one, and to 64. Forks have the same. It is no state:
 * a save that holds more is refused by a world that may hold less. */
typedef struct strata_quotas {
  uint32_t entities; /* and those gone that are remembered */
  uint32_t effects;  /* continuous ones */
  uint32_t watchers;
  uint32_t hooks;
  uint32_t notes;    /* of all owners */
  uint32_t log_rows; /* that are kept */
  uint32_t text;     /* bytes of all texts */
} strata_quotas;

typedef struct strata_world_config {
  size_t struct_size;    /* sizeof(strata_world_config) */
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  strata_log_fn log; /* NULL: nobody is told */
  void *log_user;
  uint32_t reserve_entities; /* room made at once; a hint, 0 is fine */
  strata_quotas quotas;
} strata_world_config;

/**
 * Create an empty world.
 *
 * rules    must outlive the world
 * config   borrowed, copied; NULL for all defaults
 * out      owned: free it with strata_world_free
 * Errors   ENOMEM; EINVAL if struct_size is not one that this library knows
 * Cost     O(attributes + symbols)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_world_new(const strata_rules *rules, const strata_world_config *config,
                 strata_world **out);

/** Free a world and everything in it. NULL is allowed. Cost O(attributes). */
STRATA_API void strata_world_free(strata_world *world);

/** The rules that the world was made with. Cost O(1). */
STRATA_API const strata_rules *strata_world_rules(const strata_world *world);

/** What the last call that failed on this world had to say, "" if none did.
 * Lives until the next call that fails. Cost O(1). */
STRATA_API const char *strata_world_error(const strata_world *world);

typedef struct strata_stats {
  uint64_t entities, effects; /* alive now */
  uint64_t evaluations;       /* values computed so far, not read from cache */
  uint64_t classes;           /* that the entities are in: what affects them is
                                 worked out once for each; 0 where each entity
                                 is by itself */
  uint64_t state_bytes;       /* pages and their directory */
  uint64_t cache_bytes;       /* what could be thrown away */
  uint64_t journal_bytes;     /* what rollback needs */
  uint64_t live_bytes;        /* all that the allocator hook has given out */
  uint64_t predicate_calls;   /* how often functions of predicates ran */
  uint64_t events; /* that the last action had, or has, if one runs */
  uint64_t trials; /* ways that were tried, to see what comes of a choice */
} strata_stats;

/** Figures of a world; reading them changes none. Cost O(classes / 64). */
STRATA_API strata_stats strata_world_stats(const strata_world *world);

/**
 * Throw all values away, as if none had been asked for yet: for measuring. What
 * is kept is what texts of the state mean, once compiled: they do not change.
 * Cost O(caches).
 */
STRATA_API void strata_world_drop_caches(strata_world *world);

/** Ways to evaluate that can be switched. */
typedef enum strata_tuning {
  STRATA_TUNE_CLASSES, /* entities that nothing in force can tell apart are
                          worked out once for all of them */
  STRATA_TUNE_SUMS,    /* what is added to a number is summed up for all
                          entities at once */
  STRATA_TUNE_UPDATES  /* small changes are put into what was computed before
                          instead of computing it anew */
} strata_tuning;

typedef enum strata_tune {
  STRATA_TUNE_AUTO, /* where it pays: the default */
  STRATA_TUNE_NEVER,
  STRATA_TUNE_ALWAYS /* wherever it can be done */
} strata_tune;

/**
 * Switch a way to evaluate. None changes a value, an explanation or an order:
 * this is for measuring what each is worth, and for tests that hold one against
 * the other. Caches are dropped. Forks begin with AUTO.
 *
 * Errors   EINVAL for a number that is no strata_tuning or strata_tune
 * Cost     that of strata_world_drop_caches
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_world_tune(strata_world *world, strata_tuning what, strata_tune how);

/* -- Entities and values ------------------------------------------------- */

/**
 * Create an entity; all of its attributes have their defaults.
 *
 * Errors   ENOMEM; ERANGE past 2^31 entities
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_spawn(strata_world *world,
                                                        strata_entity *out);

/**
 * Remove an entity. Its handle is stale from now on and never names another;
 * nothing is kept of what it was. Effects locked to it lose it; one that has
 * nobody left, or that was to last while this source does, ends. Whoever is in
 * a zone of its own is in none from then on.
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(attributes + symbols + its effects)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_despawn(strata_world *world,
                                                          strata_entity entity);

/** True if the handle names an entity of this world now. Cost O(1). */
STRATA_API bool strata_is_alive(const strata_world *world,
                                strata_entity entity);

/** The entity in the next slot after `entity` (0: the first one), 0 at the
 * end. Entities may be removed on the way. Cost O(1) amortised. */
STRATA_API strata_entity strata_entity_next(const strata_world *world,
                                            strata_entity entity);

typedef struct strata_value {
  strata_type type; /* tells which field counts */
  int64_t integer;  /* INT; FLAG: 0 or 1 */
  strata_entity ref;
  strata_symbol symbol;
  const char *text;             /* TEXT: "" for none */
  const strata_symbol *symbols; /* SET, in the order of their names */
  size_t symbol_count;
} strata_value;

/**
 * Read the current value: the base value after all continuous effects.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE; ENOENT for an unknown attribute; ENOMEM
 * Cost     O(1) if cached, else O(parts on this value) and what they read
 * Rule     613.1
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_get(strata_world *world,
                                                      strata_entity entity,
                                                      strata_attr attr,
                                                      strata_value *out);

/**
 * Read the current value of an INT or FLAG: strata_get for hot loops.
 *
 * Errors   ESTALE; ENOENT; ETYPE; ENOMEM
 * Cost     O(1) if cached, else O(parts on this value) and what they read
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_get_int(strata_world *world,
                                                          strata_entity entity,
                                                          strata_attr attr,
                                                          int64_t *out);

/**
 * Read the current value of one INT or FLAG for many entities.
 *
 * entities `count` handles; the same one may come twice. NULL if count is 0
 * out      caller's, room for `count` values, in the order of the entities. If
 *          the call fails, what is in it is undefined
 * Errors   ESTALE, and the text says which index; ENOENT; ETYPE; EINVAL for a
 *          NULL; ENOMEM
 * Cost     O(count) if cached, else like strata_get_int of each; least where
 *          entities come in the order in which they were spawned. Allocates
 *          nothing once all values have been read before
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_get_ints(strata_world *world, strata_attr attr,
                const strata_entity *entities, size_t count, int64_t *out);

/**
 * Tell whether the current value of a SET or ABILITIES holds a symbol.
 *
 * Errors   ESTALE; ENOENT for an unknown attribute or symbol; ETYPE; ENOMEM
 * Cost     O(1) if cached, else as strata_get
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_has(strata_world *world,
                                                      strata_entity entity,
                                                      strata_attr attr,
                                                      strata_symbol symbol,
                                                      bool *out);

/**
 * Read the base value, before all effects.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_base(strata_world *world,
                                                       strata_entity entity,
                                                       strata_attr attr,
                                                       strata_value *out);

/**
 * Change the base value.
 *
 * value    `type` must be the attribute's
 * Errors   ESTALE for `entity` or the ref; ENOENT for an unknown attribute, or
 *          a symbol that is not in the set's domain; ETYPE; ERANGE outside of
 *          the attribute's range; EINVAL for "zone", which changes by moving
 *          alone; ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_set_base(strata_world *world, strata_entity entity, strata_attr attr,
                const strata_value *value);

/**
 * Change the base value of an INT or FLAG: strata_set_base for hot loops.
 *
 * Errors   ESTALE; ENOENT; ETYPE; ERANGE; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_set_base_int(
    strata_world *world, strata_entity entity, strata_attr attr, int64_t value);

/**
 * Put one symbol into the base value of a SET, or take it out.
 *
 * Errors   ESTALE; ENOENT; ETYPE; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_set_base_symbol(strata_world *world, strata_entity entity,
                       strata_attr attr, strata_symbol symbol, bool present);

/* -- Objects, zones, what was ---------------------------------------------- */

typedef uint32_t strata_definition; /* of these rules, from 1 */
typedef uint32_t strata_zone;       /* a zone of these rules, from 1 */

/**
 * Create an entity with the base values of a definition, in no zone.
 *
 * Errors   ENOENT; ENOMEM; ERANGE past 2^31 entities
 * Cost     O(base values)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_spawn_as(
    strata_world *world, strata_definition definition, strata_entity *out);

/**
 * Create an entity whose base values are the copiable values of another: a
 * token that is a copy (707.2). It is in no zone and has no definition.
 *
 * of       alive, or gone and last known
 * Errors   ESTALE; ENOMEM; ERANGE past 2^31 entities
 * Cost     O(attributes), and what they read
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_spawn_copy(strata_world *world, strata_entity of, strata_entity *out);

/** The definition that an entity was spawned from, 0 for none. Cost O(1). */
STRATA_API strata_definition strata_definition_of(const strata_world *world,
                                                  strata_entity entity);

/**
 * Turn to another face: base values become those of `face`, but for attributes
 * that are kept or hold counters, which stay, as do zone, effects and whatever
 * stamps. The entity gets a new timestamp. Its definition remains: when it
 * moves, it is that again.
 *
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(base values)
 * Rule     712.8, 613.7g
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_transform(
    strata_world *world, strata_entity entity, strata_definition face);

/** When the entity entered its zone or was last renewed; 0 for a stale handle.
 * Timestamps of entities, counters and effects are of one sequence. O(1). */
STRATA_API uint64_t strata_timestamp(const strata_world *world,
                                     strata_entity entity);

/**
 * Give an entity a new timestamp (613.7d-j).
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(1)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_restamp(strata_world *world,
                                                          strata_entity entity);

typedef struct strata_move_desc {
  strata_zone zone;     /* 0: out of all zones */
  strata_entity player; /* whose; 0 for a shared one */
  /* Where in the zone: from 1 at the bottom, from -1 at the top; 0: on top. */
  int32_t position;
  bool same; /* it stays the same object: handle, effects, counters */
} strata_move_desc;

/**
 * Move an entity. It becomes a new object with the base values of its
 * definition (without one: those of its base values that are copiable) and
 * those that are kept; effects on the old one end, and its handle is stale:
 * strata_successor tells what has become of it, strata_last_known what it was.
 * It gets a new timestamp. Whoever is in a zone of the old object's own is in
 * none from then on.
 *
 * out      its new handle, or the same; may be NULL
 * Errors   ESTALE for entity or player; ENOENT; EINVAL for a player with a
 *          shared zone, none with one of each player's, the entity itself as
 *          player; ERANGE for a position beyond the zone's ends, or of none;
 *          ENOMEM
 * Cost     O(attributes), and what they read; O(position)
 * Rule     400.7
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_move(strata_world *world, strata_entity entity,
            const strata_move_desc *to, strata_entity *out);

/** How many entities are in a zone; `player` 0 for a shared one. O(them). */
STRATA_API uint32_t strata_zone_count(const strata_world *world,
                                      strata_zone zone, strata_entity player);

/** The bottommost entity of a zone, or the one above `below`; 0 past the top.
 * `player` 0 for a shared one. Cost O(1). */
STRATA_API strata_entity strata_zone_next(const strata_world *world,
                                          strata_zone zone,
                                          strata_entity player,
                                          strata_entity below);

/** Whose zone an entity is in, 0 for a shared one or none. Cost O(1). */
STRATA_API strata_entity strata_zone_player(const strata_world *world,
                                            strata_entity entity);

/** The object that a moved one has become, 0 if it has not moved or what it
 * was is forgotten; that one may have moved on. Rule 400.7. Cost O(1). */
STRATA_API strata_entity strata_successor(const strata_world *world,
                                          strata_entity gone);

/**
 * Read a value as it was just before an entity moved and became another object.
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE if it is alive, or nothing is known of it; ENOENT; ENOMEM
 * Cost     O(1); for a SET, O(domain)
 * Rule     608.2h
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_last_known(strata_world *world, strata_entity gone, strata_attr attr,
                  strata_value *out);

/**
 * Forget what entities were: for a host to call when nothing refers to them any
 * more, such as at the end of a turn.
 *
 * Errors   ENOMEM
 * Cost     O(entities ever)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_forget_gone(strata_world *world);

/* Where an ability comes from: 305.7 takes away by it, 707.2 copies by it. */
typedef enum strata_ability_origin {
  STRATA_ORIGIN_PRINTED = 0,   /* base value, or given by a copy effect */
  STRATA_ORIGIN_INTRINSIC = 1, /* a law's */
  STRATA_ORIGIN_GRANTED = 2
} strata_ability_origin;

typedef struct strata_ability_row {
  strata_symbol ability;
  strata_ability_origin origin;
  strata_entity giver; /* the source of the effect that granted it, or 0 */
  uint64_t timestamp;  /* what an effect of it gets (613.7a) */
} strata_ability_row;

/**
 * List the abilities that an entity has now, in order.
 *
 * buffer   room for `capacity` rows; NULL if that is 0
 * count    how many there are, also if they do not fit
 * Errors   ESTALE; ETYPE if the rules have no attribute of this type; ENOMEM
 * Cost     O(abilities), and a pass if something has changed
 * Rule     113
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_abilities(strata_world *world, strata_entity entity,
                 strata_ability_row *buffer, size_t capacity, size_t *count);

/**
 * Read a value as it stands after a layer: base power is power after the layer
 * that sets it (208.4b).
 *
 * out      its text and symbols live until the next call on this world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     as strata_explain
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_get_after(strata_world *world, strata_entity entity, strata_attr attr,
                 strata_layer layer, strata_value *out);

/* -- Expressions --------------------------------------------------------- */

/*
 * A predicate ("types has 'elf' and power >= 3") or a value ("count(types has
 * 'elf') + 1") over the world, compiled. Inside it
 *
 *   power            of the entity in question, the same as it.power
 *   this.power       of the effect's source
 *   outer.power      inside count, sum, distinct: of the entity outside
 *   #3:1.power       of one entity, by slot and generation
 *   owner.power      of whom a ref names, and on: this.attached.owner.power
 *   it this outer #3:1 none     entities, to be compared with refs; none also
 *                    with symbols
 *   'elf'            a symbol; "set has 'elf'", "set has this.chosen"; a set or
 *                    the abilities are empty: "set = none"
 *   + - * // min(a, b) max(a, b) -a      integers; they saturate, // rounds
 *                    down, and anything // 0 is 0
 *   = != < <= > >=   integers; = and != also flags, refs, symbols
 *   and or not true false
 *   count(p)         how many entities satisfy p
 *   sum(v, p)        the sum of v over them, exact, which saturates at the end
 *   distinct(set, p) how many different symbols their sets hold
 *   ask('strong')    what a predicate of the rules, a function, answers about
 *                    the entity in question and `this`
 *
 * A ref that names nobody has every attribute at its default. An attribute
 * keeps the handle of somebody gone, which equals nobody else; `this` and #3:1
 * of somebody gone are none.
 */
typedef struct strata_expr strata_expr;

/**
 * Compile an expression.
 *
 * rules    must outlive the expression; their allocator is used
 * text     at most 64 KiB, nested at most 64 deep
 * out      owned: free it with strata_expr_free
 * error    may be NULL; gets offset and text of a failure
 * Errors   ESYNTAX; ENOENT for an unknown name; ETYPE; ERANGE for a number or
 *          text too large; ENOMEM
 * Cost     O(length * log names)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_expr_parse(const strata_rules *rules, const char *text,
                  strata_expr **out, strata_error *error);

/**
 * Compile a predicate that is asked of others, as inside count: `it` is whom it
 * is asked of, `outer` the affected entity. Only BORROW takes one.
 *
 * out      as the other arguments, those of strata_expr_parse
 * Errors   those of strata_expr_parse
 * Cost     O(length * log names)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_expr_parse_inner(const strata_rules *rules, const char *text,
                        strata_expr **out, strata_error *error);

/** Free an expression; effects made with it keep their own copy. NULL is
 * allowed. Cost O(1). */
STRATA_API void strata_expr_free(strata_expr *expr);

/** The expression as text in one canonical form, which strata_expr_parse
 * reads back as the same expression. Lives as long as it. Cost O(1). */
STRATA_API const char *strata_expr_text(const strata_expr *expr);

/** INT, FLAG (a predicate), REF or SYM. Cost O(1). */
STRATA_API strata_type strata_expr_type(const strata_expr *expr);

/** The n-th (from 0) attribute that the expression reads, in the order of
 * their ids, 0 past the end. Cost O(attributes read). */
STRATA_API strata_attr strata_expr_reads(const strata_expr *expr, uint32_t n);

/**
 * Evaluate an expression on current values.
 *
 * it       the entity in question, or 0
 * source   what `this` means, or 0
 * Errors   ESTALE; EINVAL if the expression is of other rules; ENOMEM
 * Cost     O(nodes), times the entities for each count, sum and distinct
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_expr_eval(strata_world *world, const strata_expr *expr, strata_entity it,
                 strata_entity source, strata_value *out);

/**
 * Collect the entities that satisfy a predicate, in the order of their slots.
 *
 * buffer    room for `capacity` handles; NULL if that is 0
 * count     how many there are, also if they do not fit
 * Errors    ETYPE if `expr` is no predicate; ESTALE for `source`; EINVAL;
 *           ENOMEM. More entities than room is no error
 * Cost      O(entities)
 * Since     0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_select(
    strata_world *world, const strata_expr *expr, strata_entity source,
    strata_entity *buffer, size_t capacity, size_t *count);

/* -- What predicates see -------------------------------------------------- */

/** The rules of the world that is looked at: ids of names. Cost O(1). */
STRATA_API const strata_rules *
strata_predicate_rules(const strata_predicate_context *view);

/** Which predicate is asked: its id, for functions that answer for several.
 * Cost O(1). */
STRATA_API uint32_t strata_predicate_id(const strata_predicate_context *view);

/**
 * Read a value as it stands where the predicate is asked, which may be in the
 * middle of a layer.
 *
 * of       `it` or `source`, or whom a ref that was read names; 0 and those
 *          gone have every attribute at its default
 * out      its symbols live until the next call on this view
 * Errors   EINVAL for an attribute that the predicate is not declared to read;
 *          ENOENT; ETYPE for ABILITIES, of which strata_predicate_has tells;
 *          ENOMEM. The predicate fails with the first of them, whatever it
 *          returns
 * Cost     O(1); for a SET, O(domain)
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_predicate_get(strata_predicate_context *view, strata_entity of,
                     strata_attr attr, strata_value *out);

/**
 * Tell whether a SET or ABILITIES holds a symbol, which it cannot if the symbol
 * is not in its domain.
 *
 * of       as for strata_predicate_get
 * Errors   those of strata_predicate_get; ETYPE for other attributes
 * Cost     O(1)
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_predicate_has(strata_predicate_context *view, strata_entity of,
                     strata_attr attr, strata_symbol symbol, bool *out);

/**
 * Say why a predicate fails, for it to return: strata_world_error then says so,
 * with its name before it. Nothing is said if it has failed before.
 *
 * status   not STRATA_OK
 * text     copied, and cut if it is long
 * Errors   always: `status`, or what it failed with before
 * Cost     O(length)
 * Since    0.3
 */
STRATA_API strata_status strata_predicate_fail(strata_predicate_context *view,
                                               strata_status status,
                                               const char *text);

/* -- Continuous effects -------------------------------------------------- */

/* Slot in the low, generation in the high 32 bits; 0 names nothing. */
typedef uint64_t strata_effect;

typedef struct strata_part {
  strata_attr attr;
  strata_layer layer;
  strata_op op;
  strata_rounding rounding; /* DIV, SCALE */
  int64_t value;            /* the operand of an INT or FLAG */
  int64_t divisor;          /* SCALE: 1 to 2^31-1; `value` is then of 32 bits */
  strata_entity ref;        /* the operand of a REF; COPY: of whom */
  strata_symbol symbol;     /* the operand of a SYM */
  const char *text;         /* the operand of a TEXT */
  const strata_symbol *symbols; /* the operand of a SET or ABILITIES;
                                   SUBSTITUTE: the old word and the new */
  size_t symbol_count;
  strata_attr other;        /* SWITCH: exchanged with `attr`; same range */
  const strata_expr *expr;  /* computes the operand in place of `value`, `ref`,
                               `symbol`, or one of `symbols`, `it` being the
                               affected entity; BORROW: the predicate, `outer`
                               being the affected entity */
  strata_ability_kind kind; /* BORROW: only these; KEYWORD: all */
  bool capture; /* compute `expr` once, now; `it` is then nobody (611.2d) */
} strata_part;

typedef struct strata_effect_desc {
  const char *name;     /* for explanations; NULL for none */
  strata_entity source; /* 0 for none */
  /* Whom it affects: these entities, or all that satisfy `subject`. */
  const strata_entity *targets;
  size_t target_count;
  const strata_expr *subject;
  bool lock; /* keep those who satisfy it now, but for parts on attributes that
                are open (611.2c) */
  const strata_expr *condition; /* applies only where it holds; `it` nobody */
  const strata_part *parts;     /* 1 to 64 */
  size_t part_count;
  /* How long: for ever, or until whichever of these comes first. */
  strata_clock clock;          /* 0, or with `ticks` from 1: that many ticks */
  uint32_t ticks;              /* 0: the clock does not end it */
  const strata_expr *while_on; /* ends for good once found false at a commit */
  bool while_source;           /* ends when the source is removed */
  strata_stacking_group group; /* stacking; 0 for none */
  int32_t priority; /* for layers that go by priority: neither INT32_MIN nor
                       INT32_MAX, where the rules' own parts stand */
} strata_effect_desc;

/**
 * Start a continuous effect. It gets the next timestamp.
 *
 * desc     borrowed, copied
 * out      its handle; 0 if a locked subject is satisfied by nobody and no
 *          part is open, or if `while_on` is false already (611.2b), and then
 *          nothing was added. A REFRESH group that is full on every target
 *          gives the handle of the newest effect that was refreshed instead
 * Errors   ESTALE for source, targets or refs; ENOENT for attributes, layers,
 *          symbols, clock, group; ETYPE for an operation or operand that does
 *          not suit the attribute, a subject that is no predicate; EINVAL for
 *          neither targets nor subject, both, no parts, an unlayered
 *          attribute, a constant divisor of 0, two entities to copy; ERANGE;
 *          ENOMEM
 * Cost     O(parts * targets)
 * Rule     611.2, 613.7
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_effect_add(
    strata_world *world, const strata_effect_desc *desc, strata_effect *out);

/**
 * End one effect. What is left gives exactly what it would have given alone.
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(parts * targets)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_effect_remove(strata_world *world, strata_effect effect);

/**
 * End all effects that are locked to one entity, for that entity.
 *
 * Errors   ESTALE; ENOMEM
 * Cost     O(its effects)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_effect_clear(strata_world *world, strata_entity entity);

/**
 * Give an effect a new duration in ticks of its clock, from now.
 *
 * ticks    0: the clock does not end it any more
 * Errors   ESTALE; EINVAL if it was made without a clock; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_effect_refresh(
    strata_world *world, strata_effect effect, uint32_t ticks);

typedef struct strata_effect_info {
  strata_effect effect;
  const char *name; /* "" for none; lives until the next call on the world */
  strata_entity source;
  uint64_t timestamp;
  strata_clock clock;
  uint64_t ticks_left; /* 0: the clock does not end it */
  strata_stacking_group group;
  int32_t priority;
  uint32_t part_count;
  uint32_t target_count; /* those that parts are locked to */
  const char *subject;   /* of its open parts, "" for none; lives as `name` */
} strata_effect_info;

/**
 * Tell what an effect is.
 *
 * Errors   ESTALE
 * Cost     O(parts + targets)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_effect_describe(
    strata_world *world, strata_effect effect, strata_effect_info *out);

/** True if the handle names an effect of this world now. Cost O(1). */
STRATA_API bool strata_effect_is_alive(const strata_world *world,
                                       strata_effect effect);

/** The effect in the next slot after `effect` (0: the first one), 0 at the
 * end. Timestamps tell their order. Cost O(1) amortised. */
STRATA_API strata_effect strata_effect_next(const strata_world *world,
                                            strata_effect effect);

/**
 * Let a clock tick: effects whose last tick this is end, oldest first.
 *
 * ended    how many ended; may be NULL
 * Errors   ENOENT; ENOMEM
 * Cost     O(effects that this clock ends one day)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_tick(strata_world *world,
                                                       strata_clock clock,
                                                       uint32_t *ended);

/* -- Actions and decisions ------------------------------------------------ */

/*
 * What happens in a game happens by actions. One runs from its beginning until
 * nothing is left to be done, or until somebody must decide. Then all that it
 * did is taken back, and what it is, the decision, and the answers so far are
 * part of the world instead: of its hash, its saves and its forks. The answer
 * runs it again from its beginning. So no script and no stack waits anywhere,
 * and what is asked of a player can be saved, copied and taken back.
 *
 * While a decision is open, all calls that write fail with EOPEN, but for
 * strata_answer, strata_retract and strata_cancel. Reading, marks, rollback,
 * forks and saves are free: a rollback to a mark from before the action takes
 * the open decision with it.
 *
 * While an action runs, a handler, a policy or a view may read the world, and
 * what they may write is said where they are declared; all else that writes
 * fails with EOPEN too.
 */

/* A value by its name: a field of an event, or a name of a program. */
typedef struct strata_named_value {
  const char *name;
  strata_value value;
} strata_named_value;

/* What comes after all that an action does, until nothing is left of it. Append
 * only: the numbers are part of saves. */
typedef enum strata_settle_mode {
  STRATA_SETTLE_ALL = 0,    /* state-based actions; what has triggered is put on
                               the stack; and the stack is resolved (704.3,
                               603.3b, 608) */
  STRATA_SETTLE_NONE = 1,   /* nothing: what has triggered waits */
  STRATA_SETTLE_CHECKS = 2, /* state-based actions; what has triggered waits */
  STRATA_SETTLE_PLACE = 3   /* likewise, and what has triggered is put on the
                               stack, where it waits for players to respond */
} strata_settle_mode;

/* What an action is: an event, the deeds of a code, or to let the topmost
 * object of the stack resolve; one of the three. */
typedef struct strata_act_desc {
  strata_event_type event; /* not an alias */
  strata_watcher_def code; /* a TRIGGER, STATE or UNTIL */
  bool resolve;            /* nothing else is given then */
  strata_entity source; /* whose it is: `this` of a code, the field "cause" of
                           an event; perhaps gone (113.7a); 0: nobody's */
  strata_entity you;    /* who acts: "$you", the field "by"; 0: nobody */
  const strata_named_value *given; /* fields of the event, names that the code
                                is given; all others are 0 or nobody */
  size_t given_count;
  strata_settle_mode settling;
} strata_act_desc;

typedef enum strata_outcome {
  STRATA_DONE = 0,  /* all of it has happened */
  STRATA_DECIDE = 1 /* nothing has happened; a decision is open */
} strata_outcome;

/**
 * Do an action: whole, or not at all, or up to a decision.
 *
 * desc     borrowed; see strata_act_desc
 * outcome  may be NULL: strata_decision_count tells too
 * Errors   EOPEN while a decision is open; EINVAL unless it names one event or
 *          code that can be acted, or what can be resolved; ENOENT for an
 *          unknown id, field, name or symbol, a handler that nobody runs, or if
 *          nothing is on the stack; ETYPE for a value that is not of its
 *          field's type; ESTALE; ERANGE for a value outside of its attribute, a
 *          position outside of its zone; ELIMIT if it goes on and on; ELOOP
 *          if it goes round in a circle in which nobody decides and nothing is
 *          rolled: the text names the codes and cards that form it, and rules
 *          may say what happens instead (`on_loop`); what a handler or policy
 *          fails with; ENOMEM
 * Cost     what it does, and at a decision the same to take it back; where
 *          several replacements or triggers could come first, what follows in
 *          each of at most 24 orders
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_act(
    strata_world *world, const strata_act_desc *desc, strata_outcome *outcome);

typedef struct strata_walk_desc {
  strata_act_desc event; /* `code` and `resolve` are not for it */
  const char *phase;     /* of its kind */
  bool whole;            /* whoever stops it, all are called */
} strata_walk_desc;

/* What came of it. */
typedef struct strata_walk_result {
  strata_outcome outcome;     /* DECIDE: nothing of the rest is known yet */
  uint32_t called;            /* so many handlers */
  bool stopped;               /* one has stopped it */
  bool until;                 /* the `until` of the phase holds */
  strata_watcher_def stopper; /* who has stopped it, or 0 */
  uint64_t row; /* of the log: PASSED, with the event's fields as they
                   were left */
} strata_walk_result;

/**
 * Let an event pass along a chain, and not happen: what the handlers of one
 * phase make of it is an action, which happens whole or not at all.
 *
 * desc     borrowed; see strata_walk_desc
 * out      may be NULL
 * Errors   those of strata_act; ENOENT for a phase that its kind does not have
 * Cost     O(n log n) of its chain, and what the handlers do
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_walk_chain(
    strata_world *world, const strata_walk_desc *desc, strata_walk_result *out);

/* What a decision is for. Append only: the numbers are part of saves. */
#define STRATA_PURPOSE_MAP(X)                                                  \
  X(REPLACE, 0, "replace")               /* which replacement applies (616) */ \
  X(ORDER_TRIGGERS, 1, "order triggers") /* 603.3b */                          \
  X(ORDER_STAMPS, 2, "order timestamps") /* 613.7m */                          \
  X(TARGET, 3, "target")                                                       \
  X(MODE, 4, "mode")                                                           \
  X(MAY, 5, "may")       /* option 0: yes, option 1: no */                     \
  X(CHOOSE, 6, "choose") /* some of the options */                             \
  X(DIVIDE, 7, "divide") /* an amount for each option, in all `total` */       \
  X(ORDER, 8, "order")                                                         \
  X(NUMBER, 9, "number")      /* a number, no options */                       \
  X(ALLOCATE, 10, "allocate") /* as DIVIDE: prevention (615.7) */              \
  X(KEEP, 11, "keep")         /* 704.5j */

typedef enum strata_decision_purpose {
#define X(name, value, text) STRATA_PURPOSE_##name = value,
  STRATA_PURPOSE_MAP(X)
#undef X
} strata_decision_purpose;

typedef struct strata_option {
  strata_value value;  /* of type 0 where it is only a text */
  const char *text;    /* to be shown; NULL: the value says it all */
  const char *outcome; /* what comes of it, in words: of a replacement what
                          would happen; NULL: not known, or not for who decides
                          to know */
} strata_option;

/*
 * A decision. The answer to NUMBER is a number from `least` to `most`; to
 * DIVIDE and ALLOCATE an amount for each option, each from `least` to `most`,
 * in all `total`; to all others `least` to `most` of the options, none twice.
 */
typedef struct strata_decision {
  uint32_t id; /* among those of its action, from 1: for the answer */
  strata_decision_purpose purpose;
  strata_entity who, source; /* who decides; what asks. 0: nobody */
  const char *prompt;        /* NULL: none */
  const strata_option *options;
  size_t option_count;
  int64_t least, most, total;
  bool ordered; /* the order in which options are named counts */
  bool hidden;  /* others are not to see the answer before all are in */
  bool firm;    /* something was rolled or revealed right before it: earlier
                   answers stand, and so does the action */
  bool missed;  /* it was answered, but the rules have changed since, and it is
                   met otherwise than it was then: it is asked anew */
} strata_decision;

/** How many decisions are open, 0 if no action waits. Cost O(decisions of the
 * action). */
STRATA_API size_t strata_decision_count(const strata_world *world);

/**
 * Describe an open decision.
 *
 * n        from 0, below strata_decision_count
 * out      its options and texts live until the next call on this world
 * Errors   ENOENT if there is no such; ENOMEM
 * Cost     O(options + texts)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_decision_get(strata_world *world, size_t n, strata_decision *out);

typedef struct strata_answer_desc {
  uint32_t decision; /* its id; 0: the first that is open */
  strata_entity who; /* who answers: must be who decides; 0: is not checked */
  const uint32_t *options; /* which, from 0; NULL: none are named */
  const int64_t *amounts;  /* NUMBER: the number; DIVIDE, ALLOCATE: an amount
                              for each option, or for those that are named, the
                              others getting 0; of all other purposes NULL */
  size_t count;
} strata_answer_desc;

/**
 * Answer an open decision. If none is left open the action is run again with
 * all answers. On failure the decision is open as before.
 *
 * answer   borrowed
 * outcome  may be NULL
 * Errors   EREFUSED for an answer that is not legal, and the text says why, or
 *          if no decision is open; ECORRUPT for an action that these rules do
 *          not have; else those of strata_act, but for EOPEN
 * Cost     that of the whole action
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_answer(strata_world *world, const strata_answer_desc *answer,
              strata_outcome *outcome);

/**
 * Take the newest answer of the open action back: what it answered is open
 * again, and the world is as it was then, hash included.
 *
 * Errors   EREFUSED if no decision is open, none is answered, or something was
 *          rolled or revealed since; else those of strata_answer
 * Cost     that of the action up to there
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_retract(strata_world *world);

/**
 * Give the open action up: the world is as it was before it, hash included.
 *
 * Errors   EREFUSED if no decision is open, or the action has rolled or
 *          revealed something; ENOMEM
 * Cost     O(options of its decisions)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_cancel(strata_world *world);

/**
 * Copy a world as it stands where its action is: what has happened in it so far
 * has happened in the copy, which is there to be looked at. Every call that
 * writes fails with EOPEN on it, no decision is open there, and a fork of it is
 * a world like any other. The options of the decision name entities of it.
 *
 * into     as for strata_fork
 * out      owned; may be NULL if `into` is given
 * Errors   EREFUSED if no decision is open; those of strata_fork; else those of
 *          strata_answer, and then `into` is as `world` is
 * Cost     a fork, and that of the action up to there
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_peek(strata_world *world,
                                                       strata_world *into,
                                                       strata_world **out);

/**
 * Seed the world's generator, from which all chance comes: equal seeds, equal
 * games, on every machine. A new world has seed 0.
 *
 * Errors   EOPEN; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_seed(strata_world *world,
                                                       uint64_t seed);

/* -- Handlers and policies ------------------------------------------------ */

/*
 * What data cannot say, deed RUN leaves to a handler: a function of the host's,
 * known by the name under which the rules declare it. It says all that it does
 * in straight lines, and asks as if the answer were there. If it is not, the
 * call that asks fails with ESUSPEND, the handler returns that, and it is run
 * again from its beginning once there is an answer. So it keeps nothing between
 * two calls but in the world (strata_note), and what it does depends on nothing
 * but what it reads there, its event and its names.
 *
 * Where its deed stands says what it may do:
 *  [a] events may happen (strata_emit), whole before the call returns
 *  [r] it changes its event (strata_event_set) or stops it (strata_event_stop)
 *  [p] what it emits happens with what else is collected there: in the parts of
 *      a kind, in TOGETHER, and, for a replacement, in INSTEAD
 *  [d] it writes: all calls that write are free, but for actions, commits,
 *      marks and rollback
 * Everywhere it may read the world, its event and names, bind names, note,
 * roll, begin or end effects and watchers, and but for [d] ask. A call on a run
 * that has failed, with ESUSPEND or in something that happened, fails with that
 * again.
 */
typedef struct strata_handler_call
    strata_handler_call; /* for as long as the handler runs */

/* An event in flight: a number that means something in its run alone. */
typedef uint32_t strata_event;

/*
 * Do what a handler does.
 *
 * Returns  STRATA_OK, or what the action fails with: strata_call_fail says it
 * in words. ESUSPEND from a call must be returned
 */
typedef strata_status (*strata_handler_fn)(void *user, strata_handler_call *run,
                                           strata_handler handler);

/*
 * Answer a decision in place of a player, when it is met, so that the action
 * goes on. What comes of it is the same as if the host had answered.
 *
 * world     as it stands where the decision is met; it may be read
 * decision  borrowed
 * answer    what strata_answer would be given; what it points to must last
 *           until the next call of this function
 * Returns   STRATA_OK; ESUSPEND to leave it open, for the host; all else fails
 *           the action, as does an answer that is not legal, with EREFUSED
 */
typedef strata_status (*strata_policy_fn)(void *user, strata_world *world,
                                          const strata_decision *decision,
                                          strata_answer_desc *answer);

/* What became of a handler that fails; HOST: nothing, its host has disabled it.
 * The numbers are part of the save format. */
#define STRATA_FAULT_MAP(X)                                                    \
  X(HOST, 0, "host")   /* strata_disable_handler */                            \
  X(ERROR, 1, "error") /* it failed, or what it let happen did */              \
  X(BUDGET, 2,                                                                 \
    "budget") /* it took more steps, or printed more, than it may */           \
  X(MEMORY, 3, "memory") /* more memory than it may */                         \
  X(STACK, 4, "stack")   /* more calls, or handlers, within each other */      \
  X(RETURN, 5, "return") /* it returned what means nothing */                  \
  X(LIMIT, 6, "limit")   /* too much happened: strata_handler_runner */

typedef enum strata_fault_kind {
#define X(name, value, text) STRATA_FAULT_##name = value,
  STRATA_FAULT_MAP(X)
#undef X
      STRATA_FAULT_KINDS
} strata_fault_kind;

/* A handler that is disabled: deeds that would run it do nothing, and the log
 * says so (SKIPPED). `text` says in several lines what has failed, where, in
 * which event, and what had happened before; it has no control characters but
 * newlines. It is not state: NULL in a world that did not see it happen. */
typedef struct strata_fault {
  strata_handler handler;
  strata_watcher_def
      code; /* what ran it, or 0: a kind of event, a check, the host */
  strata_fault_kind kind;
  uint64_t action; /* in which it was, or before which: 1 for the first */
  const char *text;
} strata_fault;

/*
 * Be told that a handler has failed and is disabled, while the action begins
 * anew without it; for a line on a terminal. It may do nothing to the world.
 *
 * fault  borrowed
 */
typedef void (*strata_fault_fn)(void *user, strata_world *world,
                                const strata_fault *fault);

/* Who runs actions of a world. */
typedef struct strata_handler_runner {
  size_t struct_size;       /* sizeof(strata_handler_runner) */
  strata_handler_fn handle; /* NULL: no handler can be run */
  void *handle_user;
  strata_policy_fn decide; /* NULL: all decisions are left open */
  void *decide_user;
  uint64_t event_limit;  /* how many events one action may have; 0: 2^20 */
  strata_fault_fn fault; /* NULL: nobody is told */
  void *fault_user;
  /* What becomes of an action in which a handler fails. False: it begins anew
   * with its answers and without the handler, which is disabled from then on
   * (strata_fault). True: the action fails. Without memory it always fails. */
  bool strict;
} strata_handler_runner;

/**
 * Say who runs the actions of a world. Of a fork that is made anew it is the
 * same, one that is given keeps its own; a loaded world has none.
 *
 * runner   copied; NULL: nobody
 * Errors   EINVAL if struct_size is not one that this library knows; EOPEN
 *          while an action runs, though not while a decision is open
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_set_handler_runner(
    strata_world *world, const strata_handler_runner *runner);

/**
 * Disable a handler: whatever would run it passes it over, until it is enabled
 * again. That is state: it is hashed, saved, copied, and taken back by undo. A
 * world in which this was done before an action, with what strata_disabled_get
 * says of a handler that failed in it, is the same after the action.
 *
 * fault    borrowed; action and text are not read
 * Errors   EINVAL if it is NULL or has no such kind; ENOENT for an unknown
 *          handler or code; EOPEN; ENOMEM. One that is disabled stays so
 * Cost     O(handlers that are disabled)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_disable_handler(strata_world *world, const strata_fault *fault);

/**
 * Let a handler run again: what was known of its fault is forgotten.
 *
 * Errors   ENOENT for an unknown handler; EOPEN; ENOMEM. One that is not
 *          disabled stays so
 * Cost     O(handlers that are disabled)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_enable_handler(strata_world *world, strata_handler handler);

/** How many handlers are disabled. Cost O(1). */
STRATA_API uint32_t strata_disabled_count(const strata_world *world);

/**
 * The n-th handler that is disabled, from 0, in the order in which they were.
 *
 * out      its text lives until a handler fails again, or the world is freed
 * Errors   EINVAL if out is NULL; ENOENT past the last
 * Cost     O(faults of this world)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_disabled_get(strata_world *world, uint32_t n, strata_fault *out);

/** The world of a run. Cost O(1). */
STRATA_API strata_world *strata_call_world(const strata_handler_call *run);

/** The event that the handler is about, 0 for none. Cost O(1). */
STRATA_API strata_event strata_call_event(const strata_handler_call *run);

/** Whose handler it is (`this`), perhaps gone; 0: nobody's. Cost O(1). */
STRATA_API strata_entity strata_call_this(const strata_handler_call *run);

/** Who acts ("$you"), or 0. Cost O(1). */
STRATA_API strata_entity strata_call_you(const strata_handler_call *run);

/** Whom the program is at (`it` of EACH), or 0. Cost O(1). */
STRATA_API strata_entity strata_call_it(const strata_handler_call *run);

/**
 * Read a name of the program: what it was given, what deeds have bound, and the
 * arguments of the deed.
 *
 * name     without the "$"
 * Errors   ENOENT if the program has no such name
 * Cost     O(names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_get(strata_handler_call *run, const char *name, strata_value *out);

/**
 * Bind a name of the program, for the deeds that come.
 *
 * value    of the name's type; a ref may be gone
 * Errors   ENOENT for a name that the program has not, or an unknown symbol;
 *          ETYPE; ERANGE; ESTALE for a ref that was never anybody
 * Cost     O(names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_call_set(
    strata_handler_call *run, const char *name, const strata_value *value);

/** The kind of an event, never an alias; 0 if there is no such event. O(1). */
STRATA_API strata_event_type
strata_event_type_of(const strata_handler_call *run, strata_event event);

/** Whether an event has happened: not if it was replaced, could not happen, or
 * is still to happen. Cost O(1). */
STRATA_API bool strata_event_happened(const strata_handler_call *run,
                                      strata_event event);

/** Who was spawned by an event, or who moved in it is since, the first of them
 * if there are several; 0: nobody. Cost O(1). */
STRATA_API strata_entity strata_event_made(const strata_handler_call *run,
                                           strata_event event);

/**
 * Walk through what came of an event: those that it contains, and those that
 * took its place, whether they happened or not, each before its own.
 *
 * after    0 for the first
 * Returns  the next, 0 past the last
 * Cost     O(events of the run between the two)
 */
STRATA_API strata_event strata_event_next(const strata_handler_call *run,
                                          strata_event event,
                                          strata_event after);

/**
 * Read a field of an event.
 *
 * Errors   ENOENT if there is no such event, or its kind has no such field
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_get(strata_handler_call *run, strata_event event,
                 strata_field field, strata_value *out);

/**
 * Change a field of the event of a replacement, as deed CHANGE does.
 *
 * event    strata_call_event
 * Errors   EINVAL unless the handler's deed is one of a replacement, and the
 *          event its event; ENOENT; ETYPE; ERANGE for a flag; ESTALE
 * Cost     O(1)
 * Rule     614.1, 616.1f
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_set(strata_handler_call *run, strata_event event,
                 strata_field field, const strata_value *value);

/**
 * Let the event of a replacement not happen, as deed NOTHING does.
 *
 * event    strata_call_event
 * Errors   as for strata_event_set
 * Cost     O(1)
 * Rule     614.6
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_stop(strata_handler_call *run, strata_event event);

/* What came of an event that was emitted. */
typedef struct strata_emit_result {
  strata_event event; /* it, for strata_event_next and the like */
  uint32_t happened;  /* how many happened: 1 for itself, or what took its
                         place; 0: nothing did, or not yet, in [p] */
  strata_entity made; /* who came of it first; 0: nobody */
} strata_emit_result;

/**
 * Make events that happen at the same time, and let them happen, whole, with
 * all that they contain, that takes their place and that is done about them.
 * In [p] they only join the others that are collected there.
 *
 * events   each an event as for strata_act, no code; `source` and `you` 0:
 *          those of the handler
 * count    at least 1
 * out      as many, or NULL
 * Errors   EINVAL for a handler that changes its event, or writes; those that
 *          strata_act has for what an action is. After any other error,
 *          ESUSPEND among them, the run has failed, and the handler must return
 *          it: a deeper handler's, ERANGE, ELIMIT, also for handlers that emit
 *          within each other more than 40 deep
 * Cost     that of the events
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_emit(strata_handler_call *run, const strata_act_desc *events,
            size_t count, strata_emit_result *out);

/**
 * Ask somebody, and go on when there is an answer. Nobody is asked who has but
 * one answer.
 *
 * ask      `who` may be 0; id, firm and missed are not looked at. It is copied
 * out      the answer, as strata_answer has it, but that `decision` is 0 and
 *          `who` who was asked; lives as long as the handler runs
 * Errors   ESUSPEND: return it; EINVAL in [d], or for a decision that can have
 *          no answer; ENOENT for an unknown symbol; ERANGE for a flag; ESTALE;
 *          EREFUSED if a policy's answer is not legal. After ESUSPEND and
 *          EREFUSED, and what a policy fails with, the run has failed
 * Cost     O(options + texts)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_choose(strata_handler_call *run, const strata_decision *ask,
                   strata_answer_desc *out);

/**
 * Ask several at once: their decisions are open together, can be answered in
 * any order, and the run goes on when all are.
 *
 * asks     with `hidden` the answers are not to be seen before all are in
 * count    from 1
 * out      as many
 * Errors   those of strata_call_choose
 * Cost     O(options + texts)
 * Rule     101.4, 608.2e
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_choose_all(strata_handler_call *run, const strata_decision *asks,
                       size_t count, strata_answer_desc *out);

/**
 * Roll a number from 1 to `sides`, by the world's generator.
 *
 * Errors   ERANGE if there is none; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_roll(strata_handler_call *run, int64_t sides, int64_t *out);

/**
 * Say why a handler fails, for it to return: strata_world_error then says so,
 * with its name before it. Nothing is said if the run has failed before.
 *
 * status   neither STRATA_OK nor ESUSPEND
 * text     copied, and cut if it is long
 * Errors   always: `status`, or what the run failed with before; EINVAL for a
 *          status that is none of a failure
 * Cost     O(length)
 * Since    0.4
 */
STRATA_API strata_status strata_call_fail(strata_handler_call *run,
                                          strata_status status,
                                          const char *text);

/**
 * The same with ESCRIPT, of a script that was ended: of what kind that is.
 *
 * kind     HOST: the host has ended it; nobody is at fault, the action fails
 * text     any length; the fault has all of it
 * Errors   always: ESCRIPT, or what it failed with before; EINVAL: no such kind
 * Cost     O(length)
 * Since    0.4
 */
STRATA_API strata_status strata_call_fault(strata_handler_call *run,
                                           strata_fault_kind kind,
                                           const char *text);

/* -- Watchers ------------------------------------------------------------- */

/*
 * What watches for events is the code of an ability, a law, or what was started
 * by deed WATCH or here. The latter is no object: it is there until it ends, is
 * used up, or the clock has ticked so often.
 */
typedef uint64_t strata_watcher; /* one that was started; as strata_effect */

typedef struct strata_watcher_start_desc {
  strata_watcher_def code;   /* what it says */
  strata_entity source, you; /* its `this` and "$you"; 0: nobody */
  const strata_named_value
      *names; /* what the code is given; others are 0 or nobody*/
  size_t name_count;
  int64_t left;       /* of a prevention: so much in all; 0: no limit */
  uint32_t uses;      /* told: how often it may still be applied; 0: no limit.
                         It begins with what its code says */
  strata_clock clock; /* what ends it; 0: no clock */
  uint64_t ticks;     /* after so many of its ticks, fewer than 2^32; told: how
                         many are left; 0: it is not ended by a clock */
} strata_watcher_start_desc;

/**
 * Start a watcher, as deed WATCH does. A handler may too, wherever it stands.
 *
 * desc     borrowed
 * out      may be NULL
 * Errors   ENOENT for an unknown code, name, clock or symbol; EINVAL for ticks
 *          without a clock; ERANGE for a negative `left`, too many ticks, or a
 *          flag; ETYPE; ESTALE; EOPEN; ENOMEM
 * Cost     O(names)
 * Rule     611.2, 615.3
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_start(strata_world *world, const strata_watcher_start_desc *desc,
                     strata_watcher *out);

/**
 * End a watcher.
 *
 * Errors   ESTALE for one that has ended; EOPEN; ENOMEM
 * Cost     O(names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_remove(strata_world *world, strata_watcher watch);

/**
 * Tell what is left of a watcher.
 *
 * out      its names, all that its code is given, live until the next call on
 *          this world, their texts as long as the rules
 * Errors   ESTALE for one that has ended; ENOMEM
 * Cost     O(names^2)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_watcher_describe(
    strata_world *world, strata_watcher watch, strata_watcher_start_desc *out);

/** The watcher that was started after another (0: the oldest of all), 0 past
 * the last, or after one that has ended. Cost O(1). */
STRATA_API strata_watcher strata_watcher_next(const strata_world *world,
                                              strata_watcher watch);

/* -- Chains of handlers --------------------------------------------------- */

typedef struct strata_hook_desc {
  strata_entity owner; /* whose chain; 0: that of all */
  const strata_watcher_def
      *codes; /* a handler, or a group: all of them or none */
  size_t code_count;
  strata_clock clock; /* with `ticks` from 1: until it has ticked so often */
  uint64_t ticks;     /* 0: no clock ends it */
  bool try_only; /* it is no mistake if one is there already, or not there */
} strata_hook_desc;

/**
 * Let handlers join the chain of an entity, or that of all, behind all others
 * of their rank. Entities of one definition have its chains until one changes
 * its own; nobody else's change with it. A pass that is going on does not call
 * them.
 *
 * desc     borrowed; see strata_hook_desc
 * count    may be NULL; how many were not there before
 * Errors   EINVAL for no handlers, or a code that is none; ENOENT for a code or
 *          clock; EEXIST for one that is there, naming it; ESTALE; ERANGE;
 *          EOPEN; ENOMEM. All are hooked, or none
 * Cost     O(codes * (what the owner's definition prints + his rows))
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_add(
    strata_world *world, const strata_hook_desc *desc, size_t *count);

/**
 * Let handlers leave a chain, also those that are printed there. What they have
 * stored with its owner is forgotten. A pass that is going on goes by who was
 * in the chain when it began, and still calls them.
 *
 * desc     borrowed; its clock and ticks are not looked at
 * count    may be NULL; how many were there
 * Errors   those of strata_hook_add, but ENOENT for one that is not there
 * Cost     as that of strata_hook_add
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_remove(
    strata_world *world, const strata_hook_desc *desc, size_t *count);

/** True if a handler is in the chain of an entity (0: of all) itself, printed
 * or hooked. Cost as strata_hook_add. */
STRATA_API bool strata_hook_has(const strata_world *world, strata_entity owner,
                                strata_watcher_def code);

/* One of a chain. */
typedef struct strata_chain_row {
  strata_watcher_def code;
  strata_entity owner; /* 0: it is in the chain of all */
  int32_t rank;
  uint32_t place;  /* in the chain, from 1: no two have the same */
  uint64_t hooked; /* when, as a number that grows; 0: it is printed */
} strata_chain_row;

/**
 * List all whom an event of a kind would meet in a phase, in order.
 *
 * owner    whose chain beside that of all, alive or gone; 0: nobody's
 * out      lives until the next call on this world
 * Errors   ENOENT for an unknown kind or phase; ESTALE; EINVAL; ENOMEM
 * Cost     O(n log n) of it, and the rows of the owner and of the world
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_chain_list(
    strata_world *world, strata_entity owner, strata_event_type kind,
    const char *phase, const strata_chain_row **out, size_t *count);

/**
 * Tell what a handler has stored with the owner of a chain that it is in: each
 * has its own, of the names of its code.
 *
 * owner    0: the chain of all
 * name     one of the names that its code is declared with
 * Errors   ENOENT for a handler that is not in the chain, or has no such name;
 *          EINVAL; ESTALE
 * Cost     O(rows of the owner + names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_hook_get(strata_world *world, strata_entity owner,
                strata_watcher_def code, const char *name, strata_value *out);

/**
 * Let it be something else.
 *
 * value    of the type of the name
 * Errors   those of strata_hook_get; ETYPE; EOPEN; ENOMEM
 * Cost     O(rows of the owner + names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_set(
    strata_world *world, strata_entity owner, strata_watcher_def code,
    const char *name, const strata_value *value);

/** True if a chain of handlers calls this one, which may stop or leave it.
 * Cost O(1). */
STRATA_API bool strata_call_in_chain(const strata_handler_call *run);

/**
 * Stop the chain that this handler is called by: as deed HALT.
 *
 * Errors   EINVAL for a handler that is in no chain
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_halt(strata_handler_call *run);

/**
 * Let this handler leave the chain that it is called by, when it is done: as
 * deed DROP.
 *
 * Errors   EINVAL for a handler that is in no chain
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_drop(strata_handler_call *run);

/* -- Notes and the log ---------------------------------------------------- */

/**
 * Remember a value under a key, beside those that are remembered there, as deed
 * NOTE does. What an entity remembers goes with it.
 *
 * owner    0: the world itself
 * key      any text but ""
 * value    INT, FLAG, REF or SYM; NULL: forget all that is under the key
 * Errors   EINVAL for a key; ETYPE for a value that no note holds; ENOENT for
 *          an unknown symbol; ESTALE, also for a ref that was never anybody;
 *          EOPEN; ENOMEM
 * Cost     O(1); forgetting O(notes of the owner)
 * Rule     607
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_note(strata_world *world, strata_entity owner, const char *key,
            const strata_value *value);

/**
 * Tell what is remembered under a key, oldest first. Notes do not keep their
 * types: a symbol comes as a SYM, all else as an INT that has `ref` too.
 *
 * owner    0: the world itself; who is gone but not forgotten will do
 * buffer   room for `capacity` values, NULL if that is 0
 * count    how many there are, which may be more
 * Errors   EINVAL; ESTALE
 * Cost     O(notes of the owner)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_noted(strata_world *world, strata_entity owner, const char *key,
             strata_value *buffer, size_t capacity, size_t *count);

/* What a row of the log says. Append only: the numbers are part of saves.
 * LEFT_OUT is a choice that makes no difference, so nobody was asked: fields as
 * of DECIDED, and which option was taken. HANDLED is of a handler that was
 * called, and whose chain it is in (source); PASSED of strata_walk_chain, and
 * who has stopped it; SKIPPED of a handler that is disabled: of whom (source),
 * and what would have run it. */
#define STRATA_LOG_MAP(X)                                                      \
  X(HAPPENED, 0, "happened")                                                   \
  X(REPLACED, 1, "replaced")                                                   \
  X(PREVENTED, 2, "prevented")                                                 \
  X(REFUSED, 3, "cannot")                                                      \
  X(DROPPED, 4, "nothing")                                                     \
  X(TRIGGERED, 5, "triggered")                                                 \
  X(PLACED, 6, "placed")                                                       \
  X(RESOLVED, 7, "resolved")                                                   \
  X(DECIDED, 8, "decided")                                                     \
  X(LEFT_OUT, 9, "not asked")                                                  \
  X(HANDLED, 10, "handled")                                                    \
  X(MISSED, 11, "missed")                                                      \
  X(PASSED, 12, "passed")                                                      \
  X(SKIPPED, 13, "skipped")

typedef enum strata_log_kind {
#define X(name, value, text) STRATA_LOG_##name = value,
  STRATA_LOG_MAP(X)
#undef X
} strata_log_kind;

typedef struct strata_log_row {
  uint64_t number; /* from 1, in order, never given twice */
  uint64_t action; /* in which it happened: 1 for the first */
  uint64_t parent; /* row of the event that contains it, perhaps forgotten; 0:
                      none */
  strata_log_kind what;
  strata_event_type kind;    /* 0: of no event */
  strata_watcher_def code;   /* of what watcher; 0: of none */
  strata_entity who, source; /* its affected, its cause, perhaps gone; or 0 */
  uint32_t count;            /* so many equal ones, one after the other */
  const strata_named_value *fields; /* all of its kind, in their order. DECIDED,
                                 by `who`: "purpose" (INT), then for each option
                                 that was chosen "option" (INT), "chosen" (its
                                 value, if it has one) and "amount" (INT, of
                                 DIVIDE and ALLOCATE); NUMBER: "amount" alone */
  size_t field_count;
} strata_log_row;

/** The number of the row after a number (0: the first that is kept), 0 past the
 * last. Cost O(1). */
STRATA_API uint64_t strata_log_next(const strata_world *world, uint64_t after);

/**
 * Read a row of the log.
 *
 * out      its fields live until the next call on this world, their names as
 *          long as the rules
 * Errors   ENOENT for a number that was forgotten, or is yet to come; ENOMEM
 * Cost     O(fields^2)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_log_get(strata_world *world,
                                                          uint64_t number,
                                                          strata_log_row *out);

/**
 * Let all rows before a number go. Numbers go on as if they were there.
 *
 * before   UINT64_MAX: all
 * Errors   EOPEN; ENOMEM
 * Cost     O(rows that go)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_log_forget(strata_world *world, uint64_t before);

/*
 * Be told of a row. The world is as it is when the row is told, may be read,
 * and cannot be changed.
 *
 * row       lives until the function returns. One that is MISSED with count 0
 *           is in no log: it says that the row of its number and all later ones
 *           that were told did not happen after all, since what they were of
 *           was taken back, and that what is told next comes in their place
 */
typedef void (*strata_observer_fn)(void *user, strata_world *world,
                                   const strata_log_row *row);

/**
 * Tell a function of every row of the log from now on, each once, in order:
 * when an action is done, or stops at a decision, of all that has happened in
 * it so far. What happens again when it is run again is not told again. Neither
 * forks nor saves have views.
 *
 * Errors   EINVAL for no function, or one that is told with this user already;
 *          EOPEN while an action runs or a view is told
 * Cost     O(views)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_subscribe(strata_world *world, strata_observer_fn view, void *user);

/**
 * Tell a function no more.
 *
 * Errors   ENOENT if it is not told with this user; EOPEN while an action runs
 *          or a view is told
 * Cost     O(views)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_unsubscribe(strata_world *world, strata_observer_fn view, void *user);

/* -- Explanations -------------------------------------------------------- */

typedef struct strata_why strata_why;

/* Whether a part changed the value, and if not, why not. */
typedef enum strata_why_step {
  STRATA_STEP_APPLIED = 0,
  STRATA_STEP_CONDITION = 1, /* its condition does not hold */
  STRATA_STEP_SUBJECT = 2,   /* its subject leaves this entity out */
  STRATA_STEP_STACKING = 3,  /* another of its group counts instead */
  STRATA_STEP_LOST = 4,      /* its ability was lost before it could start */
  STRATA_STEP_ZONE = 5       /* its ability does not function in this zone */
} strata_why_step;

/* Why a part stands where it does among those of its layer. */
typedef enum strata_order_reason {
  STRATA_REASON_TIMESTAMP = 0,
  STRATA_REASON_PRIORITY = 1,
  STRATA_REASON_CDA = 2,     /* before all that are not (613.3) */
  STRATA_REASON_LAW = 3,     /* the rules' own, first or last */
  STRATA_REASON_DEPENDS = 4, /* it waited for another (613.8a) */
  STRATA_REASON_LOOP = 5     /* by timestamp, as they wait for each other
                                 (613.8b) */
} strata_order_reason;

typedef struct strata_why_row {
  strata_layer layer;
  strata_op op;
  strata_why_step step;
  strata_effect effect;
  strata_entity source;
  uint64_t timestamp;
  const char *effect_name; /* "" for none */
  const char *layer_name;  /* the number, where layers are numbers */
  const char *operand;     /* as text: "add 3", "switch toughness" */
  const char *formula;     /* the expression that gave the operand, or "" */
  int64_t value, divisor;  /* the operand of an INT or FLAG as a number */
  strata_rounding rounding;
  strata_value before, after; /* equal unless APPLIED */
  strata_attr attr;
  strata_order_reason because;
  const char *waited_for; /* DEPENDS, LOOP: the other's name; else "" */
  const char *difference; /* DEPENDS: what the trial showed; LOST: who took it
                             away; else "" */
} strata_why_row;

/**
 * Explain a current value: the evaluator itself with its trace kept.
 *
 * out      owned: free it with strata_why_free, before the world
 * Errors   ESTALE; ENOENT; ENOMEM
 * Cost     O(parts that could touch the value) and what they read
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain(strata_world *world,
                                                          strata_entity entity,
                                                          strata_attr attr,
                                                          strata_why **out);

/**
 * Explain what somebody's abilities and effects do to an entity, and why not:
 * a row for each of their parts, over all attributes, whether it applies or
 * its ability was lost, does not function, has a condition that fails or a
 * subject that leaves the entity out.
 *
 * source   whose; 0 with an `effect`
 * effect   or one effect; 0 with a `source`
 * out      owned: free it with strata_why_free, before the world
 * Errors   ESTALE; EINVAL for neither or both; ENOMEM
 * Cost     one pass with a trace
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain_source(
    strata_world *world, strata_entity entity, strata_entity source,
    strata_effect effect, strata_why **out);

/**
 * Explain the order within one layer: who waits for whom, and because of what.
 * Constant parts that are locked to their targets are not among them where
 * nothing reads what they change: they wait for nobody, and nobody for them.
 *
 * out      owned: rows are one for each part applied, in order; its text is a
 *          line for each, strata_why_dot the same as a graph
 * Errors   ENOENT; ENOMEM
 * Cost     one pass, with all pairs of the layer tried
 * Rule     613.8
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_explain_layer(strata_world *world, strata_layer layer, strata_why **out);

/** A layer's order as a Graphviz graph, "" of other explanations. O(1). */
STRATA_API const char *strata_why_dot(const strata_why *why);

/** Free an explanation. NULL is allowed. Cost O(rows). */
STRATA_API void strata_why_free(strata_why *why);

/** Number of rows, the base value not counted. Cost O(1). */
STRATA_API size_t strata_why_count(const strata_why *why);

/** The n-th row (from 0), in the order of application; NULL past the end.
 * It lives as long as the explanation. Cost O(1). */
STRATA_API const strata_why_row *strata_why_get(const strata_why *why,
                                                size_t n);

/** The base value; the current one is what the last row leaves. O(1). */
STRATA_API const strata_value *strata_why_base(const strata_why *why);

/** The current value. Cost O(1). */
STRATA_API const strata_value *strata_why_value(const strata_why *why);

/** All of it as lines of text, without a final newline. Lives as long as the
 * explanation. Cost O(1). */
STRATA_API const char *strata_why_text(const strata_why *why);

/* -- Accounts of events --------------------------------------------------- */

/*
 * The log says what happened; an account says how it came. The action is run
 * again, on a copy of the state that it began with, with the answers that were
 * given, while it notes what it does. So a world that is asked must have been
 * told to remember (strata_remember); it does not change by being asked.
 */

/* What a row of an account says. Append only: the numbers are part of the ABI.
 */
#define STRATA_EVENT_WHY_MAP(X)                                                \
  X(PART, 0, "part of")       /* it was contained in this event (616.1g) */    \
  X(PROPOSED, 1, "proposed")  /* by whom, and what it was to be; `row`: as it  \
                                 resolved */                                   \
  X(DECIDED, 2, "decided")    /* `who` chose */                                \
  X(LEFT_OUT, 3, "not asked") /* a choice that made no difference */           \
  X(SELF, 4, "changed")       /* by what made it (616.1a) */                   \
  X(REPLACED, 5, "replaced")                                                   \
  X(PREVENTED, 6, "prevented")                                                 \
  X(DECLINED, 7, "declined")  /* `who` did not want it */                      \
  X(PASSED, 8, "passed over") /* its share is nothing (615.7) */               \
  X(BECAME, 9, "became")      /* an event that took its place */               \
  X(REFUSED, 10, "cannot")    /* it cannot happen (614.17) */                  \
  X(DROPPED, 11, "nothing")   /* it is no event (614.7a) */                    \
  X(HAPPENED, 12, "happened")                                                  \
  X(CONTAINED, 13, "contains")                                                 \
  X(TRIGGERED, 14, "triggered")                                                \
  X(HANDLED, 15, "ran")     /* a handler */                                    \
  X(VERDICT, 16, "why not") /* of strata_explain_why_not */

typedef enum strata_event_why_step {
#define X(name, value, text) STRATA_EVENT_WHY_##name = value,
  STRATA_EVENT_WHY_MAP(X)
#undef X
} strata_event_why_step;

/* Why a watcher did nothing about an event: the first of these. Append only. */
#define STRATA_VERDICT_MAP(X)                                                  \
  X(DONE, 0, "it did")                                                         \
  X(KIND, 1, "kind")               /* it is about events of another kind */    \
  X(ABSENT, 2, "absent")           /* whose it is was not there */             \
  X(ZONE, 3, "zone")               /* it does not function where that was */   \
  X(LOST, 4, "lost")               /* that did not have the ability */         \
  X(LOOKS_AFTER, 5, "looks after") /* it was there only before (603.10) */     \
  X(LOOKS_BACK, 6, "looks back")   /* it was there only after (603.10) */      \
  X(CONDITION, 7, "condition")     /* what it says was not so */               \
  X(ONLY_IF, 8, "only if")         /* its intervening if, as it happened */    \
  X(LIMIT, 9, "limit")             /* as often as it may */                    \
  X(ONCE, 10, "once")              /* for all of the batch (603.2c) */         \
  X(AGAIN, 11, "again")            /* it had been applied to it (614.5) */     \
  X(UNPREVENTABLE, 12, "unpreventable") /* (615.12) */                         \
  X(REFUSED, 13, "cannot")    /* the event could not happen (614.17) */        \
  X(DROPPED, 14, "nothing")   /* it was no event (614.7a) */                   \
  X(CLASS, 15, "class")       /* one of a lower class came first (616.1) */    \
  X(OTHER, 16, "other")       /* another one came first, by choice */          \
  X(REPLACED, 17, "replaced") /* the event did not happen as such */           \
  X(DECLINED, 18, "declined") /* its player did not want it */                 \
  X(SHARE, 19, "share")       /* its share was nothing (615.7) */              \
  X(NEVER, 20, "never")       /* somebody lets it never trigger */             \
  X(RESOLVED_IF, 21, "resolved if") /* its intervening if, as it resolved */   \
  X(TARGETS, 22, "targets")         /* none was legal (608.2b, 603.3d) */      \
  X(NOT_MET, 23, "not met")         /* nobody looked: it was past */

typedef enum strata_verdict {
#define X(name, value, text) STRATA_VERDICT_##name = value,
  STRATA_VERDICT_MAP(X)
#undef X
} strata_verdict;

typedef struct strata_event_why strata_event_why;

/* A field that something changed. */
typedef struct strata_field_change {
  const char *name;
  strata_value before, after;
} strata_field_change;

typedef struct strata_event_why_row {
  strata_event_why_step step;
  strata_verdict verdict;    /* of VERDICT */
  uint64_t row;              /* of the log, 0: none */
  strata_event_type kind;    /* of the event that it is about; 0: none */
  strata_watcher_def code;   /* who did it; 0: nobody in particular */
  strata_entity source, who; /* whose that is; who decided, is affected */
  const char *name;          /* both, as a person would say it, or "" */
  const char *says;          /* what else there is to say, or "" */
  const strata_field_change
      *fields; /* PROPOSED, HAPPENED, BECAME, CONTAINED, PART:
             all that are not 0, `before` is empty; SELF,
             REPLACED, PREVENTED: those that it changed */
  size_t field_count;
} strata_event_why_row;

/**
 * Let a world remember what its newest actions began with, and what was
 * answered, so that accounts of them can be given.
 *
 * actions  how many, at most 65536; 0: none, which is what a new world, a fork
 *          and a load do
 * Errors   ERANGE; EOPEN while an action runs; ENOMEM
 * Cost     from now on a copy of the state for each action
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_remember(strata_world *world,
                                                           uint32_t actions);

/**
 * How an event came: what it was to be, what was decided, what replaced and
 * prevented it, in order and with the fields that changed, what became of it,
 * and what it set off.
 *
 * row      of the log, one that tells of an event
 * out      owned: free it with strata_event_why_free, before the world
 * Errors   ENOENT for a row that is forgotten, yet to come or of no event;
 *          EREFUSED if its action is not remembered, or goes otherwise now than
 *          it did (handlers, rules): the text says which; ENOMEM
 * Cost     a copy of the state, and the action
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_explain_event(strata_world *world, uint64_t row, strata_event_why **out);

/**
 * Why a watcher did nothing about an event: the first of what it takes that was
 * not so, with the values as they were.
 *
 * row      as above; 0: the newest event of the kind that the code is about
 * code     what it says: a trigger, replacement, prevention, a "cannot"
 * source   whose it is; a card is asked as the object that it was then; 0:
 *          whoever has it
 * out      its last row is a VERDICT; owned, as above
 * Errors   as above; ENOENT for no such code; EINVAL for a code that is about
 *          no event; ESTALE for a source that never was
 * Cost     as above, three times; O(log) for row 0
 * Rule     603.2, 603.4, 603.10, 614.5, 614.17, 615.12, 616.1
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain_why_not(
    strata_world *world, uint64_t row, strata_watcher_def code,
    strata_entity source, strata_event_why **out);

/** Free an account. NULL is allowed. Cost O(rows). */
STRATA_API void strata_event_why_free(strata_event_why *account);

/** Number of rows. Cost O(1). */
STRATA_API size_t strata_event_why_count(const strata_event_why *account);

/** The n-th row (from 0); NULL past the end. It lives as long as the account.
 * Cost O(1). */
STRATA_API const strata_event_why_row *
strata_event_why_get(const strata_event_why *account, size_t n);

/** All of it as lines of text, without a final newline. Lives as long as the
 * account. Cost O(1). */
STRATA_API const char *strata_event_why_text(const strata_event_why *account);

/** All of it as JSON: an array of objects. Lives as long as the account.
 * Cost O(1). */
STRATA_API const char *strata_event_why_json(const strata_event_why *account);

/* -- Profiles ------------------------------------------------------------ */

/* A count that only grows, as nanoseconds since some moment: the library has no
 * clock of its own. It must not call the library. */
typedef uint64_t (*strata_time_fn)(void *user);

/* What takes time. The first four are of a layer. */
typedef enum strata_profile_kind {
  STRATA_PROFILE_EFFECT = 0, /* created effects of one name */
  STRATA_PROFILE_ABILITY = 1,
  STRATA_PROFILE_LAW = 2,
  STRATA_PROFILE_ORDER = 3,   /* finding who is next, but for the trials */
  STRATA_PROFILE_PLAN = 4,    /* finding what is in force, and what it reads */
  STRATA_PROFILE_CLASSES = 5, /* finding entities that cannot be told apart */
  STRATA_PROFILE_UNITS = 6,   /* beginning a pass */
  STRATA_PROFILE_COMPARE = 7, /* holding it against the pass before */
  STRATA_PROFILE_UPDATE = 8,  /* putting a change into the pass that there is */
  STRATA_PROFILE_VALUES = 9   /* working values out for those who ask */
} strata_profile_kind;

/*
 * What equals have cost together: effects of one name, or one ability or law,
 * of objects of one definition, in one layer. Time is in counts of the clock,
 * and no moment is counted twice.
 */
typedef struct strata_profile_row {
  strata_profile_kind what;
  strata_layer layer;
  const char *layer_name; /* the number, where layers are numbers; or "" */
  const char *name;       /* of the effect, ability or law, or "" */
  const char *card;       /* the definition of whose it is, or "" */
  uint64_t count;         /* how often it was applied, or done */
  uint64_t members;       /* to how many; entities that share a class are one */
  uint64_t subjects;      /* predicates that were tried on everybody for it */
  uint64_t trials;        /* whether it waits for another (613.8a) */
  uint64_t caused;        /* whether another waits for it */
  uint64_t time;          /* all of it */
  uint64_t subject_time;  /* of this, finding whom it affects */
  uint64_t trial_time;    /* in trials */
  uint64_t apply_time;    /* what it does to them */
  const char *ability;    /* by what the rules call it, or "" */
} strata_profile_row;

typedef struct strata_profile {
  bool running;     /* there is one */
  uint64_t passes;  /* over all that is in force */
  uint64_t avoided; /* passes that were due and turned out not to be needed */
  uint64_t values;  /* worked out, not read from a cache */
  uint64_t classes; /* that the last pass worked on: entities, or fewer */
  uint64_t lost;    /* moments that there was no memory to write down */
  uint64_t time;    /* in evaluation: the sum of all rows */
  uint64_t elapsed; /* since the profile began */
} strata_profile;

/**
 * Begin to measure what evaluation costs in this world; what was measured
 * before is forgotten. No value and no hash depends on it, and forks are not
 * measured. While it goes on evaluation is slower; before and after, it is not.
 *
 * time     called at each step from one to the next; its `user` is passed on
 * Errors   EINVAL without a time; ENOMEM
 * Cost     O(rows) of the profile before
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_profile_begin(strata_world *world, strata_time_fn time, void *user);

/** Stop measuring and forget all rows. Cost O(rows). */
STRATA_API void strata_profile_end(strata_world *world);

/** Figures of the profile so far, all 0 if there is none. Cost O(rows). */
STRATA_API strata_profile strata_profile_total(const strata_world *world);

/** Number of rows so far, 0 if there is no profile. Cost O(1). */
STRATA_API size_t strata_profile_count(const strata_world *world);

/** The n-th row (from 0) in the order in which they came up; NULL past the end.
 * It lives, and counts on, until the profile ends. Cost O(1). */
STRATA_API const strata_profile_row *
strata_profile_get(const strata_world *world, size_t n);

/* -- Journal, forks, hash, saves ----------------------------------------- */

/* A place in the journal. Marks nest; rolling back to one forgets the later. */
typedef uint64_t strata_mark;

/**
 * Remember this moment, so that strata_rollback can return to it.
 *
 * Errors   ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_mark_set(strata_world *world,
                                                           strata_mark *out);

/**
 * Return to a mark: values, handles, layout and hash are as they were. The
 * mark stays and can be used again.
 *
 * Errors   ESTALE for a mark that a rollback or a commit has forgotten
 * Cost     O(writes since the mark); needs no memory
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rollback(strata_world *world,
                                                           strata_mark mark);

/**
 * End an action: all effects whose `while_on` is false end at once, then those
 * whose it has become, until none is left; then all marks are forgotten.
 *
 * Errors   ENOMEM, and then nothing has happened
 * Cost     O(1), and O(effects with a while_on) if there are any
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_commit(strata_world *world);

/**
 * Copy a world; the copy has no marks, and goes its own way.
 *
 * into     NULL to make a new world, with the allocator and log of `world`;
 *          else a world of the same rules, whose content is replaced and whose
 *          memory is used again; on ENOMEM it is as it was
 * out      owned; may be NULL if `into` is given
 * Errors   EINVAL for other rules or the same world; ENOMEM. strata_world_error
 *          of `into` tells why; without it only the log of `world`, which does
 *          not change
 * Cost     one copy of the state's bytes
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_fork(const strata_world *world, strata_world *into, strata_world **out);

/** Hash of the state, defined on the canonical bytes of a save: the same on
 * every machine. Kept up to date by every write. Cost O(1). */
STRATA_API uint64_t strata_hash(const strata_world *world);

/**
 * Write the state as bytes: versioned, little-endian, checksummed, with names
 * in place of ids. Marks are not part of it.
 *
 * buffer    room for `capacity` bytes; NULL if that is 0
 * size      bytes needed; may be written also if they do not fit
 * Errors    ERANGE if they do not fit
 * Cost      O(state)
 * Since     0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_save(strata_world *world,
                                                       void *buffer,
                                                       size_t capacity,
                                                       size_t *size);

/**
 * Make a world of saved bytes. Every byte is checked.
 *
 * rules    must know every name that the state uses, as it is or as an old one
 * config   as for strata_world_new
 * out      owned: free it with strata_world_free
 * error    may be NULL; gets the offset and text of a failure
 * Errors   ECORRUPT; ENOENT for a name that the rules lack; EEXIST for two
 *          things of the save that renames call the same; ENOMEM; EINVAL
 * Cost     O(size)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_load(
    const strata_rules *rules, const strata_world_config *config,
    const void *bytes, size_t size, strata_world **out, strata_error *error);

/* Gets a name that is lacking; it lives as long as the world's rules. */
typedef void (*strata_missing_fn)(void *user, strata_name_kind kind,
                                  const char *name);

/**
 * Tell of each name that a world uses and other rules lack, so that it cannot
 * be loaded or reloaded under them: by kinds, and by names within each. An
 * attribute of another type counts as lacking; names in the texts of
 * expressions are not looked for.
 *
 * fn       called once for each name, and may read the world
 * Errors   EINVAL for a NULL; ENOMEM
 * Cost     O(state)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_missing_names(strata_world *world, const strata_rules *rules,
                     strata_missing_fn fn, void *user);

/**
 * Put a world under other rules, as when a pack has changed while its game
 * runs. The new world is the old one in everything that is state, handles and
 * hash included, and has its tunings, limits of actions and views; what the
 * rules say is new. Base values are state and stay what they are. Marks,
 * profiles and what was remembered of actions are of the old world alone; its
 * runner knows the old rules' handlers, so the new world has none.
 *
 * An open decision stays open: the answer runs the action again, under the new
 * rules, and what is then met otherwise is asked anew (`missed`).
 *
 * world    stays as it is, and the caller's to free; it may be of the same
 *          rules
 * rules    must know every name that the state uses
 * out      owned: free it with strata_world_free; not written on failure
 * error    may be NULL; gets the text of a failure
 * Errors   ENOENT names what the rules lack; ECORRUPT for a value that is out
 *          of its attribute's new range; EOPEN while an action runs, or on what
 *          strata_peek gave; EINVAL; ENOMEM
 * Cost     O(state)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_reload(strata_world *world, const strata_rules *rules,
              strata_world **out, strata_error *error);

/* -- Scripts ------------------------------------------------------------- */

/*
 * The Lua 5.4 binding, in the library strata-lua; the host links Lua itself.
 * Declared here so that there is one header; nothing else in it knows of Lua.
 *
 * luaopen_strata opens the module in a host's own lua_State:
 * luaL_requiref(L, "strata", luaopen_strata, 0). A strata_vm is a Lua state of
 * its own in which scripts see an allow-list and nothing else.
 */
struct lua_State;
STRATA_API int luaopen_strata(struct lua_State *L);

typedef struct strata_vm strata_vm;

/* Gets what a script prints, a line at a time, without the newline. */
typedef void (*strata_print_fn)(void *user, const char *line);

/* A limit that is none. */
#define STRATA_NO_LIMIT UINT64_MAX

/* What a call of a script may take; whoever takes more is ended, and nothing
 * that a script can do catches that. 0: as much as is said below.
 *
 * steps   instructions of Lua; functions count as what they do. They are the
 *         same on every machine
 * memory  bytes that Lua has in all, also what it had before the call
 * block   bytes of one string, or of one half of a table
 * output  bytes that are printed */
typedef struct strata_limits {
  uint64_t steps, memory, block, output;
} strata_limits;

typedef struct strata_vm_config {
  size_t struct_size;    /* sizeof(strata_vm_config) */
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  strata_print_fn print; /* NULL: to standard output */
  void *print_user;
  /* Of strata_vm_run: 100 million steps, 256 MiB, blocks of 16 MiB, 1 MiB of
   * output; and of each handler, predicate, policy and view that runs
   * meanwhile: a million steps, all memory, blocks of 256 KiB, 64 KiB of
   * output. */
  strata_limits run, handler;
  /* Of the worlds that scripts make; 0: 2^20 entities, effects, watchers and
   * hooks, 2^24 notes, 2^22 rows of the log, 2^28 bytes of text. */
  strata_quotas quotas;
  strata_fault_fn fault; /* of all worlds whose handlers it runs; may be NULL */
  void *fault_user;
  bool strict; /* likewise, where rules:world does not say: see
                  strata_handler_runner */
} strata_vm_config;

/**
 * Create a vm: one Lua state, used by one thread at a time, for any number of
 * worlds.
 *
 * config   borrowed, copied; NULL for all defaults
 * out      owned: free it with strata_vm_free
 * Errors   ENOMEM; EINVAL if struct_size is not one that this library knows
 * Cost     about 50 us
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_vm_new(const strata_vm_config *config, strata_vm **out);

/** Free a vm, after the worlds that its scripts made. NULL is allowed. */
STRATA_API void strata_vm_free(strata_vm *vm);

/**
 * Run a script on a world, as one action: an error takes back all that the
 * script did to it. The script sees the world as `world`.
 *
 * world    NULL for none; must outlive the vm or be let go by
 *          strata_vm_forget
 * name     of the script, for messages: "@cards/tour/game.lua" is a file
 * source   text, never bytecode
 * error    may be NULL; gets the script's message
 * Errors   ESYNTAX; ESCRIPT; ENOMEM
 * Cost     the script's
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_vm_run(strata_vm *vm,
                                                         strata_world *world,
                                                         const char *name,
                                                         const char *source,
                                                         strata_error *error);

/** Let go of a world that the host is about to free: the handles that scripts
 * kept of it become stale. Cost O(handles). */
STRATA_API void strata_vm_forget(strata_vm *vm, strata_world *world);

/**
 * The hash of a pack: SHA-256 over the names and bytes of its files, the same
 * for a folder and an archive of it, on every machine. Hidden files and what
 * editors leave behind do not count; times, modes and the order in a folder
 * neither. A world's save names by it the packs that it was made with.
 *
 * path     of a folder or a .zip
 * out      gets 64 hexadecimal digits and a NUL
 * error    may be NULL; gets the file that is refused, and what to do
 * Errors   EIO if it cannot be read or is no fit pack: links out of it, names
 *          that are not the same everywhere, more than 20,000 files or 64 MiB;
 *          EINVAL; ENOMEM
 * Cost     O(bytes), about 5 ns a byte
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_pack_hash(const char *path, char out[65], strata_error *error);

#ifdef __cplusplus
}
#endif

#endif
