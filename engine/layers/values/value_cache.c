/*
 * value_cache.c - the cache of computed values.
 *
 * Workload: a value is read some hundred times for each time that it changes,
 * so a hit is one load of the attribute's record, one of the block's address
 * and one of the row. A fork drops all values by new epochs and keeps the
 * memory.
 */
#include "layers/values/value_cache.h"

#include "layers/values/number_program.h"

#include <string.h>

strata_status st_value_cache_init(st_value_cache *cache, st_mem *mem,
                                  const strata_rules *rules) {
  *cache = (st_value_cache){.mem = mem, .next_epoch = 1};
  uint32_t count = st_attr_count(rules);
  if (count == 0) return STRATA_OK;
  cache->attrs = st_mem_zeroed(mem, count, sizeof cache->attrs[0]);
  if (!cache->attrs) return STRATA_ENOMEM;
  cache->attr_count = count;
  for (uint32_t i = 0; i < count; i++) {
    const st_attr *attr = &rules->attrs[i];
    bool is_int = attr->type == STRATA_INT || attr->type == STRATA_FLAG;
    cache->attrs[i] =
        (st_value_cache_attr){.stride = 1 + attr->word_count,
                              .int_epoch = is_int ? 1 : ST_VALUE_EPOCH_NEVER};
    if (1 + attr->word_count > cache->widest_stride) {
      cache->widest_stride = 1 + attr->word_count;
    }
  }
  cache->empty_block =
      st_mem_zeroed(mem, (size_t)ST_VALUE_BLOCK_ROWS * cache->widest_stride,
                    sizeof(uint64_t));
  cache->computed_attrs =
      st_mem_zeroed(mem, count, sizeof cache->computed_attrs[0]);
  if (!cache->empty_block || !cache->computed_attrs) return STRATA_ENOMEM;
  st_value_cache_list_computed(cache);
  st_value_cache_drop_all(cache);
  return STRATA_OK;
}

static void free_block_programs(st_value_cache *cache,
                                st_number_program **block) {
  if (!block) return;
  for (uint32_t i = 0; i < ST_VALUE_BLOCK_ROWS; i++) {
    st_number_program_free(block[i], cache->mem);
  }
  st_mem_free(cache->mem, block, ST_VALUE_BLOCK_ROWS, sizeof block[0]);
}

static void free_attr_programs(st_value_cache *cache, st_value_cache_attr *a) {
  size_t before = cache->mem->live_bytes;
  for (uint32_t b = 0; a->programs && b < cache->block_count; b++) {
    free_block_programs(cache, a->programs[b]);
  }
  st_mem_free(cache->mem, a->programs, a->programs ? cache->block_count : 0,
              sizeof a->programs[0]);
  a->programs = NULL;
  cache->bytes -= before - cache->mem->live_bytes;
}

static void free_cache_blocks(st_value_cache *cache) {
  for (uint32_t i = 0; i < cache->attr_count; i++) {
    st_value_cache_attr *a = &cache->attrs[i];
    for (uint32_t b = 0; b < cache->block_count; b++) {
      if (a->rows[b] != cache->empty_block) {
        st_mem_free(cache->mem, a->rows[b],
                    (size_t)ST_VALUE_BLOCK_ROWS * a->stride, sizeof(uint64_t));
      }
    }
    free_attr_programs(cache, a);
    a->rows = NULL;
  }
  st_mem_free(cache->mem, cache->blocks,
              (size_t)cache->attr_count * cache->block_count,
              sizeof cache->blocks[0]);
  cache->blocks = NULL;
  cache->block_count = 0;
  cache->bytes = 0;
}

void st_value_cache_clear(st_value_cache *cache) {
  free_cache_blocks(cache);
  st_value_cache_drop_all(cache);
}

void st_value_cache_fini(st_value_cache *cache) {
  free_cache_blocks(cache);
  st_mem_free(cache->mem, cache->empty_block,
              (size_t)ST_VALUE_BLOCK_ROWS * cache->widest_stride,
              sizeof(uint64_t));
  st_mem_free(cache->mem, cache->computed_attrs, cache->attr_count,
              sizeof cache->computed_attrs[0]);
  st_mem_free(cache->mem, cache->attrs, cache->attr_count,
              sizeof cache->attrs[0]);
  *cache = (st_value_cache){.mem = cache->mem};
}

/* After 2^32 epochs all rows are wiped, so that no old key becomes valid
 * again. */
