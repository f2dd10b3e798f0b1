/*
 * pay_cost.c - paying a PAY: with what there is, and by actions that give more.
 *
 * Which unit is for which need makes no difference to what is spent, so that is
 * neither asked nor kept: units are set aside as long as each of them can have
 * a need of its own. If the needs can be met, and the units that are set aside
 * all find a need, then there is a way to pay that does both (the theorem of
 * Mendelsohn and Dulmage), so the two are looked at one by one.
 *
 * Invariant: after each step the rest can be paid, unless the use of an action
 * came out otherwise than when it was tried; then the cost is not paid, and the
 * whole action is rolled back.
 */
#include "play/action/pay_cost.h"

#include "play/action/pay_sources.h"
#include "play/events/batch.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/task.h"
#include "rules/model/pay_form.h"

#include <assert.h>
#include <string.h>

/* How far a payment is. In the arena, and never changed: a step that goes on
 * makes another one. */
struct st_pay_progress {
  bool is_auto;                       /* the payer wants no more questions */
  const strata_entity *plan_subjects; /* what is used next, without a look at */
  const st_pay_way *plan;             /* what else there is; see make_plan */
  uint32_t plan_count, plan_at;
  bool has_used;                     /* the last step used an action */
  int64_t needed[ST_MOST_PAY_NEEDS]; /* as it was when the payment began */
  int64_t aside[ST_MOST_PAY_KINDS];
  int64_t before[ST_MOST_PAY_KINDS]; /* the pool before that action was used */
};

/* One step of a payment. */
typedef struct pay_step {
  st_execution *exec;
  st_payment payment;
  st_pay_progress now;
  st_pay_need needs[ST_MOST_PAY_NEEDS];
  int64_t pool[ST_MOST_PAY_KINDS];
  st_pay_sources sources;
  st_pay_source *model_sources;
  uint32_t *scratch; /* of the model */
  st_pay_model model;
} pay_step;

/* -- What there is, and what is needed -- */

static uint32_t bits_of(const pay_step *s, const strata_symbol *kinds,
                        uint32_t count) {
  uint32_t bits = 0;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    bool is_any = count == 0;
    for (uint32_t i = 0; i < count; i++) {
      if (kinds[i] == s->payment.kinds[k]) is_any = true;
    }
    if (is_any) bits |= UINT32_C(1) << k;
  }
  return bits;
}

/* Read the kinds and needs, which stand behind the PAY. */
static strata_status read_form(pay_step *s) {
  const st_program *program = st_frame_get(s->exec, s->payment.frame)->program;
  uint32_t at = s->payment.at;
  uint32_t end = program->instructions[at].end;
  strata_symbol *kinds =
      st_arena_alloc(&s->exec->arena, end - at, sizeof *kinds);
  if (!kinds) return STRATA_ENOMEM;
  s->payment.kinds = kinds;
  for (uint32_t i = at + 1; i < end; i++) {
    const st_instruction *inner = &program->instructions[i];
    const strata_symbol *named = NULL;
    uint32_t count = st_pay_kinds_of(program, inner, &named);
    assert(named != NULL || count == 0);
    if (inner->op == STRATA_DO_HAVE) {
      assert(named != NULL);
      kinds[s->payment.kind_count++] = named[0];
    } else {
      s->needs[s->model.need_count++].kinds = bits_of(s, named, count);
    }
  }
  return STRATA_OK;
}

/* Evaluate how many of each are needed: once, as a cost is locked in before it
 * is paid (601.2f). */
static strata_status lock_needs(pay_step *s) {
  const st_program *program = st_frame_get(s->exec, s->payment.frame)->program;
  uint32_t at = s->payment.at + 1 + s->payment.kind_count;
  strata_status status = STRATA_OK;
  for (uint32_t n = 0; !status && n < s->model.need_count; n++) {
    const st_instruction *need = &program->instructions[at + n];
    bool holds;
    status = st_frame_holds(s->exec, s->payment.frame, need->when, &holds);
    if (status || !holds) continue;
    status = st_frame_option(s->exec, s->payment.frame, need, ST_OPTION_COUNT,
                             1, &s->now.needed[n]);
  }
  return status;
}

