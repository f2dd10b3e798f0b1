/*
 * api_history.c - the history of a game: a tree of states.
 *
 * A step keeps the difference of its state from the one before it, in words
 * (store_difference.h), and some keep the state itself. What the players did is
 * not done again: that would need each handler and policy of the host as it was
 * then, would cost what the actions cost, and could not take back what the host
 * itself has written. A copy of each state would cost a hundred times the
 * memory.
 *
 * Invariants:
 *  - a node without a difference keeps its state whole: the beginning, and the
 *    first step under other rules than those before it;
 *  - `now` is the state of the node `here`, with its rules;
 *  - each branch is the way from the beginning to its `tip`, and `here` lies on
 *    the present one.
 */
#include "api/world/api_world.h"
#include "play/execution/execution.h"
#include "world/store/store_difference.h"

#include <string.h>

enum {
  STATES = 50,
  SLOTS = 10,
  FIRST_INTERVAL = 64 /* steps from one whole state to the next, at first */
};

typedef struct history_node {
  uint32_t parent;                /* of the beginning: itself */
  uint32_t number;                /* steps that lead to it */
  uint32_t branch;                /* on which it was noted */
  uint64_t hash;                  /* strata_hash of its state */
  uint64_t sum;                   /* st_store.hash of it */
  uint64_t last_row;              /* of the log */
  char *text;                     /* owned */
  st_store_difference difference; /* from the state of `parent` */
  st_store *whole;                /* owned; NULL: it is not kept */
} history_node;

typedef struct history_branch {
  char *name; /* owned */
  uint32_t tip;
  uint32_t interval, whole_count; /* of its whole states */
} history_branch;

struct strata_history {
  st_mem mem;
  strata_history_desc desc;
  history_node *nodes; /* in the order in which they were noted */
  size_t node_count, node_capacity;
  history_branch *branches;
  size_t branch_count, branch_capacity;
  uint32_t here, branch;
  st_store now;
  size_t since; /* steps since the last autosave */
  uint64_t autosave_count;
};

static strata_status refuse_no_memory(strata_world *world) {
  return ST_REFUSE(world, STRATA_ENOMEM, "history: out of memory");
}

static strata_status refuse_unreadable(strata_world *world) {
  return world->busy || st_world_is_unreadable(world)
             ? st_world_refuse_locked(world, "history")
             : STRATA_OK;
}

static history_branch *present_branch(const strata_history *h) {
  return &h->branches[h->branch];
}

/* -- States --------------------------------------------------------------- */

static strata_status copy_state(st_mem *mem, const st_store *from,
                                st_store *out) {
  strata_status status = st_store_init(out, mem, from->rules);
  if (!status) {
    status = st_store_copy(out, from);
    if (status) st_store_fini(out);
  }
  return status;
}

static void drop_whole(strata_history *h, history_node *node) {
  if (!node->whole) return;
  st_store_fini(node->whole);
  st_mem_free(&h->mem, node->whole, 1, sizeof *node->whole);
  node->whole = NULL;
}

static strata_status keep_whole(strata_history *h, history_node *node,
                                const st_store *state) {
  st_store *whole = st_mem_zeroed(&h->mem, 1, sizeof *whole);
  if (!whole) return STRATA_ENOMEM;
  strata_status status = copy_state(&h->mem, state, whole);
  if (status) {
    st_mem_free(&h->mem, whole, 1, sizeof *whole);
    return status;
  }
  node->whole = whole;
  return STRATA_OK;
}

/* Put the state of a node together: *out is the caller's. Differences may be
 * applied in any order, so those nearest to the node come first. */
static strata_status build_state(strata_history *h, uint32_t index,
                                 st_store *out) {
  uint32_t base = index;
  while (!h->nodes[base].whole) {
    base = h->nodes[base].parent;
  }
  strata_status status = copy_state(&h->mem, h->nodes[base].whole, out);
  if (status) return status;
  for (uint32_t i = index; !status && i != base; i = h->nodes[i].parent) {
    status = st_store_difference_apply(out, &h->nodes[i].difference,
                                       h->nodes[index].sum);
  }
  if (status) st_store_fini(out);
  return status;
}

