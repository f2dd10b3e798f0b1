/*
 * depend.c - the units of one layer, in the order that dependency gives.
 *
 * A unit waits for another if applying that one alone would change whether it
 * exists, its text, whom it affects or what it does to them (613.8a). That is
 * found by trying: the other is applied to the board, the unit is looked at,
 * and all is taken back. What a unit reads and writes tells which pairs are
 * worth a trial, and whether a trial still holds after something else was
 * applied. Units that wait for each other do not wait (613.8b).
 */
#include "layers/depend.h"

#include "layers/tokens.h"

#include <string.h>

/* A unit waits for another: what a trial at `time` showed. */
typedef struct link {
  uint32_t other; /* candidate */
  uint64_t time;
  uint32_t slot;
  uint8_t difference;
} link;

typedef struct links {
  link *at;
  size_t count, capacity;
} links;

typedef struct candidate {
  uint32_t unit;
  bool done;
  const uint32_t *reads, *writes;
  uint32_t read_count, write_count;
  uint64_t touched; /* when something changed that it reads */
  uint64_t tried;   /* when its trial was made, + 1 */
  st_vector now;    /* its signature */
  uint64_t now_at;  /* when that was made, + 1 */
  links edges;
  st_reason waits; /* why it was passed over, if it was */
} candidate;

typedef struct queue {
  uint32_t *at; /* candidates in the order of timestamps */
  size_t count, capacity, head;
} queue;

typedef struct layer_run {
  st_pass *pass;
  strata_layer layer;
  size_t bucket, taken; /* units of the bucket that are candidates */
  candidate *candidates;
  size_t count, capacity;
  queue queues[3]; /* by phase */
  st_mentions readers, writers;
  bool indexed;
  uint64_t time; /* how many were applied */
  st_vector after;
  st_numbers found, others, stack, tokens;
  uint8_t *marks; /* by candidate */
  size_t mark_capacity;
} layer_run;

static st_unit *unit_of(const layer_run *l, uint32_t c) {
  return &l->pass->units[l->candidates[c].unit];
}

static bool push_number(layer_run *l, st_numbers *numbers, uint32_t number) {
  return st_push_number(l->pass->mem, numbers, number);
}

/* -- What units read and write -- */

/* Move the tokens that were found to where they stay. */
static bool keep_tokens(layer_run *l, const uint32_t **out, uint32_t *count) {
  uint32_t *kept =
      st_arena_take(&l->pass->arena, l->tokens.count + 1, sizeof *kept);
  if (!kept) return false;
  if (l->tokens.count > 0) {
    memcpy(kept, l->tokens.at, l->tokens.count * sizeof *kept);
  }
  *out = kept;
  *count = (uint32_t)l->tokens.count;
  l->tokens.count = 0;
  return true;
}

