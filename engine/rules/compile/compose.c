/*
 * compose.c - programs, from words to data.
 *
 * Here is refused whatever an author of deeds got wrong, with the place and the
 * nearest name: the floors above trust a program.
 *
 * Invariant: arrays are as large as the deeds need from the beginning, so that
 * what is compiled stays where it is.
 */
#include "rules/compile/compose.h"

#include "base/hash.h"
#include "rules/compile/beginning.h"
#include "rules/declare/trail.h"
#include "rules/expr/compile.h"

#include <string.h>

/* One level of deeds. */
typedef struct level {
  st_framing c;
  st_stage stage;
  const char *title; /* ", does 2, inner": a number comes behind it */
  bool it;           /* somebody is `it` */
} level;

/* Whom a deed is about: a predicate, of which all are `it` in turn, or a ref.
 */
static strata_status write_who(const level *l, const strata_deed *declared,
                               st_deed *out) {
  if (!declared->who) return STRATA_OK;
  const st_writer *w = l->c.w;
  const strata_expr *who = NULL;
  strata_status status =
      st_frame_expr(&l->c, "who", declared->who, 0, true, &who);
  if (status) return status;
  out->who = who;
  if (who->type == STRATA_REF && who->uses_it && !l->it) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "who '",
                          st_quote_of(who->text, who->text_size).text,
                          "' is about 'it', but nobody is 'it' here; write a ",
                          "predicate, or say whose, as in event.who.x");
  }
  if (who->type == STRATA_FLAG || who->type == STRATA_REF) return STRATA_OK;
  return ST_WRITE_ERROR(
      w, STRATA_ETYPE, "who '", st_quote_of(who->text, who->text_size).text,
      "' is ", st_write_type(who->type), "; write a predicate or a ref");
}

/* -- What deeds name -- */

static strata_status write_kind(const st_writer *w, const char *name,
                                uint32_t *out) {
  strata_status status = st_write_id(w, STRATA_KIND_EVENT, "event", name, out);
  if (status) return status;
  const st_kind *kind = st_kind_get(w->rules, *out);
  if (kind->of == *out) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, "'", name, "' is an alias; emit '",
                        st_kind_of(w->rules, *out)->name, "'");
}

static bool is_said_by_engine(const strata_rules *rules, strata_field field) {
  return field == rules->common.effect || field == rules->common.prevented ||
         field == rules->common.became;
}

/* An attribute whose base value the deed can write. */
static strata_status write_attr(const st_writer *w, strata_deed_op op,
                                const char *name, uint32_t *out) {
  strata_status status = st_write_attr(w, name, out);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[*out - 1];
  if (attr->owned) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "an entity gets into a zone by moving there; write "
                          "a 'move'");
  }
  if (op == STRATA_DEED_COUNT && !attr->counter) {
    return ST_WRITE_ERROR(w, STRATA_ETYPE, "attribute '", name,
                          "' is no counter; write an 'add'");
  }
  if (op == STRATA_DEED_ADD && attr->type != STRATA_INT) {
    return ST_WRITE_ERROR(w, STRATA_ETYPE, "attribute '", name,
                          "' is no int, so nothing can be added; write a ",
                          "'set'");
  }
  if (attr->type == STRATA_TEXT || attr->type == STRATA_ABILITIES) {
    return ST_WRITE_ERROR(w, STRATA_ETYPE, "attribute '", name,
                          "' is of a type that deeds do not write; run a ",
                          "handler");
  }
  return STRATA_OK;
}

