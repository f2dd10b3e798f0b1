/*
 * deed.c - programs as such: which deeds there are.
 *
 * A program is one array, walked without recursion: see st_deed. What deeds
 * take is one table, so that the compiler (compose.c) and the messages cannot
 * differ about it.
 */
#include "rules/model/deed.h"

#include <string.h>

#define A       ST_STAGE_ACT
#define R       (ST_STAGE_REPLACE | ST_STAGE_PREVENT)
#define P       ST_STAGE_PARTS
#define D       ST_STAGE_PERFORM
#define H       (ST_STAGE_BEFORE | ST_STAGE_AFTER)
#define O(name) (UINT32_C(1) << ST_OPTION_##name)

static const st_deed_form forms[] = {
    [STRATA_DEED_EMIT] = {.stages = A | P | H,
                          .object = ST_OBJECT_KIND,
                          .what = ST_MUST,
                          .who = ST_MAYBE,
                          .as = ST_MAYBE,
                          .inner = ST_MAYBE,
                          .taking = ST_TAKES_FIELDS,
                          .times = true},
    [STRATA_DEED_TOGETHER] = {.stages = A | H, .inner = ST_MUST},
    [STRATA_DEED_WHEN] = {.stages = A | R | P | D | H, .inner = ST_MUST},
    [STRATA_DEED_EACH] = {.stages = A | R | P | D | H,
                          .who = ST_MUST,
                          .inner = ST_MUST},
    [STRATA_DEED_CHOOSE] = {.stages = A | R | H,
                            .object = ST_OBJECT_CHOICE,
                            .what = ST_MAYBE,
                            .who = ST_MAYBE,
                            .as = ST_MUST,
                            .options = O(BY) | O(LEAST) | O(MOST) | O(OF)},
    [STRATA_DEED_LET] = {.stages = A | R | P | D | H,
                         .as = ST_MUST,
                         .taking = ST_TAKES_VALUE},
    [STRATA_DEED_RUN] = {.stages = A | R | P | D | H,
                         .object = ST_OBJECT_HANDLER,
                         .what = ST_MUST,
                         .taking = ST_TAKES_NAMES},
    [STRATA_DEED_STOP] = {.stages = A | R | P | D | H},
    [STRATA_DEED_CHANGE] = {.stages = R | ST_STAGE_BEFORE,
                            .object = ST_OBJECT_FIELD,
                            .what = ST_MUST,
                            .taking = ST_TAKES_VALUE},
    [STRATA_DEED_INSTEAD] = {.stages = R, .inner = ST_MUST},
    [STRATA_DEED_NOTHING] = {.stages = R},
    [STRATA_DEED_PREVENT] = {.stages = ST_STAGE_PREVENT,
                             .taking = ST_TAKES_OPTIONAL},
    [STRATA_DEED_THEN] = {.stages = R, .inner = ST_MUST},
    [STRATA_DEED_SET] = {.stages = D,
                         .object = ST_OBJECT_ATTR,
                         .what = ST_MUST,
                         .who = ST_MUST,
                         .taking = ST_TAKES_VALUE},
    [STRATA_DEED_ADD] = {.stages = D,
                         .object = ST_OBJECT_ATTR,
                         .what = ST_MUST,
                         .who = ST_MUST,
                         .taking = ST_TAKES_VALUE},
    [STRATA_DEED_MOVE] = {.stages = D,
                          .object = ST_OBJECT_ZONE,
                          .what = ST_MAYBE,
                          .who = ST_MUST,
                          .as = ST_MAYBE,
                          .options = O(TO) | O(PLAYER) | O(POSITION) | O(SAME) |
                                     O(COUNTERS)},
    [STRATA_DEED_SPAWN] = {.stages = D,
                           .object = ST_OBJECT_DEFINITION,
                           .what = ST_MAYBE,
                           .who = ST_MAYBE,
                           .as = ST_MAYBE,
                           .times = true,
                           .options = O(OF)},
    [STRATA_DEED_REMOVE] = {.stages = D, .who = ST_MUST},
    [STRATA_DEED_STAMP] = {.stages = D, .who = ST_MUST},
    [STRATA_DEED_TICK] = {.stages = D,
                          .object = ST_OBJECT_CLOCK,
                          .what = ST_MUST},
    [STRATA_DEED_WATCH] = {.stages = A | R | D | H,
                           .object = ST_OBJECT_CODE,
                           .what = ST_MUST,
                           .taking = ST_TAKES_GIVEN,
                           .options = O(SOURCE) | O(YOU) | O(LEFT) | O(TICKS)},
    [STRATA_DEED_NOTE] = {.stages = A | R | D | H,
                          .object = ST_OBJECT_KEY,
                          .what = ST_MUST,
                          .who = ST_MUST,
                          .taking = ST_TAKES_VALUE},
    [STRATA_DEED_FORGET] = {.stages = A | R | D | H,
                            .object = ST_OBJECT_KEY,
                            .what = ST_MUST,
                            .who = ST_MUST},
    [STRATA_DEED_TRIGGER] = {.stages = A | H,
                             .object = ST_OBJECT_CODE,
                             .what = ST_MUST,
                             .taking = ST_TAKES_GIVEN},
    [STRATA_DEED_ROLL] = {.stages = A | R | H,
                          .as = ST_MUST,
                          .taking = ST_TAKES_VALUE},
    [STRATA_DEED_COUNT] = {.stages = D,
                           .object = ST_OBJECT_ATTR,
                           .what = ST_MAYBE,
                           .who = ST_MUST,
                           .options = O(KIND) | O(COUNT)},
    [STRATA_DEED_SHUFFLE] = {.stages = D,
                             .object = ST_OBJECT_ZONE,
                             .what = ST_MAYBE,
                             .who = ST_MAYBE,
                             .options = O(TO)},
    [STRATA_DEED_COPY] = {.stages = D,
                          .object = ST_OBJECT_LAYER,
                          .what = ST_MUST,
                          .who = ST_MUST,
                          .options = O(WHOM) | O(EXCEPT)},
    [STRATA_DEED_ALSO] = {.stages = R, .inner = ST_MUST},
    [STRATA_DEED_TAKE] = {.stages = ST_STAGE_REPLACE,
                          .as = ST_MUST,
                          .taking = ST_TAKES_OPTIONAL},
    [STRATA_DEED_HALT] = {.stages = D | H},
    [STRATA_DEED_DROP] = {.stages = D | H},
    [STRATA_DEED_HOOK] = {.stages = A | R | D | H,
                          .object = ST_OBJECT_CODE,
                          .what = ST_MUST,
                          .who = ST_MAYBE,
                          .taking = ST_TAKES_GIVEN,
                          .options = O(TICKS)},
    [STRATA_DEED_UNHOOK] = {.stages = A | R | D | H,
                            .object = ST_OBJECT_CODE,
                            .what = ST_MUST,
                            .who = ST_MAYBE},
    [STRATA_DEED_BEGIN] = {.stages = A | R | D | H,
                           .object = ST_OBJECT_TITLE,
                           .what = ST_MAYBE,
                           .who = ST_MUST,
                           .options = O(TICKS)},
};

