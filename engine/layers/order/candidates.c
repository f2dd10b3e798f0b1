/*
 * candidates.c - who may wait for whom in a layer.
 *
 * In most layers nobody writes what anybody reads there, and units go straight
 * in order: then reads are not even looked for. Otherwise the index has only
 * tokens that meet: units that nothing in the layer touches cost two looks at
 * a filter.
 */
#include "layers/order/candidates.h"

/* -- Tokens -- */

/* As its text is now: a text change may make it read other words. */
static strata_status code_now(st_layer_run *l, st_candidate *c,
                              const st_clause_code **code) {
  st_pass *pass = l->pass;
  const st_unit *unit = &pass->units[c->unit];
  c->subst = 0;
  *code = unit->plain;
  if (pass->lists.subst_count == 0) return STRATA_OK;
  bool exists;
  strata_status status = st_unit_exists(pass, unit, &exists, &c->subst);
  return status ? status : st_unit_code(pass, unit, c->subst, code);
}

static strata_status find_writes(st_layer_run *l, st_candidate *c,
                                 const st_clause_code *code) {
  st_numbers *tokens = &l->work->tokens;
  st_tokens t = {.pass = l->pass, .layer = l->layer, .found = tokens};
  size_t start = tokens->count;
  if (!st_tokens_write(&t, code)) return STRATA_ENOMEM;
  c->writes = (uint32_t)start;
  c->write_count = (uint32_t)(tokens->count - start);
  return STRATA_OK;
}

static strata_status find_reads(st_layer_run *l, st_candidate *c,
                                const st_clause_code *code) {
  st_numbers *tokens = &l->work->tokens;
  st_tokens t = {.pass = l->pass, .layer = l->layer, .found = tokens};
  size_t start = tokens->count;
  if (!st_tokens_read(&t, &l->pass->units[c->unit], code)) return STRATA_ENOMEM;
  c->reads = (uint32_t)start;
  c->read_count = (uint32_t)(tokens->count - start);
  return STRATA_OK;
}

/* Laws that are last wait for nobody; graphs show what would wait. */
static bool has_tokens(const st_layer_run *l, const st_candidate *c) {
  return c->phase != ST_PHASE_LAST || l->pass->all_edges;
}

/* -- Taking units in -- */

static strata_status take_one(st_layer_run *l, uint32_t unit) {
  st_candidate c = {.unit = unit, .phase = l->pass->units[unit].phase};
  if (has_tokens(l, &c)) {
    const st_clause_code *code;
    strata_status status = code_now(l, &c, &code);
    if (!status) status = find_writes(l, &c, code);
    if (status) return status;
  }
  l->stale = l->stale || c.write_count > 0;
  l->work->candidates[l->work->count++] = c;
  return STRATA_OK;
}

static bool reads_written(const st_work *work, const st_candidate *c) {
  for (uint32_t i = 0; i < c->read_count; i++) {
    uint32_t token = work->tokens.at[c->reads + i];
    if (st_filter_meets(&work->written, token)) return true;
  }
  return false;
}

/* Reads matter as soon as somebody writes. */
static strata_status find_all_reads(st_layer_run *l) {
  st_work *work = l->work;
  for (; l->reads_from < work->count; l->reads_from++) {
    st_candidate *c = &work->candidates[l->reads_from];
    if (c->done || !has_tokens(l, c)) continue;
    const st_clause_code *code;
    strata_status status = code_now(l, c, &code);
    if (!status) status = find_reads(l, c, code);
    if (status) return status;
    l->stale = l->stale || reads_written(work, c);
  }
  return STRATA_OK;
}

strata_status st_candidates_take(st_layer_run *l) {
  const st_bucket *bucket = &l->pass->buckets[l->bucket];
  st_work *work = l->work;
  if (l->taken == bucket->count) return STRATA_OK;
  if (!st_mem_reserve(l->pass->mem, &work->candidates, &work->capacity,
                      bucket->count, sizeof work->candidates[0])) {
    return STRATA_ENOMEM;
  }
  for (; l->taken < bucket->count; l->taken++) {
    strata_status status = take_one(l, bucket->units[l->taken]);
    if (status) return status;
  }
  return l->stale || l->reads_from > 0 ? find_all_reads(l) : STRATA_OK;
}

/* -- The index -- */

/* Keep those tokens that meet one of the filter. */
static bool keep_met(st_layer_run *l, const st_filter *filter, uint32_t at,
                     uint32_t count, uint32_t *kept, uint32_t *kept_count) {
  st_numbers *met = &l->work->met;
  size_t start = met->count;
  for (uint32_t i = at; i < at + count; i++) {
    uint32_t token = l->work->tokens.at[i];
    if (!st_filter_meets(filter, token)) continue;
    if (!st_push_number(l->pass->mem, met, token)) return false;
  }
  *kept = (uint32_t)start;
  *kept_count = (uint32_t)(met->count - start);
  return true;
}

static void find_written(st_work *work) {
  work->written = (st_filter){0};
  for (uint32_t i = 0; i < work->count; i++) {
    const st_candidate *c = &work->candidates[i];
    for (uint32_t k = 0; !c->done && k < c->write_count; k++) {
      st_filter_add(&work->written, work->tokens.at[c->writes + k]);
    }
  }
}

