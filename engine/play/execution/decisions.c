/*
 * decisions.c - decisions that an execution meets.
 *
 * The answer may be known from an earlier execution of the same action; else a
 * policy may give it; else the execution ends, and all decisions that it met
 * are saved as open. The course of the action must not depend on where an
 * answer came from. So each answer is brought into one normal form, and the log
 * tells what was decided but not when.
 *
 * Rules may change between question and answer. A known answer counts only
 * where the question is what was answered: the state, the player, and all
 * options. A hash of these is kept with the answer. Where a handler was
 * disabled since, which changes the state, all but the state must be equal.
 */
#include "play/execution/decisions.h"

#include "layers/update/sight.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/trace.h"
#include "world/tables/game_end.h"

#include <string.h>

/* -- Known answers -- */

static const st_known_answer *get_known_answer(const st_execution *exec,
                                               uint32_t n) {
  assert(n >= exec->known_first && n < exec->known_count);
  return &exec->known_answers[n - exec->known_first];
}

static uint64_t mix_text_hash(uint64_t hash, const char *text) {
  return st_mix(hash, text ? st_hash_bytes(text, strlen(text), 1) : 0);
}

static uint64_t mix_offer_hash(const st_execution *exec, uint64_t hash,
                               const st_new_action_value *offer) {
  uint32_t symbol = offer->value.symbol;
  hash = st_mix(hash, offer->type);
  hash = st_mix(hash, (uint64_t)offer->value.number);
  if (symbol != 0) {
    hash = st_mix(hash, st_rules_canonical_number(exec->rules,
                                                  ST_CONTENT_SYMBOL, symbol));
  }
  return mix_text_hash(hash, offer->text);
}

/* Hashes names of symbols and not their numbers, as the hash of the state
 * does. */
static uint64_t decision_hash(const st_execution *exec,
                              const st_new_decision *ask, uint64_t state) {
  uint64_t hash = st_mix(state, (uint64_t)ask->purpose);
  hash = st_mix(hash, ask->flags & (ST_DECISION_ORDERED | ST_DECISION_HIDDEN));
  hash = st_mix(st_mix(hash, ask->player), ask->source);
  hash = st_mix(st_mix(hash, (uint64_t)ask->min), (uint64_t)ask->max);
  hash = mix_text_hash(st_mix(hash, (uint64_t)ask->total), ask->prompt);
  for (uint32_t i = 0; i < ask->option_count; i++) {
    hash = mix_offer_hash(exec, hash, &ask->options[i]);
  }
  return hash;
}

st_decision st_decisions_without_options(const st_new_decision *ask) {
  return (st_decision){.purpose = ask->purpose,
                       .flags = ask->flags,
                       .player = ask->player,
                       .option_count = ask->option_count,
                       .min = ask->min,
                       .max = ask->max,
                       .total = ask->total};
}

static strata_status is_known_answer_valid(st_execution *exec, uint32_t n,
                                           bool *out) {
  const st_new_decision *ask = &exec->met_decisions[n].ask;
  const st_decision asked = st_decisions_without_options(ask);
  const st_known_answer *known = get_known_answer(exec, n);
  strata_status status =
      st_decision_check_answer(exec->store, &asked, &known->answer, NULL);
  uint64_t hash =
      exec->ignores_state_hash ? decision_hash(exec, ask, 0) : ask->hash;
  *out = status == STRATA_OK && (known->is_new || known->hash == hash);
  return status == STRATA_EREFUSED ? STRATA_OK : status;
}

/* Use the known answers for the decisions from `first` on: for all of them, or
 * for none, and then for no later one either. */