/* A branch keeps more whole states than it may: drop every other one. */
static void thin_out(strata_history *h, uint32_t branch) {
  history_branch *b = &h->branches[branch];
  b->interval *= 2;
  b->whole_count = 0;
  for (size_t i = 1; i < h->node_count; i++) {
    history_node *node = &h->nodes[i];
    if (node->branch != branch || !node->whole) continue;
    if (node->number % b->interval == 0) {
      b->whole_count++;
    } else if (node->difference.count > 0) {
      drop_whole(h, node);
    }
  }
}

/* Give a world of other rules a state, as a reload does. */
static strata_status put_reloaded(strata_world *world, const st_store *state) {
  strata_world_config config = st_world_config_of(world);
  config.log = NULL;
  strata_world *then = NULL;
  strata_world *now = NULL;
  strata_error error = {0};
  strata_status status = st_world_new(state->rules, &config, &then);
  if (!status) status = st_world_replace_state(then, state);
  if (!status) status = strata_reload(then, world->rules, &now, &error);
  if (!status) status = st_world_replace_state(world, &now->store);
  strata_world_free(now);
  strata_world_free(then);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status,
                   "history: the step does not fit the rules as "
                   "they are now: ",
                   error.status ? error.text : st_status_text(status));
}

static strata_status put_state(strata_world *world, const st_store *state) {
  if (state->rules != world->rules) return put_reloaded(world, state);
  return st_world_replace_state(world, state) ? refuse_no_memory(world)
                                              : STRATA_OK;
}

/* -- Noting --------------------------------------------------------------- */

/* The row of the log that says what was done since a row: the first event that
 * is no part of another, or what a player did. *last: the newest row. */
static const char *name_from_log(strata_world *world, uint64_t after,
                                 uint64_t *last) {
  const char *name = NULL;
  strata_log_row row;
  *last = after;
  for (uint64_t n = after; (n = strata_log_next(world, n)) != 0; *last = n) {
    if (name || strata_log_get(world, n, &row)) continue;
    if (row.what == STRATA_LOG_ACTED) {
      name = st_watcher_def_get(world->rules, row.watcher_def)->name;
    } else if (row.what == STRATA_LOG_HAPPENED && row.parent == 0) {
      name =
          st_rules_name(world->rules, STRATA_NAME_EVENT_TYPE, row.event_type);
    }
  }
  if (name) return name;
  return strata_decision_count(world) > 0 ? "a question" : "a change";
}

static uint32_t ancestor(const strata_history *h, uint32_t index,
                         uint64_t number) {
  while (h->nodes[index].number > number) {
    index = h->nodes[index].parent;
  }
  return index;
}

/* The newest node with a state; `node_count` if there is none. */
static uint32_t find_state(const strata_history *h, uint64_t hash) {
  for (size_t i = h->node_count; i-- > 0;) {
    if (h->nodes[i].hash == hash) return (uint32_t)i;
  }
  return (uint32_t)h->node_count;
}

/* The game is at a node, whose state is `now`. */
static void stand_at(strata_history *h, uint32_t index) {
  const history_node *node = &h->nodes[index];
  h->here = index;
  if (ancestor(h, present_branch(h)->tip, node->number) != index) {
    h->branch = node->branch;
  }
}

static void free_node(strata_history *h, history_node *node) {
  if (node->text) {
    st_mem_free(&h->mem, node->text, strlen(node->text) + 1, 1);
  }
  st_store_difference_fini(&h->mem, &node->difference);
  drop_whole(h, node);
}

/* Whether a node that comes after `here` is on the present branch. */
static bool goes_on_here(const strata_history *h) {
  return h->branch_count > 0 && present_branch(h)->tip == h->here;
}

