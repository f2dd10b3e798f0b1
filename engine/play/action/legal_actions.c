/* legal_actions.c - the actions that a player may do now, and what each of them
 * may announce. */
#include "play/action/legal_actions.h"

#include "base/bits.h"
#include "play/action/action.h"
#include "play/action/announcing.h"
#include "play/events/interpreter_choose.h"
#include "play/execution/frame.h"
#include "play/index/legal_cache.h"
#include "play/index/watcher_index_update.h"
#include "world/tables/game_end.h"

#include <string.h>

/* -- Asking about objects -- */

/* One entry of the cache that is brought up to date: the actions of one law or
 * object. The frame serves for all objects of a law. */
typedef struct st_legal_update {
  st_execution *exec;
  const st_expr_env *env; /* current values; the player is `outer` */
  st_legal_of_player *of;
  st_legal_entry *entry;
  const st_watcher_def *def;
  const st_legal_def *known;
  uint32_t frame; /* 0: none was needed yet */
} st_legal_update;

/* The frame of the action. */
static bool reserve_frame(st_legal_update *u) {
  const st_player_action action = {u->entry->def, u->entry->self,
                                   u->of->player};
  if (u->frame != 0) return true;
  u->frame = st_player_action_frame(u->exec, &action);
  if (u->frame != 0) st_frame_get(u->exec, u->frame)->text = u->entry->text;
  return u->frame != 0;
}

/* Ask an object that is alive whether the cost can be paid with it. */
static strata_status ask_cost(const st_legal_update *u, strata_entity subject,
                              bool *out) {
  if (!u->known->has_cost_test || u->entry->text != 0) {
    return st_announcing_can_pay(u->exec, u->frame, out);
  }
  strata_status status = st_eval_ensure_fresh(u->exec->change->eval);
  return status ? status
                : st_legal_tests_pass(
                      &u->exec->legal_cache.tests, u->known->cost, u->env,
                      st_entity_slot(u->exec->store, subject), out);
}

/* Whether an action can be done with an object, but for what is asked anew each
 * time: choices, and costs that are not near. */
static strata_status ask_object(const st_legal_update *u, strata_entity subject,
                                bool *out) {
  const st_player_action action = {u->entry->def, subject, u->of->player};
  *out = true;
  st_frame_get(u->exec, u->frame)->self = subject;
  strata_status status = STRATA_OK;
  if (st_action_actor_reads_object(u->def)) {
    status = st_player_action_may(u->exec, u->frame, &action, 0, out);
  }
  if (!status && *out) {
    status = st_frame_holds(u->exec, u->frame, u->def->when, out);
  }
  if (status || !*out || !u->entry->paid_near) return status;
  return ask_cost(u, subject, out);
}

static strata_status ask_all_objects(const st_legal_update *u) {
  st_legal_entry *entry = u->entry;
  strata_entity *subjects = &entry->self;
  uint32_t count = 1;
  strata_status status = STRATA_OK;
  memset(entry->bits, 0, entry->capacity * sizeof entry->bits[0]);
  entry->changed = true;
  if (entry->by_object) {
    status =
        st_frame_select(u->exec, u->frame, u->def->subject, &subjects, &count);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    bool can;
    status = ask_object(u, subjects[i], &can);
    if (status || !can) continue;
    uint32_t slot = st_entity_slot(u->exec->store, subjects[i]);
    st_bit_set(entry->bits, entry->by_object ? slot : 0, true);
  }
  return status;
}

static strata_status ask_slot(const st_legal_update *u, uint32_t slot) {
  bool can = st_get_bit(u->exec->store, ST_COLUMN_ENTITY_LIVE, slot);
  strata_entity subject = can ? st_entity_handle(u->exec->store, slot) : 0;
  strata_status status = STRATA_OK;
  if (can) {
    int64_t fits = 0;
    status = st_frame_eval(u->exec, u->frame, u->def->subject, subject, &fits);
    can = fits != 0;
  }
  if (!status && can) status = ask_object(u, subject, &can);
  if (status) return status;
  u->entry->changed =
      u->entry->changed || can != st_bit_test(u->entry->bits, slot);
  st_bit_set(u->entry->bits, slot, can);
  return STRATA_OK;
}

