/*
 * legal_ways.c - how many ways there are to do what a player may do.
 *
 * The ways of an action are the leaves of a tree with a choice at each level.
 * Below a choice that nothing later reads all branches are alike, so one of
 * them is counted. To take the n-th leaf the same counts lead down the tree, so
 * nothing is listed. Recursion is as deep as there are announcements, at most
 * ST_MOST_ANNOUNCEMENTS.
 */
#include "play/action/legal_ways.h"

#include "play/action/action.h"
#include "play/action/announcing.h"
#include "play/events/interpreter_choose.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/frame.h"
#include "play/index/action_reads.h"
#include "world/store/chance.h"

/* So many numbers of a choice are looked at, from the least on. */
#define MOST_NUMBERS 256

typedef struct ways_search {
  st_execution *exec;
  uint32_t frame;
  bool pays;     /* the cost hangs on what is announced */
  bool at_least; /* something was left out */
  uint64_t left; /* so many more ways are looked at one by one */
  uint64_t *random;
  uint64_t asked; /* choices that are made, on the way that is taken */
} ways_search;

/* What a choice offers. */
typedef struct ways_choice {
  st_new_decision ask;
  bool is_asked, is_free; /* is_free: nothing later reads it */
  uint64_t count;         /* branches, with that of choosing nobody */
} ways_choice;

static const st_program *program_of(const ways_search *s) {
  return st_frame_get(s->exec, s->frame)->program;
}

static uint64_t add_saturating(ways_search *s, uint64_t a, uint64_t b) {
  if (a <= UINT64_MAX - b) return a + b;
  s->at_least = true;
  return UINT64_MAX;
}

static uint64_t multiply_saturating(ways_search *s, uint64_t a, uint64_t b) {
  if (a == 0 || b <= UINT64_MAX / a) return a * b;
  s->at_least = true;
  return UINT64_MAX;
}

/* -- Choices -- */

/* Whether a later choice or the cost reads a choice. */
static bool is_read_later(const st_program *program, uint32_t at) {
  uint32_t variable = program->instructions[at].bound_variable - 1u;
  for (uint32_t i = at + 1; i < program->effect_first; i++) {
    if (st_instruction_reads(program, &program->instructions[i], variable)) {
      return true;
    }
  }
  return false;
}

static strata_status describe(ways_search *s, uint32_t at, ways_choice *out) {
  const st_program *program = program_of(s);
  const st_instruction *instruction = &program->instructions[at];
  *out = (ways_choice){.is_free = !is_read_later(program, at)};
  strata_status status =
      st_frame_holds(s->exec, s->frame, instruction->when, &out->is_asked);
  if (status || !out->is_asked) return status;
  status =
      st_interpreter_describe_choice(s->exec, s->frame, instruction, &out->ask);
  if (status) return status;
  if (out->ask.purpose != ST_PURPOSE_NUMBER) {
    out->count = out->ask.option_count + (out->ask.min == 0);
    return STRATA_OK;
  }
  if (out->ask.min > out->ask.max) return STRATA_OK;
  uint64_t more = (uint64_t)out->ask.max - (uint64_t)out->ask.min;
  out->count = add_saturating(s, more, 1);
  return STRATA_OK;
}

/* Bind branch n of a choice. Choosing nobody is the last one. */
static void bind_branch(ways_search *s, uint32_t at, const ways_choice *c,
                        uint64_t n) {
  int64_t word = 0;
  if (c->ask.purpose == ST_PURPOSE_NUMBER) {
    word = (int64_t)((uint64_t)c->ask.min + n);
  } else if (n < c->ask.option_count) {
    word = st_raw_value_number(c->ask.options[n].value);
  }
  st_interpreter_bind(s->exec, s->frame, &program_of(s)->instructions[at],
                      word);
}

/* How many branches of a choice are looked at one by one. */
static uint64_t branches_to_try(ways_search *s, const ways_choice *c) {
  if (c->ask.purpose != ST_PURPOSE_NUMBER || c->count <= MOST_NUMBERS) {
    return c->count;
  }
  s->at_least = true;
  return MOST_NUMBERS;
}

/* -- Counting -- */

static strata_status count_from(ways_search *s, uint32_t at, uint64_t *out);

static strata_status count_end(ways_search *s, uint64_t *out) {
  bool can = true;
  *out = 0;
  if (s->left == 0) {
    s->at_least = true;
    return STRATA_OK;
  }
  s->left--;
  strata_status status =
      s->pays ? st_announcing_can_pay(s->exec, s->frame, &can) : STRATA_OK;
  *out = can;
  return status;
}

static strata_status count_branch(ways_search *s, uint32_t at,
                                  const ways_choice *c, uint64_t n,
                                  uint64_t *out) {
  bind_branch(s, at, c, n);
  return count_from(s, at + 1, out);
}

