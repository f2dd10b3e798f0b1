/*
 * cells.c - the cache of computed values.
 *
 * Workload: a value is read some hundred times for each time that it changes,
 * so a hit is one load of the attribute's record, one of the block's address
 * and one of the row. Forks forget everything at once by new epochs and keep
 * the memory.
 */
#include "layers/values/cells.h"

#include "layers/values/program.h"

#include <string.h>

strata_status st_cells_init(st_cells *cells, st_mem *mem,
                            const strata_rules *rules) {
  *cells = (st_cells){.mem = mem, .next_epoch = 1};
  uint32_t count = st_attr_count(rules);
  if (count == 0) return STRATA_OK;
  cells->attrs = st_mem_zeroed(mem, count, sizeof cells->attrs[0]);
  if (!cells->attrs) return STRATA_ENOMEM;
  cells->attr_count = count;
  for (uint32_t i = 0; i < count; i++) {
    const st_attr *attr = &rules->attrs[i];
    bool is_int = attr->type == STRATA_INT || attr->type == STRATA_FLAG;
    cells->attrs[i] = (st_cell_attr){.stride = 1 + attr->words,
                                     .int_epoch = is_int ? 1 : ST_EPOCH_NEVER};
    if (1 + attr->words > cells->widest) cells->widest = 1 + attr->words;
  }
  cells->nowhere = st_mem_zeroed(mem, (size_t)ST_CELL_ROWS * cells->widest,
                                 sizeof(uint64_t));
  cells->passed = st_mem_zeroed(mem, count, sizeof cells->passed[0]);
  if (!cells->nowhere || !cells->passed) return STRATA_ENOMEM;
  st_cells_list_passed(cells);
  st_cells_drop_all(cells);
  return STRATA_OK;
}

static void free_programs(st_cells *cells, st_program **block) {
  if (!block) return;
  for (uint32_t i = 0; i < ST_CELL_ROWS; i++) {
    st_program_free(block[i], cells->mem);
  }
  st_mem_free(cells->mem, block, ST_CELL_ROWS, sizeof block[0]);
}

static void free_all_programs(st_cells *cells, st_cell_attr *a) {
  size_t before = cells->mem->live_bytes;
  for (uint32_t b = 0; a->programs && b < cells->span; b++) {
    free_programs(cells, a->programs[b]);
  }
  st_mem_free(cells->mem, a->programs, a->programs ? cells->span : 0,
              sizeof a->programs[0]);
  a->programs = NULL;
  cells->bytes -= before - cells->mem->live_bytes;
}

static void free_blocks(st_cells *cells) {
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    st_cell_attr *a = &cells->attrs[i];
    for (uint32_t b = 0; b < cells->span; b++) {
      if (a->rows[b] != cells->nowhere) {
        st_mem_free(cells->mem, a->rows[b], (size_t)ST_CELL_ROWS * a->stride,
                    sizeof(uint64_t));
      }
    }
    free_all_programs(cells, a);
    a->rows = NULL;
  }
  st_mem_free(cells->mem, cells->blocks,
              (size_t)cells->attr_count * cells->span, sizeof cells->blocks[0]);
  cells->blocks = NULL;
  cells->span = 0;
  cells->bytes = 0;
}

void st_cells_clear(st_cells *cells) {
  free_blocks(cells);
  st_cells_drop_all(cells);
}

void st_cells_fini(st_cells *cells) {
  free_blocks(cells);
  st_mem_free(cells->mem, cells->nowhere, (size_t)ST_CELL_ROWS * cells->widest,
              sizeof(uint64_t));
  st_mem_free(cells->mem, cells->passed, cells->attr_count,
              sizeof cells->passed[0]);
  st_mem_free(cells->mem, cells->attrs, cells->attr_count,
              sizeof cells->attrs[0]);
  *cells = (st_cells){.mem = cells->mem};
}

