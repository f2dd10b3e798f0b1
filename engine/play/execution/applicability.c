/*
 * judge.c - whether a watcher applies to an event.
 *
 * Expressions of watchers are evaluated in one frame that is kept for it, since
 * a run may ask a million times; what applies gets a frame of its own.
 */
#include "play/execution/applicability.h"

#include "layers/update/last_known.h"
#include "play/execution/trace.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index_update.h"
#include "world/tables/started_watchers.h"

#include <string.h>

/* -- Frames -- */

uint32_t st_can_happen_new_frame(st_execution *run, uint32_t number,
                                 const st_program *program) {
  const strata_rules *rules = run->rules;
  strata_entity cause =
      (strata_entity)st_event_word(run, number, rules->common_fields.cause);
  strata_entity by =
      (strata_entity)st_event_word(run, number, rules->common_fields.by);
  return st_frame_new(run, program, cause, by, number);
}

/* A frame whose names are lent, and not bound by what it is for. */
static strata_status borrow_condition_frame(st_execution *run,
                                            const st_program *program,
                                            int64_t *names, strata_entity self,
                                            uint32_t event) {
  if (run->condition_frame == 0) {
    run->condition_frame = st_frame_new(run, program, 0, 0, 0);
    if (run->condition_frame == 0) return STRATA_ENOMEM;
  }
  st_frame *frame = st_frame_get(run, run->condition_frame);
  *frame = (st_frame){.program = program, .self = self, .event = event};
  frame->variables = names;
  return STRATA_OK;
}

/* -- What it says -- */

/* What is to come is judged as it would be. */
static bool uses_entry_preview(const st_watcher_def *code) {
  return !code->tests_unmodified_entry &&
         (code->role == STRATA_ROLE_REPLACE ||
          code->role == STRATA_ROLE_PREVENT || code->role == STRATA_ROLE_CANT);
}

/* Whom a code knows by the shadow of who would be; NULL: nobody. */
static st_last_known_context preview_past(const st_execution *run,
                                          const st_watcher_def *code,
                                          uint32_t event) {
  const st_entry_preview *would =
      uses_entry_preview(code) ? st_event_entry_preview(run, event) : NULL;
  return (st_last_known_context){would ? &would->shadow : NULL};
}

/* What a field says to a code. */
static int64_t field_word_for_watcher(const st_execution *run,
                                      const st_watcher_def *code,
                                      uint32_t event, strata_field field) {
  return uses_entry_preview(code) ? (int64_t)st_event_entity(run, event, field)
                                  : st_event_word(run, event, field);
}

/* The cheap condition that an index goes by. */
static strata_status matches_key(st_execution *run,
                                 const st_watcher_candidate *found,
                                 uint32_t event, bool *fits) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  const st_watcher_key *key = &code->key;
  *fits = true;
  if (key->kind == ST_WATCHER_KEY_NONE) return STRATA_OK;
  int64_t word = field_word_for_watcher(run, code, event, key->field);
  if (key->kind == ST_WATCHER_KEY_EQUALS_WORD) *fits = word == key->word;
  if (key->kind == ST_WATCHER_KEY_EQUALS_EXPR) *fits = word == found->key_value;
  if (key->kind != ST_WATCHER_KEY_HAS_SYMBOL) return STRATA_OK;
  const st_last_known_context past = preview_past(run, code, event);
  uint32_t slot = st_last_known_slot(run->store, &past, (strata_entity)word);
  *fits = false;
  if (slot == 0) return STRATA_OK;
  return st_last_known_has(run->change->eval, &past, key->attr, slot,
                           (uint32_t)key->word, fits);
}

/* What is not yet to happen to somebody can no more if he is gone. Of others,
 * and of what has happened, it is asked what was last known (608.2h). */
static bool is_testable_entity(const st_execution *run,
                               const st_watcher_def *code, uint32_t event,
                               strata_field field, strata_entity who) {
  if (who == 0) return false;
  const st_last_known_context past = preview_past(run, code, event);
  if (past.preview && past.preview->who == who) return true;
  const st_event_type *kind =
      st_event_type_unalias(run->rules, code->event_type);
  bool before = code->tests_unmodified_entry || uses_entry_preview(code);
  if (before && st_event_type_field_index(run->rules, code->event_type,
                                          field) == kind->affected_index) {
    return st_entity_slot(run->store, who) != 0;
  }
  return st_last_known_slot(run->store, NULL, who) != 0;
}

