/*
 * action.c - actions.
 *
 * An action that meets a decision is taken back to its beginning, and what it
 * was and what was decided so far is written there, as state. The answer runs
 * it again: so no C stack is kept, and a save or fork needs to know of nothing.
 */
#include "play/action.h"

#include "play/batch.h"
#include "play/routine.h"

/* -- Requests and answers, as state -- */

static st_word word_of(strata_type type, int64_t value) {
  bool symbol = type == STRATA_SYM;
  return (st_word){.number = symbol ? 0 : value,
                   .symbol = symbol ? (strata_symbol)value : 0};
}

/* The types of a request's words, one by one. */
static uint32_t word_count(const strata_rules *rules, const st_request *r) {
  return r->kind != 0 ? st_kind_of(rules, r->kind)->field_count
                      : st_code_get(rules, r->code)->deeds.given_count;
}

static strata_type word_type(const strata_rules *rules, const st_request *r,
                             uint32_t i) {
  if (r->kind != 0) {
    strata_field field = st_kind_of(rules, r->kind)->fields[i];
    return (strata_type)rules->field_types[field - 1];
  }
  return st_code_get(rules, r->code)->deeds.names.items[ST_BOUND_OWN + i].type;
}

static int64_t word_at(const st_request *r, uint32_t i) {
  assert(r->words); /* unless it has none */
  return r->words[i];
}

/* A request of a code begins with whose it is. */
enum { OF_CODE = 2 };

static strata_status write_request(st_run *run, const st_request *r) {
  uint32_t count = word_count(run->rules, r);
  uint32_t before = r->code != 0 ? OF_CODE : 0;
  st_offer *all = st_arena_take(&run->arena, count + OF_CODE + 1u, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  if (r->code != 0) {
    all[0] = (st_offer){.type = STRATA_REF + 1,
                        .value = word_of(STRATA_REF, (int64_t)r->self)};
    all[1] = (st_offer){.type = STRATA_REF + 1,
                        .value = word_of(STRATA_REF, (int64_t)r->you)};
  }
  for (uint32_t i = 0; i < count; i++) {
    strata_type type = word_type(run->rules, r, i);
    all[before + i] =
        (st_offer){.type = type + 1u, .value = word_of(type, word_at(r, i))};
  }
  uint32_t what = r->kind != 0 ? r->kind * 2 : r->code * 2 + 1;
  return st_decision_begin(run->store, what, all, before + count);
}

/* Whether the request is one of these rules, and of words as they have it. A
 * save may bring others, and rules may have changed since. */
static bool request_fits(const st_run *run, const st_request *r) {
  const strata_rules *rules = run->rules;
  uint32_t before = r->code != 0 ? OF_CODE : 0;
  if (r->kind > strata_rules_count(rules, STRATA_KIND_EVENT) ||
      r->code > strata_rules_count(rules, STRATA_KIND_CODE) ||
      (r->kind == 0 && r->code == 0) ||
      st_decision_words(run->store) != word_count(rules, r) + before) {
    return false;
  }
  for (uint32_t i = 0; i < st_decision_words(run->store); i++) {
    uint32_t type = st_decision_word_at(run->store, i).type;
    bool own = i >= before;
    if (type != (own ? word_type(rules, r, i - before) : STRATA_REF) + 1u) {
      return false;
    }
  }
  return true;
}

static strata_status read_request(st_run *run, st_request *r) {
  uint32_t what = st_decision_what(run->store);
  uint32_t count = st_decision_words(run->store);
  *r = (st_request){.kind = what % 2 == 0 ? what / 2 : 0,
                    .code = what % 2 == 1 ? what / 2 : 0};
  if (!request_fits(run, r)) {
    return ST_ERROR(run->error, STRATA_ECORRUPT, 0,
                    "the open action is none of these rules: give it up "
                    "(strata_cancel)");
  }
  int64_t *words = st_arena_take(&run->arena, count + 1u, sizeof *words);
  if (!words) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    st_word word = st_decision_word_at(run->store, i).value;
    words[i] = word.symbol != 0 ? (int64_t)word.symbol : word.number;
  }
  if (r->code != 0) {
    r->self = (strata_entity)words[0];
    r->you = (strata_entity)words[1];
  }
  r->words = r->code != 0 ? words + OF_CODE : words;
  return STRATA_OK;
}

