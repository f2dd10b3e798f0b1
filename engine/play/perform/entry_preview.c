/*
 * entry_preview.c - the object that an event affects, as it would be once it
 * has entered.
 *
 * Invariant: after a preview the state is what it was before, handles and
 * timestamps included, and so is the execution but for the preview. The state
 * hash is asserted in preview_by_performing and compared by test
 * unit.entry_random.
 *
 * An event that makes 8,192 tokens would perform itself as often. So an object
 * that equals an earlier one in all cells that a new object takes over, and
 * whose event has the same fields, gets a copy of that preview under its own
 * handle.
 */
#include "play/perform/entry_preview.h"

#include "play/execution/can_happen.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/perform.h"

#include <string.h>

/* How many of the newest previews are searched for an equal one. */
#define REUSE_WINDOW 16

/* A frame for the event's own program, to be returned at once. */
static uint32_t borrow_event_frame(st_execution *exec, uint32_t event) {
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type);
  return st_can_happen_new_frame(exec, event, &type->perform_program);
}

static void return_event_frame(st_execution *exec, uint32_t frame) {
  assert(frame == exec->frame_count);
  exec->frame_count--;
  (void)frame;
}

/* -- Whether a preview is needed -- */

strata_status st_entry_preview_is_entering(st_execution *exec, uint32_t event,
                                           bool *out) {
  strata_event_type type = st_event_get(exec, event)->type;
  *out = st_event_type_get(exec->rules, type)->enters;
  if (!*out || !st_event_type_get(exec->rules, type)->enters_as_alias) {
    return STRATA_OK;
  }
  *out = false;
  uint32_t frame = borrow_event_frame(exec, event);
  if (frame == 0) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  size_t count = exec->rules->names[STRATA_NAME_EVENT_TYPE].count;
  for (uint32_t k = 1; !status && !*out && k <= count; k++) {
    const st_event_type *alias = st_event_type_get(exec->rules, k);
    if (k == type || alias->unaliased != type || !alias->enters) continue;
    status = st_frame_holds(exec, frame, alias->where, out);
  }
  return_event_frame(exec, frame);
  return status;
}

#define PREVIEW_ROLES                                                          \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT) |           \
   ST_WATCHER_INDEX_ROLE(CANT))

/* Whether a candidate could apply, by the part of its key that does not depend
 * on the affected object. */
static bool may_watcher_apply(const st_execution *exec, uint32_t event,
                              uint32_t first) {
  for (uint32_t n = first; n != 0;
       n = st_watcher_index_get(&exec->index, n)->next) {
    const st_watcher_candidate *candidate =
        st_watcher_index_get(&exec->index, n);
    const st_watcher_def *def =
        st_watcher_def_get(exec->rules, candidate->watcher_def);
    if (!(PREVIEW_ROLES >> def->role & 1) || def->tests_unmodified_entry) {
      continue;
    }
    int64_t want = candidate->text != 0 ? candidate->key_value : def->key.word;
    if (def->key.kind != ST_WATCHER_KEY_EQUALS_WORD ||
        st_event_word(exec, event, def->key.field) == want) {
      return true;
    }
  }
  return false;
}

/* Whether an ability could affect its object's own entry, or change the
 * abilities of the object. */
static bool may_ability_act_entering(const st_execution *exec,
                                     uint32_t ability) {
  const st_ability *a = &exec->rules->abilities[ability];
  if (a->clause_count > 0) return true;
  for (uint32_t i = 0; i < a->watcher_def_count; i++) {
    if (st_watcher_def_get(exec->rules, a->watcher_defs[i])
            ->affects_own_entry) {
      return true;
    }
  }
  return false;
}

static strata_status may_text_act_entering(st_execution *exec, uint32_t text,
                                           bool *out) {
  st_eval *eval = exec->change->eval;
  st_ability_lists *lists = &st_eval_pass(eval)->lists;
  uint32_t list;
  strata_status status = st_ability_list_from_text(lists, &eval->compiled,
                                                   exec->store, text, &list);
  if (status) return status;
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count && !*out; i++) {
    *out = may_ability_act_entering(exec, items[i].ability);
  }
  return STRATA_OK;
}

