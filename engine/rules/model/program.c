/*
 * program.c - the table of instructions and their options, and lookups in
 * programs.
 *
 * One table says what each instruction takes, so the compiler
 * (operand_compile.c, argument_compile.c) and its messages cannot disagree.
 */
#include "rules/model/program.h"

#include <string.h>

#define A       ST_SITE_ACT
#define R       (ST_SITE_REPLACE | ST_SITE_PREVENT)
#define P       ST_SITE_CONTAINED
#define D       ST_SITE_PERFORM
#define H       (ST_SITE_BEFORE | ST_SITE_AFTER)
#define Y       ST_SITE_PAY
#define O(name) (UINT32_C(1) << ST_OPTION_##name)

static const st_instruction_form instruction_forms[] = {
    [STRATA_DO_EMIT] = {.sites = A | P | H,
                        .referent = ST_REFERENT_EVENT_TYPE,
                        .what = ST_PRESENCE_REQUIRED,
                        .who = ST_PRESENCE_OPTIONAL,
                        .as = ST_PRESENCE_OPTIONAL,
                        .inner = ST_PRESENCE_OPTIONAL,
                        .signature = ST_SIGNATURE_FIELDS,
                        .repeats = true},
    [STRATA_DO_TOGETHER] = {.sites = A | H, .inner = ST_PRESENCE_REQUIRED},
    [STRATA_DO_WHEN] = {.sites = A | R | P | D | H,
                        .inner = ST_PRESENCE_REQUIRED},
    [STRATA_DO_EACH] = {.sites = A | R | P | D | H,
                        .who = ST_PRESENCE_REQUIRED,
                        .inner = ST_PRESENCE_REQUIRED},
    [STRATA_DO_CHOOSE] = {.sites = A | R | H,
                          .referent = ST_REFERENT_CHOICE,
                          .what = ST_PRESENCE_OPTIONAL,
                          .who = ST_PRESENCE_OPTIONAL,
                          .as = ST_PRESENCE_REQUIRED,
                          .options = O(BY) | O(LEAST) | O(MOST) | O(OF)},
    [STRATA_DO_LET] = {.sites = A | R | P | D | H,
                       .as = ST_PRESENCE_REQUIRED,
                       .signature = ST_SIGNATURE_VALUE},
    [STRATA_DO_RUN] = {.sites = A | R | P | D | H,
                       .referent = ST_REFERENT_HANDLER,
                       .what = ST_PRESENCE_REQUIRED,
                       .signature = ST_SIGNATURE_VARIABLES},
    [STRATA_DO_STOP] = {.sites = A | R | P | D | H},
    [STRATA_DO_CHANGE] = {.sites = R | ST_SITE_BEFORE,
                          .referent = ST_REFERENT_FIELD,
                          .what = ST_PRESENCE_REQUIRED,
                          .signature = ST_SIGNATURE_VALUE},
    [STRATA_DO_INSTEAD] = {.sites = R, .inner = ST_PRESENCE_REQUIRED},
    [STRATA_DO_NOTHING] = {.sites = R},
    [STRATA_DO_PREVENT] = {.sites = ST_SITE_PREVENT,
                           .signature = ST_SIGNATURE_OPTIONAL_VALUE},
    [STRATA_DO_THEN] = {.sites = R, .inner = ST_PRESENCE_REQUIRED},
    [STRATA_DO_SET] = {.sites = D,
                       .referent = ST_REFERENT_ATTR,
                       .what = ST_PRESENCE_REQUIRED,
                       .who = ST_PRESENCE_REQUIRED,
                       .signature = ST_SIGNATURE_VALUE},
    [STRATA_DO_ADD] = {.sites = D,
                       .referent = ST_REFERENT_ATTR,
                       .what = ST_PRESENCE_REQUIRED,
                       .who = ST_PRESENCE_REQUIRED,
                       .signature = ST_SIGNATURE_VALUE},
    [STRATA_DO_MOVE] = {.sites = D,
                        .referent = ST_REFERENT_ZONE,
                        .what = ST_PRESENCE_OPTIONAL,
                        .who = ST_PRESENCE_REQUIRED,
                        .as = ST_PRESENCE_OPTIONAL,
                        .options = O(TO) | O(PLAYER) | O(POSITION) | O(SAME) |
                                   O(COUNTERS)},
    [STRATA_DO_SPAWN] = {.sites = D,
                         .referent = ST_REFERENT_DEFINITION,
                         .what = ST_PRESENCE_OPTIONAL,
                         .who = ST_PRESENCE_OPTIONAL,
                         .as = ST_PRESENCE_OPTIONAL,
                         .repeats = true,
                         .options = O(OF)},
    [STRATA_DO_REMOVE] = {.sites = D, .who = ST_PRESENCE_REQUIRED},
    [STRATA_DO_STAMP] = {.sites = D, .who = ST_PRESENCE_REQUIRED},
    [STRATA_DO_TICK] = {.sites = D,
                        .referent = ST_REFERENT_CLOCK,
                        .what = ST_PRESENCE_REQUIRED},
    [STRATA_DO_WATCH] = {.sites = A | R | D | H,
                         .referent = ST_REFERENT_WATCHER_DEF,
                         .what = ST_PRESENCE_REQUIRED,
                         .signature = ST_SIGNATURE_PARAMETERS,
                         .options = O(SOURCE) | O(YOU) | O(LEFT) | O(TICKS)},
    [STRATA_DO_NOTE] = {.sites = A | R | D | H,
                        .referent = ST_REFERENT_NOTE_KEY,
                        .what = ST_PRESENCE_REQUIRED,
                        .who = ST_PRESENCE_REQUIRED,
                        .signature = ST_SIGNATURE_VALUE},
    [STRATA_DO_FORGET] = {.sites = A | R | D | H,
                          .referent = ST_REFERENT_NOTE_KEY,
                          .what = ST_PRESENCE_REQUIRED,
                          .who = ST_PRESENCE_REQUIRED},
    [STRATA_DO_TRIGGER] = {.sites = A | H,
                           .referent = ST_REFERENT_WATCHER_DEF,
                           .what = ST_PRESENCE_REQUIRED,
                           .signature = ST_SIGNATURE_PARAMETERS},
    [STRATA_DO_ROLL] = {.sites = A | R | H,
                        .as = ST_PRESENCE_REQUIRED,
                        .signature = ST_SIGNATURE_VALUE},
    [STRATA_DO_COUNT] = {.sites = D,
                         .referent = ST_REFERENT_ATTR,
                         .what = ST_PRESENCE_OPTIONAL,
                         .who = ST_PRESENCE_REQUIRED,
                         .options = O(KIND) | O(COUNT)},
    [STRATA_DO_SHUFFLE] = {.sites = D,
                           .referent = ST_REFERENT_ZONE,
                           .what = ST_PRESENCE_OPTIONAL,
                           .who = ST_PRESENCE_OPTIONAL,
                           .options = O(TO)},
    [STRATA_DO_COPY] = {.sites = D,
                        .referent = ST_REFERENT_LAYER,
                        .what = ST_PRESENCE_REQUIRED,
                        .who = ST_PRESENCE_REQUIRED,
                        .options = O(WHOM) | O(EXCEPT)},
    [STRATA_DO_ALSO] = {.sites = R, .inner = ST_PRESENCE_REQUIRED},
    [STRATA_DO_TAKE] = {.sites = ST_SITE_REPLACE,
                        .as = ST_PRESENCE_REQUIRED,
                        .signature = ST_SIGNATURE_OPTIONAL_VALUE},
    [STRATA_DO_HALT] = {.sites = D | H},
    [STRATA_DO_DROP] = {.sites = D | H},
    [STRATA_DO_HOOK] = {.sites = A | R | D | H,
                        .referent = ST_REFERENT_WATCHER_DEF,
                        .what = ST_PRESENCE_REQUIRED,
                        .who = ST_PRESENCE_OPTIONAL,
                        .signature = ST_SIGNATURE_PARAMETERS,
                        .options = O(TICKS)},
    [STRATA_DO_UNHOOK] = {.sites = A | R | D | H,
                          .referent = ST_REFERENT_WATCHER_DEF,
                          .what = ST_PRESENCE_REQUIRED,
                          .who = ST_PRESENCE_OPTIONAL},
    [STRATA_DO_BEGIN] = {.sites = A | R | D | H,
                         .referent = ST_REFERENT_TITLE,
                         .what = ST_PRESENCE_OPTIONAL,
                         .who = ST_PRESENCE_REQUIRED,
                         .options = O(TICKS)},
    [STRATA_DO_PASS] = {.sites = D, .who = ST_PRESENCE_REQUIRED},
    [STRATA_DO_DISCLOSE] = {.sites = D,
                            .who = ST_PRESENCE_REQUIRED,
                            .options = O(PLAYER)},
    [STRATA_DO_ADD_PERIOD] = {.sites = D,
                              .referent = ST_REFERENT_PERIOD,
                              .what = ST_PRESENCE_REQUIRED,
                              .options = O(PLAYER) | O(AFTER)},
    [STRATA_DO_PAY] = {.sites = A | R | H,
                       .referent = ST_REFERENT_EVENT_TYPE,
                       .what = ST_PRESENCE_REQUIRED,
                       .as = ST_PRESENCE_OPTIONAL,
                       .inner = ST_PRESENCE_REQUIRED,
                       .options = O(BY) | O(LEAST)},
    [STRATA_DO_HAVE] = {.sites = Y,
                        .referent = ST_REFERENT_EVENT_TYPE,
                        .what = ST_PRESENCE_OPTIONAL,
                        .options = O(OF) | O(COUNT)},
    [STRATA_DO_NEED] = {.sites = Y,
                        .inner = ST_PRESENCE_OPTIONAL,
                        .options = O(OF) | O(COUNT)},
    [STRATA_DO_ASSIGN] = {.sites = A,
                          .who = ST_PRESENCE_REQUIRED,
                          .as = ST_PRESENCE_REQUIRED,
                          .inner = ST_PRESENCE_REQUIRED,
                          .options = O(BY) | O(LEAST) | O(MOST) | O(PLACES) |
                                     O(CAN) | O(EACH) | O(COMPANY) | O(IN_ALL) |
                                     O(MUST) | O(MUST_TO) | O(NEEDED)},
    [STRATA_DO_RETARGET] = {.sites = A,
                            .referent = ST_REFERENT_TARGETS,
                            .what = ST_PRESENCE_OPTIONAL,
                            .who = ST_PRESENCE_REQUIRED,
                            .options = O(BY)},
};

