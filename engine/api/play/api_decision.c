/* api_decision.c - open decisions in their public form, and policies that
 * answer them. */
#include "api/play/api_decision.h"

#include "api/play/api_word_value.h"
#include "play/action/suspended.h"
#include "play/execution/execution.h"

/* Public purposes have the numbers of world/tables/open_decision.h. */
#define X(name, value, text)                                                   \
  static_assert((int)STRATA_PURPOSE_##name == (int)ST_PURPOSE_##name,          \
                "purposes of decisions");
STRATA_PURPOSE_MAP(X)
#undef X

/* -- Which are open --
 *
 * They are rows of the state, or, while the execution is ahead, decisions of
 * it. To ask for them does not take it back. */

static bool is_ahead(const strata_world *world) {
  return world->lock == ST_WORLD_LOCK_AHEAD;
}

static uint32_t count_all(const strata_world *world) {
  return is_ahead(world) ? st_suspended_count(&world->execution)
                         : st_decision_count(&world->store);
}

static uint32_t first_unanswered(const strata_world *world) {
  return is_ahead(world) ? st_suspended_find_unanswered(&world->execution)
                         : st_decision_find_unanswered(&world->store);
}

static bool is_unanswered(const strata_world *world, uint32_t decision) {
  return is_ahead(world)
             ? !st_suspended_decision(&world->execution, decision)->answer
             : !st_decision_get(&world->store, decision).answered;
}

size_t strata_decision_count(const strata_world *world) {
  uint32_t all = count_all(world);
  uint32_t decision = first_unanswered(world);
  size_t count = 0;
  for (; decision != 0 && decision <= all; decision++) {
    count += is_unanswered(world, decision);
  }
  return count;
}

/* -- Describing them -- */

static strata_status export_decision_text(strata_world *world, uint32_t row,
                                          const char **out) {
  st_text *text = &world->out_text;
  *out = NULL;
  if (row == 0) return STRATA_OK;
  st_text_clear(text);
  st_decision_read_text(&world->store, row, text);
  *out = st_text_copy(text, &world->decision_arena);
  return *out ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status export_option(strata_world *world,
                                   const st_action_value *offered,
                                   strata_option *out) {
  if (offered->type != 0) {
    out->value =
        st_word_to_value((strata_type)(offered->type - 1), offered->value);
  }
  strata_status status = export_decision_text(world, offered->text, &out->text);
  if (status) return status;
  return export_decision_text(world, offered->outcome, &out->outcome);
}

static strata_status export_options(strata_world *world, uint32_t decision,
                                    uint32_t count, const strata_option **out) {
  strata_option *options =
      st_arena_alloc(&world->decision_arena, count + 1u, sizeof *options);
  strata_status status = options ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    st_action_value offered = st_decision_option(&world->store, decision, i);
    status = export_option(world, &offered, &options[i]);
  }
  *out = options;
  return status;
}

/* Give out an open decision as the rows of the state have it. */
static strata_status export_row(strata_world *world, uint32_t id,
                                strata_decision *out) {
  st_decision asked = st_decision_get(&world->store, id);
  strata_decision decision = {
      .id = id,
      .purpose = (strata_decision_purpose)asked.purpose,
      .who = asked.player,
      .source = asked.source,
      .option_count = asked.option_count,
      .least = asked.min,
      .most = asked.max,
      .total = asked.total,
      .ordered = (asked.flags & ST_DECISION_ORDERED) != 0,
      .hidden = (asked.flags & ST_DECISION_HIDDEN) != 0,
      .firm = (asked.flags & ST_DECISION_IRREVERSIBLE) != 0,
      .missed = (asked.flags & ST_DECISION_ANSWER_STALE) != 0};
  strata_status status =
      export_decision_text(world, asked.prompt, &decision.prompt);
  if (!status) {
    status = export_options(world, id, asked.option_count, &decision.options);
  }
  if (!status) *out = decision;
  return status;
}

/* Copy a text that may go before the decision that was given out does; without
 * `copies` leave it where it is. */
static strata_status place_text(st_arena *arena, bool copies, const char *text,
                                const char **out) {
  *out = text && copies ? st_arena_copy_text(arena, text) : text;
  return text && !*out ? STRATA_ENOMEM : STRATA_OK;
}

/* Give out a decision as an execution asks it; what it points to is allocated
 * in the arena. */
