/*
 * saved_answers.c - the decisions of an execution as rows of the open action.
 */
#include "play/action/saved_answers.h"

#include "play/compare/try_options.h"
#include "play/execution/decisions.h"

strata_status st_saved_answers_write_some(st_store *store,
                                          const st_met_decision *met,
                                          uint32_t count) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t decision;
    status = st_decision_add(store, &met[i].ask, &decision);
    if (status || !met[i].answer) continue;
    st_new_answer answer = *met[i].answer;
    answer.decision = decision;
    status = st_decision_put_answer(store, &answer);
  }
  return status;
}

strata_status st_saved_answers_write(st_execution *exec, st_store *store) {
  return st_saved_answers_write_some(store, exec->met_decisions,
                                     exec->decisions_met);
}

strata_status st_saved_answers_know(st_execution *exec,
                                    const st_met_decision *met,
                                    st_known_answer *out) {
  uint32_t count = met->ask.option_count;
  const char **outcomes =
      st_arena_alloc(&exec->arena, count + 1u, sizeof *outcomes);
  if (!outcomes) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    outcomes[i] = met->ask.options[i].outcome;
  }
  *out = (st_known_answer){.answer = *met->answer,
                           .hash = met->ask.hash,
                           .was_missed =
                               (met->ask.flags & ST_DECISION_ANSWER_STALE) != 0,
                           .outcomes = outcomes,
                           .option_count = count};
  return STRATA_OK;
}

static strata_status read_saved_answer(st_execution *exec, uint32_t decision,
                                       st_new_answer *out) {
  st_decision asked = st_decision_get(exec->store, decision);
  uint32_t count = asked.answer_count;
  uint32_t *options = st_arena_alloc(&exec->arena, count + 1u, sizeof *options);
  int64_t *amounts = st_arena_alloc(&exec->arena, count + 1u, sizeof *amounts);
  if (!options || !amounts) return STRATA_ENOMEM;
  bool counted = asked.purpose == ST_PURPOSE_NUMBER ||
                 asked.purpose == ST_PURPOSE_DIVIDE ||
                 asked.purpose == ST_PURPOSE_ALLOCATE;
  for (uint32_t i = 0; i < count; i++) {
    amounts[i] = st_decision_answer_at(exec->store, decision, i);
    options[i] = counted ? i : (uint32_t)amounts[i];
  }
  bool divides = counted && asked.purpose != ST_PURPOSE_NUMBER;
  *out = (st_new_answer){.decision = decision,
                         .options = !counted || divides ? options : NULL,
                         .amounts = counted ? amounts : NULL,
                         .count = count};
  return STRATA_OK;
}

/* Read the known outcomes of the options. The texts may come from a save that
 * is not the engine's, so they are cut at the size that attempts write. */
static strata_status read_saved_outcomes(st_execution *exec, uint32_t decision,
                                         st_known_answer *out) {
  uint32_t count = st_decision_get(exec->store, decision).option_count;
  out->option_count = count;
  out->outcomes = st_arena_alloc(&exec->arena, count + 1u, sizeof(char *));
  if (!out->outcomes) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t row = st_decision_option(exec->store, decision, i).outcome;
    out->outcomes[i] = NULL;
    if (row == 0) continue;
    char buffer[ST_TRY_OUTCOME_SIZE];
    st_text text;
    st_text_init_fixed(&text, buffer, sizeof buffer);
    st_decision_read_text(exec->store, row, &text);
    out->outcomes[i] = st_text_copy(&text, &exec->arena);
    if (!out->outcomes[i]) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* Copy a text of the open action to the arena; NULL for none. */
static strata_status read_saved_text(st_execution *exec, uint32_t row,
                                     const char **out) {
  *out = NULL;
  if (row == 0) return STRATA_OK;
  st_text *text = &exec->change->text;
  st_text_clear(text);
  st_decision_read_text(exec->store, row, text);
  *out = st_text_copy(text, &exec->arena);
  return *out ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_saved_answers_read_void(st_execution *exec, uint32_t decision,
                                         const st_new_decision **out) {
  st_decision asked = st_decision_get(exec->store, decision);
  st_new_decision *ask = st_arena_alloc(&exec->arena, 1, sizeof *ask);
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, asked.option_count + 1u, sizeof *options);
  if (!ask || !options) return STRATA_ENOMEM;
  *ask = (st_new_decision){.purpose = asked.purpose,
                           .flags = asked.flags | ST_DECISION_VOID,
                           .player = asked.player,
                           .source = asked.source,
                           .options = options,
                           .option_count = asked.option_count,
                           .min = asked.min,
                           .max = asked.max,
                           .total = asked.total,
                           .hash = asked.hash};
  strata_status status = read_saved_text(exec, asked.prompt, &ask->prompt);
  for (uint32_t i = 0; !status && i < asked.option_count; i++) {
    st_action_value value = st_decision_option(exec->store, decision, i);
    options[i] =
        (st_new_action_value){.type = value.type, .value = value.value};
    status = read_saved_text(exec, value.text, &options[i].text);
    if (!status) {
      status = read_saved_text(exec, value.outcome, &options[i].outcome);
    }
  }
  *out = ask;
  return status;
}

strata_status st_saved_answers_read(st_execution *exec, uint32_t first,
                                    uint32_t count) {
  exec->known_first = first;
  exec->known_count = count;
  exec->known_answers = st_arena_alloc(&exec->arena, count - first + 1u,
                                       sizeof exec->known_answers[0]);
  strata_status status = exec->known_answers ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = first; !status && i < count; i++) {
    st_known_answer *known = &exec->known_answers[i - first];
    st_decision asked = st_decision_get(exec->store, i + 1);
    known->hash = asked.hash;
    known->was_missed = (asked.flags & ST_DECISION_ANSWER_STALE) != 0;
    bool concedes = asked.purpose == ST_PURPOSE_CONCEDE;
    known->conceding = concedes ? asked.player : 0;
    known->step = concedes ? (uint64_t)asked.total : 0;
    known->is_new = false;
    known->voided = NULL;
    if (asked.flags & ST_DECISION_VOID) {
      status = st_saved_answers_read_void(exec, i + 1, &known->voided);
    }
    if (status) return status;
    status = read_saved_answer(exec, i + 1, &known->answer);
    if (!status) status = read_saved_outcomes(exec, i + 1, known);
  }
  return status;
}
