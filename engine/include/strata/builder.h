/* strata/builder.h - a builder: attributes, symbols, layers, clocks, stacking
 * groups, zones, old names, and freezing. */
#ifndef STRATA_BUILDER_H
#define STRATA_BUILDER_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Start to collect rules, for callers whose structs are those of a version of
 * the headers. The rules remember it: it holds for all structs that go to and
 * come from the builder, its rules and their worlds.
 *
 * version  STRATA_VERSION of the headers; strata_builder_new gives it
 * alloc    NULL for malloc; must stay valid for the builder and its rules
 * user     passed to `alloc`
 * out      owned: free it with strata_builder_free
 * error    may be NULL; gets the text of a failure
 * Errors   EINVAL for a version that strata_check_version refuses; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_new_for(uint32_t version, strata_alloc_fn alloc, void *user,
                       strata_builder **out, strata_error *error);

/**
 * Start to collect rules.
 *
 * alloc    NULL for malloc; must stay valid for the builder and its rules
 * user     passed to `alloc`
 * out      owned: free it with strata_builder_free
 * Errors   EINVAL if the library does not know the version of these headers:
 *          strata_check_version tells more; ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_MUST_CHECK STRATA_INLINE strata_status
strata_builder_new(strata_alloc_fn alloc, void *user, strata_builder **out) {
  return strata_builder_new_for(STRATA_VERSION, alloc, user, out, NULL);
}

/** Free a builder; the rules that it froze stay. NULL is allowed. Cost O(n). */
STRATA_API void strata_builder_free(strata_builder *builder);

/** Text of the last call that failed on this builder, "" if none did. Lives
 * until the next call that fails. Cost O(1). */
STRATA_API const char *strata_builder_error(const strata_builder *builder);

/* -- Attributes and symbols -- */

typedef struct strata_attribute {
  const char *name; /* lower-case letters, digits, _ ; may have a "pack:" */
  strata_type type;
  int64_t default_value;      /* INT: in min..max; FLAG: 0 or 1; else 0 */
  int64_t min, max;           /* INT: both 0 for all 64 bits; a range of 32
                                 bits takes half the memory */
  const char *const *symbols; /* SET: its domain; strata_builder_symbol adds to
                                 it */
  size_t symbol_count;
  bool unlayered; /* effects may not change it */
  bool copiable;  /* a copy has the value too (707.2); layered. ABILITIES always
                     are copiable */
  bool kept;      /* the value stays with the card when it moves (400.7): its
                     owner */
  bool stamps;  /* a change of its base value gives the entity a new timestamp:
                   what it is attached to, whether it is face down (613.7e-g) */
  bool open;    /* no characteristic: parts of locked effects on it select the
                   affected entities anew at each evaluation (611.2c) */
  bool counter; /* INT, from 0, unlayered: counters of one kind. They have a
                   timestamp of their own, renewed when one is added (613.7c) */
  const char *kind; /* of a counter: the symbol by which events name it, which
                       no other counter has; NULL: none */
} strata_attribute;

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
 *            1 to 200 bytes; it may be declared again
 * Errors     EINVAL; ENOENT; ETYPE if `attribute` is no set; ENOMEM
 * Cost       O(symbols)
 * Since      0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_symbol(
    strata_builder *builder, const char *attribute, const char *symbol);

/* -- Layers, clocks, stacking groups -- */

/* How the parts of one layer are ordered. */
#define STRATA_ORDER_MAP(X)                                                    \
  X(TIMESTAMP, 0, "timestamp") /* 613.7 */                                     \
  X(PRIORITY, 1, "priority")   /* of the effect, low first; then timestamp */

typedef enum strata_order {
#define X(name, value, text) STRATA_BY_##name = value,
  STRATA_ORDER_MAP(X)
#undef X
} strata_order;

/** An order in words: "timestamp"; "unknown" for no order. O(1). */
STRATA_API const char *strata_order_text(strata_order order);

/* Which parts of one group count, among those on one value in one layer. An
 * expression that reads amid the layer sees the result of the parts before it;
 * a part that a later one supersedes still counts for that expression. Of a
 * REFRESH group at most `limit` effects are on one entity: one more is not
 * added, but the effects of its clock that would end sooner get its duration.
 */