/* Whom the fields name must fulfil the tests; nobody fulfils none. What its key
 * says holds. */
static strata_status matches_field_tests(st_execution *run,
                                         const st_watcher_def *code,
                                         uint32_t event, bool *fits) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && *fits && i < code->test_count; i++) {
    const st_field_test *test = &code->tests[i];
    strata_entity it =
        (strata_entity)field_word_for_watcher(run, code, event, test->field);
    int64_t yes = 0;
    if (is_testable_entity(run, code, event, test->field, it)) {
      yes = test->predicate == code->key.exact_condition;
      if (yes) continue;
      status =
          st_frame_eval(run, run->condition_frame, test->predicate, it, &yes);
    }
    *fits = yes != 0;
  }
  return status;
}

/* Whether a condition asks for more than the key. */
static bool is_beyond_key(const st_watcher_key *key,
                          const strata_expr *condition) {
  return condition && condition != key->exact_condition;
}

static strata_status matches_condition(st_execution *run,
                                       const st_watcher_key *key,
                                       const strata_expr *condition,
                                       bool *fits) {
  if (!*fits || !is_beyond_key(key, condition)) return STRATA_OK;
  return st_frame_holds(run, run->condition_frame, condition, fits);
}

strata_status st_applicability_test(st_execution *run,
                                    const st_watcher_candidate *found,
                                    uint32_t event, bool *says) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  strata_status status = matches_key(run, found, event, says);
  if (status || !*says) return status;
  const strata_expr *where =
      st_event_type_get(run->rules, code->event_type)->where;
  bool more = code->test_count > 0 || is_beyond_key(&code->key, where) ||
              is_beyond_key(&code->key, code->when);
  if (!more) return STRATA_OK;
  status = borrow_condition_frame(run, &code->program, found->variables,
                                  found->self, event);
  if (!status) {
    st_frame_get(run, run->condition_frame)->uses_preview =
        uses_entry_preview(code);
    status = matches_condition(run, &code->key, where, says);
  }
  if (!status) status = matches_field_tests(run, code, event, says);
  if (!status) status = matches_condition(run, &code->key, code->when, says);
  return status;
}

static strata_status find_unmet_part(st_execution *run, const strata_expr *part,
                                     st_unmet_condition *out) {
  bool fits = true;
  strata_status status = st_frame_holds(run, run->condition_frame, part, &fits);
  if (!fits) out->condition = part;
  return status;
}

strata_status st_applicability_find_unmet(st_execution *run,
                                          const st_watcher_candidate *found,
                                          uint32_t event,
                                          st_unmet_condition *out) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  *out = (st_unmet_condition){0};
  strata_status status = borrow_condition_frame(
      run, &code->program, found->variables, found->self, event);
  if (status) return status;
  st_frame_get(run, run->condition_frame)->uses_preview =
      uses_entry_preview(code);
  status = find_unmet_part(
      run, st_event_type_get(run->rules, code->event_type)->where, out);
  for (uint32_t i = 0; !status && !out->condition && i < code->test_count;
       i++) {
    const st_field_test *test = &code->tests[i];
    strata_entity it =
        (strata_entity)field_word_for_watcher(run, code, event, test->field);
    int64_t yes = 0;
    if (is_testable_entity(run, code, event, test->field, it)) {
      status =
          st_frame_eval(run, run->condition_frame, test->predicate, it, &yes);
    }
    if (!yes) *out = (st_unmet_condition){test->predicate, it, test->field};
  }
  if (!status && !out->condition)
    status = find_unmet_part(run, code->when, out);
  return status;
}

strata_status st_applicability_eval(st_execution *run,
                                    const st_watcher_candidate *found,
                                    uint32_t event, const strata_expr *expr,
                                    int64_t *out) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  strata_status status = borrow_condition_frame(
      run, &code->program, found->variables, found->self, event);
  if (status) return status;
  return st_frame_eval(run, run->condition_frame, expr, 0, out);
}

/* -- Whether its player wants it -- */

