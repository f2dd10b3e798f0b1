/*
 * open_decision.c - rows of an action that waits for an answer.
 *
 * An action that does not wait has no rows here. When an action stops at a
 * decision, the world goes back to the state before the action, and these rows
 * record what it takes to execute the action again up to the decision: the
 * request, each decision reached, the answers.
 *
 * The rows must leave nothing behind. So they are allocated from the bottom of
 * their tables, without free lists; texts lie in rows too, because an interned
 * text would stay; and all rows are cleared together. Afterwards every cell is
 * 0 again, and the hash does not depend on what was asked, how often, or who
 * answered.
 *
 * The rows of ACTION_VALUE, in this order: the values of the request, their
 * texts; for each decision its options, the rows reserved for an answer, its
 * prompt, the texts of the options. The text of a value comes before its
 * outcome. So the answers to decisions of one moment lie in the same rows
 * whatever the order in which they arrive. A text takes 8 bytes a row; its last
 * row has at least one NUL, with only NULs after it. open_action_ok in
 * world/save/validate_play.c checks this layout for loaded rows.
 */
#include "world/tables/open_decision.h"

#include "world/store/cell_writer.h"
#include "world/store/strings.h"

#include <string.h>

static uint32_t top_of(const st_store *store, st_scalar top) {
  return (uint32_t)st_scalar_get(store, top);
}

/* -- Rows from the bottom -- */

/* Take `count` rows above all others of a table. Returns the first, 0 if that
 * fails. */
static uint32_t take_bottom_rows(st_cell_writer *w, st_table table,
                                 st_scalar top, uint32_t count) {
  uint64_t first = st_scalar_get(w->store, top) + 1;
  uint64_t end = first + count;
  if (!w->status && end > UINT32_C(1) << 31) w->status = STRATA_ERANGE;
  if (!w->status) w->status = st_store_reserve(w->store, table, (uint32_t)end);
  st_cell_writer_put_scalar(w, top, end - 1);
  return w->status ? 0 : (uint32_t)first;
}

static uint32_t take_value_rows(st_cell_writer *w, uint32_t count) {
  return take_bottom_rows(w, ST_TABLE_ACTION_VALUE, ST_SCALAR_ACTION_VALUE_TOP,
                          count);
}

uint32_t st_decision_text_rows(size_t length) {
  return (uint32_t)(length / 8 + 1);
}

/* Write a text into new rows, and the first of them into `column` of `row`. */
static void write_text_rows(st_cell_writer *w, uint32_t column, uint32_t row,
                            const char *text) {
  if (!text || w->status) return;
  size_t length = strlen(text);
  if (length > UINT32_C(1) << 24) {
    w->status = STRATA_ERANGE;
    return;
  }
  uint32_t rows = st_decision_text_rows(length);
  uint32_t first = take_value_rows(w, rows);
  st_cell_writer_put(w, column, row, first);
  for (uint32_t i = 0; i < rows && !w->status; i++) {
    uint64_t word = st_strings_pack(text, length, 8 * (size_t)i);
    st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_NUMBER, first + i, word);
  }
}

static void write_value_row(st_cell_writer *w, uint32_t row,
                            const st_new_action_value *value) {
  assert(value->value.number == 0 || value->value.symbol == 0);
  st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_TYPE, row, value->type);
  st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_NUMBER, row,
                     (uint64_t)value->value.number);
  st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_SYMBOL, row,
                     value->value.symbol);
}

static void write_value_texts(st_cell_writer *w, uint32_t first,
                              const st_new_action_value *values,
                              uint32_t count) {
  for (uint32_t i = 0; i < count && !w->status; i++) {
    write_text_rows(w, ST_COLUMN_ACTION_VALUE_TEXT, first + i, values[i].text);
    write_text_rows(w, ST_COLUMN_ACTION_VALUE_OUTCOME, first + i,
                    values[i].outcome);
  }
}

/* -- Asking -- */

