/*
 * kit_acts.c - rules in which much can happen and be asked.
 */
#include "kit_acts.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define D(name)     .op = STRATA_DO_##name
#define VALUE(text)                                                            \
  .arguments = &(strata_argument){.value = (text)}, .argument_count = 1
#define ARGUMENTS(...)                                                         \
  .arguments = (const strata_argument[]){__VA_ARGS__},                         \
  .argument_count = COUNT(((const strata_argument[]){__VA_ARGS__}))
#define INSIDE(...)                                                            \
  .inner = (const strata_instruction[]){__VA_ARGS__},                          \
  .inner_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define DOES(...)                                                              \
  .does = (const strata_instruction[]){__VA_ARGS__},                           \
  .does_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define PARTS(...)                                                             \
  .contains = STRATA_CONTAINMENT_RESULTS,                                      \
  .parts = (const strata_instruction[]){__VA_ARGS__},                          \
  .part_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))
#define DEEDS(...)                                                             \
  .program = (const strata_instruction[]){__VA_ARGS__},                        \
  .instruction_count = COUNT(((const strata_instruction[]){__VA_ARGS__}))

static const strata_field_desc given[] = {{"target", STRATA_REF}};
static const strata_field_desc gain_of[] = {{"player", STRATA_REF},
                                            {"amount", STRATA_INT}};
static const strata_field_desc series_of[] = {{"player", STRATA_REF},
                                              {"count", STRATA_INT}};
static const strata_argument for_handler[] = {{"number", "3", NULL, 0},
                                              {"who", "$you", NULL, 0}};
static const strata_field_desc paint_of[] = {{"player", STRATA_REF},
                                             {"colour", STRATA_SYM}};
static const char *const handlers[] = {"act", "house", "parts", "turn",
                                       "write"};
static const char *const colours[] = {"blue", "green", "red"};

#define EVENT(title, list, number)                                             \
  .name = (title), .fields = (list), .field_count = (number)

/* Of some more: names that come before all others, and shift their ids. */
static const strata_field_desc more_gain_of[] = {
    {"aside", STRATA_INT}, {"player", STRATA_REF}, {"amount", STRATA_INT}};

static strata_status add_more(strata_builder *b) {
  strata_status status = strata_builder_event_type(
      b, &(strata_event_type_desc){EVENT("aaa", gain_of, 2)});
  for (size_t i = 0; !status && i < 2; i++) {
    status = strata_builder_symbol(b, NULL, i ? "aaa" : "cyan");
  }
  if (!status) status = strata_builder_handler(b, "aaa", 0);
  if (status) return status;
  return strata_builder_watcher(
      b, &(strata_watcher_desc){
             .name = "aaa", .role = STRATA_ROLE_CANT, .event = "aaa"});
}