/* Whether the entering object may have watchers of its own entry, by its own
 * abilities or because an effect changes which abilities it has. An object that
 * the event makes, or that was changed already, may have any. */
static strata_status may_have_own_watchers(st_execution *exec, uint32_t event,
                                           bool *out) {
  const st_event *e = st_event_get(exec, event);
  strata_attr attr = exec->rules->ability_attr;
  *out = false;
  if (attr == 0 ||
      !(exec->index.roles[e->type] & ST_WATCHER_INDEX_OWN_ENTERING)) {
    return STRATA_OK;
  }
  st_eval *eval = exec->change->eval;
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  strata_entity who = st_event_affected(exec, e);
  uint32_t slot = who != 0 ? st_entity_slot(exec->store, who) : 0;
  *out = e->applied_set != 0 || slot == 0 ||
         !st_evaluate_value_is_base(eval, attr, slot);
  if (*out) return STRATA_OK;
  const st_attr *a = &exec->rules->attrs[attr - 1];
  return may_text_act_entering(
      exec, (uint32_t)st_entity_base(exec->store, a, slot), out);
}

static strata_status is_preview_needed(st_execution *exec, uint32_t event,
                                       bool *out) {
  strata_event_type type = st_event_get(exec, event)->type;
  uint32_t first;
  strata_status status = st_entry_preview_is_entering(exec, event, out);
  if (status || !*out) return status;
  status =
      st_watcher_index_find(&exec->index, type, NULL, PREVIEW_ROLES, &first);
  if (status) return status;
  *out = may_watcher_apply(exec, event, first);
  return *out ? STRATA_OK : may_have_own_watchers(exec, event, out);
}

/* -- Performing the event and rolling back -- */

/* Perform the event alone. *out is the entity that has entered; 0 if none has,
 * or the event cannot be performed now. */
static strata_status perform_preview(st_execution *exec, uint32_t event,
                                     strata_entity *out) {
  strata_error error = *exec->error;
  strata_entity made = st_event_get(exec, event)->first_made;
  bool was_irreversible = exec->is_irreversible;
  uint32_t frame = borrow_event_frame(exec, event);
  if (frame == 0) return STRATA_ENOMEM;
  st_event_get(exec, event)->first_made = 0;
  exec->change->base_abilities_only = true;
  strata_status status = st_perform_isolated(exec, frame);
  exec->change->base_abilities_only = false;
  *out = st_event_get(exec, event)->first_made;
  st_event_get(exec, event)->first_made = made;
  exec->is_irreversible = was_irreversible;
  return_event_frame(exec, frame);
  if (status == STRATA_OK || status == STRATA_ENOMEM) return status;
  *exec->error = error; /* the event may still change before it happens, so this
                          is no failure */
  *out = 0;
  return STRATA_OK;
}

/* The slot of the object that an entity has become by moving. */
static uint32_t current_slot_of(const st_execution *exec, strata_entity who) {
  while (who != 0 && st_entity_slot(exec->store, who) == 0) {
    uint32_t gone = st_entity_last_known_slot(exec->store, who);
    who = gone ? st_get64(exec->store, ST_COLUMN_ENTITY_SUCCESSOR, gone) : 0;
  }
  return who != 0 ? st_entity_slot(exec->store, who) : 0;
}

/* Copy all values of the entered object. References to its temporary handle
 * become references to the entity that the event names. */
