/* Declaring event types, watchers and handlers: what is refused at once, the
 * limits, the hash, and that a refusal leaves no trace. Freezing checks
 * expressions and programs: see test api.declare_programs. */
#include "play.h"

TestSuite(declare_events, .timeout = 60);

/* -- Mistakes that are refused at once -- */

static const strata_field_desc bad_name[] = {{"Amount", STRATA_INT}};
static const strata_field_desc bad_type[] = {{"set", STRATA_SET}};
static const strata_field_desc twice[] = {{"x", STRATA_INT}, {"x", STRATA_INT}};
static const strata_field_desc common[] = {{"cause", STRATA_REF}};
static const strata_field_desc other_type[] = {{"amount", STRATA_REF}};
static const strata_field_desc nameless[] = {{NULL, STRATA_REF}};
static const strata_phase_desc no_do[] = {{.name = "before"}};
static const strata_phase_desc two_do[] = {{.name = "do"}, {.name = "do"}};
static const strata_phase_desc unnamed[] = {{.name = NULL}};
static const char *const null_text[] = {NULL};

static const struct event_mistake event_mistakes[] = {
    {{.name = "Hit"},
     STRATA_EINVAL,
     "event 'Hit': a name has lower-case letters, digits and _, at most 100 of "
     "them"},
    {{.name = "hit"}, STRATA_EEXIST, "event 'hit' is already declared"},
    {{.name = "x", .field_count = 1},
     STRATA_EINVAL,
     "event 'x': its fields are NULL"},
    {{.name = "x", .fields = fields, .field_count = 61},
     STRATA_EINVAL,
     "event 'x': it has more than 60 fields"},
    {{.name = "x", .fields = bad_name, .field_count = 1},
     STRATA_EINVAL,
     "field 'Amount': a name has lower-case letters, digits and _, at most 100 "
     "of them"},
    {{.name = "x", .fields = nameless, .field_count = 1},
     STRATA_EINVAL,
     "field '': a name has lower-case letters, digits and _, at most 100 of "
     "them"},
    {{.name = "x", .fields = bad_type, .field_count = 1},
     STRATA_EINVAL,
     "event 'x': field 'set': it is an int, a flag, a ref or a sym"},
    {{.name = "x", .fields = twice, .field_count = 2},
     STRATA_EINVAL,
     "event 'x': field 'x': it is declared twice"},
    {{.name = "x", .fields = common, .field_count = 1},
     STRATA_EEXIST,
     "event 'x': every event has a field 'cause' already"},
    {{.name = "x", .fields = other_type, .field_count = 1},
     STRATA_ETYPE,
     "event 'x': field 'amount' is of another type in event 'hit'; take "
     "another name"},
    {{.name = "x", .of = "hit", .quiet = true},
     STRATA_EINVAL,
     "event 'x': an alias says 'where', 'enters' and 'look_back' and has all "
     "else from what it is of"},
    {{.name = "x", .of = "hit", FIELDS},
     STRATA_EINVAL,
     "event 'x': an alias says 'where', 'enters' and 'look_back' and has all "
     "else from what it is of"},
    {{.name = "x", .where = "true"},
     STRATA_EINVAL,
     "event 'x': only an alias has 'where'; say 'of' what kind it is"},
    {{.name = "x", .contains = STRATA_CONTAINMENT_RESULTS},
     STRATA_EINVAL,
     "event 'x': parts, and how they are contained, go together"},
    {{.name = "x", .contains = (strata_part_timing)3},
     STRATA_EINVAL,
     "event 'x': there is no such way to contain"},
    {{.name = "x", .merge_by = "who"},
     STRATA_EINVAL,
     "event 'x': 'merge_by' and 'merge_sum' go together"},
    {{.name = "x", .phases = no_do, .phase_count = 1},
     STRATA_EINVAL,
     "event 'x': one of its phases is 'do', where it happens"},
    {{.name = "x", .phases = two_do, .phase_count = 2},
     STRATA_EINVAL,
     "event 'x': two of its phases have the same name"},
    {{.name = "x", .phases = unnamed, .phase_count = 1},
     STRATA_EINVAL,
     "event 'x': a phase has no name"},
    {{.name = "x", .phase_count = 1},
     STRATA_EINVAL,
     "event 'x': its phases are NULL"},
    {{.name = "x", .does_count = 1},
     STRATA_EINVAL,
     "event 'x': its deeds are NULL"},
    {{.name = "x", DOES({.op = (strata_instruction_op)99})},
     STRATA_EINVAL,
     "event 'x': no such deed"},
    {{.name = "x", DOES({D(STOP), .flags = 256})},
     STRATA_EINVAL,
     "event 'x': a deed has no such flags"},
    {{.name = "x", DOES({D(STOP), .argument_count = 1})},
     STRATA_EINVAL,
     "event 'x': the arguments of a deed are NULL"},
    {{.name = "x", DOES({D(WHEN), .inner_count = 1})},
     STRATA_EINVAL,
     "event 'x': its deeds are NULL"},
    {{.name = "x",
      DOES({D(SET), ARGUMENTS({.names = null_text, .name_count = 1})})},
     STRATA_EINVAL,
     "event 'x': a symbol in the argument of a deed is NULL"},
};