static strata_status add_kinds(strata_builder *b, bool more) {
  const strata_instruction gains = {
      D(EMIT), .what = "gain", .times = "event.count",
      ARGUMENTS({"player", "event.player", NULL, 0},
                {"amount", "$i", NULL, 0})};
  const strata_instruction paces = {D(RUN), .what = "parts"};
  static const strata_phase_desc phases[] = {
      {.name = "check"}, {.name = "before"}, {.name = "do"}, {.name = "after"}};
  const strata_event_type_desc kinds[] = {
      {EVENT("gain", more ? more_gain_of : gain_of, more ? 3 : 2),
       .affected = "player", .matters = "event.amount > 0",
       DOES({D(ADD), .what = "life", .who = "event.player",
             VALUE("event.amount")})},
      {EVENT("series", series_of, 2), .affected = "player",
       .can = "event.player.life < 1000",
       .contains = STRATA_CONTAINMENT_ONE_BY_ONE, .parts = &gains,
       .part_count = 1},
      {EVENT("storm", gain_of, 2),
       PARTS({D(EMIT), .what = "gain", .who = "life > 0",
              ARGUMENTS({"player", "it", NULL, 0},
                        {"amount", "event.amount", NULL, 0})})},
      {EVENT("make", series_of, 2),
       DOES({D(SPAWN), .what = "token", .times = "event.count", .as = "made"},
            {D(MOVE), .what = "pile", .who = "$made"})},
      {EVENT("end", series_of, 1), .affected = "player",
       DOES({D(REMOVE), .who = "event.player"})},
      {EVENT("shrink", gain_of, 2), .affected = "player",
       DOES({D(SET), .what = "small", .who = "event.player",
             VALUE("event.amount")})},
      {EVENT("paint", paint_of, 2), .affected = "player",
       DOES({D(SET), .what = "colour", .who = "event.player",
             VALUE("event.colour")})},
      {EVENT("mix", series_of, 1), .affected = "player", .quiet = true,
       DOES({D(SHUFFLE), .what = "pile", .who = "event.player"})},
      {.name = "large", .of = "gain", .where = "event.amount > 5"},
      {EVENT("labour", gain_of, 2), .affected = "player",
       DOES({D(RUN), .what = "write",
             ARGUMENTS({"much", "event.amount", NULL, 0})})},
      {EVENT("heap", series_of, 2), PARTS({D(RUN), .what = "parts"})},
      {EVENT("wander", gain_of, 2), .affected = "player", .phases = phases,
       .phase_count = COUNT(phases),
       DOES({D(ADD), .what = "life", .who = "event.player",
             VALUE("event.amount")})},
      {EVENT("pay", gain_of, 2), .affected = "player", .amount = "amount",
       .can = "event.player.life >= event.amount",
       DOES({D(ADD), .what = "life", .who = "event.player",
             VALUE("0 - event.amount")})},
      {EVENT("paces", series_of, 2), .contains = STRATA_CONTAINMENT_ONE_BY_ONE,
       .parts = &paces, .part_count = 1},
  };
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(kinds); i++) {
    status = strata_builder_event_type(b, &kinds[i]);
  }
  return status;
}

#define HANDLER(title, chain)                                                  \
  .name = (title), .role = STRATA_ROLE_HANDLE, .event = "wander",              \
  .phase = (chain), .names = for_store, .name_count = 1
static const strata_field_desc for_store[] = {{"number", STRATA_INT}};

#define ACT_CODE(title)                                                        \
  .name = (title), .role = STRATA_ROLE_TRIGGER, .event = "gain"
#define GAIN(who, much)                                                        \
  D(EMIT), .what = "gain",                                                     \
           ARGUMENTS({"player", (who), NULL, 0}, {"amount", (much), NULL, 0})

static strata_status add_law(strata_builder *b) {
  static const char *const watchers[] = {"offer"};
  static const strata_law_desc law = {
      .name = "offers", .watchers = watchers, .watcher_count = 1};
  return strata_builder_law(b, &law);
}

