/* api_given.h - values that fit a word: of fields, names, options and notes. */
#ifndef STRATA_API_PLAY_API_WORD_VALUE_H
#define STRATA_API_PLAY_API_WORD_VALUE_H

#include "api/world/api_world.h"

/* A word as a value. Of a type that no word has it is empty. */
strata_value st_word_to_value(strata_type type, st_raw_value word);

/*
 * A value as a word, or refused: ETYPE if it is none of `type`, which is INT,
 * FLAG, REF or SYM; ERANGE for a FLAG that is neither 0 nor 1; ENOENT; ESTALE
 * for a ref that is not alive, or, where that will do, gone and not forgotten.
 * `what` is the value's name, for messages.
 */
typedef struct st_word_want {
  const char *call, *value_name;
  strata_type type;
  bool allows_gone;
} st_word_want;

strata_status st_word_from_value(strata_world *world, const st_word_want *want,
                                 const strata_value *value, st_raw_value *out);

#endif
