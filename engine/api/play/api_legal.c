/* api_legal.c - the legal actions of a player in their public form. */
#include "api/play/api_action.h"
#include "api/play/api_word_value.h"
#include "play/action/execution_lifetime.h"
#include "play/action/legal_actions.h"
#include "play/action/legal_ways.h"
#include "play/compare/position_hash.h"
#include "play/execution/frame.h"
#include "world/store/chance.h"
#include "world/tables/game_end.h"

/* -- Calls -- */

/* Begin a call that looks at actions. It may try what they cost, which is taken
 * back when it ends. */
static strata_status begin_legal_call(strata_world *world, const char *name,
                                      st_write_call *out) {
  strata_status status = st_world_begin_idle_write(world, name, out);
  if (status) return status;
  world->busy = true;
  world->lock = ST_WORLD_LOCK_EXECUTION;
  st_execution_reset(&world->execution);
  return STRATA_OK;
}

/* End it. Nothing is kept of what it wrote, but for a random number that was
 * drawn. */
static strata_status end_call_that_drew(strata_world *world,
                                        const st_write_call *call,
                                        strata_status status, bool drew) {
  strata_error why = world->execution_error;
  world->execution_error.status = STRATA_OK;
  world->busy = false;
  st_execution_reset(&world->execution);
  /* Undoing makes the next pass look at everything, so it is not done where
   * nothing is left to undo. */
  bool writes = world->store.journal_count != call->savepoint.journal_count;
  if (status || (writes && !drew)) {
    st_world_undo_write(world, call);
  } else {
    st_world_keep_write(world);
  }
  st_world_update_lock(world);
  if (!status) return STRATA_OK;
  bool told = why.status == status;
  return ST_REFUSE(world, status, call->name, ": ",
                   told ? why.text : st_status_text(status));
}

static strata_status end_legal_call(strata_world *world,
                                    const st_write_call *call,
                                    strata_status status) {
  return end_call_that_drew(world, call, status, false);
}

/* -- The list -- */

strata_status strata_legal_actions(strata_world *world, strata_entity player,
                                   const strata_legal_action **out,
                                   size_t *count) {
  st_world_go_back(world);
  if (!out || !count) {
    return ST_REFUSE(world, STRATA_EINVAL, "legal: out or count is NULL");
  }
  const st_legal_of_player *known =
      st_legal_cache_current(&world->execution.legal_cache, player);
  if (known && !st_world_is_locked(world) && !world->busy) {
    *out = known->list;
    *count = known->list_count;
    return STRATA_OK;
  }
  if (st_world_check_entity(world, "legal: player", player) == 0) {
    return STRATA_ESTALE;
  }
  st_write_call call;
  strata_status status = begin_legal_call(world, "legal", &call);
  if (status) return status;
  const strata_legal_action *all = NULL;
  size_t found = 0;
  status = st_legal_actions_find(&world->execution, player, &all, &found);
  status = end_legal_call(world, &call, status);
  if (status) return status;
  *out = all;
  *count = found;
  return STRATA_OK;
}

/* -- What comes next -- */

static strata_status export_choice(strata_world *world,
                                   const st_legal_choice *choice,
                                   strata_legal_choice *out) {
  const st_new_decision *ask = &choice->ask;
  *out = (strata_legal_choice){.name = choice->name};
  if (!choice->name) return STRATA_OK;
  st_arena_reset(&world->out_arena);
  strata_option *options = st_arena_alloc(
      &world->out_arena, ask->option_count + 1u, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < ask->option_count; i++) {
    const st_new_action_value *offer = &ask->options[i];
    options[i].value =
        st_word_to_value((strata_type)(offer->type - 1), offer->value);
  }
  out->purpose = (strata_decision_purpose)ask->purpose;
  out->options = options;
  out->option_count = ask->option_count;
  out->least = ask->min;
  out->most = ask->max;
  return STRATA_OK;
}

strata_status strata_legal_choice_next(strata_world *world,
                                       const strata_act_desc *desc,
                                       strata_legal_choice *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "legal: out is NULL");
  if (world->busy) return st_world_refuse_locked(world, "legal");
  st_action_request request = {0};
  strata_status status =
      st_act_fill_player_action(world, "legal", desc, &request);
  st_write_call call;
  if (!status) status = begin_legal_call(world, "legal", &call);
  if (status) return status;
  st_legal_choice choice;
  status = st_legal_actions_choice(&world->execution, &request, &choice);
  if (!status) status = export_choice(world, &choice, out);
  return end_legal_call(world, &call, status);
}

/* -- Why not -- */

/* Find out about the action of a description that is checked; the text of a
 * refusal is the world's error. */
static strata_status find_refusal(strata_world *world,
                                  const st_action_request *request,
                                  strata_refusal *out) {
  st_write_call call;
  strata_status status = begin_legal_call(world, "legal", &call);
  if (status) return status;
  status = st_legal_actions_why_not(&world->execution, request, out);
  if (!status && *out != STRATA_REFUSAL_NONE) {
    st_text_clear(&world->out_text);
    st_text_add_str(&world->out_text, world->execution_error.text);
    if (!st_text_get(&world->out_text)) status = STRATA_ENOMEM;
  }
  return end_legal_call(world, &call, status);
}

