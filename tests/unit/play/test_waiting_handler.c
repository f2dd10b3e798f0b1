/* Handlers of a host that wait for an answer: they go on with what the host has
 * kept, or are called again, with the same result, and nothing that was kept is
 * left. */
#include "acts.h"
#include "api/world/api_world.h"
#include "play/execution/handler_call.h"

#include <setjmp.h>

TestSuite(waiting_handler, .timeout = 120);

/* -- A host whose handlers can wait -- */

/* What a handler does next. */
typedef enum place { BEGINS, ASKS, EMITS } place;

typedef struct kept {
  place place;
  bool is_used;
} kept;

enum { MOST_KEPT = 8 };

typedef struct host {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity player;
  kept kept[MOST_KEPT];
  bool keeps;       /* its handlers can wait */
  bool emits_anew;  /* one that goes on does not go on with its events */
  bool forgets_end; /* nor does this one, which returns at once */
  bool swallows;    /* one that asks does not hand on that it has to wait */
  strata_status ends_with; /* but ends with this */
  bool fails;              /* one that asks fails once it has its answer */
  bool waits;              /* one that asks waits instead, for nothing */
  uint32_t called, resumed;
  uint64_t steps; /* at the end of the action */
  strata_status refused;
} host;

static kept *take_kept(host *h, strata_handler_call *call) {
  for (size_t i = 0; h->keeps && i < MOST_KEPT; i++) {
    if (h->kept[i].is_used) continue;
    h->kept[i] = (kept){.is_used = true};
    strata_call_keep(call, &h->kept[i]);
    return &h->kept[i];
  }
  return NULL;
}

static size_t count_kept(const host *h) {
  size_t count = 0;
  for (size_t i = 0; i < MOST_KEPT; i++) {
    count += h->kept[i].is_used;
  }
  return count;
}

static strata_status emit(host *h, strata_handler_call *call, const char *kind,
                          int64_t amount, strata_emit_result *out) {
  const strata_named_value values[] = {
      {"who", {.type = STRATA_REF, .ref = h->player}},
      {"amount", {.type = STRATA_INT, .integer = amount}}};
  const strata_act_desc desc = {
      .event = strata_rules_find(h->rules, STRATA_NAME_EVENT_TYPE, kind),
      .given = values,
      .given_count = 2};
  return strata_emit(call, &desc, 1, out);
}

/* A bump, a question, and another bump. */
static strata_status ask_and_bump(host *h, strata_handler_call *call, kept *k) {
  strata_answer_desc answer;
  const strata_decision ask = {.purpose = STRATA_PURPOSE_NUMBER,
                               .who = h->player,
                               .prompt = "how much?",
                               .most = 9};
  strata_status status = STRATA_OK;
  if (!k || k->place == BEGINS) status = emit(h, call, "bump", 1, NULL);
  if (k) k->place = ASKS;
  if (!status) status = strata_call_choose(call, &ask, &answer);
  return status ? status : emit(h, call, "bump", answer.amounts[0], NULL);
}

/* A call, which two watchers hear, and as many bumps as that had results. */
static strata_status call_and_bump(host *h, strata_handler_call *call,
                                   kept *k) {
  strata_emit_result out = {0};
  strata_status status;
  if (k && k->place == EMITS) {
    if (h->forgets_end) return STRATA_OK;
    if (h->emits_anew) {
      h->refused = emit(h, call, "call", 0, &out);
      cr_expect(strstr(strata_world_error(h->world), "strata_emit_go_on") !=
                NULL);
    }
    status = strata_emit_go_on(call, &out);
  } else {
    if (k) k->place = EMITS;
    h->refused = strata_emit_go_on(call, &out);
    status = emit(h, call, "call", 0, &out);
  }
  return status ? status : emit(h, call, "bump", 100 * out.happened, NULL);
}

static strata_status run(host *h, strata_handler_call *call,
                         strata_handler handler, kept *k) {
  const char *name = strata_rules_name(h->rules, STRATA_NAME_HANDLER, handler);
  strata_status status = STRATA_OK;
  if (strcmp(name, "ends") == 0) {
    h->steps = call->execution->steps;
  } else if (strcmp(name, "asks") == 0) {
    if (h->waits) return STRATA_ESUSPEND;
    status = ask_and_bump(h, call, k);
    if (h->swallows && status == STRATA_ESUSPEND) status = h->ends_with;
    if (h->fails && !status) {
      status = strata_call_fail(call, STRATA_ESCRIPT, "it is not wanted");
    }
  } else {
    status = call_and_bump(h, call, k);
  }
  if (k && status != STRATA_ESUSPEND) k->is_used = false;
  return status;
}

