/*
 * perform.c - what performing an event writes: base values, which entities
 * exist, where they are, notes. All other instructions are in
 * play/events/interpreter.c.
 *
 * Every write goes through st_mutator, which tells the evaluator what changed.
 */
#include "play/perform/perform.h"

#include "layers/mutate/copy_exceptions.h"
#include "layers/update/last_known.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/perform/leave_rows.h"
#include "play/perform/option_values.h"
#include "play/perform/period_writes.h"
#include "play/perform/shuffle.h"
#include "world/objects/chain_override.h"
#include "world/tables/started_watchers.h"

typedef struct performing {
  st_execution *exec;
  uint32_t frame;
  const st_instruction *instruction;
  const int64_t *values; /* of its options for this entity; NULL: they are
                            evaluated when they are needed */
} performing;

/* The event has made `now`. If it is what became of the affected object,
 * `before`, it is so for all events around it that affect the same object: a
 * sacrificed permanent is the card that the sacrifice put into a graveyard
 * (400.7j). But a player for whom a token was made has become nothing. */
static void set_became_field(st_execution *exec, uint32_t number,
                             strata_entity before, strata_entity now) {
  const st_event *event = st_event_get(exec, number);
  strata_entity who = st_event_affected(exec, event);
  strata_field became = exec->rules->common_fields.became;
  if (exec->change->base_abilities_only) {
    return; /* a preview changes no event */
  }
  for (uint32_t n = number; n != 0; n = event->parent) {
    event = st_event_get(exec, n);
    bool same = who != 0 && st_event_affected(exec, event) == who;
    if (n != number && (!same || before != who)) return;
    event->words[st_event_type_field_index(exec->rules, event->type, became)] =
        (int64_t)now;
  }
}

/* Record the entity that an event made, for the event and for the program;
 * `before` is what the entity was before, or 0. */
static void record_made_entity(const performing *d, strata_entity before,
                               strata_entity now) {
  st_frame *frame = st_frame_get(d->exec, d->frame);
  if (d->instruction->bound_variable != 0) {
    frame->variables[d->instruction->bound_variable - 1] = (int64_t)now;
  }
  if (frame->event == 0) return;
  st_event *event = st_event_get(d->exec, frame->event);
  if (event->first_made != 0 && event->first_made != before) return;
  event->first_made = now;
  set_became_field(d->exec, frame->event, before, now);
}

static strata_status eval_option(const performing *d, st_option which,
                                 int64_t fallback, int64_t *out) {
  if (!d->values) {
    return st_frame_option(d->exec, d->frame, d->instruction, which, fallback,
                           out);
  }
  const st_program *program = st_frame_get(d->exec, d->frame)->program;
  *out =
      st_option_values_get(program, d->instruction, d->values, which, fallback);
  return STRATA_OK;
}

static strata_status fail_instruction(const performing *d, strata_status status,
                                      const char *what) {
  return st_frame_fail(d->exec, d->frame, d->instruction, status, what);
}

/* -- Base values -- */

/* The cells of the new value of an attribute. */
static strata_status eval_value_words(const performing *d, const st_attr *a,
                                      strata_entity it, uint64_t *words) {
  st_execution *exec = d->exec;
  const st_program *program = st_frame_get(exec, d->frame)->program;
  const st_argument *argument =
      &program->arguments[d->instruction->first_argument];
  if (argument->value && d->values) {
    words[0] = (uint64_t)d->values[0];
    return STRATA_OK;
  }
  if (argument->value) {
    int64_t value = 0;
    strata_status status =
        st_frame_eval(exec, d->frame, argument->value, it, &value);
    words[0] = (uint64_t)value;
    return status;
  }
  for (uint32_t i = 0; i < a->word_count; i++) {
    words[i] = 0;
  }
  for (uint32_t i = 0; i < argument->symbol_count; i++) {
    uint32_t place = st_attr_domain_index(a, argument->symbols[i]);
    if (place != UINT32_MAX) st_bit_set(words, place, true);
  }
  return STRATA_OK;
}

