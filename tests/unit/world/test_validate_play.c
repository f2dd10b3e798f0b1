/* Validation of rows of actions and events: inconsistent rows are refused; a
 * world of accepted rows can be played on. */
#include "row_stage.h"
#include "world/tables/event_log.h"
#include "world/tables/open_decision.h"
#include "world/tables/pending_triggers.h"
#include "world/tables/started_watchers.h"

TestSuite(validate_play, .timeout = 120);

/*
 * Entities 1 to 5; 6 is gone, 7 on the stack, 8 free.
 * Watchers 1 (3 left, clock 1, 2 ticks, notes), 2 (2 uses), 3 (clock 1, 5
 * ticks); 4 free.
 * Pending triggers: 1 in the queue, twice; 2 after it; 3 held by 7; 4 by 6; 5
 * free. Log: rows 2, 3, 4, of which 3 and 4 have a parent and notes; 1
 * forgotten. Asked: words 1 and 2 with texts 3, 4; decision 1: options 5, 6, 7,
 * answers 8, 9, prompt 10, texts 11 to 14; decision 2: number 15; decision 3:
 * option 16, share 17. 1 and 3 are answered.
 */
static void add_watches(rows *r) {
  st_store *store = &r->s.store;
  static const st_note notes[] = {{9, {1, 0}}, {8, {0, 1}}};
  const st_new_started_watcher descs[] = {
      {.watcher_def = 1,
       .source = r->cards[0],
       .you = r->cards[1],
       .amount = 3,
       .clock = 1,
       .ticks = 2,
       .variables = notes,
       .variable_count = 2},
      {.watcher_def = 2, .uses = 2},
      {.watcher_def = 3, .clock = 1, .ticks = 5},
      {.watcher_def = 1}};
  uint32_t slot = 0;
  for (uint32_t i = 0; i < 4; i++) {
    OK(st_started_watcher_add(store, &descs[i], &slot));
    cr_assert(eq(u32, slot, i + 1));
  }
  OK(st_started_watcher_remove(store, 4));
}

static void add_fired(rows *r) {
  st_store *store = &r->s.store;
  const st_note note = {9, {4, 0}};
  st_new_pending_trigger desc = {.watcher_def = 1,
                                 .source = r->cards[0],
                                 .you = r->cards[1],
                                 .identity = 7,
                                 .count = 2,
                                 .variables = &note,
                                 .variable_count = 1};
  uint32_t row = 0;
  for (uint32_t i = 1; i <= 5; i++) {
    desc.identity = i;
    OK(st_pending_trigger_add(store, &desc, &row));
    cr_assert(eq(u32, row, i));
    desc.count = 1;
  }
  uint32_t gone = st_slot_of(state_spawn(&r->s));
  uint32_t stacked = st_slot_of(state_spawn(&r->s));
  OK(st_entity_despawn(store, st_slot_of(state_spawn(&r->s))));
  cr_assert(gone == 6 && stacked == 7);
  OK(st_pending_trigger_place(store, 4, 1, gone));
  OK(st_pending_trigger_place(store, 3, 1, stacked));
  OK(st_pending_trigger_remove(store, 5));
  OK(st_notes_add(store, st_notes_of_entity(gone), 9, (st_raw_value){1, 0}));
  OK(st_entity_keep_last_known(store, gone));
}

static void add_log(rows *r) {
  const st_note note = {9, {4, 0}};
  st_new_log_row desc = {.event_type = 1,
                         .watcher_def = 2,
                         .who = r->cards[0],
                         .fields = &note,
                         .field_count = 1,
                         .count = 1};
  for (uint64_t i = 1; i <= 4; i++) {
    uint64_t number = 0;
    desc.source = r->cards[i > 1]; /* equal rows would join */
    desc.parent = i > 2 ? i - 1 : 0;
    OK(st_log_add(&r->s.store, &desc, &number));
    cr_assert(eq(u64, number, i));
  }
  OK(st_log_forget(&r->s.store, 2));
}

