/* strata/predicates.h - predicates: functions of the host that expressions ask.
 */
#ifndef STRATA_PREDICATES_H
#define STRATA_PREDICATES_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A predicate that no expression can state is a function of the host, which
 * expressions ask by name, as in "ask('strong')". While the function runs it
 * reads the world through its context alone, and only those attributes that it
 * was declared with.
 *
 * The function must be pure: its answer depends on what it has read and on
 * nothing else. The engine keeps what was read and answered, and does not call
 * the function again while all of that reads the same, whichever entity is in
 * question. A function that reads on in another way than before, after the same
 * answers, is found out and refused; other impurity is not found out, and gives
 * old answers.
 */
typedef struct strata_predicate_context strata_predicate_context;

/*
 * Answer for an entity.
 *
 * it       stands for the entity in question, `source` for `this`; either may
 *          be 0, none. They are no handles: they can be given to this context,
 *          and compared with each other and with refs that it reads
 * out      the answer; false if it is not written
 * Returns  STRATA_OK, or the status that the evaluation fails with:
 *          strata_predicate_fail gives the message
 */
typedef strata_status (*strata_predicate_fn)(void *user,
                                             strata_predicate_context *context,
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
 * several threads at the same time; what it calls on its world is refused. The
 * hash of the rules depends on its name and what it reads, not on its function.
 *
 * Errors   EINVAL for a malformed name, no function, or a read that is NULL;
 *          EEXIST; ENOMEM. Whether there are such attributes is checked by
 *          strata_builder_freeze
 * Cost     O(its texts)
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_predicate(
    strata_builder *builder, const strata_predicate_desc *predicate);

/* -- In the function -- */

/** The rules of the world that is read: ids of names. Cost O(1). */
STRATA_API const strata_rules *
strata_predicate_rules(const strata_predicate_context *context);

/** The id of the predicate that is asked, for functions that serve several.
 * Cost O(1). */
STRATA_API uint32_t
strata_predicate_id(const strata_predicate_context *context);

/**
 * Read a value as it stands where the predicate is asked, which may be amid a
 * layer.
 *
 * of       `it` or `source`, or a ref that was read; 0 and entities that are
 *          gone have every attribute at its default
 * out      its symbols live until the next call on this context
 * Errors   EINVAL for an attribute that the predicate is not declared to read;
 *          ENOENT; ETYPE for ABILITIES, for which there is
 *          strata_predicate_has; ENOMEM. The predicate fails with the first of
 *          them, whatever it returns
 * Cost     O(1); for a SET, O(domain)
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_predicate_get(strata_predicate_context *context, strata_entity of,
                     strata_attr attr, strata_value *out);

/**
 * Tell whether a SET or ABILITIES holds a symbol. It does not hold a symbol
 * that is not in its domain.
 *
 * of       as for strata_predicate_get
 * Errors   those of strata_predicate_get; ETYPE for other attributes
 * Cost     O(1)
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_predicate_has(strata_predicate_context *context, strata_entity of,
                     strata_attr attr, strata_symbol symbol, bool *out);

/**
 * Give the status and message with which a predicate fails, for it to return.
 * strata_world_error is the message then, with the predicate's name before it.
 * It changes nothing if the predicate has failed before.
 *
 * status   not STRATA_OK
 * text     copied, and cut if it is long
 * Errors   always: `status`, or the one that it failed with before
 * Cost     O(length)
 * Since    0.3
 */
STRATA_API strata_status strata_predicate_fail(
    strata_predicate_context *context, strata_status status, const char *text);

#ifdef __cplusplus
}
#endif

#endif