static strata_status reuse_known_answers(st_execution *exec, uint32_t first) {
  bool valid = true;
  strata_status status = STRATA_OK;
  uint32_t n = first;
  for (; !status && valid && n < exec->decisions_met && n < exec->known_count;
       n++) {
    status = is_known_answer_valid(exec, n, &valid);
    exec->met_decisions[n].answer = &get_known_answer(exec, n)->answer;
    if (get_known_answer(exec, n)->was_missed) {
      exec->met_decisions[n].ask.flags |= ST_DECISION_ANSWER_STALE;
    }
  }
  if (status || valid) return status;
  bool concedes = get_known_answer(exec, first)->conceding != 0;
  exec->known_count = first;
  for (uint32_t i = first; i < exec->decisions_met; i++) {
    exec->met_decisions[i].answer = NULL;
  }
  if (!exec->ignores_state_hash || concedes) {
    exec->met_decisions[first].ask.flags |= ST_DECISION_ANSWER_STALE;
  }
  return STRATA_OK;
}

/* A left-out choice is logged, which changes the state. So of two equal
 * questions, one asked and one left out, only the one that was asked matches
 * here. */
bool st_decisions_recall_outcomes(const st_execution *exec,
                                  const st_new_decision *ask,
                                  const char ***outcomes) {
  if (exec->decisions_met >= exec->known_count || exec->ignores_state_hash) {
    return false;
  }
  const st_known_answer *known = get_known_answer(exec, exec->decisions_met);
  if (known->option_count != ask->option_count ||
      known->hash != decision_hash(exec, ask, exec->store->hash)) {
    return false;
  }
  *outcomes = known->outcomes;
  return true;
}

uint32_t st_decisions_forgive_state(st_execution *exec) {
  uint32_t answered = 0;
  while (answered < exec->decisions_met &&
         exec->met_decisions[answered].answer) {
    st_new_decision *ask = &exec->met_decisions[answered++].ask;
    ask->hash = decision_hash(exec, ask, 0);
  }
  exec->decisions_met = answered;
  return answered;
}

/* -- Policies -- */

static bool divides_amounts(const st_new_decision *ask) {
  return ask->purpose == ST_PURPOSE_DIVIDE ||
         ask->purpose == ST_PURPOSE_ALLOCATE;
}

/* Copy the chosen options, in ascending order unless their order counts. */
static strata_status copy_chosen_options(st_execution *exec,
                                         const st_new_decision *ask,
                                         const st_new_answer *given,
                                         uint32_t *options) {
  if (ask->flags & ST_DECISION_ORDERED) {
    for (size_t i = 0; i < given->count; i++) {
      options[i] = given->options[i];
    }
    return STRATA_OK;
  }
  uint64_t *chosen = st_arena_alloc(
      &exec->arena, st_bit_words(ask->option_count), sizeof *chosen);
  if (!chosen) return STRATA_ENOMEM;
  for (size_t i = 0; i < given->count; i++) {
    st_bit_set(chosen, given->options[i], true);
  }
  for (uint32_t i = 0; given->count > 0 && i < ask->option_count; i++) {
    if (st_bit_test(chosen, i)) *options++ = i;
  }
  return STRATA_OK;
}

strata_status st_decisions_copy_answer(st_execution *exec,
                                       const st_new_decision *ask,
                                       const st_new_answer *given,
                                       st_new_answer *out) {
  bool shared = divides_amounts(ask);
  size_t count = shared ? ask->option_count : given->count;
  uint32_t *options = st_arena_alloc(&exec->arena, count + 1, sizeof *options);
  int64_t *amounts = st_arena_alloc(&exec->arena, count + 1, sizeof *amounts);
  if (!options || !amounts) return STRATA_ENOMEM;
  bool counted = shared || ask->purpose == ST_PURPOSE_NUMBER;
  *out = (st_new_answer){.options = shared || !counted ? options : NULL,
                         .amounts = counted ? amounts : NULL,
                         .count = count};
  if (!counted) return copy_chosen_options(exec, ask, given, options);
  for (size_t i = 0; i < count; i++) {
    options[i] = (uint32_t)i;
  }
  for (size_t i = 0; i < given->count; i++) {
    amounts[given->options ? given->options[i] : i] = given->amounts[i];
  }
  return STRATA_OK;
}

