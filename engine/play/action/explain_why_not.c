/*
 * explain_why_not.c - why a watcher did nothing about an event.
 *
 * One pass over the trace collects the notes that can be the reason
 * (st_why_not_search); write_why_not then reports the strongest one: what the
 * watcher did itself, a condition that failed, another effect that was applied
 * first, or the end of the event.
 */
#include "play/action/explain_why_not.h"

#include "play/execution/event.h"
#include "play/execution/trace.h"

typedef struct st_why_not_search {
  st_execution *exec;
  st_event_ancestry ancestry;
  /* the newest before the watcher did anything */
  const st_trace_note *last_why_not;
  /* it matches at another moment: before or after the event */
  const st_trace_note *wrong_moment;
  /* the first at which the watcher was applicable */
  const st_trace_note *first_applicable;
  /* the first other effect that was applied after that */
  const st_trace_note *other_applied;
  /* the newest decision before `other_applied` */
  const st_trace_note *decision_before;
  const st_trace_note *own_note; /* what the watcher itself did */
  const st_trace_note *undone;
  const st_trace_note *event_end; /* what ended the event */
} st_why_not_search;

static bool is_note_of_watcher(const st_execution *exec,
                               const st_trace_note *note) {
  const st_execution_trace *t = exec->trace;
  bool own =
      note->watcher_def == t->asked_watcher_def && t->asked_objects == NULL;
  for (uint32_t i = 0; i < t->asked_object_count; i++) {
    own = own || (note->watcher_def == t->asked_watcher_def &&
                  note->self == t->asked_objects[i]);
  }
  return own || (note->watcher_def == t->asked_watcher_def &&
                 note->self == st_preview_nobody());
}

static void search_applied_note(st_why_not_search *s,
                                const st_trace_note *note) {
  if (note->watcher_def != 0 && is_note_of_watcher(s->exec, note)) {
    s->own_note = note;
    return;
  }
  if (s->first_applicable && !s->other_applied) s->other_applied = note;
  if (note->state_after == ST_EVENT_REPLACED) s->event_end = note;
}

static bool is_wrong_moment(const st_trace_note *note) {
  return note->verdict == STRATA_VERDICT_LOOKS_AFTER ||
         note->verdict == STRATA_VERDICT_LOOKS_BACK;
}

static bool is_watcher_absent(const st_trace_note *note) {
  return note->verdict == STRATA_VERDICT_ABSENT ||
         note->verdict == STRATA_VERDICT_ZONE ||
         note->verdict == STRATA_VERDICT_LOST;
}

static void search_trace_note(st_why_not_search *s, const st_trace_note *note) {
  if (note->type == ST_TRACE_UNDONE && is_note_of_watcher(s->exec, note)) {
    s->undone = note;
  }
  if (!st_event_ancestry_has(&s->ancestry, note->event)) return;
  switch ((st_trace_note_type)note->type) {
  case ST_TRACE_WHY_NOT:
    if (is_wrong_moment(note)) {
      s->wrong_moment = note;
    } else if (!s->own_note) {
      s->last_why_not = note;
      if (note->could_apply && !s->first_applicable) s->first_applicable = note;
    }
    break;
  case ST_TRACE_DECIDED:
    if (!s->other_applied) s->decision_before = note;
    break;
  case ST_TRACE_APPLIED:
    search_applied_note(s, note);
    break;
  case ST_TRACE_DECLINED:
  case ST_TRACE_NOTHING_PREVENTED:
  case ST_TRACE_TRIGGERED:
    if (is_note_of_watcher(s->exec, note)) s->own_note = note;
    break;
  case ST_TRACE_REFUSED:
    s->event_end = note;
    if (is_note_of_watcher(s->exec, note)) s->own_note = note;
    break;
  case ST_TRACE_DROPPED:
    s->event_end = note;
    break;
  case ST_TRACE_PROPOSED:
  case ST_TRACE_SELF_REPLACED:
  case ST_TRACE_HAPPENED:
  case ST_TRACE_UNDONE:
  case ST_TRACE_HANDLED:
  case ST_TRACE_LEFT_OUT:
    break;
  }
}

