/*
 * text_scan.c - whether a text of Lua is still open.
 *
 * Lua's compiler tells that too, but it would read the whole text again with
 * each line of a long table that is pasted: 50,000 lines took a minute. This
 * scan reads each byte once. It counts brackets and knows no keywords: a text
 * that it calls open is open; of any other the compiler decides.
 */
#include "cli/common/text_scan.h"

typedef struct scan_cursor {
  const char *at, *end;
} scan_cursor;

/* At a '[' or ']': the number of = before the second bracket; false if there
 * is none. */
static bool read_level(scan_cursor c, size_t *level) {
  const char bracket = *c.at++;
  *level = 0;
  while (c.at < c.end && *c.at == '=') {
    c.at++;
    *level += 1;
  }
  return c.at < c.end && *c.at == bracket;
}

static void scan_long(stc_text_scan *scan, scan_cursor *c) {
  size_t level = 0;
  while (c->at < c->end && scan->is_long) {
    if (*c->at == ']' && read_level(*c, &level) && level == scan->level) {
      scan->is_long = false;
      c->at += level + 1;
    }
    c->at++;
  }
}

static bool is_scan_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A string ends with its line, unless a backslash or \z is last; behind \z
 * come any number of blank lines. */
static void scan_quoted(stc_text_scan *scan, scan_cursor *c) {
  bool goes_on = true;
  while (c->at < c->end && *c->at != scan->quote) {
    const bool is_escape = *c->at == '\\';
    goes_on = is_escape || (goes_on && is_scan_blank(*c->at));
    c->at += is_escape && c->end - c->at > 1 ? 2 : 1;
  }
  if (c->at < c->end || !goes_on) scan->quote = '\0';
  if (c->at < c->end) c->at++;
}

static bool begins_long(stc_text_scan *scan, scan_cursor *c) {
  if (c->at == c->end || *c->at != '[') return false;
  if (!read_level(*c, &scan->level)) return false;
  scan->is_long = true;
  c->at += scan->level + 2;
  return true;
}

static void scan_token(stc_text_scan *scan, scan_cursor *c) {
  if (c->end - c->at > 1 && c->at[0] == '-' && c->at[1] == '-') {
    c->at += 2;
    if (!begins_long(scan, c)) c->at = c->end;
    return;
  }
  if (begins_long(scan, c)) return;
  const char byte = *c->at++;
  if (byte == '"' || byte == '\'') {
    scan->quote = byte;
  } else if (byte == '(' || byte == '[' || byte == '{') {
    scan->depth++;
  } else if ((byte == ')' || byte == ']' || byte == '}') && scan->depth > 0) {
    scan->depth--;
  }
}

void stc_text_scan_line(stc_text_scan *scan, const char *line, size_t size) {
  scan_cursor c = {line, line + size};
  do {
    if (scan->is_long) {
      scan_long(scan, &c);
    } else if (scan->quote != '\0') {
      scan_quoted(scan, &c);
    } else if (c.at < c.end) {
      scan_token(scan, &c);
    }
  } while (c.at < c.end);
}

bool stc_text_scan_is_open(const stc_text_scan *scan) {
  return scan->depth > 0 || scan->is_long || scan->quote != '\0';
}
