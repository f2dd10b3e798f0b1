/*
 * try_options.c - the results of all options of a choice, found by trying each
 * one.
 *
 * An attempt executes an option in the same execution and state, and is then
 * rolled back. So no rule is implemented twice. Choices that follow from a
 * choice are enumerated like the digits of a number, the last one fastest: each
 * attempt follows one path to its end (struct st_attempt holds the path).
 *
 * An attempt has a limit of steps and events, asks no player and calls no
 * handler. An attempt that meets a handler, an unanswerable decision, chance or
 * hidden information ends as unknown.
 *
 * Invariant: after each attempt the store is at its savepoint again and the
 * execution equals its checkpoint (try_path).
 */
#include "play/compare/try_options.h"

#include "layers/update/sight.h"
#include "play/compare/checkpoint.h"
#include "play/compare/state_comparison.h"
#include "play/compare/state_diff.h"
#include "play/compare/state_equal.h"
#include "play/execution/decisions.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "world/store/strings.h"

#include <string.h>

/* An execution with more events, frames and batches than this is not tried, as
 * copying it costs too much. The steps and events of one attempt. */
#define MOST_CHECKPOINT_SIZE 16384
#define MOST_ATTEMPT_STEPS   8192
#define MOST_ATTEMPT_EVENTS  4096

/* With more options than this only the first choice is enumerated; the result
 * is then unknown, but the outcomes are. */
#define MOST_NESTED_OPTIONS 4

typedef enum st_attempt_end {
  ATTEMPT_DONE,
  ATTEMPT_ASKS, /* it met a decision that is no part of the choice */
  /* it met chance, a handler, an error, a limit or hidden information */
  ATTEMPT_UNKNOWN
} st_attempt_end;

/* What one attempt has come to. */
typedef struct st_attempt_result {
  st_attempt_end end;
  st_state_diff diff;
  st_held_word *held_words; /* variables of the frames that go on */
  size_t held_word_count;
  char outcome[ST_TRY_OUTCOME_SIZE];
} st_attempt_result;

typedef struct st_option_search {
  st_execution *exec;
  const st_try_choice *choice;
  st_checkpoint checkpoint;
  st_attempt attempt;
  /* the first attempt that was completed, and the present one */
  st_attempt_result first, other;
  st_arena arena;       /* of their words */
  bool has_first;       /* `first` is complete */
  bool differ, unknown; /* two results differ; one attempt was not completed */
  uint32_t attempt_count;
  strata_entity *concealed; /* lie face down, and the player sees their backs */
  uint32_t concealed_count;
  char (*outcomes)[ST_TRY_OUTCOME_SIZE];
  uint8_t *option_ends; /* by option: st_attempt_end + 1; 0: not tried */
} st_option_search;

/* -- Hidden information -- */

/* Whether a hidden entity was written, but for its neighbours in the zone. */
static bool touches_hidden_entity(const st_store *store,
                                  const st_state_diff *diff,
                                  strata_entity player) {
  for (size_t i = 0; i < diff->count; i++) {
    uint64_t key = diff->keys[i];
    uint32_t column = st_state_diff_column(key);
    if (st_state_diff_table(key) != ST_TABLE_ENTITY ||
        column == ST_COLUMN_ENTITY_ABOVE || column == ST_COLUMN_ENTITY_BELOW) {
      continue;
    }
    if (st_sight_is_hidden(store, player, st_state_diff_row(key))) {
      return true;
    }
  }
  return false;
}

/* -- The text of an outcome -- */

/* Whether a player sees the face of a live entity; not where that fails. */
static bool sees_face(const st_execution *exec, strata_entity player,
                      uint32_t slot) {
  strata_sight sight = STRATA_SIGHT_NOTHING;
  strata_status status = st_sight_of(exec->change->eval, player, slot, &sight);
  return !status && sight == STRATA_SIGHT_FACE;
}

/* Find what lies face down for the player before anything is tried. */
static strata_status find_concealed(st_option_search *search) {
  const st_execution *exec = search->exec;
  const st_store *store = exec->store;
  const uint32_t top = st_entity_top(store);
  const strata_attr down = exec->rules->face_down;
  if (down == 0) return STRATA_OK;
  search->concealed =
      st_arena_alloc(&search->arena, top, sizeof search->concealed[0]);
  if (!search->concealed) return STRATA_ENOMEM;
  for (uint32_t slot = 1; slot <= top; slot++) {
    if (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot) &&
        st_entity_base(store, &exec->rules->attrs[down - 1], slot) != 0 &&
        !sees_face(exec, search->choice->player, slot)) {
      search->concealed[search->concealed_count++] =
          st_entity_handle(store, slot);
    }
  }
  return STRATA_OK;
}

