/*
 * entry_order.c - the relative timestamps of objects that enter together
 * (613.7m).
 *
 * An object gets its timestamp when its event is performed, so ordering the
 * events orders the timestamps. The abilities of each entrant are those of its
 * entry preview, made as if it entered alone. Entrants with equal abilities
 * share one interned ability set, so whether two abilities commute is asked
 * once for each pair of sets, not of entrants.
 */
#include "play/replace/entry_order.h"

#include "layers/order/commute.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/resume_point.h"
#include "play/execution/turn_order.h"
#include "play/perform/entry_preview.h"
#include "rules/model/sba_def.h"

#include <string.h>

/* The static abilities of an entrant that depend on timestamps, by their places
 * in the domain of abilities. */
typedef struct st_ability_set {
  const uint32_t *abilities;
  uint32_t count;
} st_ability_set;

typedef struct st_entrant {
  uint32_t event;
  uint32_t ability_set;
  strata_entity controller; /* of the entrant, once it has entered */
  bool is_handled;          /* its player was asked, or need not be */
} st_entrant;

typedef struct st_entry_group {
  st_execution *exec;
  st_entrant *all;
  st_ability_set *ability_sets;
  uint32_t count, ability_set_count;
  uint64_t *entering; /* a bit for each entity that is among the entrants */
  /* event of the last token without such abilities; 0: none */
  uint32_t last_idle_token;
} st_entry_group;

static bool is_entry_event(const st_execution *exec, const st_event *event) {
  return event->state == ST_EVENT_PROPOSED &&
         st_event_type_get(exec->rules, event->type)->enters;
}

static uint32_t count_entry_events(const st_execution *exec, uint32_t batch) {
  uint32_t count = 0;
  for (uint32_t e = exec->batches[batch - 1].first; e != 0;
       e = exec->events[e - 1].next) {
    count += is_entry_event(exec, &exec->events[e - 1]);
  }
  return count;
}

/* -- Abilities of the entrants -- */

/* A token made by the same words as the last idle token has no such abilities
 * either. */
static bool is_like_idle_token(const st_entry_group *s, const st_event *event) {
  if (s->last_idle_token == 0) return false;
  const st_event *other = st_event_get(s->exec, s->last_idle_token);
  size_t words = st_event_type_get(s->exec->rules, event->type)->field_count;
  return event->type == other->type &&
         memcmp(event->words, other->words, words * sizeof(int64_t)) == 0;
}

/* Whether an entity that exists has no ability that depends on timestamps, and
 * no effect changes its abilities. Then no entry preview is needed. */
static strata_status has_no_acting_ability(st_execution *exec,
                                           strata_entity who, bool *out) {
  st_eval *eval = exec->change->eval;
  strata_attr attr = exec->rules->ability_attr;
  uint32_t slot = who != 0 ? st_entity_slot(exec->store, who) : 0;
  uint32_t list;
  uint32_t count;
  *out = false;
  if (slot == 0) return STRATA_OK;
  strata_status status = st_eval_ensure_fresh(eval);
  if (status || !st_evaluate_value_is_base(eval, attr, slot)) return status;
  st_ability_lists *lists = &st_eval_pass(eval)->lists;
  const st_attr *a = &exec->rules->attrs[attr - 1];
  status = st_ability_list_from_text(
      lists, &eval->compiled, exec->store,
      (uint32_t)st_entity_base(exec->store, a, slot), &list);
  if (status) return status;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  *out = true;
  for (uint32_t i = 0; i < count; i++) {
    if (st_commute_depends_on_timestamp(exec->rules, items[i].ability)) {
      *out = false;
    }
  }
  return STRATA_OK;
}

/* The abilities in an entry preview that depend on timestamps. */
static bool collect_acting_abilities(st_execution *exec,
                                     const st_preview_values *shadow,
                                     st_ability_set *out) {
  uint32_t *all =
      st_arena_alloc(&exec->arena, shadow->ability_count + 1u, sizeof *all);
  if (!all) return false;
  *out = (st_ability_set){.abilities = all};
  for (uint32_t i = 0; i < shadow->ability_count; i++) {
    uint32_t ability = shadow->abilities[i];
    if (st_commute_depends_on_timestamp(exec->rules, ability)) {
      all[out->count++] = ability;
    }
  }
  return true;
}