static void write_note_source(st_execution *exec, const st_trace_note *note,
                              st_text *text) {
  if (note->watcher_def == 0) {
    st_text_add_str(text, "what made it");
    return;
  }
  if (st_entity_unless_preview(note->self) != 0) {
    st_trace_write_name(exec, note->self, text);
    st_text_add_str(text, ", ");
  }
  st_text_add_str(text, st_rules_name(exec->rules, STRATA_NAME_WATCHER_DEF,
                                      note->watcher_def));
}

static const char *name_of_class(const st_execution *exec, uint32_t class) {
  const st_names *classes = &exec->rules->replacement_classes;
  for (uint32_t i = 0; i < classes->count; i++) {
    if (classes->items[i].tag == class) return classes->items[i].text;
  }
  return "no class";
}

/* Say which other effect was applied instead, and by which rule or decision. */
static strata_verdict write_other_applied(const st_why_not_search *s,
                                          st_text *text) {
  st_execution *exec = s->exec;
  uint32_t class =
      st_watcher_def_get(exec->rules, exec->trace->asked_watcher_def)
          ->replacement_class;
  bool lower = s->other_applied->class < class;
  write_note_source(exec, s->other_applied, text);
  st_text_add_str(text, " came first");
  if (lower) {
    st_text_add_str(text, ", as its class is '");
    st_text_add_str(text, name_of_class(exec, s->other_applied->class));
    st_text_add_str(text, "' (616.1)");
  } else if (s->decision_before) {
    st_text_add_str(text, ", which ");
    st_trace_write_name(exec, s->decision_before->who, text);
    st_text_add_str(text, " chose (616.1)");
  }
  return lower ? STRATA_VERDICT_CLASS : STRATA_VERDICT_OTHER;
}

static strata_verdict write_event_end(const st_why_not_search *s,
                                      st_text *text) {
  st_execution *exec = s->exec;
  const st_trace_note *note = s->event_end;
  if (note->type == ST_TRACE_DROPPED) {
    st_text_add_str(text, "it was no event (614.7a): ");
    st_text_add_str(text, note->text);
    return STRATA_VERDICT_DROPPED;
  }
  if (note->type == ST_TRACE_REFUSED) {
    st_text_add_str(text, "it could not happen (614.17)");
    if (note->watcher_def != 0) {
      st_text_add_str(text, ": ");
      write_note_source(exec, note, text);
    }
    return STRATA_VERDICT_REFUSED;
  }
  st_text_add_str(text, "the event did not happen: ");
  write_note_source(exec, note, text);
  st_text_add_str(text, " replaced it");
  return STRATA_VERDICT_REPLACED;
}

static strata_verdict write_own_note(const st_why_not_search *s,
                                     st_text *text) {
  const st_trace_note *why_not = s->last_why_not;
  uint8_t what = s->own_note->type;
  if (what == ST_TRACE_DECLINED) {
    st_text_add_str(text, "its player did not want it");
    return STRATA_VERDICT_DECLINED;
  }
  if (what == ST_TRACE_NOTHING_PREVENTED) {
    st_text_add_str(text, "its share was nothing (615.7)");
    return STRATA_VERDICT_SHARE;
  }
  if (what == ST_TRACE_TRIGGERED && s->undone) {
    st_text_add_str(text, "it triggered, and did nothing: ");
    st_text_add_str(text, s->undone->text);
    return (strata_verdict)s->undone->verdict;
  }
  if (what == ST_TRACE_APPLIED && why_not &&
      why_not->verdict == STRATA_VERDICT_UNPREVENTABLE) {
    st_text_add_str(text, "it was applied, but ");
    st_text_add_str(text, why_not->text);
    return STRATA_VERDICT_UNPREVENTABLE;
  }
  st_text_add_str(text, "it ");
  st_text_add_str(text, what == ST_TRACE_TRIGGERED ? "triggered"
                        : what == ST_TRACE_REFUSED ? "forbade the event"
                                                   : "was applied");
  return STRATA_VERDICT_DONE;
}