static strata_status write_code(const st_writer *w, strata_deed_op op,
                                const char *name, uint32_t *out) {
  strata_status status = st_write_id(w, STRATA_KIND_CODE, "code", name, out);
  if (status) return status;
  strata_role role = st_code_get(w->rules, *out)->role;
  bool hooks = op == STRATA_DEED_HOOK || op == STRATA_DEED_UNHOOK;
  if (hooks != (role == STRATA_ROLE_HANDLE)) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "code '", name,
                          hooks ? "' is no handler of a chain"
                                : "' is a handler: 'hook' puts it in a chain");
  }
  if (op != STRATA_DEED_TRIGGER || role == STRATA_ROLE_TRIGGER) {
    return STRATA_OK;
  }
  return ST_WRITE_ERROR(w, STRATA_EINVAL, "code '", name,
                        "' is no trigger, so it cannot trigger");
}

static strata_status write_choice(const st_writer *w, const char *name,
                                  uint32_t *out) {
  static const char *const choices[] = {[ST_CHOICE_MAY] = "may",
                                        [ST_CHOICE_NUMBER] = "number",
                                        [ST_CHOICE_WORD] = "word"};
  for (uint32_t i = ST_CHOICE_MAY; i < ST_COUNT_OF(choices); i++) {
    if (strcmp(choices[i], name) != 0) continue;
    *out = i;
    return STRATA_OK;
  }
  return ST_WRITE_ERROR(w, STRATA_ENOENT, "'",
                        st_quote_of(name, strlen(name)).text,
                        "' cannot be chosen; write may, number or word, or ",
                        "nothing for an entity");
}

/* Who makes an event, and what the engine says of it, nobody changes. */
static strata_status write_change(const level *l, const char *name,
                                  uint32_t *out) {
  strata_status status = st_frame_field(l->c.w, l->c.kind, name, out);
  if (status || !is_said_by_engine(l->c.w->rules, *out)) return status;
  return ST_WRITE_ERROR(l->c.w, STRATA_EINVAL,
                        "the engine says this of an event; it cannot change");
}

static strata_status write_layer(const st_writer *w, const char *name,
                                 uint32_t *out) {
  strata_layer layer;
  strata_status status = st_write_layer(w, name, &layer);
  if (!status) *out = (uint32_t)layer;
  return status;
}

static strata_status write_what(const level *l, const strata_deed *declared,
                                st_object object, st_deed *out) {
  const st_writer *w = l->c.w;
  const char *name = declared->what;
  if (!name) return STRATA_OK;
  switch (object) {
  case ST_OBJECT_KIND:
    return write_kind(w, name, &out->what);
  case ST_OBJECT_FIELD:
    return write_change(l, name, &out->what);
  case ST_OBJECT_ATTR:
    return write_attr(w, declared->op, name, &out->what);
  case ST_OBJECT_ZONE:
    return st_write_id(w, STRATA_KIND_ZONE, "zone", name, &out->what);
  case ST_OBJECT_DEFINITION:
    return st_write_id(w, STRATA_KIND_DEFINITION, "definition", name,
                       &out->what);
  case ST_OBJECT_CLOCK:
    return st_write_id(w, STRATA_KIND_CLOCK, "clock", name, &out->what);
  case ST_OBJECT_LAYER:
    return write_layer(w, name, &out->what);
  case ST_OBJECT_CODE:
    return write_code(w, declared->op, name, &out->what);
  case ST_OBJECT_HANDLER:
    return st_write_id(w, STRATA_KIND_HANDLER, "handler", name, &out->what);
  case ST_OBJECT_KEY:
    out->key = st_note_key(name, strlen(name), 0);
    return STRATA_OK;
  case ST_OBJECT_CHOICE:
    return write_choice(w, name, &out->what);
  case ST_OBJECT_TITLE: /* st_begin_write */
    return STRATA_OK;
  case ST_OBJECT_NONE:
    break;
  }
  return STRATA_EINVAL; /* unreachable: check_taken refuses it */
}

/* -- What deeds take -- */

static const char *need_text(st_need need) {
  return need == ST_MUST ? "it needs " : "it takes no ";
}

/* Refuse what is missing, or must not be. */
static strata_status check_need(const st_writer *w, st_need need, bool given,
                                const char *what) {
  bool right = need == ST_MAYBE || (need == ST_MUST) == given;
  if (right) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, need_text(need), what);
}

