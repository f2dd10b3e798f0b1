/*
 * in_force.c - the memory of the in-force set.
 *
 * The set is rebuilt whenever something changes what is read, and a rebuild
 * mostly yields the same clauses again. So released clauses stay in a free list
 * with the capacity of their parts, and a rebuild allocates next to nothing.
 *
 * From the set follows which attributes the board keeps: those that some clause
 * reads. Every other value is evaluated for one entity when it is asked for.
 */
#include "layers/inforce/in_force.h"

#include <string.h>

strata_status st_in_force_init(st_in_force *in_force, st_mem *mem,
                               const strata_rules *rules) {
  *in_force = (st_in_force){.mem = mem, .rules = rules, .stale = true};
  size_t count = (size_t)st_attr_count(rules) + 1; /* at least 1 */
  in_force->is_read = st_mem_zeroed(mem, count, sizeof in_force->is_read[0]);
  in_force->is_on_board =
      st_mem_zeroed(mem, count, sizeof in_force->is_on_board[0]);
  in_force->has_stacking =
      st_mem_zeroed(mem, count, sizeof in_force->has_stacking[0]);
  in_force->switch_group =
      st_mem_zeroed(mem, count, sizeof in_force->switch_group[0]);
  in_force->reads_whole_set =
      st_mem_zeroed(mem, count, sizeof in_force->reads_whole_set[0]);
  in_force->read_symbols =
      st_mem_zeroed(mem, count, sizeof in_force->read_symbols[0]);
  in_force->ability_in_use =
      st_mem_zeroed(mem, (size_t)rules->ability_count + 1,
                    sizeof in_force->ability_in_use[0]);
  bool ok = in_force->is_read && in_force->is_on_board &&
            in_force->has_stacking && in_force->switch_group &&
            in_force->reads_whole_set && in_force->read_symbols &&
            in_force->ability_in_use;
  for (uint32_t i = 0; ok && i < st_attr_count(rules); i++) {
    if (rules->attrs[i].type != STRATA_SET) continue;
    in_force->read_symbols[i] = st_mem_zeroed(
        mem, rules->attrs[i].word_count, sizeof in_force->read_symbols[i][0]);
    ok = in_force->read_symbols[i] != NULL;
  }
  return ok ? STRATA_OK : STRATA_ENOMEM;
}

void st_in_force_release_clause(st_in_force *in_force,
                                st_created_clause *clause) {
  clause->next = in_force->free_clauses;
  in_force->free_clauses = clause;
}

st_created_clause *st_in_force_acquire_clause(st_in_force *in_force) {
  st_created_clause *clause = in_force->free_clauses;
  if (!clause) {
    clause = st_mem_zeroed(in_force->mem, 1, sizeof *clause);
    if (clause) in_force->bytes += sizeof *clause;
    return clause;
  }
  in_force->free_clauses = clause->next;
  *clause = (st_created_clause){.clause = {.parts = clause->clause.parts},
                                .part_capacity = clause->part_capacity};
  return clause;
}

static void free_released_clauses(st_in_force *in_force) {
  while (in_force->free_clauses) {
    st_created_clause *clause = in_force->free_clauses;
    in_force->free_clauses = clause->next;
    st_mem_free(in_force->mem, clause->clause.parts, clause->part_capacity,
                sizeof clause->clause.parts[0]);
    st_mem_free(in_force->mem, clause, 1, sizeof *clause);
  }
}

