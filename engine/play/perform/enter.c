/*
 * enter.c - what somebody would be once it has entered.
 *
 * Invariant: after a trial the state is what it was before, handles and stamps
 * too, so its hash is; and so is all that a run remembers, but for the shadow.
 *
 * A token that is made in 8,192 pieces would be tried as often. So one who is
 * as another was, by all cells that a new object has from an old one, and whose
 * event says the same, gets the other's shadow under his own name.
 */
#include "play/perform/enter.h"

#include "play/perform/perform.h"

#include <string.h>

/* So many of the newest are looked through for one that is the same. */
#define REMEMBERED 16

/* A frame that is given back. */
static uint32_t borrow_frame(st_run *run, uint32_t event) {
  const st_common_fields *common = &run->rules->common;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, event)->kind);
  strata_entity cause = (strata_entity)st_event_word(run, event, common->cause);
  strata_entity by = (strata_entity)st_event_word(run, event, common->by);
  return st_run_new_frame(run, &kind->does, cause, by, event);
}

static void give_back(st_run *run, uint32_t frame) {
  assert(frame == run->frame_count);
  run->frame_count--;
  (void)frame;
}

/* -- Whether anybody asks -- */

strata_status st_enter_is(st_run *run, uint32_t event, bool *out) {
  strata_event_kind kind = st_run_event(run, event)->kind;
  *out = st_kind_get(run->rules, kind)->enters;
  if (!*out || !st_kind_get(run->rules, kind)->enters_as_alias) {
    return STRATA_OK;
  }
  *out = false;
  uint32_t frame = borrow_frame(run, event);
  if (frame == 0) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  size_t count = run->rules->names[STRATA_KIND_EVENT].count;
  for (uint32_t k = 1; !status && !*out && k <= count; k++) {
    const st_kind *alias = st_kind_get(run->rules, k);
    if (k == kind || alias->of != kind || !alias->enters) continue;
    status = st_frame_holds(run, frame, alias->where, out);
  }
  give_back(run, frame);
  return status;
}

#define WATCHERS                                                               \
  (ST_INDEX_ROLE(REPLACE) | ST_INDEX_ROLE(PREVENT) | ST_INDEX_ROLE(CANT))

/* Whether a watcher could apply, by what of its key is the same whatever the
 * affected is. */
static bool is_watched(const st_run *run, uint32_t event, uint32_t first) {
  for (uint32_t n = first; n != 0; n = st_index_at(&run->index, n)->next) {
    const st_found *found = st_index_at(&run->index, n);
    const st_code *code = st_code_get(run->rules, found->code);
    if (!(WATCHERS >> code->role & 1) || code->as_is) continue;
    if (code->key.form != ST_KEY_WORD ||
        st_event_word(run, event, code->key.field) == code->key.word) {
      return true;
    }
  }
  return false;
}

/* True if an ability could act while its object enters, or change what
 * abilities the object has. */
static bool may_act(const st_run *run, uint32_t ability) {
  const st_ability *a = &run->rules->abilities[ability];
  if (a->clause_count > 0) return true;
  for (uint32_t i = 0; i < a->code_count; i++) {
    if (st_code_get(run->rules, a->codes[i])->own) return true;
  }
  return false;
}

static strata_status text_may_act(st_run *run, uint32_t text, bool *out) {
  st_eval *eval = run->change->eval;
  st_lists *lists = &st_eval_pass(eval)->lists;
  uint32_t list;
  strata_status status =
      st_list_of_text(lists, &eval->compiled, run->store, text, &list);
  if (status) return status;
  uint32_t count;
  const st_instance *items = st_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count && !*out; i++) {
    *out = may_act(run, items[i].ability);
  }
  return STRATA_OK;
}

/* Whether what enters may have something to say of it: by its own abilities,
 * or as others change what abilities there are. Who is made by the event, and
 * who was changed already, may be anything. */
static strata_status may_be_own(st_run *run, uint32_t event, bool *out) {
  const st_event *e = st_run_event(run, event);
  strata_attr attr = run->rules->ability_attr;
  *out = false;
  if (attr == 0 || !(run->index.roles[e->kind] & ST_INDEX_OWN)) {
    return STRATA_OK;
  }
  st_eval *eval = run->change->eval;
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  strata_entity who = st_event_affected(run, e);
  uint32_t slot = who != 0 ? st_entity_slot(run->store, who) : 0;
  *out = e->marks != 0 || slot == 0 || !st_fold_is_base(eval, attr, slot);
  if (*out) return STRATA_OK;
  const st_attr *a = &run->rules->attrs[attr - 1];
  return text_may_act(run, (uint32_t)st_entity_base(run->store, a, slot), out);
}

