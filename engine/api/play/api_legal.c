/* api_legal.c - the legal actions of a player in their public form. */
#include "api/play/api_action.h"
#include "api/play/api_word_value.h"
#include "play/action/execution_lifetime.h"
#include "play/action/legal_actions.h"

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

static strata_status end_legal_call(strata_world *world,
                                    const st_write_call *call,
                                    strata_status status) {
  strata_error why = world->execution_error;
  world->execution_error.status = STRATA_OK;
  world->busy = false;
  st_execution_reset(&world->execution);
  /* Undoing makes the next pass look at everything, so it is not done where
   * nothing is left to undo. */
  if (status || world->store.journal_count != call->savepoint.journal_count) {
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

/* -- The list -- */

strata_status strata_legal_actions(strata_world *world, strata_entity player,
                                   const strata_legal_action **out,
                                   size_t *count) {
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
