/*
 * text.h - text for columns and for JSON, as the library's own Lua writes it;
 * and whether a text of Lua that a person types is complete.
 *
 * None of these functions raises an error of Lua, or allocates.
 */
#ifndef STRATA_TEXT_H
#define STRATA_TEXT_H

#include <strata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The columns of a terminal that a text takes: 2 of a wide letter, 0 of a
 * combining mark. A byte that is no UTF-8 counts as a column. Cost O(bytes). */
STRATA_API size_t stl_text_width(const char *bytes, size_t size);

/** Decode the letter at `bytes`, of which there are `size`, at least one. Its
 * length in bytes; 0, and `out` as it was, if it is no UTF-8. */
STRATA_API size_t stl_utf8_decode(const char *bytes, size_t size,
                                  uint32_t *out);

/** True of a letter that is obeyed instead of shown: control characters,
 * separators of lines, and marks of format, such as those that turn the
 * direction of writing or have no width; but not of the two that join and part
 * letters, which Persian and emoji need. */
STRATA_API bool stl_is_control(uint32_t code);

/** Room for a letter in any form and a NUL. */
enum { STL_JSON_LETTER_MAX = 16, STL_SAFE_LETTER_MAX = 16 };

/** Write the letter at `bytes`, of which there are `size`, at least one, as it
 * may be shown to a person wherever strangers wrote it: itself, or `\x1b` and
 * `\u{202E}` in place of what stl_is_control tells, and `\x9b` of a byte that
 * is no UTF-8. Its length in `bytes`. Newlines and tabs are escaped too. */
STRATA_API size_t stl_safe_letter(const char *bytes, size_t size,
                                  char out[STL_SAFE_LETTER_MAX]);

/** Write the letter at `bytes`, of which there are `size`, at least one, as it
 * stands in a string of JSON. Its length in `bytes`. Letters with a meaning in
 * JSON or for a terminal are escaped; a byte that is no UTF-8 is U+FFFD. */
STRATA_API size_t stl_json_letter(const char *bytes, size_t size,
                                  char out[STL_JSON_LETTER_MAX]);

/** What is open in a text of Lua that is read line by line. All zero: nothing
 * has been read. */
typedef struct stl_text_scan {
  size_t depth; /* open brackets */
  size_t level; /* `=` in the open long brackets; in quotes 1: behind a \z */
  char open;    /* the quote or `[` of an open text or comment, or 0 */
} stl_text_scan;

/** Read one more line, without its newline. Cost O(bytes), where compiling the
 * whole text after each line would take the square of its size. */
STRATA_API void stl_text_scan_line(stl_text_scan *scan, const char *line,
                                   size_t size);

/** True if the text cannot be complete: a bracket, a text in quotes or a long
 * bracket is open. Keywords are not counted, so Lua's compiler decides about
 * any other text. */
STRATA_API bool stl_text_scan_is_open(const stl_text_scan *scan);

#ifdef __cplusplus
}
#endif

#endif
