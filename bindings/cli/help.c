/*
 * help.c - the verb help: strata.help in the library's own Lua, which reads
 * the descriptions that editors read, and what the program makes of it.
 */
#include "help.h"

#include "../lua/binding.h"
#include "cli.h"
#include "host.h"
#include "json.h"
#include "script.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

typedef struct question {
  const char *function; /* of strata.help: "tell", "page" or "json" */
  const char *name;     /* for "tell" */
  bool is_found;
} question;

/* Push the text of the answer. */
static int ask(lua_State *L) {
  question *q = lua_touserdata(L, 1);
  stl_push_script(L, "strata.tools.help_texts");
  (void)lua_getfield(L, -1, q->function);
  lua_pushstring(L, q->name);
  lua_call(L, 1, 2);
  q->is_found = lua_isnil(L, -1) || lua_toboolean(L, -1);
  lua_pop(L, 1);
  return 1;
}

static bool answer(lua_State *L, question *q) {
  if (!stc_protect(L, ask, q, 1)) {
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
    stc_say(L, text, size);
  } else {
    stc_write_line(stderr, text, size);
  }
  lua_pop(L, 1);
  return q->is_found;
}

bool stc_help_print(lua_State *L, const char *name) {
  question q = {.function = "tell", .name = name};
  return answer(L, &q);
}

int stc_help(const stc_options *options, int argc, char **argv) {
  question q = {.function = "tell", .name = argc > 1 ? argv[1] : NULL};
  stc_host host;
  if (argc > 2) {
    stc_print(stderr, "strata help: one name at a time (strata help --help)\n");
    return STC_EXIT_USAGE;
  }
  if (q.name != NULL && strcmp(q.name, "--all") == 0) q.function = "page";
  if (q.name != NULL && strcmp(q.name, "--json") == 0) q.function = "json";
  if (!stc_host_open(&host, options, "", NULL)) return STC_EXIT_SCRIPT;
  const bool is_found = answer(host.L, &q);
  stc_host_close(&host);
  return is_found ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}
