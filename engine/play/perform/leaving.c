/*
 * leaving.c - rows of those who leave together.
 *
 * Rows are wanted between the last look of a batch and the end of its
 * performing, and then never again: so they lie in one buffer that the next
 * batch writes over, not in the arena, which a run of a million moves would
 * fill. A batch that happens while another is performed, since a handler emits
 * it, puts its own behind those.
 */
#include "play/perform/leaving.h"

#include "base/hash.h"

#include <string.h>

static st_leaving *top(const st_run *run) {
  assert(run->leaving_count > 0);
  return &run->leavings[run->leaving_count - 1];
}

/* -- The table of whose they are -- */

static size_t place_of(const st_run *run, const st_leaving *l,
                       strata_entity who) {
  const uint32_t *table = run->gone_table + l->table;
  size_t at = (size_t)st_mix(who, 0) & (l->table_size - 1);
  for (; table[at] != 0; at = (at + 1) & (l->table_size - 1)) {
    if (run->gone[l->first + table[at] - 1] == who) break;
  }
  return at;
}

/* At least half of it is empty, with one more. */
static bool make_room(st_run *run, st_leaving *l) {
  if (2 * (l->count + 1) <= l->table_size) return true;
  size_t size = l->table_size ? 2 * l->table_size : 16;
  if (!st_mem_reserve(run->mem, &run->gone_table, &run->gone_table_capacity,
                      l->table + size, sizeof run->gone_table[0])) {
    return false;
  }
  l->table_size = size;
  memset(run->gone_table + l->table, 0, size * sizeof run->gone_table[0]);
  for (size_t i = 0; i < l->count; i++) {
    size_t at = place_of(run, l, run->gone[l->first + i]);
    run->gone_table[l->table + at] = (uint32_t)i + 1;
  }
  return true;
}

static size_t row_words(const st_run *run) {
  return st_change_row_words(run->rules);
}

static strata_status add(st_run *run, strata_entity who) {
  st_leaving *l = top(run);
  size_t words = row_words(run);
  size_t end = l->first + l->count + 1;
  uint32_t slot = who != 0 ? st_entity_slot(run->store, who) : 0;
  if (slot == 0) return STRATA_OK;
  if (!make_room(run, l) ||
      !st_mem_reserve(run->mem, &run->gone, &run->gone_capacity, end,
                      sizeof run->gone[0]) ||
      end > SIZE_MAX / (words + 1) ||
      !st_mem_reserve(run->mem, &run->gone_rows, &run->gone_row_capacity,
                      end * words, sizeof run->gone_rows[0])) {
    return STRATA_ENOMEM;
  }
  size_t at = place_of(run, l, who);
  if (run->gone_table[l->table + at] != 0) return STRATA_OK;
  strata_status status =
      st_change_take_row(run->change, slot, run->gone_rows + (end - 1) * words);
  if (status) return status;
  run->gone[end - 1] = who;
  run->gone_table[l->table + at] = (uint32_t)++l->count;
  return STRATA_OK;
}

/* -- Who leaves -- */

/* One frame for all events of a kind, which come one behind the other. */
typedef struct st_asking {
  const st_kind *kind;
  uint32_t frame;
} st_asking;

static strata_status ask_of(st_run *run, st_asking *asking, uint32_t event) {
  const strata_rules *rules = run->rules;
  const st_kind *kind = st_kind_get(rules, st_run_event(run, event)->kind);
  if (asking->kind != kind) {
    asking->kind = kind;
    asking->frame = st_run_new_frame(run, &kind->does, 0, 0, event);
    if (asking->frame == 0) return STRATA_ENOMEM;
  }
  st_frame *frame = st_run_frame(run, asking->frame);
  frame->event = event;
  frame->self = (strata_entity)st_event_word(run, event, rules->common.cause);
  frame->names[ST_BOUND_YOU] = st_event_word(run, event, rules->common.by);
  return STRATA_OK;
}

static strata_status add_moved(st_run *run, uint32_t frame,
                               const st_deed *deed) {
  int64_t same = 0;
  strata_entity *who = NULL;
  uint32_t count = 0;
  strata_status status =
      st_frame_option(run, frame, deed, ST_OPTION_SAME, 0, &same);
  if (status || same) return status;
  status = st_frame_who(run, frame, deed->who, &who, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    status = add(run, who[i]);
  }
  return status;
}

static strata_status add_event(st_run *run, st_asking *asking, uint32_t event) {
  const st_event *e = st_run_event(run, event);
  if (e->state != ST_EVENT_PROPOSED) return STRATA_OK;
  const st_routine *does = &st_kind_get(run->rules, e->kind)->does;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < does->deed_count; i++) {
    const st_deed *deed = &does->deeds[i];
    if (deed->op != STRATA_DEED_MOVE) continue;
    status = ask_of(run, asking, event);
    if (!status) status = add_moved(run, asking->frame, deed);
  }
  return status;
}

static bool begin(st_run *run) {
  if (!st_mem_reserve(run->mem, &run->leavings, &run->leaving_capacity,
                      run->leaving_count + 1, sizeof run->leavings[0])) {
    return false;
  }
  st_leaving now = {0};
  if (run->leaving_count > 0) {
    const st_leaving *outer = top(run);
    now.first = outer->first + outer->count;
    now.table = outer->table + outer->table_size;
  }
  run->leavings[run->leaving_count++] = now;
  return true;
}

strata_status st_leaving_take(st_run *run, uint32_t batch) {
  st_asking asking = {0};
  if (!begin(run)) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t b = batch; b != 0; b = st_run_batch(run, b)->child) {
    uint32_t e = st_run_batch(run, b)->first;
    for (; !status && e != 0; e = st_run_event(run, e)->next) {
      status = add_event(run, &asking, e);
    }
  }
  return status;
}

const uint64_t *st_leaving_row(const st_run *run, strata_entity who) {
  if (run->leaving_count == 0 || top(run)->count == 0) return NULL;
  const st_leaving *l = top(run);
  uint32_t n = run->gone_table[l->table + place_of(run, l, who)];
  if (n == 0) return NULL;
  return run->gone_rows + (l->first + n - 1) * row_words(run);
}

void st_leaving_end(st_run *run) {
  assert(run->leaving_count > 0);
  run->leaving_count--;
}
