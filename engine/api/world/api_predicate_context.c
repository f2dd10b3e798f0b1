/* api_predicate_context.c - the functions by which predicates read a world. */
#include "base/bits.h"
#include "layers/inforce/predicate_cache.h"

const strata_rules *
strata_predicate_rules(const strata_predicate_context *context) {
  return context->env->rules;
}

uint32_t strata_predicate_id(const strata_predicate_context *context) {
  return context->index + 1;
}

strata_status strata_predicate_fail(strata_predicate_context *context,
                                    strata_status status, const char *text) {
  if (!status) status = STRATA_EINVAL;
  return st_predicate_context_fail(context, status,
                                   text ? text : "it gives no reason");
}

/* Copy the symbols of a SET into the context's buffer. */
static strata_status read_predicate_set(strata_predicate_context *view,
                                        const st_attr *attr,
                                        st_predicate_node what,
                                        strata_value *out) {
  st_predicate_cache *asks = view->cache;
  out->symbol_count = 0;
  for (uint32_t w = 0; w < attr->word_count; w++) {
    uint64_t word;
    what.kind = ST_PREDICATE_NODE_WORD;
    what.index = w;
    strata_status status = st_predicate_context_read(view, &what, &word);
    if (status) return status;
    if (!st_mem_reserve(asks->mem, &asks->symbols, &asks->symbol_capacity,
                        out->symbol_count + 64, sizeof asks->symbols[0])) {
      return strata_predicate_fail(view, STRATA_ENOMEM, "out of memory");
    }
    for (; word != 0; word &= word - 1) {
      uint32_t place = w * 64 + st_lowest_bit(word);
      asks->symbols[out->symbol_count++] = attr->domain[place];
    }
  }
  out->symbols = asks->symbols;
  return STRATA_OK;
}

static void put_value_word(strata_value *value, uint64_t word) {
  if (value->type == STRATA_REF) {
    value->ref = word;
  } else if (value->type == STRATA_SYM) {
    value->symbol = (strata_symbol)word;
  } else {
    value->integer = (int64_t)word;
  }
}

strata_status strata_predicate_get(strata_predicate_context *context,
                                   strata_entity of, strata_attr attr,
                                   strata_value *out) {
  if (!out) return strata_predicate_fail(context, STRATA_EINVAL, "out is NULL");
  const st_attr *a;
  uint32_t among;
  strata_status status = st_predicate_context_attr(context, attr, &a, &among);
  if (status) return status;
  if (a->type == STRATA_ABILITIES) {
    return strata_predicate_fail(
        context, STRATA_ETYPE,
        "a list of abilities is no value; ask whether it "
        "has one");
  }
  strata_value value = {.type = a->type};
  st_predicate_node what = {.owner = of,
                            .attr = attr,
                            .index = among,
                            .kind = ST_PREDICATE_NODE_READ};
  if (a->type == STRATA_SET) {
    status = read_predicate_set(context, a, what, &value);
  } else {
    uint64_t word = 0;
    status = st_predicate_context_read(context, &what, &word);
    put_value_word(&value, word);
  }
  if (!status) *out = value;
  return status;
}

strata_status strata_predicate_has(strata_predicate_context *context,
                                   strata_entity of, strata_attr attr,
                                   strata_symbol symbol, bool *out) {
  if (!out) return strata_predicate_fail(context, STRATA_EINVAL, "out is NULL");
  const st_attr *a;
  uint32_t among;
  strata_status status = st_predicate_context_attr(context, attr, &a, &among);
  if (status) return status;
  if (a->type != STRATA_SET && a->type != STRATA_ABILITIES) {
    return strata_predicate_fail(context, STRATA_ETYPE,
                                 "only a set has symbols");
  }
  uint32_t place = st_attr_domain_index(a, symbol);
  if (place == UINT32_MAX) {
    *out = false;
    return STRATA_OK;
  }
  uint64_t has;
  st_predicate_node what = {
      .owner = of, .attr = attr, .index = place, .kind = ST_PREDICATE_NODE_HAS};
  status = st_predicate_context_read(context, &what, &has);
  if (!status) *out = has != 0;
  return status;
}
