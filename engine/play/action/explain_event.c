/*
 * explain_event.c - how an event came about: a row of the explanation for each
 * note of the trace that concerns it.
 *
 * Notes about the ancestry of the event become rows in their order. Of other
 * events only the parts of this one, and the decisions of the program that made
 * it, become rows.
 */
#include "play/action/explain_event.h"

#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/trace.h"

typedef struct st_event_explainer {
  strata_event_why *explanation;
  st_execution *exec;
  uint32_t event;
  st_event_ancestry ancestry;
} st_event_explainer;

static strata_status add_event_row(st_event_explainer *t,
                                   strata_event_why_step step, uint32_t event,
                                   const int64_t *words) {
  const st_event *e = st_event_get(t->exec, event);
  strata_event_why_row *row =
      st_event_explanation_add_row(t->explanation, step);
  if (!row) return STRATA_ENOMEM;
  row->event_type = e->type;
  row->row = e->log_row;
  return st_event_explanation_set_fields(t->explanation, t->exec, row, NULL,
                                         words);
}

/* Whether an event happened in this execution. The event of a trigger that
 * resolves was rebuilt from its notes, and happened earlier. */
static bool was_proposed(const st_execution *exec, uint32_t event) {
  const st_execution_trace *trace = exec->trace;
  for (size_t i = 0; i < trace->count; i++) {
    const st_trace_note *note = &trace->notes[i];
    if (note->type == ST_TRACE_PROPOSED && note->event == event) return true;
  }
  return false;
}

/* Add a row for each event that contains this one, the outermost first. */
static strata_status add_container_rows(st_event_explainer *t, uint32_t event) {
  uint32_t parent = st_event_get(t->exec, event)->parent;
  uint32_t count = 0;
  for (uint32_t e = parent; e != 0 && was_proposed(t->exec, e);
       e = st_event_get(t->exec, e)->parent) {
    count++;
  }
  strata_status status = STRATA_OK;
  for (; !status && count > 0; count--) {
    uint32_t e = parent;
    for (uint32_t i = 1; i < count; i++) {
      e = st_event_get(t->exec, e)->parent;
    }
    status = add_event_row(t, STRATA_EVENT_WHY_PART, e,
                           st_event_get(t->exec, e)->words);
  }
  return status;
}

/* The watcher definition that a program belongs to; 0: none. */
static strata_watcher_def watcher_of_program(const st_execution *exec,
                                             const st_program *program) {
  uint32_t count = st_rules_count(exec->rules, STRATA_NAME_WATCHER_DEF);
  for (strata_watcher_def def = 1; def <= count; def++) {
    if (&st_watcher_def_get(exec->rules, def)->program == program) return def;
  }
  return 0;
}

static strata_status add_proposed_row(st_event_explainer *t,
                                      const st_trace_note *note) {
  const st_event *e = st_event_get(t->exec, note->event);
  bool first = note->event == t->ancestry.events[0];
  strata_status status = add_event_row(
      t, first ? STRATA_EVENT_WHY_PROPOSED : STRATA_EVENT_WHY_BECAME,
      note->event, note->words);
  if (status) return status;
  strata_event_why_row *row = &t->explanation->rows[t->explanation->count - 1];
  bool resolves = first && e->parent != 0 && !was_proposed(t->exec, e->parent);
  row->row = resolves ? st_event_get(t->exec, e->parent)->log_row : 0;
  if (!first || e->maker_frame == 0) return STRATA_OK;
  const st_frame *maker = st_frame_get(t->exec, e->maker_frame);
  row->source = maker->self;
  row->watcher_def = watcher_of_program(t->exec, maker->program);
  return st_event_explanation_set_name(t->explanation, t->exec, row);
}

/* Write an option as the decision showed it. */
static void write_option_text(st_execution *exec,
                              const st_new_action_value *option,
                              st_text *text) {
  if (option->text) st_text_add_str(text, option->text);
  if (option->type == 0) return;
  if (option->text) st_text_add_str(text, " of ");
  strata_type type = (strata_type)(option->type - 1);
  int64_t word = option->value.symbol != 0 ? (int64_t)option->value.symbol
                                           : option->value.number;
  if (type == STRATA_FLAG && !option->text) {
    st_text_add_str(text, word != 0 ? "yes" : "no");
  } else {
    st_trace_write_word(exec, type, word, text);
  }
}