strata_status st_decisions_ask_optional(st_execution *run,
                                        strata_watcher_def code,
                                        strata_entity source,
                                        strata_entity player, bool *yes) {
  *yes = true;
  const st_watcher_def *c = st_watcher_def_get(run->rules, code);
  if (!c->optional) return STRATA_OK;
  st_new_decision ask = {.player = player,
                         .source = source,
                         .prompt = c->name,
                         .min = 1,
                         .max = 1};
  const st_new_answer *answer;
  if (!st_decisions_offer_may(run, &ask)) return STRATA_ENOMEM;
  strata_status status = st_decisions_ask(run, &ask, &answer);
  if (!status) *yes = answer->options[0] == 0;
  return status;
}

/* -- How often -- */

/* Where it is remembered how often: with the watcher. */
static st_notes_head use_notes_home(const st_execution *run,
                                    const st_watcher_candidate *found) {
  if (found->started_handle != 0) {
    return st_started_watcher_variables(
        st_started_watcher_slot(run->store, found->started_handle));
  }
  uint32_t slot =
      found->self != 0 ? st_entity_slot(run->store, found->self) : 0;
  return slot != 0 ? st_notes_of_entity(slot) : st_notes_of_world();
}

/* Numbers that are kept of a watcher of an identity. */
typedef struct use_counter {
  st_notes_head home;
  uint64_t identity;
} use_counter;

static use_counter use_counter_of_watcher(const st_execution *run,
                                          const st_watcher_candidate *found) {
  return (use_counter){use_notes_home(run, found),
                       st_watcher_id_save_key(&found->id, run->rules)};
}

static int64_t get_use_note(const st_execution *run, const use_counter *of,
                            const char *name) {
  st_raw_value word = {0};
  uint64_t key = st_note_key(name, strlen(name), of->identity);
  bool known = st_notes_find(run->store, of->home, key, &word);
  return known ? word.number : 0;
}

static strata_status set_use_note(st_execution *run, const use_counter *of,
                                  const char *name, int64_t number) {
  uint64_t key = st_note_key(name, strlen(name), of->identity);
  return st_notes_set(run->store, of->home, key,
                      (st_raw_value){.number = number});
}

/* How its clock stands, from 1. */
static int64_t current_tick(const st_execution *run,
                            const st_watcher_def *code) {
  return 1 + (int64_t)st_get64(
                 run->store, st_clock_ticks_column(run->rules, code->clock), 1);
}

static uint32_t uses_remaining(uint32_t limit, int64_t used) {
  return used < (int64_t)limit ? limit - (uint32_t)used : 0;
}

/* How often since its clock has ticked. */
static int64_t uses_since_tick(const st_execution *run,
                               const st_watcher_def *code,
                               const use_counter *of) {
  bool now = get_use_note(run, of, "tick") == current_tick(run, code);
  return now ? get_use_note(run, of, "times") : 0;
}

static strata_status count_use_since_tick(st_execution *run,
                                          const st_watcher_def *code,
                                          const use_counter *of) {
  int64_t times = uses_since_tick(run, code, of);
  strata_status status = set_use_note(run, of, "times", times + 1);
  return status ? status
                : set_use_note(run, of, "tick", current_tick(run, code));
}

uint32_t st_use_limits_left(const st_execution *run,
                            const st_watcher_candidate *found) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  uint32_t uses = UINT32_MAX;
  if (found->started_handle == 0 && code->uses == 0 &&
      code->uses_per_clock == 0)
    return uses;
  use_counter of = use_counter_of_watcher(run, found);
  if (found->started_handle != 0) {
    uint32_t slot = st_started_watcher_slot(run->store, found->started_handle);
    if (slot == 0 || st_started_watcher_is_spent(run->store, slot)) return 0;
    uint32_t left;
    if (st_started_watcher_uses_left(run->store, slot, &left)) uses = left;
  } else if (code->uses != 0) {
    uses = uses_remaining(code->uses, get_use_note(run, &of, "used"));
  }
  if (code->uses_per_clock != 0) {
    uint32_t left =
        uses_remaining(code->uses_per_clock, uses_since_tick(run, code, &of));
    if (left < uses) uses = left;
  }
  return uses;
}