static const strata_field_desc you[] = {{"you", STRATA_REF}};
static const strata_field_desc colon[] = {{"a:b", STRATA_REF}};
static const strata_event_test no_predicate[] = {{"who", NULL}};
static const strata_event_test any_test[] = {{"who", "true"}};

static const struct code_mistake code_mistakes[] = {
    {{.name = "X"},
     STRATA_EINVAL,
     "code 'X': a name has lower-case letters, digits and _, at most 100 of "
     "them"},
    {{.name = "late"}, STRATA_EEXIST, "code 'late' is already declared"},
    {{.name = "x", .role = (strata_watcher_role)10, .event = "hit"},
     STRATA_EINVAL,
     "code 'x': no such role"},
    {{.name = "x", .role = STRATA_ROLE_TRIGGER},
     STRATA_EINVAL,
     "code 'x': say of what event it is"},
    {{.name = "x", .role = STRATA_ROLE_ACTION, .event = "hit"},
     STRATA_EINVAL,
     "code 'x': an action is about no event; say 'when'"},
    {{.name = "x", .role = STRATA_ROLE_ACTION},
     STRATA_EINVAL,
     "code 'x': an action needs deeds"},
    {{.name = "x", .role = STRATA_ROLE_CANT, .event = "hit", .paid = 1},
     STRATA_EINVAL,
     "code 'x': only an action has an actor, a subject, a cost and a place on "
     "the stack"},
    {{.name = "x", .role = STRATA_ROLE_STATE, .event = "hit"},
     STRATA_EINVAL,
     "code 'x': a state trigger is about no event; say 'when'"},
    {{.name = "x", .role = STRATA_ROLE_STATE},
     STRATA_EINVAL,
     "code 'x': a state trigger says 'when'"},
    {{.name = "x",
      .role = STRATA_ROLE_STATE,
      .when = "true",
      .tests = any_test,
      .test_count = 1},
     STRATA_EINVAL,
     "code 'x': a state trigger has no event to test; say 'when'"},
    {{REPLACE},
     STRATA_EINVAL,
     "code 'x': a replacement needs deeds; 'nothing' is one"},
    {{CANT, DEEDS({D(STOP)})},
     STRATA_EINVAL,
     "code 'x': its role takes no deeds"},
    {{TRIGGER, .names = you, .name_count = 1},
     STRATA_EINVAL,
     "code 'x': name 'you': every program has it already"},
    {{TRIGGER, .names = colon, .name_count = 1},
     STRATA_EINVAL,
     "code 'x': name 'a:b': it has no ':'"},
    {{TRIGGER, .names = twice, .name_count = 2},
     STRATA_EINVAL,
     "code 'x': field 'x': it is declared twice"},
    {{TRIGGER, .clock = "turn"},
     STRATA_EINVAL,
     "code 'x': 'clock' and 'per_clock' go together"},
    {{TRIGGER, .per_clock = 1},
     STRATA_EINVAL,
     "code 'x': 'clock' and 'per_clock' go together"},
    {{TRIGGER, .test_count = 1}, STRATA_EINVAL, "code 'x': its tests are NULL"},
    {{TRIGGER, .tests = no_predicate, .test_count = 1},
     STRATA_EINVAL,
     "code 'x': a test has a field and a predicate"},
    {{TRIGGER, .zones = null_text, .zone_count = 1},
     STRATA_EINVAL,
     "code 'x': a zone is NULL"},
    {{TRIGGER, .rank = "self"},
     STRATA_EINVAL,
     "code 'x': only a replacement has a rank"},
    {{TRIGGER, .amount = "1"},
     STRATA_EINVAL,
     "code 'x': only preventions and 'more' have an amount"},
    {{TRIGGER, .again = true},
     STRATA_EINVAL,
     "code 'x': only replacements and preventions apply 'again'"},
    {{TRIGGER, .own = true},
     STRATA_EINVAL,
     "code 'x': only replacements, preventions and 'cant' act while their own "
     "object enters"},
    {{CANT, .only_if = "true"},
     STRATA_EINVAL,
     "code 'x': only what triggers has 'only_if'; write 'when'"},
    {{TRIGGER, .prevention = true},
     STRATA_EINVAL,
     "code 'x': only 'cant' can be about the prevention of its event"},
    {{CANT, .batch = true},
     STRATA_EINVAL,
     "code 'x': only what triggers and preventions have 'batch'"},
    {{CANT, .optional = true},
     STRATA_EINVAL,
     "code 'x': only replacements, preventions and what triggers are optional"},
    {{CANT, .look_back = true},
     STRATA_EINVAL,
     "code 'x': only triggers look back"},
};