static bool has_name(const strata_history *h, const char *name, size_t *place) {
  for (*place = 0; *place < h->branch_count; (*place)++) {
    if (strcmp(h->branches[*place].name, name) == 0) return true;
  }
  return false;
}

/* Add a branch that ends at a node, and be on it. */
static strata_status add_branch(strata_history *h, const char *name,
                                uint32_t tip) {
  char *copy = st_mem_copy_text(&h->mem, name, strlen(name));
  if (!copy) return STRATA_ENOMEM;
  if (!st_mem_reserve(&h->mem, &h->branches, &h->branch_capacity,
                      h->branch_count + 1, sizeof h->branches[0])) {
    st_mem_free(&h->mem, copy, strlen(copy) + 1, 1);
    return STRATA_ENOMEM;
  }
  h->branch = (uint32_t)h->branch_count++;
  h->branches[h->branch] =
      (history_branch){.name = copy, .tip = tip, .interval = FIRST_INTERVAL};
  return STRATA_OK;
}

static strata_status add_unnamed_branch(strata_history *h) {
  char name[32];
  st_text text;
  size_t place;
  int64_t number = 1;
  do {
    st_text_init_fixed(&text, name, sizeof name);
    st_text_add_str(&text, "line ");
    st_text_add_int(&text, ++number);
  } while (has_name(h, name, &place));
  return add_branch(h, name, h->here);
}

/* Fill in what a node keeps of the state of a world. */
static strata_status fill_node(strata_history *h, strata_world *world,
                               const char *text, history_node *node) {
  bool is_first = h->node_count == 0;
  const char *name = name_from_log(
      world, is_first ? 0 : h->nodes[h->here].last_row, &node->last_row);
  if (text) name = text;
  if (is_first) name = "";
  node->text = st_mem_copy_text(&h->mem, name, strlen(name));
  if (!node->text) return STRATA_ENOMEM;
  if (is_first || h->now.rules != world->rules) {
    return keep_whole(h, node, &world->store);
  }
  const uint32_t interval = present_branch(h)->interval;
  strata_status status = st_store_difference_make(
      &h->mem, &h->now, &world->store, &node->difference);
  if (status || node->number % interval != 0) return status;
  return keep_whole(h, node, &world->store);
}

/* Let `now` be the state of a world. On failure it is as it was. */
static strata_status follow(strata_history *h, const strata_world *world) {
  if (h->now.rules == world->rules) {
    return st_store_copy(&h->now, &world->store);
  }
  st_store state;
  strata_status status = copy_state(&h->mem, &world->store, &state);
  if (status) return status;
  if (h->now.rules) st_store_fini(&h->now);
  h->now = state;
  return STRATA_OK;
}

/* Add a node for the state of a world, behind `here`. On failure nothing has
 * changed but that an empty branch may have begun. */
static strata_status add_node(strata_history *h, strata_world *world,
                              const char *text) {
  if (!st_mem_reserve(&h->mem, &h->nodes, &h->node_capacity, h->node_count + 1,
                      sizeof h->nodes[0])) {
    return STRATA_ENOMEM;
  }
  if (!goes_on_here(h)) {
    strata_status begun =
        h->branch_count == 0 ? add_branch(h, "main", 0) : add_unnamed_branch(h);
    if (begun) return begun;
  }
  const uint32_t index = (uint32_t)h->node_count;
  history_node node = {.parent = h->here,
                       .branch = h->branch,
                       .hash = strata_hash(world),
                       .sum = world->store.hash};
  if (index > 0) node.number = h->nodes[h->here].number + 1;
  strata_status status = fill_node(h, world, text, &node);
  if (!status) status = follow(h, world);
  if (status) {
    free_node(h, &node);
    return status;
  }
  h->nodes[h->node_count++] = node;
  h->here = index;
  history_branch *branch = present_branch(h);
  branch->tip = index;
  if (index > 0 && node.whole) branch->whole_count++;
  if (branch->whole_count > h->desc.states) thin_out(h, h->branch);
  return STRATA_OK;
}

