/*
 * verb_serve.c - the verb serve: a game that is played by lines of JSON.
 *
 * strata.stage.wire answers the lines. Nothing else is written to standard
 * output: what scripts print goes to standard error.
 */
#include "cli/common/game_packs.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <string.h>

typedef struct serve_request {
  stc_options asked; /* PATHs are packs like those of --pack */
  stc_path packs[STC_PACKS_MAX];
} serve_request;

/* Push the game of the packs: a strata.Wire. */
static int open_wire(lua_State *L) {
  const stc_options *asked = lua_touserdata(L, 1);
  stl_library_push(L, "strata.stage.wire");
  (void)lua_getfield(L, -1, "open");
  stc_game_packs_push(L, asked, NULL);
  lua_call(L, 1, 1);
  return 1;
}

/* Answer a line; the game is at 1. */
static bool answer_line(lua_State *L, const char *line, size_t size) {
  (void)lua_getfield(L, 1, "line");
  lua_pushvalue(L, 1);
  lua_pushlstring(L, line, size);
  if (stc_host_call(L, 2, 1) != LUA_OK) {
    stc_report_error(L, false);
    return false;
  }
  size_t length = 0;
  const char *reply = lua_tolstring(L, -1, &length);
  const bool is_written = fwrite(reply, 1, length, stdout) == length &&
                          fputc('\n', stdout) != EOF && fflush(stdout) == 0;
  lua_pop(L, 1);
  return is_written;
}

static stc_exit answer_lines(lua_State *L) {
  char *line = NULL;
  size_t room = 0;
  ssize_t size = 0;
  bool goes_on = true;
  while (goes_on && (size = getline(&line, &room, stdin)) >= 0) {
    while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r')) {
      size--;
    }
    if (size > 0) goes_on = answer_line(L, line, (size_t)size);
  }
  free(line);
  return goes_on ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

static stc_exit serve_packs(serve_request *r) {
  stc_host host;
  r->asked.print_file = stderr;
  if (!stc_host_open(&host, &r->asked, "", NULL)) return STC_EXIT_SCRIPT;
  stc_exit status = STC_EXIT_PACK;
  if (stc_game_packs_prepare(host.L, &r->asked)) {
    if (stc_call_protected(host.L, open_wire, &r->asked, 1)) {
      lua_settop(host.L, 1);
      status = answer_lines(host.L);
    } else {
      stc_report_error(host.L, false);
    }
  }
  stc_host_close(&host);
  return status;
}

static stc_exit add_served_pack(serve_request *r, const char *word) {
  const size_t count = r->asked.pack_count;
  stc_path *pack = &r->packs[count];
  if (count == STC_PACKS_MAX) {
    stc_print(stderr, "strata serve: too many packs, from '%s'\n", word);
    return STC_EXIT_USAGE;
  }
  if (!stc_find_pack(r->asked.program, word, pack) ||
      !stc_path_set_folder(pack, pack->at)) {
    return STC_EXIT_PACK;
  }
  r->asked.packs[r->asked.pack_count++] = pack->at;
  return STC_EXIT_OK;
}

int stc_verb_serve(const stc_options *options, int argc, char **argv) {
  serve_request *r = calloc(1, sizeof *r);
  if (r == NULL) {
    stc_print(stderr, "strata serve: out of memory\n");
    return STC_EXIT_SCRIPT;
  }
  r->asked = *options;
  const stc_option_set set = {.command = "strata serve", .target = r};
  stc_exit status =
      stc_options_read(&set, &argc, argv) ? STC_EXIT_OK : STC_EXIT_USAGE;
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = add_served_pack(r, argv[i]);
  }
  if (status == STC_EXIT_OK && r->asked.pack_count == 0) {
    stc_print(stderr,
              "strata serve: a pack must follow (strata serve --help)\n");
    status = STC_EXIT_USAGE;
  }
  if (status == STC_EXIT_OK) status = serve_packs(r);
  free(r);
  return (int)status;
}
