/*
 * starting.c - the deed that starts a watcher.
 *
 * What it is given is worked out now, and kept with it as notes under the names
 * that its code has for it; an INT or REF of 0 needs no note.
 */
#include "play/perform/starting.h"

#include "world/tables/watcher.h"

#include <string.h>

strata_status st_start_names(st_run *run, uint32_t frame, const st_deed *deed,
                             st_note *notes, uint32_t *count) {
  const st_code *code = st_code_get(run->rules, deed->what);
  strata_entity it = st_run_frame(run, frame)->it;
  strata_status status = STRATA_OK;
  *count = 0;
  for (uint32_t i = 0; !status && i < deed->count; i++) {
    const st_argument *a =
        &st_run_frame(run, frame)->program->arguments[deed->first + i];
    int64_t value = 0;
    if (a->aim != ST_AIM_NAME) continue;
    status = st_frame_eval(run, frame, a->value, it, &value);
    if (status || value == 0) continue;
    const st_expr_name *name = &code->deeds.names.items[a->to];
    notes[(*count)++] =
        (st_note){.key = st_note_key(name->text, strlen(name->text), 0),
                  .word = st_word_of(name->type, value)};
  }
  return status;
}

uint32_t st_start_uses(const strata_rules *rules, strata_code id,
                       int64_t ticks) {
  const st_code *code = st_code_get(rules, id);
  bool once =
      code->role == STRATA_ROLE_TRIGGER || code->role == STRATA_ROLE_UNTIL;
  return once && code->uses == 0 && ticks == 0 ? 1 : code->uses;
}

static strata_status refuse(const st_run *run, const st_deed *deed,
                            const char *what) {
  return ST_ERROR(run->error, STRATA_ERANGE, 0, "watch '",
                  st_code_get(run->rules, deed->what)->name, "': ", what);
}

strata_status st_start_watch(st_run *run, uint32_t frame, const st_deed *deed) {
  const st_frame *f = st_run_frame(run, frame);
  int64_t source = (int64_t)f->self;
  int64_t you = f->names[ST_BOUND_YOU];
  int64_t left = 0;
  int64_t ticks = 0;
  uint32_t count;
  st_note *notes = st_arena_take(&run->arena, deed->count, sizeof notes[0]);
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
  if (!status) status = st_start_names(run, frame, deed, notes, &count);
  if (status) return status;
  if (left < 0) return refuse(run, deed, "'left' is negative");
  if (ticks < 0 || ticks > UINT32_MAX) {
    return refuse(run, deed, "'ticks' is no number of ticks");
  }
  st_new_watch desc = {.code = deed->what,
                       .source = (strata_entity)source,
                       .you = (strata_entity)you,
                       .left = left,
                       .uses = st_start_uses(run->rules, deed->what, ticks),
                       .clock = deed->clock,
                       .ticks = (uint32_t)ticks,
                       .names = notes,
                       .name_count = count};
  uint32_t slot;
  return st_watch_start(run->store, &desc, &slot);
}
