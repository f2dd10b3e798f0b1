/*
 * explain_row.c - one row of an explanation.
 *
 * A row owns copies of all its texts, so an explanation outlives changes of
 * the world. Rows are kept in the order of their places.
 */
#include "layers/explain/explain_row.h"

#include "base/enum_texts.h"

#include <string.h>

enum {
  ROW_NAME,
  ROW_LAYER,
  ROW_OPERAND,
  ROW_FORMULA,
  ROW_WAITED_FOR,
  ROW_DEPENDENCY,
  ROW_TAKEN_BY
};

/* The symbols shown of an operand that is a SET. */
enum { SYMBOLS_SHOWN = 8 };

strata_why *st_explain_new(st_eval *eval, strata_attr attr) {
  strata_why *why = st_mem_zeroed(eval->mem, 1, sizeof *why);
  if (!why) return NULL;
  *why = (strata_why){.mem = eval->mem, .eval = eval, .attr = attr};
  st_text_init(&why->dot, eval->mem);
  return why;
}

static void free_explain_row(strata_why *why, st_explain_row *row) {
  for (size_t i = 0; i < ST_COUNT_OF(row->texts); i++) {
    if (!row->texts[i]) continue;
    st_mem_free(why->mem, row->texts[i], strlen(row->texts[i]) + 1, 1);
  }
  st_public_value_free(&row->public_row.before, why->mem);
  st_public_value_free(&row->public_row.after, why->mem);
}

void st_why_free(strata_why *why) {
  if (!why) return;
  st_mem *mem = why->mem;
  for (size_t i = 0; i < why->count; i++) {
    free_explain_row(why, &why->rows[i]);
  }
  st_mem_free(mem, why->rows, why->capacity, sizeof why->rows[0]);
  st_public_value_free(&why->base, mem);
  st_public_value_free(&why->value, mem);
  st_text_fini(&why->dot);
  st_mem_free(mem, why, 1, sizeof *why);
}

strata_status st_explain_finish(strata_why *why, strata_status status,
                                strata_why **out) {
  if (!status && why->dot.failed) status = STRATA_ENOMEM;
  if (status) {
    st_why_free(why);
    return status;
  }
  *out = why;
  return STRATA_OK;
}

/* -- Operands -- */

static void write_scale_operand(const st_value_part *entry, st_text *text) {
  st_text_add_int(text, (int32_t)(uint32_t)entry->value);
  st_text_add_str(text, "/");
  st_text_add_int(text, (int64_t)(entry->value >> 32));
}

static void write_set_operand(const st_eval *eval, const st_attr *attr,
                              const st_value_part *entry, st_text *text) {
  if (!entry->has_words) {
    st_text_add_str(
        text, st_public_value_symbol_name(eval, (strata_symbol)entry->value));
    return;
  }
  st_text_add_str(text, "{");
  uint32_t count = 0;
  for (uint32_t i = 0; i < attr->domain_count; i++) {
    if (!st_bit_test(entry->words, i)) continue;
    count++;
    if (count > SYMBOLS_SHOWN) continue;
    if (count > 1) st_text_add_str(text, ", ");
    st_text_add_str(text, st_public_value_symbol_name(eval, attr->domain[i]));
  }
  if (count > SYMBOLS_SHOWN) {
    st_text_add_str(text, " and ");
    st_text_add_uint(text, count - SYMBOLS_SHOWN);
    st_text_add_str(text, " more");
  }
  st_text_add_str(text, "}");
}

static void write_abilities_operand(const st_eval *eval,
                                    const st_clause_part *part,
                                    const st_value_part *entry, st_text *text) {
  st_text_add_str(text, "{");
  if (part->operand || st_part_header_op(part->flags) == STRATA_OP_COPY) {
    st_ability_list_write(&st_eval_pass_of(eval)->lists, entry->value, ", ",
                          text);
  }
  for (uint32_t i = 0; i < part->ability_count; i++) {
    if (i > 0) st_text_add_str(text, ", ");
    st_text_add_str(
        text, st_public_value_symbol_name(
                  eval, eval->rules->abilities[part->abilities[i]].symbol));
  }
  st_text_add_str(text, "}");
}

static const st_clause_part *clause_part_of(const st_eval *eval,
                                            const st_value_part *entry) {
  const st_applied_part *applied =
      st_value_part_applied(st_eval_pass_of(eval), entry);
  return applied ? applied->part : NULL;
}

