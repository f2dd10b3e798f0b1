/*
 * perform.c - what performing an event writes: base values, who is there, where
 * they are, what is remembered. Everything else that programs do is in
 * routine.c.
 */
#include "play/perform/perform.h"

#include "layers/change/except.h"
#include "layers/update/past.h"
#include "play/perform/leaving.h"
#include "world/objects/hook.h"
#include "world/store/chance.h"

typedef struct doing {
  st_run *run;
  uint32_t frame;
  const st_deed *deed;
} doing;

/* What an event happens to is another one since, for it and all those around it
 * that happen to the same: whoever is sacrificed is the card that was put into
 * a graveyard by that (400.7j). */
static void tell(st_run *run, uint32_t number, strata_entity now) {
  const st_event *event = st_run_event(run, number);
  strata_entity who = st_event_affected(run, event);
  strata_field became = run->rules->common.became;
  if (run->change->trying) return; /* nothing happens to anybody */
  for (uint32_t n = number; n != 0; n = event->parent) {
    event = st_run_event(run, n);
    bool same = who != 0 && st_event_affected(run, event) == who;
    if (n != number && !same) return;
    event->words[st_kind_place(run->rules, event->kind, became)] = (int64_t)now;
  }
}

/* Who came of it, for the event and for the program, and who that was before.
 */
static void made(const doing *d, strata_entity before, strata_entity now) {
  st_frame *frame = st_run_frame(d->run, d->frame);
  if (d->deed->name != 0) frame->names[d->deed->name - 1] = (int64_t)now;
  if (frame->event == 0) return;
  st_event *event = st_run_event(d->run, frame->event);
  if (event->made != 0 && event->made != before) return;
  event->made = now;
  tell(d->run, frame->event, now);
}

static strata_status option(const doing *d, st_option which, int64_t fallback,
                            int64_t *out) {
  return st_frame_option(d->run, d->frame, d->deed, which, fallback, out);
}

static strata_status fail(const doing *d, strata_status status,
                          const char *what) {
  return st_frame_fail(d->run, d->frame, d->deed, status, what);
}

/* -- Base values -- */

/* The words of the value that an attribute becomes. */
static strata_status value_words(const doing *d, const st_attr *a,
                                 strata_entity it, uint64_t *words) {
  st_run *run = d->run;
  const st_routine *program = st_run_frame(run, d->frame)->program;
  const st_argument *argument = &program->arguments[d->deed->first];
  if (argument->value) {
    int64_t value = 0;
    strata_status status =
        st_frame_eval(run, d->frame, argument->value, it, &value);
    words[0] = (uint64_t)value;
    return status;
  }
  for (uint32_t i = 0; i < a->words; i++) {
    words[i] = 0;
  }
  for (uint32_t i = 0; i < argument->symbol_count; i++) {
    uint32_t place = st_attr_domain_index(a, argument->symbols[i]);
    if (place != UINT32_MAX) st_bit_put(words, place, true);
  }
  return STRATA_OK;
}

static strata_status write(const doing *d, strata_entity who,
                           const uint64_t *words) {
  strata_attr attr = d->deed->what;
  uint32_t slot = st_entity_slot(d->run->store, who);
  strata_status status = st_change_base(d->run->change, attr, slot, words);
  if (status != STRATA_ERANGE) return status;
  return fail(d, status, "a value out of the range of its attribute");
}

static strata_status set_one(const doing *d, strata_entity who) {
  st_run *run = d->run;
  const st_attr *a = &run->rules->attrs[d->deed->what - 1];
  if (!st_mem_reserve(run->mem, &run->words, &run->word_capacity, a->words,
                      sizeof run->words[0])) {
    return STRATA_ENOMEM;
  }
  uint64_t *words = st_arena_take(&run->arena, a->words, sizeof *words);
  if (!words) return STRATA_ENOMEM;
  strata_status status = value_words(d, a, who, words);
  return status ? status : write(d, who, words);
}

/* Numbers stop at the ends of their range. */
static strata_status add_number(const doing *d, strata_attr attr,
                                strata_entity who, int64_t more) {
  st_run *run = d->run;
  const st_attr *a = &run->rules->attrs[attr - 1];
  uint32_t slot = st_entity_slot(run->store, who);
  int64_t sum = st_sat_add(st_entity_base(run->store, a, slot), more);
  uint64_t word = (uint64_t)st_clamp(sum, a->min, a->max);
  return st_change_base(run->change, attr, slot, &word);
}

