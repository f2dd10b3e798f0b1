/*
 * cells.c - the cache of computed values.
 *
 * Workload: a value is read some hundred times for each time that it changes,
 * so a hit is one load of the attribute's record, one of the block's address
 * and one of the row. Forks forget everything at once by new epochs and keep
 * the memory.
 */
#include "layers/values/value_cache.h"

#include "layers/values/number_program.h"

#include <string.h>

strata_status st_value_cache_init(st_value_cache *cells, st_mem *mem,
                                  const strata_rules *rules) {
  *cells = (st_value_cache){.mem = mem, .next_epoch = 1};
  uint32_t count = st_attr_count(rules);
  if (count == 0) return STRATA_OK;
  cells->attrs = st_mem_zeroed(mem, count, sizeof cells->attrs[0]);
  if (!cells->attrs) return STRATA_ENOMEM;
  cells->attr_count = count;
  for (uint32_t i = 0; i < count; i++) {
    const st_attr *attr = &rules->attrs[i];
    bool is_int = attr->type == STRATA_INT || attr->type == STRATA_FLAG;
    cells->attrs[i] =
        (st_value_cache_attr){.stride = 1 + attr->word_count,
                              .int_epoch = is_int ? 1 : ST_VALUE_EPOCH_NEVER};
    if (1 + attr->word_count > cells->widest_stride)
      cells->widest_stride = 1 + attr->word_count;
  }
  cells->empty_block =
      st_mem_zeroed(mem, (size_t)ST_VALUE_BLOCK_ROWS * cells->widest_stride,
                    sizeof(uint64_t));
  cells->computed_attrs =
      st_mem_zeroed(mem, count, sizeof cells->computed_attrs[0]);
  if (!cells->empty_block || !cells->computed_attrs) return STRATA_ENOMEM;
  st_value_cache_list_computed(cells);
  st_value_cache_drop_all(cells);
  return STRATA_OK;
}

static void free_block_programs(st_value_cache *cells,
                                st_number_program **block) {
  if (!block) return;
  for (uint32_t i = 0; i < ST_VALUE_BLOCK_ROWS; i++) {
    st_number_program_free(block[i], cells->mem);
  }
  st_mem_free(cells->mem, block, ST_VALUE_BLOCK_ROWS, sizeof block[0]);
}

static void free_attr_programs(st_value_cache *cells, st_value_cache_attr *a) {
  size_t before = cells->mem->live_bytes;
  for (uint32_t b = 0; a->programs && b < cells->block_count; b++) {
    free_block_programs(cells, a->programs[b]);
  }
  st_mem_free(cells->mem, a->programs, a->programs ? cells->block_count : 0,
              sizeof a->programs[0]);
  a->programs = NULL;
  cells->bytes -= before - cells->mem->live_bytes;
}

static void free_cache_blocks(st_value_cache *cells) {
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    st_value_cache_attr *a = &cells->attrs[i];
    for (uint32_t b = 0; b < cells->block_count; b++) {
      if (a->rows[b] != cells->empty_block) {
        st_mem_free(cells->mem, a->rows[b],
                    (size_t)ST_VALUE_BLOCK_ROWS * a->stride, sizeof(uint64_t));
      }
    }
    free_attr_programs(cells, a);
    a->rows = NULL;
  }
  st_mem_free(cells->mem, cells->blocks,
              (size_t)cells->attr_count * cells->block_count,
              sizeof cells->blocks[0]);
  cells->blocks = NULL;
  cells->block_count = 0;
  cells->bytes = 0;
}

void st_value_cache_clear(st_value_cache *cells) {
  free_cache_blocks(cells);
  st_value_cache_drop_all(cells);
}

void st_value_cache_fini(st_value_cache *cells) {
  free_cache_blocks(cells);
  st_mem_free(cells->mem, cells->empty_block,
              (size_t)ST_VALUE_BLOCK_ROWS * cells->widest_stride,
              sizeof(uint64_t));
  st_mem_free(cells->mem, cells->computed_attrs, cells->attr_count,
              sizeof cells->computed_attrs[0]);
  st_mem_free(cells->mem, cells->attrs, cells->attr_count,
              sizeof cells->attrs[0]);
  *cells = (st_value_cache){.mem = cells->mem};
}

