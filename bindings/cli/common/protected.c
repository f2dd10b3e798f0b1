/*
 * protected.c - calls into Lua that cannot raise, and printing their errors.
 *
 * Code that may raise an error of Lua, also for lack of memory, runs below
 * stc_call_protected: no frame of the program above it catches errors.
 */
#include "cli/common/protected.h"

#include "cli/common/colors.h"
#include "cli/common/json_lines.h"
#include "cli/common/safe_text.h"

#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

bool stc_call_protected(lua_State *L, lua_CFunction function, void *user,
                        int nresults) {
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, user);
  return lua_pcall(L, 1, nresults, 0) == LUA_OK;
}

static int push_traceback(lua_State *L) {
  stl_push_traceback(L);
  return 1;
}

void stc_print_error_word(void) {
  stc_set_color(stderr, STC_COLOR_RED);
  stc_print(stderr, "error:");
  stc_set_color(stderr, STC_COLOR_PLAIN);
  stc_print(stderr, " ");
}

void stc_report_error(lua_State *L, bool with_traceback) {
  const char *message = stl_error_text(L, -1);
  (void)fflush(stdout);
  stc_print_error_word();
  stc_write_line(stderr, message, strlen(message));
  if (stc_is_json(L)) stc_json_text("error", message, strlen(message));
  lua_pop(L, 1);
  if (with_traceback) stc_print_traceback(L);
}

void stc_print_traceback(lua_State *L) {
  size_t size = 0;
  const char *trace = stc_call_protected(L, push_traceback, NULL, 1)
                          ? lua_tolstring(L, -1, &size)
                          : NULL;
  if (trace != NULL && size > 0) stc_write_line(stderr, trace, size);
  lua_pop(L, 1);
}