/* Ask again about the objects that may have changed. */
static strata_status ask_changed_objects(const st_legal_update *u) {
  const st_legal_of_player *of = u->of;
  strata_status status = STRATA_OK;
  if (u->entry->by_object) {
    uint32_t words = st_bit_words(st_entity_top(u->exec->store) + 1);
    for (uint32_t w = 0; w < words && w < of->dirty_capacity; w++) {
      for (uint64_t left = of->dirty[w]; !status && left; left &= left - 1) {
        status = ask_slot(u, w * 64 + st_lowest_bit(left));
      }
    }
    return status;
  }
  if (u->entry->self == 0) return STRATA_OK; /* it reads its player alone */
  uint32_t slot = st_entity_slot(u->exec->store, u->entry->self);
  bool dirty = slot / 64 < of->dirty_capacity && st_bit_test(of->dirty, slot);
  return dirty ? ask_all_objects(u) : STRATA_OK;
}

/* Bring the bits of an entry up to date. */
static strata_status update_bits(const st_legal_update *u) {
  st_legal_entry *entry = u->entry;
  bool known = entry->valid;
  if (!st_legal_cache_reserve(&u->exec->legal_cache, entry)) {
    return STRATA_ENOMEM;
  }
  entry->valid = false;
  strata_status status = known ? ask_changed_objects(u) : ask_all_objects(u);
  if (status) return status;
  entry->valid = u->known->reads.conditions_near && entry->text == 0;
  return STRATA_OK;
}

/* Bring the answers of the tests of an entry up to date. */
static strata_status update_tests(const st_legal_update *u) {
  const st_legal_cache *cache = &u->exec->legal_cache;
  const st_test_changes changes = st_legal_cache_changes(u->of);
  strata_status status = st_eval_ensure_fresh(u->exec->change->eval);
  for (uint32_t i = 0; !status && i < ST_COUNT_OF(u->entry->tests); i++) {
    const uint32_t test = u->entry->tests[i];
    if (test == 0) continue;
    status = st_legal_tests_ask(&cache->tests, &u->of->tests, test, u->env,
                                &changes);
    u->entry->changed =
        u->entry->changed || u->of->tests.items[test - 1].changed;
  }
  return status;
}

static strata_status update_may(const st_legal_update *u) {
  st_legal_entry *entry = u->entry;
  const st_player_action action = {entry->def, entry->self, u->of->player};
  bool may = entry->may;
  strata_status status = STRATA_OK;
  if (st_action_actor_reads_object(u->def)) {
    may = true;
  } else if (!entry->may_known) {
    status = st_player_action_may(u->exec, u->frame, &action, entry->you, &may);
  }
  if (status) return status;
  entry->changed = entry->changed || may != entry->may;
  entry->may = may;
  entry->may_known = u->known->reads.actor_near && entry->text == 0;
  return STRATA_OK;
}

/* Find out whether the player may do it at all, and bring the bits of an entry
 * up to date. An entry whose player may not is not asked about for the first
 * time. */
static strata_status update_entry(st_legal_update *u) {
  st_legal_entry *entry = u->entry;
  bool by_tests = st_legal_entry_is_by_tests(entry);
  bool needs_frame = !by_tests || !entry->may_known || !entry->is_plain;
  if (needs_frame && !reserve_frame(u)) return STRATA_ENOMEM;
  strata_status status = update_may(u);
  if (status) return status;
  if (by_tests) return entry->may ? update_tests(u) : STRATA_OK;
  return entry->may || entry->valid ? update_bits(u) : STRATA_OK;
}

/* -- Listing -- */

static bool add_action(const st_legal_update *u, strata_entity subject) {
  st_legal_of_player *of = u->of;
  if (!st_mem_reserve(u->exec->mem, &of->list, &of->list_capacity,
                      of->list_count + 1, sizeof of->list[0])) {
    return false;
  }
  of->list[of->list_count++] =
      (strata_legal_action){.action = u->entry->def, .subject = subject};
  return true;
}

/* Add an action if what is asked anew each time holds too. */
static strata_status add_if_complete(const st_legal_update *u,
                                     strata_entity subject) {
  bool can = true;
  strata_status status = STRATA_OK;
  if (!u->entry->is_plain) {
    st_frame_get(u->exec, u->frame)->self = subject;
    if (!u->entry->paid_near && !u->known->reads.cost_waits) {
      status = st_announcing_can_pay(u->exec, u->frame, &can);
    }
    if (!status && can) {
      status = st_announcing_has_way(u->exec, u->frame, 0, &can);
    }
  }
  if (status || !can) return status;
  return add_action(u, subject) ? STRATA_OK : STRATA_ENOMEM;
}

/* The objects of a word with which the action can be done, but for what is
 * asked anew each time. */
