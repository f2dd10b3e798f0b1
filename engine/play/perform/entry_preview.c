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
#include "play/perform/entry_preview.h"

#include "play/perform/perform.h"

#include <string.h>

/* So many of the newest are looked through for one that is the same. */
#define REUSE_WINDOW 16

/* A frame that is given back. */
static uint32_t borrow_event_frame(st_execution *run, uint32_t event) {
  const st_common_fields *common = &run->rules->common_fields;
  const st_event_type *kind =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  strata_entity cause = (strata_entity)st_event_word(run, event, common->cause);
  strata_entity by = (strata_entity)st_event_word(run, event, common->by);
  return st_frame_new(run, &kind->perform_program, cause, by, event);
}

static void return_event_frame(st_execution *run, uint32_t frame) {
  assert(frame == run->frame_count);
  run->frame_count--;
  (void)frame;
}

/* -- Whether anybody asks -- */

strata_status st_entry_preview_is_entering(st_execution *run, uint32_t event,
                                           bool *out) {
  strata_event_type kind = st_event_get(run, event)->type;
  *out = st_event_type_get(run->rules, kind)->enters;
  if (!*out || !st_event_type_get(run->rules, kind)->enters_as_alias) {
    return STRATA_OK;
  }
  *out = false;
  uint32_t frame = borrow_event_frame(run, event);
  if (frame == 0) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  size_t count = run->rules->names[STRATA_NAME_EVENT_TYPE].count;
  for (uint32_t k = 1; !status && !*out && k <= count; k++) {
    const st_event_type *alias = st_event_type_get(run->rules, k);
    if (k == kind || alias->unaliased != kind || !alias->enters) continue;
    status = st_frame_holds(run, frame, alias->where, out);
  }
  return_event_frame(run, frame);
  return status;
}

#define PREVIEW_ROLES                                                          \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT) |           \
   ST_WATCHER_INDEX_ROLE(CANT))

/* Whether a watcher could apply, by what of its key is the same whatever the
 * affected is. */
static bool may_watcher_apply(const st_execution *run, uint32_t event,
                              uint32_t first) {
  for (uint32_t n = first; n != 0;
       n = st_watcher_index_get(&run->index, n)->next) {
    const st_watcher_candidate *found = st_watcher_index_get(&run->index, n);
    const st_watcher_def *code =
        st_watcher_def_get(run->rules, found->watcher_def);
    if (!(PREVIEW_ROLES >> code->role & 1) || code->tests_unmodified_entry)
      continue;
    if (code->key.kind != ST_WATCHER_KEY_EQUALS_WORD ||
        st_event_word(run, event, code->key.field) == code->key.word) {
      return true;
    }
  }
  return false;
}

/* True if an ability could act while its object enters, or change what
 * abilities the object has. */
static bool may_ability_act_entering(const st_execution *run,
                                     uint32_t ability) {
  const st_ability *a = &run->rules->abilities[ability];
  if (a->clause_count > 0) return true;
  for (uint32_t i = 0; i < a->watcher_def_count; i++) {
    if (st_watcher_def_get(run->rules, a->watcher_defs[i])->affects_own_entry)
      return true;
  }
  return false;
}

static strata_status may_text_act_entering(st_execution *run, uint32_t text,
                                           bool *out) {
  st_eval *eval = run->change->eval;
  st_ability_lists *lists = &st_eval_pass(eval)->lists;
  uint32_t list;
  strata_status status = st_ability_list_from_text(lists, &eval->compiled,
                                                   run->store, text, &list);
  if (status) return status;
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count && !*out; i++) {
    *out = may_ability_act_entering(run, items[i].ability);
  }
  return STRATA_OK;
}

/* Whether what enters may have something to say of it: by its own abilities,
 * or as others change what abilities there are. Who is made by the event, and
 * who was changed already, may be anything. */
static strata_status may_have_own_watchers(st_execution *run, uint32_t event,
                                           bool *out) {
  const st_event *e = st_event_get(run, event);
  strata_attr attr = run->rules->ability_attr;
  *out = false;
  if (attr == 0 ||
      !(run->index.roles[e->type] & ST_WATCHER_INDEX_OWN_ENTERING)) {
    return STRATA_OK;
  }
  st_eval *eval = run->change->eval;
  strata_status status = STRATA_OK;
  if (st_eval_needs_refresh(eval)) status = st_eval_refresh(eval);
  if (status) return status;
  strata_entity who = st_event_affected(run, e);
  uint32_t slot = who != 0 ? st_entity_slot(run->store, who) : 0;
  *out = e->applied_set != 0 || slot == 0 ||
         !st_evaluate_value_is_base(eval, attr, slot);
  if (*out) return STRATA_OK;
  const st_attr *a = &run->rules->attrs[attr - 1];
  return may_text_act_entering(
      run, (uint32_t)st_entity_base(run->store, a, slot), out);
}

