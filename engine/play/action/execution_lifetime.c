/*
 * execution_lifetime.c - initializing, freeing and resetting an execution.
 *
 * It frees the arrays of all modules of play, whose sizes it must know, and so
 * comes behind all of them in the order of modules.
 */
#include "play/action/execution_lifetime.h"

#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_limit.h"
#include "play/execution/frame.h"
#include "play/execution/loop_detector_state.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/prevention.h"
#include "play/execution/task.h"
#include "play/index/applied_sets.h"
#include "play/index/listeners.h"
#include "play/index/sba_cache.h"
#include "play/index/watcher_index.h"
#include "play/perform/follow_up.h"
#include "play/perform/handler_chain.h"
#include "play/perform/leave_rows.h"
#include "play/replace/candidates.h"

void st_execution_init(st_execution *run, st_mutator *change,
                       strata_error *error) {
  *run = (st_execution){.mem = change->mem,
                        .change = change,
                        .rules = change->rules,
                        .store = change->store,
                        .error = error};
  st_event_limit_set(run, 0);
  st_arena_init(&run->arena, run->mem);
  st_watcher_index_init(&run->index, change);
  st_applied_sets_init(&run->applied_sets, run->mem);
  st_listeners_init(&run->listeners, &run->index);
  st_sba_cache_init(&run->sba_cache, change);
  st_text_init(&run->handler_fault.reason, run->mem);
  st_text_init(&run->handler_fault.report, run->mem);
}

void st_execution_fini(st_execution *run) {
  if (!run->mem) return;
  st_mem *mem = run->mem;
  st_mem_free(mem, run->events, run->event_capacity, sizeof run->events[0]);
  st_mem_free(mem, run->frames, run->frame_capacity, sizeof run->frames[0]);
  st_mem_free(mem, run->batches, run->batch_capacity, sizeof run->batches[0]);
  st_mem_free(mem, run->tasks, run->task_capacity, sizeof run->tasks[0]);
  st_mem_free(mem, run->turn_order, run->turn_capacity,
              sizeof run->turn_order[0]);
  st_mem_free(mem, run->met_decisions, run->met_capacity,
              sizeof run->met_decisions[0]);
  st_mem_free(mem, run->value_words, run->value_word_capacity,
              sizeof run->value_words[0]);
  st_mem_free(mem, run->candidates, run->candidate_capacity,
              sizeof run->candidates[0]);
  st_mem_free(mem, run->old_candidates, run->old_candidate_capacity,
              sizeof(st_replacement_candidate));
  st_mem_free(mem, run->shares, run->share_capacity, sizeof run->shares[0]);
  st_mem_free(mem, run->follow_ups, run->follow_up_capacity,
              sizeof run->follow_ups[0]);
  st_mem_free(mem, run->chain_walks, run->chain_walk_capacity,
              sizeof run->chain_walks[0]);
  st_mem_free(mem, run->previews, run->preview_capacity,
              sizeof run->previews[0]);
  st_mem_free(mem, run->own_candidates, run->own_candidate_capacity,
              sizeof run->own_candidates[0]);
  st_mem_free(mem, run->used_started, run->used_started_capacity,
              sizeof run->used_started[0]);
  st_mem_free(mem, run->matches, run->match_capacity, sizeof run->matches[0]);
  st_mem_free(mem, run->scratch_variables, run->scratch_variable_capacity,
              sizeof run->scratch_variables[0]);
  st_mem_free(mem, run->leave_rows, run->leave_rows_capacity,
              sizeof(st_leave_rows));
  st_mem_free(mem, run->leavers, run->leaver_capacity, sizeof run->leavers[0]);
  st_mem_free(mem, run->leaver_rows, run->leaver_row_capacity,
              sizeof(uint64_t));
  st_mem_free(mem, run->leaver_table, run->leaver_table_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, run->equal_candidates.items,
              run->equal_candidates.item_capacity,
              sizeof run->equal_candidates.items[0]);
  st_mem_free(mem, run->equal_candidates.groups,
              run->equal_candidates.group_capacity,
              sizeof run->equal_candidates.groups[0]);
  st_listeners_fini(&run->listeners);
  st_sba_cache_fini(&run->sba_cache);
  st_watcher_index_fini(&run->index);
  st_applied_sets_fini(&run->applied_sets);
  st_arena_fini(&run->arena);
  st_text_fini(&run->handler_fault.reason);
  st_text_fini(&run->handler_fault.report);
  *run = (st_execution){0};
}

void st_execution_reset(st_execution *run) {
  st_arena_reset(&run->arena);
  run->event_count = 0;
  run->frame_count = 0;
  run->batch_count = 0;
  run->task_count = 0;
  run->decisions_met = 0;
  run->is_irreversible = false;
  run->failed_status = STRATA_OK;
  run->handler_fault.disabled_row = (st_disabled_handler){0};
  run->handler_fault.kind = STRATA_FAULT_HOST;
  run->handler_fault.is_not_handlers = false;
  st_text_clear(&run->handler_fault.reason);
  run->ignores_state_hash = false;
  run->steps = 0;
  run->attempt = NULL;
  run->loop_detector = (st_loop_detector){0};
  run->equal_candidates.event = 0;
  run->forgotten_events = 0;
  st_applied_sets_clear(&run->applied_sets);
  run->condition_frame = 0;
  run->turn_frame = 0;
  run->preview_count = 0;
  run->own_candidate_count = 0;
  run->fast_event = 0;
  run->candidate_count = 0;
  run->candidates_batch = 0;
  run->candidates_last_event = 0;
  run->candidates_stale_count = 0;
  run->share_count = 0;
  run->follow_up_count = 0;
  run->chain_walk_count = 0;
  run->innermost_walk = 0;
  run->used_started_count = 0;
  run->match_count = 0;
  run->leave_rows_count = 0;
}
