/* trail.h - where in what somebody has declared a mistake is: ", does 2 (set),
 * argument 'value'". */
#ifndef STRATA_RULES_DECLARE_ERROR_PATH_H
#define STRATA_RULES_DECLARE_ERROR_PATH_H

#include "rules/expr/expr_lex.h"

#include <string.h>

typedef struct st_error_path {
  char text[100];
} st_error_path;

static inline st_error_path st_error_path_of(const char *before,
                                             const char *word, size_t number,
                                             const char *after) {
  st_error_path all;
  st_text text;
  st_text_init_fixed(&text, all.text, sizeof all.text);
  st_text_add_str(&text, before);
  st_text_add_str(&text, word);
  if (number > 0) {
    st_text_add_str(&text, " ");
    st_text_add_uint(&text, number);
  }
  if (after) {
    st_text_add_str(&text, " (");
    st_text_add_str(&text, after);
    st_text_add_str(&text, ")");
  }
  return all;
}

static inline st_error_path st_error_path_of_argument(const char *before,
                                                      const char *name) {
  st_error_path all;
  st_text text;
  st_text_init_fixed(&text, all.text, sizeof all.text);
  st_text_add_str(&text, before);
  st_text_add_str(&text, ", argument");
  if (name) {
    st_text_add_str(&text, " '");
    st_text_add_str(&text, st_quote_of(name, strlen(name)).text);
    st_text_add_str(&text, "'");
  }
  return all;
}

#endif