static strata_status read_needs(pay_step *s, const st_pay_progress *before) {
  strata_status status = read_form(s);
  if (status) return status;
  if (before) {
    s->now = *before;
  } else {
    status = lock_needs(s);
  }
  for (uint32_t n = 0; n < s->model.need_count; n++) {
    s->needs[n].count = s->now.needed[n] > 0 ? s->now.needed[n] : 0;
    s->payment.needed = st_sat_add(s->payment.needed, s->needs[n].count);
  }
  s->model.kind_count = s->payment.kind_count;
  s->model.needs = s->needs;
  s->model.pool = s->pool;
  return status;
}

/* Set aside what the last step gave, if all of it will be needed. */
static void set_aside_new(pay_step *s) {
  int64_t aside[ST_MOST_PAY_KINDS];
  if (!s->now.has_used) return;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    int64_t more = st_sat_sub(s->pool[k], s->now.before[k]);
    aside[k] = st_sat_add(s->now.aside[k], more > 0 ? more : 0);
  }
  s->now.has_used = false;
  if (st_pay_model_takes_all(&s->model, aside)) {
    memcpy(s->now.aside, aside, sizeof aside);
  }
}

static bool can_pay(pay_step *s) {
  return st_pay_model_can(&s->model, s->scratch);
}

/* Find what could be used, unless the pool alone will do. What is used by
 * choice although the pool would do is used before, as an action of its own. */
static strata_status find_sources(pay_step *s, bool *can) {
  uint32_t none;
  *can = st_pay_model_can(&s->model, &none);
  if (*can) return STRATA_OK;
  strata_status status = st_pay_sources_find(s->exec, &s->payment, &s->sources);
  if (status) return status;
  uint32_t count = s->sources.object_count;
  s->model_sources =
      st_arena_alloc(&s->exec->arena, count + 1u, sizeof *s->model_sources);
  s->scratch = st_arena_alloc(&s->exec->arena, count + 1u, sizeof *s->scratch);
  if (!s->model_sources || !s->scratch) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    s->model_sources[i] =
        (st_pay_source){.yields = s->sources.objects[i].yields,
                        .yield_count = s->sources.objects[i].yield_count};
  }
  s->model.sources = s->model_sources;
  s->model.source_count = count;
  *can = can_pay(s);
  return STRATA_OK;
}

/* -- Options -- */

/* A unit of a kind that is set aside, or an object that is used. */
typedef struct pay_option {
  bool is_object;
  uint32_t index;
} pay_option;

static bool can_set_aside(pay_step *s, uint32_t kind) {
  if (s->now.aside[kind] >= s->pool[kind]) return false;
  s->now.aside[kind]++;
  bool takes = st_pay_model_takes_all(&s->model, s->now.aside);
  s->now.aside[kind]--;
  return takes;
}

/* Whether what a yield gives has a unit that will be needed. */
static bool helps(pay_step *s, const int64_t *yield) {
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (yield[k] <= 0) continue;
    s->now.aside[k]++;
    bool takes = st_pay_model_takes_all(&s->model, s->now.aside);
    s->now.aside[k]--;
    if (takes) return true;
  }
  return false;
}

/* What an object gives if a way is used first. */
static st_pay_source source_of_way(const pay_step *s, uint32_t way) {
  const st_pay_object *o = &s->sources.objects[s->sources.ways[way].object];
  uint32_t first = 0;
  while (o->first_way[first] != way) {
    first++;
  }
  uint32_t end = first; /* the yields of one way stand in a row */
  while (end < o->yield_count && o->first_way[end] == way) {
    end++;
  }
  return (st_pay_source){.yields =
                             &o->yields[(size_t)first * s->payment.kind_count],
                         .yield_count = end - first};
}

/* Whether the rest can be paid once a way is used. */
static bool can_use(pay_step *s, uint32_t way) {
  uint32_t object = s->sources.ways[way].object;
  const st_pay_source all = s->model_sources[object];
  s->model_sources[object] = source_of_way(s, way);
  bool can = helps(s, s->model_sources[object].yields) && can_pay(s);
  s->model_sources[object] = all;
  return can;
}

