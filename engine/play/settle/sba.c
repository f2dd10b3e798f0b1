/*
 * sba.c - state-based actions (704).
 *
 * A round pushes, from the bottom: the batch, which waits; a task that merges
 * what was put into it; and the program of each state-based action for each
 * entity that it applies to, which fills the batch. So all state-based actions
 * of a round see the same state, and happen as one event (704.3).
 *
 * A round in which none applies is remembered by the hash of the state
 * (no_sba_hash): as long as the hash is the same there is nothing to do.
 */
#include "play/settle/sba.h"

#include "base/bits.h"
#include "base/hash.h"
#include "play/events/batch.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/execution/turn_order.h"
#include "play/index/sba_cache.h"
#include "rules/model/sba_def.h"

/* -- Keeping one of equal entities (704.5j) -- */

typedef struct st_keep_group {
  int64_t keys[ST_SBA_KEEP_KEYS];
  uint32_t first, last, count; /* places in the list of entities */
  uint32_t turn_place;         /* of the decider, in turn order */
  strata_entity decider;
} st_keep_group;

typedef struct st_keep_search {
  st_execution *exec;
  const st_sba *sba;
  strata_entity *who;
  uint32_t count;
  /* by place: the next entity of the group, its place + 1; 0: none */
  uint32_t *next;
  st_keep_group *groups;
  uint32_t group_count;
  uint32_t *table; /* of groups, place + 1; open addressing */
  uint32_t table_size;
} st_keep_search;

static strata_status read_keep_keys(const st_keep_search *k, strata_entity who,
                                    int64_t *keys) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < ST_SBA_KEEP_KEYS; i++) {
    keys[i] = 0;
  }
  for (uint32_t i = 0; !status && i < k->sba->keep_count; i++) {
    const uint64_t *words = NULL;
    status = st_eval_value(k->exec->change->eval, k->sba->keep_by[i],
                           st_entity_slot(k->exec->store, who), &words);
    if (!status) keys[i] = (int64_t)words[0];
  }
  return status;
}

/* The place in the table of the group with these keys, or where it belongs. */
static uint32_t *find_keep_group(const st_keep_search *k, const int64_t *keys) {
  uint64_t hash = st_mix((uint64_t)keys[0], (uint64_t)keys[1]);
  uint32_t at = (uint32_t)hash & (k->table_size - 1);
  while (k->table[at] != 0) {
    const st_keep_group *g = &k->groups[k->table[at] - 1];
    if (g->keys[0] == keys[0] && g->keys[1] == keys[1]) break;
    at = (at + 1) & (k->table_size - 1);
  }
  return &k->table[at];
}

static strata_status group_entity(st_keep_search *k, uint32_t i) {
  int64_t keys[ST_SBA_KEEP_KEYS];
  strata_status status = read_keep_keys(k, k->who[i], keys);
  if (status) return status;
  uint32_t *at = find_keep_group(k, keys);
  if (*at != 0) {
    st_keep_group *g = &k->groups[*at - 1];
    k->next[g->last] = i + 1;
    g->last = i;
    g->count++;
    return STRATA_OK;
  }
  *at = ++k->group_count;
  st_keep_group *g = &k->groups[*at - 1];
  *g = (st_keep_group){
      .keys = {keys[0], keys[1]}, .first = i, .last = i, .count = 1};
  return STRATA_OK;
}

static strata_status group_entities(st_keep_search *k) {
  st_arena *arena = &k->exec->arena;
  k->table_size = 2;
  while (k->table_size < 2 * k->count) {
    k->table_size *= 2;
  }
  k->next = st_arena_alloc(arena, k->count, sizeof k->next[0]);
  k->groups = st_arena_alloc(arena, k->count, sizeof k->groups[0]);
  k->table = st_arena_alloc(arena, k->table_size, sizeof k->table[0]);
  if (!k->next || !k->groups || !k->table) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < k->count; i++) {
    status = group_entity(k, i);
  }
  return status;
}

static uint64_t timestamp_at(const st_keep_search *k, uint32_t i) {
  uint32_t slot = st_entity_slot(k->exec->store, k->who[i]);
  return st_get64(k->exec->store, ST_COLUMN_ENTITY_STAMP, slot);
}

/* Keep the newest of a group: its entry in the list becomes 0. */
static void keep_newest_of_group(st_keep_search *k, const st_keep_group *g) {
  uint32_t kept = g->first;
  for (uint32_t i = k->next[g->first]; i != 0; i = k->next[i - 1]) {
    if (timestamp_at(k, i - 1) > timestamp_at(k, kept)) kept = i - 1;
  }
  k->who[kept] = 0;
}

