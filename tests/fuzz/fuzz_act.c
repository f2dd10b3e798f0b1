/* Fuzzes actions: the bytes are actions, answers, and calls that take back or
 * give up, legal or not. A refused call changes nothing, an open action is the
 * same in a fork and in a save, an answer that goes on gives what one gives
 * that runs the action again, and giving up restores the state before the
 * action. */
#include "hands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct stage {
  const uint8_t *at, *end;
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  uint64_t before; /* the hash when the action began */
  hands hands;
} stage;

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

static uint8_t byte(stage *s) {
  return s->at < s->end ? *s->at++ : 0;
}

/* A small number, which may be nonsense. */
static int64_t number(stage *s) {
  return (int8_t)byte(s);
}

static strata_entity entity(stage *s) {
  strata_entity e = 0;
  for (uint32_t skip = byte(s) % 8; skip > 0; skip--) {
    e = strata_entity_next(s->world, e);
  }
  return byte(s) % 32 ? e : e + (UINT64_C(1) << 32);
}

static strata_value value(stage *s) {
  strata_value v = {.type = (strata_type)(byte(s) % 9), .text = ""};
  v.integer = number(s);
  v.ref = entity(s);
  v.symbol = byte(s);
  return v;
}

/* A call was made: refused, it left everything alone. True if it was not. */
static bool done(stage *s, strata_status status, uint64_t hash) {
  if (status == STRATA_OK) return true;
  if (strata_hash(s->world) != hash) fuzz_found("refused, and written");
  if (strata_world_error(s->world)[0] == '\0') fuzz_found("no reason");
  return false;
}

/* While a decision is open nothing is known, and what happened has no reason
 * against it. */
static void check_last_action(const stage *s) {
  strata_act_result result;
  strata_last_action(s->world, &result);
  bool open = strata_decision_count(s->world) > 0;
  if (open && (result.happened != 0 || result.why_not)) {
    fuzz_found("a result before the end");
  }
  if (result.happened != 0 && result.why_not) fuzz_found("it did, and did not");
  if (result.why_not && result.why_not[0] == '\0') fuzz_found("no reason");
}

static void act(stage *s) {
  static const char *const names[] = {"player", "amount", "count",
                                      "colour", "target", "effect"};
  strata_named_value given[3];
  uint8_t what = byte(s);
  strata_act_desc desc = {.source = entity(s),
                          .you = entity(s),
                          .given = given,
                          .given_count = byte(s) % 4};
  if (what & 1) {
    desc.event = what / 2 % 14;
  } else if (what / 2 % 32 == 31) {
    desc = (strata_act_desc){.resolve = true};
  } else {
    desc.watcher_def = what / 2 % 19;
  }
  desc.settling = (strata_settle_mode)(byte(s) % 5);
  for (size_t i = 0; i < desc.given_count; i++) {
    given[i] = (strata_named_value){names[byte(s) % 6], value(s)};
  }
  uint64_t hash = strata_hash(s->world);
  strata_outcome outcome = STRATA_DONE;
  bool open = strata_decision_count(s->world) > 0;
  if (!open) s->hands.seed = what;
  strata_status status = strata_act(s->world, &desc, &outcome);
  check_last_action(s);
  if (!done(s, status, hash)) return;
  if (open) fuzz_found("two actions at once");
  if (outcome == STRATA_DECIDE) s->before = hash;
  if ((outcome == STRATA_DECIDE) != (strata_decision_count(s->world) > 0)) {
    fuzz_found("another outcome");
  }
}

/* The course of the game: it is looked at without writing, and goes on as any
 * action does. */
static void course(stage *s) {
  strata_open_period open[STRATA_MOST_OPEN_PERIODS];
  uint64_t hash = strata_hash(s->world);
  uint64_t positions[2] = {0};
  size_t count = strata_course(s->world, open);
  if (count > STRATA_MOST_OPEN_PERIODS) fuzz_found("too many open periods");
  strata_status status = strata_position_hash(s->world, &positions[0]);
  if (!status) status = strata_position_hash(s->world, &positions[1]);
  if (!status && positions[0] != positions[1]) fuzz_found("two positions");
  if (strata_hash(s->world) != hash) fuzz_found("a position that writes");
  strata_outcome outcome = STRATA_DONE;
  uint8_t into = byte(s);
  status = into % 4 != 0
               ? strata_advance(s->world, &outcome)
               : strata_advance_into(s->world, into / 4 % 8, &outcome);
  if (done(s, status, hash) && outcome == STRATA_DECIDE) s->before = hash;
}

