/*
 * compose.c - programs, from words to data.
 *
 * Here is refused whatever an author of deeds got wrong, with the place and the
 * nearest name: the floors above trust a program.
 *
 * Invariant: arrays are as large as the deeds need from the beginning, so that
 * what is compiled stays where it is.
 */
#include "rules/compile/program_compile.h"

#include "base/hash.h"
#include "rules/compile/effect_template.h"
#include "rules/declare/error_path.h"
#include "rules/expr/expr_names.h"

#include <string.h>

/* One level of deeds. */
typedef struct instruction_block {
  st_program_scope scope;
  st_program_site stage;
  const char *error_title; /* ", does 2, inner": a number comes behind it */
  bool has_it;             /* somebody is `it` */
} instruction_block;

/* Whom a deed is about: a predicate, of which all are `it` in turn, or a ref.
 */
static strata_status compile_who(const instruction_block *l,
                                 const strata_instruction *declared,
                                 st_instruction *out) {
  if (!declared->who) return STRATA_OK;
  const st_compiler *w = l->scope.compiler;
  const strata_expr *who = NULL;
  strata_status status =
      st_program_scope_expr(&l->scope, "who", declared->who, 0, true, &who);
  if (status) return status;
  out->who = who;
  if (who->type == STRATA_REF && who->uses_it && !l->has_it) {
    return ST_COMPILER_ERROR(
        w, STRATA_EINVAL, "who '", st_quote_of(who->text, who->text_size).text,
        "' is about 'it', but nobody is 'it' here; write a ",
        "predicate, or say whose, as in event.who.x");
  }
  if (who->type == STRATA_FLAG || who->type == STRATA_REF) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, "who '",
                           st_quote_of(who->text, who->text_size).text, "' is ",
                           st_compiler_type_text(who->type),
                           "; write a predicate or a ref");
}

/* -- What deeds name -- */

static strata_status compile_what_event_type(const st_compiler *w,
                                             const char *name, uint32_t *out) {
  strata_status status =
      st_compiler_find_id(w, STRATA_NAME_EVENT_TYPE, "event", name, out);
  if (status) return status;
  const st_event_type *kind = st_event_type_get(w->rules, *out);
  if (kind->unaliased == *out) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, "'", name, "' is an alias; emit '",
                           st_event_type_unalias(w->rules, *out)->name, "'");
}

static bool is_engine_field(const strata_rules *rules, strata_field field) {
  return field == rules->common_fields.effect ||
         field == rules->common_fields.prevented ||
         field == rules->common_fields.became;
}

/* An attribute whose base value the deed can write. */
static strata_status compile_what_attr(const st_compiler *w,
                                       strata_instruction_op op,
                                       const char *name, uint32_t *out) {
  strata_status status = st_compiler_find_attr(w, name, out);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[*out - 1];
  if (attr->is_zone) {
    return ST_COMPILER_ERROR(
        w, STRATA_EINVAL,
        "an entity gets into a zone by moving there; write "
        "a 'move'");
  }
  if (op == STRATA_DO_COUNT && !attr->counter) {
    return ST_COMPILER_ERROR(w, STRATA_ETYPE, "attribute '", name,
                             "' is no counter; write an 'add'");
  }
  if (op == STRATA_DO_ADD && attr->type != STRATA_INT) {
    return ST_COMPILER_ERROR(w, STRATA_ETYPE, "attribute '", name,
                             "' is no int, so nothing can be added; write a ",
                             "'set'");
  }
  if (attr->type == STRATA_TEXT || attr->type == STRATA_ABILITIES) {
    return ST_COMPILER_ERROR(w, STRATA_ETYPE, "attribute '", name,
                             "' is of a type that deeds do not write; run a ",
                             "handler");
  }
  return STRATA_OK;
}

static strata_status compile_what_watcher(const st_compiler *w,
                                          strata_instruction_op op,
                                          const char *name, uint32_t *out) {
  strata_status status =
      st_compiler_find_id(w, STRATA_NAME_WATCHER_DEF, "code", name, out);
  if (status) return status;
  strata_watcher_role role = st_watcher_def_get(w->rules, *out)->role;
  bool hooks = op == STRATA_DO_HOOK || op == STRATA_DO_UNHOOK;
  if (hooks != (role == STRATA_ROLE_HANDLE)) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "code '", name,
                             hooks
                                 ? "' is no handler of a chain"
                                 : "' is a handler: 'hook' puts it in a chain");
  }
  if (op != STRATA_DO_TRIGGER || role == STRATA_ROLE_TRIGGER) {
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, "code '", name,
                           "' is no trigger, so it cannot trigger");
}

