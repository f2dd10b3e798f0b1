/* assigning.c - the instruction ASSIGN: assigners are assigned to places. */
#include "play/action/assigning.h"

#include "play/action/assign_model.h"
#include "play/events/batch.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"

#include <string.h>

/* Stages of the task. */
enum { ASSIGN_ASKS, ASSIGN_EMITS };

/* How far it is. In the arena, and never changed: a step that goes on makes
 * another one, which shares all arrays. */
struct st_assign_progress {
  st_assign_model model;
  const strata_entity *assigners, *places;
  int64_t best; /* how many requirements can be fulfilled */
  uint32_t at;  /* the assigner that is decided next */
  st_assign_choice choices[ST_ASSIGN_MOST_ASSIGNERS];
};

/* What a step works on. */
typedef struct assign_step {
  st_execution *exec;
  uint32_t frame;
  const st_instruction *instruction;
  st_assign_progress now;
} assign_step;

static strata_status keep_progress(assign_step *s) {
  st_assign_progress *kept = st_arena_alloc(&s->exec->arena, 1, sizeof *kept);
  if (!kept) return STRATA_ENOMEM;
  *kept = s->now;
  st_task_top(s->exec)->assign = kept;
  return STRATA_OK;
}

/* -- The model -- */

static strata_status fail_limit(assign_step *s, const char *what) {
  return st_frame_fail(s->exec, s->frame, s->instruction, STRATA_ELIMIT, what);
}

/* The value of an option for an assigner or a place, and for a pair: a number
 * from 0, so small that sums of them are numbers. */
static strata_status value_of(assign_step *s, st_option option,
                              strata_entity it, strata_entity place,
                              int64_t fallback, int64_t *out) {
  strata_entity outer = st_frame_get(s->exec, s->frame)->it;
  st_frame_get(s->exec, s->frame)->it = it;
  st_interpreter_bind(s->exec, s->frame, s->instruction, (int64_t)place);
  strata_status status =
      st_frame_option(s->exec, s->frame, s->instruction, option, fallback, out);
  st_frame_get(s->exec, s->frame)->it = outer;
  *out = st_clamp(*out, 0, INT32_MAX);
  return status;
}

/* An option as a row, one value for each entity. */
static strata_status read_row(assign_step *s, st_option option,
                              const strata_entity *of, uint32_t count,
                              int64_t fallback, const int64_t **out) {
  int64_t *row = st_arena_alloc(&s->exec->arena, count + 1u, sizeof *row);
  if (!row) return STRATA_ENOMEM;
  *out = row;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    status = value_of(s, option, of[i], 0, fallback, &row[i]);
  }
  return status;
}

static strata_status read_pairs(assign_step *s) {
  st_assign_model *m = &s->now.model;
  uint32_t *can =
      st_arena_alloc(&s->exec->arena, m->assigner_count + 1u, sizeof *can);
  int64_t *must_to = st_arena_alloc(
      &s->exec->arena, (size_t)m->assigner_count * m->place_count + 1u,
      sizeof *must_to);
  if (!can || !must_to) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < m->assigner_count * m->place_count; i++) {
    uint32_t a = i / m->place_count;
    uint32_t p = i % m->place_count;
    strata_entity who = s->now.assigners[a];
    strata_entity place = s->now.places[p];
    int64_t holds;
    status = value_of(s, ST_OPTION_CAN, who, place, 1, &holds);
    if (!status && holds) can[a] |= UINT32_C(1) << p;
    if (!status) {
      status = value_of(s, ST_OPTION_MUST_TO, who, place, 0, &must_to[i]);
    }
  }
  m->can = can;
  m->must_to = must_to;
  return status;
}

static strata_status read_model(assign_step *s) {
  st_assign_model *m = &s->now.model;
  const strata_entity *who = s->now.assigners;
  const strata_entity *places = s->now.places;
  uint32_t a = m->assigner_count;
  uint32_t p = m->place_count;
  strata_status status = read_pairs(s);
  if (!status) status = read_row(s, ST_OPTION_EACH, who, a, 1, &m->each);
  if (!status) status = read_row(s, ST_OPTION_COMPANY, who, a, 0, &m->company);
  if (!status) status = read_row(s, ST_OPTION_MUST, who, a, 0, &m->must);
  if (!status) status = read_row(s, ST_OPTION_LEAST, places, p, 0, &m->least);
  if (!status) {
    status = read_row(s, ST_OPTION_MOST, places, p, INT64_MAX, &m->most);
  }
  if (!status) status = read_row(s, ST_OPTION_NEEDED, places, p, 0, &m->needed);
  if (!status) {
    status = value_of(s, ST_OPTION_IN_ALL, 0, 0, INT64_MAX, &m->in_all);
  }
  return status;
}