/* As its text is now: a text change may make it read other words. */
static strata_status find_tokens(layer_run *l, candidate *c) {
  const st_unit *unit = &l->pass->units[c->unit];
  bool exists;
  uint16_t subst;
  const st_clause_code *code;
  strata_status status = st_unit_exists(l->pass, unit, &exists, &subst);
  if (!status) status = st_unit_code(l->pass, unit, subst, &code);
  if (status) return status;
  st_tokens t = {.pass = l->pass, .layer = l->layer, .found = &l->tokens};
  l->tokens.count = 0;
  bool ok = st_tokens_read(&t, unit, code) &&
            keep_tokens(l, &c->reads, &c->read_count) &&
            st_tokens_write(&t, code) &&
            keep_tokens(l, &c->writes, &c->write_count);
  return ok ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Taking candidates in -- */

/* Laws that are last go by name, all else by timestamp. */
static bool goes_before(const layer_run *l, uint32_t a, uint32_t b) {
  const st_unit *x = unit_of(l, a);
  const st_unit *y = unit_of(l, b);
  if (x->phase == ST_PHASE_LAST && x->index != y->index) {
    return x->index < y->index;
  }
  return st_unit_before(x, y, l->layer, l->pass->rules);
}

static bool enqueue(layer_run *l, uint32_t c) {
  queue *q = &l->queues[unit_of(l, c)->phase];
  if (!st_mem_reserve(l->pass->mem, &q->at, &q->capacity, q->count + 1,
                      sizeof q->at[0])) {
    return false;
  }
  size_t at = q->count++;
  for (; at > q->head && goes_before(l, c, q->at[at - 1]); at--) {
    q->at[at] = q->at[at - 1];
  }
  q->at[at] = c;
  return true;
}

/* Those that came to the bucket since. */
static strata_status take_in(layer_run *l) {
  const st_bucket *bucket = &l->pass->buckets[l->bucket];
  if (l->taken == bucket->count) return STRATA_OK;
  if (!st_mem_reserve(l->pass->mem, &l->candidates, &l->capacity, bucket->count,
                      sizeof l->candidates[0])) {
    return STRATA_ENOMEM;
  }
  for (; l->taken < bucket->count; l->taken++) {
    candidate c = {.unit = bucket->units[l->taken]};
    strata_status status = find_tokens(l, &c);
    if (status) return status;
    l->candidates[l->count++] = c;
    if (!enqueue(l, (uint32_t)l->count - 1)) return STRATA_ENOMEM;
  }
  l->indexed = false;
  return STRATA_OK;
}

/* -- Who reads and who writes a token -- */

static strata_status make_index(layer_run *l) {
  if (l->indexed) return STRATA_OK;
  l->readers.count = 0;
  l->writers.count = 0;
  for (uint32_t i = 0; i < l->count; i++) {
    const candidate *c = &l->candidates[i];
    if (c->done) continue;
    if (!st_mention_all(l->pass->mem, &l->readers, c->reads, c->read_count,
                        i) ||
        !st_mention_all(l->pass->mem, &l->writers, c->writes, c->write_count,
                        i)) {
      return STRATA_ENOMEM;
    }
  }
  st_mentions_sort(&l->readers);
  st_mentions_sort(&l->writers);
  l->indexed = true;
  return STRATA_OK;
}

/* Collect the candidates not done that mention a token from `from` to `to`,
 * each once: their marks tell. */
static bool collect_range(layer_run *l, const st_mentions *m, uint32_t from,
                          uint32_t to, uint8_t mark, st_numbers *out) {
  for (size_t i = st_mentions_find(m, from);
       i < m->count && m->at[i].token <= to; i++) {
    uint32_t c = m->at[i].candidate;
    if (l->candidates[c].done || (l->marks[c] & mark)) continue;
    l->marks[c] |= mark;
    if (!push_number(l, out, c)) return false;
  }
  return true;
}

/* All candidates not done that mention what one of `tokens` touches. */
static bool collect(layer_run *l, const st_mentions *m, const uint32_t *at,
                    uint32_t count, st_numbers *out) {
  enum { MARK = 1 };
  out->count = 0;
  bool ok = true;
  for (uint32_t i = 0; ok && i < count; i++) {
    uint32_t whole = at[i] & UINT32_C(0xFFFF0000);
    if (at[i] == whole) {
      ok = collect_range(l, m, whole, whole | UINT32_C(0xFFFF), MARK, out);
    } else {
      ok = collect_range(l, m, whole, whole, MARK, out) &&
           collect_range(l, m, at[i], at[i], MARK, out);
    }
  }
  for (size_t i = 0; i < out->count; i++) {
    l->marks[out->at[i]] &= (uint8_t)~MARK;
  }
  return ok;
}

/* -- Signatures: all that a dependency could change of a unit -- */

/* Exchange whom a unit affects, for a trial: what it writes down says so. */
static void set_out(st_unit *unit, st_members *members, bool *holds) {
  st_members own = unit->members;
  bool held = unit->holds;
  unit->members = *members;
  unit->holds = *holds;
  *members = own;
  *holds = held;
}

static strata_status look(layer_run *l, uint32_t c, st_vector *out) {
  st_pass *pass = l->pass;
  const st_unit *unit = unit_of(l, c);
  out->count = 0;
  bool exists;
  uint16_t subst;
  strata_status status = st_unit_exists(pass, unit, &exists, &subst);
  exists = exists || unit->started;
  if (!status && !st_push(pass->mem, out, exists)) status = STRATA_ENOMEM;
  if (status || !exists) return status;
  const st_clause_code *code;
  status = st_unit_code(pass, unit, subst, &code);
  if (!status && !st_push(pass->mem, out, subst)) status = STRATA_ENOMEM;
  if (status) return status;
  st_members members = unit->members;
  bool holds = unit->holds;
  uint64_t *bits = pass->bits + pass->words; /* the second of two */
  if (!unit->started) {
    status = st_unit_members(pass, unit, code, bits, &members, &holds);
  }
  for (uint32_t w = 0; !status && w < (members.bits ? pass->words : 1); w++) {
    uint64_t word = members.bits ? members.bits[w] : members.one;
    if (!st_push(pass->mem, out, word)) status = STRATA_ENOMEM;
  }
  if (status || !holds) return status;
  st_place last = pass->last; /* a probe may write down what it would do */
  uint32_t in_layer = pass->applied_in_layer;
  size_t applied = pass->applied_count;
  size_t mark = st_board_try(&pass->board);
  set_out(unit_of(l, c), &members, &holds);
  status = st_unit_run(pass,
                       &(st_running){.unit = l->candidates[c].unit,
                                     .layer = l->layer,
                                     .code = code,
                                     .members = &unit->members,
                                     .run = ST_RUN_PROBE},
                       out);
  set_out(unit_of(l, c), &members, &holds);
  st_board_take_back(&pass->board, mark);
  st_unit_forget(pass, applied);
  pass->last = last;
  pass->applied_in_layer = in_layer;
  return status;
}

/* What differs between two signatures, and on whom. */
static st_difference differs(const layer_run *l, uint32_t c,
                             const st_vector *before, const st_vector *after,
                             uint32_t *slot) {
  *slot = 0;
  if (before->at[0] != after->at[0]) return ST_DIFFERENCE_EXISTENCE;
  if (before->at[0] == 0) return ST_DIFFERENCE_NONE;
  if (before->at[1] != after->at[1]) return ST_DIFFERENCE_TEXT;
  const st_unit *unit = unit_of(l, c);
  bool wide = unit->started ? unit->members.bits != NULL
                            : before->count >= 2 + l->pass->words &&
                                  unit->code->subject != NULL;
  size_t set_end = 2 + (wide ? l->pass->words : 1);
  size_t end = before->count < after->count ? before->count : after->count;
  for (size_t i = 2; i < end; i++) {
    if (before->at[i] == after->at[i]) continue;
    if (i >= set_end) return ST_DIFFERENCE_OPERAND;
    uint64_t changed = before->at[i] ^ after->at[i];
    *slot = wide ? (uint32_t)(i - 2) * 64 + st_lowest_bit(changed)
                 : (uint32_t)(before->at[i] ? before->at[i] : after->at[i]);
    return ST_DIFFERENCE_SET;
  }
  return before->count == after->count ? ST_DIFFERENCE_NONE : ST_DIFFERENCE_SET;
}

static strata_status look_now(layer_run *l, uint32_t c) {
  candidate *x = &l->candidates[c];
  if (x->now_at > x->touched) return STRATA_OK;
  strata_status status = look(l, c, &x->now);
  if (!status) x->now_at = l->time + 1;
  return status;
}

/* -- Trials -- */

static bool put_link(layer_run *l, uint32_t from, link edge) {
  links *edges = &l->candidates[from].edges;
  for (size_t i = 0; i < edges->count; i++) {
    if (edges->at[i].other != edge.other) continue;
    edges->at[i] = edge;
    return true;
  }
  if (!st_mem_reserve(l->pass->mem, &edges->at, &edges->capacity,
                      edges->count + 1, sizeof edge)) {
    return false;
  }
  edges->at[edges->count++] = edge;
  return true;
}

/* Apply a unit to the board, as it would be applied now. *members and *holds
 * are then its own, to be put back after the trial. */
static strata_status apply_trial(layer_run *l, uint32_t c, st_members *members,
                                 bool *holds) {
  st_pass *pass = l->pass;
  st_unit *unit = unit_of(l, c);
  bool exists;
  uint16_t subst;
  const st_clause_code *code = unit->code;
  *members = unit->members;
  *holds = unit->holds;
  strata_status status = st_unit_exists(pass, unit, &exists, &subst);
  if (status || (!exists && !unit->started)) return status;
  status = st_unit_code(pass, unit, subst, &code);
  if (status) return status;
  if (!unit->started) {
    st_members found;
    bool held;
    status = st_unit_members(pass, unit, code, pass->bits, &found, &held);
    if (status) return status;
    unit->members = found;
    unit->holds = held;
  }
  if (!unit->holds) return STRATA_OK;
  pass->scratch.count = 0;
  return st_unit_run(pass,
                     &(st_running){.unit = l->candidates[c].unit,
                                   .layer = l->layer,
                                   .code = code,
                                   .members = &unit->members,
                                   .run = ST_RUN_TRY},
                     &pass->scratch);
}

static bool same_phase(const layer_run *l, uint32_t a, uint32_t b) {
  return unit_of(l, a)->phase == unit_of(l, b)->phase;
}

/* See what applying `b` alone would change of all that read what it writes. */
static strata_status try_unit(layer_run *l, uint32_t b) {
  st_pass *pass = l->pass;
  candidate *x = &l->candidates[b];
  if (!collect(l, &l->readers, x->writes, x->write_count, &l->others)) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < l->others.count; i++) {
    status = look_now(l, l->others.at[i]);
  }
  if (status) return status;
  st_place last = pass->last;
  uint32_t in_layer = pass->applied_in_layer;
  size_t applied = pass->applied_count;
  size_t mark = st_board_try(&pass->board);
  st_members members;
  bool holds;
  status = apply_trial(l, b, &members, &holds);
  for (size_t i = 0; !status && i < l->others.count; i++) {
    uint32_t a = l->others.at[i];
    if (a == b || !same_phase(l, a, b)) continue;
    link edge = {.other = b, .time = l->time + 1};
    status = look(l, a, &l->after);
    if (status) break;
    edge.difference =
        (uint8_t)differs(l, a, &l->candidates[a].now, &l->after, &edge.slot);
    if (!put_link(l, a, edge)) status = STRATA_ENOMEM;
  }
  set_out(unit_of(l, b), &members, &holds);
  st_board_take_back(&pass->board, mark);
  st_unit_forget(pass, applied);
  pass->last = last;
  pass->applied_in_layer = in_layer;
  l->candidates[b].tried = l->time + 1;
  return status;
}

