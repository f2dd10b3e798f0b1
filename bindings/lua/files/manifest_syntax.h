/* manifest_syntax.h - whether the text of a manifest is plain data. */
#ifndef STRATA_LUA_FILES_MANIFEST_SYNTAX_H
#define STRATA_LUA_FILES_MANIFEST_SYNTAX_H

#include <stddef.h>

typedef struct stl_manifest_error {
  int line;
  char text[120];
} stl_manifest_error;

/** True if the text is no more than one table of constants, of at most 64 KiB
 * and 8 tables deep; else what it is otherwise goes to `out`. What Lua has to
 * say of its syntax is left to Lua. */
_Bool stl_manifest_is_data(const char *text, size_t size,
                           stl_manifest_error *out);

/** True for a pack's or a script's name: a-z, 0-9, _ ; at most 64 bytes. */
_Bool stl_is_pack_name(const char *name);

#endif
