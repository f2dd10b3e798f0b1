/* program.h - programs: the instructions of events and watchers as data,
 * frozen with the rules. */
#ifndef STRATA_RULES_MODEL_PROGRAM_H
#define STRATA_RULES_MODEL_PROGRAM_H

#include "rules/model/clause.h"
#include "rules/model/rw_mask.h"

#define ST_PROGRAM_DEPTH 16 /* how deep instructions may nest */

/* The most choices that an action announces. */
#define ST_MOST_ANNOUNCEMENTS 64

/* The most HAVEs and NEEDs of a PAY, with those inside of others; and how many
 * different kinds, or sets of them, it needs. */
#define ST_MOST_PAY_KINDS 32
#define ST_MOST_PAY_PARTS 32
#define ST_MOST_PAY_NEEDS 12

/* Flags of a CHOOSE that is made before all else of its program is done. */
#define ST_INSTRUCTION_ANNOUNCES                                               \
  (STRATA_INSTRUCTION_TARGET | STRATA_INSTRUCTION_ANNOUNCED)

/* The site of a program or of nested instructions, as bits: it decides which
 * instructions are allowed. */
typedef enum st_program_site {
  ST_SITE_ACT = 1,       /* what triggers and other watchers do */
  ST_SITE_REPLACE = 2,   /* what a replacement does to an event */
  ST_SITE_PREVENT = 4,   /* what a prevention does to an event */
  ST_SITE_CONTAINED = 8, /* only events, which happen together */
  ST_SITE_PERFORM = 16,  /* what performing an event does */
  ST_SITE_BEFORE = 32,   /* what handlers do before an event */
  ST_SITE_AFTER = 64,    /* what handlers do after an event */
  ST_SITE_PAY = 128,     /* what there is to pay with, and what is needed */
  ST_SITE_ANY = 255
} st_program_site;

/* What the operand `what` names. */
typedef enum st_referent {
  ST_REFERENT_NONE,
  ST_REFERENT_EVENT_TYPE,
  ST_REFERENT_FIELD,
  ST_REFERENT_ATTR,
  ST_REFERENT_ZONE,
  ST_REFERENT_DEFINITION,
  ST_REFERENT_CLOCK,
  ST_REFERENT_LAYER,
  ST_REFERENT_WATCHER_DEF,
  ST_REFERENT_HANDLER,
  ST_REFERENT_PERIOD,
  ST_REFERENT_NOTE_KEY, /* any name: the key of a note */
  ST_REFERENT_CHOICE,   /* st_choice_kind */
  ST_REFERENT_TARGETS,  /* st_changed_targets */
  ST_REFERENT_TITLE     /* any text: the title in explanations */
} st_referent;

/* What CHOOSE asks for. */
typedef enum st_choice_kind {
  ST_CHOICE_ENTITY,
  ST_CHOICE_MAY,
  ST_CHOICE_NUMBER,
  ST_CHOICE_WORD
} st_choice_kind;

/* How many of the targets of an object RETARGET changes (115.7). */
typedef enum st_changed_targets {
  ST_CHANGED_TARGETS_ALL,
  ST_CHANGED_TARGETS_ONE,
  ST_CHANGED_TARGETS_ANY
} st_changed_targets;

typedef enum st_presence {
  ST_PRESENCE_NEVER,
  ST_PRESENCE_OPTIONAL,
  ST_PRESENCE_REQUIRED
} st_presence;

/* Which arguments an instruction takes. */
typedef enum st_signature {
  ST_SIGNATURE_OPTIONS,        /* only options */
  ST_SIGNATURE_VALUE,          /* exactly one, unnamed */
  ST_SIGNATURE_OPTIONAL_VALUE, /* at most one, unnamed */
  ST_SIGNATURE_FIELDS,         /* fields of the event type */
  ST_SIGNATURE_PARAMETERS, /* parameters of the watcher definition, and options
                            */
  ST_SIGNATURE_VARIABLES   /* any names, which become variables */
} st_signature;

/* The options: named arguments whose meaning is fixed. */
#define ST_OPTION_MAP(X)                                                       \
  X(VALUE, INT, "")        /* the unnamed argument; its type varies */         \
  X(BY, REF, "by")         /* CHOOSE */                                        \
  X(LEAST, INT, "least")   /* CHOOSE */                                        \
  X(MOST, INT, "most")     /* CHOOSE */                                        \
  X(OF, SYM, "of")         /* CHOOSE, SPAWN, PAY */                            \
  X(TO, SYM, "to")         /* MOVE, SHUFFLE */                                 \
  X(PLAYER, REF, "player") /* MOVE */                                          \
  X(POSITION, INT, "position")                                                 \
  X(SAME, FLAG, "same")                                                        \
  X(SOURCE, REF, "source") /* WATCH */                                         \
  X(YOU, REF, "you")                                                           \
  X(LEFT, INT, "left")                                                         \
  X(TICKS, INT, "ticks")                                                       \
  X(KIND, SYM, "kind") /* COUNT */                                             \
  X(COUNT, INT, "count")                                                       \
  X(WHOM, REF, "whom") /* COPY */                                              \
  X(EXCEPT, SYM, "except")                                                     \
  X(COUNTERS, FLAG, "counters") /* MOVE */                                     \
  X(AFTER, SYM, "after")        /* ADD_PERIOD */                               \
  X(PLACES, FLAG, "to")         /* ASSIGN, and all that follow */              \
  X(CAN, FLAG, "can")                                                          \
  X(EACH, INT, "each")                                                         \
  X(COMPANY, INT, "company")                                                   \
  X(IN_ALL, INT, "in_all")                                                     \
  X(MUST, INT, "must")                                                         \
  X(MUST_TO, INT, "must_to")                                                   \
  X(NEEDED, INT, "needed")

