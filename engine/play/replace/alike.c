/*
 * alike.c - those who could be applied to one event, by who is like whom.
 */
#include "play/replace/alike.h"

#include "play/execution/judge.h"
#include "world/tables/watcher.h"

#include <string.h>

/* With fewer it costs as little to look again. */
#define FEWEST 32

st_limits st_limits_of(const st_run *run, const st_found *found) {
  st_limits limits = {.left = -1, .uses = st_judge_uses(run, found)};
  uint32_t slot =
      found->watch != 0 ? st_watch_slot(run->store, found->watch) : 0;
  if (slot != 0 && !st_watch_left(run->store, slot, &limits.left)) {
    limits.left = -1;
  }
  return limits;
}

/* The fields that keys of those who watch for such events look at. */
static uint64_t keyed_places(const st_run *run, strata_event_kind kind) {
  const strata_rules *rules = run->rules;
  uint64_t places = 0;
  for (uint32_t c = 1; c <= rules->names[STRATA_KIND_CODE].count; c++) {
    const st_code *code = st_code_get(rules, c);
    bool about = code->kind != 0 && st_kind_get(rules, code->kind)->of == kind;
    if (!about || code->key.form == ST_KEY_NONE) continue;
    uint32_t place = st_kind_place(rules, kind, code->key.field);
    if (place != ST_NO_PLACE) places |= UINT64_C(1) << place % 64;
  }
  return places;
}

void st_alike_begin(st_run *run, uint32_t event) {
  st_alikes *a = &run->alikes;
  const st_event *e = st_run_event(run, event);
  a->event = 0;
  a->item_count = 0;
  a->group_count = 0;
  a->of = event;
  if (st_run_batch(run, e->batch)->count != 1 || st_event_would(run, event)) {
    a->of = 0;
  }
}

bool st_alike_add(st_run *run, uint32_t found, bool joins) {
  st_alikes *a = &run->alikes;
  const st_found *f = st_run_found(run, found);
  if (a->of == 0) return true;
  if (st_code_get(run->rules, f->code)->again ||
      st_limits_of(run, f).left != -1) {
    a->of = 0; /* may be free again, or changes by what others take */
    return true;
  }
  if (!st_mem_reserve(run->mem, &a->items, &a->item_capacity, a->item_count + 1,
                      sizeof a->items[0]) ||
      !st_mem_reserve(run->mem, &a->groups, &a->group_capacity,
                      a->group_count + 1, sizeof a->groups[0])) {
    return false;
  }
  if (!joins) {
    a->groups[a->group_count++] =
        (st_alike){.at = a->item_count, .end = a->item_count};
  }
  a->items[a->item_count++] = found;
  a->groups[a->group_count - 1].end = a->item_count;
  return true;
}

void st_alike_end(st_run *run) {
  st_alikes *a = &run->alikes;
  if (a->of == 0 || a->item_count < FEWEST || !st_index_hold(&run->index)) {
    return;
  }
  const st_event *e = st_run_event(run, a->of);
  size_t count = st_kind_get(run->rules, e->kind)->field_count;
  assert(count <= ST_COUNT_OF(a->words));
  memcpy(a->words, e->words, count * sizeof a->words[0]);
  a->keyed = keyed_places(run, e->kind);
  a->serial = run->index.serial;
  a->event = a->of;
}

bool st_alike_holds(const st_run *run, uint32_t event) {
  const st_alikes *a = &run->alikes;
  if (a->event != event || a->serial != run->index.serial ||
      !st_index_hold(&run->index)) {
    return false;
  }
  const st_event *e = &run->events[event - 1];
  if (run->batches[e->batch - 1].count != 1) return false;
  for (uint64_t left = a->keyed; left != 0; left &= left - 1) {
    uint32_t place = st_lowest_bit(left);
    if (e->words[place] != a->words[place]) return false;
  }
  return true;
}

uint32_t st_alike_next(st_run *run, size_t *group) {
  st_alikes *a = &run->alikes;
  for (; *group < a->group_count; ++*group) {
    st_alike *g = &a->groups[*group];
    while (
        g->at < g->end &&
        !st_judge_is_free(run, st_run_found(run, a->items[g->at]), a->event)) {
      g->at++;
    }
    if (g->at < g->end) return a->items[a->groups[(*group)++].at];
  }
  return 0;
}

void st_alike_applied(st_run *run, uint32_t event) {
  if (run->alikes.event != event) run->alikes.event = 0;
}
