/*
 * account.c - how an event came, and why somebody did nothing about it: the
 * notes of a run that are about one event, in order.
 *
 * An event that takes another's place is in its batch, and goes on with its
 * marks; so what was done to the one before is part of how it came. Its line is
 * those events, the first one first.
 */
#include "play/action/account.h"

#include "play/execution/judge.h"

#include <string.h>

typedef struct st_line {
  uint32_t *events;
  uint32_t count;
} st_line;

/* -- The account -- */

strata_account *st_account_new(st_mem *mem) {
  strata_account *account = st_mem_zeroed(mem, 1, sizeof *account);
  if (!account) return NULL;
  account->mem = mem;
  st_arena_init(&account->arena, mem);
  st_text_init(&account->text, mem);
  st_text_init(&account->json, mem);
  return account;
}

void strata_account_free(strata_account *account) {
  if (!account) return;
  st_mem_free(account->mem, account->rows, account->capacity,
              sizeof account->rows[0]);
  st_text_fini(&account->text);
  st_text_fini(&account->json);
  st_arena_fini(&account->arena);
  st_mem_free(account->mem, account, 1, sizeof *account);
}

size_t strata_account_count(const strata_account *account) {
  return account->count;
}

const strata_account_row *strata_account_get(const strata_account *account,
                                             size_t n) {
  return n < account->count ? &account->rows[n] : NULL;
}

const char *strata_account_text(const strata_account *account) {
  return st_text_get(&account->text);
}

const char *strata_account_json(const strata_account *account) {
  return st_text_get(&account->json);
}

const char *st_account_keep(strata_account *account, const st_text *text) {
  const char *bytes = st_text_get(text);
  size_t size = strlen(bytes) + 1;
  char *copy = text->failed ? NULL : st_arena_take(&account->arena, size, 1);
  if (copy) memcpy(copy, bytes, size);
  return copy;
}

static strata_account_row *add_row(strata_account *account,
                                   strata_account_step step) {
  if (!st_mem_reserve(account->mem, &account->rows, &account->capacity,
                      account->count + 1, sizeof account->rows[0])) {
    return NULL;
  }
  strata_account_row *row = &account->rows[account->count++];
  *row = (strata_account_row){.step = step, .name = "", .says = ""};
  return row;
}

/* -- Fields -- */

static strata_value value_of(strata_type type, int64_t word) {
  strata_value value = {.type = type};
  if (type == STRATA_INT || type == STRATA_FLAG) value.integer = word;
  if (type == STRATA_REF) value.ref = st_named((strata_entity)word);
  if (type == STRATA_SYM) value.symbol = (strata_symbol)word;
  return value;
}

/* Those that are others than before; without `before` those that are not 0. */
static strata_status put_fields(strata_account *account, const st_run *run,
                                strata_account_row *row, const int64_t *before,
                                const int64_t *after) {
  const st_kind *kind = st_kind_get(run->rules, row->kind);
  strata_changed *fields =
      st_arena_take(&account->arena, kind->field_count, sizeof fields[0]);
  if (!fields) return STRATA_ENOMEM;
  row->fields = fields;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    if (after[i] == (before ? before[i] : 0)) continue;
    strata_field field = kind->fields[i];
    strata_type type = (strata_type)run->rules->field_types[field - 1];
    strata_changed *to = &fields[row->field_count++];
    to->name = strata_rules_name(run->rules, STRATA_KIND_FIELD, field);
    to->after = value_of(type, after[i]);
    if (before) to->before = value_of(type, before[i]);
  }
  return STRATA_OK;
}

/* -- Names -- */

