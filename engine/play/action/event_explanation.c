/*
 * account.c - how an event came, and why somebody did nothing about it: the
 * notes of a run that are about one event, in order.
 *
 * An event that takes another's place is in its batch, and goes on with its
 * marks; so what was done to the one before is part of how it came. Its line is
 * those events, the first one first.
 */
#include "play/action/event_explanation.h"

#include "play/execution/applicability.h"

#include <string.h>

typedef struct st_event_ancestry {
  uint32_t *events;
  uint32_t count;
} st_event_ancestry;

/* -- The account -- */

strata_event_why *st_event_explanation_new(st_mem *mem) {
  strata_event_why *account = st_mem_zeroed(mem, 1, sizeof *account);
  if (!account) return NULL;
  account->mem = mem;
  st_arena_init(&account->arena, mem);
  st_text_init(&account->text, mem);
  st_text_init(&account->json, mem);
  return account;
}

void st_event_why_free(strata_event_why *account) {
  if (!account) return;
  st_mem_free(account->mem, account->rows, account->capacity,
              sizeof account->rows[0]);
  st_text_fini(&account->text);
  st_text_fini(&account->json);
  st_arena_fini(&account->arena);
  st_mem_free(account->mem, account, 1, sizeof *account);
}

const char *st_event_explanation_copy_text(strata_event_why *account,
                                           const st_text *text) {
  const char *bytes = st_text_get(text);
  size_t size = strlen(bytes) + 1;
  char *copy = text->failed ? NULL : st_arena_alloc(&account->arena, size, 1);
  if (copy) memcpy(copy, bytes, size);
  return copy;
}

static strata_event_why_row *add_explanation_row(strata_event_why *account,
                                                 strata_event_why_step step) {
  if (!st_mem_reserve(account->mem, &account->rows, &account->capacity,
                      account->count + 1, sizeof account->rows[0])) {
    return NULL;
  }
  strata_event_why_row *row = &account->rows[account->count++];
  *row = (strata_event_why_row){.step = step, .name = "", .says = ""};
  return row;
}

/* -- Fields -- */

static strata_value value_of_word(strata_type type, int64_t word) {
  strata_value value = {.type = type};
  if (type == STRATA_INT || type == STRATA_FLAG) value.integer = word;
  if (type == STRATA_REF)
    value.ref = st_entity_unless_preview((strata_entity)word);
  if (type == STRATA_SYM) value.symbol = (strata_symbol)word;
  return value;
}

/* Those that are others than before; without `before` those that are not 0. */
static strata_status set_row_fields(strata_event_why *account,
                                    const st_execution *run,
                                    strata_event_why_row *row,
                                    const int64_t *before,
                                    const int64_t *after) {
  const st_event_type *kind = st_event_type_get(run->rules, row->event_type);
  strata_field_change *fields =
      st_arena_alloc(&account->arena, kind->field_count, sizeof fields[0]);
  if (!fields) return STRATA_ENOMEM;
  row->fields = fields;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    if (after[i] == (before ? before[i] : 0)) continue;
    strata_field field = kind->fields[i];
    strata_type type = (strata_type)run->rules->field_types[field - 1];
    strata_field_change *to = &fields[row->field_count++];
    to->name = st_rules_name(run->rules, STRATA_NAME_FIELD, field);
    to->after = value_of_word(type, after[i]);
    if (before) to->before = value_of_word(type, before[i]);
  }
  return STRATA_OK;
}

/* -- Names -- */

/* Whose program it is, as "Alms, pack:alms.1". */
static strata_status set_row_name(strata_event_why *account, st_execution *run,
                                  strata_event_why_row *row) {
  const char *asked =
      row->step == STRATA_EVENT_WHY_VERDICT ? run->trace->asked_name : NULL;
  st_text text;
  st_text_init(&text, account->mem);
  if (asked) {
    st_text_add_str(&text, asked);
  } else if (row->source != 0) {
    st_trace_write_name(run, row->source, &text);
  }
  if (row->source != 0 && row->watcher_def != 0) st_text_add_str(&text, ", ");
  if (row->watcher_def != 0) {
    st_text_add_str(&text, st_rules_name(run->rules, STRATA_NAME_WATCHER_DEF,
                                         row->watcher_def));
  }
  row->name = st_event_explanation_copy_text(account, &text);
  st_text_fini(&text);
  return row->name ? STRATA_OK : STRATA_ENOMEM;
}