static const char *stage_text(st_stage stage) {
  switch (stage) {
  case ST_STAGE_ACT:
    return "in what triggers and the like do; ";
  case ST_STAGE_REPLACE:
    return "in what a replacement does; ";
  case ST_STAGE_PREVENT:
    return "in what a prevention does; ";
  case ST_STAGE_PARTS:
    return "among events; ";
  case ST_STAGE_PERFORM:
    return "in what performing an event does; ";
  case ST_STAGE_BEFORE:
    return "in what a handler does before an event; ";
  case ST_STAGE_AFTER:
    return "in what a handler does after an event; ";
  case ST_STAGE_ANY:
    break;
  }
  return "here; "; /* unreachable: a stage is one of them */
}

/* Where else a deed may stand. */
static const char *other_stage(const st_deed_form *form, st_stage stage) {
  if (form->stages == ST_STAGE_PERFORM) {
    return "events do that: emit one that does it";
  }
  if (form->stages == ST_STAGE_PREVENT) return "only preventions do that";
  if (form->stages == ST_STAGE_REPLACE) return "only replacements do that";
  if (stage == ST_STAGE_AFTER && form->stages & ST_STAGE_BEFORE) {
    return "the event has happened; write it into a phase before 'do'";
  }
  if (!(form->stages & ST_STAGE_ACT)) {
    return "only replacements and preventions do that";
  }
  if (stage == ST_STAGE_PERFORM) return "write it into parts or a watcher";
  return stage == ST_STAGE_PARTS ? "write it before them"
                                 : "write it into an 'instead' or a 'then'";
}

/* It may go on until a clock has ticked. */
static bool takes_clock(strata_deed_op op) {
  return op == STRATA_DEED_WATCH || op == STRATA_DEED_HOOK ||
         op == STRATA_DEED_BEGIN;
}

static strata_status check_taken(const level *l, const strata_deed *declared,
                                 const st_deed_form *form) {
  const st_writer *w = l->c.w;
  if (!(form->stages & (unsigned)l->stage)) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "it has no place ",
                          stage_text(l->stage), other_stage(form, l->stage));
  }
  if (!l->c.handles &&
      (declared->op == STRATA_DEED_HALT || declared->op == STRATA_DEED_DROP)) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "only a handler is in a chain");
  }
  bool when = declared->op == STRATA_DEED_WHEN;
  bool begin = declared->op == STRATA_DEED_BEGIN;
  bool choose = declared->op == STRATA_DEED_CHOOSE;
  bool hooks =
      declared->op == STRATA_DEED_HOOK || declared->op == STRATA_DEED_UNHOOK;
  if (declared->flags & STRATA_DEED_TRY && !hooks) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "only a handler is tried to hook");
  }
  if (begin != ((declared->flags & ~(uint32_t)STRATA_DEED_WHILE_SOURCE) == 0) &&
      declared->flags != 0) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "the flag of effects that begin is 'while source', "
                          "and of no other deed");
  }
  struct {
    uint8_t need;
    bool given;
    const char *what;
  } checks[] = {
      {form->what, declared->what, "'what': a name"},
      {form->who, declared->who, "'who'"},
      {form->as, declared->as, "'as': a name to bind"},
      {form->inner, declared->inner_count > 0, "inner deeds"},
      {when ? ST_MUST : ST_MAYBE, declared->when, "'when': a condition"},
      {form->times ? ST_MAYBE : ST_NEVER, declared->times, "'times'"},
      {takes_clock(declared->op) ? ST_MAYBE : ST_NEVER, declared->clock,
       "'clock'"},
      {begin ? ST_MUST : ST_NEVER, declared->clause, "'clause'"},
      {begin ? ST_MAYBE : ST_NEVER, declared->lasts, "'lasts'"},
      {choose || hooks || begin ? ST_MAYBE : ST_NEVER, declared->flags != 0,
       "flags"},
      {form->taking == ST_TAKES_OPTIONS && form->options == 0 ? ST_NEVER
                                                              : ST_MAYBE,
       declared->argument_count > 0, "arguments"},
  };
  for (size_t i = 0; i < ST_COUNT_OF(checks); i++) {
    strata_status status =
        check_need(w, (st_need)checks[i].need, checks[i].given, checks[i].what);
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Arguments -- */

/* Symbols in place of an expression. */
static strata_status write_symbols(const st_writer *w,
                                   const strata_argument *declared,
                                   const st_attr *set, st_argument *out) {
  strata_symbol *symbols =
      st_mem_zeroed(&w->rules->mem, declared->name_count, sizeof symbols[0]);
  if (!symbols) return st_write_no_memory(w);
  out->symbols = symbols;
  out->symbol_count = (uint32_t)declared->name_count;
  for (uint32_t i = 0; i < out->symbol_count; i++) {
    strata_status status = st_write_symbol(w, declared->names[i], &symbols[i]);
    if (status) return status;
    if (set && st_attr_domain_index(set, symbols[i]) == UINT32_MAX) {
      const char *near =
          st_domain_nearest(w->rules, &w->rules->mem, set, declared->names[i]);
      return ST_WRITE_ERROR(w, STRATA_ENOENT, "'", declared->names[i],
                            "' is not in the domain of '", set->name,
                            near ? "'; did you mean '" : "'; declare it",
                            near ? near : "", near ? "'?" : "");
    }
  }
  return STRATA_OK;
}

static strata_status write_value(const level *l,
                                 const strata_argument *declared,
                                 strata_type want, st_argument *out) {
  const st_writer *w = l->c.w;
  if (declared->name_count > 0) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "it takes an expression, not names of symbols");
  }
  if (!declared->value) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "it has no value; write one, as "
                          "text");
  }
  return st_frame_expr(&l->c, "its value", declared->value, want, l->it,
                       &out->value);
}

