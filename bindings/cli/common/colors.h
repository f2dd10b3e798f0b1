/*
 * colors.h - colours: on a terminal only, and not if NO_COLOR is set.
 */
#ifndef STRATA_CLI_COMMON_COLORS_H
#define STRATA_CLI_COMMON_COLORS_H

#include <stdio.h>

typedef enum stc_color {
  STC_COLOR_BOLD = 0,
  STC_COLOR_RED = 1,
  STC_COLOR_PLAIN = 2
} stc_color;

/* Switch to a colour on this stream; nothing happens where colours are off. */
void stc_set_color(FILE *file, stc_color color);

#endif