/* A way that is taken can be done, and a caller's numbers are not the world's.
 */
static void take_way(stage *s, strata_entity you, size_t listed) {
  uint64_t hash = strata_hash(s->world);
  uint64_t random = hash;
  strata_act_desc desc = {.you = you};
  strata_legal_ways ways = {0};
  strata_legal_way way = {0};
  strata_status status = strata_legal_count(s->world, &desc, 16, &ways);
  if (done(s, status, hash) && !ways.at_least && ways.count < listed) {
    fuzz_found("fewer ways than actions");
  }
  status = strata_legal_sample(s->world, &desc, 16, &random, &way);
  if (strata_hash(s->world) != hash) fuzz_found("a way that writes");
  if (!done(s, status, hash) || way.action == 0) return;
  desc = (strata_act_desc){.watcher_def = way.action,
                           .source = way.subject,
                           .you = you,
                           .given = way.given,
                           .given_count = way.given_count};
  strata_refusal why = STRATA_REFUSAL_NONE;
  const char *text = NULL;
  status = strata_legal_why_not(s->world, &desc, &why, &text);
  if (done(s, status, hash) && way.is_uniform &&
      (why != STRATA_REFUSAL_NONE || text)) {
    fuzz_found("a way that cannot be gone");
  }
  (void)strata_refusal_text(why);
}

/* Entities that nothing tells apart are in the same place of the list. */
static void compare_equal(stage *s) {
  strata_entity who[4];
  uint32_t first[4];
  for (uint32_t i = 0; i < 4; i++) {
    who[i] = entity(s);
  }
  uint64_t hash = strata_hash(s->world);
  if (!done(s, strata_equal_entities(s->world, who, 4, first), hash)) return;
  for (uint32_t i = 0; i < 4; i++) {
    if (first[i] > i || first[first[i]] != first[i]) {
      fuzz_found("equal, and to nobody");
    }
  }
}

/* What is listed can be done, and looking at it writes nothing. */
static void legal(stage *s) {
  const strata_legal_action *list = NULL;
  size_t count = 0;
  strata_entity you = entity(s);
  uint8_t pick = byte(s);
  uint64_t hash = strata_hash(s->world);
  strata_status status = strata_legal_actions(s->world, you, &list, &count);
  if (strata_hash(s->world) != hash) fuzz_found("a list that writes");
  if (!done(s, status, hash)) return;
  if (strata_game_end(s->world) != 0 && count > 0) fuzz_found("after the end");
  if (count == 0) {
    course(s);
    return;
  }
  strata_legal_action it = list[pick % count];
  compare_equal(s);
  take_way(s, you, count);
  strata_act_desc desc = {
      .watcher_def = it.action, .source = it.subject, .you = you};
  strata_legal_choice choice;
  status = strata_legal_choice_next(s->world, &desc, &choice);
  if (strata_hash(s->world) != hash) fuzz_found("a choice that writes");
  if (!done(s, status, hash)) fuzz_found("listed, and refused");
  strata_outcome outcome = STRATA_DONE;
  char key[200];
  size_t size = 0;
  status = strata_legal_key(s->world, it, key, sizeof key, &size);
  if (status || strata_hash(s->world) != hash) fuzz_found("no key");
  status = byte(s) % 2 ? strata_act(s->world, &desc, &outcome)
                       : strata_act_key(s->world, you, key, &outcome);
  if (done(s, status, hash) && outcome == STRATA_DECIDE) s->before = hash;
}

/* The first question is answered by the key of an option, or by nonsense. */
static void answer_by_key(stage *s) {
  strata_decision asked;
  char key[200] = "2";
  const char *const keys[] = {key, "nothing"};
  size_t size = 0;
  uint64_t hash = strata_hash(s->world);
  const char *all = NULL;
  if (strata_decision_get(s->world, 0, &asked)) return;
  if (strata_decision_keys(s->world, 0, &all) || all[0] == '\0') {
    fuzz_found("a question without keys");
  }
  size_t pick = byte(s);
  if (asked.option_count > 0 &&
      strata_option_key(s->world, &asked.options[pick % asked.option_count],
                        key, sizeof key, &size)) {
    fuzz_found("an option without a key");
  }
  strata_status status = strata_answer_keys(
      s->world, byte(s) % 2 ? asked.who : 0, keys, pick % 3, NULL);
  if (!done(s, status, hash)) return;
  if (strata_decision_count(s->world) == 0) check_last_action(s);
}