void st_in_force_clear(st_in_force *in_force) {
  /* Release in reverse, so that a rebuild reuses the clauses in their order. */
  for (size_t i = in_force->clause_count; i-- > 0;) {
    st_in_force_release_clause(in_force, in_force->clauses[i]);
  }
  in_force->clause_count = 0;
  if (in_force->effect_clause_counts) {
    memset(in_force->effect_clause_counts, 0, in_force->effect_capacity);
  }
  size_t count = st_attr_count(in_force->rules);
  memset(in_force->is_read, 0, count * sizeof in_force->is_read[0]);
  memset(in_force->is_on_board, 0, count * sizeof in_force->is_on_board[0]);
  memset(in_force->has_stacking, 0, count * sizeof in_force->has_stacking[0]);
  memset(in_force->switch_group, 0, count * sizeof in_force->switch_group[0]);
  memset(in_force->reads_whole_set, 0,
         count * sizeof in_force->reads_whole_set[0]);
  memset(in_force->ability_in_use, 0,
         in_force->rules->ability_count * sizeof in_force->ability_in_use[0]);
  for (size_t i = 0; i < count; i++) {
    if (!in_force->read_symbols[i]) continue;
    memset(in_force->read_symbols[i], 0,
           in_force->rules->attrs[i].word_count *
               sizeof in_force->read_symbols[i][0]);
  }
  if (in_force->text_flags) {
    memset(in_force->text_flags, 0,
           in_force->text_capacity * sizeof in_force->text_flags[0]);
  }
  in_force->borrowed_end = 0;
  in_force->abilities_act = false;
  in_force->counts_entities = false;
  in_force->asks_tops = false;
  in_force->tells_equals_apart = false;
  in_force->follows_refs = false;
  in_force->active = false;
  in_force->stale = true;
}

void st_in_force_forget_texts(st_in_force *in_force, uint32_t from) {
  if (in_force->borrowed_end > from) in_force->stale = true;
  if (from >= in_force->text_capacity) return;
  memset(in_force->text_flags + from, 0,
         (in_force->text_capacity - from) * sizeof in_force->text_flags[0]);
}

void st_in_force_fini(st_in_force *in_force) {
  if (!in_force->mem) return;
  size_t count = (size_t)st_attr_count(in_force->rules) + 1;
  for (size_t i = 0; i < in_force->clause_count; i++) {
    st_in_force_release_clause(in_force, in_force->clauses[i]);
  }
  free_released_clauses(in_force);
  st_mem_free(in_force->mem, in_force->clauses, in_force->clause_capacity,
              sizeof in_force->clauses[0]);
  st_mem_free(in_force->mem, in_force->is_read, count,
              sizeof in_force->is_read[0]);
  st_mem_free(in_force->mem, in_force->is_on_board, count,
              sizeof in_force->is_on_board[0]);
  st_mem_free(in_force->mem, in_force->has_stacking, count,
              sizeof in_force->has_stacking[0]);
  st_mem_free(in_force->mem, in_force->switch_group, count,
              sizeof in_force->switch_group[0]);
  st_mem_free(in_force->mem, in_force->reads_whole_set, count,
              sizeof in_force->reads_whole_set[0]);
  for (size_t i = 0; in_force->read_symbols && i + 1 < count; i++) {
    st_mem_free(in_force->mem, in_force->read_symbols[i],
                in_force->rules->attrs[i].word_count,
                sizeof in_force->read_symbols[i][0]);
  }
  st_mem_free(in_force->mem, in_force->read_symbols, count,
              sizeof in_force->read_symbols[0]);
  st_mem_free(in_force->mem, in_force->ability_in_use,
              (size_t)in_force->rules->ability_count + 1,
              sizeof in_force->ability_in_use[0]);
  st_mem_free(in_force->mem, in_force->effect_clause_counts,
              in_force->effect_capacity,
              sizeof in_force->effect_clause_counts[0]);
  st_mem_free(in_force->mem, in_force->text_flags, in_force->text_capacity,
              sizeof in_force->text_flags[0]);
  *in_force = (st_in_force){0};
}

bool st_in_force_remove_effect(st_in_force *in_force, uint32_t effect) {
  size_t kept = 0;
  for (size_t i = 0; i < in_force->clause_count; i++) {
    st_created_clause *clause = in_force->clauses[i];
    if (clause->effect == effect) {
      in_force->effect_clause_counts[effect]--;
      st_in_force_release_clause(in_force, clause);
    } else {
      in_force->clauses[kept++] = clause;
    }
  }
  bool any = kept != in_force->clause_count;
  in_force->clause_count = kept;
  return any;
}
