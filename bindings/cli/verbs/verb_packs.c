/*
 * verb_packs.c - the verb packs: which packs a game has, in which order.
 */

#include "cli/common/cli.h"
#include "cli/common/game_packs.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

typedef struct packs_request {
  stc_options asked; /* PATHs are packs like those of --pack */
  bool is_ordered, is_explained, is_locked;
} packs_request;

/* report, asked, wanted */
static int push_packs_report(lua_State *L) {
  const packs_request *p = lua_touserdata(L, 1);
  stl_library_push(L, "strata.packs.pack_search");
  (void)lua_getfield(L, -1, "report");
  lua_remove(L, -2);
  stc_game_packs_push(L, &p->asked, NULL);
  lua_createtable(L, 0, 3);
  lua_pushboolean(L, p->is_ordered);
  lua_setfield(L, -2, "order");
  lua_pushboolean(L, p->is_explained);
  lua_setfield(L, -2, "why");
  lua_pushboolean(L, p->is_locked);
  lua_setfield(L, -2, "lock");
  return 3;
}

static stc_exit print_packs_report(lua_State *L, packs_request *p) {
  if (!stc_game_packs_prepare(L, &p->asked)) return STC_EXIT_SCRIPT;
  if (!stc_call_protected(L, push_packs_report, p, LUA_MULTRET) ||
      stc_host_call(L, 2, 1) != LUA_OK) {
    stc_report_error(L, false);
    return stc_host_take_interrupt() ? STC_EXIT_INTERRUPTED : STC_EXIT_PACK;
  }
  const char *text = stl_error_text(L, -1);
  stc_write_line(stdout, text, strlen(text));
  lua_pop(L, 1);
  return STC_EXIT_OK;
}

static const stc_option packs_options[] = {
    {.name = "--order", .at = offsetof(packs_request, is_ordered)},
    {.name = "--why", .at = offsetof(packs_request, is_explained)},
    {.name = "--lock", .at = offsetof(packs_request, is_locked)},
};

static stc_exit add_path(packs_request *p, char *path) {
  const size_t size = strlen(path);
  if (size > 1 && path[size - 1] == '/') path[size - 1] = '\0';
  if (!stc_is_folder(path)) {
    stc_print(stderr, "strata packs: no folder '%s' (strata packs --help)\n",
              path);
    return STC_EXIT_USAGE;
  }
  if (p->asked.pack_count == STC_PACKS_MAX) {
    stc_print(stderr, "strata packs: more than %d packs\n", STC_PACKS_MAX);
    return STC_EXIT_USAGE;
  }
  p->asked.packs[p->asked.pack_count++] = path;
  return STC_EXIT_OK;
}

int stc_verb_packs(const stc_options *options, int argc, char **argv) {
  packs_request p = {.asked = *options};
  stc_host host;
  const stc_option_set set = {
      .command = "strata packs", STC_OPTION_ROWS(packs_options), .target = &p};
  stc_exit status = STC_EXIT_OK;
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = add_path(&p, argv[i]);
  }
  if (status != STC_EXIT_OK) return (int)status;
  if (p.is_locked && p.asked.pack_count == 0) {
    stc_print(stderr, "strata packs: --lock is of a game: name its packs\n");
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, options, "", NULL)) return STC_EXIT_SCRIPT;
  stc_host_catch_interrupts();
  status = print_packs_report(host.L, &p);
  stc_host_close(&host);
  return (int)status;
}
