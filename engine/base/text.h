/* text.h - building text without stdio: into a fixed or a growing buffer. */
#ifndef STRATA_BASE_TEXT_H
#define STRATA_BASE_TEXT_H

#include "base/base.h"
#include "base/mem.h"

/*
 * A text under construction. With a `mem` it grows; without one it is cut at
 * its capacity, for error messages, which may not need memory.
 * Invariant: bytes[length] is NUL whenever capacity > 0.
 */
typedef struct st_text {
  st_mem *mem; /* NULL: fixed */
  char *bytes;
  size_t length, capacity;
  bool failed; /* no memory: the text lacks something */
} st_text;

void st_text_init_fixed(st_text *text, char *bytes, size_t capacity);
void st_text_init(st_text *text, st_mem *mem);
void st_text_fini(st_text *text); /* only what st_text_init began */

void st_text_clear(st_text *text);
void st_text_add(st_text *text, const char *bytes, size_t length);
void st_text_add_str(st_text *text, const char *string);
void st_text_add_int(st_text *text, int64_t value);
void st_text_add_uint(st_text *text, uint64_t value);

/* The text so far, never NULL. */
const char *st_text_get(const st_text *text);

/* Fill an error: `parts` are joined up to a NULL. NULL `error` is allowed. */
strata_status st_error_set(strata_error *error, strata_status status,
                           size_t offset, const char *const *parts);

/* ST_ERROR(error, status, offset, "what ", name, " where") */
#define ST_ERROR(error, status, offset, ...)                                   \
  st_error_set(error, status, offset, (const char *const[]){__VA_ARGS__, NULL})

/* Room for any 64-bit number as text. */
typedef struct st_number_text {
  char text[24];
} st_number_text;

st_number_text st_number_format(int64_t value);

/* As strata_check_version. */
strata_status st_check_version(uint32_t version, strata_error *error);

#endif
