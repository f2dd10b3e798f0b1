/*
 * in_force_build.c - builds the in-force set from the state.
 *
 * What is read decides which effects are in force, and the effects in force
 * decide what is read. Two scans over the effects resolve this: the first
 * records what global effects read and adds their clauses; then the attributes
 * of the board are known, and the second adds the effects that change one of
 * them. An effect of constants on an attribute that nothing reads is in neither
 * scan: its parts are evaluated when a value of its target is read
 * (evaluate_value.c).
 */
#include "layers/inforce/in_force_build.h"

#include "layers/inforce/in_force_reads.h"
#include "world/store/strings.h"

#include <string.h>

/* -- Clauses of created effects -- */

static strata_status compile_optional_text(st_text_cache *compiled,
                                           const st_store *store, uint32_t text,
                                           const strata_expr **out) {
  *out = NULL;
  return text == 0 ? STRATA_OK : st_text_cache_expr(compiled, store, text, out);
}

/* True of a part that changes a number by a constant: nearly all parts. */
static bool is_constant_number(const st_attr *attr, uint64_t header) {
  return (attr->type == STRATA_INT || attr->type == STRATA_FLAG) &&
         st_part_header_op(header) < STRATA_OP_SWITCH &&
         !(st_part_header_flags(header) & ST_PART_COMPUTED);
}

/* Read the operand of a part of the state. */
static strata_status read_part_operand(const st_store *store,
                                       st_text_cache *compiled, uint32_t part,
                                       st_clause_part *out) {
  strata_attr attr = st_part_header_attr(out->flags);
  const st_attr *a = &store->rules->attrs[attr - 1];
  out->value = st_get_split(store, ST_COLUMN_PART_VALUE, part);
  if (ST_LIKELY(is_constant_number(a, out->flags))) return STRATA_OK;
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  strata_op op = st_part_header_op(out->flags);
  out->switched_attr = st_get32(store, ST_COLUMN_PART_OTHER_ATTR, part);
  if (op == STRATA_OP_BORROW) {
    out->ability_kind = (strata_ability_kind)out->value;
    return st_text_cache_expr_within(compiled, store, text, &out->operand);
  }
  if (st_part_header_flags(out->flags) & ST_PART_COMPUTED) {
    return compile_optional_text(compiled, store, text, &out->operand);
  }
  if (op == STRATA_OP_COPY || op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) {
    return STRATA_OK;
  }
  if (op == STRATA_OP_SUBSTITUTE) {
    return st_text_cache_substitution(compiled, store, text, &out->from,
                                      &out->to);
  }
  switch (a->type) {
  case STRATA_SET:
    return st_text_cache_symbol_set(compiled, store, text, attr, &out->words);
  case STRATA_ABILITIES:
    return st_text_cache_abilities(compiled, store, text, &out->abilities,
                                   &out->ability_count);
  case STRATA_SYM:
    out->value = st_get32(store, ST_COLUMN_PART_SYMBOL, part);
    return STRATA_OK;
  case STRATA_TEXT:
    out->value = text;
    return STRATA_OK;
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
    break;
  }
  return STRATA_OK;
}

/* True of a part that records no read: it is constant, takes nothing from other
 * values, and does not change ability lists. */
static bool part_reads_nothing(const st_in_force *in_force, uint64_t header) {
  strata_op op = st_part_header_op(header);
  return op != STRATA_OP_SWITCH && op < STRATA_OP_COPY &&
         !(st_part_header_flags(header) & ST_PART_COMPUTED) &&
         st_part_header_attr(header) != in_force->rules->ability_attr;
}

/* Traits of the parts of an effect, collected in one walk. Most effects have
 * locked parts or open parts, not both. */
enum {
  PARTS_GLOBAL = 1,
  PARTS_ON_BOARD = 2,
  PARTS_LOCKED = 4,
  PARTS_OPEN = 8,
  PARTS_READ = 16
};

/* All parts of an effect stay together: one part with such a trait puts the
 * whole effect into the set. */
enum { PARTS_IN_FORCE = PARTS_GLOBAL | PARTS_ON_BOARD };

