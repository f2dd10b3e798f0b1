/*
 * complete.h - completing the name before the cursor.
 */
#ifndef STRATA_CLI_REPL_COMPLETE_H
#define STRATA_CLI_REPL_COMPLETE_H

#include "cli/common/safe_text.h"

#include <lua.h>
#include <stddef.h>

enum { STC_COMPLETION_MAX = 128 };

typedef struct stc_completion {
  char insert[STC_COMPLETION_MAX]; /* belongs behind the cursor; may be empty */
  stc_text choices;                /* the names, if there are several */
} stc_completion;

/* Complete the word that ends at `text + cursor`: a command, a name of the
 * shared environment, what may follow a dot or colon, in a string a name of the
 * rules or a card, and behind '?' what there is help about. */
void stc_complete(lua_State *L, const char *text, size_t cursor,
                  stc_completion *out);

#endif