/* Ask which of a group is kept: its entry in the list becomes 0. */
static strata_status ask_kept_of_group(st_keep_search *k,
                                       const st_keep_group *g) {
  st_new_action_value *options =
      st_arena_alloc(&k->exec->arena, g->count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t n = 0;
  for (uint32_t i = g->first + 1; i != 0; i = k->next[i - 1]) {
    options[n++] = (st_new_action_value){
        .type = STRATA_REF + 1, .value = {.number = (int64_t)k->who[i - 1]}};
  }
  const st_new_decision ask = {.purpose = ST_PURPOSE_KEEP,
                               .player = g->decider,
                               .prompt = k->sba->name,
                               .options = options,
                               .option_count = n,
                               .min = 1,
                               .max = 1};
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(k->exec, &ask, &answer);
  if (status) return status;
  uint32_t kept = g->first;
  for (uint32_t i = 0; i < answer->options[0]; i++) {
    kept = k->next[kept] - 1;
  }
  k->who[kept] = 0;
  return STRATA_OK;
}

/* Entities that are alone are kept. */
static void keep_single_entities(st_keep_search *k) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < k->group_count; i++) {
    if (k->groups[i].count == 1) {
      k->who[k->groups[i].first] = 0;
    } else {
      k->groups[count++] = k->groups[i];
    }
  }
  k->group_count = count;
}

/* Sort the groups by the turn order of their deciders. */
static strata_status sort_groups_by_turn(st_keep_search *k) {
  if (k->group_count == 0) return STRATA_OK;
  strata_status status = st_turn_order_refresh(k->exec);
  for (uint32_t i = 0; !status && i < k->group_count; i++) {
    st_keep_group g = k->groups[i];
    status = st_turn_order_controller(k->exec, k->who[g.first], &g.decider);
    g.turn_place = st_turn_order_place(k->exec, g.decider);
    uint32_t at = i;
    for (; at > 0 && k->groups[at - 1].turn_place > g.turn_place; at--) {
      k->groups[at] = k->groups[at - 1];
    }
    k->groups[at] = g;
  }
  return status;
}

/* Remove the entities that are kept from the list of a state-based action. */
static strata_status remove_kept(st_execution *exec, const st_sba *sba,
                                 strata_entity *who, uint32_t *count) {
  st_keep_search k = {.exec = exec, .sba = sba, .who = who, .count = *count};
  if (*count == 0) return STRATA_OK;
  strata_status status = group_entities(&k);
  if (!status) keep_single_entities(&k);
  if (!status) status = sort_groups_by_turn(&k);
  for (uint32_t i = 0; !status && i < k.group_count; i++) {
    if (sba->keep_newest) {
      keep_newest_of_group(&k, &k.groups[i]);
    } else {
      status = ask_kept_of_group(&k, &k.groups[i]);
    }
  }
  *count = 0;
  for (uint32_t i = 0; i < k.count; i++) {
    if (who[i] != 0) who[(*count)++] = who[i];
  }
  return status;
}

/* -- Finding the entities -- */

/* The entities to which the n-th state-based action applies. */
static strata_status find_sba_subjects(st_execution *exec, uint32_t n,
                                       strata_entity **who, uint32_t *count) {
  const st_sba *sba = st_sba_get(exec->rules, n);
  uint32_t frame = st_frame_new(exec, &sba->program, 0, 0, 0);
  if (!frame) return STRATA_ENOMEM;
  strata_status status = st_frame_select_sba(exec, frame, n, who, count);
  if (status || sba->keep_count == 0) return status;
  status = remove_kept(exec, sba, *who, count);
  if (!status && *count == 0) st_sba_cache_note_all_kept(&exec->sba_cache, n);
  return status;
}

/* Push the program of a state-based action for each of its entities, the first
 * one on top. */
static strata_status push_sba_programs(st_execution *exec, uint32_t n,
                                       uint32_t batch, const strata_entity *who,
                                       uint32_t count) {
  const st_program *program = &st_sba_get(exec->rules, n)->program;
  while (count > 0) {
    uint32_t frame = st_frame_new(exec, program, 0, 0, 0);
    if (!frame ||
        !st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                      .frame = frame,
                                      .end = program->instruction_count,
                                      .collect_batch = batch})) {
      return STRATA_ENOMEM;
    }
    st_frame_get(exec, frame)->it = who[--count];
    st_frame_get(exec, frame)->sba = n;
  }
  return STRATA_OK;
}

typedef struct st_sba_subjects {
  strata_entity *who;
  uint32_t count;
} st_sba_subjects;

static strata_status push_sba_round(st_execution *exec,
                                    const st_sba_subjects *subjects,
                                    uint32_t count, uint32_t *batch) {
  *batch = st_batch_new(exec);
  if (!*batch || !st_batch_begin_filling(exec, *batch) ||
      !st_task_push(exec, (st_task){.kind = ST_TASK_SBA, .batch = *batch})) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (uint32_t n = count; !status && n > 0; n--) {
    status = push_sba_programs(exec, n, *batch, subjects[n - 1].who,
                               subjects[n - 1].count);
  }
  return status;
}

/* -- Attributes that are reset after each round -- */

static strata_status reset_attribute(st_execution *exec,
                                     const st_sba_reset *reset) {
  const st_attr *attr = &exec->rules->attrs[reset->attr - 1];
  const uint64_t value = (uint64_t)attr->default_value;
  strata_status status = STRATA_OK;
  for (uint32_t w = 0; !status && w < reset->capacity; w++) {
    for (uint64_t left = reset->bits[w]; !status && left; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      status = st_mutator_set_base(exec->change, reset->attr, slot, &value);
    }
  }
  return status;
}