static strata_status compile_what_choice(const st_compiler *w, const char *name,
                                         uint32_t *out) {
  static const char *const choices[] = {[ST_CHOICE_MAY] = "may",
                                        [ST_CHOICE_NUMBER] = "number",
                                        [ST_CHOICE_WORD] = "word"};
  for (uint32_t i = ST_CHOICE_MAY; i < ST_COUNT_OF(choices); i++) {
    if (strcmp(choices[i], name) != 0) continue;
    *out = i;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(w, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' cannot be chosen; write may, number or word, or ",
                           "nothing for an entity");
}

/* Who makes an event, and what the engine says of it, nobody changes. */
static strata_status compile_what_field(const instruction_block *l,
                                        const char *name, uint32_t *out) {
  strata_status status = st_program_scope_find_field(
      l->scope.compiler, l->scope.event_type, name, out);
  if (status || !is_engine_field(l->scope.compiler->rules, *out)) return status;
  return ST_COMPILER_ERROR(
      l->scope.compiler, STRATA_EINVAL,
      "the engine says this of an event; it cannot change");
}

static strata_status compile_what_layer(const st_compiler *w, const char *name,
                                        uint32_t *out) {
  strata_layer layer;
  strata_status status = st_compiler_find_layer(w, name, &layer);
  if (!status) *out = (uint32_t)layer;
  return status;
}

static strata_status compile_what(const instruction_block *l,
                                  const strata_instruction *declared,
                                  st_referent object, st_instruction *out) {
  const st_compiler *w = l->scope.compiler;
  const char *name = declared->what;
  if (!name) return STRATA_OK;
  switch (object) {
  case ST_REFERENT_EVENT_TYPE:
    return compile_what_event_type(w, name, &out->what);
  case ST_REFERENT_FIELD:
    return compile_what_field(l, name, &out->what);
  case ST_REFERENT_ATTR:
    return compile_what_attr(w, declared->op, name, &out->what);
  case ST_REFERENT_ZONE:
    return st_compiler_find_id(w, STRATA_NAME_ZONE, "zone", name, &out->what);
  case ST_REFERENT_DEFINITION:
    return st_compiler_find_id(w, STRATA_NAME_DEFINITION, "definition", name,
                               &out->what);
  case ST_REFERENT_CLOCK:
    return st_compiler_find_id(w, STRATA_NAME_CLOCK, "clock", name, &out->what);
  case ST_REFERENT_LAYER:
    return compile_what_layer(w, name, &out->what);
  case ST_REFERENT_WATCHER_DEF:
    return compile_what_watcher(w, declared->op, name, &out->what);
  case ST_REFERENT_HANDLER:
    return st_compiler_find_id(w, STRATA_NAME_HANDLER, "handler", name,
                               &out->what);
  case ST_REFERENT_NOTE_KEY:
    out->note_key = st_note_key(name, strlen(name), 0);
    return STRATA_OK;
  case ST_REFERENT_CHOICE:
    return compile_what_choice(w, name, &out->what);
  case ST_REFERENT_TITLE: /* st_effect_template_compile */
    return STRATA_OK;
  case ST_REFERENT_NONE:
    break;
  }
  return STRATA_EINVAL; /* unreachable: check_taken refuses it */
}

/* -- What deeds take -- */

static const char *operand_need_text(st_presence need) {
  return need == ST_PRESENCE_REQUIRED ? "it needs " : "it takes no ";
}

/* Refuse what is missing, or must not be. */
static strata_status check_operand_need(const st_compiler *w, st_presence need,
                                        bool given, const char *what) {
  bool right =
      need == ST_PRESENCE_OPTIONAL || (need == ST_PRESENCE_REQUIRED) == given;
  if (right) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, operand_need_text(need), what);
}

