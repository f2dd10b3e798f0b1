/*
 * judge.c - whether a watcher applies to an event.
 *
 * Expressions of watchers are evaluated in one frame that is kept for it, since
 * a run may ask a million times; what applies gets a frame of its own.
 */
#include "play/execution/judge.h"

#include "layers/update/past.h"
#include "play/execution/tracer.h"
#include "world/tables/watcher.h"

#include <string.h>

/* -- Frames -- */

uint32_t st_judge_frame(st_run *run, uint32_t number,
                        const st_routine *program) {
  const strata_rules *rules = run->rules;
  strata_entity cause =
      (strata_entity)st_event_word(run, number, rules->common.cause);
  strata_entity by =
      (strata_entity)st_event_word(run, number, rules->common.by);
  return st_run_new_frame(run, program, cause, by, number);
}

/* A frame whose names are lent, and not bound by what it is for. */
static strata_status lend_frame(st_run *run, const st_routine *program,
                                int64_t *names, strata_entity self,
                                uint32_t event) {
  if (run->judging == 0) {
    run->judging = st_run_new_frame(run, program, 0, 0, 0);
    if (run->judging == 0) return STRATA_ENOMEM;
  }
  st_frame *frame = st_run_frame(run, run->judging);
  *frame = (st_frame){.program = program, .self = self, .event = event};
  frame->names = names;
  return STRATA_OK;
}

/* -- What it says -- */

/* What is to come is judged as it would be. */
static bool asks_what_would_be(const st_code *code) {
  return !code->as_is &&
         (code->role == STRATA_ROLE_REPLACE ||
          code->role == STRATA_ROLE_PREVENT || code->role == STRATA_ROLE_CANT);
}

/* Whom a code knows by the shadow of who would be; NULL: nobody. */
static st_past past_of(const st_run *run, const st_code *code, uint32_t event) {
  const st_would *would =
      asks_what_would_be(code) ? st_event_would(run, event) : NULL;
  return (st_past){would ? &would->shadow : NULL};
}

/* What a field says to a code. */
static int64_t word_of(const st_run *run, const st_code *code, uint32_t event,
                       strata_field field) {
  return asks_what_would_be(code) ? (int64_t)st_event_who(run, event, field)
                                  : st_event_word(run, event, field);
}

/* The cheap condition that an index goes by. */
static strata_status fits_key(st_run *run, const st_found *found,
                              uint32_t event, bool *fits) {
  const st_code *code = st_code_get(run->rules, found->code);
  const st_key *key = &code->key;
  *fits = true;
  if (key->form == ST_KEY_NONE) return STRATA_OK;
  int64_t word = word_of(run, code, event, key->field);
  if (key->form == ST_KEY_WORD) *fits = word == key->word;
  if (key->form == ST_KEY_IS) *fits = word == found->key;
  if (key->form != ST_KEY_HAS) return STRATA_OK;
  const st_past past = past_of(run, code, event);
  uint32_t slot = st_past_slot(run->store, &past, (strata_entity)word);
  *fits = false;
  if (slot == 0) return STRATA_OK;
  return st_past_has(run->change->eval, &past, key->attr, slot,
                     (uint32_t)key->word, fits);
}

/* What is not yet to happen to somebody can no more if he is gone. Of others,
 * and of what has happened, it is asked what was last known (608.2h). */
static bool is_anybody(const st_run *run, const st_code *code, uint32_t event,
                       strata_field field, strata_entity who) {
  if (who == 0) return false;
  const st_past past = past_of(run, code, event);
  if (past.shadow && past.shadow->who == who) return true;
  const st_kind *kind = st_kind_of(run->rules, code->kind);
  bool before = code->as_is || asks_what_would_be(code);
  if (before &&
      st_kind_place(run->rules, code->kind, field) == kind->affected) {
    return st_entity_slot(run->store, who) != 0;
  }
  return st_past_slot(run->store, NULL, who) != 0;
}

/* Whom the fields name must fulfil the tests; nobody fulfils none. What its key
 * says holds. */
static strata_status fits_tests(st_run *run, const st_code *code,
                                uint32_t event, bool *fits) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && *fits && i < code->test_count; i++) {
    const st_test *test = &code->tests[i];
    strata_entity it = (strata_entity)word_of(run, code, event, test->field);
    int64_t yes = 0;
    if (is_anybody(run, code, event, test->field, it)) {
      yes = test->predicate == code->key.whole;
      if (yes) continue;
      status = st_frame_eval(run, run->judging, test->predicate, it, &yes);
    }
    *fits = yes != 0;
  }
  return status;
}

/* Whether a condition asks for more than the key. */
static bool asks_more(const st_key *key, const strata_expr *condition) {
  return condition && condition != key->whole;
}