/* Whether `a` depends on `b`; the trial is made where it is missing or no
 * longer holds. */
static strata_status depends(layer_run *l, uint32_t a, uint32_t b,
                             const link **out) {
  *out = NULL;
  for (int round = 0; round < 2; round++) {
    const links *edges = &l->candidates[a].edges;
    uint64_t since = l->candidates[a].touched;
    if (l->candidates[b].touched > since) since = l->candidates[b].touched;
    for (size_t i = 0; i < edges->count; i++) {
      const link *edge = &edges->at[i];
      if (edge->other != b || edge->time <= since) continue;
      if (edge->difference != ST_DIFFERENCE_NONE) *out = edge;
      return STRATA_OK;
    }
    strata_status status = round == 0 ? try_unit(l, b) : STRATA_OK;
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Who is next -- */

/* The candidates that `a` depends on now, behind what `out` holds. */
static strata_status find_others(layer_run *l, uint32_t a, st_numbers *out,
                                 link *first) {
  const candidate *x = &l->candidates[a];
  size_t start = out->count;
  if (!collect(l, &l->writers, x->reads, x->read_count, &l->found)) {
    return STRATA_ENOMEM;
  }
  /* Trials use `found`'s neighbours, not `found`: but copy it, they recurse. */
  for (size_t i = 0; i < l->found.count; i++) {
    if (!push_number(l, out, l->found.at[i])) return STRATA_ENOMEM;
  }
  size_t end = out->count;
  size_t kept = start;
  for (size_t i = start; i < end; i++) {
    uint32_t b = out->at[i];
    if (b == a || !same_phase(l, a, b)) continue;
    const link *edge;
    strata_status status = depends(l, a, b, &edge);
    if (status) return status;
    if (!edge) continue;
    if (kept == start && first) *first = *edge;
    out->at[kept++] = b;
  }
  out->count = kept;
  return STRATA_OK;
}

typedef struct arc {
  uint32_t from, to;
} arc;

typedef struct arcs {
  arc *at;
  size_t count, capacity;
} arcs;

/* Everything that can be reached from `a` along dependencies. */
static strata_status find_arcs(layer_run *l, uint32_t a, arcs *out) {
  enum { SEEN = 2 };
  st_numbers *stack = &l->stack;
  st_numbers others = {0};
  stack->count = 0;
  strata_status status = push_number(l, stack, a) ? STRATA_OK : STRATA_ENOMEM;
  l->marks[a] |= SEEN;
  for (size_t i = 0; !status && i < stack->count; i++) {
    others.count = 0;
    uint32_t from = stack->at[i];
    status = find_others(l, from, &others, NULL);
    for (size_t k = 0; !status && k < others.count; k++) {
      uint32_t to = others.at[k];
      if (!st_mem_reserve(l->pass->mem, &out->at, &out->capacity,
                          out->count + 1, sizeof out->at[0])) {
        status = STRATA_ENOMEM;
        break;
      }
      out->at[out->count++] = (arc){from, to};
      if (l->marks[to] & SEEN) continue;
      l->marks[to] |= SEEN;
      if (!push_number(l, stack, to)) status = STRATA_ENOMEM;
    }
  }
  for (size_t i = 0; i < stack->count; i++) {
    l->marks[stack->at[i]] &= (uint8_t)~SEEN;
  }
  st_mem_free(l->pass->mem, others.at, others.capacity, sizeof others.at[0]);
  return status;
}

/* Mark those that reach `a`, until nothing is added. */
static void mark_reaching(layer_run *l, uint32_t a, const arcs *all) {
  enum { REACHES = 4 };
  l->marks[a] |= REACHES;
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = all->count; i-- > 0;) {
      arc x = all->at[i];
      if (!(l->marks[x.to] & REACHES) || (l->marks[x.from] & REACHES)) continue;
      l->marks[x.from] |= REACHES;
      grew = true;
    }
  }
}