typedef enum st_option {
#define X(name, type, text) ST_OPTION_##name,
  ST_OPTION_MAP(X)
#undef X
      ST_OPTION_NUMBER /* number of options */
} st_option;

/* The form of an instruction: what it takes and where it is allowed. */
typedef struct st_instruction_form {
  uint8_t sites;     /* sites where it is allowed */
  uint8_t referent;  /* st_referent */
  uint8_t what;      /* st_presence */
  uint8_t who;       /* st_presence */
  uint8_t as;        /* st_presence */
  uint8_t inner;     /* st_presence */
  uint8_t signature; /* st_signature */
  bool repeats;      /* `times` is allowed */
  uint32_t options;  /* allowed options, as bits */
} st_instruction_form;

const st_instruction_form *st_instruction_form_get(strata_instruction_op op);

/* The option of this name, ST_OPTION_NUMBER if the form has none; then the
 * name and the type of an option. */
st_option st_instruction_find_option(const st_instruction_form *form,
                                     const char *name);
const char *st_option_text(st_option option);
strata_type st_option_type(st_option option);

/* What the target_id of an argument is. */
typedef enum st_argument_kind {
  ST_ARGUMENT_OPTION,  /* an st_option */
  ST_ARGUMENT_FIELD,   /* a strata_field */
  ST_ARGUMENT_VARIABLE /* index of a variable; RUN: of the program; WATCH,
                          TRIGGER: of the watcher definition */
} st_argument_kind;

typedef struct st_argument {
  uint8_t kind; /* st_argument_kind */
  uint32_t target_id;
  const strata_expr *value;     /* NULL: `symbols` count */
  const strata_symbol *symbols; /* in the order of the declaration */
  uint32_t symbol_count;
} st_argument;

/*
 * An instruction. Nested instructions follow it immediately: the program
 * starts at index 0, the instruction after i is at instructions[i].end, and
 * the first nested one is at i + 1 unless that is the end. So an interpreter
 * needs no recursion (test unit.program).
 */
typedef struct st_instruction {
  uint8_t op;
  uint8_t flags;           /* flags as declared; RUN: the st_program_site of the
                              instruction */
  uint16_t bound_variable; /* index + 1 of the variable that it binds, or 0 */
  /* Id of what `what` names, from 1; CHOOSE: st_choice_kind;
   * RETARGET: st_changed_targets; WATCH, TRIGGER: the watcher definition; COPY:
   * the layer, which may be 0; BEGIN: index + 1 in effect_templates; 0: none.
   */
  uint32_t what;
  uint32_t first_argument, argument_count;
  uint32_t end;
  uint32_t clock;                        /* WATCH, HOOK, BEGIN */
  const strata_expr *who, *when, *times; /* or NULL */
  uint64_t note_key;                     /* NOTE, FORGET: the key of the note */
} st_instruction;

/* The effect that a BEGIN starts. */
typedef struct st_effect_template {
  const char *title;        /* or NULL */
  st_clause clause;         /* without a subject */
  const strata_expr *lasts; /* or NULL */
  bool per_entity; /* captured operands are evaluated for each affected entity
                      separately */
} st_effect_template;

/* The variables that every program has, at fixed indexes. */
enum { ST_VARIABLE_YOU, ST_VARIABLE_I, ST_VARIABLE_FIRST_OWN };

typedef struct st_program {
  const strata_rules *rules; /* NULL if the program has no instructions */
  st_instruction *instructions;
  uint32_t instruction_count, instruction_capacity;
  st_argument *arguments;
  uint32_t argument_count, argument_capacity;
  st_effect_template *effect_templates;
  uint32_t effect_template_count, effect_template_capacity;
  /* `you`, `i`, the parameters, then what instructions bind. */
  st_expr_variables variables;
  uint32_t variable_capacity;
  /* Count of parameters, which follow `you` and `i`. */
  uint32_t parameter_count;
  /* How many leading instructions run as the ability is put on the stack, or as
   * an action is announced: they choose targets and modes. */
  uint32_t on_stack_count;
  /* The first instruction of what it does: all before are announced or, of an
   * action, paid. */
  uint32_t effect_first;
  st_rw_mask rw_mask;
} st_program;

/* The index of a variable, UINT32_MAX if there is none. */
uint32_t st_program_find_variable(const st_program *program, const char *name);

/* Whether an instruction, without those nested in it, reads a variable, given
 * by its index. A BEGIN may read any. */
bool st_instruction_reads(const st_program *program,
                          const st_instruction *instruction, uint32_t variable);

/* True if "$name" can be written. */
bool st_is_variable_name(const char *name);

/* Add what an instruction itself writes. What emitted events do is in
 * st_event_type.rw_mask. */
void st_instruction_add_rw(const st_instruction *instruction, st_rw_mask *mask);

#endif
