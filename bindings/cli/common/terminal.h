/*
 * terminal.h - the width of the terminal that standard output is.
 */
#ifndef STRATA_CLI_COMMON_TERMINAL_H
#define STRATA_CLI_COMMON_TERMINAL_H

/* The columns of a line of standard output; 0 if it is no terminal, or the
 * terminal does not tell. Not cached: windows change their size. */
unsigned stc_terminal_width(void);

#endif