/*
 * Whether a unit may be applied now: it depends on nobody but such as depend,
 * directly or not, on it (613.8b). *reason says what it waits for, or that it
 * was a loop.
 */
static strata_status is_ready(layer_run *l, uint32_t a, bool *ready,
                              st_reason *reason) {
  enum { REACHES = 4 };
  st_numbers direct = {0};
  link first = {0};
  strata_status status = find_others(l, a, &direct, &first);
  *ready = direct.count == 0;
  arcs all = {0};
  if (!status && !*ready) status = find_arcs(l, a, &all);
  if (!status && !*ready) {
    mark_reaching(l, a, &all);
    *ready = true;
    for (size_t i = 0; i < direct.count; i++) {
      if (l->marks[direct.at[i]] & REACHES) continue;
      *ready = false;
      first.other = direct.at[i];
    }
    l->marks[a] &= (uint8_t)~REACHES;
    for (size_t i = 0; i < all.count; i++) {
      l->marks[all.at[i].from] &= (uint8_t)~REACHES;
    }
    const links *edges = &l->candidates[a].edges;
    for (size_t i = 0; i < edges->count; i++) {
      if (edges->at[i].other == first.other) first = edges->at[i];
    }
    *reason = (st_reason){.because = *ready ? STRATA_BECAUSE_LOOP
                                            : STRATA_BECAUSE_DEPENDS,
                          .difference = (st_difference)first.difference,
                          .waited_for = l->candidates[first.other].unit + 1,
                          .slot = first.slot};
  }
  st_mem_free(l->pass->mem, direct.at, direct.capacity, sizeof direct.at[0]);
  st_mem_free(l->pass->mem, all.at, all.capacity, sizeof all.at[0]);
  return status;
}