#define STRATA_STACKING_MAP(X)                                                 \
  X(ALL, 0, "all")                                                             \
  X(HIGHEST, 1, "highest")  /* the largest operand; of equals the oldest */    \
  X(LOWEST, 2, "lowest")    /* the smallest operand; of equals the oldest */   \
  X(LATEST, 3, "latest")    /* the newest */                                   \
  X(BY_SOURCE, 4, "source") /* of each source the newest */                    \
  X(REFRESH, 5, "refresh")  /* all, and at most `limit`: see above */

typedef enum strata_stacking {
#define X(name, value, text) STRATA_STACK_##name = value,
  STRATA_STACKING_MAP(X)
#undef X
} strata_stacking;

/** A stacking in words: "highest"; "unknown" for none. O(1). */
STRATA_API const char *strata_stacking_text(strata_stacking stacking);

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
 * Name the layer after which values are copiable. Without it base values are
 * the copiable values.
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
 * Name the flag of what lies face down: players see its back, which is what its
 * current values say, and not its face (seats.h). It is no part of the hash of
 * rules, although it decides which decisions are firm.
 *
 * flag         a FLAG attribute, declared by the time of freezing
 * looks_under  a REF attribute to the player who may look under it, declared by
 *              then; NULL: nobody may
 * Errors       EINVAL for a second one; ENOMEM. Names are looked up by
 *              strata_builder_freeze: ENOENT, ETYPE
 * Cost         O(1)
 * Rule         708.5
 * Since        0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_face_down(
    strata_builder *builder, const char *flag, const char *looks_under);

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

/* -- Zones -- */

/*
 * The first zone that is declared also declares the attribute "zone": a SYM
 * whose base value is the zone's name, or none for an entity that is in no
 * zone. Only a move changes it (strata_move); no effect does.
 */
typedef struct strata_zone_desc {
  const char *name; /* as an attribute's */
  bool shared;      /* one for all players, not one for each */
  bool ordered;     /* entities have positions that matter: a library */
  bool hidden;      /* not every player may look into it */
} strata_zone_desc;

/**
 * Declare a zone.
 *
 * Errors   EINVAL for a malformed name, or if an attribute "zone" was declared
 *          by strata_builder_attribute; EEXIST; ENOMEM
 * Cost     O(zones)
 * Rule     400
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_zone(strata_builder *builder, const strata_zone_desc *zone);

/* -- Old names, freezing -- */

/**
 * Declare an old name of something, so that saves, texts and callers that use
 * the old name mean what has the new one, itself or by another rename. Hashes
 * and saves have present names, so a save that is loaded has another hash than
 * before; texts in the state (expressions, lists of abilities) keep the names
 * that they have, so an old name is never to be taken away again. Counts of an
 * ability's uses go on; of an open action, answers that were given are asked
 * for again.
 *
 * kind     any but FIELD; of an ability and a zone the symbol is meant too
 * old      1 to 200 bytes, as a symbol
 * now      the new name, as `old`
 * Errors   EINVAL for a malformed name, or if both are the same; EEXIST if the
 *          old name already has another new one; ENOMEM. strata_builder_freeze
 *          fails with EEXIST if something is declared with the old name, ENOENT
 *          if nothing has the new one, EINVAL if it leads back to itself
 * Cost     O(renames)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_rename(strata_builder *builder, strata_name_kind kind,
                      const char *old, const char *now);

/**
 * Make rules of what was declared. The builder can go on and freeze again.
 *
 * out      owned: free it with strata_rules_free after all of its worlds
 * Errors   EINVAL without any layer; EINVAL, ESYNTAX, ENOENT, ETYPE, ERANGE for
 *          a text of an ability, law, definition, predicate, event type,
 *          watcher or state-based action: the message names it, the part, and
 *          the nearest word; ENOENT, ETYPE for what strata_builder_face_down
 *          names; EEXIST for two names with one hash; ENOMEM
 * Cost     O(n log n)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_freeze(strata_builder *builder, strata_rules **out);

#ifdef __cplusplus
}
#endif

#endif
