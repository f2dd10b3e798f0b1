/*
 * applicability.c - whether a watcher's conditions hold for an event.
 *
 * All conditions are evaluated in one frame that is kept for it, since an
 * execution may test a million candidates; only a watcher that applies gets a
 * frame of its own.
 */
#include "play/execution/applicability.h"

#include "layers/update/last_known.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"

strata_status st_applicability_borrow_frame(st_execution *exec,
                                            const st_program *program,
                                            int64_t *variables,
                                            strata_entity self,
                                            uint32_t event) {
  if (exec->condition_frame == 0) {
    exec->condition_frame = st_frame_new(exec, program, 0, 0, 0);
    if (exec->condition_frame == 0) return STRATA_ENOMEM;
  }
  st_frame *frame = st_frame_get(exec, exec->condition_frame);
  *frame = (st_frame){.program = program, .self = self, .event = event};
  frame->variables = variables;
  return STRATA_OK;
}

/* Whether a watcher sees the affected object as it would enter: replacements,
 * preventions and "can't" do (614.12), unless they ask for the object as it
 * is. */
static bool uses_entry_preview(const st_watcher_def *def) {
  return !def->tests_unmodified_entry &&
         (def->role == STRATA_ROLE_REPLACE ||
          def->role == STRATA_ROLE_PREVENT || def->role == STRATA_ROLE_CANT);
}

/* The context in which a watcher sees the previewed object; empty if it sees
 * none. */
static st_last_known_context preview_past(const st_execution *exec,
                                          const st_watcher_def *def,
                                          uint32_t event) {
  const st_entry_preview *preview =
      uses_entry_preview(def) ? st_event_entry_preview(exec, event) : NULL;
  return (st_last_known_context){preview ? &preview->values : NULL};
}

/* The value of a field as a watcher sees it. */
static int64_t field_word_for_watcher(const st_execution *exec,
                                      const st_watcher_def *def, uint32_t event,
                                      strata_field field) {
  return uses_entry_preview(def) ? (int64_t)st_event_entity(exec, event, field)
                                 : st_event_word(exec, event, field);
}

/* The value that the field of an EQUALS_EXPR key must have. The index knows the
 * value of objects as they are; what would enter is asked as it would be. */
static strata_status
key_value_for_watcher(st_execution *exec, const st_watcher_candidate *candidate,
                      const st_last_known_context *past, int64_t *out) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  const strata_expr *value = def->key.value;
  st_eval *eval = exec->change->eval;
  *out = candidate->key_value;
  if (!past->preview || (past->preview->who != candidate->self &&
                         !st_watcher_bucket_reads_others(&def->key))) {
    return STRATA_OK;
  }
  strata_status status =
      st_changed_texts_expr(&eval->changed_texts, candidate->text, &value);
  return status ? status
                : st_last_known_expr(eval, past, value, candidate->self, out);
}

/* Test the key, the cheap condition that the index is sorted by. */
static strata_status matches_key(st_execution *exec,
                                 const st_watcher_candidate *candidate,
                                 uint32_t event, bool *fits) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  const st_watcher_key *key = &def->key;
  *fits = true;
  if (key->kind == ST_WATCHER_KEY_NONE) return STRATA_OK;
  int64_t word = field_word_for_watcher(exec, def, event, key->field);
  int64_t want = candidate->text != 0 ? candidate->key_value : key->word;
  if (key->kind == ST_WATCHER_KEY_EQUALS_WORD) *fits = word == want;
  const st_last_known_context past = preview_past(exec, def, event);
  if (key->kind == ST_WATCHER_KEY_EQUALS_EXPR) {
    strata_status status = key_value_for_watcher(exec, candidate, &past, &want);
    *fits = word == want;
    return status;
  }
  if (key->kind != ST_WATCHER_KEY_HAS_SYMBOL) return STRATA_OK;
  uint32_t slot = st_last_known_slot(exec->store, &past, (strata_entity)word);
  *fits = false;
  if (slot == 0 || want == UINT32_MAX) return STRATA_OK;
  return st_last_known_has(exec->change->eval, &past, key->attr, slot,
                           (uint32_t)want, fits);
}

/* Whether a field test can be evaluated for an entity. What is yet to happen to
 * an object cannot happen once the object is gone; of other entities, and of
 * what has happened, the last known information is tested (608.2h). */
static bool is_testable_entity(const st_execution *exec,
                               const st_watcher_def *def, uint32_t event,
                               strata_field field, strata_entity who) {
  if (who == 0) return false;
  const st_last_known_context past = preview_past(exec, def, event);
  if (past.preview && past.preview->who == who) return true;
  const st_event_type *type =
      st_event_type_unalias(exec->rules, def->event_type);
  bool before = def->tests_unmodified_entry || uses_entry_preview(def);
  if (before && st_event_type_field_index(exec->rules, def->event_type,
                                          field) == type->affected_index) {
    return st_entity_slot(exec->store, who) != 0;
  }
  return st_last_known_slot(exec->store, NULL, who) != 0;
}