static uint64_t word_of_entry(const st_legal_update *u, uint32_t word) {
  const st_legal_entry *entry = u->entry;
  const st_test_answers *answers = u->of->tests.items;
  if (!st_legal_entry_is_by_tests(entry)) return entry->bits[word];
  uint64_t bits = answers[entry->tests[0] - 1].bits[word];
  return entry->tests[1] != 0 ? bits & answers[entry->tests[1] - 1].bits[word]
                              : bits;
}

static strata_status list_entry(const st_legal_update *u) {
  const st_legal_entry *entry = u->entry;
  const st_store *store = u->exec->store;
  strata_status status = STRATA_OK;
  if (!entry->may) return STRATA_OK;
  if (!entry->by_object) {
    return entry->bits[0] & 1 ? add_if_complete(u, entry->self) : STRATA_OK;
  }
  uint32_t words = st_bit_words(st_entity_top(store) + 1);
  for (uint32_t w = 0; w < words; w++) {
    uint64_t left =
        word_of_entry(u, w) & st_get_bits64(store, ST_COLUMN_ENTITY_LIVE, w);
    for (; !status && left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      status = add_if_complete(u, st_entity_handle(store, slot));
    }
  }
  return status;
}

/* List an entry. The list is made where the old one lies: what has not changed
 * and has its old place stays there. */
static strata_status list_again(const st_legal_update *u, bool *in_place) {
  st_legal_of_player *of = u->of;
  st_legal_entry *entry = u->entry;
  if (*in_place && entry->is_plain && !entry->changed) {
    of->list_count += entry->listed;
    return STRATA_OK;
  }
  size_t first = of->list_count;
  strata_status status = list_entry(u);
  size_t count = of->list_count - first;
  *in_place = *in_place && count == entry->listed;
  entry->listed = (uint32_t)count;
  entry->changed = false;
  return status;
}

/* Whether an object of the entry may have changed, or the answers of its
 * tests. */
static bool may_have_changed(const st_execution *exec,
                             const st_legal_of_player *of,
                             const st_legal_entry *entry) {
  const st_test_answers *answers = of->tests.items;
  if (!of->any_dirty && entry->valid) return false;
  if (entry->tests[0] != 0) {
    const st_test_answers *a = &answers[entry->tests[0] - 1];
    const st_test_answers *b =
        entry->tests[1] != 0 ? &answers[entry->tests[1] - 1] : a;
    return entry->may && (!a->asked || a->changed || !b->asked || b->changed);
  }
  if (!entry->valid || of->all_dirty || entry->by_object) return true;
  uint32_t slot = st_entity_slot(exec->store, entry->self);
  return slot != 0 && slot / 64 < of->dirty_capacity &&
         st_bit_test(of->dirty, slot);
}

/* Whether an entry is as it was and has its old place in the list. */
static bool is_settled(const st_execution *exec, const st_legal_of_player *of,
                       const st_legal_entry *entry) {
  return entry->may_known && entry->is_plain && !entry->changed &&
         !may_have_changed(exec, of, entry);
}

/* Whether an entry stays as it is while its tests have the same answers. */
static bool is_by_tests_alone(const st_legal_entry *entry) {
  return st_legal_entry_is_by_tests(entry) && entry->may_known &&
         entry->is_plain && !entry->changed;
}

/* Whether the list is as it was, where its tests alone tell. */
static strata_status stands_by_tests(st_execution *exec, st_legal_of_player *of,
                                     const st_expr_env *env, bool *out) {
  const st_test_changes changes = st_legal_cache_changes(of);
  bool changed = true;
  strata_status status = STRATA_OK;
  if (of->listed && of->by_tests_alone) {
    status = st_legal_tests_ask_again(&exec->legal_cache.tests, &of->tests, env,
                                      &changes, &changed);
  }
  *out = !changed;
  return status;
}

static strata_status list_entries(st_execution *exec, st_legal_of_player *of,
                                  const st_expr_env *env) {
  bool in_place;
  strata_status status = stands_by_tests(exec, of, env, &in_place);
  if (status || in_place) return status;
  in_place = of->listed;
  of->listed = false;
  of->by_tests_alone = true;
  of->list_count = 0;
  for (size_t i = 0; !status && i < of->count; i++) {
    st_legal_entry *entry = &of->entries[i];
    if (in_place && is_settled(exec, of, entry)) {
      of->by_tests_alone = of->by_tests_alone && is_by_tests_alone(entry);
      of->list_count += entry->listed;
      continue;
    }
    st_legal_update u = {
        .exec = exec,
        .env = env,
        .of = of,
        .entry = entry,
        .def = st_watcher_def_get(exec->rules, entry->def),
        .known = st_legal_cache_def(&exec->legal_cache, entry->def)};
    status = update_entry(&u);
    if (!status) status = list_again(&u, &in_place);
    of->by_tests_alone = of->by_tests_alone && is_by_tests_alone(entry);
  }
  return status;
}

