/*
 * decision.c - rows of an action that waits.
 *
 * While an action runs there are none. When it stops at a decision, the world
 * goes back to where the action began, and what it takes to run it again up to
 * there is written: the request, each decision that was met, the answers.
 *
 * Nothing of this may be seen later. So rows are given out from the bottom,
 * never through a list of free ones; texts lie in rows too, since an interned
 * one would stay; and all of it is let go at once. Then every cell is 0 again,
 * and the hash does not tell what was asked, how often, or who answered.
 *
 * Rows of WORD, in this order: the words of the request, their texts; for each
 * decision its options, room for any answer to it, its prompt, the options'
 * texts. A word's text comes before its outcome. So answers to decisions of one
 * moment are at the same places in whatever order they arrive. A text takes 8
 * bytes a row, the last of which has at least one NUL, and only NULs from the
 * first on.
 */
#include "world/tables/decision.h"

#include "world/store/writer.h"

#include <string.h>

static uint32_t cell(const st_store *store, uint32_t column, uint32_t row) {
  return st_get32(store, column, row);
}

static uint32_t top_of(const st_store *store, st_scalar top) {
  return (uint32_t)st_scalar_get(store, top);
}

/* -- Rows from the bottom -- */

/* So many rows above all others; the first of them, 0 if it fails. */
static uint32_t take(st_writer *w, st_table table, st_scalar top,
                     uint32_t count) {
  uint64_t first = st_scalar_get(w->store, top) + 1;
  uint64_t end = first + count;
  if (!w->status && end > UINT32_C(1) << 31) w->status = STRATA_ERANGE;
  if (!w->status) w->status = st_store_reserve(w->store, table, (uint32_t)end);
  st_writer_scalar(w, top, end - 1);
  return w->status ? 0 : (uint32_t)first;
}

static uint32_t take_words(st_writer *w, uint32_t count) {
  return take(w, ST_TABLE_WORD, ST_SCALAR_WORD_TOP, count);
}

uint32_t st_decision_text_rows(size_t length) {
  return (uint32_t)(length / 8 + 1);
}

/* Write a text, and in `column` of `row` where it begins. */
static void put_text(st_writer *w, uint32_t column, uint32_t row,
                     const char *text) {
  if (!text || w->status) return;
  size_t length = strlen(text);
  if (length > UINT32_C(1) << 24) {
    w->status = STRATA_ERANGE;
    return;
  }
  uint32_t rows = st_decision_text_rows(length);
  uint32_t first = take_words(w, rows);
  st_writer_put(w, column, row, first);
  for (uint32_t i = 0; i < rows && !w->status; i++) {
    uint64_t word = 0;
    for (size_t b = 0; b < 8 && 8 * (size_t)i + b < length; b++) {
      word |= (uint64_t)(unsigned char)text[8 * (size_t)i + b] << (8 * b);
    }
    st_writer_put(w, ST_COLUMN_WORD_NUMBER, first + i, word);
  }
}

static void put_value(st_writer *w, uint32_t row, const st_offer *word) {
  assert(word->value.number == 0 || word->value.symbol == 0);
  st_writer_put(w, ST_COLUMN_WORD_TYPE, row, word->type);
  st_writer_put(w, ST_COLUMN_WORD_NUMBER, row, (uint64_t)word->value.number);
  st_writer_put(w, ST_COLUMN_WORD_SYMBOL, row, word->value.symbol);
}

static void put_texts(st_writer *w, uint32_t first, const st_offer *words,
                      uint32_t count) {
  for (uint32_t i = 0; i < count && !w->status; i++) {
    put_text(w, ST_COLUMN_WORD_TEXT, first + i, words[i].text);
    put_text(w, ST_COLUMN_WORD_OUTCOME, first + i, words[i].outcome);
  }
}

/* -- Asking -- */

strata_status st_decision_begin(st_store *store, uint32_t what,
                                const st_offer *words, uint32_t count) {
  assert(what != 0 && st_decision_what(store) == 0);
  st_writer w = {.store = store};
  st_writer_scalar(&w, ST_SCALAR_ACTION_WHAT, what);
  st_writer_scalar(&w, ST_SCALAR_ACTION_WORDS, count);
  uint32_t first = take_words(&w, count);
  for (uint32_t i = 0; i < count && !w.status; i++) {
    put_value(&w, first + i, &words[i]);
  }
  put_texts(&w, first, words, count);
  return w.status;
}

