/*
 * branch.c - what comes of each option of a choice, by trying.
 *
 * A trial does what would be done in earnest, in the same run and state, and is
 * taken back: so nothing of the rules is said twice. Choices that come of a
 * choice are gone through like the digits of a number, the last one fastest:
 * each trial follows one path to its end.
 *
 * A trial may take so many steps and no more, asks nobody, and calls no
 * handler. Where it meets something of the kind it tells nothing.
 */
#include "play/compare/try_options.h"

#include "play/compare/checkpoint.h"
#include "play/compare/state_equal.h"
#include "world/objects/zone.h"
#include "world/store/strings.h"

#include <string.h>

/* Events, frames and batches of a run in which trials are still worth it; steps
 * and events of one trial. */
#define MOST_CHECKPOINT_SIZE 16384
#define MOST_ATTEMPT_STEPS   8192
#define MOST_ATTEMPT_EVENTS  4096

/* All orders are tried of so many and no more. */
#define MOST_NESTED_OPTIONS 4

typedef enum st_attempt_end {
  ATTEMPT_DONE,
  ATTEMPT_ASKS,   /* a decision of another kind is met */
  ATTEMPT_UNKNOWN /* something is met that cannot be known before, or may not */
} st_attempt_end;

/* What one trial has come to. */
typedef struct st_attempt_result {
  st_attempt_end end;
  st_state_diff diff;
  st_held_word *held_words; /* by frames that go on */
  size_t held_word_count;
  char outcome[ST_TRY_OUTCOME_SIZE];
} st_attempt_result;

typedef struct st_option_search {
  st_execution *run;
  const st_try_choice *choice;
  st_checkpoint checkpoint;
  st_attempt attempt;
  st_attempt_result first, other; /* the first that ends, and one after it */
  st_arena arena;                 /* of what they hold */
  bool has_first;                 /* the first has come to its end */
  bool differ, unknown;           /* two do; one has not come to its end */
  uint32_t attempt_count;
  char (*outcomes)[ST_TRY_OUTCOME_SIZE];
  uint8_t *
      option_ends; /* st_attempt_end of each option, + 1; 0: it was not tried */
} st_option_search;

/* -- What may not be seen -- */

/* In a hidden zone one sees what is one's own, unless nobody may look at the
 * order in which it lies. */
static bool is_hidden_from_player(const st_store *store, uint32_t slot,
                                  strata_entity player) {
  if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) return false;
  const st_zone *zone = st_zone_of_slot(store, slot);
  if (!zone || !zone->hidden) return false;
  uint32_t of = st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot);
  return zone->ordered || of == 0 || of != st_entity_slot(store, player);
}

/* Somebody hidden was touched, but for his neighbours in the zone. */
static bool touches_hidden_entity(const st_store *store,
                                  const st_state_diff *delta,
                                  strata_entity player) {
  for (size_t i = 0; i < delta->count; i++) {
    uint64_t key = delta->keys[i];
    uint32_t column = st_state_diff_column(key);
    if (st_state_diff_table(key) != ST_TABLE_ENTITY ||
        column == ST_COLUMN_ENTITY_ABOVE || column == ST_COLUMN_ENTITY_BELOW) {
      continue;
    }
    if (is_hidden_from_player(store, st_state_diff_row(key), player))
      return true;
  }
  return false;
}

/* -- What happens, in words -- */