static strata_status write_base_value(const performing *d, strata_entity who,
                                      const uint64_t *words) {
  strata_attr attr = d->instruction->what;
  uint32_t slot = st_entity_slot(d->exec->store, who);
  strata_status status =
      st_mutator_set_base(d->exec->change, attr, slot, words);
  if (status != STRATA_ERANGE) return status;
  return fail_instruction(d, status,
                          "a value out of the range of its attribute");
}

static strata_status set_attr_of_entity(const performing *d,
                                        strata_entity who) {
  st_execution *exec = d->exec;
  const st_attr *a = &exec->rules->attrs[d->instruction->what - 1];
  if (!st_mem_reserve(exec->mem, &exec->value_words, &exec->value_word_capacity,
                      a->word_count, sizeof exec->value_words[0])) {
    return STRATA_ENOMEM;
  }
  uint64_t *words = st_arena_alloc(&exec->arena, a->word_count, sizeof *words);
  if (!words) return STRATA_ENOMEM;
  strata_status status = eval_value_words(d, a, who, words);
  return status ? status : write_base_value(d, who, words);
}

/* Sums are clamped to the range of the attribute. */
static strata_status add_to_attr(const performing *d, strata_attr attr,
                                 strata_entity who, int64_t more) {
  st_execution *exec = d->exec;
  const st_attr *a = &exec->rules->attrs[attr - 1];
  uint32_t slot = st_entity_slot(exec->store, who);
  int64_t sum = st_sat_add(st_entity_base(exec->store, a, slot), more);
  uint64_t word = (uint64_t)st_clamp(sum, a->min, a->max);
  return st_mutator_set_base(exec->change, attr, slot, &word);
}

static strata_status add_to_attr_of_entity(const performing *d,
                                           strata_entity who) {
  int64_t more = 0;
  strata_status status = eval_option(d, ST_OPTION_VALUE, 0, &more);
  return status ? status : add_to_attr(d, d->instruction->what, who, more);
}

/* The counter attribute with this symbol; 0 if there is none. */
static strata_attr counter_attr_of_symbol(const strata_rules *rules,
                                          strata_symbol kind) {
  for (uint32_t i = 0; kind != 0 && i < st_attr_count(rules); i++) {
    if (rules->attrs[i].counter_symbol == kind) return i + 1;
  }
  return 0;
}

static strata_status add_counters_to_entity(const performing *d,
                                            strata_entity who) {
  int64_t kind = 0;
  int64_t count = 1;
  strata_status status = eval_option(d, ST_OPTION_KIND, 0, &kind);
  if (!status) status = eval_option(d, ST_OPTION_COUNT, 1, &count);
  if (status) return status;
  strata_attr attr = d->instruction->what;
  if (attr == 0) {
    attr = counter_attr_of_symbol(d->exec->rules, (strata_symbol)kind);
  }
  if (attr == 0) {
    return fail_instruction(d, STRATA_ENOENT, "counters of no known kind");
  }
  return add_to_attr(d, attr, who, count);
}

/* -- Entities and zones -- */

static strata_status target_zone_of_move(const performing *d,
                                         const st_zone **out) {
  const strata_rules *rules = d->exec->rules;
  int64_t symbol = 0;
  strata_status status = eval_option(d, ST_OPTION_TO, 0, &symbol);
  *out = d->instruction->what != 0 ? &rules->zones[d->instruction->what - 1]
                                   : st_zone_find(rules, (strata_symbol)symbol);
  return status;
}

/* Check the player of a move: shared zones need none, all others do. */
static strata_status fit_move_player(const performing *d, st_zone_move *move) {
  if (!move->zone || move->zone->shared) {
    move->player = 0;
    return STRATA_OK;
  }
  if (move->player == 0) {
    return fail_instruction(
        d, STRATA_EINVAL,
        "each player has such a zone; say whose by option 'player'");
  }
  if (move->player != move->slot) return STRATA_OK;
  return fail_instruction(d, STRATA_EINVAL,
                          "nobody can be in a zone of his own");
}

/* The counters of an object, by attribute. */
typedef struct saved_counters {
  uint64_t *counts;
  uint32_t attr_count;
} saved_counters;

