/* rules_hash.h - the hash of frozen rules. */
#ifndef STRATA_RULES_COMPILE_RULES_HASH_H
#define STRATA_RULES_COMPILE_RULES_HASH_H

#include "rules/catalog/rules.h"

/* The hash of everything declared. Cost O(size of the rules). */
uint64_t st_rules_hash_compute(const strata_rules *rules);

#endif
