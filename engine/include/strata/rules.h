/* strata/rules.h - frozen rules: names and ids, declarations, images. */
#ifndef STRATA_RULES_H
#define STRATA_RULES_H

#include "strata/abilities.h"
#include "strata/builder.h"
#include "strata/predicates.h"
#include "strata/watcher_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Free rules; all of their worlds must be freed before. NULL is allowed. Cost
 * O(1), and that of the allocator. */
STRATA_API void strata_rules_free(strata_rules *rules);

/** Hash of all that was declared, the same on every machine. Cost O(1). */
STRATA_API uint64_t strata_rules_hash(const strata_rules *rules);

/* -- Names and ids -- */

/** Number of names of a kind; ids run from 1 to it. Cost O(1). */
STRATA_API uint32_t strata_rules_count(const strata_rules *rules,
                                       strata_name_kind kind);

/** Id of a name, or of an old name (strata_builder_rename); 0 if there is no
 * such name. Cost O(log n). */
STRATA_API uint32_t strata_rules_find(const strata_rules *rules,
                                      strata_name_kind kind, const char *name);

/** Name of an id, NULL if there is no such id; lives as long as the rules. Cost
 * O(1). */
STRATA_API const char *strata_rules_name(const strata_rules *rules,
                                         strata_name_kind kind, uint32_t id);

/**
 * The definition that a word calls, as symbols of events do: the one of this
 * name, or of this name in lower case with '_' for all that is no letter or
 * digit, or the only one with such a name behind a prefix: "Grizzly Bears"
 * calls "classic:grizzly_bears". 0 if there is none, or several prefixes have
 * one.
 *
 * Cost     O(log n) for a name, else O(prefixes * log n)
 * Since    0.4
 */
STRATA_API strata_definition strata_rules_called(const strata_rules *rules,
                                                 const char *word);

/**
 * A symbol that calls the same definition as a word that may be no symbol, for
 * fields of events: "classic:grizzly_bears". 0 if the word calls none, or no
 * symbol calls it.
 *
 * Cost     O(symbols)
 * Since    0.4
 */
STRATA_API strata_symbol strata_rules_symbol_calling(const strata_rules *rules,
                                                     const char *word);

/** The declared name nearest to `name` by spelling, NULL if none is near. Cost
 * O(n * length^2): for error messages. */
STRATA_API const char *strata_rules_nearest(const strata_rules *rules,
                                            strata_name_kind kind,
                                            const char *name);

/**
 * Find a layer.
 *
 * name     its name, or an old one; where layers are numbers, the number as
 *          text
 * out      the layer
 * Errors   ENOENT if there is no such layer; EINVAL
 * Cost     O(log layers)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_layer(
    const strata_rules *rules, const char *name, strata_layer *out);

/** True if every number is a layer. Cost O(1). */
STRATA_API bool strata_rules_is_numbered(const strata_rules *rules);

/* -- Declarations -- */

/**
 * Describe a declared attribute.
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
 * Describe a declared zone.
 *
 * zone     from 1
 * out      its name lives as long as the rules
 * Errors   ENOENT
 * Cost     O(1)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_zone(
    const strata_rules *rules, strata_zone zone, strata_zone_desc *out);

/* A declared ability. */
typedef struct strata_ability_info {
  const char *name;
  const char *text;
  strata_ability_kind kind;
  uint32_t clause_count;
} strata_ability_info;

/**
 * Describe a declared ability.
 *
 * ability  its symbol
 * out      texts live as long as the rules
 * Errors   ENOENT
 * Cost     O(1)
 * Since    0.2
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_ability(
    const strata_rules *rules, strata_symbol ability, strata_ability_info *out);

/** The n-th watcher definition (from 0) of an ability, 0 past the last and for
 * what is no ability. Cost O(log n). */
STRATA_API strata_watcher_def strata_rules_ability_watcher(
    const strata_rules *rules, strata_symbol ability, uint32_t n);

/* A declared watcher: a trigger, a replacement, what a player may do. */
typedef struct strata_watcher_def_info {
  const char *name;
  strata_watcher_role role;
  strata_event_type event; /* to which it listens, a type or an alias; 0: STATE,
                              ACTION */
  size_t parameter_count;  /* see strata_rules_watcher_parameter */
  bool optional, immediate, stacked; /* as declared */
} strata_watcher_def_info;