static strata_status add_codes(strata_builder *b) {
  const strata_watcher_desc codes[] = {
      {ACT_CODE("bargain"),
       DEEDS({D(CHOOSE), .what = "may", .as = "yes"},
             {D(CHOOSE), .what = "number", .as = "much", .when = "$yes",
              ARGUMENTS({"least", "1", NULL, 0}, {"most", "5", NULL, 0})},
             {D(WHEN), .when = "$yes", INSIDE({GAIN("$you", "$much")})})},
      {ACT_CODE("pick"), DEEDS({D(CHOOSE), .who = "life >= 0", .as = "one"},
                               {D(CHOOSE), .what = "word", .as = "word",
                                ARGUMENTS({"of", NULL, colours, 3})},
                               {D(CHOOSE), .what = "number", .as = "number",
                                ARGUMENTS({"most", "3", NULL, 0})},
                               {D(EMIT), .what = "paint",
                                ARGUMENTS({"player", "$one", NULL, 0},
                                          {"colour", "$word", NULL, 0})},
                               {D(EMIT), .what = "series",
                                ARGUMENTS({"player", "$one", NULL, 0},
                                          {"count", "$number", NULL, 0})})},
      {ACT_CODE("dice"), DEEDS({D(CHOOSE), .what = "may", .as = "yes"},
                               {D(ROLL), .as = "rolled", VALUE("6")},
                               {D(CHOOSE), .what = "may", .as = "still"},
                               {.when = "$still", GAIN("$you", "$rolled")})},
      {ACT_CODE("each"),
       DEEDS({D(EACH), .who = "life > 0",
              INSIDE({D(CHOOSE), .what = "may", .as = "yes"},
                     {.when = "$yes", GAIN("it", "1")},
                     {D(NOTE), .what = "asked", .who = "it", VALUE("$yes")})})},
      {ACT_CODE("both"), .names = given, .name_count = 1,
       DEEDS({D(TOGETHER), INSIDE({GAIN("$target", "2")},
                                  {D(EMIT), .what = "make",
                                   ARGUMENTS({"count", "1", NULL, 0})})})},
      {ACT_CODE("choosy"), .names = given, .name_count = 1,
       DEEDS({D(CHOOSE), .what = "may", .as = "yes"},
             {.when = "$yes", GAIN("$target", "1")})},
      {ACT_CODE("forever"),
       DEEDS({D(EMIT), .what = "make", ARGUMENTS({"count", "2", NULL, 0})},
             {D(EMIT), .what = "series",
              ARGUMENTS({"player", "$you", NULL, 0},
                        {"count", "2000000", NULL, 0})})},
      {ACT_CODE("late"),
       DEEDS({GAIN("$you", "1")}, {D(TRIGGER), .what = "bargain"})},
      {ACT_CODE("inner"),
       DEEDS({GAIN("$you", "1"),
              INSIDE({D(CHANGE), .what = "amount", VALUE("2")})})},
      {ACT_CODE("run"), DEEDS({GAIN("$you", "1")}, {D(RUN), .what = "house"})},
      {ACT_CODE("watch"),
       DEEDS({GAIN("$you", "1")}, {D(WATCH), .what = "never"})},
      {.name = "never", .role = STRATA_ROLE_CANT, .event = "gain"},
      {ACT_CODE("act"),
       DEEDS({D(RUN), .what = "act", .arguments = for_handler,
              .argument_count = 2},
             {.when = "$number > 0", GAIN("$you", "$number")})},
      {ACT_CODE("all"),
       DEEDS({D(TOGETHER),
              INSIDE({GAIN("$you", "1")}, {D(RUN), .what = "parts"})})},
      {.name = "turned",
       .role = STRATA_ROLE_REPLACE,
       .event = "gain",
       .uses = 1,
       DEEDS({D(RUN), .what = "turn"})},
      {.name = "another",
       .role = STRATA_ROLE_REPLACE,
       .event = "gain",
       .uses = 1,
       DEEDS({D(INSTEAD), INSIDE({D(RUN), .what = "parts"})},
             {D(THEN), INSIDE({D(RUN), .what = "act"})})},
      {HANDLER("halts", "check"), .everywhere = true,
       DEEDS({D(HALT), .when = "event.amount > 9"})},
      {HANDLER("less", "before"), .place = STRATA_RANK_HIGH,
       DEEDS({D(CHANGE), .what = "amount", VALUE("event.amount - 1")},
             {D(LET), .as = "number", VALUE("$number + 1")})},
      {HANDLER("turns", "before"), DEEDS({D(RUN), .what = "turn"})},
      {HANDLER("works", "do"), DEEDS({D(RUN), .what = "write"})},
      {HANDLER("goes", "after"),
       DEEDS({D(RUN), .what = "act"}, {GAIN("event.player", "1")}, {D(DROP)},
             {D(HOOK), .what = "less", .who = "event.player",
              .flags = STRATA_INSTRUCTION_TRY})},
      {ACT_CODE("arm"), DEEDS({D(WATCH), .what = "turned"})},
      {ACT_CODE("arm_another"), DEEDS({D(WATCH), .what = "another"})},
      {.name = "offer",
       .role = STRATA_ROLE_ACTION,
       .actor = "it.life > 0",
       .subject = "life > 0",
       .when = "this != $you",
       .paid = 3,
       DEEDS({D(CHOOSE), .who = "life >= 0 and it != $you", .as = "one",
              .flags = STRATA_INSTRUCTION_TARGET},
             {D(CHOOSE), .what = "number", .as = "much",
              .flags = STRATA_INSTRUCTION_ANNOUNCED,
              ARGUMENTS({"least", "1", NULL, 0}, {"most", "3", NULL, 0})},
             {D(EMIT), .what = "pay",
              ARGUMENTS({"player", "$you", NULL, 0},
                        {"amount", "$much", NULL, 0})},
             {GAIN("$one", "$much")})},
  };
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < COUNT(codes); i++) {
    status = strata_builder_watcher(b, &codes[i]);
  }
  return status;
}