/* The ways to use an object after which the rest can be paid. */
static uint32_t list_ways(pay_step *s, uint32_t object, uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t w = 0; w < s->sources.way_count; w++) {
    if (s->sources.ways[w].object == object && can_use(s, w)) out[count++] = w;
  }
  return count;
}

/* Whether every way to pay uses an option. */
static bool is_needed(pay_step *s, pay_option option) {
  if (!option.is_object) {
    s->pool[option.index]--;
    bool can = can_pay(s);
    s->pool[option.index]++;
    return !can;
  }
  const st_pay_source all = s->model_sources[option.index];
  s->model_sources[option.index].yield_count = 0;
  bool can = can_pay(s);
  s->model_sources[option.index] = all;
  return !can;
}

static uint32_t list_options(pay_step *s, uint32_t *ways, pay_option *out) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (can_set_aside(s, k)) out[count++] = (pay_option){.index = k};
  }
  for (uint32_t i = 0; i < s->sources.object_count; i++) {
    if (list_ways(s, i, ways) > 0) {
      out[count++] = (pay_option){.is_object = true, .index = i};
    }
  }
  return count;
}

/* -- Choosing -- */

static strata_status ask_payer(pay_step *s, st_new_action_value *options,
                               uint32_t count, uint32_t *out) {
  st_new_decision decision = {.purpose = ST_PURPOSE_CHOOSE,
                              .player = s->payment.player,
                              .source =
                                  st_frame_get(s->exec, s->payment.frame)->self,
                              .prompt = "pay",
                              .options = options,
                              .option_count = count,
                              .min = 1,
                              .max = 1};
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(s->exec, &decision, &answer);
  if (!status) *out = answer->options[0];
  return status;
}

static st_new_action_value object_value(const pay_step *s, uint32_t object) {
  const st_pay_object *o = &s->sources.objects[object];
  if (o->subject != 0) {
    return (st_new_action_value){.type = STRATA_REF + 1,
                                 .value = {.number = (int64_t)o->subject}};
  }
  return (st_new_action_value){
      .text = st_watcher_def_get(s->exec->rules, o->def)->name};
}

/* Ask with what is paid next; the last option is to ask no more. */
static strata_status ask_option(pay_step *s, const pay_option *options,
                                uint32_t count, uint32_t *out) {
  st_new_action_value *values =
      st_arena_alloc(&s->exec->arena, count + 1u, sizeof *values);
  if (!values) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    values[i] =
        options[i].is_object
            ? object_value(s, options[i].index)
            : (st_new_action_value){
                  .type = STRATA_SYM + 1,
                  .value = {.symbol = s->payment.kinds[options[i].index]}};
  }
  values[count] = (st_new_action_value){.text = "auto"};
  return ask_payer(s, values, count + 1, out);
}

/* A way as an option: by the one thing that it announces, else by its name. */
static st_new_action_value way_value(const pay_step *s, uint32_t n) {
  const st_pay_way *way = &s->sources.ways[n];
  const st_watcher_def *def = st_watcher_def_get(s->exec->rules, way->def);
  uint32_t what = def->program.on_stack_count == 1
                      ? def->program.instructions[0].what
                      : ST_CHOICE_MAY;
  if (what == ST_CHOICE_WORD) {
    return (st_new_action_value){
        .type = STRATA_SYM + 1,
        .value = {.symbol = (strata_symbol)way->announced[0]}};
  }
  if (what == ST_CHOICE_ENTITY && way->announced[0] != 0) {
    return (st_new_action_value){.type = STRATA_REF + 1,
                                 .value = {.number = way->announced[0]}};
  }
  return (st_new_action_value){.text = def->name};
}

static bool asks_nothing(const pay_step *s) {
  return s->now.is_auto || s->exec->attempt;
}

static strata_status choose_way(pay_step *s, uint32_t object, uint32_t *ways,
                                uint32_t *out) {
  uint32_t count = list_ways(s, object, ways);
  assert(count > 0);
  uint32_t chosen = 0;
  strata_status status = STRATA_OK;
  if (count > 1 && !asks_nothing(s)) {
    st_new_action_value *values =
        st_arena_alloc(&s->exec->arena, count, sizeof *values);
    if (!values) return STRATA_ENOMEM;
    for (uint32_t i = 0; i < count; i++) {
      values[i] = way_value(s, ways[i]);
    }
    status = ask_payer(s, values, count, &chosen);
  }
  *out = ways[chosen];
  return status;
}

