/*
 * operand_compile.c - the operands of an instruction.
 *
 * What each instruction takes is the table in model/program.c; the checks here
 * only read it. A refused operand is reported with its place and the nearest
 * known name.
 */
#include "rules/compile/operand_compile.h"

#include "base/hash.h"

#include <string.h>

strata_status st_operand_compile_who(const st_instruction_block *block,
                                     const strata_instruction *declared,
                                     st_instruction *out) {
  if (!declared->who) return STRATA_OK;
  const st_compiler *compiler = block->scope.compiler;
  const strata_expr *who = NULL;
  strata_status status =
      st_program_scope_expr(&block->scope, "who", declared->who, 0, true, &who);
  if (status) return status;
  out->who = who;
  if (who->type == STRATA_REF && who->uses_it && !block->has_it) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL, "who '",
        st_quote_of(who->text, who->text_size).text,
        "' is about 'it', but nobody is 'it' here; write a ",
        "predicate, or say whose, as in event.who.x");
  }
  if (who->type == STRATA_FLAG || who->type == STRATA_REF) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "who '",
                           st_quote_of(who->text, who->text_size).text, "' is ",
                           st_compiler_type_text(who->type),
                           "; write a predicate or a ref");
}

/* -- The operand `what` -- */

static strata_status compile_what_event_type(const st_compiler *compiler,
                                             const char *name, uint32_t *out) {
  strata_status status =
      st_compiler_find_id(compiler, STRATA_NAME_EVENT_TYPE, "event", name, out);
  if (status) return status;
  const st_event_type *type = st_event_type_get(compiler->rules, *out);
  if (type->unaliased == *out) return STRATA_OK;
  return ST_COMPILER_ERROR(
      compiler, STRATA_EINVAL, "'", name, "' is an alias; emit '",
      st_event_type_unalias(compiler->rules, *out)->name, "'");
}

/* Find an attribute whose base value the instruction can write. */
static strata_status compile_what_attr(const st_compiler *compiler,
                                       strata_instruction_op op,
                                       const char *name, uint32_t *out) {
  strata_status status = st_compiler_find_attr(compiler, name, out);
  if (status) return status;
  const st_attr *attr = &compiler->rules->attrs[*out - 1];
  if (attr->is_zone) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL,
        "an entity gets into a zone by moving there; write "
        "a 'move'");
  }
  if (op == STRATA_DO_COUNT && !attr->counter) {
    return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "attribute '", name,
                             "' is no counter; write an 'add'");
  }
  if (op == STRATA_DO_ADD && attr->type != STRATA_INT) {
    return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "attribute '", name,
                             "' is no int, so nothing can be added; write a ",
                             "'set'");
  }
  if (attr->type == STRATA_TEXT || attr->type == STRATA_ABILITIES) {
    return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "attribute '", name,
                             "' is of a type that deeds do not write; run a ",
                             "handler");
  }
  return STRATA_OK;
}

static bool hooks_handler(strata_instruction_op op) {
  return op == STRATA_DO_HOOK || op == STRATA_DO_UNHOOK;
}

static strata_status compile_what_watcher(const st_compiler *compiler,
                                          strata_instruction_op op,
                                          const char *name, uint32_t *out) {
  strata_status status =
      st_compiler_find_id(compiler, STRATA_NAME_WATCHER_DEF, "code", name, out);
  if (status) return status;
  strata_watcher_role role = st_watcher_def_get(compiler->rules, *out)->role;
  bool hooks = hooks_handler(op);
  if (hooks != (role == STRATA_ROLE_HANDLE)) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "code '", name,
                             hooks
                                 ? "' is no handler of a chain"
                                 : "' is a handler: 'hook' puts it in a chain");
  }
  if (op != STRATA_DO_TRIGGER || role == STRATA_ROLE_TRIGGER) {
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "code '", name,
                           "' is no trigger, so it cannot trigger");
}

static strata_status compile_what_choice(const st_compiler *compiler,
                                         const char *name, uint32_t *out) {
  static const char *const choices[] = {[ST_CHOICE_MAY] = "may",
                                        [ST_CHOICE_NUMBER] = "number",
                                        [ST_CHOICE_WORD] = "word"};
  for (uint32_t i = ST_CHOICE_MAY; i < ST_COUNT_OF(choices); i++) {
    if (strcmp(choices[i], name) != 0) continue;
    *out = i;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' cannot be chosen; write may, number or word, or ",
                           "nothing for an entity");
}