static void restart_value_epochs(st_value_cache *cache) {
  for (uint32_t i = 0; i < cache->attr_count; i++) {
    st_value_cache_attr *a = &cache->attrs[i];
    for (uint32_t b = 0; b < cache->block_count; b++) {
      if (a->rows[b] == cache->empty_block) continue;
      memset(a->rows[b], 0,
             (size_t)ST_VALUE_BLOCK_ROWS * a->stride * sizeof(uint64_t));
    }
  }
  cache->next_epoch = 1;
}

void st_value_cache_drop_attr(st_value_cache *cache, strata_attr attr) {
  if (cache->next_epoch == ST_VALUE_EPOCH_NEVER) {
    st_value_cache_drop_all(cache);
    return;
  }
  st_value_cache_attr *a = &cache->attrs[attr - 1];
  a->epoch = cache->next_epoch++;
  if (a->int_epoch != ST_VALUE_EPOCH_NEVER) a->int_epoch = a->epoch;
}

void st_value_cache_drop_all(st_value_cache *cache) {
  if (cache->next_epoch > UINT32_MAX - cache->attr_count) {
    restart_value_epochs(cache);
  }
  for (strata_attr attr = 1; attr <= cache->attr_count; attr++) {
    st_value_cache_drop_attr(cache, attr);
  }
}

void st_value_cache_drop_entity(st_value_cache *cache, uint32_t slot) {
  for (strata_attr attr = 1; attr <= cache->attr_count; attr++) {
    st_value_cache_drop(cache, attr, slot);
  }
}

void st_value_cache_list_computed(st_value_cache *cache) {
  cache->computed_attr_count = 0;
  for (uint32_t i = 0; i < cache->attr_count; i++) {
    if (!cache->attrs[i].is_independent) {
      cache->computed_attrs[cache->computed_attr_count++] = i + 1;
    }
  }
}

/* Give every attribute `span` blocks. Programs are freed: there are few while
 * entities are still being added, and a later read makes them again. */
static bool grow_block_count(st_value_cache *cache, uint32_t span) {
  if (span <= cache->block_count) return true;
  size_t count = (size_t)cache->attr_count * span;
  uint64_t **blocks = st_mem_zeroed(cache->mem, count, sizeof blocks[0]);
  if (!blocks) return false;
  for (uint32_t i = 0; i < cache->attr_count; i++) {
    free_attr_programs(cache, &cache->attrs[i]);
  }
  for (size_t i = 0; i < count; i++) {
    blocks[i] = cache->empty_block;
  }
  for (uint32_t i = 0; i < cache->attr_count; i++) {
    st_value_cache_attr *a = &cache->attrs[i];
    uint64_t **rows = blocks + (size_t)i * span;
    if (cache->block_count > 0) {
      memcpy(rows, a->rows, cache->block_count * sizeof rows[0]);
    }
    a->rows = rows;
  }
  st_mem_free(cache->mem, cache->blocks,
              (size_t)cache->attr_count * cache->block_count, sizeof blocks[0]);
  cache->blocks = blocks;
  cache->block_count = span;
  return true;
}

uint64_t *st_value_cache_row(st_value_cache *cache, strata_attr attr,
                             uint32_t slot, uint32_t rows) {
  st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  assert(slot < rows);
  if (!grow_block_count(cache, rows / ST_VALUE_BLOCK_ROWS)) return NULL;
  if (a->rows[block] == cache->empty_block) {
    size_t words = (size_t)ST_VALUE_BLOCK_ROWS * a->stride;
    uint64_t *made = st_mem_zeroed(cache->mem, words, sizeof(uint64_t));
    if (!made) return NULL;
    a->rows[block] = made;
    cache->bytes += words * sizeof(uint64_t);
  }
  return a->rows[block] + (size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride;
}

st_number_program **st_value_cache_make_program(st_value_cache *cache,
                                                strata_attr attr,
                                                uint32_t slot) {
  st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cache->block_count) return NULL;
  size_t before = cache->mem->live_bytes;
  if (!a->programs) {
    a->programs =
        st_mem_zeroed(cache->mem, cache->block_count, sizeof a->programs[0]);
  }
  if (a->programs && !a->programs[block]) {
    a->programs[block] = st_mem_zeroed(cache->mem, ST_VALUE_BLOCK_ROWS,
                                       sizeof a->programs[0][0]);
  }
  cache->bytes += cache->mem->live_bytes - before;
  if (!a->programs || !a->programs[block]) return NULL;
  return &a->programs[block][slot % ST_VALUE_BLOCK_ROWS];
}