static strata_status add_one(const doing *d, strata_entity who) {
  int64_t more = 0;
  strata_status status = option(d, ST_OPTION_VALUE, 0, &more);
  return status ? status : add_number(d, d->deed->what, who, more);
}

/* The counter that events call so; 0 if there is none. */
static strata_attr counter_of(const strata_rules *rules, strata_symbol kind) {
  for (uint32_t i = 0; kind != 0 && i < st_attr_count(rules); i++) {
    if (rules->attrs[i].kind == kind) return i + 1;
  }
  return 0;
}

static strata_status count_one(const doing *d, strata_entity who) {
  int64_t kind = 0;
  int64_t count = 1;
  strata_status status = option(d, ST_OPTION_KIND, 0, &kind);
  if (!status) status = option(d, ST_OPTION_COUNT, 1, &count);
  if (status) return status;
  strata_attr attr = d->deed->what;
  if (attr == 0) attr = counter_of(d->run->rules, (strata_symbol)kind);
  if (attr == 0) return fail(d, STRATA_ENOENT, "counters of no known kind");
  return add_number(d, attr, who, count);
}

/* -- Who is there, and where -- */

static strata_status zone_of(const doing *d, const st_zone **out) {
  const strata_rules *rules = d->run->rules;
  int64_t symbol = 0;
  strata_status status = option(d, ST_OPTION_TO, 0, &symbol);
  *out = d->deed->what != 0 ? &rules->zones[d->deed->what - 1]
                            : st_zone_called(rules, (strata_symbol)symbol);
  return status;
}

/* Of zones that all share it need not be said whose they are. */
static strata_status check_player(const doing *d, st_move *move) {
  if (!move->zone || move->zone->shared) {
    move->player = 0;
    return STRATA_OK;
  }
  if (move->player == 0) {
    return fail(d, STRATA_EINVAL,
                "each player has such a zone; say whose by option 'player'");
  }
  if (move->player != move->slot) return STRATA_OK;
  return fail(d, STRATA_EINVAL, "nobody can be in a zone of his own");
}

/* Counters that something has, by attribute. */
typedef struct kept_counters {
  uint64_t *counts;
  uint32_t count;
} kept_counters;

static strata_status take_counters(const doing *d, uint32_t slot,
                                   kept_counters *out) {
  st_run *run = d->run;
  int64_t keeps = 0;
  strata_status status = option(d, ST_OPTION_COUNTERS, 0, &keeps);
  if (status || !keeps) return status;
  uint32_t count = st_attr_count(run->rules);
  out->counts = st_arena_take(&run->arena, count + 1u, sizeof *out->counts);
  if (!out->counts) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    const st_attr *attr = &run->rules->attrs[i];
    out->counts[i] =
        attr->counter ? (uint64_t)st_entity_base(run->store, attr, slot) : 0;
  }
  out->count = count;
  return STRATA_OK;
}

static strata_status give_counters(const doing *d, uint32_t slot,
                                   const kept_counters *kept) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < kept->count; i++) {
    if (kept->counts[i] == 0) continue;
    status = st_change_base(d->run->change, i + 1, slot, &kept->counts[i]);
  }
  return status;
}

static strata_status move_one(const doing *d, strata_entity who) {
  st_run *run = d->run;
  st_move move = {.slot = st_entity_slot(run->store, who)};
  kept_counters kept = {0};
  int64_t player = 0;
  int64_t position = -1;
  int64_t same = 0;
  strata_status status = zone_of(d, &move.zone);
  if (!status) status = option(d, ST_OPTION_PLAYER, 0, &player);
  if (!status) status = option(d, ST_OPTION_POSITION, -1, &position);
  if (!status) status = option(d, ST_OPTION_SAME, 0, &same);
  if (status) return status;
  move.player = player ? st_entity_slot(run->store, (strata_entity)player) : 0;
  move.position = (int32_t)st_clamp(position, INT32_MIN, INT32_MAX);
  move.same = same != 0;
  if (!move.same) move.row = st_leaving_row(run, who);
  strata_entity out = 0;
  status = check_player(d, &move);
  if (!status && !move.same) status = take_counters(d, move.slot, &kept);
  if (!status) status = st_change_move(run->change, &move, &out);
  if (!status) {
    status = give_counters(d, st_entity_slot(run->store, out), &kept);
  }
  if (!status) made(d, who, out);
  return status;
}

