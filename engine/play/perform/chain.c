/*
 * chain.c - chains of handlers.
 *
 * A chain is not kept as such: most entities have what their definition prints,
 * which is data of the rules, and what differs is a few rows
 * (world/objects/hook). So one is put together when an event is to pass along
 * it, sorted by rank, then by when each has come. That list is the pass's own:
 * who is hooked meanwhile is called by the next one, and who is unhooked
 * meanwhile by this one still.
 *
 * A pass is a task; the deeds of a handler are tasks above it. So handlers may
 * let events happen, ask, and fail as all others do.
 */
#include "play/perform/chain.h"

#include "play/execution/judge.h"
#include "play/perform/starting.h"
#include "world/objects/object.h"

#include <string.h>

/* -- Who is in one -- */

static const st_definition *printed_for(const st_store *store, uint32_t owner) {
  return st_definition_of(store->rules,
                          st_get32(store, ST_COLUMN_ENTITY_DEFINITION, owner));
}

static bool is_printed(const st_store *store, uint32_t owner,
                       strata_code code) {
  if (owner == 0) return st_code_get(store->rules, code)->everywhere;
  const st_definition *definition = printed_for(store, owner);
  for (uint32_t i = 0; definition && i < definition->handler_count; i++) {
    if (definition->handlers[i] == code) return true;
  }
  return false;
}

bool st_chain_has(const st_store *store, uint32_t owner, strata_code code) {
  uint32_t row = st_hook_find(store, owner, code);
  if (row == 0) return is_printed(store, owner, code);
  return st_hook_form_of(store, row) != ST_HOOK_GONE;
}

/* -- Putting one together -- */

typedef struct gathering {
  const st_store *store;
  strata_event_kind kind;
  uint32_t phase;
  st_in_chain *links; /* NULL: they are only counted */
  uint32_t count;
} gathering;

static bool is_of(const gathering *g, strata_code code) {
  const st_code *c = st_code_get(g->store->rules, code);
  return c->phase == g->phase &&
         st_kind_get(g->store->rules, c->kind)->of == g->kind;
}

static void gather(gathering *g, strata_code code, uint32_t owner,
                   uint64_t stamp) {
  if (g->links) g->links[g->count] = (st_in_chain){code, owner, stamp};
  g->count++;
}

/* Those that are printed, unless a row says otherwise. */
static void gather_printed(gathering *g, const strata_code *codes,
                           uint32_t count, uint32_t owner) {
  bool plain = st_hook_first(g->store, owner) == 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_of(g, codes[i])) continue;
    uint32_t row = plain ? 0 : st_hook_find(g->store, owner, codes[i]);
    if (row == 0 || st_hook_form_of(g->store, row) == ST_HOOK_KEPT) {
      gather(g, codes[i], owner, 0);
    }
  }
}

static void gather_rows(gathering *g, uint32_t owner) {
  uint32_t row = st_hook_first(g->store, owner);
  for (; row != 0; row = st_hook_next(g->store, row)) {
    strata_code code = st_get32(g->store, ST_COLUMN_HOOK_CODE, row);
    if (st_hook_form_of(g->store, row) != ST_HOOK_ADDED || !is_of(g, code)) {
      continue;
    }
    gather(g, code, owner, st_hook_stamp(g->store, row));
  }
}

static void gather_all(gathering *g, uint32_t owner) {
  const st_kind *kind = st_kind_get(g->store->rules, g->kind);
  g->count = 0;
  gather_printed(g, kind->handlers, kind->handler_count, 0);
  const st_definition *definition =
      owner != 0 ? printed_for(g->store, owner) : NULL;
  if (definition) {
    gather_printed(g, definition->handlers, definition->handler_count, owner);
  }
  gather_rows(g, 0);
  if (owner != 0) gather_rows(g, owner);
}

/* Whether one that was gathered later comes before another. */
static bool is_before(const strata_rules *rules, const st_in_chain *a,
                      const st_in_chain *b) {
  int32_t rank = st_code_get(rules, a->code)->place;
  int32_t other = st_code_get(rules, b->code)->place;
  return rank != other ? rank > other : a->stamp < b->stamp;
}