static uint32_t intern_ability_set(st_entry_group *s,
                                   const st_ability_set *set) {
  uint32_t n = 0;
  size_t size = set->count * sizeof set->abilities[0];
  while (n < s->ability_set_count &&
         (s->ability_sets[n].count != set->count ||
          memcmp(s->ability_sets[n].abilities, set->abilities, size) != 0)) {
    n++;
  }
  if (n == s->ability_set_count) s->ability_sets[s->ability_set_count++] = *set;
  return n;
}

/* The entry preview of an entrant; NULL: it has no ability that depends on
 * timestamps. */
static strata_status preview_entrant(st_entry_group *s, uint32_t event,
                                     const st_entry_preview **out) {
  st_execution *exec = s->exec;
  strata_entity who = st_event_affected(exec, st_event_get(exec, event));
  bool plain = false;
  *out = st_event_entry_preview(exec, event);
  if (*out) return STRATA_OK;
  if (who == 0 && is_like_idle_token(s, st_event_get(exec, event))) {
    return STRATA_OK;
  }
  strata_status status = has_no_acting_ability(exec, who, &plain);
  if (!status && !plain) status = st_entry_preview_make(exec, event);
  if (!status) *out = st_event_entry_preview(exec, event);
  return status;
}

/* Note an entrant; false: another event lets the same object enter, which is
 * not ordered against itself. What does not exist yet is another one each time.
 */
static bool note_entering(st_entry_group *s, uint32_t event) {
  strata_entity who = st_event_affected(s->exec, st_event_get(s->exec, event));
  uint32_t slot = who != 0 ? st_entity_slot(s->exec->store, who) : 0;
  if (slot == 0) return true;
  if (st_bit_test(s->entering, slot)) return false;
  st_bit_set(s->entering, slot, true);
  return true;
}

static strata_status add_entrant(st_entry_group *s, uint32_t event) {
  const st_entry_preview *preview;
  bool enters = false;
  st_ability_set set = {0};
  strata_status status = st_entry_preview_is_entering(s->exec, event, &enters);
  if (status || !enters) return status;
  status = preview_entrant(s, event, &preview);
  if (status || !preview) return status;
  if (!collect_acting_abilities(s->exec, &preview->values, &set)) {
    return STRATA_ENOMEM;
  }
  if (set.count > 0) {
    if (!note_entering(s, event)) return STRATA_OK;
    s->all[s->count++] =
        (st_entrant){.event = event,
                     .ability_set = intern_ability_set(s, &set),
                     .controller = preview->controller};
  } else if (st_event_affected(s->exec, st_event_get(s->exec, event)) == 0) {
    s->last_idle_token = event;
  }
  return STRATA_OK;
}

/* -- Whose order makes a difference -- */

static bool do_ability_sets_commute(const st_entry_group *s, uint32_t a,
                                    uint32_t b) {
  const st_ability_set *one = &s->ability_sets[a];
  const st_ability_set *other = &s->ability_sets[b];
  for (uint32_t i = 0; i < one->count; i++) {
    for (uint32_t k = 0; k < other->count; k++) {
      if (!st_commute(s->exec->rules, one->abilities[i], other->abilities[k])) {
        return false;
      }
    }
  }
  return true;
}

/* Whether an ability set does not commute with the set of some other entrant;
 * `counts` says how many entrants have each set. */
static bool is_order_sensitive(const st_entry_group *s, const uint32_t *counts,
                               uint32_t set) {
  bool is_sensitive = false;
  for (uint32_t k = 0; !is_sensitive && k < s->ability_set_count; k++) {
    uint32_t others = counts[k] - (k == set);
    is_sensitive =
        counts[k] > 0 && others > 0 && !do_ability_sets_commute(s, set, k);
  }
  return is_sensitive;
}

/* The events of one player's entrants, from `first` on, whose order makes a
 * difference. *n: how many. */
static strata_status collect_order_sensitive(st_entry_group *s, uint32_t first,
                                             uint32_t **out, uint32_t *n) {
  st_arena *arena = &s->exec->arena;
  uint32_t *counts =
      st_arena_alloc(arena, s->ability_set_count, sizeof *counts);
  bool *mind = st_arena_alloc(arena, s->ability_set_count, sizeof *mind);
  *out = st_arena_alloc(arena, s->count, sizeof **out);
  *n = 0;
  if (!counts || !mind || !*out) return STRATA_ENOMEM;
  strata_entity you = s->all[first].controller;
  for (uint32_t i = first; i < s->count; i++) {
    if (s->all[i].controller == you) counts[s->all[i].ability_set]++;
  }
  for (uint32_t k = 0; k < s->ability_set_count; k++) {
    mind[k] = counts[k] > 0 && (s->exec->rules->play->always_ask ||
                                is_order_sensitive(s, counts, k));
  }
  for (uint32_t i = first; i < s->count; i++) {
    if (s->all[i].controller != you) continue;
    s->all[i].is_handled = true;
    if (mind[s->all[i].ability_set]) (*out)[(*n)++] = s->all[i].event;
  }
  return STRATA_OK;
}

