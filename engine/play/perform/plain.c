/*
 * plain.c - events that nobody can say anything about.
 *
 * Workload: storms of a million of them in one action. What stays the same for
 * all that a deed emits is worked out once; then each is its words, a look into
 * the index, and what it does, mostly one number that is added to.
 *
 * There is one event of each storm, number and frame, whose words are written
 * anew for each; whoever looks at them finds them in no batch.
 */
#include "play/perform/plain.h"

#include "play/execution/judge.h"
#include "play/perform/chain.h"
#include "play/perform/perform.h"

#include <string.h>

#define FIELDS_MOST (ST_KIND_FIELDS + ST_COMMON_FIELDS)

/* A field whose value is another for each event. */
typedef struct plain_field {
  uint32_t place;
  const strata_expr *value;
} plain_field;

typedef struct plain {
  st_run *run;
  const st_deed *deed;
  const st_kind *kind;
  strata_event_kind id; /* of the kind */
  uint32_t from;        /* the frame of the deed */
  uint32_t frame;       /* of what its events do */
  int64_t *words;       /* of the event */
  plain_field fields[FIELDS_MOST];
  uint32_t field_count;
} plain;

/* -- What may be -- */

/* A deed that writes, and sets nothing else off. What leaves play is looked
 * back upon, so it is not among them. */
static bool only_writes(const st_deed *deed) {
  return deed->op == STRATA_DEED_SET || deed->op == STRATA_DEED_ADD ||
         deed->op == STRATA_DEED_COUNT || deed->op == STRATA_DEED_STAMP ||
         deed->op == STRATA_DEED_SPAWN;
}

bool st_plain_may(const st_run *run, const st_routine *program,
                  const st_deed *deed) {
  const st_kind *kind = st_kind_of(run->rules, deed->what);
  bool alone =
      deed->name == 0 && deed->end == (uint32_t)(deed - program->deeds) + 1u;
  if (!alone || !kind->quiet || kind->contains != STRATA_CONTAINS_NOTHING ||
      st_chain_is_heard(run->store, kind) || kind->matters || kind->can ||
      kind->enters || kind->merge_by != ST_NO_PLACE) {
    return false;
  }
  for (uint32_t i = 0; i < kind->does.deed_count; i++) {
    if (!only_writes(&kind->does.deeds[i])) return false;
  }
  return true;
}

/* Whether all that comes behind a batch would find nothing to do. */
static bool is_settled(const st_run *run) {
  return run->used_count == 0 &&
         st_scalar_get(run->store, ST_SCALAR_WATCHED) == 0;
}

/* -- Values -- */

/* What an expression of one node gives, if that is no matter of the state. */
static bool is_simple(const st_run *run, uint32_t frame,
                      const strata_expr *expr, int64_t *out) {
  const st_expr_node *node = &expr->nodes[0];
  const st_frame *f = &run->frames[frame - 1];
  if (expr->node_count != 1) return false;
  if (node->op == ST_EXPR_INT || node->op == ST_EXPR_FLAG ||
      node->op == ST_EXPR_SYMBOL) {
    *out = node->value;
    return true;
  }
  if (node->op == ST_EXPR_NAME) {
    *out = f->names[node->index];
    return true;
  }
  bool field = node->op == ST_EXPR_FIELD && f->code == 0 && f->event != 0;
  if (field) *out = st_event_word(run, f->event, node->index);
  return field;
}

static bool is_number_of_event(const strata_expr *expr) {
  const st_expr_node *node = &expr->nodes[0];
  return expr->node_count == 1 && node->op == ST_EXPR_NAME &&
         node->index == ST_BOUND_I;
}

static void put_word(const plain *p, strata_field field, int64_t value) {
  uint32_t place = p->kind->place_of[field - 1];
  if (place != 0) p->words[place - 1] = value;
}

/* What all of the events have, and which fields are another for each. */
static void take_fields(plain *p) {
  st_run *run = p->run;
  const st_frame *f = st_run_frame(run, p->from);
  const st_common_fields *common = &run->rules->common;
  memset(p->words, 0, p->kind->field_count * sizeof p->words[0]);
  put_word(p, common->by, f->names[ST_BOUND_YOU]);
  put_word(p, common->cause, (int64_t)f->self);
  for (uint32_t i = 0; i < p->deed->count; i++) {
    const st_argument *a = &f->program->arguments[p->deed->first + i];
    int64_t value;
    if (a->aim != ST_AIM_FIELD || !a->value) continue;
    if (!is_number_of_event(a->value) &&
        is_simple(run, p->from, a->value, &value)) {
      put_word(p, a->to, value);
      continue;
    }
    uint32_t place = p->kind->place_of[a->to - 1];
    if (place == 0) continue;
    p->fields[p->field_count++] = (plain_field){place - 1, a->value};
  }
}