static strata_status is_asked(st_run *run, uint32_t event, bool *out) {
  strata_event_kind kind = st_run_event(run, event)->kind;
  uint32_t first;
  strata_status status = st_enter_is(run, event, out);
  if (status || !*out) return status;
  status = st_index_look(&run->index, kind, NULL, WATCHERS, &first);
  if (status) return status;
  *out = is_watched(run, event, first);
  return *out ? STRATA_OK : may_be_own(run, event, out);
}

/* -- The trial -- */

/* Perform it and nothing else. Who has entered: 0 if nobody has, or it cannot
 * be done. */
static strata_status perform(st_run *run, uint32_t event, strata_entity *out) {
  strata_error error = *run->error;
  strata_entity made = st_run_event(run, event)->made;
  bool is_firm = run->is_firm;
  uint32_t frame = borrow_frame(run, event);
  if (frame == 0) return STRATA_ENOMEM;
  st_run_event(run, event)->made = 0;
  run->change->trying = true;
  strata_status status = st_perform_alone(run, frame);
  run->change->trying = false;
  *out = st_run_event(run, event)->made;
  st_run_event(run, event)->made = made;
  run->is_firm = is_firm;
  give_back(run, frame);
  if (status == STRATA_OK || status == STRATA_ENOMEM) return status;
  *run->error = error; /* it may be another event by the time it happens */
  *out = 0;
  return STRATA_OK;
}

/* Who came of somebody who has moved since. */
static uint32_t latest(const st_run *run, strata_entity who) {
  while (who != 0 && st_entity_slot(run->store, who) == 0) {
    uint32_t gone = st_entity_gone_slot(run->store, who);
    who = gone ? st_get64(run->store, ST_COLUMN_ENTITY_SUCCESSOR, gone) : 0;
  }
  return who != 0 ? st_entity_slot(run->store, who) : 0;
}

static size_t words_of(const strata_rules *rules) {
  return st_change_row_words(rules) / 2;
}

/* All values. Whoever is named as the one who has entered is meant as the one
 * whom the event names. */
static strata_status take_words(st_run *run, uint32_t slot, st_would *would) {
  const strata_rules *rules = run->rules;
  uint64_t *all = st_arena_take(&run->arena, words_of(rules), sizeof *all);
  if (!all) return STRATA_ENOMEM;
  would->shadow.words = all;
  strata_entity entrant = st_entity_handle(run->store, slot);
  for (strata_attr a = 1; a <= st_attr_count(rules); a++) {
    const st_attr *attr = &rules->attrs[a - 1];
    const uint64_t *words;
    strata_status status = st_eval_value(run->change->eval, a, slot, &words);
    if (status) return status;
    memcpy(all, words, attr->words * sizeof *all);
    if (attr->type == STRATA_REF && all[0] == entrant) {
      all[0] = would->shadow.who;
      would->names_itself = true;
    }
    all += attr->words;
  }
  return STRATA_OK;
}

static bool is_in(const strata_symbol *zones, uint32_t count,
                  strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

static strata_status add_own(st_run *run, const st_would *would,
                             st_found found) {
  const st_code *code = st_code_get(run->rules, found.code);
  int64_t *names =
      st_arena_take(&run->arena, code->deeds.names.count + 1u, sizeof names[0]);
  if (!names || run->own_count >= ST_OWN_FOUND ||
      !st_mem_reserve(run->mem, &run->own, &run->own_capacity,
                      run->own_count + 1, sizeof run->own[0])) {
    return STRATA_ENOMEM;
  }
  names[ST_BOUND_YOU] = (int64_t)found.you;
  found.names = names;
  run->own[run->own_count++] = found;
  assert(run->own_count > would->own);
  (void)would;
  return STRATA_OK;
}

/* What one of its abilities says of its own entering, where it would be. */
static strata_status take_ability(st_run *run, uint32_t slot,
                                  const st_instance *instance,
                                  strata_event_kind kind,
                                  const st_would *would) {
  const st_ability *ability = &run->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(run->store, ST_COLUMN_ENTITY_ZONE, slot);
  strata_status status = STRATA_OK;
  if (!is_in(ability->zones, ability->zone_count, zone)) return STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->code_count; i++) {
    const st_code *code = st_code_get(run->rules, ability->codes[i]);
    if (!code->own || st_kind_get(run->rules, code->kind)->of != kind ||
        !is_in(code->zones, code->zone_count, zone)) {
      continue;
    }
    st_watch_id id = st_watch_id_of_ability(run->change->eval, slot, instance,
                                            ability->codes[i], i);
    status =
        add_own(run, would,
                (st_found){.id = st_watch_id_of_other(&id, would->shadow.who),
                           .self = would->shadow.who,
                           .you = would->you,
                           .code = ability->codes[i],
                           .stamp = instance->stamp});
  }
  return status;
}