/* Write what was chosen, and from which options. */
static void write_choice_text(st_execution *exec, const st_met_decision *met,
                              st_text *text) {
  const st_new_answer *answer = met->answer;
  for (size_t i = 0; i < answer->count; i++) {
    if (i > 0) st_text_add_str(text, ", ");
    if (answer->amounts) st_text_add_int(text, answer->amounts[i]);
    if (!answer->options) continue;
    if (answer->amounts) st_text_add_str(text, " of ");
    write_option_text(exec, &met->ask.options[answer->options[i]], text);
  }
  if (answer->count == 0) st_text_add_str(text, "nothing");
  if (met->ask.option_count == 0) return;
  st_text_add_str(text, " (out of ");
  for (uint32_t i = 0; i < met->ask.option_count; i++) {
    if (i > 0) st_text_add_str(text, ", ");
    write_option_text(exec, &met->ask.options[i], text);
  }
  st_text_add_str(text, ")");
}

static strata_status add_decided_row(st_event_explainer *t,
                                     const st_trace_note *note) {
  strata_event_why_row *row =
      st_event_explanation_add_row(t->explanation, STRATA_EVENT_WHY_DECIDED);
  st_text text;
  if (!row) return STRATA_ENOMEM;
  const st_met_decision *met = &t->exec->met_decisions[note->decision - 1];
  row->row = note->log_row;
  row->who = note->who;
  st_text_init(&text, t->explanation->mem);
  st_trace_write_name(t->exec, note->who, &text);
  row->name = st_text_copy(&text, &t->explanation->arena);
  st_text_clear(&text);
  write_choice_text(t->exec, met, &text);
  strata_status status =
      st_event_explanation_set_says(t->explanation, row, &text);
  return row->name ? status : STRATA_ENOMEM;
}

/* Add a row for what a replacement or prevention effect changed. */
static strata_status add_applied_row(st_event_explainer *t,
                                     const st_trace_note *note,
                                     strata_event_why_step step) {
  strata_event_why_row *row =
      st_event_explanation_add_row(t->explanation, step);
  if (!row) return STRATA_ENOMEM;
  row->event_type = st_event_get(t->exec, note->event)->type;
  row->watcher_def = note->watcher_def;
  row->source = st_entity_unless_preview(note->self);
  row->row = note->watcher_def != 0 ? note->log_row : 0;
  if (note->words_after) {
    strata_status status = st_event_explanation_set_fields(
        t->explanation, t->exec, row, note->words, note->words_after);
    if (status) return status;
  }
  bool gone = note->state_after == ST_EVENT_REPLACED;
  if (gone) row->says = "it does not happen";
  if (!gone && row->field_count == 0) row->says = "no field changed";
  return st_event_explanation_set_name(t->explanation, t->exec, row);
}

/* Add a row with a name and a text. */
static strata_status add_plain_row(st_event_explainer *t,
                                   const st_trace_note *note,
                                   strata_event_why_step step) {
  strata_event_why_row *row =
      st_event_explanation_add_row(t->explanation, step);
  st_text text;
  if (!row) return STRATA_ENOMEM;
  row->event_type = note->event ? st_event_get(t->exec, note->event)->type : 0;
  row->watcher_def = note->watcher_def;
  row->source = st_entity_unless_preview(note->self);
  row->row = note->log_row;
  strata_status status =
      st_event_explanation_set_name(t->explanation, t->exec, row);
  st_text_init(&text, t->explanation->mem);
  if (note->text) st_text_add_str(&text, note->text);
  if (step == STRATA_EVENT_WHY_HANDLED) {
    st_text_add_str(&text, st_rules_name(t->exec->rules, STRATA_NAME_HANDLER,
                                         note->handler));
  }
  const st_event_type *type =
      row->event_type != 0 ? st_event_type_get(t->exec->rules, row->event_type)
                           : NULL;
  if (step == STRATA_EVENT_WHY_REFUSED && note->watcher_def == 0 && type &&
      type->can) {
    st_text_add_str(&text, type->can->text);
    st_text_add_str(&text, " is false");
  }
  if (step == STRATA_EVENT_WHY_TRIGGERED && note->count > 1) {
    st_text_add_int(&text, note->count);
    st_text_add_str(&text, " times");
  }
  strata_status said =
      st_event_explanation_set_says(t->explanation, row, &text);
  return status ? status : said;
}