static bool is_shared_out(st_purpose purpose) {
  return purpose == ST_PURPOSE_DIVIDE || purpose == ST_PURPOSE_ALLOCATE;
}

uint32_t st_decision_room(const st_decision *asked) {
  if (asked->purpose == ST_PURPOSE_NUMBER) return 1;
  if (is_shared_out(asked->purpose)) return asked->option_count;
  return (uint32_t)st_clamp(asked->most, 0, asked->option_count);
}

bool st_decision_is_fair(const st_decision *asked) {
  int64_t count = asked->option_count;
  if (asked->least > asked->most) return false;
  if (asked->purpose == ST_PURPOSE_NUMBER) return count == 0;
  if (is_shared_out(asked->purpose)) {
    return count > 0 && asked->least >= 0 &&
           st_sat_mul(count, asked->least) <= asked->total &&
           st_sat_mul(count, asked->most) >= asked->total;
  }
  return asked->least >= 0 && asked->least <= count;
}

static void put_ask(st_writer *w, const st_new_decision *desc, uint32_t row,
                    uint32_t room) {
  st_writer_put(w, ST_COLUMN_ASK_PURPOSE, row, desc->purpose);
  st_writer_put(w, ST_COLUMN_ASK_FLAGS, row, desc->flags);
  st_writer_put(w, ST_COLUMN_ASK_PLAYER, row, desc->player);
  st_writer_put(w, ST_COLUMN_ASK_SOURCE, row, desc->source);
  st_writer_put(w, ST_COLUMN_ASK_LEAST, row, (uint64_t)desc->least);
  st_writer_put(w, ST_COLUMN_ASK_MOST, row, (uint64_t)desc->most);
  st_writer_put(w, ST_COLUMN_ASK_TOTAL, row, (uint64_t)desc->total);
  st_writer_put(w, ST_COLUMN_ASK_HASH, row, desc->hash);
  uint32_t options = take_words(w, desc->option_count);
  for (uint32_t i = 0; i < desc->option_count && !w->status; i++) {
    put_value(w, options + i, &desc->options[i]);
  }
  st_writer_put(w, ST_COLUMN_ASK_OPTIONS, row, options);
  st_writer_put(w, ST_COLUMN_ASK_OPTION_COUNT, row, desc->option_count);
  st_writer_put(w, ST_COLUMN_ASK_ANSWERS, row, take_words(w, room));
  put_text(w, ST_COLUMN_ASK_PROMPT, row, desc->prompt);
  put_texts(w, options, desc->options, desc->option_count);
}

strata_status st_decision_add(st_store *store, const st_new_decision *desc,
                              uint32_t *decision) {
  assert(st_decision_what(store) != 0 && desc->flags <= ST_DECISION_FLAGS);
  assert((unsigned)desc->purpose < ST_PURPOSE_COUNT);
  const st_decision asked = {.purpose = desc->purpose,
                             .option_count = desc->option_count,
                             .least = desc->least,
                             .most = desc->most,
                             .total = desc->total};
  if (!st_decision_is_fair(&asked)) return STRATA_EINVAL;
  st_writer w = {.store = store};
  *decision = take(&w, ST_TABLE_ASK, ST_SCALAR_ASK_TOP, 1);
  if (!w.status) put_ask(&w, desc, *decision, st_decision_room(&asked));
  return w.status;
}

