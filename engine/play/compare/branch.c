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
#include "play/compare/branch.h"

#include "play/compare/meaning.h"
#include "play/compare/scratch.h"
#include "world/objects/zone.h"
#include "world/store/strings.h"

#include <string.h>

/* Events, frames and batches of a run in which trials are still worth it; steps
 * and events of one trial. */
#define MOST_SCRATCH 16384
#define MOST_STEPS   8192
#define MOST_EVENTS  4096

/* All orders are tried of so many and no more. */
#define MOST_SAME 4

typedef enum st_end {
  END_DONE,
  END_ASKS,   /* a decision of another kind is met */
  END_UNKNOWN /* something is met that cannot be known before, or may not */
} st_end;

/* What one trial has come to. */
typedef struct st_leaf {
  st_end end;
  st_delta delta;
  st_held *held; /* by frames that go on */
  size_t held_count;
  char text[ST_BRANCH_TEXT];
} st_leaf;

typedef struct st_tree {
  st_run *run;
  const st_branches *branches;
  st_scratch scratch;
  st_attempt trial;
  st_leaf first, other; /* the first that ends, and one after it */
  st_arena arena;       /* of what they hold */
  bool done;            /* the first has come to its end */
  bool differ, unknown; /* two do; one has not come to its end */
  uint32_t leaves;
  char (*texts)[ST_BRANCH_TEXT];
  uint8_t *ends; /* st_end of each option, + 1; 0: it was not tried */
} st_tree;

/* -- What may not be seen -- */

/* In a hidden zone one sees what is one's own, unless nobody may look at the
 * order in which it lies. */
static bool is_hidden(const st_store *store, uint32_t slot,
                      strata_entity player) {
  if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) return false;
  const st_zone *zone = st_zone_around(store, slot);
  if (!zone || !zone->hidden) return false;
  uint32_t of = st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot);
  return zone->ordered || of == 0 || of != st_entity_slot(store, player);
}

/* Somebody hidden was touched, but for his neighbours in the zone. */
static bool meets_hidden(const st_store *store, const st_delta *delta,
                         strata_entity player) {
  for (size_t i = 0; i < delta->count; i++) {
    uint64_t key = delta->keys[i];
    uint32_t column = st_delta_column(key);
    if (st_delta_table(key) != ST_TABLE_ENTITY ||
        column == ST_COLUMN_ENTITY_ABOVE || column == ST_COLUMN_ENTITY_BELOW) {
      continue;
    }
    if (is_hidden(store, st_delta_row(key), player)) return true;
  }
  return false;
}

/* -- What happens, in words -- */

static void say_who(const st_run *run, strata_entity who, st_text *out) {
  const st_store *store = run->store;
  const st_names *names = &run->rules->names[STRATA_KIND_DEFINITION];
  uint32_t slot = st_entity_slot(store, who);
  if (slot == 0) slot = st_entity_gone_slot(store, who);
  if (slot == 0) return;
  strata_attr name =
      strata_rules_find(run->rules, STRATA_KIND_ATTRIBUTE, "name");
  bool named = name != 0 && run->rules->attrs[name - 1].type == STRATA_TEXT;
  uint32_t text = 0;
  if (named) {
    text = (uint32_t)st_entity_base(store, &run->rules->attrs[name - 1], slot);
  }
  uint32_t definition = st_get32(store, ST_COLUMN_ENTITY_DEFINITION, slot);
  st_text_str(out, " ");
  if (text != 0) {
    st_strings_read(store, text, out);
  } else if (definition - 1u < names->count) {
    st_text_str(out, names->items[definition - 1].text);
  } else {
    st_text_str(out, st_number_of((int64_t)slot).text);
  }
}

/* "hit Bear 4" */
static void say_row(const st_run *run, const st_log_row *row, st_text *out) {
  const st_kind *kind = st_kind_get(run->rules, row->kind);
  if (out->length > 0) st_text_str(out, ", ");
  st_text_str(out, kind->name);
  say_who(run, row->who, out);
  if (kind->amount != ST_NO_PLACE) {
    const char *name = strata_rules_name(run->rules, STRATA_KIND_FIELD,
                                         kind->fields[kind->amount]);
    st_word word = {0};
    (void)st_note_get(run->store, row->fields,
                      st_note_key(name, strlen(name), 0), &word);
    st_text_str(out, " ");
    st_text_str(out, st_number_of(word.number).text);
  }
  if (row->count > 1) {
    st_text_str(out, " x");
    st_text_str(out, st_number_of(row->count).text);
  }
}