/* A step was noted: call the host for an autosave if one is due. */
static strata_status autosave(strata_history *h, strata_world *world) {
  h->since++;
  if (!h->desc.autosave || h->desc.every == 0 || h->since < h->desc.every) {
    return STRATA_OK;
  }
  const strata_autosave due = {.slot = h->autosave_count % h->desc.slots,
                               .number = h->autosave_count + 1,
                               .step = h->nodes[h->here].number};
  strata_status status = h->desc.autosave(h->desc.user, world, &due);
  if (status) {
    return ST_REFUSE(world, status, "history: an autosave has failed: ",
                     st_status_text(status));
  }
  h->since = 0;
  h->autosave_count++;
  return STRATA_OK;
}

strata_status strata_history_new(strata_world *world,
                                 const strata_history_desc *desc,
                                 strata_history **out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "history: out is NULL");
  strata_status status = refuse_unreadable(world);
  if (status) return status;
  st_mem mem;
  st_mem_init(&mem, world->mem.alloc, world->mem.user);
  strata_history *h = st_mem_zeroed(&mem, 1, sizeof *h);
  if (!h) return refuse_no_memory(world);
  h->mem = mem;
  if (desc) h->desc = *desc;
  if (h->desc.states == 0) h->desc.states = STATES;
  if (h->desc.slots == 0) h->desc.slots = SLOTS;
  status = add_node(h, world, "");
  if (status) {
    strata_history_free(h);
    return refuse_no_memory(world);
  }
  *out = h;
  return STRATA_OK;
}

void strata_history_free(strata_history *history) {
  strata_history *h = history;
  if (!h) return;
  for (size_t i = 0; i < h->node_count; i++) {
    free_node(h, &h->nodes[i]);
  }
  for (size_t i = 0; i < h->branch_count; i++) {
    char *name = h->branches[i].name;
    st_mem_free(&h->mem, name, strlen(name) + 1, 1);
  }
  if (h->now.rules) st_store_fini(&h->now);
  st_mem_free(&h->mem, h->nodes, h->node_capacity, sizeof h->nodes[0]);
  st_mem_free(&h->mem, h->branches, h->branch_capacity, sizeof h->branches[0]);
  st_mem mem = h->mem;
  st_mem_free(&mem, h, 1, sizeof *h);
}

void strata_history_autosave(strata_history *history, size_t every) {
  history->desc.every = every;
}

strata_status strata_history_note(strata_history *history, strata_world *world,
                                  const char *text, uint64_t *step) {
  st_world_go_back(world);
  strata_history *h = history;
  strata_status status = refuse_unreadable(world);
  if (!status) status = st_world_check_text(world, "history", "the text", text);
  if (status) return status;
  const uint32_t known = find_state(h, strata_hash(world));
  const bool is_new = known == h->node_count;
  if (is_new) {
    status = add_node(h, world, text);
  } else if (known != h->here) {
    status = follow(h, world);
    if (!status) stand_at(h, known);
  }
  if (status) return refuse_no_memory(world);
  if (step) *step = h->nodes[h->here].number;
  return is_new ? autosave(h, world) : STRATA_OK;
}

/* -- Going ---------------------------------------------------------------- */

/* Put a world to a node; `moves`: so that the game is there. */
static strata_status restore(strata_history *h, strata_world *world,
                             uint32_t index, bool moves) {
  strata_status status = refuse_unreadable(world);
  if (status) return status;
  st_store state;
  if (build_state(h, index, &state)) return refuse_no_memory(world);
  status = put_state(world, &state);
  if (status || !moves) {
    st_store_fini(&state);
    return status;
  }
  st_store_fini(&h->now);
  h->now = state;
  h->here = index;
  return STRATA_OK;
}