static strata_status copy_preview_values(st_execution *exec, uint32_t slot,
                                         st_entry_preview *preview) {
  const strata_rules *rules = exec->rules;
  uint64_t *all =
      st_arena_alloc(&exec->arena, exec->change->value_words, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  preview->values.words = all;
  strata_entity entered_handle = st_entity_handle(exec->store, slot);
  for (strata_attr a = 1; a <= st_attr_count(rules); a++) {
    const st_attr *attr = &rules->attrs[a - 1];
    const uint64_t *words;
    strata_status status = st_eval_value(exec->change->eval, a, slot, &words);
    if (status) return status;
    memcpy(all, words, attr->word_count * sizeof *all);
    if (attr->type == STRATA_REF && all[0] == entered_handle) {
      all[0] = preview->values.who;
      preview->refers_to_itself = true;
    }
    all += attr->word_count;
  }
  return STRATA_OK;
}

static strata_status add_own_candidate(st_execution *exec,
                                       const st_entry_preview *preview,
                                       st_watcher_candidate candidate) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate.watcher_def);
  int64_t *variables = st_arena_alloc(
      &exec->arena, def->program.variables.count + 1u, sizeof variables[0]);
  if (!variables || exec->own_candidate_count >= ST_OWN_CANDIDATE ||
      !st_mem_reserve(
          exec->mem, &exec->own_candidates, &exec->own_candidate_capacity,
          exec->own_candidate_count + 1, sizeof exec->own_candidates[0])) {
    return STRATA_ENOMEM;
  }
  variables[ST_VARIABLE_YOU] = (int64_t)candidate.you;
  candidate.variables = variables;
  exec->own_candidates[exec->own_candidate_count++] = candidate;
  assert(exec->own_candidate_count > preview->own_first);
  (void)preview;
  return STRATA_OK;
}

/* Add the watchers of one ability that affect its object's own entry and
 * function in the new zone. They say what the text of the object says once it
 * has entered (612.1, 614.12). */
static strata_status add_own_of_ability(st_execution *exec, uint32_t slot,
                                        const st_ability_instance *instance,
                                        strata_event_type type,
                                        const st_entry_preview *preview) {
  const st_ability *ability = &exec->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(exec->store, ST_COLUMN_ENTITY_ZONE, slot);
  st_eval *eval = exec->change->eval;
  if (!st_zones_contain(ability->zones, ability->zone_count, zone)) {
    return STRATA_OK;
  }
  uint32_t text;
  strata_status status = st_changed_texts_of_ability(
      &eval->changed_texts, &st_eval_pass_of(eval)->lists,
      instance->text_change, &text);
  for (uint32_t i = 0; !status && i < ability->watcher_def_count; i++) {
    const st_watcher_def *def =
        st_watcher_def_get(exec->rules, ability->watcher_defs[i]);
    if (!def->affects_own_entry ||
        st_event_type_get(exec->rules, def->event_type)->unaliased != type ||
        !st_zones_contain(def->zones, def->zone_count, zone)) {
      continue;
    }
    st_watcher_id id = st_watcher_id_of_ability(eval, slot, instance,
                                                ability->watcher_defs[i], i);
    status = add_own_candidate(
        exec, preview,
        (st_watcher_candidate){
            .id = st_watcher_id_with_object(&id, preview->values.who),
            .self = preview->values.who,
            .you = preview->controller,
            .watcher_def = ability->watcher_defs[i],
            .text = text,
            .stamp = instance->stamp});
  }
  return status;
}

static strata_status add_own_of_abilities(st_execution *exec, uint32_t slot,
                                          strata_event_type type,
                                          st_entry_preview *preview) {
  strata_attr attr = exec->rules->ability_attr;
  const st_ability_lists *lists = &st_eval_pass(exec->change->eval)->lists;
  const uint64_t *words;
  if (attr == 0) return STRATA_OK;
  strata_status status = st_eval_value(exec->change->eval, attr, slot, &words);
  if (status) return status;
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(lists, words[0], &count);
  uint32_t *all = st_arena_alloc(&exec->arena, count + 1u, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  preview->values.abilities = all;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (items[i].forbidden) continue;
    all[preview->values.ability_count++] = items[i].ability;
    status = add_own_of_ability(exec, slot, &items[i], type, preview);
  }
  preview->own_count = (uint32_t)exec->own_candidate_count - preview->own_first;
  return status;
}

static strata_status capture_preview(st_execution *exec, uint32_t slot,
                                     strata_event_type type,
                                     st_entry_preview *preview) {
  strata_status status = copy_preview_values(exec, slot, preview);
  strata_entity entered_handle = st_entity_handle(exec->store, slot);
  if (!status) {
    status = st_watcher_index_controller(&exec->index, entered_handle,
                                         &preview->controller);
  }
  if (preview->controller == entered_handle) {
    preview->controller = preview->values.who;
  }
  return status ? status : add_own_of_abilities(exec, slot, type, preview);
}

/* Evaluate the key values of the object's own watchers, now that the previewed
 * values are known. */