static strata_status fits_condition(st_run *run, const st_key *key,
                                    const strata_expr *condition, bool *fits) {
  if (!*fits || !asks_more(key, condition)) return STRATA_OK;
  return st_frame_holds(run, run->judging, condition, fits);
}

strata_status st_judge_says(st_run *run, const st_found *found, uint32_t event,
                            bool *says) {
  const st_code *code = st_code_get(run->rules, found->code);
  strata_status status = fits_key(run, found, event, says);
  if (status || !*says) return status;
  const strata_expr *where = st_kind_get(run->rules, code->kind)->where;
  bool more = code->test_count > 0 || asks_more(&code->key, where) ||
              asks_more(&code->key, code->when);
  if (!more) return STRATA_OK;
  status = lend_frame(run, &code->deeds, found->names, found->self, event);
  if (!status) {
    st_run_frame(run, run->judging)->would = asks_what_would_be(code);
    status = fits_condition(run, &code->key, where, says);
  }
  if (!status) status = fits_tests(run, code, event, says);
  if (!status) status = fits_condition(run, &code->key, code->when, says);
  return status;
}

static strata_status unmet(st_run *run, const strata_expr *part,
                           st_unmet *out) {
  bool fits = true;
  strata_status status = st_frame_holds(run, run->judging, part, &fits);
  if (!fits) out->part = part;
  return status;
}

strata_status st_judge_unmet(st_run *run, const st_found *found, uint32_t event,
                             st_unmet *out) {
  const st_code *code = st_code_get(run->rules, found->code);
  *out = (st_unmet){0};
  strata_status status =
      lend_frame(run, &code->deeds, found->names, found->self, event);
  if (status) return status;
  st_run_frame(run, run->judging)->would = asks_what_would_be(code);
  status = unmet(run, st_kind_get(run->rules, code->kind)->where, out);
  for (uint32_t i = 0; !status && !out->part && i < code->test_count; i++) {
    const st_test *test = &code->tests[i];
    strata_entity it = (strata_entity)word_of(run, code, event, test->field);
    int64_t yes = 0;
    if (is_anybody(run, code, event, test->field, it)) {
      status = st_frame_eval(run, run->judging, test->predicate, it, &yes);
    }
    if (!yes) *out = (st_unmet){test->predicate, it, test->field};
  }
  if (!status && !out->part) status = unmet(run, code->when, out);
  return status;
}

strata_status st_judge_value(st_run *run, const st_found *found, uint32_t event,
                             const strata_expr *expr, int64_t *out) {
  const st_code *code = st_code_get(run->rules, found->code);
  strata_status status =
      lend_frame(run, &code->deeds, found->names, found->self, event);
  if (status) return status;
  return st_frame_eval(run, run->judging, expr, 0, out);
}

/* -- Whether its player wants it -- */

strata_status st_judge_may(st_run *run, strata_code code, strata_entity source,
                           strata_entity player, bool *yes) {
  *yes = true;
  const st_code *c = st_code_get(run->rules, code);
  if (!c->optional) return STRATA_OK;
  st_new_decision ask = {.player = player,
                         .source = source,
                         .prompt = c->name,
                         .least = 1,
                         .most = 1};
  const st_decided *answer;
  if (!st_run_offer_may(run, &ask)) return STRATA_ENOMEM;
  strata_status status = st_run_ask(run, &ask, &answer);
  if (!status) *yes = answer->options[0] == 0;
  return status;
}

/* -- How often -- */

/* Where it is remembered how often: with the watcher. */
static st_note_head home_of(const st_run *run, const st_found *found) {
  if (found->watch != 0) {
    return st_watch_names(st_watch_slot(run->store, found->watch));
  }
  uint32_t slot =
      found->self != 0 ? st_entity_slot(run->store, found->self) : 0;
  return slot != 0 ? st_notes_of_entity(slot) : st_notes_of_world();
}

/* Numbers that are kept of a watcher of an identity. */
typedef struct st_tally_of {
  st_note_head home;
  uint64_t identity;
} st_tally_of;

static st_tally_of tally_of(const st_run *run, const st_found *found) {
  return (st_tally_of){home_of(run, found),
                       st_watch_id_key(&found->id, run->rules)};
}

static int64_t noted(const st_run *run, const st_tally_of *of,
                     const char *name) {
  st_word word = {0};
  uint64_t key = st_note_key(name, strlen(name), of->identity);
  bool known = st_note_get(run->store, of->home, key, &word);
  return known ? word.number : 0;
}

static strata_status note(st_run *run, const st_tally_of *of, const char *name,
                          int64_t number) {
  uint64_t key = st_note_key(name, strlen(name), of->identity);
  return st_note_set(run->store, of->home, key, (st_word){.number = number});
}