/**
 * Describe a declared watcher.
 *
 * watcher  from 1
 * out      its name lives as long as the rules
 * Errors   ENOENT; EINVAL
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_rules_watcher_def(const strata_rules *rules, strata_watcher_def watcher,
                         strata_watcher_def_info *out);

/**
 * Describe what strata_act can give to the program of a watcher: first its
 * declared parameters, then what an action of a player announces.
 *
 * n        from 0, below `parameter_count`
 * out      its name lives as long as the rules; without "$"
 * Errors   ENOENT; EINVAL
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_watcher_parameter(
    const strata_rules *rules, strata_watcher_def watcher, size_t n,
    strata_field_desc *out);

/** The field with the entity that an event type happens to, 0 for none. An
 * alias has that of its type. Cost O(1). */
STRATA_API strata_field strata_rules_event_type_affected(
    const strata_rules *rules, strata_event_type type);

/** The type of a field of events (strata_type), 0 for no field. Cost O(1). */
STRATA_API uint32_t strata_rules_field_type(const strata_rules *rules,
                                            strata_field field);

/** The n-th field (from 0) of an event type; an alias has those of its type.
 * First the declared ones, then by, cause, effect, prevented and became; 0 past
 * the last. Cost O(1). */
STRATA_API strata_field strata_rules_event_type_field(const strata_rules *rules,
                                                      strata_event_type type,
                                                      uint32_t n);

/** The event type that an alias is of; a type itself; 0 for neither. Cost
 * O(1). */
STRATA_API strata_event_type
strata_rules_event_type_of(const strata_rules *rules, strata_event_type type);

/* -- Images -- */

/**
 * Write rules as bytes, from which this build of the library makes them again
 * in the time that it takes to copy them: for a cache, or for several processes
 * of one program. To keep or to ship rules, keep what they were declared from.
 *
 * buffer    room for `capacity` bytes; NULL, with a capacity of 0, to ask for
 *           the size alone
 * size      bytes needed; written also if they do not fit
 * Errors    ERANGE if there is a buffer and they do not fit in it; EINVAL;
 *           ENOMEM
 * Cost      O(size of the rules)
 * Since     0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rules_image(
    const strata_rules *rules, void *buffer, size_t capacity, size_t *size);

/* Bytes that strata_rules_image wrote, and what they cannot hold. */
typedef struct strata_image_desc {
  const void *bytes; /* read only while the rules are made */
  size_t size;
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  /* The function of each predicate of the rules, by its name. `reads` is
   * ignored: the rules have it. */
  const strata_predicate_desc *predicates;
  size_t predicate_count;
} strata_image_desc;

/**
 * Make rules of an image, for callers whose structs are those of a version of
 * the headers.
 *
 * version  as for strata_builder_new_for; strata_rules_from_image gives it
 * desc     as the other arguments, those of strata_rules_from_image
 * Errors   EINVAL for a version that strata_check_version refuses; those of
 *          strata_rules_from_image
 * Cost     O(size), about that of copying it; two blocks of memory
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_rules_from_image_for(uint32_t version, const strata_image_desc *desc,
                            strata_rules **out, strata_error *error);

/**
 * Make rules of an image. They are the rules that were written, with the same
 * names, ids and hash. An image of another build and a damaged one are refused.
 * An image is no file for strangers: like a program, one from a source that is
 * not trusted can do harm.
 *
 * desc     the bytes, the allocator, the functions of predicates
 * out      owned: free it with strata_rules_free after all of its worlds
 * error    may be NULL; gets the text of a failure
 * Errors   ECORRUPT for bytes that are no image of this build; ENOENT for a
 *          predicate without a function; EINVAL, also as strata_builder_new;
 *          ENOMEM
 * Cost     O(size), about that of copying it; two blocks of memory
 * Since    0.4
 */
STRATA_MUST_CHECK STRATA_INLINE strata_status strata_rules_from_image(
    const strata_image_desc *desc, strata_rules **out, strata_error *error) {
  return strata_rules_from_image_for(STRATA_VERSION, desc, out, error);
}

#ifdef __cplusplus
}
#endif

#endif