static strata_status eval_own_keys(st_execution *exec,
                                   const st_entry_preview *preview) {
  const st_last_known_context past = {&preview->values};
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < preview->own_count; i++) {
    st_watcher_candidate *candidate =
        &exec->own_candidates[preview->own_first + i];
    const st_watcher_key *key =
        &st_watcher_def_get(exec->rules, candidate->watcher_def)->key;
    if (candidate->text != 0) {
      candidate->key_value =
          st_watcher_index_key_word(&exec->index, key, candidate->text);
    }
    if (key->kind != ST_WATCHER_KEY_EQUALS_EXPR) continue;
    const strata_expr *value = key->value;
    status = st_changed_texts_expr(&exec->change->eval->changed_texts,
                                   candidate->text, &value);
    if (!status) {
      status = st_last_known_expr(exec->change->eval, &past, value,
                                  candidate->self, &candidate->key_value);
    }
  }
  return status;
}

static strata_status preview_by_performing(st_execution *exec, uint32_t event,
                                           st_entry_preview *preview,
                                           bool *entered) {
  uint64_t before = exec->store->hash;
  strata_event_type type = st_event_get(exec, event)->type;
  strata_entity made = 0;
  uint64_t mark;
  strata_status status = st_store_mark(exec->store, &mark);
  if (status) return status;
  exec->previews_performed++;
  status = perform_preview(exec, event, &made);
  uint32_t slot = status ? 0 : current_slot_of(exec, made);
  *entered = slot != 0;
  if (*entered) status = capture_preview(exec, slot, type, preview);
  strata_status back = st_store_rollback(exec->store, mark);
  if (!back) back = st_store_release_mark(exec->store, mark);
  assert(back == STRATA_OK && exec->store->hash == before);
  (void)back;
  (void)before;
  return !status && *entered ? eval_own_keys(exec, preview) : status;
}

/* -- Equal objects -- */

/* Whether two objects that are not in play become the same if they enter: equal
 * definition, zone, owner of the zone and base values, and no created effect on
 * either. */