static const strata_expr *places_predicate(const assign_step *s) {
  const st_program *program = st_frame_get(s->exec, s->frame)->program;
  for (uint32_t i = 0; i < s->instruction->argument_count; i++) {
    const st_argument *a =
        &program->arguments[s->instruction->first_argument + i];
    if (a->target_id == ST_OPTION_PLACES) return a->value;
  }
  return NULL; /* unreachable: freezing refuses an ASSIGN without it */
}

/* Read the restrictions and requirements, and find how many of these can be
 * fulfilled. */
static strata_status begin_assignment(assign_step *s) {
  strata_entity *assigners;
  strata_entity *places;
  uint32_t out[ST_ASSIGN_MOST_ASSIGNERS];
  st_assign_model *m = &s->now.model;
  strata_status status = st_frame_select(s->exec, s->frame, s->instruction->who,
                                         &assigners, &m->assigner_count);
  if (!status) {
    status = st_frame_select(s->exec, s->frame, places_predicate(s), &places,
                             &m->place_count);
  }
  if (status) return status;
  if (m->assigner_count > ST_ASSIGN_MOST_ASSIGNERS ||
      m->place_count > ST_ASSIGN_MOST_PLACES) {
    return fail_limit(s, "there are more than 64 assigners or 32 places");
  }
  s->now.assigners = assigners;
  s->now.places = places;
  status = read_model(s);
  if (status) return status;
  st_assign_found found =
      st_assign_model_find(m, s->now.choices, 0, INT64_MAX, out, &s->now.best);
  return found == ST_ASSIGN_SOME
             ? STRATA_OK
             : fail_limit(s,
                          "there are too many ways to assign to find the best; "
                          "let fewer take part");
}

/* -- Asking -- */

/* Whether what is decided, with this choice, can be completed so that as much
 * is fulfilled as can be. */
static strata_status can_complete(assign_step *s, uint32_t assigner,
                                  st_assign_choice choice, bool *out) {
  uint32_t places[ST_ASSIGN_MOST_ASSIGNERS];
  int64_t score;
  st_assign_choice before = s->now.choices[assigner];
  s->now.choices[assigner] = choice;
  st_assign_found found = st_assign_model_find(
      &s->now.model, s->now.choices, s->now.best, s->now.best, places, &score);
  s->now.choices[assigner] = before;
  *out = found == ST_ASSIGN_SOME;
  return found == ST_ASSIGN_TOO_LONG
             ? fail_limit(
                   s, "there are too many ways to assign; let fewer take part")
             : STRATA_OK;
}

/* The options of an assigner: one place more, each. *may_end: or no more. */
static strata_status find_options(assign_step *s, uint32_t *out,
                                  uint32_t *count, bool *may_end) {
  const st_assign_model *m = &s->now.model;
  uint32_t a = s->now.at;
  const st_assign_choice has = s->now.choices[a];
  strata_status status = can_complete(
      s, a, (st_assign_choice){.places = has.places, .is_closed = true},
      may_end);
  *count = 0;
  for (uint32_t p = 0; !status && p < m->place_count; p++) {
    uint32_t bit = UINT32_C(1) << p;
    bool can;
    if (has.places & bit || !(m->can[a] & bit)) continue;
    status = can_complete(s, a, (st_assign_choice){.places = has.places | bit},
                          &can);
    if (!status && can) out[(*count)++] = p;
  }
  return status;
}