/* How its clock stands, from 1. */
static int64_t tick_of(const st_run *run, const st_code *code) {
  return 1 + (int64_t)st_get64(run->store,
                               st_clock_ticks(run->rules, code->clock), 1);
}

static uint32_t less(uint32_t limit, int64_t used) {
  return used < (int64_t)limit ? limit - (uint32_t)used : 0;
}

/* How often since its clock has ticked. */
static int64_t times_now(const st_run *run, const st_code *code,
                         const st_tally_of *of) {
  bool now = noted(run, of, "tick") == tick_of(run, code);
  return now ? noted(run, of, "times") : 0;
}

static strata_status count_now(st_run *run, const st_code *code,
                               const st_tally_of *of) {
  int64_t times = times_now(run, code, of);
  strata_status status = note(run, of, "times", times + 1);
  return status ? status : note(run, of, "tick", tick_of(run, code));
}

uint32_t st_judge_uses(const st_run *run, const st_found *found) {
  const st_code *code = st_code_get(run->rules, found->code);
  uint32_t uses = UINT32_MAX;
  if (found->watch == 0 && code->uses == 0 && code->per_clock == 0) return uses;
  st_tally_of of = tally_of(run, found);
  if (found->watch != 0) {
    uint32_t slot = st_watch_slot(run->store, found->watch);
    if (slot == 0 || st_watch_is_spent(run->store, slot)) return 0;
    uint32_t left;
    if (st_watch_uses(run->store, slot, &left)) uses = left;
  } else if (code->uses != 0) {
    uses = less(code->uses, noted(run, &of, "used"));
  }
  if (code->per_clock != 0) {
    uint32_t left = less(code->per_clock, times_now(run, code, &of));
    if (left < uses) uses = left;
  }
  return uses;
}

strata_status st_judge_used(st_run *run, const st_found *found) {
  const st_code *code = st_code_get(run->rules, found->code);
  strata_status status = STRATA_OK;
  if (found->watch != 0) {
    status = st_watch_use(run->store, st_watch_slot(run->store, found->watch));
  } else if (code->uses != 0) {
    st_tally_of of = tally_of(run, found);
    status = note(run, &of, "used", noted(run, &of, "used") + 1);
  }
  if (status || code->per_clock == 0 || code->counts_done) return status;
  st_tally_of of = tally_of(run, found);
  return count_now(run, code, &of);
}

/* Where is kept how often a trigger that is being done was. */
static st_tally_of tally_of_frame(const st_run *run, uint32_t frame) {
  const st_frame *f = &run->frames[frame - 1];
  uint32_t slot = st_entity_slot(run->store, f->self);
  return (st_tally_of){
      slot != 0 ? st_notes_of_entity(slot) : st_notes_of_world(), f->identity};
}

strata_status st_judge_do(st_run *run, strata_code id, uint32_t frame,
                          bool *yes) {
  const st_code *code = st_code_get(run->rules, id);
  const st_frame *f = st_run_frame(run, frame);
  *yes = true;
  if (!code->counts_done && !code->optional) return STRATA_OK;
  st_tally_of of = tally_of_frame(run, frame);
  *yes = !code->counts_done ||
         less(code->per_clock, times_now(run, code, &of)) > 0;
  if (!*yes) return STRATA_OK;
  strata_status status = st_judge_may(
      run, id, f->self, (strata_entity)f->names[ST_BOUND_YOU], yes);
  if (status || !*yes || !code->counts_done) return status;
  return count_now(run, code, &of);
}

bool st_judge_is_free(const st_run *run, const st_found *found,
                      uint32_t event) {
  const st_event *e = &run->events[event - 1];
  /* Who may apply again waits for something else to have come between. */
  bool again = st_code_get(run->rules, found->code)->again;
  bool was = again ? e->applied == found->id.hash
                   : st_lineage_has(&run->lineage, e->marks, &found->id);
  return !was && st_judge_uses(run, found) > 0;
}

/* -- The log -- */

strata_status st_judge_log(st_run *run, uint32_t number, st_logged what,
                           strata_code code, strata_entity source,
                           int64_t prevented) {
  st_event *event = st_run_event(run, number);
  if (st_kind_get(run->rules, event->kind)->quiet) return STRATA_OK;
  static const char name[] = "prevented";
  st_note field = {st_note_key(name, sizeof name - 1, 0),
                   {.number = prevented}};
  st_new_log_row row = {
      .what = what,
      .kind = event->kind,
      .code = code,
      .parent = event->parent != 0 ? st_run_event(run, event->parent)->row : 0,
      .who = st_event_affected(run, event),
      .source = source,
      .fields = &field,
      .field_count = prevented != 0,
      .count = 1};
  return st_log_add(run->store, &row, &event->row);
}

