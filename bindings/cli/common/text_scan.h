/*
 * scan.h - whether a text that goes on over many lines is still open.
 */
#ifndef STRATA_CLI_COMMON_TEXT_SCAN_H
#define STRATA_CLI_COMMON_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: nothing has been read. */
typedef struct stc_text_scan {
  size_t depth; /* open brackets */
  char quote;   /* of the string that goes on, 0 if none does */
  bool is_long; /* inside of [==[ ]==], a string or a comment */
  size_t level; /* its number of = */
} stc_text_scan;

/* Read one more line, without its newline. */
void stc_text_scan_line(stc_text_scan *scan, const char *line, size_t size);

/* True if no compiler could take the text for complete. */
bool stc_text_scan_is_open(const stc_text_scan *scan);

#endif