/* -- Asking -- */

/* An object that does not exist yet is named by its first ability. */
static st_new_action_value option_of_entrant(const st_entry_group *s,
                                             const st_entrant *entrant) {
  const strata_rules *rules = s->exec->rules;
  strata_entity who =
      st_event_affected(s->exec, st_event_get(s->exec, entrant->event));
  if (who != 0) {
    return (st_new_action_value){.type = STRATA_REF + 1,
                                 .value = {.number = (int64_t)who}};
  }
  uint32_t ability = s->ability_sets[entrant->ability_set].abilities[0];
  return (st_new_action_value){
      .text = st_rules_name(rules, STRATA_NAME_SYMBOL,
                            rules->abilities[ability].symbol)};
}

/* Relink the events of a batch in the order of an answer. The events keep the
 * places of the batch that they had together. */
static strata_status apply_entry_order(st_execution *exec, uint32_t batch,
                                       const uint32_t *events, uint32_t n,
                                       const st_new_answer *answer) {
  st_batch *b = st_batch_get(exec, batch);
  uint32_t *all = st_arena_alloc(&exec->arena, b->count, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  uint32_t count = 0;
  uint32_t met = 0;
  for (uint32_t e = b->first; e != 0; e = st_event_get(exec, e)->next) {
    bool is_next = met < n && e == events[met];
    all[count++] = is_next ? events[answer->options[met++]] : e;
  }
  assert(count == b->count && met == n);
  st_turn_order_relink_batch(exec, batch, all, count);
  return STRATA_OK;
}

/* Ask the player of the entrant `first` for an order, if it makes a difference.
 */
static strata_status ask_entry_order(st_entry_group *s, uint32_t batch,
                                     uint32_t first) {
  uint32_t *events;
  uint32_t n;
  strata_status status = collect_order_sensitive(s, first, &events, &n);
  if (status || n < 2) return status;
  st_new_action_value *options =
      st_arena_alloc(&s->exec->arena, n, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t at = 0;
  for (uint32_t i = first; i < s->count && at < n; i++) {
    if (s->all[i].event != events[at]) continue;
    options[at++] = option_of_entrant(s, &s->all[i]);
  }
  const st_new_decision ask = {
      .purpose = ST_PURPOSE_ORDER_STAMPS,
      .flags = ST_DECISION_ORDERED,
      .player = st_entity_unless_preview(s->all[first].controller),
      .options = options,
      .option_count = n,
      .min = n,
      .max = n};
  const st_new_answer *answer;
  status = st_decisions_ask(s->exec, &ask, &answer);
  if (status) return status;
  st_resume_point_forget(s->exec);
  return apply_entry_order(s->exec, batch, events, n, answer);
}

static strata_status order_entrants(st_execution *exec, uint32_t batch) {
  st_entry_group s = {.exec = exec};
  uint32_t most = count_entry_events(exec, batch);
  if (most < 2) return STRATA_OK;
  s.all = st_arena_alloc(&exec->arena, most, sizeof *s.all);
  s.ability_sets = st_arena_alloc(&exec->arena, most, sizeof *s.ability_sets);
  s.entering = st_arena_alloc(&exec->arena, st_entity_top(exec->store) / 64 + 1,
                              sizeof *s.entering);
  if (!s.all || !s.ability_sets || !s.entering) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t e = st_batch_get(exec, batch)->first; !status && e != 0;
       e = st_event_get(exec, e)->next) {
    if (is_entry_event(exec, st_event_get(exec, e))) {
      status = add_entrant(&s, e);
    }
  }
  for (uint32_t i = 0; !status && s.count > 1 && i < s.count; i++) {
    if (!s.all[i].is_handled) status = ask_entry_order(&s, batch, i);
  }
  return status;
}

strata_status st_entry_order_choose(st_execution *exec, uint32_t batch) {
  strata_status status = STRATA_OK;
  if (exec->rules->ability_attr == 0) return STRATA_OK;
  for (; !status && batch != 0;
       batch = st_batch_get(exec, batch)->result_batch) {
    if (st_batch_get(exec, batch)->count > 1) {
      status = order_entrants(exec, batch);
    }
  }
  return status;
}
