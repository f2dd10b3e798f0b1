/* api_watcher.c - started watchers: starting, describing and ending them. */
#include "api/play/api_word_value.h"
#include "api/world/api_part_operand.h"
#include "world/tables/started_watchers.h"

#include <string.h>

/* -- Starting -- */

static strata_status check_watcher_entity(strata_world *world, const char *what,
                                          strata_entity who) {
  if (who == 0 || st_world_check_entity(world, what, who) != 0) {
    return STRATA_OK;
  }
  return STRATA_ESTALE;
}

static strata_status
check_watcher_start(strata_world *world,
                    const strata_watcher_start_desc *desc) {
  uint32_t codes = st_rules_count(world->rules, STRATA_NAME_WATCHER_DEF);
  uint32_t clocks = st_rules_count(world->rules, STRATA_NAME_CLOCK);
  if (desc->watcher_def - 1 >= codes) {
    return st_world_refuse_id(world, "watch: no code ", desc->watcher_def,
                              STRATA_NAME_WATCHER_DEF);
  }
  const st_watcher_def *code =
      st_watcher_def_get(world->rules, desc->watcher_def);
  if (code->role == STRATA_ROLE_HANDLE) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch: '", code->name,
                     "' is a handler of a chain: hook it (strata_hook_add)");
  }
  if (desc->clock > clocks) {
    return st_world_refuse_id(world, "watch: no clock ", desc->clock,
                              STRATA_NAME_CLOCK);
  }
  if (desc->ticks > 0 && desc->clock == 0) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch: ticks of no clock");
  }
  if (desc->ticks > UINT32_MAX) {
    return ST_REFUSE(world, STRATA_ERANGE, "watch: too many ticks");
  }
  if (desc->left < 0) {
    return ST_REFUSE(world, STRATA_ERANGE, "watch: left is ",
                     st_number_format(desc->left).text, ", less than nothing");
  }
  if (desc->name_count > 0 && !desc->names) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch: names is NULL");
  }
  strata_status status =
      check_watcher_entity(world, "watch: source", desc->source);
  return status ? status : check_watcher_entity(world, "watch: you", desc->you);
}

/* Convert the value of a parameter; *kept: it needs a note, being not 0. */
static strata_status convert_parameter(strata_world *world,
                                       const st_watcher_def *code,
                                       const strata_named_value *given,
                                       st_note *out, bool *kept) {
  const st_program *deeds = &code->program;
  const char *name = given->name ? given->name : "";
  uint32_t place = st_program_find_variable(deeds, name);
  if (place < ST_VARIABLE_FIRST_OWN ||
      place >= ST_VARIABLE_FIRST_OWN + deeds->parameter_count) {
    return ST_REFUSE(world, STRATA_ENOENT, "watch: '", code->name,
                     "' is given no '", name, "'");
  }
  const st_word_want want = {.call = "watch",
                             .value_name = name,
                             .type = deeds->variables.variables[place].type,
                             .allows_gone = true};
  out->key = st_note_key(name, strlen(name), 0);
  strata_status status =
      st_word_from_value(world, &want, &given->value, &out->value);
  *kept = !status && (out->value.number != 0 || out->value.symbol != 0);
  return status;
}

static strata_status convert_parameters(strata_world *world,
                                        const strata_watcher_start_desc *desc,
                                        st_note *notes, uint32_t *count) {
  const st_watcher_def *code =
      st_watcher_def_get(world->rules, desc->watcher_def);
  strata_status status = STRATA_OK;
  *count = 0;
  for (size_t i = 0; !status && i < desc->name_count; i++) {
    bool kept = false;
    st_note note = {0};
    status = convert_parameter(world, code, &desc->names[i], &note, &kept);
    for (uint32_t n = 0; !status && n < *count; n++) {
      if (notes[n].key != note.key) continue;
      return ST_REFUSE(world, STRATA_EINVAL, "watch: '", desc->names[i].name,
                       "' is given twice");
    }
    if (!status && kept) notes[(*count)++] = note;
  }
  return status;
}

strata_status strata_watcher_start(strata_world *world,
                                   const strata_watcher_start_desc *desc,
                                   strata_watcher *out) {
  st_world_go_back(world);
  if (!desc) return ST_REFUSE(world, STRATA_EINVAL, "watch: desc is NULL");
  strata_status status = check_watcher_start(world, desc);
  if (status) return status;
  uint32_t count = 0;
  st_arena_reset(&world->out_arena);
  st_note *notes =
      st_arena_alloc(&world->out_arena, desc->name_count, sizeof *notes);
  if (!notes) return ST_REFUSE(world, STRATA_ENOMEM, "watch: out of memory");
  status = convert_parameters(world, desc, notes, &count);
  if (status) return status;
  const st_new_started_watcher watch = {
      .watcher_def = desc->watcher_def,
      .source = desc->source,
      .you = desc->you,
      .amount = desc->left,
      .uses = st_watcher_def_get(world->rules, desc->watcher_def)->uses,
      .clock = desc->ticks > 0 ? desc->clock : 0,
      .ticks = (uint32_t)desc->ticks,
      .variables = notes,
      .variable_count = count};
  st_write_call call;
  status = st_world_begin_handler_write(world, "watch", &call);
  if (status) return status;
  uint32_t slot = 0;
  status = st_started_watcher_add(&world->store, &watch, &slot);
  status = st_world_end_write(world, &call, status);
  if (!status && out) out->id = st_started_watcher_handle(&world->store, slot);
  return status;
}