/* Add a row for a contained event, as it was in the end. */
static strata_status add_contained_row(st_event_explainer *t,
                                       const st_trace_note *note) {
  const st_event *e = st_event_get(t->exec, note->event);
  strata_status status =
      add_event_row(t, STRATA_EVENT_WHY_CONTAINED, note->event, e->words);
  strata_event_why_row *row = &t->explanation->rows[t->explanation->count - 1];
  if (!status && e->state != ST_EVENT_HAPPENED) {
    row->says = e->state == ST_EVENT_REFUSED    ? "which could not happen"
                : e->state == ST_EVENT_REPLACED ? "which was replaced"
                                                : "which was dropped";
  }
  return status;
}

/* Whether a decision was made by the program that made the event, before it
 * did. */
static bool is_decision_of_maker(const st_event_explainer *t,
                                 const st_trace_note *note) {
  uint32_t first = t->ancestry.events[0];
  uint32_t maker = st_event_get(t->exec, first)->maker_frame;
  if (maker == 0 || note->frame != maker) return false;
  const st_execution_trace *trace = t->exec->trace;
  for (const st_trace_note *n = note; n < trace->notes + trace->count; n++) {
    if (n->type == ST_TRACE_PROPOSED && n->event == first) return true;
  }
  return false;
}

static strata_status add_related_row(st_event_explainer *t,
                                     const st_trace_note *note) {
  if (note->type == ST_TRACE_DECIDED && note->event == 0 &&
      is_decision_of_maker(t, note)) {
    return add_decided_row(t, note);
  }
  if (note->type != ST_TRACE_PROPOSED) return STRATA_OK;
  const st_event *e = st_event_get(t->exec, note->event);
  if (e->parent != t->event) return STRATA_OK;
  if (e->batch == st_event_get(t->exec, t->event)->batch) {
    strata_status status =
        add_event_row(t, STRATA_EVENT_WHY_BECAME, note->event, note->words);
    return status;
  }
  return add_contained_row(t, note);
}

static strata_status add_row_of_trace_note(st_event_explainer *t,
                                           const st_trace_note *note) {
  if (!st_event_ancestry_has(&t->ancestry, note->event)) {
    return add_related_row(t, note);
  }
  switch ((st_trace_note_type)note->type) {
  case ST_TRACE_PROPOSED:
    return add_proposed_row(t, note);
  case ST_TRACE_SELF_REPLACED:
    return add_applied_row(t, note, STRATA_EVENT_WHY_SELF);
  case ST_TRACE_APPLIED:
    return add_applied_row(t, note,
                           note->prevents ? STRATA_EVENT_WHY_PREVENTED
                                          : STRATA_EVENT_WHY_REPLACED);
  case ST_TRACE_DECLINED:
    return add_plain_row(t, note, STRATA_EVENT_WHY_DECLINED);
  case ST_TRACE_NOTHING_PREVENTED:
    return add_plain_row(t, note, STRATA_EVENT_WHY_PASSED);
  case ST_TRACE_DECIDED:
    return add_decided_row(t, note);
  case ST_TRACE_REFUSED:
    return add_plain_row(t, note, STRATA_EVENT_WHY_REFUSED);
  case ST_TRACE_DROPPED:
    return add_plain_row(t, note, STRATA_EVENT_WHY_DROPPED);
  case ST_TRACE_HAPPENED: {
    strata_status status =
        add_event_row(t, STRATA_EVENT_WHY_HAPPENED, note->event, note->words);
    t->explanation->rows[t->explanation->count - 1].row = note->log_row;
    return status;
  }
  case ST_TRACE_TRIGGERED:
    return add_plain_row(t, note, STRATA_EVENT_WHY_TRIGGERED);
  case ST_TRACE_HANDLED:
    return add_plain_row(t, note, STRATA_EVENT_WHY_HANDLED);
  case ST_TRACE_LEFT_OUT:
    return add_plain_row(t, note, STRATA_EVENT_WHY_LEFT_OUT);
  case ST_TRACE_UNDONE:
  case ST_TRACE_WHY_NOT:
    break;
  }
  return STRATA_OK;
}

strata_status st_event_explanation_add_event(strata_event_why *why,
                                             st_execution *exec,
                                             uint32_t event) {
  st_event_explainer t = {.explanation = why, .exec = exec, .event = event};
  strata_status status = st_event_ancestry_find(exec, event, &t.ancestry);
  why->event.event_type = st_event_get(exec, event)->type;
  if (!status) status = add_container_rows(&t, t.ancestry.events[0]);
  for (size_t i = 0; !status && i < exec->trace->count; i++) {
    const st_trace_note note = exec->trace->notes[i];
    status = add_row_of_trace_note(&t, &note);
  }
  return status;
}
