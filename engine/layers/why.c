/*
 * why.c - explanations: the fold with its trace kept.
 *
 * Nothing is computed here that the fold does not tell: rows are its steps.
 * An explanation owns copies of all texts, so it outlives the world's scratch.
 */
#include "layers/why.h"

#include <string.h>

typedef struct row {
  strata_why_row view;
  char *texts[4]; /* owned: effect, layer, operand, formula */
} row;

struct strata_why {
  st_mem *mem;
  st_eval *eval; /* only while it is made */
  strata_attr attr;
  row *rows;
  size_t count, capacity;
  strata_value base, value;
  st_text text;
};

/* -- Values -- */

static strata_status copy_symbols(const st_attr *attr, const uint64_t *words,
                                  st_mem *mem, strata_value *out) {
  size_t count = 0;
  for (uint32_t i = 0; i < attr->words; i++) {
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

static strata_status copy_text(const st_eval *eval, uint32_t id, st_mem *mem,
                               char **out) {
  st_text text;
  st_text_init(&text, mem);
  st_strings_read(eval->store, id, &text);
  if (!text.failed) *out = st_mem_text(mem, st_text_get(&text), text.length);
  bool failed = text.failed || !*out;
  st_text_fini(&text);
  return failed ? STRATA_ENOMEM : STRATA_OK;
}

strata_status st_value_make(const st_eval *eval, strata_attr attr,
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
    status = copy_text(eval, (uint32_t)words[0], mem, &text);
    out->text = text;
    break;
  case STRATA_SET:
    status = copy_symbols(a, words, mem, out);
    break;
  }
  return status;
}

void st_value_free(strata_value *value, st_mem *mem) {
  union { /* what st_value_make gave out as const is ours */
    const void *in;
    void *out;
  } text = {.in = value->text}, symbols = {.in = value->symbols};
  if (value->text) st_mem_free(mem, text.out, strlen(value->text) + 1, 1);
  st_mem_free(mem, symbols.out, value->symbol_count, sizeof(strata_symbol));
  *value = (strata_value){0};
}

/* -- Text -- */

static const char *symbol_name(const st_eval *eval, strata_symbol symbol) {
  const char *name = strata_rules_name(eval->rules, STRATA_KIND_SYMBOL, symbol);
  return name ? name : "none";
}

static void write_entity(st_text *text, strata_entity entity) {
  if (entity == 0) {
    st_text_str(text, "none");
    return;
  }
  st_text_str(text, "#");
  st_text_uint(text, st_slot_of(entity));
  st_text_str(text, ":");
  st_text_uint(text, st_generation_of(entity));
}

static void write_value(const st_eval *eval, const strata_value *value,
                        st_text *text) {
  switch (value->type) {
  case STRATA_INT:
    st_text_int(text, value->integer);
    return;
  case STRATA_FLAG:
    st_text_str(text, value->integer ? "true" : "false");
    return;
  case STRATA_REF:
    write_entity(text, value->ref);
    return;
  case STRATA_SYM:
    st_text_str(text, symbol_name(eval, value->symbol));
    return;
  case STRATA_TEXT:
    st_text_str(text, "\"");
    st_text_str(text, value->text);
    st_text_str(text, "\"");
    return;
  case STRATA_SET:
    break;
  }
  st_text_str(text, "{");
  for (size_t i = 0; i < value->symbol_count; i++) {
    if (i > 0) st_text_str(text, ", ");
    st_text_str(text, symbol_name(eval, value->symbols[i]));
  }
  st_text_str(text, "}");
}

static const char *op_name(strata_op op) {
  switch (op) {
#define X(name, value, text)                                                   \
  case STRATA_OP_##name:                                                       \
    return text;
    STRATA_OP_MAP(X)
#undef X
  }
  return "";
}

static void write_scale(const st_entry *entry, st_text *text) {
  st_text_int(text, (int32_t)(uint32_t)entry->value);
  st_text_str(text, "/");
  st_text_int(text, (int64_t)(entry->value >> 32));
}

/* Symbols of a set operand: its lines, with commas between. */
static void write_lines(const st_eval *eval, uint32_t id, st_text *text) {
  size_t start = text->length;
  st_text_str(text, "{");
  st_strings_read(eval->store, id, text);
  for (size_t i = start; i < text->length; i++) {
    if (text->bytes[i] == '\n') text->bytes[i] = ',';
  }
  st_text_str(text, "}");
}

static strata_symbol symbol_operand(const st_eval *eval,
                                    const st_entry *entry) {
  if (st_verb_flags(entry->verb) & ST_PART_COMPUTED) {
    return (strata_symbol)entry->value;
  }
  return st_get32(eval->store, ST_COLUMN_PART_SYMBOL, entry->part);
}

static void write_operand(const st_eval *eval, strata_type type,
                          const st_entry *entry, st_text *text) {
  const st_store *store = eval->store;
  strata_op op = st_verb_op(entry->verb);
  st_text_str(text, op_name(op));
  if (op == STRATA_OP_CLEAR) return;
  st_text_str(text, " ");
  if (op == STRATA_OP_SWITCH) {
    uint32_t other = st_get32(store, ST_COLUMN_PART_OTHER, entry->part);
    st_text_str(text, eval->rules->attrs[other - 1].name);
    return;
  }
  uint32_t id = st_get32(store, ST_COLUMN_PART_TEXT, entry->part);
  switch (type) {
  case STRATA_INT:
    if (op == STRATA_OP_SCALE) {
      write_scale(entry, text);
    } else {
      st_text_int(text, (int64_t)entry->value);
    }
    break;
  case STRATA_FLAG:
    st_text_str(text, entry->value ? "true" : "false");
    break;
  case STRATA_REF:
    write_entity(text, entry->value);
    break;
  case STRATA_SYM:
    st_text_str(text, symbol_name(eval, symbol_operand(eval, entry)));
    break;
  case STRATA_TEXT:
    st_text_str(text, "\"");
    st_strings_read(store, id, text);
    st_text_str(text, "\"");
    break;
  case STRATA_SET:
    write_lines(eval, id, text);
    break;
  }
  if (st_verb_flags(entry->verb) & ST_PART_ROUND_UP) {
    st_text_str(text, ", rounded up");
  }
}

/* -- Rows -- */

static strata_status keep(strata_why *why, st_text *text, char **out) {
  if (!text->failed) {
    *out = st_mem_text(why->mem, st_text_get(text), text->length);
  }
  return *out ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status write_row(strata_why *why, const st_entry *entry, row *r) {
  const st_eval *eval = why->eval;
  const st_store *store = eval->store;
  strata_layer layer = st_verb_layer(entry->verb);
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, entry->part);
  strata_status status =
      copy_text(eval, st_get32(store, ST_COLUMN_EFFECT_NAME, effect), why->mem,
                &r->texts[0]);
  st_text text;
  st_text_init(&text, why->mem);
  if (eval->rules->numbered) {
    st_text_int(&text, layer);
  } else {
    st_text_str(&text, eval->rules->layers[layer].name);
  }
  if (!status) status = keep(why, &text, &r->texts[1]);
  st_text_clear(&text);
  write_operand(eval, eval->rules->attrs[why->attr - 1].type, entry, &text);
  if (!status) status = keep(why, &text, &r->texts[2]);
  st_text_fini(&text);
  uint32_t formula = 0;
  if (st_verb_flags(entry->verb) & ST_PART_COMPUTED) {
    formula = st_get32(store, ST_COLUMN_PART_TEXT, entry->part);
  }
  if (!status) status = copy_text(eval, formula, why->mem, &r->texts[3]);
  return status;
}

static void free_row(strata_why *why, row *r) {
  for (size_t i = 0; i < ST_COUNT_OF(r->texts); i++) {
    if (!r->texts[i]) continue;
    st_mem_free(why->mem, r->texts[i], strlen(r->texts[i]) + 1, 1);
  }
  st_value_free(&r->view.before, why->mem);
  st_value_free(&r->view.after, why->mem);
}

static strata_status add_row(void *user, const st_entry *entry,
                             const uint64_t *before, const uint64_t *after) {
  strata_why *why = user;
  const st_eval *eval = why->eval;
  const st_store *store = eval->store;
  if (!st_mem_reserve(why->mem, &why->rows, &why->capacity, why->count + 1,
                      sizeof why->rows[0])) {
    return STRATA_ENOMEM;
  }
  row r = {0};
  strata_status status = write_row(why, entry, &r);
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, entry->part);
  bool scale = st_verb_op(entry->verb) == STRATA_OP_SCALE;
  r.view = (strata_why_row){
      .layer = st_verb_layer(entry->verb),
      .op = st_verb_op(entry->verb),
      .step = (strata_step)entry->step,
      .effect = st_effect_handle(store, effect),
      .source = st_get64(store, ST_COLUMN_EFFECT_SOURCE, effect),
      .timestamp = st_get64(store, ST_COLUMN_EFFECT_STAMP, effect),
      .effect_name = r.texts[0],
      .layer_name = r.texts[1],
      .operand = r.texts[2],
      .formula = r.texts[3],
      .value = scale ? (int32_t)(uint32_t)entry->value : (int64_t)entry->value,
      .divisor = scale ? (int64_t)(entry->value >> 32) : 0,
      .rounding = st_verb_flags(entry->verb) & ST_PART_ROUND_UP
                      ? STRATA_ROUND_UP
                      : STRATA_ROUND_DOWN};
  if (!status) {
    status = st_value_make(eval, why->attr, before, why->mem, &r.view.before);
  }
  if (!status) {
    status = st_value_make(eval, why->attr, after, why->mem, &r.view.after);
  }
  if (status) {
    free_row(why, &r);
    return status;
  }
  why->rows[why->count++] = r;
  return STRATA_OK;
}

