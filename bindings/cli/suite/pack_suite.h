/*
 * suite.h - tests of packs of cards: scenarios, read together and run one by
 * one. What they are is scripts/strata/tools/test_suite.lua; here they are
 * called.
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
  const char *path; /* of the file for what is found; NULL: one of its tests */
} stc_explore_options;

typedef struct stc_pack_suite {
  stc_host host;
  const stc_options *options; /* which packs are in the game too */
  stc_path pack;
  stc_file_names paths; /* of the test files */
  size_t count;         /* of the tests, once it is open */
  bool has_smoke; /* each card of the pack is put into a small world too */
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

/* What the n-th test (from 0) is: its name, file and line (or nil) are pushed;
 * false: a message is. */
bool stc_suite_describe(stc_pack_suite *suite, size_t n);

/* Run the n-th test: pushed is nil twice if it passes, else what did not come
 * out as lines of YAML, and in a line. With `is_mutated` what it expects must
 * not hold when it is changed. False: a message is pushed. */
bool stc_suite_run(stc_pack_suite *suite, size_t n, bool is_mutated);

/* The same, and what was recorded of it must be the same game once more. */
bool stc_suite_replay(stc_pack_suite *suite, size_t n);

/* The same, and what its evaluation costs is added to what it did before. */
bool stc_suite_measure(stc_pack_suite *suite, size_t n);

/* Push what was measured, each test `times` times, as text; nil if none of them
 * was a scenario. False: a message is pushed. */
bool stc_suite_push_measured(stc_pack_suite *suite, size_t times, bool is_json);

/* From now on note what the tests cover. False: a message is pushed. */
bool stc_suite_begin_coverage(stc_pack_suite *suite);

/* Push what they have covered as text, or in a line of JSON. False: a message
 * is pushed. */
bool stc_suite_push_coverage(stc_pack_suite *suite, bool is_json);

/* Push what the n-th test has explored, as text or in a line of JSON, then the
 * path and the text of a file for what was found, or nil twice; nil first if it
 * explored nothing. False: a message is pushed. */
bool stc_suite_push_explored(stc_pack_suite *suite, size_t n, bool is_json);

/* Call a function of the module strata.tools.test_suite with the pack's folder
 * and up to four texts (NULL for nil): its result is pushed. False: a message
 * is. */
bool stc_suite_call(stc_pack_suite *suite, const char *function,
                    const char *const texts[4]);

/* The same with all of `paths`, a text and a flag; two results are pushed. */
bool stc_suite_call_all(stc_pack_suite *suite, const char *function,
                        const char *text, bool flag);

#endif
