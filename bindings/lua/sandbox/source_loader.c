/*
 * source_loader.c - read and compile the text of scripts.
 *
 * Lua's loader would accept a precompiled chunk, which can be made to read and
 * write any memory. Every text comes through stl_compile, which refuses the
 * byte that begins such a chunk, wherever it stands, and asks Lua to accept
 * text only. Code that this version of Lua would compile wrongly is refused
 * too.
 */
#include "lua/core/budget.h"
#include "lua/files/lua_lexer.h"
#include "lua/files/pack_files.h"
#include "lua/sandbox/function_dump.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <strata/pack_files.h>
#include <string.h>

/* Push the text of a file in an archive, or a message. */
static int push_archived(lua_State *L, bool is_found, const stl_file *file,
                         const char *path, const char *message) {
  const bool is_large = is_found && file->size > STL_SOURCE_MAX;
  if (is_large) {
    lua_pushfstring(L, "%s: too large: more than 256 KiB", path);
  } else if (is_found) {
    lua_pushlstring(L, (const char *)file->bytes, file->size);
  } else {
    lua_pushstring(L, message);
  }
  return is_found && !is_large ? LUA_OK : LUA_ERRFILE;
}

/* How many bytes to read of a file at most: all that it has and one more, by
 * which it is seen to grow; of one that has no size what is allowed. */
static size_t read_limit(FILE *file) {
  const bool has_size = fseek(file, 0, SEEK_END) == 0;
  const long size = has_size ? ftell(file) : -1;
  if (has_size && fseek(file, 0, SEEK_SET) != 0) return 0;
  return size >= 0 && size < STL_SOURCE_MAX ? (size_t)size + 1
                                            : STL_SOURCE_MAX + 1;
}

int stl_read_file(lua_State *L, const char *path) {
  stl_message message;
  stl_file inner = {.size = 0};
  bool is_archived = false;
  const bool is_found = stl_files_find_archived(stl_files_get(L), path, &inner,
                                                &is_archived, &message);
  if (is_archived) {
    return push_archived(L, is_found, &inner, path, message.text);
  }
  FILE *file = fopen(path, "rbe");
  if (file == NULL) {
    lua_pushfstring(L, "%s: cannot be opened", path);
    return LUA_ERRFILE;
  }
  const size_t room = read_limit(file);
  char *bytes = lua_newuserdatauv(L, room, 0);
  const size_t size = fread(bytes, 1, room, file);
  const bool bad = ferror(file) != 0;
  (void)fclose(file);
  if (bad) {
    lua_pushfstring(L, "%s: cannot be read", path);
  } else if (size > STL_SOURCE_MAX) {
    lua_pushfstring(L, "%s: too large: more than 256 KiB", path);
  } else {
    lua_pushlstring(L, bytes, size);
  }
  lua_remove(L, -2);
  return bad || size > STL_SOURCE_MAX ? LUA_ERRFILE : LUA_OK;
}

bool stl_file_has_text(lua_State *L, const char *path, const char *text,
                       size_t size) {
  char bytes[8192];
  size_t at = 0;
  size_t got = 0;
  FILE *file = fopen(path, "rbe");
  if (file == NULL) { /* in an archive, or not there */
    const bool is_read = stl_read_file(L, path) == LUA_OK;
    const char *now = is_read ? lua_tolstring(L, -1, &got) : NULL;
    const bool is_same =
        now != NULL && got == size && memcmp(now, text, size) == 0;
    lua_pop(L, 1);
    return is_same;
  }
  (void)setvbuf(file, NULL, _IONBF, 0);
  while ((got = fread(bytes, 1, sizeof bytes, file)) > 0) {
    if (got > size - at || memcmp(bytes, text + at, got) != 0) break;
    at += got;
  }
  const bool is_same = got == 0 && at == size && ferror(file) == 0;
  (void)fclose(file);
  return is_same;
}

/* Number of bytes at the start that are no Lua: a byte order mark, and a line
 * that begins with '#' (its newline stays, so that lines keep their numbers) */
static size_t skip_prologue(const char *text, size_t size) {
  size_t skipped = 0;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) skipped = 3;
  if (skipped < size && text[skipped] == '#') {
    const char *end = memchr(text + skipped, '\n', size - skipped);
    skipped = end != NULL ? (size_t)(end - text) : size;
  }
  return skipped;
}

static int refuse_source(lua_State *L, const char *name, const char *what) {
  const bool marked = name[0] == '@' || name[0] == '=';
  lua_pushfstring(L, "%s: %s", marked ? name + 1 : "script", what);
  return LUA_ERRSYNTAX;
}

/* -- Code that may not be ------------------------------------------------- */

/* What is wrong and in which line; NULL: nothing. */
typedef struct source_finding {
  int line;
  const char *what;
} source_finding;

static void note_finding(source_finding *found, int line, const char *what) {
  if (found->what == NULL) *found = (source_finding){line, what};
}

/* Up to 5.4.4 Lua may load a whole number that is an operand of & | ~ in the
 * wrong place where it is not one of the first 256 constants of its function.
 * One that is in a register is taken for such a number. */
enum {
  SAFE_CONSTANTS_MAX = 255,
  HAS_UNSAFE_BITS = LUA_VERSION_RELEASE_NUM <= 50404
};

/* Whether an instruction with this operation gives its register A a value. */
static bool sets_register(uint32_t op) {
  return op != STL_OPCODE_SETUPVAL &&
         !(op >= STL_OPCODE_SETTABUP && op <= STL_OPCODE_SETFIELD) &&
         !(op >= STL_OPCODE_MMBIN && op <= STL_OPCODE_MMBINK) &&
         !(op >= STL_OPCODE_CLOSE && op <= STL_OPCODE_TEST) &&
         !(op >= STL_OPCODE_RETURN && op <= STL_OPCODE_RETURN1) &&
         op != STL_OPCODE_SETLIST;
}

