/*
 * api_texts.c - the version, and the public texts of statuses, kinds of names
 * and enumerations.
 */
#include "base/enum_texts.h"
#include "base/text.h"
#include "rules/catalog/rules.h"

uint32_t strata_version(void) {
  return STRATA_VERSION;
}

strata_status strata_check_version(uint32_t version, strata_error *error) {
  return st_check_version(version, error);
}

const char *strata_status_text(strata_status status) {
  return st_status_text(status);
}

const char *strata_name_kind_text(strata_name_kind kind) {
  return st_name_kind_text(kind);
}

#define E(type, map)                                                           \
  const char *strata_##type##_text(strata_##type number) {                     \
    return st_##type##_text(number);                                           \
  }
ST_ENUM_MAP(E)
#undef E