/* Whose program it is, as "Alms, pack:alms.1". */
static strata_status put_name(strata_account *account, st_run *run,
                              strata_account_row *row) {
  const char *asked =
      row->step == STRATA_ACCOUNT_VERDICT ? run->tracer->name : NULL;
  st_text text;
  st_text_init(&text, account->mem);
  if (asked) {
    st_text_str(&text, asked);
  } else if (row->source != 0) {
    st_trace_title(run, row->source, &text);
  }
  if (row->source != 0 && row->code != 0) st_text_str(&text, ", ");
  if (row->code != 0) {
    st_text_str(&text,
                strata_rules_name(run->rules, STRATA_KIND_CODE, row->code));
  }
  row->name = st_account_keep(account, &text);
  st_text_fini(&text);
  return row->name ? STRATA_OK : STRATA_ENOMEM;
}

/* The code whose deeds a program is; 0: of no watcher. */
static strata_code code_of(const st_run *run, const st_routine *program) {
  uint32_t count = strata_rules_count(run->rules, STRATA_KIND_CODE);
  for (strata_code code = 1; code <= count; code++) {
    if (&st_code_get(run->rules, code)->deeds == program) return code;
  }
  return 0;
}

/* -- The line of an event -- */

static strata_status take_line(st_run *run, uint32_t event, st_line *line) {
  uint32_t count = 1;
  uint32_t e = event;
  while (st_run_event(run, e)->parent != 0 &&
         st_run_event(run, st_run_event(run, e)->parent)->batch ==
             st_run_event(run, e)->batch) {
    e = st_run_event(run, e)->parent;
    count++;
  }
  line->events = st_arena_take(&run->arena, count, sizeof line->events[0]);
  if (!line->events) return STRATA_ENOMEM;
  line->count = count;
  for (e = event; count > 0; e = st_run_event(run, e)->parent) {
    line->events[--count] = e;
  }
  return STRATA_OK;
}

static bool is_in(const st_line *line, uint32_t event) {
  for (uint32_t i = 0; event != 0 && i < line->count; i++) {
    if (line->events[i] == event) return true;
  }
  return false;
}

uint32_t st_account_find(const st_run *run, uint64_t row) {
  const st_tracer *tracer = run->tracer;
  for (size_t i = tracer->count; i > 0; i--) {
    const st_trace_note *note = &tracer->notes[i - 1];
    bool tells =
        note->what == ST_TRACED_HAPPENED || note->what == ST_TRACED_REFUSED ||
        note->what == ST_TRACED_APPLIED || note->what == ST_TRACED_TRIGGERED ||
        note->what == ST_TRACED_DECIDED;
    if (tells && note->row == row && note->event != 0) return note->event;
  }
  return 0;
}

/* -- How it came: one row for each note -- */

typedef struct st_telling {
  strata_account *account;
  st_run *run;
  uint32_t event;
  st_line line;
} st_telling;

static strata_status tell_words(st_telling *t, strata_account_step step,
                                uint32_t event, const int64_t *words) {
  const st_event *e = st_run_event(t->run, event);
  strata_account_row *row = add_row(t->account, step);
  if (!row) return STRATA_ENOMEM;
  row->kind = e->kind;
  row->row = e->row;
  return put_fields(t->account, t->run, row, NULL, words);
}

/* It has happened in this run; not, what an ability has triggered on before. */
static bool is_met(const st_run *run, uint32_t event) {
  const st_tracer *tracer = run->tracer;
  for (size_t i = 0; i < tracer->count; i++) {
    const st_trace_note *note = &tracer->notes[i];
    if (note->what == ST_TRACED_PROPOSED && note->event == event) return true;
  }
  return false;
}

/* The events in which it is contained, the outermost first. */
static strata_status tell_outer(st_telling *t, uint32_t event) {
  uint32_t parent = st_run_event(t->run, event)->parent;
  uint32_t count = 0;
  for (uint32_t e = parent; e != 0 && is_met(t->run, e);
       e = st_run_event(t->run, e)->parent) {
    count++;
  }
  strata_status status = STRATA_OK;
  for (; !status && count > 0; count--) {
    uint32_t e = parent;
    for (uint32_t i = 1; i < count; i++) {
      e = st_run_event(t->run, e)->parent;
    }
    status =
        tell_words(t, STRATA_ACCOUNT_PART, e, st_run_event(t->run, e)->words);
  }
  return status;
}

