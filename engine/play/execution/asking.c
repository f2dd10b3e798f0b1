/*
 * asking.c - decisions that a run meets.
 *
 * The answer to one may be known from an earlier run of the same action; else a
 * policy may give it; else the run ends, and all that it met is written down.
 * What comes of an answer must not tell which it was. So an answer is brought
 * into one form first, and the log says that something was decided, not when.
 *
 * Rules may have changed since an answer was given. It counts only where what
 * is met is what was answered: the state, who is asked, and all that he can
 * choose from. The hash of that is kept with the decision. Where a handler was
 * disabled since, which is state, all but the state counts.
 */
#include "play/execution/tracer.h"

#include <string.h>

/* -- Whether it is the same as it was -- */

static uint64_t mix_text(uint64_t hash, const char *text) {
  return st_mix(hash, text ? st_hash_bytes(text, strlen(text), 1) : 0);
}

static uint64_t mix_offer(const st_run *run, uint64_t hash,
                          const st_offer *offer) {
  uint32_t symbol = offer->value.symbol;
  hash = st_mix(hash, offer->type);
  hash = st_mix(hash, (uint64_t)offer->value.number);
  if (symbol != 0) {
    hash = st_mix(hash, st_rules_canonical(run->rules, ST_SYMBOL, symbol));
  }
  return mix_text(hash, offer->text);
}

/* By names, not ids, as the hash of the state is. */
static uint64_t hash_of(const st_run *run, const st_new_decision *ask,
                        uint64_t state) {
  uint64_t hash = st_mix(state, (uint64_t)ask->purpose);
  hash = st_mix(hash, ask->flags & (ST_DECISION_ORDERED | ST_DECISION_HIDDEN));
  hash = st_mix(st_mix(hash, ask->player), ask->source);
  hash = st_mix(st_mix(hash, (uint64_t)ask->least), (uint64_t)ask->most);
  hash = mix_text(st_mix(hash, (uint64_t)ask->total), ask->prompt);
  for (uint32_t i = 0; i < ask->option_count; i++) {
    hash = mix_offer(run, hash, &ask->options[i]);
  }
  return hash;
}

static st_decision asked_of(const st_new_decision *ask) {
  return (st_decision){.purpose = ask->purpose,
                       .flags = ask->flags,
                       .player = ask->player,
                       .option_count = ask->option_count,
                       .least = ask->least,
                       .most = ask->most,
                       .total = ask->total};
}

static strata_status fits(st_run *run, uint32_t n, bool *out) {
  const st_new_decision *ask = &run->met[n].ask;
  const st_decision asked = asked_of(ask);
  const st_known *known = &run->before[n];
  strata_status status =
      st_decision_check(run->store, &asked, &known->answer, NULL);
  uint64_t hash = run->forgiving ? hash_of(run, ask, 0) : ask->hash;
  *out = status == STRATA_OK && known->hash == hash;
  return status == STRATA_EREFUSED ? STRATA_OK : status;
}

/* Take over the answers that are known to those met from `first` on: to all of
 * them, or to none, and then to none that comes later. */
static strata_status recall(st_run *run, uint32_t first) {
  bool fit = true;
  strata_status status = STRATA_OK;
  uint32_t n = first;
  for (; !status && fit && n < run->asked && n < run->known; n++) {
    status = fits(run, n, &fit);
    run->met[n].answer = &run->before[n].answer;
    if (run->before[n].missed) run->met[n].ask.flags |= ST_DECISION_MISSED;
  }
  if (status || fit) return status;
  run->known = first;
  for (uint32_t i = first; i < run->asked; i++) {
    run->met[i].answer = NULL;
  }
  if (!run->forgiving) run->met[first].ask.flags |= ST_DECISION_MISSED;
  return STRATA_OK;
}

/* What is left out changes the state, as the log says it: so of two that look
 * the same, one of which was not asked, only the other is met here. */
bool st_run_recalls(const st_run *run, const st_new_decision *ask,
                    const char ***outcomes) {
  if (run->asked >= run->known || run->forgiving) return false;
  const st_known *known = &run->before[run->asked];
  *outcomes = known->outcomes;
  return known->option_count == ask->option_count &&
         known->hash == hash_of(run, ask, run->store->hash);
}

uint32_t st_run_forgive(st_run *run) {
  uint32_t answered = 0;
  while (answered < run->asked && run->met[answered].answer) {
    st_new_decision *ask = &run->met[answered++].ask;
    ask->hash = hash_of(run, ask, 0);
  }
  run->asked = answered;
  return answered;
}

/* -- Policies -- */