static strata_status exists_now(layer_run *l, uint32_t c, bool *out) {
  const st_unit *unit = unit_of(l, c);
  uint16_t subst;
  *out = true;
  if (unit->started) return STRATA_OK;
  return st_unit_exists(l->pass, unit, out, &subst);
}

/* Drop what has lost its ability before it could start: it never comes back. */
static strata_status prune(layer_run *l, queue *q, bool *any) {
  *any = false;
  while (q->head < q->count) {
    candidate *c = &l->candidates[q->at[q->head]];
    bool exists = false;
    strata_status status =
        c->done ? STRATA_OK : exists_now(l, q->at[q->head], &exists);
    if (status) return status;
    if (exists) {
      *any = true;
      return STRATA_OK;
    }
    c->done = true;
    q->head++;
  }
  return STRATA_OK;
}

static strata_because own_reason(const layer_run *l, const st_unit *unit) {
  if (unit->kind == ST_UNIT_LAW) return STRATA_BECAUSE_LAW;
  if (unit->phase == ST_PHASE_CDA) return STRATA_BECAUSE_CDA;
  return st_layer_order(l->pass->rules, l->layer) == STRATA_BY_PRIORITY
             ? STRATA_BECAUSE_PRIORITY
             : STRATA_BECAUSE_TIMESTAMP;
}

