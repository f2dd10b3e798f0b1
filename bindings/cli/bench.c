/*
 * bench.c - strata bench [NAME...] [--json] [--quick]: the verb.
 */
#include "bench.h"

#include "cli.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static const struct workload {
  const char *name;
  void (*run)(stc_bench_run *bench);
  const char *help;
} workloads[] = {
    {"attr_set", stc_bench_set, "write a base value"},
    {"attr_get_cached", stc_bench_get, "read a value that is known"},
    {"attr_add", stc_bench_adds, "add effects: ascending, descending, random"},
    {"attr_recompute", stc_bench_recompute, "read after the base changed"},
    {"attr_add_get", stc_bench_add_get, "add to 10,000 effects, and read"},
    {"attr_10k_entities", stc_bench_entities, "10,000 entities, 10 effects"},
    {"attr_100k_entities", stc_bench_many, "100,000 entities x 4 x 4 effects"},
    {"memory", stc_bench_memory, "bytes for an entity, effect, ability"},
    {"lua_boundary", stc_bench_lua, "read a value from Lua"},
    {"save_hash", stc_bench_save, "save, load, hash"},
    {"fork_undo_mcts", stc_bench_fork_undo, "fork; 200 writes taken back"},
    {"board", stc_bench_board, "60 permanents, 12 static abilities"},
    {"dependency_storm", stc_bench_storm, "64 type changers on 1,000 cards"},
    {"humility_flip", stc_bench_flip, "10,000 creatures lose abilities"},
    {"lord_chain", stc_bench_lords, "each lord gives what the next needs"},
    {"anthems_1000", stc_bench_anthems, "10,000 creatures, 1,000 anthems"},
    {"anthems_xmage", stc_bench_glory, "bears and anthems, one change"},
    {"token_enters", stc_bench_token, "a token enters into 1,000 anthems"},
    {"idle_check", stc_bench_idle, "10,000 permanents, nothing changed"},
    {"opaque_predicates", stc_bench_ask, "100 functions, 1,000 entities"},
    {"replacement_storm", stc_bench_replacements, "events, and who watches"},
    {"token_doubler", stc_bench_doubler, "8 doublers, 2^13 tokens at once"},
    {"trigger_storm", stc_bench_triggers, "1,000 listeners, Lua handlers"},
    {"handler_limits", stc_bench_limits, "handlers with limits and without"},
    {"endless_loops", stc_bench_endless, "how soon one is over, in ms"},
    {"scute_swarm", stc_bench_swarm, "each token copies itself"},
    {"mass_death", stc_bench_deaths, "all die at once, and trigger"},
    {"pack_load", stc_bench_pack, "a generated pack, from files to rules"},
    {"autobattler_1M", stc_bench_battle, "1,000,000 units, 20 auras, a tick"},
};

enum { COUNT = sizeof workloads / sizeof *workloads };

/* A workload's name, or the name of a part of one. */
static const struct workload *find(const char *name) {
  for (size_t i = 0; i < COUNT; i++) {
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

static int unknown(const char *name) {
  stc_print(stderr, "strata bench: no workload '%s'", name);
  const char *before = "; did you mean ";
  for (size_t i = 0; i < COUNT; i++) {
    if (!stc_is_near(name, workloads[i].name)) continue;
    stc_print(stderr, "%s%s", before, workloads[i].name);
    before = ", ";
  }
  stc_print(stderr, "%s\nThere are:\n", before[0] == ',' ? "?" : "");
  for (size_t i = 0; i < COUNT; i++) {
    stc_print(stderr, "  %-20s %s\n", workloads[i].name, workloads[i].help);
  }
  return STC_EXIT_USAGE;
}

static int usage(FILE *file, int status) {
  stc_print(file, "usage: strata bench [NAME...] [--json] [--quick]\n"
                  "Measure the engine beside plain loops, and check that its "
                  "results are right.\n");
  for (size_t i = 0; i < COUNT; i++) {
    stc_print(file, "  %-20s %s\n", workloads[i].name, workloads[i].help);
  }
  return status;
}

int stc_bench(int argc, char **argv) {
  stc_bench_run run = {0};
  bool chosen[COUNT] = {false};
  bool any = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--json") == 0) {
      run.json = true;
    } else if (strcmp(argv[i], "--quick") == 0) {
      run.quick = true;
    } else if (strcmp(argv[i], "--help") == 0) {
      return usage(stdout, STC_EXIT_OK);
    } else if (argv[i][0] == '-') {
      return usage(stderr, STC_EXIT_USAGE);
    } else {
      const struct workload *workload = find(argv[i]);
      if (!workload) return unknown(argv[i]);
      chosen[workload - workloads] = any = true;
    }
  }
  run.start_ns = stc_now_ns();
  stc_warm_up(&run);
  stc_report_head(&run);
  for (size_t i = 0; i < COUNT; i++) {
    if (any && !chosen[i]) continue;
    run.workload = workloads[i].name;
    workloads[i].run(&run);
  }
  stc_expect_no_leak(&run);
  stc_report_end(&run);
  return run.wrong == 0 ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}
