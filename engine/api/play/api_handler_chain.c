/*
 * api_handler_chain.c - chains of handlers: changing and listing them, their
 * storage, and events that only walk along them.
 */
#include "api/play/api_action.h"
#include "api/play/api_word_value.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/perform/chain_walk.h"

#include <string.h>

/* -- Whose, and which -- */

/* The slot of a chain's owner; 0: the common chain. For reading the owner may
 * be gone. */
static strata_status find_chain_owner(strata_world *world, const char *call,
                                      strata_entity owner, bool looks,
                                      uint32_t *out) {
  *out = 0;
  if (owner == 0) return STRATA_OK;
  if (looks) *out = st_entity_last_known_slot(&world->store, owner);
  if (*out == 0) *out = st_world_check_entity(world, call, owner);
  return *out != 0 ? STRATA_OK : STRATA_ESTALE;
}

static strata_status check_chain_handler(strata_world *world, const char *call,
                                         strata_watcher_def code) {
  const st_watcher_def *c = st_world_check_watcher_def(world, call, code);
  if (!c) return STRATA_ENOENT;
  if (c->role == STRATA_ROLE_HANDLE) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call, ": '", c->name,
                   "' is no handler of a chain");
}

/* The chain in words: "hit.before of #3:1", "hit.before of all". */
static strata_status refuse_chain_link(strata_world *world,
                                       strata_status status, const char *call,
                                       strata_watcher_def code,
                                       strata_entity owner, const char *why) {
  const st_watcher_def *c = st_watcher_def_get(world->rules, code);
  const st_event_type *kind =
      st_event_type_unalias(world->rules, c->event_type);
  return ST_REFUSE(world, status, call, ": handler '", c->name, why, kind->name,
                   ".", kind->phases[c->phase].name, " of ",
                   owner != 0 ? st_handle_text_of(owner).text : "all");
}

/* -- Hooking -- */

static strata_status check_hook_desc(strata_world *world,
                                     const strata_hook_desc *desc) {
  if (!desc || !desc->watcher_defs || desc->watcher_def_count == 0) {
    return ST_REFUSE(world, STRATA_EINVAL, "hook: there are no handlers");
  }
  uint32_t clocks = st_rules_count(world->rules, STRATA_NAME_CLOCK);
  if (desc->clock > clocks || (desc->ticks > 0 && desc->clock == 0)) {
    return ST_REFUSE(world, STRATA_ENOENT, "hook: no clock ",
                     st_number_format(desc->clock).text);
  }
  if (desc->ticks > UINT32_MAX) {
    return ST_REFUSE(world, STRATA_ERANGE, "hook: too many ticks");
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < desc->watcher_def_count; i++) {
    status = check_chain_handler(world, "hook", desc->watcher_defs[i]);
  }
  return status;
}

static strata_status unhook_handler(strata_world *world,
                                    const strata_hook_desc *desc,
                                    uint32_t owner, strata_watcher_def code,
                                    bool *done) {
  strata_status status = st_chain_unhook(&world->store, owner, code, done);
  if (status || *done || desc->try_only) return status;
  return refuse_chain_link(world, STRATA_ENOENT, "unhook", code, desc->owner,
                           "' is not in the chain ");
}

static strata_status hook_handler(strata_world *world,
                                  const strata_hook_desc *desc, uint32_t owner,
                                  strata_watcher_def code, bool *done) {
  const st_new_chain_override hook = {.owner = owner,
                                      .watcher_def = code,
                                      .form = ST_CHAIN_OVERRIDE_ADDED,
                                      .clock =
                                          desc->ticks > 0 ? desc->clock : 0,
                                      .ticks = (uint32_t)desc->ticks};
  strata_status status = st_chain_hook(&world->store, &hook, done);
  if (status || *done || desc->try_only) return status;
  return refuse_chain_link(world, STRATA_EEXIST, "hook", code, desc->owner,
                           "' is already in the chain ");
}

typedef strata_status (*chain_change_fn)(strata_world *world,
                                         const strata_hook_desc *desc,
                                         uint32_t owner,
                                         strata_watcher_def code, bool *done);

/* Hook or unhook all handlers of a group, or none. A refused one has set the
 * message. */