/* Merge runs of `size` from one array into another. */
static void merge_runs(const strata_rules *rules, const st_in_chain *from,
                       st_in_chain *to, uint32_t count, uint32_t size) {
  for (uint32_t start = 0; start < count; start += 2 * size) {
    uint32_t middle = count - start > size ? start + size : count;
    uint32_t end = count - start > 2 * size ? start + 2 * size : count;
    uint32_t a = start;
    uint32_t b = middle;
    for (uint32_t n = start; n < end; n++) {
      bool second =
          a == middle || (b < end && is_before(rules, &from[b], &from[a]));
      to[n] = second ? from[b++] : from[a++];
    }
  }
}

strata_status st_chain_list(const st_store *store, st_arena *arena,
                            const st_chain *chain, const st_in_chain **out,
                            uint32_t *count) {
  gathering g = {.store = store, .kind = chain->kind, .phase = chain->phase};
  uint32_t owner = chain->owner;
  gather_all(&g, owner);
  *count = g.count;
  if (g.count == 0) return STRATA_OK;
  st_in_chain *links = st_arena_take(arena, g.count, sizeof *links);
  st_in_chain *other = st_arena_take(arena, g.count, sizeof *other);
  if (!links || !other) return STRATA_ENOMEM;
  g.links = links;
  gather_all(&g, owner);
  for (uint32_t size = 1; size < g.count && size != 0; size *= 2) {
    merge_runs(store->rules, links, other, g.count, size);
    st_in_chain *swap = links;
    links = other;
    other = swap;
  }
  *out = links;
  return STRATA_OK;
}

/* -- Changing one -- */

strata_status st_chain_hook(st_store *store, const st_new_hook *desc,
                            bool *done) {
  *done = !st_chain_has(store, desc->owner, desc->code);
  if (!*done) return STRATA_OK;
  uint32_t row = st_hook_find(store, desc->owner, desc->code);
  strata_status status = row != 0 ? st_hook_take(store, row) : STRATA_OK;
  return status ? status : st_hook_put(store, desc, &row);
}

strata_status st_chain_unhook(st_store *store, uint32_t owner, strata_code code,
                              bool *done) {
  *done = st_chain_has(store, owner, code);
  if (!*done) return STRATA_OK;
  uint32_t row = st_hook_find(store, owner, code);
  strata_status status = row != 0 ? st_hook_take(store, row) : STRATA_OK;
  if (status || !is_printed(store, owner, code)) return status;
  return st_hook_put(
      store, &(st_new_hook){.owner = owner, .code = code, .form = ST_HOOK_GONE},
      &row);
}

/* -- Stores -- */

static uint64_t key_of(const char *name) {
  return st_note_key(name, strlen(name), 0);
}

st_word st_chain_stored(const st_store *store, uint32_t owner, strata_code code,
                        const char *name) {
  st_word word = {0};
  uint32_t row = st_hook_find(store, owner, code);
  if (row != 0) {
    (void)st_note_get(store, st_hook_notes(row), key_of(name), &word);
  }
  return word;
}

strata_status st_chain_store(st_store *store, uint32_t owner, strata_code code,
                             const char *name, st_word word) {
  bool none = word.number == 0 && word.symbol == 0;
  uint32_t row = st_hook_find(store, owner, code);
  if (row == 0) {
    const st_new_hook kept = {
        .owner = owner, .code = code, .form = ST_HOOK_KEPT};
    if (none) return STRATA_OK;
    strata_status status = st_hook_put(store, &kept, &row);
    if (status) return status;
  }
  if (none) return st_note_forget(store, st_hook_notes(row), key_of(name));
  return st_note_set(store, st_hook_notes(row), key_of(name), word);
}

/* -- Beginning a pass -- */

/* Whose chains are passed, as it was before the event happened to him; 0: only
 * that of all is. */
static strata_entity owner_of(const st_run *run, uint32_t event,
                              const st_kind_phase *phase) {
  const st_event *e = &run->events[event - 1];
  if (phase->of == ST_NO_PLACE) return 0;
  bool affected = phase->of == st_kind_get(run->rules, e->kind)->affected;
  return affected && e->was != 0 ? e->was : (strata_entity)e->words[phase->of];
}

