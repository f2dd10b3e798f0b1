/* kit_why.h - explanations as lines of text, for the messages of tests. Plain
 * C, as kit.h. */
#ifndef STRATA_TESTS_API_KIT_KIT_WHY_H
#define STRATA_TESTS_API_KIT_KIT_WHY_H

#include "kit.h"

/* A line for each row, with all its texts. The text lives until the second
 * call after this one. */
const char *kit_why_text(const strata_why *why);
const char *kit_event_why_text(const strata_event_why *why);

#endif