/* Test the entities in the fields; a field without an entity fails its test.
 * The test that the key stands for is known to hold. */
static strata_status matches_field_tests(st_execution *exec,
                                         const st_watcher_def *def,
                                         uint32_t event, bool *fits) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && *fits && i < def->test_count; i++) {
    const st_field_test *test = &def->tests[i];
    strata_entity it =
        (strata_entity)field_word_for_watcher(exec, def, event, test->field);
    int64_t yes = 0;
    if (is_testable_entity(exec, def, event, test->field, it)) {
      yes = test->predicate == def->key.exact_condition;
      if (yes) continue;
      status =
          st_frame_eval(exec, exec->condition_frame, test->predicate, it, &yes);
    }
    *fits = yes != 0;
  }
  return status;
}

/* Whether a condition is more than what the key has tested. */
static bool is_beyond_key(const st_watcher_key *key,
                          const strata_expr *condition) {
  return condition && condition != key->exact_condition;
}

static strata_status matches_condition(st_execution *exec,
                                       const st_watcher_key *key,
                                       const strata_expr *condition,
                                       bool *fits) {
  if (!*fits || !is_beyond_key(key, condition)) return STRATA_OK;
  return st_frame_holds(exec, exec->condition_frame, condition, fits);
}

strata_status st_applicability_test(st_execution *exec,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, bool *applies) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  strata_status status = matches_key(exec, candidate, event, applies);
  if (status || !*applies) return status;
  const strata_expr *where =
      st_event_type_get(exec->rules, def->event_type)->where;
  bool more = def->test_count > 0 || is_beyond_key(&def->key, where) ||
              is_beyond_key(&def->key, def->when);
  if (!more) return STRATA_OK;
  status = st_applicability_borrow_frame(
      exec, &def->program, candidate->variables, candidate->self, event);
  if (status) return status;
  st_frame_get(exec, exec->condition_frame)->uses_preview =
      uses_entry_preview(def);
  status = matches_condition(exec, &def->key, where, applies);
  /* An alias is a word of the rules: what it means does not change. */
  st_frame_get(exec, exec->condition_frame)->text = candidate->text;
  if (!status) status = matches_field_tests(exec, def, event, applies);
  if (!status) status = matches_condition(exec, &def->key, def->when, applies);
  return status;
}

static strata_status find_unmet_part(st_execution *exec,
                                     const strata_expr *part,
                                     st_unmet_condition *out) {
  bool fits = true;
  strata_status status =
      st_frame_holds(exec, exec->condition_frame, part, &fits);
  if (!fits) out->condition = part;
  return status;
}

/* What is unmet is reported as the text change makes it, and evaluated in a
 * frame without one: parts of it are asked next. */
strata_status st_applicability_find_unmet(st_execution *exec,
                                          const st_watcher_candidate *candidate,
                                          uint32_t event,
                                          st_unmet_condition *out) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  st_changed_texts *texts = &exec->change->eval->changed_texts;
  *out = (st_unmet_condition){0};
  strata_status status = st_applicability_borrow_frame(
      exec, &def->program, candidate->variables, candidate->self, event);
  if (status) return status;
  st_frame_get(exec, exec->condition_frame)->uses_preview =
      uses_entry_preview(def);
  status = find_unmet_part(
      exec, st_event_type_get(exec->rules, def->event_type)->where, out);
  for (uint32_t i = 0; !status && !out->condition && i < def->test_count; i++) {
    const st_field_test *test = &def->tests[i];
    const strata_expr *predicate = test->predicate;
    status = st_changed_texts_expr(texts, candidate->text, &predicate);
    strata_entity it =
        (strata_entity)field_word_for_watcher(exec, def, event, test->field);
    int64_t yes = 0;
    if (!status && is_testable_entity(exec, def, event, test->field, it)) {
      status = st_frame_eval(exec, exec->condition_frame, predicate, it, &yes);
    }
    if (!yes) *out = (st_unmet_condition){predicate, it, test->field};
  }
  if (!status && !out->condition) {
    const strata_expr *when = def->when;
    status = st_changed_texts_expr(texts, candidate->text, &when);
    if (!status) status = find_unmet_part(exec, when, out);
  }
  return status;
}

strata_status st_applicability_eval(st_execution *exec,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, const strata_expr *expr,
                                    int64_t *out) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  strata_status status = st_applicability_borrow_frame(
      exec, &def->program, candidate->variables, candidate->self, event);
  if (status) return status;
  st_frame_get(exec, exec->condition_frame)->text = candidate->text;
  return st_frame_eval(exec, exec->condition_frame, expr, 0, out);
}
