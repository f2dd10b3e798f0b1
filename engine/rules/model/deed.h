/* deed.h - programs: what events and watchers do, as data. Frozen with the
 * rules. */
#ifndef STRATA_DEED_H
#define STRATA_DEED_H

#include "rules/model/clause.h"

#define ST_DEED_DEPTH 16 /* how deep deeds may nest */

/* Where a program, or an inner one, stands: which deeds it may have. Bits. */
typedef enum st_stage {
  ST_STAGE_ACT = 1,      /* what triggers and the like do */
  ST_STAGE_REPLACE = 2,  /* what a replacement does about an event */
  ST_STAGE_PREVENT = 4,  /* what a prevention does */
  ST_STAGE_PARTS = 8,    /* events and nothing else */
  ST_STAGE_PERFORM = 16, /* what performing an event does */
  ST_STAGE_BEFORE = 32,  /* what handlers do about an event to come */
  ST_STAGE_AFTER = 64,   /* what handlers do about one that has happened */
  ST_STAGE_ANY = 127
} st_stage;

/* What `what` names. */
typedef enum st_object {
  ST_OBJECT_NONE,
  ST_OBJECT_KIND,
  ST_OBJECT_FIELD,
  ST_OBJECT_ATTR,
  ST_OBJECT_ZONE,
  ST_OBJECT_DEFINITION,
  ST_OBJECT_CLOCK,
  ST_OBJECT_LAYER,
  ST_OBJECT_CODE,
  ST_OBJECT_HANDLER,
  ST_OBJECT_KEY,    /* of notes: any name */
  ST_OBJECT_CHOICE, /* st_choice */
  ST_OBJECT_TITLE   /* any text: what explanations call it */
} st_object;

/* What CHOOSE asks for. */
typedef enum st_choice {
  ST_CHOICE_ENTITY,
  ST_CHOICE_MAY,
  ST_CHOICE_NUMBER,
  ST_CHOICE_WORD
} st_choice;

typedef enum st_need { ST_NEVER, ST_MAYBE, ST_MUST } st_need;

/* What arguments a deed takes. */
typedef enum st_taking {
  ST_TAKES_OPTIONS,  /* options alone */
  ST_TAKES_VALUE,    /* exactly one, without a name */
  ST_TAKES_OPTIONAL, /* at most one, without a name */
  ST_TAKES_FIELDS,   /* fields of the kind */
  ST_TAKES_GIVEN,    /* names of the code, and options */
  ST_TAKES_NAMES     /* any names, which are bound */
} st_taking;

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
typedef struct st_deed_form {
  uint8_t stages;   /* where it may stand */
  uint8_t object;   /* st_object */
  uint8_t what;     /* st_need */
  uint8_t who;      /* st_need */
  uint8_t as;       /* st_need */
  uint8_t inner;    /* st_need */
  uint8_t taking;   /* st_taking */
  bool times;       /* whether it may be done so often */
  uint32_t options; /* as bits */
} st_deed_form;

const st_deed_form *st_deed_form_of(strata_deed_op op);
const char *st_deed_text(strata_deed_op op);

/* An option that a deed takes, ST_OPTION_NUMBER if it takes none of this name;
 * and what an option is. */
st_option st_deed_option(const st_deed_form *form, const char *name);
const char *st_option_text(st_option option);
strata_type st_option_type(st_option option);

/* What an argument is for. */
typedef enum st_aim {
  ST_AIM_OPTION, /* `to`: st_option */
  ST_AIM_FIELD,  /* strata_field */
  ST_AIM_NAME    /* a place: RUN: among the names of the program; WATCH and
                    TRIGGER: among those of the code */
} st_aim;

typedef struct st_argument {
  uint8_t aim; /* st_aim */
  uint32_t to;
  const strata_expr *value;     /* NULL: symbols */
  const strata_symbol *symbols; /* in the order of the text */
  uint32_t symbol_count;
} st_argument;

/*
 * A deed; those inside of it come right behind it. So the first of a program is
 * at 0, and behind deed i comes the one at deeds[i].end; inside of it the first
 * is at i + 1 if that is not its end.
 */
typedef struct st_deed {
  uint8_t op;
  uint8_t flags;         /* of CHOOSE; RUN: the st_stage that it stands in */
  uint16_t name;         /* of the program: place + 1 of what it binds, or 0 */
  uint32_t what;         /* id of what it names, from 1; CHOOSE: st_choice;
                            WATCH, TRIGGER: the code; COPY: the layer, which
                            may be 0; BEGIN: which of the program's beginnings,
                            from 1; 0: none */
  uint32_t first, count; /* arguments */
  uint32_t end;
  uint32_t clock;                        /* WATCH, HOOK, BEGIN */
  const strata_expr *who, *when, *times; /* or NULL */
  uint64_t key; /* NOTE, FORGET: the hash of the note's name */
} st_deed;

/* The effect that a BEGIN begins. */
typedef struct st_beginning {
  const char *title;        /* or NULL */
  st_clause_code clause;    /* without a subject */
  const strata_expr *lasts; /* or NULL */
  bool each; /* what it does is worked out of each affected by himself */
} st_beginning;

/* Names that every program has, at these places. */
enum { ST_BOUND_YOU, ST_BOUND_I, ST_BOUND_OWN };

/* What is read and written, to tell whether two commute: attributes and fields,
 * as bits by id - 1 modulo 64. */
typedef struct st_touch {
  uint64_t reads, writes;
  uint64_t field_reads, field_writes;
} st_touch;

typedef struct st_routine {
  const strata_rules *rules; /* of its deeds; NULL as long as it has none */
  st_deed *deeds;
  uint32_t deed_count, deed_room;
  st_argument *arguments;
  uint32_t argument_count, argument_room;
  st_beginning *beginnings;
  uint32_t beginning_count, beginning_room;
  st_expr_names names; /* you, i, what is given, what deeds bind */
  uint32_t name_room;
  uint32_t given_count; /* how many of them are given: behind you and i */
  uint32_t placing; /* so many deeds, from the first, are done as its ability
                       is put on the stack */
  st_touch touch;
} st_routine;

/* The place of a name, UINT32_MAX if it has none. */
uint32_t st_routine_name(const st_routine *program, const char *name);

/* True if a name is spelled so that "$name" can be written. */
bool st_is_bound_name(const char *name);

/* Add what an expression reads; NULL reads nothing. */
void st_touch_expr(st_touch *touch, const strata_expr *expr);
void st_touch_join(st_touch *touch, const st_touch *more);
/* It may read and write anything. */
void st_touch_all(st_touch *touch);
/* Add what a deed writes; of other events see st_touch of kinds. */
void st_touch_deed(st_touch *all, const st_deed *deed);

static inline uint64_t st_touch_bit(uint32_t id) {
  return UINT64_C(1) << (id - 1) % 64;
}

#endif