static strata_status refuse_policy_answer(st_execution *exec,
                                          strata_status status) {
  if (status != STRATA_EREFUSED) return status;
  strata_error why = *exec->error;
  return ST_ERROR(exec->error, status, 0,
                  "the policy's answer is not legal: ", why.text);
}

/* Let the policy answer one decision; ESUSPEND if it does not. */
static strata_status ask_policy(st_execution *exec, uint32_t n) {
  const st_new_decision ask = exec->met_decisions[n].ask;
  const st_decision asked = st_decisions_without_options(&ask);
  st_new_answer given = {0};
  if (!exec->host.ask_policy || exec->no_policy) return STRATA_ESUSPEND;
  strata_status status = exec->host.ask_policy(exec, &ask, n + 1, &given);
  exec->handler_fault.is_not_handlers =
      status != STRATA_OK && status != STRATA_ESUSPEND;
  if (status) return status;
  if (given.who != 0 && given.who != ask.player) {
    status = ST_ERROR(exec->error, STRATA_EREFUSED, 0, "it is for another");
  }
  if (!status) {
    status = st_decision_check_answer(exec->store, &asked, &given, exec->error);
  }
  exec->handler_fault.is_not_handlers = status != STRATA_OK;
  if (status) return refuse_policy_answer(exec, status);
  st_new_answer *answer = st_arena_alloc(&exec->arena, 1, sizeof *answer);
  if (!answer) return STRATA_ENOMEM;
  exec->met_decisions[n].answer = answer;
  return st_decisions_copy_answer(exec, &ask, &given, answer);
}

/* -- The log -- */

static void add_decided_note(st_note *notes, uint32_t *count,
                             st_decided_field word, st_raw_value value) {
  notes[(*count)++] = (st_note){st_decided_key(word), value};
}

static void add_decided_number(st_note *notes, uint32_t *count,
                               st_decided_field word, int64_t number) {
  add_decided_note(notes, count, word, (st_raw_value){.number = number});
}

static void add_decided_value(st_note *notes, uint32_t *count,
                              const st_new_action_value *offer) {
  for (uint32_t word = ST_DECIDED_CHOSEN_INT; word < ST_DECIDED_FIELD_COUNT;
       word++) {
    st_decided_field key = (st_decided_field)word;
    if (st_decided_type(key) + 1u == offer->type) {
      add_decided_note(notes, count, key, offer->value);
    }
  }
}

/* Write the fields of a log row for one answer; returns their count. */
static uint32_t describe_answer(const st_met_decision *met, st_note *notes) {
  uint32_t count = 0;
  const st_new_answer *answer = met->answer;
  add_decided_number(notes, &count, ST_DECIDED_PURPOSE, met->ask.purpose);
  for (size_t i = 0; i < answer->count; i++) {
    if (answer->options) {
      uint32_t option = answer->options[i];
      add_decided_number(notes, &count, ST_DECIDED_OPTION, option);
      add_decided_value(notes, &count, &met->ask.options[option]);
    }
    if (answer->amounts) {
      add_decided_number(notes, &count, ST_DECIDED_AMOUNT, answer->amounts[i]);
    }
  }
  return count;
}