/* Whether what a register has before an instruction is a number of the code. */
static bool register_is_constant(const stl_dump_function *chunk, size_t pc,
                                 uint32_t slot) {
  while (pc-- > 0) {
    const uint32_t instruction = stl_dump_instruction(chunk, pc);
    const uint32_t op = stl_opcode_of(instruction);
    const uint32_t a = instruction >> 7 & 0xff;
    if (!sets_register(op) || (op == STL_OPCODE_CALL ? a > slot : a != slot)) {
      continue;
    }
    if (op == STL_OPCODE_LOADK) {
      return stl_dump_constant_text(chunk, instruction >> 15).text == NULL;
    }
    return op == STL_OPCODE_LOADI || op == STL_OPCODE_LOADF ||
           op == STL_OPCODE_LOADKX;
  }
  return false;
}

static void find_bits(const stl_dump_function *chunk, source_finding *found) {
  if (!HAS_UNSAFE_BITS || chunk->constant_count <= SAFE_CONSTANTS_MAX) return;
  for (size_t pc = 0; pc < chunk->code_count; pc++) {
    const uint32_t instruction = stl_dump_instruction(chunk, pc);
    const uint32_t op = stl_opcode_of(instruction);
    if (op < STL_OPCODE_BAND || op > STL_OPCODE_BXOR) continue;
    if (!register_is_constant(chunk, pc, instruction >> 16 & 0xff) &&
        !register_is_constant(chunk, pc, instruction >> 24)) {
      continue;
    }
    note_finding(
        found, stl_dump_line(chunk, pc),
        "'&', '|' or '~' of a number in a function with more than 255 "
        "constants, which this Lua may compute wrongly; put the constants, or "
        "this line, into a function of its own");
    return;
  }
}
/* Whether the text has a token for which its compiled code must be looked at:
 * a bit operator, or a constant text so long that it may weigh too much, as a
 * zero takes two bytes at least and weighs more than a digit. */
static bool needs_check(const char *text, size_t size) {
  static const char *const bits[] = {"&", "|", "~", NULL};
  stl_lexer lexer = stl_lexer_new(text, size);
  stl_token token;
  while (stl_lexer_next(&lexer, &token)) {
    const bool is_suspect =
        token.kind == STL_TOKEN_TEXT
            ? token.size > (size_t)2 * STL_TEXT_WEIGHT_MAX
            : HAS_UNSAFE_BITS && token.kind == STL_TOKEN_OPERATOR &&
                  token.size == 1 && stl_token_is_any(&token, bits);
    if (is_suspect) return true;
  }
  return false;
}

static void find_forbidden_code(stl_dump_reader *r, source_finding *found) {
  stl_dump_function chunk;
  for (size_t inner = stl_dump_function_begin(&chunk, r); inner > 0; inner--) {
    find_forbidden_code(r, found);
  }
  stl_dump_function_end(&chunk, r);
  find_bits(&chunk, found);
  if (chunk.heaviest_text > STL_TEXT_WEIGHT_MAX) {
    note_finding(
        found, chunk.line > 0 ? chunk.line : 1,
        "a text with more than 256 zeros or 2000 digits, which takes long to "
        "read; make it of parts");
  }
}

/* The function at the top, compiled of the text; it is popped, and a message
 * pushed, if it is refused. */
static int check_compiled(lua_State *L, const char *name, const char *text,
                          size_t size) {
  if (!needs_check(text, size)) return LUA_OK;
  source_finding found = {0};
  stl_dump_reader r = stl_push_dump(L, -1);
  find_forbidden_code(&r, &found);
  lua_pop(L, 1);
  if (found.what == NULL) return LUA_OK;
  const bool marked = name[0] == '@' || name[0] == '=';
  lua_pop(L, 1);
  lua_pushfstring(L, "%s:%d: %s", marked ? name + 1 : "script", found.line,
                  found.what);
  return LUA_ERRSYNTAX;
}

/* Lua cuts a long path in front: give the message at the top all of it. */
static void restore_path(lua_State *L, const char *name) {
  static const char cut[] = "...";
  const char *message = lua_tostring(L, -1);
  const char *end = message != NULL ? strchr(message, ':') : NULL;
  if (name[0] != '@' || end == NULL ||
      strncmp(message, cut, sizeof cut - 1) != 0) {
    return;
  }
  const char *tail = message + sizeof cut - 1;
  const size_t size = (size_t)(end - tail);
  const size_t whole = strlen(name + 1);
  if (size > whole || memcmp(name + 1 + whole - size, tail, size) != 0) return;
  lua_pushfstring(L, "%s%s", name + 1, end);
  lua_replace(L, -2);
}

int stl_compile(lua_State *L, const char *name, const char *text, size_t size,
                int env) {
  env = lua_absindex(L, env);
  if (size > STL_SOURCE_MAX) {
    return refuse_source(L, name, "too large: more than 256 KiB");
  }
  const size_t start = skip_prologue(text, size);
  if (memchr(text, '\0', size) != NULL || memchr(text, '\033', size) != NULL) {
    return refuse_source(L, name,
                         "not text: it holds a zero or an escape byte");
  }
  const int status = luaL_loadbufferx(L, text + start, size - start, name, "t");
  if (status == LUA_ERRMEM) lua_error(L);
  if (status != LUA_OK) {
    restore_path(L, name);
    return LUA_ERRSYNTAX;
  }
  if (check_compiled(L, name, text + start, size - start) != LUA_OK) {
    return LUA_ERRSYNTAX;
  }
  lua_pushvalue(L, env);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  return LUA_OK;
}