/* The slot of somebody who is or was; 0: nobody. */
static uint32_t slot_of(const st_run *run, strata_entity owner) {
  if (owner == 0) return 0;
  uint32_t slot = st_entity_slot(run->store, owner);
  return slot != 0 ? slot : st_entity_gone_slot(run->store, owner);
}

static strata_status refuse_again(st_run *run, const st_passing *within,
                                  const st_kind *kind) {
  strata_code code =
      within->next > 0 ? within->links[within->next - 1].code : 0;
  const char *handler = st_code_get(run->rules, code)->name;
  const char *phase = kind->phases[within->phase].name;
  return ST_ERROR(run->error, STRATA_EINVAL, 0, "event '", kind->name,
                  "': handler '", handler, "' makes it pass the chain '", phase,
                  "' that it is in; let that phase say 'again', ",
                  "or let another event happen");
}

/* A handler of a chain is running, and would be met again. */
static strata_status check_again(st_run *run, const st_passing *pass,
                                 const st_kind *kind) {
  if (kind->phases[pass->phase].again) return STRATA_OK;
  strata_event_kind of = st_run_event(run, pass->event)->kind;
  for (uint32_t n = run->passing; n != 0; n = run->passes[n - 1].outer) {
    const st_passing *other = &run->passes[n - 1];
    if (other->phase == pass->phase && other->owner == pass->owner &&
        st_run_event(run, other->event)->kind == of) {
      return refuse_again(run, other, kind);
    }
  }
  return STRATA_OK;
}

strata_status st_chain_pass(st_run *run, uint32_t event, uint32_t phase,
                            bool whole, uint32_t *pass) {
  strata_event_kind of = st_run_event(run, event)->kind;
  const st_kind *kind = st_kind_get(run->rules, of);
  *pass = 0;
  if (!st_chain_is_heard(run->store, kind)) return STRATA_OK;
  st_passing made = {.event = event,
                     .phase = phase,
                     .owner = owner_of(run, event, &kind->phases[phase]),
                     .outer = run->passing,
                     .whole = whole};
  uint32_t slot = slot_of(run, made.owner);
  if (slot == 0) made.owner = 0;
  const st_chain chain = {.kind = of, .phase = phase, .owner = slot};
  strata_status status =
      st_chain_list(run->store, &run->arena, &chain, &made.links, &made.count);
  if (status || made.count == 0) return status;
  status = check_again(run, &made, kind);
  if (status) return status;
  if (run->pass_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->passes, &run->pass_capacity,
                      run->pass_count + 1, sizeof run->passes[0])) {
    return STRATA_ENOMEM;
  }
  run->passes[run->pass_count++] = made;
  *pass = (uint32_t)run->pass_count;
  run->passing = *pass;
  bool pushed =
      st_run_push(run, (st_task){.what = ST_TASK_PASS, .batch = *pass});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* -- One call -- */

/* Its owner is still known. */
static bool is_known(const st_run *run, const st_passing *pass,
                     const st_in_chain *link) {
  return link->owner == slot_of(run, link->owner != 0 ? pass->owner : 0);
}

/* It is still in the chain. */
static bool is_there(const st_run *run, const st_passing *pass,
                     const st_in_chain *link) {
  if (!is_known(run, pass, link)) return false;
  uint32_t row = st_hook_find(run->store, link->owner, link->code);
  if (link->stamp == 0) {
    return row == 0 || st_hook_form_of(run->store, row) == ST_HOOK_KEPT;
  }
  return row != 0 && st_hook_stamp(run->store, row) == link->stamp;
}

/* What its program finds in its names. */
static int64_t *take_names(st_run *run, const st_in_chain *link,
                           const st_event *event) {
  const st_routine *program = &st_code_get(run->rules, link->code)->deeds;
  int64_t *names =
      st_arena_take(&run->arena, program->names.count + 1u, sizeof names[0]);
  if (!names) return NULL;
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  names[ST_BOUND_YOU] =
      event->words[kind->place_of[run->rules->common.by - 1] - 1];
  for (uint32_t i = 0; i < program->given_count; i++) {
    st_word word = st_chain_stored(run->store, link->owner, link->code,
                                   program->names.items[ST_BOUND_OWN + i].text);
    names[ST_BOUND_OWN + i] =
        word.symbol != 0 ? (int64_t)word.symbol : word.number;
  }
  return names;
}