static const char *stage_text(st_program_site stage) {
  switch (stage) {
  case ST_SITE_ACT:
    return "in what triggers and the like do; ";
  case ST_SITE_REPLACE:
    return "in what a replacement does; ";
  case ST_SITE_PREVENT:
    return "in what a prevention does; ";
  case ST_SITE_CONTAINED:
    return "among events; ";
  case ST_SITE_PERFORM:
    return "in what performing an event does; ";
  case ST_SITE_BEFORE:
    return "in what a handler does before an event; ";
  case ST_SITE_AFTER:
    return "in what a handler does after an event; ";
  case ST_SITE_ANY:
    break;
  }
  return "here; "; /* unreachable: a stage is one of them */
}

/* Where else a deed may stand. */
static const char *stage_advice(const st_instruction_form *form,
                                st_program_site stage) {
  if (form->sites == ST_SITE_PERFORM) {
    return "events do that: emit one that does it";
  }
  if (form->sites == ST_SITE_PREVENT) return "only preventions do that";
  if (form->sites == ST_SITE_REPLACE) return "only replacements do that";
  if (stage == ST_SITE_AFTER && form->sites & ST_SITE_BEFORE) {
    return "the event has happened; write it into a phase before 'do'";
  }
  if (!(form->sites & ST_SITE_ACT)) {
    return "only replacements and preventions do that";
  }
  if (stage == ST_SITE_PERFORM) return "write it into parts or a watcher";
  return stage == ST_SITE_CONTAINED ? "write it before them"
                                    : "write it into an 'instead' or a 'then'";
}

/* It may go on until a clock has ticked. */
static bool takes_clock(strata_instruction_op op) {
  return op == STRATA_DO_WATCH || op == STRATA_DO_HOOK || op == STRATA_DO_BEGIN;
}

static strata_status
check_instruction_operands(const instruction_block *l,
                           const strata_instruction *declared,
                           const st_instruction_form *form) {
  const st_compiler *w = l->scope.compiler;
  if (!(form->sites & (unsigned)l->stage)) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "it has no place ",
                             stage_text(l->stage),
                             stage_advice(form, l->stage));
  }
  if (!l->scope.in_chain &&
      (declared->op == STRATA_DO_HALT || declared->op == STRATA_DO_DROP)) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "only a handler is in a chain");
  }
  bool when = declared->op == STRATA_DO_WHEN;
  bool begin = declared->op == STRATA_DO_BEGIN;
  bool choose = declared->op == STRATA_DO_CHOOSE;
  bool hooks =
      declared->op == STRATA_DO_HOOK || declared->op == STRATA_DO_UNHOOK;
  if (declared->flags & STRATA_INSTRUCTION_TRY && !hooks) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "only a handler is tried to hook");
  }
  if (begin != ((declared->flags &
                 ~(uint32_t)STRATA_INSTRUCTION_WHILE_SOURCE) == 0) &&
      declared->flags != 0) {
    return ST_COMPILER_ERROR(
        w, STRATA_EINVAL,
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
      {when ? ST_PRESENCE_REQUIRED : ST_PRESENCE_OPTIONAL, declared->when,
       "'when': a condition"},
      {form->repeats ? ST_PRESENCE_OPTIONAL : ST_PRESENCE_NEVER,
       declared->times, "'times'"},
      {takes_clock(declared->op) ? ST_PRESENCE_OPTIONAL : ST_PRESENCE_NEVER,
       declared->clock, "'clock'"},
      {begin ? ST_PRESENCE_REQUIRED : ST_PRESENCE_NEVER, declared->clause,
       "'clause'"},
      {begin ? ST_PRESENCE_OPTIONAL : ST_PRESENCE_NEVER, declared->lasts,
       "'lasts'"},
      {choose || hooks || begin ? ST_PRESENCE_OPTIONAL : ST_PRESENCE_NEVER,
       declared->flags != 0, "flags"},
      {form->signature == ST_SIGNATURE_OPTIONS && form->options == 0
           ? ST_PRESENCE_NEVER
           : ST_PRESENCE_OPTIONAL,
       declared->argument_count > 0, "arguments"},
  };
  for (size_t i = 0; i < ST_COUNT_OF(checks); i++) {
    strata_status status = check_operand_need(w, (st_presence)checks[i].need,
                                              checks[i].given, checks[i].what);
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Arguments -- */

/* Symbols in place of an expression. */
static strata_status compile_symbol_list(const st_compiler *w,
                                         const strata_argument *declared,
                                         const st_attr *set, st_argument *out) {
  strata_symbol *symbols =
      st_mem_zeroed(&w->rules->mem, declared->name_count, sizeof symbols[0]);
  if (!symbols) return st_compiler_no_memory(w);
  out->symbols = symbols;
  out->symbol_count = (uint32_t)declared->name_count;
  for (uint32_t i = 0; i < out->symbol_count; i++) {
    strata_status status =
        st_compiler_find_symbol(w, declared->names[i], &symbols[i]);
    if (status) return status;
    if (set && st_attr_domain_index(set, symbols[i]) == UINT32_MAX) {
      const char *near = st_attr_domain_nearest(w->rules, &w->rules->mem, set,
                                                declared->names[i]);
      return ST_COMPILER_ERROR(w, STRATA_ENOENT, "'", declared->names[i],
                               "' is not in the domain of '", set->name,
                               near ? "'; did you mean '" : "'; declare it",
                               near ? near : "", near ? "'?" : "");
    }
  }
  return STRATA_OK;
}

static strata_status compile_argument_value(const instruction_block *l,
                                            const strata_argument *declared,
                                            strata_type want,
                                            st_argument *out) {
  const st_compiler *w = l->scope.compiler;
  if (declared->name_count > 0) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "it takes an expression, not names of symbols");
  }
  if (!declared->value) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "it has no value; write one, as "
                             "text");
  }
  return st_program_scope_expr(&l->scope, "its value", declared->value, want,
                               l->has_it, &out->value);
}

