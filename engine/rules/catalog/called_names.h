/* called_names.h - which definition a word calls, and which word calls a
 * definition. */
#ifndef STRATA_RULES_CATALOG_CALLED_NAMES_H
#define STRATA_RULES_CATALOG_CALLED_NAMES_H

#include "rules/catalog/rules.h"

/*
 * Events and programs name a definition by a symbol, and symbols are often
 * titles: "Grizzly Bears" calls the definition "grizzly_bears", or else the
 * only one whose name is that behind a prefix, "classic:grizzly_bears". All of
 * it follows from the names of the rules, so it is no part of their hash.
 */

/* The definition that a word calls: that of this name; that of this name in
 * lower case, with '_' for all that is no letter or digit; or the only one that
 * has such a name behind a prefix and ':'. 0 if there is none. If several
 * prefixes have one, it is 0 and *second is one of them, else *second is 0.
 * Cost O(log n) for a name, else O(prefixes * log n). */
strata_definition st_definition_called(const strata_rules *rules,
                                       const char *word,
                                       strata_definition *second);

/* A symbol that calls the same definition as a word, which need not be a symbol
 * itself: "classic:grizzly_bears". 0 if the word calls none, or no symbol calls
 * it. Cost O(symbols). */
strata_symbol st_symbol_calling(const strata_rules *rules, const char *word);

#endif