/* -- The whole as text -- */

static void pad(st_text *text, size_t from, size_t width) {
  while (text->length < from + width && !text->failed) {
    st_text_add(text, " ", 1);
  }
}

static size_t longer(size_t width, const char *text) {
  size_t length = strlen(text);
  return length > width ? length : width;
}

static const char *reason(strata_step step) {
  switch (step) {
  case STRATA_STEP_APPLIED:
    return "";
  case STRATA_STEP_CONDITION:
    return "off: its condition does not hold";
  case STRATA_STEP_SUBJECT:
    return "off: its subject leaves this out";
  case STRATA_STEP_STACKING:
    return "off: another of its group counts";
  }
  return "";
}

/* "layer  operation  result  by whom", in columns. */
static void write_line(strata_why *why, const row *r, size_t layer_width,
                       size_t operand_width) {
  st_text *text = &why->text;
  size_t start = text->length;
  st_text_str(text, "  ");
  st_text_str(text, r->view.layer_name);
  pad(text, start, 2 + layer_width + 2);
  start = text->length;
  st_text_str(text, r->view.operand);
  pad(text, start, operand_width + 2);
  if (r->view.step == STRATA_STEP_APPLIED) {
    st_text_str(text, "-> ");
    write_value(why->eval, &r->view.after, text);
  } else {
    st_text_str(text, reason(r->view.step));
  }
  if (r->view.formula[0]) {
    st_text_str(text, "  [");
    st_text_str(text, r->view.formula);
    st_text_str(text, "]");
  }
  st_text_str(text, "  ");
  st_text_str(text, r->view.effect_name[0] ? r->view.effect_name : "effect");
  if (r->view.source) {
    st_text_str(text, " from ");
    write_entity(text, r->view.source);
  }
  st_text_str(text, ", timestamp ");
  st_text_uint(text, r->view.timestamp);
}