/* What the argument of SET is depends on the attribute. */
static strata_status write_base(const level *l, const strata_argument *declared,
                                strata_attr id, st_argument *out) {
  const st_attr *attr = &l->c.w->rules->attrs[id - 1];
  if (attr->type != STRATA_SET) {
    return write_value(l, declared, attr->type, out);
  }
  if (declared->value) {
    return ST_WRITE_ERROR(l->c.w, STRATA_EINVAL,
                          "a set takes names of symbols, not an expression");
  }
  return write_symbols(l->c.w, declared, attr, out);
}

/* The argument without a name. */
static strata_status write_single(const level *l,
                                  const strata_argument *declared,
                                  const st_deed *deed, st_argument *out) {
  const st_writer *w = l->c.w;
  if (declared->name) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL,
                          "its argument has no name; leave it out");
  }
  out->to = ST_OPTION_VALUE;
  if (deed->op == STRATA_DEED_SET) {
    return write_base(l, declared, deed->what, out);
  }
  strata_type want = STRATA_INT; /* ADD, PREVENT, ROLL, TAKE */
  if (deed->op == STRATA_DEED_CHANGE) {
    want = (strata_type)w->rules->field_types[deed->what - 1];
  } else if (deed->op == STRATA_DEED_LET || deed->op == STRATA_DEED_NOTE) {
    want = 0;
  }
  return write_value(l, declared, want, out);
}

static strata_status write_option(const level *l,
                                  const strata_argument *declared,
                                  const st_deed_form *form, const st_deed *deed,
                                  st_argument *out) {
  const st_writer *w = l->c.w;
  st_option option = st_deed_option(form, declared->name);
  if (option == ST_OPTION_NUMBER) {
    st_trail options = {""};
    st_text text;
    st_text_init_fixed(&text, options.text, sizeof options.text);
    for (int i = 0; i < ST_OPTION_NUMBER; i++) {
      if (!(form->options >> i & 1)) continue;
      if (text.length > 0) st_text_str(&text, ", ");
      st_text_str(&text, st_option_text((st_option)i));
    }
    return ST_WRITE_ERROR(w, STRATA_ENOENT, "there is no such option; it has ",
                          options.text);
  }
  out->to = (uint32_t)option;
  if (option == ST_OPTION_OF && deed->op == STRATA_DEED_CHOOSE &&
      declared->name_count > 0) {
    return write_symbols(w, declared, NULL, out);
  }
  return write_value(l, declared, st_option_type(option), out);
}