static void write_outcome_entity(const st_execution *run, strata_entity who,
                                 st_text *out) {
  const st_store *store = run->store;
  const st_names *names = &run->rules->names[STRATA_NAME_DEFINITION];
  uint32_t slot = st_entity_slot(store, who);
  if (slot == 0) slot = st_entity_last_known_slot(store, who);
  if (slot == 0) return;
  strata_attr name =
      st_rules_find_name(run->rules, STRATA_NAME_ATTRIBUTE, "name");
  bool named = name != 0 && run->rules->attrs[name - 1].type == STRATA_TEXT;
  uint32_t text = 0;
  if (named) {
    text = (uint32_t)st_entity_base(store, &run->rules->attrs[name - 1], slot);
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

/* "hit Bear 4" */
static void write_outcome_row(const st_execution *run, const st_log_row *row,
                              st_text *out) {
  const st_event_type *kind = st_event_type_get(run->rules, row->event_type);
  if (out->length > 0) st_text_add_str(out, ", ");
  st_text_add_str(out, kind->name);
  write_outcome_entity(run, row->who, out);
  if (kind->amount_index != ST_NO_FIELD_INDEX) {
    const char *name = st_rules_name(run->rules, STRATA_NAME_FIELD,
                                     kind->fields[kind->amount_index]);
    st_raw_value word = {0};
    (void)st_notes_find(run->store, row->fields,
                        st_note_key(name, strlen(name), 0), &word);
    st_text_add_str(out, " ");
    st_text_add_str(out, st_number_format(word.number).text);
  }
  if (row->count > 1) {
    st_text_add_str(out, " x");
    st_text_add_str(out, st_number_format(row->count).text);
  }
}

/* All that has happened since a row of the log. */
static void write_outcome(const st_option_search *tree, uint64_t since,
                          st_attempt_result *leaf) {
  const st_execution *run = tree->run;
  st_text text;
  st_text_init_fixed(&text, leaf->outcome, sizeof leaf->outcome);
  uint64_t last = st_log_last(run->store);
  for (uint64_t number = since + 1; number <= last; number++) {
    st_log_row row;
    if (!st_log_get(run->store, number, &row)) continue;
    if (row.what != ST_LOGGED_HAPPENED) continue;
    uint32_t slot = st_entity_slot(run->store, row.who);
    if (slot != 0 &&
        is_hidden_from_player(run->store, slot, tree->choice->player)) {
      leaf->end = ATTEMPT_UNKNOWN;
    }
    write_outcome_row(run, &row, &text);
  }
  if (leaf->end == ATTEMPT_ASKS) {
    st_text_add_str(&text, text.length > 0 ? ", then asks" : "asks");
  } else if (text.length == 0) {
    st_text_add_str(&text, "nothing");
  }
  (void)st_text_get(&text);
}

/* -- One trial -- */

/* What the programs that go on have in hand. */
static bool collect_held_words(st_option_search *tree,
                               st_attempt_result *leaf) {
  const st_execution *run = tree->run;
  size_t count = 0;
  for (size_t i = 0; i < run->task_count; i++) {
    uint32_t frame = run->tasks[i].frame;
    if (frame != 0)
      count += run->frames[frame - 1].program->variables.count + 2;
  }
  leaf->held_words =
      st_arena_alloc(&tree->arena, count, sizeof leaf->held_words[0]);
  leaf->held_word_count = 0;
  if (!leaf->held_words) return false;
  for (size_t i = 0; i < run->task_count; i++) {
    if (run->tasks[i].frame == 0) continue;
    const st_frame *f = &run->frames[run->tasks[i].frame - 1];
    for (uint32_t n = 0; n < f->program->variables.count; n++) {
      leaf->held_words[leaf->held_word_count++] =
          (st_held_word){f->variables[n],
                         f->program->variables.variables[n].type == STRATA_REF};
    }
    leaf->held_words[leaf->held_word_count++] =
        (st_held_word){f->prevented, false};
    leaf->held_words[leaf->held_word_count++] =
        (st_held_word){f->stopped, false};
  }
  return true;
}

static strata_status execute_attempt(st_option_search *tree) {
  st_execution *run = tree->run;
  const st_try_choice *b = tree->choice;
  uint64_t events = st_execution_event_total(run) + MOST_ATTEMPT_EVENTS;
  uint64_t steps = run->steps + MOST_ATTEMPT_STEPS;
  run->attempt = &tree->attempt;
  run->host.run_handler = NULL;
  run->host.ask_policy = NULL;
  run->host.notify_observers = NULL;
  run->host.save_start = NULL;
  run->trace = NULL;
  if (run->max_events > events) run->max_events = events;
  if (run->max_steps > steps) run->max_steps = steps;
  strata_status status = b->choose ? b->choose(run, b->user) : STRATA_OK;
  return status ? status : run->run_tasks_until(run, b->stop_at_tasks);
}

static st_attempt_end attempt_end_of(strata_status status, bool rolled) {
  if (rolled) return ATTEMPT_UNKNOWN;
  if (status == STRATA_ESUSPEND) return ATTEMPT_ASKS;
  return status ? ATTEMPT_UNKNOWN : ATTEMPT_DONE;
}

/* Follow the path, and take it back. */
static strata_status try_path(st_option_search *tree, st_attempt_result *leaf) {
  st_execution *run = tree->run;
  st_store *store = run->store;
  uint64_t chance = st_scalar_get(store, ST_SCALAR_CHANCE);
  uint64_t last = st_log_last(store);
  size_t from = store->journal_count;
  uint64_t mark;
  strata_status status = st_store_mark(store, &mark);
  if (status) return status;
  tree->attempt.met_count = 0;
  status = execute_attempt(tree);
  leaf->end =
      attempt_end_of(status, st_scalar_get(store, ST_SCALAR_CHANCE) != chance);
  leaf->outcome[0] = '\0';
  if (status != STRATA_ENOMEM) {
    write_outcome(tree, last, leaf);
    bool took = st_state_diff_read_after(&leaf->diff, store, from) &&
                collect_held_words(tree, leaf);
    status = took ? STRATA_OK : STRATA_ENOMEM;
  }
  strata_status back = st_store_rollback(store, mark);
  if (!back) back = st_store_release_mark(store, mark);
  assert(back == STRATA_OK);
  (void)back;
  st_checkpoint_restore(&tree->checkpoint, run);
  if (status) return status;
  st_state_diff_drop_equal(&leaf->diff, store);
  if (touches_hidden_entity(store, &leaf->diff, tree->choice->player)) {
    leaf->end = ATTEMPT_UNKNOWN;
  }
  return STRATA_OK;
}

/* -- All of them -- */

/* What is known of an option by all trials that began with it. */
static void record_option_outcome(st_option_search *tree,
                                  const st_attempt_result *leaf) {
  uint32_t option = tree->attempt.chosen[0];
  if (option >= tree->choice->option_count) return;
  uint8_t *end = &tree->option_ends[option];
  char *text = tree->outcomes[option];
  if (*end == 0) {
    *end = (uint8_t)(leaf->end + 1);
    memcpy(text, leaf->outcome, ST_TRY_OUTCOME_SIZE);
  } else if (*end != ATTEMPT_UNKNOWN + 1) {
    bool other = strcmp(text, leaf->outcome) != 0;
    if (leaf->end == ATTEMPT_UNKNOWN) *end = ATTEMPT_UNKNOWN + 1;
    if (other) memcpy(text, "asks which is next", sizeof "asks which is next");
  }
}

/* The first that came to its end is what all others are held against. */
static strata_status compare_with_first(st_option_search *tree,
                                        const st_attempt_result *leaf) {
  bool same = true;
  if (leaf->end != ATTEMPT_DONE) {
    tree->unknown = true;
    return STRATA_OK;
  }
  if (leaf == &tree->first) tree->has_first = true;
  if (leaf == &tree->first || tree->differ) return STRATA_OK;
  const st_compared_state a = {&tree->first.diff, tree->first.held_words,
                               tree->first.held_word_count};
  const st_compared_state b = {&leaf->diff, leaf->held_words,
                               leaf->held_word_count};
  strata_status status =
      st_state_equal_test(tree->run->store, &a, &b, true, &same);
  tree->differ = !same;
  return status;
}

/* The next path; false: there is none. */
static bool advance_path(st_attempt *trial) {
  uint32_t depth = trial->met_count;
  while (depth > 0 &&
         trial->chosen[depth - 1] + 1 >= trial->option_counts[depth - 1]) {
    depth--;
  }
  trial->chosen_count = depth;
  if (depth == 0) return false;
  trial->chosen[depth - 1]++;
  return true;
}

static strata_status try_all_paths(st_option_search *tree) {
  strata_status status = STRATA_OK;
  bool more = true;
  while (!status && more) {
    if (tree->attempt_count == ST_TRY_MOST_ORDERS &&
        !tree->attempt.first_choice_only) {
      tree->unknown = true;
      tree->attempt.first_choice_only =
          true; /* what is left is told as far as it goes */
    }
    st_attempt_result *leaf = tree->has_first ? &tree->other : &tree->first;
    tree->attempt_count++;
    status = try_path(tree, leaf);
    if (!status) record_option_outcome(tree, leaf);
    if (!status) status = compare_with_first(tree, leaf);
    more = tree->attempt.met_count > 0 && advance_path(&tree->attempt);
  }
  return status;
}

/* Known outcomes outlive the trials. */
static strata_status copy_outcomes(st_option_search *tree,
                                   const char **outcomes) {
  for (uint32_t i = 0; i < tree->choice->option_count; i++) {
    bool known = tree->option_ends[i] == ATTEMPT_DONE + 1 ||
                 tree->option_ends[i] == ATTEMPT_ASKS + 1;
    if (!known) continue;
    size_t size = strlen(tree->outcomes[i]) + 1;
    char *text = st_arena_alloc(&tree->run->arena, size, 1);
    if (!text) return STRATA_ENOMEM;
    memcpy(text, tree->outcomes[i], size);
    outcomes[i] = text;
  }
  return STRATA_OK;
}

strata_status st_try_options(st_execution *run, const st_try_choice *branches,
                             st_try_result *out, const char **outcomes) {
  assert(!run->attempt && branches->option_count > 1);
  uint32_t count = branches->option_count;
  *out = ST_TRY_UNKNOWN;
  memset(outcomes, 0, count * sizeof outcomes[0]);
  bool few = branches->choose || count <= MOST_NESTED_OPTIONS;
  if (count > (branches->choose ? ST_TRY_MOST_ORDERS : ST_TRY_MOST_OPTIONS) ||
      st_checkpoint_size(run) > MOST_CHECKPOINT_SIZE) {
    return STRATA_OK;
  }
  st_option_search tree = {
      .run = run,
      .choice = branches,
  };
  tree.unknown = !few;
  tree.attempt.first_choice_only = !few;
  if (!st_checkpoint_save(&tree.checkpoint, run)) return STRATA_ENOMEM;
  st_arena_init(&tree.arena, run->mem);
  st_state_diff_init(&tree.first.diff, run->mem);
  st_state_diff_init(&tree.other.diff, run->mem);
  tree.outcomes = st_arena_alloc(&tree.arena, count, sizeof tree.outcomes[0]);
  tree.option_ends =
      st_arena_alloc(&tree.arena, count, sizeof tree.option_ends[0]);
  strata_status status =
      tree.outcomes && tree.option_ends ? try_all_paths(&tree) : STRATA_ENOMEM;
  if (!status) status = copy_outcomes(&tree, outcomes);
  if (!tree.unknown) *out = ST_TRY_SAME;
  if (tree.differ) *out = ST_TRY_DIFFER;
  st_state_diff_fini(&tree.first.diff);
  st_state_diff_fini(&tree.other.diff);
  st_arena_fini(&tree.arena);
  st_checkpoint_fini(&tree.checkpoint);
  run->attempts_followed += tree.attempt_count;
  return status;
}
