/* Programs: nested instructions become one array, which names its variables,
 * reads and writes. */
#include "base/enum_texts.h"
#include "watcher_stage.h"
#include "world/store/notes.h"

TestSuite(program, .timeout = 60);

#define D(name) .op = STRATA_DO_##name

typedef struct stage {
  probe probe;
  strata_rules *rules;
} stage;

/* Rules with a watcher definition "act" of these instructions on hits, and the
 * definitions "late" (a trigger that is given a victim) and "shield". */
static void stage_open(stage *s, strata_watcher_role role,
                       const strata_instruction *deeds, size_t count) {
  static const strata_field_desc given[] = {{"victim", STRATA_REF},
                                            {"much", STRATA_INT}};
  strata_watcher_desc late = {.name = "late",
                              .role = STRATA_ROLE_TRIGGER,
                              .event = "enter",
                              .names = given,
                              .name_count = 2};
  strata_watcher_desc act = {.name = "act",
                             .role = role,
                             .event = "hit",
                             .program = deeds,
                             .instruction_count = count};
  *s = (stage){0};
  strata_builder *b = play_builder(&s->probe);
  play_event_types(b);
  BUILDER_OK(strata_builder_watcher(b, &late));
  BUILDER_OK(strata_builder_watcher(b, &act));
  s->rules = play_freeze(b);
  strata_builder_free(b);
}