/* Ask the player for some of the options; `ask` says which. */
static strata_status ask_player(assign_step *s, strata_entity source,
                                st_new_decision ask,
                                const st_new_answer **out) {
  const st_frame *frame = st_frame_get(s->exec, s->frame);
  const st_expr_variable *place =
      &frame->program->variables.variables[s->instruction->bound_variable - 1];
  ask.purpose = ST_PURPOSE_CHOOSE;
  ask.source = source;
  ask.prompt = place->text;
  int64_t by = 0;
  strata_status status =
      st_frame_option(s->exec, s->frame, s->instruction, ST_OPTION_BY,
                      frame->variables[ST_VARIABLE_YOU], &by);
  ask.player = (strata_entity)by;
  return status ? status : st_decisions_ask(s->exec, &ask, out);
}

/* Ask where an assigner goes. *out: an index of `places`, or `count` for no
 * more. */
static strata_status ask_place(assign_step *s, const uint32_t *places,
                               uint32_t count, bool may_end, uint32_t *out) {
  st_new_action_value *options =
      st_arena_alloc(&s->exec->arena, count + 1u, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = (st_new_action_value){
        .type = STRATA_REF + 1,
        .value = {.number = (int64_t)s->now.places[places[i]]}};
  }
  const st_new_answer *answer;
  const st_new_decision ask = {
      .options = options, .option_count = count, .min = !may_end, .max = 1};
  strata_status status =
      ask_player(s, s->now.assigners[s->now.at], ask, &answer);
  if (!status) *out = answer->count > 0 ? answer->options[0] : count;
  return status;
}

/* Find a place that the assigner gets in every completion; *out stays what it
 * is if there is none. */
static strata_status find_certain(assign_step *s, const uint32_t *places,
                                  uint32_t count, uint32_t *out) {
  strata_status status = STRATA_OK;
  const st_assign_choice has = s->now.choices[s->now.at];
  bool is_open = s->now.model.each[s->now.at] > 1;
  for (uint32_t i = 0; !status && is_open && i < count; i++) {
    bool can;
    const st_assign_choice without = {.places = has.places,
                                      .excluded = UINT32_C(1) << places[i]};
    status = can_complete(s, s->now.at, without, &can);
    if (status || can) continue;
    *out = i;
    break;
  }
  return status;
}

/* Decide one thing of the assigner that comes next. *asked: by a question. */
static strata_status decide_place(assign_step *s, bool *asked) {
  uint32_t places[ST_ASSIGN_MOST_PLACES];
  uint32_t count;
  bool may_end;
  strata_status status = find_options(s, places, &count, &may_end);
  if (status) return status;
  assert(count > 0 || may_end);
  bool is_clear = count == 0 || (count == 1 && !may_end);
  uint32_t chosen = is_clear ? 0 : UINT32_MAX;
  if (count > 1 && !may_end) status = find_certain(s, places, count, &chosen);
  if (status) return status;
  *asked = chosen == UINT32_MAX;
  if (*asked) status = ask_place(s, places, count, may_end, &chosen);
  if (status) return status;
  if (chosen < count) {
    s->now.choices[s->now.at].places |= UINT32_C(1) << places[chosen];
  } else {
    s->now.choices[s->now.at].is_closed = true;
    s->now.at++;
  }
  return STRATA_OK;
}

/* -- The whole assignment as one answer -- */

/* "#3:1", as expressions have it. */
static void add_entity(st_text *text, strata_entity entity) {
  st_text_add_str(text, "#");
  st_text_add_uint(text, st_slot_of(entity));
  st_text_add_str(text, ":");
  st_text_add_uint(text, st_generation_of(entity));
}

/* "to #3:1", the text of a pair beside its object. The Lua binding reads the
 * place from it (lua/actions/decision_tables.c). */
static const char *place_text(assign_step *s, uint32_t place) {
  char bytes[48];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  st_text_add_str(&text, "to ");
  add_entity(&text, s->now.places[place]);
  return st_text_copy(&text, &s->exec->arena);
}

static strata_status refuse_assignment(assign_step *s, const st_text *why) {
  return ST_ERROR(s->exec->error, STRATA_EREFUSED, 0,
                  "the assignment is not legal: ", st_text_get(why));
}

