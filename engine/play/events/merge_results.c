/*
 * merge_results.c - results of events that are merged before they happen.
 *
 * Both kinds of merging keep the first of the equal events, give it the sum of
 * all amounts and drop the others, which then have never been there.
 */
#include "play/events/merge_results.h"

#include "base/hash.h"
#include "play/execution/event.h"
#include "play/execution/trace.h"

/* -- Equal results (702.15) -- */

/* Results that can be merged, by their event type and two of their words. */
typedef struct st_merge_table {
  uint32_t *table; /* of events; open addressing */
  size_t mask;
} st_merge_table;

static bool is_mergeable(const st_execution *exec, const st_event *a,
                         const st_event *b) {
  const st_event_type *type = st_event_type_get(exec->rules, a->type);
  return a->type == b->type &&
         a->words[type->merge_by_index] == b->words[type->merge_by_index] &&
         st_event_affected(exec, a) == st_event_affected(exec, b);
}

/* The place in the table of the event that can be merged with this one, or of
 * this one. */
static uint32_t *find_mergeable(st_execution *exec,
                                const st_merge_table *merging,
                                const st_event_type *type,
                                const st_event *event) {
  uint64_t hash =
      st_mix((uint64_t)event->words[type->merge_by_index], event->type);
  size_t at = (size_t)st_mix(hash, st_event_affected(exec, event));
  for (at &= merging->mask;; at = (at + 1) & merging->mask) {
    uint32_t n = merging->table[at];
    if (n == 0 || is_mergeable(exec, st_event_get(exec, n), event)) {
      return &merging->table[at];
    }
  }
}

static bool init_merge_table(st_execution *exec, uint32_t count,
                             st_merge_table *merging) {
  size_t size = 4;
  while (size < 2 * (size_t)count) {
    size *= 2;
  }
  merging->mask = size - 1;
  merging->table = st_arena_alloc(&exec->arena, size, sizeof(uint32_t));
  return merging->table != NULL;
}

/* Merge each result into the first equal one, and sum their amounts (702.15).
 */
static strata_status merge_equal_results(st_execution *exec, uint32_t number) {
  const st_batch *batch = st_batch_get(exec, number);
  st_merge_table merging = {0};
  if (batch->count < 2) return STRATA_OK;
  for (uint32_t e = batch->first; e != 0; e = st_event_get(exec, e)->next) {
    st_event *event = st_event_get(exec, e);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    if (type->merge_by_index == ST_NO_FIELD_INDEX ||
        type->merge_sum_index == ST_NO_FIELD_INDEX ||
        !st_event_is_proposed(event)) {
      continue;
    }
    if (!merging.table && !init_merge_table(exec, batch->count, &merging)) {
      return STRATA_ENOMEM;
    }
    uint32_t *same = find_mergeable(exec, &merging, type, event);
    if (*same == 0) {
      *same = e;
      continue;
    }
    int64_t *sum = &st_event_get(exec, *same)->words[type->merge_sum_index];
    *sum = st_sat_add(*sum, event->words[type->merge_sum_index]);
    event->state = ST_EVENT_DROPPED;
    if (!st_trace_is_on(exec)) continue;
    strata_status status =
        st_trace_add_dropped(exec, e, "it was merged into an equal event");
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Parts that joined an entering object (122.6) -- */

/* Whether two parts that joined one event are equal but for their amount and
 * maker. */
static bool is_same_joined_part(const st_execution *exec, const st_event *a,
                                const st_event *b) {
  const st_event_type *type = st_event_type_get(exec->rules, a->type);
  const st_common_fields *common = &exec->rules->common_fields;
  uint32_t cause =
      st_event_type_field_index(exec->rules, a->type, common->cause);
  uint32_t by = st_event_type_field_index(exec->rules, a->type, common->by);
  if (a->type != b->type || !st_event_is_proposed(a)) return false;
  for (uint32_t i = 0; i < type->field_count; i++) {
    bool told = i != type->amount_index && i != cause && i != by;
    if (told && a->words[i] != b->words[i]) return false;
  }
  return true;
}

/* Merge what several effects add to one entering object (122.6). Parts of an
 * event that does not happen are dropped. */
static void merge_joined_parts(st_execution *exec, uint32_t batch) {
  uint32_t e = st_batch_get(exec, batch)->first;
  for (; e != 0; e = st_event_get(exec, e)->next) {
    st_event *event = st_event_get(exec, e);
    uint32_t amount = st_event_type_get(exec->rules, event->type)->amount_index;
    if (!event->is_joined_part) continue;
    if (!st_event_is_proposed(st_event_get(exec, event->parent))) {
      event->state = ST_EVENT_DROPPED;
      continue;
    }
    uint32_t n = amount != ST_NO_FIELD_INDEX ? event->prev_joined : 0;
    while (n != 0 && !is_same_joined_part(exec, st_event_get(exec, n), event)) {
      n = st_event_get(exec, n)->prev_joined;
    }
    if (n == 0) continue;
    int64_t *sum = &st_event_get(exec, n)->words[amount];
    *sum = st_sat_add(*sum, event->words[amount]);
    event->state = ST_EVENT_DROPPED;
  }
}

strata_status st_results_merge(st_execution *exec, uint32_t batch) {
  merge_joined_parts(exec, batch);
  return merge_equal_results(exec, batch);
}