static void stage_close(stage *s) {
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static const st_program *act_of(const stage *s) {
  return &play_watcher_def(s->rules, "act")->program;
}

#define OPEN(s, role, ...)                                                     \
  stage_open(s, STRATA_ROLE_##role, (const strata_instruction[]){__VA_ARGS__}, \
             ST_COUNT_OF(((const strata_instruction[]){__VA_ARGS__})))

Test(program, what_is_inside_comes_right_behind) {
  stage s;
  OPEN(&s, TRIGGER,
       {D(WHEN), .when = "event.combat",
        INSIDE({D(EACH), .who = "types has 'elf'",
                INSIDE({D(EMIT), .what = "hit", MANY(ARG("who", "it"))},
                       {D(STOP)})},
               {D(RUN), .what = "house"})},
       {D(TOGETHER), INSIDE({D(EMIT), .what = "move"})});
  const st_program *p = act_of(&s);
  static const struct {
    strata_instruction_op op;
    uint32_t end;
  } want[] = {{STRATA_DO_WHEN, 5}, {STRATA_DO_EACH, 4}, {STRATA_DO_EMIT, 3},
              {STRATA_DO_STOP, 4}, {STRATA_DO_RUN, 5},  {STRATA_DO_TOGETHER, 7},
              {STRATA_DO_EMIT, 7}};
  cr_assert(eq(u32, p->instruction_count, 7));
  for (uint32_t i = 0; i < 7; i++) {
    cr_expect(eq(u32, p->instructions[i].op, (uint32_t)want[i].op), "%u", i);
    cr_expect(eq(u32, p->instructions[i].end, want[i].end), "%u", i);
  }
  cr_expect(eq(str, p->instructions[0].when->text, STR("event.combat")));
  cr_expect(eq(str, p->instructions[1].who->text, STR("types has 'elf'")));
  cr_expect(eq(u32, p->instructions[2].what,
               strata_rules_find(s.rules, STRATA_NAME_EVENT_TYPE, "hit")));
  cr_expect(eq(u32, p->instructions[4].what, 1));
  stage_close(&s);
}

Test(program, names_are_bound_in_their_order_and_have_types) {
  stage s;
  OPEN(
      &s, TRIGGER, {D(CHOOSE), .as = "who", .who = "types has 'elf'"},
      {D(CHOOSE), .as = "may", .what = "may"},
      {D(CHOOSE), .as = "number", .what = "number",
       .flags = STRATA_INSTRUCTION_HIDDEN,
       MANY(ARG("least", "1"), ARG("most", "event.amount"), ARG("by", "$you"))},
      {D(CHOOSE), .as = "word", .what = "word",
       MANY({.name = "of", .names = stage_types, .name_count = 2})},
      {D(LET), .as = "sum", ONE("$number + $who.power + $i")},
      {D(ROLL), .as = "number", ONE("6")},
      {D(RUN), .what = "house", MANY(ARG("so", "$may"), ARG("what", "$word"))},
      {D(EMIT), .what = "move", .as = "moved", .who = "$who", .times = "$sum",
       .when = "$so",
       MANY(ARG("to", "$what"), ARG("player", "it.controller"))});
  const st_program *p = act_of(&s);
  static const st_expr_variable want[] = {
      {"you", STRATA_REF},  {"i", STRATA_INT},      {"who", STRATA_REF},
      {"may", STRATA_FLAG}, {"number", STRATA_INT}, {"word", STRATA_SYM},
      {"sum", STRATA_INT},  {"so", STRATA_FLAG},    {"what", STRATA_SYM},
      {"moved", STRATA_REF}};
  cr_assert(eq(u32, p->variables.count, ST_COUNT_OF(want)));
  for (uint32_t i = 0; i < ST_COUNT_OF(want); i++) {
    cr_expect(eq(str, STR(p->variables.variables[i].text), STR(want[i].text)));
    cr_expect(eq(int, (int)p->variables.variables[i].type, (int)want[i].type),
              "%s", want[i].text);
    cr_expect(eq(u32, st_program_find_variable(p, want[i].text), i));
  }
  cr_expect(eq(u32, st_program_find_variable(p, "nobody"), UINT32_MAX));
  cr_expect(eq(u32, p->instructions[0].bound_variable, 3));
  cr_expect(eq(u32, p->instructions[2].bound_variable, 5));
  cr_expect(eq(u32, p->instructions[5].bound_variable, 5),
            "bound again as what it is");
  cr_expect(eq(u32, p->instructions[7].bound_variable, 10));
  cr_expect(eq(u32, p->instructions[2].what, ST_CHOICE_NUMBER));
  cr_expect(eq(u32, p->instructions[2].flags, STRATA_INSTRUCTION_HIDDEN));
  const st_argument *of = &p->arguments[p->instructions[3].first_argument];
  cr_expect(zero(ptr, (void *)of->value));
  cr_assert(eq(u32, of->symbol_count, 2));
  cr_expect(eq(u32, of->symbols[1], stage_symbol(s.rules, "forest")));
  const st_argument *to = &p->arguments[p->instructions[7].first_argument];
  cr_expect(eq(u32, to->kind, ST_ARGUMENT_FIELD));
  cr_expect(eq(u32, to->target_id, play_field(s.rules, "to")));
  cr_expect(eq(str, to->value->text, STR("$what")));
  stage_close(&s);
}

Test(program, codes_are_given_names_and_watchers_options) {
  stage s;
  OPEN(&s, TRIGGER,
       {D(WATCH), .what = "late", .clock = "turn",
        MANY(ARG("much", "3"), ARG("ticks", "1"), ARG("you", "$you"),
             ARG("victim", "event.who"))},
       {D(TRIGGER), .what = "late", MANY(ARG("victim", "none"))},
       {D(NOTE), .what = "any:key", .who = "this", ONE("event.who")},
       {D(FORGET), .what = "any:key", .who = "this"});
  const st_program *p = act_of(&s);
  const st_argument *a = &p->arguments[p->instructions[0].first_argument];
  cr_expect(eq(u32, p->instructions[0].argument_count, 4));
  cr_expect(eq(u32, a[0].kind, ST_ARGUMENT_VARIABLE));
  cr_expect(eq(u32, a[0].target_id, ST_VARIABLE_FIRST_OWN + 1));
  cr_expect(eq(u32, a[1].kind, ST_ARGUMENT_OPTION));
  cr_expect(eq(u32, a[1].target_id, ST_OPTION_TICKS));
  cr_expect(eq(u32, a[3].target_id, ST_VARIABLE_FIRST_OWN));
  cr_expect(eq(u32, p->instructions[0].clock, 1));
  cr_expect(eq(u32, p->instructions[0].what, p->instructions[1].what));
  cr_expect(eq(u64, p->instructions[2].note_key, st_note_key("any:key", 7, 0)));
  cr_expect(eq(u64, p->instructions[3].note_key, p->instructions[2].note_key));
  stage_close(&s);
}

Test(program, replacements_change_stop_and_go_on_afterwards) {
  stage s;
  OPEN(&s, REPLACE, {D(CHANGE), .what = "amount", ONE("event.amount * 2")},
       {D(INSTEAD),
        INSIDE({D(EMIT), .what = "move", MANY(ARG("who", "event.who")),
                INSIDE({D(CHANGE), .what = "tapped", ONE("true")})})},
       {D(THEN), INSIDE({D(EMIT), .what = "hit",
                         MANY(ARG("amount", "event.prevented"))})},
       {D(NOTHING)});
  const st_program *p = act_of(&s);
  cr_assert(eq(u32, p->instruction_count, 7 - 0));
  cr_expect(eq(u32, p->instructions[0].what, play_field(s.rules, "amount")));
  cr_expect(eq(u32, p->instructions[3].what, play_field(s.rules, "tapped")),
            "a self-replacement is about the event that is emitted");
  stage_close(&s);
}

struct touch_case {
  const char *name;
  strata_instruction deed;
  const char *reads, *writes, *field_reads, *field_writes; /* "*": all */
};

static uint64_t bit_of(const strata_rules *rules, strata_name_kind kind,
                       const char *name) {
  if (!name) return 0;
  if (strcmp(name, "*") == 0) return UINT64_MAX;
  return st_rw_mask_bit(strata_rules_find(rules, kind, name));
}

Test(program, what_is_read_and_written_is_known) {
  const struct touch_case list[] = {
      {"change",
       {D(CHANGE), .what = "amount", ONE("event.who.power")},
       "power",
       NULL,
       "who",
       "amount"},
      {"nothing",
       {D(NOTHING), .when = "event.combat"},
       NULL,
       NULL,
       "combat",
       "*"},
      {"handler", {D(RUN), .what = "house"}, "*", "*", "*", "*"},
      {"let",
       {D(LET), .as = "x", ONE("count(seat > 0)")},
       "seat",
       NULL,
       NULL,
       NULL},
  };
  for (size_t i = 0; i < ST_COUNT_OF(list); i++) {
    const struct touch_case *c = &list[i];
    stage s;
    stage_open(&s, STRATA_ROLE_REPLACE, &c->deed, 1);
    const st_rw_mask *t = &play_watcher_def(s.rules, "act")->rw_mask;
    cr_expect(
        eq(u64, t->reads, bit_of(s.rules, STRATA_NAME_ATTRIBUTE, c->reads)),
        "%s", c->name);
    cr_expect(
        eq(u64, t->writes, bit_of(s.rules, STRATA_NAME_ATTRIBUTE, c->writes)),
        "%s", c->name);
    cr_expect(eq(u64, t->field_reads,
                 bit_of(s.rules, STRATA_NAME_FIELD, c->field_reads)),
              "%s", c->name);
    cr_expect(eq(u64, t->field_writes,
                 bit_of(s.rules, STRATA_NAME_FIELD, c->field_writes)),
              "%s", c->name);
    stage_close(&s);
  }
}

/* Each instruction has the name of the public map and a form that some program
 * may use. */
Test(program, every_deed_has_a_place) {
  for (int op = 0; op <= STRATA_DO_BEGIN; op++) {
    const st_instruction_form *form =
        st_instruction_form_get((strata_instruction_op)op);
    cr_expect(ne(int, form->sites, 0), "%s",
              st_instruction_op_text((strata_instruction_op)op));
    cr_expect(eq(int, form->sites & ~ST_SITE_ANY, 0));
    cr_expect(eq(int, form->what == ST_PRESENCE_NEVER,
                 form->referent == ST_REFERENT_NONE),
              "%s", st_instruction_op_text((strata_instruction_op)op));
  }
  for (int i = 1; i < ST_OPTION_NUMBER; i++) {
    st_instruction_form form = {.options = UINT32_C(1) << i};
    const char *text = st_option_text((st_option)i);
    cr_expect(eq(int, (int)st_instruction_find_option(&form, text), i));
    form.options = 0;
    cr_expect(eq(int, (int)st_instruction_find_option(&form, text),
                 ST_OPTION_NUMBER));
  }
  cr_expect(st_is_variable_name("x_1"));
  cr_expect(not(st_is_variable_name("1x")));
  cr_expect(not(st_is_variable_name("a:b")));
  cr_expect(not(st_is_variable_name("")));
}