static bool enters_equally(const st_execution *exec, strata_entity a,
                           strata_entity b) {
  static const uint32_t columns[] = {ST_COLUMN_ENTITY_DEFINITION,
                                     ST_COLUMN_ENTITY_ZONE,
                                     ST_COLUMN_ENTITY_ZONE_PLAYER};
  const st_store *store = exec->store;
  uint32_t x = a != 0 ? st_entity_slot(store, a) : 0;
  uint32_t y = b != 0 ? st_entity_slot(store, b) : 0;
  if (x == 0 || y == 0) return a == b;
  for (size_t i = 0; i < ST_COUNT_OF(columns); i++) {
    if (st_get32(store, columns[i], x) != st_get32(store, columns[i], y)) {
      return false;
    }
  }
  for (strata_attr attr = 1; attr <= st_attr_count(exec->rules); attr++) {
    const st_attr *at = &exec->rules->attrs[attr - 1];
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

/* Whether an event has the fields that another had, but for the affected
 * object. */
static bool is_same_event_content(const st_execution *exec,
                                  const st_event *event,
                                  const st_entry_preview *preview) {
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  if (event->type != preview->event_type) return false;
  for (uint32_t i = 0; i < type->field_count; i++) {
    if (i != type->affected_index &&
        event->words[i] != preview->event_words[i]) {
      return false;
    }
  }
  return true;
}

/* Remember the event's fields with the preview. */
static strata_status copy_event_content(st_execution *exec, uint32_t event,
                                        st_entry_preview *preview) {
  const st_event *e = st_event_get(exec, event);
  const st_event_type *type = st_event_type_get(exec->rules, e->type);
  int64_t *said = st_arena_alloc(&exec->arena, type->field_count, sizeof *said);
  if (!said) return STRATA_ENOMEM;
  memcpy(said, e->words, type->field_count * sizeof *said);
  preview->event_type = e->type;
  preview->event_words = said;
  return STRATA_OK;
}

/* Copy a preview for another object. */
static strata_status copy_preview_for(st_execution *exec,
                                      const st_entry_preview *of,
                                      strata_entity who,
                                      st_entry_preview *out) {
  strata_status status = STRATA_OK;
  *out = *of;
  out->values.who = who;
  out->own_first = (uint32_t)exec->own_candidate_count;
  if (of->controller == of->values.who) out->controller = who;
  for (uint32_t i = 0; !status && i < of->own_count; i++) {
    st_watcher_candidate candidate = exec->own_candidates[of->own_first + i];
    candidate.id = st_watcher_id_with_object(&candidate.id, who);
    candidate.self = who;
    candidate.you = out->controller;
    status = add_own_candidate(exec, out, candidate);
  }
  return status ? status : eval_own_keys(exec, out);
}

static uint32_t add_preview(st_execution *exec,
                            const st_entry_preview *preview) {
  if (exec->preview_count >= UINT32_MAX ||
      !st_mem_reserve(exec->mem, &exec->previews, &exec->preview_capacity,
                      exec->preview_count + 1, sizeof exec->previews[0])) {
    return 0;
  }
  exec->previews[exec->preview_count++] = *preview;
  return (uint32_t)exec->preview_count;
}

/* The number of an equal preview among the newest; 0: none. */
static uint32_t find_equal_preview(const st_execution *exec, uint32_t event) {
  const st_event *e = &exec->events[event - 1];
  strata_entity who = st_event_affected(exec, e);
  size_t last = exec->preview_count;
  size_t first = last > REUSE_WINDOW ? last - REUSE_WINDOW : 0;
  for (size_t n = last; n > first; n--) {
    const st_entry_preview *preview = &exec->previews[n - 1];
    if (preview->index_serial != exec->index.serial ||
        preview->refers_to_itself) {
      continue;
    }
    if (!is_same_event_content(exec, e, preview)) continue;
    if (enters_equally(exec, who,
                       st_entity_unless_preview(preview->values.who))) {
      return (uint32_t)n;
    }
  }
  return 0;
}

/* The preview of the event that this is part of, if both affect the same
 * object; else 0. A part that affects nobody is not about an object that does
 * not exist yet. */
static uint32_t preview_of_parent(st_execution *exec, const st_event *event) {
  const st_event *parent = st_event_get(exec, event->parent);
  strata_entity who = st_event_affected(exec, event);
  bool same =
      who != 0 ? who == st_event_affected(exec, parent)
               : event->affects_entrant && st_event_affected(exec, parent) == 0;
  return same ? parent->entry_preview : 0;
}

strata_status st_entry_preview_refresh(st_execution *exec, uint32_t event) {
  bool needed;
  st_event *e = st_event_get(exec, event);
  e->entry_preview = 0;
  if (e->parent != 0 && !e->is_joined_part) {
    const st_event *parent = st_event_get(exec, e->parent);
    e->is_joined_part = parent->is_joined_part;
    e->affects_entrant = parent->affects_entrant;
  }
  if (e->is_joined_part) e->entry_preview = preview_of_parent(exec, e);
  if (e->is_joined_part && e->entry_preview != 0) return STRATA_OK;
  strata_status status = is_preview_needed(exec, event, &needed);
  return status || !needed ? status : st_entry_preview_make(exec, event);
}

strata_status st_entry_preview_make(st_execution *exec, uint32_t event) {
  strata_status status = STRATA_OK;
  strata_entity who = st_event_affected(exec, st_event_get(exec, event));
  if (who == 0) who = st_preview_nobody();
  st_entry_preview preview = {.values = {.who = who},
                              .own_first = (uint32_t)exec->own_candidate_count,
                              .index_serial = exec->index.serial};
  uint32_t equal_number = find_equal_preview(exec, event);
  bool entered = true;
  if (equal_number != 0) {
    const st_entry_preview of = exec->previews[equal_number - 1];
    status = copy_preview_for(exec, &of, who, &preview);
  } else {
    status = copy_event_content(exec, event, &preview);
    if (!status) {
      status = preview_by_performing(exec, event, &preview, &entered);
    }
  }
  if (status || !entered) return status;
  uint32_t number = add_preview(exec, &preview);
  st_event_get(exec, event)->entry_preview = number;
  return number != 0 ? STRATA_OK : STRATA_ENOMEM;
}