strata_status st_decision_begin_action(st_store *store, uint32_t request,
                                       const st_new_action_value *values,
                                       uint32_t count) {
  assert(request != 0 && st_decision_request(store) == 0);
  st_cell_writer w = {.store = store};
  st_cell_writer_put_scalar(&w, ST_SCALAR_ACTION_REQUEST, request);
  st_cell_writer_put_scalar(&w, ST_SCALAR_ACTION_REQUEST_VALUES, count);
  uint32_t first = take_value_rows(&w, count);
  for (uint32_t i = 0; i < count && !w.status; i++) {
    write_value_row(&w, first + i, &values[i]);
  }
  write_value_texts(&w, first, values, count);
  return w.status;
}

static bool is_amount_purpose(st_purpose purpose) {
  return purpose == ST_PURPOSE_DIVIDE || purpose == ST_PURPOSE_ALLOCATE;
}

uint32_t st_decision_answer_capacity(const st_decision *asked) {
  if (asked->purpose == ST_PURPOSE_NUMBER) return 1;
  if (is_amount_purpose(asked->purpose)) return asked->option_count;
  return (uint32_t)st_clamp(asked->max, 0, asked->option_count);
}

bool st_decision_is_answerable(const st_decision *asked) {
  int64_t count = asked->option_count;
  if (asked->min > asked->max) return false;
  if (asked->purpose == ST_PURPOSE_NUMBER) return count == 0;
  if (is_amount_purpose(asked->purpose)) {
    return count > 0 && asked->min >= 0 &&
           st_sat_mul(count, asked->min) <= asked->total &&
           st_sat_mul(count, asked->max) >= asked->total;
  }
  return asked->min >= 0 && asked->min <= count;
}

static void write_decision_row(st_cell_writer *w, const st_new_decision *desc,
                               uint32_t row, uint32_t answer_capacity) {
  st_cell_writer_put(w, ST_COLUMN_DECISION_PURPOSE, row, desc->purpose);
  st_cell_writer_put(w, ST_COLUMN_DECISION_FLAGS, row, desc->flags);
  st_cell_writer_put(w, ST_COLUMN_DECISION_PLAYER, row, desc->player);
  st_cell_writer_put(w, ST_COLUMN_DECISION_SOURCE, row, desc->source);
  st_cell_writer_put(w, ST_COLUMN_DECISION_MIN, row, (uint64_t)desc->min);
  st_cell_writer_put(w, ST_COLUMN_DECISION_MAX, row, (uint64_t)desc->max);
  st_cell_writer_put(w, ST_COLUMN_DECISION_TOTAL, row, (uint64_t)desc->total);
  st_cell_writer_put(w, ST_COLUMN_DECISION_HASH, row, desc->hash);
  uint32_t options = take_value_rows(w, desc->option_count);
  for (uint32_t i = 0; i < desc->option_count && !w->status; i++) {
    write_value_row(w, options + i, &desc->options[i]);
  }
  st_cell_writer_put(w, ST_COLUMN_DECISION_OPTIONS, row, options);
  st_cell_writer_put(w, ST_COLUMN_DECISION_OPTION_COUNT, row,
                     desc->option_count);
  st_cell_writer_put(w, ST_COLUMN_DECISION_ANSWERS, row,
                     take_value_rows(w, answer_capacity));
  write_text_rows(w, ST_COLUMN_DECISION_PROMPT, row, desc->prompt);
  write_value_texts(w, options, desc->options, desc->option_count);
}

/* What tells how many options an answer has, and whether one can be legal. */
static st_decision decision_without_texts(const st_new_decision *desc) {
  return (st_decision){.purpose = desc->purpose,
                       .option_count = desc->option_count,
                       .min = desc->min,
                       .max = desc->max,
                       .total = desc->total};
}

strata_status st_decision_add(st_store *store, const st_new_decision *desc,
                              uint32_t *decision) {
  assert(st_decision_request(store) != 0 &&
         desc->flags <= ST_DECISION_FLAG_MASK);
  assert((unsigned)desc->purpose < ST_PURPOSE_COUNT);
  const st_decision asked = decision_without_texts(desc);
  if (!st_decision_is_answerable(&asked)) return STRATA_EINVAL;
  st_cell_writer w = {.store = store};
  *decision =
      take_bottom_rows(&w, ST_TABLE_DECISION, ST_SCALAR_DECISION_TOP, 1);
  if (!w.status) {
    write_decision_row(&w, desc, *decision,
                       st_decision_answer_capacity(&asked));
  }
  return w.status;
}

