/* manifest_syntax.h - whether the text of a manifest is plain data. */
#ifndef STRATA_LUA_FILES_MANIFEST_SYNTAX_H
#define STRATA_LUA_FILES_MANIFEST_SYNTAX_H

#include <stddef.h>

typedef struct stl_manifest_error {
  int line;
  char text[120];
} stl_manifest_error;

/** Whether a text is one table of constants, of at most 64 KiB and 8 tables
 * deep. If it is not, `*out` tells why. Syntax errors are left to Lua. */
_Bool stl_manifest_is_data(const char *text, size_t size,
                           stl_manifest_error *out);

/** Whether a text is a name of a pack or script: a-z, 0-9 and _, no digit
 * first, at most 64 bytes. */
_Bool stl_is_pack_name(const char *name);

#endif
