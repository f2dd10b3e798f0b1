/* digest.h - the hash of rules. */
#ifndef STRATA_DIGEST_H
#define STRATA_DIGEST_H

#include "rules/catalog/rules.h"

/* Hash of all that was declared. Cost O(it). */
uint64_t st_rules_digest(const strata_rules *rules);

#endif