/* `part` is the clause's, or NULL of a part locked to the entity. */
static void write_operation(const st_eval *eval, const st_clause_part *part,
                            const st_value_part *entry, st_text *text) {
  const st_attr *attr =
      &eval->rules->attrs[st_part_header_attr(entry->verb) - 1];
  strata_op op = st_part_header_op(entry->verb);
  st_text_add_str(text, st_op_text(op));
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) return;
  st_text_add_str(text, " ");
  if (part && op == STRATA_OP_SUBSTITUTE) {
    st_text_add_str(text, st_public_value_symbol_name(eval, part->from));
    st_text_add_str(text, " by ");
    st_text_add_str(text, st_public_value_symbol_name(eval, part->to));
    return;
  }
  if (part && op == STRATA_OP_SWITCH) {
    st_text_add_str(text, eval->rules->attrs[part->switched_attr - 1].name);
    return;
  }
  switch (attr->type) {
  case STRATA_INT:
    if (op == STRATA_OP_SCALE) {
      write_scale_operand(entry, text);
    } else {
      st_text_add_int(text, (int64_t)entry->value);
    }
    break;
  case STRATA_FLAG:
    st_text_add_str(text, entry->value ? "true" : "false");
    break;
  case STRATA_REF:
    st_public_value_write_entity(text, entry->value);
    break;
  case STRATA_SYM:
    st_text_add_str(
        text, st_public_value_symbol_name(eval, (strata_symbol)entry->value));
    break;
  case STRATA_TEXT:
    st_text_add_str(text, "\"");
    st_strings_read(eval->store, (uint32_t)entry->value, text);
    st_text_add_str(text, "\"");
    break;
  case STRATA_SET:
    write_set_operand(eval, attr, entry, text);
    break;
  case STRATA_ABILITIES:
    if (part) write_abilities_operand(eval, part, entry, text);
    break;
  }
  if (st_part_header_flags(entry->verb) & ST_PART_ROUND_UP) {
    st_text_add_str(text, ", rounded up");
  }
}

/* -- Names -- */

static void write_effect_name(const st_eval *eval, uint32_t effect,
                              st_text *text) {
  st_strings_read(eval->store,
                  st_get32(eval->store, ST_COLUMN_EFFECT_NAME, effect), text);
}

void st_explain_row_unit_name(const st_eval *eval, const st_pass *pass,
                              uint32_t unit, st_text *text) {
  const st_layer_unit *u = &pass->units[unit];
  if (u->kind == ST_LAYER_UNIT_EFFECT) {
    write_effect_name(eval, u->effect, text);
  } else if (u->kind == ST_LAYER_UNIT_LAW) {
    st_text_add_str(text, eval->rules->laws[u->index].name);
  } else {
    st_text_add_str(text, eval->rules->abilities[u->instance.ability].text);
  }
}

void st_explain_row_dependency(const st_eval *eval,
                               st_dependency_kind dependency, uint32_t class,
                               st_text *text) {
  switch (dependency) {
  case ST_DEPENDENCY_NONE:
    return;
  case ST_DEPENDENCY_EXISTENCE:
    st_text_add_str(text, "it would take this ability away");
    break;
  case ST_DEPENDENCY_TEXT:
    st_text_add_str(text, "it would change what this says");
    break;
  case ST_DEPENDENCY_AFFECTED:
    st_text_add_str(text, "it would change whom this affects");
    break;
  case ST_DEPENDENCY_OPERAND:
    st_text_add_str(text, "it would change what this does");
    break;
  }
  if (class == 0) return;
  uint32_t slot = st_class_find_member(&eval->classes, class);
  st_text_add_str(text, ": ");
  st_public_value_write_entity(text, st_entity_handle(eval->store, slot));
}

/* -- Making a row -- */

static strata_status take_row_text(strata_why *why, st_text *text, char **out) {
  if (!text->failed) {
    *out = st_mem_copy_text(why->mem, st_text_get(text), text->length);
  }
  st_text_clear(text);
  return *out ? STRATA_OK : STRATA_ENOMEM;
}

static void write_layer_name(const st_eval *eval, strata_layer layer,
                             st_text *text) {
  if (eval->rules->numbered_layers) {
    st_text_add_int(text, layer);
  } else {
    st_text_add_str(text, eval->rules->layers[layer].name);
  }
}

/* Write the expression that the operand was computed by. */
static void write_formula(const st_clause_part *part, st_text *text) {
  if (part && part->operand) st_text_add_str(text, part->operand->text);
}

