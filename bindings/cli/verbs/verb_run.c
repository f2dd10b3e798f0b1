/*
 * verb_run.c - the verb run: one script.
 */
#include "cli/common/cli.h"
#include "cli/common/options.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata.h>

/* Limits for a script that is not trusted. */
static const strata_limits stranger_limits = {
    .steps = UINT64_C(3) * 1000 * 1000,
    .memory = UINT64_C(16) * 1024 * 1024,
    .block = UINT64_C(256) * 1024,
    .output = UINT64_C(64) * 1024,
    .effort = UINT64_C(1) << 25};

typedef struct run_request {
  bool is_limited;
} run_request;

static const stc_option run_options[] = {
    {.name = "--limited", .at = offsetof(run_request, is_limited)},
};

int stc_verb_run(const stc_options *options, int argc, char **argv) {
  stc_host host;
  run_request r = {.is_limited = false};
  const stc_option_set set = {.command = "strata run",
                              STC_OPTION_ROWS(run_options),
                              .target = &r,
                              .ends_at_word = true};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (argc < 2) {
    stc_print(stderr, "strata run: no script given (strata run --help)\n");
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, options, "",
                     r.is_limited ? &stranger_limits : &stc_no_limits)) {
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