/* -- Ending, looking -- */

static uint32_t check_watcher_handle(strata_world *world, const char *call,
                                     strata_watcher watch) {
  uint32_t slot = st_started_watcher_slot(&world->store, watch.id);
  if (slot == 0) {
    (void)ST_REFUSE(world, STRATA_ESTALE, call, ": watcher ",
                    st_handle_text_of(watch.id).text,
                    " does not exist, or no longer");
  }
  return slot;
}

strata_status strata_watcher_remove(strata_world *world,
                                    strata_watcher watcher) {
  st_world_go_back(world);
  uint32_t slot = check_watcher_handle(world, "watch_remove", watcher);
  if (slot == 0) return STRATA_ESTALE;
  st_write_call call;
  strata_status status =
      st_world_begin_handler_write(world, "watch_remove", &call);
  if (status) return status;
  status = st_started_watcher_remove(&world->store, slot);
  return st_world_end_write(world, &call, status);
}

/* All parameters of a started watcher, in their public form. A parameter that
 * is 0 has no note. */
static strata_status export_parameters(strata_world *world, uint32_t slot,
                                       strata_watcher_start_desc *out) {
  const st_program *deeds =
      &st_watcher_def_get(world->rules, out->watcher_def)->program;
  st_arena_reset(&world->out_arena);
  strata_named_value *names = st_arena_alloc(
      &world->out_arena, deeds->parameter_count + 1u, sizeof *names);
  if (!names) {
    return ST_REFUSE(world, STRATA_ENOMEM, "watch_describe: out of memory");
  }
  for (uint32_t i = 0; i < deeds->parameter_count; i++) {
    const st_expr_variable *name =
        &deeds->variables.variables[ST_VARIABLE_FIRST_OWN + i];
    uint64_t key = st_note_key(name->text, strlen(name->text), 0);
    st_raw_value word = {0};
    (void)st_notes_find(&world->store, st_started_watcher_variables(slot), key,
                        &word);
    names[i] =
        (strata_named_value){name->text, st_word_to_value(name->type, word)};
  }
  out->names = names;
  out->name_count = deeds->parameter_count;
  return STRATA_OK;
}

strata_status strata_watcher_describe(strata_world *world,
                                      strata_watcher watcher,
                                      strata_watcher_start_desc *out) {
  st_world_go_back(world);
  if (!out) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch_describe: out is NULL");
  }
  uint32_t slot = check_watcher_handle(world, "watch_describe", watcher);
  if (slot == 0) return STRATA_ESTALE;
  const st_store *store = &world->store;
  strata_watcher_start_desc desc = {
      .watcher_def = st_get32(store, ST_COLUMN_WATCHER_DEF, slot),
      .source = st_get64(store, ST_COLUMN_WATCHER_SOURCE, slot),
      .you = st_get64(store, ST_COLUMN_WATCHER_YOU, slot)};
  if (!st_started_watcher_amount_left(store, slot, &desc.left)) desc.left = 0;
  if (!st_started_watcher_uses_left(store, slot, &desc.uses)) desc.uses = 0;
  uint64_t ends = st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot);
  if (ends != 0) {
    desc.clock = st_get32(store, ST_COLUMN_WATCHER_CLOCK, slot);
    desc.ticks =
        ends -
        st_get64(store, st_clock_ticks_column(world->rules, desc.clock), 1);
  }
  strata_status status = export_parameters(world, slot, &desc);
  if (!status) *out = desc;
  return status;
}

strata_watcher strata_watcher_next(const strata_world *world,
                                   strata_watcher watcher) {
  st_world_go_back(world);
  const st_store *store = &world->store;
  uint32_t slot = st_started_watcher_slot(store, watcher.id);
  if (watcher.id != 0 && slot == 0) return STRATA_NO_WATCHER;
  uint32_t next = watcher.id != 0 ? st_started_watcher_next(store, slot)
                                  : st_started_watcher_first(store);
  if (next == 0) return STRATA_NO_WATCHER;
  return (strata_watcher){st_started_watcher_handle(store, next)};
}