strata_status st_use_limits_count_use(st_execution *run,
                                      const st_watcher_candidate *found) {
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  strata_status status = STRATA_OK;
  if (found->started_handle != 0) {
    status = st_started_watcher_use(
        run->store, st_started_watcher_slot(run->store, found->started_handle));
  } else if (code->uses != 0) {
    use_counter of = use_counter_of_watcher(run, found);
    status = set_use_note(run, &of, "used", get_use_note(run, &of, "used") + 1);
  }
  if (status || code->uses_per_clock == 0 || code->counts_done) return status;
  use_counter of = use_counter_of_watcher(run, found);
  return count_use_since_tick(run, code, &of);
}

/* Where is kept how often a trigger that is being done was. */
static use_counter use_counter_of_frame(const st_execution *run,
                                        uint32_t frame) {
  const st_frame *f = &run->frames[frame - 1];
  uint32_t slot = st_entity_slot(run->store, f->self);
  return (use_counter){slot != 0 ? st_notes_of_entity(slot)
                                 : st_notes_of_world(),
                       f->limits_key};
}

strata_status st_use_limits_try(st_execution *run, strata_watcher_def id,
                                uint32_t frame, bool *yes) {
  const st_watcher_def *code = st_watcher_def_get(run->rules, id);
  const st_frame *f = st_frame_get(run, frame);
  *yes = true;
  if (!code->counts_done && !code->optional) return STRATA_OK;
  use_counter of = use_counter_of_frame(run, frame);
  *yes =
      !code->counts_done ||
      uses_remaining(code->uses_per_clock, uses_since_tick(run, code, &of)) > 0;
  if (!*yes) return STRATA_OK;
  strata_status status = st_decisions_ask_optional(
      run, id, f->self, (strata_entity)f->variables[ST_VARIABLE_YOU], yes);
  if (status || !*yes || !code->counts_done) return status;
  return count_use_since_tick(run, code, &of);
}

bool st_use_limits_allow(const st_execution *run,
                         const st_watcher_candidate *found, uint32_t event) {
  const st_event *e = &run->events[event - 1];
  /* Who may apply again waits for something else to have come between. */
  bool again =
      st_watcher_def_get(run->rules, found->watcher_def)->may_apply_again;
  bool was = again ? e->last_applied_hash == found->id.hash
                   : st_applied_sets_has(&run->applied_sets, e->applied_set,
                                         &found->id);
  return !was && st_use_limits_left(run, found) > 0;
}

/* -- The log -- */

strata_status st_event_log_write_outcome(st_execution *run, uint32_t number,
                                         st_logged what,
                                         strata_watcher_def code,
                                         strata_entity source,
                                         int64_t prevented) {
  st_event *event = st_event_get(run, number);
  if (st_event_type_get(run->rules, event->type)->quiet) return STRATA_OK;
  static const char name[] = "prevented";
  st_note field = {st_note_key(name, sizeof name - 1, 0),
                   {.number = prevented}};
  st_new_log_row row = {
      .what = what,
      .event_type = event->type,
      .watcher_def = code,
      .parent =
          event->parent != 0 ? st_event_get(run, event->parent)->log_row : 0,
      .who = st_event_affected(run, event),
      .source = source,
      .fields = &field,
      .field_count = prevented != 0,
      .count = 1};
  return st_log_add(run->store, &row, &event->log_row);
}

strata_status st_event_log_write_words(st_execution *run, uint32_t number,
                                       st_logged what, strata_watcher_def code,
                                       uint64_t *row) {
  const st_event *event = st_event_get(run, number);
  const st_event_type *kind = st_event_type_get(run->rules, event->type);
  st_note fields[ST_EVENT_TYPE_FIELDS + ST_COMMON_FIELDS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    strata_field field = kind->fields[i];
    if (event->words[i] == 0) continue;
    strata_type type = (strata_type)run->rules->field_types[field - 1];
    fields[count++] = (st_note){run->rules->field_keys[field - 1],
                                st_raw_value_of(type, event->words[i])};
  }
  st_new_log_row made = {
      .what = what,
      .event_type = event->type,
      .watcher_def = code,
      .parent =
          event->parent != 0 ? st_event_get(run, event->parent)->log_row : 0,
      .who = st_event_affected(run, event),
      .source = (strata_entity)st_event_word(run, number,
                                             run->rules->common_fields.cause),
      .fields = fields,
      .field_count = count,
      .count = 1};
  return st_log_add(run->store, &made, row);
}

/* -- Whether there is such an event, and whether it can happen -- */

