/*
 * stamps.c - the timestamps of those who enter together.
 *
 * Who enters is given a timestamp as his event is performed, so their order is
 * that of the events. What abilities each will have is what he would have if he
 * entered alone. Those who have the same are one kin: which pairs of kins are
 * not apart is worked out once.
 */
#include "play/replace/stamps.h"

#include "layers/order/apart.h"
#include "play/execution/turn.h"
#include "play/perform/enter.h"
#include "rules/model/check.h"

#include <string.h>

/* Static abilities that an entrant has, by their places in the domain. */
typedef struct st_kin {
  const uint32_t *abilities;
  uint32_t count;
} st_kin;

typedef struct st_entrant {
  uint32_t event;
  uint32_t kin;
  strata_entity you; /* whose he will be */
  bool done;         /* that player has been asked, or need not be */
} st_entrant;

typedef struct st_entrants {
  st_run *run;
  st_entrant *all;
  st_kin *kins;
  uint32_t count, kin_count;
  uint32_t idle; /* the last token that was found to have none; 0: none was */
} st_entrants;

static bool may_enter(const st_run *run, const st_event *event) {
  return event->state == ST_EVENT_PROPOSED &&
         st_kind_get(run->rules, event->kind)->enters;
}

static uint32_t count_entries(const st_run *run, uint32_t batch) {
  uint32_t count = 0;
  for (uint32_t e = run->batches[batch - 1].first; e != 0;
       e = run->events[e - 1].next) {
    count += may_enter(run, &run->events[e - 1]);
  }
  return count;
}

/* -- Who has static abilities -- */

/* A token that is made as the last one is that has nothing that acts. */
static bool is_idle_too(const st_entrants *s, const st_event *event) {
  if (s->idle == 0) return false;
  const st_event *other = st_run_event(s->run, s->idle);
  size_t words = st_kind_get(s->run->rules, event->kind)->field_count;
  return event->kind == other->kind &&
         memcmp(event->words, other->words, words * sizeof(int64_t)) == 0;
}

/* Whether somebody who is there has nothing that acts, and nothing was changed
 * about how he enters: then he is not looked at any closer. */
static strata_status is_plain(st_run *run, strata_entity who, bool *out) {
  st_eval *eval = run->change->eval;
  strata_attr attr = run->rules->ability_attr;
  uint32_t slot = who != 0 ? st_entity_slot(run->store, who) : 0;
  uint32_t list;
  uint32_t count;
  *out = false;
  if (slot == 0) return STRATA_OK;
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status || !st_fold_is_base(eval, attr, slot)) return status;
  st_lists *lists = &st_eval_pass(eval)->lists;
  const st_attr *a = &run->rules->attrs[attr - 1];
  status =
      st_list_of_text(lists, &eval->compiled, run->store,
                      (uint32_t)st_entity_base(run->store, a, slot), &list);
  if (status) return status;
  const st_instance *items = st_list_items(lists, list, &count);
  *out = true;
  for (uint32_t i = 0; i < count; i++) {
    if (st_apart_acts(run->rules, items[i].ability)) *out = false;
  }
  return STRATA_OK;
}

/* What acts of his abilities as he would be. */
static bool take_acting(st_run *run, const st_shadow *shadow, st_kin *out) {
  uint32_t *all =
      st_arena_take(&run->arena, shadow->ability_count + 1u, sizeof *all);
  if (!all) return false;
  *out = (st_kin){.abilities = all};
  for (uint32_t i = 0; i < shadow->ability_count; i++) {
    uint32_t ability = shadow->abilities[i];
    if (st_apart_acts(run->rules, ability)) all[out->count++] = ability;
  }
  return true;
}

static uint32_t kin_of(st_entrants *s, const st_kin *kin) {
  uint32_t n = 0;
  size_t size = kin->count * sizeof kin->abilities[0];
  while (n < s->kin_count &&
         (s->kins[n].count != kin->count ||
          memcmp(s->kins[n].abilities, kin->abilities, size) != 0)) {
    n++;
  }
  if (n == s->kin_count) s->kins[s->kin_count++] = *kin;
  return n;
}

/* What he would be; NULL: he has nothing that acts. */
static strata_status judge(st_entrants *s, uint32_t event,
                           const st_would **out) {
  st_run *run = s->run;
  strata_entity who = st_event_affected(run, st_run_event(run, event));
  bool plain = false;
  *out = st_event_would(run, event);
  if (*out) return STRATA_OK;
  if (who == 0 && is_idle_too(s, st_run_event(run, event))) return STRATA_OK;
  strata_status status = is_plain(run, who, &plain);
  if (!status && !plain) status = st_enter_judge(run, event);
  if (!status) *out = st_event_would(run, event);
  return status;
}

static strata_status add(st_entrants *s, uint32_t event) {
  const st_would *would;
  bool enters = false;
  st_kin kin = {0};
  strata_status status = st_enter_is(s->run, event, &enters);
  if (status || !enters) return status;
  status = judge(s, event, &would);
  if (status || !would) return status;
  if (!take_acting(s->run, &would->shadow, &kin)) return STRATA_ENOMEM;
  if (kin.count > 0) {
    s->all[s->count++] =
        (st_entrant){.event = event, .kin = kin_of(s, &kin), .you = would->you};
  } else if (st_event_affected(s->run, st_run_event(s->run, event)) == 0) {
    s->idle = event;
  }
  return STRATA_OK;
}

/* -- Who minds -- */

