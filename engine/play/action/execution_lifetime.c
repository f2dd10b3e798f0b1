/*
 * execution_lifetime.c - initializing, freeing and resetting an execution.
 *
 * It frees the arrays of all modules of play, whose sizes it must know, and so
 * comes behind all of them in the order of modules.
 */
#include "play/action/execution_lifetime.h"

#include "play/action/suspended.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_limit.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/execution/loop_detector_state.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/prevention.h"
#include "play/execution/task.h"
#include "play/index/applied_sets.h"
#include "play/index/legal_cache.h"
#include "play/index/listeners.h"
#include "play/index/sba_cache.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/chain_walk.h"
#include "play/perform/follow_up.h"
#include "play/perform/leave_rows.h"
#include "play/replace/candidates.h"

void st_execution_init(st_execution *exec, st_mutator *change,
                       strata_error *error) {
  *exec = (st_execution){.mem = change->mem,
                         .change = change,
                         .rules = change->rules,
                         .store = change->store,
                         .error = error};
  change->reveals = &exec->is_irreversible;
  st_event_limit_set(exec, 0);
  st_arena_init(&exec->arena, exec->mem);
  st_watcher_index_init(&exec->index, change);
  st_applied_sets_init(&exec->applied_sets, exec->mem);
  st_listeners_init(&exec->listeners, &exec->index);
  st_sba_cache_init(&exec->sba_cache, change);
  st_legal_cache_init(&exec->legal_cache, change);
  st_text_init(&exec->handler_fault.reason, exec->mem);
  st_text_init(&exec->handler_fault.report, exec->mem);
}

void st_execution_fini(st_execution *exec) {
  if (!exec->mem) return;
  st_mem *mem = exec->mem;
  st_mem_free(mem, exec->events, exec->event_capacity, sizeof exec->events[0]);
  st_mem_free(mem, exec->frames, exec->frame_capacity, sizeof exec->frames[0]);
  st_mem_free(mem, exec->batches, exec->batch_capacity,
              sizeof exec->batches[0]);
  st_mem_free(mem, exec->tasks, exec->task_capacity, sizeof exec->tasks[0]);
  st_mem_free(mem, exec->turn_order, exec->turn_capacity,
              sizeof exec->turn_order[0]);
  st_mem_free(mem, exec->met_decisions, exec->met_capacity,
              sizeof exec->met_decisions[0]);
  st_mem_free(mem, exec->value_words, exec->value_word_capacity,
              sizeof exec->value_words[0]);
  st_mem_free(mem, exec->candidates, exec->candidate_capacity,
              sizeof exec->candidates[0]);
  st_mem_free(mem, exec->old_candidates, exec->old_candidate_capacity,
              sizeof(st_replacement_candidate));
  st_mem_free(mem, exec->shares, exec->share_capacity, sizeof exec->shares[0]);
  st_mem_free(mem, exec->follow_ups, exec->follow_up_capacity,
              sizeof exec->follow_ups[0]);
  st_mem_free(mem, exec->chain_walks, exec->chain_walk_capacity,
              sizeof exec->chain_walks[0]);
  st_mem_free(mem, exec->previews, exec->preview_capacity,
              sizeof exec->previews[0]);
  st_mem_free(mem, exec->own_candidates, exec->own_candidate_capacity,
              sizeof exec->own_candidates[0]);
  st_mem_free(mem, exec->used_started, exec->used_started_capacity,
              sizeof exec->used_started[0]);
  st_mem_free(mem, exec->matches, exec->match_capacity,
              sizeof exec->matches[0]);
  st_mem_free(mem, exec->scratch_variables, exec->scratch_variable_capacity,
              sizeof exec->scratch_variables[0]);
  st_mem_free(mem, exec->leave_rows, exec->leave_rows_capacity,
              sizeof(st_leave_rows));
  st_mem_free(mem, exec->leavers, exec->leaver_capacity,
              sizeof exec->leavers[0]);
  st_mem_free(mem, exec->leaver_rows, exec->leaver_row_capacity,
              sizeof(uint64_t));
  st_mem_free(mem, exec->leaver_table, exec->leaver_table_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, exec->equal_candidates.items,
              exec->equal_candidates.item_capacity,
              sizeof exec->equal_candidates.items[0]);
  st_mem_free(mem, exec->equal_candidates.groups,
              exec->equal_candidates.group_capacity,
              sizeof exec->equal_candidates.groups[0]);
  st_listeners_fini(&exec->listeners);
  st_sba_cache_fini(&exec->sba_cache);
  st_legal_cache_fini(&exec->legal_cache);
  st_watcher_index_fini(&exec->index);
  st_applied_sets_fini(&exec->applied_sets);
  st_suspended_drop(exec);
  st_arena_fini(&exec->arena);
  st_text_fini(&exec->handler_fault.reason);
  st_text_fini(&exec->handler_fault.report);
  *exec = (st_execution){0};
}

void st_execution_reset(st_execution *exec) {
  exec->suspended.stands = exec->suspended.is_ahead = false;
  exec->suspended.record = NULL;
  exec->resume_point.is_set = false;
  st_handler_call_forget_waiting(exec);
  exec->is_resumed = false;
  exec->resumed_log = 0;
  st_arena_reset(&exec->arena);
  exec->event_count = 0;
  exec->frame_count = 0;
  exec->batch_count = 0;
  exec->task_count = 0;
  exec->decisions_met = 0;
  exec->known_count = 0;
  exec->known_first = 0;
  exec->concession_count = 0;
  exec->step_begun = (st_step_begun){0};
  exec->is_irreversible = false;
  exec->failed_status = STRATA_OK;
  exec->handler_fault.disabled_row = (st_disabled_handler){0};
  exec->handler_fault.kind = STRATA_FAULT_HOST;
  exec->handler_fault.is_not_handlers = false;
  exec->handler_fault.stops_action = false;
  st_text_clear(&exec->handler_fault.reason);
  exec->ignores_state_hash = false;
  exec->steps = 0;
  exec->paying_frame = 0;
  exec->advances = false;
  exec->advances_into = 0;
  exec->attempt = NULL;
  exec->loop_detector.rounds = 0;
  exec->loop_detector.has_snapshot = false;
  exec->equal_candidates.event = 0;
  exec->forgotten_events = 0;
  exec->fast_events = 0;
  st_applied_sets_clear(&exec->applied_sets);
  exec->condition_frame = 0;
  exec->turn_frame = 0;
  exec->preview_count = 0;
  exec->own_candidate_count = 0;
  exec->fast_event = 0;
  exec->candidate_count = 0;
  exec->candidates_batch = 0;
  exec->candidates_last_event = 0;
  exec->candidates_stale_count = 0;
  exec->share_count = 0;
  exec->follow_up_count = 0;
  exec->chain_walk_count = 0;
  exec->innermost_walk = 0;
  exec->used_started_count = 0;
  exec->match_count = 0;
  exec->leave_rows_count = 0;
}

void st_execution_warm(st_execution *exec) {
  /* Rules may have names of watchers, and define none. */
  if (!exec->rules->watcher_defs ||
      st_rules_count(exec->rules, STRATA_NAME_EVENT_TYPE) == 0 ||
      st_rules_count(exec->rules, STRATA_NAME_PREDICATE) > 0) {
    return;
  }
  strata_status status = st_watcher_index_refresh(&exec->index);
  if (status || st_rules_count(exec->rules, STRATA_NAME_SBA) == 0) return;
  (void)st_sba_cache_refresh(&exec->sba_cache);
}