/* -- Space -- */

static uint32_t rows_of_text(const char *text) {
  return text ? st_decision_text_rows(strlen(text)) : 0;
}

uint32_t st_decision_rows_of_values(const st_new_action_value *values,
                                    uint32_t count) {
  uint32_t rows = count;
  for (uint32_t i = 0; i < count; i++) {
    rows += rows_of_text(values[i].text) + rows_of_text(values[i].outcome);
  }
  return rows;
}

uint32_t st_decision_rows_of(const st_new_decision *desc) {
  const st_decision asked = decision_without_texts(desc);
  return st_decision_rows_of_values(desc->options, desc->option_count) +
         st_decision_answer_capacity(&asked) + rows_of_text(desc->prompt);
}

/* What the cells of rows 1 to `rows` of a column need at most. */
static void add_needs_of_column(const st_store *store, uint32_t column,
                                uint64_t rows, uint64_t *pages,
                                uint64_t *records) {
  assert(store->columns[column].width != ST_CELL_SPLIT); /* of two pages */
  *pages += (rows >> store->columns[column].shift) + 1;
  *records += rows;
}

strata_status st_decision_reserve(st_store *store, uint32_t decisions,
                                  uint64_t value_rows) {
  if (value_rows >= UINT32_C(1) << 31) return STRATA_ERANGE;
  strata_status status =
      st_store_reserve(store, ST_TABLE_DECISION, decisions + 1);
  if (!status) {
    status = st_store_reserve(store, ST_TABLE_ACTION_VALUE,
                              (uint32_t)value_rows + 1);
  }
  if (status) return status;
  uint64_t pages = 1;
  uint64_t records = 0;
  for (uint32_t column = ST_COLUMN_DECISION_PURPOSE;
       column <= ST_COLUMN_DECISION_ANSWER_COUNT; column++) {
    add_needs_of_column(store, column, decisions, &pages, &records);
  }
  for (uint32_t column = ST_COLUMN_ACTION_VALUE_NUMBER;
       column <= ST_COLUMN_ACTION_VALUE_OUTCOME; column++) {
    add_needs_of_column(store, column, value_rows, &pages, &records);
  }
  /* The number of a table's last row is written whenever rows are taken: three
   * times for a decision, and for each text. */
  records += pages + 3 * (uint64_t)decisions + value_rows + 4;
  return st_store_reserve_writes(store, (uint32_t)pages, (size_t)records);
}

strata_status st_decision_end_action(st_store *store) {
  st_cell_writer w = {.store = store};
  uint32_t decisions = top_of(store, ST_SCALAR_DECISION_TOP);
  uint32_t values = top_of(store, ST_SCALAR_ACTION_VALUE_TOP);
  for (uint32_t row = 1; row <= decisions && !w.status; row++) {
    st_cell_writer_clear(&w, ST_COLUMN_DECISION_PURPOSE,
                         ST_COLUMN_DECISION_ANSWER_COUNT, row);
  }
  for (uint32_t row = 1; row <= values && !w.status; row++) {
    st_cell_writer_clear(&w, ST_COLUMN_ACTION_VALUE_NUMBER,
                         ST_COLUMN_ACTION_VALUE_OUTCOME, row);
  }
  st_cell_writer_put_scalar(&w, ST_SCALAR_DECISION_TOP, 0);
  st_cell_writer_put_scalar(&w, ST_SCALAR_ACTION_VALUE_TOP, 0);
  st_cell_writer_put_scalar(&w, ST_SCALAR_ACTION_REQUEST, 0);
  st_cell_writer_put_scalar(&w, ST_SCALAR_ACTION_REQUEST_VALUES, 0);
  return w.status;
}

/* -- Whether an answer is legal -- */

#define REFUSE(why, ...) ST_ERROR(why, STRATA_EREFUSED, 0, __VA_ARGS__)

static st_number_text format_count(uint64_t number) {
  return st_number_format((int64_t)number);
}

/* Refuse a number that is out of the range of a decision. */
static strata_status check_amount_range(const st_decision *asked,
                                        int64_t number, const char *prefix,
                                        strata_error *why) {
  if (number >= asked->min && number <= asked->max) return STRATA_OK;
  return REFUSE(why, prefix, st_number_format(number).text, " is not from ",
                st_number_format(asked->min).text, " to ",
                st_number_format(asked->max).text);
}

