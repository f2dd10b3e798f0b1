/*
 * plain_replacements.c - replacement effects that only change fields of their
 * event.
 *
 * The loop of 616 chooses one effect, applies it, and looks at the event again.
 * Where the effects only change fields, nothing of that needs a task: equal
 * watchers are a group, of which the first is applied, and a round tests each
 * group once. So eight doublers of one event are one test a round, not eight.
 *
 * Workload: mostly one group of one to ten watchers; a few groups at most.
 */
#include "play/perform/plain_replacements.h"

#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/trace.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_index_update.h"

/* With more different effects there is nearly always a choice. */
enum { MOST_GROUPS = 8 };

/* Equal watchers: one stands for all. They have one key, so a find finds all of
 * them or none. */
typedef struct plain_group {
  uint32_t watcher; /* its number in the index: nothing is written meanwhile */
  uint32_t found;   /* how many the last find has found */
  uint32_t applied; /* how many were applied */
} plain_group;

typedef struct plain_groups {
  plain_group groups[MOST_GROUPS];
  uint32_t count;
} plain_groups;

strata_status st_plain_replacement_change(st_execution *exec, uint32_t frame,
                                          const st_instruction *instruction) {
  int64_t value = 0;
  strata_status status =
      st_frame_option(exec, frame, instruction, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  st_event *event = st_event_get(exec, st_frame_get(exec, frame)->event);
  uint32_t place =
      st_event_type_field_index(exec->rules, event->type, instruction->what);
  if (place != ST_NO_FIELD_INDEX) event->words[place] = value;
  return STRATA_OK;
}

/* Add a watcher to the group of its equals, or to a new one; false if there are
 * too many groups. */
static bool add_to_group(const st_execution *exec, plain_groups *all,
                         uint32_t watcher) {
  const st_watcher_index *index = &exec->index;
  const st_watcher_candidate *one = st_watcher_index_get(index, watcher);
  for (uint32_t i = 0; i < all->count; i++) {
    const st_watcher_candidate *other =
        st_watcher_index_get(index, all->groups[i].watcher);
    if (st_watcher_index_is_equivalent(index, other, one)) {
      all->groups[i].found++;
      return true;
    }
  }
  if (all->count == MOST_GROUPS) return false;
  all->groups[all->count++] = (plain_group){watcher, 1, 0};
  return true;
}

/* Sort the watchers into groups; false if one of them is not plain. */
static bool group_watchers(const st_execution *exec, uint32_t applied,
                           uint32_t first, plain_groups *all) {
  for (uint32_t i = 0; i < all->count; i++) {
    all->groups[i].found = 0;
  }
  const st_watcher_candidate *watcher;
  for (uint32_t n = first; n != 0; n = watcher->next) {
    watcher = st_watcher_index_get(&exec->index, n);
    if (!exec->index.defs[watcher->watcher_def - 1].only_changes ||
        watcher->started_handle != 0) {
      return false;
    }
    bool was = st_applied_sets_has(&exec->applied_sets, applied, &watcher->id);
    if (!was && !add_to_group(exec, all, n)) return false;
  }
  return true;
}

/* The group to apply: the only one of the lowest class (616.1a-e) of those that
 * are applicable, or NULL. *choice: there are several. */
static strata_status find_group(st_execution *exec, uint32_t event,
                                plain_groups *all, plain_group **out,
                                bool *choice) {
  uint32_t lowest = UINT32_MAX;
  strata_status status = STRATA_OK;
  *out = NULL;
  *choice = false;
  for (uint32_t i = 0; !status && i < all->count; i++) {
    plain_group *group = &all->groups[i];
    bool applies = false;
    const st_watcher_candidate *watcher =
        st_watcher_index_get(&exec->index, group->watcher);
    uint32_t class = st_watcher_def_get(exec->rules, watcher->watcher_def)
                         ->replacement_class;
    if (group->found > group->applied) {
      status = st_applicability_test(exec, watcher, event, &applies);
    }
    if (!applies || class > lowest) continue;
    *choice = class == lowest;
    lowest = class;
    *out = group;
  }
  return status;
}

/* Run the program of a watcher in the frame that conditions are tested in.
 * *keyed: it has changed a field that watchers are found by. */
static strata_status run_program(st_execution *exec,
                                 const st_watcher_candidate *watcher,
                                 uint32_t event, bool *keyed) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, watcher->watcher_def)->program;
  strata_event_type type = st_event_get(exec, event)->type;
  strata_status status = st_applicability_borrow_frame(
      exec, program, watcher->variables, watcher->self, event);
  if (status) return status;
  uint32_t frame = exec->condition_frame;
  st_frame_get(exec, frame)->watcher_def = watcher->watcher_def;
  st_frame_get(exec, frame)->uses_preview = true;
  st_frame_get(exec, frame)->text = watcher->text;
  for (uint32_t at = 0; !status && at < program->instruction_count;) {
    const st_instruction *instruction = &program->instructions[at];
    bool holds;
    status = st_frame_holds(exec, frame, instruction->when, &holds);
    bool enters = instruction->op == STRATA_DO_WHEN && holds;
    at = enters ? at + 1 : instruction->end;
    if (status || !holds || instruction->op == STRATA_DO_WHEN) continue;
    status = st_plain_replacement_change(exec, frame, instruction);
    *keyed = *keyed ||
             st_watcher_index_is_key(&exec->index, type, instruction->what);
  }
  return status;
}

static strata_status find_watchers(st_execution *exec, uint32_t event,
                                   uint32_t *first) {
  const st_event *e = st_event_get(exec, event);
  return st_watcher_index_find(&exec->index, e->type, e->words,
                               ST_WATCHER_INDEX_ALL_ROLES, first);
}

strata_status st_plain_replacements_apply(st_execution *exec, uint32_t event,
                                          uint32_t applied, uint32_t first,
                                          bool *done) {
  plain_groups all = {.count = 0};
  bool keyed = true; /* `first` is not sorted into groups */
  strata_status status = STRATA_OK;
  *done = false;
  if (st_trace_is_on(exec)) return STRATA_OK;
  while (!status && exec->steps < exec->max_steps) {
    plain_group *group;
    bool choice;
    if (!st_mem_work(exec->mem, 1)) return STRATA_ENOMEM;
    if (keyed && !group_watchers(exec, applied, first, &all)) break;
    status = find_group(exec, event, &all, &group, &choice);
    *done = !status && !group;
    if (status || !group || choice) break;
    group->applied++;
    exec->steps++;
    keyed = false;
    status =
        run_program(exec, st_watcher_index_get(&exec->index, group->watcher),
                    event, &keyed);
    if (!status && keyed) status = find_watchers(exec, event, &first);
  }
  return status;
}