/* A game that is over has no actions. */
static strata_status update_list(st_execution *exec, st_legal_of_player *of,
                                 const st_expr_env *env) {
  if (st_game_end(exec->store) == 0) return list_entries(exec, of, env);
  of->listed = false;
  of->list_count = 0;
  return STRATA_OK;
}

strata_status st_legal_actions_find(st_execution *exec, strata_entity player,
                                    const strata_legal_action **out,
                                    size_t *count) {
  st_legal_cache *cache = &exec->legal_cache;
  st_legal_of_player *of = NULL;
  st_expr_env env;
  exec->run_tasks_until = st_action_run_tasks;
  strata_status status = st_eval_env(exec->change->eval, 0, 0, &env);
  if (!status) {
    status = st_legal_cache_refresh(cache, &exec->index, &env, player, &of);
  }
  env.outer_slot = st_entity_slot(exec->store, player);
  if (!status) status = update_list(exec, of, &env);
  if (!status) status = st_legal_cache_settle(cache, of);
  if (status) {
    st_legal_cache_forget(cache);
    return status;
  }
  *out = of->list;
  *count = of->list_count;
  return STRATA_OK;
}

/* -- What comes next -- */

/* Announce what is given up to the first choice that is not; *at is that
 * one. */
static strata_status announce_given(st_execution *exec, uint32_t frame,
                                    const st_action_request *r, uint32_t *at) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_status status = STRATA_OK;
  for (*at = 0; !status && *at < program->on_stack_count; (*at)++) {
    bool open;
    status = st_player_action_announce(exec, frame, r, *at, &open);
    if (!status && open) return STRATA_OK;
  }
  return status;
}

/* Announce what is given; *kind says why if it is refused. */
static strata_status announce(st_execution *exec, const st_action_request *r,
                              uint32_t *frame, uint32_t *at,
                              strata_refusal *kind) {
  const st_player_action action = {
      .def = r->watcher_def, .subject = r->self, .player = r->controller};
  st_refusal why;
  exec->run_tasks_until = st_action_run_tasks;
  *at = 0;
  st_action_request own = *r;
  strata_status status = st_action_request_copy_words(exec, &own);
  if (status) return status;
  *frame = st_player_action_frame(exec, &action);
  if (!*frame) return STRATA_ENOMEM;
  st_player_action_bind_parameters(exec, *frame, &own);
  status = st_player_action_check(exec, *frame, &action, &why);
  if (status) return status;
  *kind = why.kind;
  if (why.text) {
    return st_player_action_refuse(exec, action.def, why.text, "", "");
  }
  *kind = STRATA_REFUSAL_ANNOUNCED;
  status = announce_given(exec, *frame, &own, at);
  return status ? status : st_player_action_check_rest(exec, *frame, *at, kind);
}

strata_status st_legal_actions_announce(st_execution *exec,
                                        const st_action_request *r,
                                        uint32_t *frame, uint32_t *at) {
  strata_refusal kind;
  return announce(exec, r, frame, at, &kind);
}

strata_status st_legal_actions_why_not(st_execution *exec,
                                       const st_action_request *r,
                                       strata_refusal *out) {
  uint32_t frame;
  uint32_t at;
  *out = STRATA_REFUSAL_NONE;
  strata_status status = announce(exec, r, &frame, &at, out);
  if (!status) *out = STRATA_REFUSAL_NONE;
  return status == STRATA_EREFUSED ? STRATA_OK : status;
}

strata_status st_legal_actions_choice(st_execution *exec,
                                      const st_action_request *r,
                                      st_legal_choice *out) {
  uint32_t frame;
  uint32_t at;
  *out = (st_legal_choice){0};
  strata_status status = st_legal_actions_announce(exec, r, &frame, &at);
  if (status) return status;
  const st_program *program = st_frame_get(exec, frame)->program;
  if (at == program->on_stack_count) return STRATA_OK;
  const st_instruction *instruction = &program->instructions[at];
  out->name =
      program->variables.variables[instruction->bound_variable - 1].text;
  status = st_interpreter_describe_choice(exec, frame, instruction, &out->ask);
  if (status || out->ask.purpose == ST_PURPOSE_NUMBER) return status;
  return st_announcing_keep_possible(exec, frame, at, &out->ask);
}