static strata_status log_decision(st_execution *exec,
                                  const st_met_decision *met) {
  uint64_t number;
  st_new_log_row row = {.what = ST_LOGGED_MISSED,
                        .who = met->ask.player,
                        .source = met->ask.source,
                        .count = 1};
  strata_status status = STRATA_OK;
  if (met->ask.flags & ST_DECISION_ANSWER_STALE) {
    status = st_log_add(exec->store, &row, &number);
  }
  if (status) return status;
  st_note *notes =
      st_arena_alloc(&exec->arena, 3 * met->answer->count + 1, sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  row.what = ST_LOGGED_DECIDED;
  row.fields = notes;
  row.field_count = describe_answer(met, notes);
  return st_log_add(exec->store, &row, &number);
}

/* -- Asking -- */

/* Whether a decision offers its player what the player does not see. */
static bool offers_hidden(const st_execution *exec,
                          const st_new_decision *ask) {
  for (uint32_t i = 0; i < ask->option_count; i++) {
    if (ask->options[i].type != STRATA_REF + 1) continue;
    uint32_t slot = st_entity_slot(exec->store,
                                   (strata_entity)ask->options[i].value.number);
    if (slot != 0 && st_sight_is_hidden(exec->store, ask->player, slot)) {
      return true;
    }
  }
  return false;
}

static strata_status add_met_decisions(st_execution *exec,
                                       const st_new_decision *asks,
                                       uint32_t count) {
  if (!st_mem_reserve(exec->mem, &exec->met_decisions, &exec->met_capacity,
                      (size_t)exec->decisions_met + count,
                      sizeof exec->met_decisions[0])) {
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < count; i++) {
    st_met_decision *met = &exec->met_decisions[exec->decisions_met++];
    *met = (st_met_decision){.ask = asks[i]};
    met->ask.source = st_entity_unless_preview(
        asks[i].source); /* rows name only entities that exist */
    met->ask.hash = decision_hash(exec, &met->ask, exec->store->hash);
    if (i > 0) met->ask.flags |= ST_DECISION_SAME_MOMENT;
    if (exec->is_irreversible || offers_hidden(exec, &met->ask)) {
      met->ask.flags |= ST_DECISION_IRREVERSIBLE;
    }
    exec->is_irreversible = false;
  }
  return STRATA_OK;
}

/* Add the decisions from `first` on to the trace. */
static strata_status trace_met_decisions(st_execution *exec, uint32_t first) {
  for (uint32_t n = first; n < exec->decisions_met; n++) {
    st_trace_note *note = st_trace_add(exec, ST_TRACE_DECIDED, 0);
    if (!note) return STRATA_ENOMEM;
    note->event = exec->trace->decided_event;
    note->decision = n + 1;
    note->who = exec->met_decisions[n].ask.player;
    note->log_row = st_log_last(exec->store);
  }
  return STRATA_OK;
}

static strata_status ask_players(st_execution *exec,
                                 const st_new_decision *asks, uint32_t count,
                                 const st_new_answer **out) {
  if (exec->attempt) return STRATA_ESUSPEND;
  uint32_t first = exec->decisions_met;
  strata_status status = add_met_decisions(exec, asks, count);
  if (!status) status = reuse_known_answers(exec, first);
  bool open = false;
  for (uint32_t n = first; !status && n < first + count; n++) {
    if (exec->met_decisions[n].answer) continue;
    status = ask_policy(exec, n);
    if (status != STRATA_ESUSPEND) continue;
    open = true;
    status = STRATA_OK;
  }
  if (!status && open) status = STRATA_ESUSPEND;
  for (uint32_t n = first; !status && n < first + count; n++) {
    out[n - first] = exec->met_decisions[n].answer;
    status = log_decision(exec, &exec->met_decisions[n]);
  }
  if (!status && st_trace_is_on(exec)) {
    status = trace_met_decisions(exec, first);
  }
  return status;
}

/* -- Who decides nothing any more --
 *
 * A player who has conceded amid an action is asked nothing more in it (800.4),
 * and nobody is asked once the game has ended (104.1). What the action still
 * wants to know gets the legal answer that does least: no, the smallest number,
 * as few options as there must be, and of these the first ones. It is made anew
 * whenever the action is executed again, so it is no row. */

static bool may_somebody_be_absent(const st_execution *exec) {
  return exec->concession_count > 0 || st_game_end(exec->store) != 0;
}

static bool is_absent(const st_execution *exec, strata_entity player) {
  if (st_game_end(exec->store) != 0) return true;
  for (uint32_t i = 0; exec->concession_count > 0 && i < exec->decisions_met;
       i++) {
    const st_new_decision *met = &exec->met_decisions[i].ask;
    if (met->purpose == ST_PURPOSE_CONCEDE && met->player == player) {
      return true;
    }
  }
  return false;
}

/* The first shares get what is left once each has the least. */
static void share_least(const st_new_decision *ask, int64_t *amounts) {
  int64_t left = ask->total - (int64_t)ask->option_count * ask->min;
  for (uint32_t i = 0; i < ask->option_count; i++) {
    int64_t more = left < ask->max - ask->min ? left : ask->max - ask->min;
    amounts[i] = ask->min + more;
    left -= more;
  }
}

static strata_status make_least_answer(st_execution *exec,
                                       const st_new_decision *ask,
                                       const st_new_answer **out) {
  bool number = ask->purpose == ST_PURPOSE_NUMBER;
  bool shares =
      ask->purpose == ST_PURPOSE_DIVIDE || ask->purpose == ST_PURPOSE_ALLOCATE;
  uint32_t count = number ? 1 : shares ? ask->option_count : (uint32_t)ask->min;
  st_new_answer *answer = st_arena_alloc(&exec->arena, 1, sizeof *answer);
  uint32_t *options = st_arena_alloc(&exec->arena, count + 1u, sizeof *options);
  int64_t *amounts = st_arena_alloc(&exec->arena, count + 1u, sizeof *amounts);
  if (!answer || !options || !amounts) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = i;
  }
  if (ask->purpose == ST_PURPOSE_MAY) options[0] = 1; /* no */
  if (number) amounts[0] = ask->min;
  if (shares) share_least(ask, amounts);
  *answer = (st_new_answer){.options = number ? NULL : options,
                            .amounts = number || shares ? amounts : NULL,
                            .count = count};
  *out = answer;
  return STRATA_OK;
}