static void add_asks(rows *r) {
  st_store *store = &r->s.store;
  const st_new_action_value words[] = {
      {STRATA_INT + 1, {3, 0}, "a", NULL},
      {STRATA_SYM + 1, {0, 1}, NULL, "b"},
      {0, {0, 0}, "9 letters", NULL},
  };
  st_new_decision descs[] = {{.purpose = ST_PURPOSE_CHOOSE,
                              .player = r->cards[0],
                              .prompt = "which?",
                              .options = words,
                              .option_count = 3,
                              .min = 1,
                              .max = 2},
                             {.purpose = ST_PURPOSE_NUMBER, .max = 5},
                             {.purpose = ST_PURPOSE_DIVIDE,
                              .options = &(st_new_action_value){0},
                              .option_count = 1,
                              .min = 1,
                              .max = 5,
                              .total = 5}};
  OK(st_decision_begin_action(store, 1, words, 2));
  uint32_t decision = 0;
  for (int i = 0; i < 3; i++) {
    OK(st_decision_add(store, &descs[i], &decision));
  }
  const uint32_t chosen[] = {2, 1};
  const int64_t five = 5;
  OK(st_decision_answer(
      store, &(st_new_answer){.decision = 1, .options = chosen, .count = 2},
      NULL));
  OK(st_decision_answer(
      store, &(st_new_answer){.decision = 3, .amounts = &five, .count = 1},
      NULL));
}

static void sample(rows *r) {
  rows_open(r, 1);
  add_watches(r);
  add_fired(r);
  add_log(r);
  add_asks(r);
  OK(rows_judge(&r->s.store));
}

typedef struct damage {
  const char *name;
  uint32_t column, row;
  uint64_t value;
} damage;

#define COLUMN(name) ST_COLUMN_##name
#define SCALAR(name) ST_COLUMN_SCALAR, ST_SCALAR_##name
#define NEVER        UINT64_C(0x300000001)

