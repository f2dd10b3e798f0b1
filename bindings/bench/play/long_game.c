/*
 * long_game.c - long_game: the bytes of the state of a game after 300 and after
 * 3,000 actions, where its rules let rows of the log leave with the next
 * action, and where they keep all.
 *
 * Each action is one event that changes a number, so all that can grow is the
 * log. The first state is expected not to grow at all.
 */
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { FEW_ACTIONS = 300, MANY_ACTIONS = 3000 };

static void declare_gain(strata_builder *b) {
  static const strata_field_desc fields[] = {{"who", STRATA_REF},
                                             {"amount", STRATA_INT}};
  static const strata_argument amount = {.value = "event.amount"};
  static const strata_instruction adds = {.op = STRATA_DO_ADD,
                                          .what = "score",
                                          .who = "event.who",
                                          .arguments = &amount,
                                          .argument_count = 1};
  stb_must(
      strata_builder_event_type(b, &(strata_event_type_desc){.name = "gain",
                                                             .fields = fields,
                                                             .field_count = 2,
                                                             .affected = "who",
                                                             .does = &adds,
                                                             .does_count = 1}),
      "gain");
}

static strata_rules *make_game_rules(stb_run *bench,
                                     strata_log_lasts log_lasts) {
  static const strata_attribute attributes[] = {
      {.name = "score", .type = STRATA_INT, .unlayered = true}};
  strata_builder *b = stb_layer_rules_begin(
      bench, &(stb_layer_rules){NULL, 0, STB_LIST(attributes)});
  declare_gain(b);
  stb_must(strata_builder_play_rules(
               b, &(strata_play_rules_desc){.log_lasts = log_lasts}),
           "play");
  return stb_layer_rules_end(bench, b);
}

/* The bytes of the state after so many actions. */
static double bytes_after(stb_run *bench, strata_log_lasts log_lasts,
                          uint32_t actions) {
  strata_rules *rules = make_game_rules(bench, log_lasts);
  strata_world *world = stb_world_new(bench, rules);
  const strata_entity player = stb_spawn(world);
  for (uint32_t i = 0; i < actions; i++) {
    const strata_named_value given[] = {
        {"who", {.type = STRATA_REF, .ref = player}},
        {"amount", {.type = STRATA_INT, .integer = 1 + i % 5}}};
    stb_must(strata_act(
                 world,
                 &(strata_act_desc){.event = stb_rules_id(
                                        rules, STRATA_NAME_EVENT_TYPE, "gain"),
                                    .given = given,
                                    .given_count = 2},
                 NULL),
             "gain");
  }
  stb_must(strata_commit(world), "commit");
  strata_stats stats;
  strata_world_stats(world, &stats);
  return (double)stats.state_bytes;
}

static void row_of_game(stb_run *bench, strata_log_lasts log_lasts,
                        const char *name, double limit) {
  for (uint32_t n = FEW_ACTIONS; n <= MANY_ACTIONS; n *= 10) {
    const stb_case what = {.name = stb_text(bench, "%u actions, %s", n, name),
                           .unit = "B",
                           .goal = limit > 0 ? STB_GOAL_VALUE : STB_GOAL_NONE,
                           .limit = limit};
    stb_row_figure(bench, &what, bytes_after(bench, log_lasts, n));
  }
}

void stb_workload_long_game(stb_run *bench) {
  const double few = bytes_after(bench, STRATA_LOG_LASTS_ACTION, FEW_ACTIONS);
  row_of_game(bench, STRATA_LOG_LASTS_ACTION, "rows last an action", few);
  row_of_game(bench, STRATA_LOG_LASTS_GAME, "rows last the game", 0);
}