static strata_status handle(void *user, strata_handler_call *call,
                            strata_handler handler) {
  host *h = user;
  h->called++;
  return run(h, call, handler, take_kept(h, call));
}

static strata_status go_on(void *user, strata_handler_call *call,
                           strata_handler handler, void *k) {
  host *h = user;
  h->resumed++;
  return run(h, call, handler, k);
}

static void forget(void *user, void *k) {
  kept *mine = k;
  (void)user;
  cr_expect(mine->is_used, "it is forgotten once");
  mine->is_used = false;
}

static void set_runner(host *h) {
  const strata_handler_runner runner = {.handle = handle,
                                        .handle_user = h,
                                        .strict = true,
                                        .go_on = go_on,
                                        .forget = forget};
  OK(strata_set_handler_runner(h->world, &runner));
}

/* -- Its rules -- */

static const strata_field_desc fields[] = {{"who", STRATA_REF},
                                           {"amount", STRATA_INT}};
static const strata_argument amount = {.value = "event.amount"};

static strata_rules *make_rules(kit_mem *mem) {
  static const char *const handlers[] = {"asks", "calls", "ends"};
  const strata_instruction adds = {.op = STRATA_DO_ADD,
                                   .what = "score",
                                   .who = "event.who",
                                   .arguments = &amount,
                                   .argument_count = 1};
  const strata_instruction asks = {.op = STRATA_DO_RUN, .what = "asks"};
  const strata_instruction acts[] = {{.op = STRATA_DO_RUN, .what = "calls"},
                                     {.op = STRATA_DO_RUN, .what = "asks"},
                                     {.op = STRATA_DO_RUN, .what = "ends"}};
  strata_builder *b;
  strata_rules *rules = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "score", .type = STRATA_INT}));
  for (size_t i = 0; i < COUNT(handlers); i++) {
    OK(strata_builder_handler(b, handlers[i], 0));
  }
  strata_event_type_desc kind = {.name = "bump",
                                 .fields = fields,
                                 .field_count = 2,
                                 .affected = "who",
                                 .does = &adds,
                                 .does_count = 1};
  OK(strata_builder_event_type(b, &kind));
  kind.name = "call";
  OK(strata_builder_event_type(b, &kind));
  strata_watcher_desc watcher = {.name = "hears",
                                 .role = STRATA_ROLE_TRIGGER,
                                 .event = "call",
                                 .immediate = true,
                                 .program = &asks,
                                 .instruction_count = 1};
  OK(strata_builder_watcher(b, &watcher));
  watcher.name = "hears_too";
  OK(strata_builder_watcher(b, &watcher));
  watcher = (strata_watcher_desc){.name = "acts",
                                  .role = STRATA_ROLE_TRIGGER,
                                  .event = "bump",
                                  .program = acts,
                                  .instruction_count = COUNT(acts)};
  OK(strata_builder_watcher(b, &watcher));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  cr_assert(eq(int, strata_builder_freeze(b, &rules), STRATA_OK), "%s",
            strata_builder_error(b));
  strata_builder_free(b);
  return rules;
}

static void open_host(host *h, bool keeps) {
  *h = (host){.keeps = keeps};
  h->rules = make_rules(&h->mem);
  const strata_world_config config = kit_config(&h->mem);
  OK(strata_world_new(h->rules, &config, &h->world));
  OK(strata_spawn(h->world, &h->player));
  static const char *const hearing[] = {"hears", "hears_too"};
  for (size_t i = 0; i < COUNT(hearing); i++) {
    const strata_watcher_start_desc start = {
        .watcher_def =
            strata_rules_find(h->rules, STRATA_NAME_WATCHER_DEF, hearing[i]),
        .source = h->player,
        .you = h->player};
    OK(strata_watcher_start(h->world, &start, NULL));
  }
  OK(strata_commit(h->world));
  set_runner(h);
}

static void close_host(host *h) {
  strata_world_free(h->world);
  strata_rules_free(h->rules);
  cr_expect(eq(sz, count_kept(h), 0), "what was kept is left");
  cr_expect(eq(sz, h->mem.live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, h->mem.wrong_size, 0), "old_size was not exact");
}

static strata_status begin(host *h) {
  const strata_act_desc desc = {.watcher_def = strata_rules_find(
                                    h->rules, STRATA_NAME_WATCHER_DEF, "acts"),
                                .you = h->player};
  return strata_act(h->world, &desc, NULL);
}

static strata_status answer(host *h, int64_t number) {
  return acts_number(h->world, number, NULL);
}