/* That a handler was called. */
static strata_status log_call(st_run *run, const st_passing *pass,
                              strata_code code) {
  const st_event *event = st_run_event(run, pass->event);
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  if (kind->quiet) return STRATA_OK;
  uint64_t parent = event->row;
  if (parent == 0 && event->parent != 0) {
    parent = st_run_event(run, event->parent)->row;
  }
  uint64_t row;
  bool held = st_index_hold(&run->index);
  strata_status status =
      st_log_add(run->store,
                 &(st_new_log_row){.what = ST_LOGGED_HANDLED,
                                   .kind = event->kind,
                                   .code = code,
                                   .parent = parent,
                                   .who = st_event_affected(run, event),
                                   .source = pass->owner,
                                   .count = 1},
                 &row);
  st_index_keep(&run->index, held);
  return status;
}

/* Call one, if what it says is true of the event. */
static strata_status call(st_run *run, uint32_t number,
                          const st_in_chain *link) {
  st_passing *pass = st_run_pass(run, number);
  const st_event *event = st_run_event(run, pass->event);
  const st_code *code = st_code_get(run->rules, link->code);
  strata_entity cause =
      (strata_entity)st_event_word(run, pass->event, run->rules->common.cause);
  strata_entity self = link->owner != 0 ? pass->owner : cause;
  int64_t *names = take_names(run, link, event);
  if (!names) return STRATA_ENOMEM;
  const st_found found = {.code = link->code,
                          .self = self,
                          .you = (strata_entity)names[ST_BOUND_YOU],
                          .names = names};
  bool says;
  strata_status status = st_judge_says(run, &found, pass->event, &says);
  if (status || !says) return status;
  status = log_call(run, pass, link->code);
  if (status) return status;
  uint32_t frame = st_run_new_frame(run, &code->deeds, self, 0, pass->event);
  if (!frame) return STRATA_ENOMEM;
  st_frame *f = st_run_frame(run, frame);
  memcpy(f->names, names, code->deeds.names.count * sizeof names[0]);
  f->pass = number;
  pass->frame = frame;
  pass->stored = names;
  pass->called++;
  bool pushed = st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                           .frame = frame,
                                           .end = code->deeds.deed_count});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* What the program has left in the names of the store. */
static strata_status keep_store(st_run *run, const st_passing *pass,
                                const st_in_chain *link) {
  const st_routine *program = &st_code_get(run->rules, link->code)->deeds;
  const int64_t *names = st_run_frame(run, pass->frame)->names;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->given_count; i++) {
    uint32_t at = ST_BOUND_OWN + i;
    const st_expr_name *name = &program->names.items[at];
    bool symbol = name->type == STRATA_SYM;
    if (names[at] == pass->stored[at]) continue;
    status = st_chain_store(
        run->store, link->owner, link->code, name->text,
        (st_word){.number = symbol ? 0 : names[at],
                  .symbol = symbol ? (strata_symbol)names[at] : 0});
  }
  return status;
}

/* A handler has done all that it does. */
static strata_status end_call(st_run *run, uint32_t number) {
  st_passing *pass = st_run_pass(run, number);
  const st_in_chain *link = &pass->links[pass->next - 1];
  const st_kind *kind =
      st_kind_get(run->rules, st_run_event(run, pass->event)->kind);
  strata_status status = STRATA_OK;
  bool done;
  if (is_there(run, pass, link)) {
    status = pass->drops
                 ? st_chain_unhook(run->store, link->owner, link->code, &done)
                 : keep_store(run, pass, link);
  }
  pass->frame = 0;
  pass->drops = false;
  if (pass->halts && !pass->stopped) {
    pass->stopped = true;
    pass->stopper = link->code;
  }
  const strata_expr *until = kind->phases[pass->phase].until;
  if (status || !until) return status;
  bool holds;
  status = st_judge_holds(run, pass->event, until, &holds);
  st_run_pass(run, number)->until = holds;
  return status;
}