/* The ability of a name that is no ability is a mistake of the rules. */
static strata_status except(const doing *d, uint32_t slot) {
  const strata_rules *rules = d->run->rules;
  int64_t symbol = 0;
  strata_status status = option(d, ST_OPTION_EXCEPT, 0, &symbol);
  if (status || symbol == 0) return status;
  uint32_t place = UINT32_MAX;
  if (rules->ability_attr != 0) {
    place = st_attr_domain_index(&rules->attrs[rules->ability_attr - 1],
                                 (strata_symbol)symbol);
  }
  status = STRATA_ENOENT;
  if (place != UINT32_MAX) {
    status = st_except_add(d->run->change, slot, &rules->abilities[place]);
  }
  if (status == STRATA_ENOENT || status == STRATA_EINVAL) {
    return fail(d, status,
                "what it is except for is no ability that can say "
                "what a copy is");
  }
  return status;
}

/* Of nobody it becomes no copy. */
static strata_status copy_one(const doing *d, strata_entity who) {
  int64_t whom = 0;
  uint32_t slot = st_entity_slot(d->run->store, who);
  strata_status status = option(d, ST_OPTION_WHOM, 0, &whom);
  uint32_t of = st_past_slot(d->run->store, NULL, (strata_entity)whom);
  if (!status && of != 0) {
    status =
        st_change_copy(d->run->change, slot, of, (strata_layer)d->deed->what);
  }
  return status ? status : except(d, slot);
}

static strata_status spawn(const doing *d) {
  st_run *run = d->run;
  int64_t times = 1;
  int64_t symbol = 0;
  st_model model = {.definition = d->deed->what};
  strata_status status = option(d, ST_OPTION_OF, 0, &symbol);
  if (!status && d->deed->times) {
    strata_entity it = st_run_frame(run, d->frame)->it;
    status = st_frame_eval(run, d->frame, d->deed->times, it, &times);
  }
  if (status || times <= 0) return status;
  if (model.definition == 0 && symbol != 0) {
    const char *name = strata_rules_name(run->rules, STRATA_KIND_SYMBOL,
                                         (strata_symbol)symbol);
    model.definition =
        strata_rules_find(run->rules, STRATA_KIND_DEFINITION, name);
  }
  if (d->deed->who) {
    strata_entity *who;
    uint32_t count;
    status = st_frame_who(run, d->frame, d->deed->who, &who, &count);
    if (status || count == 0) return status;
    model.copied = st_past_slot(run->store, NULL, who[0]);
    if (model.copied == 0) return STRATA_OK; /* nothing is known of it */
    model.definition = 0;
  }
  uint32_t count = (uint32_t)st_clamp(times, 0, UINT32_MAX / 2);
  strata_entity *all = st_arena_take(&run->arena, count, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  status = st_change_spawn(run->change, &model, count, all);
  if (!status) made(d, 0, all[0]);
  return status;
}

/* Each order is as likely as any other. Nobody can go back behind it. */
static strata_status mix(st_store *store, uint32_t *slots, uint32_t count) {
  for (uint32_t left = count; left > 1; left--) {
    int64_t rolled;
    strata_status status = st_chance_roll(store, left, &rolled);
    if (status) return status;
    uint32_t at = (uint32_t)rolled - 1;
    uint32_t last = slots[left - 1];
    slots[left - 1] = slots[at];
    slots[at] = last;
  }
  return STRATA_OK;
}

static strata_status shuffle(const doing *d, const st_zone *zone,
                             uint32_t player) {
  st_run *run = d->run;
  uint32_t count = st_zone_count(run->store, zone, player);
  uint32_t *slots = st_arena_take(&run->arena, count + 1u, sizeof *slots);
  if (!slots) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    slots[i] = i == 0
                   ? st_zone_bottom(run->store, zone, player)
                   : st_get32(run->store, ST_COLUMN_ENTITY_ABOVE, slots[i - 1]);
  }
  run->is_firm = true;
  strata_status status = mix(run->store, slots, count);
  if (status) return status;
  return st_zone_arrange(run->store, zone, player, slots, count);
}