/* The earliest of a queue that waits for nobody. */
static strata_status choose(layer_run *l, queue *q, uint32_t *out,
                            st_reason *reason) {
  for (size_t i = q->head; i < q->count; i++) {
    uint32_t c = q->at[i];
    candidate *x = &l->candidates[c];
    if (x->done) continue;
    bool exists;
    strata_status status = exists_now(l, c, &exists);
    if (status) return status;
    if (!exists) {
      x->done = true;
      continue;
    }
    bool ready = true;
    st_reason found = {.because = own_reason(l, unit_of(l, c))};
    if (unit_of(l, c)->phase != ST_PHASE_LAST) {
      status = is_ready(l, c, &ready, &found);
      if (status) return status;
    }
    if (!ready) {
      x->waits = found;
      continue;
    }
    *out = c;
    *reason = x->waits.waited_for ? x->waits : found;
    return STRATA_OK;
  }
  assert(!"somebody is always first"); /* of a finite graph without its loops */
  return STRATA_ECORRUPT;
}

/* -- Applying -- */

static strata_status start(layer_run *l, st_unit *unit) {
  st_pass *pass = l->pass;
  if (unit->started) return STRATA_OK;
  uint64_t *bits = pass->bits;
  st_members members;
  bool holds;
  strata_status status =
      st_unit_members(pass, unit, unit->code, bits, &members, &holds);
  if (status) return status;
  if (members.bits) {
    members.bits = st_arena_take(&pass->arena, pass->words, sizeof *bits);
    if (!members.bits) return STRATA_ENOMEM;
    memcpy(members.bits, bits, pass->words * sizeof *bits);
  }
  unit->members = members;
  unit->holds = holds;
  unit->started = true;
  return STRATA_OK;
}

static bool changes_text(const candidate *c) {
  for (uint32_t i = 0; i < c->write_count; i++) {
    if (c->writes[i] == ST_TOKEN(ST_TOKEN_TEXT, 0)) return true;
  }
  return false;
}

static strata_status apply(layer_run *l, uint32_t c, const st_reason *reason) {
  st_pass *pass = l->pass;
  candidate *x = &l->candidates[c];
  uint32_t number = x->unit;
  st_unit *unit = &pass->units[number];
  bool exists;
  uint16_t subst;
  strata_status status = st_unit_exists(pass, unit, &exists, &subst);
  if (!status) status = st_unit_code(pass, unit, subst, &unit->code);
  if (!status) {
    unit->instance.subst = subst;
    status = start(l, unit);
  }
  if (status) return status;
  /* Units may move when one gives an ability. */
  const st_clause_code *code = unit->code;
  st_members members = unit->holds ? unit->members : (st_members){0};
  pass->scratch.count = 0;
  status = st_unit_run(pass,
                       &(st_running){.unit = number,
                                     .layer = l->layer,
                                     .code = code,
                                     .members = &members,
                                     .run = ST_RUN_APPLY,
                                     .reason = reason},
                       &pass->scratch);
  x = &l->candidates[c];
  x->done = true;
  l->time++;
  if (status) return status;
  if (!collect(l, &l->readers, x->writes, x->write_count, &l->found)) {
    return STRATA_ENOMEM;
  }
  for (size_t i = 0; !status && i < l->found.count; i++) {
    l->candidates[l->found.at[i]].touched = l->time;
    if (!changes_text(x)) continue;
    status = find_tokens(l, &l->candidates[l->found.at[i]]);
    l->indexed = false;
  }
  return status;
}