static strata_verdict write_why_not(const st_why_not_search *s, st_text *text) {
  if (s->own_note) return write_own_note(s, text);
  bool lasts = s->last_why_not && !s->last_why_not->could_apply;
  strata_verdict verdict =
      lasts ? (strata_verdict)s->last_why_not->verdict : STRATA_VERDICT_NOT_MET;
  if (s->other_applied) {
    verdict = write_other_applied(s, text);
    st_text_add_str(text, "; then ");
  }
  if (lasts) {
    st_text_add_str(text, s->last_why_not->text);
    if (!is_watcher_absent(s->last_why_not) || !s->wrong_moment) return verdict;
    st_text_add_str(text, ": ");
    st_text_add_str(text, s->wrong_moment->text);
    return (strata_verdict)s->wrong_moment->verdict;
  }
  if (s->event_end) {
    strata_verdict ended = write_event_end(s, text);
    return s->other_applied ? verdict : ended;
  }
  st_text_add_str(text, "it was not checked whether it applies");
  return verdict;
}

static strata_status add_verdict_row(strata_event_why *why, st_execution *exec,
                                     strata_verdict verdict, st_text *text) {
  strata_event_why_row *row =
      st_event_explanation_add_row(why, STRATA_EVENT_WHY_VERDICT);
  const st_execution_trace *t = exec->trace;
  if (!row) {
    st_text_fini(text);
    return STRATA_ENOMEM;
  }
  row->verdict = verdict;
  row->watcher_def = t->asked_watcher_def;
  row->source = t->asked_object_count > 0 ? t->asked_objects[0] : 0;
  row->event_type = why->event.event_type;
  strata_status status = st_event_explanation_set_says(why, row, text);
  return status ? status : st_event_explanation_set_name(why, exec, row);
}

strata_status st_event_explanation_add_why_not(strata_event_why *why,
                                               st_execution *exec,
                                               uint32_t event,
                                               bool *triggered) {
  st_why_not_search s = {.exec = exec};
  st_text text;
  strata_status status = st_event_ancestry_find(exec, event, &s.ancestry);
  if (status) return status;
  for (size_t i = 0; i < exec->trace->count; i++) {
    search_trace_note(&s, &exec->trace->notes[i]);
  }
  *triggered =
      s.own_note && s.own_note->type == ST_TRACE_TRIGGERED && !s.undone;
  st_text_init(&text, why->mem);
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, exec->trace->asked_watcher_def);
  strata_event_type type = st_event_get(exec, event)->type;
  why->event.event_type = type;
  strata_verdict verdict = STRATA_VERDICT_KIND;
  if (st_event_type_get(exec->rules, def->event_type)->unaliased == type) {
    verdict = write_why_not(&s, &text);
  } else {
    st_text_add_str(&text, "it is about '");
    st_text_add_str(&text, st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE,
                                         def->event_type));
    st_text_add_str(&text, "', and this is a '");
    st_text_add_str(&text,
                    st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE, type));
    st_text_add_str(&text, "'");
  }
  return add_verdict_row(why, exec, verdict, &text);
}

strata_status st_event_explanation_add_undone(strata_event_why *why,
                                              st_execution *exec, uint64_t row,
                                              bool *found) {
  *found = false;
  for (size_t i = 0; i < exec->trace->count; i++) {
    const st_trace_note *note = &exec->trace->notes[i];
    if (note->type != ST_TRACE_UNDONE || note->log_row != row) continue;
    st_text text;
    st_text_init(&text, why->mem);
    st_text_add_str(&text, "it triggered, and did nothing in row ");
    st_text_add_uint(&text, row);
    st_text_add_str(&text, ": ");
    st_text_add_str(&text, note->text);
    *found = true;
    why->count = 0;
    return add_verdict_row(why, exec, (strata_verdict)note->verdict, &text);
  }
  return STRATA_OK;
}