/* All that has happened since a row of the log. */
static void say_all(const st_tree *tree, uint64_t since, st_leaf *leaf) {
  const st_run *run = tree->run;
  st_text text;
  st_text_init_fixed(&text, leaf->text, sizeof leaf->text);
  uint64_t last = st_log_last(run->store);
  for (uint64_t number = since + 1; number <= last; number++) {
    st_log_row row;
    if (!st_log_get(run->store, number, &row)) continue;
    if (row.what != ST_LOGGED_HAPPENED) continue;
    uint32_t slot = st_entity_slot(run->store, row.who);
    if (slot != 0 && is_hidden(run->store, slot, tree->branches->player)) {
      leaf->end = END_UNKNOWN;
    }
    say_row(run, &row, &text);
  }
  if (leaf->end == END_ASKS) {
    st_text_str(&text, text.length > 0 ? ", then asks" : "asks");
  } else if (text.length == 0) {
    st_text_str(&text, "nothing");
  }
  (void)st_text_get(&text);
}

/* -- One trial -- */

/* What the programs that go on have in hand. */
static bool take_held(st_tree *tree, st_leaf *leaf) {
  const st_run *run = tree->run;
  size_t count = 0;
  for (size_t i = 0; i < run->task_count; i++) {
    uint32_t frame = run->tasks[i].frame;
    if (frame != 0) count += run->frames[frame - 1].program->names.count + 2;
  }
  leaf->held = st_arena_take(&tree->arena, count, sizeof leaf->held[0]);
  leaf->held_count = 0;
  if (!leaf->held) return false;
  for (size_t i = 0; i < run->task_count; i++) {
    if (run->tasks[i].frame == 0) continue;
    const st_frame *f = &run->frames[run->tasks[i].frame - 1];
    for (uint32_t n = 0; n < f->program->names.count; n++) {
      leaf->held[leaf->held_count++] =
          (st_held){f->names[n], f->program->names.items[n].type == STRATA_REF};
    }
    leaf->held[leaf->held_count++] = (st_held){f->prevented, false};
    leaf->held[leaf->held_count++] = (st_held){f->stopped, false};
  }
  return true;
}

static strata_status run_it(st_tree *tree) {
  st_run *run = tree->run;
  const st_branches *b = tree->branches;
  uint64_t events = st_run_events(run) + MOST_EVENTS;
  uint64_t steps = run->steps + MOST_STEPS;
  run->trial = &tree->trial;
  run->host.handle = NULL;
  run->host.decide = NULL;
  run->host.tell = NULL;
  run->host.remember = NULL;
  run->tracer = NULL;
  if (run->most_events > events) run->most_events = events;
  if (run->most_steps > steps) run->most_steps = steps;
  strata_status status = b->begin ? b->begin(run, b->user) : STRATA_OK;
  return status ? status : run->loop(run, b->tasks);
}

static st_end end_of(strata_status status, bool rolled) {
  if (rolled) return END_UNKNOWN;
  if (status == STRATA_ESUSPEND) return END_ASKS;
  return status ? END_UNKNOWN : END_DONE;
}

/* Follow the path, and take it back. */
static strata_status follow(st_tree *tree, st_leaf *leaf) {
  st_run *run = tree->run;
  st_store *store = run->store;
  uint64_t chance = st_scalar_get(store, ST_SCALAR_CHANCE);
  uint64_t last = st_log_last(store);
  size_t from = store->journal_count;
  strata_mark mark;
  strata_status status = st_store_mark(store, &mark);
  if (status) return status;
  tree->trial.met = 0;
  status = run_it(tree);
  leaf->end = end_of(status, st_scalar_get(store, ST_SCALAR_CHANCE) != chance);
  leaf->text[0] = '\0';
  if (status != STRATA_ENOMEM) {
    say_all(tree, last, leaf);
    bool took =
        st_delta_take(&leaf->delta, store, from) && take_held(tree, leaf);
    status = took ? STRATA_OK : STRATA_ENOMEM;
  }
  strata_status back = st_store_rollback(store, mark);
  if (!back) back = st_store_keep(store, mark);
  assert(back == STRATA_OK);
  (void)back;
  st_scratch_restore(&tree->scratch, run);
  if (status) return status;
  st_delta_trim(&leaf->delta, store);
  if (meets_hidden(store, &leaf->delta, tree->branches->player)) {
    leaf->end = END_UNKNOWN;
  }
  return STRATA_OK;
}

/* -- All of them -- */

