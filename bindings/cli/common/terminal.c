/*
 * terminal.c - the size of the terminal, asked of the system.
 */
#include "cli/common/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

unsigned stc_terminal_width(void) {
  struct winsize size = {.ws_col = 0};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}