/* What is best paid with where nobody says: what is there; else what could give
 * the fewest other things. */
static uint32_t best_option(const pay_step *s, const pay_option *options,
                            uint32_t count) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++) {
    if (!options[best].is_object) return best;
    if (s->sources.objects[options[i].index].yield_count <
        s->sources.objects[options[best].index].yield_count) {
      best = i;
    }
  }
  return best;
}

/* Choose among the options: what must be used is used without a question. */
static strata_status choose_option(pay_step *s, const pay_option *options,
                                   uint32_t count, pay_option *out) {
  for (uint32_t i = 0; i < count; i++) {
    *out = options[i];
    if (count == 1 || is_needed(s, options[i])) return STRATA_OK;
  }
  uint32_t chosen = count;
  if (!asks_nothing(s)) {
    strata_status status = ask_option(s, options, count, &chosen);
    if (status) return status;
    if (chosen == count) s->now.is_auto = true;
  }
  *out = options[chosen < count ? chosen : best_option(s, options, count)];
  return STRATA_OK;
}

/* -- Steps -- */

static strata_status keep_progress(pay_step *s) {
  st_pay_progress *kept = st_arena_alloc(&s->exec->arena, 1, sizeof *kept);
  if (!kept) return STRATA_ENOMEM;
  *kept = s->now;
  st_task_top(s->exec)->pay = kept;
  return STRATA_OK;
}

/* Spend what is set aside: an event for each kind, all at once. */
static strata_status spend(pay_step *s) {
  st_execution *exec = s->exec;
  const st_frame *frame = st_frame_get(exec, s->payment.frame);
  strata_event_type type = frame->program->instructions[s->payment.at].what;
  const st_event_type *t = st_event_type_get(exec->rules, type);
  strata_entity self = frame->self;
  exec->task_count--;
  if (s->payment.needed == 0) return STRATA_OK;
  uint32_t batch = st_batch_new(exec);
  if (!batch) return STRATA_ENOMEM;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (s->now.aside[k] == 0) continue;
    uint32_t event = st_event_new_about(exec, type, batch, s->payment.player,
                                        s->payment.player, self);
    if (!event) return STRATA_ENOMEM;
    st_event *e = st_event_get(exec, event);
    e->maker_frame = s->payment.frame;
    e->words[t->amount_index] = s->now.aside[k];
    e->words[st_pay_kind_index(exec->rules, t)] = s->payment.kinds[k];
    st_payment_note_made(exec, event);
  }
  return st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* It cannot be paid. */
static strata_status fail_payment(pay_step *s) {
  const st_frame *frame = st_frame_get(s->exec, s->payment.frame);
  s->exec->unpaid_event_type = frame->program->instructions[s->payment.at].what;
  s->exec->task_count--;
  return STRATA_OK;
}

static strata_status use_object(pay_step *s, uint32_t object, uint32_t *ways) {
  uint32_t way;
  strata_status status = choose_way(s, object, ways, &way);
  if (status) return status;
  s->now.has_used = true;
  memcpy(s->now.before, s->pool, sizeof s->pool);
  status = keep_progress(s);
  if (status) return status;
  return st_pay_sources_use(s->exec, &s->payment,
                            s->sources.objects[object].subject,
                            &s->sources.ways[way]);
}

/* -- What is used without a question -- */

/* Whether every way to pay uses an object, and by the same way of its own. */
static bool is_certain(pay_step *s, uint32_t object, uint32_t *ways) {
  const pay_option option = {.is_object = true, .index = object};
  return is_needed(s, option) && list_ways(s, object, ways) == 1;
}

/* Leave out what is not needed, what could give the most other things first. */
static void leave_out_unneeded(pay_step *s) {
  for (uint32_t yields = ST_PAY_MOST_YIELDS; yields > 0; yields--) {
    for (uint32_t i = 0; i < s->sources.object_count; i++) {
      const st_pay_source all = s->model_sources[i];
      if (all.yield_count != yields) continue;
      s->model_sources[i].yield_count = 0;
      if (!can_pay(s)) s->model_sources[i] = all;
    }
  }
}