/* What is known of an option by all trials that began with it. */
static void note_option(st_tree *tree, const st_leaf *leaf) {
  uint32_t option = tree->trial.path[0];
  if (option >= tree->branches->count) return;
  uint8_t *end = &tree->ends[option];
  char *text = tree->texts[option];
  if (*end == 0) {
    *end = (uint8_t)(leaf->end + 1);
    memcpy(text, leaf->text, ST_BRANCH_TEXT);
  } else if (*end != END_UNKNOWN + 1) {
    bool other = strcmp(text, leaf->text) != 0;
    if (leaf->end == END_UNKNOWN) *end = END_UNKNOWN + 1;
    if (other) memcpy(text, "asks which is next", sizeof "asks which is next");
  }
}

/* The first that came to its end is what all others are held against. */
static strata_status compare(st_tree *tree, const st_leaf *leaf) {
  bool same = true;
  if (leaf->end != END_DONE) {
    tree->unknown = true;
    return STRATA_OK;
  }
  if (leaf == &tree->first) tree->done = true;
  if (leaf == &tree->first || tree->differ) return STRATA_OK;
  const st_meant a = {&tree->first.delta, tree->first.held,
                      tree->first.held_count};
  const st_meant b = {&leaf->delta, leaf->held, leaf->held_count};
  strata_status status = st_meaning_same(tree->run->store, &a, &b, true, &same);
  tree->differ = !same;
  return status;
}

/* The next path; false: there is none. */
static bool advance(st_attempt *trial) {
  uint32_t depth = trial->met;
  while (depth > 0 && trial->path[depth - 1] + 1 >= trial->counts[depth - 1]) {
    depth--;
  }
  trial->depth = depth;
  if (depth == 0) return false;
  trial->path[depth - 1]++;
  return true;
}

static strata_status follow_all(st_tree *tree) {
  strata_status status = STRATA_OK;
  bool more = true;
  while (!status && more) {
    if (tree->leaves == ST_BRANCH_ORDERS && !tree->trial.once) {
      tree->unknown = true;
      tree->trial.once = true; /* what is left is told as far as it goes */
    }
    st_leaf *leaf = tree->done ? &tree->other : &tree->first;
    tree->leaves++;
    status = follow(tree, leaf);
    if (!status) note_option(tree, leaf);
    if (!status) status = compare(tree, leaf);
    more = tree->trial.met > 0 && advance(&tree->trial);
  }
  return status;
}

/* Known outcomes outlive the trials. */
static strata_status tell(st_tree *tree, const char **outcomes) {
  for (uint32_t i = 0; i < tree->branches->count; i++) {
    bool known = tree->ends[i] == END_DONE + 1 || tree->ends[i] == END_ASKS + 1;
    if (!known) continue;
    size_t size = strlen(tree->texts[i]) + 1;
    char *text = st_arena_take(&tree->run->arena, size, 1);
    if (!text) return STRATA_ENOMEM;
    memcpy(text, tree->texts[i], size);
    outcomes[i] = text;
  }
  return STRATA_OK;
}

strata_status st_branch_try(st_run *run, const st_branches *branches,
                            st_branching *out, const char **outcomes) {
  assert(!run->trial && branches->count > 1);
  uint32_t count = branches->count;
  *out = ST_BRANCHES_UNKNOWN;
  memset(outcomes, 0, count * sizeof outcomes[0]);
  bool few = branches->begin || count <= MOST_SAME;
  if (count > (branches->begin ? ST_BRANCH_ORDERS : ST_BRANCH_MOST) ||
      st_scratch_size(run) > MOST_SCRATCH) {
    return STRATA_OK;
  }
  st_tree tree = {
      .run = run,
      .branches = branches,
  };
  tree.unknown = !few;
  tree.trial.once = !few;
  if (!st_scratch_begin(&tree.scratch, run)) return STRATA_ENOMEM;
  st_arena_init(&tree.arena, run->mem);
  st_delta_init(&tree.first.delta, run->mem);
  st_delta_init(&tree.other.delta, run->mem);
  tree.texts = st_arena_take(&tree.arena, count, sizeof tree.texts[0]);
  tree.ends = st_arena_take(&tree.arena, count, sizeof tree.ends[0]);
  strata_status status =
      tree.texts && tree.ends ? follow_all(&tree) : STRATA_ENOMEM;
  if (!status) status = tell(&tree, outcomes);
  if (!tree.unknown) *out = ST_BRANCHES_SAME;
  if (tree.differ) *out = ST_BRANCHES_DIFFER;
  st_delta_fini(&tree.first.delta);
  st_delta_fini(&tree.other.delta);
  st_arena_fini(&tree.arena);
  st_scratch_end(&tree.scratch);
  run->tried += tree.leaves;
  return status;
}
