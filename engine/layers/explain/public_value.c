/*
 * public_value.c - values as hosts see them, made from the words that
 * evaluation uses.
 */
#include "layers/explain/public_value.h"

#include <string.h>

static strata_status copy_set_symbols(const st_attr *attr,
                                      const uint64_t *words, st_mem *mem,
                                      strata_value *out) {
  size_t count = 0;
  for (uint32_t i = 0; i < attr->word_count; i++) {
    count += st_count_bits(words[i]);
  }
  if (count == 0) return STRATA_OK;
  strata_symbol *symbols = st_mem_resize(mem, NULL, 0, count, sizeof *symbols);
  if (!symbols) return STRATA_ENOMEM;
  size_t n = 0;
  for (uint32_t i = 0; i < attr->domain_count; i++) {
    if (st_bit_test(words, i)) symbols[n++] = attr->domain[i];
  }
  out->symbols = symbols;
  out->symbol_count = count;
  return STRATA_OK;
}

strata_status st_public_value_copy_text(const st_eval *eval, uint32_t id,
                                        st_mem *mem, char **out) {
  st_text text;
  st_text_init(&text, mem);
  st_strings_read(eval->store, id, &text);
  if (!text.failed) {
    *out = st_mem_copy_text(mem, st_text_get(&text), text.length);
  }
  bool failed = text.failed || !*out;
  st_text_fini(&text);
  return failed ? STRATA_ENOMEM : STRATA_OK;
}

/* The symbols of a list's abilities, in order. */
static strata_status copy_ability_symbols(const st_eval *eval, uint64_t list,
                                          st_mem *mem, strata_value *out) {
  const st_pass *pass = st_eval_pass_of(eval);
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&pass->lists, list, &count);
  size_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    kept += !items[i].forbidden;
  }
  if (kept == 0) return STRATA_OK;
  strata_symbol *symbols = st_mem_resize(mem, NULL, 0, kept, sizeof *symbols);
  if (!symbols) return STRATA_ENOMEM;
  size_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].forbidden) continue;
    symbols[n++] = pass->rules->abilities[items[i].ability].symbol;
  }
  out->symbols = symbols;
  out->symbol_count = kept;
  return STRATA_OK;
}

strata_status st_public_value_make(const st_eval *eval, strata_attr attr,
                                   const uint64_t *words, st_mem *mem,
                                   strata_value *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  *out = (strata_value){.type = a->type};
  char *text = NULL;
  strata_status status = STRATA_OK;
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    out->integer = (int64_t)words[0];
    break;
  case STRATA_REF:
    out->ref = words[0];
    break;
  case STRATA_SYM:
    out->symbol = (strata_symbol)words[0];
    break;
  case STRATA_TEXT:
    status = st_public_value_copy_text(eval, (uint32_t)words[0], mem, &text);
    out->text = text;
    break;
  case STRATA_SET:
    status = copy_set_symbols(a, words, mem, out);
    break;
  case STRATA_ABILITIES:
    status = copy_ability_symbols(eval, words[0], mem, out);
    break;
  }
  return status;
}

void st_public_value_free(strata_value *value, st_mem *mem) {
  union { /* const only for hosts: st_public_value_make allocated it */
    const void *in;
    void *out;
  } text = {.in = value->text}, symbols = {.in = value->symbols};
  if (value->text) st_mem_free(mem, text.out, strlen(value->text) + 1, 1);
  st_mem_free(mem, symbols.out, value->symbol_count, sizeof(strata_symbol));
  *value = (strata_value){0};
}

const char *st_public_value_symbol_name(const st_eval *eval,
                                        strata_symbol symbol) {
  const char *name = st_rules_name(eval->rules, STRATA_NAME_SYMBOL, symbol);
  return name ? name : "none";
}

void st_public_value_write_entity(st_text *text, strata_entity entity) {
  if (entity == 0) {
    st_text_add_str(text, "none");
    return;
  }
  st_text_add_str(text, "#");
  st_text_add_uint(text, st_slot_of(entity));
  st_text_add_str(text, ":");
  st_text_add_uint(text, st_generation_of(entity));
}
