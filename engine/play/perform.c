/*
 * perform.c - what performing an event writes: base values, who is there, where
 * they are. Everything else that programs do is in routine.c.
 */
#include "play/perform.h"

#include "world/chance.h"

typedef struct doing {
  st_run *run;
  uint32_t frame;
  const st_deed *deed;
} doing;

/* Who came of it, for the event and for the program. */
static void made(const doing *d, strata_entity who) {
  st_frame *frame = st_run_frame(d->run, d->frame);
  if (d->deed->name != 0) frame->names[d->deed->name - 1] = (int64_t)who;
  if (frame->event == 0) return;
  st_event *event = st_run_event(d->run, frame->event);
  if (event->made == 0) event->made = who;
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

static strata_status move_one(const doing *d, strata_entity who) {
  st_run *run = d->run;
  st_move move = {.slot = st_entity_slot(run->store, who)};
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
  strata_entity out = 0;
  status = st_change_move(run->change, &move, &out);
  if (!status) made(d, out);
  return status;
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
    model.copied = st_entity_slot(run->store, who[0]);
    model.definition = 0;
  }
  uint32_t count = (uint32_t)st_clamp(times, 0, UINT32_MAX / 2);
  strata_entity *all = st_arena_take(&run->arena, count, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  status = st_change_spawn(run->change, &model, count, all);
  if (!status) made(d, all[0]);
  return status;
}

static strata_status tick(const doing *d) {
  uint32_t ended;
  return st_change_tick(d->run->change, d->deed->what, &ended);
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
  case STRATA_DEED_SPAWN:
  case STRATA_DEED_TICK:
  case STRATA_DEED_WATCH:
  case STRATA_DEED_NOTE:
  case STRATA_DEED_FORGET:
  case STRATA_DEED_TRIGGER:
  case STRATA_DEED_ROLL:
  case STRATA_DEED_SHUFFLE:
    break;
  }
  return STRATA_EINVAL; /* they are done elsewhere */
}

strata_status st_perform(st_run *run, uint32_t frame, const st_deed *deed) {
  doing d = {run, frame, deed};
  if (deed->op == STRATA_DEED_SPAWN) return spawn(&d);
  if (deed->op == STRATA_DEED_TICK) return tick(&d);
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