static strata_status export_asked_decision(st_arena *arena, bool copies,
                                           const st_new_decision *ask,
                                           uint32_t number,
                                           strata_decision *out) {
  uint32_t count = ask->option_count;
  strata_option *options = st_arena_alloc(arena, count + 1u, sizeof *options);
  strata_status status = options ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_new_action_value *offer = &ask->options[i];
    status = place_text(arena, copies, offer->text, &options[i].text);
    if (!status) {
      status = place_text(arena, copies, offer->outcome, &options[i].outcome);
    }
    if (offer->type == 0) continue;
    options[i].value =
        st_word_to_value((strata_type)(offer->type - 1), offer->value);
  }
  *out =
      (strata_decision){.id = number,
                        .purpose = (strata_decision_purpose)ask->purpose,
                        .who = ask->player,
                        .source = ask->source,
                        .options = options,
                        .option_count = count,
                        .least = ask->min,
                        .most = ask->max,
                        .total = ask->total,
                        .ordered = (ask->flags & ST_DECISION_ORDERED) != 0,
                        .hidden = (ask->flags & ST_DECISION_HIDDEN) != 0,
                        .firm = (ask->flags & ST_DECISION_IRREVERSIBLE) != 0,
                        .missed = (ask->flags & ST_DECISION_ANSWER_STALE) != 0};
  return status ? status : place_text(arena, copies, ask->prompt, &out->prompt);
}

static strata_status export_ahead(strata_world *world, uint32_t id,
                                  strata_decision *out) {
  const st_met_decision *met = st_suspended_decision(&world->execution, id);
  return export_asked_decision(&world->decision_arena, true, &met->ask, id,
                               out);
}

/* Give out all that are open. They stay where they are as long as the state is
 * this one, whatever else is asked: a host may read names and values while it
 * holds them, and refused answers change no state. */
static strata_status export_open_decisions(strata_world *world) {
  size_t count = strata_decision_count(world);
  uint32_t all = count_all(world);
  world->has_decisions = false;
  world->decision_count = 0;
  st_arena_reset(&world->decision_arena);
  world->decisions = st_arena_alloc(&world->decision_arena, count + 1,
                                    sizeof *world->decisions);
  strata_status status = world->decisions ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t id = first_unanswered(world); !status && id != 0 && id <= all;
       id++) {
    if (!is_unanswered(world, id)) continue;
    strata_decision *out = &world->decisions[world->decision_count++];
    status = is_ahead(world) ? export_ahead(world, id, out)
                             : export_row(world, id, out);
  }
  world->decisions_hash = world->store.hash;
  world->has_decisions = status == STRATA_OK;
  return status;
}

strata_status strata_decision_get(strata_world *world, size_t n,
                                  strata_decision *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "decision: out is NULL");
  size_t count = strata_decision_count(world);
  if (n >= count) {
    return ST_REFUSE(world, STRATA_ENOENT, "decision: there is no open one ",
                     st_number_format((int64_t)n).text, "; there are ",
                     st_number_format((int64_t)count).text, ", counted from 0");
  }
  bool is_current =
      world->has_decisions && world->decisions_hash == world->store.hash;
  strata_status status = is_current ? STRATA_OK : export_open_decisions(world);
  if (status) return ST_REFUSE(world, status, "decision: out of memory");
  *out = world->decisions[n];
  return STRATA_OK;
}

/* -- Policies -- */

strata_status st_decision_ask_policy(st_execution *exec,
                                     const st_new_decision *ask,
                                     uint32_t number, st_new_answer *out) {
  strata_world *world = exec->host.world;
  strata_decision decision;
  strata_answer_desc answer = {0};
  strata_status status =
      export_asked_decision(&exec->arena, false, ask, number, &decision);
  if (status) return status;
  uint8_t closed = world->lock;
  world->lock = ST_WORLD_LOCK_EXECUTION;
  status = world->runner.decide(world->runner.decide_user, world, &decision,
                                &answer);
  world->lock = closed;
  *out = (st_new_answer){.decision = number,
                         .who = answer.who,
                         .options = answer.options,
                         .amounts = answer.amounts,
                         .count = answer.count};
  if (status == STRATA_OK || status == STRATA_ESUSPEND) return status;
  return ST_ERROR(exec->error, status, 0,
                  "the policy fails: ", st_status_text(status));
}