static void answer(stage *s) {
  uint32_t options[3];
  int64_t amounts[3];
  for (size_t i = 0; i < 3; i++) {
    options[i] = byte(s) % 5;
    amounts[i] = number(s);
  }
  uint8_t how = byte(s);
  strata_answer_desc desc = {.decision = how % 16 == 1 ? how : 0,
                             .options = how & 32 ? options : NULL,
                             .amounts = how & 64 ? amounts : NULL,
                             .count = how % 16 == 2 ? how % 3 : 1};
  uint64_t hash = strata_hash(s->world);
  strata_outcome outcome = STRATA_DONE;
  strata_outcome other = STRATA_DONE;
  strata_world *fork = NULL;
  if (strata_fork(s->world, NULL, &fork)) fuzz_found("no fork");
  strata_status status = strata_answer(s->world, &desc, &outcome);
  (void)done(s, status, hash);
  /* the fork has nothing to go on with, and runs the action again */
  if (strata_answer(fork, &desc, &other) != status || outcome != other ||
      strata_hash(fork) != strata_hash(s->world)) {
    fuzz_found("going on is not running again");
  }
  strata_world_free(fork);
}

/* Both ways back: the one leaves a decision open, the other nothing. */
static void go_back(stage *s, bool all) {
  uint64_t hash = strata_hash(s->world);
  if (!all) {
    if (done(s, strata_retract(s->world), hash) &&
        strata_decision_count(s->world) == 0) {
      fuzz_found("retracted, and nothing is open");
    }
  } else if (done(s, strata_cancel(s->world), hash) &&
             strata_hash(s->world) != s->before) {
    fuzz_found("given up, and not as before");
  }
}

/* Somebody concedes, perhaps amid an action; a fork does the same. */
static void concede(stage *s) {
  strata_entity who = entity(s);
  uint64_t hash = strata_hash(s->world);
  bool open = strata_decision_count(s->world) > 0;
  strata_outcome outcome = STRATA_DONE;
  strata_outcome other = STRATA_DONE;
  strata_world *fork = NULL;
  if (strata_fork(s->world, NULL, &fork)) fuzz_found("no fork");
  strata_status status = strata_concede(s->world, who, &outcome);
  bool is_done = done(s, status, hash);
  if (strata_concede(fork, who, &other) != status || outcome != other ||
      strata_hash(fork) != strata_hash(s->world)) {
    fuzz_found("conceded in two ways");
  }
  if (is_done && outcome == STRATA_DECIDE && !open) s->before = hash;
  strata_world_free(fork);
}

static void look(stage *s) {
  strata_decision d;
  uint64_t hash = strata_hash(s->world);
  size_t n = byte(s) % 2;
  strata_status status = strata_decision_get(s->world, n, &d);
  if (done(s, status, hash) != (n < strata_decision_count(s->world))) {
    fuzz_found("a decision that is not there");
  }
  size_t rows = 0;
  uint64_t at = 0;
  while (rows++ < 100 && (at = strata_log_next(s->world, at)) != 0) {
    strata_log_row row;
    if (strata_log_get(s->world, at, &row)) fuzz_found("a row is lost");
    bool empty = row.what == STRATA_LOG_HAPPENED && row.field_count == 0;
    if (row.count == 0 || empty) fuzz_found("an empty row");
  }
}

/* How the newest events came, and why somebody did nothing about one. */
static void account(stage *s) {
  uint64_t hash = strata_hash(s->world);
  if (byte(s) % 8 == 0) {
    (void)done(s, strata_remember(s->world, byte(s) % 5), hash);
  }
  uint64_t row = byte(s);
  strata_event_why *doubt = NULL;
  strata_status status;
  const char *law = kit_account_law(s->world, row, &status);
  if (law) fuzz_found(law);
  (void)done(s, status, hash);
  status =
      strata_explain_why_not(s->world, row, byte(s) % 20, entity(s), &doubt);
  if (strata_hash(s->world) != hash) fuzz_found("asked, and written");
  if (!done(s, status, hash)) return;
  size_t count = strata_event_why_count(doubt);
  const strata_event_why_row *last = strata_event_why_get(doubt, count - 1);
  if (last->step != STRATA_EVENT_WHY_VERDICT || last->says[0] == '\0' ||
      strata_event_why_get(doubt, count) != NULL) {
    fuzz_found("no verdict");
  }
  strata_event_why_free(doubt);
}