/* Write which restriction an assignment does not obey; false: it obeys all. */
static bool add_restriction(assign_step *s, const uint32_t *places,
                            st_text *out) {
  const st_assign_model *m = &s->now.model;
  uint32_t a = 0;
  uint32_t p = 0;
  st_assign_restriction broken = st_assign_model_check(m, places, &a, &p);
  if (broken == ST_ASSIGN_OBEYED) return false;
  bool is_of_place =
      broken == ST_ASSIGN_TOO_FEW_AT || broken == ST_ASSIGN_TOO_MANY_AT;
  if (broken != ST_ASSIGN_TOO_MANY) {
    add_entity(out, is_of_place ? s->now.places[p] : s->now.assigners[a]);
  }
  switch (broken) {
  case ST_ASSIGN_OBEYED:
    break;
  case ST_ASSIGN_CANNOT:
    st_text_add_str(out, " cannot be assigned to ");
    add_entity(out, s->now.places[p]);
    break;
  case ST_ASSIGN_TOO_MANY_OF:
    st_text_add_str(out, " is assigned to more places than it can; at most ");
    st_text_add_int(out, m->each[a]);
    break;
  case ST_ASSIGN_ALONE:
    st_text_add_str(out, " is assigned only with others; at least ");
    st_text_add_int(out, m->company[a]);
    break;
  case ST_ASSIGN_TOO_FEW_AT:
    st_text_add_str(out, " gets none, or more; at least ");
    st_text_add_int(out, m->least[p]);
    break;
  case ST_ASSIGN_TOO_MANY_AT:
    st_text_add_str(out, " gets too many; at most ");
    st_text_add_int(out, m->most[p]);
    break;
  case ST_ASSIGN_TOO_MANY:
    st_text_add_str(out, "too many are assigned in all; at most ");
    st_text_add_int(out, m->in_all);
    break;
  }
  return true;
}

/* Write an assignment as an example: "#2:1 to #4:1, #3:1 to #4:1". */
static void add_assignment(const assign_step *s, const uint32_t *places,
                           st_text *out) {
  bool some = false;
  for (uint32_t a = 0; a < s->now.model.assigner_count; a++) {
    for (uint32_t p = 0; p < s->now.model.place_count; p++) {
      if (!(places[a] >> p & 1)) continue;
      if (some) st_text_add_str(out, ", ");
      add_entity(out, s->now.assigners[a]);
      st_text_add_str(out, " to ");
      add_entity(out, s->now.places[p]);
      some = true;
    }
  }
}

static strata_status check_assignment(assign_step *s, const uint32_t *places) {
  char bytes[sizeof s->exec->error->text / 2];
  uint32_t example[ST_ASSIGN_MOST_ASSIGNERS];
  int64_t most;
  st_text why;
  st_text_init_fixed(&why, bytes, sizeof bytes);
  if (add_restriction(s, places, &why)) return refuse_assignment(s, &why);
  int64_t score = st_assign_model_score(&s->now.model, places);
  if (score == s->now.best) return STRATA_OK;
  st_text_add_int(&why, score);
  st_text_add_str(&why, " requirements are fulfilled, and ");
  st_text_add_int(&why, s->now.best);
  st_text_add_str(&why, " can be, as by ");
  st_assign_found found = st_assign_model_find(
      &s->now.model, s->now.choices, s->now.best, s->now.best, example, &most);
  if (found == ST_ASSIGN_SOME) add_assignment(s, example, &why);
  return refuse_assignment(s, &why);
}

/* The pairs that are possible at all, as indexes of all pairs. */
static strata_status list_pairs(assign_step *s, uint32_t **pairs,
                                st_new_action_value **options,
                                uint32_t *count) {
  const st_assign_model *m = &s->now.model;
  uint32_t all = m->assigner_count * m->place_count;
  *count = 0;
  *pairs = st_arena_alloc(&s->exec->arena, all + 1u, sizeof **pairs);
  *options = st_arena_alloc(&s->exec->arena, all + 1u, sizeof **options);
  if (!*pairs || !*options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < all; i++) {
    uint32_t a = i / m->place_count;
    uint32_t p = i % m->place_count;
    if (!(m->can[a] >> p & 1)) continue;
    const char *text = place_text(s, p);
    if (!text) return STRATA_ENOMEM;
    (*options)[*count] =
        (st_new_action_value){.type = STRATA_REF + 1,
                              .value = {.number = (int64_t)s->now.assigners[a]},
                              .text = text};
    (*pairs)[(*count)++] = i;
  }
  return STRATA_OK;
}

