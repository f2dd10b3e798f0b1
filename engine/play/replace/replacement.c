/*
 * replacement.c - the loop of rule 616, and the instructions that replacement
 * programs consist of.
 *
 * Each step of a batch chooses one candidate and pushes one program, so the C
 * stack does not grow with the number of replacements. The loop ends when no
 * event of the batch has an applicable effect left. An effect is applied to an
 * event once (614.5), and the events that take its place inherit its applied
 * set, so the loop ends; the limit of events stops effects that may apply
 * again.
 */
#include "play/replace/replacement.h"

#include "play/compare/commute_static.h"
#include "play/compare/try_options.h"
#include "play/execution/applicability.h"
#include "play/execution/can_happen.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/prevention.h"
#include "play/execution/resume_point.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/turn_order.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/entry_preview.h"
#include "play/replace/apply_candidate.h"
#include "play/replace/candidates.h"
#include "play/replace/choose_candidate.h"
#include "play/replace/equal_candidates.h"
#include "rules/model/sba_def.h"
#include "world/tables/started_watchers.h"

/* Record for an explanation what the last application did. */
static strata_status trace_last_application(st_execution *exec,
                                            uint32_t batch) {
  if (!st_trace_is_on(exec)) return STRATA_OK;
  strata_status status = st_trace_end_applied(exec, batch);
  return status ? status : st_trace_add_proposed(exec, batch);
}

strata_status st_replacement_step(st_execution *exec, uint32_t batch,
                                  bool *again) {
  st_apply_candidate_finish(exec, batch);
  *again = false;
  strata_status status = trace_last_application(exec, batch);
  if (!status) status = st_apply_self_replacement(exec, batch, again);
  if (status || *again) return status;
  uint32_t *all;
  uint32_t count;
  status = st_choose_candidate_find(exec, batch, &all, &count);
  *again = !status && count > 0;
  if (!*again) return status;
  st_resume_point_set(exec); /* events may have been refused */
  uint32_t chosen = all[0];
  if (count > 1) status = st_choose_candidate(exec, batch, all, count, &chosen);
  if (status) return status;
  st_replacement_candidate candidate = exec->candidates[chosen];
  return st_apply_candidate(exec, batch, &candidate);
}

/* -- Instructions -- */

void st_replacement_inherit(st_execution *exec, uint32_t event, uint32_t from) {
  st_event *parent = st_event_get(exec, from);
  st_event *e = st_event_get(exec, event);
  strata_field field = exec->rules->common_fields.effect;
  e->applied_set = parent->applied_set;
  e->shares_applied_set = true;
  e->last_applied_hash = parent->last_applied_hash;
  parent->part_count++;
  bool effect = parent->state == ST_EVENT_REPLACED ||
                st_event_word(exec, from, field) != 0;
  e->words[st_event_type_field_index(exec->rules, e->type, field)] = effect;
}

strata_status st_replacement_nothing(st_execution *exec, uint32_t frame) {
  uint32_t event = st_frame_get(exec, frame)->event;
  st_event_get(exec, event)->state = ST_EVENT_REPLACED;
  return STRATA_OK;
}

strata_status st_replacement_instead(st_execution *exec, uint32_t frame,
                                     uint32_t at, uint32_t end) {
  st_event *event = st_event_get(exec, st_frame_get(exec, frame)->event);
  event->state = ST_EVENT_REPLACED;
  st_task task = {.kind = ST_TASK_INSTRUCTIONS,
                  .frame = frame,
                  .at = at + 1,
                  .end = end,
                  .collect_batch = event->batch,
                  .emits_part = true};
  return st_task_push(exec, task) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_replacement_also(st_execution *exec, uint32_t frame,
                                  uint32_t at, uint32_t end) {
  uint32_t event = st_frame_get(exec, frame)->event;
  uint32_t batch = st_event_get(exec, event)->batch;
  uint32_t collect = st_batch_results(exec, batch);
  if (collect == 0) return STRATA_ENOMEM;
  st_task task = {.kind = ST_TASK_INSTRUCTIONS,
                  .frame = frame,
                  .at = at + 1,
                  .end = end,
                  .collect_batch = collect,
                  .emits_part = true,
                  .emits_joined_part = true};
  return st_task_push(exec, task) ? STRATA_OK : STRATA_ENOMEM;
}
