/*
 * lua_pattern.c - Lua's patterns, matched at a cost that counts as steps.
 *
 * Lua's own matcher can run for minutes on thirty characters of pattern, and
 * nothing interrupts it. This matcher has the same patterns, charges steps for
 * each character that it reads, and knows letters by their codes and not by a
 * locale.
 */
#include "lua/sandbox/lua_pattern.h"

#include "lua/core/budget.h"

#include <lauxlib.h>
#include <string.h>

/* A set is read from its beginning for each character: SET_BYTES_A_STEP bytes
 * of it are one step more. */
enum { PATTERN_DEPTH_MAX = 200, CHARGED_AT_ONCE = 64, SET_BYTES_A_STEP = 16 };

#define ESCAPE '%'

static void charge_pattern_steps(stl_pattern_search *m, size_t steps) {
  m->steps += steps;
  if (m->steps < CHARGED_AT_ONCE) return;
  steps = m->steps;
  m->steps = 0;
  stl_charge(m->L, steps);
}

/* One more character was looked at. */
static void charge_pattern_step(stl_pattern_search *m) {
  charge_pattern_steps(m, 1);
}

static _Noreturn void refuse_pattern(const stl_pattern_search *m,
                                     const char *what) {
  for (;;) {
    luaL_error(m->L, "malformed pattern (%s)", what);
  }
}

/* -- Classes of characters ------------------------------------------------ */

static bool is_char_between(unsigned char c, unsigned char low,
                            unsigned char high) {
  return c >= low && c <= high;
}
static bool is_ascii_lower(unsigned char c) {
  return is_char_between(c, 'a', 'z');
}
static bool is_ascii_upper(unsigned char c) {
  return is_char_between(c, 'A', 'Z');
}
static bool is_ascii_digit(unsigned char c) {
  return is_char_between(c, '0', '9');
}
static bool is_ascii_alnum(unsigned char c) {
  return is_ascii_lower(c) || is_ascii_upper(c) || is_ascii_digit(c);
}

/* Whether c belongs to the class %letter, whose letter is given in lower case;
 * *known is false if there is no such class. */
static bool is_of_class(unsigned char c, char letter, bool *known) {
  *known = true;
  switch (letter) {
  case 'a':
    return is_ascii_lower(c) || is_ascii_upper(c);
  case 'c':
    return c < ' ' || c == 0x7f;
  case 'd':
    return is_ascii_digit(c);
  case 'g':
    return is_char_between(c, '!', '~');
  case 'l':
    return is_ascii_lower(c);
  case 'p':
    return is_char_between(c, '!', '~') && !is_ascii_alnum(c);
  case 's':
    return c == ' ' || is_char_between(c, '\t', '\r');
  case 'u':
    return is_ascii_upper(c);
  case 'w':
    return is_ascii_alnum(c);
  case 'x':
    return is_ascii_digit(c) || is_char_between(c, 'a', 'f') ||
           is_char_between(c, 'A', 'F');
  default:
    *known = false;
    return false;
  }
}

/* %d, %D, %., by the character behind the escape. */
static bool is_escaped(unsigned char c, char after) {
  const bool turned = is_ascii_upper((unsigned char)after);
  char letter = after;
  if (turned) letter = (char)(after | 0x20);
  bool known = false;
  const bool is = is_of_class(c, letter, &known);
  return known ? is != turned : (char)c == after;
}

/* -- Items of a pattern --------------------------------------------------- */

/* The end of the set that begins at p, behind its bracket. Looking for it is
 * charged. */
static const char *end_of_set(stl_pattern_search *m, const char *p) {
  const char *begin = p++;
  if (p < m->pattern_end && *p == '^') p++;
  for (bool first = true; first || *p != ']'; first = false) {
    if (p == m->pattern_end) refuse_pattern(m, "missing ']'");
    if (*p == ESCAPE && ++p == m->pattern_end) refuse_pattern(m, "missing ']'");
    p++;
    if (p == m->pattern_end) refuse_pattern(m, "missing ']'");
  }
  charge_pattern_steps(m, (size_t)(p - begin) / SET_BYTES_A_STEP);
  return p + 1;
}

/* The end of the item, which matches one character, that begins at p. */
static const char *end_of_item(stl_pattern_search *m, const char *p) {
  if (*p == '[') return end_of_set(m, p);
  if (*p != ESCAPE) return p + 1;
  if (p + 1 == m->pattern_end) refuse_pattern(m, "ends with '%'");
  return p + 2;
}

/* Whether c is in the set from p to before `end`. */
static bool is_in_set(unsigned char c, const char *p, const char *end) {
  bool turned = false;
  const char *last = end - 1; /* its ']' */
  p++;
  if (*p == '^') {
    turned = true;
    p++;
  }
  for (; p < last; p++) {
    if (*p == ESCAPE) {
      p++;
      if (is_escaped(c, *p)) return !turned;
    } else if (p + 2 < last && p[1] == '-') {
      if (is_char_between(c, (unsigned char)p[0], (unsigned char)p[2])) {
        return !turned;
      }
      p += 2;
    } else if (*p == (char)c) {
      return !turned;
    }
  }
  return turned;
}

