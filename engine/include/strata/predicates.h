/* strata/predicates.h - declare predicates of the host, and what their
 * functions may call. */
#ifndef STRATA_PREDICATES_H
#define STRATA_PREDICATES_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
