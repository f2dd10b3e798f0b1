/* lua_pattern.h - Lua's patterns, matched at a cost that counts as steps. */
#ifndef STRATA_LUA_SANDBOX_LUA_PATTERN_H
#define STRATA_LUA_SANDBOX_LUA_PATTERN_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

enum { STL_CAPTURES_MAX = 32 };

typedef struct stl_capture {
  const char *start;
  ptrdiff_t length; /* or STL_CAPTURE_OPEN, STL_CAPTURE_PLACE */
} stl_capture;

/* The length of a capture that is not closed yet. */
#define STL_CAPTURE_OPEN ((ptrdiff_t)-1)

/* The length of a capture `()`, which is a position without text. */
#define STL_CAPTURE_PLACE ((ptrdiff_t)-2)

typedef struct stl_pattern_bytes {
  const char *text;
  size_t size;
} stl_pattern_bytes;

/* A text that is searched for a pattern. */
typedef struct stl_pattern_search {
  lua_State *L;
  const char *text, *text_end;
  const char *pattern, *pattern_end; /* without its anchor */
  bool anchored;                     /* it begins with '^' */
  int count;                         /* captures of the last match */
  int depth;
  size_t steps; /* not yet charged */
  stl_capture captures[STL_CAPTURES_MAX];
} stl_pattern_search;

/** Begin to search. With `anchors`, a leading '^' binds the pattern to where
 * it is tried; else it is a character like others. */
void stl_pattern_search_begin(stl_pattern_search *search, lua_State *L,
                              stl_pattern_bytes text, stl_pattern_bytes pattern,
                              bool anchors);

/** Where a match that begins at `start` ends, NULL for none. Raises if
 * the pattern is malformed, and when the budget is over. */
const char *stl_pattern_match_at(stl_pattern_search *search, const char *start);

/** The first match that begins at `*start` or, unless anchored, behind it:
 * `*start` is set to it, its end returned; NULL for none. */
const char *stl_pattern_match_from(stl_pattern_search *search,
                                   const char **start);

/** Push one capture of the match from `start` to `end`, from 0; 0 of a pattern
 * without captures is all of it. */
void stl_pattern_push_capture(const stl_pattern_search *search, int capture,
                              const char *start, const char *end);

/** Push all captures, or all of the match if there are none; how many. */
int stl_pattern_push_captures(const stl_pattern_search *search,
                              const char *start, const char *end);

#endif