static strata_status take_abilities(st_run *run, uint32_t slot,
                                    strata_event_kind kind, st_would *would) {
  strata_attr attr = run->rules->ability_attr;
  const st_lists *lists = &st_eval_pass(run->change->eval)->lists;
  const uint64_t *words;
  if (attr == 0) return STRATA_OK;
  strata_status status = st_eval_value(run->change->eval, attr, slot, &words);
  if (status) return status;
  uint32_t count;
  const st_instance *items = st_list_items(lists, words[0], &count);
  uint32_t *all = st_arena_take(&run->arena, count + 1u, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  would->shadow.abilities = all;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (items[i].banned) continue;
    all[would->shadow.ability_count++] = items[i].ability;
    status = take_ability(run, slot, &items[i], kind, would);
  }
  would->own_count = (uint32_t)run->own_count - would->own;
  return status;
}

static strata_status take(st_run *run, uint32_t slot, strata_event_kind kind,
                          st_would *would) {
  strata_status status = take_words(run, slot, would);
  strata_entity entrant = st_entity_handle(run->store, slot);
  if (!status) {
    status = st_index_controller(&run->index, entrant, &would->you);
  }
  if (would->you == entrant) would->you = would->shadow.who;
  return status ? status : take_abilities(run, slot, kind, would);
}

/* Their keys, which are of one that is known now. */
static strata_status add_keys(st_run *run, const st_would *would) {
  const st_past past = {&would->shadow};
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < would->own_count; i++) {
    st_found *found = &run->own[would->own + i];
    const st_key *key = &st_code_get(run->rules, found->code)->key;
    if (key->form != ST_KEY_IS) continue;
    status = st_past_expr(run->change->eval, &past, key->value, found->self,
                          &found->key);
  }
  return status;
}

static strata_status try_it(st_run *run, uint32_t event, st_would *would,
                            bool *entered) {
  uint64_t before = run->store->hash;
  strata_event_kind kind = st_run_event(run, event)->kind;
  strata_entity made = 0;
  strata_mark mark;
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  run->trials++;
  status = perform(run, event, &made);
  uint32_t slot = status ? 0 : latest(run, made);
  *entered = slot != 0;
  if (*entered) status = take(run, slot, kind, would);
  strata_status back = st_store_rollback(run->store, mark);
  if (!back) back = st_store_keep(run->store, mark);
  assert(back == STRATA_OK && run->store->hash == before);
  (void)back;
  (void)before;
  return !status && *entered ? add_keys(run, would) : status;
}

/* -- Those who are the same -- */

/* Whether two who are no objects in play are the same for whatever they become:
 * nothing of created effects is on either. */
static bool is_like(const st_run *run, strata_entity a, strata_entity b) {
  static const uint32_t columns[] = {ST_COLUMN_ENTITY_DEFINITION,
                                     ST_COLUMN_ENTITY_ZONE,
                                     ST_COLUMN_ENTITY_ZONE_PLAYER};
  const st_store *store = run->store;
  uint32_t x = a != 0 ? st_entity_slot(store, a) : 0;
  uint32_t y = b != 0 ? st_entity_slot(store, b) : 0;
  if (x == 0 || y == 0) return a == b;
  for (size_t i = 0; i < ST_COUNT_OF(columns); i++) {
    if (st_get32(store, columns[i], x) != st_get32(store, columns[i], y)) {
      return false;
    }
  }
  for (strata_attr attr = 1; attr <= st_attr_count(run->rules); attr++) {
    const st_attr *at = &run->rules->attrs[attr - 1];
    for (uint32_t c = 0; c < st_attr_columns(at); c++) {
      if (st_get_any(store, at->column + c, x) !=
          st_get_any(store, at->column + c, y)) {
        return false;
      }
    }
    if (at->layered && (st_get32(store, at->chain, x) != 0 ||
                        st_get32(store, at->chain, y) != 0)) {
      return false;
    }
  }
  return true;
}