/* After 2^32 epochs the rows are wiped, so that an old key cannot return. */
static void restart_value_epochs(st_value_cache *cells) {
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    st_value_cache_attr *a = &cells->attrs[i];
    for (uint32_t b = 0; b < cells->block_count; b++) {
      if (a->rows[b] == cells->empty_block) continue;
      memset(a->rows[b], 0,
             (size_t)ST_VALUE_BLOCK_ROWS * a->stride * sizeof(uint64_t));
    }
  }
  cells->next_epoch = 1;
}

void st_value_cache_drop_attr(st_value_cache *cells, strata_attr attr) {
  if (cells->next_epoch == ST_VALUE_EPOCH_NEVER) {
    st_value_cache_drop_all(cells);
    return;
  }
  st_value_cache_attr *a = &cells->attrs[attr - 1];
  a->epoch = cells->next_epoch++;
  if (a->int_epoch != ST_VALUE_EPOCH_NEVER) a->int_epoch = a->epoch;
}

void st_value_cache_drop_all(st_value_cache *cells) {
  if (cells->next_epoch > UINT32_MAX - cells->attr_count) {
    restart_value_epochs(cells);
  }
  for (strata_attr attr = 1; attr <= cells->attr_count; attr++) {
    st_value_cache_drop_attr(cells, attr);
  }
}

void st_value_cache_drop_entity(st_value_cache *cells, uint32_t slot) {
  for (strata_attr attr = 1; attr <= cells->attr_count; attr++) {
    st_value_cache_drop(cells, attr, slot);
  }
}

void st_value_cache_list_computed(st_value_cache *cells) {
  cells->computed_attr_count = 0;
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    if (!cells->attrs[i].is_independent)
      cells->computed_attrs[cells->computed_attr_count++] = i + 1;
  }
}

/* Give every attribute `span` blocks. Programs are let go of: there are few
 * when entities are still coming, and they are made again when read. */
static bool grow_block_count(st_value_cache *cells, uint32_t span) {
  if (span <= cells->block_count) return true;
  size_t count = (size_t)cells->attr_count * span;
  uint64_t **blocks = st_mem_zeroed(cells->mem, count, sizeof blocks[0]);
  if (!blocks) return false;
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    free_attr_programs(cells, &cells->attrs[i]);
  }
  for (size_t i = 0; i < count; i++) {
    blocks[i] = cells->empty_block;
  }
  for (uint32_t i = 0; i < cells->attr_count; i++) {
    st_value_cache_attr *a = &cells->attrs[i];
    uint64_t **rows = blocks + (size_t)i * span;
    if (cells->block_count > 0) {
      memcpy(rows, a->rows, cells->block_count * sizeof rows[0]);
    }
    a->rows = rows;
  }
  st_mem_free(cells->mem, cells->blocks,
              (size_t)cells->attr_count * cells->block_count, sizeof blocks[0]);
  cells->blocks = blocks;
  cells->block_count = span;
  return true;
}

uint64_t *st_value_cache_row(st_value_cache *cells, strata_attr attr,
                             uint32_t slot, uint32_t rows) {
  st_value_cache_attr *a = &cells->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  assert(slot < rows);
  if (!grow_block_count(cells, rows / ST_VALUE_BLOCK_ROWS)) return NULL;
  if (a->rows[block] == cells->empty_block) {
    size_t words = (size_t)ST_VALUE_BLOCK_ROWS * a->stride;
    uint64_t *made = st_mem_zeroed(cells->mem, words, sizeof(uint64_t));
    if (!made) return NULL;
    a->rows[block] = made;
    cells->bytes += words * sizeof(uint64_t);
  }
  return a->rows[block] + (size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride;
}

st_number_program **st_value_cache_program(st_value_cache *cells,
                                           strata_attr attr, uint32_t slot,
                                           bool make) {
  st_value_cache_attr *a = &cells->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cells->block_count) return NULL;
  size_t before = cells->mem->live_bytes;
  if (make && !a->programs) {
    a->programs =
        st_mem_zeroed(cells->mem, cells->block_count, sizeof a->programs[0]);
  }
  if (make && a->programs && !a->programs[block]) {
    a->programs[block] = st_mem_zeroed(cells->mem, ST_VALUE_BLOCK_ROWS,
                                       sizeof a->programs[0][0]);
  }
  cells->bytes += cells->mem->live_bytes - before;
  if (!a->programs || !a->programs[block]) return NULL;
  return &a->programs[block][slot % ST_VALUE_BLOCK_ROWS];
}
