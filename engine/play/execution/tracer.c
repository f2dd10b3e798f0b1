/*
 * tracer.c - what a run notes of itself while somebody wants an account of it.
 */
#include "play/execution/tracer.h"

#include "layers/explain/value.h"

#include <string.h>

void st_tracer_init(st_tracer *tracer, st_mem *mem) {
  *tracer = (st_tracer){.mem = mem};
}

void st_tracer_fini(st_tracer *tracer) {
  st_mem_free(tracer->mem, tracer->notes, tracer->capacity,
              sizeof tracer->notes[0]);
  *tracer = (st_tracer){0};
}

/* -- Notes -- */

static int64_t *copy_words(st_run *run, uint32_t event) {
  const st_event *e = st_run_event(run, event);
  uint32_t count = st_kind_get(run->rules, e->kind)->field_count;
  int64_t *words = st_arena_take(&run->arena, count, sizeof words[0]);
  if (words) memcpy(words, e->words, count * sizeof words[0]);
  return words;
}

/* Whose program it is that does what is noted. */
static uint32_t frame_of(const st_run *run) {
  if (run->task_count == 0) return 0;
  const st_task *task = &run->tasks[run->task_count - 1];
  return task->what == ST_TASK_DEEDS ? task->frame : 0;
}

st_trace_note *st_trace_add(st_run *run, st_traced what, uint32_t event) {
  st_tracer *tracer = run->tracer;
  int64_t *words = event != 0 ? copy_words(run, event) : NULL;
  if ((event != 0 && !words) ||
      !st_mem_reserve(tracer->mem, &tracer->notes, &tracer->capacity,
                      tracer->count + 1, sizeof tracer->notes[0])) {
    return NULL;
  }
  st_trace_note *note = &tracer->notes[tracer->count++];
  *note = (st_trace_note){.what = (uint8_t)what,
                          .event = event,
                          .frame = frame_of(run),
                          .words = words};
  return note;
}

strata_status st_trace_proposed(st_run *run, uint32_t batch) {
  uint32_t e = st_run_batch(run, batch)->first;
  for (; e != 0; e = st_run_event(run, e)->next) {
    if (e <= run->tracer->known) continue;
    if (!st_trace_add(run, ST_TRACED_PROPOSED, e)) return STRATA_ENOMEM;
    run->tracer->known = e;
  }
  return STRATA_OK;
}

strata_status st_trace_apply(st_run *run, uint32_t event,
                             const st_found *found) {
  st_traced what = found ? ST_TRACED_APPLIED : ST_TRACED_SELF;
  st_trace_note *note = st_trace_add(run, what, event);
  if (!note) return STRATA_ENOMEM;
  run->tracer->open = run->tracer->count;
  run->tracer->about = event;
  if (!found) return STRATA_OK;
  const st_code *code = st_code_get(run->rules, found->code);
  note->code = found->code;
  note->self = found->self;
  note->prevents = code->role == STRATA_ROLE_PREVENT;
  note->rank = code->rank;
  return STRATA_OK;
}