/* A field of the event that is emitted. */
static strata_status write_given_field(const level *l,
                                       const strata_argument *declared,
                                       strata_event_kind kind,
                                       st_argument *out) {
  const strata_rules *rules = l->c.w->rules;
  strata_status status = st_frame_field(l->c.w, kind, declared->name, &out->to);
  if (status) return status;
  if (is_said_by_engine(rules, out->to)) {
    return ST_WRITE_ERROR(l->c.w, STRATA_EINVAL,
                          "the engine says this of an event; leave it out");
  }
  out->aim = ST_AIM_FIELD;
  return write_value(l, declared, (strata_type)rules->field_types[out->to - 1],
                     out);
}

static strata_status unknown_given(const st_writer *w, strata_code id,
                                   const char *name) {
  const st_code *code = st_code_get(w->rules, id);
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (; count < code->deeds.given_count && count < ST_COUNT_OF(texts);
       count++) {
    texts[count] = code->deeds.names.items[ST_BOUND_OWN + count].text;
  }
  const char *near = st_nearest_of(&w->rules->mem, texts, count, name);
  return ST_WRITE_ERROR(w, STRATA_ENOENT, "code '", code->name,
                        near ? "' is given no such name; did you mean '"
                             : "' is given no such name; declare it there",
                        near ? near : "", near ? "'?" : "");
}

/* A name that a code is given, or an option. */
static strata_status write_given_name(const level *l,
                                      const strata_argument *declared,
                                      const st_deed_form *form,
                                      const st_deed *deed, st_argument *out) {
  const st_routine *given = &st_code_get(l->c.w->rules, deed->what)->deeds;
  for (uint32_t i = 0; i < given->given_count; i++) {
    const st_expr_name *name = &given->names.items[ST_BOUND_OWN + i];
    if (strcmp(name->text, declared->name) != 0) continue;
    out->aim = ST_AIM_NAME;
    out->to = ST_BOUND_OWN + i;
    return write_value(l, declared, name->type, out);
  }
  if (st_deed_option(form, declared->name) != ST_OPTION_NUMBER) {
    return write_option(l, declared, form, deed, out);
  }
  return unknown_given(l->c.w, deed->what, declared->name);
}

/* A name that a handler finds bound. */
static strata_status
write_bound(const level *l, const strata_argument *declared, st_argument *out) {
  strata_status status = write_value(l, declared, 0, out);
  if (status) return status;
  out->aim = ST_AIM_NAME;
  return st_frame_bind(l->c.w, l->c.program, declared->name, out->value->type,
                       &out->to);
}

static strata_status write_argument(const level *l,
                                    const strata_argument *declared,
                                    const st_deed_form *form,
                                    const st_deed *deed, st_argument *out) {
  if (form->taking == ST_TAKES_VALUE || form->taking == ST_TAKES_OPTIONAL) {
    return write_single(l, declared, deed, out);
  }
  if (!declared->name) {
    return ST_WRITE_ERROR(l->c.w, STRATA_EINVAL,
                          "an argument has no name; say what it is for");
  }
  switch ((st_taking)form->taking) {
  case ST_TAKES_FIELDS:
    return write_given_field(l, declared, deed->what, out);
  case ST_TAKES_GIVEN:
    return write_given_name(l, declared, form, deed, out);
  case ST_TAKES_NAMES:
    return write_bound(l, declared, out);
  case ST_TAKES_OPTIONS:
  case ST_TAKES_VALUE:
  case ST_TAKES_OPTIONAL:
    break;
  }
  return write_option(l, declared, form, deed, out);
}