static const damage damages[] = {
    {"a watcher that says nothing", COLUMN(WATCHER_DEF), 1, 0},
    {"a watcher without a stamp", COLUMN(WATCHER_STAMP), 1, 0},
    {"a watcher of the future", COLUMN(WATCHER_STAMP), 1, 1000},
    {"a free watcher with a stamp", COLUMN(WATCHER_STAMP), 4, 1},
    {"a free watcher with a code", COLUMN(WATCHER_DEF), 4, 1},
    {"a watcher of nobody's", COLUMN(WATCHER_SOURCE), 1, NEVER},
    {"a watcher for nobody", COLUMN(WATCHER_YOU), 1, NEVER},
    {"less than nothing left", COLUMN(WATCHER_AMOUNT_LEFT), 1, UINT64_MAX},
    {"no such code", COLUMN(WATCHER_DEF), 2, ROWS_CODES + 1},
    {"no such kind", COLUMN(LOG_EVENT_TYPE), 2, ROWS_CODES + 1},
    {"no such clock", COLUMN(WATCHER_CLOCK), 2, 3},
    {"no such symbol", COLUMN(ACTION_VALUE_SYMBOL), 2, 4711},
    {"a clock lost", COLUMN(WATCHER_CLOCK), 1, 0},
    {"another clock", COLUMN(WATCHER_CLOCK), 1, 2},
    {"an end lost", COLUMN(WATCHER_EXPIRES), 1, 0},
    {"an end without a clock", COLUMN(WATCHER_EXPIRES), 2, 5},
    {"an end in no list", COLUMN(WATCHER_EXPIRES), 4, 5},
    {"timed before somebody", COLUMN(WATCHER_TIMED_NEXT), 2, 1},
    {"timed after somebody", COLUMN(WATCHER_TIMED_PREV), 2, 1},
    {"timed in a circle", COLUMN(WATCHER_TIMED_NEXT), 1, 3},
    {"timed beyond all", COLUMN(WATCHER_TIMED_NEXT), 1, 4711},
    {"timed the wrong way", COLUMN(WATCHER_TIMED_PREV), 1, 2},
    {"a used watcher is free", COLUMN(WATCHER_NEXT_FREE), 1, 2},
    {"a free watcher lost", SCALAR(WATCHER_FREE), 0},
    {"no free watcher", SCALAR(WATCHER_FREE), 1},
    {"a watcher worn out and free", COLUMN(WATCHER_ENDED_COUNT), 4, UINT32_MAX},
    {"the oldest watcher lost", SCALAR(WATCHER_FIRST), 2},
    {"the newest watcher lost", SCALAR(WATCHER_LAST), 2},
    {"no watcher", SCALAR(WATCHER_FIRST), 0},
    {"a watcher beyond all", SCALAR(WATCHER_FIRST), 4711},
    {"a free watcher in the list", COLUMN(WATCHER_NEXT), 3, 4},
    {"a watcher left out", COLUMN(WATCHER_NEXT), 1, 3},
    {"watchers in a circle", COLUMN(WATCHER_NEXT), 3, 1},
    {"watchers the wrong way", COLUMN(WATCHER_PREV), 2, 3},
    {"more watchers than rows", SCALAR(WATCHER_TOP), 5},
    {"fewer watchers than rows", SCALAR(WATCHER_TOP), 3},
    {"it fired without a code", COLUMN(TRIGGER_WATCHER_DEF), 1, 0},
    {"it fired never", COLUMN(TRIGGER_COUNT), 1, 0},
    {"it fired in the future", COLUMN(TRIGGER_STAMP), 1, 1000},
    {"it fired without a stamp", COLUMN(TRIGGER_STAMP), 1, 0},
    {"a free one that fired", COLUMN(TRIGGER_STAMP), 5, 1},
    {"a free one with a code", COLUMN(TRIGGER_WATCHER_DEF), 5, 1},
    {"a free one that is held", COLUMN(TRIGGER_HOLDER), 5, 7},
    {"it fired of nobody's", COLUMN(TRIGGER_SOURCE), 1, NEVER},
    {"it fired for nobody", COLUMN(TRIGGER_YOU), 1, NEVER},
    {"in the queue and held", COLUMN(TRIGGER_HOLDER), 1, 7},
    {"held by nobody", COLUMN(TRIGGER_HOLDER), 3, 0},
    {"held by somebody else", COLUMN(TRIGGER_HOLDER), 3, 1},
    {"held by somebody free", COLUMN(TRIGGER_HOLDER), 3, 8},
    {"held by somebody beyond all", COLUMN(TRIGGER_HOLDER), 3, 4711},
    {"held before somebody", COLUMN(TRIGGER_NEXT), 3, 1},
    {"held after somebody", COLUMN(TRIGGER_PREV), 3, 1},
    {"holding what is in the queue", COLUMN(ENTITY_TRIGGER), 1, 1},
    {"holding another's", COLUMN(ENTITY_TRIGGER), 1, 3},
    {"holding what is free", COLUMN(ENTITY_TRIGGER), 1, 5},
    {"holding what is beyond all", COLUMN(ENTITY_TRIGGER), 1, 4711},
    {"holding, but free", COLUMN(ENTITY_TRIGGER), 8, 3},
    {"holding no more", COLUMN(ENTITY_TRIGGER), 7, 0},
    {"gone and holding no more", COLUMN(ENTITY_TRIGGER), 6, 0},
    {"the first lost", SCALAR(TRIGGER_FIRST), 2},
    {"the last lost", SCALAR(TRIGGER_LAST), 1},
    {"the first is held", SCALAR(TRIGGER_FIRST), 3},
    {"the queue goes on held", COLUMN(TRIGGER_NEXT), 2, 3},
    {"the queue is a circle", COLUMN(TRIGGER_NEXT), 2, 1},
    {"the queue goes the wrong way", COLUMN(TRIGGER_PREV), 2, 0},
    {"a free one lost", SCALAR(TRIGGER_FREE), 0},
    {"a queued one is free", SCALAR(TRIGGER_FREE), 2},
    {"a log without room", SCALAR(LOG_CAPACITY), 0},
    {"a log with odd room", SCALAR(LOG_CAPACITY), 63},
    {"a log with little room", SCALAR(LOG_CAPACITY), 32},
    {"a log with much room", SCALAR(LOG_CAPACITY), 1 << 20},
    {"a log that ends before it begins", SCALAR(LOG_FORGOTTEN), 5},
    {"a log with more forgotten", SCALAR(LOG_FORGOTTEN), 2},
    {"a log with more kept", SCALAR(LOG_FORGOTTEN), 0},
    {"a log that ends later", SCALAR(LOG_LAST), 5},
    {"a tick behind the newest row", SCALAR(LOG_TICK), 5},
    {"a log that ends earlier", SCALAR(LOG_LAST), 3},
    {"a log that is longer than its room", SCALAR(LOG_LAST), 100},
    {"a row that counts for none", COLUMN(LOG_COUNT), 2, 0},
    {"a row that says nothing", COLUMN(LOG_WHAT), 2, ST_LOGGED_COUNT},
    {"a row of no action", COLUMN(LOG_ACTION), 2, 0},
    {"a row of an action to come", COLUMN(LOG_ACTION), 2, 2},
    {"a row that is its own parent", COLUMN(LOG_PARENT), 3, 3},
    {"a row whose parent comes later", COLUMN(LOG_PARENT), 3, 4},
    {"a row of nobody", COLUMN(LOG_WHO), 2, NEVER},
    {"a row by nobody", COLUMN(LOG_SOURCE), 2, NEVER},
    {"a forgotten row with a code", COLUMN(LOG_WATCHER_DEF), 1, 1},
    {"a row to come with a kind", COLUMN(LOG_EVENT_TYPE), 64, 1},
    {"nothing is asked for", SCALAR(ACTION_REQUEST), 0},
    {"fewer words are asked for", SCALAR(ACTION_REQUEST_VALUES), 1},
    {"more words are asked for", SCALAR(ACTION_REQUEST_VALUES), 3},
    {"all words and more", SCALAR(ACTION_REQUEST_VALUES), 4711},
    {"fewer decisions", SCALAR(DECISION_TOP), 2},
    {"more decisions", SCALAR(DECISION_TOP), 4},
    {"fewer words", SCALAR(ACTION_VALUE_TOP), 16},
    {"more words", SCALAR(ACTION_VALUE_TOP), 18},
    {"no such purpose", COLUMN(DECISION_PURPOSE), 1, ST_PURPOSE_COUNT},
    {"no such flags", COLUMN(DECISION_FLAGS), 1, 32},
    {"an order that is sorted", COLUMN(DECISION_PURPOSE), 1, ST_PURPOSE_DIVIDE},
    {"more than there are", COLUMN(DECISION_MIN), 1, 4},
    {"fewer than are chosen", COLUMN(DECISION_MAX), 1, 1},
    {"room for more", COLUMN(DECISION_MAX), 1, 3},
    {"another total", COLUMN(DECISION_TOTAL), 3, 4},
    {"options elsewhere", COLUMN(DECISION_OPTIONS), 1, 4},
    {"fewer options", COLUMN(DECISION_OPTION_COUNT), 1, 2},
    {"more options", COLUMN(DECISION_OPTION_COUNT), 1, 4},
    {"all options and more", COLUMN(DECISION_OPTION_COUNT), 1, UINT32_MAX},
    {"answers elsewhere", COLUMN(DECISION_ANSWERS), 1, 5},
    {"answers beyond all", COLUMN(DECISION_ANSWERS), 3, 4711},
    {"one answer of two", COLUMN(DECISION_ANSWER_COUNT), 1, 2},
    {"no answer, but options", COLUMN(DECISION_ANSWER_COUNT), 1, 0},
    {"three answers of two", COLUMN(DECISION_ANSWER_COUNT), 1, 4},
    {"no number, but an answer", COLUMN(DECISION_ANSWER_COUNT), 2, 1},
    {"no prompt, but its text", COLUMN(DECISION_PROMPT), 1, 0},
    {"an option for a prompt", COLUMN(DECISION_PROMPT), 1, 5},
    {"a prompt beyond all", COLUMN(DECISION_PROMPT), 2, 4711},
    {"no such type", COLUMN(ACTION_VALUE_TYPE), 1, STRATA_ABILITIES + 2},
    {"a number that is a symbol", COLUMN(ACTION_VALUE_SYMBOL), 1, 1},
    {"a text elsewhere", COLUMN(ACTION_VALUE_TEXT), 1, 4},
    {"a text lost", COLUMN(ACTION_VALUE_TEXT), 1, 0},
    {"an outcome lost", COLUMN(ACTION_VALUE_OUTCOME), 2, 0},
    {"an outcome that is a text", COLUMN(ACTION_VALUE_OUTCOME), 2, 3},
    {"a text with a symbol", COLUMN(ACTION_VALUE_SYMBOL), 3, 1},
    {"a text with a type", COLUMN(ACTION_VALUE_TYPE), 3, 1},
    {"a text with a NUL inside", COLUMN(ACTION_VALUE_NUMBER), 3, 0x620061},
    {"a text without an end", COLUMN(ACTION_VALUE_NUMBER), 3,
     0x6161616161616161},
    {"an option that is not there", COLUMN(ACTION_VALUE_NUMBER), 9, 3},
    {"options that are not sorted", COLUMN(ACTION_VALUE_NUMBER), 8, 2},
    {"less than no option", COLUMN(ACTION_VALUE_NUMBER), 8, UINT64_MAX},
    {"a number before it is said", COLUMN(ACTION_VALUE_NUMBER), 15, 3},
    {"another share", COLUMN(ACTION_VALUE_NUMBER), 17, 4},
    {"a share with a text", COLUMN(ACTION_VALUE_TEXT), 17, 1},
};

