/* hands.h - a world of kit_act_rules with a handler runner, for tests of
 * handlers. Functions are static, because each test uses only some of them. */
#ifndef STRATA_TESTS_API_KIT_HANDS_H
#define STRATA_TESTS_API_KIT_HANDS_H

#include "acts.h"

typedef struct hands hands;
typedef strata_status (*hand)(hands *h, strata_handler_call *run);
typedef strata_status (*policy)(hands *h, const strata_decision *d,
                                strata_answer_desc *out);

/* The function for each handler. `calls` counts calls of any; number `fail_at`
 * fails. */
struct hands {
  acts a;
  hand act, house, parts, turn, write;
  policy decide;
  size_t calls, fail_at;
  int64_t seen[8]; /* for the test */
  uint32_t option; /* what a policy answers */
  int64_t amount;
};

static inline strata_status hands_handle(void *user, strata_handler_call *run,
                                         strata_handler handler) {
  hands *h = user;
  const strata_rules *rules = strata_world_rules(strata_call_world(run));
  const char *name = strata_rules_name(rules, STRATA_NAME_HANDLER, handler);
  const struct {
    const char *name;
    hand hand;
  } all[] = {{"act", h->act},
             {"house", h->house},
             {"parts", h->parts},
             {"turn", h->turn},
             {"write", h->write}};
  if (++h->calls == h->fail_at) return STRATA_ESCRIPT;
  for (size_t i = 0; i < COUNT(all); i++) {
    if (strcmp(all[i].name, name) != 0) continue;
    return all[i].hand ? all[i].hand(h, run) : STRATA_OK;
  }
  return strata_call_fail(run, STRATA_ENOENT, "no such handler");
}

static inline strata_status hands_decide(void *user, strata_world *world,
                                         const strata_decision *d,
                                         strata_answer_desc *out) {
  hands *h = user;
  (void)world;
  return h->decide ? h->decide(h, d, out) : STRATA_ESUSPEND;
}

static inline strata_handler_runner hands_runner(hands *h) {
  return (strata_handler_runner){.handle = hands_handle,
                                 .handle_user = h,
                                 .decide = hands_decide,
                                 .decide_user = h,
                                 .strict = true};
}

static inline void hands_open(hands *h) {
  *h = (hands){0};
  acts_open(&h->a);
  strata_handler_runner runner = hands_runner(h);
  OK(strata_set_handler_runner(h->a.world, &runner));
}

static inline void hands_close(hands *h) {
  acts_close(&h->a);
}

/* An event of a player and a number, made by a handler. */
static inline strata_status hands_emit(strata_handler_call *run,
                                       const char *kind, strata_entity player,
                                       const char *name, int64_t number,
                                       strata_emit_result *out) {
  const strata_rules *rules = strata_world_rules(strata_call_world(run));
  const strata_named_value values[] = {
      {"player", {.type = STRATA_REF, .ref = player}},
      {name, {.type = STRATA_INT, .integer = number}}};
  strata_act_desc desc = {
      .event = strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, kind),
      .given = values,
      .given_count = 2};
  return strata_emit(run, &desc, 1, out);
}

/* Ask for a number. */
static inline strata_status hands_number(strata_handler_call *run,
                                         strata_entity who, int64_t most,
                                         int64_t *out) {
  strata_answer_desc answer;
  strata_decision ask = {.purpose = STRATA_PURPOSE_NUMBER,
                         .who = who,
                         .prompt = "how much?",
                         .most = most};
  strata_status status = strata_call_choose(run, &ask, &answer);
  if (status) return status;
  *out = answer.amounts[0];
  return STRATA_OK;
}

static inline int64_t hands_life(strata_handler_call *run, strata_entity who) {
  strata_world *world = strata_call_world(run);
  int64_t value = -1;
  OK(strata_get_int(world, who, kit_attr(strata_world_rules(world), "life"),
                    &value));
  return value;
}

#endif