static bool is_shared_out(const st_new_decision *ask) {
  return ask->purpose == ST_PURPOSE_DIVIDE ||
         ask->purpose == ST_PURPOSE_ALLOCATE;
}

/* The options of a choice, ascending unless their order counts. */
static strata_status copy_options(st_run *run, const st_new_decision *ask,
                                  const st_decided *given, uint32_t *options) {
  if (ask->flags & ST_DECISION_ORDERED) {
    for (size_t i = 0; i < given->count; i++) {
      options[i] = given->options[i];
    }
    return STRATA_OK;
  }
  uint64_t *chosen = st_arena_take(&run->arena, st_words_for(ask->option_count),
                                   sizeof *chosen);
  if (!chosen) return STRATA_ENOMEM;
  for (size_t i = 0; i < given->count; i++) {
    st_bit_put(chosen, given->options[i], true);
  }
  for (uint32_t i = 0; given->count > 0 && i < ask->option_count; i++) {
    if (st_bit_test(chosen, i)) *options++ = i;
  }
  return STRATA_OK;
}

/* A legal answer as it would be read back from the rows of an open action. */
static strata_status copy_answer(st_run *run, const st_new_decision *ask,
                                 const st_decided *given, st_decided *out) {
  bool shared = is_shared_out(ask);
  size_t count = shared ? ask->option_count : given->count;
  uint32_t *options = st_arena_take(&run->arena, count + 1, sizeof *options);
  int64_t *amounts = st_arena_take(&run->arena, count + 1, sizeof *amounts);
  if (!options || !amounts) return STRATA_ENOMEM;
  bool counted = shared || ask->purpose == ST_PURPOSE_NUMBER;
  *out = (st_decided){.options = shared || !counted ? options : NULL,
                      .amounts = counted ? amounts : NULL,
                      .count = count};
  if (!counted) return copy_options(run, ask, given, options);
  for (size_t i = 0; i < count; i++) {
    options[i] = (uint32_t)i;
  }
  for (size_t i = 0; i < given->count; i++) {
    amounts[given->options ? given->options[i] : i] = given->amounts[i];
  }
  return STRATA_OK;
}

static strata_status refuse(st_run *run, strata_status status) {
  if (status != STRATA_EREFUSED) return status;
  strata_error why = *run->error;
  return ST_ERROR(run->error, status, 0,
                  "the policy's answer is not legal: ", why.text);
}

/* Let the policy answer one, if it does. */
static strata_status ask_policy(st_run *run, uint32_t n) {
  const st_new_decision ask = run->met[n].ask;
  const st_decision asked = asked_of(&ask);
  st_decided given = {0};
  if (!run->host.decide || run->leaves_open) return STRATA_ESUSPEND;
  strata_status status = run->host.decide(run, &ask, n + 1, &given);
  run->fault.other = status != STRATA_OK && status != STRATA_ESUSPEND;
  if (status) return status;
  if (given.who != 0 && given.who != ask.player) {
    status = ST_ERROR(run->error, STRATA_EREFUSED, 0, "it is for another");
  }
  if (!status) {
    status = st_decision_check(run->store, &asked, &given, run->error);
  }
  run->fault.other = status != STRATA_OK;
  if (status) return refuse(run, status);
  st_decided *answer = st_arena_take(&run->arena, 1, sizeof *answer);
  if (!answer) return STRATA_ENOMEM;
  run->met[n].answer = answer;
  return copy_answer(run, &ask, &given, answer);
}

/* -- The log -- */

static void say(st_note *notes, uint32_t *count, st_decided_word word,
                st_word value) {
  notes[(*count)++] = (st_note){st_decided_key(word), value};
}

static void say_number(st_note *notes, uint32_t *count, st_decided_word word,
                       int64_t number) {
  say(notes, count, word, (st_word){.number = number});
}

static void say_value(st_note *notes, uint32_t *count, const st_offer *offer) {
  for (uint32_t word = ST_DECIDED_CHOSEN_INT; word < ST_DECIDED_WORDS; word++) {
    st_decided_word key = (st_decided_word)word;
    if (st_decided_type(key) + 1u == offer->type) {
      say(notes, count, key, offer->value);
    }
  }
}

/* What was chosen of one decision. */
static uint32_t describe(const st_met *met, st_note *notes) {
  uint32_t count = 0;
  const st_decided *answer = met->answer;
  say_number(notes, &count, ST_DECIDED_PURPOSE, met->ask.purpose);
  for (size_t i = 0; i < answer->count; i++) {
    if (answer->options) {
      uint32_t option = answer->options[i];
      say_number(notes, &count, ST_DECIDED_OPTION, option);
      say_value(notes, &count, &met->ask.options[option]);
    }
    if (answer->amounts) {
      say_number(notes, &count, ST_DECIDED_AMOUNT, answer->amounts[i]);
    }
  }
  return count;
}