static strata_status declare(strata_builder *b, bool more) {
  static const strata_attribute attributes[] = {
      {.name = "life", .type = STRATA_INT},
      {.name = "small", .type = STRATA_INT, .min = -8, .max = 7},
      {.name = "open", .type = STRATA_FLAG},
      {.name = "owner", .type = STRATA_REF},
      {.name = "words",
       .type = STRATA_SET,
       .symbols = colours,
       .symbol_count = COUNT(colours)},
      {.name = "colour", .type = STRATA_SYM}};
  const strata_zone_desc pile = {
      .name = "pile", .shared = true, .ordered = true};
  strata_status status = strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP);
  for (size_t i = 0; !status && i < COUNT(attributes); i++) {
    status = strata_builder_attribute(b, &attributes[i]);
  }
  if (!status) status = strata_builder_zone(b, &pile);
  if (!status) {
    status = strata_builder_definition(
        b, &(strata_definition_desc){.name = "token"});
  }
  if (!status) status = strata_builder_clock(b, "turn");
  for (size_t i = 0; !status && i < COUNT(handlers); i++) {
    status = strata_builder_handler(b, handlers[i], 0);
  }
  if (!status) status = add_kinds(b, more);
  if (!status) {
    status = strata_builder_play_rules(
        b, &(strata_play_rules_desc){.concedes = "end"});
  }
  if (!status && more) status = add_more(b);
  if (!status) status = add_codes(b);
  return status ? status : add_law(b);
}

static strata_status make(kit_mem *mem, bool more, strata_rules **out) {
  strata_builder *b = NULL;
  strata_status status = strata_builder_new(mem ? kit_alloc : NULL, mem, &b);
  if (status) return status;
  status = declare(b, more);
  if (!status) status = strata_builder_freeze(b, out);
  strata_builder_free(b);
  return status;
}

strata_status kit_act_rules(kit_mem *mem, strata_rules **out) {
  return make(mem, false, out);
}

strata_status kit_act_more_rules(kit_mem *mem, strata_rules **out) {
  return make(mem, true, out);
}

/* -- Accounts -- */

typedef struct values {
  const char *names[32];
  strata_value values[32];
  size_t count;
} values;

static bool is_zero(const strata_value *v) {
  return v->integer == 0 && v->ref == 0 && v->symbol == 0;
}

static bool is_equal(const strata_value *a, const strata_value *b) {
  return a->integer == b->integer && a->ref == b->ref && a->symbol == b->symbol;
}

/* The value of a name; nothing where it has none. */
static strata_value *value_at(values *all, const char *name) {
  for (size_t i = 0; i < all->count; i++) {
    if (strcmp(all->names[i], name) == 0) return &all->values[i];
  }
  if (all->count == 32) return NULL;
  all->names[all->count] = name;
  all->values[all->count] = (strata_value){0};
  return &all->values[all->count++];
}

