/* trail.h - where in what somebody has declared a mistake is: ", does 2 (set),
 * argument 'value'". */
#ifndef STRATA_TRAIL_H
#define STRATA_TRAIL_H

#include "rules/expr/lex.h"

#include <string.h>

typedef struct st_trail {
  char text[100];
} st_trail;

static inline st_trail st_trail_of(const char *before, const char *word,
                                   size_t number, const char *after) {
  st_trail all;
  st_text text;
  st_text_init_fixed(&text, all.text, sizeof all.text);
  st_text_str(&text, before);
  st_text_str(&text, word);
  if (number > 0) {
    st_text_str(&text, " ");
    st_text_uint(&text, number);
  }
  if (after) {
    st_text_str(&text, " (");
    st_text_str(&text, after);
    st_text_str(&text, ")");
  }
  return all;
}

static inline st_trail st_trail_of_argument(const char *before,
                                            const char *name) {
  st_trail all;
  st_text text;
  st_text_init_fixed(&text, all.text, sizeof all.text);
  st_text_str(&text, before);
  st_text_str(&text, ", argument");
  if (name) {
    st_text_str(&text, " '");
    st_text_str(&text, st_quote_of(name, strlen(name)).text);
    st_text_str(&text, "'");
  }
  return all;
}

#endif
