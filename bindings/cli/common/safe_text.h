/*
 * safe_text.h - text for a terminal: bounded, and escaped.
 */
#ifndef STRATA_CLI_COMMON_SAFE_TEXT_H
#define STRATA_CLI_COMMON_SAFE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define STC_PRINTF(n, first) __attribute__((format(printf, n, first)))
#else
#define STC_PRINTF(n, first)
#endif

enum { STC_TEXT_MAX = 16384 };

/* A text of bounded size; `cut` tells that it did not fit, and an ellipsis ends
 * it then. It owns no memory, so a Lua error may jump over it. */
typedef struct stc_text {
  size_t size;
  bool cut;
  char at[STC_TEXT_MAX]; /* ends in a NUL */
} stc_text;

void stc_text_clear(stc_text *text);

/* Append bytes as they are. */
void stc_text_add(stc_text *text, const char *bytes, size_t size);
void stc_text_string(stc_text *text, const char *string);
void stc_text_format(stc_text *text, const char *format, ...) STC_PRINTF(2, 3);

/* The size of the last line, in bytes. */
size_t stc_text_line_size(const stc_text *text);

/* Cut back to an earlier size and flag. */
void stc_text_shorten(stc_text *text, size_t size, bool cut);

/* What an escaped text is part of. */
typedef enum stc_escape {
  STC_ESCAPE_LINE = 0,   /* newlines and tabs stay: output of a script */
  STC_ESCAPE_PLAIN = 1,  /* one line: a name */
  STC_ESCAPE_QUOTED = 2, /* one line inside double quotes: a string literal */
  STC_ESCAPE_XML = 3,    /* an element's text, or a value in double quotes */
  STC_ESCAPE_JSON = 4    /* a string of JSON, without its quotes */
} stc_escape;

/* Append text in which control characters, the marks that reverse the writing
 * direction, and bytes that are no UTF-8 are written as escapes. */
void stc_text_escaped(stc_text *text, const char *bytes, size_t size,
                      stc_escape how);

/* As stc_text_escaped, to a file and of any length. */
void stc_write_escaped(FILE *file, const char *bytes, size_t size,
                       stc_escape how);

/* As stc_write_escaped with STC_ESCAPE_LINE, and a newline. */
void stc_write_line(FILE *file, const char *bytes, size_t size);

/* Print a text and blanks, so that it takes `width` columns at least. A
 * negative width puts the blanks behind the text, as in printf. */
void stc_print_cell(FILE *file, const char *text, int width);

/* Print to a file. Errors are ignored: there is no other place to report them.
 */
void stc_print(FILE *file, const char *format, ...) STC_PRINTF(2, 3);

/* How many letters must be changed, added, removed or swapped to make `b` of
 * `a`. */
size_t stc_edit_distance(const char *a, const char *b);

/* True if `word` may be a misspelled `name`. */
bool stc_is_near_word(const char *word, const char *name);

#endif