Test(validate_play, each_planted_damage_is_refused) {
  rows r;
  sample(&r);
  st_store *store = &r.s.store;
  for (size_t i = 0; i < ST_COUNT_OF(damages); i++) {
    const damage *d = &damages[i];
    st_savepoint start = st_store_begin(store);
    cr_expect(ne(u64, st_get_any(store, d->column, d->row), d->value),
              "%s: is so already", d->name);
    OK(st_put_any(store, d->column, d->row, d->value));
    cr_expect(eq(int, rows_judge(store), STRATA_ECORRUPT), "%s", d->name);
    st_store_undo(store, start);
  }
  OK(rows_judge(store));
  rows_close(&r);
}

/* -- Whatever is let through can be played on with -- */

static void end_all(rows *r) {
  st_store *store = &r->s.store;
  uint32_t ended;
  int64_t taken;
  for (uint32_t w = st_started_watcher_first(store); w != 0;
       w = st_started_watcher_next(store, w)) {
    uint32_t uses = 0;
    OK(st_started_watcher_take_amount(store, w, 1, &taken));
    if (!st_started_watcher_uses_left(store, w, &uses) || uses)
      OK(st_started_watcher_use(store, w));
    if (st_get32(store, ST_COLUMN_WATCHER_CLOCK, w)) {
      OK(st_started_watcher_set_ticks(store, w, 2));
    }
  }
  OK(st_started_watcher_expire(store, 1, &ended));
  OK(st_started_watcher_expire(store, 2, &ended));
  while (st_started_watcher_first(store)) {
    OK(st_started_watcher_remove(store, st_started_watcher_first(store)));
  }
  while (st_pending_trigger_first(store)) {
    OK(st_pending_trigger_remove(store, st_pending_trigger_first(store)));
  }
}

