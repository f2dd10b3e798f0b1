/* library_modules.h - load the library's own modules in Lua, scripts/strata. */
#ifndef STRATA_LUA_SANDBOX_LIBRARY_MODULES_H
#define STRATA_LUA_SANDBOX_LIBRARY_MODULES_H

#include <lua.h>
#include <stddef.h>

/** A module of the library: a file of scripts/strata. */
typedef struct stl_library_text {
  const char *name; /* "strata.lang.vocabulary" */
  const char *text;
  size_t size;
} stl_library_text;

/** The modules of the library; an entry without a name ends the list. */
extern const stl_library_text stl_library_texts[];

/** The text of a module of the library, NULL if there is none of this name. */
const stl_library_text *stl_library_find(const char *name);

/** Let stl_library_push find a module that is written in C: `open` pushes its
 * table and returns 1. May raise. */
void stl_library_preload(lua_State *L, const char *name, lua_CFunction open);

#endif