/* A zone that all share, or that of each of whom it speaks. */
static strata_status shuffle_all(const doing *d) {
  const st_zone *zone;
  strata_entity *who = NULL;
  uint32_t count = 0;
  strata_status status = zone_of(d, &zone);
  if (status || !zone) return status;
  if (zone->shared) return shuffle(d, zone, 0);
  if (d->deed->who) {
    status = st_frame_who(d->run, d->frame, d->deed->who, &who, &count);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t player = st_entity_slot(d->run->store, who[i]);
    if (player != 0) status = shuffle(d, zone, player);
  }
  return status;
}

static strata_status tick(const doing *d) {
  uint32_t ended;
  strata_status status = st_change_tick(d->run->change, d->deed->what, &ended);
  return status ? status : st_hook_expire(d->run->store, d->deed->what);
}

/* -- Remembering -- */

static strata_status let(const doing *d) {
  int64_t value = 0;
  strata_status status = option(d, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  st_run_frame(d->run, d->frame)->names[d->deed->name - 1] = value;
  return STRATA_OK;
}

static strata_status remember(const doing *d) {
  st_run *run = d->run;
  strata_entity *who;
  uint32_t count;
  int64_t value = 0;
  strata_status status =
      st_frame_who(run, d->frame, d->deed->who, &who, &count);
  bool forgets = d->deed->op == STRATA_DEED_FORGET;
  if (!status && !forgets) status = option(d, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  const st_routine *program = st_run_frame(run, d->frame)->program;
  st_word word = {0};
  if (!forgets) {
    strata_type type = program->arguments[d->deed->first].value->type;
    word = st_word_of(type, value);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t slot = st_entity_slot(run->store, who[i]);
    if (slot == 0) continue;
    st_note_head head = st_notes_of_entity(slot);
    status = forgets ? st_note_forget(run->store, head, d->deed->key)
                     : st_note_put(run->store, head, d->deed->key, word);
  }
  return status;
}

/* -- Each of whom it speaks -- */

static strata_status do_one(const doing *d, strata_entity who) {
  st_run *run = d->run;
  switch ((strata_deed_op)d->deed->op) {
  case STRATA_DEED_SET:
    return set_one(d, who);
  case STRATA_DEED_ADD:
    return add_one(d, who);
  case STRATA_DEED_COUNT:
    return count_one(d, who);
  case STRATA_DEED_MOVE:
    return move_one(d, who);
  case STRATA_DEED_REMOVE:
    return st_change_remove(run->change, who);
  case STRATA_DEED_COPY:
    return copy_one(d, who);
  case STRATA_DEED_STAMP:
    return st_change_restamp(run->change, st_entity_slot(run->store, who));
  case STRATA_DEED_EMIT:
  case STRATA_DEED_TOGETHER:
  case STRATA_DEED_WHEN:
  case STRATA_DEED_EACH:
  case STRATA_DEED_CHOOSE:
  case STRATA_DEED_LET:
  case STRATA_DEED_RUN:
  case STRATA_DEED_STOP:
  case STRATA_DEED_CHANGE:
  case STRATA_DEED_INSTEAD:
  case STRATA_DEED_NOTHING:
  case STRATA_DEED_PREVENT:
  case STRATA_DEED_THEN:
  case STRATA_DEED_ALSO:
  case STRATA_DEED_SPAWN:
  case STRATA_DEED_TICK:
  case STRATA_DEED_WATCH:
  case STRATA_DEED_NOTE:
  case STRATA_DEED_FORGET:
  case STRATA_DEED_TRIGGER:
  case STRATA_DEED_ROLL:
  case STRATA_DEED_SHUFFLE:
  case STRATA_DEED_TAKE:
  case STRATA_DEED_HALT:
  case STRATA_DEED_DROP:
  case STRATA_DEED_HOOK:
  case STRATA_DEED_UNHOOK:
  case STRATA_DEED_BEGIN:
    break;
  }
  return STRATA_EINVAL; /* they are done elsewhere */
}

strata_status st_perform(st_run *run, uint32_t frame, const st_deed *deed) {
  doing d = {run, frame, deed};
  if (deed->op == STRATA_DEED_SPAWN) return spawn(&d);
  if (deed->op == STRATA_DEED_TICK) return tick(&d);
  if (deed->op == STRATA_DEED_SHUFFLE) return shuffle_all(&d);
  if (deed->op == STRATA_DEED_LET) return let(&d);
  if (deed->op == STRATA_DEED_NOTE || deed->op == STRATA_DEED_FORGET) {
    return remember(&d);
  }
  strata_entity *who;
  uint32_t count;
  strata_status status = st_frame_who(run, frame, deed->who, &who, &count);
  strata_entity outer = st_run_frame(run, frame)->it;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (st_entity_slot(run->store, who[i]) == 0) continue; /* gone by now */
    st_run_frame(run, frame)->it = who[i];
    status = do_one(&d, who[i]);
  }
  st_run_frame(run, frame)->it = outer;
  return status;
}

/* -- A whole program -- */

static strata_status perform_range(st_run *run, uint32_t frame, uint32_t at,
                                   uint32_t end);

static strata_status perform_each(st_run *run, uint32_t frame, uint32_t at) {
  const st_deed *deed = &st_run_frame(run, frame)->program->deeds[at];
  strata_entity *who;
  uint32_t count;
  strata_entity outer = st_run_frame(run, frame)->it;
  strata_status status = st_frame_who(run, frame, deed->who, &who, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    st_run_frame(run, frame)->it = who[i];
    status = perform_range(run, frame, at + 1, deed->end);
  }
  st_run_frame(run, frame)->it = outer;
  return status;
}

static strata_status perform_deed(st_run *run, uint32_t frame, uint32_t at) {
  const st_deed *deed = &st_run_frame(run, frame)->program->deeds[at];
  switch ((strata_deed_op)deed->op) {
  case STRATA_DEED_WHEN:
    return perform_range(run, frame, at + 1, deed->end);
  case STRATA_DEED_EACH:
    return perform_each(run, frame, at);
  case STRATA_DEED_STOP:
    st_run_frame(run, frame)->stopped = true;
    return STRATA_OK;
  case STRATA_DEED_WATCH:
  case STRATA_DEED_HOOK:
  case STRATA_DEED_UNHOOK:
  case STRATA_DEED_BEGIN:
  case STRATA_DEED_RUN:
    return STRATA_OK;
  case STRATA_DEED_SET:
  case STRATA_DEED_ADD:
  case STRATA_DEED_MOVE:
  case STRATA_DEED_SPAWN:
  case STRATA_DEED_REMOVE:
  case STRATA_DEED_STAMP:
  case STRATA_DEED_TICK:
  case STRATA_DEED_COUNT:
  case STRATA_DEED_SHUFFLE:
  case STRATA_DEED_LET:
  case STRATA_DEED_NOTE:
  case STRATA_DEED_FORGET:
  case STRATA_DEED_COPY:
  case STRATA_DEED_EMIT:
  case STRATA_DEED_TOGETHER:
  case STRATA_DEED_CHOOSE:
  case STRATA_DEED_CHANGE:
  case STRATA_DEED_INSTEAD:
  case STRATA_DEED_NOTHING:
  case STRATA_DEED_PREVENT:
  case STRATA_DEED_THEN:
  case STRATA_DEED_ALSO:
  case STRATA_DEED_TRIGGER:
  case STRATA_DEED_ROLL:
  case STRATA_DEED_TAKE:
  case STRATA_DEED_HALT:
  case STRATA_DEED_DROP:
    break;
  }
  return st_perform(run, frame, deed);
}

static strata_status perform_range(st_run *run, uint32_t frame, uint32_t at,
                                   uint32_t end) {
  strata_status status = STRATA_OK;
  while (!status && at < end && !st_run_frame(run, frame)->stopped) {
    const st_deed *deed = &st_run_frame(run, frame)->program->deeds[at];
    bool holds;
    status = st_frame_holds(run, frame, deed->when, &holds);
    if (!status && holds) status = perform_deed(run, frame, at);
    at = deed->end;
  }
  return status;
}

strata_status st_perform_alone(st_run *run, uint32_t frame) {
  uint32_t end = st_run_frame(run, frame)->program->deed_count;
  return perform_range(run, frame, 0, end);
}