static strata_status compile_what_targets(const st_compiler *compiler,
                                          const char *name, uint32_t *out) {
  static const char *const words[] = {
      [ST_CHANGED_TARGETS_ONE] = "one", [ST_CHANGED_TARGETS_ANY] = "any"};
  for (uint32_t i = ST_CHANGED_TARGETS_ONE; i < ST_COUNT_OF(words); i++) {
    if (strcmp(words[i], name) != 0) continue;
    *out = i;
    return STRATA_OK;
  }
  return ST_COMPILER_ERROR(compiler, STRATA_ENOENT, "'",
                           st_quote_of(name, strlen(name)).text,
                           "' does not say how many targets change; write one ",
                           "or any, or nothing for all");
}

/* Find a field that a program may change. Fields that the engine sets never
 * change. */
static strata_status compile_what_field(const st_instruction_block *block,
                                        const char *name, uint32_t *out) {
  strata_status status = st_program_scope_find_field(
      block->scope.compiler, block->scope.event_type, name, out);
  if (status ||
      !st_field_is_engine_written(block->scope.compiler->rules, *out)) {
    return status;
  }
  return ST_COMPILER_ERROR(
      block->scope.compiler, STRATA_EINVAL,
      "the engine says this of an event; it cannot change");
}

static strata_status compile_what_layer(const st_compiler *compiler,
                                        const char *name, uint32_t *out) {
  strata_layer layer;
  strata_status status = st_compiler_find_layer(compiler, name, &layer);
  if (!status) *out = (uint32_t)layer;
  return status;
}

strata_status st_operand_compile_what(const st_instruction_block *block,
                                      const strata_instruction *declared,
                                      st_referent referent,
                                      st_instruction *out) {
  const st_compiler *compiler = block->scope.compiler;
  const char *name = declared->what;
  if (!name) return STRATA_OK;
  switch (referent) {
  case ST_REFERENT_EVENT_TYPE:
    return compile_what_event_type(compiler, name, &out->what);
  case ST_REFERENT_FIELD:
    return compile_what_field(block, name, &out->what);
  case ST_REFERENT_ATTR:
    return compile_what_attr(compiler, declared->op, name, &out->what);
  case ST_REFERENT_ZONE:
    return st_compiler_find_id(compiler, STRATA_NAME_ZONE, "zone", name,
                               &out->what);
  case ST_REFERENT_DEFINITION:
    return st_compiler_find_id(compiler, STRATA_NAME_DEFINITION, "definition",
                               name, &out->what);
  case ST_REFERENT_CLOCK:
    return st_compiler_find_id(compiler, STRATA_NAME_CLOCK, "clock", name,
                               &out->what);
  case ST_REFERENT_LAYER:
    return compile_what_layer(compiler, name, &out->what);
  case ST_REFERENT_WATCHER_DEF:
    return compile_what_watcher(compiler, declared->op, name, &out->what);
  case ST_REFERENT_HANDLER:
    return st_compiler_find_id(compiler, STRATA_NAME_HANDLER, "handler", name,
                               &out->what);
  case ST_REFERENT_PERIOD:
    return st_compiler_find_id(compiler, STRATA_NAME_PERIOD, "period", name,
                               &out->what);
  case ST_REFERENT_NOTE_KEY:
    out->note_key = st_note_key(name, strlen(name), 0);
    return STRATA_OK;
  case ST_REFERENT_CHOICE:
    return compile_what_choice(compiler, name, &out->what);
  case ST_REFERENT_TARGETS:
    return compile_what_targets(compiler, name, &out->what);
  case ST_REFERENT_TITLE: /* compiled by st_effect_template_compile */
    return STRATA_OK;
  case ST_REFERENT_NONE:
    break;
  }
  return STRATA_EINVAL; /* unreachable: st_operands_check refuses it */
}

/* -- Checks -- */

static const char *operand_need_text(st_presence presence) {
  return presence == ST_PRESENCE_REQUIRED ? "it needs " : "it takes no ";
}

/* Refuse an operand that is missing or not allowed. */
static strata_status check_operand_need(const st_compiler *compiler,
                                        st_presence presence, bool given,
                                        const char *what) {
  bool right = presence == ST_PRESENCE_OPTIONAL ||
               (presence == ST_PRESENCE_REQUIRED) == given;
  if (right) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, operand_need_text(presence),
                           what);
}

static const char *site_text(st_program_site site) {
  switch (site) {
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
  case ST_SITE_PAY:
    return "in what is paid; ";
  case ST_SITE_ANY:
    break;
  }
  return "here; "; /* unreachable: a site is one of these */
}