static strata_status is_preview_needed(st_execution *run, uint32_t event,
                                       bool *out) {
  strata_event_type kind = st_event_get(run, event)->type;
  uint32_t first;
  strata_status status = st_entry_preview_is_entering(run, event, out);
  if (status || !*out) return status;
  status =
      st_watcher_index_find(&run->index, kind, NULL, PREVIEW_ROLES, &first);
  if (status) return status;
  *out = may_watcher_apply(run, event, first);
  return *out ? STRATA_OK : may_have_own_watchers(run, event, out);
}

/* -- The trial -- */

/* Perform it and nothing else. Who has entered: 0 if nobody has, or it cannot
 * be done. */
static strata_status perform_preview(st_execution *run, uint32_t event,
                                     strata_entity *out) {
  strata_error error = *run->error;
  strata_entity made = st_event_get(run, event)->first_made;
  bool is_firm = run->is_irreversible;
  uint32_t frame = borrow_event_frame(run, event);
  if (frame == 0) return STRATA_ENOMEM;
  st_event_get(run, event)->first_made = 0;
  run->change->base_abilities_only = true;
  strata_status status = st_perform_isolated(run, frame);
  run->change->base_abilities_only = false;
  *out = st_event_get(run, event)->first_made;
  st_event_get(run, event)->first_made = made;
  run->is_irreversible = is_firm;
  return_event_frame(run, frame);
  if (status == STRATA_OK || status == STRATA_ENOMEM) return status;
  *run->error = error; /* it may be another event by the time it happens */
  *out = 0;
  return STRATA_OK;
}

/* Who came of somebody who has moved since. */
static uint32_t current_slot_of(const st_execution *run, strata_entity who) {
  while (who != 0 && st_entity_slot(run->store, who) == 0) {
    uint32_t gone = st_entity_last_known_slot(run->store, who);
    who = gone ? st_get64(run->store, ST_COLUMN_ENTITY_SUCCESSOR, gone) : 0;
  }
  return who != 0 ? st_entity_slot(run->store, who) : 0;
}

static size_t preview_word_count(const strata_rules *rules) {
  return st_mutator_snapshot_words(rules) / 2;
}

/* All values. Whoever is named as the one who has entered is meant as the one
 * whom the event names. */
static strata_status copy_preview_values(st_execution *run, uint32_t slot,
                                         st_entry_preview *would) {
  const strata_rules *rules = run->rules;
  uint64_t *all =
      st_arena_alloc(&run->arena, preview_word_count(rules), sizeof *all);
  if (!all) return STRATA_ENOMEM;
  would->shadow.words = all;
  strata_entity entrant = st_entity_handle(run->store, slot);
  for (strata_attr a = 1; a <= st_attr_count(rules); a++) {
    const st_attr *attr = &rules->attrs[a - 1];
    const uint64_t *words;
    strata_status status = st_eval_value(run->change->eval, a, slot, &words);
    if (status) return status;
    memcpy(all, words, attr->word_count * sizeof *all);
    if (attr->type == STRATA_REF && all[0] == entrant) {
      all[0] = would->shadow.who;
      would->refers_to_itself = true;
    }
    all += attr->word_count;
  }
  return STRATA_OK;
}

static bool zones_contain(const strata_symbol *zones, uint32_t count,
                          strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

static strata_status add_own_candidate(st_execution *run,
                                       const st_entry_preview *would,
                                       st_watcher_candidate found) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found.watcher_def);
  int64_t *names = st_arena_alloc(
      &run->arena, code->program.variables.count + 1u, sizeof names[0]);
  if (!names || run->own_candidate_count >= ST_OWN_CANDIDATE ||
      !st_mem_reserve(
          run->mem, &run->own_candidates, &run->own_candidate_capacity,
          run->own_candidate_count + 1, sizeof run->own_candidates[0])) {
    return STRATA_ENOMEM;
  }
  names[ST_VARIABLE_YOU] = (int64_t)found.you;
  found.variables = names;
  run->own_candidates[run->own_candidate_count++] = found;
  assert(run->own_candidate_count > would->own_first);
  (void)would;
  return STRATA_OK;
}