static strata_status save_counters(const performing *d, uint32_t slot,
                                   saved_counters *out) {
  st_execution *exec = d->exec;
  int64_t keeps = 0;
  strata_status status = eval_option(d, ST_OPTION_COUNTERS, 0, &keeps);
  if (status || !keeps) return status;
  uint32_t count = st_attr_count(exec->rules);
  out->counts = st_arena_alloc(&exec->arena, count + 1u, sizeof *out->counts);
  if (!out->counts) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    const st_attr *attr = &exec->rules->attrs[i];
    out->counts[i] =
        attr->counter ? (uint64_t)st_entity_base(exec->store, attr, slot) : 0;
  }
  out->attr_count = count;
  return STRATA_OK;
}

static strata_status restore_counters(const performing *d, uint32_t slot,
                                      const saved_counters *kept) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < kept->attr_count; i++) {
    if (kept->counts[i] == 0) continue;
    status =
        st_mutator_set_base(d->exec->change, i + 1, slot, &kept->counts[i]);
  }
  return status;
}

static strata_status move_entity(const performing *d, strata_entity who) {
  st_execution *exec = d->exec;
  st_zone_move move = {.slot = st_entity_slot(exec->store, who)};
  saved_counters kept = {0};
  int64_t player = 0;
  int64_t position = -1;
  int64_t same = 0;
  strata_status status = target_zone_of_move(d, &move.zone);
  if (!status) status = eval_option(d, ST_OPTION_PLAYER, 0, &player);
  if (!status) status = eval_option(d, ST_OPTION_POSITION, -1, &position);
  if (!status) status = eval_option(d, ST_OPTION_SAME, 0, &same);
  if (status) return status;
  move.player = player ? st_entity_slot(exec->store, (strata_entity)player) : 0;
  move.position = (int32_t)st_clamp(position, INT32_MIN, INT32_MAX);
  move.stays_same_object = same != 0;
  if (!move.stays_same_object) move.snapshot = st_leave_rows_find(exec, who);
  strata_entity out = 0;
  status = fit_move_player(d, &move);
  if (!status && !move.stays_same_object) {
    status = save_counters(d, move.slot, &kept);
  }
  if (!status) status = st_mutator_move(exec->change, &move, &out);
  if (!status) {
    status = restore_counters(d, st_entity_slot(exec->store, out), &kept);
  }
  if (!status) record_made_entity(d, who, out);
  return status;
}

/* Naming an ability that does not exist is a mistake of the rules. */
static strata_status add_copy_exception(const performing *d, uint32_t slot) {
  const strata_rules *rules = d->exec->rules;
  int64_t symbol = 0;
  strata_status status = eval_option(d, ST_OPTION_EXCEPT, 0, &symbol);
  if (status || symbol == 0) return status;
  uint32_t place = UINT32_MAX;
  if (rules->ability_attr != 0) {
    place = st_attr_domain_index(&rules->attrs[rules->ability_attr - 1],
                                 (strata_symbol)symbol);
  }
  status = STRATA_ENOENT;
  if (place != UINT32_MAX) {
    status =
        st_copy_exceptions_add(d->exec->change, slot, &rules->abilities[place]);
  }
  if (status == STRATA_ENOENT || status == STRATA_EINVAL) {
    return fail_instruction(d, status,
                            "what it is except for is no ability that can say "
                            "what a copy is");
  }
  return status;
}

/* Who is to be shown it: option 'player', and without it all players. */
static strata_status disclose_entity(const performing *d, strata_entity who) {
  const int64_t everybody = -1; /* no handle is that */
  int64_t player = everybody;
  strata_status status = eval_option(d, ST_OPTION_PLAYER, everybody, &player);
  uint32_t slot = st_entity_slot(d->exec->store, who);
  if (status) return status;
  if (player == everybody) {
    return st_mutator_disclose(d->exec->change, slot, ST_ALL_PLAYERS);
  }
  return st_entity_slot(d->exec->store, (strata_entity)player) == 0
             ? STRATA_OK
             : st_mutator_disclose(d->exec->change, slot,
                                   (strata_entity)player);
}

/* Without an object to copy nothing happens. */
static strata_status copy_onto_entity(const performing *d, strata_entity who) {
  int64_t whom = 0;
  uint32_t slot = st_entity_slot(d->exec->store, who);
  strata_status status = eval_option(d, ST_OPTION_WHOM, 0, &whom);
  uint32_t of = st_last_known_slot(d->exec->store, NULL, (strata_entity)whom);
  if (!status && of != 0) {
    status = st_mutator_become_copy(d->exec->change, slot, of,
                                    (strata_layer)d->instruction->what);
  }
  return status ? status : add_copy_exception(d, slot);
}

