/*
 * concession.c - conceding while an action waits for an answer.
 */
#include "play/action/concession.h"

#include "play/action/begin_request.h"
#include "play/action/saved_answers.h"
#include "rules/model/sba_def.h"

st_action_request st_concession_request(const strata_rules *rules,
                                        strata_entity player,
                                        st_concession_words *words) {
  strata_event_type concedes = rules->play->concedes;
  const st_event_type *type = st_event_type_get(rules, concedes);
  uint32_t by =
      st_event_type_field_index(rules, concedes, rules->common_fields.by);
  assert(type->field_count <= ST_COUNT_OF(words->all));
  *words = (st_concession_words){0};
  words->all[by] = (int64_t)player;
  words->all[type->affected_index] = (int64_t)player;
  return (st_action_request){.event_type = concedes, .words = words->all};
}

strata_status st_concession_begin(st_execution *exec) {
  const st_known_answer *known =
      &exec->known_answers[exec->decisions_met - exec->known_first];
  strata_entity player = known->conceding;
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, 1, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  options[0] = (st_new_action_value){.type = STRATA_REF + 1,
                                     .value = {.number = (int64_t)player}};
  const st_new_decision ask = {.purpose = ST_PURPOSE_CONCEDE,
                               .player = player,
                               .options = options,
                               .option_count = 1,
                               .min = 1,
                               .max = 1,
                               .total = (int64_t)known->step};
  bool is_met;
  strata_status status = st_decisions_meet_known(exec, &ask, &is_met);
  if (status || !is_met) return status;
  exec->concession_count++;
  exec->candidates_batch = 0; /* who has conceded may have had some of them */
  st_concession_words words;
  const st_action_request request =
      st_concession_request(exec->rules, player, &words);
  return st_begin_request_event(exec, &request);
}

bool st_concession_is_given(const st_store *store, strata_entity player) {
  for (uint32_t i = 1; i <= st_decision_count(store); i++) {
    st_decision met = st_decision_get(store, i);
    if (met.purpose == ST_PURPOSE_CONCEDE && met.player == player) return true;
  }
  return false;
}

/* How many decisions, from the first one, have an answer. */
static uint32_t count_answered(const st_store *store) {
  uint32_t open = st_decision_find_unanswered(store);
  return open != 0 ? open - 1 : st_decision_count(store);
}

strata_status st_concession_read_answers(st_execution *exec,
                                         st_step_begun place,
                                         strata_entity player) {
  uint32_t count = count_answered(exec->store);
  uint32_t at = place.decisions_met;
  assert(at <= count);
  strata_status status = st_saved_answers_read(exec, 0, count);
  uint32_t *options = st_arena_alloc(&exec->arena, 1, sizeof *options);
  st_known_answer *all =
      st_arena_alloc(&exec->arena, count + 1u, sizeof all[0]);
  if (!options || !all) return STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    st_known_answer *known = &all[i < at ? i : i + 1];
    *known = exec->known_answers[i];
    if (i < at || known->voided) continue;
    status = st_saved_answers_read_void(exec, i + 1, &known->voided);
  }
  all[at] = (st_known_answer){.answer = {.options = options, .count = 1},
                              .conceding = player,
                              .step = place.steps,
                              .is_new = true};
  exec->known_answers = all;
  exec->known_count = count + 1;
  return status;
}

/* -- Taking it back -- */

static bool is_void(const st_store *store, uint32_t decision) {
  return (st_decision_get(store, decision).flags & ST_DECISION_VOID) != 0;
}

uint32_t st_concession_before_void(const st_store *store, uint32_t decision) {
  while (decision > 1 && is_void(store, decision)) {
    decision--;
  }
  return decision;
}

strata_status st_concession_read_before(st_execution *exec, uint32_t decision) {
  uint32_t last = decision;
  while (last < st_decision_count(exec->store) &&
         is_void(exec->store, last + 1)) {
    last++;
  }
  strata_status status = st_saved_answers_read(exec, 0, last);
  for (uint32_t i = decision; !status && i < last; i++) {
    exec->known_answers[i - 1] = exec->known_answers[i];
    exec->known_answers[i - 1].voided = NULL;
  }
  if (!status) exec->known_count = last - 1;
  return status;
}
