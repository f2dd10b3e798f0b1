/* api_word_value.c - conversion between public values and words of the state.
 */
#include "api/play/api_word_value.h"

#include "base/enum_texts.h"

strata_value st_word_to_value(strata_type type, st_raw_value word) {
  strata_value value = {.type = type, .text = type == STRATA_TEXT ? "" : NULL};
  if (type == STRATA_INT || type == STRATA_FLAG) value.integer = word.number;
  if (type == STRATA_REF) value.ref = (strata_entity)word.number;
  if (type == STRATA_SYM) value.symbol = word.symbol;
  return value;
}

static const char *value_type_text(strata_type type) {
  return type != 0 ? st_type_text(type) : "nothing";
}

static strata_status check_ref_value(strata_world *world,
                                     const st_word_want *want,
                                     strata_entity ref) {
  const st_store *store = &world->store;
  if (ref == 0 || st_entity_slot(store, ref) != 0) return STRATA_OK;
  bool gone = st_entity_last_known_slot(store, ref) != 0;
  if (gone && want->allows_gone) return STRATA_OK;
  return ST_REFUSE(world, STRATA_ESTALE, want->call, ": '", want->value_name,
                   "': entity ", st_handle_text_of(ref).text,
                   " no longer exists in this world");
}

static strata_status check_symbol_value(strata_world *world,
                                        const st_word_want *want,
                                        strata_symbol symbol) {
  uint32_t count = st_rules_count(world->rules, STRATA_NAME_SYMBOL);
  if (symbol <= count) return STRATA_OK;
  return ST_REFUSE(world, STRATA_ENOENT, want->call, ": '", want->value_name,
                   "': no symbol ", st_number_format(symbol).text,
                   st_range_text_of(count).text);
}

strata_status st_word_from_value(strata_world *world, const st_word_want *want,
                                 const strata_value *value, st_raw_value *out) {
  if (value->type != want->type) {
    return ST_REFUSE(world, STRATA_ETYPE, want->call, ": '", want->value_name,
                     "' is of type ", value_type_text(want->type),
                     ", and the value given of type ",
                     value_type_text(value->type));
  }
  st_raw_value word = {.number = value->integer};
  strata_status status = STRATA_OK;
  if (value->type == STRATA_REF) {
    word.number = (int64_t)value->ref;
    status = check_ref_value(world, want, value->ref);
  } else if (value->type == STRATA_SYM) {
    word = (st_raw_value){.symbol = value->symbol};
    status = check_symbol_value(world, want, value->symbol);
  } else if (value->type == STRATA_FLAG && (uint64_t)value->integer > 1) {
    status = ST_REFUSE(world, STRATA_ERANGE, want->call, ": '",
                       want->value_name, "' is a flag, 0 or 1, and not ",
                       st_number_format(value->integer).text);
  }
  if (!status) *out = word;
  return status;
}