/* The definition that a word names. With the flag NAMED a word that it alone
 * gives to its entities will do, and so will a title or an id that calls it;
 * one that names none is a mistake. */
static strata_status find_named_definition(const performing *d,
                                           strata_symbol word,
                                           strata_definition *out) {
  const strata_rules *rules = d->exec->rules;
  const char *name = st_rules_name(rules, STRATA_NAME_SYMBOL, word);
  *out = st_rules_find_name(rules, STRATA_NAME_DEFINITION, name);
  bool named = (d->instruction->flags & STRATA_INSTRUCTION_NAMED) != 0;
  if (*out == 0 && named) *out = st_definition_with_word(rules, word);
  if (*out != 0 || !named) return STRATA_OK;
  return st_frame_find_called(d->exec, d->frame, d->instruction, word, out);
}

static strata_status spawn_entities(const performing *d) {
  st_execution *exec = d->exec;
  int64_t times = 1;
  int64_t symbol = 0;
  st_spawn_template model = {.definition = d->instruction->what};
  strata_status status = eval_option(d, ST_OPTION_OF, 0, &symbol);
  if (!status && d->instruction->times) {
    strata_entity it = st_frame_get(exec, d->frame)->it;
    status = st_frame_eval(exec, d->frame, d->instruction->times, it, &times);
  }
  if (status || times <= 0) return status;
  if (model.definition == 0 && symbol != 0) {
    status = find_named_definition(d, (strata_symbol)symbol, &model.definition);
    if (status) return status;
  }
  if (d->instruction->who) {
    strata_entity *who;
    uint32_t count;
    status = st_frame_select(exec, d->frame, d->instruction->who, &who, &count);
    if (status || count == 0) return status;
    model.copied = st_last_known_slot(exec->store, NULL, who[0]);
    if (model.copied == 0) {
      return STRATA_OK; /* no last known information to copy */
    }
    model.definition = 0;
  }
  uint32_t count = (uint32_t)st_clamp(times, 0, UINT32_MAX / 2);
  strata_entity *all = st_arena_alloc(&exec->arena, count, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  status = st_mutator_spawn(exec->change, &model, count, all);
  if (!status) record_made_entity(d, 0, all[0]);
  return status;
}

/* Shuffle a shared zone, or the zone of each player that the instruction
 * selects. */
static strata_status perform_shuffle(const performing *d) {
  const st_zone *zone;
  strata_entity *who = NULL;
  uint32_t count = 0;
  strata_status status = target_zone_of_move(d, &zone);
  if (status || !zone) return status;
  if (zone->shared) return st_shuffle_zone(d->exec, zone, 0);
  if (d->instruction->who) {
    status =
        st_frame_select(d->exec, d->frame, d->instruction->who, &who, &count);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t player = st_entity_slot(d->exec->store, who[i]);
    if (player != 0) status = st_shuffle_zone(d->exec, zone, player);
  }
  return status;
}

/* Effects, started watchers and chain overrides end by the ticks of a clock. */
static strata_status perform_tick(const performing *d) {
  strata_clock clock = d->instruction->what;
  uint32_t ended;
  strata_status status = st_mutator_tick_clock(d->exec->change, clock, &ended);
  if (!status) {
    status = st_started_watcher_expire(d->exec->store, clock, &ended);
  }
  return status ? status : st_chain_override_expire(d->exec->store, clock);
}

/* -- Variables and notes -- */

static strata_status perform_let(const performing *d) {
  int64_t value = 0;
  strata_status status = eval_option(d, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  st_frame_get(d->exec, d->frame)
      ->variables[d->instruction->bound_variable - 1] = value;
  return STRATA_OK;
}

static strata_status perform_note(const performing *d) {
  st_execution *exec = d->exec;
  strata_entity *who;
  uint32_t count;
  int64_t value = 0;
  strata_status status =
      st_frame_select(exec, d->frame, d->instruction->who, &who, &count);
  bool forgets = d->instruction->op == STRATA_DO_FORGET;
  if (!status && !forgets) status = eval_option(d, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  const st_program *program = st_frame_get(exec, d->frame)->program;
  st_raw_value word = {0};
  if (!forgets) {
    strata_type type =
        program->arguments[d->instruction->first_argument].value->type;
    word = st_raw_value_of(type, value);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t slot = st_entity_slot(exec->store, who[i]);
    if (slot == 0) continue;
    st_notes_head head = st_notes_of_entity(slot);
    status =
        forgets
            ? st_notes_remove(exec->store, head, d->instruction->note_key)
            : st_notes_add(exec->store, head, d->instruction->note_key, word);
  }
  return status;
}

/* -- One instruction -- */

static strata_status perform_on_entity(const performing *d, strata_entity who) {
  st_execution *exec = d->exec;
  switch ((strata_instruction_op)d->instruction->op) {
  case STRATA_DO_SET:
    return set_attr_of_entity(d, who);
  case STRATA_DO_ADD:
    return add_to_attr_of_entity(d, who);
  case STRATA_DO_COUNT:
    return add_counters_to_entity(d, who);
  case STRATA_DO_MOVE:
    return move_entity(d, who);
  case STRATA_DO_REMOVE:
    return st_mutator_remove(exec->change, who);
  case STRATA_DO_COPY:
    return copy_onto_entity(d, who);
  case STRATA_DO_STAMP:
    return st_mutator_restamp(exec->change, st_entity_slot(exec->store, who));
  case STRATA_DO_PASS:
    return st_period_pass(exec, who);
  case STRATA_DO_DISCLOSE:
    return disclose_entity(d, who);
  case STRATA_DO_ADD_PERIOD:
  case STRATA_DO_PAY:
  case STRATA_DO_HAVE:
  case STRATA_DO_NEED:
  case STRATA_DO_ASSIGN:
  case STRATA_DO_RETARGET:
  case STRATA_DO_EMIT:
  case STRATA_DO_TOGETHER:
  case STRATA_DO_WHEN:
  case STRATA_DO_EACH:
  case STRATA_DO_CHOOSE:
  case STRATA_DO_LET:
  case STRATA_DO_RUN:
  case STRATA_DO_STOP:
  case STRATA_DO_CHANGE:
  case STRATA_DO_INSTEAD:
  case STRATA_DO_NOTHING:
  case STRATA_DO_PREVENT:
  case STRATA_DO_THEN:
  case STRATA_DO_ALSO:
  case STRATA_DO_SPAWN:
  case STRATA_DO_TICK:
  case STRATA_DO_WATCH:
  case STRATA_DO_NOTE:
  case STRATA_DO_FORGET:
  case STRATA_DO_TRIGGER:
  case STRATA_DO_ROLL:
  case STRATA_DO_SHUFFLE:
  case STRATA_DO_TAKE:
  case STRATA_DO_HALT:
  case STRATA_DO_DROP:
  case STRATA_DO_HOOK:
  case STRATA_DO_UNHOOK:
  case STRATA_DO_BEGIN:
    break;
  }
  return STRATA_EINVAL; /* executed in play/events/interpreter.c */
}

strata_status st_perform(st_execution *exec, uint32_t frame,
                         const st_instruction *instruction) {
  performing d = {exec, frame, instruction, NULL};
  if (instruction->op == STRATA_DO_SPAWN) return spawn_entities(&d);
  if (instruction->op == STRATA_DO_TICK) return perform_tick(&d);
  if (instruction->op == STRATA_DO_ADD_PERIOD) {
    return st_period_add(exec, frame, instruction);
  }
  if (instruction->op == STRATA_DO_SHUFFLE) return perform_shuffle(&d);
  if (instruction->op == STRATA_DO_LET) return perform_let(&d);
  if (instruction->op == STRATA_DO_NOTE ||
      instruction->op == STRATA_DO_FORGET) {
    return perform_note(&d);
  }
  strata_entity *who;
  uint32_t count;
  strata_status status =
      st_frame_select(exec, frame, instruction->who, &who, &count);
  st_option_values values = {0};
  if (!status) {
    status =
        st_option_values_eval(exec, frame, instruction, who, count, &values);
  }
  strata_entity outer = st_frame_get(exec, frame)->it;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (st_entity_slot(exec->store, who[i]) == 0) {
      continue; /* the entity is gone */
    }
    st_frame_get(exec, frame)->it = who[i];
    d.values = st_option_values_of(&values, i);
    status = perform_on_entity(&d, who[i]);
  }
  st_frame_get(exec, frame)->it = outer;
  return status;
}

/* -- A whole program -- */

static strata_status perform_range(st_execution *exec, uint32_t frame,
                                   uint32_t at, uint32_t end);

static strata_status perform_each(st_execution *exec, uint32_t frame,
                                  uint32_t at) {
  const st_instruction *instruction =
      &st_frame_get(exec, frame)->program->instructions[at];
  strata_entity *who;
  uint32_t count;
  strata_entity outer = st_frame_get(exec, frame)->it;
  strata_status status =
      st_frame_select(exec, frame, instruction->who, &who, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    st_frame_get(exec, frame)->it = who[i];
    status = perform_range(exec, frame, at + 1, instruction->end);
  }
  st_frame_get(exec, frame)->it = outer;
  return status;
}

static strata_status perform_instruction(st_execution *exec, uint32_t frame,
                                         uint32_t at) {
  const st_instruction *instruction =
      &st_frame_get(exec, frame)->program->instructions[at];
  switch ((strata_instruction_op)instruction->op) {
  case STRATA_DO_WHEN:
    return perform_range(exec, frame, at + 1, instruction->end);
  case STRATA_DO_EACH:
    return perform_each(exec, frame, at);
  case STRATA_DO_STOP:
    st_frame_get(exec, frame)->stopped = true;
    return STRATA_OK;
  case STRATA_DO_WATCH:
  case STRATA_DO_HOOK:
  case STRATA_DO_UNHOOK:
  case STRATA_DO_BEGIN:
  case STRATA_DO_RUN:
    return STRATA_OK;
  case STRATA_DO_SET:
  case STRATA_DO_ADD:
  case STRATA_DO_MOVE:
  case STRATA_DO_SPAWN:
  case STRATA_DO_REMOVE:
  case STRATA_DO_STAMP:
  case STRATA_DO_TICK:
  case STRATA_DO_COUNT:
  case STRATA_DO_SHUFFLE:
  case STRATA_DO_LET:
  case STRATA_DO_NOTE:
  case STRATA_DO_FORGET:
  case STRATA_DO_COPY:
  case STRATA_DO_EMIT:
  case STRATA_DO_TOGETHER:
  case STRATA_DO_CHOOSE:
  case STRATA_DO_CHANGE:
  case STRATA_DO_INSTEAD:
  case STRATA_DO_NOTHING:
  case STRATA_DO_PREVENT:
  case STRATA_DO_THEN:
  case STRATA_DO_ALSO:
  case STRATA_DO_TRIGGER:
  case STRATA_DO_ROLL:
  case STRATA_DO_TAKE:
  case STRATA_DO_HALT:
  case STRATA_DO_DROP:
  case STRATA_DO_PASS:
  case STRATA_DO_DISCLOSE:
  case STRATA_DO_ADD_PERIOD:
  case STRATA_DO_PAY:
  case STRATA_DO_HAVE:
  case STRATA_DO_NEED:
  case STRATA_DO_ASSIGN:
  case STRATA_DO_RETARGET:
    break;
  }
  return st_perform(exec, frame, instruction);
}

static strata_status perform_range(st_execution *exec, uint32_t frame,
                                   uint32_t at, uint32_t end) {
  strata_status status = STRATA_OK;
  while (!status && at < end && !st_frame_get(exec, frame)->stopped) {
    const st_instruction *instruction =
        &st_frame_get(exec, frame)->program->instructions[at];
    bool holds;
    status = st_frame_holds(exec, frame, instruction->when, &holds);
    if (!status && holds) status = perform_instruction(exec, frame, at);
    at = instruction->end;
  }
  return status;
}

strata_status st_perform_isolated(st_execution *exec, uint32_t frame) {
  uint32_t end = st_frame_get(exec, frame)->program->instruction_count;
  return perform_range(exec, frame, 0, end);
}
