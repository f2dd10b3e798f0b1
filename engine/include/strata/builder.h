/* strata/builder.h - declare attributes, symbols, layers, clocks and zones, and
 * freeze rules. */
#ifndef STRATA_BUILDER_H
#define STRATA_BUILDER_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
