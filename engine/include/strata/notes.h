/* strata/notes.h - notes: values that entities and worlds remember. */
#ifndef STRATA_NOTES_H
#define STRATA_NOTES_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Remember a value under a key, beside those that are remembered there, as
 * instruction NOTE does. The notes of an entity go with it.
 *
 * owner    0: the world itself
 * key      any text but ""
 * value    INT, FLAG, REF or SYM; NULL: forget all that is under the key
 * Errors   EINVAL for a key; ETYPE for a value that no note holds; ENOENT for
 *          an unknown symbol; ESTALE, also for a ref that never named an
 *          entity; EOPEN; ENOMEM
 * Cost     O(1); forgetting O(notes of the owner)
 * Rule     607
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_note(strata_world *world, strata_entity owner, const char *key,
            const strata_value *value);

/**
 * Read the values that are remembered under a key, oldest first. Notes do not
 * keep their types: a symbol is read as a SYM, all else as an INT that has
 * `ref` too.
 *
 * owner    0: the world itself; may be gone, but not forgotten
 * buffer   room for `capacity` values, NULL if that is 0
 * count    how many there are, which may be more
 * Errors   EINVAL; ESTALE
 * Cost     O(notes of the owner)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_noted(strata_world *world, strata_entity owner, const char *key,
             strata_value *buffer, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
