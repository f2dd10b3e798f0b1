/*
 * text_scan.h - whether a text of Lua that is read line by line is still open.
 */
#ifndef STRATA_CLI_COMMON_TEXT_SCAN_H
#define STRATA_CLI_COMMON_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: nothing has been read. */
typedef struct stc_text_scan {
  size_t depth; /* open brackets */
  char quote;   /* of the string that is open, 0 if none is */
  bool is_long; /* inside of [==[ ]==], a string or a comment */
  size_t level; /* the number of = of its brackets */
} stc_text_scan;

/* Read one more line, without its newline. */
void stc_text_scan_line(stc_text_scan *scan, const char *line, size_t size);

/* True if the text cannot be complete. */
bool stc_text_scan_is_open(const stc_text_scan *scan);

#endif