/* Whether the character at s is one that the item from p to `end` matches. */
static bool matches_item(stl_pattern_search *m, const char *s, const char *p,
                         const char *end) {
  charge_pattern_step(m);
  if (s == m->text_end) return false;
  const unsigned char c = (unsigned char)*s;
  switch (*p) {
  case '.':
    return true;
  case '%':
    return is_escaped(c, p[1]);
  case '[':
    charge_pattern_steps(m, (size_t)(end - p) / SET_BYTES_A_STEP);
    return is_in_set(c, p, end);
  default:
    return *p == (char)c;
  }
}

/* -- Captures ------------------------------------------------------------- */

static const char *match_pattern(stl_pattern_search *m, const char *s,
                                 const char *p);

static const char *begin_capture(stl_pattern_search *m, const char *s,
                                 const char *p, ptrdiff_t length) {
  if (m->count == STL_CAPTURES_MAX) luaL_error(m->L, "too many captures");
  m->captures[m->count++] = (stl_capture){s, length};
  const char *end = match_pattern(m, s, p);
  if (end == NULL) m->count--;
  return end;
}

static const char *end_capture(stl_pattern_search *m, const char *s,
                               const char *p) {
  int open = m->count - 1;
  while (open >= 0 && m->captures[open].length != STL_CAPTURE_OPEN) {
    open--;
  }
  if (open < 0) refuse_pattern(m, "invalid pattern capture");
  m->captures[open].length = s - m->captures[open].start;
  const char *end = match_pattern(m, s, p + 1);
  if (end == NULL) m->captures[open].length = STL_CAPTURE_OPEN;
  return end;
}

/* Match a back reference, %1 to %9: the end of the same text at s, NULL if
 * another text stands there. */
static const char *match_back_reference(stl_pattern_search *m, const char *s,
                                        char digit) {
  const int capture = digit - '1';
  if (capture < 0 || capture >= m->count ||
      m->captures[capture].length == STL_CAPTURE_OPEN) {
    luaL_error(m->L, "invalid capture index %%%d", capture + 1);
  }
  const stl_capture *c = &m->captures[capture];
  if (c->length == STL_CAPTURE_PLACE) return NULL; /* it has no text */
  const size_t size = (size_t)c->length;
  stl_charge_bytes(m->L, size);
  if ((size_t)(m->text_end - s) < size) return NULL;
  return memcmp(c->start, s, size) == 0 ? s + size : NULL;
}

/* -- %b and %f ------------------------------------------------------------ */

/* %bxy: from an x to its y. */
static const char *match_balanced(stl_pattern_search *m, const char *s,
                                  const char *p) {
  if (m->pattern_end - p < 2) refuse_pattern(m, "missing arguments to '%b'");
  const char opens = p[0];
  const char closes = p[1];
  int open = 0;
  if (s == m->text_end || *s != opens) return NULL;
  for (; s < m->text_end; s++) {
    charge_pattern_step(m);
    if (*s == closes && open > 0 && --open == 0) return s + 1;
    if (*s == opens && (opens != closes || open == 0)) open++;
  }
  return NULL;
}

/* %f[set]: between a character that is not in the set and one that is. */
static const char *match_frontier(stl_pattern_search *m, const char *s,
                                  const char *p) {
  if (p == m->pattern_end || *p != '[') {
    refuse_pattern(m, "missing '[' after '%f'");
  }
  const char *end = end_of_set(m, p);
  const unsigned char before = s == m->text ? 0 : (unsigned char)s[-1];
  const unsigned char here = s == m->text_end ? 0 : (unsigned char)*s;
  charge_pattern_steps(m, 1 + 2 * (size_t)(end - p) / SET_BYTES_A_STEP);
  if (is_in_set(before, p, end) || !is_in_set(here, p, end)) return NULL;
  return match_pattern(m, s, end);
}

/* -- Repetitions ---------------------------------------------------------- */

/* As many as there are, then fewer. */
static const char *match_greedy(stl_pattern_search *m, const char *s,
                                const char *p, const char *end) {
  ptrdiff_t many = 0;
  while (matches_item(m, s + many, p, end)) {
    many++;
  }
  for (; many >= 0; many--) {
    const char *rest = match_pattern(m, s + many, end + 1);
    if (rest != NULL) return rest;
  }
  return NULL;
}

/* As few as will do. */
static const char *match_lazy(stl_pattern_search *m, const char *s,
                              const char *p, const char *end) {
  for (;; s++) {
    const char *rest = match_pattern(m, s, end + 1);
    if (rest != NULL) return rest;
    if (!matches_item(m, s, p, end)) return NULL;
  }
}

static const char *match_optional(stl_pattern_search *m, const char *s,
                                  const char *p, const char *end) {
  if (matches_item(m, s, p, end)) {
    const char *rest = match_pattern(m, s + 1, end + 1);
    if (rest != NULL) return rest;
  }
  return match_pattern(m, s, end + 1);
}

