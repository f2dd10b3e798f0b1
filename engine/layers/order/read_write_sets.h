/* read_write_sets.h - what a unit reads and writes in a layer, to find the
 * pairs that are worth a trial. */
#ifndef STRATA_LAYERS_ORDER_READ_WRITE_SETS_H
#define STRATA_LAYERS_ORDER_READ_WRITE_SETS_H

#include "layers/pass/layer_unit.h"

/* Pseudo-attributes: whether a unit's ability exists, and its text. */
#define ST_RW_EXISTS UINT32_C(0x8000)
#define ST_RW_TEXT   UINT32_C(0x8001)

/* An item is an attribute and one symbol of it: the symbol's index in the
 * domain + 1, or 0 for the whole attribute. Two items touch if they are equal,
 * or if one is the whole attribute of the other. */
#define ST_RW_ITEM(attr, symbol) ((uint32_t)(attr) << 16 | (uint32_t)(symbol))
#define ST_RW_WHOLE_ATTR(item)   ((item)&UINT32_C(0xFFFF0000))

typedef struct st_rw_set {
  const st_pass *pass;
  strata_layer layer;
  st_u32_vec *items; /* items are appended */
} st_rw_set;

/* Add the items on which the unit's existence, text, members and operands
 * depend in the layer. False if there is no memory. */
bool st_rw_set_add_reads(st_rw_set *t, const st_layer_unit *unit,
                         const st_clause *clause);

/* Add the items that the clause's parts in the layer change. False if there is
 * no memory. */
bool st_rw_set_add_writes(st_rw_set *t, const st_clause *clause);

/* -- Indexes: which pending unit mentions which item -- */

bool st_rw_index_add(st_mem *mem, st_rw_index *m, const uint32_t *at,
                     uint32_t count, uint32_t unit);

/* Sort by item. Entries of one item keep the order in which they were added,
 * which is ascending by pending unit. `buffer` is spare memory. False if there
 * is none. */
bool st_rw_index_sort(st_mem *mem, st_rw_index *m, st_rw_index *buffer);

/* The index of the first entry whose item is `item` or greater. */
size_t st_rw_index_lower_bound(const st_rw_index *m, uint32_t item);

/* -- Filters: whether any unit may mention an item that touches another -- */

void st_rw_filter_add(st_rw_filter *filter, uint32_t item);

/* False if no added item touches `item`. True may be wrong: the filter is a
 * hash of 4096 bits. */
bool st_rw_filter_may_touch(const st_rw_filter *filter, uint32_t item);

#endif