#undef A
#undef R
#undef P
#undef D
#undef H
#undef O

static_assert(ST_COUNT_OF(forms) == STRATA_DEED_BEGIN + 1,
              "one form for each deed");

const st_deed_form *st_deed_form_of(strata_deed_op op) {
  assert((unsigned)op < ST_COUNT_OF(forms));
  return &forms[op];
}

const char *st_deed_text(strata_deed_op op) {
  static const char *const texts[] = {
#define X(name, value, text) [value] = text,
      STRATA_DEED_MAP(X)
#undef X
  };
  assert((unsigned)op < ST_COUNT_OF(texts));
  return texts[op];
}

const char *st_option_text(st_option option) {
  static const char *const texts[] = {
#define X(name, type, text) text,
      ST_OPTION_MAP(X)
#undef X
  };
  assert(option < ST_OPTION_NUMBER);
  return texts[option];
}

strata_type st_option_type(st_option option) {
  static const uint8_t types[] = {
#define X(name, type, text) STRATA_##type,
      ST_OPTION_MAP(X)
#undef X
  };
  assert(option < ST_OPTION_NUMBER);
  return (strata_type)types[option];
}

st_option st_deed_option(const st_deed_form *form, const char *name) {
  for (int i = 0; i < ST_OPTION_NUMBER; i++) {
    if (form->options >> i & 1 &&
        strcmp(st_option_text((st_option)i), name) == 0) {
      return (st_option)i;
    }
  }
  return ST_OPTION_NUMBER;
}