static strata_status change_chain_group(strata_world *world, const char *name,
                                        const strata_hook_desc *desc,
                                        chain_change_fn fn, size_t *count) {
  uint32_t owner;
  size_t done = 0;
  strata_status status = check_hook_desc(world, desc);
  if (!status) {
    status = find_chain_owner(world, name, desc->owner, false, &owner);
  }
  if (status) return status;
  st_write_call call;
  status = st_world_begin_handler_write(world, name, &call);
  if (status) return status;
  for (size_t i = 0; !status && i < desc->watcher_def_count; i++) {
    bool one;
    status = fn(world, desc, owner, desc->watcher_defs[i], &one);
    done += !status && one;
  }
  if (status == STRATA_EEXIST || status == STRATA_ENOENT) {
    st_world_undo_write(world, &call);
    return status;
  }
  status = st_world_end_write(world, &call, status);
  if (!status && count) *count = done;
  return status;
}

strata_status strata_hook_add(strata_world *world, const strata_hook_desc *desc,
                              size_t *count) {
  st_world_go_back(world);
  return change_chain_group(world, "hook", desc, hook_handler, count);
}

strata_status strata_hook_remove(strata_world *world,
                                 const strata_hook_desc *desc, size_t *count) {
  st_world_go_back(world);
  return change_chain_group(world, "unhook", desc, unhook_handler, count);
}

bool strata_hook_has(const strata_world *world, strata_entity owner,
                     strata_watcher_def handler) {
  st_world_go_back(world);
  const st_store *store = &world->store;
  uint32_t slot = owner != 0 ? st_entity_slot(store, owner) : 0;
  bool known =
      handler - 1 < st_rules_count(world->rules, STRATA_NAME_WATCHER_DEF) &&
      (owner == 0 || slot != 0);
  return known &&
         st_watcher_def_get(world->rules, handler)->role ==
             STRATA_ROLE_HANDLE &&
         st_chain_has(store, slot, handler);
}

/* -- Looking -- */

/* The index of a phase of an event type, UINT32_MAX after refusing it. */
static uint32_t find_phase_named(strata_world *world, const char *call,
                                 strata_event_type kind, const char *phase) {
  const st_event_type *k = st_event_type_unalias(world->rules, kind);
  for (uint32_t i = 0; phase && i < k->phase_count; i++) {
    if (strcmp(k->phases[i].name, phase) == 0) return i;
  }
  (void)ST_REFUSE(world, STRATA_ENOENT, call, ": event '", k->name,
                  "' has no chain '", phase ? phase : "",
                  k->phase_count > 0 ? "'; its first one is '"
                                     : "'; its kind declares none",
                  k->phase_count > 0 ? k->phases[0].name : "",
                  k->phase_count > 0 ? "'" : "");
  return UINT32_MAX;
}

strata_status strata_chain_list(strata_world *world, strata_entity owner,
                                strata_event_type type, const char *phase,
                                const strata_chain_row **out, size_t *count) {
  st_world_go_back(world);
  if (!out || !count) {
    return ST_REFUSE(world, STRATA_EINVAL, "chain: out or count is NULL");
  }
  if (type - 1 >= st_rules_count(world->rules, STRATA_NAME_EVENT_TYPE)) {
    return ST_REFUSE(world, STRATA_ENOENT, "chain: no kind of event ",
                     st_number_format(type).text);
  }
  uint32_t at = find_phase_named(world, "chain", type, phase);
  uint32_t slot;
  if (at == UINT32_MAX) return STRATA_ENOENT;
  strata_status status = find_chain_owner(world, "chain", owner, true, &slot);
  if (status) return status;
  const st_chain_link *links = NULL;
  uint32_t number;
  st_arena_reset(&world->out_arena);
  const st_chain_query chain = {
      .event_type = st_event_type_get(world->rules, type)->unaliased,
      .phase = at,
      .owner = slot};
  status = st_chain_collect(&world->store, &world->out_arena, &chain, &links,
                            &number);
  strata_chain_row *rows =
      status ? NULL
             : st_arena_alloc(&world->out_arena, number + 1u, sizeof *rows);
  if (!rows) return ST_REFUSE(world, STRATA_ENOMEM, "chain: out of memory");
  for (uint32_t i = 0; i < number; i++) {
    rows[i] = (strata_chain_row){
        .watcher_def = links[i].watcher_def,
        .owner = links[i].owner != 0 ? owner : 0,
        .rank =
            st_watcher_def_get(world->rules, links[i].watcher_def)->chain_rank,
        .place = i + 1,
        .hooked = links[i].hooked_at};
  }
  *out = rows;
  *count = number;
  return STRATA_OK;
}

/* -- Stores -- */

/* A parameter of a handler that is stored with the owner of a chain. */
typedef struct handler_variable {
  const char *call; /* for messages */
  strata_entity owner;
  strata_watcher_def code;
  const char *name;
  uint32_t slot;    /* of the owner */
  strata_type type; /* what it is */
} handler_variable;

