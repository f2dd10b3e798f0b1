/*
 * verbs.h - the verbs of the program that have no session.
 *
 * A verb is a function of the arguments from its own name on; it returns the
 * exit status. Options that all verbs take (--pack) are removed from the
 * arguments before.
 */
#ifndef STRATA_CLI_VERBS_VERBS_H
#define STRATA_CLI_VERBS_VERBS_H

#include "cli/common/cli.h"

int stc_verb_run(const stc_options *options, int argc, char **argv);
int stc_verb_test(const stc_options *options, int argc, char **argv);
int stc_verb_new(const stc_options *options, int argc, char **argv);
int stc_verb_profile(const stc_options *options, int argc, char **argv);
int stc_verb_check(const stc_options *options, int argc, char **argv);
int stc_verb_pack(const stc_options *options, int argc, char **argv);
int stc_verb_why(const stc_options *options, int argc, char **argv);
int stc_verb_packs(const stc_options *options, int argc, char **argv);
int stc_verb_why_def(const stc_options *options, int argc, char **argv);
int stc_verb_conflicts(const stc_options *options, int argc, char **argv);
int stc_verb_graph(const stc_options *options, int argc, char **argv);
int stc_verb_help(const stc_options *options, int argc, char **argv);
int stc_verb_serve(const stc_options *options, int argc, char **argv);
int stc_verb_replay(const stc_options *options, int argc, char **argv);

#endif