/* Log a choice that is not asked, with what is taken. Watchers do not see such
 * rows. */
static strata_status log_left_out(st_execution *exec,
                                  const st_new_decision *ask,
                                  const st_new_answer *answer,
                                  strata_event_type type) {
  st_note *notes =
      st_arena_alloc(&exec->arena, 3 * answer->count + 1u, sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  const st_met_decision met = {.ask = *ask, .answer = answer};
  st_new_log_row row = {.what = ST_LOGGED_LEFT_OUT,
                        .event_type = type,
                        .who = ask->player,
                        .source = st_entity_unless_preview(ask->source),
                        .fields = notes,
                        .count = 1};
  row.field_count = describe_answer(&met, notes);
  return st_event_log_write_row(exec, &row);
}

/* Ask those who are still in the game, and take the least answers of all
 * others. */
static strata_status ask_who_is_there(st_execution *exec,
                                      const st_new_decision *asks,
                                      uint32_t count,
                                      const st_new_answer **out) {
  st_new_decision *open = st_arena_alloc(&exec->arena, count, sizeof *open);
  const st_new_answer **answers =
      st_arena_alloc(&exec->arena, count, sizeof(const st_new_answer *));
  strata_status status = open && answers ? STRATA_OK : STRATA_ENOMEM;
  uint32_t asked = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    out[i] = NULL;
    if (!is_absent(exec, asks[i].player)) {
      open[asked++] = asks[i];
      continue;
    }
    status = make_least_answer(exec, &asks[i], &out[i]);
    if (!status) status = log_left_out(exec, &asks[i], out[i], 0);
  }
  if (!status && asked > 0) status = ask_players(exec, open, asked, answers);
  for (uint32_t i = 0, n = 0; !status && n < asked; i++) {
    if (!out[i]) out[i] = answers[n++];
  }
  return status;
}

strata_status st_decisions_ask_all(st_execution *exec,
                                   const st_new_decision *asks, uint32_t count,
                                   const st_new_answer **out) {
  return may_somebody_be_absent(exec) ? ask_who_is_there(exec, asks, count, out)
                                      : ask_players(exec, asks, count, out);
}

