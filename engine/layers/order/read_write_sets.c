/*
 * read_write_sets.c - what a unit reads and writes in a layer.
 *
 * Two units whose items do not touch cannot depend on each other, which spares
 * most trials. An item too many costs a trial and changes no result; an item
 * too few would miss a dependency.
 */
#include "layers/order/read_write_sets.h"

#include <string.h>

/* An operand with more symbols than this counts as the whole attribute. */
#define RW_SYMBOLS_MAX 32

/* -- What units read and write -- */

static bool add_rw_item(st_rw_set *t, uint32_t item) {
  return st_u32_vec_push(t->pass->mem, t->items, item);
}

static bool add_expr_rw_items(st_rw_set *t, const strata_expr *expr) {
  if (!expr) return true;
  st_u32_vec *found = t->items;
  uint32_t most = expr->node_count + expr->read_count;
  if (!st_mem_reserve(t->pass->mem, &found->at, &found->capacity,
                      found->count + most, sizeof found->at[0])) {
    return false;
  }
  found->count += st_expr_read_set(expr, found->at + found->count, most);
  return true;
}

bool st_rw_set_add_reads(st_rw_set *t, const st_layer_unit *unit,
                         const st_clause *clause) {
  bool ok = true;
  if (unit->kind == ST_LAYER_UNIT_ABILITY) {
    ok = add_rw_item(t, ST_RW_ITEM(ST_RW_TEXT, 0));
  }
  if (ok && unit->kind == ST_LAYER_UNIT_ABILITY && !unit->started) {
    ok = add_rw_item(t, ST_RW_ITEM(ST_RW_EXISTS, unit->instance.ability + 1));
  }
  if (ok && !unit->started) {
    ok = add_expr_rw_items(t, clause->subject) &&
         add_expr_rw_items(t, clause->condition);
  }
  for (uint32_t i = 0; ok && i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    if (st_part_header_layer(part->flags) != t->layer || !part->operand) {
      continue;
    }
    strata_op op = st_part_header_op(part->flags);
    ok = add_expr_rw_items(t, part->operand);
    if (ok && (op == STRATA_OP_BORROW || op == STRATA_OP_COPY)) {
      ok = add_rw_item(t, ST_RW_ITEM(st_part_header_attr(part->flags), 0));
    }
  }
  return ok;
}

static bool add_written_symbols(st_rw_set *t, strata_attr attr,
                                const uint64_t *words) {
  const st_attr *a = &t->pass->rules->attrs[attr - 1];
  uint32_t count = 0;
  for (uint32_t w = 0; w < a->word_count; w++) {
    count += st_count_bits(words[w]);
  }
  if (count > RW_SYMBOLS_MAX) return add_rw_item(t, ST_RW_ITEM(attr, 0));
  bool ok = true;
  for (uint32_t w = 0; ok && count > 0 && w < a->word_count; w++) {
    for (uint64_t left = words[w]; ok && left != 0; left &= left - 1) {
      ok = add_rw_item(t, ST_RW_ITEM(attr, w * 64 + st_lowest_bit(left) + 1));
    }
  }
  return ok;
}

/* ADD and BORROW take no ability away, so they do not write ST_RW_EXISTS. */
static bool add_written_abilities(st_rw_set *t, strata_attr attr,
                                  const st_clause_part *part) {
  strata_op op = st_part_header_op(part->flags);
  if (op == STRATA_OP_SUBSTITUTE) {
    return add_rw_item(t, ST_RW_ITEM(ST_RW_TEXT, 0));
  }
  bool takes = op != STRATA_OP_ADD && op != STRATA_OP_BORROW;
  bool named =
      op == STRATA_OP_ADD || op == STRATA_OP_REMOVE || op == STRATA_OP_FORBID;
  if (!named) {
    return add_rw_item(t, ST_RW_ITEM(attr, 0)) &&
           (!takes || add_rw_item(t, ST_RW_ITEM(ST_RW_EXISTS, 0)));
  }
  bool ok = true;
  for (uint32_t i = 0; ok && i < part->ability_count; i++) {
    ok = add_rw_item(t, ST_RW_ITEM(attr, part->abilities[i] + 1)) &&
         (!takes ||
          add_rw_item(t, ST_RW_ITEM(ST_RW_EXISTS, part->abilities[i] + 1)));
  }
  return ok;
}

/* A part of a stacking group can switch off other parts of its group, so it
 * writes the whole attribute. */
static bool add_written_group(st_rw_set *t, strata_attr attr) {
  bool ok = add_rw_item(t, ST_RW_ITEM(attr, 0));
  if (!ok || attr != t->pass->rules->ability_attr) return ok;
  return add_rw_item(t, ST_RW_ITEM(ST_RW_EXISTS, 0)) &&
         add_rw_item(t, ST_RW_ITEM(ST_RW_TEXT, 0));
}

