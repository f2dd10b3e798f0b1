/* Mistakes in expressions and instructions of events and watchers: each is
 * refused with its place and a remedy. */
#include "play.h"

#define GIVES(name, text)                                                      \
  .clause = &(strata_clause) {                                                 \
    .parts = &(strata_clause_part){.attr = (name),                             \
                                   .layer = "one",                             \
                                   .op = STRATA_OP_SET,                        \
                                   .operand = (text)},                         \
    .part_count = 1                                                            \
  }

TestSuite(declare_programs, .timeout = 60);

/* -- Mistakes in what texts and deeds say -- */

static const char *const elv[] = {"efl"};
static const char *const pile[] = {"pile"};
static const char *const plie[] = {"plie"};
static const strata_phase_desc phases[] = {{.name = "do"},
                                           {.name = "after", .of = "amount"}};
static const strata_event_test wrong_field[] = {{"hwo", "true"}};
static const strata_event_test int_field[] = {{"amount", "true"}};
static const strata_event_test wrong_test[] = {{"who", "types has 'elv'"}};

static const struct event_mistake said_of_events[] = {
    {{.name = "x", .of = "hti"},
     STRATA_ENOENT,
     "event 'x': no event 'hti'; did you mean 'hit'?"},
    {{.name = "x", .of = "big"},
     STRATA_EINVAL,
     "event 'x': 'big' is an alias itself; an alias is of a kind"},
    {{.name = "x", .of = "x"},
     STRATA_EINVAL,
     "event 'x': 'x' is an alias itself; an alias is of a kind"},
    {{.name = "x", .of = "hit", .where = "event.amuont > 1"},
     STRATA_ENOENT,
     "event 'x': where: at byte 6: event 'x' has no field 'amuont'; did you "
     "mean 'amount'?"},
    {{.name = "x", FIELDS, .affected = "hwo"},
     STRATA_ENOENT,
     "event 'x': event 'x' has no field 'hwo'; did you mean 'who'?"},
    {{.name = "x", FIELDS, .affected = "amount"},
     STRATA_ETYPE,
     "event 'x': affected 'amount' is an int, not a ref"},
    {{.name = "x", FIELDS, .amount = "who"},
     STRATA_ETYPE,
     "event 'x': amount 'who' is a ref, not an int"},
    {{.name = "x", FIELDS, .merge_by = "who", .merge_sum = "to"},
     STRATA_ETYPE,
     "event 'x': merge_sum 'to' is a symbol, not an int"},
    {{.name = "x", FIELDS, .matters = "amount > 0"},
     STRATA_ENOENT,
     "event 'x': matters: at byte 0: unknown attribute 'amount'; write "
     "event.amount"},
    {{.name = "x", FIELDS, .matters = "power > 0"},
     STRATA_EINVAL,
     "event 'x': matters 'power > 0' is about 'it', but nobody is 'it' here; "
     "say whose, as in this.x or event.who.x"},
    {{.name = "x", FIELDS, .can = "event.amount"},
     STRATA_ETYPE,
     "event 'x': can 'event.amount' is an int, not a predicate"},
    {{.name = "x", FIELDS, .can = "event.who = #1:1"},
     STRATA_EINVAL,
     "event 'x': can 'event.who = #1:1' names an entity of one world"},
    {{.name = "x", .matters = "event.who = this"},
     STRATA_ENOENT,
     "event 'x': matters: at byte 6: event 'x' has no field 'who'; declare it"},
    {{.name = "x", PARTS({D(SET), .what = "power", .who = "this", VALUE("1")})},
     STRATA_EINVAL,
     "event 'x', parts 1 (set): it has no place among events; events do that: "
     "emit one that does it"},
    {{.name = "x", PARTS({D(EMIT), .what = "big"})},
     STRATA_EINVAL,
     "event 'x', parts 1 (emit): 'big' is an alias; emit 'hit'"},
    {{.name = "x", PARTS({D(EMIT), .what = "hit", NAMED("amuont", "1")})},
     STRATA_ENOENT,
     "event 'x', parts 1 (emit), argument 'amuont': event 'hit' has no field "
     "'amuont'; did you mean 'amount'?"},
    {{.name = "x", PARTS({D(EMIT), .what = "hit", NAMED("amount", "this")})},
     STRATA_ETYPE,
     "event 'x', parts 1 (emit), argument 'amount': its value 'this' is a ref, "
     "not an int"},
    {{.name = "x", PARTS({D(EMIT), .what = "hit", VALUE("1")})},
     STRATA_EINVAL,
     "event 'x', parts 1 (emit), argument: an argument has no name; say what "
     "it is for"},
    {{.name = "x", PARTS({D(EMIT), .what = "hit", NAMED("effect", "true")})},
     STRATA_EINVAL,
     "event 'x', parts 1 (emit), argument 'effect': the engine says this of an "
     "event; leave it out"},
    {{.name = "x",
      PARTS({D(EMIT), .what = "hit",
             ARGUMENTS({.name = "amount", .value = "1"},
                       {.name = "amount", .value = "2"})})},
     STRATA_EINVAL,
     "event 'x', parts 1 (emit), argument 'amount': it is given twice"},
    {{.name = "x", FIELDS, DOES({D(EMIT), .what = "hit"})},
     STRATA_EINVAL,
     "event 'x', does 1 (emit): it has no place in what performing an event "
     "does; write it into parts or a watcher"},
    {{.name = "x", FIELDS, DOES({D(SET), .who = "event.who", VALUE("1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (set): it needs 'what': a name"},
    {{.name = "x", FIELDS, DOES({D(SET), .what = "power", VALUE("1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (set): it needs 'who'"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "pwoer", .who = "event.who", VALUE("1")})},
     STRATA_ENOENT,
     "event 'x', does 1 (set): no attribute 'pwoer'; did you mean 'power'?"},
    {{.name = "x",
      FIELDS,
      DOES({D(STOP)},
           {D(SET), .what = "power", .who = "event.who", VALUE("true")})},
     STRATA_ETYPE,
     "event 'x', does 2 (set), argument: its value 'true' is a predicate, not "
     "an int"},
    {{.name = "x", FIELDS, DOES({D(SET), .what = "power", .who = "event.who"})},
     STRATA_EINVAL,
     "event 'x', does 1 (set): it takes one argument"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "power", .who = "event.who", NAMED("to", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (set), argument 'to': its argument has no name; leave "
     "it out"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "power", .who = "event.who",
            ARGUMENTS({.names = &fields[0].name, .name_count = 1})})},
     STRATA_EINVAL,
     "event 'x', does 1 (set), argument: it takes an expression, not names of "
     "symbols"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "power", .who = "event.who",
            ARGUMENTS({.name = NULL})})},
     STRATA_EINVAL,
     "event 'x', does 1 (set), argument: it has no value; write one, as text"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "types", .who = "event.who", VALUE("event.to")})},
     STRATA_EINVAL,
     "event 'x', does 1 (set), argument: a set takes names of symbols, not an "
     "expression"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "types", .who = "event.who",
            ARGUMENTS({.names = elv, .name_count = 1})})},
     STRATA_ENOENT,
     "event 'x', does 1 (set), argument: no symbol 'efl'; did you mean 'elf'?"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "types", .who = "event.who",
            ARGUMENTS({.names = pile, .name_count = 1})})},
     STRATA_ENOENT,
     "event 'x', does 1 (set), argument: 'pile' is not in the domain of "
     "'types'; declare it"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "note", .who = "event.who", VALUE("1")})},
     STRATA_ETYPE,
     "event 'x', does 1 (set): attribute 'note' is of a type that deeds do not "
     "write; run a handler"},
    {{.name = "x",
      FIELDS,
      DOES({D(SET), .what = "zone", .who = "event.who", VALUE("'pile'")})},
     STRATA_EINVAL,
     "event 'x', does 1 (set): an entity gets into a zone by moving there; "
     "write a 'move'"},
    {{.name = "x",
      FIELDS,
      DOES({D(ADD), .what = "owner", .who = "event.who", VALUE("1")})},
     STRATA_ETYPE,
     "event 'x', does 1 (add): attribute 'owner' is no int, so nothing can be "
     "added; write a 'set'"},
    {{.name = "x",
      FIELDS,
      DOES({D(COUNT), .what = "power", .who = "event.who",
            NAMED("count", "1")})},
     STRATA_ETYPE,
     "event 'x', does 1 (count): attribute 'power' is no counter; write an "
     "'add'"},
    {{.name = "x",
      FIELDS,
      DOES({D(COUNT), .who = "event.who", NAMED("count", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (count): say the counter by 'what' or by option "
     "'kind'"},
    {{.name = "x",
      FIELDS,
      DOES(
          {D(COUNT), .what = "plus", .who = "event.who", NAMED("times", "1")})},
     STRATA_ENOENT,
     "event 'x', does 1 (count), argument 'times': there is no such option; it "
     "has kind, count"},
    {{.name = "x", FIELDS, DOES({D(MOVE), .who = "event.who"})},
     STRATA_EINVAL,
     "event 'x', does 1 (move): say the zone by 'what' or by option 'to'"},
    {{.name = "x", FIELDS, DOES({D(MOVE), .what = "plie", .who = "event.who"})},
     STRATA_ENOENT,
     "event 'x', does 1 (move): no zone 'plie'; did you mean 'pile'?"},
    {{.name = "x",
      FIELDS,
      DOES({D(MOVE), .what = "pile", .who = "event.amount"})},
     STRATA_ETYPE,
     "event 'x', does 1 (move): who 'event.amount' is an int; write a "
     "predicate or a ref"},
    {{.name = "x", FIELDS, DOES({D(MOVE), .what = "pile", .who = "owner"})},
     STRATA_EINVAL,
     "event 'x', does 1 (move): who 'owner' is about 'it', but nobody is 'it' "
     "here; write a predicate, or say whose, as in event.who.x"},
    {{.name = "x",
      FIELDS,
      DOES({D(MOVE), .what = "pile", .who = "event.who", .times = "2"})},
     STRATA_EINVAL,
     "event 'x', does 1 (move): it takes no 'times'"},
    {{.name = "x", FIELDS, DOES({D(SPAWN)})},
     STRATA_EINVAL,
     "event 'x', does 1 (spawn): say what by 'what', by option 'of', or by "
     "'who' for a copy"},
    {{.name = "x", FIELDS, DOES({D(SPAWN), .what = "tokne"})},
     STRATA_ENOENT,
     "event 'x', does 1 (spawn): no definition 'tokne'; did you mean 'token'?"},
    {{.name = "x", FIELDS, DOES({D(TICK), .what = "trun"})},
     STRATA_ENOENT,
     "event 'x', does 1 (tick): no clock 'trun'; did you mean 'turn'?"},
    {{.name = "x", FIELDS, DOES({D(RUN), .what = "huose"})},
     STRATA_ENOENT,
     "event 'x', does 1 (run): no handler 'huose'; did you mean 'house'?"},
    {{.name = "x", FIELDS, DOES({D(RUN), .what = "house", NAMED("a:b", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (run), argument 'a:b': 'a:b' is no name to bind; it "
     "has lower-case letters, digits and _"},
    {{.name = "x", FIELDS, DOES({D(WATCH), .what = "lat"})},
     STRATA_ENOENT,
     "event 'x', does 1 (watch): no code 'lat'; did you mean 'late'?"},
    {{.name = "x",
      FIELDS,
      DOES({D(WATCH), .what = "late", NAMED("tarket", "this")})},
     STRATA_ENOENT,
     "event 'x', does 1 (watch), argument 'tarket': code 'late' is given no "
     "such name; did you mean 'target'?"},
    {{.name = "x",
      FIELDS,
      DOES({D(WATCH), .what = "late", NAMED("target", "1")})},
     STRATA_ETYPE,
     "event 'x', does 1 (watch), argument 'target': its value '1' is an int, "
     "not a ref"},
    {{.name = "x", FIELDS, DOES({D(WATCH), .what = "late", .clock = "turn"})},
     STRATA_EINVAL,
     "event 'x', does 1 (watch): 'clock' and option 'ticks' go together"},
    {{.name = "x", FIELDS, DOES({D(BEGIN), .who = "event.who"})},
     STRATA_EINVAL,
     "event 'x', does 1 (begin): it needs 'clause'"},
    {{.name = "x", FIELDS, DOES({D(BEGIN), GIVES("power", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (begin): it needs 'who'"},
    {{.name = "x",
      FIELDS,
      DOES({D(BEGIN), .who = "event.who", GIVES("power", "event.strength")})},
     STRATA_ENOENT,
     "event 'x', part 1 (power), does 1 (begin): operand: at byte 6: "
     "event 'x' has no field 'strength'; declare it"},
    {{.name = "x",
      FIELDS,
      DOES({D(BEGIN), .who = "event.who", GIVES("power", "event.to")})},
     STRATA_ETYPE,
     "event 'x', part 1 (power), does 1 (begin): operand 'event.to' is a "
     "symbol, not an int"},
    {{.name = "x",
      FIELDS,
      DOES({D(BEGIN), .who = "event.who", .lasts = "it.power > 1",
            GIVES("power", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (begin): lasts 'power > 1' is about 'it', but nobody "
     "is 'it' here; say whose, as in this.x or event.who.x"},
    {{.name = "x",
      FIELDS,
      DOES({D(BEGIN), .who = "event.who", .flags = STRATA_INSTRUCTION_HIDDEN,
            GIVES("power", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (begin): the flag of effects that begin is 'while "
     "source', and of no other deed"},
    {{.name = "x",
      FIELDS,
      DOES({D(STOP), .flags = STRATA_INSTRUCTION_WHILE_SOURCE})},
     STRATA_EINVAL,
     "event 'x', does 1 (stop): the flag of effects that begin is 'while "
     "source', and of no other deed"},
    {{.name = "x", FIELDS, DOES({D(STOP), .lasts = "true"})},
     STRATA_EINVAL,
     "event 'x', does 1 (stop): it takes no 'lasts'"},
    {{.name = "x", FIELDS, DOES({D(STOP), .clock = "turn"})},
     STRATA_EINVAL,
     "event 'x', does 1 (stop): it takes no 'clock'"},
    {{.name = "x", FIELDS, DOES({D(STOP), NAMED("x", "1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (stop): it takes no arguments"},
    {{.name = "x", FIELDS, DOES({D(STOP), .flags = STRATA_INSTRUCTION_HIDDEN})},
     STRATA_EINVAL,
     "event 'x', does 1 (stop): it takes no flags"},
    {{.name = "x", FIELDS, DOES({D(STOP), INSIDE({D(STOP)})})},
     STRATA_EINVAL,
     "event 'x', does 1 (stop): it takes no inner deeds"},
    {{.name = "x", FIELDS, DOES({D(WHEN), INSIDE({D(STOP)})})},
     STRATA_EINVAL,
     "event 'x', does 1 (when): it needs 'when': a condition"},
    {{.name = "x", FIELDS, DOES({D(WHEN), .when = "event.amount > 0"})},
     STRATA_EINVAL,
     "event 'x', does 1 (when): it needs inner deeds"},
    {{.name = "x",
      FIELDS,
      DOES({D(WHEN), .when = "power > 0", INSIDE({D(STOP)})})},
     STRATA_EINVAL,
     "event 'x', does 1 (when): when 'power > 0' is about 'it', but nobody is "
     "'it' here; say whose, as in this.x or event.who.x"},
    {{.name = "x",
      FIELDS,
      DOES({D(EACH), .who = "true",
            INSIDE({D(STOP), .when = "event.amuont > 0"})})},
     STRATA_ENOENT,
     "event 'x', does 1 (each), inner 1 (stop): when: at byte 6: event 'x' has "
     "no field 'amuont'; did you mean 'amount'?"},
    {{.name = "x",
      FIELDS,
      DOES({D(EACH), .who = "true",
            INSIDE({D(WHEN), .when = "power > 0",
                    INSIDE({D(STOP)},
                           {D(CHANGE), .what = "amount", VALUE("1")})})})},
     STRATA_EINVAL,
     "event 'x', does 1 (each), inner 1 (when), inner 2 (change): it has no "
     "place in what performing an event does; only replacements and "
     "preventions do that"},
    {{.name = "x", FIELDS, DOES({D(LET), .as = "i", VALUE("1")})},
     STRATA_EEXIST,
     "event 'x', does 1 (let): every program has '$i' already; take another "
     "name"},
    {{.name = "x",
      FIELDS,
      DOES({D(LET), .as = "y", VALUE("1")},
           {D(LET), .as = "y", VALUE("this")})},
     STRATA_ETYPE,
     "event 'x', does 2 (let): '$y' would be a ref, but is an int before; take "
     "another name"},
    {{.name = "x",
      FIELDS,
      DOES({D(LET), .as = "y", VALUE("$z")}, {D(LET), .as = "z", VALUE("1")})},
     STRATA_ENOENT,
     "event 'x', does 1 (let), argument: its value: at byte 1: nothing is "
     "bound to '$z' here; did you mean '$i'?"},
    {{.name = "x", FIELDS, DOES({D(LET), VALUE("1")})},
     STRATA_EINVAL,
     "event 'x', does 1 (let): it needs 'as': a name to bind"},
    {{.name = "x", FIELDS, .phases = phases, .phase_count = 2},
     STRATA_ETYPE,
     "event 'x': the chain of 'amount' is an int, not a ref"},
};

static const struct code_mistake said_of_codes[] = {
    {{.name = "x", .role = STRATA_ROLE_CANT, .event = "hti"},
     STRATA_ENOENT,
     "code 'x': no event 'hti'; did you mean 'hit'?"},
    {{PREVENT},
     STRATA_EINVAL,
     "code 'x': event 'hit' has no amount, so none of it can be prevented; "
     "declare one, or write a replacement"},
    {{REPLACE, .rank = "slef", DEEDS({D(NOTHING)})},
     STRATA_ENOENT,
     "code 'x': no replacement class 'slef'; did you mean 'self'?"},
    {{TRIGGER, .clock = "trun", .per_clock = 1},
     STRATA_ENOENT,
     "code 'x': no clock 'trun'; did you mean 'turn'?"},
    {{TRIGGER, .zones = plie, .zone_count = 1},
     STRATA_ENOENT,
     "code 'x': no zone 'plie'; did you mean 'pile'?"},
    {{TRIGGER, .tests = wrong_field, .test_count = 1},
     STRATA_ENOENT,
     "code 'x' (hwo): event 'hit' has no field 'hwo'; did you mean 'who'?"},
    {{TRIGGER, .tests = int_field, .test_count = 1},
     STRATA_ETYPE,
     "code 'x' (amount): the test's field 'amount' is an int, not a ref"},
    {{TRIGGER, .tests = wrong_test, .test_count = 1},
     STRATA_ENOENT,
     "code 'x' (who): its predicate: at byte 11: 'elv' is not in the domain of "
     "'types'; did you mean 'elf'?"},
    {{TRIGGER, .when = "power > 1"},
     STRATA_EINVAL,
     "code 'x': when 'power > 1' is about 'it', but nobody is 'it' here; say "
     "whose, as in this.x or event.who.x"},
    {{TRIGGER, .when = "$target = this"},
     STRATA_ENOENT,
     "code 'x': when: at byte 1: nothing is bound to '$target' here; bind it "
     "before"},
    {{TRIGGER, .only_if = "1"},
     STRATA_ETYPE,
     "code 'x': only_if '1' is an int, not a predicate"},
    {{.name = "x", .role = STRATA_ROLE_MORE, .event = "hit", .amount = "true"},
     STRATA_ETYPE,
     "code 'x': amount 'true' is a predicate, not an int"},
    {{.name = "x", .role = STRATA_ROLE_STATE, .when = "event.amount > 1"},
     STRATA_ESYNTAX,
     "code 'x': when: at byte 6: there is no event here, so no 'event.amount'; "
     "only what an event, or a watcher of one, says can name its fields"},
    {{TRIGGER, DEEDS({D(SET), .what = "power", .who = "this", VALUE("1")})},
     STRATA_EINVAL,
     "code 'x', deed 1 (set): it has no place in what triggers and the like "
     "do; events do that: emit one that does it"},
    {{TRIGGER, DEEDS({D(NOTHING)})},
     STRATA_EINVAL,
     "code 'x', deed 1 (nothing): it has no place in what triggers and the "
     "like do; only replacements and preventions do that"},
    {{TRIGGER, DEEDS({D(EMIT)})},
     STRATA_EINVAL,
     "code 'x', deed 1 (emit): it needs 'what': a name"},
    {{TRIGGER, DEEDS({D(EMIT), .what = "hti"})},
     STRATA_ENOENT,
     "code 'x', deed 1 (emit): no event 'hti'; did you mean 'hit'?"},
    {{TRIGGER, DEEDS({D(EMIT), .what = "hit",
                      INSIDE({D(CHANGE), .what = "prevented", VALUE("1")})})},
     STRATA_EINVAL,
     "code 'x', deed 1 (emit), inner 1 (change): the engine says this of an "
     "event; it cannot change"},
    {{TRIGGER, DEEDS({D(TOGETHER), INSIDE({D(ROLL), .as = "y", VALUE("6")})})},
     STRATA_EINVAL,
     "code 'x', deed 1 (together), inner 1 (roll): it has no place among "
     "events; write it before them, or into what watches for their event"},
    {{TRIGGER, DEEDS({.op = STRATA_DO_TRIGGER, .what = "shield"})},
     STRATA_EINVAL,
     "code 'x', deed 1 (trigger): code 'shield' is no trigger, so it cannot "
     "trigger"},
    {{TRIGGER, DEEDS({D(CHOOSE), .as = "y"})},
     STRATA_EINVAL,
     "code 'x', deed 1 (choose): of whom an entity is chosen, 'who' says, and "
     "of nothing else"},
    {{TRIGGER, DEEDS({D(CHOOSE), .as = "y", .what = "my"})},
     STRATA_ENOENT,
     "code 'x', deed 1 (choose): 'my' cannot be chosen; write may, number or "
     "word, or nothing for an entity"},
    {{TRIGGER, DEEDS({D(CHOOSE), .as = "y", .what = "word"})},
     STRATA_EINVAL,
     "code 'x', deed 1 (choose): of which symbols a word is chosen, option "
     "'of' says"},
    {{TRIGGER, DEEDS({D(CHOOSE), .as = "y", .what = "may", NAMED("to", "1")})},
     STRATA_ENOENT,
     "code 'x', deed 1 (choose), argument 'to': there is no such option; it "
     "has by, least, most, of"},
    {{TRIGGER, DEEDS({D(ROLL), .as = "y", VALUE("this")})},
     STRATA_ETYPE,
     "code 'x', deed 1 (roll), argument: its value 'this' is a ref, not an "
     "int"},
    {{REPLACE, DEEDS({D(EMIT), .what = "hit"})},
     STRATA_EINVAL,
     "code 'x', deed 1 (emit): it has no place in what a replacement does; "
     "write it into an 'instead' or a 'then'"},
    {{REPLACE, DEEDS({.op = STRATA_DO_PREVENT, VALUE("1")})},
     STRATA_EINVAL,
     "code 'x', deed 1 (prevent): it has no place in what a replacement does; "
     "only preventions do that"},
    {{REPLACE, DEEDS({D(CHANGE), .what = "amuont", VALUE("1")})},
     STRATA_ENOENT,
     "code 'x', deed 1 (change): event 'hit' has no field 'amuont'; did you "
     "mean 'amount'?"},
    {{REPLACE, DEEDS({D(CHANGE), .what = "amount", VALUE("event.who")})},
     STRATA_ETYPE,
     "code 'x', deed 1 (change), argument: its value 'event.who' is a ref, not "
     "an int"},
    {{REPLACE, DEEDS({D(CHANGE), .what = "amount", VALUE("1 +")})},
     STRATA_ESYNTAX,
     "code 'x', deed 1 (change), argument: its value: at byte 3: the text ends "
     "where an attribute, number or other value must follow"},
    {{REPLACE, DEEDS({D(CHANGE), .what = "amount", VALUE("power")})},
     STRATA_EINVAL,
     "code 'x', deed 1 (change), argument: its value 'power' is about 'it', "
     "but nobody is 'it' here; say whose, as in this.x or event.who.x"},
    {{REPLACE, DEEDS({D(INSTEAD)})},
     STRATA_EINVAL,
     "code 'x', deed 1 (instead): it needs inner deeds"},
    {{REPLACE, DEEDS({D(INSTEAD), INSIDE({D(NOTHING)})})},
     STRATA_EINVAL,
     "code 'x', deed 1 (instead), inner 1 (nothing): it has no place among "
     "events; only replacements and preventions do that"},
};

Test(declare_programs, what_is_said_wrong_is_refused_with_its_place) {
  for (size_t i = 0; i < COUNT(said_of_events) + COUNT(said_of_codes); i++) {
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    strata_rules *rules = NULL;
    strata_status want;
    const char *message;
    if (i < COUNT(said_of_events)) {
      OK(strata_builder_event_type(b, &said_of_events[i].event));
      want = said_of_events[i].want;
      message = said_of_events[i].message;
    } else {
      const struct code_mistake *m = &said_of_codes[i - COUNT(said_of_events)];
      OK(strata_builder_watcher(b, &m->code));
      want = m->want;
      message = m->message;
    }
    refuses(b, strata_builder_freeze(b, &rules), want, message);
    cr_expect(zero(ptr, rules));
    close_builder(b, &mem);
  }
}