strata_status st_decision_empty(st_store *store) {
  st_writer w = {.store = store};
  uint32_t asks = top_of(store, ST_SCALAR_ASK_TOP);
  uint32_t words = top_of(store, ST_SCALAR_WORD_TOP);
  for (uint32_t row = 1; row <= asks && !w.status; row++) {
    st_writer_clear(&w, ST_COLUMN_ASK_PURPOSE, ST_COLUMN_ASK_ANSWERED, row);
  }
  for (uint32_t row = 1; row <= words && !w.status; row++) {
    st_writer_clear(&w, ST_COLUMN_WORD_NUMBER, ST_COLUMN_WORD_OUTCOME, row);
  }
  st_writer_scalar(&w, ST_SCALAR_ASK_TOP, 0);
  st_writer_scalar(&w, ST_SCALAR_WORD_TOP, 0);
  st_writer_scalar(&w, ST_SCALAR_ACTION_WHAT, 0);
  st_writer_scalar(&w, ST_SCALAR_ACTION_WORDS, 0);
  return w.status;
}

/* -- Whether an answer is legal -- */

#define REFUSE(why, ...) ST_ERROR(why, STRATA_EREFUSED, 0, __VA_ARGS__)

static st_number number_of(uint64_t number) {
  return st_number_of((int64_t)number);
}

/* A number out of the range of a decision. */
static strata_status check_range(const st_decision *asked, int64_t number,
                                 const char *what, strata_error *why) {
  if (number >= asked->least && number <= asked->most) return STRATA_OK;
  return REFUSE(why, what, st_number_of(number).text, " is not from ",
                st_number_of(asked->least).text, " to ",
                st_number_of(asked->most).text);
}

static strata_status check_number(const st_decision *asked,
                                  const st_decided *answer, strata_error *why) {
  if (!answer->amounts || answer->options || answer->count != 1) {
    return REFUSE(why, "one number is asked for, and no option");
  }
  return check_range(asked, answer->amounts[0], "", why);
}

/* Each an option, none twice. */
static strata_status check_options(const st_decision *asked,
                                   const st_decided *answer, uint64_t *met,
                                   strata_error *why) {
  for (size_t i = 0; i < answer->count; i++) {
    uint32_t option = answer->options[i];
    if (option >= asked->option_count) {
      return REFUSE(why, "there is no option ", number_of(option).text,
                    "; there are 0 to ",
                    st_number_of((int64_t)asked->option_count - 1).text);
    }
    if (st_bit_test(met, option)) {
      return REFUSE(why, "option ", number_of(option).text, " is named twice");
    }
    st_bit_put(met, option, true);
  }
  return STRATA_OK;
}

static strata_status check_choice(const st_decision *asked,
                                  const st_decided *answer, uint64_t *met,
                                  strata_error *why) {
  if (answer->amounts || (!answer->options && answer->count > 0)) {
    return REFUSE(why, "options are asked for, not amounts");
  }
  /* More than there are options is fewer than `most` may say. */
  int64_t most = st_min(asked->most, asked->option_count);
  if (answer->count > (uint64_t)most ||
      answer->count < (uint64_t)asked->least) {
    st_number least = st_number_of(asked->least);
    bool exact = asked->least == most;
    return REFUSE(why, number_of(answer->count).text,
                  " options are named, and ", exact ? "just " : least.text,
                  exact ? "" : " to ", st_number_of(most).text, " asked for");
  }
  return check_options(asked, answer, met, why);
}

static strata_status check_shares(const st_decision *asked,
                                  const st_decided *answer, uint64_t *met,
                                  strata_error *why) {
  bool whole = !answer->options;
  if (!answer->amounts || (whole && answer->count != asked->option_count)) {
    return REFUSE(why, "an amount for each of ",
                  number_of(asked->option_count).text, " options is asked for");
  }
  strata_status status =
      whole ? STRATA_OK : check_options(asked, answer, met, why);
  int64_t rest = asked->total;
  for (size_t i = 0; !status && i < answer->count; i++) {
    status = check_range(asked, answer->amounts[i], "an amount of ", why);
    rest = st_sat_sub(rest, answer->amounts[i]);
  }
  if (status) return status;
  if (answer->count < asked->option_count) { /* the others get 0 */
    status = check_range(asked, 0, "an amount of ", why);
    if (status) return status;
  }
  if (rest == 0) return STRATA_OK;
  return REFUSE(why, "the amounts are together ",
                st_number_of(st_sat_sub(asked->total, rest)).text, ", not ",
                st_number_of(asked->total).text);
}

