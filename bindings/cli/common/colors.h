/*
 * color.h - colours: on a terminal only, and not if NO_COLOR is set.
 */
#ifndef STRATA_CLI_COMMON_COLORS_H
#define STRATA_CLI_COMMON_COLORS_H

#include <stdio.h>

typedef enum stc_color {
  STC_COLOR_BOLD = 0,
  STC_COLOR_RED = 1,
  STC_COLOR_PLAIN = 2
} stc_color;

/* What switches to it on this stream; "" where colours have no place. */
const char *stc_color_code(FILE *file, stc_color color);

#endif