/* The code whose deeds a program is; 0: of no watcher. */
static strata_watcher_def watcher_of_program(const st_execution *run,
                                             const st_program *program) {
  uint32_t count = st_rules_count(run->rules, STRATA_NAME_WATCHER_DEF);
  for (strata_watcher_def code = 1; code <= count; code++) {
    if (&st_watcher_def_get(run->rules, code)->program == program) return code;
  }
  return 0;
}

/* -- The line of an event -- */

static strata_status find_event_ancestry(st_execution *run, uint32_t event,
                                         st_event_ancestry *line) {
  uint32_t count = 1;
  uint32_t e = event;
  while (st_event_get(run, e)->parent != 0 &&
         st_event_get(run, st_event_get(run, e)->parent)->batch ==
             st_event_get(run, e)->batch) {
    e = st_event_get(run, e)->parent;
    count++;
  }
  line->events = st_arena_alloc(&run->arena, count, sizeof line->events[0]);
  if (!line->events) return STRATA_ENOMEM;
  line->count = count;
  for (e = event; count > 0; e = st_event_get(run, e)->parent) {
    line->events[--count] = e;
  }
  return STRATA_OK;
}

static bool is_in_ancestry(const st_event_ancestry *line, uint32_t event) {
  for (uint32_t i = 0; event != 0 && i < line->count; i++) {
    if (line->events[i] == event) return true;
  }
  return false;
}

uint32_t st_event_explanation_find_event(const st_execution *run,
                                         uint64_t row) {
  const st_execution_trace *tracer = run->trace;
  for (size_t i = tracer->count; i > 0; i--) {
    const st_trace_note *note = &tracer->notes[i - 1];
    bool tells =
        note->type == ST_TRACE_HAPPENED || note->type == ST_TRACE_REFUSED ||
        note->type == ST_TRACE_APPLIED || note->type == ST_TRACE_TRIGGERED ||
        note->type == ST_TRACE_DECIDED;
    if (tells && note->log_row == row && note->event != 0) return note->event;
  }
  return 0;
}

/* -- How it came: one row for each note -- */

typedef struct st_event_explainer {
  strata_event_why *explanation;
  st_execution *run;
  uint32_t event;
  st_event_ancestry ancestry;
} st_event_explainer;

static strata_status add_event_row(st_event_explainer *t,
                                   strata_event_why_step step, uint32_t event,
                                   const int64_t *words) {
  const st_event *e = st_event_get(t->run, event);
  strata_event_why_row *row = add_explanation_row(t->explanation, step);
  if (!row) return STRATA_ENOMEM;
  row->event_type = e->type;
  row->row = e->log_row;
  return set_row_fields(t->explanation, t->run, row, NULL, words);
}

/* It has happened in this run; not, what an ability has triggered on before. */
static bool was_proposed(const st_execution *run, uint32_t event) {
  const st_execution_trace *tracer = run->trace;
  for (size_t i = 0; i < tracer->count; i++) {
    const st_trace_note *note = &tracer->notes[i];
    if (note->type == ST_TRACE_PROPOSED && note->event == event) return true;
  }
  return false;
}

/* The events in which it is contained, the outermost first. */
static strata_status add_container_rows(st_event_explainer *t, uint32_t event) {
  uint32_t parent = st_event_get(t->run, event)->parent;
  uint32_t count = 0;
  for (uint32_t e = parent; e != 0 && was_proposed(t->run, e);
       e = st_event_get(t->run, e)->parent) {
    count++;
  }
  strata_status status = STRATA_OK;
  for (; !status && count > 0; count--) {
    uint32_t e = parent;
    for (uint32_t i = 1; i < count; i++) {
      e = st_event_get(t->run, e)->parent;
    }
    status = add_event_row(t, STRATA_EVENT_WHY_PART, e,
                           st_event_get(t->run, e)->words);
  }
  return status;
}

static strata_status add_proposed_row(st_event_explainer *t,
                                      const st_trace_note *note) {
  const st_event *e = st_event_get(t->run, note->event);
  bool first = note->event == t->ancestry.events[0];
  strata_status status = add_event_row(
      t, first ? STRATA_EVENT_WHY_PROPOSED : STRATA_EVENT_WHY_BECAME,
      note->event, note->words);
  if (status) return status;
  strata_event_why_row *row = &t->explanation->rows[t->explanation->count - 1];
  bool resolves = first && e->parent != 0 && !was_proposed(t->run, e->parent);
  row->row = resolves ? st_event_get(t->run, e->parent)->log_row : 0;
  if (!first || e->maker_frame == 0) return STRATA_OK;
  const st_frame *maker = st_frame_get(t->run, e->maker_frame);
  row->source = maker->self;
  row->watcher_def = watcher_of_program(t->run, maker->program);
  return set_row_name(t->explanation, t->run, row);
}