#undef A
#undef R
#undef P
#undef D
#undef H
#undef Y
#undef O

static_assert(ST_COUNT_OF(instruction_forms) == STRATA_DO_DISCLOSE + 1,
              "one form for each instruction");

const st_instruction_form *st_instruction_form_get(strata_instruction_op op) {
  assert((unsigned)op < ST_COUNT_OF(instruction_forms));
  return &instruction_forms[op];
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

st_option st_instruction_find_option(const st_instruction_form *form,
                                     const char *name) {
  for (int i = 0; i < ST_OPTION_NUMBER; i++) {
    if (form->options >> i & 1 &&
        strcmp(st_option_text((st_option)i), name) == 0) {
      return (st_option)i;
    }
  }
  return ST_OPTION_NUMBER;
}

/* -- Variables -- */

uint32_t st_program_find_variable(const st_program *program, const char *name) {
  for (uint32_t i = 0; i < program->variables.count; i++) {
    if (strcmp(program->variables.variables[i].text, name) == 0) return i;
  }
  return UINT32_MAX;
}

static bool expr_reads(const strata_expr *expr, uint32_t variable) {
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->op == ST_EXPR_VARIABLE && node->index == variable) return true;
  }
  return false;
}

bool st_instruction_reads(const st_program *program,
                          const st_instruction *instruction,
                          uint32_t variable) {
  if (instruction->op == STRATA_DO_BEGIN ||
      expr_reads(instruction->who, variable) ||
      expr_reads(instruction->when, variable) ||
      expr_reads(instruction->times, variable)) {
    return true;
  }
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    if (expr_reads(a->value, variable)) return true;
  }
  return false;
}