/* What the argument of SET is depends on the attribute. */
static strata_status compile_set_argument(const instruction_block *l,
                                          const strata_argument *declared,
                                          strata_attr id, st_argument *out) {
  const st_attr *attr = &l->scope.compiler->rules->attrs[id - 1];
  if (attr->type != STRATA_SET) {
    return compile_argument_value(l, declared, attr->type, out);
  }
  if (declared->value) {
    return ST_COMPILER_ERROR(l->scope.compiler, STRATA_EINVAL,
                             "a set takes names of symbols, not an expression");
  }
  return compile_symbol_list(l->scope.compiler, declared, attr, out);
}

/* The argument without a name. */
static strata_status compile_unnamed_argument(const instruction_block *l,
                                              const strata_argument *declared,
                                              const st_instruction *deed,
                                              st_argument *out) {
  const st_compiler *w = l->scope.compiler;
  if (declared->name) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL,
                             "its argument has no name; leave it out");
  }
  out->target_id = ST_OPTION_VALUE;
  if (deed->op == STRATA_DO_SET) {
    return compile_set_argument(l, declared, deed->what, out);
  }
  strata_type want = STRATA_INT; /* ADD, PREVENT, ROLL, TAKE */
  if (deed->op == STRATA_DO_CHANGE) {
    want = (strata_type)w->rules->field_types[deed->what - 1];
  } else if (deed->op == STRATA_DO_LET || deed->op == STRATA_DO_NOTE) {
    want = 0;
  }
  return compile_argument_value(l, declared, want, out);
}

static strata_status compile_option_argument(const instruction_block *l,
                                             const strata_argument *declared,
                                             const st_instruction_form *form,
                                             const st_instruction *deed,
                                             st_argument *out) {
  const st_compiler *w = l->scope.compiler;
  st_option option = st_instruction_find_option(form, declared->name);
  if (option == ST_OPTION_NUMBER) {
    st_error_path options = {""};
    st_text text;
    st_text_init_fixed(&text, options.text, sizeof options.text);
    for (int i = 0; i < ST_OPTION_NUMBER; i++) {
      if (!(form->options >> i & 1)) continue;
      if (text.length > 0) st_text_add_str(&text, ", ");
      st_text_add_str(&text, st_option_text((st_option)i));
    }
    return ST_COMPILER_ERROR(w, STRATA_ENOENT,
                             "there is no such option; it has ", options.text);
  }
  out->target_id = (uint32_t)option;
  if (option == ST_OPTION_OF && deed->op == STRATA_DO_CHOOSE &&
      declared->name_count > 0) {
    return compile_symbol_list(w, declared, NULL, out);
  }
  return compile_argument_value(l, declared, st_option_type(option), out);
}

