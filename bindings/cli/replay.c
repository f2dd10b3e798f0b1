/*
 * replay.c - the verb replay: record a scenario, and verify a record.
 */
#include "../lua/binding.h"
#include "cli.h"
#include "folder.h"
#include "packs.h"
#include "script.h"
#include "suite.h"
#include "text.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

typedef struct replay {
  const stc_options *options;
  const char *file, *output, *filter, *scenarios;
  bool is_allowed;
} replay;

static stc_exit misuse(const char *problem) {
  stc_print(stderr, "strata replay: %s (strata replay --help)\n", problem);
  return STC_EXIT_USAGE;
}

static stc_exit read_arguments(replay *r, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const bool has_more = i + 1 < argc;
    if (strcmp(argv[i], "--allow-changed") == 0) {
      r->is_allowed = true;
    } else if (strcmp(argv[i], "--output") == 0 && has_more) {
      r->output = argv[++i];
    } else if (strcmp(argv[i], "--filter") == 0 && has_more) {
      r->filter = argv[++i];
    } else if (strcmp(argv[i], "--scenarios") == 0 && has_more) {
      r->scenarios = argv[++i];
    } else if (r->file == NULL && argv[i][0] != '-') {
      r->file = argv[i];
    } else {
      return misuse("more than it can use");
    }
  }
  return STC_EXIT_OK;
}

static stc_exit check_arguments(const replay *r) {
  if (r->file == NULL) return misuse("a file is missing");
  const bool is_scenario = stc_is_script(r->file);
  if (is_scenario && r->output == NULL) {
    return misuse("--output FILE must say where the replay is written to");
  }
  if (is_scenario ? r->scenarios != NULL
                  : r->output != NULL || r->filter != NULL) {
    return misuse("--output and --filter are for recording, --scenarios for "
                  "verifying");
  }
  if (!is_scenario && r->options->pack_count == 0) {
    return misuse("--pack must say which packs were played with");
  }
  const char *const files[] = {r->file, r->scenarios};
  for (int i = 0; i < 2; i++) {
    if (files[i] == NULL ||
        stl_files_look(r->options->files, files[i]) == STL_IS_FILE) {
      continue;
    }
    stc_print(stderr, "strata replay: no file '%s'\n", files[i]);
    return STC_EXIT_USAGE;
  }
  return STC_EXIT_OK;
}

/* Print what is at the top, which is why something failed. */
static stc_exit report(lua_State *L, stc_exit status) {
  stc_report_error(L, false);
  return stc_take_interrupt() ? STC_EXIT_INTERRUPTED : status;
}

/* -- Recording ------------------------------------------------------------ */

static stc_exit write_top(lua_State *L, const char *path) {
  size_t size = 0;
  const char *bytes = lua_tolstring(L, -1, &size);
  FILE *file = fopen(path, "wb");
  bool is_written = file != NULL && fwrite(bytes, 1, size, file) == size;
  if (file != NULL) is_written = fclose(file) == 0 && is_written;
  if (is_written) return STC_EXIT_OK;
  stc_print(stderr, "strata replay: cannot write '%s'\n", path);
  return STC_EXIT_SCRIPT;
}

static stc_exit record(const replay *r) {
  const char *const texts[4] = {r->file, r->filter};
  stc_path pack;
  stc_suite suite;
  if (!stc_pack_around(r->options->files, r->file, &pack)) {
    stc_print(stderr, "strata replay: '%s' is in no pack\n", r->file);
    return STC_EXIT_USAGE;
  }
  stc_exit status = STC_EXIT_SCRIPT;
  if (stc_suite_new(&suite, r->options, &pack)) {
    status = stc_suite_call(&suite, "record", texts)
                 ? write_top(suite.host.L, r->output)
                 : report(suite.host.L, STC_EXIT_SCRIPT);
  }
  stc_suite_free(&suite);
  return status;
}

/* -- Verifying ------------------------------------------------------------ */

static void push_file(lua_State *L, const char *path) {
  luaL_Buffer bytes;
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    luaL_error(L, "strata replay: cannot read '%s'", path);
    return;
  }
  luaL_buffinit(L, &bytes);
  size_t size = 0;
  do {
    char *room = luaL_prepbuffer(&bytes);
    size = fread(room, 1, LUAL_BUFFERSIZE, file);
    luaL_addsize(&bytes, size);
  } while (size > 0);
  (void)fclose(file);
  luaL_pushresult(&bytes);
}

/* function, packs, bytes, allowed, scenarios */
static int push_verify(lua_State *L) {
  const replay *r = lua_touserdata(L, 1);
  stl_push_script(L, "strata.tools.verbs");
  (void)lua_getfield(L, -1, "replay");
  lua_remove(L, -2);
  stc_packs_push(L, r->options, NULL);
  push_file(L, r->file);
  lua_pushboolean(L, r->is_allowed);
  lua_pushstring(L, r->scenarios);
  return 5;
}

/* What is at the top two: a text, and whether the replay is the same game. */
static stc_exit tell(lua_State *L) {
  const bool is_same = lua_toboolean(L, -1) != 0;
  const char *text = stl_error_text(L, -2);
  stc_write_line(is_same ? stdout : stderr, text, strlen(text));
  return is_same ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

static stc_exit verify(replay *r) {
  stc_host host;
  if (!stc_host_open(&host, r->options, "# ", NULL)) return STC_EXIT_SCRIPT;
  stc_exit status = STC_EXIT_SCRIPT;
  if (stc_packs_prepare(host.L, r->options)) {
    const bool is_done = stc_protect(host.L, push_verify, r, LUA_MULTRET) &&
                         stc_call(host.L, 4, 2) == LUA_OK;
    status = is_done ? tell(host.L) : report(host.L, STC_EXIT_PACK);
  }
  stc_host_close(&host);
  return status;
}

int stc_replay(const stc_options *options, int argc, char **argv) {
  replay r = {.options = options};
  stc_exit status = read_arguments(&r, argc, argv);
  if (status == STC_EXIT_OK) status = check_arguments(&r);
  if (status != STC_EXIT_OK) return (int)status;
  stc_catch_interrupts();
  return (int)(stc_is_script(r.file) ? record(&r) : verify(&r));
}
