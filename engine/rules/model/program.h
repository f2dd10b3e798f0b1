/* deed.h - programs: what events and watchers do, as data. Frozen with the
 * rules. */
#ifndef STRATA_RULES_MODEL_PROGRAM_H
#define STRATA_RULES_MODEL_PROGRAM_H

#include "rules/model/clause.h"
#include "rules/model/rw_mask.h"

#define ST_PROGRAM_DEPTH 16 /* how deep deeds may nest */

/* Where a program, or an inner one, stands: which deeds it may have. Bits. */
typedef enum st_program_site {
  ST_SITE_ACT = 1,       /* what triggers and the like do */
  ST_SITE_REPLACE = 2,   /* what a replacement does about an event */
  ST_SITE_PREVENT = 4,   /* what a prevention does */
  ST_SITE_CONTAINED = 8, /* events and nothing else */
  ST_SITE_PERFORM = 16,  /* what performing an event does */
  ST_SITE_BEFORE = 32,   /* what handlers do about an event to come */
  ST_SITE_AFTER = 64,    /* what handlers do about one that has happened */
  ST_SITE_ANY = 127
} st_program_site;

/* What `what` names. */
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
  ST_REFERENT_NOTE_KEY, /* of notes: any name */
  ST_REFERENT_CHOICE,   /* st_choice_kind */
  ST_REFERENT_TITLE     /* any text: what explanations call it */
} st_referent;

/* What CHOOSE asks for. */
typedef enum st_choice_kind {
  ST_CHOICE_ENTITY,
  ST_CHOICE_MAY,
  ST_CHOICE_NUMBER,
  ST_CHOICE_WORD
} st_choice_kind;

typedef enum st_presence {
  ST_PRESENCE_NEVER,
  ST_PRESENCE_OPTIONAL,
  ST_PRESENCE_REQUIRED
} st_presence;

/* What arguments a deed takes. */
typedef enum st_signature {
  ST_SIGNATURE_OPTIONS,        /* options alone */
  ST_SIGNATURE_VALUE,          /* exactly one, without a name */
  ST_SIGNATURE_OPTIONAL_VALUE, /* at most one, without a name */
  ST_SIGNATURE_FIELDS,         /* fields of the kind */
  ST_SIGNATURE_PARAMETERS,     /* names of the code, and options */
  ST_SIGNATURE_VARIABLES       /* any names, which are bound */
} st_signature;

/* Arguments that have a meaning of their own. */
#define ST_OPTION_MAP(X)                                                       \
  X(VALUE, INT, "")        /* the one argument; its type is the deed's */      \
  X(BY, REF, "by")         /* CHOOSE */                                        \
  X(LEAST, INT, "least")   /* CHOOSE */                                        \
  X(MOST, INT, "most")     /* CHOOSE */                                        \
  X(OF, SYM, "of")         /* CHOOSE, SPAWN */                                 \
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
  X(COUNTERS, FLAG, "counters") /* MOVE */

typedef enum st_option {
#define X(name, type, text) ST_OPTION_##name,
  ST_OPTION_MAP(X)
#undef X
      ST_OPTION_NUMBER /* of options */
} st_option;

/* What a deed is like. */
typedef struct st_instruction_form {
  uint8_t sites;     /* where it may stand */
  uint8_t referent;  /* st_referent */
  uint8_t what;      /* st_presence */
  uint8_t who;       /* st_presence */
  uint8_t as;        /* st_presence */
  uint8_t inner;     /* st_presence */
  uint8_t signature; /* st_signature */
  bool repeats;      /* whether it may be done so often */
  uint32_t options;  /* as bits */
} st_instruction_form;

const st_instruction_form *st_instruction_form_get(strata_instruction_op op);
const char *st_instruction_op_text(strata_instruction_op op);

/* An option that a deed takes, ST_OPTION_NUMBER if it takes none of this name;
 * and what an option is. */
st_option st_instruction_find_option(const st_instruction_form *form,
                                     const char *name);
const char *st_option_text(st_option option);
strata_type st_option_type(st_option option);

/* What an argument is for. */
typedef enum st_argument_kind {
  ST_ARGUMENT_OPTION,  /* `to`: st_option */
  ST_ARGUMENT_FIELD,   /* strata_field */
  ST_ARGUMENT_VARIABLE /* a place: RUN: among the names of the program; WATCH
                 and TRIGGER: among those of the code */
} st_argument_kind;

typedef struct st_argument {
  uint8_t kind; /* st_argument_kind */
  uint32_t target_id;
  const strata_expr *value;     /* NULL: symbols */
  const strata_symbol *symbols; /* in the order of the text */
  uint32_t symbol_count;
} st_argument;

/*
 * A deed; those inside of it come right behind it. So the first of a program is
 * at 0, and behind deed i comes the one at deeds[i].end; inside of it the first
 * is at i + 1 if that is not its end.
 */
typedef struct st_instruction {
  uint8_t op;
  uint8_t flags; /* of CHOOSE; RUN: the st_program_site that it stands in */
  uint16_t
      bound_variable; /* of the program: place + 1 of what it binds, or 0 */
  uint32_t what;      /* id of what it names, from 1; CHOOSE: st_choice_kind;
                         WATCH, TRIGGER: the code; COPY: the layer, which
                         may be 0; BEGIN: which of the program's beginnings,
                         from 1; 0: none */
  uint32_t first_argument, argument_count; /* arguments */
  uint32_t end;
  uint32_t clock;                        /* WATCH, HOOK, BEGIN */
  const strata_expr *who, *when, *times; /* or NULL */
  uint64_t note_key; /* NOTE, FORGET: the hash of the note's name */
} st_instruction;

/* The effect that a BEGIN begins. */
typedef struct st_effect_template {
  const char *title;        /* or NULL */
  st_clause clause;         /* without a subject */
  const strata_expr *lasts; /* or NULL */
  bool per_entity; /* what it does is worked out of each affected by himself */
} st_effect_template;

/* Names that every program has, at these places. */
enum { ST_VARIABLE_YOU, ST_VARIABLE_I, ST_VARIABLE_FIRST_OWN };

typedef struct st_program {
  const strata_rules *rules; /* of its deeds; NULL as long as it has none */
  st_instruction *instructions;
  uint32_t instruction_count, instruction_capacity;
  st_argument *arguments;
  uint32_t argument_count, argument_capacity;
  st_effect_template *effect_templates;
  uint32_t effect_template_count, effect_template_capacity;
  st_expr_variables variables; /* you, i, what is given, what deeds bind */
  uint32_t variable_capacity;
  uint32_t parameter_count; /* how many of them are given: behind you and i */
  uint32_t on_stack_count;  /* so many deeds, from the first, are done as its
                        ability  is put on the stack */
  st_rw_mask rw_mask;
} st_program;

/* The place of a name, UINT32_MAX if it has none. */
uint32_t st_program_find_variable(const st_program *program, const char *name);

/* True if a name is spelled so that "$name" can be written. */
bool st_is_variable_name(const char *name);

/* Add what a deed writes; of other events see st_rw_mask of kinds. */
void st_instruction_add_rw(const st_instruction *deed, st_rw_mask *all);

#endif