Test(declare_events, what_is_wrong_in_any_case_is_refused_at_once) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  uint64_t before = hash_now(b);
  for (size_t i = 0; i < COUNT(event_mistakes); i++) {
    const struct event_mistake *m = &event_mistakes[i];
    refuses(b, strata_builder_event_type(b, &m->event), m->want, m->message);
  }
  for (size_t i = 0; i < COUNT(code_mistakes); i++) {
    const struct code_mistake *m = &code_mistakes[i];
    refuses(b, strata_builder_watcher(b, &m->code), m->want, m->message);
  }
  cr_expect(eq(int, strata_builder_event_type(b, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_builder_watcher(b, NULL), STRATA_EINVAL));
  cr_expect(eq(u64, hash_now(b), before));
  close_builder(b, &mem);
}

/* -- Limits -- */

Test(declare_events, deeds_nest_16_deep) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_instruction deeds[17];
  for (int i = 0; i < 17; i++) {
    deeds[i] = (strata_instruction){D(WHEN), .when = "true"};
    if (i > 0) {
      deeds[i].inner = &deeds[i - 1];
      deeds[i].inner_count = 1;
    }
  }
  deeds[0] = (strata_instruction){D(STOP)};
  strata_event_type_desc event = {
      .name = "x", .does = &deeds[16], .does_count = 1};
  refuses(b, strata_builder_event_type(b, &event), STRATA_EINVAL,
          "event 'x': its deeds nest more than 16 deep; split them");
  event.does = &deeds[15];
  OK(strata_builder_event_type(b, &event));
  strata_rules_free(frozen(b));
  close_builder(b, &mem);
}

Test(declare_events, classes_are_at_most_200_and_each_is_one) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  refuses(b, strata_builder_replacement_class(b, "self"), STRATA_EEXIST,
          "replacement class 'self' is already declared");
  for (int i = 1; i < 200; i++) {
    char name[] = "c000";
    name[1] = (char)('0' + i / 100);
    name[2] = (char)('0' + i / 10 % 10);
    name[3] = (char)('0' + i % 10);
    OK(strata_builder_replacement_class(b, name));
  }
  refuses(b, strata_builder_replacement_class(b, "more"), STRATA_EINVAL,
          "replacement class 'more': there are 200 already");
  refuses(b, strata_builder_handler(b, "house", 1), STRATA_EEXIST,
          "handler 'house' is already declared");
  refuses(b, strata_builder_handler(b, NULL, 1), STRATA_EINVAL,
          "handler '': a name has lower-case letters, digits and _, at most "
          "100 of them");
  strata_rules_free(frozen(b));
  close_builder(b, &mem);
}

