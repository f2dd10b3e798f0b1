/*
 * api_watch.c - watchers that hosts start, look at and end.
 */
#include "api/play/api_given.h"
#include "api/world/api_operand.h"
#include "world/tables/watcher.h"

#include <string.h>

/* -- Starting -- */

static strata_status check_who(strata_world *world, const char *what,
                               strata_entity who) {
  if (who == 0 || st_world_entity(world, what, who) != 0) return STRATA_OK;
  return STRATA_ESTALE;
}

static strata_status check(strata_world *world, const strata_watch_desc *desc) {
  uint32_t codes = strata_rules_count(world->rules, STRATA_KIND_CODE);
  uint32_t clocks = strata_rules_count(world->rules, STRATA_KIND_CLOCK);
  if (desc->code - 1 >= codes) {
    return st_world_unknown_id(world, "watch: no code ", desc->code,
                               STRATA_KIND_CODE);
  }
  const st_code *code = st_code_get(world->rules, desc->code);
  if (code->role == STRATA_ROLE_HANDLE) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch: '", code->name,
                     "' is a handler of a chain: hook it (strata_hook_add)");
  }
  if (desc->clock > clocks) {
    return st_world_unknown_id(world, "watch: no clock ", desc->clock,
                               STRATA_KIND_CLOCK);
  }
  if (desc->ticks > 0 && desc->clock == 0) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch: ticks of no clock");
  }
  if (desc->ticks > UINT32_MAX) {
    return ST_REFUSE(world, STRATA_ERANGE, "watch: too many ticks");
  }
  if (desc->left < 0) {
    return ST_REFUSE(world, STRATA_ERANGE, "watch: left is ",
                     st_number_of(desc->left).text, ", less than nothing");
  }
  if (desc->name_count > 0 && !desc->names) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch: names is NULL");
  }
  strata_status status = check_who(world, "watch: source", desc->source);
  return status ? status : check_who(world, "watch: you", desc->you);
}

/* What one name is given; *kept: it needs a note. */
static strata_status take_name(strata_world *world, const st_code *code,
                               const strata_given *given, st_note *out,
                               bool *kept) {
  const st_routine *deeds = &code->deeds;
  const char *name = given->name ? given->name : "";
  uint32_t place = st_routine_name(deeds, name);
  if (place < ST_BOUND_OWN || place >= ST_BOUND_OWN + deeds->given_count) {
    return ST_REFUSE(world, STRATA_ENOENT, "watch: '", code->name,
                     "' is given no '", name, "'");
  }
  const st_given_want want = {.call = "watch",
                              .what = name,
                              .type = deeds->names.items[place].type,
                              .gone_will_do = true};
  out->key = st_note_key(name, strlen(name), 0);
  strata_status status = st_given_word(world, &want, &given->value, &out->word);
  *kept = !status && (out->word.number != 0 || out->word.symbol != 0);
  return status;
}

static strata_status take_names(strata_world *world,
                                const strata_watch_desc *desc, st_note *notes,
                                uint32_t *count) {
  const st_code *code = st_code_get(world->rules, desc->code);
  strata_status status = STRATA_OK;
  *count = 0;
  for (size_t i = 0; !status && i < desc->name_count; i++) {
    bool kept = false;
    st_note note = {0};
    status = take_name(world, code, &desc->names[i], &note, &kept);
    for (uint32_t n = 0; !status && n < *count; n++) {
      if (notes[n].key != note.key) continue;
      return ST_REFUSE(world, STRATA_EINVAL, "watch: '", desc->names[i].name,
                       "' is given twice");
    }
    if (!status && kept) notes[(*count)++] = note;
  }
  return status;
}

