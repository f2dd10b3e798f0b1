/* scripts.h - the Lua that is part of the library: scripts/strata. */
#ifndef STL_SCRIPTS_H
#define STL_SCRIPTS_H

#include <stddef.h>

typedef struct stl_library_text {
  const char *name; /* "strata.lang.vocabulary" */
  const char *text;
  size_t size;
} stl_library_text;

/** All of them; an entry without a name ends the list. */
extern const stl_library_text stl_library_texts[];

#endif