/* A step is applied to what there is. */
static const char *take_step(values *all, const strata_event_why_row *row) {
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_field_change *field = &row->fields[i];
    strata_value *value = value_at(all, field->name);
    if (!value) return "too many fields";
    if (field->before.type == 0 || field->before.type != field->after.type) {
      return "a step without types";
    }
    if (!is_equal(value, &field->before)) return "a step from another value";
    if (is_equal(&field->before, &field->after)) return "a step without change";
    *value = field->after;
  }
  return NULL;
}

static const char *begin_anew(values *all, const strata_event_why_row *row) {
  all->count = 0;
  for (size_t i = 0; i < row->field_count; i++) {
    strata_value *value = value_at(all, row->fields[i].name);
    if (!value || is_zero(&row->fields[i].after)) return "an empty field";
    *value = row->fields[i].after;
  }
  return NULL;
}

/* The rows of the explanation agree with the fields and with the log. */
static const char *hold_against(values *all, const strata_log_row *log,
                                const strata_event_why_row *row) {
  size_t rest = 0;
  for (size_t i = 0; i < all->count; i++) {
    rest += !is_zero(&all->values[i]);
  }
  if (rest != row->field_count) return "other fields in the end";
  for (size_t i = 0; i < row->field_count; i++) {
    const strata_value *value = value_at(all, row->fields[i].name);
    if (!value || !is_equal(value, &row->fields[i].after)) {
      return "another value in the end";
    }
  }
  for (size_t i = 0; row->row == log->number && i < log->field_count; i++) {
    const strata_value *value = value_at(all, log->fields[i].name);
    if (!value || !is_equal(value, &log->fields[i].value)) {
      return "another value in the log";
    }
  }
  return NULL;
}

static const char *follow(const strata_event_why *account,
                          const strata_log_row *log) {
  values all = {.count = 0};
  bool happened = false;
  const char *wrong = NULL;
  for (size_t i = 0; !wrong && i < strata_event_why_count(account); i++) {
    const strata_event_why_row *row = strata_event_why_get(account, i);
    switch (row->step) {
    case STRATA_EVENT_WHY_PROPOSED:
    case STRATA_EVENT_WHY_BECAME:
      wrong = begin_anew(&all, row);
      break;
    case STRATA_EVENT_WHY_SELF:
    case STRATA_EVENT_WHY_REPLACED:
    case STRATA_EVENT_WHY_PREVENTED:
      wrong = take_step(&all, row);
      break;
    case STRATA_EVENT_WHY_HAPPENED:
      wrong = hold_against(&all, log, row);
      happened = true;
      break;
    case STRATA_EVENT_WHY_PART:
    case STRATA_EVENT_WHY_DECIDED:
    case STRATA_EVENT_WHY_LEFT_OUT:
    case STRATA_EVENT_WHY_DECLINED:
    case STRATA_EVENT_WHY_PASSED:
    case STRATA_EVENT_WHY_REFUSED:
    case STRATA_EVENT_WHY_DROPPED:
    case STRATA_EVENT_WHY_CONTAINED:
    case STRATA_EVENT_WHY_TRIGGERED:
    case STRATA_EVENT_WHY_HANDLED:
    case STRATA_EVENT_WHY_VERDICT:
      break;
    }
  }
  if (!wrong && !happened && log->what == STRATA_LOG_HAPPENED) {
    return "nobody says that it happened";
  }
  return wrong;
}

const char *kit_account_law(strata_world *world, uint64_t row,
                            strata_status *status) {
  strata_event_why *account = NULL;
  strata_log_row log;
  uint64_t hash = strata_hash(world);
  *status = strata_explain_event(world, row, &account);
  if (strata_hash(world) != hash) return "asked, and written";
  if (*status) return NULL;
  const char *wrong = "a row that is not there";
  if (!strata_log_get(world, row, &log)) wrong = follow(account, &log);
  if (strata_event_why_event(account)->row != row) wrong = "of another row";
  strata_event_why_free(account);
  return wrong;
}