strata_status strata_watch_add(strata_world *world,
                               const strata_watch_desc *desc,
                               strata_watch *out) {
  if (!desc) return ST_REFUSE(world, STRATA_EINVAL, "watch: desc is NULL");
  strata_status status = check(world, desc);
  if (status) return status;
  uint32_t count = 0;
  st_arena_empty(&world->shown);
  st_note *notes =
      st_arena_take(&world->shown, desc->name_count, sizeof *notes);
  if (!notes) return ST_REFUSE(world, STRATA_ENOMEM, "watch: out of memory");
  status = take_names(world, desc, notes, &count);
  if (status) return status;
  const st_new_watch watch = {.code = desc->code,
                              .source = desc->source,
                              .you = desc->you,
                              .left = desc->left,
                              .uses =
                                  st_code_get(world->rules, desc->code)->uses,
                              .clock = desc->ticks > 0 ? desc->clock : 0,
                              .ticks = (uint32_t)desc->ticks,
                              .names = notes,
                              .name_count = count};
  st_call call;
  status = st_world_begin_aside(world, "watch", &call);
  if (status) return status;
  uint32_t slot = 0;
  status = st_watch_start(&world->store, &watch, &slot);
  status = st_world_finish(world, &call, status);
  if (!status && out) *out = st_watch_handle(&world->store, slot);
  return status;
}

/* -- Ending, looking -- */

static uint32_t known(strata_world *world, const char *call,
                      strata_watch watch) {
  uint32_t slot = st_watch_slot(&world->store, watch);
  if (slot == 0) {
    (void)ST_REFUSE(world, STRATA_ESTALE, call, ": watcher ",
                    st_handle_text_of(watch).text,
                    " does not exist, or no longer");
  }
  return slot;
}

strata_status strata_watch_remove(strata_world *world, strata_watch watch) {
  uint32_t slot = known(world, "watch_remove", watch);
  if (slot == 0) return STRATA_ESTALE;
  st_call call;
  strata_status status = st_world_begin_aside(world, "watch_remove", &call);
  if (status) return status;
  status = st_watch_end(&world->store, slot);
  return st_world_finish(world, &call, status);
}

/* All that its code is given; what is 0 has no note. */
static strata_status give_names(strata_world *world, uint32_t slot,
                                strata_watch_desc *out) {
  const st_routine *deeds = &st_code_get(world->rules, out->code)->deeds;
  st_arena_empty(&world->shown);
  strata_given *names =
      st_arena_take(&world->shown, deeds->given_count + 1u, sizeof *names);
  if (!names) {
    return ST_REFUSE(world, STRATA_ENOMEM, "watch_describe: out of memory");
  }
  for (uint32_t i = 0; i < deeds->given_count; i++) {
    const st_expr_name *name = &deeds->names.items[ST_BOUND_OWN + i];
    uint64_t key = st_note_key(name->text, strlen(name->text), 0);
    st_word word = {0};
    (void)st_note_get(&world->store, st_watch_names(slot), key, &word);
    names[i] = (strata_given){name->text, st_given_value(name->type, word)};
  }
  out->names = names;
  out->name_count = deeds->given_count;
  return STRATA_OK;
}

strata_status strata_watch_describe(strata_world *world, strata_watch watch,
                                    strata_watch_desc *out) {
  if (!out) {
    return ST_REFUSE(world, STRATA_EINVAL, "watch_describe: out is NULL");
  }
  uint32_t slot = known(world, "watch_describe", watch);
  if (slot == 0) return STRATA_ESTALE;
  const st_store *store = &world->store;
  strata_watch_desc desc = {.code = st_get32(store, ST_COLUMN_WATCH_CODE, slot),
                            .source =
                                st_get64(store, ST_COLUMN_WATCH_SOURCE, slot),
                            .you = st_get64(store, ST_COLUMN_WATCH_YOU, slot)};
  if (!st_watch_left(store, slot, &desc.left)) desc.left = 0;
  if (!st_watch_uses(store, slot, &desc.uses)) desc.uses = 0;
  uint64_t ends = st_get64(store, ST_COLUMN_WATCH_EXPIRES, slot);
  if (ends != 0) {
    desc.clock = st_get32(store, ST_COLUMN_WATCH_CLOCK, slot);
    desc.ticks =
        ends - st_get64(store, st_clock_ticks(world->rules, desc.clock), 1);
  }
  strata_status status = give_names(world, slot, &desc);
  if (!status) *out = desc;
  return status;
}

strata_watch strata_watch_next(const strata_world *world, strata_watch watch) {
  const st_store *store = &world->store;
  uint32_t slot = st_watch_slot(store, watch);
  if (watch != 0 && slot == 0) return 0;
  uint32_t next =
      watch != 0 ? st_watch_next(store, slot) : st_watch_first(store);
  return next != 0 ? st_watch_handle(store, next) : 0;
}