/* After 2^32 epochs the rows are wiped, so that an old key cannot return. */
static void restart_epochs(st_cells *cells) {
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    st_cell_attr *a = &cells->attrs[i];
    for (uint32_t b = 0; b < cells->span; b++) {
      if (a->rows[b] == cells->nowhere) continue;
      memset(a->rows[b], 0,
             (size_t)ST_CELL_ROWS * a->stride * sizeof(uint64_t));
    }
  }
  cells->next_epoch = 1;
}

void st_cells_drop_attr(st_cells *cells, strata_attr attr) {
  if (cells->next_epoch == ST_EPOCH_NEVER) {
    st_cells_drop_all(cells);
    return;
  }
  st_cell_attr *a = &cells->attrs[attr - 1];
  a->epoch = cells->next_epoch++;
  if (a->int_epoch != ST_EPOCH_NEVER) a->int_epoch = a->epoch;
}

void st_cells_drop_all(st_cells *cells) {
  if (cells->next_epoch > UINT32_MAX - cells->attr_count) {
    restart_epochs(cells);
  }
  for (strata_attr attr = 1; attr <= cells->attr_count; attr++) {
    st_cells_drop_attr(cells, attr);
  }
}

void st_cells_drop_entity(st_cells *cells, uint32_t slot) {
  for (strata_attr attr = 1; attr <= cells->attr_count; attr++) {
    st_cells_drop(cells, attr, slot);
  }
}

void st_cells_list_passed(st_cells *cells) {
  cells->passed_count = 0;
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    if (!cells->attrs[i].plain) cells->passed[cells->passed_count++] = i + 1;
  }
}

/* Give every attribute `span` blocks. Programs are let go of: there are few
 * when entities are still coming, and they are made again when read. */
static bool fit(st_cells *cells, uint32_t span) {
  if (span <= cells->span) return true;
  size_t count = (size_t)cells->attr_count * span;
  uint64_t **blocks = st_mem_zeroed(cells->mem, count, sizeof blocks[0]);
  if (!blocks) return false;
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    free_all_programs(cells, &cells->attrs[i]);
  }
  for (size_t i = 0; i < count; i++) {
    blocks[i] = cells->nowhere;
  }
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    st_cell_attr *a = &cells->attrs[i];
    uint64_t **rows = blocks + (size_t)i * span;
    if (cells->span > 0) {
      memcpy(rows, a->rows, cells->span * sizeof rows[0]);
    }
    a->rows = rows;
  }
  st_mem_free(cells->mem, cells->blocks,
              (size_t)cells->attr_count * cells->span, sizeof blocks[0]);
  cells->blocks = blocks;
  cells->span = span;
  return true;
}

uint64_t *st_cells_open(st_cells *cells, strata_attr attr, uint32_t slot,
                        uint32_t rows) {
  st_cell_attr *a = &cells->attrs[attr - 1];
  uint32_t block = slot / ST_CELL_ROWS;
  assert(slot < rows);
  if (!fit(cells, rows / ST_CELL_ROWS)) return NULL;
  if (a->rows[block] == cells->nowhere) {
    size_t words = (size_t)ST_CELL_ROWS * a->stride;
    uint64_t *made = st_mem_zeroed(cells->mem, words, sizeof(uint64_t));
    if (!made) return NULL;
    a->rows[block] = made;
    cells->bytes += words * sizeof(uint64_t);
  }
  return a->rows[block] + (size_t)(slot % ST_CELL_ROWS) * a->stride;
}

st_program **st_cells_program(st_cells *cells, strata_attr attr, uint32_t slot,
                              bool make) {
  st_cell_attr *a = &cells->attrs[attr - 1];
  uint32_t block = slot / ST_CELL_ROWS;
  if (block >= cells->span) return NULL;
  size_t before = cells->mem->live_bytes;
  if (make && !a->programs) {
    a->programs = st_mem_zeroed(cells->mem, cells->span, sizeof a->programs[0]);
  }
  if (make && a->programs && !a->programs[block]) {
    a->programs[block] =
        st_mem_zeroed(cells->mem, ST_CELL_ROWS, sizeof a->programs[0][0]);
  }
  cells->bytes += cells->mem->live_bytes - before;
  if (!a->programs || !a->programs[block]) return NULL;
  return &a->programs[block][slot % ST_CELL_ROWS];
}