/* Whether the attempt alone shows the player what somebody is: it has turned
 * the object up, moved it, or ended it. */
static bool is_concealed(const st_option_search *search, strata_entity who) {
  const st_store *store = search->exec->store;
  for (uint32_t i = 0; i < search->concealed_count; i++) {
    strata_entity now = search->concealed[i];
    uint32_t left = st_entity_top(store); /* none comes twice */
    for (; now != 0 && now != who && left > 0; left--) {
      uint32_t gone = st_entity_slot(store, now) != 0
                          ? 0
                          : st_entity_last_known_slot(store, now);
      now = gone != 0 ? st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, gone) : 0;
    }
    if (now != 0 && now == who) return true;
  }
  return false;
}

/* The name of what the player sees; of all else its number. */
static void write_outcome_entity(const st_option_search *search,
                                 strata_entity who, st_text *out) {
  const st_execution *exec = search->exec;
  const st_store *store = exec->store;
  const st_names *names = &exec->rules->names[STRATA_NAME_DEFINITION];
  uint32_t slot = st_entity_slot(store, who);
  const bool unseen =
      slot != 0 && !sees_face(exec, search->choice->player, slot);
  if (unseen || is_concealed(search, who)) {
    st_text_add_str(out, " ");
    st_text_add_str(out, st_number_format((int64_t)st_slot_of(who)).text);
    return;
  }
  if (slot == 0) slot = st_entity_last_known_slot(store, who);
  if (slot == 0) return;
  strata_attr name =
      st_rules_find_name(exec->rules, STRATA_NAME_ATTRIBUTE, "name");
  bool named = name != 0 && exec->rules->attrs[name - 1].type == STRATA_TEXT;
  uint32_t text = 0;
  if (named) {
    text = (uint32_t)st_entity_base(store, &exec->rules->attrs[name - 1], slot);
  }
  uint32_t definition = st_get32(store, ST_COLUMN_ENTITY_DEFINITION, slot);
  st_text_add_str(out, " ");
  if (text != 0) {
    st_strings_read(store, text, out);
  } else if (definition - 1u < names->count) {
    st_text_add_str(out, names->items[definition - 1].text);
  } else {
    st_text_add_str(out, st_number_format((int64_t)slot).text);
  }
}

/* Write a row as "hit Bear 4". */
static void write_outcome_row(const st_option_search *search,
                              const st_log_row *row, st_text *out) {
  const st_execution *exec = search->exec;
  const st_event_type *type = st_event_type_get(exec->rules, row->event_type);
  if (out->length > 0) st_text_add_str(out, ", ");
  st_text_add_str(out, type->name);
  write_outcome_entity(search, row->who, out);
  if (type->amount_index != ST_NO_FIELD_INDEX) {
    const char *name = st_rules_name(exec->rules, STRATA_NAME_FIELD,
                                     type->fields[type->amount_index]);
    st_raw_value word = {0};
    (void)st_notes_find(exec->store, row->fields,
                        st_note_key(name, strlen(name), 0), &word);
    st_text_add_str(out, " ");
    st_text_add_str(out, st_number_format(word.number).text);
  }
  if (row->count > 1) {
    st_text_add_str(out, " x");
    st_text_add_str(out, st_number_format(row->count).text);
  }
}

/* Write all events that have happened since a row of the log. */
static void write_outcome(const st_option_search *search, uint64_t since,
                          st_attempt_result *result) {
  const st_execution *exec = search->exec;
  st_text text;
  st_text_init_fixed(&text, result->outcome, sizeof result->outcome);
  uint64_t last = st_log_last(exec->store);
  for (uint64_t number = since + 1; number <= last; number++) {
    st_log_row row;
    if (!st_log_get(exec->store, number, &row)) continue;
    if (row.what != ST_LOGGED_HAPPENED) continue;
    uint32_t slot = st_entity_slot(exec->store, row.who);
    if (slot != 0 &&
        st_sight_is_hidden(exec->store, search->choice->player, slot)) {
      result->end = ATTEMPT_UNKNOWN;
    }
    write_outcome_row(search, &row, &text);
  }
  if (result->end == ATTEMPT_ASKS) {
    st_text_add_str(&text, text.length > 0 ? ", then asks" : "asks");
  } else if (text.length == 0) {
    st_text_add_str(&text, "nothing");
  }
  (void)st_text_get(&text);
}

/* -- One attempt -- */