/* -- Names -- */

uint32_t st_routine_name(const st_routine *program, const char *name) {
  for (uint32_t i = 0; i < program->names.count; i++) {
    if (strcmp(program->names.items[i].text, name) == 0) return i;
  }
  return UINT32_MAX;
}

bool st_is_bound_name(const char *name) {
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
  bool digit = name[0] >= '0' && name[0] <= '9';
  return length > 0 && !digit && name[length] == '\0';
}

/* -- Reads and writes -- */

void st_touch_expr(st_touch *touch, const strata_expr *expr) {
  if (!expr) return;
  for (uint32_t i = 0; i < expr->read_count; i++) {
    touch->reads |= st_touch_bit(expr->reads[i].attr);
  }
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->op == ST_EXPR_FIELD) touch->field_reads |= st_touch_bit(n->index);
  }
}

void st_touch_join(st_touch *touch, const st_touch *more) {
  touch->reads |= more->reads;
  touch->writes |= more->writes;
  touch->field_reads |= more->field_reads;
  touch->field_writes |= more->field_writes;
}

void st_touch_all(st_touch *touch) {
  *touch = (st_touch){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
}

void st_touch_deed(st_touch *all, const st_deed *deed) {
  switch ((strata_deed_op)deed->op) {
  case STRATA_DEED_RUN:
  case STRATA_DEED_SPAWN:
  case STRATA_DEED_REMOVE:
  case STRATA_DEED_MOVE:
  case STRATA_DEED_TICK: /* what lasted until it ends */
  case STRATA_DEED_SHUFFLE:
  case STRATA_DEED_COPY:
  case STRATA_DEED_STAMP:
  case STRATA_DEED_WATCH:
  case STRATA_DEED_TRIGGER:
  case STRATA_DEED_CHOOSE:
  case STRATA_DEED_ROLL:
  case STRATA_DEED_NOTE:
  case STRATA_DEED_FORGET:
  case STRATA_DEED_TAKE:
  case STRATA_DEED_HALT:
  case STRATA_DEED_DROP:
  case STRATA_DEED_HOOK:
  case STRATA_DEED_UNHOOK:
  case STRATA_DEED_BEGIN:
    st_touch_all(all);
    break;
  case STRATA_DEED_SET:
  case STRATA_DEED_ADD:
  case STRATA_DEED_COUNT:
    /* An addition is no read: two of them commute. */
    all->writes |= deed->what != 0 ? st_touch_bit(deed->what) : UINT64_MAX;
    break;
  case STRATA_DEED_CHANGE:
    all->field_writes |= st_touch_bit(deed->what);
    break;
  case STRATA_DEED_INSTEAD:
  case STRATA_DEED_NOTHING:
  case STRATA_DEED_PREVENT:
    all->field_writes = UINT64_MAX;
    break;
  case STRATA_DEED_EMIT:
  case STRATA_DEED_TOGETHER:
  case STRATA_DEED_WHEN:
  case STRATA_DEED_EACH:
  case STRATA_DEED_LET:
  case STRATA_DEED_STOP:
  case STRATA_DEED_THEN:
  case STRATA_DEED_ALSO:
    break;
  }
}