/* Keep the decisions that a concession has made void in their order. */
static strata_status meet_void_decisions(st_execution *exec) {
  while (exec->decisions_met < exec->known_count) {
    const st_known_answer *known = get_known_answer(exec, exec->decisions_met);
    if (!known->voided) break;
    if (!st_mem_reserve(exec->mem, &exec->met_decisions, &exec->met_capacity,
                        (size_t)exec->decisions_met + 1,
                        sizeof exec->met_decisions[0])) {
      return STRATA_ENOMEM;
    }
    exec->met_decisions[exec->decisions_met++] =
        (st_met_decision){.ask = *known->voided, .answer = &known->answer};
  }
  return STRATA_OK;
}

strata_status st_decisions_meet_known(st_execution *exec,
                                      const st_new_decision *ask, bool *out) {
  uint32_t n = exec->decisions_met;
  strata_status status = add_met_decisions(exec, ask, 1);
  if (!status) status = is_known_answer_valid(exec, n, out);
  if (status) return status;
  st_met_decision *met = &exec->met_decisions[n];
  if (*out) {
    met->answer = &get_known_answer(exec, n)->answer;
    status = log_decision(exec, met);
    return status ? status : meet_void_decisions(exec);
  }
  exec->is_irreversible = (met->ask.flags & ST_DECISION_IRREVERSIBLE) != 0;
  exec->decisions_met = n;
  exec->known_count = n;
  uint64_t number;
  return st_log_add(exec->store,
                    &(st_new_log_row){.what = ST_LOGGED_MISSED,
                                      .who = ask->player,
                                      .count = 1},
                    &number);
}

strata_status st_decisions_ask(st_execution *exec, const st_new_decision *ask,
                               const st_new_answer **out) {
  return st_decisions_ask_all(exec, ask, 1, out);
}

bool st_decisions_offer_may(st_execution *exec, st_new_decision *ask) {
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, 2, sizeof options[0]);
  if (!options) return false;
  options[0] =
      (st_new_action_value){.type = STRATA_FLAG + 1, .value = {.number = 1}};
  options[1] = (st_new_action_value){.type = STRATA_FLAG + 1};
  ask->purpose = ST_PURPOSE_MAY;
  ask->options = options;
  ask->option_count = 2;
  return true;
}

strata_status st_decisions_ask_optional(st_execution *exec,
                                        strata_watcher_def def,
                                        strata_entity source,
                                        strata_entity player, bool *yes) {
  *yes = true;
  const st_watcher_def *c = st_watcher_def_get(exec->rules, def);
  if (!c->optional) return STRATA_OK;
  st_new_decision ask = {.player = player,
                         .source = source,
                         .prompt = c->name,
                         .min = 1,
                         .max = 1};
  const st_new_answer *answer = NULL;
  if (!st_decisions_offer_may(exec, &ask)) return STRATA_ENOMEM;
  strata_status status = st_decisions_ask(exec, &ask, &answer);
  if (status) return status;
  assert(answer);
  *yes = answer->options[0] == 0;
  return STRATA_OK;
}

/* -- Choices that are not asked -- */

strata_status st_decisions_try_option(st_execution *exec, uint32_t count,
                                      uint32_t *out) {
  st_attempt *attempt = exec->attempt;
  if (attempt->met_count == ST_ATTEMPT_MAX_CHOICES ||
      (attempt->first_choice_only && attempt->met_count > 0)) {
    return STRATA_ESUSPEND;
  }
  if (attempt->met_count == attempt->chosen_count) {
    attempt->chosen[attempt->chosen_count++] = 0;
  }
  attempt->option_counts[attempt->met_count] = count;
  *out = attempt->chosen[attempt->met_count++];
  return STRATA_OK;
}

strata_status st_decisions_log_left_out(st_execution *exec,
                                        const st_new_decision *ask,
                                        strata_event_type type) {
  bool ordered = (ask->flags & ST_DECISION_ORDERED) != 0;
  uint32_t count = ordered ? ask->option_count : 1;
  uint32_t *options = st_arena_alloc(&exec->arena, count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = i;
  }
  const st_new_answer answer = {.options = options, .count = count};
  return log_left_out(exec, ask, &answer, type);
}
