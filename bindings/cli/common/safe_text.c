/*
 * safe_text.c - text for a terminal: bounded, and escaped.
 *
 * Escaping works on one character at a time: escape_next consumes it and gives
 * its printable form. Packs and scripts are not trusted, and a terminal obeys
 * control characters in their names and output.
 */
#include "cli/common/safe_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/text.h>
#include <string.h>

static const char cut_mark[] = "...";

void stc_text_clear(stc_text *text) {
  text->size = 0;
  text->cut = false;
  text->at[0] = '\0';
}

void stc_text_add(stc_text *text, const char *bytes, size_t size) {
  if (text->cut) return;
  if (size > STC_TEXT_MAX - sizeof cut_mark - text->size) {
    text->cut = true;
    memcpy(text->at + text->size, cut_mark, sizeof cut_mark);
    text->size += sizeof cut_mark - 1;
    return;
  }
  memcpy(text->at + text->size, bytes, size);
  text->size += size;
  text->at[text->size] = '\0';
}

void stc_text_string(stc_text *text, const char *string) {
  stc_text_add(text, string, strlen(string));
}

void stc_text_format(stc_text *text, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  stc_text_string(text, line);
}

size_t stc_text_line_size(const stc_text *text) {
  size_t start = text->size;
  while (start > 0 && text->at[start - 1] != '\n') {
    start--;
  }
  return text->size - start;
}

void stc_text_shorten(stc_text *text, size_t size, bool cut) {
  text->size = size;
  text->cut = cut;
  text->at[size] = '\0';
}

/* In XML a newline stands for itself in a text, and for a blank in a value;
 * written by its number it is one in both. */
static const char *xml_escape(uint32_t code) {
  switch (code) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\n':
    return "&#10;";
  case '\t':
    return "&#9;";
  default:
    return NULL;
  }
}

static const char *short_escape(uint32_t code, stc_escape how) {
  const bool is_quoted = how == STC_ESCAPE_QUOTED;
  if (how == STC_ESCAPE_XML) return xml_escape(code);
  if (how == STC_ESCAPE_LINE) {
    return code == '\n' ? "\n" : code == '\t' ? "\t" : NULL;
  }
  switch (code) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  case '"':
    return is_quoted ? "\\\"" : NULL;
  case '\\':
    return is_quoted ? "\\\\" : NULL;
  default:
    return NULL;
  }
}

enum { ESCAPE_MAX = 16 };

static_assert((int)ESCAPE_MAX >= (int)STL_JSON_LETTER_MAX &&
                  (int)ESCAPE_MAX >= (int)STL_SAFE_LETTER_MAX,
              "room for a letter");

/* Consume one character of the input; `out` gets its printable form. */
static size_t escape_next(const char *bytes, size_t size, stc_escape how,
                          char out[ESCAPE_MAX]) {
  if (how == STC_ESCAPE_JSON) return stl_json_letter(bytes, size, out);
  const char *brief = short_escape((unsigned char)bytes[0], how);
  if (brief == NULL) return stl_safe_letter(bytes, size, out);
  (void)snprintf(out, ESCAPE_MAX, "%s", brief);
  return 1;
}

void stc_text_escaped(stc_text *text, const char *bytes, size_t size,
                      stc_escape how) {
  char piece[ESCAPE_MAX];
  for (size_t i = 0; i < size && !text->cut;) {
    i += escape_next(bytes + i, size - i, how, piece);
    stc_text_string(text, piece);
  }
}

void stc_write_escaped(FILE *file, const char *bytes, size_t size,
                       stc_escape how) {
  char piece[ESCAPE_MAX];
  for (size_t i = 0; i < size;) {
    i += escape_next(bytes + i, size - i, how, piece);
    (void)fputs(piece, file);
  }
}

void stc_write_line(FILE *file, const char *bytes, size_t size) {
  stc_write_escaped(file, bytes, size, STC_ESCAPE_LINE);
  (void)fputc('\n', file);
}

/* The text is escaped, as any name in it may come from a stranger. */
void stc_print(FILE *file, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  const int size = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (size < 0) return;
  if ((size_t)size < sizeof line) {
    stc_write_escaped(file, line, (size_t)size, STC_ESCAPE_LINE);
    return;
  }
  char *all = malloc((size_t)size + 1);
  va_start(arguments, format);
  if (all != NULL) (void)vsnprintf(all, (size_t)size + 1, format, arguments);
  va_end(arguments);
  if (all != NULL) stc_write_escaped(file, all, (size_t)size, STC_ESCAPE_LINE);
  free(all);
}

void stc_print_cell(FILE *file, const char *text, int width) {
  const int used = (int)stl_text_width(text, strlen(text));
  const int blanks = abs(width) > used ? abs(width) - used : 0;
  stc_print(file, "%*s%s%*s", width > 0 ? blanks : 0, "", text,
            width < 0 ? blanks : 0, "");
}

enum { DISTANCE_WORD_MAX = 64 };

static size_t least_size(size_t a, size_t b) {
  return a < b ? a : b;
}

/* Optimal string alignment: three rows of the table are enough. Words longer
 * than WORD_MAX are compared by their beginnings. */
size_t stc_edit_distance(const char *a, const char *b) {
  const size_t n = least_size(strlen(a), DISTANCE_WORD_MAX);
  const size_t m = least_size(strlen(b), DISTANCE_WORD_MAX);
  size_t rows[3][DISTANCE_WORD_MAX + 1];
  for (size_t j = 0; j <= m; j++) {
    rows[0][j] = j;
  }
  for (size_t i = 1; i <= n; i++) {
    size_t *row = rows[i % 3];
    const size_t *above = rows[(i + 2) % 3];
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      const size_t same = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] =
          least_size(least_size(above[j], row[j - 1]) + 1, above[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = least_size(row[j], rows[(i + 1) % 3][j - 2] + 1);
      }
    }
  }
  return rows[n % 3][m];
}

bool stc_is_near_word(const char *word, const char *name) {
  const size_t length = strlen(word);
  const size_t allowed = length < 3 ? 0 : length < 6 ? 1 : length / 3;
  return stc_edit_distance(word, name) <= allowed + (length == 5 ? 1 : 0);
}