/* Room for a bit of each option: `few` is enough for most decisions. */
static uint64_t *bits_for(const st_store *store, const st_decision *asked,
                          uint64_t *few) {
  uint32_t words = st_words_for(asked->option_count);
  *few = 0;
  return words <= 1 ? few : st_mem_zeroed(store->mem, words, sizeof *few);
}

static void free_bits(const st_store *store, const st_decision *asked,
                      uint64_t *bits) {
  uint32_t words = st_words_for(asked->option_count);
  if (words > 1) st_mem_free(store->mem, bits, words, sizeof *bits);
}

/* `met` gets the options that a legal answer names. */
static strata_status check_with(const st_decision *asked,
                                const st_decided *answer, uint64_t *met,
                                strata_error *why) {
  if (asked->purpose == ST_PURPOSE_NUMBER) {
    return check_number(asked, answer, why);
  }
  return is_shared_out(asked->purpose) ? check_shares(asked, answer, met, why)
                                       : check_choice(asked, answer, met, why);
}

strata_status st_decision_check(const st_store *store, const st_decision *asked,
                                const st_decided *answer, strata_error *why) {
  uint64_t few;
  uint64_t *met = bits_for(store, asked, &few);
  if (!met) return STRATA_ENOMEM;
  strata_status status = check_with(asked, answer, met, why);
  free_bits(store, asked, met);
  return status;
}

/* Whether the decision is one that this may answer. */
static strata_status check_asked(const st_store *store,
                                 const st_decided *answer, strata_error *why) {
  uint32_t count = st_decision_count(store);
  if (answer->decision - 1 >= count) {
    return REFUSE(why, "there is no decision ",
                  number_of(answer->decision).text, "; there are ",
                  number_of(count).text);
  }
  st_decision asked = st_decision_get(store, answer->decision);
  if (asked.answered) {
    return REFUSE(why, "decision ", number_of(answer->decision).text,
                  " is answered already");
  }
  if (answer->who == 0 || answer->who == asked.player) return STRATA_OK;
  return REFUSE(why, "decision ", number_of(answer->decision).text,
                " is not for entity ", number_of(st_slot_of(answer->who)).text,
                " but for entity ", number_of(st_slot_of(asked.player)).text);
}

/* -- Answering -- */

static void put_choice(st_writer *w, const st_decision *asked,
                       const st_decided *answer, const uint64_t *met,
                       uint32_t room) {
  if (asked->flags & ST_DECISION_ORDERED) {
    for (uint32_t i = 0; i < answer->count; i++) {
      st_writer_put(w, ST_COLUMN_WORD_NUMBER, room + i, answer->options[i]);
    }
    return;
  }
  for (uint32_t i = 0; i < asked->option_count; i++) {
    if (st_bit_test(met, i)) st_writer_put(w, ST_COLUMN_WORD_NUMBER, room++, i);
  }
}

/* A number, or the amounts of all options. */
static void put_amounts(st_writer *w, const st_decided *answer, uint32_t room) {
  for (uint32_t i = 0; i < answer->count; i++) {
    uint32_t place = answer->options ? answer->options[i] : i;
    st_writer_put(w, ST_COLUMN_WORD_NUMBER, room + place,
                  (uint64_t)answer->amounts[i]);
  }
}

static void put_answer(st_writer *w, const st_decision *asked,
                       const st_decided *answer, const uint64_t *met) {
  uint32_t room = cell(w->store, ST_COLUMN_ASK_ANSWERS, answer->decision);
  bool amounts = answer->amounts != NULL;
  if (amounts) {
    put_amounts(w, answer, room);
  } else {
    put_choice(w, asked, answer, met, room);
  }
  uint32_t count = amounts ? st_decision_room(asked) : (uint32_t)answer->count;
  st_writer_put(w, ST_COLUMN_ASK_ANSWERED, answer->decision, count + 1);
}