/* What one of its abilities says of its own entering, where it would be. */
static strata_status add_own_of_ability(st_execution *run, uint32_t slot,
                                        const st_ability_instance *instance,
                                        strata_event_type kind,
                                        const st_entry_preview *would) {
  const st_ability *ability = &run->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(run->store, ST_COLUMN_ENTITY_ZONE, slot);
  strata_status status = STRATA_OK;
  if (!zones_contain(ability->zones, ability->zone_count, zone))
    return STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->watcher_def_count; i++) {
    const st_watcher_def *code =
        st_watcher_def_get(run->rules, ability->watcher_defs[i]);
    if (!code->affects_own_entry ||
        st_event_type_get(run->rules, code->event_type)->unaliased != kind ||
        !zones_contain(code->zones, code->zone_count, zone)) {
      continue;
    }
    st_watcher_id id = st_watcher_id_of_ability(
        run->change->eval, slot, instance, ability->watcher_defs[i], i);
    status = add_own_candidate(
        run, would,
        (st_watcher_candidate){
            .id = st_watcher_id_with_object(&id, would->shadow.who),
            .self = would->shadow.who,
            .you = would->controller,
            .watcher_def = ability->watcher_defs[i],
            .stamp = instance->stamp});
  }
  return status;
}

static strata_status add_own_of_abilities(st_execution *run, uint32_t slot,
                                          strata_event_type kind,
                                          st_entry_preview *would) {
  strata_attr attr = run->rules->ability_attr;
  const st_ability_lists *lists = &st_eval_pass(run->change->eval)->lists;
  const uint64_t *words;
  if (attr == 0) return STRATA_OK;
  strata_status status = st_eval_value(run->change->eval, attr, slot, &words);
  if (status) return status;
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(lists, words[0], &count);
  uint32_t *all = st_arena_alloc(&run->arena, count + 1u, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  would->shadow.abilities = all;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (items[i].forbidden) continue;
    all[would->shadow.ability_count++] = items[i].ability;
    status = add_own_of_ability(run, slot, &items[i], kind, would);
  }
  would->own_count = (uint32_t)run->own_candidate_count - would->own_first;
  return status;
}

static strata_status capture_preview(st_execution *run, uint32_t slot,
                                     strata_event_type kind,
                                     st_entry_preview *would) {
  strata_status status = copy_preview_values(run, slot, would);
  strata_entity entrant = st_entity_handle(run->store, slot);
  if (!status) {
    status =
        st_watcher_index_controller(&run->index, entrant, &would->controller);
  }
  if (would->controller == entrant) would->controller = would->shadow.who;
  return status ? status : add_own_of_abilities(run, slot, kind, would);
}

/* Their keys, which are of one that is known now. */
static strata_status eval_own_keys(st_execution *run,
                                   const st_entry_preview *would) {
  const st_last_known_context past = {&would->shadow};
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < would->own_count; i++) {
    st_watcher_candidate *found = &run->own_candidates[would->own_first + i];
    const st_watcher_key *key =
        &st_watcher_def_get(run->rules, found->watcher_def)->key;
    if (key->kind != ST_WATCHER_KEY_EQUALS_EXPR) continue;
    status = st_last_known_expr(run->change->eval, &past, key->value,
                                found->self, &found->key_value);
  }
  return status;
}

static strata_status preview_by_performing(st_execution *run, uint32_t event,
                                           st_entry_preview *would,
                                           bool *entered) {
  uint64_t before = run->store->hash;
  strata_event_type kind = st_event_get(run, event)->type;
  strata_entity made = 0;
  uint64_t mark;
  strata_status status = st_store_mark(run->store, &mark);
  if (status) return status;
  run->previews_performed++;
  status = perform_preview(run, event, &made);
  uint32_t slot = status ? 0 : current_slot_of(run, made);
  *entered = slot != 0;
  if (*entered) status = capture_preview(run, slot, kind, would);
  strata_status back = st_store_rollback(run->store, mark);
  if (!back) back = st_store_release_mark(run->store, mark);
  assert(back == STRATA_OK && run->store->hash == before);
  (void)back;
  (void)before;
  return !status && *entered ? eval_own_keys(run, would) : status;
}

/* -- Those who are the same -- */

/* Whether two who are no objects in play are the same for whatever they become:
 * nothing of created effects is on either. */
static bool enters_equally(const st_execution *run, strata_entity a,
                           strata_entity b) {
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
    for (uint32_t c = 0; c < st_attr_column_count(at); c++) {
      if (st_get_any(store, at->base_column + c, x) !=
          st_get_any(store, at->base_column + c, y)) {
        return false;
      }
    }
    if (at->layered && (st_get32(store, at->chain_column, x) != 0 ||
                        st_get32(store, at->chain_column, y) != 0)) {
      return false;
    }
  }
  return true;
}

