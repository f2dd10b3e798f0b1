/*
 * lua_lexer.h - the text of a Lua chunk as tokens.
 *
 * The lexer is for checks that read scripts without running them. It refuses
 * nothing: an unfinished text or comment ends with the chunk, and Lua's own
 * compiler reports what is wrong.
 */
#ifndef STRATA_LUA_FILES_LUA_LEXER_H
#define STRATA_LUA_FILES_LUA_LEXER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum stl_token_kind {
  STL_TOKEN_OPERATOR,
  STL_TOKEN_WORD, /* a name or a keyword */
  STL_TOKEN_NUMBER,
  STL_TOKEN_TEXT /* in quotes or in long brackets */
} stl_token_kind;

/* `text` lies in the chunk. For a text in quotes it is the part between the
 * quotes; for a text in long brackets it includes the brackets. */
typedef struct stl_token {
  const char *text;
  size_t size;
  int line; /* in which the token begins, from 1 */
  stl_token_kind kind;
} stl_token;

/* The part of a chunk that is not read yet. */
typedef struct stl_lexer {
  const char *at, *end;
  int line;
  char open; /* the quote or `[` of a text or comment that the chunk ends in */
  size_t
      level; /* the number of `=` of its long brackets; in quotes: \z is open */
} stl_lexer;

/** A lexer at the beginning of a chunk, which must outlive it. */
stl_lexer stl_lexer_new(const char *text, size_t size);

/** Go past blanks and comments to the next token. */
void stl_lexer_skip_blank(stl_lexer *lexer);

/** Read the next token; false at the end. Cost O(bytes). */
bool stl_lexer_next(stl_lexer *lexer, stl_token *out);

/** Whether a token is this operator or word; false for every text. */
bool stl_token_is(const stl_token *token, const char *text);

/** Whether a token is one of these operators and words; NULL ends the list. */
bool stl_token_is_any(const stl_token *token, const char *const *texts);

#endif