static unsigned classify_effect_parts(const st_in_force *in_force,
                                      const st_store *store, uint32_t effect) {
  unsigned traits = 0;
  uint32_t part = st_effect_first_part(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    traits |=
        st_part_header_flags(header) & ST_PART_OPEN ? PARTS_OPEN : PARTS_LOCKED;
    if (st_part_is_global(header)) traits |= PARTS_GLOBAL;
    if (in_force->is_on_board[st_part_header_attr(header) - 1]) {
      traits |= PARTS_ON_BOARD;
    }
    if (!part_reads_nothing(in_force, header)) traits |= PARTS_READ;
  }
  return traits;
}

/* How many parts of an effect are open, or locked. */
static size_t count_effect_parts(const st_store *store, uint32_t effect,
                                 bool open) {
  size_t count = 0;
  uint32_t part = st_effect_first_part(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    uint32_t flags = st_part_header_flags(header);
    count += ((flags & ST_PART_OPEN) != 0) == open;
  }
  return count;
}

/* Make room for exactly so many parts: most effects have one, and there may be
 * a million of them. */
static bool reserve_clause_parts(st_in_force *in_force,
                                 st_created_clause *clause, size_t count) {
  if (count <= clause->part_capacity) return true;
  st_clause_part *parts =
      st_mem_resize(in_force->mem, clause->clause.parts, clause->part_capacity,
                    count, sizeof parts[0]);
  if (!parts) return false;
  in_force->bytes += (count - clause->part_capacity) * sizeof parts[0];
  clause->clause.parts = parts;
  clause->part_capacity = count;
  return true;
}

/* Move the last part behind the parts of its own layer and of earlier
 * layers. */
static void sort_last_part(st_clause *clause) {
  uint32_t at = clause->part_count - 1;
  strata_layer layer = st_part_header_layer(clause->parts[at].flags);
  if (at == 0 || st_part_header_layer(clause->parts[at - 1].flags) <= layer) {
    return;
  }
  st_clause_part moved = clause->parts[at];
  for (; at > 0 && st_part_header_layer(clause->parts[at - 1].flags) > layer;
       at--) {
    clause->parts[at] = clause->parts[at - 1];
  }
  clause->parts[at] = moved;
}

static void note_borrowed_text(st_in_force *in_force, uint32_t text) {
  if (text >= in_force->borrowed_end) in_force->borrowed_end = text + 1;
}

static void note_part_text(st_in_force *in_force, const st_store *store,
                           uint32_t part, uint64_t header) {
  const st_attr *attr = &store->rules->attrs[st_part_header_attr(header) - 1];
  if (ST_LIKELY(is_constant_number(attr, header))) return;
  note_borrowed_text(in_force, st_get32(store, ST_COLUMN_PART_TEXT, part));
}

/* Read the open parts of an effect into a clause, or the locked parts. */
static strata_status read_effect_parts(st_in_force *in_force,
                                       const st_store *store,
                                       st_text_cache *compiled,
                                       st_created_clause *clause, bool open) {
  size_t count = count_effect_parts(store, clause->effect, open);
  if (!reserve_clause_parts(in_force, clause, count)) return STRATA_ENOMEM;
  uint32_t part = st_effect_first_part(store, clause->effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    uint32_t flags = st_part_header_flags(header);
    if (((flags & ST_PART_OPEN) != 0) != open) continue;
    /* written in place: copying it there would stall on its own stores */
    st_clause_part *made = &clause->clause.parts[clause->clause.part_count];
    *made = (st_clause_part){.flags = header};
    note_part_text(in_force, store, part, header);
    strata_status status = read_part_operand(store, compiled, part, made);
    if (status) return status;
    clause->clause.part_count++;
    sort_last_part(&clause->clause);
    if (!open) clause->locked_part = part;
    if (flags & ST_PART_GROUPED) {
      in_force->has_stacking[st_part_header_attr(header) - 1] = true;
    }
  }
  return STRATA_OK;
}

