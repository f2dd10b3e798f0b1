/*
 * frame.c - what the expressions of a program see: current values, or what was
 * last known of those who are gone, the event in question, and the names that
 * were bound.
 */
#include "play/execution/run.h"

#include <string.h>

/* Whose expression is evaluated. */
typedef struct st_sight {
  st_past past; /* it begins with this, see past.h */
  st_run *run;
  uint32_t frame;
} st_sight;

static strata_status env_field(const st_expr_env *env, strata_field field,
                               int64_t *out) {
  const st_sight *sight = st_eval_sight(env);
  const st_frame *frame = st_run_frame(sight->run, sight->frame);
  uint32_t event = frame->event;
  if (frame->code != 0 && field == env->rules->common.prevented) {
    *out = frame->prevented;
    return STRATA_OK;
  }
  *out = 0;
  if (event == 0) return STRATA_OK;
  *out = frame->looks_back ? st_event_word_before(sight->run, event, field)
                           : st_event_word(sight->run, event, field);
  if (*out == 0 && sight->past.shadow) {
    *out = (int64_t)st_event_who(sight->run, event, field);
  }
  return STRATA_OK;
}

static strata_status env_name(const st_expr_env *env, uint32_t place,
                              int64_t *out) {
  const st_sight *sight = st_eval_sight(env);
  *out = st_run_frame(sight->run, sight->frame)->names[place];
  return STRATA_OK;
}

/* -- Who may not be taken -- */

/* Something happens to its affected by what modifies how somebody enters, or it
 * enters itself. */
static bool is_taken(const st_run *run, const st_event *event) {
  if (event->would != 0 || event->joins) return true;
  return event->parent != 0 &&
         run->events[event->parent - 1].state == ST_EVENT_REPLACED;
}

/* Whether an event of a batch takes somebody; the frame's own is as if it were
 * on, and what its program makes itself takes nobody from it. */
static bool takes(const st_run *run, const st_frame *frame, uint32_t batch,
                  strata_entity who) {
  uint32_t n = batch != 0 ? run->batches[batch - 1].first : 0;
  for (; n != 0; n = run->events[n - 1].next) {
    const st_event *e = &run->events[n - 1];
    uint32_t affected = st_kind_get(run->rules, e->kind)->affected;
    bool is_on = e->state == ST_EVENT_PROPOSED || n == frame->event;
    bool is_own = e->maker != 0 && &run->frames[e->maker - 1] == frame;
    if (!is_on || is_own || affected == ST_NO_PLACE) continue;
    if ((strata_entity)e->words[affected] == who && is_taken(run, e)) {
      return true;
    }
  }
  return false;
}

/* Whoever enters may not be taken by what modifies how anybody of the same
 * batch does (614.13), nor may anything be taken twice (614.13b). Who is in no
 * zone, like a player, cannot be. */
static bool is_masked(const st_run *run, const st_frame *frame, uint32_t slot) {
  if (!frame->would || frame->event == 0) return false;
  if (st_get32(run->store, ST_COLUMN_ENTITY_ZONE, slot) == 0) return false;
  strata_entity who = st_entity_handle(run->store, slot);
  for (uint32_t n = frame->event; n != 0;) {
    const st_event *of = &run->events[n - 1];
    const st_batch *batch = &run->batches[of->batch - 1];
    bool enters = of->would != 0;
    if (enters && (takes(run, frame, of->batch, who) ||
                   takes(run, frame, batch->child, who))) {
      return true;
    }
    n = of->joins ? of->parent : 0;
  }
  return false;
}

/* -- What is seen -- */

/* The n-th from the top; those who may not be taken are passed over (614.13c).
 */
static strata_entity env_top(const st_expr_env *env, strata_zone zone,
                             strata_entity player, int64_t n) {
  const st_sight *sight = st_eval_sight(env);
  const st_store *store = sight->run->store;
  const st_zone *of = &env->rules->zones[zone - 1];
  uint32_t whose = of->shared ? 0 : st_entity_slot(store, player);
  if (!of->shared && whose == 0) return 0;
  const st_frame *frame = st_run_frame(sight->run, sight->frame);
  if (!frame->would) {
    return st_entity_handle(store, st_zone_nth(store, of, whose, n));
  }
  uint32_t slot = n < 1 ? 0 : st_zone_top(store, of, whose);
  for (; slot != 0; slot = st_get32(store, ST_COLUMN_ENTITY_BELOW, slot)) {
    if (!is_masked(sight->run, frame, slot) && --n == 0) break;
  }
  return st_entity_handle(store, slot);
}