static strata_status tell_proposed(st_telling *t, const st_trace_note *note) {
  const st_event *e = st_run_event(t->run, note->event);
  bool first = note->event == t->line.events[0];
  strata_status status =
      tell_words(t, first ? STRATA_ACCOUNT_PROPOSED : STRATA_ACCOUNT_BECAME,
                 note->event, note->words);
  if (status) return status;
  strata_account_row *row = &t->account->rows[t->account->count - 1];
  bool resolves = first && e->parent != 0 && !is_met(t->run, e->parent);
  row->row = resolves ? st_run_event(t->run, e->parent)->row : 0;
  if (!first || e->maker == 0) return STRATA_OK;
  const st_frame *maker = st_run_frame(t->run, e->maker);
  row->source = maker->self;
  row->code = code_of(t->run, maker->program);
  return put_name(t->account, t->run, row);
}

/* An option as it was shown. */
static void write_option(st_run *run, const st_offer *option, st_text *text) {
  if (option->text) st_text_str(text, option->text);
  if (option->type == 0) return;
  if (option->text) st_text_str(text, " of ");
  strata_type type = (strata_type)(option->type - 1);
  int64_t word = option->value.symbol != 0 ? (int64_t)option->value.symbol
                                           : option->value.number;
  if (type == STRATA_FLAG && !option->text) {
    st_text_str(text, word != 0 ? "yes" : "no");
  } else {
    st_trace_word(run, type, word, text);
  }
}

/* What was chosen, and out of what. */
static void write_choice(st_run *run, const st_met *met, st_text *text) {
  const st_decided *answer = met->answer;
  for (size_t i = 0; i < answer->count; i++) {
    if (i > 0) st_text_str(text, ", ");
    if (answer->amounts) st_text_int(text, answer->amounts[i]);
    if (!answer->options) continue;
    if (answer->amounts) st_text_str(text, " of ");
    write_option(run, &met->ask.options[answer->options[i]], text);
  }
  if (answer->count == 0) st_text_str(text, "nothing");
  if (met->ask.option_count == 0) return;
  st_text_str(text, " (out of ");
  for (uint32_t i = 0; i < met->ask.option_count; i++) {
    if (i > 0) st_text_str(text, ", ");
    write_option(run, &met->ask.options[i], text);
  }
  st_text_str(text, ")");
}

