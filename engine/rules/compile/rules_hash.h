/* digest.h - the hash of rules. */
#ifndef STRATA_RULES_COMPILE_RULES_HASH_H
#define STRATA_RULES_COMPILE_RULES_HASH_H

#include "rules/catalog/rules.h"

/* Hash of all that was declared. Cost O(it). */
uint64_t st_rules_hash_compute(const strata_rules *rules);

#endif