static strata_status add_effect_clause(st_in_force *in_force,
                                       const st_store *store,
                                       st_text_cache *compiled, uint32_t effect,
                                       bool open) {
  if (!st_mem_reserve(in_force->mem, &in_force->clauses,
                      &in_force->clause_capacity, in_force->clause_count + 1,
                      sizeof in_force->clauses[0]) ||
      !st_mem_reserve_zeroed(in_force->mem, &in_force->effect_clause_counts,
                             &in_force->effect_capacity, (size_t)effect + 1,
                             sizeof in_force->effect_clause_counts[0])) {
    return STRATA_ENOMEM;
  }
  st_created_clause *clause = st_in_force_acquire_clause(in_force);
  if (!clause) return STRATA_ENOMEM;
  clause->effect = effect;
  clause->serial = ++in_force->next_serial;
  uint32_t subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect);
  uint32_t condition = st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect);
  note_borrowed_text(in_force, subject);
  note_borrowed_text(in_force, condition);
  strata_status status =
      read_effect_parts(in_force, store, compiled, clause, open);
  if (!status) {
    status = compile_optional_text(compiled, store, condition,
                                   &clause->clause.condition);
  }
  if (!status && open) {
    status = compile_optional_text(compiled, store, subject,
                                   &clause->clause.subject);
  }
  if (status) {
    st_in_force_release_clause(in_force, clause);
    return status;
  }
  in_force->clauses[in_force->clause_count++] = clause;
  in_force->effect_clause_counts[effect]++;
  return STRATA_OK;
}

static strata_status add_effect_clauses(st_in_force *in_force,
                                        const st_store *store,
                                        st_text_cache *compiled,
                                        uint32_t effect, unsigned traits) {
  strata_status status = STRATA_OK;
  if (traits & PARTS_LOCKED) {
    status = add_effect_clause(in_force, store, compiled, effect, false);
  }
  if ((traits & PARTS_OPEN) && !status) {
    status = add_effect_clause(in_force, store, compiled, effect, true);
  }
  return status;
}

static strata_status add_effect_part_reads(st_in_force *in_force,
                                           const st_store *store,
                                           st_text_cache *compiled,
                                           uint32_t effect) {
  strata_status status = STRATA_OK;
  uint32_t part = st_effect_first_part(store, effect);
  for (; !status && part != 0;
       part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    st_clause_part made = {
        .flags = st_get_split(store, ST_COLUMN_PART_HEADER, part)};
    if (part_reads_nothing(in_force, made.flags)) continue;
    status = read_part_operand(store, compiled, part, &made);
    if (status) break;
    st_clause clause = {.parts = &made, .part_count = 1};
    st_in_force_add_clause_reads(in_force, &clause);
    st_in_force_add_given_abilities(in_force, &made);
  }
  return status;
}

/* Record what an effect reads, and the abilities that it may give. */
static strata_status add_effect_reads(st_in_force *in_force,
                                      const st_store *store,
                                      st_text_cache *compiled, uint32_t effect,
                                      unsigned traits) {
  strata_status status = STRATA_OK;
  /* other effects have no subject and no condition */
  if (traits & PARTS_GLOBAL) {
    uint32_t subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect);
    uint32_t condition = st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect);
    status = st_in_force_add_text_reads(in_force, store, compiled, subject);
    if (!status) {
      status = st_in_force_add_text_reads(in_force, store, compiled, condition);
    }
  }
  if (status || !(traits & PARTS_READ)) return status;
  return add_effect_part_reads(in_force, store, compiled, effect);
}

/* -- Building -- */

/* Find the attributes that the board keeps: layered attributes that are read,
 * attributes that are switched with these, and ability lists, which exist on
 * the board alone. */
static bool find_board_attrs(st_in_force *in_force) {
  bool any = false;
  uint32_t count = st_attr_count(in_force->rules);
  strata_attr abilities = in_force->rules->ability_attr;
  if (abilities != 0) in_force->is_read[abilities - 1] = true;
  for (uint32_t i = 0; i < count; i++) {
    in_force->is_on_board[i] =
        in_force->is_read[i] && in_force->rules->attrs[i].layered;
    any = any || in_force->is_on_board[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; in_force->switch_group[i] && k < count; k++) {
      if (in_force->switch_group[k] == in_force->switch_group[i] &&
          in_force->is_on_board[k]) {
        in_force->is_on_board[i] = true;
        in_force->is_read[i] = true;
      }
    }
  }
  return any;
}

/* Stacking groups matter on attributes of the board; a group on an attribute
 * matters to all attributes that are switched with it. */
static void spread_stacking(st_in_force *in_force) {
  uint32_t count = st_attr_count(in_force->rules);
  for (uint32_t i = 0; i < count; i++) {
    in_force->has_stacking[i] =
        in_force->has_stacking[i] && in_force->is_on_board[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; in_force->switch_group[i] && k < count; k++) {
      if (in_force->switch_group[k] == in_force->switch_group[i] &&
          in_force->has_stacking[k]) {
        in_force->has_stacking[i] = true;
      }
    }
  }
}

