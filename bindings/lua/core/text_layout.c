/*
 * text_layout.c - text for columns and for JSON.
 *
 * libutf8proc knows the width of letters (Unicode's East Asian widths, and
 * combining marks), so that names in any script stand in straight columns. JSON
 * is escaped here alone: the program and the library's own Lua call this.
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
  return code < 0x20 || (code >= 0x7F && code < 0xA0) ||
         (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
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
  const bool is_noncharacter = code == 0xFFFE || code == 0xFFFF;
  if (brief != NULL) {
    (void)snprintf(out, STL_JSON_LETTER_MAX, "%s", brief);
  } else if (length == 0 || is_noncharacter || stl_is_control(code)) {
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
