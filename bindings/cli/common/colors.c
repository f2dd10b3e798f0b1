/*
 * colors.c - when colours are used: https://no-color.org, and terminals that
 * call themselves dumb have none.
 */
#include "cli/common/colors.h"

#include "cli/common/paths.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static bool stream_has_color(FILE *file) {
  const char *kind = stc_environment("TERM");
  const char *refused = stc_environment("NO_COLOR");
  return (refused == NULL || refused[0] == '\0') && kind != NULL &&
         strcmp(kind, "dumb") != 0 && isatty(fileno(file)) != 0;
}

void stc_set_color(FILE *file, stc_color color) {
  static const char *const codes[] = {"\033[1m", "\033[31m", "\033[0m"};
  if (stream_has_color(file)) (void)fputs(codes[color], file);
}