/* Those fields of the next one. */
static strata_status fill(plain *p, strata_entity it) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < p->field_count; i++) {
    const plain_field *field = &p->fields[i];
    int64_t *word = &p->words[field->place];
    if (is_simple(p->run, p->from, field->value, word)) continue;
    status = st_frame_eval(p->run, p->from, field->value, it, word);
  }
  return status;
}

/* -- Beginning -- */

/* The event and the frame of the run that storms of this kind use. */
static bool take_event(plain *p) {
  st_run *run = p->run;
  if (run->plain_event == 0 ||
      st_run_event(run, run->plain_event)->kind != p->id) {
    uint32_t batch = st_run_new_batch(run);
    uint32_t event = batch ? st_run_new_event(run, p->id, batch) : 0;
    uint32_t frame = event ? st_judge_frame(run, event, &p->kind->does) : 0;
    if (frame == 0) return false;
    run->plain_event = event;
    run->plain_frame = frame;
  }
  p->frame = run->plain_frame;
  p->words = st_run_event(run, run->plain_event)->words;
  return true;
}

/* It comes in the place of another event, or is a part of one. */
static void take_effect(plain *p) {
  st_run *run = p->run;
  uint32_t parent = st_run_frame(run, p->from)->event;
  strata_field field = run->rules->common.effect;
  st_run_event(run, parent)->parts++;
  bool effect = st_run_event(run, parent)->state == ST_EVENT_REPLACED ||
                st_event_word(run, parent, field) != 0;
  put_word(p, field, effect);
}

static strata_status begin(plain *p, st_run *run, uint32_t from,
                           const st_deed *deed, bool part) {
  strata_event_kind id = st_kind_get(run->rules, deed->what)->of;
  p->run = run;
  p->deed = deed;
  p->id = id;
  p->kind = st_kind_get(run->rules, id);
  p->from = from;
  p->field_count = 0;
  if (!take_event(p)) return STRATA_ENOMEM;
  take_fields(p);
  if (part) take_effect(p);
  return STRATA_OK;
}

/* -- Watching -- */

/* Whether nobody watches for it as it is now. */
static strata_status look(const plain *p, bool *nobody) {
  st_index *index = &p->run->index;
  uint32_t first;
  strata_status status =
      st_index_look(index, p->id, p->words, ST_INDEX_ALL, &first);
  *nobody = !status && first == 0;
  if (!*nobody || index->roles[0] == 0) return status;
  status = st_index_look(index, 0, NULL, ST_INDEX_ALL, &first); /* states */
  *nobody = !status && first == 0;
  return status;
}

/* -- What it does -- */

/* A number that something simple is added to, in place; false, and nothing is
 * done, if it is not that. */
static bool add_here(const plain *p, const st_deed *deed) {
  const st_run *run = p->run;
  const st_attr *a = &run->rules->attrs[deed->what - 1];
  const st_argument *argument = &p->kind->does.arguments[deed->first];
  int64_t who;
  int64_t more;
  if (deed->when || deed->count != 1 || argument->aim != ST_AIM_OPTION ||
      argument->to != ST_OPTION_VALUE ||
      (a->direct != ST_DIRECT_NUMBER && a->direct != ST_DIRECT_SHORT) ||
      deed->who->type != STRATA_REF ||
      !is_simple(run, p->frame, deed->who, &who) ||
      !is_simple(run, p->frame, argument->value, &more)) {
    return false;
  }
  uint32_t slot = who != 0 ? st_entity_slot(run->store, (strata_entity)who) : 0;
  if (slot == 0) return true; /* gone by now */
  int64_t sum = st_sat_add(st_entity_base(run->store, a, slot), more);
  sum = st_clamp(sum, a->min, a->max);
  st_eval *eval = run->change->eval;
  return a->direct == ST_DIRECT_NUMBER
             ? st_change_number_here(run->store, eval, deed->what, slot, sum)
             : st_change_short_here(run->store, eval, deed->what, slot, sum);
}

/* Whether the next ones do no more than add to one number, and differ in
 * nothing that somebody could find them by. */
static bool may_repeat(const plain *p) {
  const st_routine *does = &p->kind->does;
  bool same = p->field_count == 0 || !p->deed->who;
  for (uint32_t i = 0; same && i < p->field_count; i++) {
    same = !st_keyed_asks(&p->run->index.keyed, p->id, p->fields[i].place);
  }
  return same && does->deed_count == 1 && does->deeds[0].op == STRATA_DEED_ADD;
}