static void remember(stage *s) {
  static const char *const keys[] = {"", "asked", "b"};
  strata_value got[2];
  strata_value v = value(s);
  strata_entity owner = entity(s);
  const char *key = keys[byte(s) % 3];
  size_t count = 0;
  uint64_t hash = strata_hash(s->world);
  strata_status status =
      strata_note(s->world, owner, key, byte(s) % 4 ? &v : NULL);
  (void)done(s, status, hash);
  hash = strata_hash(s->world);
  (void)done(s, strata_noted(s->world, owner, key, got, 2, &count), hash);
}

static void chores(stage *s) {
  uint64_t hash = strata_hash(s->world);
  (void)done(s, strata_seed(s->world, byte(s)), hash);
  hash = strata_hash(s->world);
  strata_keep_log(s->world, byte(s) % 2 == 0);
  (void)done(s, strata_log_forget(s->world, byte(s)), hash);
  /* no function of the host has left a call */
  hash = strata_hash(s->world);
  size_t open = strata_decision_count(s->world);
  if (strata_recover(s->world) || strata_hash(s->world) != hash ||
      strata_decision_count(s->world) != open) {
    fuzz_found("recovered from nothing");
  }
}

/* Handlers that were disabled, by a fault or here, are listed in full. */
static void disable(stage *s) {
  strata_fault fault = {.handler = byte(s) % 8,
                        .watcher_def = byte(s) % 20,
                        .kind = (strata_fault_kind)(byte(s) % 9)};
  uint64_t hash = strata_hash(s->world);
  (void)done(s, strata_disable_handler(s->world, &fault), hash);
  hash = strata_hash(s->world);
  (void)done(s, strata_enable_handler(s->world, byte(s) % 8), hash);
  hash = strata_hash(s->world);
  for (uint32_t i = 0; i < strata_disabled_count(s->world); i++) {
    if (strata_disabled_get(s->world, i, &fault) || fault.action == 0) {
      fuzz_found("a fault is not there");
    }
  }
  (void)done(s, strata_disabled_get(s->world, byte(s), &fault), hash);
}

static void watch(stage *s) {
  strata_watcher_start_desc desc = {.watcher_def = byte(s) % 20,
                                    .source = entity(s),
                                    .you = entity(s),
                                    .left = number(s),
                                    .clock = byte(s) % 3,
                                    .ticks = byte(s) % 3};
  strata_named_value given = {"target", value(s)};
  desc.names = &given;
  desc.name_count = byte(s) % 2;
  uint64_t hash = strata_hash(s->world);
  (void)done(s, strata_watcher_start(s->world, &desc, NULL), hash);
  strata_watcher w = {0};
  for (uint32_t skip = byte(s) % 4; skip > 0; skip--) {
    w = strata_watcher_next(s->world, w);
  }
  hash = strata_hash(s->world);
  bool there = done(s, strata_watcher_describe(s->world, w, &desc), hash);
  if (there != (w.id != 0)) fuzz_found("a watcher that is not there");
  if (byte(s) % 2 == 0) return;
  (void)done(s, strata_watcher_remove(s->world, w), hash);
}

/* Whoever is in a chain is listed there, and was not before. */
static void chain(stage *s) {
  strata_watcher_def codes[2] = {byte(s) % 32, byte(s) % 32};
  strata_hook_desc desc = {.owner = entity(s),
                           .watcher_defs = codes,
                           .watcher_def_count = byte(s) % 3,
                           .clock = byte(s) % 3,
                           .ticks = byte(s) % 3,
                           .try_only = byte(s) % 2};
  size_t count = 0;
  uint64_t hash = strata_hash(s->world);
  bool was = strata_hook_has(s->world, desc.owner, codes[0]);
  bool hooks = byte(s) % 2;
  bool is_done = done(s,
                      hooks ? strata_hook_add(s->world, &desc, &count)
                            : strata_hook_remove(s->world, &desc, &count),
                      hash);
  bool is = strata_hook_has(s->world, desc.owner, codes[0]);
  if (is_done && desc.watcher_def_count == 1 &&
      (is != hooks || count != (was != hooks))) {
    fuzz_found("hooked, or not");
  }
  if (!is_done && is != was) fuzz_found("refused, and hooked");
  strata_value v = value(s);
  hash = strata_hash(s->world);
  (void)done(s, strata_hook_set(s->world, desc.owner, codes[0], "number", &v),
             hash);
  hash = strata_hash(s->world);
  (void)done(s, strata_hook_get(s->world, desc.owner, codes[0], "number", &v),
             hash);
  const strata_chain_row *rows;
  static const char *const phases[] = {"check", "before", "do", "after", "x"};
  const char *phase = phases[byte(s) % 5];
  strata_event_type kind = byte(s) % 16;
  if (done(s,
           strata_chain_list(s->world, desc.owner, kind, phase, &rows, &count),
           hash)) {
    bool alive = desc.owner == 0 || strata_is_alive(s->world, desc.owner);
    for (size_t i = 0; alive && i < count; i++) {
      if (!strata_hook_has(s->world, rows[i].owner, rows[i].watcher_def)) {
        fuzz_found("listed, and not there");
      }
    }
  }
}