/* -- Kinds of counters -- */

Test(declare_events, a_kind_is_of_one_counter) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  uint64_t before = hash_now(b);
  strata_attribute a = {.name = "x", .type = STRATA_INT, .kind = "loyalty"};
  refuses(b, strata_builder_attribute(b, &a), STRATA_EINVAL,
          "attribute 'x': only a counter has a kind");
  a.counter = true;
  a.kind = "+1/+1";
  refuses(b, strata_builder_attribute(b, &a), STRATA_EEXIST,
          "attribute 'x': 'plus' is the counter of kind '+1/+1' already");
  a.kind = "it's";
  cr_expect(eq(int, strata_builder_attribute(b, &a), STRATA_EINVAL));
  cr_expect(eq(u64, hash_now(b), before));
  a.kind = "loyalty";
  OK(strata_builder_attribute(b, &a));
  strata_rules *rules = frozen(b);
  strata_attribute got;
  OK(strata_rules_attribute(rules, kit_attr(rules, "x"), &got));
  cr_expect(eq(str, TEXT(got.kind), TEXT("loyalty")));
  OK(strata_rules_attribute(rules, kit_attr(rules, "power"), &got));
  cr_expect(zero(ptr, (void *)got.kind));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

/* -- Who has codes -- */

Test(declare_events, abilities_and_laws_name_codes_that_there_are) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  const char *codes[] = {"shield"};
  strata_ability_desc ability = {
      .name = "a", .watchers = codes, .watcher_count = 1};
  refuses(b, strata_builder_ability(b, &ability), STRATA_EINVAL,
          "ability 'a': a keyword and a CDA watch for nothing; give the codes "
          "to an ability of another kind");
  ability.kind = STRATA_ABILITY_STATIC;
  ability.watchers = null_text;
  refuses(b, strata_builder_ability(b, &ability), STRATA_EINVAL,
          "ability 'a': a code is NULL");
  ability.watchers = codes;
  OK(strata_builder_ability(b, &ability));
  strata_law_desc law = {.name = "l"};
  cr_expect(eq(int, strata_builder_law(b, &law), STRATA_EINVAL));
  law.watchers = null_text;
  law.watcher_count = 1;
  refuses(b, strata_builder_law(b, &law), STRATA_EINVAL,
          "law 'l': a code is NULL");
  codes[0] = "sheild"; /* what was declared above is a copy */
  law.watchers = codes;
  OK(strata_builder_law(b, &law));
  strata_rules *rules = NULL;
  refuses(b, strata_builder_freeze(b, &rules), STRATA_ENOENT,
          "law 'l': no code 'sheild'; did you mean 'shield'?");
  close_builder(b, &mem);
}