static strata_status check_number_answer(const st_decision *asked,
                                         const st_new_answer *answer,
                                         strata_error *why) {
  if (!answer->amounts || answer->options || answer->count != 1) {
    return REFUSE(why, "one number is asked for, and no option");
  }
  return check_amount_range(asked, answer->amounts[0], "", why);
}

/* Check that each option exists and none is named twice. */
static strata_status check_option_places(const st_decision *asked,
                                         const st_new_answer *answer,
                                         uint64_t *named, strata_error *why) {
  for (size_t i = 0; i < answer->count; i++) {
    uint32_t option = answer->options[i];
    if (option >= asked->option_count) {
      return REFUSE(why, "there is no option ", format_count(option).text,
                    "; there are 0 to ",
                    st_number_format((int64_t)asked->option_count - 1).text);
    }
    if (st_bit_test(named, option)) {
      return REFUSE(why, "option ", format_count(option).text,
                    " is named twice");
    }
    st_bit_set(named, option, true);
  }
  return STRATA_OK;
}

static strata_status check_option_answer(const st_decision *asked,
                                         const st_new_answer *answer,
                                         uint64_t *named, strata_error *why) {
  if (answer->amounts || (!answer->options && answer->count > 0)) {
    return REFUSE(why, "options are asked for, not amounts");
  }
  /* asked->max may be larger than the number of options. */
  int64_t max = st_min(asked->max, asked->option_count);
  if (answer->count > (uint64_t)max || answer->count < (uint64_t)asked->min) {
    st_number_text min = st_number_format(asked->min);
    bool exact = asked->min == max;
    return REFUSE(why, format_count(answer->count).text,
                  " options are named, and ", exact ? "just " : min.text,
                  exact ? "" : " to ", st_number_format(max).text,
                  " asked for");
  }
  return check_option_places(asked, answer, named, why);
}

static strata_status check_amount_answer(const st_decision *asked,
                                         const st_new_answer *answer,
                                         uint64_t *named, strata_error *why) {
  bool whole = !answer->options;
  if (!answer->amounts || (whole && answer->count != asked->option_count)) {
    return REFUSE(why, "an amount for each of ",
                  format_count(asked->option_count).text,
                  " options is asked for");
  }
  strata_status status =
      whole ? STRATA_OK : check_option_places(asked, answer, named, why);
  int64_t remainder = asked->total;
  for (size_t i = 0; !status && i < answer->count; i++) {
    status =
        check_amount_range(asked, answer->amounts[i], "an amount of ", why);
    remainder = st_sat_sub(remainder, answer->amounts[i]);
  }
  if (status) return status;
  if (answer->count < asked->option_count) { /* the others get 0 */
    status = check_amount_range(asked, 0, "an amount of ", why);
    if (status) return status;
  }
  if (remainder == 0) return STRATA_OK;
  return REFUSE(why, "the amounts are together ",
                st_number_format(st_sat_sub(asked->total, remainder)).text,
                ", not ", st_number_format(asked->total).text);
}

/* A bit for each option, all 0: *inline_word if that is enough, as for most
 * decisions, else allocated memory. */
static uint64_t *bits_for(const st_store *store, const st_decision *asked,
                          uint64_t *inline_word) {
  uint32_t words = st_bit_words(asked->option_count);
  *inline_word = 0;
  return words <= 1 ? inline_word
                    : st_mem_zeroed(store->mem, words, sizeof *inline_word);
}

static void free_bits(const st_store *store, const st_decision *asked,
                      uint64_t *bits) {
  uint32_t words = st_bit_words(asked->option_count);
  if (words > 1) st_mem_free(store->mem, bits, words, sizeof *bits);
}

/* `named` gets the options that a legal answer names. */
static strata_status check_answer_kind(const st_decision *asked,
                                       const st_new_answer *answer,
                                       uint64_t *named, strata_error *why) {
  if (asked->purpose == ST_PURPOSE_NUMBER) {
    return check_number_answer(asked, answer, why);
  }
  return is_amount_purpose(asked->purpose)
             ? check_amount_answer(asked, answer, named, why)
             : check_option_answer(asked, answer, named, why);
}