/* A field of the event that is emitted. */
static strata_status compile_field_argument(const instruction_block *l,
                                            const strata_argument *declared,
                                            strata_event_type kind,
                                            st_argument *out) {
  const strata_rules *rules = l->scope.compiler->rules;
  strata_status status = st_program_scope_find_field(
      l->scope.compiler, kind, declared->name, &out->target_id);
  if (status) return status;
  if (is_engine_field(rules, out->target_id)) {
    return ST_COMPILER_ERROR(l->scope.compiler, STRATA_EINVAL,
                             "the engine says this of an event; leave it out");
  }
  out->kind = ST_ARGUMENT_FIELD;
  return compile_argument_value(
      l, declared, (strata_type)rules->field_types[out->target_id - 1], out);
}

static strata_status refuse_unknown_parameter(const st_compiler *w,
                                              strata_watcher_def id,
                                              const char *name) {
  const st_watcher_def *code = st_watcher_def_get(w->rules, id);
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (; count < code->program.parameter_count && count < ST_COUNT_OF(texts);
       count++) {
    texts[count] =
        code->program.variables.variables[ST_VARIABLE_FIRST_OWN + count].text;
  }
  const char *near = st_nearest_text(&w->rules->mem, texts, count, name);
  return ST_COMPILER_ERROR(w, STRATA_ENOENT, "code '", code->name,
                           near ? "' is given no such name; did you mean '"
                                : "' is given no such name; declare it there",
                           near ? near : "", near ? "'?" : "");
}

/* A name that a code is given, or an option. */
static strata_status compile_parameter_argument(const instruction_block *l,
                                                const strata_argument *declared,
                                                const st_instruction_form *form,
                                                const st_instruction *deed,
                                                st_argument *out) {
  const st_program *given =
      &st_watcher_def_get(l->scope.compiler->rules, deed->what)->program;
  for (uint32_t i = 0; i < given->parameter_count; i++) {
    const st_expr_variable *name =
        &given->variables.variables[ST_VARIABLE_FIRST_OWN + i];
    if (strcmp(name->text, declared->name) != 0) continue;
    out->kind = ST_ARGUMENT_VARIABLE;
    out->target_id = ST_VARIABLE_FIRST_OWN + i;
    return compile_argument_value(l, declared, name->type, out);
  }
  if (st_instruction_find_option(form, declared->name) != ST_OPTION_NUMBER) {
    return compile_option_argument(l, declared, form, deed, out);
  }
  return refuse_unknown_parameter(l->scope.compiler, deed->what,
                                  declared->name);
}

/* A name that a handler finds bound. */
static strata_status compile_handler_argument(const instruction_block *l,
                                              const strata_argument *declared,
                                              st_argument *out) {
  strata_status status = compile_argument_value(l, declared, 0, out);
  if (status) return status;
  out->kind = ST_ARGUMENT_VARIABLE;
  return st_program_scope_bind(l->scope.compiler, l->scope.program,
                               declared->name, out->value->type,
                               &out->target_id);
}

static strata_status compile_argument(const instruction_block *l,
                                      const strata_argument *declared,
                                      const st_instruction_form *form,
                                      const st_instruction *deed,
                                      st_argument *out) {
  if (form->signature == ST_SIGNATURE_VALUE ||
      form->signature == ST_SIGNATURE_OPTIONAL_VALUE) {
    return compile_unnamed_argument(l, declared, deed, out);
  }
  if (!declared->name) {
    return ST_COMPILER_ERROR(l->scope.compiler, STRATA_EINVAL,
                             "an argument has no name; say what it is for");
  }
  switch ((st_signature)form->signature) {
  case ST_SIGNATURE_FIELDS:
    return compile_field_argument(l, declared, deed->what, out);
  case ST_SIGNATURE_PARAMETERS:
    return compile_parameter_argument(l, declared, form, deed, out);
  case ST_SIGNATURE_VARIABLES:
    return compile_handler_argument(l, declared, out);
  case ST_SIGNATURE_OPTIONS:
  case ST_SIGNATURE_VALUE:
  case ST_SIGNATURE_OPTIONAL_VALUE:
    break;
  }
  return compile_option_argument(l, declared, form, deed, out);
}