static void write_all(strata_why *why) {
  st_text *text = &why->text;
  size_t layer_width = longer(0, "base");
  size_t operand_width = 0;
  for (size_t i = 0; i < why->count; i++) {
    layer_width = longer(layer_width, why->rows[i].view.layer_name);
    operand_width = longer(operand_width, why->rows[i].view.operand);
  }
  st_text_str(text, why->eval->rules->attrs[why->attr - 1].name);
  st_text_str(text, " = ");
  write_value(why->eval, &why->value, text);
  st_text_str(text, "\n  base");
  pad(text, text->length - 4, layer_width + 2 + operand_width + 2);
  st_text_str(text, "-> ");
  write_value(why->eval, &why->base, text);
  for (size_t i = 0; i < why->count; i++) {
    st_text_str(text, "\n");
    write_line(why, &why->rows[i], layer_width, operand_width);
  }
}

strata_status st_why_make(st_eval *eval, strata_entity entity, strata_attr attr,
                          strata_why **out) {
  uint32_t slot = st_slot_of(entity);
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_resolve(eval);
  if (status) return status;
  uint32_t words = eval->rules->attrs[attr - 1].words;
  uint64_t *result = st_mem_zeroed(eval->mem, words, sizeof *result);
  strata_why *why = st_mem_zeroed(eval->mem, 1, sizeof *why);
  if (!result || !why) {
    st_mem_free(eval->mem, result, words, sizeof *result);
    st_mem_free(eval->mem, why, 1, sizeof *why);
    return STRATA_ENOMEM;
  }
  *why = (strata_why){.mem = eval->mem, .eval = eval, .attr = attr};
  st_text_init(&why->text, eval->mem);
  st_fold_base(eval, attr, slot, result);
  status = st_value_make(eval, attr, result, why->mem, &why->base);
  st_trace trace = {.row = add_row, .user = why};
  if (!status) status = st_fold(eval, attr, slot, NULL, &trace, result);
  if (!status) {
    status = st_value_make(eval, attr, result, why->mem, &why->value);
  }
  if (!status) {
    write_all(why);
    if (why->text.failed) status = STRATA_ENOMEM;
  }
  st_mem_free(eval->mem, result, words, sizeof *result);
  if (status) {
    strata_why_free(why);
    return status;
  }
  *out = why;
  return STRATA_OK;
}

/* -- Public: reading an explanation -- */

void strata_why_free(strata_why *why) {
  if (!why) return;
  st_mem *mem = why->mem;
  for (size_t i = 0; i < why->count; i++) {
    free_row(why, &why->rows[i]);
  }
  st_mem_free(mem, why->rows, why->capacity, sizeof why->rows[0]);
  st_value_free(&why->base, mem);
  st_value_free(&why->value, mem);
  st_text_fini(&why->text);
  st_mem_free(mem, why, 1, sizeof *why);
}

size_t strata_why_count(const strata_why *why) {
  return why->count;
}

const strata_why_row *strata_why_get(const strata_why *why, size_t n) {
  return n < why->count ? &why->rows[n].view : NULL;
}

const strata_value *strata_why_base(const strata_why *why) {
  return &why->base;
}

const strata_value *strata_why_value(const strata_why *why) {
  return &why->value;
}

const char *strata_why_text(const strata_why *why) {
  return st_text_get(&why->text);
}
