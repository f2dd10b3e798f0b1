/*
 * pass.c - what a pass works on, and how expressions see the board.
 *
 * What was applied, to whom, with which operand and why there, stays until the
 * next pass: values of single entities are folded from it, and explanations
 * read it.
 */
#include "layers/pass.h"

#include <string.h>

static size_t widest(const strata_rules *rules) {
  size_t most = (size_t)st_attr_count(rules) + 1;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    if (rules->attrs[i].words > most) most = rules->attrs[i].words;
  }
  return most;
}

strata_status st_pass_init(st_pass *pass, st_mem *mem, const st_store *store,
                           st_compiled *compiled, const st_plan *plan) {
  const strata_rules *rules = store->rules;
  *pass = (st_pass){.mem = mem,
                    .rules = rules,
                    .store = store,
                    .compiled = compiled,
                    .plan = plan};
  st_arena_init(&pass->arena, mem);
  st_lists_init(&pass->lists, mem, rules);
  strata_status status = st_board_init(&pass->board, mem, store, &pass->arena,
                                       &pass->lists, compiled);
  pass->of_attr = st_mem_zeroed(mem, (size_t)st_attr_count(rules) + 1,
                                sizeof pass->of_attr[0]);
  pass->set = st_mem_zeroed(mem, widest(rules), sizeof pass->set[0]);
  pass->before = st_mem_zeroed(mem, widest(rules), sizeof pass->before[0]);
  if (status || !pass->of_attr || !pass->set || !pass->before) {
    return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

void st_pass_fini(st_pass *pass) {
  if (!pass->mem) return;
  st_mem *mem = pass->mem;
  st_variants_free(pass);
  size_t attrs = (size_t)st_attr_count(pass->rules) + 1;
  for (size_t i = 0; pass->of_attr && i < attrs; i++) {
    st_mem_free(mem, pass->of_attr[i].at, pass->of_attr[i].capacity,
                sizeof(uint32_t));
  }
  for (size_t i = 0; i < pass->bucket_kept; i++) {
    st_mem_free(mem, pass->buckets[i].units, pass->buckets[i].capacity,
                sizeof(uint32_t));
  }
  st_mem_free(mem, pass->of_attr, attrs, sizeof pass->of_attr[0]);
  st_mem_free(mem, pass->buckets, pass->bucket_capacity,
              sizeof pass->buckets[0]);
  st_mem_free(mem, pass->units, pass->unit_capacity, sizeof pass->units[0]);
  st_mem_free(mem, pass->applied, pass->applied_capacity,
              sizeof pass->applied[0]);
  st_mem_free(mem, pass->variants, pass->variant_capacity,
              sizeof pass->variants[0]);
  st_mem_free(mem, pass->edges, pass->edge_capacity, sizeof pass->edges[0]);
  st_mem_free(mem, pass->scratch.at, pass->scratch.capacity, sizeof(uint64_t));
  st_mem_free(mem, pass->set, widest(pass->rules), sizeof pass->set[0]);
  st_mem_free(mem, pass->before, widest(pass->rules), sizeof pass->before[0]);
  st_board_fini(&pass->board);
  st_lists_fini(&pass->lists);
  st_arena_fini(&pass->arena);
  *pass = (st_pass){0};
}

/* -- Expressions on the board -- */

static st_pass *pass_of(const st_expr_env *env) {
  return env->context;
}

static strata_status env_read(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, int64_t *out) {
  uint64_t word = 0;
  strata_status status = st_board_get(&pass_of(env)->board, attr, slot, &word);
  *out = (int64_t)word;
  return status;
}

static strata_status env_has(const st_expr_env *env, uint32_t slot,
                             strata_attr attr, uint32_t index, bool *out) {
  st_pass *pass = pass_of(env);
  if (pass->rules->attrs[attr - 1].type == STRATA_SET) {
    *out =
        st_board_plane(&pass->board, attr, index, slot / 64) >> (slot % 64) & 1;
    return STRATA_OK;
  }
  uint64_t list;
  strata_status status = st_board_get(&pass->board, attr, slot, &list);
  if (!status) *out = st_list_has(&pass->lists, list, index);
  return status;
}

static strata_status env_has_word(const st_expr_env *env, uint32_t word,
                                  strata_attr attr, uint32_t index,
                                  uint64_t candidates, uint64_t *out) {
  st_pass *pass = pass_of(env);
  if (pass->rules->attrs[attr - 1].type == STRATA_SET) {
    *out = candidates & st_board_plane(&pass->board, attr, index, word);
    return STRATA_OK;
  }
  *out = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    bool has = false;
    strata_status status = env_has(env, word * 64 + bit, attr, index, &has);
    if (status) return status;
    if (has) *out |= (uint64_t)1 << bit;
  }
  return STRATA_OK;
}

static strata_status env_join(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, uint64_t *words) {
  st_pass *pass = pass_of(env);
  const st_attr *a = &pass->rules->attrs[attr - 1];
  for (uint32_t i = 0; i < a->domain_count; i++) {
    if (st_board_plane(&pass->board, attr, i, slot / 64) >> (slot % 64) & 1) {
      st_bit_put(words, i, true);
    }
  }
  return STRATA_OK;
}

static uint64_t env_live_word(const st_expr_env *env, uint32_t word) {
  return st_get_word(pass_of(env)->store, ST_COLUMN_ENTITY_LIVE, word);
}

static strata_entity env_handle(const st_expr_env *env, uint32_t slot) {
  return st_entity_handle(pass_of(env)->store, slot);
}

static uint32_t env_resolve(const st_expr_env *env, strata_entity handle) {
  return st_entity_slot(pass_of(env)->store, handle);
}

st_expr_env st_pass_env(st_pass *pass, uint32_t it, uint32_t source) {
  return (st_expr_env){
      .rules = pass->rules,
      .it = it,
      .source = source,
      .word_count = st_words_for(st_entity_top(pass->store) + 1),
      .read = env_read,
      .has = env_has,
      .has_word = env_has_word,
      .join = env_join,
      .live_word = env_live_word,
      .handle = env_handle,
      .resolve = env_resolve,
      .mem = pass->mem,
      .context = pass,
  };
}

/* -- Beginning -- */

strata_status st_pass_begin(st_pass *pass) {
  st_variants_free(pass);
  st_arena_empty(&pass->arena);
  st_lists_empty(&pass->lists);
  st_board_empty(&pass->board);
  pass->words = pass->board.words;
  pass->unit_count = 0;
  pass->applied_count = 0;
  pass->edge_count = 0;
  pass->bucket_count = 0;
  for (uint32_t i = 0; i < st_attr_count(pass->rules); i++) {
    pass->of_attr[i].count = 0;
  }
  pass->bits =
      st_arena_take(&pass->arena, (size_t)pass->words * 2, sizeof(uint64_t));
  return pass->bits ? STRATA_OK : STRATA_ENOMEM;
}

size_t st_pass_bytes(const st_pass *pass) {
  return pass->arena.bytes + st_board_bytes(&pass->board) +
         pass->unit_capacity * sizeof pass->units[0] +
         pass->applied_capacity * sizeof pass->applied[0] +
         pass->lists.item_capacity * sizeof pass->lists.items[0];
}