static strata_status count_choice(ways_search *s, uint32_t at,
                                  const ways_choice *c, uint64_t *out) {
  strata_status status = STRATA_OK;
  *out = 0;
  if (c->is_free) {
    if (c->count > 0) status = count_branch(s, at, c, 0, out);
    *out = multiply_saturating(s, *out, c->count);
    return status;
  }
  uint64_t count = branches_to_try(s, c);
  for (uint64_t n = 0; !status && n < count; n++) {
    uint64_t below = 0;
    if (s->left == 0) {
      s->at_least = true;
      return STRATA_OK;
    }
    status = count_branch(s, at, c, n, &below);
    *out = add_saturating(s, *out, below);
  }
  return status;
}

static strata_status count_from(ways_search *s, uint32_t at, uint64_t *out) {
  if (at == program_of(s)->on_stack_count) return count_end(s, out);
  ways_choice c;
  strata_status status = describe(s, at, &c);
  if (status) return status;
  if (c.is_asked) return count_choice(s, at, &c, out);
  st_interpreter_bind(s->exec, s->frame, &program_of(s)->instructions[at], 0);
  return count_from(s, at + 1, out);
}

/* Count from a choice on as if nothing had been looked at yet. */
static strata_status count_afresh(ways_search *s, uint32_t at, uint64_t most,
                                  uint64_t *out) {
  s->left = most;
  return count_from(s, at, out);
}

/* -- Taking one -- */

/* A number below `count`, each as likely (chance.c). */
static uint64_t draw(uint64_t *random, uint64_t count) {
  uint64_t first_fair = (0 - count) % count;
  uint64_t number;
  do {
    number = st_chance_step(random);
  } while (number < first_fair);
  return number % count;
}

/* Take way n of those from a choice on, by their counts. */
static strata_status take_counted(ways_search *s, uint32_t at, uint64_t most,
                                  uint64_t n) {
  const uint32_t end = program_of(s)->on_stack_count;
  for (; at < end; at++) {
    ways_choice c;
    uint64_t below = 0;
    strata_status status = describe(s, at, &c);
    if (status) return status;
    if (!c.is_asked) {
      st_interpreter_bind(s->exec, s->frame, &program_of(s)->instructions[at],
                          0);
      continue;
    }
    s->asked |= UINT64_C(1) << at;
    uint64_t branch = 0;
    bind_branch(s, at, &c, branch);
    status = count_afresh(s, at + 1, most, &below);
    if (!status && c.is_free) branch = n / below;
    while (!status && !c.is_free && n >= below) {
      n -= below;
      bind_branch(s, at, &c, ++branch);
      status = count_afresh(s, at + 1, most, &below);
    }
    if (status) return status;
    if (c.is_free) n %= below;
    bind_branch(s, at, &c, branch);
  }
  return STRATA_OK;
}

/* Whether an action can be done with what is bound so far. */
static strata_status has_way(ways_search *s, uint32_t at, bool *out) {
  return st_announcing_has_way(s->exec, s->frame, at, out);
}

/* Take a branch of those with which the action can be done, each as likely. */
static strata_status take_branch(ways_search *s, uint32_t at,
                                 const ways_choice *c) {
  uint64_t fair = 0;
  uint64_t taken = 0;
  bool can = true;
  uint64_t count = c->is_free ? c->count : branches_to_try(s, c);
  if (c->is_free) {
    bind_branch(s, at, c, draw(s->random, count));
    return STRATA_OK;
  }
  for (uint64_t n = 0; n < count; n++) {
    bind_branch(s, at, c, n);
    strata_status status = has_way(s, at + 1, &can);
    if (status) return status;
    if (can && draw(s->random, ++fair) == 0) taken = n;
  }
  bind_branch(s, at, c, taken);
  return STRATA_OK;
}