static strata_status write_row_texts(strata_why *why,
                                     const st_value_part *entry,
                                     const char *taken_by,
                                     st_explain_row *row) {
  const st_eval *eval = why->eval;
  const st_clause_part *part = clause_part_of(eval, entry);
  const st_pass *pass = st_eval_pass_of(eval);
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  st_text text;
  st_text_init(&text, why->mem);
  if (applied) {
    st_explain_row_unit_name(eval, pass, applied->unit, &text);
  } else {
    write_effect_name(eval, st_value_part_effect(pass, entry), &text);
  }
  strata_status status = take_row_text(why, &text, &row->texts[ROW_NAME]);
  write_layer_name(eval, st_part_header_layer(entry->verb), &text);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_LAYER]);
  write_operation(eval, part, entry, &text);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_OPERAND]);
  write_formula(part, &text);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_FORMULA]);
  if (applied && applied->waited_for) {
    st_explain_row_unit_name(eval, pass, applied->waited_for - 1, &text);
  }
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_WAITED_FOR]);
  if (applied) {
    st_explain_row_dependency(eval, (st_dependency_kind)applied->dependency,
                              applied->witness_class, &text);
  }
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_DEPENDENCY]);
  if (taken_by) st_text_add_str(&text, taken_by);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_TAKEN_BY]);
  st_text_fini(&text);
  return status;
}

/* The rule of an applied part is that of its place. */
static const char *rule_of_row(const strata_why_row *row) {
  switch (row->step) {
  case STRATA_STEP_CONDITION:
  case STRATA_STEP_SUBJECT:
    return "611.3a";
  case STRATA_STEP_LOST:
    return "613.6";
  case STRATA_STEP_ZONE:
    return "113.6";
  case STRATA_STEP_STACKING:
    return "";
  case STRATA_STEP_APPLIED:
    break;
  }
  switch (row->because) {
  case STRATA_REASON_TIMESTAMP:
    return "613.7";
  case STRATA_REASON_CDA:
    return "613.3";
  case STRATA_REASON_DEPENDS:
    return "613.8a";
  case STRATA_REASON_LOOP:
    return "613.8b";
  case STRATA_REASON_PRIORITY:
  case STRATA_REASON_LAW:
    break;
  }
  return "";
}

static void point_to_texts(st_explain_row *row) {
  row->public_row.effect_name = row->texts[ROW_NAME];
  row->public_row.layer_name = row->texts[ROW_LAYER];
  row->public_row.operand = row->texts[ROW_OPERAND];
  row->public_row.formula = row->texts[ROW_FORMULA];
  row->public_row.waited_for = row->texts[ROW_WAITED_FOR];
  row->public_row.difference = row->texts[ROW_DEPENDENCY];
  row->public_row.taken_by = row->texts[ROW_TAKEN_BY];
  row->public_row.rule = rule_of_row(&row->public_row);
}

static strata_status insert_explain_row(strata_why *why, st_explain_row *row) {
  if (!st_mem_reserve(why->mem, &why->rows, &why->capacity, why->count + 1,
                      sizeof why->rows[0])) {
    free_explain_row(why, row);
    return STRATA_ENOMEM;
  }
  point_to_texts(row);
  size_t at = why->count++;
  for (; at > 0 && st_sort_key_before(row->place, why->rows[at - 1].place);
       at--) {
    why->rows[at] = why->rows[at - 1];
  }
  why->rows[at] = *row;
  return STRATA_OK;
}

static strata_order_reason plain_order_reason(const st_eval *eval,
                                              strata_layer layer) {
  return st_layer_order(eval->rules, layer) == STRATA_BY_PRIORITY
             ? STRATA_REASON_PRIORITY
             : STRATA_REASON_TIMESTAMP;
}

/* The target of a part that is locked to one entity, else 0. */
static strata_entity only_target(const st_store *store, uint32_t effect) {
  uint32_t part = st_effect_first_part(store, effect);
  uint32_t node = part ? st_get32(store, ST_COLUMN_PART_NODES, part) : 0;
  if (node == 0 || st_get32(store, ST_COLUMN_NODE_SIBLING, node) != 0) {
    return 0;
  }
  return st_entity_handle(store, st_get32(store, ST_COLUMN_NODE_TARGET, node));
}

/* Fill in the effect, source, target and timestamp of the row. */
static void describe_effect(const st_eval *eval, uint32_t effect,
                            strata_why_row *public_row) {
  const st_store *store = eval->store;
  public_row->effect.id = st_effect_handle(store, effect);
  public_row->source = st_get64(store, ST_COLUMN_EFFECT_SOURCE, effect);
  public_row->target = only_target(store, effect);
  public_row->timestamp = st_get_split(store, ST_COLUMN_EFFECT_STAMP, effect);
}

static void describe_unit(const st_eval *eval, const st_layer_unit *unit,
                          strata_why_row *public_row) {
  public_row->effect.id = st_effect_handle(eval->store, unit->effect);
  public_row->source = st_layer_unit_source(st_eval_pass_of(eval), unit);
  public_row->timestamp = unit->stamp;
  if (unit->effect_clause && unit->effect_clause->locked_part) {
    public_row->target = only_target(eval->store, unit->effect);
  }
}

