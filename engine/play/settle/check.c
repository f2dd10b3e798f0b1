/*
 * check.c - state-based actions.
 *
 * A round pushes, from the bottom: the batch, which waits; a task that looks at
 * what was put into it; and the deeds of each check for each whom it is about,
 * which put it there. Nothing has happened until the batch goes on.
 */
#include "play/settle/check.h"

#include "base/hash.h"
#include "play/events/batch.h"
#include "play/execution/judge.h"
#include "play/execution/turn.h"
#include "rules/model/check.h"

/* -- One of those who are equal is kept (704.5j) -- */

typedef struct st_equals {
  int64_t keys[ST_CHECK_KEYS];
  uint32_t first, last, count; /* places in the list of those found */
  uint32_t place;              /* of who decides, in turn order */
  strata_entity decider;
} st_equals;

typedef struct st_keeping {
  st_run *run;
  const st_check *check;
  strata_entity *who;
  uint32_t count;
  uint32_t *next; /* by place: the next that is equal, its place + 1 */
  st_equals *groups;
  uint32_t group_count;
  uint32_t *table; /* of groups, their place + 1; open addressing */
  uint32_t table_size;
} st_keeping;

static strata_status take_keys(const st_keeping *k, strata_entity who,
                               int64_t *keys) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < ST_CHECK_KEYS; i++) {
    keys[i] = 0;
  }
  for (uint32_t i = 0; !status && i < k->check->keep_count; i++) {
    const uint64_t *words = NULL;
    status = st_eval_value(k->run->change->eval, k->check->keep_by[i],
                           st_entity_slot(k->run->store, who), &words);
    if (!status) keys[i] = (int64_t)words[0];
  }
  return status;
}

/* The place of a group in the table, or where it belongs. */
static uint32_t *find_group(const st_keeping *k, const int64_t *keys) {
  uint64_t hash = st_mix((uint64_t)keys[0], (uint64_t)keys[1]);
  uint32_t at = (uint32_t)hash & (k->table_size - 1);
  while (k->table[at] != 0) {
    const st_equals *g = &k->groups[k->table[at] - 1];
    if (g->keys[0] == keys[0] && g->keys[1] == keys[1]) break;
    at = (at + 1) & (k->table_size - 1);
  }
  return &k->table[at];
}

static strata_status group_one(st_keeping *k, uint32_t i) {
  int64_t keys[ST_CHECK_KEYS];
  strata_status status = take_keys(k, k->who[i], keys);
  if (status) return status;
  uint32_t *at = find_group(k, keys);
  if (*at != 0) {
    st_equals *g = &k->groups[*at - 1];
    k->next[g->last] = i + 1;
    g->last = i;
    g->count++;
    return STRATA_OK;
  }
  *at = ++k->group_count;
  st_equals *g = &k->groups[*at - 1];
  *g = (st_equals){
      .keys = {keys[0], keys[1]}, .first = i, .last = i, .count = 1};
  status = st_turn_controller(k->run, k->who[i], &g->decider);
  if (!status) g->place = st_turn_place(k->run, g->decider);
  return status;
}

static strata_status group_all(st_keeping *k) {
  st_arena *arena = &k->run->arena;
  k->table_size = 2;
  while (k->table_size < 2 * k->count) {
    k->table_size *= 2;
  }
  k->next = st_arena_take(arena, k->count, sizeof k->next[0]);
  k->groups = st_arena_take(arena, k->count, sizeof k->groups[0]);
  k->table = st_arena_take(arena, k->table_size, sizeof k->table[0]);
  if (!k->next || !k->groups || !k->table) return STRATA_ENOMEM;
  strata_status status = st_turn_look(k->run);
  for (uint32_t i = 0; !status && i < k->count; i++) {
    status = group_one(k, i);
  }
  return status;
}

static uint64_t stamp_of(const st_keeping *k, uint32_t i) {
  uint32_t slot = st_entity_slot(k->run->store, k->who[i]);
  return st_get64(k->run->store, ST_COLUMN_ENTITY_STAMP, slot);
}

/* The newest of a group is kept: that one is nobody from then on. */
static void keep_newest(st_keeping *k, const st_equals *g) {
  uint32_t kept = g->first;
  for (uint32_t i = k->next[g->first]; i != 0; i = k->next[i - 1]) {
    if (stamp_of(k, i - 1) > stamp_of(k, kept)) kept = i - 1;
  }
  k->who[kept] = 0;
}