static bool is_repeated_argument(const st_argument *arguments, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (arguments[i].kind == arguments[n].kind &&
        arguments[i].target_id == arguments[n].target_id) {
      return true;
    }
  }
  return false;
}

static strata_status check_argument_count(const st_compiler *w,
                                          st_signature taking, size_t count) {
  if (taking == ST_SIGNATURE_VALUE && count != 1) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "it takes one argument");
  }
  if (taking == ST_SIGNATURE_OPTIONAL_VALUE && count > 1) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "it takes at most one argument");
  }
  return STRATA_OK;
}

static strata_status compile_arguments(const instruction_block *l,
                                       const strata_instruction *declared,
                                       const st_instruction_form *form,
                                       const st_instruction *deed) {
  st_compiler *w = l->scope.compiler;
  st_program *program = l->scope.program;
  strata_status status = check_argument_count(w, (st_signature)form->signature,
                                              declared->argument_count);
  if (status || deed->argument_count == 0) return status;
  instruction_block inside = *l;
  inside.has_it = l->has_it || deed->who;
  const char *before = w->error_path;
  st_argument *arguments = deed->argument_count > 0
                               ? &program->arguments[deed->first_argument]
                               : NULL;
  for (uint32_t i = 0; i < deed->argument_count && !status; i++) {
    const strata_argument *argument = &declared->arguments[i];
    st_error_path here = st_error_path_of_argument(before, argument->name);
    w->error_path = here.text;
    status = compile_argument(&inside, argument, form, deed, &arguments[i]);
    if (!status && is_repeated_argument(arguments, i)) {
      status = ST_COMPILER_ERROR(w, STRATA_EINVAL, "it is given twice");
    }
    w->error_path = before;
  }
  return status;
}

/* -- What only some deeds need -- */

static const st_argument *find_option_argument(const st_program *program,
                                               const st_instruction *deed,
                                               st_option option) {
  for (uint32_t i = 0; i < deed->argument_count; i++) {
    const st_argument *argument = &program->arguments[deed->first_argument + i];
    if (argument->kind == ST_ARGUMENT_OPTION &&
        argument->target_id == (uint32_t)option) {
      return argument;
    }
  }
  return NULL;
}

/* What of several ways to say the same is missing or too much. */
static const char *choice_error_text(const st_program *p,
                                     const st_instruction *deed) {
  bool of = find_option_argument(p, deed, ST_OPTION_OF);
  if ((deed->what == ST_CHOICE_ENTITY) != (deed->who != NULL)) {
    return "of whom an entity is chosen, 'who' says, and of nothing else";
  }
  if ((deed->what == ST_CHOICE_WORD) != of) {
    return "of which symbols a word is chosen, option 'of' says";
  }
  return NULL;
}

static const char *instruction_error_text(const st_program *p,
                                          const st_instruction *deed) {
  strata_instruction_op op = (strata_instruction_op)deed->op;
  bool what = deed->what != 0;
  bool goes = op == STRATA_DO_MOVE || op == STRATA_DO_SHUFFLE;
  if (goes && what == (find_option_argument(p, deed, ST_OPTION_TO) != NULL)) {
    return "say the zone by 'what' or by option 'to'";
  }
  bool of = find_option_argument(p, deed, ST_OPTION_OF);
  if (op == STRATA_DO_SPAWN && what + of + (deed->who != NULL) != 1) {
    return "say what by 'what', by option 'of', or by 'who' for a copy";
  }
  bool kind = find_option_argument(p, deed, ST_OPTION_KIND);
  if (op == STRATA_DO_COUNT && what == kind) {
    return "say the counter by 'what' or by option 'kind'";
  }
  if (op == STRATA_DO_COPY && !find_option_argument(p, deed, ST_OPTION_WHOM) &&
      !find_option_argument(p, deed, ST_OPTION_EXCEPT)) {
    return "say of whom it becomes a copy by option 'whom', or what it is by "
           "'except'";
  }
  bool ticks = find_option_argument(p, deed, ST_OPTION_TICKS);
  if (takes_clock(op) && ticks != (deed->clock != 0)) {
    return "'clock' and option 'ticks' go together";
  }
  return op == STRATA_DO_CHOOSE ? choice_error_text(p, deed) : NULL;
}