/* Whether an event says now what another did then, but for whom. */
static bool is_same_event_content(const st_execution *run,
                                  const st_event *event,
                                  const st_entry_preview *would) {
  const st_event_type *kind = st_event_type_get(run->rules, event->type);
  if (event->type != would->event_type) return false;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    if (i != kind->affected_index && event->words[i] != would->event_words[i])
      return false;
  }
  return true;
}

/* What the event says now. */
static strata_status copy_event_content(st_execution *run, uint32_t event,
                                        st_entry_preview *would) {
  const st_event *e = st_event_get(run, event);
  const st_event_type *kind = st_event_type_get(run->rules, e->type);
  int64_t *said = st_arena_alloc(&run->arena, kind->field_count, sizeof *said);
  if (!said) return STRATA_ENOMEM;
  memcpy(said, e->words, kind->field_count * sizeof *said);
  would->event_type = e->type;
  would->event_words = said;
  return STRATA_OK;
}

/* The same of another. */
static strata_status copy_preview_for(st_execution *run,
                                      const st_entry_preview *of,
                                      strata_entity who,
                                      st_entry_preview *out) {
  strata_status status = STRATA_OK;
  *out = *of;
  out->shadow.who = who;
  out->own_first = (uint32_t)run->own_candidate_count;
  if (of->controller == of->shadow.who) out->controller = who;
  for (uint32_t i = 0; !status && i < of->own_count; i++) {
    st_watcher_candidate found = run->own_candidates[of->own_first + i];
    found.id = st_watcher_id_with_object(&found.id, who);
    found.self = who;
    found.you = out->controller;
    status = add_own_candidate(run, out, found);
  }
  return status ? status : eval_own_keys(run, out);
}

static uint32_t add_preview(st_execution *run, const st_entry_preview *would) {
  if (run->preview_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->previews, &run->preview_capacity,
                      run->preview_count + 1, sizeof run->previews[0])) {
    return 0;
  }
  run->previews[run->preview_count++] = *would;
  return (uint32_t)run->preview_count;
}

/* One of the newest that will do: its number, or 0. */
static uint32_t find_equal_preview(const st_execution *run, uint32_t event) {
  const st_event *e = &run->events[event - 1];
  strata_entity who = st_event_affected(run, e);
  size_t last = run->preview_count;
  size_t first = last > REUSE_WINDOW ? last - REUSE_WINDOW : 0;
  for (size_t n = last; n > first; n--) {
    const st_entry_preview *would = &run->previews[n - 1];
    if (would->index_serial != run->index.serial || would->refers_to_itself)
      continue;
    if (!is_same_event_content(run, e, would)) continue;
    if (enters_equally(run, who, st_entity_unless_preview(would->shadow.who)))
      return (uint32_t)n;
  }
  return 0;
}

/* What is part of how somebody enters knows him as that does: 0 if it is not
 * about him. */
static uint32_t preview_of_parent(st_execution *run, const st_event *event) {
  const st_event *parent = st_event_get(run, event->parent);
  return st_event_affected(run, event) == st_event_affected(run, parent)
             ? parent->entry_preview
             : 0;
}

strata_status st_entry_preview_refresh(st_execution *run, uint32_t event) {
  bool asked;
  st_event *e = st_event_get(run, event);
  e->entry_preview = 0;
  if (e->parent != 0 && !e->is_joined_part) {
    e->is_joined_part = st_event_get(run, e->parent)->is_joined_part;
  }
  if (e->is_joined_part) e->entry_preview = preview_of_parent(run, e);
  if (e->is_joined_part && e->entry_preview != 0) return STRATA_OK;
  strata_status status = is_preview_needed(run, event, &asked);
  return status || !asked ? status : st_entry_preview_make(run, event);
}

strata_status st_entry_preview_make(st_execution *run, uint32_t event) {
  strata_status status = STRATA_OK;
  strata_entity who = st_event_affected(run, st_event_get(run, event));
  if (who == 0) who = st_preview_nobody();
  st_entry_preview would = {.shadow = {.who = who},
                            .own_first = (uint32_t)run->own_candidate_count,
                            .index_serial = run->index.serial};
  uint32_t like = find_equal_preview(run, event);
  bool entered = true;
  if (like != 0) {
    const st_entry_preview of = run->previews[like - 1];
    status = copy_preview_for(run, &of, who, &would);
  } else {
    status = copy_event_content(run, event, &would);
    if (!status) status = preview_by_performing(run, event, &would, &entered);
  }
  if (status || !entered) return status;
  uint32_t number = add_preview(run, &would);
  st_event_get(run, event)->entry_preview = number;
  return number != 0 ? STRATA_OK : STRATA_ENOMEM;
}