bool st_is_variable_name(const char *name) {
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
  bool digit = name[0] >= '0' && name[0] <= '9';
  return length > 0 && !digit && name[length] == '\0';
}

/* -- Writes -- */

void st_instruction_add_rw(const st_instruction *instruction,
                           st_rw_mask *mask) {
  switch ((strata_instruction_op)instruction->op) {
  case STRATA_DO_RUN:
  case STRATA_DO_SPAWN:
  case STRATA_DO_REMOVE:
  case STRATA_DO_MOVE:
  case STRATA_DO_TICK: /* ends whatever lasts until then */
  case STRATA_DO_SHUFFLE:
  case STRATA_DO_COPY:
  case STRATA_DO_STAMP:
  case STRATA_DO_WATCH:
  case STRATA_DO_TRIGGER:
  case STRATA_DO_CHOOSE:
  case STRATA_DO_ROLL:
  case STRATA_DO_NOTE:
  case STRATA_DO_FORGET:
  case STRATA_DO_TAKE:
  case STRATA_DO_HALT:
  case STRATA_DO_DROP:
  case STRATA_DO_HOOK:
  case STRATA_DO_UNHOOK:
  case STRATA_DO_BEGIN:
  case STRATA_DO_PASS:
  case STRATA_DO_ADD_PERIOD:
  case STRATA_DO_PAY:
  case STRATA_DO_ASSIGN:
  case STRATA_DO_RETARGET:
  case STRATA_DO_DISCLOSE:
    st_rw_mask_add_all(mask);
    break;
  case STRATA_DO_SET:
  case STRATA_DO_ADD:
  case STRATA_DO_COUNT:
    /* An addition counts as no read: two additions commute. */
    mask->writes |=
        instruction->what != 0 ? st_rw_mask_bit(instruction->what) : UINT64_MAX;
    break;
  case STRATA_DO_CHANGE:
    mask->field_writes |= st_rw_mask_bit(instruction->what);
    break;
  case STRATA_DO_INSTEAD:
  case STRATA_DO_NOTHING:
  case STRATA_DO_PREVENT:
    mask->field_writes = UINT64_MAX;
    break;
  case STRATA_DO_EMIT:
  case STRATA_DO_TOGETHER:
  case STRATA_DO_WHEN:
  case STRATA_DO_EACH:
  case STRATA_DO_LET:
  case STRATA_DO_STOP:
  case STRATA_DO_THEN:
  case STRATA_DO_ALSO:
  case STRATA_DO_HAVE:
  case STRATA_DO_NEED:
    break;
  }
}
