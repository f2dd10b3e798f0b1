/*
 * text.h - text for columns and for JSON: what hosts and the library's own Lua
 * write in one way.
 */
#ifndef STRATA_LUA_TEXT_H
#define STRATA_LUA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How many columns of a terminal a text takes: 2 for a wide letter, 0 for a
 * combining mark. A byte that is no UTF-8 counts as a column. Cost O(bytes). */
size_t stl_text_width(const char *bytes, size_t size);

/** Decode the letter at `bytes`, of which there are `size`, at least one: its
 * length in bytes, 0 if that is no UTF-8. */
size_t stl_utf8_decode(const char *bytes, size_t size, uint32_t *out);

/* Room for a letter in JSON, with a NUL. */
enum { STL_JSON_LETTER_MAX = 8 };

/** Consume the letter at `bytes`, of which there are `size`, at least one: its
 * length. `out` gets its form in a string of JSON: what JSON or a terminal
 * gives a meaning is escaped, and a byte that is no UTF-8 becomes U+FFFD. */
size_t stl_json_letter(const char *bytes, size_t size,
                       char out[STL_JSON_LETTER_MAX]);

/** True for a letter that a terminal obeys instead of showing it: control
 * characters, and the marks that reverse the writing direction. */
bool stl_is_control(uint32_t code);

#endif
