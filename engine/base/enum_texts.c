/*
 * enum_texts.c - the texts of the public enumerations.
 *
 * Each function indexes a table that is made of the X-map of its type.
 */
#include "base/enum_texts.h"

#include "base/base.h"

static const char *find_text(const char *const *texts, size_t count,
                             unsigned number) {
  if (number >= count || !texts[number]) return "unknown";
  return texts[number];
}

#define X(name, value, text) [value] = (text),
#define E(type, map)                                                           \
  const char *st_##type##_text(strata_##type number) {                         \
    static const char *const texts[] = {STRATA_##map##_MAP(X)};                \
    return find_text(texts, ST_COUNT_OF(texts), (unsigned)number);             \
  }
ST_ENUM_MAP(E)
#undef E
#undef X
