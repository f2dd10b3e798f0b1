/*
 * weigh.c - how often something triggers.
 *
 * Who says more or never is looked for when the first trigger of an event asks,
 * and is the same for all others of it: so it costs no look for each of them.
 * What is said is asked for each, since it may be about whose trigger it is.
 */
#include "play/events/weigh.h"

#include "base/hash.h"
#include "play/execution/doubt.h"
#include "play/replace/replace.h"

#include <string.h>

static const st_code *code_of(const st_run *run, const st_found *found) {
  return st_code_get(run->rules, found->code);
}

strata_status st_weigh_hear(const st_hearing *h, st_ears ears) {
  const st_event *e = st_run_event(h->run, h->event);
  return st_listen_find(&h->run->listen, e->kind, e->words, ears);
}

/* Who makes triggers of this event more or fewer: the same for all of them. */
static strata_status look(st_hearing *h) {
  st_listen *listen = &h->run->listen;
  if (h->weighed) return STRATA_OK;
  h->weighed = true;
  h->more = listen->heard_count;
  strata_status status = st_weigh_hear(h, ST_EARS_MORE);
  h->never = listen->heard_count;
  if (!status) status = st_weigh_hear(h, ST_EARS_NEVER);
  h->end = listen->heard_count;
  return status;
}

static void lend(const st_code *code, const char *name, strata_entity who,
                 int64_t *names) {
  uint32_t place = st_routine_name(&code->deeds, name);
  if (place != UINT32_MAX) names[place] = (int64_t)who;
}

/* Whether one of these says something of a trigger: what it is told of it are
 * its names `source` and `controller`, if it has them. */
static strata_status says(const st_hearing *h, uint32_t item,
                          const st_found *trigger, st_found *out, bool *yes) {
  st_run *run = h->run;
  *out = *st_index_at(&run->index, item);
  const st_code *code = code_of(run, out);
  size_t count = code->deeds.names.count;
  *yes = false;
  if (st_judge_uses(run, out) == 0) return STRATA_OK;
  if (!st_mem_reserve(run->mem, &run->lent, &run->lent_capacity, count,
                      sizeof run->lent[0])) {
    return STRATA_ENOMEM;
  }
  memcpy(run->lent, out->names, count * sizeof run->lent[0]);
  lend(code, "source", trigger->self, run->lent);
  lend(code, "controller", trigger->you, run->lent);
  out->names = run->lent;
  return st_judge_says(run, out, h->event, yes);
}

/* It was used, which nobody who watches sees. */
strata_status st_weigh_used(st_run *run, const st_found *found) {
  bool held = st_index_hold(&run->index);
  strata_status status = st_judge_used(run, found);
  if (!status) status = st_replace_used(run, found->watch);
  st_index_keep(&run->index, held);
  return status;
}

uint32_t st_weigh_add(uint32_t count, int64_t more) {
  more = st_clamp(more, 0, UINT32_MAX);
  return (uint32_t)st_min((int64_t)count + more, UINT32_MAX);
}

/* Those of one batch who were set off, and who has let them be so more often.
 */
strata_status st_weigh_done(const st_hearing *h, const st_watch_id *id) {
  st_run *run = h->run;
  st_batch *batch = st_run_batch(run, h->batch);
  if (batch->once == 0) batch->once = st_lineage_begin(&run->lineage, 0);
  if (batch->once == 0) return STRATA_ENOMEM;
  bool added = st_lineage_add(&run->lineage, batch->once, id);
  return added ? STRATA_OK : STRATA_ENOMEM;
}

bool st_weigh_is_done(const st_hearing *h, const st_watch_id *id) {
  const st_batch *batch = st_run_batch(h->run, h->batch);
  return st_lineage_has(&h->run->lineage, batch->once, id);
}

/* Who lets a trigger trigger more often, together with that one. */
static st_watch_id pair_of(const st_watch_id *more, const st_watch_id *of) {
  st_watch_id id = *more;
  id.giver ^= of->hash;
  id.hash = st_mix(more->hash, of->hash);
  return id;
}

static strata_status add_more(const st_hearing *h, uint32_t item,
                              const st_found *trigger, uint32_t *count) {
  st_run *run = h->run;
  st_found found;
  bool yes;
  int64_t more = 1;
  bool batch = code_of(run, trigger)->batch;
  st_watch_id pair = pair_of(&st_index_at(&run->index, item)->id, &trigger->id);
  if (batch && st_weigh_is_done(h, &pair)) return STRATA_OK;
  strata_status status = says(h, item, trigger, &found, &yes);
  if (status || !yes) return status;
  const strata_expr *amount = code_of(run, &found)->amount;
  if (amount) status = st_judge_value(run, &found, h->event, amount, &more);
  if (!status) status = st_weigh_used(run, &found);
  if (!status && batch) status = st_weigh_done(h, &pair);
  *count = st_weigh_add(*count, more);
  return status;
}

/* Add how often: once more for each who says so (603.2d), which is not said of
 * what was started; *count is 0 if somebody says never. */
strata_status st_weigh(st_hearing *h, const st_found *trigger,
                       uint32_t *count) {
  st_run *run = h->run;
  st_found found;
  bool yes;
  strata_status status = look(h);
  for (size_t i = h->never; !status && i < h->end; i++) {
    status = says(h, run->listen.heard[i], trigger, &found, &yes);
    if (status || !yes) continue;
    *count = 0;
    if (st_is_traced(run)) {
      status = st_doubt_never(run, trigger, h->event, &found);
    }
    return status ? status : st_weigh_used(run, &found);
  }
  for (size_t i = h->more; !status && i < h->never; i++) {
    if (trigger->watch != 0) break;
    status = add_more(h, run->listen.heard[i], trigger, count);
  }
  return status;
}