/* An option as it was shown. */
static void write_option_text(st_execution *run,
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
    st_trace_write_word(run, type, word, text);
  }
}

/* What was chosen, and out of what. */
static void write_choice_text(st_execution *run, const st_met_decision *met,
                              st_text *text) {
  const st_new_answer *answer = met->answer;
  for (size_t i = 0; i < answer->count; i++) {
    if (i > 0) st_text_add_str(text, ", ");
    if (answer->amounts) st_text_add_int(text, answer->amounts[i]);
    if (!answer->options) continue;
    if (answer->amounts) st_text_add_str(text, " of ");
    write_option_text(run, &met->ask.options[answer->options[i]], text);
  }
  if (answer->count == 0) st_text_add_str(text, "nothing");
  if (met->ask.option_count == 0) return;
  st_text_add_str(text, " (out of ");
  for (uint32_t i = 0; i < met->ask.option_count; i++) {
    if (i > 0) st_text_add_str(text, ", ");
    write_option_text(run, &met->ask.options[i], text);
  }
  st_text_add_str(text, ")");
}

static strata_status set_row_says(strata_event_why *account,
                                  strata_event_why_row *row, st_text *text) {
  row->says = st_event_explanation_copy_text(account, text);
  st_text_fini(text);
  return row->says ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status add_decided_row(st_event_explainer *t,
                                     const st_trace_note *note) {
  strata_event_why_row *row =
      add_explanation_row(t->explanation, STRATA_EVENT_WHY_DECIDED);
  st_text text;
  if (!row) return STRATA_ENOMEM;
  const st_met_decision *met = &t->run->met_decisions[note->decision - 1];
  row->row = note->log_row;
  row->who = note->who;
  st_text_init(&text, t->explanation->mem);
  st_trace_write_name(t->run, note->who, &text);
  row->name = st_event_explanation_copy_text(t->explanation, &text);
  st_text_clear(&text);
  write_choice_text(t->run, met, &text);
  strata_status status = set_row_says(t->explanation, row, &text);
  return row->name ? status : STRATA_ENOMEM;
}

/* What a watcher made of it. */
static strata_status add_applied_row(st_event_explainer *t,
                                     const st_trace_note *note,
                                     strata_event_why_step step) {
  strata_event_why_row *row = add_explanation_row(t->explanation, step);
  if (!row) return STRATA_ENOMEM;
  row->event_type = st_event_get(t->run, note->event)->type;
  row->watcher_def = note->watcher_def;
  row->source = st_entity_unless_preview(note->self);
  row->row = note->watcher_def != 0 ? note->log_row : 0;
  if (note->words_after) {
    strata_status status = set_row_fields(t->explanation, t->run, row,
                                          note->words, note->words_after);
    if (status) return status;
  }
  bool gone = note->state_after == ST_EVENT_REPLACED;
  if (gone) row->says = "it does not happen";
  if (!gone && row->field_count == 0) row->says = "nothing of it changed";
  return set_row_name(t->explanation, t->run, row);
}

/* Somebody, and what else there is to say. */
static strata_status add_plain_row(st_event_explainer *t,
                                   const st_trace_note *note,
                                   strata_event_why_step step) {
  strata_event_why_row *row = add_explanation_row(t->explanation, step);
  st_text text;
  if (!row) return STRATA_ENOMEM;
  row->event_type = note->event ? st_event_get(t->run, note->event)->type : 0;
  row->watcher_def = note->watcher_def;
  row->source = st_entity_unless_preview(note->self);
  row->row = note->log_row;
  strata_status status = set_row_name(t->explanation, t->run, row);
  st_text_init(&text, t->explanation->mem);
  if (note->text) st_text_add_str(&text, note->text);
  if (step == STRATA_EVENT_WHY_HANDLED) {
    st_text_add_str(&text, st_rules_name(t->run->rules, STRATA_NAME_HANDLER,
                                         note->handler));
  }
  const st_event_type *kind =
      row->event_type != 0 ? st_event_type_get(t->run->rules, row->event_type)
                           : NULL;
  if (step == STRATA_EVENT_WHY_REFUSED && note->watcher_def == 0 && kind &&
      kind->can) {
    st_text_add_str(&text, kind->can->text);
    st_text_add_str(&text, " is false");
  }
  if (step == STRATA_EVENT_WHY_TRIGGERED && note->count > 1) {
    st_text_add_int(&text, note->count);
    st_text_add_str(&text, " times");
  }
  strata_status said = set_row_says(t->explanation, row, &text);
  return status ? status : said;
}

/* One that it contained, as it was in the end. */
static strata_status add_contained_row(st_event_explainer *t,
                                       const st_trace_note *note) {
  const st_event *e = st_event_get(t->run, note->event);
  strata_status status =
      add_event_row(t, STRATA_EVENT_WHY_CONTAINED, note->event, e->words);
  strata_event_why_row *row = &t->explanation->rows[t->explanation->count - 1];
  if (!status && e->state != ST_EVENT_HAPPENED) {
    row->says = e->state == ST_EVENT_REFUSED    ? "which could not happen"
                : e->state == ST_EVENT_REPLACED ? "which was replaced"
                                                : "which was nothing";
  }
  return status;
}

/* The decisions of the program that made it: what it chose for it. */
static bool is_decision_of_maker(const st_event_explainer *t,
                                 const st_trace_note *note) {
  uint32_t first = t->ancestry.events[0];
  uint32_t maker = st_event_get(t->run, first)->maker_frame;
  if (maker == 0 || note->frame != maker) return false;
  const st_execution_trace *tracer = t->run->trace;
  for (const st_trace_note *n = note; n < tracer->notes + tracer->count; n++) {
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
  const st_event *e = st_event_get(t->run, note->event);
  if (e->parent != t->event) return STRATA_OK;
  if (e->batch == st_event_get(t->run, t->event)->batch) {
    strata_status status =
        add_event_row(t, STRATA_EVENT_WHY_BECAME, note->event, note->words);
    return status;
  }
  return add_contained_row(t, note);
}

static strata_status add_row_of_trace_note(st_event_explainer *t,
                                           const st_trace_note *note) {
  if (!is_in_ancestry(&t->ancestry, note->event))
    return add_related_row(t, note);
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

strata_status st_event_explanation_add_event(strata_event_why *account,
                                             st_execution *run,
                                             uint32_t event) {
  st_event_explainer t = {.explanation = account, .run = run, .event = event};
  strata_status status = find_event_ancestry(run, event, &t.ancestry);
  account->event_type = st_event_get(run, event)->type;
  if (!status) status = add_container_rows(&t, t.ancestry.events[0]);
  for (size_t i = 0; !status && i < run->trace->count; i++) {
    const st_trace_note note = run->trace->notes[i];
    status = add_row_of_trace_note(&t, &note);
  }
  return status;
}

/* -- Why not -- */

typedef struct st_why_not_search {
  st_execution *run;
  st_event_ancestry ancestry;
  const st_trace_note *last_why_not; /* the last one before it did anything */
  const st_trace_note *wrong_moment; /* it would have been there */
  const st_trace_note *first_applicable; /* the first at which it could */
  const st_trace_note *other_applied;   /* who was applied behind that, first */
  const st_trace_note *decision_before; /* the decision before that */
  const st_trace_note *own_note;        /* what the watcher itself did */
  const st_trace_note *undone;
  const st_trace_note *event_end; /* what ended the event */
} st_why_not_search;

static bool is_note_of_watcher(const st_execution *run,
                               const st_trace_note *note) {
  const st_execution_trace *t = run->trace;
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
  if (note->watcher_def != 0 && is_note_of_watcher(s->run, note)) {
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
  if (note->type == ST_TRACE_UNDONE && is_note_of_watcher(s->run, note)) {
    s->undone = note;
  }
  if (!is_in_ancestry(&s->ancestry, note->event)) return;
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
    if (is_note_of_watcher(s->run, note)) s->own_note = note;
    break;
  case ST_TRACE_REFUSED:
    s->event_end = note;
    if (is_note_of_watcher(s->run, note)) s->own_note = note;
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

static void write_note_source(st_execution *run, const st_trace_note *note,
                              st_text *text) {
  if (note->watcher_def == 0) {
    st_text_add_str(text, "what made it");
    return;
  }
  if (st_entity_unless_preview(note->self) != 0) {
    st_trace_write_name(run, note->self, text);
    st_text_add_str(text, ", ");
  }
  st_text_add_str(text, st_rules_name(run->rules, STRATA_NAME_WATCHER_DEF,
                                      note->watcher_def));
}

static const char *name_of_class(const st_execution *run, uint32_t rank) {
  const st_names *classes = &run->rules->replacement_classes;
  for (uint32_t i = 0; i < classes->count; i++) {
    if (classes->items[i].tag == rank) return classes->items[i].text;
  }
  return "no class";
}

/* Somebody else was applied where it could have been. */
static strata_verdict write_other_applied(const st_why_not_search *s,
                                          st_text *text) {
  st_execution *run = s->run;
  uint32_t rank = st_watcher_def_get(run->rules, run->trace->asked_watcher_def)
                      ->replacement_class;
  bool lower = s->other_applied->class < rank;
  write_note_source(run, s->other_applied, text);
  st_text_add_str(text, " came first");
  if (lower) {
    st_text_add_str(text, ", as its class is '");
    st_text_add_str(text, name_of_class(run, s->other_applied->class));
    st_text_add_str(text, "' (616.1)");
  } else if (s->decision_before) {
    st_text_add_str(text, ", which ");
    st_trace_write_name(run, s->decision_before->who, text);
    st_text_add_str(text, " chose (616.1)");
  }
  return lower ? STRATA_VERDICT_CLASS : STRATA_VERDICT_OTHER;
}

static strata_verdict write_event_end(const st_why_not_search *s,
                                      st_text *text) {
  st_execution *run = s->run;
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
      write_note_source(run, note, text);
    }
    return STRATA_VERDICT_REFUSED;
  }
  st_text_add_str(text, "the event did not happen: ");
  write_note_source(run, note, text);
  st_text_add_str(text, " replaced it");
  return STRATA_VERDICT_REPLACED;
}

static strata_verdict write_own_note(const st_why_not_search *s,
                                     st_text *text) {
  const st_trace_note *doubt = s->last_why_not;
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
  if (what == ST_TRACE_APPLIED && doubt &&
      doubt->verdict == STRATA_VERDICT_UNPREVENTABLE) {
    st_text_add_str(text, "it was applied, but ");
    st_text_add_str(text, doubt->text);
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
  st_text_add_str(text, "nobody looked whether it applies");
  return verdict;
}

static strata_status add_verdict_row(strata_event_why *account,
                                     st_execution *run, strata_verdict verdict,
                                     st_text *text) {
  strata_event_why_row *row =
      add_explanation_row(account, STRATA_EVENT_WHY_VERDICT);
  const st_execution_trace *t = run->trace;
  if (!row) {
    st_text_fini(text);
    return STRATA_ENOMEM;
  }
  row->verdict = verdict;
  row->watcher_def = t->asked_watcher_def;
  row->source = t->asked_object_count > 0 ? t->asked_objects[0] : 0;
  row->event_type = account->event_type;
  strata_status status = set_row_says(account, row, text);
  return status ? status : set_row_name(account, run, row);
}

strata_status st_event_explanation_add_why_not(strata_event_why *account,
                                               st_execution *run,
                                               uint32_t event,
                                               bool *triggered) {
  st_why_not_search s = {.run = run};
  st_text text;
  strata_status status = find_event_ancestry(run, event, &s.ancestry);
  if (status) return status;
  for (size_t i = 0; i < run->trace->count; i++) {
    search_trace_note(&s, &run->trace->notes[i]);
  }
  *triggered =
      s.own_note && s.own_note->type == ST_TRACE_TRIGGERED && !s.undone;
  st_text_init(&text, account->mem);
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, run->trace->asked_watcher_def);
  strata_event_type kind = st_event_get(run, event)->type;
  account->event_type = kind;
  strata_verdict verdict = STRATA_VERDICT_KIND;
  if (st_event_type_get(run->rules, code->event_type)->unaliased == kind) {
    verdict = write_why_not(&s, &text);
  } else {
    st_text_add_str(&text, "it is about '");
    st_text_add_str(&text, st_rules_name(run->rules, STRATA_NAME_EVENT_TYPE,
                                         code->event_type));
    st_text_add_str(&text, "', and this is a '");
    st_text_add_str(&text,
                    st_rules_name(run->rules, STRATA_NAME_EVENT_TYPE, kind));
    st_text_add_str(&text, "'");
  }
  return add_verdict_row(account, run, verdict, &text);
}

strata_status st_event_explanation_add_undone(strata_event_why *account,
                                              st_execution *run, uint64_t row,
                                              bool *found) {
  *found = false;
  for (size_t i = 0; i < run->trace->count; i++) {
    const st_trace_note *note = &run->trace->notes[i];
    if (note->type != ST_TRACE_UNDONE || note->log_row != row) continue;
    st_text text;
    st_text_init(&text, account->mem);
    st_text_add_str(&text, "it triggered, and did nothing in row ");
    st_text_add_uint(&text, row);
    st_text_add_str(&text, ": ");
    st_text_add_str(&text, note->text);
    *found = true;
    account->count = 0;
    return add_verdict_row(account, run, (strata_verdict)note->verdict, &text);
  }
  return STRATA_OK;
}