/* Ask which of a group is kept: that one is nobody from then on. */
static strata_status keep(st_keeping *k, const st_equals *g) {
  st_offer *options = st_arena_take(&k->run->arena, g->count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t n = 0;
  for (uint32_t i = g->first + 1; i != 0; i = k->next[i - 1]) {
    options[n++] = (st_offer){.type = STRATA_REF + 1,
                              .value = {.number = (int64_t)k->who[i - 1]}};
  }
  const st_new_decision ask = {.purpose = ST_PURPOSE_KEEP,
                               .player = g->decider,
                               .prompt = k->check->name,
                               .options = options,
                               .option_count = n,
                               .least = 1,
                               .most = 1};
  const st_decided *answer;
  strata_status status = st_run_ask(k->run, &ask, &answer);
  if (status) return status;
  uint32_t kept = g->first;
  for (uint32_t i = 0; i < answer->options[0]; i++) {
    kept = k->next[kept] - 1;
  }
  k->who[kept] = 0;
  return STRATA_OK;
}

/* Groups of several in turn order of who decides, then as they were found. */
static void sort_groups(st_keeping *k) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < k->group_count; i++) {
    st_equals g = k->groups[i];
    if (g.count == 1) {
      k->who[g.first] = 0;
      continue;
    }
    uint32_t at = count++;
    for (; at > 0 && k->groups[at - 1].place > g.place; at--) {
      k->groups[at] = k->groups[at - 1];
    }
    k->groups[at] = g;
  }
  k->group_count = count;
}

/* Whom a check is about, but for those who are kept. */
static strata_status leave_kept(st_run *run, const st_check *check,
                                strata_entity *who, uint32_t *count) {
  st_keeping k = {.run = run, .check = check, .who = who, .count = *count};
  if (check->keep_count == 0 || *count == 0) return STRATA_OK;
  strata_status status = group_all(&k);
  if (!status) sort_groups(&k);
  for (uint32_t i = 0; !status && i < k.group_count; i++) {
    if (check->keep_newest) {
      keep_newest(&k, &k.groups[i]);
    } else {
      status = keep(&k, &k.groups[i]);
    }
  }
  *count = 0;
  for (uint32_t i = 0; i < k.count; i++) {
    if (who[i] != 0) who[(*count)++] = who[i];
  }
  return status;
}

/* -- Looking -- */

/* Whom the n-th check is about. */
static strata_status find(st_run *run, uint32_t n, strata_entity **who,
                          uint32_t *count) {
  const st_check *check = st_check_get(run->rules, n);
  uint32_t frame = st_run_new_frame(run, &check->deeds, 0, 0, 0);
  if (!frame) return STRATA_ENOMEM;
  strata_status status = st_frame_scan(run, frame, n, who, count);
  return status ? status : leave_kept(run, check, *who, count);
}

/* The deeds of a check for each of them, the first on top. */
static strata_status push_deeds(st_run *run, uint32_t n, uint32_t batch,
                                const strata_entity *who, uint32_t count) {
  const st_routine *deeds = &st_check_get(run->rules, n)->deeds;
  while (count > 0) {
    uint32_t frame = st_run_new_frame(run, deeds, 0, 0, 0);
    if (!frame || !st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                              .frame = frame,
                                              .end = deeds->deed_count,
                                              .collect = batch})) {
      return STRATA_ENOMEM;
    }
    st_run_frame(run, frame)->it = who[--count];
    st_run_frame(run, frame)->check = n;
  }
  return STRATA_OK;
}

typedef struct st_finding {
  strata_entity *who;
  uint32_t count;
} st_finding;

static strata_status push_round(st_run *run, const st_finding *found,
                                uint32_t count, uint32_t *batch) {
  *batch = st_run_new_batch(run);
  if (!*batch || !st_batch_wait(run, *batch) ||
      !st_run_push(run, (st_task){.what = ST_TASK_CHECK, .batch = *batch})) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (uint32_t n = count; !status && n > 0; n--) {
    status = push_deeds(run, n, *batch, found[n - 1].who, found[n - 1].count);
  }
  return status;
}

/* -- What has happened since the last round -- */