strata_status strata_legal_why_not(strata_world *world,
                                   const strata_act_desc *desc,
                                   strata_refusal *out, const char **text) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "legal: out is NULL");
  if (world->busy) return st_world_refuse_locked(world, "legal");
  if (text) *text = NULL;
  st_action_request request = {0};
  if (st_game_end(&world->store) != 0) {
    *out = STRATA_REFUSAL_OVER;
    if (text) *text = "the game is over";
    return STRATA_OK;
  }
  strata_status status =
      st_act_fill_player_action(world, "legal", desc, &request);
  if (!status) status = find_refusal(world, &request, out);
  if (!status && text && *out != STRATA_REFUSAL_NONE) {
    *text = st_text_get(&world->out_text);
  }
  return status;
}

/* -- Ways -- */

/* Fill in a request that names an action, or its player alone. */
static strata_status fill_ways_request(strata_world *world,
                                       const strata_act_desc *desc,
                                       st_action_request *out) {
  if (world->busy) return st_world_refuse_locked(world, "legal");
  if (!desc || desc->watcher_def != 0 || desc->event != 0 || desc->resolve) {
    return st_act_fill_player_action(world, "legal", desc, out);
  }
  if (st_world_check_entity(world, "legal: player", desc->you) == 0) {
    return STRATA_ESTALE;
  }
  out->controller = desc->you;
  return STRATA_OK;
}

strata_status strata_legal_count(strata_world *world,
                                 const strata_act_desc *desc, uint64_t most,
                                 strata_legal_ways *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "legal: out is NULL");
  st_action_request request = {0};
  st_write_call call;
  st_ways ways = {0};
  strata_status status = fill_ways_request(world, desc, &request);
  if (!status) status = begin_legal_call(world, "legal", &call);
  if (status) return status;
  status = st_legal_ways_count(&world->execution, &request,
                               most ? most : ST_WAYS_LOOKED_AT, &ways);
  status = end_legal_call(world, &call, status);
  if (!status) {
    *out = (strata_legal_ways){.count = ways.count, .at_least = ways.at_least};
  }
  return status;
}

/* The values of the choices that a way makes, by their names. */
static strata_status export_way(strata_world *world, const st_legal_way *way,
                                strata_legal_way *out) {
  *out = (strata_legal_way){.action = way->def,
                            .subject = way->subject,
                            .is_uniform = way->is_uniform};
  st_arena_reset(&world->out_arena);
  strata_named_value *given =
      st_arena_alloc(&world->out_arena, ST_MOST_ANNOUNCEMENTS, sizeof *given);
  if (!given) return STRATA_ENOMEM;
  out->given = given;
  if (way->def == 0) return STRATA_OK;
  const st_frame *f = st_frame_get(&world->execution, way->frame);
  for (uint32_t i = 0; i < f->program->on_stack_count; i++) {
    if (!(way->asked >> i & 1)) continue;
    uint32_t place = f->program->instructions[i].bound_variable - 1u;
    const st_expr_variable *name = &f->program->variables.variables[place];
    given[out->given_count++] = (strata_named_value){
        name->text,
        st_word_to_value(name->type,
                         st_raw_value_of(name->type, f->variables[place]))};
  }
  return STRATA_OK;
}

/* Take a way by a number of the world's: then the call writes. */
static strata_status take_way(strata_world *world,
                              const st_action_request *request, uint64_t most,
                              uint64_t *random, strata_legal_way *out) {
  uint64_t drawn = 0;
  st_legal_way way = {0};
  strata_status status =
      random ? STRATA_OK : st_chance_next(&world->store, &drawn);
  if (!status) {
    status = st_legal_ways_take(&world->execution, request, most,
                                random ? random : &drawn, &way);
  }
  return status ? status : export_way(world, &way, out);
}

strata_status strata_legal_sample(strata_world *world,
                                  const strata_act_desc *desc, uint64_t most,
                                  uint64_t *random, strata_legal_way *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "legal: out is NULL");
  st_action_request request = {0};
  st_write_call call;
  strata_status status = fill_ways_request(world, desc, &request);
  if (!status) status = begin_legal_call(world, "legal", &call);
  if (status) return status;
  status =
      take_way(world, &request, most ? most : ST_WAYS_LOOKED_AT, random, out);
  return end_call_that_drew(world, &call, status, !random);
}

/* -- Equal entities -- */

strata_status strata_equal_entities(strata_world *world,
                                    const strata_entity *who, size_t count,
                                    uint32_t *first) {
  st_world_go_back(world);
  if ((count > 0 && (!who || !first)) || count > UINT16_MAX + 1u) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "equal: a list of at most 65,536 entities, and room");
  }
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "equal");
  }
  strata_status status =
      st_position_find_equal(&world->store, who, (uint32_t)count, first);
  return status ? ST_REFUSE(world, status, "equal: out of memory") : STRATA_OK;
}