strata_status st_judge_log_words(st_run *run, uint32_t number, st_logged what,
                                 strata_code code, uint64_t *row) {
  const st_event *event = st_run_event(run, number);
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  st_note fields[ST_KIND_FIELDS + ST_COMMON_FIELDS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    strata_field field = kind->fields[i];
    if (event->words[i] == 0) continue;
    strata_type type = (strata_type)run->rules->field_types[field - 1];
    fields[count++] = (st_note){run->rules->field_keys[field - 1],
                                st_word_of(type, event->words[i])};
  }
  st_new_log_row made = {
      .what = what,
      .kind = event->kind,
      .code = code,
      .parent = event->parent != 0 ? st_run_event(run, event->parent)->row : 0,
      .who = st_event_affected(run, event),
      .source =
          (strata_entity)st_event_word(run, number, run->rules->common.cause),
      .fields = fields,
      .field_count = count,
      .count = 1};
  return st_log_add(run->store, &made, row);
}

/* -- Whether there is such an event, and whether it can happen -- */

/* `would`: it is asked of who enters as he would be. */
static strata_status holds(st_run *run, uint32_t event,
                           const strata_expr *condition, bool would,
                           bool *out) {
  *out = true;
  if (!condition) return STRATA_OK;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, event)->kind);
  int64_t names[ST_BOUND_OWN] = {
      [ST_BOUND_YOU] = st_event_word(run, event, run->rules->common.by)};
  strata_entity cause =
      (strata_entity)st_event_word(run, event, run->rules->common.cause);
  strata_status status = lend_frame(run, &kind->does, names, cause, event);
  if (status) return status;
  st_run_frame(run, run->judging)->would = would;
  return st_frame_holds(run, run->judging, condition, out);
}

strata_status st_judge_holds(st_run *run, uint32_t event,
                             const strata_expr *condition, bool *out) {
  return holds(run, event, condition, false, out);
}

static strata_status is_ban(st_run *run, const st_found *found, uint32_t event,
                            bool *out) {
  *out = false;
  bool bans = st_code_get(run->rules, found->code)->role == STRATA_ROLE_CANT &&
              st_judge_uses(run, found) > 0;
  return bans ? st_judge_says(run, found, event, out) : STRATA_OK;
}

/* The first who says that it cannot, or NULL: others, then who enters. */
static strata_status find_ban(st_run *run, uint32_t event,
                              const st_found **out) {
  uint32_t n;
  bool says = false;
  *out = NULL;
  strata_status status =
      st_index_look(&run->index, st_run_event(run, event)->kind,
                    st_event_key_words(run, event), ST_INDEX_ROLE(CANT), &n);
  while (!status && n != 0 && !says) {
    *out = st_index_at(&run->index, n);
    status = is_ban(run, *out, event, &says);
    n = (*out)->next;
  }
  const st_would *would = st_event_would(run, event);
  if (would && would->kind != st_run_event(run, event)->kind) would = NULL;
  uint32_t own = would ? would->own : 0;
  uint32_t end = would ? own + would->own_count : 0;
  for (; !status && own < end && !says; own++) {
    *out = st_run_found(run, ST_OWN_FOUND | own);
    status = is_ban(run, *out, event, &says);
  }
  if (!says) *out = NULL;
  return status;
}

strata_status st_judge_refuse(st_run *run, uint32_t event, strata_code code,
                              strata_entity source) {
  st_run_event(run, event)->state = ST_EVENT_REFUSED;
  bool held = st_index_hold(&run->index);
  strata_status status =
      st_judge_log(run, event, ST_LOGGED_REFUSED, code, source, 0);
  st_index_keep(&run->index, held);
  const st_found by = {.code = code, .self = source};
  if (!status && st_is_traced(run)) {
    status = st_trace_of(run, ST_TRACED_REFUSED, event, &by);
  }
  return status;
}

strata_status st_judge_matters(st_run *run, uint32_t event) {
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, event)->kind);
  bool yes;
  strata_status status = holds(run, event, kind->matters, false, &yes);
  if (status || yes) return status;
  st_run_event(run, event)->state = ST_EVENT_DROPPED;
  return st_is_traced(run) ? st_trace_dropped(run, event, kind->matters->text)
                           : STRATA_OK;
}

strata_status st_judge_event(st_run *run, uint32_t event) {
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, event)->kind);
  bool yes;
  strata_status status = st_judge_matters(run, event);
  if (status || !st_event_is_alive(st_run_event(run, event))) return status;
  status = holds(run, event, kind->can, true, &yes);
  if (status) return status;
  if (!yes) return st_judge_refuse(run, event, 0, 0);
  const st_found *ban;
  status = find_ban(run, event, &ban);
  if (status || !ban) return status;
  return st_judge_refuse(run, event, ban->code, st_named(ban->self));
}