/* -- Going on -- */

/* Of the three questions two are asked in one step, by watchers that hear the
 * call. */
enum { QUESTIONS = 3 };

static void play(host *h) {
  OK(begin(h));
  for (int64_t i = 1; i <= QUESTIONS; i++) {
    cr_assert(eq(sz, strata_decision_count(h->world), (size_t)1));
    OK(answer(h, i));
  }
  cr_assert(eq(sz, strata_decision_count(h->world), 0));
}

static int64_t score_of(const host *h) {
  int64_t score = 0;
  OK(strata_get_int(h->world, h->player, kit_attr(h->rules, "score"), &score));
  return score;
}

Test(waiting_handler, it_goes_on_as_if_it_were_called_again) {
  host h, again;
  open_host(&h, true);
  open_host(&again, false);
  play(&h);
  play(&again);
  cr_expect(eq(i64, score_of(&h), 1 + 1 + 1 + 2 + 100 + 1 + 3));
  cr_expect(eq(u64, strata_hash(h.world), strata_hash(again.world)));
  cr_expect(eq(u64, h.steps, again.steps), "each step counts once");
  cr_expect(eq(u32, h.called, 5), "calls, three times asks, and ends");
  cr_expect(eq(u32, h.resumed, 2 * 2 + 1));
  cr_expect(eq(u64, kit_stats(h.world).resumed, QUESTIONS));
  cr_expect(eq(u32, again.resumed, 0));
  cr_expect(eq(u64, kit_stats(again.world).resumed, 0));
  close_host(&again);
  close_host(&h);
}

Test(waiting_handler, where_it_is_tuned_off_all_are_called_again) {
  host h, again;
  open_host(&h, true);
  open_host(&again, false);
  OK(strata_world_tune(h.world, STRATA_TUNE_ANSWERS, STRATA_TUNE_NEVER));
  play(&h);
  play(&again);
  cr_expect(eq(u64, strata_hash(h.world), strata_hash(again.world)));
  cr_expect(eq(u32, h.called, again.called));
  cr_expect(eq(u32, h.resumed, 0));
  close_host(&again);
  close_host(&h);
}

/* -- What is kept is forgotten -- */

static void cancel(host *h) {
  OK(strata_cancel(h->world));
}

static void drop_caches(host *h) {
  strata_world_drop_caches(h->world);
}

static void take_other_runner(host *h) {
  OK(strata_set_handler_runner(h->world, NULL));
}

static void tune(host *h) {
  OK(strata_world_tune(h->world, STRATA_TUNE_ANSWERS, STRATA_TUNE_NEVER));
  OK(answer(h, 1));
}

static void give_up_by_fork(host *h) {
  strata_world *fork;
  OK(strata_fork(h->world, NULL, &fork));
  OK(strata_fork(fork, h->world, NULL));
  strata_world_free(fork);
}

static void peek(host *h) {
  strata_world *middle;
  OK(strata_peek(h->world, NULL, &middle));
  strata_world_free(middle);
  cr_expect(eq(sz, count_kept(h), 2), "those of the world itself stay");
  strata_world_drop_caches(h->world);
}

Test(waiting_handler, what_is_kept_is_forgotten_where_nobody_goes_on) {
  static const struct {
    const char *name;
    void (*act)(host *h);
  } cases[] = {{"cancelled", cancel},
               {"caches dropped", drop_caches},
               {"another runner", take_other_runner},
               {"tuned", tune},
               {"another state", give_up_by_fork},
               {"peeked at", peek}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    host h;
    open_host(&h, true);
    OK(begin(&h));
    cr_assert(eq(sz, count_kept(&h), 2), "%s", cases[i].name);
    cases[i].act(&h);
    cr_expect(eq(sz, count_kept(&h), 0), "%s", cases[i].name);
    close_host(&h);
  }
  host h; /* the control, and the world is freed */
  open_host(&h, true);
  OK(begin(&h));
  OK(answer(&h, 1));
  cr_assert(eq(sz, count_kept(&h), 2));
  close_host(&h);
}

/* -- Mistakes of hosts -- */

Test(waiting_handler, it_goes_on_with_its_events_first) {
  host h;
  open_host(&h, true);
  OK(begin(&h));
  cr_expect(eq(int, h.refused, STRATA_EINVAL), "it has not waited yet");
  h.refused = STRATA_OK;
  h.emits_anew = true;
  OK(answer(&h, 1));
  cr_expect(eq(int, h.refused, STRATA_EINVAL), "nor emits anything else");
  h.forgets_end = true;
  uint64_t hash = strata_hash(h.world);
  cr_expect(eq(int, answer(&h, 1), STRATA_EINVAL));
  cr_expect(strstr(strata_world_error(h.world), "has not gone on") != NULL);
  cr_expect(eq(u64, strata_hash(h.world), hash));
  h.forgets_end = false;
  OK(answer(&h, 2));
  OK(answer(&h, 3));
  cr_expect(eq(i64, score_of(&h), 109));
  close_host(&h);
}