static strata_type result_type(const st_program *program,
                               const st_instruction *deed) {
  static const uint8_t chosen[] = {[ST_CHOICE_ENTITY] = STRATA_REF,
                                   [ST_CHOICE_MAY] = STRATA_FLAG,
                                   [ST_CHOICE_NUMBER] = STRATA_INT,
                                   [ST_CHOICE_WORD] = STRATA_SYM};
  if (deed->op == STRATA_DO_CHOOSE) return (strata_type)chosen[deed->what];
  if (deed->op == STRATA_DO_ROLL || deed->op == STRATA_DO_TAKE) {
    return STRATA_INT;
  }
  if (deed->op != STRATA_DO_LET) return STRATA_REF;
  return program->arguments[deed->first_argument].value->type;
}

static strata_status bind_result(const instruction_block *l, const char *name,
                                 st_instruction *out) {
  if (!name) return STRATA_OK;
  uint32_t place = 0;
  strata_status status =
      st_program_scope_bind(l->scope.compiler, l->scope.program, name,
                            result_type(l->scope.program, out), &place);
  if (!status) out->bound_variable = (uint16_t)(place + 1);
  return status;
}

/* -- Deeds -- */

static strata_status compile_instructions(instruction_block *l,
                                          const strata_instruction *deeds,
                                          size_t count);

/* The level of what is inside of a deed. */
static instruction_block inner_block(const instruction_block *l,
                                     const st_instruction *deed,
                                     const char *title) {
  instruction_block inside = *l;
  inside.error_title = title;
  inside.has_it = l->has_it || deed->who;
  strata_instruction_op op = (strata_instruction_op)deed->op;
  if (op == STRATA_DO_EMIT) {
    inside.stage = ST_SITE_REPLACE;
    inside.scope.event_type = deed->what;
  } else if (op == STRATA_DO_TOGETHER || op == STRATA_DO_INSTEAD ||
             op == STRATA_DO_ALSO) {
    inside.stage = ST_SITE_CONTAINED;
  } else if (op == STRATA_DO_THEN) {
    inside.stage = ST_SITE_ACT;
  }
  return inside;
}

static strata_status compile_clock(const st_compiler *w, const char *name,
                                   st_instruction *out) {
  if (!name) return STRATA_OK;
  return st_compiler_find_id(w, STRATA_NAME_CLOCK, "clock", name, &out->clock);
}