/* An event passes, and does not happen. */
static void pass(stage *s) {
  static const char *const phases[] = {"check", "before", "do", "after", "x"};
  strata_named_value given[] = {
      {"player", {.type = STRATA_REF, .ref = entity(s)}},
      {"amount", {.type = STRATA_INT, .integer = number(s)}}};
  strata_walk_desc desc = {
      .event = {.event = strata_rules_find(s->rules, STRATA_NAME_EVENT_TYPE,
                                           "wander"),
                .given = given,
                .given_count = byte(s) % 3},
      .phase = phases[byte(s) % 5],
      .whole = byte(s) % 2};
  strata_walk_result passed;
  uint64_t hash = strata_hash(s->world);
  if (!done(s, strata_walk_chain(s->world, &desc, &passed), hash)) return;
  if (passed.outcome == STRATA_DECIDE) s->before = hash;
  strata_log_row row;
  if (passed.outcome == STRATA_DONE &&
      (strata_log_get(s->world, passed.row, &row) ||
       row.what != STRATA_LOG_PASSED)) {
    fuzz_found("it has passed, and nothing tells");
  }
}

/* Whoever runs it is told all that there is to come. */
static void take_over(stage *s) {
  strata_handler_runner runner = hand_runner(&s->hands);
  if (strata_set_handler_runner(s->world, byte(s) % 8 ? &runner : NULL)) {
    fuzz_found("no runner");
  }
  s->hands.last = 0;
  if (strata_unsubscribe(s->world, hand_look_on, &s->hands) &&
      strata_world_error(s->world)[0] == '\0') {
    fuzz_found("no reason");
  }
  if (strata_subscribe(s->world, hand_look_on, &s->hands)) {
    fuzz_found("no view");
  }
}

/* The middle can be looked at, and no more. */
static void peek(stage *s) {
  strata_world *middle = NULL;
  strata_entity e;
  uint64_t hash = strata_hash(s->world);
  bool open = strata_decision_count(s->world) > 0;
  strata_status status = strata_peek(s->world, NULL, &middle);
  (void)done(s, status, hash);
  if (strata_hash(s->world) != hash) fuzz_found("looked at, and changed");
  if (status == STRATA_OK && !open) fuzz_found("the middle of nothing");
  if (status) return;
  if (strata_decision_count(middle) > 0 ||
      strata_spawn(middle, &e) != STRATA_EOPEN) {
    fuzz_found("a middle that is open");
  }
  strata_world_free(middle);
}

/* What is open is the same in a copy, and in one that was saved. */
static void copy(stage *s) {
  size_t size = 0;
  strata_world *twin = NULL;
  strata_world_config config = kit_config(&s->mem);
  strata_status status = strata_save(s->world, NULL, 0, &size);
  if (status) fuzz_found("a save of nothing");
  void *bytes = malloc(size);
  if (!bytes || strata_save(s->world, bytes, size, &size)) fuzz_found("save");
  if (strata_load(s->rules, &config, bytes, size, &twin, NULL)) {
    fuzz_found("a save that cannot be loaded");
  }
  free(bytes);
  if (strata_hash(twin) != strata_hash(s->world) ||
      strata_decision_count(twin) != strata_decision_count(s->world)) {
    fuzz_found("another world");
  }
  uint64_t hash = strata_hash(twin);
  if (strata_remember_as(twin, twin) != STRATA_EINVAL ||
      strata_remember_as(twin, s->world) || strata_hash(twin) != hash) {
    fuzz_found("it remembers something else");
  }
  if (byte(s) % 2) {
    strata_world_free(s->world);
    s->world = twin;
    take_over(s);
    return;
  }
  if (strata_fork(s->world, twin, NULL)) fuzz_found("fork");
  if (strata_hash(twin) != strata_hash(s->world)) fuzz_found("another fork");
  strata_world_free(twin);
}