static bool is_twice(const st_argument *arguments, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (arguments[i].aim == arguments[n].aim &&
        arguments[i].to == arguments[n].to) {
      return true;
    }
  }
  return false;
}

static strata_status check_number(const st_writer *w, st_taking taking,
                                  size_t count) {
  if (taking == ST_TAKES_VALUE && count != 1) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "it takes one argument");
  }
  if (taking == ST_TAKES_OPTIONAL && count > 1) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "it takes at most one argument");
  }
  return STRATA_OK;
}

static strata_status write_arguments(const level *l,
                                     const strata_deed *declared,
                                     const st_deed_form *form,
                                     const st_deed *deed) {
  st_writer *w = l->c.w;
  st_routine *program = l->c.program;
  strata_status status =
      check_number(w, (st_taking)form->taking, declared->argument_count);
  if (status || deed->count == 0) return status;
  level inside = *l;
  inside.it = l->it || deed->who;
  const char *before = w->trail;
  st_argument *arguments =
      deed->count > 0 ? &program->arguments[deed->first] : NULL;
  for (uint32_t i = 0; i < deed->count && !status; i++) {
    const strata_argument *argument = &declared->arguments[i];
    st_trail here = st_trail_of_argument(before, argument->name);
    w->trail = here.text;
    status = write_argument(&inside, argument, form, deed, &arguments[i]);
    if (!status && is_twice(arguments, i)) {
      status = ST_WRITE_ERROR(w, STRATA_EINVAL, "it is given twice");
    }
    w->trail = before;
  }
  return status;
}

/* -- What only some deeds need -- */

static const st_argument *option_of(const st_routine *program,
                                    const st_deed *deed, st_option option) {
  for (uint32_t i = 0; i < deed->count; i++) {
    const st_argument *argument = &program->arguments[deed->first + i];
    if (argument->aim == ST_AIM_OPTION && argument->to == (uint32_t)option) {
      return argument;
    }
  }
  return NULL;
}

/* What of several ways to say the same is missing or too much. */
static const char *wrong_choice(const st_routine *p, const st_deed *deed) {
  bool of = option_of(p, deed, ST_OPTION_OF);
  if ((deed->what == ST_CHOICE_ENTITY) != (deed->who != NULL)) {
    return "of whom an entity is chosen, 'who' says, and of nothing else";
  }
  if ((deed->what == ST_CHOICE_WORD) != of) {
    return "of which symbols a word is chosen, option 'of' says";
  }
  return NULL;
}

static const char *wrong_way(const st_routine *p, const st_deed *deed) {
  strata_deed_op op = (strata_deed_op)deed->op;
  bool what = deed->what != 0;
  bool goes = op == STRATA_DEED_MOVE || op == STRATA_DEED_SHUFFLE;
  if (goes && what == (option_of(p, deed, ST_OPTION_TO) != NULL)) {
    return "say the zone by 'what' or by option 'to'";
  }
  bool of = option_of(p, deed, ST_OPTION_OF);
  if (op == STRATA_DEED_SPAWN && what + of + (deed->who != NULL) != 1) {
    return "say what by 'what', by option 'of', or by 'who' for a copy";
  }
  bool kind = option_of(p, deed, ST_OPTION_KIND);
  if (op == STRATA_DEED_COUNT && what == kind) {
    return "say the counter by 'what' or by option 'kind'";
  }
  if (op == STRATA_DEED_COPY && !option_of(p, deed, ST_OPTION_WHOM) &&
      !option_of(p, deed, ST_OPTION_EXCEPT)) {
    return "say of whom it becomes a copy by option 'whom', or what it is by "
           "'except'";
  }
  bool ticks = option_of(p, deed, ST_OPTION_TICKS);
  if (takes_clock(op) && ticks != (deed->clock != 0)) {
    return "'clock' and option 'ticks' go together";
  }
  return op == STRATA_DEED_CHOOSE ? wrong_choice(p, deed) : NULL;
}