/* -- The layer -- */

/* For graphs: every pair that could matter is tried at the beginning. */
static strata_status find_all_edges(layer_run *l) {
  st_pass *pass = l->pass;
  for (uint32_t a = 0; pass->all_edges && a < l->count; a++) {
    st_numbers direct = {0};
    strata_status status = find_others(l, a, &direct, NULL);
    const links *edges = &l->candidates[a].edges;
    for (size_t i = 0; !status && i < edges->count; i++) {
      const link *edge = &edges->at[i];
      if (edge->difference == ST_DIFFERENCE_NONE) continue;
      if (!st_mem_reserve(pass->mem, &pass->edges, &pass->edge_capacity,
                          pass->edge_count + 1, sizeof pass->edges[0])) {
        status = STRATA_ENOMEM;
        break;
      }
      pass->edges[pass->edge_count++] =
          (st_edge){.waits = l->candidates[a].unit,
                    .waited_for = l->candidates[edge->other].unit,
                    .layer = l->layer,
                    .difference = edge->difference,
                    .slot = edge->slot};
    }
    st_mem_free(pass->mem, direct.at, direct.capacity, sizeof direct.at[0]);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status prepare(layer_run *l) {
  strata_status status = take_in(l);
  if (!status) status = make_index(l);
  if (status) return status;
  size_t old = l->mark_capacity;
  if (!st_mem_reserve(l->pass->mem, &l->marks, &l->mark_capacity, l->count + 1,
                      sizeof l->marks[0])) {
    return STRATA_ENOMEM;
  }
  memset(l->marks + old, 0, l->mark_capacity - old);
  return STRATA_OK;
}

/* One unit more; *any is false when there is none. */
static strata_status advance(layer_run *l, bool *any) {
  *any = false;
  strata_status status = prepare(l);
  for (int phase = 0; !status && !*any && phase < 3; phase++) {
    queue *q = &l->queues[phase];
    status = prune(l, q, any);
    if (status || !*any) continue;
    uint32_t next = 0;
    st_reason reason;
    status = choose(l, q, &next, &reason);
    if (!status) status = apply(l, next, &reason);
  }
  return status;
}

static void fini(layer_run *l) {
  st_mem *mem = l->pass->mem;
  for (size_t i = 0; i < l->count; i++) {
    candidate *c = &l->candidates[i];
    st_mem_free(mem, c->now.at, c->now.capacity, sizeof c->now.at[0]);
    st_mem_free(mem, c->edges.at, c->edges.capacity, sizeof c->edges.at[0]);
  }
  st_mem_free(mem, l->candidates, l->capacity, sizeof l->candidates[0]);
  for (int phase = 0; phase < 3; phase++) {
    st_mem_free(mem, l->queues[phase].at, l->queues[phase].capacity,
                sizeof(uint32_t));
  }
  st_mem_free(mem, l->readers.at, l->readers.capacity, sizeof(st_mention));
  st_mem_free(mem, l->writers.at, l->writers.capacity, sizeof(st_mention));
  st_mem_free(mem, l->after.at, l->after.capacity, sizeof(uint64_t));
  st_mem_free(mem, l->found.at, l->found.capacity, sizeof(uint32_t));
  st_mem_free(mem, l->others.at, l->others.capacity, sizeof(uint32_t));
  st_mem_free(mem, l->stack.at, l->stack.capacity, sizeof(uint32_t));
  st_mem_free(mem, l->tokens.at, l->tokens.capacity, sizeof(uint32_t));
  st_mem_free(mem, l->marks, l->mark_capacity, sizeof l->marks[0]);
}

strata_status st_depend_run(st_pass *pass, size_t bucket) {
  layer_run l = {
      .pass = pass, .layer = pass->buckets[bucket].layer, .bucket = bucket};
  pass->last = (st_place){0};
  pass->applied_in_layer = 0;
  strata_status status = prepare(&l);
  if (!status) status = find_all_edges(&l);
  for (bool any = true; !status && any;) {
    status = advance(&l, &any);
  }
  fini(&l);
  return status;
}