static void answer_all(rows *r) {
  st_store *store = &r->s.store;
  const uint32_t options[] = {0, 1, 2};
  const int64_t amounts[] = {5, 0, 0};
  st_mem mem;
  st_mem_init(&mem, NULL, NULL);
  st_text text;
  st_text_init(&text, &mem);
  for (uint32_t d = 1; d <= st_decision_count(store); d++) {
    st_decision asked = st_decision_get(store, d);
    st_decision_read_text(store, asked.prompt, &text);
    for (uint32_t i = 0; i < asked.option_count; i++) {
      st_action_value word = st_decision_option(store, d, i);
      st_decision_read_text(store, word.text, &text);
      st_decision_read_text(store, word.outcome, &text);
    }
    for (uint32_t i = 0; i < asked.answer_count; i++) {
      (void)st_decision_answer_at(store, d, i);
    }
    st_new_answer answer = {.decision = d, .options = options, .count = 1};
    (void)st_decision_answer(store, &answer, NULL);
    answer = (st_new_answer){.decision = d, .amounts = amounts, .count = 1};
    (void)st_decision_answer(store, &answer, NULL);
  }
  st_text_fini(&text);
}

static void play_on(rows *r) {
  st_store *store = &r->s.store;
  uint64_t number = 0;
  answer_all(r);
  OK(rows_judge(store));
  end_all(r);
  OK(st_log_add(store, &(st_new_log_row){.count = 1}, &number));
  number = 0;
  while ((number = st_log_next(store, number)) != 0) {
    st_log_row row;
    cr_assert(st_log_get(store, number, &row));
  }
  OK(st_log_forget(store, UINT64_MAX));
  OK(st_decision_end_action(store));
  OK(rows_judge(store));
  for (uint32_t slot = 1; slot <= st_entity_top(store); slot++) {
    if (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) {
      OK(st_entity_despawn(store, slot));
    } else if (st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot)) {
      OK(st_entity_free_last_known(store, slot));
    }
  }
  OK(rows_judge(store));
}