static strata_type bound_type(const st_routine *program, const st_deed *deed) {
  static const uint8_t chosen[] = {[ST_CHOICE_ENTITY] = STRATA_REF,
                                   [ST_CHOICE_MAY] = STRATA_FLAG,
                                   [ST_CHOICE_NUMBER] = STRATA_INT,
                                   [ST_CHOICE_WORD] = STRATA_SYM};
  if (deed->op == STRATA_DEED_CHOOSE) return (strata_type)chosen[deed->what];
  if (deed->op == STRATA_DEED_ROLL || deed->op == STRATA_DEED_TAKE) {
    return STRATA_INT;
  }
  if (deed->op != STRATA_DEED_LET) return STRATA_REF;
  return program->arguments[deed->first].value->type;
}

static strata_status write_as(const level *l, const char *name, st_deed *out) {
  if (!name) return STRATA_OK;
  uint32_t place = 0;
  strata_status status = st_frame_bind(l->c.w, l->c.program, name,
                                       bound_type(l->c.program, out), &place);
  if (!status) out->name = (uint16_t)(place + 1);
  return status;
}

/* -- Deeds -- */

static strata_status write_deeds(level *l, const strata_deed *deeds,
                                 size_t count);

/* The level of what is inside of a deed. */
static level level_within(const level *l, const st_deed *deed,
                          const char *title) {
  level inside = *l;
  inside.title = title;
  inside.it = l->it || deed->who;
  strata_deed_op op = (strata_deed_op)deed->op;
  if (op == STRATA_DEED_EMIT) {
    inside.stage = ST_STAGE_REPLACE;
    inside.c.kind = deed->what;
  } else if (op == STRATA_DEED_TOGETHER || op == STRATA_DEED_INSTEAD ||
             op == STRATA_DEED_ALSO) {
    inside.stage = ST_STAGE_PARTS;
  } else if (op == STRATA_DEED_THEN) {
    inside.stage = ST_STAGE_ACT;
  }
  return inside;
}

static strata_status write_clock(const st_writer *w, const char *name,
                                 st_deed *out) {
  if (!name) return STRATA_OK;
  return st_write_id(w, STRATA_KIND_CLOCK, "clock", name, &out->clock);
}

/* What is chosen on placing comes before all else. */
static strata_status write_placing(const level *l, const st_deed *deed) {
  st_routine *program = l->c.program;
  if (!(deed->flags & STRATA_DEED_TARGET)) return STRATA_OK;
  if (l->stage == ST_STAGE_ACT &&
      (uint32_t)(deed - program->deeds) == program->placing) {
    program->placing++;
    return STRATA_OK;
  }
  return ST_WRITE_ERROR(
      l->c.w, STRATA_EINVAL,
      l->stage == ST_STAGE_ACT
          ? "targets and modes are chosen before all else is done; write it "
            "before all deeds that choose none"
          : "only what triggers has targets and modes; choose without "
            "'target'");
}

