/* Fuzzes texts of manifests: each is a checked table, or a message with a
 * place. Nothing in the text is executed, and nothing is kept. */
#include "lua/files/manifest_syntax.h"
#include "lua/module/pack_loader.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FOLDER    "p"
#define FILE_NAME FOLDER "/pack.lua:"

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

typedef struct input {
  const char *text;
  size_t size;
  int is_fine;
} input;

static int push_checked(lua_State *L) {
  input *in = lua_touserdata(L, 1);
  in->is_fine = stl_push_manifest_text(L, FOLDER, in->text, in->size);
  return 1;
}

static void fuzz_refused(const char *message) {
  if (message == NULL || message[0] == '\0') fuzz_found("no message");
  if (strncmp(message, FILE_NAME, sizeof FILE_NAME - 1) != 0) {
    fuzz_found("a problem without its file");
  }
}

static const char *field(lua_State *L, const char *name) {
  (void)lua_getfield(L, -1, name);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 1); /* the table keeps it */
  return text;
}

/* What is let pass is what scripts are told that it is. */
static void fuzz_taken(lua_State *L, const input *in) {
  stl_manifest_error wrong;
  if (!stl_manifest_is_data(in->text, in->size, &wrong)) {
    fuzz_found("more than constants");
  }
  const char *name = field(L, "name");
  if (name == NULL || !stl_is_pack_name(name))
    fuzz_found("a name that is none");
  if (field(L, "version") == NULL || field(L, "license") == NULL) {
    fuzz_found("a field that must be there");
  }
  (void)lua_getfield(L, -1, "requires");
  if (!lua_istable(L, -1)) fuzz_found("dependencies that were not read");
  lua_pop(L, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static strata_vm *vm = NULL; /* one for all: what stays of one text shows */
  if (vm == NULL && strata_vm_new(NULL, &vm) != STRATA_OK) fuzz_found("vm");
  lua_State *L = stl_vm_state(vm);
  char *text = malloc(size + 1);
  if (text == NULL) fuzz_found("memory");
  memcpy(text, data, size);
  text[size] = '\0';
  input in = {.text = text, .size = size};
  lua_pushcfunction(L, push_checked);
  lua_pushlightuserdata(L, &in);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK) fuzz_found(lua_tostring(L, -1));
  if (in.is_fine) {
    fuzz_taken(L, &in);
  } else {
    fuzz_refused(lua_tostring(L, -1));
  }
  lua_settop(L, 0);
  free(text);
  return 0;
}