Test(validate_play, no_number_in_any_cell_is_followed_blindly) {
  rows r;
  sample(&r);
  st_store *store = &r.s.store;
  uint64_t mark;
  OK(st_store_mark(store, &mark));
  static const uint64_t numbers[] = {0, 1, 2,  3,          4,         5,
                                     7, 8, 64, UINT32_MAX, UINT64_MAX};
  size_t refused = 0;
  size_t let_through = 0;
  for (uint32_t c = 0; c < r.s.rules->column_count; c++) {
    uint8_t cell = store->columns[c].width;
    uint64_t most = cell == ST_CELL_BIT  ? 1
                    : cell == ST_CELL_32 ? UINT32_MAX
                                         : UINT64_MAX;
    for (uint32_t row = 0; row < 20; row++) {
      for (size_t i = 0; i < ST_COUNT_OF(numbers); i++) {
        OK(st_put_any(store, c, row, numbers[i] & most));
        strata_status status = rows_judge(store);
        cr_assert(status == STRATA_OK || status == STRATA_ECORRUPT);
        refused += status != STRATA_OK;
        let_through += status == STRATA_OK;
        if (!status) play_on(&r);
        OK(st_store_rollback(store, mark));
      }
    }
  }
  cr_expect(lt(sz, 4000, refused));
  cr_expect(lt(sz, 1000, let_through));
  rows_close(&r);
}

Test(validate_play, looking_without_memory_says_so) {
  rows r;
  sample(&r);
  for (size_t n = 1; n <= 2; n++) {
    size_t blocks = r.s.probe.live_blocks;
    r.s.probe.fail_at = r.s.probe.calls + n;
    cr_expect(eq(int, st_validate_play(&r.s.store), STRATA_ENOMEM), "%zu", n);
    cr_expect(eq(sz, r.s.probe.live_blocks, blocks));
  }
  OK(st_validate_play(&r.s.store));
  rows_close(&r);
}