strata_status st_decision_check_answer(const st_store *store,
                                       const st_decision *asked,
                                       const st_new_answer *answer,
                                       strata_error *why) {
  uint64_t inline_word;
  uint64_t *named = bits_for(store, asked, &inline_word);
  if (!named) return STRATA_ENOMEM;
  strata_status status = check_answer_kind(asked, answer, named, why);
  free_bits(store, asked, named);
  return status;
}

strata_status st_decision_check_open(uint32_t count, const st_decision *asked,
                                     const st_new_answer *answer,
                                     strata_error *why) {
  if (!asked) {
    return REFUSE(why, "there is no decision ",
                  format_count(answer->decision).text, "; there are ",
                  format_count(count).text);
  }
  if (asked->answered) {
    return REFUSE(why, "decision ", format_count(answer->decision).text,
                  " is answered already");
  }
  if (answer->who == 0 || answer->who == asked->player) return STRATA_OK;
  return REFUSE(why, "decision ", format_count(answer->decision).text,
                " is not for entity ",
                format_count(st_slot_of(answer->who)).text, " but for entity ",
                format_count(st_slot_of(asked->player)).text);
}

/* -- Answering -- */

/* Write the numbers of an answer that names options: in ascending order, from
 * the set `named`, unless their order counts. Without a set they are in the
 * right order already (st_decision_put_answer). */
static void write_option_answer(st_cell_writer *w, const st_decision *asked,
                                const st_new_answer *answer,
                                const uint64_t *named, uint32_t first_row) {
  if (!named || asked->flags & ST_DECISION_ORDERED) {
    for (uint32_t i = 0; i < answer->count; i++) {
      st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_NUMBER, first_row + i,
                         answer->options[i]);
    }
    return;
  }
  for (uint32_t i = 0; i < asked->option_count; i++) {
    if (st_bit_test(named, i)) {
      st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_NUMBER, first_row++, i);
    }
  }
}

/* Write the answer to a NUMBER, DIVIDE or ALLOCATE. */
static void write_amount_answer(st_cell_writer *w, const st_new_answer *answer,
                                uint32_t first_row) {
  for (uint32_t i = 0; i < answer->count; i++) {
    uint32_t index = answer->options ? answer->options[i] : i;
    st_cell_writer_put(w, ST_COLUMN_ACTION_VALUE_NUMBER, first_row + index,
                       (uint64_t)answer->amounts[i]);
  }
}

static void write_answer(st_cell_writer *w, const st_decision *asked,
                         const st_new_answer *answer, const uint64_t *named) {
  uint32_t first_row =
      st_get32(w->store, ST_COLUMN_DECISION_ANSWERS, answer->decision);
  bool amounts = answer->amounts != NULL;
  if (amounts) {
    write_amount_answer(w, answer, first_row);
  } else {
    write_option_answer(w, asked, answer, named, first_row);
  }
  uint32_t count =
      amounts ? st_decision_answer_capacity(asked) : (uint32_t)answer->count;
  st_cell_writer_put(w, ST_COLUMN_DECISION_ANSWER_COUNT, answer->decision,
                     count + 1);
}

strata_status st_decision_put_answer(st_store *store,
                                     const st_new_answer *answer) {
  st_cell_writer w = {.store = store};
  st_decision asked = st_decision_get(store, answer->decision);
  write_answer(&w, &asked, answer, NULL);
  return w.status;
}

strata_status st_decision_answer(st_store *store, const st_new_answer *answer,
                                 strata_error *why) {
  uint32_t count = st_decision_count(store);
  bool exists = answer->decision - 1 < count;
  st_decision asked = {0};
  if (exists) asked = st_decision_get(store, answer->decision);
  strata_status status =
      st_decision_check_open(count, exists ? &asked : NULL, answer, why);
  if (status) return status;
  uint64_t inline_word;
  uint64_t *named = bits_for(store, &asked, &inline_word);
  if (!named) return STRATA_ENOMEM;
  st_cell_writer w = {.store = store};
  w.status = check_answer_kind(&asked, answer, named, why);
  /* A refused answer may name options that do not exist, so it is not written.
   */
  if (!w.status) write_answer(&w, &asked, answer, named);
  free_bits(store, &asked, named);
  return w.status;
}