/* Ask for all of it. */
static strata_status ask_at_once(assign_step *s) {
  uint32_t places[ST_ASSIGN_MOST_ASSIGNERS] = {0};
  uint32_t *pairs;
  st_new_action_value *options;
  uint32_t count;
  strata_status status = list_pairs(s, &pairs, &options, &count);
  const st_new_answer *answer = NULL;
  if (!status && count > 0) {
    const st_new_decision ask = {
        .options = options, .option_count = count, .max = count};
    status = ask_player(s, st_frame_get(s->exec, s->frame)->self, ask, &answer);
  }
  if (status) return status;
  for (size_t i = 0; answer && i < answer->count; i++) {
    uint32_t pair = pairs[answer->options[i]];
    places[pair / s->now.model.place_count] |=
        UINT32_C(1) << pair % s->now.model.place_count;
  }
  status = check_assignment(s, places);
  for (uint32_t a = 0; a < s->now.model.assigner_count; a++) {
    s->now.choices[a] =
        (st_assign_choice){.places = places[a], .is_closed = true};
  }
  s->now.at = s->now.model.assigner_count;
  return status;
}

/* -- The events -- */

/* Go on to the next pair: `index` counts those of all assigners and places.
 * False: there is none. */
static bool find_pair(const st_assign_progress *p, uint32_t *index) {
  uint32_t count = p->model.assigner_count * p->model.place_count;
  for (; *index < count; ++*index) {
    uint32_t places = p->choices[*index / p->model.place_count].places;
    if (places >> (*index % p->model.place_count) & 1) return true;
  }
  return false;
}

/* Let the inner instructions emit the events of one pair. */
static strata_status emit_pair(st_execution *exec) {
  st_task *task = st_task_top(exec);
  const st_assign_progress *p = task->assign;
  st_frame *frame = st_frame_get(exec, task->frame);
  const st_instruction *instruction = &frame->program->instructions[task->at];
  if (!find_pair(p, &task->index)) {
    frame->it = task->outer_it;
    exec->task_count--;
    return STRATA_OK;
  }
  uint32_t index = task->index++;
  frame->it = p->assigners[index / p->model.place_count];
  st_interpreter_bind(exec, task->frame, instruction,
                      (int64_t)p->places[index % p->model.place_count]);
  const st_task inner = {.kind = ST_TASK_INSTRUCTIONS,
                         .frame = task->frame,
                         .at = task->at + 1,
                         .end = instruction->end,
                         .collect_batch = task->collect_batch};
  return st_task_push(exec, inner) ? STRATA_OK : STRATA_ENOMEM;
}

/* All is decided: the batch of the events is done once they are emitted. */
static strata_status begin_events(assign_step *s) {
  st_execution *exec = s->exec;
  st_task task = *st_task_top(exec);
  st_assign_progress *kept = st_arena_alloc(&exec->arena, 1, sizeof *kept);
  exec->task_count--;
  uint32_t batch = st_batch_new(exec);
  if (!kept || !batch || !st_batch_begin_filling(exec, batch)) {
    return STRATA_ENOMEM;
  }
  *kept = s->now;
  task.assign = kept;
  task.stage = ASSIGN_EMITS;
  task.collect_batch = batch;
  task.outer_it = st_frame_get(exec, task.frame)->it;
  return st_task_push(exec, task) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_assigning_step(st_execution *exec) {
  const st_task task = *st_task_top(exec);
  if (task.stage == ASSIGN_EMITS) return emit_pair(exec);
  assign_step s = {.exec = exec, .frame = task.frame};
  s.instruction =
      &st_frame_get(exec, task.frame)->program->instructions[task.at];
  if (!task.assign) {
    strata_status status = begin_assignment(&s);
    return status ? status : keep_progress(&s);
  }
  s.now = *task.assign;
  bool asked = false;
  if (s.instruction->flags & STRATA_INSTRUCTION_AT_ONCE) {
    strata_status status = ask_at_once(&s);
    if (status) return status;
  }
  while (!asked && s.now.at < s.now.model.assigner_count) {
    strata_status status = decide_place(&s, &asked);
    if (status) return status;
  }
  return asked ? keep_progress(&s) : begin_events(&s);
}
