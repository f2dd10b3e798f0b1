/* trial.h - whether what a pack's functions hold stays as it is. */
#ifndef STL_TRIAL_H
#define STL_TRIAL_H

#include <lua.h>

struct stl_context;

/* What a handler that is tried wanted to change, with its place; "": nothing.
 */
typedef struct stl_capture_check {
  char text[512];
} stl_capture_check;

/** lua_CFunction, (rules) -> a table: path -> value of all that the handlers of
 * the rules hold, from "pack:name" on. Cost O(it). */
int stl_host_list_captures(lua_State *L);

/** lua_CFunction, (rules) -> a list of what the handlers of the rules want to
 * keep, a message each, found by running each once on nobody. Cost: 20,000
 * steps for each at most. */
int stl_host_check_captures(lua_State *L);

/** lua_CFunction, (function): raises why it could not be kept as a handler.
 * Cost O(its code). */
int stl_host_check_handler(lua_State *L);

/** Note what is refused as hidden state, if a handler is being tried. */
void stl_capture_check_note(struct stl_context *context, const char *text);

#endif