static bool are_apart(const st_entrants *s, uint32_t a, uint32_t b) {
  const st_kin *one = &s->kins[a];
  const st_kin *other = &s->kins[b];
  for (uint32_t i = 0; i < one->count; i++) {
    for (uint32_t k = 0; k < other->count; k++) {
      if (!st_apart(s->run->rules, one->abilities[i], other->abilities[k])) {
        return false;
      }
    }
  }
  return true;
}

/* Whether one of a kin minds somebody, where there are so many of each. */
static bool minds(const st_entrants *s, const uint32_t *counts, uint32_t kin) {
  bool found = false;
  for (uint32_t k = 0; !found && k < s->kin_count; k++) {
    uint32_t others = counts[k] - (k == kin);
    found = counts[k] > 0 && others > 0 && !are_apart(s, kin, k);
  }
  return found;
}

/* Those of a player from the first one on who mind; *n: how many. */
static strata_status take_mindful(st_entrants *s, uint32_t first,
                                  uint32_t **out, uint32_t *n) {
  st_arena *arena = &s->run->arena;
  uint32_t *counts = st_arena_take(arena, s->kin_count, sizeof *counts);
  bool *mind = st_arena_take(arena, s->kin_count, sizeof *mind);
  *out = st_arena_take(arena, s->count, sizeof **out);
  *n = 0;
  if (!counts || !mind || !*out) return STRATA_ENOMEM;
  strata_entity you = s->all[first].you;
  for (uint32_t i = first; i < s->count; i++) {
    if (s->all[i].you == you) counts[s->all[i].kin]++;
  }
  for (uint32_t k = 0; k < s->kin_count; k++) {
    mind[k] = counts[k] > 0 &&
              (s->run->rules->play->always_ask || minds(s, counts, k));
  }
  for (uint32_t i = first; i < s->count; i++) {
    if (s->all[i].you != you) continue;
    s->all[i].done = true;
    if (mind[s->all[i].kin]) (*out)[(*n)++] = s->all[i].event;
  }
  return STRATA_OK;
}

/* -- Asking -- */

/* Who is made is called by the first thing that he says. */
static st_offer offer_of(const st_entrants *s, const st_entrant *entrant) {
  const strata_rules *rules = s->run->rules;
  strata_entity who =
      st_event_affected(s->run, st_run_event(s->run, entrant->event));
  if (who != 0) {
    return (st_offer){.type = STRATA_REF + 1,
                      .value = {.number = (int64_t)who}};
  }
  uint32_t ability = s->kins[entrant->kin].abilities[0];
  return (st_offer){.text =
                        strata_rules_name(rules, STRATA_KIND_SYMBOL,
                                          rules->abilities[ability].symbol)};
}

/* Put events into the order of an answer, at the places that they have. */
static strata_status arrange(st_run *run, uint32_t batch,
                             const uint32_t *events, uint32_t n,
                             const st_decided *answer) {
  st_batch *b = st_run_batch(run, batch);
  uint32_t *all = st_arena_take(&run->arena, b->count, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  uint32_t count = 0;
  uint32_t met = 0;
  for (uint32_t e = b->first; e != 0; e = st_run_event(run, e)->next) {
    bool is_next = met < n && e == events[met];
    all[count++] = is_next ? events[answer->options[met++]] : e;
  }
  assert(count == b->count && met == n);
  st_turn_chain(run, batch, all, count);
  return STRATA_OK;
}

/* The order of the one who is first among those who were not asked. */
static strata_status choose(st_entrants *s, uint32_t batch, uint32_t first) {
  uint32_t *events;
  uint32_t n;
  strata_status status = take_mindful(s, first, &events, &n);
  if (status || n < 2) return status;
  st_offer *options = st_arena_take(&s->run->arena, n, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t at = 0;
  for (uint32_t i = first; i < s->count && at < n; i++) {
    if (s->all[i].event != events[at]) continue;
    options[at++] = offer_of(s, &s->all[i]);
  }
  const st_new_decision ask = {.purpose = ST_PURPOSE_ORDER_STAMPS,
                               .flags = ST_DECISION_ORDERED,
                               .player = st_named(s->all[first].you),
                               .options = options,
                               .option_count = n,
                               .least = n,
                               .most = n};
  const st_decided *answer;
  status = st_run_ask(s->run, &ask, &answer);
  return status ? status : arrange(s->run, batch, events, n, answer);
}

static strata_status choose_all(st_run *run, uint32_t batch) {
  st_entrants s = {.run = run};
  uint32_t most = count_entries(run, batch);
  if (most < 2) return STRATA_OK;
  s.all = st_arena_take(&run->arena, most, sizeof *s.all);
  s.kins = st_arena_take(&run->arena, most, sizeof *s.kins);
  if (!s.all || !s.kins) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t e = st_run_batch(run, batch)->first; !status && e != 0;
       e = st_run_event(run, e)->next) {
    if (may_enter(run, st_run_event(run, e))) status = add(&s, e);
  }
  for (uint32_t i = 0; !status && s.count > 1 && i < s.count; i++) {
    if (!s.all[i].done) status = choose(&s, batch, i);
  }
  return status;
}

strata_status st_stamps_choose(st_run *run, uint32_t batch) {
  strata_status status = STRATA_OK;
  if (run->rules->ability_attr == 0) return STRATA_OK;
  for (; !status && batch != 0; batch = st_run_batch(run, batch)->child) {
    if (st_run_batch(run, batch)->count > 1) status = choose_all(run, batch);
  }
  return status;
}