static strata_status take_step_by_step(ways_search *s, uint32_t at) {
  const uint32_t end = program_of(s)->on_stack_count;
  for (; at < end; at++) {
    ways_choice c;
    strata_status status = describe(s, at, &c);
    if (status) return status;
    if (!c.is_asked || c.count == 0) {
      st_interpreter_bind(s->exec, s->frame, &program_of(s)->instructions[at],
                          0);
      continue;
    }
    s->asked |= UINT64_C(1) << at;
    status = take_branch(s, at, &c);
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Actions -- */

/* Begin to look at an action of the list. */
static strata_status begin_listed(st_execution *exec,
                                  const st_action_request *r,
                                  const strata_legal_action *action,
                                  ways_search *out) {
  const st_player_action one = {.def = action->action,
                                .subject = action->subject,
                                .player = r->controller};
  const st_program *program =
      &st_watcher_def_get(exec->rules, one.def)->program;
  st_refusal why;
  *out = (ways_search){.exec = exec,
                       .frame = st_player_action_frame(exec, &one),
                       .pays = st_action_cost_reads_choices(program, 0)};
  if (!out->frame) return STRATA_ENOMEM;
  /* the text change that its ability is under */
  return program->on_stack_count > 0
             ? st_player_action_check(exec, out->frame, &one, &why)
             : STRATA_OK;
}

/* The actions that a request is about: the one that it names, or all. */
typedef struct ways_actions {
  strata_legal_action one;
  const strata_legal_action *items;
  size_t count;
  uint32_t at; /* of the one: the first choice that is not given */
} ways_actions;

static strata_status find_actions(st_execution *exec,
                                  const st_action_request *r,
                                  ways_actions *out) {
  *out = (ways_actions){0};
  if (r->watcher_def == 0) {
    return st_legal_actions_find(exec, r->controller, &out->items, &out->count);
  }
  out->one = (strata_legal_action){r->watcher_def, r->self};
  out->count = 1;
  return STRATA_OK;
}

/* Begin to look at one of the actions, from choice *at on. */
static strata_status begin_action(st_execution *exec,
                                  const st_action_request *r,
                                  const ways_actions *all, size_t n,
                                  ways_search *out, uint32_t *at) {
  *at = 0;
  if (all->items) return begin_listed(exec, r, &all->items[n], out);
  const st_program *program =
      &st_watcher_def_get(exec->rules, r->watcher_def)->program;
  *out = (ways_search){.exec = exec};
  strata_status status = st_legal_actions_announce(exec, r, &out->frame, at);
  if (status) return status;
  out->pays = st_action_cost_reads_choices(program, *at);
  return STRATA_OK;
}

static strata_status count_action(st_execution *exec,
                                  const st_action_request *r,
                                  const ways_actions *all, size_t n,
                                  uint64_t most, st_ways *out) {
  ways_search s;
  uint32_t at;
  strata_status status = begin_action(exec, r, all, n, &s, &at);
  *out = (st_ways){0};
  if (!status) status = count_afresh(&s, at, most, &out->count);
  out->at_least = s.at_least;
  return status;
}

static strata_status count_actions(st_execution *exec,
                                   const st_action_request *r,
                                   const ways_actions *all, uint64_t most,
                                   st_ways *out) {
  ways_search sum = {0};
  strata_status status = STRATA_OK;
  *out = (st_ways){0};
  for (size_t n = 0; !status && n < all->count; n++) {
    st_ways one;
    status = count_action(exec, r, all, n, most, &one);
    out->count = add_saturating(&sum, out->count, one.count);
    out->at_least = out->at_least || one.at_least;
  }
  out->at_least = out->at_least || sum.at_least;
  return status;
}

strata_status st_legal_ways_count(st_execution *exec,
                                  const st_action_request *request,
                                  uint64_t most, st_ways *out) {
  ways_actions all;
  exec->run_tasks_until = st_action_run_tasks;
  strata_status status = find_actions(exec, request, &all);
  return status ? status : count_actions(exec, request, &all, most, out);
}

/* Find the action of way n, and which of its ways that is. */
static strata_status find_counted(st_execution *exec,
                                  const st_action_request *r,
                                  const ways_actions *all, uint64_t most,
                                  size_t *action, uint64_t *n) {
  for (*action = 0;; (*action)++) {
    st_ways one;
    strata_status status = count_action(exec, r, all, *action, most, &one);
    if (status || *n < one.count) return status;
    *n -= one.count;
  }
}

strata_status st_legal_ways_take(st_execution *exec,
                                 const st_action_request *request,
                                 uint64_t most, uint64_t *random,
                                 st_legal_way *out) {
  ways_actions all;
  st_ways ways;
  ways_search s;
  uint32_t at;
  size_t action;
  uint64_t n = 0;
  *out = (st_legal_way){0};
  exec->run_tasks_until = st_action_run_tasks;
  strata_status status = find_actions(exec, request, &all);
  if (!status) status = count_actions(exec, request, &all, most, &ways);
  if (status || all.count == 0 || (ways.count == 0 && !ways.at_least)) {
    return status;
  }
  bool counted = !ways.at_least;
  action = counted ? 0 : (size_t)draw(random, all.count);
  if (counted) {
    n = draw(random, ways.count);
    status = find_counted(exec, request, &all, most, &action, &n);
  }
  if (!status) status = begin_action(exec, request, &all, action, &s, &at);
  if (status) return status;
  s.random = random;
  status = counted ? take_counted(&s, at, most, n) : take_step_by_step(&s, at);
  const strata_legal_action *one = all.items ? &all.items[action] : &all.one;
  *out = (st_legal_way){.def = one->action,
                        .subject = one->subject,
                        .frame = s.frame,
                        .asked = s.asked,
                        .is_uniform = counted};
  return status;
}