/* Merge the clauses from `half` on, which are of other effects than those
 * before: both halves are in the order of effects, and then all are. */
static strata_status merge_clauses_by_effect(st_in_force *in_force,
                                             size_t half) {
  size_t count = in_force->clause_count;
  if (half == 0 || half == count) return STRATA_OK;
  if (!st_mem_reserve(in_force->mem, &in_force->clauses,
                      &in_force->clause_capacity, count + half,
                      sizeof in_force->clauses[0])) {
    return STRATA_ENOMEM;
  }
  st_created_clause **clauses = in_force->clauses;
  memcpy(clauses + count, clauses, half * sizeof clauses[0]);
  size_t left = count;
  size_t right = half;
  for (size_t i = 0; left < count + half; i++) {
    bool take_right =
        right < count && clauses[right]->effect < clauses[left]->effect;
    clauses[i] = take_right ? clauses[right++] : clauses[left++];
  }
  return STRATA_OK;
}

/* Record what all effects read, and add the clauses of global effects, which
 * need a pass whatever is read. */
static strata_status collect_global_effects(st_in_force *in_force,
                                            const st_store *store,
                                            st_text_cache *compiled) {
  uint32_t top = st_effect_top(store);
  strata_status status = STRATA_OK;
  for (uint32_t e = 1; !status && e <= top; e++) {
    if (!st_effect_is_used(store, e)) continue;
    unsigned traits = classify_effect_parts(in_force, store, e);
    status = add_effect_reads(in_force, store, compiled, e, traits);
    if (!status && (traits & PARTS_GLOBAL)) {
      status = add_effect_clauses(in_force, store, compiled, e, traits);
    }
  }
  return status;
}

/* Add the clauses of effects that change an attribute of the board. */
static strata_status collect_board_effects(st_in_force *in_force,
                                           const st_store *store,
                                           st_text_cache *compiled) {
  uint32_t top = st_effect_top(store);
  size_t global_count = in_force->clause_count;
  strata_status status = STRATA_OK;
  for (uint32_t e = 1; !status && e <= top; e++) {
    if (!st_effect_is_used(store, e) || st_in_force_has_effect(in_force, e)) {
      continue;
    }
    unsigned traits = classify_effect_parts(in_force, store, e);
    if (traits & PARTS_ON_BOARD) {
      status = add_effect_clauses(in_force, store, compiled, e, traits);
    }
  }
  return status ? status : merge_clauses_by_effect(in_force, global_count);
}

static strata_status build_in_force(st_in_force *in_force,
                                    const st_store *store,
                                    st_text_cache *compiled) {
  strata_status status =
      st_in_force_add_printed_abilities(in_force, store, compiled);
  st_in_force_add_law_reads(in_force);
  bool any_global = st_scalar_get(store, ST_SCALAR_GLOBAL_FIRST) != 0;
  if (!status && (any_global || in_force->rules->ability_attr != 0)) {
    status = collect_global_effects(in_force, store, compiled);
  }
  bool any_on_board = !status && find_board_attrs(in_force);
  if (any_on_board) status = collect_board_effects(in_force, store, compiled);
  if (status) return status;
  spread_stacking(in_force);
  in_force->active = in_force->clause_count > 0 || in_force->abilities_act ||
                     in_force->rules->law_count > 0;
  return STRATA_OK;
}

strata_status st_in_force_build(st_in_force *in_force, const st_store *store,
                                st_text_cache *compiled) {
  st_in_force_clear(in_force);
  strata_status status = build_in_force(in_force, store, compiled);
  if (status) {
    st_in_force_clear(in_force);
  } else {
    in_force->stale = false;
    in_force->build_count++;
  }
  return status;
}

bool st_in_force_add_effect(st_in_force *in_force, const st_store *store,
                            st_text_cache *compiled, uint32_t effect) {
  unsigned traits = classify_effect_parts(in_force, store, effect);
  if (!(traits & PARTS_IN_FORCE)) return false;
  in_force->has_new_marks = false;
  if (add_effect_reads(in_force, store, compiled, effect, traits) ||
      in_force->has_new_marks ||
      add_effect_clauses(in_force, store, compiled, effect, traits)) {
    in_force->stale = true;
  }
  spread_stacking(in_force);
  in_force->active = in_force->active || in_force->clause_count > 0;
  return true;
}
