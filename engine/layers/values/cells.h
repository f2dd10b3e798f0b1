/* cells.h - the cache of computed values. */
#ifndef STRATA_CELLS_H
#define STRATA_CELLS_H

#include "rules/catalog/rules.h"

#define ST_CELL_ROWS   64 /* entities of one block */
#define ST_EPOCH_NEVER UINT32_MAX

struct st_program;

/*
 * Of one attribute: a row per entity, [key, words of the value], in blocks that
 * are made when a value of theirs is first computed. A row counts if its key
 * is the entity's generation and the attribute's epoch; so one comparison
 * tells a good handle and a fresh value, and raising the epoch forgets all.
 */
typedef struct st_cell_attr {
  uint64_t **rows; /* `span` blocks; `nowhere` where there is none */
  uint32_t epoch;
  uint32_t int_epoch; /* epoch if it is an int or flag, else ST_EPOCH_NEVER */
  uint32_t stride;    /* words of a row */
  bool plain;         /* no part of it looks at anything else in the world */
  bool watched;       /* something else depends on it */
  struct st_program ***programs; /* blocks of programs, or NULL */
} st_cell_attr;

typedef struct st_cells {
  st_cell_attr *attrs; /* id - 1 */
  uint32_t attr_count;
  uint32_t span;     /* blocks of each: the same for all, so that no branch
                        hangs on which attribute is written */
  uint64_t *nowhere; /* a block that is nobody's: rows without values, which
                        spares the writers of base values a branch */
  uint32_t widest;   /* the largest stride */
  uint64_t **blocks; /* the rows of all attributes, one after the other */
  st_mem *mem;
  uint32_t next_epoch; /* no epoch is used twice, not even after a rollback */
  size_t bytes;        /* of rows and programs */
  uint32_t *passed;    /* attributes on which the pass has a say: not plain */
  uint32_t passed_count;
} st_cells;

strata_status st_cells_init(st_cells *cells, st_mem *mem,
                            const strata_rules *rules);
void st_cells_fini(st_cells *cells);

static inline uint64_t st_cells_key(const st_cell_attr *attr,
                                    uint32_t generation) {
  return (uint64_t)generation << 32 | attr->epoch;
}

/* The row of a value; NULL if there is no memory for its block. `rows` is how
 * many entities there is room for. */
uint64_t *st_cells_open(st_cells *cells, strata_attr attr, uint32_t slot,
                        uint32_t rows);

/* The key of a value that was known: one of nobody, in no epoch. */
#define ST_KEY_FORGOTTEN UINT64_MAX

/* Forget one value. */
static inline void st_cells_drop(st_cells *cells, strata_attr attr,
                                 uint32_t slot) {
  const st_cell_attr *a = &cells->attrs[attr - 1];
  uint32_t block = slot / ST_CELL_ROWS;
  if (block >= cells->span) return;
  a->rows[block][(size_t)(slot % ST_CELL_ROWS) * a->stride] = ST_KEY_FORGOTTEN;
}

/* Whether a value, which has a row, was ever known. */
static inline bool st_cells_was_known(const st_cells *cells, strata_attr attr,
                                      uint32_t slot) {
  const st_cell_attr *a = &cells->attrs[attr - 1];
  uint32_t block = slot / ST_CELL_ROWS;
  if (block >= cells->span) return false;
  return a->rows[block][(size_t)(slot % ST_CELL_ROWS) * a->stride] != 0;
}

void st_cells_drop_entity(st_cells *cells, uint32_t slot);

/* Forget those values of an entity on which the pass has a say. */
static inline void st_cells_drop_passed(st_cells *cells, uint32_t slot) {
  for (uint32_t i = 0; i < cells->passed_count; i++) {
    st_cells_drop(cells, cells->passed[i], slot);
  }
}

/* To be called when it is known which are plain. */
void st_cells_list_passed(st_cells *cells);
void st_cells_drop_attr(st_cells *cells, strata_attr attr);
void st_cells_drop_all(st_cells *cells);

/* Give all blocks and programs back. */
void st_cells_clear(st_cells *cells);

/* Where the program of a value is kept; NULL if its block has none, and with
 * `make` if there is no memory. Whoever makes it larger counts its bytes. */
struct st_program **st_cells_program(st_cells *cells, strata_attr attr,
                                     uint32_t slot, bool make);

#endif
