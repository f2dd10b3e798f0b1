/* text.h - text builders without stdio, in a fixed or a growing buffer. */
#ifndef STRATA_BASE_TEXT_H
#define STRATA_BASE_TEXT_H

#include "base/arena.h"
#include "base/base.h"
#include "base/mem.h"

/*
 * A text under construction. A text with a `mem` grows. A text without one is
 * cut at its capacity: error messages use it, because they must not need
 * memory.
 *
 * Invariant: bytes[length] is NUL whenever capacity is not 0. Held by test
 * unit.text.
 */
typedef struct st_text {
  st_mem *mem; /* NULL: the buffer is fixed */
  char *bytes;
  size_t length, capacity;
  bool failed; /* memory ran out: the text is incomplete */
} st_text;

void st_text_init_fixed(st_text *text, char *bytes, size_t capacity);
void st_text_init(st_text *text, st_mem *mem);
void st_text_fini(st_text *text); /* only for texts of st_text_init */

void st_text_clear(st_text *text);
void st_text_add(st_text *text, const char *bytes, size_t length);
void st_text_add_str(st_text *text, const char *string);
void st_text_add_int(st_text *text, int64_t value);
void st_text_add_uint(st_text *text, uint64_t value);

/* The text so far; never NULL. */
const char *st_text_get(const st_text *text);

/* A copy in an arena; NULL if there is no memory, or was none for the text. */
const char *st_text_copy(const st_text *text, st_arena *arena);

/* The byte at which a text stops being UTF-8; SIZE_MAX if all of it is. Refused
 * are bytes that begin no character, sequences that are cut or longer than they
 * need to be, surrogates, and numbers above U+10FFFF. Cost O(length). */
size_t st_text_find_bad_utf8(const char *text, size_t length);

/* Fill an error with the `parts` joined, up to a NULL part, and return
 * `status`. `error` may be NULL. */
strata_status st_error_set(strata_error *error, strata_status status,
                           size_t offset, const char *const *parts);

/* For example ST_ERROR(error, status, offset, "what ", name, " where"). */
#define ST_ERROR(error, status, offset, ...)                                   \
  st_error_set(error, status, offset, (const char *const[]){__VA_ARGS__, NULL})

/* A buffer for any 64-bit number in decimal. */
typedef struct st_number_text {
  char text[24];
} st_number_text;

st_number_text st_number_format(int64_t value);

/* As strata_check_version. */
strata_status st_check_version(uint32_t version, strata_error *error);

#endif
