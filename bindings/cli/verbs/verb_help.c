/*
 * verb_help.c - the verb help: prints what the library modules
 * strata.help.help_texts, which reads the descriptions that editors read too,
 * and strata.help.game_help, which knows what loaded packs have, tell.
 */
#include "cli/verbs/verb_help.h"

#include "cli/common/cli.h"
#include "cli/common/game_packs.h"
#include "cli/common/json_lines.h"
#include "cli/common/options.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata/lua.h>

typedef struct help_question {
  const char *module, *function; /* of the library */
  const stc_options *packs;      /* the first argument, if not NULL */
  const char *name;              /* the next one */
  bool is_found;
} help_question;

/* Push the text of the answer. */
static int push_help_answer(lua_State *L) {
  help_question *q = lua_touserdata(L, 1);
  stl_library_push(L, q->module);
  (void)lua_getfield(L, -1, q->function);
  if (q->packs != NULL) stc_game_packs_push(L, q->packs, NULL);
  lua_pushstring(L, q->name);
  lua_call(L, q->packs != NULL ? 2 : 1, 2);
  q->is_found = lua_isnil(L, -1) || lua_toboolean(L, -1);
  lua_pop(L, 1);
  return 1;
}

static bool print_help_answer(lua_State *L, help_question *q) {
  if (!stc_call_protected(L, push_help_answer, q, 1)) {
    stc_report_error(L, false);
    return false;
  }
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  if (!q->is_found) {
    if (stc_is_json(L)) stc_json_text("error", text, size);
    (void)fflush(stdout);
    (void)fputs("error: ", stderr);
  }
  if (q->is_found) {
    stc_json_say(L, text, size);
  } else {
    stc_write_line(stderr, text, size);
  }
  lua_pop(L, 1);
  return q->is_found;
}

bool stc_help_print(lua_State *L, const char *name) {
  help_question q = {
      .module = "strata.session.live_game", .function = "help", .name = name};
  return print_help_answer(L, &q);
}

void stc_help_print_besides(const stc_options *options, const char *name) {
  help_question q = {.module = "strata.help.game_help",
                     .function = "besides",
                     .packs = options,
                     .name = name};
  stc_host host;
  if (!stc_host_open(&host, options, "", NULL)) return;
  if (!stc_game_packs_prepare(host.L, options)) {
    q.is_found = false; /* what is wrong with them has been said */
  } else if (!stc_call_protected(host.L, push_help_answer, &q, 1)) {
    stc_report_error(host.L, false);
  } else if (q.is_found) {
    size_t size = 0;
    const char *text = lua_tolstring(host.L, -1, &size);
    stc_print(stdout, "\n");
    stc_write_line(stdout, text, size);
  }
  stc_host_close(&host);
}

typedef struct help_request {
  bool is_all, is_json;
} help_request;

static const stc_option help_options[] = {
    {.name = "--all", .at = offsetof(help_request, is_all)},
    {.name = "--json", .at = offsetof(help_request, is_json)},
};

int stc_verb_help(const stc_options *options, int argc, char **argv) {
  help_request r = {.is_all = false};
  stc_host host;
  const stc_option_set set = {
      .command = "strata help", STC_OPTION_ROWS(help_options), .target = &r};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  help_question q = {.module = "strata.help.game_help",
                     .function = "answer",
                     .packs = options,
                     .name = argc > 1 ? argv[1] : NULL};
  if (argc > 2) {
    stc_print(stderr, "strata help: one name at a time (strata help --help)\n");
    return STC_EXIT_USAGE;
  }
  if (r.is_all || r.is_json) {
    q.module = "strata.help.help_texts";
    q.function = r.is_json ? "json" : "page";
    q.packs = NULL;
  }
  if (!stc_host_open(&host, options, "", NULL)) return STC_EXIT_SCRIPT;
  const bool is_found =
      stc_game_packs_prepare(host.L, options) && print_help_answer(host.L, &q);
  stc_host_close(&host);
  return is_found ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}