static strata_status keep_says(strata_account *account, strata_account_row *row,
                               st_text *text) {
  row->says = st_account_keep(account, text);
  st_text_fini(text);
  return row->says ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status tell_decided(st_telling *t, const st_trace_note *note) {
  strata_account_row *row = add_row(t->account, STRATA_ACCOUNT_DECIDED);
  st_text text;
  if (!row) return STRATA_ENOMEM;
  const st_met *met = &t->run->met[note->met - 1];
  row->row = note->row;
  row->who = note->who;
  st_text_init(&text, t->account->mem);
  st_trace_title(t->run, note->who, &text);
  row->name = st_account_keep(t->account, &text);
  st_text_clear(&text);
  write_choice(t->run, met, &text);
  strata_status status = keep_says(t->account, row, &text);
  return row->name ? status : STRATA_ENOMEM;
}

/* What a watcher made of it. */
static strata_status tell_applied(st_telling *t, const st_trace_note *note,
                                  strata_account_step step) {
  strata_account_row *row = add_row(t->account, step);
  if (!row) return STRATA_ENOMEM;
  row->kind = st_run_event(t->run, note->event)->kind;
  row->code = note->code;
  row->source = st_named(note->self);
  row->row = note->code != 0 ? note->row : 0;
  if (note->after) {
    strata_status status =
        put_fields(t->account, t->run, row, note->words, note->after);
    if (status) return status;
  }
  bool gone = note->state == ST_EVENT_REPLACED;
  if (gone) row->says = "it does not happen";
  if (!gone && row->field_count == 0) row->says = "nothing of it changed";
  return put_name(t->account, t->run, row);
}

/* Somebody, and what else there is to say. */
static strata_status tell_plain(st_telling *t, const st_trace_note *note,
                                strata_account_step step) {
  strata_account_row *row = add_row(t->account, step);
  st_text text;
  if (!row) return STRATA_ENOMEM;
  row->kind = note->event ? st_run_event(t->run, note->event)->kind : 0;
  row->code = note->code;
  row->source = st_named(note->self);
  row->row = note->row;
  strata_status status = put_name(t->account, t->run, row);
  st_text_init(&text, t->account->mem);
  if (note->text) st_text_str(&text, note->text);
  if (step == STRATA_ACCOUNT_HANDLED) {
    st_text_str(&text, strata_rules_name(t->run->rules, STRATA_KIND_HANDLER,
                                         note->handler));
  }
  const st_kind *kind =
      row->kind != 0 ? st_kind_get(t->run->rules, row->kind) : NULL;
  if (step == STRATA_ACCOUNT_REFUSED && note->code == 0 && kind && kind->can) {
    st_text_str(&text, kind->can->text);
    st_text_str(&text, " is false");
  }
  if (step == STRATA_ACCOUNT_TRIGGERED && note->count > 1) {
    st_text_int(&text, note->count);
    st_text_str(&text, " times");
  }
  strata_status said = keep_says(t->account, row, &text);
  return status ? status : said;
}

/* One that it contained, as it was in the end. */
static strata_status tell_contained(st_telling *t, const st_trace_note *note) {
  const st_event *e = st_run_event(t->run, note->event);
  strata_status status =
      tell_words(t, STRATA_ACCOUNT_CONTAINED, note->event, e->words);
  strata_account_row *row = &t->account->rows[t->account->count - 1];
  if (!status && e->state != ST_EVENT_HAPPENED) {
    row->says = e->state == ST_EVENT_REFUSED    ? "which could not happen"
                : e->state == ST_EVENT_REPLACED ? "which was replaced"
                                                : "which was nothing";
  }
  return status;
}

/* The decisions of the program that made it: what it chose for it. */
static bool is_of_maker(const st_telling *t, const st_trace_note *note) {
  uint32_t first = t->line.events[0];
  uint32_t maker = st_run_event(t->run, first)->maker;
  if (maker == 0 || note->frame != maker) return false;
  const st_tracer *tracer = t->run->tracer;
  for (const st_trace_note *n = note; n < tracer->notes + tracer->count; n++) {
    if (n->what == ST_TRACED_PROPOSED && n->event == first) return true;
  }
  return false;
}

static strata_status tell_of_other(st_telling *t, const st_trace_note *note) {
  if (note->what == ST_TRACED_DECIDED && note->event == 0 &&
      is_of_maker(t, note)) {
    return tell_decided(t, note);
  }
  if (note->what != ST_TRACED_PROPOSED) return STRATA_OK;
  const st_event *e = st_run_event(t->run, note->event);
  if (e->parent != t->event) return STRATA_OK;
  if (e->batch == st_run_event(t->run, t->event)->batch) {
    strata_status status =
        tell_words(t, STRATA_ACCOUNT_BECAME, note->event, note->words);
    return status;
  }
  return tell_contained(t, note);
}

static strata_status tell(st_telling *t, const st_trace_note *note) {
  if (!is_in(&t->line, note->event)) return tell_of_other(t, note);
  switch ((st_traced)note->what) {
  case ST_TRACED_PROPOSED:
    return tell_proposed(t, note);
  case ST_TRACED_SELF:
    return tell_applied(t, note, STRATA_ACCOUNT_SELF);
  case ST_TRACED_APPLIED:
    return tell_applied(t, note,
                        note->prevents ? STRATA_ACCOUNT_PREVENTED
                                       : STRATA_ACCOUNT_REPLACED);
  case ST_TRACED_DECLINED:
    return tell_plain(t, note, STRATA_ACCOUNT_DECLINED);
  case ST_TRACED_PASSED:
    return tell_plain(t, note, STRATA_ACCOUNT_PASSED);
  case ST_TRACED_DECIDED:
    return tell_decided(t, note);
  case ST_TRACED_REFUSED:
    return tell_plain(t, note, STRATA_ACCOUNT_REFUSED);
  case ST_TRACED_DROPPED:
    return tell_plain(t, note, STRATA_ACCOUNT_DROPPED);
  case ST_TRACED_HAPPENED: {
    strata_status status =
        tell_words(t, STRATA_ACCOUNT_HAPPENED, note->event, note->words);
    t->account->rows[t->account->count - 1].row = note->row;
    return status;
  }
  case ST_TRACED_TRIGGERED:
    return tell_plain(t, note, STRATA_ACCOUNT_TRIGGERED);
  case ST_TRACED_HANDLED:
    return tell_plain(t, note, STRATA_ACCOUNT_HANDLED);
  case ST_TRACED_LEFT_OUT:
    return tell_plain(t, note, STRATA_ACCOUNT_LEFT_OUT);
  case ST_TRACED_UNDONE:
  case ST_TRACED_DOUBT:
    break;
  }
  return STRATA_OK;
}

strata_status st_account_event(strata_account *account, st_run *run,
                               uint32_t event) {
  st_telling t = {.account = account, .run = run, .event = event};
  strata_status status = take_line(run, event, &t.line);
  account->kind = st_run_event(run, event)->kind;
  if (!status) status = tell_outer(&t, t.line.events[0]);
  for (size_t i = 0; !status && i < run->tracer->count; i++) {
    const st_trace_note note = run->tracer->notes[i];
    status = tell(&t, &note);
  }
  return status;
}

/* -- Why not -- */

typedef struct st_seeking {
  st_run *run;
  st_line line;
  const st_trace_note *doubt;    /* the last one before it did anything */
  const st_trace_note *elsewhen; /* it would have been there */
  const st_trace_note *could;    /* the first at which it could */
  const st_trace_note *other;    /* who was applied behind that, first */
  const st_trace_note *chosen;   /* the decision before that */
  const st_trace_note *own;      /* what the watcher itself did */
  const st_trace_note *undone;
  const st_trace_note *ended; /* what ended the event */
} st_seeking;

static bool is_own(const st_run *run, const st_trace_note *note) {
  const st_tracer *t = run->tracer;
  bool own = note->code == t->code && t->whos == NULL;
  for (uint32_t i = 0; i < t->who_count; i++) {
    own = own || (note->code == t->code && note->self == t->whos[i]);
  }
  return own || (note->code == t->code && note->self == st_shadow_nobody());
}

static void seek_applied(st_seeking *s, const st_trace_note *note) {
  if (note->code != 0 && is_own(s->run, note)) {
    s->own = note;
    return;
  }
  if (s->could && !s->other) s->other = note;
  if (note->state == ST_EVENT_REPLACED) s->ended = note;
}

static bool is_elsewhen(const st_trace_note *note) {
  return note->verdict == STRATA_VERDICT_LOOKS_AFTER ||
         note->verdict == STRATA_VERDICT_LOOKS_BACK;
}

static bool is_away(const st_trace_note *note) {
  return note->verdict == STRATA_VERDICT_ABSENT ||
         note->verdict == STRATA_VERDICT_ZONE ||
         note->verdict == STRATA_VERDICT_LOST;
}

static void seek(st_seeking *s, const st_trace_note *note) {
  if (note->what == ST_TRACED_UNDONE && is_own(s->run, note)) {
    s->undone = note;
  }
  if (!is_in(&s->line, note->event)) return;
  switch ((st_traced)note->what) {
  case ST_TRACED_DOUBT:
    if (is_elsewhen(note)) {
      s->elsewhen = note;
    } else if (!s->own) {
      s->doubt = note;
      if (note->looked && !s->could) s->could = note;
    }
    break;
  case ST_TRACED_DECIDED:
    if (!s->other) s->chosen = note;
    break;
  case ST_TRACED_APPLIED:
    seek_applied(s, note);
    break;
  case ST_TRACED_DECLINED:
  case ST_TRACED_PASSED:
  case ST_TRACED_TRIGGERED:
    if (is_own(s->run, note)) s->own = note;
    break;
  case ST_TRACED_REFUSED:
    s->ended = note;
    if (is_own(s->run, note)) s->own = note;
    break;
  case ST_TRACED_DROPPED:
    s->ended = note;
    break;
  case ST_TRACED_PROPOSED:
  case ST_TRACED_SELF:
  case ST_TRACED_HAPPENED:
  case ST_TRACED_UNDONE:
  case ST_TRACED_HANDLED:
  case ST_TRACED_LEFT_OUT:
    break;
  }
}

static void write_by(st_run *run, const st_trace_note *note, st_text *text) {
  if (note->code == 0) {
    st_text_str(text, "what made it");
    return;
  }
  if (st_named(note->self) != 0) {
    st_trace_title(run, note->self, text);
    st_text_str(text, ", ");
  }
  st_text_str(text,
              strata_rules_name(run->rules, STRATA_KIND_CODE, note->code));
}

static const char *class_name(const st_run *run, uint32_t rank) {
  const st_names *classes = &run->rules->classes;
  for (uint32_t i = 0; i < classes->count; i++) {
    if (classes->items[i].tag == rank) return classes->items[i].text;
  }
  return "no class";
}

/* Somebody else was applied where it could have been. */
static strata_verdict write_other(const st_seeking *s, st_text *text) {
  st_run *run = s->run;
  uint32_t rank = st_code_get(run->rules, run->tracer->code)->rank;
  bool lower = s->other->rank < rank;
  write_by(run, s->other, text);
  st_text_str(text, " came first");
  if (lower) {
    st_text_str(text, ", as its class is '");
    st_text_str(text, class_name(run, s->other->rank));
    st_text_str(text, "' (616.1)");
  } else if (s->chosen) {
    st_text_str(text, ", which ");
    st_trace_title(run, s->chosen->who, text);
    st_text_str(text, " chose (616.1)");
  }
  return lower ? STRATA_VERDICT_CLASS : STRATA_VERDICT_OTHER;
}

static strata_verdict write_ended(const st_seeking *s, st_text *text) {
  st_run *run = s->run;
  const st_trace_note *note = s->ended;
  if (note->what == ST_TRACED_DROPPED) {
    st_text_str(text, "it was no event (614.7a): ");
    st_text_str(text, note->text);
    return STRATA_VERDICT_DROPPED;
  }
  if (note->what == ST_TRACED_REFUSED) {
    st_text_str(text, "it could not happen (614.17)");
    if (note->code != 0) {
      st_text_str(text, ": ");
      write_by(run, note, text);
    }
    return STRATA_VERDICT_REFUSED;
  }
  st_text_str(text, "the event did not happen: ");
  write_by(run, note, text);
  st_text_str(text, " replaced it");
  return STRATA_VERDICT_REPLACED;
}

static strata_verdict write_own(const st_seeking *s, st_text *text) {
  const st_trace_note *doubt = s->doubt;
  uint8_t what = s->own->what;
  if (what == ST_TRACED_DECLINED) {
    st_text_str(text, "its player did not want it");
    return STRATA_VERDICT_DECLINED;
  }
  if (what == ST_TRACED_PASSED) {
    st_text_str(text, "its share was nothing (615.7)");
    return STRATA_VERDICT_SHARE;
  }
  if (what == ST_TRACED_TRIGGERED && s->undone) {
    st_text_str(text, "it triggered, and did nothing: ");
    st_text_str(text, s->undone->text);
    return (strata_verdict)s->undone->verdict;
  }
  if (what == ST_TRACED_APPLIED && doubt &&
      doubt->verdict == STRATA_VERDICT_UNPREVENTABLE) {
    st_text_str(text, "it was applied, but ");
    st_text_str(text, doubt->text);
    return STRATA_VERDICT_UNPREVENTABLE;
  }
  st_text_str(text, "it ");
  st_text_str(text, what == ST_TRACED_TRIGGERED ? "triggered"
                    : what == ST_TRACED_REFUSED ? "forbade the event"
                                                : "was applied");
  return STRATA_VERDICT_DONE;
}

static strata_verdict write_verdict(const st_seeking *s, st_text *text) {
  if (s->own) return write_own(s, text);
  bool lasts = s->doubt && !s->doubt->looked;
  strata_verdict verdict =
      lasts ? (strata_verdict)s->doubt->verdict : STRATA_VERDICT_NOT_MET;
  if (s->other) {
    verdict = write_other(s, text);
    st_text_str(text, "; then ");
  }
  if (lasts) {
    st_text_str(text, s->doubt->text);
    if (!is_away(s->doubt) || !s->elsewhen) return verdict;
    st_text_str(text, ": ");
    st_text_str(text, s->elsewhen->text);
    return (strata_verdict)s->elsewhen->verdict;
  }
  if (s->ended) {
    strata_verdict ended = write_ended(s, text);
    return s->other ? verdict : ended;
  }
  st_text_str(text, "nobody looked whether it applies");
  return verdict;
}

static strata_status add_verdict(strata_account *account, st_run *run,
                                 strata_verdict verdict, st_text *text) {
  strata_account_row *row = add_row(account, STRATA_ACCOUNT_VERDICT);
  const st_tracer *t = run->tracer;
  if (!row) {
    st_text_fini(text);
    return STRATA_ENOMEM;
  }
  row->verdict = verdict;
  row->code = t->code;
  row->source = t->who_count > 0 ? t->whos[0] : 0;
  row->kind = account->kind;
  strata_status status = keep_says(account, row, text);
  return status ? status : put_name(account, run, row);
}

strata_status st_account_doubt(strata_account *account, st_run *run,
                               uint32_t event, bool *triggered) {
  st_seeking s = {.run = run};
  st_text text;
  strata_status status = take_line(run, event, &s.line);
  if (status) return status;
  for (size_t i = 0; i < run->tracer->count; i++) {
    seek(&s, &run->tracer->notes[i]);
  }
  *triggered = s.own && s.own->what == ST_TRACED_TRIGGERED && !s.undone;
  st_text_init(&text, account->mem);
  const st_code *code = st_code_get(run->rules, run->tracer->code);
  strata_event_kind kind = st_run_event(run, event)->kind;
  account->kind = kind;
  strata_verdict verdict = STRATA_VERDICT_KIND;
  if (st_kind_get(run->rules, code->kind)->of == kind) {
    verdict = write_verdict(&s, &text);
  } else {
    st_text_str(&text, "it is about '");
    st_text_str(&text,
                strata_rules_name(run->rules, STRATA_KIND_EVENT, code->kind));
    st_text_str(&text, "', and this is a '");
    st_text_str(&text, strata_rules_name(run->rules, STRATA_KIND_EVENT, kind));
    st_text_str(&text, "'");
  }
  return add_verdict(account, run, verdict, &text);
}

strata_status st_account_undone(strata_account *account, st_run *run,
                                uint64_t row, bool *found) {
  *found = false;
  for (size_t i = 0; i < run->tracer->count; i++) {
    const st_trace_note *note = &run->tracer->notes[i];
    if (note->what != ST_TRACED_UNDONE || note->row != row) continue;
    st_text text;
    st_text_init(&text, account->mem);
    st_text_str(&text, "it triggered, and did nothing in row ");
    st_text_uint(&text, row);
    st_text_str(&text, ": ");
    st_text_str(&text, note->text);
    *found = true;
    account->count = 0;
    return add_verdict(account, run, (strata_verdict)note->verdict, &text);
  }
  return STRATA_OK;
}
