/*
 * answers.c - answers: an action of k questions, with a hundred events before
 * each, begun and answered to its end. The time is that of one answer.
 *
 * The baseline is the engine tuned to run the action again at each answer: its
 * time of one answer grows with k. The engine's does not, as long as nothing
 * but the decision is read between question and answer; a second series asks
 * for the hash at each question, so that the world is taken back and forward
 * again, which grows slowly.
 */
#include "bench/kit/event_stage.h"
#include "bench/kit/layer_rules.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { MOST_QUESTIONS = 80, EVENTS_BEFORE = 100 };

/* A world and its control, which runs actions again. */
typedef struct asked_world {
  strata_world *world, *again;
  strata_entity player;
  uint32_t questions;
  bool looks; /* the hash is asked for at each question */
} asked_world;

static strata_rules *make_asking_rules(stb_run *bench, uint32_t questions) {
  static const strata_attribute attributes[] = {
      {.name = "score", .type = STRATA_INT, .unlayered = true}};
  const strata_argument bumped[] = {{.name = "who", .value = "$you"},
                                    {.name = "amount", .value = "1"}};
  const strata_argument most = {.name = "most", .value = "3"};
  const strata_instruction events = {.op = STRATA_DO_EMIT,
                                     .what = "bump",
                                     .times = "100",
                                     .arguments = bumped,
                                     .argument_count = 2};
  const strata_instruction question = {.op = STRATA_DO_CHOOSE,
                                       .what = "number",
                                       .as = "x",
                                       .arguments = &most,
                                       .argument_count = 1};
  const size_t count = 2 * (size_t)questions;
  strata_instruction *program = stb_alloc(bench, count, sizeof *program);
  for (size_t i = 0; i < count; i += 2) {
    program[i] = events;
    program[i + 1] = question;
  }
  strata_builder *b = stb_layer_rules_begin(
      bench, &(stb_layer_rules){NULL, 0, STB_LIST(attributes)});
  stb_event_stage_add_bump(b, NULL);
  stb_must(strata_builder_watcher(
               b, &(strata_watcher_desc){.name = "asks",
                                         .role = STRATA_ROLE_TRIGGER,
                                         .event = "bump",
                                         .program = program,
                                         .instruction_count = count}),
           "asks");
  return stb_layer_rules_end(bench, b);
}

static unsigned play_action(const asked_world *a, strata_world *world) {
  const strata_rules *rules = strata_world_rules(world);
  const strata_act_desc desc = {
      .watcher_def = strata_rules_find(rules, STRATA_NAME_WATCHER_DEF, "asks"),
      .you = a->player};
  const int64_t one = 1;
  strata_outcome outcome = STRATA_DONE;
  unsigned failed = (unsigned)strata_act(world, &desc, &outcome);
  for (uint32_t i = 0; !failed && i < a->questions; i++) {
    strata_decision asked;
    failed |= (unsigned)strata_decision_get(world, 0, &asked);
    if (a->looks) failed |= strata_hash(world) == 0;
    failed |= (unsigned)strata_answer(
        world, &(strata_answer_desc){.amounts = &one, .count = 1}, &outcome);
  }
  return failed;
}

static unsigned go_on(void *context) {
  const asked_world *a = context;
  return play_action(a, a->world);
}

static unsigned run_again(void *context) {
  const asked_world *a = context;
  return play_action(a, a->again);
}

static void expect_same(stb_run *bench, asked_world *a) {
  stb_must((strata_status)go_on(a), "an action");
  strata_stats stats;
  strata_world_stats(a->world, &stats);
  stb_expect(bench, stats.resumed == a->questions, "answers that went on");
  stb_must((strata_status)run_again(a), "an action");
  stb_expect(bench, strata_hash(a->world) == strata_hash(a->again),
             "the hash of an action that was run again");
}

static void measure_answers(stb_run *bench, uint32_t questions, bool looks,
                            stb_series *series) {
  asked_world a = {.questions = questions, .looks = looks};
  a.world = stb_world_new(bench, make_asking_rules(bench, questions));
  stb_must(strata_spawn(a.world, &a.player), "spawn");
  stb_must(strata_commit(a.world), "commit");
  stb_must(strata_fork(a.world, NULL, &a.again), "fork");
  stb_must(strata_world_tune(a.again, STRATA_TUNE_ANSWERS, STRATA_TUNE_NEVER),
           "tune");
  expect_same(bench, &a);
  (void)stb_measure(bench,
                    &(stb_case){.name = stb_text(bench,
                                                 "%u questions, %d events "
                                                 "before each%s",
                                                 questions, EVENTS_BEFORE,
                                                 looks ? ", seen" : ""),
                                .unit = "answer",
                                .subject = {.act = go_on},
                                .baseline = {.act = run_again},
                                .context = &a,
                                .beside = "run again at each answer",
                                .subject_per = questions,
                                .goal = STB_GOAL_RATIO,
                                .limit = 1,
                                .series = series,
                                .size = questions});
  strata_world_free(a.again);
  stb_release(bench);
}

void stb_workload_answers(stb_run *bench) {
  for (int looks = 0; looks < 2; looks++) {
    stb_series series = {0};
    for (uint32_t k = 10; k <= MOST_QUESTIONS; k *= 2) {
      measure_answers(bench, k, looks != 0, &series);
    }
  }
}
