/*
 * text.c - text builders and error messages.
 *
 * Error messages go to a fixed buffer, because "out of memory" must be
 * reported without memory. A message that does not fit is cut, never refused.
 */
#include "base/text.h"

#include <string.h>

void st_text_init_fixed(st_text *text, char *bytes, size_t capacity) {
  assert(capacity > 0);
  *text = (st_text){.bytes = bytes, .capacity = capacity};
  bytes[0] = '\0';
}

void st_text_init(st_text *text, st_mem *mem) {
  *text = (st_text){.mem = mem};
}

void st_text_fini(st_text *text) {
  assert(text->mem);
  st_mem_free(text->mem, text->bytes, text->capacity, 1);
  *text = (st_text){.mem = text->mem};
}

void st_text_clear(st_text *text) {
  text->length = 0;
  text->failed = false;
  if (text->capacity > 0) text->bytes[0] = '\0';
}

void st_text_add(st_text *text, const char *bytes, size_t length) {
  if (text->mem && !st_mem_reserve(text->mem, &text->bytes, &text->capacity,
                                   text->length + length + 1, 1)) {
    text->failed = true;
    return;
  }
  size_t room = text->capacity - text->length - 1;
  if (length > room) length = room;
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void st_text_add_str(st_text *text, const char *string) {
  st_text_add(text, string, strlen(string));
}

void st_text_add_uint(st_text *text, uint64_t value) {
  char digits[20];
  size_t n = sizeof digits;
  do {
    digits[--n] = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  st_text_add(text, digits + n, sizeof digits - n);
}

void st_text_add_int(st_text *text, int64_t value) {
  if (value < 0) {
    st_text_add(text, "-", 1);
    st_text_add_uint(text, 0 - (uint64_t)value);
  } else {
    st_text_add_uint(text, (uint64_t)value);
  }
}

const char *st_text_get(const st_text *text) {
  return text->bytes ? text->bytes : "";
}

const char *st_text_copy(const st_text *text, st_arena *arena) {
  return text->failed ? NULL : st_arena_copy_text(arena, st_text_get(text));
}

strata_status st_error_set(strata_error *error, strata_status status,
                           size_t offset, const char *const *parts) {
  assert(status != STRATA_OK);
  if (!error) return status;
  error->status = status;
  error->offset = offset;
  st_text text;
  st_text_init_fixed(&text, error->text, sizeof error->text);
  for (; *parts; parts++) {
    st_text_add_str(&text, *parts);
  }
  return status;
}

st_number_text st_number_format(int64_t value) {
  st_number_text number;
  st_text text;
  st_text_init_fixed(&text, number.text, sizeof number.text);
  st_text_add_int(&text, value);
  return number;
}

/* -- UTF-8 -- */

/* How many bytes the character has that begins with this one, and the least and
 * most that its second byte may be; 0: none begins so. */
static size_t utf8_length(unsigned char first, unsigned char *least,
                          unsigned char *most) {
  *least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  *most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

size_t st_text_find_bad_utf8(const char *text, size_t length) {
  const unsigned char *bytes = (const void *)text;
  for (size_t i = 0; i < length;) {
    unsigned char least;
    unsigned char most;
    size_t size = utf8_length(bytes[i], &least, &most);
    if (size == 0 || size > length - i) return i;
    for (size_t k = 1; k < size; k++) {
      if (bytes[i + k] < least || bytes[i + k] > most) return i;
      least = 0x80;
      most = 0xbf;
    }
    i += size;
  }
  return SIZE_MAX;
}

/* -- Versions -- */

strata_status st_check_version(uint32_t version, strata_error *error) {
  if (st_version_is_known(version)) return STRATA_OK;
  return ST_ERROR(error, STRATA_EINVAL, 0, "the headers are of version ",
                  st_number_format(version / 10000).text, ".",
                  st_number_format(version / 100 % 100).text, ".",
                  st_number_format(version % 100).text, "; this library, ",
                  STRATA_VERSION_TEXT, ", knows those from 0.4 to its own");
}
