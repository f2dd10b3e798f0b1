/* Two threads, two worlds, two vms, one frozen ruleset: under the thread
 * sanitizer this is the proof that worlds share nothing but their rules. */
#include "ops.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 2, THREAD_BYTES = 1 << 14, SCRIPT_RUNS = 50 };

typedef struct thread_game {
  strata_rules *rules;
  uint64_t trace, hash, lines;
  const char *broken;
} thread_game;

/* Waits for the other, so that the two really run at the same time. */
static pthread_barrier_t start;

static const char script[] =
    "local card = world:spawn{ power = 2, toughness = 3 }\n"
    "world:effect{ on = card, layer = 2, power = add(3) }\n"
    "assert(card.power == 5)\n"
    "print(card.power, #card:why('power'))\n";

static void count_line(void *user, const char *line) {
  thread_game *game = user;
  game->lines = kit_fold_text(game->lines, line);
}

static const char *play_scripts(thread_game *game) {
  strata_vm_config config = {.print = count_line, .print_user = game};
  strata_vm *vm = NULL;
  strata_world *world = NULL;
  if (strata_vm_new(&config, &vm)) return "no vm";
  if (strata_world_new(game->rules, NULL, &world)) return "no world";
  const char *law = NULL;
  for (int i = 0; i < SCRIPT_RUNS && !law; i++) {
    strata_error error = {.status = STRATA_OK};
    if (strata_vm_run(vm, world, "two_worlds", script, &error)) {
      fprintf(stderr, "%s\n", error.text);
      law = "a script failed";
    }
  }
  game->hash = kit_fold_number(game->hash, strata_hash(world));
  strata_vm_forget(vm, world);
  strata_world_free(world);
  strata_vm_free(vm);
  return law;
}

static void *play(void *arg) {
  static const uint64_t seed = 7; /* the same game in both threads */
  thread_game *game = arg;
  uint8_t bytes[THREAD_BYTES];
  kit_dice dice = {seed};
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = (uint8_t)kit_roll(&dice);
  }
  ops_config config = {.rules = game->rules};
  ops o;
  pthread_barrier_wait(&start);
  if (!ops_open(&o, &config)) {
    game->broken = "no game";
    return NULL;
  }
  ops_play(&o, bytes, sizeof bytes);
  game->broken = o.broken ? o.broken : play_scripts(game);
  game->trace = o.trace;
  game->hash = kit_fold_number(game->hash, strata_hash(o.world));
  ops_close(&o);
  return NULL;
}

static int compare(const thread_game *a, const thread_game *b) {
  const char *law = a->broken ? a->broken : b->broken;
  if (!law && a->hash != b->hash) law = "two hashes of one game";
  if (!law && a->trace != b->trace) law = "two traces of one game";
  if (!law && a->lines != b->lines) law = "two outputs of one script";
  if (!law && a->lines == 0) law = "the scripts printed nothing";
  if (law) {
    fprintf(stderr, "law broken: %s\n", law);
    return 1;
  }
  printf("two worlds, one game: hash %016llx\n", (unsigned long long)a->hash);
  return 0;
}

int main(void) {
  strata_rules *rules = NULL;
  if (kit_rules(NULL, false, &rules)) return 1;
  thread_game game[THREADS] = {{.rules = rules}, {.rules = rules}};
  pthread_t thread[THREADS];
  if (pthread_barrier_init(&start, NULL, THREADS)) return 1;
  for (size_t i = 0; i < THREADS; i++) {
    if (pthread_create(&thread[i], NULL, play, &game[i])) return 1;
  }
  for (size_t i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
  }
  pthread_barrier_destroy(&start);
  strata_rules_free(rules);
  return compare(&game[0], &game[1]);
}