/* All that was decided, and what is to be. */
static strata_status write_asks(st_run *run) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < run->asked; i++) {
    uint32_t decision;
    status = st_decision_add(run->store, &run->asks[i], &decision);
    if (status || i >= run->known) continue;
    st_decided answer = run->answers[i];
    answer.decision = decision;
    status = st_decision_answer(run->store, &answer, NULL);
  }
  return status;
}

static strata_status read_answer(st_run *run, uint32_t decision,
                                 st_decided *out) {
  st_decision asked = st_decision_get(run->store, decision);
  uint32_t count = asked.answer_count;
  uint32_t *options = st_arena_take(&run->arena, count + 1u, sizeof *options);
  int64_t *amounts = st_arena_take(&run->arena, count + 1u, sizeof *amounts);
  if (!options || !amounts) return STRATA_ENOMEM;
  bool counted = asked.purpose == ST_PURPOSE_NUMBER ||
                 asked.purpose == ST_PURPOSE_DIVIDE ||
                 asked.purpose == ST_PURPOSE_ALLOCATE;
  for (uint32_t i = 0; i < count; i++) {
    amounts[i] = st_decision_answer_at(run->store, decision, i);
    options[i] = counted ? i : (uint32_t)amounts[i];
  }
  bool divides = counted && asked.purpose != ST_PURPOSE_NUMBER;
  *out = (st_decided){.decision = decision,
                      .options = !counted || divides ? options : NULL,
                      .amounts = counted ? amounts : NULL,
                      .count = count};
  return STRATA_OK;
}

/* Those to the first `count` decisions. */
static strata_status read_answers(st_run *run, uint32_t count) {
  run->known = count;
  run->answers = st_arena_take(&run->arena, count + 1u, sizeof *run->answers);
  run->met = st_arena_take(&run->arena, count + 1u, sizeof *run->met);
  strata_status status = run->answers && run->met ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    run->met[i] = st_decision_get(run->store, i + 1).hash;
    status = read_answer(run, i + 1, &run->answers[i]);
  }
  return status;
}

/* -- Running -- */

static strata_status begin_event(st_run *run, const st_request *r) {
  uint32_t batch = st_run_new_batch(run);
  uint32_t event = batch ? st_run_new_event(run, r->kind, batch) : 0;
  if (!event || !st_batch_begin(run, batch)) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < word_count(run->rules, r); i++) {
    st_run_event(run, event)->words[i] = word_at(r, i);
  }
  return STRATA_OK;
}

static strata_status begin_code(st_run *run, const st_request *r) {
  const st_routine *deeds = &st_code_get(run->rules, r->code)->deeds;
  uint32_t frame = st_run_new_frame(run, deeds, r->self, r->you, 0);
  if (!frame || !st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                            .frame = frame,
                                            .end = deeds->deed_count})) {
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < deeds->given_count; i++) {
    st_run_frame(run, frame)->names[ST_BOUND_OWN + i] = word_at(r, i);
  }
  return STRATA_OK;
}

/* Until there are no tasks. ESUSPEND; ELIMIT when it takes too many steps;
 * ENOMEM; ERANGE for a value that its attribute cannot have. */
static strata_status do_tasks(st_run *run) {
  strata_status status = STRATA_OK;
  while (!status && run->task_count > 0) {
    if (run->steps++ >= run->most_steps) {
      return ST_ERROR(run->error, STRATA_ELIMIT, 0, "it takes more than ",
                      st_number_of((int64_t)run->most_steps).text,
                      " steps: what happens goes on and on");
    }
    switch ((st_task_kind)run->tasks[run->task_count - 1].what) {
    case ST_TASK_DEEDS:
      status = st_routine_step(run);
      break;
    case ST_TASK_EACH:
      status = st_routine_each(run);
      break;
    case ST_TASK_SERIES:
      status = st_routine_series(run);
      break;
    case ST_TASK_BATCH:
      status = st_batch_step(run);
      break;
    }
  }
  return status;
}

static strata_status do_it(st_run *run, const st_request *r) {
  strata_status status =
      r->kind != 0 ? begin_event(run, r) : begin_code(run, r);
  return status ? status : do_tasks(run);
}