/* -- Reading -- */

uint32_t st_decision_request(const st_store *store) {
  return top_of(store, ST_SCALAR_ACTION_REQUEST);
}

uint32_t st_decision_request_values(const st_store *store) {
  return top_of(store, ST_SCALAR_ACTION_REQUEST_VALUES);
}

uint32_t st_decision_count(const st_store *store) {
  return top_of(store, ST_SCALAR_DECISION_TOP);
}

uint32_t st_decision_find_unanswered(const st_store *store) {
  uint32_t count = st_decision_count(store);
  for (uint32_t row = 1; row <= count; row++) {
    if (st_get32(store, ST_COLUMN_DECISION_ANSWER_COUNT, row) == 0) return row;
  }
  return 0;
}

static st_action_value read_value_row(const st_store *store, uint32_t row) {
  return (st_action_value){
      .type = st_get32(store, ST_COLUMN_ACTION_VALUE_TYPE, row),
      .value = {(int64_t)st_get64(store, ST_COLUMN_ACTION_VALUE_NUMBER, row),
                st_get32(store, ST_COLUMN_ACTION_VALUE_SYMBOL, row)},
      .text = st_get32(store, ST_COLUMN_ACTION_VALUE_TEXT, row),
      .outcome = st_get32(store, ST_COLUMN_ACTION_VALUE_OUTCOME, row)};
}

st_action_value st_decision_request_value(const st_store *store, uint32_t n) {
  assert(n < st_decision_request_values(store));
  return read_value_row(store, 1 + n);
}

st_decision st_decision_get(const st_store *store, uint32_t decision) {
  assert(decision - 1 < st_decision_count(store));
  uint32_t answered =
      st_get32(store, ST_COLUMN_DECISION_ANSWER_COUNT, decision);
  return (st_decision){
      .purpose =
          (st_purpose)st_get32(store, ST_COLUMN_DECISION_PURPOSE, decision),
      .flags = st_get32(store, ST_COLUMN_DECISION_FLAGS, decision),
      .player = st_get64(store, ST_COLUMN_DECISION_PLAYER, decision),
      .source = st_get64(store, ST_COLUMN_DECISION_SOURCE, decision),
      .prompt = st_get32(store, ST_COLUMN_DECISION_PROMPT, decision),
      .option_count =
          st_get32(store, ST_COLUMN_DECISION_OPTION_COUNT, decision),
      .min = (int64_t)st_get64(store, ST_COLUMN_DECISION_MIN, decision),
      .max = (int64_t)st_get64(store, ST_COLUMN_DECISION_MAX, decision),
      .total = (int64_t)st_get64(store, ST_COLUMN_DECISION_TOTAL, decision),
      .hash = st_get64(store, ST_COLUMN_DECISION_HASH, decision),
      .answered = answered != 0,
      .answer_count = answered ? answered - 1 : 0};
}

st_action_value st_decision_option(const st_store *store, uint32_t decision,
                                   uint32_t n) {
  assert(n < st_get32(store, ST_COLUMN_DECISION_OPTION_COUNT, decision));
  return read_value_row(
      store, st_get32(store, ST_COLUMN_DECISION_OPTIONS, decision) + n);
}

int64_t st_decision_answer_at(const st_store *store, uint32_t decision,
                              uint32_t n) {
  assert(n + 1 < st_get32(store, ST_COLUMN_DECISION_ANSWER_COUNT, decision));
  uint32_t first_row = st_get32(store, ST_COLUMN_DECISION_ANSWERS, decision);
  return (int64_t)st_get64(store, ST_COLUMN_ACTION_VALUE_NUMBER, first_row + n);
}

void st_decision_read_text(const st_store *store, uint32_t row, st_text *out) {
  for (; row != 0; row++) {
    char bytes[8];
    size_t length = 0;
    uint64_t word = st_get64(store, ST_COLUMN_ACTION_VALUE_NUMBER, row);
    for (; length < 8 && (word & 0xff) != 0; word >>= 8) {
      bytes[length++] = (char)(unsigned char)(word & 0xff);
    }
    st_text_add(out, bytes, length);
    if (length < 8) return;
  }
}