static strata_status no_autosave(void *user, strata_world *world,
                                 const strata_autosave *due) {
  (void)world;
  (void)due;
  ++*(size_t *)user;
  return STRATA_OK;
}

/* Go back in a copy, from what gives the open action up, or from a new entity,
 * and begin another line. */
static void history(stage *s) {
  size_t saves = 0;
  const strata_history_desc desc = {
      .every = 1, .autosave = no_autosave, .user = &saves};
  strata_world *twin = NULL;
  strata_history *h = NULL;
  strata_entity e = 0;
  uint64_t step = 0;
  if (strata_fork(s->world, NULL, &twin)) fuzz_found("fork");
  const uint64_t hash = strata_hash(twin);
  if (strata_history_new(twin, &desc, &h)) fuzz_found("no history");
  bool open = strata_decision_count(twin) > 0;
  strata_status status = open ? strata_cancel(twin) : strata_spawn(twin, &e);
  const uint64_t after = strata_hash(twin);
  if (strata_history_note(h, twin, NULL, &step)) fuzz_found("no step");
  if (step != (status == STRATA_OK) || saves != step) fuzz_found("steps");
  if (strata_history_undo(h, twin, 9, &step) || strata_hash(twin) != hash ||
      strata_history_redo(h, twin, 9, &step) || strata_hash(twin) != after) {
    fuzz_found("another state");
  }
  if (strata_history_go(h, twin, 0) || strata_history_at(h, twin, step) ||
      strata_hash(twin) != after || strata_history_step(h) != 0) {
    fuzz_found("the state of a step");
  }
  strata_history_step_desc at;
  strata_branch line;
  strata_history_autosave(h, 0);
  if (strata_history_branch(h, twin, "main") ||
      strata_history_step_get(h, step, &at) || at.hash != after ||
      strata_history_branch_count(h) != 1 ||
      strata_history_branch_get(h, 0, &line) || line.steps != step) {
    fuzz_found("another line");
  }
  strata_history_free(h);
  strata_world_free(twin);
}

static void play(stage *s) {
  while (s->at < s->end) {
    uint8_t what = byte(s) % 16;
    if (what < 5) {
      act(s);
    } else if (what < 9) {
      answer(s);
    } else if (what == 9) {
      answer_by_key(s);
    } else if (what == 11 && byte(s) % 4 == 0) {
      concede(s);
    } else if (what < 12) {
      go_back(s, what == 11);
    } else if (what == 12 && byte(s) % 2) {
      account(s);
    } else if (what == 12) {
      look(s);
    } else if (what == 13 && byte(s) % 3 == 0) {
      chain(s);
      pass(s);
    } else if (what == 13 && byte(s) % 2) {
      watch(s);
    } else if (what == 13 && byte(s) % 2) {
      disable(s);
    } else if (what == 13) {
      remember(s);
    } else if (what == 14 && byte(s) % 2) {
      chores(s);
    } else if (what == 14 && byte(s) % 2) {
      legal(s);
    } else if (what == 14) {
      peek(s);
      history(s);
    } else {
      copy(s);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  stage s = {.at = data, .end = data + size};
  strata_world_config config = kit_config(&s.mem);
  if (kit_act_rules(NULL, &s.rules) || kit_of_image(NULL, &s.rules) ||
      strata_world_new(s.rules, &config, &s.world)) {
    fuzz_found("no world");
  }
  for (int i = 0; i < 2; i++) {
    strata_entity e = 0;
    if (strata_spawn(s.world, &e) ||
        strata_set_base_int(s.world, e, kit_attr(s.rules, "life"), i)) {
      fuzz_found("nobody");
    }
  }
  take_over(&s);
  if (strata_remember(s.world, 4)) fuzz_found("it forgets");
  play(&s);
  strata_world_free(s.world);
  strata_rules_free(s.rules);
  if (s.mem.live_bytes != 0) fuzz_found("bytes leaked");
  if (s.mem.wrong_size != 0) fuzz_found("old_size is not exact");
  return 0;
}
