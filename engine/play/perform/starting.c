/*
 * starting.c - the deed that starts a watcher.
 *
 * What it is given is worked out now, and kept with it as notes under the names
 * that its code has for it; an INT or REF of 0 needs no note.
 */
#include "play/perform/starting.h"

#include "world/tables/started_watchers.h"

#include <string.h>

strata_status st_start_given_notes(st_execution *run, uint32_t frame,
                                   const st_instruction *deed, st_note *notes,
                                   uint32_t *count) {
  const st_watcher_def *code = st_watcher_def_get(run->rules, deed->what);
  strata_entity it = st_frame_get(run, frame)->it;
  strata_status status = STRATA_OK;
  *count = 0;
  for (uint32_t i = 0; !status && i < deed->argument_count; i++) {
    const st_argument *a =
        &st_frame_get(run, frame)->program->arguments[deed->first_argument + i];
    int64_t value = 0;
    if (a->kind != ST_ARGUMENT_VARIABLE) continue;
    status = st_frame_eval(run, frame, a->value, it, &value);
    if (status || value == 0) continue;
    const st_expr_variable *name =
        &code->program.variables.variables[a->target_id];
    notes[(*count)++] =
        (st_note){.key = st_note_key(name->text, strlen(name->text), 0),
                  .value = st_raw_value_of(name->type, value)};
  }
  return status;
}

uint32_t st_start_use_limit(const strata_rules *rules, strata_watcher_def id,
                            int64_t ticks) {
  const st_watcher_def *code = st_watcher_def_get(rules, id);
  bool once =
      code->role == STRATA_ROLE_TRIGGER || code->role == STRATA_ROLE_UNTIL;
  return once && code->uses == 0 && ticks == 0 ? 1 : code->uses;
}

static strata_status fail_watch_range(const st_execution *run,
                                      const st_instruction *deed,
                                      const char *what) {
  return ST_ERROR(run->error, STRATA_ERANGE, 0, "watch '",
                  st_watcher_def_get(run->rules, deed->what)->name,
                  "': ", what);
}

strata_status st_start_watcher(st_execution *run, uint32_t frame,
                               const st_instruction *deed) {
  const st_frame *f = st_frame_get(run, frame);
  int64_t source = (int64_t)f->self;
  int64_t you = f->variables[ST_VARIABLE_YOU];
  int64_t left = 0;
  int64_t ticks = 0;
  uint32_t count;
  st_note *notes =
      st_arena_alloc(&run->arena, deed->argument_count, sizeof notes[0]);
  if (!notes) return STRATA_ENOMEM;
  strata_status status =
      st_frame_option(run, frame, deed, ST_OPTION_SOURCE, source, &source);
  if (!status) {
    status = st_frame_option(run, frame, deed, ST_OPTION_YOU, you, &you);
  }
  if (!status) {
    status = st_frame_option(run, frame, deed, ST_OPTION_LEFT, 0, &left);
  }
  if (!status) {
    status = st_frame_option(run, frame, deed, ST_OPTION_TICKS, 0, &ticks);
  }
  if (!status) status = st_start_given_notes(run, frame, deed, notes, &count);
  if (status) return status;
  if (left < 0) return fail_watch_range(run, deed, "'left' is negative");
  if (ticks < 0 || ticks > UINT32_MAX) {
    return fail_watch_range(run, deed, "'ticks' is no number of ticks");
  }
  st_new_started_watcher desc = {
      .watcher_def = deed->what,
      .source = (strata_entity)source,
      .you = (strata_entity)you,
      .amount = left,
      .uses = st_start_use_limit(run->rules, deed->what, ticks),
      .clock = deed->clock,
      .ticks = (uint32_t)ticks,
      .variables = notes,
      .variable_count = count};
  uint32_t slot;
  return st_started_watcher_add(run->store, &desc, &slot);
}