Test(declare_events, what_an_ability_watches_reads_back) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  const char *names[] = {"shield", "late"};
  strata_ability_desc ability = {.name = "a",
                                 .kind = STRATA_ABILITY_STATIC,
                                 .watchers = names,
                                 .watcher_count = COUNT(names)};
  OK(strata_builder_ability(b, &ability));
  strata_rules *rules = frozen(b);
  strata_symbol a = kit_symbol(rules, "a");
  strata_watcher_def_info info;
  strata_watcher_def shield = strata_rules_ability_watcher(rules, a, 0);
  strata_watcher_def late = strata_rules_ability_watcher(rules, a, 1);
  OK(strata_rules_watcher_def(rules, shield, &info));
  cr_expect(eq(str, TEXT(info.name), TEXT("shield")));
  cr_expect(eq(int, info.role, STRATA_ROLE_CANT));
  cr_expect(eq(u32, info.event,
               strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "big")));
  OK(strata_rules_watcher_def(rules, late, &info));
  cr_expect(eq(str, TEXT(info.name), TEXT("late")));
  cr_expect(eq(int, info.role, STRATA_ROLE_TRIGGER));
  cr_expect(eq(u32, strata_rules_ability_watcher(rules, a, 2), 0));
  cr_expect(eq(u32, strata_rules_ability_watcher(rules, 0, 0), 0));
  cr_expect(
      eq(int, strata_rules_watcher_def(rules, late, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_rules_watcher_def(rules, 0, &info), STRATA_ENOENT));
  cr_expect(eq(int, strata_rules_watcher_def(rules, 99, &info), STRATA_ENOENT));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

/* -- Names and hashes -- */

Test(declare_events, names_of_all_kinds_are_found) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_rules *rules = frozen(b);
  static const struct {
    strata_name_kind kind;
    uint32_t count;
    const char *name;
  } list[] = {{STRATA_NAME_EVENT_TYPE, 2, "hit"},
              {STRATA_NAME_FIELD, 8, "amount"},
              {STRATA_NAME_WATCHER_DEF, 2, "late"},
              {STRATA_NAME_HANDLER, 1, "house"}};
  for (size_t i = 0; i < COUNT(list); i++) {
    uint32_t id = strata_rules_find(rules, list[i].kind, list[i].name);
    cr_expect(eq(u32, strata_rules_count(rules, list[i].kind), list[i].count));
    cr_expect(ne(u32, id, 0), "%s", list[i].name);
    cr_expect(eq(str, TEXT(strata_rules_name(rules, list[i].kind, id)),
                 TEXT(list[i].name)));
  }
  cr_expect(eq(str,
               TEXT(strata_rules_nearest(rules, STRATA_NAME_EVENT_TYPE, "hti")),
               TEXT("hit")));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

/* In which order all is declared shows nowhere, but that of classes. */
Test(declare_events, the_hash_is_of_what_was_declared_not_of_its_order) {
  uint64_t hashes[3];
  for (int way = 0; way < 3; way++) {
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    const char *names[] = {"alpha", "beta"};
    if (way == 1) {
      names[0] = "beta";
      names[1] = "alpha";
    }
    for (int i = 0; i < 2; i++) {
      strata_event_type_desc event = {.name = names[i], FIELDS};
      strata_watcher_desc code = {
          .name = names[i], .role = STRATA_ROLE_CANT, .event = names[1 - i]};
      OK(strata_builder_watcher(b, &code)); /* before there is such an event */
      OK(strata_builder_event_type(b, &event));
      OK(strata_builder_handler(b, names[i], 5));
      OK(strata_builder_replacement_class(b, i == (way == 2) ? "c" : "d"));
    }
    hashes[way] = hash_now(b);
    close_builder(b, &mem);
  }
  cr_expect(eq(u64, hashes[0], hashes[1]));
  cr_expect(ne(u64, hashes[0], hashes[2]));
}

/* -- Memory -- */

static const strata_instruction memory_deeds[] = {
    {D(LET), .as = "x", VALUE("1")},
    {D(EACH), .who = "types has 'elf'", INSIDE({D(WATCH), .what = "late"})}};

Test(declare_events, without_memory_nothing_is_declared) {
  static const strata_event_test tests[] = {{"who", "types has 'elf'"}};
  strata_watcher_desc code = {TRIGGER,
                              .names = given,
                              .name_count = 1,
                              .tests = tests,
                              .test_count = 1,
                              .when = "event.who = this.owner",
                              .program = memory_deeds,
                              .instruction_count = 2};
  for (int on = 0; on < 2; on++) {
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    uint64_t before = hash_now(b);
    strata_rules *rules = NULL;
    size_t failures = 0;
    for (int what = 0; what < 4; what++) {
      for (size_t at = 1;; at++) {
        *(on ? &mem.fail_from : &mem.fail_at) = mem.calls + at;
        strata_status status =
            what == 0   ? strata_builder_watcher(b, &code)
            : what == 1 ? strata_builder_handler(b, "other", 2)
            : what == 2 ? strata_builder_replacement_class(b, "other")
                        : strata_builder_freeze(b, &rules);
        mem.fail_at = mem.fail_from = 0;
        if (!status) break;
        cr_assert(eq(int, status, STRATA_ENOMEM), "%s",
                  strata_builder_error(b));
        failures++;
        if (what < 3) cr_expect(eq(u64, hash_now(b), before));
      }
      if (what < 3) before = hash_now(b);
    }
    cr_expect(lt(sz, 50, failures));
    strata_rules_free(rules);
    close_builder(b, &mem);
  }
}