/* `would`: it is asked of who enters as he would be. */
static strata_status event_condition_holds(st_execution *run, uint32_t event,
                                           const strata_expr *condition,
                                           bool would, bool *out) {
  *out = true;
  if (!condition) return STRATA_OK;
  const st_event_type *kind =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  int64_t names[ST_VARIABLE_FIRST_OWN] = {
      [ST_VARIABLE_YOU] =
          st_event_word(run, event, run->rules->common_fields.by)};
  strata_entity cause =
      (strata_entity)st_event_word(run, event, run->rules->common_fields.cause);
  strata_status status =
      borrow_condition_frame(run, &kind->perform_program, names, cause, event);
  if (status) return status;
  st_frame_get(run, run->condition_frame)->uses_preview = would;
  return st_frame_holds(run, run->condition_frame, condition, out);
}

strata_status st_can_happen_condition(st_execution *run, uint32_t event,
                                      const strata_expr *condition, bool *out) {
  return event_condition_holds(run, event, condition, false, out);
}

static strata_status is_cant_effect(st_execution *run,
                                    const st_watcher_candidate *found,
                                    uint32_t event, bool *out) {
  *out = false;
  bool bans = st_watcher_def_get(run->rules, found->watcher_def)->role ==
                  STRATA_ROLE_CANT &&
              st_use_limits_left(run, found) > 0;
  return bans ? st_applicability_test(run, found, event, out) : STRATA_OK;
}

/* The first who says that it cannot, or NULL: others, then who enters. */
static strata_status find_cant_effect(st_execution *run, uint32_t event,
                                      const st_watcher_candidate **out) {
  uint32_t n;
  bool says = false;
  *out = NULL;
  strata_status status = st_watcher_index_find(
      &run->index, st_event_get(run, event)->type,
      st_event_key_words(run, event), ST_WATCHER_INDEX_ROLE(CANT), &n);
  while (!status && n != 0 && !says) {
    *out = st_watcher_index_get(&run->index, n);
    status = is_cant_effect(run, *out, event, &says);
    n = (*out)->next;
  }
  const st_entry_preview *would = st_event_entry_preview(run, event);
  if (would && would->event_type != st_event_get(run, event)->type)
    would = NULL;
  uint32_t own = would ? would->own_first : 0;
  uint32_t end = would ? own + would->own_count : 0;
  for (; !status && own < end && !says; own++) {
    *out = st_execution_candidate(run, ST_OWN_CANDIDATE | own);
    status = is_cant_effect(run, *out, event, &says);
  }
  if (!says) *out = NULL;
  return status;
}

strata_status st_can_happen_refuse(st_execution *run, uint32_t event,
                                   strata_watcher_def code,
                                   strata_entity source) {
  st_event_get(run, event)->state = ST_EVENT_REFUSED;
  bool held = st_watcher_index_is_current(&run->index);
  strata_status status = st_event_log_write_outcome(
      run, event, ST_LOGGED_REFUSED, code, source, 0);
  st_watcher_index_stay_current(&run->index, held);
  const st_watcher_candidate by = {.watcher_def = code, .self = source};
  if (!status && st_trace_is_on(run)) {
    status = st_trace_add_watcher(run, ST_TRACE_REFUSED, event, &by);
  }
  return status;
}

strata_status st_can_happen_update_matters(st_execution *run, uint32_t event) {
  const st_event_type *kind =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  bool yes;
  strata_status status =
      event_condition_holds(run, event, kind->matters, false, &yes);
  if (status || yes) return status;
  st_event_get(run, event)->state = ST_EVENT_DROPPED;
  return st_trace_is_on(run)
             ? st_trace_add_dropped(run, event, kind->matters->text)
             : STRATA_OK;
}

strata_status st_can_happen_update(st_execution *run, uint32_t event) {
  const st_event_type *kind =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  bool yes;
  strata_status status = st_can_happen_update_matters(run, event);
  if (status || !st_event_is_proposed(st_event_get(run, event))) return status;
  status = event_condition_holds(run, event, kind->can, true, &yes);
  if (status) return status;
  if (!yes) return st_can_happen_refuse(run, event, 0, 0);
  const st_watcher_candidate *ban;
  status = find_cant_effect(run, event, &ban);
  if (status || !ban) return status;
  return st_can_happen_refuse(run, event, ban->watcher_def,
                              st_entity_unless_preview(ban->self));
}
