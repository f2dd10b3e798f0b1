/*
 * bench.c - strata bench [NAME...] [--json] [--quick]: the verb.
 */
#include "bench/verb/verb_bench.h"

#include "bench/kit/workloads.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"
#include "cli/common/cli.h"
#include "cli/common/safe_text.h"

#include <stdio.h>
#include <string.h>

static const struct workload {
  const char *name;
  void (*run)(stb_run *bench);
  const char *help;
} workloads[] = {
    {"attr_set", stb_workload_attr_set, "write a base value"},
    {"attr_get_cached", stb_workload_attr_get_cached,
     "read a value that is known"},
    {"attr_add", stb_workload_attr_add,
     "add effects: ascending, descending, random"},
    {"attr_recompute", stb_workload_attr_recompute,
     "read after the base changed"},
    {"attr_add_get", stb_workload_attr_add_get,
     "add to 10,000 effects, and read"},
    {"attr_10k_entities", stb_workload_entities_10k,
     "10,000 entities, 10 effects"},
    {"attr_100k_entities", stb_workload_entities_100k,
     "100,000 entities x 4 x 4 effects"},
    {"memory", stb_workload_memory, "bytes for an entity, effect, ability"},
    {"lua_boundary", stb_workload_lua_boundary, "read a value from Lua"},
    {"save_hash", stb_workload_save_hash, "save, load, hash"},
    {"fork_undo_mcts", stb_workload_fork_undo, "fork; 200 writes taken back"},
    {"board", stb_workload_board, "60 permanents, 12 static abilities"},
    {"dependency_storm", stb_workload_dependency_storm,
     "64 type changers on 1,000 cards"},
    {"humility_flip", stb_workload_humility_flip,
     "10,000 creatures lose abilities"},
    {"lord_chain", stb_workload_lord_chain,
     "each lord gives what the next needs"},
    {"anthems_1000", stb_workload_anthems_1000,
     "10,000 creatures, 1,000 anthems"},
    {"anthems_xmage", stb_workload_anthems_xmage,
     "bears and anthems, one change"},
    {"token_enters", stb_workload_token_enters,
     "a token enters into 1,000 anthems"},
    {"idle_check", stb_workload_idle_check,
     "10,000 permanents, nothing changed"},
    {"opaque_predicates", stb_workload_opaque_predicates,
     "100 functions, 1,000 entities"},
    {"replacement_storm", stb_workload_replacement_storm,
     "events, and who watches"},
    {"token_doubler", stb_workload_token_doubler,
     "8 doublers, 2^13 tokens at once"},
    {"trigger_storm", stb_workload_trigger_storm,
     "1,000 listeners, Lua handlers"},
    {"handler_limits", stb_workload_handler_limits,
     "handlers with limits and without"},
    {"endless_loops", stb_workload_endless_loops,
     "how soon one is over, in ms"},
    {"scute_swarm", stb_workload_scute_swarm, "each token copies itself"},
    {"mass_death", stb_workload_mass_death, "all die at once, and trigger"},
    {"pack_load", stb_workload_pack_load,
     "a generated pack, from files to rules"},
    {"autobattler_1M", stb_workload_autobattler,
     "1,000,000 units, 20 auras, a tick"},
};

enum { WORKLOAD_COUNT = sizeof workloads / sizeof *workloads };

/* A workload's name, or the name of a part of one. */
static const struct workload *find_workload(const char *name) {
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    if (strcmp(name, workloads[i].name) == 0) return &workloads[i];
  }
  static const struct {
    const char *name;
    size_t at;
  } parts[] = {{"attr_add_asc", 2},
               {"attr_add_desc", 2},
               {"attr_add_rand", 2},
               {"attr_add_get_top", 4},
               {"attr_add_get_mid", 4},
               {"fork", 10},
               {"undo", 10}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (strcmp(name, parts[i].name) == 0) return &workloads[parts[i].at];
  }
  return NULL;
}

static int report_unknown(const char *name) {
  stc_print(stderr, "strata bench: no workload '%s'", name);
  const char *before = "; did you mean ";
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    if (!stc_is_near_word(name, workloads[i].name)) continue;
    stc_print(stderr, "%s%s", before, workloads[i].name);
    before = ", ";
  }
  stc_print(stderr, "%s\nThere are:\n", before[0] == ',' ? "?" : "");
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    stc_print(stderr, "  %-20s %s\n", workloads[i].name, workloads[i].help);
  }
  return STC_EXIT_USAGE;
}

static int print_usage(FILE *file, int status) {
  stc_print(file, "usage: strata bench [NAME...] [--json] [--quick]\n"
                  "Measure the engine beside plain loops, and check that its "
                  "results are right.\n");
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    stc_print(file, "  %-20s %s\n", workloads[i].name, workloads[i].help);
  }
  return status;
}

int stc_verb_bench(int argc, char **argv) {
  stb_run run = {0};
  bool chosen[WORKLOAD_COUNT] = {false};
  bool any = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--json") == 0) {
      run.json = true;
    } else if (strcmp(argv[i], "--quick") == 0) {
      run.quick = true;
    } else if (strcmp(argv[i], "--help") == 0) {
      return print_usage(stdout, STC_EXIT_OK);
    } else if (argv[i][0] == '-') {
      return print_usage(stderr, STC_EXIT_USAGE);
    } else {
      const struct workload *workload = find_workload(argv[i]);
      if (!workload) return report_unknown(argv[i]);
      chosen[workload - workloads] = any = true;
    }
  }
  run.start_ns = stb_clock_now_ns();
  stb_warm_up(&run);
  stb_print_head(&run);
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    if (any && !chosen[i]) continue;
    run.workload = workloads[i].name;
    workloads[i].run(&run);
  }
  stb_expect_no_leak(&run);
  stb_print_end(&run);
  return run.wrong == 0 ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}