/* Find the parameter; refuse a handler that is not in the chain or has no such
 * parameter. */
static strata_status find_handler_variable(strata_world *world,
                                           handler_variable *s) {
  strata_status status = check_chain_handler(world, s->call, s->code);
  if (!status) {
    status = find_chain_owner(world, s->call, s->owner, false, &s->slot);
  }
  if (status) return status;
  if (!st_chain_has(&world->store, s->slot, s->code)) {
    return refuse_chain_link(world, STRATA_ENOENT, s->call, s->code, s->owner,
                             "' is not in the chain ");
  }
  const st_watcher_def *code = st_watcher_def_get(world->rules, s->code);
  uint32_t place =
      s->name ? st_program_find_variable(&code->program, s->name) : UINT32_MAX;
  if (place < ST_VARIABLE_FIRST_OWN ||
      place >= ST_VARIABLE_FIRST_OWN + code->program.parameter_count) {
    return ST_REFUSE(world, STRATA_ENOENT, s->call, ": handler '", code->name,
                     "' stores no '", s->name ? s->name : "", "'");
  }
  s->type = code->program.variables.variables[place].type;
  return STRATA_OK;
}

strata_status strata_hook_get(strata_world *world, strata_entity owner,
                              strata_watcher_def handler, const char *name,
                              strata_value *out) {
  st_world_go_back(world);
  handler_variable s = {"hook_get", owner, handler, name, 0, STRATA_INT};
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "hook_get: out is NULL");
  strata_status status = find_handler_variable(world, &s);
  if (status) return status;
  *out = st_word_to_value(
      s.type, st_chain_get_note(&world->store, s.slot, handler, name));
  return STRATA_OK;
}

strata_status strata_hook_set(strata_world *world, strata_entity owner,
                              strata_watcher_def handler, const char *name,
                              const strata_value *value) {
  st_world_go_back(world);
  handler_variable s = {"hook_set", owner, handler, name, 0, STRATA_INT};
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "hook_set: no value");
  strata_status status = find_handler_variable(world, &s);
  if (status) return status;
  const st_word_want want = {.call = "hook_set",
                             .value_name = name,
                             .type = s.type,
                             .allows_gone = true};
  st_raw_value word;
  status = st_word_from_value(world, &want, value, &word);
  if (status) return status;
  st_write_call call;
  status = st_world_begin_handler_write(world, "hook_set", &call);
  if (status) return status;
  status = st_chain_set_note(&world->store, s.slot, handler, name, word);
  return st_world_end_write(world, &call, status);
}

/* -- Passing -- */

strata_status strata_walk_chain(strata_world *world,
                                const strata_walk_desc *desc,
                                strata_walk_result *out) {
  st_world_go_back(world);
  if (!desc) return ST_REFUSE(world, STRATA_EINVAL, "pass: desc is NULL");
  strata_status status = st_act_check_event_desc(world, "pass", &desc->event);
  if (status) return status;
  uint32_t phase =
      find_phase_named(world, "pass", desc->event.event, desc->phase);
  if (phase == UINT32_MAX) return STRATA_ENOENT;
  bool open;
  status = st_act_walk_chain(world, &desc->event, phase, desc->whole, &open);
  if (status || !out) return status;
  const st_chain_result *passed = &world->execution.chain_result;
  *out = (strata_walk_result){.outcome = STRATA_DECIDE};
  if (open) return STRATA_OK;
  *out = (strata_walk_result){.outcome = st_act_outcome(world, false),
                              .called = passed->called_count,
                              .stopped = passed->stopped,
                              .until = passed->until_reached,
                              .stopper = passed->stopper,
                              .row = passed->log_row};
  return STRATA_OK;
}

/* -- What handlers say -- */

bool strata_call_in_chain(const strata_handler_call *call) {
  return st_frame_get(call->execution, call->frame)->chain_walk != 0;
}

static strata_status check_call_in_chain(strata_handler_call *run,
                                         const char *call) {
  if (run->execution->failed_status) return run->execution->failed_status;
  if (strata_call_in_chain(run)) return STRATA_OK;
  return ST_REFUSE(run->execution->host.world, STRATA_EINVAL, call,
                   ": this handler is in no chain");
}

strata_status strata_call_halt(strata_handler_call *call) {
  strata_status status = check_call_in_chain(call, "halt");
  return status ? status : st_chain_halt(call->execution, call->frame);
}

strata_status strata_call_drop(strata_handler_call *call) {
  strata_status status = check_call_in_chain(call, "drop");
  return status ? status : st_chain_drop(call->execution, call->frame);
}
