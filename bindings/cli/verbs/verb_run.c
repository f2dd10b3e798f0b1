/*
 * run.c - run one script.
 */
#include "cli/common/cli.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata.h>
#include <string.h>

/* What a stranger's script may take. */
static const strata_limits stranger_limits = {
    .steps = UINT64_C(3) * 1000 * 1000,
    .memory = UINT64_C(16) * 1024 * 1024,
    .block = UINT64_C(256) * 1024,
    .output = UINT64_C(64) * 1024};

int stc_verb_run(const stc_options *options, int argc, char **argv) {
  stc_host host;
  const bool is_limited = argc > 1 && strcmp(argv[1], "--limited") == 0;
  if (is_limited) {
    argc--;
    argv++;
  }
  if (argc < 2) {
    stc_print(stderr, "strata run: no script given (strata run --help)\n");
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, options, "",
                     is_limited ? &stranger_limits : NULL)) {
    return STC_EXIT_SCRIPT;
  }
  stc_host_catch_interrupts();
  stc_exit status = stc_load_packs(host.L, options, NULL, NULL);
  if (status == STC_EXIT_OK) {
    status = stc_run_file(host.L, argv[1], argc - 2, argv + 2);
  }
  stc_host_close(&host);
  return (int)status;
}