/* Reads of what somebody writes, and writes of what is read so. */
static bool find_met(st_layer_run *l) {
  st_work *work = l->work;
  work->met.count = 0;
  work->read = (st_filter){0};
  for (uint32_t i = 0; i < work->count; i++) {
    const st_candidate *c = &work->candidates[i];
    st_node *node = &work->nodes[i];
    if (c->done) continue;
    if (!keep_met(l, &work->written, c->reads, c->read_count, &node->reads,
                  &node->read_count)) {
      return false;
    }
    for (uint32_t k = 0; k < node->read_count; k++) {
      st_filter_add(&work->read, work->met.at[node->reads + k]);
    }
  }
  for (uint32_t i = 0; i < work->count; i++) {
    const st_candidate *c = &work->candidates[i];
    st_node *node = &work->nodes[i];
    if (c->done) continue;
    if (!keep_met(l, &work->read, c->writes, c->write_count, &node->writes,
                  &node->write_count)) {
      return false;
    }
  }
  return true;
}

static bool mention(st_layer_run *l, st_mentions *m, uint32_t at,
                    uint32_t count, uint32_t c) {
  return count == 0 ||
         st_mention_all(l->pass->mem, m, l->work->met.at + at, count, c);
}

static bool mention_met(st_layer_run *l) {
  st_work *work = l->work;
  st_mem *mem = l->pass->mem;
  work->readers.count = 0;
  work->writers.count = 0;
  for (uint32_t i = 0; i < work->count; i++) {
    const st_node *node = &work->nodes[i];
    if (work->candidates[i].done) continue;
    if (!mention(l, &work->readers, node->reads, node->read_count, i) ||
        !mention(l, &work->writers, node->writes, node->write_count, i)) {
      return false;
    }
  }
  return st_mentions_sort(mem, &work->readers, &work->mention_room) &&
         st_mentions_sort(mem, &work->writers, &work->mention_room);
}

static bool anybody_reads_written(const st_work *work) {
  for (uint32_t i = 0; i < work->count; i++) {
    const st_candidate *c = &work->candidates[i];
    if (!c->done && reads_written(work, c)) return true;
  }
  return false;
}

strata_status st_candidates_index(st_layer_run *l) {
  if (!l->stale) return STRATA_OK;
  st_work *work = l->work;
  size_t known = work->node_count;
  find_written(work);
  l->stale = false;
  if (known == 0 && !anybody_reads_written(work)) return STRATA_OK;
  if (!st_work_nodes(work, l->pass->mem)) return STRATA_ENOMEM;
  for (size_t i = known; i < work->node_count; i++) {
    work->nodes[i].touched = l->begin;
  }
  if (!find_met(l) || !mention_met(l)) return STRATA_ENOMEM;
  l->round++;
  l->deps_round++;
  return STRATA_OK;
}

/* -- Looking up -- */

/* Collect the candidates not done that mention a token from `from` to `to`,
 * each once: their marks tell. */
static bool collect_range(st_layer_run *l, const st_mentions *m, uint32_t from,
                          uint32_t to, st_numbers *out) {
  st_work *work = l->work;
  for (size_t i = st_mentions_find(m, from);
       i < m->count && m->at[i].token <= to; i++) {
    uint32_t c = m->at[i].candidate;
    if (work->candidates[c].done || work->marks[c]) continue;
    work->marks[c] = 1;
    if (!st_push_number(l->pass->mem, out, c)) return false;
  }
  return true;
}

/* All candidates not done that mention what one of `tokens` touches. */
static bool collect(st_layer_run *l, const st_mentions *m, uint32_t at,
                    uint32_t count, st_numbers *out) {
  st_work *work = l->work;
  out->count = 0;
  bool ok = true;
  for (uint32_t i = at; ok && i < at + count; i++) {
    uint32_t token = work->met.at[i];
    uint32_t whole = ST_TOKEN_WHOLE(token);
    if (token == whole) {
      ok = collect_range(l, m, whole, whole | UINT32_C(0xFFFF), out);
    } else {
      ok = collect_range(l, m, whole, whole, out) &&
           collect_range(l, m, token, token, out);
    }
  }
  for (size_t i = 0; i < out->count; i++) {
    work->marks[out->at[i]] = 0;
  }
  return ok;
}

bool st_candidates_readers(st_layer_run *l, uint32_t c, st_numbers *out) {
  const st_node *node = &l->work->nodes[c];
  return collect(l, &l->work->readers, node->writes, node->write_count, out);
}

bool st_candidates_writers(st_layer_run *l, uint32_t c, st_numbers *out) {
  const st_node *node = &l->work->nodes[c];
  return collect(l, &l->work->writers, node->reads, node->read_count, out);
}

/* -- Text changes -- */

static bool same_tokens(const st_work *work, uint32_t a, uint32_t b,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (work->tokens.at[a + i] != work->tokens.at[b + i]) return false;
  }
  return true;
}

static bool reads_and_writes_the_same(const st_work *work,
                                      const st_candidate *a,
                                      const st_candidate *b) {
  return a->read_count == b->read_count && a->write_count == b->write_count &&
         same_tokens(work, a->reads, b->reads, a->read_count) &&
         same_tokens(work, a->writes, b->writes, a->write_count);
}

strata_status st_candidate_reread(st_layer_run *l, uint32_t c) {
  st_candidate old = l->work->candidates[c];
  st_candidate new = old;
  const st_clause_code *code;
  strata_status status = code_now(l, &new, &code);
  if (status || new.subst == old.subst) return status;
  status = find_reads(l, &new, code);
  if (!status) status = find_writes(l, &new, code);
  if (status) return status;
  l->work->candidates[c] = new;
  l->stale = l->stale || !reads_and_writes_the_same(l->work, &old, &new);
  return STRATA_OK;
}

bool st_candidate_changes_text(const st_layer_run *l, uint32_t c) {
  const st_work *work = l->work;
  const st_node *node = &work->nodes[c];
  for (uint32_t i = 0; i < node->write_count; i++) {
    if (work->met.at[node->writes + i] == ST_TOKEN(ST_TOKEN_TEXT, 0)) {
      return true;
    }
  }
  return false;
}
