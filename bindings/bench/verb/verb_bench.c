/*
 * verb_bench.c - the verb bench: the table of workloads, and running them.
 */
#include "bench/verb/verb_bench.h"

#include "bench/kit/workloads.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"
#include "bench/verb/compare_builds.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
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
    {"many_changed", stb_workload_many_changed,
     "one instruction for many; despawning"},
    {"explain", stb_workload_explain, "why a value is what it is"},
    {"memory", stb_workload_memory, "bytes for an entity, effect, ability"},
    {"lua_boundary", stb_workload_lua_boundary, "read a value from Lua"},
    {"select_again", stb_workload_select_again,
     "3 of 10,000 entities, asked again"},
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
    {"answers", stb_workload_answers, "10 to 80 questions in one action"},
    {"waiting_handlers", stb_workload_waiting_handlers,
     "10 to 80 questions of one handler"},
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
    {"random_steps", stb_workload_random_steps,
     "random actions of a pack that ships"},
    {"load_game", stb_workload_load_game,
     "a load, and the first action after it"},
    {"legal_list", stb_workload_legal_list, "what a player may do now"},
    {"solved_costs", stb_workload_solved_costs,
     "a payment by 10 sources, an assignment of 10"},
    {"long_game", stb_workload_long_game, "bytes after 300 and 3,000 actions"},
    {"any_step", stb_workload_any_step, "any step of a game of 3,000 actions"},
    {"pack_load", stb_workload_pack_load,
     "a generated pack, from files to rules"},
    {"worst_effort", stb_workload_worst_effort,
     "what a step of a script may cost its host"},
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
               {"fork", 11},
               {"undo", 11}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (strcmp(name, parts[i].name) == 0) return &workloads[parts[i].at];
  }
  return NULL;
}

static void print_workloads(FILE *file) {
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    stc_print(file, "  ");
    stc_print_cell(file, workloads[i].name, -20);
    stc_print(file, " %s\n", workloads[i].help);
  }
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
  print_workloads(stderr);
  return STC_EXIT_USAGE;
}

/* What the command line asks for. */
typedef struct bench_request {
  bool is_json, is_quick, is_list;
  const char *against; /* another build, or NULL */
  long long runs;      /* of each build */
  bool chosen[WORKLOAD_COUNT];
} bench_request;

static const stc_option bench_options[] = {
    {.name = "--json", .at = offsetof(bench_request, is_json)},
    {.name = "--quick", .at = offsetof(bench_request, is_quick)},
    {.name = "--list", .at = offsetof(bench_request, is_list)},
    {.name = "--against",
     .type = STC_OPTION_TEXT,
     .at = offsetof(bench_request, against),
     .expected = "a program"},
    {.name = "--runs",
     .type = STC_OPTION_NUMBER,
     .at = offsetof(bench_request, runs),
     .expected = "a number from 5 to 25",
     .least = STB_BUILD_RUNS_MIN,
     .most = STB_BUILD_RUNS_MAX},
};

/* Without names all workloads are chosen. */
static int read_names(bench_request *r, int argc, char **argv) {
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    r->chosen[i] = argc < 2;
  }
  for (int i = 1; i < argc; i++) {
    const struct workload *workload = find_workload(argv[i]);
    if (workload == NULL) return report_unknown(argv[i]);
    r->chosen[workload - workloads] = true;
  }
  return STC_EXIT_OK;
}

static int run_workloads(const bench_request *r) {
  stb_run run = {.json = r->is_json, .quick = r->is_quick};
  run.start_ns = stb_clock_now_ns();
  stb_warm_up(&run);
  stb_print_head(&run);
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    if (!r->chosen[i]) continue;
    run.workload = workloads[i].name;
    workloads[i].run(&run);
    stb_release(&run);
  }
  stb_expect_no_leak(&run);
  stb_print_end(&run);
  return run.wrong == 0 ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

static int compare_workloads(const bench_request *r, const char *program) {
  stc_path here;
  stb_comparison c = {.other = r->against,
                      .runs = (unsigned)r->runs,
                      .json = r->is_json,
                      .quick = r->is_quick};
  if (!stc_path_of_program(program, &here)) {
    stc_print(stderr, "strata bench: where this program is, is not known\n");
    return STC_EXIT_SCRIPT;
  }
  c.here = here.at;
  stb_compare_print_head(&c);
  for (size_t i = 0; i < WORKLOAD_COUNT; i++) {
    if (!r->chosen[i]) continue;
    if (!stb_compare_workload(&c, workloads[i].name)) return STC_EXIT_USAGE;
  }
  stb_compare_print_end(&c);
  return c.slower + c.wrong == 0 ? STC_EXIT_OK : STC_EXIT_SCRIPT;
}

int stc_verb_bench(const stc_options *options, int argc, char **argv) {
  bench_request r = {.runs = STB_BUILD_RUNS_MIN};
  const stc_option_set set = {
      .command = "strata bench", STC_OPTION_ROWS(bench_options), .target = &r};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (r.is_list) {
    print_workloads(stdout);
    return STC_EXIT_OK;
  }
  const int status = read_names(&r, argc, argv);
  if (status != STC_EXIT_OK) return status;
  return r.against != NULL ? compare_workloads(&r, options->program)
                           : run_workloads(&r);
}
