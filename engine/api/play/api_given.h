/* api_given.h - values that fit a word: of fields, names, options and notes. */
#ifndef STRATA_API_GIVEN_H
#define STRATA_API_GIVEN_H

#include "api/world/api_world.h"

/* A word as a value. Of a type that no word has it is empty. */
strata_value st_given_value(strata_type type, st_word word);

/*
 * A value as a word, or refused: ETYPE if it is none of `type`, which is INT,
 * FLAG, REF or SYM; ERANGE for a FLAG that is neither 0 nor 1; ENOENT; ESTALE
 * for a ref that is not alive, or, where that will do, gone and not forgotten.
 * `what` is the value's name, for messages.
 */
typedef struct st_given_want {
  const char *call, *what;
  strata_type type;
  bool gone_will_do;
} st_given_want;

strata_status st_given_word(strata_world *world, const st_given_want *want,
                            const strata_value *value, st_word *out);

#endif