/* Plan which objects are used, one behind the other, and without a question. As
 * long as each gives what it gave when it was tried, nothing is tried again. */
static strata_status make_plan(pay_step *s) {
  uint32_t most = s->sources.object_count;
  strata_entity *subjects =
      st_arena_alloc(&s->exec->arena, most + 1u, sizeof *subjects);
  st_pay_way *plan = st_arena_alloc(&s->exec->arena, most + 1u, sizeof *plan);
  uint32_t *ways =
      st_arena_alloc(&s->exec->arena, s->sources.way_count + 1u, sizeof *ways);
  if (!subjects || !plan || !ways) return STRATA_ENOMEM;
  s->now.plan_subjects = subjects;
  s->now.plan = plan;
  s->now.plan_count = s->now.plan_at = 0;
  if (asks_nothing(s)) leave_out_unneeded(s);
  for (uint32_t w = 0; w < s->sources.way_count; w++) {
    const st_pay_way *way = &s->sources.ways[w];
    bool is_open = s->model_sources[way->object].yield_count ==
                   s->sources.objects[way->object].yield_count;
    bool is_planned = s->now.plan_count > 0 &&
                      plan[s->now.plan_count - 1].object == way->object;
    if (!is_open || is_planned || !can_use(s, w)) continue;
    if (!asks_nothing(s) && !is_certain(s, way->object, ways)) continue;
    s->model_sources[way->object] = source_of_way(s, w);
    subjects[s->now.plan_count] = s->sources.objects[way->object].subject;
    plan[s->now.plan_count++] = *way;
  }
  return STRATA_OK;
}

/* Use what is planned next. */
static strata_status use_planned(pay_step *s) {
  uint32_t next = s->now.plan_at++;
  s->now.has_used = true;
  memcpy(s->now.before, s->pool, sizeof s->pool);
  strata_status status = keep_progress(s);
  return status ? status
                : st_pay_sources_use(s->exec, &s->payment,
                                     s->now.plan_subjects[next],
                                     &s->now.plan[next]);
}

static int64_t units_aside(const pay_step *s) {
  int64_t sum = 0;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    sum = st_sat_add(sum, s->now.aside[k]);
  }
  return sum;
}

/* Set one unit aside, or use one object. */
static strata_status pay_some(pay_step *s) {
  uint32_t most = s->payment.kind_count + s->sources.object_count;
  pay_option *options =
      st_arena_alloc(&s->exec->arena, most + 1u, sizeof *options);
  uint32_t *ways =
      st_arena_alloc(&s->exec->arena, s->sources.way_count + 1u, sizeof *ways);
  if (!options || !ways) return STRATA_ENOMEM;
  uint32_t count = list_options(s, ways, options);
  if (count == 0) return fail_payment(s);
  pay_option option;
  strata_status status = choose_option(s, options, count, &option);
  if (status) return status;
  if (option.is_object) return use_object(s, option.index, ways);
  s->now.aside[option.index]++;
  return keep_progress(s);
}

strata_status st_pay_cost_step(st_execution *exec) {
  const st_task task = *st_task_top(exec);
  const st_frame *frame = st_frame_get(exec, task.frame);
  pay_step s = {
      .exec = exec,
      .payment = {.frame = task.frame,
                  .at = task.at,
                  .player = (strata_entity)frame->variables[ST_VARIABLE_YOU]}};
  uint32_t none;
  s.scratch = &none;
  strata_status status = read_needs(&s, task.pay);
  if (!status) status = st_pay_sources_pool(exec, &s.payment, s.pool);
  if (status) return status;
  set_aside_new(&s);
  if (units_aside(&s) == s.payment.needed) return spend(&s);
  if (s.now.plan_at < s.now.plan_count) return use_planned(&s);
  bool can;
  status = find_sources(&s, &can);
  if (status) return status;
  if (can && s.sources.object_count > 0) {
    status = make_plan(&s);
    if (status) return status;
    if (s.now.plan_count > 0) return use_planned(&s);
  }
  return can ? pay_some(&s) : fail_payment(&s);
}