static strata_status find_step(const strata_history *h, uint64_t step,
                               uint32_t *out) {
  const uint32_t tip = present_branch(h)->tip;
  if (step > h->nodes[tip].number) return STRATA_ENOENT;
  *out = ancestor(h, tip, step);
  return STRATA_OK;
}

static strata_status refuse_step(const strata_history *h, strata_world *world,
                                 uint64_t step) {
  const history_branch *branch = present_branch(h);
  return ST_REFUSE(world, STRATA_ENOENT, "history: '", branch->name, "' has ",
                   st_number_format(h->nodes[branch->tip].number).text,
                   " steps, and ", st_number_format((int64_t)step).text,
                   " is none of them");
}

static strata_status restore_step(strata_history *h, strata_world *world,
                                  uint64_t step, bool moves) {
  uint32_t index;
  if (find_step(h, step, &index)) return refuse_step(h, world, step);
  return restore(h, world, index, moves);
}

strata_status strata_history_go(strata_history *history, strata_world *world,
                                uint64_t step) {
  st_world_go_back(world);
  return restore_step(history, world, step, true);
}

strata_status strata_history_at(strata_history *history, strata_world *into,
                                uint64_t step) {
  st_world_go_back(into);
  return restore_step(history, into, step, false);
}

static strata_status go_and_tell(strata_history *h, strata_world *world,
                                 uint64_t wanted, uint64_t *step) {
  strata_status status = restore_step(h, world, wanted, true);
  if (!status && step) *step = wanted;
  return status;
}

strata_status strata_history_undo(strata_history *history, strata_world *world,
                                  uint64_t count, uint64_t *step) {
  st_world_go_back(world);
  const uint64_t here = history->nodes[history->here].number;
  return go_and_tell(history, world, count < here ? here - count : 0, step);
}

strata_status strata_history_redo(strata_history *history, strata_world *world,
                                  uint64_t count, uint64_t *step) {
  st_world_go_back(world);
  const uint64_t here = history->nodes[history->here].number;
  const uint64_t left =
      history->nodes[present_branch(history)->tip].number - here;
  return go_and_tell(history, world, here + (count < left ? count : left),
                     step);
}

strata_status strata_history_branch(strata_history *history,
                                    strata_world *world, const char *name) {
  st_world_go_back(world);
  strata_history *h = history;
  size_t place;
  if (!name || name[0] == '\0') {
    return ST_REFUSE(world, STRATA_EINVAL, "history: a branch needs a name");
  }
  strata_status status =
      st_world_check_text(world, "history", "the name", name);
  if (status) return status;
  if (!has_name(h, name, &place)) {
    return add_branch(h, name, h->here) ? refuse_no_memory(world) : STRATA_OK;
  }
  status = restore(h, world, h->branches[place].tip, true);
  if (!status) h->branch = (uint32_t)place;
  return status;
}

/* -- Reading -------------------------------------------------------------- */

size_t strata_history_branch_count(const strata_history *history) {
  return history->branch_count;
}

strata_status strata_history_branch_get(const strata_history *history, size_t n,
                                        strata_branch *out) {
  if (n >= history->branch_count) return STRATA_ENOENT;
  const history_branch *branch = &history->branches[n];
  *out = (strata_branch){.name = branch->name,
                         .steps = history->nodes[branch->tip].number,
                         .states = branch->whole_count,
                         .here = n == history->branch};
  return STRATA_OK;
}

uint64_t strata_history_step(const strata_history *history) {
  return history->nodes[history->here].number;
}

strata_status strata_history_step_get(const strata_history *history,
                                      uint64_t step,
                                      strata_history_step_desc *out) {
  uint32_t index;
  strata_status status = find_step(history, step, &index);
  if (status) return status;
  *out = (strata_history_step_desc){.text = history->nodes[index].text,
                                    .hash = history->nodes[index].hash};
  return STRATA_OK;
}