/* -- All of it ------------------------------------------------------------ */

/* Match a special item at *p, if one begins there. *done: the whole rest of the
 * pattern was matched, and the result is final. Otherwise the result is where
 * the text goes on and *p where the pattern does; NULL if no special item
 * begins there. */
static const char *match_special(stl_pattern_search *m, const char *s,
                                 const char **p, bool *done) {
  const char *at = *p;
  const bool more = at + 1 < m->pattern_end;
  *done = true;
  if (*at == '(') {
    if (more && at[1] == ')') {
      return begin_capture(m, s, at + 2, STL_CAPTURE_PLACE);
    }
    return begin_capture(m, s, at + 1, STL_CAPTURE_OPEN);
  }
  if (*at == ')') return end_capture(m, s, at);
  if (*at == '$' && !more) return s == m->text_end ? s : NULL;
  if (*at == ESCAPE && more && at[1] == 'f') {
    return match_frontier(m, s, at + 2);
  }
  *done = false;
  if (*at != ESCAPE || !more) return NULL;
  if (at[1] == 'b') {
    *p = at + 4;
    s = match_balanced(m, s, at + 2);
    *done = s == NULL;
    return s;
  }
  if (!is_ascii_digit((unsigned char)at[1])) return NULL;
  *p = at + 2;
  s = match_back_reference(m, s, at[1]);
  *done = s == NULL;
  return s;
}

/* Where the text has matched the pattern from p on; one level of recursion for
 * each capture and repetition. */
static const char *match_items(stl_pattern_search *m, const char *s,
                               const char *p) {
  while (p < m->pattern_end) {
    bool done = false;
    const char *special = match_special(m, s, &p, &done);
    if (done) return special;
    if (special != NULL) {
      s = special;
      continue;
    }
    const char *end = end_of_item(m, p);
    char suffix = '\0';
    if (end < m->pattern_end) suffix = *end;
    switch (suffix) {
    case '*':
      return match_greedy(m, s, p, end);
    case '+':
      return matches_item(m, s, p, end) ? match_greedy(m, s + 1, p, end) : NULL;
    case '-':
      return match_lazy(m, s, p, end);
    case '?':
      return match_optional(m, s, p, end);
    default:
      if (!matches_item(m, s, p, end)) return NULL;
      s++;
      p = end;
    }
  }
  return s;
}

static const char *match_pattern(stl_pattern_search *m, const char *s,
                                 const char *p) {
  if (++m->depth > PATTERN_DEPTH_MAX) luaL_error(m->L, "pattern too complex");
  const char *end = match_items(m, s, p);
  m->depth--;
  return end;
}

/* -- Searching ------------------------------------------------------------ */

void stl_pattern_search_begin(stl_pattern_search *search, lua_State *L,
                              stl_pattern_bytes text, stl_pattern_bytes pattern,
                              bool anchors) {
  *search = (stl_pattern_search){.L = L,
                                 .text = text.text,
                                 .text_end = text.text + text.size,
                                 .pattern = pattern.text,
                                 .pattern_end = pattern.text + pattern.size};
  search->anchored = anchors && pattern.size > 0 && pattern.text[0] == '^';
  if (search->anchored) search->pattern++;
}

const char *stl_pattern_match_at(stl_pattern_search *search,
                                 const char *start) {
  search->count = 0;
  search->depth = 0;
  charge_pattern_step(search);
  return match_pattern(search, start, search->pattern);
}

const char *stl_pattern_match_from(stl_pattern_search *search,
                                   const char **start) {
  for (const char *at = *start; at <= search->text_end; at++) {
    const char *end = stl_pattern_match_at(search, at);
    if (end != NULL) {
      *start = at;
      return end;
    }
    if (search->anchored) return NULL;
  }
  return NULL;
}

void stl_pattern_push_capture(const stl_pattern_search *search, int capture,
                              const char *start, const char *end) {
  lua_State *L = search->L;
  if (capture >= search->count) {
    if (capture != 0) luaL_error(L, "invalid capture index %%%d", capture + 1);
    stl_charge_bytes(L, (size_t)(end - start));
    lua_pushlstring(L, start, (size_t)(end - start));
    return;
  }
  const stl_capture *c = &search->captures[capture];
  if (c->length == STL_CAPTURE_OPEN) luaL_error(L, "unfinished capture");
  if (c->length == STL_CAPTURE_PLACE) {
    lua_pushinteger(L, c->start - search->text + 1);
    return;
  }
  stl_charge_bytes(L, (size_t)c->length);
  lua_pushlstring(L, c->start, (size_t)c->length);
}

int stl_pattern_push_captures(const stl_pattern_search *search,
                              const char *start, const char *end) {
  const int count = search->count > 0 ? search->count : 1;
  luaL_checkstack(search->L, count, "captures");
  for (int i = 0; i < count; i++) {
    stl_pattern_push_capture(search, i, start, end);
  }
  return count;
}