/* It has ended, and those that come have another number. */
static strata_status count_action(st_run *run) {
  uint64_t count = st_scalar_get(run->store, ST_SCALAR_ACTIONS);
  return st_scalar_put(run->store, ST_SCALAR_ACTIONS, count + 1);
}

static strata_status write_open(st_run *run, const st_request *r) {
  strata_status status = write_request(run, r);
  return status ? status : write_asks(run);
}

/* Forget a mark that was set here, keeping what was written since, or not. */
static void end_mark(st_run *run, strata_mark mark, bool keep) {
  strata_status status = keep ? STRATA_OK : st_store_rollback(run->store, mark);
  if (!status) status = st_store_keep(run->store, mark);
  assert(status == STRATA_OK); /* whoever set it forgets it */
  (void)status;
}

/* Run it from here; at a decision the world is as it is here, but for what is
 * asked. On failure it is as it is here. */
static strata_status run_action(st_run *run, const st_request *r, bool *open) {
  strata_mark mark;
  *open = false;
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  status = do_it(run, r);
  if (!status) {
    status = count_action(run);
  } else if (status == STRATA_ESUSPEND) {
    status = st_store_rollback(run->store, mark);
    if (!status) status = write_open(run, r);
    *open = true;
  }
  end_mark(run, mark, status == STRATA_OK);
  return status;
}

strata_status st_action_begin(st_run *run, const st_request *request,
                              bool *open) {
  assert(st_decision_what(run->store) == 0);
  st_run_empty(run);
  run->known = 0;
  strata_status status = run_action(run, request, open);
  if (status) *open = false;
  st_run_empty(run);
  return status;
}

/* Run the open action again, with its first `known` answers. */
static strata_status run_again(st_run *run, uint32_t known, bool *open) {
  st_request request;
  strata_status status = read_request(run, &request);
  if (!status) status = read_answers(run, known);
  if (!status) status = st_decision_empty(run->store);
  return status ? status : run_action(run, &request, open);
}

/* End what was done to the open action. If that has failed it is as before. */
static strata_status go_on(st_run *run, strata_mark mark, strata_status status,
                           bool *open) {
  if (status) *open = true;
  end_mark(run, mark, status == STRATA_OK);
  st_run_empty(run);
  return status;
}

strata_status st_action_answer(st_run *run, const st_decided *answer,
                               bool *open) {
  assert(st_decision_what(run->store) != 0);
  strata_mark mark;
  st_run_empty(run);
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  status = st_decision_answer(run->store, answer, run->error);
  *open = true;
  if (!status && st_decision_open(run->store) == 0) {
    status = run_again(run, st_decision_count(run->store), open);
  }
  return go_on(run, mark, status, open);
}

/* -- Going back -- */

static bool is_firm(const st_store *store, uint32_t decision) {
  return (st_decision_get(store, decision).flags & ST_DECISION_FIRM) != 0;
}

static strata_status refuse(st_run *run, const char *what) {
  return ST_ERROR(run->error, STRATA_EREFUSED, 0, what,
                  "something was rolled or revealed since");
}

/* The first decision of the newest moment that was answered, in part or whole;
 * 0 if none was. */
static uint32_t last_answered(const st_store *store) {
  uint32_t decision = st_decision_count(store);
  while (decision > 0 && !st_decision_get(store, decision).answered) {
    decision--;
  }
  while (decision > 0 &&
         (st_decision_get(store, decision).flags & ST_DECISION_TOGETHER) != 0) {
    decision--;
  }
  return decision;
}

strata_status st_action_retract(st_run *run) {
  assert(st_decision_what(run->store) != 0);
  uint32_t decision = last_answered(run->store);
  if (decision == 0) {
    return ST_ERROR(run->error, STRATA_EREFUSED, 0,
                    "nothing is answered yet: give the action up "
                    "(strata_cancel)");
  }
  for (uint32_t i = decision + 1; i <= st_decision_count(run->store); i++) {
    if (is_firm(run->store, i)) return refuse(run, "the answer stands: ");
  }
  strata_mark mark;
  bool open;
  st_run_empty(run);
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  status = run_again(run, decision - 1, &open);
  return go_on(run, mark, status, &open);
}

strata_status st_action_cancel(st_run *run) {
  for (uint32_t i = 1; i <= st_decision_count(run->store); i++) {
    if (is_firm(run->store, i)) return refuse(run, "the action stands: ");
  }
  return st_decision_empty(run->store);
}
