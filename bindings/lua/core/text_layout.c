/*
 * text_layout.c - text for columns and for JSON.
 *
 * libutf8proc knows the width of letters (Unicode's East Asian widths, and
 * combining marks), so that names in any script stand in straight columns. What
 * strangers wrote is escaped here alone, for terminals, pages and JSON: the
 * program, print of scripts and the library's own Lua call this.
 */
#include "lua/core/text_layout.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/text.h>
#include <string.h>
#include <utf8proc.h>

size_t stl_utf8_decode(const char *bytes, size_t size, uint32_t *out) {
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t length =
      utf8proc_iterate((const utf8proc_uint8_t *)bytes,
                       size > 4 ? 4 : (utf8proc_ssize_t)size, &code);
  if (length <= 0) return 0;
  *out = (uint32_t)code;
  return (size_t)length;
}

size_t stl_text_width(const char *bytes, size_t size) {
  size_t width = 0;
  for (size_t i = 0; i < size;) {
    uint32_t code = 0;
    const size_t length = stl_utf8_decode(bytes + i, size - i, &code);
    width +=
        length == 0 ? 1 : (size_t)utf8proc_charwidth((utf8proc_int32_t)code);
    i += length == 0 ? 1 : length;
  }
  return width;
}

bool stl_is_control(uint32_t code) {
  enum { NON_JOINER = 0x200C, JOINER = 0x200D };
  const utf8proc_category_t kind = utf8proc_category((utf8proc_int32_t)code);
  if (kind == UTF8PROC_CATEGORY_CF) return code != NON_JOINER && code != JOINER;
  return kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_ZL ||
         kind == UTF8PROC_CATEGORY_ZP;
}

/* True for U+FFFE and U+FFFF, which XML may not hold, not even escaped. */
static bool is_noncharacter(uint32_t code) {
  return code == 0xFFFE || code == 0xFFFF;
}

size_t stl_safe_letter(const char *bytes, size_t size,
                       char out[STL_SAFE_LETTER_MAX]) {
  uint32_t code = (unsigned char)bytes[0];
  const size_t length = stl_utf8_decode(bytes, size, &code);
  if (length == 0 || (code < 0x80 && stl_is_control(code))) {
    (void)snprintf(out, STL_SAFE_LETTER_MAX, "\\x%02x", (unsigned)code);
    return 1;
  }
  if (stl_is_control(code) || is_noncharacter(code)) {
    (void)snprintf(out, STL_SAFE_LETTER_MAX, "\\u{%X}", (unsigned)code);
  } else {
    memcpy(out, bytes, length);
    out[length] = '\0';
  }
  return length;
}

/* The letters with an escape of their own. */
static const char *short_escape(uint32_t code) {
  switch (code) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  default:
    return NULL;
  }
}

size_t stl_json_letter(const char *bytes, size_t size,
                       char out[STL_JSON_LETTER_MAX]) {
  uint32_t code = 0xFFFD;
  const size_t length = stl_utf8_decode(bytes, size, &code);
  const char *brief = short_escape(code);
  if (brief != NULL) {
    (void)snprintf(out, STL_JSON_LETTER_MAX, "%s", brief);
  } else if (code > 0xFFFF && stl_is_control(code)) {
    const unsigned rest = (unsigned)code - 0x10000U;
    (void)snprintf(out, STL_JSON_LETTER_MAX, "\\u%04x\\u%04x",
                   0xD800U + (rest >> 10), 0xDC00U + (rest & 0x3FFU));
  } else if (length == 0 || is_noncharacter(code) || stl_is_control(code)) {
    (void)snprintf(out, STL_JSON_LETTER_MAX, "\\u%04x", (unsigned)code);
  } else {
    memcpy(out, bytes, length);
    out[length] = '\0';
  }
  return length == 0 ? 1 : length;
}

size_t stl_wider(size_t width, const char *text, size_t most) {
  const size_t wanted = stl_text_width(text, strlen(text));
  const size_t given = wanted < most ? wanted : most;
  return given > width ? given : width;
}

void stl_pad_cell(luaL_Buffer *out, size_t used, size_t width) {
  for (size_t end = (used > width ? used : width) + 2; used < end; used++) {
    luaL_addchar(out, ' ');
  }
}

void stl_add_cell(luaL_Buffer *out, const char *text, size_t width) {
  luaL_addstring(out, text);
  stl_pad_cell(out, stl_text_width(text, strlen(text)), width);
}

void stl_add_safe_bytes(luaL_Buffer *out, const char *text, size_t size) {
  for (size_t i = 0; i < size;) {
    char letter[STL_SAFE_LETTER_MAX];
    if (text[i] == '\t') {
      luaL_addchar(out, text[i++]);
      continue;
    }
    i += stl_safe_letter(text + i, size - i, letter);
    luaL_addstring(out, letter);
  }
}

static void add_json_bytes(luaL_Buffer *out, const char *text, size_t size) {
  luaL_addchar(out, '"');
  for (size_t i = 0; i < size;) {
    char letter[STL_JSON_LETTER_MAX];
    i += stl_json_letter(text + i, size - i, letter);
    luaL_addstring(out, letter);
  }
  luaL_addchar(out, '"');
}

void stl_add_json_string(luaL_Buffer *out, const char *text) {
  add_json_bytes(out, text, strlen(text));
}

int stl_host_text_width(lua_State *L) {
  size_t size = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  lua_pushinteger(L, (lua_Integer)stl_text_width(text, size));
  return 1;
}

int stl_host_json_string(lua_State *L) {
  size_t size = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  add_json_bytes(&buffer, text, size);
  luaL_pushresult(&buffer);
  return 1;
}

int stl_host_safe_text(lua_State *L) {
  size_t size = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  stl_add_safe_bytes(&buffer, text, size);
  luaL_pushresult(&buffer);
  return 1;
}