/* Whether an event says now what another did then, but for whom. */
static bool says_the_same(const st_run *run, const st_event *event,
                          const st_would *would) {
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  if (event->kind != would->kind) return false;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    if (i != kind->affected && event->words[i] != would->said[i]) return false;
  }
  return true;
}

/* What the event says now. */
static strata_status take_said(st_run *run, uint32_t event, st_would *would) {
  const st_event *e = st_run_event(run, event);
  const st_kind *kind = st_kind_get(run->rules, e->kind);
  int64_t *said = st_arena_take(&run->arena, kind->field_count, sizeof *said);
  if (!said) return STRATA_ENOMEM;
  memcpy(said, e->words, kind->field_count * sizeof *said);
  would->kind = e->kind;
  would->said = said;
  return STRATA_OK;
}

/* The same of another. */
static strata_status name_anew(st_run *run, const st_would *of,
                               strata_entity who, st_would *out) {
  strata_status status = STRATA_OK;
  *out = *of;
  out->shadow.who = who;
  out->own = (uint32_t)run->own_count;
  if (of->you == of->shadow.who) out->you = who;
  for (uint32_t i = 0; !status && i < of->own_count; i++) {
    st_found found = run->own[of->own + i];
    found.id = st_watch_id_of_other(&found.id, who);
    found.self = who;
    found.you = out->you;
    status = add_own(run, out, found);
  }
  return status ? status : add_keys(run, out);
}

static uint32_t keep(st_run *run, const st_would *would) {
  if (run->would_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->woulds, &run->would_capacity,
                      run->would_count + 1, sizeof run->woulds[0])) {
    return 0;
  }
  run->woulds[run->would_count++] = *would;
  return (uint32_t)run->would_count;
}

/* One of the newest that will do: its number, or 0. */
static uint32_t find_like(const st_run *run, uint32_t event) {
  const st_event *e = &run->events[event - 1];
  strata_entity who = st_event_affected(run, e);
  size_t last = run->would_count;
  size_t first = last > REMEMBERED ? last - REMEMBERED : 0;
  for (size_t n = last; n > first; n--) {
    const st_would *would = &run->woulds[n - 1];
    if (would->serial != run->index.serial || would->names_itself) continue;
    if (!says_the_same(run, e, would)) continue;
    if (is_like(run, who, st_named(would->shadow.who))) return (uint32_t)n;
  }
  return 0;
}

/* What is part of how somebody enters knows him as that does: 0 if it is not
 * about him. */
static uint32_t would_of_parent(st_run *run, const st_event *event) {
  const st_event *parent = st_run_event(run, event->parent);
  return st_event_affected(run, event) == st_event_affected(run, parent)
             ? parent->would
             : 0;
}

strata_status st_enter_look(st_run *run, uint32_t event) {
  bool asked;
  st_event *e = st_run_event(run, event);
  e->would = 0;
  if (e->parent != 0 && !e->joins) {
    e->joins = st_run_event(run, e->parent)->joins;
  }
  if (e->joins) e->would = would_of_parent(run, e);
  if (e->joins && e->would != 0) return STRATA_OK;
  strata_status status = is_asked(run, event, &asked);
  return status || !asked ? status : st_enter_judge(run, event);
}

strata_status st_enter_judge(st_run *run, uint32_t event) {
  strata_status status = STRATA_OK;
  strata_entity who = st_event_affected(run, st_run_event(run, event));
  if (who == 0) who = st_shadow_nobody();
  st_would would = {.shadow = {.who = who},
                    .own = (uint32_t)run->own_count,
                    .serial = run->index.serial};
  uint32_t like = find_like(run, event);
  bool entered = true;
  if (like != 0) {
    const st_would of = run->woulds[like - 1];
    status = name_anew(run, &of, who, &would);
  } else {
    status = take_said(run, event, &would);
    if (!status) status = try_it(run, event, &would, &entered);
  }
  if (status || !entered) return status;
  uint32_t number = keep(run, &would);
  st_run_event(run, event)->would = number;
  return number != 0 ? STRATA_OK : STRATA_ENOMEM;
}