/* Programs of the round may have written since its beginning. */
static strata_status reset_round_attributes(st_execution *exec) {
  const st_sba_cache *cache = &exec->sba_cache;
  if (cache->reset_count == 0) return STRATA_OK;
  strata_status status = st_sba_cache_refresh(&exec->sba_cache);
  for (uint32_t n = 0; !status && n < cache->reset_count; n++) {
    status = reset_attribute(exec, &cache->resets[n]);
  }
  return status;
}

/* -- A round -- */

static strata_status finish_quiet_round(st_execution *exec) {
  uint64_t hash = exec->store->hash;
  strata_status status = reset_round_attributes(exec);
  exec->no_sba_due = status == STRATA_OK && exec->store->hash == hash;
  exec->no_sba_hash = hash;
  return status;
}

strata_status st_sba_begin_round(st_execution *exec, uint32_t *batch) {
  uint32_t count = st_rules_count(exec->rules, STRATA_NAME_SBA);
  *batch = 0;
  if (count == 0) return STRATA_OK;
  if (exec->no_sba_due && exec->no_sba_hash == exec->store->hash) {
    return STRATA_OK;
  }
  st_sba_subjects *subjects =
      st_arena_alloc(&exec->arena, count, sizeof *subjects);
  if (!subjects) return STRATA_ENOMEM;
  bool any = false;
  if (exec->change->eval->tune[STRATA_TUNE_SETS] == STRATA_TUNE_NEVER) {
    st_sba_cache_forget(&exec->sba_cache);
  }
  strata_status status = st_sba_cache_refresh(&exec->sba_cache);
  for (uint32_t n = 1; !status && n <= count; n++) {
    if (st_sba_cache_is_empty(&exec->sba_cache, n)) continue;
    status = find_sba_subjects(exec, n, &subjects[n - 1].who,
                               &subjects[n - 1].count);
    any = any || subjects[n - 1].count > 0;
  }
  if (status) return status;
  return any ? push_sba_round(exec, subjects, count, batch)
             : finish_quiet_round(exec);
}

/* -- Equal results are one event (704.7) -- */

/* The state-based action whose program made an event, or 0. */
static uint32_t sba_of_event(const st_execution *exec, const st_event *event) {
  return event->maker_frame != 0 ? exec->frames[event->maker_frame - 1].sba : 0;
}

/* The place in the table of an event of the same type that affects the same
 * entity, or of this one. */
static uint32_t *find_same_result(st_execution *exec, uint32_t *table,
                                  uint32_t size, const st_event *event,
                                  uint32_t affected) {
  int64_t who = event->words[affected];
  uint32_t at = (uint32_t)st_mix((uint64_t)who, event->type) & (size - 1);
  while (table[at] != 0) {
    const st_event *other = st_event_get(exec, table[at]);
    if (other->type == event->type && other->words[affected] == who) break;
    at = (at + 1) & (size - 1);
  }
  return &table[at];
}

static strata_status merge_same_results(st_execution *exec, uint32_t batch) {
  uint32_t size = 2;
  while (size < 2 * st_batch_get(exec, batch)->count) {
    size *= 2;
  }
  uint32_t *table = st_arena_alloc(&exec->arena, size, sizeof *table);
  if (!table) return STRATA_ENOMEM;
  for (uint32_t e = st_batch_get(exec, batch)->first; e != 0;
       e = st_event_get(exec, e)->next) {
    st_event *event = st_event_get(exec, e);
    uint32_t affected =
        st_event_type_get(exec->rules, event->type)->affected_index;
    if (affected == ST_NO_FIELD_INDEX || event->words[affected] == 0) continue;
    uint32_t *at = find_same_result(exec, table, size, event, affected);
    if (*at == 0) {
      *at = e;
    } else if (sba_of_event(exec, st_event_get(exec, *at)) !=
               sba_of_event(exec, event)) {
      event->state = ST_EVENT_DROPPED;
    }
  }
  return STRATA_OK;
}

strata_status st_sba_finish_gathering(st_execution *exec) {
  uint32_t batch = st_task_top(exec)->batch;
  exec->task_count--;
  strata_status status = merge_same_results(exec, batch);
  return status ? status : reset_round_attributes(exec);
}

bool st_sba_round_has_acted(const st_execution *exec, uint32_t batch) {
  const st_batch *b = &exec->batches[batch - 1];
  uint32_t e = b->first;
  while (e != 0 && exec->events[e - 1].state != ST_EVENT_HAPPENED) {
    e = exec->events[e - 1].next;
  }
  return e != 0;
}

const char *st_sba_round_name(const st_execution *exec, uint32_t batch) {
  uint32_t first = exec->batches[batch - 1].first;
  uint32_t sba = first != 0 ? sba_of_event(exec, &exec->events[first - 1]) : 0;
  return sba != 0 ? st_sba_get(exec->rules, sba)->name : "";
}