/* What a part header and an operand tell of a row. */
static strata_why_row row_of_part(const st_eval *eval, uint64_t header,
                                  uint64_t value) {
  bool scale = st_part_header_op(header) == STRATA_OP_SCALE;
  strata_attr attr = st_part_header_attr(header);
  strata_why_row row = {
      .layer = st_part_header_layer(header),
      .op = st_part_header_op(header),
      .value = scale ? (int32_t)(uint32_t)value : (int64_t)value,
      .divisor = scale ? (int64_t)(value >> 32) : 0,
      .rounding = st_part_header_flags(header) & ST_PART_ROUND_UP
                      ? STRATA_ROUND_UP
                      : STRATA_ROUND_DOWN,
      .attr = attr,
      .because = plain_order_reason(eval, st_part_header_layer(header))};
  row.before.type = eval->rules->attrs[attr - 1].type;
  row.after.type = row.before.type;
  return row;
}

strata_status st_explain_row_add(strata_why *why, const st_value_part *entry,
                                 const uint64_t *before, const uint64_t *after,
                                 const char *taken_by) {
  const st_eval *eval = why->eval;
  const st_pass *pass = st_eval_pass_of(eval);
  strata_attr attr = st_part_header_attr(entry->verb);
  st_explain_row row = {.place = entry->place};
  row.public_row =
      row_of_part(eval, entry->verb, entry->has_words ? 0 : entry->value);
  row.public_row.step = (strata_why_step)entry->step;
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  if (applied) {
    describe_unit(eval, &pass->units[applied->unit], &row.public_row);
    row.public_row.because = (strata_order_reason)applied->because;
  } else {
    describe_effect(eval, st_value_part_effect(pass, entry), &row.public_row);
  }
  strata_status status = write_row_texts(why, entry, taken_by, &row);
  if (!status && before) {
    status = st_public_value_make(eval, attr, before, why->mem,
                                  &row.public_row.before);
  }
  if (!status && after) {
    status = st_public_value_make(eval, attr, after, why->mem,
                                  &row.public_row.after);
  }
  if (!status) return insert_explain_row(why, &row);
  free_explain_row(why, &row);
  return status;
}

/* Write the operation of a part that was never applied: of an operand that is
 * computed nothing is known but its expression. */
static void write_lost_operation(const st_eval *eval,
                                 const st_clause_part *part, st_text *text) {
  strata_op op = st_part_header_op(part->flags);
  st_value_part entry = {.verb = part->flags, .value = part->value};
  if (part->words) {
    entry.words = part->words;
    entry.has_words = true;
  }
  bool is_text = part->text != NULL && op != STRATA_OP_SUBSTITUTE;
  if (!part->operand && op != STRATA_OP_COPY && !is_text) {
    write_operation(eval, part, &entry, text);
    return;
  }
  st_text_add_str(text, st_op_text(op));
  if (!is_text) return;
  st_text_add_str(text, " \"");
  st_text_add_str(text, part->text);
  st_text_add_str(text, "\"");
}

static strata_status write_lost_texts(strata_why *why,
                                      const st_layer_unit *unit,
                                      const st_clause_part *part,
                                      const char *taken_by,
                                      st_explain_row *row) {
  const st_eval *eval = why->eval;
  st_text text;
  st_text_init(&text, why->mem);
  st_text_add_str(&text, eval->rules->abilities[unit->instance.ability].text);
  strata_status status = take_row_text(why, &text, &row->texts[ROW_NAME]);
  write_layer_name(eval, row->public_row.layer, &text);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_LAYER]);
  write_lost_operation(eval, part, &text);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_OPERAND]);
  write_formula(part, &text);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_FORMULA]);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_WAITED_FOR]);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_DEPENDENCY]);
  if (taken_by) st_text_add_str(&text, taken_by);
  if (!status) status = take_row_text(why, &text, &row->texts[ROW_TAKEN_BY]);
  st_text_fini(&text);
  return status;
}

strata_status st_explain_row_add_lost(strata_why *why,
                                      const st_layer_unit *unit,
                                      const st_clause_part *part,
                                      strata_why_step step,
                                      const char *taken_by) {
  const st_eval *eval = why->eval;
  const st_pass *pass = st_eval_pass_of(eval);
  st_explain_row row = {.place = st_layer_unit_place(
                            pass, unit, st_part_header_layer(part->flags))};
  row.public_row = row_of_part(eval, part->flags, part->value);
  row.public_row.step = step;
  row.public_row.before.type = row.public_row.after.type = 0;
  describe_unit(eval, unit, &row.public_row);
  strata_status status = write_lost_texts(why, unit, part, taken_by, &row);
  if (!status) return insert_explain_row(why, &row);
  free_explain_row(why, &row);
  return status;
}