/* The whole attribute, and the attributes that it is switched with. */
static bool add_written_attr(st_rw_set *t, strata_attr attr) {
  const st_in_force *in_force = t->pass->in_force;
  uint32_t together = in_force->switch_group[attr - 1];
  bool ok = add_rw_item(t, ST_RW_ITEM(attr, 0));
  for (uint32_t k = 0; ok && together && k < st_attr_count(t->pass->rules);
       k++) {
    if (in_force->switch_group[k] == together) {
      ok = add_rw_item(t, ST_RW_ITEM(k + 1, 0));
    }
  }
  return ok;
}

bool st_rw_set_add_writes(st_rw_set *t, const st_clause *clause) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    strata_attr attr = st_part_header_attr(part->flags);
    strata_op op = st_part_header_op(part->flags);
    if (st_part_header_layer(part->flags) != t->layer ||
        !t->pass->in_force->is_on_board[attr - 1]) {
      continue;
    }
    const st_attr *a = &t->pass->rules->attrs[attr - 1];
    bool few = a->type == STRATA_SET && part->words &&
               (op == STRATA_OP_ADD || op == STRATA_OP_REMOVE);
    bool is_list = a->type == STRATA_ABILITIES;
    if (t->pass->in_force->has_stacking[attr - 1] && (is_list || few)) {
      ok = add_written_group(t, attr);
    } else if (is_list) {
      ok = add_written_abilities(t, attr, part);
    } else if (few) {
      ok = add_written_symbols(t, attr, part->words);
    } else {
      ok = add_written_attr(t, attr);
    }
  }
  return ok;
}

/* -- Indexes -- */

bool st_rw_index_add(st_mem *mem, st_rw_index *m, const uint32_t *at,
                     uint32_t count, uint32_t unit) {
  if (!st_mem_reserve(mem, &m->at, &m->capacity, m->count + count,
                      sizeof m->at[0])) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    m->at[m->count++] = (st_rw_index_entry){at[i], unit};
  }
  return true;
}

static void insertion_sort_rw_index(st_rw_index *m) {
  for (size_t i = 1; i < m->count; i++) {
    st_rw_index_entry moved = m->at[i];
    size_t k = i;
    for (; k > 0 && m->at[k - 1].item > moved.item; k--) {
      m->at[k] = m->at[k - 1];
    }
    m->at[k] = moved;
  }
}

/* Sort by one byte of the items, keeping the order of equal ones. */
static void radix_sort_by_byte(const st_rw_index_entry *from,
                               st_rw_index_entry *to, size_t count,
                               unsigned shift) {
  size_t starts[256] = {0};
  for (size_t i = 0; i < count; i++) {
    starts[from[i].item >> shift & 0xFF]++;
  }
  size_t next = 0;
  for (size_t i = 0; i < 256; i++) {
    size_t own = starts[i];
    starts[i] = next;
    next += own;
  }
  for (size_t i = 0; i < count; i++) {
    to[starts[from[i].item >> shift & 0xFF]++] = from[i];
  }
}

/* Sort by the bytes that differ: items are of few attributes and symbols, so
 * most bytes are equal in all of them. */
bool st_rw_index_sort(st_mem *mem, st_rw_index *m, st_rw_index *buffer) {
  enum { FEW = 24 };
  if (m->count <= FEW) {
    insertion_sort_rw_index(m);
    return true;
  }
  if (!st_mem_reserve(mem, &buffer->at, &buffer->capacity, m->count,
                      sizeof buffer->at[0])) {
    return false;
  }
  uint32_t differ = 0;
  for (size_t i = 1; i < m->count; i++) {
    differ |= m->at[i].item ^ m->at[0].item;
  }
  buffer->count = m->count;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    if ((differ >> shift & 0xFF) == 0) continue;
    radix_sort_by_byte(m->at, buffer->at, m->count, shift);
    st_rw_index sorted = *buffer;
    *buffer = *m;
    *m = sorted;
  }
  return true;
}

size_t st_rw_index_lower_bound(const st_rw_index *m, uint32_t item) {
  size_t low = 0;
  size_t high = m->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (m->at[middle].item < item) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* -- Filters -- */

/* The largest symbol number, which no symbol has, stands for any symbol of the
 * attribute. */
static uint32_t any_symbol_item(uint32_t item) {
  return item | UINT32_C(0xFFFF);
}

static uint32_t filter_bit(uint32_t item) {
  return item * UINT32_C(0x9E3779B1) >> 20; /* one of 64 * 64 bits */
}

void st_rw_filter_add(st_rw_filter *filter, uint32_t item) {
  st_bit_set(filter->bits, filter_bit(item), true);
  st_bit_set(filter->bits, filter_bit(any_symbol_item(item)), true);
}

bool st_rw_filter_may_touch(const st_rw_filter *filter, uint32_t item) {
  uint32_t whole = ST_RW_WHOLE_ATTR(item);
  if (item == whole) {
    return st_bit_test(filter->bits, filter_bit(any_symbol_item(item)));
  }
  return st_bit_test(filter->bits, filter_bit(item)) ||
         st_bit_test(filter->bits, filter_bit(whole));
}