/* What to do instead, for an instruction at a wrong site. */
static const char *site_advice(const st_instruction_form *form,
                               st_program_site site) {
  if (form->sites == ST_SITE_PERFORM) {
    return "events do that: emit one that does it";
  }
  if (form->sites == ST_SITE_PAY) return "write it into a 'pay'";
  if (site == ST_SITE_PAY) return "a 'pay' has only 'have' and 'need'";
  if (form->sites == ST_SITE_PREVENT) return "only preventions do that";
  if (form->sites == ST_SITE_REPLACE) return "only replacements do that";
  if (site == ST_SITE_AFTER && form->sites & ST_SITE_BEFORE) {
    return "the event has happened; write it into a phase before 'do'";
  }
  if (!(form->sites & ST_SITE_ACT)) {
    return "only replacements and preventions do that";
  }
  if (site == ST_SITE_PERFORM) return "write it into parts or a watcher";
  if (form->sites & ST_SITE_REPLACE && site == ST_SITE_CONTAINED) {
    return "write it before them, or into what watches for their event";
  }
  return site == ST_SITE_CONTAINED ? "write it before them"
                                   : "write it into an 'instead' or a 'then'";
}

static strata_status check_site(const st_instruction_block *block,
                                const strata_instruction *declared,
                                const st_instruction_form *form) {
  const st_compiler *compiler = block->scope.compiler;
  if (!(form->sites & (unsigned)block->site)) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "it has no place ",
                             site_text(block->site),
                             site_advice(form, block->site));
  }
  if (!block->scope.in_chain &&
      (declared->op == STRATA_DO_HALT || declared->op == STRATA_DO_DROP)) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "only a handler is in a chain");
  }
  return STRATA_OK;
}

static strata_status check_flags(const st_compiler *compiler,
                                 const strata_instruction *declared) {
  if (declared->flags & STRATA_INSTRUCTION_TRY &&
      !hooks_handler(declared->op)) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "only a handler is tried to hook");
  }
  if (declared->flags & STRATA_INSTRUCTION_NAMED &&
      declared->op != STRATA_DO_SPAWN) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "only 'spawn' has a word that names a definition");
  }
  if ((declared->flags & STRATA_INSTRUCTION_AT_ONCE) != 0 &&
      declared->op != STRATA_DO_ASSIGN) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "only 'assign' is asked at once");
  }
  if ((declared->flags & ST_INSTRUCTION_ANNOUNCES) != 0 &&
      declared->op != STRATA_DO_CHOOSE) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "only a 'choose' is announced; assign as the "
                             "action is done");
  }
  uint32_t others =
      declared->flags & ~(uint32_t)STRATA_INSTRUCTION_WHILE_SOURCE;
  bool begin = declared->op == STRATA_DO_BEGIN;
  if (declared->flags == 0 || begin == (others == 0)) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                           "the flag of effects that begin is 'while source', "
                           "and of no other deed");
}

static st_presence optional_if(bool allowed) {
  return allowed ? ST_PRESENCE_OPTIONAL : ST_PRESENCE_NEVER;
}

strata_status st_operands_check(const st_instruction_block *block,
                                const strata_instruction *declared,
                                const st_instruction_form *form) {
  const st_compiler *compiler = block->scope.compiler;
  strata_status status = check_site(block, declared, form);
  if (!status) status = check_flags(compiler, declared);
  bool when = declared->op == STRATA_DO_WHEN;
  bool begin = declared->op == STRATA_DO_BEGIN;
  bool flags = begin || declared->op == STRATA_DO_CHOOSE ||
               declared->op == STRATA_DO_SPAWN ||
               declared->op == STRATA_DO_ASSIGN || hooks_handler(declared->op);
  bool arguments =
      form->signature != ST_SIGNATURE_OPTIONS || form->options != 0;
  struct {
    st_presence presence;
    bool given;
    const char *what;
  } checks[] = {
      {(st_presence)form->what, declared->what, "'what': a name"},
      {(st_presence)form->who, declared->who, "'who'"},
      {(st_presence)form->as, declared->as, "'as': a name to bind"},
      {(st_presence)form->inner, declared->inner_count > 0, "inner deeds"},
      {when ? ST_PRESENCE_REQUIRED : ST_PRESENCE_OPTIONAL, declared->when,
       "'when': a condition"},
      {optional_if(form->repeats), declared->times, "'times'"},
      {optional_if(st_instruction_takes_clock(declared->op)), declared->clock,
       "'clock'"},
      {begin ? ST_PRESENCE_REQUIRED : ST_PRESENCE_NEVER, declared->clause,
       "'clause'"},
      {optional_if(begin), declared->lasts, "'lasts'"},
      {optional_if(flags), declared->flags != 0, "flags"},
      {optional_if(arguments), declared->argument_count > 0, "arguments"},
  };
  for (size_t i = 0; i < ST_COUNT_OF(checks) && !status; i++) {
    status = check_operand_need(compiler, checks[i].presence, checks[i].given,
                                checks[i].what);
  }
  return status;
}