static bool is_over(const st_passing *pass) {
  return (pass->stopped && !pass->whole) || pass->until;
}

/* Nobody is left: what was stopped in a check cannot happen. */
static strata_status end_pass(st_run *run, const st_passing *pass) {
  const st_event *event = st_run_event(run, pass->event);
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  run->passing = pass->outer;
  run->task_count--;
  bool cannot = kind->phases[pass->phase].check && pass->stopped &&
                !pass->whole && st_event_is_alive(event);
  return cannot ? st_judge_refuse(run, pass->event, pass->stopper, pass->owner)
                : STRATA_OK;
}

strata_status st_chain_step(st_run *run) {
  uint32_t number = run->tasks[run->task_count - 1].batch;
  strata_status status = STRATA_OK;
  if (st_run_pass(run, number)->frame != 0) status = end_call(run, number);
  while (!status) {
    st_passing *pass = st_run_pass(run, number);
    if (pass->frame != 0) return STRATA_OK;
    if (is_over(pass) || pass->next == pass->count) return end_pass(run, pass);
    const st_in_chain *link = &pass->links[pass->next++];
    if (is_known(run, pass, link)) status = call(run, number, link);
  }
  return status;
}

/* -- Deeds -- */

strata_status st_chain_halt(st_run *run, uint32_t frame) {
  uint32_t pass = st_run_frame(run, frame)->pass;
  assert(pass != 0); /* compose lets only handlers say it */
  st_run_pass(run, pass)->halts = true;
  return STRATA_OK;
}

strata_status st_chain_drop(st_run *run, uint32_t frame) {
  uint32_t pass = st_run_frame(run, frame)->pass;
  assert(pass != 0);
  st_run_pass(run, pass)->drops = true;
  return STRATA_OK;
}

static strata_status deed_fails(st_run *run, uint32_t frame,
                                const st_deed *deed) {
  bool hook = deed->op == STRATA_DEED_HOOK;
  char bytes[200];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  st_text_str(&text, "handler '");
  st_text_str(&text, st_code_get(run->rules, deed->what)->name);
  st_text_str(&text, hook ? "' is in that chain already; try it, or unhook it "
                            "first"
                          : "' is not in that chain");
  return st_frame_fail(run, frame, deed, hook ? STRATA_EEXIST : STRATA_ENOENT,
                       st_text_get(&text));
}

static strata_status hook_one(st_run *run, uint32_t frame, const st_deed *deed,
                              st_new_hook *desc) {
  bool done;
  strata_status status =
      deed->op == STRATA_DEED_HOOK
          ? st_chain_hook(run->store, desc, &done)
          : st_chain_unhook(run->store, desc->owner, desc->code, &done);
  if (status || done || deed->flags & STRATA_DEED_TRY) return status;
  return deed_fails(run, frame, deed);
}

strata_status st_chain_deed(st_run *run, uint32_t frame, const st_deed *deed) {
  st_new_hook desc = {
      .code = deed->what, .form = ST_HOOK_ADDED, .clock = deed->clock};
  st_note *notes = st_arena_take(&run->arena, deed->count + 1u, sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  strata_status status =
      st_start_names(run, frame, deed, notes, &desc.note_count);
  desc.notes = notes;
  int64_t ticks = 0;
  if (!status) {
    status = st_frame_option(run, frame, deed, ST_OPTION_TICKS, 0, &ticks);
  }
  if (status) return status;
  if (ticks < 0 || ticks > UINT32_MAX) {
    return st_frame_fail(run, frame, deed, STRATA_ERANGE,
                         "'ticks' is no number of ticks");
  }
  desc.ticks = (uint32_t)ticks;
  if (ticks == 0) desc.clock = 0;
  if (!deed->who) return hook_one(run, frame, deed, &desc);
  strata_entity *who;
  uint32_t count;
  status = st_frame_who(run, frame, deed->who, &who, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    desc.owner = st_entity_slot(run->store, who[i]);
    if (desc.owner != 0) status = hook_one(run, frame, deed, &desc);
  }
  return status;
}