/* All of a deed but what is inside of it. */
static strata_status write_outside(const level *l, const strata_deed *declared,
                                   st_deed *out) {
  const st_deed_form *form = st_deed_form_of(declared->op);
  st_routine *program = l->c.program;
  out->op = (uint8_t)declared->op;
  out->flags = (uint8_t)declared->flags;
  if (declared->op == STRATA_DEED_RUN) out->flags = (uint8_t)l->stage;
  strata_status status = check_taken(l, declared, form);
  if (!status) status = write_what(l, declared, (st_object)form->object, out);
  if (!status) {
    status = st_frame_expr(&l->c, "when", declared->when, STRATA_FLAG, l->it,
                           &out->when);
  }
  if (!status) {
    status = st_frame_expr(&l->c, "times", declared->times, STRATA_INT, l->it,
                           &out->times);
  }
  if (!status) status = write_who(l, declared, out);
  if (!status) status = write_clock(l->c.w, declared->clock, out);
  if (!status && declared->op == STRATA_DEED_BEGIN) {
    status = st_begin_write(&l->c, declared, &out->what);
  }
  if (status) return status;
  out->first = program->argument_count;
  out->count = (uint32_t)declared->argument_count;
  program->argument_count += out->count;
  status = write_arguments(l, declared, form, out);
  const char *wrong = status ? NULL : wrong_way(program, out);
  if (wrong) return ST_WRITE_ERROR(l->c.w, STRATA_EINVAL, wrong);
  if (!status) status = write_placing(l, out);
  if (!status) status = write_as(l, declared->as, out);
  if (!status) st_touch_deed(&program->touch, out);
  return status;
}

static strata_status write_deed(level *l, const strata_deed *declared) {
  st_routine *program = l->c.program;
  st_deed *out = &program->deeds[program->deed_count++];
  strata_status status = write_outside(l, declared, out);
  if (!status && declared->inner_count > 0) {
    st_trail title = st_trail_of(l->c.w->trail, ", inner", 0, NULL);
    level inside = level_within(l, out, title.text);
    status = write_deeds(&inside, declared->inner, declared->inner_count);
  }
  out->end = program->deed_count;
  return status;
}

static strata_status write_deeds(level *l, const strata_deed *deeds,
                                 size_t count) {
  st_writer *w = l->c.w;
  const char *before = w->trail;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < count && !status; i++) {
    st_trail here = st_trail_of(l->title, "", i + 1, st_deed_text(deeds[i].op));
    w->trail = here.text;
    status = write_deed(l, &deeds[i]);
  }
  w->trail = before;
  return status;
}

/* How much deeds need room for. */
typedef struct extent {
  size_t deeds, arguments, beginnings;
} extent;

static void measure(const strata_deed *deeds, size_t count, extent *all) {
  all->deeds += count;
  for (size_t i = 0; i < count; i++) {
    all->arguments += deeds[i].argument_count;
    all->beginnings += deeds[i].op == STRATA_DEED_BEGIN;
    measure(deeds[i].inner, deeds[i].inner_count, all);
  }
}

static strata_status make_room(const st_writer *w, const extent *all,
                               st_routine *program) {
  st_mem *mem = &w->rules->mem;
  if (all->deeds > UINT32_MAX || all->arguments > UINT32_MAX) {
    return st_write_no_memory(w);
  }
  program->rules = w->rules;
  program->deeds = st_mem_zeroed(mem, all->deeds, sizeof(st_deed));
  if (!program->deeds) return st_write_no_memory(w);
  program->deed_room = (uint32_t)all->deeds;
  if (all->arguments > 0) {
    program->arguments =
        st_mem_zeroed(mem, all->arguments, sizeof(st_argument));
    if (!program->arguments) return st_write_no_memory(w);
    program->argument_room = (uint32_t)all->arguments;
  }
  if (all->beginnings > 0) {
    program->beginnings =
        st_mem_zeroed(mem, all->beginnings, sizeof(st_beginning));
    if (!program->beginnings) return st_write_no_memory(w);
    program->beginning_room = (uint32_t)all->beginnings;
  }
  return STRATA_OK;
}

strata_status st_compose(st_framing *c, st_stage stage, const char *title,
                         const strata_deed *deeds, size_t count) {
  st_routine *program = c->program;
  extent all = {0};
  assert(program->names.items && !program->deeds);
  measure(deeds, count, &all);
  if (all.deeds == 0) return STRATA_OK;
  strata_status status = make_room(c->w, &all, program);
  if (status) return status;
  st_trail first = st_trail_of(", ", title, 0, NULL);
  level l = {.c = *c, .stage = stage, .title = first.text, .it = c->it};
  return write_deeds(&l, deeds, count);
}