/* Collect the variables of all frames that still have tasks. */
static bool collect_held_words(st_option_search *search,
                               st_attempt_result *result) {
  const st_execution *exec = search->exec;
  size_t count = 0;
  for (size_t i = 0; i < exec->task_count; i++) {
    uint32_t frame = exec->tasks[i].frame;
    if (frame != 0) {
      count += exec->frames[frame - 1].program->variables.count + 2;
    }
  }
  result->held_words =
      st_arena_alloc(&search->arena, count, sizeof result->held_words[0]);
  result->held_word_count = 0;
  if (!result->held_words) return false;
  for (size_t i = 0; i < exec->task_count; i++) {
    if (exec->tasks[i].frame == 0) continue;
    const st_frame *f = &exec->frames[exec->tasks[i].frame - 1];
    for (uint32_t n = 0; n < f->program->variables.count; n++) {
      result->held_words[result->held_word_count++] =
          (st_held_word){f->variables[n],
                         f->program->variables.variables[n].type == STRATA_REF};
    }
    result->held_words[result->held_word_count++] =
        (st_held_word){f->prevented, false};
    result->held_words[result->held_word_count++] =
        (st_held_word){f->stopped, false};
  }
  return true;
}

static strata_status execute_attempt(st_option_search *search) {
  st_execution *exec = search->exec;
  const st_try_choice *b = search->choice;
  uint64_t events = st_execution_event_total(exec) + MOST_ATTEMPT_EVENTS;
  uint64_t steps = exec->steps + MOST_ATTEMPT_STEPS;
  exec->attempt = &search->attempt;
  exec->host.run_handler = NULL;
  exec->host.ask_policy = NULL;
  exec->host.notify_observers = NULL;
  exec->host.save_start = NULL;
  exec->trace = NULL;
  if (exec->max_events > events) exec->max_events = events;
  if (exec->max_steps > steps) exec->max_steps = steps;
  strata_status status = b->choose ? b->choose(exec, b->user) : STRATA_OK;
  return status ? status : exec->run_tasks_until(exec, b->stop_at_tasks);
}

static st_attempt_end attempt_end_of(strata_status status, bool rolled) {
  if (rolled) return ATTEMPT_UNKNOWN;
  if (status == STRATA_ESUSPEND) return ATTEMPT_ASKS;
  return status ? ATTEMPT_UNKNOWN : ATTEMPT_DONE;
}

/* Follow one path of choices to its end, record the result and roll it back. */
static strata_status try_path(st_option_search *search,
                              st_attempt_result *result) {
  st_execution *exec = search->exec;
  st_store *store = exec->store;
  uint64_t chance = st_scalar_get(store, ST_SCALAR_CHANCE);
  uint64_t last = st_log_last(store);
  size_t from = store->journal_count;
  uint64_t mark;
  strata_status status = st_store_mark(store, &mark);
  if (status) return status;
  search->attempt.met_count = 0;
  status = execute_attempt(search);
  result->end =
      attempt_end_of(status, st_scalar_get(store, ST_SCALAR_CHANCE) != chance);
  result->outcome[0] = '\0';
  if (status != STRATA_ENOMEM) {
    write_outcome(search, last, result);
    bool took = st_state_diff_read_after(&result->diff, store, from) &&
                collect_held_words(search, result);
    status = took ? STRATA_OK : STRATA_ENOMEM;
  }
  strata_status back = st_store_rollback(store, mark);
  if (!back) back = st_store_release_mark(store, mark);
  assert(back == STRATA_OK);
  (void)back;
  st_checkpoint_restore(&search->checkpoint, exec);
  if (status) return status;
  st_state_diff_drop_equal(&result->diff, store);
  if (touches_hidden_entity(store, &result->diff, search->choice->player)) {
    result->end = ATTEMPT_UNKNOWN;
  }
  return STRATA_OK;
}

/* -- All attempts -- */

/* Record the outcome of an option. An option whose attempts have different
 * outcomes asks for a further choice. */
static void record_option_outcome(st_option_search *search,
                                  const st_attempt_result *result) {
  uint32_t option = search->attempt.chosen[0];
  if (option >= search->choice->option_count) return;
  uint8_t *end = &search->option_ends[option];
  char *text = search->outcomes[option];
  if (*end == 0) {
    *end = (uint8_t)(result->end + 1);
    memcpy(text, result->outcome, ST_TRY_OUTCOME_SIZE);
  } else if (*end != ATTEMPT_UNKNOWN + 1) {
    bool other = strcmp(text, result->outcome) != 0;
    if (result->end == ATTEMPT_UNKNOWN) *end = ATTEMPT_UNKNOWN + 1;
    if (other) memcpy(text, "asks which is next", sizeof "asks which is next");
  }
}

