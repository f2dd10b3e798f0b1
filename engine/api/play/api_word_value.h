/* api_word_value.h - conversion between public values and words: of fields,
 * variables, options and notes. */
#ifndef STRATA_API_PLAY_API_WORD_VALUE_H
#define STRATA_API_PLAY_API_WORD_VALUE_H

#include "api/world/api_world.h"

/* The public value of a word; empty for a type that no word has. */
strata_value st_word_to_value(strata_type type, st_raw_value word);

/*
 * Convert a public value to a word of `type`, which is INT, FLAG, REF or SYM.
 * Errors: ETYPE for a value of another type; ERANGE for a FLAG that is neither
 * 0 nor 1; ENOENT; ESTALE for a ref that is not alive, or, where entities that
 * are gone are allowed, is forgotten. `what` is the value's name, for messages.
 */
typedef struct st_word_want {
  const char *call, *value_name;
  strata_type type;
  bool allows_gone;
} st_word_want;

strata_status st_word_from_value(strata_world *world, const st_word_want *want,
                                 const strata_value *value, st_raw_value *out);

#endif
