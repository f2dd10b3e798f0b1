/* tokens.h - what units read and write, to find the pairs worth a trial. */
#ifndef STRATA_LAYERS_ORDER_READ_WRITE_SETS_H
#define STRATA_LAYERS_ORDER_READ_WRITE_SETS_H

#include "layers/pass/layer_unit.h"

/* Besides attributes, units read whether their ability exists, and its text. */
#define ST_RW_EXISTS UINT32_C(0x8000)
#define ST_RW_TEXT   UINT32_C(0x8001)

/* A symbol's place + 1, or 0 for the whole attribute. */
#define ST_RW_ITEM(attr, symbol) ((uint32_t)(attr) << 16 | (uint32_t)(symbol))
#define ST_RW_WHOLE_ATTR(item)   ((item)&UINT32_C(0xFFFF0000))

typedef struct st_rw_set {
  const st_pass *pass;
  strata_layer layer;
  st_u32_vec *items; /* tokens are put behind what it holds */
} st_rw_set;

/* What a unit's existence, text, set and operands hang on in the layer. */
bool st_rw_set_add_reads(st_rw_set *t, const st_layer_unit *unit,
                         const st_clause *clause);

/* What its parts in the layer change. */
bool st_rw_set_add_writes(st_rw_set *t, const st_clause *clause);

/* -- Who mentions which token -- */

bool st_rw_index_add(st_mem *mem, st_rw_index *m, const uint32_t *at,
                     uint32_t count, uint32_t unit);

/* By token. They were mentioned by ascending candidates and stay so. */
bool st_rw_index_sort(st_mem *mem, st_rw_index *m, st_rw_index *buffer);

/* The first one of `token` or after it. */
size_t st_rw_index_lower_bound(const st_rw_index *m, uint32_t item);

/* -- Filters: whether anybody could mention what a token touches -- */

void st_rw_filter_add(st_rw_filter *filter, uint32_t item);

/* False if nobody does. True now and then though nobody does. */
bool st_rw_filter_may_touch(const st_rw_filter *filter, uint32_t item);

#endif
