/* sba_reads.h - on what the subject of a state-based action depends. */
#ifndef STRATA_PLAY_INDEX_SBA_READS_H
#define STRATA_PLAY_INDEX_SBA_READS_H

#include "rules/model/rw_mask.h"

#define ST_SBA_LINKS 4 /* the most references that a subject may follow */

typedef enum st_sba_reach {
  /* `it`, entities to which references of `it` lead (`links`), and values that
   * are the same for all entities */
  ST_SBA_REACH_LINKS,
  /* besides, entities that cannot be told beforehand */
  ST_SBA_REACH_ANY,
  /* besides, what no log tells of: the order of a zone, a function of the
   * host, the frame */
  ST_SBA_REACH_UNTOLD
} st_sba_reach;

/*
 * A subject mostly begins with conditions of `it` alone, as "an Aura on the
 * battlefield", and few entities satisfy these. So the rest of it is asked of
 * those few, and again only where what it depends on has changed.
 */
typedef struct st_sba_reads {
  st_sba_reach reach;
  uint32_t near_end; /* the node behind the root of those first conditions; 0:
                        it begins with none, so all entities satisfy them */
  uint32_t lead_end; /* likewise behind the first of them alone */
  bool is_near;      /* there are no others */
  bool has_closed;   /* it has parts that are the same for all entities */
  uint64_t attrs;    /* all attributes that it reads, as in st_rw_mask */
  strata_attr links[ST_SBA_LINKS];
  uint32_t link_count;
} st_sba_reads;

/* Cost O(nodes * depth). */
st_sba_reads st_sba_reads_of(const strata_expr *subject);

/* Whether two subjects have the same first `end` nodes, which are one condition
 * of each. Cost O(end). */
bool st_sba_reads_begin_alike(const strata_expr *a, const strata_expr *b,
                              uint32_t end);

#endif
