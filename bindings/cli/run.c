/*
 * run.c - run one script.
 */
#include "cli.h"
#include "host.h"
#include "script.h"
#include "text.h"

#include <stdio.h>

int stc_run(const stc_options *options, int argc, char **argv) {
  stc_host host;
  if (argc < 2) {
    stc_print(stderr, "strata run: no script given (strata run --help)\n");
    return STC_EXIT_USAGE;
  }
  if (!stc_host_open(&host, "")) return STC_EXIT_SCRIPT;
  stc_catch_interrupts();
  stc_exit status = stc_load_packs(host.L, options, NULL, NULL);
  if (status == STC_EXIT_OK) {
    status = stc_run_file(host.L, argv[1], argc - 2, argv + 2);
  }
  stc_host_close(&host);
  return (int)status;
}