strata_status st_trace_applied(st_run *run, uint32_t batch) {
  st_tracer *tracer = run->tracer;
  if (tracer->open == 0) return STRATA_OK;
  st_trace_note *note = &tracer->notes[tracer->open - 1];
  const st_event *event = st_run_event(run, note->event);
  if (event->batch != batch) return STRATA_OK;
  note->after = copy_words(run, note->event);
  note->state = event->state;
  note->row = event->row;
  tracer->open = 0;
  tracer->about = 0;
  return note->after ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_trace_of(st_run *run, st_traced what, uint32_t event,
                          const st_found *found) {
  st_trace_note *note = st_trace_add(run, what, event);
  if (!note) return STRATA_ENOMEM;
  if (event != 0) note->row = st_run_event(run, event)->row;
  if (found) {
    note->code = found->code;
    note->self = found->self;
  }
  return STRATA_OK;
}

strata_status st_trace_dropped(st_run *run, uint32_t event, const char *what) {
  st_trace_note *note = st_trace_add(run, ST_TRACED_DROPPED, event);
  if (!note) return STRATA_ENOMEM;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, event)->kind);
  note->text = what;
  if (!kind->matters || what != kind->matters->text) return STRATA_OK;
  st_text text;
  st_text_init(&text, run->mem);
  st_text_str(&text, what);
  st_text_str(&text, " is false");
  note->text = st_trace_keep(run, &text);
  st_text_fini(&text);
  return note->text ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_trace_decided(st_run *run, uint32_t first) {
  for (uint32_t n = first; n < run->asked; n++) {
    st_trace_note *note = st_trace_add(run, ST_TRACED_DECIDED, 0);
    if (!note) return STRATA_ENOMEM;
    note->event = run->tracer->about;
    note->met = n + 1;
    note->who = run->met[n].ask.player;
    note->row = st_log_last(run->store);
  }
  return STRATA_OK;
}

/* -- Words -- */

static bool is_empty(const st_text *text) {
  return st_text_get(text)[0] == '\0';
}

/* By the attribute that is called `name`, if the rules have one. */
static void title_by_name(st_run *run, uint32_t slot, st_text *text) {
  const strata_rules *rules = run->rules;
  strata_attr attr = strata_rules_find(rules, STRATA_KIND_ATTRIBUTE, "name");
  const st_attr *a = st_attr_of(rules, attr);
  int64_t word = 0;
  st_expr_env env;
  if (!a || (a->type != STRATA_SYM && a->type != STRATA_TEXT)) return;
  if (st_past_env(run->change->eval, 0, 0, &env)) return;
  if (a->type == STRATA_TEXT) {
    st_strings_read(run->store, (uint32_t)st_entity_base(run->store, a, slot),
                    text);
  } else if (!env.read(&env, slot, attr, &word) && word != 0) {
    st_text_str(text, strata_rules_name(rules, STRATA_KIND_SYMBOL,
                                        (strata_symbol)word));
  }
}

void st_trace_title(st_run *run, strata_entity who, st_text *text) {
  uint32_t slot = st_past_slot(run->store, NULL, who);
  st_text name;
  if (who == 0) {
    st_text_str(text, "nobody");
    return;
  }
  st_text_init(&name, run->mem);
  if (slot != 0) title_by_name(run, slot, &name);
  if (slot != 0 && is_empty(&name)) {
    uint32_t definition =
        st_get32(run->store, ST_COLUMN_ENTITY_DEFINITION, slot);
    if (definition != 0) {
      st_text_str(&name, strata_rules_name(run->rules, STRATA_KIND_DEFINITION,
                                           definition));
    }
  }
  if (is_empty(&name) && who == st_shadow_nobody()) {
    st_text_str(text, "whoever would come");
  } else if (is_empty(&name)) {
    st_value_write_entity(text, who);
  } else {
    st_text_str(text, st_text_get(&name));
  }
  if (name.failed) text->failed = true;
  st_text_fini(&name);
}

void st_trace_word(st_run *run, strata_type type, int64_t word, st_text *text) {
  if (type == STRATA_REF) {
    st_trace_title(run, (strata_entity)word, text);
  } else if (type == STRATA_SYM) {
    const char *name =
        strata_rules_name(run->rules, STRATA_KIND_SYMBOL, (strata_symbol)word);
    st_text_str(text, name ? name : "none");
  } else if (type == STRATA_FLAG) {
    st_text_str(text, word != 0 ? "true" : "false");
  } else {
    st_text_int(text, word);
  }
}

const char *st_trace_keep(st_run *run, const st_text *text) {
  const char *bytes = st_text_get(text);
  size_t size = strlen(bytes) + 1;
  char *copy = text->failed ? NULL : st_arena_take(&run->arena, size, 1);
  if (copy) memcpy(copy, bytes, size);
  return copy;
}
