/*
 * trace.c - what an execution notes of itself when an action is to be
 * explained.
 *
 * Notes are a growing array in the order of what happened; their texts and
 * copies of fields lie in the arena of the execution.
 */
#include "play/execution/trace.h"

#include "layers/explain/public_value.h"
#include "play/execution/event.h"
#include "play/execution/task.h"

#include <string.h>

void st_trace_init(st_execution_trace *trace, st_mem *mem) {
  *trace = (st_execution_trace){.mem = mem};
}

void st_trace_fini(st_execution_trace *trace) {
  st_mem_free(trace->mem, trace->notes, trace->capacity,
              sizeof trace->notes[0]);
  *trace = (st_execution_trace){0};
}

/* -- Notes -- */

static int64_t *copy_event_words(st_execution *exec, uint32_t event) {
  const st_event *e = st_event_get(exec, event);
  uint32_t count = st_event_type_get(exec->rules, e->type)->field_count;
  int64_t *words = st_arena_alloc(&exec->arena, count, sizeof words[0]);
  if (words) memcpy(words, e->words, count * sizeof words[0]);
  return words;
}

/* The frame whose program is running, or 0. */
static uint32_t running_frame(const st_execution *exec) {
  if (exec->task_count == 0) return 0;
  const st_task *task = st_task_top(exec);
  return task->kind == ST_TASK_INSTRUCTIONS ? task->frame : 0;
}

st_trace_note *st_trace_add(st_execution *exec, st_trace_note_type what,
                            uint32_t event) {
  st_execution_trace *trace = exec->trace;
  int64_t *words = event != 0 ? copy_event_words(exec, event) : NULL;
  if ((event != 0 && !words) ||
      !st_mem_reserve(trace->mem, &trace->notes, &trace->capacity,
                      trace->count + 1, sizeof trace->notes[0])) {
    return NULL;
  }
  st_trace_note *note = &trace->notes[trace->count++];
  *note = (st_trace_note){.type = (uint8_t)what,
                          .event = event,
                          .frame = running_frame(exec),
                          .words = words};
  return note;
}

strata_status st_trace_add_proposed(st_execution *exec, uint32_t batch) {
  uint32_t e = st_batch_get(exec, batch)->first;
  for (; e != 0; e = st_event_get(exec, e)->next) {
    if (e <= exec->trace->proposed_until) continue;
    if (!st_trace_add(exec, ST_TRACE_PROPOSED, e)) return STRATA_ENOMEM;
    exec->trace->proposed_until = e;
  }
  return STRATA_OK;
}

strata_status st_trace_begin_applied(st_execution *exec, uint32_t event,
                                     const st_watcher_candidate *candidate) {
  st_trace_note_type what =
      candidate ? ST_TRACE_APPLIED : ST_TRACE_SELF_REPLACED;
  st_trace_note *note = st_trace_add(exec, what, event);
  if (!note) return STRATA_ENOMEM;
  exec->trace->open_application = exec->trace->count;
  exec->trace->decided_event = event;
  if (!candidate) return STRATA_OK;
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  note->watcher_def = candidate->watcher_def;
  note->self = candidate->self;
  note->prevents = def->role == STRATA_ROLE_PREVENT;
  note->class = def->replacement_class;
  return STRATA_OK;
}

strata_status st_trace_end_applied(st_execution *exec, uint32_t batch) {
  st_execution_trace *trace = exec->trace;
  if (trace->open_application == 0) return STRATA_OK;
  st_trace_note *note = &trace->notes[trace->open_application - 1];
  const st_event *event = st_event_get(exec, note->event);
  if (event->batch != batch) return STRATA_OK;
  note->words_after = copy_event_words(exec, note->event);
  note->state_after = event->state;
  note->log_row = event->log_row;
  trace->open_application = 0;
  trace->decided_event = 0;
  return note->words_after ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_trace_add_watcher(st_execution *exec, st_trace_note_type what,
                                   uint32_t event,
                                   const st_watcher_candidate *candidate) {
  st_trace_note *note = st_trace_add(exec, what, event);
  if (!note) return STRATA_ENOMEM;
  if (event != 0) note->log_row = st_event_get(exec, event)->log_row;
  if (candidate) {
    note->watcher_def = candidate->watcher_def;
    note->self = candidate->self;
  }
  return STRATA_OK;
}

strata_status st_trace_add_dropped(st_execution *exec, uint32_t event,
                                   const char *what) {
  st_trace_note *note = st_trace_add(exec, ST_TRACE_DROPPED, event);
  if (!note) return STRATA_ENOMEM;
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type);
  note->text = what;
  if (!type->matters || what != type->matters->text) return STRATA_OK;
  st_text text;
  st_text_init(&text, exec->mem);
  st_text_add_str(&text, what);
  st_text_add_str(&text, " is false");
  note->text = st_text_copy(&text, &exec->arena);
  st_text_fini(&text);
  return note->text ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Texts -- */

static bool is_text_empty(const st_text *text) {
  return st_text_get(text)[0] == '\0';
}

/* Write the attribute `name` of an entity, if the rules have one. */
static void write_name_attr(st_execution *exec, uint32_t slot, st_text *text) {
  const strata_rules *rules = exec->rules;
  strata_attr attr = st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, "name");
  const st_attr *a = st_attr_of(rules, attr);
  int64_t word = 0;
  st_expr_env env;
  if (!a || (a->type != STRATA_SYM && a->type != STRATA_TEXT)) return;
  if (st_last_known_env(exec->change->eval, 0, 0, &env)) return;
  if (a->type == STRATA_TEXT) {
    st_strings_read(exec->store, (uint32_t)st_entity_base(exec->store, a, slot),
                    text);
  } else if (!env.read(&env, slot, attr, &word) && word != 0) {
    st_text_add_str(
        text, st_rules_name(rules, STRATA_NAME_SYMBOL, (strata_symbol)word));
  }
}

void st_trace_write_name(st_execution *exec, strata_entity who, st_text *text) {
  uint32_t slot = st_last_known_slot(exec->store, NULL, who);
  st_text name;
  if (who == 0) {
    st_text_add_str(text, "nobody");
    return;
  }
  st_text_init(&name, exec->mem);
  if (slot != 0) write_name_attr(exec, slot, &name);
  if (slot != 0 && is_text_empty(&name)) {
    uint32_t definition =
        st_get32(exec->store, ST_COLUMN_ENTITY_DEFINITION, slot);
    if (definition != 0) {
      st_text_add_str(&name, st_rules_name(exec->rules, STRATA_NAME_DEFINITION,
                                           definition));
    }
  }
  if (is_text_empty(&name) && who == st_preview_nobody()) {
    st_text_add_str(text, "whoever would come");
  } else if (is_text_empty(&name)) {
    st_public_value_write_entity(text, who);
  } else {
    st_text_add_str(text, st_text_get(&name));
  }
  if (name.failed) text->failed = true;
  st_text_fini(&name);
}

void st_trace_write_word(st_execution *exec, strata_type type, int64_t word,
                         st_text *text) {
  if (type == STRATA_REF) {
    st_trace_write_name(exec, (strata_entity)word, text);
  } else if (type == STRATA_SYM) {
    const char *name =
        st_rules_name(exec->rules, STRATA_NAME_SYMBOL, (strata_symbol)word);
    st_text_add_str(text, name ? name : "none");
  } else if (type == STRATA_FLAG) {
    st_text_add_str(text, word != 0 ? "true" : "false");
  } else {
    st_text_add_int(text, word);
  }
}
