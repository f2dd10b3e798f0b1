/*
 * repl.h - the verb repl: a session, line by line.
 */
#ifndef STRATA_CLI_REPL_REPL_H
#define STRATA_CLI_REPL_REPL_H

#include "cli/common/cli.h"

/* A verb, as those of verbs.h. */
int stc_verb_repl(const stc_options *options, int argc, char **argv);

#endif
