/*
 * pack_suite.h - tests of packs of cards: scenarios, read together and run one
 * by one by the library module strata.tools.verbs.
 */
#ifndef STRATA_CLI_SUITE_PACK_SUITE_H
#define STRATA_CLI_SUITE_PACK_SUITE_H

#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/paths.h"
#include "cli/common/vm_host.h"

/* Random games of a pack, in place of its tests. */
typedef struct stc_explore_options {
  long long games, seed;
  const char *path; /* of the file for a game that fails; NULL: a new file of
                       the pack's tests */
} stc_explore_options;

typedef struct stc_pack_suite {
  stc_host host;
  const stc_options *options; /* which packs are in the game too */
  stc_path pack;
  stc_file_names paths; /* of the test files */
  size_t count;         /* of the tests, once it is open */
  bool has_smoke;       /* also try each card of the pack in a small world */
  const stc_explore_options *exploring; /* NULL: its tests are run */
  bool is_host_open;
} stc_pack_suite;

/* The pack around a file: the first folder on the way up that has a manifest.
 * False if there is none. */
bool stc_find_pack_around(stl_files *files, const char *file, stc_path *out);

/* Make a suite of a pack without tests. False: no memory, which is printed. */
bool stc_suite_new(stc_pack_suite *suite, const stc_options *options,
                   const stc_path *pack);
void stc_suite_free(stc_pack_suite *suite);

/* True if the pack has rules or cards. False with a message pushed if its
 * manifest is wrong, and `is_bad` then. */
bool stc_suite_is_game(stc_pack_suite *suite, bool *is_bad);

/* Read the tests; their number goes to `count`. False: a message is pushed. */
bool stc_suite_open(stc_pack_suite *suite, const char *filter);

/* Push the name, file and line (or nil) of the n-th test (from 0). False: a
 * message is pushed. */
bool stc_suite_describe(stc_pack_suite *suite, size_t n);

/* Run the n-th test. Pushes nil twice if it passes, else what failed, as lines
 * of YAML and in one line. With `is_mutated` each expected line must fail when
 * it is changed. False: a message is pushed. */
bool stc_suite_run(stc_pack_suite *suite, size_t n, bool is_mutated);

/* As stc_suite_run; the record of the test must also replay as the same game.
 */
bool stc_suite_replay(stc_pack_suite *suite, size_t n);

/* As stc_suite_run; what evaluation costs is added to the suite's profile. */
bool stc_suite_measure(stc_pack_suite *suite, size_t n);

/* Push the profile of tests that ran `times` times, as text; nil if no test was
 * a scenario. False: a message is pushed. */
bool stc_suite_push_measured(stc_pack_suite *suite, size_t times, bool is_json);

/* Collect coverage from now on. False: a message is pushed. */
bool stc_suite_begin_coverage(stc_pack_suite *suite);

/* Push the coverage as text, or as a line of JSON. False: a message is pushed.
 */
bool stc_suite_push_coverage(stc_pack_suite *suite, bool is_json);

/* Push the report of the n-th test's random games, as text or as a line of JSON
 * (nil if it had none), then the path and the text of a file for a game that
 * failed, or nil twice. False: a message is pushed. */
bool stc_suite_push_explored(stc_pack_suite *suite, size_t n, bool is_json);

/* Call a function of strata.tools.verbs with the packs and four texts (NULL:
 * nil), and push its result. False: a message is pushed. */
bool stc_suite_call(stc_pack_suite *suite, const char *function,
                    const char *const texts[4]);

/* Call a function of strata.tools.verbs with `paths`, a text and a flag, and
 * push its two results. False: a message is pushed. */
bool stc_suite_call_all(stc_pack_suite *suite, const char *function,
                        const char *text, bool flag);

#endif
