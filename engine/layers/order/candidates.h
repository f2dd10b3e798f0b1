/* candidates.h - the units of one layer that are still to be applied: what they
 * read and write, and so who may wait for whom. */
#ifndef STRATA_CANDIDATES_H
#define STRATA_CANDIDATES_H

#include "layers/order/tokens.h"

typedef struct st_layer_run {
  st_pass *pass;
  st_work *work;
  strata_layer layer;
  size_t bucket, taken; /* units of the bucket that are candidates */
  uint64_t begin;       /* times up to this one are of other layers */
  /* Verdicts are of a round: another one begins whenever something that
   * somebody reads has changed. Lists of dependencies last longer. */
  uint64_t round, deps_round;
  uint32_t component;  /* the last one */
  uint32_t reads_from; /* from this candidate on, reads are not known */
  bool stale;          /* the index does not know all */
} st_layer_run;

static inline st_unit *st_candidate_unit(const st_layer_run *l, uint32_t c) {
  return &l->pass->units[l->work->candidates[c].unit];
}

/* True if somebody writes, or wrote, something that it reads. */
static inline bool st_candidate_may_wait(const st_layer_run *l, uint32_t c) {
  return c < l->work->node_count && l->work->nodes[c].read_count > 0;
}

/* Those that came to the bucket since. */
strata_status st_candidates_take(st_layer_run *l);

/* Bring nodes and index up to date: a new round, if it was not. */
strata_status st_candidates_index(st_layer_run *l);

/* The candidates not done that read what `c` writes, and that write what it
 * reads; each once, in the order of the index. */
bool st_candidates_readers(st_layer_run *l, uint32_t c, st_numbers *out);
bool st_candidates_writers(st_layer_run *l, uint32_t c, st_numbers *out);

/* Text has changed: what `c` reads and writes is found anew if it is under
 * that change. */
strata_status st_candidate_reread(st_layer_run *l, uint32_t c);

/* True if it changes the text of somebody. */
bool st_candidate_changes_text(const st_layer_run *l, uint32_t c);

#endif