static strata_status write_down(st_run *run, const st_met *met) {
  uint64_t number;
  st_new_log_row row = {.what = ST_LOGGED_MISSED,
                        .who = met->ask.player,
                        .source = met->ask.source,
                        .count = 1};
  strata_status status = STRATA_OK;
  if (met->ask.flags & ST_DECISION_MISSED) {
    status = st_log_add(run->store, &row, &number);
  }
  if (status) return status;
  st_note *notes =
      st_arena_take(&run->arena, 3 * met->answer->count + 1, sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  row.what = ST_LOGGED_DECIDED;
  row.fields = notes;
  row.field_count = describe(met, notes);
  return st_log_add(run->store, &row, &number);
}

/* -- Asking -- */

static strata_status meet(st_run *run, const st_new_decision *asks,
                          uint32_t count) {
  if (!st_mem_reserve(run->mem, &run->met, &run->met_capacity,
                      (size_t)run->asked + count, sizeof run->met[0])) {
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < count; i++) {
    st_met *met = &run->met[run->asked++];
    *met = (st_met){.ask = asks[i]};
    met->ask.source = st_named(asks[i].source); /* rows name who there is */
    met->ask.hash = hash_of(run, &met->ask, run->store->hash);
    if (i > 0) met->ask.flags |= ST_DECISION_TOGETHER;
    if (run->is_firm) met->ask.flags |= ST_DECISION_FIRM;
    run->is_firm = false;
  }
  return STRATA_OK;
}

strata_status st_run_ask_all(st_run *run, const st_new_decision *asks,
                             uint32_t count, const st_decided **out) {
  if (run->trial) return STRATA_ESUSPEND;
  uint32_t first = run->asked;
  strata_status status = meet(run, asks, count);
  if (!status) status = recall(run, first);
  bool open = false;
  for (uint32_t n = first; !status && n < first + count; n++) {
    if (run->met[n].answer) continue;
    status = ask_policy(run, n);
    if (status != STRATA_ESUSPEND) continue;
    open = true;
    status = STRATA_OK;
  }
  if (!status && open) status = STRATA_ESUSPEND;
  for (uint32_t n = first; !status && n < first + count; n++) {
    out[n - first] = run->met[n].answer;
    status = write_down(run, &run->met[n]);
  }
  if (!status && st_is_traced(run)) status = st_trace_decided(run, first);
  return status;
}

strata_status st_run_ask(st_run *run, const st_new_decision *ask,
                         const st_decided **out) {
  return st_run_ask_all(run, ask, 1, out);
}

bool st_run_offer_may(st_run *run, st_new_decision *ask) {
  st_offer *options = st_arena_take(&run->arena, 2, sizeof options[0]);
  if (!options) return false;
  options[0] = (st_offer){.type = STRATA_FLAG + 1, .value = {.number = 1}};
  options[1] = (st_offer){.type = STRATA_FLAG + 1};
  ask->purpose = ST_PURPOSE_MAY;
  ask->options = options;
  ask->option_count = 2;
  return true;
}

/* -- Not asking -- */

strata_status st_run_try(st_run *run, uint32_t count, uint32_t *out) {
  st_attempt *trial = run->trial;
  if (trial->met == ST_ATTEMPT_CHOICES || (trial->once && trial->met > 0)) {
    return STRATA_ESUSPEND;
  }
  if (trial->met == trial->depth) trial->path[trial->depth++] = 0;
  trial->counts[trial->met] = count;
  *out = trial->path[trial->met++];
  return STRATA_OK;
}

strata_status st_run_leave_out(st_run *run, const st_new_decision *ask,
                               strata_event_kind kind) {
  bool ordered = (ask->flags & ST_DECISION_ORDERED) != 0;
  uint32_t count = ordered ? ask->option_count : 1;
  uint32_t *options = st_arena_take(&run->arena, count, sizeof *options);
  st_note *notes = st_arena_take(&run->arena, 3 * count + 1u, sizeof *notes);
  if (!options || !notes) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = i;
  }
  const st_decided answer = {.options = options, .count = count};
  const st_met met = {.ask = *ask, .answer = &answer};
  st_new_log_row row = {.what = ST_LOGGED_LEFT_OUT,
                        .kind = kind,
                        .who = ask->player,
                        .source = ask->source,
                        .fields = notes,
                        .count = 1};
  row.field_count = describe(&met, notes);
  uint64_t number;
  bool held = st_index_hold(&run->index);
  strata_status status = st_log_add(run->store, &row, &number);
  st_index_keep(&run->index, held);
  return status;
}