/* The controls are the same handlers where they are called again. */
Test(waiting_handler, one_that_has_ended_is_called_again) {
  static const strata_status ends[] = {STRATA_OK, STRATA_EINVAL};
  for (size_t i = 0; i < COUNT(ends); i++) {
    host h, again;
    open_host(&h, true);
    open_host(&again, false);
    h.swallows = again.swallows = true;
    h.ends_with = again.ends_with = ends[i];
    play(&h);
    play(&again);
    cr_expect(eq(u64, strata_hash(h.world), strata_hash(again.world)));
    cr_expect(eq(u32, h.called, again.called));
    cr_expect(eq(u32, h.resumed, 0));
    close_host(&again);
    close_host(&h);
  }
}

Test(waiting_handler, one_that_waits_for_nothing_fails_and_is_forgotten) {
  host h;
  open_host(&h, true);
  uint64_t hash = strata_hash(h.world);
  h.waits = true;
  cr_expect(eq(int, begin(&h), STRATA_ESCRIPT));
  cr_expect(strstr(strata_world_error(h.world), "asked nobody") != NULL);
  cr_expect(eq(u64, strata_hash(h.world), hash));
  cr_expect(eq(sz, count_kept(&h), 0));
  h.waits = false; /* the control */
  play(&h);
  close_host(&h);
}

/* -- A call that is left -- */

static jmp_buf left;

static void leave(void *user, strata_world *world, const strata_fault *fault) {
  (void)user;
  (void)world;
  (void)fault;
  longjmp(left, 1);
}

/* The answer is ahead; its handler fails, and the host leaves the call as it is
 * told, by when the action is open again. */
Test(waiting_handler, an_answer_that_was_left_at_a_fault_was_not_given) {
  host h, calm;
  open_host(&h, true);
  open_host(&calm, true);
  const strata_handler_runner runner = {.handle = handle,
                                        .handle_user = &h,
                                        .go_on = go_on,
                                        .forget = forget,
                                        .fault = leave};
  OK(strata_set_handler_runner(h.world, &runner));
  OK(begin(&h));
  OK(begin(&calm));
  cr_assert(h.world->execution.suspended.is_ahead);
  h.fails = true;
  if (setjmp(left) == 0) {
    (void)!answer(&h, 1);
    cr_assert(false, "the host is told of no fault");
  }
  h.fails = false;
  OK(strata_recover(h.world));
  cr_expect(eq(u64, strata_hash(h.world), strata_hash(calm.world)));
  for (int64_t i = 1; i <= QUESTIONS; i++) {
    OK(answer(&h, i));
    OK(answer(&calm, i));
  }
  cr_expect(eq(u64, strata_hash(h.world), strata_hash(calm.world)));
  cr_expect(eq(sz, h.world->store.mark_count, 0));
  cr_expect(eq(sz, count_kept(&h), 0));
  strata_world_free(h.world);
  strata_rules_free(h.rules);
  close_host(&calm);
}

/* -- Lack of memory -- */

Test(waiting_handler, memory_may_be_lacking_anywhere) {
  host plain;
  open_host(&plain, false);
  play(&plain);
  size_t failed = 0;
  for (size_t n = 1;; n++) {
    host h;
    size_t before = failed;
    open_host(&h, true);
    for (int64_t turn = 0; turn <= QUESTIONS; turn++) {
      uint64_t hash = strata_hash(h.world);
      h.mem.fail_from = h.mem.calls + n;
      strata_status got = turn == 0 ? begin(&h) : answer(&h, turn);
      h.mem.fail_from = 0;
      if (!got) continue;
      failed++;
      cr_assert(eq(int, got, STRATA_ENOMEM), "%zu: %s", n,
                strata_world_error(h.world));
      cr_expect(eq(u64, strata_hash(h.world), hash), "%zu", n);
      OK(turn == 0 ? begin(&h) : answer(&h, turn));
    }
    cr_expect(eq(u64, strata_hash(h.world), strata_hash(plain.world)), "%zu",
              n);
    close_host(&h);
    if (failed == before) break;
  }
  cr_expect(failed > 20, "%zu failed", failed);
  close_host(&plain);
}