static strata_status reset_attr(st_run *run, strata_attr id) {
  const st_attr *attr = &run->rules->attrs[id - 1];
  const uint64_t value = (uint64_t)attr->default_value;
  uint32_t top = st_entity_top(run->store);
  strata_status status = STRATA_OK;
  for (uint32_t slot = 1; !status && slot <= top; slot++) {
    if (!st_get_bit(run->store, ST_COLUMN_ENTITY_LIVE, slot) ||
        st_entity_base(run->store, attr, slot) == attr->default_value) {
      continue;
    }
    status = st_change_base(run->change, id, slot, &value);
  }
  return status;
}

static strata_status reset_all(st_run *run) {
  strata_status status = STRATA_OK;
  uint32_t count = strata_rules_count(run->rules, STRATA_KIND_CHECK);
  for (uint32_t n = 1; n <= count; n++) {
    const st_check *check = st_check_get(run->rules, n);
    for (uint32_t i = 0; !status && i < check->reset_count; i++) {
      status = reset_attr(run, check->resets[i]);
    }
  }
  return status;
}

/* -- A round -- */

static strata_status become_quiet(st_run *run) {
  uint64_t hash = run->store->hash;
  strata_status status = reset_all(run);
  run->is_quiet = status == STRATA_OK && run->store->hash == hash;
  run->quiet_hash = hash;
  return status;
}

strata_status st_check_round(st_run *run, uint32_t *batch) {
  uint32_t count = strata_rules_count(run->rules, STRATA_KIND_CHECK);
  *batch = 0;
  if (count == 0) return STRATA_OK;
  if (run->is_quiet && run->quiet_hash == run->store->hash) return STRATA_OK;
  st_finding *found = st_arena_take(&run->arena, count, sizeof *found);
  if (!found) return STRATA_ENOMEM;
  bool any = false;
  strata_status status = st_scan_look(&run->scan);
  for (uint32_t n = 1; !status && n <= count; n++) {
    status = find(run, n, &found[n - 1].who, &found[n - 1].count);
    any = any || found[n - 1].count > 0;
  }
  if (status) return status;
  return any ? push_round(run, found, count, batch) : become_quiet(run);
}

/* -- The same result for the same one (704.7) -- */

/* The check that wants it, 0 for none. */
static uint32_t check_of(const st_run *run, const st_event *event) {
  return event->maker != 0 ? run->frames[event->maker - 1].check : 0;
}

/* What happens to whom, as a place in the table. */
static uint32_t *find_result(st_run *run, uint32_t *table, uint32_t size,
                             const st_event *event, uint32_t affected) {
  int64_t who = event->words[affected];
  uint32_t at = (uint32_t)st_mix((uint64_t)who, event->kind) & (size - 1);
  while (table[at] != 0) {
    const st_event *other = st_run_event(run, table[at]);
    if (other->kind == event->kind && other->words[affected] == who) break;
    at = (at + 1) & (size - 1);
  }
  return &table[at];
}

static strata_status merge(st_run *run, uint32_t batch) {
  uint32_t size = 2;
  while (size < 2 * st_run_batch(run, batch)->count) {
    size *= 2;
  }
  uint32_t *table = st_arena_take(&run->arena, size, sizeof *table);
  if (!table) return STRATA_ENOMEM;
  for (uint32_t e = st_run_batch(run, batch)->first; e != 0;
       e = st_run_event(run, e)->next) {
    st_event *event = st_run_event(run, e);
    uint32_t affected = st_kind_get(run->rules, event->kind)->affected;
    if (affected == ST_NO_PLACE || event->words[affected] == 0) continue;
    uint32_t *at = find_result(run, table, size, event, affected);
    if (*at == 0) {
      *at = e;
    } else if (check_of(run, st_run_event(run, *at)) != check_of(run, event)) {
      event->state = ST_EVENT_DROPPED;
    }
  }
  return STRATA_OK;
}

strata_status st_check_gathered(st_run *run) {
  uint32_t batch = run->tasks[run->task_count - 1].batch;
  run->task_count--;
  strata_status status = merge(run, batch);
  return status ? status : reset_all(run);
}

bool st_check_has_acted(const st_run *run, uint32_t batch) {
  const st_batch *b = &run->batches[batch - 1];
  uint32_t e = b->first;
  while (e != 0 && run->events[e - 1].state != ST_EVENT_HAPPENED) {
    e = run->events[e - 1].next;
  }
  return e != 0;
}

const char *st_check_name(const st_run *run, uint32_t batch) {
  uint32_t first = run->batches[batch - 1].first;
  uint32_t check = first != 0 ? check_of(run, &run->events[first - 1]) : 0;
  return check != 0 ? st_check_get(run->rules, check)->name : "";
}
