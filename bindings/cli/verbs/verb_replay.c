/*
 * verb_replay.c - the verb replay: record a scenario, and verify a record.
 */
#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/game_packs.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/suite/pack_suite.h"
#include "cli/verbs/verbs.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

typedef struct replay_request {
  const stc_options *options;
  const char *file, *output, *filter, *scenarios;
  bool is_allowed;
  FILE *record; /* `file` while it is verified, here because Lua may raise */
} replay_request;

static stc_exit replay_misuse(const char *problem) {
  stc_print(stderr, "strata replay: %s (strata replay --help)\n", problem);
  return STC_EXIT_USAGE;
}

static const stc_option replay_options[] = {
    {.name = "--allow-changed", .at = offsetof(replay_request, is_allowed)},
    {.name = "--output",
     .type = STC_OPTION_TEXT,
     .at = offsetof(replay_request, output),
     .expected = "a file"},
    {.name = "--filter",
     .type = STC_OPTION_TEXT,
     .at = offsetof(replay_request, filter),
     .expected = "a text"},
    {.name = "--scenarios",
     .type = STC_OPTION_TEXT,
     .at = offsetof(replay_request, scenarios),
     .expected = "a file"},
};

static stc_exit check_replay_arguments(const replay_request *r) {
  if (r->file == NULL) return replay_misuse("a file is missing");
  const bool is_scenario = stc_is_script(r->file);
  if (is_scenario && r->output == NULL) {
    return replay_misuse(
        "--output FILE must say where the replay is written to");
  }
  if (is_scenario ? r->scenarios != NULL
                  : r->output != NULL || r->filter != NULL) {
    return replay_misuse(
        "--output and --filter are for recording, --scenarios for "
        "verifying");
  }
  if (!is_scenario && r->options->pack_count == 0) {
    return replay_misuse("--pack must say which packs were played with");
  }
  const char *const files[] = {r->file, r->scenarios};
  for (int i = 0; i < 2; i++) {
    if (files[i] == NULL ||
        stl_files_path_kind(r->options->files, files[i]) == STL_PATH_FILE) {
      continue;
    }
    stc_print(stderr, "strata replay: no file '%s'\n", files[i]);
    return STC_EXIT_USAGE;
  }
  return STC_EXIT_OK;
}

/* Print and pop the error on the top; the exit status for it. */
static stc_exit print_replay_error(lua_State *L, stc_exit status) {
  stc_report_error(L, false);
  return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : status;
}

/* -- Recording ------------------------------------------------------------ */

static stc_exit write_record(lua_State *L, const char *path) {
  size_t size = 0;
  const char *bytes = lua_tolstring(L, -1, &size);
  FILE *file = fopen(path, "wb");
  bool is_written = file != NULL && fwrite(bytes, 1, size, file) == size;
  if (file != NULL) is_written = fclose(file) == 0 && is_written;
  if (is_written) return STC_EXIT_OK;
  stc_print(stderr, "strata replay: cannot write '%s'\n", path);
  return STC_EXIT_SCRIPT;
}

static stc_exit record_scenario(const replay_request *r) {
  const char *const texts[4] = {r->file, r->filter};
  stc_path pack;
  stc_pack_suite suite;
  if (!stc_find_pack_around(r->options->files, r->file, &pack)) {
    stc_print(stderr, "strata replay: '%s' is in no pack\n", r->file);
    return STC_EXIT_USAGE;
  }
  stc_exit status = STC_EXIT_SCRIPT;
  if (stc_suite_new(&suite, r->options, &pack)) {
    status = stc_suite_call(&suite, "record", texts)
                 ? write_record(suite.host.L, r->output)
                 : print_replay_error(suite.host.L, STC_EXIT_SCRIPT);
  }
  stc_suite_free(&suite);
  return status;
}

/* -- Verifying ------------------------------------------------------------ */

static void push_record(lua_State *L, const replay_request *r) {
  luaL_Buffer bytes;
  size_t size = 0;
  luaL_buffinit(L, &bytes);
  do {
    char *room = luaL_prepbuffer(&bytes);
    size = r->record == NULL ? 0 : fread(room, 1, LUAL_BUFFERSIZE, r->record);
    luaL_addsize(&bytes, size);
  } while (size > 0);
  luaL_pushresult(&bytes);
  if (r->record != NULL && ferror(r->record) == 0) return;
  luaL_error(L, "strata replay: cannot read '%s'", r->file);
}

/* function, packs, bytes, allowed, scenarios */
static int push_verify(lua_State *L) {
  const replay_request *r = lua_touserdata(L, 1);
  stl_library_push(L, "strata.tools.verbs");
  (void)lua_getfield(L, -1, "replay");
  lua_remove(L, -2);
  stc_game_packs_push(L, r->options, NULL);
  push_record(L, r);
  lua_pushboolean(L, r->is_allowed);
  lua_pushstring(L, r->scenarios);
  return 5;
}

/* The two values on the top: a text, and whether the replay is the same game.
 */
static stc_exit print_verdict(lua_State *L) {
  const bool is_same = lua_toboolean(L, -1) != 0;
  const char *text = stl_error_text(L, -2);
  stc_write_line(is_same ? stdout : stderr, text, strlen(text));
  return is_same ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

static stc_exit verify_record(replay_request *r) {
  stc_host host;
  if (!stc_host_open(&host, r->options, "# ", NULL)) return STC_EXIT_SCRIPT;
  stc_exit status = STC_EXIT_SCRIPT;
  if (stc_game_packs_prepare(host.L, r->options)) {
    r->record = fopen(r->file, "rb");
    const bool is_done =
        stc_call_protected(host.L, push_verify, r, LUA_MULTRET) &&
        stc_host_call(host.L, 4, 2) == LUA_OK;
    status = is_done ? print_verdict(host.L)
                     : print_replay_error(host.L, STC_EXIT_PACK);
    if (r->record != NULL) (void)fclose(r->record);
  }
  stc_host_close(&host);
  return status;
}

int stc_verb_replay(const stc_options *options, int argc, char **argv) {
  replay_request r = {.options = options};
  const stc_option_set set = {.command = "strata replay",
                              STC_OPTION_ROWS(replay_options),
                              .target = &r};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (argc > 2) return (int)replay_misuse("more than it can use");
  if (argc > 1) r.file = argv[1];
  const stc_exit status = check_replay_arguments(&r);
  if (status != STC_EXIT_OK) return (int)status;
  stc_host_catch_interrupts();
  return (int)(stc_is_script(r.file) ? record_scenario(&r) : verify_record(&r));
}