strata_status st_decision_answer(st_store *store, const st_decided *answer,
                                 strata_error *why) {
  strata_status status = check_asked(store, answer, why);
  if (status) return status;
  st_decision asked = st_decision_get(store, answer->decision);
  uint64_t few;
  uint64_t *met = bits_for(store, &asked, &few);
  if (!met) return STRATA_ENOMEM;
  st_writer w = {.store = store};
  w.status = check_with(&asked, answer, met, why);
  /* One that is refused may say that there is what is not. */
  if (!w.status) put_answer(&w, &asked, answer, met);
  free_bits(store, &asked, met);
  return w.status;
}

/* -- Reading -- */

uint32_t st_decision_what(const st_store *store) {
  return top_of(store, ST_SCALAR_ACTION_WHAT);
}

uint32_t st_decision_words(const st_store *store) {
  return top_of(store, ST_SCALAR_ACTION_WORDS);
}

uint32_t st_decision_count(const st_store *store) {
  return top_of(store, ST_SCALAR_ASK_TOP);
}

uint32_t st_decision_open(const st_store *store) {
  uint32_t count = st_decision_count(store);
  for (uint32_t row = 1; row <= count; row++) {
    if (cell(store, ST_COLUMN_ASK_ANSWERED, row) == 0) return row;
  }
  return 0;
}

static st_offered word_at(const st_store *store, uint32_t row) {
  return (st_offered){
      .type = cell(store, ST_COLUMN_WORD_TYPE, row),
      .value = {(int64_t)st_get64(store, ST_COLUMN_WORD_NUMBER, row),
                cell(store, ST_COLUMN_WORD_SYMBOL, row)},
      .text = cell(store, ST_COLUMN_WORD_TEXT, row),
      .outcome = cell(store, ST_COLUMN_WORD_OUTCOME, row)};
}

st_offered st_decision_word_at(const st_store *store, uint32_t n) {
  assert(n < st_decision_words(store));
  return word_at(store, 1 + n);
}

st_decision st_decision_get(const st_store *store, uint32_t decision) {
  assert(decision - 1 < st_decision_count(store));
  uint32_t answered = cell(store, ST_COLUMN_ASK_ANSWERED, decision);
  return (st_decision){
      .purpose = (st_purpose)cell(store, ST_COLUMN_ASK_PURPOSE, decision),
      .flags = cell(store, ST_COLUMN_ASK_FLAGS, decision),
      .player = st_get64(store, ST_COLUMN_ASK_PLAYER, decision),
      .source = st_get64(store, ST_COLUMN_ASK_SOURCE, decision),
      .prompt = cell(store, ST_COLUMN_ASK_PROMPT, decision),
      .option_count = cell(store, ST_COLUMN_ASK_OPTION_COUNT, decision),
      .least = (int64_t)st_get64(store, ST_COLUMN_ASK_LEAST, decision),
      .most = (int64_t)st_get64(store, ST_COLUMN_ASK_MOST, decision),
      .total = (int64_t)st_get64(store, ST_COLUMN_ASK_TOTAL, decision),
      .hash = st_get64(store, ST_COLUMN_ASK_HASH, decision),
      .answered = answered != 0,
      .answer_count = answered ? answered - 1 : 0};
}

st_offered st_decision_option(const st_store *store, uint32_t decision,
                              uint32_t n) {
  assert(n < cell(store, ST_COLUMN_ASK_OPTION_COUNT, decision));
  return word_at(store, cell(store, ST_COLUMN_ASK_OPTIONS, decision) + n);
}

int64_t st_decision_answer_at(const st_store *store, uint32_t decision,
                              uint32_t n) {
  assert(n + 1 < cell(store, ST_COLUMN_ASK_ANSWERED, decision));
  uint32_t room = cell(store, ST_COLUMN_ASK_ANSWERS, decision);
  return (int64_t)st_get64(store, ST_COLUMN_WORD_NUMBER, room + n);
}

void st_decision_read(const st_store *store, uint32_t row, st_text *out) {
  for (; row != 0; row++) {
    char bytes[8];
    size_t length = 0;
    uint64_t word = st_get64(store, ST_COLUMN_WORD_NUMBER, row);
    for (; length < 8 && (word & 0xff) != 0; word >>= 8) {
      bytes[length++] = (char)(unsigned char)(word & 0xff);
    }
    st_text_add(out, bytes, length);
    if (length < 8) return;
  }
}