/* What is chosen on placing comes before all else. */
static strata_status check_placing_choice(const instruction_block *l,
                                          const st_instruction *deed) {
  st_program *program = l->scope.program;
  if (!(deed->flags & STRATA_INSTRUCTION_TARGET)) return STRATA_OK;
  if (l->stage == ST_SITE_ACT &&
      (uint32_t)(deed - program->instructions) == program->on_stack_count) {
    program->on_stack_count++;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(
      l->scope.compiler, STRATA_EINVAL,
      l->stage == ST_SITE_ACT
          ? "targets and modes are chosen before all else is done; write it "
            "before all deeds that choose none"
          : "only what triggers has targets and modes; choose without "
            "'target'");
}

/* All of a deed but what is inside of it. */
static strata_status
compile_instruction_head(const instruction_block *l,
                         const strata_instruction *declared,
                         st_instruction *out) {
  const st_instruction_form *form = st_instruction_form_get(declared->op);
  st_program *program = l->scope.program;
  out->op = (uint8_t)declared->op;
  out->flags = (uint8_t)declared->flags;
  if (declared->op == STRATA_DO_RUN) out->flags = (uint8_t)l->stage;
  strata_status status = check_instruction_operands(l, declared, form);
  if (!status)
    status = compile_what(l, declared, (st_referent)form->referent, out);
  if (!status) {
    status = st_program_scope_expr(&l->scope, "when", declared->when,
                                   STRATA_FLAG, l->has_it, &out->when);
  }
  if (!status) {
    status = st_program_scope_expr(&l->scope, "times", declared->times,
                                   STRATA_INT, l->has_it, &out->times);
  }
  if (!status) status = compile_who(l, declared, out);
  if (!status) status = compile_clock(l->scope.compiler, declared->clock, out);
  if (!status && declared->op == STRATA_DO_BEGIN) {
    status = st_effect_template_compile(&l->scope, declared, &out->what);
  }
  if (status) return status;
  out->first_argument = program->argument_count;
  out->argument_count = (uint32_t)declared->argument_count;
  program->argument_count += out->argument_count;
  status = compile_arguments(l, declared, form, out);
  const char *wrong = status ? NULL : instruction_error_text(program, out);
  if (wrong) return ST_COMPILER_ERROR(l->scope.compiler, STRATA_EINVAL, wrong);
  if (!status) status = check_placing_choice(l, out);
  if (!status) status = bind_result(l, declared->as, out);
  if (!status) st_instruction_add_rw(out, &program->rw_mask);
  return status;
}

static strata_status compile_instruction(instruction_block *l,
                                         const strata_instruction *declared) {
  st_program *program = l->scope.program;
  st_instruction *out = &program->instructions[program->instruction_count++];
  strata_status status = compile_instruction_head(l, declared, out);
  if (!status && declared->inner_count > 0) {
    st_error_path title =
        st_error_path_of(l->scope.compiler->error_path, ", inner", 0, NULL);
    instruction_block inside = inner_block(l, out, title.text);
    status =
        compile_instructions(&inside, declared->inner, declared->inner_count);
  }
  out->end = program->instruction_count;
  return status;
}

static strata_status compile_instructions(instruction_block *l,
                                          const strata_instruction *deeds,
                                          size_t count) {
  st_compiler *w = l->scope.compiler;
  const char *before = w->error_path;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < count && !status; i++) {
    st_error_path here = st_error_path_of(l->error_title, "", i + 1,
                                          st_instruction_op_text(deeds[i].op));
    w->error_path = here.text;
    status = compile_instruction(l, &deeds[i]);
  }
  w->error_path = before;
  return status;
}

/* How much deeds need room for. */
typedef struct program_size {
  size_t instructions, arguments, effect_templates;
} program_size;

static void measure_program(const strata_instruction *deeds, size_t count,
                            program_size *all) {
  all->instructions += count;
  for (size_t i = 0; i < count; i++) {
    all->arguments += deeds[i].argument_count;
    all->effect_templates += deeds[i].op == STRATA_DO_BEGIN;
    measure_program(deeds[i].inner, deeds[i].inner_count, all);
  }
}

static strata_status reserve_program(const st_compiler *w,
                                     const program_size *all,
                                     st_program *program) {
  st_mem *mem = &w->rules->mem;
  if (all->instructions > UINT32_MAX || all->arguments > UINT32_MAX) {
    return st_compiler_no_memory(w);
  }
  program->rules = w->rules;
  program->instructions =
      st_mem_zeroed(mem, all->instructions, sizeof(st_instruction));
  if (!program->instructions) return st_compiler_no_memory(w);
  program->instruction_capacity = (uint32_t)all->instructions;
  if (all->arguments > 0) {
    program->arguments =
        st_mem_zeroed(mem, all->arguments, sizeof(st_argument));
    if (!program->arguments) return st_compiler_no_memory(w);
    program->argument_capacity = (uint32_t)all->arguments;
  }
  if (all->effect_templates > 0) {
    program->effect_templates =
        st_mem_zeroed(mem, all->effect_templates, sizeof(st_effect_template));
    if (!program->effect_templates) return st_compiler_no_memory(w);
    program->effect_template_capacity = (uint32_t)all->effect_templates;
  }
  return STRATA_OK;
}

strata_status st_program_compile(st_program_scope *c, st_program_site stage,
                                 const char *title,
                                 const strata_instruction *deeds,
                                 size_t count) {
  st_program *program = c->program;
  program_size all = {0};
  assert(program->variables.variables && !program->instructions);
  measure_program(deeds, count, &all);
  if (all.instructions == 0) return STRATA_OK;
  strata_status status = reserve_program(c->compiler, &all, program);
  if (status) return status;
  st_error_path first = st_error_path_of(", ", title, 0, NULL);
  instruction_block l = {.scope = *c,
                         .stage = stage,
                         .error_title = first.text,
                         .has_it = c->has_it};
  return compile_instructions(&l, deeds, count);
}