/* Compare a completed attempt with the first completed one. */
static strata_status compare_with_first(st_option_search *search,
                                        const st_attempt_result *result) {
  bool same = true;
  if (result->end != ATTEMPT_DONE) {
    search->unknown = true;
    return STRATA_OK;
  }
  if (result == &search->first) search->has_first = true;
  if (result == &search->first || search->differ) return STRATA_OK;
  const st_compared_state a = {&search->first.diff, search->first.held_words,
                               search->first.held_word_count};
  const st_compared_state b = {&result->diff, result->held_words,
                               result->held_word_count};
  strata_status status =
      st_state_equal_test(search->exec->store, &a, &b, true, &same);
  search->differ = !same;
  return status;
}

/* Go on to the next path of choices; false: all were followed. */
static bool advance_path(st_attempt *attempt) {
  uint32_t depth = attempt->met_count;
  while (depth > 0 &&
         attempt->chosen[depth - 1] + 1 >= attempt->option_counts[depth - 1]) {
    depth--;
  }
  attempt->chosen_count = depth;
  if (depth == 0) return false;
  attempt->chosen[depth - 1]++;
  return true;
}

static strata_status try_all_paths(st_option_search *search) {
  strata_status status = STRATA_OK;
  bool more = true;
  while (!status && more) {
    if (search->attempt_count == ST_TRY_MOST_ORDERS &&
        !search->attempt.first_choice_only) {
      search->unknown = true;
      search->attempt.first_choice_only =
          true; /* outcomes of the other options are still recorded */
    }
    st_attempt_result *result =
        search->has_first ? &search->other : &search->first;
    search->attempt_count++;
    status = try_path(search, result);
    if (!status) record_option_outcome(search, result);
    if (!status) status = compare_with_first(search, result);
    more = search->attempt.met_count > 0 && advance_path(&search->attempt);
  }
  return status;
}

/* Copy known outcomes from the arena of the search to that of the execution. */
static strata_status copy_outcomes(st_option_search *search,
                                   const char **outcomes) {
  for (uint32_t i = 0; i < search->choice->option_count; i++) {
    bool known = search->option_ends[i] == ATTEMPT_DONE + 1 ||
                 search->option_ends[i] == ATTEMPT_ASKS + 1;
    if (!known) continue;
    outcomes[i] = st_arena_copy_text(&search->exec->arena, search->outcomes[i]);
    if (!outcomes[i]) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

strata_status st_try_options(st_execution *exec, const st_try_choice *choice,
                             st_try_result *out, const char **outcomes) {
  assert(!exec->attempt && choice->option_count > 1);
  uint32_t count = choice->option_count;
  *out = ST_TRY_UNKNOWN;
  memset(outcomes, 0, count * sizeof outcomes[0]);
  bool few = choice->choose || count <= MOST_NESTED_OPTIONS;
  if (count > (choice->choose ? ST_TRY_MOST_ORDERS : ST_TRY_MOST_OPTIONS) ||
      st_checkpoint_size(exec) > MOST_CHECKPOINT_SIZE) {
    return STRATA_OK;
  }
  st_option_search search = {
      .exec = exec,
      .choice = choice,
  };
  search.unknown = !few;
  search.attempt.first_choice_only = !few;
  if (!st_checkpoint_save(&search.checkpoint, exec)) return STRATA_ENOMEM;
  st_arena_init(&search.arena, exec->mem);
  st_state_diff_init(&search.first.diff, exec->mem);
  st_state_diff_init(&search.other.diff, exec->mem);
  search.outcomes =
      st_arena_alloc(&search.arena, count, sizeof search.outcomes[0]);
  search.option_ends =
      st_arena_alloc(&search.arena, count, sizeof search.option_ends[0]);
  strata_status status = search.outcomes && search.option_ends
                             ? find_concealed(&search)
                             : STRATA_ENOMEM;
  if (!status) status = try_all_paths(&search);
  if (!status) status = copy_outcomes(&search, outcomes);
  if (!search.unknown) *out = ST_TRY_SAME;
  if (search.differ) *out = ST_TRY_DIFFER;
  st_state_diff_fini(&search.first.diff);
  st_state_diff_fini(&search.other.diff);
  st_arena_fini(&search.arena);
  st_checkpoint_fini(&search.checkpoint);
  exec->attempts_followed += search.attempt_count;
  return status;
}
