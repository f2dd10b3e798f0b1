/*
 * watched_values.c - values of all entities as they were.
 *
 * A new pass may give any entity another value of an attribute, and mostly
 * gives few of them one. Comparing 64 values at once is cheap beside a pass;
 * asking 64 entities whether an action can be done with them is not.
 */
#include "play/index/watched_values.h"

#include "base/bits.h"

#include <string.h>

void st_watched_values_init(st_watched_values *watched, st_mem *mem) {
  *watched = (st_watched_values){.mem = mem};
}

void st_watched_values_fini(st_watched_values *watched) {
  for (size_t i = 0; i < watched->count; i++) {
    st_watched_value *v = &watched->items[i];
    st_mem_free(watched->mem, v->numbers, v->numbers ? v->capacity : 0,
                64 * sizeof v->numbers[0]);
    st_mem_free(watched->mem, v->bits, v->bits ? v->capacity : 0,
                sizeof v->bits[0]);
  }
  if (watched->mem) {
    st_mem_free(watched->mem, watched->items, watched->capacity,
                sizeof watched->items[0]);
  }
  *watched = (st_watched_values){.mem = watched->mem};
}

size_t st_watched_values_bytes(const st_watched_values *watched) {
  size_t bytes = watched->capacity * sizeof watched->items[0];
  for (size_t i = 0; i < watched->count; i++) {
    const st_watched_value *v = &watched->items[i];
    bytes += v->capacity * (v->numbers ? 64 : 1) * sizeof(uint64_t);
  }
  return bytes;
}

static bool add_one(st_watched_values *watched, strata_attr attr,
                    uint32_t index, st_watched_kind kind) {
  for (size_t i = 0; i < watched->count; i++) {
    const st_watched_value *v = &watched->items[i];
    if (v->attr == attr && v->index == index && v->kind == kind) return true;
  }
  if (!st_mem_reserve(watched->mem, &watched->items, &watched->capacity,
                      watched->count + 1, sizeof watched->items[0])) {
    return false;
  }
  watched->items[watched->count++] =
      (st_watched_value){.attr = attr, .index = index, .kind = (uint8_t)kind};
  return true;
}

bool st_watched_values_add(st_watched_values *watched,
                           const strata_expr *expr) {
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    bool reads = n->op == ST_EXPR_READ || n->op == ST_EXPR_FOLLOW;
    bool has = n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS;
    if ((!reads && !has) || !expr->rules->attrs[n->attr - 1].layered) continue;
    strata_type type = expr->rules->attrs[n->attr - 1].type;
    st_watched_kind kind = has                     ? ST_WATCHED_HAS
                           : type == STRATA_FLAG   ? ST_WATCHED_FLAG
                           : st_type_is_list(type) ? ST_WATCHED_ANY
                                                   : ST_WATCHED_NUMBER;
    if (!add_one(watched, n->attr, has ? n->index : 0, kind)) return false;
  }
  return true;
}

/* -- Comparing -- */

/* So many values at most are read one by one: a word of 64 costs more. */
#define FEW_VALUES 8

static strata_status read_numbers(const st_watched_value *v,
                                  const st_expr_env *env, uint32_t word,
                                  uint64_t live, int64_t *room,
                                  const int64_t **out) {
  if (st_count_bits(live) > FEW_VALUES) {
    return env->read_word(env, word, v->attr, live, room, out);
  }
  strata_status status = STRATA_OK;
  *out = room;
  for (uint64_t left = live; !status && left != 0; left &= left - 1) {
    uint32_t i = st_lowest_bit(left);
    status = env->read(env, word * 64 + i, v->attr, &room[i]);
  }
  return status;
}

static strata_status compare_numbers(st_watched_value *v,
                                     const st_expr_env *env, uint32_t word,
                                     uint64_t live, uint64_t *changed) {
  int64_t room[64];
  const int64_t *now;
  strata_status status = read_numbers(v, env, word, live, room, &now);
  if (status) return status;
  int64_t *was = v->numbers + (size_t)word * 64;
  for (uint64_t left = live; left != 0; left &= left - 1) {
    uint32_t i = st_lowest_bit(left);
    if (was[i] != now[i]) *changed |= UINT64_C(1) << i;
    was[i] = now[i];
  }
  return STRATA_OK;
}

static strata_status compare_bits(st_watched_value *v, const st_expr_env *env,
                                  uint32_t word, uint64_t live,
                                  uint64_t *changed) {
  uint64_t now = 0;
  strata_status status = STRATA_OK;
  switch ((st_watched_kind)v->kind) {
  case ST_WATCHED_FLAG:
    status = env->flag_word(env, word, v->attr, live, &now);
    break;
  case ST_WATCHED_HAS:
    status = env->has_word(env, word, v->attr, v->index, live, &now);
    break;
  case ST_WATCHED_ANY:
    status = env->any_word(env, word, v->attr, live, &now);
    break;
  case ST_WATCHED_NUMBER:
    assert(!"numbers are compared apart"); /* unreachable */
  }
  if (status) return status;
  *changed |= (v->bits[word] ^ now) & live;
  v->bits[word] = now;
  return STRATA_OK;
}

static bool reserve_words(st_watched_values *watched, st_watched_value *v,
                          uint32_t words) {
  return v->kind == ST_WATCHED_NUMBER
             ? st_mem_reserve_zeroed(watched->mem, &v->numbers, &v->capacity,
                                     words, 64 * sizeof v->numbers[0])
             : st_mem_reserve_zeroed(watched->mem, &v->bits, &v->capacity,
                                     words, sizeof v->bits[0]);
}

strata_status st_watched_values_compare(st_watched_values *watched,
                                        const st_expr_env *env, uint32_t word,
                                        uint64_t attrs, uint64_t live,
                                        uint64_t *changed) {
  strata_status status = STRATA_OK;
  *changed = 0;
  for (size_t i = 0; !status && live != 0 && i < watched->count; i++) {
    st_watched_value *v = &watched->items[i];
    if (!(attrs & st_rw_mask_bit(v->attr))) continue;
    if (!reserve_words(watched, v, env->word_count)) return STRATA_ENOMEM;
    status = v->kind == ST_WATCHED_NUMBER
                 ? compare_numbers(v, env, word, live, changed)
                 : compare_bits(v, env, word, live, changed);
  }
  return status;
}