/* So many more of one that has just happened, as long as nobody who watches can
 * have changed. Counts those that have happened. */
static strata_status repeat(plain *p, int64_t most, int64_t *count) {
  st_run *run = p->run;
  const st_deed *does = p->kind->does.deeds;
  int64_t *number = &st_run_frame(run, p->from)->names[ST_BOUND_I];
  strata_entity it = st_run_frame(run, p->from)->it;
  strata_status status = STRATA_OK;
  *count = 0;
  if (most <= 0 || !may_repeat(p)) return STRATA_OK;
  while (*count < most && run->steps < run->most_steps &&
         st_index_is_fresh(&run->index, p->id)) {
    ++*number;
    status = fill(p, it);
    if (status || !add_here(p, does)) break;
    run->steps++;
    ++*count;
  }
  return status;
}

static strata_status perform_deed(const plain *p, const st_deed *deed) {
  st_run *run = p->run;
  bool holds = true;
  if (deed->op == STRATA_DEED_ADD && add_here(p, deed)) return STRATA_OK;
  strata_status status = st_frame_holds(run, p->frame, deed->when, &holds);
  return status || !holds ? status : st_perform(run, p->frame, deed);
}

static strata_status perform(const plain *p) {
  st_run *run = p->run;
  const st_routine *does = &p->kind->does;
  st_frame *frame = st_run_frame(run, p->frame);
  st_event *event = st_run_event(run, run->plain_event);
  const st_common_fields *common = &run->rules->common;
  strata_status status = STRATA_OK;
  event->made = 0;
  put_word(p, common->became, 0);
  frame->self =
      (strata_entity)p->words[p->kind->place_of[common->cause - 1] - 1];
  memset(frame->names, 0, does->names.count * sizeof frame->names[0]);
  frame->names[ST_BOUND_YOU] = p->words[p->kind->place_of[common->by - 1] - 1];
  for (uint32_t i = 0; !status && i < does->deed_count; i++) {
    status = perform_deed(p, &does->deeds[i]);
  }
  return status;
}

/* -- One after the other -- */

/* Where nothing is plain, that is not asked again for so many. */
enum { PATIENCE = 16 };

strata_status st_plain_series(st_run *run, const st_deed *deed) {
  st_task *task = &run->tasks[run->task_count - 1];
  int64_t end = task->count * task->times;
  if (task->index < task->next || task->index >= end || !is_settled(run)) {
    return STRATA_OK;
  }
  plain p;
  bool nobody = true;
  strata_status status = begin(&p, run, task->frame, deed, task->part);
  while (!status && task->index < end && run->steps < run->most_steps) {
    st_frame *from = st_run_frame(run, task->frame);
    if (deed->who) from->it = task->list[task->index / task->times];
    from->names[ST_BOUND_I] = (int64_t)task->index + 1;
    status = fill(&p, from->it);
    if (!status) status = look(&p, &nobody);
    if (status || !nobody) break;
    status = perform(&p);
    task->index++;
    run->steps++;
    int64_t more = 0;
    if (!status) status = repeat(&p, end - task->index, &more);
    task->index += (uint32_t)more;
  }
  if (!nobody) task->next = task->index + PATIENCE;
  return status;
}

/* -- All at once -- */

/* Whether nobody watches for any of them. Those that differ do so by their
 * number alone. */
static strata_status look_at_all(plain *p, int64_t all, bool *nobody) {
  strata_status status = STRATA_OK;
  *nobody = true;
  for (uint32_t i = 0; i < p->field_count; i++) {
    *nobody = *nobody && is_number_of_event(p->fields[i].value);
  }
  int64_t different = p->field_count > 0 ? all : 1;
  for (int64_t i = 1; !status && *nobody && i <= different; i++) {
    st_run_frame(p->run, p->from)->names[ST_BOUND_I] = i;
    status = fill(p, 0);
    if (!status) status = look(p, nobody);
  }
  return status;
}

strata_status st_plain_batch(st_run *run, uint32_t frame, const st_deed *deed,
                             int64_t all, bool *done) {
  *done = false;
  if (!is_settled(run) || all <= 0) return STRATA_OK;
  plain p;
  strata_status status = begin(&p, run, frame, deed, false);
  if (!status) status = look_at_all(&p, all, done);
  if (status || !*done) return status;
  for (int64_t i = 1; !status && i <= all; i++) {
    st_run_frame(run, frame)->names[ST_BOUND_I] = i;
    status = fill(&p, 0);
    if (!status) status = perform(&p);
    run->steps++;
    int64_t more = 0;
    if (!status) status = repeat(&p, all - i, &more);
    i += more;
  }
  return status;
}