static strata_status begin(st_run *run, uint32_t frame, st_sight *sight,
                           strata_entity it, st_expr_env *env) {
  *sight = (st_sight){.run = run, .frame = frame};
  const st_frame *f = st_run_frame(run, frame);
  bool asks = f->would && f->event != 0;
  const st_would *would = asks ? st_event_would(run, f->event) : NULL;
  if (would) sight->past.shadow = &would->shadow;
  st_eval *eval = run->change->eval;
  strata_entity self = st_run_frame(run, frame)->self;
  strata_status status =
      st_past_env(eval, st_past_slot(run->store, &sight->past, it),
                  st_past_slot(run->store, &sight->past, self), env);
  env->field = env_field;
  env->name = env_name;
  env->top = env_top;
  eval->sight = sight;
  return status;
}

static void end(st_run *run) {
  run->change->eval->sight = NULL;
}

strata_status st_frame_eval(st_run *run, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out) {
  st_sight sight;
  st_expr_env env;
  strata_status status = begin(run, frame, &sight, it, &env);
  if (!status) status = st_expr_eval(expr, &env, out);
  end(run);
  return status;
}

strata_status st_frame_holds(st_run *run, uint32_t frame,
                             const strata_expr *condition, bool *out) {
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  if (condition) {
    strata_entity it = st_run_frame(run, frame)->it;
    status = st_frame_eval(run, frame, condition, it, &yes);
  }
  *out = yes != 0;
  return status;
}

strata_status st_frame_settle(st_run *run, uint32_t frame,
                              const strata_expr *expr, strata_expr **out) {
  st_sight sight;
  st_expr_env env;
  strata_entity it = st_run_frame(run, frame)->it;
  strata_status status = begin(run, frame, &sight, it, &env);
  if (!status) status = st_expr_settle(expr, &env, run->change->mem, out);
  end(run);
  return status;
}

/* All that satisfy a predicate and may be taken, in the order of their slots.
 */
static strata_status select_all(st_run *run, uint32_t frame,
                                const strata_expr *predicate,
                                strata_entity **out, uint32_t *count) {
  st_sight sight;
  st_expr_env env;
  strata_status status = begin(run, frame, &sight, 0, &env);
  if (!status && !st_mem_reserve(run->mem, &run->words, &run->word_capacity,
                                 env.word_count + 1u, sizeof run->words[0])) {
    status = STRATA_ENOMEM;
  }
  if (!status) status = st_expr_match_live(predicate, &env, run->words);
  end(run);
  if (status) return status;
  uint32_t found = 0;
  for (uint32_t w = 0; w < env.word_count; w++) {
    found += st_count_bits(run->words[w]);
  }
  strata_entity *all = st_arena_take(&run->arena, found + 1u, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  *count = 0;
  for (uint32_t w = 0; w < env.word_count; w++) {
    for (uint64_t left = run->words[w]; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      if (is_masked(run, st_run_frame(run, frame), slot)) continue;
      all[(*count)++] = st_entity_handle(run->store, slot);
    }
  }
  *out = all;
  return STRATA_OK;
}

strata_status st_frame_who(st_run *run, uint32_t frame, const strata_expr *who,
                           strata_entity **out, uint32_t *count) {
  if (who->type == STRATA_FLAG) {
    return select_all(run, frame, who, out, count);
  }
  int64_t one = 0;
  strata_entity it = st_run_frame(run, frame)->it;
  strata_status status = st_frame_eval(run, frame, who, it, &one);
  *out = st_arena_take(&run->arena, 1, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  (*out)[0] = (strata_entity)one;
  *count = one != 0;
  return status;
}

strata_status st_frame_scan(st_run *run, uint32_t frame, uint32_t check,
                            strata_entity **out, uint32_t *count) {
  st_sight sight;
  st_expr_env env;
  strata_status status = begin(run, frame, &sight, 0, &env);
  if (!status) {
    status = st_scan_find(&run->scan, check, &env, &run->arena, out, count);
  }
  end(run);
  return status;
}

strata_status st_frame_option(st_run *run, uint32_t frame, const st_deed *deed,
                              st_option option, int64_t fallback,
                              int64_t *out) {
  const st_routine *program = st_run_frame(run, frame)->program;
  *out = fallback;
  for (uint32_t i = 0; i < deed->count; i++) {
    const st_argument *a = &program->arguments[deed->first + i];
    if (a->aim != ST_AIM_OPTION || a->to != (uint32_t)option || !a->value) {
      continue;
    }
    strata_entity it = st_run_frame(run, frame)->it;
    return st_frame_eval(run, frame, a->value, it, out);
  }
  return STRATA_OK;
}

strata_status st_frame_fail(st_run *run, uint32_t frame, const st_deed *deed,
                            strata_status status, const char *what) {
  const st_frame *f = st_run_frame(run, frame);
  bool of_event = f->event != 0;
  const char *kind = of_event
                         ? strata_rules_name(run->rules, STRATA_KIND_EVENT,
                                             st_run_event(run, f->event)->kind)
                         : "";
  return ST_ERROR(run->error, status, 0, of_event ? "event '" : "", kind,
                  of_event ? "', " : "", "deed '",
                  st_deed_text((strata_deed_op)deed->op), "': ", what);
}
