/* state_stage.h - fixture: a store by the rules of kit.h, with a probed
 * allocator and without a world. Functions are static, because several test
 * programs include them. */
#ifndef STRATA_TESTS_UNIT_WORLD_STATE_STAGE_H
#define STRATA_TESTS_UNIT_WORLD_STATE_STAGE_H

#include "kit.h"
#include "support.h"
#include "world/objects/entity.h"

typedef struct state {
  probe probe;
  strata_rules *rules;
  st_mem mem;
  st_store store;
} state;

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

/* `named`: rules with named layers, else with numbered ones. */
static inline void state_open(state *s, bool named) {
  *s = (state){0};
  OK(kit_rules(NULL, named, &s->rules));
  st_mem_init(&s->mem, probe_alloc, &s->probe);
  OK(st_store_init(&s->store, &s->mem, s->rules));
}

/* Last line of a test: checks that nothing leaked. */
static inline void state_close(state *s) {
  st_store_fini(&s->store);
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static inline const st_attr *state_attr(const state *s, const char *name) {
  return st_attr_of(s->rules, kit_attr(s->rules, name));
}

static inline strata_entity state_spawn(state *s) {
  strata_entity entity = 0;
  OK(st_entity_spawn(&s->store, &entity));
  return entity;
}

/* A hash of all cells and of the layout of their pages. */
static inline uint64_t state_layout(const st_store *store) {
  uint64_t sum = kit_fold_number(0, store->page_count);
  for (uint32_t c = 0; c < store->rules->column_count; c++) {
    const st_column *column = &store->columns[c];
    uint32_t places = store->capacity[column->table] >> column->shift;
    if (column->width == ST_CELL_SPLIT) places *= 2;
    for (uint32_t i = 0; i < places || i == 0; i++) {
      uint32_t page = store->directory[column->first_entry + i];
      if (page == 0) continue;
      sum = kit_fold_number(sum, (uint64_t)c << 32 | i);
      sum = kit_fold_number(sum, page);
    }
  }
  return kit_fold(sum, store->arena, (size_t)store->page_count * ST_PAGE_BYTES);
}

#endif
